//! Rows that tell which of several overloads they mean.

use super::signatures::STORE;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn rows_tell_which_overload_they_mean_where_that_is_known() {
    let store = project(&STORE);
    let root = store.path();
    let ask = |tool: &str, symbol: &str| ask::text(root, tool, json!({ "symbol": symbol }));
    let text = ask("find_callers", "Store.put");
    assert!(text.contains(" overloads, FILE:LINE means one, →LINE in a row too):\n"), "{text}");
    assert!(text.contains("3 Use.run:2: store.put(1, \"b\") →3\n"), "{text}");
    assert!(text.contains("4   store.put() →5\n"), "{text}");
    assert!(text.contains("5   store.put(of())\n"), "{text}");
    let text = ask("find_references", "Store.put");
    assert!(text.contains("store.put() →5\n") && text.contains("store.put(of())\n"), "{text}");
    let text = ask("impact_analysis", "Store.put");
    assert!(text.contains("store.put(1, \"b\") →3 · 4 store.put() →5 · 5 "), "{text}");
    // One overload, or one declaration, has no marks.
    for symbol in ["Store.put(int, String)", "Cache.put", "all"] {
        assert!(!ask("find_callers", symbol).contains('→'), "{symbol}");
    }
    let value = ask::value(root, "find_references", json!({ "symbol": "Store.put" }));
    let meant: Vec<_> = value["results"].as_array().expect("rows").iter().collect();
    let lines = meant.iter().map(|row| row["overload"]["line"].clone());
    assert_eq!(lines.collect::<Vec<_>>(), [json!(3), json!(3), json!(5), json!(null)], "{value}");
}

#[test]
fn an_overload_that_all_rows_mean_is_said_once() {
    let store = project(&[(
        "Store.java",
        "class Store {\n  void put(int key) {}\n  void put(int key, int value) {}\n  \
         void run() { put(1, 2); }\n}\n",
    )]);
    let text = ask::text(store.path(), "find_callers", json!({ "symbol": "put" }));
    assert!(text.contains("means one; all rows mean Store.java:3):\n"), "{text}");
    assert!(!text.contains('→'), "{text}");
}

/// Where a call may mean another overload with defaults or any number of arguments, no row says
/// that it means one.
#[test]
fn a_call_that_fits_two_overloads_has_no_mark() {
    let store = project(&[(
        "store.cpp",
        "void put(int key) {}\nvoid put(int key, int value = 0) {}\nvoid put() {}\n\
         void run() {\n  put(1);\n  put();\n}\n",
    )]);
    let text = ask::text(store.path(), "find_callers", json!({ "symbol": "put" }));
    assert!(!text.contains("put(1) →") && text.contains("put() →3"), "{text}");
}
