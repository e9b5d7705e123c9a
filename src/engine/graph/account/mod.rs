//! The account of a question: each whole-word occurrence of the target's names in the files of the
//! walk, assigned to one bucket.
//!
//! Files that were parsed for the question are explained by their uses; in the others, comments are
//! separated from code by the text alone.

mod explain;
mod foreign;
mod listed;
mod meanings;
mod strings;
mod tally;
mod text;
mod values;

pub(super) use explain::{Explanation, explain};
use explain::{is_behind_type, is_in_signature, may_be_header_of_macro};
pub(in crate::engine) use listed::{ListedPlace, ListedPlaces, list};
use meanings::overriding;
use tally::{InFile, MAX_OTHER_PLACES, Tally, role_word};
pub(in crate::engine) use text::{OtherMember, TextPlaces, account_of_text};

use super::groups::Groups;
use super::project::{Def, FileIndex, Project, Unit, split_path};
use super::resolve::{Candidates, Meaning, distinct_languages, may_be_same};
use super::semantics::{self, is_applied};
use super::subtypes::header_at;
use super::uses::{ResolvedUse, UseFilter, Uses};
use crate::domain::{
    Account, Alias, Cancelled, Certainty, FileLine, NotFollowed, OfName, SymbolKind, is_word,
};
use crate::engine::graph::target::candidates;
use crate::lang::{CodeParts, FileKind, Foreign, Language};
use crate::workspace::names::{Role, Span, Use};
use crate::workspace::{FileEntry, MentioningFile, mentions_in_text};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// One search for the uses of a name, input of the account of one level of an answer.
pub(in crate::engine) struct NameSearch {
    /// 1 for the target's own name.
    pub(in crate::engine) depth: usize,
    pub(in crate::engine) name: String,
    /// The queried definitions, all of this name.
    pub(in crate::engine) groups: Vec<Vec<Def>>,
    pub(in crate::engine) filter: UseFilter,
    pub(in crate::engine) uses: Arc<Uses>,
    /// Other names that the search went on with and did not look for everywhere.
    pub(in crate::engine) not_followed: Vec<NotFollowed>,
    /// Number of the names that it went on with.
    pub(in crate::engine) followed: usize,
}

/// Displayed paths of the files that a server is known to have analysed; empty if none answered.
pub(in crate::engine) type AnalysedFiles = BTreeSet<Arc<str>>;

/// Classification of an occurrence.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Bucket {
    Row,
    Definition,
    Other(Other),
    Text,
    /// A file of prose or data, minified code, or a part of a template that is neither: the ending
    /// of its name, or the whole of it; "minified".
    OtherFile(Arc<str>),
    /// A string that is the name and nothing else.
    Quoted(FileLine),
    Unresolved(FileLine),
}

impl Bucket {
    fn in_other_file(entry: &FileEntry) -> Self {
        let name = split_path(&entry.path.display).1;
        Self::OtherFile(name.rfind('.').map_or(name, |dot| &name[dot..]).into())
    }

    /// Returns whether the places of a few occurrences are told.
    fn has_places(&self) -> bool {
        match self {
            // Of types they are imports for the most part.
            Self::Other(Other::OfOtherRole(filter)) => *filter != UseFilter::Supertypes,
            Self::Other(Other::Imported) => false,
            Self::Other(_) | Self::Text => true,
            _ => false,
        }
    }
}

/// Meaning of an occurrence that does not refer to the target.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Other {
    /// Another definition of the name, which is used: the first of its group.
    Definition(Def),
    /// The same where that is only possible, and rules all others out.
    Perhaps(Def),
    /// The name in such a definition itself.
    Named(Def),
    /// The name in a definition that overrides a target.
    Overriding(Def),
    /// The same in a language without a grammar: a member of another type.
    Of(OtherMember),
    Explained(Explanation),
    /// Code of a language that cannot use the target.
    Language(&'static str),
    /// A reference if only calls were searched, or only definitions and their headers.
    OfOtherRole(UseFilter),
    /// An import, if only calls were searched.
    Imported,
    /// An occurrence that a server that has analysed the file does not report.
    RuledOut,
}

