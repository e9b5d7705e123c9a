//! Type arguments that a call does not write: what they are follows from what it passes, and where
//! that is not known, what the call gives may be of any type.

use crate::support::fixture::{check, check_one};

fn check_callers(text: &str) {
    check("find_callers", text);
}

#[test]
fn what_a_generic_function_of_go_gives_is_not_from_outside() {
    check_callers(
        "
//- /go.mod
module example.com/n
//- /node.go
package n
type Other struct{}
func (o *Other) Wrap() {}
type Node struct{}
func (n *Node) Wr$0ap() {}
func Keep[T any](all []T, keep func(T) bool) []T { return all }
func Keys[K comparable, V any](all map[K]V) []K { return nil }
func Load[T any](find func() T) []T { return nil }
type Held[T any] struct { All []T }
func Hold[T any](value T) Held[T] { return Held[T]{} }
func Bound(all []*Node) {
	for _, node := range Keep(all, nil) {
		node.Wrap()
		   //^^^^ caller Bound
	}
	Keep(all, nil)[0].Wrap()
	                //^^^^ caller Bound
	node := &Node{}
	for _, each := range Hold(node).All {
		each.Wrap()
		   //^^^^ caller Bound
	}
}
func Open() {
	for _, node := range Load(func() *Node { return nil }) {
		node.Wrap()
		   //^^^^ caller Open [possible]
	}
}
func Others(all []*Other) {
	for _, other := range Keep(all, nil) { other.Wrap() }
}
",
    );
}

#[test]
fn what_a_generic_method_of_csharp_gives_is_not_from_outside() {
    check_callers(
        "
//- /A.cs
using System.Collections.Generic;
class Node { public void Wr$0ap() {} }
class Other { public void Wrap() {} }
class Held<T> { public T Value; public List<T> All() => null; }
static class Tools {
  static T One<T>(T value) => value;
  static List<T> Keep<T>(List<T> all) => all;
  static Held<T> Hold<T>(T value) => null;
  static T Load<T>(System.Func<T> load) => load();
  static void Bound(List<Node> all) {
    One(new Node()).Wrap();
                  //^^^^ caller Bound
    foreach (var node in Keep(all)) node.Wrap();
                                       //^^^^ caller Bound
    var held = Hold(all[0]);
    foreach (var each in Hold(new Node()).All()) each.Wrap();
                                                    //^^^^ caller Bound
  }
  static void Open() {
    Load(() => new Node()).Wrap();
                         //^^^^ caller Open [possible]
  }
  static void Others(List<Other> all) {
    foreach (var other in Keep(all)) other.Wrap();
    One(new Other()).Wrap();
  }
}
",
    );
}

#[test]
fn what_a_generic_function_of_typescript_gives_is_of_what_it_is_passed() {
    check_callers(
        "
//- /n.ts
class Other { wrap() {} }
class Node1 { wr$0ap() {} }
class Held<T> { value: T; all: T[]; }
function keep<T>(all: T[], test?: (of: T) => boolean): T[] { return all; }
function first<T>(all: T[]): T | undefined { return all[0]; }
function hold<T>(value: T): Held<T> { return new Held(); }
function bound(all: Node1[], others: Other[], one: Node1) {
  keep(all)[0].wrap();
             //^^^^ caller bound
  first(all)?.wrap();
            //^^^^ caller bound
  hold(one).value.wrap();
                //^^^^ caller bound
  hold(new Node1()).all.forEach((each) => each.wrap());
                                             //^^^^ caller bound
  first(keep(all))?.wrap();
                  //^^^^ caller bound
  first(others)?.wrap();
  hold(new Other()).value.wrap();
}
",
    );
}

