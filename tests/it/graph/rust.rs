//! Rust.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::{Value, json};

#[test]
fn uses_through_modules_and_re_exports_are_found() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"my-crate\"
//- /src/lib.rs
mod task;
pub use task::spawn;
pub use task::spawn as launch;
fn at_top() { spawn(); }
            //^^^^^ caller at_top
//- /src/task/mod.rs
mod spawn;
pub use spawn::spawn;
fn beside() { self::spawn(); super::spawn(); }
                  //^^^^^ caller beside
                                  //^^^^^ caller beside
//- /src/task/spawn.rs
pub fn sp$0awn() {}
mod tests {
    use super::*;
    fn works() { spawn() }
               //^^^^^ caller works
}
//- /tests/it.rs
use my_crate::launch;
fn outside() { my_crate::spawn(); launch(); }
                       //^^^^^ caller outside
                                //^^^^^^ caller outside
fn stranger() { std::thread::spawn(); }
//- /src/other.rs
use std::thread::spawn;
fn not_ours() { spawn(); }
",
    );
}

#[test]
fn a_function_born_in_a_macro_body_has_callers() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
macro_rules! cfg_rt { ($($item:item)*) => { $($item)* } }
cfg_rt! {
    pub fn sta$0rt() {}
}
fn caller() { start(); }
            //^^^^^ caller caller
fn in_macro() { assert_eq!(start(), vec![crate::start()]); }
                         //^^^^^ caller in_macro
                                              //^^^^^ caller in_macro
fn by_value() { run(start); let f = || start(); f() }
                                     //^^^^^ caller by_value
",
    );
}

/// A function or variable of a module's name does not hide the module.
#[test]
fn function_named_like_module_keeps_module() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
pub mod search;
mod commands;
//- /src/search.rs
pub fn nth$0() {}
//- /src/commands.rs
use crate::{search::{self}, search as seek};
fn search() { search::nth(); }
                    //^^^ caller search
fn seek(search: usize) { search::nth(); let seek = 1; seek::nth(seek); }
                               //^^^ caller seek
                                                          //^^^ caller seek
mod inner {
    use crate::search;
    fn search() { search::nth(); }
                        //^^^ caller search
}
",
    );
}

/// A module that is called like a function is no use of it.
#[test]
fn module_named_like_function_is_no_use() {
    check(
        "find_references",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
mod read;
pub use read::read;
            //^^^^ import
//- /src/read.rs
pub fn re$0ad() {}
pub fn inner() {}
//- /src/other.rs
use crate::read::inner;
fn f() { crate::read::inner(); crate::read::read::<u8>(); }
                                          //^^^^ call
",
    );
}

#[test]
fn methods_are_bound_by_the_type_of_their_receiver() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
use std::sync::Arc;
pub struct Pool { items: Vec<u8>, inner: Inner }
pub struct Inner;
impl Pool {
    pub fn new() -> Self { Pool { items: vec![], inner: Inner } }
    pub fn pu$0sh(&mut self, item: u8) { self.items.push(item); self.inner.push(1); }
    fn twice(&mut self) { self.push(1); Self::push(self, 2); }
                             //^^^^ caller twice
                                            //^^^^ caller twice
}
impl Inner { fn push(&self, _: u8) {} }
struct Holder { pool: Arc<Pool> }
impl Holder {
    fn chain(&self) { self.pool.push(1); }
                              //^^^^ caller chain
}
fn made() { let mut pool = Pool::new(); pool.push(1); }
                                           //^^^^ caller made
fn given(pool: &mut Pool) { pool.push(1); }
                               //^^^^ caller given
fn path(pool: &mut Pool) { Pool::push(pool, 1); }
                               //^^^^ caller path
fn other(list: &mut Vec<u8>) { list.push(1); }
",
    );
}

#[test]
fn a_trait_is_implemented_and_its_methods_are_dispatched() {
    check(
        "find_implementations",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
pub trait Sha$0pe { fn area(&self) -> f64; }
struct Square;
struct Circle;
impl Shape for Square { fn area(&self) -> f64 { 1.0 } }
                       // <- impl
impl crate::Shape for Circle { fn area(&self) -> f64 { 3.0 } }
                       // <- impl
impl Circle { fn area2(&self) {} }
",
    );
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
pub trait Shape { fn ar$0ea(&self) -> f64; fn twice(&self) -> f64 { self.area() * 2.0 } }
                                                                       //^^^^ caller twice
fn dynamic(shape: &dyn Shape) { shape.area(); }
                                    //^^^^ caller dynamic
fn generic<T: Shape>(shape: T) { shape.area(); }
                                     //^^^^ caller generic
",
    );
}

