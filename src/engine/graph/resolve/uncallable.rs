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
        let Some(operators) = &unit.rules().call_operators else { return false };
        let is_called = found.role == Role::Call
            && matches!(found.qualifier, Qualifier::Receiver(_))
            && unit.content()[found.span.end as usize..].starts_with('(');
        let Some((defining, symbol)) = self.project.get(def).filter(|_| is_called) else {
            return false;
        };
        let field = defining.symbol(symbol);
        // Accessors have other names, or that of the component of a record.
        let is_of_name = found.span.of(unit.content()) == field.name;
        let parent = field.parent.map(|parent| defining.symbols()[parent].signature.as_str());
        let is_of_record =
            parent.is_some_and(|header| header.split_whitespace().any(|word| word == "record"));
        let is_field = matches!(field.kind, SymbolKind::Field | SymbolKind::Property);
        let is_same = defining.language.id == unit.language.id;
        if !is_field || !is_of_name || is_of_record || !is_same {
            return false;
        }
        if operators.is_empty() || is_plain(defining, field) {
            return true;
        }
        let resolver = Resolver::new(&self.context);
        match resolver.definition_value(vec![def]) {
            Value::Instance(types, _) => types.iter().all(|of| {
                let is_plain = self.project.get(*of).is_some_and(|(unit, symbol)| {
                    let kind = unit.symbol(symbol).kind;
                    matches!(kind, SymbolKind::Class | SymbolKind::Struct | SymbolKind::Enum)
                });
                let ancestors = resolver.ancestors(*of);
                let mut all = std::iter::once(of).chain(&ancestors.types);
                is_plain
                    && !ancestors.is_open
                    && !all.any(|of| {
                        operators.iter().any(|name| !resolver.own_members(*of, name).is_empty())
                    })
            }),
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
