//! Parallel scan: blocks of files on all cores, with results that are independent of timing.

use super::choose::{Selection, is_in_language};
use super::matcher::Compiled;
use super::shown::ShownLines;
use super::{ContextLine, FileHits, GrepQuery, Hit, leave_out_within, reason_of};
use crate::domain::{Cancel, Cancelled, LeftOutReason, Progress, lock};
use crate::workspace::{FileEntry, ReadError, Snapshot, Text, open_file, read_for_scan};
use grep_matcher::{LineTerminator, Matcher};
use grep_regex::RegexMatcher;
use grep_searcher::{
    BinaryDetection, Searcher, SearcherBuilder, Sink, SinkContext, SinkFinish, SinkMatch,
};
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Bytes of the first block and of the largest. Small blocks allow an early stop, large ones keep
/// all cores busy.
const FIRST_BLOCK: u64 = 4 << 20;
const MAX_BLOCK: u64 = 32 << 20;

/// Bytes searched for an exact total after enough results are found.
const COUNTED_ON: u64 = 128 << 20;

/// Bytes of a file that are read at once. Larger files, most of them generated, are searched in
/// pieces.
const HELD_AT_ONCE: u64 = 1 << 20;

/// Bytes from which a file's language is detected.
const HEAD: u64 = 64 << 10;

/// Maximum number of match ranges kept for one line.
const PLACES: usize = 32;

/// Limits of a scan.
pub(crate) struct Scan<'a> {
    pub(crate) max_results: Option<usize>,
    /// True if results are files, not lines.
    pub(crate) counts_only: bool,
    pub(crate) cancel: &'a Cancel,
    pub(crate) progress: &'a Progress,
}

/// Outcome for one file.
pub(crate) enum Outcome {
    Nothing,
    Hits(FileHits),
    /// Not text, or not readable.
    Unread(LeftOutReason),
    /// Excluded from the request by its content.
    NotAsked(LeftOutReason),
}

/// Outcome for all files.
#[derive(Default)]
pub(crate) struct ScanOutcome {
    /// With the file's index in the selection.
    pub(crate) files: Vec<(usize, FileHits)>,
    pub(crate) lines: usize,
    pub(crate) matching_files: usize,
    pub(crate) is_exact: bool,
    pub(crate) searched: usize,
    pub(crate) unread: BTreeMap<LeftOutReason, usize>,
}

/// Search in one file after another. Each core has its own instance.
pub(crate) trait FileSearch: Send {
    /// Searches a file; keeps at most `keep` results and counts the others.
    fn search(&mut self, file: &FileEntry, keep: usize) -> Outcome;
}

/// Scans files, in order, until enough results are found and enough more has been counted.
///
/// # Errors
/// If the work is cancelled.
pub(crate) fn scan<S: FileSearch>(
    files: &Selection,
    scan: &Scan<'_>,
    new_worker: impl Fn() -> S + Sync,
) -> Result<ScanOutcome, Cancelled> {
    let most = scan.max_results.unwrap_or(usize::MAX);
    let workers: Mutex<Vec<S>> = Mutex::default();
    let mut scanned = ScanOutcome::default();
    let (mut start, mut block_bytes, mut bytes_after) = (0, FIRST_BLOCK, 0);
    while start < files.len() && bytes_after < COUNTED_ON {
        let found = if scan.counts_only { scanned.files.len() } else { scanned.lines };
        let is_enough = found >= most;
        let wanted = if scan.max_results.is_some() { block_bytes } else { u64::MAX };
        let (end, bytes) = block(files, start, wanted);
        if is_enough {
            bytes_after += bytes;
        }
        let keep = if is_enough || scan.counts_only { 0 } else { most };
        for (index, outcome) in
            scan_block(files, start..end, keep, scan.cancel, &workers, &new_worker)?
        {
            scanned.take(index, outcome, is_enough);
        }
        scan.progress.report(end as u64, Some(files.len() as u64), "searching files");
        start = end;
        block_bytes = (block_bytes * 2).min(MAX_BLOCK);
    }
    scanned.is_exact = start == files.len();
    scanned.searched = start - scanned.unread.values().sum::<usize>();
    Ok(scanned)
}

