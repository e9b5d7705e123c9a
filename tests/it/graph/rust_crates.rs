//! Rust: crates under other names, items in functions, and fields in literals and patterns.

use crate::support::fixture::check;

#[test]
fn a_dependency_under_another_name_is_the_crate() {
    let check = |workspace: &str, dependency: &str| {
        check(
            "find_callers",
            &format!(
                "
//- /Cargo.toml
[workspace]
members = [\"core\", \"app\"]
{workspace}
//- /core/Cargo.toml
[package]
name = \"my-core\"
[lib]
name = \"inner_core\"
//- /core/src/lib.rs
pub fn hid$0den() -> u32 {{ 1 }}
//- /app/Cargo.toml
[package]
name = \"app\"
[dependencies]
{dependency}
other = \"1\"
//- /app/src/main.rs
use corelib::hidden;
fn main() {{ hidden(); corelib::hidden(); other::hidden(); }}
          //^^^^^^ caller main
                             //^^^^^^ caller main
"
            ),
        );
    };
    check("", "corelib = { package = \"my-core\", path = \"../core\" }");
    check(
        "[workspace.dependencies]\ncorelib = { package = \"my-core\", path = \"core\" }",
        "corelib.workspace = true",
    );
}

#[test]
fn literals_and_patterns_name_fields() {
    check(
        "find_references",
        "
//- /src/lib.rs
pub struct Pool { pub wi$0d: u32, pub height: u32 }
pub struct Other { pub wid: u32 }
pub fn make(wid: u32, height: u32) -> Pool { Pool { wid, height } }
                                                  //^^^ write
pub fn other(wid: u32) -> Other { Other { wid } }
pub fn take(pool: Pool) -> u32 {
    let Pool { wid: own, height } = pool;
             //^^^ read
    own + height
}
pub fn matched(pool: &Pool) -> u32 {
    match pool {
        Pool { wid: 0, .. } => 0,
             //^^^ read
        Pool { wid, .. } => *wid,
             //^^^ read
    }
}
",
    );
}

#[test]
fn constants_in_a_function_are_definitions() {
    check(
        "find_references",
        "
//- /src/lib.rs
pub fn first() -> u32 {
    const LIM$0IT: u32 = 3;
    LIMIT + 1
  //^^^^^ read
}
pub fn second() -> u32 {
    const LIMIT: u32 = 4;
    LIMIT
}
",
    );
}

#[test]
fn a_type_parameter_has_the_functions_of_its_bounds() {
    check(
        "find_callers",
        "
//- /src/lib.rs
pub trait Walk { fn ma$0ke() -> u32; }
pub trait Run { fn make() -> u32; }
fn first<W: Walk>() -> u32 { W::make() }
                              //^^^^ caller first
fn second<W>() -> u32 where W: Clone + Walk { W::make() }
                                               //^^^^ caller second
fn third<R, W: Walk>() -> u32 where R: Run { R::make() }
",
    );
}

#[test]
fn an_extern_crate_passes_on_the_crate_under_its_name() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[workspace]
members = [\"searcher\", \"all\", \"app\"]
//- /searcher/Cargo.toml
[package]
name = \"grep-searcher\"
//- /searcher/src/lib.rs
pub struct Searcher;
impl Searcher { pub fn sea$0rch(&self) {} }
pub struct Other;
impl Other { pub fn search(&self) {} }
//- /all/Cargo.toml
[package]
name = \"all\"
[dependencies]
grep-searcher = { path = \"../searcher\" }
//- /all/src/lib.rs
pub extern crate grep_searcher as searcher;
//- /app/Cargo.toml
[package]
name = \"app\"
[dependencies]
all = { path = \"../all\" }
//- /app/src/main.rs
fn run(by: &all::searcher::Searcher) { by.search(); }
                                        //^^^^^^ caller run
",
    );
}

#[test]
fn a_trait_from_outside_is_meant_where_implementations_alone_have_its_name() {
    let directory = crate::support::project(&[
        ("Cargo.toml", "[package]\nname = \"small\"\n[dependencies]\ntower = \"1\"\n"),
        (
            "src/lib.rs",
            "use tower::Service;\npub struct A;\nimpl Service<u32> for A { fn call(&self) {} }\n\
             pub struct L;\nimpl tower::Layer<A> for L { type Service = A; }\n",
        ),
    ]);
    let asked = serde_json::json!({ "symbol": "Service", "wait": 0 });
    let answer = crate::support::ask::value(directory.path(), "find_implementations", asked);
    assert_eq!(answer["results"][0]["line"], 3, "{answer:#}");
    assert_eq!(answer["results"].as_array().map(Vec::len), Some(1), "{answer:#}");
}

#[test]
fn a_module_is_in_the_file_that_its_attribute_names() {
    check(
        "find_callers",
        "
//- /src/lib.rs
mod index;
mod other;
//- /src/index.rs
pub struct Index;
impl Index { pub fn pk$0ey(&self) {} }
#[cfg(test)]
#[path = \"test_index.rs\"]
pub(crate) mod tests;
//- /src/test_index.rs
use super::*;
pub struct Temporary;
impl std::ops::Deref for Temporary {
    type Target = Index;
    fn deref(&self) -> &Index { todo!() }
}
impl Temporary { pub fn new() -> Self { Temporary } }
//- /src/other.rs
use crate::index::tests::Temporary;
pub struct Other;
impl Other { pub fn pkey(&self) {} }
fn one() {
    let index = Temporary::new();
    index.pkey();
        //^^^^ caller one
}
",
    );
}

#[test]
fn a_module_may_be_in_a_directory_below_by_its_attribute() {
    check(
        "find_callers",
        "
//- /src/lib.rs
mod tab;
mod other;
//- /src/tab/mod.rs
pub struct Tab;
impl Tab { pub fn wr$0ite(&mut self) {} }
#[cfg(test)]
#[path = \"./unit/tab_tests.rs\"]
mod tab_tests;
//- /src/tab/unit/tab_tests.rs
use super::Tab;
fn make() -> Tab { Tab }
fn make_both() -> (Tab, u32) { (Tab, 1) }
fn one() {
    let mut tab = make();
    tab.write();
      //^^^^^ caller one
}
fn two() {
    let (mut tab, _) = make_both();
    tab.write();
      //^^^^^ caller two
}
//- /src/other.rs
pub struct Page;
impl Page { pub fn write(&mut self) {} }
",
    );
}
