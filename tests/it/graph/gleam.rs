//! Gleam.

use crate::support::fixture::check;

const SHOP: &str = "
//- /gleam.toml
name = \"shop\"
//- /src/shop/cart.gleam
";

/// Adds the files that use a module to the module.
#[track_caller]
fn check_users(tool: &str, module: &str, users: &str) {
    check(tool, &format!("{SHOP}{module}{users}"));
}

#[test]
fn functions_of_modules_have_callers() {
    check_users(
        "find_callers",
        "pub fn to$0tal(cart) { 1 }
fn twice(cart) { total(cart) + total(cart) }
               //^^^^^ caller twice
                             //^^^^^ caller twice
fn other(total) { total(1) }
",
        "//- /src/shop.gleam
import shop/cart
pub fn main() {
  cart.total(1)
     //^^^^^ caller main
  1 |> cart.total
          //^^^^^ caller main
  1 |> cart.total()
          //^^^^^ caller main
  use <- cart.total
            //^^^^^ caller main
  total()
}
//- /src/shop/named.gleam
import shop/cart.{total as sum} as carts
pub fn named() {
  sum(1) + carts.total(2)
//^^^ caller named
               //^^^^^ caller named
}
//- /test/shop_test.gleam
import shop/cart.{total}
pub fn total_test() {
  assert total(1) == 1
       //^^^^^ caller total_test
}
//- /src/other.gleam
import other/cart
pub fn elsewhere(value) {
  cart.total(1)
  value.total
}
//- /src/other/cart.gleam
pub fn total(x) { x }
",
    );
}

#[test]
fn a_type_and_its_constructor_of_the_same_name_are_one() {
    check_users(
        "find_references",
        "pub type It$0em {
  Item(name: String)
}
pub fn make() -> Item { Item(name: \"a\") }
               //^^^^ type
                      //^^^^ call
",
        "//- /src/shop.gleam
import shop/cart.{type Item, Item}
                     //^^^^ import
                           //^^^^ import
pub fn name(item: Item) {
                //^^^^ type
  let Item(name:) = item
    //^^^^ read
  cart.Item(..item, name: name)
     //^^^^ call
}
",
    );
}

#[test]
fn constructors_are_names_of_their_module() {
    check_users(
        "find_references",
        "pub type Buyer {
  Gu$0est
  Member(id: Int)
}
pub type Guest { Visitor }
pub fn is_guest(buyer: Buyer) -> Bool {
  case buyer {
    Guest -> True
  //^^^^^ read
    Member(..) -> False
  }
}
",
        "//- /src/shop.gleam
import shop/cart.{Guest}
                //^^^^^ import
pub fn make(guest: cart.Guest) { [Guest, cart.Guest] }
                                //^^^^^ read
                                            //^^^^^ read
",
    );
}

#[test]
fn fields_are_found_by_the_type_of_their_record() {
    check_users(
        "find_references",
        "pub type Item {
  Item(na$0me: String, next: Item)
}
pub type Owner { Person(name: String) }
pub fn find(id: Int) -> Result(Item, Nil) { Ok(Item(name: \"a\", next: todo)) }
                                                  //^^^^ write
pub fn name(owner: Owner) { owner.name }
",
        "//- /src/shop.gleam
import shop/cart.{type Item, Item}
pub fn show(item: Item, list) {
  item.name
     //^^^^ read
  item.next.name
          //^^^^ read
  let assert Ok(found) = cart.find(1)
  found.name
      //^^^^ read
  let made = Item(..item, name: \"b\")
                        //^^^^ write
  made.name
     //^^^^ read
  use first <- result.try(cart.find(1))
  first.name
      //^^^^ read
  case cart.find(1) {
    Ok(one) -> one.name
                 //^^^^ read
    Error(_) -> item |> same |> fn(x) { \"\" }
  }
  let again = item |> same
  again.name
      //^^^^ read
  let Item(name: text, ..) = item
         //^^^^ read
  let Item(name:, ..) = item
         //^^^^ read
  name
}
fn same(item: Item) -> Item { item }
",
    );
}

/// A module and a value may have one name: the member decides.
#[test]
fn a_module_is_told_from_a_value_of_its_name_by_the_member() {
    check_users(
        "find_references",
        "pub type Cart {
  Cart(size: Int)
}
pub fn to$0tal(cart: Cart) { cart.size }
pub fn size(cart: Cart) { cart.size }
",
        "//- /src/shop.gleam
import shop/cart.{type Cart}
import shop/names.{cart}
pub fn sum(cart: Cart) {
  cart.total(cart)
     //^^^^^ call
}
pub fn each(carts) { carts |> map(fn(cart) { cart.total(cart) }) }
                                                //^^^^^ call
pub fn bound() {
  let cart = cart.Cart(1)
  cart |> cart.total
             //^^^^^ call
}
//- /src/shop/names.gleam
pub fn cart() { 1 }
pub fn total(value) { value.total }
",
    );
    check_users(
        "find_references",
        "pub type Cart {
  Cart(si$0ze: Int)
}
pub fn size(cart: Cart) { cart.size }
                             //^^^^ read
",
        "//- /src/shop.gleam
import shop/cart.{type Cart}
pub fn sum(cart: Cart) { cart.size + carts(cart.size) }
                            //^^^^ read
                                              //^^^^ read
pub fn other() { cart.size(1) }
",
    );
}

#[test]
fn the_path_of_a_module_names_no_definition() {
    check_users(
        "find_references",
        "import shop/total.{twice}
pub fn to$0tal(x) { total.twice(x) + total(x) + twice(x) }
                                   //^^^^^ call
",
        "//- /src/shop/total.gleam
pub fn twice(x) { x }
",
    );
}

#[test]
fn labels_of_arguments_are_no_names() {
    check_users(
        "find_references",
        "pub fn wi$0th(value) { value }
pub fn apply(with fun: fn(a) -> a) { fun }
pub fn use_it() { apply(with: with) }
                            //^^^^ read
",
        "",
    );
}

#[test]
fn callees_are_those_of_their_module() {
    check_users(
        "find_callees",
        "import gleam/list
pub fn ru$0n(items) {
  items |> list.map(step) |> finish
              //^^^ callee map?
                           //^^^^^^ callee finish
}
fn step(x) { x }
fn finish(x) { x }
",
        "",
    );
}
