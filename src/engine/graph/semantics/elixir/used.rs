//! What the `use` of a module puts in its place: the code that its macro quotes, with the imports
//! and aliases in it.

use super::files::{Directive, FileModules, Files, Given, Kind, NamedModule};
use crate::domain::{Certainty, lock};
use crate::engine::graph::model::{FileIndex, Home, Place};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::rule::Rule;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// Limit of uses in the code that a use puts in its place.
const MAX_LEVELS: usize = 4;

/// Limit of the directives that are followed for one use.
const MAX_FOLLOWED: usize = 256;

/// What a `use` puts in its place.
#[derive(Default)]
pub(super) struct Used {
    /// Each with the names that it gives.
    places: Vec<(Place, Given)>,
    /// Local names of modules with their full names.
    aliases: Vec<(String, String)>,
    /// True if it imports a module that is not written.
    pub(super) is_open: bool,
}

impl Used {
    /// Returns the places in which a name is looked up that is called with so many arguments.
    pub(super) fn places_of<'u>(
        &'u self,
        name: &'u str,
        arguments: Option<u8>,
    ) -> impl Iterator<Item = &'u Place> {
        let places = self.places.iter().filter(move |(_, names)| names.has(name, arguments));
        places.map(|(place, _)| place)
    }

    /// Returns the places of the definitions that the module has by the use.
    pub(super) fn templates(&self) -> impl Iterator<Item = &Place> {
        let places = self.places.iter().map(|(place, _)| place);
        places.filter(|place| matches!(place.home, Home::Template(_)))
    }

    /// Returns the full name of a module by an alias among what is put in place.
    pub(super) fn expand(&self, path: &str) -> Option<String> {
        let (first, rest) =
            path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
        let (_, whole) = self.aliases.iter().find(|(local, _)| local == first)?;
        Some(rest.map_or_else(|| whole.clone(), |rest| [whole.as_str(), rest].join(".")))
    }

    fn add(&mut self, home: Home, certainty: Certainty, names: Given) {
        self.places.push((Place { home, certainty, rule: Rule::Import }, names));
    }
}

/// Returns the modules of a full name, each with its file.
pub(super) fn modules_named(
    project: &Project<'_>,
    files: &Files,
    name: &str,
) -> Vec<(Arc<Unit>, Arc<FileModules>, Range<usize>)> {
    let last = name.rsplit('.').next().unwrap_or(name);
    let defs = project.definitions(last).unwrap_or_default();
    let mut found: Vec<(Arc<Unit>, Arc<FileModules>, Range<usize>)> = Vec::new();
    for def in defs.iter() {
        let Some((unit, symbol)) = project.get(*def) else { continue };
        let at = unit.symbol(symbol).name_bytes.start;
        let file = files.of(unit);
        let span = file.module_at(at).filter(|module| module.name == name);
        if let Some(span) = span.map(|module: &NamedModule| module.span.clone()) {
            found.push((Arc::clone(unit), file, span));
        }
    }
    found
}

/// What the uses in the files of a request put in their places, found once.
#[derive(Default)]
pub(super) struct AllUsed {
    known: Mutex<HashMap<(FileIndex, usize), Arc<Used>>>,
}

impl AllUsed {
    /// Returns what the directive with an index puts in its place.
    pub(super) fn of(
        &self,
        (project, files): (&Project<'_>, &Files),
        (unit, file): (&Unit, &FileModules),
        directive: usize,
    ) -> Arc<Used> {
        let key = (unit.file, directive);
        if let Some(known) = lock(&self.known).get(&key) {
            return Arc::clone(known);
        }
        let (mut used, mut left) = (Used::default(), MAX_FOLLOWED);
        let directive = &file.directives[directive];
        follow((project, files), file, directive, (0, &mut left), &mut used);
        Arc::clone(lock(&self.known).entry(key).or_insert(Arc::new(used)))
    }
}

fn follow(
    (project, files): (&Project<'_>, &Files),
    file: &FileModules,
    directive: &Directive,
    (level, left): (usize, &mut usize),
    used: &mut Used,
) {
    let name = file.expand(&directive.module, directive.at);
    for (_, file, span) in modules_named(project, files, &name) {
        used.add(Home::Template(name.clone()), Certainty::Likely, Given::default());
        let put = file.put_in_place(&span, directive.argument.as_deref());
        for each in file.directives_in(&span).iter().filter(|each| each.is_quoted) {
            if *left == 0 {
                return;
            }
            *left -= 1;
            let certainty = certainty(each, &put);
            match each.kind {
                Kind::Import if each.is_computed() => used.is_open = true,
                Kind::Import => {
                    let home = Home::Module(file.expand(&each.module, each.at));
                    used.add(home, certainty, each.names.clone());
                }
                Kind::Alias => {
                    let whole = file.expand(&each.module, each.at);
                    used.aliases.push((each.local.clone(), whole));
                }
                Kind::Use if level < MAX_LEVELS => {
                    follow((project, files), &file, each, (level + 1, left), used);
                }
                Kind::Use | Kind::Require => {}
            }
        }
    }
}

/// Returns how certain a directive in a used module's quoted code is put in the place of a `use`:
/// the macro may choose between functions that quote, by the argument.
fn certainty(directive: &Directive, put: &[&str]) -> Certainty {
    match directive.function.as_deref() {
        Some(function) if !put.contains(&function) => Certainty::Possible,
        _ => Certainty::Likely,
    }
}
