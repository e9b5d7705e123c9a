//! Merging of pieces into dependents: one row for each, in the strongest group that it belongs to.

use super::component::Components;
use super::gather::Piece;
use super::group_kind::GroupKind;
use super::stand_ins::Asserted;
use super::test_search::callable;
use crate::domain::Certainty;
use crate::engine::graph::callers::{TestPart, part_of};
use crate::engine::graph::project::Project;
use crate::engine::graph::{
    Call, Hop, Implementation, Node, OnlyBy, Reference, ReferenceRole, Rule, Site,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// One occurrence in a dependent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Use {
    #[serde(flatten)]
    pub site: Site,
    pub role: ReferenceRole,
    /// One phrase: "return type of `perform()`".
    pub usage: String,
    /// The member that is used, where it is not the target itself.
    pub member: Option<String>,
}

/// A dependent: a definition, or what stands outside any in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Affected {
    #[serde(flatten)]
    pub node: Node,
    #[serde(skip)]
    pub group: GroupKind,
    /// In the order of lines; empty for implementations that do not name the target.
    #[serde(rename = "sites")]
    pub uses: Vec<Use>,
    /// 1 for direct dependents.
    pub depth: usize,
    pub component: String,
    /// What lies between it and the target, the nearest to the target first; empty for direct
    /// dependents.
    pub via: Vec<Hop>,
    /// What else overrides the target and is called, beside that in `via`: `Pool.run`.
    #[serde(skip)]
    pub via_others: Vec<String>,
    /// The conditions under which it calls the target, of the first few direct callers:
    /// `if count == 1`, `unless count == 0`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<String>,
    /// What kind of change breaks it.
    pub breaks: &'static str,
    pub certainty: Certainty,
    pub rule: Option<Rule>,
    /// Of a test, what each known way to the target leads over, if that is no plain call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_by: Option<OnlyBy>,
    /// Of a test that asserts something of a stand-in, how certainly it reaches the target too.
    #[serde(skip)]
    pub reaches_too: Option<Certainty>,
}

impl Affected {
    /// Returns whether a change of the target itself may make it fail to compile or run.
    pub fn is_direct(&self) -> bool {
        self.group < GroupKind::Tests
    }

    /// Returns whether it is a test that uses the target. A test file counts as one if its tests
    /// have no names.
    pub fn is_test(&self) -> bool {
        (self.group.is_of_tests() || self.reaches_too.is_some())
            && self.uses.iter().any(|found| found.role != ReferenceRole::Import)
    }

    /// Returns whether it is a test that may as well run something else than the target, and does
    /// not name the target's type.
    pub fn is_unnamed(&self) -> bool {
        self.only_by.as_ref().is_some_and(|by| by.unnamed().is_some())
    }

    /// Returns whether it uses nothing but mocks, so that it does not run the target.
    pub fn is_on_mock(&self) -> bool {
        !self.uses.is_empty() && self.uses.iter().all(|found| found.site.on_mock)
    }

    /// Returns the most significant use: the one that decides its group.
    pub fn leading(&self) -> Option<&Use> {
        let weight = |found: &&Use| match found.role {
            ReferenceRole::Inherit => 0,
            ReferenceRole::Call => 1,
            ReferenceRole::Type => 2,
            ReferenceRole::Import => 4,
            _ => 3,
        };
        let key = |found: &&Use| (found.site.on_mock, found.member.is_some(), weight(found));
        self.uses.iter().min_by_key(key)
    }

    /// Returns whether the dependent implements the target, so that its definition has to be
    /// changed rather than the places that name the target.
    pub fn is_stand_in(&self) -> bool {
        self.group == GroupKind::Implementations
            && self.uses.iter().all(|found| found.role != ReferenceRole::Inherit)
            && self.node.line.is_some()
    }

    /// Returns whether it is a test that can be run by itself, or a function in test code: what
    /// matters is which, and not where it calls.
    pub fn is_function_of_tests(&self) -> bool {
        let is_in_tests = self.group.is_of_tests()
            || matches!(self.group, GroupKind::Helpers | GroupKind::Asserted);
        is_in_tests && self.node.kind.is_callable() && self.node.line.is_some()
    }

