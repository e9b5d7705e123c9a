//! Haskell: a module is a file, named by its path below a source folder. Constructors, fields and
//! methods of classes are names of the module, and modules, types and values are apart.

use super::names::Names;
use super::paths::common_prefix;
use super::rules::Semantics;
use super::written::WrittenPath;
use crate::domain::{Symbol, SymbolKind};
use crate::engine::graph::model::{FileIndex, Lookup, Module};
use crate::engine::graph::project::{Unit, split_path};
use crate::workspace::ends_with;
use crate::workspace::names::{Role, Use};

/// Words before the name of a module.
const MODULE_WORDS: [&str; 5] = ["module", "import", "qualified", "as", "safe"];

pub(super) struct Haskell;

impl Semantics for Haskell {
    /// Resolves `Data.Pool` to the nearest `Data/Pool.hs`.
    fn module(&self, names: &dyn Names, path: WrittenPath<'_>) -> Lookup {
        let project = names.project();
        let segments: Vec<&str> = path.text.split('.').collect();
        let Some((name, above)) = segments.split_last() else { return Lookup::Unknown };
        let called_so = project.with_stem(name);
        let rank = |file: FileIndex| {
            let displayed = &project.entry(file).path.display;
            (std::cmp::Reverse(common_prefix(path.unit.path(), displayed)), displayed.len())
        };
        let is_module = |file: &FileIndex| {
            let entry = project.entry(*file);
            entry.language.is_some_and(|language| language.id == path.unit.language.id)
                && ends_with(split_path(&entry.path.display).0, above)
        };
        let mut found: Vec<FileIndex> = called_so.iter().copied().filter(is_module).collect();
        found.sort_by_key(|file| (rank(*file), *file));
        match found[..] {
            [file] => Lookup::Module(Module::File(file)),
            [first, second, ..] if rank(first).0 != rank(second).0 => {
                Lookup::Module(Module::File(first))
            }
            // A generator may make it from another file of the name.
            [] if called_so.is_empty() => Lookup::External,
            _ => Lookup::Unknown,
        }
    }

    /// Only what an import lists is followed: what a module passes on of what it imports itself is
    /// in its header.
    fn follows_wildcards(&self, _: &Unit) -> bool {
        false
    }

    /// A field is a name of the module although it stands in a constructor of a type.
    fn has_open_members(&self, symbol: &Symbol) -> bool {
        let kind = symbol.kind;
        kind.is_type() || kind == SymbolKind::Constant
    }

    /// A type and a constructor may share a name, of which the place determines which is meant.
    fn may_mean(&self, _: &Unit, found: &Use, kind: SymbolKind) -> bool {
        match found.role {
            Role::Type => kind.is_type(),
            Role::Call | Role::Read => !kind.is_type(),
            _ => true,
        }
    }

    /// A module may have the name of a type, and stands behind a word or before a dot.
    fn is_apart(&self, unit: &Unit, found: &Use, (_, definition): (&Unit, &Symbol)) -> bool {
        is_of_module(unit, found) != (definition.kind == SymbolKind::Module)
    }
}

/// Returns whether a name stands where that of a module does.
fn is_of_module(unit: &Unit, found: &Use) -> bool {
    let (text, span) = (unit.content(), found.span.range());
    let is_path =
        || text[span.end..].starts_with('.') && text[span.clone()].starts_with(char::is_uppercase);
    let before = text[..span.start].trim_end();
    let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '\'');
    let word = before.rsplit(|letter| !is_name(letter)).next().unwrap_or_default();
    let is_behind_word =
        || MODULE_WORDS.contains(&word) && text[span.clone()].starts_with(char::is_uppercase);
    is_behind_word() || is_path()
}
