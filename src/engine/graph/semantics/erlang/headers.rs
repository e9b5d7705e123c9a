//! The headers whose text files include, also through others.

use super::directives::directives;
use crate::domain::remembered;
use crate::engine::graph::model::FileIndex;
use crate::engine::graph::project::{Project, Unit, split_path};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// Limit of the headers of one file.
const MAX_HEADERS: usize = 256;

/// The names of the headers of the files of a request, read once.
#[derive(Default)]
pub(super) struct Headers(Mutex<HashMap<FileIndex, Arc<[String]>>>);

impl Headers {
    /// Returns the names of the headers that a file includes, and of those that they include.
    pub(super) fn of(&self, project: &Project<'_>, unit: &Unit) -> Arc<[String]> {
        remembered(&self.0, unit.file, || found(project, unit).into())
    }
}

fn found(project: &Project<'_>, unit: &Unit) -> Vec<String> {
    let mut headers: Vec<String> = Vec::new();
    add(&mut headers, unit.content());
    let mut next = 0;
    while let Some(header) = headers.get(next) {
        next += 1;
        let stem = header.strip_suffix(".hrl").unwrap_or(header);
        let is_it = |file: &&FileIndex| split_path(&project.entry(**file).path.display).1 == header;
        let files: Vec<FileIndex> = project.with_stem(stem).iter().filter(is_it).copied().collect();
        for file in files {
            if let Ok(text) = project.snapshot.text(&project.entry(file).path) {
                add(&mut headers, &text.content);
            }
        }
    }
    headers
}

/// Adds the names of the files that a text includes.
fn add(headers: &mut Vec<String>, text: &str) {
    let included = directives(text).filter(|(word, _)| *word != "import");
    for (_, rest) in included {
        let path = rest.trim_start().strip_prefix('"').and_then(|path| path.split_once('"'));
        let Some((path, _)) = path else { continue };
        let name = split_path(path).1;
        if headers.len() < MAX_HEADERS && !headers.iter().any(|known| known == name) {
            headers.push(name.to_owned());
        }
    }
}