    /// Returns the location to show: the leading use, but of a test its own; else the definition.
    pub fn place(&self) -> Option<(Arc<str>, usize)> {
        if self.is_function_of_tests() {
            return Some((self.node.file.clone()?, self.node.line?));
        }
        match self.leading().filter(|_| !self.is_stand_in()) {
            Some(found) => Some((Arc::clone(&found.site.file), found.site.line)),
            None => Some((self.node.file.clone()?, self.node.line?)),
        }
    }
}

/// What a function in test code is through which tests of the answer reach the target.
const HELPS_LISTED: &str = "helps tests that are listed";

/// Maximum number of lines between the name of a type and the supertypes in its header.
const MAX_HEADER_LINES: usize = 12;

/// Returns one row for each dependent of a target, which may be a type; the most useful first.
pub(super) fn assemble(
    is_type: bool,
    (pieces, asserted): (Vec<Piece>, Vec<Asserted>),
    (components, tests): (&Components, &TestParts<'_, '_>),
) -> Vec<Affected> {
    let mut table = Table::new(components, is_type);
    let mut later = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Implementation(found) => table.implementation(found),
            other => later.push(other),
        }
    }
    let (members, uses): (Vec<Piece>, Vec<Piece>) =
        later.into_iter().partition(|piece| matches!(piece, Piece::OfMember(..)));
    let (calls, uses): (Vec<Piece>, Vec<Piece>) = uses
        .into_iter()
        .partition(|piece| matches!(piece, Piece::Call(_) | Piece::OfOverriding(_)));
    for piece in uses.into_iter().chain(members).chain(calls) {
        match piece {
            Piece::Use(found) => table.found(found, None),
            Piece::OfMember(name, found) => table.found(found, Some(name)),
            Piece::Call(call) | Piece::OfOverriding(call) => table.call(call),
            Piece::Implementation(_) => {}
        }
    }
    asserted.into_iter().for_each(|found| table.asserted(found));
    table.ordered(tests)
}

/// What tells the tests among the rows.
pub(super) struct TestParts<'p, 's> {
    pub(super) project: &'p Project<'s>,
    /// Whether the tests were looked for everywhere.
    pub(super) is_whole: bool,
}

impl TestParts<'_, '_> {
    /// Returns what a row of tests is for.
    fn of(&self, row: &Affected) -> Option<TestPart> {
        let groups = [GroupKind::Tests, GroupKind::Asserted];
        let node = Some(&row.node).filter(|_| groups.contains(&row.group))?;
        part_of(self.project, callable(self.project, node)?)
    }
}

/// File, line and name of a definition.
type Place = (Arc<str>, usize, String);

/// Identity of a dependent: file, line and name.
type Key = (Option<Arc<str>>, Option<usize>, String);

struct Table<'a> {
    components: &'a Components,
    is_type: bool,
    rows: Vec<Affected>,
    by_key: HashMap<Key, usize>,
    sites: BTreeSet<(Arc<str>, usize, usize)>,
    /// What test code calls on its ways to the target, each with the functions of that code.
    helpers: BTreeMap<Place, BTreeSet<Place>>,
}

impl<'a> Table<'a> {
    fn new(components: &'a Components, is_type: bool) -> Self {
        Self {
            components,
            is_type,
            rows: Vec::new(),
            by_key: HashMap::new(),
            sites: BTreeSet::new(),
            helpers: BTreeMap::new(),
        }
    }

    /// Returns the row of a definition; adds one if there is none.
    fn row(
        &mut self,
        node: Node,
        group: GroupKind,
        certainty: Certainty,
        rule: Option<Rule>,
    ) -> &mut Affected {
        let key = (node.file.clone(), node.line, node.name.clone());
        let next = self.rows.len();
        let index = *self.by_key.entry(key).or_insert(next);
        if index == next {
            let component = node
                .file
                .as_deref()
                .map_or_else(|| "outside".to_owned(), |file| self.components.component(file));
            let breaks = "";
            self.rows.push(Affected {
                node,
                group,
                uses: Vec::new(),
                depth: 1,
                component,
                via: Vec::new(),
                via_others: Vec::new(),
                conditions: Vec::new(),
                breaks,
                certainty,
                rule,
                only_by: None,
                reaches_too: None,
            });
        }
        let row = &mut self.rows[index];
        if group < row.group {
            row.group = group;
        }
        if certainty < row.certainty {
            row.certainty = certainty;
            row.rule = rule;
        }
        row
    }

