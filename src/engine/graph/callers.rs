//! Callers of a definition, by syntax.

mod called_back;
mod given;
mod links;
mod outside;
mod overriding;
mod patched;
mod reach;
mod reaching_tests;
pub(super) mod sites;
mod test_marks;
mod values;
mod ways;

pub(in crate::engine) use links::Link;
pub(super) use outside::of_outside;
pub(in crate::engine) use overriding::callers_of_overriding;
pub(super) use overriding::visit_overriding;
pub(in crate::engine) use reaching_tests::{ReachingTests, TestSearch, TestStart, tests_calling};
pub(in crate::engine) use test_marks::{TestPart, part_of};

use super::account::NameSearch;
use super::answer::{Call, FurtherCall, Hop, Site};
use super::constructions::{constructs, with_constructed};
use super::delegations::calls_beside_name;
use super::enclosing::{caller_at, module_node, node};
use super::events::calls_of_events;
use super::groups::{Groups, doubt_overloads, keep_most_certain, most_rows};
use super::held_calls::{FieldCall, calls_of_fields};
use super::limits::{MAX_EXPANDED, MAX_INDIRECT_CALLS, MAX_LEVELS};
use super::messages::calls_of_messages;
use super::pasted::{Pasted, pasted};
use super::project::{Def, FileIndex, Project, Unit, split_path};
use super::resolve::{Meaning, may_be_same, owner_name};
use super::rows::{GroupRows, SyntaxRows};
use super::rule::Rule;
use super::run_objects::calls_of_objects;
use super::site::site;
use super::target::grouping;
use super::use_searches::UseSearches;
use super::uses::{ParseBudget, UseFilter, Uses};
use crate::domain::{Cancelled, Certainty};
use crate::workspace::names::{Role, Span};
use reaching_tests::Doubts;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Arc;
use test_marks::is_test_of;
use values::passing_of;

/// A caller: a definition, or the top level of a file. Its calls on mocks are apart from the
/// others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Caller {
    pub(super) file: FileIndex,
    pub(super) symbol: Option<u32>,
    pub(super) on_mock: bool,
}

impl Caller {
    /// The calls of a definition that run what they name.
    const fn of(def: Def) -> Self {
        Self { file: def.file, symbol: Some(def.symbol), on_mock: false }
    }
}

/// Calls by one caller. Certainty and rule are those of the best site.
struct CallerRow {
    depth: usize,
    certainty: Certainty,
    rule: Rule,
    sites: Vec<CallSite>,
    /// True if the sites do not call but hand on as a value.
    is_passing: bool,
    /// How it leads to the target, where that is known without sites.
    start: Option<Link>,
    /// Definitions between the caller and the target, the nearest to the target first.
    via: Rc<[Def]>,
    /// Calls of other definitions that reach the target.
    further: Vec<Further>,
}

/// A call of another definition that reaches the target.
struct Further {
    of: Def,
    site: Site,
    link: Link,
}

/// One call site.
struct CallSite {
    span: Span,
    unit: Arc<Unit>,
    certainty: Certainty,
    rule: Rule,
    /// The member of a supertype that is called, if the target overrides it.
    through: Option<Def>,
}

/// Returns the callers of each group of definitions, which share one name. A caller has one row for
/// each certainty of its calls.
pub(in crate::engine) fn callers(
    project: &Project<'_>,
    groups: &[Vec<Def>],
    depth: usize,
    budget: &mut ParseBudget,
) -> Result<SyntaxRows<Call>, Cancelled> {
    let mut made = Vec::new();
    let direct = direct(&mut UseSearches::new(project, budget), groups, 1, &mut made)?;
    let (mut further, mut values) = (ParseBudget::indirect(), ParseBudget::indirect());
    let mut further = UseSearches::new(project, &mut further);
    let mut values = UseSearches::new(project, &mut values);
    let passing = if depth > 1 { passing_of(&mut values, groups)? } else { Vec::new() };
    let mut passing = passing.into_iter();
    let mut left = MAX_INDIRECT_CALLS;
    let mut found = Vec::new();
    for (group, (rows, skipped)) in groups.iter().zip(direct) {
        project.snapshot.cancel().check()?;
        let mut levels = CallLevels::new(project, group, rows, skipped, &mut left);
        levels.add_given(1, &mut further)?;
        levels.add_test_levels(2..=depth, &mut further, &mut made)?;
        if let Some(passing) = passing.next() {
            levels.follow_values(depth, passing, &mut values, &mut made)?;
        }
        found.push(levels.finish()?);
    }
    Ok(SyntaxRows { found, searches: made })
}

