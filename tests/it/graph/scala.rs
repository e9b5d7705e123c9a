//! Scala: methods that their names call, paths of imports that begin anywhere, packages in
//! packages, patterns, and names of the value of a type.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn a_method_without_parameters_is_called_by_its_name() {
    check(
        "find_callers",
        "
//- /Pool.scala
package app

trait Sized { def si$0ze: Int }
class Pool extends Sized {
  def size = 1
  def twice: Int = size + this.size
}
class Use(pool: Sized) {
  def all: Int = pool.size
                    //^^^^ caller all
  val first = pool.size
                 //^^^^ caller Use
  def text = s\"${pool.size}\"
                    //^^^^ caller text
  def later(size: Int) = size
}
",
    );
}

#[test]
fn an_empty_list_or_a_given_one_may_be_left_out() {
    check(
        "find_callers",
        "
//- /a.scala
class Pool {
  def clo$0se(): Unit = ()
  def twice = { close; close() }
              //^^^^^ caller twice
                     //^^^^^ caller twice
}
",
    );
    check(
        "find_callers",
        "
//- /a.scala
class Pool {
  def rea$0d[A](implicit of: Reads[A]): A = of.one
  def twice(pool: Pool) = pool.read[Int] + pool.read
                             //^^^^ caller twice
                                              //^^^^ caller twice
}
",
    );
}

#[test]
fn the_name_of_a_method_with_parameters_is_a_value() {
    check(
        "find_callers",
        "
//- /a.scala
class Pool {
  def pu$0sh(n: Int): Unit = ()
  def all(list: List[Int]) = { list.foreach(push); push(1) }
                                                 //^^^^ caller all
}
",
    );
    let directory = project(&[(
        "a.scala",
        "class Pool {\n  def push(n: Int): Unit = ()\n  def all(list: List[Int]) = list.foreach(push)\n}\n",
    )]);
    let text = ask::text(directory.path(), "find_callers", json!({ "symbol": "push" }));
    assert!(
        text.contains("`push` as a value: a.scala:3 `") && text.contains("` in `Pool.all`"),
        "{text}"
    );
}

#[test]
fn a_name_that_may_call_is_not_explained_as_a_reference() {
    let directory = project(&[
        ("a.scala", "class Pool {\n  def size: Int = 1\n}\n"),
        (
            "b.scala",
            "class Other {\n  def size: Int = 2\n}\nobject Use { def all(x: Lib.Thing) = x.size }\n",
        ),
    ]);
    let answer = ask::value(directory.path(), "find_callers", json!({ "symbol": "Pool.size" }));
    let account = &answer["account"];
    assert_eq!(account["unresolved"][0]["line"], 4, "{answer:#}");
}

#[test]
fn callees_and_references_have_calls_by_name() {
    check(
        "find_callees",
        "
//- /a.scala
class Pool {
  def size: Int = 1
  def tw$0ice: Int = {
    size
  //^^^^ callee size
  }
}
",
    );
    check(
        "find_references",
        "
//- /a.scala
class Pool {
  def si$0ze: Int = 1
  def twice: Int = size + 1
                 //^^^^ call
}
",
    );
}

#[test]
fn what_a_method_without_parameters_returns_has_its_members() {
    check(
        "find_callers",
        "
//- /a.scala
class Store { def pu$0t(n: Int): Unit = () }
class Pool { def store: Store = new Store }
object Use {
  def current: Pool = new Pool
  def all = current.store.put(1)
                        //^^^ caller all
}
class Other { def put(n: Int): Unit = () }
",
    );
}

#[test]
fn wildcard_imports_of_objects_and_packages_are_followed() {
    check(
        "find_callers",
        "
//- /app/Names.scala
package app
object Names { def sho$0ut(n: Int): Int = n }
//- /app/Use.scala
package app
import Names._
class Use { def all = shout(1) }
                    //^^^^^ caller all
//- /app/inner/Deep.scala
package app
package inner
class Deep {
  import Names.{shout => loud, _}
  def all = loud(1)
          //^^^^ caller all
}
//- /other/Far.scala
package other
import app.Names.shout
import java.util._
class Far { def all = shout(1) }
                    //^^^^^ caller all
//- /other/Local.scala
package other
class Local {
  def all = {
    import app.Names._
    shout(1)
  //^^^^^ caller all
  }
}
",
    );
}

#[test]
fn a_package_in_a_package_sees_the_outer_one() {
    check(
        "find_callers",
        "
//- /app/Pool.scala
package app
class Pool { def ru$0n(n: Int): Int = n }
//- /app/inner/Use.scala
package app
package inner
class Use(pool: Pool) { def all = pool.run(1) }
                                     //^^^ caller all
//- /app/inner/Other.scala
package app.inner
class Other { def run(n: Int): Int = n }
",
    );
}