    fn implementation(&mut self, found: Implementation) {
        self.row(found.node, GroupKind::Implementations, found.certainty, found.rule);
    }

    fn found(&mut self, found: Reference, member: Option<String>) {
        let site = (Arc::clone(&found.site.file), found.site.line, found.site.column);
        if !self.sites.insert(site) {
            return;
        }
        let group = group_of(&found, member.is_some());
        let node = self.implementing_type(&found).unwrap_or(found.within);
        let row = self.row(node, group, found.certainty, found.rule);
        if found.role == ReferenceRole::Definition {
            return;
        }
        row.uses.push(Use { site: found.site, role: found.role, usage: found.usage, member });
    }

    /// Returns the implementation in whose header a supertype is named.
    fn implementing_type(&self, found: &Reference) -> Option<Node> {
        if found.role != ReferenceRole::Inherit {
            return None;
        }
        let line = found.site.line;
        let implementing_types = self.rows.iter().filter(|row| {
            let is_above =
                row.node.line.is_some_and(|own| own <= line && line - own <= MAX_HEADER_LINES);
            is_above && row.depth == 1 && row.node.file.as_ref() == Some(&found.site.file)
        });
        implementing_types.max_by_key(|row| row.node.line).map(|row| row.node.clone())
    }

    fn call(&mut self, call: Call) {
        let on_mock = call.is_mocked();
        if call.node.is_test && !on_mock {
            self.add_helpers(&call);
        }
        let Call { node, depth, via, sites, values, mut certainty, mut rule, .. } = call;
        let (through, only_by) = (call.through, call.only_by);
        let is_by_value = rule == Some(Rule::PassedAsValue);
        let is_by_name = !rule.is_some_and(Rule::says_more_than_name);
        let group = match (node.is_test, depth) {
            _ if on_mock => GroupKind::Mocks,
            // Whether a test that reaches a value runs the target is not known.
            (true, _) if is_by_value => GroupKind::Transitive,
            (true, _) => GroupKind::Tests,
            (false, 1) if certainty == Certainty::Possible && is_by_name => GroupKind::Mentions,
            (false, 1) => GroupKind::Callers,
            (false, _) => GroupKind::Transitive,
        };
        let only_by = only_by.filter(|_| group == GroupKind::Tests && depth > 1);
        if let Some(by) = &only_by {
            certainty = Certainty::Possible;
            rule = Some(match by {
                OnlyBy::Supertype(_) => Rule::ThroughSupertype,
                OnlyBy::Value(_) => Rule::PassedAsValue,
            });
        }
        let key = (node.file.clone(), node.line, node.name.clone());
        let known = self.by_key.get(&key).map(|index| self.rows[*index].group);
        // What reaches the target says more than what is called on a mock.
        let is_known = known.is_some_and(|known| group >= known || known != GroupKind::Mocks);
        if depth > 1 && is_known {
            return;
        }
        let is_given = rule == Some(Rule::Given);
        let (role, sites, usage) = if values.is_empty() && is_given {
            (ReferenceRole::Read, sites, format!("given to {}", node.name))
        } else if values.is_empty() {
            (ReferenceRole::Call, sites, format!("called in {}", node.name))
        } else {
            (ReferenceRole::Read, values, format!("passed as a value in {}", node.name))
        };
        let new: Vec<Site> = sites
            .into_iter()
            .filter(|site| self.sites.insert((Arc::clone(&site.file), site.line, site.column)))
            .collect();
        if new.is_empty() {
            return;
        }
        let row = self.row(node, group, certainty, rule);
        if !is_known && !via.is_empty() {
            row.depth = depth;
            row.via = via;
            row.only_by = only_by;
            row.via_others = through.into_iter().skip(1).collect();
        }
        row.uses.extend(new.into_iter().map(|site| Use {
            site,
            role,
            usage: usage.clone(),
            member: None,
        }));
    }