/// Returns the end of the block that starts at `start`, and its bytes.
fn block(files: &Selection, start: usize, wanted: u64) -> (usize, u64) {
    // Minimum cost of a file: opening it costs as much as reading this many bytes.
    const MIN_COST: u64 = 8 << 10;
    let (mut end, mut bytes) = (start, 0u64);
    while end < files.len() && bytes < wanted {
        bytes = bytes.saturating_add(files.file(end).stamp.size.max(MIN_COST));
        end += 1;
    }
    (end, bytes)
}

fn scan_block<S: FileSearch>(
    files: &Selection,
    range: Range<usize>,
    keep: usize,
    cancel: &Cancel,
    workers: &Mutex<Vec<S>>,
    new_worker: &(impl Fn() -> S + Sync),
) -> Result<Vec<(usize, Outcome)>, Cancelled> {
    let next = AtomicUsize::new(range.start);
    let outcomes: Mutex<Vec<(usize, Outcome)>> = Mutex::default();
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads() {
            scope.spawn(|_| {
                let kept = lock(workers).pop();
                let mut worker = kept.unwrap_or_else(new_worker);
                let mut own = Vec::new();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= range.end || cancel.is_cancelled() {
                        break;
                    }
                    match worker.search(files.file(index), keep) {
                        Outcome::Nothing => {}
                        outcome => own.push((index, outcome)),
                    }
                }
                lock(&outcomes).append(&mut own);
                lock(workers).push(worker);
            });
        }
    });
    cancel.check()?;
    let mut outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
    outcomes.sort_by_key(|(index, _)| *index);
    Ok(outcomes)
}

impl ScanOutcome {
    fn take(&mut self, index: usize, outcome: Outcome, is_enough: bool) {
        match outcome {
            Outcome::Nothing => {}
            Outcome::Unread(reason) | Outcome::NotAsked(reason) => {
                *self.unread.entry(reason).or_default() += 1;
            }
            Outcome::Hits(hits) => {
                self.lines += hits.count;
                self.matching_files += 1;
                // Further files with results are useful, but the list must be bounded.
                if !is_enough || self.files.len() < 10_000 {
                    self.files.push((index, hits));
                }
            }
        }
    }
}

/// A search for matching lines, shared by all workers.
pub(super) struct Lines<'a> {
    pub(super) query: &'a GrepQuery,
    pub(super) compiled: &'a Compiled,
    pub(super) snapshot: &'a Snapshot,
}

fn searcher(lines: &Lines<'_>) -> SearcherBuilder {
    let is_multi_line = lines.compiled.is_multi_line;
    let mut builder = SearcherBuilder::new();
    builder
        .line_number(true)
        .multi_line(is_multi_line)
        // Must equal the matcher's own line terminator; the searcher rejects a mismatch.
        .line_terminator(if is_multi_line {
            LineTerminator::byte(b'\n')
        } else {
            LineTerminator::crlf()
        })
        .invert_match(lines.query.invert)
        .before_context(lines.query.before)
        .after_context(lines.query.after);
    builder
}

/// Worker of one core.
pub(super) struct Worker<'a> {
    lines: &'a Lines<'a>,
    matcher: RegexMatcher,
    searcher: Searcher,
    buffer: Vec<u8>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(lines: &'a Lines<'a>) -> Self {
        // The searched text is already decoded and known not to be binary.
        let searcher =
            searcher(lines).bom_sniffing(false).binary_detection(BinaryDetection::none()).build();
        Self { lines, matcher: lines.compiled.matcher.clone(), searcher, buffer: Vec::new() }
    }
}

