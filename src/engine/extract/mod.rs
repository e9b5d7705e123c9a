//! `extract`: the exact source of a target: a file, the definition at a line, a range, a symbol, or
//! all locations in a stack trace, a compiler's messages or a diff.

mod diff;
mod files;
mod fold;
mod hash;
mod locate;
mod target;
mod trace;

pub(crate) use fold::Fold;
pub(crate) use hash::{content_hash, line_hash};

use super::graph::target::{Definition, Names, ResolveError, Resolved};
use crate::domain::{Cancelled, LeftOut, LeftOutReason, Problem, SymbolKind, first_of, is_word};
use crate::lang::Language;
use crate::workspace::{PathError, ReadError, Snapshot, SourcePath, Text};
use files::{FileFinder, FoundPath};
use fold::Skeleton;
use std::cell::OnceCell;
use std::collections::HashSet;
use std::sync::Arc;
use target::Selector;

/// Maximum number of definitions of one call; a trace of ten thousand frames has seldom more.
const MAX_PIECES: usize = 500;

/// Maximum number of places of one text that are looked up: each may be in a file of a hundred
/// thousand definitions.
const MAX_FRAMES: usize = 10_000;

/// Limit of the places that an error names.
const MAX_PLACES: usize = 12;

/// Maximum number of definitions of one bare name that are all shown.
const MAX_HOMONYMS: usize = 3;

/// An extract request.
#[derive(Debug, Clone)]
pub struct ExtractQuery {
    pub targets: Vec<String>,
    /// Lines added before and after each piece.
    pub context: usize,
    pub allow_tests: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExtractError {
    #[error("the target is empty")]
    Empty,
    #[error("`{target}` is an address in the network")]
    Address { target: String },
    #[error("`{target}` holds the character U+0000, which no path has")]
    Zero { target: String },
    #[error("{path}: lines are counted from 1")]
    LineZero { path: String },
    #[error("{path} has {lines} lines: line {line} is past its end")]
    PastEnd { path: String, line: usize, lines: usize },
    #[error("the range {start}-{end} is reversed")]
    Reversed { path: String, start: usize, end: usize },
    #[error("{path} has no symbol `{name}`")]
    NoSymbol { path: String, name: String, near: Vec<String> },
    #[error("{path} has no symbols that are known, and so no `{name}`")]
    NoSymbols { path: String, name: String },
    #[error("no file and no symbol is called `{name}`")]
    NoName { name: String, near: Vec<String> },
    #[error("{path} does not exist")]
    Elsewhere { path: String, places: Vec<String> },
    #[error("{} definitions are called `{name}`", places.len())]
    ManyNames { name: String, places: Vec<String> },
    #[error("the text names no place in a file")]
    NothingInText,
    #[error(transparent)]
    Path(#[from] PathError),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Problem for ExtractError {
    fn hint(&self) -> Option<String> {
        Some(match self {
            Self::Empty => {
                "give a file, file:line, file:start-end, file#Symbol, Symbol, a stack trace or a \
                 diff"
                    .to_owned()
            }
            Self::Address { .. } | Self::Zero { .. } => {
                "give the path of a file below the root".to_owned()
            }
            Self::LineZero { path } => format!("give {path}:1 for the first"),
            Self::PastEnd { lines, .. } => format!("ask for a line up to {lines}"),
            Self::Reversed { path, start, end } => format!("did you mean {path}:{end}-{start}?"),
            Self::NoSymbols { path, .. } => format!("ask for {path}:LINE or {path}:START-END"),
            Self::ManyNames { places, .. } => format!("name one: {}", first_of(places, MAX_PLACES)),
            Self::Elsewhere { places, .. } => {
                format!("the symbol is in {}", first_of(places, MAX_PLACES))
            }
            Self::NothingInText => {
                "give a file, file:line, file:start-end, file#Symbol, a stack trace or a diff"
                    .to_owned()
            }
            Self::NoSymbol { near, .. } | Self::NoName { near, .. } => near_words(near),
            Self::Resolve(error) => return error.hint(),
            Self::Path(_) | Self::Read(_) | Self::Cancelled(_) => return None,
        })
    }
}

fn near_words(near: &[String]) -> String {
    if near.is_empty() {
        "`search` finds names by their words; `map_code` lists what is there".into()
    } else {
        format!("nearest: {}", near.join(", "))
    }
}

/// Lines extracted for a target, or for a part of one.
#[derive(Debug, Clone)]
pub struct Piece {
    pub path: SourcePath,
    pub language: Option<&'static Language>,
    /// First and last line, context included; 1-based.
    pub first: usize,
    pub last: usize,
    pub kind: SymbolKind,
    /// Qualified name of the definition, or of the one around the lines.
    pub name: Option<String>,
    /// Requested lines, if the target has line numbers.
    pub asked: Vec<usize>,
    /// Lines of context before and after it, which `first` and `last` include.
    context: (usize, usize),
    /// Set if it may be folded: it is a definition that was requested by lines only.
    skeleton: Option<Skeleton>,
    pub text: Arc<Text>,
}

impl Piece {
    /// Makes it whole if it has at most so many lines.
    pub(crate) fn unfold(&mut self, most: usize) {
        if self.last - self.first < most {
            self.skeleton = None;
        }
    }
}

/// A target that could not be extracted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub target: String,
    pub error: ExtractError,
}

/// A location in a text that is not below a root: it is listed, never read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outside {
    pub path: String,
    pub line: usize,
}

