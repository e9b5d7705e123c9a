//! All definitions of one name, with the properties needed to distinguish them. Each is computed
//! once, since a common name has thousands of uses and more than a thousand definitions.

use super::form::is_in_macro;
use super::meaning::{Elsewhere, Resolution};
use super::members::{owner, owner_name, scope_of};
use super::resolver::{Context, Resolver};
use crate::domain::{Symbol, SymbolKind, Visibility, lock};
use crate::engine::graph::accessor_names::AccessorName;
use crate::engine::graph::file_local::is_file_local;
use crate::engine::graph::marks::is_textual;
use crate::engine::graph::model::{Def, FileIndex, Home, Homes, MemberNames, Module, Owner};
use crate::engine::graph::project::{Project, Unit, split_path};
use crate::engine::graph::rule::Rule;
use crate::engine::graph::semantics::{self, leads_to};
use crate::lang::{Family, Language};
use crate::workspace::NameFinder;
use crate::workspace::names::{Arity, TypeAlias, Use};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock};

/// Definitions that files import under names, by file and name.
type Imported = FxHashMap<(FileIndex, String), Arc<Vec<Def>>>;

/// All definitions of one name, against which its uses are resolved.
pub(in crate::engine) struct Candidates<'p, 's> {
    pub(super) project: &'p Project<'s>,
    pub(super) context: Context<'p>,
    pub(in crate::engine) name: String,
    pub(in crate::engine) defs: Arc<Vec<Def>>,
    /// For each definition, the number of its group: overloads, or a declaration and its
    /// definition.
    pub(in crate::engine) groups: Vec<usize>,
    pub(super) each: Vec<Candidate<'p>>,
    pub(super) indices: FxHashMap<Def, usize>,
    /// Attributes among the definitions, by file and byte offset.
    attributes: FxHashMap<(FileIndex, usize), u32>,
    /// Number of groups that are members of types.
    pub(super) member_groups: usize,
    pub(super) is_common: bool,
    /// True if the definitions of the name were not searched, so that any that a use resolves to is
    /// accepted.
    pub(super) is_open: bool,
    /// Names by which other languages call accessors among the definitions.
    pub(super) accessor_names: OnceLock<BTreeSet<AccessorName>>,
    pub(super) further_names: OnceLock<BTreeSet<String>>,
    /// Numbers of arguments that the definitions take.
    pub(super) arities: OnceLock<FxHashMap<Def, Arity>>,
    pub(super) below: OnceLock<FxHashMap<Def, Vec<usize>>>,
    /// Members that implement the name apart from their type, by the trait.
    pub(super) by_trait: OnceLock<FxHashMap<Def, Vec<usize>>>,
    /// Members that implement the name, by the structural interface or the shape that requires it.
    pub(super) implementing: Mutex<FxHashMap<Def, Arc<Vec<usize>>>>,
    pub(super) are_comparable: OnceLock<bool>,
    /// Names of the members of types.
    pub(super) member_names: Mutex<FxHashMap<Def, Arc<MemberNames<'p>>>>,
    /// Types that have each of the candidates, its own and those that embed that.
    pub(super) receivers: OnceLock<Vec<OnceLock<Vec<Def>>>>,
    owner_names: OnceLock<OwnerNames<'p>>,
    by_owner_name: OnceLock<FxHashMap<&'p str, Vec<usize>>>,
    /// By the last name of the namespace or type that each is in.
    pub(super) by_container: OnceLock<FxHashMap<&'p str, Vec<usize>>>,
    pub(super) homes: OnceLock<Homes>,
    /// Definitions of the name in files, by the modules that they are in.
    pub(super) homes_in_files: Mutex<FxHashMap<FileIndex, InHomes>>,
    /// Those that extend types from outside, or may.
    pub(super) extending: OnceLock<Vec<usize>>,
    /// Whether a variant of an enumeration has a field of the name.
    pub(super) in_variants: OnceLock<bool>,
    members: Mutex<FxHashMap<Family, Arc<MembersSeen>>>,
    pub(super) elsewhere: Elsewhere,
    evident: Mutex<FxHashMap<FileIndex, Arc<Vec<Def>>>>,
    /// Members of types of which only the name is known, by it, with those that override them.
    pub(super) of_named_types: Mutex<FxHashMap<(String, Rule), Resolution>>,
    /// Very many members of types, with those that override them.
    pub(super) overridden: Mutex<Overridden>,
    /// Paths from which files import the name.
    imported_from: Mutex<FxHashMap<FileIndex, Option<Arc<str>>>>,
    /// For each of the candidates, the trait by which it is a member of types from outside.
    pub(super) adding: OnceLock<Vec<OnceLock<Option<Def>>>>,
    /// What the name may mean in files as a member of a value from outside.
    pub(super) added: Mutex<FxHashMap<FileIndex, Arc<AddedMembers>>>,
    /// Those whose header says what they extend, by index, with its last name.
    pub(super) extended: OnceLock<Vec<(usize, String)>>,
    /// Whether traits are in scope in modules, without a look at single functions.
    pub(super) in_scope: Mutex<FxHashMap<(Module, Def), bool>>,
    /// Whether any bare name of a file may come from elsewhere.
    pub(super) open_wildcards: Mutex<FxHashMap<FileIndex, bool>>,
    /// Extensions that files see, with the rules by which they do; the second part of a key is true
    /// for those of a value that is known to be from outside.
    pub(super) seen_extensions: Mutex<FxHashMap<(FileIndex, bool), SeenExtensions>>,
    /// What the last import of each file gives another name, with its path and whether that is a
    /// file's.
    pub(super) renamed: Mutex<FxHashMap<FileIndex, (String, bool, Resolution)>>,
    /// Extensions that imports of files name, by the path that these write.
    pub(super) imported: Mutex<Imported>,
    /// True if a type that does not define the name assigns such a member.
    pub(super) is_assigned: bool,
    /// True if a member overrides one of a library's.
    pub(super) overrides_external: OnceLock<bool>,
}

