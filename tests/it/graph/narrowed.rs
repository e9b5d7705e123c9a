//! Names of which a condition tells what type they have, or do not have.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn what_typescript_has_ruled_out_is_not_called() {
    check(
        "find_callers",
        "
//- /types.ts
export class Pool { close() {} }
export class Disk { clo$0se() {} }
//- /use.ts
import { Pool, Disk } from './types';
export function behind(x: Pool | Disk) {
  if (x instanceof Disk) return;
  x.close();
}
export function thrown(x: Pool | Disk) {
  if (x instanceof Pool) { throw 1; }
  x.close();
  //^^^^^ caller thrown
}
export function denied(x: Pool | Disk) {
  if (!(x instanceof Pool)) {
    x.close();
    //^^^^^ caller denied
    return;
  }
  x.close();
}
export function otherwise(x: Pool | Disk) {
  if (x instanceof Pool) { x.close(); } else { x.close(); }
                                               //^^^^^ caller otherwise
  return x instanceof Disk ? 1 : x.close();
}
export function looped(all: (Pool | Disk)[], x: Pool | Disk) {
  for (const each of all) {
    if (x instanceof Disk) continue;
    x.close();
  }
  x.close();
  //^^^^^ caller looped
}
export function passed(x: Pool | Disk, b: boolean) {
  if (x instanceof Disk && b) return;
  x.close();
  //^^^^^ caller passed
}
export function set(x: Pool | Disk) {
  if (x instanceof Disk) return;
  x = new Disk();
  x.close();
  //^^^^^ caller set
}
",
    );
}

#[test]
fn what_python_has_ruled_out_is_not_called() {
    check(
        "find_callers",
        "
//- /app.py
class Pool:
    def close(self): ...
class Disk:
    def clo$0se(self): ...

def behind(x: Pool | Disk):
    if isinstance(x, Disk):
        return
    x.close()

def denied(x: Pool | Disk):
    if not isinstance(x, Disk):
        raise ValueError
    x.close()
     #^^^^^ caller denied

def otherwise(x: Pool | Disk):
    if isinstance(x, Pool):
        x.close()
    elif x.close():
          #^^^^^ caller otherwise
        pass
    else:
        x.close()
         #^^^^^ caller otherwise

def asserted(x: Pool | Disk, y: Pool | Disk):
    assert not isinstance(x, Disk)
    x.close()
    assert isinstance(y, Disk), 'no disk'
    y.close()
     #^^^^^ caller asserted

def passed(x: Pool | Disk, b):
    if isinstance(x, Disk) and b:
        return
    x.close()
     #^^^^^ caller passed

def matched(x: Pool | Disk):
    match x:
        case Pool():
            x.close()
        case Disk():
            x.close()
             #^^^^^ caller matched
",
    );
}

#[test]
fn a_union_of_python_is_of_each_of_its_types() {
    check(
        "find_callers",
        "
//- /app.py
from typing import Optional, Union
class Pool:
    def close(self): ...
class Disk:
    def clo$0se(self): ...

def either(x: Union[Pool, Disk]):
    x.close()
     #^^^^^ caller either

def some(x: Optional[Union[Pool, 'Disk']]):
    x.close()
     #^^^^^ caller some

def one(x: Union[Pool, None]):
    x.close()
",
    );
}

#[test]
fn what_is_of_a_type_from_outside_besides_is_still_of_its_own() {
    check(
        "find_callers",
        "
//- /app.py
from collections.abc import Sized
class Pool:
    def clo$0se(self): ...
class Disk:
    def close(self): ...

def besides(x: Pool, y: Pool | str, z: Disk):
    if isinstance(x, Sized):
        x.close()
         #^^^^^ caller besides
    if isinstance(y, str):
        y.close()
    if isinstance(z, Sized):
        z.close()
    if not isinstance(x, Sized):
        return
    x.close()
     #^^^^^ caller besides
",
    );
    check(
        "find_callers",
        "
//- /app.ts
import { Emitter } from 'events';
class Pool { clo$0se() {} }
class Disk { close() {} }
function besides(x: Pool, y: Pool | Emitter) {
  if (x instanceof Emitter) { x.close(); }
                              //^^^^^ caller besides
  if (y instanceof Emitter) { y.close(); }
}
",
    );
}

#[test]
fn a_condition_tells_the_type_of_a_name_of_php() {
    check(
        "find_callers",
        "
//- /a.php
<?php
class Pool { public function close() {} }
class Disk { public function clo$0se() {} }
function inside(Pool|Disk $x) {
    if ($x instanceof Pool) { $x->close(); } else { $x->close(); }
                                                      //^^^^^ caller inside
    if ($x instanceof Disk && $x->close()) {}
                                //^^^^^ caller inside
    return $x instanceof Pool ? $x->close() : 1;
}
function behind(Pool|Disk $x) {
    if ($x instanceof Disk) {
        return;
    }
    $x->close();
}
function denied(Pool|Disk $x) {
    if (!$x instanceof Disk) { throw new Exception(); }
    $x->close();
      //^^^^^ caller denied
}
function open_to_all($x) {
    if ($x instanceof Pool) { $x->close(); }
}
",
    );
}

