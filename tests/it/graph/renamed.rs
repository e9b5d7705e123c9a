//! Names that imports give to what they import.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn functions_are_called_by_the_name_that_an_import_gives_them() {
    check(
        "find_callers",
        "
//- /lib.php
<?php
namespace App;
function hel$0per($x) { return $x; }
//- /use.php
<?php
use function App\\helper as h2;
use App\\{Other as O};
function run() { return h2(4); }
                      //^^ caller run
//- /apart.php
<?php
function h2($x) { return $x; }
function apart() { return h2(4); }
",
    );
    check(
        "find_callers",
        "
//- /lib/Lib.kt
package lib
fun hel$0per(x: Int): Int = x
//- /use/Use.kt
package use
import lib.helper as hh
fun run() = hh(2)
          //^^ caller run
//- /use/Apart.kt
package apart
fun hh(x: Int) = x
fun apart() = hh(2)
",
    );
    check(
        "find_callers",
        "
//- /lib/Lib.scala
package lib
object Util { def hel$0per(x: Int): Int = x }
//- /use/Use.scala
package use
import lib.Util.{helper => hh}
object U { def run() = hh(7) }
                     //^^ caller run
//- /use/Later.scala
package use
import lib.Util.helper as h3
object V { def later() = h3(7) }
                       //^^ caller later
",
    );
    check(
        "find_callers",
        "
//- /L.groovy
package lib
class L { static int hel$0per(int x) { x } }
//- /U.groovy
import static lib.L.helper as hh
class U { def run() { hh(7) } }
                    //^^ caller run
",
    );
    check(
        "find_callers",
        "
//- /l.sol
function hel$0per(uint x) pure returns (uint) { return x; }
//- /u.sol
import {Other, helper as hh} from \"./l.sol\";
contract C { function run() public { hh(1); } }
                                   //^^ caller run
",
    );
}

