//! Overloads: of several definitions of one name, those that take as many arguments as a call has.

use super::applied::{extended, is_applied_to_value};
use super::candidates::{Candidate, Candidates};
use super::meaning::{Meaning, Resolution};
use super::parameter_labels::are_labelled_differently;
use super::parameter_types::{are_different, written_list};
use super::resolver::Resolver;
use crate::domain::{Certainty, remembered};
use crate::engine::graph::model::{Def, Members};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::semantics;
use crate::workspace::names::{Arity, Qualifier, Role, Span, Use};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Numbers of arguments that definitions take. Those without an entry may take any number.
pub(in crate::engine) type Arities = FxHashMap<Def, Arity>;

/// How a definition takes a number of arguments. Compilers choose the first of several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// One for each parameter, or the parameters are not known.
    Exact,
    /// Some parameters have their defaults.
    Defaults,
    /// One parameter takes any number.
    Rest,
}

fn fit(arity: Arity, arguments: u8) -> Option<Fit> {
    let fit = match arity.most {
        None => Fit::Rest,
        Some(most) if arguments == most => Fit::Exact,
        Some(_) => Fit::Defaults,
    };
    arity.takes(arguments).then_some(fit)
}

/// The same for a function that extends the type of its first parameter, which counts as one that
/// need not be passed, given the number with that.
fn fit_with_first(arity: Arity, arguments: u8) -> Option<Fit> {
    fit(arity, arguments).filter(|_| arguments > arity.least)
}

/// Returns the number of arguments that a definition takes as it is written; `None` if it is not
/// known, or if its language has no overloads.
fn arity(project: &Project<'_>, def: Def) -> Option<Arity> {
    let (unit, symbol) = project.get(def)?;
    let symbol = unit.symbol(symbol);
    let is_one_of_several = unit.rules().has_overloads && symbol.kind.is_callable();
    if is_one_of_several { unit.names().arity_at(symbol.name_bytes.start) } else { None }
}

/// Returns the numbers of arguments that definitions of one name take. Defaults that only the
/// declaration or the overridden member writes hold for the others with as many parameters.
pub(super) fn arities(project: &Project<'_>, defs: &[Def]) -> Arities {
    let mut arities: Arities =
        defs.iter().filter_map(|def| Some((*def, arity(project, *def)?))).collect();
    let mut least: FxHashMap<Option<u8>, u8> = FxHashMap::default();
    for arity in defs.iter().filter_map(|def| arities.get(def)) {
        let known = least.entry(arity.most).or_insert(arity.least);
        *known = arity.least.min(*known);
    }
    for def in defs {
        if let Some(arity) = arities.get_mut(def) {
            arity.least = least.get(&arity.most).copied().unwrap_or(arity.least);
        }
    }
    arities
}

/// Returns whether two definitions of one name may be the same as far as the number of their
/// parameters and type parameters, the types and labels of the former and the types that they
/// extend tell: a declaration and its definition, but not two such overloads.
pub(in crate::engine) fn may_be_same(project: &Project<'_>, one: Def, other: Def) -> bool {
    let type_parameters = |def: Def| {
        let (unit, symbol) = project.get(def)?;
        semantics::of(unit.language).type_parameters(unit, unit.symbol(symbol))
    };
    if extended(project, one) != extended(project, other)
        || type_parameters(one) != type_parameters(other)
        || are_labelled_differently(project, one, other)
    {
        return false;
    }
    match (arity(project, one), arity(project, other)) {
        (Some(of_one), Some(of_other)) => {
            of_one.most == of_other.most && !are_different(project, one, other)
        }
        _ => true,
    }
}

/// Returns the number of arguments of a call, in languages that choose overloads by it.
pub(super) fn arguments(unit: &Unit, found: &Use) -> Option<u8> {
    found.arguments.filter(|_| unit.rules().has_overloads)
}

/// Keeps the definitions of one name that take so many arguments; all if none does.
pub(in crate::engine) fn accepting(
    project: &Project<'_>,
    defs: Vec<Def>,
    arguments: Option<u8>,
) -> Vec<Def> {
    let taking = taking(project, defs.clone(), arguments);
    if taking.is_empty() { defs } else { taking }
}

