//! Names that a whole program shares, as in C and C++: visible wherever no nearer definition has
//! the name, unqualified or qualified by a namespace.

use super::candidates::{Candidate, Candidates};
use super::meaning::{Meaning, Other, Resolution};
use super::members::{owner_name, scope_of, simple_name};
use super::resolver::Resolver;
use crate::domain::{Certainty, SymbolKind};
use crate::engine::graph::model::{Def, Owner};
use crate::engine::graph::project::{Unit, split_path};
use crate::engine::graph::rule::Rule;
use crate::engine::graph::semantics::{self, common_prefix};
use crate::workspace::names::{Qualifier, Role, Use};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

impl<'p> Candidates<'p, '_> {
    fn find_containers(&self) -> FxHashMap<&'p str, Vec<usize>> {
        let mut inside: FxHashMap<&'p str, Vec<usize>> = FxHashMap::default();
        for (index, each) in self.each.iter().enumerate() {
            let names: BTreeSet<&str> =
                containers(each).into_iter().flatten().map(simple_name).collect();
            for name in names {
                inside.entry(name).or_default().push(index);
            }
        }
        inside
    }
}

/// Returns the names of what a definition is in: what it is qualified with or written in, and the
/// scope that its name belongs to as a member, or the module that the file declares before it.
fn containers<'p>(each: &Candidate<'p>) -> [Option<&'p str>; 3] {
    let unit: &'p Unit = each.unit;
    let names = unit.path_of(each.def.symbol);
    let above = names.len().checked_sub(2).map(|above| names[above]);
    let scope = scope_of(unit, each.symbol).filter(|_| each.owner.is_some());
    let around = scope.map(|scope| unit.symbols()[scope].name.as_str());
    let is_in_module = scope_of(unit, each.symbol).is_none();
    let module = if is_in_module { unit.module_before(each.def.symbol) } else { None };
    [each.symbol.qualifier().or(above), around, module]
}

