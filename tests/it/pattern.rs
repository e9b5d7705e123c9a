//! AST patterns: `grep` with `syntax: "ast"` and the command `query`, also held against an
//! independent engine.

use crate::support::cli::run;
use crate::support::pattern_oracle::Oracle;
use crate::support::{ask, project};
use serde_json::{Value, json};
use std::path::Path;
use tempfile::TempDir;

const RUST: &str = "\
pub async fn first<T>(x: T) -> Option<T> { Some(x) }

impl Worker {
    fn second(&self) {
        log(self.name.unwrap());
    }
}

wrap! {
    pub fn third() { one.two().unwrap(); }
}

#[cfg(test)]
mod tests {
    fn fourth() { log(1); }
}
";

fn sample() -> TempDir {
    project(&[
        ("src/lib.rs", RUST),
        (
            "app.py",
            "class A(B):\n    def f(self, x: int) -> int:\n        return log(x)\n\nasync def g(): pass\n",
        ),
        ("main.go", "package main\n\nfunc run(x int) error {\n\tlog(x)\n\treturn nil\n}\n"),
        (
            "a.ts",
            "export class C<T> extends D {\n  run(): void { log(1); }\n}\nexport function h<T>(x: T): T { return x }\n",
        ),
        ("notes.md", "log(1)\n"),
    ])
}

