//! `grep`: lines that match, on both surfaces.

use crate::support::cli::{command, finish, run};
use crate::support::{ask, project, write};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const LIB: &str = "\
/// Sends it.
pub struct Sender {
    address: String, // needle in a field
}

impl Sender {
    pub fn send(&self) {
        let needle = 1;
        other(needle);
    }
}

// a needle outside
fn other(_: i32) {}

#[cfg(test)]
mod tests {
    fn check() { /* needle */ }
}
";

fn sample() -> TempDir {
    project(&[
        ("Cargo.toml", "[package]\nname = \"x\"\n"),
        ("src/lib.rs", LIB),
        ("src/a.py", "def f():\n    return Needle\n"),
        ("tests/big.rs", "fn needle() {}\n"),
        (".ignore", "*.log\n"),
        ("x.log", "needle\n"),
        (".hidden", "needle\n"),
    ])
}

/// `file:line` of every result.
fn places(root: &Path, arguments: Value) -> Vec<String> {
    let answer = ask::value(root, "grep", arguments);
    let results = answer["results"].as_array().expect("a list").clone();
    results
        .iter()
        .map(|row| format!("{}:{}", row["file"].as_str().expect("a text"), row["line"]))
        .collect()
}

fn check(arguments: Value, expected: &[&str]) {
    let project = sample();
    assert_eq!(places(project.path(), arguments.clone()), expected, "{arguments}");
}

const ALL: [&str; 6] = [
    "src/lib.rs:3",
    "src/lib.rs:8",
    "src/lib.rs:9",
    "src/lib.rs:13",
    "src/lib.rs:18",
    "tests/big.rs:1",
];

#[test]
fn lines_are_found_in_the_files_that_ripgrep_would_search() {
    check(json!({ "pattern": "needle" }), &ALL);
    check(json!({ "pattern": r"\bneedle;|let needle" }), &["src/lib.rs:8"]);
    check(json!({ "pattern": "xyzzy" }), &[]);
}

#[test]
fn every_parameter_changes_the_answer() {
    check(json!({ "pattern": "needle", "paths": ["tests", "src/a.py"] }), &["tests/big.rs:1"]);
    check(json!({ "pattern": "needle", "paths": "src/a.py", "ignoreCase": true }), &["src/a.py:2"]);
    check(json!({ "pattern": "needle", "language": "python" }), &[]);
    check(json!({ "pattern": "Needle", "language": "py" }), &["src/a.py:2"]);
    check(json!({ "pattern": "(needle)", "syntax": "literal" }), &["src/lib.rs:9"]);
    check(json!({ "pattern": "needle", "maxResults": 2 }), &ALL[..2]);
    check(json!({ "pattern": "needle", "allowTests": false }), &ALL[..4]);
    // Paths may be globs.
    check(json!({ "pattern": "needle", "paths": "b*.rs" }), &ALL[5..]);
    check(json!({ "pattern": "needle", "paths": ["src", "!lib.rs"] }), &[]);
    check(json!({ "pattern": "needle", "path": "!tests" }), &ALL[..5]);
    // A file that is asked for by name is searched whatever ignore rules say.
    check(json!({ "pattern": "needle", "paths": "x.log" }), &["x.log:1"]);
}

/// A path that reads as a glob, and is one of a file, brings its project as others do.
#[test]
fn a_file_whose_path_reads_as_a_glob_needs_no_root() {
    let home = project(&[("work/Cargo.toml", ""), ("work/app/[id].ts", "needle()\n")]);
    let file = home.path().join("work/app/[id].ts");
    let path = file.to_str().expect("temporary paths are UTF-8");
    let found = finish(command(home.path(), &["grep", "needle", path]).env("HOME", home.path()));
    assert_eq!(found.status, 0, "{found:?}");
    assert!(found.stdout.contains("\n\napp/[id].ts\n  1: needle()"), "{found:?}");
}

