//! Members that the project adds to types that are defined elsewhere: extension methods, blocks and
//! traits, and types that are opened again.

use super::candidates::{Candidate, Candidates, Extension, SeenExtensions};
use super::meaning::Resolution;
use super::members::simple_name;
use super::overloads::{arguments, arities};
use super::resolver::Resolver;
use super::types::extended_by;
use crate::domain::{Certainty, Symbol, SymbolKind, lock};
use crate::engine::graph::model::{Def, Lookup, Owner, Value};
use crate::engine::graph::project::{Unit, split_path};
use crate::engine::graph::rule::Rule;
use crate::engine::graph::semantics::{self, leads_to};
use crate::lang::Imports;
use crate::workspace::names::{Import, Qualifier, Use};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Maximum number of functions of types around a use that are looked at.
const MAX_AROUND: usize = 16;

/// What from outside of the project has a member.
#[derive(Clone, Copy)]
pub(super) enum Outside<'a> {
    /// A path, by its last name.
    Path(&'a str),
    /// A value, by the last name of its type, if that is written.
    Value(Option<&'a str>),
    /// A value of a written type that has no name: a list, a map.
    Nameless,
}

impl<'a> Outside<'a> {
    pub(super) fn of_value(resolver: &'a Resolver<'_>, value: &Value) -> Self {
        match resolver.type_name(value) {
            None if matches!(value, Value::Written(..)) => Self::Nameless,
            name => Self::Value(name),
        }
    }
}

impl Candidates<'_, '_> {
    /// Resolves a member of something from outside the project: only an extension could be the
    /// project's.
    pub(super) fn external_member(
        &self,
        unit: &Arc<Unit>,
        found: &Use,
        outside: Outside<'_>,
    ) -> Resolution {
        if is_behind_builtin(unit, found) {
            return Resolution::External(None);
        }
        let extending = self.extending.get_or_init(|| {
            let is_extension = |index: &usize| self.extension(&self.each[*index]).is_some();
            (0..self.each.len()).filter(is_extension).collect()
        });
        let seen = extending.iter().map(|index| &self.each[*index]);
        let seen = seen.filter(|each| each.may_be_seen(unit));
        let extensions: Vec<(Def, &Extension)> =
            seen.filter_map(|each| Some((each.def, self.extension(each)?))).collect();
        let (Outside::Path(of) | Outside::Value(Some(of))) = outside else {
            let possible = || self.possible_extensions(&extensions, |_| true);
            let is_known = matches!(outside, Outside::Nameless);
            let seen = self.extension_in_sight(unit, found, is_known);
            return seen.or_else(|| self.seen_trait(unit, found, None)).or_else(possible);
        };
        let is_it = |(_, extension): &&(Def, &Extension)| {
            !extension.is_of_trait && extension.of.as_deref() == Some(of)
        };
        let own: Vec<Def> = extensions.iter().filter(is_it).map(|(def, _)| *def).collect();
        if !own.is_empty() {
            return self.keep(&own, Certainty::Likely, Rule::Receiver);
        }
        if let Outside::Value(_) = outside {
            let seen = self.seen_trait(unit, found, Some(of));
            // The type may be below the one that an extension is written for.
            let seen = seen.or_else(|| match unit.rules().extension_functions {
                true => self.seen_extension(unit, found),
                false => Resolution::Unresolved,
            });
            return seen.or_else(|| self.possible_extensions(&extensions, |_| true));
        }
        let is_builtin = unit.rules().builtin_types.iter().any(|builtin| builtin == of);
        // Modules have no extensions.
        if of.starts_with(char::is_lowercase) && !is_builtin {
            return Resolution::External(None);
        }
        self.possible_extensions(&extensions, |extension| {
            // `impl<T> Trait for T` applies to every type. What is no value is not converted.
            !extension.is_converted
                && extension.of.as_deref().is_none_or(|own| own == of || own.chars().count() == 1)
        })
    }

    /// Resolves a member of a value of unknown type to the extension that the file sees by its
    /// place or by an import, if types from outside are all that have such members: the value is
    /// of such a type.
    pub(super) fn seen_extension(&self, unit: &Arc<Unit>, found: &Use) -> Resolution {
        self.extension_in_sight(unit, found, false)
    }

    /// As [`Self::seen_extension`]. Members of other types are passed by where it `is_known` that
    /// the value is of none.
    fn extension_in_sight(&self, unit: &Arc<Unit>, found: &Use, is_known: bool) -> Resolution {
        if self.is_common {
            return Resolution::Unresolved;
        }
        let Some(seen) = self.seen_extensions(unit, is_known) else {
            return Resolution::Unresolved;
        };
        let (defs, rules): (Vec<Def>, Vec<Rule>) = seen.iter().copied().unzip();
        let Some(rule) = rules.into_iter().min().filter(|_| self.is_one_group(&defs)) else {
            return Resolution::Unresolved;
        };
        let arities = arities(self.project, &defs);
        let takes = |def: &Def| match (arguments(unit, found), arities.get(def)) {
            (Some(arguments), Some(arity)) => arity.takes(arguments),
            _ => true,
        };
        match defs.iter().any(takes) {
            true => self.keep(&defs, Certainty::Likely, rule),
            false => Resolution::Unresolved,
        }
    }

    /// Returns whether a file sees an extension by its place or by an import.
    pub(super) fn is_seen(&self, unit: &Arc<Unit>, extension: Def) -> bool {
        let each = self.indices.get(&extension).map(|index| &self.each[*index]);
        each.is_some_and(|each| sight(&Resolver::new(&self.context), unit, each).is_some())
    }

    /// Returns the extensions that a file sees, each with the rule by which it does; `None` if
    /// types of the project have such members too, which are left out where that `is_known` not to
    /// matter. A file may ask for each of thousands of uses.
    fn seen_extensions(&self, unit: &Arc<Unit>, is_known: bool) -> SeenExtensions {
        let key = (unit.file, is_known);
        if let Some(known) = lock(&self.seen_extensions).get(&key) {
            return known.clone();
        }
        let is_member = |each: &&Candidate<'_>| each.owner.is_some() && each.may_be_seen(unit);
        let members = self.each.iter().filter(is_member);
        let members = members.filter(|each| !is_known || self.extends_outside(each));
        let are_all_outside = members.clone().all(|each| self.extends_outside(each));
        let seen = are_all_outside.then(|| {
            let resolver = Resolver::new(&self.context);
            members.filter_map(|each| Some((each.def, sight(&resolver, unit, each)?))).collect()
        });
        lock(&self.seen_extensions).insert(key, seen.clone());
        seen
    }

    /// Returns the extensions that an import names, if a use is the name in it; it names all of its
    /// package.
    pub(super) fn imported_extensions(&self, unit: &Unit, found: &Use) -> Vec<Def> {
        let is_around = |import: &&Import| {
            import.span.start <= found.span.start && found.span.end <= import.span.end
                || import.original() == Some(found.span)
        };
        if unit.rules().imports != Imports::Namespaces {
            return Vec::new();
        }
        let mut imports = unit.imports_holding(&self.name).filter(is_around);
        let of = |import: &Import| self.extensions_of_import(unit, import).to_vec();
        let mut found = imports.next().map(of).unwrap_or_default();
        let more: Vec<Def> = imports.flat_map(of).collect();
        if !more.is_empty() {
            found.extend(more);
            found.sort_unstable_by_key(|def| self.indices.get(def));
            found.dedup();
        }
        found
    }

    /// Returns the extensions that an import names. Very many imports may each name the same.
    pub(super) fn extensions_of_import(&self, unit: &Unit, import: &Import) -> Arc<Vec<Def>> {
        if unit.rules().imports != Imports::Namespaces {
            return Arc::default();
        }
        let key = (unit.file, import.module.clone());
        if let Some(known) = lock(&self.imported).get(&key) {
            return Arc::clone(known);
        }
        let is_extension = |each: &&Candidate<'_>| {
            each.symbol.parent.is_none()
                && each.symbol.container.is_some()
                && each.may_be_seen(unit)
                && imports_it(import, each)
        };
        let found: Vec<Def> = self.each.iter().filter(is_extension).map(|each| each.def).collect();
        let found = Arc::new(found);
        lock(&self.imported).insert(key, Arc::clone(&found));
        found
    }

    /// Returns whether a member is added to a type that is not known to be the project's.
    fn extends_outside(&self, each: &Candidate<'_>) -> bool {
        *each.extends_outside.get_or_init(|| self.is_of_outside(each))
    }

    /// See [`Self::extends_outside`], which asks once for each.
    fn is_of_outside(&self, each: &Candidate<'_>) -> bool {
        let extension = self.extension(each).filter(|extension| !extension.is_of_trait);
        let Some(of) = extension.and_then(|extension| extension.of.as_deref()) else {
            return false;
        };
        let at = each.symbol.name_bytes.start;
        let resolver = Resolver::new(&self.context);
        // A table that the project fills with functions, as in Lua.
        let is_table = |def: &Def| self.kind_of(*def).is_some_and(SymbolKind::has_value);
        let is_own_table = || match resolver.lookup_at(each.unit, at, of) {
            Lookup::Definitions(defs) => defs.iter().all(is_table),
            _ => false,
        };
        !matches!(resolver.type_value(each.unit, of, at), Value::Type(_)) && !is_own_table()
    }

    /// Resolves to the extensions that `accept` takes, as possible.
    fn possible_extensions(
        &self,
        extensions: &[(Def, &Extension)],
        accept: impl Fn(&Extension) -> bool,
    ) -> Resolution {
        if self.is_common {
            return Resolution::External(None);
        }
        let accepted = extensions.iter().filter(|(_, extension)| accept(extension));
        let found: Vec<Def> = accepted.map(|(def, _)| *def).collect();
        self.possible(&found).or_else(|| Resolution::External(None))
    }

    /// Returns what a definition extends; `None` if it is a member of a type of the project's.
    fn extension<'c>(&self, each: &'c Candidate<'_>) -> Option<&'c Extension> {
        each.extension.get_or_init(|| self.find_extension(each)).as_ref()
    }

    fn find_extension(&self, each: &Candidate<'_>) -> Option<Extension> {
        let (unit, symbol) = (each.unit, each.symbol);
        let of_any = Extension { of: None, is_of_trait: true, is_converted: false };
        let of_type = |of: &str| Extension {
            of: Some(simple_name(of).to_owned()),
            is_of_trait: false,
            is_converted: false,
        };
        let extended = semantics::of(unit.language).extended(unit, symbol);
        if let Some(of) = extended.or_else(|| type_in_header(unit, symbol)) {
            return Some(of_type(of));
        }
        match each.owner.as_ref()? {
            Owner::Named { name, implemented: Some(_), .. } => {
                Some(Extension { is_of_trait: true, ..of_type(name) })
            }
            Owner::Named { name, at, .. } => {
                let of = Resolver::new(&self.context).type_value(unit, name, *at);
                let is_outside =
                    matches!(of, Value::External | Value::Unknown | Value::Written(..));
                is_outside.then(|| of_type(name))
            }
            // A member of an object that extends another type.
            Owner::Type(_) if symbol.container.is_some() => {
                symbol.container.as_deref().map(of_type)
            }
            Owner::Type(of) => {
                let (unit, of) = self.project.get(*of)?;
                let of = unit.symbol(of);
                let is_builtin = unit.is_builtin_type(&of.name);
                let is_converted =
                    || semantics::of(unit.language).is_converted_to(self.project, unit, of);
                match of.kind {
                    SymbolKind::Trait => Some(of_any),
                    _ if is_builtin => Some(of_type(&of.name)),
                    _ => is_converted().then_some(Extension { is_converted: true, ..of_any }),
                }
            }
        }
    }

    /// Resolves a member that types do not have to functions for them that are members of a type
    /// around the use: `class Table { fun Column.copy() … }`.
    pub(super) fn applied_around(
        &self,
        unit: &Arc<Unit>,
        found: &Use,
        types: &[Def],
    ) -> Resolution {
        let own = self.each.iter().filter_map(|each| match (&each.owner, &each.symbol.container) {
            (Some(Owner::Type(of)), Some(name)) => Some((each, *of, name)),
            _ => None,
        });
        let mut own = own.filter(|(each, ..)| each.may_be_seen(unit)).peekable();
        if !unit.rules().extension_functions || types.is_empty() || own.peek().is_none() {
            return Resolution::Unresolved;
        }
        let resolver = Resolver::new(&self.context);
        let around = resolver.types_around(unit, found.span.start as usize);
        let around: Vec<Def> =
            around.iter().flat_map(|of| resolver.with_ancestors(&of.types)).collect();
        let subjects = resolver.with_ancestors(types);
        let applies = |each: &Candidate<'_>, of: &str| {
            let at = each.symbol.name_bytes.start;
            resolver.types_named(each.unit, of, at).iter().any(|of| subjects.contains(of))
        };
        let around = own.filter(|(_, of, _)| around.contains(of)).take(MAX_AROUND);
        let own: Vec<Def> =
            around.filter(|(each, _, of)| applies(each, of)).map(|(each, ..)| each.def).collect();
        self.keep(&own, Certainty::Likely, Rule::Receiver)
    }

    /// Resolves a member that types do not have to functions of other types that extend them or
    /// their ancestors.
    pub(super) fn extension_members(&self, unit: &Unit, types: &[Def]) -> Resolution {
        let resolver = Resolver::new(&self.context);
        let extended = self.extended.get_or_init(|| {
            let extended = self.each.iter().zip(0..).filter_map(|(each, index)| {
                let of = semantics::of(each.unit.language).extended(each.unit, each.symbol)?;
                Some((index, simple_name(of).to_owned()))
            });
            extended.collect()
        });
        let found = extended.iter().filter(|(index, _)| self.each[*index].may_be_seen(unit));
        let found: Vec<(Def, &str)> =
            found.map(|(index, of)| (self.each[*index].def, of.as_str())).collect();
        if found.is_empty() {
            return Resolution::Unresolved;
        }
        let all = resolver.with_ancestors(types);
        let mut names: FxHashMap<&str, Vec<Def>> = FxHashMap::default();
        for def in &all {
            if let Some(name) = resolver.name_of(*def) {
                names.entry(name).or_default().push(*def);
            }
        }
        let extends = |def: Def, of: &str| {
            let named = names.get(of);
            named.is_some_and(|types| types.iter().any(|of| resolver.may_extend(def, *of)))
        };
        let own = found.iter().filter(|(def, of)| extends(*def, of));
        let own: Vec<Def> = own.map(|(def, _)| *def).collect();
        if own.is_empty() {
            let all: Vec<Def> = found.into_iter().map(|(def, _)| def).collect();
            return self.keep(&all, Certainty::Possible, Rule::SameName);
        }
        self.keep(&own, Certainty::Likely, Rule::Receiver)
    }
}

