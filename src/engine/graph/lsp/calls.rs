//! Callers and callees from a language server: by call hierarchy, or composed from references and
//! definitions.

use super::references::{occurrences, use_at};
use super::{
    AnsweringServer, Asker, Located, NoAnswer, NoAnswerReason, ServerAnswer, asked, calls_of,
    concurrently, is_name_of, places, span_in, together,
};
use crate::domain::{Certainty, SymbolKind};
use crate::engine::graph::answer::{Call, Node};
use crate::engine::graph::body_calls::calls_in;
use crate::engine::graph::callers::{hop, nearness};
use crate::engine::graph::enclosing::{caller_at, module_node, node};
use crate::engine::graph::limits::{MAX_EXPANDED, MAX_LEVELS};
use crate::engine::graph::project::{Def, Project, Unit};
use crate::engine::graph::rule::Rule;
use crate::engine::graph::site::site;
use crate::lsp::{CallDirection, Calls, Item, RequestKind};
use crate::workspace::names::{Role, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// Maximum number of call sites of one body whose definitions are queried one by one.
const MAX_SITES: usize = 150;

/// Identity of a row: a symbol of a file, the top level of a file, or a name at a line for which
/// syntax has no symbol.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Symbol(PathBuf, u32),
    File(PathBuf),
    Item(PathBuf, usize, String),
    Nowhere(String),
}

struct ServerRow {
    node: Node,
    depth: usize,
    certainty: Certainty,
    rule: Option<Rule>,
    sites: BTreeMap<(PathBuf, Span), Arc<Unit>>,
    /// The definition; `None` if it is not in the project.
    def: Option<Def>,
    /// Definitions between the row and the target, the nearest to the target first.
    via: Vec<Def>,
}

type Rows = BTreeMap<Key, ServerRow>;

/// One level of an answer.
struct Level {
    rows: Rows,
    answering: AnsweringServer,
    composed: bool,
    lost: usize,
}

/// Returns the callers of a target.
pub(in crate::engine) fn callers(
    asker: &Asker<'_, '_>,
    group: &[Def],
    depth: usize,
) -> Result<ServerAnswer<Call>, NoAnswer> {
    let mut level = direct_callers(asker, group)?;
    through_supertypes(asker, group, &mut level)?;
    all_levels(asker, group, level, depth, direct_callers)
}

/// Returns the callees of a target.
pub(in crate::engine::graph) fn callees(
    asker: &Asker<'_, '_>,
    group: &[Def],
    depth: usize,
) -> Result<ServerAnswer<Call>, NoAnswer> {
    let level = direct_callees(asker, group)?;
    all_levels(asker, group, level, depth, direct_callees)
}

/// Returns the answer of all levels, breadth first.
fn all_levels(
    asker: &Asker<'_, '_>,
    group: &[Def],
    first: Level,
    depth: usize,
    direct: impl Fn(&Asker<'_, '_>, &[Def]) -> Result<Level, NoAnswer> + Sync,
) -> Result<ServerAnswer<Call>, NoAnswer> {
    let Level { mut rows, answering, mut composed, mut lost } = first;
    let mut visited: BTreeSet<Def> = group.iter().copied().collect();
    for level in 2..=depth.min(MAX_LEVELS) {
        let frontier: Vec<Def> = rows
            .values()
            .filter(|row| {
                row.depth == level - 1 && row.node.kind.is_callable() && !row.node.is_test
            })
            .filter_map(|row| row.def)
            .filter(|def| visited.insert(*def))
            .take(MAX_EXPANDED)
            .collect();
        if frontier.is_empty() {
            break;
        }
        let ways: BTreeMap<Def, Vec<Def>> =
            rows.values().filter_map(|row| Some((row.def?, row.via.clone()))).collect();
        let levels = concurrently(&frontier, |def| direct(asker, &[*def]));
        for (next, of) in levels.into_iter().zip(frontier) {
            let next = match next {
                Err(no_answer) if no_answer.reason == NoAnswerReason::Unseen => continue,
                next => next?,
            };
            let mut via = ways.get(&of).cloned().unwrap_or_default();
            via.push(of);
            composed |= next.composed;
            lost += next.lost;
            for (key, mut row) in next.rows {
                if row.def.is_some_and(|def| group.contains(&def)) || rows.contains_key(&key) {
                    continue;
                }
                row.depth = level;
                row.via.clone_from(&via);
                rows.insert(key, row);
            }
        }
    }
    let calls = rows.into_values().map(|row| call(asker.project, row));
    let mut results: Vec<Call> = calls.flat_map(Call::parts).collect();
    results.sort_by_cached_key(|call| {
        let near = call
            .node
            .file
            .as_ref()
            .map(|file| nearness(asker.project, group, file, call.node.is_test));
        (call.depth, call.certainty, near.is_none(), near, call.node.line, call.node.name.clone())
    });
    Ok(answering.into_answer(results, composed, lost))
}

