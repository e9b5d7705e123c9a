//! Numbers of arguments of calls and of parameters of definitions.

use super::{Arity, NameFacts, Role, Span, Use};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use tree_sitter::Node;

/// Name of an argument: `make(size = 1)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedArgument {
    pub name: Span,
    /// The name of what is called.
    pub called: Span,
    /// The arguments, with what stands around them.
    pub list: Span,
}

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
    /// By the called name: arguments that are written beside the list.
    beside: FxHashMap<Span, FxHashSet<Span>>,
    /// By the called name: numbers that are written behind it.
    numbers: FxHashMap<Span, u8>,
    /// Lists in which an argument may stand for several.
    open: FxHashSet<Span>,
    /// By name, each with its parameters.
    callables: FxHashMap<Span, FxHashMap<Span, Parameter>>,
}

impl Counts {
    pub(super) fn open(&mut self, list: Span) {
        self.open.insert(list);
    }

    /// Adds a call with its list of arguments, or with the call itself where the grammar has no
    /// such list: what is called is no argument. What a list with a syntax error holds is not
    /// certain.
    pub(super) fn add_call(&mut self, called: Span, list: Node<'_>) {
        let mut cursor = list.walk();
        let function = list.child_by_field_name("function");
        let is_argument = |child: &Node<'_>| !child.is_extra() && Some(*child) != function;
        let number = list.named_children(&mut cursor).filter(is_argument).count();
        let span = Span::new(list.byte_range());
        let number = u8::try_from(number).ok().filter(|_| !list.has_error());
        if number.is_none() {
            self.open.insert(span);
        }
        self.calls.entry(called).or_insert((span, number.unwrap_or_default()));
    }

    /// Adds an argument that is written beside the list, or without one: `value |> called`.
    pub(super) fn add_beside(&mut self, called: Span, argument: Span) {
        self.beside.entry(called).or_default().insert(argument);
    }

    /// Adds the number of arguments that a function is called with where it is handed on.
    pub(super) fn add_number(&mut self, called: Span, number: &str) {
        if let Ok(number) = number.parse() {
            self.numbers.insert(called, number);
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
        if let Some(number) = self.numbers.get(&called) {
            return Some(*number);
        }
        let beside = self.beside.get(&called).map(|beside| u8::try_from(beside.len()));
        match self.calls.get(&called) {
            Some((list, _)) if self.open.contains(list) => None,
            Some((_, number)) => number.checked_add(beside.transpose().ok()?.unwrap_or_default()),
            None => beside?.ok(),
        }
    }

    /// Returns the numbers of parameters, by position of the names, and the names of arguments.
    pub(super) fn finish(&self, uses: &[Use]) -> (Vec<Arity>, Vec<NamedArgument>) {
        let mut arities: Vec<Arity> =
            self.callables.iter().map(|(name, parameters)| arity(*name, parameters)).collect();
        arities.sort_unstable_by_key(|arity| arity.name);
        (arities, self.named_arguments(uses))
    }

    /// Returns the names of arguments, each with the innermost list that it stands in.
    fn named_arguments(&self, uses: &[Use]) -> Vec<NamedArgument> {
        let names = uses.iter().filter(|found| found.role == Role::Argument).map(|it| it.span);
        let mut names = names.peekable();
        if names.peek().is_none() {
            return Vec::new();
        }
        let mut lists: Vec<(Span, Span)> =
            self.calls.iter().map(|(called, (list, _))| (*list, *called)).collect();
        lists.sort_unstable_by_key(|(list, called)| (list.start, Reverse(list.end), *called));
        let mut lists = lists.into_iter().peekable();
        let mut around: Vec<(Span, Span)> = Vec::new();
        let mut named = Vec::new();
        for name in names {
            while let Some(next) = lists.next_if(|(list, _)| list.start <= name.start) {
                while around.pop_if(|(list, _)| list.end <= next.0.start).is_some() {}
                around.push(next);
            }
            while around.pop_if(|(list, _)| list.end < name.end).is_some() {}
            let innermost = around.last().map(|(list, called)| (*list, *called));
            named.extend(innermost.map(|(list, called)| NamedArgument { name, called, list }));
        }
        named
    }
}

impl NameFacts {
    /// Returns the name of an argument that starts at a byte.
    pub fn named_argument_at(&self, at: usize) -> Option<NamedArgument> {
        let at = u32::try_from(at).ok()?;
        let named = &self.named_arguments;
        named.binary_search_by_key(&at, |each| each.name.start).ok().map(|place| named[place])
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
