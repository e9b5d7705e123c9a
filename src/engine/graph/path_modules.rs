//! Modules by path, as JavaScript and TypeScript have them: relative files without ending, `index` files, packages.

use super::chain::Chain;
use super::modules::{Found, Module, Trail};
use super::project::{Def, FileIndex, Project, Unit, split_path};
use super::python_modules::ends_with;
use crate::lang::ModuleSystem;
use std::collections::HashMap;

const ENDINGS: [&str; 10] = ["ts", "tsx", "d.ts", "js", "jsx", "mts", "cts", "mjs", "cjs", "vue"];

/// The project's own packages: directories by package name.
pub(in crate::engine) struct Packages(HashMap<String, String>);

impl Packages {
    fn load(project: &Project<'_>) -> Self {
        let mut packages = HashMap::new();
        for file in project.with_stem("package") {
            let entry = project.entry(*file);
            let (directory, name) = split_path(&entry.path.display);
            if name != "package.json" {
                continue;
            }
            let Ok(text) = project.snapshot.text(&entry.path) else { continue };
            let manifest: serde_json::Value = serde_json::from_str(&text.content).unwrap_or_default();
            if let Some(name) = manifest.get("name").and_then(|name| name.as_str()) {
                packages.entry(name.to_owned()).or_insert_with(|| directory.to_owned());
            }
        }
        Self(packages)
    }
}

/// The module that `text` names in an import of `unit`.
pub(super) fn resolve(project: &Project<'_>, unit: &Unit, text: &str) -> Found {
    let directory = split_path(unit.path()).0;
    if text.starts_with('.') {
        let path = normalize(directory, text);
        return file_at(project, &path).map_or(Found::Unknown, |file| Found::Module(Module::File(file)));
    }
    let packages = &project.packages.get_or_init(|| Packages::load(project)).0;
    let mut name = text;
    loop {
        if let Some(directory) = packages.get(name) {
            let rest = text[name.len()..].trim_start_matches('/');
            return in_package(project, directory, rest)
                .map_or(Found::Unknown, |file| Found::Module(Module::File(file)));
        }
        match name.rsplit_once('/') {
            Some((shorter, _)) => name = shorter,
            None => break,
        }
    }
    // A path from the source root, or behind an alias such as `@/`.
    let segments: Vec<&str> = text.split('/').skip_while(|segment| matches!(*segment, "@" | "~" | "#" | "")).collect();
    let is_alias = text.starts_with("@/") || text.starts_with("~/") || text.starts_with("#");
    if segments.len() < 2 && !is_alias {
        return Found::External;
    }
    by_suffix(project, &segments).map_or(Found::External, |file| Found::Module(Module::File(file)))
}

fn in_package(project: &Project<'_>, directory: &str, rest: &str) -> Option<FileIndex> {
    let bases: &[&str] = if rest.is_empty() {
        &["src/index", "index", "lib/index", "source/index", "src/main", "lib", "src", ""]
    } else {
        &["", "src", "lib", "source", "src/internal"]
    };
    bases.iter().find_map(|base| {
        let path =
            [directory, base, rest].iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("/");
        file_at(project, &path)
    })
}

fn by_suffix(project: &Project<'_>, segments: &[&str]) -> Option<FileIndex> {
    let (last, above) = segments.split_last()?;
    let stem = last.split_once('.').map_or(*last, |(stem, _)| stem);
    let files = project.with_stem(stem).iter().filter(|file| {
        let (directory, name) = split_path(&project.entry(**file).path.display);
        is_script(name) && ends_with(directory, above)
    });
    let index = project.with_stem("index").iter().filter(|file| {
        let (directory, name) = split_path(&project.entry(**file).path.display);
        is_script(name) && ends_with(directory, segments)
    });
    files.chain(index).copied().min_by_key(|file| project.entry(*file).path.display.len())
}

