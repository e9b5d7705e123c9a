//! The line of an account that says what the occurrences are which are accounted for, with their
//! numbers.

use super::MIN_VALUES;
use super::text::{MAX_STRINGS, RowsShown};
use crate::domain::{Account, FileLine, OtherKind, OtherUse, and_more, plural, thousands, tokens};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

/// Tokens of the account line up to which uses of definitions beyond the first [`NAMED`] are named.
const MAX_TOKENS: usize = 25;

/// Other meanings that the line always names, and other definitions of the project that it does.
const NAMED: usize = 2;
const NAMED_DEFINITIONS: usize = 3;

/// Number of the receivers that are named of uses of values from outside.
const MAX_RECEIVERS: usize = 5;

/// Tokens that places may add to the line, and those of meanings that are named in any case.
const MAX_PLACE_TOKENS: usize = 60;
const MAX_NAMED_PLACE_TOKENS: usize = 45;
/// The same where results are found in headers: what implements another type of the name may be
/// what the reader looks for.
const MAX_HEADER_PLACE_TOKENS: usize = 120;

/// Other definitions that are named without the number of their uses.
const MAX_BESIDE: usize = 4;

/// Meanings that are no definitions of the project and are told apart behind the named ones.
const MAX_DESCRIBED: usize = 3;

/// Groups of occurrences of which the line may list the places: those that do not call, those that
/// are only counted, other definitions, comments, then each of the named ones.
const NOT_CALLED: usize = 0;
const REST: usize = 1;
const DEFINITIONS: usize = 2;
const COMMENTS: usize = 3;
const FIRST_NAMED: usize = 4;

/// Number of other definitions beyond which no places of them are listed.
const MANY_DEFINITIONS: usize = 20;

/// Number of places of a group that are listed if all of them would take too much, and of the uses
/// of another meaning whose places cost nothing of the others'.
const FEW_PLACES: usize = 3;
const FEW_USES: usize = 8;

/// The places that a group has in the line.
#[derive(Debug, Clone, Copy)]
enum Placed {
    /// At most so many of its uses.
    Uses(usize),
    /// Those of the other definition itself.
    Declaration,
}

impl Default for Placed {
    fn default() -> Self {
        Self::Uses(0)
    }
}

impl Placed {
    const fn most(self) -> usize {
        match self {
            Self::Uses(most) => most,
            Self::Declaration => 0,
        }
    }
}

/// A number of occurrences, and what they are.
type Part = (usize, String);

/// The line with what it is made of.
pub(super) struct PartsLine<'a> {
    account: &'a Account,
    lead: String,
    shown: RowsShown,
    not_calls: Vec<OtherUse>,
    /// Whether lines above name some of those that are not calls.
    are_above: bool,
    /// What means something else and is used, the most used first.
    others: Vec<OtherUse>,
}

impl<'a> PartsLine<'a> {
    pub(super) fn new(account: &'a Account, lead: String, shown: RowsShown) -> Self {
        let of = |is_wanted: fn(OtherKind) -> bool| -> Vec<&OtherUse> {
            account.others.iter().filter(|other| is_wanted(other.kind)).collect()
        };
        let mut not_calls = joined_by_name(&of(|kind| kind == OtherKind::NotCalled));
        let are_above = without_named(account, &mut not_calls);
        let is_other = |kind| !matches!(kind, OtherKind::NotCalled | OtherKind::Imported);
        let mut others = joined_by_name(&of(is_other));
        others.retain(|other| other.uses() > 0);
        Self { account, lead, shown, not_calls, are_above, others }
    }

    pub(super) fn line(&self) -> String {
        let mut number = self.always_named();
        let mut line = self.with(number, &[]);
        for named in number + 1..=self.others.len() {
            let longer = self.with(named, &[]);
            if tokens::count_up_to(&longer, MAX_TOKENS).is_none() {
                break;
            }
            (line, number) = (longer, named);
        }
        self.with_places(line, number)
    }

    /// The number of others that are named in any case: up to the last of the first definitions.
    fn always_named(&self) -> usize {
        let defined = self.others.iter().enumerate().filter(|(_, other)| other.is_defined());
        let last = defined.take(NAMED_DEFINITIONS).last().map_or(0, |(index, _)| index + 1);
        last.max(NAMED.min(self.others.len()))
    }