/// What a name may mean in a file as a member of a value from outside.
pub(super) enum AddedMembers {
    /// The file mentions a type of the project that has such a member.
    OfMentioned,
    /// Those of traits, by index, each trait once.
    OfTraits(Vec<(Def, Vec<usize>)>),
}

/// Extensions with the rules by which a file sees them; `None` if types of the project have such
/// members too.
pub(super) type SeenExtensions = Option<Arc<[(Def, Rule)]>>;

/// Definitions by the modules that they are in.
pub(super) type InHomes = Arc<FxHashMap<Home, Vec<Def>>>;

/// Members of types with those that override them, by these and the rule that led there.
type Overridden = FxHashMap<(Vec<Def>, Vec<Def>, Rule), Resolution>;

/// The definitions that are members of types and may be seen by a language family.
pub(super) struct MembersSeen {
    pub(super) defs: Vec<Def>,
    pub(super) are_one_group: bool,
}

/// One definition of the name.
pub(super) struct Candidate<'p> {
    pub(super) def: Def,
    pub(super) unit: &'p Arc<Unit>,
    pub(super) symbol: &'p Symbol,
    pub(super) owner: Option<Owner>,
    pub(super) directory: &'p str,
    group: usize,
    reach: Reach,
    is_conditional: OnceLock<bool>,
    is_script: OnceLock<bool>,
    included: OnceLock<Vec<&'p str>>,
    pub(super) extension: OnceLock<Option<Extension>>,
    pub(super) extends_outside: OnceLock<bool>,
    /// Whether it extends the type of its first parameter.
    pub(super) extends_first: OnceLock<bool>,
    /// Whether it is a field that cannot be called.
    pub(super) is_uncallable: OnceLock<bool>,
    /// Its package and its name, as an import of an extension writes them.
    pub(super) path_of_import: OnceLock<String>,
    /// The parts of its full name, in lower case.
    pub(super) full_name: OnceLock<Vec<String>>,
    /// See [`Project::overriding_side`].
    side: OnceLock<Option<bool>>,
}

/// What a definition extends, and how.
pub(super) struct Extension {
    /// Last name of the type; `None` for a trait, which any type may implement.
    pub(super) of: Option<String>,
    /// True if it implements a trait, of which other implementations may be meant.
    pub(super) is_of_trait: bool,
    /// True if it is a member of a type to which values from outside may be converted.
    pub(super) is_converted: bool,
}

/// Visibility of a definition without an import, in languages whose names the whole program shares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    Nowhere,
    OwnFile,
    Program,
    /// The files of other languages in which a program shares its names: a Java class in Groovy.
    OtherLanguages,
}

