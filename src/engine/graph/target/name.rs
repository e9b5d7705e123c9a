//! Qualified names: the definitions that a written name may refer to, and similar names if there
//! are none.

use super::attributes::by_assignment;
use super::group::of_file;
use super::path::{Path, is_in_file, matching, types_above};
use super::{Outcome, ResolveError, group, imports};
use crate::domain::{Cancelled, Suggestion, SymbolKind, nearest};
use crate::engine::graph::model::{Lookup, Module};
use crate::engine::graph::project::{Def, Project, Unit, split_path};
use crate::engine::graph::resolve::local_name;
use crate::engine::graph::semantics;
use crate::lang::registry;
use crate::workspace::{SourcePath, similar_identifiers};
use std::collections::HashSet;
use std::sync::Arc;

/// Maximum number of suggestions for an unknown name.
const MAX_SUGGESTIONS: usize = 5;

/// Returns the definitions that a qualified name refers to, in any file.
pub(super) fn anywhere(project: &Project<'_>, symbol: &str) -> Result<Outcome, ResolveError> {
    let Some(path) = Path::of(project, symbol)? else { return Ok(Outcome::None(Vec::new())) };
    let all = project.definitions(path.name)?;
    let mut defs = matching(project, &all, &path);
    if defs.is_empty()
        && let Some(of) = path.above.last()
    {
        defs = matching(project, &project.definitions_beside(path.name, of)?, &path);
    }
    if defs.is_empty() {
        defs = by_module_path(project, &all, symbol);
    }
    if defs.is_empty() {
        defs = by_import(project, &path)?;
    }
    if defs.is_empty() {
        defs = project.members(&types_above(project, &path)?, path.name).found;
    }
    if defs.is_empty() && (all.is_empty() || !path.above.is_empty()) {
        defs = by_assignment(project, &path, |_| true)?;
    }
    if defs.is_empty() {
        return by_spelling(project, symbol, &path, &all);
    }
    Ok(Outcome::Groups(grouped(project, &defs)))
}

/// Returns the definitions of a name that nothing defines in this spelling, in a language whose
/// names have no case; else suggestions.
fn by_spelling(
    project: &Project<'_>,
    symbol: &str,
    path: &Path<'_>,
    all: &[Def],
) -> Result<Outcome, ResolveError> {
    if !all.is_empty() {
        return Ok(Outcome::None(suggest(project, all)));
    }
    for spelling in project.other_spellings(path.name)? {
        let defs = project.definitions(&spelling)?;
        let has_no_case = |(unit, symbol): (&Arc<Unit>, u32)| {
            unit.language.ignores_case(unit.symbol(symbol).kind)
        };
        if defs.iter().any(|def| project.get(*def).is_some_and(has_no_case)) {
            let above = &symbol[..symbol.rfind(path.name).unwrap_or_default()];
            return anywhere(project, &format!("{above}{spelling}"));
        }
    }
    Ok(Outcome::None(similar(project, path.name)?))
}

/// Returns the definitions that a qualified name refers to in one file, or that the file
/// re-exports.
pub(super) fn in_file(
    project: &Project<'_>,
    symbol: &str,
    file: &SourcePath,
) -> Result<Outcome, ResolveError> {
    let Some(path) = Path::of(project, symbol)? else { return Ok(Outcome::None(Vec::new())) };
    project.snapshot.text(file)?;
    let index = project.file_of(file);
    let Some(unit) = index.and_then(|index| project.unit(index)) else {
        return Err(ResolveError::NoSyntax { file: file.display.to_string() });
    };
    let own = project.definitions_in(unit.file, path.name);
    let mut defs = matching(project, &own, &path);
    if defs.is_empty()
        && path.above.is_empty()
        && let Lookup::Definitions(found) = project.lookup(&Module::File(unit.file), path.name)
    {
        defs = found;
    }
    if defs.is_empty() && path.above.is_empty() && has_implementation(unit, path.name) {
        let all = project.definitions(path.name)?;
        defs = all.iter().copied().filter(|def| project.is_type(*def)).collect();
        if defs.is_empty() {
            return Ok(Outcome::None(Vec::new()));
        }
    }
    if defs.is_empty() {
        let mut types = types_above(project, &path)?;
        types.retain(|of| of.file == unit.file);
        defs = project.members(&types, path.name).found;
    }
    if defs.is_empty() {
        defs = by_assignment(project, &path, |def| def.file == unit.file)?;
    }
    if defs.is_empty() {
        // The title of a test is no path.
        let titled = unit.symbols_named(symbol);
        let titled = titled.map(|(symbol, _)| Def { file: unit.file, symbol });
        let titled: Vec<Def> = titled.collect();
        if !titled.is_empty() {
            return Ok(Outcome::Groups(vec![titled]));
        }
    }
    if defs.is_empty()
        && path.above.is_empty()
        && let Some(outside) = imports::of_name(project, unit, path.name)
    {
        return Ok(outside);
    }
    if defs.is_empty() {
        let all = project.definitions(path.name)?;
        if all.is_empty() {
            return Ok(Outcome::None(similar_in(project, unit, path.name)?));
        }
        let shown = file.display.to_string();
        let nearest = nearest_place(project, unit, &path, &all);
        return Err(ResolveError::NotInFile { symbol: symbol.to_owned(), file: shown, nearest });
    }
    project.make_known(path.name, &own)?;
    Ok(match whole(project, &path, &defs)? {
        Outcome::Groups(mut groups) => {
            groups.iter_mut().for_each(|group| of_file(project, unit.file, group));
            Outcome::Groups(groups)
        }
        other => other,
    })
}

