//! Fields of variants, `Event::Made { pool }`, and values of fields that have a place instead of a
//! name: those of `struct Pair(Pool, Pool)` and of variants such as `Event::Made(Pool)`.

use super::instance::instance;
use super::resolver::Resolver;
use super::types;
use crate::domain::{Symbol, SymbolKind};
use crate::engine::graph::model::{Def, FileIndex, KnownTypeArguments, Lookup, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::semantics::Names;
use crate::workspace::names::{Expression, ExpressionId, Type};
use std::sync::Arc;

/// Returns whether a definition is one of the variants of an enumeration.
pub(super) fn is_variant(unit: &Unit, symbol: &Symbol) -> bool {
    let parent = symbol.parent.map(|parent| unit.symbols()[parent].kind);
    parent == Some(SymbolKind::Enum) && !symbol.kind.is_callable()
}

impl Resolver<'_> {
    /// Returns the value at a place of what a pattern names, `Event::Made(pool)`. The expression is
    /// a cast to the name.
    pub(super) fn unpacked_value(&self, unit: &Arc<Unit>, of: ExpressionId, place: u8) -> Value {
        let Expression::Cast(written) = unit.names().expression(of) else { return Value::Unknown };
        if unit.rules().components.get().is_some() {
            return match self.instance_of_annotation(unit, written, &None) {
                Value::Instance(types, given) => self.component(&types, &given, place),
                _ => Value::Unknown,
            };
        }
        let head = match unit.names().written_type(written) {
            Type::Named { head, .. } => head,
            // `(input, pool): (String, Pool)`
            Type::Tuple(_) => {
                let part = types::in_tuple(unit, written, place);
                let value = |part| self.nested(|| self.instance_of_annotation(unit, part, &None));
                return part.map_or(Value::Unknown, value);
            }
            _ => return Value::Unknown,
        };
        match self.named_by_path(unit, head) {
            Lookup::Definitions(found) => {
                found.first().map_or(Value::Unknown, |def| self.value_at_place(*def, place, &None))
            }
            Lookup::Module(_) | Lookup::External | Lookup::Unknown => Value::Unknown,
        }
    }

    /// Returns what the path of a type or of a variant names.
    fn named_by_path(&self, unit: &Arc<Unit>, path: ExpressionId) -> Lookup {
        let Some(span) = unit.names().path_span(path) else { return Lookup::Unknown };
        let at = span.start as usize;
        let path: Vec<&str> = span.of(unit.content()).split("::").map(str::trim).collect();
        let Some((name, owner)) = path.split_last() else { return Lookup::Unknown };
        match (owner, self.value_of_path(unit, owner, at)) {
            ([], _) => self.lookup_at(unit, at, name),
            (_, Value::Type(types)) => self.members_in_bodies(&types, name),
            (_, Value::Module(module)) => self.lookup(&module, name),
            _ => Lookup::Unknown,
        }
    }

    /// Returns the fields called `name` of the variant that a path names, `Event::Made { pool }`.
    pub(super) fn fields_of_variant(
        &self,
        unit: &Arc<Unit>,
        path: ExpressionId,
        name: &str,
    ) -> Vec<Def> {
        let Lookup::Definitions(found) = self.named_by_path(unit, path) else { return Vec::new() };
        let fields = found.iter().filter_map(|def| {
            let (unit, variant) = self.project.get(*def)?;
            is_variant(unit, unit.symbol(variant)).then(|| {
                let fields = unit.symbols_named_in(name, variant);
                fields.map(|(symbol, _)| Def { file: unit.file, symbol })
            })
        });
        fields.flatten().collect()
    }

    /// The same where a pattern takes the fields out of a value: the expression is a cast to what
    /// the pattern names.
    pub(super) fn unpacked_fields(
        &self,
        unit: &Arc<Unit>,
        of: ExpressionId,
        name: &str,
    ) -> Vec<Def> {
        let Expression::Cast(written) = unit.names().expression(of) else { return Vec::new() };
        match unit.names().written_type(written) {
            Type::Named { head, .. } => self.fields_of_variant(unit, head, name),
            _ => Vec::new(),
        }
    }

    /// Returns the value of a member whose name is a place, `pair.0`.
    pub(super) fn member_at_place(&self, value: &Value, name: &str) -> Option<Value> {
        let place: u8 = match value {
            Value::Written(file, ..) => self.place_in_tuple(*file, name)?,
            _ => name.parse().ok()?,
        };
        match value {
            Value::Instance(types, given) => {
                types.first().map(|of| self.value_at_place(*of, place, given))
            }
            Value::Written(file, written, given) => {
                let unit = self.project.unit(*file)?;
                let part = types::in_tuple(unit, *written, place)?;
                Some(self.nested(|| self.instance_of_annotation(unit, part, given)))
            }
            _ => None,
        }
    }

    /// Returns the place of a tuple's value by its name, which is the place itself, a word with the
    /// number of the value, `Item1`, or one that the language has for the place: `first`.
    fn place_in_tuple(&self, file: FileIndex, name: &str) -> Option<u8> {
        let rules = self.project.unit(file)?.rules();
        if let Some(place) = rules.tuple_members.iter().position(|member| member == name) {
            return u8::try_from(place).ok();
        }
        let word = rules.tuple_member.as_deref();
        let number = word.and_then(|word| name.strip_prefix(word));
        match number {
            Some(number) => number.parse::<u8>().ok()?.checked_sub(1),
            None => name.parse().ok(),
        }
    }

    fn value_at_place(&self, of: Def, place: u8, given: &KnownTypeArguments) -> Value {
        let Some((unit, symbol)) = self.project.get(of) else { return Value::Unknown };
        let part = types::taken(unit, unit.symbol(symbol))
            .and_then(|taken| types::in_tuple(unit, taken, place));
        part.map_or(Value::Unknown, |part| {
            instance(self.nested(|| self.instance_of_annotation(unit, part, given)))
        })
    }
}
