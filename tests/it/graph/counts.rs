//! Numbers in graph answers: each counts one thing, and says which; and what small budgets keep.

use crate::support::{ask, project};
use serde_json::{Value, json};

#[test]
fn calls_and_callers_are_counted_apart() {
    let app = project(&[(
        "a.py",
        "def load(x): ...\n\ndef one():\n    load(1)\n    load(2)\n\ndef two():\n    load(3)\n",
    )]);
    let text = ask::text(app.path(), "find_callers", json!({ "symbol": "load" }));
    assert!(text.contains("\n[3 calls by 2 callers · syntax"), "{text}");
    let cut = ask::text(app.path(), "find_callers", json!({ "symbol": "load", "maxResults": 1 }));
    assert!(cut.contains("… (1 more caller: a.py:8)"), "{cut}");
    assert!(cut.contains("\n[2 of 3 calls shown, by 1 of 2 callers · syntax"), "{cut}");
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "load" }));
    assert_eq!(answer["summary"]["total"], 2, "{answer:#}");
    assert_eq!(answer["summary"]["calls"], 3, "{answer:#}");
    assert_eq!(answer["account"]["rows"], 3, "{answer:#}");
}

#[test]
fn implementations_through_others_are_told_from_those_that_name_the_type() {
    let app =
        project(&[("a.py", "class Base: ...\n\nclass One(Base): ...\n\nclass Two(One): ...\n")]);
    let text = ask::text(app.path(), "find_implementations", json!({ "symbol": "Base" }));
    assert!(text.contains("accounted for: 1 above in headers, 1 its definition"), "{text}");
    assert!(text.contains("[2 implementations · "), "{text}");
}

#[test]
fn uses_as_a_value_are_named_up_to_the_limit() {
    let table: String = (0..12).map(|number| format!("TABLE{number} = [handle]\n")).collect();
    let app =
        project(&[("a.py", &format!("def handle(): ...\n\ndef run():\n    handle()\n\n{table}"))]);
    let ask = |most: usize| {
        let arguments = json!({ "symbol": "handle", "maxResults": most });
        ask::text(app.path(), "find_callers", arguments)
    };
    let few = ask(3);
    let first = "`handle` as a value: a.py:6 `TABLE0 = [handle]`, 7 `TABLE1 = [handle]`, ";
    assert!(few.contains(first) && few.contains(", 11 `TABLE5 = [handle]` and 6 more\n"), "{few}");
    assert!(ask(20).contains("11 `TABLE5 = [handle]`, 12, 13, 14, 15, 16, 17\n"), "{}", ask(20));
}

#[test]
fn rows_come_before_namesakes_where_room_is_short() {
    let types: String = (0..30)
        .map(|number| format!("class LongNameOfType{number}:\n    def deliver(self): ...\n\n"))
        .collect();
    let app =
        project(&[("a.py", &format!("{types}def send():\n    LongNameOfType3().deliver()\n"))]);
    for tool in ["find_callers", "impact_analysis"] {
        let text = ask::text(app.path(), tool, json!({ "symbol": "deliver", "maxTokens": 170 }));
        assert!(text.contains("a.py:92 send: LongNameOfType3().deliver()"), "{tool}: {text}");
        assert!(text.contains(" definitions of the name"), "{tool}: {text}");
    }
}

#[test]
fn possible_dependents_of_several_definitions_are_listed_once() {
    let app = project(&[(
        "a.py",
        "class Mail:\n    def deliver(self, text): ...\n\nclass Post:\n    def deliver(self, text): ...\n\n\
         def send(carrier):\n    carrier.deliver('hello')\n",
    )]);
    let text = ask::text(app.path(), "impact_analysis", json!({ "symbol": "deliver" }));
    assert_eq!(text.matches("carrier.deliver('hello')").count(), 1, "{text}");
    assert!(text.contains("None that is certain; 1 possible match is listed above."), "{text}");
    let answer = ask::value(app.path(), "impact_analysis", json!({ "symbol": "deliver" }));
    assert_eq!(answer["definitions"][1]["possible_elsewhere"], 1, "{answer:#}");
}

