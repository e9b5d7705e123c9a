//! Report of the lines that were found: each is a part, so that a budget can hold some of them.

use super::answer::{ContextLine, FileCount, GrepAnswer, GrepResult, GrepSummary, MatchedLine};
use crate::domain::{
    Block, Doc, Evidence, Footer, LeftOutReason, Note, Report, Shown, Summary, XmlShape,
};
use crate::engine::enclosing::{Enclosing, EnclosingLines};
use crate::engine::grep::{FileHits, GrepMatches, Hit, rank};
use crate::tools::to_value;
use crate::tools::words::{left_out_words, plural, thousands};
use crate::workspace::Snapshot;
use rayon::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

/// Number of lines of one file before the next file's turn, so that one file does not keep all
/// others out.
const LINES_IN_A_ROW: usize = 10;

/// Limit of the files without a shown line that are named with their number of matches.
const FILES_NAMED: usize = 200;

/// Number of lines up to which all are shown with their enclosing names, if nothing bounds the
/// answer. A reader of more asked for the lines.
const ALL_NAMED: usize = 500;

/// Limits of the bytes that are parsed for the enclosing names of more lines than that: in all, and
/// of one file, which one core parses alone.
const MAX_PARSED: u64 = 256 << 10;
const MAX_PARSED_PER_FILE: u64 = 64 << 10;

/// Content of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Lines,
    Counts,
    FilesOnly,
}

/// Lines that a text shows with their enclosing names. JSON and XML show them for every line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Names {
    None,
    /// As long as that costs little compared with the search.
    WithinReason,
    All,
}

/// The answer of `grep`.
pub(crate) struct GrepReport {
    matches: GrepMatches,
    mode: Mode,
    evidence: Evidence,
    /// The query, for the message that nothing was found.
    question: String,
    names: Names,
    errors: Vec<String>,
    snapshot: Arc<Snapshot>,
    parts: Vec<GrepPart>,
    /// Number of results that can be shown at all.
    results: usize,
    /// Indexed by file of `matches`.
    around: Vec<OnceLock<Option<EnclosingLines>>>,
}

/// A part that can be shown or left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GrepPart {
    Hit {
        file: usize,
        hit: usize,
    },
    /// A file with its number of matches, as a result.
    File(usize),
    /// A file that is named among those not shown.
    More(usize),
}

/// Arguments of [`GrepReport::new`].
pub(crate) struct Making {
    pub(crate) mode: Mode,
    pub(crate) evidence: Evidence,
    pub(crate) question: String,
    pub(crate) max_results: Option<usize>,
    pub(crate) names_wanted: Names,
    /// What is wrong with paths beside those that were searched.
    pub(crate) errors: Vec<String>,
    pub(crate) snapshot: Arc<Snapshot>,
}

impl GrepReport {
    pub(crate) fn new(matches: GrepMatches, making: Making) -> Self {
        let most = making.max_results.unwrap_or(usize::MAX);
        let mut parts = match making.mode {
            Mode::Lines => in_turns(&matches.files),
            Mode::Counts | Mode::FilesOnly => {
                (0..matches.files.len()).map(GrepPart::File).collect()
            }
        };
        parts.truncate(most);
        let results = parts.len();
        if making.mode == Mode::Lines {
            let shown: BTreeSet<usize> =
                parts.iter().filter_map(|part| part.hit()).map(|(file, _)| file).collect();
            let others = (0..matches.files.len()).filter(|file| !shown.contains(file));
            parts.extend(others.take(FILES_NAMED).map(GrepPart::More));
        }
        Self {
            around: matches.files.iter().map(|_| OnceLock::new()).collect(),
            mode: making.mode,
            evidence: making.evidence,
            question: making.question,
            names: making.names_wanted,
            errors: making.errors,
            snapshot: making.snapshot,
            matches,
            parts,
            results,
        }
    }

