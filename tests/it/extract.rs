//! `extract`: exact source, by place, by symbol, and from what programs print.

use crate::support::cli::{command, finish, run};
use crate::support::{ask, project};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use tempfile::TempDir;

const STREAM: &str = "\
use std::io;

/// A stream.
#[derive(Debug)]
pub struct Stream {
    /// Where to.
    address: String,
}

impl Stream {
    /// Connects.
    ///
    /// # Errors
    #[inline]
    pub fn connect(address: &str) -> io::Result<Self> {
        let address = address.to_owned();
        Ok(Self { address })
    }

    pub fn send(&self) {}
}

pub struct Other;

impl Other {
    pub fn send(&self) {}
}

#[cfg(test)]
mod tests {
    #[test]
    fn connects() {
        assert!(super::Stream::connect(\"x\").is_ok());
    }
}
";

const APP: &str = "\
import os

LIMIT = 3


@decorator
def handle(request):
    \"\"\"Handles it.\"\"\"
    value = 1
    return value


class View:
    name = \"x\"

    def get(self):
        return handle(self)
";

fn sample() -> TempDir {
    project(&[
        ("Cargo.toml", "[package]\nname = \"x\"\n"),
        ("src/stream.rs", STREAM),
        ("py/app.py", APP),
        ("notes.txt", "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n"),
        ("My Project (1)/a b.rs", "fn spaced() {\n}\n"),
    ])
}

fn extract(root: &Path, arguments: Value) -> Value {
    ask::value(root, "extract", arguments)
}

/// `file:first-last kind symbol` of every result.
fn pieces(answer: &Value) -> Vec<String> {
    let results = answer["results"].as_array().expect("a list");
    let piece = |row: &Value| {
        let symbol = row["symbol"].as_str().map(|symbol| format!(" {symbol}")).unwrap_or_default();
        let word = |key: &str| row[key].as_str().expect("a text").to_owned();
        format!(
            "{}:{}-{} {}{symbol}",
            word("file"),
            row["lines"][0],
            row["lines"][1],
            word("node_type")
        )
    };
    results.iter().map(piece).collect()
}

fn check(targets: impl Into<Value>, expected: &[&str]) {
    let (project, targets) = (sample(), targets.into());
    let answer = extract(project.path(), json!({ "targets": targets }));
    assert_eq!(pieces(&answer), expected, "{targets}");
}

#[test]
fn every_form_of_a_target_gives_its_lines() {
    check("notes.txt", &["notes.txt:1-10 file"]);
    check("src/stream.rs:16", &["src/stream.rs:11-18 method Stream::connect"]);
    check("src/stream.rs:16:9", &["src/stream.rs:11-18 method Stream::connect"]);
    check("src/stream.rs:16-17", &["src/stream.rs:16-17 range Stream::connect"]);
    check("src/stream.rs#Stream", &["src/stream.rs:3-8 struct Stream"]);
    check("src/stream.rs#Stream.connect", &["src/stream.rs:11-18 method Stream::connect"]);
    check("src/stream.rs#Stream::send", &["src/stream.rs:20-20 method Stream::send"]);
    check("src/stream.rs#crate::stream::Other::send", &["src/stream.rs:26-26 method Other::send"]);
    check(
        "src/stream.rs#send",
        &["src/stream.rs:20-20 method Stream::send", "src/stream.rs:26-26 method Other::send"],
    );
    check("py/app.py#View.get", &["py/app.py:16-17 method View.get"]);
}

#[test]
fn a_line_selects_its_innermost_definition_with_what_belongs_to_it() {
    // From the documentation, the attribute and the header alike.
    for line in [11, 14, 15, 18] {
        check(format!("src/stream.rs:{line}"), &["src/stream.rs:11-18 method Stream::connect"]);
    }
    check("src/stream.rs:7", &["src/stream.rs:3-8 struct Stream"]);
    check("src/stream.rs:10", &["src/stream.rs:10-21 impl Stream"]);
    check("py/app.py:6", &["py/app.py:6-10 function handle"]);
    check("py/app.py:14", &["py/app.py:13-17 class View"]);
    // Outside any definition: the lines around it.
    check("src/stream.rs:1", &["src/stream.rs:1-6 context"]);
    check("notes.txt:8", &["notes.txt:3-10 context"]);
}

#[test]
fn every_parameter_changes_the_answer() {
    let project = sample();
    let check = |arguments: Value, expected: &[&str]| {
        assert_eq!(pieces(&extract(project.path(), arguments.clone())), expected, "{arguments}");
    };
    check(json!({ "targets": "py/app.py:6", "context": 2 }), &["py/app.py:4-12 function handle"]);
    check(json!({ "targets": "notes.txt:8", "context": 1 }), &["notes.txt:2-10 context"]);
    check(
        json!({ "targets": ["src/stream.rs#connects", "src/stream.rs:1-2"], "allowTests": false }),
        &["src/stream.rs:1-2 range"],
    );
    let left_out = extract(
        project.path(),
        json!({ "targets": ["src/stream.rs#connects"], "allowTests": false }),
    );
    assert_eq!(left_out["left_out"][0]["reason"], "test");
}

#[test]
fn an_answer_has_the_exact_lines_and_their_hashes() {
    let project = sample();
    let answer = extract(project.path(), json!({ "targets": ["src/stream.rs#Other.send"] }));
    assert_eq!(
        answer["results"],
        json!([{
            "file": "src/stream.rs", "lines": [26, 26], "node_type": "method", "code": "    pub fn send(&self) {}",
            "symbol": "Other::send", "content_hash": "c34799df42705793", "line_hashes": ["b5cfa8b3"],
        }])
    );
    assert_eq!(answer["summary"]["count"], 1);
    assert_eq!(answer["summary"]["total_bytes"], 25);
    assert_eq!(answer["evidence"]["source"], "syntax");
}

#[test]
fn the_text_is_numbered_where_it_begins() {
    let project = sample();
    let text = ask::text(project.path(), "extract", json!({ "targets": "py/app.py:16" }));
    let expected = "\
py/app.py:16-17 -- method View.get, line 16
16	    def get(self):
	        return handle(self)

[1 piece, 2 lines · syntax · ";
    assert!(text.starts_with(expected), "{text}");
}

#[test]
fn paths_with_spaces_and_brackets_and_paths_of_windows_are_read() {
    check("My Project (1)/a b.rs:1", &["My Project (1)/a b.rs:1-2 function spaced"]);
    check("My Project (1)/a b.rs(2,1)", &["My Project (1)/a b.rs:1-2 function spaced"]);
    check("src\\stream.rs:20", &["src/stream.rs:20-20 method Stream::send"]);
    let project = sample();
    let absolute = project.path().canonicalize().expect("it exists").join("src/stream.rs");
    let answer =
        extract(project.path(), json!({ "targets": format!("{}:20", absolute.display()) }));
    assert_eq!(pieces(&answer), ["src/stream.rs:20-20 method Stream::send"]);
    let answer =
        extract(project.path(), json!({ "targets": format!("file://{}:20", absolute.display()) }));
    assert_eq!(pieces(&answer), ["src/stream.rs:20-20 method Stream::send"]);
}

#[test]
fn a_symbol_alone_is_found_wherever_it_is() {
    let project = sample();
    let of = |target: &str| pieces(&extract(project.path(), json!({ "targets": [target] })));
    assert_eq!(of("Stream::connect"), ["src/stream.rs:11-18 method Stream::connect"]);
    assert_eq!(of("Stream.connect"), of("Stream::connect"));
    // Both of two homonyms are shown, so that neither stands for the other.
    assert_eq!(
        of("send"),
        ["src/stream.rs:20-20 method Stream::send", "src/stream.rs:26-26 method Other::send"]
    );
}

#[test]
fn a_name_of_many_definitions_is_asked_back() {
    let text: String =
        (0..5).map(|number| format!("pub mod m{number} {{ pub fn run() {{}} }}\n")).collect();
    let project = project(&[("src/lib.rs", &text)]);
    let error = ask::error(project.path(), "extract", json!({ "targets": ["run"] }));
    assert!(error.contains("5 definitions are called `run`"), "{error}");
    assert!(error.contains("name one: src/lib.rs#m0.run, src/lib.rs#m1.run"), "{error}");
}

#[test]
fn mistakes_say_what_is_wrong() {
    let project = sample();
    fs::write(project.path().join("b.bin"), b"x\0y").expect("written");
    let check = |target: &str, expected: &str| {
        let error = ask::error(project.path(), "extract", json!({ "targets": [target] }));
        assert!(error.contains(expected), "{error:?} lacks {expected:?}");
        assert!(error.lines().count() <= 2, "{error:?}");
    };
    check("", "the target is empty");
    check("src/strem.rs:3", "src/strem.rs does not exist; did you mean src/stream.rs?");
    check("notes.txt:500", "notes.txt has 10 lines: line 500 is past its end");
    check("notes.txt:0", "lines are counted from 1");
    check("notes.txt:9-3", "the range 9-3 is reversed\n  did you mean notes.txt:3-9?");
    check("notes.txt:11-12", "notes.txt has 10 lines: line 11 is past its end");
    check("src", "src is a directory");
    check("b.bin", "b.bin is binary");
    check("/etc/passwd", "outside the root");
    check("../x.rs:3", "outside the root");
    check("https://example.com/a.rs:3", "is an address in the network");
    check("a\0b", "`a\\x00b` holds the character U+0000");
    check(&"#".repeat(10_000), "the text names no place in a file");
    check("src/stream.rs#Strem.conect", "nearest: `Stream::connect` (line 15)");
    check("src/stream.rs#Other.connect", "nearest: `Stream::connect` (line 15)");
    check("notes.txt#f", "notes.txt has no symbols");
    check("Strem", "no file and no symbol is called `Strem`\n  nearest: Stream (src/stream.rs)");
    check("what is going on here", "the text names no place in a file");
}

#[test]
fn a_range_that_goes_past_the_end_is_cut_and_says_so() {
    let project = sample();
    let answer = extract(project.path(), json!({ "targets": ["notes.txt:9-400"] }));
    assert_eq!(pieces(&answer), ["notes.txt:9-10 range"]);
    assert_eq!(answer["evidence"]["note"], "notes.txt has 10 lines, fewer than 400");
}

#[test]
fn failing_targets_spoil_no_others() {
    let project = sample();
    let answer =
        extract(project.path(), json!({ "targets": ["gone.rs", "notes.txt:1-1", "notes.txt:99"] }));
    assert_eq!(pieces(&answer), ["notes.txt:1-1 range"]);
    let errors = answer["errors"].as_array().expect("a list");
    assert!(
        errors[0]
            .as_str()
            .is_some_and(|error| error.starts_with("gone.rs: gone.rs does not exist")),
        "{errors:?}"
    );
    assert!(errors[1].as_str().is_some_and(|error| error.contains("past its end")), "{errors:?}");
    let found = run(project.path(), &["extract", "gone.rs", "notes.txt:1-1"]);
    assert_eq!(found.status, 0);
    assert!(found.stderr.contains("gone.rs does not exist"), "{}", found.stderr);
    assert_eq!(run(project.path(), &["extract", "gone.rs"]).status, 2);
    assert_eq!(run(project.path(), &["extract", "gone.rs", "lost.rs"]).status, 2);
}

#[test]
fn each_of_many_names_is_found_as_it_is_alone() {
    let project = project(&[
        ("pool.py", "class Pool:\n    def take(self):\n        self.size = 1\n"),
        ("shout.php", "<?php\nfunction Shout() {}\n"),
        ("use.rs", "macro_rules! twice { () => {} }\nuse net::Stream as Wire;\n"),
        ("net.rs", "pub struct Stream;\n"),
        ("notes.txt", "Notes.\n"),
    ]);
    let names =
        ["Pool", "Pool.take", "Pool.size", "shout", "twice!", "gone", "Wire", "none.rs#take"];
    let of = |targets: Value| {
        let answer = ask::value(project.path(), "extract", json!({ "targets": targets }));
        (pieces(&answer), answer["errors"].as_array().cloned().unwrap_or_default())
    };
    let (mut alone, mut errors) = (Vec::new(), Vec::new());
    for name in names {
        // Beside a target that is found, what is wrong is no error of the whole.
        let (pieces, wrong) = of(json!(["notes.txt", name]));
        alone.extend(pieces.into_iter().skip(1));
        errors.extend(wrong);
    }
    let (together, wrong) = of(json!(names));
    assert_eq!((together, wrong), (alone, errors));
}

#[test]
fn a_python_traceback_gives_functions_innermost_first() {
    let project = sample();
    let trace = format!(
        "Traceback (most recent call last):\n  File \"/usr/lib/python3/site.py\", line 3, in main\n    run()\n  File \"{}/py/app.py\", line 17, in get\n    return handle(self)\n  File \"/elsewhere/py/app.py\", line 9, in handle\n    value = 1\nValueError: boom\n",
        project.path().display()
    );
    let answer = extract(project.path(), json!({ "targets": [trace] }));
    assert_eq!(
        pieces(&answer),
        ["py/app.py:6-10 function handle", "py/app.py:16-17 method View.get"]
    );
    assert_eq!(answer["results"][0]["matched_lines"], json!([9]));
    assert_eq!(answer["outside"], json!([{ "file": "/usr/lib/python3/site.py", "line": 3 }]));
}

#[test]
fn panics_and_compiler_messages_give_the_functions_they_name() {
    let project = sample();
    let panic = "thread 'main' panicked at src/stream.rs:16:5:\nboom\nstack backtrace:\n   0: core::panicking::panic\n             at /rustc/abc/library/core/src/panicking.rs:75:5\n   1: x::Stream::connect\n             at ./src/stream.rs:16:5\n   2: x::send\n             at ./src/stream.rs:20:5\n";
    let answer = extract(project.path(), json!({ "targets": panic }));
    let expected =
        ["src/stream.rs:11-18 method Stream::connect", "src/stream.rs:20-20 method Stream::send"];
    assert_eq!(pieces(&answer), expected);
    let text = ask::text(project.path(), "extract", json!({ "targets": panic }));
    assert!(
        text.contains("outside the root, not read: /rustc/abc/library/core/src/panicking.rs:75"),
        "{text}"
    );
    check(
        "error[E0308]: mismatched types\n  --> src/stream.rs:17:18\n   |\n17 |     Ok(Self { address })\n",
        &["src/stream.rs:11-18 method Stream::connect"],
    );
    check(
        "py/app.py:9: error: Incompatible types in assignment",
        &["py/app.py:6-10 function handle"],
    );
    check("    at View.get (py/app.py:17:5)", &["py/app.py:16-17 method View.get"]);
}

/// Of what a macro makes by the names that it is given, each has its own line.
#[test]
fn one_of_many_that_a_macro_makes_is_a_line() {
    let text = "macro_rules! commands {\n    ($($name:ident, $doc:literal,)*) => {\n        $(pub const $name: &str = $doc;)*\n    };\n}\n\
                commands!(\n    left, \"Left\",\n    right, \"Right\",\n);\n";
    let project = project(&[("Cargo.toml", "[package]\nname = \"small\"\n"), ("src/lib.rs", text)]);
    let answer = extract(project.path(), json!({ "targets": ["src/lib.rs#right"] }));
    assert_eq!(answer["results"][0]["lines"], json!([8, 8]), "{answer:#}");
    // Of a line the macro around it says what it is.
    let around = extract(project.path(), json!({ "targets": ["src/lib.rs:7"] }));
    assert_eq!(around["results"][0]["lines"], json!([6, 9]), "{around:#}");
    assert_eq!(answer["results"].as_array().map(Vec::len), Some(1), "{answer:#}");
}

/// A text of nothing but places is a list of targets, ranges among them.
#[test]
fn a_text_may_list_places() {
    let project = project(&[("a.txt", "1\n2\n3\n4\n5\n"), ("b.txt", "1\n2\n3\n")]);
    let listed = extract(project.path(), json!({ "targets": ["a.txt:2-3", "b.txt:1-2"] }));
    for text in ["a.txt:2-3\nb.txt:1-2", "a.txt:2-3 b.txt:1-2", "a.txt:2-3, b.txt:1-2"] {
        let answer = extract(project.path(), json!({ "targets": text }));
        assert_eq!(answer["results"], listed["results"], "{text}");
    }
    assert_eq!(listed["results"][0]["lines"], json!([2, 3]));
}

#[test]
fn a_java_trace_finds_its_files_by_package() {
    let class = "package com.example;\n\nclass App {\n    void run() {\n        throw new RuntimeException();\n    }\n}\n";
    let project = project(&[("core/src/main/java/com/example/App.java", class)]);
    let trace = "java.lang.RuntimeException\n\tat com.example.App.run(App.java:5)\n\tat java.base/java.lang.Thread.run(Thread.java:840)\n";
    let answer = extract(project.path(), json!({ "targets": trace }));
    let results = pieces(&answer);
    assert!(results[0].starts_with("core/src/main/java/com/example/App.java:"), "{results:?}");
    assert_eq!(answer["outside"][0]["file"], "java/lang/Thread.java");
}

#[test]
fn a_diff_gives_the_definitions_it_changes() {
    let diff = "\
diff --git a/py/app.py b/py/app.py
--- a/py/app.py
+++ b/py/app.py
@@ -7,4 +7,4 @@ def handle(request):
 def handle(request):
     \"\"\"Handles it.\"\"\"
-    value = 2
+    value = 1
     return value
@@ -15,3 +15,2 @@ class View:
 
     def get(self):
-        log()
         return handle(self)
diff --git a/gone.py b/gone.py
--- a/gone.py
+++ /dev/null
@@ -1 +0,0 @@
-x
";
    check(diff, &["py/app.py:6-10 function handle", "py/app.py:16-17 method View.get"]);
    // A diff that is still to be applied says by its old side where things are.
    let unapplied = "--- a/py/app.py\n+++ b/py/app.py\n@@ -1,3 +1,6 @@\n import os\n+import re\n+import sys\n+import ast\n \n LIMIT = 3\n@@ -15,3 +18,3 @@\n \n     def get(self):\n-        return handle(self)\n+        return None\n";
    check(unapplied, &["py/app.py:1-7 context", "py/app.py:16-17 method View.get"]);
}

#[test]
fn a_trace_of_ten_thousand_frames_is_answered() {
    let functions: String =
        (0..3000).map(|number| format!("def f{number}():\n    pass\n")).collect();
    let project = project(&[("deep.py", functions.as_str())]);
    let mut trace = String::from("Traceback (most recent call last):\n");
    for frame in 0..10_000 {
        trace.push_str(&format!(
            "  File \"deep.py\", line {}, in f\n    pass\n",
            (frame * 2) % 6000 + 1
        ));
        trace.push_str(&format!("  File \"/lib/x{frame}.py\", line 1, in g\n"));
    }
    let answer = extract(project.path(), json!({ "targets": trace, "maxTokens": 2000 }));
    assert_eq!(answer["summary"]["total"], 3000);
    assert_eq!(answer["results"][0]["symbol"], "f999");
    let text = ask::text(project.path(), "extract", json!({ "targets": trace, "maxTokens": 2000 }));
    assert!(text.contains("of 3,000 pieces"), "{text}");
}

#[test]
fn several_targets_share_the_budget() {
    let long: String = (0..600).map(|line| format!("line number {line}\n")).collect();
    let project =
        project(&[("a.txt", long.as_str()), ("b.txt", long.as_str()), ("c.txt", "short\n")]);
    let answer = extract(
        project.path(),
        json!({ "targets": ["a.txt", "b.txt", "c.txt"], "maxTokens": 2000 }),
    );
    let lines: Vec<u64> = answer["results"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| row["lines"][1].as_u64().expect("a number"))
        .collect();
    assert!(
        lines.len() == 3 && lines[2] == 1 && lines[0].abs_diff(lines[1]) <= 12 && lines[1] > 20,
        "{lines:?}"
    );
    assert_eq!(answer["results"][0]["rest"], format!("a.txt:{}-600", lines[0] + 1));
    let text =
        ask::text(project.path(), "extract", json!({ "targets": ["a.txt"], "maxTokens": 500 }));
    assert!(text.contains(" more lines: a.txt:"), "{text}");
}

/// A function of 140 lines, in which line 70 is inside two blocks.
fn long_function() -> String {
    let mut lines = vec!["/// Runs.".to_owned(), "pub fn run(ready: bool) {".to_owned()];
    lines.extend((3..50).map(|line| format!("    before_{line}();")));
    lines.extend(
        ["    if !ready {", "        stop();", "    } else {", "        for part in 0..9 {"]
            .map(str::to_owned),
    );
    lines.extend((54..100).map(|line| format!("            inside_{line}();")));
    lines.extend(["        }", "    }"].map(str::to_owned));
    lines.extend((102..140).map(|line| format!("    after_{line}();")));
    lines.push("}\n".to_owned());
    lines.join("\n")
}

/// A line of a long definition is shown with what it belongs to.
#[test]
fn line_of_long_definition_shows_context() {
    let project = project(&[("run.rs", &long_function())]);
    let text = |arguments: Value| ask::text(project.path(), "extract", arguments);
    let folded = text(json!({ "targets": ["run.rs:75"] }));
    assert!(
        folded.starts_with(
            "run.rs:1-140 -- function run, line 75\n2\tpub fn run(ready: bool) {\n  … 3-49\n"
        ),
        "{folded}"
    );
    let heads = "50\t    if !ready {\n\t        stop();\n\t    } else {\n\t        for part in 0..9 {\n  … 54-66\n";
    assert!(folded.contains(heads), "{folded}");
    assert!(
        folded.contains("\n67\t            inside_67();\n")
            && folded.contains("inside_89();\n  … 90-140\n"),
        "{folded}"
    );
    assert!(folded.contains("\n  … (112 lines folded; whole: run.rs:1-140)\n"), "{folded}");
    assert!(folded.ends_with("[1 piece, 28 of 140 lines · syntax · 220 tokens]"), "{folded}");
    // All that the note offers, the symbol, and both together are whole.
    for targets in [
        json!(["run.rs:1-140"]),
        json!(["run.rs#run"]),
        json!(["run"]),
        json!(["run.rs:75", "run.rs#run"]),
    ] {
        let whole = text(json!({ "targets": targets }));
        assert!(whole.contains("after_120") && !whole.contains('…'), "{targets}: {whole}");
    }
    // Several lines share one piece, and context stays around it.
    let several = text(json!({ "targets": ["run.rs:75", "run.rs:120"], "context": 1 }));
    assert!(several.contains("function run, lines 75, 120\n"), "{several}");
    assert!(
        several.contains("inside_80")
            && several.contains("after_125")
            && several.contains("  … 13"),
        "{several}"
    );
    // Programs, Markdown and pipes are given all of it.
    let answer = extract(project.path(), json!({ "targets": ["run.rs:75"] }));
    assert_eq!(answer["results"][0]["lines"], json!([1, 140]));
    assert!(text(json!({ "targets": ["run.rs:75"], "format": "markdown" })).contains("after_120"));
    let plain = run(project.path(), &["extract", "run.rs:75", "--format", "plain"]).stdout;
    assert!(plain.contains("after_120"), "{plain}");
}

#[test]
fn the_header_of_a_long_type_brings_the_headers_of_its_members() {
    let methods: String = (0..20)
        .map(|at| format!("    def step_{at}(self):\n{}", "        work()\n".repeat(6)))
        .collect();
    let project = project(&[("job.py", &format!("class Job:\n    \"\"\"A job.\"\"\"\n{methods}"))]);
    let text = ask::text(project.path(), "extract", json!({ "targets": ["job.py:1"] }));
    assert!(
        text.contains("\n\t    def step_0(self):\n  … 4-9\n10\t    def step_1(self):\n"),
        "{text}"
    );
    assert!(
        text.contains("def step_19(self):") && text.contains(" lines folded; whole: job.py:1-142)"),
        "{text}"
    );
    let function = ask::text(project.path(), "extract", json!({ "targets": ["job.py:5"] }));
    assert!(!function.contains('…'), "a short method is whole: {function}");
}

/// Standard input is read in the place of a dash or of nothing.
#[test]
fn dash_or_nothing_reads_standard_input() {
    let project = sample();
    let check = |arguments: &[&str], input: &str, expected: &str| {
        let mut command = command(project.path(), arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the binary runs");
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("written");
        let output = child.wait_with_output().expect("it ends");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains(expected), "{text}");
    };
    check(&["extract"], "panicked at src/stream.rs:16:5:\n", "method Stream::connect, line 16");
    check(&["extract", "-"], "src/stream.rs:20\n", "method Stream::send, line 20");
    check(&["extract", "notes.txt:1-1", "-"], "src/stream.rs:20", "2 pieces, 2 lines");
    let nothing = run(project.path(), &["extract"]);
    assert_eq!(nothing.status, 2);
    assert!(nothing.stderr.contains("the target is empty"), "{}", nothing.stderr);
}

#[test]
fn hostile_content_stays_in_its_place() {
    let hostile = "fn f() { // ]]> <![CDATA[ & \u{1b}[31m \u{202e}evil\u{2069}\n}\n";
    let project = project(&[("a.rs", hostile)]);
    let xml = ask::text(project.path(), "extract", json!({ "targets": "a.rs:1", "format": "xml" }));
    assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<probe_results>\n<result>\n<file>a.rs</file>\n<lines>\n<start>1</start>\n<end>2</end>\n</lines>\n<node_type>function</node_type>\n<code><![CDATA["), "{xml}");
    assert_eq!(ask::character_data(&xml), hostile.trim_end().replace('\u{1b}', "\u{fffd}"));
    let answer = extract(project.path(), json!({ "targets": "a.rs:1" }));
    assert_eq!(answer["results"][0]["code"], hostile.trim_end());
    let terminal = run(project.path(), &["extract", "a.rs", "-o", "terminal"]).stdout;
    assert!(!terminal.contains(['\u{1b}', '\u{202e}']), "{terminal:?}");
}

#[test]
fn folders_named_tmp_and_build_are_no_obstacle() {
    let project = project(&[("tmp/build/a.rs", "fn here() {}\n")]);
    let answer = extract(project.path(), json!({ "targets": ["tmp/build/a.rs#here"] }));
    assert_eq!(pieces(&answer), ["tmp/build/a.rs:1-1 function here"]);
}

#[test]
fn answers_are_what_their_schemas_say() {
    let project = sample();
    let check = |tool: &str, arguments: &[&str]| {
        let schema = run(project.path(), &["schema", tool]);
        let schema: Value = serde_json::from_str(&schema.stdout).expect("a schema");
        let validator = jsonschema::validator_for(&schema).expect("a valid schema");
        let answer = run(project.path(), arguments);
        let answer: Value = serde_json::from_str(&answer.stdout).expect("JSON");
        assert!(
            answer["results"].as_array().is_some_and(|results| !results.is_empty()),
            "{answer}"
        );
        let problems: Vec<String> =
            validator.iter_errors(&answer).map(|error| error.to_string()).collect();
        assert!(problems.is_empty(), "{tool}: {problems:?}");
    };
    check(
        "extract",
        &["extract", "src/stream.rs:16", "gone.rs", "notes.txt", "at /lib/x.rs:3:4", "--json"],
    );
    check("grep", &["grep", "send", "--json", "-C", "1"]);
    check("grep", &["grep", "send", "--json", "-c"]);
    check("query", &["query", "fn $F($$$A) $$$B", "--json"]);
}

#[test]
fn code_is_coloured_for_people_unless_they_want_none() {
    let project = project(&[("src/stream.rs", STREAM)]);
    let arguments = ["extract", "src/stream.rs#Stream.send", "--format", "color"];
    let coloured = run(project.path(), &arguments).stdout;
    assert!(
        coloured.contains("\u{1b}[34mpub\u{1b}[0m \u{1b}[34mfn\u{1b}[0m \u{1b}[33msend\u{1b}[0m"),
        "{coloured:?}"
    );
    let plain = finish(command(project.path(), &arguments).env("NO_COLOR", "1")).stdout;
    assert!(!plain.contains('\u{1b}') && plain.contains("pub fn send"), "{plain:?}");
}

#[test]
fn a_qualified_namespace_does_not_hide_what_is_in_it() {
    let directory = project(&[(
        "Pool.cs",
        "namespace Acme.Tools\n{\n    static class Pool\n    {\n        static void Push() { }\n    }\n}\n",
    )]);
    for target in ["Pool.Push", "Acme.Tools.Pool.Push", "Pool.cs#Tools.Pool.Push"] {
        let answer = extract(directory.path(), json!({ "targets": [target] }));
        assert_eq!(pieces(&answer), ["Pool.cs:5-5 method Acme.Tools.Pool.Push"], "{target}");
    }
}

#[test]
fn a_missing_symbol_leads_to_the_tools_under_names_that_commands_have_too() {
    let sample = sample();
    let error = ask::error(sample.path(), "extract", json!({ "targets": ["Qqqqqqqq"] }));
    assert!(error.contains("`map_code` lists what is there"), "{error}");
    let map = crate::support::cli::run(sample.path(), &["map_code"]);
    assert_eq!(map.status, 0, "{map:?}");
}

#[test]
fn the_file_of_a_symbol_that_is_elsewhere_is_named() {
    let project = project(&[("src/convert.py", "class Converter:\n    def run(self): ...\n")]);
    let error = |target: &str| ask::error(project.path(), "extract", json!({ "targets": target }));
    let text = error("src/helpers.py#Converter.run");
    assert!(text.contains("src/helpers.py does not exist"), "{text}");
    assert!(text.contains("the symbol is in src/convert.py#Converter.run"), "{text}");
    let text = error("src/helpers.py#Nowhere");
    assert!(
        text.contains("src/helpers.py does not exist") && !text.contains("the symbol"),
        "{text}"
    );
}

#[test]
fn a_type_is_extracted_without_its_constructors_again() {
    let project = project(&[(
        "Pool.java",
        "class Pool {\n    Pool() {\n    }\n    Pool(int size) {\n    }\n}\n",
    )]);
    for target in ["Pool", "Pool.java#Pool"] {
        let text = ask::text(project.path(), "extract", json!({ "targets": [target] }));
        assert!(text.starts_with("Pool.java:1-6 -- class Pool\n"), "{text}");
        assert!(text.contains("[1 piece, 6 lines"), "{text}");
    }
    let text = ask::text(project.path(), "extract", json!({ "targets": ["Pool.java#Pool.Pool"] }));
    assert!(text.contains("[2 pieces, 4 lines"), "{text}");
}

#[test]
fn lines_are_named_by_what_they_are_in() {
    let project = project(&[(
        "pool.rs",
        "impl Pool {\n    fn get() {\n        a();\n        b();\n    }\n    fn put() {}\n}\n",
    )]);
    let text = ask::text(project.path(), "extract", json!({ "targets": ["pool.rs:3-4"] }));
    assert!(text.starts_with("pool.rs:3-4 -- range in Pool::get\n"), "{text}");
    let text = ask::text(project.path(), "extract", json!({ "targets": ["pool.rs:3-6"] }));
    assert!(text.starts_with("pool.rs:3-6 -- range in Pool\n"), "{text}");
}

#[test]
fn lines_of_the_file_that_defines_a_name() {
    let project = project(&[
        ("pool.rs", "struct Pool;\nimpl Pool {\n    fn get() {\n        a();\n    }\n}\n"),
        ("a/twice.rs", "struct Twice;\n"),
        ("b/twice.rs", "struct Twice;\n"),
    ]);
    let text = |target: &str| ask::text(project.path(), "extract", json!({ "targets": [target] }));
    assert!(
        text("Pool:3-5").starts_with("pool.rs:3-5 -- range in Pool::get\n"),
        "{}",
        text("Pool:3-5")
    );
    assert!(text("Pool.get:4").contains("a();"), "{}", text("Pool.get:4"));
    let error =
        |target: &str| ask::error(project.path(), "extract", json!({ "targets": [target] }));
    assert!(error("Twice:1-1").contains("a/twice.rs"), "{}", error("Twice:1-1"));
    assert!(error("Absent:1-2").contains("does not exist"), "{}", error("Absent:1-2"));
}