/// Keeps the definitions of one name that take so many arguments, where a number is known.
pub(super) fn taking(project: &Project<'_>, defs: Vec<Def>, arguments: Option<u8>) -> Vec<Def> {
    let Some(arguments) = arguments else { return defs };
    let arities = arities(project, &defs);
    let takes = |def: &Def| arities.get(def).is_none_or(|arity| arity.takes(arguments));
    defs.into_iter().filter(takes).collect()
}

/// Number of members up to which they are compared with inherited ones for each use.
const MAX_COMPARED_ANEW: usize = 4;

/// Maximum number of comparisons of inherited members with those found: a type in very many parts
/// that inherit from each other may have very many of both.
const MAX_COMPARISONS: usize = 20_000;

impl Resolver<'_> {
    /// Returns the members called `name` of types, as [`Resolver::members`] does, but inherited
    /// overloads if only they take so many arguments, and beside the others where no call tells
    /// how many there are, as in a method reference.
    pub(super) fn members_accepting(
        &self,
        types: &[Def],
        name: &str,
        arguments: Option<u8>,
    ) -> Members {
        let mut nearest = self.members(types, name);
        if types.iter().any(|of| self.retains(*of, name)) {
            nearest.found.extend(self.inherited(types, name).found);
            nearest.found.dedup();
        }
        let Some(arguments) = arguments else {
            self.add_inherited_overloads(types, name, &mut nearest.found);
            return nearest;
        };
        // What takes them as it is written takes them with the defaults of others as well.
        let takes = |def: &Def| arity(self.project, *def).is_none_or(|of| of.takes(arguments));
        if nearest.found.iter().any(takes) {
            return nearest;
        }
        let some_takes = |found: &[Def], arities: &Arities| {
            found.iter().any(|def| arities.get(def).is_none_or(|arity| arity.takes(arguments)))
        };
        if nearest.found.is_empty()
            || some_takes(&nearest.found, &arities(self.project, &nearest.found))
        {
            return nearest;
        }
        for of in types {
            for ancestor in self.ancestors(*of).types.iter().copied() {
                let found = self.own_members(ancestor, name);
                let all: Vec<Def> = found.iter().chain(&nearest.found).copied().collect();
                let arities = arities(self.project, &all);
                // The defaults of a member hold for what overrides it.
                if some_takes(&nearest.found, &arities) {
                    return nearest;
                }
                if some_takes(&found, &arities) {
                    return Members { found, is_open: nearest.is_open };
                }
            }
        }
        nearest
    }

    /// Returns the inherited members of a name whose parameters are not written as those of the
    /// found ones, each list from one type, the nearest first.
    pub(super) fn inherited_overloads(
        &self,
        types: &[Def],
        name: &str,
        found: &[Def],
    ) -> Vec<Vec<Def>> {
        let list =
            |def: &Def| self.project.get(*def).and_then(|(of, symbol)| written_list(of, symbol));
        let known: FxHashSet<&str> = found.iter().filter_map(list).collect();
        let is_other = |def: &Def| {
            self.project.is_callable(*def) && list(def).is_some_and(|list| !known.contains(list))
        };
        let above = types.iter().map(|of| self.ancestors(*of));
        let lists = above.flat_map(|above| {
            let lists = above.types.iter().map(|of| self.own_members(*of, name));
            lists.collect::<Vec<Vec<Def>>>()
        });
        let others = lists.map(|list| list.into_iter().filter(is_other).collect::<Vec<Def>>());
        others.filter(|list| !list.is_empty()).collect()
    }

    /// Adds the inherited members of a name that take other numbers of arguments than those found.
    /// Each of very many uses may ask for those of the same types, which have many.
    fn add_inherited_overloads(&self, types: &[Def], name: &str, found: &mut Vec<Def>) {
        if found.is_empty() || !found.iter().all(|def| arity(self.project, *def).is_some()) {
            return;
        }
        if found.len() <= MAX_COMPARED_ANEW || !self.is_undisturbed() {
            return self.find_inherited_overloads(types, name, found);
        }
        let key = (types.to_vec(), Box::from(name));
        let all = remembered(&self.context.overloads, key, || {
            let mut all = found.clone();
            self.find_inherited_overloads(types, name, &mut all);
            all.into()
        });
        *found = all.to_vec();
    }

    fn find_inherited_overloads(&self, types: &[Def], name: &str, found: &mut Vec<Def>) {
        let mut comparisons = MAX_COMPARISONS;
        for of in types {
            for ancestor in self.ancestors(*of).types.iter().copied() {
                for def in self.own_members(ancestor, name) {
                    let Some(left) = comparisons.checked_sub(found.len()) else { return };
                    comparisons = left;
                    if !found.iter().any(|known| may_be_same(self.project, *known, def)) {
                        found.push(def);
                    }
                }
            }
        }
    }

    /// Returns whether a type takes over the inherited members of a name beside its own.
    fn retains(&self, of: Def, name: &str) -> bool {
        let Some((unit, symbol)) = self.project.get(of) else { return false };
        let body = Span::new(unit.symbol(symbol).bytes.clone());
        let retained = &unit.names().retained;
        let first = retained.partition_point(|span| span.start < body.start);
        let mut inside = retained[first..].iter().take_while(|span| span.end <= body.end);
        inside.any(|span| span.of(unit.content()) == name)
    }
}

