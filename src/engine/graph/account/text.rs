//! Occurrences in files that were not parsed: comments are separated from code by the text alone.

use super::tally::InFile;
use super::{Accounter, Bucket, ListedPlace, ListedPlaces, Other, Tally, code_beside, is_quoted};
use crate::domain::{Account, Cancelled, FileLine, OtherKind, OtherUse};
use crate::engine::graph::marks::{Opaque, is_behind_line_end, is_textual, is_textual_source};
use crate::engine::graph::project::{FileIndex, Project, Unit, may_be_code};
use crate::engine::graph::uses::UseFilter;
use crate::lang::{CodeParts, FileKind, Language};
use crate::workspace::{FileEntry, MentioningFile, mentions_in_text};
use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// A definition of the name in the text tier, with its qualified name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::engine) struct OtherMember {
    pub(in crate::engine) name: String,
    pub(in crate::engine) place: FileLine,
    /// True of the name in such a definition itself.
    pub(in crate::engine) is_definition: bool,
}

impl OtherMember {
    /// Returns it as a meaning of uses, without their number.
    pub(super) fn description(&self) -> OtherUse {
        OtherUse {
            file: Some(Arc::clone(&self.place.file)),
            line: Some(self.place.line),
            kind: OtherKind::Definition,
            ..OtherUse::described(&self.name)
        }
    }
}

/// What is known of a name that was searched in text only.
pub(in crate::engine) struct TextPlaces<'a> {
    /// Those that were searched.
    pub(in crate::engine) files: &'a HashSet<FileIndex>,
    /// Its definitions, by file and byte.
    pub(in crate::engine) definitions: &'a HashSet<(FileIndex, usize)>,
    /// Members of other types, by file and byte.
    pub(in crate::engine) others: &'a BTreeMap<(FileIndex, usize), OtherMember>,
}

/// Returns the account of a name, in its spellings, that was searched in text only.
pub(in crate::engine) fn account_of_text(
    project: &Project<'_>,
    names: &[String],
    filter: UseFilter,
    TextPlaces { files, definitions, others }: TextPlaces<'_>,
    listed: &ListedPlaces,
) -> Result<Account, Cancelled> {
    let mut tally = Tally { names: names.to_vec(), ..Tally::default() };
    let searches: Vec<_> =
        names.iter().map(|name| Ok((name, project.mentions(name)?))).collect::<Result<_, _>>()?;
    let each = searches
        .iter()
        .flat_map(|(name, found)| found.files.iter().map(move |in_file| (name, in_file)));
    for (name, found) in each {
        let file = found.file;
        let entry = project.entry(file);
        let code = entry.language.filter(|_| may_be_code(entry));
        let text = || project.snapshot.text(&entry.path).ok();
        let Some((language, text)) = code.and_then(|code| Some((code, text()?))) else {
            of_no_code(project, (found, name), |_| true, |bucket| tally.add(bucket, 1));
            continue;
        };
        if is_data(entry, language, &text.content) {
            tally.add(Bucket::in_other_file(entry), found.offsets.len());
            continue;
        }
        let parts = TextParts::of(entry, &text.content, language, |_| true);
        let is_textual =
            LazyCell::new(|| is_textual(entry) || is_textual_source(entry, &text.content));
        for at in mentions_in_text(&text.content, name) {
            project.snapshot.cancel().check()?;
            let (line, column) = text.position(at);
            let path = Arc::clone(&entry.path.display);
            let place = match filter.is_of_headers() {
                true => ListedPlace::Header { file: path, line },
                false => ListedPlace::Use { file: path, line, column },
            };
            let bucket = if listed.contains(&place) {
                Bucket::Row
            } else if definitions.contains(&(file, at)) {
                Bucket::Definition
            } else if let Some(other) = others.get(&(file, at)) {
                Bucket::Other(Other::Of(other.clone()))
            } else if parts.may_be_code(at, name) {
                Bucket::Unresolved(FileLine { file: Arc::clone(&entry.path.display), line })
            } else if is_quoted(&text.content, at, name) && parts.opaque.is_string(at) {
                Bucket::Quoted(FileLine { file: Arc::clone(&entry.path.display), line })
            } else if parts.opaque.has(at) {
                Bucket::Text
            } else if files.contains(&file) {
                Bucket::Other(Other::OfOtherRole(filter))
            } else if *is_textual {
                Bucket::Unresolved(FileLine { file: Arc::clone(&entry.path.display), line })
            } else {
                Bucket::Other(Other::Language(&language.config.name))
            };
            tally.add(bucket, 1);
        }
    }
    Ok(tally.finish(project))
}

