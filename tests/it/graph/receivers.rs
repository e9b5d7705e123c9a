//! What is known of receivers: elements and keys of collections, results, imports, type variables;
//! and that the account claims nothing where nothing is known.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::{Value, json};

/// Checks the lines that the account of a target's callers leaves open.
#[track_caller]
fn check_open(files: &[(&str, &str)], target: &str, expected: &[&str]) {
    let directory = project(files);
    let answer = ask::value(directory.path(), "find_callers", json!({ "symbol": target }));
    let open = answer["account"]["unresolved"].as_array().expect("a list");
    let place = |at: &Value| format!("{}:{}", at["file"].as_str().unwrap_or_default(), at["line"]);
    let open: Vec<String> = open.iter().map(place).collect();
    assert_eq!(open, expected, "{answer:#}");
    let is_exact = answer["summary"]["total_is_exact"].as_bool();
    assert_eq!(is_exact, Some(expected.is_empty()), "{answer:#}");
}

/// A loop of Go over a map or a channel has its keys or its elements.
#[test]
fn go_range_over_map_or_channel() {
    check(
        "find_callers",
        "
//- /go.mod
module example.com/app
//- /app.go
package app
type Vote struct{}
func (v *Vote) ca$0st(yes bool) {}
type Other struct{}
func (o *Other) cast(yes bool) {}
type Poll struct { votes map[*Vote]*Other; arriving chan *Vote; list []*Vote }
func all(p *Poll) {
    for v := range p.votes { v.cast(true) }
                             //^^^^ caller all
    for v, o := range p.votes { v.cast(true); o.cast(true) }
                                //^^^^ caller all
    for v := range p.arriving { v.cast(true) }
                                //^^^^ caller all
    for _, v := range p.list { v.cast(true) }
                               //^^^^ caller all
    select { case v := <-p.arriving: v.cast(true) }
                                     //^^^^ caller all
}
",
    );
}

#[test]
fn a_loop_of_python_over_a_mapping_has_its_keys() {
    check(
        "find_callers",
        "
//- /app.py
class Key:
    def to$0uch(self): ...

class Entry:
    def touch(self): ...

def all(table: dict[Key, Entry], keys: list[Key]):
    for key in table:
        key.touch()
          # ^^^^^ caller all
    for entry in table.values():
        entry.touch()
    for key in keys:
        key.touch()
          # ^^^^^ caller all
",
    );
}

#[test]
fn names_in_python_export_lists_are_references() {
    check(
        "find_references",
        "
//- /shop/__init__.py
from .prices import price
                  # ^^^^^ import

__all__ = ['price', 'other']
          # ^^^^^ import
//- /shop/prices.py
def pri$0ce(item): ...
",
    );
}

#[test]
fn an_import_of_python_binds_the_package() {
    check(
        "find_callers",
        "
//- /shop/__init__.py
//- /shop/prices.py
def pri$0ce(item): ...
//- /shop/other.py
def price(item): ...
//- /app.py
import shop.prices
import shop.other

def page():
    shop.prices.price(1)
              # ^^^^^ caller page
    shop.other.price(1)
",
    );
}

#[test]
fn copies_and_called_objects_of_python_keep_their_type() {
    check(
        "find_callers",
        "
//- /app.py
from copy import copy

class Bound:
    def bind(self, channel):
        return copy(self)

    def __call__(self, channel):
        return self.bind(channel)

class Queue(Bound):
    def dec$0lare(self): ...

class Exchange(Bound):
    def declare(self): ...

def make(channel):
    Queue()(channel).declare()
                   # ^^^^^^^ caller make
    Exchange()(channel).declare()

with Queue() as queue:
    queue.declare()
        # ^^^^^^^ caller <module>
",
    );
}

/// The type of its own object is what a method of Python returns.
#[test]
fn python_method_returning_self_type() {
    check(
        "find_callers",
        "
//- /app.py
from typing import TypeVar

B = TypeVar('B', bound='Bound')

class Bound:
    def bind(self: B) -> B: ...

    @classmethod
    def made(cls: type[B]) -> B: ...

class Queue(Bound):
    def dec$0lare(self): ...

class Exchange(Bound):
    def declare(self): ...

def all():
    Queue().bind().declare()
                 # ^^^^^^^ caller all
    Queue.made().declare()
               # ^^^^^^^ caller all
    Exchange().bind().declare()
",
    );
}

#[test]
fn a_value_of_any_type_may_be_of_the_project() {
    check(
        "find_callers",
        "
//- /app.py
from typing import Any, TypeVar

T = TypeVar('T')

class Store:
    def upd$0ate(self): ...

def made(of: type[T]) -> T: ...

def all(value: Any, other: str):
    value.update()
        # ^^^^^^ caller all [possible]
    made(Store).update()
               #^^^^^^ caller all
    other.update()
",
    );
    check(
        "find_callers",
        "
//- /app.ts
export class Store { upd$0ate() {} }
function all(value: any, other: string) { value.update(); other.update(); }
                                              //^^^^^^ caller all [possible]
",
    );
    let store = ("store.ts", "export class Store { update() {} }\n");
    let used = ("app.ts", "function all(value: unknown) { value.update(); }\n");
    check_open(&[store, used], "Store.update", &["app.ts:1"]);
}

