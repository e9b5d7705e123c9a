//! JSON: a report's value on one line.

use serde_json::Value;

pub(super) fn write(value: &Value) -> String {
    value.to_string()
}
