//! Callees of a definition, by syntax.

use super::answer::{Call, Node};
use super::callers::{caller_at, hop, member_label, node, site};
use super::implementations::implementing;
use super::limits::{MAX_EXPANDED, MAX_LEVELS};
use super::project::{Def, Project, Unit};
use super::resolve::{Candidates, Meaning};
use super::rows::{GroupRows, SyntaxRows};
use super::rule::Rule;
use super::target::{candidates, group};
use super::uses::ParseBudget;
use crate::domain::{Cancelled, Certainty, SymbolKind};
use crate::workspace::names::{Qualifier, Role, Span, Use};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

/// Maximum number of called members without a body whose implementations are searched, and of those
/// that are listed for each.
const MAX_DECLARED: usize = 40;
const MAX_IMPLEMENTATIONS: usize = 8;

/// A call with more possible definitions than this is listed by its name alone.
const MAX_MEANINGS: usize = 3;

/// Target of a call: a group of definitions, by its representative, or a name that resolves to
/// nothing in the project.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Callee {
    Known(Def),
    Unknown { name: String, is_member: bool },
}

struct CalleeRow {
    depth: usize,
    certainty: Certainty,
    rule: Rule,
    sites: Vec<(Span, Arc<Unit>)>,
    /// Definition whose body contains the first call.
    of: Def,
    /// Definitions between the callee and the target, the nearest to the target first.
    via: Vec<Def>,
    /// The member of a supertype that is called, if the callee implements it.
    through: Option<Def>,
}

impl CalleeRow {
    /// Creates the row of a direct call, without sites.
    fn new(certainty: Certainty, rule: Rule, of: Def) -> Self {
        let (sites, via) = (Vec::new(), Vec::new());
        Self { depth: 1, certainty, rule, sites, of, via, through: None }
    }
}

/// A call in a body.
struct BodyCall {
    unit: Arc<Unit>,
    name_use: Use,
    /// Definition whose body contains the call, and the certainty with which that is reached.
    of: Def,
    above: Certainty,
}

type Rows = BTreeMap<Callee, CalleeRow>;

/// Returns the callees of each group of definitions.
pub(super) fn callees(
    project: &Project<'_>,
    groups: &[Vec<Def>],
    depth: usize,
) -> Result<SyntaxRows<Call>, Cancelled> {
    let mut found = Vec::new();
    for group in groups {
        let mut rows = Rows::new();
        let mut visited: HashSet<Def> = group.iter().copied().collect();
        let mut frontier: Vec<(Def, Certainty)> =
            group.iter().map(|def| (*def, Certainty::Likely)).collect();
        let mut unlisted = 0;
        let mut budget = ParseBudget::indirect();
        for level in 1..=depth.min(MAX_LEVELS) {
            if frontier.is_empty() {
                break;
            }
            let mut next = Vec::new();
            let mut called = called_by(project, &frontier)?;
            unlisted += add_implementations(project, &mut called, &mut budget)?;
            for (callee, row) in called {
                let is_new = !rows.contains_key(&callee);
                if let Callee::Known(def) = &callee
                    && is_new
                    && visited.insert(*def)
                {
                    next.push((*def, row.certainty));
                }
                if is_new {
                    let mut via = rows
                        .get(&Callee::Known(row.of))
                        .map(|row| row.via.clone())
                        .unwrap_or_default();
                    if level > 1 {
                        via.push(row.of);
                    }
                    rows.insert(callee, CalleeRow { depth: level, via, ..row });
                }
            }
            next.truncate(MAX_EXPANDED);
            frontier = next;
        }
        let mut results: Vec<Call> =
            rows.into_iter().filter_map(|(callee, row)| call(project, callee, row)).collect();
        results.sort_by_cached_key(|call| order(project, group, call));
        found.push(GroupRows { unlisted, ..GroupRows::new(results, Vec::new()) });
    }
    // Callees are not occurrences of the target's name.
    Ok(SyntaxRows::without_searches(found))
}

