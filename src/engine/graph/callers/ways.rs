//! Which tests reach a target: not those from which each known way leads over a mock in the file of
//! the test.

use super::patched::Patches;
use super::reach::{Reach, Steps};
use super::{CallLevels, Caller};
use crate::domain::{Cancelled, SymbolKind, Visibility};
use crate::engine::graph::project::{Def, FileIndex, MockedCall, Patched, Project, Unit};
use crate::engine::graph::resolve::owner_name;
use crate::engine::graph::semantics;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Maximum number of steps that are looked at for all tests together: each file of tests has mocks
/// of its own, and so may each test.
const MAX_STEPS: usize = 2_000_000;

/// The ways from the callers of a target.
pub(super) struct Ways<'l, 'a, 'p> {
    levels: &'l CallLevels<'a, 'p>,
    /// The types that functions are members of, by those that were asked for.
    types: FxHashMap<Def, Rc<[String]>>,
    /// What reaches the target, by the file of the tests, and by what a test of it patches.
    reach: FxHashMap<(FileIndex, BTreeSet<Patched>), Reach>,
    /// What is called on the ways, by name, as far as its types were not asked for.
    callees: Option<FxHashMap<&'l str, BTreeSet<Def>>>,
    /// Names of what was called in steps, and of the types of that.
    called: FxHashSet<String>,
    patches: Patches<'a>,
    /// The files with mocks that the files of tests import.
    imported: FxHashMap<FileIndex, Rc<[&'a Unit]>>,
    /// Number of steps that may still be looked at.
    left: usize,
}

impl<'l, 'a, 'p> Ways<'l, 'a, 'p> {
    pub(super) fn new(levels: &'l CallLevels<'a, 'p>) -> Self {
        Self {
            levels,
            types: FxHashMap::default(),
            reach: FxHashMap::default(),
            callees: None,
            called: FxHashSet::default(),
            patches: Patches::default(),
            imported: FxHashMap::default(),
            left: MAX_STEPS,
        }
    }

    /// Returns whether each way from a caller, if it is a test, leads over a mock; `None` if there
    /// were too many steps before to look at its own.
    pub(super) fn are_cut(&mut self, caller: Caller) -> Result<Option<bool>, Cancelled> {
        let project = self.levels.project;
        let (Some(test), Some(symbol)) = (project.unit(caller.file), caller.symbol) else {
            return Ok(Some(false));
        };
        let mut patched = self.patches.during(project, test, symbol);
        if patched.is_empty() && !test.has_mocks() && self.imported_mocks(test).is_empty() {
            return Ok(Some(false));
        }
        project.snapshot.cancel().check()?;
        match self.leads(test, BTreeSet::new(), caller) {
            Some(true) => {}
            cut => return Ok(cut.map(|leads| !leads)),
        }
        // Each step from the test was looked at, so that all names of these are known.
        patched.retain(|patched| self.called.contains(&patched.name));
        let leads = if patched.is_empty() { Some(true) } else { self.leads(test, patched, caller) };
        Ok(leads.map(|leads| !leads))
    }

    /// Returns whether a way leads from a caller to the target that is over no mock of the file
    /// `test`, nor over what is patched.
    fn leads(&mut self, test: &Unit, patched: BTreeSet<Patched>, caller: Caller) -> Option<bool> {
        let key = (test.file, patched);
        let mut reach = self.reach.remove(&key).unwrap_or_default();
        let leads = reach.leads(caller, |from| {
            let steps = self.steps((test, &key.1), from);
            self.left = self.left.saturating_sub(1 + steps.next.len());
            steps
        });
        self.reach.insert(key, reach);
        (self.left > 0).then_some(leads)
    }

    /// Returns the steps from a caller that are over no mock. Of one that is not known, it is not
    /// known that it does not reach the target.
    fn steps(&mut self, mocks: (&Unit, &BTreeSet<Patched>), caller: Caller) -> Steps {
        if self.left == 0 {
            return Steps::default();
        }
        let levels = self.levels;
        let (Some(row), Some(from)) = (levels.rows.get(&caller), caller.symbol) else {
            return Steps { is_end: true, next: Vec::new() };
        };
        let from = Def { file: caller.file, symbol: from };
        let mut is_mocked = |def: Def| self.is_mocked(mocks, from, def);
        let is_end = row.via.is_empty()
            && (levels.group.is_empty() || !levels.group.iter().all(|def| is_mocked(*def)));
        let further = row.further.iter().filter(|further| !further.site.on_mock);
        let called = row.via.last().into_iter().chain(further.map(|further| &further.of));
        let next = called.copied().filter(|def| !is_mocked(*def)).map(Caller::of);
        Steps { is_end, next: next.collect() }
    }

