//! Members of what a library's functions and members give, of which no type is known:
//! `library.find(id).run()`. It may be a value of the project's, which the library was handed
//! somewhere else, so that no such use is certain to be from outside.

use super::Occurrence;
use crate::engine::graph::model::{Local, Value};
use crate::engine::graph::resolve::extensions::Outside;
use crate::engine::graph::resolve::meaning::Resolution;
use crate::engine::graph::resolve::members::simple_name;
use crate::engine::graph::resolve::modules::is_imported;
use crate::engine::graph::resolve::types;
use crate::workspace::names::{Binding, Expression, ExpressionId, Role, TypeId};

/// Maximum number of variables that are followed, each to what it is set to.
const MAX_VARIABLES: usize = 3;

/// Maximum number of links of one chain that are looked at.
const MAX_LINKS: usize = 12;

impl Occurrence<'_, '_, '_> {
    /// Resolves the name as a member of a value or path from outside.
    pub(super) fn member_from_outside(
        &self,
        of: ExpressionId,
        (text, is_path): (&str, bool),
        value: &Value,
        is_open: bool,
    ) -> Resolution {
        let (unit, candidates) = (self.unit, self.candidates);
        let outside = match is_path {
            true => Outside::Path(simple_name(text)),
            false => Outside::of_value(&self.resolver, value),
        };
        let known = candidates
            .member_of_type_argument(unit, self.found, value)
            .or_else(|| self.member_of_given(of, value))
            .or_else(|| candidates.external_member(unit, self.found, outside));
        let resolution = self.beside_outside(known, value, is_open && !is_path);
        self.unless_given(resolution, of, value)
    }

    /// Leaves open what is from outside only since the value before the name is what a library
    /// gives. Names that many libraries have tell nothing of it, and are taken to be theirs.
    fn unless_given(&self, resolution: Resolution, of: ExpressionId, value: &Value) -> Resolution {
        let is_asked = *value == Value::External
            && self.found.role == Role::Call
            && self.candidates.member_groups > 0
            && !self.candidates.is_common;
        match resolution {
            Resolution::External(None) if is_asked && self.is_given(of, 0) => {
                Resolution::Unresolved
            }
            other => other,
        }
    }

    /// Returns whether an expression is what a library's function or a member of its value gives.
    fn is_given(&self, of: ExpressionId, depth: usize) -> bool {
        let links = self.unit.names().links(of, MAX_LINKS);
        let (Some(Expression::Name(root)), rest) =
            (links.first().copied(), links.get(1..).unwrap_or_default())
        else {
            return false;
        };
        let (text, at) = (root.of(self.unit.content()), root.start as usize);
        let is_call = |link: &Expression| matches!(link, Expression::Call(_));
        let is_member = |link: &Expression| matches!(link, Expression::Member { .. });
        match self.resolver.local(self.unit, text, at) {
            Some(Local::Binding(binding)) => match binding.origin.annotation {
                Some(written) => rest.iter().any(is_member) && self.is_of_library(written),
                None => depth < MAX_VARIABLES && self.is_set_to_given(binding, depth),
            },
            Some(_) => false,
            None => {
                let of_library = |field: &Binding| {
                    field.origin.annotation.is_some_and(|it| self.is_of_library(it))
                };
                let mut fields = self.unit.fields_named(text);
                rest.iter().any(is_call) && is_imported(self.unit, text)
                    || rest.iter().any(is_member) && fields.any(of_library)
            }
        }
    }

    fn is_set_to_given(&self, binding: &Binding, depth: usize) -> bool {
        let origin = binding.origin;
        let value = origin.expression();
        value.is_some_and(|value| self.is_given(value, depth + 1))
    }

    /// Returns whether a type is a library's: one of the language's own is not imported.
    fn is_of_library(&self, written: TypeId) -> bool {
        types::name(self.unit, written).is_some_and(|name| is_imported(self.unit, name))
    }
}