#[test]
fn definitions_on_which_nothing_depends_share_a_line() {
    let app = project(&[
        (
            "a.py",
            "class Mail:\n    def deliver(self): ...\n\nclass Post:\n    def deliver(self): ...\n",
        ),
        ("b.py", "def deliver(): ...\n\ndef send():\n    deliver()\n"),
    ]);
    let text = ask::text(app.path(), "impact_analysis", json!({ "symbol": "deliver" }));
    let line = "Nothing is known to depend on `Mail.deliver` (a.py:2), `Post.deliver` (a.py:5).";
    assert!(text.contains(line), "{text}");
}

#[test]
fn a_use_that_reads_like_the_one_above_is_not_written_again() {
    let app = project(&[(
        "a.py",
        "def deliver(x): ...\n\ndef one():\n    deliver('hello')\n\ndef two():\n    deliver('hello')\n\n\
         def three():\n    deliver('else')\n",
    )]);
    let text = ask::text(app.path(), "find_callers", json!({ "symbol": "deliver" }));
    let rows = "a.py\n  4 one: deliver('hello')\n  7 two: (same)\n  10 three: deliver('else')\n";
    assert!(text.contains(rows), "{text}");
}

#[test]
fn writes_are_counted_among_references() {
    let app = project(&[(
        "a.ts",
        "class Store {\n    size = 0;\n    grow() {\n        this.size = this.size + 1;\n    }\n    clear() {\n        this.size = 0;\n    }\n}\n",
    )]);
    let text = ask::text(app.path(), "find_references", json!({ "symbol": "Store.size" }));
    assert!(text.contains("[3 references, 2 writes · "), "{text}");
}

#[test]
fn what_is_left_out_of_deeper_levels_is_told_apart() {
    let app = project(&[
        ("a.py", "def read(): ...\n\ndef load():\n    read()\n"),
        (
            "test_a.py",
            "from a import load, read\n\ndef test_load():\n    load()\n\ndef test_read():\n    read()\n\ndef test_again():\n    load()\n",
        ),
    ]);
    let ask = |symbol: &str| {
        let arguments = json!({ "symbol": symbol, "depth": 2, "allowTests": false });
        ask::text(app.path(), "find_callers", arguments)
    };
    let text = ask("read");
    assert!(text.contains("left out: 3 callers in tests (1 at depth 1, 2 deeper)\n"), "{text}");
    let text = ask("load");
    assert!(text.contains("left out: 2 callers in tests\n"), "{text}");
}

/// What is above, cut and left out sums to what the account counts.
#[test]
fn numbers_of_rows_that_are_not_shown_add_up() {
    let calls = "    load(1)\n    load(2)\n\n";
    let app = project(&[
        ("a.py", &format!("def load(x): ...\n\ndef one():\n{calls}def two():\n{calls}")),
        (
            "test_a.py",
            &format!(
                "from a import load\n\ndef test_one():\n{calls}def test_two():\n    load(3)\n"
            ),
        ),
    ]);
    let ask = |tool: &str, arguments: serde_json::Value| ask::text(app.path(), tool, arguments);
    let text = ask("find_callers", json!({ "symbol": "load", "allowTests": false }));
    assert!(text.contains("left out: 3 calls of 2 callers in tests\n"), "{text}");
    assert!(text.contains("accounted for: 4 above, 3 left out, 1 import"), "{text}");
    let arguments = json!({ "symbol": "load", "path": "a.py", "maxResults": 1 });
    let text = ask("find_callers", arguments);
    assert!(text.contains("left out: 3 calls of 2 callers outside a.py\n"), "{text}");
    assert!(text.contains("accounted for: 2 above, 2 not shown, 3 left out, 1 import"), "{text}");
    let text = ask("find_references", json!({ "symbol": "load", "allowTests": false }));
    assert!(text.contains("left out: 4 references in tests\n"), "{text}");
    assert!(text.contains("accounted for: 4 above, 4 left out, 1 its definition"), "{text}");
    let text = ask("impact_analysis", json!({ "symbol": "load", "allowTests": false }));
    assert!(text.contains("accounted for: 4 above, 4 left out, 1 its definition"), "{text}");
}

