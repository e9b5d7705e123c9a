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
}
