//! First-stage ranking: one scan of the text of every file selects the files worth parsing.

use super::Scope;
use super::evaluate::Known;
use super::path_factors::PathFactors;
use super::postings::{self, UnitHit};
use super::query::Query;
use super::vocabulary::{Mask, Scratch, Unit, Vocabulary};
use super::words::{
    Beginnings, HashKind, for_each_likely_word, for_each_word, hash, join, lower, stem_hash,
};
use crate::domain::{Cancel, Cancelled};
use crate::lang::registry;
use crate::workspace::{
    Fact, FileEntry, FileKind, MAX_CACHED_TERMS_BYTES, ReadError, Snapshot, Text, scan_files,
};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Number of blocks into which a file is divided to locate terms.
const BLOCKS: usize = 64;
/// Minimum block size in bytes. Smaller blocks would separate lines of one definition.
const MIN_BLOCK: usize = 1024;

/// The terms of a file, with their counts and approximate positions.
pub(super) struct FileTerms {
    /// Hashes of stems and of joined words, ascending.
    hashes: Box<[u32]>,
    counts: Box<[u16]>,
    blocks: Box<[u64]>,
}

impl Fact for FileTerms {
    fn compute(_: &FileEntry, text: &Arc<Text>, _: &Snapshot) -> Self {
        Self::of(text.content.as_bytes())
    }

    fn weight(&self) -> usize {
        size_of::<Self>()
            + self.hashes.len() * (size_of::<u32>() + size_of::<u16>() + size_of::<u64>())
    }
}

impl FileTerms {
    fn of(bytes: &[u8]) -> Self {
        let blocks = Blocks::of(bytes.len());
        let mut seen: FxHashMap<u32, (u16, u64)> = FxHashMap::default();
        let mut buffer = Vec::new();
        for_each_word(bytes, |word| {
            let block = blocks.bit(word.start);
            let mut add = |hash: u32| {
                let entry = seen.entry(hash).or_default();
                entry.0 = entry.0.saturating_add(1);
                entry.1 |= block;
            };
            for part in 0..word.parts.len() {
                lower(word.part(part), &mut buffer);
                add(stem_hash(&buffer));
            }
            if word.parts.len() > 1 {
                join(word, &mut buffer);
                add(hash(HashKind::Joined, &buffer));
            }
        });
        let mut all: Vec<(u32, (u16, u64))> = seen.into_iter().collect();
        all.sort_unstable_by_key(|(hash, _)| *hash);
        Self {
            hashes: all.iter().map(|(hash, _)| *hash).collect(),
            counts: all.iter().map(|(_, (count, _))| *count).collect(),
            blocks: all.iter().map(|(_, (_, blocks))| *blocks).collect(),
        }
    }

    /// Same as [`hits_in`], for units that can be looked up by hash.
    fn look_up(&self, wanted: &[(u16, u32)]) -> Vec<UnitHit> {
        let hits = wanted.iter().filter_map(|(unit, hash)| {
            let at = self.hashes.binary_search(hash).ok()?;
            Some(UnitHit { unit: *unit, count: self.counts[at], blocks: self.blocks[at] })
        });
        hits.collect()
    }
}

/// Division of a text into equal blocks.
struct Blocks {
    size: usize,
}

impl Blocks {
    fn of(length: usize) -> Self {
        Self { size: length.div_ceil(BLOCKS).max(MIN_BLOCK) }
    }

    fn bit(&self, offset: usize) -> u64 {
        1 << (offset / self.size).min(BLOCKS - 1)
    }
}

/// A file that contains units of the query.
pub(super) struct FileHits {
    pub(super) file_index: usize,
    /// Length in bytes.
    pub(super) length: u64,
    pub(super) units: Vec<UnitHit>,
}

/// A file worth parsing, with its score.
#[derive(Debug, Clone)]
pub(super) struct PromisingFile {
    /// Its index in the list that was searched.
    pub(super) file_index: usize,
    pub(super) score: f64,
    pub(super) path_concepts: PathConcepts,
    /// Factor for its location in the project.
    pub(super) place_factor: f64,
}

