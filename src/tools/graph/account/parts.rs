//! The line of an account that says what the occurrences are which are accounted for, with their
//! numbers.

use super::text::RowsShown;
use crate::domain::{Account, FileLine, OtherKind, OtherUse, and_more, plural, thousands, tokens};
use std::cmp::Reverse;

/// Tokens of the account line up to which uses of definitions beyond the first [`NAMED`] are named.
const MAX_TOKENS: usize = 25;

/// Other meanings that the line always names.
const NAMED: usize = 2;

/// Number of the receivers that are named of uses of values from outside.
const MAX_RECEIVERS: usize = 5;

/// Tokens that places may add to the line, and those of meanings that are named in any case.
const MAX_PLACE_TOKENS: usize = 60;
const MAX_NAMED_PLACE_TOKENS: usize = 30;
/// The same where results are found in headers: what implements another type of the name may be
/// what the reader looks for.
const MAX_HEADER_PLACE_TOKENS: usize = 120;

/// Other definitions that are named without the number of their uses.
const MAX_BESIDE: usize = 4;

/// Meanings that are no definitions of the project and are told apart behind the named ones.
const MAX_DESCRIBED: usize = 3;

/// Groups of occurrences of which the line may list the places: those that do not call, those that
/// are only counted, comments, then each of the named ones.
const NOT_CALLED: usize = 0;
const REST: usize = 1;
const COMMENTS: usize = 2;
const FIRST_NAMED: usize = 3;

/// A number of occurrences, and what they are.
type Part = (usize, String);

/// The line with what it is made of.
pub(super) struct PartsLine<'a> {
    account: &'a Account,
    lead: String,
    shown: RowsShown,
    not_calls: Vec<OtherUse>,
    /// What means something else and is used, the most used first.
    others: Vec<OtherUse>,
}

impl<'a> PartsLine<'a> {
    pub(super) fn new(account: &'a Account, lead: String, shown: RowsShown) -> Self {
        let of = |is_wanted: fn(OtherKind) -> bool| -> Vec<&OtherUse> {
            account.others.iter().filter(|other| is_wanted(other.kind)).collect()
        };
        let not_calls = joined_by_name(&of(|kind| kind == OtherKind::NotCalled));
        let is_other = |kind| !matches!(kind, OtherKind::NotCalled | OtherKind::Imported);
        let mut others = joined_by_name(&of(is_other));
        others.retain(|other| other.uses() > 0);
        Self { account, lead, shown, not_calls, others }
    }

    pub(super) fn line(&self) -> String {
        let mut number = NAMED.min(self.others.len());
        let mut line = self.with(number, &[]);
        for named in NAMED + 1..=self.others.len() {
            let longer = self.with(named, &[]);
            if tokens::count_up_to(&longer, MAX_TOKENS).is_none() {
                break;
            }
            (line, number) = (longer, named);
        }
        self.with_places(line, number)
    }

    /// The line with the places of groups, as far as they cost little.
    fn with_places(&self, plain: String, named: usize) -> String {
        let tokens = tokens::count(&plain);
        let mut placed = vec![false; FIRST_NAMED + named];
        let mut best = plain;
        let first = [NOT_CALLED, REST].into_iter();
        for index in first.chain(FIRST_NAMED..FIRST_NAMED + named).chain([COMMENTS]) {
            placed[index] = true;
            let longer = self.with(named, &placed);
            let most = match index {
                ..FIRST_NAMED => MAX_PLACE_TOKENS,
                _ if self.shown.are_headers() => MAX_HEADER_PLACE_TOKENS,
                _ => MAX_NAMED_PLACE_TOKENS,
            };
            placed[index] = tokens::count_up_to(&longer, tokens + most).is_some();
            if placed[index] {
                best = longer;
            }
        }
        best
    }

    /// The line with the first `named` other uses named and the rest counted. `placed` says of each
    /// group whether its places are listed, which none are if it is empty.
    fn with(&self, named: usize, placed: &[bool]) -> String {
        let is_placed = |group: usize| placed.get(group).copied().unwrap_or(false);
        let (named, rest) = self.others.split_at(named);
        let of_rows = self.shown.parts(self.account.rows).into_iter();
        let mut parts: Vec<Part> = of_rows.map(|(count, word)| (count, word.to_owned())).collect();
        parts.extend(named.iter().enumerate().map(|(index, other)| {
            let of = if other.is_defined() { "of " } else { "" };
            described(other, of, is_placed(FIRST_NAMED + index))
        }));
        parts.extend(self.rest(rest, is_placed(REST)));
        let definitions = self.account.others.iter().map(|other| other.definitions).sum();
        let words = plural(definitions, "other definition", "other definitions");
        parts.push((definitions, words.to_owned()));
        let imports = self.account.others.iter().filter(|of| of.kind == OtherKind::Imported);
        let imports = imports.map(|other| other.count).sum();
        parts.push((imports, plural(imports, "import", "imports").to_owned()));
        parts.extend(self.not_calls.iter().map(|other| not_called(other, is_placed(NOT_CALLED))));
        let in_other_files = self.account.in_other_files;
        let in_comments = self.account.comments_and_strings - in_other_files;
        let places = if is_placed(COMMENTS) { listed(&self.account.in_comments) } else { None };
        parts.push((in_comments, format!("in comments or strings{}", in_parentheses(places))));
        parts.push((in_other_files, "in other files".to_owned()));
        let own = self.account.definitions;
        parts.push((own, plural(own, "its definition", "definitions").to_owned()));
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> =
            parts.map(|(count, what)| format!("{} {what}", thousands(count))).collect();
        let lead = &self.lead;
        if parts.is_empty() { lead.clone() } else { format!("{lead}: {}", parts.join(", ")) }
    }

