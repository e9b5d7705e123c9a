//! Overloads of C++, of which a call means the one to whose parameters its arguments convert best.
//! Only what is written of types is known, so that a conversion may be certain, ruled out, or
//! neither.

use super::declarations::{BUILTIN, declared, separators, without_default};
use super::meaning::Meaning;
use super::members::simple_name;
use super::resolver::{Context, Resolver};
use super::types::{self, parameter_list};
use crate::domain::{SymbolKind, lock};
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// Ends of names of types that may stand for pointers, numbers or anything else.
const UNCLEAR_ENDS: [&str; 8] =
    ["Handle", "Iterator", "Ptr", "Ref", "_t", "handle", "iterator", "ptr"];

/// Types of libraries to which any pointer converts.
const TAKES_POINTERS: [&str; 4] = ["QVariant", "any", "function", "variant"];

/// A type as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) of: Named,
    pub(super) arguments: String,
    pub(super) pointers: u8,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Named {
    Builtin(String),
    Project(String, Vec<Def>),
    Outside(String),
}

impl Named {
    fn name(&self) -> &str {
        match self {
            Self::Builtin(name) | Self::Project(name, _) | Self::Outside(name) => name,
        }
    }
}

/// What is known of an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Given {
    Form(Form),
    /// The literal of a string.
    Text,
    /// A whole number, which as a zero may be a pointer.
    Number {
        is_zero: bool,
    },
    NullPointer,
    Unknown,
}

/// How an argument becomes the value of a parameter. Compilers prefer the first ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Conversion {
    Same,
    Standard,
    /// To `bool` and `void*`.
    Loose,
    /// By a constructor or an operator.
    User,
    /// It is not known whether there is one, or which; at least the types are not the same.
    Unknown,
    /// Nothing is known.
    Open,
    /// There is none.
    None,
}

/// The forms of a function's parameters, `None` for a type that is not known; `None` if its list is
/// not read.
type Forms = Option<Arc<[Option<Form>]>>;

/// Those of functions, for each of which many calls ask.
#[derive(Default)]
struct KnownForms(Mutex<FxHashMap<Def, Forms>>);

/// Limit of the overloads of a call that are compared, each with each.
const MAX_OVERLOADS: usize = 64;