    /// Returns whether a call by a function is one of a mock in a test's file, or patched.
    fn is_mocked(
        &mut self,
        (test, patched): (&Unit, &BTreeSet<Patched>),
        from: Def,
        called: Def,
    ) -> bool {
        let project = self.levels.project;
        let (Some((caller, by)), Some((unit, of))) = (project.get(from), project.get(called))
        else {
            return false;
        };
        let types = self.types_of(called);
        // What an object calls on itself is decided by who calls the object.
        let own = owner_name(caller, caller.symbol(by));
        if own.is_some_and(|own| types.iter().any(|of| of == own)) {
            return false;
        }
        let call = MockedCall {
            name: &unit.symbol(of).name,
            types: types.iter().map(String::as_str).collect(),
            home: unit.path(),
            caller,
        };
        test.replaces(patched, &call)
            || self.imported_mocks(test).iter().any(|mocks| mocks.replaces_module(&call))
    }

    fn imported_mocks(&mut self, test: &Unit) -> Rc<[&'a Unit]> {
        let project = self.levels.project;
        let imported = || test.imported_mocks(project).into();
        Rc::clone(self.imported.entry(test.file).or_insert_with(imported))
    }

    /// Returns the types of whose objects a function is called, where a mock of the object stands
    /// in for it. Those of all that has its name are found at once, since what it overrides is
    /// looked for in that.
    fn types_of(&mut self, called: Def) -> Rc<[String]> {
        if let Some(known) = self.types.get(&called) {
            return Rc::clone(known);
        }
        let project = self.levels.project;
        let name = project.get(called).map(|(unit, of)| unit.symbol(of).name.as_str());
        let levels = self.levels;
        let callees = self.callees.get_or_insert_with(|| callees_by_name(levels));
        let mut alike = name.and_then(|name| callees.remove(name)).unwrap_or_default();
        alike.insert(called);
        let (on_objects, others): (Vec<Def>, Vec<Def>) =
            alike.into_iter().partition(|def| is_on_object(project, *def));
        self.called.extend(name.map(str::to_owned));
        self.types.extend(others.into_iter().map(|def| (def, Rc::default())));
        for (def, above) in on_objects.iter().zip(project.overridden_by_each(&on_objects)) {
            let members = std::iter::once(*def).chain(above).filter_map(|def| project.get(def));
            let owners = members.filter_map(|(unit, of)| owner_name(unit, unit.symbol(of)));
            let types: Rc<[String]> = owners.map(str::to_owned).collect();
            self.called.extend(types.iter().cloned());
            self.types.insert(*def, types);
        }
        self.types.get(&called).cloned().unwrap_or_default()
    }
}

/// Returns what is called on the ways to a target, by name.
fn callees_by_name<'l>(levels: &'l CallLevels<'_, '_>) -> FxHashMap<&'l str, BTreeSet<Def>> {
    let mut by_name: FxHashMap<&str, BTreeSet<Def>> = FxHashMap::default();
    let further = levels.rows.values().flat_map(|row| &row.further).map(|further| &further.of);
    let first = levels.rows.values().filter_map(|row| row.via.last());
    for def in further.chain(first).chain(levels.group) {
        if let Some((unit, of)) = levels.project.get(*def) {
            by_name.entry(&unit.symbol(of).name).or_default().insert(*def);
        }
    }
    by_name
}

fn is_on_object(project: &Project<'_>, called: Def) -> bool {
    project.get(called).is_some_and(|(unit, of)| {
        let symbol = unit.symbol(of);
        symbol.kind == SymbolKind::Method
            && symbol.visibility != Some(Visibility::Private)
            && !semantics::of(unit.language).is_static(unit, symbol)
    })
}
