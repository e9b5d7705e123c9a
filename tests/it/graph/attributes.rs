//! Fields that the code of a type assigns and nothing declares.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn what_python_assigns_to_self_is_a_member_of_the_class() {
    check(
        "find_references",
        "
//- /engine.py
class Engine:
    def __init__(self, store, size):
        self.sto$0re = store
        self.size: int = size

    def run(self):
        return self.store.read()
#                   ^^^^^ read

def reset(engine: Engine):
    engine.store = None
#          ^^^^^ write
//- /other.py
class Shelf:
    def __init__(self):
        self.store = 1

    def read(self):
        return self.store

def local():
    store = 1
    return store
//- /fast.py
from engine import Engine

class Fast(Engine):
    def warm(self):
        self.store, self.extra = 1, 2
#            ^^^^^ write

def make():
    return Fast().store
#                 ^^^^^ read
",
    );
}

#[test]
fn what_javascript_assigns_to_this_is_a_member_of_the_class() {
    check(
        "find_references",
        "
//- /engine.js
export class Engine {
  constructor(store) {
    this.sto$0re = store;
  }

  run() {
    return this.store.read();
    //          ^^^^^ read
  }
}
//- /use.js
import { Engine } from './engine.js';

export function reset() {
  const engine = new Engine(1);
  engine.store = null;
  //     ^^^^^ write
}
//- /shelf.js
export class Shelf {
  constructor() { this.store = 1; }
}
",
    );
}

#[test]
fn what_a_function_that_makes_values_assigns_is_their_member() {
    check(
        "find_references",
        "
//- /engine.js
function Engine(store) {
  this.sto$0re = store;
}

Engine.prototype.run = function () {
  this.other = 1;
  return this.store.read();
  //          ^^^^^ read
};

module.exports = Engine;
//- /use.js
const Engine = require('./engine');

function reset() {
  const engine = new Engine(1);
  engine.store = null;
  //     ^^^^^ write
}
",
    );
}

#[test]
fn what_php_assigns_to_this_is_a_member_of_the_class() {
    check(
        "find_references",
        "
//- /engine.php
<?php
class Engine {
    function set($store) {
        $this->sto$0re = $store;
    }
    function run() {
        return $this->store->read();
        //            ^^^^^ read
    }
}
class Shelf {
    function set() { $this->store = 1; }
}
",
    );
}

#[test]
fn marked_fields_of_ruby_are_members_of_the_class() {
    let shop = project(&[(
        "engine.rb",
        "class Engine\n  def initialize(store)\n    @store = store\n  end\n\n  def run\n    \
         @store.read\n  end\nend\n",
    )]);
    let text = ask::text(shop.path(), "find_references", json!({ "symbol": "Engine.@store" }));
    assert!(text.contains("References to `Engine::@store` (engine.rb:3)"), "{text}");
    assert!(text.contains("engine.rb:7 Engine.run: @store.read"), "{text}");
    assert!(text.contains("all 2 occurrences of `@store` accounted for"), "{text}");
}

#[test]
fn the_field_behind_an_accessor_of_ruby_is_one_with_it() {
    check(
        "find_references",
        "
//- /engine.rb
class Engine
  attr_reader :si$0ze, :other

  def initialize(size)
    @size = size
    #^^^^ write
    @other = size
  end

  def run
    @size + size
    #^^^^ read
    #       ^^^^ call
  end

  def self.count
    @size = 1
  end
end

class Fast < Engine
  def warm
    @size = 2
    #^^^^ write
  end
end

class Shelf
  def warm
    @size = 3
  end
end
",
    );
}

const SHOP: &[(&str, &str)] = &[
    (
        "engine.py",
        "class Engine:\n    def __init__(self):\n        self.store = 1\n\n    def run(self):\n        \
         return self.store\n\nclass Fast(Engine):\n    pass\n",
    ),
    ("shelf.py", "class Shelf:\n    def store(self):\n        return 1\n"),
];

#[test]
fn an_attribute_is_found_by_class_subclass_file_and_line() {
    let shop = project(SHOP);
    let answer = |arguments| ask::text(shop.path(), "find_references", arguments);
    let whole = answer(json!({ "symbol": "Engine.store", "wait": 0 }));
    assert!(whole.contains("References to `Engine.store` (engine.py:3)"), "{whole}");
    assert!(whole.contains("engine.py:6 Engine.run: return self.store"), "{whole}");
    assert!(
        whole.contains("1 above, 1 other definition (shelf.py:2), 1 its definition"),
        "{whole}"
    );
    for arguments in [
        json!({ "symbol": "Fast.store", "wait": 0 }),
        json!({ "symbol": "engine.py#Engine.store", "wait": 0 }),
        json!({ "symbol": "store", "file": "engine.py", "wait": 0 }),
        json!({ "symbol": "store", "file": "engine.py", "line": 6, "wait": 0 }),
    ] {
        assert_eq!(answer(arguments.clone()), whole, "{arguments}");
    }
}

#[test]
fn an_attribute_is_a_definition_where_it_is_asked_for_alone() {
    let shop = project(SHOP);
    // By its bare name the declared method is meant, whose uses the attribute's are not.
    let text = ask::text(shop.path(), "find_references", json!({ "symbol": "store", "wait": 0 }));
    assert!(text.contains("References to `Shelf.store` (shelf.py:2)"), "{text}");
    let map = ask::text(shop.path(), "map_code", json!({ "path": "engine.py" }));
    assert!(!map.contains("store"), "{map}");
}
