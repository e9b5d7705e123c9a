//! Rust: fields and methods of one name, modules written in others, values of variants.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

const PARTS: &str = "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
pub trait Part { fn cursor(&self, x: u8) -> u8 { x } }
pub trait Other { fn cursor(&self, x: u8) -> u8; }
pub struct Prompt { cursor: u8 }
impl Part for Prompt { fn cursor(&self, x: u8) -> u8 { self.cursor + x } }
pub struct Plain { cursor: u8 }
impl Part for Plain {}
impl Plain { fn read(&self) -> u8 { let taken = self.cursor; taken.min(self.cursor) } }
pub struct Holder { prompt: Prompt, plain: Plain, inner: u8 }
pub trait Inner { fn inner(&self) -> Prompt; }
impl Inner for Holder { fn inner(&self) -> Prompt { Prompt { cursor: self.inner } } }
pub struct Deep { inner: u8 }
impl Deep { fn inner(&self) -> &Plain { todo!() } }
pub struct Far { cursor: u8 }
impl Other for Far { fn cursor(&self, x: u8) -> u8 { self.cursor } }
//- /src/used.rs
use crate::{Deep, Far, Holder, Inner, Part, Plain, Prompt};
impl Holder {
    fn show(&self) -> u8 { self.prompt.cursor(1) + self.plain.cursor(2) + self.prompt.cursor }
                                     //^^^^^^ caller show
                                                            //^^^^^^ caller show
    fn chain(&self, deep: Deep) { self.inner().cursor(3); deep.inner().cursor(4); }
                                             //^^^^^^ caller chain
                                                                     //^^^^^^ caller chain
}
fn path(prompt: &Prompt, far: &Far) { Prompt::cursor(prompt, 5); far.cursor(6); far.cursor; }
                                            //^^^^^^ caller path
fn passed(all: &[Prompt]) { let f = Prompt::cursor; let Plain { cursor } = make(); f(&all[0], cursor); }
";

#[test]
fn a_field_of_a_methods_name_hides_no_method() {
    check("find_callers", &PARTS.replacen("fn cursor", "fn cur$0sor", 1));
}

/// What reads a field calls nothing that overrides a method of its name.
#[test]
fn reads_of_fields_do_not_depend_on_methods_of_their_name() {
    let files = PARTS.split("//- /").skip(1).filter_map(|file| file.split_once('\n'));
    let files: Vec<(&str, &str)> = files.collect();
    let directory = project(&files);
    let asked = json!({ "symbol": "Part.cursor", "wait": 0 });
    let text = ask::text(directory.path(), "impact_analysis", asked.clone());
    assert!(!text.contains("through cursor"), "{text}");
    assert!(text.contains("5 callers") || text.contains("Callers (3"), "{text}");
    let answer = ask::value(directory.path(), "find_callers", asked);
    assert_eq!(answer["account"]["unresolved"], json!([]), "{answer:#}");
    let others = answer["account"]["others"].to_string();
    assert!(!others.contains("from outside"), "{answer:#}");
}