/// Names of the types that the definitions belong to.
struct OwnerNames<'p> {
    finder: NameFinder<'p>,
    /// For each definition, the index of its type's name in the finder.
    of: Vec<Option<usize>>,
}

impl<'p, 's> Candidates<'p, 's> {
    pub(in crate::engine) fn new(
        project: &'p Project<'s>,
        name: &str,
        defs: Arc<Vec<Def>>,
        groups: Vec<usize>,
    ) -> Self {
        let context = Context::of_name(project, name, project.known(name));
        let open = Self::open(project, name);
        let mut candidates =
            Self { defs, groups, context, is_open: false, is_common: false, ..open };
        let known = candidates.defs.iter().zip(&candidates.groups);
        let are_several = candidates.defs.len() > 1;
        candidates.each = known
            .filter_map(|(def, group)| Candidate::new(project, *def, *group, are_several))
            .collect();
        candidates.indices =
            candidates.each.iter().enumerate().map(|(index, each)| (each.def, index)).collect();
        candidates.hide_members_apart();
        let attributes =
            candidates.each.iter().filter(|each| each.unit.is_attribute(each.def.symbol));
        candidates.attributes = attributes
            .map(|each| ((each.def.file, each.symbol.name_bytes.start), each.def.symbol))
            .collect();
        let mut members: Vec<usize> = candidates
            .each
            .iter()
            .filter(|each| each.owner.is_some())
            .map(|each| each.group)
            .collect();
        members.sort_unstable();
        members.dedup();
        candidates.member_groups = members.len();
        let is_common = |each: &Candidate<'_>| {
            each.unit.rules().common_members.iter().any(|common| common == name)
        };
        candidates.is_common = candidates.each.iter().any(is_common);
        candidates.context.owning = candidates.find_owning();
        candidates
    }

    /// Creates candidates to resolve a use without a search for the name's definitions: every
    /// definition that scopes, imports and types refer to is accepted.
    pub(in crate::engine) fn open(project: &'p Project<'s>, name: &str) -> Self {
        Self {
            project,
            context: Context::of_name(project, name, None),
            name: name.to_owned(),
            defs: Arc::default(),
            groups: Vec::new(),
            each: Vec::new(),
            indices: FxHashMap::default(),
            attributes: FxHashMap::default(),
            member_groups: 0,
            is_common: true,
            is_open: true,
            accessor_names: OnceLock::new(),
            further_names: OnceLock::new(),
            arities: OnceLock::new(),
            below: OnceLock::new(),
            by_trait: OnceLock::new(),
            implementing: Mutex::default(),
            are_comparable: OnceLock::new(),
            member_names: Mutex::default(),
            receivers: OnceLock::new(),
            owner_names: OnceLock::new(),
            by_owner_name: OnceLock::new(),
            by_container: OnceLock::new(),
            homes: OnceLock::new(),
            homes_in_files: Mutex::default(),
            extending: OnceLock::new(),
            in_variants: OnceLock::new(),
            members: Mutex::default(),
            elsewhere: Elsewhere::default(),
            evident: Mutex::default(),
            of_named_types: Mutex::default(),
            overridden: Mutex::default(),
            imported_from: Mutex::default(),
            adding: OnceLock::new(),
            added: Mutex::default(),
            extended: OnceLock::new(),
            in_scope: Mutex::default(),
            open_wildcards: Mutex::default(),
            seen_extensions: Mutex::default(),
            renamed: Mutex::default(),
            imported: Mutex::default(),
            is_assigned: false,
            overrides_external: OnceLock::new(),
        }
    }

    /// Hides from bare names what is defined apart from the type that has it as a member:
    /// `int Pool::size() { … }`.
    fn hide_members_apart(&mut self) {
        let in_types = self.each.iter().filter(|each| matches!(each.owner, Some(Owner::Type(_))));
        let members: FxHashSet<usize> = in_types.map(|each| each.group).collect();
        let is_apart = |each: &&mut Candidate<'_>| {
            each.reach == Reach::Program
                && each.symbol.container.is_some()
                && members.contains(&each.group)
        };
        self.each.iter_mut().filter(is_apart).for_each(|each| each.reach = Reach::Nowhere);
    }

    /// Returns the types in whose bodies the definitions are members, by name.
    fn find_owning(&self) -> FxHashMap<String, Vec<Def>> {
        let mut owning: FxHashMap<String, Vec<Def>> = FxHashMap::default();
        for each in &self.each {
            let Some(Owner::Type(of)) = each.owner else { continue };
            let types = owning.entry(each.unit.symbol(of.symbol).name.clone()).or_default();
            if types.last() != Some(&of) {
                types.push(of);
                for (name, alias) in named_beside(each.unit, of) {
                    owning.entry(name).or_default().push(alias);
                }
            }
        }
        owning
    }

    pub(in crate::engine) fn contains(&self, def: Def) -> bool {
        self.indices.contains_key(&def)
    }

    /// Returns the definition whose name is at a byte offset.
    pub(in crate::engine) fn defined_at(&self, unit: &Unit, at: usize) -> Option<u32> {
        let attribute = || self.attributes.get(&(unit.file, at)).copied();
        unit.symbol_named_at(at).or_else(attribute)
    }

    /// Returns the languages of the definitions.
    pub(in crate::engine) fn languages(&self) -> Vec<&'static Language> {
        distinct_languages(self.each.iter().map(|each| &**each.unit))
    }

    /// See [`Project::overriding_side`], which is asked once for each of the candidates: a call may
    /// reach thousands.
    pub(super) fn overriding_side(&self, def: Def) -> Option<bool> {
        let find = || self.project.overriding_side(def);
        let each = self.indices.get(&def).map(|index| &self.each[*index]);
        each.map_or_else(find, |each| *each.side.get_or_init(find))
    }

    /// Returns whether a definition's name may be written with letters of any case.
    pub(in crate::engine) fn has_any_case(&self) -> bool {
        // What a grammar reads decides where other languages are only text.
        let is_read = |each: &&Candidate<'_>| !is_textual(&each.unit.entry);
        let are_text = !self.each.iter().any(|each| is_read(&each));
        let mut each = self.each.iter().filter(|each| are_text || is_read(each));
        each.any(|each| each.unit.language.ignores_case(each.symbol.kind))
    }

    fn group_of(&self, def: Def) -> Option<usize> {
        self.indices.get(&def).map(|index| self.each[*index].group)
    }

    pub(super) fn is_one_group(&self, defs: &[Def]) -> bool {
        let first = defs.first().and_then(|def| self.group_of(*def));
        first.is_some() && defs.iter().all(|def| self.group_of(*def) == first)
    }

    /// Returns the path from which a file imports the name, if its imports are read by their words.
    pub(super) fn imported_from(&self, unit: &Unit) -> Option<Arc<str>> {
        let find = || semantics::of(unit.language).imported_from(unit, &self.name).map(Arc::from);
        lock(&self.imported_from).entry(unit.file).or_insert_with(find).clone()
    }

    /// Returns the definitions in the file's language family that `accept` returns true for, except
    /// those local to a function.
    pub(super) fn accepted(
        &self,
        unit: &Unit,
        accept: impl Fn(SymbolKind, &Option<Owner>) -> bool,
    ) -> Vec<Def> {
        let is_accepted =
            |each: &&Candidate<'_>| each.may_be_seen(unit) && accept(each.symbol.kind, &each.owner);
        self.each.iter().filter(is_accepted).map(|each| each.def).collect()
    }

    /// Returns the members of types that a file may see.
    pub(super) fn members_seen(&self, unit: &Unit) -> Arc<MembersSeen> {
        let find = || {
            let defs = self.accepted(unit, |_, owner| owner.is_some());
            Arc::new(MembersSeen { are_one_group: self.is_one_group(&defs), defs })
        };
        Arc::clone(lock(&self.members).entry(unit.rules().family).or_insert_with(find))
    }

    /// Returns the definitions that a file sees, of names that the whole program shares.
    pub(super) fn seen_from<'c>(
        &'c self,
        unit: &'c Unit,
    ) -> impl Iterator<Item = &'c Candidate<'p>> {
        let included = semantics::of(unit.language).included(unit);
        self.each.iter().filter(move |each| match each.reach {
            Reach::Nowhere => false,
            Reach::OwnFile => {
                let is_it = |path: &&str| leads_to(path, each.unit.path());
                each.def.file == unit.file || !each.symbol.is_local && included.iter().any(is_it)
            }
            Reach::Program => each.is_shared_with(unit),
            Reach::OtherLanguages => {
                unit.rules().is_program_wide() && each.unit.language.is_used_with(unit.language)
            }
        })
    }

    /// Returns whether a definition is a function that its header keeps to its file, which nothing
    /// means that another file has for itself.
    pub(in crate::engine::graph) fn is_kept_from(
        &self,
        unit: &Unit,
        found: &Use,
        def: Def,
    ) -> bool {
        let Some(each) = self.indices.get(&def).map(|index| &self.each[*index]) else {
            return false;
        };
        each.reach == Reach::OwnFile
            && each.symbol.kind == SymbolKind::Function
            && each.owner.is_none()
            && !self.is_reached(unit, def.file)
            && !each.includes(unit)
            && !semantics::of(unit.language).is_header(unit.path())
            && !is_in_macro(unit, found.span)
    }

    /// Returns the definitions that belong to types of a name.
    pub(super) fn with_owner_named(&self, name: &str) -> impl Iterator<Item = &Candidate<'p>> {
        let by_owner_name = self.by_owner_name.get_or_init(|| {
            let mut by_name: FxHashMap<&'p str, Vec<usize>> = FxHashMap::default();
            for (index, each) in self.each.iter().enumerate() {
                if let Some(name) = owner_name(each.unit, each.symbol) {
                    by_name.entry(name).or_default().push(index);
                }
            }
            by_name
        });
        by_owner_name.get(name).into_iter().flatten().map(|index| &self.each[*index])
    }

    /// Returns the members that a file gives evidence of: it mentions the name of their type, or
    /// contains them.
    pub(super) fn evident(&self, unit: &Unit) -> Arc<Vec<Def>> {
        if let Some(known) = lock(&self.evident).get(&unit.file) {
            return Arc::clone(known);
        }
        let names = self.owner_names.get_or_init(|| OwnerNames::new(&self.each));
        let is_member = |each: &Candidate<'_>| each.owner.is_some() && each.may_be_seen(unit);
        let members = self.each.iter().zip(&names.of).filter(|(each, _)| is_member(each));
        // The text is not read for names that have no member: very many may be asked about.
        let said = LazyCell::new(|| names.finder.mentioned_in(unit.content()));
        let evident = members.filter(|(each, name)| {
            each.def.file == unit.file || name.is_some_and(|name| said[name])
        });
        let evident = Arc::new(evident.map(|(each, _)| each.def).collect());
        lock(&self.evident).insert(unit.file, Arc::clone(&evident));
        evident
    }

    /// Returns whether any bare name of a file may come from elsewhere.
    pub(in crate::engine) fn has_open_wildcard(&self, unit: &Arc<Unit>) -> bool {
        let known = lock(&self.open_wildcards).get(&unit.file).copied();
        known.unwrap_or_else(|| {
            let is_open = Resolver::new(&self.context).has_open_wildcard(unit);
            lock(&self.open_wildcards).insert(unit.file, is_open);
            is_open
        })
    }
}