fn is_script(name: &str) -> bool {
    name.split_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

/// The file that a path without (or with another) ending means.
fn file_at(project: &Project<'_>, path: &str) -> Option<FileIndex> {
    let exact = |path: &str| {
        let name = split_path(path).1;
        let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
        project.with_stem(stem).iter().copied().find(|file| *project.entry(*file).path.display == *path)
    };
    let with_endings = |path: &str| ENDINGS.iter().find_map(|ending| exact(&format!("{path}.{ending}")));
    // `./a.js` may be written for what is `a.ts` in the source.
    let bare = [".js", ".mjs", ".cjs", ".jsx"].iter().find_map(|ending| path.strip_suffix(ending));
    with_endings(path)
        .or_else(|| bare.and_then(with_endings))
        .or_else(|| exact(path).filter(|file| is_script(split_path(&project.entry(*file).path.display).1)))
        .or_else(|| with_endings(&if path.is_empty() { "index".to_owned() } else { format!("{path}/index") }))
}

fn normalize(directory: &str, relative: &str) -> String {
    let mut parts: Vec<&str> = directory.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

const DEFAULT: &str = "export default ";

/// Whether a file looks as if it exported something without a name.
pub(super) fn may_export_default(unit: &Unit) -> bool {
    unit.content().contains(DEFAULT) || unit.assigned_export().is_some()
}

/// What a file exports without a name.
pub(super) fn default_export(project: &Project<'_>, file: FileIndex, trail: &mut Trail) -> Found {
    let Some(unit) = project.unit(file) else { return Found::Unknown };
    if let Some(at) = unit.content().find(DEFAULT)
        && let Some(found) = exported_at(project, unit, at, at + DEFAULT.len(), trail)
    {
        return found;
    }
    if let Some((at, after)) = unit.assigned_export()
        && let Some(found) = exported_at(project, unit, at, after, trail)
    {
        return found;
    }
    // `export { default } from './x'`.
    project.lookup_on(&Module::File(file), "default", trail)
}

/// The functions or types that are all of what a file exports, as `module.exports = f` has it: who imports such a module
/// has them. `None` where it exports names.
pub(super) fn whole_export(project: &Project<'_>, file: FileIndex, trail: &mut Trail) -> Option<Vec<Def>> {
    let unit = project.unit(file)?;
    let (at, after) = unit.assigned_export()?;
    let Some(Found::Definitions(defs)) = exported_at(project, unit, at, after, trail) else { return None };
    let is_whole = |def: &Def| {
        project.get(*def).is_some_and(|(unit, symbol)| {
            let kind = unit.symbol(symbol).kind;
            kind.is_callable() || kind.is_type()
        })
    };
    defs.iter().all(is_whole).then_some(defs)
}

/// What loading a module gives: what its file exports as a whole, else the module.
pub(super) fn loaded(project: &Project<'_>, module: Found, trail: &mut Trail) -> Found {
    match module {
        Found::Module(Module::File(file)) => whole_export(project, file, trail).map_or(module, Found::Definitions),
        other => other,
    }
}

/// Where a file assigns what it exports, and where the value starts: `module.exports = `, TypeScript's `export = `.
pub(super) fn assigned(content: &str) -> Option<(usize, usize)> {
    ["module.exports", "export"].iter().find_map(|mark| {
        content.match_indices(mark).find_map(|(at, _)| {
            let mut value = value_of_assignment(&content[at + mark.len()..])?;
            // `module.exports = exports = f`.
            while let Some(inner) = value.strip_prefix("exports").and_then(value_of_assignment) {
                value = inner;
            }
            Some((at, content.len() - value.len()))
        })
    })
}

/// What is assigned, where a text goes on with an assignment.
fn value_of_assignment(text: &str) -> Option<&str> {
    let value = text.trim_start().strip_prefix('=')?;
    (!value.starts_with(['=', '>'])).then(|| value.trim_start())
}

/// What the value is that a file exports: the definition that starts there, or what is named there. `at` is where the
/// statement starts and `after` where the value does.
fn exported_at(project: &Project<'_>, unit: &Unit, at: usize, after: usize, trail: &mut Trail) -> Option<Found> {
    let inside = unit.symbols().iter().position(|symbol| {
        let header = symbol.bytes.start..=symbol.name_bytes.start.max(symbol.bytes.start);
        symbol.parent.is_none() && (header.contains(&after) || symbol.name_bytes.start == after)
            || symbol.parent.is_none() && symbol.bytes.start >= at && symbol.bytes.start <= after
    });
    let file = unit.file;
    if let Some(symbol) = inside {
        return Some(Found::Definitions(vec![Def { file, symbol: symbol as u32 }]));
    }
    let rest = &unit.content()[after..];
    if let Some(text) = passed_on(rest) {
        let Found::Module(Module::File(other)) = resolve(project, unit, text) else { return Some(Found::Unknown) };
        return Some(trail.step(Module::File(file), "module.exports", |trail| default_export(project, other, trail)));
    }
    let end = rest.find(|character: char| !(character.is_alphanumeric() || matches!(character, '_' | '$')));
    let name = &rest[..end.unwrap_or(rest.len())];
    (!name.is_empty()).then(|| project.lookup_on(&Module::File(file), name, trail))
}

/// The module of a text whose first line is a call of `require`, and no more than that.
fn passed_on(text: &str) -> Option<&str> {
    let line = text.lines().next()?.split(';').next().filter(|line| line.starts_with("require"))?;
    let chain = Chain::read(line)?;
    chain.required.filter(|_| chain.links.len() == 1)
}

/// What else a file has that is reached by the name of what it exports: `f.helper` where `module.exports.helper` is set.
pub(super) fn beside_export(project: &Project<'_>, defs: &[Def], name: &str) -> Found {
    let Some(def) = defs.first() else { return Found::Unknown };
    let is_path = project.get(*def).is_some_and(|(unit, _)| unit.rules().modules == ModuleSystem::Path);
    if !is_path || whole_export(project, def.file, &mut Trail::new()).is_none_or(|whole| whole != defs) {
        return Found::Unknown;
    }
    project.lookup(&Module::File(def.file), name)
}
