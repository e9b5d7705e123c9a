//! Semantic ranking: the definitions to compare with the query's vector, and the score that
//! similarity adds.
//!
//! Compared are the best by words and, in the most promising files, also definitions without any of
//! the words. All others keep the score of their words.

use super::definitions::{Owner, OwnerHits, Reading, docstring, shown_as};
use super::meaning::{DefinitionPart, Meaning, Words};
use super::{Candidate, FileCandidates, rank};
use crate::domain::Outline;
use crate::lang::registry;
use rayon::prelude::*;
use std::collections::HashSet;

/// Maximum number of compared definitions: the best by words, and those without words.
const MAX_WORDED: usize = 400;
const MAX_WORDLESS: usize = 4000;
/// Number of the most promising files in which definitions without words are compared.
pub(super) const MAX_WORDLESS_FILES: usize = 8;
/// Minimum similarity of a definition for it to match by meaning.
const MIN_SIMILARITY: f64 = 0.3;

/// Adds the definitions of a file that contain no word of the query.
pub(super) fn add_wordless(reading: &mut Reading, outline: &Outline) {
    let known: HashSet<Owner> = reading.found.iter().map(|found| found.owner).collect();
    let shown = (0..outline.symbols.len()).filter(|index| shown_as(outline, *index) == *index);
    let wordless = shown.map(Owner::Symbol).filter(|owner| !known.contains(owner));
    reading.found.extend(wordless.map(OwnerHits::none));
}

/// Adds the value of the similarity to the scores, and drops the definitions without words that are
/// not similar.
pub(super) fn join(read: &mut [FileCandidates], meaning: &Meaning) {
    let compared = compared(read);
    let nearness: Vec<f64> = compared
        .par_iter()
        .map_init(Words::default, |words, (file, index)| {
            let file = &read[*file];
            let Owner::Symbol(symbol) = file.candidates[*index].owner else { return 0.0 };
            take_words(file, symbol, words);
            meaning.near(words)
        })
        .collect();
    for ((file, index), near) in compared.into_iter().zip(nearness) {
        let score = &mut read[file].candidates[index].score;
        score.is_near = near >= MIN_SIMILARITY;
        score.value += meaning_bonus(near) * score.prior;
    }
    for file in read {
        file.candidates.retain(|candidate| candidate.score.has_words || candidate.score.is_near);
    }
}

/// Returns the score bonus for a similarity: its square, so that what is hardly similar, as most
/// definitions of a project are to most queries, does not outweigh words.
fn meaning_bonus(near: f64) -> f64 {
    let near = near.max(0.0);
    rank::MEANING * near * near
}

/// Returns the definitions to compare, each by file and index in it.
fn compared(read: &[FileCandidates]) -> Vec<(usize, usize)> {
    let all = read.iter().enumerate().flat_map(|(file, candidates)| {
        candidates
            .candidates
            .iter()
            .enumerate()
            .map(move |(index, candidate)| (file, index, candidate))
    });
    let is_definition = |candidate: &Candidate| matches!(candidate.owner, Owner::Symbol(_));
    let (mut worded, wordless): (Vec<_>, Vec<_>) = all
        .filter(|(.., candidate)| is_definition(candidate))
        .partition(|(.., candidate)| candidate.score.has_words);
    worded.sort_by(|one, other| other.2.score.value.total_cmp(&one.2.score.value));
    let worded = worded.into_iter().take(MAX_WORDED);
    worded
        .chain(wordless.into_iter().take(MAX_WORDLESS))
        .map(|(file, index, _)| (file, index))
        .collect()
}

/// Collects the words of a definition.
fn take_words(file: &FileCandidates, index: usize, words: &mut Words) {
    let outline = &file.facts.outline;
    let symbol = &outline.symbols[index];
    words.clear();
    words.add(DefinitionPart::Name, &symbol.name);
    words.add(DefinitionPart::Around, place_name(&file.file.path.display));
    let mut next = symbol.parent;
    while let Some(parent) = next {
        words.add(DefinitionPart::Around, &outline.symbols[parent].name);
        next = outline.symbols[parent].parent;
    }
    if let Some(container) = &symbol.container {
        words.add(DefinitionPart::Around, container);
    }
    words.add(DefinitionPart::Signature, &symbol.signature);
    let text = &file.text;
    if symbol.first_line < symbol.lines.start {
        words.add(
            DefinitionPart::Documentation,
            text.lines(symbol.first_line, symbol.lines.start - 1),
        );
    }
    let header_end =
        text.full_line_range(symbol.header_end).map_or(symbol.bytes.end, |range| range.end);
    let mut body = header_end.clamp(symbol.bytes.start, symbol.bytes.end)..symbol.bytes.end;
    if let Some(documentation) = docstring(text, body.clone()) {
        body.start = documentation.end;
        words.add(DefinitionPart::Documentation, &text.content[documentation]);
    }
    words.add(DefinitionPart::Body, &text.content[body]);
}

/// Returns the name of a file, or of its directory if the file stands for that.
pub(super) fn place_name(path: &str) -> &str {
    let (directories, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split('.').next().unwrap_or_default();
    if registry().is_common_stem(stem) {
        directories.rsplit('/').next().unwrap_or_default()
    } else {
        stem
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_similarity_counts_for_little() {
        assert_eq!(meaning_bonus(-0.5), 0.0);
        assert!(meaning_bonus(0.3) < meaning_bonus(0.6) / 3.0);
        assert_eq!(meaning_bonus(1.0), rank::MEANING);
    }

    #[test]
    fn files_that_stand_for_their_directory_are_called_like_it() {
        let check = |path: &str, expected: &str| assert_eq!(place_name(path), expected, "{path}");
        check("src/cache/evict.rs", "evict");
        check("src/cache/mod.rs", "cache");
        check("index.test.ts", "");
    }
}
