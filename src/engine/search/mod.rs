//! Search: ranked whole definitions for words or a boolean query.
//!
//! There is no index. One scan of every text ranks the files by the query's terms; only the most
//! promising files are parsed, and their definitions ranked by the fields in which the terms occur.

mod about;
mod definitions;
mod evaluate;
mod exact;
mod files;
mod filter;
mod findings;
mod intent;
mod meaning;
mod meant;
mod order;
mod path_factors;
mod postings;
mod present;
mod query;
mod rank;
mod snippet;
mod synonyms;
mod vocabulary;
mod words;

pub use filter::FilterError;
pub use findings::{Brief, Finding, Findings, MatchedBy};
pub use query::{MAX_QUERY_BYTES, MAX_WORDS, QueryError};

use crate::domain::{Cancelled, LeftOut, LeftOutReason, Problem, Symbol, SymbolKind};
use crate::lang::Language;
use crate::workspace::{
    FileEntry, FileFacts, ReadError, Snapshot, SourcePath, Text, Walk, WalkError,
};
use definitions::{Owner, Reading};
use evaluate::Known;
use files::PromisingFile;
use query::Query;
use rank::{RankingContext, Score};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use vocabulary::{Mask, Scratch, Vocabulary};

/// A search request.
#[derive(Debug, Clone)]
pub struct SearchQuery {
    /// Query in the query language, or literal text if `exact`.
    pub query: String,
    /// Files and directories to search.
    pub starts: Vec<SourcePath>,
    pub language: Option<&'static Language>,
    /// True to search for the query literally: as a definition's name, or as text.
    pub exact: bool,
    pub allow_tests: bool,
    /// Maximum number of definitions returned with their code.
    pub max_results: usize,
    /// True to also return the code of definitions that score far below the best.
    pub thorough: bool,
}

/// Error of a search.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    #[error(transparent)]
    Query(#[from] QueryError),
    #[error(transparent)]
    Walk(#[from] WalkError),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Problem for SearchError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Query(error) => error.hint(),
            Self::Walk(_) | Self::Cancelled(_) => None,
        }
    }
}

/// Maximum number of files to parse, and of their bytes.
const MAX_FILES: usize = 160;
const MAX_BYTES: u64 = 8 << 20;
/// Minimum share of the best file's score for a file to be parsed once there are enough results.
const MIN_PROMISE: f64 = 0.3;

/// Runs a search.
///
/// # Errors
/// If the query is invalid, a start cannot be walked, or the request is cancelled.
pub fn search(snapshot: &Snapshot, request: &SearchQuery) -> Result<Findings, SearchError> {
    if request.exact {
        return exact::search(snapshot, request);
    }
    let query = Query::parse(&request.query)?;
    let scope = Scope::new(snapshot, request)?;
    let vocabulary = Vocabulary::new(&query);
    let mut findings = find(snapshot, request, &scope, &query, &vocabulary)?;
    // If nothing else is found, stop words and parts of words are better than nothing.
    if findings.total == 0
        && let Some(vocabulary) = vocabulary.with_stop_words(&query)
    {
        findings = find(snapshot, request, &scope, &query, &vocabulary)?;
    }
    if findings.total == 0
        && findings.holds_parts
        && let Some(query) = query.by_parts()
    {
        findings = find(snapshot, request, &scope, &query, &vocabulary)?;
        if findings.total > 0 {
            findings.notes.push(format!(
                "Nothing holds `{}`; this is what holds parts of it.",
                request.query.trim()
            ));
        }
    }
    if findings.total == 0
        && let Some(meaning) = vocabulary.meaning
    {
        let query = query.without_words();
        let mut vocabulary = Vocabulary::new(&query);
        vocabulary.meaning = Some(meaning);
        let meant = find(snapshot, request, &scope, &query, &vocabulary)?;
        findings = if meant.total > 0 { meant } else { findings };
    }
    if let Some(reason) = &query.read_as_words {
        findings.notes.push(format!("Searched as plain words: {reason}."));
    }
    if query.ignored_words > 0 {
        findings.notes.push(format!(
            "the query has more than {MAX_WORDS} words; the last {} were not looked for",
            query.ignored_words
        ));
    }
    Ok(findings)
}