#[test]
fn references_have_roles() {
    check(
        "find_references",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
mod other;
pub struct Po$0int { x: u8 }
impl Point { fn new() -> Point { Point { x: 1 } } }
   //^^^^^ type
                       //^^^^^ type
                               //^^^^^ type
fn rank(point: &Point) {}
              //^^^^^ type
//- /src/other.rs
use crate::Point;
         //^^^^^ import
struct Line { start: Point }
                   //^^^^^ type
fn shadow<Point>(point: Point) {}
",
    );
}

#[test]
fn locals_shadow_from_their_declaration_on() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
fn lo$0ad() -> u8 { 1 }
fn before() { let load = load(); load; }
                       //^^^^ caller before
fn after(load: fn()) { load(); }
fn nested() { fn load() {} load(); }
",
    );
}

#[test]
fn callees_of_a_function_are_resolved() {
    check(
        "find_callees",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
mod tools;
use tools::Tool;
fn ma$0in() {
    let tool = Tool::new();
                   //^^^ callee new
    tool.run();
       //^^^ callee run
    println!(\"{}\", tools::help());
  //^^^^^^^ callee println?
                        //^^^^ callee help
    std::mem::drop(tool);
            //^^^^ callee drop?
}
//- /src/tools.rs
pub struct Tool;
impl Tool {
    pub fn new() -> Self { Tool }
    pub fn run(&self) {}
}
pub fn help() {}
",
    );
}

/// What a library has is not taken for a member of the same name.
#[test]
fn library_item_is_no_project_member() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = 'pool'
//- /src/lib.rs
pub struct Handle;
pub trait Spawner { fn spawn(&self); }
impl Spawner for Handle {
    fn spa$0wn(&self) {}
}
macro_rules! both { ($($body:tt)*) => { $($body)* } }
pub fn start(handle: &Handle) {
    handle.spawn();
         //^^^^^ caller start
    std::thread::spawn(|| ());
    both! { std::thread::spawn(|| ()); }
}
pub struct Table { pub spawn: fn() }
pub fn table(run: fn()) -> Table { Table { spawn: run } }
",
    );
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = 'pool'
//- /src/lib.rs
pub struct Listener;
impl TryFrom<u8> for Listener {
    type Error = ();
    fn try_fr$0om(_: u8) -> Result<Self, ()> { Ok(Listener) }
}
pub fn convert() { let _ = u32::try_from(1u64); let _ = Listener::try_from(1); }
                                                                //^^^^^^^^ caller convert
",
    );
}

#[test]
fn an_exported_macro_is_known_at_the_root_of_its_crate() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = 'pool'
//- /src/lib.rs
mod macros;
//- /src/macros.rs
#[macro_export]
macro_rules! pi$0n { ($poll:expr) => { $poll } }
//- /tests/a.rs
#[test]
fn pins() { pool::pin!(1); }
                //^^^ caller pins
",
    );
}

#[test]
fn a_field_and_a_method_of_one_name_are_told_apart() {
    check(
        "find_references",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
pub struct Space { size: usize, next: Option<Box<Space>> }
impl Space {
    pub fn si$0ze(&self) -> usize { self.size }
    fn made() -> Space { Space { size: 1, next: None } }
    fn set(&mut self) { self.size = self.size() + self.next.as_ref().unwrap().size; }
                                       //^^^^ call
    fn shown(&self) { println!(\"{}\", self.size()); println!(\"{}\", self.size); }
                                        //^^^^ call
}
fn by_path(spaces: &[Space]) -> usize { spaces.iter().map(Space::size).sum() }
                                                               //^^^^ read
",
    );
}

#[test]
fn elements_of_wrappers_and_collections_have_their_type() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/entry.rs
pub struct Entry;
impl Entry { pub fn rem$0ove(self) {} }
pub struct Other;
impl Other { pub fn remove(self) {} }
pub type Found<T> = Result<T, String>;
pub struct Set { all: Vec<Other> }
impl Set {
    pub fn pop(&mut self) -> Option<Entry> { None }
    pub fn load(&self) -> Found<Entry> { Ok(Entry) }
    pub fn entries(&self) -> Vec<Entry> { vec![] }
}
//- /src/lib.rs
use crate::entry::Set;
fn arm(set: &mut Set) {
    let entry = match set.pop() {
        Some(entry) => entry,
        None => return,
    };
    entry.remove();
        //^^^^^^ caller arm
}
fn inside(set: &mut Set) { match set.pop() { Some(mut entry) => entry.remove(), None => {} } }
                                                                    //^^^^^^ caller inside
fn or_else(set: &mut Set) { let Some(entry) = set.pop() else { return }; entry.remove(); }
                                                                             //^^^^^^ caller or_else
fn alias(set: &Set) -> Result<(), String> { let entry = set.load()?; entry.remove(); Ok(()) }
                                                                         //^^^^^^ caller alias
fn each(set: &Set) { set.entries().into_iter().for_each(|entry| entry.remove()); }
                                                                    //^^^^^^ caller each
fn loops(set: &Set) { for entry in set.entries().into_iter().rev() { entry.remove(); } }
                                                                         //^^^^^^ caller loops
fn strangers(set: Set) { set.all.into_iter().for_each(|other| other.remove()); }
",
    );
}

