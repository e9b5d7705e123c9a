//! Resolution of paths in a text, which may come from other directories and other machines.

use super::ExtractError;
use crate::workspace::{FileEntry, Snapshot, SourcePath, Walk, WalkError};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// Resolved location of a path.
#[derive(Debug, Clone)]
pub(super) enum FoundPath {
    Inside(SourcePath),
    /// Not below a root, or missing.
    Outside,
}

/// Finds files, and caches the results.
pub(super) struct FileFinder<'a> {
    snapshot: &'a Snapshot,
    places: HashMap<String, FoundPath>,
    exists: HashMap<String, bool>,
    entries: HashMap<SourcePath, FileEntry>,
    /// Files below the roots by name, listed on first use.
    names: Option<HashMap<String, Vec<SourcePath>>>,
}

impl<'a> FileFinder<'a> {
    pub(super) fn new(snapshot: &'a Snapshot) -> Self {
        Self {
            snapshot,
            places: HashMap::new(),
            exists: HashMap::new(),
            entries: HashMap::new(),
            names: None,
        }
    }

    /// Returns the entry of a file, cached.
    pub(super) fn entry(&mut self, path: &SourcePath) -> Result<FileEntry, ExtractError> {
        if let Some(entry) = self.entries.get(path) {
            return Ok(entry.clone());
        }
        let entry = self.snapshot.entry(path)?;
        self.entries.insert(path.clone(), entry.clone());
        Ok(entry)
    }

    /// Returns whether a path, taken literally, leads to a file below a root.
    pub(super) fn exists(&mut self, path: &str) -> bool {
        if let Some(known) = self.exists.get(path) {
            return *known;
        }
        let exists = self.as_it_stands(path).is_some();
        self.exists.insert(path.to_owned(), exists);
        exists
    }

    fn as_it_stands(&self, path: &str) -> Option<SourcePath> {
        let found = self.snapshot.roots().resolve(path).ok()?;
        found.absolute.is_file().then_some(found)
    }

    /// Resolves a path: literally, else to the single file below a root whose path ends in it or,
    /// for a path of another machine, in the last components of it.
    pub(super) fn find(&mut self, path: &str) -> Result<FoundPath, ExtractError> {
        if let Some(known) = self.places.get(path) {
            return Ok(known.clone());
        }
        let slashed = path.replace('\\', "/");
        let found = match self.as_it_stands(path).or_else(|| self.as_it_stands(&slashed)) {
            Some(found) => Some(found),
            None if Path::new(path).exists() && Path::new(path).is_absolute() => None,
            None => self.by_ending(&slashed)?,
        };
        let place = found.map_or(FoundPath::Outside, FoundPath::Inside);
        self.places.insert(path.to_owned(), place.clone());
        Ok(place)
    }

    fn by_ending(&mut self, path: &str) -> Result<Option<SourcePath>, ExtractError> {
        let parts: Vec<&str> =
            path.split('/').filter(|part| !matches!(*part, "" | "." | "..")).collect();
        let Some(name) = parts.last() else { return Ok(None) };
        let is_absolute = path.starts_with('/') || path.as_bytes().get(1) == Some(&b':');
        let names = self.names()?;
        let Some(files) = names.get(*name) else { return Ok(None) };
        // For an absolute path the directory must match too: every language has many files named
        // `index` or `mod`.
        let (longest, shortest) =
            if is_absolute { (parts.len(), 2) } else { (parts.len(), parts.len()) };
        for length in (shortest..=longest).rev() {
            let ending = &parts[parts.len() - length..];
            let mut matching = files.iter().filter(|file| ends_in(file, ending));
            match (matching.next(), matching.next()) {
                (Some(file), None) => return Ok(Some(file.clone())),
                (Some(_), Some(_)) => return Ok(None),
                _ => {}
            }
        }
        Ok(None)
    }

    fn names(&mut self) -> Result<&HashMap<String, Vec<SourcePath>>, ExtractError> {
        if self.names.is_none() {
            let walk = self.walk()?;
            let mut names: HashMap<String, Vec<SourcePath>> = HashMap::new();
            for file in &walk.files {
                let name = file.path.display.rsplit('/').next().unwrap_or_default();
                names.entry(name.to_owned()).or_default().push(file.path.clone());
            }
            self.names = Some(names);
        }
        Ok(self.names.get_or_insert_default())
    }

    fn walk(&self) -> Result<Arc<Walk>, ExtractError> {
        let starts = self.snapshot.roots().starts();
        self.snapshot.walk(&starts, &[]).map_err(|error| match error {
            WalkError::Cancelled(cancelled) => cancelled.into(),
            WalkError::Glob(error) => unreachable!("no glob was given: {error}"),
        })
    }
}

/// Returns whether a file's path ends in these components, directories above the root included.
fn ends_in(file: &SourcePath, ending: &[&str]) -> bool {
    let absolute = file.absolute.to_string_lossy().replace('\\', "/");
    let mut parts = absolute.rsplit('/');
    ending.iter().rev().all(|wanted| parts.next() == Some(*wanted))
}
