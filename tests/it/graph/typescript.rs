//! TypeScript and JavaScript.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn unnamed_exports_are_statements_and_no_text() {
    check(
        "find_callers",
        "
//- /src/thing.ts
// Other modules export default other, this one does not.
export function other() {}
export const text = 'module.exports = other';
export  default  thing;
function thi$0ng() {}
//- /src/whole.js
const help = 'export default broken';
module.exports = exports = require('./thing');
//- /src/use.ts
import anything from './thing';
import same from './whole';
anything();
//<- caller <module>
same();
//<- caller <module>
",
    );
}

#[test]
fn imports_re_exports_and_default_exports_bind() {
    check(
        "find_callers",
        "
//- /src/core.ts
export function bui$0ld(): void {}
//- /src/index.ts
export { build } from './core';
export * as core from './core';
export { build as make } from './core';
//- /src/use.ts
import { build } from './index';
import { make } from '.';
import { core } from './index';
import * as all from './core';
function one() { build(); }
               //^^^^^ caller one
function two() { make(); }
               //^^^^ caller two
function three() { core.build(); }
                      //^^^^^ caller three
const four = () => all.build();
                     //^^^^^ caller four
function shadow(build: () => void) { build(); }
//- /src/stranger.ts
import { build } from 'vite';
build();
",
    );
    check(
        "find_callers",
        "
//- /src/thing.ts
export default function thi$0ng() {}
//- /src/use.ts
import anything from './thing';
anything();
//<- caller <module>
class Holder { field = anything(); }
                     //^^^^^^^^ caller Holder
",
    );
}

#[test]
fn renamed_exports_are_followed() {
    check(
        "find_callers",
        "
//- /src/core.ts
function bui$0ld(): void {}
function other(): void {}
export { build as make, other as else_ };
//- /src/index.ts
export { make as create } from './core';
//- /src/use.ts
import { make } from './core';
import { create } from './index';
import { else_ } from './core';
function one() { make(); }
               //^^^^ caller one
function two() { create(); }
               //^^^^^^ caller two
function three() { else_(); }
",
    );
}

#[test]
fn receivers_are_bound_by_type_and_by_construction() {
    check(
        "find_callers",
        "
//- /src/pool.ts
export class Pool {
  private items = new Set<string>();
  ad$0d(item: string) { this.items.add(item); }
  twice() { this.add('a'); }
               //^^^ caller twice
}
//- /src/use.ts
import { Pool } from './pool';
class Owner {
  constructor(private pool: Pool, public names: Set<string>) {}
  run() { this.pool.add('x'); this.names.add('y'); }
                  //^^^ caller run
}
function made() { const p = new Pool(); p.add('x'); }
                                        //^^^ caller made
function given(p: Pool | undefined) { p?.add('x'); }
                                       //^^^ caller given
function other(s: Set<string>) { s.add('x'); }
",
    );
}

#[test]
fn interfaces_are_implemented_and_classes_extended() {
    check(
        "find_implementations",
        "
//- /src/shape.ts
export interface Sha$0pe { area(): number }
//- /src/use.ts
import type { Shape } from './shape';
export interface Named extends Shape { name: string }
               //^^^^^ impl
class Square implements Shape { area() { return 1; } }
    //^^^^^^ impl
class Big extends Square {}
    //^^^ impl
const Unit = class implements Shape { area() { return 2; } };
    //^^^^ impl
export function mixed() { return class extends Square {}; }
              //^^^^^ impl
",
    );
    check(
        "find_callers",
        "
//- /src/a.ts
export class Base { r$0un() {} }
export class Sub extends Base { run() { super.run(); } }
                                            //^^^ caller run
export class Plain extends Base { go() { this.run(); } }
                                            //^^^ caller go
",
    );
}

