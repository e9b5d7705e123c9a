//! Names of arguments that are those of fields, which the call sets: `State(size = 1)`,
//! `state.copy(size = 2)`.

use super::Occurrence;
use crate::domain::{Certainty, SymbolKind, is_word};
use crate::engine::graph::model::{ArgumentValue, Def, Value};
use crate::engine::graph::resolve::meaning::{Other, Resolution};
use crate::engine::graph::rule::Rule;
use crate::workspace::names::{NamedArgument, Qualifier, Use};

impl Occurrence<'_, '_, '_> {
    /// Resolves the name of an argument to the field that the call sets, of the type that it makes
    /// a value of.
    pub(super) fn resolve_named_argument(&self) -> Resolution {
        let label = Resolution::Other(Other::Label);
        let named = self.unit.names().named_argument_at(self.offset());
        let Some(named) = named.filter(|_| self.candidates.member_groups > 0) else {
            return label;
        };
        let called = named.called.of(self.unit.content());
        let is_copy = self.unit.rules().copying.iter().any(|name| name == called);
        let found = match if is_copy { self.copied(&named) } else { self.made(&named) } {
            Value::Instance(types, _) | Value::Type(types) => {
                let mut members = self.resolver.members(&types, self.name()).found;
                members.retain(|def| self.is_set_by_arguments(&types, *def));
                self.candidates.keep(&members, Certainty::Likely, Rule::WrittenFor)
            }
            Value::Unknown if is_copy => self.candidates.possible_member(self.unit),
            Value::Unknown => self.field_of_root(&named),
            _ => Resolution::Unresolved,
        };
        match found {
            Resolution::Unresolved if !is_copy => label,
            Resolution::Other(_) | Resolution::External(_) => label,
            found => found,
        }
    }

    /// Returns the type that a call makes a value of.
    fn made(&self, named: &NamedArgument) -> Value {
        let (unit, end) = (self.unit, named.called.range().end);
        let start = match unit.names().use_at(named.called.start as usize) {
            Some(Use {
                qualifier: Qualifier::Receiver(of) | Qualifier::Path(Some(of)), ..
            }) => unit.names().root_name(*of).map(|root| root.start as usize),
            Some(_) => Some(named.called.start as usize),
            None => None,
        };
        let path = start.and_then(|start| unit.content().get(start..end).map(|path| (start, path)));
        let is_of_path = |letter: char| is_word(letter) || matches!(letter, '.' | ':' | '\\');
        match path.filter(|(_, path)| path.chars().all(is_of_path)) {
            Some((at, path)) => self.resolver.unnested(|| self.resolver.type_value(unit, path, at)),
            None => Value::Unknown,
        }
    }

    /// Returns the value of which a call makes a copy: the receiver's, else the first argument's.
    fn copied(&self, named: &NamedArgument) -> Value {
        let (unit, at) = (self.unit, named.called.start as usize);
        if let Some(Qualifier::Receiver(of)) = unit.names().use_at(at).map(|call| call.qualifier) {
            let value = self.resolver.unnested(|| self.resolver.value_of(unit, of));
            if !matches!(value, Value::Module(_) | Value::External) {
                return value;
            }
        }
        let Some(text) = unit.content().get(named.list.range()) else { return Value::Unknown };
        let Some(first) = text.strip_prefix('(').and_then(|rest| rest.split(',').next()) else {
            return Value::Unknown;
        };
        let start = named.list.start as usize + 1 + first.len() - first.trim_start().len();
        let part = start..start + first.trim().len();
        match self.resolver.argument_value(unit, part) {
            ArgumentValue::Known(value) => value,
            ArgumentValue::Outside(_) | ArgumentValue::Unknown => Value::Unknown,
        }
    }

    /// Resolves the name of an argument of a call that is not known, at the end of a chain that
    /// begins with a type: `User.objects.filter(name=…)` may mean the type's field.
    fn field_of_root(&self, named: &NamedArgument) -> Resolution {
        let (unit, at) = (self.unit, named.called.start as usize);
        let root = match unit.names().use_at(at).map(|call| call.qualifier) {
            Some(Qualifier::Receiver(of)) => unit.names().root_name(of),
            _ => None,
        };
        let Some(root) = root else { return Resolution::Unresolved };
        let value = || self.resolver.type_value(unit, root.of(unit.content()), root.start as usize);
        match self.resolver.unnested(value) {
            Value::Type(types) => {
                let members = self.resolver.members(&types, self.name());
                self.candidates.keep(&members.found, Certainty::Possible, Rule::WrittenFor)
            }
            _ => Resolution::Unresolved,
        }
    }

    /// Returns whether a field is set by the argument of its name where values of a type are made.
    fn is_set_by_arguments(&self, types: &[Def], field: Def) -> bool {
        let project = self.candidates.project;
        let Some((unit, symbol)) = project.get(field) else { return false };
        let symbol = unit.symbol(symbol);
        let kinds = &unit.rules().argument_fields;
        if !kinds.iter().any(|kind| kind == symbol.node_type) {
            return false;
        }
        if symbol.node_type.ends_with("parameter") {
            return true;
        }
        let constructors = &unit.language.config.constructors;
        let find = |name: &String| self.resolver.members(types, name).found;
        let mut known: Vec<Def> = constructors.iter().flat_map(find).collect();
        known.retain(|def| self.candidates.kind_of(*def) == Some(SymbolKind::Constructor));
        // `Name({this.size})`
        let takes_it = |def: &Def| {
            project.get(*def).is_some_and(|(unit, constructor)| {
                let signature = &unit.symbol(constructor).signature;
                let mut places = signature.match_indices(&symbol.name);
                places.any(|(at, name)| {
                    let behind = &signature[at + name.len()..];
                    signature[..at].ends_with("this.") && !behind.starts_with(is_word)
                })
            })
        };
        known.is_empty() || known.iter().any(takes_it)
    }
}
