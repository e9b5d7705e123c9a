//! Languages in which the case of letters makes no difference in names.

use crate::support::{ask, project};
use serde_json::{Value, json};

fn references(files: &[(&str, &str)], symbol: &str) -> (Vec<String>, Value) {
    let app = project(files);
    let answer = ask::value(app.path(), "find_references", json!({ "symbol": symbol }));
    let results = answer["results"].as_array().cloned().unwrap_or_default();
    let place = |row: &Value| format!("{}:{}", row["file"].as_str().unwrap_or(""), row["line"]);
    (results.iter().map(place).collect(), answer["account"].clone())
}

const PHP: [(&str, &str); 3] = [
    ("a.php", "<?php\nfunction to_upper($s) {}\nclass Cart { const TO_UPPER = 2; }\n"),
    ("b.php", "<?php\nTO_UPPER(1);\nnew CART();\necho Cart::TO_UPPER;\n$To_Upper = 1;\n"),
    ("c.js", "To_Upper();\n"),
];

#[test]
fn functions_and_classes_of_php_are_found_in_any_case() {
    let (rows, account) = references(&PHP, "to_upper");
    assert_eq!(rows, ["b.php:2"], "{account:#}");
    assert_eq!(account["names"], json!(["to_upper", "TO_UPPER", "To_Upper"]));
    // As `rg -w` counts them.
    assert_eq!(account["occurrences"], 6, "{account:#}");
    assert_eq!(account["unresolved"], json!([]), "{account:#}");
    let (rows, account) = references(&PHP, "Cart");
    assert_eq!(rows, ["b.php:3", "b.php:4"], "{account:#}");
    assert_eq!(references(&PHP, "cART"), (rows, account));
}

#[test]
fn a_variable_in_another_case_is_no_class() {
    let text = "<?php
class Mailer { public function send() {} }
function run() {
    $mailer = new Mailer();
    $mailer->send();
    return $mailer;
}
function given($mailer) { return [MAILER::class, $mailer]; }
";
    let (rows, account) = references(&[("a.php", text)], "Mailer");
    assert_eq!(rows, ["a.php:4", "a.php:8"], "{account:#}");
    assert_eq!(account["unresolved"], json!([]), "{account:#}");
}

#[test]
fn text_without_a_grammar_is_found_in_any_case() {
    let files = [("a.f90", "subroutine solve(x)\nend\nprogram main\n  call SOLVE(1)\nend\n")];
    let (rows, account) = references(&files, "Solve");
    assert_eq!(rows, ["a.f90:4"], "{account:#}");
    assert_eq!(account["occurrences"], 2, "{account:#}");
}

#[test]
fn a_function_of_php_is_called_beside_a_variable_of_its_name() {
    let text = "<?php
function helper($x) { return 1; }
function f($helper) { return helper($helper); }
function g($helper) { return $helper(2); }
";
    let (rows, account) = references(&[("a.php", text)], "helper");
    assert_eq!(rows, ["a.php:3"], "{account:#}");
    assert_eq!(account["unresolved"], json!([]), "{account:#}");
}

/// What stands behind the mark of an instance variable is not the method of that name, and an
/// assignment calls the method that sets.
#[test]
fn variables_with_a_mark_and_methods_that_set_are_told_apart() {
    let project = project(&[(
        "a.rb",
        "class Box\n  def speed=(x)\n    @speed = x\n  end\n\n  def speed\n    @speed\n  end\nend\n\n\
         box = Box.new\nbox.speed = 3\nputs box.speed\n",
    )]);
    let ask =
        |symbol: &str| ask::value(project.path(), "find_references", json!({ "symbol": symbol }));
    let answer = ask("speed");
    assert_eq!(answer["account"]["unresolved"], json!([]), "{answer:#}");
    assert_eq!(answer["account"]["others"][0]["name"], "variables with a mark", "{answer:#}");
    assert_eq!(answer["summary"]["total_is_exact"], true, "{answer:#}");
    let answer = ask("speed=");
    assert_eq!(answer["summary"]["total_is_exact"], true, "{answer:#}");
    let text = ask::text(project.path(), "find_callers", json!({ "symbol": "speed=" }));
    assert!(!text.contains("uses without its name"), "{text}");
}

#[test]
fn what_a_language_calls_by_its_syntax_is_said_to_be_used_without_its_name() {
    let cases = [
        ("a.cs", "class L { public void Dispose() {} }\n", "Dispose", true),
        ("a.cs", "class L { public void Add(int x) {} }\n", "Add", true),
        ("a.cs", "class L { public void Addition(int x) {} }\n", "Addition", false),
        ("A.java", "class A { public void close() {} }\n", "close", true),
        ("A.java", "class A { public void close(int x) {} }\n", "close", false),
        ("a.cpp", "struct L { int* begin() { return 0; } };\n", "begin", true),
        ("a.rs", "impl Iterator for L { fn next(&mut self) {} }\n", "next", true),
        ("a.rs", "impl From<u8> for L { fn from(x: u8) -> L { L } }\n", "from", true),
        ("a.rs", "impl L { fn next(&mut self) {} }\n", "next", false),
        ("a.go", "package a\n\nfunc (l L) String() string { return \"\" }\n", "String", true),
        ("a.go", "package a\n\nfunc (l L) String(x int) {}\n", "String", false),
        ("a.ex", "defmodule K do\n  defmacro __using__(_), do: 1\nend\n", "__using__", true),
        ("a.groovy", "class K { def leftShift(x) { } }\n", "leftShift", true),
        ("a.kt", "class K { override fun toString() = \"\" }\n", "K.toString", true),
        ("a.swift", "struct K: Sequence { func makeIterator() -> I { } }\n", "makeIterator", true),
        ("a.js", "export class K { toString() { return '' } }\n", "K.toString", true),
        ("a.js", "export class K { show() { return '' } }\n", "show", false),
        ("a.php", "<?php class K { function offsetGet($x) {} }\n", "offsetGet", true),
        ("a.rb", "module K\n  def self.included(b); end\nend\n", "included", true),
        ("K.pm", "package K; sub import { } 1;\n", "import", true),
        ("a.m", "@implementation K\n- (void)setName:(int)x {}\n@end\n", "setName", true),
        ("a.r", "print.helper <- function(x) 1\n", "print.helper", true),
        ("a.lua", "local K = {}\nfunction K.__add(a, b) end\n", "__add", true),
        ("a.dart", "class K { String toString() => ''; }\n", "K.toString", true),
    ];
    for (file, text, symbol, is_said) in cases {
        let project = project(&[(file, text)]);
        let answer = ask::value(project.path(), "find_callers", json!({ "symbol": symbol }));
        assert_eq!(answer["summary"]["total_is_exact"], !is_said, "{text}: {answer:#}");
        let note = answer["evidence"]["note"].as_str().unwrap_or_default();
        assert_eq!(note.contains("uses without its name"), is_said, "{text}: {note}");
    }
}
