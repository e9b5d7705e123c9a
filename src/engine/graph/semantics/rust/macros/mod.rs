//! What macros generate: the implementations in what a call of one stands for.

mod modules;

pub(super) use modules::declared_by_macros;

use crate::engine::graph::model::FileIndex;
use crate::engine::graph::project::Unit;
use crate::workspace::macro_rules::{Leaf, Rules, Tree, trees};
use crate::workspace::names::{Span, Use};
use std::collections::{HashMap, HashSet};

/// Limit of the calls of macros that one call leads to.
const MAX_CALLS: usize = 512;

/// Returns the names of the types for which a call of a macro implements one of some supertypes,
/// which are known by the places of their names in the bodies of macros; the name of the macro for
/// a type that its arguments do not name. Calls of the `macros` are followed. `None` if what the
/// call stands for is not known.
pub(super) fn implemented_for(
    (unit, call): (&Unit, &Use),
    macros: &[(&Unit, u32)],
    supertypes: &HashSet<(FileIndex, u32)>,
) -> Option<Vec<Span>> {
    // One of a name that is not understood may be the one that is called.
    let mut rules: HashMap<&str, Option<Vec<Rules<'_>>>> = HashMap::new();
    for (defining, index) in macros {
        let symbol = defining.symbol(*index);
        let definition = &defining.content()[..symbol.bytes.end];
        let read = trees(definition, symbol.bytes.start, defining.file);
        let read = read.and_then(|definition| Rules::read(&definition));
        let known = rules.entry(symbol.name.as_str()).or_insert_with(|| Some(Vec::new()));
        match (known.as_mut(), read) {
            (Some(known), Some(read)) => known.push(read),
            _ => *known = None,
        }
    }
    let is_of_body = |leaf: &Leaf<'_>| {
        leaf.file != unit.file
            || macros.iter().any(|(defining, index)| {
                defining.file == leaf.file && defining.symbol(*index).bytes.contains(&leaf.start)
            })
    };
    let content = unit.content();
    let name = call.span.of(content);
    let given = content.get(call.span.end as usize..)?.trim_start().strip_prefix('!')?;
    let given = given.trim_start().strip_prefix(['(', '[', '{'])?;
    let given = trees(content, content.len() - given.len(), unit.file)?;
    let mut waiting: Vec<(&str, Vec<Tree<'_>>)> = vec![(name, given)];
    let mut found: Vec<Span> = Vec::new();
    let mut done = 0;
    while let Some((name, given)) = waiting.pop() {
        done += 1;
        let rules_of_name = rules.get(name)?.as_ref()?;
        let expanded = rules_of_name.iter().find_map(|rules| rules.expand(&given));
        let expanded = expanded.filter(|_| done <= MAX_CALLS)?;
        let mut levels: Vec<&[Tree<'_>]> = vec![&expanded];
        while let Some(level) = levels.pop() {
            found.extend(implementing(level, supertypes).map(|of| match of {
                Some(leaf) if !is_of_body(&leaf) => {
                    Span::new(leaf.start..leaf.start + leaf.text.len())
                }
                _ => call.span,
            }));
            for (index, tree) in level.iter().enumerate() {
                let Tree::Group(_, inner) = tree else { continue };
                match called(&level[..index]).filter(|name| rules.contains_key(name)) {
                    Some(name) => waiting.push((name, inner.to_vec())),
                    None => levels.push(inner),
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}

/// Returns the name of the macro that is called with the group behind some token trees.
fn called<'t>(before: &[Tree<'t>]) -> Option<&'t str> {
    match before {
        [.., name, bang] if bang.is("!") => name.name(),
        _ => None,
    }
}

/// Returns the names of the types for which some code implements one of some supertypes:
/// `impl Trait for Type`; `None` for one without a name.
fn implementing<'l, 't>(
    level: &'l [Tree<'t>],
    supertypes: &'l HashSet<(FileIndex, u32)>,
) -> impl Iterator<Item = Option<Leaf<'t>>> + 'l {
    let starts = level.iter().enumerate().filter(|(_, tree)| tree.is("impl"));
    starts.filter_map(|(start, _)| {
        let header = &level[start + 1..];
        let is_end = |tree: &Tree<'_>| tree.is_group('{') || tree.is(";") || tree.is("where");
        let header = &header[..header.iter().position(is_end)?];
        let is_supertype = |leaf: &Leaf<'_>| {
            u32::try_from(leaf.start).is_ok_and(|start| supertypes.contains(&(leaf.file, start)))
        };
        let named = header.iter().position(|tree| tree.leaf().is_some_and(is_supertype))?;
        let word = header[named..].iter().position(|tree| tree.is("for"))?;
        Some(last_of_path(&header[named + word + 1..]))
    })
}

/// Returns the last name of the path with which a type begins: `Vec` of `&mut std::vec::Vec<u8>`.
fn last_of_path<'t>(of: &[Tree<'t>]) -> Option<Leaf<'t>> {
    let is_name =
        |tree: &Tree<'_>| tree.name().is_some_and(|name| !matches!(name, "mut" | "dyn" | "const"));
    let Some(mut at) = of.iter().position(is_name) else {
        // `[Type; 3]`
        return of.iter().find_map(|tree| match tree {
            Tree::Group(_, inner) => last_of_path(inner),
            Tree::Leaf(_) => None,
        });
    };
    while let [_, separator, next, ..] = &of[at..]
        && separator.is("::")
        && is_name(next)
    {
        at += 2;
    }
    of[at].leaf().copied()
}
