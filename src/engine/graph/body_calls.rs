//! Calls in the bodies of definitions, resolved to the definitions that they may mean.

use super::enclosing::caller_at;
use super::model::Home;
use super::nullary;
use super::project::{Def, FileIndex, Project, Unit};
use super::resolve::{Candidates, Resolution};
use super::rule::Rule;
use super::semantics;
use super::target::{candidates, group};
use crate::domain::{Cancelled, lock};
use crate::workspace::names::{Qualifier, Role, Span, Use};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex};

/// A call with more possible definitions than this is known by its name alone.
pub(super) const MAX_MEANINGS: usize = 3;

/// A call in a body.
pub(super) struct BodyCall {
    pub(super) unit: Arc<Unit>,
    pub(super) name_use: Use,
    /// Definition whose body contains the call.
    pub(super) of: Def,
}

impl BodyCall {
    /// Returns the name that is called.
    pub(super) fn name(&self) -> &str {
        self.name_use.span.of(self.unit.content())
    }

    /// Returns what the call means by some candidates, found once for each place.
    fn resolved_by(
        &self,
        candidates: &Candidates<'_, '_>,
        known: &Mutex<FxHashMap<Place, Resolution>>,
    ) -> Resolution {
        let place = (self.unit.file, self.name_use.span);
        if let Some(known) = lock(known).get(&place) {
            return known.clone();
        }
        let resolution = candidates.resolve(&self.unit, &self.name_use);
        lock(known).insert(place, resolution.clone());
        resolution
    }

    /// Returns whether the language's own library has members of the name, so that it is not
    /// searched; unless a module of the project is written before it, or a value of an interface
    /// of the project's, which has it from outside: what implements the interface defines it.
    fn is_common(&self, project: &Project<'_>) -> bool {
        self.unit.rules().common_members.iter().any(|common| common == self.name())
            && !self.is_of_own_module(project)
            && !self.is_of_own_interface(project)
    }

    fn is_of_own_interface(&self, project: &Project<'_>) -> bool {
        match self.name_use.qualifier {
            Qualifier::Receiver(of) => project.is_of_open_interface(&self.unit, of),
            _ => false,
        }
    }

    /// Returns whether the full name of the module is known in which the name is looked up, and a
    /// file is called after it.
    fn is_of_own_module(&self, project: &Project<'_>) -> bool {
        let semantics = semantics::of(self.unit.language);
        let Some(places) = semantics.places(project, &self.unit, &self.name_use) else {
            return false;
        };
        let is_own = |module: &str| !project.with_stem(&stem_of(module)).is_empty();
        places.places.iter().any(|place| match &place.home {
            Home::Module(module) => place.rule == Rule::Path && is_own(module),
            _ => false,
        })
    }
}

/// Returns the name of the file in which a module would be by its full name: `my_pool` of
/// `App.MyPool` and of `app.my-pool`.
fn stem_of(module: &str) -> String {
    let last = module.rsplit('.').next().unwrap_or(module);
    let mut stem = String::with_capacity(last.len() + 4);
    for letter in last.chars() {
        if letter.is_uppercase() && stem.ends_with(|before: char| before.is_lowercase()) {
            stem.push('_');
        }
        stem.extend(if letter == '-' { '_' } else { letter }.to_lowercase());
    }
    stem
}

/// Returns the calls that a definition makes itself, without those of functions defined in it.
pub(super) fn calls_in(unit: &Arc<Unit>, symbol: u32) -> impl Iterator<Item = Use> + use<> {
    own_uses(unit, symbol, Role::Call)
}

