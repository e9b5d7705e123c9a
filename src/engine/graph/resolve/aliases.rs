//! Type aliases such as `type Lookup<T> = Result<T, Error>`, replaced by the types that they
//! denote.

use super::instance::apply;
use super::resolver::Resolver;
use super::types::{self, WrittenHead};
use crate::domain::SymbolKind;
use crate::engine::graph::model::{Def, KnownTypeArguments, Lookup, Members, Value};
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Expression, ExpressionId, Span, Type, TypeAlias, TypeId, TypeList};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Maximum bytes of an alias that is more than another name; a longer definition is a structure of
/// its own.
const MAX_BYTES: usize = 2000;

/// Maximum number of parts of a union that are followed.
const MAX_PARTS: usize = 16;

/// A type alias with its file.
pub(super) struct Alias {
    pub(super) unit: Arc<Unit>,
    pub(super) written: TypeAlias,
}

impl Alias {
    pub(super) fn heads(&self) -> Vec<WrittenHead> {
        types::heads(&self.unit, self.written.value)
    }

    /// Returns the type parameters, which are between the alias's name and its value.
    fn parameters(&self) -> &[Span] {
        let generics = &self.unit.names().generics;
        let first = generics.partition_point(|generic| generic.start < self.written.name.end);
        let end = generics.partition_point(|generic| generic.start < self.written.span.start);
        generics.get(first..end).unwrap_or_default()
    }
}

