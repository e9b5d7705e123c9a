//! Functions that a file may apply to a value as if they were members of it: those that it sees by
//! its place or by an import, in languages that write the type before the function's name.

use super::instance::is_any;
use super::members::{owner_name, simple_name};
use super::resolver::Resolver;
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::semantics::{self, Directories, number_of_arguments};
use crate::workspace::names::{Binding, Qualifier, Use};
use std::sync::Arc;

/// Maximum number of packages that are looked at for one name.
const MAX_PACKAGES: usize = 32;

/// Maximum number of functions of one name that are looked at.
const MAX_FUNCTIONS: usize = 32;

/// Returns the name of the type to which a function adds a member by its first parameter.
pub(super) fn extended<'p>(project: &'p Project<'_>, def: Def) -> Option<&'p str> {
    let (unit, symbol) = project.get(def)?;
    semantics::of(unit.language).extended(unit, unit.symbol(symbol))
}

/// Returns whether a function that extends a type is called on a value, which is its first
/// argument then, and not through the name of what it belongs to: `amount.cut(1)`.
pub(super) fn is_applied_to_value(
    project: &Project<'_>,
    (unit, found): (&Unit, &Use),
    def: Def,
) -> bool {
    let Qualifier::Receiver(of) = found.qualifier else { return false };
    if !unit.rules().receiver_is_parameter || extended(project, def).is_none() {
        return false;
    }
    let Some((defining, symbol)) = project.get(def) else { return false };
    let owner = owner_name(defining, defining.symbol(symbol));
    let before = unit.names().last_name(of).map(|name| name.of(unit.content()));
    owner.is_none_or(|owner| before != Some(owner))
}

impl Resolver<'_> {
    /// Returns the functions of a name that extend the type of a value.
    pub(super) fn applied_to(&self, unit: &Arc<Unit>, subject: &Value, name: &str) -> Vec<Def> {
        let types: Vec<Def> = match subject {
            Value::Instance(types, _) => types.clone(),
            Value::Written(..) => Vec::new(),
            _ => return Vec::new(),
        };
        if self.project.snapshot.cancel().is_cancelled() {
            return Vec::new();
        }
        if unit.rules().receiver_is_parameter {
            return self.applied_by_parameter(subject, &types, name);
        }
        if !unit.rules().extension_functions {
            return Vec::new();
        }
        let all = self.with_ancestors(&types);
        let mut found = self.extensions_seen(unit, name);
        match self.type_name(subject) {
            Some(of) => found.retain(|def| self.extended_name(*def) == Some(of)),
            // The function may name the type by an alias.
            None => found.retain(|def| {
                self.owner_types(*def).iter().any(|of| all.contains(of)) || self.extends_any(*def)
            }),
        }
        found
    }

    /// Returns the functions of a name whose first parameter is of the type of a value.
    fn applied_by_parameter(&self, subject: &Value, types: &[Def], name: &str) -> Vec<Def> {
        let Ok(found) = self.project.definitions(name) else { return Vec::new() };
        let all = self.with_ancestors(types);
        let of_subject = self.type_name(subject);
        let extends_one = |def: &&Def| {
            self.project.get(**def).is_some_and(|(unit, symbol)| {
                let of = semantics::of(unit.language).extended(unit, unit.symbol(symbol));
                of.map(simple_name).is_some_and(|of| {
                    of_subject == Some(of)
                        || all.iter().any(|each| {
                            self.name_of(*each) == Some(of) && self.may_extend(**def, *each)
                        })
                })
            })
        };
        found.iter().filter(extends_one).take(MAX_FUNCTIONS).copied().collect()
    }

    /// Returns whether a function that extends a type of the name of another one may extend that,
    /// by the number of its type parameters.
    pub(super) fn may_extend(&self, function: Def, of: Def) -> bool {
        let read = |def: Def| self.project.get(def);
        let (Some((unit, symbol)), Some((other, of))) = (read(function), read(of)) else {
            return true;
        };
        let declared = semantics::of(other.language).type_parameters(other, other.symbol(of));
        let written = || {
            let symbol = unit.symbol(symbol);
            let of = semantics::of(unit.language).extended(unit, symbol)?;
            let header = unit.content().get(symbol.name_bytes.end..symbol.bytes.end)?;
            // Where a type parameter stands, its bound is extended.
            let behind = header.split_once("this ")?.1.trim_start().strip_prefix(of)?;
            Some(number_of_arguments(behind))
        };
        declared.is_none() || written().is_none_or(|written| Some(written) == declared)
    }

    /// Returns the name of the type that a function extends.
    fn extended_name(&self, def: Def) -> Option<&str> {
        let (unit, symbol) = self.project.get(def)?;
        unit.symbol(symbol).container.as_deref()
    }

    /// Returns whether a function is applied to values of any type, by a type parameter of its own.
    fn extends_any(&self, def: Def) -> bool {
        let Some((unit, symbol)) = self.project.get(def) else { return false };
        let symbol = unit.symbol(symbol);
        let Some(name) = &symbol.container else { return false };
        let is_it = |binding: &Binding| {
            let is_own = (binding.name.end as usize) < symbol.name_bytes.start;
            is_own && binding.origin.annotation.is_none_or(|bound| is_any(unit, bound))
        };
        unit.bindings_within(name, symbol.bytes.clone()).any(is_it)
    }

    /// Returns the functions of a name with a type before it in the packages that a file sees.
    fn extensions_seen(&self, unit: &Unit, name: &str) -> Vec<Def> {
        let own = unit.package().unwrap_or_default();
        let named = unit.imports_holding(name).filter_map(|import| {
            let (package, last) = import.module.rsplit_once('.')?;
            (last == name).then(|| package.replace('.', "/"))
        });
        let whole = unit.wildcard_imports().map(|import| import.module.replace('.', "/"));
        let packages = std::iter::once(own).chain(named).chain(whole).take(MAX_PACKAGES);
        let directories = self.project.fact(Directories::load);
        let mut found = Vec::new();
        for package in packages {
            let segments: Vec<&str> = package.split('/').collect();
            let defs = directories
                .of_package(&segments)
                .into_iter()
                .flat_map(|directory| self.project.definitions_in_directory(directory, name));
            let is_it = |def: &Def| {
                self.project.get(*def).is_some_and(|(unit, symbol)| {
                    let symbol = unit.symbol(symbol);
                    symbol.container.is_some()
                        && symbol.parent.is_none()
                        && unit.package().unwrap_or_default() == package
                })
            };
            for def in defs.filter(is_it) {
                if found.len() < MAX_FUNCTIONS && !found.contains(&def) {
                    found.push(def);
                }
            }
        }
        found
    }
}
