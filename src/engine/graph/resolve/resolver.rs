//! The state of one resolution: the definitions it knows and the steps it has taken. All resolving
//! code receives it.

use super::following::Following;
use super::types_by_path::TypesByPath;
use crate::engine::graph::memo::{Memo, Search};
use crate::engine::graph::model::{
    Added, Ancestors, Called, Def, DefinitionSet, Direct, FileIndex, Holder, KnownField, Lookup,
    Members, MembersApart, Module, Settings, TypedObjects, TypesByName,
};
use crate::engine::graph::project::{Project, Unit};
use crate::workspace::names::Span;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// Limits of nested expressions, types and members, and of steps in total: steps that each take
/// several others would reach millions before the depth limit.
const MAX_DEPTH: usize = 24;
const MAX_STEPS: usize = 1000;

/// Limit of the steps for all uses of a name together, among which they are shared equally, and the
/// number that each has in any case.
const MAX_STEPS_OF_NAME: usize = 8_000_000;
const MIN_STEPS: usize = 40;

/// Limit of the definitions that all uses of a name together may mean, shared likewise, and the
/// number that each use may mean in any case.
const MAX_MEANINGS_OF_NAME: usize = 16_000_000;
const MIN_MEANINGS: usize = 1_000;

/// The depth limit within the supertypes of one type.
const MAX_DEPTH_IN_SUPERTYPES: usize = 8;

/// Limit of nested supertype look-ups.
const MAX_SUPERTYPE_DEPTH: usize = 8;

/// Limit of members whose types are looked for because of each other.
const MAX_OWNER_DEPTH: usize = 4;

/// Limit of blocks whose receivers are looked for because of each other.
const MAX_BLOCK_DEPTH: usize = 6;

/// Number of types without a name within each other, the outermost first, of which it is known what
/// they extend. No look-up of one is cut at twice that.
pub(super) const MAX_NAMELESS: usize = 16;

/// Limit of chained imports.
pub(super) const MAX_IMPORT_DEPTH: usize = 32;

/// What types have of a name.
type ByName<T> = Mutex<FxHashMap<(Def, Box<str>), Arc<T>>>;

/// A name with the types of which it is a member.
type MemberOfTypes = (Vec<Def>, Box<str>);

/// State shared by the resolutions of one question.
pub(in crate::engine) struct Context<'p> {
    pub(super) project: &'p Project<'p>,
    known: Known,
    /// Limit of the steps of one resolution.
    max_steps: usize,
    /// Limit of the definitions that one use may mean.
    pub(super) max_meanings: usize,
    /// Types that have the definitions of the name as members in their bodies, by name.
    pub(super) owning: FxHashMap<String, Vec<Def>>,
    /// Types by their full names, for a file and the last of these.
    pub(super) full_types: Mutex<FxHashMap<(FileIndex, String), Arc<TypesByName>>>,
    /// Lists of types of one name, by what they are in.
    pub(super) types_by_path: Mutex<FxHashMap<Vec<Def>, Arc<TypesByPath>>>,
    pub(super) ancestors: Memo<Def, Arc<Ancestors>>,
    pub(super) direct_supertypes: Memo<Def, Arc<[Direct]>>,
    pub(super) owners: Memo<Def, Arc<[Def]>>,
    /// Members that types have from those above them, and fields of types, by name: very many uses
    /// may ask for one.
    pub(super) inherited: ByName<Members>,
    pub(super) fields: ByName<KnownField>,
    /// Types above lists of very many types.
    pub(super) above_all: Mutex<FxHashMap<Vec<Def>, Arc<[Def]>>>,
    /// What names are set to wherever they are used.
    pub(super) settings: Mutex<FxHashMap<(FileIndex, Span), Arc<Settings>>>,
    /// Members that very many types have together.
    pub(super) members_of_types: Mutex<FxHashMap<MemberOfTypes, Members>>,
    /// Members that types have with the overloads of those above them.
    pub(super) overloads: Mutex<FxHashMap<MemberOfTypes, Arc<[Def]>>>,
    /// Whether members of the same name of subtypes override one.
    pub(super) overridable: Mutex<FxHashMap<Def, bool>>,
    /// Members written apart from their types, by one of them and their number.
    pub(super) apart: Mutex<FxHashMap<(Def, usize), Arc<MembersApart>>>,
    pub(super) blocks: Memo<(FileIndex, u32), Arc<Called>>,
    pub(super) nameless: Memo<(FileIndex, u32), Arc<[Def]>>,
    /// The object literals of files with the types that are written for them.
    pub(super) typed_objects: Mutex<FxHashMap<FileIndex, TypedObjects>>,
    /// What object literals give for a member of types; `None` if that may be anything.
    pub(super) in_literals: Mutex<FxHashMap<MemberOfTypes, Option<Arc<[Def]>>>>,
    /// Whether what the project's functions of a name return is from outside, and the files whose
    /// uses may ask for that, until one does.
    pub(super) returning_outside: Mutex<FxHashMap<Box<str>, bool>>,
    pub(super) asking: Mutex<Vec<Arc<Unit>>>,
    /// The members of a name that are added to types of libraries.
    pub(super) added: Mutex<FxHashMap<Box<str>, Arc<[Added]>>>,
    /// Whether code elsewhere sets a member of a holder.
    pub(super) set_elsewhere: Mutex<FxHashMap<(Holder, String), bool>>,
}

