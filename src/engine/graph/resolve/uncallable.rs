//! Fields whose type says that they cannot be called, so that `value.name(…)` is never one of them.

use super::candidates::Candidates;
use super::resolver::Resolver;
use crate::domain::{Symbol, SymbolKind, is_word};
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Qualifier, Role, Use};

impl Candidates<'_, '_> {
    /// Returns whether a use calls a member, which a definition is none of: a field of a type of
    /// the project's whose values cannot be called, or of a plain type of the language.
    pub(super) fn is_called_field(&self, unit: &Unit, found: &Use, def: Def) -> bool {
        let is_called = unit.rules().fields_tell_calls
            && found.role == Role::Call
            && matches!(found.qualifier, Qualifier::Receiver(_))
            && unit.content()[found.span.end as usize..].starts_with('(');
        let Some((defining, symbol)) = self.project.get(def).filter(|_| is_called) else {
            return false;
        };
        // Accessors have other names.
        let is_of_name = found.span.of(unit.content()) == defining.symbol(symbol).name;
        let each = self.indices.get(&def).map(|index| &self.each[*index]);
        is_of_name
            && defining.language.id == unit.language.id
            && each.is_some_and(|each| *each.is_uncallable.get_or_init(|| self.is_uncallable(def)))
    }

    /// Returns whether a definition is a field that cannot be called.
    fn is_uncallable(&self, def: Def) -> bool {
        let Some((unit, symbol)) = self.project.get(def) else { return false };
        let rules = unit.rules();
        let field = unit.symbol(symbol);
        // The component of a record has an accessor of its name.
        let parent = field.parent.map(|parent| unit.symbols()[parent].signature.as_str());
        let is_of_record =
            parent.is_some_and(|header| header.split_whitespace().any(|word| word == "record"));
        if !matches!(field.kind, SymbolKind::Field | SymbolKind::Property) || is_of_record {
            return false;
        }
        let operator = rules.call_operator.as_ref().or(rules.field_operator.as_ref());
        let Some(operator) = operator.filter(|_| !is_plain(unit, field)) else { return true };
        let resolver = Resolver::new(&self.context);
        let is_uncalled = |of: &Def| {
            let kind = self.project.get(*of).map(|(unit, symbol)| unit.symbol(symbol).kind);
            let is_type =
                matches!(kind, Some(SymbolKind::Class | SymbolKind::Struct | SymbolKind::Enum));
            let members = resolver.members(&[*of], operator);
            is_type && !members.is_open && members.found.is_empty()
        };
        match resolver.definition_value(vec![def]) {
            Value::Instance(types, _) => types.iter().all(is_uncalled),
            _ => false,
        }
    }
}

/// Types of languages' own whose values may be functions all the same.
const OPEN_TYPES: [&str; 4] = ["Any", "AnyObject", "auto", "dynamic"];

/// Returns whether a field's declaration has a type of the language's own, and nothing of
/// functions or of what is made of other types.
fn is_plain(unit: &Unit, field: &Symbol) -> bool {
    let declared = field.signature.split('=').next().unwrap_or_default();
    let mut words = declared.split(|letter| !is_word(letter));
    let is_own = |word: &str| {
        let own = &unit.rules().builtin_types;
        own.iter().any(|own| own == word) && !OPEN_TYPES.contains(&word)
    };
    !declared.contains(['(', '<', '[']) && !declared.contains("->") && words.any(is_own)
}
