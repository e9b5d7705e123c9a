//! What a call of a type's member may reach although no type that has it names that type: members
//! of types without a name, and those that a further type puts in the place of others, as
//! `class Sub extends Base implements Runnable` does with `Base.run`.

use super::candidates::{Candidate, Candidates};
use super::conformance::is_interface;
use super::resolver::Resolver;
use crate::domain::SymbolKind;
use crate::engine::graph::model::{Def, FileIndex, Value};
use crate::engine::graph::project::Unit;
use crate::workspace::names::Supertype;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Number of types with a member of one name above which none are looked for that join them.
const MAX_OWNERS: usize = 64;

/// Maximum number of files in which types are looked for that join others.
const MAX_FILES: usize = 32;

impl Resolver<'_> {
    /// Returns the object of the type without a name around a place, if no type with a name is
    /// between both: a value of what that type extends.
    pub(super) fn nameless_object(&self, unit: &Arc<Unit>, at: usize) -> Option<Value> {
        let nameless = unit.nameless_around(at);
        let start = |pair: &Supertype| pair.body.map(|body| body.start as usize);
        let inner = nameless.iter().filter_map(|pair| start(pair)).max()?;
        let named = unit.enclosing(at, |symbol| unit.is_type(symbol));
        if named.is_some_and(|named| unit.symbol(named).bytes.start > inner) {
            return None;
        }
        let of = nameless.iter().filter(|pair| start(pair) == Some(inner));
        let types = of.map(|pair| self.written_type(unit, pair.supertype_written));
        let types = types.filter_map(|value| match value {
            Value::Type(types) => Some(types),
            _ => None,
        });
        let types: Vec<Def> = types.flatten().collect();
        Some(if types.is_empty() { Value::Unknown } else { Value::Instance(types, None) })
    }
}

impl Candidates<'_, '_> {
    /// Returns the names of the types that have the members, if there are several.
    pub(in crate::engine) fn names_of_owners(&self) -> Vec<&str> {
        let owners: FxHashSet<Def> = self.owning_types().collect();
        if owners.len() < 2 || owners.len() > MAX_OWNERS {
            return Vec::new();
        }
        let name = |of: &Def| {
            self.project.get(*of).map(|(unit, symbol)| unit.symbol(symbol).name.as_str())
        };
        owners.iter().filter_map(name).collect()
    }

    fn owning_types(&self) -> impl Iterator<Item = Def> {
        self.context.owning.values().flatten().copied()
    }

    /// Returns the types that a member of a type without a name overrides those of: what the type
    /// extends, or the enumeration of which it is a constant.
    pub(super) fn types_around_nameless(
        &self,
        resolver: &Resolver<'_>,
        each: &Candidate<'_>,
    ) -> Vec<Def> {
        let symbols = each.unit.symbols();
        let around = each.symbol.parent.map(|parent| &symbols[parent]);
        if let Some(constant) = around.filter(|around| around.kind == SymbolKind::Constant)
            && let Some(of) = constant.parent.filter(|of| symbols[*of].kind == SymbolKind::Enum)
        {
            return vec![Def { file: each.def.file, symbol: of as u32 }];
        }
        let at = each.symbol.name_bytes.start;
        let body = |pair: &&Supertype| pair.body.map(|body| body.start);
        let nameless = each.unit.nameless_around(at);
        let Some(inner) = nameless.iter().max_by_key(|pair| body(pair)) else { return Vec::new() };
        // Another function or type may stand between.
        let is_between = around.is_some_and(|around| {
            Some(around.bytes.start) > inner.body.map(|body| body.start as usize)
        });
        let of = nameless.iter().filter(|pair| !is_between && pair.body == inner.body);
        let types = of.map(|pair| resolver.written_type(each.unit, pair.supertype_written));
        let types = types.filter_map(|value| match value {
            Value::Type(types) => Some(types),
            _ => None,
        });
        types.flatten().collect()
    }

    /// Adds, to what is below each type, the members that take the place of its own in a type
    /// further below that has both.
    pub(super) fn add_joined(&self, below: &mut FxHashMap<Def, Vec<usize>>) {
        let mut members: FxHashMap<Def, Vec<usize>> = FxHashMap::default();
        let resolver = Resolver::new(&self.context);
        for (index, each) in self.each.iter().enumerate() {
            for owner in resolver.owner_types(each.def) {
                members.entry(owner).or_default().push(index);
            }
        }
        for file in self.files_that_join() {
            let Some(unit) = self.project.unit(file) else { continue };
            let mut joining: Vec<u32> =
                unit.names().supertypes.iter().map(|pair| pair.subtype.start).collect();
            joining.dedup();
            for at in joining {
                let several = unit.names().supertypes_at(at as usize).len() > 1;
                let symbol = unit.symbol_named_at(at as usize).filter(|_| several);
                if let Some(symbol) = symbol {
                    self.join(&resolver, Def { file, symbol }, &members, below);
                }
            }
        }
    }

    /// Returns the files that mention two of the types, which were found before.
    fn files_that_join(&self) -> Vec<FileIndex> {
        let mut files: BTreeMap<FileIndex, usize> = BTreeMap::new();
        for name in self.names_of_owners() {
            let mentions = self.project.known_mentions(name).unwrap_or_default();
            for found in mentions.files.iter().filter(|found| found.hints.may_use) {
                *files.entry(found.file).or_default() += 1;
            }
        }
        let several = files.into_iter().filter(|(_, names)| *names > 1);
        several.map(|(file, _)| file).take(MAX_FILES).collect()
    }

    fn join(
        &self,
        resolver: &Resolver<'_>,
        of: Def,
        members: &FxHashMap<Def, Vec<usize>>,
        below: &mut FxHashMap<Def, Vec<usize>>,
    ) {
        if members.contains_key(&of) {
            return;
        }
        let above = resolver.ancestors(of);
        let owners: Vec<Def> =
            above.types.iter().copied().filter(|of| members.contains_key(of)).collect();
        let is_interface = |of: &Def| is_interface(self.project, *of);
        for (place, taken) in owners.iter().enumerate() {
            for (other, hidden) in owners.iter().enumerate() {
                let comes_first = match (is_interface(taken), is_interface(hidden)) {
                    (true, false) => false,
                    (false, true) => place != other,
                    _ => place < other,
                };
                let is_below =
                    |of: &Def, hidden: &Def| resolver.ancestors(*of).types.contains(hidden);
                if comes_first && !is_below(taken, hidden) {
                    // Types between them lead to the same: `interface Task extends Runnable`.
                    let between = above
                        .types
                        .iter()
                        .filter(|of| *of == hidden || is_below(of, hidden) && !is_below(taken, of));
                    for of in between.filter(|of| *of != taken) {
                        below.entry(*of).or_default().extend(&members[taken]);
                    }
                }
            }
        }
    }
}
