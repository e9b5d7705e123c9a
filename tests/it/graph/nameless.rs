//! Implementations without a name, and of types that the project does not define.

use crate::support::{ask, fixture, project};
use serde_json::{Value, json};

/// Returns the places and signatures of an answer's rows.
fn rows(answer: &Value) -> Vec<String> {
    let rows = answer["results"].as_array().expect("rows").iter();
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    rows.map(|row| format!("{}:{} {}", text(row, "file"), row["line"], text(row, "signature")))
        .collect()
}

#[track_caller]
fn check(files: &[(&str, &str)], symbol: &str, expected: &[&str]) -> Value {
    let answer = ask::implementations(files, symbol);
    assert_eq!(rows(&answer), expected, "{answer:#}");
    answer
}

#[test]
fn object_literals_implement_the_type_that_is_written_for_them() {
    let text = "interface Job { run(): void; }
const held: Job = { run() {} };
function made(): Job { return { run() {} }; }
const maker = () => { return (name: string): Job => ({ run() {} }); };
const cast = { run() {} } as Job;
const checked = { run() {} } satisfies Job;
const part: Job['run'] = () => {};
const other = { run() {} };
class Nightly { last: Job = { run() {} }; }
";
    check(
        &[("a.ts", text)],
        "Job",
        &[
            "a.ts:2 const held: Job = { run() {} };",
            "a.ts:3 function made(): Job { return { run() {} }; }",
            "a.ts:4 const maker = () => { return (name: string): Job => ({ run() {} }); };",
            "a.ts:5 const cast = { run() {} } as Job;",
            "a.ts:6 const checked = { run() {} } satisfies Job;",
            "a.ts:9 class Nightly { last: Job = { run() {} }; }",
        ],
    );
}

#[test]
fn anonymous_classes_are_told_where_they_are_made() {
    let text = "interface Job { void run(); }
class App {
    void start() {
        submit(new Job() {
            public void run() { }
        });
        submit(new Job() { public void run() { } });
    }
}
";
    let answer = check(
        &[("App.java", text)],
        "Job",
        &[
            "App.java:4 submit(new Job() {",
            "App.java:7 submit(new Job() { public void run() { } });",
        ],
    );
    assert_eq!(answer["results"][0]["container"], "App.start");
}

#[test]
fn fields_and_constants_stand_for_the_types_that_they_hold() {
    let held = "interface Job { void run(); }
class App {
    static final Job LAST =
        new Job() { public void run() { } };
}
enum Policy implements Job {
    ONCE { public void run() { } },
    TWICE { public void run() { } },
    NEVER;
    public void run() { }
}
";
    let rows = [
        "App.java:3 static final Job LAST = new Job() { public void run() { } }",
        "App.java:6 enum Policy implements Job",
    ];
    let constants = ["App.java:7 ONCE", "App.java:8 TWICE"];
    check(&[("App.java", held)], "Policy", &constants);
    check(&[("App.java", held)], "Job", &[rows.as_slice(), &constants].concat());
}

#[test]
fn what_a_type_makes_where_it_is_initialized_is_no_subtype_of_it() {
    let java = "abstract class Access { static Access last; abstract void promote(R r); }
class R {
  static { Access.last = new Access() { @Override void promote(R r) { } }; }
}
class T extends R { void promote() {} }
class V { { Access.last = new Access() { @Override void promote(R r) {} }; } }
class X extends V {}
";
    let answer = check(
        &[("R.java", java)],
        "Access",
        &[
            "R.java:3 static { Access.last = new Access() { @Override void promote(R r) { } }; }",
            "R.java:6 class V { { Access.last = new Access() { @Override void promote(R r) {} }; } }",
        ],
    );
    assert_eq!(answer["results"][0]["container"], "R");
    let kotlin = "interface Job { fun start() }
fun submit(job: Job) {}
class R {
    init { submit(object : Job { override fun start() {} }) }
}
class T : R()
";
    check(
        &[("r.kt", kotlin)],
        "Job",
        &["r.kt:4 init { submit(object : Job { override fun start() {} }) }"],
    );
    // The name of a class is that of the variable that it is set to.
    let script = "class Job {}\nconst Nightly = class extends Job {};\n";
    check(&[("a.js", script)], "Job", &["a.js:2 const Nightly = class extends Job"]);
}

