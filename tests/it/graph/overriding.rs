//! Calls of what overrides or implements a member, beside those of the member.

use crate::support::{ask, project};
use serde_json::json;

/// Storage with two implementations, and calls of each kind.
const STORES: [(&str, &str); 2] = [
    (
        "store.ts",
        "export interface Store { keep(n: number): void }
export class Disk implements Store { keep(n: number) {} }
export class Cloud implements Store { keep(n: number) {} }
export function given(store: Store) {
  store.keep(1);
}
export function near(disk: Disk) {
  disk.keep(2);
}
export function far(cloud: Cloud) {
  cloud.keep(3);
}
",
    ),
    (
        "store.test.ts",
        "import { Disk } from \"./store\";
test(\"keeps\", () => {
  new Disk().keep(4);
});
",
    ),
];

#[test]
fn calls_of_what_overrides_a_member_are_listed_apart() {
    let project = project(&STORES);
    let target = json!({ "symbol": "Store.keep" });
    let text = ask::text(project.path(), "find_callers", target.clone());
    let (own, other) = text.split_once("## Through what overrides it").expect(&text);
    assert!(own.contains("5 given: store.keep(1)"), "{text}");
    assert!(other.starts_with(": Disk.keep, Cloud.keep\n"), "{text}");
    for line in ["8 near: disk.keep(2)", "11 far: cloud.keep(3)", "keeps: new Disk().keep(4)"] {
        assert!(other.contains(line) && !own.contains(line), "{line}: {text}");
    }
    assert!(text.contains("[1 caller"), "{text}");
    let answer = ask::value(project.path(), "find_callers", target);
    assert_eq!(answer["summary"]["total"], 1, "{answer:#}");
    assert_eq!(answer["overriding"].as_array().map(Vec::len), Some(3), "{answer:#}");
    assert_eq!(answer["overriding"][0]["through"], json!(["Disk.keep"]), "{answer:#}");
    // What nothing overrides has none.
    let answer = ask::value(project.path(), "find_callers", json!({ "symbol": "Cloud.keep" }));
    assert_eq!(answer["overriding"], json!(null), "{answer:#}");
}

#[test]
fn calls_of_what_overrides_a_member_are_limited_and_filtered_as_rows_are() {
    let project = project(&STORES);
    let ask = |more: serde_json::Value| {
        let mut target = json!({ "symbol": "Store.keep" });
        target.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ask::text(project.path(), "find_callers", target)
    };
    let text = ask(json!({ "maxResults": 2 }));
    assert!(text.contains("near: disk.keep(2)") && !text.contains("far: cloud"), "{text}");
    assert!(text.contains("… (2 more callers of what overrides it)"), "{text}");
    let text = ask(json!({ "maxResults": 1 }));
    assert!(text.contains("… (3 further callers of what overrides it)"), "{text}");
    assert!(!text.contains("## Not of it"), "{text}");
    let text = ask(json!({ "allowTests": false }));
    assert!(!text.contains("keep(4)"), "{text}");
    assert!(text.contains("left out: 1 caller in tests"), "{text}");
}

#[test]
fn references_to_what_overrides_a_member_are_listed_apart_too() {
    let project = project(&STORES);
    let target = json!({ "symbol": "Store.keep" });
    let text = ask::text(project.path(), "find_references", target.clone());
    let (own, other) = text.split_once("## Through what overrides it").expect(&text);
    assert!(own.contains("5 given: store.keep(1)"), "{text}");
    assert!(other.starts_with(": Disk.keep, Cloud.keep\n"), "{text}");
    for line in ["8 near: disk.keep(2)", "11 far: cloud.keep(3)", "keeps: new Disk().keep(4)"] {
        assert!(other.contains(line) && !own.contains(line), "{line}: {text}");
    }
    assert!(text.contains("[1 reference"), "{text}");
    let answer = ask::value(project.path(), "find_references", target);
    assert_eq!(answer["summary"]["total"], 1, "{answer:#}");
    assert_eq!(answer["overriding"].as_array().map(Vec::len), Some(3), "{answer:#}");
    assert_eq!(answer["overriding"][0]["through"], "Disk.keep", "{answer:#}");
    let answer = ask::value(project.path(), "find_references", json!({ "symbol": "Cloud.keep" }));
    assert_eq!(answer["overriding"], json!(null), "{answer:#}");
}