/// Sort key of files relative to a definition: its own file, files in the same directory, code
/// before tests, path.
pub(in crate::engine::graph) fn nearness(
    project: &Project<'_>,
    group: &[Def],
    path: &Arc<str>,
    is_test: bool,
) -> (bool, bool, bool, Arc<str>) {
    let home = |def: &Def| &project.entry(def.file).path.display;
    let is_own = group.iter().any(|def| home(def) == path);
    let is_beside = group.iter().any(|def| split_path(home(def)).0 == split_path(path).0);
    (!is_own, !is_beside, is_test, Arc::clone(path))
}

type Rows = BTreeMap<Caller, CallerRow>;

/// Callers of each of several groups, and the files that may hold more but were not searched.
type CallersByGroup = Vec<(Rows, Vec<FileIndex>)>;

/// Returns the name that groups of definitions share.
pub(super) fn shared_name(project: &Project<'_>, groups: &[Vec<Def>]) -> Option<String> {
    let (unit, symbol) = project.get(*groups.first()?.first()?)?;
    Some(unit.symbol(symbol).name.clone())
}

fn direct(
    searches: &mut UseSearches<'_, '_, '_>,
    groups: &[Vec<Def>],
    depth: usize,
    made: &mut Vec<NameSearch>,
) -> Result<CallersByGroup, Cancelled> {
    let mut found: CallersByGroup = groups.iter().map(|_| Default::default()).collect();
    let Some(name) = shared_name(searches.project, groups) else { return Ok(found) };
    let uses = collect(searches, &name, groups, &mut found)?;
    made.push(NameSearch {
        depth,
        name: name.clone(),
        groups: groups.to_vec(),
        filter: UseFilter::Calls,
        uses,
        not_followed: Vec::new(),
        followed: 0,
    });
    let constructions = calls_beside_name(&name, groups, searches)?;
    for (constructions, (rows, skipped)) in constructions.into_iter().zip(&mut found) {
        for construction in &constructions.uses {
            add(rows, &construction.unit, construction.name_use.span, construction.meaning, None);
        }
        skipped.extend(constructions.skipped);
    }
    for (of_fields, (rows, skipped)) in
        calls_of_fields(&name, groups, searches)?.into_iter().zip(&mut found)
    {
        add_of_fields(rows, of_fields.calls);
        skipped.extend(of_fields.skipped);
    }
    let of_events = calls_of_events(searches.project, &name, groups)?;
    let of_objects = calls_of_objects(&name, groups, searches, made.last_mut())?;
    let of_messages = calls_of_messages(searches.project, &name, groups)?;
    for calls in [of_events, of_objects, of_messages] {
        for (calls, (rows, skipped)) in calls.into_iter().zip(&mut found) {
            add_of_fields(rows, calls.calls);
            skipped.extend(calls.skipped);
        }
    }
    let parts = pasted(searches.project, &name, groups, searches.budget)?;
    for Pasted { unit, part, certainty, .. } in parts.iter().filter(|of| of.is_called) {
        for (rows, _) in &mut found {
            add_site(rows, unit, part.span, (*certainty, Pasted::RULE), None);
        }
    }
    Ok(found)
}

/// Adds the calls of what the function is given for, but for those that are there by its name.
fn add_of_fields(rows: &mut Rows, calls: Vec<FieldCall>) {
    let place = |unit: &Unit, span: Span| (unit.file, span);
    let known: FxHashSet<(FileIndex, Span)> =
        rows.values().flat_map(|row| &row.sites).map(|site| place(&site.unit, site.span)).collect();
    for FieldCall { unit, span, certainty, rule, field } in calls {
        if !known.contains(&place(&unit, span)) {
            add_site(rows, &unit, span, (certainty, rule), field);
        }
    }
}

fn collect(
    searches: &mut UseSearches<'_, '_, '_>,
    name: &str,
    groups: &[Vec<Def>],
    found: &mut [(Rows, Vec<FileIndex>)],
) -> Result<Arc<Uses>, Cancelled> {
    let named = searches.of(name, UseFilter::Calls)?;
    let (project, uses) = (searches.project, &named.uses);
    let called = named.candidates.with_implementing(groups);
    let asked = Groups::new(&called);
    let is_call = |meaning: &Meaning| meaning.rule != Rule::Definition;
    let called = with_constructed(project, &called);
    let grouping = grouping(project, name)?;
    named.visit_best(&called, is_call, |use_of_name, mut best| {
        doubt_overloads((project, &grouping), &asked, use_of_name, &mut best);
        for group in keep_most_certain(&mut best, most_rows(uses.uses.len())) {
            let skipped = &mut found[group].1;
            if skipped.last() != Some(&use_of_name.unit.file) {
                skipped.push(use_of_name.unit.file);
            }
        }
        for (group, meaning) in best {
            if !project.is_type(meaning.def) && use_of_name.name_use.role == Role::Initialize {
                continue;
            }
            if asked.has(group, meaning.def)
                || constructs(
                    project,
                    &groups[group],
                    meaning.def,
                    (&use_of_name.unit, &use_of_name.name_use),
                )
            {
                let through = meaning.supertype_member(&use_of_name.meanings);
                add(
                    &mut found[group].0,
                    &use_of_name.unit,
                    use_of_name.name_use.span,
                    meaning,
                    through,
                );
            }
        }
    })?;
    for (group, (_, skipped)) in groups.iter().zip(found) {
        if !group.is_empty() {
            skipped.extend(&uses.skipped);
        }
    }
    Ok(Arc::clone(uses))
}

