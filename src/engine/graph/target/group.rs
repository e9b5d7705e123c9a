//! Grouping of the definitions of a name that are the same: overloads, a declaration and its
//! definition, alternatives, partial types.

use crate::domain::{Cancelled, Symbol, SymbolKind, is_word};
use crate::engine::graph::file_local::{find_macros, is_file_local};
use crate::engine::graph::model::Grouping;
use crate::engine::graph::project::{Def, FileIndex, Project, Unit, names_of, split_path};
use crate::engine::graph::resolve::may_be_same;
use crate::engine::graph::semantics;
use crate::workspace::names::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Grouping key: definitions with equal keys are the same.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    /// Same qualified name in the same block of a file.
    InFile {
        file: u32,
        path: Vec<String>,
        block: Option<Span>,
        container: Option<String>,
        category: Category,
    },
    /// Same qualified name anywhere in the program.
    Program { path: Vec<String>, category: Category },
    /// A type with parts in several files.
    Partial { path: Vec<String> },
    /// One of the definitions of a package for several platforms.
    OfPlatform { package: String, path: Vec<String>, category: Category },
    /// A definition whose file cannot be read, by its index; it is the same as no other.
    Unknown(usize),
}

/// Maximum number of namespaces with a type of one name that are looked at for the one that a file
/// opens, and of bytes in which one is named.
const MAX_NAMESPACES: usize = 1000;
const MAX_OPENED: usize = 300;

/// What tells the members of the object beside a type from the type's.
const COMPANION: &str = "object";

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Category {
    Callable,
    Type,
    Module,
    Macro,
    Data,
}

fn category(kind: SymbolKind) -> Category {
    match kind {
        SymbolKind::Macro => Category::Macro,
        kind if kind.is_callable() => Category::Callable,
        kind if kind.is_type() => Category::Type,
        SymbolKind::Module => Category::Module,
        _ => Category::Data,
    }
}

/// Returns the group number of each definition; groups are numbered in the order of their first
/// definitions.
pub(in crate::engine) fn group(project: &Project<'_>, defs: &[Def]) -> Vec<usize> {
    let units: Vec<Option<(&Arc<Unit>, u32)>> = defs.iter().map(|def| project.get(*def)).collect();
    find_macros(project, defs);
    let with_macros = defs.len() > 1;
    let is_shared = |unit: &Unit, symbol: &Symbol| is_shared(project, unit, symbol, with_macros);
    let bodies = bodies(&units, is_shared);
    let declared = DeclaredMembers::of(&units);
    let mut numbers: HashMap<Key, usize> = HashMap::new();
    let mut groups = Vec::with_capacity(defs.len());
    for (index, unit) in units.iter().enumerate() {
        let next = numbers.len();
        let key = match unit {
            Some((unit, symbol)) => match key(project, unit, *symbol, &bodies, is_shared) {
                Key::Program { path, category } => {
                    Key::Program { path: declared.completed(unit, *symbol, path), category }
                }
                other => other,
            },
            None => Key::Unknown(index),
        };
        groups.push(*numbers.entry(key).or_insert(next));
    }
    groups
}

/// The paths of members that types in namespaces declare, in languages in which a file may open a
/// namespace and define them outside of it: from their last name on, in order.
struct DeclaredMembers {
    paths: Vec<Vec<String>>,
    /// What files open.
    opened: RefCell<FxHashMap<FileIndex, Rc<Opened>>>,
}

impl DeclaredMembers {
    fn of(units: &[Option<(&Arc<Unit>, u32)>]) -> Self {
        let is_member = |(unit, index): &&(&Arc<Unit>, u32)| {
            let parent = unit.symbol(*index).parent.map(|parent| &unit.symbols()[parent]);
            unit.rules().qualifying_namespaces && parent.is_some_and(|of| of.kind.is_type())
        };
        let members = units.iter().flatten().filter(is_member);
        let from_last = |path: Vec<String>| path.into_iter().rev().collect();
        let mut paths: Vec<Vec<String>> =
            members.map(|(unit, index)| from_last(path(unit, *index))).collect();
        paths.sort_unstable();
        paths.dedup();
        Self { paths, opened: RefCell::default() }
    }

    /// Returns the path of a member that is defined apart from its type, with the namespaces that
    /// its file opens: `using namespace app; int Pool::size() { … }`.
    fn completed(&self, unit: &Unit, index: u32, path: Vec<String>) -> Vec<String> {
        let is_apart = unit.symbol(index).container.is_some() && path.len() > 1;
        if !is_apart || self.paths.is_empty() {
            return path;
        }
        let from_last: Vec<String> = path.iter().rev().cloned().collect();
        let Err(place) = self.paths.binary_search(&from_last) else { return path };
        let longer = &self.paths[place..];
        let longer = &longer[..longer.partition_point(|full| full.starts_with(&from_last))];
        if longer.is_empty() || longer.len() > MAX_NAMESPACES {
            return path;
        }
        let opened = Rc::clone(
            self.opened
                .borrow_mut()
                .entry(unit.file)
                .or_insert_with(|| Rc::new(Opened::by(unit.content()))),
        );
        let mut found = longer.iter().filter(|full| opened.has(&full[path.len()], &path[0]));
        match (found.next(), found.next()) {
            (Some(full), None) => full.iter().rev().cloned().collect(),
            _ => path,
        }
    }
}

