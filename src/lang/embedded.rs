//! The files below `languages/` and `servers/`, which the program brings along packed.

use serde::de::DeserializeOwned;
use std::sync::LazyLock;

/// What `build.rs` packs: of each file, in the order of their paths, a line with the path, one with
/// the number of bytes, and the text.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/embedded"));

/// The texts with their paths, in the order of the paths. They are unpacked once and kept.
static TEXTS: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    let bytes = miniz_oxide::inflate::decompress_to_vec(PACKED).expect("build.rs packs it");
    let packed = String::from_utf8(bytes).expect("build.rs packs text");
    read(packed.leak()).expect("build.rs writes paths and lengths")
});

fn read(mut packed: &'static str) -> Option<Vec<(&'static str, &'static str)>> {
    let mut texts = Vec::new();
    while !packed.is_empty() {
        let (path, rest) = packed.split_once('\n')?;
        let (length, rest) = rest.split_once('\n')?;
        let (text, rest) = rest.split_at_checked(length.parse().ok()?)?;
        texts.push((path, text));
        packed = rest;
    }
    Some(texts)
}

/// Returns the text of a file; `None` if there is none.
pub(super) fn text(path: &str) -> Option<&'static str> {
    let index = TEXTS.binary_search_by_key(&path, |(known, _)| known).ok()?;
    Some(TEXTS[index].1)
}

/// Returns the table that a file holds.
///
/// # Panics
/// If the file is no such table; tests read every one.
pub(super) fn table<T: DeserializeOwned>(path: &str) -> T {
    let source = text(path).unwrap_or_default();
    toml::from_str(source).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the files below a folder with their paths in it, in the order of those.
pub(crate) fn files(folder: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    TEXTS.iter().filter_map(move |(path, text)| {
        Some((path.strip_prefix(folder)?.strip_prefix('/')?, *text))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    #[test]
    fn every_file_is_unpacked_as_it_is() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for folder in ["languages", "servers"] {
            let mut count = 0;
            for (path, packed) in files(folder) {
                let path = format!("{folder}/{path}");
                assert_eq!(fs::read_to_string(root.join(&path)).ok().as_deref(), Some(packed));
                assert_eq!(text(&path), Some(packed), "{path}");
                count += 1;
            }
            assert!(count > 10, "{folder} has {count} files");
        }
        assert_eq!(text("languages/rust"), None);
    }
}