/// Sort key of callees: depth, known before unknown definitions, certainty, place.
fn order(project: &Project<'_>, group: &[Def], call: &Call) -> impl Ord + use<> {
    let home = group.first().map(|def| Arc::clone(&project.entry(def.file).path.display));
    let directory = |path: &str| super::project::split_path(path).0.to_owned();
    let is_own = call.node.file == home;
    let is_beside = match (&call.node.file, &home) {
        (Some(file), Some(home)) => directory(file) == directory(home),
        _ => false,
    };
    let place = (call.node.file.clone(), call.node.line, call.node.name.clone());
    (
        call.depth,
        call.node.file.is_none(),
        call.certainty,
        !is_own,
        !is_beside,
        call.node.is_test,
        place,
    )
}

/// Adds what implements the called members that are declared only, and returns the number of those
/// beyond [`MAX_IMPLEMENTATIONS`].
fn add_implementations(
    project: &Project<'_>,
    rows: &mut Rows,
    budget: &mut ParseBudget,
) -> Result<usize, Cancelled> {
    let mut unlisted = 0;
    let mut added: Vec<(Def, CalleeRow)> = Vec::new();
    let mut left = MAX_DECLARED;
    for (callee, row) in rows.iter() {
        let Callee::Known(member) = callee else { continue };
        let implementing =
            if left > 0 { implementing(project, *member, budget)? } else { Vec::new() };
        left -= usize::from(!implementing.is_empty());
        let leaders = Leaders::new(project).representatives(implementing);
        unlisted += leaders.len().saturating_sub(MAX_IMPLEMENTATIONS);
        for def in leaders.iter().take(MAX_IMPLEMENTATIONS) {
            let row = CalleeRow {
                sites: row.sites.clone(),
                through: Some(*member),
                ..CalleeRow::new(Certainty::Possible, Rule::ThroughSupertype, row.of)
            };
            added.push((*def, row));
        }
    }
    for (def, row) in added {
        rows.entry(Callee::Known(def)).or_insert(row);
    }
    Ok(unlisted)
}

/// Resolves the calls in the bodies of definitions.
fn called_by(project: &Project<'_>, defs: &[(Def, Certainty)]) -> Result<Rows, Cancelled> {
    let mut calls: Vec<BodyCall> = Vec::new();
    for (def, certainty) in defs {
        let Some((unit, symbol)) = project.get(*def) else { continue };
        let in_body = |found| BodyCall {
            unit: Arc::clone(unit),
            name_use: found,
            of: *def,
            above: *certainty,
        };
        calls.extend(calls_in(unit, symbol).map(in_body));
    }
    // Calls that resolve from what is written at them need no search; only the other names are
    // searched in the whole project.
    let mut meanings: Vec<Vec<Meaning>> = Vec::new();
    let mut missing: BTreeSet<&str> = BTreeSet::new();
    for BodyCall { unit, name_use: found, .. } in &calls {
        project.snapshot.cancel().check()?;
        let name = found.span.of(unit.content());
        let open = Candidates::open(project, name).resolve(unit, found).into_meanings();
        if open.is_empty() && !is_common(unit, name) {
            missing.insert(name);
        }
        meanings.push(open);
    }
    let missing: Vec<&str> = missing.into_iter().collect();
    project.find_definitions(&missing)?;
    let mut rows = Rows::new();
    let mut leaders = Leaders::new(project);
    for (call, open) in calls.iter().zip(meanings) {
        project.snapshot.cancel().check()?;
        let BodyCall { unit, name_use: found, .. } = call;
        let name = found.span.of(unit.content());
        let meanings = if open.is_empty() && missing.binary_search(&name).is_ok() {
            candidates(project, name)?.resolve(unit, found).into_meanings()
        } else {
            open
        };
        add(&mut leaders, &mut rows, call, &meanings);
    }
    Ok(rows)
}

fn is_common(unit: &Unit, name: &str) -> bool {
    unit.rules().common_members.iter().any(|common| common == name)
}

/// Returns the calls that a definition makes itself, without those of functions defined in it.
pub(super) fn calls_in(unit: &Arc<Unit>, symbol: u32) -> impl Iterator<Item = Use> + use<> {
    let bytes = unit.symbol(symbol).bytes.clone();
    let is_container = unit.symbol(symbol).kind.is_container();
    let name = unit.symbol(symbol).name_bytes.start;
    let calls = unit.names().uses_in(bytes).iter().filter(|found| found.role == Role::Call);
    let calls = calls.filter(|found| found.span.start as usize != name);
    let own = calls
        .filter(|found| is_container || caller_at(unit, found.span.start as usize) == Some(symbol));
    let calls: Vec<Use> = own.copied().collect();
    calls.into_iter()
}

