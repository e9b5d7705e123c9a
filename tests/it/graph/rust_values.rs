//! Rust: values of blocks and branches, of what goes over others, and of futures.

use crate::support::fixture::check;

const TYPES: &str = "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
use std::collections::HashMap;
use std::future::Future;
pub struct Foo { pub kids: Vec<Foo> }
impl Foo {
    pub fn g$0o(&self) -> u32 { 1 }
    pub fn child(&self) -> Foo { todo!() }
    pub fn opt(&self) -> Option<Foo> { None }
}
pub struct Bar;
impl Bar { pub fn go(&self) -> u32 { 2 } }
";

#[track_caller]
fn check_calls(code: &str) {
    check("find_callers", &format!("{TYPES}{code}"));
}

#[test]
fn branches_and_blocks_have_the_value_of_their_last_expressions() {
    check_calls(
        "
fn use_it(c: bool, a: Foo, b: Foo, o: Option<Foo>) {
    let x = if c { a } else { b };
    x.go();
    //^^ caller use_it
    let y = match c { true => x.child(), false => return };
    y.go();
    //^^ caller use_it
    let z = { let w = y.child(); w };
    z.go();
    //^^ caller use_it
    let v = if let Some(found) = o { found } else { panic!() };
    v.go();
    //^^ caller use_it
    let (p, q) = (Foo { kids: vec![] }, Bar);
    p.go();
    //^^ caller use_it
    q.go();
}
",
    );
}

#[test]
fn parts_of_entries_and_tuples_are_of_their_types() {
    check_calls(
        "
fn use_it(m: HashMap<u32, Foo>, v: Vec<(Bar, Foo)>, w: &mut Vec<Foo>) {
    for (_, f) in &m { f.go(); }
                       //^^ caller use_it
    for (b, f) in &v { b.go(); f.go(); }
                               //^^ caller use_it
    v.iter().map(|(b, f)| b.go() + f.go()).sum::<u32>();
                                   //^^ caller use_it
    w.iter().enumerate().for_each(|(i, f)| { f.go(); });
                                             //^^ caller use_it
    w.sort_by(|a, b| a.go().cmp(&b.go()));
                     //^^ caller use_it
                                 //^^ caller use_it
    w.iter().fold(0, |sum, f| sum + f.go());
                                    //^^ caller use_it
    w[0].opt().map_or(0, |f| f.go());
                             //^^ caller use_it
    for (a, b) in [(w[0].child(), 1)] { a.go(); }
                                        //^^ caller use_it [possible]
    let all = w.drain(..).collect::<Vec<_>>();
    all[0].go();
         //^^ caller use_it
    all[0].opt().ok_or(0)?.go();
                         //^^ caller use_it
}
",
    );
}

#[test]
fn types_of_the_project_are_gone_over_by_what_they_implement() {
    check_calls(
        "
pub struct It;
impl Iterator for It { type Item = Foo; fn next(&mut self) -> Option<Self::Item> { None } }
pub struct All;
impl IntoIterator for All { type Item = Foo; type IntoIter = It; fn into_iter(self) -> It { It } }
fn some() -> impl Iterator<Item = Foo> { It }
fn use_it(it: It, all: All) {
    for f in it { f.go(); }
                  //^^ caller use_it
    for f in all { f.go(); }
                   //^^ caller use_it
    for f in some() { f.go(); }
                      //^^ caller use_it
}
",
    );
}

#[test]
fn a_future_counts_as_what_it_gives() {
    check_calls(
        "
pub struct Client;
impl Client {
    fn put(&self) -> impl Future<Output = Foo> { async { todo!() } }
    fn del(&self) -> std::pin::Pin<Box<dyn Future<Output = Foo> + Send>> { todo!() }
}
async fn use_it(c: Client) {
    c.put().await.go();
                //^^ caller use_it
    let d = c.del().await;
    d.go();
    //^^ caller use_it
    async { Bar }.await.go();
    c.put().await.opt().and_then(|f| f.opt()).unwrap().go();
                                                     //^^ caller use_it
    \"x\".parse::<Foo>().unwrap().go();
                              //^^ caller use_it
}
",
    );
}