fn add(rows: &mut Rows, unit: &Arc<Unit>, span: Span, meaning: Meaning, through: Option<Def>) {
    add_site(rows, unit, span, (meaning.certainty, meaning.rule), through);
}

fn add_site(
    rows: &mut Rows,
    unit: &Arc<Unit>,
    span: Span,
    (certainty, rule): (Certainty, Rule),
    through: Option<Def>,
) {
    let symbol = caller_at(unit, span.start as usize);
    let caller = Caller { file: unit.file, symbol, on_mock: unit.is_on_mock(span) };
    let row = rows.entry(caller).or_insert_with(|| CallerRow {
        depth: 1,
        certainty,
        rule,
        sites: Vec::new(),
        is_passing: false,
        start: None,
        via: Rc::default(),
        further: Vec::new(),
    });
    if (certainty, rule) < (row.certainty, row.rule) {
        (row.certainty, row.rule) = (certainty, rule);
    }
    row.sites.push(CallSite { span, unit: Arc::clone(unit), certainty, rule, through });
}

/// Callers of a group of definitions and callers of those, level by level, breadth first.
struct CallLevels<'a, 'p> {
    project: &'a Project<'p>,
    group: &'a [Def],
    /// The definitions of the group.
    asked: FxHashSet<Def>,
    rows: Rows,
    skipped: Vec<FileIndex>,
    /// Calls from callers that have a row on an earlier level, each with its own level.
    again: Vec<(usize, Site)>,
    /// Number of calls that may still be added for the question.
    left: &'a mut usize,
    /// Number of functions whose callers were not searched, since none may be added.
    unexpanded: usize,
    /// Number of those that are beyond [`MAX_EXPANDED`] on their level.
    cut: usize,
}

/// Functions whose callers are searched, by name, each with the certainty of its own row.
type Targets = BTreeMap<String, Vec<(Def, Certainty)>>;

/// The groups of definitions of functions of one name, and the functions.
type GroupsOf<'t> = (Vec<Vec<Def>>, &'t [(Def, Certainty)]);

impl<'a, 'p> CallLevels<'a, 'p> {
    /// `rows` are the first level.
    fn new(
        project: &'a Project<'p>,
        group: &'a [Def],
        rows: Rows,
        skipped: Vec<FileIndex>,
        left: &'a mut usize,
    ) -> Self {
        let asked = group.iter().copied().collect();
        let (unexpanded, cut) = (0, 0);
        Self { project, group, asked, rows, skipped, again: Vec::new(), left, unexpanded, cut }
    }

    /// Adds some levels, the first of which is the one behind those that are there.
    fn add_levels(
        &mut self,
        levels: RangeInclusive<usize>,
        searches: &mut UseSearches<'_, '_, '_>,
        made: &mut Vec<NameSearch>,
    ) -> Result<(), Cancelled> {
        for level in levels.take_while(|level| *level <= MAX_LEVELS) {
            self.cut += self.functions(level - 1, false).skip(MAX_EXPANDED).count();
            let targets = self.targets(level - 1, false);
            if targets.is_empty() {
                break;
            }
            self.expand(level, &targets, searches, made)?;
        }
        Ok(())
    }

    /// Adds the callers of some functions.
    fn expand(
        &mut self,
        level: usize,
        targets: &Targets,
        searches: &mut UseSearches<'_, '_, '_>,
        made: &mut Vec<NameSearch>,
    ) -> Result<(), Cancelled> {
        for (groups, targets) in self.groups_of(targets)? {
            if *self.left == 0 {
                self.unexpanded += targets.len();
                continue;
            }
            let direct = direct(searches, &groups, level, made)?;
            for ((rows, skipped), target) in direct.into_iter().zip(targets) {
                self.project.snapshot.cancel().check()?;
                if *self.left == 0 {
                    self.unexpanded += 1;
                    continue;
                }
                self.skipped.extend(skipped);
                self.add(level, *target, rows);
            }
        }
        Ok(())
    }

