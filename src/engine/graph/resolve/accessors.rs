//! Accessors: in some languages `file.name` calls the `getName` of a type that another language
//! defines, and in the other `file.getName()` reads its property `name`.

use super::candidates::{Candidate, Candidates};
use super::meaning::{Meaning, Other, Resolution};
use super::resolver::Resolver;
use crate::domain::{Certainty, SymbolKind, Visibility};
use crate::engine::graph::accessor_names::{AccessorName, accessors_of, property_of};
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::nullary::may_call_accessor;
use crate::engine::graph::project::Unit;
use crate::engine::graph::rule::Rule;
use crate::lang::Language;
use crate::workspace::names::{Qualifier, Role, Use};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Candidates<'_, '_> {
    /// Returns the names by which code of other languages calls accessors among the definitions.
    pub(in crate::engine) fn accessor_names(&self) -> &BTreeSet<AccessorName> {
        self.accessor_names.get_or_init(|| {
            let members = self.each.iter().filter(|each| each.owner.is_some());
            members.flat_map(|each| self.names_of_accessor(each)).collect()
        })
    }

    /// Returns whether files of a language may call the definitions by a name: those of accessors
    /// hold in some languages only.
    pub(in crate::engine) fn may_be_named(&self, name: &str, language: Option<&Language>) -> bool {
        let mut of_name = self.accessor_names().iter().filter(|of| of.name == name).peekable();
        name == self.name
            || of_name.peek().is_none()
            || of_name.any(|of| language.is_some_and(|language| of.is_of(language)))
    }

    fn names_of_accessor(&self, each: &Candidate<'_>) -> Vec<AccessorName> {
        let rules = each.unit.rules();
        let is_data = matches!(each.symbol.kind, SymbolKind::Property | SymbolKind::Field);
        let (names, is_property) = match rules.calls_by_property() {
            Some(false) => {
                let property = property_of(&self.name, &rules.accessors);
                let is_accessor = |(_, is_setter): &(String, bool)| {
                    each.unit.is_accessor(each.symbol, *is_setter)
                };
                (property.filter(is_accessor).into_iter().collect(), true)
            }
            Some(true) if is_data => (accessors_of(&self.name), false),
            _ => (Vec::new(), false),
        };
        let named = |(name, is_setter)| AccessorName { name, is_property, is_setter };
        names.into_iter().map(named).collect()
    }

    /// Returns whether a use may mean a definition by the name of an accessor or of its property.
    pub(super) fn is_accessor_use(&self, unit: &Unit, found: &Use) -> bool {
        let written = found.span.of(unit.content());
        let is_it = |of: &AccessorName| {
            of.name == written && of.is_of(unit.language) && of.is_said(found.role)
        };
        let may_be_called = match unit.rules().calls_by_property() {
            Some(true) => may_call_accessor(unit, found),
            Some(false) => true,
            None => false,
        };
        may_be_called && self.accessor_names().iter().any(is_it)
    }

    /// Returns what has a name that may be that of an accessor's property: a local variable, or a
    /// member of the value, which comes first.
    pub(super) fn hides_accessor(&self, unit: &Arc<Unit>, found: &Use) -> Option<Other> {
        let (written, at) = (found.span.of(unit.content()), found.span.start as usize);
        let resolver = Resolver::new(&self.context);
        let types: Vec<Def> = match found.qualifier {
            Qualifier::None if resolver.local(unit, written, at).is_some() => {
                return Some(Other::Local);
            }
            Qualifier::None => {
                resolver.types_around(unit, at).into_iter().flat_map(|of| of.types).collect()
            }
            Qualifier::Receiver(of) => match resolver.value_of(unit, of) {
                Value::Instance(types, _) => types,
                _ => Vec::new(),
            },
            Qualifier::Path(_) => return Some(Other::Apart),
        };
        let calls = unit.rules().calls_by_property();
        let is_of_language = |def: &Def| {
            self.project.unit(def.file).is_some_and(|of| of.rules().calls_by_property() == calls)
        };
        let own = resolver.members(&types, written).found.into_iter().find(is_of_language);
        own.filter(|_| written != self.name).map(Other::Definition)
    }

    /// Adds the member that types of another language have under the name of an accessor, or of
    /// its property, to those that override it.
    pub(super) fn with_other_language(
        &self,
        unit: &Unit,
        found: &Use,
        (types, rule): (&[Def], Rule),
        overriding: Resolution,
    ) -> Resolution {
        let written = found.span.of(unit.content());
        let is_called = found.role == Role::Call;
        let resolver = Resolver::new(&self.context);
        let members = resolver.accessor_members(unit, types, written, is_called);
        let member = members.and_then(|(_, members)| members.first().copied());
        let Some(def) = member.filter(|member| !self.contains(*member)) else { return overriding };
        match overriding {
            Resolution::Definitions(mut meanings) => {
                meanings.insert(0, Meaning { def, certainty: Certainty::Likely, rule });
                Resolution::Definitions(meanings)
            }
            _ => Resolution::Other(Other::Definition(def)),
        }
    }

    /// Returns a resolution without the fields that only the file of the other language sees; its
    /// accessors are called by their names.
    pub(super) fn without_hidden_fields(&self, unit: &Unit, resolution: Resolution) -> Resolution {
        let Resolution::Definitions(mut meanings) = resolution else { return resolution };
        if unit.rules().calls_by_property() == Some(true) {
            meanings.retain(|meaning| {
                !self.project.get(meaning.def).is_some_and(|(of, symbol)| {
                    let symbol = of.symbol(symbol);
                    of.rules().calls_by_property() == Some(false)
                        && symbol.kind == SymbolKind::Field
                        && symbol.visibility == Some(Visibility::Private)
                })
            });
        }
        match meanings.is_empty() {
            true => Resolution::Other(Other::Apart),
            false => Resolution::Definitions(meanings),
        }
    }

    /// Returns what an accessor's name may mean, of which the name alone says little.
    pub(super) fn guess_less(&self, resolution: Resolution) -> Resolution {
        let Resolution::Definitions(mut meanings) = resolution else { return resolution };
        let guesses = meanings.iter_mut().filter(|meaning: &&mut Meaning| meaning.rule.is_guess());
        guesses.for_each(|meaning| meaning.certainty = Certainty::Possible);
        Resolution::Definitions(meanings)
    }
}