fn find(
    snapshot: &Snapshot,
    request: &SearchQuery,
    scope: &Scope,
    query: &Query,
    vocabulary: &Vocabulary,
) -> Result<Findings, SearchError> {
    let ranking = files::rank(snapshot, scope, query, vocabulary)?;
    let (chosen, all_chosen) =
        choose(scope, &ranking.files, request.allow_tests, !vocabulary.is_empty());
    let searcher = Searcher { snapshot, query, vocabulary, idf: &ranking.idf, request };
    let read: Vec<Option<FileCandidates>> = chosen
        .par_iter()
        .enumerate()
        .map(|(order, promising)| {
            snapshot.cancel().check()?;
            Ok(searcher.candidates(
                &scope.files[promising.file_index],
                promising,
                order < meant::MAX_WORDLESS_FILES,
            ))
        })
        .collect::<Result<_, Cancelled>>()?;
    let mut findings = Findings {
        files: scope.files.len(),
        left_out: scope.left_out.clone(),
        ..Findings::default()
    };
    findings.total_is_exact = all_chosen;
    (findings.can_prepare, findings.holds_parts) = (ranking.can_keep, ranking.holds_parts);
    note_left_out(scope, &ranking.files, request, &mut findings);
    note_unread(ranking.failed, &mut findings);
    let mut read: Vec<FileCandidates> = read.into_iter().flatten().collect();
    note_unparsed(&read, &mut findings);
    if let Some(meaning) = &vocabulary.meaning {
        meant::join(&mut read, meaning);
    }
    about::join(&mut read);
    order::settle(&mut read, vocabulary);
    present::present(&read, vocabulary, request, &mut findings);
    Ok(findings)
}

/// Speeds up later searches of the same places: keeps the terms of their files in memory if they
/// fit.
///
/// # Errors
/// As [`search`], except for the query.
pub fn prepare(snapshot: &Snapshot, request: &SearchQuery) -> Result<(), SearchError> {
    let scope = Scope::new(snapshot, request)?;
    files::keep(snapshot, &scope.files)?;
    Ok(())
}

/// The files in the scope of a request.
struct Scope {
    files: Vec<FileEntry>,
    /// The walk that found them, if they are all files below the roots.
    walk: Option<Arc<Walk>>,
    left_out: Vec<LeftOut>,
}

impl Scope {
    fn new(snapshot: &Snapshot, request: &SearchQuery) -> Result<Self, WalkError> {
        let walk = snapshot.walk(&request.starts, &[])?;
        // By rules files are left out of each search; what is not known may hold what is sought.
        let is_told = |row: &&LeftOut| walk.files.is_empty() || row.is_unknown();
        let left_out = walk.left_out.iter().filter(is_told).cloned().collect();
        let files = match request.language {
            None => walk.files.clone(),
            Some(language) => {
                walk.files.iter().filter(|file| is_of(file, language)).cloned().collect()
            }
        };
        let is_whole = request.language.is_none() && request.starts == snapshot.roots().starts();
        Ok(Self { files, walk: is_whole.then_some(walk), left_out })
    }
}

/// Returns whether a file may be in a language: by its name or, where names are ambiguous, by its
/// content, which is checked later.
fn is_of(file: &FileEntry, language: &'static Language) -> bool {
    file.language.is_some_and(|known| {
        let is_open = !known.is_settled_by_name(&file.path.absolute);
        known == language
            || is_open && known.config.disambiguate.iter().any(|rule| rule.language == language.id)
    })
}