impl FileSearch for Worker<'_> {
    fn search(&mut self, file: &FileEntry, keep: usize) -> Outcome {
        let query = self.lines.query;
        // A match over several lines is found only in a text that is read as a whole.
        if file.stamp.size > HELD_AT_ONCE
            && !self.lines.compiled.is_multi_line
            && !self.lines.compiled.is_heavy()
        {
            return self.search_in_pieces(file, keep);
        }
        match read_for_scan(&file.path, &mut self.buffer) {
            Ok(()) => {}
            Err(ReadError::TooLarge { .. }) if !self.lines.compiled.is_heavy() => {
                return self.search_in_pieces(file, keep);
            }
            Err(error) => return Outcome::Unread(reason_of(&error)),
        }
        if !self.lines.compiled.suits(&self.buffer) {
            return Outcome::Unread(LeftOutReason::TooComplex);
        }
        let mut collector =
            Collector::new(&self.matcher, query, keep, self.lines.snapshot.cancel());
        if self.searcher.search_slice(&self.matcher, &self.buffer, &mut collector).is_err() {
            return Outcome::Unread(LeftOutReason::Unreadable);
        }
        let (count, hits) = (collector.count, collector.hits);
        let outcome = if count == 0 {
            Outcome::Nothing
        } else if memchr::memchr(0, &self.buffer).is_some() {
            Outcome::Unread(LeftOutReason::Binary)
        } else {
            let head = &self.buffer[..self.buffer.len().min(HEAD as usize)];
            let head = String::from_utf8_lossy(head);
            self.asked(file, &head, FileHits { file: file.clone(), count, hits }, keep)
        };
        // The memory of one large file must not be retained for the rest of the search.
        if self.buffer.capacity() > 4 << 20 {
            self.buffer = Vec::new();
        }
        outcome
    }
}

impl Worker<'_> {
    /// Returns the results of a file after the checks that need its content: language and tests.
    fn asked(&self, file: &FileEntry, head: &str, mut found: FileHits, keep: usize) -> Outcome {
        let query = self.lines.query;
        if let Some(wanted) = query.language
            && !is_in_language(file, head, wanted)
        {
            return Outcome::NotAsked(LeftOutReason::OtherLanguage);
        }
        if !query.allow_tests && self.lines.leave_out_tests(&mut found) && found.count == 0 {
            return Outcome::NotAsked(LeftOutReason::Test);
        }
        found.hits.truncate(keep);
        Outcome::Hits(found)
    }

    /// Searches a file that is too large to be read at once.
    fn search_in_pieces(&mut self, file: &FileEntry, keep: usize) -> Outcome {
        let mut searcher = searcher(self.lines).binary_detection(BinaryDetection::quit(0)).build();
        let mut collector =
            Collector::new(&self.matcher, self.lines.query, keep, self.lines.snapshot.cancel());
        let searched = match open_file(&file.path.absolute) {
            Ok((opened, _)) => searcher.search_file(&self.matcher, &opened, &mut collector),
            Err(_) => return Outcome::Unread(LeftOutReason::Unreadable),
        };
        match (searched, collector.is_binary) {
            (Err(_), _) => Outcome::Unread(LeftOutReason::Unreadable),
            (Ok(()), true) => Outcome::Unread(LeftOutReason::Binary),
            (Ok(()), false) if collector.count == 0 => Outcome::Nothing,
            (Ok(()), false) => {
                let (count, hits) = (collector.count, collector.hits);
                let head = Text::read_up_to(&file.path, HEAD);
                let head = head.as_ref().map_or("", |text| text.content.as_str());
                self.asked(file, head, FileHits { file: file.clone(), count, hits }, keep)
            }
        }
    }
}

impl Lines<'_> {
    /// Removes the lines of tests from a file's results. `false` if the file has no test symbols.
    fn leave_out_tests(&self, found: &mut FileHits) -> bool {
        let Ok(facts) = self.snapshot.outline(&found.file) else { return false };
        let tests = facts.outline.symbols.iter().filter(|symbol| symbol.is_test);
        let tests: Vec<_> = tests.map(|test| test.first_line..test.lines.end + 1).collect();
        let (before, has_tests) = (found.hits.len(), !tests.is_empty());
        leave_out_within(&mut found.hits, tests, |hit| hit.line);
        found.count -= before - found.hits.len();
        has_tests
    }
}

