//! Types of parameters: what tells overloads with equally many parameters apart, and which of them
//! a call means whose arguments have known types.

use super::applied::is_applied_to_value;
use super::candidates::Candidates;
use super::conformance::Fit;
use super::functions_passed::{FunctionPassed, FunctionsTaken};
use super::meaning::{Meaning, Resolution};
use super::parameter_labels::is_of_name;
use super::resolver::{Context, Resolver};
use super::type_kinds::{OfLibrary, cast, is_primitive, literal, may_be_of_several};
use super::types::{self, parameter_list, parameters};
use super::written_arguments::arguments_of;
use crate::domain::{Symbol, SymbolKind, lock};
use crate::engine::graph::model::{ArgumentValue, Def, Value};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::semantics;
use crate::workspace::names::{Span, Type, TypeId, Use};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// What marks a parameter that takes any number of arguments.
const VARIADIC: [&str; 3] = ["...", "vararg ", "params "];

/// A parameter, by which a call tells overloads apart.
struct Parameter {
    value: Value,
    /// The name of its type, where that is one from outside.
    name: Option<String>,
    /// True if its type has type arguments, which values of another type of its name need not have.
    is_applied: bool,
    /// True if every value is of its type.
    takes_any: bool,
    /// True if its type counts as another that it holds, or if others become values of it.
    is_open: bool,
    /// True if it takes any number of arguments.
    is_variadic: bool,
    functions: FunctionsTaken,
}

/// A definition, with whether the value that it is applied to is passed for its first parameter.
type Applied = (Def, bool);

/// The parameters of definitions; a name may have thousands, each compared with many calls. `None`
/// if their types are not all written, or calls do not tell them apart.
#[derive(Default)]
struct Known(Mutex<FxHashMap<Applied, Option<Arc<[Parameter]>>>>);

/// What is known of an argument.
enum Argument {
    Value(Passed),
    /// A string, a number or the like, or a value of another type from outside.
    Outside(Option<OfLibrary>),
    Function(FunctionPassed),
    Unknown,
}

/// A value of types of the project that is passed.
struct Passed {
    /// The types and those above them.
    types: FxHashSet<Def>,
    /// True if a type from outside is above them.
    is_open: bool,
    /// True if a type has operators by which its values become others.
    converts: bool,
}

/// Returns whether two definitions have parameters of different types, as far as these are known.
pub(super) fn are_different(project: &Project<'_>, one: Def, other: Def) -> bool {
    let (Some((unit, symbol)), Some((other_unit, other_symbol))) =
        (project.get(one), project.get(other))
    else {
        return false;
    };
    if one == other || written_list(unit, symbol) == written_list(other_unit, other_symbol) {
        return false;
    }
    if unit.rules().overloads_by_conversion && other_unit.rules().overloads_by_conversion {
        let context = Context::new(project);
        return Resolver::new(&context).have_different_forms(one, other);
    }
    let (Some(types), Some(others)) =
        (written_types(unit, symbol), written_types(other_unit, other_symbol))
    else {
        return false;
    };
    let context = Context::new(project);
    let resolver = Resolver::new(&context);
    types.len() == others.len()
        && types.into_iter().zip(others).any(|(one, other)| {
            resolver.compare_written((unit, one), (other_unit, other)) == Fit::Different
        })
}

/// Where a list of parameters has one that takes any number of arguments.
#[derive(Clone, Copy)]
enum Variadic {
    Nowhere,
    Last,
    /// Before others.
    Inside,
}

/// Returns whether the last parameter of a function takes any number of arguments.
pub(super) fn is_variadic(unit: &Unit, symbol: &Symbol) -> bool {
    matches!(variadic(unit, symbol), Variadic::Last)
}

fn variadic(unit: &Unit, symbol: &Symbol) -> Variadic {
    let Some(list) = parameter_list(unit, symbol) else { return Variadic::Nowhere };
    let text = list.of(unit.content());
    let mut marks = VARIADIC.iter().filter_map(|mark| text.rfind(mark));
    let Some(mark) = marks.next() else { return Variadic::Nowhere };
    let is_only = marks.next().is_none();
    let names = parameters(unit, symbol).map(|of| of.name.start as usize);
    let behind = names.filter(|name| *name > list.start as usize + mark).count();
    if is_only && behind == 1 { Variadic::Last } else { Variadic::Inside }
}