#[test]
fn test_files_left_out_are_counted() {
    let project = sample();
    let footer = |tests: bool| {
        let arguments = json!({ "pattern": "needle", "allowTests": tests });
        ask::text(project.path(), "grep", arguments).lines().last().unwrap_or_default().to_owned()
    };
    assert!(footer(false).contains("1 test file left out"), "{}", footer(false));
    assert!(!footer(true).contains("left out"), "{}", footer(true));
}

#[test]
fn a_line_is_told_with_its_column_and_the_symbol_around_it() {
    let project = sample();
    let answer =
        ask::value(project.path(), "grep", json!({ "pattern": "needle", "paths": "src/lib.rs" }));
    let rows = answer["results"].as_array().expect("a list");
    assert_eq!(rows[0]["enclosing"], json!({ "name": "Sender", "kind": "struct", "line": 2 }));
    assert_eq!(
        rows[1],
        json!({ "file": "src/lib.rs", "line": 8, "column": 13, "text": "        let needle = 1;",
                "enclosing": { "name": "send", "kind": "method", "line": 7 }, "context": [] })
    );
    assert_eq!(rows[3]["enclosing"]["name"], "other", "a comment belongs to what it stands above");
    assert_eq!(answer["summary"]["total"], 5);
    assert_eq!(answer["summary"]["total_is_exact"], true);
    assert_eq!(answer["evidence"]["source"], "text");
}

#[test]
fn the_text_groups_lines_by_file() {
    let project = sample();
    let text = ask::text(project.path(), "grep", json!({ "pattern": "needle", "paths": "src" }));
    let expected = "\
src/lib.rs
  3:     address: String, // needle in a field · in Sender
  8:         let needle = 1; · in Sender::send
  9:         other(needle);
  13: // a needle outside · in other
  18:     fn check() { /* needle */ } · in tests::check

[5 matches in 1 file · text · ";
    assert!(text.starts_with(expected), "{text}");
}

/// Of a test with a title, the beginning of that and the line.
#[test]
fn tests_with_titles_are_told_with_their_lines() {
    let root = project(&[(
        "app.test.ts",
        "describe(\"Pool\", () => {
  it(\"gives back the last connection to whoever asks for one of the pool\", () => {
    expect(needle).toBe(1);
  });
  it(\"gives the needle\", () => {});
});
",
    )]);
    let text = ask::text(root.path(), "grep", json!({ "pattern": "needle" }));
    let expected = "app.test.ts
  3:     expect(needle).toBe(1); · in Pool.gives back the last connection to whoever asks for one of th… (2)
  5:   it(\"gives the needle\", () => {}); · in Pool.gives the needle
";
    assert!(text.starts_with(expected), "{text}");
}

#[test]
fn context_lines_belong_to_one_match_each() {
    let project = sample();
    let arguments = json!({ "pattern": "needle", "paths": "src/lib.rs", "context": 1 });
    let answer = ask::value(project.path(), "grep", arguments.clone());
    let context = |row: usize| -> Vec<u64> {
        let lines = answer["results"][row]["context"].as_array().expect("a list");
        lines.iter().map(|line| line["line"].as_u64().expect("a number")).collect()
    };
    assert_eq!((context(0), context(1), context(2)), (vec![2, 4], vec![7], vec![10]));
    let text = ask::text(project.path(), "grep", arguments);
    assert!(text.contains("  7-     pub fn send(&self) {\n  8:         let needle"), "{text}");
}

#[test]
fn counts_and_names_of_files() {
    let project = sample();
    let answer = ask::value(project.path(), "grep", json!({ "pattern": "needle", "count": true }));
    assert_eq!(
        answer["results"],
        json!([{ "file": "src/lib.rs", "count": 5 }, { "file": "tests/big.rs", "count": 1 }])
    );
    let text = ask::text(project.path(), "grep", json!({ "pattern": "needle", "filesOnly": true }));
    assert!(text.starts_with("src/lib.rs\ntests/big.rs\n\n[2 files, 6 matches · "), "{text}");
    let error = ask::error(
        project.path(),
        "grep",
        json!({ "pattern": "x", "filesOnly": true, "count": true }),
    );
    assert!(error.contains("exclude each other"), "{error}");
}

