//! Callees of a definition, by syntax.

use super::answer::{Call, Node};
use super::body_calls::{
    BodyCall, CallNames, Leaders, MAX_MEANINGS, calls_by_name, calls_in, read_by, resolve,
    resolve_as_written,
};
use super::callers::{hop, member_label};
use super::enclosing::node;
use super::events::{announced, listeners};
use super::implementations::ImplementingSearches;
use super::limits::{MAX_EXPANDED, MAX_LEVELS};
use super::project::{Def, Project, Unit};
use super::resolve::{Held, Meaning, Resolution};
use super::rows::{GroupRows, SyntaxRows};
use super::rule::Rule;
use super::site::site;
use crate::domain::{Cancelled, Certainty, SymbolKind};
use crate::workspace::FileKind;
use crate::workspace::names::{Qualifier, Span};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Maximum number of called members without a body whose implementations are searched, and of those
/// that are listed for each.
const MAX_DECLARED: usize = 40;
const MAX_IMPLEMENTATIONS: usize = 8;

/// Maximum number of called members whose implementations are searched for all definitions of a
/// name together; for each other one an implementation is counted as not listed.
const MAX_DECLARED_IN_ALL: usize = 2_000;

/// Number of definitions that one call may mean beyond which it is one of nothing known.
const MAX_MEANT: usize = 200;

/// Maximum number of definitions of a name each of which has files read for it alone; what is read
/// for one of more is read for all.
const MAX_BUDGETS: usize = 100;

/// Target of a call: a group of definitions, by its representative, or a name that resolves to
/// nothing in the project.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Callee {
    Known(Def),
    Unknown { name: String, is_member: bool },
}

/// Places of calls, with their files.
type Sites = Vec<(Span, Arc<Unit>)>;

struct CalleeRow {
    depth: usize,
    certainty: Certainty,
    rule: Rule,
    sites: Sites,
    /// Calls that are less certain than these, with the best rule by which one is known.
    doubtful: Option<(Rule, Sites)>,
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
        Self { depth: 1, certainty, rule, sites, doubtful: None, of, via, through: None }
    }

    /// Adds a call. Each counts as what is known of it.
    fn add(&mut self, (certainty, rule): (Certainty, Rule), site: (Span, Arc<Unit>)) {
        if certainty < self.certainty {
            let before = (self.rule, std::mem::take(&mut self.sites));
            (self.certainty, self.rule) = (certainty, rule);
            self.doubtful = Some(before);
        } else if certainty > self.certainty {
            let (known, sites) = self.doubtful.get_or_insert_with(|| (rule, Vec::new()));
            *known = rule.min(*known);
            sites.push(site);
            return;
        }
        self.sites.push(site);
    }

    fn all_sites(&self) -> Sites {
        let doubtful = self.doubtful.iter().flat_map(|(_, sites)| sites);
        self.sites.iter().chain(doubtful).cloned().collect()
    }

    /// Returns the row of the calls that are less certain than the others.
    fn take_doubtful(&mut self) -> Option<Self> {
        let (rule, sites) = self.doubtful.take().filter(|(_, sites)| !sites.is_empty())?;
        let via = self.via.clone();
        let own = Self::new(Certainty::Possible, rule, self.of);
        Some(Self { depth: self.depth, sites, via, through: self.through, ..own })
    }
}

type Rows = BTreeMap<Callee, CalleeRow>;

