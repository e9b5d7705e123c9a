//! The account of a graph answer as text.

mod parts;
mod text;

pub(crate) use text::{RowsShown, UsesOfRows};

use crate::domain::{Account, Block, Doc, LevelAccount, plural, thousands};
use std::collections::HashSet;
use text::{AccountText, NAMES_OF_LEVEL};

/// Uses as a value that an answer always names.
pub(crate) const MIN_VALUES: usize = 6;

/// Uses as a value that are named of a level below the first.
const VALUES_OF_LEVEL: usize = 3;

/// Options of the text of an account.
#[derive(Debug, Clone)]
pub(crate) struct AccountOptions<'a> {
    /// Uses as a value, by file and line, that are rows of the answer and not named again.
    pub(crate) passing: HashSet<(&'a str, usize)>,
    /// Which rows are shown; `None` if some had to give way, so that few open places are named.
    pub(crate) rows: Option<RowsShown>,
    /// Limit of the uses as a value that are named.
    pub(crate) values: usize,
}

/// Adds the account of the name's occurrences: of the answer's own level and of deeper ones, those
/// of which nothing is open in one line.
pub(crate) fn account_doc(
    doc: &mut Doc,
    account: Option<&Account>,
    deeper: &[LevelAccount],
    options: &AccountOptions<'_>,
) {
    for level in deeper {
        let values = AccountText(&level.account).value_line(VALUES_OF_LEVEL, &options.passing);
        doc.blocks.extend(values.map(|line| Block::Text(format!("depth {}: {line}", level.depth))));
    }
    let (whole, open): (Vec<&LevelAccount>, Vec<&LevelAccount>) =
        deeper.iter().partition(|level| level.account.is_whole());
    doc.blocks.extend(whole_levels(&whole).map(Block::Text));
    let open: Vec<(usize, String)> =
        open.iter().map(|level| (level.depth, AccountText(&level.account).short_line())).collect();
    // Levels that were looked for with the same names have the same account.
    for same in open.chunk_by(|one, other| one.1 == other.1) {
        let depths: Vec<String> = same.iter().map(|(depth, _)| depth.to_string()).collect();
        doc.push(Block::Text(format!("depth {}: {}", depths.join(", "), same[0].1)));
    }
    if let Some(account) = account {
        let text = AccountText(account);
        doc.blocks.extend(text.value_line(options.values, &options.passing).map(Block::Text));
        doc.blocks.extend(text.string_line().map(Block::Text));
        doc.blocks.extend(text.alias_line().map(Block::Text));
        let line = options.rows.map_or_else(|| text.short_line(), |rows| text.line(rows));
        let followed = text.followed().map(|words| format!("; {words}"));
        let line = line + &followed.unwrap_or_default();
        doc.push(Block::Text(line));
    }
}

/// Returns one line for the levels of which nothing is open: "depth 2, 3: all 9 occurrences
/// accounted for, 4 of `open`, 5 of `read`". `None` without any.
fn whole_levels(levels: &[&LevelAccount]) -> Option<String> {
    let levels = levels.iter().filter(|level| level.account.occurrences > 0);
    let mut names: Vec<(&str, usize)> = Vec::new();
    let mut depths = Vec::new();
    for LevelAccount { depth, account } in levels {
        depths.push(depth.to_string());
        let counted = account.by_name.iter().map(|of| (of.name.as_str(), of.occurrences));
        let only = account.names.first().map(|name| (name.as_str(), account.occurrences));
        let only = only.filter(|_| account.by_name.is_empty());
        // Levels that were looked for with the same names have the same occurrences.
        let is_new = |of: &(&str, usize)| !names.iter().any(|(name, _)| *name == of.0);
        let new: Vec<(&str, usize)> = only.into_iter().chain(counted).filter(is_new).collect();
        names.extend(new);
    }
    let occurrences: usize = names.iter().map(|(_, count)| count).sum();
    let noun = plural(occurrences, "occurrence", "occurrences");
    let mut parts: Vec<String> = names
        .iter()
        .take(NAMES_OF_LEVEL)
        .map(|(name, count)| format!("{} of `{name}`", thousands(*count)))
        .collect();
    let more = names.len().saturating_sub(NAMES_OF_LEVEL);
    parts.extend((more > 0).then(|| format!("the rest of {more} more")));
    let (depths, parts) = (depths.join(", "), parts.join(", "));
    let count = thousands(occurrences);
    (!depths.is_empty()).then(|| match names.len() {
        1 => format!("depth {depths}: all {count} {noun} of `{}` accounted for", names[0].0),
        _ => format!("depth {depths}: all {count} {noun} accounted for, {parts}"),
    })
}
