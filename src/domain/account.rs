//! The account of an answer: where every whole-word occurrence of a name went.

use super::{FileLine, plural, thousands, tokens};
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;
use std::sync::Arc;

/// Number of unresolved places in JSON and XML, more of which are only left in for a larger budget.
const MIN_LISTED: usize = 100;
/// Number of the unresolved places, and of other uses, that are left in where the budget is small.
const FEW_LISTED: usize = 8;
/// Tokens of the budget for each further place, so that they take at most about half of it.
const TOKENS_OF_PLACE: usize = 40;
/// What others are called of which the names, or the places, have no room.
const OF_OTHERS: &str = "uses of others";
const UNLISTED: &str = "unresolved, not listed";

/// Where the whole-word occurrences of some names in the files of the walk went. The parts sum to
/// `occurrences`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Account {
    /// The target's name, then those under which it is imported or exported.
    pub names: Vec<String>,
    /// Where the names beside the first come from.
    pub aliases: Vec<Alias>,
    pub occurrences: usize,
    /// Occurrences that the results of the answer list.
    pub rows: usize,
    /// Occurrences that are the name of a definition asked about.
    pub definitions: usize,
    /// Occurrences that mean something else, the most frequent first.
    pub others: Vec<OtherUse>,
    /// Occurrences in comments, strings and files that are not code.
    pub comments_and_strings: usize,
    /// Of these, occurrences in files of prose and data and in other files that are not code.
    pub in_other_files: usize,
    /// How the names of these files end, those with most occurrences first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_endings: Vec<Arc<str>>,
    /// Of these, strings that are the name and nothing else, by which code may look it up; the
    /// first hundred.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strings: Vec<StringUse>,
    /// Of these, those in comments and strings of code that are not the whole of a string, if they
    /// are few and in files that were parsed.
    #[serde(skip)]
    pub in_comments: Vec<FileLine>,
    /// Occurrences that no rule explains, one place each: the first of them where the budget has no
    /// room for all, and `others` count the rest.
    pub unresolved: Vec<FileLine>,
    /// All of them.
    pub unresolved_count: usize,
    /// The numbers of each name, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_name: Vec<OfName>,
    pub not_read: NotRead,
    /// Names of what was found, or of what it implements, whose own subtypes were not looked for
    /// everywhere, so that some may be missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_followed: Vec<NotFollowed>,
    /// Number of the names of what was found whose own subtypes were looked for everywhere; 0 if
    /// those of some were not.
    #[serde(skip_serializing_if = "is_zero")]
    pub followed: usize,
    /// Of the references that are not calls, those that hand a function on as a value, from where
    /// it may be called.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<ValueUse>,
}

/// The numbers of one of several names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OfName {
    pub name: String,
    pub occurrences: usize,
    /// Those of them that are unresolved or not read.
    pub open: usize,
}

/// A place where a function is not called but handed on: passed, assigned or returned.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct ValueUse {
    pub file: Arc<str>,
    /// 1-based.
    pub line: usize,
    /// The line without its indentation.
    pub text: String,
    /// The name of the function.
    pub name: String,
    /// The definition around the place: `Server.routes`; null at the top of a file.
    pub enclosing: Option<String>,
}

/// A string that is the name and nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StringUse {
    #[serde(flatten)]
    pub place: FileLine,
    /// The definition around the place; null at the top of a file, and where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enclosing: Option<String>,
}

/// Occurrences of a name that mean the same other thing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct OtherUse {
    /// The other definition, or what the occurrences have in common: "references that are not
    /// calls".
    pub name: String,
    /// Where the other definition is; null for what is not defined in the project.
    pub file: Option<Arc<str>>,
    pub line: Option<usize>,
    #[serde(skip)]
    pub kind: OtherKind,
    /// True if it is only possible that they mean it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_possible: bool,
    pub count: usize,
    /// How many of them are the name in the other definition itself; the others use it.
    #[serde(skip_serializing_if = "is_zero")]
    pub definitions: usize,
    /// Where they are, if they are few.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<FileLine>,
    /// Where those are that use it, as far as they are known: the first few.
    #[serde(skip)]
    pub use_places: Vec<FileLine>,
    /// What the references are that are not calls, with their numbers, the most frequent first:
    /// "reads".
    #[serde(skip)]
    pub roles: Vec<(&'static str, usize)>,
    /// Of members of values from outside, what stands before the name, the most frequent first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub receivers: Vec<String>,
}