/// Returns the further names of a type that its file gives it, where full names tell types apart:
/// `Client = Server`.
fn named_beside(unit: &Unit, of: Def) -> Vec<(String, Def)> {
    if !unit.rules().has_full_names {
        return Vec::new();
    }
    let name = unit.symbol(of.symbol).name.as_str();
    let meant = |alias: &&TypeAlias| alias.span.of(unit.content()).rsplit(':').next() == Some(name);
    let named = unit.names().aliases.iter().filter(meant).filter_map(|alias| {
        let symbol = unit.symbol_named_at(alias.name.start as usize)?;
        Some((alias.name.of(unit.content()).to_owned(), Def { file: of.file, symbol }))
    });
    named.collect()
}

/// Returns the languages of some files, each once.
pub(in crate::engine) fn distinct_languages<'u>(
    units: impl Iterator<Item = &'u Unit>,
) -> Vec<&'static Language> {
    let mut languages: Vec<&'static Language> = Vec::new();
    for unit in units {
        if !languages.contains(&unit.language) {
            languages.push(unit.language);
        }
    }
    languages
}

impl<'p> Candidate<'p> {
    fn new(project: &'p Project<'_>, def: Def, group: usize, are_several: bool) -> Option<Self> {
        let (unit, index) = project.get(def)?;
        let symbol = unit.symbol(index);
        let directory = split_path(unit.path()).0;
        Some(Self {
            def,
            unit,
            symbol,
            owner: owner(unit, index),
            directory,
            group,
            reach: reach(project, unit, symbol, are_several),
            is_conditional: OnceLock::new(),
            is_script: OnceLock::new(),
            included: OnceLock::new(),
            extension: OnceLock::new(),
            extends_outside: OnceLock::new(),
            extends_first: OnceLock::new(),
            is_uncallable: OnceLock::new(),
            path_of_import: OnceLock::new(),
            full_name: OnceLock::new(),
            side: OnceLock::new(),
        })
    }

