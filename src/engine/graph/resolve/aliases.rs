//! Other names for types: what `type Lookup<T> = Result<T, Error>` and its like stand for.

use super::members::simple_name;
use super::resolver::Resolver;
use crate::domain::SymbolKind;
use crate::engine::graph::model::Def;
use crate::engine::graph::project::Unit;
use crate::engine::graph::type_text;
use std::ops::Range;
use std::sync::Arc;

/// Aliases of aliases that are followed.
const DEEPEST: usize = 3;

/// A longer definition is a structure of its own.
const LONGEST: usize = 2000;

/// Parts of a union that are looked at.
const MOST_PARTS: usize = 16;

/// An alias, read.
struct Alias {
    unit: Arc<Unit>,
    parameters: Vec<String>,
    /// The type that is meant, as bytes of the file.
    value: Range<usize>,
}

impl Alias {
    fn heads(&self) -> Vec<&str> {
        type_text::heads(&self.unit.content()[self.value.clone()], self.unit.rules())
    }
}

impl Resolver<'_> {
    /// Types, with aliases replaced by what they stand for as far as that is among the project's.
    pub(super) fn unaliased(&self, definitions: Vec<Def>) -> Vec<Def> {
        let mut types = Vec::new();
        for def in definitions {
            let meant = self.meant(def);
            let is_known = !meant.is_empty();
            types.extend(meant.into_iter().chain((!is_known).then_some(def)));
        }
        types.dedup();
        types
    }

    fn meant(&self, def: Def) -> Vec<Def> {
        let Some(alias) = self.alias(def) else { return Vec::new() };
        {
            let mut followed = self.aliases.borrow_mut();
            if followed.len() >= DEEPEST || followed.contains(&def) {
                return Vec::new();
            }
            followed.push(def);
        }
        let heads = alias.heads().into_iter().take(MOST_PARTS);
        let meant = heads.flat_map(|head| self.types_named(&alias.unit, head, alias.value.start)).collect();
        self.aliases.borrow_mut().pop();
        meant
    }

    /// The name of the type that an alias stands for, where the alias alone is given because that type was not found. `None` where it
    /// is one of the language's or of a namespace outside of the project.
    pub(super) fn unresolved_alias(&self, types: &[Def]) -> Option<String> {
        let [def] = types else { return None };
        let alias = self.alias(*def)?;
        let [head] = alias.heads()[..] else { return None };
        let rules = alias.unit.rules();
        let name = simple_name(head);
        let is_foreign =
            head.split("::").next().is_some_and(|first| rules.foreign_namespaces.iter().any(|word| word == first));
        let is_builtin = rules.builtin_types.iter().any(|builtin| builtin == name);
        (!is_foreign && !is_builtin && alias.unit.symbol(def.symbol).name != name).then(|| name.to_owned())
    }

    /// What an alias stands for that is no more than one of its arguments with something around it: `Pool` for
    /// `Lookup<Pool>`.
    pub(super) fn argument_meant<'a>(&self, types: &[Def], arguments: &[&'a str]) -> Option<&'a str> {
        let [def] = types else { return None };
        if arguments.is_empty() {
            return None;
        }
        let alias = self.alias(*def)?;
        let [head] = alias.heads()[..] else { return None };
        let index = alias.parameters.iter().position(|parameter| parameter == head)?;
        arguments.iter().copied().filter(|argument| !argument.starts_with('\'')).nth(index)
    }

    fn alias(&self, def: Def) -> Option<Alias> {
        let (unit, symbol) = self.project.get(def)?;
        let symbol = unit.symbol(symbol);
        if symbol.kind != SymbolKind::Type || symbol.bytes.len() > LONGEST {
            return None;
        }
        let start = symbol.bytes.start;
        let read = type_text::alias(unit.content().get(symbol.bytes.clone())?)?;
        let parameters = read.parameters.into_iter().map(str::to_owned).collect();
        let value = start + read.value.start..start + read.value.end;
        Some(Alias { parameters, value, unit: Arc::clone(unit) })
    }
}