#[test]
fn generic_types_closures_and_bounds_tell_receivers() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"app\"
//- /src/lib.rs
use std::collections::HashMap;
pub struct User;
impl User {
    pub fn sa$0ve(&self) {}
}
pub struct Other;
impl Other {
    pub fn save(&self) {}
}
pub struct Store<T> {
    items: Vec<T>,
    last: Option<T>,
}
impl<T> Store<T> {
    pub fn first(&self) -> Option<&T> { self.items.first() }
    pub fn same(self) -> Self { self }
}
fn run(users: &Store<User>, others: Store<Other>, by_name: HashMap<String, User>, one: Option<User>) {
    users.first().unwrap().save();
                         //^^^^ caller run
    others.first().unwrap().save();
    users.items[0].save();
                 //^^^^ caller run
    others.same().items[0].save();
    by_name.get(\"a\").unwrap().save();
                            //^^^^ caller run
    one.map(|user| user.save());
                      //^^^^ caller run
    by_name.values().for_each(|user| user.save());
                                        //^^^^ caller run
    let made = Store::<Other> { items: vec![], last: None };
    made.last.unwrap().save();
}
pub trait Shape {
    fn area(&self) -> u32;
}
fn bound<T>(shape: T) -> u32 where T: Shape { shape.area() }
",
    );
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"app\"
//- /src/lib.rs
pub trait Shape {
    fn ar$0ea(&self) -> u32;
}
fn bound<T>(shape: T) -> u32 where T: Shape { shape.area() }
                                                  //^^^^ caller bound
fn dynamic(shapes: &[Box<dyn Shape>]) -> u32 { shapes.iter().map(|shape| shape.area()).sum() }
                                                                             //^^^^ caller dynamic
",
    );
}

#[test]
fn contents_of_wrappers_keep_their_type() {
    check(
        "find_callers",
        "
//- /a.rs
use std::sync::Arc;
struct Plugin;
struct Interface;
struct Engine;
impl Plugin {
    fn new() -> Self { Self }
    fn interface(self: Arc<Self>) -> Result<Interface, ()> { Ok(Interface) }
}
impl Interface {
    fn sign$0ature(&self) {}
}
impl Engine {
    fn signature(&self) {}
}
fn start(engine: &Engine) {
    let plugin = Arc::new(Plugin::new());
    let interface = plugin.clone().interface().unwrap();
    interface.signature();
            //^^^^^^^^^ caller start
    engine.signature();
}
",
    );
}

#[test]
fn a_macro_implements_where_it_is_called() {
    check(
        "find_implementations",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
pub trait Num$0ber<T> {}
pub trait Other {}
macro_rules! number {
    ($($name:ty => $other:ident)*) => { $(
        impl<'a> crate::Number<Vec<&'a str>> for $name {}
        impl Other for $name where $other: Number<u8> {}
    )* };
}
macro_rules! uncalled { ($name:ty) => { impl Number<u8> for $name {} } }
macro_rules! other { ($name:ty) => { impl Other for $name { fn f<T: Number<u8>>(t: T) {} } } }
macro_rules! both { ($name:ident) => { number! { $name => $name } } }
number!(u8 => u16);
//^ impl
number! {
    u32 => u64
  //^ impl
}
both!(Own);
//^ impl
other!(u8);
struct Own;
",
    );
}

