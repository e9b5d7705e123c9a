//! Files whose imports and mixins are made to be followed without end.

use crate::cancel::call;
use crate::support::{ask, project};
use serde_json::{Value, json};
use spelunk::domain::Cancel;

/// Looks at the flag of cancellation while a question is answered, which each step takes that
/// follows an import or goes to a type above another.
fn checks(name: &str, text: &str, more: &[(&str, &str)], symbol: &str) -> usize {
    let files: Vec<(&str, &str)> = [(name, text)].into_iter().chain(more.iter().copied()).collect();
    checks_of(&files, "find_callers", &json!({ "symbol": symbol }))
}

/// The same for any question.
fn checks_of(files: &[(&str, &str)], tool: &str, arguments: &Value) -> usize {
    let directory = project(files);
    let cancel = Cancel::cancelled_at_check(usize::MAX);
    call(directory.path(), tool, arguments, &cancel).expect("an answer");
    cancel.checks()
}

/// If what is above a module was found anew for each that mixes it in, these would be several times
/// as many.
#[test]
fn what_is_above_modules_that_mix_each_other_in_is_found_once() {
    let modules = |count: usize| -> String {
        let module = |number: usize| {
            let [one, two] = [(number + 1) % count, (number * 3) % count];
            format!(
                "module M{number}\n  include M{one}\n  prepend M{two}\n  def run; super; end\nend\n"
            )
        };
        (0..count).map(module).collect()
    };
    let asked = |count: usize| checks("a.rb", &modules(count), &[], "M5.run");
    let (few, many) = (asked(100), asked(200));
    assert!(many < 3 * few && many < 200 * 400, "{few} and {many} checks");
}

/// If each use went through all imports, there would be as many steps as pairs of both.
#[test]
fn what_the_imports_of_a_file_give_under_a_name_is_found_once() {
    let uses = "  helper(1);\n".repeat(100);
    let text = |count: usize| {
        format!("{}void run() {{\n{uses}}}\n", "import 'b.dart' hide other;\n".repeat(count))
    };
    let more = [("lib/b.dart", "export 'c.dart';\n"), ("lib/c.dart", "int helper(int x) => x;\n")];
    let asked = |count: usize| checks("lib/a.dart", &text(count), &more, "lib/c.dart#helper");
    let (few, many) = (asked(2), asked(400));
    assert!(many < few + 600, "{few} and {many} checks");
}

/// A name may be of each namespace that a file takes all names of. Of very many the first are
/// looked at, and what is found beside these is only possible.
#[test]
fn of_very_many_namespaces_the_first_are_looked_at() {
    let util = ("src/app/util.clj", "(ns app.util)\n(defn helper [x] x)\n");
    let rows = |count: usize| -> Value {
        let used: String = (0..count).map(|number| format!(" (:use lib.m{number})\n")).collect();
        let text = format!("(ns app.core\n{used} (:use app.util))\n(defn run [x] (helper x))\n");
        let directory = project(&[util, ("src/app/core.clj", &text)]);
        let arguments = json!({ "symbol": "app.util/helper", "wait": 0 });
        ask::value(directory.path(), "find_callers", arguments)
    };
    let certainty = |count: usize| {
        let rows = rows(count)["results"].clone();
        (rows.as_array().map(Vec::len), rows[0]["certainty"].clone())
    };
    assert_eq!(certainty(10), (Some(1), json!("likely")), "{}", rows(10));
    assert_eq!(certainty(200), (Some(1), json!("possible")), "{}", rows(200));
}

/// Each of very many tests may patch something else, so that other ways lead from it. Of those for
/// which there are no steps left it is only possible that they reach the target.
#[test]
fn ways_of_very_many_tests_over_what_they_patch_take_bounded_steps() {
    const WIDTH: usize = 30;
    const LEVELS: usize = 8;
    let function = |number: usize| {
        let (level, place) = (number / WIDTH, number % WIDTH);
        let call = |other: usize| format!("    f{}_{other}()\n", level - 1);
        let body = match level {
            0 => "    target()\n".to_owned(),
            _ => (0..WIDTH).map(call).collect(),
        };
        format!("def f{level}_{place}():\n{body}")
    };
    let functions: String = (0..WIDTH * LEVELS).map(function).collect();
    let app = format!("def target(): pass\n{functions}");
    let certainties = |count: usize| -> Vec<Value> {
        let test = |number: usize| {
            let (one, other) = (number % WIDTH, number / WIDTH);
            format!(
                "def test_{number}():\n    with patch('app.f0_{one}'), patch('app.f1_{other}'):\n        f{}_{one}()\n",
                LEVELS - 1
            )
        };
        let tests: String = (0..count).map(test).collect();
        let tests = format!("from unittest.mock import patch\nfrom app import *\n{tests}");
        let directory = project(&[("app.py", &app), ("test_app.py", &tests)]);
        let arguments = json!({ "symbol": "target", "depth": LEVELS + 2, "wait": 0, "maxResults": 1_000, "maxTokens": 1_000_000 });
        let answer = ask::value(directory.path(), "impact_analysis", arguments);
        let groups = answer["groups"].as_array().expect("groups").iter();
        let tests = groups.filter(|group| group["kind"] == "tests");
        let rows = tests.flat_map(|group| group["results"].as_array().expect("rows"));
        rows.map(|row| row["certainty"].clone()).collect()
    };
    let few = certainties(20);
    assert!(few.len() == 20 && few.iter().all(|certainty| certainty == "likely"), "{few:?}");
    let many = certainties(400);
    let possible = many.iter().filter(|certainty| *certainty == "possible").count();
    assert!(many.len() == 400 && (1..400).contains(&possible), "{} and {possible}", many.len());
}

