//! Fields of types: what is written about them, in the types and in those that they extend.

use super::alternatives::evident_declarations;
use super::nameless_fields::is_of_nameless;
use crate::domain::{Symbol, SymbolKind, lock};
use crate::engine::graph::model::{
    Def, FieldPlace, FileIndex, KnownField, KnownTypeArguments, Value,
};
use crate::engine::graph::project::{MAX_ASSIGNED, Unit};
use crate::engine::graph::resolve::instance::{generics, is_any};
use crate::engine::graph::resolve::members::simple_name;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::types;
use crate::engine::graph::semantics;
use crate::workspace::names::{Binding, Expression, Span, TypeId};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};

/// Maximum number of declarations of a field in a type and those that it extends.
const MAX_DECLARATIONS: usize = 12;

/// Types whose members are looked for, their type arguments, and whether the members are those of
/// the types themselves.
pub(super) struct MembersOf<'a>(
    pub(super) &'a [Def],
    pub(super) &'a KnownTypeArguments,
    pub(super) Option<bool>,
);

/// The declarations of a field that show its value, each with its file.
pub(in crate::engine::graph::resolve) struct Field<'p> {
    /// The type that has the first of them.
    pub(in crate::engine::graph::resolve) of: Def,
    pub(in crate::engine::graph::resolve) declared: Vec<(&'p Arc<Unit>, &'p Binding)>,
}

/// Returns the characters by which the language of a field tells it from other names.
pub(super) fn unit_marks(declared: &[(&Arc<Unit>, &Binding)]) -> &'static str {
    declared.first().map_or("", |(unit, _)| unit.rules().marks.as_str())
}

/// Returns whether something written, or the first value, tells the type of a field for good.
pub(super) fn has_type(declared: &[(&Arc<Unit>, &Binding)]) -> bool {
    declared.iter().any(|(unit, field)| match field.origin.annotation {
        Some(written) => !is_any(unit, written),
        None => unit.rules().values_give_types,
    })
}

impl<'p> Resolver<'p> {
    /// Returns the value of a member of a value that is not called.
    pub(in crate::engine::graph::resolve) fn member_value(
        &self,
        unit: &Arc<Unit>,
        subject: Value,
        name: &str,
    ) -> Value {
        self.unnested(|| self.member(subject, name, None, unit))
    }

