//! The state of one resolution: which definitions it knows, and how many steps it has taken. Whatever resolves a name takes it.

use crate::engine::graph::memo::{Memo, Search};
use crate::engine::graph::model::{Ancestors, Def, DefinitionSet, Lookup, Module};
use crate::engine::graph::project::Project;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// Expressions, types and members that lead to each other are followed this far, and in so many steps altogether: steps that
/// each take several others come to millions before they are too deep.
const DEEPEST: usize = 24;
const MOST_STEPS: usize = 1000;

/// Of these, for the supertypes of one type.
const DEEPEST_OF_SUPERTYPES: usize = 8;

/// Supertypes that have to be known for others are followed this far.
const DEEPEST_SUPERTYPES: usize = 8;

/// Imports that are followed from one to the next.
pub(super) const DEEPEST_IMPORTS: usize = 32;

/// What the resolutions of one question share.
pub(in crate::engine) struct Context<'p> {
    pub(super) project: &'p Project<'p>,
    known: Known,
    pub(super) ancestors: Memo<Def, Arc<Ancestors>>,
}

/// The definitions that are known wherever they are. Those of other names are found by following what is written.
enum Known {
    /// All that the project has found so far.
    Found,
    /// Those of one name.
    Name(String, Option<Arc<DefinitionSet>>),
}

impl<'p> Context<'p> {
    /// For looking at definitions one by one.
    pub(in crate::engine) fn new(project: &'p Project<'p>) -> Self {
        Self { project, known: Known::Found, ancestors: Memo::default() }
    }

    /// For the uses of one name, whose definitions have been found if they are to be known.
    pub(super) fn of_name(project: &'p Project<'p>, name: &str, definitions: Option<Arc<DefinitionSet>>) -> Self {
        Self { known: Known::Name(name.to_owned(), definitions), ..Self::new(project) }
    }

    fn known(&self, name: &str) -> Option<Arc<DefinitionSet>> {
        match &self.known {
            Known::Found => self.project.known(name),
            Known::Name(known, definitions) => definitions.clone().filter(|_| known == name),
        }
    }
}

/// One resolution.
pub(in crate::engine) struct Resolver<'c> {
    pub(super) project: &'c Project<'c>,
    pub(super) context: &'c Context<'c>,
    steps: Cell<Steps>,
    /// The aliases of types that are being followed.
    pub(super) aliases: RefCell<Vec<Def>>,
    pub(super) lookups: Search<(Module, String), Lookup>,
    pub(super) supertypes: Search<Def, Arc<Ancestors>>,
}

#[derive(Clone, Copy)]
struct Steps {
    depth: usize,
    deepest: usize,
    taken: usize,
}

impl<'c> Resolver<'c> {
    pub(in crate::engine) fn new(context: &'c Context<'c>) -> Self {
        let progress = Rc::default();
        Self {
            project: context.project,
            context,
            steps: Cell::new(Steps { depth: 0, deepest: DEEPEST, taken: 0 }),
            aliases: RefCell::default(),
            lookups: Search::new(&progress, DEEPEST_IMPORTS),
            supertypes: Search::new(&progress, DEEPEST_SUPERTYPES),
        }
    }

    /// All definitions of a name, where this resolution knows them.
    pub(super) fn known(&self, name: &str) -> Option<Arc<DefinitionSet>> {
        self.context.known(name)
    }

    /// Takes a step into an expression; `None` at a limit, as where a name is defined by itself.
    pub(super) fn enter<T>(&self, step: impl FnOnce() -> T) -> Option<T> {
        let Steps { depth, deepest, taken } = self.steps.get();
        // A resolution that starts from nothing again has all steps before it.
        let taken = if depth == 0 { 0 } else { taken };
        if depth >= deepest || taken >= MOST_STEPS {
            return None;
        }
        self.steps.set(Steps { depth: depth + 1, deepest, taken: taken + 1 });
        let value = step();
        self.steps.set(Steps { depth, deepest, taken: self.steps.get().taken });
        Some(value)
    }

    /// Looks for supertypes with steps of their own, so that the result is the same wherever it is asked for.
    pub(super) fn apart<T>(&self, look: impl FnOnce() -> T) -> T {
        let steps = self.steps.replace(Steps { depth: 0, deepest: DEEPEST_OF_SUPERTYPES, taken: 0 });
        let aliases = self.aliases.take();
        let value = look();
        self.aliases.replace(aliases);
        self.steps.set(steps);
        value
    }
}