/// If the literals were looked at for each call of a member, these would be many times as many.
#[test]
fn what_literals_give_for_a_member_is_found_once_for_all_calls() {
    let checked = |calls: usize| {
        let client = "export interface Options { send: (x: string) => void }\n\
                      export class Client { constructor(private options: Options) {}\n";
        let call = |number: usize| format!("  run{number}() {{ this.options.send('x'); }}\n");
        let client: String = [client.to_owned()]
            .into_iter()
            .chain((0..calls).map(call))
            .chain(["}\n".to_owned()])
            .collect();
        let literals = "export const made = new Client({ send: post });\n".repeat(100);
        let text = format!(
            "import {{ Client }} from './client';\nfunction post(x: string) {{}}\n{literals}"
        );
        checks("use.ts", &text, &[("client.ts", &client)], "post")
    };
    let (few, many) = (checked(2), checked(60));
    assert!(many < 2 * few, "{few} and {many}");
}

/// If what the functions of a name return was found for each use behind a call of the name, these
/// would be many times as many.
#[test]
fn what_functions_of_a_name_return_is_found_once_for_all_uses() {
    let checked = |uses: usize| {
        let made =
            |number: usize| format!("pub trait T{number} {{ fn made(self) -> ext::Parts<u8>; }}\n");
        let used = |number: usize| {
            format!("pub fn f{number}(x: ext::Thing) {{ x.list().made().status_mut(); }}\n")
        };
        let parts = "pub struct Parts;\nimpl Parts { pub fn status_mut(&mut self) {} }\n";
        let text: String = [parts.to_owned()]
            .into_iter()
            .chain((0..40).map(made))
            .chain((0..uses).map(used))
            .collect();
        checks("src/lib.rs", &text, &[("Cargo.toml", "[package]\nname = \"a\"\n")], "status_mut")
    };
    let (few, many) = (checked(20), checked(120));
    assert!(many < few + 100 * 20, "{few} and {many}");
}

/// A method may be required by all interfaces of a circle. If what else implements each of them was
/// looked for, these would be several times as many, and many thousands.
#[test]
fn interfaces_that_embed_each_other_are_not_each_searched_for_what_else_implements_them() {
    let checked = |count: usize| {
        let interface = |number: usize| {
            let next = (number + 1) % count;
            format!("type I{number} interface {{ Foo(); I{next} }}\n")
        };
        let interfaces: String = (0..count).map(interface).collect();
        let text = format!("package x\n{interfaces}type S struct{{}}\nfunc (s S) Foo() {{}}\n");
        let files = [("go.mod", "module x\n"), ("a.go", text.as_str())];
        checks_of(&files, "impact_analysis", &json!({ "symbol": "S.Foo", "wait": 0 }))
    };
    let (few, many) = (checked(100), checked(200));
    assert!(many < 2 * few + 2_000, "{few} and {many} checks");
}

/// An import of everything may be called by a name that another one gives, also among very many.
#[test]
fn an_import_is_called_by_a_name_that_one_of_very_many_gives() {
    let certainty = |count: usize| {
        let given = "mod kinds;\nuse Kind::*;\nuse kinds::*;\nfn run() { helper(First(1)); }\n";
        let other = |number: usize| format!("use other{number}::*;\n");
        let text: String = (0..count).map(other).chain([given.to_owned()]).collect();
        let kinds = ("src/kinds.rs", "pub enum Kind { First(u8), Second }\n");
        let manifest = ("Cargo.toml", "[package]\nname = \"a\"\n");
        let directory = project(&[("src/lib.rs", &text), kinds, manifest]);
        let arguments = json!({ "symbol": "Kind.First", "wait": 0 });
        let answer = ask::value(directory.path(), "find_references", arguments);
        let rows = &answer["results"];
        (rows.as_array().map(Vec::len), rows[0]["certainty"].clone(), rows[0]["file"].clone())
    };
    assert_eq!(certainty(2), (Some(1), json!("likely"), json!("src/lib.rs")));
    assert_eq!(certainty(300), certainty(2));
}