fn call(project: &Project<'_>, row: ServerRow) -> Call {
    let via = row.via.iter().filter_map(|def| hop(project, *def)).collect();
    let mut sites: Vec<_> =
        row.sites.into_iter().map(|((_, span), unit)| site(&unit, span)).collect();
    sites.sort_by_key(|site| (site.line, site.column));
    let (certainty, rule) = (row.certainty, row.rule);
    let (values, through) = (Vec::new(), Vec::new());
    Call {
        node: row.node,
        depth: row.depth,
        via,
        sites,
        values,
        certainty,
        rule,
        through,
        further: Vec::new(),
        is_cut: false,
        only_by: None,
    }
}

fn direct_callers(asker: &Asker<'_, '_>, group: &[Def]) -> Result<Level, NoAnswer> {
    let replies = asker.ask(asked(group), RequestKind::Calls(CallDirection::Incoming));
    let (found, answering) = match together(replies, |_, answer| calls_of(answer)) {
        // Without support for the request, or for a target that is not callable, the references may
        // still contain calls.
        Err(no_answer) if no_answer.reason == NoAnswerReason::Unsupported => {
            return composed_callers(asker, group);
        }
        Err(no_answer) => return Err(no_answer),
        Ok((found, _)) if found.iter().all(|calls| calls.items.is_empty()) => {
            return composed_callers(asker, group);
        }
        Ok(answered) => answered,
    };
    let mut level = Level { rows: Rows::new(), answering, composed: false, lost: 0 };
    for call in found.into_iter().flat_map(|calls| calls.calls) {
        let Some(unit) = call.item.place.as_ref().and_then(|place| asker.unit(&place.file)) else {
            level.lost += call.sites.len();
            continue;
        };
        for span in &call.sites {
            match span_in(&unit, *span) {
                Some(span) => add_caller(asker, &mut level.rows, &unit, span, Some(&call.item)),
                None => level.lost += 1,
            }
        }
    }
    Ok(level)
}

/// Composes the callers from the references that are calls.
fn composed_callers(asker: &Asker<'_, '_>, group: &[Def]) -> Result<Level, NoAnswer> {
    let (located, answering, lost) = occurrences(asker, group)?;
    let mut rows = Rows::new();
    for Located { unit, span } in located {
        let found = use_at(&unit, span);
        let is_by_name = |def: &Def| asker.project.is_called_by_name(&unit, &found, *def);
        if (matches!(found.role, Role::Call | Role::Initialize) || group.iter().any(is_by_name))
            && unit.symbol_named_at(span.start as usize).is_none()
        {
            add_caller(asker, &mut rows, &unit, span, None);
        }
    }
    Ok(Level { rows, answering, composed: true, lost })
}

/// Adds the callers of overridden members: a call through a trait, an interface or a base class may
/// reach the target.
fn through_supertypes(
    asker: &Asker<'_, '_>,
    group: &[Def],
    level: &mut Level,
) -> Result<(), NoAnswer> {
    let above = asker.project.overridden_by(group);
    if above.is_empty() {
        return Ok(());
    }
    let more = match direct_callers(asker, &above) {
        Err(no_answer) if no_answer.reason == NoAnswerReason::Unseen => return Ok(()),
        more => more?,
    };
    level.lost += more.lost;
    for (key, mut row) in more.rows {
        row.certainty = Certainty::Possible;
        row.rule = Some(Rule::ThroughSupertype);
        level.rows.entry(key).or_insert(row);
    }
    Ok(())
}

