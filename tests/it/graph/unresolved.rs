//! Occurrences that nothing explains, shown with what stands around them.

use crate::support::{ask, project};
use serde_json::json;

/// A call whose receiver is of an unknown kind, beside one that is resolved.
fn queue(calls: usize) -> String {
    let open: String =
        (0..calls).map(|number| format!("    table[{number}].drain({number})\n")).collect();
    format!(
        "class Queue:
    def drain(self, n): ...

class Pool:
    def drain(self, n): ...

def empty(queue: Queue):
    queue.drain(0)

def sweep(table):
{open}"
    )
}

#[test]
fn a_few_unresolved_uses_are_shown_with_what_stands_around_them() {
    let project = project(&[("queue.rb", RUBY)]);
    let text = ask::text(project.path(), "find_callers", json!({ "symbol": "Queue#drain" }));
    assert!(text.contains("queue"), "{text}");
}

const RUBY: &str = "";