    /// Returns the name by which other files know the definition's type: that of the file if the
    /// type is a table that is local to it.
    fn name_of_owner(&self) -> Option<&'p str> {
        let name = owner_name(self.unit, self.symbol)?;
        let are_types = self.unit.language.config.outline.tables_are_types;
        let is_local = |symbol: &Symbol| {
            symbol.visibility == Some(Visibility::Private)
                && (symbol.kind.has_value() || are_types && symbol.kind.is_type())
                && symbol.parent.is_none()
        };
        let is_local = self.unit.symbols_named(name).any(|(_, symbol)| is_local(symbol));
        let file = split_path(self.unit.path()).1;
        let stem = file.split_once('.').map_or(file, |(stem, _)| stem);
        Some(if is_local { stem } else { name })
    }

    pub(super) const fn group(&self) -> usize {
        self.group
    }

    /// Returns whether a condition of a preprocessor may leave the definition out.
    pub(super) fn is_conditional(&self) -> bool {
        let at = self.symbol.name_bytes.start;
        let is_conditional = || self.unit.language.is_conditional(self.unit.content(), at);
        *self.is_conditional.get_or_init(is_conditional)
    }

    /// Returns whether the definition is in a script.
    pub(super) fn is_in_script(&self) -> bool {
        let is_script = || semantics::of(self.unit.language).is_script(self.unit);
        *self.is_script.get_or_init(is_script)
    }

    /// Returns whether the definition's file includes the text of another as its own.
    pub(super) fn includes(&self, unit: &Unit) -> bool {
        let included = || semantics::of(self.unit.language).included(self.unit);
        self.included.get_or_init(included).iter().any(|path| leads_to(path, unit.path()))
    }

    /// Returns whether a file's language has the definition's rule of what a program shares, and
    /// can use what the definition's language defines.
    pub(super) fn is_shared_with(&self, unit: &Unit) -> bool {
        self.unit.rules().shared == unit.rules().shared
            && self.unit.language.is_used_with(unit.language)
    }

    /// Returns whether the definition is in a file's language family, and is not local to a
    /// function.
    pub(super) fn may_be_seen(&self, unit: &Unit) -> bool {
        self.unit.rules().family == unit.rules().family && !self.symbol.is_local
    }
}

