//! Functions that are given for an event by its name, and what announces it.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

const BUS: &str = "
//- /bus.ts
import { EventEmitter } from 'events';
export const bus = new EventEmitter();
export function fire() { bus.emit('user:saved', 1); }
                           //^^^^ caller fire [possible]
export function other() { bus.emit('user:gone', 1); }
export function computed(name: string) { bus.emit(`user:${name}`); }
//- /listen.ts
import { bus } from './bus';
export function onSa$0ved(n: number) {}
export class Store {
  constructor() { bus.once('user:gone', this.clear.bind(this)); }
  clear() {}
}
bus.on('user:saved', onSaved);
//- /other.ts
function onSaved() {}
bus.on('elsewhere', onSaved);
export function elsewhere() { bus.emit('elsewhere'); }
";

#[test]
fn what_announces_an_event_may_call_what_listens_to_it() {
    check("find_callers", BUS);
    check(
        "find_callees",
        "
//- /bus.ts
export function fi$0re(bus: any, given: any) {
  bus.emit('user:saved', 1);
    //^^^^ callee emit?
    //^^^^ callee onSaved [possible]
    //^^^^ callee clear [possible]
}
//- /listen.ts
export function onSaved(n: number) {}
export class Store {
  constructor(bus: any) {
    bus.once('user:saved', this.clear.bind(this));
    bus.once('user:gone', this.gone);
    bus.once('user:saved', (one: any) => one);
  }
  clear() {}
  gone() {}
}
export function start(bus: any) { bus.on('user:saved', onSaved); }
",
    );
}

#[test]
fn what_is_called_by_a_string_may_call_what_a_decorator_registers_by_it() {
    check(
        "find_callers",
        "
//- /view.py
from framework import command

class View:
    @command.command('view.flows.resolve')
    def re$0solve(self, spec): return spec

    @command.command('view.go')
    def go(self): pass
//- /use.py
def use(master):
    master.commands.call('view.flows.resolve', 1)
                   #^^^^ caller use [possible]
    master.commands.call('view.go')
    master.commands.call('view.flows.resolve.all')
    print('view.flows.resolve')
",
    );
}

/// What is given for very many events is called for anything.
#[test]
fn what_is_given_for_very_many_events_is_told_by_none() {
    let calls = |events: usize| {
        let given = |number: usize| format!("bus.on('event{number}', update);\n");
        let given: String = (0..events).map(given).collect();
        let text = format!(
            "export function update() {{}}\nexport function start(bus: any) {{\n{given}}}\n\
             export function fire(bus: any) {{ bus.emit('event1'); }}\n"
        );
        let app = project(&[("a.ts", &text)]);
        let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "update" }));
        let rows = answer["results"].as_array().expect("rows").iter();
        rows.filter(|row| row["name"] == "fire").count()
    };
    assert_eq!(calls(100), 1);
    assert_eq!(calls(101), 0);
}