impl Resolver<'_> {
    /// Returns the type of a declaration at a place; `None` for an alias, a type parameter, what a
    /// macro may define, and what is not read.
    pub(super) fn form_of(&self, unit: &Arc<Unit>, text: &str, at: usize) -> Option<Form> {
        let declared = declared(text)?;
        let path = declared.path.as_str();
        let is_builtin = path.split(' ').next().is_some_and(|word| {
            BUILTIN.contains(&word) || matches!(word, "short" | "signed" | "unsigned")
        });
        let of = match is_builtin {
            true => Named::Builtin(path.to_owned()),
            false => self.named_form(unit, path, at)?,
        };
        Some(Form { of, arguments: declared.arguments, pointers: declared.pointers })
    }

    fn named_form(&self, unit: &Arc<Unit>, path: &str, at: usize) -> Option<Named> {
        let name = simple_name(path);
        let first = path.split("::").next().unwrap_or_default();
        if path == "auto" || self.local(unit, first, at).is_some() {
            return None;
        }
        match self.unnested(|| self.type_value(unit, path, at)) {
            value @ Value::Type(_) if self.is_alias(&value) => None,
            Value::Type(types) => Some(Named::Project(name.to_owned(), types)),
            _ => {
                let is_upper = name.starts_with(char::is_uppercase);
                let is_clear = !UNCLEAR_ENDS.iter().any(|end| name.ends_with(end))
                    && name.contains(char::is_lowercase)
                    && (is_upper && self.is_outside_type(unit, name)
                        || types::begins_external(unit, path));
                is_clear.then(|| Named::Outside(name.to_owned()))
            }
        }
    }

    pub(super) fn parameter_forms(&self, def: Def) -> Forms {
        let known = self.project.fact(|_| KnownForms::default());
        if let Some(found) = lock(&known.0).get(&def) {
            return found.clone();
        }
        // With limits of its own, what is remembered does not depend on the call.
        let context = Context::new(self.project);
        let found = Resolver::new(&context).find_parameter_forms(def);
        lock(&known.0).insert(def, found.clone());
        found
    }

    fn find_parameter_forms(&self, def: Def) -> Forms {
        let (unit, symbol) = self.project.get(def)?;
        let span = parameter_list(unit, unit.symbol(symbol))?;
        let list = code_of(unit, span.range());
        let at = separators(&list)?;
        let parts = at.windows(2).map(|pair| without_default(&list[pair[0] + 1..pair[1]]));
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty() && *part != "void").collect();
        let form = |part: &&str| self.form_of(unit, part, span.start as usize + 1);
        Some(parts.iter().map(form).collect())
    }

    /// Leaves the meanings of a call to those to which what it passes converts best.
    pub(super) fn best_converted(
        &self,
        unit: &Arc<Unit>,
        arguments: &[Range<usize>],
        meanings: &[Meaning],
    ) -> Vec<Meaning> {
        let all: Vec<Def> = meanings.iter().map(|meaning| meaning.def).collect();
        let best = self.best_overloads(unit, arguments, &all);
        best.into_iter().map(|at| meanings[at]).collect()
    }

    /// Returns the places of the functions to which what a call passes converts best.
    pub(super) fn best_overloads(
        &self,
        unit: &Arc<Unit>,
        arguments: &[Range<usize>],
        all: &[Def],
    ) -> Vec<usize> {
        let forms: Vec<Forms> = all.iter().map(|def| self.parameter_forms(*def)).collect();
        let are_equal = || forms.iter().all(|of| of.as_deref() == forms[0].as_deref());
        if all.len() < 2 || all.len() > MAX_OVERLOADS || are_equal() {
            return (0..all.len()).collect();
        }
        let given: Vec<Given> =
            arguments.iter().map(|part| self.given_form(unit, part.clone())).collect();
        if given.iter().all(|given| matches!(given, Given::Unknown)) {
            return (0..all.len()).collect();
        }
        let conversions: Vec<Vec<Conversion>> = forms
            .iter()
            .map(|of| self.conversions(&given, of.as_deref().unwrap_or_default()))
            .collect();
        let is_possible = |index: usize| !conversions[index].contains(&Conversion::None);
        let same = |one: usize, other: usize, place: usize| {
            let form = |index: usize| forms[index].as_ref()?.get(place)?.as_ref();
            form(one).is_some() && form(one) == form(other)
        };
        // Members of other types are no overloads: the receiver may be of either.
        let path = |index: usize| {
            let (unit, symbol) = self.project.get(all[index])?;
            Some(unit.path_of(symbol))
        };
        let is_better = |one: usize, other: usize| {
            if path(one) != path(other) {
                return false;
            }
            let pairs = conversions[one].iter().zip(&conversions[other]).enumerate();
            let orders = pairs.map(|(place, (of_one, of_other))| match same(one, other, place) {
                true => Some(Ordering::Equal),
                false => compare(*of_one, *of_other),
            });
            let orders: Option<Vec<Ordering>> = orders.collect();
            orders.is_some_and(|orders| {
                orders.contains(&Ordering::Less) && !orders.contains(&Ordering::Greater)
            })
        };
        let possible: Vec<usize> = (0..all.len()).filter(|at| is_possible(*at)).collect();
        let is_best = |at: &&usize| !possible.iter().any(|other| is_better(*other, **at));
        possible.iter().filter(is_best).copied().collect()
    }

    fn conversions(&self, given: &[Given], parameters: &[Option<Form>]) -> Vec<Conversion> {
        let converted = |(place, given): (usize, &Given)| match parameters.get(place) {
            Some(Some(parameter)) => self.conversion(given, parameter),
            _ => Conversion::Open,
        };
        given.iter().enumerate().map(converted).collect()
    }

    fn conversion(&self, given: &Given, parameter: &Form) -> Conversion {
        let is_void = matches!(&parameter.of, Named::Builtin(name) if name == "void");
        let is_value = parameter.pointers == 0;
        match given {
            Given::Unknown => Conversion::Open,
            Given::Form(form) => self.converted(form, parameter),
            Given::NullPointer if !is_value => Conversion::Standard,
            Given::NullPointer => match &parameter.of {
                Named::Builtin(name) if name != "bool" => Conversion::None,
                _ => Conversion::Unknown,
            },
            Given::Text => match &parameter.of {
                Named::Builtin(name) if parameter.pointers == 1 && name == "char" => {
                    Conversion::Same
                }
                _ if parameter.pointers == 1 && is_void => Conversion::Loose,
                _ if !is_value => Conversion::None,
                Named::Builtin(name) if name == "bool" => Conversion::Loose,
                Named::Builtin(_) => Conversion::None,
                _ => Conversion::User,
            },
            Given::Number { is_zero } => match &parameter.of {
                _ if !is_value && *is_zero => Conversion::Unknown,
                _ if !is_value => Conversion::None,
                Named::Builtin(name) if name == "int" => Conversion::Same,
                Named::Builtin(_) => Conversion::Standard,
                _ => Conversion::Unknown,
            },
        }
    }

    /// Returns how a value of a type becomes that of a parameter.
    fn converted(&self, of: &Form, to: &Form) -> Conversion {
        if of.of.name() == to.of.name() && of.pointers == to.pointers {
            let are_one = match (&of.of, &to.of) {
                (Named::Project(_, defs), Named::Project(_, others)) => {
                    defs.iter().any(|def| others.contains(def))
                }
                (one, other) => one == other,
            };
            let is_same = are_one && of.arguments == to.arguments;
            return if is_same { Conversion::Same } else { Conversion::Open };
        }
        match (of.pointers > 0, to.pointers > 0) {
            (false, false) => self.value_to_value(of, to),
            (false, true) => self.value_to_pointer(of, to),
            (true, true) => self.pointer_to_pointer(of, to),
            (true, false) => match &to.of {
                Named::Builtin(name) if name == "bool" => Conversion::Loose,
                Named::Builtin(_) => Conversion::None,
                // Constructors from pointers are of characters, or of templates.
                Named::Outside(name) => {
                    let is_of_class = !matches!(of.of, Named::Builtin(_));
                    let takes_any = TAKES_POINTERS.contains(&name.as_str());
                    match is_of_class && to.arguments.is_empty() && !takes_any {
                        true => Conversion::None,
                        false => Conversion::Unknown,
                    }
                }
                Named::Project(..) => Conversion::User,
            },
        }
    }

    fn value_to_value(&self, of: &Form, to: &Form) -> Conversion {
        match (&of.of, &to.of) {
            (Named::Builtin(_), Named::Builtin(_)) => Conversion::Standard,
            // A name from outside may stand for a number.
            (Named::Builtin(_), Named::Outside(_)) | (Named::Outside(_), Named::Builtin(_)) => {
                Conversion::Unknown
            }
            (Named::Builtin(_), Named::Project(_, defs))
            | (Named::Project(_, defs), Named::Builtin(_)) => match self.is_enumeration(defs) {
                true => Conversion::Standard,
                false => Conversion::User,
            },
            (Named::Project(_, defs), Named::Project(_, others)) => {
                match self.is_below(defs, others) {
                    Some(true) => Conversion::Standard,
                    Some(false) => Conversion::User,
                    None => Conversion::Unknown,
                }
            }
            (Named::Project(_, defs), Named::Outside(_)) if self.has_open_bases(defs) => {
                Conversion::Unknown
            }
            // The one from outside may be below the other.
            _ => Conversion::User,
        }
    }

    fn value_to_pointer(&self, of: &Form, to: &Form) -> Conversion {
        let is_builtin = matches!(to.of, Named::Builtin(_));
        match &of.of {
            Named::Builtin(_) => Conversion::None,
            Named::Outside(_) if !is_builtin && of.arguments.is_empty() => Conversion::None,
            Named::Outside(_) => Conversion::Unknown,
            Named::Project(_, defs) if self.has_open_bases(defs) || self.has_operators(defs) => {
                Conversion::Unknown
            }
            Named::Project(..) => Conversion::None,
        }
    }

    fn pointer_to_pointer(&self, of: &Form, to: &Form) -> Conversion {
        match (&of.of, &to.of) {
            (_, Named::Builtin(name)) if name == "void" && to.pointers == 1 => Conversion::Loose,
            _ if of.pointers != to.pointers || of.pointers > 1 => Conversion::None,
            (Named::Builtin(_), _) | (_, Named::Builtin(_)) => Conversion::None,
            (Named::Project(_, defs), Named::Project(_, others)) => {
                match self.is_below(defs, others) {
                    Some(true) => Conversion::Standard,
                    Some(false) => Conversion::None,
                    None => Conversion::Unknown,
                }
            }
            (Named::Project(_, defs), Named::Outside(_)) => match self.has_open_bases(defs) {
                true => Conversion::Unknown,
                false => Conversion::None,
            },
            (Named::Outside(_), Named::Project(..)) => Conversion::None,
            (Named::Outside(_), Named::Outside(_)) => Conversion::Unknown,
        }
    }

    /// Returns whether types are below others; `None` if that is not known.
    fn is_below(&self, of: &[Def], above: &[Def]) -> Option<bool> {
        let all = self.with_ancestors(of);
        if all.iter().any(|def| above.contains(def)) {
            return Some(true);
        }
        let name = |def: &Def| self.name_of(*def).map(str::to_owned);
        let is_named = above
            .first()
            .and_then(name)
            .is_some_and(|above| all.iter().filter_map(name).any(|name| name == above));
        let are_declared = of.iter().all(|def| !self.has_body(*def));
        (!is_named && !are_declared && !self.has_open_bases(of)).then_some(false)
    }

    fn has_body(&self, def: Def) -> bool {
        self.project.get(def).is_some_and(|(unit, symbol)| unit.has_body(unit.symbol(symbol)))
    }

    fn has_open_bases(&self, types: &[Def]) -> bool {
        types.iter().any(|of| self.ancestors(*of).is_open)
            || types.iter().all(|of| !self.has_body(*of))
    }

    /// Returns whether types have operators, some of which may convert.
    fn has_operators(&self, types: &[Def]) -> bool {
        self.with_ancestors(types).iter().any(|def| {
            let found = self.project.get(*def);
            found.is_some_and(|(unit, symbol)| {
                let body = unit.content().get(unit.symbol(symbol).bytes.clone());
                body.is_none_or(|body| body.contains("operator"))
            })
        })
    }

    fn is_enumeration(&self, types: &[Def]) -> bool {
        types.iter().all(|def| {
            let found = self.project.get(*def);
            found.is_some_and(|(unit, symbol)| unit.symbol(symbol).kind == SymbolKind::Enum)
        })
    }

    /// Returns whether parameters of two definitions have different types.
    pub(super) fn have_different_forms(&self, one: Def, other: Def) -> bool {
        let (Some(one), Some(other)) = (self.parameter_forms(one), self.parameter_forms(other))
        else {
            return false;
        };
        let differ = |(one, other): (&Option<Form>, &Option<Form>)| {
            one.as_ref().zip(other.as_ref()).is_some_and(|(one, other)| are_different(one, other))
        };
        one.len() == other.len() && one.iter().zip(other.iter()).any(differ)
    }
}

