//! `grep` with AST patterns: code with metavariables, matched against syntax trees.
//!
//! `$NAME` matches one node, and the same code wherever the name is repeated; `$_` any node;
//! `$$$ARGS` any number of nodes. Everything else in a pattern is literal: each of its nodes must
//! be in the code, in the same position, with no nodes in between. Definitions are matched
//! leniently: a part that the pattern does not mention (visibility, type parameters, a return type,
//! decorators) may be present.
//!
//! Only files that contain the pattern's literal words are parsed.

mod compile;
mod matcher;

use super::grep::{
    self, FileHits, FileSearch, GrepMatches, Hit, NodeMatch, Outcome, Scan, ShownLines,
    is_in_language, language_of, reason_of, scan,
};
use crate::domain::{Cancel, Cancelled, LeftOutReason, Problem, Symbol, SymbolKind};
use crate::lang::{Language, registry};
use crate::workspace::outline::macro_trees;
use crate::workspace::parse::parse;
use crate::workspace::{
    FileEntry, FileFacts, ReadError, Snapshot, SourcePath, Text, WalkError, read_for_scan,
};
use compile::{Alternative, Broken};
use matcher::Matched;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// A pattern search request.
#[derive(Debug, Clone)]
pub struct PatternQuery {
    pub pattern: String,
    /// Files and directories; never empty.
    pub starts: Vec<SourcePath>,
    /// If `None`, every language in which the pattern is code.
    pub language: Option<&'static Language>,
    /// Only files that match.
    pub globs: grep::Globs,
    pub context: usize,
    pub counts_only: bool,
    pub allow_tests: bool,
    pub max_results: Option<usize>,
    /// Maximum number of characters kept of a line.
    pub width: Option<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    #[error("the pattern is empty")]
    Empty,
    #[error("the pattern `{pattern}` is a single metavariable and would match everything")]
    OnlyMetavariable { pattern: String },
    #[error("the pattern is not valid {language}: near `{near}`, at column {column}")]
    NotCode { language: String, near: String, column: usize },
    #[error(
        "the pattern is too large: {MAX_BYTES} bytes, {MAX_PARTS} nodes and {MAX_DEPTH} levels are the most"
    )]
    TooLarge,
    #[error("{language} has no grammar here, so that there are no AST patterns for it")]
    NoGrammar { language: String },
    #[error(transparent)]
    Walk(#[from] WalkError),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Problem for PatternError {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Empty => "give code with metavariables: $NAME for one node, $$$ARGS for several",
            Self::OnlyMetavariable { .. } => "give some code around it",
            Self::NotCode { .. } => {
                "a pattern is a whole expression, statement or definition, with $NAME and $$$ARGS \
                 as metavariables"
            }
            Self::TooLarge => "give a smaller piece of code, with $_ and $$$ for the rest",
            Self::NoGrammar { .. } => "use syntax \"regex\"",
            Self::Walk(_) | Self::Read(_) | Self::Cancelled(_) => return None,
        };
        Some(hint.to_owned())
    }
}

/// Maximum size of a pattern: in bytes, in nodes and in nesting depth.
const MAX_BYTES: usize = 4_000;
const MAX_PARTS: usize = 2_000;
const MAX_DEPTH: usize = 200;

/// A pattern in each language that files may have, compiled on first use: there are 45 grammars,
/// each of which may take a tenth of a second to read thousands of odd bytes.
struct Patterns<'q> {
    pattern: &'q str,
    cancel: &'q Cancel,
    by_language: BTreeMap<&'static str, Lazy>,
}

/// A pattern in one language.
struct Lazy {
    language: &'static Language,
    compiled: OnceLock<Result<Vec<Alternative>, Broken>>,
}

