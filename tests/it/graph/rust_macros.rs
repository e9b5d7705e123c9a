//! Rust: what macros implement where they are called.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn a_macro_implements_where_another_is_given_its_name() {
    check(
        "find_implementations",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
#[macro_use]
mod macros;
pub trait Han$0dler<T> { fn call(&self) -> u32; }
macro_rules! implement {
    ($($ty:ident),*) => { impl<F, $($ty,)*> Handler<($($ty,)*)> for F { fn call(&self) -> u32 { 1 } } };
}
for_tuples!(implement);
          //^ impl
//- /src/macros.rs
macro_rules! for_tuples { ($name:ident) => { $name!(T1); $name!(T1, T2); } }
",
    );
}

#[test]
fn a_macro_implements_for_each_type_that_it_is_given() {
    check(
        "find_implementations",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
pub unsafe trait Ev$0ent: Sized { const ID: &'static str; }
#[macro_export]
macro_rules! events {
    ($name: ident<$($lt: lifetime),*> { $($data:ident : $data_ty:ty),* } $($rem:tt)*) => {
        pub struct $name<$($lt),*> { $(pub $data: $data_ty),* }
        unsafe impl<$($lt),*> $crate::Event for $name<$($lt),*> {
            const ID: &'static str = stringify!($name);
            const N: usize = $crate::events!(@sum $(1, $lt),*);
        }
        $crate::events!{ $($rem)* }
    };
    ($name: ident { $($data:ident : $data_ty:ty),* } $($rem:tt)*) => {
        pub struct $name { $(pub $data: $data_ty),* }
        unsafe impl $crate::Event for $name { const ID: &'static str = \"'}\"; }
        $crate::events!{ $($rem)* }
    };
    () => {};
    (@sum $($val: expr, $lt1: lifetime),* ) => {0 $(+ $val)*};
}
#[macro_export]
macro_rules! register {
    (move |$event:ident: &mut $event_ty: ident| $body: expr) => {
        let value = move |$event: &mut $event_ty| $body;
        const COUNT: usize = <$event_ty as $crate::Event>::N + $crate::events!(@sum 1, 'a);
    };
}
macro_rules! plain {
    ($($(#[$attr:meta])* $vis:vis $name:ty = $value:expr),+ $(,)?) => {
        $(unsafe impl Event for $name where u8: Sized { const ID: &'static str = $value; })+
    };
}
macro_rules! fixed { () => { unsafe impl Event for [u8; 3] {} } }
//- /src/used.rs
use crate::{events, register};
events! {
    Opened<'a> { editor: &'a mut Editor, doc: Map<u8, Vec<&'a str>> }
  //^ impl
    // Not Closed<'a> { }
    Closed { }
  //^ impl
    Changed<'a, 'b> {
  //^ impl
        old: &'a u8,
        new: &'b u8
    }
}
fn hooks() {
    register!(move |event: &mut Opened| { drop(event); Ok(()) });
    register!(move |event: &mut Closed| one(event, 2));
}
//- /src/plain.rs
fixed!();
//^ impl
plain!(
    #[doc = \"one\"] pub(crate) std::collections::Map<u8, Own> = \"a\",
                                              //^ impl
    &'static mut Own = concat!(\"a\", \"b\"),
               //^ impl
);
struct Own;
",
    );
}

/// What a call stands for may not be known, as that of a macro with rules that do not fit.
#[test]
fn what_a_macro_does_not_match_is_possible() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"small\"\n"),
        (
            "src/lib.rs",
            "pub trait Event {}\n\
             macro_rules! events { ($name:unknown) => { impl Event for $name {} } }\n\
             events!(One);\n",
        ),
    ];
    let directory = project(&files);
    let asked = json!({ "symbol": "Event", "wait": 0 });
    let answer = ask::value(directory.path(), "find_implementations", asked);
    let row = &answer["results"][0];
    assert_eq!((&row["line"], &row["certainty"]), (&json!(3), &json!("possible")), "{answer:#}");
}

#[test]
fn a_row_names_the_type_and_the_macro() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"small\"\n"),
        (
            "src/lib.rs",
            "pub trait Event {}\n\
             macro_rules! events { ($($name:ident)*) => { $(impl Event for $name {})* } }\n\
             events!(One Two);\n",
        ),
    ];
    let directory = project(&files);
    let asked = json!({ "symbol": "Event", "wait": 0 });
    let text = ask::text(directory.path(), "find_implementations", asked);
    assert!(text.contains(" for One · in events!"), "{text}");
    assert!(text.contains(" for Two · in events!"), "{text}");
}

/// A macro writes `mod name; pub use name::*;` for each name that it is given.
#[test]
fn modules_that_macros_declare_pass_on_their_names() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
macro_rules! mod_flat { ($( $name:ident $(,)? )+) => { $( mod $name; pub use $name::*; )+ }; }
macro_rules! mod_pub { ($( $name:ident )+) => { $( pub mod $name; )+ }; }
mod_flat!(first second);
mod_pub!(third);
fn own() { start(); third::start(); }
         //^^^^^ caller own
//- /src/first.rs
pub fn sta$0rt() {}
//- /src/second.rs
pub fn stop() { crate::start(); }
                     //^^^^^ caller stop
