//! Names that the project does not define: what macros make, and what is from outside.

use crate::support::{ask, project};
use serde_json::{Value, json};

const FILES: [(&str, &str); 4] = [
    ("Cargo.toml", "[package]\nname = \"small\"\n"),
    (
        "src/events.rs",
        "pub trait Event {}
macro_rules! events {
    ($($name:ident { $field:ident: $of:ty })*) => {
        $(pub struct $name { pub $field: $of } impl Event for $name {})*
    };
}
",
    ),
    ("src/made.rs", "events! { Saved { at: u32 } Moved { to: u32 } }\n"),
    (
        "src/lib.rs",
        "mod events; mod made;
use made::Saved;
// What Saved is for.
fn save() { dispatch(Saved { at: 1 }); }
fn taken() { let f = |event: &Saved| event.at; external::helper(1); helper(2); }
",
    ),
];

/// The rows of an answer: file, line, and what is around.
fn rows(answer: &Value) -> Vec<String> {
    let row = |row: &Value| {
        assert_eq!(row["certainty"], "possible", "{row:#}");
        let (file, line) = (row["file"].as_str(), &row["line"]);
        format!("{}:{line}", file.expect("a file"))
    };
    answer["results"].as_array().expect("results").iter().map(row).collect()
}

#[test]
fn what_a_macro_makes_is_a_target_of_the_next_question() {
    let app = project(&FILES);
    let found = ask::value(app.path(), "find_implementations", json!({ "symbol": "Event" }));
    let named = found["results"].as_array().expect("results").iter();
    assert!(named.clone().any(|row| row["name"] == "Saved"), "{found:#}");
    let answer = ask::value(app.path(), "find_references", json!({ "symbol": "Saved" }));
    let expected = ["src/lib.rs:2", "src/lib.rs:4", "src/lib.rs:5", "src/made.rs:1"];
    assert_eq!(rows(&answer), expected, "{answer:#}");
    assert_eq!(answer["account"]["comments_and_strings"], 1, "{answer:#}");
    let text = ask::text(app.path(), "find_references", json!({ "symbol": "Saved" }));
    assert!(text.contains("`Saved` is not defined in the project"), "{text}");
    assert!(!text.contains("Nearest names"), "{text}");
}

#[test]
fn callers_of_what_is_from_outside_are_rows_with_their_functions() {
    let app = project(&FILES);
    let ask = |symbol: &str| ask::value(app.path(), "find_callers", json!({ "symbol": symbol }));
    let answer = ask("helper");
    assert_eq!(answer["results"][0]["name"], "taken", "{answer:#}");
    assert_eq!(answer["results"][0]["call_sites"].as_array().map(Vec::len), Some(2));
    // A path is that of the uses that have it.
    let answer = ask("external::helper");
    assert_eq!(answer["results"][0]["call_sites"].as_array().map(Vec::len), Some(1));
    let answer = ask("other::helper");
    assert_eq!(answer["results"], json!([]), "{answer:#}");
    // What only comments mention has no rows, and names of another spelling are no help.
    let answer = ask("What");
    assert_eq!((&answer["results"], &answer["suggestions"]), (&json!([]), &json!([])));
    assert_eq!(answer["mentions"]["files"][0]["line"], 3, "{answer:#}");
}

#[test]
fn code_uses_what_a_database_defines() {
    let app = project(&[
        ("package.json", "{}"),
        (
            "db/1.sql",
            "CREATE TYPE \"Role\" AS ENUM ('A');\nCREATE TABLE m (\"role\" \"Role\" NOT NULL);\n",
        ),
        (
            "a.ts",
            "import { Role } from '@prisma/client';\nexport const a = (r: Role) => r === Role.A;\n",
        ),
    ]);
    let answer = ask::value(app.path(), "find_references", json!({ "symbol": "Role" }));
    assert_eq!(
        rows(&answer),
        ["db/1.sql:2", "db/1.sql:2", "a.ts:1", "a.ts:2", "a.ts:2"],
        "{answer:#}"
    );
    let text = ask::text(app.path(), "find_references", json!({ "symbol": "Role" }));
    assert!(!text.contains("in TypeScript code"), "{text}");
    let impact = ask::text(app.path(), "impact_analysis", json!({ "symbol": "Role" }));
    assert!(impact.contains("a.ts"), "{impact}");
}

#[test]
fn the_name_of_an_imported_module_has_uses() {
    let app = project(&[
        ("package.json", "{}"),
        ("times.ts", "export const DAY = 1;\n"),
        ("a.ts", "import * as times from './times';\nexport const a = times.DAY;\n"),
    ]);
    let answer = ask::value(app.path(), "find_references", json!({ "symbol": "times" }));
    assert_eq!(rows(&answer), ["a.ts:1", "a.ts:2"], "{answer:#}");
}