/// Finds the nodes that match a pattern.
///
/// # Errors
/// If the pattern can match nothing, a single requested file is not text, or the work is cancelled.
pub fn run(snapshot: &Snapshot, query: &PatternQuery) -> Result<GrepMatches, PatternError> {
    let patterns = Patterns::new(&query.pattern, query.language, snapshot.cancel())?;
    let selection =
        grep::select(snapshot, &query.starts, query.language, &query.globs, query.allow_tests)?;
    let limits = Scan {
        max_results: query.max_results,
        counts_only: query.counts_only,
        cancel: snapshot.cancel(),
        progress: snapshot.progress(),
    };
    let scanned = scan(&selection, &limits, || Worker {
        snapshot,
        query,
        patterns: &patterns,
        buffer: Vec::new(),
    })?;
    grep::only_file_must_be_text(snapshot, &query.starts, &selection, &scanned)?;
    let mut found = scanned.into_matches(selection);
    if found.files.is_empty() {
        patterns.check()?;
        found.notes.extend(patterns.reading());
    }
    Ok(found)
}

impl<'q> Patterns<'q> {
    fn new(
        pattern: &'q str,
        language: Option<&'static Language>,
        cancel: &'q Cancel,
    ) -> Result<Self, PatternError> {
        if pattern.trim().is_empty() {
            return Err(PatternError::Empty);
        }
        if pattern.len() > MAX_BYTES || is_nested_deeply(pattern) {
            return Err(PatternError::TooLarge);
        }
        if compile::is_only_metavariable(pattern.trim()) {
            return Err(PatternError::OnlyMetavariable { pattern: pattern.trim().to_owned() });
        }
        if let Some(language) = language.filter(|language| language.grammar().is_none()) {
            return Err(PatternError::NoGrammar { language: language.config.name.clone() });
        }
        // The dialects of a language are searched with it.
        let is_wanted = |other: &Language| match language {
            Some(wanted) => grep::is_language(other, wanted),
            None => other.is_code(),
        };
        let languages = registry().all().iter().filter(|language| language.grammar().is_some());
        let languages = languages.filter(|language| is_wanted(language));
        let lazy = |language: &'static Language| {
            (language.id, Lazy { language, compiled: OnceLock::new() })
        };
        let patterns = Self { pattern, cancel, by_language: languages.map(lazy).collect() };
        // What is no code in the language that was asked for is so whatever the files are.
        if let Some(language) = language
            && patterns.of(language).is_none()
        {
            for lazy in patterns.by_language.values() {
                patterns.compiled(lazy);
            }
            patterns.check()?;
        }
        Ok(patterns)
    }

    fn compiled<'a>(&self, lazy: &'a Lazy) -> &'a Result<Vec<Alternative>, Broken> {
        let compile = || compile::compile(self.pattern, lazy.language);
        lazy.compiled.get_or_init(|| self.cancel.scope(compile))
    }

    fn of(&self, language: &Language) -> Option<&[Alternative]> {
        let lazy = self.by_language.get(language.id)?;
        self.compiled(lazy).as_ref().ok().map(Vec::as_slice)
    }

    /// Returns the error if the pattern is code in none of the languages that it was compiled for.
    fn check(&self) -> Result<(), PatternError> {
        self.cancel.check()?;
        let mut best: Option<(&Language, &Broken)> = None;
        for Lazy { language, compiled } in self.by_language.values() {
            match compiled.get() {
                Some(Ok(_)) => return Ok(()),
                // The language that parses furthest is most likely the intended one, and rather a
                // language than its dialect.
                Some(Err(broken)) => {
                    let is_better = |known: &(&Language, &Broken)| {
                        let rank = |language: &Language, broken: &Broken| {
                            (broken.column, language.config.inherits.is_none())
                        };
                        rank(language, broken) > rank(known.0, known.1)
                    };
                    if best.as_ref().is_none_or(is_better) {
                        best = Some((language, broken));
                    }
                }
                None => {}
            }
        }
        best.map_or(Ok(()), |(language, broken)| Err(broken.clone().into_error(language)))
    }

    /// Describes how the pattern was parsed in the languages of the files, for a result without
    /// matches; `None` if no file has a language with a grammar.
    fn reading(&self) -> Option<String> {
        let mut kinds: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (language, lazy) in &self.by_language {
            for alternative in lazy.compiled.get().into_iter().flatten().flatten() {
                let languages = kinds.entry(alternative.kind).or_default();
                if !languages.contains(language) {
                    languages.push(language);
                }
            }
        }
        let words: Vec<String> = kinds
            .iter()
            .map(|(kind, languages)| format!("{kind} ({})", languages.join(", ")))
            .collect();
        (!words.is_empty()).then(|| format!("the pattern was read as {}", words.join(", ")))
    }
}