    /// Adds what a test asserts of a stand-in. What it runs through others counts less than that;
    /// its other uses of the target are kept.
    fn asserted(&mut self, found: Asserted) {
        let Asserted { within, site, stand_in, certainty } = found;
        let key = (within.file.clone(), within.line, within.name.clone());
        let known = self.by_key.get(&key).map(|index| &self.rows[*index]);
        let reaching = known.filter(|row| row.group.is_of_tests() && !row.is_unnamed());
        let reaches = reaching.map(|row| row.certainty);
        let row = self.row(within, GroupKind::Mentions, certainty, None);
        row.reaches_too = row.reaches_too.or(reaches);
        if row.depth > 1 {
            (row.depth, row.only_by, row.rule) = (1, None, None);
            row.certainty = certainty;
            row.via.clear();
            row.uses.clear();
        }
        let is_asserted = row.uses.iter().any(|other| other.site.line == site.line);
        let runs = |other: &Use| other.role == ReferenceRole::Call && !other.site.on_mock;
        let is_run = row.group == GroupKind::Tests && row.uses.iter().any(runs);
        if !is_run {
            row.group = GroupKind::Asserted;
        }
        let is_doubtful = is_run && certainty == Certainty::Possible;
        if !is_asserted && !is_doubtful {
            let usage = format!("asserted in {}", row.node.name);
            let (role, member) = (ReferenceRole::Read, Some(stand_in));
            row.uses.push(Use { site, role, usage, member });
        }
    }

    /// Drops what only helps tests that reach the target through it: these are listed. What uses
    /// the target itself stays, since it has to change with it.
    fn drop_helpers(&mut self) {
        let helpers = &self.helpers;
        self.rows.retain(|row| {
            let is_indirect = row.group == GroupKind::Tests && row.depth > 1;
            !is_indirect || !place_of(&row.node).is_some_and(|place| helpers.contains_key(&place))
        });
    }

    /// Tells the tests for which it is only possible that they reach the target, and what only
    /// helps tests.
    fn tell_tests_apart(&mut self, tests: &TestParts<'_, '_>) {
        let parts: Vec<Option<TestPart>> = self.rows.iter().map(|row| tests.of(row)).collect();
        let is_test = |part: &Option<TestPart>| matches!(part, None | Some(TestPart::Test));
        let sure = self.rows.iter().zip(&parts).filter(|(_, part)| is_test(part));
        let listed: BTreeSet<Place> = sure.filter_map(|(row, _)| place_of(&row.node)).collect();
        for (row, part) in self.rows.iter_mut().zip(parts) {
            if row.group != GroupKind::Tests {
                row.reaches_too = row.reaches_too.filter(|_| is_test(&part));
                continue;
            }
            let run_by = place_of(&row.node).and_then(|place| self.helpers.get(&place));
            let is_run = run_by.is_some_and(|by| !by.is_disjoint(&listed));
            let is_of_members = row.uses.iter().all(|found| found.member.is_some());
            row.breaks = match part {
                Some(TestPart::Preparation) => "prepares tests",
                Some(TestPart::Helper) if is_run => HELPS_LISTED,
                None if is_run && row.node.kind.is_callable() => HELPS_LISTED,
                Some(TestPart::Helper) if tests.is_whole && !is_of_members => {
                    "not reached by a test that is seen"
                }
                Some(TestPart::Helper) => "helps tests",
                _ if row.certainty == Certainty::Possible => {
                    row.group = GroupKind::PossibleTests;
                    continue;
                }
                _ => continue,
            };
            row.group = GroupKind::Helpers;
        }
    }

