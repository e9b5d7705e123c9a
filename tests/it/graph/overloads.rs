//! Overloads, told apart by the number of a call's arguments.

use crate::support::fixture::{check, check_one};
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn calls_of_java_choose_an_overload_by_arity() {
    let files = "
//- /app/Pool.java
package app;
class Pool extends Base {
  int ONE(int item) { return 1; }
  int TWO(int item, int count) { return push(item); }
  int ANY(String format, Object... items) { return 0; }
  void use(Pool pool) {
    pool.push(1);
    pool.push(1, 2);
    push(1, 2, 3);
    pool.pull(1);
    pool.pull(1, 2);
  }
  void pull(int item) {}
}
class Base { void OLD(int item, int count) {} }
class Sub extends Pool {
  int push(int item) { return super.push(item, 1); }
}
";
    let plain = files.replace("TWO", "push").replace("ANY", "push").replace("OLD", "pull");
    check(
        "find_callers",
        &plain
            .replace("ONE", "pu$0sh")
            .replace(
                "{ return push(item); }\n",
                "{ return push(item); }\n                                       //^^^^ caller push\n",
            )
            .replace("pool.push(1);\n", "pool.push(1);\n       //^^^^ caller use\n"),
    );
    let plain = files.replace("ONE", "push").replace("ANY", "push").replace("OLD", "pull");
    check(
        "find_callers",
        &plain
            .replace("TWO", "pu$0sh")
            .replace("pool.push(1, 2);\n", "pool.push(1, 2);\n       //^^^^ caller use\n")
            .replace(
                "super.push(item, 1); }\n",
                "super.push(item, 1); }\n                                  //^^^^ caller push\n",
            ),
    );
    let plain = files.replace("ONE", "push").replace("TWO", "push").replace("ANY", "push");
    check(
        "find_callers",
        &plain
            .replace("OLD", "pu$0ll")
            .replace("pool.pull(1, 2);\n", "pool.pull(1, 2);\n       //^^^^ caller use\n"),
    );
}

#[test]
fn an_overload_that_takes_any_number_is_the_last_choice() {
    check(
        "find_callers",
        "
//- /app/Log.java
package app;
class Log {
  void write(String text) {}
  void wri$0te(String text, Object... items) {}
  void use(Log log, String text, int one) {
    log.write(text);
    log.write(text, one, one);
      //^^^^^ caller use
  }
}
",
    );
}

#[test]
fn constructors_are_chosen_by_their_arguments() {
    check(
        "find_callers",
        "
//- /app/Pool.java
package app;
class Pool {
  Pool(int size) {}
  Po$0ol(int size, int most) {}
  static Pool one() { return new Pool(1); }
  static Pool two() { return new Pool(1, 2); }
                               //^^^^ caller two
}
",
    );
    check(
        "find_callers",
        "
//- /pool.swift
class Pool {
  init(size: Int) {}
  in$0it(size: Int, most: Int) {}
}
func one() -> Pool { return Pool(size: 1) }
func two() -> Pool { return Pool(size: 1, most: 2) }
                          //^^^^ caller two
",
    );
}

#[test]
fn an_overload_of_a_subtype_overrides_nothing() {
    check(
        "find_implementations",
        "
//- /app/Shape.java
package app;
interface Shape { double ar$0ea(int scale); }
class Square implements Shape {
  public double area(int scale) { return 1; }
              //^^^^ impl
  double area() { return 1; }
}
",
    );
}

