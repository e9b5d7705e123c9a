//! Names that several statements set: a use has the value that is in force where it stands.

use crate::support::fixture::check;

#[test]
fn a_use_takes_the_nearest_assignment_before_it() {
    check(
        "find_callers",
        "
//- /auth.ts
export class Key {
  can$0Access(path: string) { return true; }
  static find(token: string): Key { return new Key(); }
}
export class Login {
  canAccess(path: string) { return false; }
  static find(token: string): Login { return new Login(); }
}
export function checked(token: string, isKey: boolean) {
  let auth;
  if (isKey) {
    auth = Key.find(token);
    auth.canAccess(\"a\");
       //^^^^^^^^^ caller checked
  } else {
    // The other.
    auth = Login.find(token);
    auth.canAccess(\"b\");
  }
  return auth.canAccess(\"c\");
            //^^^^^^^^^ caller checked
}
export function replaced(token: string) {
  let auth = Login.find(token);
  auth.canAccess(\"d\");
  auth = Key.find(token);
  auth.canAccess(\"e\");
     //^^^^^^^^^ caller replaced
}
",
    );
}

#[test]
fn what_may_be_done_before_a_use_counts_as_well() {
    check(
        "find_callers",
        "
//- /auth.js
export class Key { can$0Access() {} }
export class Login { canAccess() {} }
export function perhaps(isKey) {
  let auth = new Login();
  if (isKey) auth = new Key();
  auth.canAccess();
     //^^^^^^^^^ caller perhaps
}
export function again(tokens) {
  let auth = new Login();
  for (const token of tokens) {
    auth.canAccess();
       //^^^^^^^^^ caller again
    auth = new Key();
  }
}
export function later(run) {
  let auth = new Login();
  const change = () => { auth = new Key(); };
  run(change);
  auth.canAccess();
     //^^^^^^^^^ caller later
}
export function chosen(kind) {
  let auth = new Key();
  switch (kind) {
    case 1:
      auth = new Login();
      break;
    default:
      auth.canAccess();
         //^^^^^^^^^ caller chosen
  }
}
export function never() {
  let auth = new Key();
  auth = new Login();
  auth.canAccess();
}
",
    );
}

#[test]
fn a_variable_of_rust_without_a_value_has_what_branches_set() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
pub struct Key;
impl Key { pub fn dra$0in(&self) {} }
pub struct Login;
impl Login { pub fn drain(&self) {} }
pub struct Other;
impl Other { pub fn drain(&self) {} }
pub fn chosen(is_key: bool) {
    let auth;
    if is_key {
        auth = Key;
        auth.drain();
           //^^^^^ caller chosen
    } else {
        return;
    }
    auth.drain();
       //^^^^^ caller chosen
}
pub fn other() {
    let auth;
    auth = Login;
    auth.drain();
}
",
    );
}

#[test]
fn a_variable_at_the_top_of_a_file_is_what_it_was_set_to_last() {
    check(
        "find_callers",
        "
//- /grid.py
class Grid:
    def dr$0aw(self): pass
class Other:
    def draw(self): pass
//- /script.py
import numpy as np
import grid
g = np.tile([1], 50)
g.draw()
g = grid.Grid()
g.draw()
# ^^^^ caller <module>
def used():
    return 1
g.draw()
# ^^^^ caller <module>
g = grid.Other()
g.draw()
",
    );
}

#[test]
fn a_variable_at_the_top_of_a_file_is_any_of_what_it_is_set_to_for_others() {
    check(
        "find_callers",
        "
//- /grid.py
class Grid:
    def dr$0aw(self): pass
class Other:
    def draw(self): pass
class Late:
    def draw(self): pass
//- /script.py
import grid
import numpy as np
several = grid.Grid()
several = grid.Other()
try:
    either = np.tile()
except ImportError:
    either = grid.Grid()
late = None
late = grid.Late()
either.draw()
     # ^^^^ caller <module>
def used():
    several.draw()
          # ^^^^ caller used
    either.draw()
         # ^^^^ caller used
    late.draw()
//- /other.py
from script import either, late
def imported():
    either.draw()
         # ^^^^ caller imported
    late.draw()
",
    );
}
