//! Object literals: what their properties lead to, and which types they are written for.

use super::resolver::Resolver;
use super::types::{heads, written_result};
use crate::engine::graph::model::{Def, FileIndex, Local, Lookup, Value};
use crate::engine::graph::project::{Project, Unit};
use crate::workspace::names::{Expression, ExpressionId, ObjectLiteral, Property, Span, TypeId};
use std::sync::Arc;

/// What an object literal has under a name.
pub(super) enum PropertyLookup {
    /// These definitions: functions written in it, or what the value of the property names.
    Definitions(Vec<Def>),
    /// Something that is no definition.
    Data,
    /// Nothing that the literal itself determines.
    Nothing,
}

impl Resolver<'_> {
    /// Returns the value of an object literal's property.
    pub(super) fn property_value(
        &self,
        file: FileIndex,
        object: ObjectLiteral,
        name: &str,
    ) -> Value {
        let property = self.property(file, object.span, name);
        match property {
            Some((unit, Property { value: Some(value), .. })) => {
                self.nested(|| self.value_of(unit, value))
            }
            Some((unit, property)) => match written_in_place(unit, property) {
                Some(def) => self.nested(|| self.definition_value(vec![def])),
                None => Value::External,
            },
            None if object.is_open => Value::Unknown,
            None => Value::External,
        }
    }

    /// Returns what an object literal has under a name.
    pub(super) fn property_definitions(
        &self,
        file: FileIndex,
        object: ObjectLiteral,
        name: &str,
    ) -> PropertyLookup {
        let Some((unit, property)) = self.property(file, object.span, name) else {
            return if object.is_open { PropertyLookup::Nothing } else { PropertyLookup::Data };
        };
        let definitions = match property.value {
            Some(value) => self.named_by(unit, value),
            None => written_in_place(unit, property).into_iter().collect(),
        };
        match definitions.is_empty() {
            false => PropertyLookup::Definitions(definitions),
            // `{ ...state, zoom }` may stand for a state.
            true if object.is_open => PropertyLookup::Nothing,
            true => PropertyLookup::Data,
        }
    }

    /// Returns the literal that a constant or variable is set to.
    pub(super) fn literal_of(&self, object: Def) -> Option<ObjectLiteral> {
        let (unit, symbol) = self.project.get(object)?;
        let name = Span::new(unit.symbol(symbol).name_bytes.clone());
        let value = unit.names().declared_as(name)?.origin.value?;
        match unit.names().expression(value) {
            Expression::Object(literal) => Some(literal),
            _ => None,
        }
    }

    fn property(
        &self,
        file: FileIndex,
        object: Span,
        name: &str,
    ) -> Option<(&Arc<Unit>, Property)> {
        let unit = self.project.unit(file)?;
        Some((unit, unit.names().property(unit.content(), object, name)?))
    }

    /// Returns the definitions that an expression names.
    pub(super) fn named_by(&self, unit: &Arc<Unit>, value: ExpressionId) -> Vec<Def> {
        let names = unit.names();
        let found = match names.single_name(value) {
            Some(span) => {
                let (name, at) = (span.of(unit.content()), span.start as usize);
                match self.local(unit, name, at) {
                    Some(Local::Definition(def)) => return vec![def],
                    Some(Local::Import(import)) => self.follow(unit, import),
                    Some(Local::Binding(_)) => Lookup::Unknown,
                    None => self.lookup_at(unit, at, name),
                }
            }
            None => match self.unnested(|| self.value_of(unit, value)) {
                Value::Function(defs) | Value::Type(defs) => Lookup::Definitions(defs),
                _ => Lookup::Unknown,
            },
        };
        if let Lookup::Definitions(defs) = found { defs } else { Vec::new() }
    }

    /// Returns the types of the object literals, in the definition's file, of which the definition
    /// is a property of its own name.
    pub(super) fn types_of_objects_with(&self, def: Def) -> Vec<Def> {
        let Some((unit, symbol)) = self.project.get(def) else { return Vec::new() };
        let symbol = unit.symbol(symbol);
        let holds = |property: &&Property| {
            property.name.of(unit.content()) == symbol.name
                && match property.value {
                    Some(value) => {
                        // Another function of the same name would be equal in text only.
                        unit.names().single_name(value).is_some()
                            && self.named_by(unit, value).contains(&def)
                    }
                    None => property.name.start as usize == symbol.name_bytes.start,
                }
        };
        let objects: Vec<Span> =
            unit.names().properties.iter().filter(holds).map(|property| property.object).collect();
        if objects.is_empty() {
            return Vec::new();
        }
        let typed = typed_objects(unit).into_iter().filter(|(object, _)| objects.contains(object));
        let mut types: Vec<Def> =
            typed.flat_map(|(_, annotation)| self.types_of(unit, annotation)).collect();
        let passed = objects.iter().filter(|object| unit.names().passed_object(**object).is_some());
        for object in passed {
            if let Some(Value::Instance(of, _)) = self.written_for(unit, *object) {
                types.extend(of);
            }
        }
        types.sort_unstable();
        types.dedup();
        types
    }

    /// Returns whether a value of a written type may lack members of the type that it names:
    /// `Partial<Pool>`, or an alias of that.
    fn is_part(&self, unit: &Arc<Unit>, written: TypeId) -> bool {
        let Some(first) = heads(unit, written).first().copied() else { return false };
        let name = unit.names().single_name(first.head);
        let named =
            name.map(|name| self.lookup_at(unit, name.start as usize, name.of(unit.content())));
        let is_alias_of_part = |def: &Def| {
            let alias = self.alias(*def);
            alias.is_some_and(|alias| alias.heads().first().is_some_and(|head| head.is_part))
        };
        first.is_part
            || matches!(named, Some(Lookup::Definitions(defs)) if defs.iter().all(is_alias_of_part))
    }

    fn types_of(&self, unit: &Arc<Unit>, annotation: TypeId) -> Vec<Def> {
        match self.written_type(unit, annotation) {
            Value::Type(types) | Value::Instance(types, _) => types,
            _ => Vec::new(),
        }
    }
}