/// Concepts in the names along a path.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PathConcepts {
    pub(super) directories: Mask,
    /// Concepts in the file's name, or in its directory's if the file name is conventional.
    pub(super) file: Mask,
    /// Share of that name's subwords that are in the query.
    pub(super) name_share: f64,
}

impl PathConcepts {
    pub(super) fn all(self) -> Mask {
        self.directories | self.file
    }
}

/// Result of the first stage.
pub(super) struct Ranking {
    /// Best first; ties in the order of the list.
    pub(super) files: Vec<PromisingFile>,
    /// Inverse document frequency of each concept.
    pub(super) idf: Vec<f64>,
    pub(super) failed: Vec<ReadError>,
    /// True if files were read whose terms can be kept.
    pub(super) can_keep: bool,
    /// True if some file contains a term of the query, even if it does not satisfy the query.
    pub(super) holds_parts: bool,
}

/// Ranks files by the query's terms in their text.
///
/// # Errors
/// If the work is cancelled.
pub(super) fn rank(
    snapshot: &Snapshot,
    scope: &Scope,
    query: &Query,
    vocabulary: &Vocabulary,
) -> Result<Ranking, Cancelled> {
    let files = &scope.files;
    let found = if vocabulary.units.is_empty() {
        let hits = (0..files.len()).map(|file_index| FileHits {
            file_index,
            length: 1,
            units: Vec::new(),
        });
        FileScan { hits: hits.collect(), ..FileScan::default() }
    } else {
        find(snapshot, scope, vocabulary)?
    };
    let paths: Vec<PathConcepts> =
        files.par_iter().map(|file| path_concepts(&file.path.display, vocabulary)).collect();
    let (files, idf) = score(files, &found.hits, &paths, query, vocabulary);
    let holds_parts = found.hits.iter().any(|file| !file.units.is_empty());
    Ok(Ranking { files, idf, failed: found.failed, can_keep: found.can_keep, holds_parts })
}

/// Keeps the terms of every file, so that later queries need not read them again. Does nothing if
/// that would take too much memory.
///
/// # Errors
/// If the work is cancelled.
pub(super) fn keep(snapshot: &Snapshot, files: &[FileEntry]) -> Result<(), Cancelled> {
    if is_kept(files) {
        snapshot.facts::<FileTerms>(files)?;
    }
    Ok(())
}

fn is_kept(files: &[FileEntry]) -> bool {
    files.iter().map(|file| file.stamp.size).sum::<u64>() <= MAX_CACHED_TERMS_BYTES
}

/// The units of the query found in files.
#[derive(Default)]
pub(super) struct FileScan {
    /// Sorted by index of the file.
    pub(super) hits: Vec<FileHits>,
    pub(super) failed: Vec<ReadError>,
    can_keep: bool,
}

/// Returns the units that each file contains: from its kept terms, from what earlier searches
/// found, else from its text. All give the same result.
fn find(
    snapshot: &Snapshot,
    scope: &Scope,
    vocabulary: &Vocabulary,
) -> Result<FileScan, Cancelled> {
    let files = &scope.files;
    if let Some(walk) = &scope.walk
        && !is_kept(files)
    {
        return postings::find(snapshot, walk, vocabulary, |places| {
            let mut found = FileScan::default();
            read_through(snapshot, files, places, vocabulary, &mut found)?;
            Ok(found)
        });
    }
    let wanted: Vec<(u16, u32)> = (0..vocabulary.units.len() as u16)
        .filter_map(|unit| vocabulary.hash_of(unit).map(|hash| (unit, hash)))
        .collect();
    let may_be_known = vocabulary.is_hashed() && is_kept(files);
    let known: Vec<Option<Result<FileHits, ReadError>>> = if may_be_known {
        files
            .par_iter()
            .enumerate()
            .map(|(file_index, file)| {
                let terms = snapshot.known_fact::<FileTerms>(file)?;
                Some(terms.map(|terms| FileHits {
                    file_index,
                    length: file.stamp.size,
                    units: terms.look_up(&wanted),
                }))
            })
            .collect()
    } else {
        (0..files.len()).map(|_| None).collect()
    };
    let unknown: Vec<usize> =
        (0..files.len()).filter(|file_index| known[*file_index].is_none()).collect();
    let mut found =
        FileScan { can_keep: may_be_known && !unknown.is_empty(), ..FileScan::default() };
    for known in known.into_iter().flatten() {
        match known {
            Ok(hits) => found.hits.push(hits),
            Err(error) => found.failed.push(error),
        }
    }
    if !unknown.is_empty() {
        read_through(snapshot, files, &unknown, vocabulary, &mut found)?;
        found.hits.sort_unstable_by_key(|hits| hits.file_index);
    }
    Ok(found)
}