/// Adds a call. The caller is the enclosing definition by syntax, so that every source names the
/// same; if there is none, the server's item is used if it is a function.
fn add_caller(
    asker: &Asker<'_, '_>,
    rows: &mut Rows,
    unit: &Arc<Unit>,
    span: Span,
    item: Option<&Item>,
) {
    let path = unit.entry.path.absolute.to_path_buf();
    let (key, node, def) = match caller_at(unit, span.start as usize) {
        Some(symbol) => {
            let def = asker.project.at_path(&path).map(|file| Def { file, symbol });
            (Key::Symbol(path.clone(), symbol), node(unit, symbol), def)
        }
        None => match item.filter(|item| item.kind.is_callable()) {
            Some(item) => (
                Key::Item(path.clone(), item.lines.start, item.name.clone()),
                item_node(asker, item),
                None,
            ),
            None => (Key::File(path.clone()), module_node(unit), None),
        },
    };
    let row = rows.entry(key).or_insert_with(|| ServerRow::exact(node, def));
    row.sites.insert((path, span), Arc::clone(unit));
}

impl ServerRow {
    fn exact(node: Node, def: Option<Def>) -> Self {
        Self {
            node,
            depth: 1,
            certainty: Certainty::Exact,
            rule: None,
            sites: BTreeMap::new(),
            def,
            via: Vec::new(),
        }
    }
}

/// Returns the node for a server's item.
fn item_node(asker: &Asker<'_, '_>, item: &Item) -> Node {
    let place = item.place.as_ref();
    let path = place.map(|place| asker.project.snapshot.roots().source_path(&place.file));
    Node {
        line: place.map(|place| place.span.start.line),
        file: path.map(|path| path.display),
        ..Node::undefined(shown_name(asker, item), item.kind)
    }
}

/// Returns the name of a server's item. A name is text of its file, and a project can have any
/// file read as code.
fn shown_name(asker: &Asker<'_, '_>, item: &Item) -> String {
    let is_withheld = item.place.as_ref().is_some_and(|place| asker.is_withheld(&place.file));
    if is_withheld { "<outside>".to_owned() } else { item.name.clone() }
}

fn direct_callees(asker: &Asker<'_, '_>, group: &[Def]) -> Result<Level, NoAnswer> {
    let replies = asker.ask(asked(group), RequestKind::Calls(CallDirection::Outgoing));
    let (found, answering) = match together(replies, |index, answer| (index, calls_of(answer))) {
        Err(no_answer) if no_answer.reason == NoAnswerReason::Unsupported => {
            return composed_callees(asker, group);
        }
        Err(no_answer) => return Err(no_answer),
        // A target that is not a function may still contain calls, even if a server treats it as
        // one that calls nothing.
        Ok((found, _))
            if found.iter().all(|(_, calls)| calls.items.is_empty())
                || found.iter().all(|(_, calls)| calls.calls.is_empty())
                    && !is_callable(asker, group) =>
        {
            return composed_callees(asker, group);
        }
        Ok(answered) => answered,
    };
    let mut level = Level { rows: Rows::new(), answering, composed: false, lost: 0 };
    for (index, Calls { calls, .. }) in found {
        // The call sites are in the file of the queried definition.
        let Some((unit, _)) = group.get(index).and_then(|def| asker.project.get(*def)) else {
            continue;
        };
        for call in calls {
            let (key, node, def) = callee(asker, &call.item);
            let row = level.rows.entry(key).or_insert_with(|| ServerRow::exact(node, def));
            for span in &call.sites {
                match span_in(unit, *span) {
                    Some(span) => {
                        row.sites.insert(
                            (unit.entry.path.absolute.to_path_buf(), span),
                            Arc::clone(unit),
                        );
                    }
                    None => level.lost += 1,
                }
            }
        }
    }
    Ok(level)
}