    /// Returns the declarations of a field in types or in their ancestors. Where a field may hold
    /// anything, what all of them set it to counts, else what the nearest declares.
    pub(in crate::engine::graph::resolve) fn field(
        &self,
        types: &[Def],
        name: &str,
    ) -> Option<Field<'p>> {
        let (of, places) = match types {
            [of] => self.known_field(*of, name)?,
            _ => self.find_field(types, name)?,
        };
        let declared = places.iter().filter_map(|place| self.declaration(*place));
        Some(Field { of, declared: declared.collect() })
    }

    /// Returns a field of one type. Each of its uses asks for it, and of a field that is inherited
    /// or missing all types above.
    fn known_field(&self, of: Def, name: &str) -> Option<(Def, Vec<FieldPlace>)> {
        if !self.is_undisturbed() {
            return self.find_field(&[of], name);
        }
        let key = (of, Box::from(name));
        let known = lock(&self.context.fields).get(&key).cloned();
        let known = known.unwrap_or_else(|| {
            let (field, is_open) = self.with_openness(|| self.find_field(&[of], name));
            let known = Arc::new(KnownField { field, is_open });
            lock(&self.context.fields).insert(key, Arc::clone(&known));
            known
        });
        if known.is_open {
            self.note_open();
        }
        known.field.clone()
    }

    fn find_field(&self, types: &[Def], name: &str) -> Option<(Def, Vec<FieldPlace>)> {
        let own = |of: &Def| self.own_field(*of, name).map(|declared| (*of, declared));
        let inherited = || self.above_all(types).iter().find_map(own);
        let nearest = types.iter().find_map(own).or_else(inherited);
        let (nearest, mut places) = nearest?;
        let known = places.iter().filter_map(|place| self.declaration(*place));
        let known: Vec<_> = known.collect();
        let (unit, _) = *known.first()?;
        if !unit.rules().open_values || has_type(&known) {
            return Some((nearest, places));
        }
        for of in types {
            let above = self.ancestors(*of).types.clone();
            for of in std::iter::once(*of).chain(above).filter(|of| *of != nearest) {
                let further = self.own_field(of, name).unwrap_or_default();
                let is_new = |place: &FieldPlace| !places.contains(place);
                let further: Vec<FieldPlace> = further.into_iter().filter(is_new).collect();
                let room = MAX_DECLARATIONS.saturating_sub(places.len());
                places.extend(further.into_iter().take(room));
            }
        }
        Some((nearest, places))
    }

    /// Returns the value of a field of the type around a place, or of the result of a method of it,
    /// that is of a parameter of the type, by the bounds that the block around the place writes,
    /// which are at least those of the type: `impl<L: Walk> Road<L> { … self.l.step() }`.
    pub(super) fn bounded_member(
        &self,
        unit: &Arc<Unit>,
        subject: &Value,
        name: Span,
        is_called: bool,
    ) -> Value {
        let find = || {
            let Value::Instance(types, None) = subject else { return None };
            let at = name.start as usize;
            let block = unit.enclosing(at, |symbol| symbol.kind == SymbolKind::Impl)?;
            let mut own = generics(unit, block).peekable();
            own.peek()?;
            if types.is_empty() || self.enclosing_type(unit, at)?.types != *types {
                return None;
            }
            let place = self.place_of_parameter(types, name.of(unit.content()), is_called)?;
            Some(self.value_of_name(unit, own.nth(place)?.of(unit.content()), at))
        };
        find().unwrap_or(Value::Unknown)
    }

    /// Returns the place of the type parameter of some types that a field of theirs is of, or the
    /// result of a method.
    fn place_of_parameter(&self, types: &[Def], name: &str, is_called: bool) -> Option<usize> {
        let (unit, written, of) = match is_called {
            true => self.result_written(types, name)?,
            false => {
                let Field { of, declared } = self.field(types, name)?;
                let (unit, field) = *declared.first()?;
                (unit, field.origin.annotation?, of)
            }
        };
        let heads = types::heads(unit, written);
        let [head] = &heads[..] else { return None };
        self.parameter(unit, unit.names().single_name(head.head)?, of)
    }

    /// Returns the result that the only method of a name writes, with its file and its type.
    fn result_written(&self, types: &[Def], name: &str) -> Option<(&'p Arc<Unit>, TypeId, Def)> {
        let [method] = self.members(types, name).found[..] else { return None };
        let (declaring, symbol) = self.project.get(method)?;
        let written = types::written_result(declaring, declaring.symbol(symbol))?.written;
        Some((declaring, written, *self.owner_types(method).first()?))
    }

    fn declaration(&self, (file, place): FieldPlace) -> Option<(&'p Arc<Unit>, &'p Binding)> {
        let unit = self.project.unit(file)?;
        Some((unit, unit.names().fields.get(place)?))
    }

    /// Returns the declarations of a field in a type itself, in all its known parts.
    fn own_field(&self, of: Def, name: &str) -> Option<Vec<FieldPlace>> {
        let (unit, symbol) = self.project.get(of)?;
        let own = self.field_in(unit, symbol, name);
        let named = unit.symbol(symbol);
        let may_be_in_part =
            || unit.rules().open_values || semantics::of(unit.language).is_part(named);
        if !own.is_empty() || !may_be_in_part() {
            return (!own.is_empty()).then_some(own);
        }
        let may_have = |unit: &Unit, part: u32| {
            let within = Declared::within(unit, unit.symbol(part));
            unit.fields_in(name, within).next().is_some()
        };
        self.in_other_part(of, (name, may_have), |part| {
            let found = self.field_in(self.project.unit(part.file)?, part.symbol, name);
            (!found.is_empty()).then_some(found)
        })
    }

    fn field_in(&self, unit: &Arc<Unit>, symbol: u32, name: &str) -> Vec<FieldPlace> {
        // Most types have no field of most names.
        let within = Declared::within(unit, unit.symbol(symbol));
        if unit.fields_in(name, within).next().is_none() {
            return Vec::new();
        }
        let known = self.project.fact(|_| DeclaredFields::default());
        let key = (unit.file, symbol, Box::from(name));
        let declared = lock(&known.0).get(&key).cloned();
        let declared = declared.unwrap_or_else(|| {
            let declared = Arc::new(Declared::find(unit, symbol, name));
            lock(&known.0).insert(key, Arc::clone(&declared));
            declared
        });
        // Of what it is set to with others nothing is known.
        if declared.is_open {
            self.note_open();
        }
        declared.places.iter().map(|place| (unit.file, *place)).collect()
    }

    /// Returns whether code outside of types may set a field that has no type.
    pub(super) fn is_settable(&self, types: &[Def], name: &str) -> bool {
        let of = types.first().and_then(|of| self.project.get(*of));
        if !of.is_some_and(|(unit, _)| unit.rules().open_values) {
            return false;
        }
        let setter = format!("{name}=");
        let members = [name, setter.as_str()].map(|name| self.members(types, name).found);
        members.into_iter().flatten().any(|def| {
            self.project.get(def).is_some_and(|(unit, symbol)| {
                semantics::of(unit.language).is_settable(unit, unit.symbol(symbol))
            })
        })
    }
}

