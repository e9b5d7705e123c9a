//! Names that stand for their values, or for types, in strings.

use crate::support::{ask, project};
use serde_json::{Value, json};

/// Compares the lines, the roles and the number of the references to `helper`; the account has to
/// be whole, with `text` occurrences in comments and strings.
#[track_caller]
fn check(file: &str, content: &str, expected: &[(u64, &str)], text: u64) {
    let directory = project(&[(file, content)]);
    let arguments = json!({ "symbol": "helper", "file": file, "wait": 0 });
    let answer = ask::value(directory.path(), "find_references", arguments);
    let rows: Vec<(u64, &str)> = answer["results"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|row| (row["line"].as_u64().unwrap_or(0), row["role"].as_str().unwrap_or_default()))
        .collect();
    assert_eq!(rows, expected, "{answer:#}");
    assert_eq!(answer["account"]["comments_and_strings"], text, "{answer:#}");
    assert_eq!(answer["account"]["unresolved"], Value::Array(Vec::new()), "{answer:#}");
}

#[test]
fn arguments_in_strings_that_rust_formats_are_read() {
    check(
        "src/lib.rs",
        "pub const helper: usize = 1;
fn f() {
    println!(\"{helper}\");
    log(vec![format!(\"{helper:?}\")]);
    print!(\"{0:helper$}\", 1);
    print!(\"{0:>+5.helper$}\", 1);
    print!(r\"{x:^helper$}\");
    print!(\"{{helper}} helper {}\", 1);
    let plain = \"{helper}\";
}
",
        &[(3, "read"), (4, "read"), (5, "read"), (6, "read"), (7, "read")],
        3,
    );
}

#[test]
fn names_behind_a_dollar_are_read() {
    check(
        "a.kt",
        "val helper = 1\nval s = \"$helper \\$helper helper\"\nval t = \"a $helper\"\n",
        &[(2, "read"), (3, "read")],
        2,
    );
    check(
        "a.dart",
        "int get helper => 1;\nvar s = \"$helper helper\";\nvar r = r\"$helper\";\n",
        &[(2, "read")],
        2,
    );
    check(
        "A.groovy",
        "class A {\n  static int helper = 1\n  def f() { \"$helper.size helper\" }\n  def g() { '$helper' }\n}\n",
        &[(3, "read")],
        2,
    );
}

#[test]
fn types_in_quotes_are_types() {
    check(
        "a.py",
        "class helper: pass
def f(x: \"helper\", y: \"list[helper]\" = None) -> \"helper | None\": ...
y: Optional[\"helper\"] = None
z: typing.Optional[\"helper\"] = None
w: \"helper\" | None = None
v: Literal[\"helper\"] = \"helper\"
",
        &[(2, "type"), (2, "type"), (2, "type"), (3, "type"), (4, "type"), (5, "type")],
        2,
    );
}

/// A file without a call is not parsed for callers.
#[test]
fn a_name_in_a_string_that_formats_is_no_comment() {
    let directory = project(&[
        ("Cargo.toml", "[package]\nname = \"a\"\n"),
        ("src/lib.rs", "mod b;\npub fn helper() {}\n"),
        ("src/b.rs", "use crate::helper;\nfn f() { println!(\"{helper}\"); }\n"),
    ]);
    let answer =
        ask::value(directory.path(), "find_callers", json!({ "symbol": "helper", "wait": 0 }));
    assert_eq!(answer["account"]["comments_and_strings"], 0, "{answer:#}");
}