/// `file:first-last kind` of every result of the command.
fn query(root: &Path, arguments: &[&str]) -> Vec<String> {
    let output = run(root, &[&["query", "--json"], arguments].concat());
    let answer: Value =
        serde_json::from_str(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    let results = answer["results"].as_array().expect("a list").clone();
    let place = |row: &Value| {
        let word = |key: &str| row[key].as_str().expect("a text").to_owned();
        format!("{}:{}-{} {}", word("file"), row["lines"][0], row["lines"][1], word("node_type"))
    };
    results.iter().map(place).collect()
}

fn check(arguments: &[&str], expected: &[&str]) {
    assert_eq!(query(sample().path(), arguments), expected, "{arguments:?}");
}

#[test]
fn the_pattern_of_the_manual_matches_every_function() {
    check(
        &["fn $NAME($$$PARAMS) $$$BODY", "./src", "--language", "rust"],
        &[
            "src/lib.rs:1-1 function",
            "src/lib.rs:4-6 method",
            "src/lib.rs:10-10 function",
            "src/lib.rs:15-15 function",
        ],
    );
}

#[test]
fn definitions_are_found_in_every_language_with_a_grammar() {
    check(&["def $F($$$A): $$$B"], &["app.py:2-3 method", "app.py:5-5 function"]);
    check(&["class $N $$$BODY", "-t", "python"], &["app.py:1-3 class"]);
    check(&["func $F($$$A) $$$B"], &["main.go:3-6 function"]);
    check(&["class $N { $$$B }", "-t", "typescript"], &["a.ts:1-3 class"]);
    check(&["function $N($$$P) $$$B", "-t", "ts"], &["a.ts:4-4 function"]);
}

#[test]
fn metavariables_are_found_where_names_are_in_lower_case_only() {
    let project = project(&[
        ("shop.gleam", "pub fn sum(xs, _ys) -> Int {\n  xx(xs) |> add(xs)\n}\n"),
        ("shop.nix", "{ a = f b; c = g; }\n"),
    ]);
    let check = |arguments: &[&str], expected: &[&str]| {
        assert_eq!(query(project.path(), arguments), expected, "{arguments:?}");
    };
    check(&["pub fn $F($$$A) -> $T { $$$B }", "-t", "gleam"], &["shop.gleam:1-3 function"]);
    check(&["$F($_X)", "-t", "gleam"], &["shop.gleam:2-2 range", "shop.gleam:2-2 range"]);
    check(&["xx($X)", "-t", "gleam"], &["shop.gleam:2-2 range"]);
    check(&["$X($A) |> $F($A)", "-t", "gleam"], &["shop.gleam:2-2 range"]);
    check(&["$X($A) |> $F($X)", "-t", "gleam"], &[]);
    check(&["f $_", "-t", "nix"], &["shop.nix:1-1 range"]);
}

#[test]
fn every_option_changes_the_answer() {
    let all = [
        "a.ts:2-2 range",
        "app.py:3-3 range",
        "main.go:4-4 range",
        "src/lib.rs:5-5 range",
        "src/lib.rs:15-15 range",
    ];
    check(&["log($X)"], &all);
    // In the order of the paths given.
    check(&["log($X)", "src", "app.py"], &[all[3], all[4], all[1]]);
    check(&["log($X)", "-t", "go"], &[all[2]]);
    check(&["log($X)", "--allow-tests", "false"], &all[..4]);
    check(&["log($X)", "-m", "2"], &all[..2]);
    check(&["$X.unwrap()"], &["src/lib.rs:5-5 range", "src/lib.rs:10-10 range"]);
}

#[test]
fn a_result_has_the_fields_of_the_manual() {
    let project = project(&[(
        "functions.rs",
        "\n\nmod m {\n    fn add(a: i32) -> i32 {\n        a\n    }\n}\n",
    )]);
    let output = run(project.path(), &["query", "fn $NAME($$$PARAMS) $$$BODY", "--json"]);
    let answer: Value = serde_json::from_str(&output.stdout).expect("JSON");
    let code = "fn add(a: i32) -> i32 {\n        a\n    }";
    assert_eq!(
        answer["results"],
        json!([{ "file": "functions.rs", "lines": [4, 6], "node_type": "function", "code": code,
                 "column_start": 4, "column_end": 5 }])
    );
    assert_eq!(answer["summary"]["total_bytes"], code.len());
    assert_eq!(answer["evidence"]["source"], "syntax");
    let xml = run(project.path(), &["query", "fn $NAME($$$PARAMS) $$$BODY", "-o", "xml"]).stdout;
    assert!(
        xml.contains("<result>\n<file>functions.rs</file>\n<lines>\n<start>4</start>\n<end>6</end>\n</lines>\n<node_type>function</node_type>\n<column_start>4</column_start>\n<column_end>5</column_end>\n<code><![CDATA[fn add"),
        "{xml}"
    );
    assert!(xml.contains("\n<probe_results>\n"), "{xml}");
    let text = run(project.path(), &["query", "fn $NAME($$$PARAMS) $$$BODY"]).stdout;
    assert!(text.starts_with("functions.rs:4-6 -- function\n4\tfn add("), "{text}");
}

#[test]
fn hostile_content_stays_in_its_place() {
    let hostile = "log(\"]]> <![CDATA[ & \u{1b}[31m \u{202e}evil\u{2069}\")";
    let project = project(&[("a.rs", &format!("fn f() {{\n    {hostile}\n}}\n"))]);
    let xml = run(project.path(), &["query", "log($X)", "--format", "xml"]).stdout;
    assert_eq!(ask::character_data(&xml), hostile.replace('\u{1b}', "\u{fffd}"), "{xml}");
    let json = run(project.path(), &["query", "log($X)", "--json"]).stdout;
    let answer: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        answer["results"][0]["content"].as_str().or(answer["results"][0]["code"].as_str()),
        Some(hostile)
    );
    let terminal = run(project.path(), &["query", "log($X)", "-o", "terminal"]).stdout;
    assert!(!terminal.contains(['\u{1b}', '\u{202e}']), "{terminal:?}");
}

#[test]
fn grep_shows_the_lines_of_matching_nodes() {
    let project = sample();
    let arguments =
        json!({ "pattern": "log($X)", "syntax": "ast", "language": "rust", "context": 1 });
    let answer = ask::value(project.path(), "grep", arguments);
    let row = &answer["results"][0];
    assert_eq!(json!([row["file"], row["line"], row["column"]]), json!(["src/lib.rs", 5, 9]));
    assert_eq!(row["enclosing"]["name"], "second");
    assert_eq!(
        row["context"],
        json!([{ "line": 4, "text": "    fn second(&self) {" }, { "line": 6, "text": "    }" }])
    );
    assert_eq!(answer["evidence"]["source"], "syntax");
    let count = ask::value(
        project.path(),
        "grep",
        json!({ "pattern": "log($X)", "syntax": "ast", "count": true }),
    );
    assert_eq!(count["results"][3], json!({ "file": "src/lib.rs", "count": 2 }));
}

