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
    let names: Vec<&str> = first["results"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|row| row["name"].as_str())
        .collect();
    assert_eq!(names, ["post", "send"]);
    assert_eq!(first["results"][1]["may_also_mean"], json!(["Mail.deliver (plugins.py:3)"]));
    assert_eq!(definitions[1]["results"], json!([]));
    assert_eq!(definitions[1]["possible_elsewhere"], 1);
    assert_eq!(answer["summary"]["total"], 2);

    let text = ask::text(plugins.path(), "find_callers", json!({ "symbol": "deliver" }));
    assert_eq!(text.matches("carrier.deliver('hello')").count(), 1, "{text}");
    assert!(text.contains("or it means Mail.deliver (plugins.py:3)"), "{text}");
    assert!(text.contains("None that is certain; 1 possible match is listed above."), "{text}");
}

#[test]
fn common_alternatives_of_possible_rows_are_listed_above_them() {
    let more = format!("{PLUGINS}\ndef forward(carrier):\n    carrier.deliver('on')\n");
    let plugins = project(&[("plugins.py", &more)]);
    let text = ask::text(plugins.path(), "find_callers", json!({ "symbol": "deliver" }));
    assert_eq!(text.matches("or it means").count(), 1, "{text}");
    assert!(text.contains("Possible, or it means Mail.deliver (plugins.py:3)"), "{text}");
    let markdown = json!({ "symbol": "deliver", "format": "markdown" });
    assert_eq!(
        ask::text(plugins.path(), "find_callers", markdown).matches("or it means").count(),
        1
    );
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
    assert_eq!(
        text.matches("0 resolved; 3 textual mentions, all explained below: c.py:2, d.py:1, a.md:1")
            .count(),
        1,
        "{text}"
    );
    assert!(
        text.contains("Callers of `seldom` (b.py:1), `Box.seldom` (c.py:2): 0 resolved"),
        "{text}"
    );
}

/// A target is taken as Go writes it and a file alone is refused.
#[test]
fn go_target_taken_and_file_alone_refused() {
    let router = project(&[(
        "mux.go",
        "package chi\n\ntype Mux struct{}\n\nfunc (mx *Mux) handle() {}\n\nfunc (mx *Mux) Get() {\n\tmx.handle()\n}\n",
    )]);
    let text = ask::text(router.path(), "find_callers", json!({ "symbol": "(*Mux).handle" }));
    assert!(text.contains("mux.go:8 Mux.Get: mx.handle()"), "{text}");
    assert!(!text.contains("to install it"), "{text}");
    let error = ask::error(router.path(), "find_callers", json!({ "symbol": "mux.go" }));
    assert!(error.starts_with("mux.go alone says too little\n"), "{error}");
}

#[test]
fn definitions_whose_possible_callers_are_listed_above_share_a_line() {
    let plugins = project(&[(
        "plugins.py",
        "class Mail:\n    def deliver(self): ...\n\nclass Post:\n    def deliver(self): ...\n\n\
         class Push:\n    def deliver(self): ...\n\ndef send(carrier):\n    carrier.deliver()\n",
    )]);
    let text = ask::text(plugins.path(), "find_callers", json!({ "symbol": "deliver" }));
    let line = "Callers of `Post.deliver` (plugins.py:5), `Push.deliver` (plugins.py:8): none that is certain; \
                possible matches listed above: 1, 1.";
    assert!(text.contains(line), "{text}");
}