#[test]
fn references_have_roles_and_callbacks_are_no_calls() {
    check(
        "find_references",
        "
//- /src/a.ts
export class Tok$0en { copy(): Token { return new Token(); } }
                             //^^^^^ type
                                                //^^^^^ call
//- /src/b.ts
import { Token } from './a';
       //^^^^^ import
function take(t: Token, all: Map<string, Token>): Token { return t; }
               //^^^^^ type
                                       //^^^^^ type
                                                //^^^^^ type
class Sub extends Token {}
                //^^^^^ inherit
register(Token);
       //^^^^^ read
const o = { Token: 1 };
",
    );
}

#[test]
fn javascript_modules_of_both_kinds_bind() {
    check(
        "find_callers",
        "
//- /lib/core.js
function bui$0ld() {}
module.exports = { build };
//- /lib/use.js
const { build } = require('./core');
const core = require('./core');
function one() { build(); core.build(); }
               //^^^^^ caller one
                             //^^^^^ caller one
//- /lib/stranger.js
function build2() { build(); }
",
    );
}

#[test]
fn whole_module_exports_bind_under_any_name() {
    check(
        "find_callers",
        "
//- /lib/core.js
function bui$0ld() {}
exports = module.exports = build;
//- /index.js
module.exports = require('./lib/core');
//- /lib/use.js
const build = require('./core');
const make = require('./core.js');
const { other } = require('./core');
function one() { build(); }
               //^^^^^ caller one
function two() { make(1); }
               //^^^^ caller two
function three() { build.call(this); return other(); }
                 //^^^^^ caller three
function four() { make.apply(null, []); each(build); }
                //^^^^ caller four
//- /main.js
const build = require('./index');
  build();
//^^^^^ caller <module>
//- /circle.js
module.exports = require('./circle');
//- /lib/stranger.js
const build = require('./circle');
function five() { build(); }
",
    );
    check(
        "find_callers",
        "
//- /lib/kit.js
class Kit { ru$0n() {} }
module.exports = Kit;
module.exports.extra = function extra() {};
//- /lib/use.js
const Box = require('./kit');
function one() { const box = new Box(); box.run(); }
                                          //^^^ caller one
function two() { Box.extra(); }
",
    );
    check(
        "find_callers",
        "
//- /lib/kit.js
function Kit() {}
module.exports = Kit;
module.exports.extra = function ext$0ra() {};
//- /lib/use.js
const Box = require('./kit');
function one() { Box.extra(); }
                   //^^^^^ caller one
",
    );
    check(
        "find_references",
        "
//- /lib/core.ts
function bui$0ld(): void {}
export = build;
       //^^^^^ read
//- /lib/use.ts
import make = require('./core');
     //^^^^ import
  make();
//^^^^ call
register(make);
       //^^^^ read
",
    );
}

#[test]
fn methods_that_are_assigned_are_one_definition_each() {
    check(
        "find_callers",
        "
//- /lib/view.js
function View() { this.look$0up('a'); }
                     //^^^^^^ caller View
View.prototype.lookup = function lookup(name) { return name; };
//- /lib/other.js
var mime = require('send').mime;
exports.type = function (name) { return mime.lookup(name); };
",
    );
    check(
        "find_callers",
        "
//- /lib/layer.js
function Layer() {}
module.exports = Layer;
Layer.prototype.handle_re$0quest = function handle(next) { next(); };
//- /lib/use.js
function one() { new (require('./layer'))().handle_request(); }
                                          //^^^^^^^^^^^^^^ caller one
",
    );
}

#[test]
fn an_element_is_a_call_of_its_component() {
    check(
        "find_callers",
        "
//- /src/card.tsx
export function Ca$0rd(props: { title: string }) { return <div title={props.title} />; }
//- /src/page.tsx
import { Card } from './card';
import * as cards from './card';
export function Page() { return <Card title='a'></Card>; }
                               //^^^^ caller Page
export const Other = () => <Card title='b' />;
                          //^^^^ caller Other
export const Third = () => <cards.Card title='c' />;
                                //^^^^ caller Third
export const Fourth = () => <Page Card='d' />;
",
    );
}

