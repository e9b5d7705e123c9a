//! The account of a name's occurrences as text: one line for where they went, others for the
//! names that were followed and for uses as a value.

use super::parts::PartsLine;
use crate::domain::{
    Account, Alias, FileLine, OfName, StringUse, ValueUse, and_more, first_of, plural, thousands,
};
use crate::tools::graph::excerpt::{Focus, REFERENCE_WIDTH, excerpt_of};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

/// Unresolved places that the line names all of; of more it names the first of them, and a line
/// that has to be short the first few.
const MAX_PLACES: usize = 80;
const FIRST_PLACES: usize = 30;
const FEW_PLACES: usize = 4;

/// Uses as a value that have their text.
const TEXTS_OF_VALUES: usize = 6;

/// Number of strings that are the name up to which they are named.
pub(super) const MAX_STRINGS: usize = 24;

/// Names that were not followed which the line spells out.
const MAX_NOT_FOLLOWED: usize = 5;

/// Followed names that the line spells out.
const MAX_NAMES: usize = 3;

/// The same of levels below the first.
pub(super) const NAMES_OF_LEVEL: usize = 8;

/// Rows that an answer shows: decides the word for their count in the account line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowsShown {
    All,
    Some,
    /// Some, with what became of the occurrences that the rows list.
    Divided(UsesOfRows),
    /// The rows are definitions, of which only some have the name in their headers.
    AllInHeaders,
    SomeInHeaders,
}

/// The occurrences that rows list, by whether the rows are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UsesOfRows {
    pub(crate) above: usize,
    /// Those of the rows beyond a limit.
    pub(crate) not_shown: usize,
    /// Those of the rows that a filter leaves out.
    pub(crate) left_out: usize,
}

impl RowsShown {
    /// Returns whether the rows that are occurrences are headers of definitions.
    pub(super) const fn are_headers(self) -> bool {
        matches!(self, RowsShown::AllInHeaders | RowsShown::SomeInHeaders)
    }

    /// Returns the words for the occurrences that the rows list, each with their number.
    pub(super) fn parts(self, rows: usize) -> Vec<(usize, &'static str)> {
        match self {
            RowsShown::All => vec![(rows, "above")],
            RowsShown::Some => vec![(rows, "found")],
            RowsShown::Divided(uses) => vec![
                (uses.above, "above"),
                (uses.not_shown, "not shown"),
                (uses.left_out, "left out"),
            ],
            RowsShown::AllInHeaders => vec![(rows, "above in headers")],
            RowsShown::SomeInHeaders => vec![(rows, "found in headers")],
        }
    }
}

/// An account as text.
#[derive(Clone, Copy)]
pub(super) struct AccountText<'a>(pub(super) &'a Account);

