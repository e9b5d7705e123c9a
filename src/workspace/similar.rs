//! Identifiers similar to a name that does not exist, as suggestions.

use super::scan_files::on_all_cores;
use super::text::read_for_scan;
use super::walk::FileEntry;
use crate::domain::{Cancel, Cancelled};
use aho_corasick::AhoCorasick;
use std::collections::HashMap;

/// Number of letters at the beginning and at the end of a name, of which one group must be right.
const AFFIX: usize = 4;

/// Returns the identifiers of the code files that are near to `name`, nearest first, at most
/// `most`. Case and underscores do not count; a name that has all of `name`'s letters in a row is
/// near too.
///
/// # Errors
/// When the work is cancelled.
pub fn similar_identifiers(
    files: &[FileEntry],
    name: &str,
    most: usize,
    cancel: &Cancel,
) -> Result<Vec<String>, Cancelled> {
    let plain = plain(name);
    if plain.chars().count() < 3 || plain.len() > 80 || !name.is_ascii() {
        return Ok(Vec::new());
    }
    let start: String = name.chars().take(AFFIX.min(name.len() - 1).max(3)).collect();
    let end: String = name.chars().skip(name.chars().count().saturating_sub(AFFIX)).collect();
    let builder = AhoCorasick::builder().ascii_case_insensitive(true).build([&start, &end]);
    let Ok(finder) = builder else { return Ok(Vec::new()) };
    let found =
        on_all_cores(files, cancel, |own: &mut HashMap<String, usize>, buffer, _, file| {
            let is_code = file.language.is_some_and(|language| language.is_code());
            if is_code && read_for_scan(&file.path, buffer).is_ok() {
                collect(buffer, &finder, &plain, own);
            }
        })?;
    let found: HashMap<String, usize> = found.into_iter().flatten().collect();
    let mut found: Vec<(usize, String)> =
        found.into_iter().map(|(name, distance)| (distance, name)).collect();
    found.retain(|(_, found)| found != name);
    found.sort_unstable();
    found.truncate(most);
    Ok(found.into_iter().map(|(_, name)| name).collect())
}

fn collect(text: &[u8], finder: &AhoCorasick, wanted: &str, own: &mut HashMap<String, usize>) {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut last_end = 0;
    for found in finder.find_iter(text) {
        if found.start() < last_end {
            continue;
        }
        let start = text[..found.start()]
            .iter()
            .rposition(|byte| !is_word(*byte))
            .map_or(0, |before| before + 1);
        let end = text[found.end()..]
            .iter()
            .position(|byte| !is_word(*byte))
            .map_or(text.len(), |after| found.end() + after);
        last_end = end;
        let Ok(word) = std::str::from_utf8(&text[start..end]) else { continue };
        if word.len() > 80 || own.contains_key(word) {
            continue;
        }
        if let Some(distance) = distance(wanted, &plain(word)) {
            own.insert(word.to_owned(), distance);
        }
    }
}

fn distance(wanted: &str, word: &str) -> Option<usize> {
    let reach = (wanted.len() / 4).max(1);
    if wanted.len().abs_diff(word.len()) <= reach {
        let distance = strsim::damerau_levenshtein(wanted, word);
        if distance <= reach {
            return Some(distance);
        }
    }
    let is_part = word.contains(wanted) || word.len() >= 4 && wanted.contains(word);
    is_part.then(|| reach + 1 + wanted.len().abs_diff(word.len()))
}

fn plain(name: &str) -> String {
    name.chars().filter(|character| *character != '_').flat_map(char::to_lowercase).collect()
}