#[test]
fn the_name_of_a_types_value_has_the_members_of_the_type() {
    check(
        "find_callers",
        "
//- /a.scala
class Pool { outer =>
  def pu$0sh(n: Int): Unit = ()
  def all = outer.push(1)
                //^^^^ caller all
  class Inner { def push(n: Int): Unit = outer.push(n) }
                                             //^^^^ caller push
}
",
    );
}

#[test]
fn a_trait_of_an_object_sees_the_members_of_the_object() {
    check(
        "find_callers",
        "
//- /Names.scala
object Names extends Platform { def fir$0st: Int = 1 }
//- /Platform.scala
abstract class Platform { this: Names.type =>
  val all = List(first)
               //^^^^^ caller Platform
}
",
    );
}

#[test]
fn variables_of_cases_and_lambdas_hide_methods() {
    check(
        "find_callers",
        "
//- /a.scala
class Pool {
  def si$0ze: Int = 1
  def one(x: Any) = x match {
    case n: Int =>
      val size = n
      size
    case _ => size
            //^^^^ caller one
  }
  def two = each { x =>
    val size = x
    size
  }
  def three(x: Any) = x match { case size :: _ => size }
  def four(x: Any) = x match { case size @ Some(_) => size }
}
",
    );
}

#[test]
fn a_name_with_a_capital_in_a_pattern_is_a_value() {
    check(
        "find_references",
        "
//- /a.scala
object No$0thing
class Use {
  def all(x: Any) = x match { case Nothing => 1 case (Nothing, b) => 2 }
                                 //^^^^^^^ read
                                                    //^^^^^^^ read
}
",
    );
}

#[test]
fn parameters_of_lambdas_have_their_types() {
    check(
        "find_callers",
        "
//- /a.scala
class Pool { def pu$0sh(n: Int): Unit = () }
class Other { def push(n: Int): Unit = () }
class Use {
  def all = each((pool: Pool) => pool.push(1))
                                    //^^^^ caller all
  def more = each { pool: Pool => pool.push(1) }
                                     //^^^^ caller more
}
",
    );
}

#[test]
fn a_member_of_an_object_is_called_by_the_objects_name() {
    check(
        "find_callers",
        "
//- /os/Read.scala
package os
object read { object lines { def app$0ly(p: String): Seq[String] = Seq(p) } }
//- /os/Use.scala
package os
object Use {
  def known() = os.read.lines.apply(1)
                            //^^^^^ caller known
  def unknown(res: lib.Result) = {
    val out = res.lines
    out.apply(2)
      //^^^^^ caller unknown [possible]
  }
}
",
    );
    check(
        "find_callers",
        "
//- /os/Read.scala
package os
object read { def line$0s(p: String): Seq[String] = Seq(p) }
//- /test/Use.scala
package test
object Use {
  def known() = os.read.lines(1)
                      //^^^^^ caller known
  def unknown() = {
    val res = lib.proc.call()
    res.out.lines(2)
          //^^^^^ caller unknown [possible]
  }
}
",
    );
}

#[test]
fn members_of_a_package_object_are_those_of_the_package() {
    check(
        "find_callers",
        "
//- /os/src/package.scala
package object os { def ho$0me(): String = \"x\" }
//- /os/src/Inside.scala
package os
class Inside { def all = home() }
                       //^^^^ caller all
//- /test/Use.scala
package test
class Use { def all = os.home() }
                       //^^^^ caller all
//- /test/Other.scala
package test
object other { def home(): String = \"y\" }
class Far { def all = other.home() }
",
    );
}

#[test]
fn a_parameter_of_a_case_class_is_found_on_a_line_of_its_own() {
    let model = "package os\ncase class Result(\n    command: Int,\n    exitCode: Int\n)\n";
    let app = project(&[
        ("Model.scala", model),
        ("P.scala", "package os\nclass P { def exitCode(): Int = 1 }\n"),
        ("U.scala", "package os\nobject U { def g(r: Result) = r.exitCode }\n"),
    ]);
    let question = json!({ "symbol": "Result.exitCode" });
    let answer = ask::value(app.path(), "find_references", question);
    assert_eq!(answer["results"][0]["file"], "U.scala", "{answer:#}");
    assert_eq!(answer["account"]["rows"], 1, "{answer:#}");
}

#[test]
fn words_of_an_interpolated_string_are_text() {
    let copy = "package os
object copy {
  def into(to: String): String = to
  def fail(to: String) = s\"cannot copy into itself: $to, ${into(to)}\"
}
";
    let app = project(&[("Copy.scala", copy)]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "copy.into" }));
    assert_eq!(answer["account"]["unresolved"], json!([]), "{answer:#}");
    assert_eq!(answer["account"]["rows"], 1, "{answer:#}");
}