/// Scans the files at some indices.
pub(super) fn read_through(
    snapshot: &Snapshot,
    files: &[FileEntry],
    file_indices: &[usize],
    vocabulary: &Vocabulary,
    found: &mut FileScan,
) -> Result<(), Cancelled> {
    let beginnings = vocabulary.beginnings();
    let unread: Vec<FileEntry>;
    let files_read = if file_indices.len() == files.len() {
        files
    } else {
        unread = file_indices.iter().map(|file_index| files[*file_index].clone()).collect();
        &unread
    };
    let steps = snapshot.progress().start(files_read.len(), "searching files");
    let scanned = scan_files(files_read, snapshot.cancel(), |file_index, bytes| {
        steps.step();
        let units = hits_in(bytes, vocabulary, &beginnings, snapshot.cancel());
        Some(FileHits {
            file_index: file_indices[file_index],
            length: files_read[file_index].stamp.size,
            units,
        })
    })?;
    found.hits.extend(scanned.found);
    found.failed.extend(scanned.failed);
    Ok(())
}

/// Returns the query's units in a text; some of them if the work is cancelled.
fn hits_in(
    bytes: &[u8],
    vocabulary: &Vocabulary,
    beginnings: &Beginnings,
    cancel: &Cancel,
) -> Vec<UnitHit> {
    let blocks = Blocks::of(bytes.len());
    let mut units: Vec<UnitHit> = Vec::new();
    let mut scratch = Scratch::default();
    let mut is_cancelled = false;
    for_each_likely_word(bytes, beginnings, |word| {
        is_cancelled = is_cancelled || cancel.is_cancelled();
        if is_cancelled {
            return;
        }
        vocabulary.look(word, &mut scratch, |unit, _| {
            let at = units.iter().position(|hit| hit.unit == unit).unwrap_or_else(|| {
                units.push(UnitHit { unit, ..UnitHit::default() });
                units.len() - 1
            });
            units[at].count = units[at].count.saturating_add(1);
            units[at].blocks |= blocks.bit(word.start);
        });
    });
    units
}

