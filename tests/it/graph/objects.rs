//! Functions that are reached as properties of object literals.

use crate::support::{ask, project};
use serde_json::{Value, json};

const COUNTER: &str = "export interface Counter { inc(by: number): void; reset: () => void; }
export function createCounter(): Counter {
  let n = 0;
  const inc = (by: number) => { n += by; };
  function reset() { n = 0; }
  return { inc, reset };
}
export function useThing() {
  const start = () => 1;
  const stop = () => 2;
  return { start, halt: stop, size: 3 };
}
export const helpers = { fold, spread };
function fold(x: number) { return x; }
function spread(x: number) { return x; }
export const store: Counter = { inc(by) { fold(by); }, reset() {} };
";

const USES: &str = "import { createCounter, useThing, helpers, store } from './a';
const c = createCounter();
c.inc(2);
const { start } = useThing();
start();
const t = useThing();
t.start();
helpers.fold(1);
store.reset();
";

/// Returns the lines of `b` on which a function is called, with the certainty.
fn calls(answer: &Value) -> Vec<(u64, &str)> {
    let rows = answer["results"].as_array().expect("rows");
    let rows = rows.iter().filter(|row| row["file"].as_str().expect("a file").starts_with("b."));
    let of_row = |row: &'_ Value| -> Vec<u64> {
        let sites = row["call_sites"].as_array().expect("sites");
        sites.iter().filter_map(|site| site["line"].as_u64()).collect()
    };
    rows.flat_map(|row| {
        let certainty = row["certainty"].as_str().expect("a certainty");
        of_row(row).into_iter().map(move |line| (line, certainty))
    })
    .collect()
}

#[track_caller]
fn check(symbol: &str, expected: &[(u64, &str)]) {
    let app = project(&[("a.ts", COUNTER), ("b.ts", USES)]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": symbol }));
    assert_eq!(calls(&answer), expected, "{answer:#}");
    assert_eq!(answer["account"]["unresolved"], json!([]), "{answer:#}");
}

#[test]
fn properties_of_results_are_called() {
    check("a.ts#useThing.start", &[(5, "likely"), (7, "likely")]);
}

#[test]
fn properties_of_tables_are_called() {
    check("a.ts#fold", &[(8, "likely")]);
}

#[test]
fn interface_calls_may_reach_properties_written_for_it() {
    check("a.ts#createCounter.inc", &[(3, "possible")]);
    check("a.ts#createCounter.reset", &[(9, "possible")]);
    check("a.ts#store.reset", &[(9, "possible")]);
}

#[test]
fn object_literals_of_javascript_are_read_as_well() {
    let made = "function useThing() {\n  const start = () => 1;\n  return { start };\n}\n\
                module.exports = { useThing };\n";
    let uses = "const { useThing } = require('./a');\nuseThing().start();\n";
    let app = project(&[("a.js", made), ("b.js", uses)]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "useThing.start" }));
    assert_eq!(calls(&answer), [(2, "likely")], "{answer:#}");
}

#[test]
fn spread_members_may_be_anything() {
    let made = "export class Pool { drain() {} }\n";
    let uses = "import { Pool } from './a';\nexport function f(base: any) {\n\
                const open = { ...base };\n  open.drain();\n\
                const closed = { size: 1 };\n  closed.drain();\n}\nnew Pool().drain();\n";
    let app = project(&[("a.ts", made), ("b.ts", uses)]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "Pool.drain" }));
    assert_eq!(calls(&answer), [(8, "likely"), (4, "likely")], "{answer:#}");
}

#[test]
fn bindings_destructured_from_typed_values_have_the_members_type() {
    let made = "export class Pool { drain() {} }
export class Well { drain() {} }
export interface Request { pool: Pool; well: Well; inner: { pool: Pool } }
export interface Args { req: Request; pool: Pool }
";
    let uses = "import { Args, Request } from './a';
export function direct({ pool }: Request) { pool.drain(); }
export const arrow = ({ well = null }: Request) => { well.drain(); };
export function nested({ req: { pool } }: Args) { pool.drain(); }
export function variable(req: Request) {
  const { pool } = req;
  pool.drain();
  const { well } = req;
  well.drain();
}
export function deep(args: Args) {
  const { req: { well } } = args;
  well.drain();
}
";
    let app = project(&[("a.ts", made), ("b.ts", uses)]);
    let of = |symbol: &str| ask::value(app.path(), "find_callers", json!({ "symbol": symbol }));
    let (pool, well) = (of("Pool.drain"), of("Well.drain"));
    assert_eq!(calls(&pool), [(2, "likely"), (4, "likely"), (7, "likely")], "{pool:#}");
    assert_eq!(calls(&well), [(3, "likely"), (9, "likely"), (13, "likely")], "{well:#}");
}

#[test]
fn names_in_objects_with_functions_and_in_frozen_ones_are_members() {
    let made = "export function inner() { return 1; }\nfunction other() { return 2; }\n\
                export const both = { inner, other, run: () => 1 };\n\
                export const frozen = Object.freeze({ inner });\n";
    let uses = "import { both, frozen } from './a';\nboth.inner();\nfrozen.inner();\n\
                both.other();\nconst { inner } = both;\ninner();\n";
    let app = project(&[("a.ts", made), ("b.ts", uses)]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "a.ts#inner" }));
    assert_eq!(calls(&answer), [(2, "likely"), (3, "likely"), (6, "likely")], "{answer:#}");
}