/// Returns the names that a definition reads itself, but for those of its variables. Some may be
/// functions that it calls by their names or hands on.
pub(super) fn read_by(project: &Project<'_>, def: Def) -> Vec<BodyCall> {
    let Some((unit, symbol)) = project.get(def) else { return Vec::new() };
    let in_body = |name_use| BodyCall { unit: Arc::clone(unit), name_use, of: def };
    // To follow what each use of a variable was set to takes work with the number of uses.
    let bound = bound_in(unit, symbol);
    let is_open = |read: &BodyCall| {
        read.name_use.qualifier != Qualifier::None || !bound.contains(read.name())
    };
    own_uses(unit, symbol, Role::Read).map(in_body).filter(is_open).collect()
}

/// Returns the names of the variables and parameters of a definition.
fn bound_in(unit: &Unit, symbol: u32) -> HashSet<&str> {
    let body = Span::new(unit.symbol(symbol).bytes.clone());
    let bindings = &unit.names().bindings;
    let first = bindings.partition_point(|binding| binding.name.start < body.start);
    let inside = bindings[first..].iter().take_while(|binding| binding.name.end <= body.end);
    inside.map(|binding| binding.name.of(unit.content())).collect()
}

fn own_uses(unit: &Arc<Unit>, symbol: u32, role: Role) -> impl Iterator<Item = Use> + use<> {
    let bytes = unit.symbol(symbol).bytes.clone();
    let is_container = unit.symbol(symbol).kind.is_container();
    let name = unit.symbol(symbol).name_bytes.start;
    let uses = unit.names().uses_in(bytes).iter().filter(|found| found.role == role);
    let uses = uses.filter(|found| found.span.start as usize != name);
    let own = uses
        .filter(|found| is_container || caller_at(unit, found.span.start as usize) == Some(symbol));
    let uses: Vec<Use> = own.copied().collect();
    uses.into_iter()
}

/// The candidates of called names. Kept for all calls of a question, since what is known of the
/// ancestors of types is kept with them.
pub(super) struct CallNames<'p, 's> {
    pub(super) project: &'p Project<'s>,
    open: Mutex<FxHashMap<String, Arc<Candidates<'p, 's>>>>,
    closed: Mutex<FxHashMap<String, Arc<Candidates<'p, 's>>>>,
    /// What each use means as far as what is written at it goes, and what it means: the calls of
    /// many definitions lead through the same bodies.
    written: Mutex<FxHashMap<Place, Resolution>>,
    searched: Mutex<FxHashMap<Place, Resolution>>,
}

/// A use, by its file and where it stands in it.
type Place = (FileIndex, Span);

impl<'p, 's> CallNames<'p, 's> {
    pub(super) fn new(project: &'p Project<'s>) -> Self {
        let (open, closed) = (Mutex::default(), Mutex::default());
        let (written, searched) = (Mutex::default(), Mutex::default());
        Self { project, open, closed, written, searched }
    }

    fn open(&self, name: &str) -> Arc<Candidates<'p, 's>> {
        let mut known = lock(&self.open);
        let open = || Arc::new(Candidates::open(self.project, name));
        Arc::clone(known.entry(name.to_owned()).or_insert_with(open))
    }

    fn closed(&self, name: &str) -> Result<Arc<Candidates<'p, 's>>, Cancelled> {
        if let Some(known) = lock(&self.closed).get(name) {
            return Ok(Arc::clone(known));
        }
        let found = Arc::new(candidates(self.project, name)?);
        lock(&self.closed).insert(name.to_owned(), Arc::clone(&found));
        Ok(found)
    }
}