/// Returns the rule by which a file sees an extension: it stands beside it, or is imported.
fn sight(resolver: &Resolver<'_>, unit: &Arc<Unit>, each: &Candidate<'_>) -> Option<Rule> {
    let is_shared = unit.rules().is_program_wide();
    // The members of an object are imported from it, which imports of packages do not show.
    if !is_shared && each.symbol.parent.is_some() {
        return imports_member(resolver, unit, each).then_some(Rule::Import);
    }
    match unit.rules().imports {
        Imports::Paths | Imports::Constants => None,
        _ if each.def.file == unit.file => Some(Rule::SameFile),
        Imports::Namespaces => {
            let own = unit.package().unwrap_or_default();
            let of = each.unit.package().unwrap_or_default();
            let is_around = of.is_empty() || own.starts_with(&format!("{of}/"));
            if own == of || is_shared && is_around {
                return Some(Rule::SamePackage);
            }
            let name = &each.symbol.name;
            let is_imported = unit.wildcard_imports().any(|import| package_path(import) == of)
                || resolver.is_imported_by_all(unit, &of)
                || unit.imports_holding(name).any(|import| imports_it(import, each));
            is_imported.then_some(Rule::Import)
        }
        Imports::Modules => {
            (split_path(unit.path()).0 == each.directory).then_some(Rule::SamePackage)
        }
        Imports::Words => {
            let is_it = |import: &Import| leads_to(&import.module, each.unit.path());
            unit.wildcard_imports().any(is_it).then_some(Rule::Import)
        }
    }
}