/// The bound of a type variable of Python is the type of its values.
#[test]
fn python_type_variable_bound() {
    check(
        "find_callers",
        "
//- /app.py
from typing import TypeVar

R = TypeVar('R', bound='Response')

class Response:
    def re$0ad(self): ...

class Other:
    def read(self): ...

def all(response: R) -> R:
    response.read()
           # ^^^^ caller all
    return response

def more():
    all(1).read()
         # ^^^^ caller more
",
    );
}

#[test]
fn members_of_a_wrapped_type_literal_are_called_through_the_type() {
    check(
        "find_callers",
        "
//- /node.ts
export type Factory = Readonly<{
  create(name: string): Item;
  clo$0ne(item: Item): Item;
}>;
export interface Items { readonly kind: string }
export const Items: Factory = freeze<Factory>({
  create(name) { return { name } },
  clone(item) { return item },
});
//- /app.ts
import { Items } from './node';
export function twice(item) { return Items.clone(item); }
                                         //^^^^^ caller twice
",
    );
}

#[test]
fn a_pattern_reads_the_members_that_it_names() {
    check(
        "find_references",
        "
//- /app.js
class Chart {
  get opt$0ions() { return 1; }
  draw() {
    const { options } = this;
          //^^^^^^^ read
    const { options: { color }, other } = this;
          //^^^^^^^ read
    return options.line;
  }
}
",
    );
}

#[test]
fn a_trait_of_rust_is_not_implemented_by_what_types_have_themselves() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"app\"
//- /src/lib.rs
pub trait Image { fn put(&mut self); }
pub struct Buffer;
impl Buffer { pub fn pu$0t(&mut self) {} }
impl Image for Buffer { fn put(&mut self) {} }
pub struct Empty;
impl Image for Empty { fn put(&mut self) {} }
fn by_trait<I: Image>(image: &mut I) { image.put(); }
fn by_type(buffer: &mut Buffer) { buffer.put(); }
                                       //^^^ caller by_type
",
    );
}

