//! Calls of constructors under another name than their own: the type's.

use super::model::Owner;
use super::project::{Def, FileIndex, Project, Unit};
use super::resolve::{Meaning, accepting, labelled, owner, parameters};
use super::rule::Rule;
use super::semantics;
use super::subtypes::{aliases, subtypes};
use super::use_searches::UseSearches;
use super::uses::{ParseBudget, ResolvedUse, UseFilter};
use crate::domain::{Cancelled, Certainty, Symbol, SymbolKind};
use crate::lang::{Capture, GraphCapture, Language, QueryKind};
use crate::workspace::names::Use;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Maximum number of types whose constructions are searched for one answer; a target such as
/// `__init__` can mean the constructors of all types.
const MAX_CONSTRUCTED: usize = 40;

/// A use that calls a constructor under a name other than its own.
pub(super) struct Construction {
    pub(super) unit: Arc<Unit>,
    pub(super) name_use: Use,
    pub(super) meaning: Meaning,
}

/// The constructions of one group of definitions.
#[derive(Default)]
pub(super) struct Constructions {
    pub(super) uses: Vec<Construction>,
    /// The types whose constructors are in the group, of which the uses were searched.
    pub(super) types: Vec<Def>,
    /// Files that may contain more but were not searched.
    pub(super) skipped: Vec<FileIndex>,
}

/// Returns, for each group of definitions called `name`, the uses that call it as the constructor
/// of a type.
pub(super) fn constructions(
    name: &str,
    groups: &[Vec<Def>],
    searches: &mut UseSearches<'_, '_, '_>,
) -> Result<Vec<Constructions>, Cancelled> {
    let project = searches.project;
    let mut of_types = Vec::with_capacity(groups.len());
    for group in groups {
        of_types.push(called_types(project, group, searches.budget)?);
    }
    let mut names: BTreeSet<&str> =
        of_types.iter().flatten().filter_map(|of| name_of(project, *of)).collect();
    names.remove(name);
    let mut names: Vec<&str> = names.into_iter().collect();
    let left = keep_most_mentioned(project, &mut names)?;
    project.find_definitions(&names)?;
    let files_left = |of: &Def| name_of(project, *of).and_then(|name| left.get(name));
    let mut all: Vec<Constructions> = of_types
        .iter()
        .map(|types| Constructions {
            uses: Vec::new(),
            types: Vec::new(),
            skipped: types.iter().filter_map(files_left).flatten().copied().collect(),
        })
        .collect();
    for name in names {
        by_type_name(searches, name, groups, &of_types, &mut all)?;
    }
    let is_searched =
        |of: &&Def| name_of(project, **of).is_some_and(|name| !left.contains_key(name));
    for (types, constructions) in of_types.iter().zip(&mut all) {
        constructions.types = types.iter().filter(is_searched).copied().collect();
    }
    Ok(all)
}

fn name_of<'p>(project: &'p Project<'_>, def: Def) -> Option<&'p str> {
    project.get(def).map(|(unit, symbol)| unit.symbol(symbol).name.as_str())
}

/// Adds the calls of the types called `name` that call a constructor of their group.
fn by_type_name(
    searches: &mut UseSearches<'_, '_, '_>,
    name: &str,
    groups: &[Vec<Def>],
    of_types: &[Vec<Def>],
    all: &mut [Constructions],
) -> Result<(), Cancelled> {
    let found = searches.of(name, UseFilter::Calls)?;
    let is_call = |meaning: &Meaning| meaning.rule != Rule::Definition;
    found.visit_best(of_types, is_call, |ResolvedUse { unit, name_use, .. }, best| {
        for (group, mut meaning) in best {
            if constructs(searches.project, &groups[group], meaning.def, (unit, name_use)) {
                if may_make_value(searches.project, meaning.def, name_use) {
                    meaning.certainty = Certainty::Possible;
                }
                let unit = Arc::clone(unit);
                all[group].uses.push(Construction { unit, name_use: *name_use, meaning });
            }
        }
    })?;
    for (types, constructions) in of_types.iter().zip(all) {
        if !types.is_empty() {
            constructions.skipped.extend(&found.uses.skipped);
        }
    }
    Ok(())
}