#[test]
fn values_of_data_types_are_no_implementations() {
    let text = "interface Options { size: number }\nconst usual: Options = { size: 1 };\n";
    check(&[("a.ts", text)], "Options", &[]);
}

#[test]
fn types_from_elsewhere_have_the_implementations_that_name_them() {
    let text = "import { Node, other } from 'lib';
class Leaf extends Node {}
class Twig extends Leaf {}
class Apart extends other.Root {}
const n = new Node();
";
    let answer = check(
        &[("a.ts", text)],
        "Node",
        &["a.ts:2 class Leaf extends Node", "a.ts:3 class Twig extends Leaf"],
    );
    assert_eq!(answer["target"], json!(null));
    assert_eq!(answer["evidence"]["note"], "`Node` is not defined in the project");
    assert_eq!(answer["account"]["occurrences"], 3, "{answer:#}");
    assert_eq!(answer["account"]["rows"], 1, "{answer:#}");
    assert_eq!(answer["account"]["unresolved"], json!([]), "{answer:#}");
    check(&[("a.ts", text)], "other.Root", &["a.ts:4 class Apart extends other.Root"]);
}

#[test]
fn traits_of_the_standard_library_have_their_impls() {
    let text = "use std::fmt;\nstruct A;\nimpl fmt::Display for A {}\nimpl Default for A {}\n";
    check(&[("a.rs", text)], "Display", &["a.rs:3 impl fmt::Display for A"]);
    check(&[("a.rs", text)], "fmt::Display", &["a.rs:3 impl fmt::Display for A"]);
}

#[test]
fn external_types_without_subtypes_have_no_definition() {
    let app = project(&[("a.ts", "const n = new Node();\n")]);
    let text = ask::text(app.path(), "find_implementations", json!({ "symbol": "Node" }));
    assert!(text.starts_with("No such definition"), "{text}");
}

#[test]
fn a_part_of_a_type_does_not_implement_it() {
    let text = "export interface Shape { area(): number; name: string }
type Part = Partial<Shape>;
export const a: Partial<Shape> = { name: 'x' };
export const b: Pick<Shape, 'name'> = { name: 'x' };
export const c: Omit<Shape, 'area'> = { name: 'x' };
export const d = { name: 'q' } satisfies Partial<Shape>;
export const e: Part = { name: 'x' };
export const f: Readonly<Shape> = { area: () => 1, name: 'x' };
export const g: Partial<Shape> | Shape = { area: () => 1, name: 'x' };
";
    check(
        &[("a.ts", text)],
        "Shape",
        &[
            "a.ts:8 export const f: Readonly<Shape> = { area: () => 1, name: 'x' };",
            "a.ts:9 export const g: Partial<Shape> | Shape = { area: () => 1, name: 'x' };",
        ],
    );
}

#[test]
fn this_is_the_object_of_the_type_without_a_name() {
    let text = "
//- /A.java
class Page {
    void name() {}
    void show() {
        Model model = new Model() {
            void kind() { this.name(); }
        };
        this.name();
    }
}
abstract class Model {
    void name() {}
}
";
    let of_page =
        text.replace("    void name() {}\n    void show", "    void na$0me() {}\n    void show");
    fixture::check(
        "find_callers",
        &of_page.replace(
            "        this.name();\n    }\n}",
            "        this.name();\n           //^^^^ caller show\n    }\n}",
        ),
    );
    let of_model = text.replace("Model {\n    void name", "Model {\n    void na$0me");
    fixture::check(
        "find_callers",
        &of_model.replace(
            "            void kind() { this.name(); }",
            "            void kind() { this.name(); }\n                             //^^^^ caller kind",
        ),
    );
}