/// Returns the account of several searches that make up one level of an answer.
pub(in crate::engine) fn account(
    project: &Project<'_>,
    searches: &[&NameSearch],
    listed: &ListedPlaces,
    analysed: &AnalysedFiles,
) -> Result<Account, Cancelled> {
    let mut tally = Tally::default();
    let mut known: HashSet<&str> = HashSet::new();
    let files: HashSet<&str> = listed.iter().map(ListedPlace::file).collect();
    for searched in searches {
        project.snapshot.cancel().check()?;
        tally.not_followed.extend(searched.not_followed.iter().cloned());
        tally.followed += searched.followed;
        let targets: HashSet<Def> = searched.groups.iter().flatten().copied().collect();
        let aliases = searched.uses.aliases_of(&targets);
        tally.targets.extend(searched.groups.iter().flatten());
        // A name that an import gives to another definition only is none of these.
        let is_apart = |name: &str| {
            let is_it = |alias: &Alias| alias.name == name;
            searched.uses.renamed.iter().any(|renamed| is_it(&renamed.alias))
                && !aliases.iter().any(|alias| is_it(alias))
        };
        let is_new = |name: &&String| !known.contains(name.as_str()) && !is_apart(name);
        let new: Vec<&String> = searched.uses.names.iter().filter(is_new).collect();
        tally.aliases.extend(aliases.into_iter().cloned());
        if new.is_empty() {
            continue;
        }
        let read = searched.uses.read.iter().filter_map(|file| project.unit(*file));
        let candidates = candidates(project, &searched.name)?.bounded(read);
        let accounter = Accounter::new(project, searched, &candidates, listed, &files, analysed);
        for name in new {
            known.insert(name);
            tally.names.push(name.clone());
            let (occurrences, open) = (tally.occurrences, tally.open);
            accounter.add(name, &mut tally)?;
            let (occurrences, open) = (tally.occurrences - occurrences, tally.open - open);
            tally.by_name.push(OfName { name: name.clone(), occurrences, open });
        }
    }
    Ok(tally.finish(project))
}

/// Assigns the occurrences of one search's names to buckets.
struct Accounter<'a, 'p, 's> {
    project: &'p Project<'s>,
    searched: &'a NameSearch,
    candidates: &'a Candidates<'p, 's>,
    listed: &'a ListedPlaces,
    listed_files: &'a HashSet<&'a str>,
    analysed: &'a AnalysedFiles,
    targets: HashSet<Def>,
    /// What overrides the targets, of names that are asked for by themselves.
    overriding: HashSet<Def>,
    groups: Groups,
    /// First definition of the group of each definition, of those that are not overloads of it.
    leaders: HashMap<Def, Def>,
    read: HashSet<FileIndex>,
    skipped: HashSet<FileIndex>,
    /// True if no other file sees the targets than those that define them.
    are_kept: bool,
    /// Those of all definitions of the name, and those of the targets.
    languages: Vec<&'static Language>,
    of_targets: Vec<&'static Language>,
    /// Ways in which code of further languages names the targets.
    foreign: Vec<&'static Foreign>,
}

impl<'a, 'p, 's> Accounter<'a, 'p, 's> {
    fn new(
        project: &'p Project<'s>,
        searched: &'a NameSearch,
        candidates: &'a Candidates<'p, 's>,
        listed: &'a ListedPlaces,
        listed_files: &'a HashSet<&'a str>,
        analysed: &'a AnalysedFiles,
    ) -> Self {
        let mut first: HashMap<usize, Vec<Def>> = HashMap::new();
        let leaders = candidates.defs.iter().zip(&candidates.groups).map(|(def, number)| {
            let known = first.entry(*number).or_default();
            let leader = known.iter().find(|leader| may_be_same(project, **leader, *def)).copied();
            if leader.is_none() {
                known.push(*def);
            }
            (*def, leader.unwrap_or(*def))
        });
        let targets: HashSet<Def> = searched.groups.iter().flatten().copied().collect();
        let of_targets = targets.iter().filter_map(|def| project.get(*def));
        let of_targets = distinct_languages(of_targets.map(|(unit, _)| &**unit));
        Self {
            foreign: foreign::ways(project, &targets),
            are_kept: !targets.is_empty() && targets.iter().all(|def| is_kept(project, *def)),
            overriding: overriding(searched, candidates),
            project,
            searched,
            candidates,
            listed,
            listed_files,
            analysed,
            targets,
            groups: Groups::new(&searched.groups),
            leaders: leaders.collect(),
            read: searched.uses.read.iter().copied().collect(),
            skipped: searched.uses.skipped.iter().copied().collect(),
            languages: candidates.languages(),
            of_targets,
        }
    }

