//! The overload whose parameters are of just the types with which the arguments are declared: a
//! compiler prefers no other, whatever libraries say of these types.

use super::conformance::Fit;
use super::meaning::Meaning;
use super::parameter_types::written_types;
use super::resolver::Resolver;
use super::written_arguments::arguments_of;
use crate::domain::is_word;
use crate::engine::graph::model::{Def, Local};
use crate::engine::graph::project::Unit;
use crate::workspace::names::{TypeId, Use};
use std::ops::Range;
use std::sync::Arc;

/// What stands behind a name where a condition may narrow its type.
const NARROWING: [&str; 6] = ["is", "!is", "as", "as?", "==", "==="];

/// Limit of the code before a name in which conditions are looked for, in bytes.
const MAX_BEFORE: usize = 100_000;

/// A type with the file that writes it.
type Written<'u> = (&'u Arc<Unit>, TypeId);

impl Resolver<'_> {
    /// Returns the overload among some whose parameters are written just as the declarations of
    /// what a call passes, wherever the parameters of the overloads differ.
    pub(super) fn overload_as_declared(
        &self,
        unit: &Arc<Unit>,
        found: &Use,
        overloads: &[Meaning],
    ) -> Option<Def> {
        let parts = arguments_of(unit, found.span, found.arguments)?;
        let types = |of: &Meaning| {
            let (unit, symbol) = self.project.get(of.def)?;
            let types = written_types(unit, symbol)?;
            (types.len() == parts.len()).then_some((of.def, unit, types))
        };
        let overloads: Vec<(Def, &Arc<Unit>, Vec<TypeId>)> =
            overloads.iter().map(types).collect::<Option<_>>()?;
        let (first, others) = overloads.split_first().filter(|(_, others)| !others.is_empty())?;
        let is_same =
            |one: Written<'_>, other: Written<'_>| self.compare_written(one, other) == Fit::Same;
        let differs = |place: &usize| {
            let own = (first.1, first.2[*place]);
            !others.iter().all(|(_, unit, types)| is_same(own, (unit, types[*place])))
        };
        let differing: Vec<usize> = (0..parts.len()).filter(differs).collect();
        let declared: Vec<Written<'_>> = differing
            .iter()
            .map(|place| Some((unit, self.declared_name(unit, parts[*place].clone())?)))
            .collect::<Option<_>>()?;
        let is_exact = |(_, unit, types): &&(Def, &Arc<Unit>, Vec<TypeId>)| {
            let mut pairs = differing.iter().zip(&declared);
            pairs.all(|(place, declared)| is_same(*declared, (unit, types[*place])))
        };
        let mut exact = overloads.iter().filter(is_exact);
        let only = exact.next().filter(|_| exact.next().is_none() && !differing.is_empty());
        only.map(|(def, ..)| *def)
    }

    /// Returns the type with which the variable or parameter is declared that an argument names,
    /// unless a condition may narrow it.
    fn declared_name(&self, unit: &Arc<Unit>, part: Range<usize>) -> Option<TypeId> {
        let name = unit.content().get(part.clone())?;
        if name.is_empty() || !name.chars().all(is_word) {
            return None;
        }
        let Some(Local::Binding(binding)) = self.local(unit, name, part.start) else { return None };
        let around = unit.enclosing(part.start, |symbol| symbol.kind.is_callable())?;
        let before = unit.content().get(unit.symbol(around).bytes.start..part.start)?;
        let may_be_narrowed = before.len() > MAX_BEFORE || is_narrowed(before, name);
        binding.origin.annotation.filter(|_| !may_be_narrowed)
    }
}

/// Returns whether a condition in some code may narrow the type of a name.
fn is_narrowed(code: &str, name: &str) -> bool {
    let mut subjects = code.split("when").skip(1).filter_map(|behind| {
        let inside = behind.trim_start().strip_prefix('(')?;
        inside.split('{').next()
    });
    words(code, name).any(|at| {
        let word = code[at + name.len()..].split_whitespace().next();
        let is_compared = || code[..at].trim_end().ends_with("==");
        word.is_some_and(|word| NARROWING.contains(&word)) || is_compared()
    }) || subjects.any(|subject| words(subject, name).next().is_some())
}

/// Returns where a name stands in a text as a word of its own.
fn words<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> + use<'t> {
    text.match_indices(name).map(|(at, _)| at).filter(move |at| {
        !text[..*at].ends_with(is_word) && !text[at + name.len()..].starts_with(is_word)
    })
}
