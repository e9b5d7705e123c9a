//! Imports that hold in all files of a project: `global using Lib;` in one of them, `<Using
//! Include="Lib" />` in its manifest or in a file for all projects below a directory; and members
//! of types that files import without naming each: `using static Lib.Maths;`.

use super::candidates::Candidates;
use super::meaning::Resolution;
use super::resolver::Resolver;
use crate::domain::Certainty;
use crate::engine::graph::model::{Def, Owner};
use crate::engine::graph::project::{Project, Unit, names_of, split_path};
use crate::engine::graph::rule::Rule;
use crate::engine::graph::semantics::is_of_type_itself;
use crate::lang::{GlobalImports, LazyRegex};
use crate::workspace::FileEntry;
use regex::Regex;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the files of each project import, by the directory of its manifest. What is in none is one
/// project too.
#[derive(Default)]
pub(super) struct ImportedByAll {
    projects: BTreeMap<String, Vec<String>>,
}

impl ImportedByAll {
    /// Returns those of a project whose files have the language of one of them.
    pub(super) fn of(project: &Project<'_>, unit: &Unit) -> Option<Arc<Self>> {
        let rules = &unit.rules().global_imports;
        (!rules.word.is_empty()).then(|| project.fact(|project| Self::load(project, rules)))
    }

    /// Returns what a file imports by them.
    pub(super) fn by(&self, unit: &Unit) -> &[String] {
        self.projects.get(self.project_of(unit.path())).map_or(&[], Vec::as_slice)
    }

    fn load(project: &Project<'_>, rules: &GlobalImports) -> Self {
        let ends = |file: &FileEntry, endings: &[String]| {
            endings.iter().any(|ending| file.path.display.ends_with(ending.as_str()))
        };
        let manifests: Vec<&FileEntry> =
            project.files().iter().filter(|file| ends(file, &rules.manifests)).collect();
        let mut found = Self::default();
        found.projects.insert(String::new(), Vec::new());
        for file in &manifests {
            found.projects.entry(split_path(&file.path.display).0.to_owned()).or_default();
        }
        for file in manifests {
            let items = read_manifest(project, file, &rules.item);
            let directory = split_path(&file.path.display).0;
            found.projects.entry(directory.to_owned()).or_default().extend(items);
        }
        for file in project.files().iter().filter(|file| ends(file, &rules.shared)) {
            let items = read_manifest(project, file, &rules.item);
            let above = split_path(&file.path.display).0;
            let below = found.projects.iter_mut().filter(|(of, _)| lies_in(of, above));
            below.for_each(|(_, own)| own.extend(items.iter().cloned()));
        }
        // What is found of a cancelled question is discarded.
        let mentions = project.mentions_in_code(&rules.word).unwrap_or_default();
        for mention in &mentions.files {
            let file = project.entry(mention.file);
            let is_used =
                file.language.is_some_and(|of| of.config.graph.global_imports.word == rules.word);
            if is_used {
                let items = read(project, file, &rules.code);
                let of = found.project_of(&file.path.display).to_owned();
                found.projects.entry(of).or_default().extend(items);
            }
        }
        found
    }

    /// Returns the directory of the project that a file is in: the nearest with a manifest.
    fn project_of<'p>(&self, path: &'p str) -> &'p str {
        let mut directory = split_path(path).0;
        while !directory.is_empty() && !self.projects.contains_key(directory) {
            directory = split_path(directory).0;
        }
        directory
    }
}

/// Returns whether a directory is another one or is in it.
fn lies_in(directory: &str, other: &str) -> bool {
    let rest = directory.strip_prefix(other);
    rest.is_some_and(|rest| rest.is_empty() || other.is_empty() || rest.starts_with('/'))
}

/// Returns what the imports in a manifest name, without those in comments.
fn read_manifest(project: &Project<'_>, file: &FileEntry, import: &LazyRegex) -> Vec<String> {
    let Ok(text) = project.snapshot.text(&file.path) else { return Vec::new() };
    let mut parts = text.content.split("<!--");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        written.push_str(part.split_once("-->").map_or("", |(_, behind)| behind));
    }
    named(&written, import)
}

/// Returns what the imports in a file name.
fn read(project: &Project<'_>, file: &FileEntry, import: &LazyRegex) -> Vec<String> {
    let Ok(text) = project.snapshot.text(&file.path) else { return Vec::new() };
    named(&text.content, import)
}

fn named(text: &str, import: &LazyRegex) -> Vec<String> {
    let all = |import: &Regex| -> Vec<String> {
        let groups = import.captures_iter(text).filter_map(|found| found.get(1));
        groups.map(|group| group.as_str().to_owned()).collect()
    };
    import.get().map_or_else(Vec::new, all)
}

impl Resolver<'_> {
    /// Returns whether all files of a file's project import a namespace, with slashes in its path.
    pub(super) fn is_imported_by_all(&self, unit: &Unit, namespace: &str) -> bool {
        let all = ImportedByAll::of(self.project, unit);
        all.is_some_and(|all| all.by(unit).iter().any(|of| of.replace('.', "/") == namespace))
    }
}

impl Candidates<'_, '_> {
    /// Resolves a bare name to members of types of which the file imports all.
    pub(super) fn member_of_imported(&self, (unit, at): (&Unit, usize)) -> Resolution {
        // Most imports name namespaces, which have no members but types.
        let is_of_type = |module: &str| {
            let last = names_of(module).next_back();
            last.is_some_and(|last| self.project.declares_type(last))
        };
        let Some(all) = ImportedByAll::of(self.project, unit) else {
            return Resolution::Unresolved;
        };
        let mut imported = unit.wildcard_imports().map(|import| import.module.as_str());
        if !imported.any(is_of_type) && !all.by(unit).iter().any(|module| is_of_type(module)) {
            return Resolution::Unresolved;
        }
        let is_of_type = |def: Def| {
            let known = self.project.get(def);
            known.is_some_and(|(unit, symbol)| {
                is_of_type_itself(unit, unit.symbol(symbol)) != Some(false)
            })
        };
        let members = self
            .each
            .iter()
            .filter(|each| matches!(each.owner, Some(Owner::Type(_))) && each.is_shared_with(unit));
        let members: Vec<Def> =
            members.map(|each| each.def).filter(|def| is_of_type(*def)).collect();
        let imported = Resolver::new(&self.context).imported_members((unit, at), &members);
        self.keep(&imported, Certainty::Likely, Rule::Import)
    }
}