    fn view(&self, shown: &Shown) -> View {
        let mut view = View::default();
        for (number, part) in self.parts.iter().enumerate() {
            if !shown.contains(number) {
                continue;
            }
            match *part {
                GrepPart::Hit { file, hit } => {
                    view.hits.entry(file).or_default().insert(hit);
                    view.results += 1;
                }
                GrepPart::File(file) => {
                    view.files.insert(file);
                    view.results += 1;
                }
                GrepPart::More(file) => {
                    view.named.insert(file);
                }
            }
        }
        view
    }

    /// Reads the outlines of files, on all cores.
    fn prepare(&self, files: &[usize]) {
        files.par_iter().for_each(|file| {
            self.around(*file);
        });
    }

    fn around(&self, file: usize) -> Option<&EnclosingLines> {
        let found = &self.matches.files[file];
        let lines = || {
            let facts = self.snapshot.outline(&found.file).ok()?;
            Some(EnclosingLines::new(facts, found.hits.last()?.line))
        };
        self.around[file].get_or_init(lines).as_ref()
    }

    fn enclosing(&self, file: usize, hit: &Hit) -> Option<Enclosing> {
        self.around(file)?.at(hit.line)
    }

    /// Returns the files, of those shown, whose lines a text shows with their enclosing names.
    fn named_in_text(&self, view: &View) -> Vec<usize> {
        match self.names {
            Names::None => return Vec::new(),
            Names::WithinReason if view.results > ALL_NAMED => {}
            Names::All | Names::WithinReason => return view.hits.keys().copied().collect(),
        }
        let mut left = MAX_PARSED;
        let mut named = Vec::new();
        for file in view.hits.keys().copied() {
            let size = self.matches.files[file].file.stamp.size;
            if size <= left.min(MAX_PARSED_PER_FILE) {
                left -= size;
                named.push(file);
            }
        }
        named
    }

    fn total(&self) -> usize {
        match self.mode {
            Mode::Lines => self.matches.lines,
            Mode::Counts | Mode::FilesOnly => self.matches.matching_files,
        }
    }

    fn footer(&self, view: &View, tokens: usize) -> Footer {
        let at_least = if self.matches.is_exact { "" } else { "≥ " };
        let of = |shown: usize, total: usize, one: &str, many: &str| {
            let words = plural(total, one, many);
            if shown == total && self.matches.is_exact {
                format!("{} {words}", thousands(total))
            } else {
                format!("{} of {at_least}{} {words}", thousands(shown), thousands(total))
            }
        };
        let counted = match self.mode {
            Mode::Lines => {
                let files = of(view.hits.len(), self.matches.matching_files, "file", "files");
                format!("{} in {files}", of(view.results, self.matches.lines, "match", "matches"))
            }
            Mode::Counts | Mode::FilesOnly => {
                let lines = format!("{at_least}{}", thousands(self.matches.lines));
                let files = of(view.results, self.matches.matching_files, "file", "files");
                format!("{files}, {lines} {}", plural(self.matches.lines, "match", "matches"))
            }
        };
        let left_out = self.left_out_beyond_rules();
        let source = source_word(&self.evidence);
        Footer::new(format!("{counted}{left_out} · {source}"), tokens)
    }

    /// Returns the numbers of files and directories that are left out although neither a rule nor
    /// their kind leaves them out of other searches: " · 2 test files left out".
    fn left_out_beyond_rules(&self) -> String {
        let counted = |reason: LeftOutReason| -> Option<String> {
            let of_reason = self.matches.left_out.iter().filter(|row| row.reason == reason);
            let count = of_reason.map(|row| row.count).sum();
            let words = match reason {
                LeftOutReason::Test => plural(count, "test file", "test files"),
                _ => reason.words(count),
            };
            (count > 0).then(|| format!("{} {words}", thousands(count)))
        };
        let reasons = [LeftOutReason::Test, LeftOutReason::Tracked, LeftOutReason::BuildOutput];
        let words: Vec<String> = reasons.into_iter().filter_map(counted).collect();
        if words.is_empty() { String::new() } else { format!(" · {} left out", words.join(", ")) }
    }

