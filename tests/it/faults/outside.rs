//! What answers quote of files outside of the roots, to which a project can lead a language server.

use crate::support::actor::{ALSO, PART};
use crate::support::stage::{LONG, Stage, table};
use crate::support::write;
use serde_json::Value;
use std::path::PathBuf;

/// A user's file that names `callee` on its second line, from the twelfth character on, and beside
/// it a secret.
const SECRET: &str = "// first line\nlet token = callee(\"hunter2\");\n";

/// A project whose server also names a file outside.
struct Outside {
    stage: Stage,
    file: PathBuf,
}

impl Outside {
    /// The file is below the user's home.
    fn new(path: &str) -> Self {
        let files = [("src/lib.rs", "pub fn callee() {}\npub fn caller() {\n    callee();\n}\n")];
        let stage = Stage::with_home(&files, |home| {
            let file = home.join(path);
            vec![table("actor", &[(PART, &format!("utf-8 also={}", file.display()))])]
        });
        let file = stage.home.path().canonicalize().unwrap().join(path);
        write(file.parent().unwrap(), file.file_name().unwrap().to_str().unwrap(), SECRET);
        Self { stage, file }
    }

    fn ask(&self, command: &str, symbol: &str, format: &str) -> String {
        let wait = LONG.to_string();
        self.stage.run(&[command, symbol, "--wait", &wait, "--format", format]).stdout
    }

    /// The row of the file.
    fn row(&self, command: &str, symbol: &str) -> Value {
        let answer: Value = serde_json::from_str(&self.ask(command, symbol, "json")).unwrap();
        let rows = answer["results"].as_array().unwrap();
        let is_there = |row: &&Value| row.to_string().contains(&self.file.display().to_string());
        rows.iter().find(is_there).unwrap_or_else(|| panic!("{answer:#}")).clone()
    }
}

fn text(row: &Value) -> (&Value, &Value) {
    (&row["line"], &row["text"])
}

#[test]
fn rows_outside_of_the_roots_lose_their_text() {
    // Dependencies are known by their place, and not by the names of their folders.
    for path in ["private/notes.rs", "private/registry/src/notes.rs", "a/node_modules/notes.rs"] {
        let outside = Outside::new(path);
        let row = outside.row("references", "callee");
        assert_eq!(text(&row), (&2.into(), &"".into()), "{row}");
        for format in ["outline", "json", "xml", "markdown"] {
            let answer = outside.ask("references", "callee", format);
            assert!(answer.contains("notes.rs") && !answer.contains("hunter2"), "{answer}");
        }
    }
}

#[test]
fn names_outside_of_the_roots_are_not_shown() {
    let outside = Outside::new("private/notes.rs");
    for (command, symbol) in [("callers", "callee"), ("callees", "caller")] {
        let row = outside.row(command, symbol);
        assert!(!row.to_string().contains("hunter2"), "{row}");
        for format in ["outline", "json", "xml", "markdown"] {
            let answer = outside.ask(command, symbol, format);
            assert!(answer.contains("notes.rs") && !answer.contains("hunter2"), "{answer}");
        }
    }
    // The account's registry: what it holds is public.
    let dependency = Outside::new(".cargo/registry/src/index/dependency-1.0.0/src/lib.rs");
    assert!(dependency.ask("callees", "caller", "json").contains(ALSO));
}

#[test]
fn rows_of_dependencies_keep_their_text() {
    let outside = Outside::new(".cargo/registry/src/index/dependency-1.0.0/src/lib.rs");
    let row = outside.row("references", "callee");
    assert_eq!(text(&row), (&2.into(), &SECRET.lines().nth(1).unwrap().into()), "{row}");
}
