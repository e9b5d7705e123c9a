//! Values of TypeScript and JavaScript: what composables return, members by their names in strings,
//! functions of a type with several calls, and what React gives a component.

use crate::support::fixture::check;

/// A body of statements is no result of the arrow by itself, which could be anything.
#[test]
fn arrows_with_statements_return_what_these_return() {
    check(
        "find_callers",
        "
//- /http.ts
export class Http { ge$0t(url: string) {} put() {} }
export const http = new Http();
//- /storage.ts
export const useStorage = (name: string) => {
  const get = (key: string) => name + key;
  return { get };
};
export const makers = {
  make: (name: string) => { return { get: (key: string) => key }; },
};
//- /use.ts
import { http } from './http';
import { useStorage, makers } from './storage';
const { get: stored } = useStorage('a');
export function one() { return stored('a') + useStorage('b').get('c'); }
export function two() { const storage = useStorage('b'); storage.get('c'); }
export function three() { makers.make('b').get('c'); }
export function four() { http.get('c'); }
                            //^^^ caller four
",
    );
}

#[test]
fn strings_in_brackets_name_members() {
    check(
        "find_references",
        r#"
//- /kind.ts
export enum Kind { A = "A", B$0 = "B" }
export enum Other { A = "A", B = "B" }
//- /use.ts
import { Kind, Other } from './kind';
export const one = Kind["B"];
                       //^ read
export const two = [Other["B"], "B", Kind[`A`], Kind["A"]];
"#,
    );
    check(
        "find_callers",
        r#"
//- /pool.ts
export class Pool { ru$0n() {} }
export class Disk { run() {} }
//- /use.ts
import { Pool, Disk } from './pool';
export function one(pool: Pool, disk: Disk) {
  pool["run"]();
      //^^^ caller one
  disk["run"]();
}
export function two(pools: Record<string, Pool>) {
  pools["first"].run();
               //^^^ caller two
}
"#,
    );
}

#[test]
fn functions_take_what_the_calls_of_their_type_pass() {
    check(
        "find_callers",
        "
//- /flow.ts
export class Flow { ki$0ll() {} }
export class Other { kill() {} }
export interface Handler { (flow: Flow): void; (flow: Flow, times: number): void }
export interface One { (flow: Flow): void }
export type Two = { (flow: Flow): void; name?: string };
export interface Mixed { (flow: Flow): void; (other: Other): void }
export interface Longer { (flow: Flow): void; (other: Other, flow: Flow): void }
export function on(handler: Handler) {}
//- /use.ts
import { Handler, One, Two, Mixed, Longer, on } from './flow';
on((flow) => flow.kill());
                //^^^^ caller <module>
on((flow, times) => flow.kill());
                       //^^^^ caller <module>
export const one: Handler = (flow) => flow.kill();
                                         //^^^^ caller one
export const two: One = (flow) => flow.kill();
                                     //^^^^ caller two
export const three: Two = function (flow) { flow.kill(); };
                                               //^^^^ caller three
export const four: Mixed = (flow) => flow.kill();
                                        //^^^^ caller four [possible]
export const five: Longer = (flow, other) => flow.kill();
export const six: Longer = (flow, other) => other.kill();
                                                //^^^^ caller six
",
    );
}

#[test]
fn components_have_the_props_and_the_state_that_they_are_written_for() {
    check(
        "find_callers",
        "
//- /store.ts
export class Store { lo$0ad() {} }
export class Other { load() {} }
//- /panel.tsx
import React, { PureComponent } from 'react';
import { Store, Other } from './store';
interface Props { store: Store; title: string }
interface State { other: Other }
export class Panel extends React.Component<Props, State> {
  render() {
    this.props.store.load();
                   //^^^^ caller render
    const { store } = this.props;
    store.load();
        //^^^^ caller render
    this.state.other.load();
    return <p>{this.props.title}</p>;
  }
}
export class Pure extends PureComponent<Props> {
  run() { this.props.store.load(); }
                         //^^^^ caller run
}
",
    );
}

#[test]
fn functions_behind_new_make_what_has_their_members() {
    check(
        "find_callers",
        "
//- /hooks.js
function Hooks() { this.all = []; }
Hooks.prototype.check = function (name) {};
Hooks.prototype.ad$0d = function (name) { this.check(name); };
class Other { add() {} }
function build() { const hooks = new Hooks(); return hooks; }
module.exports = { Hooks, Other, build };
//- /use.js
const { Hooks, Other, build } = require('./hooks');
function one() {
  const hooks = new Hooks();
  hooks.add('a');
      //^^^ caller one
  build().add('b');
        //^^^ caller one
  new Other().add('c');
}
",
    );
}