fn add(leaders: &mut Leaders<'_, '_>, rows: &mut Rows, call: &BodyCall, meanings: &[Meaning]) {
    let BodyCall { unit, name_use: found, of, above } = call;
    let best = meanings.iter().map(|meaning| meaning.certainty).min();
    let mut defs: Vec<Def> = meanings
        .iter()
        .filter(|meaning| Some(meaning.certainty) == best)
        .map(|meaning| meaning.def)
        .collect();
    defs.sort_unstable();
    let leaders = leaders.representatives(defs);
    let site = (found.span, Arc::clone(unit));
    if leaders.is_empty() || leaders.len() > MAX_MEANINGS {
        let callee = Callee::Unknown {
            name: found.span.of(unit.content()).to_owned(),
            is_member: matches!(found.qualifier, Qualifier::Receiver(_)),
        };
        let rule = if leaders.is_empty() { Rule::Unresolved } else { Rule::SameName };
        let row = || CalleeRow::new(Certainty::Possible, rule, *of);
        rows.entry(callee).or_insert_with(row).sites.push(site);
        return;
    }
    for leader in leaders.iter().copied() {
        let reason = meanings
            .iter()
            .filter(|meaning| meaning.def == leader)
            .map(|meaning| (meaning.certainty, meaning.rule))
            .min();
        let Some((certainty, rule)) = reason else { continue };
        let certainty = certainty.max(*above);
        let row = rows
            .entry(Callee::Known(leader))
            .or_insert_with(|| CalleeRow::new(certainty, rule, *of));
        if certainty < row.certainty {
            row.certainty = certainty;
            row.rule = rule;
        }
        row.sites.push(site.clone());
    }
}

/// One representative per group of definitions. Cached, because thousands of calls may have the
/// same thousands of candidates.
struct Leaders<'p, 's> {
    project: &'p Project<'s>,
    known: FxHashMap<Vec<Def>, Arc<Vec<Def>>>,
}

impl<'p, 's> Leaders<'p, 's> {
    fn new(project: &'p Project<'s>) -> Self {
        Self { project, known: FxHashMap::default() }
    }

    /// Returns the representatives of the definitions' groups, in the order of the definitions.
    fn representatives(&mut self, defs: Vec<Def>) -> Arc<Vec<Def>> {
        if let Some(known) = self.known.get(&defs) {
            return Arc::clone(known);
        }
        let groups = group(self.project, &defs);
        let mut seen = HashSet::new();
        let mut leaders: Vec<Def> = Vec::new();
        for (def, number) in defs.iter().zip(&groups) {
            if seen.insert(*number) {
                leaders.push(*def);
            } else if let Some(place) = leaders.get_mut(*number)
                && !has_body(self.project, *place)
                && has_body(self.project, *def)
            {
                *place = *def;
            }
        }
        let leaders = Arc::new(leaders);
        self.known.insert(defs, Arc::clone(&leaders));
        leaders
    }
}

fn has_body(project: &Project<'_>, def: Def) -> bool {
    project.get(def).is_some_and(|(unit, symbol)| {
        let symbol = unit.symbol(symbol);
        symbol.lines.end > symbol.header_end || unit.content()[symbol.bytes.clone()].ends_with('}')
    })
}

fn call(project: &Project<'_>, callee: Callee, row: CalleeRow) -> Option<Call> {
    let node = match callee {
        Callee::Known(def) => {
            let (unit, symbol) = project.get(def)?;
            node(unit, symbol)
        }
        Callee::Unknown { name, is_member: true } => Node::undefined(name, SymbolKind::Method),
        Callee::Unknown { name, is_member: false } => Node::undefined(name, SymbolKind::Function),
    };
    let sites = row.sites.iter().map(|(span, unit)| site(unit, *span)).collect();
    let via = row.via.iter().filter_map(|def| hop(project, *def)).collect();
    let through =
        row.through.and_then(|member| member_label(project, member)).into_iter().collect();
    let CalleeRow { depth, certainty, rule, .. } = row;
    let values = Vec::new();
    Some(Call {
        node,
        depth,
        via,
        sites,
        values,
        certainty,
        rule: Some(rule),
        through,
        further: Vec::new(),
    })
}