    /// What is not named: the uses of other definitions together, with their places or with whose
    /// they are, and what else there is by what it is.
    fn rest(&self, rest: &[OtherUse], is_placed: bool) -> Vec<Part> {
        let (defined, others): (Vec<&OtherUse>, Vec<&OtherUse>) =
            rest.iter().partition(|other| other.is_defined());
        let count = defined.iter().map(|other| other.uses()).sum();
        let places = if is_placed { places_of(&defined) } else { None };
        let whose = in_parentheses(places.or_else(|| self.owners_of(&defined)));
        let words = plural(count, "use of another", "uses of others");
        let mut parts = vec![(count, format!("{words}{whose}"))];
        let apart = &others[..MAX_DESCRIBED.min(others.len())];
        parts.extend(apart.iter().map(|other| described(other, "", is_placed)));
        let count = others[apart.len()..].iter().map(|other| other.uses()).sum();
        parts.push((count, plural(count, "other use", "other uses").to_owned()));
        parts
    }

    /// The first of some other definitions without the name that they share: "b.Buffer, c.Cache and
    /// 2 more". `None` without any.
    fn owners_of(&self, defined: &[&OtherUse]) -> Option<String> {
        let shared = self.account.names.first().map_or("", String::as_str);
        let owner = |name: &str| {
            let owner = name.strip_suffix(shared).unwrap_or(name);
            let owner = owner.trim_end_matches(|mark: char| !mark.is_alphanumeric() && mark != '_');
            if owner.is_empty() { name.to_owned() } else { owner.to_owned() }
        };
        // What is counted together for the number of meanings has no place.
        let known = defined.iter().filter(|other| other.file.is_some());
        let owners: Vec<String> = known.take(MAX_BESIDE).map(|other| owner(&other.name)).collect();
        let more = and_more(defined.len() - owners.len());
        (!owners.is_empty()).then(|| format!("{}{more}", owners.join(", ")))
    }
}

/// Returns the uses with one meaning: with their places, or with what they stand behind.
fn described(other: &OtherUse, of: &str, is_placed: bool) -> Part {
    let places = if is_placed { places_of(&[other]) } else { None };
    let which = in_parentheses(places.or_else(|| receivers_of(other)));
    (other.uses(), format!("{of}{}{which}", other.name))
}

/// Returns the references that are not calls: what they are, and where.
fn not_called(other: &OtherUse, is_placed: bool) -> Part {
    let role = |(word, count): &(&'static str, usize)| match *count == other.count {
        true => (*word).to_owned(),
        false => format!("{} {}", thousands(*count), plural(*count, word_of_one(word), word)),
    };
    let roles: Vec<String> = other.roles.iter().map(role).collect();
    let places = if is_placed { places_of(&[other]) } else { None };
    let which = match (roles.is_empty(), places) {
        (true, places) => places,
        (false, Some(places)) => Some(format!("{}: {places}", roles.join(", "))),
        (false, None) => Some(roles.join(", ")),
    };
    (other.count, format!("not called{}", in_parentheses(which)))
}

/// Returns the singular of a word for references: "read" of "reads".
fn word_of_one(words: &str) -> &str {
    words.strip_suffix('s').unwrap_or(words)
}

fn in_parentheses(what: Option<String>) -> String {
    what.map(|what| format!(" ({what})")).unwrap_or_default()
}

fn listed(places: &[FileLine]) -> Option<String> {
    (!places.is_empty()).then(|| FileLine::listed(places, places.len()))
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
                known.definitions += other.definitions;
                known.use_places.extend(other.use_places.iter().cloned());
            }
            None => joined.push((*other).clone()),
        }
    }
    joined.sort_by_key(|other| Reverse(other.uses()));
    joined
}

/// Returns the places of some other uses; `None` if they are not all known.
fn places_of(others: &[&OtherUse]) -> Option<String> {
    let is_known = others.iter().all(|other| other.use_places.len() == other.uses());
    let mut places: Vec<FileLine> =
        others.iter().flat_map(|other| other.use_places.iter().cloned()).collect();
    places.sort();
    listed(&places).filter(|_| is_known)
}

/// Returns what most of the uses stand behind: "timer, buf, …".
fn receivers_of(other: &OtherUse) -> Option<String> {
    let named = other.receivers.iter().map(String::as_str);
    let named: Vec<&str> = named.filter(|name| !name.is_empty()).collect();
    let more = if named.len() > MAX_RECEIVERS { ", …" } else { "" };
    let shown = named[..MAX_RECEIVERS.min(named.len())].join(", ");
    (!shown.is_empty()).then(|| format!("{shown}{more}"))
}