#[test]
fn a_whole_import_inside_a_function_of_rust_holds_there() {
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"app\"
//- /src/lib.rs
pub struct Buffer;
pub type Gray = Buffer;
impl Buffer { pub fn sta$0rt() -> Self { Buffer } }
mod test {
    use super::Buffer;
    fn debug() {
        use super::*;
        assert_eq!(format!(\"{:?}\", Gray::start()), \"\");
                                       //^^^^^ caller debug
    }
}
",
    );
}

#[test]
fn elements_with_their_numbers_and_fields_of_functions_in_rust() {
    check(
        "find_references",
        "
//- /Cargo.toml
[package]
name = \"app\"
//- /src/lib.rs
pub struct Input;
impl Input { pub fn ti$0tle(&self) {} }
pub struct Other;
impl Other { pub fn title(&self) {} }
fn all(inputs: &Vec<Input>) {
    for (index, input) in inputs.iter().enumerate() { input.title(); }
                                                          //^^^^^ call
}
",
    );
    check(
        "find_references",
        "
//- /Cargo.toml
[package]
name = \"app\"
//- /src/lib.rs
fn cle$0an() {}
struct Printer { clean: fn() }
fn made() -> Printer { Printer { clean } }
                               //^^^^^ write
",
    );
}

/// A call of a library's constructor means no type of the project.
#[test]
fn library_constructor_is_no_project_type() {
    let files = [(
        "app.py",
        "from threading import Thread

class Pool:
    def __init__(self): ...

class Worker(Thread):
    def __init__(self):
        super().__init__()

def start():
    return Pool()
",
    )];
    let directory = project(&files);
    let question = json!({ "symbol": "Pool.__init__", "depth": 3 });
    let answer = ask::value(directory.path(), "find_callers", question);
    let callers = answer["results"].as_array().expect("a list");
    let callers: Vec<&str> = callers.iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(callers, ["start"], "{answer:#}");
}

#[test]
fn imports_of_scala_are_followed_or_left_open() {
    let files = [
        (
            "app/store/Store.scala",
            "package app.store\n\nobject Store { def apply(n: Int) = n }\n\ndef open(n: Int) = n\n",
        ),
        (
            "app/web/Page.scala",
            "package app.web\n\nimport app.store.open\n\nclass Page { def show = open(1) }\n",
        ),
        (
            "app/web/All.scala",
            "package app.web\n\nimport app.store._\n\nclass All { def show = open(1) }\n",
        ),
        ("app/web/Near.scala", "package app.web\n\nclass Near { def show = open(1) }\n"),
        (
            "app/web/Other.scala",
            "package app.web\n\nimport java.io.open\n\nclass Other { def show = open(1) }\n",
        ),
    ];
    let directory = project(&files);
    let answer = ask::value(directory.path(), "find_callers", json!({ "symbol": "open" }));
    let rows = answer["results"].as_array().expect("a list");
    let rows: Vec<String> =
        rows.iter().map(|row| format!("{} {}", row["file"], row["certainty"])).collect();
    assert_eq!(
        rows,
        ["\"app/web/All.scala\" \"likely\"", "\"app/web/Page.scala\" \"likely\""],
        "{answer:#}"
    );
    let open = &answer["account"]["unresolved"];
    assert_eq!(open[0]["file"], "app/web/Near.scala", "{answer:#}");
    assert_eq!(answer["summary"]["total_is_exact"], false, "{answer:#}");
}

#[test]
fn a_package_of_kotlin_may_lack_its_root_in_the_directories() {
    check(
        "find_callers",
        "
//- /src/main/kotlin/store/Store.kt
package org.example.store

fun op$0en(n: Int) = n
//- /src/main/kotlin/Main.kt
package org.example

import org.example.store.open

fun main() { open(1) }
           //^^^^ caller main
//- /src/main/kotlin/store/Near.kt
package org.example.store

fun near() { open(1) }
           //^^^^ caller near
//- /src/main/kotlin/web/Other.kt
package org.example.web

import java.io.open

fun other() { open(1) }
",
    );
}

#[test]
fn the_only_definition_of_a_name_is_likely_unless_others_have_the_member() {
    // Another class assigns a member of the name.
    check(
        "find_references",
        "
//- /blocks.py
class StructValue:
    @property
    def bo$0und(self):
        return 1

class ListValue:
    def __init__(self, items):
        self.bound = items

def show(value):
    return value.bound
               # ^^^^^ read [possible]
",
    );
    // The library's class has the member too, since the method calls it.
    let query = "
//- /query.py
from django.db import models

class Pages(models.QuerySet):
    def DEF(self):
        return super().NAME()

def show(items):
    return items.pre()
               # ^^^ caller show MARK
";
    let check_query = |name: &str, mark: &str| {
        let fixture = query.replace("DEF", "p$0re").replace("NAME", name).replace("MARK", mark);
        check("find_callers", &fixture);
    };
    check_query("pre", "[possible]");
    check_query("other", "");
    check(
        "find_callers",
        "
//- /Store.java
import java.io.Closeable;
class Store implements Closeable {
  @Override public void shut$0Down() {}
}
class Use {
  void use() { Library.make().shutDown(); }
                            //^^^^^^^^ caller use [possible]
}
",
    );
    check(
        "find_callers",
        "
//- /Cargo.toml
[package]
name = \"pollers\"
//- /src/lib.rs
pub struct Poller;
impl library::Pollable for Poller { fn $0poll_once(&self) {} }
pub fn use_it(all: &[library::Other], poller: Poller) {
    library::first(all).poll_once();
                      //^^^^^^^^^ caller use_it [possible]
    poller.poll_once();
         //^^^^^^^^^ caller use_it
}
",
    );
}

#[test]
fn the_type_that_a_call_is_given_may_be_that_of_its_result() {
    check(
        "find_callers",
        "
//- /store.ts
export class Store { lo$0ad(id: number) { return 1 } }
export class Other { load(id: number) { return 1 } }
export class Third { load(id: number) { return 1 } }
export function known(of: any): Other { return new Other() }
//- /use.ts
import { Store, Other, known } from './store'
import { inject } from 'framework'
function show(container: any) {
  const store = inject(Store)
  store.load(1)
      //^^^^ caller show
  inject(Other).load(1)
  container.get<Store>('store').load(1)
                              //^^^^ caller show [possible]
  known(Store).load(1)
}
",
    );
    check(
        "find_callers",
        "
//- /Store.kt
package app
class Store { fun lo$0ad(id: Int): Int = 1 }
class Other { fun load(id: Int): Int = 1 }
class Third { fun load(id: Int): Int = 1 }
class Page(private val store: Store) {
    val isOpen: Boolean get() = store.load(3) > 0
                                    //^^^^ caller isOpen
    val first: Int = store.load(3)
                         //^^^^ caller Page
}
fun show(container: Koin) {
    val store = container.get<Store>()
    store.load(1)
        //^^^^ caller show [possible]
    mockk(Store::class).load(1)
                      //^^^^ caller show [possible]
    mockk(Other::class).load(1)
}
",
    );
}

#[test]
fn a_property_calls_what_its_body_does() {
    check(
        "find_callers",
        "
//- /a.py
def f$0etch(): return 1
class Page:
    first = fetch()
           #^^^^^ caller Page
    @property
    def is_open(self):
        return fetch()
             # ^^^^^ caller is_open
",
    );
}