/// Returns whether a file implements something for a type of a name, which is defined elsewhere.
fn has_implementation(unit: &Unit, name: &str) -> bool {
    unit.symbols_named(name).any(|(_, symbol)| symbol.kind == SymbolKind::Impl)
}

/// Returns the definitions that a qualified name refers to in the files below a directory.
pub(super) fn in_directory(
    project: &Project<'_>,
    symbol: &str,
    directory: &SourcePath,
) -> Result<Outcome, ResolveError> {
    let Some(path) = Path::of(project, symbol)? else { return Ok(Outcome::None(Vec::new())) };
    let all = project.definitions(path.name)?;
    let is_below =
        |def: &Def| project.entry(def.file).path.absolute.starts_with(&directory.absolute);
    let below: Vec<Def> = all.iter().copied().filter(is_below).collect();
    let mut defs = matching(project, &below, &path);
    if defs.is_empty() {
        defs = by_assignment(project, &path, is_below)?;
    }
    if defs.is_empty() {
        let suggestions =
            if all.is_empty() { similar(project, path.name)? } else { suggest(project, &all) };
        return Ok(Outcome::None(suggestions));
    }
    whole(project, &path, &defs)
}

/// Returns some definitions of a name, with their parts in other files.
fn whole(project: &Project<'_>, path: &Path<'_>, defs: &[Def]) -> Result<Outcome, ResolveError> {
    let all = project.definitions(path.name)?;
    let groups = group(project, &all);
    let asked: HashSet<&Def> = defs.iter().collect();
    let each = || all.iter().zip(&groups);
    let wanted: HashSet<usize> =
        each().filter(|(def, _)| asked.contains(def)).map(|(_, group)| *group).collect();
    let whole: Vec<Def> =
        each().filter(|(_, group)| wanted.contains(group)).map(|(def, _)| *def).collect();
    Ok(Outcome::Groups(grouped(project, if whole.is_empty() { defs } else { &whole })))
}

/// Returns "`name` at path:line" for the definition nearest to a name that a file does not define,
/// but others do, which are `all`.
fn nearest_place(project: &Project<'_>, unit: &Unit, path: &Path<'_>, all: &[Def]) -> String {
    let there = || suggest(project, all).into_iter().next();
    let here = nearest_in(unit, path.name).map(|index| unit.symbol(index));
    let (name, file, line) = match (here, there()) {
        (Some(symbol), _) => (symbol.name.clone(), unit.path().to_owned(), symbol.line),
        (None, Some(place)) => (place.name, place.file, place.line),
        (None, None) => return "nothing like it; leave out `file` to look everywhere".to_owned(),
    };
    format!("`{name}` at {file}:{line}")
}

/// Returns the definition of a file whose name is the nearest to one.
fn nearest_in(unit: &Unit, name: &str) -> Option<u32> {
    let near = nearest(name, unit.symbols().iter().map(|symbol| symbol.name.as_str()))?;
    unit.symbols_named(near).next().map(|(index, _)| index)
}

/// Returns suggestions for a name that has no definition, that of the file asked about first.
fn similar_in(
    project: &Project<'_>,
    unit: &Unit,
    name: &str,
) -> Result<Vec<Suggestion>, Cancelled> {
    let here = nearest_in(unit, name).map(|symbol| Def { file: unit.file, symbol });
    let mut suggestions = suggest(project, here.as_slice());
    for place in similar(project, name)? {
        if !suggestions.contains(&place) {
            suggestions.push(place);
        }
    }
    suggestions.truncate(MAX_SUGGESTIONS);
    Ok(suggestions)
}

