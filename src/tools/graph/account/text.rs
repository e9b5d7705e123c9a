//! The account of a name's occurrences as text: one line for where they went, others for the
//! names that were followed and for uses as a value.

use crate::domain::{
    Account, Alias, FileLine, NotRead, OfName, OtherKind, OtherUse, ValueUse, and_more, plural,
    thousands, tokens,
};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt::Write;

/// Tokens of the account line up to which uses of definitions beyond the first [`NAMED`] are named.
const MAX_TOKENS: usize = 25;

/// Other meanings that the line always names.
const NAMED: usize = 2;

/// Number of the receivers that are named of uses of values from outside.
const MAX_RECEIVERS: usize = 5;

/// Tokens that the places of other uses may add to the line.
const MAX_PLACE_TOKENS: usize = 60;

/// Unresolved places that the line names all of; of more it names the first of them, and a line
/// that has to be short the first few.
const MAX_PLACES: usize = 80;
const FIRST_PLACES: usize = 30;
const FEW_PLACES: usize = 4;

/// Other definitions that are named without the number of their uses.
const MAX_BESIDE: usize = 4;

/// Number of strings that are the name up to which they are named.
const MAX_STRINGS: usize = 24;

/// Followed names that the line spells out.
const MAX_NAMES: usize = 3;

/// The same of levels below the first.
pub(super) const NAMES_OF_LEVEL: usize = 8;

/// Rows that an answer shows: decides the word for their count in the account line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowsShown {
    All,
    Some,
    /// The rows are definitions, of which only some have the name in their headers.
    AllInHeaders,
    SomeInHeaders,
}

impl RowsShown {
    const fn word(self) -> &'static str {
        match self {
            RowsShown::All => "above",
            RowsShown::Some => "found",
            RowsShown::AllInHeaders => "above in headers",
            RowsShown::SomeInHeaders => "found in headers",
        }
    }
}

/// An account as text.
#[derive(Clone, Copy)]
pub(super) struct AccountText<'a>(pub(super) &'a Account);

