//! Values of a library's queries: a member of a type that stands for all of its values, and what
//! methods select or find among these: `Model.objects.filter(size=1).first()`.

use crate::engine::graph::model::{Def, Local, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::workspace::names::{Expression, ExpressionId};
use std::sync::Arc;

/// Maximum number of links of one chain that are looked at.
const MAX_LINKS: usize = 16;

/// Maximum number of variables that are followed, each to the query that it is set to.
const MAX_VARIABLES: usize = 3;

impl Resolver<'_> {
    /// Returns what a chain gives of which nothing is known: a value of the type whose values its
    /// last method finds one of.
    pub(super) fn or_found(&self, unit: &Arc<Unit>, id: ExpressionId, value: Value) -> Value {
        let rules = unit.rules();
        if rules.managers.is_empty() {
            return value;
        }
        let of = match unit.names().expression(id) {
            Expression::Call(called) => match unit.names().expression(called) {
                Expression::Member { of, name }
                    if rules.finding.iter().any(|word| word == name.of(unit.content())) =>
                {
                    Some(of)
                }
                _ => None,
            },
            Expression::Element(of) => Some(of),
            _ => None,
        };
        self.or_queried(unit, of, value)
    }

    /// Returns an element of a collection of which nothing is known: a value of the type that it is
    /// queried for.
    pub(in crate::engine::graph::resolve) fn or_queried(
        &self,
        unit: &Arc<Unit>,
        of: Option<ExpressionId>,
        element: Value,
    ) -> Value {
        let is_known = !matches!(element, Value::Unknown | Value::External);
        let of = of.filter(|_| !is_known && !unit.rules().managers.is_empty());
        match of.and_then(|of| self.queried(unit, of, 0)) {
            Some(types) => Value::Instance(types, None),
            None => element,
        }
    }

    /// Returns the types of which an expression stands for values that a query selects.
    fn queried(&self, unit: &Arc<Unit>, id: ExpressionId, depth: usize) -> Option<Vec<Def>> {
        let (names, rules) = (unit.names(), unit.rules());
        let mut next = id;
        for _ in 0..MAX_LINKS {
            next = match names.expression(next) {
                Expression::Call(called) => called,
                Expression::Member { of, name } => {
                    let name = name.of(unit.content());
                    let is_among = |words: &[String]| words.iter().any(|word| word == name);
                    if is_among(&rules.managers)
                        && let Value::Type(types) = self.value_of(unit, of)
                    {
                        return Some(types);
                    }
                    if is_among(&rules.finding) {
                        return None;
                    }
                    of
                }
                Expression::Name(name) if depth < MAX_VARIABLES => {
                    let (text, at) = (name.of(unit.content()), name.start as usize);
                    let Some(Local::Binding(binding)) = self.local(unit, text, at) else {
                        return None;
                    };
                    let value =
                        binding.origin.value.filter(|_| binding.origin.annotation.is_none());
                    return self.queried(unit, value?, depth + 1);
                }
                _ => return None,
            };
        }
        None
    }
}