impl AccountText<'_> {
    /// The account in one line.
    pub(super) fn line(self, shown: RowsShown) -> String {
        if self.0.is_whole() {
            return self.whole_line(shown);
        }
        let others = self.0.others.iter().any(|other| other.count > 0);
        let known = self.known_of_open();
        // The rows and the definition are plain to see.
        let known = match others || self.0.comments_and_strings > 0 {
            true => PartsLine::new(self.0, known, shown).line(),
            false => known,
        };
        self.open_line(known, MAX_PLACES)
    }

    /// The account of a level of a deeper answer, in one line with few places.
    pub(super) fn short_line(self) -> String {
        if self.0.is_whole() {
            self.whole_line(RowsShown::Some)
        } else {
            self.open_line(self.known_of_open(), FEW_PLACES)
        }
    }

    /// Origins of the followed names: "`callApi` is `callProcedure`, renamed in index.ts:1". `None`
    /// without aliases.
    pub(super) fn alias_line(self) -> Option<String> {
        let description = |alias: &Alias| {
            format!("`{}` is `{}`, renamed in {}:{}", alias.name, alias.of, alias.file, alias.line)
        };
        let named: Vec<String> = self.0.aliases.iter().map(description).collect();
        (!named.is_empty()).then(|| named.join("; "))
    }

    /// The first `most` places where a function is handed on as a value, but for those `listed`
    /// already, the first few with their texts; those of a file and of a definition together:
    /// "`handle` as a value: routes.go:12 `r.Get(handle)`, 15 `r.Put(handle)` in `Server.routes`".
    /// `None` without any.
    pub(super) fn value_line(self, most: usize, listed: &HashSet<(&str, usize)>) -> Option<String> {
        let is_listed = |value: &&ValueUse| listed.contains(&(&*value.file, value.line));
        let values: Vec<&ValueUse> =
            self.0.values.iter().filter(|value| !is_listed(value)).collect();
        let first = *values.first()?;
        let shown = &values[..most.min(values.len())];
        let mut parts: Vec<String> = Vec::new();
        let (mut name, mut file, mut texts) = (&first.name, None, TEXTS_OF_VALUES);
        let is_together = |one: &&ValueUse, other: &&ValueUse| {
            (&one.name, &one.file, &one.enclosing) == (&other.name, &other.file, &other.enclosing)
        };
        for together in shown.chunk_by(is_together) {
            let value = together[0];
            let lead = if value.name == *name {
                String::new()
            } else {
                file = None;
                format!("`{}` at ", value.name)
            };
            name = &value.name;
            let place =
                if file == Some(&value.file) { String::new() } else { format!("{}:", value.file) };
            file = Some(&value.file);
            let read: Vec<(usize, String)> =
                together.iter().map(|value| (value.line, value_text(value))).collect();
            let lines: Vec<String> = read
                .chunk_by(|one, other| one.1 == other.1)
                .map(|same| {
                    let lines: Vec<String> =
                        same.iter().map(|(line, _)| line.to_string()).collect();
                    let text = if texts > 0 { same[0].1.as_str() } else { "" };
                    texts = texts.saturating_sub(1);
                    format!("{}{text}", lines.join(", "))
                })
                .collect();
            let within = value
                .enclosing
                .as_ref()
                .map(|within| format!(" in `{within}`"))
                .unwrap_or_default();
            parts.push(format!("{lead}{place}{}{within}", lines.join(", ")));
        }
        let more = and_more(values.len() - shown.len());
        Some(format!("`{}` as a value: {}{more}", first.name, parts.join(", ")))
    }

    /// Strings that are the name or a path to it, those of a definition together: "`fetch` as a
    /// string: a.py:3, 7 in `Table`; 12 in `Form`". `None` without any, and where they are so many
    /// that the name is a common word.
    pub(super) fn string_line(self) -> Option<String> {
        let strings = &self.0.strings;
        if strings.is_empty() || strings.len() > MAX_STRINGS {
            return None;
        }
        let name = self.0.names.first()?;
        let is_together = |one: &StringUse, other: &StringUse| {
            let is_same_file = one.place.file == other.place.file || one.enclosing.is_none();
            one.enclosing == other.enclosing && is_same_file
        };
        let mut last: Option<&str> = None;
        let mut parts: Vec<String> = Vec::new();
        for together in strings.chunk_by(is_together) {
            let places: Vec<FileLine> = together.iter().map(|of| of.place.clone()).collect();
            let listed = FileLine::listed(&places, MAX_STRINGS);
            let lead = last.map(|file| format!("{file}:")).unwrap_or_default();
            let listed = listed.strip_prefix(lead.as_str()).unwrap_or(&listed);
            let within = together[0].enclosing.as_ref();
            let within = within.map(|within| format!(" in `{within}`")).unwrap_or_default();
            parts.push(format!("{listed}{within}"));
            last = together.last().map(|of| &*of.place.file);
        }
        Some(format!("`{name}` as a string: {}", parts.join("; ")))
    }

    /// That the subtypes of what was found were looked for as the target was.
    pub(super) fn followed(self) -> Option<String> {
        let count = self.0.followed;
        let noun = plural(count, "subtype", "subtypes");
        (count > 0).then(|| format!("the names of its {} {noun} followed too", thousands(count)))
    }

    fn names_spoken(self) -> String {
        spoken(&self.0.names.iter().collect::<Vec<_>>(), MAX_NAMES)
    }

    /// How much is known of the names that have open occurrences, and which have none: "12 of 14
    /// occurrences of `get` accounted for, all of `refresh`".
    fn known_of_open(self) -> String {
        let is_open = |name: &str| self.0.by_name.iter().any(|of| of.name == name && of.open > 0);
        let (open, whole): (Vec<&String>, Vec<&String>) =
            self.0.names.iter().partition(|name| is_open(name));
        let names = spoken(&open, NAMES_OF_LEVEL);
        let (occurrences, unknown, names) = match open.is_empty() || whole.is_empty() {
            true => (
                self.0.occurrences,
                self.0.unresolved.len() + self.0.not_read.occurrences,
                self.names_spoken(),
            ),
            false => {
                let open = self.0.by_name.iter().filter(|name| name.open > 0);
                let of = |value: fn(&OfName) -> usize| open.clone().map(value).sum();
                (of(|name| name.occurrences), of(|name| name.open), names)
            }
        };
        let known = format!(
            "{} of {} {} of {names} accounted for",
            thousands(occurrences - unknown),
            thousands(occurrences),
            plural(occurrences, "occurrence", "occurrences"),
        );
        match open.is_empty() || whole.is_empty() {
            true => known,
            false => format!("{known}, all of {}", spoken(&whole, NAMES_OF_LEVEL)),
        }
    }

    fn whole_line(self, shown: RowsShown) -> String {
        let names = self.names_spoken();
        let lead = match self.0.occurrences {
            0 => {
                return format!(
                    "`{}` occurs nowhere",
                    self.0.names.first().map_or("", String::as_str)
                );
            }
            1 => format!("the only occurrence of {names} accounted for"),
            count => format!("all {} occurrences of {names} accounted for", thousands(count)),
        };
        PartsLine::new(self.0, lead, shown).line()
    }

    /// The names whose subtypes may be missing: "`User` (mentioned in 600 files that were not
    /// read)".
    fn not_followed(self) -> String {
        let named = self.0.not_followed.iter().map(|name| match name.files {
            Some(files) => {
                let noun = plural(files, "file that was", "files that were");
                format!("`{}` (mentioned in {} {noun} not read)", name.name, thousands(files))
            }
            None => format!("`{}`", name.name),
        });
        first_of(&named.collect::<Vec<_>>(), MAX_NOT_FOLLOWED)
    }

    /// The line that names the unresolved places behind what is known: all of at most `most`, else
    /// the first few.
    fn open_line(self, known: String, most: usize) -> String {
        let mut line = known;
        if !self.0.unresolved.is_empty() {
            let _ = write!(line, "; unresolved: {}", unresolved(&self.0.unresolved, most));
        }
        if let Some(places) = self.0.not_read.words() {
            let counted = match self.0.not_read.occurrences {
                0 => String::new(),
                occurrences => format!("{} in ", thousands(occurrences)),
            };
            let _ = write!(line, "; {counted}{places} not read");
        }
        if !self.0.not_followed.is_empty() {
            let _ = write!(line, "; not followed: {}", self.not_followed());
        }
        line
    }
}

