//! Which tests reach a target: not those from which each known way leads over a mock in the file of
//! the test.

use super::{CallLevels, Caller};
use crate::domain::{SymbolKind, Visibility};
use crate::engine::graph::project::{Def, MockedCall, Project, Unit};
use crate::engine::graph::resolve::owner_name;
use crate::engine::graph::semantics;
use rustc_hash::{FxHashMap, FxHashSet};

/// The ways from the callers of a target.
pub(super) struct Ways<'l, 'a, 'p> {
    levels: &'l CallLevels<'a, 'p>,
    /// The types that functions are members of, by those that were asked for.
    types: FxHashMap<Def, Vec<String>>,
}

impl<'l, 'a, 'p> Ways<'l, 'a, 'p> {
    pub(super) fn new(levels: &'l CallLevels<'a, 'p>) -> Self {
        Self { levels, types: FxHashMap::default() }
    }

    /// Returns whether each way from a caller, if it is a test, leads over a mock.
    pub(super) fn are_cut(&mut self, caller: Caller) -> bool {
        let test = self.levels.project.unit(caller.file).filter(|unit| unit.has_mocks());
        match (test, caller.symbol) {
            (Some(test), Some(symbol)) => !self.reaches(test, symbol, caller),
            _ => false,
        }
    }

    fn reaches(&mut self, test: &Unit, symbol: u32, caller: Caller) -> bool {
        let levels = self.levels;
        let mut seen: FxHashSet<Def> = FxHashSet::default();
        let mut open = vec![caller];
        while let Some(caller) = open.pop() {
            let (Some(row), Some(from)) = (levels.rows.get(&caller), caller.symbol) else {
                return true;
            };
            let from = Def { file: caller.file, symbol: from };
            let mut is_mocked = |def: Def| self.is_mocked((test, symbol), from, def);
            let is_direct = row.via.is_empty();
            if is_direct
                && (levels.group.is_empty() || !levels.group.iter().all(|def| is_mocked(*def)))
            {
                return true;
            }
            let further = row.further.iter().filter(|further| !further.site.on_mock);
            let called = row.via.last().into_iter().chain(further.map(|further| &further.of));
            for def in called.copied() {
                if !is_mocked(def) && seen.insert(def) {
                    open.push(Caller::of(def));
                }
            }
        }
        false
    }

    /// Returns whether a call by a function is one of a mock in a test, by the file of that.
    fn is_mocked(&mut self, (test, symbol): (&Unit, u32), from: Def, called: Def) -> bool {
        let project = self.levels.project;
        let (Some((caller, by)), Some((unit, of))) = (project.get(from), project.get(called))
        else {
            return false;
        };
        let types = self.types.entry(called).or_insert_with(|| types_of(project, called));
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
        test.replaces(test.symbol(symbol), &call)
    }
}

/// Returns the types of whose objects a function is called, where a mock of the object stands in
/// for it.
fn types_of(project: &Project<'_>, called: Def) -> Vec<String> {
    let Some((unit, of)) = project.get(called) else { return Vec::new() };
    let symbol = unit.symbol(of);
    let is_on_object = symbol.kind == SymbolKind::Method
        && symbol.visibility != Some(Visibility::Private)
        && !semantics::of(unit.language).is_static(unit, symbol);
    if !is_on_object {
        return Vec::new();
    }
    let above = project.overridden_by(&[called]);
    let members = std::iter::once(called).chain(above).filter_map(|def| project.get(def));
    let owners = members.filter_map(|(unit, of)| owner_name(unit, unit.symbol(of)));
    owners.map(str::to_owned).collect()
}