#[test]
fn names_in_the_paths_of_imports_are_imports() {
    let check = |files: &[(&str, &str)], place: (&str, usize)| {
        let mixed = project(files);
        let value = ask::value(mixed.path(), "find_references", json!({ "symbol": "Item" }));
        let rows = value["results"].as_array().expect("rows");
        let roles: Vec<&str> = rows
            .iter()
            .filter(|row| {
                (row["file"].as_str(), row["line"].as_u64())
                    == (Some(place.0), Some(place.1 as u64))
            })
            .filter_map(|row| row["role"].as_str())
            .collect();
        // An import that renames has two names.
        let are_imports = !roles.is_empty() && roles.iter().all(|role| *role == "import");
        assert!(are_imports, "{value:#}");
    };
    check(
        &[
            ("src/Item.php", "<?php\nnamespace Shop;\nclass Item {}\n"),
            ("src/Use.php", "<?php\nnamespace App;\nuse Shop\\Item;\nfunction f(Item $i) {}\n"),
        ],
        ("src/Use.php", 3),
    );
    check(
        &[
            ("shop/Item.kt", "package shop\nclass Item\n"),
            ("app/Use.kt", "package app\nimport shop.Item\nfun f(i: Item) {}\n"),
        ],
        ("app/Use.kt", 2),
    );
    check(
        &[
            ("shop/Item.scala", "package shop\nclass Item\n"),
            ("shop/Use.scala", "package app\nimport shop.Item\nobject F { def f(i: Item) = i }\n"),
        ],
        ("shop/Use.scala", 2),
    );
    check(
        &[
            ("Item.cs", "namespace Shop { public class Item {} }\n"),
            ("Use.cs", "using Thing = Shop.Item;\nnamespace App { class C { Thing t; } }\n"),
        ],
        ("Use.cs", 1),
    );
    check(
        &[
            ("item.dart", "class Item {}\n"),
            ("use.dart", "import 'item.dart' show Item;\nvoid f(Item i) {}\n"),
        ],
        ("use.dart", 1),
    );
}

#[test]
fn a_name_with_a_mark_is_not_taken_for_the_one_without() {
    let app = project(&[(
        "app.rb",
        "class App\n  def call(env)\n    dup.call!(env)\n  end\n\n  def call!(env)\n    env\n  end\nend\n",
    )]);
    let text = ask::text(app.path(), "find_callers", json!({ "symbol": "App.call!" }));
    assert!(text.starts_with("Callers of `App::call!` (app.rb:6):\n"), "{text}");
    assert!(text.contains("app.rb:3 App.call: dup.call!(env)"), "{text}");
    let macros =
        project(&[("a.rs", "macro_rules! shout { () => {}; }\nfn f() {\n    shout!();\n}\n")]);
    let text = ask::text(macros.path(), "find_callers", json!({ "symbol": "shout!" }));
    assert!(text.contains("a.rs:3 f: shout!()"), "{text}");
}

#[test]
fn a_declaration_beside_the_definition_is_named() {
    let c = project(&[
        ("a.h", "int size(void);\n"),
        (
            "a.c",
            "#include \"a.h\"\nint size(void) { return 1; }\nint twice(void) { return 2 * size(); }\n",
        ),
    ]);
    let text = ask::text(c.path(), "find_callers", json!({ "symbol": "size" }));
    assert!(text.starts_with("Callers of `size` (a.c:2, a.h:1):\n"), "{text}");
}

#[test]
fn types_that_are_not_followed_further_are_told() {
    let subclasses = |count: usize| {
        (0..count).map(|number| format!("class Sub{number}(Base): pass\n")).collect::<String>()
    };
    let answer = |count: usize| {
        let many = project(&[(
            "a.py",
            &format!("class Base: pass\n{}class Last(Sub0): pass\n", subclasses(count)),
        )]);
        ask::text(
            many.path(),
            "find_implementations",
            json!({ "symbol": "Base", "maxTokens": 300 }),
        )
    };
    let text = answer(30);
    assert!(
        text.contains(" of 31 implementations shown") && !text.contains("not looked for"),
        "{text}"
    );
    assert!(text.contains("; the names of its 31 subtypes followed too\n"), "{text}");
    let text = answer(300);
    assert!(text.contains(" of ≥ 300 implementations shown"), "{text}");
    assert!(text.contains("what extends 300 of these types was not looked for"), "{text}");
    assert!(text.contains("not followed: `Sub0`, `Sub1`"), "{text}");
    assert!(!text.contains("followed too"), "{text}");
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
    let outside =
        text.lines().find(|line| line.starts_with("Outside or unresolved: ")).unwrap_or_default();
    for name in ["Err", "Ok", "is_empty", "len", "to_owned"] {
        assert!(outside.contains(name), "{name}: {text}");
    }
    assert!(!text.contains("Possible"), "{text}");
}

