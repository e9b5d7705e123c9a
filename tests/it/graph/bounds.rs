//! Calls on values of which only a bound is known: they are calls of the bound's member, and of
//! what implements it.

use crate::support::fixture::check;

#[test]
fn bounds_of_rust_in_any_place_of_their_list() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
mod done;
pub use hook::Hook;
mod hook;
//- /src/done.rs
pub struct Done;
impl crate::Hook for Done { fn fi$0re(&mut self, n: u32) {} }
pub struct Plain;
impl Plain { fn fire(&mut self, n: u32) {} }
//- /src/hook.rs
use crate::done::Done;
pub trait Hook: Sized { fn fire(&mut self, n: u32); }
async fn first<H: Hook>(mut h: H) { h.fire(1); }
                                    //^^^^ caller first [possible]
fn later<H: 'static + Send + Hook>(mut h: H) { h.fire(1); }
                                               //^^^^ caller later [possible]
fn parameter(mut h: impl Send + Hook) { h.fire(1); }
                                        //^^^^ caller parameter [possible]
fn clause<H: Send>(mut h: H) where H: Sync + Hook { h.fire(1); }
                                                    //^^^^ caller clause [possible]
fn object(mut h: Box<dyn Hook + Send>) { h.fire(1); }
                                         //^^^^ caller object [possible]
fn called<F: Send + FnMut(u32) -> Done>(mut f: F) { f(1).fire(2); }
                                                       //^^^^ caller called
struct Holder<H> { hook: H }
impl<H> Holder<H> where H: Send + Hook {
    fn field(&mut self) { self.hook.fire(1); }
                                  //^^^^ caller field [possible]
}
trait Apart { fn fire(&mut self, n: u32); }
fn apart<A: Send + Apart>(mut a: A) { a.fire(1); }
",
    );
}

#[test]
fn bounds_of_kotlin_that_are_written_apart() {
    check(
        "find_callers",
        "
//- /a.kt
interface Handler { fun handle(e: String) }
interface Apart { fun handle(e: String) }
class Done : Handler { override fun han$0dle(e: String) {} }
fun <T> both(h: T) where T : Comparable<T>, T : Handler { h.handle(\"a\") }
                                                          //^^^^^^ caller both [possible]
fun <T> apart(h: T) where T : Comparable<T>, T : Apart { h.handle(\"a\") }
",
    );
}

#[test]
fn bounds_of_csharp_behind_others() {
    check(
        "find_callers",
        "
//- /a.cs
interface IHandler { void Handle(string e); }
interface IApart { void Handle(string e); }
class Done : IHandler { public void Han$0dle(string e) {} }
class Bus {
  void Both<T>(T h) where T : System.IDisposable, IHandler { h.Handle(\"a\"); }
                                                             //^^^^^^ caller Both [possible]
  void Apart<T>(T h) where T : System.IDisposable, IApart { h.Handle(\"a\"); }
}
",
    );
}

#[test]
fn protocols_of_swift_that_are_composed() {
    check(
        "find_callers",
        "
//- /a.swift
protocol Handler { func handle(e: String) }
protocol Apart { func handle(e: String) }
class Done: Handler { func han$0dle(e: String) {} }
func both<T: Codable & Handler>(_ h: T) { h.handle(e: \"a\") }
                                          //^^^^^^ caller both [possible]
func any(_ h: any Codable & Handler) { h.handle(e: \"a\") }
                                       //^^^^^^ caller any [possible]
func apart<T: Codable & Apart>(_ h: T) { h.handle(e: \"a\") }
",
    );
}
