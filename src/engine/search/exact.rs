//! Exact search: the query taken literally, as a definition's name or as text.

use super::definitions::{Owner, Reading, shown_as};
use super::files::class_factor;
use super::rank::Score;
use super::vocabulary::Vocabulary;
use super::{
    Candidate, FileCandidates, Findings, QueryError, Scope, SearchError, SearchQuery, is_test,
    note_unparsed, note_unread, present,
};
use crate::domain::{Cancelled, LeftOut, LeftOutReason, LineRange};
use crate::workspace::{FileEntry, FileFacts, ReadError, Snapshot, Text, scan_files};
use memchr::memmem;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Maximum number of files to parse.
const MAX_FILES: usize = 400;

/// Weights of an occurrence by the field it is in.
const NAME: f64 = 1.0;
const IN_NAME: f64 = 0.8;
const IN_HEADER: f64 = 0.7;
const IN_BODY: f64 = 0.5;

/// A file that contains the text.
struct Holder {
    file_index: usize,
    occurrences: usize,
    /// True if some occurrence is a whole word.
    is_whole: bool,
}

pub(super) fn search(snapshot: &Snapshot, request: &SearchQuery) -> Result<Findings, SearchError> {
    let wanted = request.query.trim();
    if wanted.is_empty() {
        return Err(QueryError::Empty.into());
    }
    if wanted.len() > super::MAX_QUERY_BYTES {
        return Err(QueryError::TooLong(wanted.len()).into());
    }
    let scope = Scope::new(snapshot, request)?;
    // A qualified name is found by its last segment.
    let needle = symbol_name(wanted).unwrap_or(wanted);
    let (holders, failed) = holders(snapshot, &scope.files, needle)?;
    let mut findings = Findings {
        files: scope.files.len(),
        left_out: scope.left_out.clone(),
        ..Findings::default()
    };
    let (tests, mut holders): (Vec<Holder>, Vec<Holder>) = holders
        .into_iter()
        .partition(|holder| !request.allow_tests && scope.files[holder.file_index].class.is_test());
    if !tests.is_empty() {
        let rule = Some("allowTests".to_owned());
        findings.left_out.push(LeftOut {
            reason: LeftOutReason::Test,
            rule,
            file: None,
            count: tests.len(),
        });
    }
    // Files with a whole-word occurrence come first, and the project's own before others.
    let order = |holder: &Holder| {
        let factor = class_factor(&scope.files[holder.file_index]);
        (factor * if holder.is_whole { 2.0 } else { 1.0 }, holder.occurrences)
    };
    holders.sort_by(|left, right| {
        let ((left_rank, left_count), (right_rank, right_count)) = (order(left), order(right));
        right_rank
            .total_cmp(&left_rank)
            .then(right_count.cmp(&left_count))
            .then(left.file_index.cmp(&right.file_index))
    });
    findings.total_is_exact = holders.len() <= MAX_FILES;
    note_unread(failed, &mut findings);
    holders.truncate(MAX_FILES);
    holders.sort_by_key(|holder| holder.file_index);
    let read: Vec<Option<FileCandidates>> = holders
        .par_iter()
        .map(|holder| {
            snapshot.cancel().check()?;
            Ok(candidates(snapshot, &scope.files[holder.file_index], wanted, request))
        })
        .collect::<Result<_, Cancelled>>()?;
    let read: Vec<FileCandidates> = read.into_iter().flatten().collect();
    note_unparsed(&read, &mut findings);
    let vocabulary = Vocabulary::of_text(wanted);
    present::present(&read, &vocabulary, request, &mut findings);
    Ok(findings)
}

/// Returns the last segment of a path such as `Type::method`, `Class.method` or `Type/method`.
fn symbol_name(text: &str) -> Option<&str> {
    let is_path = text
        .chars()
        .all(|character| character.is_alphanumeric() || matches!(character, '_' | ':' | '.' | '#'));
    let name = text.rsplit([':', '.', '#']).next()?;
    (is_path && !name.is_empty() && name.len() < text.len()).then_some(name)
}

fn holders(
    snapshot: &Snapshot,
    files: &[FileEntry],
    needle: &str,
) -> Result<(Vec<Holder>, Vec<ReadError>), Cancelled> {
    let finder = memmem::Finder::new(needle);
    let scanned = scan_files(files, snapshot.cancel(), |file_index, bytes| {
        let mut holder = Holder { file_index, occurrences: 0, is_whole: false };
        for at in finder.find_iter(bytes) {
            holder.occurrences += 1;
            holder.is_whole |= is_whole(bytes, at, needle.len());
        }
        (holder.occurrences > 0).then_some(holder)
    })?;
    Ok((scanned.found, scanned.failed))
}