pub(super) fn written_list(unit: &Unit, symbol: u32) -> Option<&str> {
    parameter_list(unit, unit.symbol(symbol)).map(|list| list.of(unit.content()))
}

/// Returns the written types of a function's parameters; `None` if not all are known.
pub(super) fn written_types(unit: &Unit, symbol: u32) -> Option<Vec<TypeId>> {
    let all = parameters(unit, unit.symbol(symbol));
    let types: Option<Vec<TypeId>> = all.map(|parameter| parameter.origin.annotation).collect();
    types.filter(|types| !types.is_empty())
}

impl Candidates<'_, '_> {
    /// Leaves out the overloads that do not take what a call passes, if another takes it: by the
    /// number of the arguments and by the types of the parameters.
    pub(super) fn keep_by_arguments(
        &self,
        unit: &Arc<Unit>,
        found: &Use,
        resolution: Resolution,
    ) -> Resolution {
        let counted = self.keep_by_arity(unit, found, resolution.clone());
        let Resolution::Definitions(meanings) = &counted else { return counted };
        let passes_some = found.arguments.is_some_and(|arguments| arguments > 0);
        let rules = unit.rules();
        if meanings.len() < 2
            || !passes_some
            || !(rules.overloads_by_type || rules.overloads_by_conversion)
        {
            return counted;
        }
        let resolver = Resolver::new(&self.context);
        if rules.overloads_by_conversion {
            return self.keep_by_conversion(&resolver, unit, found, counted);
        }
        let Some(arguments) = arguments(&resolver, unit, found) else { return counted };
        let defs: Vec<Def> = meanings.iter().map(|meaning| meaning.def).collect();
        let taking = resolver.taking_arguments((unit, found), &arguments, &defs);
        if taking.is_empty() {
            return counted;
        }
        // Without those that do not take them, another may take their number best.
        let counted = match (taking.len() < defs.len(), resolution) {
            (true, Resolution::Definitions(mut meanings)) => {
                meanings.retain(|meaning| taking.contains(&meaning.def));
                self.keep_by_arity(unit, found, Resolution::Definitions(meanings))
            }
            _ => counted,
        };
        self.keep_just(&resolver, (unit, found), &arguments, counted)
    }

    /// Leaves out the overloads to which a compiler prefers one that takes just what is passed.
    fn keep_just(
        &self,
        resolver: &Resolver<'_>,
        (unit, found): (&Arc<Unit>, &Use),
        arguments: &[Argument],
        resolution: Resolution,
    ) -> Resolution {
        let Resolution::Definitions(mut kept) = resolution else { return resolution };
        let known = self.project.fact(|_| Known::default());
        let is_just = |def| resolver.takes_just(&known, (def, false), arguments);
        let mut just: Vec<Def> = kept.iter().map(|of| of.def).filter(|def| is_just(*def)).collect();
        if just.iter().any(|def| resolver.is_applied(&known, (*def, false))) {
            just.clear();
        }
        if just.is_empty() {
            just = resolver.unboxing(&known, &kept, arguments);
        }
        let own = kept.iter().filter(|of| self.project.is_callable(of.def));
        let own: Vec<Meaning> = own.copied().collect();
        just.extend(resolver.overload_as_declared(unit, found, &own));
        kept.retain(|of| {
            let owners = |def: Def| (def.file, resolver.owner_types(def));
            just.is_empty()
                || just.contains(&of.def)
                || just.iter().all(|other| owners(*other) != owners(of.def))
        });
        Resolution::Definitions(kept)
    }

    fn keep_by_conversion(
        &self,
        resolver: &Resolver<'_>,
        unit: &Arc<Unit>,
        found: &Use,
        resolution: Resolution,
    ) -> Resolution {
        let Resolution::Definitions(meanings) = &resolution else { return resolution };
        let parts = arguments_of(unit, found.span, found.arguments);
        let Some(parts) = parts else { return resolution };
        let is_callable = |meaning: &&Meaning| self.project.is_callable(meaning.def);
        let overloads: Vec<Meaning> = meanings.iter().filter(is_callable).copied().collect();
        let kept = resolver.best_converted(unit, &parts, &overloads);
        if kept.is_empty() {
            return resolution;
        }
        // A type stands beside its constructors.
        let is_kept = |meaning: &&Meaning| !is_callable(meaning) || kept.contains(meaning);
        Resolution::Definitions(meanings.iter().filter(is_kept).copied().collect())
    }
}