#[test]
fn mistakes_say_what_to_do() {
    let project = sample();
    let check = |arguments: Value, expected: &str| {
        let error = ask::error(project.path(), "grep", arguments);
        assert!(error.contains(expected), "{error:?} lacks {expected:?}");
        assert!(error.lines().count() <= 2, "{error:?}");
    };
    check(json!({ "pattern": "" }), "the pattern is empty");
    check(
        json!({ "pattern": "a(b" }),
        "bad regular expression `a(b`: unclosed group, at column 2\n",
    );
    check(json!({ "pattern": r"\w{5000}{5000}" }), "grows too large");
    check(
        json!({ "pattern": "x", "paths": "src/lob.rs" }),
        "src/lob.rs does not exist; did you mean src/lib.rs?",
    );
    check(json!({ "pattern": "x", "paths": "/etc/passwd" }), "outside the root");
    check(json!({ "pattern": "x", "language": "pyton" }), "did you mean `python`?");
    fs::write(project.path().join("b.bin"), b"needle\0").expect("written");
    check(json!({ "pattern": "needle", "paths": "b.bin" }), "b.bin is binary");
}

#[test]
fn rules_that_leave_no_file_are_named() {
    let project = project(&[(".gitignore", "/*\n"), (".git/HEAD", ""), ("a.rs", "needle\n")]);
    let text = ask::text(project.path(), "grep", json!({ "pattern": "needle" }));
    assert!(text.contains("the rule `/*` in .gitignore"), "{text}");
}

#[test]
fn encodings_are_read_as_ripgrep_reads_them() {
    let project = project(&[("a.txt", "\u{feff}needle\n")]);
    let utf16: Vec<u8> =
        "\u{feff}x needle é\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(project.path().join("b.txt"), utf16).expect("written");
    fs::write(project.path().join("c.txt"), b"caf\xe9 needle\n").expect("written");
    fs::write(project.path().join("d.txt"), b"needle\0").expect("written");
    let answer = ask::value(project.path(), "grep", json!({ "pattern": "needle" }));
    let rows: Vec<_> = answer["results"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| (&row["column"], &row["text"]))
        .collect();
    assert_eq!(json!(rows), json!([[1, "needle"], [3, "x needle é"], [6, "caf\u{fffd} needle"]]));
    assert_eq!(
        answer["left_out"],
        json!([{ "reason": "binary", "rule": null, "file": null, "count": 1 }])
    );
}

#[test]
fn a_file_too_large_to_be_held_is_searched_alike() {
    let filler = "nothing of the kind\n".repeat(60_000);
    let content = format!("\u{feff}{filler}before\nthe needle\nafter\n{filler}");
    let utf16: Vec<u8> = content.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let project =
        project(&[("a.txt", content.as_str()), ("d.py", &format!("needle = 1\n{filler}"))]);
    fs::write(project.path().join("b.txt"), utf16).expect("written");
    fs::write(project.path().join("c.txt"), format!("{filler}needle\0\n")).expect("written");
    let rows = |arguments: Value| {
        let answer = ask::value(project.path(), "grep", arguments);
        let rows = answer["results"].as_array().expect("a list").iter();
        let rows: Vec<Value> = rows
            .map(|row| {
                json!([
                    row["file"],
                    row["line"],
                    row["column"],
                    row["context"][0]["text"],
                    row["text"]
                ])
            })
            .collect();
        (rows, answer["left_out"].clone())
    };
    let (found, left_out) = rows(json!({ "pattern": "needle", "context": 1 }));
    let expected = [
        json!(["a.txt", 60_002, 5, "before", "the needle"]),
        json!(["b.txt", 60_002, 5, "before", "the needle"]),
        json!(["d.py", 1, 1, "nothing of the kind", "needle = 1"]),
    ];
    assert_eq!(found, expected);
    assert_eq!(left_out, json!([{ "reason": "binary", "rule": null, "file": null, "count": 1 }]));
    let (found, _) = rows(json!({ "pattern": "needle", "language": "python" }));
    assert_eq!(found, [json!(["d.py", 1, 1, null, "needle = 1"])]);
    let (found, _) = rows(json!({ "pattern": r"needle\nafter" }));
    assert_eq!(found.len(), 2, "{found:?}");
}

