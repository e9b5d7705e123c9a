//! Functions that fields hold: what calls the field calls them.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

const PYTHON: &str = r#"
//- /parser.py
class Parser:
    def __init__(self, fast):
        self.handle = self.save
        self.late = None
        self.pick = self.save if fast else self.load
        self.given = fast or self.save
        self.wired = self.save
        self.named = self.save
        self.sub = self.save
        self.cached = self.size
        self.own = self.save
        self.below = self.save
        self.below_set = self.save

    def start(self):
        self.late = self.save

    def sa$0ve(self, line):
        pass

    def load(self, line):
        pass

    @property
    def size(self):
        return self.save

    def own(self, line):
        pass

    def run(self, line):
        self.handle(line)
           # ^^^^^^ caller run
        self.late(line)
           # ^^^^ caller run
        self.pick(line)
           # ^^^^ caller run [possible]
        self.given(line)
           # ^^^^^ caller run [possible]
        self.wired(line)
           # ^^^^^ caller run [possible]
        self.named(line)
           # ^^^^^ caller run [possible]
        self.sub(line)
           # ^^^ caller run [possible]
        self.below(line)
           # ^^^^^ caller run [possible]
        self.below_set(line)
           # ^^^^^^^^^ caller run [possible]
        self.cached(line)
        self.unknown(line)

class Sub(Parser):
    def __init__(self):
        self.sub = self.other

    def other(self, line):
        pass

    below_set = other

    def below(self, line):
        pass

    def again(self, line):
        self.handle(line)
           # ^^^^^^ caller again

class Apart:
    def __init__(self):
        self.handle = print

    def run(self, line):
        self.handle(line)

def use(apart: Apart, some):
    apart.handle(1)
    some.handle(1)
    Parser(True).handle(1)
               # ^^^^^^ caller use
//- /wire.py
from parser import Parser

def wire(parser: Parser, hook):
    parser.wired = hook
    setattr(parser, "named", hook)
"#;

#[test]
fn a_call_of_a_field_of_python_calls_the_only_function_that_it_holds() {
    check("find_callers", PYTHON);
}

#[test]
fn a_call_of_a_field_of_typescript_calls_the_only_function_that_it_holds() {
    check(
        "find_callers",
        r#"
//- /convert.ts
export function con$0vert(text: string) {}
export function other(text: string) {}
//- /parser.ts
import { convert, other } from "./convert";

export class Parser {
  private first: (text: string) => void;
  second = convert;
  third = convert.bind(null);
  fourth: (text: string) => void;

  constructor(private given: (text: string) => void, fast: boolean) {
    this.first = convert;
    this.fourth = fast ? convert : other;
    this.fifth = convert("x");
              // ^^^^^^^ caller constructor
    this.given = convert;
    this.called = convert.call(this);
               // ^^^^^^^ caller constructor
  }

  run(text: string) {
    this.first(text);
      // ^^^^^ caller run
    this.second?.(text);
      // ^^^^^^ caller run
    this.third(text);
      // ^^^^^ caller run
    this.fourth(text);
      // ^^^^^^ caller run [possible]
    this.fifth(text);
    this.given(text);
      // ^^^^^ caller run [possible]
    this.called(text);
  }
}
//- /use.ts
import { Parser } from "./parser";

export function use(parser: Parser) {
  parser.second("x");
      // ^^^^^^ caller use
}
"#,
    );
}

#[test]
fn what_overrides_a_function_that_a_field_holds_is_possible() {
    check(
        "find_callers",
        r"
//- /a.py
class Base:
    def __init__(self):
        self.handle = self.save

    def save(self):
        pass

    def run(self):
        self.handle()
           # ^^^^^^ caller run [possible]

class Sub(Base):
    def sa$0ve(self):
        pass
",
    );
}

#[test]
fn a_declared_field_of_python_may_be_given_something_else() {
    check(
        "find_callers",
        r"
//- /a.py
from dataclasses import dataclass

def sa$0ve(line):
    pass

@dataclass
class Job:
    handle: object
    hook: object = save

    def reset(self):
        self.handle = save

    def run(self):
        self.handle(1)
           # ^^^^^^ caller run [possible]
        self.hook(1)
           # ^^^^ caller run [possible]
",
    );
}

const FILES: [(&str, &str); 2] = [
    (
        "app.py",
        "class Parser:
    def __init__(self):
        self.handle = self.save

    def save(self, line):
        pass

    def run(self, line):
        self.handle(line)
",
    ),
    (
        "test_app.py",
        "from app import Parser


def test_run(parser: Parser):
    parser.run(1)
",
    ),
];

#[test]
fn tests_reach_what_a_field_holds() {
    let app = project(&FILES);
    let answer = ask::text(app.path(), "impact_analysis", json!({ "symbol": "Parser.save" }));
    assert!(answer.contains("9 Parser.run: self.handle(line)"), "{answer}");
    assert!(answer.contains("test_app.py:4 test_run · through run"), "{answer}");
    assert!(answer.contains("1 test reaches it"), "{answer}");
}

#[test]
fn tests_may_reach_one_of_the_functions_that_a_field_holds() {
    let app = FILES[0].1.replace("self.handle = self.save", "self.handle = self.save or self.load");
    let guess = ("test_other.py", "def test_other(some):\n    some.run(1)\n");
    let app = project(&[(FILES[0].0, &app), FILES[1], guess]);
    let answer = ask::text(app.path(), "impact_analysis", json!({ "symbol": "Parser.save" }));
    assert!(answer.contains(" · possible (held by field)"), "{answer}");
    assert!(answer.contains("1 test may reach it"), "{answer}");
    assert!(!answer.contains("test_other"), "{answer}");
    assert!(answer.contains("test_app.py:4 test_run · through run · possible"), "{answer}");
}

#[test]
fn a_function_calls_what_its_fields_hold() {
    let app = project(&FILES);
    let answer = ask::text(app.path(), "find_callees", json!({ "symbol": "Parser.run" }));
    assert!(
        answer.contains("5 def save(self, line) · in Parser · called at 9 · through Parser.handle"),
        "{answer}"
    );
    assert!(!answer.contains("unresolved"), "{answer}");
}

const LITERALS: &str = "
//- /client.ts
export interface Options { onError?: (e: Error) => void; send: (x: string) => void }
export class Client {
  constructor(private options: Options) {}
  run() {
    this.options.send('x');
               //^^^^ caller run [possible]
    this.options.onError?.(new Error());
  }
}
export function work(deps: Options) { deps.send('y'); }
                                         //^^^^ caller work [possible]
export class Other { send: (x: string) => void; go() { this.send('z'); } }
//- /use.ts
import { Client, work } from './client';
function post(x: string) {}
export const client = new Client({ send: post, onError: console.error });
export const untyped = { onError: post };
";

#[test]
fn what_a_literal_gives_for_a_member_is_called_by_the_member() {
    check("find_callers", &LITERALS.replace("function post", "function po$0st"));
    check(
        "find_callees",
        "
//- /client.ts
export interface Options { send: (x: string) => void; done: (x: string) => void }
export function wo$0rk(deps: Options) {
  deps.send('y');
     //^^^^ callee send
     //^^^^ callee post [possible]
     //^^^^ callee other [possible]
  deps.done('y');
     //^^^^ callee done
}
//- /use.ts
import { work, type Options } from './client';
function post(x: string) {}
function other(x: string) {}
work({ send: post, done: console.log });
export const made: Options = { send: other, done: console.log };
",
    );
}
