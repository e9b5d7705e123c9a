//! Variables that are set to a function or a type of another module: calls of them are calls of it.

use crate::support::{ask, project};
use serde_json::json;

/// The files of a project, the definition asked about, its callers' lines in the second file, and
/// their certainty.
type Case = (&'static [(&'static str, &'static str)], &'static str, &'static [u64], &'static str);

const CASES: &[Case] = &[
    (
        &[
            ("lib.js", "export function load(x) {}\n"),
            (
                "use.js",
                "import * as lib from './lib.js';
import * as other from 'other';
const load = lib.load;
load(1);
export function f() { const load = lib.load || other.load; load(2); }
export function g() { const load = other.load; load(2); }
const quick = lib.load;
quick(3);
export function h() { const { load: slow } = lib; slow(4); }
",
            ),
        ],
        "lib.js#load",
        &[4, 5, 8, 9],
        "likely",
    ),
    (
        &[
            ("lib.js", "function load(x) {}\nmodule.exports = { load };\n"),
            (
                "use.js",
                "let load;
try { load = require('./lib').load; } catch { load = () => 2; }
load(1);
function f() { let load; ({ load } = require('./lib')); load(2); }
(0, require('./lib').load)(3);
",
            ),
        ],
        "lib.js#load",
        &[3, 4, 5],
        "likely",
    ),
    (
        &[
            ("lib.ts", "export function load(x: string) {}\n"),
            (
                "use.ts",
                "import { load as fast } from './lib';
import { load as slow } from 'other';
export const load = process.argv.length > 1 ? fast : slow;
load('x');
",
            ),
        ],
        "lib.ts#load",
        &[4],
        "likely",
    ),
    (
        &[
            ("lib.py", "class Load:\n    pass\n"),
            (
                "use.py",
                "import lib
Load = lib.Load
Load()
def f(x):
    if x:
        Load = lib.Load
    else:
        Load = x.get()
    return Load()
",
            ),
        ],
        "lib.py#Load",
        &[3, 9],
        "likely",
    ),
    (
        &[
            ("lib.lua", "local M = {}\nfunction M.load(x) return x end\nreturn M\n"),
            (
                "use.lua",
                "local lib = require('lib')
local save, load = lib.save, lib.load
load(1)
save(2)
local function f() local load = lib.load; return load(3) end
",
            ),
        ],
        "lib.lua#load",
        &[3, 5],
        "likely",
    ),
    (
        &[
            ("lib.zig", "pub fn load(x: u32) u32 { return x; }\n"),
            (
                "use.zig",
                "const lib = @import(\"lib.zig\");
const load = lib.load;
fn a() u32 { return load(1); }
",
            ),
        ],
        "lib.zig#load",
        &[3],
        "likely",
    ),
];

#[test]
fn a_variable_that_is_set_to_a_function_calls_it() {
    for (files, target, lines, certainty) in CASES {
        let app = project(files);
        let answer = ask::value(app.path(), "find_callers", json!({ "symbol": target }));
        let mut calls: Vec<(u64, &str)> = answer["results"]
            .as_array()
            .into_iter()
            .flatten()
            .flat_map(|row| {
                let certainty = row["certainty"].as_str().unwrap_or_default();
                let sites = row["call_sites"].as_array().into_iter().flatten();
                sites.map(move |site| (site["line"].as_u64().unwrap_or_default(), certainty))
            })
            .collect();
        calls.sort_unstable();
        let expected: Vec<(u64, &str)> = lines.iter().map(|line| (*line, *certainty)).collect();
        assert_eq!(calls, expected, "{answer:#}");
    }
}

#[test]
fn a_variable_that_is_set_to_a_member_gives_no_name_to_members() {
    let names = |answer: &serde_json::Value| {
        let rows = answer["results"].as_array().expect("rows").iter();
        rows.map(|row| row["line"].as_u64().unwrap_or_default()).collect::<Vec<_>>()
    };
    let files = [
        (
            "a.ts",
            "export interface Opts { presignToken: string }
export const v = (o: Opts) => { const id = o.presignToken; return id; };
export const u = (row: any) => row.id;
export const x = (q: unknown[]) => q.map((r) => r.id);
export const y = (o: Opts) => { const { presignToken: id } = o; return id; };
",
        ),
        (
            "b.py",
            "class B:
    def rname(self):
        return 'y'
    def copy(self, path):
        return path.name()
class C:
    rn = B.rname
    def get(self, q):
        return q.rn()
def validate(b: B):
    name = b.rname
    return name()
",
        ),
    ];
    let app = project(&files);
    let found = ask::value(app.path(), "find_references", json!({ "symbol": "Opts.presignToken" }));
    assert_eq!(names(&found), [2, 5], "{found:#}");
    let found = ask::value(app.path(), "find_callers", json!({ "symbol": "B.rname" }));
    let sites = found["results"][0]["call_sites"].as_array().expect("calls");
    assert_eq!(found["results"].as_array().map(Vec::len), Some(1), "{found:#}");
    assert_eq!((sites.len(), &sites[0]["line"]), (1, &json!(12)), "{found:#}");
}

#[test]
fn an_alias_gives_the_type_arguments_that_it_is_written_with() {
    let cases: [&[(&str, &str)]; 3] = [
        &[
            (
                "src/lib.rs",
                "pub struct Cache<K, V> { k: K, v: V }
impl<K, V> Cache<K, V> { pub fn get(&self) -> &V { &self.v } }
pub struct Conn;
impl Conn { pub fn name(&self) {} }
pub struct Other;
impl Other { pub fn name(&self) {} }
pub type Conns = Cache<String, Conn>;
pub type Of<T> = Cache<String, T>;
pub fn a(c: &Conns) { c.get().name(); }
pub fn b(c: &Of<Conn>) { c.get().name(); }
pub fn c(c: &Of<Other>) { c.get().name(); }
",
            ),
            ("Cargo.toml", "[package]\nname = \"p\"\n"),
        ],
        &[
            (
                "lib.ts",
                "export class Cache<K, V> { v!: V; get(): V { return this.v; } }
export class Conn { name() {} }
export class Other { name() {} }
export type Conns = Cache<string, Conn>;
export type Of<T> = Cache<string, T>;
",
            ),
            (
                "use.ts",
                "import { Conns as All, Conn, Of, Other } from './lib';




export {};


export function a(c: All) { c.get().name(); }
export function b(c: Of<Conn>) { c.get().name(); }
export function c(c: Of<Other>) { c.get().name(); }
",
            ),
        ],
        &[(
            "a.kt",
            "package a

class Cache<K, V>(val v: V) { fun get(): V = v }
class Conn { fun name() {} }
class Other { fun name() {} }
typealias Conns = Cache<String, Conn>
typealias Of<T> = Cache<String, T>

fun a(c: Conns) { c.get().name() }
fun b(c: Of<Conn>) { c.get().name() }
fun c(c: Of<Other>) { c.get().name() }
",
        )],
    ];
    for files in cases {
        let app = project(files);
        let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "Conn.name" }));
        let rows = answer["results"].as_array().expect("rows").iter();
        let found: Vec<_> = rows.map(|row| (&row["name"], &row["certainty"])).collect();
        assert_eq!(json!(found), json!([["a", "likely"], ["b", "likely"]]), "{answer:#}");
    }
}