/// Result of an extraction.
#[derive(Debug, Default)]
pub struct Extraction {
    /// Most relevant first: targets in their order, frames from the innermost.
    pub pieces: Vec<Piece>,
    pub failures: Vec<Failure>,
    pub outside: Vec<Outside>,
    /// Number of definitions beyond the maximum of one call.
    pub unread: usize,
    pub left_out: Vec<LeftOut>,
    pub notes: Vec<String>,
}

/// Extracts the targets. Failures are returned beside the results.
///
/// # Errors
/// If the work is cancelled.
pub fn run(snapshot: &Snapshot, query: &ExtractQuery) -> Result<Extraction, Cancelled> {
    let mut work = Work {
        snapshot,
        query,
        finder: FileFinder::new(snapshot),
        seen: HashSet::new(),
        failed: HashSet::new(),
        names: OnceCell::new(),
        tests: 0,
        found: Extraction::default(),
    };
    for target in &query.targets {
        snapshot.cancel().check()?;
        if let Err(error) = work.target(target) {
            if let ExtractError::Cancelled(cancelled) = error {
                return Err(cancelled);
            }
            work.fail(shorten(target), error);
        }
    }
    let Work { tests, mut found, .. } = work;
    for piece in &mut found.pieces {
        let mut asked = HashSet::new();
        piece.asked.retain(|line| asked.insert(*line));
    }
    if tests > 0 {
        found.left_out.push(LeftOut {
            reason: LeftOutReason::Test,
            rule: None,
            file: None,
            count: tests,
        });
    }
    Ok(found)
}

/// State of one call.
struct Work<'a> {
    snapshot: &'a Snapshot,
    query: &'a ExtractQuery,
    finder: FileFinder<'a>,
    /// Pieces added already: path, first and last line.
    seen: HashSet<(Arc<str>, usize, usize)>,
    /// Targets that failed already.
    failed: HashSet<String>,
    /// The names of all targets, searched for with the first of them.
    names: OnceCell<Names>,
    tests: usize,
    found: Extraction,
}

