//! Result of resolving a use: its possible definitions with rule and certainty, or something else.

use crate::domain::Certainty;
use crate::engine::graph::model::Def;
use crate::engine::graph::rule::Rule;
use crate::lang::Family;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};

/// One possible definition of a use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::engine) struct Meaning {
    pub(in crate::engine) def: Def,
    pub(in crate::engine) certainty: Certainty,
    pub(in crate::engine) rule: Rule,
}

impl Meaning {
    /// Returns whether the use names this definition, by more evidence than its name.
    pub(in crate::engine) fn is_evident(&self) -> bool {
        self.certainty == Certainty::Likely
            && !matches!(self.rule, Rule::Definition | Rule::ThroughSupertype)
    }

    /// Returns whether a use that means this is none of other definitions. What a library may call
    /// on an object that it is handed is a member of no other object, and what stands below a
    /// library's member one of no other type.
    pub(in crate::engine) fn rules_others_out(&self) -> bool {
        self.certainty != Certainty::Possible
            || matches!(self.rule, Rule::HandedOver | Rule::ThroughSupertype)
    }

    /// Returns the member of the supertype through which a use may mean this definition, given all
    /// meanings of the use.
    pub(in crate::engine) fn supertype_member(self, all: &[Meaning]) -> Option<Def> {
        if self.rule != Rule::ThroughSupertype {
            return None;
        }
        let is_written =
            |meaning: &&Meaning| !matches!(meaning.rule, Rule::ThroughSupertype | Rule::Definition);
        all.iter().find(is_written).map(|meaning| meaning.def)
    }
}

/// Definitions that several uses ask for.
pub(super) type Shared = Arc<Vec<Def>>;

/// Classes, in the languages of a family.
type ClassesOf = (Family, Vec<Def>);

/// What values may have from what is not known to be above their types, by the languages that see
/// each other.
#[derive(Default)]
pub(super) struct Elsewhere {
    /// Members of any type; the flag tells types above which anything may be.
    pub(super) members: Mutex<FxHashMap<(Family, bool), Shared>>,
    /// What is a member of classes below libraries' classes.
    pub(super) below_libraries: Mutex<FxHashMap<ClassesOf, Resolution>>,
}

/// Something else of the project that a use refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::engine) enum Other {
    Definition(Def),
    /// A parameter or variable of a function.
    Local,
    Module,
    /// A name that refers to no definition: a label, a key, a macro's placeholder, a field where
    /// only methods are sought.
    Label,
    /// A name that differs from that of the definitions in the case of its letters.
    Apart,
}

/// Result of resolving a use against the definitions of its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) enum Resolution {
    /// Some of the definitions; never empty.
    Definitions(Vec<Meaning>),
    /// Something else of the project.
    Other(Other),
    /// Something from outside the project, with its module if it is imported.
    External(Option<String>),
    /// The source does not determine the meaning.
    Unresolved,
}

impl Resolution {
    /// Leaves out what a rule found, unless nothing else was found.
    pub(super) fn without(self, rule: Rule) -> Self {
        match self {
            Self::Definitions(mut meanings) if meanings.iter().any(|of| of.rule != rule) => {
                meanings.retain(|of| of.rule != rule);
                Self::Definitions(meanings)
            }
            other => other,
        }
    }

    /// Returns the definitions of [`Resolution::Definitions`]; else none.
    pub(in crate::engine) fn into_meanings(self) -> Vec<Meaning> {
        match self {
            Resolution::Definitions(meanings) => meanings,
            Resolution::Other(_) | Resolution::External(_) | Resolution::Unresolved => Vec::new(),
        }
    }

    /// Adds the definitions of another resolution; what is no definition does not count beside
    /// them.
    pub(super) fn with(self, further: Resolution) -> Resolution {
        match (self, further) {
            (Resolution::Definitions(mut own), Resolution::Definitions(further)) => {
                own.extend(further);
                Resolution::Definitions(own)
            }
            (_, further @ Resolution::Definitions(_)) => further,
            (own, _) => own,
        }
    }

    /// Returns the same definitions, none of which is certain.
    pub(super) fn into_possible(self) -> Resolution {
        let Resolution::Definitions(mut meanings) = self else { return Resolution::Unresolved };
        for meaning in &mut meanings {
            meaning.certainty = Certainty::Possible;
        }
        Resolution::Definitions(meanings)
    }

    /// Returns this, or `other` if it is unresolved.
    pub(super) fn or_else(self, other: impl FnOnce() -> Resolution) -> Resolution {
        if self == Resolution::Unresolved { other() } else { self }
    }
}
