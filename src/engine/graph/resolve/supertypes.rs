//! Supertypes of types, in the order in which a member is looked for in them.

use super::modules::imports_binding;
use super::resolver::{Context, Resolver};
use super::types;
use crate::domain::{Symbol, SymbolKind, remembered};
use crate::engine::graph::model::{Ancestors, Def, Direct, Members, Value};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::semantics;
use crate::workspace::names::{Precedence, Supertype, Type, TypeId};
use crate::workspace::outline::MACRO_CALL;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

/// Number of types up to which what is above all of them is found for each look-up.
const MAX_COMPARED: usize = 16;

/// Maximum number of supertypes followed for one type.
const MAX_SUPERTYPES: usize = 64;

/// Maximum number of types that one name in a header may mean.
const MAX_MEANT: usize = 200;

/// Maximum number of types directly above one.
const MAX_DIRECT: usize = 1_000;

/// The structures of which it is known whether macros may write some of their fields.
#[derive(Default)]
struct WithFieldsOfMacros(Mutex<FxHashMap<Def, bool>>);

impl Resolver<'_> {
    /// Returns all supertypes of a type that the project defines.
    pub(in crate::engine) fn ancestors(&self, of: Def) -> Arc<Ancestors> {
        let cut = Arc::new(Ancestors { is_open: true, is_cut: true, ..Ancestors::default() });
        let find = || {
            Arc::new(self.with_own_limits(|| match self.mixes_in(of) {
                true => self.linearized(of),
                false => self.by_distance(of),
            }))
        };
        self.supertypes.get(&self.context.ancestors, of, cut, find)
    }

    /// Returns some types and then all supertypes of each.
    pub(super) fn with_ancestors(&self, types: &[Def]) -> Vec<Def> {
        types.iter().chain(&*self.above_all(types)).copied().collect()
    }

    /// Returns all supertypes of some types, each once. Each of very many uses may ask for those of
    /// the same very many types, as are the parts of one.
    pub(super) fn above_all(&self, types: &[Def]) -> Arc<[Def]> {
        let find = || {
            let mut seen = FxHashSet::default();
            let mut above = Vec::new();
            for of in types {
                let types = &self.ancestors(*of).types;
                above.extend(types.iter().copied().filter(|of| seen.insert(*of)));
            }
            Arc::from(above)
        };
        match types {
            [of] => Arc::from(self.ancestors(*of).types.as_slice()),
            _ if types.len() <= MAX_COMPARED || !self.is_undisturbed() => find(),
            _ => remembered(&self.context.above_all, types.to_vec(), find),
        }
    }

    /// Returns whether a supertype of some types has members of a name. Each of the thousands of
    /// parts of one type would ask the same supertypes.
    pub(super) fn may_inherit(&self, types: &[Def], name: &str) -> bool {
        types.len() <= MAX_COMPARED
            || self.above_all(types).iter().any(|above| !self.own_members(*above, name).is_empty())
    }

    /// Returns the supertypes of a type, nearest first.
    fn by_distance(&self, of: Def) -> Ancestors {
        let mut ancestors = Ancestors::default();
        let mut seen = FxHashSet::from_iter([of]);
        let mut next = VecDeque::from([of]);
        while let Some(current) = next.pop_front() {
            if ancestors.types.len() >= MAX_SUPERTYPES || self.is_cancelled() {
                (ancestors.is_open, ancestors.is_cut) = (true, true);
                break;
            }
            for found in self.types_above(current, &mut ancestors) {
                if seen.insert(found) {
                    ancestors.types.push(found);
                    next.push_back(found);
                }
            }
        }
        ancestors
    }

    /// Returns the supertypes of a type so that each comes before those above it, and what is mixed
    /// in later before what was mixed in earlier: the linearization of Scala's specification
    /// (5.1.2), which PHP, Ruby and Dart share.
    fn linearized(&self, of: Def) -> Ancestors {
        let mut ancestors = Ancestors::default();
        let mut seen = FxHashSet::from_iter([of]);
        // Each type with those directly above it that are left to look at, the next one last.
        let mut path = vec![(of, self.types_above(of, &mut ancestors))];
        while let Some((current, above)) = path.last_mut() {
            let Some(next) = above.pop() else {
                ancestors.types.push(*current);
                path.pop();
                continue;
            };
            if seen.len() > MAX_SUPERTYPES || self.is_cancelled() {
                (ancestors.is_open, ancestors.is_cut) = (true, true);
            } else if seen.insert(next) {
                let above = self.types_above(next, &mut ancestors);
                path.push((next, above));
            }
        }
        // The type itself is the last one, and those of the lowest precedence come first.
        ancestors.types.pop();
        ancestors.types.reverse();
        let before = self.direct_supertypes(of);
        let before = before.iter().filter(|(precedence, _)| *precedence == Precedence::Before);
        for (_, value) in before {
            if let Value::Type(types) = value {
                ancestors.before.extend(types);
            }
        }
        ancestors
    }

    /// Returns the types directly above one, and notes in `ancestors` if some are not known.
    fn types_above(&self, of: Def, ancestors: &mut Ancestors) -> Vec<Def> {
        let mut above = Vec::new();
        for (_, value) in self.direct_supertypes(of).iter() {
            match value {
                Value::Type(types) if types.len() <= MAX_MEANT => above.extend(types),
                Value::External => ancestors.is_open = true,
                _ => (ancestors.is_open, ancestors.is_cut) = (true, true),
            }
        }
        above
    }

    /// Returns the supertypes that all parts of a type name. Each type may be above many.
    fn direct_supertypes(&self, of: Def) -> Arc<[Direct]> {
        let cut = Arc::from([(Precedence::Usual, Value::Unknown)]);
        let of = self.first_part(of);
        let find = || self.with_own_limits(|| self.find_direct_supertypes(of)).into();
        self.direct_supertypes.get(&self.context.direct_supertypes, of, cut, find)
    }

    /// Returns whether macros may write some of the fields of a structure. Its body is read once
    /// for a question, and not in each context.
    fn has_fields_of_macros(&self, unit: &Unit, of: Def) -> bool {
        let symbol = unit.symbol(of.symbol);
        if !unit.rules().included_names || symbol.kind != SymbolKind::Struct {
            return false;
        }
        let known = self.project.fact(|_| WithFieldsOfMacros::default());
        remembered(&known.0, of, || has_fields_of_macros(unit, symbol))
    }

    /// Returns whether a class that is written as a supertype, and that is not found, is known to
    /// be a library's: no file declares its name, or an import gives the whole name.
    fn is_named_outside(&self, unit: &Arc<Unit>, written: TypeId) -> bool {
        let rules = unit.rules();
        if !rules.single_parent || !rules.is_program_wide() {
            return false;
        }
        let heads = types::heads(unit, written);
        let Some(name) = heads.first().and_then(|head| types::last_name(unit, head.head)) else {
            return false;
        };
        let is_imported = || rules.has_full_names && imports_binding(unit, name).next().is_some();
        !self.project.declares_type(name) || is_imported()
    }

    fn find_direct_supertypes(&self, of: Def) -> Vec<Direct> {
        let Some((unit, symbol)) = self.project.get(of) else { return Vec::new() };
        let symbol = unit.symbol(symbol);
        // The macro writes its members, and what it implements.
        if symbol.node_type == MACRO_CALL || self.has_fields_of_macros(unit, of) {
            return vec![(Precedence::Usual, Value::Unknown)];
        }
        let mut lists: Vec<Vec<Direct>> = Vec::new();
        let stood_for = self.stood_for(unit, of);
        if !stood_for.is_empty() {
            lists.push(vec![(Precedence::Usual, Value::Type(stood_for))]);
        }
        let mut room = MAX_DIRECT;
        'files: for file in
            std::iter::once(of.file).chain(self.other_files_with_headers(unit, symbol))
        {
            let Some(unit) = self.project.unit(file) else { continue };
            let mut last: Option<&Supertype> = None;
            for pair in self.headers_of(unit, of) {
                let value = match self.written_type(unit, pair.supertype_written) {
                    Value::Unknown if self.is_named_outside(unit, pair.supertype_written) => {
                        Value::External
                    }
                    value => value,
                };
                let size = if let Value::Type(types) = &value { types.len() } else { 1 };
                if size > room {
                    lists.push(vec![(pair.precedence, Value::Unknown)]);
                    break 'files;
                }
                room -= size;
                match lists.last_mut() {
                    Some(list) if last.is_some_and(|last| are_listed(unit, last, pair)) => {
                        list.push((pair.precedence, value));
                    }
                    _ => lists.push(vec![(pair.precedence, value)]),
                }
                last = Some(pair);
            }
        }
        let mixes_in = self.mixes_in(of);
        if mixes_in {
            lists.reverse();
        }
        let mut direct: Vec<Direct> = lists.into_iter().flatten().collect();
        if mixes_in {
            direct.sort_by_key(|(precedence, _)| *precedence);
        }
        direct
    }

    /// Returns whether a part of a type names a supertype by its last name.
    pub(super) fn names_in_header(&self, of: Def, name: &str) -> bool {
        let of = self.first_part(of);
        let Some((unit, symbol)) = self.project.get(of) else { return false };
        let parts = self.other_files_with_headers(unit, unit.symbol(symbol));
        let mut units =
            std::iter::once(of.file).chain(parts).filter_map(|file| self.project.unit(file));
        units.any(|unit| {
            self.headers_of(unit, of).iter().any(|pair| {
                unit.names().name_of_type(unit.content(), pair.supertype_written) == Some(name)
            })
        })
    }

    /// Returns whether a type, or one above it, takes a member not from a type that it mixes in.
    pub(super) fn leaves_out(&self, of: Def, mixed_in: Def, member: &str) -> bool {
        let Some((unit, symbol)) = self.project.get(mixed_in) else { return false };
        let mixin = unit.symbol(symbol);
        let leaves_out = |of: Def| {
            let Some((unit, symbol)) = self.project.get(of) else { return false };
            let semantics = semantics::of(unit.language);
            semantics.leaves_out(unit, unit.symbol(symbol), (&mixin.name, member))
        };
        mixin.kind == SymbolKind::Trait
            && (leaves_out(of) || self.ancestors(of).types.iter().any(|of| leaves_out(*of)))
    }

    /// Returns whether what a type mixes in later comes before what it does earlier.
    fn mixes_in(&self, of: Def) -> bool {
        self.project.get(of).is_some_and(|(unit, _)| unit.rules().later_supertypes_first)
    }

    /// Returns whether a type is mixed into others, which decide what is above it.
    pub(super) fn is_mixin(&self, of: Def) -> bool {
        self.mixes_in(of)
            && self.project.get(of).is_some_and(|(unit, symbol)| {
                matches!(unit.symbol(symbol).kind, SymbolKind::Trait | SymbolKind::Module)
            })
    }

    /// Returns the members of a type itself, or those that come before them.
    pub(super) fn first_members(&self, of: Def, name: &str) -> Vec<Def> {
        let own = || self.own_members(of, name);
        if !self.mixes_in(of) {
            return own();
        }
        let ancestors = self.ancestors(of);
        let mut before = ancestors.before.iter().map(|before| self.own_members(*before, name));
        before.find(|members| !members.is_empty()).unwrap_or_else(own)
    }

    /// Returns the members of the types' ancestors only: the meaning of `super`.
    pub(in crate::engine) fn inherited(&self, types: &[Def], name: &str) -> Members {
        let mut is_open = types.is_empty();
        for of in types {
            let ancestors = self.ancestors(*of);
            is_open |= ancestors.is_open || self.is_mixin(*of);
            let skipped = self.passed_by_super(*of);
            let is_above =
                |above: &&Def| !ancestors.before.contains(above) && !skipped.contains(above);
            let above = ancestors.types.iter().filter(is_above);
            let mut found = above.map(|above| self.own_members(*above, name));
            if let Some(found) = found.find(|found| !found.is_empty()) {
                return Members { found, is_open };
            }
        }
        Members { found: Vec::new(), is_open }
    }

    /// Returns the members of a name that come behind those of a mixin in a type that mixes it in.
    pub(super) fn members_behind(&self, mixin: Def, of: Def, name: &str) -> Vec<Def> {
        let ancestors = self.ancestors(of);
        let (before, after): (Vec<Def>, Vec<Def>) =
            ancestors.types.iter().copied().partition(|above| ancestors.before.contains(above));
        let order = before.into_iter().chain([of]).chain(after);
        let behind = order.skip_while(|above| *above != mixin).skip(1);
        let mut members = behind.map(|above| self.own_members(above, name));
        members.find(|members| !members.is_empty()).unwrap_or_default()
    }

    /// Returns the mixins of a type that what stands for its supertypes passes by.
    fn passed_by_super(&self, of: Def) -> Vec<Def> {
        let skips = self.project.get(of).is_some_and(|(unit, _)| unit.rules().super_skips_mixins);
        if !skips {
            return Vec::new();
        }
        let direct = self.types_above(of, &mut Ancestors::default());
        direct.into_iter().filter(|above| self.is_mixin(*above)).collect()
    }

    /// Returns whether all supertypes of some types that the project does not define are known to
    /// be a library's.
    pub(super) fn extends_library(&self, types: &[Def]) -> bool {
        let all = self.with_ancestors(types);
        !all.is_empty()
            && all.iter().all(|of| {
                let direct = self.direct_supertypes(*of);
                direct.iter().all(|(_, value)| matches!(value, Value::Type(_) | Value::External))
            })
    }

    /// Returns whether a type is an argument of one of its own supertypes.
    pub(super) fn is_own_argument(&self, of: Def) -> bool {
        let Some((unit, symbol)) = self.project.get(of) else { return false };
        let symbol = unit.symbol(symbol);
        let names = unit.names();
        let own = names.supertypes_at(symbol.name_bytes.start).iter();
        let mut arguments = own.flat_map(|pair| match names.written_type(pair.supertype_written) {
            Type::Named { arguments, .. } => names.types_in(arguments),
            _ => &[],
        });
        arguments.any(|argument| types::name(unit, *argument) == Some(symbol.name.as_str()))
    }

    fn is_cancelled(&self) -> bool {
        self.project.snapshot.cancel().is_cancelled()
    }
}

