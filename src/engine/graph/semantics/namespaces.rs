//! Directories of a name, in languages in which a directory of modules needs no file of its own.

use crate::domain::lock;
use crate::engine::graph::project::Project;
use crate::workspace::ByEnd;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The directories of a project that hold files directly.
pub(super) struct Namespaces {
    by_end: ByEnd<()>,
    /// The shortest path with an end, by that.
    shortest: Mutex<HashMap<String, Option<Arc<str>>>>,
}

impl Namespaces {
    pub(super) fn load(project: &Project<'_>) -> Self {
        let by_end = ByEnd::new(project.directories().map(|directory| (directory, ())));
        Self { by_end, shortest: Mutex::default() }
    }

    /// Returns the directory with the shortest path of those whose last names are `segments`.
    pub(super) fn shortest(&self, segments: &[&str]) -> Option<Arc<str>> {
        let mut shortest = lock(&self.shortest);
        let found = shortest.entry(segments.join("/")).or_insert_with(|| {
            let found = self.by_end.ending_with(segments).iter();
            found.map(|(directory, ())| &**directory).min_by_key(|path| path.len()).map(Arc::from)
        });
        found.clone()
    }
}