/// Returns the files to parse, and whether they are all the files that may contain a result.
fn choose(
    scope: &Scope,
    ranked: &[PromisingFile],
    allow_tests: bool,
    has_words: bool,
) -> (Vec<PromisingFile>, bool) {
    let wanted =
        ranked.iter().filter(|file| allow_tests || !scope.files[file.file_index].class.is_test());
    // Without words there is no score to choose files by, so more of them are read.
    let (most_files, most_bytes) =
        if has_words { (MAX_FILES, MAX_BYTES) } else { (8 * MAX_FILES, 4 * MAX_BYTES) };
    let best = wanted.clone().next().map_or(0.0, |file| file.score);
    let mut bytes = 0;
    let mut chosen = Vec::new();
    for file in wanted.clone() {
        bytes += scope.files[file.file_index].stamp.size;
        let is_enough = chosen.len() >= most_files || bytes > most_bytes && chosen.len() >= 8;
        if is_enough || chosen.len() >= 40 && file.score < MIN_PROMISE * best {
            break;
        }
        chosen.push(file.clone());
    }
    let is_all = chosen.len() == wanted.count();
    (chosen, is_all)
}

/// Reports how many test files contain the query's words if tests are excluded.
fn note_left_out(
    scope: &Scope,
    ranked: &[PromisingFile],
    request: &SearchQuery,
    findings: &mut Findings,
) {
    if request.allow_tests {
        return;
    }
    let tests = ranked.iter().filter(|file| scope.files[file.file_index].class.is_test()).count();
    if tests > 0 {
        findings.left_out.push(LeftOut {
            reason: LeftOutReason::Test,
            rule: Some("allowTests".to_owned()),
            file: None,
            count: tests,
        });
    }
}

/// A parsed file with the candidates in it that satisfy the query.
struct FileCandidates {
    file: FileEntry,
    text: Arc<Text>,
    facts: Arc<FileFacts>,
    reading: Reading,
    /// Score bonus for what the file as a whole is about.
    about: f64,
    candidates: Vec<Candidate>,
}

impl FileCandidates {
    /// Returns the symbol of a candidate, `None` for a paragraph.
    fn symbol(&self, candidate: &Candidate) -> Option<&Symbol> {
        match candidate.owner {
            Owner::Symbol(index) => Some(&self.facts.outline.symbols[index]),
            Owner::Paragraph(_) => None,
        }
    }
}

/// A definition or paragraph that satisfies the query.
#[derive(Debug, Clone)]
struct Candidate {
    owner: Owner,
    score: Score,
}

struct Searcher<'a> {
    snapshot: &'a Snapshot,
    query: &'a Query,
    vocabulary: &'a Vocabulary,
    idf: &'a [f64],
    request: &'a SearchQuery,
}

