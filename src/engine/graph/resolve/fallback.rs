//! Fallback for members whose receiver's type is not known: results that are possible at most,
//! unless the only type that has such a member is near.

use super::candidates::{Candidate, Candidates};
use super::meaning::Resolution;
use super::members::simple_name;
use super::resolver::Resolver;
use crate::domain::{Certainty, SymbolKind, lock};
use crate::engine::graph::model::{Def, Owner, Value};
use crate::engine::graph::project::{Project, Unit, split_path};
use crate::engine::graph::rule::Rule;
use crate::workspace::names::{Qualifier, Use};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A method name of more types than this is too weak evidence for a receiver of unknown type.
const MAX_GUESSES: usize = 4;

/// So is one that this many types have which the file mentions; each use would mean all of them.
const MAX_EVIDENT: usize = 100;

/// Number of files of code in a directory above which these are not near each other: they are of
/// one kind, as all models of an application are, and need not know each other.
const MAX_BESIDE: u32 = 24;

/// Numbers of the files of code in directories.
struct InDirectories(FxHashMap<String, u32>);

impl Project<'_> {
    /// Returns whether a directory has very many files of code.
    fn is_large(&self, directory: &str) -> bool {
        let sizes = self.fact(|project| {
            let mut sizes: FxHashMap<String, u32> = FxHashMap::default();
            for file in project.files().iter().filter(|file| file.language.is_some()) {
                let directory = split_path(&file.path.display).0;
                match sizes.get_mut(directory) {
                    Some(size) => *size += 1,
                    None => _ = sizes.insert(directory.to_owned(), 1),
                }
            }
            InDirectories(sizes)
        });
        sizes.0.get(directory).is_some_and(|size| *size > MAX_BESIDE)
    }
}

impl Candidates<'_, '_> {
    /// Resolves a member of an unknown receiver. A file that does not even mention a type rarely
    /// has a value of it: then the only member of a name in the project may still be a library's.
    pub(super) fn member_of_unknown(&self, unit: &Unit) -> Resolution {
        let seen = self.members_seen(unit);
        let members = &seen.defs;
        let evident = self.evident(unit);
        if !self.is_common && seen.are_one_group {
            let directory = split_path(unit.path()).0;
            let is_beside =
                |def: &Def| split_path(&self.project.entry(def.file).path.display).0 == directory;
            let is_near = !evident.is_empty()
                || members.iter().any(is_beside) && !self.project.is_large(directory);
            let is_alone = is_near && !self.are_shared();
            let certainty = if is_alone { Certainty::Likely } else { Certainty::Possible };
            return self.keep(members, certainty, Rule::UniqueName);
        }
        if evident.len() > MAX_EVIDENT {
            return Resolution::Unresolved;
        }
        if !evident.is_empty() {
            return self.keep(&evident, Certainty::Possible, Rule::SameName);
        }
        if self.is_common || self.member_groups > MAX_GUESSES {
            return Resolution::Unresolved;
        }
        self.keep(members, Certainty::Possible, Rule::SameName)
    }

    /// Resolves a member of a value of a library's generic type to those of its arguments: the type
    /// may lead to them as a pointer does.
    pub(super) fn member_of_type_argument(
        &self,
        unit: &Unit,
        found: &Use,
        value: &Value,
    ) -> Resolution {
        let before = unit.content()[..found.span.start as usize].trim_end();
        let marks = &unit.rules().dereferencing;
        if self.is_common || !marks.iter().any(|mark| before.ends_with(mark.as_str())) {
            return Resolution::Unresolved;
        }
        let resolver = Resolver::new(&self.context);
        let members = resolver.members(&resolver.contents(value), &self.name);
        self.keep(&members.found, Certainty::Possible, Rule::SameName)
    }

    /// Returns the candidates for the uses in some files. Whether types of these assign a member of
    /// the name without defining it, as in `self.name = value`, shows what an unknown receiver is.
    pub(in crate::engine::graph) fn for_files(mut self, units: &[Arc<Unit>]) -> Self {
        let is_member = |unit: &Unit, at: usize| {
            let of = unit.enclosing(at, |symbol| symbol.kind.is_container());
            let of = of.map(|symbol| Def { file: unit.file, symbol });
            let own = |each: &Candidate<'_>| matches!(&each.owner, Some(Owner::Type(owner)) if Some(*owner) == of);
            unit.symbol_named_at(at).is_some() || self.each.iter().any(own)
        };
        let assigns = |unit: &Arc<Unit>| {
            let mut fields = unit.fields_named(&self.name);
            fields.any(|field| !is_member(unit, field.name.start as usize))
        };
        let is_assigned = units.iter().any(assigns);
        self.is_assigned = is_assigned;
        let uses = count_uses(units, &self.name);
        self.context.share_steps(uses);
        self.context.share_meanings(uses);
        *lock(&self.context.asking) = units.to_vec();
        self
    }

