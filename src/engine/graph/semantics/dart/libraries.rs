//! What the files of a project import, export and are made of, by their directives.

use crate::domain::{is_word, remembered};
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

impl Target {
    const fn file(self) -> Option<FileIndex> {
        match self {
            Target::File(file) => Some(file),
            Target::Outside | Target::Missing => None,
        }
    }
}

/// A directive with the URI of a library or a part.
struct Directive {
    target: Target,
    has_prefix: bool,
    /// The names that it is limited to, and those that it leaves out.
    shown: Option<FxHashSet<String>>,
    hidden: FxHashSet<String>,
}

impl Directive {
    fn shows(&self, name: &str) -> bool {
        self.shown.as_ref().is_none_or(|names| names.contains(name)) && !self.hidden.contains(name)
    }

    /// Returns whether it gives all names, and these as they are.
    fn is_whole(&self) -> bool {
        !self.has_prefix && self.shown.is_none() && self.hidden.is_empty()
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

/// The files that a library and what it exports are made of, under one name, or those that it sees.
#[derive(Default)]
struct Files {
    of: FxHashSet<FileIndex>,
    /// There may be others.
    is_open: bool,
}

/// Files of libraries by one of them and a name.
type ByName = Mutex<FxHashMap<(FileIndex, Box<str>), Arc<Files>>>;

/// The directives of files, each read once, and what follows from them for a name.
#[derive(Default)]
pub(super) struct Libraries {
    known: Mutex<FxHashMap<FileIndex, Arc<Library>>>,
    passed_on: ByName,
    seen: ByName,
}

impl Libraries {
    fn of(&self, project: &Project<'_>, file: FileIndex) -> Arc<Library> {
        remembered(&self.known, file, || {
            let path = &project.entry(file).path;
            let read = |content: &str| Library::read(project, &path.display, content);
            let text = project.snapshot.text(path);
            Arc::new(text.map_or_else(|_| Library::default(), |of| read(&of.content)))
        })
    }

    /// Goes through a library, its parts and what it exports under a name, until `is_it` is true of
    /// a file. Returns whether there may be others.
    pub(super) fn reach(
        &self,
        project: &Project<'_>,
        file: FileIndex,
        name: &str,
        is_it: &mut dyn FnMut(FileIndex) -> bool,
    ) -> bool {
        let (mut seen, mut left) = (FxHashSet::default(), vec![file]);
        while let Some(file) = left.pop() {
            if seen.contains(&file) {
                continue;
            }
            if seen.len() >= MAX_EXPORTED || project.snapshot.cancel().is_cancelled() {
                return true;
            }
            seen.insert(file);
            if is_it(file) {
                return true;
            }
            let library = self.of(project, file);
            let exports = library.exports.iter().filter(|export| export.shows(name));
            left.extend(exports.chain(&library.parts).filter_map(|of| of.target.file()));
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
        if other == file || other == library {
            return true;
        }
        let seen = known(&self.seen, (library, name), || self.seen(project, library, name));
        seen.is_open || seen.of.contains(&other)
    }

    /// Returns the files that one sees under a name without a prefix.
    fn seen(&self, project: &Project<'_>, file: FileIndex, name: &str) -> Files {
        let library = self.of(project, file);
        let mut seen = Files::default();
        let parts = library.parts.iter().filter_map(|part| part.target.file());
        seen.of.extend(parts);
        let given = library.imports.iter().chain(&library.exports);
        for import in given.filter(|of| !of.has_prefix && of.shows(name)) {
            seen.is_open |= import.target == Target::Missing;
            let Some(file) = import.target.file() else { continue };
            let given = known(&self.passed_on, (file, name), || {
                let mut given = Files::default();
                given.is_open = self.reach(project, file, name, &mut |file| {
                    given.of.insert(file);
                    false
                });
                given
            });
            seen.is_open |= given.is_open;
            seen.of.extend(&given.of);
        }
        seen
    }
}

/// Returns what is known of a file and a name, found out once.
fn known(
    all: &ByName,
    (file, name): (FileIndex, &str),
    find: impl FnOnce() -> Files,
) -> Arc<Files> {
    remembered(all, (file, Box::from(name)), || Arc::new(find()))
}

impl Library {
    /// Reads the directives at the beginning of a file.
    fn read(project: &Project<'_>, path: &str, text: &str) -> Self {
        let mut library = Self::default();
        // What gives all names a second time adds nothing.
        let mut whole = FxHashSet::default();
        for statement in directives(text) {
            let Some((word, rest)) = statement.split_once(char::is_whitespace) else { continue };
            let is_part = !matches!(word, "import" | "export");
            if is_part && rest.trim_start().starts_with("of") {
                let read = directive(project, path, rest);
                // A library may be named by other words than its URI.
                library.of = Some(read.map_or(Target::Missing, |of| of.target));
                continue;
            }
            let (list, read) = match word {
                "import" => (&mut library.imports, alternatives(project, path, rest)),
                "export" => (&mut library.exports, alternatives(project, path, rest)),
                _ => (&mut library.parts, Vec::from_iter(directive(project, path, rest))),
            };
            let mut is_new = |of: &Directive| match of.target {
                Target::File(file) if of.is_whole() => whole.insert((word, file)),
                _ => true,
            };
            list.extend(read.into_iter().filter(|of| is_new(of)));
        }
        library
    }
}

/// Returns the statements of a file that name other files, without their semicolons.
fn directives(text: &str) -> impl Iterator<Item = &str> {
    let is_one = |line: &str| {
        let word = line.split(char::is_whitespace).next();
        matches!(word, Some("import" | "export" | "part"))
    };
    let mut at = 0;
    let lines = text.split_inclusive('\n').map(move |line| {
        at += line.len();
        (at - line.len(), line)
    });
    let starts = lines.filter(move |(_, line)| is_one(line)).map(|(at, _)| at);
    let mut starts = starts.peekable();
    // Without a semicolon, one ends at the next.
    std::iter::from_fn(move || {
        let start = starts.next()?;
        let end = starts.peek().copied().unwrap_or(text.len());
        text[start..end].split(';').next()
    })
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
        hidden: FxHashSet::default(),
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
            name if is_hiding => {
                directive.hidden.insert(name.to_owned());
            }
            name => {
                directive.shown.iter_mut().for_each(|shown| _ = shown.insert(name.to_owned()));
            }
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

    /// If one without a semicolon went on, all would be read for each.
    #[test]
    fn a_directive_without_a_semicolon_ends_at_the_next() {
        let text = "import 'a.dart'\n".repeat(1_000);
        let read: usize = directives(&text).map(str::len).sum();
        assert_eq!(read, text.len());
    }
}