/// Keeps the names that most files mention, up to [`MAX_CONSTRUCTED`]. Returns, for each of the
/// others, the files that mention it.
fn keep_most_mentioned<'n>(
    project: &Project<'_>,
    names: &mut Vec<&'n str>,
) -> Result<HashMap<&'n str, Vec<FileIndex>>, Cancelled> {
    if names.len() <= MAX_CONSTRUCTED {
        return Ok(HashMap::new());
    }
    project.find_mentions(names)?;
    let mut mentions = HashMap::new();
    for name in names.iter().copied() {
        let files = &project.mentions_in_code(name)?.files;
        mentions.insert(name, files.iter().map(|found| found.file).collect::<Vec<_>>());
    }
    names.sort_by_cached_key(|name| Reverse(mentions.get(name).map_or(0, Vec::len)));
    names.truncate(MAX_CONSTRUCTED);
    for name in names.iter() {
        mentions.remove(name);
    }
    Ok(mentions)
}

/// Returns the type that a constructor creates values of, or the object whose name calls a member:
/// `Pool(1)` calls `apply` of `object Pool`.
fn constructor_type(project: &Project<'_>, def: Def) -> Option<Def> {
    let (unit, index) = project.get(def)?;
    let is_constructor = unit.symbol(index).kind == SymbolKind::Constructor;
    match owner(unit, index) {
        Some(Owner::Type(of)) if is_constructor || is_operator(project, def, of) => Some(of),
        // Of an extension.
        Some(Owner::Named { .. }) if is_constructor && unit.rules().extensions_inherit => {
            project.owner_types(def).first().copied()
        }
        _ => None,
    }
}

/// Returns whether a member of an object is what a call of the object calls.
fn is_operator(project: &Project<'_>, member: Def, of: Def) -> bool {
    let is_object = |(unit, symbol): (&Arc<Unit>, u32)| {
        semantics::of(unit.language).is_companion(unit.symbol(symbol))
    };
    project.get(member).is_some_and(|(unit, symbol)| {
        let symbol = unit.symbol(symbol);
        unit.rules().call_operator.as_ref() == Some(&symbol.name) && symbol.kind.is_callable()
    }) && project.get(of).is_some_and(is_object)
}

/// Returns groups of definitions, each with the types whose constructors are in it: a constructor
/// with the name of its type is called by that name.
pub(super) fn with_constructed(project: &Project<'_>, groups: &[Vec<Def>]) -> Vec<Vec<Def>> {
    let with_types =
        |group: &Vec<Def>| group.iter().copied().chain(constructed(project, group)).collect();
    groups.iter().map(with_types).collect()
}

/// Returns the types whose constructors are in a group, also those that inherit them, and the
/// aliases of these and of the group's types: what calls an alias calls a constructor of the type.
fn called_types(
    project: &Project<'_>,
    group: &[Def],
    budget: &mut ParseBudget,
) -> Result<Vec<Def>, Cancelled> {
    let mut called = constructed(project, group);
    called.extend(inheriting(project, group, budget)?);
    let mut named: Vec<Def> = group.iter().copied().filter(|def| project.is_type(*def)).collect();
    named.extend(&called);
    let mut next = 0;
    while let Some(of) = named.get(next).copied().filter(|_| next < MAX_CONSTRUCTED) {
        next += 1;
        if !has_capture(project, of, GraphCapture::Aliased) {
            continue;
        }
        for (alias, _) in aliases(project, of, budget)? {
            if !named.contains(&alias) {
                named.push(alias);
                called.push(alias);
            }
        }
    }
    Ok(called)
}

/// Returns the types below those of the constructors, or of the types, in a group that have none of
/// their own, where constructors are inherited as methods are. Of a subtype's supertypes another
/// may come first.
fn inheriting(
    project: &Project<'_>,
    group: &[Def],
    budget: &mut ParseBudget,
) -> Result<Vec<Def>, Cancelled> {
    let mut types = Vec::new();
    let of_types = group.iter().flat_map(|def| constructors_of(project, *def));
    for constructor in group.iter().copied().chain(of_types).take(MAX_CONSTRUCTED) {
        let Some((unit, symbol)) = project.get(constructor) else { continue };
        let inherits = |unit: &Unit| unit.rules().constructors_inherit;
        let of = constructor_type(project, constructor).filter(|_| inherits(unit));
        let Some(of) = of else { continue };
        let name = &unit.symbol(symbol).name;
        let (below, _) = subtypes(project, &[of], &mut BTreeSet::new(), budget)?;
        types.extend(below.into_keys().filter(|below| {
            project.get(*below).is_some_and(|(unit, _)| inherits(unit))
                && project.members(&[*below], name).found.contains(&constructor)
        }));
    }
    Ok(types)
}