    /// Returns the functions of each name with their groups of definitions.
    fn groups_of<'t>(&self, targets: &'t Targets) -> Result<Vec<GroupsOf<'t>>, Cancelled> {
        let names: Vec<&str> = targets.keys().map(String::as_str).collect();
        self.project.find_definitions(&names)?;
        let groups = |(name, targets): (&String, &'t Vec<(Def, Certainty)>)| {
            Ok((group_numbers(self.project, name, targets)?, targets.as_slice()))
        };
        targets.iter().map(groups).collect()
    }

    /// Returns the functions on a level whose callers are to be searched, as far as they are.
    fn targets(&self, level: usize, is_by_value: bool) -> Targets {
        let mut by_name = Targets::new();
        for (name, target) in self.functions(level, is_by_value).take(MAX_EXPANDED) {
            by_name.entry(name).or_default().push(target);
        }
        by_name
    }

    /// Returns the functions on a level that others may call, with their names: those that are
    /// reached by calls alone, or the others. What is called on a mock is not reached.
    fn functions(
        &self,
        level: usize,
        is_by_value: bool,
    ) -> impl Iterator<Item = (String, (Def, Certainty))> {
        let is_wanted = move |caller: &Caller, row: &CallerRow| {
            row.depth == level
                && (row.rule == Rule::PassedAsValue) == is_by_value
                && !caller.on_mock
        };
        let rows = self.rows.iter().filter(move |(of, row)| is_wanted(of, row));
        rows.filter_map(|(caller, row)| {
            let def = Def { file: caller.file, symbol: caller.symbol? };
            let (unit, symbol) = self.project.get(def)?;
            let symbol = unit.symbol(symbol);
            // What runs where an object is made is in its type.
            let is_run = symbol.kind.is_class() || self.project.is_run(def);
            (is_run && !is_test_of(self.project, def))
                .then(|| (symbol.name.clone(), (def, row.certainty)))
        })
    }

    /// Adds the callers of one function on the level before. No row is more certain than that
    /// function's.
    fn add(&mut self, level: usize, (of, above): (Def, Certainty), callers: Rows) {
        let via = self.path_to(of);
        let is_by_value =
            self.rows.get(&Caller::of(of)).is_some_and(|row| row.rule == Rule::PassedAsValue);
        for (caller, mut row) in callers {
            *self.left = self.left.saturating_sub(row.sites.len());
            row.depth = level;
            row.via = Rc::clone(&via);
            row.certainty = row.certainty.max(above);
            for site in &mut row.sites {
                site.certainty = site.certainty.max(above);
            }
            if is_by_value {
                row.rule = Rule::PassedAsValue;
                row.sites.iter_mut().for_each(|site| site.rule = Rule::PassedAsValue);
            }
            if !self.has(caller) {
                self.rows.insert(caller, row);
                continue;
            }
            if !self.rows.contains_key(&caller) {
                self.add_further(level, Caller { on_mock: false, ..caller }, of, row);
                continue;
            }
            let mut further = of;
            if let Some(known) = self.rows.get_mut(&caller)
                && known.depth == level
                && row.certainty < known.certainty
                && let Some(weaker) = known.via.last().copied()
            {
                // What is certain of one callee of the level counts, not what is possible of
                // another that was looked at first.
                row.further = std::mem::take(&mut known.further);
                std::mem::swap(known, &mut row);
                further = weaker;
            }
            self.add_further(level, caller, further, row);
        }
    }

    /// Adds the calls of a caller that has a row already.
    fn add_further(&mut self, level: usize, caller: Caller, of: Def, row: CallerRow) {
        let link = row.link();
        let sites: Vec<Site> = row.sites.iter().map(|made| site(&made.unit, made.span)).collect();
        self.again.extend(sites.iter().map(|site| (level, site.clone())));
        if let Some(known) = self.rows.get_mut(&caller) {
            known.further.extend(sites.into_iter().map(|site| Further { of, site, link }));
        }
    }

    /// Returns whether a caller has a row or is asked about. What reaches the target has no row for
    /// what it calls on mocks of others.
    fn has(&self, caller: Caller) -> bool {
        let is_asked = |symbol| self.asked.contains(&Def { file: caller.file, symbol });
        self.rows.contains_key(&caller)
            || self.rows.contains_key(&Caller { on_mock: false, ..caller })
            || caller.symbol.is_some_and(is_asked)
    }

    /// Returns the definitions between the target and a caller of a function, which is the last.
    fn path_to(&self, of: Def) -> Rc<[Def]> {
        let row = self.rows.get(&Caller::of(of));
        let via = row.into_iter().flat_map(|row| row.via.iter());
        via.copied().chain([of]).collect()
    }

    /// Returns the callers in the order of an answer.
    fn finish(mut self) -> Result<GroupRows<Call>, Cancelled> {
        self.skipped.sort_unstable();
        self.skipped.dedup();
        let (project, group) = (self.project, self.group);
        let mut doubts = Doubts::new(&self);
        let mut results: Vec<(Caller, Call)> = Vec::new();
        for (caller, row) in &self.rows {
            project.snapshot.cancel().check()?;
            results.extend(doubts.calls(*caller, row)?.map(|call| (*caller, call)));
        }
        results.sort_by_cached_key(|(caller, call)| {
            let path = &project.entry(caller.file).path.display;
            let near = nearness(project, group, path, call.node.is_test);
            (call.depth, call.certainty, near, call.node.line)
        });
        let results = results.into_iter().map(|(_, call)| call).collect();
        let (unexpanded, again) = (self.unexpanded, self.again);
        Ok(GroupRows { unexpanded, again, ..GroupRows::new(results, self.skipped) })
    }
}

