//! Types and their members: owners of members, supertypes, and member look-up along them.

use super::resolver::{Context, Resolver};
use super::types;
use crate::domain::{Symbol, SymbolKind, lock};
use crate::engine::graph::model::{Def, EnclosingType, Lookup, Members, Owner, Value};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::semantics;
use crate::lang::Imports;
use crate::workspace::names::{Binding, Expression, ExpressionId, Type, TypeId};
use rustc_hash::FxHashSet;
use std::cell::OnceCell;
use std::sync::Arc;

/// Returns whether a symbol has members as a type has: a type, or an `impl` of one.
pub(super) fn has_members(unit: &Unit, symbol: &Symbol) -> bool {
    unit.is_type(symbol) || symbol.kind == SymbolKind::Impl
}

/// Returns the type that a definition is a member of; `None` for other definitions.
pub(in crate::engine) fn owner(unit: &Unit, symbol: u32) -> Option<Owner> {
    let definition = unit.symbol(symbol);
    let semantics = semantics::of(unit.language);
    if let Some(parent) = parent_type(unit, definition) {
        let parent_symbol = &unit.symbols()[parent];
        if parent_symbol.kind == SymbolKind::Impl {
            let before = semantics.before_container(unit, parent_symbol);
            return Some(Owner::Named {
                name: format!("{before}{}", parent_symbol.name),
                at: parent_symbol.name_bytes.start,
                implemented: implemented(unit, parent_symbol),
            });
        }
        return Some(Owner::Type(Def { file: unit.file, symbol: parent as u32 }));
    }
    let name = definition.container.as_ref()?;
    let name = format!("{}{name}", semantics.before_container(unit, definition));
    Some(Owner::Named { name, at: scope_offset(definition), implemented: None })
}

/// Returns whether [`owner`] finds a type.
pub(super) fn has_owner(unit: &Unit, definition: &Symbol) -> bool {
    definition.container.is_some() || parent_type(unit, definition).is_some()
}

/// Returns the type, or the block that adds to one, of which a definition is a member by its place.
fn parent_type(unit: &Unit, definition: &Symbol) -> Option<usize> {
    let parent = definition.parent?;
    let symbol = &unit.symbols()[parent];
    let is_it = symbol.kind == SymbolKind::Impl
        || unit.is_type(symbol) && unit.facts().outline.type_around(definition).is_some();
    (is_it && !semantics::of(unit.language).is_of_scope_around(definition)).then_some(parent)
}

/// Returns the trait of an `impl` as its header writes it, with the path before its name.
fn implemented(unit: &Unit, symbol: &Symbol) -> Option<String> {
    let name = symbol.container.as_deref()?;
    let pairs = unit.names().supertypes_at(symbol.name_bytes.start).iter();
    let mut heads =
        pairs.filter_map(|pair| match unit.names().written_type(pair.supertype_written) {
            Type::Named { head, .. } => Some(head),
            _ => None,
        });
    let head = heads.find(|head| types::last_name(unit, *head) == Some(name));
    Some(head.map_or(name, |head| types::path(unit, head)).to_owned())
}

/// Returns the symbol whose scope a definition's name belongs to: what it is written in, or what is
/// around that where its members are open.
pub(in crate::engine) fn scope_of(unit: &Unit, definition: &Symbol) -> Option<usize> {
    let semantics = semantics::of(unit.language);
    let mut scope = definition.parent?;
    while semantics.is_of_scope_around(definition) && unit.is_type(&unit.symbols()[scope]) {
        scope = unit.symbols()[scope].parent?;
    }
    while semantics.has_open_members(&unit.symbols()[scope]) {
        scope = unit.symbols()[scope].parent?;
    }
    Some(scope)
}

/// Returns the byte offset at which a definition's enclosing names are resolved: before it, since
/// its own type is not found through its members.
pub(super) fn scope_offset(definition: &Symbol) -> usize {
    definition.bytes.start.saturating_sub(1)
}

