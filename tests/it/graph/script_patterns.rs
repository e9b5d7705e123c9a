//! Patterns of TypeScript and JavaScript that take apart what is not named: elements of lists, what
//! a function is called with, parts of a module.

use crate::support::fixture::check;

const TYPED: &str = "
//- /a.ts
export type Plain = { title: string; ru$0n(): void };
export type Other = { run(): void };
export const each = (f: (p: Plain) => void) => f({ title: '', run() {} });
";

#[test]
fn elements_and_arguments_are_taken_apart() {
    let calls = "
//- /b.ts
import { Plain, Other, each } from './a';
export function list(all: Plain[], others: Other[]) {
  for (const { run } of all) run();
                           //^^^ caller list
  all.forEach(({ run }) => run());
                         //^^^ caller list
  all.forEach(({ run: go }) => go());
                             //^^ caller list
  all.map(function ({ title, run }) { run(); });
                                    //^^^ caller list
  others.forEach(({ run }) => run());
}
export function called() {
  each(({ title, run }) => run());
                         //^^^ caller called
  each(function ({ run: go }) { go(); });
                              //^^ caller called
}
";
    check("find_callers", &format!("{TYPED}{calls}"));
    let read = "
//- /b.ts
import { Plain, Other, each } from './a';
export function list(all: Plain[], others: Other[]) {
  for (const { run } of all) {}
             //^^^ read
  all.forEach(({ run: go }) => {});
               //^^^ read
  all.map(({ title, run = 1 }) => title);
                  //^^^ read
  others.forEach(({ run }) => {});
  each(function ({ run: go }) {});
                 //^^^ read
}
";
    check("find_references", &format!("{TYPED}{read}"));
}

#[test]
fn what_is_taken_out_of_unknown_values_is_possible() {
    check(
        "find_callers",
        "
//- /a.js
class Pool {
  dra$0in() {}
}
class Well {
  drain() {}
}
function each(f) { f(new Pool()); }
each(({ drain }) => drain());
                  //^^^^^ caller <module> [possible]
each(({ drain: go }) => go());
                      //^^ caller <module> [possible]
function plain({ drain }) { drain(); }
                          //^^^^^ caller plain [possible]
const pools = [new Pool()];
const wells = [new Well()];
function list(drain) {
  pools.forEach(({ drain }) => drain());
                             //^^^^^ caller list
  for (const { drain: go } of pools) go();
                                   //^^ caller list
  drain();
}
",
    );
}

#[test]
fn parts_of_modules_are_taken_apart() {
    check(
        "find_callers",
        "
//- /u.js
const internal = { pi$0ck(o) { return o; } };
const other = { pick() {} };
exports.internal = internal;
exports.other = other;
//- /m.js
const { internal: { pick } } = require('./u');
function a() { pick({}); }
             //^^^^ caller a
//- /n.mjs
import * as u from './u';
const { internal: { pick } } = u;
pick({});
//<- caller <module>
//- /o.js
const { other: { pick } } = require('./u');
pick({});
",
    );
}
