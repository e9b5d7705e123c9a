//! Common parts of the graph tools: targets in parameters, and the form of answers.

mod answer;
mod draw;
mod filter;
mod lines;
mod report;
mod sections;
mod target;
mod tree;

pub(crate) use answer::{GraphAnswer, Target};
pub(crate) use draw::{Direction, Drawing};
pub(crate) use filter::RowFilter;
pub(crate) use lines::{excerpt, label, lines_of, short_signature, signature};
pub(crate) use report::{
    Drawn, GraphReport, Item, Noun, account_doc, mentioned, nothing_defined, place, source, spoken,
};
pub(crate) use target::{GraphParams, question};
