//! Numbers and places of an account while it is made.

use super::strings::string_uses;
use super::{Bucket, Explanation, Other};
use crate::domain::{
    Account, Alias, FileLine, NotFollowed, NotRead, OfName, OtherKind, OtherUse, ValueUse,
};
use crate::engine::graph::project::{Def, FileIndex, Project};
use crate::workspace::names::Role;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Maximum number of meanings that an account lists; the others are counted together.
const MAX_MEANINGS: usize = 50;

/// Largest number of uses of another definition of which the places are listed.
pub(super) const MAX_OTHER_PLACES: usize = 12;

/// Limit of the receivers that are listed of members of values from outside.
const MAX_RECEIVERS: usize = 20;

/// The occurrences of a name in one file.
#[derive(Default)]
pub(super) struct InFile {
    pub(super) counts: BTreeMap<Bucket, usize>,
    /// As in [`Tally`].
    pub(super) places: BTreeMap<Bucket, Vec<FileLine>>,
    pub(super) receivers: BTreeMap<String, usize>,
    pub(super) roles: BTreeMap<&'static str, usize>,
}

impl InFile {
    pub(super) fn count(&mut self, bucket: Bucket) {
        *self.counts.entry(bucket).or_default() += 1;
    }

    pub(super) fn place(&mut self, bucket: &Bucket, place: impl FnOnce() -> FileLine) {
        match self.places.get_mut(bucket) {
            Some(places) if places.len() > MAX_OTHER_PLACES => {}
            Some(places) => places.push(place()),
            None => {
                self.places.insert(bucket.clone(), vec![place()]);
            }
        }
    }
}

#[derive(Default)]
pub(super) struct Tally {
    /// The definitions that were asked about.
    pub(super) targets: BTreeSet<Def>,
    pub(super) names: Vec<String>,
    pub(super) aliases: Vec<Alias>,
    pub(super) buckets: BTreeMap<Bucket, usize>,
    /// Places of what means something else or is in comments, one more than [`MAX_OTHER_PLACES`] of
    /// each at most.
    pub(super) places: BTreeMap<Bucket, Vec<FileLine>>,
    /// How often each stands before a member of a value from outside.
    pub(super) receivers: BTreeMap<String, usize>,
    /// What the references are that are not calls.
    pub(super) roles: BTreeMap<&'static str, usize>,
    pub(super) occurrences: usize,
    /// Number of them that are unresolved or not read.
    pub(super) open: usize,
    pub(super) by_name: Vec<OfName>,
    pub(super) not_read: BTreeSet<FileIndex>,
    /// Paths of code files that could not be read as text.
    pub(super) unreadable: BTreeSet<String>,
    pub(super) values: BTreeSet<ValueUse>,
    pub(super) not_read_occurrences: usize,
    pub(super) not_followed: Vec<NotFollowed>,
    pub(super) followed: usize,
}

impl Tally {
    pub(super) fn add(&mut self, bucket: Bucket, count: usize) {
        self.occurrences += count;
        self.open += if matches!(bucket, Bucket::Unresolved(_)) { count } else { 0 };
        *self.buckets.entry(bucket).or_default() += count;
    }

