//! C and C++: files include files, and the whole program shares its names.

use super::names::Names;
use super::paths::{ancestors, common_prefix, join};
use super::rules::Semantics;
use super::type_arguments::{begins_with_arguments, may_specialize};
use super::written::WrittenPath;
use crate::domain::{Certainty, Symbol, SymbolKind, is_word};
use crate::engine::graph::model::{FileIndex, Lookup, Module};
use crate::engine::graph::project::{Project, Unit, split_path};

/// Maximum length of a chain of includes that is searched for a name.
const MAX_INCLUDE_DEPTH: usize = 6;

/// Bytes before the name of a definition in which its qualifiers are looked for.
const MAX_QUALIFIERS: usize = 200;

/// File extensions of headers.
const HEADERS: [&str; 11] =
    ["h", "hpp", "hh", "hxx", "h++", "inl", "ipp", "tpp", "txx", "inc", "cuh"];

pub(super) struct CFamily;

impl Semantics for CFamily {
    /// Resolves an included file by the end of its path, the nearest to the including file first.
    fn module(&self, names: &dyn Names, path: WrittenPath<'_>) -> Lookup {
        // A name in code, which stands at no import, is no file's, also not of one without ending.
        if path.at.start == path.at.end {
            return Lookup::Unknown;
        }
        let (project, own) = (names.project(), path.unit.path());
        let Some(files) = alike(project, path.text) else {
            let near = below_directory_around(project, own, path.text);
            return near.map_or(Lookup::Unknown, |file| Lookup::Module(Module::File(file)));
        };
        let path = |file: &FileIndex| &project.entry(*file).path.display;
        let best = files.into_iter().min_by_key(|file| {
            let found = path(file);
            (std::cmp::Reverse(common_prefix(own, found)), found.len(), *file)
        });
        best.map_or(Lookup::External, |file| Lookup::Module(Module::File(file)))
    }

    fn included_files(&self, project: &Project<'_>, by: &str, path: &str) -> Vec<FileIndex> {
        let Some(mut files) = alike(project, path) else {
            return below_directory_around(project, by, path).into_iter().collect();
        };
        let shared = |file: &FileIndex| common_prefix(by, &project.entry(*file).path.display);
        let most = files.iter().map(shared).max();
        files.retain(|file| Some(shared(file)) == most);
        files
    }

    /// `#include "part.c"`
    fn included<'u>(&self, unit: &'u Unit) -> Vec<&'u str> {
        let paths = unit.wildcard_imports().map(|import| import.module.as_str());
        paths.filter(|path| !self.is_header(path) && path.contains('.')).collect()
    }

    /// Following includes pays off only for what gives values, which C looks up by itself.
    fn follows_wildcards(&self, unit: &Unit) -> bool {
        unit.rules().implicit_receiver
    }

    /// Headers include each other in long chains.
    fn deepest_import(&self) -> Option<usize> {
        Some(MAX_INCLUDE_DEPTH)
    }

    /// `template <> struct Name<int>`.
    fn specialized<'u>(&self, unit: &'u Unit, symbol: &Symbol) -> Option<&'u str> {
        let name = unit.content().get(symbol.name_bytes.clone())?;
        name.find('<').filter(|_| symbol.kind.is_type()).map(|at| &name[at..])
    }

    /// `Name<int>` is a template, or its specialization for `int`, or one for some types of which
    /// `int` may be one; `Name` is none of them.
    fn applied(&self, unit: &Unit, symbol: &Symbol, after: &str) -> Option<Certainty> {
        let after = after.trim_start();
        let is_template = || symbol.signature.split([' ', '<']).any(|word| word == "template");
        let is_meant = match self.specialized(unit, symbol) {
            Some(arguments) if begins_with_arguments(after, arguments) => true,
            Some(pattern) => {
                let is_among = may_specialize(&symbol.signature, pattern, after);
                return is_among.then_some(Certainty::Possible);
            }
            None if symbol.kind == SymbolKind::Type => true,
            None => is_template() == after.starts_with('<'),
        };
        is_meant.then_some(Certainty::Likely)
    }

    /// `enum name { … }`, but for `enum class`.
    fn has_open_members(&self, symbol: &Symbol) -> bool {
        let is_scoped = |word: &str| matches!(word, "class" | "struct");
        symbol.kind == SymbolKind::Enum && !symbol.signature.split_whitespace().any(is_scoped)
    }

    /// `inline namespace v1 { … }`
    fn is_transparent(&self, block: &Symbol) -> bool {
        block.signature.trim_start().starts_with("inline ")
    }

    /// `void app::Session::run()`
    fn before_container<'u>(&self, unit: &'u Unit, symbol: &Symbol) -> &'u str {
        let text = &unit.content()[..symbol.name_bytes.start];
        let text = &text[text.floor_char_boundary(text.len().saturating_sub(MAX_QUALIFIERS))..];
        let own = symbol.container.as_deref().unwrap_or_default();
        let before = text.trim_end().strip_suffix("::").and_then(|text| text.strip_suffix(own));
        let Some(before) = before.filter(|before| before.ends_with("::")) else { return "" };
        let start = before.rfind(|letter| !is_word(letter) && letter != ':');
        &before[start.map_or(0, |start| start + 1)..]
    }

    /// `friend void f(Name& name) { … }`
    fn is_of_scope_around(&self, definition: &Symbol) -> bool {
        definition.signature.split_whitespace().any(|word| word == "friend")
    }

    /// `virtual void f()`, `void f() override`
    fn is_virtual(&self, member: &Symbol) -> bool {
        let mut words = member.signature.split(|letter| !is_word(letter));
        words.any(|word| matches!(word, "virtual" | "override" | "final"))
    }

    /// `virtual void f() = 0;`
    fn is_abstract(&self, unit: &Unit, member: &Symbol) -> bool {
        let text = unit.content().get(member.bytes.clone()).unwrap_or_default();
        let before = text.trim_end().trim_end_matches(';').trim_end().strip_suffix('0');
        before.is_some_and(|before| before.trim_end().ends_with('='))
    }

    /// File-local names of a header are visible to the files that include it.
    fn is_header(&self, path: &str) -> bool {
        let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
        HEADERS.contains(&extension)
    }
}

/// Returns the name of an included file, and the names of directories before it.
fn names_in(path: &str) -> (Vec<&str>, &str) {
    let (directory, name) = split_path(path.trim_start_matches("./"));
    let above = directory.split('/').filter(|part| !part.is_empty() && *part != "..");
    (above.collect(), name)
}

/// Returns the files whose paths end as an included one does; `None` if they are very many.
fn alike(project: &Project<'_>, path: &str) -> Option<Vec<FileIndex>> {
    let (above, name) = names_in(path);
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let mut files = project.ending_with(stem, &above)?;
    files.retain(|file| split_path(&project.entry(*file).path.display).1 == name);
    Some(files)
}

/// Returns the included file below a directory around another one.
fn below_directory_around(project: &Project<'_>, own: &str, path: &str) -> Option<FileIndex> {
    let (above, name) = names_in(path);
    let wanted = join(&above.join("/"), name);
    ancestors(split_path(own).0).find_map(|around| project.displayed(&join(around, &wanted)))
}