/// Returns the unqualified name of the type that a member belongs to.
pub(in crate::engine) fn owner_name<'u>(unit: &'u Unit, definition: &'u Symbol) -> Option<&'u str> {
    // A companion's members are called by the name of the type around it.
    let is_open =
        |parent: &usize| semantics::of(unit.language).has_open_members(&unit.symbols()[*parent]);
    let inner = unit.facts().outline.type_around(definition);
    let around = || inner.filter(is_open).and_then(|inner| unit.symbols()[inner].parent);
    let parent = around().or(inner);
    let parent =
        parent.map(|parent| &unit.symbols()[parent]).filter(|parent| has_members(unit, parent));
    let name = parent.map(|parent| &parent.name).or(definition.container.as_ref())?;
    Some(simple_name(name))
}

impl Resolver<'_> {
    /// Returns the type that encloses a byte offset: that of `self` or `this` there.
    pub(in crate::engine) fn enclosing_type(
        &self,
        unit: &Arc<Unit>,
        at: usize,
    ) -> Option<EnclosingType> {
        let inner =
            unit.enclosing(at, |symbol| has_members(unit, symbol) || symbol.container.is_some())?;
        let symbol = unit.symbol(inner);
        if unit.is_type(symbol) {
            let mut types = vec![Def { file: unit.file, symbol: inner }];
            types.extend(self.required_types(unit, inner));
            return Some(EnclosingType { name: symbol.name.clone(), types });
        }
        let name = match (symbol.kind, &symbol.container) {
            // A block that has a name of its own adds to the type in its header.
            (SymbolKind::Impl, _) => {
                types::extended_by(unit, symbol).unwrap_or(&symbol.name).to_owned()
            }
            (_, Some(container)) => container.clone(),
            (_, None) => return None,
        };
        let before = semantics::of(unit.language).before_container(unit, symbol);
        let in_full = |name: &str| self.types_named(unit, name, scope_offset(symbol));
        let mut types =
            if before.is_empty() { Vec::new() } else { in_full(&format!("{before}{name}")) };
        if types.is_empty() {
            types = in_full(&name);
        }
        if types.is_empty() {
            types = self.types_of_bound(unit, symbol);
        }
        types.extend(self.required_types(unit, inner));
        Some(EnclosingType { name, types })
    }

    /// Returns the types whose members are in scope without a receiver, innermost first: enclosing
    /// types, and the supertypes of enclosing anonymous types.
    pub(in crate::engine) fn types_around(
        &self,
        unit: &Arc<Unit>,
        at: usize,
    ) -> Vec<EnclosingType> {
        let mut around = self.nameless_around(unit, at);
        let is_around = |symbol: &Symbol| has_members(unit, symbol) || symbol.container.is_some();
        if let Some(inner) = unit.enclosing(at, is_around) {
            let symbol = unit.symbol(inner);
            // The members of a type are not in scope in its header, nor before it: at the
            // beginning of a file there is nothing else.
            let mut header = unit.names().supertypes_at(symbol.name_bytes.start).iter();
            let is_in_header =
                at <= symbol.bytes.start || header.any(|pair| pair.supertype.range().contains(&at));
            let innermost = || self.enclosing_type(unit, at);
            if let Some(innermost) = (!is_in_header).then(innermost).flatten() {
                let length = symbol.bytes.len();
                // The members of a block with a name of its own come before those of its type.
                if symbol.kind == SymbolKind::Impl && symbol.name != innermost.name {
                    let own = EnclosingType { name: symbol.name.clone(), types: Vec::new() };
                    around.push((length, own));
                }
                around.push((length, innermost));
            }
            let mut above = symbol.parent;
            while let Some(index) = above {
                let symbol = &unit.symbols()[index];
                if unit.is_type(symbol) {
                    let types = vec![Def { file: unit.file, symbol: index as u32 }];
                    around.push((
                        symbol.bytes.len(),
                        EnclosingType { name: symbol.name.clone(), types },
                    ));
                }
                above = symbol.parent;
            }
            around.extend(self.types_named_before(unit, symbol));
        }
        around.extend(self.receivers_around(unit, at));
        around.sort_by_key(|(length, _)| *length);
        around.into_iter().map(|(_, of)| of).collect()
    }

    /// Returns the types that a written name or path refers to at a place.
    pub(in crate::engine) fn types_named(
        &self,
        unit: &Arc<Unit>,
        path: &str,
        at: usize,
    ) -> Vec<Def> {
        match self.type_value(unit, path, at) {
            Value::Type(types) => types,
            _ => Vec::new(),
        }
    }

    /// Returns the value of a written type's name or path at a place.
    pub(in crate::engine) fn type_value(&self, unit: &Arc<Unit>, path: &str, at: usize) -> Value {
        if unit.is_builtin_type(path) {
            return Value::External;
        }
        let names = names_of_path(path);
        if let Some(value) = self.value_in_full(unit, &names, at) {
            return value;
        }
        let value = self.as_type((unit, at), self.value_of_path(unit, &names, at), &names);
        let value = self.type_by_full_path(unit, &names, at, value);
        self.type_by_last_name(unit, path, &names, at, value)
    }

    /// Returns the value of a written type's name or path.
    pub(in crate::engine) fn type_of_head(&self, unit: &Arc<Unit>, head: ExpressionId) -> Value {
        let path = types::path(unit, head);
        if unit.is_builtin_type(path) {
            return Value::External;
        }
        let names = names_of_path(path);
        let at = unit.names().root_name(head).map_or(0, |name| name.start as usize);
        if let Some(value) = self.value_in_full(unit, &names, at) {
            return value;
        }
        let value = match (self.unnested(|| self.value_of(unit, head)), &names[..]) {
            // A function may have the name of the type that it makes.
            (value @ Value::Function(_), [name])
                if semantics::of(unit.language).types_are_apart()
                    || unit.rules().included_names
                    || unit.rules().is_directory_wide() =>
            {
                self.type_beside(unit, name, at).unwrap_or(value)
            }
            (value, _) => value,
        };
        let value = self.as_type((unit, at), value, &names);
        let value = self.type_by_full_path(unit, &names, at, value);
        self.type_by_last_name(unit, path, &names, at, value)
    }

    /// Returns the type of a name that a function within a file has as well.
    fn type_beside(&self, unit: &Arc<Unit>, name: &str, at: usize) -> Option<Value> {
        let mut found = match self.lookup_at(unit, at, name) {
            Lookup::Definitions(found) => found,
            _ if unit.rules().included_names => self.project.definitions_in(unit.file, name),
            _ => return None,
        };
        found.retain(|def| self.project.is_type(*def));
        if found.is_empty() {
            found = self.declared_in_included(unit, name);
            found.retain(|def| self.project.is_type(*def));
        }
        (!found.is_empty()).then(|| Value::Type(self.unaliased(found)))
    }

    /// Looks a type up by the last name of its path, if the program shares its names and the
    /// namespace in front is unknown: that may be an alias, or be defined in a macro.
    fn type_by_last_name(
        &self,
        unit: &Arc<Unit>,
        path: &str,
        names: &[&str],
        at: usize,
        value: Value,
    ) -> Value {
        let [before @ .., last] = names else { return value };
        let is_open =
            unit.rules().is_program_wide() && value == Value::Unknown && !before.is_empty();
        if !is_open || types::begins_external(unit, path) {
            return value;
        }
        // Members of a known type need no further look-up.
        if matches!(self.value_of_path(unit, before, at), Value::Type(_) | Value::Instance(..)) {
            return value;
        }
        if unit.rules().imports != Imports::Paths
            && let types @ [_, _, ..] = &self.types_of_any_namespace(unit, last)[..]
        {
            return match self.named_in_full(types, names) {
                named if named.is_empty() => value,
                named => Value::Type(self.unaliased(named)),
            };
        }
        let found = match self.lookup_around(unit, at, last) {
            Lookup::Definitions(mut found) => {
                found.retain(|def| self.project.is_type(*def));
                self.in_written_namespace((unit, at), names, found)
            }
            _ => Vec::new(),
        };
        match found.is_empty() {
            true => self.nested_behind(unit, before, last, at).unwrap_or(value),
            false => Value::Type(self.unaliased(found)),
        }
    }

    /// Converts a value to its type; a type is returned unchanged. `path` is the name that was
    /// looked up.
    fn as_type(&self, (unit, at): (&Unit, usize), value: Value, path: &[&str]) -> Value {
        let last = match (value.plain(), path) {
            (Value::Unknown, [last]) => last,
            (Value::Instance(types, _), _) => return Value::Type(types),
            (known, _) => return known,
        };
        // Neither imported nor defined here: a prelude's name, or one that a macro defines. Only
        // known definitions are considered, since a search for each name would read the whole
        // project.
        let types = self.types_by_name((unit, at), last);
        if types.is_empty() { Value::Unknown } else { Value::Type(self.unaliased(types)) }
    }

    /// Returns whether a definition is a member of a type itself, not by inheritance.
    pub(in crate::engine) fn is_member_of(&self, def: Def, of: Def) -> bool {
        let Some((unit, symbol)) = self.project.get(def) else { return false };
        match owner(unit, symbol) {
            Some(Owner::Type(own)) => {
                // The members of an enumeration or a companion may be those of the type around it.
                let scope = scope_of(unit, unit.symbol(symbol));
                own == of
                    || unit.file == of.file && scope == Some(of.symbol as usize)
                    || self.is_same_type(own, of)
            }
            Some(Owner::Named { name, at, .. }) => {
                let Some((of_unit, of_symbol)) = self.project.get(of) else { return false };
                let simple = name.rsplit([':', '.']).next().unwrap_or(&name);
                let is_only = || {
                    let types = unit.symbols_named(simple).filter(|(_, other)| unit.is_type(other));
                    types.take(2).count() < 2
                };
                simple == of_unit.symbol(of_symbol).name
                    && (unit.file == of.file && is_only() || {
                        let types = self.types_of_name(def, unit, (&name, at));
                        types.is_empty() || types.contains(&of)
                    })
            }
            None => false,
        }
    }

    /// Returns a type's own members called `name`: in the whole project if all of its definitions
    /// of the name are known, else near the type.
    pub(in crate::engine) fn own_members(&self, of: Def, name: &str) -> Vec<Def> {
        let Some(known) = self.known(name) else { return self.members_near(of, name) };
        let members = known.members_of(self, of);
        if !members.is_empty() || known.unread.is_empty() {
            return members;
        }
        self.members_near(of, name)
    }

    /// Returns a type's own members called `name` in its file or, if members are defined apart from
    /// their types, in the directories where they are looked for; else those in its other parts.
    fn members_near(&self, of: Def, name: &str) -> Vec<Def> {
        if self.project.snapshot.cancel().is_cancelled() {
            return Vec::new();
        }
        let own = self.members_in_file(of, name);
        let entry = self.project.entry(of.file);
        let Some(language) = entry.language.filter(|_| own.is_empty()) else { return own };
        let apart = semantics::of(language).directories_of_members(&entry.path.display);
        let mut found = apart.iter().map(|each| self.members_in_directory(each, of, name));
        let found = found.find(|members| !members.is_empty());
        found.unwrap_or_else(|| self.members_in_other_parts(of, name))
    }

    /// Finds what [`Self::members`] returns.
    pub(super) fn find_members(&self, types: &[Def], name: &str) -> Members {
        let own: Vec<Vec<Def>> = types.iter().map(|of| self.first_members(*of, name)).collect();
        let have_some = own.iter().any(|members| !members.is_empty());
        let with_own = types.iter().zip(&own).filter(|(_, members)| !members.is_empty());
        let mut named: FxHashSet<Option<&str>> =
            with_own.map(|(of, _)| self.name_of(*of)).collect();
        let mut is_open = types.is_empty();
        let mut found = Vec::new();
        let may_inherit = OnceCell::new();
        for (of, members) in types.iter().zip(own) {
            if !members.is_empty() {
                found.extend(members);
                continue;
            }
            if named.contains(&self.name_of(*of)) {
                continue;
            }
            if !may_inherit.get_or_init(|| self.may_inherit(types, name)) {
                is_open |= self.ancestors(*of).is_open && !have_some;
                continue;
            }
            let inherited = self.inherited_members(*of, name);
            is_open |= inherited.is_open && !have_some;
            if !inherited.found.is_empty() {
                named.insert(self.name_of(*of));
                found.extend(&inherited.found);
            }
        }
        // Each part of a type may have the members of all parts.
        let mut seen = FxHashSet::default();
        found.retain(|def| types.len() == 1 || seen.insert(*def));
        Members { found, is_open }
    }

    /// Returns the members called `name` of the nearest ancestor of a type that has some.
    fn inherited_members(&self, of: Def, name: &str) -> Arc<Members> {
        let find = || {
            let ancestors = self.ancestors(of);
            let above =
                ancestors.types.iter().map(|above| (*above, self.own_members(*above, name)));
            let mut above = above.filter(|(_, members)| !members.is_empty());
            let inherited = above.find(|(above, _)| !self.leaves_out(of, *above, name));
            let found = inherited.map(|(_, members)| members).unwrap_or_default();
            Arc::new(Members { found, is_open: ancestors.is_open })
        };
        if !self.is_undisturbed() {
            return find();
        }
        let key = (of, Box::from(name));
        let known = lock(&self.context.inherited).get(&key).cloned();
        known.unwrap_or_else(|| {
            let found = find();
            // Very many types without ancestors may each be asked for very many names.
            if !self.ancestors(of).types.is_empty() {
                lock(&self.context.inherited).insert(key, Arc::clone(&found));
            }
            found
        })
    }

    pub(super) fn are_enums(&self, types: &[Def]) -> bool {
        let mut known = types.iter().filter_map(|of| self.project.get(*of));
        known.all(|(unit, of)| unit.symbol(of).kind == SymbolKind::Enum)
    }

    pub(super) fn name_of(&self, def: Def) -> Option<&str> {
        self.project.get(def).map(|(unit, symbol)| unit.symbol(symbol).name.as_str())
    }

    /// Returns the value of a written type without its wrappers.
    pub(in crate::engine) fn written_type(&self, unit: &Arc<Unit>, written: TypeId) -> Value {
        match types::heads(unit, written).first() {
            Some(applied) => match self.type_of_head(unit, applied.head) {
                Value::Unknown
                    if applied.arguments.is_empty()
                        && types::last_name(unit, applied.head)
                            .is_some_and(|name| self.is_outside_type(unit, name)) =>
                {
                    Value::External
                }
                known => known,
            },
            None => match unit.names().written_type(written) {
                Type::Value(of) if is_load(unit, of) => self.unnested(|| self.value_of(unit, of)),
                _ => Value::Unknown,
            },
        }
    }

    /// Returns the definitions of the type that a member belongs to.
    pub(in crate::engine) fn owner_types(&self, def: Def) -> Vec<Def> {
        let Some((unit, symbol)) = self.project.get(def) else { return Vec::new() };
        match owner(unit, symbol) {
            Some(Owner::Type(of)) => vec![of],
            Some(Owner::Named { name, at, .. }) => {
                let types = self.types_of_name(def, unit, (&name, at)).to_vec();
                match types.is_empty() {
                    true => self.apart(|| self.types_of_bound(unit, unit.symbol(symbol))),
                    false => types,
                }
            }
            None => Vec::new(),
        }
    }

    /// Returns the types to which a function is applied by the bound of its own type parameter:
    /// `fun <T : Pool> T.shrink()`.
    fn types_of_bound(&self, unit: &Arc<Unit>, function: &Symbol) -> Vec<Def> {
        let Some(name) = function.container.as_ref().filter(|_| unit.rules().extension_functions)
        else {
            return Vec::new();
        };
        let is_own = |binding: &&Binding| {
            function.bytes.contains(&(binding.name.start as usize))
                && (binding.name.end as usize) < function.name_bytes.start
        };
        let parameter = unit.bindings_named(name).find(is_own);
        let bound = parameter.and_then(|parameter| parameter.origin.annotation);
        let heads = bound.map_or_else(Vec::new, |bound| types::heads(unit, bound));
        let named = heads.first().map(|head| types::path(unit, head.head));
        named.map_or_else(Vec::new, |path| self.types_named(unit, path, scope_offset(function)))
    }

    /// Returns the definitions of the type that a member names. It is asked about each member of a
    /// name for each type, and for each use of them.
    pub(super) fn types_of_name(
        &self,
        def: Def,
        unit: &Arc<Unit>,
        (name, at): (&str, usize),
    ) -> Arc<[Def]> {
        let find = || self.apart(|| self.types_named(unit, name, at)).into();
        self.owners.get(&self.context.owners, def, Arc::default(), find)
    }
}

