//! Definitions in inner blocks: they are seen there, and behind the block the name means again what
//! it means around it.

use crate::support::{ask, project};
use serde_json::json;

/// A file, its text, the lines of two definitions of `helper`, and the number of calls of each.
type Case = (&'static str, &'static str, [(usize, u64); 2]);

const CASES: &[Case] = &[
    (
        "a.ts",
        "export function helper() {}
export function a(x: boolean) {
  if (x) {
    const helper = () => 1; helper();
  }
  return helper();
}
export const b = () => { for (;;) { function helper() {} } return helper(); };
",
        [(1, 2), (4, 1)],
    ),
    (
        "a.ts",
        "export function helper() {}
if (helper()) {
  class helper {}
  new helper();
}
run(() => { const helper = () => 1; helper(); });
helper();
",
        [(1, 2), (3, 1)],
    ),
    // No block holds what `var` defines.
    (
        "a.js",
        "const b = require('b');
function a(x) {
  if (x) { var helper = function () {}; }
  helper();
}
function c(x) {
  if (x) { function helper() {} }
  helper();
}
",
        [(3, 1), (7, 1)],
    ),
    (
        "a.rs",
        "fn helper() {}
fn a() { { fn helper() {} helper(); } helper() }
fn b() { loop { fn helper() {} break; } helper() }
",
        [(1, 2), (2, 1)],
    ),
    (
        "a.swift",
        "func helper() -> Int { 3 }
func a(x: Bool) -> Int { if x { func helper() -> Int { 1 }; _ = helper() }; return helper() }
",
        [(1, 1), (2, 1)],
    ),
    (
        "a.dart",
        "int helper() => 1;
int a(bool x) { if (x) { int helper() => 3; helper(); } return helper(); }
",
        [(1, 1), (2, 1)],
    ),
    (
        "a.lua",
        "local function helper() end
local function a(x)
  if x then local function helper() end helper() end
  do local helper = function() end end
  return helper()
end
",
        [(1, 1), (3, 1)],
    ),
    (
        "a.lua",
        "if jit then
  function helper() end
else
  function helper() end
end
helper()
",
        [(2, 1), (4, 1)],
    ),
    (
        "a.scala",
        "object A { def helper(x: Int) = x
  def a(x: Int) = { if (x > 1) { def helper(x: Int) = 2; helper(1) }; helper(2) } }
",
        [(1, 1), (2, 1)],
    ),
    (
        "a.kt",
        "fun helper() = 1
fun a(x: Boolean): Int { if (x) { fun helper() = 2; helper() }; return helper() }
",
        [(1, 1), (2, 1)],
    ),
    (
        "A.cs",
        "class A { int helper() => 1;
  int a(bool x) { if (x) { int helper() => 2; helper(); } return helper(); } }
",
        [(1, 1), (2, 1)],
    ),
    (
        "A.java",
        "class helper {}
class A { void a(boolean x) { if (x) { class helper {} new helper(); } new helper(); } }
",
        [(1, 1), (2, 1)],
    ),
    // A block of Python is no scope.
    (
        "a.py",
        "def helper(): pass
def a(x):
    if x:
        def helper(): pass
    helper()
helper()
",
        [(1, 1), (4, 1)],
    ),
];

#[test]
fn a_definition_in_a_block_is_not_seen_behind_it() {
    let mut wrong = Vec::new();
    for (file, text, definitions) in CASES {
        let app = project(&[(file, text)]);
        for (line, expected) in definitions {
            let target = json!({ "symbol": "helper", "file": file, "line": line });
            let answer = ask::value(app.path(), "find_callers", target);
            let calls = answer["summary"]["calls"].as_u64();
            let open = answer["account"]["unresolved_count"].as_u64();
            if calls != Some(*expected) || open != Some(0) {
                wrong.push(format!("line {line}: {calls:?}, not {expected}, {open:?}:\n{text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_call_with_type_arguments_says_what_a_closure_takes() {
    crate::support::fixture::check(
        "find_callers",
        "
//- /src/lib.rs
pub struct Index;
impl Index { pub fn pk$0ey(&self) {} }
pub struct Other;
impl Other { pub fn pkey(&self) {} }
pub struct Store;
impl Store {
    pub fn each<U, I>(&self, mut run: impl FnMut(I, &Index) -> U) { todo!() }
}
fn one(map: &Store) { map.each::<_, u8>(|_, index| index.pkey()); }
                                                       //^^^^ caller one
",
    );
}

#[test]
fn a_parameter_without_a_name_counts_among_those_of_a_function() {
    crate::support::fixture::check(
        "find_callers",
        "
//- /a.scala
class Index { def pk$0ey() = {} }
class Other { def pkey() = {} }
class Store { def each(run: (Int, Index) => Unit) = {} }
object Main { def one(store: Store) = { store.each((_, index) => index.pkey()) } }
                                                                     //^^^^ caller one
",
    );
}