    /// The line with the places of groups, as far as they cost little.
    fn with_places(&self, plain: String, named: usize) -> String {
        let tokens = tokens::count(&plain);
        let mut placed = vec![Placed::default(); FIRST_NAMED + named];
        let mut best = plain;
        let first = [NOT_CALLED, REST, DEFINITIONS].into_iter();
        for index in first.chain(FIRST_NAMED..FIRST_NAMED + named).chain([COMMENTS]) {
            let most = match index {
                ..FIRST_NAMED => MAX_PLACE_TOKENS,
                _ if self.shown.are_headers() => MAX_HEADER_PLACE_TOKENS,
                _ => MAX_NAMED_PLACE_TOKENS,
            };
            // Few uses of another meaning have their places whatever the others cost.
            let is_few =
                index >= FIRST_NAMED && self.others[index - FIRST_NAMED].uses() <= FEW_USES;
            let tokens = if is_few { tokens.max(tokens::count(&best)) } else { tokens };
            let all = [Placed::Uses(usize::MAX), Placed::Uses(FEW_PLACES), Placed::Declaration];
            // Where other definitions have their places, a name leads to one of these.
            let is_placed = index < FIRST_NAMED
                || placed[DEFINITIONS].most() > 0
                || !self.others[index - FIRST_NAMED].is_defined();
            for how in all.into_iter().take(if is_placed { 2 } else { 3 }) {
                let most = match how {
                    Placed::Uses(_) => most,
                    Placed::Declaration => most.min(MAX_TOKENS),
                };
                placed[index] = how;
                let longer = self.with(named, &placed);
                // Of places that are not all known none is added before the first few are.
                if longer != best && tokens::count_up_to(&longer, tokens + most).is_some() {
                    best = longer;
                    break;
                }
                placed[index] = Placed::default();
            }
        }
        best
    }

    /// The line with the first `named` other uses named and the rest counted. `placed` has the
    /// number of places of each group that are listed at most, which none are if it is empty.
    fn with(&self, named: usize, placed: &[Placed]) -> String {
        let placed = |group: usize| placed.get(group).copied().unwrap_or_default();
        let (named, rest) = self.others.split_at(named);
        let of_rows = self.shown.parts(self.account.rows).into_iter();
        let mut parts: Vec<Part> = of_rows.map(|(count, word)| (count, word.to_owned())).collect();
        parts.extend(named.iter().enumerate().map(|(index, other)| {
            let of = match (other.is_defined(), other.is_possible) {
                (true, true) => "perhaps of ",
                (true, false) => "of ",
                (false, _) => "",
            };
            match placed(FIRST_NAMED + index) {
                Placed::Declaration => self.declared(other, of),
                Placed::Uses(most) => described(other, of, most),
            }
        }));
        parts.extend(self.rest(rest, placed(REST).most()));
        let (overriding, others): (Vec<&OtherUse>, Vec<&OtherUse>) =
            self.account.others.iter().partition(|of| of.kind == OtherKind::Overriding);
        let count = overriding.iter().map(|other| other.definitions).sum();
        let whose = in_parentheses(self.owners_of(&overriding));
        parts.push((count, format!("{}{whose}", plural(count, "override", "overrides"))));
        let definitions = others.iter().map(|other| other.definitions).sum();
        let words = plural(definitions, "other definition", "other definitions");
        let places =
            in_parentheses(self.other_definitions(definitions, placed(DEFINITIONS).most()));
        parts.push((definitions, format!("{words}{places}")));
        let imports = self.account.others.iter().filter(|of| of.kind == OtherKind::Imported);
        let imports = imports.map(|other| other.count).sum();
        parts.push((imports, plural(imports, "import", "imports").to_owned()));
        parts.extend(
            self.not_calls
                .iter()
                .map(|other| not_called(other, placed(NOT_CALLED).most(), self.are_above)),
        );
        let in_other_files = self.account.in_other_files;
        let in_comments = self.account.comments_and_strings - in_other_files;
        let places = &self.account.in_comments;
        let places = listed(places, places.len(), placed(COMMENTS).most());
        parts.push((in_comments, format!("in comments or strings{}", in_parentheses(places))));
        parts.push((in_other_files, format!("in {} files", self.kinds_of_files())));
        let own = self.account.definitions;
        parts.push((own, plural(own, "its definition", "definitions").to_owned()));
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> =
            parts.map(|(count, what)| format!("{} {what}", thousands(count))).collect();
        let lead = &self.lead;
        if parts.is_empty() { lead.clone() } else { format!("{lead}: {}", parts.join(", ")) }
    }