    /// Bounds what each of the uses in some files may mean.
    pub(in crate::engine::graph) fn bounded<'u>(
        mut self,
        units: impl IntoIterator<Item = &'u Arc<Unit>>,
    ) -> Self {
        self.context.share_meanings(count_uses(units, &self.name));
        self
    }

    /// Returns whether others have a member of the name that are not among its definitions: types
    /// that only assign it, and a library that defines what the project overrides.
    fn are_shared(&self) -> bool {
        let overrides_external = || {
            self.each
                .iter()
                .any(|each| each.owner.is_some() && self.overrides_external_member(each))
        };
        self.is_assigned || *self.overrides_external.get_or_init(overrides_external)
    }

    /// Returns whether a member overrides one that the project does not define: its header says so,
    /// it calls that one, or it implements a trait of a library's.
    fn overrides_external_member(&self, each: &Candidate<'_>) -> bool {
        let (unit, symbol) = (each.unit, each.symbol);
        let rules = unit.rules();
        if let Some(Owner::Named { implemented: Some(name), at, .. }) = &each.owner {
            return Resolver::new(&self.context).types_named(unit, name, *at).is_empty();
        }
        let calls_super = |found: &Use| {
            let Qualifier::Receiver(of) = found.qualifier else { return false };
            if found.span.of(unit.content()) != self.name {
                return false;
            }
            let root = unit.names().root_name(of).map(|name| name.of(unit.content()));
            root.is_some_and(|root| rules.super_names.iter().any(|name| name == root))
        };
        self.says_override(each)
            || unit.names().uses_in(symbol.bytes.clone()).iter().any(calls_super)
    }

    /// Returns whether the header of a member says that it overrides another.
    pub(super) fn says_override(&self, each: &Candidate<'_>) -> bool {
        let (unit, symbol) = (each.unit, each.symbol);
        let before = &unit.content()[symbol.bytes.start..symbol.name_bytes.start];
        let mut words = before
            .split(|letter: char| !letter.is_alphanumeric())
            .chain(symbol.signature.split_whitespace());
        words.any(|word| unit.rules().override_words.iter().any(|of| of == word))
    }

    /// Returns whether a bare name may be a member of the receiver that a block around it is called
    /// with.
    pub(in crate::engine) fn may_be_of_receiver(&self, unit: &Unit, found: &Use) -> bool {
        self.member_groups > 0
            && found.qualifier == Qualifier::None
            && unit.names().may_have_receiver(found.span.start as usize)
    }

    /// Resolves a bare name that may be a member of an unknown receiver, as possible at most.
    pub(super) fn possible_member(&self, unit: &Unit) -> Resolution {
        let mut resolution = self.member_of_unknown(unit);
        if let Resolution::Definitions(meanings) = &mut resolution {
            for meaning in meanings {
                meaning.certainty = Certainty::Possible;
            }
        }
        resolution
    }

    /// Resolves `Name::member` if no definition of the type is known: members of other types are
    /// excluded.
    pub(super) fn member_of_unknown_type(&self, unit: &Unit, of: &str) -> Resolution {
        // A type parameter may be anything.
        if of.chars().count() <= 1 {
            return self.member_of_unknown(unit);
        }
        let outside = self.of_outside_path(unit, of);
        outside.or_else(|| self.possible_members_of(unit, of))
    }

    /// Resolves a member of what the last name of a path names, if that is a type from outside.
    pub(super) fn of_outside_path(&self, unit: &Unit, of: &str) -> Resolution {
        match Resolver::new(&self.context).is_outside_path(unit, of) {
            true => Resolution::External(None),
            false => Resolution::Unresolved,
        }
    }

    fn possible_members_of(&self, unit: &Unit, of: &str) -> Resolution {
        self.possible_definitions(unit, |_, owner| match owner {
            Some(Owner::Named { name, implemented, .. }) => {
                simple_name(name) == of
                    || implemented
                        .as_deref()
                        .is_some_and(|implemented| simple_name(implemented) == of)
            }
            Some(Owner::Type(own)) => self.project.get(*own).is_some_and(|(unit, symbol)| {
                let symbol = unit.symbol(symbol);
                symbol.name == of || symbol.kind == SymbolKind::Trait
            }),
            None => true,
        })
    }
}

fn count_uses<'u>(units: impl IntoIterator<Item = &'u Arc<Unit>>, name: &str) -> usize {
    let units = units.into_iter();
    units.map(|unit| unit.names().uses_of(unit.content(), name).count()).sum()
}