impl Resolver<'_> {
    /// Replaces aliases among types by the types they denote, where those are the project's. What
    /// very many denote is not told apart.
    pub(super) fn unaliased(&self, definitions: Vec<Def>) -> Vec<Def> {
        if self.are_too_many(&definitions) {
            return definitions;
        }
        let (mut types, mut seen) = (Vec::new(), FxHashSet::default());
        for def in definitions {
            let meant = self.aliased_types(def);
            // An intersection may have members of its own.
            let is_own = meant.is_empty() || self.has_members(def);
            let all = is_own.then_some(def).into_iter().chain(meant);
            types.extend(all.filter(|of| seen.insert(*of)));
        }
        types
    }

    /// See [`Resolver::members`]; an alias has those of the type that it denotes.
    pub(in crate::engine) fn members_of_denoted(&self, types: &[Def], name: &str) -> Members {
        self.members(&self.unaliased(types.to_vec()), name)
    }

    pub(super) fn has_members(&self, of: Def) -> bool {
        let Some((unit, symbol)) = self.project.get(of) else { return false };
        let after = unit.symbols().get(symbol as usize + 1);
        after.is_some_and(|member| member.parent == Some(symbol as usize))
    }

    fn aliased_types(&self, def: Def) -> Vec<Def> {
        let Some(alias) = self.alias(def) else { return Vec::new() };
        if !self.aliases.borrow_mut().begin(def) {
            return Vec::new();
        }
        let heads = alias.heads().into_iter().take(MAX_PARTS);
        let types = |applied: WrittenHead| match self.type_of_head(&alias.unit, applied.head) {
            Value::Type(types) => types,
            _ => Vec::new(),
        };
        let meant = heads.flat_map(types).collect();
        self.aliases.borrow_mut().end();
        meant
    }

    /// Returns the type arguments that a type is given by the alias that names it: `Document` by
    /// `using Pages = Box<Document>`, and those of a use to the alias's own parameters. `None` also
    /// if aliases of the name give it different ones.
    pub(super) fn given_by_alias(
        &self,
        unit: &Arc<Unit>,
        written: &WrittenHead,
        of: Def,
        given: &KnownTypeArguments,
    ) -> KnownTypeArguments {
        let name = types::last_name(unit, written.head)?;
        let (meant, symbol) = self.project.get(of)?;
        if meant.symbol(symbol).name == name {
            return None;
        }
        let mut found: Option<(Alias, Def, &str)> = None;
        for def in self.definitions_of_head(unit, written.head, name) {
            let Some(alias) = self.alias(def) else { continue };
            let [WrittenHead { arguments, .. }] = alias.heads()[..] else { continue };
            if arguments.is_empty() || self.aliased_types(def) != [of] {
                continue;
            }
            let (defining, symbol) = self.project.get(def)?;
            let text = defining.content().get(defining.symbol(symbol).bytes.clone())?;
            match &found {
                Some((_, _, known)) if *known != text => return None,
                Some(_) => {}
                None => found = Some((alias, def, text)),
            }
        }
        let (alias, def, _) = found?;
        let [WrittenHead { arguments, .. }] = alias.heads()[..] else { return None };
        apply(of, &alias.unit, arguments, &apply(def, unit, written.arguments, given))
    }

    /// Returns what the name of a written type is defined as, with aliases as they are.
    fn definitions_of_head(&self, unit: &Arc<Unit>, head: ExpressionId, name: &str) -> Vec<Def> {
        if unit.rules().qualifying_namespaces {
            let found = self.project.definitions(name);
            return found
                .map_or_else(|_| Vec::new(), |all| all.iter().copied().take(MAX_PARTS).collect());
        }
        let found = match unit.names().expression(head) {
            Expression::Name(at) => self.lookup_at(unit, at.start as usize, name),
            Expression::Member { of, .. } => match self.unnested(|| self.value_of(unit, of)) {
                Value::Module(module) => self.lookup_behind(unit, &module, name),
                _ => Lookup::Unknown,
            },
            _ => Lookup::Unknown,
        };
        match found {
            Lookup::Definitions(found) => found.into_iter().take(MAX_PARTS).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns a value of what a type of its own is made of: of `[]User` for a value of `Users` by
    /// `type Users []User`. Any other value is returned unchanged.
    pub(super) fn underlying(&self, value: Value) -> Value {
        let Value::Instance(types, given) = &value else { return value };
        let [def] = types[..] else { return value };
        let Some((unit, written)) = self.named_type_at(def) else { return value };
        let is_list = || {
            let meant = unit.names().written_type(written.value);
            matches!(meant, Type::Elements(_) | Type::Keyed(..))
        };
        match written.is_own || is_list() {
            true => Value::Written(unit.file, written.value, given.clone()),
            false => value,
        }
    }

    /// Returns the name of the type that an alias denotes, if that type was not found, so that only
    /// the alias is given. Of alternatives, one may denote a type of the language's or of a
    /// namespace outside of the project. `None` if all do.
    pub(super) fn unresolved_alias(&self, types: &[Def]) -> Option<String> {
        let mut found: Option<String> = None;
        for def in types {
            let alias = self.alias(*def)?;
            let [WrittenHead { head, .. }] = alias.heads()[..] else { return None };
            let rules = alias.unit.rules();
            let name = types::last_name(&alias.unit, head)?;
            let is_builtin = rules.builtin_types.iter().any(|builtin| builtin == name);
            if is_builtin || types::is_external(&alias.unit, head) {
                continue;
            }
            let is_other = found.as_ref().is_some_and(|known| known != name);
            // A header may name a structure that only the file has which uses its fields.
            let is_itself = alias.unit.symbol(def.symbol).name == name && !rules.included_names;
            if is_other || is_itself {
                return None;
            }
            found = Some(name.to_owned());
        }
        found
    }

    /// Returns the type argument that an alias reduces to if it only wraps one of its parameters:
    /// `Pool` for `Lookup<Pool>`.
    pub(super) fn aliased_argument(
        &self,
        unit: &Unit,
        types: &[Def],
        arguments: TypeList,
    ) -> Option<TypeId> {
        let [def] = types else { return None };
        if arguments.is_empty() {
            return None;
        }
        let alias = self.alias(*def)?;
        let [WrittenHead { head, .. }] = alias.heads()[..] else { return None };
        let content = alias.unit.content();
        let head = alias.unit.names().single_name(head)?.of(content);
        let index =
            alias.parameters().iter().position(|parameter| parameter.of(content) == head)?;
        unit.names().types_in(arguments).get(index).copied()
    }

    /// Returns what a type is written to be, with its file.
    fn named_type_at(&self, def: Def) -> Option<(&Arc<Unit>, TypeAlias)> {
        let (unit, symbol) = self.project.get(def)?;
        let symbol = unit.symbol(symbol);
        if symbol.kind != SymbolKind::Type {
            return None;
        }
        let aliases = &unit.names().aliases;
        let at = symbol.name_bytes.start as u32;
        let found = aliases.binary_search_by_key(&at, |alias| alias.name.start).ok()?;
        Some((unit, aliases[found]))
    }

    pub(super) fn alias(&self, def: Def) -> Option<Alias> {
        let (unit, written) = self.named_type_at(def).filter(|(_, written)| !written.is_own)?;
        let symbol = unit.symbol(def.symbol);
        // The body of a structure may stand before the name: `typedef struct pool { … } pool_t`.
        let meant = unit.names().written_type(written.value);
        let is_name = matches!(meant, Type::Named { arguments, .. } if arguments.is_empty());
        let is_alias = is_name || symbol.bytes.len() <= MAX_BYTES;
        is_alias.then(|| Alias { written, unit: Arc::clone(unit) })
    }
}
