//! Definitions by the full names of their modules, in languages in which those decide what a name
//! means.

use super::candidates::Candidates;
use super::meaning::{Meaning, Resolution};
use crate::domain::{Certainty, SymbolKind};
use crate::engine::graph::model::{Def, Home, Homes, Otherwise, Place, Places};
use crate::engine::graph::project::Unit;
use crate::engine::graph::rule::Rule;
use crate::engine::graph::semantics;
use crate::workspace::names::{Role, Use};

impl Candidates<'_, '_> {
    fn homes(&self) -> &Homes {
        self.homes.get_or_init(|| {
            let mut homes = Homes::default();
            for each in &self.each {
                let at = each.symbol.name_bytes.start;
                for home in semantics::of(each.unit.language).homes(self.project, each.unit, at) {
                    homes.has_templates |= matches!(home, Home::Template(_));
                    homes.of.entry(home).or_default().push(each.def);
                }
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
        let mut own = self.project.definitions_in(unit.file, &self.name);
        own.retain(|def| {
            let at = unit.symbol(def.symbol).name_bytes.start;
            semantics::of(unit.language).homes(self.project, unit, at).contains(home)
        });
        own
    }

    /// Resolves a name to the definitions in the first module that has it.
    pub(super) fn resolve_at_home(&self, unit: &Unit, found: &Use, of: &Places) -> Resolution {
        let in_place = |place: &Place| self.in_place(unit, found, place);
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
        match &of.otherwise {
            _ if self.is_open => Resolution::Unresolved,
            Otherwise::External(module) => Resolution::External(module.clone()),
            Otherwise::Any => {
                let mut all = self.accepted(unit, |kind, _| may_be_called(kind));
                all.retain(|def| !self.is_apart(unit, found, *def));
                match all.is_empty() {
                    true => Resolution::External(None),
                    false => self.keep(&all, Certainty::Possible, Rule::SameName),
                }
            }
        }
    }

    /// Adds the definitions in a module to which another definition hands its calls on.
    pub(super) fn with_delegated(&self, unit: &Unit, home: &Home, own: Resolution) -> Resolution {
        match self.keep(&self.at_home(unit, home), Certainty::Likely, Rule::Path) {
            found @ Resolution::Definitions(_) => own.with(found),
            _ => own,
        }
    }

    fn in_place(&self, unit: &Unit, found: &Use, place: &Place) -> Option<Resolution> {
        let mut defs = self.at_home(unit, &place.home);
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
        let mut implementing = self.at_home(unit, &Home::Implementation(module.clone()));
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
