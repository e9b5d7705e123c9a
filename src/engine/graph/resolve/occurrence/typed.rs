//! Members of values of known types, and of types themselves.

use super::Occurrence;
use crate::domain::SymbolKind;
use crate::engine::graph::model::{Def, Holder, Local, Value};
use crate::engine::graph::resolve::meaning::{Other, Resolution};
use crate::engine::graph::rule::Rule;
use crate::workspace::names::{ExpressionId, Qualifier};

impl<'c> Occurrence<'c, '_, '_> {
    /// Returns the type of the value before the dot, where what that ends with tells it:
    /// `Store::class`.
    pub(super) fn type_by_ending(&self) -> Option<&'c str> {
        let before = self.unit.content()[..self.offset()].trim_end().strip_suffix('.')?.trim_end();
        let mut endings = self.unit.rules().endings_of_values.iter();
        endings.find(|(ending, _)| before.ends_with(*ending)).map(|(_, of)| of.as_str())
    }

    /// Resolves the name as a member of values of some types, or of the types themselves.
    pub(super) fn member_of_types(
        &self,
        types: &[Def],
        is_self: bool,
        of_type: bool,
    ) -> Resolution {
        if self.resolver.are_too_many(types) {
            return Resolution::Unresolved;
        }
        let rule = if is_self { Rule::OwnMember } else { Rule::Receiver };
        let mut members = self.members(types, Some(of_type));
        // `Conf::load` is a function of the type's values.
        let is_bound = !self.unit.content()[..self.offset()].ends_with("::");
        self.resolver.keep_of_companion(&mut members.found, is_bound && of_type);
        let found = self.candidates.resolve_members(self.unit, self.found, (&members, types), rule);
        let assigned = || match members.found.is_empty() && !members.is_open {
            true => self.assigned_field(types),
            false => None,
        };
        match found {
            Resolution::Unresolved => {
                let field = assigned().map(|field| Resolution::Other(Other::Definition(field)));
                let none = || match !of_type && self.is_no_member(types) {
                    true => Resolution::Other(Other::Apart),
                    false => Resolution::Unresolved,
                };
                field.unwrap_or_else(none)
            }
            found if of_type && self.is_named_class() => found.without(Rule::ThroughSupertype),
            found => found,
        }
    }

    /// Returns whether the definitions are no members, so that no value of some types has them
    /// behind a dot, unless code puts them there.
    fn is_no_member(&self, types: &[Def]) -> bool {
        let (candidates, rules) = (self.candidates, self.unit.rules());
        let is_set = || {
            let holder = Holder::Types(types.to_vec());
            self.resolver.is_set_elsewhere(holder, self.name())
        };
        !candidates.is_open
            && candidates.member_groups == 0
            && rules.open_values
            && !rules.implicit_receiver
            && !self.unit.language.config.outline.tables_are_types
            && !is_set()
    }

    /// Returns the field of the name that one of some types, or one above, sets without declaring
    /// it, unless that is asked about itself.
    fn assigned_field(&self, types: &[Def]) -> Option<Def> {
        if self.candidates.is_open {
            return None;
        }
        let field = self.resolver.field(types, self.name())?;
        let (unit, _) = self.candidates.project.get(field.of)?;
        let symbol = unit.field_of(field.of.symbol, self.name())?;
        let def = Def { file: field.of.file, symbol };
        (!self.candidates.contains(def)).then_some(def)
    }

    /// Returns whether a class itself stands before the dot, by its name: what overrides its
    /// members in classes below is not meant.
    fn is_named_class(&self) -> bool {
        let Qualifier::Receiver(of) = self.found.qualifier else { return false };
        self.names_class(of)
    }

    fn names_class(&self, of: ExpressionId) -> bool {
        let unit = self.unit;
        let Some(name) = unit.names().single_name(of) else { return false };
        let (text, at) = (name.of(unit.content()), name.start as usize);
        let is_word = unit.language.config.self_names.iter().any(|word| word == text);
        let is_variable = || {
            let local = self.resolver.local(unit, text, at);
            matches!(local, Some(Local::Binding(_)))
        };
        let is_class = |def: &Def| self.candidates.kind_of(*def) == Some(SymbolKind::Class);
        let value = || self.resolver.value_of_name(unit, text, at);
        !is_word
            && !is_variable()
            && matches!(value(), Value::Type(types) if types.iter().all(is_class))
    }
}