#[test]
fn a_field_of_a_parameters_type_has_the_bound_of_the_block_around_it() {
    check(
        "find_callers",
        "
//- /src/lib.rs
pub trait Run { fn step(&self) -> u32; }
pub trait Walk { fn st$0ep(&self) -> u32; }
pub struct Gen<A, L> { pub a: A, pub l: L }
impl<A, W: Walk> Gen<A, W> { pub fn walk(&self) -> u32 { self.l.step() } }
                                                              //^^^^ caller walk
impl<A, W> Gen<A, W> where W: Run { pub fn run(&self) -> u32 { self.l.step() } }
",
    );
}

#[test]
fn a_block_may_bound_a_parameter_more_than_its_type_does() {
    check(
        "find_callers",
        "
//- /src/lib.rs
pub trait Build { fn add(&self) -> u32; }
pub trait Index { fn pl$0ace(&self) -> u32; }
pub struct Plain;
impl Index for Plain { fn place(&self) -> u32 { 1 } }
pub struct Gen<G: Build> { pub graph: G }
impl<G: Build> Gen<G> { pub fn inner(&self) -> &G { &self.graph } }
impl<H: Build + Index> Gen<H> {
    pub fn field(&self) -> u32 { self.graph.place() }
                                          //^^^^^ caller field
    pub fn result(&self) -> u32 { self.inner().place() }
                                             //^^^^^ caller result
}
impl<'a, G: Build> Gen<G> where &'a G: Index {
    pub fn reference(&'a self) -> u32 { self.inner().place() }
                                                   //^^^^^ caller reference
}
",
    );
}

#[test]
fn a_bound_of_references_for_any_lifetime_counts() {
    check(
        "find_callers",
        "
//- /src/lib.rs
pub trait Index { fn pl$0ace(&self) -> u32; }
pub trait Other { fn place(&self) -> u32; }
pub fn first<G>(graph: &G) -> u32 where for<'a> &'a G: Index { graph.place() }
                                                                   //^^^^^ caller first
pub fn second<G>(graph: &G) -> u32 where for<'a> &'a G: Other { graph.place() }
",
    );
}

#[test]
fn an_enum_is_imported_beside_its_variants() {
    check(
        "find_references",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
pub mod net;
use crate::net::{self, Kind::{self, *}};
                     //^^^^ read
pub fn made() -> Kind { Kind::Fast }
               //^^^^ type
                      //^^^^ read
//- /src/net.rs
pub enum Ki$0nd { Fast, Slow }
",
    );
}

#[test]
fn a_field_may_have_the_name_of_a_function_that_is_its_value() {
    check(
        "find_references",
        "
//- /src/lib.rs
pub struct Printer { pub cle$0an: fn() }
fn clean() {}
fn made() -> Printer { Printer { clean } }
                               //^^^^^ write
",
    );
    check(
        "find_references",
        "
//- /src/lib.rs
pub struct Printer { pub clean: fn() }
fn cle$0an() {}
fn made() -> Printer { Printer { clean } }
                               //^^^^^ write
",
    );
}

#[test]
fn a_static_that_a_macro_makes_is_a_definition() {
    check(
        "find_callers",
        "
//- /src/lib.rs
pub struct Pool;
impl Pool { pub fn op$0en(&self) -> u32 { 1 } }
pub struct Other;
impl Other { pub fn open(&self) -> u32 { 2 } }
lazy_static! {
    /// All of them.
    pub static ref POOL: Pool = Pool;
    static ref OTHER: Other = Other;
}
static PLAIN: Pool = Pool;
const NOT: Other = Other;
thread_local! { static OWN: std::cell::RefCell<Pool> = make(); }
fn use_it() { POOL.open(); OTHER.open(); }
                 //^^^^ caller use_it
fn plain() { PLAIN.open(); NOT.open(); OWN.with(|own| own.borrow().open()); }
                 //^^^^ caller plain
                                                                 //^^^^ caller plain
",
    );
    check(
        "find_references",
        "
//- /src/lib.rs
pub struct Pool;
lazy_static::lazy_static! { pub static ref PO$0OL: Pool = Pool; }
fn use_it() -> &'static Pool { &*POOL }
                               //^^^^ read
",
    );
}

#[test]
fn awaiting_a_value_of_a_type_gives_what_its_methods_say() {
    check_calls(
        "
pub struct Request;
impl IntoFuture for Request {
    type Output = Foo;
    type IntoFuture = BoxFuture<'static, Self::Output>;
    fn into_future(self) -> Self::IntoFuture { todo!() }
}
pub struct Later;
impl Future for Later {
    type Output = Foo;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> { todo!() }
}
impl Later { fn go(&self) {} }
fn get() -> Request { Request }
async fn use_it(later: Later) {
    get().await.go();
              //^^ caller use_it
    let f = get().await;
    f.go();
    //^^ caller use_it
    later.go();
    later.await.go();
              //^^ caller use_it
}
",
    );
}

#[test]
fn what_goes_over_two_collections_gives_each_its_elements() {
    check_calls(
        "
fn use_it(v: Vec<Foo>, w: Vec<Bar>) {
    for (f, b) in v.iter().zip(&w) { f.go(); }
                                     //^^ caller use_it
    for (b, f) in w.iter().zip(v.iter()) { f.go(); }
                                           //^^ caller use_it
    for (b, f) in w.iter().zip(v.iter()) { b.go(); }
    v.iter().zip(w.iter()).map(|(f, b)| f.go());
                                        //^^ caller use_it
    w.iter().zip(v.iter()).for_each(|(b, f)| { f.go(); });
                                               //^^ caller use_it
    v.iter().zip(w.iter()).any(|(f, b)| b.go() > 1);
}
",
    );
}

#[test]
fn elements_are_those_that_are_left_or_taken() {
    check_calls(
        "
fn use_it(v: Vec<Foo>, n: Vec<Option<Foo>>, w: &mut Foo) {
    let all: Vec<_> = v.iter().collect();
    all[0].go();
         //^^ caller use_it
    for f in n.iter().flatten() { f.go(); }
                                  //^^ caller use_it
    v.iter().filter_map(|f| f.opt()).for_each(|f| { f.go(); });
                                                    //^^ caller use_it
    for f in &v[1..] { f.go(); }
                       //^^ caller use_it
    std::mem::take(w).go();
                    //^^ caller use_it
}
",
    );
}

#[test]
fn a_tuple_with_a_written_type_is_of_that() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"app\"
version = \"0.1.0\"
//- /src/lib.rs
pub struct Sender;
pub struct Receiver;
pub struct Socket;
impl Receiver { pub fn re$0cv(&self) -> u8 { 1 } }
impl Socket { pub fn recv(&self) -> u8 { 1 } }
pub fn run() {
    let (_tx, rx): (Sender, Receiver) = make!();
    rx.recv();
     //^^^^ caller run
}
pub fn own() {
    let (socket, _rx): (Socket, Receiver) = make!();
    socket.recv();
}
",
    );
}

/// What `Default::default()` makes is of the type of the value around it.
#[test]
fn a_default_is_of_the_type_around_it() {
    check(
        "find_references",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
pub struct Pool { size: u8, idle: u8 }
impl Default for Pool {
    fn $0default() -> Self { Pool { size: 1, idle: 0 } }
}
pub mod other {
    pub struct Lake;
    impl Default for Lake {
        fn default() -> Self { Lake }
    }
}
fn make() -> Pool {
    let lake: other::Lake = Default::default();
    let pool: Pool = Default::default();
                            //^^^^^^^ call
    assert_eq!(pool, Pool { size: 3, ..Default::default() });
                                              //^^^^^^^ call
    Pool { size: 2, ..Default::default() }
                             //^^^^^^^ call
}
",
    );
}