impl Candidates<'_, '_> {
    /// Returns whether a call has a number of arguments that one of the overloads does not take,
    /// where a compiler chooses among them by types too.
    pub(in crate::engine::graph) fn is_other_overload(
        &self,
        unit: &Unit,
        found: &Use,
        def: Def,
    ) -> bool {
        unit.rules().overloads_by_type && self.is_of_other_number(unit, found, def)
    }

    /// Returns whether a call has a number of arguments that one of the overloads does not take.
    /// What the grammar could not read excludes nothing.
    pub(in crate::engine::graph) fn is_of_other_number(
        &self,
        unit: &Unit,
        found: &Use,
        def: Def,
    ) -> bool {
        let Some(arguments) = arguments(unit, found) else { return false };
        let Some((of, symbol)) = self.project.get(def) else { return false };
        let symbol = of.symbol(symbol);
        if of.language.id != unit.language.id {
            return false;
        }
        let arities = self.arities.get_or_init(|| arities(self.project, &self.defs));
        let mut errors = of.names().errors.iter();
        arities.get(&def).is_some_and(|arity| !arity.takes(arguments))
            && !errors.any(|error| symbol.bytes.contains(&(error.start as usize)))
    }

    /// Returns whether a definition does not take what a call passes, as far as types tell.
    pub(in crate::engine::graph) fn is_of_other_types(
        &self,
        unit: &Arc<Unit>,
        found: &Use,
        def: Def,
    ) -> bool {
        let is_same = |(of, _): (&Arc<Unit>, u32)| of.language.id == unit.language.id;
        unit.rules().overloads_by_type
            && found.role == Role::Call
            && self.project.get(def).is_some_and(is_same)
            && Resolver::new(&self.context).taking_types(unit, found, &[def]).is_empty()
    }