    /// Adds the occurrences of a name.
    fn add(&self, name: &str, tally: &mut Tally) -> Result<(), Cancelled> {
        let mut mentions = self.project.mentions(name)?;
        let may_be_named = |found: &MentioningFile| {
            self.candidates.may_be_named(name, self.project.entry(found.file).language)
        };
        if !mentions.files.iter().all(may_be_named) {
            Arc::make_mut(&mut mentions).files.retain(may_be_named);
        }
        let unreadable = mentions.failed.iter().filter(|error| error.is_of_code());
        tally.unreadable.extend(unreadable.map(|error| error.path().to_owned()));
        let found: Vec<InFile> = mentions
            .files
            .par_iter()
            .map(|found| {
                let cancel = self.project.snapshot.cancel();
                cancel.check()?;
                let buckets = self.in_file(name, found);
                // `in_file` stops early if the request is cancelled.
                cancel.check()?;
                Ok(buckets)
            })
            .collect::<Result<_, Cancelled>>()?;
        tally.values.extend(self.values(name, &mentions)?);
        for (found, buckets) in mentions.files.iter().zip(found) {
            let file = found.file;
            if self.skipped.contains(&file) && !self.read.contains(&file) {
                tally.occurrences += found.offsets.len();
                tally.not_read.insert(file);
                tally.not_read_occurrences += found.offsets.len();
                tally.open += found.offsets.len();
                continue;
            }
            for (bucket, count) in buckets.counts {
                tally.add(self.as_seen(file, bucket), count);
            }
            for (receiver, count) in buckets.receivers {
                *tally.receivers.entry(receiver).or_default() += count;
            }
            for (word, count) in buckets.roles {
                *tally.roles.entry(word).or_default() += count;
            }
            for (bucket, places) in buckets.places {
                let known = tally.places.entry(bucket).or_default();
                known.extend(places);
                known.truncate(MAX_OTHER_PLACES + 1);
            }
        }
        Ok(())
    }

    /// Returns a bucket in which strings count as text where headers are sought, since no string
    /// names a supertype, and in which nothing is open that cannot be the target's.
    fn as_seen(&self, file: FileIndex, bucket: Bucket) -> Bucket {
        match bucket {
            Bucket::Unresolved(_)
                if self.are_kept && self.targets.iter().all(|def| def.file != file) =>
            {
                Bucket::Other(Other::Explained(Explanation::Unseen))
            }
            Bucket::Quoted(_) if self.searched.filter == UseFilter::Supertypes => Bucket::Text,
            bucket => bucket,
        }
    }