#[test]
fn an_impl_for_any_type_is_listed() {
    check(
        "find_implementations",
        "
//- /src/lib.rs
pub trait Nam$0ed {}
impl<B> Named for &'_ mut http::Request<B> {}
                                //^ impl
impl Named for &[u8] {}
             //^ impl
impl<T> Named for Vec<T> {}
                //^ impl
impl<T> Named for *const T {}
                //^ impl
impl<T, const N: usize> Named for [T; N] {}
                                //^ impl
impl<T: Iterator> Named for <T as Iterator>::Item {}
                                           //^ impl
impl Named for dyn Send + Sync {}
             //^ impl
impl<F: Fn(u8)> Named for (F, ::std::string::String) {}
                        //^ impl
",
    );
}

#[test]
fn a_macro_is_no_call_of_the_function_of_its_name() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
mod text;
use text::format;
fn one() -> String { format!(\"{}\", 1) }
fn two() { format(2) }
         //^^^^^^ caller two
//- /src/text.rs
pub fn for$0mat(of: u32) {}
",
    );
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
mod text;
use text::format;
fn one() { format!(1) }
         //^^^^^^ caller one
fn two() { format(2) }
//- /src/text.rs
#[macro_export]
macro_rules! for$0mat { ($of:expr) => { drop($of) } }
pub fn format(of: u32) {}
",
    );
}

#[test]
fn a_method_call_is_no_call_of_a_free_function() {
    let directory = project(&[
        ("Cargo.toml", "[package]\nname = \"small\"\n"),
        (
            "src/lib.rs",
            "pub mod view;\npub struct Action;\nimpl Action { pub fn align(&self) {} }\n\
             pub fn run<T>(each: impl Fn(T)) { view::align(); each(|a| a.align()); }\n",
        ),
        ("src/view.rs", "pub fn align() {}\n"),
        ("src/bar.rs", "pub struct Bar;\nimpl Bar { pub fn align(&self) {} }\n"),
    ]);
    let arguments = json!({ "symbol": "align", "file": "src/view.rs", "wait": 0 });
    let answer = ask::value(directory.path(), "find_callers", arguments);
    assert_eq!(answer["results"].as_array().map(Vec::len), Some(1), "{answer:#}");
    assert_eq!(answer["account"]["unresolved"], json!([]), "{answer:#}");
}

/// A call of a method is none of the field of its name.
#[test]
fn method_call_is_no_field_use() {
    let directory = project(&[
        ("Cargo.toml", "[package]\nname = \"small\"\n"),
        (
            "src/lib.rs",
            "pub struct Doc { text: u32 }\nimpl Doc {\n    pub fn text(&self) -> u32 { self.text }\n    \
             pub fn load(&self) -> u32 { self.text() }\n}\n",
        ),
    ]);
    let answer = ask::value(directory.path(), "find_callees", json!({ "symbol": "load" }));
    let lines: Vec<&Value> =
        answer["results"].as_array().expect("a list").iter().map(|row| &row["line"]).collect();
    assert_eq!(lines, [3], "{answer:#}");
    let arguments = json!({ "symbol": "text", "file": "src/lib.rs", "line": 1, "wait": 0 });
    let answer = ask::value(directory.path(), "find_references", arguments);
    let lines: Vec<&Value> =
        answer["results"].as_array().expect("a list").iter().map(|row| &row["line"]).collect();
    assert_eq!(lines, [3], "{answer:#}");
}

#[test]
fn a_line_amid_an_import_says_where_the_name_is_from() {
    let directory = project(&[
        ("Cargo.toml", "[package]\nname = \"small\"\n"),
        (
            "src/lib.rs",
            "pub mod load;\nuse load::{\n    other,\n    find,\n};\nuse crate::load::find as look;\n\
             pub fn run() { find(); look(); other(); }\n",
        ),
        ("src/load.rs", "pub fn find() {}\npub fn other() {}\n"),
    ]);
    let text = ask::text(directory.path(), "find_references", json!({ "symbol": "find" }));
    assert!(text.contains("\n  4 imported from load\n"), "{text}");
    assert!(text.contains("\n  6 use crate::load::find as look"), "{text}");
}

