//! Questions that make no sense, code that makes none, and graphs that run in circles.

use crate::support::fixture::check;
use crate::support::{ask, cli, project};
use serde_json::{Value, json};

const TOOLS: [&str; 4] =
    ["find_callers", "find_callees", "find_references", "find_implementations"];

const SHOP: &str = "# price is explained here
TEXT = 'price'

def price(item):
    return item

def größe(x):
    return price(x)


class Cart:
    def total(self):
        return größe(self)
";

#[test]
fn names_that_nothing_can_define_are_answered_with_nothing() {
    let shop = project(&[("shop.py", SHOP)]);
    let long = "x".repeat(10_000);
    for name in
        ["def", "return", "==", "+", "::", "...", "x", "数量", "'; drop", "a b", long.as_str()]
    {
        for tool in TOOLS {
            let answer = ask::value(shop.path(), tool, json!({ "symbol": name }));
            assert_eq!(answer["target"], Value::Null, "{tool} {name:.20}: {answer:#}");
            assert_eq!(answer["results"], json!([]), "{tool} {name:.20}");
        }
    }
}

#[test]
fn names_in_other_scripts_are_names() {
    let shop = project(&[("shop.py", SHOP)]);
    let answer = ask::value(shop.path(), "find_callers", json!({ "symbol": "größe" }));
    assert_eq!(answer["results"][0]["name"], "total", "{answer:#}");
}

#[test]
fn positions_outside_of_code_are_explained() {
    let shop = project(&[("shop.py", SHOP), ("empty.py", "")]);
    let complaint = |file: &str, line: usize, symbol: Option<&str>| {
        ask::error(
            shop.path(),
            "find_callers",
            json!({ "file": file, "line": line, "symbol": symbol }),
        )
    };
    let past = complaint("shop.py", 99, None);
    assert!(past.contains("14 lines") || past.contains("13 lines"), "{past}");
    assert!(complaint("shop.py", 3, None).contains("`TEXT` at line 2"));
    assert!(complaint("shop.py", 1, Some("price")).contains("comment or a string"));
    assert!(complaint("shop.py", 2, Some("price")).contains("comment or a string"));
    assert!(complaint("shop.py", 9, Some("price")).contains("`price` at line 8"));
    assert!(complaint("empty.py", 1, None).contains("empty.py"));
}