impl Searcher<'_> {
    /// Returns the candidates of a file that satisfy the query. `None` if the file cannot be read
    /// any more.
    fn candidates(
        &self,
        file: &FileEntry,
        promising: &PromisingFile,
        is_likely: bool,
    ) -> Option<FileCandidates> {
        let (text, facts) = self.snapshot.text_and_outline(file).ok()?;
        if self.request.language.is_some_and(|language| facts.language != Some(language)) {
            return None;
        }
        let mut reading = definitions::read(&text, &facts.outline, self.vocabulary);
        if is_likely && self.vocabulary.meaning.is_some() {
            meant::add_wordless(&mut reading, &facts.outline);
        }
        let scores = self.scores(file, &facts, &reading, promising);
        let candidates = self.satisfying(file, &facts, &reading, scores, promising);
        let about =
            about::bonus(&file.path.display, &text, &facts.outline, self.vocabulary, self.idf);
        Some(FileCandidates { file: file.clone(), text, facts, reading, about, candidates })
    }

    /// Returns the score of every owner that contains a term.
    fn scores(
        &self,
        file: &FileEntry,
        facts: &FileFacts,
        reading: &Reading,
        promising: &PromisingFile,
    ) -> Vec<Score> {
        let name = file.path.display.rsplit('/').next().unwrap_or_default();
        let stem = name.split('.').next().unwrap_or_default();
        let is_code = facts.language.is_some_and(Language::is_code);
        let mut containers: BTreeMap<Option<usize>, Mask> = BTreeMap::new();
        reading
            .found
            .iter()
            .map(|found| {
                let (symbol, named) = match found.owner {
                    Owner::Symbol(index) => {
                        let mut path = vec![stem];
                        path.extend(facts.outline.path_of(index));
                        (Some(&facts.outline.symbols[index]), self.vocabulary.named_by(&path))
                    }
                    Owner::Paragraph(_) => (None, 0),
                };
                let parent = symbol.and_then(|symbol| symbol.parent);
                let mut container = *containers
                    .entry(parent)
                    .or_insert_with(|| parent.map_or(0, |parent| self.names_above(facts, parent)));
                if let Some(own) = symbol.and_then(|symbol| symbol.container.as_ref()) {
                    container |= self.concepts_in(own);
                }
                let name_parts =
                    symbol.map_or(0, |symbol| vocabulary::parts_of(&symbol.name).len());
                let context = RankingContext {
                    symbol,
                    named,
                    name_parts,
                    container,
                    is_namesake: symbol
                        .is_some_and(|symbol| about::is_namesake(&file.path.display, &symbol.name)),
                    is_member: parent
                        .is_some_and(|parent| facts.outline.symbols[parent].kind.is_type()),
                    path: promising.path_concepts,
                    place_factor: promising.place_factor,
                    class: facts.class,
                    is_code,
                };
                rank::score(found, &context, self.vocabulary, self.idf)
            })
            .collect()
    }

    fn names_above(&self, facts: &FileFacts, symbol: usize) -> Mask {
        let mut mask = 0;
        let mut next = Some(symbol);
        while let Some(index) = next {
            let symbol = &facts.outline.symbols[index];
            mask |= self.concepts_in(&symbol.name);
            next = symbol.parent;
        }
        mask
    }

    /// Returns the concepts that a name contains in the query's own words.
    fn concepts_in(&self, name: &str) -> Mask {
        let mut mask = 0;
        let mut scratch = Scratch::default();
        words::for_each_word(name.as_bytes(), |word| {
            self.vocabulary.look(word, &mut scratch, |unit, _| {
                for (index, concept) in self.vocabulary.concepts.iter().enumerate() {
                    if concept.units.iter().any(|(known, weight)| *known == unit && *weight >= 1.0)
                    {
                        mask |= 1 << index;
                    }
                }
            });
        });
        mask
    }

    /// Returns the candidates that satisfy the query: by their own terms and, for a container, also
    /// by the terms of its members.
    fn satisfying(
        &self,
        file: &FileEntry,
        facts: &FileFacts,
        reading: &Reading,
        scores: Vec<Score>,
        promising: &PromisingFile,
    ) -> Vec<Candidate> {
        let symbols = &facts.outline.symbols;
        let mut within: Vec<Score> = vec![Score::default(); symbols.len()];
        for (found, score) in reading.found.iter().zip(&scores) {
            if let Owner::Symbol(index) = found.owner {
                let mut next = Some(index);
                while let Some(at) = next {
                    within[at].strict |= score.strict;
                    within[at].loose |= score.loose;
                    within[at].text |= score.text;
                    next = symbols[at].parent;
                }
            }
        }
        let mut candidates = Vec::new();
        for (found, mut score) in reading.found.iter().zip(scores) {
            if let Owner::Symbol(index) = found.owner {
                (score.strict, score.text) = (within[index].strict, within[index].text);
            }
            if (score.value > 0.0 || !score.has_words)
                && self.satisfies(file, facts, found.owner, &score)
            {
                candidates.push(Candidate { owner: found.owner, score });
            }
        }
        if self.vocabulary.is_empty() {
            self.add_unmentioned(file, facts, promising, &mut candidates);
        }
        candidates
    }

    /// Adds definitions that contain no word of the query, for a query of filters and exclusions
    /// alone.
    fn add_unmentioned(
        &self,
        file: &FileEntry,
        facts: &FileFacts,
        promising: &PromisingFile,
        candidates: &mut Vec<Candidate>,
    ) {
        let symbols = &facts.outline.symbols;
        let is_code = facts.language.is_some_and(Language::is_code);
        let known: HashSet<Owner> = candidates.iter().map(|candidate| candidate.owner).collect();
        for (index, symbol) in symbols.iter().enumerate() {
            let owner = Owner::Symbol(index);
            if known.contains(&owner) || definitions::shown_as(&facts.outline, index) != index {
                continue;
            }
            let found = definitions::OwnerHits::none(owner);
            let context = RankingContext {
                symbol: Some(symbol),
                named: 0,
                name_parts: 1,
                container: 0,
                is_namesake: false,
                is_member: false,
                path: promising.path_concepts,
                place_factor: promising.place_factor,
                class: facts.class,
                is_code,
            };
            let score = rank::score(&found, &context, self.vocabulary, self.idf);
            if self.satisfies(file, facts, owner, &score) {
                candidates.push(Candidate { owner, score });
            }
        }
    }

    fn satisfies(&self, file: &FileEntry, facts: &FileFacts, owner: Owner, score: &Score) -> bool {
        if let Owner::Symbol(index) = owner
            && !self.request.allow_tests
            && is_test(facts, index)
        {
            return false;
        }
        let known = Known {
            strict: score.strict,
            // A definition without words may still match by meaning; that is decided later.
            loose: if score.has_words { score.loose } else { Mask::MAX },
            text: Some(score.text),
            passes: &|filter| {
                Some(match owner {
                    Owner::Symbol(index) if filter.is_of_definitions() => {
                        let path = facts.outline.path_of(index);
                        filter.passes_definition(facts.outline.symbols[index].kind, &path)
                    }
                    Owner::Paragraph(_) if filter.is_of_definitions() => {
                        filter.passes_definition(SymbolKind::Context, &[])
                    }
                    _ => filter.passes_file(&file.path.display, facts.language),
                })
            },
        };
        known.satisfies(self.query, self.vocabulary)
    }
}

