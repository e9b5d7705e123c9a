//! Values that libraries and generic functions return of what they are given, and those that a
//! pattern takes apart: calls on them are shown, at least as possible ones.

use crate::support::{ask, project};
use serde_json::json;

type Files = &'static [(&'static str, &'static str)];

/// Asserts the number of calls of `Mem.size` that are shown, of all that there are.
#[track_caller]
fn check(all: &[(Files, u64)]) {
    let mut wrong = Vec::new();
    for (files, calls) in all {
        let app = project(files);
        let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "Mem.size" }));
        if answer["summary"]["calls"].as_u64() != Some(*calls) {
            wrong.push(format!("{}: {} in place of {calls}", files[0].0, answer["account"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const GENERIC: &[(Files, u64)] = &[
    (
        &[(
            "a.ts",
            "export class Mem { size() { return 1; } }
export class Box<T> { constructor(private v: T) {} un(): T { return this.v; } }
export function id<T>(x: T): T { return x; }
export function f() { return id(new Mem()).size(); }
export function g() { const m = new Box(new Mem()).un(); return m.size(); }
",
        )],
        2,
    ),
    (
        &[(
            "a.go",
            "package a
type Mem struct{}
func (m Mem) Size() int { return 1 }
func (m Mem) size() int { return 1 }
func Id[T any](x T) T { return x }
func c() int { return Id(Mem{}).size() }
",
        )],
        1,
    ),
    (
        &[(
            "a.rs",
            "struct Mem;
impl Mem { fn size(&self) -> u32 { 1 } }
fn id<T>(x: T) -> T { x }
fn f() -> u32 { id(Mem).size() }
fn g() -> u32 { let v: Vec<_> = (0..3).map(|_| Mem).collect(); v[0].size() }
",
        )],
        2,
    ),
    (
        &[(
            "A.java",
            "class Mem { int size() { return 1; } }
class A {
  static <T> T id(T x) { return x; }
  int f() { return id(new Mem()).size(); }
}
",
        )],
        1,
    ),
    (
        &[(
            "a.kt",
            "class Mem { fun size() = 1 }
fun <T> id(x: T): T = x
inline fun <reified T> make(): T = TODO()
fun f() = id(Mem()).size()
fun g() = make<Mem>().size()
",
        )],
        2,
    ),
];

#[test]
fn a_generic_function_returns_what_it_is_given() {
    check(GENERIC);
}

const LIBRARIES: &[(Files, u64)] = &[
    (
        &[(
            "a.rb",
            "class Mem
  def size = 1
end
def a; items = []; items << Mem.new; items.first.size; end
def b; x = [Mem.new].first; x.size; end
",
        )],
        2,
    ),
    (
        &[(
            "a.swift",
            "class Mem { func size() -> Int { return 1 } }
class Disk { func size() -> Int { return 1 } }
func f() -> Int { let xs = [Mem()]; return xs.first!.size() }
",
        )],
        1,
    ),
    (
        &[(
            "a.scala",
            "class Mem { def size(): Int = 1 }
object A { def f = { val xs = List(new Mem); xs.head.size() } }
object B { def f = Map(\"a\" -> new Mem)(\"a\").size() }
",
        )],
        2,
    ),
    (
        &[
            ("a.js", "export class Mem { size() { return 1; } }\n"),
            (
                "b.js",
                "import { Mem } from './a.js';
export const map = new Map([['a', new Mem()]]);
const l = [new Mem()].find(Boolean).size();
",
            ),
            ("c.js", "import { map } from './b.js';\nmap.get('a').size();\n"),
        ],
        2,
    ),
    (
        &[(
            "a.py",
            "import copy, random
class Mem:
    def size(self): return 1
def f(m: Mem): return copy.copy(m).size()
def g(): return random.choice([Mem()]).size()
def h(xs: list[Mem]): return reversed(xs).__next__().size()
",
        )],
        3,
    ),
];

#[test]
fn a_library_returns_what_it_is_given() {
    check(LIBRARIES);
}

/// The accessor of a wrapper is not the method of that name of its content.
#[test]
fn a_wrapper_returns_its_content() {
    check(&[(
        &[(
            "A.java",
            "import java.util.function.*;
class Mem { int size() { return 1; } String get(String k) { return k; } }
class A {
  int f(Supplier<Mem> s) { return s.get().size(); }
  int g(Supplier<Mem> s) { var m = s.get(); return m.size(); }
}
",
        )],
        2,
    )]);
}

const PATTERNS: &[(Files, u64)] = &[
    (
        &[(
            "a.cpp",
            "struct Mem { int size() { return 1; } };
int a() { return 1; }
int f(std::pair<Mem, int> p) { auto& [a, b] = p; return a.size(); }
int g(std::map<int, Mem> m) { for (auto& [b, a] : m) return a.size(); return 1; }
",
        )],
        2,
    ),
    (
        &[(
            "a.php",
            "<?php
class Mem { function size() { return 1; } }
class A {
  function a() {}
  function f() { [$a, $b] = [new Mem, 1]; return $a->size(); }
  function g() { list($a, $b) = [new Mem, 1]; return $a->size(); }
  function h(array $xs) { foreach ($xs as ['m' => $a]) $a->size(); }
  function i() { static $x = null; $x ??= new Mem; return $x->size(); }
}
",
        )],
        4,
    ),
    (
        &[(
            "a.swift",
            "class Mem { func size() -> Int { return 1 } }
class Disk { func size() -> Int { return 1 } }
func a() -> Int { 1 }
func f() -> Int { let (a, _) = (Mem(), 1); return a.size() }
func g(xs: [(Mem, Int)]) { for (a, b) in xs { _ = a.size() } }
func h(x: (Mem, Int)?) { if let (a, b) = x { _ = a.size() } }
func i(x: (Mem, Int)?) { guard let (a, b) = x else { return }; _ = a.size() }
",
        )],
        4,
    ),
    (
        &[(
            "a.dart",
            "class Mem { int size() => 1; }
int a() => 1;
int f() { final (a, b) = pair(); return a.size(); }
int g(Object o) { if (o case (Mem a, int b)) return a.size(); return 0; }
int h(Object o) => switch (o) { (Mem a, int b) => a.size(), _ => 0 };
int i(Map<String, Mem> m) { final {'x': a} = m; return a.size(); }
int j(Object o) { switch (o) { case List(first: var a): return a.size(); } return 0; }
int k(List<(Mem, int)> xs) { for (final (a, b) in xs) { a.size(); } return 1; }
",
        )],
        6,
    ),
    (
        &[(
            "A.java",
            "class Mem { int size() { return 1; } }
record P(Mem l, int r) {}
class A {
  int l() { return 1; }
  int f(Object x) { return x instanceof P(Mem l, int r) ? l.size() : 0; }
  int g(Object x) { return switch (x) { case P(var l, int r) -> l.size(); default -> 0; }; }
}
",
        )],
        2,
    ),
];

/// Without the pattern's names, those of the functions would be meant.
#[test]
fn what_a_pattern_takes_apart_is_no_function_of_the_name() {
    check(PATTERNS);
}

#[test]
fn a_package_of_one_name_is_imported_as_a_whole() {
    check(&[(
        &[
            ("A.java", "import model.*;\nclass A { int f(Mem m) { return m.size(); } }\n"),
            (
                "model/Mem.java",
                "package model;\npublic class Mem { public int size() { return 1; } }\n",
            ),
        ],
        1,
    )]);
}

#[test]
fn each_value_of_a_tuple_has_its_own_type() {
    check(&[
        (
            &[(
                "a.py",
                "class Mem:
    def size(self): return 1
class Disk:
    def size(self): return 1
def f(t: tuple[Mem, int]):
    t[0].size()
    a, b = t
    a.size()
def g(t: tuple[Mem, ...]): t[1].size()
",
            )],
            3,
        ),
        (
            &[(
                "a.swift",
                "class Mem { func size() {} }
class Disk { func size() {} }
func f(t: (Mem, Disk)) {
  t.0.size()
  t.1.size()
}
",
            )],
            1,
        ),
    ]);
}

#[test]
fn a_library_may_call_the_member_of_its_name_on_what_it_is_handed() {
    let text = "from framework import testing

class Save:
    def configure(self, updated): pass

class Other:
    def configure(self, updated): pass

def use():
    context = testing.context()
    save = Save()
    context.configure(save, option=1)
    context.configure(Other)
    context.run(save)
    context.configure(1)
";
    let app = project(&[("a.py", text)]);
    let answer = ask::text(app.path(), "find_callers", json!({ "symbol": "Save.configure" }));
    assert!(answer.contains("## Possible, by its name, on what is handed over"), "{answer}");
    assert!(answer.contains("a.py:12 use"), "{answer}");
    assert!(answer.contains("unresolved: a.py:13, 15"), "{answer}");
    let answer = ask::text(app.path(), "find_callers", json!({ "symbol": "Other.configure" }));
    assert!(answer.contains("[≥ 0 callers"), "{answer}");
}
