//! Members that code elsewhere sets: `h.pool = other`, `module.current = other`.

use super::fields::has_type;
use crate::domain::lock;
use crate::engine::graph::model::{Def, FileIndex, Holder, Module, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::workspace::names::{Binding, Expression, Qualifier};
use std::sync::Arc;

/// Number of files above which a member counts as set without their being looked at.
const MAX_FILES: usize = 16;

impl Holder {
    /// Returns what has the members of a value, if code may set them.
    pub(in crate::engine::graph::resolve) fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Instance(types, _) | Value::Type(types) => Some(Self::Types(types.clone())),
            Value::Object(def) => Some(Self::Object(*def)),
            Value::Literal(file, object) => Some(Self::Literal(*file, object.span)),
            Value::Module(Module::File(file)) => Some(Self::File(*file)),
            _ => None,
        }
    }

    fn file(&self) -> Option<FileIndex> {
        match self {
            Self::Types(types) | Self::Methods(types) => types.first().map(|of| of.file),
            Self::Object(def) => Some(def.file),
            Self::Literal(file, _) | Self::File(file) => Some(*file),
        }
    }
}

impl Resolver<'_> {
    /// Notes that a variable of a file may be another one than it is declared as.
    pub(super) fn note_set_variable(&self, unit: &Arc<Unit>, symbol: u32, declared: &Binding) {
        let own = unit.symbol(symbol);
        if own.parent.is_none()
            && !has_type(&[(unit, declared)])
            && self.is_set_elsewhere(Holder::File(unit.file), &own.name)
        {
            self.note_open();
        }
    }

    /// Notes that a property of an object may be another one than it is written as.
    pub(super) fn note_set_property(&self, object: &Value, name: &str) {
        let holder = Holder::of(object).filter(|holder| {
            let unit = holder.file().and_then(|file| self.project.unit(file));
            unit.is_some_and(|unit| !unit.rules().values_give_types)
        });
        if holder.is_some_and(|holder| self.is_set_elsewhere(holder, name)) {
            self.note_open();
        }
    }

    /// Returns whether code may set a member to something else than its holder's own code does, of
    /// the members that [`crate::engine::graph::beside`] looked for.
    pub(in crate::engine::graph::resolve) fn is_set_elsewhere(
        &self,
        holder: Holder,
        name: &str,
    ) -> bool {
        let unit = holder.file().and_then(|file| self.project.unit(file));
        let Some(unit) = unit.filter(|unit| unit.rules().open_values) else { return false };
        let Some(mentions) = self.project.known_mentions(name) else { return false };
        let key = (holder, name.to_owned());
        if let Some(known) = lock(&self.context.set_elsewhere).get(&key) {
            return *known;
        }
        let files: Vec<FileIndex> =
            mentions.files.iter().filter(|found| found.hints.may_set).map(|it| it.file).collect();
        let family = unit.rules().family;
        let is_set_in = |file: &FileIndex| {
            let unit = self.project.unit(*file).filter(|unit| unit.rules().family == family);
            unit.is_some_and(|unit| unit.set_named(name).any(|set| self.may_set(unit, set, &key.0)))
        };
        let found = self.comparing(|| {
            let is_common = files.len() > MAX_FILES && matches!(key.0, Holder::Types(_));
            is_common || files.iter().take(MAX_FILES).any(is_set_in)
        });
        // Within another such search nothing is known.
        let Some(found) = found else { return false };
        lock(&self.context.set_elsewhere).insert(key, found);
        found
    }

    /// Returns whether a statement may set a member of a holder to something of the project's.
    fn may_set(&self, unit: &Arc<Unit>, set: &Binding, holder: &Holder) -> bool {
        let at = set.name.start as usize;
        // A function that is written for a type is a member as others are.
        let defined = unit.symbol_named_at(at);
        let is_member = |symbol| !self.owner_types(Def { file: unit.file, symbol }).is_empty();
        if defined.is_some_and(is_member) {
            return false;
        }
        if let Some(value) = set.origin.value.filter(|_| defined.is_none()) {
            let written = unit.names().expression(value);
            let is_plain = written.is_literal() || written == Expression::Nothing;
            let from_outside =
                || matches!(self.value_of(unit, value), Value::External | Value::Written(..));
            if is_plain || from_outside() {
                return false;
            }
        }
        let found = unit.names().use_at(at);
        let before = match found.map(|found| found.qualifier) {
            Some(Qualifier::Receiver(of)) => self.value_of(unit, of),
            _ => Value::Unknown,
        };
        match (Holder::of(&before), holder) {
            (Some(Holder::Types(set_in)), Holder::Types(types) | Holder::Methods(types)) => {
                let is_field = || {
                    let name = set.name.of(unit.content());
                    unit.fields_named(name).any(|field| field.name == set.name)
                };
                self.is_of(&set_in, types, is_field)
            }
            (Some(before), holder) => before == *holder,
            (None, Holder::File(_) | Holder::Methods(_)) => false,
            (None, _) => before == Value::Unknown,
        }
    }

    /// Returns whether a value of some types may be one of others. What their own code sets as a
    /// field is known.
    fn is_of(&self, set_in: &[Def], types: &[Def], is_field: impl Fn() -> bool) -> bool {
        let own = self.with_ancestors(types);
        let is_below = |of: &Def| types.iter().any(|own| self.ancestors(*of).types.contains(own));
        if set_in.iter().any(|of| own.contains(of)) {
            return !is_field();
        }
        set_in.iter().any(is_below)
    }
}