#[test]
fn a_pattern_that_can_match_nothing_is_told_with_its_place() {
    let project = sample();
    let check = |arguments: Value, expected: &str| {
        let mut arguments = arguments;
        arguments["syntax"] = json!("ast");
        let error = ask::error(project.path(), "grep", arguments);
        assert!(error.contains(expected), "{error:?} lacks {expected:?}");
        assert!(error.lines().count() <= 2, "{error:?}");
    };
    check(
        json!({ "pattern": "fn $F( {", "language": "rust" }),
        "not valid Rust: near `{`, at column 8",
    );
    check(json!({ "pattern": "", "language": "rust" }), "the pattern is empty");
    check(json!({ "pattern": "$X" }), "is a single metavariable");
    check(json!({ "pattern": "log($X)", "language": "csv" }), "CSV has no grammar");
    check(json!({ "pattern": "log($X)", "ignoreCase": true }), "know no `ignoreCase`");
    let output = run(project.path(), &["query", "fn $F( {"]);
    assert_eq!(output.status, 2);
}

#[test]
fn patterns_without_matches_show_how_they_were_read() {
    let project = sample();
    let output = run(project.path(), &["query", "fn xyzzy() {}", "-t", "rust"]);
    assert_eq!(output.status, 1);
    assert!(
        output.stdout.contains("the pattern was read as function_item (rust)"),
        "{}",
        output.stdout
    );
    let one = crate::support::project(&[("a.go", "package a\n")]);
    let output = run(one.path(), &["query", "xyzzy($X)"]);
    let is_told = output.stdout.contains("read as call_expression (go), ");
    assert!(is_told && !output.stdout.contains("rust"), "{}", output.stdout);
}

#[test]
#[expect(clippy::too_many_lines, reason = "one case for each form")]
fn expressions_are_found_as_an_independent_engine_finds_them() {
    let rust = "fn f() { a(1); a(1, 2); b.a(3).c(); x = y; x = x; if p { q() } if p { q(); r() } let z = a(b, c, d); m[0]; -1 + 2 * 3; (1 + 2); return a(); }";
    let python = "a(1)\na(1, 2)\nx = a(b)\nx.y = 3\nif p: q()\nfor i in range(3): print(i)\n[a(i) for i in x]\nassert a(1) == a(1)\n";
    let script = "a(1); a(1, 2); const x = a(b); x.y = 3; if (p) { q() }\nfor (const i of x) { console.log(i) }\nnew A(1, 2); a(1) === a(1); async () => await a(3);\n";
    let go = "package m\nfunc f() { a(1); x := a(b); if x == a(1) { return }; y.z(1, 2); for i := 0; i < 3; i++ { a(i) } }\n";
    let cases = [
        (
            "rust",
            rust,
            vec![
                "a($X)",
                "a($$$X)",
                "a($X, $$$Y)",
                "$A.c()",
                "$A = $A",
                "$A + $B",
                "$A * $B",
                "a(b, $$$R)",
                "$F(3)",
            ],
        ),
        (
            "python",
            python,
            vec!["a($X)", "a($$$X)", "$A == $A", "$X.y = $V", "for $I in $R: $$$B", "print($$$)"],
        ),
        (
            "javascript",
            script,
            vec![
                "a($X)",
                "a($$$X)",
                "$A === $A",
                "new $C($$$A)",
                "console.log($X)",
                "await $X",
                "const $N = $V",
            ],
        ),
        ("typescript", script, vec!["a($X)", "new $C($$$A)", "$A === $B"]),
        ("go", go, vec!["$A == $B", "$X := $V"]),
    ];
    let mut compared = 0;
    for (language, text, patterns) in cases {
        let extension = match language {
            "rust" => "rs",
            "python" => "py",
            "javascript" => "js",
            "typescript" => "ts",
            _ => "go",
        };
        let project = project(&[(&format!("a.{extension}"), text)]);
        let oracle = Oracle::new(language);
        for pattern in patterns {
            let arguments = json!({ "pattern": pattern, "syntax": "ast", "language": language });
            let found = ask::value(project.path(), "grep", arguments)["summary"]["total"].clone();
            let expected = oracle.count(pattern, text);
            assert_eq!(found, expected, "{language}: {pattern}");
            compared += expected;
        }
    }
    assert!(compared > 40, "the cases hold matches: {compared}");
}