/// Returns whether the brackets of a pattern are nested too deeply; those in strings count too.
fn is_nested_deeply(pattern: &str) -> bool {
    let mut depth = 0usize;
    pattern.bytes().any(|byte| {
        match byte {
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' | b'>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > MAX_DEPTH
    })
}

/// Worker of one core.
struct Worker<'a> {
    snapshot: &'a Snapshot,
    query: &'a PatternQuery,
    patterns: &'a Patterns<'a>,
    buffer: Vec<u8>,
}

impl FileSearch for Worker<'_> {
    fn search(&mut self, file: &FileEntry, keep: usize) -> Outcome {
        // A file whose name excludes every language of the pattern need not be read.
        if let Some(language) = file.language
            && language.is_settled_by_name(&file.path.absolute)
            && self.patterns.of(language).is_none()
        {
            return Outcome::Nothing;
        }
        if let Err(error) = read_for_scan(&file.path, &mut self.buffer) {
            return Outcome::Unread(reason_of(&error));
        }
        let Some(alternatives) = self.alternatives(file) else { return Outcome::Nothing };
        let text = match self.snapshot.text(&file.path) {
            Ok(text) => text,
            Err(error) => return Outcome::Unread(reason_of(&error)),
        };
        let Some(language) = language_of(file, &text.content) else { return Outcome::Nothing };
        if self.query.language.is_some_and(|wanted| !is_in_language(file, &text.content, wanted)) {
            return Outcome::NotAsked(LeftOutReason::OtherLanguage);
        }
        let found = self.snapshot.cancel().scope(|| find(&text.content, language, &alternatives));
        let Some(mut matches) = found else { return Outcome::Unread(LeftOutReason::TooComplex) };
        if !self.query.allow_tests {
            let facts = self.snapshot.fact_of_text::<FileFacts>(file, &text);
            leave_out_tests(&mut matches, &facts.outline.symbols);
        }
        if matches.is_empty() {
            return Outcome::Nothing;
        }
        if self.query.width.is_none() {
            // A whole line is kept and counted once, however many nodes begin on it.
            matches.dedup_by_key(|matched| text.line_of(matched.bytes.start));
        }
        let definitions = matches
            .iter()
            .any(|matched| matched.has_definition)
            .then(|| Definitions::new(self.snapshot.fact_of_text::<FileFacts>(file, &text)));
        let hit = |matched| self.hit(&text, definitions.as_ref(), matched);
        let hits = matches.iter().take(keep).map(hit).collect();
        Outcome::Hits(FileHits { file: file.clone(), count: matches.len(), hits })
    }
}

/// Returns the byte ranges of the matching nodes of a text, for the fuzzer; `None` if the pattern
/// is not code.
#[cfg(fuzzing)]
pub fn matches_in(
    pattern: &str,
    text: &str,
    language: &'static Language,
) -> Option<Vec<std::ops::Range<usize>>> {
    let cancel = Cancel::default();
    let patterns = Patterns::new(pattern, Some(language), &cancel).ok()?;
    let alternatives: Vec<&Alternative> = patterns.of(language)?.iter().collect();
    Some(find(text, language, &alternatives)?.into_iter().map(|matched| matched.bytes).collect())
}

/// Returns the matching nodes of a text, in its order. `None` if the text takes too much work.
fn find(
    text: &str,
    language: &'static Language,
    alternatives: &[&Alternative],
) -> Option<Vec<Matched>> {
    let tree = parse(text, language)?;
    let mut matches = matcher::find(&tree, text, alternatives)?;
    for inner in macro_trees(text, language, &tree) {
        matches.extend(matcher::find(&inner, text, alternatives)?);
    }
    matches.sort_by_key(|matched| (matched.bytes.start, std::cmp::Reverse(matched.bytes.end)));
    matches.dedup_by(|later, first| later.bytes == first.bytes);
    Some(matches)
}