    /// Adds the message that nothing was found, with what was searched and left out, so that nobody
    /// takes it for more than it is.
    fn nothing(&self, doc: &mut Doc) {
        let searched = self.matches.searched;
        let files = format!("{} {}", thousands(searched), plural(searched, "file", "files"));
        doc.push(Block::Text(format!("Nothing matches {} in {files}.", self.question)));
        if !self.matches.left_out.is_empty() {
            doc.push(Block::Text(format!("left out: {}", left_out_words(&self.matches.left_out))));
        }
    }

    /// Returns the named files with more matches than are shown, and how many.
    fn more<'a>(&'a self, view: &'a View) -> impl Iterator<Item = (&'a str, usize)> {
        let named = view.named.iter().map(|file| {
            let file = &self.matches.files[*file];
            (&*file.file.path.display, file.count)
        });
        named.filter(|(_, count)| *count > 0)
    }

    fn lines(&self, view: &View, doc: &mut Doc) {
        let named = self.named_in_text(view);
        self.prepare(&named);
        for (file, hits) in &view.hits {
            let is_named = named.binary_search(file).is_ok();
            self.file_lines(*file, hits, is_named, doc);
        }
        if self.names == Names::WithinReason && named.len() < view.hits.len() {
            let (named, all) = (thousands(named.len()), thousands(view.hits.len()));
            let text = format!(
                "the names around lines are told in {named} of {all} files; a budget or maxResults tells all"
            );
            doc.push(Block::Text(text));
        }
        let more: Vec<String> =
            self.more(view).map(|(path, count)| format!("{path} ({})", thousands(count))).collect();
        if !more.is_empty() {
            doc.push(Block::Text(format!("more: {}", more.join(", "))));
        }
        // A limit that cuts says what lifts it.
        let is_cut = self.mode == Mode::Lines && view.results < self.matches.lines;
        if is_cut && self.names != Names::None {
            let option = if view.results < self.results { "maxTokens" } else { "maxResults" };
            doc.push(Block::Text(format!("a higher `{option}` shows more")));
        }
    }

    fn file_lines(&self, file: usize, shown: &BTreeSet<usize>, is_named: bool, doc: &mut Doc) {
        let FileHits { file: entry, count, hits } = &self.matches.files[file];
        let path = entry.path.display.to_string();
        let mut lines: BTreeMap<usize, Block> = BTreeMap::new();
        for hit in shown.iter().map(|hit| &hits[*hit]) {
            let enclosing = if is_named {
                self.enclosing(file, hit).map(|enclosing| enclosing.words_for(hit.line, &hit.text))
            } else {
                None
            };
            for context in &hit.context {
                lines.entry(context.line).or_insert_with(|| Block::Line {
                    path: path.clone(),
                    line: context.line,
                    text: context.text.clone(),
                    matches: Vec::new(),
                    is_match: false,
                    enclosing: None,
                });
            }
            let single = hit.line == hit.end_line;
            for (offset, text) in hit.text.split('\n').enumerate() {
                let line = hit.line + offset;
                let block = Block::Line {
                    path: path.clone(),
                    line,
                    text: text.to_owned(),
                    matches: if single { hit.matches.clone() } else { Vec::new() },
                    is_match: true,
                    enclosing: enclosing.clone(),
                };
                lines.insert(line, block);
            }
        }
        doc.blocks.extend(lines.into_values());
        let hidden = count - shown.len();
        if hidden > 0 {
            let text = format!("{} more in {path}", thousands(hidden));
            doc.push(Block::More { depth: 1, text });
        }
    }

    fn matched_line<'a>(&'a self, file: usize, hit: &'a Hit) -> MatchedLine<'a> {
        let context = hit
            .context
            .iter()
            .map(|context| ContextLine { line: context.line, text: &context.text });
        MatchedLine {
            file: &self.matches.files[file].file.path.display,
            line: hit.line,
            column: hit.column,
            text: &hit.text,
            end_line: (hit.end_line > hit.line).then_some(hit.end_line),
            enclosing: self.enclosing(file, hit),
            context: context.collect(),
        }
    }
}

/// Parts that are shown, by index.
#[derive(Default)]
struct View {
    hits: BTreeMap<usize, BTreeSet<usize>>,
    files: BTreeSet<usize>,
    named: BTreeSet<usize>,
    results: usize,
}