fn path_concepts(path: &str, vocabulary: &Vocabulary) -> PathConcepts {
    let (directories, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let is_of_directory = registry().stands_for_directory(stem);
    let file =
        if is_of_directory { directories.rsplit('/').next().unwrap_or_default() } else { stem };
    let mut scratch = Scratch::default();
    let mut concepts = |text: &str| {
        let (mut mask, mut parts, mut matched) = (0, 0, 0);
        for_each_word(text.as_bytes(), |word| {
            let mut in_word = vec![false; word.parts.len()];
            vocabulary.look(word, &mut scratch, |unit, part| {
                let found = concepts_of_unit(vocabulary, unit);
                mask |= found;
                match vocabulary.units[unit as usize] {
                    _ if found == 0 => {}
                    Unit::Joined(_) => in_word.fill(true),
                    _ => in_word[part] = true,
                }
            });
            parts += in_word.len();
            matched += in_word.into_iter().filter(|is_matched| *is_matched).count();
        });
        (mask, matched as f64 / parts.max(1) as f64)
    };
    let (directories, _) = concepts(directories);
    let (file, name_share) = concepts(file);
    PathConcepts { directories, file, name_share }
}

/// Returns the concepts of which a unit is a form or at least a near synonym.
fn concepts_of_unit(vocabulary: &Vocabulary, unit: u16) -> Mask {
    let mut mask = 0;
    for (index, concept) in vocabulary.concepts.iter().enumerate() {
        if concept.units.iter().any(|(known, weight)| *known == unit && *weight >= 0.5) {
            mask |= 1 << index;
        }
    }
    mask
}

/// Occurrences of a concept in a file.
struct ConceptHit {
    concept: usize,
    count: f64,
    blocks: u64,
    is_strict: bool,
}

fn concepts_in(file: &FileHits, vocabulary: &Vocabulary, hits: &mut Vec<ConceptHit>) {
    hits.clear();
    let find = |unit: u16| file.units.iter().find(|hit| hit.unit == unit);
    for (index, concept) in vocabulary.concepts.iter().enumerate() {
        let mut hit = ConceptHit { concept: index, count: 0.0, blocks: 0, is_strict: false };
        for (unit, weight) in &concept.units {
            let (count, blocks) = match &vocabulary.units[*unit as usize] {
                // All units of a sequence must be present; their adjacency is checked once the file
                // is parsed.
                Unit::Sequence { units, .. } => {
                    let members: Option<Vec<&UnitHit>> =
                        units.iter().map(|unit| find(*unit)).collect();
                    let Some(members) = members else { continue };
                    let blocks = members.iter().fold(u64::MAX, |all, hit| all & spread(hit.blocks));
                    (
                        f64::from(members.iter().map(|hit| hit.count).min().unwrap_or(0)) * 0.3,
                        blocks,
                    )
                }
                _ => match find(*unit) {
                    Some(hit) => (f64::from(hit.count), hit.blocks),
                    None => continue,
                },
            };
            hit.count += count * weight;
            hit.blocks |= blocks;
            hit.is_strict |= *weight >= 1.0;
        }
        if hit.count > 0.0 {
            hits.push(hit);
        }
    }
}

/// Returns the blocks and their neighbours.
fn spread(blocks: u64) -> u64 {
    blocks | blocks << 1 | blocks >> 1
}

/// Returns the files that may satisfy the query, best first, and the inverse document frequency of
/// each concept.
fn score(
    files: &[FileEntry],
    found: &[FileHits],
    paths: &[PathConcepts],
    query: &Query,
    vocabulary: &Vocabulary,
) -> (Vec<PromisingFile>, Vec<f64>) {
    let mut frequency = vec![0usize; vocabulary.concepts.len()];
    let mut hits = Vec::new();
    let mut length = 0u64;
    for file in found {
        length += file.length;
        concepts_in(file, vocabulary, &mut hits);
        hits.iter().filter(|hit| hit.is_strict).for_each(|hit| frequency[hit.concept] += 1);
    }
    let number = found.len() as f64;
    let idf: Vec<f64> = frequency
        .iter()
        .map(|frequency| {
            (1.0 + (number - *frequency as f64 + 0.5) / (*frequency as f64 + 0.5)).ln()
        })
        .collect();
    let average = (length as f64 / number.max(1.0)).max(1.0);
    let path_factors = PathFactors::new(files);
    let mut ranked = Vec::new();
    for file in found {
        concepts_in(file, vocabulary, &mut hits);
        let path_concepts = paths[file.file_index];
        let entry = &files[file.file_index];
        if !may_satisfy(entry, &hits, path_concepts.all(), query, vocabulary) {
            continue;
        }
        let score =
            score_of(&hits, path_concepts.all(), file.length as f64 / average, &idf, vocabulary);
        let place_factor = path_factors.factor(entry, vocabulary.is_name());
        let score = score * class_factor(entry) * place_factor;
        ranked.push(PromisingFile {
            file_index: file.file_index,
            score,
            path_concepts,
            place_factor,
        });
    }
    ranked.sort_by(|left, right| {
        right.score.total_cmp(&left.score).then(left.file_index.cmp(&right.file_index))
    });
    (ranked, idf)
}

fn may_satisfy(
    entry: &FileEntry,
    hits: &[ConceptHit],
    path_concepts: Mask,
    query: &Query,
    vocabulary: &Vocabulary,
) -> bool {
    let mask = |only_strict: bool| {
        hits.iter()
            .filter(|hit| hit.is_strict || !only_strict)
            .fold(0, |mask: Mask, hit| mask | 1 << hit.concept)
    };
    // A file that matches by its path alone contains no definition that matches.
    if hits.is_empty() && !vocabulary.is_empty() {
        return false;
    }
    let known = Known {
        strict: mask(true) | path_concepts,
        loose: mask(false) | path_concepts,
        text: None,
        passes: &|filter| {
            (!filter.is_of_definitions())
                .then(|| filter.passes_file(&entry.path.display, entry.language))
        },
    };
    known.satisfies(query, vocabulary)
}

/// Returns the score of a file: by its best blocks, by the whole text, and by its path.
fn score_of(
    hits: &[ConceptHit],
    path: Mask,
    length: f64,
    idf: &[f64],
    vocabulary: &Vocabulary,
) -> f64 {
    let value = |concept: usize| idf[concept] * vocabulary.concepts[concept].weight;
    let mut by_block = [0.0f64; BLOCKS];
    let mut whole = 0.0;
    for hit in hits {
        let value = value(hit.concept) * if hit.is_strict { 1.0 } else { 0.5 };
        let mut blocks = spread(hit.blocks);
        while blocks != 0 {
            by_block[blocks.trailing_zeros() as usize] += value;
            blocks &= blocks - 1;
        }
        let norm = 0.5 + 0.5 * length;
        whole += value * hit.count / (hit.count + 1.2 * norm);
    }
    let best = by_block.iter().fold(0.0f64, |best, value| best.max(*value));
    let path: f64 = (0..idf.len()).filter(|concept| path >> concept & 1 == 1).map(value).sum();
    // The small constant keeps files that only filters selected.
    best + whole + 0.8 * path + 1e-6
}

/// Returns the factor for the file's class, below 1 for files that are less likely to be the
/// answer.
pub(super) fn class_factor(entry: &FileEntry) -> f64 {
    let factors = [
        (FileKind::Vendored, 0.45),
        (FileKind::Generated, 0.45),
        (FileKind::Minified, 0.1),
        (FileKind::Locale, 0.15),
        (FileKind::Test, 0.6),
        (FileKind::Example, 0.6),
        (FileKind::Documentation, 0.45),
    ];
    let class: f64 = factors
        .iter()
        .filter(|(kind, _)| entry.class.has(*kind))
        .fold(1.0, |factor, (_, next)| factor * next);
    let is_code = entry.language.is_some_and(|language| language.is_code());
    class * if is_code { 1.0 } else { 0.45 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_of_a_text_is_what_reading_it_finds() {
        let text =
            "fn steal_tasks(queue: &Queue) { stolen += 1; }\n// QUEUED work-stealing, taskQueue\n"
                .repeat(40);
        for query in
            ["steal", "task queue", "taskQueue", "work stealing timezone", "configuration", "größe"]
        {
            let vocabulary = Vocabulary::new(&Query::parse(query).expect("a query"));
            let hashes = (0..vocabulary.units.len() as u16)
                .filter_map(|unit| Some((unit, vocabulary.hash_of(unit)?)));
            let kept = FileTerms::of(text.as_bytes()).look_up(&hashes.collect::<Vec<_>>());
            let beginnings = vocabulary.beginnings();
            let cancel = Cancel::default();
            let mut read = hits_in(text.as_bytes(), &vocabulary, &beginnings, &cancel);
            read.sort_unstable_by_key(|hit| hit.unit);
            assert_eq!(kept, read, "{query}");
        }
    }

    #[test]
    fn reading_a_text_stops_when_it_is_cancelled() {
        let vocabulary = Vocabulary::new(&Query::parse("needle").expect("a query"));
        let cancel = Cancel::cancelled_at_check(2);
        let text = "needle ".repeat(10);
        let hits = hits_in(text.as_bytes(), &vocabulary, &vocabulary.beginnings(), &cancel);
        assert_eq!((hits[0].count, cancel.checks()), (2, 3));
    }
}