#[test]
fn members_of_library_generics_may_be_of_arguments() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"pieces\"
//- /src/lib.rs
use std::collections::{HashMap, HashSet};
pub struct Piece;
impl Piece { pub fn wei$0gh(&self) -> u32 { 1 } }
pub struct Other;
impl Other { pub fn weigh(&self) -> u32 { 1 } }
pub struct Hasher;
impl Hasher { pub fn weigh(&self) -> u32 { 1 } }
type Pieces = HashMap<u32, Piece>;
type Many<T> = Vec<T>;
pub fn guarded(held: std::sync::RwLockReadGuard<'_, Piece>) -> u32 { held.weigh() }
                                                                        //^^^^^ caller guarded
pub fn lent(held: library::Lent<Piece>, other: library::Lent<Other>) -> u32 {
    held.weigh() + other.weigh()
       //^^^^^ caller lent [possible]
}
pub fn collected(pieces: Vec<Piece>) -> u32 { pieces.weigh() }
pub fn aliased(pieces: &Pieces, many: &Many<Piece>) -> u32 {
    let first = pieces[&1].weigh();
                         //^^^^^ caller aliased
    first + many.first().unwrap().weigh()
                                //^^^^^ caller aliased
}
pub fn hashed(set: HashSet<Piece, Hasher>, map: HashMap<u32, Piece, Hasher>) -> u32 {
    for piece in &set { piece.weigh(); }
                            //^^^^^ caller hashed
    map[&1].weigh()
          //^^^^^ caller hashed
}
",
    );
}

#[test]
fn a_call_of_an_implementation_is_a_call_of_the_traits_method() {
    let files = "
//- /src/lib.rs
pub trait Step { fn RUN; }
pub trait Other { fn run(&self); }
pub struct Nop;
impl Step for Nop { fn IMPLEMENTED {} }
pub struct Walk;
impl Other for Walk { fn run(&self) {} }
impl Walk { fn run_twice(&self) { self.run(); } }
pub fn use_it(nop: &Nop, walk: &Walk, step: &dyn Step) {
    nop.run();
      //^^^ caller use_it
    walk.run();
    step.run();
       //^^^ caller use_it STEP
}
";
    let of_trait = files
        .replace("RUN", "ru$0n(&self)")
        .replace("IMPLEMENTED", "run(&self)")
        .replace(" STEP", "");
    check("find_callers", &of_trait);
    // The other way round, a value of the trait may be of another type.
    let of_type = files
        .replace("RUN", "run(&self)")
        .replace("IMPLEMENTED", "ru$0n(&self)")
        .replace("STEP", "[possible]");
    check("find_callers", &of_type);
}

#[test]
fn a_value_has_the_members_of_what_it_dereferences_to() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"a\"
//- /src/lib.rs
use std::ops::Deref;
pub struct Token;
impl Token { pub fn lex$0eme(&self) {} }
pub struct Other;
impl Other { pub fn lexeme(&self) {} }
pub struct Name { token: Token }
impl Deref for Name {
    type Target = Token;
    fn deref(&self) -> &Self::Target { &self.token }
}
fn shown(name: &Name) { name.lexeme(); }
                           //^^^^^^ caller shown
",
    );
}

#[test]
fn aliases_of_external_generic_types_keep_their_argument() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"a\"
//- /src/lib.rs
pub struct Token;
impl Token { pub fn lex$0eme(&self) {} }
pub struct Failure;
pub type Checked<T = ()> = Result<T, Failure>;
pub fn lex() -> Checked<Vec<Token>> { Ok(vec![]) }
fn each() {
    let found = lex().unwrap();
    for token in found {
        token.lexeme();
            //^^^^^^ caller each
    }
}
",
    );
}

#[test]
fn a_pattern_binds_fields_with_their_types() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"a\"
//- /src/lib.rs
pub struct Token;
impl Token { pub fn lex$0eme(&self) {} }
pub struct Other;
impl Other { pub fn lexeme(&self) {} }
pub enum Part { Text { token: Token }, Hole { other: Other } }
fn shown(part: Part) {
    match part {
        Part::Text { token } => token.lexeme(),
                                    //^^^^^^ caller shown
        Part::Hole { other: token } => token.lexeme(),
    }
}
",
    );
}

#[test]
fn a_module_is_no_value() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"a\"
//- /src/lib.rs
pub mod token;
use token::Token;
pub enum Part { Text { token: Token } }
fn is_long(part: Option<Part>) -> bool {
    matches!(part, Some(Part::Text { token }) if token.is_long())
                                                     //^^^^^^^ caller is_long [possible]
}
//- /src/token.rs
pub struct Token;
impl Token { pub fn is_lo$0ng(&self) -> bool { true } }
pub struct Other;
impl Other { pub fn is_long(&self) -> bool { true } }
",
    );
}