impl Candidates<'_, '_> {
    /// Resolves `path::name` by the last name of the path, in languages whose programs share
    /// namespaces and types. `None` if no definition is in a container of that name.
    pub(super) fn resolve_in_namespace(&self, unit: &Unit, path: &str) -> Option<Resolution> {
        let wanted = simple_name(path);
        if unit.rules().external_namespaces.iter().any(|external| external == wanted) {
            return Some(Resolution::External(None));
        }
        let is_qualified = unit.language.config.outline.qualified_names;
        let is_wanted = |above: &str| {
            simple_name(above) == wanted
                && (ends_with_name(above, path) || ends_with_name(path, above))
        };
        let is_in = |each: &&Candidate<'_>| {
            each.is_shared_with(unit)
                && (!is_qualified || containers(each).into_iter().flatten().any(is_wanted))
        };
        let inside = self.by_container.get_or_init(|| self.find_containers()).get(wanted);
        let inside = inside.into_iter().flatten().map(|index| &self.each[*index]);
        let mut inside: Vec<&Candidate<'_>> = inside.filter(is_in).collect();
        // A member that is defined apart from its type stands in the namespace, but is not its own.
        let is_own = |each: &&Candidate<'_>| {
            owner_name(each.unit, each.symbol).is_none_or(|owner| owner == wanted)
        };
        if inside.iter().any(is_own) {
            inside.retain(is_own);
        }
        let found: Vec<Def> = inside.iter().map(|each| each.def).collect();
        (!found.is_empty()).then(|| self.keep(&found, Certainty::Likely, Rule::Path))
    }

    /// Returns those of several types of a name that a header means with the arguments that it
    /// writes, where it names a supertype; elsewhere all. Partial specializations are possible.
    fn applied(&self, unit: &Unit, found: &Use, defs: &[Def], certainty: Certainty) -> Vec<Def> {
        let after = &unit.content()[found.span.end as usize..];
        let applied = |def: &Def| match self.project.get(*def) {
            Some((of, symbol)) if found.role == Role::Inherit => {
                semantics::of(of.language).applied(of, of.symbol(symbol), after)
            }
            _ => Some(Certainty::Likely),
        };
        defs.iter().copied().filter(|def| applied(def) == Some(certainty)).collect()
    }

    /// Returns whether a header that names a supertype means none of some types of its name.
    pub(super) fn means_none(&self, unit: &Unit, found: &Use, defs: &[Def]) -> bool {
        self.applied(unit, found, defs, Certainty::Likely).is_empty()
    }

    /// Leaves a resolution to the types that [`Self::applied`] accepts, if there are any.
    pub(super) fn keep_applied(
        &self,
        unit: &Unit,
        found: &Use,
        resolution: Resolution,
    ) -> Resolution {
        let Resolution::Definitions(mut meanings) = resolution else { return resolution };
        let all: Vec<Def> = meanings.iter().map(|meaning| meaning.def).collect();
        let applied = self.applied(unit, found, &all, Certainty::Likely);
        if applied.is_empty() {
            return Resolution::Definitions(meanings);
        }
        let is_kept: FxHashSet<Def> = applied.into_iter().collect();
        meanings.retain(|meaning| is_kept.contains(&meaning.def));
        let partial = self.applied(unit, found, &all, Certainty::Possible);
        self.add_partial(Resolution::Definitions(meanings), &partial)
    }

    /// Resolves a name that the whole program shares: to every definition that is not local to
    /// another file.
    pub(super) fn resolve_in_program(&self, unit: &Unit, found: &Use) -> Resolution {
        let role = found.role;
        let mut seen: Vec<&Candidate<'_>> = self.seen_from(unit).collect();
        seen.retain(|each| !self.is_apart(unit, found, each.def));
        if found.qualifier == Qualifier::None && !self.keep_imported(unit, found, &mut seen) {
            return Resolution::External(None);
        }
        let at = found.span.start as usize;
        let resolver = Resolver::new(&self.context);
        let is_seen = |def: Def| !resolver.is_nested_elsewhere((unit, at), def);
        if found.qualifier == Qualifier::None && seen.iter().any(|each| is_seen(each.def)) {
            seen.retain(|each| is_seen(each.def));
        }
        // A type's constructor, which has the type's name, is not a type.
        if matches!(role, Role::Inherit | Role::Type)
            && seen.iter().any(|each| each.symbol.kind.is_type())
        {
            seen.retain(|each| each.symbol.kind.is_type());
        }
        let fits = |each: &&Candidate<'_>| {
            semantics::of(unit.language).may_mean(unit, found, each.symbol.kind)
        };
        if seen.iter().any(fits) {
            seen.retain(fits);
        }
        // The header of one of several types of a name, such as a specialization, does not refer to
        // that type itself.
        let is_own = |each: &&Candidate<'_>| is_header_of(unit, found, each.def);
        let is_specialization = seen.iter().any(is_own);
        if is_specialization && !seen.iter().all(is_own) {
            seen.retain(|each| !is_own(each));
        }
        let all: Vec<Def> = seen.iter().map(|each| each.def).collect();
        if found.qualifier == Qualifier::None && !unit.rules().has_full_names {
            let innermost = resolver.of_innermost((unit, at), all.clone());
            if innermost.len() < all.len() {
                return self.keep(&innermost, Certainty::Likely, Rule::Import);
            }
        }
        let applied = self.applied(unit, found, &all, Certainty::Likely);
        if applied.is_empty() {
            return self.choose_by_place(unit, &seen, is_specialization);
        }
        let is_kept: FxHashSet<Def> = applied.into_iter().collect();
        seen.retain(|each| is_kept.contains(&each.def));
        let partial = self.applied(unit, found, &all, Certainty::Possible);
        self.add_partial(self.choose_by_place(unit, &seen, is_specialization), &partial)
    }

    /// Leaves out what the imports of a file do not bring in, where they name files. Returns false
    /// if nothing is left.
    fn keep_imported(&self, unit: &Unit, found: &Use, seen: &mut Vec<&Candidate<'_>>) -> bool {
        let semantics = semantics::of(unit.language);
        let is_seen = |each: &&Candidate<'_>| semantics.sees(self.project, unit, each.def);
        // What an import names may be seen by its prefix alone.
        let is_named = || found.role == Role::ImportPath && !seen.iter().any(is_seen);
        if seen.is_empty() || !semantics.imports_files() || is_named() {
            return true;
        }
        seen.retain(is_seen);
        !seen.is_empty()
    }

    /// Chooses between definitions that a file sees by where they are.
    fn choose_by_place(
        &self,
        unit: &Unit,
        seen: &[&Candidate<'_>],
        is_specialization: bool,
    ) -> Resolution {
        let defs = |accept: &dyn Fn(&Candidate<'_>) -> bool| -> Vec<Def> {
            seen.iter().filter(|each| accept(each)).map(|each| each.def).collect()
        };
        let own = defs(&|each| each.def.file == unit.file);
        let is_defined = |def: &Def| {
            self.project.get(*def).is_some_and(|(unit, symbol)| {
                let symbol = unit.symbol(symbol);
                !symbol.kind.is_callable() || unit.has_body(symbol)
            })
        };
        if own.iter().any(is_defined) {
            return self.keep(&own, Certainty::Likely, Rule::SameFile);
        }
        if seen.iter().all(|each| each.group() == seen[0].group()) {
            let rule = if own.is_empty() { Rule::UniqueName } else { Rule::SameFile };
            return self.keep(&defs(&|_| true), Certainty::Likely, rule);
        }
        if let Some((included, others)) = self.included(unit, seen) {
            return self
                .add_possible(self.keep(&included, Certainty::Likely, Rule::Import), &others);
        }
        // Definitions in the file, or in its directory, are nearest, but another program's may be
        // meant.
        let directory = split_path(unit.path()).0;
        let beside = defs(&|each| each.directory == directory);
        let (near, rule) =
            if own.is_empty() { (beside, Rule::SamePackage) } else { (own, Rule::SameFile) };
        let rest = defs(&|each| !near.contains(&each.def));
        if near.is_empty()
            && !is_specialization
            && let Some(nearest) = nearest_header(unit, seen)
        {
            return self.keep(&nearest, Certainty::Likely, Rule::Import);
        }
        if near.is_empty() || is_specialization {
            return self.keep(&defs(&|_| true), Certainty::Possible, Rule::SameName);
        }
        self.add_possible(self.keep(&near, Certainty::Likely, rule), &rest)
    }

    /// Adds what headers define to a definition of the file itself that stands between conditional
    /// directives: it may be left out where a header is included.
    pub(super) fn add_from_headers(&self, unit: &Unit, resolution: Resolution) -> Resolution {
        let Resolution::Definitions(meanings) = &resolution else { return resolution };
        let is_own = |meaning: &Meaning| meaning.def.file == unit.file;
        if !unit.rules().is_program_wide() || !meanings.iter().all(is_own) {
            return resolution;
        }
        let (own, others): (Vec<&Candidate<'_>>, Vec<&Candidate<'_>>) =
            self.seen_from(unit).partition(|each| each.def.file == unit.file);
        let headers: Vec<Def> =
            others.into_iter().filter(|each| is_in_header(each)).map(|each| each.def).collect();
        if headers.is_empty() || own.is_empty() || !own.iter().all(|each| each.is_conditional()) {
            return resolution;
        }
        self.add_possible(resolution, &headers)
    }

    /// Leaves a bare name to the definitions of the innermost namespace around it. One of another
    /// namespace may still be meant, through a directive or by its arguments.
    pub(super) fn keep_innermost(
        &self,
        unit: &Unit,
        found: &Use,
        resolution: Resolution,
    ) -> Resolution {
        let Resolution::Definitions(mut meanings) = resolution else { return resolution };
        let rules = unit.rules();
        if meanings.len() > 1 && rules.is_program_wide() && rules.implicit_receiver {
            let around = namespaces_around(unit, found.span.start as usize);
            let depth = |meaning: &Meaning| {
                let (unit, symbol) = self.project.get(meaning.def)?;
                let own = namespaces(unit, unit.symbol(symbol).parent);
                around.starts_with(&own).then_some(own.len())
            };
            let depths: Vec<Option<usize>> = meanings.iter().map(depth).collect();
            if let Some(innermost) = depths.iter().max().copied().flatten() {
                for (meaning, depth) in meanings.iter_mut().zip(depths) {
                    if depth != Some(innermost) {
                        meaning.certainty = Certainty::Possible;
                    }
                }
            }
        }
        Resolution::Definitions(meanings)
    }

    /// Adds the functions of the name that headers declare in the same namespace: overloads, of
    /// which a look-up finds only the first file's.
    pub(super) fn with_overloads(&self, unit: &Unit, resolution: Resolution) -> Resolution {
        let found: Vec<Def> = match &resolution {
            Resolution::Definitions(meanings) => {
                meanings.iter().map(|meaning| meaning.def).collect()
            }
            Resolution::Other(Other::Definition(def)) => vec![*def],
            _ => return resolution,
        };
        let rules = unit.rules();
        if !rules.is_program_wide()
            || !rules.implicit_receiver
            || !found.iter().all(|def| self.project.is_callable(*def))
        {
            return resolution;
        }
        let in_headers: Vec<&Candidate<'_>> = self
            .seen_from(unit)
            .filter(|each| each.symbol.kind == SymbolKind::Function && is_in_header(each))
            .collect();
        if in_headers.is_empty() {
            return resolution;
        }
        let namespaces: BTreeSet<Vec<&str>> =
            found.iter().map(|def| self.namespace(*def)).collect();
        let found: FxHashSet<Def> = found.into_iter().collect();
        let is_overload = |each: &&Candidate<'_>| {
            let own = self.namespace(each.def);
            let is_beside = |other: &Vec<&str>| own.ends_with(other) || other.ends_with(&own);
            !found.contains(&each.def) && namespaces.iter().any(is_beside)
        };
        let overloads: Vec<Def> =
            in_headers.into_iter().filter(is_overload).map(|each| each.def).collect();
        self.add_possible(resolution, &overloads)
    }

    /// Adds what implements the members of types whose members are names of the scope around them:
    /// which is meant depends on the types of the arguments.
    pub(super) fn with_instances(&self, resolution: Resolution) -> Resolution {
        if !self.each.iter().any(|each| is_of_instance(each, |_| true)) {
            return resolution;
        }
        let found: Vec<Def> = match &resolution {
            Resolution::Definitions(meanings) => {
                meanings.iter().map(|meaning| meaning.def).collect()
            }
            Resolution::Other(Other::Definition(def)) => vec![*def],
            _ => return resolution,
        };
        let open_type = |def: &Def| {
            let (unit, symbol) = self.project.get(*def)?;
            let of = &unit.symbols()[unit.symbol(symbol).parent?];
            let is_open = semantics::of(unit.language).has_open_members(of);
            is_open.then_some(of.name.as_str())
        };
        let types: Vec<&str> = found.iter().filter_map(open_type).collect();
        let is_instance =
            |each: &&Candidate<'_>| is_of_instance(each, |name| types.contains(&simple_name(name)));
        let instances: Vec<Def> =
            self.each.iter().filter(is_instance).map(|each| each.def).collect();
        if instances.is_empty() { resolution } else { self.add_possible(resolution, &instances) }
    }

    /// Adds further definitions as possible.
    fn add_possible(&self, resolution: Resolution, possible: &[Def]) -> Resolution {
        match (resolution, self.keep(possible, Certainty::Possible, Rule::SameName)) {
            (Resolution::Definitions(mut found), Resolution::Definitions(possible)) => {
                found.extend(possible);
                Resolution::Definitions(found)
            }
            (Resolution::Other(_), possible @ Resolution::Definitions(_)) => possible,
            (resolution, _) => resolution,
        }
    }

    /// Adds partial specializations, which are chosen before what they specialize if they fit.
    fn add_partial(&self, resolution: Resolution, partial: &[Def]) -> Resolution {
        match self.add_possible(resolution, partial) {
            Resolution::Definitions(mut meanings) if !partial.is_empty() => {
                for meaning in &mut meanings {
                    meaning.certainty = Certainty::Possible;
                }
                Resolution::Definitions(meanings)
            }
            resolution => resolution,
        }
    }

    /// Returns the names of a definition's containers.
    fn namespace(&self, def: Def) -> Vec<&str> {
        let Some((unit, symbol)) = self.project.get(def) else { return Vec::new() };
        let mut path = unit.path_of(symbol);
        path.pop();
        path
    }
}