#[test]
fn a_definition_in_a_file_that_does_not_parse_has_its_callers() {
    check(
        "find_callers",
        "
//- /broken.ts
export function loa$0d() { return 1; }
export function first() { return load(); }
                               //^^^^ caller first
const broken = ((( = ;
export function second() { return load(); }
                                //^^^^ caller second
",
    );
}

#[test]
fn circles_end() {
    let ring = project(&[(
        "ring.py",
        "def a():
    b()
def b():
    c()
def c():
    a()
    c()
def start():
    a()
",
    )]);
    let callers = ask::value(ring.path(), "find_callers", json!({ "symbol": "a", "depth": 50 }));
    let rows = |answer: &Value| -> Vec<(String, u64)> {
        let rows = answer["results"].as_array().into_iter().flatten();
        rows.map(|row| {
            (
                row["name"].as_str().unwrap_or_default().to_owned(),
                row["depth"].as_u64().unwrap_or(0),
            )
        })
        .collect()
    };
    let named = |names: &[(&str, u64)]| -> Vec<(String, u64)> {
        names.iter().map(|(name, depth)| ((*name).to_owned(), *depth)).collect()
    };
    assert_eq!(rows(&callers), named(&[("c", 1), ("start", 1), ("b", 2)]));
    let callees =
        ask::value(ring.path(), "find_callees", json!({ "symbol": "start", "depth": 50 }));
    assert_eq!(rows(&callees), named(&[("a", 1), ("b", 2), ("c", 3)]));
}

#[test]
fn a_chain_of_fields_leads_to_the_type() {
    check(
        "find_callers",
        "
//- /pool.py
class Pool:
    def len$0d(self): ...
class Other:
    def lend(self): ...
class Site:
    def __init__(self):
        self.pool = Pool()
        self.other = Other()
//- /app.py
from pool import Site
class App:
    def __init__(self, site: Site):
        self.site = site
    def run(self):
        self.site.pool.lend()
                     # ^^^^ caller run
        self.site.other.lend()
",
    );
}

#[test]
fn with_an_empty_path_all_four_commands_answer_from_syntax() {
    let shop = project(&[("shop.py", SHOP)]);
    for command in ["callers", "callees", "references", "implementations"] {
        let target = if command == "implementations" { "Cart" } else { "price" };
        let mut program = cli::command(shop.path(), &[command, target, "--json", "--wait", "1"]);
        let run = cli::finish(program.env("PATH", ""));
        let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(answer["evidence"]["source"], "syntax", "{command}: {answer:#}");
        assert_eq!(answer["evidence"]["complete"], Value::Null, "{command}");
        assert_eq!(answer["target"]["name"], target, "{command}");
    }
}

/// Each level looks for the callees of the one before, and there are none behind the last function.
#[test]
fn a_depth_without_end_ends_with_the_last_callee() {
    let shop = project(&[("shop.py", SHOP)]);
    let arguments = json!({ "symbol": "Cart.total", "depth": 1_000_000_000 });
    let answer = ask::value(shop.path(), "find_callees", arguments);
    let depths: Vec<(&Value, &Value)> = answer["results"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| (&row["name"], &row["depth"]))
        .collect();
    assert_eq!(depths, [(&json!("größe"), &json!(1)), (&json!("price"), &json!(2))]);
}

#[test]
fn modules_that_pass_on_each_other_are_followed_once() {
    let count = 12;
    let passes_on = |of: usize| {
        (0..count)
            .filter(|other| *other != of)
            .map(|other| format!("export * from './m{other}'\n"))
            .collect()
    };
    let mut files: Vec<(String, String)> =
        (0..count).map(|of| (format!("m{of}.ts"), passes_on(of))).collect();
    files[count - 1].1 += "export function run() {}\n";
    files.push((
        "main.ts".to_owned(),
        "import { run } from './m0'\nfunction start() { run(); gone(); }\n".to_owned(),
    ));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let directory = project(&files);
    let answer = ask::value(directory.path(), "find_callers", json!({ "symbol": "run" }));
    assert_eq!(answer["results"][0]["name"], "start", "{answer:#}");
    assert_eq!(answer["results"][0]["certainty"], "likely", "{answer:#}");
}

/// Each of these modules passes on eight others, so that very many are followed before one defines
/// the name, or none does.
fn modules_in_a_circle(count: usize, defining: &[usize]) -> Vec<(String, String)> {
    let module = |of: usize| {
        let passed = (1..9).map(|step| (of * 7 + step) % count);
        let mut text: String = passed.map(|to| format!("export * from './m{to}'\n")).collect();
        text += if defining.contains(&of) { "export function run() {}\n" } else { "" };
        text += &format!("import {{ run as run{of} }} from './m{}'\n", (of + 1) % count);
        text += &format!("export function start{of}() {{ run{of}(); }}\n");
        (format!("m{of}.ts"), text)
    };
    (0..count).map(module).collect()
}

fn callers_in(files: &[(String, String)]) -> String {
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let directory = project(&files);
    cli::run(directory.path(), &["callers", "run"]).stdout
}

#[test]
fn what_a_circle_of_modules_passes_on_is_what_any_of_them_defines() {
    let one = callers_in(&modules_in_a_circle(300, &[100]));
    assert!(one.contains("300 callers"), "{one}");
    // Which of several is meant depends on an order that is not followed that far.
    let several = callers_in(&modules_in_a_circle(300, &[100, 200]));
    assert!(several.contains("of 444 callers"), "{several}");
}

/// If each module followed all others, this would not end.
#[test]
fn thousands_of_modules_in_a_circle_are_followed_in_bounded_work() {
    let callers = callers_in(&modules_in_a_circle(2_000, &[1_000]));
    assert!(callers.contains("2000 callers") || callers.contains("2,000 callers"), "{callers}");
}

#[test]
fn a_name_of_thousands_of_definitions_is_told_apart() {
    let count = 2_000;
    let types: String = (0..count)
        .map(|of| format!("class D{of} implements Walker {{ walk() {{ this.walk(); }} }}\n"))
        .collect();
    let text = format!("interface Walker {{ walk(): void }}\n{types}");
    let directory = project(&[("types.ts", text.as_str())]);
    let asked =
        |tool: &str, symbol: &str| ask::value(directory.path(), tool, json!({ "symbol": symbol }));
    assert_eq!(asked("find_implementations", "Walker.walk")["summary"]["total"], count);
    let callees = asked("find_callees", "D7.walk");
    assert_eq!(callees["results"][0]["line"], 9, "{callees:#}");
    assert_eq!(asked("find_callers", "D7.walk")["results"][0]["name"], "walk");
}