/// What a pattern takes out of a tuple is of the type at its place.
#[test]
fn results_in_tuples_have_their_types() {
    let text = "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
mod mapper;
mod utils;
pub struct Handle;
impl Handle {
    pub fn register(&self) {}
}
pub struct Queue;
impl Queue {
    pub fn reg$0ister(&self, kind: u8) {}
}
pub struct Scheduler {
    pub queue: Queue,
}
impl Scheduler {
    pub fn register(&self, kind: u8) {}
}
#[cfg(test)]
mod tests {
    use super::*;
    impl Scheduler {
        fn test(flag: bool, all: Vec<u8>) -> (Self, Handle) { todo!() }
        fn maybe() -> Option<(Self, Queue)> { None }
    }
    fn one() {
        let (scheduler, mut handle) = Scheduler::test(true, vec![]);
        handle.register();
        scheduler.register(1);
        scheduler
            .queue
            .register(2);
           //^^^^^^^^ caller one
        let (.., last) = Scheduler::test(true, vec![]);
        last.register(6);
           //^^^^^^^^ caller one [possible]
    }
    fn two() {
        if let Some((scheduler, queue)) = Scheduler::maybe() {
            scheduler.register(3);
            queue.register(4);
                //^^^^^^^^ caller two
        }
        let (scheduler, queue) = Scheduler::maybe().unwrap();
        scheduler.register(5);
    }
}
//- /src/mapper.rs
use crate::Scheduler;
fn three() {
    let (made, queue) = Scheduler::make();
    made.register(7);
    queue.register(8);
        //^^^^^^^^ caller three
    Scheduler::alone().queue.register(9);
                           //^^^^^^^^ caller three
}
//- /src/utils.rs
use super::*;
impl Scheduler {
    pub(crate) fn make() -> (std::sync::Arc<Self>, Queue) { todo!() }
    pub(crate) fn alone() -> Self { todo!() }
}
";
    check("find_callers", text);
}