#[test]
fn calls_of_cpp_choose_an_overload_by_arity() {
    let files = "
//- /pool.hpp
struct Base { void pull(int item, int count); };
struct Pool : Base {
  using Base::pull;
  int ONE(int item);
  int TWO(int item, int count = 1, int more = 2);
  int ZERO(void);
  void pull(int item);
};
//- /pool.cpp
#include \"pool.hpp\"
int Pool::push(int item, int count, int more) { return push(); }
int Pool::push(int item) { return push(item, 1, 1); }
template <typename... T> void use(Pool& pool, Pool* other, T... all) {
  pool.push(1);
  other->push(1, 2);
  pool.push();
  pool.push(all...);
  pool.pull(1, 2);
}
";
    check(
        "find_callers",
        &files
            .replace("ONE", "pu$0sh")
            .replace("TWO", "push")
            .replace("ZERO", "push")
            .replace("  pool.push(1);\n", "  pool.push(1);\n     //^^^^ caller use\n")
            .replace(
                "  pool.push(all...);\n",
                "  pool.push(all...);\n     //^^^^ caller use [possible]\n",
            ),
    );
    check(
        "find_callers",
        &files
            .replace("ONE", "push")
            .replace("TWO", "pu$0sh")
            .replace("ZERO", "push")
            .replace("  pool.push(1);\n", "  pool.push(1);\n     //^^^^ caller use [possible]\n")
            .replace(
                "push(item, 1, 1); }\n",
                "push(item, 1, 1); }\n                                //^^^^ caller push\n",
            )
            .replace("  other->push(1, 2);\n", "  other->push(1, 2);\n       //^^^^ caller use\n")
            .replace(
                "  pool.push(all...);\n",
                "  pool.push(all...);\n     //^^^^ caller use [possible]\n",
            ),
    );
    check(
        "find_callers",
        &files
            .replace("ONE", "push")
            .replace("TWO", "push")
            .replace("ZERO", "push")
            .replace("void pull(int item, int count);", "void pu$0ll(int item, int count);")
            .replace("  pool.pull(1, 2);\n", "  pool.pull(1, 2);\n     //^^^^ caller use\n"),
    );
}