    /// Returns whether none of some members takes what a call passes, in languages whose functions
    /// may be applied to a type that has such members.
    pub(super) fn take_none(&self, unit: &Arc<Unit>, found: &Use, members: &[Def]) -> bool {
        let rules = unit.rules();
        if !(rules.extension_functions || rules.receiver_is_parameter) || members.is_empty() {
            return false;
        }
        let Some(arguments) = arguments(unit, found) else { return false };
        let arities = self.arities.get_or_init(|| arities(self.project, &self.defs));
        let takes = |def: &&Def| {
            arities.get(def).is_none_or(|arity| arity.takes(arguments))
                && !self.is_apart(unit, found, **def)
        };
        let taking: Vec<Def> = members.iter().filter(takes).copied().collect();
        let is_told_by_types = || {
            let is_extension = |each: &Candidate<'_>| {
                each.symbol.container.is_some() || extended(self.project, each.def).is_some()
            };
            arguments > 0 && rules.overloads_by_type && self.each.iter().any(is_extension)
        };
        taking.is_empty()
            || is_told_by_types()
                && Resolver::new(&self.context).taking_types(unit, found, &taking).is_empty()
    }

    /// Returns whether a function extends the type of its first parameter. Each of very many uses
    /// may mean each of the candidates, whose headers are read once.
    fn extends_first(&self, def: Def) -> bool {
        let find = || extended(self.project, def).is_some();
        let each = self.indices.get(&def).map(|index| &self.each[*index]);
        each.map_or_else(find, |each| *each.extends_first.get_or_init(find))
    }

    /// Returns whether a function that extends a type is called on a value, which is its first
    /// argument then, and not through the name of what it belongs to: `amount.cut(1)`.
    fn is_applied_to_value(&self, unit: &Unit, found: &Use, def: Def) -> bool {
        unit.rules().receiver_is_parameter
            && self.extends_first(def)
            && is_applied_to_value(self.project, (unit, found), def)
    }

    /// Keeps the definitions that take the arguments of a call. If there are others that a look-up
    /// has found with them, the one that remains is likely.
    pub(super) fn keep_by_arity(
        &self,
        unit: &Unit,
        found: &Use,
        resolution: Resolution,
    ) -> Resolution {
        let resolution = self.without_unacceptable(unit, found, resolution);
        let (Some(arguments), Resolution::Definitions(meanings)) =
            (arguments(unit, found), &resolution)
        else {
            return resolution;
        };
        let mentioned: Vec<Def> = meanings.iter().map(|meaning| meaning.def).collect();
        let of_mentioned = self.is_open.then(|| arities(self.project, &mentioned));
        let of_all = || self.arities.get_or_init(|| arities(self.project, &self.defs));
        let arities = of_mentioned.as_ref().unwrap_or_else(of_all);
        let fits_of = |is_applied: bool| -> Vec<Option<Fit>> {
            let of = |meaning: &Meaning| match arities.get(&meaning.def) {
                Some(arity) => match is_applied
                    && self.is_applied_to_value(unit, found, meaning.def)
                {
                    true => fit_with_first(*arity, arguments.checked_add(1)?),
                    false if self.extends_first(meaning.def) => fit_with_first(*arity, arguments),
                    false => fit(*arity, arguments),
                },
                None => Some(Fit::Exact),
            };
            meanings.iter().map(of).collect()
        };
        // What is imported by another name may look like a value.
        let fits = Some(fits_of(true)).filter(|fits| fits.iter().any(Option::is_some));
        let fits = fits.unwrap_or_else(|| fits_of(false));
        let Some(best) = fits.iter().flatten().min() else {
            let is_taken = || of_all().values().any(|arity| arity.takes(arguments));
            return match without_overload(found, meanings) {
                Resolution::External(_) if is_taken() => Resolution::Unresolved,
                resolution => resolution,
            };
        };
        let mut kept: Vec<Meaning> = Vec::new();
        for (meaning, fit) in meanings.iter().zip(&fits) {
            let Some(fit) = fit else { continue };
            let certainty = if fit == best { meaning.certainty } else { Certainty::Possible };
            kept.push(Meaning { certainty, ..*meaning });
        }
        let best_of_all = meanings.iter().map(|meaning| meaning.certainty).min();
        let defs: Vec<Def> = kept.iter().map(|meaning| meaning.def).collect();
        if best_of_all == Some(Certainty::Likely)
            && kept.len() < meanings.len()
            && self.is_one_group(&defs)
        {
            for (meaning, fit) in kept.iter_mut().zip(fits.iter().flatten()) {
                meaning.certainty = if fit == best { Certainty::Likely } else { meaning.certainty };
            }
        }
        Resolution::Definitions(kept)
    }
}

/// Returns the meaning of a call for which no definition takes its arguments. One that is found by
/// its name alone is not meant; another may have parameters that were not understood.
fn without_overload(found: &Use, meanings: &[Meaning]) -> Resolution {
    if found.qualifier != Qualifier::None && meanings.iter().all(|meaning| meaning.rule.is_guess())
    {
        return Resolution::External(None);
    }
    let doubtful =
        meanings.iter().map(|meaning| Meaning { certainty: Certainty::Possible, ..*meaning });
    Resolution::Definitions(doubtful.collect())
}