/// The namespaces that a text opens, and the types that it names in them, by the ends of their
/// paths: `using namespace app;`, `using app::Pool;`.
struct Opened {
    namespaces: FxHashSet<String>,
    types: FxHashSet<String>,
}

impl Opened {
    fn by(text: &str) -> Self {
        let (mut namespaces, mut types) = (FxHashSet::default(), FxHashSet::default());
        for rest in text.split("using ").skip(1) {
            let rest = &rest[..rest.floor_char_boundary(MAX_OPENED)];
            let Some((named, _)) = rest.split_once(';') else { continue };
            match named.trim().strip_prefix("namespace ") {
                Some(path) => namespaces.extend(ends(path)),
                None => types.extend(ends(named.trim())),
            }
        }
        Self { namespaces, types }
    }

    fn has(&self, namespace: &str, of_type: &str) -> bool {
        self.namespaces.contains(namespace)
            || !self.types.is_empty() && self.types.contains(&format!("{namespace}::{of_type}"))
    }
}

/// Returns what a path ends with, from each place that is not within a word.
fn ends(path: &str) -> impl Iterator<Item = String> {
    let begins = |at: &usize| !path[..*at].ends_with(is_word);
    let places = path.char_indices().map(|(at, _)| at).filter(begins);
    places.map(|at| path[at..].to_owned())
}

/// Returns the groups of all definitions of a name. They are found once for a request.
pub(in crate::engine) fn grouping(
    project: &Project<'_>,
    name: &str,
) -> Result<Arc<Grouping>, Cancelled> {
    let defs = project.definitions(name)?;
    let known = project.known(name);
    if let Some(grouping) = known.as_ref().and_then(|known| known.grouping.get()) {
        return Ok(Arc::clone(grouping));
    }
    let grouping = Arc::new(Grouping::new(&defs, group(project, &defs)));
    // Not within the lock: the search for macros waits for other threads.
    Ok(known.map_or_else(
        || Arc::clone(&grouping),
        |known| Arc::clone(known.grouping.get_or_init(|| Arc::clone(&grouping))),
    ))
}

impl Grouping {
    fn new(defs: &[Def], numbers: Vec<usize>) -> Self {
        let mut members: Vec<Vec<Def>> = Vec::new();
        for (def, number) in defs.iter().zip(&numbers) {
            if members.len() <= *number {
                members.resize_with(number + 1, Vec::new);
            }
            members[*number].push(*def);
        }
        let of = defs.iter().copied().zip(numbers.iter().copied()).collect();
        Self { numbers, of, members }
    }

    /// Returns the group of a definition, which it is in; `None` if it has another name.
    pub(in crate::engine) fn around(&self, def: Def) -> Option<&[Def]> {
        self.of.get(&def).map(|number| self.members[*number].as_slice())
    }

    /// Returns whether two definitions are in one group, as overloads are.
    pub(in crate::engine) fn are_together(&self, one: Def, other: Def) -> bool {
        self.of.get(&one).is_some_and(|number| self.of.get(&other) == Some(number))
    }
}

/// Leaves out the definitions that stand in other files in the place of one in a file: a question
/// that names the file is about its own, as the system that the file is for has it.
pub(super) fn of_file(project: &Project<'_>, file: FileIndex, group: &mut Vec<Def>) {
    let is_defined = |def: &Def| {
        project.get(*def).is_some_and(|(unit, symbol)| {
            let symbol = unit.symbol(symbol);
            unit.rules().is_program_wide() && symbol.kind.is_callable() && unit.has_body(symbol)
        })
    };
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for def in group.iter().copied().filter(is_defined) {
        if def.file == file { own.push(def) } else { others.push(def) }
    }
    others.retain(|def| own.iter().any(|own| may_be_same(project, *own, *def)));
    let replaced: FxHashSet<Def> = others.into_iter().collect();
    group.retain(|def| !replaced.contains(def));
}

