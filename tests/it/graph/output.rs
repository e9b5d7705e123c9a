//! How answers of the graph read: nothing said twice, and what nothing explains kept apart.

use crate::support::{ask, project};
use serde_json::json;

const PLUGINS: &str = "
class Mail:
    def deliver(self, text): ...

class Post:
    def deliver(self, text): ...

def send(carrier):
    carrier.deliver('hello')

def post(letter):
    box = Post()
    box.deliver(letter)
";

#[test]
fn a_call_that_fits_several_definitions_is_listed_once() {
    let plugins = project(&[("plugins.py", PLUGINS)]);
    let answer = ask::value(plugins.path(), "find_callers", json!({ "symbol": "deliver" }));
    let definitions = answer["definitions"].as_array().expect("two definitions");
    let first = &definitions[0];
    assert_eq!(first["target"]["container"], "Post", "{answer:#}");
    let names: Vec<&str> = first["results"].as_array().unwrap().iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(names, ["post", "send"]);
    assert_eq!(first["results"][1]["may_also_mean"], json!(["Mail.deliver (plugins.py:3)"]));
    assert_eq!(definitions[1]["results"], json!([]));
    assert_eq!(definitions[1]["possible_elsewhere"], 1);
    assert_eq!(answer["summary"]["total"], 2);

    let text = ask::text(plugins.path(), "find_callers", json!({ "symbol": "deliver" }));
    assert_eq!(text.matches("carrier.deliver('hello')").count(), 1, "{text}");
    assert!(text.contains("or it means Mail.deliver (plugins.py:3)"), "{text}");
    assert!(text.contains("None that is certain; 1 may be its and are listed above."), "{text}");
}

#[test]
fn mentions_are_told_once_and_those_in_the_own_language_first() {
    let several = project(&[
        ("a.md", "seldom\n"),
        ("b.py", "def seldom(): ...\n"),
        ("c.py", "class Box:\n    def seldom(self): ...\n"),
        ("d.py", "TEXT = 'seldom'\n"),
    ]);
    let text = ask::text(several.path(), "find_callers", json!({ "symbol": "seldom" }));
    assert_eq!(text.matches("0 resolved; 3 textual mentions: c.py:2, d.py:1, a.md:1").count(), 1, "{text}");
    assert_eq!(text.matches("0 resolved; the mentions above may be its.").count(), 1, "{text}");
}

#[test]
fn types_that_are_not_followed_further_are_told() {
    let subclasses =
        |count: usize| (0..count).map(|number| format!("class Sub{number}(Base): pass\n")).collect::<String>();
    let answer = |count: usize| {
        let many = project(&[("a.py", &format!("class Base: pass\n{}class Last(Sub0): pass\n", subclasses(count)))]);
        ask::text(many.path(), "find_implementations", json!({ "symbol": "Base", "maxTokens": 300 }))
    };
    let text = answer(20);
    assert!(text.contains(" of 21 implementations shown") && !text.contains("not looked for"), "{text}");
    let text = answer(300);
    assert!(text.contains(" of ≥ 300 implementations shown"), "{text}");
    assert!(text.contains("what extends 300 of these types was not looked for"), "{text}");
}

#[test]
fn callees_from_outside_the_project_share_a_line() {
    let library = project(&[(
        "src/lib.rs",
        "pub fn parse(text: &str) -> Result<Vec<u8>, String> {
    if text.is_empty() { return Err(text.to_owned()); }
    helper(text.len());
    Ok(Vec::new())
}
fn helper(_: usize) {}
",
    )]);
    let text = ask::text(library.path(), "find_callees", json!({ "symbol": "parse" }));
    assert!(text.contains("src/lib.rs:6"), "{text}");
    let outside = text.lines().find(|line| line.starts_with("Not defined here: ")).unwrap_or_default();
    for name in ["Err", "Ok", "is_empty", "len", "to_owned"] {
        assert!(outside.contains(name), "{name}: {text}");
    }
    assert!(!text.contains("Possible"), "{text}");
}

#[test]
fn what_holds_of_several_definitions_alike_is_told_once() {
    let project = project(&[
        ("src/lib.rs", "mod a { pub fn run() {} fn one() { run() } }\nmod b { pub fn run() {} fn two() { run() } }\n"),
        ("tool.rb", "run\n"),
    ]);
    let text = ask::text(project.path(), "find_callers", json!({ "symbol": "run" }));
    assert_eq!(text.matches("Callers of").count(), 2, "{text}");
    assert_eq!(text.matches("1 file mentions").count(), 1, "{text}");
}

const POOL: [(&str, &str); 3] = [
    (
        "pool.py",
        "class Pool:
    def get(self):
        return connect(self.host)

    def put(self):
        connect('a')
        connect('b')

def connect(host):
    return host
",
    ),
    ("app.py", "from pool import Pool, connect\n\ndef main():\n    p = Pool()\n    p.get()\n    connect('x')\n"),
    ("cli.py", "import app\n\ndef run():\n    app.main()\n"),
];

#[test]
fn a_use_takes_one_line_below_its_file() {
    let project = project(&POOL);
    let text = ask::text(project.path(), "find_callers", json!({ "symbol": "connect", "wait": 0 }));
    let rows = "pool.py
  3 Pool.get: return connect(self.host)
  6 Pool.put: connect('a')
  7   connect('b')
app.py:6 main: connect('x')
";
    assert!(text.contains(rows), "{text}");
    let text = ask::text(project.path(), "find_references", json!({ "symbol": "Pool", "wait": 0 }));
    assert!(text.contains("app.py\n  1 from pool import Pool, connect\n  4 main: p = Pool()\n"), "{text}");
}

#[test]
fn callers_of_callers_stand_below_them() {
    let project = project(&POOL);
    let text = ask::text(project.path(), "find_callers", json!({ "symbol": "connect", "depth": 3, "wait": 0 }));
    assert!(text.contains("\napp.py:6 main: connect('x')\n  cli.py:4 run: app.main()\n"), "{text}");
    assert!(text.contains("\npool.py:6 Pool.put: connect('a') · also 7\n"), "{text}");
}

#[test]
fn markdown_keeps_numbered_rows_with_signatures() {
    let project = project(&POOL);
    let arguments = json!({ "symbol": "connect", "format": "markdown", "wait": 0 });
    let text = ask::text(project.path(), "find_callers", arguments);
    assert!(
        text.contains("1. pool.py:2\n   - def get(self) · in Pool\n   - at 3: return connect(self.host)\n"),
        "{text}"
    );
}