impl AccountText<'_> {
    /// The account in one line.
    pub(super) fn line(self, shown: RowsShown) -> String {
        if self.0.is_whole() { self.whole_line(shown) } else { self.open_line(MAX_PLACES) }
    }

    /// The account of a level of a deeper answer, in one line with few places.
    pub(super) fn short_line(self) -> String {
        if self.0.is_whole() {
            self.whole_line(RowsShown::Some)
        } else {
            self.open_line(FEW_PLACES)
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
    /// already; those of a file and of a definition together: "`handle` as a value: routes.go:12,
    /// 15 in `Server.routes`". `None` without any.
    pub(super) fn value_line(self, most: usize, listed: &HashSet<(&str, usize)>) -> Option<String> {
        let is_listed = |value: &&ValueUse| listed.contains(&(&*value.file, value.line));
        let values: Vec<&ValueUse> =
            self.0.values.iter().filter(|value| !is_listed(value)).collect();
        let first = *values.first()?;
        let shown = &values[..most.min(values.len())];
        let mut parts: Vec<String> = Vec::new();
        let (mut name, mut file) = (&first.name, None);
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
            let lines: Vec<String> = together.iter().map(|value| value.line.to_string()).collect();
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

    /// Strings that are the name or a path to it: "`fetch` as a string: a.py:3, 7". `None` without
    /// any, and where they are so many that the name is a common word.
    pub(super) fn string_line(self) -> Option<String> {
        let strings = &self.0.strings;
        if strings.is_empty() || strings.len() > MAX_STRINGS {
            return None;
        }
        let name = self.0.names.first()?;
        Some(format!("`{name}` as a string: {}", FileLine::listed(strings, MAX_STRINGS)))
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
        self.parts_line(lead, shown)
    }

    /// Where the occurrences that are accounted for went, if some are not, so that nobody has to
    /// look for them: "accounted for: 26 above, 31 of disk.Cache.Fetch". `None` if all are, or none
    /// is but for the rows and the definition.
    pub(super) fn known_line(self, shown: RowsShown) -> Option<String> {
        let account = self.0;
        let has_more =
            account.others.iter().any(|other| other.count > 0) || account.comments_and_strings > 0;
        (!account.is_whole() && has_more)
            .then(|| self.parts_line("accounted for".to_owned(), shown))
    }

    /// The line with the numbers of the occurrences that are accounted for, by what they are.
    fn parts_line(self, lead: String, shown: RowsShown) -> String {
        let not_calls: Vec<&OtherUse> =
            self.0.others.iter().filter(|other| other.kind == OtherKind::NotCalled).collect();
        let is_other =
            |other: &&OtherUse| !matches!(other.kind, OtherKind::NotCalled | OtherKind::Imported);
        let others: Vec<&OtherUse> = self.0.others.iter().filter(is_other).collect();
        let others = joined_by_name(&others);
        let others: Vec<&OtherUse> = others.iter().collect();
        let mut line = self.with_others(&lead, shown, &not_calls, &others, NAMED, &[]);
        let mut number = NAMED.min(others.len());
        for named in NAMED + 1..=others.len() {
            let longer = self.with_others(&lead, shown, &not_calls, &others, named, &[]);
            if tokens::count_up_to(&longer, MAX_TOKENS).is_none() {
                break;
            }
            (line, number) = (longer, named);
        }
        self.with_places(
            line,
            |placed| self.with_others(&lead, shown, &not_calls, &others, number, placed),
            number,
        )
    }

    /// The line with the places of other uses: of those that are only counted first, then of those
    /// that are named, of those that do not call and of comments, as far as they cost little.
    fn with_places(self, plain: String, line: impl Fn(&[bool]) -> String, named: usize) -> String {
        let limit = tokens::count(&plain) + MAX_PLACE_TOKENS;
        let mut placed = vec![false; named + 3];
        let mut best = plain;
        for index in std::iter::once(named).chain(0..named).chain([named + 1, named + 2]) {
            placed[index] = true;
            let longer = line(&placed);
            placed[index] = tokens::count_up_to(&longer, limit).is_some();
            if placed[index] {
                best = longer;
            }
        }
        best
    }

    /// The line with the first `named` other uses named and the rest counted. `placed` says of
    /// each, then of the rest, of those that do not call and of comments, whether their places are
    /// listed, which none are if it is empty.
    fn with_others(
        self,
        lead: &str,
        shown: RowsShown,
        not_calls: &[&OtherUse],
        others: &[&OtherUse],
        named: usize,
        placed: &[bool],
    ) -> String {
        let (named, rest) = others.split_at(named.min(others.len()));
        let is_placed = |index: usize| placed.get(index).copied().unwrap_or(false);
        let mut parts = vec![(self.0.rows, shown.word().to_owned())];
        parts.extend(named.iter().enumerate().map(|(index, other)| {
            let of = if other.is_defined() { "of " } else { "" };
            let places = if is_placed(index) { places_of(&[other]) } else { String::new() };
            let receivers = if places.is_empty() { receivers_of(other) } else { String::new() };
            (other.count, format!("{of}{}{places}{receivers}", other.name))
        }));
        let places = if is_placed(named.len()) { places_of(rest) } else { String::new() };
        // With its places, nothing else says that a use is of another definition.
        let are_defined = !places.is_empty() && rest.iter().all(|other| other.is_defined());
        let places = if places.is_empty() { self.owners_of(rest) } else { places };
        let rest = rest.iter().map(|other| other.count).sum();
        let words = match are_defined {
            true => plural(rest, "of another definition", "of other definitions"),
            false => plural(rest, "other use", "other uses"),
        };
        parts.push((rest, format!("{words}{places}")));
        let imports = self.0.others.iter().filter(|other| other.kind == OtherKind::Imported);
        let imports = imports.map(|other| other.count).sum();
        parts.push((imports, plural(imports, "import", "imports").to_owned()));
        let places = if is_placed(named.len() + 1) { places_of(not_calls) } else { String::new() };
        let count = not_calls.iter().map(|other| other.count).sum();
        parts.push((count, format!("not called{places}")));
        let in_other_files = self.0.in_other_files;
        let places = if is_placed(named.len() + 2) { self.comments() } else { String::new() };
        parts.push((
            self.0.comments_and_strings - in_other_files,
            format!("in comments or strings{places}"),
        ));
        parts.push((in_other_files, "in other files".to_owned()));
        parts.push((
            self.0.definitions,
            plural(self.0.definitions, "its definition", "definitions").to_owned(),
        ));
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> =
            parts.map(|(count, what)| format!("{} {what}", thousands(count))).collect();
        if parts.is_empty() { lead.to_owned() } else { format!("{lead}: {}", parts.join(", ")) }
    }

    /// The places of comments and strings in parentheses, without strings that are the name.
    fn comments(self) -> String {
        let places = &self.0.in_comments;
        match places.len() {
            0 => String::new(),
            count => format!(" ({})", FileLine::listed(places, count)),
        }
    }

    /// The first of some other definitions, in parentheses and without the name that they share:
    /// " (of b.Buffer, c.Cache and 2 more)".
    fn owners_of(self, others: &[&OtherUse]) -> String {
        let owner = |name: &str| {
            let last = self.0.names.first().and_then(|shared| name.strip_suffix(shared.as_str()));
            let owner = last.map(|owner| {
                owner.trim_end_matches(|mark: char| !mark.is_alphanumeric() && mark != '_')
            });
            owner.filter(|owner| !owner.is_empty()).unwrap_or(name).to_owned()
        };
        let defined: Vec<String> = others
            .iter()
            .filter(|other| other.is_defined())
            .map(|other| owner(&other.name))
            .collect();
        if defined.is_empty() {
            return String::new();
        }
        let more = and_more(others.len() - defined.len().min(MAX_BESIDE));
        format!(" (of {}{more})", defined[..defined.len().min(MAX_BESIDE)].join(", "))
    }

    /// The line that names the unresolved places: all of at most `most`, else the first few.
    fn open_line(self, most: usize) -> String {
        let mut line = self.known_of_open();
        if !self.0.unresolved.is_empty() {
            let most = if self.0.unresolved.len() > most { most.min(FIRST_PLACES) } else { most };
            let _ = write!(line, "; unresolved: {}", FileLine::listed(&self.0.unresolved, most));
        }
        if self.0.not_read != NotRead::default() {
            let NotRead { files, occurrences } = self.0.not_read;
            let noun = plural(files, "file", "files");
            let counted = if occurrences > 0 {
                format!("{} in ", thousands(occurrences))
            } else {
                String::new()
            };
            let _ = write!(line, "; {counted}{} {noun} not read", thousands(files));
        }
        line
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

/// Returns other uses with those of one name joined, such as those of overloads, the most frequent
/// first.
fn joined_by_name(others: &[&OtherUse]) -> Vec<OtherUse> {
    let mut joined: Vec<OtherUse> = Vec::new();
    for other in others {
        let known = joined
            .iter_mut()
            .find(|known| known.name == other.name && known.is_defined() == other.is_defined());
        match known {
            Some(known) => {
                known.count += other.count;
                known.places.extend(other.places.iter().cloned());
            }
            None => joined.push((*other).clone()),
        }
    }
    joined.sort_by_key(|other| Reverse(other.count));
    joined
}

/// Returns the places of some other uses in parentheses; nothing if they are not all known.
fn places_of(others: &[&OtherUse]) -> String {
    let is_known = others.iter().all(|other| other.places.len() == other.count);
    let mut places: Vec<FileLine> =
        others.iter().flat_map(|other| other.places.iter().cloned()).collect();
    places.sort();
    if is_known && !places.is_empty() {
        format!(" ({})", FileLine::listed(&places, places.len()))
    } else {
        String::new()
    }
}

/// Returns what most of the uses stand behind: " (timer, buf, …)".
fn receivers_of(other: &OtherUse) -> String {
    let named = other.receivers.iter().map(String::as_str);
    let named: Vec<&str> = named.filter(|name| !name.is_empty()).collect();
    let more = if named.len() > MAX_RECEIVERS { ", …" } else { "" };
    let shown = named[..MAX_RECEIVERS.min(named.len())].join(", ");
    if shown.is_empty() { shown } else { format!(" ({shown}{more})") }
}

#[cfg(test)]
mod tests;