/// A field of a name in a type below hides the one above, and a type in a type is one of its own.
#[test]
fn references_to_fields_and_types_have_none_of_what_overrides() {
    let project = project(&[(
        "Store.java",
        "class Store {
    int size;
    static class Entry {}
    int count() { return size; }
}
class Disk extends Store {
    int size;
    static class Entry {}
    int all(Entry entry) { return this.size; }
}
",
    )]);
    for symbol in ["Store.size", "Store.Entry"] {
        let answer = ask::value(project.path(), "find_references", json!({ "symbol": symbol }));
        assert_eq!(answer["overriding"], json!(null), "{symbol}: {answer:#}");
    }
}

#[test]
fn a_call_that_may_mean_one_override_does_not_hide_that_it_means_another() {
    let project = project(&[(
        "jobs.py",
        "class Base:
    def run(self): ...

class Plain(Base):
    def run(self): ...

class Special(Plain):
    def run(self): ...

def start(plain: Plain):
    plain.run()
",
    )]);
    let answer = ask::value(project.path(), "impact_analysis", json!({ "symbol": "Base.run" }));
    let callers = answer["groups"].as_array().unwrap().iter().find(|of| of["kind"] == "callers");
    let start = &callers.expect("callers")["results"][0];
    assert_eq!(
        (&start["name"], &start["certainty"]),
        (&json!("start"), &json!("likely")),
        "{answer:#}"
    );
    assert_eq!(start["via"][0]["line"], 5, "{answer:#}");
}

/// Members of types themselves and of their values, of one name.
const SIDES: [(&str, &str); 3] = [
    (
        "model.ts",
        "export class Model {
  static insert(name: string) {}
  static created() { this.insert(\"a\"); }
  close() {}
}
export class Member extends Model {
  insert(name: string) { Model.insert(name); }
  static close() {}
  added() { this.insert(\"b\"); }
}
export class Group extends Model {
  static insert(name: string) {}
  close() {}
}
",
    ),
    (
        "Pool.swift",
        "class Pool {
    class func make() {}
    func drain() {}
}
class Small: Pool {
    func make() {}
    override func drain() {}
}
class Large: Pool {
    override class func make() {}
}
",
    ),
    (
        "jobs.py",
        "class Job:
    @staticmethod
    def run(n): ...
class Quick(Job):
    def run(self, n): ...
",
    ),
];

/// What a type has for itself is none of its values', so that neither overrides the other.
#[test]
fn members_of_a_type_itself_and_of_its_values_override_no_others() {
    let project = project(&SIDES);
    let check = |symbol: &str, expected: &[&str]| {
        let target = json!({ "symbol": symbol });
        let answer = ask::value(project.path(), "find_implementations", target);
        let rows = answer["results"].as_array().expect("rows");
        let owners: Vec<&str> = rows.iter().filter_map(|row| row["container"].as_str()).collect();
        assert_eq!(owners, expected, "{symbol}: {answer:#}");
    };
    check("Model.insert", &["Group"]);
    check("Model.close", &["Group"]);
    check("Pool.make", &["Large"]);
    check("Pool.drain", &["Small"]);
    // Python looks a member up by its name alone.
    check("Job.run", &["Quick"]);
    let target = json!({ "symbol": "Model.insert" });
    let answer = ask::value(project.path(), "find_callers", target);
    let names: Vec<&str> = answer["results"]
        .as_array()
        .expect("rows")
        .iter()
        .filter_map(|row| row["name"].as_str())
        .collect();
    assert_eq!(names, ["created", "insert"], "{answer:#}");
    assert_eq!(answer["overriding"], json!(null), "{answer:#}");
    let target = json!({ "symbol": "Member.insert" });
    let answer = ask::value(project.path(), "find_callers", target);
    assert_eq!(answer["results"][0]["name"], "added", "{answer:#}");
    assert_eq!(answer["summary"]["total"], 1, "{answer:#}");
}