/// Definitions that are known wherever they are. Those of other names are found by following
/// imports and types.
enum Known {
    /// All definitions that the project has found so far.
    Found,
    /// The definitions of one name.
    Name(String, Option<Arc<DefinitionSet>>),
}

impl<'p> Context<'p> {
    /// Creates the context for single definitions.
    pub(in crate::engine) fn new(project: &'p Project<'p>) -> Self {
        let (ancestors, direct_supertypes) = (Memo::default(), Memo::default());
        let (owners, blocks, nameless) = (Memo::default(), Memo::default(), Memo::default());
        Self {
            project,
            known: Known::Found,
            max_steps: MAX_STEPS,
            max_meanings: MAX_MEANINGS_OF_NAME,
            owning: FxHashMap::default(),
            full_types: Mutex::default(),
            types_by_path: Mutex::default(),
            ancestors,
            direct_supertypes,
            owners,
            inherited: Mutex::default(),
            fields: Mutex::default(),
            above_all: Mutex::default(),
            settings: Mutex::default(),
            members_of_types: Mutex::default(),
            overloads: Mutex::default(),
            overridable: Mutex::default(),
            apart: Mutex::default(),
            blocks,
            nameless,
            typed_objects: Mutex::default(),
            in_literals: Mutex::default(),
            returning_outside: Mutex::default(),
            asking: Mutex::default(),
            added: Mutex::default(),
            set_elsewhere: Mutex::default(),
        }
    }

    /// Creates the context for the uses of one name. `definitions` are its known definitions, if
    /// any.
    pub(super) fn of_name(
        project: &'p Project<'p>,
        name: &str,
        definitions: Option<Arc<DefinitionSet>>,
    ) -> Self {
        Self { known: Known::Name(name.to_owned(), definitions), ..Self::new(project) }
    }

    /// Limits the steps of each of a number of resolutions, so that their work is bounded.
    pub(super) fn share_steps(&mut self, resolutions: usize) {
        self.max_steps = (MAX_STEPS_OF_NAME / resolutions.max(1)).clamp(MIN_STEPS, MAX_STEPS);
    }

    /// Limits the results of each of a number of resolutions likewise.
    pub(super) fn share_meanings(&mut self, resolutions: usize) {
        self.max_meanings = (MAX_MEANINGS_OF_NAME / resolutions.max(1)).max(MIN_MEANINGS);
    }

    /// Returns the name whose uses are resolved, if that is one.
    pub(super) fn name(&self) -> Option<&str> {
        match &self.known {
            Known::Name(name, _) => Some(name),
            Known::Found => None,
        }
    }

    fn known(&self, name: &str) -> Option<Arc<DefinitionSet>> {
        match &self.known {
            Known::Found => self.project.known(name),
            Known::Name(known, definitions) => definitions.clone().filter(|_| known == name),
        }
    }
}

