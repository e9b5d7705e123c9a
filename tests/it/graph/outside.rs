//! What the project does not define: names of packages, as imports and paths give them.

use crate::support::{ask, project};
use serde_json::{Value, json};

fn symbol(symbol: &str) -> Value {
    json!({ "symbol": symbol })
}

/// Checks the names of the definitions, or the lines of the uses, in an answer about a symbol.
#[track_caller]
fn check(files: &[(&str, &str)], tool: &str, target: Value, expected: &[&str]) {
    let project = project(files);
    let answer = ask::value(project.path(), tool, target.clone());
    let rows = answer["results"].as_array().unwrap_or_else(|| panic!("{target}: {answer:#}"));
    let mut found: Vec<String> = rows
        .iter()
        .map(|row| {
            let possible = if row["certainty"] == "possible" { "?" } else { "" };
            let line = match tool {
                "find_references" => format!("{}:{}", text(&row["file"]), row["line"]),
                _ => text(&row["name"]),
            };
            format!("{line}{possible}")
        })
        .collect();
    found.sort();
    assert_eq!(found, expected, "{target}: {answer:#}");
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// A class of the project beside an interface of a package, of one name.
const EXTENSIONS: [(&str, &str); 5] = [
    ("lib/Extension.ts", "export default class Extension { start() {} }\n"),
    (
        "bold.ts",
        "import Extension from \"./lib/Extension\";\nexport class Bold extends Extension {}\n",
    ),
    (
        "views.ts",
        "import type {
  Extension,
  onChange,
} from \"@hocuspocus/server\";
export class Views implements Extension {}
export function make(change: onChange): Extension { return new Views(); }
",
    ),
    (
        "other.ts",
        "import { Extension } from \"@tiptap/core\";
import { Extension as Server, connect } from \"@hocuspocus/server\";
export class Other extends Extension {}
export class Log implements Server {}
connect();
",
    ),
    (
        "all.ts",
        "import * as hocuspocus from \"@hocuspocus/server\";
export class All implements hocuspocus.Extension {}
export class Late extends All {}
export function start() { hocuspocus.connect(); }
",
    ),
];

#[test]
fn a_name_of_a_package_is_what_imports_give_from_it() {
    let check = |tool, target, expected: &[&str]| check(&EXTENSIONS, tool, target, expected);
    let implementing = ["All", "Late", "Log", "Views"];
    check("find_implementations", symbol("@hocuspocus/server#Extension"), &implementing);
    check("find_implementations", symbol("@tiptap/core#Extension"), &["Other"]);
    check("find_implementations", symbol("Extension"), &["Bold"]);
    check("find_callers", symbol("@hocuspocus/server#connect"), &["<module>", "start"]);
    let lines = ["all.ts:2", "other.ts:2", "other.ts:4", "views.ts:2", "views.ts:5", "views.ts:6"];
    let mut lines: Vec<&str> = lines.to_vec();
    lines.insert(1, "other.ts:2");
    check("find_references", symbol("@hocuspocus/server#Extension"), &lines);
}

#[test]
fn the_line_of_an_import_means_what_it_imports() {
    let at = |file: &str, line: usize| json!({ "file": file, "line": line });
    let check = |tool, target, expected: &[&str]| check(&EXTENSIONS, tool, target, expected);
    let implementing = ["All", "Late", "Log", "Views"];
    check("find_implementations", at("views.ts", 4), &implementing);
    check("find_implementations", at("views.ts", 2), &implementing);
    check("find_implementations", at("other.ts", 1), &["Other"]);
    check("find_implementations", at("bold.ts", 1), &["Bold"]);
    let named = json!({ "symbol": "Extension", "file": "other.ts" });
    check("find_implementations", named, &["Other"]);
    let named = json!({ "symbol": "Extension", "file": "views.ts", "line": 5 });
    check("find_implementations", named, &implementing);
    let project = project(&EXTENSIONS);
    let error = ask::error(project.path(), "find_references", at("views.ts", 4));
    assert!(error.contains("line 4 of views.ts imports"), "{error}");
}

