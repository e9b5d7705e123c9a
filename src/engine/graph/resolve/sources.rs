//! Types of the project in the source of a value from outside: what a library is given it may
//! return, as `List(new Pool).head` and `copy(pool)` do.

use super::containers::makes_container;
use super::resolver::Resolver;
use crate::engine::graph::model::{Def, Local, Lookup, Value};
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Expression, ExpressionId, Qualifier, Span};
use std::ops::Range;
use std::sync::Arc;

/// Maximum number of names that are looked at in one source.
const MAX_NAMES: usize = 24;

/// Maximum number of variables that are followed, each to what it is set to.
const MAX_VARIABLES: usize = 3;

/// What a value from outside is made of.
#[derive(Default)]
pub(super) struct Source {
    /// The project's types among its names.
    pub(super) types: Vec<Def>,
    /// True for what is made of a collection that starts as a literal: what it holds may be put in
    /// later.
    pub(super) is_collected: bool,
}

impl Resolver<'_> {
    /// Returns what is in front of a member at the byte offset `at`, and in the initial value of
    /// the variable at which the expression starts.
    pub(super) fn source(&self, unit: &Arc<Unit>, of: ExpressionId, at: usize) -> Source {
        self.source_within(unit, of, at, 0)
    }

    fn source_within(&self, unit: &Arc<Unit>, of: ExpressionId, at: usize, depth: usize) -> Source {
        let names = unit.names();
        let Some(root) = names.root_name(of) else {
            // A literal: `[new Pool()].pop().close()`.
            let line = memchr::memrchr(b'\n', &unit.content().as_bytes()[..at]);
            let types = self.types_among(unit, line.map_or(0, |end| end + 1)..at);
            return Source { types, is_collected: false };
        };
        let mut types = self.types_among(unit, root.end as usize..at);
        let (before, name) = (self.source_of_variable(unit, root, depth), root.of(unit.content()));
        let Some((unit, initial)) = self.initial_value(unit, root, of) else {
            return Source { types, is_collected: false };
        };
        types.extend(self.types_among(unit, initial.range()));
        let is_literal = initial.of(unit.content()).starts_with(['[', '{']);
        // The container itself is `pools`, or `self.pools`.
        let is_own = unit.language.config.self_names.iter().any(|word| word == name);
        let is_taken = names.links(of, MAX_NAMES).len() > if is_own { 2 } else { 1 };
        let is_of_collection = is_taken && (is_literal || makes_container(unit, initial));
        types.extend(before.types);
        Source { types, is_collected: is_of_collection || before.is_collected }
    }

    /// Returns the source of what a variable is set to: a collection may be in another one.
    fn source_of_variable(&self, unit: &Arc<Unit>, name: Span, depth: usize) -> Source {
        let local = self.local(unit, name.of(unit.content()), name.start as usize);
        let Some(Local::Binding(binding)) = local.filter(|_| depth < MAX_VARIABLES) else {
            return Source::default();
        };
        let value = binding.origin.value.filter(|value| {
            unit.names()
                .root_name(*value)
                .is_some_and(|root| root.of(unit.content()) != name.of(unit.content()))
        });
        let end = binding.origin.value_span.end as usize;
        value.map_or_else(Source::default, |value| self.source_within(unit, value, end, depth + 1))
    }

    /// Returns where the variable, constant or field at which an expression starts gets its value.
    fn initial_value<'u>(
        &'u self,
        unit: &'u Arc<Unit>,
        root: Span,
        of: ExpressionId,
    ) -> Option<(&'u Arc<Unit>, Span)> {
        let (name, at) = (root.of(unit.content()), root.start as usize);
        if unit.language.config.self_names.iter().any(|word| word == name) {
            let links = unit.names().links(of, MAX_NAMES);
            let Some(Expression::Member { name: field, .. }) = links.get(1) else { return None };
            let types = self.enclosing_type(unit, at)?.types;
            let field = self.field(&types, field.of(unit.content()))?;
            let (unit, first) = *field.declared.first()?;
            return Some((unit, first.origin.value_span));
        }
        match self.local(unit, name, at) {
            Some(Local::Binding(binding)) => return Some((unit, binding.origin.value_span)),
            Some(Local::Definition(_) | Local::Import(_)) | None => {}
        }
        let Lookup::Definitions(found) = self.lookup_at(unit, at, name) else { return None };
        let (unit, symbol) = self.project.get(*found.first()?)?;
        let symbol = unit.symbol(symbol);
        symbol.kind.has_value().then(|| (unit, Span::new(symbol.name_bytes.end..symbol.bytes.end)))
    }

    fn types_among(&self, unit: &Arc<Unit>, source: Range<usize>) -> Vec<Def> {
        let is_free = |qualifier: &Qualifier| *qualifier == Qualifier::None;
        let names = unit.names().uses_in(source).iter().filter(|found| is_free(&found.qualifier));
        let values = names.take(MAX_NAMES).map(|found| {
            let name = found.span.of(unit.content());
            let value = || self.value_of_path(unit, &[name], found.span.start as usize);
            let after = unit.content()[found.span.end as usize..].trim_start();
            let is_read_from = [".", "->", "?", "!"].iter().any(|mark| after.starts_with(mark));
            match self.unnested(value) {
                Value::Type(types) => Some(types),
                // Not `pool` in `len(pool.name)`, whose member is what is given.
                Value::Instance(types, _) if !is_read_from => Some(types),
                value @ Value::Written(..) => match self.element(value) {
                    Value::Instance(types, _) => Some(types),
                    _ => None,
                },
                _ => None,
            }
        });
        values.flatten().flatten().collect()
    }
}