/// Returns whether a qualified name is another one or ends with it.
fn ends_with_name(name: &str, end: &str) -> bool {
    let above = name.strip_suffix(end);
    above.is_some_and(|above| above.is_empty() || above.ends_with(['.', ':', '\\']))
}

/// Returns the definitions of the nearest of several headers of one name, to which an include
/// leads.
fn nearest_header(unit: &Unit, seen: &[&Candidate<'_>]) -> Option<Vec<Def>> {
    let name = split_path(seen.first()?.unit.path()).1;
    if !seen.iter().all(|each| is_in_header(each) && split_path(each.unit.path()).1 == name) {
        return None;
    }
    let near = |each: &Candidate<'_>| common_prefix(unit.path(), each.unit.path());
    let nearest = seen.iter().map(|each| near(each)).max()?;
    let found: Vec<Def> =
        seen.iter().filter(|each| near(each) == nearest).map(|each| each.def).collect();
    found.iter().all(|def| def.file == found[0].file).then_some(found)
}

/// Returns whether a definition implements a member of a type whose name is `accepted`.
fn is_of_instance(each: &Candidate<'_>, accepted: impl Fn(&str) -> bool) -> bool {
    matches!(&each.owner, Some(Owner::Named { implemented: Some(name), .. }) if accepted(name))
}

fn is_in_header(each: &Candidate<'_>) -> bool {
    semantics::of(each.unit.language).is_header(each.unit.path())
}

/// Returns the names of the namespaces around a place, outermost first.
fn namespaces_around(unit: &Unit, at: usize) -> Vec<&str> {
    let inner = unit.enclosing(at, |_| true);
    let mut names = namespaces(unit, inner.map(|inner| inner as usize));
    let outside = unit.enclosing(at, |symbol| symbol.container.is_some());
    let container = outside.and_then(|outside| unit.symbol(outside).container.as_deref());
    names.extend(container.into_iter().flat_map(|container| container.split("::")));
    names
}

/// Returns the names of the namespaces among some symbol and those that it is in, outermost first.
fn namespaces(unit: &Unit, innermost: Option<usize>) -> Vec<&str> {
    let above = std::iter::successors(innermost, |symbol| unit.symbols()[*symbol].parent);
    let modules = above.filter(|symbol| unit.symbols()[*symbol].kind == SymbolKind::Module);
    let mut names: Vec<&str> =
        modules.flat_map(|symbol| unit.symbols()[symbol].name.rsplit("::")).collect();
    names.reverse();
    names
}

/// Returns whether a use names a supertype in the header of a definition.
pub(super) fn is_header_of(unit: &Unit, found: &Use, def: Def) -> bool {
    let header = || unit.names().supertypes_at(unit.symbol(def.symbol).name_bytes.start);
    found.role == Role::Inherit
        && def.file == unit.file
        && header().iter().any(|pair| pair.supertype.contains(found.span))
}
