//! Words that several tools use in their answers.

pub(crate) use crate::domain::{plural, thousands};

use crate::domain::{LeftOut, LeftOutReason};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Describes what was left out: "1,533 tests, 12 ignored (`*.log` in .gitignore)".
pub(crate) fn left_out_words(rows: &[LeftOut]) -> String {
    /// Limit of the rules that are named; JSON has them all.
    const MAX_RULES: usize = 3;
    let mut by_reason: BTreeMap<LeftOutReason, (usize, Vec<String>)> = BTreeMap::new();
    for row in rows {
        let (count, rules) = by_reason.entry(row.reason).or_default();
        *count += row.count;
        match (&row.rule, &row.file) {
            (Some(rule), Some(file)) => rules.push(format!("`{rule}` in {file}")),
            (None, Some(file)) => rules.push(file.clone()),
            (Some(rule), None) => rules.push(format!("`{rule}`")),
            (None, None) => {}
        }
    }
    let mut reasons: Vec<_> = by_reason.into_iter().collect();
    reasons.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    let words = reasons.into_iter().map(|(reason, (count, mut rules))| {
        let mut text = format!("{} {}", thousands(count), reason.words(count));
        if !rules.is_empty() {
            let more = rules.len().saturating_sub(MAX_RULES);
            rules.truncate(MAX_RULES);
            if more > 0 {
                rules.push(format!("{more} more"));
            }
            let _ = write!(text, " ({})", rules.join(", "));
        }
        text
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Returns the note on possible matches that are listed with another definition: "2 possible
/// matches are listed above". `more` is a prefix such as "more ".
pub(crate) fn listed_above(count: usize, more: &str) -> String {
    let matches = plural(count, "match is", "matches are");
    format!("{count} {more}possible {matches} listed above")
}

/// Shortens a signature to at most `width` characters: first its parameters are folded, then its
/// end is cut.
pub(crate) fn shorten_signature(signature: &str, width: usize) -> String {
    if signature.chars().count() <= width {
        return signature.to_owned();
    }
    let folded = fold_parameters(signature).unwrap_or_else(|| signature.to_owned());
    if folded.chars().count() <= width {
        return folded;
    }
    let mut cut: String = folded.chars().take(width - 1).collect();
    cut.push('…');
    cut
}

/// Returns the signature with `(...)` in place of its longest parenthesised group; `None` where the
/// name stands in one: `(defn name …`, `-record(name, …`.
fn fold_parameters(signature: &str) -> Option<String> {
    if signature.starts_with(['(', '-']) {
        return None;
    }
    let mut depth = 0usize;
    let mut start = 0;
    let mut longest: Option<(usize, usize)> = None;
    for (offset, byte) in signature.bytes().enumerate() {
        match byte {
            b'(' => {
                if depth == 0 {
                    start = offset;
                }
                depth += 1;
            }
            b')' if depth > 0 => {
                depth -= 1;
                if depth == 0 && longest.is_none_or(|(from, to)| offset - start > to - from) {
                    longest = Some((start, offset));
                }
            }
            _ => {}
        }
    }
    let (from, to) = longest?;
    Some(format!("{}(...){}", &signature[..from], &signature[to + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_out_files_are_reported_by_reason_with_their_rules() {
        let row = |reason, rule: Option<&str>, file: Option<&str>, count| LeftOut {
            reason,
            rule: rule.map(str::to_owned),
            file: file.map(str::to_owned),
            count,
        };
        let rows = [
            row(LeftOutReason::Ignored, Some("*.log"), Some(".gitignore"), 2),
            row(LeftOutReason::Ignored, Some("/out"), Some(".gitignore"), 1),
            row(LeftOutReason::Test, None, None, 1200),
        ];
        assert_eq!(
            left_out_words(&rows),
            "1,200 tests, 3 ignored (`*.log` in .gitignore, `/out` in .gitignore)"
        );
    }

    #[test]
    fn a_long_signature_loses_its_parameters_first() {
        let long = format!("pub fn search({}) -> Result<Vec<Hit>>", "argument: Type, ".repeat(20));
        assert_eq!(shorten_signature(&long, 160), "pub fn search(...) -> Result<Vec<Hit>>");
        assert_eq!(shorten_signature("fn short()", 160), "fn short()");
        assert_eq!(shorten_signature("(defn handler [name ring] 1)", 16), "(defn handler […");
        assert_eq!(shorten_signature("-record(state, {pid, port})", 16), "-record(state, …");
        assert_eq!(shorten_signature(&"é".repeat(200), 160).chars().count(), 160);
    }
}