    fn in_file(&self, name: &str, found: &MentioningFile) -> InFile {
        let file = found.file;
        let mut buckets = InFile::default();
        let is_read = self.read.contains(&file);
        if found.hints.is_minified && !is_read {
            let minified = Bucket::OtherFile("minified".into());
            found.offsets.iter().for_each(|_| buckets.count(minified.clone()));
        } else if is_read
            && let Some(unit) = self.project.unit(file)
            && self.may_use(unit.language)
        {
            let cancel = self.project.snapshot.cancel();
            let code = text::code_unread(unit, |of| self.may_use(of));
            let foreign = self.ways_in(unit.language, unit.content());
            for at in mentions_in_text(unit.content(), name)
                .into_iter()
                .take_while(|_| !cancel.is_cancelled())
            {
                let bucket = match self.of_parsed(unit, name, at) {
                    Bucket::Text | Bucket::Quoted(_)
                        if code.may_use(unit.content(), &(at..at + name.len())) =>
                    {
                        self.unresolved(unit, at)
                    }
                    bucket if self.may_be_foreign(&foreign, unit.content(), &bucket, at) => {
                        self.unresolved(unit, at)
                    }
                    Bucket::Unresolved(_)
                        if !self.may_name_target(unit.language)
                            && !foreign.iter().any(|way| way.may_be_at(unit.content(), at)) =>
                    {
                        Bucket::Other(Other::Language(&unit.language.config.name))
                    }
                    bucket => bucket,
                };
                if bucket == Bucket::Other(Other::Explained(Explanation::ExternalMember)) {
                    let receiver = receiver_before(unit.content(), at).to_owned();
                    *buckets.receivers.entry(receiver).or_default() += 1;
                }
                if bucket == Bucket::Other(Other::OfOtherRole(UseFilter::Calls))
                    && let Some(word) = unit.names().use_at(at).and_then(|of| role_word(of.role))
                {
                    *buckets.roles.entry(word).or_default() += 1;
                }
                if bucket.has_places() {
                    buckets.place(&bucket, || self.place(unit, at));
                }
                buckets.count(bucket);
            }
        } else if !self.skipped.contains(&file) {
            self.of_text(found, name, &mut buckets);
        }
        buckets
    }

    /// Classifies an occurrence by what was read around it.
    fn of_read(&self, unit: &Arc<Unit>, name: &str, at: usize) -> Bucket {
        if self.is_listed(unit, at) {
            return Bucket::Row;
        }
        if let Some(symbol) = self.candidates.defined_at(unit, at) {
            let def = Def { file: unit.file, symbol };
            if self.targets.contains(&def) {
                return Bucket::Definition;
            }
            if self.overriding.contains(&def) {
                return Bucket::Other(Other::Overriding(def));
            }
            if unit.symbol(symbol).kind != SymbolKind::Impl {
                return Bucket::Other(Other::Named(self.leaders.get(&def).copied().unwrap_or(def)));
            }
        }
        let is_whole = |found: &&Use| {
            found.span.of(unit.content()) == name && !explain::is_of_another_name(unit, at)
        };
        let Some(found) = unit.names().use_at(at).filter(is_whole) else {
            return self.without_use(unit, name, at);
        };
        if !self.searched.filter.accepts(found) && !self.may_be_called(unit, found) {
            // In such languages, the grammar can take a call for a declaration.
            let is_of_type = unit.rules().types_are_apart && found.role == Role::Type;
            let may_be_call = matches!(found.role, Role::Read | Role::Type | Role::Write)
                && unit.rules().is_program_wide()
                && !is_of_type;
            let is_applied = is_applied(&unit.content()[found.span.end as usize..]);
            let may_be_call = may_be_call
                && is_applied
                && !is_behind_type(unit, at)
                && !is_in_signature(unit, at);
            let is_doubtful = self.searched.filter == UseFilter::Calls && may_be_call;
            let is_of_types = self.searched.filter == UseFilter::Supertypes;
            return if is_doubtful || is_of_types && may_be_header_of_macro(unit, at) {
                self.unresolved(unit, at)
            } else if self.searched.filter == UseFilter::All {
                Bucket::Other(Other::Explained(Explanation::Label))
            } else if self.searched.filter == UseFilter::Calls && found.role == Role::Import {
                Bucket::Other(Other::Imported)
            } else {
                Bucket::Other(Other::OfOtherRole(self.searched.filter))
            };
        }
        match self.searched.uses.resolved_at(unit.file, at) {
            Some(found) => self.of_resolved(unit, found, at),
            None => match explain(self.candidates, unit, found) {
                // An overload that its name does not call.
                Some(Explanation::Definition(def)) if self.targets.contains(&def) => {
                    Bucket::Other(Other::OfOtherRole(self.searched.filter))
                }
                Some(Explanation::Definition(def)) => Bucket::Other(Other::Definition(def)),
                Some(meaning) => Bucket::Other(Other::Explained(meaning)),
                None => self.open(unit, found, at),
            },
        }
    }

