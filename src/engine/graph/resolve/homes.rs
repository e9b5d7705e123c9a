//! Definitions by the full names of their modules, in languages in which those decide what a name
//! means.

use super::candidates::{Candidates, InHomes};
use super::meaning::{Meaning, Resolution};
use super::overloads::{arguments, arities, taking};
use crate::domain::{Certainty, Symbol, SymbolKind, remembered};
use crate::engine::graph::model::{Def, Home, Homes, Otherwise, Place, Places};
use crate::engine::graph::project::Unit;
use crate::engine::graph::rule::Rule;
use crate::engine::graph::semantics;
use crate::workspace::names::{Qualifier, Role, Use};
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::sync::Arc;

impl Candidates<'_, '_> {
    fn homes(&self) -> &Homes {
        self.homes.get_or_init(|| {
            let mut homes = Homes::default();
            let (mut modules, mut numbers) = (Vec::new(), HashMap::new());
            for each in &self.each {
                let at = each.symbol.name_bytes.start;
                let all = semantics::of(each.unit.language).homes(self.project, each.unit, at);
                if let Some(own) = all.first() {
                    let number = *numbers.entry(own.clone()).or_insert(modules.len());
                    if modules.len() == number {
                        modules.push(Vec::new());
                    }
                    modules[number].push(each.def);
                }
                for home in all {
                    homes.has_templates |= matches!(home, Home::Template(_));
                    homes.of.entry(home).or_default().push(each.def);
                }
            }
            for defs in modules {
                homes.arities.extend(arities(self.project, &defs));
            }
            homes
        })
    }

    /// Returns the definitions in a module. Where those of the name were not searched, only the
    /// file of the use is known.
    fn at_home(&self, unit: &Unit, home: &Home) -> Vec<Def> {
        if !self.is_open {
            return self.homes().of.get(home).cloned().unwrap_or_default();
        }
        self.homes_in(unit).get(home).cloned().unwrap_or_default()
    }

    /// Returns the definitions in a file by the modules that they are in.
    fn homes_in(&self, unit: &Unit) -> InHomes {
        remembered(&self.homes_in_files, unit.file, || Arc::new(self.find_homes_in(unit)))
    }

    fn find_homes_in(&self, unit: &Unit) -> FxHashMap<Home, Vec<Def>> {
        let mut of: FxHashMap<Home, Vec<Def>> = FxHashMap::default();
        for def in self.project.definitions_in(unit.file, &self.name) {
            let at = unit.symbol(def.symbol).name_bytes.start;
            for home in semantics::of(unit.language).homes(self.project, unit, at) {
                let of = of.entry(home).or_default();
                if of.last() != Some(&def) {
                    of.push(def);
                }
            }
        }
        of
    }

    /// Returns those of some definitions in modules that take a number of arguments, if known.
    fn taking(&self, mut defs: Vec<Def>, passed: Option<u8>) -> Vec<Def> {
        let Some(number) = passed.filter(|_| !self.is_open) else {
            return taking(self.project, defs, passed);
        };
        let arities = &self.homes().arities;
        defs.retain(|def| arities.get(def).is_none_or(|arity| arity.takes(number)));
        defs
    }

    /// Resolves a name to the definitions in the first module that has it.
    pub(super) fn resolve_at_home(&self, unit: &Unit, found: &Use, of: &Places) -> Resolution {
        // One that takes another number of arguments is another function.
        let passed = arguments(unit, found);
        let in_place = |place: &Place| self.in_place(unit, (found, passed), place);
        if let Some(resolution) = of.places.iter().find_map(in_place) {
            return resolution;
        }
        if !self.is_open
            && self.homes().has_templates
            && let Otherwise::External(Some(module)) = &of.otherwise
        {
            let used = semantics::of(unit.language).places_used(self.project, module);
            if let Some(resolution) = used.iter().find_map(in_place) {
                return resolution;
            }
        }
        // A macro may add arguments to the call that it is given.
        if found.qualifier == Qualifier::None && passed.is_some() {
            let others = |place: &Place| {
                let place = Place { certainty: Certainty::Possible, ..place.clone() };
                self.in_place(unit, (found, None), &place)
            };
            if let Some(resolution) = of.places.iter().find_map(others) {
                return resolution;
            }
        }
        match &of.otherwise {
            _ if self.is_open => Resolution::Unresolved,
            Otherwise::External(module) => Resolution::External(module.clone()),
            Otherwise::Any => {
                let mut all = self.accepted(unit, |kind, _| may_be_called(kind));
                all.retain(|def| !self.is_apart(unit, found, *def));
                let all = self.taking(all, passed);
                match all.is_empty() {
                    true => Resolution::External(None),
                    false => self.keep(&all, Certainty::Possible, Rule::SameName),
                }
            }
        }
    }

    /// Adds the definitions in a module to which another definition hands its calls on.
    pub(super) fn with_delegated(
        &self,
        unit: &Unit,
        (symbol, home): (&Symbol, &Home),
        own: Resolution,
    ) -> Resolution {
        let arity = unit.names().arity_at(symbol.name_bytes.start);
        let passed = arity.filter(|_| unit.rules().has_overloads).and_then(|arity| arity.most);
        let defs = self.taking(self.at_home(unit, home), passed);
        match self.keep(&defs, Certainty::Likely, Rule::Path) {
            found @ Resolution::Definitions(_) => own.with(found),
            _ => own,
        }
    }

    /// Resolves a use to the definitions in one module that take as many arguments as it passes;
    /// `None` if there are none.
    fn in_place(
        &self,
        unit: &Unit,
        (found, passed): (&Use, Option<u8>),
        place: &Place,
    ) -> Option<Resolution> {
        let mut defs = self.taking(self.at_home(unit, &place.home), passed);
        defs.retain(|def| !self.is_apart(unit, found, *def));
        // What modules of a kind must define is no definition of the module that says so, but a
        // protocol's function is one, which calls what implements it.
        let is_defined = |def: &Def| {
            let symbol = self.project.get(*def).map(|(unit, symbol)| unit.symbol(symbol));
            symbol.is_some_and(|of| may_be_called(of.kind) || !of.signature.starts_with('@'))
        };
        if defs.iter().any(is_defined) {
            defs.retain(is_defined);
        } else if found.role != Role::Type {
            return None;
        }
        if defs.is_empty() {
            return None;
        }
        let own = self.keep(&defs, place.certainty, place.rule);
        let Home::Module(module) = &place.home else { return Some(own) };
        let implementing = self.at_home(unit, &Home::Implementation(module.clone()));
        let mut implementing = self.taking(implementing, passed);
        implementing.retain(|def| !self.is_apart(unit, found, *def));
        let is_kept = |def: &Def| self.is_open || self.contains(*def);
        let implementing = implementing.into_iter().filter(is_kept).map(|def| Meaning {
            def,
            certainty: Certainty::Possible,
            rule: Rule::ThroughSupertype,
        });
        match own {
            Resolution::Definitions(mut meanings) => {
                meanings.extend(implementing);
                Some(Resolution::Definitions(meanings))
            }
            own => Some(own),
        }
    }
}

fn may_be_called(kind: SymbolKind) -> bool {
    kind != SymbolKind::Method
}
