//! Common parts of the graph tools: targets in parameters, and the form of answers.

mod account;
mod answer;
mod beside;
mod conditions;
mod draw;
mod excerpt;
mod filter;
mod footer;
mod graph_call;
mod head_name;
mod item;
mod lines;
mod mentions;
mod paths;
mod qualified_name;
mod repeats;
mod report;
mod rest;
mod rooted;
mod sections;
mod signatures;
mod sources;
mod sums;
mod target;
mod targets;
mod tree;
mod without_heading;

pub(crate) use account::{AccountOptions, MIN_VALUES, RowsShown, account_doc};
pub(crate) use answer::{GraphAnswer, Target};
pub(crate) use beside::open_doc;
pub(crate) use conditions::condition_words;
pub(crate) use draw::{Direction, Drawing};
pub(crate) use excerpt::{
    Focus, IMPORT_WIDTH, REFERENCE_WIDTH, excerpt, excerpt_of, receiver_before, with_declared,
};
pub(crate) use filter::{Excluded, Filtered, RowFilter, RowNouns};
pub(crate) use graph_call::GraphCall;
pub(crate) use head_name::head_name;
pub(crate) use item::{Item, Outside, ResultLabels, RowTarget};
pub(crate) use lines::{beside_shown, doubt, label, lines_of, meant, through};
pub(crate) use mentions::{MAX_MENTIONS_BESIDE, mentioned, nothing_defined, unresolved};
pub(crate) use paths::{PathCall, WithPaths};
pub(crate) use qualified_name::{Marks, place, places, qualified_name};
use report::GraphReport;
pub(crate) use report::definitions_within;
pub(crate) use signatures::{short_signature, signature};
pub(crate) use sources::{Detail, DetailParams, WithCode};
pub(crate) use sums::{ListedUses, Places, places_of};
pub(crate) use target::{CallerParams, DEFAULT_WAIT, GraphParams, MostRows, RowLimit};
pub(crate) use targets::{Asking, OfTargets, Section};
pub(crate) use without_heading::without_heading;