impl<'a> Worker<'a> {
    /// Returns the alternatives that may match in the file read last.
    fn alternatives(&self, file: &FileEntry) -> Option<Vec<&'a Alternative>> {
        let head = &self.buffer[..self.buffer.len().min(64 << 10)];
        let language = language_of(file, &String::from_utf8_lossy(head))?;
        let all = self.patterns.of(language)?;
        let able: Vec<_> =
            all.iter().filter(|alternative| alternative.may_be_in(&self.buffer)).collect();
        (!able.is_empty()).then_some(able)
    }

    fn hit(&self, text: &Arc<Text>, definitions: Option<&Definitions>, matched: &Matched) -> Hit {
        let (node, first, last) = node_match(text, definitions, matched);
        let shown = ShownLines { width: self.query.width };
        let start = text.line_range(first).map_or(0, |range| range.start);
        let places =
            std::slice::from_ref(&(matched.bytes.start - start..matched.bytes.end - start))
                .to_vec();
        let mut hit =
            shown.hit(first..=last, node.column_start + 1, text.lines(first, last), places);
        let before = first.saturating_sub(self.query.context).max(1)..first;
        let after =
            last + 1..(last + 1).saturating_add(self.query.context).min(text.line_count() + 1);
        hit.context = before
            .chain(after)
            .filter_map(|line| Some(shown.context_line(line, text.line(line)?)))
            .collect();
        hit.node = Some(Box::new(node));
        hit
    }
}

/// Returns a matched node with its first and last line.
fn node_match(
    text: &Arc<Text>,
    definitions: Option<&Definitions>,
    matched: &Matched,
) -> (NodeMatch, usize, usize) {
    let (first, column) = text.position(matched.bytes.start);
    // A node that includes its line ending does not extend into the next line.
    let code = text.content[matched.bytes.clone()].trim_end_matches(['\n', '\r']);
    let bytes = matched.bytes.start..matched.bytes.start + code.len();
    let (last, end) = text.position(bytes.end);
    let definitions = definitions.filter(|_| matched.has_definition);
    let kind = definitions.and_then(|definitions| definitions.kind(matched));
    (
        NodeMatch {
            kind: kind.unwrap_or(SymbolKind::Range),
            text: Arc::clone(text),
            bytes,
            column_start: column - 1,
            column_end: end - 1,
        },
        first,
        last,
    )
}

/// Leaves out matches that begin in tests. Those of a file are in the order of its text.
fn leave_out_tests(matches: &mut Vec<Matched>, symbols: &[Symbol]) {
    let tests = symbols.iter().filter(|symbol| symbol.is_test).map(|test| test.bytes.clone());
    grep::leave_out_within(matches, tests.collect(), |matched| matched.bytes.start);
}

/// Definitions of a file by where they end, so that not each match is compared with all of them.
struct Definitions {
    facts: Arc<FileFacts>,
    /// Indices of symbols.
    by_end: Vec<usize>,
}

impl Definitions {
    fn new(facts: Arc<FileFacts>) -> Self {
        let mut by_end: Vec<usize> = (0..facts.outline.symbols.len()).collect();
        by_end.sort_by_key(|index| facts.outline.symbols[*index].bytes.end);
        Self { facts, by_end }
    }

    /// Returns the kind of the definition that a matched node is.
    fn kind(&self, matched: &Matched) -> Option<SymbolKind> {
        let symbols = &self.facts.outline.symbols;
        let end = |index: &usize| symbols[*index].bytes.end;
        let first = self.by_end.partition_point(|index| end(index) + 1 < matched.bytes.end);
        let near = self.by_end[first..].iter().take_while(|at| end(at) <= matched.bytes.end + 1);
        let is_same = |index: &&usize| {
            let symbol = &symbols[**index];
            symbol.bytes.start <= matched.bytes.start
                && (symbol.name_bytes.is_empty()
                    || matched.bytes.contains(&symbol.name_bytes.start))
        };
        // Of several that end together, the one that starts last; decorators may precede the node.
        let same = near.filter(is_same).max_by_key(|index| (symbols[**index].bytes.start, **index));
        same.map(|index| symbols[*index].kind)
    }
}
