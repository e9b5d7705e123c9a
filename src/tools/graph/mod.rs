//! What the graph tools share: how a target is given, and how answers are written.

mod draw;
mod filter;
mod lines;
mod report;
mod target;
mod tree;

pub(crate) use draw::{Direction, Drawing};
pub(crate) use filter::RowFilter;
pub(crate) use lines::{excerpt, label, lines_of, short_signature, signature};
pub(crate) use report::{
    Drawn, GraphReport, Item, Noun, account_doc, account_value, mentioned, mentions_value, nothing_defined, place,
    source, spoken, target_value,
};
pub(crate) use target::{GraphParams, question};

use serde_json::{Map, Value};

/// The schema of an answer whose results are described by `result`.
pub(crate) fn answer_schema(result: &str) -> Value {
    let parse = |text: &str| serde_json::from_str(text).unwrap_or_else(|error| panic!("a schema of ours: {error}"));
    let mut schema: Value = parse(include_str!("../schemas/graph.json"));
    let result: Map<String, Value> = serde_json::from_value(parse(result)).unwrap_or_default();
    schema["$defs"]["result"] = Value::Object(result);
    schema
}
