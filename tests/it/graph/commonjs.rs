//! CommonJS: what a file passes on of other modules, and members that stand in prototypes.

use crate::support::fixture::check;

const QUERY: &str = "
//- /lib/query.js
class Query {
  fi$0nd() {}
}
class Other {
  find() {}
}
exports.Query = Query;
exports.Other = Other;
//- /lib/only.js
module.exports = class Only {
  run() {}
};
";

#[test]
fn modules_are_passed_on_under_names() {
    let passed = [
        "exports.Query = require('./query').Query;",
        "module.exports.Query = require('./query').Query;",
        "module.exports = { Query: require('./query').Query, x: 1 };",
        "const { Query: q } = require('./query');\nexports.Query = q;",
        "const { Query: q } = require('./query');\nmodule.exports = { Query: q };",
        "module.exports = { ...require('./query') };",
        "Object.assign(exports, require('./query'));",
        "Object.assign(module.exports, require('./query'));",
    ];
    let uses = "
//- /t.js
const { Query, Other } = require('./lib');
new Query().find();
          //^^^^ caller <module>
const q = new Query();
q.find();
//^^^^ caller <module>
//- /o.js
const { Other } = require('./lib/query');
new Other().find();
";
    for passed in passed {
        check("find_callers", &format!("{QUERY}//- /lib/index.js\n{passed}\n{uses}"));
    }
}

#[test]
fn whole_modules_are_passed_on_under_names() {
    for passed in
        ["exports.Only = require('./only');", "module.exports = { Only: require('./only') };"]
    {
        check(
            "find_callers",
            &format!(
                "
//- /lib/only.js
module.exports = class Only {{
  ru$0n() {{}}
}};
//- /lib/index.js
{passed}
//- /t.js
const {{ Only }} = require('./lib');
const lib = require('./lib');
new Only().run();
         //^^^ caller <module>
new lib.Only().run();
             //^^^ caller <module>
"
            ),
        );
    }
}

#[test]
fn what_a_module_is_has_the_name_that_another_passes_on() {
    check(
        "find_callers",
        "
//- /lib/only.js
module.exports = function on$0ly() {};
//- /lib/index.js
exports.Fresh = require('./only');
exports.Other = require('./other');
//- /lib/other.js
module.exports = function other() {};
//- /t.js
const { Fresh, Other } = require('./lib');
Fresh();
//<- caller <module>
Other();
",
    );
}

#[test]
fn functions_are_exported_under_other_names() {
    check(
        "find_callers",
        "
//- /a.js
function do$0Run() {}
function other() {}
exports.run = doRun;
exports.other = other;
//- /b.js
const a = require('./a');
const { run } = require('./a');
a.run();
//^^^ caller <module>
run();
//<- caller <module>
a.other();
",
    );
}

#[test]
fn members_stand_in_prototypes() {
    let members = "
//- /a.js
function Query() {}
Object.assign(Query.prototype, {
  limit(n) { return this; },
  check: function (n) { return n; },
});
function Other() {}
Other.prototype = { limit: function () {}, check() { this.limit(); } };
const q = new Query();
q.limit(1);
const o = new Other();
o.limit(2);
";
    let query = members.replacen("  limit(n)", "  lim$0it(n)", 1).replacen(
        "q.limit(1);\n",
        "q.limit(1);\n//^^^^ caller <module>\n",
        1,
    );
    check("find_callers", &query);
    let other = members
        .replacen("{ limit: function", "{ lim$0it: function", 1)
        .replacen("o.limit(2);\n", "o.limit(2);\n//^^^^ caller <module>\n", 1)
        .replacen(
            "check() { this.limit(); } };\n",
            &format!("check() {{ this.limit(); }} }};\n{}//^^^^^ caller check\n", " ".repeat(58)),
            1,
        );
    check("find_callers", &other);
}
