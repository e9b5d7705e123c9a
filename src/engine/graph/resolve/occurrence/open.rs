//! Members of values that may also be others than are known.

use super::Occurrence;
use crate::engine::graph::model::Def;
use crate::engine::graph::resolve::meaning::{Other, Resolution};
use rustc_hash::FxHashSet;

impl Occurrence<'_, '_, '_> {
    /// Adds all other members of the name as possible where the value before it may be one of which
    /// nothing is known.
    pub(super) fn with_others(&self, known: Resolution, is_open: bool) -> Resolution {
        let (unit, candidates) = (self.unit, self.candidates);
        let is_definition =
            matches!(known, Resolution::Definitions(_) | Resolution::Other(Other::Definition(_)));
        if !is_open || !unit.rules().open_values || candidates.is_open || !is_definition {
            return known;
        }
        let is_known: FxHashSet<Def> = match &known {
            Resolution::Definitions(meanings) => meanings.iter().map(|of| of.def).collect(),
            _ => FxHashSet::default(),
        };
        let mut others = candidates.accepted(unit, |_, owner| owner.is_some());
        others
            .retain(|def| !is_known.contains(def) && !candidates.is_apart(unit, self.found, *def));
        known.with(candidates.possible(&others))
    }
}
