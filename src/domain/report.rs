//! Result of a tool: an answer in parts, of which the least useful can be left out until the rest
//! fits.

use super::{Doc, Picture, tokens};
use serde_json::Value;

/// The parts of a report that a rendering shows.
///
/// A report numbers its parts from the most useful (0) to the least. Fitting chooses a run of the
/// most useful ones, then fills the remaining room with single later parts that still fit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shown {
    /// Parts below this number are shown.
    pub first: usize,
    /// Later parts that are shown too, in ascending order.
    pub extra: Vec<usize>,
    /// Tokens of the whole reply, which many answers state.
    pub tokens: usize,
    /// Tokens that the whole reply may have, by which lists that are no parts are cut;
    /// `usize::MAX` without a budget.
    pub limit: usize,
}

impl Shown {
    pub fn contains(&self, part: usize) -> bool {
        part < self.first || self.extra.binary_search(&part).is_ok()
    }

    /// Returns the tokens by which an account is cut: where not all of `parts` are shown, it gives
    /// way to them.
    pub fn limit_of_account(&self, parts: usize) -> usize {
        if self.count() < parts { self.limit / 2 } else { self.limit }
    }

    pub fn count(&self) -> usize {
        self.first + self.extra.len()
    }

    /// Number of tokens of a text that the reply holds. One that is far too long for it, and
    /// so is not shown in the end, is not counted as a whole.
    pub fn tokens_of(&self, text: &str) -> usize {
        let most = self.limit.saturating_mul(2);
        tokens::count_up_to(text, most).unwrap_or(most)
    }
}

/// How the XML of an answer differs from its JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct XmlShape {
    /// Name of the root element.
    pub root: &'static str,
    /// True if nothing stands for `null`, rather than an empty element.
    pub omit_nulls: bool,
    /// True if `column_start` and `column_end` stand before `code`, rather than behind it.
    pub columns_first: bool,
}

impl XmlShape {
    pub const fn new(root: &'static str) -> Self {
        Self { root, omit_nulls: false, columns_first: false }
    }
}

/// An answer that can be rendered whole or in part.
///
/// `doc` and `value` must accept every `Shown` and must show less for less. Neither may depend on
/// anything but the report and `shown`. Fitting calls them some ten times, at small budgets a few
/// dozen times, so their cost should grow with the parts shown and not with all parts.
///
/// A result too large for any budget is best made of several parts (its lines), which can be shown
/// one after the other.
pub trait Report: Send + Sync {
    /// Number of parts that can be left out. 0 if the answer is always sent whole.
    fn parts(&self) -> usize;

    /// The answer for readers: outline, Markdown and terminal are made from it.
    fn doc(&self, shown: &Shown) -> Doc;

    /// The answer for programs: JSON and XML are made from it.
    fn value(&self, shown: &Shown) -> Value;

    /// The answer as a drawing; `None` if there is nothing to draw.
    fn picture(&self, shown: &Shown) -> Option<Picture> {
        let _ = shown;
        None
    }

    /// The form of the answer as XML.
    fn xml(&self) -> XmlShape;

    /// Returns whether keys in it are shown, because it was asked for the very text of code. In
    /// other answers they are masked.
    fn shows_keys(&self) -> bool {
        false
    }

    /// Returns whether something was found; decides the exit status.
    fn found(&self) -> bool;

    /// Called once after the answer was sent with these parts, to record what the session has seen.
    fn sent(&self, shown: &Shown) {
        let _ = shown;
    }

    /// Errors to list beside what was found; they make the exit status 2 when nothing was found.
    fn errors(&self) -> &[String] {
        &[]
    }

    /// Returns whether errors make the exit status 2 even when something was found.
    fn fails_by_errors(&self) -> bool {
        false
    }
}