#[test]
fn modules_and_functions_are_used_by_the_name_that_an_import_gives_them() {
    check(
        "find_references",
        "
//- /lib.ex
defmodule A.Long$0Name do
  def f(x), do: x
end
//- /use.ex
defmodule U do
  alias A.LongName, as: C
  #       ^^^^^^^^ import
  #                     ^ import
  def y, do: C.f(1)
  #          ^ read
end
",
    );
    check(
        "find_callers",
        "
//- /x.zig
pub fn hel$0per(x: u32) u32 { return x; }
//- /u.zig
const h = @import(\"x.zig\").helper;
fn f() void { _ = h(1); }
                //^ caller f
",
    );
    check(
        "find_callers",
        "
//- /lib.clj
(ns lib)
(defn hel$0per [x] x)
//- /u.clj
(ns u (:require [lib :refer [helper] :rename {helper hh}]))
(defn run [] (hh 1))
;             ^^ caller run [possible]
",
    );
}

#[test]
fn types_are_extended_by_the_name_that_an_import_gives_them() {
    check(
        "find_implementations",
        "
//- /lib.php
<?php
namespace App;
class Ba$0se {}
//- /use.php
<?php
use App\\Base as B;
class Sub extends B {}
    //^^^ impl
//- /other.php
<?php
namespace Other;
class B {}
class Apart extends B {}
",
    );
    check(
        "find_implementations",
        "
//- /lib/Lib.kt
package lib
open class Wid$0get(val n: Int)
//- /use/Use.kt
package use
import lib.Widget as Wd
class Sub : Wd(2)
    //^^^ impl
",
    );
    check(
        "find_implementations",
        "
//- /Lib.cs
namespace Lib { public class Wid$0get {} }
//- /Use.cs
using W = Lib.Widget;
class Sub : W {}
    //^^^ impl
//- /Apart.cs
using W = Other.Widget;
class Apart : W {}
",
    );
}

#[test]
fn the_account_counts_the_other_name() {
    let directory = project(&[
        ("lib.php", "<?php\nnamespace App;\nfunction helper($x) { return $x; }\n"),
        ("use.php", "<?php\nuse function App\\helper as h2;\nfunction run() { return h2(4); }\n"),
    ]);
    let answer = ask::value(directory.path(), "find_references", json!({ "symbol": "helper" }));
    assert_eq!(answer["results"].as_array().map(Vec::len), Some(3), "{answer:#}");
    assert_eq!(answer["account"]["names"], json!(["helper", "h2"]), "{answer:#}");
    assert_eq!(answer["account"]["unresolved"], json!([]), "{answer:#}");
}

#[test]
fn methods_between_their_operands_are_called() {
    check(
        "find_callers",
        "
//- /Lib.kt
package lib
class Foo { infix fun wi$0th(o: Foo) = this }
class Other { infix fun with(o: Other) = this }
fun run(f: Foo, o: Other) {
  f with f
  //^^^^ caller run
  o with o
}
",
    );
    check(
        "find_callers",
        "
//- /lib/Lib.scala
package lib
class P { def pl$0us(o: P) = o }
object M {
  def run(p: P) = p plus p
                  //^^^^ caller run
}
",
    );
    check(
        "find_callers",
        "
//- /Lib.groovy
class Lib { static int hel$0per(int x) { x } }
//- /Use.groovy
class Use {
  def run() {
    Lib.helper 1
      //^^^^^^ caller run
  }
}
",
    );
}

/// Files that lie side by side may be of several packages.
#[test]
fn a_renamed_import_of_kotlin_needs_no_directories() {
    check(
        "find_callers",
        "
//- /Lib.kt
package lib
fun hel$0per(x: Int): Int = x
//- /Use.kt
package use
import lib.helper as other
fun main() {
    other(2)
  //^^^^^ caller main
}
",
    );
}

/// `_` is no name: the import brings in methods, or runs the module's code.
#[test]
fn import_without_a_name_gives_none() {
    let rust = project(&[
        ("Cargo.toml", "[package]\nname = \"small\"\n"),
        ("src/lib.rs", "pub mod q;\npub mod u;\n"),
        (
            "src/q.rs",
            "pub trait Query { fn run(&self); }\npub struct Own;\nimpl Query for Own { fn run(&self) {} }\n",
        ),
        (
            "src/u.rs",
            "use crate::q::Query as _;\npub fn f(_: u8) { let _ = 1; match 2 { _ => {} } }\n",
        ),
    ]);
    let arguments = json!({ "symbol": "Query" });
    for tool in ["find_implementations", "find_references"] {
        let text = ask::text(rust.path(), tool, arguments.clone());
        assert!(text.contains("all 3 occurrences of `Query` accounted for"), "{text}");
        assert!(!text.contains("renamed in"), "{text}");
    }
    let scala = project(&[
        ("lib/Lib.scala", "package lib\nobject Util { def helper(x: Int): Int = x }\n"),
        (
            "use/Use.scala",
            "package use\nimport lib.Util.{helper => _, other}\nobject U { def run(x: Int) = x match { case _ => other(7) } }\n",
        ),
    ]);
    let text = ask::text(scala.path(), "find_references", json!({ "symbol": "helper" }));
    assert!(!text.contains("renamed in") && text.contains("of `helper` accounted for"), "{text}");
}

/// What an import renames is only the definition that it leads to.
#[test]
fn names_of_other_definitions_are_none_of_the_target() {
    let small = project(&[
        ("Cargo.toml", "[package]\nname = \"small\"\n"),
        ("src/lib.rs", "pub mod one;\npub mod two;\npub mod u;\n"),
        ("src/one.rs", "pub trait Extractor { fn run(&self); }\n"),
        ("src/two.rs", "pub trait Extractor { fn run(&self); }\n"),
        (
            "src/u.rs",
            "use crate::one::Extractor;\nuse crate::two::Extractor as VectorExtractor;\n\
             pub struct S;\nimpl Extractor for S { fn run(&self) {} }\n\
             impl VectorExtractor for S { fn run(&self) {} }\n",
        ),
    ]);
    let ask =
        |symbol: &str| ask::text(small.path(), "find_implementations", json!({ "symbol": symbol }));
    let one = ask("src/one.rs#Extractor");
    assert!(one.contains("src/u.rs:4 for S · "), "{one}");
    assert!(!one.contains("`VectorExtractor`"), "{one}");
    let two = ask("src/two.rs#Extractor");
    assert!(two.contains("src/u.rs:5 impl VectorExtractor for S"), "{two}");
    assert!(two.contains("`VectorExtractor` is `Extractor`, renamed in src/u.rs:2"), "{two}");
}

/// Whoever calls the alias of a type makes a value of the type.
#[test]
fn constructors_are_called_by_the_name_that_an_alias_gives_their_type() {
    for text in [
        "
//- /a.kt
open class M$0em(val n: Int)
typealias M = Mem
typealias N = M
class Sub : M(1)
          //^ caller Sub
fun a() = N(3)
        //^ caller a
",
        "
//- /a.swift
class Mem { in$0it(_ n: Int) {} }
typealias M = Mem
func a() -> M { M(3) }
              //^ caller a
",
        "
//- /a.dart
class Mem { Me$0m(int x); Mem.named(); }
typedef M = Mem;
a() { M(3); }
    //^ caller a
b() { M.named(); }
",
        "
//- /a.scala
class M$0em(n: Int)
object A {
  type M = Mem
  def b = new M(1)
            //^ caller b
  class Sub extends M(2)
                  //^ caller Sub
}
",
        "
//- /a.cpp
class Mem { public: Me$0m(int x) {} };
using M = Mem;
typedef Mem N;
void a() { M m(3); auto p = new N(5); auto q = M(6); }
                                             //^ caller a
                              //^ caller a
         //^ caller a
class Sub : public M { Sub() : M(7) {} };
                             //^ caller Sub
",
    ] {
        check("find_callers", text);
    }
}

#[test]
fn values_of_an_alias_have_the_members_of_its_type() {
    for text in [
        "
//- /a.kt
class Mem { fun si$0ze() = 1 }
class Disk { fun size() = 2 }
typealias M = Mem
fun a(m: M) = m.size() + M().size()
                           //^^^^ caller a
              //^^^^ caller a
",
        "
//- /a.dart
class Mem { int si$0ze() => 1; }
class Disk { int size() => 1; }
typedef M = Mem;
a(M m) => m.size() + M().size();
                       //^^^^ caller a
          //^^^^ caller a
",
    ] {
        check("find_callers", text);
    }
}

#[test]
fn what_a_supertype_is_given_is_passed_to_its_constructor() {
    check(
        "find_callers",
        "
//- /a.scala
class M$0em(n: Int)
class Sub extends Mem(1)
                //^^^ caller Sub
object One extends Mem(2) { def get = 1 }
                 //^^^ caller One
",
    );
}

/// A constructor with a name of its own is not called by the type's.
#[test]
fn a_named_constructor_is_called_by_its_name() {
    check(
        "find_callers",
        "
//- /a.dart
class Mem { Mem(int x); Mem.ma$0de(); factory Mem.other(int x) = Mem.made; }
                                                                   //^^^^ caller other
a() => Mem(1);
b() => Mem.made();
         //^^^^ caller b
",
    );
}

/// A name that an import gives in a function, or in a file that exports nothing, is its own.
#[test]
fn names_that_one_file_alone_knows_are_followed_there() {
    let small = project(&[
        ("package.json", "{ \"name\": \"small\" }\n"),
        ("check.ts", "export function validate(url: string) { return url; }\n"),
        (
            "check.test.ts",
            "import { validate as fn } from './check';\ntest('a', () => { fn('a'); });\n\
             test('b', async () => { const { validate: run } = await import('./check'); run('b'); });\n",
        ),
        (
            "story.ts",
            "import { fn } from 'lib';\nexport const story = { open: fn(), run: run() };\n",
        ),
        ("passed.ts", "import { validate as given } from './check';\nexport { given };\n"),
        ("use.ts", "import { given } from './passed';\nexport const used = given('c');\n"),
    ]);
    let ask = |symbol: &str| {
        ask::text(small.path(), "find_callers", json!({ "symbol": symbol, "wait": 0 }))
    };
    let text = ask("validate");
    for place in ["check.test.ts", "use.ts:2"] {
        assert!(text.contains(place), "{place}: {text}");
    }
    for other in ["story.ts", "`fn`", "`run`"] {
        assert!(!text.contains(other), "{other}: {text}");
    }
    assert!(text.contains("`given` is `validate`, renamed in passed.ts:1"), "{text}");
}