/// The fields of types in their files, by file, type and name: a type may set a field thousands of
/// times, and each of its uses asks for it.
#[derive(Default)]
struct DeclaredFields(Mutex<FxHashMap<FieldKey, Arc<Declared>>>);

type FieldKey = (FileIndex, u32, Box<str>);

/// The declarations of a field in one type.
struct Declared {
    /// Those that show its value, as indices of the file's fields.
    places: Vec<usize>,
    /// True if it is also set to what is not known.
    is_open: bool,
}

impl Declared {
    /// Returns where the fields of a type stand. Those of a table may be set anywhere.
    fn within(unit: &Unit, of: &Symbol) -> Span {
        match unit.language.config.outline.tables_are_types {
            true => Span { start: 0, end: u32::MAX },
            false => Span::new(of.bytes.clone()),
        }
    }

    fn find(unit: &Unit, symbol: u32, name: &str) -> Self {
        let of = unit.symbol(symbol);
        let inside = |binding: &&Binding| {
            let at = binding.name.start as usize;
            of.bytes.contains(&at) && {
                // A field belongs to the innermost type around it.
                let inner = unit.enclosing(at, |symbol| {
                    symbol.kind.is_container() || symbol.kind == SymbolKind::Type
                });
                inner.is_some_and(|inner| inner == symbol)
                    && !is_of_nameless(unit, binding, of.bytes.start)
            } || is_set_in_function(unit, of, at)
        };
        let within = Self::within(unit, of);
        let fields = unit.fields_in(name, within).filter(inside).take(MAX_ASSIGNED);
        let fields: Vec<&Binding> = fields.collect();
        let are_too_many = fields.len() == MAX_ASSIGNED;
        let is_set_apart = |field: &&Binding| {
            let is_unknown = match field.origin.value {
                Some(value) => unit.names().expression(value) == Expression::Other,
                None => unit.symbol_named_at(field.name.start as usize).is_none(),
            };
            is_unknown && field.origin.annotation.is_none()
        };
        let is_open = unit.rules().open_values && (are_too_many || fields.iter().any(is_set_apart));
        let all = &unit.names().fields;
        let place = |binding: &Binding| {
            let first = all.partition_point(|other| other.name.start < binding.name.start);
            (first..all.len()).find(|place| std::ptr::eq(&raw const all[*place], binding))
        };
        let evident = evident_declarations(unit, &fields).into_iter();
        Self { places: evident.filter_map(place).collect(), is_open }
    }
}

/// Returns whether a field is set in a function, outside of the table that it belongs to: of the
/// table's own name, or of the function's object.
fn is_set_in_function(unit: &Unit, of: &Symbol, at: usize) -> bool {
    if !unit.language.config.outline.tables_are_types {
        return false;
    }
    let before = unit.content().get(..at).and_then(|before| before.strip_suffix('.'));
    let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let before = before.unwrap_or_default();
    let table = &before[before.trim_end_matches(is_of_name).len()..];
    let function = || unit.enclosing(at, |symbol| symbol.container.is_some());
    match unit.language.config.self_names.iter().any(|own| own == table) {
        true => function().is_some_and(|function| {
            unit.symbol(function).container.as_deref().map(simple_name) == Some(&of.name)
        }),
        false => table == of.name && function().is_some(),
    }
}