/// Sink for the searcher's matches in one file.
struct Collector<'a> {
    matcher: &'a RegexMatcher,
    shown: ShownLines,
    keep: usize,
    count: usize,
    hits: Vec<Hit>,
    /// Context lines of the next match.
    before: Vec<ContextLine>,
    is_binary: bool,
    cancel: &'a Cancel,
}

impl<'a> Collector<'a> {
    fn new(matcher: &'a RegexMatcher, query: &GrepQuery, keep: usize, cancel: &'a Cancel) -> Self {
        // Test lines are removed by their line number, so all lines must be kept.
        let keep = if query.allow_tests { keep } else { usize::MAX };
        let shown = ShownLines { width: query.width };
        Self {
            matcher,
            shown,
            keep,
            count: 0,
            hits: Vec::new(),
            before: Vec::new(),
            is_binary: false,
            cancel,
        }
    }

    fn hit(&mut self, line: usize, bytes: &[u8]) -> Hit {
        let mut places: Vec<Range<usize>> = Vec::new();
        // The regex matcher has no errors.
        let _ = self.matcher.find_iter(bytes, |found| {
            places.push(found.start()..found.end());
            places.len() < PLACES
        });
        let first = places.first().map_or(0, |place| place.start);
        let start = memchr::memrchr(b'\n', &bytes[..first]).map_or(0, |newline| newline + 1);
        let column = String::from_utf8_lossy(&bytes[start..first]).chars().count() + 1;
        let (text, places) = decode(bytes, places);
        let lines = text.lines().count().max(1);
        let mut hit = self.shown.hit(line..=line + lines - 1, column, &text, places);
        hit.context = std::mem::take(&mut self.before);
        hit
    }
}

/// Returns the text without its line ending, and the ranges in its bytes.
fn decode(bytes: &[u8], places: Vec<Range<usize>>) -> (String, Vec<Range<usize>>) {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    let within = |place: Range<usize>| place.start.min(bytes.len())..place.end.min(bytes.len());
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), places.into_iter().map(within).collect()),
        Err(_) => {
            let length = |end: usize| String::from_utf8_lossy(&bytes[..end]).len();
            let places =
                places.into_iter().map(within).map(|place| length(place.start)..length(place.end));
            let places = places.collect();
            (String::from_utf8_lossy(bytes).into_owned(), places)
        }
    }
}

impl Sink for Collector<'_> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        self.count += 1;
        if self.hits.len() < self.keep {
            let hit = self.hit(number(found.line_number()), found.bytes());
            self.hits.push(hit);
        }
        Ok(!self.cancel.is_cancelled())
    }

    fn context(&mut self, _: &Searcher, context: &SinkContext<'_>) -> io::Result<bool> {
        let is_before = matches!(context.kind(), grep_searcher::SinkContextKind::Before);
        if self.hits.len() < self.keep || !is_before {
            let (text, _) = decode(context.bytes(), Vec::new());
            let line = self.shown.context_line(number(context.line_number()), &text);
            // Context after a match that was not kept is dropped.
            let is_last_kept = self.count == self.hits.len();
            match self.hits.last_mut() {
                _ if is_before => self.before.push(line),
                Some(hit) if is_last_kept => hit.context.push(line),
                _ => {}
            }
        }
        Ok(true)
    }

    fn binary_data(&mut self, _: &Searcher, _: u64) -> io::Result<bool> {
        self.is_binary = true;
        Ok(false)
    }

    fn finish(&mut self, _: &Searcher, _: &SinkFinish) -> io::Result<()> {
        Ok(())
    }
}

fn number(line: Option<u64>) -> usize {
    line.and_then(|line| usize::try_from(line).ok()).unwrap_or(1)
}
