//! The types of the project that functions without a name, and references to functions, are given
//! for: interfaces of one method, which they implement.

use super::blocks::{Passing, parameter, parameters_passed};
use crate::domain::{Certainty, SymbolKind};
use crate::engine::graph::brackets::end_before;
use crate::engine::graph::constructions;
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::resolve::overloads::accepting;
use crate::engine::graph::resolve::resolver::{Context, Resolver};
use crate::engine::graph::resolve::types::{last_name, parameter_list, written_result};
use crate::workspace::names::{
    Block, Delegation, Expression, ExpressionId, Passed, Span, Type, TypeId,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Limit of chained aliases and bounds of a type.
const MAX_ALIASES: usize = 3;

/// Maximum number of functions of one name that a function may be given to.
const MAX_FUNCTIONS: usize = 8;

/// A function that is given for one of some types.
pub(in crate::engine::graph) struct GivenFunction {
    pub(in crate::engine::graph) span: Span,
    pub(in crate::engine::graph) of: Def,
    pub(in crate::engine::graph) certainty: Certainty,
}

/// What a function is given for: the types that each of the definitions writes which it may be
/// given to.
#[derive(Default)]
struct Given {
    types: Vec<Vec<Def>>,
    /// True if only the name leads to these definitions.
    is_guess: bool,
}

impl Given {
    fn to(types: Vec<Def>) -> Self {
        Self { types: vec![types], is_guess: false }
    }

    /// Returns the one of some types that the function is given for.
    fn among(&self, targets: &BTreeSet<Def>) -> Option<(Def, Certainty)> {
        let is_target = |of: &&Def| targets.contains(of);
        let found = self.types.iter().map(|types| types.iter().find(is_target).copied());
        let found: Vec<Option<Def>> = found.collect();
        let first = found.iter().flatten().next()?;
        let is_sure = !self.is_guess && found.iter().all(Option::is_some);
        Some((*first, if is_sure { Certainty::Likely } else { Certainty::Possible }))
    }
}

impl Project<'_> {
    /// Returns the functions of a file that are given for one of some types, by position.
    pub(in crate::engine::graph) fn functions_given(
        &self,
        unit: &Arc<Unit>,
        targets: &BTreeSet<Def>,
    ) -> Vec<GivenFunction> {
        let context = Context::new(self);
        let resolver = Resolver::new(&context);
        let given = |block: &Block| {
            if self.snapshot.cancel().is_cancelled() {
                return None;
            }
            let given = resolver.unnested(|| resolver.given_for(unit, block));
            let (of, certainty) = given.among(targets)?;
            Some(GivenFunction { span: block.span, of, certainty })
        };
        unit.names().blocks.iter().filter_map(given).collect()
    }

    /// Returns those of some types for which functions may be given, each with the method that
    /// these stand for.
    pub(in crate::engine::graph) fn functional(&self, types: &[Def]) -> Vec<(Def, Def)> {
        let context = Context::new(self);
        let resolver = Resolver::new(&context);
        let method = |of: &Def| Some((*of, resolver.method_of_functions(*of)?));
        types.iter().filter_map(method).collect()
    }

    /// Returns whether a method calls the function that a value is: the value's type, which is
    /// declared, stands for functions.
    pub(in crate::engine::graph) fn is_function_called(
        &self,
        unit: &Arc<Unit>,
        of: ExpressionId,
        method: &str,
    ) -> bool {
        let context = Context::new(self);
        let resolver = Resolver::new(&context);
        let Some((unit, written)) = resolver.declared_type(unit, of) else { return false };
        let rules = unit.rules();
        let of_library = || match unit.names().written_type(written) {
            Type::Function { .. } => rules.call_operator.as_deref(),
            Type::Named { head, .. } => {
                let name = last_name(unit, head)?;
                rules.function_methods.get(name).map(String::as_str)
            }
            _ => None,
        };
        let types = resolver.types_meant(unit, written, 0);
        match types.first() {
            Some(of) => resolver.method_of_functions(*of).is_some_and(|def| {
                let declared = self.get(def).map(|(unit, symbol)| &unit.symbol(symbol).name);
                declared.is_some_and(|name| name == method)
            }),
            None => of_library() == Some(method),
        }
    }

    /// Returns whether a type that a file writes is one of some types.
    pub(in crate::engine::graph) fn is_written(
        &self,
        unit: &Arc<Unit>,
        written: TypeId,
        targets: &BTreeSet<Def>,
    ) -> bool {
        let context = Context::new(self);
        let types = Resolver::new(&context).types_meant(unit, written, 0);
        types.iter().any(|of| targets.contains(of))
    }
}

