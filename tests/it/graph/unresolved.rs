//! Occurrences that nothing explains, shown with what stands around them.

use crate::support::{ask, project};
use serde_json::json;

/// Callers of one of two methods of a name, where some receivers are of unknown kinds.
fn callers(unknown: usize, more: &serde_json::Value) -> String {
    let open: String = (0..unknown).map(|number| format!("  x[{number}].fetch\n")).collect();
    let open = format!("def early(x)\n{open}end\n");
    let project = project(&[
        ("a.rb", "class A\n  def fetch\n  end\nend\nclass B\n  def fetch\n  end\nend\n"),
        ("lib/early.rb", &open),
        ("other.rb", "def other\n  A.new.fetch\nend\n"),
    ]);
    let mut target = json!({ "symbol": "A.fetch", "wait": 0 });
    target.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    ask::text(project.path(), "find_callers", target)
}

#[test]
fn a_few_unresolved_uses_are_shown_with_what_stands_around_them() {
    let text = callers(2, &json!({}));
    let shown =
        "## Unresolved, perhaps it\nlib/early.rb\n  2 early: x[0].fetch\n  3   x[1].fetch\n";
    assert!(text.contains(shown), "{text}");
    assert!(text.contains("unresolved: lib/early.rb:2, 3"), "{text}");
    assert!(text.contains("[≥ 1 caller"), "{text}");
    // Those outside of the path are not asked about.
    let text = callers(2, &json!({ "path": "other.rb" }));
    assert!(!text.contains("## Unresolved"), "{text}");
}

#[test]
fn unresolved_uses_of_the_only_definition_of_their_name_are_said_to_be_that() {
    let files = [
        ("a.rb", "class A\n  def fetch\n  end\nend\nclass B < A\n  def fetch\n  end\nend\n"),
        ("b.rb", "def early(x)\n  x[0].fetch\nend\n"),
    ];
    let only = "## Unresolved, perhaps it; no other `fetch` is defined here\n";
    for tool in ["find_callers", "impact_analysis"] {
        let asked = json!({ "symbol": "A.fetch", "wait": 0 });
        let text = ask::text(project(&files).path(), tool, asked.clone());
        assert!(text.contains(only), "{tool}: {text}");
        let beside = [&files[..], &[("c.rb", "class C\n  def fetch\n  end\nend\n")]].concat();
        let text = ask::text(project(&beside).path(), tool, asked);
        assert!(!text.contains("no other `fetch`"), "{tool}: {text}");
    }
}

#[test]
fn many_unresolved_uses_are_told_by_their_places() {
    assert!(callers(20, &json!({})).contains("## Unresolved"));
    let text = callers(21, &json!({}));
    assert!(!text.contains("## Unresolved") && text.contains("lib/early.rb:2, 3, 4"), "{text}");
}

#[test]
fn the_rest_of_an_open_account_is_told_too() {
    let text = callers(2, &json!({}));
    let known = "accounted for: 1 above, 1 its definition";
    assert!(!text.contains(known), "nothing that a reader would look for: {text}");
    let project = project(&[
        ("a.rb", "class A\n  def fetch\n  end\nend\nclass B\n  def fetch\n  end\nend\n"),
        ("lib/early.rb", "def early(x)\n  x[0].fetch\n  x[1].fetch\nend\n"),
        ("other.rb", "# A fetch.\ndef other\n  A.new.fetch\n  B.new.fetch\nend\n"),
    ]);
    let text = ask::text(project.path(), "find_callers", json!({ "symbol": "A.fetch", "wait": 0 }));
    let known = "\n5 of 7 occurrences of `fetch` accounted for: 1 above, 1 of a::B::fetch (other.rb:4), 1 other definition (a.rb:6), \
                 1 in comments or strings (other.rb:1), 1 its definition; unresolved: lib/early.rb:2, 3\n";
    assert!(text.contains(known), "{text}");
}

#[test]
fn a_name_from_a_module_that_computes_its_exports_is_unresolved() {
    let directory = project(&[
        ("setup.js", "module.exports = setup();\n"),
        ("store.js", "class Store { go(n) { return n; } }\nmodule.exports = Store;\n"),
        (
            "use.js",
            "const { go } = require('./setup');\ngo(1);\nconst { come } = require('outside');\ncome(2);\n",
        ),
    ]);
    let open = |symbol: &str| {
        let answer = ask::value(directory.path(), "find_callers", json!({ "symbol": symbol }));
        answer["account"]["unresolved"].clone()
    };
    assert_eq!(open("Store.go"), json!([{ "file": "use.js", "line": 2 }]));
}

/// The account of the references to a symbol, as text.
fn account_of(files: &[(&str, &str)], symbol: &str) -> String {
    let app = project(files);
    ask::text(app.path(), "find_references", json!({ "symbol": symbol, "wait": 0 }))
}

#[test]
fn words_of_the_language_are_no_uses() {
    let text = "export interface A { type: string; get: number }
export type B = { x: number };
export class K { get y() { return 1; } }
export const f = (a: A) => a.type + a.get;
";
    for name in ["A.type", "A.get"] {
        let text = account_of(&[("a.ts", text)], name);
        assert!(text.contains("1 word") && !text.contains("unresolved"), "{text}");
    }
    let python = "class M:
    def match(self, s): return True
def code(res):
    match res:
        case 2: return M().match(2)
";
    let text = account_of(&[("a.py", python)], "M.match");
    assert!(text.contains("1 word") && !text.contains("unresolved"), "{text}");
}

#[test]
fn what_a_module_keeps_to_itself_has_no_uses_in_others() {
    let other = (
        "b.ts",
        "export const g = (m: any, t: any) => t.meta?.fmt ?? m?.fmt;
export const h = (t: any) => ({ fmt: t.x.fmt || 'a' });
",
    );
    let kept = "const fmt = { h: 1 };\nexport const f = (d: Date) => d.toString(fmt);\n";
    let text = account_of(&[("a.ts", kept), other], "fmt");
    assert!(!text.contains("Unresolved") && text.contains("files that cannot see it"), "{text}");
    // What is put into an object may be anywhere.
    let put = "const fmt = () => 1;\nexport const api = { fmt };\n";
    let text = account_of(&[("a.ts", put), other], "fmt");
    assert!(text.contains("nresolved"), "{text}");
}

#[test]
fn spellings_of_another_language_do_not_count_for_one_with_case() {
    let text = "export type Template = { id: number };
export const template = (t: Template) => t.id;
";
    let sql = "CREATE TABLE \"Template\" (id int);\nINSERT INTO template (id) VALUES (1);\n";
    let text = account_of(&[("t.ts", text), ("a.sql", sql)], "Template");
    assert!(!text.contains("`template`"), "{text}");
}
