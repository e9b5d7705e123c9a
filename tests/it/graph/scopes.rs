//! Where local names hold: a call in a name's own value, or behind its scope, is that of the
//! function of the name.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

/// A file, what its text begins and ends with, and what stands between, with the number of calls of
/// `helper` in it.
type Cases = (&'static str, &'static str, &'static str, &'static [(&'static str, u64)]);

const CASES: &[Cases] = &[
    (
        "a.rs",
        "fn helper() {}\nfn a() { ",
        " }",
        &[
            ("for helper in helper() {}", 1),
            ("for (helper, _) in helper() { helper; }", 1),
            ("if let Some(helper) = x { helper; } else { helper(); }", 1),
            ("let Some(helper) = x else { helper(); return }; helper;", 1),
            ("let Some(helper) = helper() else { return }; helper;", 1),
            ("let (helper, x) = helper(); helper;", 1),
            ("if let [helper] = helper() { helper; }", 1),
            ("while let Some(helper) = helper() { helper; } helper()", 2),
            ("match helper() { helper => { helper; } } helper();", 2),
            ("let f = |helper: u8| helper; helper();", 1),
            ("let helper = || helper();", 1),
        ],
    ),
    (
        "a.cpp",
        "int helper();\nint a() { ",
        " return helper(); }",
        &[
            ("if (auto helper = x) {}", 1),
            ("while (auto helper = x) {}", 1),
            ("switch (auto helper = x) {}", 1),
            ("if (int helper = x; c) {}", 1),
            ("for (auto helper : helper()) {}", 2),
            ("for (int helper = 0; helper < 1;) {}", 1),
            ("for (auto [helper, b] : helper()) {}", 2),
            ("try { } catch (E& helper) {}", 1),
            ("auto f = [](int helper) { return helper; };", 1),
        ],
    ),
    (
        "a.c",
        "int helper(void);\n",
        "",
        &[("int a(void) { for (int helper = 0;;) {} return helper(); }", 1)],
    ),
    (
        "a.dart",
        "helper() {}\na(",
        " }",
        &[
            (") { for (var helper in []) {} helper();", 1),
            (") { for (var helper in helper()) {}", 1),
            (") { for (var helper = 0;;) {} helper();", 1),
            (") { try {} catch (helper) {} helper();", 1),
            (") { try {} on E catch (e, helper) { helper; } helper();", 1),
            ("x) { if (x case var helper) { helper; } helper();", 1),
            ("x) { var y = [for (var helper in x) helper]; helper();", 1),
        ],
    ),
    (
        "a.clj",
        "(ns a)\n(defn helper [x] x)\n(defn b [x] (",
        "))",
        &[
            ("let [helper (helper 1)] helper", 1),
            ("let [a 1 helper (helper a)] helper", 1),
            ("let [{:keys [helper]} (helper 1)] helper", 1),
            ("let [[helper] (helper 1)] helper", 1),
            ("when-let [helper (helper 1)] helper", 1),
            ("if-let [helper (helper 1)] helper (helper 2)", 2),
            ("if-some [helper x] helper (helper 2)", 1),
            ("loop [helper (helper 1)] helper", 1),
            ("doseq [helper (helper 1)] helper", 1),
            ("for [helper (helper 1)] helper", 1),
            ("with-open [helper (helper 1)] helper", 1),
            ("dotimes [helper (helper 1)] helper", 1),
            ("letfn [(helper [y] y) (g [] (helper 1))] (helper 2)", 0),
            ("do (letfn [(helper [y] y)] helper) (helper 3)", 1),
        ],
    ),
    (
        "a.R",
        "helper <- function(x) x\nf <- function(x) { ",
        " }",
        &[
            ("helper <- helper(x); helper", 1),
            ("helper <- 3; helper(x)", 1),
            ("for (helper in helper(x)) {}", 1),
        ],
    ),
    (
        "a.py",
        "def helper(): pass\ndef a(",
        "",
        &[
            ("): return [helper for helper in helper()]", 1),
            ("): return {helper for (helper, x) in helper()}", 1),
            ("): return {helper: 1 for helper in helper()}", 1),
            ("): return sum(helper for helper in helper())", 1),
            ("): return [(lambda helper: 1), helper()]", 1),
            ("): return lambda helper=helper(): 1", 1),
            ("helper=helper()): pass", 1),
        ],
    ),
    (
        "a.scala",
        "object A { def helper(x: Int) = x\n def b = ",
        " }",
        &[
            ("for { helper <- List(helper(1)) } yield helper", 1),
            ("for { (helper, y) <- List(helper(1)) } yield helper", 1),
            ("{ x match { case helper => helper }; helper(1) }", 1),
            ("{ val f = (helper: Int) => 1; helper(1) }", 1),
        ],
    ),
    (
        "a.lua",
        "local function helper(x) end\nfunction a() ",
        " end",
        &[
            ("for _, helper in pairs(helper(1)) do end", 1),
            ("for helper = helper(1), 3 do end helper()", 2),
            ("local helper = helper(1)", 1),
            ("local x, helper = 1, helper(1)", 1),
        ],
    ),
    (
        "a.kt",
        "fun helper(): Int = 1\nfun a(",
        " }",
        &[
            (") { val (helper, x) = 1 to helper()", 1),
            (") { val helper = helper()", 1),
            (") { for (helper in helper()) {}", 1),
            (") { for ((helper, b) in helper()) {}", 1),
            (") { when (val helper = helper()) { 1 -> helper }", 1),
            (") { try {} catch (helper: E) {}; helper()", 1),
            ("helper: Int) { helper()", 1),
            ("x: Any) { x.let { helper -> 1 }; helper()", 1),
        ],
    ),
    (
        "A.java",
        "class A { int helper() { return 1; }\n void a() { ",
        " } }",
        &[
            ("for (int helper : helper()) {} helper();", 2),
            ("int helper = helper();", 1),
            ("try (X helper = helper()) {}", 1),
        ],
    ),
    (
        "A.cs",
        "class A { int helper() { return 1; }\n void a() { ",
        " helper(); } }",
        &[
            ("foreach (var helper in helper()) {}", 2),
            ("using (var helper = x) {}", 1),
            ("for (int helper = 0;;) {}", 1),
            ("try {} catch (E helper) {}", 1),
            ("var q = from helper in x select helper;", 1),
            ("f(helper => helper);", 1),
            ("fixed (int* helper = x) {}", 1),
            ("switch (x) { case int helper: break; }", 1),
        ],
    ),
    (
        "a.go",
        "package a\nfunc helper() int { return 1 }\nfunc a() { ",
        " }",
        &[
            ("if helper := helper(); helper > 0 {} ; helper()", 2),
            ("for _, helper := range helper() { _ = helper }; helper()", 2),
            ("helper, x := helper(), 1; _ = helper", 1),
            ("var helper = helper(); _ = helper", 1),
            ("var helper, x = helper(), 1; _ = helper", 1),
            ("switch helper := helper(); helper { }; helper()", 2),
            ("switch helper := x.(type) { }; helper()", 1),
            ("select { case helper := <-helper(): _ = helper }; helper()", 2),
            ("switch helper := helper().(type) { case int: _ = helper }", 1),
        ],
    ),
    (
        "a.js",
        "function helper() {}\nfunction a() { ",
        " helper(); }",
        &[
            ("for (const helper of []) {}", 1),
            ("for (let helper = 0;;) {}", 1),
            ("try {} catch (helper) {}", 1),
            ("{ const helper = 1; }", 1),
            ("switch (x) { case 1: let helper = 1; }", 1),
            ("const f = function helper() {};", 1),
            ("const f = function helper(n) { helper(n); };", 1),
            ("const f = class helper {};", 1),
        ],
    ),
    (
        "a.ts",
        "export function helper() {}\nfunction a() { ",
        ") {} helper(); }",
        &[
            ("for (const helper of []", 1),
            ("try {} catch (helper", 1),
            ("const f = function helper(n) { helper(n); }; if (true", 1),
        ],
    ),
    (
        "a.swift",
        "func helper() -> Int { 1 }\nfunc a() { ",
        " }",
        &[
            ("if let helper = helper() { print(helper) } else { helper() }", 2),
            ("guard let helper = helper() else { helper(); return }", 2),
            ("for helper in helper() { print(helper) }; helper()", 2),
            ("let (helper, x) = (helper(), 1)", 1),
            ("let helper = helper()", 1),
            ("while let helper = helper() { print(helper) }; helper()", 2),
            ("do {} catch let helper { print(helper) }; helper()", 1),
            ("switch x { case let helper: print(helper) }; helper()", 1),
            ("if case let .some(helper) = helper() { print(helper) }; helper()", 2),
        ],
    ),
    (
        "a.rb",
        "def helper; end\ndef a; ",
        " end",
        &[
            ("[1].each { |helper| helper }; helper();", 1),
            ("helper = helper();", 1),
            ("x, helper = 1, helper();", 1),
            ("for helper in helper() do end;", 1),
            ("begin; rescue => helper; end; helper();", 1),
        ],
    ),
    (
        "a.php",
        "<?php\nfunction helper() {}\n",
        "",
        &[("function a($helper) { $helper = helper(); foreach (helper() as $helper) {} }", 2)],
    ),
    (
        "a.ex",
        "defmodule A do\n def helper(), do: 1\n def a(",
        "\n end\nend",
        &[
            (") do\n  helper = helper()\n  helper", 1),
            (") do\n  for helper <- helper(), do: helper", 1),
            (") do\n  with {:ok, helper} <- helper() do helper end", 1),
            ("x) do\n  case x do\n   helper -> helper\n  end\n  helper()", 1),
        ],
    ),
    (
        "a.hs",
        "module A where\nhelper x = x\na y = ",
        "",
        &[
            ("do\n  helper <- helper y\n  return helper", 1),
            ("[helper | helper <- helper y]", 1),
            ("case y of { helper -> helper } + helper 2", 1),
            ("(\\helper -> helper) 1 + helper 2", 1),
            ("(let helper = 1 in helper) + helper 2", 1),
        ],
    ),
    (
        "a.groovy",
        "def helper(x) { x }\ndef a() { ",
        " }",
        &[
            ("for (helper in helper(1)) {}", 1),
            ("def helper = helper(1)", 1),
            ("try {} catch (E helper) {}\n helper(1)", 1),
            ("for (def helper = 1;;) {}\n helper(1)", 1),
        ],
    ),
    ("a.erl", "-module(a).\nhelper(X) -> X.\n", "", &[("a(Y) -> Helper = helper(Y), Helper.", 1)]),
    (
        "a.gleam",
        "fn helper(x) { x }\nfn a(y) { ",
        " }",
        &[
            ("let helper = helper(y)\n helper", 1),
            ("use helper <- helper(y)\n helper", 1),
            ("case helper(y) { helper -> helper }\n helper(1)", 2),
            ("let #(helper, z) = helper(y)\n helper", 1),
        ],
    ),
    (
        "a.sol",
        "contract A { function helper() public returns (int) { return 1; }\n",
        "",
        &[(" function a() public { for (int helper = 0;;) {} helper(); } }", 1)],
    ),
];

/// The scope of a type may begin before its name.
#[test]
fn a_type_in_a_function_is_seen_there() {
    let python =
        "def f():\n    class T:\n        def seek(self, x): pass\n    a = T()\n    a.seek(2)\n";
    let java =
        "class A { void f() { class T { void seek(int x) {} } T a = new T(); a.seek(2); } }\n";
    for (file, text) in [("a.py", python), ("A.java", java)] {
        let app = project(&[(file, text)]);
        let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "seek" }));
        assert_eq!(answer["summary"]["calls"], 1, "{answer:#}");
        assert_eq!(answer["results"][0]["certainty"], "likely", "{answer:#}");
    }
}

