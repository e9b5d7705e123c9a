//! Numbers of arguments of calls and of parameters of definitions.

use super::{Arity, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Node;

/// One parameter of a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Parameter {
    Required,
    /// May be left out.
    Optional,
    /// Takes any number of arguments.
    Rest,
}

/// What the matches of a file determine about numbers.
#[derive(Default)]
pub(super) struct Counts {
    /// By the called name: the list of arguments, and their number.
    calls: FxHashMap<Span, (Span, u8)>,
    /// Lists in which an argument may stand for several.
    open: FxHashSet<Span>,
    /// By name, each with its parameters.
    callables: FxHashMap<Span, FxHashMap<Span, Parameter>>,
}

impl Counts {
    pub(super) fn open(&mut self, list: Span) {
        self.open.insert(list);
    }

    /// Adds a call with its list of arguments. What a list with a syntax error holds is not
    /// certain.
    pub(super) fn add_call(&mut self, called: Span, list: Node<'_>) {
        let mut cursor = list.walk();
        let number = list.named_children(&mut cursor).filter(|child| !child.is_extra()).count();
        if let Ok(number) = u8::try_from(number)
            && !list.has_error()
        {
            self.calls.entry(called).or_insert((Span::new(list.byte_range()), number));
        }
    }

    /// Adds a definition or another of its parameters. Of several matches for a parameter, the
    /// most permissive counts.
    pub(super) fn add_callable(&mut self, name: Span, parameter: Option<(Span, Parameter)>) {
        let parameters = self.callables.entry(name).or_default();
        if let Some((span, parameter)) = parameter {
            let known = parameters.entry(span).or_insert(parameter);
            *known = parameter.max(*known);
        }
    }

    pub(super) fn arguments(&self, called: Span) -> Option<u8> {
        let (list, number) = self.calls.get(&called)?;
        (!self.open.contains(list)).then_some(*number)
    }

    /// Returns the numbers of parameters, by position of the names.
    pub(super) fn arities(&self) -> Vec<Arity> {
        let mut arities: Vec<Arity> =
            self.callables.iter().map(|(name, parameters)| arity(*name, parameters)).collect();
        arities.sort_unstable_by_key(|arity| arity.name);
        arities
    }
}

fn arity(name: Span, parameters: &FxHashMap<Span, Parameter>) -> Arity {
    let count = |sought: Parameter| {
        let number = parameters.values().filter(|parameter| **parameter == sought).count();
        u8::try_from(number).unwrap_or(u8::MAX)
    };
    let least = count(Parameter::Required);
    let most = least.saturating_add(count(Parameter::Optional));
    Arity { name, least, most: (count(Parameter::Rest) == 0).then_some(most) }
}
