//! Values of which nothing is known but that they begin with something from outside the project.

use crate::support::fixture::check;

#[test]
fn the_only_member_of_a_name_is_possible_behind_what_comes_from_outside() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
pub struct Parts;
impl Parts { pub fn status_$0mut(&mut self) -> u16 { 1 } }
pub trait Into2 { fn into_response(self) -> http::Response<u8>; }
pub fn made() { let mut res = ext::mk(); res.status_mut(); }
                                           //^^^^^^^^^^ caller made [possible]
pub fn shown(f: &mut std::fmt::Formatter<'_>) {
    f.debug_struct(\"x\").field(\"a\", &1).status_mut();
                                     //^^^^^^^^^^ caller shown [possible]
}
pub fn given(x: ext::Thing) { x.make().status_mut(); }
                                     //^^^^^^^^^^ caller given [possible]
pub fn each(x: ext::Thing) { for y in x.list() { y.status_mut(); } }
                                                 //^^^^^^^^^^ caller each [possible]
pub fn back(code: u8) { code.into_response().status_mut(); }
                                           //^^^^^^^^^^ caller back [possible]
pub fn unit() { let mut res = ().into_response(); res.status_mut(); }
                                                    //^^^^^^^^^^ caller unit [possible]
pub fn pair() { ((1, 2), 3).into_response().status_mut(); }
                                          //^^^^^^^^^^ caller pair [possible]
pub fn unknown() { let mut res = opaque!(); res.status_mut(); }
                                              //^^^^^^^^^^ caller unknown
",
    );
    check(
        "find_callers",
        "
//- /a.cpp
#include <ext.h>
struct Kept { int sta$0tus(); };
void use(ext::Thing& thing) {
    ext::mk().status();
            //^^^^^^ caller use [possible]
    auto made = ext::mk();
    made.status();
       //^^^^^^ caller use [possible]
}
",
    );
}
