//! Numbers of arguments in languages without overloads: a compiler accepts no other number than that
//! of the parameters, so that what only the name leads to can be ruled out by it.

use super::candidates::Candidates;
use super::meaning::{Meaning, Resolution};
use super::types;
use crate::engine::graph::model::Def;
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Qualifier, Use};
use std::ops::RangeInclusive;

impl Candidates<'_, '_> {
    /// Leaves out the definitions that do not take as many arguments as a call has, where only the
    /// name led to them, or another one takes them.
    pub(super) fn without_miscounted(
        &self,
        unit: &Unit,
        found: &Use,
        resolution: Resolution,
    ) -> Resolution {
        let Resolution::Definitions(mut meanings) = resolution else { return resolution };
        let is_miscounted = |meaning: &Meaning| self.is_miscounted(unit, found, meaning.def);
        let is_certain = |meaning: &Meaning| !meaning.rule.is_guess() && !is_miscounted(meaning);
        let is_one_certain = meanings.iter().any(is_certain);
        meanings.retain(|meaning| {
            !meaning.rule.is_guess() && !is_one_certain || !is_miscounted(meaning)
        });
        match meanings.is_empty() {
            true => Resolution::Unresolved,
            false => Resolution::Definitions(meanings),
        }
    }

    /// Returns whether a call has a number of arguments that a definition does not take. What is
    /// not known of either excludes nothing.
    pub(in crate::engine::graph) fn is_miscounted(
        &self,
        unit: &Unit,
        found: &Use,
        def: Def,
    ) -> bool {
        let Some(passed) = passed(unit, found) else { return false };
        let Some((of, symbol)) = self.project.get(def) else { return false };
        let symbol = of.symbol(symbol);
        if of.language.id != unit.language.id || !symbol.kind.is_callable() {
            return false;
        }
        let is_unread = || {
            let mut errors = of.names().errors.iter();
            errors.any(|error| symbol.bytes.contains(&(error.start as usize)))
        };
        let arity = of.names().arity_at(symbol.name_bytes.start);
        arity.is_some_and(|arity| !passed.clone().any(|number| arity.takes(number)) && !is_unread())
    }
}

/// Returns the numbers of arguments that a call may pass, with the value that a method is called
/// on where that is one of them; `None` if they are not known.
fn passed(unit: &Unit, found: &Use) -> Option<RangeInclusive<u8>> {
    let rules = unit.rules();
    let number = found.arguments.filter(|_| rules.counts_arguments)?;
    Some(match found.qualifier {
        Qualifier::Receiver(_) if rules.receiver_is_argument => {
            let all = number.checked_add(1)?;
            all..=all
        }
        // A method of a type has the value as its first argument: `Store.Settle(store, 1)`.
        Qualifier::Receiver(of) if may_be_type(types::last_name(unit, of)) => {
            number.saturating_sub(1)..=number
        }
        _ => number..=number,
    })
}

fn may_be_type(name: Option<&str>) -> bool {
    name.is_none_or(|name| name.starts_with(char::is_uppercase))
}
