//! Values of which nothing is known but that they begin with something from outside the project:
//! `library::open(path).header()`.

use crate::domain::{is_word, lock};
use crate::engine::graph::model::{Def, Local, Lookup, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::types;
use crate::workspace::names::{Binding, Expression, ExpressionId, Qualifier};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum number of links of one chain that are looked at.
const MAX_LINKS: usize = 12;

/// Maximum number of variables that are followed, each to what it is set to.
const MAX_VARIABLES: usize = 3;

/// Maximum number of bytes at the end of an expression in which its last call is looked for.
const MAX_BYTES: usize = 400;

/// Maximum number of functions of one name of which the results are looked at.
const MAX_FUNCTIONS: usize = 24;

impl Resolver<'_> {
    /// Returns whether a value of which nothing is known begins with one from outside, or is what
    /// the project's functions of a name return, which is from outside: `value.into_response()`. A
    /// type of the project that is written in it may be that of the value.
    pub(in crate::engine::graph::resolve) fn begins_outside(
        &self,
        unit: &Arc<Unit>,
        of: ExpressionId,
        at: usize,
    ) -> bool {
        let before = unit.content()[..at].trim_end().trim_end_matches(['.', '>', '-', '?', '!']);
        self.source(unit, of, at).types.is_empty()
            && self.unnested(|| match unit.names().expression(of) {
                Expression::Other => self.ends_outside(unit, before),
                _ => self.begins_outside_within(unit, of, 0),
            })
    }

    /// Returns whether an expression of which no link is known is the call of a member whose result
    /// is from outside.
    fn ends_outside(&self, unit: &Unit, text: &str) -> bool {
        called_last(text).is_some_and(|name| self.returns_outside(unit, name))
    }

    fn begins_outside_within(&self, unit: &Arc<Unit>, of: ExpressionId, depth: usize) -> bool {
        let mut next = of;
        for _ in 0..MAX_LINKS {
            match self.value_of(unit, next).plain() {
                Value::External => return true,
                Value::Unknown => {}
                value => return self.is_outside(&value),
            }
            let link = unit.names().expression(next);
            if let Expression::Name(name) = link {
                let (text, at) = (name.of(unit.content()), name.start as usize);
                return match self.local(unit, text, at) {
                    Some(Local::Binding(of)) => self.is_set_to_outside(unit, of, depth),
                    Some(_) => false,
                    None => self.is_outside_head(unit, (text, at), types::path(unit, of)),
                };
            }
            if let Expression::Member { name, .. } = link
                && self.is_added(unit, name.of(unit.content()))
            {
                return false;
            }
            if let Expression::Call(called) = link
                && let Expression::Member { name, .. } = unit.names().expression(called)
                && self.returns_outside(unit, name.of(unit.content()))
            {
                return true;
            }
            let Some(before) = link.of() else { return false };
            next = before;
        }
        false
    }

    /// Returns whether a name is the first one of a path that leads to nothing of the project's.
    fn is_outside_head(&self, unit: &Unit, (name, at): (&str, usize), path: &str) -> bool {
        let rules = unit.rules();
        path.contains("::")
            && !rules.has_full_names
            && match rules.outside_types {
                true => self.is_outside_type(unit, name),
                false => self.lookup_at(unit, at, name) == Lookup::Unknown,
            }
    }

    fn is_set_to_outside(&self, unit: &Arc<Unit>, binding: &Binding, depth: usize) -> bool {
        let origin = binding.origin;
        let value = origin.expression();
        origin.annotation.is_none()
            && depth < MAX_VARIABLES
            && value.is_some_and(|value| match unit.names().expression(value) {
                Expression::Other => self.ends_outside(unit, origin.value_span.of(unit.content())),
                _ => self.begins_outside_within(unit, value, depth + 1),
            })
    }

    /// Returns whether a value is of no type of the project's, nor of one with such arguments.
    fn is_outside(&self, value: &Value) -> bool {
        match value {
            Value::External => true,
            Value::Written(..) => {
                self.contents(value).is_empty()
                    && !matches!(self.element(value.clone()), Value::Instance(..))
            }
            // Another name of a type from outside.
            Value::Instance(types, _) => {
                types.iter().all(|of| self.alias(*of).is_some() && !self.has_members(*of))
            }
            _ => false,
        }
    }

    /// Returns whether what all of the project's functions of a name return is from outside.
    fn returns_outside(&self, unit: &Unit, name: &str) -> bool {
        if unit.rules().common_members.iter().any(|common| common == name) {
            return false;
        }
        let known = lock(&self.context.returning_outside).get(name).copied();
        known.unwrap_or_else(|| {
            self.find_links();
            let is_outside = self.apart(|| self.unnested(|| self.all_return_outside(name)));
            lock(&self.context.returning_outside).insert(Box::from(name), is_outside);
            is_outside
        })
    }

    fn all_return_outside(&self, name: &str) -> bool {
        let Ok(functions) = self.project.definitions(name) else { return false };
        let is_from_outside = |def: &Def| {
            self.project.is_callable(*def)
                && self.is_outside(&self.nested(|| self.result(&[*def], None, &None)))
        };
        // Many may implement one trait, whose results are alike.
        !functions.is_empty() && functions.iter().take(MAX_FUNCTIONS).all(is_from_outside)
    }

    /// Finds with one pass over the text where the names stand that this may be asked of, since
    /// each use may be behind the call of another one.
    pub(super) fn find_links(&self) {
        let units = std::mem::take(&mut *lock(&self.context.asking));
        let Some(name) = self.context.name() else { return };
        let mut called: BTreeSet<&str> = BTreeSet::new();
        for unit in &units {
            let (names, text) = (unit.names(), unit.content());
            let mut variables: FxHashSet<&str> = FxHashSet::default();
            for found in names.uses_of(text, name) {
                let Qualifier::Receiver(of) = found.qualifier else { continue };
                called.extend(called_in(unit, of, &text[..found.span.start as usize]));
                variables.extend(names.single_name(of).map(|name| name.of(text)));
            }
            let is_one = |binding: &&Binding| variables.contains(binding.name.of(text));
            for Binding { origin, .. } in names.bindings.iter().filter(is_one) {
                let value = origin.expression();
                let before = origin.value_span.of(text);
                called.extend(value.into_iter().flat_map(|value| called_in(unit, value, before)));
            }
        }
        let called: Vec<&str> = called.into_iter().collect();
        // What is found of a cancelled question is discarded.
        let _ = self.project.find_mentions(&called);
    }
}

