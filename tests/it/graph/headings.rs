//! Rows that do not repeat what the heading says, and definitions without rows.

use crate::support::{ask, project};
use serde_json::json;

#[test]
fn definitions_of_which_rows_are_left_out_share_a_line() {
    let app = project(&[
        (
            "a.py",
            "class Base:\n    def run(self): ...\nclass Alone:\n    def run(self): ...\n\
             class Third:\n    def run(self): ...\n",
        ),
        ("test_a.py", "from a import Alone\nclass Two(Alone):\n    def run(self): ...\n"),
    ]);
    let text = ask::text(
        app.path(),
        "find_implementations",
        json!({ "symbol": "run", "allowTests": false }),
    );
    let none = "No implementations but those left out.";
    assert_eq!(text.matches(none).count(), 1, "{text}");
    assert!(text.contains("`Third.run` (a.py:6)") && text.contains(&format!(": {none}")), "{text}");
}

#[test]
fn what_overrides_a_member_is_a_row_and_no_definition_without_rows() {
    let app = project(&[
        (
            "a.py",
            "class Base:\n    def run(self): ...\nclass One(Base):\n    def run(self): ...\n\
             class Alone:\n    def run(self): ...\n",
        ),
        ("b.py", "from a import Base\ndef go(base: Base):\n    base.run()\n"),
    ]);
    let text = ask::text(app.path(), "find_implementations", json!({ "symbol": "run" }));
    assert!(text.contains("\na.py:4 def run(self) · in One\n"), "{text}");
    assert!(text.contains("\nImplementations of `Alone.run` (a.py:6): 0 resolved"), "{text}");
    assert!(text.contains("1 reference (b.py:3)"), "{text}");
}

#[test]
fn another_definition_that_is_called_as_the_target_is_told_by_its_file() {
    let app = project(&[
        ("shared/text.ts", "export class Text {\n  static plain(s: string) { return s }\n}\n"),
        (
            "app/text.ts",
            "import { Text as Shared } from '../shared/text';\nexport class Text {\n  \
             static plain(s: string) { return Shared.plain(s) }\n}\n",
        ),
        ("app/use.ts", "import { Text } from './text';\nexport const a = Text.plain('a');\n"),
    ]);
    let asked = json!({ "symbol": "Text.plain", "file": "shared/text.ts" });
    let text = ask::text(app.path(), "find_callers", asked);
    assert!(text.contains("1 of app/text.ts#Text.plain (app/use.ts:2)"), "{text}");
}

#[test]
fn a_header_leaves_out_the_type_that_was_asked_about() {
    let app = project(&[(
        "a.py",
        "class Base: pass\nclass Mixin: pass\nclass One(Base): pass\nclass Two(Mixin, Base): pass\n\
         class Three(One): pass\n",
    )]);
    let text = ask::text(app.path(), "find_implementations", json!({ "symbol": "Base" }));
    let rows = "\n  3 class One\n  4 class Two (also Mixin)\n  5 class Three(One)\n";
    assert!(text.contains(rows), "{text}");
    // One of the same name may be meant.
    let twins = project(&[
        ("a.py", "class Base: pass\n"),
        ("b.py", "import a\nclass Base(a.Base): pass\nclass Sub(Base): pass\n"),
    ]);
    let asked = json!({ "symbol": "Base", "file": "a.py" });
    let text = ask::text(twins.path(), "find_implementations", asked);
    assert!(text.contains("3 class Sub(Base)\n"), "{text}");
}