#[test]
fn files_belong_to_modules_that_are_written_in_others() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
mod outer {
    mod inner;
    pub fn near() {}
    fn beside() { inner::deep(); }
}
//- /src/outer/inner.rs
use super::*;
pub fn deep() { near(); }
//- /tests/integration.rs
#[cfg(feature = \"integration\")]
mod test {
    mod helpers;
    use self::helpers::*;
    mod commands;
    mod splits;
}
//- /tests/test/helpers.rs
pub enum Feed { Native, Other(u8) }
impl Feed { pub fn app$0ly(&self, text: &str) -> String { text.to_owned() } }
pub struct Set;
impl Set { pub fn apply(&self, text: &str) {} }
pub struct Case { pub feed: Feed }
impl From<(u8, Feed)> for Case {
    fn from((number, feed): (u8, Feed)) -> Self { feed.apply(\"\"); Case { feed } }
                                                     //^^^^^ caller from
}
//- /tests/test/splits.rs
use super::*;
fn works() { assert(&Feed::Native.apply(\"one\")); assert_eq!(Feed::Native.apply(\"x\"), 1); }
                                //^^^^^ caller works
                                                                       //^^^^^ caller works
//- /tests/test/commands.rs
use super::*;
mod write;
fn works() { Feed::Other(1).apply(\"one\"); helpers::Feed::Native.apply(\"\"); Set.apply(\"\"); }
                          //^^^^^ caller works
                                                              //^^^^^ caller works
//- /tests/test/commands/write.rs
use super::*;
fn writes() { Feed::Native.apply(\"one\"); }
                         //^^^^^ caller writes
",
    );
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
mod outer {
    mod inner;
    pub fn ne$0ar() {}
}
//- /src/outer/inner.rs
use super::*;
pub fn deep() { near(); super::near(); crate::outer::near(); }
              //^^^^ caller deep
                             //^^^^ caller deep
                                                   //^^^^ caller deep
",
    );
}

/// `#[derive(Default)]`
#[test]
fn a_derived_default_makes_a_value_of_its_type() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
pub trait Hook: Sized { fn sp$0awn(self) {} }
#[derive(Default)]
pub struct One<T> { of: T }
impl<T> Hook for One<T> {}
#[derive(Default)]
pub struct Two;
pub trait Apart: Sized { fn spawn(self) {} }
impl Apart for Two {}
pub struct Three;
impl Three { pub fn default() -> Two { Two } }
fn setup() {
    One::<u8>::default().spawn();
                       //^^^^^ caller setup
    let one = crate::One::default();
    one.spawn();
      //^^^^^ caller setup
    Two::default().spawn();
    Three::default().spawn();
}
",
    );
}

#[test]
fn what_a_type_leaves_to_the_value_is_not_from_outside() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
use std::collections::HashMap;
pub struct Pool;
impl Pool { pub fn dra$0in(&self) {} pub fn make() -> Result<Self, u8> { Ok(Pool) } }
pub struct Other;
impl Other { pub fn drain(&self) {} }
fn listed(pools: &[Pool]) {
    let all: Vec<_> = pools.iter().collect();
    all[0].drain();
         //^^^^^ caller listed
    for pool in all { pool.drain(); }
                         //^^^^^ caller listed
}
fn made() {
    let pool: Result<_, u8> = Pool::make();
    pool.unwrap().drain();
                //^^^^^ caller made
    let other: Option<_> = Some(Other);
}
fn put() {
    let mut all = HashMap::new();
    all.insert(1, Pool);
    all.get(&1).unwrap().drain();
                       //^^^^^ caller put [possible]
    if let Some(pool) = all.get(&2) { pool.drain(); }
                                         //^^^^^ caller put [possible]
    all.drain();
}
",
    );
}

#[test]
fn a_block_may_write_the_path_of_its_type() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
mod apart;
mod other;
pub struct Plain;
impl Plain { pub fn pl$0ace(&self) {} }
pub struct Gen<G> { plain: Plain, graph: G }
impl<G> Gen<G> { pub fn place(&self) {} }
//- /src/apart.rs
impl<G> super::Gen<G> { fn of_field(&self) { self.plain.place(); } }
                                                      //^^^^^ caller of_field
impl crate::Plain { fn own(&self) { self.place(); } }
                                       //^^^^^ caller own
//- /src/other.rs
pub struct Plain;
impl Plain { pub fn other(&self) { self.place(); } }
",
    );
}

/// What has no `self` among its parameters is called by the path of its type alone.
#[test]
fn functions_of_a_type_are_not_called_on_values() {
    let files = "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
pub struct Config;
pub struct Other;
impl From<Other> for Config {
    fn from(other: Other) -> Self { Config }
}
pub struct Range;
impl Range {
    pub fn from<F: Fn(u8) -> u8>(&self) -> u8 { 1 }
}
fn take(ranges: Outside) {
    ranges.each(|range| range.from());
                            //^^^^ 1
    let made = Config::from(Other);
                     //^^^^ 2
}
";
    let of = |name: &str, mark: &str, certainty: &str| {
        let lines: Vec<String> = files
            .lines()
            .filter(|line| !line.trim_start().starts_with("//^") || line.ends_with(mark))
            .map(|line| line.replace(&format!("^ {mark}"), &format!("^ caller take{certainty}")))
            .collect();
        check("find_callers", &lines.join("\n").replacen(name, &name.replace("from", "$0from"), 1));
    };
    of("fn from(other", "2", "");
    of("fn from<F", "1", " [possible]");
}
