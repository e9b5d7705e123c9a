//! Members that the project adds to types of libraries: what they give is the project's, also where
//! they are asked of a literal or of what a library made: `1.item()`, `listOf(1).wrapped`. And what
//! functions give that a file may apply to a value as if they were its members.

use super::Call;
use crate::domain::{SymbolKind, lock};
use crate::engine::graph::model::{Added, Def, Owner, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::members::{owner, simple_name};
use crate::engine::graph::resolve::overloads::accepting;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::types::extended_by;
use crate::engine::graph::semantics;
use crate::workspace::names::Span;
use std::sync::Arc;

/// Maximum number of definitions of one name that are looked at.
const MAX_DEFINITIONS: usize = 64;

impl Resolver<'_> {
    /// Returns whether a member of something from outside of the project may be one that the
    /// project adds to its type.
    pub(super) fn is_added(&self, unit: &Unit, name: &str) -> bool {
        self.added(unit, name).iter().any(|added| is_in_scope(unit, added))
    }

    /// Returns the value of a member, or its result, that the project adds to the type of a value,
    /// or that a file may apply to it.
    pub(super) fn added_value(
        &self,
        unit: &Arc<Unit>,
        subject: &Value,
        name: &str,
        called: Option<Call>,
    ) -> Value {
        match called.map(|made| self.applied_value(unit, subject, name, made)) {
            None | Some(Value::Unknown) => {}
            Some(applied) => return applied,
        }
        let Some(of) = self.type_name(subject) else { return Value::Unknown };
        let added = self.added(unit, name);
        let own = added.iter().filter(|added| added.of.as_deref() == Some(of));
        let own = own.filter(|added| is_in_scope(unit, added)).map(|added| added.def).collect();
        let own = accepting(self.project, own, called.and_then(|made| made.arguments));
        match self.result(&own, None, &None) {
            Value::Unknown if called.is_none() => self.definition_value(own),
            value => value,
        }
    }

    /// Returns the result of a function that a file may apply to the object around a call.
    pub(super) fn applied_bare(&self, unit: &Arc<Unit>, name: Span, made: Call) -> Value {
        let own = unit.language.config.self_names.first();
        let own = own.and_then(|own| self.self_value(unit, own, name.start as usize));
        let Some(subject) = own else { return Value::Unknown };
        self.applied_value(unit, &subject, name.of(unit.content()), made)
    }

    /// Returns the result of a function that a file may apply to a value.
    fn applied_value(&self, unit: &Arc<Unit>, subject: &Value, name: &str, made: Call) -> Value {
        let functions = self.applied_to(unit, subject, name);
        let functions = accepting(self.project, functions, made.arguments);
        match (subject, functions.is_empty()) {
            (_, true) => Value::Unknown,
            (Value::Instance(types, given), _) => self.result(&functions, Some(types), given),
            _ => self.result(&functions, None, &None),
        }
    }

    fn added(&self, unit: &Unit, name: &str) -> Arc<[Added]> {
        let rules = unit.rules();
        if !rules.adds_members || rules.common_members.iter().any(|common| common == name) {
            return Arc::default();
        }
        if let Some(known) = lock(&self.context.added).get(name) {
            return Arc::clone(known);
        }
        self.find_links();
        let find = || {
            let Ok(found) = self.project.definitions(name) else { return Vec::new() };
            let found = found.iter().take(MAX_DEFINITIONS);
            found.filter_map(|def| self.as_added(*def)).collect::<Vec<Added>>()
        };
        let added: Arc<[Added]> = self.apart(|| self.unnested(find)).into();
        lock(&self.context.added).insert(Box::from(name), Arc::clone(&added));
        added
    }

    /// Returns what a definition adds to; `None` if that is no type of a library.
    fn as_added(&self, def: Def) -> Option<Added> {
        let (unit, symbol) = self.project.get(def)?;
        let definition = unit.symbol(symbol);
        let to = |of: &str, by| Added { def, of: Some(Box::from(simple_name(of))), by };
        let is_outside =
            |name: &str, at: usize| !matches!(self.type_value(unit, name, at), Value::Type(_));
        let at = definition.name_bytes.start;
        let in_header = || extended_by(unit, &unit.symbols()[definition.parent?]);
        let extended = semantics::of(unit.language).extended(unit, definition);
        if let Some(of) = extended.or_else(in_header) {
            return is_outside(of, at).then(|| to(of, None));
        }
        match owner(unit, symbol)? {
            Owner::Named { name, at, implemented: Some(of) } => {
                let is_own = matches!(self.type_value(unit, &of, at), Value::Type(_));
                let by = Some(Box::from(simple_name(&of)));
                (is_own && is_outside(&name, at)).then(|| to(&name, by))
            }
            Owner::Named { name, at, implemented: None } => {
                is_outside(&name, at).then(|| to(&name, None))
            }
            Owner::Type(of) => {
                let (unit, of) = self.project.get(of)?;
                let of = unit.symbol(of);
                if of.kind == SymbolKind::Trait && unit.rules().traits_add_members {
                    return Some(Added { def, of: None, by: Some(Box::from(of.name.as_str())) });
                }
                unit.is_builtin_type(&of.name).then(|| to(&of.name, None))
            }
        }
    }
}

/// Returns whether a file may see an added member: one of a trait where the file names that.
fn is_in_scope(unit: &Unit, added: &Added) -> bool {
    added.by.as_ref().is_none_or(|by| {
        unit.names().uses_of(unit.content(), by).next().is_some()
            || unit.imports_holding(by).next().is_some()
            || unit.symbols_named(by).next().is_some()
    })
}