/// An answer without bounds names the symbols of up to hundreds of lines.
#[test]
fn unlimited_answer_names_symbols_of_hundreds_of_lines() {
    let many = |count: usize| {
        let large = format!(
            "def large():\n{}{}",
            "    needle()\n".repeat(count),
            "    filler()\n".repeat(7_000)
        );
        project(&[("a.py", large.as_str()), ("b.py", "def small():\n    needle()\n")])
    };
    let text = run(many(3).path(), &["grep", "needle"]).stdout;
    assert!(
        text.contains("in small") && text.contains("in large") && !text.contains("of 2 files;"),
        "{text}"
    );
    let text = run(many(600).path(), &["grep", "needle"]).stdout;
    assert!(text.contains("in small") && !text.contains("in large"), "{text}");
    assert!(text.contains("told in 1 of 2 files"), "{text}");
    let text = run(many(600).path(), &["grep", "needle", "--max-results", "9"]).stdout;
    assert!(text.contains("in large") && !text.contains("of 2 files;"), "{text}");
}

#[test]
fn a_match_may_span_lines_where_the_pattern_says_so() {
    let project = project(&[("a.rs", "fn a() {\n    one();\n    two();\n}\n")]);
    let check = |pattern: &str, expected: Value| {
        let answer = ask::value(project.path(), "grep", json!({ "pattern": pattern }));
        let row = &answer["results"][0];
        assert_eq!(json!([row["line"], row["end_line"], row["text"]]), expected, "{pattern}");
    };
    check(r"one\(\);\n\s+two", json!([2, 3, "    one();\n    two();"]));
    check(r"(?s)\{.*\}", json!([1, 4, "fn a() {\n    one();\n    two();\n}"]));
}

#[test]
fn long_lines_are_windows_around_the_match() {
    let line = format!("{}needle{}\n", "a".repeat(50_000), "b".repeat(50_000));
    let project = project(&[("min.js", line.as_str())]);
    let answer = ask::value(project.path(), "grep", json!({ "pattern": "needle" }));
    let row = &answer["results"][0];
    let text = row["text"].as_str().expect("a text");
    assert!(text.contains("needle") && text.chars().count() < 260, "{text}");
    assert_eq!(row["column"], 50_001);
    // Pipes get the line as it is.
    let plain = run(project.path(), &["grep", "needle", "-o", "plain"]);
    assert_eq!(plain.stdout, format!("min.js:1:{line}"));
}

/// One file does not keep the others out and the rest is counted.
#[test]
fn one_file_leaves_room_for_others() {
    let many = "needle\n".repeat(500);
    let project =
        project(&[("a.txt", many.as_str()), ("b.txt", "needle\n"), ("c.txt", "needle\n")]);
    let answer =
        ask::value(project.path(), "grep", json!({ "pattern": "needle", "maxResults": 15 }));
    assert_eq!(answer["summary"]["total"], 502);
    assert_eq!(answer["summary"]["count"], 15);
    assert_eq!(answer["summary"]["truncated"], true);
    let files: Vec<_> = answer["results"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| row["file"].clone())
        .collect();
    assert!(files.contains(&json!("b.txt")) && files.contains(&json!("c.txt")), "{files:?}");
    let text = ask::text(project.path(), "grep", json!({ "pattern": "needle", "maxTokens": 150 }));
    assert!(text.contains("more in a.txt") && text.contains("of 502 matches in"), "{text}");
    // What holds lines back says what lifts it.
    assert!(text.contains("a higher `maxTokens` shows more"), "{text}");
    let few = json!({ "pattern": "needle", "maxResults": 15 });
    let text = ask::text(project.path(), "grep", few);
    assert!(text.contains("a higher `maxResults` shows more"), "{text}");
    let all = json!({ "pattern": "needle", "paths": ["b.txt"] });
    assert!(!ask::text(project.path(), "grep", all).contains("shows more"));
}

