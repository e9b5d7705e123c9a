//! What rows of callers say of the conditions of their calls, and of the declarations around them.

use crate::support::{ask, project};
use serde_json::{Value, json};

const CODE: &str = "export function stop(n: number) {}
export function plain() {
  stop(1);
}
export function several(n: number) {
  stop(2);
  if (n > 1) {
    stop(n);
  }
  return n ? stop(4) : null;
}
export function chosen(kind: string) {
  switch (kind) {
    case 'draft':
      stop(5);
      break;
    default:
      stop(6);
  }
}
export function long(one: number) {
  if (one === 1 || one === 2 || one === 3 || one === 4 || one === 5) {
    stop(7);
  }
}
export function guarded(one: number) {
  if (!one) return;
  several(one);
}
";

#[test]
fn rows_of_callers_tell_short_conditions() {
    let app = project(&[("app.ts", CODE)]);
    let target = json!({ "symbol": "stop" });
    let text = ask::text(app.path(), "find_callers", target.clone());
    for line in [
        "  3 plain: stop(1)\n",
        "  6 several:5: stop(2)\n",
        "  8   stop(n) · if n > 1\n",
        // The text of the row has it.
        "  10   return n ? stop(4) : null\n",
        "  15 chosen:12: stop(5) · in case 'draft'\n",
        "  18   stop(6)\n",
        "  23 long: stop(7)\n",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let answer = ask::value(app.path(), "find_callers", target);
    let rows = answer["results"].as_array().expect("rows");
    let sites = |name: &str| -> Vec<Value> {
        let row = rows.iter().find(|row| row["name"] == name).expect("a row");
        let sites = row["call_sites"].as_array().expect("sites");
        sites.iter().map(|site| site["condition"].clone()).collect()
    };
    assert_eq!(sites("plain"), [json!(null)]);
    assert_eq!(sites("several"), [json!(null), json!("if n > 1"), json!("if n")]);
    assert_eq!(sites("chosen"), [json!("in case 'draft'"), json!("in default")]);
    assert!(sites("long")[0].as_str().is_some_and(|of| of.starts_with("if one === 1 || ")));
}

#[test]
fn rows_of_deeper_callers_tell_conditions_guards_and_declarations() {
    let app = project(&[("app.ts", CODE)]);
    let text = ask::text(app.path(), "find_callers", json!({ "symbol": "stop", "depth": 2 }));
    for line in [
        ":6 several:5: stop(2) · 8 stop(n), if n > 1 · 10 return n ? stop(4) : nul…\n",
        "  app.ts:28 guarded:26: several(one) · unless !one\n",
        ":15 chosen:12: stop(5) · in case 'draft' · 18 stop(6), in default\n",
        ":23 long:21: stop(7) · if one === 1 || one === 2 || one === 3 || one === 4 || one === 5\n",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "several" }));
    assert_eq!(answer["results"][0]["call_sites"][0]["guard"], "unless !one", "{answer:#}");
}

/// Nearly every call in a test is made, and what is only possible is another question.
#[test]
fn tests_and_possible_calls_have_no_conditions() {
    let app = project(&[
        ("app.ts", CODE),
        (
            "app.test.ts",
            "import { plain } from './app';
test('stops', () => {
  if (process.env.ALL) {
    plain();
  }
});
",
        ),
    ]);
    let text = ask::text(app.path(), "find_callers", json!({ "symbol": "plain" }));
    assert!(text.contains("4 stops: plain()\n"), "{text}");
}

/// A path's row has the condition of each of its calls.
#[test]
fn further_calls_of_a_path_tell_their_conditions() {
    let app = project(&[("app.ts", CODE)]);
    let arguments = json!({ "symbol": "stop", "from": "several" });
    let text = ask::text(app.path(), "find_callers", arguments);
    let row = "app.ts:6 several: stop(2) · 8 stop(n), if n > 1 · 10 return n ? stop(4) : nul…\n";
    assert!(text.contains(row), "{text}");
}