impl Parameter {
    fn takes(&self, argument: &Argument) -> bool {
        match (&self.value, argument) {
            (_, Argument::Function(passed)) => self.functions.take(*passed),
            (_, Argument::Outside(Some(passed)))
                if passed.is_literal && self.takes_functions_alone() =>
            {
                false
            }
            (Value::Instance(types, _), Argument::Value(passed)) => {
                types.iter().any(|of| passed.types.contains(of)) || passed.converts
            }
            (Value::Instance(..), Argument::Outside(_)) => self.is_open,
            (_, Argument::Outside(Some(passed))) => {
                self.takes_any || self.name.as_ref().is_none_or(|name| passed.is_taken_by(name))
            }
            (Value::Written(..), Argument::Value(passed)) => {
                self.takes_any || passed.is_open || passed.converts
            }
            _ => true,
        }
    }

    const fn takes_functions_alone(&self) -> bool {
        matches!(self.functions, FunctionsTaken::Of { .. })
    }
}

impl Resolver<'_> {
    fn known_parameters(&self, known: &Known, of: Applied) -> Option<Arc<[Parameter]>> {
        let found = lock(&known.0).get(&of).cloned();
        found.unwrap_or_else(|| {
            let parameters = self.unnested(|| self.parameters(of));
            lock(&known.0).insert(of, parameters.clone());
            parameters
        })
    }

    /// Keeps the functions that take what a call passes as far as types tell.
    pub(super) fn taking_types(
        &self,
        unit: &Arc<Unit>,
        found: &Use,
        functions: &[Def],
    ) -> Vec<Def> {
        let Some(arguments) = arguments(self, unit, found) else { return functions.to_vec() };
        self.taking_arguments((unit, found), &arguments, functions)
    }

    /// Keeps the functions that take what the call of a name passes as far as its syntax tells:
    /// literals and functions without a name; all if none does.
    pub(super) fn taking_written(
        &self,
        unit: &Arc<Unit>,
        name: Span,
        functions: Vec<Def>,
    ) -> Vec<Def> {
        if functions.len() < 2 || !unit.rules().overloads_by_type {
            return functions;
        }
        let Some(found) = unit.names().use_at(name.start as usize) else { return functions };
        let Some(parts) = arguments_of(unit, name, found.arguments) else { return functions };
        let written = |part: &Range<usize>| written(unit, part).unwrap_or(Argument::Unknown);
        let arguments: Vec<Argument> = parts.iter().map(written).collect();
        let taking = self.taking_arguments((unit, found), &arguments, &functions);
        if taking.is_empty() { functions } else { taking }
    }

    fn taking_arguments(
        &self,
        (unit, found): (&Unit, &Use),
        arguments: &[Argument],
        functions: &[Def],
    ) -> Vec<Def> {
        let known = self.project.fact(|_| Known::default());
        let is_taking = |def: &&Def| {
            let is_applied = is_applied_to_value(self.project, (unit, found), **def);
            self.takes_types(&known, (**def, is_applied), arguments)
        };
        functions.iter().filter(is_taking).copied().collect()
    }

    /// Returns whether each argument is of just the type of its parameter, so that a compiler
    /// prefers no other overload.
    fn takes_just(&self, known: &Known, of: Applied, arguments: &[Argument]) -> bool {
        let is_just = |(of, passed): (&Parameter, &Argument)| match (&of.name, passed) {
            (Some(name), Argument::Outside(Some(passed))) => passed.is_just(name),
            _ => false,
        };
        self.known_parameters(known, of).is_some_and(|parameters| {
            parameters.len() == arguments.len() && parameters.iter().zip(arguments).all(is_just)
        })
    }

    /// Returns the overloads of which each parameter is of the primitive type that an argument
    /// boxes, or of just its type; none if one of the others takes an object in its place.
    fn unboxing(&self, known: &Known, kept: &[Meaning], arguments: &[Argument]) -> Vec<Def> {
        let all: Option<Vec<(Def, Arc<[Parameter]>)>> = kept
            .iter()
            .map(|of| Some((of.def, self.known_parameters(known, (of.def, false))?)))
            .filter(|of| of.as_ref().is_none_or(|(_, all)| all.len() == arguments.len()))
            .collect();
        let fits = |of: &Parameter, passed: &Argument| match (&of.name, passed) {
            (Some(name), Argument::Outside(Some(passed))) => {
                (passed.is_just(name), passed.is_boxed(name) || passed.is_just(name))
            }
            _ => (false, false),
        };
        let all = all.unwrap_or_default();
        let are_plain = all.iter().all(|(_, parameters)| {
            parameters.iter().zip(arguments).all(|(of, passed)| {
                !of.is_applied
                    && (fits(of, passed).0 || of.name.as_deref().is_some_and(is_primitive))
            })
        });
        let unboxes = |parameters: &[Parameter]| {
            parameters.iter().zip(arguments).all(|(of, passed)| fits(of, passed).1)
        };
        let fitting = all.iter().filter(|(_, parameters)| are_plain && unboxes(parameters));
        fitting.map(|(def, _)| *def).collect()
    }

    /// Returns whether the type of a parameter has type arguments.
    fn is_applied(&self, known: &Known, of: Applied) -> bool {
        let parameters = self.known_parameters(known, of);
        parameters.is_some_and(|parameters| parameters.iter().any(|of| of.is_applied))
    }

    fn takes_types(&self, known: &Known, of: Applied, arguments: &[Argument]) -> bool {
        self.known_parameters(known, of).is_none_or(|parameters| {
            // Where labels do not tell, those that have a default are the last ones.
            let has_labels = || {
                self.project.get(of.0).is_some_and(|(unit, _)| unit.rules().labels_belong_to_names)
            };
            let single = match parameters.split_last() {
                Some((last, others)) if last.is_variadic => others,
                _ if parameters.len() < arguments.len() => return true,
                _ if parameters.len() > arguments.len() && has_labels() => return true,
                _ => &*parameters,
            };
            single.iter().zip(arguments).all(|(of, passed)| of.takes(passed))
        })
    }

    /// Returns whether a call means a function by what it passes, whatever else bears the name: a
    /// value of the project's types for a parameter of one, and nothing that the function does not
    /// take.
    pub(super) fn fit_of_call(&self, unit: &Arc<Unit>, found: &Use, def: Def) -> Fit {
        let known = self.project.fact(|_| Known::default());
        let Some(arguments) = arguments(self, unit, found) else { return Fit::Unknown };
        let Some(parameters) = self.known_parameters(&known, (def, false)) else {
            return Fit::Unknown;
        };
        if !self.takes_types(&known, (def, false), &arguments) {
            return Fit::Different;
        }
        let is_own = |(of, passed): (&Parameter, &Argument)| match (&of.value, passed) {
            (Value::Instance(types, _), Argument::Value(passed)) => {
                types.iter().any(|of| passed.types.contains(of))
            }
            _ => false,
        };
        let is_meant = parameters.iter().zip(&arguments).any(is_own);
        if is_meant { Fit::Same } else { Fit::Unknown }
    }

    fn parameters(&self, (def, is_applied): Applied) -> Option<Arc<[Parameter]>> {
        let (unit, symbol) = self.project.get(def)?;
        let is_extension =
            || semantics::of(unit.language).extended(unit, unit.symbol(symbol)).is_some();
        if !unit.rules().receiver_is_parameter && is_extension() {
            return None;
        }
        let root_types = &unit.rules().root_types;
        let variadic = variadic(unit, unit.symbol(symbol));
        // What is passed behind one that takes any number is not known by its place.
        let takes_more = matches!(variadic, Variadic::Inside);
        let name = |of: TypeId, value: &Value| match value {
            Value::Written(..) if !takes_more => types::name_or_array(unit, of),
            _ => None,
        };
        let parameter = |of: TypeId, value: Value| Parameter {
            name: name(of, &value),
            is_applied: matches!(
                unit.names().written_type(of),
                Type::Named { arguments, .. } if !unit.names().types_in(arguments).is_empty()
            ),
            value,
            takes_any: match unit.names().written_type(of) {
                Type::Named { head, .. } => types::last_name(unit, head)
                    .is_none_or(|name| root_types.iter().any(|root| root == name)),
                _ => false,
            },
            // What has no type of its own may be taken by any that says so elsewhere.
            is_open: types::is_held(unit, of) || unit.rules().literals_convert,
            is_variadic: false,
            functions: self.functions_taken(unit, of),
        };
        let value = |of: TypeId| match self.instance_of_annotation(unit, of, &None) {
            // What an alias stands for was not found.
            Value::Instance(types, _) if types.iter().any(|of| self.is_alias_of_none(*of)) => {
                Value::Unknown
            }
            value => value,
        };
        let written = written_types(unit, symbol)?.into_iter().skip(usize::from(is_applied));
        let mut all: Vec<Parameter> = written.map(|of| parameter(of, value(of))).collect();
        for parameter in &mut all {
            if let Value::Instance(types, _) = &parameter.value {
                parameter.is_open |= self.converts(types);
            }
        }
        if let (Variadic::Last, Some(last)) = (variadic, all.last_mut()) {
            last.is_variadic = true;
            last.name = None;
            last.functions = FunctionsTaken::Unknown;
        }
        Some(all.into())
    }

    fn is_alias_of_none(&self, of: Def) -> bool {
        let known = self.project.get(of);
        known.is_some_and(|(unit, symbol)| unit.symbol(symbol).kind == SymbolKind::Type)
    }

    fn passed(&self, value: Value) -> Argument {
        let Value::Instance(types, _) = value else { return Argument::Unknown };
        let is_open = types.iter().any(|of| self.ancestors(*of).is_open);
        let converts = self.converts(&types);
        let types = self.with_ancestors(&types).into_iter().collect();
        Argument::Value(Passed { types, is_open, converts })
    }

    /// Returns whether one of some types has operators by which values of types become others.
    pub(super) fn converts(&self, types: &[Def]) -> bool {
        let mut declared = types.iter().filter_map(|of| self.project.get(*of));
        declared.any(|(unit, of)| {
            let body = unit.content().get(unit.symbol(of).bytes.clone());
            let converting = unit.rules().converting.as_deref();
            body.zip(converting).is_some_and(|(body, converting)| body.contains(converting))
        })
    }
}