/// Returns whether macros may write some of the fields of a structure: `struct pool { FIELDS };`.
fn has_fields_of_macros(unit: &Unit, symbol: &Symbol) -> bool {
    let body = unit.content().get(symbol.bytes.clone()).unwrap_or_default();
    let body = body.split_once('{').map_or("", |(_, body)| body);
    let is_macro = |word: &str| {
        let word = word.split('(').next().unwrap_or_default();
        let is_upper = |letter: char| letter.is_ascii_uppercase() || letter == '_';
        word.len() > 2 && word.starts_with(is_upper) && !word.contains(char::is_lowercase)
    };
    // A name alone, or before a declaration that begins on its line.
    body.split(['{', ';', '}', '\n']).map(str::trim).any(|statement| {
        let first = statement.split([' ', '\t']).next().unwrap_or_default();
        let is_alone = statement.ends_with(')') || first == statement;
        is_macro(first) && is_alone && !statement.starts_with('#')
    })
}

/// Returns whether two supertypes stand in one list of which the first comes first, where what is
/// mixed in later does otherwise: `include A, B`.
fn are_listed(unit: &Unit, one: &Supertype, other: &Supertype) -> bool {
    let range = one.supertype.range().end..other.supertype.range().start;
    let Some(between) = unit.content().get(range) else { return false };
    let is_in_list = |letter: char| {
        letter.is_alphanumeric() || letter.is_whitespace() || matches!(letter, '_' | ':' | ',')
    };
    unit.rules().first_of_list_first && between.contains(',') && between.chars().all(is_in_list)
}