/// Returns the callees of each group of definitions.
pub(super) fn callees(
    project: &Project<'_>,
    groups: &[Vec<Def>],
    depth: usize,
) -> Result<SyntaxRows<Call>, Cancelled> {
    let mut found = Vec::new();
    let (names, mut leaders) = (CallNames::new(project), Leaders::new(project));
    let (mut searches, mut left) = (ImplementingSearches::new(project), MAX_DECLARED_IN_ALL);
    for group in groups {
        if groups.len() <= MAX_BUDGETS {
            searches = ImplementingSearches::new(project);
        }
        let mut rows = Rows::new();
        let mut visited: HashSet<Def> = group.iter().copied().collect();
        let mut frontier: Vec<(Def, Certainty)> =
            group.iter().map(|def| (*def, Certainty::Likely)).collect();
        let mut unlisted = 0;
        for level in 1..=depth.min(MAX_LEVELS) {
            if frontier.is_empty() {
                break;
            }
            let mut next = Vec::new();
            let mut called = called_by(&names, &mut leaders, &frontier)?;
            if level == 1 {
                add_own_implementations(project, group, &mut called, &mut searches)?;
            }
            unlisted += add_implementations(project, &mut called, &mut searches, &mut left)?;
            for (def, row) in passed_by(&names, &mut leaders, &frontier)? {
                called.entry(Callee::Known(def)).or_insert(row);
            }
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
        let parts = rows.into_iter().flat_map(|(callee, mut row)| {
            let doubtful = row.take_doubtful().map(|row| (callee.clone(), row));
            std::iter::once((callee, row)).chain(doubtful)
        });
        let mut results: Vec<Call> =
            parts.filter_map(|(callee, row)| call(project, callee, row)).collect();
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
/// that are not listed: beyond [`MAX_IMPLEMENTATIONS`], and generated code beside other.
fn add_implementations<'p>(
    project: &'p Project<'p>,
    rows: &mut Rows,
    searches: &mut ImplementingSearches<'p>,
    left_in_all: &mut usize,
) -> Result<usize, Cancelled> {
    let mut unlisted = 0;
    let mut added: Vec<(Def, CalleeRow)> = Vec::new();
    let mut left = MAX_DECLARED;
    for (callee, row) in rows.iter() {
        let Callee::Known(member) = callee else { continue };
        if left == 0 || *left_in_all == 0 {
            unlisted += usize::from(left > 0);
            continue;
        }
        let implementing = searches.of(*member)?;
        if implementing.is_empty() {
            continue;
        }
        (left, *left_in_all) = (left - 1, *left_in_all - 1);
        let leaders = Leaders::new(project).representatives(implementing.to_vec());
        // What a program has written for tests says nothing beside what others have written.
        let is_generated = |def: &&Def| {
            let of = project.get(**def);
            of.is_some_and(|(unit, _)| unit.facts().class.has(FileKind::Generated))
        };
        let (generated, written): (Vec<&Def>, Vec<&Def>) = leaders.iter().partition(is_generated);
        let listed = if written.is_empty() { generated } else { written };
        let most = MAX_IMPLEMENTATIONS.min(listed.len());
        unlisted += leaders.len() - most;
        for def in &listed[..most] {
            let row = CalleeRow {
                sites: row.all_sites(),
                through: Some(*member),
                ..CalleeRow::new(Certainty::Possible, Rule::ThroughSupertype, row.of)
            };
            added.push((**def, row));
        }
    }
    for (def, row) in added {
        rows.entry(Callee::Known(def)).or_insert(row);
    }
    Ok(unlisted)
}

/// Adds what implements the target itself if it is declared only: a call of it runs one of them.
fn add_own_implementations<'p>(
    project: &'p Project<'p>,
    group: &[Def],
    rows: &mut Rows,
    searches: &mut ImplementingSearches<'p>,
) -> Result<(), Cancelled> {
    for target in group {
        let implementing = searches.of(*target)?;
        for def in Leaders::new(project).representatives(implementing.to_vec()).iter().copied() {
            let row = CalleeRow {
                through: Some(*target),
                ..CalleeRow::new(Certainty::Possible, Rule::ThroughSupertype, *target)
            };
            rows.entry(Callee::Known(def)).or_insert(row);
        }
    }
    Ok(())
}

/// Resolves the calls in the bodies of definitions, each with the certainty with which it is
/// reached.
fn called_by<'p>(
    names: &CallNames<'p, '_>,
    leaders: &mut Leaders<'p, '_>,
    defs: &[(Def, Certainty)],
) -> Result<Rows, Cancelled> {
    let project = names.project;
    let mut calls: Vec<BodyCall> = Vec::new();
    let mut certainties: Vec<Certainty> = Vec::new();
    for (def, certainty) in defs {
        let Some((unit, symbol)) = project.get(*def) else { continue };
        let in_body = |name_use| BodyCall { unit: Arc::clone(unit), name_use, of: *def };
        calls.extend(calls_in(unit, symbol).map(in_body));
        certainties.resize(calls.len(), *certainty);
    }
    let resolved = resolve(names, &calls)?;
    let mut rows = Rows::new();
    let mut resolved: Vec<Vec<Meaning>> =
        resolved.into_iter().map(Resolution::into_meanings).collect();
    resolved.iter_mut().filter(|meant| meant.len() > MAX_MEANT).for_each(Vec::clear);
    let held = held_by_fields(project, &calls, &resolved)?;
    for (index, (call, above)) in calls.iter().zip(certainties).enumerate() {
        project.snapshot.cancel().check()?;
        let held = held.get(&index);
        if held.is_none() || !resolved[index].is_empty() {
            add(leaders, &mut rows, call, above, &resolved[index]);
        }
        if let Some(held) = held {
            add_held(leaders, &mut rows, call, above, held);
        }
        if let Some(event) = announced(&call.unit, &call.name_use) {
            add_listeners(leaders, &mut rows, call, listeners(names, event, &call.unit)?);
        }
    }
    for (def, certainty) in defs {
        for (call, resolution) in calls_by_name(names, read_by(project, *def))? {
            add(leaders, &mut rows, &call, *certainty, &resolution.into_meanings());
        }
    }
    Ok(rows)
}

/// Returns what the fields hold that calls call, by the index of the call, where no function is
/// known to be called by its name.
fn held_by_fields(
    project: &Project<'_>,
    calls: &[BodyCall],
    resolved: &[Vec<Meaning>],
) -> Result<BTreeMap<usize, Held>, Cancelled> {
    let is_function = |meaning: &Meaning| project.is_callable(meaning.def);
    let is_open = |index: &usize| !resolved[*index].iter().any(is_function);
    let open: Vec<usize> = (0..calls.len()).filter(is_open).collect();
    let call = |index: &usize| (Arc::clone(&calls[*index].unit), calls[*index].name_use);
    let held = project.held_by_fields(&open.iter().map(call).collect::<Vec<_>>())?;
    Ok(open.into_iter().zip(held).filter_map(|(index, held)| Some((index, held?))).collect())
}

