//! Several targets in one call, and answers with the code of what they name.

use crate::support::cli;
use crate::support::{ask, project};
use serde_json::json;

const FILES: [(&str, &str); 3] = [
    (
        "pool.py",
        "def take():\n    return 1\n\n\ndef give(one):\n    return one\n\n\ndef drop():\n    pass\n",
    ),
    (
        "web.py",
        "from pool import give, take\n\n\ndef page():\n    first = take()\n    return give(first)\n\n\ndef other():\n    take()\n",
    ),
    ("tests/test_pool.py", "from pool import take\n\n\ndef test_take():\n    assert take() == 1\n"),
];

#[test]
fn several_targets_have_one_answer_with_a_section_for_each() {
    let pool = project(&FILES);
    let whole = ask::text(pool.path(), "find_callers", json!({ "symbol": ["take", "give"] }));
    let expected = "Callers of `take` (pool.py:1):\n\nweb.py\n  5 page: first = take()\n  10 other: take()\n\
        tests/test_pool.py:5 test_take: assert take() == 1\n\n\
        all 6 occurrences of `take` accounted for: 3 above, 2 imports, 1 its definition\n\n\
        Callers of `give` (pool.py:5):\n\nweb.py:6 page: return give(first)\n\n\
        all 3 occurrences of `give` accounted for: 1 above, 1 import, 1 its definition\n\n[3 callers; 1 caller · syntax · ";
    assert!(whole.starts_with(expected), "{whole}");
    // As models write it, and on the command line.
    for symbols in [
        json!("take, give"),
        json!("take,give"),
        json!("[\"take\", \"give\"]"),
        json!(["pool.py:1", "give"]),
    ] {
        let text = ask::text(pool.path(), "find_callers", json!({ "symbol": symbols }));
        assert_eq!(text, whole, "{symbols}");
    }
    let text = ask::text(pool.path(), "find_callers", json!({ "symbols": ["take", "give"] }));
    assert_eq!(text, whole);
    let run = cli::run(pool.path(), &["callers", "take", "give"]);
    assert_eq!((run.status, run.stdout.trim_end()), (0, whole.as_str()));
    let text = ask::text(pool.path(), "impact_analysis", json!({ "symbol": "take, give" }));
    assert!(text.contains("function `take`") && text.contains("function `give`"), "{text}");
}

#[test]
fn programs_get_one_answer_for_each_target_and_the_sum() {
    let pool = project(&FILES);
    let ask = |symbol: &str| ask::value(pool.path(), "find_callers", json!({ "symbol": symbol }));
    let answer = ask("take, give, nothing");
    assert_eq!(answer["answers"][0], ask("take"));
    assert_eq!(answer["answers"][1], ask("give"));
    assert_eq!(answer["answers"][2]["target"], json!(null));
    assert_eq!(answer["summary"]["count"], 4);
    assert_eq!(answer["summary"]["total"], 4);
    assert_eq!(answer["evidence"]["source"], "syntax");
}

#[test]
fn a_target_that_cannot_be_found_spoils_no_other() {
    let pool = project(&FILES);
    let text = ask::text(pool.path(), "find_callers", json!({ "symbol": "giv, none.py:3, give" }));
    assert!(text.starts_with("`giv`:\n\nNo such definition\n\n## Nearest names\n"), "{text}");
    assert!(text.contains("\nCallers of `give` (pool.py:5):\n"), "{text}");
    assert!(text.contains("\nerror: none.py:3: none.py does not exist: give"), "{text}");
    assert!(text.contains("\n[0 callers of `giv`; 1 caller · "), "{text}");
    let run = cli::run(pool.path(), &["callers", "none.py:3", "give"]);
    assert_eq!(run.status, 0);
    let run = cli::run(pool.path(), &["callers", "none.py:3", "other.py:3"]);
    assert_eq!(run.status, 2);
    let error = ask::error(
        pool.path(),
        "find_callers",
        json!({ "symbol": "take, give", "file": "web.py", "line": 5 }),
    );
    assert!(error.contains("line 5 cannot belong to 2 symbols"), "{error}");
    let names: Vec<String> = (0..101).map(|number| format!("take{number}")).collect();
    let symbol = names.join(",");
    let error = ask::error(pool.path(), "find_callers", json!({ "symbol": symbol }));
    assert!(error.contains("101 symbols are more than one call takes"), "{error}");
}