fn reach(project: &Project<'_>, unit: &Unit, symbol: &Symbol, are_several: bool) -> Reach {
    let is_shared_type =
        || !unit.rules().is_program_wide() && symbol.kind.is_type() && symbol.parent.is_none();
    if is_shared_type() {
        return Reach::OtherLanguages;
    }
    // The title of a test binds no name.
    if !unit.rules().is_program_wide()
        || symbol.kind == SymbolKind::Test
        || scope_of(unit, symbol).is_some_and(|scope| {
            unit.symbols()[scope].kind != SymbolKind::Module
                || unit.facts().outline.type_around(symbol).is_some()
        })
    {
        return Reach::Nowhere;
    }
    let is_kept = is_file_local(project, unit, symbol, are_several);
    let is_header = semantics::of(unit.language).is_header(unit.path());
    if symbol.is_local || is_kept && !is_header { Reach::OwnFile } else { Reach::Program }
}

impl<'p> OwnerNames<'p> {
    fn new(each: &[Candidate<'p>]) -> Self {
        let mut names: Vec<&'p str> = Vec::new();
        let mut indices: FxHashMap<&'p str, usize> = FxHashMap::default();
        let of = each.iter().map(|each| {
            let name = each.name_of_owner()?;
            Some(*indices.entry(name).or_insert_with(|| {
                names.push(name);
                names.len() - 1
            }))
        });
        let of = of.collect();
        Self { finder: NameFinder::new(&names), of }
    }
}