#[test]
fn what_a_generic_function_of_java_gives_is_of_what_it_is_passed() {
    check_callers(
        "
//- /src/a/A.java
package a;
import java.util.List;
class Node { void wr$0ap() {} }
class Other { void wrap() {} }
class Held<T> { T value; List<T> all() { return null; } }
class Tools {
  static <T> T one(T value) { return value; }
  static <T> List<T> keep(List<T> all) { return all; }
  static <T> Held<T> hold(T value) { return null; }
  static void bound(List<Node> all, List<Other> others) {
    one(new Node()).wrap();
                  //^^^^ caller bound
    for (var node : keep(all)) node.wrap();
                                  //^^^^ caller bound
    hold(new Node()).all().get(0).wrap();
                                //^^^^ caller bound
    one(new Other()).wrap();
    for (var other : Tools.keep(others)) other.wrap();
  }
}
",
    );
}

#[test]
fn what_a_generic_function_of_rust_gives_is_of_what_it_is_passed() {
    check_callers(
        "
//- /src/lib.rs
pub struct Node;
impl Node { pub fn wr$0ap(&self) {} }
pub struct Other;
impl Other { pub fn wrap(&self) {} }
fn one<T>(value: T) -> T { value }
fn keep<T>(all: Vec<T>) -> Vec<T> { all }
fn bound(all: Vec<Node>, others: Vec<Other>, node: Node) {
    one(node).wrap();
            //^^^^ caller bound
    for node in keep(all) { node.wrap(); }
                               //^^^^ caller bound
    for other in keep(others) { other.wrap(); }
}
",
    );
}

#[test]
fn what_a_generic_function_of_kotlin_gives_is_of_what_it_is_passed() {
    check_callers(
        "
//- /n.kt
class Node { fun wr$0ap() {} }
class Other { fun wrap() {} }
fun <T> one(value: T): T = value
fun <T> keep(all: List<T>): List<T> = all
fun bound(all: List<Node>, others: List<Other>) {
    one(Node()).wrap()
              //^^^^ caller bound
    for (node in keep(all)) node.wrap()
                               //^^^^ caller bound
    one(Other()).wrap()
    for (other in keep(others)) other.wrap()
}
",
    );
}

#[test]
fn values_of_several_types_for_one_type_parameter_are_any_of_them() {
    check_callers(
        "
//- /n.ts
class Node1 { wr$0ap() {} }
class Other { wrap() {} }
class Third { wrap() {} }
function either<T>(one: T, other: T): T { return one; }
function f(node: Node1, other: Other, third: Third) {
  either(node, other).wrap();
                    //^^^^ caller f
  either(third, other).wrap();
}
",
    );
}

/// What a call gives is of the overload that its arguments choose, and of any where they do not.
#[test]
fn results_of_overloads_are_of_the_one_that_is_called() {
    let cases = [
        "
//- /p/A.java
package p;
import lib.Lib;
class Item { void st$0ep() {} }
class Other { void step() {} }
class Source {
  Item pin(String name) { return null; }
  Other pin(int place) { return null; }
}
class Use {
  void f(Source source) {
    source.pin(\"a\").step();
                  //^^^^ caller f
    source.pin(1).step();
    source.pin(Lib.value()).step();
                          //^^^^ caller f [possible]
  }
}
",
        "
//- /A.cs
class Item { public void Ru$0n() {} }
class Other { public void Run() {} }
class Source {
  public Item Get(string name) => null;
  public Other Get(int place) => null;
}
class Use {
  void F(Source source, string name) {
    source.Get(\"a\").Run();
                  //^^^ caller F
    source.Get(1).Run();
    source.Get(name).Run();
                   //^^^ caller F
  }
}
",
    ];
    for text in cases {
        check("find_callers", text);
    }
}

#[test]
fn inherited_overloads_are_meant_by_what_the_nearest_do_not_take() {
    let text = "
//- /A.java
class Base { void f(String a) {} }
class Sub extends Base { void f(int a) {} }
class Use {
    void ofText(Sub sub) { sub.f(\"x\"); }
                             //^ caller ofText
    void ofNumber(Sub sub) { sub.f(1); }
                               //^ caller ofNumber
}
";
    check_one("find_callers", text, "f$0(String", "ofText");
    check_one("find_callers", text, "f$0(int", "ofNumber");
}