/// What occurrences mean that are no rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OtherKind {
    /// A definition of the project.
    Definition,
    /// One that overrides the target.
    Overriding,
    /// The target, which is not called there, in an account of calls.
    NotCalled,
    /// The target, which is imported there, in an account of calls.
    Imported,
    /// Anything else, which the name describes.
    Described,
}

/// Another name of a definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Alias {
    pub name: String,
    /// The name that is replaced.
    pub of: String,
    /// Where an import or export gives it; the first such place.
    pub file: Arc<str>,
    /// 1-based.
    pub line: usize,
}

/// Files that mention the name, or may, and were not read to the end: for their size or number, or
/// because they could not be read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NotRead {
    pub files: usize,
    pub occurrences: usize,
    /// Directories that could not be listed, of whose files nothing is known.
    #[serde(skip_serializing_if = "is_zero")]
    pub directories: usize,
    /// Files of code that ignore rules leave out although git tracks them.
    #[serde(skip_serializing_if = "is_zero")]
    pub tracked: usize,
    /// Files of code and directories that ignore rules leave out, of which git's index, which is
    /// not understood, may say that git tracks them.
    #[serde(skip_serializing_if = "is_zero")]
    pub perhaps_tracked: usize,
}

impl NotRead {
    /// Returns whether all was read.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Returns what was not read in words: "2 files and 1 directory"; `None` if all was.
    pub fn words(&self) -> Option<String> {
        let words = |count: usize, one, many| {
            (count > 0).then(|| format!("{} {}", thousands(count), plural(count, one, many)))
        };
        let files = words(self.files, "file", "files");
        let directories = words(self.directories, "directory", "directories");
        let tracked =
            words(self.tracked, "ignored file that git tracks", "ignored files that git tracks");
        let perhaps = words(
            self.perhaps_tracked,
            "ignored file or directory that git may track",
            "ignored files and directories that git may track",
        );
        let all = files.into_iter().chain(directories).chain(tracked).chain(perhaps);
        let all = all.collect::<Vec<_>>();
        (!all.is_empty()).then(|| all.join(" and "))
    }
}

/// A name whose uses were not all looked at.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct NotFollowed {
    pub name: String,
    /// Number of the files that mention it and were not read; null if it was not looked for.
    pub files: Option<usize>,
}

/// Account of one level of callers. Its occurrences are those of the names of the definitions one
/// level nearer to the target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LevelAccount {
    /// 2 for the callers of callers.
    pub depth: usize,
    pub account: Account,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl LevelAccount {
    /// As [`Account::within`].
    #[must_use]
    pub fn within(&self, limit: usize) -> Self {
        Self { depth: self.depth, account: self.account.within(limit).into_owned() }
    }
}

impl Account {
    /// Returns whether every occurrence was read and explained, and what was found was followed.
    pub fn is_whole(&self) -> bool {
        self.is_explained() && self.not_followed.is_empty()
    }

    /// Returns whether every occurrence was read and explained.
    pub fn is_explained(&self) -> bool {
        self.unresolved.is_empty() && self.not_read.is_none()
    }

    /// Returns whether the project is known to define nothing else under the first name, but for
    /// what overrides what was asked about.
    pub fn is_of_only_definition(&self) -> bool {
        let is_other =
            |other: &OtherUse| other.definitions > 0 && other.kind != OtherKind::Overriding;
        self.names.len() == 1 && self.not_read.is_none() && !self.others.iter().any(is_other)
    }