/// Returns whether an expression loads a module: `require("base")`.
fn is_load(unit: &Unit, of: ExpressionId) -> bool {
    matches!(unit.names().expression(of), Expression::Load { .. })
}

/// Look-ups for single definitions, each with a resolution of its own.
impl Project<'_> {
    /// See [`Resolver::enclosing_type`].
    pub(in crate::engine) fn enclosing_type(
        &self,
        unit: &Arc<Unit>,
        at: usize,
    ) -> Option<EnclosingType> {
        Resolver::new(&Context::new(self)).enclosing_type(unit, at)
    }

    /// See [`Resolver::types_named`].
    pub(in crate::engine) fn types_named(
        &self,
        unit: &Arc<Unit>,
        path: &str,
        at: usize,
    ) -> Vec<Def> {
        Resolver::new(&Context::new(self)).types_named(unit, path, at)
    }

    /// See [`Resolver::is_member_of`].
    pub(in crate::engine) fn is_member_of(&self, def: Def, of: Def) -> bool {
        Resolver::new(&Context::new(self)).is_member_of(def, of)
    }

    /// See [`Resolver::members_of_denoted`].
    pub(in crate::engine) fn members(&self, types: &[Def], name: &str) -> Members {
        Resolver::new(&Context::new(self)).members_of_denoted(types, name)
    }

    /// See [`Resolver::unaliased`].
    pub(in crate::engine) fn unaliased(&self, types: &[Def]) -> Vec<Def> {
        Resolver::new(&Context::new(self)).unaliased(types.to_vec())
    }

    /// See [`Resolver::owner_types`].
    pub(in crate::engine) fn owner_types(&self, def: Def) -> Vec<Def> {
        Resolver::new(&Context::new(self)).owner_types(def)
    }
}

/// Returns the names of a type's path, without arguments: `a` and `Foo` of `a::Foo<T>`. Empty if it
/// is not a path.
pub(super) fn names_of_path(path: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut depth = 0usize;
    let mut start = 0;
    for (at, character) in path.char_indices().chain([(path.len(), '.')]) {
        match character {
            '<' | '[' | '.' | ':' if depth == 0 => {
                let name = path[start..at].trim().trim_start_matches(['&', '*']);
                names.extend((!name.is_empty()).then_some(name));
            }
            _ => {}
        }
        match character {
            '<' | '[' => depth += 1,
            '>' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if matches!(character, '<' | '[' | '>' | ']' | '.' | ':') {
            start = at + character.len_utf8();
        }
    }
    let is_name = |name: &&str| {
        name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '$' | '#'))
    };
    if names.iter().all(is_name) { names } else { Vec::new() }
}

/// Returns the last name of a type's path, without arguments: `Foo` of `a::Foo<T>`.
pub(in crate::engine) fn simple_name(text: &str) -> &str {
    let head = text.split(['<', '[', '(']).next().unwrap_or(text);
    let head = head.trim().trim_start_matches(['&', '*']).trim();
    head.rsplit([':', '.']).next().unwrap_or(head)
}