/// Returns the definitions that a name refers to only through imports: by an alias, or through
/// modules that re-export it.
fn by_import(project: &Project<'_>, path: &Path<'_>) -> Result<Vec<Def>, Cancelled> {
    const MAX_FILES: usize = 200;
    let mentions = project.mentions_in_code(path.name)?;
    let files: Vec<u32> = mentions.files.iter().take(MAX_FILES).map(|found| found.file).collect();
    for unit in project.read_all(&files)? {
        if !is_in_file(&unit, path) {
            continue;
        }
        for import in unit.imports_holding(path.name) {
            if local_name(&unit, import) == Some(path.name)
                && let Lookup::Definitions(found) = project.follow(&unit, import)
            {
                return Ok(found);
            }
        }
    }
    Ok(Vec::new())
}

/// Returns the definitions that a name refers to below the full path of a module, as a manifest
/// gives it: `example.com/shop/store.Cache.Get`.
fn by_module_path(project: &Project<'_>, all: &[Def], symbol: &str) -> Vec<Def> {
    let Some(last) = symbol.rfind('/') else { return Vec::new() };
    let dots = symbol[last..].match_indices('.').map(|(at, _)| last + at);
    let languages = registry().all().iter();
    let semantics: Vec<_> = languages.map(semantics::of).collect();
    for (module, name) in dots.map(|dot| (&symbol[..dot], &symbol[dot + 1..])) {
        let directory = semantics.iter().find_map(|of| of.directory_of(project, module));
        if let (Some(directory), Some(path)) = (directory, Path::read(name)) {
            let is_there =
                |def: &Def| split_path(&project.entry(def.file).path.display).0 == directory;
            let there: Vec<Def> = all.iter().copied().filter(is_there).collect();
            return matching(project, &there, &path);
        }
    }
    Vec::new()
}

/// Groups definitions; within a group the one with a body comes first.
pub(super) fn grouped(project: &Project<'_>, defs: &[Def]) -> Vec<Vec<Def>> {
    let numbers = group(project, defs);
    let count = numbers.iter().max().map_or(0, |most| most + 1);
    let mut groups = vec![Vec::new(); count];
    for (def, number) in defs.iter().zip(numbers) {
        groups[number].push(*def);
    }
    for group in &mut groups {
        group.sort_by_key(|def| {
            let is_declared_only = project.get(*def).is_none_or(|(unit, symbol)| {
                let symbol = unit.symbol(symbol);
                symbol.kind.is_callable()
                    && !unit.has_body(symbol)
                    && !unit.rules().bodies_without_braces
            });
            (is_declared_only, *def)
        });
    }
    groups.retain(|group| !group.is_empty());
    groups
}

fn suggest(project: &Project<'_>, defs: &[Def]) -> Vec<Suggestion> {
    let known = defs.iter().filter_map(|def| project.get(*def));
    known
        .take(MAX_SUGGESTIONS)
        .map(|(unit, index)| {
            let symbol = unit.symbol(index);
            let separator = unit.language.config.separator.as_str();
            let name = unit.path_of(index).join(separator);
            Suggestion { name, kind: symbol.kind, file: unit.path().to_owned(), line: symbol.line }
        })
        .collect()
}

/// Returns suggestions for a name that has no definition.
fn similar(project: &Project<'_>, name: &str) -> Result<Vec<Suggestion>, Cancelled> {
    const MAX_NAMES: usize = 24;
    if !project.suggests_names() {
        return Ok(Vec::new());
    }
    let names = similar_identifiers(project.files(), name, MAX_NAMES, project.snapshot.cancel())?;
    let wanted: Vec<&str> = names.iter().map(String::as_str).collect();
    project.find_definitions(&wanted)?;
    let mut suggestions = Vec::new();
    for name in &names {
        let defs: Arc<Vec<Def>> = project.definitions(name)?;
        suggestions.extend(suggest(project, &defs).into_iter().take(2));
        if suggestions.len() >= MAX_SUGGESTIONS {
            break;
        }
    }
    suggestions.truncate(MAX_SUGGESTIONS);
    Ok(suggestions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_taken_apart_whatever_joins_them() {
        let check = |symbol: &str, name: &str, above: &[&str]| {
            assert_eq!(Path::read(symbol), Some(Path { name, above: above.to_vec() }), "{symbol}");
        };
        check("spawn", "spawn", &[]);
        check("spawn()", "spawn", &[]);
        check("tokio::task::spawn", "spawn", &["tokio", "task"]);
        check("crate::task::spawn", "spawn", &["task"]);
        check("Vec<T>::push", "push", &["Vec"]);
        check("django.db.models.Model.save", "save", &["django", "db", "models", "Model"]);
        check("Foo#bar", "bar", &["Foo"]);
        check("pkg/doc.Gen", "Gen", &["pkg", "doc"]);
        check("chi.(*Mux).handle", "handle", &["chi", "Mux"]);
        check("operator==", "operator==", &[]);
        check("save!", "save!", &[]);
        assert_eq!(Path::read("::"), None);
        assert_eq!(Path::read(&"x".repeat(10_000)), None);
    }
}
