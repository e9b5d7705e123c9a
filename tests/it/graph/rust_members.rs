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