#[test]
fn a_catastrophic_expression_takes_no_time() {
    let line = "a".repeat(20_000);
    let project = project(&[("a.txt", line.as_str())]);
    let answer = ask::value(
        project.path(),
        "grep",
        json!({ "pattern": "(a+)+$|(a|aa)*b|^(([a-z])+.)+[A-Z]([a-z])+$" }),
    );
    assert_eq!(answer["summary"]["total"], 1);
}

#[test]
fn the_command_prints_every_line_and_ends_as_ripgrep_does() {
    let many = "needle\n".repeat(3000);
    let project = project(&[("a.txt", many.as_str()), ("src/b.rs", "fn needle() {}\n")]);
    let found = run(project.path(), &["grep", "needle", "-o", "plain"]);
    assert_eq!((found.status, found.stdout.lines().count()), (0, 3001));
    assert!(found.stdout.ends_with("src/b.rs:1:fn needle() {}\n"), "{}", found.stdout);
    let outline = run(project.path(), &["grep", "needle"]);
    assert!(outline.stdout.contains("[3,001 matches in 2 files · text · "));
    assert_eq!(run(project.path(), &["grep", "xyzzy"]).status, 1);
    let error = run(project.path(), &["grep", "a(b"]);
    assert_eq!(error.status, 2);
    assert!(error.stderr.contains("unclosed group"), "{}", error.stderr);
}

#[test]
fn hostile_content_stays_in_its_place() {
    let hostile = "needle ]]> <![CDATA[ & \u{1b}[31m \u{202e}evil\u{2069} \u{7}\n";
    let project = project(&[("a.txt", hostile)]);
    let xml = ask::text(project.path(), "grep", json!({ "pattern": "needle", "format": "xml" }));
    assert_eq!(
        ask::character_data(&xml),
        "needle ]]> <![CDATA[ & \u{fffd}[31m \u{202e}evil\u{2069} \u{fffd}"
    );
    let answer = ask::value(project.path(), "grep", json!({ "pattern": "needle" }));
    assert_eq!(answer["results"][0]["text"], hostile.trim_end());
    let terminal =
        finish(&mut command(project.path(), &["grep", "needle", "-o", "terminal"])).stdout;
    assert!(!terminal.contains(['\u{1b}', '\u{202e}', '\u{7}']), "{terminal:?}");
}

#[test]
fn the_same_question_gives_the_same_bytes() {
    let project = project(&[]);
    for file in 0..200 {
        write(
            project.path(),
            &format!("d{}/f{file}.rs", file % 7),
            &"fn needle() {}\n".repeat(file % 9 + 1),
        );
    }
    let ask =
        || ask::text(project.path(), "grep", json!({ "pattern": "needle", "maxTokens": 2000 }));
    let first = ask();
    for _ in 0..3 {
        assert_eq!(ask(), first);
    }
}