/// How much counts of what very many imports of everything in one module lead to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Reach {
    #[default]
    All,
    /// What they call by names that none of them gives.
    Direct,
    Nothing,
}

/// One resolution.
pub(in crate::engine) struct Resolver<'c> {
    pub(super) project: &'c Project<'c>,
    pub(super) context: &'c Context<'c>,
    steps: Cell<Steps>,
    /// Number of values and types that are looked for because of each other.
    nesting: Cell<usize>,
    /// True while a type that another one requires is looked up.
    is_requiring: Cell<bool>,
    /// True while it is found out what code elsewhere sets.
    is_comparing: Cell<bool>,
    /// True if the value that was looked for may also be one of which nothing is known.
    is_open: Cell<bool>,
    guesses: Cell<Guesses>,
    /// True once the question is cancelled, so that no further step is taken.
    is_stopped: Cell<bool>,
    pub(super) aliases: RefCell<Following>,
    pub(super) lookups: Search<(Module, String), Lookup>,
    /// What was looked up in modules without the circles that they are in; `None` if those count.
    pub(super) own_lookups: Option<Memo<(Module, String), Lookup>>,
    /// How much counts of very many imports of everything.
    pub(super) reach: Reach,
    pub(super) supertypes: Search<Def, Arc<Ancestors>>,
    pub(super) direct_supertypes: Search<Def, Arc<[Direct]>>,
    /// Types that members name which are written apart from them.
    pub(super) owners: Search<Def, Arc<[Def]>>,
    /// What blocks are called with, by file and place.
    pub(super) blocks: Search<(FileIndex, u32), Arc<Called>>,
    /// What types without a name extend, by file and place of the body.
    pub(super) nameless: Search<(FileIndex, u32), Arc<[Def]>>,
}