fn is_whole(bytes: &[u8], at: usize, length: usize) -> bool {
    let is_word = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80)
    };
    let before = at.checked_sub(1).and_then(|before| bytes.get(before));
    !is_word(before) && !is_word(bytes.get(at + length))
}

/// Returns the definitions and lines of a file whose name is the text or that contain it.
fn candidates(
    snapshot: &Snapshot,
    file: &FileEntry,
    wanted: &str,
    request: &SearchQuery,
) -> Option<FileCandidates> {
    let (text, facts) = snapshot.text_and_outline(file).ok()?;
    if request.language.is_some_and(|language| facts.language != Some(language)) {
        return None;
    }
    let mut values: BTreeMap<Option<usize>, (f64, usize)> = BTreeMap::new();
    let mut lines: BTreeMap<usize, usize> = BTreeMap::new();
    let owners = facts.outline.enclosing_by_line(text.line_count());
    for at in memmem::find_iter(text.content.as_bytes(), wanted) {
        let line = text.line_of(at);
        let owner = owners[line].map(|symbol| shown_as(&facts.outline, symbol));
        let value = value(&text, &facts, owner, at, wanted.len());
        let entry = values.entry(owner).or_insert((0.0, 0));
        *entry = (entry.0.max(value), entry.1 + 1);
        if owner.is_none() {
            *lines.entry(line).or_default() += 1;
        }
    }
    add_named(&facts, wanted, &mut values);
    let factor = class_factor(file);
    let mut reading = Reading { found: Vec::new(), paragraphs: Vec::new() };
    let mut candidates = Vec::new();
    for (owner, (value, count)) in values {
        let owner = match owner {
            Some(symbol) if !request.allow_tests && is_test(&facts, symbol) => continue,
            Some(symbol) => Owner::Symbol(symbol),
            None => {
                reading.paragraphs.push(context(&text, &facts, &lines));
                Owner::Paragraph(reading.paragraphs.len() - 1)
            }
        };
        // The number of occurrences breaks ties.
        let value = value * factor * (1.0 - 0.1 / (count as f64 + 1.0));
        candidates.push(Candidate {
            owner,
            score: Score { value, loose: 1, strict: 1, ..Score::default() },
        });
    }
    Some(FileCandidates { file: file.clone(), text, facts, reading, about: 0.0, candidates })
}

/// Adds definitions whose qualified name ends with the text.
fn add_named(facts: &FileFacts, wanted: &str, values: &mut BTreeMap<Option<usize>, (f64, usize)>) {
    if symbol_name(wanted).is_none() {
        return;
    }
    let names: Vec<&str> = wanted.split([':', '.', '#']).filter(|name| !name.is_empty()).collect();
    for index in 0..facts.outline.symbols.len() {
        if facts.outline.path_of(index).ends_with(&names) {
            let shown = shown_as(&facts.outline, index);
            values.entry(Some(shown)).or_insert((0.0, 0)).0 = NAME;
        }
    }
}

/// Returns the weight of an occurrence for its enclosing definition.
fn value(text: &Text, facts: &FileFacts, owner: Option<usize>, at: usize, length: usize) -> f64 {
    let whole = if is_whole(text.content.as_bytes(), at, length) { 1.0 } else { 0.8 };
    let Some(owner) = owner else { return IN_BODY * 0.7 * whole };
    let symbol = &facts.outline.symbols[owner];
    let name = &symbol.name_bytes;
    if at <= name.start && name.end <= at + length && !name.is_empty() {
        return if *name == (at..at + length) { NAME } else { IN_HEADER };
    }
    if name.start <= at && at + length <= name.end {
        return IN_NAME;
    }
    let is_header = text.line_of(at) <= symbol.header_end && at >= symbol.bytes.start;
    whole * if is_header { IN_HEADER } else { IN_BODY }
}

/// Returns the lines around the first occurrence outside of all definitions.
fn context(text: &Text, facts: &FileFacts, lines: &BTreeMap<usize, usize>) -> LineRange {
    const AROUND: usize = 3;
    let line = lines.keys().next().copied().unwrap_or(1);
    let is_free =
        |line: usize| facts.outline.enclosing(line).is_none() && line <= text.line_count();
    let start =
        (line.saturating_sub(AROUND).max(1)..line).rev().take_while(|line| is_free(*line)).last();
    let end = (line + 1..=line + AROUND).take_while(|line| is_free(*line)).last();
    LineRange { start: start.unwrap_or(line), end: end.unwrap_or(line) }
}
