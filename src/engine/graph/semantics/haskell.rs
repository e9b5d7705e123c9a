//! Haskell: a module is a file, named by its path below a source folder. Constructors, fields and
//! methods of classes are names of the module, and modules, types and values are apart.

use super::names::Names;
use super::paths::common_prefix;
use super::rules::Semantics;
use super::written::WrittenPath;
use crate::domain::{Symbol, SymbolKind};
use crate::engine::graph::model::{FileIndex, Lookup, Module, Otherwise, Places};
use crate::engine::graph::project::{Project, Unit, split_path};
use crate::workspace::ends_with;
use crate::workspace::names::{Import, Qualifier, Role, Span, Use};

/// Words before the name of a module.
const MODULE_WORDS: [&str; 5] = ["module", "import", "qualified", "as", "safe"];

/// Limit of the letters of a module's path.
const MAX_PATH: usize = 256;

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
            [] if !may_be_made(project, path.unit, called_so, above) => Lookup::External,
            _ => Lookup::Unknown,
        }
    }

    /// A name behind a module of which no file is one is from outside, whatever else bears it.
    fn places(&self, project: &Project<'_>, unit: &Unit, found: &Use) -> Option<Places> {
        let at = found.span.start as usize;
        let modules = match found.qualifier {
            Qualifier::Path(_) => modules_of(unit, module_before(unit.content(), at)?),
            _ => vec![listing(unit, at)?],
        };
        let outside = *modules.first()?;
        modules.iter().all(|module| is_outside(project, unit, module)).then(|| Places {
            places: Vec::new(),
            otherwise: Otherwise::External(Some(outside.to_owned())),
        })
    }

    /// A header lists a name behind the alias of the import that it passes it on from:
    /// `module Shop (Cart.total)`.
    fn passed_on(&self, names: &dyn Names, module: &Module, name: &str) -> Lookup {
        let Module::File(file) = module else { return Lookup::Unknown };
        let Some(unit) = names.project().unit(*file) else { return Lookup::Unknown };
        let Some((at, path)) = listed_behind(unit, name) else { return Lookup::Unknown };
        let [text] = modules_of(unit, path)[..] else { return Lookup::Unknown };
        match self.module(names, WrittenPath { unit, text, at }) {
            Lookup::Module(other) => {
                let look = &mut || {
                    names.lookup(&other, name).or_else(|| self.passed_on(names, &other, name))
                };
                names.guarded(&other, &format!("passed on: {name}"), look)
            }
            found => found,
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

/// Returns the modules that a path before a name stands for: those that imports give it as an
/// alias, else its own. A single name may be an alias in an import that the grammar cannot read.
fn modules_of<'u>(unit: &'u Unit, path: &'u str) -> Vec<&'u str> {
    let of_alias = |import: &'u Import| {
        let alias = import.alias?.of(unit.content());
        (alias == path).then_some(import.module.as_str())
    };
    let aliased: Vec<&str> = unit.imports_holding(path).filter_map(of_alias).collect();
    match aliased.is_empty() && path.contains('.') {
        true => vec![path],
        false => aliased,
    }
}

/// Returns where the header of a file's module lists a name behind a path, and that path.
fn listed_behind<'u>(unit: &'u Unit, name: &str) -> Option<(Span, &'u str)> {
    let text = unit.content();
    let of_code = |word: &str, from: usize| {
        let places = memchr::memmem::find_iter(&text.as_bytes()[from..], word);
        let mut places = places.map(|at| from + at);
        places.find(|at| is_word(text, *at, word.len()) && !unit.names().is_text(*at))
    };
    let start = of_code("module", 0)?;
    let end = of_code("where", start)?;
    let header = &text[start..end];
    let places = memchr::memmem::find_iter(header.as_bytes(), name).map(|at| start + at);
    places.filter(|at| is_word(text, *at, name.len()) && !unit.names().is_text(*at)).find_map(
        |at| {
            let path = module_before(text, at)?;
            Some((Span::new(at..at + name.len()), path))
        },
    )
}

/// Returns whether what stands at a place in a text is a whole name.
fn is_word(text: &str, at: usize, length: usize) -> bool {
    let is_of_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '\'');
    !text[..at].ends_with(is_of_name)
        && !text[at + length..].starts_with(|letter: char| is_of_name(letter) || letter == '.')
}

/// Returns whether no file of the project can be a module.
fn is_outside(project: &Project<'_>, unit: &Unit, module: &str) -> bool {
    let segments: Vec<&str> = module.split('.').collect();
    let Some((name, above)) = segments.split_last() else { return false };
    let called_so = project.with_stem(name);
    let is_module =
        |file: &FileIndex| ends_with(split_path(&project.entry(*file).path.display).0, above);
    !called_so.iter().any(is_module) && !may_be_made(project, unit, called_so, above)
}

/// Returns whether one of the files that are called after a module may be it although it is below
/// other folders: a generator makes it of a file in another language, and the folders at the
/// beginning of its path may be above the project.
fn may_be_made(
    project: &Project<'_>,
    unit: &Unit,
    called_so: &[FileIndex],
    above: &[&str],
) -> bool {
    called_so.iter().any(|file| {
        let entry = project.entry(*file);
        let is_own = entry.language.is_some_and(|language| language.id == unit.language.id);
        let directory = split_path(&entry.path.display).0;
        let mut folders = directory.rsplit('/').filter(|folder| !folder.is_empty());
        !is_own || folders.all(|folder| above.contains(&folder))
    })
}

/// Returns the module of the import in whose list of names a byte offset is. What a qualified
/// import lists is not seen by its bare name.
fn listing(unit: &Unit, at: usize) -> Option<&str> {
    let imports = &unit.names().imports;
    let before = imports.partition_point(|import| (import.span.start as usize) < at);
    let import = imports.get(before.checked_sub(1)?)?;
    let is_listed = at < import.span.end as usize
        && unit.content()[import.span.start as usize..at].contains('(');
    is_listed.then_some(import.module.as_str())
}

/// Returns the path of a module that is written before a dot.
fn module_before(text: &str, at: usize) -> Option<&str> {
    let before = text[..at].strip_suffix('.')?;
    let is_of_path = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '\'' | '.');
    let letters = before.chars().rev().take(MAX_PATH).take_while(|letter| is_of_path(*letter));
    let path = &before[before.len() - letters.map(char::len_utf8).sum::<usize>()..];
    path.starts_with(char::is_uppercase).then_some(path)
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
