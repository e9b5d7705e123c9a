//! Which tests reach a target, where others implement the same interface.

use crate::support::{ask, project};
use serde_json::json;

/// A test with an implementation of its own may not run the target, and one that goes through the
/// interface may.
#[test]
fn tests_through_an_interface_are_possible() {
    let shop = project(&[
        (
            "src/main/java/a/Prices.java",
            "package a;\ninterface Prices {\n    int price(String name);\n}\n",
        ),
        (
            "src/main/java/a/Listed.java",
            "package a;\nclass Listed implements Prices {\n    public int price(String name) { return 1; }\n}\n",
        ),
        (
            "src/main/java/a/Cart.java",
            "package a;\nclass Cart {\n    private final Prices prices;\n    Cart(Prices prices) { this.prices = prices; }\n    \
             int total() { return prices.price(\"a\"); }\n}\n",
        ),
        (
            "src/test/java/a/CartTest.java",
            "package a;\nclass CartTest {\n    @Test void totals() { new Cart(new Fixed()).total(); }\n    \
             @Test void fixed() { new Fixed().price(\"b\"); }\n    \
             static class Fixed implements Prices {\n        \
             public int price(String name) { return 2; }\n    }\n}\n",
        ),
    ]);
    let arguments = json!({ "symbol": "Listed.price", "wait": 0 });
    let answer = ask::value(shop.path(), "impact_analysis", arguments);
    let groups = answer["groups"].as_array().expect("groups");
    let tests = groups.iter().find(|group| group["kind"] == "tests").expect("there are tests");
    let rows = tests["results"].as_array().expect("rows").iter();
    let found: Vec<_> = rows.map(|row| (row["name"].as_str(), row["certainty"].as_str())).collect();
    assert_eq!(found, [(Some("totals"), Some("possible"))], "{answer:#}");
}