#[test]
fn several_targets_share_the_room_and_the_drawing() {
    let lines: String =
        (0..60).map(|at| format!("def user_{at}():\n    take()\n    give()\n")).collect();
    let wide = project(&[
        ("pool.py", "def take(): ...\n\n\ndef give(): ...\n"),
        ("use.py", &format!("from pool import give, take\n\n\n{lines}")),
    ]);
    let arguments = json!({ "symbol": "take, give", "maxResults": 60, "maxTokens": 700 });
    let text = ask::text(wide.path(), "find_callers", arguments);
    let (take, give) = text.split_once("Callers of `give`").expect("a section for each");
    let rows = |text: &str| text.matches(" user_").count();
    assert!(rows(take).abs_diff(rows(give)) <= 1 && rows(take) > 10, "{text}");
    let drawn = cli::run(wide.path(), &["callers", "take", "give", "--format", "dot"]).stdout;
    // Each caller is drawn once, with an arrow to each target.
    assert_eq!(drawn.matches("\"user_0\\n").count(), 1, "{drawn}");
}

/// Full answers show the code of the target and of its callers but no tests.
#[test]
fn full_answer_shows_code_without_tests() {
    let pool = project(&FILES);
    let full = |tool: &str, symbol: &str| {
        ask::text(pool.path(), tool, json!({ "symbol": symbol, "detail": "full" }))
    };
    let text = full("find_callers", "take");
    let lines = ask::text(pool.path(), "find_callers", json!({ "symbol": "take" }));
    let (rows, _) = lines.rsplit_once("\n\n").expect("a footer");
    assert!(text.starts_with(rows), "{text}");
    assert!(
        text.contains("\n\npool.py:1-2 -- function take, line 1\n1\tdef take():\n\t    return 1\n"),
        "{text}"
    );
    assert!(text.contains("\nweb.py:4-6 -- function page, line 5\n"), "{text}");
    assert!(!text.contains("function test_take"), "{text}");
    assert!(full("find_callees", "page").contains("\npool.py:5-6 -- function give"));
    let answer = ask::value(
        pool.path(),
        "find_callers",
        json!({ "symbol": "take", "detail": "full", "maxTokens": 4000 }),
    );
    assert_eq!(answer["sources"]["results"][0]["code"], "def take():\n    return 1");
    assert_eq!(answer["target"]["name"], "take");
}

#[test]
fn full_answers_show_the_code_of_implementations() {
    let shelf = project(&[(
        "shelf.py",
        "class Shelf:\n    def price(self):\n        raise NotImplementedError\n\n\nclass Wall(Shelf):\n    def price(self):\n        return 120\n",
    )]);
    let arguments = json!({ "symbol": "Shelf.price", "detail": "full" });
    let text = ask::text(shelf.path(), "find_implementations", arguments);
    assert!(text.contains("7\t    def price(self):\n\t        return 120\n"), "{text}");
}

#[test]
fn what_is_asked_about_is_shown_whole_and_implementations_in_tests_too() {
    let body: String = (0..60).map(|number| format!("    step({number})\n")).collect();
    let app = project(&[
        (
            "base.py",
            &format!(
                "class Base:\n    def go(self): ...\n\ndef long():\n{body}\ndef use():\n{body}    long()\n"
            ),
        ),
        (
            "tests/test_base.py",
            "from base import Base\n\nclass Fake(Base):\n    def go(self):\n        return 17\n",
        ),
    ]);
    let full = |tool: &str, symbol: &str| {
        ask::text(app.path(), tool, json!({ "symbol": symbol, "detail": "full" }))
    };
    let text = full("find_callers", "long");
    assert_eq!(text.matches("step(30)").count(), 1, "{text}");
    assert!(full("find_implementations", "Base").contains("return 17"));
}

#[test]
fn a_total_that_leaves_out_definitions_is_not_exact() {
    let files: Vec<(String, &str)> =
        (0..12).map(|at| (format!("v{at}.js"), "helper(); function helper(){}\n")).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, *text)).collect();
    let app = project(&files);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "helper" }));
    assert_eq!(answer["summary"]["total"], 10, "{answer}");
    assert_eq!(answer["summary"]["total_is_exact"], false, "{answer}");
    let one = json!({ "symbol": "helper", "file": "v1.js" });
    let answer = ask::value(app.path(), "find_callers", one);
    assert_eq!(answer["summary"]["total_is_exact"], true, "{answer}");
}