/// Adds the functions that a field holds.
fn add_held(
    leaders: &mut Leaders<'_, '_>,
    rows: &mut Rows,
    call: &BodyCall,
    above: Certainty,
    held: &Held,
) {
    let certainty = held.certainty.max(above);
    let mut functions = held.functions.clone();
    functions.sort_unstable();
    for function in leaders.representatives(functions).iter().copied() {
        let row = rows.entry(Callee::Known(function)).or_insert_with(|| CalleeRow {
            through: held.field,
            ..CalleeRow::new(certainty, Rule::HeldByField, call.of)
        });
        if certainty < row.certainty {
            row.through = held.field;
        }
        let site = (call.name_use.span, Arc::clone(&call.unit));
        row.add((certainty, Rule::HeldByField), site);
    }
}

/// Adds the functions that listen to the event that a call announces.
fn add_listeners(
    leaders: &mut Leaders<'_, '_>,
    rows: &mut Rows,
    call: &BodyCall,
    functions: Vec<Def>,
) {
    for function in leaders.representatives(functions).iter().copied() {
        let reason = (Certainty::Possible, Rule::Sent);
        let row = rows
            .entry(Callee::Known(function))
            .or_insert_with(|| CalleeRow::new(reason.0, reason.1, call.of));
        row.add(reason, (call.name_use.span, Arc::clone(&call.unit)));
    }
}

/// Returns the functions that definitions hand on as values, from where they may be called. Only
/// what is written at a name shows that it is one.
fn passed_by<'p>(
    names: &CallNames<'p, '_>,
    leaders: &mut Leaders<'p, '_>,
    defs: &[(Def, Certainty)],
) -> Result<BTreeMap<Def, CalleeRow>, Cancelled> {
    let project = names.project;
    let reads: Vec<BodyCall> = defs.iter().flat_map(|(def, _)| read_by(project, *def)).collect();
    let is_function = |def: &Def| {
        project.get(*def).is_some_and(|(unit, symbol)| {
            matches!(unit.symbol(symbol).kind, SymbolKind::Function | SymbolKind::Method)
        })
    };
    let mut rows: BTreeMap<Def, CalleeRow> = BTreeMap::new();
    for (read, resolution) in reads.iter().zip(resolve_as_written(names, &reads)?) {
        let evident = resolution.into_meanings().into_iter().filter(Meaning::is_evident);
        let mut functions: Vec<Def> = evident.map(|meaning| meaning.def).collect();
        functions.retain(|def| {
            let is_called = || project.is_called_by_name(&read.unit, &read.name_use, *def);
            is_function(def) && *def != read.of && !is_called()
        });
        functions.sort_unstable();
        for leader in leaders.representatives(functions).iter().take(MAX_MEANINGS) {
            let row = || CalleeRow::new(Certainty::Possible, Rule::PassedAsValue, read.of);
            let site = (read.name_use.span, Arc::clone(&read.unit));
            rows.entry(*leader).or_insert_with(row).sites.push(site);
        }
    }
    Ok(rows)
}

fn add(
    leaders: &mut Leaders<'_, '_>,
    rows: &mut Rows,
    call: &BodyCall,
    above: Certainty,
    meanings: &[Meaning],
) {
    let BodyCall { unit, name_use: found, of } = call;
    let best = meanings.iter().map(|meaning| meaning.certainty).min();
    let mut defs: Vec<Def> = meanings
        .iter()
        .filter(|meaning| Some(meaning.certainty) == best)
        .map(|meaning| meaning.def)
        .collect();
    defs.sort_unstable();
    let leaders = leaders.representatives(defs);
    let site = (found.span, Arc::clone(unit));
    if leaders.is_empty() && is_word_of_language(call) {
        return;
    }
    if leaders.is_empty() || leaders.len() > MAX_MEANINGS {
        let callee = Callee::Unknown {
            name: call.name().to_owned(),
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
        let certainty = certainty.max(above);
        let row = rows
            .entry(Callee::Known(leader))
            .or_insert_with(|| CalleeRow::new(certainty, rule, *of));
        row.add((certainty, rule), site.clone());
    }
}

/// Returns whether a bare name is a word of its language, such as the macro `def` of Elixir, which
/// the grammar has as a call.
fn is_word_of_language(call: &BodyCall) -> bool {
    let is_bare = call.name_use.qualifier == Qualifier::None;
    let keywords = &call.unit.language.config.keywords;
    is_bare && keywords.iter().any(|keyword| keyword == call.name())
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
    let places = row.sites.iter().map(|(span, unit)| site(unit, *span)).collect();
    let via = row.via.iter().filter_map(|def| hop(project, *def)).collect();
    let through =
        row.through.and_then(|member| member_label(project, member)).into_iter().collect();
    let CalleeRow { depth, certainty, rule, .. } = row;
    let (sites, values) = match rule {
        Rule::PassedAsValue => (Vec::new(), places),
        _ => (places, Vec::new()),
    };
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
        is_cut: false,
        only_by: None,
    })
}