fn is_callable(asker: &Asker<'_, '_>, group: &[Def]) -> bool {
    let kinds = group
        .iter()
        .filter_map(|def| asker.project.get(*def))
        .map(|(unit, symbol)| unit.symbol(symbol).kind);
    kinds.into_iter().any(SymbolKind::is_callable)
}

/// Returns the symbol for a server's item; if syntax has none, the item's own description.
fn callee(asker: &Asker<'_, '_>, item: &Item) -> (Key, Node, Option<Def>) {
    let located = item.place.as_ref().and_then(|place| asker.locate(place));
    match located.as_ref().and_then(|located| symbol_of(asker, located)) {
        Some(known) => known,
        None => {
            let node = item_node(asker, item);
            let key = match &item.place {
                Some(place) => {
                    Key::Item(place.file.clone(), place.span.start.line, item.name.clone())
                }
                None => Key::Nowhere(item.name.clone()),
            };
            (key, node, None)
        }
    }
}

fn symbol_of(asker: &Asker<'_, '_>, located: &Located) -> Option<(Key, Node, Option<Def>)> {
    let symbol = located.unit.symbol_named_at(located.span.start as usize)?;
    let path = located.unit.entry.path.absolute.to_path_buf();
    let def = asker.project.at_path(&path).map(|file| Def { file, symbol });
    Some((Key::Symbol(path, symbol), node(&located.unit, symbol), def))
}

/// Composes the callees from the definitions of the calls in the body.
fn composed_callees(asker: &Asker<'_, '_>, group: &[Def]) -> Result<Level, NoAnswer> {
    let mut sites = Vec::new();
    for def in asked(group) {
        let Some((unit, symbol)) = asker.project.get(*def) else { continue };
        sites.extend(calls_in(unit, symbol).map(|found| (Arc::clone(unit), found.span)));
    }
    sites.truncate(MAX_SITES);
    if sites.is_empty() {
        // The server is queried all the same, since only a reply shows that it is ready.
        let (_, answering, _) = occurrences(asker, group)?;
        return Ok(Level { rows: Rows::new(), answering, composed: true, lost: 0 });
    }
    let asked: Vec<(Arc<Unit>, usize)> =
        sites.iter().map(|(unit, span)| (Arc::clone(unit), span.start as usize)).collect();
    let replies = asker.ask_at(&asked, RequestKind::Definition);
    let (found, answering) = together(replies, |index, answer| (index, places(answer)))?;
    if found.iter().all(|(_, places)| places.is_empty()) {
        occurrences(asker, group)?;
    }
    let mut level = Level { rows: Rows::new(), answering, composed: true, lost: 0 };
    for (index, places) in found {
        let (unit, span) = &sites[index];
        for place in &places {
            let Some(located) = asker.locate(place) else {
                level.lost += 1;
                continue;
            };
            if is_name_of(asker.project, group, &located) && places.len() > 1 {
                continue;
            }
            let known = symbol_of(asker, &located);
            let (key, node, def) =
                known.unwrap_or_else(|| unknown(&located, span.of(unit.content())));
            let row = level.rows.entry(key).or_insert_with(|| ServerRow::exact(node, def));
            row.sites.insert((unit.entry.path.absolute.to_path_buf(), *span), Arc::clone(unit));
        }
    }
    Ok(level)
}

/// Returns the row identity of a definition without a symbol, named as at the call.
fn unknown(located: &Located, name: &str) -> (Key, Node, Option<Def>) {
    let (line, _) = located.unit.text.position(located.span.start as usize);
    let node = Node {
        name: name.to_owned(),
        kind: SymbolKind::Function,
        file: Some(Arc::clone(&located.unit.entry.path.display)),
        line: Some(line),
        signature: Some(located.unit.text.quoted_line(line)),
        container: None,
        outer: None,
        is_test: located.unit.facts().class.is_test(),
    };
    (Key::Item(located.unit.entry.path.absolute.to_path_buf(), line, name.to_owned()), node, None)
}
