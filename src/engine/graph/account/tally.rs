//! Numbers and places of an account while it is made.

use super::{Bucket, Explanation, Other};
use crate::domain::{Account, Alias, FileLine, NotRead, OfName, OtherUse, ValueUse};
use crate::engine::graph::project::{FileIndex, Project};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of meanings that an account lists; the others are counted together.
const MAX_MEANINGS: usize = 50;

/// Largest number of uses of another definition of which the places are listed.
pub(super) const MAX_OTHER_PLACES: usize = 12;

/// Limit of the receivers that are listed of members of values from outside.
const MAX_RECEIVERS: usize = 20;

/// Limit of the strings that are the name, of which the places are listed.
const MAX_STRINGS: usize = 100;

/// The occurrences of a name in one file.
#[derive(Default)]
pub(super) struct InFile {
    pub(super) counts: BTreeMap<Bucket, usize>,
    /// As in [`Tally`].
    pub(super) places: BTreeMap<Bucket, Vec<FileLine>>,
    pub(super) receivers: BTreeMap<String, usize>,
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
    pub(super) names: Vec<String>,
    pub(super) aliases: Vec<Alias>,
    pub(super) buckets: BTreeMap<Bucket, usize>,
    /// Places of what means something else or is in comments, one more than [`MAX_OTHER_PLACES`] of
    /// each at most.
    pub(super) places: BTreeMap<Bucket, Vec<FileLine>>,
    /// How often each stands before a member of a value from outside.
    pub(super) receivers: BTreeMap<String, usize>,
    pub(super) occurrences: usize,
    /// Number of them that are unresolved or not read.
    pub(super) open: usize,
    pub(super) by_name: Vec<OfName>,
    pub(super) not_read: BTreeSet<FileIndex>,
    /// Paths of code files that could not be read as text.
    pub(super) unreadable: BTreeSet<String>,
    pub(super) values: BTreeSet<ValueUse>,
    pub(super) not_read_occurrences: usize,
}

impl Tally {
    pub(super) fn add(&mut self, bucket: Bucket, count: usize) {
        self.occurrences += count;
        self.open += if matches!(bucket, Bucket::Unresolved(_)) { count } else { 0 };
        *self.buckets.entry(bucket).or_default() += count;
    }

    pub(super) fn finish(self, project: &Project<'_>) -> Account {
        let receivers = by_frequency(self.receivers);
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
            },
            ..Account::default()
        };
        let mut others: BTreeMap<OtherUse, (usize, Vec<FileLine>)> = BTreeMap::new();
        for (bucket, count) in self.buckets {
            match bucket {
                Bucket::Row => account.rows += count,
                Bucket::Definition => account.definitions += count,
                Bucket::Text => {
                    account.comments_and_strings += count;
                    let places = self.places.get(&Bucket::Text).filter(|of| of.len() == count);
                    account.in_comments = places.cloned().unwrap_or_default();
                }
                Bucket::OtherFile => {
                    account.comments_and_strings += count;
                    account.in_other_files += count;
                }
                Bucket::Quoted(place) => {
                    account.comments_and_strings += count;
                    account.strings.extend(std::iter::repeat_n(place, count));
                }
                Bucket::Unresolved(place) => {
                    account.unresolved.extend(std::iter::repeat_n(place, count));
                }
                Bucket::Other(other) => {
                    let mut described = other.description(project);
                    if other == Other::Explained(Explanation::ExternalMember) {
                        described.receivers.clone_from(&receivers);
                    }
                    let (known, places) = others.entry(described).or_default();
                    *known += count;
                    let listed = self.places.get(&Bucket::Other(other));
                    places.extend(listed.into_iter().flatten().cloned());
                }
            }
        }
        account.others = counted(others);
        account.strings.truncate(MAX_STRINGS);
        account.unresolved_count = account.unresolved.len();
        account
    }
}

/// Returns the other uses with their numbers, the most frequent first.
fn counted(others: BTreeMap<OtherUse, (usize, Vec<FileLine>)>) -> Vec<OtherUse> {
    let other_use = |(other, (count, mut places)): (OtherUse, (usize, Vec<FileLine>))| {
        // Uses in text have no places.
        let are_listed = count <= MAX_OTHER_PLACES && places.len() == count;
        places.truncate(if are_listed { count } else { 0 });
        places.sort();
        OtherUse { count, places, ..other }
    };
    let mut others: Vec<OtherUse> = others.into_iter().map(other_use).collect();
    others.sort_by_key(|other| Reverse(other.count));
    if others.len() > MAX_MEANINGS {
        let rest: usize = others.drain(MAX_MEANINGS..).map(|other| other.count).sum();
        others.push(OtherUse { count: rest, ..OtherUse::described("other definitions") });
    }
    others
}

/// Returns receivers, the most frequent first.
fn by_frequency(receivers: BTreeMap<String, usize>) -> Vec<String> {
    let mut receivers: Vec<(String, usize)> = receivers.into_iter().collect();
    receivers.sort_by_key(|(_, count)| Reverse(*count));
    receivers.into_iter().take(MAX_RECEIVERS).map(|(receiver, _)| receiver).collect()
}