/// Returns the names of the members that an expression calls, whose text ends another one.
fn called_in<'u>(unit: &'u Unit, of: ExpressionId, text: &'u str) -> Vec<&'u str> {
    let names = unit.names();
    if names.expression(of) == Expression::Other {
        let text = text.trim_end().trim_end_matches(['.', '>', '-', '?', '!']);
        return called_last(text).into_iter().collect();
    }
    let links = names.links(of, MAX_LINKS).into_iter();
    let called = links.filter_map(|link| match link {
        Expression::Call(called) => match names.expression(called) {
            Expression::Member { name, .. } => Some(name.of(unit.content())),
            _ => None,
        },
        _ => None,
    });
    called.collect()
}

/// Returns the name of the member that a text calls at its end: `into` of `(a, b).into(c)`.
fn called_last(text: &str) -> Option<&str> {
    let text = text.trim_end().trim_end_matches('?').trim_end();
    let text = &text[text.ceil_char_boundary(text.len().saturating_sub(MAX_BYTES))..];
    let mut depth = 0usize;
    let opening = text.bytes().rposition(|byte| {
        match byte {
            b')' => depth += 1,
            b'(' => depth = depth.saturating_sub(1),
            _ => {}
        }
        byte == b'(' && depth == 0
    })?;
    let called = text.ends_with(')').then(|| text[..opening].trim_end())?;
    let before = called.trim_end_matches(is_word);
    (before.ends_with('.') && before.len() < called.len()).then(|| &called[before.len()..])
}