/// Counts the definitions with a body of each program-wide name. If there are several, they are
/// unrelated, as `main` is; unless a declaration matches all of them, of which a build then uses
/// one.
fn bodies(
    units: &[Option<(&Arc<Unit>, u32)>],
    is_shared: impl Fn(&Unit, &Symbol) -> bool,
) -> HashMap<(Vec<String>, Category), usize> {
    let mut bodies = HashMap::new();
    let mut declared = Vec::new();
    for (unit, symbol) in units.iter().flatten() {
        let definition = unit.symbol(*symbol);
        if is_shared(unit, definition) {
            let key = (path(unit, *symbol), category(definition.kind));
            if unit.has_body(definition) {
                *bodies.entry(key).or_insert(0) += 1;
            } else if key.1 == Category::Callable {
                declared.push(key);
            }
        }
    }
    for key in declared {
        bodies.entry(key).and_modify(|count| *count = 1);
    }
    bodies
}

fn key(
    project: &Project<'_>,
    unit: &Unit,
    index: u32,
    bodies: &HashMap<(Vec<String>, Category), usize>,
    is_shared: impl Fn(&Unit, &Symbol) -> bool,
) -> Key {
    let symbol = unit.symbol(index);
    let mut path = path(unit, index);
    let counted = path.clone();
    let category = category(symbol.kind);
    // A module augmentation is grouped with the declarations of that module.
    if let Some(file) = semantics::of(unit.language).augmented_file(project, unit, symbol) {
        path.remove(0);
        return Key::InFile { file, path, block: None, container: None, category };
    }
    let semantics = semantics::of(unit.language);
    if semantics.side(unit, symbol) == Some(true) {
        path.push("self".to_owned());
    }
    let parameters = semantics.type_parameters(unit, symbol).filter(|number| *number > 0);
    if let Some(parameters) = parameters.filter(|_| category == Category::Type) {
        path.push(parameters.to_string());
    }
    let owner = symbol.parent.map(|parent| &unit.symbols()[parent]);
    let of_owner = owner.filter(|owner| owner.kind.is_type());
    let of_owner = of_owner.and_then(|owner| semantics.type_parameters(unit, owner));
    if let Some(parameters) = of_owner.filter(|number| *number > 0) {
        path.push(format!("of {parameters}"));
    }
    if matches!(category, Category::Type | Category::Module) && semantics.is_part(symbol) {
        return Key::Partial { path };
    }
    if semantics.is_of_platform(unit, symbol) {
        let package = unit.package().unwrap_or_default();
        return Key::OfPlatform { package, path: names(unit, index), category };
    }
    if is_shared(unit, symbol) {
        let count = bodies.get(&(counted, category)).copied().unwrap_or(0);
        if count <= 1 || !unit.has_body(symbol) {
            return Key::Program { path, category };
        }
    }
    let parent = symbol.parent.map(|parent| &unit.symbols()[parent]);
    // Functions of one type may extend several others.
    let is_extension =
        unit.rules().extension_functions || semantics.extended(unit, symbol).is_some();
    let extended = symbol.container.clone().filter(|_| is_extension && parent.is_some());
    let container = parent.and_then(|parent| match parent.kind {
        SymbolKind::Impl => parent.container.clone(),
        // A type and the object beside it may have the same name.
        _ => semantics.is_companion(parent).then(|| COMPANION.to_owned()),
    });
    let (block, container) = (unit.block_of(symbol), extended.or(container));
    Key::InFile { file: unit.file, path, block, container, category }
}

fn names(unit: &Unit, symbol: u32) -> Vec<String> {
    unit.path_of(symbol).into_iter().map(str::to_owned).collect()
}

fn path(unit: &Unit, symbol: u32) -> Vec<String> {
    let mut path = names(unit, symbol);
    if unit.rules().is_directory_wide() {
        path.insert(0, split_path(unit.path()).0.to_owned());
    }
    let before = semantics::of(unit.language).before_container(unit, unit.symbol(symbol));
    let container = path.len().saturating_sub(2);
    path.splice(container..container, names_of(before).map(str::to_owned));
    if unit.rules().is_program_wide()
        && let Some(module) = unit.module_before(symbol)
    {
        path.insert(0, module.to_owned());
    }
    path
}

/// Returns whether it is visible in the whole program, so that a declaration elsewhere is the same
/// definition.
fn is_shared(project: &Project<'_>, unit: &Unit, symbol: &Symbol, with_macros: bool) -> bool {
    let rules = unit.rules();
    // Of a type's member the word says that it needs no value.
    let is_member = symbol.parent.is_some_and(|parent| unit.symbols()[parent].kind.is_type());
    let is_kept = !is_member && is_file_local(project, unit, symbol, with_macros);
    let is_declared_apart =
        symbol.kind.is_callable() || symbol.kind == SymbolKind::Variable || symbol.kind.is_type();
    // What files import one from another has one place.
    let is_imported = semantics::of(unit.language).imports_files();
    rules.is_program_wide()
        && !is_imported
        && !is_kept
        && !symbol.is_local
        && is_declared_apart
        && symbol.kind != SymbolKind::Macro
}