    /// Returns whether a use calls a queried definition if it means that.
    fn may_be_called(&self, unit: &Unit, found: &Use) -> bool {
        self.searched.filter.may_accept(unit, found)
            && self.targets.iter().any(|def| self.project.is_called_by_name(unit, found, *def))
    }

    /// Classifies a use that has candidate definitions but is not listed.
    fn of_resolved(&self, unit: &Arc<Unit>, found: &ResolvedUse, at: usize) -> Bucket {
        let meanings = &*found.meanings;
        if !self.groups.best(meanings).is_empty() {
            // The use creates a value of the type, or the type is an argument of another supertype;
            // a field that is initialized is not called.
            let is_set =
                self.searched.filter == UseFilter::Calls && found.name_use.role == Role::Initialize;
            // A header of a type that no definition is known of, such as one in a lambda.
            let is_lost = found.name_use.role == Role::Inherit && header_at(unit, at).is_none();
            if self.searched.filter == UseFilter::Supertypes && !is_lost || is_set {
                return Bucket::Other(Other::OfOtherRole(self.searched.filter));
            }
            let is_analysed = self.analysed.contains(&unit.entry.path.display);
            return if is_analysed {
                Bucket::Other(Other::RuledOut)
            } else {
                self.unresolved(unit, at)
            };
        }
        match meanings.iter().min_by_key(|meaning| (meaning.certainty, meaning.rule)) {
            Some(best) if best.rules_others_out() || self.is_of_unseen_overload(unit, found) => {
                let def = self.leaders.get(&best.def).copied().unwrap_or(best.def);
                Bucket::Other(match best.certainty {
                    Certainty::Possible => Other::Perhaps(def),
                    Certainty::Exact | Certainty::Likely => Other::Definition(def),
                })
            }
            // A guess may be wrong, and the use the target's.
            _ => self.open(unit, &found.name_use, at),
        }
    }

    /// Returns whether a use calls an overload that nobody sees, such as one that a macro declares:
    /// what it is found to mean by its receiver takes no such arguments. That is none of another
    /// type, but where functions may be added to types.
    fn is_of_unseen_overload(&self, unit: &Unit, found: &ResolvedUse) -> bool {
        let rules = unit.rules();
        let is_unfit = |meaning: &Meaning| {
            !meaning.rule.is_guess()
                && self.candidates.is_of_other_number(unit, &found.name_use, meaning.def)
        };
        !rules.receiver_is_parameter && !rules.adds_members && found.meanings.iter().all(is_unfit)
    }

    /// Classifies a use that no rule resolves: it is open unless its form rules the target out.
    fn open(&self, unit: &Arc<Unit>, found: &Use, at: usize) -> Bucket {
        let of_all = |is_excluded: &dyn Fn(Def) -> bool| {
            !self.targets.is_empty() && self.targets.iter().all(|def| is_excluded(*def))
        };
        let candidates = &self.candidates;
        let explanation = if of_all(&|def| candidates.is_apart(unit, found, def)) {
            Explanation::Apart
        } else if of_all(&|def| candidates.is_out_of_reach(unit, def)) {
            Explanation::OutOfReach
        } else if of_all(&|def| candidates.is_kept_from(unit, found, def)) {
            Explanation::Unseen
        } else if of_all(&|def| {
            candidates.is_miscounted(unit, found, def)
                || candidates.is_other_overload(unit, found, def)
        }) {
            Explanation::Miscounted
        } else if of_all(&|def| candidates.is_of_other_types(unit, found, def)) {
            Explanation::OtherTypes
        } else if !self.targets.is_empty()
            && candidates.are_labelled_apart(unit, found, self.targets.iter().copied())
        {
            Explanation::Labelled
        } else {
            return self.unresolved(unit, at);
        };
        Bucket::Other(Other::Explained(explanation))
    }

