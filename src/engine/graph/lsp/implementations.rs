//! Implementations from a language server: by its implementation request, by its type hierarchy, or
//! composed from the references in headers of types.

use super::references::{occurrences, occurrences_of};
use super::{
    AnsweringServer, Asker, Located, NoAnswer, NoAnswerReason, ServerAnswer, asked, is_name_of,
    places, together,
};
use crate::domain::{Certainty, SymbolKind};
use crate::engine::graph::answer::{Implementation, Node};
use crate::engine::graph::callers::nearness;
use crate::engine::graph::enclosing::node;
use crate::engine::graph::project::{Def, Unit};
use crate::engine::graph::resolve::local_name;
use crate::engine::graph::subtypes::subtype_definition;
use crate::lsp::{Answer, RequestKind, TypeDirection};
use crate::workspace::names::{Import, Imported, Role, Span, Supertype};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// Maximum number of types whose own subtypes are queried.
const MAX_TYPES: usize = 400;

type Rows = BTreeMap<(PathBuf, u32), Node>;

/// Returns the definitions that implement, extend or override a target.
pub(in crate::engine) fn implementations(
    asker: &Asker<'_, '_>,
    group: &[Def],
) -> Result<ServerAnswer<Implementation>, NoAnswer> {
    let is_type = group.iter().any(|def| asker.project.is_type(*def));
    let replies = asker.ask(asked(group), RequestKind::Implementations);
    let (rows, answering, composed, lost) = match together(replies, |_, answer| places(answer)) {
        Ok((found, answering)) => {
            if found.iter().all(Vec::is_empty) {
                occurrences(asker, group)?;
            }
            let (rows, lost) = direct(asker, group, found.into_iter().flatten().collect());
            // A server that returns no implementations of a type may still know its subtypes.
            if rows.is_empty() && is_type {
                let (rows, more) = subtypes(asker, group)?;
                (rows, answering, true, lost + more)
            } else {
                (rows, answering, false, lost)
            }
        }
        Err(no_answer) if no_answer.reason == NoAnswerReason::Unsupported => {
            compose(asker, group, is_type)?
        }
        Err(no_answer) => return Err(no_answer),
    };
    let mut results: Vec<Implementation> =
        rows.into_values().map(|node| Implementation::new(node, Certainty::Exact, None)).collect();
    results.sort_by_cached_key(|found| {
        let near = found
            .node
            .file
            .as_ref()
            .map(|file| nearness(asker.project, group, file, found.node.is_test));
        (near.is_none(), near, found.node.line)
    });
    Ok(answering.into_answer(results, composed, lost))
}

/// Returns the definitions at the places of a reply, and the number of places that were lost.
fn direct(
    asker: &Asker<'_, '_>,
    group: &[Def],
    found: BTreeSet<crate::lsp::FileRange>,
) -> (Rows, usize) {
    let mut rows = Rows::new();
    let mut lost = 0;
    for place in found {
        let Some(located) = asker.locate(&place) else {
            lost += 1;
            continue;
        };
        if is_name_of(asker.project, group, &located) {
            continue;
        }
        let (line, _) = located.unit.text.position(located.span.start as usize);
        let (symbol, node) = match definition_at(&located.unit, located.span.start as usize, line) {
            Some(symbol) => (symbol, node(&located.unit, symbol)),
            // An object literal or a closure: not a definition, but an implementation.
            None => (u32::MAX - u32::try_from(line).unwrap_or(0), literal_node(&located, line)),
        };
        rows.insert((located.unit.entry.path.absolute.to_path_buf(), symbol), node);
    }
    (rows, lost)
}

/// Returns the definition whose name is at a byte offset; else one whose header is on the line,
/// such as an `impl`.
fn definition_at(unit: &Unit, at: usize, line: usize) -> Option<u32> {
    unit.symbol_named_at(at).or_else(|| {
        unit.enclosing(at, |symbol| {
            symbol.lines.start <= line && line <= symbol.header_end.max(symbol.line)
        })
    })
}

fn literal_node(located: &Located, line: usize) -> Node {
    let unit = &located.unit;
    Node {
        name: located
            .span
            .of(unit.content())
            .lines()
            .next()
            .unwrap_or_default()
            .chars()
            .take(40)
            .collect(),
        kind: SymbolKind::Variable,
        file: Some(Arc::clone(&unit.entry.path.display)),
        line: Some(line),
        signature: Some(unit.text.quoted_line(line)),
        container: None,
        outer: None,
        is_test: unit.facts().class.is_test(),
    }
}

/// Composes the implementations for a server without an implementation request.
fn compose(
    asker: &Asker<'_, '_>,
    group: &[Def],
    is_type: bool,
) -> Result<(Rows, AnsweringServer, bool, usize), NoAnswer> {
    let (_, answering, _) = occurrences(asker, group)?;
    if is_type {
        let (rows, lost) = subtypes(asker, group)?;
        return Ok((rows, answering, true, lost));
    }
    Ok((overriding(asker, group)?, answering, true, 0))
}