/// Returns whether two written types are different ones. Of those from outside one may stand for
/// another: `QStringList` for `QList<QString>`.
fn are_different(one: &Form, other: &Form) -> bool {
    let is_plain = one.arguments.is_empty() && other.arguments.is_empty();
    let may_be_alias = match (&one.of, &other.of) {
        (Named::Builtin(_), Named::Outside(_)) | (Named::Outside(_), Named::Builtin(_)) => true,
        (Named::Outside(_), Named::Outside(_)) => !is_plain,
        _ => false,
    };
    let are_named_apart = !may_be_alias && one.of.name() != other.of.name();
    are_named_apart || one.pointers != other.pointers
}

/// Returns which of two conversions is better; `None` if that is not known.
fn compare(one: Conversion, other: Conversion) -> Option<Ordering> {
    match (one, other) {
        (Conversion::Open, _) | (_, Conversion::Open) => None,
        (Conversion::Same, Conversion::Unknown) => Some(Ordering::Less),
        (Conversion::Unknown, Conversion::Same) => Some(Ordering::Greater),
        (Conversion::Unknown, _) | (_, Conversion::Unknown) => None,
        (one, other) if one == other => (one == Conversion::Same).then_some(Ordering::Equal),
        (one, other) => Some(one.cmp(&other)),
    }
}

/// Returns a part of a text without its comments and strings.
pub(super) fn code_of(unit: &Unit, range: Range<usize>) -> String {
    let names = unit.names();
    let bytes = range.filter(|at| !names.is_text(*at));
    let bytes: Vec<u8> = bytes.map(|at| unit.content().as_bytes()[at]).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
