//! Listing of one directory, and the evidence in its names.

use super::rules::RuleFiles;
use crate::workspace::file_class::{is_bundle, is_licence};
use crate::workspace::open::{EntryKind, OpenDirectory, open_file};
use crate::workspace::roots::is_marker;
use crate::workspace::stamp::Stamp;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// File that marks a directory as a cache.
const CACHE_TAG: &str = "CACHEDIR.TAG";

/// One entry of a directory, before any verdict.
pub(super) struct Entry {
    pub(super) name: OsString,
    pub(super) kind: EntryKind,
}

/// Entries of a directory, sorted by name, and the evidence in their names.
pub(super) struct Listing {
    directory: OpenDirectory,
    pub(super) entries: Vec<Entry>,
    pub(super) rule_files: RuleFiles,
    has_licence: bool,
    /// True if there are source maps.
    pub(super) has_maps: bool,
    /// Number of entries that could not be examined.
    pub(super) failed: usize,
}

impl Listing {
    /// Lists a directory, sorted by name.
    pub(super) fn read(path: &Path) -> io::Result<Self> {
        let mut directory = OpenDirectory::open(path)?;
        let mut entries = Vec::new();
        let mut failed = 0;
        directory.each(|entry| match entry {
            Some((name, kind)) => entries.push(Entry { name, kind }),
            None => failed += 1,
        })?;
        let mut listing = Self {
            directory,
            entries,
            rule_files: RuleFiles::default(),
            has_licence: false,
            has_maps: false,
            failed,
        };
        for entry in &listing.entries {
            if let Some(name) = entry.name.to_str() {
                listing.rule_files.note(name);
                listing.has_licence |= is_licence(name);
                listing.has_maps |= name.ends_with(".map");
            }
        }
        listing.entries.sort_unstable_by(|left, right| left.name.cmp(&right.name));
        Ok(listing)
    }

    /// Returns the state of an entry.
    pub(super) fn stamp(&self, entry: &Entry) -> io::Result<Stamp> {
        self.directory.stamp(&entry.name)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.entries.binary_search_by(|entry| entry.name.as_os_str().cmp(name.as_ref())).is_ok()
    }

    pub(super) fn has_manifest(&self) -> bool {
        self.has(".git")
            || self.entries.iter().any(|entry| entry.name.to_str().is_some_and(is_marker))
    }

    /// Returns whether a directory of this name and content has the licence that makes it
    /// third-party code.
    pub(super) fn proves_licence(&self, name: &str, path: &Path) -> bool {
        if !is_bundle(name) {
            return self.has_licence;
        }
        let directories = self.entries.iter().filter(|entry| entry.kind == EntryKind::Directory);
        let licensed = |entry: &Entry| {
            Self::read(&path.join(&entry.name)).is_ok_and(|listing| listing.has_licence)
        };
        let (with, without): (Vec<_>, Vec<_>) = directories.partition(|entry| licensed(entry));
        !with.is_empty() && with.len() >= without.len()
    }

    /// Returns the other paths that [`Self::build_output`] and [`Self::proves_licence`] examine.
    pub(super) fn looked_into(&self, name: &str, path: &Path) -> Vec<PathBuf> {
        let mut looked_into = Vec::new();
        if self.has(CACHE_TAG) {
            looked_into.push(path.join(CACHE_TAG));
        }
        if is_bundle(name) {
            let directories =
                self.entries.iter().filter(|entry| entry.kind == EntryKind::Directory);
            looked_into.extend(directories.map(|entry| path.join(&entry.name)));
        }
        looked_into
    }

    /// Returns the evidence in a directory that all of it is build output.
    pub(super) fn build_output(&self, path: &Path) -> Option<&'static str> {
        if self.has(CACHE_TAG) && is_cache_tag(&path.join(CACHE_TAG)) {
            return Some("CACHEDIR.TAG in it");
        }
        if self.has("pyvenv.cfg") {
            return Some("pyvenv.cfg in it");
        }
        if self.has("CMakeCache.txt") && !self.has("CMakeLists.txt") {
            return Some("CMakeCache.txt in it");
        }
        None
    }

    /// Returns the evidence beside a directory that it is build output.
    pub(super) fn build_output_beside(&self, name: &str) -> Option<&'static str> {
        const EVIDENCE: [(&str, &str, &str); 7] = [
            ("target", "Cargo.toml", "target beside Cargo.toml"),
            ("target", "pom.xml", "target beside pom.xml"),
            ("node_modules", "package.json", "node_modules beside package.json"),
            ("build", "build.gradle", "build beside build.gradle"),
            ("build", "build.gradle.kts", "build beside build.gradle.kts"),
            ("_build", "mix.exs", "_build beside mix.exs"),
            ("_build", "dune-project", "_build beside dune-project"),
        ];
        EVIDENCE
            .iter()
            .find(|(directory, manifest, _)| name == *directory && self.has(manifest))
            .map(|(_, _, evidence)| *evidence)
    }
}

/// Returns whether a tag begins as the cache directory standard requires, without which it means
/// nothing.
fn is_cache_tag(path: &Path) -> bool {
    const SIGNATURE: &[u8] = b"Signature: 8a477f597d28d172789f06886806bc55";
    let mut start = [0; SIGNATURE.len()];
    open_file(path).is_ok_and(|(mut file, _)| io::Read::read_exact(&mut file, &mut start).is_ok())
        && start == SIGNATURE
}