/// Returns the members of a method's name in the subtypes of its own type. Few types have one, so
/// that the search goes up from each of these, not down from the method's type.
fn overriding(asker: &Asker<'_, '_>, group: &[Def]) -> Result<Rows, NoAnswer> {
    let project = asker.project;
    let mut rows = Rows::new();
    let Some((unit, symbol)) = group.first().and_then(|def| project.get(*def)) else {
        return Ok(rows);
    };
    let owners: BTreeSet<Def> = group.iter().flat_map(|def| project.owner_types(*def)).collect();
    // Cancellation is detected by the caller.
    let named = project.definitions(&unit.symbol(symbol).name).unwrap_or_default();
    let member = |def: &Def| {
        let (unit, symbol) = project.get(*def)?;
        let parent = unit.symbol(symbol).parent?;
        Some((*def, Def { file: def.file, symbol: u32::try_from(parent).ok()? }))
    };
    let members: Vec<(Def, Def)> =
        named.iter().filter(|def| !group.contains(def)).filter_map(member).collect();
    if owners.is_empty() || members.is_empty() {
        return Ok(rows);
    }
    let above = supertypes(asker, members.iter().map(|(_, of)| *of).collect())?;
    for (def, of) in members {
        if reaches(&above, of, &owners)
            && let Some((unit, symbol)) = project.get(def)
        {
            rows.insert((unit.entry.path.absolute.to_path_buf(), symbol), node(unit, symbol));
        }
    }
    Ok(rows)
}

/// Returns the supertypes named in the headers of some types, transitively.
fn supertypes(
    asker: &Asker<'_, '_>,
    of: BTreeSet<Def>,
) -> Result<BTreeMap<Def, Vec<Def>>, NoAnswer> {
    let mut above: BTreeMap<Def, Vec<Def>> = BTreeMap::new();
    let mut level = of;
    while !level.is_empty() && above.len() < MAX_TYPES {
        let mut heads: Vec<(Def, Arc<Unit>, usize)> = Vec::new();
        for def in &level {
            above.entry(*def).or_default();
            let Some((unit, symbol)) = asker.project.get(*def) else { continue };
            heads.extend(heads_of(unit, symbol).into_iter().map(|at| (*def, Arc::clone(unit), at)));
        }
        level.clear();
        if heads.is_empty() {
            break;
        }
        let places_of: Vec<(Arc<Unit>, usize)> =
            heads.iter().map(|(_, unit, at)| (Arc::clone(unit), *at)).collect();
        let replies = asker.ask_at(&places_of, RequestKind::Definition);
        let (found, _) = together(replies, |index, answer| (index, places(answer)))?;
        for (index, place) in found
            .into_iter()
            .flat_map(|(index, found)| found.into_iter().map(move |at| (index, at)))
        {
            let Some(located) = asker.locate(&place) else { continue };
            let file = asker.project.at_path(&located.unit.entry.path.absolute);
            let Some((file, symbol)) =
                file.zip(located.unit.symbol_named_at(located.span.start as usize))
            else {
                continue;
            };
            let def = Def { file, symbol };
            above.entry(heads[index].0).or_default().push(def);
            if !above.contains_key(&def) {
                level.insert(def);
            }
        }
    }
    Ok(above)
}

/// Returns the byte offsets at which the names of a type's supertypes start: `Base` in `class
/// A(module.Base[T])`.
fn heads_of(unit: &Unit, symbol: u32) -> Vec<usize> {
    let names = unit.names();
    let is_its =
        |pair: &&Supertype| subtype_definition(unit, pair.subtype.start as usize) == Some(symbol);
    let head = |pair: &Supertype| {
        let text = pair.supertype.of(unit.content());
        let end = text.find(['[', '<', '(']).unwrap_or(text.len());
        let name = crate::engine::graph::resolve::simple_name(&text[..end]);
        let at = text[..end].rfind(name)?;
        (!name.is_empty()).then_some(pair.supertype.start as usize + at)
    };
    // A header lies within its definition.
    let bytes = Span::new(unit.symbol(symbol).bytes.clone());
    let pairs = &names.supertypes;
    let first = pairs.partition_point(|pair| pair.subtype.start < bytes.start);
    let inside = pairs[first..].iter().take_while(|pair| pair.subtype.start < bytes.end);
    inside.filter(is_its).filter_map(head).collect()
}

/// Returns whether one of the wanted types is a supertype of another.
fn reaches(above: &BTreeMap<Def, Vec<Def>>, from: Def, wanted: &BTreeSet<Def>) -> bool {
    let mut visited = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(def) = open.pop() {
        for next in above.get(&def).into_iter().flatten() {
            if wanted.contains(next) {
                return true;
            }
            if visited.insert(*next) {
                open.push(*next);
            }
        }
    }
    false
}