    /// The account for programs, in at most half of `limit` tokens: the places of other uses give
    /// way first, then values and strings, then the least of other uses are joined, then unresolved
    /// places are left out. The parts sum to the same.
    pub fn within(&self, limit: usize) -> Cow<'_, Self> {
        let most = MIN_LISTED.max(limit / TOKENS_OF_PLACE);
        let is_within = |account: &Self| {
            let text = serde_json::to_string(account).unwrap_or_default();
            account.unresolved.len() <= most && tokens::count_up_to(&text, limit / 2).is_some()
        };
        if is_within(self) {
            return Cow::Borrowed(self);
        }
        let mut account = self.clone();
        account.unresolved.truncate(most);
        if !is_within(&account) {
            account.others.iter_mut().for_each(|other| other.places.clear());
        }
        if !is_within(&account) {
            // What they list is counted elsewhere.
            account.values.truncate(FEW_LISTED);
            account.strings.truncate(FEW_LISTED);
        }
        if !is_within(&account) {
            account.join_others();
        }
        while !is_within(&account) && account.unresolved.len() > FEW_LISTED {
            account.unresolved.truncate(account.unresolved.len() / 2);
        }
        let unlisted = self.unresolved.len() - account.unresolved.len();
        if unlisted > 0 {
            account.others.push(OtherUse { count: unlisted, ..OtherUse::described(UNLISTED) });
        }
        Cow::Owned(account)
    }

    /// Joins the other uses behind the first few.
    fn join_others(&mut self) {
        let rest = self.others.split_off(FEW_LISTED.min(self.others.len()));
        if rest.is_empty() {
            return;
        }
        let sum = |of: fn(&OtherUse) -> usize| rest.iter().map(of).sum();
        self.others.push(OtherUse {
            count: sum(|other| other.count),
            definitions: sum(|other| other.definitions),
            ..OtherUse::described(OF_OTHERS)
        });
    }

    /// Number of occurrences that mean something else.
    pub fn other_uses(&self) -> usize {
        self.others.iter().map(|other| other.count).sum()
    }

    /// Sum of the parts, which equals `occurrences`.
    pub fn sum(&self) -> usize {
        self.rows
            + self.definitions
            + self.other_uses()
            + self.comments_and_strings
            + self.unresolved.len()
            + self.not_read.occurrences
    }
}

impl OtherUse {
    /// Creates an entry with a description alone.
    pub fn described(name: &str) -> Self {
        let kind = OtherKind::Described;
        Self {
            name: name.to_owned(),
            file: None,
            line: None,
            kind,
            is_possible: false,
            count: 0,
            definitions: 0,
            places: Vec::new(),
            use_places: Vec::new(),
            roles: Vec::new(),
            receivers: Vec::new(),
        }
    }

    /// Number of the occurrences that are not the name in the other definition itself.
    pub fn uses(&self) -> usize {
        self.count - self.definitions
    }

    /// Returns whether it is a definition of the project rather than a description.
    pub fn is_defined(&self) -> bool {
        self.kind == OtherKind::Definition
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_cut_to_the_reply_sums_to_the_same() {
        let place = |line| FileLine { file: Arc::from("a/long/path/of/a/file.rs"), line };
        let other = |number: usize| OtherUse {
            count: number,
            places: (1..4).map(place).collect(),
            ..OtherUse::described("uses of one")
        };
        let unresolved: Vec<FileLine> = (1..=MIN_LISTED + 1).map(place).collect();
        let account = Account {
            unresolved_count: unresolved.len(),
            unresolved,
            others: (1..40).map(other).collect(),
            ..Account::default()
        };
        assert!(matches!(account.within(usize::MAX), Cow::Borrowed(_)));
        let parts = |limit| {
            let cut = account.within(limit);
            assert_eq!(cut.sum(), account.sum());
            let places: usize = cut.others.iter().map(|other| other.places.len()).sum();
            (places, cut.others.len(), cut.unresolved.len())
        };
        assert_eq!(parts(7_000), (0, 39, 101));
        assert_eq!(parts(4_000), (0, 10, 100));
        assert_eq!(parts(2_000), (0, 10, 50));
        assert_eq!(parts(100), (0, 10, 6));
    }
}