//- /src/third.rs
pub fn start() {}
fn beside() { start(); }
//- /src/deep/mod.rs
crate::mod_flat! { inner }
//- /src/deep/inner.rs
use crate::start;
pub fn most() { start(); }
              //^^^^^ caller most
",
    );
}

#[test]
fn what_a_macro_defines_by_a_name_that_it_is_given_is_a_definition() {
    let files = "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/routing.rs
macro_rules! route {
    ($(#[$meta:meta])+ $name:ident, $method:ident) => {
        $(#[$meta])*
        pub fn $name(x: u32) -> u32 { on(x) }
    };
}
macro_rules! routes { ($($name:ident),*) => { $(route!(/** Routes. */ $name, X);)* }; }
fn on(x: u32) -> u32 { x }
route!(#[cold] get, GET);
routes!(put, patch);
macro_rules! method { ($name:ident) => { pub fn $name(&self) -> u32 { 1 } }; }
pub struct Client;
impl Client { method!(send); }
pub struct Other;
impl Other { pub fn get(&self) -> u32 { 1 } pub fn send(&self) -> u32 { 1 } }
//- /src/lib.rs
pub mod routing;
use routing::get;
fn run(o: routing::Other, c: routing::Client) -> u32 {
    o.get() + get(1)
            //^^^ caller run
        + routing::get(2)
                 //^^^ caller run
        + o.send() + c.send() + routing::patch(1)
}
";
    check("find_callers", &files.replace("#[cold] get", "#[cold] g$0et"));
    let own = files.replace("//^^^ caller run", "").replace(
        "        + o.send() + c.send() + routing::patch(1)\n",
        "        + o.send()\n        + c.send()\n          //^^^^ caller run\n",
    );
    check("find_callers", &own.replace("method!(send)", "method!(se$0nd)"));
    let inner = files.replace("//^^^ caller run", "").replace(
        "        + o.send() + c.send() + routing::patch(1)\n",
        "        + routing::patch(1)\n                 //^^^^^ caller run\n",
    );
    check("find_callers", &inner.replace("routes!(put, patch)", "routes!(put, pa$0tch)"));
}

#[test]
fn a_type_that_a_macro_defines_may_have_any_member() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
macro_rules! reason { ($name:ident) => { pub struct $name; impl Code for $name {} }; }
reason!(Missing);
pub struct Plain;
pub trait Code { fn co$0de(&self) -> u32 { 1 } }
pub trait Other { fn code(&self) -> u32 { 2 } }
impl Other for Plain {}
fn run(of: Missing, plain: Plain) -> u32 {
    of.code()
     //^^^^ caller run [possible]
        + plain.code()
}
",
    );
}

#[test]
fn a_macro_by_rules_is_given_any_value() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
pub struct Pool;
impl Pool { pub fn dra$0in(&self) {} }
fn make() -> Pool { Pool }
macro_rules! each { ($it:expr) => {{ make().drain(); $it.drain(); }}; }
                                          //^^^^^ caller each
                                                       //^^^^^ caller each [possible]
",
    );
}

#[test]
fn closures_and_blocks_that_a_macro_is_given_have_variables_of_their_own() {
    check(
        "find_callers",
        "
//- /src/lib.rs
pub struct Tab;
impl Tab { pub fn wr$0ite(&mut self) {} }
pub struct Page;
impl Page { pub fn write(&mut self) {} }
fn make() -> Tab { Tab }
fn blocks(screen: Screen) {
    tokio::select! {
        _ = screen.a() => { let mut tab = make(); tab.write(); }
                                                    //^^^^^ caller blocks
        page = screen.b() => { let tab: Page = page.c(); tab.write(); }
    }
}
fn closures(screen: Screen) {
    active_tab!(screen, |tab: &mut Tab, id: Id| tab.write(id, 2), ?);
                                                  //^^^^^ caller closures
    active_tab!(screen, move |tab: &mut Tab| async { tab.write() });
                                                       //^^^^^ caller closures
    active_tab!(nested!(screen, |tab: &mut Tab| {
        match 1 { 2 => tab.write(), _ => {} }
                         //^^^^^ caller closures
    }, ?), A | B);
    active_tab!(screen, |tab: &mut Page| tab.write(), || 1);
}
",
    );
}

/// Between the parentheses of a macro some names are read as keywords: that of `Default` above all.
#[test]
fn names_that_are_keywords_elsewhere_are_names_in_macros() {
    check(
        "find_references",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
pub mod config;
use config::Config;
fn given() -> Vec<Config> {
    assert_eq!(Some(Config::default()).map(|of| of.level), None);
                          //^^^^^^^ call
    vec![crate::config::Config::default()]
                              //^^^^^^^ call
}
fn level() {
    println!(\"{}\", Config::default().union());
                         //^^^^^^^ call
}
//- /src/config.rs
pub struct Config { pub level: u8 }
impl Default for Config {
    fn $0default() -> Self { Config { level: 1 } }
}
impl Config {
    pub fn union(&self) -> u8 { self.level }
}
",
    );
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
pub struct Set;
impl Set {
    pub fn $0union(&self) -> u8 { 1 }
}
impl Default for Set {
    fn default() -> Self { Set }
}
fn level(set: Set) {
    println!(\"{} {}\", Set::default().union(), set.union());
                                   //^^^^^ caller level
                                                //^^^^^ caller level
}
",
    );
}
