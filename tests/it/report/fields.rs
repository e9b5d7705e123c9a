//! Every field of a report, in the languages that agents meet most.

use super::{report, symbols};
use crate::support::project;
use serde_json::{Value, json};

/// One line a symbol: side, kind, container, name, lines, visibility, fanout, complexity, flags,
/// fields, users.
fn table(report: &Value) -> String {
    let mut lines = Vec::new();
    for symbol in symbols(report) {
        let word = |key: &str| match &symbol[key] {
            Value::Null => "-".to_owned(),
            Value::String(text) => text.clone(),
            Value::Array(items) => items
                .iter()
                .map(|item| item.as_str().unwrap_or_default())
                .collect::<Vec<_>>()
                .join(","),
            other => other.to_string(),
        };
        let users: Vec<String> = symbol["usedBy"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|user| {
                let word = |key: &str| user[key].as_str().expect("a text");
                format!("{}:{} {} {}", word("file"), user["line"], word("symbol"), word("relation"))
            })
            .collect();
        let exported = if symbol["exported"] == true { "+" } else { "-" };
        lines.push(format!(
            "{exported} {} {}.{} {}-{} {} fanout {} complexity {} [{}] {{{}}} <- {}",
            word("kind"),
            word("container"),
            word("name"),
            symbol["startLine"],
            symbol["endLine"],
            word("visibility"),
            word("fanout"),
            word("complexity"),
            word("flags"),
            word("fields"),
            users.join("; ")
        ));
    }
    lines.join("\n")
}

/// One line an import: module, names, file.
fn imports(report: &Value, side: &str) -> Vec<String> {
    let rows = report["imports"][side].as_array().expect("a list").iter();
    rows.map(|row| {
        let names: Vec<&str> = row["names"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|name| name["name"].as_str())
            .collect();
        let file = row["file"].as_str().unwrap_or("-");
        format!(
            "{} {} {{{}}} {file}",
            row["line"],
            row["module"].as_str().expect("a text"),
            names.join(",")
        )
    })
    .collect()
}

#[test]
fn rust() {
    let project = project(&super::FILES);
    let report = report(project.path(), json!({}));
    insta::assert_snapshot!(table(&report));
    assert_eq!(imports(&report, "external"), ["1 std {fmt} -"]);
    assert_eq!(imports(&report, "internal"), ["2 crate::draw {Pen} src/draw.rs"]);
    assert_eq!(report["imports"]["internal"][0]["names"][0]["line"], 3);
    let outline = super::report(project.path(), json!({ "detail": "report-outline" }));
    assert_eq!(imports(&outline, "internal"), ["2 crate::draw {Pen} -"]);
    assert_eq!(outline["imports"]["resolved"], false);
    let area = super::symbol(&report, "area");
    assert_eq!(area["signature"], "pub fn area(&self) -> f64");
    assert_eq!(area["doc"], "Its area.");
    assert_eq!(area["read"], json!({ "path": "src/shapes.rs", "offset": 10, "limit": 4 }));
    assert_eq!(area["target"], "src/shapes.rs#Circle.area");
    assert_eq!(report["summary"]["exports"], 5);
    assert_eq!(report["summary"]["symbols"], 7);
    assert_eq!((&report["language"], &report["lineCount"]), (&json!("rust"), &json!(30)));
    assert_eq!((&report["available"], &report["staleness"]), (&json!(true), &json!("fresh")));
    assert_eq!(
        (&report["semantic"]["source"], &report["diagnostics"]),
        (&json!("none"), &Value::Null)
    );
}

#[test]
fn python() {
    let project = project(&[
        ("app/__init__.py", ""),
        (
            "app/store.py",
            "\
import os.path as p
from collections import OrderedDict
from .errors import Missing, Broken as Bad

__all__ = ['Store', 'open_store']

LIMIT = 3

class Store:
    size = 0

    def __init__(self, path):
        self.path = path

    def get(self, key):
        for name in (key, key.lower()):
            if name and name != 'x':
                return load(name)
        raise Missing(key)

    @property
    def empty(self):
        return not self.size

    def _drop(self):
        pass

def open_store(path):
    return Store(path)

def load(name):
    try:
        return OrderedDict(name)
    except ValueError:
        raise Bad
",
        ),
        (
            "app/errors.py",
            "class Missing(Exception):\n    pass\n\nclass Broken(Exception):\n    pass\n",
        ),
        (
            "app/main.py",
            "from app.store import open_store, Store\n\nclass Sub(Store):\n    pass\n\ndef main():\n    open_store('x').get('y')\n",
        ),
    ]);
    let report = report(project.path(), json!({ "path": "app/store.py" }));
    insta::assert_snapshot!(table(&report));
    assert_eq!(imports(&report, "external"), ["1 os.path {*} -", "2 collections {OrderedDict} -"]);
    assert_eq!(imports(&report, "internal"), ["3 .errors {Missing,Broken} app/errors.py"]);
    assert_eq!(report["imports"]["internal"][0]["names"][1]["alias"], "Bad");
}

#[test]
fn typescript() {
    let project = project(&[
        ("package.json", "{\"name\": \"small\"}"),
        (
            "src/list.ts",
            "\
import { EventEmitter } from 'events';
import type { Item } from './item';
export * from './item';

/** A list.
 * @deprecated use Set */
export class List<T> extends EventEmitter {
  private items: T[] = [];
  get size(): number { return this.items.length; }
  add(item: T): this {
    if (item ?? true) { this.items.push(item); }
    return this;
  }
  private clear() {}
}

export interface Source { read(): Item; readonly name: string }

const hidden = (x: number) => x > 0 ? x : -x;

function later(x: number) { return hidden(x); }

export { later };
",
        ),
        ("src/item.ts", "export type Item = string;\n"),
        (
            "src/use.ts",
            "import { List, later } from './list';\n\nexport function use() {\n  new List<string>().add('x');\n  return later(1);\n}\n",
        ),
    ]);
    let report = report(project.path(), json!({ "path": "src/list.ts" }));
    insta::assert_snapshot!(table(&report));
    assert_eq!(imports(&report, "external"), ["1 events {EventEmitter} -"]);
    assert_eq!(imports(&report, "internal"), ["2 ./item {Item} src/item.ts"]);
    assert_eq!(report["imports"]["internal"][0]["reexport"], true);
}

#[test]
fn go() {
    let project = project(&[
        ("go.mod", "module example.com/small\n"),
        (
            "store/store.go",
            "\
package store

import (
	\"fmt\"

	\"example.com/small/keys\"
)

// Limit is the most.
const Limit = 3

// Store keeps things.
type Store struct {
	name string
	Size int
}

type reader interface {
	Read(key string) string
}

// Get finds a thing.
func (s *Store) Get(key string) string {
	switch {
	case key == \"\" || s.Size > Limit:
		return \"\"
	default:
		return keys.Clean(key)
	}
}

func (s *Store) reset() { fmt.Println(s.name) }

func Open(name string) *Store {
	s := &Store{name: name}
	s.reset()
	return s
}
",
        ),
        ("keys/keys.go", "package keys\n\nfunc Clean(key string) string { return key }\n"),
        (
            "main.go",
            "package main\n\nimport \"example.com/small/store\"\n\nfunc main() {\n\ts := store.Open(\"x\")\n\ts.Get(\"y\")\n}\n",
        ),
    ]);
    let report = report(project.path(), json!({ "path": "store/store.go" }));
    insta::assert_snapshot!(table(&report));
    assert_eq!(imports(&report, "external"), ["4 fmt {} -"]);
    assert_eq!(imports(&report, "internal"), ["6 example.com/small/keys {} keys"]);
}
