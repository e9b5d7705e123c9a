//! What the files of a project import, export and are made of, by their directives.

use crate::domain::{is_word, lock};
use crate::engine::graph::model::FileIndex;
use crate::engine::graph::project::{Project, split_path};
use crate::engine::graph::semantics::paths::{common_prefix, join, leads_to, normalize};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex};

/// The file that names a package, in its directory: its name up to the dot, and the whole.
const MANIFEST: (&str, &str) = ("pubspec", "pubspec.yaml");

/// The directory of a package below which others import its files.
const PUBLIC: &str = "lib";

/// Ending of the files that are libraries or parts of them.
const ENDING: &str = ".dart";

/// Limit of the files that are looked at for a name which a library passes on.
const MAX_EXPORTED: usize = 4096;

/// What a URI leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    File(FileIndex),
    /// A library of the language, or of another's package.
    Outside,
    /// A file that is not there, as one that a generator writes.
    Missing,
}

/// A directive with the URI of a library or a part.
struct Directive {
    target: Target,
    has_prefix: bool,
    /// The names that it is limited to, and those that it leaves out.
    shown: Option<Vec<String>>,
    hidden: Vec<String>,
}

impl Directive {
    fn shows(&self, name: &str) -> bool {
        let is_in = |names: &Vec<String>| names.iter().any(|own| own == name);
        self.shown.as_ref().is_none_or(is_in) && !is_in(&self.hidden)
    }
}

/// The directives of a file.
#[derive(Default)]
struct Library {
    imports: Vec<Directive>,
    exports: Vec<Directive>,
    parts: Vec<Directive>,
    /// The library that the file is a part of.
    of: Option<Target>,
}

/// The directives of files, each read once.
#[derive(Default)]
pub(super) struct Libraries(Mutex<FxHashMap<FileIndex, Arc<Library>>>);

impl Libraries {
    fn of(&self, project: &Project<'_>, file: FileIndex) -> Arc<Library> {
        if let Some(known) = lock(&self.0).get(&file) {
            return Arc::clone(known);
        }
        let path = &project.entry(file).path;
        let read = |content: &str| Library::read(project, &path.display, content);
        let text = project.snapshot.text(path);
        let library = Arc::new(text.map_or_else(|_| Library::default(), |of| read(&of.content)));
        lock(&self.0).insert(file, Arc::clone(&library));
        library
    }

    /// Goes through a library, its parts and what it exports under a name, until `is_it` is true of
    /// a file. Returns whether it was of one.
    pub(super) fn reach(
        &self,
        project: &Project<'_>,
        file: FileIndex,
        name: &str,
        is_it: &mut dyn FnMut(FileIndex) -> bool,
    ) -> bool {
        let (mut seen, mut left) = (FxHashSet::default(), vec![file]);
        while let Some(file) = left.pop() {
            if seen.len() >= MAX_EXPORTED || !seen.insert(file) {
                continue;
            }
            if is_it(file) {
                return true;
            }
            let library = self.of(project, file);
            let exports = library.exports.iter().filter(|export| export.shows(name));
            left.extend(exports.chain(&library.parts).filter_map(|of| match of.target {
                Target::File(file) => Some(file),
                Target::Outside | Target::Missing => None,
            }));
        }
        false
    }

    /// Returns whether a file may see what another one defines under a name, without a prefix.
    pub(super) fn sees(
        &self,
        project: &Project<'_>,
        file: FileIndex,
        name: &str,
        other: FileIndex,
    ) -> bool {
        let library = match self.of(project, file).of {
            None => file,
            Some(Target::File(library)) => library,
            Some(Target::Outside | Target::Missing) => return true,
        };
        let own = self.of(project, library);
        let is_part = own.parts.iter().any(|part| part.target == Target::File(other));
        let may_give = |import: &Directive| match import.target {
            _ if import.has_prefix || !import.shows(name) => false,
            Target::File(library) => self.reach(project, library, name, &mut |of| of == other),
            Target::Outside => false,
            Target::Missing => true,
        };
        let mut given = own.imports.iter().chain(&own.exports);
        other == file || other == library || is_part || given.any(may_give)
    }
}

impl Library {
    /// Reads the directives at the beginning of a file.
    fn read(project: &Project<'_>, path: &str, text: &str) -> Self {
        let mut library = Self::default();
        for statement in directives(text) {
            let Some((word, rest)) = statement.split_once(char::is_whitespace) else { continue };
            let directive = || directive(project, path, rest);
            match word {
                "import" => library.imports.extend(alternatives(project, path, rest)),
                "export" => library.exports.extend(alternatives(project, path, rest)),
                _ if !rest.trim_start().starts_with("of") => library.parts.extend(directive()),
                // A library may be named by other words than its URI.
                _ => {
                    let of = directive().map_or(Target::Missing, |of| of.target);
                    library.of = Some(of);
                }
            }
        }
        library
    }
}