#[test]
fn calls_of_c_sharp_choose_an_overload_by_arity() {
    check(
        "find_callers",
        "
//- /Pool.cs
static class More {
    public static void Fi$0ll(this Pool pool, int item) {}
}
class Pool {
    int Push(int item) { return 1; }
    int Push(int item, int count) { return Push(item); }
    void Use(Pool pool) {
        More.Fill(pool, 1);
           //^^^^ caller Use
    }
}
",
    );
    check(
        "find_callers",
        "
//- /Pool.cs
class Pool {
    int Push(int item) { return 1; }
    int Pu$0sh(int item, int count, int more = 1) { return Push(item); }
    int Push(string text, params int[] items) { return 1; }
    void Use(Pool pool) {
        pool.Push(1);
        pool?.Push(1, 2);
            //^^^^ caller Use
        pool.Push(1, 2, 3);
           //^^^^ caller Use
        pool.Push(\"a\", 1, 2, 3);
    }
}
",
    );
}

#[test]
fn calls_of_kotlin_choose_an_overload_by_arity() {
    check(
        "find_callers",
        "
//- /Pool.kt
package app
class Pool {
    fun push(item: Int) = 1
    fun pu$0sh(item: Int, count: Int, more: Int = 1) = push(item)
    fun push(text: String, vararg items: Int) = 2
}
fun use(pool: Pool, all: IntArray) {
    pool.push(1)
    pool.push(1, 2)
       //^^^^ caller use
    pool.push(1) { it }
       //^^^^ caller use [possible]
    pool.push(\"a\", *all)
       //^^^^ caller use [possible]
    pool.push(\"a\", 1, 2, 3)
}
",
    );
}

#[test]
fn calls_of_scala_choose_an_overload_by_arity() {
    check(
        "find_callers",
        "
//- /Pool.scala
package app
class Pool {
  def push(item: Int): Int = 1
  def pu$0sh(item: Int, count: Int)(implicit more: Int): Int = push(item)
  def push(text: String, one: Int, items: Int*): Int = 2
}
object Use {
  def use(pool: Pool): Unit = {
    pool.push(1)
    pool.push(1, 2)
       //^^^^ caller use
    pool.push(1, 2)(3)
       //^^^^ caller use
    pool.push(\"a\", 1, 2, 3)
  }
}
",
    );
}

#[test]
fn calls_of_swift_choose_an_overload_by_arity() {
    check(
        "find_callers",
        "
//- /pool.swift
class Pool {
  func push(_ item: Int) -> Int { return 1 }
  func pu$0sh(_ item: Int, _ count: Amount, _ more: Int = 1) -> Int { return push(item) }
  func push(_ text: String, _ items: Int..., last: Int, end: Int, more: Int) {}
}
func use(pool: Pool) {
  pool.push(1)
  pool.push(1, 2)
     //^^^^ caller use
  pool.push(1, 2, 3)
     //^^^^ caller use
  pool.push(1) { 2 }
     //^^^^ caller use
}
",
    );
}

/// A call that no definition takes is not the only one of the name.
#[test]
fn call_without_fitting_overload() {
    check(
        "find_callers",
        "
//- /app/Pool.java
package app;
class Pool {
  void en$0gage(int item) {}
}
//- /app/Use.java
package app;
class Use {
  void use(Pool pool, Other other) {
    other.engage(1, 2);
    pool.engage(1);
       //^^^^^^ caller use
  }
}
",
    );
}

#[test]
fn the_account_names_the_other_overload() {
    let text = "package app;\nclass Pool {\n  void push(int a) {}\n  void push(int a, int b) { push(a); push(b); }\n}\n";
    let folder = project(&[("app/Pool.java", text)]);
    let answer = ask::value(
        folder.path(),
        "find_callers",
        json!({ "file": "app/Pool.java", "line": 4, "wait": 0 }),
    );
    let others = answer["account"]["others"].as_array().expect("other definitions");
    let others: Vec<(u64, u64)> = others
        .iter()
        .map(|other| (other["line"].as_u64().unwrap_or(0), other["count"].as_u64().unwrap_or(0)))
        .collect();
    assert_eq!(others, [(3, 3)], "{answer:#}");
    let whole = ask::value(folder.path(), "find_callers", json!({ "symbol": "push", "wait": 0 }));
    assert_eq!(whole["target"]["places"].as_array().map(Vec::len), Some(2), "{whole:#}");
    assert_eq!(whole["summary"]["total"], 1, "{whole:#}");
}

#[test]
fn a_chain_goes_on_with_the_result_of_the_overload() {
    check(
        "find_callers",
        "
//- /app/Builder.java
package app;
class Builder {
  String name() { return null; }
  Builder name(String name) { return this; }
  Pool bui$0ld() { return null; }
}
class Other { Pool build() { return null; } }
class Use {
  void use(Builder builder) {
    builder.name(\"a\").build();
                    //^^^^^ caller use
    builder.name().build();
  }
}
",
    );
}

#[test]
fn the_defaults_of_a_member_hold_for_what_overrides_it() {
    check(
        "find_callers",
        "
//- /Pool.kt
package app
open class Base {
    open fun push(item: Int, count: Int = 1) {}
}
class Pool : Base() {
    override fun pu$0sh(item: Int, count: Int) {}
}
fun use(pool: Pool, base: Base) {
    pool.push(1)
       //^^^^ caller use
    base.push(1)
       //^^^^ caller use [possible]
}
",
    );
}

#[test]
fn a_method_reference_may_mean_an_inherited_overload() {
    check(
        "find_references",
        "
//- /app/Bag.java
package app;
abstract class Bag {
  boolean ad$0d(Object item) { return true; }
}
class Counted extends Bag {
  Counted(Iterable<Object> items) { items.forEach(this::add); }
                                                      //^^^ read
  int add(Object item, int times) { return times; }
  void twice(Object item) { add(item, 2); }
}
",
    );
}

#[test]
fn a_call_of_an_unknown_receiver_that_only_a_distant_overload_takes_is_unresolved() {
    let files = [
        ("app/Near.java", "package app;\npublic class Near { public void map(int a) {} }\n"),
        ("far/Far.java", "package far;\npublic class Far { public void map(int a, int b) {} }\n"),
        (
            "app/Use.java",
            "package app;\nclass Use {\n  void use(Near near) { near.map(1); each(p -> p.map(1, 2)); }\n}\n",
        ),
    ];
    let root = project(&files);
    let answer = ask::value(root.path(), "find_callers", json!({ "symbol": "far/Far.java#map" }));
    let account = &answer["account"];
    let is_row = answer["results"].as_array().is_some_and(|rows| !rows.is_empty());
    let is_told = account["unresolved"][0]["line"] == 3;
    assert!(is_row || is_told, "{answer:#}");
}

#[test]
fn each_of_several_functions_may_decide_what_a_call_returns() {
    let text = "
//- /a.ts
export class Pool { close() {} }
export class Disk { close() {} }
export function open(name: string): Pool;
export function open(size: number): Disk;
export function open(of: any): any { return of; }
export class Left { made(): Pool { return new Pool(); } }
export class Right { made(): Disk { return new Disk(); } }
export function use(side: Left | Right) {
  open(1).close();
        //^^^^^ caller use
  side.made().close();
            //^^^^^ caller use
}
";
    check_one("find_callers", text, "Pool { clo$0se", "caller use");
    check_one("find_callers", text, "Disk { clo$0se", "caller use");
}