/// Returns what a call passes; `None` if its list is not read or holds another number.
fn arguments(resolver: &Resolver<'_>, unit: &Arc<Unit>, found: &Use) -> Option<Vec<Argument>> {
    let parts = arguments_of(unit, found.span, found.arguments)?;
    Some(parts.into_iter().map(|part| argument(resolver, unit, part)).collect())
}

/// Returns what is known of an argument by its syntax; `None` if only its value tells.
fn written(unit: &Unit, range: &Range<usize>) -> Option<Argument> {
    let range = behind_label(unit, range.clone());
    let part = &unit.content()[range.clone()];
    if let Some(value) = literal(part) {
        return Some(match unit.rules().literals_convert && may_be_of_several(part) {
            true => Argument::Unknown,
            false => Argument::Outside(Some(value)),
        });
    }
    FunctionPassed::read(unit, &range).map(Argument::Function)
}

fn argument(resolver: &Resolver<'_>, unit: &Arc<Unit>, range: Range<usize>) -> Argument {
    if let Some(known) = written(unit, &range) {
        return known;
    }
    let range = behind_label(unit, range);
    let part = &unit.content()[range.clone()];
    if part.starts_with(['"', '\'']) || part.starts_with(|letter: char| letter.is_ascii_digit()) {
        // A string may be the beginning of an expression.
        return Argument::Unknown;
    }
    if part.is_empty() {
        return Argument::Unknown;
    }
    let value = match cast(part) {
        Some(of) => match resolver.made_value(unit, range.start + of.start) {
            // A word of the language is no name that is looked up.
            ArgumentValue::Unknown => {
                let of = &part[of];
                let is_builtin = unit.rules().builtin_types.iter().any(|name| name == of);
                return match is_builtin {
                    true => Argument::Outside(Some(OfLibrary::of(of))),
                    false => Argument::Unknown,
                };
            }
            known => known,
        },
        None => resolver.argument_value(unit, range),
    };
    match value {
        ArgumentValue::Known(value) => resolver.passed(value),
        ArgumentValue::Outside(of) => Argument::Outside(of.as_deref().map(OfLibrary::of)),
        ArgumentValue::Unknown => Argument::Unknown,
    }
}

/// Returns what stands behind the label of an argument: `order` of `for: order`.
fn behind_label(unit: &Unit, range: Range<usize>) -> Range<usize> {
    let part = &unit.content()[range.clone()];
    let value = part.trim_start_matches(is_of_name).trim_start().strip_prefix(':');
    match value.filter(|_| unit.rules().labels_belong_to_names) {
        Some(value) => range.end - value.trim_start().len()..range.end,
        None => range,
    }
}