impl Work<'_> {
    fn target(&mut self, target: &str) -> Result<(), ExtractError> {
        if target.trim().is_empty() {
            return Err(ExtractError::Empty);
        }
        let is_one_line = target.trim().lines().count() == 1;
        let readings = if is_one_line { target::readings(target) } else { Vec::new() };
        if let Some((path, at)) = self.existing(&readings) {
            return self.place(&path, at);
        }
        if diff::is_diff(target) {
            return self.diff(target);
        }
        let each = target::each(target);
        let is_place = |target: &&str| self.existing(&target::readings(target)).is_some();
        if each.len() > 1 && each.iter().all(is_place) {
            return each.into_iter().try_for_each(|target| self.target(target));
        }
        let exists = |name: &str| self.snapshot.roots().resolve(name).is_ok();
        if let Some(name) = target::bare_name(target).filter(|name| is_one_line && !exists(name)) {
            return self.named(name);
        }
        let is_text =
            !is_one_line || target.trim().contains(char::is_whitespace) || readings.is_empty();
        if !is_text {
            for (path, at) in &readings {
                match self.snapshot.resolve_target(path) {
                    Ok(path) if path.absolute.is_file() => return self.place(&path, at),
                    Err(error @ PathError::Several { .. }) => return Err(error.into()),
                    _ => {}
                }
            }
        }
        if is_text && self.trace(target)? {
            return Ok(());
        }
        let lines =
            readings.iter().find(|(_, at)| matches!(at, Selector::Line(_) | Selector::Range(..)));
        if let Some((path, at)) = lines
            && let Some(name) = target::bare_name(path)
            && self.lines_of_named(name, at)?
        {
            return Ok(());
        }
        Err(self.explain(target, &readings, is_one_line))
    }

    /// Returns the first reading of a target whose path is that of a file.
    fn existing<'r>(
        &self,
        readings: &'r [(String, Selector)],
    ) -> Option<(SourcePath, &'r Selector)> {
        readings.iter().find_map(|(path, at)| {
            let path = self.snapshot.roots().resolve(path).ok()?;
            path.absolute.is_file().then_some((path, at))
        })
    }

    /// Extracts the definitions of a name in any file: all if there are few, else an error that
    /// lists them.
    fn named(&mut self, name: &str) -> Result<(), ExtractError> {
        let definitions = match self.resolve(name) {
            Err(ResolveError::Cancelled(cancelled)) => return Err(cancelled.into()),
            Err(error) => return Err(error.into()),
            Ok(resolved) => resolved.into_definitions(),
        };
        let definitions = definitions.map_err(|suggestions| {
            let near = suggestions.iter().map(|near| format!("{} ({})", near.name, near.file));
            ExtractError::NoName { name: name.to_owned(), near: near.collect() }
        })?;
        if definitions.len() > MAX_HOMONYMS {
            let places = addresses(&definitions);
            return Err(ExtractError::ManyNames { name: name.to_owned(), places });
        }
        // Overloads share a name, by which all of them are extracted at once.
        let mut places = Vec::new();
        let mut paths = HashSet::new();
        for place in definitions.iter().flat_map(|definition| &definition.places) {
            if paths.insert((Arc::clone(&place.file.path.display), place.path.as_slice())) {
                places.push(place);
            }
        }
        let is_plain = name.chars().all(is_word);
        for place in places {
            self.snapshot.cancel().check()?;
            let (above, file) = (&place.path[..place.path.len().saturating_sub(1)], &place.file);
            // A constructor with its type's name is a part of the type.
            if !is_plain || !paths.contains(&(Arc::clone(&file.path.display), above)) {
                self.place(&file.path, &Selector::Symbol(place.path.join(".")))?;
            }
        }
        Ok(())
    }

    /// Extracts lines of the file that defines a name: `Stream:10-40`. Returns false if no file
    /// does.
    fn lines_of_named(&mut self, name: &str, at: &Selector) -> Result<bool, ExtractError> {
        let Ok(Ok(definitions)) = self.resolve(name).map(Resolved::into_definitions) else {
            return Ok(false);
        };
        let mut files: Vec<SourcePath> = Vec::new();
        for place in definitions.iter().flat_map(|definition| &definition.places) {
            if !files.contains(&place.file.path) {
                files.push(place.file.path.clone());
            }
        }
        match files.as_slice() {
            [] => Ok(false),
            [file] => self.place(file, at).map(|()| true),
            _ => {
                let places = addresses(&definitions);
                Err(ExtractError::ManyNames { name: name.to_owned(), places })
            }
        }
    }

    /// Returns the reason why a target that names no file could not be extracted.
    fn explain(
        &self,
        target: &str,
        readings: &[(String, Selector)],
        is_one_line: bool,
    ) -> ExtractError {
        if is_one_line && readings.is_empty() && !target::is_too_long(target) {
            let is_zero = target.contains('\0');
            let target = shorten(target);
            return if is_zero {
                ExtractError::Zero { target }
            } else {
                ExtractError::Address { target }
            };
        }
        // Readings with a line come first: `src/a.rs:12` means line 12 of a file that is missing.
        let reading = readings.iter().find(|(_, at)| *at != Selector::Whole).or(readings.first());
        let looks_like_a_path =
            !target.trim().contains(char::is_whitespace) || target.contains(['/', '\\']);
        match reading.filter(|_| is_one_line && looks_like_a_path) {
            Some((path, at)) => match self.snapshot.resolve(path) {
                Ok(path) if path.absolute.is_dir() => {
                    ReadError::Directory { path: path.display.to_string() }.into()
                }
                Ok(path) => ReadError::NotRegular { path: path.display.to_string() }.into(),
                Err(error @ PathError::Missing { .. }) => {
                    let places = self.places_of(at);
                    if places.is_empty() {
                        return error.into();
                    }
                    ExtractError::Elsewhere { path: path.clone(), places }
                }
                Err(error) => error.into(),
            },
            None => ExtractError::NothingInText,
        }
    }

    /// Returns where a symbol is that was looked for in a file which does not exist.
    fn places_of(&self, at: &Selector) -> Vec<String> {
        let Selector::Symbol(name) = at else { return Vec::new() };
        let definitions = self.resolve(name).ok().and_then(|found| found.into_definitions().ok());
        addresses(&definitions.unwrap_or_default())
    }

    /// Resolves a name to its definitions in any file.
    fn resolve(&self, name: &str) -> Result<Resolved, ResolveError> {
        if let Some(names) = self.names.get() {
            return names.resolve(self.snapshot, name);
        }
        let symbols: Vec<String> =
            self.query.targets.iter().flat_map(|target| target::symbols(target)).collect();
        let symbols: Vec<&str> = symbols.iter().map(String::as_str).collect();
        let names = Names::new(self.snapshot, &symbols)?;
        self.names.get_or_init(|| names).resolve(self.snapshot, name)
    }

    fn place(&mut self, path: &SourcePath, at: &Selector) -> Result<(), ExtractError> {
        let entry = self.finder.entry(path)?;
        let (text, facts) = self.snapshot.text_and_outline(&entry)?;
        let lines = text.line_count().max(1);
        if let Selector::Range(start, end) = at
            && *end > lines
            && *start <= lines
        {
            self.found.notes.push(format!("{path} has {lines} lines, fewer than {end}"));
        }
        for selected in locate::locate(path, &text, &facts, at)? {
            if selected.is_test && !self.query.allow_tests {
                self.tests += 1;
                continue;
            }
            let first = selected.lines.start.saturating_sub(self.query.context).max(1);
            let last = (selected.lines.end.saturating_add(self.query.context)).min(lines);
            let asked = if let Selector::Line(line) = at { vec![*line] } else { Vec::new() };
            if selected.kind == SymbolKind::Context && self.widen(path, first, last, &asked) {
                continue;
            }
            let skeleton = selected.skeleton.filter(|_| !asked.is_empty());
            if !self.seen.insert((Arc::clone(&path.display), first, last)) {
                self.ask_again(path, first, last, &asked);
                continue;
            }
            if self.found.pieces.len() >= MAX_PIECES {
                self.found.unread += 1;
                continue;
            }
            self.found.pieces.push(Piece {
                path: path.clone(),
                language: facts.language,
                first,
                last,
                kind: selected.kind,
                name: selected.name,
                asked,
                context: (selected.lines.start - first, last - selected.lines.end),
                skeleton,
                text: Arc::clone(&text),
            });
        }
        Ok(())
    }

    /// Merges context lines with an adjacent or overlapping piece of context. `false` if there is
    /// none.
    fn widen(&mut self, path: &SourcePath, first: usize, last: usize, asked: &[usize]) -> bool {
        let touches = |piece: &&mut Piece| {
            piece.kind == SymbolKind::Context
                && first <= piece.last + 1
                && piece.first <= last + 1
                && piece.path == *path
        };
        let Some(piece) = self.found.pieces.iter_mut().find(touches) else { return false };
        piece.first = piece.first.min(first);
        piece.last = piece.last.max(last);
        let (first, last) = (piece.first, piece.last);
        self.ask_again(path, first, last, asked);
        true
    }

    /// Adds requested lines to an existing piece. One that is requested as a whole is not folded.
    fn ask_again(&mut self, path: &SourcePath, first: usize, last: usize, asked: &[usize]) {
        let same =
            |piece: &&mut Piece| piece.first == first && piece.last == last && piece.path == *path;
        if let Some(piece) = self.found.pieces.iter_mut().find(same) {
            if asked.is_empty() {
                piece.skeleton = None;
            }
            piece.asked.extend(asked);
        }
    }

    fn fail(&mut self, target: String, error: ExtractError) {
        self.failed.insert(target.clone());
        self.found.failures.push(Failure { target, error });
    }

    /// Extracts the locations in a stack trace or a compiler's messages. `false` if there are none.
    fn trace(&mut self, text: &str) -> Result<bool, ExtractError> {
        let finder = &mut self.finder;
        let frames = trace::frames(text, |path| finder.exists(path));
        let has_any = !frames.is_empty();
        let (mut outside, mut looked_up) = (HashSet::new(), HashSet::new());
        let mut more = 0;
        for frame in frames {
            self.snapshot.cancel().check()?;
            if looked_up.len() < MAX_FRAMES {
                looked_up.insert((frame.path.clone(), frame.line));
            } else if !looked_up.contains(&(frame.path.clone(), frame.line)) {
                more += 1;
                continue;
            }
            match self.finder.find(&frame.path)? {
                FoundPath::Inside(path) => self.frame(&path, frame.line)?,
                FoundPath::Outside if outside.insert((frame.path.clone(), frame.line)) => {
                    self.found.outside.push(Outside { path: frame.path, line: frame.line });
                }
                FoundPath::Outside => {}
            }
        }
        if more > 0 {
            self.found.notes.push(format!("{more} more places in the text were not looked up"));
        }
        Ok(has_any)
    }

    /// Extracts a line named in a text. The file may have changed since; a failure does not affect
    /// other lines.
    fn frame(&mut self, path: &SourcePath, line: usize) -> Result<(), ExtractError> {
        // Compilers use line 0 for the whole file.
        match self.place(path, &Selector::Line(line.max(1))) {
            Err(ExtractError::Cancelled(cancelled)) => Err(cancelled.into()),
            Err(error) => {
                let target = format!("{path}:{line}");
                if !self.failed.contains(&target) {
                    self.fail(target, error);
                }
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    fn diff(&mut self, text: &str) -> Result<(), ExtractError> {
        for change in diff::parse(text) {
            self.snapshot.cancel().check()?;
            let Some(path) = change.path else {
                let gone = change.old_path.unwrap_or_default();
                self.found.notes.push(format!("{gone} is deleted by the diff"));
                continue;
            };
            let FoundPath::Inside(path) = self.finder.find(&path)? else {
                let error = PathError::Missing { path: path.clone(), nearest: None };
                self.fail(path, error.into());
                continue;
            };
            let text = self.snapshot.text(&path)?;
            for hunk in &change.hunks {
                let line = |number: usize| text.line(number);
                // If the diff has not been applied yet, its old side has the current line numbers.
                let lines = hunk.new.changed_in(line).or_else(|| hunk.old.changed_in(line));
                let lines = lines.unwrap_or_else(|| hunk.new.changed().collect());
                // A blank line between two definitions belongs to neither, so its change affects
                // none.
                let is_blank =
                    |line: &&usize| text.line(**line).is_none_or(|line| line.trim().is_empty());
                let has_code = lines.iter().any(|line| !is_blank(&line));
                for line in lines.iter().filter(|line| !has_code || !is_blank(line)) {
                    self.frame(&path, (*line).min(text.line_count()))?;
                }
            }
        }
        Ok(())
    }
}

/// Returns the targets by which single definitions are extracted.
fn addresses(definitions: &[Definition]) -> Vec<String> {
    let sites = definitions.iter().map(Definition::main);
    sites.map(|site| format!("{}#{}", site.file.path.display, site.path.join("."))).collect()
}

/// Shortens a target for messages.
fn shorten(target: &str) -> String {
    const WIDTH: usize = 80;
    let line = target.trim().lines().next().unwrap_or_default();
    match line.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None if line.len() < target.trim().len() => format!("{line}…"),
        None => line.to_owned(),
    }
}