impl Project<'_> {
    /// Returns the object literals of a file that are written for one of some types, with all that
    /// it requires: their spans.
    pub(in crate::engine) fn objects_of(&self, unit: &Arc<Unit>, types: &[Def]) -> Vec<Span> {
        let context = super::resolver::Context::new(self);
        let resolver = Resolver::new(&context);
        let is_of = |(_, annotation): &(Span, TypeId)| {
            resolver.types_of(unit, *annotation).iter().any(|of| types.contains(of))
                && !resolver.is_part(unit, *annotation)
        };
        typed_objects(unit).into_iter().filter(is_of).map(|(object, _)| object).collect()
    }
}

/// Returns the function that is written as a property.
pub(super) fn written_in_place(unit: &Unit, property: Property) -> Option<Def> {
    let symbol = unit.symbol_named_at(property.name.start as usize)?;
    Some(Def { file: unit.file, symbol })
}

/// Returns the object literals of a file with the types that are written for them, by position: of
/// the variable or field that holds the literal, of the function that returns it, of a cast.
pub(super) fn typed_objects(unit: &Unit) -> Vec<(Span, TypeId)> {
    let names = unit.names();
    let object = |id: ExpressionId| match names.expression(id) {
        Expression::Object(object) => Some(object.span),
        _ => None,
    };
    let declared =
        names.bindings.iter().chain(&names.fields).filter_map(|binding| {
            Some((object(binding.origin.value?)?, binding.origin.annotation?))
        });
    let returned = names.produced.iter().filter_map(|made| {
        let object = object(made.expression)?;
        let function = unit.symbol_named_at(made.function.start as usize)?;
        Some((object, written_result(unit, unit.symbol(function))?.written))
    });
    let beside = names.typed_objects.iter().map(|each| (each.object, each.annotation));
    let mut typed: Vec<(Span, TypeId)> = declared.chain(returned).chain(beside).collect();
    typed.sort_unstable();
    typed.dedup();
    typed
}