#[test]
fn a_type_and_a_value_of_one_name_are_told_apart() {
    check(
        "find_references",
        "
//- /src/error.ts
export interface Fai$0lure { code: number }
export const Failure: { new (): Failure } = make();
                              //^^^^^^^ type
//- /src/use.ts
import { Failure } from './error';
       //^^^^^^^ import
export function check(error: Failure) { return error instanceof Failure; }
                           //^^^^^^^ type
",
    );
}

#[test]
fn makers_and_subclasses_call_the_constructor() {
    check(
        "find_callers",
        "
//- /src/base.ts
export class Base { const$0ructor(readonly size: number) {} }
//- /src/use.ts
import { Base } from './base';
export class Small extends Base { constructor() { super(1); } }
                                                //^^^^^ caller constructor
export function make() { return new Base(2); }
                                  //^^^^ caller make
",
    );
}

#[test]
fn names_of_a_namespace_are_reached_through_it() {
    check(
        "find_references",
        "
//- /src/schema.ts
import * as AST from './ast';
export interface Shape { side: number }
export namespace Shape {
  export type AS$0T = number;
  export const own: AST = 1;
                  //^^^ type
}
export const outside: Shape.AST = new AST.Node();
                          //^^^ type
//- /src/ast.ts
export class Node {}
//- /src/use.ts
import { Shape } from './schema';
const one: Shape.AST = 1;
               //^^^ type
function two(shape: Shape, AST: string) { return AST; }
",
    );
    check(
        "find_callers",
        "
//- /src/run.ts
export function run() {}
export namespace run {
  const hidden = 1;
  export function fa$0st() { return hidden; }
  export function faster() { fast(); }
                           //^^^^ caller faster
}
run.fast();
  //^^^^ caller <module>
function fast() {}
fast();
//- /src/use.ts
import { run } from './run';
function start() { run(); run.fast(); }
                            //^^^^ caller start
",
    );
}

#[test]
fn augmentations_belong_to_the_module() {
    check(
        "find_implementations",
        "
//- /src/effect.ts
export interface Ign$0ore {}
export interface Effect {}
//- /src/sink.ts
import type * as Effect from './effect';
export interface SinkIgnore extends Effect.Ignore {}
               //^^^^^^^^^^ impl
declare module './effect' {
  interface Ignore { sink?: true }
  interface Effect extends Sink {}
}
export interface Sink {}
interface Ours { ignore: Ignore }
//- /src/fiber.ts
import type { Ignore } from './effect';
export interface FiberIgnore extends Ignore {}
               //^^^^^^^^^^^ impl
",
    );
    check(
        "find_callers",
        "
//- /src/core.ts
export class Stream {}
//- /src/add.ts
import { Stream } from './core';
declare module './core' {
  interface Stream { ma$0p(): Stream }
}
Stream.prototype.map = () => new Stream();
//- /src/use.ts
import { Stream } from './core';
function one(stream: Stream) { stream.map(); }
                                    //^^^ caller one
function other(list: number[]) { list.map(() => 1); }
",
    );
}

#[test]
fn aliases_unions_and_elements_lead_to_their_types() {
    check(
        "find_callers",
        "
//- /src/pool.ts
export class Pool { dr$0ain() {} }
export class Tank { drain() {} }
export type Store = Pool;
export type Either = Pool | Tank;
export type Maybe<T> = T | undefined;
export interface Held { pool: Pool }
//- /src/use.ts
import { Either, Held, Maybe, Pool, Store, Tank } from './pool';
function one(store: Store) { store.drain(); }
                                 //^^^^^ caller one
function two(either: Either) { either.drain(); }
                                    //^^^^^ caller two
function three(pool: Maybe<Pool>) { pool?.drain(); }
                                        //^^^^^ caller three
function four(tank: Maybe<Tank>) { tank?.drain(); }
function five(pools: Array<Pool>) { pools.forEach((pool) => pool.drain()); }
                                                               //^^^^^ caller five
function six(tanks: Tank[]) { tanks.forEach((tank) => tank.drain()); }
function seven(pool: Held['pool'], tank: Tank & Held) { tank.drain(); }
",
    );
}

