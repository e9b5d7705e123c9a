//! Calls without parentheses: in some languages the name of a function that takes no list of
//! arguments calls it, and the name of any other is a value. A decorator may call a constructor,
//! and the name of a property an accessor or its own body. What a decorator makes of a function
//! may call it by a member.

use super::accessor_names::property_of;
use super::decorators::decorators;
use super::enclosing::is_computed;
use super::project::{Def, Project, Unit};
use super::semantics;
use crate::domain::SymbolKind;
use crate::workspace::member_called;
use crate::workspace::names::{Role, Use};
use std::sync::Arc;

/// Returns whether a use may call a function by its name alone: only what the name means tells.
pub(super) fn may_call(unit: &Unit, found: &Use) -> bool {
    let rules = unit.rules();
    let is_read = found.role == Role::Read && (rules.nullary_calls || rules.properties_run);
    is_read
        || is_construction(unit, found)
        || is_decoration(unit, found)
        || may_call_accessor(unit, found)
        || may_call_by_member(unit, found)
}

/// Returns whether what a name reads may call a function by a member: `task.delay(order)`.
fn may_call_by_member(unit: &Unit, found: &Use) -> bool {
    let members = &unit.rules().calling_members;
    let behind = || &unit.content()[found.span.end as usize..];
    found.role == Role::Read
        && !members.is_empty()
        && member_called(behind().as_bytes())
            .is_some_and(|called| members.iter().any(|member| member.as_bytes() == called))
}

/// Returns whether a use is a decorator that is called with what it stands before: `@cached`.
pub(super) fn is_decoration(unit: &Unit, found: &Use) -> bool {
    found.role == Role::Decorator && unit.rules().decorators_are_called
}

/// Returns whether a use is a decorator that calls the constructor of the type that it names.
fn is_construction(unit: &Unit, found: &Use) -> bool {
    found.role == Role::Decorator && unit.rules().decorator_suffix.is_some()
}

/// Returns whether a use may call an accessor by the name of its property. A reference to a
/// function, `File::open`, calls nothing.
pub(super) fn may_call_accessor(unit: &Unit, found: &Use) -> bool {
    matches!(found.role, Role::Read | Role::Write)
        && unit.rules().calls_by_property() == Some(true)
        && !unit.content()[..found.span.start as usize].ends_with("::")
}

impl Project<'_> {
    /// Returns whether the name of a definition calls it, also without parentheses.
    pub(in crate::engine) fn is_nullary(&self, def: Def) -> bool {
        self.get(def).is_some_and(|(unit, symbol)| {
            let symbol = unit.symbol(symbol);
            let is_function = unit.rules().nullary_calls
                && symbol.kind.is_callable()
                && semantics::of(unit.language).is_nullary(unit, symbol);
            is_function || is_computed(unit, symbol)
        })
    }

    /// Returns whether a definition has a body that calls of it run: a function, or a property that
    /// is called by its name.
    pub(in crate::engine) fn is_run(&self, def: Def) -> bool {
        self.is_callable(def) || self.is_nullary(def)
    }

    /// Returns whether the name of a definition calls it, and cannot be followed by arguments of
    /// its own.
    pub(in crate::engine) fn takes_no_list(&self, def: Def) -> bool {
        let has_list = |(unit, symbol): (&Arc<Unit>, u32)| {
            unit.names().arity_at(unit.symbol(symbol).name_bytes.start).is_some()
        };
        self.is_nullary(def) && !self.get(def).is_some_and(has_list)
    }

    /// Returns whether a use that reads a definition calls it: by its name, or by a member of what
    /// a decorator makes of it.
    pub(super) fn is_called_by_read(&self, unit: &Unit, found: &Use, def: Def) -> bool {
        self.is_nullary(def) || may_call_by_member(unit, found) && self.is_decorated(def)
    }

    /// Returns whether a function has a decorator that may make something else of it.
    fn is_decorated(&self, def: Def) -> bool {
        self.is_callable(def)
            && self.get(def).is_some_and(|(unit, symbol)| {
                let is_marker = |name: &str| unit.rules().markers.iter().any(|of| of == name);
                decorators(unit, unit.symbol(symbol))
                    .any(|decorator| !is_marker(decorator.span.of(unit.content())))
            })
    }

    /// Returns whether a use calls the definition that it means, without arguments of its own.
    pub(super) fn is_called_by_name(&self, unit: &Unit, found: &Use, def: Def) -> bool {
        match is_construction(unit, found) {
            true => self.is_type(def) || self.is_constructor(def),
            // What holds a function is called too.
            false if is_decoration(unit, found) => true,
            false if may_call_accessor(unit, found) => self.is_accessor(def, (unit, found)),
            false => may_call(unit, found) && self.is_called_by_read(unit, found, def),
        }
    }

    /// Returns whether a definition may be the accessor that a use calls by the name of its
    /// property.
    fn is_accessor(&self, def: Def, (unit, found): (&Unit, &Use)) -> bool {
        let written = found.span.of(unit.content());
        self.get(def).is_some_and(|(of, symbol)| {
            let symbol = of.symbol(symbol);
            let property = property_of(&symbol.name, &of.rules().accessors);
            property.is_some_and(|(property, is_setter)| {
                property == written
                    && is_setter == (found.role == Role::Write)
                    && of.is_accessor(symbol, is_setter)
            })
        })
    }

    fn is_constructor(&self, def: Def) -> bool {
        self.get(def)
            .is_some_and(|(unit, symbol)| unit.symbol(symbol).kind == SymbolKind::Constructor)
    }
}