#[test]
fn a_name_holds_neither_in_its_value_nor_behind_its_scope() {
    let mut wrong = Vec::new();
    for (file, before, after, cases) in CASES {
        for (case, expected) in *cases {
            let text = format!("{before}{case}{after}\n");
            let app = project(&[(file, &text)]);
            let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "helper" }));
            let calls = answer["summary"]["calls"].as_u64();
            let open = answer["account"]["unresolved_count"].as_u64();
            if calls != Some(*expected) || open != Some(0) {
                wrong.push(format!("{file}: {calls:?} in place of {expected}, {open:?}: {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_parameter_may_have_the_name_of_the_module_of_its_type() {
    check(
        "find_callers",
        "
//- /go.mod
module x
//- /fs/fs.go
package fs
type FS interface { Ls$0tat(string) int }
type Other struct{}
func (o *Other) Lstat(s string) int { return 1 }
//- /a/a.go
package a
import \"x/fs\"
func first(items []string, fs fs.FS) { for _, i := range items { fs.Lstat(i) } }
                                                                  //^^^^^ caller first
func second() any {
    return func(p string, fs fs.FS) int { return fs.Lstat(p) }
                                                  //^^^^^ caller second
}
func third(fs fs.FS, o fs.FS) fs.FS { o.Lstat(\"x\"); return fs }
                                      //^^^^^ caller third
",
    );
    check(
        "find_callers",
        "
//- /fs.py
class FS:
    def lst$0at(self): return 1
class Other:
    def lstat(self): return 2
//- /a.py
import fs
def first(fs: fs.FS, o: fs.FS):
    fs.lstat()
    #  ^^^^^ caller first
    o.lstat()
    # ^^^^^ caller first
",
    );
    check(
        "find_callers",
        "
//- /fs.ts
export interface FS { lst$0at(): number }
export interface Other { lstat(): number }
//- /a.ts
import * as fs from './fs';
function first(fs: fs.FS, o: fs.FS) { o.lstat(); fs.lstat(); }
                                      //^^^^^ caller first
                                                  //^^^^^ caller first
const second = (fs: fs.FS): fs.FS => { fs.lstat(); return fs; };
                                        //^^^^^ caller second
",
    );
}