    /// Notes what a test calls on its ways to the target.
    fn add_helpers(&mut self, test: &Call) {
        let Some(own) = place_of(&test.node) else { return };
        let hops = test.via.iter().chain(test.further.iter().map(|further| &further.of));
        let places = hops.map(|hop| (Arc::clone(&hop.file), hop.line, hop.name.clone()));
        for hop in places.filter(|hop| *hop != own) {
            self.helpers.entry(hop).or_default().insert(own.clone());
        }
    }

    /// Returns the rows in an order of which every prefix is useful: strong groups first, with some
    /// rows of each.
    fn ordered(mut self, tests: &TestParts<'_, '_>) -> Vec<Affected> {
        self.drop_helpers();
        self.tell_tests_apart(tests);
        for row in &mut self.rows {
            row.uses.sort_by(|one, other| {
                let key = |found: &Use| {
                    (Arc::clone(&found.site.file), found.site.line, found.site.column)
                };
                key(one).cmp(&key(other))
            });
            if row.breaks.is_empty() {
                row.breaks = breaks(row, self.is_type);
            }
        }
        let mut seen: HashMap<GroupKind, usize> = HashMap::new();
        let mut keyed: Vec<((bool, usize, GroupKind, usize), Affected)> = Vec::new();
        self.rows.sort_by_key(|row| (row.group, row.is_unnamed(), row.depth, row.certainty));
        for row in self.rows {
            let place = seen.entry(row.group).or_default();
            let key = (row.group.is_last(), *place * row.group.step(), row.group, *place);
            keyed.push((key, row));
            *place += 1;
        }
        keyed.sort_by_key(|(key, _)| *key);
        keyed.into_iter().map(|(_, row)| row).collect()
    }
}

fn place_of(node: &Node) -> Option<Place> {
    Some((node.file.clone()?, node.line?, node.name.clone()))
}

fn group_of(found: &Reference, is_member: bool) -> GroupKind {
    let is_by_name = !found.rule.is_some_and(Rule::says_more_than_name);
    if found.certainty == Certainty::Possible && is_by_name {
        return GroupKind::Mentions;
    }
    if found.site.on_mock {
        return GroupKind::Mocks;
    }
    let is_followed = matches!(found.role, ReferenceRole::Inherit | ReferenceRole::Definition);
    if (found.is_test || found.within.is_test) && !is_followed {
        return GroupKind::Tests;
    }
    if is_member {
        return GroupKind::Members;
    }
    match found.role {
        // A further definition reported by a server is treated as an implementation.
        ReferenceRole::Inherit | ReferenceRole::Definition => GroupKind::Implementations,
        ReferenceRole::Call => GroupKind::Callers,
        ReferenceRole::Type => GroupKind::Types,
        ReferenceRole::Import => GroupKind::Imports,
        _ => GroupKind::References,
    }
}

/// Returns the kind of change that breaks a dependent.
fn breaks(row: &Affected, is_type: bool) -> &'static str {
    match row.group {
        GroupKind::Implementations if is_type => {
            "must follow what it requires, its name and its type parameters"
        }
        GroupKind::Implementations => "must follow every change of its name or signature",
        GroupKind::Callers if is_type => "breaks if its name, or how it is made, changes",
        GroupKind::Callers => "breaks if its name, parameters or result change",
        GroupKind::Types => "breaks if its name or its type parameters change",
        GroupKind::Imports => "breaks if it is renamed, moved or hidden",
        GroupKind::References => "breaks if its name or its type changes",
        GroupKind::Members => "breaks if the members that it uses change",
        GroupKind::Mocks if row.depth > 1 => "does not run it",
        GroupKind::Mocks => "does not run it, but breaks as other users do",
        GroupKind::Asserted => "breaks if its parameters change",
        GroupKind::Tests if row.depth > 1 => "only if its behaviour changes",
        GroupKind::Tests => "tests it; breaks as other users do",
        GroupKind::PossibleTests if row.depth > 1 => "may run it through others",
        GroupKind::PossibleTests => "may run it; breaks as other users do",
        GroupKind::Helpers => HELPS_LISTED,
        GroupKind::Transitive => "only if its behaviour changes",
        GroupKind::Mentions => "perhaps: only the name is known to be the same",
    }
}
