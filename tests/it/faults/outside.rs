//! What answers quote of files outside of the roots, to which a project can lead a language server.

use crate::support::actor::PART;
use crate::support::stage::{LONG, Stage, table};
use crate::support::write;
use serde_json::Value;

/// A user's file that names `callee` on its second line, from the twelfth character on, and beside
/// it a secret.
const SECRET: &str = "// first line\nlet token = callee(\"hunter2\");\n";

/// The row of a file outside, and the answer in each format.
fn row(path: &str) -> (Value, Vec<String>) {
    let outside = tempfile::tempdir().unwrap();
    let file = outside.path().canonicalize().unwrap().join(path);
    write(file.parent().unwrap(), file.file_name().unwrap().to_str().unwrap(), SECRET);
    let file = file.display().to_string();
    let files = [("src/lib.rs", "pub fn callee() {}\npub fn caller() {\n    callee();\n}\n")];
    let stage =
        Stage::with(&files, |_| vec![table("actor", &[(PART, &format!("utf-8 also={file}"))])]);
    let wait = LONG.to_string();
    let ask = |format: &str| {
        stage.run(&["references", "callee", "--wait", &wait, "--format", format]).stdout
    };
    let answer: Value = serde_json::from_str(&ask("json")).unwrap();
    let rows = answer["results"].as_array().unwrap();
    let row = rows
        .iter()
        .find(|row| row["file"] == file.as_str())
        .unwrap_or_else(|| panic!("{answer:#}"));
    (row.clone(), ["outline", "json", "xml", "markdown"].map(ask).to_vec())
}

#[test]
fn rows_outside_of_the_roots_lose_their_text() {
    let (row, answers) = row("private/notes.rs");
    assert_eq!((&row["line"], &row["text"]), (&2.into(), &"".into()), "{row}");
    for answer in answers {
        assert!(answer.contains("notes.rs") && !answer.contains("hunter2"), "{answer}");
    }
}

#[test]
fn rows_of_dependencies_keep_their_text() {
    let (row, _) = row(".cargo/registry/src/index/dependency-1.0.0/src/lib.rs");
    assert_eq!(
        (&row["line"], &row["text"]),
        (&2.into(), &SECRET.lines().nth(1).unwrap().into()),
        "{row}"
    );
}