#[test]
fn what_is_of_a_type_from_outside_is_none_of_the_only_type_with_the_member() {
    let text = "import { Prisma, HttpError } from 'library';
export class AppError extends Error { code: string; }
export function use(err: unknown, any: any) {
  if (err instanceof Prisma.KnownError && err.code === 'P') return 1;
  if (err instanceof HttpError) { return err.code; }
  if (err instanceof AppError && err.code) return 3;
  return any instanceof HttpError ? any.code : 0;
}
export function caught() {
  try { use(1, 2); } catch (err) { if (err instanceof HttpError) { return err.code; } }
}
";
    let app = project(&[("a.ts", text)]);
    let answer = ask::text(app.path(), "find_references", json!({ "symbol": "AppError.code" }));
    assert!(answer.contains("4 of values from outside"), "{answer}");
    assert!(answer.contains("[1 reference"), "{answer}");
    let text = "from library import HttpError

class AppError(Exception):
    def code(self): pass

def use(err):
    if isinstance(err, HttpError):
        err.code()
";
    let app = project(&[("a.py", text)]);
    let answer = ask::text(app.path(), "find_callers", json!({ "symbol": "AppError.code" }));
    assert!(answer.contains("## Possible"), "{answer}");
}

#[test]
fn a_value_of_dart_is_of_the_type_that_a_condition_names() {
    check(
        "find_callers",
        "
//- /lib/lid.dart
class Lid { bool op$0en() => true; }
class Crate { bool open() => true; }
//- /lib/use.dart
import 'lid.dart';
void one(dynamic x) {
  if (x is Lid) { x.open(); }
                  //^^^^ caller one
  if (x is Crate) { x.open(); }
  if (x is Lid && x.open()) { x.open(); }
                  //^^^^ caller one
                              //^^^^ caller one
  final made = x is Lid ? x.open() : x.open();
                          //^^^^ caller one
                                     //^^^^ caller one [possible]
  if (x is! Lid) { x.open(); }
                   //^^^^ caller one [possible]
}
void two(dynamic x) {
  if (x is! Lid) return;
  x.open();
  //^^^^ caller two
}
void three(dynamic x) {
  if (x is! Crate) { return; }
  x.open();
}
",
    );
}

#[test]
fn members_of_which_a_condition_tells_the_type() {
    check(
        "find_callers",
        "
//- /types.ts
export class Pool { clo$0se() {} }
export class Disk { close() {} }
//- /use.ts
import { Pool } from './types';
export class Use {
  held: any;
  within() {
    if (this.held instanceof Pool) { this.held.close(); }
                                             //^^^^^ caller within
    return this.held instanceof Pool && this.held.close();
                                                //^^^^^ caller within
  }
  behind() {
    if (!(this.held instanceof Pool)) return;
    this.held.close();
            //^^^^^ caller behind
  }
  set(other: any) {
    if (this.held instanceof Pool) {
      this.held = other;
      this.held.close();
              //^^^^^ caller set [possible]
    }
  }
}
",
    );
}

#[test]
fn members_of_which_a_condition_of_python_or_php_tells_the_type() {
    check(
        "find_callers",
        "
//- /kinds.py
class Pool:
    def clo$0se(self): ...
class Disk:
    def close(self): ...
//- /use.py
from kinds import Pool
class Use:
    def within(self):
        if isinstance(self.held, Pool):
            self.held.close()
            #         ^^^^^ caller within
    def behind(self):
        assert isinstance(self.held, Pool)
        self.held.close()
        #         ^^^^^ caller behind
",
    );
    check(
        "find_callers",
        "
//- /Pool.php
<?php
class Pool { public function clo$0se() {} }
class Disk { public function close() {} }
//- /Box.php
<?php
class Box {
  private $held;
  public function within() {
    if ($this->held instanceof Pool) { $this->held->close(); }
                                                  //^^^^^ caller within
  }
  public function behind(Box $box) {
    if (!$box->held instanceof Pool) { return; }
    $box->held->close();
              //^^^^^ caller behind
  }
}
",
    );
}

/// What a condition tells of a member holds for the value of which it is one.
#[test]
fn a_root_that_is_set_anew_ends_what_is_known_of_its_members() {
    check(
        "find_callers",
        "
//- /kinds.py
class Call:
    left: object
    def vis$0it(self): ...
class Name:
    def visit(self): ...
//- /use.py
from kinds import Call
def kept(node, log):
    if isinstance(node.left, Call):
        log(node.left)
        node.left.visit()
        #         ^^^^^ caller kept
def walk(node):
    if isinstance(node.left, Call):
        node = node.left
        node.left.visit()
        #         ^^^^^ caller walk [possible]
def each(node, nodes):
    if isinstance(node.left, Call):
        for node in nodes:
            node.left.visit()
            #         ^^^^^ caller each [possible]
def several(node, nodes):
    if isinstance(node.left, Call):
        node.left, last = nodes
        node.left.visit()
        #         ^^^^^ caller several [possible]
",
    );
    check(
        "find_callers",
        "
//- /types.ts
export class A { left: any; ru$0n() {} }
export class B { left: any; run() {} }
//- /use.ts
import { A } from './types';
export function walk(node: any, nodes: any[]) {
  if (node.left instanceof A) {
    node = node.left;
    node.left.run();
            //^^^ caller walk [possible]
  }
  if (node.left instanceof A) {
    nodes.forEach(node => node.left.run());
                                  //^^^ caller walk [possible]
  }
  if (node.left.left instanceof A) {
    node.left ??= nodes[0];
    node.left.left.run();
                 //^^^ caller walk [possible]
  }
}
",
    );
}
