//! Values whose type is a type parameter: their members are those of its bound, whatever declares
//! the parameter.

use crate::support::fixture::check;

fn check_callers(text: &str) {
    check("find_callers", text);
}

#[test]
fn bounds_of_a_java_class_and_its_elements_hold_in_its_methods() {
    check_callers(
        "
//- /src/a/Node.java
package a;
class Node { void wr$0ap() {} }
class Other { void wrap() {} }
//- /src/a/Nodes.java
package a;
import java.util.ArrayList;
class Nodes<T extends Node> extends ArrayList<T> {
  T item;
  T get() { return item; }
  void element() { for (T node : this) { node.wrap(); } }
                                            //^^^^ caller element
  void parameter(T node) { node.wrap(); }
                              //^^^^ caller parameter
  void field() { item.wrap(); }
                    //^^^^ caller field
  void result() { get().wrap(); }
                      //^^^^ caller result
}
class Others<T extends Other> {
  void parameter(T node) { node.wrap(); }
}
",
    );
}

#[test]
fn bounds_of_types_hold_in_typescript_beside_another_type_with_such_a_parameter() {
    check_callers(
        "
//- /n.ts
class Other { wrap() {} }
class Others<T extends Other> { parameter(node: T) { node.wrap(); } }
class Node1 { wr$0ap() {} }
class Nodes<T extends Node1> {
  item: T;
  parameter(node: T) { node.wrap(); }
                          //^^^^ caller parameter
  field() { this.item.wrap(); }
                    //^^^^ caller field
}
",
    );
}

#[test]
fn a_method_of_go_names_the_parameters_of_its_type_anew() {
    check_callers(
        "
//- /go.mod
module example.com/n
//- /node.go
package n
type Node interface { Wr$0ap() }
type Nodes[K comparable, T Node] struct { item T }
//- /nodes.go
package n
func (n *Nodes[K, E]) Parameter(node E) {
	node.Wrap()
	   //^^^^ caller Parameter
}
func (n Nodes[K, E]) Field() {
	n.item.Wrap()
	     //^^^^ caller Field
}
",
    );
}

#[test]
fn bounds_of_types_hold_in_kotlin() {
    check_callers(
        "
//- /n.kt
open class Node { fun wr$0ap() {} }
class Nodes<T : Node>(val item: T) {
    fun parameter(node: T) { node.wrap() }
                                //^^^^ caller parameter
    fun field() { item.wrap() }
                     //^^^^ caller field
}
",
    );
}

#[test]
fn bounds_of_types_hold_in_scala() {
    check_callers(
        "
//- /n.scala
class Node { def wr$0ap(): Unit = {} }
class Nodes[T <: Node](val item: T) {
  def parameter(node: T) = { node.wrap() }
                                //^^^^ caller parameter
  def field() = { item.wrap() }
                     //^^^^ caller field
}
",
    );
}

#[test]
fn bounds_of_types_hold_in_csharp() {
    check_callers(
        "
//- /n.cs
class Node { public void Wr$0ap() {} }
class Nodes<T> where T : Node {
  T item;
  void Parameter(T node) { node.Wrap(); }
                              //^^^^ caller Parameter
  void Field() { item.Wrap(); }
                    //^^^^ caller Field
}
",
    );
}

#[test]
fn bounds_of_types_hold_in_dart_and_swift() {
    check_callers(
        "
//- /n.dart
class Node { void wr$0ap() {} }
class Nodes<T extends Node> {
  T item;
  void parameter(T node) { node.wrap(); }
                              //^^^^ caller parameter
  void field() { item.wrap(); }
                    //^^^^ caller field
}
",
    );
    check_callers(
        "
//- /n.swift
class Node { func wr$0ap() {} }
class Nodes<T: Node> {
  var item: T
  func parameter(node: T) { node.wrap() }
                               //^^^^ caller parameter
  func field() { item.wrap() }
                    //^^^^ caller field
}
",
    );
}

#[test]
fn bounds_of_a_rust_struct_hold_for_its_fields() {
    check_callers(
        "
//- /Cargo.toml
[package]
name = \"n\"
//- /src/lib.rs
pub trait Node { fn wr$0ap(&self) {} }
pub struct Nodes<T: Node> { item: T }
impl<E: Node> Nodes<E> {
    fn field(&self) { self.item.wrap(); }
                              //^^^^ caller field
}
",
    );
}

#[test]
fn bounds_of_a_python_class_hold_in_its_methods() {
    check_callers(
        "
//- /n.py
class Node:
    def wr$0ap(self): pass
class Nodes[T: Node]:
    item: T
    def parameter(self, node: T): node.wrap()
                                     # ^^^^ caller parameter
    def field(self): self.item.wrap()
                             # ^^^^ caller field
",
    );
}

#[test]
fn what_is_given_a_class_gives_a_value_of_it_where_its_result_says_so() {
    check(
        "find_callers",
        "
//- /a.py
from typing import Any, Callable, TypeVar, overload
T = TypeVar('T')

class Manager:
    def scr$0ape(self): pass

class Other:
    def scrape(self): pass

def build(of: type[T], *args: Any) -> T:
    return of(*args)

def called(settings: dict, of: Callable[..., T]) -> T: ...

def listed(of: list[T], other: Any) -> T: ...

class Factory:
    def get(self, of: type[T]) -> T: ...

def use(factory: Factory, unknown):
    build(Manager, 1).scrape()
                     #^^^^^^ caller use
    build(Other).scrape()
    made = called({}, Manager)
    made.scrape()
        #^^^^^^ caller use
    factory.get(Manager).scrape()
                        #^^^^^^ caller use
    factory.get(Other).scrape()
    build(unknown).scrape()
",
    );
}
