//! Lists that functions return, which their callers take apart: `const [load, save] = useStore()`;
//! and those that are written with their values: `for pool in [Pool(), other]`.

use crate::engine::graph::brackets::end_before;
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::types;
use crate::workspace::names::{Expression, ExpressionId};
use std::sync::Arc;

/// Maximum length of the arguments of a call before an index, in bytes.
const MAX_ARGUMENTS: usize = 400;

/// Maximum number of functions whose lists are looked at.
const MAX_FUNCTIONS: usize = 8;

/// Number of functions of one name up to which it is seen whether one returns lists.
const MAX_NAMED: usize = 64;

/// The place of an element that is taken out of a list by an index.
#[derive(Clone, Copy)]
pub(in crate::engine::graph::resolve) enum Place {
    /// One that is written as a number.
    At(u8),
    /// What a variable holds, as in a loop.
    Any,
    /// One of which nothing is read, such as a key.
    Unread,
}

impl Resolver<'_> {
    /// Returns an element of a list or map that a loop names by writing it. Nothing else is in it.
    pub(in crate::engine::graph::resolve) fn listed_there(
        &self,
        unit: &Arc<Unit>,
        list: ExpressionId,
    ) -> Option<Value> {
        let Expression::Listed(written) = unit.names().expression(list) else { return None };
        let values = types::key(unit, written).and_then(|of| types::listed(unit, of))?;
        Some(self.union_of(unit, values))
    }

    /// Returns an element of a list that was written with some values. Where variables have no
    /// types, others may have been added since.
    pub(in crate::engine::graph::resolve) fn value_in_list(
        &self,
        unit: &Arc<Unit>,
        values: Vec<ExpressionId>,
    ) -> Value {
        if !unit.rules().values_give_types {
            self.note_open();
        }
        self.union_of(unit, values)
    }

    /// Returns the element of a list that is written with its values, at a place in it; `None` if
    /// it is no such list. Of values that are not alike none is known where the place is not read.
    pub(in crate::engine::graph::resolve) fn listed_at(
        &self,
        list: &Value,
        place: Place,
    ) -> Option<Value> {
        let Value::Written(file, written, _) = *list else { return None };
        let unit = self.project.unit(file)?;
        let element = types::element(unit, written)?;
        let values = types::listed(unit, element)?;
        let is_list = types::key(unit, written) == Some(element);
        let before = match place {
            Place::At(place) if is_list => values.get(..=usize::from(place)),
            _ => None,
        };
        // How many values a part spreads is not known.
        let is_known = |of: &ExpressionId| unit.names().expression(*of) != Expression::Other;
        if let Some([.., value]) = before.filter(|before| before.iter().all(is_known)) {
            return Some(self.value_in_list(unit, vec![*value]));
        }
        if matches!(place, Place::Any) {
            return Some(self.value_in_list(unit, values));
        }
        let mut known = values.iter().skip(1).map(|of| self.nested(|| self.value_of(unit, *of)));
        let first = self.value_in_list(unit, vec![*values.first()?]);
        Some(if known.all(|value| value == first) { first } else { Value::Unknown })
    }

    /// Returns the value at a place of a tuple; `None` if none of the project's types stands there.
    pub(in crate::engine::graph::resolve) fn in_tuple_at(
        &self,
        tuple: &Value,
        place: Place,
    ) -> Option<Value> {
        let (Place::At(place), Value::Written(..)) = (place, tuple) else { return None };
        let found = self.part(tuple.clone(), |unit, written| types::in_tuple(unit, written, place));
        // How many values `...` stands for is not read.
        matches!(found, Value::Instance(..)).then_some(found)
    }

    fn union_of(&self, unit: &Arc<Unit>, values: Vec<ExpressionId>) -> Value {
        self.union_value(values.into_iter().map(|value| self.nested(|| self.value_of(unit, value))))
    }

    /// Returns what stands at a place in the lists that an expression's call returns, each with
    /// its file; none if it is no call of a function that returns lists.
    pub(in crate::engine::graph::resolve) fn listed(
        &self,
        unit: &Arc<Unit>,
        of: ExpressionId,
        place: u8,
    ) -> Vec<(Arc<Unit>, ExpressionId)> {
        // Where calls have several results these are no lists: to look twice at each call of a
        // chain would take exponential time.
        if unit.rules().has_several_results {
            return Vec::new();
        }
        let Expression::Call(called) = unit.names().expression(of) else { return Vec::new() };
        if !self.may_list(unit, called, place) {
            return Vec::new();
        }
        let Value::Function(functions) = self.nested(|| self.value_of(unit, called)) else {
            return Vec::new();
        };
        let known = functions.iter().take(MAX_FUNCTIONS).filter_map(|def| self.project.get(*def));
        let listed = known.flat_map(|(unit, symbol)| {
            let at = unit.symbol(symbol).name_bytes.start;
            unit.names().listed_of(at, place).map(|value| (Arc::clone(unit), value))
        });
        listed.collect()
    }

    /// Returns whether a function of the name that is called returns lists. What it is called on is
    /// not looked at, which takes exponential time along a chain of such calls.
    fn may_list(&self, unit: &Arc<Unit>, called: ExpressionId, place: u8) -> bool {
        let called = match unit.names().expression(called) {
            Expression::Applied { of, .. } => of,
            _ => called,
        };
        let Some(name) = unit.names().last_name(called) else { return true };
        let named = self.project.definitions(name.of(unit.content()));
        let lists = |def: &Def| {
            self.project.get(*def).is_some_and(|(unit, symbol)| {
                let at = unit.symbol(symbol).name_bytes.start;
                unit.names().listed_of(at, place).next().is_some()
            })
        };
        // One of an unknown name may be another under an alias.
        named.is_ok_and(|named| {
            named.is_empty() || named.len() > MAX_NAMED || named.iter().any(lists)
        })
    }

    /// Returns the definitions that stand at a place in such lists.
    pub(in crate::engine::graph::resolve) fn definitions_listed(
        &self,
        unit: &Arc<Unit>,
        of: ExpressionId,
        place: u8,
    ) -> Vec<Def> {
        let listed = self.listed(unit, of, place).into_iter();
        listed.flat_map(|(unit, value)| self.named_by(&unit, value)).collect()
    }
}

/// Returns the place that the brackets behind a name, or behind a call of it, mean, which begins at
/// a byte; 0 is none.
pub(in crate::engine::graph::resolve) fn place_behind(unit: &Unit, name: usize) -> Place {
    let text = unit.content().get(name..).filter(|_| name > 0).unwrap_or_default();
    let rest = text.trim_start_matches(|letter: char| letter.is_alphanumeric() || letter == '_');
    let Some(index) = behind_call(unit, rest).strip_prefix('[') else { return Place::Unread };
    let behind = index.trim_start_matches(|letter: char| letter.is_ascii_digit());
    match index[..index.len() - behind.len()].parse() {
        Ok(place) if behind.starts_with(']') => Place::At(place),
        _ if index.starts_with(|first: char| first.is_alphabetic() || first == '_') => Place::Any,
        _ => Place::Unread,
    }
}

/// Returns the rest of a file's text behind the arguments with which it begins; all of it if it
/// does not, or they are long.
fn behind_call<'u>(unit: &'u Unit, rest: &'u str) -> &'u str {
    let text = unit.content();
    let start = text.len() - rest.len();
    if !rest.starts_with('(') {
        return rest;
    }
    let range = start + 1..text.len().min(start + MAX_ARGUMENTS);
    let end = end_before(text, range, |at| unit.names().is_text(at), |_| false);
    text[end..].strip_prefix(')').unwrap_or(rest)
}
