//! Types and members of one name: nested types, companions, paths from the outermost package on,
//! and what is delegated or converted.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn a_path_of_a_package_is_no_imported_type_of_the_name() {
    check(
        "find_callers",
        "
//- /src/Blog.kt
package app.blog
abstract class Model { fun to$0tal(): Int = 1 }
//- /src/Shop.kt
package app.shop
abstract class Model { fun total(): Int = 0 }
//- /src/Use.kt
package app.web
import app.shop.Model
class Cart : Model() { fun a() = total() }
class Far : app.blog.Model() { fun b() = total() }
                                       //^^^^^ caller b
fun c(model: app.blog.Model) = model.total()
                                   //^^^^^ caller c
fun d(model: app.shop.Model) = model.total()
",
    );
}

#[test]
fn a_companion_s_members_are_called_by_the_name_of_the_type() {
    check(
        "find_callers",
        "
//- /src/Conf.kt
package k
class Conf {
  fun load() = this
  fun again() = load()
  companion object {
    fun lo$0ad() = Conf()
    fun of() = load()
             //^^^^ caller of
  }
}
//- /src/Use.kt
package k
fun use() {
  Conf.load()
     //^^^^ caller use
  Conf().load()
  Conf.of().load()
}
",
    );
}

#[test]
fn members_of_an_object_are_not_those_of_the_class_beside_it() {
    check(
        "find_callers",
        "
//- /Conf.scala
class Conf {
  def lo$0ad: Conf = this
  def again = load
            //^^^^ caller again
}
object Conf {
  def load: Conf = new Conf
  def of = load
}
//- /Use.scala
class Use {
  def one = Conf.load
  def two(conf: Conf) = conf.load
                           //^^^^ caller two
}
",
    );
}

#[test]
fn what_an_interface_is_delegated_to_may_be_called() {
    let text = "package k\ninterface Greeter { fun greet(): Int }\n\
                class Eng : Greeter { override fun greet() = 1; override fun toString() = \"\" }\n\
                class Half(private val g: Greeter) : Greeter by g { fun go() = greet() }\n\
                fun use(half: Half) = half.greet()\nfun show(half: Half) = half.toString()\n";
    let app = project(&[("build.gradle.kts", ""), ("src/Half.kt", text)]);
    let target = json!({ "symbol": "greet", "file": "src/Half.kt", "line": 3 });
    let answer = ask::value(app.path(), "find_callers", target);
    let callers = answer["results"].as_array().expect("callers");
    let names: Vec<&str> = callers.iter().filter_map(|each| each["name"].as_str()).collect();
    assert_eq!(names, ["go", "use"], "{answer:#}");
    // What the interface does not have is not delegated.
    let target = json!({ "symbol": "toString", "file": "src/Half.kt", "line": 3 });
    let answer = ask::value(app.path(), "find_callers", target);
    assert_eq!(answer["results"], json!([]), "{answer:#}");
}

#[test]
fn a_nested_type_is_named_by_its_path() {
    check(
        "find_callers",
        "
//- /store.swift
class Store {
  func lo$0ad() -> Int { 1 }
}
//- /legacy.swift
enum Legacy {
  class Store {
    func load() -> Int { 2 }
  }
  static func inside() -> Int { Store().load() }
}
class Screen {
  let store: Store
  func outside() -> Int { store.load() }
                              //^^^^ caller outside
}
class Old: Legacy.Store {
  func above() -> Int { load() }
}
class New: Store {
  func beside() -> Int { load() }
                       //^^^^ caller beside
}
",
    );
}

#[test]
fn members_of_a_value_are_imported() {
    check(
        "find_callers",
        "
//- /shop.scala
package shop
class Order { def to$0tal: Int = 1 }
class Post { def total: Int = 2 }
//- /web.scala
package web
import shop.{Order, Post}
class Use(order: Order, post: Post) {
  def one = {
    import order.total
    total
  //^^^^^ caller one
  }
  def two = {
    import post._
    total
  }
  def three = order total
                  //^^^^^ caller three
}
",
    );
}

#[test]
fn an_extension_belongs_to_its_type() {
    check(
        "find_callers",
        "
//- /syntax.scala
package m
class Post
object Syntax {
  extension (text: String)
    def slug: String = text
  extension (post: Post)
    def sl$0ug: String = \"\"
    def twice: String = \"\"
}
//- /use.scala
package m
import Syntax.*
class Use(post: Post) {
  def one = post.slug
               //^^^^ caller one
}
",
    );
}

#[test]
fn a_value_from_outside_may_be_converted() {
    let money = "package m\nclass Money(val value: Int) { def plus(other: Money): Money = other }\n\
                 object Money { implicit def fromInt(value: Int): Money = new Money(value) }\n";
    let used = "package m\nobject Use { def go(n: Int) = n.plus(new Money(1)) }\n";
    let app = project(&[("build.sbt", ""), ("Money.scala", money), ("Use.scala", used)]);
    let target = json!({ "symbol": "plus", "file": "Money.scala", "line": 2 });
    let answer = ask::value(app.path(), "find_callers", target);
    assert_eq!(answer["results"][0]["certainty"], "possible", "{answer:#}");
}

#[test]
fn a_property_for_another_type_reads_its_members() {
    check(
        "find_callers",
        "
//- /src/A.kt
package k
class Pool { fun si$0ze() = 1 }
class Use {
  val Pool.half get() = size()
                      //^^^^ caller half
}
",
    );
}