impl Accounter<'_, '_, '_> {
    /// Classifies the occurrences in a file that was not parsed for the question.
    pub(super) fn of_text(&self, found: &MentioningFile, name: &str, buckets: &mut InFile) {
        let entry = self.project.entry(found.file);
        // The language of a file without a known extension may be determined by its first line.
        let known = || self.project.unit(found.file).map(|unit| unit.language);
        let is_read = self.read.contains(&found.file);
        let language = entry.language.or_else(|| if is_read { known() } else { None });
        let code = language.filter(|_| may_be_code(entry));
        let text = || self.project.snapshot.text(&entry.path).ok();
        let Some((language, text)) = code.and_then(|code| Some((code, text()?))) else {
            let count = |bucket| buckets.count(bucket);
            return of_no_code(self.project, (found, name), |of| self.may_use(of), count);
        };
        if is_data(entry, language, &text.content) {
            let other = Bucket::in_other_file(entry);
            return found.offsets.iter().for_each(|_| buckets.count(other.clone()));
        }
        let parts = TextParts::of(entry, &text.content, language, |of| self.may_use(of));
        let of_other_role = Bucket::Other(Other::OfOtherRole(self.searched.filter));
        let may_use = self.may_use(language);
        let scripts = FileKind::listed(&entry.path.absolute).and_then(FileKind::scripts);
        let may_script = scripts.is_some_and(|scripts| self.may_use(scripts));
        let foreign = self.ways_in(language, &text.content);
        let place = |at| FileLine { file: Arc::clone(&entry.path.display), line: text.line_of(at) };
        let has_rows = self.listed_files.contains(&*entry.path.display);
        let is_of_other = LazyCell::new(|| is_textual_source(entry, &text.content));
        for at in mentions_in_text(&text.content, name) {
            let listed = || {
                let (line, column) = text.position(at);
                ListedPlace::Use { file: Arc::clone(&entry.path.display), line, column }
            };
            if has_rows && self.listed.contains(&listed()) {
                buckets.count(Bucket::Row);
                continue;
            }
            let is_opaque = parts.opaque.has(at);
            let may_be_code =
                parts.may_be_code(at, name) || is_opaque && is_behind_line_end(&text.content, at);
            let bucket = if may_use && may_be_code || may_script && parts.is_beside(at, name) {
                Bucket::Unresolved(place(at))
            } else if may_use && parts.opaque.is_string(at) && is_inserted(&text.content, at) {
                of_other_role.clone()
            } else if may_use && is_opaque && is_quoted(&text.content, at, name) {
                Bucket::Quoted(place(at))
            } else if self.searched.filter == UseFilter::All && !is_textual(entry) && may_use
                || is_opaque
            {
                Bucket::Text
            } else if may_use && !is_textual(entry) {
                of_other_role.clone()
            } else if may_use
                || foreign.iter().any(|way| way.may_be_at(&text.content, at))
                || *is_of_other
            {
                Bucket::Unresolved(place(at))
            } else {
                Bucket::Other(Other::Language(&language.config.name))
            };
            if bucket == of_other_role && bucket.has_places() {
                buckets.place(&bucket, || place(at));
            }
            buckets.count(bucket);
        }
    }
}

/// Returns whether a file that ends like code holds data by its text. Files of a listed kind, such
/// as notebooks, may hold both.
fn is_data(entry: &FileEntry, language: &Language, text: &str) -> bool {
    let is_listed = FileKind::listed(&entry.path.absolute).is_some();
    !is_listed && language.is_data_by_content(&entry.path.absolute, || Cow::Borrowed(text))
}

/// Classifies the occurrences in a file that is no code of a known language, or is gone.
/// `may_use`: code of a language may use the name.
fn of_no_code(
    project: &Project<'_>,
    (found, name): (&MentioningFile, &str),
    may_use: impl Fn(&'static Language) -> bool,
    mut count: impl FnMut(Bucket),
) {
    let entry = project.entry(found.file);
    let path = &entry.path.absolute;
    let is_text = FileKind::is_text(path, entry.language);
    let text = if is_text { None } else { project.snapshot.text(&entry.path).ok() };
    let Some(text) = text else {
        return found.offsets.iter().for_each(|_| count(Bucket::in_other_file(entry)));
    };
    let kind = FileKind::of(path, entry.language, &text.content);
    let code = kind.parts(&text.content, kind.scripts().is_none_or(&may_use));
    let may_name = kind.may_name(&may_use);
    let other = Bucket::in_other_file(entry);
    for at in mentions_in_text(&text.content, name) {
        let may_use = may_name && code.may_use(&text.content, &(at..at + name.len()));
        let file = Arc::clone(&entry.path.display);
        count(match may_use {
            true => Bucket::Unresolved(FileLine { file, line: text.line_of(at) }),
            false => other.clone(),
        });
    }
}

/// Returns the parts of a parsed file that may be code although its language reads them as text,
/// where it does not read the code in its markup.
pub(super) fn code_unread(unit: &Unit, may_use: impl Fn(&'static Language) -> bool) -> CodeParts {
    match unit.language.reads_markup() {
        true => CodeParts::default(),
        false => code_beside(&unit.entry, unit.content(), may_use),
    }
}

/// Comments and strings of a text that was not parsed, and what in them may be code all the same.
struct TextParts<'t> {
    text: &'t str,
    opaque: Opaque,
    beside: CodeParts,
    /// True if no grammar reads the language.
    is_textual: bool,
}

impl<'t> TextParts<'t> {
    fn of(
        entry: &FileEntry,
        text: &'t str,
        language: &Language,
        may_use: impl Fn(&'static Language) -> bool,
    ) -> Self {
        let (opaque, beside) = (Opaque::of(text, language), code_beside(entry, text, may_use));
        Self { text, opaque, beside, is_textual: is_textual(entry) }
    }

    /// Returns whether a name is in a comment or string that may be code: of a template, or in a
    /// dialect that no grammar reads.
    fn may_be_code(&self, at: usize, name: &str) -> bool {
        let is_doubtful = || self.is_textual && !self.opaque.is_certain(at);
        self.opaque.has(at) && (is_doubtful() || self.is_beside(at, name))
    }

    /// Returns whether a name is in a part that may be code although its language reads it as text.
    fn is_beside(&self, at: usize, name: &str) -> bool {
        self.beside.may_use(self.text, &(at..at + name.len()))
    }
}

/// Returns whether the name at `at` stands for its value in a string: `"$name"`, `"{name}"`.
fn is_inserted(text: &str, at: usize) -> bool {
    text[..at].ends_with(['$', '{'])
}