    pub(super) fn finish(self, project: &Project<'_>) -> Account {
        let receivers = by_frequency(self.receivers).map(|(receiver, _)| receiver);
        let receivers: Vec<String> = receivers.take(MAX_RECEIVERS).collect();
        let roles: Vec<(&'static str, usize)> = by_frequency(self.roles).collect();
        let are_several = self.names.len() > 1;
        let mut account = Account {
            by_name: self.by_name.into_iter().filter(|_| are_several).collect(),
            names: self.names,
            aliases: self.aliases,
            values: self.values.into_iter().collect(),
            occurrences: self.occurrences,
            not_read: NotRead {
                files: self.not_read.len() + self.unreadable.len(),
                occurrences: self.not_read_occurrences,
                ..project.walk().not_read()
            },
            followed: if self.not_followed.is_empty() { self.followed } else { 0 },
            not_followed: self.not_followed,
            ..Account::default()
        };
        let mut others: BTreeMap<OtherUse, OfOther> = BTreeMap::new();
        let mut strings = Vec::new();
        account.other_endings = endings(&self.buckets);
        for (bucket, count) in self.buckets {
            match bucket {
                Bucket::Row => account.rows += count,
                Bucket::Definition => account.definitions += count,
                Bucket::Text => {
                    account.comments_and_strings += count;
                    let places = self.places.get(&Bucket::Text).filter(|of| of.len() == count);
                    account.in_comments = places.cloned().unwrap_or_default();
                }
                Bucket::OtherFile(_) => {
                    account.comments_and_strings += count;
                    account.in_other_files += count;
                }
                Bucket::Quoted(place) => {
                    account.comments_and_strings += count;
                    strings.extend(std::iter::repeat_n(place, count));
                }
                Bucket::Unresolved(place) => {
                    account.unresolved.extend(std::iter::repeat_n(place, count));
                }
                Bucket::Other(other) => {
                    let mut described = other.description(project, &self.targets);
                    if other == Other::Explained(Explanation::ExternalMember) {
                        described.receivers.clone_from(&receivers);
                    }
                    if described.kind == OtherKind::NotCalled {
                        described.roles.clone_from(&roles);
                    }
                    let of = others.entry(described).or_default();
                    let places = self.places.get(&Bucket::Other(other.clone()));
                    of.add(other.is_definition(), count, places);
                }
            }
        }
        account.others = counted(others);
        account.strings = string_uses(project, strings);
        account.unresolved_count = account.unresolved.len();
        account
    }
}

/// Returns how the names of the files that are no code end, those with most occurrences first.
fn endings<'b>(buckets: impl IntoIterator<Item = (&'b Bucket, &'b usize)>) -> Vec<Arc<str>> {
    let mut endings = Vec::new();
    for (bucket, count) in buckets {
        if let Bucket::OtherFile(ending) = bucket {
            endings.push((Reverse(*count), Arc::clone(ending)));
        }
    }
    endings.sort();
    endings.into_iter().map(|(_, ending)| ending).collect()
}

/// The occurrences of one other meaning.
#[derive(Default)]
struct OfOther {
    /// Those that are the name in the other definition itself.
    definitions: usize,
    uses: usize,
    defined: Vec<FileLine>,
    used: Vec<FileLine>,
}

impl OfOther {
    fn add(&mut self, are_definitions: bool, count: usize, places: Option<&Vec<FileLine>>) {
        let (number, known) = match are_definitions {
            true => (&mut self.definitions, &mut self.defined),
            false => (&mut self.uses, &mut self.used),
        };
        *number += count;
        known.extend(places.into_iter().flatten().cloned());
    }
}

/// Returns the other uses with their numbers, the most frequent first.
fn counted(others: BTreeMap<OtherUse, OfOther>) -> Vec<OtherUse> {
    // Uses in text have no places.
    let known = |mut places: Vec<FileLine>, count: usize| {
        let are_listed = count <= MAX_OTHER_PLACES && places.len() == count;
        places.truncate(if are_listed { count } else { 0 });
        places.sort();
        places
    };
    let first = |mut places: Vec<FileLine>| {
        places.truncate(MAX_OTHER_PLACES);
        places.sort();
        places
    };
    let other_use = |(other, of): (OtherUse, OfOther)| {
        let count = of.definitions + of.uses;
        let all = of.defined.into_iter().chain(of.used.iter().cloned()).collect();
        OtherUse {
            count,
            definitions: of.definitions,
            places: known(all, count),
            use_places: first(of.used),
            ..other
        }
    };
    let mut others: Vec<OtherUse> = others.into_iter().map(other_use).collect();
    others.sort_by_key(|other| Reverse(other.count));
    if others.len() > MAX_MEANINGS {
        let rest: Vec<OtherUse> = others.drain(MAX_MEANINGS..).collect();
        others.push(OtherUse {
            kind: OtherKind::Definition,
            count: rest.iter().map(|other| other.count).sum(),
            definitions: rest.iter().map(|other| other.definitions).sum(),
            ..OtherUse::described("other definitions")
        });
    }
    others
}

/// Returns words with their numbers, the most frequent first.
fn by_frequency<T>(words: BTreeMap<T, usize>) -> impl Iterator<Item = (T, usize)> {
    let mut words: Vec<(T, usize)> = words.into_iter().collect();
    words.sort_by_key(|(_, count)| Reverse(*count));
    words.into_iter()
}

/// Returns what a reference of a role is called that is not a call; `None` where that says nothing
/// of it.
pub(super) fn role_word(role: Role) -> Option<&'static str> {
    match role {
        Role::Read => Some("reads"),
        Role::Decorator => Some("decorators"),
        Role::Type => Some("types"),
        Role::Write | Role::Initialize => Some("writes"),
        Role::Inherit => Some("headers"),
        Role::Import | Role::ImportPath => Some("imports"),
        Role::Key => Some("keys"),
        Role::Argument => Some("names of arguments"),
        Role::Call | Role::Label => None,
    }
}