/// Returns the statements of a file that name other files, without their semicolons.
fn directives(text: &str) -> impl Iterator<Item = &str> {
    let mut at = 0;
    let lines = text.split_inclusive('\n').map(move |line| {
        at += line.len();
        (at - line.len(), line)
    });
    let is_one = |line: &str| {
        let word = line.split(char::is_whitespace).next();
        matches!(word, Some("import" | "export" | "part"))
    };
    lines.filter(move |(_, line)| is_one(line)).filter_map(|(at, _)| text[at..].split(';').next())
}

/// Reads a directive as one for each of the libraries that it names, of which a build uses one:
/// `'a.dart' if (dart.library.io) 'b.dart' show c`.
fn alternatives(project: &Project<'_>, path: &str, text: &str) -> Vec<Directive> {
    let quotes: Vec<usize> = text.match_indices(['\'', '"']).map(|(at, _)| at).collect();
    let uris = quotes.chunks_exact(2).filter(|quoted| text[..quoted[1]].ends_with(ENDING));
    let behind = |quoted: &[usize]| directive(project, path, &text[quoted[0]..]);
    let mut found: Vec<Directive> = uris.filter_map(behind).collect();
    if found.is_empty() {
        found.extend(directive(project, path, text));
    }
    found
}

/// Reads what stands behind the word of a directive: `'a.dart' as a show b, c hide d`.
fn directive(project: &Project<'_>, path: &str, text: &str) -> Option<Directive> {
    let quote = text.find(['\'', '"'])?;
    let uri = text[quote + 1..].split(['\'', '"']).next()?;
    let after = text.rsplit(['\'', '"']).next().unwrap_or_default();
    let mut directive = Directive {
        target: target(project, path, uri),
        has_prefix: false,
        shown: None,
        hidden: Vec::new(),
    };
    let mut is_hiding = false;
    for word in after.split(|letter| !is_word(letter)).filter(|word| !word.is_empty()) {
        match word {
            "as" => directive.has_prefix = true,
            "show" => {
                is_hiding = false;
                directive.shown.get_or_insert_default();
            }
            "hide" => is_hiding = true,
            name if is_hiding => directive.hidden.push(name.to_owned()),
            name => directive.shown.iter_mut().for_each(|shown| shown.push(name.to_owned())),
        }
    }
    Some(directive)
}

/// Returns what a URI in a file leads to.
pub(super) fn target(project: &Project<'_>, from: &str, uri: &str) -> Target {
    if uri.starts_with("dart:") {
        return Target::Outside;
    }
    if !uri.ends_with(ENDING) {
        return Target::Missing;
    }
    let path = match uri.strip_prefix("package:") {
        None => normalize(split_path(from).0, uri),
        Some(rest) => {
            let Some((package, path)) = rest.split_once('/') else { return Target::Missing };
            let packages = project.fact(Packages::load);
            match packages.directory(package, from) {
                Some(directory) => join(directory, &join(PUBLIC, path)),
                // The manifest may not be among the files.
                None if may_be_own(project, uri) => return Target::Missing,
                None => return Target::Outside,
            }
        }
    };
    project.displayed(&path).map_or(Target::Missing, Target::File)
}

/// Returns whether the path in a package may be that of one of the project's files.
fn may_be_own(project: &Project<'_>, uri: &str) -> bool {
    let name = split_path(uri).1;
    let stem = name.split('.').next().unwrap_or(name);
    let mut files = project.with_stem(stem).iter();
    files.any(|file| leads_to(uri, &project.entry(*file).path.display))
}

/// The directories of the project's packages, by their names.
struct Packages(FxHashMap<String, Vec<String>>);

impl Packages {
    fn load(project: &Project<'_>) -> Self {
        let mut packages: FxHashMap<String, Vec<String>> = FxHashMap::default();
        for file in project.with_stem(MANIFEST.0) {
            let entry = project.entry(*file);
            let (directory, name) = split_path(&entry.path.display);
            if name != MANIFEST.1 {
                continue;
            }
            let Ok(text) = project.snapshot.text(&entry.path) else { continue };
            let said = text.content.lines().find_map(|line| line.strip_prefix("name:"));
            let said = said.and_then(|name| name.split('#').next()).map(str::trim);
            if let Some(name) = said.map(|name| name.trim_matches(['\'', '"'])) {
                packages.entry(name.to_owned()).or_default().push(directory.to_owned());
            }
        }
        Self(packages)
    }

    /// Returns the directory of a package, of several of its name the nearest to a file.
    fn directory(&self, package: &str, path: &str) -> Option<&str> {
        let near = |directory: &&String| common_prefix(path, &join(directory, MANIFEST.1));
        self.0.get(package)?.iter().max_by_key(near).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_end_with_a_semicolon_and_may_run_over_lines() {
        let text = "// import 'x';\nlibrary a;\nimport 'a.dart'\n    show b;\npart of 'c.dart';\n\
                    void important() {}\n  import 'd.dart';\n";
        let found: Vec<&str> = directives(text).collect();
        assert_eq!(found, ["import 'a.dart'\n    show b", "part of 'c.dart'"]);
    }
}
