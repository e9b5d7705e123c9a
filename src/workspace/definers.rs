//! Which files may define which names, told by their lines: a name whose line looks like a definition in the file's
//! language. Parsing then tells; a file that is not named here defines none of the names.

use super::sweep::on_all_cores;
use super::text::read_for_scan;
use super::walk::FileEntry;
use crate::domain::{Cancel, Cancelled};
use crate::lang::Language;
use aho_corasick::{AhoCorasick, MatchKind};
use regex::bytes::Regex;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// What stands for the name in a line, so that one expression serves for all names.
const PLACEHOLDER: &str = "\u{1}";

/// The longest part of a line that is looked at on each side of a name.
const AROUND: usize = 300;

/// For each name, the places in `files` of those that may define it, in ascending order.
///
/// # Errors
/// When the work is cancelled.
pub fn files_defining(files: &[FileEntry], names: &[&str], cancel: &Cancel) -> Result<Vec<Vec<usize>>, Cancelled> {
    let Some(finder) = finder(names) else { return Ok(vec![Vec::new(); names.len()]) };
    let found = on_all_cores(files, cancel, |own: &mut Vec<(usize, usize)>, buffer, place, file| {
        let Some(language) = file.language.filter(|language| language.is_code()) else { return };
        if read_for_scan(&file.path, buffer).is_ok() {
            own.extend(defined_in(buffer, &finder, names, language).into_iter().map(|name| (name, place)));
        }
    })?;
    let mut places = vec![Vec::new(); names.len()];
    let mut found: Vec<(usize, usize)> = found.into_iter().flatten().collect();
    found.sort_unstable();
    for (name, place) in found {
        places[name].push(place);
    }
    Ok(places)
}

fn finder(names: &[&str]) -> Option<AhoCorasick> {
    let known = names.iter().any(|name| !name.is_empty());
    // An empty name would match everywhere; what can be in no text stands for it.
    let patterns = names.iter().map(|name| if name.is_empty() { "\0" } else { name });
    let builder = || AhoCorasick::builder().match_kind(MatchKind::Standard).build(patterns);
    if known { builder().ok() } else { None }
}

fn defined_in(text: &[u8], finder: &AhoCorasick, names: &[&str], language: &'static Language) -> Vec<usize> {
    let mut defined: Vec<usize> = Vec::new();
    let mut line = Vec::new();
    let pattern = pattern(language);
    for found in finder.find_overlapping_iter(text) {
        let name = found.pattern().as_usize();
        if defined.contains(&name) || names[name].is_empty() {
            continue;
        }
        let (before, after) = (&text[..found.start()], &text[found.end()..]);
        let is_part = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        if is_part(before.last()) || is_part(after.first()) {
            continue;
        }
        let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        let end = memchr::memchr(b'\n', after).unwrap_or(after.len());
        line.clear();
        line.extend_from_slice(&before[start.max(before.len().saturating_sub(AROUND))..]);
        line.extend_from_slice(PLACEHOLDER.as_bytes());
        line.extend_from_slice(&after[..end.min(AROUND)]);
        if pattern.is_none_or(|pattern| pattern.is_match(&line)) {
            defined.push(name);
            if defined.len() == names.len() {
                break;
            }
        }
    }
    defined
}

/// The expression for a language's defining lines, compiled once.
fn pattern(language: &'static Language) -> Option<&'static Regex> {
    static COMPILED: LazyLock<Mutex<HashMap<&'static str, &'static Regex>>> = LazyLock::new(Mutex::default);
    let source = language.config.graph.definition.as_deref()?;
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let regex = compiled.entry(language.id).or_insert_with(|| {
        // The name's own boundaries are checked already, and the placeholder is no word character.
        let source = source.replace(r"{}\b", "{}").replace(r"\b{}", "{}").replace("{}", PLACEHOLDER);
        let regex = Regex::new(&source);
        Box::leak(Box::new(
            regex.unwrap_or_else(|error| panic!("languages/{}: graph.definition: {error}", language.id)),
        ))
    });
    Some(regex)
}
