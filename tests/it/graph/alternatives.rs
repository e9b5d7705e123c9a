//! Names with several values, by branches, methods or conditions: none of them may hide another.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

const POLLER: &str = "
//- /poller.py
class Poller:
    def po$0ll(self, timeout): ...

class Other:
    def poll(self, timeout): ...
";

/// Checks the callers of `Poller.poll` in a file beside it.
#[track_caller]
fn check_python(text: &str) {
    check(
        "find_callers",
        &format!("{POLLER}//- /app.py\nimport library\nfrom poller import Other, Poller\n{text}"),
    );
}

#[test]
fn a_name_that_branches_bind_has_the_values_of_all() {
    check_python(
        "
def either(fast):
    if fast:
        poller = Poller()
    else:
        poller = library.poller()
    poller.poll(1)
#          ^^^^ caller either

def later(fast):
    poller = Poller()
    if fast:
        poller = Other()
    poller.poll(1)
#          ^^^^ caller later

def overwritten():
    poller = Poller()
    poller = Other()
    poller.poll(1)

def own(poller=None):
    poller = poller or Poller()
    poller.poll(1)
#          ^^^^ caller own

def chosen(fast):
    poller = library.poller() if fast else Poller()
    poller.poll(1)
#          ^^^^ caller chosen

def chained(holder):
    poller = holder.poller = Poller()
    poller.poll(1)
#          ^^^^ caller chained
",
    );
}

#[test]
fn a_field_that_several_methods_set_has_the_values_of_all() {
    check_python(
        "
class Loop:
    poller = library.poller()

    def __init__(self, fast):
        if fast:
            self.poller = Other()
        else:
            self.poller = Poller()

    def run(self):
        self.poller.poll(1)
#                   ^^^^ caller run
",
    );
}

#[test]
fn a_function_has_the_results_of_all_its_returns() {
    check_python(
        "
def make(fast):
    if fast:
        return Poller()
    def inner():
        return library.poller()
    return Other()

def run():
    make(True).poll(1)
#              ^^^^ caller run
",
    );
}

#[test]
fn a_condition_tells_the_type_of_a_name_where_it_holds() {
    check_python(
        "
def run(one, other):
    if isinstance(one, Poller):
        one.poll(1)
#           ^^^^ caller run
    elif isinstance(one, Other):
        one.poll(1)
    if isinstance(other, Other) and other.poll(1):
        other.poll(1)
    return other.poll(1) if isinstance(other, Other) else None

def again(one):
    if isinstance(one, Other):
        one = Poller()
        one.poll(1)
#           ^^^^ caller again
",
    );
}

#[test]
fn a_tuple_is_taken_apart() {
    check_python(
        "
def pair() -> tuple[Other, Poller]: ...

def run():
    other, poller = pair()
    other.poll(1)
    poller.poll(2)
#          ^^^^ caller run
    poller, other = Poller(), Other()
    poller.poll(3)
#          ^^^^ caller run
    other.poll(4)
",
    );
}

#[test]
fn the_default_of_a_parameter_is_no_value_of_its_own() {
    check_python(
        "
def make(Poller=Poller):
    return Poller()

def run():
    make().poll(1)
#          ^^^^ caller run
",
    );
}

#[test]
fn a_property_may_hold_a_class() {
    check_python(
        "
class Loop:
    @property
    def kind(self) -> type[Poller]: ...

    @library.reify
    def poller(self):
        return Poller()

    def run(self):
        self.kind().poll(1)
#                   ^^^^ caller run
        self.poller.poll(1)
#                   ^^^^ caller run
",
    );
}

/// What a decorator, an attribute by its name or the largest of several is, nothing tells: it may
/// be the project's.
#[test]
fn values_of_unknown_origin_are_not_external() {
    let poller =
        "class Poller:\n    def poll(self): ...\n\nclass Other:\n    def poll(self): ...\n";
    let app = "import library

@library.task
def task(): ...

def run(name, pollers):
    task.poll()
    getattr(library, name)().poll()
    max(pollers).poll()
";
    let directory = project(&[("poller.py", poller), ("app.py", app)]);
    let answer = ask::value(directory.path(), "find_callers", json!({ "symbol": "Poller.poll" }));
    let others = answer["account"]["others"].as_array().expect("a list");
    assert!(others.iter().all(|other| other["name"] != "of values from outside"), "{answer:#}");
}