#[test]
fn references_of_a_constructor_are_where_values_are_made() {
    check(
        "find_references",
        "
//- /src/pool.ts
export class Pool {
  constr$0uctor(size: number) {}
  clone() { return this.constructor; }
}
export class Big extends Pool { constructor() { super(9); } }
                                              //^^^^^ call
//- /src/use.ts
import * as all from './pool';
function make() { return new all.Pool(1); }
                               //^^^^ call
",
    );
}

#[test]
fn values_of_the_environments_types_have_none_of_the_projects_members() {
    check(
        "find_callers",
        "
//- /src/target.ts
export interface Target { liste$0n(name: string): void }
//- /src/use.ts
import { Target } from './target';
function ours(target: Target) { target.listen('a'); }
                                     //^^^^^^ caller ours
function theirs() { const request = new XMLHttpRequest(); request.upload.listen('b'); }
function given(request: XMLHttpRequest) { request.upload.listen('b'); }
function any<T>(value: T) { value.inner.listen('b'); }
                                      //^^^^^^ caller any
function anyone(target) { target.listen('c'); }
                               //^^^^^^ caller anyone
",
    );
}

/// The title of a test gives no name to the code in it.
#[test]
fn test_title_names_no_code() {
    for ending in ["ts", "js"] {
        let test = r"
//- /src/parser.ENDING
export function par$0se(text) { return text; }
//- /test/parser.test.ENDING
import { parse } from '../src/parser';
describe('parse', () => {
  it('takes a text', () => { parse('a'); });
                           //^^^^^ caller takes a text
  it('parse', () => { parse('b'); });
                    //^^^^^ caller parse
});
//- /test/other.test.ENDING
import { parse } from '../src/parser';
describe('all', () => {
  describe('parse', () => {
    test('empty', () => parse(''));
                      //^^^^^ caller empty
  });
});
";
        check("find_callers", &test.replace("ENDING", ending));
    }
    check(
        "find_callers",
        "
//- /src/info.ts
export class Info { ge$0t() {} }
//- /test/info.test.ts
import { Info } from '../src/info';
describe('Info', () => {
  const info = new Info();
  it('gets', () => { info.get(); });
                        //^^^ caller gets
});
",
    );
}

#[test]
fn a_function_in_a_function_is_seen_around_its_definition() {
    check(
        "find_callers",
        "
//- /src/dialog.tsx
export const Dialog = ({ link }) => {
  const co$0py = async () => { await write(link); };
  useEffect(() => { copy(); }, []);
                  //^^^^ caller Dialog
  return <Button label='copy' onClick={() => { copy(); }} />;
                                             //^^^^ caller Dialog
};
export const Other = () => {
  const copy = async () => {};
  return <Button onClick={() => { copy(); }} />;
};
copy();
",
    );
    check(
        "find_references",
        "
//- /src/menu.jsx
export function Menu() {
  const handle$0Click = function (event) { event.stop(); };
  return <li onClick={handleClick} onBlur={other} />;
                    //^^^^^^^^^^^ read
}
",
    );
    check(
        "find_callers",
        "
//- /src/bindings.js
const Module = (function () {
  return function (options) {
    function ma$0ke(constructor) { return constructor; }
    function run() { return make(Function).apply(null, []); }
                          //^^^^ caller run
    const table = { make() {} };
    return { run: () => make(1) };
                      //^^^^ caller <module>
  };
})();
make(3);
",
    );
}