impl GrepPart {
    fn hit(self) -> Option<(usize, usize)> {
        match self {
            GrepPart::Hit { file, hit } => Some((file, hit)),
            GrepPart::File(_) | GrepPart::More(_) => None,
        }
    }
}

/// Returns the hits of files, a few of each at a time, the project's own code first.
fn in_turns(files: &[FileHits]) -> Vec<GrepPart> {
    let mut order: Vec<usize> = (0..files.len()).collect();
    order.sort_by_key(|file| rank(files[*file].file.class));
    let mut parts = Vec::new();
    let mut turn = 0;
    loop {
        let before = parts.len();
        for file in order.iter().copied() {
            let found = &files[file];
            let from = turn * LINES_IN_A_ROW;
            let to = found.hits.len().min(from + LINES_IN_A_ROW);
            parts.extend((from..to).map(|hit| GrepPart::Hit { file, hit }));
        }
        if parts.len() == before {
            return parts;
        }
        turn += 1;
    }
}

fn source_word(evidence: &Evidence) -> &'static str {
    match evidence.source {
        crate::domain::Source::Lsp => "lsp",
        crate::domain::Source::Syntax => "syntax",
        crate::domain::Source::Text => "text",
    }
}

impl Report for GrepReport {
    fn parts(&self) -> usize {
        self.parts.len()
    }

    fn doc(&self, shown: &Shown) -> Doc {
        let view = self.view(shown);
        let mut doc = Doc::default();
        let notes = self.matches.notes.iter().cloned().chain(self.evidence.note());
        doc.blocks.extend(notes.map(Block::Text));
        if self.total() == 0 {
            self.nothing(&mut doc);
        }
        self.lines(&view, &mut doc);
        for file in &view.files {
            let FileHits { file, count, .. } = &self.matches.files[*file];
            let path = file.path.display.to_string();
            let text = if self.mode == Mode::Counts { count.to_string() } else { String::new() };
            doc.push(Block::Row { number: None, place: path, text, details: Vec::new() });
        }
        doc.footer = Some(self.footer(&view, shown.tokens));
        doc
    }

    fn value(&self, shown: &Shown) -> Value {
        let view = self.view(shown);
        let (mut results, mut bytes, mut counted) = (Vec::new(), 0, 0);
        let files: Vec<usize> = view.hits.keys().copied().collect();
        self.prepare(&files);
        for (file, hits) in &view.hits {
            for hit in hits.iter().map(|hit| &self.matches.files[*file].hits[*hit]) {
                bytes += hit.text.len();
                counted += shown.tokens_of(&hit.text);
                results.push(GrepResult::Line(self.matched_line(*file, hit)));
            }
        }
        for file in &view.files {
            let FileHits { file, count, .. } = &self.matches.files[*file];
            results.push(GrepResult::File(FileCount { file: &file.path.display, count: *count }));
        }
        let summary = Summary {
            count: view.results,
            total: self.total(),
            total_is_exact: self.matches.is_exact,
            total_bytes: bytes,
            total_tokens: counted,
            truncated: view.results < self.total() || !self.matches.is_exact,
        };
        let mut evidence = self.evidence.clone();
        if !self.matches.notes.is_empty() {
            evidence.notes = self.matches.notes.iter().cloned().map(Note::Remark).collect();
        }
        to_value(GrepAnswer {
            results,
            summary: GrepSummary {
                summary,
                matching_files: self.matches.matching_files,
                searched_files: self.matches.searched,
            },
            evidence,
            left_out: &self.matches.left_out,
            more: self.more(&view).map(|(file, count)| FileCount { file, count }).collect(),
        })
    }

    fn xml(&self) -> XmlShape {
        XmlShape::new("grep")
    }

    fn shows_keys(&self) -> bool {
        true
    }

    fn found(&self) -> bool {
        self.results > 0
    }

    fn errors(&self) -> &[String] {
        &self.errors
    }

    /// As ripgrep, which is 2 after any error.
    fn fails_by_errors(&self) -> bool {
        true
    }
}
