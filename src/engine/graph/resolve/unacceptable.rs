//! What a compiler would not accept of that to which only the name leads: another number of
//! arguments than that of the parameters, in languages without overloads, a function of a type that
//! is called on a value, and what is in a package that the file's does not use.

use super::candidates::Candidates;
use super::meaning::{Meaning, Resolution};
use super::members::{has_owner, owner};
use super::types;
use crate::domain::{Symbol, is_word};
use crate::engine::graph::model::{Def, Owner};
use crate::engine::graph::project::Unit;
use crate::engine::graph::semantics;
use crate::workspace::names::{Expression, ExpressionId, Qualifier, Use};
use std::ops::RangeInclusive;

/// Length of the type parameters of a member, in characters.
const MAX_TYPE_PARAMETERS: usize = 400;

impl Candidates<'_, '_> {
    /// Leaves out the definitions that a compiler would not accept where only the name led to them,
    /// or another one takes the arguments.
    pub(super) fn without_unacceptable(
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
            let is_guess = meaning.rule.is_guess();
            (!is_guess && !is_one_certain || !is_miscounted(meaning))
                && !(is_guess && self.is_out_of_reach(unit, meaning.def))
        });
        match meanings.is_empty() {
            true => Resolution::Unresolved,
            false => Resolution::Definitions(meanings),
        }
    }

    /// Returns whether a definition is in a package that a file's package does not use. What
    /// implements a trait may be used through that.
    pub(in crate::engine::graph) fn is_out_of_reach(&self, unit: &Unit, def: Def) -> bool {
        let Some((of, symbol)) = self.project.get(def) else { return false };
        let is_of_trait =
            || matches!(owner(of, symbol), Some(Owner::Named { implemented: Some(_), .. }));
        of.language.config.graph.family == unit.language.config.graph.family
            && !semantics::of(unit.language).may_depend_on(self.project, unit, of)
            && !is_of_trait()
    }

    /// Returns whether a call has a number of arguments that a definition does not take, or is on a
    /// value that it does not take. What is not known of either excludes nothing.
    pub(in crate::engine::graph) fn is_miscounted(
        &self,
        unit: &Unit,
        found: &Use,
        def: Def,
    ) -> bool {
        let Some((of, symbol)) = self.project.get(def) else { return false };
        let symbol = of.symbol(symbol);
        if of.language.id != unit.language.id || !symbol.kind.is_callable() {
            return false;
        }
        let is_on_value = matches!(found.qualifier, Qualifier::Receiver(_));
        let is_member = has_owner(of, symbol);
        if is_on_value && is_member && !takes_value(of, symbol) {
            return true;
        }
        let Some(passed) = passed(unit, found, is_member) else { return false };
        let is_unread = || {
            let mut errors = of.names().errors.iter();
            errors.any(|error| symbol.bytes.contains(&(error.start as usize)))
        };
        let arity = of.names().arity_at(symbol.name_bytes.start);
        arity.is_some_and(|arity| !passed.clone().any(|number| arity.takes(number)) && !is_unread())
    }
}

/// Returns whether a member may be called on a value, before a dot: everywhere but where that is
/// the first of its parameters and types are no values.
fn takes_value(unit: &Unit, member: &Symbol) -> bool {
    let rules = unit.rules();
    if !rules.receiver_is_argument || rules.open_values {
        return true;
    }
    let behind = unit.content().get(member.name_bytes.end..).unwrap_or_default();
    let Some(parameters) = behind_type_parameters(behind).strip_prefix('(') else { return true };
    let first = parameters.split([',', ')', ':']).next().unwrap_or_default();
    let own = &unit.language.config.self_names;
    first.split(|mark| !is_word(mark)).any(|word| own.iter().any(|name| name == word))
}

/// Returns the text behind the type parameters that it begins with, if it does and they end soon.
fn behind_type_parameters(text: &str) -> &str {
    if !text.starts_with('<') {
        return text;
    }
    let (mut depth, mut before) = (0_usize, ' ');
    let end = text.char_indices().take(MAX_TYPE_PARAMETERS).find_map(|(at, mark)| {
        match mark {
            '<' => depth += 1,
            '>' if before != '-' => depth -= 1,
            _ => {}
        }
        before = mark;
        (depth == 0).then_some(at + 1)
    });
    text[end.unwrap_or(0)..].trim_start()
}

/// Returns the numbers of arguments that a call may pass to a definition, with the value that a
/// method is called on where that is one of them; `None` if they are not known.
fn passed(unit: &Unit, found: &Use, is_member: bool) -> Option<RangeInclusive<u8>> {
    let rules = unit.rules();
    let number = found.arguments.filter(|_| rules.counts_arguments)?;
    Some(match found.qualifier {
        // What stands before a function of a module is no value.
        Qualifier::Receiver(_) if rules.receiver_is_argument && !is_member => number..=number,
        Qualifier::Receiver(value) if rules.receiver_is_argument => {
            let all = number.checked_add(1)?;
            let least = if may_hold_type(unit, value) { number } else { all };
            least..=all
        }
        // A method that was assigned to a name may have its value.
        Qualifier::None if rules.receiver_is_argument && is_member => {
            number..=number.checked_add(1)?
        }
        // A method of a type has the value as its first argument: `Store.Settle(store, 1)`.
        Qualifier::Receiver(of) if may_be_type(unit, of) => number.saturating_sub(1)..=number,
        _ => number..=number,
    })
}

/// Words in the names of variables that hold types.
const TYPE_NAMES: [&str; 6] = ["class", "cls", "kind", "klass", "model", "type"];

/// Returns whether a value before a dot may be a type, in a language whose types are values:
/// `Store`, `cls`, `self.store_class`, `type(store)`.
fn may_hold_type(unit: &Unit, of: ExpressionId) -> bool {
    let says = |name: &str| {
        let name = name.to_lowercase();
        TYPE_NAMES.iter().any(|word| name.contains(word))
    };
    let named = match unit.names().expression(of) {
        Expression::Call(called) => called,
        _ => of,
    };
    unit.rules().open_values
        && (may_be_type(unit, of) || types::last_name(unit, named).is_some_and(says))
}

/// Returns whether an expression may name a type: `Store`, `(*Store)`, `Store[int]`, and not what a
/// call returns.
fn may_be_type(unit: &Unit, of: ExpressionId) -> bool {
    let is_type = |name: &str| name.starts_with(char::is_uppercase);
    !matches!(unit.names().expression(of), Expression::Call(_))
        && types::last_name(unit, of).is_none_or(is_type)
}