#[test]
fn a_choice_is_the_one_of_which_more_is_known() {
    check(
        "find_callers",
        "
//- /lib/pool.js
class Pool {
  ge$0t() {}
}
module.exports = process.env.POOL ? Pool : undefined;
//- /lib/other.js
class Cache {
  get() {}
}
module.exports = Cache;
//- /lib/use.js
const Pool = require('./pool');
const Cache = require('./other');
function one(options) {
  const pool = options.pool || new Pool();
  pool.get();
     //^^^ caller one
  const cache = options.cache ? options.cache : new Cache();
  cache.get();
      //^^^ caller one [possible]
}
",
    );
}

#[test]
fn generic_types_and_builders_keep_their_arguments() {
    check(
        "find_callers",
        "
//- /src/model.ts
export class User {
  sa$0ve() {}
}
export class Other {
  save() {}
}
export class Store<T> {
  items: T[] = [];
  find(): Promise<T> { throw 0; }
  where(key: string): this { return this; }
  order(key: string): Store<T> { return this; }
  only<U>(key: string): Store<U> { throw 0; }
}
export class Users extends Store<User> {}
//- /src/use.ts
import { Other, Store, User, Users } from './model';
async function run(users: Store<User>, others: Store<Other>) {
  (await users.where('a').order('b').find()).save();
                                           //^^^^ caller run
  (await others.where('a').order('b').find()).save();
  users.items[0].save();
               //^^^^ caller run
  others.items[0].save();
  const some = new Store<User>();
  (await some.find()).save();
                    //^^^^ caller run
  const all = new Users();
  all.items.find((each) => true)!.save();
                                //^^^^ caller run
  if (others instanceof Other) {
    others.save();
  }
  const any: unknown = others;
  if (any instanceof User) {
    any.save();
      //^^^^ caller run
  }
  (await others.only<User>('a').find()).save();
                                      //^^^^ caller run
}
",
    );
}

#[test]
fn packages_of_the_project_are_found_by_what_their_manifests_export() {
    check(
        "find_callers",
        "
//- /packages/utils/package.json
{
  \"name\": \"@shop/utils\",
  \"exports\": {
    \"./price\": { \"types\": \"./dist/price.d.ts\", \"default\": \"./dist/price.js\" },
    \"./node\": { \"default\": \"./dist/node.js\" },
    \"./parts/*\": { \"source\": \"./source/parts/*.ts\", \"default\": \"./dist/parts/*.js\" }
  }
}
//- /packages/utils/price.d.ts
export * from './dist/price.js'
//- /packages/utils/src/price.ts
export function pri$0ce() { return 1 }
//- /packages/utils/src/public/node.ts
export { price } from '../price'
//- /packages/utils/source/parts/one.ts
export { price } from '../../src/price'
//- /app/direct.ts
import { price } from '@shop/utils/price'
export function direct() { return price() }
                                //^^^^^ caller direct
//- /app/built.ts
import { price } from '@shop/utils/node'
export function built() { return price() }
                               //^^^^^ caller built
//- /app/pattern.ts
import { price } from '@shop/utils/parts/one'
export function pattern() { return price() }
                                 //^^^^^ caller pattern
",
    );
}

#[test]
fn an_alias_of_a_collection_has_its_elements() {
    check(
        "find_callers",
        "
//- /piece.ts
export class Piece { wei$0gh() { return 1 } }
export class Other { weigh() { return 1 } }
export type Pieces = Map<string, Piece>
export type List = readonly Piece[]
export type Many<T> = Array<T>
//- /use.ts
import { List, Many, Other, Pieces, Piece } from './piece'
export function use(pieces: Pieces, list: List, many: Many<Piece>, others: Many<Other>) {
  pieces.get('a')!.weigh()
                 //^^^^^ caller use
  for (const piece of list) piece.weigh()
                                //^^^^^ caller use
  many[0].weigh()
        //^^^^^ caller use
  others[0].weigh()
}
",
    );
}