/// Returns unresolved places: of more than `most` the first, those of the rarer endings of files
/// before the others, so that it is plain in which languages the rest is.
fn unresolved(places: &[FileLine], most: usize) -> String {
    if places.len() <= most {
        return FileLine::listed(places, most);
    }
    let most = most.min(FIRST_PLACES);
    let mut by_ending: BTreeMap<&str, Vec<FileLine>> = BTreeMap::new();
    for place in places {
        by_ending.entry(ending(&place.file)).or_default().push(place.clone());
    }
    if by_ending.len() == 1 {
        return FileLine::listed(places, most);
    }
    let mut groups: Vec<(&str, Vec<FileLine>)> = by_ending.into_iter().collect();
    groups.sort_by_key(|(_, places)| places.len());
    let (mut left, mut parts, mut rest) = (most, Vec::new(), Vec::new());
    for (ending, places) in groups {
        let shown = left.min(places.len());
        left -= shown;
        let more = places.len() - shown;
        if shown > 0 {
            parts.push(FileLine::listed(&places[..shown], shown));
        }
        if more > 0 {
            rest.push(format!("{} more in {ending} files", thousands(more)));
        }
    }
    format!("{} and {}", parts.join(", "), rest.join(", "))
}

/// Returns the ending of a file's name with its dot, or the name.
fn ending(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rfind('.').filter(|dot| *dot > 0).map_or(name, |dot| &name[dot..])
}

/// Returns the code in which a value is handed on, in backticks behind a space; empty where it is
/// not known.
fn value_text(value: &ValueUse) -> String {
    match excerpt_of(&value.text, &value.name, REFERENCE_WIDTH, Focus::Arguments) {
        text if text.is_empty() => text,
        text => format!(" `{text}`"),
    }
}

/// Returns some names, the first `most` of many.
fn spoken(names: &[&String], most: usize) -> String {
    let named: Vec<String> = names.iter().take(most).map(|name| format!("`{name}`")).collect();
    match names.len().saturating_sub(most) {
        0 if named.len() > 2 => named.join(", "),
        0 => named.join(" and "),
        more => format!("{} and {more} more {}", named.join(", "), plural(more, "name", "names")),
    }
}

#[cfg(test)]
mod tests;
