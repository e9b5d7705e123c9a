//! Definitions that code of another language names: no account explains these away.

use crate::support::{ask, project};
use serde_json::{Value, json};

fn unresolved(files: &[(&str, &str)], symbol: &str) -> Vec<(String, u64)> {
    let app = project(files);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": symbol }));
    let of = |place: &Value| {
        let file = place["file"].as_str().unwrap_or_default().to_owned();
        (file, place["line"].as_u64().unwrap_or_default())
    };
    let places = answer["account"]["unresolved"].as_array();
    places.into_iter().flatten().map(of).collect()
}

fn at(file: &str, line: u64) -> Vec<(String, u64)> {
    vec![(file.to_owned(), line)]
}

#[test]
fn erlang_and_elixir_call_each_other() {
    let files = [
        ("src/store.erl", "-module(store).\n-export([open/1]).\nopen(X) -> X.\n"),
        (
            "lib/a.ex",
            "defmodule A do\n  def run(x), do: :store.open(x)\n  def go(x), do: open(x)\nend\n",
        ),
        ("src/b.erl", "-module(b).\nf(X) -> 'Elixir.A':go(X).\ng(X) -> go(X).\ngo(X) -> X.\n"),
    ];
    assert_eq!(unresolved(&files, "src/store.erl:3"), at("lib/a.ex", 2));
    assert_eq!(unresolved(&files, "lib/a.ex:3"), at("src/b.erl", 2));
}

#[test]
fn go_calls_c_and_c_what_go_exports() {
    let files = [
        (
            "a.go",
            "package a\n\n// #include \"a.h\"\nimport \"C\"\n\n//export GoOpen\nfunc GoOpen() {}\n\n\
             func GoShut() {}\n\nfunc run() { C.c_open() }\n",
        ),
        (
            "a.c",
            "#include \"_cgo_export.h\"\nvoid c_open(void) { GoOpen(); }\nvoid d(void) { GoShut(); }\n",
        ),
    ];
    assert_eq!(unresolved(&files, "c_open"), at("a.go", 11));
    assert_eq!(unresolved(&files, "GoOpen"), at("a.c", 2));
    assert_eq!(unresolved(&files, "GoShut"), []);
}

#[test]
fn a_declaration_of_another_language_is_no_other_function() {
    let files = [
        (
            "src/lib.rs",
            "#[no_mangle]\npub extern \"C\" fn open_store() -> i32 { 0 }\n\nextern \"C\" { fn helper() -> i32; }\n\
             pub fn f() { unsafe { helper(); } }\n",
        ),
        (
            "main.c",
            "int open_store(void);\nint helper(void) { return open_store(); }\nint own(void) { return 1; }\n",
        ),
        ("src/own.rs", "extern \"C\" {}\nfn own() {}\nfn g() { own(); }\n"),
    ];
    let of = |file: &str, lines: [u64; 2]| lines.map(|line| (file.to_owned(), line)).to_vec();
    assert_eq!(unresolved(&files, "src/lib.rs:2"), of("main.c", [1, 2]));
    assert_eq!(unresolved(&files, "main.c:2"), of("src/lib.rs", [4, 5]));
    assert_eq!(unresolved(&files, "main.c:3"), []);
}

#[test]
fn what_one_runtime_runs_is_named_from_all_its_languages() {
    let files = [
        ("A.cs", "public class Store { public static int Open() { return 0; } }\n"),
        ("B.fs", "module B\nlet run () = Store.Open()\n// Open\n"),
    ];
    assert_eq!(unresolved(&files, "Open"), at("B.fs", 2));
}

#[test]
fn a_language_that_cannot_name_the_target_leaves_nothing_unresolved() {
    let files = [
        (
            "Cron.php",
            "<?php\nclass Cron { function fire() {} }\nfunction run($it) { $it->fire(); }\n",
        ),
        ("map.js", "class Events { fire() {} }\nfunction on(it) { it.fire(); }\n"),
        ("other.js", "class Store { fire() {} }\n"),
        ("Other.php", "<?php\nclass Other { function fire() {} }\n"),
    ];
    assert_eq!(unresolved(&files, "Cron.php:2"), []);
    assert_eq!(unresolved(&files, "map.js:1"), []);
}