#[test]
fn a_function_that_makes_a_type_does_not_hide_it_in_its_own_body() {
    check(
        "find_callers",
        "
//- /client.ts
export interface Client { ru$0n(): void }
export interface Other { run(): void }
export const Client: new () => Client = function Client(this: Client, other: Other) {
  const client: Client = Object.assign(this, { walk() { client.run() } })
                                                             //^^^ caller Client
  client.run()
       //^^^ caller Client
  other.run()
  return client
} as any
",
    );
}

#[test]
fn a_template_may_end_in_a_backslash() {
    check(
        "find_callers",
        r"
//- /server.ts
export function star$0t() {}
//- /use.ts
import { start } from './server'
type Quoted = `a\`b${string}`
const drive = `${letter}:\\`
const title = `a`
start()
//<- caller <module>
",
    );
}

#[test]
fn an_indexed_type_uses_the_member() {
    check(
        "find_references",
        "
//- /use.ts
import type { Logger } from './logger';
export function f(log: Logger['warn']) {}
                             //^^^^ read
//- /logger.ts
export interface Logger { wa$0rn(text: string): void }
",
    );
}

#[test]
fn types_of_values_and_of_members_lead_to_their_members() {
    let parser = "
//- /parser.ts
export function decode(text: string) { return text; }
export class Frame { payload: Payload = new Payload(); }
export class Payload { size() { return 1; } }
";
    let cast = r#"
//- /transport.ts
import * as parser_v3 from "./parser";
import { Frame } from "./parser";
class Transport {
  parser: any;
  read() { return (this.parser as typeof parser_v3).decode("x"); }
                                                  //^^^^^^ caller read
  other(parser: typeof parser_v3) { return parser.decode("y"); }
                                                //^^^^^^ caller other
}
"#;
    check("find_callers", &(parser.replace("decode", "dec$0ode") + cast));
    let member = r#"
//- /transport.ts
import { Frame } from "./parser";
function length(payload: Frame["payload"]) { return payload.size(); }
                                                          //^^^^ caller length
"#;
    check("find_callers", &(parser.replace("size", "si$0ze") + member));
}

#[test]
fn members_that_a_type_is_written_with_have_their_types() {
    check(
        "find_callers",
        "
//- /app.ts
export class App { o$0n(x: number) {} }
export const unpacked = ({ app }: { app: App; n: number }) => { app.on(1); };
                                                                  //^^ caller unpacked
export const read = (p: { inner: { app: App } }) => { p.inner.app.on(2); };
                                                                //^^ caller read
export const renamed = ({ app: to }: { app?: App; go: () => void }) => { to?.on(3); };
                                                                           //^^ caller renamed
export const apart = (p: { inner: { app: App }; app: number[] }) => { p.app.on(4); };
export const open = (p: { on(x: number): void }) => { p.on(5); };
                                                      //^^ caller open [possible]
",
    );
}