/// Paths of rows may be globs and lists, and name what is left out.
#[test]
fn rows_are_chosen_by_paths_and_globs() {
    let user = "from lib.a import load\n\ndef use():\n    load(1)\n";
    let app = project(&[
        ("lib/a.py", "def load(x): ...\n"),
        ("app/b.py", user),
        ("app/gen/c.py", user),
        ("app/view_d.py", user),
        ("tools/e.py", user),
    ]);
    let ask = |mut arguments: serde_json::Value| {
        arguments["symbol"] = json!("load");
        ask::text(app.path(), "find_callers", arguments)
    };
    let text = ask(json!({ "path": "app", "exclude": "app/gen" }));
    assert!(text.contains("left out: 2 callers outside app or under app/gen\n"), "{text}");
    let listed = ask(json!({ "path": "app, !app/gen" }));
    assert_eq!(listed, text);
    let text = ask(json!({ "path": "view_*.py" }));
    assert!(text.contains("left out: 3 callers outside view_*.py\n"), "{text}");
    assert!(text.contains("app/view_d.py:4 use: load(1)"), "{text}");
    let text = ask(json!({ "exclude": ["**/gen/**", "tools"] }));
    assert!(text.contains("left out: 2 callers under **/gen/**, tools\n"), "{text}");
    let arguments = json!({ "symbol": "load", "maxResults": 1 });
    let text = ask::text(app.path(), "impact_analysis", arguments);
    assert!(text.contains("[1 of 8 dependents shown"), "{text}");
}

/// What overrides the target stands under its own title, with its calls.
#[test]
fn overrides_that_call_it_are_counted_beside_the_callers() {
    let app = project(&[(
        "a.py",
        "class Base:\n    def stop(self): ...\n\nclass Sub(Base):\n    def stop(self):\n        super().stop()\n\n\
         def run():\n    Base().stop()\n",
    )]);
    let text = ask::text(app.path(), "impact_analysis", json!({ "symbol": "Base.stop" }));
    assert!(text.contains("## Callers (1 in 1 file; 1 above calls it too)"), "{text}");
}

#[test]
fn implementations_say_what_they_define_themselves_and_where_they_name_the_type() {
    let app = project(&[(
        "a.rb",
        "module Web\n  def agent\n    1\n  end\n\n  def headers\n    {}\n  end\nend\n\nclass Plain\n  include Web\nend\n\n\
         class Own\n  NAME = 'own'\n  SIZE = 1\n\n  include Web\n\n  def headers\n    { a: 1 }\n  end\n\n  def agent\n    2\n  end\n\n  def other\n    3\n  end\nend\n\n\
         class Third < Plain\nend\n\nclass Fourth < Plain\nend\n",
    )]);
    let text = ask::text(app.path(), "find_implementations", json!({ "symbol": "Web" }));
    assert!(text.contains("11 class Plain\n"), "{text}");
    assert!(
        text.contains("15 class Own · named at 19 · overrides headers 21, agent 25\n"),
        "{text}"
    );
    let answer = ask::value(app.path(), "find_implementations", json!({ "symbol": "Web" }));
    assert_eq!(answer["results"][1]["overrides"], json!(["headers", "agent"]), "{answer:#}");
    assert_eq!(answer["results"][1]["named_at"], 19);
}

#[test]
fn a_row_or_two_beyond_the_usual_limit_are_shown_and_a_given_limit_holds() {
    let subtypes = |number: usize| {
        let types = (0..number).map(|n| format!("class Shape{n}(Shape): ...\n"));
        project(&[("a.py", &format!("class Shape: ...\n{}", types.collect::<String>()))])
    };
    let shown = |number: usize, limit: Value| {
        let mut arguments = json!({ "symbol": "Shape", "file": "a.py" });
        if !limit.is_null() {
            arguments["maxResults"] = limit;
        }
        let answer = ask::value(subtypes(number).path(), "find_implementations", arguments);
        answer["results"].as_array().expect("rows").len()
    };
    assert_eq!(shown(22, Value::Null), 22);
    assert_eq!(shown(23, Value::Null), 20);
    assert_eq!(shown(22, json!(20)), 20);
    assert_eq!(shown(22, json!(21)), 21);
}
