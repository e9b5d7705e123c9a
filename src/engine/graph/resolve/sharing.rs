//! Names that files share without an import: where one holds the text of the other, and among
//! scripts.

use super::candidates::{Candidate, Candidates};
use super::meaning::Resolution;
use crate::domain::Certainty;
use crate::engine::graph::model::Def;
use crate::engine::graph::project::{Unit, split_path};
use crate::engine::graph::rule::Rule;
use crate::engine::graph::semantics::{self, leads_to};

impl Candidates<'_, '_> {
    /// Resolves a bare name that a file does not define to what others share with it.
    pub(super) fn resolve_shared(&self, unit: &Unit) -> Resolution {
        let at_top = self.each.iter().filter(|each| {
            each.owner.is_none() && each.symbol.parent.is_none() && each.may_be_seen(unit)
        });
        let at_top: Vec<&Candidate<'_>> =
            at_top.filter(|each| each.def.file != unit.file).collect();
        if at_top.is_empty() {
            return Resolution::Unresolved;
        }
        let global = self.resolve_global(unit, &at_top);
        if global != Resolution::Unresolved {
            return global;
        }
        let semantics = semantics::of(unit.language);
        let (included, is_script) = (semantics.included(unit), semantics.is_script(unit));
        let runs_text = semantics.runs_text(unit);
        let directory = split_path(unit.path()).0;
        let shared = |each: &&Candidate<'_>| {
            let is_included = || included.iter().any(|path| leads_to(path, each.unit.path()));
            let is_likely = is_included()
                || each.includes(unit)
                || is_script && each.directory == directory && each.is_in_script();
            if is_likely {
                return Some((each.def, Certainty::Likely));
            }
            (runs_text || each.is_in_script()).then_some((each.def, Certainty::Possible))
        };
        let shared: Vec<(Def, Certainty)> = at_top.iter().filter_map(shared).collect();
        let all: Vec<Def> = shared.iter().map(|(def, _)| *def).collect();
        let is_one = self.is_one_group(&all);
        let is_likely = is_one && shared.iter().all(|(_, of)| *of == Certainty::Likely);
        let certainty = if is_likely { Certainty::Likely } else { Certainty::Possible };
        let rule = if is_one { Rule::UniqueName } else { Rule::SameName };
        self.keep(&all, certainty, rule)
    }

    /// Resolves a name to those of some definitions that the whole program shares. A project may be
    /// several programs: what the directories around a file define is its own program's.
    fn resolve_global(&self, unit: &Unit, at_top: &[&Candidate<'_>]) -> Resolution {
        let is_test = unit.facts().class.is_test();
        let mut global: Vec<&Candidate<'_>> = at_top.to_vec();
        global.retain(|each| {
            // What only tests define is not there without them.
            (is_test || !each.unit.facts().class.is_test())
                && semantics::of(each.unit.language).is_global(each.unit, each.symbol)
        });
        let directory = split_path(unit.path()).0;
        let is_around = |each: &Candidate<'_>| {
            let rest = directory.strip_prefix(each.directory);
            let is_below = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
            each.directory.is_empty() || is_below
        };
        let (near, far): (Vec<&Candidate<'_>>, Vec<&Candidate<'_>>) =
            global.into_iter().partition(|each| is_around(each));
        let defs = |of: &[&Candidate<'_>]| -> Vec<Def> { of.iter().map(|each| each.def).collect() };
        let (near, far) = (defs(&near), defs(&far));
        let (meant, others) = if near.is_empty() { (far, near) } else { (near, far) };
        if meant.is_empty() {
            return Resolution::Unresolved;
        }
        let own = match self.is_one_group(&meant) {
            true => self.keep(&meant, Certainty::Likely, Rule::SamePackage),
            false => self.keep(&meant, Certainty::Possible, Rule::SameName),
        };
        let others = self.keep(&others, Certainty::Possible, Rule::SameName);
        own.with(others)
    }
}