#[test]
fn names_that_a_module_passes_on_from_a_package_are_from_outside() {
    check(
        "find_references",
        "
//- /package.json
{\"workspaces\":[\"packages/*\"]}
//- /packages/db/package.json
{\"name\":\"@acme/db\"}
//- /packages/db/client.ts
export * from './more';
//- /packages/db/more.ts
export * from '@prisma/client';
export type Local = string;
//- /app/local.ts
type Sta$0tus = { id: string };
export const c = (x: Status) => x.id;
                   //^^^^^^ type
//- /app/use.ts
import { Status } from '@acme/db/client';
export const a = Status.DRAFT;
//- /app/all.ts
import * as db from '../packages/db/client';
export const b = db.Status.DRAFT;
",
    );
}

#[test]
fn what_is_computed_in_a_wrapper_is_not_from_outside() {
    check(
        "find_callers",
        "
//- /a.ts
class Item { ru$0n() {} }
class Other { run() {} }
interface Deps { item: Item; opt?: Item; other?: Other }
function make(): Item | undefined { return undefined; }
let a: NonNullable<Deps['opt']>;
a.run();
//^^^ caller <module>
let b: NonNullable<ReturnType<typeof make>>;
b.run();
//^^^ caller <module>
let c: NonNullable<Deps['other']>;
c.run();
",
    );
}

#[test]
fn a_field_that_wraps_a_function_calls_what_that_does() {
    for (file, class) in [("a.ts", "class App"), ("b.js", "class App")] {
        let text = format!(
            "function helper() {{}}
export {class} {{
  paste = batched(async (event) => {{ helper(); }});
  start() {{ document.addEventListener('paste', this.paste); }}
}}
"
        );
        let app = project(&[(file, &text)]);
        let asked = json!({ "symbol": "helper", "depth": 3 });
        let answer = ask::text(app.path(), "find_callers", asked);
        assert!(answer.contains(&format!("{file}:3 App.paste")), "{answer}");
        assert!(answer.contains(&format!("{file}:4 App.start")), "{answer}");
    }
}

#[test]
fn the_members_of_collections_and_of_the_environment_are_their_own() {
    check(
        "find_callers",
        "
//- /a.ts
export class Emitter { cl$0ear() {} }
export class Bus {
  private emitters: Map<string, Emitter> = new Map();
  stop() {
    this.emitters.clear();
    localStorage.clear();
    this.emitters.get('a')?.clear();
                          //^^^^^ caller stop
  }
}
",
    );
}

#[test]
fn what_hooks_hold_is_of_the_type_that_they_are_given() {
    check(
        "find_callers",
        "
//- /src/a.tsx
import React, { useContext, useMemo, useRef, useState } from 'react';
export class Pool { r$0un() {} }
class Other { run() {} }
function named() { const p = useRef<Pool | null>(null); p.current?.run(); }
                                                                 //^^^ caller named
function made() { const p = React.useRef(new Pool()); p.current.run(); }
                                                              //^^^ caller made
function state() { const [p, setPool] = useState(() => new Pool()); p.run(); }
                                                                    //^^^ caller state
function memo() { const p = useMemo(() => new Pool(), []); p.run(); }
                                                           //^^^ caller memo
function other() { const p = useMemo(() => new Other(), []); p.run(); }
const Pools = React.createContext<Pool>(null!);
const usePool = () => useContext(Pools);
function context() { const p = usePool(); p.run(); }
                                          //^^^ caller context
function typed(p: React.RefObject<Pool>) { p.current.run(); }
                                                   //^^^ caller typed
//- /src/b.vue
<script setup lang=\"ts\">
import { ref } from 'vue'
import { Pool } from './a'
const p = ref<Pool>()
function value() { p.value.run() }
                         //^^^ caller value
</script>
//- /src/c.jsx
import { useRef } from 'react';
import { Pool } from './a';
function Plain() { const p = useRef(new Pool()); p.current.run(); }
                                                         //^^^ caller Plain
",
    );
}

#[test]
fn types_of_what_values_make_or_return_are_known() {
    check(
        "find_callers",
        "
//- /src/a.ts
export class Pool { r$0un() {} }
class Other { run() {} }
const make = () => new Pool();
function made(p: InstanceType<typeof Pool>) { p.run(); }
                                              //^^^ caller made
function returned(p: ReturnType<typeof make> | null) { p?.run(); }
                                                        //^^^ caller returned
function other(p: InstanceType<typeof Other>) { p.run(); }
",
    );
}

#[test]
fn classes_without_a_constructor_have_that_of_their_superclass() {
    check(
        "find_callers",
        "
//- /a.ts
export class Base { const$0ructor(size: number) {} }
class Sub extends Base {}
class Below extends Sub {}
class Own extends Base { constructor() { super(1); } }
                                       //^^^^^ caller constructor
class Beside { constructor(size: number) {} }
new Base(1);
  //^^^^ caller <module>
new Below(2);
  //^^^^^ caller <module>
new Own();
new Beside(3);
",
    );
    check(
        "find_callers",
        "
//- /a.ts
export class Ba$0se { constructor(size: number) {} }
class Sub extends Base {}
new Sub(2);
  //^^^ caller <module>
",
    );
}