/// Whether the type that a call is written with counts as that of its result, where that is not
/// known. What others are told of holds without guesses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Guesses {
    #[default]
    None,
    /// There are none, and there could be one.
    Missed,
    Made,
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
            steps: Cell::new(Steps { depth: 0, deepest: MAX_DEPTH, taken: 0 }),
            nesting: Cell::default(),
            is_requiring: Cell::default(),
            is_comparing: Cell::default(),
            is_open: Cell::default(),
            guesses: Cell::default(),
            is_stopped: Cell::default(),
            aliases: RefCell::default(),
            lookups: Search::new(&progress, MAX_IMPORT_DEPTH),
            own_lookups: None,
            reach: Reach::default(),
            supertypes: Search::new(&progress, MAX_SUPERTYPE_DEPTH),
            direct_supertypes: Search::new(&progress, MAX_SUPERTYPE_DEPTH),
            owners: Search::new(&progress, MAX_OWNER_DEPTH),
            blocks: Search::new(&progress, MAX_BLOCK_DEPTH),
            nameless: Search::new(&progress, 2 * MAX_NAMELESS),
        }
    }

    /// Creates a resolution for the search for circles of modules, which knows none. What it finds
    /// is no result for others.
    pub(super) fn without_circles(context: &'c Context<'c>) -> Self {
        Self { own_lookups: Some(Memo::default()), ..Self::new(context) }
    }

    /// Creates a resolution for which not all counts that very many imports of everything give, in
    /// a context of its own. What it finds is no result for others.
    pub(super) fn reaching(context: &'c Context<'c>, reach: Reach) -> Self {
        Self { reach, ..Self::without_circles(context) }
    }

    /// Returns all definitions of a name; `None` if they are not known.
    pub(super) fn known(&self, name: &str) -> Option<Arc<DefinitionSet>> {
        self.context.known(name)
    }

    /// Takes a step into an expression; `None` at a limit, for example if a name is defined by
    /// itself. What is found once the question is cancelled is discarded.
    pub(super) fn enter<T>(&self, step: impl FnOnce() -> T) -> Option<T> {
        let Steps { depth, deepest, taken } = self.steps.get();
        // A resolution that starts again at depth 0 has all steps available.
        let taken = if depth == 0 { 0 } else { taken };
        if depth >= deepest || taken >= self.context.max_steps || self.is_stopped.get() {
            return None;
        }
        if self.project.snapshot.cancel().is_cancelled() {
            self.is_stopped.set(true);
            return None;
        }
        self.steps.set(Steps { depth: depth + 1, deepest, taken: taken + 1 });
        let value = step();
        self.steps.set(Steps { depth, deepest, taken: self.steps.get().taken });
        Some(value)
    }

    /// Returns whether what types are found to have does not depend on what is being looked for.
    pub(super) fn is_undisturbed(&self) -> bool {
        self.owners.is_idle() && !self.is_requiring.get() && !self.is_comparing.get()
    }

    pub(super) fn nesting(&self) -> usize {
        self.nesting.get()
    }

    /// Notes that the value that is looked for may also be one of which nothing is known.
    pub(super) fn note_open(&self) {
        self.is_open.set(true);
    }

    /// Looks for a value, and returns whether it may also be one of which nothing is known.
    pub(super) fn with_openness<T>(&self, look: impl FnOnce() -> T) -> (T, bool) {
        let before = self.is_open.replace(false);
        let value = look();
        (value, self.is_open.replace(before))
    }

    /// Looks for a value by what calls are written with, where their results are not known. What is
    /// found is possible at most.
    pub(super) fn guessing<T>(&self, look: impl FnOnce() -> T) -> T {
        self.with_guesses(Guesses::Made, look)
    }

    fn with_guesses<T>(&self, guesses: Guesses, look: impl FnOnce() -> T) -> T {
        let before = self.guesses.replace(guesses);
        let value = look();
        self.guesses.set(before);
        value
    }

    /// Returns whether the result of a call that is not known is guessed; if not, notes that it
    /// could be.
    pub(super) fn is_guessing(&self) -> bool {
        if self.guesses.get() == Guesses::None {
            self.guesses.set(Guesses::Missed);
        }
        self.guesses.get() == Guesses::Made
    }

    /// Returns whether something that was looked for could have been guessed.
    pub(super) fn has_missed_guess(&self) -> bool {
        self.guesses.get() == Guesses::Missed
    }

    /// Looks for what another value or type depends on.
    pub(super) fn nested<T>(&self, look: impl FnOnce() -> T) -> T {
        self.look_at(self.nesting() + 1, look)
    }

    /// Looks for what nothing that is looked for depends on.
    pub(super) fn unnested<T>(&self, look: impl FnOnce() -> T) -> T {
        self.look_at(0, look)
    }

    fn look_at<T>(&self, nesting: usize, look: impl FnOnce() -> T) -> T {
        let before = self.nesting.replace(nesting);
        let value = look();
        self.nesting.set(before);
        value
    }

    /// Looks for a type that another one requires; `None` within such a search.
    pub(super) fn requiring<T>(&self, look: impl FnOnce() -> T) -> Option<T> {
        if self.is_requiring.replace(true) {
            return None;
        }
        let found = look();
        self.is_requiring.set(false);
        Some(found)
    }

    /// Finds out what code elsewhere sets, with separate step limits, so that the result does not
    /// depend on the caller; `None` within such a search.
    pub(super) fn comparing(&self, look: impl FnOnce() -> bool) -> Option<bool> {
        if self.is_comparing.replace(true) {
            return None;
        }
        let found = self.apart(|| self.unnested(look));
        self.is_comparing.set(false);
        Some(found)
    }

    /// Searches supertypes with separate step limits, so that the result does not depend on the
    /// caller.
    pub(super) fn with_own_limits<T>(&self, look: impl FnOnce() -> T) -> T {
        self.within(MAX_DEPTH_IN_SUPERTYPES, look)
    }

    /// Searches the type that a member names, like [`Self::with_own_limits`].
    pub(super) fn apart<T>(&self, look: impl FnOnce() -> T) -> T {
        self.within(MAX_DEPTH, look)
    }

    fn within<T>(&self, deepest: usize, look: impl FnOnce() -> T) -> T {
        let steps = self.steps.replace(Steps { depth: 0, deepest, taken: 0 });
        let aliases = self.aliases.take();
        // What is remembered says nothing of it the next time.
        let (value, _) = self.with_guesses(Guesses::None, || self.with_openness(look));
        self.aliases.replace(aliases);
        self.steps.set(steps);
        value
    }
}
