//! Rows whose line declares a name, and what answers say of parameters that are called.

use crate::support::{ask, project};
use serde_json::json;

#[test]
fn the_name_that_a_line_declares_is_not_cut() {
    let small = project(&[(
        "a.ts",
        "export interface Base { id: string }\n\
         export type VeryLongNameOfFilterProperties = Base & { value: string; operator: string };\n\
         export const veryLongNameOfAnotherFilterForTests: Base = make();\n\
         export function use(one: string, two: string, three: string, given: Base) {}\n",
    )]);
    let text = ask::text(small.path(), "find_references", json!({ "symbol": "Base", "wait": 0 }));
    assert!(text.contains("2 export type VeryLongNameOfFilterProperties"), "{text}");
    assert!(text.contains("…veryLongNameOfAnotherFilterForTests: Base"), "{text}");
    assert!(text.contains("given: Base"), "{text}");
}

#[test]
fn callees_tell_of_parameters_that_are_called() {
    let small = project(&[(
        "a.ts",
        "type Send = (n: number) => void;\n\
         export function top() { outer({ dispatch: add }); }\n\
         export function add(n: number) {}\n\
         export function outer({ dispatch }: { dispatch: Send }) {\n  inner({ dispatch });\n}\n\
         function inner({ dispatch }: { dispatch: Send }) {\n  dispatch(1);\n}\n\
         function plain(list: number[]) { list.map((dispatch: any) => dispatch(1)); }\n",
    )]);
    let ask = |symbol: &str| {
        ask::text(small.path(), "find_callees", json!({ "symbol": symbol, "wait": 0 }))
    };
    let text = ask("inner");
    assert!(
        text.contains("its parameter `dispatch` is called at 8; handed in at a.ts:5"),
        "{text}"
    );
    let text = ask("outer");
    let expected = "its parameter `dispatch` may be the one that is called at 8 in `inner` (a.ts:7); handed in at a.ts:2";
    assert!(text.contains(expected), "{text}");
    for symbol in ["plain", "top"] {
        assert!(!ask(symbol).contains("its parameter"), "{}", ask(symbol));
    }
}

#[test]
fn possible_uses_say_which_other_definitions_fit() {
    let small = project(&[(
        "a.py",
        "class Flow:\n    def kill(self):\n        pass\n\n\
         class View:\n    def kill(self):\n        pass\n\n\
         def stop(flow):\n    flow.kill()\n",
    )]);
    let text = ask::text(small.path(), "find_callers", json!({ "symbol": "Flow.kill", "wait": 0 }));
    assert!(text.contains("fit: also View.kill\n"), "{text}");
}

#[test]
fn the_value_of_a_type_without_a_name_is_marked() {
    let small = project(&[(
        "A.java",
        "interface Job { void go(); }\n\
         class A {\n    private static Job own = new Job() {\n        public void go() {}\n    };\n}\n",
    )]);
    let text =
        ask::text(small.path(), "find_implementations", json!({ "symbol": "Job", "wait": 0 }));
    assert!(text.contains("anonymous"), "{text}");
}

#[test]
fn a_way_tells_the_condition_of_each_of_several_calls() {
    let small = project(&[(
        "A.java",
        "class A {\n    void top(String format) {\n        try {\n            end(1);\n        } catch (IllegalStateException e) {\n\
         \x20           if (format.equals(\"a very long name of a format that decides\")) {\n                end(2);\n            } else {\n                end(2);\n            }\n        }\n    }\n\
         \x20   void end(int n) {}\n}\n",
    )]);
    let arguments = json!({ "symbol": "A.end", "from": "A.top", "wait": 0 });
    let text = ask::text(small.path(), "find_callers", arguments);
    assert!(text.contains("if format.equals("), "{text}");
    assert!(text.contains("else of if format.equals("), "{text}");
}

#[test]
fn an_account_tells_overrides_and_what_is_only_possible() {
    let small = project(&[(
        "a.py",
        "import lib\n\n\
         class Base:\n    def set_up_all(self):\n        pass\n\n\
         class Own(Base):\n    def set_up_all(self):\n        pass\n\n\
         class Apart:\n    def set_up_all(self):\n        pass\n\n\
         def use(base: Base):\n    base.set_up_all()\n\n\
         def hand():\n    lib.set_up_all(Apart())\n    apart = Apart()\n    lib.set_up_all(apart)\n",
    )]);
    let text =
        ask::text(small.path(), "find_callers", json!({ "symbol": "Base.set_up_all", "wait": 0 }));
    assert!(text.contains("1 override (a.Own)"), "{text}");
    assert!(text.contains("1 other definition (a.py:12)"), "{text}");
    assert!(text.contains("perhaps of a.Apart.set_up_all"), "{text}");
}

#[test]
fn a_way_tells_where_what_is_handed_over_is_called() {
    let small = project(&[(
        "a.py",
        "def top():\n    outer(work)\n\n\
         def outer(given):\n    inner(given)\n\n\
         def inner(given):\n    given()\n\n\
         def work():\n    pass\n",
    )]);
    let arguments = json!({ "symbol": "work", "from": "outer", "wait": 0 });
    let text = ask::text(small.path(), "find_callers", arguments);
    assert!(text.contains("passed as a value in top · called at 8"), "{text}");
}
