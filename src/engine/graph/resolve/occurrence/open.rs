//! Members of values that may also be others than are known.

use super::Occurrence;
use crate::domain::{Certainty, SymbolKind};
use crate::engine::graph::model::{Def, Holder, Value};
use crate::engine::graph::resolve::form::is_in_macro;
use crate::engine::graph::resolve::meaning::{Other, Resolution};
use crate::workspace::names::Role;
use rustc_hash::FxHashSet;

impl Occurrence<'_, '_, '_> {
    /// Returns whether a path begins with a library of the project's.
    pub(super) fn is_outside(&self, path: &str) -> bool {
        self.resolver.is_external_path(self.unit, path)
    }

    /// Returns whether code elsewhere puts another function in the place of the one that the name
    /// calls.
    pub(super) fn is_replaced(&self, value: &Value) -> bool {
        let holder = Holder::of(value).filter(|_| self.found.role == Role::Call);
        holder.is_some_and(|holder| {
            let holder = match holder {
                Holder::Types(types) => Holder::Methods(types),
                other => other,
            };
            self.resolver.is_set_elsewhere(holder, self.name())
        })
    }

    /// Resolves what a macro calls by a bare name to members of the types in which it may be used.
    pub(super) fn member_in_macro(&self) -> Resolution {
        let is_call = self.found.role == Role::Call && is_in_macro(self.unit, self.found.span);
        match is_call && self.unit.rules().implicit_receiver && !self.candidates.is_common {
            true => self.candidates.possible_definitions(self.unit, |_, owner| owner.is_some()),
            false => Resolution::Unresolved,
        }
    }

    /// Resolves a member behind a dot without a value to that of the type which is expected there.
    pub(super) fn resolve_of_place(&self) -> Option<Resolution> {
        if !self.unit.rules().dots_name_place {
            return None;
        }
        let dot = self.unit.content()[..self.offset()].trim_end().strip_suffix('.')?.len();
        let types = self.resolver.types_of_place(self.unit, dot)?;
        match self.member_of_types(&types, false, true) {
            found @ Resolution::Definitions(_) => Some(found),
            _ => None,
        }
    }

    /// Leaves as possible what a name means behind a dot without a value, in languages in which it
    /// is a member of the type of its place, which is not looked for.
    pub(super) fn of_any_place(&self, resolution: Resolution) -> Resolution {
        let before = self.unit.content()[..self.offset()].trim_end().strip_suffix('.');
        let is_value = |before: &str| {
            let last = before.trim_end().chars().next_back();
            last.is_some_and(|last| last.is_alphanumeric() || "_)]}?*\"'".contains(last))
        };
        // A word of the language is no value: `return .plain`.
        let is_keyword = |before: &str| {
            let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
            let word = before.rsplit(|letter| !is_part(letter)).next().unwrap_or_default();
            before.len() > word.len() + 1
                && self.unit.language.config.keywords.iter().any(|keyword| keyword == word)
        };
        let is_open = self.unit.rules().dots_are_open
            && before.is_some_and(|before| {
                !is_value(before) || is_keyword(before.trim_end()) && before.ends_with(' ')
            });
        match resolution {
            Resolution::Definitions(_) if is_open => resolution.into_possible(),
            other => other,
        }
    }

    /// Returns what a member of a value from outside is known to mean, with others where the value
    /// may be another one. Where a type of it is known, they are possible at most, also if only one
    /// type of the project has such a member.
    pub(super) fn beside_outside(
        &self,
        known: Resolution,
        value: &Value,
        is_open: bool,
    ) -> Resolution {
        let known = self.or_of_handed(known);
        let is_outside =
            matches!(known, Resolution::External(_)) && matches!(value, Value::Written(..));
        match self.with_others(known, is_open) {
            others @ Resolution::Definitions(_) if is_outside => others.into_possible(),
            others => others,
        }
    }

    /// Adds all other members of the name as possible where the value before it may be one of which
    /// nothing is known.
    pub(super) fn with_others(&self, known: Resolution, is_open: bool) -> Resolution {
        let (unit, candidates) = (self.unit, self.candidates);
        if !is_open || !unit.rules().open_values || candidates.is_open {
            return known;
        }
        match &known {
            // Guesses rule no other out.
            Resolution::Definitions(meanings)
                if meanings.iter().all(|of| of.certainty == Certainty::Possible) =>
            {
                return known;
            }
            Resolution::Definitions(_) | Resolution::Other(Other::Definition(_)) => {}
            Resolution::External(_) => return candidates.member_of_unknown(unit),
            _ => return known,
        }
        let is_known: FxHashSet<Def> = match &known {
            Resolution::Definitions(meanings) => meanings.iter().map(|of| of.def).collect(),
            _ => FxHashSet::default(),
        };
        let is_member = |kind: SymbolKind| kind == SymbolKind::Method;
        let mut others = candidates.accepted(unit, |kind, of| of.is_some() || is_member(kind));
        others
            .retain(|def| !is_known.contains(def) && !candidates.is_apart(unit, self.found, *def));
        known.with(candidates.possible(&others))
    }
}