#[test]
fn the_account_tells_names_of_a_package_from_others() {
    let project = project(&EXTENSIONS);
    let target = json!({ "symbol": "@hocuspocus/server#Extension" });
    let text = ask::text(project.path(), "find_references", target);
    assert!(text.contains("from @tiptap/core"), "{text}");
    assert!(
        text.contains("`@hocuspocus/server#Extension` is not defined in the project"),
        "{text}"
    );
    assert!(text.contains("accounted for"), "{text}");
}

#[test]
fn names_of_packages_in_python_and_php() {
    let python = [
        (
            "shop.py",
            "from django.db import models
class Order(models.Model): pass
",
        ),
        ("own.py", "class Model: pass\nclass Own(Model): pass\n"),
        ("peewee_shop.py", "from peewee import Model\nclass Sale(Model): pass\n"),
    ];
    for asked in ["django.db.models.Model", "django.db#models.Model"] {
        check(&python, "find_implementations", symbol(asked), &["Order"]);
    }
    check(&python, "find_implementations", symbol("peewee.Model"), &["Sale"]);
    let php = [(
        "a.php",
        "<?php
namespace App;
use Lib\\Command;
use Other\\Command as Apart;
class One extends Command {}
class Two extends Apart {}
class Three extends \\Lib\\Command {}
",
    )];
    check(&php, "find_implementations", symbol("Lib\\Command"), &["One", "Three"]);
}

#[test]
fn names_of_packages_in_rust_and_go() {
    let rust = [
        (
            "Cargo.toml",
            "[package]\nname = \"small\"\n[dependencies]\nserde = \"1\"\nrkyv = \"1\"\n",
        ),
        (
            "src/lib.rs",
            "use serde::Serialize;
pub struct One;
impl Serialize for One {}
pub struct Two;
impl rkyv::Serialize for Two {}
mod own { pub trait Serialize {} pub struct Three; impl Serialize for Three {} }
pub struct Four;
impl serde::Serialize for Four {}
",
        ),
    ];
    check(&rust, "find_implementations", symbol("serde::Serialize"), &["Four", "One"]);
    check(&rust, "find_implementations", symbol("rkyv::Serialize"), &["Two"]);
    let go = [
        ("go.mod", "module example.com/shop\n"),
        ("a.go", "package shop\nimport \"net/http\"\nfunc get() { http.Get(\"a\") }\n"),
        (
            "b.go",
            "package shop\nimport client \"example.org/http\"\nfunc other() { client.Get(\"a\") }\n",
        ),
    ];
    check(&go, "find_callers", symbol("net/http.Get"), &["get"]);
    check(&go, "find_callers", symbol("example.org/http#Get"), &["other"]);
}

#[test]
fn names_of_packages_in_java_and_kotlin() {
    let java = [
        ("shop/One.java", "package shop;\nimport org.lib.Job;\nclass One implements Job {}\n"),
        ("shop/Two.java", "package shop;\nimport com.other.Job;\nclass Two implements Job {}\n"),
        ("shop/Three.java", "package shop;\nclass Three implements org.lib.Job {}\n"),
        ("shop/Four.java", "package shop;\nimport org.lib.*;\nclass Four implements Job {}\n"),
    ];
    let expected = ["Four?", "One", "Three"];
    check(&java, "find_implementations", symbol("org.lib.Job"), &expected);
    let kotlin = [
        ("a.kt", "package app\nimport org.lib.Job\nclass One : Job {\n}\n"),
        ("b.kt", "package app\nimport com.other.Job\nclass Two : Job {\n}\n"),
    ];
    check(&kotlin, "find_implementations", symbol("org.lib.Job"), &["One"]);
}

#[test]
fn a_word_of_the_language_is_no_callee() {
    let shop = "defmodule Shop do
  defmacro total(items) do
    quote do: Enum.sum(unquote(items))
  end
  defdelegate price(item), to: Prices
  def pay(items) do
    if items == [], do: raise(:empty), else: charge(total(items))
  end
end
";
    let app = project(&[("mix.exs", ""), ("lib/shop.ex", shop)]);
    let outside = |symbol: &str| {
        let answer = ask::value(app.path(), "find_callees", json!({ "symbol": symbol }));
        let results = answer["results"].as_array().expect("callees").clone();
        let outside = results.iter().filter(|row| row["file"].is_null());
        outside.map(|row| row["name"].as_str().expect("name").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(outside("total"), ["sum"]);
    assert_eq!(outside("pay"), ["charge"]);
}
