//! Members that the project adds to types of libraries: what they give is the project's, also
//! behind literals and what libraries make.

use crate::support::fixture::check;

#[test]
fn kotlin_extensions() {
    check(
        "find_callers",
        "
//- /a.kt
package a
class Item { fun ru$0n() {} }
class Other { fun run() {} }
fun Int.item(): Item = Item()
val String.its: Item get() = Item()
fun <T> List<T>.wrap(): Item = Item()
fun f(s: String) {
  1.item().run()
         //^^^ caller f [possible]
  \"a\".its.run()
        //^^^ caller f [possible]
  s.its.run()
      //^^^ caller f
  listOf(1).wrap().run()
                 //^^^ caller f [possible]
}
",
    );
}

#[test]
fn rust_traits() {
    check(
        "find_callers",
        "
//- /src/ext.rs
pub struct Item;
pub struct Other;
impl Item { pub fn ru$0n(&self) {} }
impl Other { pub fn run(&self) {} }
pub trait Ext { fn item(&self) -> Item; }
impl Ext for u32 { fn item(&self) -> Item { Item } }
//- /src/lib.rs
mod ext;
use ext::Ext;
fn f(n: u32) {
    n.item().run();
           //^^^ caller f
}
//- /src/unseen.rs
fn g() { 1u32.item().run(); }
",
    );
}

#[test]
fn swift_extensions() {
    check(
        "find_callers",
        "
//- /a.swift
final class Item { func ru$0n() {} }
final class Other { func run() {} }
extension Int { var item: Item { Item() } }
extension String { func its() -> Item { Item() } }
func f(n: Int, s: String) {
  1.item.run()
       //^^^ caller f [possible]
  n.item.run()
       //^^^ caller f
  \"a\".its().run()
          //^^^ caller f [possible]
  s.its().run()
        //^^^ caller f
}
",
    );
}

#[test]
fn scala_implicit_classes() {
    check(
        "find_callers",
        "
//- /a.scala
package a
class Item { def ru$0n(): Unit = () }
class Other { def run(): Unit = () }
object Syntax {
  implicit class Ops(x: Int) { def item: Item = new Item }
}
object Use {
  import Syntax._
  def f(n: Int): Unit = {
    1.item.run()
         //^^^ caller f [possible]
    n.item.run()
         //^^^ caller f
  }
}
",
    );
}

#[test]
fn rubys_classes_that_are_opened_again() {
    check(
        "find_callers",
        "
//- /a.rb
class Item
  def ru$0n; end
end
class Other
  def run; end
end
class String
  def item
    Item.new
  end
end
def f
  \"a\".item.run
         # ^^^ caller f [possible]
end
",
    );
}