#[test]
fn the_flags_of_other_greps_are_taken() {
    let sample = sample();
    let grep =
        |arguments: &[&str]| run(sample.path(), &[&["grep", "-o", "plain"], arguments].concat());
    let check = |arguments: &[&str], expected: &str| {
        let run = grep(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (0, expected), "{arguments:?}: {run:?}");
    };
    check(&["-nr", "-w", "needl.", "tests"], "tests/big.rs:1:fn needle() {}\n");
    check(&["-e", "other(needle", "-F", "src"], "src/lib.rs:9:        other(needle);\n");
    check(&["-v", "needle", "src/a.py"], "src/a.py:1:def f():\nsrc/a.py:2:    return Needle\n");
    check(
        &["-A", "1", "let needle"],
        "src/lib.rs:8:        let needle = 1;\nsrc/lib.rs-9-        other(needle);\n",
    );
    check(
        &["-B", "1", "let needle"],
        "src/lib.rs-7-    pub fn send(&self) {\nsrc/lib.rs:8:        let needle = 1;\n",
    );
    check(&["-i", "-g", "*.py", "needle"], "src/a.py:2:    return Needle\n");
    check(&["-i", "--type", "python", "needle"], "src/a.py:2:    return Needle\n");
    check(&["-i", "-g", "{src/,}a.py", "needle"], "src/a.py:2:    return Needle\n");
    check(&["-l", "-g", "!src", "needle"], "tests/big.rs\n");
    check(&["-RnEHIs", "needl.", "tests"], "tests/big.rs:1:fn needle() {}\n");
    check(&["-S", "needle", "--include", "*.py"], "src/a.py:2:    return Needle\n");
    let two = "src/lib.rs:8:        let needle = 1;\nsrc/lib.rs:9:        other(needle);\n";
    check(&["-e", "let needle", "-e", "other.needle", "src"], two);
    check(&["-F", "-e", "let needle", "-e", "other(needle", "src"], two);
    assert_eq!(grep(&["-w", "needl", "tests"]).status, 1);
    let run = grep(&["needle", "nowhere", "src/a.py", "-i"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, "src/a.py:2:    return Needle\n"));
    assert!(run.stderr.contains("nowhere does not exist"), "{run:?}");
}

/// Arguments of other tools are taken and one wrong path costs that path alone.
#[test]
fn arguments_of_other_tools_and_wrong_path() {
    let sample = sample();
    let text = ask::text(
        sample.path(),
        "grep",
        json!({ "query": "Needle", "path": "src", "glob": "*.py", "limit": 5 }),
    );
    assert!(text.contains("src/a.py") && !text.contains("src/lib.rs"), "{text}");
    let text = ask::text(
        sample.path(),
        "grep",
        json!({ "pattern": "needle", "paths": ["tests", "nowhere"] }),
    );
    assert!(text.contains("nowhere") && text.contains("tests/big.rs"), "{text}");
    let error =
        ask::error(sample.path(), "grep", json!({ "pattern": "needle", "paths": ["nowhere"] }));
    assert!(error.contains("nowhere"), "{error}");
    let text = ask::text(sample.path(), "extract", json!({ "file": "src/a.py", "line": 1 }));
    assert!(text.contains("def f():"), "{text}");
}

#[test]
fn text_of_a_comment_without_marks_is_not_said_to_be_in_what_follows() {
    let sample = project(&[(
        "a.rb",
        "=begin\n  class Worker; end\n=end\nmodule Runs\n  # A Worker.\n  class Worker\n  end\nend\n",
    )]);
    let text = ask::text(sample.path(), "grep", json!({ "pattern": "Worker" }));
    let lines = "  2:   class Worker; end · in what stands above Runs\n  5:   # A Worker. · in Runs::Worker\n  6:   class Worker\n";
    assert!(text.contains(lines), "{text}");
}

#[test]
fn paths_and_globs_are_left_out() {
    let files = ["src/a.rs", "src/b.py", "spec/a.rs", "docs/i18n/a.md"];
    let app = project(&files.map(|path| (path, "needle\n")));
    let found = |exclude: &str| run(app.path(), &["grep", "needle", "-l", "--exclude", exclude]);
    assert_eq!(found("spec").stdout.matches("a.rs").count(), 1);
    let text = found("i18n, *.py").stdout;
    assert!(
        !text.contains("i18n") && !text.contains("b.py") && text.contains("spec/a.rs"),
        "{text}"
    );
    let arguments = json!({ "pattern": "needle", "exclude": ["src/*.rs", "spec"] });
    let text = ask::text(app.path(), "grep", arguments);
    assert!(!text.contains("a.rs") && text.contains("src/b.py"), "{text}");
}