/// Returns whether the language of a definition has a capture.
pub(super) fn has_capture(project: &Project<'_>, def: Def, capture: GraphCapture) -> bool {
    let has = |language: &Language| {
        let query = language.query(QueryKind::Graph);
        query.is_some_and(|query| query.has(Capture::Graph(capture)))
    };
    project.get(def).is_some_and(|(unit, _)| has(unit.language))
}

/// Returns the types whose constructors are in a group.
fn constructed(project: &Project<'_>, group: &[Def]) -> Vec<Def> {
    let mut types = Vec::new();
    for def in group {
        let is_called = |of: &Def| !has_own_name(project, *def, *of);
        types.extend(constructor_type(project, *def).filter(is_called));
    }
    types
}

/// Returns whether a constructor is called by its own name: Rust's `new`, and `Name.made` in Dart.
fn has_own_name(project: &Project<'_>, constructor: Def, of: Def) -> bool {
    let Some((unit, symbol)) = project.get(constructor) else { return false };
    let name = &unit.symbol(symbol).name;
    let words = &unit.language.config.constructors;
    let has_types_name = name_of(project, of).is_some_and(|of| of.eq_ignore_ascii_case(name));
    name == "new" || words.iter().any(|word| word == "<class>") && !has_types_name
}

/// Returns whether a call of a type's name may call one of some constructors, of those that the
/// type has.
pub(super) fn constructs(
    project: &Project<'_>,
    constructors: &[Def],
    of: Def,
    (unit, found): (&Unit, &Use),
) -> bool {
    let Some((of_type, symbol)) = project.get(of) else { return true };
    let types: Vec<Def> = match of_type.symbol(symbol).kind {
        // An alias has no constructors but those of the type that it means.
        SymbolKind::Type => {
            constructors.iter().filter_map(|def| constructor_type(project, *def)).collect()
        }
        _ => vec![of],
    };
    let mut own: Vec<Def> = types.into_iter().flat_map(|of| called_by_name(project, of)).collect();
    if of_type.rules().labels_belong_to_names {
        // An extension of the type may have further ones.
        let further = constructors.iter().filter(|def| project.is_callable(**def));
        own.extend(further.copied());
        let some_are_asked = !constructors.contains(&of) && !own.is_empty();
        own = labelled(project, (unit, found), own);
        if some_are_asked && own.is_empty() {
            return false;
        }
    }
    own.is_empty()
        || accepting(project, own, found.arguments).iter().any(|def| constructors.contains(def))
}

/// Returns what a call of a type's name may call: constructors, or members of the object.
fn called_by_name(project: &Project<'_>, of: Def) -> Vec<Def> {
    let Some((unit, _)) = project.get(of) else { return Vec::new() };
    let operator = unit.rules().call_operator.as_deref();
    let operators = operator.into_iter().flat_map(|name| unit.symbols_named_in(name, of.symbol));
    let operators = operators
        .map(|(symbol, _)| Def { file: of.file, symbol })
        .filter(|def| constructor_type(project, *def) == Some(of));
    constructors_of(project, of).into_iter().chain(operators).collect()
}

/// Returns whether a call of an object's name may as well make a value of the class beside it, for
/// which nobody writes what is called.
fn may_make_value(project: &Project<'_>, of: Def, found: &Use) -> bool {
    let Some((unit, symbol)) = project.get(of) else { return false };
    let object = unit.symbol(symbol);
    let is_case = |symbol: &Symbol| {
        let mut words = symbol.signature.split_whitespace();
        words.any(|word| word == "case") && words.next() == Some("class")
    };
    let takes = |symbol: &Symbol| {
        found.arguments.is_none_or(|number| parameters(unit, symbol).count() == usize::from(number))
    };
    semantics::of(unit.language).is_companion(object)
        && unit
            .symbols_named(&object.name)
            .any(|(_, beside)| beside.parent == object.parent && is_case(beside) && takes(beside))
}

/// Returns the constructors that a type has.
pub(super) fn constructors_of(project: &Project<'_>, of: Def) -> Vec<Def> {
    let Some((unit, symbol)) = project.get(of) else { return Vec::new() };
    let end = unit.symbol(symbol).bytes.end;
    let behind = unit.symbols().iter().enumerate().skip(symbol as usize + 1);
    behind
        .take_while(|(_, member)| member.bytes.start < end)
        .filter(|(_, member)| {
            member.kind == SymbolKind::Constructor && member.parent == Some(symbol as usize)
        })
        .map(|(index, _)| Def { file: of.file, symbol: index as u32 })
        .collect()
}