/// Records files that could not be read as left out; binary ones that are no code by their names
/// are skipped silently. Totals are lower bounds then.
fn note_unread(failed: Vec<ReadError>, findings: &mut Findings) {
    for error in failed {
        let reason = match error {
            ReadError::Vanished { .. } => continue,
            ReadError::Binary { .. } if !error.is_of_code() => continue,
            ReadError::TooLarge { .. } => LeftOutReason::TooLarge,
            _ => LeftOutReason::Unreadable,
        };
        findings.left_out.push(LeftOut {
            reason,
            rule: None,
            file: Some(error.path().to_owned()),
            count: 1,
        });
    }
    findings.total_is_exact &= !findings.left_out.iter().any(LeftOut::is_unknown);
}

/// Records files that were not parsed because their syntax takes too much work. They are searched
/// as text.
fn note_unparsed(read: &[FileCandidates], findings: &mut Findings) {
    for file in read.iter().filter(|file| file.facts.is_unparsed()) {
        let file = Some(file.file.path.display.to_string());
        findings.left_out.push(LeftOut {
            reason: LeftOutReason::TooComplex,
            rule: None,
            file,
            count: 1,
        });
        findings.total_is_exact = false;
    }
}

/// Returns whether a definition is a test or is inside one.
fn is_test(facts: &FileFacts, index: usize) -> bool {
    let mut next = Some(index);
    while let Some(at) = next {
        if facts.outline.symbols[at].is_test {
            return true;
        }
        next = facts.outline.symbols[at].parent;
    }
    false
}

/// Parses a query and discards the result, for the fuzzer.
#[cfg(fuzzing)]
pub fn read_query(text: &str) {
    let _ = query::Query::parse(text);
}
