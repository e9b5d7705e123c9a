//! The answers of the graph tools for programs. Their schemas are derived from these types.

use crate::domain::{Account, Evidence, LeftOut, LevelAccount, Suggestion, Summary, SymbolKind};
use crate::engine::graph::target::Definition;
use crate::engine::graph::{Answer, Mentioned};
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;

/// The answer of a graph tool whose results are `R`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GraphAnswer<'a, R> {
    #[serde(flatten)]
    pub(crate) subject: Subject<'a, R>,
    /// Uses of what overrides or implements the target, which are no results.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) overriding: Vec<&'a R>,
    /// Rows that `allowTests` or `path` leave out.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(crate) left_out: &'a [LeftOut],
    pub(crate) summary: GraphSummary,
    pub(crate) evidence: Evidence,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) account: Option<Cow<'a, Account>>,
    /// The accounts of the levels below the first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) deeper: Vec<LevelAccount>,
    /// The nearest names, where there is no such definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) suggestions: Option<&'a [Suggestion]>,
    /// Where the text mentions the name, where there are no results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mentions: Option<&'a Mentioned>,
}

/// What was asked about, with its results.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Subject<'a, R> {
    One {
        /// Null where nothing is defined under the name.
        target: Option<Target<'a>>,
        results: Vec<Described<'a, R>>,
    },
    /// The name has several definitions.
    Several { definitions: Vec<OfDefinition<'a, R>> },
}

/// The results of one of several definitions.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OfDefinition<'a, R> {
    pub(crate) target: Option<Target<'a>>,
    pub(crate) results: Vec<Described<'a, R>>,
    /// Possible results that are listed with another definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) possible_elsewhere: Option<usize>,
    pub(crate) evidence: &'a Evidence,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mentions: Option<&'a Mentioned>,
}

/// A result with what else it may be.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Described<'a, R> {
    #[serde(flatten)]
    pub(crate) result: &'a R,
    /// Other definitions of the name that a possible result fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) may_also_mean: Option<&'a [String]>,
}

/// The summary of an answer that may be about several definitions.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GraphSummary {
    #[serde(flatten)]
    pub(crate) summary: Summary,
    /// Calls of all callers, shown and not; `count` and `total` count callers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) calls: Option<usize>,
    /// Definitions of the name, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) definitions: Option<usize>,
}

/// The definition that was asked about.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Target<'a> {
    name: &'a str,
    kind: SymbolKind,
    file: &'a str,
    /// 1-based.
    line: usize,
    end_line: usize,
    signature: &'a str,
    container: Option<&'a str>,
    /// All places of it: a declaration and its definition, alternatives, parts.
    places: Vec<TargetPlace<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct TargetPlace<'a> {
    file: &'a str,
    line: usize,
    end_line: usize,
}

impl<'a> Target<'a> {
    pub(crate) fn new(definition: &'a Definition) -> Self {
        let main = definition.main();
        let places = definition.places.iter().map(|place| TargetPlace {
            file: &place.file.path.display,
            line: place.symbol.line,
            end_line: place.symbol.lines.end,
        });
        Self {
            name: &main.symbol.name,
            kind: main.symbol.kind,
            file: &main.file.path.display,
            line: main.symbol.line,
            end_line: main.symbol.lines.end,
            signature: &main.symbol.signature,
            container: definition.container(),
            places: places.collect(),
        }
    }
}

/// Returns the results of an answer for programs.
pub(super) fn described<'a, T>(
    answer: &'a Answer<T>,
    results: &[(usize, &'a T)],
) -> Vec<Described<'a, T>> {
    let described = |(index, result): &(usize, &'a T)| Described {
        result: *result,
        may_also_mean: answer.others.get(index).map(Vec::as_slice),
    };
    results.iter().map(described).collect()
}