    fn is_listed(&self, unit: &Unit, at: usize) -> bool {
        if !self.listed_files.contains(unit.path()) {
            return false;
        }
        let file = || Arc::clone(&unit.entry.path.display);
        if self.searched.filter.is_of_headers() {
            let is_listed =
                |line| self.listed.contains(&ListedPlace::Header { file: file(), line });
            // What has no name of its own is listed where it begins.
            return is_listed(unit.text.line_of(at))
                || header_at(unit, at).is_some_and(|symbol| is_listed(unit.symbol(symbol).line));
        }
        // Definitions that must follow the target are rows beside its uses.
        let defined = unit.symbol_named_at(at).map(|symbol| unit.symbol(symbol).line);
        let is_header = |line| self.listed.contains(&ListedPlace::Header { file: file(), line });
        let (line, column) = unit.text.position(at);
        defined.is_some_and(is_header)
            || self.listed.contains(&ListedPlace::Use { file: file(), line, column })
    }

    fn unresolved(&self, unit: &Unit, at: usize) -> Bucket {
        Bucket::Unresolved(self.place(unit, at))
    }

    fn place(&self, unit: &Unit, at: usize) -> FileLine {
        FileLine { file: Arc::clone(&unit.entry.path.display), line: unit.text.line_of(at) }
    }

    /// Returns whether code of a language can name the targets.
    fn may_name_target(&self, language: &'static Language) -> bool {
        self.targets.is_empty()
            || self.of_targets.iter().any(|defining| defining.is_used_with(language))
    }

    /// Returns whether code of a language can use the definitions of the name.
    fn may_use(&self, language: &'static Language) -> bool {
        // What the project does not define may be of any language.
        self.targets.is_empty()
            || self.languages.iter().any(|defining| defining.is_used_with(language))
    }
}

/// Returns whether no other file sees a definition.
fn is_kept(project: &Project<'_>, def: Def) -> bool {
    project.get(def).is_some_and(|(unit, symbol)| {
        semantics::of(unit.language).is_kept(unit, unit.symbol(symbol))
    })
}

/// Returns the name before a member, `timer` of `self.timer.reset`, with `()` if it is called;
/// empty if what stands there is no name.
fn receiver_before(text: &str, at: usize) -> &str {
    const MAX_CALL: usize = 40;
    let before = text[..at].trim_end_matches([' ', '\t', '\n', '.', ':', '>', '-', '?', '!']);
    let end = match before.strip_suffix("()") {
        Some(called) => called.len(),
        None => before.len(),
    };
    let start = before[..end].trim_end_matches(is_word).len();
    if end - start > MAX_CALL { "" } else { &before[start..] }
}

/// Returns whether the name at `at` is the whole of a string, or the end of a path that is: code
/// may look it up by its name, as tests replace `"app.orders.match"`.
fn is_quoted(text: &str, at: usize, name: &str) -> bool {
    let before = text[..at].trim_end_matches(|letter| is_word(letter) || letter == '.');
    let path = &text[before.len()..at];
    let mark = before.chars().next_back().filter(|mark| matches!(mark, '"' | '\''));
    (path.is_empty() || path.ends_with('.'))
        && mark.is_some_and(|mark| text[at + name.len()..].starts_with(mark))
}

/// Returns whether the name at `at` is a whole string, or that of a symbol which stands for text:
/// `:name`.
fn is_whole_text(unit: &Unit, at: usize, name: &str) -> bool {
    if is_quoted(unit.content(), at, name) {
        return true;
    }
    let Some(start) = at.checked_sub(1).filter(|_| unit.content()[..at].ends_with(':')) else {
        return false;
    };
    unit.names().texts.binary_search(&Span::new(start..at + name.len())).is_ok()
}

/// Returns the parts of a file of code that may be code although its language reads them as text,
/// as in a template or notebook; in scripts only if their language is one that `may_use` takes.
fn code_beside(
    entry: &FileEntry,
    text: &str,
    may_use: impl Fn(&'static Language) -> bool,
) -> CodeParts {
    let kind = FileKind::listed(&entry.path.absolute);
    kind.map_or_else(CodeParts::default, |kind| {
        kind.parts(text, kind.scripts().is_none_or(may_use))
    })
}