    /// How the files are called that are no code: "other", ".md and other".
    fn kinds_of_files(&self) -> String {
        let endings = &self.account.other_endings;
        match endings.as_slice() {
            [] => "other".to_owned(),
            [one] => one.to_string(),
            [one, other] => format!("{one} and {other}"),
            [one, other, ..] => format!("{one}, {other} and other"),
        }
    }

    /// The uses of another definition, with the places of that: of overloads those that are used.
    fn declared(&self, other: &OtherUse, of: &str) -> Part {
        let same = self.account.others.iter();
        let same =
            same.filter(|same| same.name == other.name && is_alike(same, other) && same.uses() > 0);
        let mut places: Vec<FileLine> = same.filter_map(declaration).collect();
        places.sort();
        let at = listed(&places, places.len(), FEW_PLACES);
        let at = at.map(|at| format!(" at {at}")).unwrap_or_default();
        (other.uses(), format!("{of}{}{at}", other.name))
    }

    /// What is not named: the uses of other definitions together, with their places or with whose
    /// they are, and what else there is by what it is.
    fn rest(&self, rest: &[OtherUse], most: usize) -> Vec<Part> {
        let (defined, others): (Vec<&OtherUse>, Vec<&OtherUse>) =
            rest.iter().partition(|other| other.is_defined());
        let count = defined.iter().map(|other| other.uses()).sum();
        let whose = self.owners_of(&defined).or_else(|| places_of(&defined, most));
        let whose = in_parentheses(whose);
        let words = plural(count, "use of another", "uses of others");
        let mut parts = vec![(count, format!("{words}{whose}"))];
        let apart = &others[..MAX_DESCRIBED.min(others.len())];
        parts.extend(apart.iter().map(|other| described(other, "", most)));
        let count = others[apart.len()..].iter().map(|other| other.uses()).sum();
        parts.push((count, plural(count, "other use", "other uses").to_owned()));
        parts
    }

