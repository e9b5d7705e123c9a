//! Which methods libraries call on the objects that they are handed, and where those objects are
//! made.

use super::fate::call_end;
use crate::domain::{Cancelled, is_word};
use crate::engine::graph::constructions::constructors_of;
use crate::engine::graph::project::{Def, Project, Unit};
use crate::engine::graph::resolve::Meaning;
use crate::engine::graph::rule::Rule;
use crate::engine::graph::subtypes::subtypes;
use crate::engine::graph::use_searches::UseSearches;
use crate::engine::graph::uses::UseFilter;
use crate::workspace::names::{NameFacts, Span, Supertype};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Maximum number of types below that of a method whose objects are followed.
const MAX_SUBTYPES: usize = 40;

/// The words for the object whose method is running.
const OWN_OBJECT: [&str; 2] = ["this", "self"];

/// The words before a type without a name where its value is made.
const MAKING: [&str; 3] = ["new ", "object : ", "object: "];

/// How libraries run a method of an object.
#[derive(Default)]
pub(super) struct Runnable<'p> {
    /// True if a type that stands for functions is above the object's, so that whatever it is
    /// handed to may call it.
    pub(super) is_handed: bool,
    /// Members of the object's libraries' types that run it.
    pub(super) starting: BTreeSet<&'p str>,
    /// The expression, with its body, that makes the only object of a type without a name.
    only: Option<Span>,
}

/// Returns how libraries run a method of a name; `None` if its type is below none of theirs that
/// stands for functions.
pub(super) fn runnable<'p>(
    project: &'p Project<'_>,
    member: Def,
    name: &str,
) -> Result<Option<Runnable<'p>>, Cancelled> {
    let Some((unit, symbol)) = project.get(member).filter(|_| project.is_callable(member)) else {
        return Ok(None);
    };
    let rules = unit.rules();
    let mut methods = rules.function_methods.values();
    let mut started = rules.starting.values().flat_map(|members| members.values());
    if !methods.any(|method| method == name) && !started.any(|method| method == name) {
        return Ok(None);
    }
    let at = unit.symbol(symbol).name_bytes.start;
    let mut found = Runnable::default();
    let mut above: Vec<(&'p Arc<Unit>, &'p Supertype)> = Vec::new();
    if let Some(pair) = nameless(unit, at) {
        found.only = pair.body.map(|body| Span { start: expression_start(unit, pair), ..body });
        above.push((unit, pair));
    } else {
        for of in project.owner_types(member) {
            let ancestors = project.ancestors(of);
            for of in std::iter::once(&of).chain(&ancestors.types) {
                let Some((unit, symbol)) = project.get(*of) else { continue };
                let own = unit.symbol(symbol).name_bytes.start;
                above.extend(unit.names().supertypes_at(own).iter().map(|pair| (unit, pair)));
            }
        }
    }
    for (unit, pair) in above {
        let (names, rules) = (unit.names(), unit.rules());
        let Some(of) = names.name_of_type(unit.content(), pair.supertype_written) else { continue };
        let is_handed = rules.function_methods.get(of).is_some_and(|method| method == name);
        let starting = rules.starting.get(of).into_iter().flatten();
        let starting = starting.filter(|(_, method)| *method == name);
        let starting: Vec<&str> = starting.map(|(member, _)| member.as_str()).collect();
        if (is_handed || !starting.is_empty()) && !defines_type(project, of)? {
            found.is_handed |= is_handed;
            found.starting.extend(starting);
        }
    }
    Ok((found.is_handed || !found.starting.is_empty()).then_some(found))
}

/// Returns whether the project has a type of a name.
fn defines_type(project: &Project<'_>, name: &str) -> Result<bool, Cancelled> {
    Ok(project.definitions(name)?.iter().any(|def| project.is_type(*def)))
}

/// Returns the innermost type without a name around a byte.
fn nameless(unit: &Unit, at: usize) -> Option<&Supertype> {
    let around = unit.nameless_around(at).into_iter();
    let around = around.filter(|pair| {
        pair.subtype == pair.supertype && pair.body.is_some_and(|body| body.range().contains(&at))
    });
    let inner = around.min_by_key(|pair| pair.body.map(|body| body.end - body.start))?;
    // A type with a name may be in it.
    let of_name = unit.enclosing(at, |symbol| symbol.kind.is_type());
    let start = inner.body.map_or(0, |body| body.start as usize);
    let is_inner = of_name.is_none_or(|of| unit.symbol(of).name_bytes.start < start);
    is_inner.then_some(inner)
}