#[test]
fn methods_of_objects_that_are_handed_on_are_not_built_in() {
    let app = "export class Poller { poll() {} }
register({ poll() {} });
register({ poll: function () {} });
";
    for extension in ["js", "ts"] {
        let directory = project(&[(&format!("app.{extension}"), app)]);
        let question = json!({ "symbol": "Poller.poll" });
        let text = ask::text(directory.path(), "find_references", question);
        assert!(text.contains("2 keys"), "{text}");
    }
}

#[test]
fn members_of_an_intersection_of_types_are_definitions() {
    check(
        "find_callers",
        "
//- /app.ts
interface Named {
  clear(): void;
}
type Poller = Named & { po$0ll(): void };

export function run(poller: Poller) {
  poller.poll();
//       ^^^^ caller run
}
",
    );
}

#[test]
fn an_overload_without_a_result_hides_no_other() {
    check(
        "find_callers",
        "
//- /app.ts
export class Poller {
  po$0ll() {}
}

export class Other {
  poll() {}
}

function make(from: null): void;
function make(from: string): Poller;
function make(from: any) {
  return new Poller();
}

export function run() {
  make(\"a\").poll();
//          ^^^^ caller run
}
",
    );
}

#[test]
fn an_import_with_a_fallback_is_not_hidden_by_it() {
    check(
        "find_callers",
        "
//- /fast.py
def ru$0n(): ...

//- /guarded.py
try:
    from fast import run
except ImportError:
    def run(): ...
ran = run()
#     ^^^ caller <module>

//- /none.py
try:
    from fast import run
except ImportError:
    run = None
ran = run()
#     ^^^ caller <module>

//- /chosen.py
import sys
if sys.argv:
    from fast import run
else:
    def run(): ...
ran = run()
#     ^^^ caller <module>

//- /replaced.py
def run(): ...
try:
    from fast import run
except ImportError:
    pass
ran = run()
#     ^^^ caller <module>

//- /own.py
from fast import run
def run(): ...
run()

//- /inside.py
def use():
    try:
        from fast import run
    except ImportError:
        def run(): ...
    return run()
#          ^^^ caller use

//- /app.py
from guarded import run
ran = run()
#     ^^^ caller <module>
",
    );
}

#[test]
fn a_first_value_does_not_hide_what_is_set_later() {
    check(
        "find_callers",
        "
//- /api.js
export class Api { sa$0ve() {} }
export class Other { save() {} }

//- /use.js
import { Api, Other } from './api.js';
let cur = {};
export function init() { cur = new Api(); }
export function go() { cur.save(); }
//                         ^^^^ caller go
export function chosen(x) { const y = x || {}; y.save(); }
//                                               ^^^^ caller chosen [possible]
export function passed(x = {}) { x.save(); }
//                                 ^^^^ caller passed [possible]
export function own() { let x = new Other(); x.save(); }
export function empty() { let x = {}; x.save(); }
export function inner() { let cur = []; cur.save(); }
let first = null, other = 0;
first = other = new Api();
first.save();
//    ^^^^ caller <module>
other.save();
//    ^^^^ caller <module>

class Held {
  constructor() { this.api = {}; }
  set(api) { this.api = api; }
  run() { this.api.save(); }
//                 ^^^^ caller run [possible]
}
",
    );
    check(
        "find_callers",
        "
//- /api.py
class Api:
    def sa$0ve(self): ...

class Other:
    def save(self): ...

cur = {}

def init():
    global cur
    cur = Api()

def go():
    cur.save()
#       ^^^^ caller go

def passed(x={}):
    x.save()
#     ^^^^ caller passed [possible]

def held():
    x = {}
    def fill():
        nonlocal x
        x = Api()
    fill()
    x.save()
#     ^^^^ caller held

def empty():
    x = {}
    x.save()
",
    );
}

/// A language whose first values give types keeps them.
#[test]
fn a_first_value_that_gives_a_type_stays() {
    check(
        "find_callers",
        "
//- /api.ts
export class Api { sa$0ve() {} }
export class Other { save() {} }
export function text(x = '') { x.save(); }
export function number() { let x = 1; x = read(); x.save(); }
export function any() { let x: any = 1; x = new Api(); x.save(); }
//                                                       ^^^^ caller any
",
    );
}