#[test]
fn notes_on_several_definitions_are_shown_once() {
    let project = project(&[
        (
            "src/lib.rs",
            "mod a { pub fn run() {} fn one() { run() } }\nmod b { pub fn run() {} fn two() { run() } }\n",
        ),
        ("tool.awk", "run\n"),
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
    (
        "app.py",
        "from pool import Pool, connect\n\ndef main():\n    p = Pool()\n    p.get()\n    connect('x')\n",
    ),
    ("cli.py", "import app\n\ndef run():\n    app.main()\n"),
];

#[test]
fn a_use_takes_one_line_below_its_file() {
    let project = project(&POOL);
    let text = ask::text(project.path(), "find_callers", json!({ "symbol": "connect", "wait": 0 }));
    let rows = "pool.py
  3 Pool.get: return connect(self.host)
  6 Pool.put:5: connect('a')
  7   connect('b')
app.py:6 main: connect('x')
";
    assert!(text.contains(rows), "{text}");
    let text = ask::text(project.path(), "find_references", json!({ "symbol": "Pool", "wait": 0 }));
    assert!(
        text.contains("app.py\n  1 from pool import Pool, connect\n  4 main: p = Pool()\n"),
        "{text}"
    );
}

#[test]
fn callers_of_callers_stand_below_them() {
    let project = project(&POOL);
    let text = ask::text(
        project.path(),
        "find_callers",
        json!({ "symbol": "connect", "depth": 3, "wait": 0 }),
    );
    let rows = "\napp.py:6 main:3: connect('x')\n  cli.py:4 run:3: app.main()\n";
    assert!(text.contains(rows), "{text}");
    // What is listed elsewhere stands below each of those that it calls.
    assert!(
        text.contains(
            "Pool.get:2: return connect(self.host)\n  app.py:5 main: p.get() · see below\n"
        )
    );
    let whole = "\ndepth 2, 3: all 6 occurrences accounted for, ";
    assert!(text.contains(whole), "{text}");
    assert!(text.contains("\npool.py:6 Pool.put:5: connect('a') · 7 connect('b')\n"), "{text}");
}

#[test]
fn markdown_keeps_numbered_rows_with_signatures() {
    let project = project(&POOL);
    let arguments = json!({ "symbol": "connect", "format": "markdown", "wait": 0 });
    let text = ask::text(project.path(), "find_callers", arguments);
    assert!(
        text.contains(
            "1. pool.py:2\n   - def get(self) · in Pool\n   - at 3: return connect(self.host)\n"
        ),
        "{text}"
    );
}

const TWO_SIDES: [(&str, &str); 4] = [
    (
        "core/base.py",
        "class Base:\n    pass\n\ndef helper():\n    return 1\n\ndef other():\n    return helper()\n",
    ),
    (
        "api/use.py",
        "from core.base import Base, helper\n\nclass Api(Base):\n    def run(self):\n        return helper()\n",
    ),
    (
        "tests/test_use.py",
        "from core.base import Base, helper\n\nclass Fake(Base):\n    pass\n\ndef test_it():\n    helper()\n",
    ),
    (
        "main.py",
        "from core.base import other\nfrom tests.test_use import test_it\n\ndef main():\n    other()\n    test_it()\n",
    ),
];

#[test]
fn rows_outside_a_path_and_in_tests_are_left_out_and_counted() {
    let project = project(&TWO_SIDES);
    let check = |tool: &str, symbol: &str, path: &str| {
        let ask = |more: serde_json::Value| {
            let mut arguments = json!({ "symbol": symbol, "wait": 0 });
            arguments
                .as_object_mut()
                .expect("an object")
                .extend(more.as_object().cloned().unwrap_or_default());
            (
                ask::text(project.path(), tool, arguments.clone()),
                ask::value(project.path(), tool, arguments),
            )
        };
        let (whole, _) = ask(json!({}));
        assert!(
            whole.contains("tests/test_use.py") && !whole.contains("left out"),
            "{tool}: {whole}"
        );
        let (text, value) = ask(json!({ "allowTests": false }));
        assert!(
            !text.contains("tests/test_use.py:") && !text.contains("\ntests/test_use.py\n"),
            "{tool}: {text}"
        );
        assert!(text.contains("left out: ") && text.contains(" in tests"), "{tool}: {text}");
        assert_eq!(value["left_out"][0]["rule"], "allowTests", "{tool}: {value}");
        let (text, value) = ask(json!({ "path": path }));
        assert!(
            !text.contains("tests/test_use.py:") && text.contains(&format!(" outside {path}")),
            "{tool}: {text}"
        );
        assert_eq!(value["left_out"][0]["rule"], "path", "{tool}: {value}");
    };
    check("find_callers", "helper", "api");
    check("find_references", "helper", "api/use.py");
    check("find_implementations", "Base", "api");
    check("find_callees", "main", "core");
    check("impact_analysis", "Base", "api");
}

#[test]
fn a_target_may_be_written_as_a_place_or_below_a_directory() {
    let project = project(&TWO_SIDES);
    let whole = ask::text(
        project.path(),
        "find_callers",
        json!({ "file": "core/base.py", "line": 4, "wait": 0 }),
    );
    assert!(whole.contains("Callers of `helper`"), "{whole}");
    for symbol in ["core/base.py:4", "core/base.py#helper", "core#helper"] {
        let text =
            ask::text(project.path(), "find_callers", json!({ "symbol": symbol, "wait": 0 }));
        assert_eq!(text, whole, "{symbol}");
    }
    let text = ask::text(
        project.path(),
        "find_callers",
        json!({ "symbol": "helper", "file": "core", "wait": 0 }),
    );
    assert_eq!(text, whole);
    let error = ask::error(
        project.path(),
        "find_callers",
        json!({ "symbol": "helper", "file": "api", "wait": 0 }),
    );
    assert!(
        error.contains("api does not define `helper`") && error.contains("core/base.py:4"),
        "{error}"
    );
}

#[test]
fn rows_beyond_the_limit_keep_their_places() {
    let calls = |file: &str, count: usize| {
        let functions: String =
            (0..count).map(|of| format!("def {file}{of}():\n    price()\n")).collect();
        format!("from shop import price\n\n{functions}")
    };
    let files = [
        ("shop.py", "def price(): ...\n".to_owned()),
        ("a.py", calls("a", 2)),
        ("b.py", calls("b", 4)),
    ];
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let shop = project(&files);
    let text =
        ask::text(shop.path(), "find_callers", json!({ "symbol": "price", "maxResults": 3 }));
    assert!(text.contains("… (3 more callers: b.py:6, 8, 10)"), "{text}");
    // All calls of a caller are named, however many.
    let often = format!("from shop import price\n\ndef busy():\n{}", "    price()\n".repeat(6));
    let busy =
        project(&[("shop.py", "def price(): ...\n"), ("a.py", &calls("a", 1)), ("b.py", &often)]);
    let text =
        ask::text(busy.path(), "find_callers", json!({ "symbol": "price", "maxResults": 1 }));
    assert!(text.contains("… (1 more caller: b.py:4, 5, 6, 7, 8, 9)"), "{text}");
    // A budget that has no room for the rows has none for further places.
    let text = ask::text(
        shop.path(),
        "find_callers",
        json!({ "symbol": "price", "maxResults": 5, "maxTokens": 100 }),
    );
    assert!(text.contains(" more callers)"), "{text}");
}

#[test]
fn a_call_that_several_definitions_fit_has_its_line() {
    let classes = ["a.ts", "b.ts", "c.ts", "d.ts"].map(|file| {
        let class = file.trim_end_matches(".ts").to_uppercase();
        (file, format!("export class {class} {{ halt(n: number) {{ return n; }} }}\n"))
    });
    let mut files: Vec<(&str, &str)> =
        classes.iter().map(|(file, text)| (*file, text.as_str())).collect();
    files.push(("main.ts", "export function run(x: any) {\n  return x.halt(1);\n}\n"));
    let directory = project(&files);
    let text = ask::text(directory.path(), "find_callees", json!({ "symbol": "run" }));
    assert!(text.contains("\nSeveral definitions fit: halt (called at 2)\n"), "{text}");
}

#[test]
fn possible_callees_say_why_they_are_only_possible() {
    let app = project(&[(
        "a.py",
        "class Mail:\n    def deliver(self): ...\n\nclass Post:\n    def deliver(self): ...\n\n\
         def send(carrier):\n    carrier.deliver()\n",
    )]);
    let text = ask::text(app.path(), "find_callees", json!({ "symbol": "send" }));
    assert!(text.contains("## Possible, the receiver's type is unknown\n"), "{text}");
    let text = ask::text(app.path(), "find_callers", json!({ "symbol": "Mail.deliver" }));
    assert!(text.contains("## Possible, several definitions fit: also Post.deliver\n"), "{text}");
}

#[test]
fn the_summary_counts_the_code_of_the_results() {
    let app = project(&[(
        "a.py",
        "def load(x): ...\n\ndef one():\n    load(1)\n    load(2)\n\nclass Base: ...\n\nclass One(Base): ...\n",
    )]);
    let check = |tool: &str, arguments: serde_json::Value, code: &[&str]| {
        let answer = ask::value(app.path(), tool, arguments);
        let (summary, code) = (&answer["summary"], code.iter().copied());
        let bytes: usize = code.clone().map(str::len).sum();
        let tokens: usize = code.map(spelunk::domain::tokens::count).sum();
        assert_eq!(
            (&summary["total_bytes"], &summary["total_tokens"]),
            (&json!(bytes), &json!(tokens))
        );
    };
    let calls = ["def one()", "load(1)", "load(2)"];
    check("find_callers", json!({ "symbol": "load" }), &calls);
    check("find_callers", json!({ "symbol": "load, Base" }), &calls);
    check("find_references", json!({ "symbol": "load" }), &["load(1)", "load(2)"]);
    check("find_callees", json!({ "symbol": "one" }), &["def load(x)", "load(1)", "load(2)"]);
    check("find_implementations", json!({ "symbol": "Base" }), &["class One(Base)"]);
    check("impact_analysis", json!({ "symbol": "load" }), &calls);
}

#[test]
fn a_depth_or_wait_out_of_range_is_refused() {
    let app = project(&[("a.py", "def load(): ...\n")]);
    for tool in ["find_callers", "find_callees", "impact_analysis"] {
        let error = ask::error(app.path(), tool, json!({ "symbol": "load", "depth": 0 }));
        assert!(error.starts_with("`depth` begins at 1"), "{error}");
        let error = ask::error(app.path(), tool, json!({ "symbol": "load", "wait": 121 }));
        assert!(error.starts_with("`wait` is from 0 to 120 seconds, not 121"), "{error}");
    }
}

#[test]
fn a_call_in_a_function_of_one_line_has_that_function() {
    let line = project(&[(
        "a.rs",
        "struct K;\nimpl K {\n    fn x(&self) -> u32 { self.y() }\n    fn y(&self) -> u32 { 1 }\n}\n",
    )]);
    let text = ask::text(line.path(), "find_references", json!({ "symbol": "y" }));
    assert!(text.contains("a.rs:3 K.x: fn x(&self) -> u32 { self.y() }"), "{text}");
}

#[test]
fn definitions_with_the_same_rows_list_them_once() {
    let traits = "\
trait WithPage {
    fn with_page(self, page: usize) -> usize;
}

impl WithPage for usize {
    fn with_page(self, page: usize) -> usize {
        self + page
    }
}

fn first(count: usize) -> usize {
    count.with_page(1)
}

fn second(count: usize) -> usize {
    count.with_page(2)
}
";
    let project = project(&[("Cargo.toml", "[package]\nname = \"app\"\n"), ("src/lib.rs", traits)]);
    let text = ask::text(project.path(), "find_callers", json!({ "symbol": "with_page" }));
    assert_eq!(text.matches("count.with_page(1)").count(), 1, "{text}");
    let same = "(src/lib.rs:6): the same as of `WithPage::with_page`.";
    assert!(text.contains(same), "{text}");
}

#[test]
fn rows_that_two_targets_share_are_listed_once() {
    let source = "\
interface Store { int read(int id); }
class Disk implements Store { public int read(int id) { return id; } }
class Memory implements Store { public int read(int id) { return 0; } }
class Use {
    Store store;
    int first() { return store.read(1); }
    int second() { return store.read(2); }
    int third(Disk disk) { return disk.read(3); }
    int fourth(Disk disk) { return disk.read(4); }
}
";
    let project = project(&[("Store.java", source)]);
    let ask = |symbol: &str| ask::text(project.path(), "find_callers", json!({ "symbol": symbol }));
    let text = ask("Store.read, Disk.read");
    assert_eq!(text.matches("store.read(1)").count(), 1, "{text}");
    let same = "## Possible, through Store.read\nThe 2 of `Store.read` above.\n\nall 7 ";
    assert!(text.contains(same), "{text}");
    // Rows of another kind or number are not the same.
    let text = ask("Disk.read, Store.read");
    assert_eq!(text.matches("disk.read(3)").count(), 2, "{text}");
    let own = ask("Disk.read");
    assert!(own.contains("store.read(1)") && own.contains("disk.read(3)"), "{own}");
}

#[test]
fn calls_outside_of_functions_are_listed_with_what_they_are_in() {
    let routes = "import { find } from './find';\n\nrouter.get(\n  \"/pages\",\n  async () => {\n    \
        find(1);\n  }\n);\nrouter.get(\"/users\", async () => {\n  find(1);\n});\nexport const Pages = \
        observer(() => {\n  find(2);\n});\nfind(3);\n";
    let project =
        project(&[("find.ts", "export function find(id: number) {}\n"), ("routes.ts", routes)]);
    let text = ask::text(project.path(), "find_callers", json!({ "symbol": "find", "wait": 0 }));
    let rows = "routes.ts\n  6 router.get(\"/pages\"): find(1)\n  10 router.get(\"/users\"): find(1)\n  \
        13 Pages: find(2)\n  15 <module>: find(3)\n";
    assert!(text.contains(rows), "{text}");
}

#[test]
fn a_part_of_a_test_is_listed_with_the_test() {
    let project = project(&[
        ("go.mod", "module example.org/queue\n"),
        ("queue.go", "package queue\n\nfunc Size() int { return 0 }\n"),
        (
            "queue_test.go",
            "package queue\n\nimport \"testing\"\n\nfunc TestSize(t *testing.T) {\n\tt.Run(\"is \
             tracked\", func(t *testing.T) {\n\t\tSize()\n\t})\n}\n",
        ),
    ]);
    let text = ask::text(project.path(), "find_callers", json!({ "symbol": "Size", "wait": 0 }));
    assert!(text.contains("queue_test.go:7 TestSize.is tracked: Size()"), "{text}");
}

#[test]
fn rows_of_the_product_have_room_beside_those_of_tests() {
    let tests: String = (0..30)
        .map(|number| {
            format!("    [Fact] public void Loads{number}() {{ new Store().Load({number}); }}\n")
        })
        .collect();
    let shop = project(&[
        (
            "src/Shop.cs",
            "namespace Lib;\npublic interface IStore { int Load(int id); }\n\
             public class Store : IStore { public int Load(int id) => id; }\n\
             class Page\n{\n    void Show(IStore store) { store.Load(1); }\n}\n",
        ),
        ("test/ShopTests.cs", &format!("using Lib;\npublic class ShopTests\n{{\n{tests}}}\n")),
    ]);
    let text = ask::text(shop.path(), "find_callers", json!({ "symbol": "Store.Load" }));
    assert!(text.contains("Page.Show"), "{text}");
    assert!(text.contains("ShopTests.Loads0:"), "{text}");
    assert!(text.contains("[20 of 31 callers shown"), "{text}");
    // A number that is asked for cuts the order of the list.
    let text =
        ask::text(shop.path(), "find_callers", json!({ "symbol": "Store.Load", "maxResults": 2 }));
    assert!(!text.contains("Page.Show"), "{text}");
    assert!(text.contains("ShopTests.Loads1:"), "{text}");
}

#[test]
fn what_is_called_outside_stands_with_its_package_and_line() {
    let app = project(&[
        ("go.mod", "module example.com/app\n"),
        ("app.go", "package app\n\nfunc Run() { fill() }\n\nfunc fill() { rand.Read(nil) }\n"),
    ]);
    let callees = |depth: usize, of: &str| {
        ask::text(app.path(), "find_callees", json!({ "symbol": of, "depth": depth }))
    };
    let text = callees(2, "Run");
    assert!(text.contains("Outside or unresolved: rand.Read app.go:5\n"), "{text}");
    let text = callees(1, "fill");
    assert!(text.contains("Outside or unresolved: rand.Read\n"), "{text}");
}

#[test]
fn generated_code_gives_way_to_what_implements_a_called_member() {
    let app = project(&[
        ("go.mod", "module example.com/app\n"),
        (
            "app.go",
            "package app\n\ntype Store interface { Load() error }\n\ntype Disk struct{}\n\n\
             func (d Disk) Load() error { return nil }\n\nfunc Run(s Store) { s.Load() }\n",
        ),
        (
            "mock_store.go",
            "// Code generated by MockGen. DO NOT EDIT.\npackage app\n\ntype MockStore struct{}\n\n\
             func (m *MockStore) Load() error { return nil }\n",
        ),
    ]);
    let text = ask::text(app.path(), "find_callees", json!({ "symbol": "Run" }));
    assert!(text.contains("Disk") && !text.contains("MockStore"), "{text}");
    assert!(text.contains("1 more implementation of the members"), "{text}");
}

#[test]
fn a_row_that_writes_shows_what_is_set() {
    let app = project(&[(
        "a.py",
        "class Pool:\n    def __init__(self):\n        self.size = 1\n\n\
         def grow(pool: Pool):\n    \
         pool.settings_of_all.size = compute_size_of_the_pool_by(pool, 12)\n",
    )]);
    let text = ask::text(app.path(), "find_references", json!({ "symbol": "Pool.size" }));
    let row = "size = compute_size_of_the_pool_by(pool, 12) · write";
    assert!(text.contains(row), "{text}");
}

#[test]
fn a_row_in_a_table_of_tests_names_its_case() {
    let project = project(&[
        ("go.mod", "module example.org/queue\n"),
        ("queue.go", "package queue\n\nfunc Size(of int) int { return of }\n"),
        (
            "queue_test.go",
            "package queue\n\nimport \"testing\"\n\nfunc TestSize(t *testing.T) {\n\t\
             user := User{name: \"bob\", size: Size(1)}\n\t\
             tests := []struct{ name string; set func() int }{\n\t\t\
             {name: \"ShouldGrow\", set: func() int { return Size(2) }},\n\t\t\
             {\"ShouldShrink\", []int{1, Size(3)}},\n\t}\n\t\
             more := map[string]int{\"ShouldStay\": {Size(4)}}\n}\n",
        ),
    ]);
    let text = ask::text(project.path(), "find_references", json!({ "symbol": "Size" }));
    let of = ask::value(project.path(), "find_callers", json!({ "symbol": "Size" }));
    let cases: Vec<&str> = of["results"][0]["call_sites"]
        .as_array()
        .expect("sites")
        .iter()
        .map(|site| site["case"].as_str().unwrap_or("-"))
        .collect();
    assert_eq!(cases, ["-", "ShouldGrow", "ShouldShrink", "ShouldStay"], "{text}");
}

#[test]
fn a_heading_names_all_declarations_of_overloads() {
    let app = project(&[
        ("key.h", "struct Key {\n  bool load(int size);\n  bool load(char *name);\n};\n"),
        (
            "key.cpp",
            "#include \"key.h\"\nbool Key::load(int size) { return size > 0; }\n\
             bool Key::load(char *name) { return load(name[0]); }\n",
        ),
    ]);
    let text = ask::text(app.path(), "find_callers", json!({ "symbol": "Key.load" }));
    assert!(text.contains("(key.cpp:2, 3, key.h:2, 3; 2 overloads"), "{text}");
}