/// Returns where the expression begins that makes the value of a type without a name.
fn expression_start(unit: &Unit, pair: &Supertype) -> u32 {
    let start = type_start(unit.content(), pair.supertype.start as usize);
    let before = &unit.content()[..start];
    let word = MAKING.iter().find(|word| before.ends_with(**word)).map_or(0, |word| word.len());
    (start - word) as u32
}

/// Returns where the path begins that ends with the name of a type.
fn type_start(text: &str, name: usize) -> usize {
    text[..name].trim_end_matches(|letter: char| is_word(letter) || letter == '.').len()
}

/// Returns where objects are values whose method is run: where they are made, and where a method of
/// theirs names its own object.
pub(super) fn made(
    searches: &mut UseSearches<'_, '_, '_>,
    member: Def,
    name: &str,
    of: &Runnable<'_>,
) -> Result<Vec<(Arc<Unit>, Span)>, Cancelled> {
    let project = searches.project;
    if let Some(only) = of.only {
        let unit = project.get(member).map(|(unit, _)| (Arc::clone(unit), only));
        return Ok(unit.into_iter().collect());
    }
    let owners = project.owner_types(member);
    let (below, _) = subtypes(project, &owners, &mut BTreeSet::new(), searches.budget)?;
    let has_it = |of: &Def| has_member(project, *of, name);
    let inherits_it = |of: &Def| {
        let above = project.ancestors(*of);
        let mut nearest = std::iter::once(of).chain(&above.types).filter(|of| has_it(of));
        project.is_type(*of) && nearest.next().is_some_and(|of| owners.contains(of))
    };
    let below = below.into_keys().filter(inherits_it).take(MAX_SUBTYPES);
    let types: BTreeSet<Def> = owners.iter().copied().chain(below).collect();
    let above = owners.iter().flat_map(|of| project.ancestors(*of).types.clone());
    let naming: BTreeSet<Def> = types.iter().copied().chain(above).collect();
    let mut found = Vec::new();
    for of in naming {
        let Some((unit, _)) = project.get(of) else { continue };
        let own = own_objects(project, unit, of);
        found.extend(own.into_iter().map(|span| (Arc::clone(unit), span)));
    }
    let mut by_name: BTreeMap<&str, Vec<Vec<Def>>> = BTreeMap::new();
    for of in &types {
        let Some((unit, symbol)) = project.get(*of) else { continue };
        let made = constructors_of(project, *of);
        let group = std::iter::once(*of).chain(made).collect();
        by_name.entry(&unit.symbol(symbol).name).or_default().push(group);
    }
    for (name, groups) in by_name {
        let named = searches.of(name, UseFilter::Calls)?;
        let is_sure =
            |meaning: &Meaning| meaning.rule != Rule::Definition && !meaning.rule.is_guess();
        named.visit_best(&groups, is_sure, |made, best| {
            if best.is_empty() {
                return;
            }
            let (text, name) = (made.unit.content(), made.name_use.span);
            let start = type_start(text, name.start as usize);
            let word = text[..start].trim_end_matches(' ').strip_suffix("new");
            let start = word.map_or(start, str::len) as u32;
            let end = call_end(&made.unit, name.end as usize) as u32;
            found.push((Arc::clone(&made.unit), Span { start, end }));
        })?;
    }
    Ok(found)
}

/// Returns whether a type itself has a method of a name.
fn has_member(project: &Project<'_>, of: Def, name: &str) -> bool {
    project.get(of).is_some_and(|(unit, symbol)| {
        let mut named = unit.symbols_named_in(name, symbol);
        named.any(|(_, member)| member.parent == Some(symbol as usize) && member.kind.is_callable())
    })
}

/// Returns where methods of a type name their own object as a value.
fn own_objects(project: &Project<'_>, unit: &Arc<Unit>, of: Def) -> Vec<Span> {
    let (text, names) = (unit.content(), unit.names());
    let body = unit.symbol(of.symbol).bytes.clone();
    let mut found = Vec::new();
    for word in OWN_OBJECT {
        for (at, _) in text.get(body.clone()).unwrap_or_default().match_indices(word) {
            let span = Span::new(body.start + at..body.start + at + word.len());
            let (before, behind) = (&text[..span.range().start], &text[span.range().end..]);
            let is_whole = !before.ends_with(|letter: char| is_word(letter) || letter == '.')
                && !behind.starts_with(is_word);
            let is_own = || {
                let start = span.range().start;
                let around = project.enclosing_type(unit, start);
                nameless(unit, start).is_none()
                    && !NameFacts::is_within(&names.parameters, span)
                    && around.is_some_and(|around| around.types.contains(&of))
            };
            if is_whole && !names.is_text(span.range().start) && is_own() {
                found.push(span);
            }
        }
    }
    found
}
