//! Values of which nothing is written, but which come from a library that was given nothing of the
//! project's: `for _, one := range net.Interfaces()`.

use crate::domain::is_word;
use crate::engine::graph::model::{Local, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::modules::imports_binding;
use crate::engine::graph::resolve::parameter_types::parts;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::workspace::names::{Expression, ExpressionId};
use std::ops::Range;
use std::sync::Arc;

/// Maximum number of links, variables and nested calls that are followed.
const MAX_DEPTH: usize = 12;

impl Resolver<'_> {
    /// Returns whether a value of which nothing is known is a part, an element or a result of what
    /// a library's function returns, if that is given nothing of the project's, so that its type
    /// arguments are none either. Where methods have type parameters, their arguments count too.
    pub(in crate::engine::graph::resolve) fn is_given_by_library(
        &self,
        unit: &Arc<Unit>,
        of: ExpressionId,
    ) -> bool {
        let rules = unit.rules();
        rules.libraries_are_closed
            && rules.methods_are_plain
            && self.unnested(|| self.comes_from_library(unit, of, 0))
    }

    fn comes_from_library(&self, unit: &Arc<Unit>, of: ExpressionId, depth: usize) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        let value = self.value_of(unit, of).plain();
        if !matches!(value, Value::External | Value::Unknown) {
            return self.is_plain(&value);
        }
        let again = |of| self.comes_from_library(unit, of, depth + 1);
        match unit.names().expression(of) {
            Expression::Name(at) => {
                let name = at.of(unit.content());
                match self.local(unit, name, at.start as usize) {
                    Some(Local::Binding(binding)) => {
                        let origin = binding.origin;
                        origin.annotation.is_none()
                            && origin.value.or(origin.element).is_some_and(again)
                    }
                    Some(Local::Definition(_)) => false,
                    Some(Local::Import(_)) | None => {
                        value == Value::External && imports_binding(unit, name).next().is_some()
                    }
                }
            }
            Expression::Call(called) => {
                let Expression::Member { of, name } = unit.names().expression(called) else {
                    return false;
                };
                let is_method = !self.is_package(unit, of);
                again(of) && (is_method || self.is_given_nothing(unit, name.end as usize, depth))
            }
            Expression::Member { of, .. } | Expression::Element(of) => again(of),
            _ => false,
        }
    }

    /// Returns whether an expression is the name of a package, whose functions may have type
    /// parameters.
    fn is_package(&self, unit: &Arc<Unit>, of: ExpressionId) -> bool {
        let name = unit.names().single_name(of);
        name.is_some_and(|at| {
            let name = at.of(unit.content());
            self.local(unit, name, at.start as usize).is_none()
                && imports_binding(unit, name).next().is_some()
        })
    }

    /// Returns whether the arguments behind a name, which ends at a byte, are all of types from
    /// outside.
    fn is_given_nothing(&self, unit: &Arc<Unit>, name: usize, depth: usize) -> bool {
        let given = parts(unit.content(), name, |at| unit.names().is_text(at));
        given.is_some_and(|given| {
            given.into_iter().all(|argument| self.is_of_outside(unit, argument, depth + 1))
        })
    }

    /// Returns whether a text is a literal, a variable of a plain type from outside, or the call of
    /// a library's function that is given nothing else.
    fn is_of_outside(&self, unit: &Arc<Unit>, argument: Range<usize>, depth: usize) -> bool {
        let text = &unit.content()[argument.clone()];
        let is_literal = text.starts_with(['"', '`', '\'']) || text.starts_with(char::is_numeric);
        if text.is_empty() || is_literal || matches!(text, "nil" | "true" | "false") {
            return true;
        }
        let is_of_path = |letter: char| is_word(letter) || letter == '.';
        let behind = text.trim_start_matches(is_of_path);
        let path = &text[..text.len() - behind.len()];
        let names: Vec<&str> = path.split('.').collect();
        if depth > MAX_DEPTH || path.is_empty() {
            return false;
        }
        if behind.is_empty() {
            return self.is_plain(&self.value_of_path(unit, &names, argument.start));
        }
        let is_of_package = imports_binding(unit, names[0]).next().is_some()
            && names.len() == 2
            && self.value_of_path(unit, &names[..1], argument.start) == Value::External;
        let end = argument.start + path.len();
        let list = parts(unit.content(), end, |at| unit.names().is_text(at));
        let closes = |list: Vec<Range<usize>>| {
            let last = list.last().map_or(end, |last| last.end);
            unit.content()[last..argument.end].trim() == ")"
        };
        is_of_package && list.is_some_and(closes) && self.is_given_nothing(unit, end, depth)
    }
}