/// Returns, for each definition of a name, all definitions of its group without its overloads.
pub(super) fn group_numbers(
    project: &Project<'_>,
    name: &str,
    defs: &[(Def, Certainty)],
) -> Result<Vec<Vec<Def>>, Cancelled> {
    let grouping = grouping(project, name)?;
    let around = |(def, _): &(Def, Certainty)| match grouping.around(*def) {
        Some(group) => {
            let same = group.iter().copied();
            same.filter(|other| may_be_same(project, *def, *other)).collect()
        }
        None => vec![*def],
    };
    Ok(defs.iter().map(around).collect())
}

/// Returns one row for each certainty of a caller's calls.
fn calls(project: &Project<'_>, caller: Caller, row: &CallerRow) -> Vec<Call> {
    let Some(unit) = project.unit(caller.file) else { return Vec::new() };
    let node = match caller.symbol {
        Some(symbol) => node(unit, symbol),
        None => module_node(unit),
    };
    let via: Vec<Hop> = row.via.iter().filter_map(|def| hop(project, *def)).collect();
    let mut by_certainty: BTreeMap<Certainty, (Rule, Vec<&CallSite>)> = BTreeMap::new();
    for call in &row.sites {
        let (rule, calls) = by_certainty.entry(call.certainty).or_insert((call.rule, Vec::new()));
        *rule = call.rule.min(*rule);
        calls.push(call);
    }
    let call = |(certainty, (rule, mut calls)): (Certainty, (Rule, Vec<&CallSite>))| {
        calls.sort_by_key(|call| call.span);
        let mut through: Vec<String> =
            calls.iter().filter_map(|call| member_label(project, call.through?)).collect();
        through.dedup();
        let sites = calls.into_iter().map(|call| site(&call.unit, call.span)).collect();
        let (sites, values) =
            if row.is_passing { (Vec::new(), sites) } else { (sites, Vec::new()) };
        Call {
            node: node.clone(),
            depth: row.depth,
            via: via.clone(),
            sites,
            values,
            certainty,
            rule: Some(rule),
            through,
            further: Vec::new(),
            is_cut: false,
            only_by: None,
        }
    };
    let mut calls: Vec<Call> = by_certainty.into_iter().map(call).collect();
    if let Some(first) = calls.first_mut() {
        let further = row.further.iter();
        first.further = further
            .filter_map(|Further { of, site, .. }| {
                let of = hop(project, *of)?;
                Some(FurtherCall { name: of.name.clone(), site: site.clone(), of })
            })
            .collect();
    }
    calls
}

/// Returns the label of a member: `Storage.append`.
pub(super) fn member_label(project: &Project<'_>, member: Def) -> Option<String> {
    let (unit, symbol) = project.get(member)?;
    let symbol = unit.symbol(symbol);
    let owner = owner_name(unit, symbol);
    Some(owner.map_or_else(|| symbol.name.clone(), |owner| format!("{owner}.{}", symbol.name)))
}

/// Returns the hop for a definition.
pub(super) fn hop(project: &Project<'_>, def: Def) -> Option<Hop> {
    let (unit, symbol) = project.get(def)?;
    let symbol = unit.symbol(symbol);
    Some(Hop {
        name: symbol.name.clone(),
        container: owner_name(unit, symbol).map(str::to_owned),
        file: Arc::clone(&unit.entry.path.display),
        line: symbol.line,
    })
}