/// Returns the path that an import names, as packages are written.
fn package_path(import: &Import) -> String {
    import.module.replace('.', "/")
}

/// Returns whether an import names an extension by its package and its name.
pub(super) fn imports_it(import: &Import, each: &Candidate<'_>) -> bool {
    let own = each.path_of_import.get_or_init(|| {
        let of = each.unit.package().unwrap_or_default();
        format!("{of}/{}", each.symbol.name)
    });
    // Each of very many imports may be compared with each extension: the length tells most.
    own.len() == import.module.len() && *own == package_path(import)
}

/// Returns whether a file imports a member of an object by its name, or all of them.
fn imports_member(resolver: &Resolver<'_>, unit: &Arc<Unit>, each: &Candidate<'_>) -> bool {
    let name = &each.symbol.name;
    let by_name = unit.imports_holding(name).any(|import| {
        let found = resolver.follow(unit, import);
        matches!(found, Lookup::Definitions(defs) if defs.contains(&each.def))
    });
    let of_all = |import: &Import| {
        let found = resolver.follow(unit, import);
        matches!(found, Lookup::Definitions(types) if types.iter().any(|of| each.symbol.parent == Some(of.symbol as usize) && each.def.file == of.file))
    };
    by_name || unit.wildcard_imports().any(of_all)
}

/// Returns the type whose members a definition's type adds to, by that type's header.
fn type_in_header<'u>(unit: &'u Unit, symbol: &Symbol) -> Option<&'u str> {
    extended_by(unit, &unit.symbols()[symbol.parent?])
}

/// Returns whether a name is a member of a built-in type itself, `string.Join`: what takes a value
/// as its first parameter is not called on that.
fn is_behind_builtin(unit: &Unit, found: &Use) -> bool {
    let rules = unit.rules();
    let Qualifier::Receiver(of) = found.qualifier else { return false };
    let is_builtin = |name: &str| {
        name.starts_with(char::is_lowercase) && rules.builtin_types.iter().any(|of| of == name)
    };
    rules.receiver_is_parameter
        && unit.names().single_name(of).is_some_and(|name| is_builtin(name.of(unit.content())))
}
