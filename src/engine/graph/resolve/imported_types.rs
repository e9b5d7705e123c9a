//! Types that an import, or the language itself, shows to be from outside the project.

use super::modules::imports_binding;
use super::resolver::Resolver;
use crate::engine::graph::brackets::end_before;
use crate::engine::graph::model::{Lookup, Value};
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Block, Expression, ExpressionId, Span, Type, TypeId};
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns whether a written type is known to be none of the project's. What generated code of
    /// the project's own packages may define is not.
    pub(super) fn is_known_outside(&self, unit: &Arc<Unit>, written: TypeId) -> bool {
        match unit.names().written_type(written) {
            Type::Elements(_) => true,
            Type::Named { head, .. } => {
                let root = unit.names().root_name(head);
                root.is_some_and(|root| self.is_outside_name(unit, root))
            }
            _ => false,
        }
    }

    /// The same for the name with which a written type begins.
    pub(super) fn is_outside_name(&self, unit: &Arc<Unit>, root: Span) -> bool {
        let (name, at) = (root.of(unit.content()), root.start as usize);
        let mut imports = imports_binding(unit, name);
        if let Some(import) = imports.next() {
            return self.follow(unit, import) == Lookup::External;
        }
        let is_builtin = unit.is_builtin_type(name);
        is_builtin && self.local(unit, name, at).is_none()
    }

    /// Returns whether the parameters of a block are values from outside: a method of a library's
    /// value takes it, whose type has no arguments that could say what the parameters are, and
    /// nothing beside the call says what it makes.
    pub(super) fn takes_from_outside(
        &self,
        unit: &Arc<Unit>,
        block: &Block,
        subject: &Value,
    ) -> bool {
        let Value::Written(file, written, _) = subject else { return false };
        let is_plain = self.project.unit(*file).is_some_and(|of| {
            let Type::Named { arguments, .. } = of.names().written_type(*written) else {
                return false;
            };
            arguments.is_empty() && self.is_known_outside(of, *written)
        });
        is_plain && block.of.is_some_and(|of| is_only_argument(unit, of) && is_statement(unit, of))
    }
}

/// Returns whether a call passes one argument alone, and writes no types for it.
fn is_only_argument(unit: &Unit, of: ExpressionId) -> bool {
    let names = unit.names();
    if matches!(names.expression(of), Expression::Applied { .. }) {
        return false;
    }
    let found = names.last_name(of).and_then(|name| names.use_at(name.start as usize));
    found.is_some_and(|found| found.arguments == Some(1))
}

/// Returns whether nothing is made of the result of a call but a further call: what an assignment
/// or another function expects of it might say what its blocks take.
fn is_statement(unit: &Unit, of: ExpressionId) -> bool {
    let (names, text) = (unit.names(), unit.content());
    let (Some(root), Some(name)) = (names.root_name(of), names.last_name(of)) else { return false };
    let before = text[..root.start as usize].trim_end();
    let is_chained = || {
        let list = name.end as usize + 1;
        let end = end_before(text, list..text.len(), |at| names.is_text(at), |_| false);
        let behind = text.get(end..).and_then(|rest| rest.strip_prefix(')'));
        behind.is_some_and(|behind| behind.trim_start().starts_with('.'))
    };
    before.ends_with([';', '{', '}']) || before.ends_with("->") || is_chained()
}
