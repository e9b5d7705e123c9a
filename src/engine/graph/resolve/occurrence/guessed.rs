//! Members of results that are not known, by the types that the calls are written with.

use super::Occurrence;
use crate::domain::{Certainty, Symbol, SymbolKind, is_word};
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::extensions::Outside;
use crate::engine::graph::resolve::meaning::Resolution;
use crate::engine::graph::resolve::types::parameter_list;
use crate::engine::graph::semantics;
use crate::workspace::names::{ExpressionId, Qualifier, Role};
use std::cell::LazyCell;

impl Occurrence<'_, '_, '_> {
    /// Resolves the name as a member of a value of which nothing is known: of a type in a namespace
    /// that the expression before it names, else by a guess.
    pub(super) fn resolve_unknown(
        &self,
        value: &Value,
        of: ExpressionId,
        text: &str,
    ) -> Option<Resolution> {
        if *value == Value::Unknown && self.is_outside_type(of) {
            return Some(Resolution::External(Some(text.to_owned())));
        }
        if *value == Value::Unknown && self.is_made_outside(of) {
            let outside = Outside::Value(None);
            return Some(self.candidates.external_member(self.unit, self.found, outside));
        }
        let in_namespace = match value {
            Value::Unknown => self.resolve_type_in_namespace(text),
            _ => None,
        };
        in_namespace.or_else(|| self.resolve_by_guess(of, text))
    }

    /// Resolves the name as a member of what the expression before it may be by a type that a call
    /// in it is written with; `None` if that has no such member, so that it is none of that type.
    fn resolve_by_guess(&self, of: ExpressionId, text: &str) -> Option<Resolution> {
        if !self.resolver.has_missed_guess() {
            return None;
        }
        let value = self.resolver.guessing(|| self.qualifier_value(of, text, false));
        let Value::Instance(..) = value else { return None };
        match self.member_of(value, false) {
            Resolution::Definitions(mut meanings) => {
                for meaning in &mut meanings {
                    meaning.certainty = Certainty::Possible;
                }
                Some(Resolution::Definitions(meanings))
            }
            _ => None,
        }
    }

    /// Resolves the name as a member of a value of which nothing is known. The only value of a type
    /// is named by the type, so that one which is named otherwise is hardly it.
    pub(super) fn member_of_unknown(&self) -> Resolution {
        let mut resolution = self.candidates.member_of_unknown(self.unit);
        if let Resolution::Definitions(meanings) = &mut resolution {
            let is_open = LazyCell::new(|| self.is_behind_outside() || self.is_in_rules());
            let likely = meanings.iter_mut().filter(|of| of.certainty < Certainty::Possible);
            for meaning in likely.filter(|of| self.is_of_another(of.def) || *is_open) {
                meaning.certainty = Certainty::Possible;
            }
            meanings.retain(|meaning| {
                !self.is_behind_type_outside(meaning.def) && !self.lacks_argument(meaning.def)
            });
            if meanings.is_empty() {
                return Resolution::External(None);
            }
        }
        resolution
    }

    /// Returns whether the value before the name is not known because it comes from outside: that
    /// the project has one member of the name says nothing of it.
    fn is_behind_outside(&self) -> bool {
        let Qualifier::Receiver(of) = self.found.qualifier else { return false };
        self.resolver.begins_outside(self.unit, of, self.offset())
    }

    /// Returns whether the name stands in a macro by rules, which is given any value: `$it.run()`.
    fn is_in_rules(&self) -> bool {
        let is_macro = |symbol: &Symbol| symbol.kind == SymbolKind::Macro;
        let of = self.unit.enclosing(self.offset(), is_macro);
        of.is_some_and(|of| self.unit.content()[self.unit.symbol(of).bytes.clone()].contains('$'))
    }

    /// Returns whether a definition is a member of a type itself, and the name before the dot is
    /// that of another type, which no file declares: `Task.FromResult`.
    fn is_behind_type_outside(&self, def: Def) -> bool {
        let Some((of, index)) = self.candidates.project.get(def) else { return false };
        let rules = self.unit.rules();
        let is_type = |name: &str| {
            name.starts_with(char::is_uppercase)
                && !rules.type_words.is_empty()
                && !self.candidates.project.declares_type(name)
        };
        is_behind_types_only(of, of.symbol(index))
            && self.is_of_another(def)
            && self.last_name_before().is_some_and(is_type)
    }

    /// Returns whether a name calls a member without any argument, in a language in which it cannot
    /// do otherwise, and a definition is a function that needs one.
    fn lacks_argument(&self, def: Def) -> bool {
        let text = self.unit.content();
        let (before, behind) = (&text[..self.offset()], &text[self.found.span.end as usize..]);
        let ends = ['.', ',', ')', ']', '}', ';', '\n', '&'];
        self.unit.rules().names_call
            && self.found.role == Role::Call
            && before.ends_with('.')
            && (behind.is_empty() || behind.starts_with(ends))
            && self
                .candidates
                .project
                .get(def)
                .is_some_and(|(of, symbol)| needs_argument(of, of.symbol(symbol)))
    }

    /// Returns the last name before the dot.
    fn last_name_before(&self) -> Option<&str> {
        let Qualifier::Receiver(receiver) = self.found.qualifier else { return None };
        let last = self.unit.names().last_name(receiver)?;
        Some(last.of(self.unit.content()))
    }

    /// Leaves as possible what is guessed of a name that is read from a table as any key is,
    /// `row.name`, where tables are types: a table that holds data has the keys of the data, and a
    /// module is known by its name.
    pub(super) fn with_open_keys(&self, mut resolution: Resolution) -> Resolution {
        let before = self.unit.content()[..self.offset()].trim_end();
        if self.unit.language.config.outline.tables_are_types
            && before.ends_with('.')
            && let Resolution::Definitions(meanings) = &mut resolution
        {
            for meaning in meanings.iter_mut().filter(|meaning| meaning.rule.is_guess()) {
                meaning.certainty = Certainty::Possible;
            }
        }
        resolution
    }

    /// Returns whether a definition is a member of the only value of a type, `object Pool`, or of a
    /// type itself, of which no name stands before the dot.
    fn is_of_another(&self, def: Def) -> bool {
        let Some((of, index)) = self.candidates.project.get(def) else { return false };
        let symbol = of.symbol(index);
        let is_marked = || symbol.signature.split_whitespace().any(|word| word == "static");
        if symbol.container.is_some()
            || !semantics::of(of.language).is_static(of, symbol)
            || is_marked() && !is_behind_types_only(of, symbol)
            || !matches!(self.found.qualifier, Qualifier::Receiver(_))
        {
            return false;
        }
        !self.last_name_before().is_some_and(|last| of.path_of(index).contains(&last))
    }
}

/// Returns whether the first parameter of a function has neither a default nor a mark.
fn needs_argument(unit: &Unit, function: &Symbol) -> bool {
    let Some(list) = parameter_list(unit, function).filter(|_| function.kind.is_callable()) else {
        return false;
    };
    let text = unit.content();
    let is_own = text[function.name_bytes.end..list.start as usize].trim().is_empty();
    let first = list.of(text).trim_start_matches(['(', ' ', '\n']);
    let name = &first[..first.find(|letter| !is_word(letter)).unwrap_or(first.len())];
    let behind = first[name.len()..].trim_start();
    is_own && !name.is_empty() && (behind.is_empty() || behind.starts_with([',', ')']))
}

/// Returns whether a definition is a member of a type itself that nothing but the type's name is
/// written before.
fn is_behind_types_only(unit: &Unit, symbol: &Symbol) -> bool {
    unit.rules().statics_need_types
        && semantics::is_of_type_itself(unit, symbol) == Some(true)
        && semantics::of(unit.language).extended(unit, symbol).is_none()
}
