//! Rust: variants of enumerations, their fields and patterns.

use crate::support::fixture::check;

#[test]
fn fields_of_variants_are_those_of_the_variant_that_a_path_names() {
    check(
        "find_references",
        "
//- /lib.rs
pub enum Shape {
    Square { si$0de: u32 },
    Line { side: u32 },
}
use Shape::Square as Renamed;
fn made(side: u32) -> Shape {
    let _ = Shape::Square { side };
                          //^^^^ write
    let _ = Shape::Line { side: 2 };
    Renamed { side: 1 }
            //^^^^ write
}
fn taken(shape: &Shape) -> u32 {
    match shape {
        Shape::Square { side } => *side,
                      //^^^^ read
        Shape::Line { side } => *side,
    }
}
impl Shape {
    fn own(&self) -> bool {
        if let Self::Square { side: 3, .. } = self { return true; }
                            //^^^^ read
        matches(self, |shape| matches!(shape, Self::Line { .. }))
    }
}
",
    );
}

#[test]
fn what_a_pattern_takes_out_of_a_variant_has_the_type_of_the_field() {
    check(
        "find_callers",
        "
//- /lib.rs
pub struct Pool;
pub struct Other;
impl Pool { pub fn op$0en(&self) {} }
impl Other { pub fn open(&self) {} }
pub enum Event {
    Made { of: Pool },
    Lost { of: Other },
}
fn seen(event: &Event) {
    match event {
        Event::Made { of } => of.open(),
                               //^^^^ caller seen
        Event::Lost { of } => of.open(),
    }
}
",
    );
}

#[test]
fn a_name_before_parentheses_in_a_pattern_is_no_variable() {
    check(
        "find_references",
        "
//- /lib.rs
pub enum Origin {
    Writ$0ten(u32),
    Given(u32),
}
mod inner {
    use crate::Origin::{self, *};
    pub fn of(origin: Option<Origin>) -> u32 {
        match origin {
            Some(Written(line)) | Some(Given(line)) => line,
               //^^^^^^^ read
            None => 0,
        }
    }
    pub fn plain(origin: Origin) -> u32 {
        match origin {
            Written(line) | Given(line) => line,
          //^^^^^^^ read
        }
    }
}
",
    );
}