impl Resolver<'_> {
    fn given_for(&self, unit: &Arc<Unit>, block: &Block) -> Given {
        if let Some(written) = block.written {
            return Given::to(self.types_meant(unit, written, 0));
        }
        if let Some(set) = block.set {
            let declared = self.declared_type(unit, set);
            let types = declared.map(|(unit, written)| self.types_meant(unit, written, 0));
            return types.map(Given::to).unwrap_or_default();
        }
        if block.is_returned {
            return self.given_back(unit, block).map(Given::to).unwrap_or_default();
        }
        match block.of {
            Some(of) => self.given_to(unit, block, of),
            None if block.passed != Passed::Last => {
                self.given_to_own(unit, block).unwrap_or_default()
            }
            None => Given::default(),
        }
    }

    /// Returns the types of the result of the method that returns a function.
    fn given_back(&self, unit: &Arc<Unit>, block: &Block) -> Option<Vec<Def>> {
        let at = block.span.start as usize;
        let method = unit.enclosing(at, |symbol| symbol.kind.is_callable())?;
        let method = unit.symbol(method);
        // What returns it may be a function without a name, in the method.
        let around = block.around.map(|around| unit.names().blocks[around as usize].span);
        if around.is_some_and(|around| around.start as usize >= method.bytes.start) {
            return None;
        }
        let result = written_result(unit, method)?;
        Some(self.types_meant(unit, result.written, 0))
    }

    /// Returns what a function is passed for, by the functions or the type that a call means.
    fn given_to(&self, unit: &Arc<Unit>, block: &Block, of: ExpressionId) -> Given {
        let names = unit.names();
        let mut passing = Passing { unit, block, subject: Value::Unknown, is_view: false };
        let (name, functions, is_guess) = match names.expression(of) {
            Expression::New(made) => {
                let Type::Named { head, .. } = names.written_type(made) else {
                    return Given::default();
                };
                let Value::Type(types) = self.type_of_head(unit, head) else {
                    return Given::default();
                };
                (names.last_name(head), self.made_by(&types), false)
            }
            expression => {
                let of = match expression {
                    Expression::Applied { of, .. } => of,
                    _ => of,
                };
                let Some(name) = names.last_name(of) else { return Given::default() };
                let (subject, mut functions) = self.functions_passed(unit, of, name);
                functions.retain(|def| self.project.is_callable(*def));
                if functions.is_empty()
                    && let Some(types) = self.types_called(unit, of)
                {
                    if types.iter().any(|of| self.method_of_functions(*of).is_some()) {
                        return Given::to(types);
                    }
                    (Some(name), self.made_by(&types), false)
                } else if functions.is_empty() && self.is_unknown(&subject) {
                    let named = self.project.definitions(name.of(unit.content()));
                    (Some(name), named.map(|defs| defs.to_vec()).unwrap_or_default(), true)
                } else {
                    passing.subject = subject;
                    (Some(name), functions, false)
                }
            }
        };
        let arguments = name.and_then(|name| unit.names().use_at(name.start as usize)?.arguments);
        let functions = accepting(self.project, functions, arguments);
        let functions = functions.iter().take(MAX_FUNCTIONS);
        let types = functions.filter_map(|function| self.taken_by(*function, &passing));
        Given { types: types.collect(), is_guess }
    }

    /// Returns whether a value may be of any type of the project, as far as is known.
    fn is_unknown(&self, value: &Value) -> bool {
        match value {
            Value::Unknown | Value::Named(_) => true,
            Value::Written(file, written, _) => {
                self.project.unit(*file).is_some_and(|of| !self.is_known_outside(of, *written))
            }
            _ => false,
        }
    }

    /// Returns what a function is passed for to a constructor that is called without its name:
    /// `this(…)`, `super(…)`, the constants of an enum.
    fn given_to_own(&self, unit: &Arc<Unit>, block: &Block) -> Option<Given> {
        let names = unit.names();
        let before = names.delegations.partition_point(|each| each.span.start < block.span.start);
        let found = names.delegations[..before].last()?;
        let list = found.span.end as usize;
        let text = unit.content();
        let list = list + text.get(list..)?.find('(')? + 1;
        let end = end_before(text, list..text.len(), |at| names.is_text(at), |_| false);
        if list > block.span.start as usize || end < block.span.end as usize {
            return None;
        }
        let at = found.span.start as usize;
        let own = unit.enclosing(at, |symbol| unit.is_type(symbol))?;
        let own = Def { file: unit.file, symbol: own };
        let constructors = match found.of {
            Delegation::OwnConstructor => self.made_by(&[own]),
            Delegation::SuperConstructor => {
                let above = self.ancestors(own);
                let mut made = above.types.iter().map(|of| self.made_by(&[*of]));
                made.find(|made| !made.is_empty()).unwrap_or_default()
            }
            Delegation::Overridden => return None,
        };
        let functions = accepting(self.project, constructors, found.arguments);
        let passing = Passing { unit, block, subject: Value::Unknown, is_view: false };
        let functions = functions.iter().take(MAX_FUNCTIONS);
        let types = functions.filter_map(|function| self.taken_by(*function, &passing));
        Some(Given { types: types.collect(), is_guess: false })
    }

    /// Returns the types that a name stands for which is called.
    fn types_called(&self, unit: &Arc<Unit>, of: ExpressionId) -> Option<Vec<Def>> {
        if !unit.rules().types_are_called || unit.rules().new_makes_types {
            return None;
        }
        match self.unnested(|| self.type_of_head(unit, of)) {
            Value::Type(types) => Some(types),
            _ => None,
        }
    }

    /// Returns what makes values of types: their constructors, or the types themselves whose
    /// headers write the parameters.
    fn made_by(&self, types: &[Def]) -> Vec<Def> {
        let made = types.iter().flat_map(|of| constructions::constructors_of(self.project, *of));
        made.chain(types.iter().copied().filter(|of| has_parameters(self.project, *of))).collect()
    }

    /// Returns the types of the parameter that a function is passed for; `None` if there is no such
    /// parameter, or if it is one of functions that take another number of arguments.
    fn taken_by(&self, function: Def, passing: &Passing<'_>) -> Option<Vec<Def>> {
        let (unit, symbol) = self.project.get(function)?;
        let own = unit.symbol(symbol);
        let arity = unit.names().arity_at(own.name_bytes.start);
        let takes_any = arity.is_some_and(|arity| arity.most.is_none());
        let all = || parameters_passed(unit, own, &passing.subject);
        let taken = parameter(unit, own, passing).or_else(|| all().last().filter(|_| takes_any))?;
        let is_last = || all().last().is_some_and(|last| last.name == taken.name);
        let written = match unit.names().written_type(taken.origin.annotation?) {
            // One of any number of arguments.
            Type::Elements(of) if takes_any && is_last() => of,
            _ => taken.origin.annotation?,
        };
        let types = self.types_meant(unit, written, 0);
        let named = passing.block.takes.len();
        let takes = |of: &Def| {
            let method = self.method_of_functions(*of).and_then(|def| self.project.get(def));
            let arity = method.and_then(|(unit, method)| {
                unit.names().arity_at(unit.symbol(method).name_bytes.start)
            });
            arity.is_none_or(|arity| arity.takes(u8::try_from(named).unwrap_or(u8::MAX)))
        };
        (named == 0 || types.is_empty() || types.iter().any(takes)).then_some(types)
    }

    /// Returns the types that a written type itself stands for, and not those that it holds.
    fn types_meant(&self, unit: &Arc<Unit>, written: TypeId, depth: usize) -> Vec<Def> {
        if depth > MAX_ALIASES {
            return Vec::new();
        }
        match unit.names().written_type(written) {
            Type::Tuple(parts) => match unit.names().types_in(parts) {
                [only] => self.types_meant(unit, *only, depth + 1),
                _ => Vec::new(),
            },
            Type::Named { head, .. } => match self.bound(unit, head) {
                Some(bound) => self.types_meant(unit, bound, depth + 1),
                None => self.types_behind_name(unit, head, depth),
            },
            _ => Vec::new(),
        }
    }

    fn types_behind_name(&self, unit: &Arc<Unit>, head: ExpressionId, depth: usize) -> Vec<Def> {
        let Value::Type(types) = self.unnested(|| self.type_of_head(unit, head)) else {
            return Vec::new();
        };
        match types.first().and_then(|of| self.alias(*of)) {
            Some(alias) => self.types_meant(&alias.unit, alias.written.value, depth + 1),
            None => types,
        }
    }
}

/// Returns whether the header of a type writes the parameters of its constructor.
pub(in crate::engine::graph) fn has_parameters(project: &Project<'_>, of: Def) -> bool {
    let Some((unit, symbol)) = project.get(of) else { return false };
    let own = unit.symbol(symbol);
    let Some(list) = parameter_list(unit, own) else { return false };
    let is_before = |at: usize| own.name_bytes.end <= at && at < list.start as usize;
    let mut inside = unit.symbols().iter().filter(|other| own.bytes.contains(&other.bytes.start));
    own.kind != SymbolKind::Type
        && !inside.any(|other| other.kind.is_callable() && is_before(other.name_bytes.start))
}
