//! Members of object literals: of those that constants are set to, and functions that they give for
//! members of the types that they are written for: where `new Client({ onError: report })` stands,
//! `options.onError(…)` may call `report`.

use super::alternatives::choices;
use super::held::names;
use crate::domain::remembered;
use crate::engine::graph::model::{Def, Lookup, Value};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::resolve::objects::written_in_place;
use crate::engine::graph::resolve::resolver::{Context, Resolver};
use crate::workspace::names::Property;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum number of files that name a member whose literals are looked at. What more of them name
/// may be anything.
const MAX_FILES: usize = 40;

/// The same for the properties of the name in them.
const MAX_PROPERTIES: usize = 2000;

impl Project<'_> {
    /// Returns the keys under which literals of a file give something of a name for a member of a
    /// known type.
    pub(in crate::engine::graph) fn keys_holding(
        &self,
        unit: &Arc<Unit>,
        name: &str,
    ) -> BTreeSet<String> {
        if !unit.rules().keys_are_members {
            return BTreeSet::new();
        }
        let context = Context::new(self);
        let resolver = Resolver::new(&context);
        let is_it = |property: &&Property| {
            let values = property.value.map(|value| choices(unit, value));
            values.is_some_and(|values| values.into_iter().any(|value| names(unit, value, name)))
                && !resolver.members_given(unit, property).is_empty()
        };
        let given = unit.names().properties.iter().filter(is_it);
        given.map(|property| property.name.of(unit.content()).to_owned()).collect()
    }
}

impl Resolver<'_> {
    /// Returns the value of a member of a constant that is set to an object literal: of a function
    /// that is written there, or of what a property names.
    pub(super) fn member_of_constant(&self, object: Def, name: &str) -> Value {
        match self.project.members_in_body(&[object], name) {
            Lookup::Unknown => {
                let literal = self.literal_of(object);
                let value = literal.map(|of| self.property_value(object.file, of, name));
                // Code may set further members.
                value.filter(|value| *value != Value::External).unwrap_or(Value::Unknown)
            }
            found => self.found_value(found),
        }
    }

    /// Returns the functions that literals give for a member of some types, anywhere; `None` if
    /// those may be any. Each call of the member asks for them.
    pub(super) fn given_in_literals(&self, types: &[Def], name: &str) -> Option<Arc<[Def]>> {
        let key = (types.to_vec(), Box::from(name));
        remembered(&self.context.in_literals, key, || {
            self.apart(|| self.unnested(|| self.find_in_literals(types, name)))
        })
    }

    fn find_in_literals(&self, types: &[Def], name: &str) -> Option<Arc<[Def]>> {
        let members = self.members(types, name).found;
        if members.is_empty() {
            return Some(Arc::default());
        }
        let mentions = self.project.mentions_in_code(name).ok()?;
        if mentions.files.len() > MAX_FILES {
            return None;
        }
        let mut found = BTreeSet::new();
        let mut looked_at = 0;
        for unit in mentions.files.iter().filter_map(|found| self.project.unit(found.file)) {
            if !unit.rules().keys_are_members || self.project.snapshot.cancel().is_cancelled() {
                continue;
            }
            let named = unit.names().properties.iter();
            for property in named.filter(|each| each.name.of(unit.content()) == name) {
                looked_at += 1;
                if looked_at > MAX_PROPERTIES {
                    return None;
                }
                let given = self.members_given(unit, property);
                if given.iter().any(|member| members.contains(member)) {
                    found.extend(self.functions_given(unit, *property));
                }
            }
        }
        Some(found.into_iter().collect())
    }

    /// Returns the members that a property of a literal is for, by the type that is written for the
    /// literal.
    fn members_given(&self, unit: &Arc<Unit>, property: &Property) -> Vec<Def> {
        match self.written_for(unit, property.object) {
            Some(Value::Instance(types, _)) => {
                self.members(&types, property.name.of(unit.content())).found
            }
            _ => Vec::new(),
        }
    }

    /// Returns the functions that a property names, or that stand in its place.
    fn functions_given(&self, unit: &Arc<Unit>, property: Property) -> Vec<Def> {
        let Some(value) = property.value else {
            let written = written_in_place(unit, property);
            return written.filter(|def| self.project.is_callable(*def)).into_iter().collect();
        };
        let values = choices(unit, value).into_iter();
        values.filter_map(|value| self.function(unit, value)).flatten().collect()
    }
}