impl Project<'_> {
    /// See [`Resolver::ancestors`].
    pub(in crate::engine) fn ancestors(&self, of: Def) -> Arc<Ancestors> {
        Resolver::new(&Context::new(self)).ancestors(of)
    }

    /// Returns whether a type that a file writes is one of the project's.
    pub(in crate::engine) fn is_written_type(
        &self,
        unit: &Arc<Unit>,
        written: TypeId,
        of: Def,
    ) -> bool {
        let context = Context::new(self);
        match Resolver::new(&context).written_type(unit, written) {
            Value::Type(types) => types.contains(&of),
            _ => false,
        }
    }

    /// Returns whether a type is mixed into others, which decide what is above it.
    pub(in crate::engine) fn is_mixin(&self, of: Def) -> bool {
        Resolver::new(&Context::new(self)).is_mixin(of)
    }
}

/// The types that mix others in. Very many of them are asked for, and one may be above all.
pub(in crate::engine) struct MixedIn<'p>(Context<'p>);

impl<'p> MixedIn<'p> {
    pub(in crate::engine) fn new(project: &'p Project<'p>) -> Self {
        Self(Context::new(project))
    }

    /// See [`Resolver::members_behind`].
    pub(in crate::engine) fn members_behind(&self, mixin: Def, of: Def, name: &str) -> Vec<Def> {
        Resolver::new(&self.0).members_behind(mixin, of, name)
    }
}