    /// The places of the name in other definitions, of which there are `count`.
    fn other_definitions(&self, count: usize, most: usize) -> Option<String> {
        let mut places: Vec<FileLine> = Vec::new();
        let is_other =
            |other: &&OtherUse| other.definitions > 0 && other.kind != OtherKind::Overriding;
        for other in self.account.others.iter().filter(is_other) {
            if other.places.len() == other.count {
                let mut used = other.use_places.clone();
                places.extend(other.places.iter().filter(|place| take(&mut used, place)).cloned());
            } else {
                places.extend(declaration(other));
            }
        }
        places.sort();
        let is_known = places.len() == count;
        let most = if is_known { most } else { most.min(FEW_PLACES) };
        (count <= MANY_DEFINITIONS).then(|| listed(&places, count, most)).flatten()
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

/// Returns where another definition is; `None` of what is not defined in the project.
fn declaration(other: &OtherUse) -> Option<FileLine> {
    Some(FileLine { file: Arc::clone(other.file.as_ref()?), line: other.line? })
}

/// Returns whether a place is none of some others, and removes it from those.
fn take(others: &mut Vec<FileLine>, place: &FileLine) -> bool {
    match others.iter().position(|other| other == place) {
        Some(index) => {
            others.remove(index);
            false
        }
        None => true,
    }
}

/// Returns the uses with one meaning: with their places, or with what they stand behind.
fn described(other: &OtherUse, of: &str, most: usize) -> Part {
    let places = places_of(&[other], most).or_else(|| receivers_of(other));
    let which = in_parentheses(places.or_else(|| first_places(other, most)));
    let name = if other.uses() == 1 && !other.is_defined() {
        words_for_one(&other.name)
    } else {
        &other.name
    };
    (other.uses(), format!("{of}{name}{which}"))
}

/// Returns the words for one of what an account counts together.
fn words_for_one(words: &str) -> &str {
    match words {
        "local variables" => "local variable",
        "modules" => "module",
        "labels" => "label",
        "keys" => "key",
        "references" => "reference",
        "variables with a mark" => "variable with a mark",
        "with other numbers of arguments" => "with another number of arguments",
        "in packages that do not use it" => "in a package that does not use it",
        "parts of longer names" => "part of a longer name",
        words => words,
    }
}

/// Takes the places that the lines of values and of strings name from those of references that are
/// not calls; returns whether there were any.
fn without_named(account: &Account, not_calls: &mut [OtherUse]) -> bool {
    let values = account.values.iter().map(|of| (&of.file, of.line));
    let values = values.take(if account.values.len() > MIN_VALUES { 0 } else { MIN_VALUES });
    let strings = account.strings.iter().map(|of| (&of.place.file, of.place.line));
    let strings = strings.take(if account.strings.len() > MAX_STRINGS { 0 } else { MAX_STRINGS });
    let named: HashSet<(&Arc<str>, usize)> = values.chain(strings).collect();
    let mut are_some = false;
    for other in not_calls {
        let is_known = other.use_places.len() == other.uses();
        let count = other.use_places.len();
        other.use_places.retain(|place| !is_known || !named.contains(&(&place.file, place.line)));
        are_some |= other.use_places.len() < count;
    }
    are_some
}

/// Returns the references that are not calls: what they are, and where those are that no line
/// above names.
fn not_called(other: &OtherUse, most: usize, are_above: bool) -> Part {
    let role = |(word, count): &(&'static str, usize)| match *count == other.count {
        true => (*word).to_owned(),
        false => format!("{} {}", thousands(*count), plural(*count, word_of_one(word), word)),
    };
    let mut roles: Vec<String> = other.roles.iter().map(role).collect();
    // Of files that were not parsed no roles are known.
    let of_roles = other.roles.iter().map(|(_, count)| count).sum();
    if let Some(by_text) = other.count.checked_sub(of_roles).filter(|rest| *rest > 0)
        && !roles.is_empty()
    {
        roles.push(format!("{} by text alone", thousands(by_text)));
    }
    let places = match are_above {
        true if other.use_places.is_empty() => Some("named above".to_owned()),
        true => listed(&other.use_places, other.use_places.len(), most)
            .map(|places| format!("{places}; the others above")),
        false => places_of(&[other], most).or_else(|| first_places(other, most)),
    };
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

/// Returns the first `most` of some known places, of `count`; `None` without any.
fn listed(places: &[FileLine], count: usize, most: usize) -> Option<String> {
    let shown = &places[..most.min(places.len())];
    let text =
        || format!("{}{}", FileLine::listed(shown, shown.len()), and_more(count - shown.len()));
    (!shown.is_empty()).then(text)
}

/// Returns whether other uses of one name are told together.
fn is_alike(one: &OtherUse, other: &OtherUse) -> bool {
    (one.is_defined(), one.is_possible) == (other.is_defined(), other.is_possible)
}

/// Returns other uses with those of one name joined, such as those of overloads, the most frequent
/// first.
fn joined_by_name(others: &[&OtherUse]) -> Vec<OtherUse> {
    let mut joined: Vec<OtherUse> = Vec::new();
    for other in others {
        let known =
            joined.iter_mut().find(|known| known.name == other.name && is_alike(known, other));
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

/// Returns the places of some other uses, of which at most `most` are listed; `None` if that is
/// not all of them.
fn places_of(others: &[&OtherUse], most: usize) -> Option<String> {
    let is_known = others.iter().all(|other| other.use_places.len() == other.uses());
    let mut places: Vec<FileLine> =
        others.iter().flat_map(|other| other.use_places.iter().cloned()).collect();
    places.sort();
    listed(&places, places.len(), most).filter(|_| is_known && places.len() <= most)
}

/// Returns the first places of uses that no name tells where to find.
fn first_places(other: &OtherUse, most: usize) -> Option<String> {
    let is_told = other.is_defined() || most > FEW_PLACES;
    listed(&other.use_places, other.uses(), most).filter(|_| !is_told)
}

/// Returns what most of the uses stand behind: "timer, buf, …".
fn receivers_of(other: &OtherUse) -> Option<String> {
    let named = other.receivers.iter().map(String::as_str);
    let named: Vec<&str> = named.filter(|name| !name.is_empty()).collect();
    let more = if named.len() > MAX_RECEIVERS { ", …" } else { "" };
    let shown = named[..MAX_RECEIVERS.min(named.len())].join(", ");
    (!shown.is_empty()).then(|| format!("{shown}{more}"))
}