#[test]
fn the_names_of_all_packages_around_a_file_are_seen() {
    check(
        "find_callers",
        "
//- /Uri.scala
package org.http

object Uri { def of$0Text(text: String) = 1 }
//- /Other.scala
package other

object Uri { def ofText(text: String) = 2 }
//- /client/middleware/Redirect.scala
package org.http
package client
package middleware

import cats.effect._

object Redirect {
  def go(text: String) = Uri.ofText(text)
                           //^^^^^^ caller go
}
",
    );
}

#[test]
fn a_call_with_type_arguments_may_stand_behind_an_operator() {
    check(
        "find_callers",
        "
//- /a.scala
package app

class Pool[A](size: Int) { def ta$0ke(): Int = size }
object Pool { def apply[A](size: Int): Pool[A] = new Pool(size) }
class Sink { def take(): Int = 0 }
object Use {
  def go(name: String) = name -> Pool[Int](1).take()
                                            //^^^^ caller go
}
",
    );
    check(
        "find_callers",
        "
//- /a.scala
package app

object Pools { def ma$0ke[A](size: Int): Int = size }
object Use {
  import Pools._
  def one(name: String) = name -> make[Int](1)
                                //^^^^ caller one
  def two(name: String) = name -> Pools.make[Int](1)
                                      //^^^^ caller two
}
",
    );
}

#[test]
fn a_call_of_an_object_calls_its_member_for_that() {
    check(
        "find_callers",
        "
//- /exists.scala
package app

object exists { def app$0ly(path: String): Boolean = path != \"\" }
object other { def apply(path: String): Boolean = false }
class Plain { def apply(path: String) = 1 }
//- /use.scala
package app

object Use {
  def one = exists(\"x\")
          //^^^^^^ caller one
  def two = app.exists(\"x\") && exists.apply(\"y\")
              //^^^^^^ caller two
                                    //^^^^^ caller two
  def three(plain: Plain) = other(\"x\") || plain(\"x\")
}
",
    );
    check(
        "find_callers",
        "
//- /a.scala
package app

case class Order(name: String)
object Order {
  def app$0ly(one: Int): Order = Order(\"one\")
                               //^^^^^ caller apply [possible]
  def apply(one: Int, two: Int): Order = Order(one)
                                       //^^^^^ caller apply [possible]
}
object Use {
  def all = Order(1, 2)
}
",
    );
}

#[test]
fn blocks_are_called_with_what_options_and_lists_hold() {
    check(
        "find_callers",
        "
//- /a.scala
package app

class Circle { def ar$0ea(): Double = 1; def far(c: Circle): Boolean = true }
class Other { def area(): Double = 0; def circles: List[Circle] = Nil }
class Use {
  def a(held: Option[Circle]) = held.map(x => x.area())
                                              //^^^^ caller a
  def b(list: List[Circle]) = list.map(_.area())
                                       //^^^^ caller b
  def c(held: Option[Circle]) = held match { case Some(x) => x.area(); case None => 1 }
                                                             //^^^^ caller c
  def d(one: Either[String, Circle]) = one.map(x => x.area())
                                                    //^^^^ caller d
  def e(list: List[Other]) = list.flatMap(_.circles.map(_.area()))
                                                        //^^^^ caller e
  def f(list: List[Other]) = list.map(_.area())
  def g(list: List[Other], one: Circle) = list.map(o => one.far(_.area()))
                                                                //^^^^ caller g [possible]
}
",
    );
}

#[test]
fn what_a_function_without_a_type_gives_and_a_collection_holds_is_known() {
    check(
        "find_callers",
        "
//- /a.scala
class Index { def pk$0ey() = {} }
class Other { def pkey() = {} }
class Hold(all: List[Index], map: Map[String, Index]) {
  def made = new Index
  def block() = { val other = new Other; new Index }
  def again() = block()
  def one() = {
    made.pkey()
       //^^^^ caller one
    again().pkey()
          //^^^^ caller one
    all(0).pkey()
         //^^^^ caller one
    map(\"a\").pkey()
           //^^^^ caller one
  }
}
",
    );
}

#[test]
fn types_that_a_self_type_joins_bring_in_their_members() {
    check(
        "find_callers",
        "
//- /a.scala
trait Users { def fi$0nd(id: Int): Int = id }
trait Pools { def find(name: String): Int = 1 }
trait Names
trait Marks
trait Page {
  self: Names & Users &
    Marks =>
  def show = {
    find(1)
  //^^^^ caller show
  }
}
trait Other {
  self: Names & Pools =>
  def show = { find(\"a\") }
}
",
    );
}
