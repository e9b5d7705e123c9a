//! Members that code elsewhere sets, and other values of dynamic languages that are not fully
//! known.

use crate::support::fixture::check;

#[test]
fn what_others_set_a_field_of_python_to_is_possible() {
    check(
        "find_callers",
        r#"
//- /a.py
class A:
    def go(self):
        pass

class B:
    def g$0o(self):
        pass

class Hold:
    shared = A()

    def __init__(self, given=None):
        self.given = given or A()
        self.wired = A()
        self.sub = A()
        self.named = A()
        self.pair, self.own = A(), A()
        self.mock = A()
        self.fixed = A()
        self.typed: A = A()

    def run(self):
        self.given.go()
                 # ^^ caller run [possible]
        self.wired.go()
                 # ^^ caller run [possible]
        self.sub.go()
               # ^^ caller run [possible]
        self.named.go()
                 # ^^ caller run [possible]
        self.shared.go()
                  # ^^ caller run [possible]
        local = self.wired
        local.go()
            # ^^ caller run [possible]
        self.mock.go()
        self.fixed.go()
        self.typed.go()

class Sub(Hold):
    def __init__(self):
        self.sub = B()

class Other:
    def __init__(self):
        self.fixed = B()
        self.typed = B()
//- /wire.py
from a import B, Hold

def wire(hold, other: "Other"):
    hold.wired = B()
    hold.mock = None
    Hold.shared = B()
    setattr(hold, "named", B())
"#,
    );
}

#[test]
fn what_others_set_a_field_of_javascript_to_is_possible() {
    check(
        "find_callers",
        "
//- /a.js
class A {
  go() {}
}
class B {
  g$0o() {}
}
class Hold {
  wired = new A();
  static shared = new A();
  constructor(opts) {
    this.given = opts.given || new A();
    this.sub = new A();
    this.fixed = new A();
    this.late = null;
  }
  run() {
    this.wired.go();
             //^^ caller run [possible]
    Hold.shared.go();
              //^^ caller run [possible]
    this.given.go();
             //^^ caller run [possible]
    this.sub.go();
           //^^ caller run [possible]
    this.fixed.go();
    this.late ??= new B();
    this.late.go();
            //^^ caller run
  }
}
class Sub extends Hold {
  constructor() {
    this.sub = new B();
  }
}
class Other {
  constructor() {
    this.fixed = new B();
  }
}
module.exports = { B, Hold };
//- /wire.js
const { B, Hold } = require('./a');
function wire() {
  const hold = new Hold({});
  hold.wired = new B();
  Hold.shared = new B();
}
",
    );
}

#[test]
fn what_others_set_a_field_of_any_type_to_is_possible() {
    check(
        "find_callers",
        "
//- /a.ts
export class A {
  go() {}
}
export class B {
  g$0o() {}
}
export class Hold {
  any: any = new A();
  own: any = new A();
  typed: A = new A();
  inferred = new A();
  swap() {
    this.own = new B();
  }
  run() {
    this.any.go();
           //^^ caller run [possible]
    this.own.go();
           //^^ caller run
    this.typed.go();
    this.inferred.go();
  }
  given(made = new A()) {
    made.go();
  }
}
//- /wire.ts
import { B, Hold } from './a';
export function wire(hold: Hold) {
  hold.any = new B();
  hold.inferred = new B();
}
",
    );
}

#[test]
fn variables_of_modules_and_properties_of_objects_may_be_set_elsewhere() {
    check(
        "find_callers",
        "
//- /store.py
class Disk:
    def load(self):
        pass

class Mem:
    def lo$0ad(self):
        pass

current = Disk()
fixed = Disk()

//- /app.py
import store
from store import fixed

def main():
    store.current.load()
                # ^^^^ caller main [possible]
    fixed.load()

//- /patch.py
import store

def patch():
    store.current = store.Mem()
",
    );
    check(
        "find_callers",
        "
//- /a.mjs
export class A {
  go() {}
}
export class B {
  g$0o() {}
}
export const registry = { tool: new A(), fixed: new A() };
export function run() {
  registry.tool.go();
              //^^ caller run [possible]
  registry.fixed.go();
}
//- /b.mjs
import { registry, B } from './a.mjs';
registry.tool = new B();
",
    );
}

#[test]
fn a_function_that_is_put_into_an_object_is_its_member() {
    check(
        "find_callers",
        "
//- /a.mjs
export class A {
  go() {}
}
export const handlers = {};
//- /b.mjs
import { handlers } from './a.mjs';
export function run() {
  handlers.go();
         //^^ caller run [possible]
}
//- /c.mjs
import { handlers } from './a.mjs';
handlers.g$0o = function () {};
",
    );
}

#[test]
fn what_is_assigned_to_an_object_may_be_any_of_its_members() {
    check(
        "find_callers",
        "
//- /a.js
export class Pool { clo$0se() {} }
export class Disk { close() {} }
const shared = { close: 1 };
Object.assign(shared, new Pool());
shared.close();
     //^^^^^ caller <module> [possible]
const disk = new Disk();
Object.assign(disk, { close: new Pool().close });
disk.close();
   //^^^^^ caller <module> [possible]
const own = { close: 1 };
own.close();
new Disk().close();
",
    );
}

#[test]
fn a_condition_tells_the_type_of_a_name_of_javascript() {
    check(
        "find_callers",
        "
//- /a.ts
class A {
  g$0o() {}
}
class B {
  go() {}
}
function given(x: A | B) {
  if (x instanceof B) x.go();
  if (x instanceof B) return x.go();
  x instanceof B && x.go();
  const y = x instanceof B ? x.go() : 1;
  if (x instanceof A) x.go();
                      //^^ caller given
}
",
    );
}

#[test]
fn a_global_variable_of_php_may_be_set_elsewhere() {
    check(
        "find_callers",
        "
//- /a.php
<?php
class A { public function go() {} }
class B { public function g$0o() {} }
function main() {
    global $tool;
    $tool = new A();
    change();
    $tool->go();
         //^^ caller main [possible]
    $own = new A();
    $own->go();
}
",
    );
}
