//! Members of which a condition tells the type: `if (this.mail instanceof Mailer) { … }`.

use crate::domain::is_word;
use crate::engine::graph::model::Value;
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use std::ops::Range;
use std::sync::Arc;

/// Limit of the code between a condition and a use of which it tells the type, in bytes.
const MAX_BETWEEN: usize = 10_000;

/// What stands between a value and its member.
const MEMBERS: [&str; 6] = [".", "->", "?", "!", "[", "::"];

impl Resolver<'_> {
    /// Returns the value of the member to which a path leads, by a condition around it, unless
    /// something else is set between both.
    pub(super) fn narrowed_member(&self, unit: &Arc<Unit>, path: Range<usize>) -> Option<Value> {
        let names = unit.names();
        if names.narrowed.is_empty() || path.start == 0 {
            return None;
        }
        let text = unit.content();
        let written = text.get(path.clone())?;
        let narrowed = names.narrowed_path_at(text, written, path.start as u32)?;
        let between = text.get(narrowed.name.end as usize..path.start)?;
        if between.len() > MAX_BETWEEN || is_set_anew(unit, between, written) {
            return None;
        }
        Some(self.narrowed_value(unit, narrowed.annotation, None))
    }
}

/// Returns whether some code may set what a path leads to, or something on it. The name at which
/// it begins may be bound anew wherever it stands without a member behind it.
fn is_set_anew(unit: &Unit, code: &str, path: &str) -> bool {
    let mut ends = path.match_indices(|letter: char| !is_word(letter) && letter != '$');
    let root = ends.next().map_or(path, |(end, _)| &path[..end]);
    let selves = &unit.language.config.self_names;
    let is_self = selves.iter().any(|own| own.trim_start_matches('$') == bare(root));
    let has_bare_root = || {
        words(code, bare(root)).any(|behind| !MEMBERS.iter().any(|mark| behind.starts_with(mark)))
    };
    let mut parts = ends.map(|(end, _)| &path[..end]).chain([path]);
    !is_self && has_bare_root() || parts.any(|part| words(code, bare(part)).any(is_set))
}

/// Returns a path without the mark of a variable.
fn bare(path: &str) -> &str {
    path.trim_start_matches('$')
}

/// Returns what stands behind each place at which a path stands in some code.
fn words<'t>(code: &'t str, path: &'t str) -> impl Iterator<Item = &'t str> + use<'t> {
    code.match_indices(path).filter_map(move |(at, _)| {
        let behind = &code[at + path.len()..];
        let is_whole = !code[..at].ends_with(is_word) && !behind.starts_with(is_word);
        is_whole.then(|| behind.trim_start())
    })
}

/// Returns whether what stands in front of some code may be set there: `= x`, `+= 1`, `, b = c`,
/// `in all`, `] = all`.
fn is_set(behind: &str) -> bool {
    const OPERATORS: &str = "+-*/%&|?<>^~:@";
    let sign = behind.trim_start_matches(|letter| OPERATORS.contains(letter));
    let is_assigned = sign.starts_with('=') && !sign.starts_with("==");
    let word = behind.split_whitespace().next();
    is_assigned || behind.starts_with([',', ']', '}']) || matches!(word, Some("in" | "of"))
}