/// Resolves calls, each on its own. Those that resolve from what is written at them need no search;
/// only the other names are searched in the whole project.
pub(super) fn resolve(
    names_called: &CallNames<'_, '_>,
    calls: &[BodyCall],
) -> Result<Vec<Resolution>, Cancelled> {
    let project = names_called.project;
    let mut resolved = resolve_as_written(names_called, calls)?;
    let mut missing: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, (call, resolution)) in calls.iter().zip(&resolved).enumerate() {
        let is_open = !matches!(resolution, Resolution::Definitions(_));
        if is_open && !call.is_common(project) {
            missing.entry(call.name()).or_default().push(index);
        }
    }
    let names: Vec<&str> = missing.keys().copied().collect();
    project.find_definitions(&names)?;
    let closed = |(name, indices): (&&str, &Vec<usize>)| {
        let candidates = names_called.closed(name)?;
        let resolve = |index: &usize| {
            project.snapshot.cancel().check()?;
            Ok((*index, calls[*index].resolved_by(&candidates, &names_called.searched)))
        };
        indices.iter().map(resolve).collect::<Result<Vec<_>, Cancelled>>()
    };
    let closed: Vec<Vec<(usize, Resolution)>> =
        missing.par_iter().map(closed).collect::<Result<_, Cancelled>>()?;
    for (index, resolution) in closed.into_iter().flatten() {
        resolved[index] = resolution;
    }
    Ok(resolved)
}

/// Resolves names as far as what is written at them goes, each on its own.
pub(super) fn resolve_as_written(
    names: &CallNames<'_, '_>,
    uses: &[BodyCall],
) -> Result<Vec<Resolution>, Cancelled> {
    let written = |found: &BodyCall| {
        names.project.snapshot.cancel().check()?;
        Ok(found.resolved_by(&names.open(found.name()), &names.written))
    };
    uses.par_iter().map(written).collect()
}

/// Resolves names that definitions read to the functions that they call by them, as far as what is
/// written at them goes; those that call nothing are left out.
pub(super) fn calls_by_name(
    names: &CallNames<'_, '_>,
    mut reads: Vec<BodyCall>,
) -> Result<Vec<(BodyCall, Resolution)>, Cancelled> {
    reads.retain(|read| nullary::may_call(&read.unit, &read.name_use));
    let resolved = resolve_as_written(names, &reads)?;
    let called = reads.into_iter().zip(resolved).filter_map(|(read, resolution)| {
        let mut meanings = resolution.into_meanings();
        meanings.retain(|meaning| {
            let def = meaning.def;
            meaning.is_evident()
                && names.project.is_called_by_read(&read.unit, &read.name_use, def)
                && def != read.of
        });
        (!meanings.is_empty()).then_some((read, Resolution::Definitions(meanings)))
    });
    Ok(called.collect())
}

/// One representative per group of definitions. Cached, because thousands of calls may have the
/// same thousands of candidates.
pub(super) struct Leaders<'p, 's> {
    project: &'p Project<'s>,
    known: FxHashMap<Vec<Def>, Arc<Vec<Def>>>,
}

impl<'p, 's> Leaders<'p, 's> {
    pub(super) fn new(project: &'p Project<'s>) -> Self {
        Self { project, known: FxHashMap::default() }
    }

    /// Returns the representatives of the definitions' groups, in the order of the definitions.
    pub(super) fn representatives(&mut self, defs: Vec<Def>) -> Arc<Vec<Def>> {
        if let Some(known) = self.known.get(&defs) {
            return Arc::clone(known);
        }
        let groups = group(self.project, &defs);
        let mut seen = HashSet::new();
        let mut leaders: Vec<Def> = Vec::new();
        for (def, number) in defs.iter().zip(&groups) {
            if seen.insert(*number) {
                leaders.push(*def);
            } else if let Some(place) = leaders.get_mut(*number)
                && !has_body(self.project, *place)
                && has_body(self.project, *def)
            {
                *place = *def;
            }
        }
        let leaders = Arc::new(leaders);
        self.known.insert(defs, Arc::clone(&leaders));
        leaders
    }
}

/// Returns whether a definition has a body, rather than being declared only.
pub(super) fn has_body(project: &Project<'_>, def: Def) -> bool {
    project.get(def).is_some_and(|(unit, symbol)| {
        let symbol = unit.symbol(symbol);
        symbol.lines.end > symbol.header_end || unit.content()[symbol.bytes.clone()].ends_with('}')
    })
}
