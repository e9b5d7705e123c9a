//! Types, functions and variables that the files declare which a file includes, in languages whose
//! calls need no look-up there: what they give has members.

use super::includes::included;
use super::resolver::Resolver;
use crate::domain::{SymbolKind, is_word, remembered};
use crate::engine::graph::model::{Def, FileIndex};
use crate::engine::graph::project::{Project, Unit};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex};

/// Limit of the included files that are looked at. Files of a large tree include a thousand, and
/// there the name of a type alone tells its members.
const MAX_FILES: usize = 300;

/// Definitions of names, by the files from which they are looked up.
type Found = FxHashMap<(FileIndex, String), Arc<Vec<Def>>>;

/// What is known of what files declare.
#[derive(Default)]
struct Known {
    /// The names that a file may declare.
    names: Mutex<FxHashMap<FileIndex, Arc<FxHashSet<String>>>>,
    /// The definitions of a name, by the file that includes those which have it.
    found: Mutex<Found>,
}

impl Resolver<'_> {
    /// Returns what the files that a file includes declare under a name, but for macros; nothing
    /// where one is a macro's.
    pub(super) fn declared_in_included(&self, unit: &Unit, name: &str) -> Vec<Def> {
        if !unit.rules().included_names {
            return Vec::new();
        }
        let known = self.project.fact(|_| Known::default());
        let found = remembered(&known.found, (unit.file, name.to_owned()), || {
            Arc::new(find(self.project, &known, unit.file, name))
        });
        found.to_vec()
    }
}

fn find(project: &Project<'_>, known: &Known, file: FileIndex, name: &str) -> Vec<Def> {
    let Some(files) = included(project, file).filter(|files| files.len() <= MAX_FILES) else {
        return Vec::new();
    };
    let mut files: Vec<FileIndex> = files.iter().copied().filter(|other| *other != file).collect();
    files.sort_unstable();
    let mut found = Vec::new();
    for file in files {
        if project.snapshot.cancel().is_cancelled() {
            break;
        }
        let names = remembered(&known.names, file, || {
            let text = project.snapshot.text(&project.entry(file).path);
            Arc::new(text.map_or_else(|_| FxHashSet::default(), |text| names_in(&text.content)))
        });
        if names.contains(name) {
            found.extend(project.definitions_in(file, name));
        }
    }
    let kind = |def: &Def| project.get(*def).map(|(unit, symbol)| unit.symbol(symbol).kind);
    if found.iter().any(|def| kind(def) == Some(SymbolKind::Macro)) {
        return Vec::new();
    }
    found.retain(|def| kind(def).is_some_and(|kind| kind != SymbolKind::Field));
    // A structure may have the name of a function.
    let is_type = |def: &Def| project.is_type(*def);
    if found.iter().any(is_type) {
        found.retain(is_type);
    }
    found
}

/// Returns the names in a text that it may declare: those behind a word of a type, and those before
/// what ends or begins a list, a value or a statement.
fn names_in(text: &str) -> FxHashSet<String> {
    let mut found = FxHashSet::default();
    let mut before = "";
    let mut rest = text;
    while let Some(start) = rest.find(is_word) {
        let word = &rest[start..];
        let word = &word[..word.find(|letter| !is_word(letter)).unwrap_or(word.len())];
        let behind = &rest[start + word.len()..];
        let mark = behind.trim_start().chars().next();
        let is_type = matches!(before, "struct" | "union" | "enum") && mark == Some('{');
        if (is_type || matches!(mark, Some('(' | ';' | ',' | '[' | '='))) && !found.contains(word) {
            found.insert(word.to_owned());
        }
        before = word;
        rest = behind;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_a_text_may_declare_are_found() {
        let text = "typedef struct a_s a_t;\nstruct b { int x; } c, *d;\n\
                    enum f\n{ G };\ntypedef int grid[2];\nstruct none *h(void);\n";
        let names = names_in(text);
        for name in ["a_t", "b", "c", "d", "f", "grid", "h"] {
            assert!(names.contains(name), "{name}");
        }
        for name in ["none", "G", "a_s", "int"] {
            assert!(!names.contains(name), "{name}");
        }
    }
}