/// What does not take as many arguments as a call has is not called.
#[test]
fn guesses_take_the_number_of_arguments() {
    let text = "
//- /src/lib.rs
pub struct Queue;
impl Queue {
    pub fn enlist$0(&mut self, at: usize, task: &str) {}
}
pub struct Scheduler;
impl Scheduler {
    pub fn enlist(&self, task: &str) {}
}
pub struct Held { enlist: fn(u8) }
fn run<T>(other: T) {
    outside(other).enlist(\"a\");
    outside(other).enlist(1, \"a\");
                 //^^^^^^ caller run [possible]
    Outside::enlist(other, 1);
    T::enlist(other, 1, \"a\");
     //^^^^^^ caller run [possible]
    T::enlist(1, \"a\");
    outside(other).enlist(1, #[cfg(test)] \"a\", 2);
                 //^^^^^^ caller run [possible]
    (outside(other).enlist)(1);
    check!(outside(other).enlist(1));
                        //^^^^^^ caller run [possible]
}
";
    check("find_callers", text);
    let counted = project(&[(
        "src/lib.rs",
        "pub struct Queue;\nimpl Queue { pub fn enlist(&mut self, at: usize, task: &str) {} }\n\
         pub struct Other;\nimpl Other { pub fn enlist(&self, task: &str) {} }\n\
         fn run<T>(other: T) { outside(other).enlist(7); outside(other).enlist(7, 8); }\n",
    )]);
    let text = ask::text(counted.path(), "find_callers", json!({ "symbol": "Queue.enlist" }));
    assert!(text.contains("1 with another number of arguments"), "{text}");
    assert!(text.contains("all 4 occurrences"), "{text}");
}

/// What a macro or a condition may change has no certain number of parameters.
#[test]
fn parameters_that_are_not_certain_exclude_nothing() {
    let text = "
//- /src/lib.rs
pub struct Queue;
impl Queue {
    pub fn enlist$0(&mut self, #[cfg(unix)] at: usize, task: &str) {}
}
pub struct Scheduler;
service! {
    impl Scheduler {
        pub fn enlist(&self, task: &str) {}
    }
}
fn run<T>(other: T) {
    outside(other).enlist(1);
                 //^^^^^^ caller run [possible]
    outside(other).enlist(1, 2);
                 //^^^^^^ caller run [possible]
    outside(other).enlist(1, 2, 3);
}
";
    check("find_callers", text);
    let text = text.replacen("enlist$0", "enlist", 1);
    let text = text.replacen("fn enlist(&self", "fn enlist$0(&self", 1);
    let text =
        text.replace("(1, 2, 3);", "(1, 2, 3);\n                 //^^^^^^ caller run [possible]");
    check("find_callers", &text);
}

/// Members that a type has for some of its arguments only differ in their parameters.
#[test]
fn of_several_implementations_one_takes_the_arguments() {
    let rules = project(&[(
        "src/lib.rs",
        "pub struct Rule<T> { of: T }\npub struct One;\npub struct Two;\n\
         pub type OneRule = Rule<One>;\npub type TwoRule = Rule<Two>;\n\
         impl Rule<One> { pub fn new(strategy: u8) -> Self { todo!() } }\n\
         impl Rule<Two> { pub fn new() -> Self { todo!() } }\n\
         fn run() {\n    OneRule::new(1);\n    TwoRule::new();\n}\n",
    )]);
    let text = ask::text(rules.path(), "find_callees", json!({ "symbol": "run" }));
    for row in [
        "fn new(strategy: u8) -> Self · in Rule · called at 9\n",
        "fn new() -> Self · in Rule · called at 10\n",
    ] {
        assert!(text.contains(row), "{text}");
    }
}

/// A crate calls nothing of a crate that it does not use.
#[test]
fn guesses_are_in_crates_that_the_manifest_names() {
    let text = "
//- /Cargo.toml
[workspace]
members = [\"base\", \"middle\", \"top\", \"other\"]
[workspace.dependencies]
ground = { path = \"base\", package = \"base-lib\" }
//- /base/Cargo.toml
[package]
name = \"base-lib\"
//- /base/src/lib.rs
pub struct Base;
impl Base { pub fn deliver$0(&self) {} }
pub trait Deliver { fn deliver(&self); }
fn base(x: Unknown) { make(x).deliver(); }
                            //^^^^^^^ caller base [possible]
//- /middle/Cargo.toml
[package]
name = \"middle\"
[target.'cfg(unix)'.dependencies]
ground = { workspace = true }
//- /middle/src/lib.rs
fn middle(x: Unknown) { make(x).deliver(); }
                              //^^^^^^^ caller middle [possible]
//- /top/Cargo.toml
[package]
name = \"top\"
[dev-dependencies]
middle = { path = \"../middle\" }
//- /top/src/lib.rs
pub struct Top;
impl Top { pub fn deliver(&self) {} }
//- /top/src/user.rs
fn top(x: Unknown) { make(x).deliver(); }
                           //^^^^^^^ caller top [possible]
//- /other/Cargo.toml
[package]
name = \"other\"
//- /other/src/lib.rs
fn other(x: Unknown) { make(x).deliver(); }
";
    check("find_callers", text);
    let text = text.replacen("deliver$0", "deliver", 1).replacen(
        "Top { pub fn deliver",
        "Top { pub fn deliver$0",
        1,
    );
    let text = text.replace("caller base [possible]", "");
    let is_left = |line: &&str| !line.contains("//^") || line.contains("caller top");
    let text: Vec<&str> = text.lines().filter(is_left).collect();
    check("find_callers", &(text.join("\n") + "\n"));
}

#[test]
fn fields_without_a_name_have_their_type() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"a\"
//- /src/lib.rs
pub struct Pool;
impl Pool { pub fn dra$0in(&self) {} }
pub struct Disk;
impl Disk { pub fn drain(&self) {} }
pub struct Pair(pub Pool, Disk);
impl Pair {
    fn first(&self) { self.0.drain(); }
                           //^^^^^ caller first
    fn second(&self) { self.1.drain(); }
}
pub enum Event { Made(Pool), Lost(Disk, Box<Pool>), Gone }
use Event::Made;
fn variants(event: &Event) {
    match event {
        Event::Made(pool) => pool.drain(),
                                //^^^^^ caller variants
        Event::Lost(disk, _) if true => disk.drain(),
        Event::Lost(_, pool) => pool.drain(),
                                   //^^^^^ caller variants
        Event::Gone => {}
    }
    if let Made(ref pool) = event { pool.drain(); }
                                       //^^^^^ caller variants
}
fn taken_apart(pair: Pair) {
    let Pair(pool, disk) = pair;
    disk.drain();
    pool.drain();
       //^^^^^ caller taken_apart
}
impl Event {
    fn own(&self) {
        if let Self::Made(pool) = self { pool.drain(); }
                                            //^^^^^ caller own
    }
}
fn tuple(pair: (Pool, Disk)) { pair.1.drain(); pair.0.drain(); }
                                                    //^^^^^ caller tuple
struct One<T>(T);
fn generic(one: One<Pool>) { one.0.drain(); }
                                 //^^^^^ caller generic
",
    );
}

/// The project of the last tests: `core` has a type, `facade` passes it on, `ide` uses it.
fn through_facade(facade: &str) -> Value {
    let manifest = |name: &str, on: &str| {
        format!("[package]\nname = \"{name}\"\n[dependencies]\n{on} = \"1\"\n")
    };
    let core = "pub struct Source;
impl Source { pub fn edit(&mut self) {} }
pub struct Lines;
impl Lines { pub fn edit(&mut self) {} }
";
    let ide = "use facade::syntax::Source;
pub struct World { pub main: Source }
fn field(mut world: World) { world.main.edit(); }
fn path(mut source: facade::syntax::Source) { source.edit(); }
fn other(mut source: elsewhere::Source) { source.edit(); }
";
    let root = project(&[
        ("core/Cargo.toml", &manifest("my-core", "std")),
        ("core/src/lib.rs", core),
        ("facade/Cargo.toml", &manifest("facade", "my-core")),
        ("facade/src/lib.rs", facade),
        ("ide/Cargo.toml", &manifest("ide", "facade")),
        ("ide/src/lib.rs", ide),
    ]);
    ask::value(root.path(), "find_callers", json!({ "symbol": "Source::edit" }))
}

#[test]
fn a_crate_is_passed_on_by_its_own_name_or_another() {
    for facade in ["pub use my_core as syntax;", "pub mod syntax { pub use my_core::*; }"] {
        let answer = through_facade(facade);
        let rows = answer["results"].as_array().expect("rows");
        let names: Vec<_> = rows.iter().map(|row| (&row["name"], &row["certainty"])).collect();
        let likely = json!("likely");
        assert_eq!(
            names,
            [(&json!("field"), &likely), (&json!("path"), &likely)],
            "{facade}: {answer:#}"
        );
    }
}

#[test]
fn a_type_that_a_module_of_the_project_does_not_show_is_not_from_outside() {
    let answer = through_facade("make!(syntax);");
    let rows = answer["results"].as_array().expect("rows");
    let names: Vec<_> = rows.iter().map(|row| (&row["name"], &row["certainty"])).collect();
    let possible = json!("possible");
    assert_eq!(names, [(&json!("field"), &possible), (&json!("path"), &possible)], "{answer:#}");
}

#[test]
fn types_of_one_name_in_modules_of_a_file_have_members_of_their_own() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
pub struct Worker;
impl Worker {
    pub fn r$0un(&self) {}
}
mod inner {
    pub struct Worker;
    impl Worker {
        pub fn new() -> Self { Worker }
        pub fn run(&self) {}
        fn own(&self) { self.run(); Self::new().run(); Worker::new().run(); }
        fn outer(&self, other: &super::Worker) { other.run(); }
                                                     //^^^ caller outer
    }
    pub fn inside(worker: &Worker) { worker.run(); }
}
mod below {
    use super::*;
    fn passed(worker: &Worker) { worker.run(); }
                                      //^^^ caller passed
}
fn both(worker: Worker, other: inner::Worker) { worker.run(); other.run(); }
                                                     //^^^ caller both
",
    );
}

/// What a module imports is what `use super::*` brings in, and a path may begin with a library.
#[test]
fn types_from_outside_behind_wildcards_and_in_paths() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"small\"\n"),
        (
            "src/lib.rs",
            "use std::{collections::HashMap, path::PathBuf};
pub struct Document;
impl Document { pub fn from(a: u32) -> Self { Document } }
pub trait Hook { fn spawn(self); }
impl Hook for Document { fn spawn(self) {} }
fn start() { std::process::Command::new(\"a\").arg(\"b\").spawn(); }
mod tests {
    use super::*;
    fn in_code() { HashMap::from([2]); Document::from(1).spawn(); }
    fn in_macro() { assert_eq!(1, HashMap::from([2])); assert_eq!(1, Document::from(1)); }
    macro_rules! decode { ($n:ident) => { fn $n() { PathBuf::from(\"a\"); Document::from(2); } } }
}
",
        ),
    ];
    let app = project(&files);
    let asked = |symbol: &str| ask::value(app.path(), "find_callers", json!({ "symbol": symbol }));
    for (symbol, callers) in [("Document.from", 3), ("Document.spawn", 1)] {
        let answer = asked(symbol);
        assert_eq!(answer["results"].as_array().map(Vec::len), Some(callers), "{answer:#}");
        assert_eq!(answer["account"]["unresolved"], json!([]), "{answer:#}");
    }
}