/// Returns all subtypes of some types, direct and indirect: by the type hierarchy if the server has
/// one, else by the references in the headers of other types.
fn subtypes(asker: &Asker<'_, '_>, group: &[Def]) -> Result<(Rows, usize), NoAnswer> {
    let mut rows = Rows::new();
    let mut lost = 0;
    let mut visited: BTreeSet<Def> = group.iter().copied().collect();
    let mut level: Vec<Def> = asked(group).to_vec();
    while !level.is_empty() && visited.len() < MAX_TYPES {
        let (found, missing) = match by_hierarchy(asker, &level)? {
            Some(found) => found,
            None => by_references(asker, &level)?,
        };
        lost += missing;
        level.clear();
        for (unit, symbol) in found {
            let path = unit.entry.path.absolute.to_path_buf();
            if let Some(file) = asker.project.at_path(&path)
                && visited.insert(Def { file, symbol })
                && may_have_subtypes(asker, &unit, symbol)
            {
                level.push(Def { file, symbol });
            }
            rows.insert((path, symbol), node(&unit, symbol));
        }
    }
    rows.retain(|(path, symbol), _| {
        asker
            .project
            .at_path(path)
            .is_none_or(|file| !group.contains(&Def { file, symbol: *symbol }))
    });
    Ok((rows, lost))
}

/// Returns whether the name of a type is in the header of another anywhere, or is imported under a
/// second name. Most types have no subtypes, and to query each would take long.
fn may_have_subtypes(asker: &Asker<'_, '_>, unit: &Unit, symbol: u32) -> bool {
    let project = asker.project;
    let name = &unit.symbol(symbol).name;
    let Ok(mentions) = project.mentions_in_code(name) else { return false };
    mentions.files.iter().filter_map(|found| project.unit(found.file)).any(|unit| {
        let names = unit.names();
        let inherits = names.uses_of(unit.content(), name).any(|found| found.role == Role::Inherit);
        let is_renamed = |import: &Import| {
            import.alias.is_some() && matches!(import.imported, Imported::Name(span) if span.of(unit.content()) == name)
        };
        inherits || names.imports.iter().any(is_renamed)
    })
}

type Types = (Vec<(Arc<Unit>, u32)>, usize);

/// `None` if the server has no type hierarchy.
fn by_hierarchy(asker: &Asker<'_, '_>, of: &[Def]) -> Result<Option<Types>, NoAnswer> {
    let replies = asker.ask(of, RequestKind::Types(TypeDirection::Sub));
    let items = |answer| if let Answer::Items(items) = answer { items } else { Vec::new() };
    let found = match together(replies, |_, answer| items(answer)) {
        Ok((found, _)) => found,
        Err(no_answer) if no_answer.reason == NoAnswerReason::Unsupported => return Ok(None),
        Err(no_answer) => return Err(no_answer),
    };
    let mut types = Vec::new();
    let mut lost = 0;
    for item in found.into_iter().flatten() {
        let located = item.place.as_ref().and_then(|place| asker.locate(place));
        match located.and_then(|located| {
            let symbol = located.unit.symbol_named_at(located.span.start as usize)?;
            Some((located.unit, symbol))
        }) {
            Some(found) => types.push(found),
            None => lost += 1,
        }
    }
    Ok(Some((types, lost)))
}

/// Returns the uses of renamed imports, which servers treat as different symbols.
fn under_other_names(
    asker: &Asker<'_, '_>,
    located: &[Located],
) -> Result<(Vec<Located>, usize), NoAnswer> {
    let alias = |place: &Located| {
        let imports = &place.unit.names().imports;
        let renamed =
            imports.iter().find(|import| import.imported == Imported::Name(place.span))?;
        let alias = renamed.alias.filter(|_| local_name(&place.unit, renamed).is_some());
        alias.map(|alias| (Arc::clone(&place.unit), alias.start as usize))
    };
    let aliases: Vec<(Arc<Unit>, usize)> = located.iter().filter_map(alias).collect();
    if aliases.is_empty() {
        return Ok((Vec::new(), 0));
    }
    let (found, _) =
        together(asker.ask_at(&aliases, RequestKind::References), |_, answer| places(answer))?;
    let found: BTreeSet<_> = found.into_iter().flatten().collect();
    let all = found.len();
    let renamed: Vec<Located> = found.iter().filter_map(|place| asker.locate(place)).collect();
    let lost = all - renamed.len();
    Ok((renamed, lost))
}

fn by_references(asker: &Asker<'_, '_>, of: &[Def]) -> Result<Types, NoAnswer> {
    let (mut located, _, mut lost) = occurrences_of(asker, of)?;
    let (renamed, more) = under_other_names(asker, &located)?;
    located.extend(renamed);
    lost += more;
    let mut types = Vec::new();
    for Located { unit, span } in located {
        let pairs = unit.supertypes_around(span).into_iter();
        // The innermost pair: in `class B(Base[A])`, `A` is not a base of `B`.
        let Some(pair) = pairs.min_by_key(|pair| pair.supertype.end - pair.supertype.start) else {
            continue;
        };
        // Nor is a type argument, which follows `[`.
        let is_head = pair
            .supertype
            .of(unit.content())
            .find('[')
            .is_none_or(|bracket| ((span.start - pair.supertype.start) as usize) < bracket);
        if is_head && let Some(symbol) = subtype_definition(&unit, pair.subtype.start as usize) {
            types.push((unit, symbol));
        }
    }
    Ok((types, lost))
}
