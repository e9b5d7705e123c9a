//! JavaScript: classes of assignments, members of objects, and results that no type tells.

use crate::support::fixture::{check, check_one};
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn a_class_may_be_assigned_to_several_names() {
    check(
        "find_callers",
        "
//- /lib/auth.js
'use strict';
const internals = {};
exports = module.exports = internals.Auth = class {
    setup() { return this.test(); }
                        //^^^^ caller setup
    te$0st() {}
};
internals.Other = class {
    test() {}
    run() { return this.test(); }
};
//- /lib/core.js
const Auth = require('./auth');
const auth = new Auth();
auth.test();
   //^^^^ caller <module>
",
    );
}

#[test]
fn a_directory_is_loaded_by_its_manifest() {
    check(
        "find_callers",
        "
//- /package.json
{ \"name\": \"app\", \"main\": \"lib/application.js\" }
//- /lib/application.js
module.exports = class Application {
  call$0back() {}
};
//- /test/page.js
const App = require('../');
const app = new App();
app.callback();
  //^^^^^^^^ caller <module>
",
    );
}

#[test]
fn methods_of_a_constant_object_are_reached_through_it() {
    check(
        "find_callers",
        "
//- /helpers.js
const Helpers = {
  ma$0ke(options) { return options; },
  twice() { return Helpers.make(Helpers.make(1)); },
                         //^^^^ caller twice
                                      //^^^^ caller twice
  own() { return this.make(2); }
                    //^^^^ caller own
};
export default Helpers;
//- /page.js
import Helpers from './helpers.js';
const other = { make() {}, run() { this.make(); } };
Helpers.make({});
      //^^^^ caller <module>
other.make();
//- /own.js
const own = {
  make() {},
  run() { return this.make(); }
};
",
    );
}

#[test]
fn returned_values_determine_the_type_of_a_result() {
    check(
        "find_callers",
        "
//- /player.js
export class Player { dis$0pose() {} with() { return this; } }
export class Other { dispose() {} with() {} }
//- /helpers.js
import { Player } from './player.js';
const Helpers = {
  makePlayer(options) { const player = new Player(options); return player; }
};
export default Helpers;
export const make = () => new Player();
export function build() { if (true) { return null; } return new Player(); }
//- /page.js
import Helpers, { make, build } from './helpers.js';
const player = Helpers.makePlayer({});
player.dispose();
     //^^^^^^^ caller <module>
make().dispose();
     //^^^^^^^ caller <module>
build().with().dispose();
             //^^^^^^^ caller <module>
",
    );
    check(
        "find_callers",
        "
//- /player.py
class Player:
    def dis$0pose(self): ...

class Other:
    def dispose(self): ...

def make():
    player = Player()
    return player
//- /page.py
from player import make

def page():
    make().dispose()
          #^^^^^^^ caller page
",
    );
}

#[test]
fn data_of_unknown_values_is_no_method() {
    check(
        "find_references",
        "
//- /transport.js
export class Transport { qu$0ery(options) {} }
export class Other { query(options) {} }
//- /page.js
import { Transport } from './transport.js';
export function page(options, transport) {
  options.query = 1;
  options.query.limit = 2;
  transport.query(options);
          //^^^^^ call [possible]
  transport.query.call(transport, options);
          //^^^^^ call [possible]
  return transport.query;
                 //^^^^^ read [possible]
}
",
    );
}

#[test]
fn bindings_destructured_from_a_module_are_its_members() {
    check(
        "find_references",
        "
//- /lib/ops.js
function check$0Key(key) { return key; }
function other() {}
module.exports = {
  checkKey,
//^^^^^^^^ read
  other,
};
//- /lib/use.js
const { checkKey } = require('./ops');
      //^^^^^^^^ import
const ops = require('./ops');
function run() { return checkKey(1); }
                      //^^^^^^^^ call
//- /lib/apart.js
const ops = require('./ops');
const { checkKey } = ops;
      //^^^^^^^^ read
{ checkKey(2); }
//^^^^^^^^ call
function inner() { const { checkKey } = ops; return checkKey(3); }
                         //^^^^^^^^ read
                                                  //^^^^^^^^ call
function parameter({ checkKey }) { return checkKey(4); }
function unknown(value) { const { checkKey } = value; return checkKey(5); }
//- /lib/later.js
async function later() { const { checkKey } = await import('./ops'); return checkKey(6); }
                               //^^^^^^^^ import
                                                                          //^^^^^^^^ call
",
    );
}

#[test]
fn wrapped_exports_stand_for_the_argument() {
    check(
        "find_callers",
        "
//- /present.js
function present$0Item(ctx) {}

export default traced({ name: \"x\" })(presentItem);
//- /route.js
import presentItem from \"./present\";
export function show(ctx) {
  presentItem(ctx);
//^^^^^^^^^^^ caller show
}
",
    );
    check(
        "find_references",
        "
//- /List.js
import { observer } from \"mobx-react\";
function Li$0st() { return null; }
export default withRouter(observer(List));
                                 //^^^^ read
//- /Page.js
import Items from \"./List\";
     //^^^^^ import
export function Page() { return [Items]; }
                               //^^^^^ read
",
    );
    // What a function is given need not be what it returns.
    check(
        "find_callers",
        "
//- /store.js
function red$0ucer(state) {}
export default createStore(reducer);
//- /app.js
import store from \"./store\";
export function run() { store(1); }
",
    );
}

#[test]
fn a_default_export_that_is_passed_on_has_its_new_name() {
    check(
        "find_callers",
        "
//- /lib.js
export default function $0boot() {}

//- /index.js
export { default as start } from './lib.js';

//- /use.js
import { start } from './index.js';
import { default as run } from './lib.js';
start();
// <- caller <module>
run();
// <- caller <module>
",
    );
}

#[test]
fn what_a_promise_gives_is_that_of_the_expression() {
    let lib = "//- /lib.js
export function lo$0ad() {}
";
    for (file, callback) in [
        ("use.js", "({ load }) => load()"),
        ("use.ts", "({ load }) => load()"),
        ("use.js", "lib => lib.load()"),
        ("use.ts", "(lib) => lib.load()"),
    ] {
        let call = format!("export const f = () => import('./lib.js').then({callback});");
        let column = call.rfind("load").expect("a call");
        let mark = format!("//{}^^^^ caller f", " ".repeat(column - 2));
        check("find_callers", &format!("\n{lib}//- /{file}\n{call}\n{mark}\n"));
    }
}

/// What is set on the object of all global names may be of any type of the project.
#[test]
fn members_of_the_global_object_are_not_from_outside() {
    let app = project(&[
        ("e.ts", "export class Emitter { on(f: () => void) {} }\n"),
        (
            "a.test.ts",
            "const { h } = window;\nh.emitter.on(() => {});\nglobalThis.made.on(() => {});\ndocument.body.on(() => {});\n",
        ),
    ]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "Emitter.on" }));
    let lines: Vec<u64> = answer["account"]["unresolved"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|place| place["line"].as_u64())
        .collect();
    assert_eq!(lines, [2, 3], "{answer:#}");
}

#[test]
fn functions_that_are_set_on_an_object_have_results() {
    check(
        "find_callers",
        "
//- /lib/mailer.js
class Mailer {
    se$0nd() {}
}
module.exports = Mailer;
//- /lib/main.js
const Mailer = require('./mailer');
module.exports.create = function (options) {
    if (options) { options = {}; }
    return new Mailer(options);
};
exports.short = () => new Mailer();
//- /test/run.js
const main = require('../lib/main');
class Other { send() {} }
function run() {
    const mailer = main.create({});
    mailer.send();
         //^^^^ caller run
    main.short().send();
               //^^^^ caller run
    new Other().send();
}
",
    );
}

#[test]
fn every_return_gives_a_result() {
    check(
        "find_callers",
        "
//- /app.js
class Quick { ru$0n() {} }
class Slow { run() {} }
class Idle { run() {} }
function make(kind) {
    if (kind === 'quick') {
        return new Quick();
    }
    return new Slow();
}
const pick = kind => {
    const each = kinds.map(() => { return new Quick(); });
    const all = kinds.map(function () { return new Quick(); });
    switch (kind) { case 1: return new Slow(); }
    return new Idle();
};
make('quick').run();
            //^^^ caller <module>
pick(1).run();
",
    );
}

/// A function is a constructor by what is written for its prototype, and has what it is made to
/// inherit.
#[test]
fn prototypes_give_functions_members() {
    let text = "
//- /pool.js
module.exports = Pool;
function Pool() {}
Pool.prototype.take = function () {};
Pool.prototype.put = function () {};
//- /sink.js
exports.Sink = Sink;
function Sink() {}
Sink.prototype = {
  take: function () {},
  drain() {},
};
//- /sub.js
const Pool = require('./pool');
const util = require('util');
function Sub() {}
util.inherits(Sub, Pool);
Sub.prototype.put = function () {};
function Made() {}
Made.prototype = Object.create(Pool.prototype);
function belowPool() {
  new Sub().take();
          //^^^^ caller belowPool
  new Made().take();
           //^^^^ caller belowPool
}
function onSub() {
  new Sub().put();
          //^^^ caller onSub
}
//- /use.js
const Pool = require('./pool');
const { Sink } = require('./sink');
function onPool() {
  const pool = new Pool();
  pool.take();
     //^^^^ caller onPool
}
function onSink() {
  const sink = new Sink();
  sink.take();
     //^^^^ caller onSink
}
";
    for (asked, mark) in [
        ("Pool.prototype.ta$0ke", "Pool"),
        ("  ta$0ke: function", "Sink"),
        ("Sub.prototype.pu$0t", "Sub"),
    ] {
        check_one("find_callers", text, asked, mark);
    }
}

#[test]
fn comments_write_types() {
    check(
        "find_callers",
        "
//- /a.js
class User { gre$0et() {} }
class Robot { greet() {} }
/** @param {User} u @param {User[]} all */
function one(u, all) {
  u.greet();
  //^^^^^ caller one
  all.forEach((x) => x.greet());
                     //^^^^^ caller one
}
/** @type {User} */
let typed;
typed.greet();
    //^^^^^ caller <module>
/**
 * Says it.
 * @param {?Robot} r - who
 * @param {User|null} [u] - who
 * @returns {Promise<User>}
 */
export const two = async (r, u = null) => { r.greet(); u.greet(); return u; };
                                                       //^^^^^ caller two
async function three() { (await two(null, {})).greet(); }
                                             //^^^^^ caller three
/** @type {Map<string, User>} */
const map = new Map();
map.get('a').greet();
           //^^^^^ caller <module>
class Box {
  constructor() {
    /** @type {User} */
    this.user = null;
    /** @type {Array.<Robot>} */
    this.all = [];
  }
  /** @return {User} */
  own() { this.user.greet(); this.all[0].greet(); }
                  //^^^^^ caller own
}
new Box().own().greet();
              //^^^^^ caller <module>
",
    );
}

/// What is declared in another comment, or is no more than an object, may be anything.
#[test]
fn types_of_comments_that_say_nothing_are_unknown() {
    check(
        "find_callers",
        "
//- /a.js
class User { gre$0et() {} }
class Robot { greet() {} }
/** @typedef {{ user: User }} Ctx */
/**
 * @param {Ctx} ctx
 * @param {Object} o
 * @param {function(User): void} f
 */
function one(ctx, o, f) {
  ctx.greet();
    //^^^^^ caller one [possible]
  o.greet();
  //^^^^^ caller one [possible]
  f.greet();
  //^^^^^ caller one [possible]
}
/** @type {Ctx} */
const made = new Robot();
made.greet();
",
    );
}

#[test]
fn the_literal_that_a_file_exports_leads_to_its_functions() {
    check(
        "find_references",
        "
//- /utils.js
const pac$0k = (x) => x;
function other(x) { return x }
export default { pack, packed: pack, other }
               //^^^^ read
                             //^^^^ read
//- /use.js
import utils from './utils.js';
utils.pack(1);
    //^^^^ call
utils.packed(1);
utils.other(1);
const { pack } = utils;
      //^^^^ read
use(pack(2));
  //^^^^ call
",
    );
}

#[test]
fn a_default_export_is_used_without_its_name() {
    let page = ("page.js", "export default function Page() { return 1 }\n");
    let app = project(&[
        page,
        (
            "use.js",
            "(await import('./page')).default();\nimport * as all from './page';\nall.default();\n",
        ),
    ]);
    let answer = ask::text(app.path(), "find_callers", json!({ "symbol": "Page" }));
    assert!(answer.contains("1 <module>") && answer.contains("  3 "), "{answer}");
    // What loads the file is told where nothing else is known.
    let app = project(&[page, ("use.js", "const Lazy = lazy(() => import('./page'));\n")]);
    for (tool, none) in [("find_callers", "nowhere else"), ("impact_analysis", "Nothing depends")] {
        let answer = ask::text(app.path(), tool, json!({ "symbol": "Page" }));
        assert!(answer.contains("use.js:1") && !answer.contains(none), "{tool}: {answer}");
    }
    let asked = json!({ "path": "page.js", "detail": "report" });
    let answer = ask::text(app.path(), "map_code", asked);
    assert!(!answer.contains("unused"), "{answer}");
}
