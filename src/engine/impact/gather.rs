//! Collection of a target's pieces from the graph, by a language server and by syntax.

use super::members::{self, Members};
use super::test_search::search_for_tests;
use crate::domain::{Cancelled, Certainty, Evidence, Progress, Source};
use crate::engine::graph::callers::{self, ReachingTests};
use crate::engine::graph::decorated::{framework_entries, hook_entries};
use crate::engine::graph::enclosing;
use crate::engine::graph::limits::MAX_DEFINITIONS;
use crate::engine::graph::lsp::{self, Asker, NoAnswer, NoAnswerReason, ServerAnswer};
use crate::engine::graph::pipeline::{Kinds, Relation};
use crate::engine::graph::project::{Def, Project};
use crate::engine::graph::rows::{GroupRows, MergedRows, SyntaxRows};
use crate::engine::graph::text::Subject;
use crate::engine::graph::undefined::{NamedInCode, references_in_code};
use crate::engine::graph::uses::{ParseBudget, UseFilter};
use crate::engine::graph::{
    Call, GraphRow, Implementation, LspContext, Node, Reference, ReferenceRole, Rule, Site,
    implementations, references,
};
use crate::lsp::RequestKind;
use std::sync::Arc;
use tokio::runtime::Handle;

/// Maximum number of definitions of one name for which the users of members are searched for; with
/// more, the name is too ambiguous.
const MAX_TYPES: usize = 3;

/// Maximum number of implementations beside the target of what it implements. With more, the
/// declaration is not changed for the target's sake.
const MAX_BESIDE: usize = 6;
/// Number of overridden members whose implementations are searched at once.
const SEARCHED_TOGETHER: usize = 16;

/// Maximum number of overridden members for which other implementations are searched: of more, none
/// is changed for the target's sake.
const MAX_ABOVE: usize = 64;

/// Number of progress steps.
const STEPS: u64 = 4;

/// One graph result for a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// An occurrence of the target itself.
    Use(Reference),
    /// An occurrence of a member of the target type, with the member's name.
    OfMember(String, Reference),
    /// A direct or indirect caller.
    Call(Call),
    /// A caller of what overrides or implements the target, and so changes with it.
    OfOverriding(Call),
    Implementation(Implementation),
}

impl Piece {
    /// Returns whether it is a use of a mock, which does not reach the target.
    pub(super) fn is_on_mock(&self) -> bool {
        match self {
            Piece::Use(found) | Piece::OfMember(_, found) => found.site.on_mock,
            Piece::Call(call) | Piece::OfOverriding(call) => call.is_mocked(),
            Piece::Implementation(_) => false,
        }
    }

    /// Returns whether the dependent names the target itself, so that what runs it may run the
    /// target.
    pub(super) const fn leads_to_target(&self) -> bool {
        matches!(self, Piece::Use(_) | Piece::Call(_))
    }

    /// Returns whether it is only possible, but by more than a name: by a field that holds one of
    /// few functions, a supertype that others implement too, or as one of several overloads.
    pub(super) fn may_call(&self) -> bool {
        let rule = match self {
            Piece::Call(call) => call.rule,
            Piece::Use(found) => found.rule,
            Piece::OfMember(..) | Piece::OfOverriding(_) | Piece::Implementation(_) => None,
        };
        self.certainty() == Certainty::Possible && rule.is_some_and(Rule::says_more_than_name)
    }
}

impl GraphRow for Piece {
    fn node(&self) -> &Node {
        match self {
            Piece::Use(found) | Piece::OfMember(_, found) => found.node(),
            Piece::Call(call) | Piece::OfOverriding(call) => call.node(),
            Piece::Implementation(found) => found.node(),
        }
    }

    fn certainty(&self) -> Certainty {
        match self {
            Piece::Use(found) | Piece::OfMember(_, found) => found.certainty,
            Piece::Call(call) | Piece::OfOverriding(call) => call.certainty,
            Piece::Implementation(found) => found.certainty,
        }
    }

    fn depth(&self) -> usize {
        if let Piece::Call(call) = self { call.depth } else { 1 }
    }

    fn sites(&self) -> &[Site] {
        match self {
            Piece::Use(found) | Piece::OfMember(_, found) => found.sites(),
            Piece::Call(call) | Piece::OfOverriding(call) => call.sites(),
            Piece::Implementation(_) => &[],
        }
    }

    fn sites_mut(&mut self) -> &mut [Site] {
        match self {
            Piece::Use(found) | Piece::OfMember(_, found) => found.sites_mut(),
            Piece::Call(call) | Piece::OfOverriding(call) => call.sites_mut(),
            Piece::Implementation(_) => &mut [],
        }
    }

    fn header(&self) -> Option<(Arc<str>, usize)> {
        if let Piece::Implementation(found) = self { found.header() } else { None }
    }

    fn position(&self) -> (Option<Arc<str>>, usize, usize) {
        match self {
            Piece::Use(found) | Piece::OfMember(_, found) => found.position(),
            Piece::Call(call) | Piece::OfOverriding(call) => call.position(),
            Piece::Implementation(found) => found.position(),
        }
    }

    fn lines(&self) -> Vec<(Arc<str>, usize)> {
        match self {
            Piece::Use(found) | Piece::OfMember(_, found) => found.lines(),
            Piece::Call(call) | Piece::OfOverriding(call) => call.lines(),
            Piece::Implementation(found) => found.lines(),
        }
    }

    fn is_by_value(&self) -> bool {
        matches!(self, Piece::Call(call) if call.is_by_value())
    }

    fn limited(&self, accept: &dyn Fn(&Arc<str>, usize) -> bool) -> Option<Self> {
        Some(match self {
            Piece::Use(found) => Piece::Use(found.limited(accept)?),
            Piece::OfMember(name, found) => Piece::OfMember(name.clone(), found.limited(accept)?),
            Piece::Call(call) => Piece::Call(call.limited(accept)?),
            Piece::OfOverriding(call) => Piece::OfOverriding(call.limited(accept)?),
            Piece::Implementation(found) => Piece::Implementation(found.limited(accept)?),
        })
    }
}

/// The dependents of a target.
pub(super) struct Dependents {
    /// Levels of callers.
    pub(super) depth: usize,
    pub(super) progress: Progress,
}

impl Relation for Dependents {
    type Row = Piece;

    const KINDS: Kinds = Kinds::All;
    const USES: Option<UseFilter> = Some(UseFilter::All);
    const PREFETCH: Option<RequestKind> = None;

    fn by_text(&self, _: &Project<'_>, subject: &Subject) -> Result<Vec<Piece>, Cancelled> {
        Ok(subject.references(false).into_iter().map(Piece::Use).collect())
    }

    fn named_in_code(
        &self,
        project: &Project<'_>,
        symbol: &str,
    ) -> Result<NamedInCode<Piece>, Cancelled> {
        let NamedInCode { rows, is_whole } = references_in_code(project, symbol)?;
        Ok(NamedInCode { rows: rows.into_iter().map(Piece::Use).collect(), is_whole })
    }

    fn by_syntax(
        &self,
        project: &Project<'_>,
        groups: &[Vec<Def>],
    ) -> Result<SyntaxRows<Piece>, Cancelled> {
        uses_by_syntax(project, groups, self.depth)
    }

    fn by_server(
        &self,
        asker: &Asker<'_, '_>,
        group: &[Def],
    ) -> Result<ServerAnswer<Piece>, NoAnswer> {
        uses_by_server(asker, group, self.depth)
    }

    fn rows(
        &self,
        project: &Project<'_>,
        lsp_context: Option<(&LspContext, &Handle)>,
        groups: &[Vec<Def>],
    ) -> Result<MergedRows<Piece>, Cancelled> {
        let step = |done: u64, what: &str| {
            self.progress.report(done, Some(STEPS), what);
            project.snapshot.cancel().check()
        };
        step(0, "finding what uses it")?;
        // While a server request is pending, the members are searched for by syntax too.
        let mut of_members = OfMembers::default();
        let by_syntax = || {
            let uses = self.by_syntax(project, groups)?;
            if groups.len() <= MAX_TYPES {
                of_members = OfMembers::by_syntax(project, groups)?;
            }
            Ok(uses)
        };
        let by_server = |asker: &Asker<'_, '_>, group: &[Def]| self.by_server(asker, group);
        let MergedRows { mut found, searches } =
            lsp::tiers(project, lsp_context, groups, by_syntax, by_server)?;
        step(1, "finding what uses its members")?;
        of_members.add_to(project, lsp_context, &mut found)?;
        step(2, "finding tests that reach it")?;
        let mut budget = ParseBudget::indirect();
        let told = most_used(found.iter().map(|(rows, _)| rows));
        let asked: Vec<&[Def]> = told.iter().map(|index| groups[*index].as_slice()).collect();
        let overriding = match searches.first() {
            Some(search) => callers::callers_of_overriding(project, &asked, search)?,
            None => Vec::new(),
        };
        let mut overriding = overriding.into_iter();
        let mut starts = Vec::new();
        for (index, group) in told.iter().zip(asked) {
            let rows = &mut found[*index].0;
            let calls = overriding.next().unwrap_or_default();
            rows.results.extend(calls.into_iter().map(Piece::OfOverriding));
            let beside = declarations_above(project, group, &mut budget)?;
            starts.push(search_for_tests(project, group, &rows.results, &beside, self.depth));
            rows.results.extend(beside);
        }
        let tests = callers::tests_calling(project, &starts, &mut budget)?;
        for (index, found_tests) in told.into_iter().zip(tests) {
            let ReachingTests { calls, reach, uncalled, unnamed, leading } = found_tests;
            let rows = &mut found[index].0;
            rows.results.extend(calls.into_iter().map(Piece::Call));
            (rows.tests, rows.leading) = (reach, leading);
            rows.entries = framework_entries(project, &uncalled)?;
            rows.entries.extend(hook_entries(project, &groups[index], &unnamed));
        }
        step(3, "weighing what was found")?;
        Ok(MergedRows { found, searches })
    }
}

type Gathered = Vec<(GroupRows<Piece>, Evidence)>;

/// Returns whether a definition can be implemented, extended or overridden.
fn can_be_implemented(project: &Project<'_>, group: &[Def]) -> bool {
    group.iter().any(|def| project.is_type(*def) || !project.owner_types(*def).is_empty())
}

fn uses_by_syntax(
    project: &Project<'_>,
    groups: &[Vec<Def>],
    depth: usize,
) -> Result<SyntaxRows<Piece>, Cancelled> {
    let mut budget = ParseBudget::new();
    let uses = references::references(project, groups, false, &mut budget)?;
    let calls = callers::callers(project, groups, depth, &mut budget)?;
    let mut found = Vec::new();
    // The references to the target include its calls.
    let deeper = calls.searches.into_iter().filter(|searched| searched.depth > 1);
    let searches = uses.searches.into_iter().chain(deeper).collect();
    for (uses, calls) in uses.found.into_iter().zip(calls.found) {
        let mut results: Vec<Piece> = uses.results.into_iter().map(Piece::Use).collect();
        let mut skipped = uses.skipped;
        results.extend(calls.results.into_iter().map(Piece::Call));
        skipped.extend(calls.skipped);
        found.push(GroupRows { again: calls.again, ..GroupRows::new(results, skipped) });
    }
    for index in most_used(found.iter()) {
        let GroupRows { results, skipped, .. } = &mut found[index];
        if can_be_implemented(project, &groups[index]) {
            let group = std::slice::from_ref(&groups[index]);
            for found in implementations::implementations(project, group, &mut budget)?.found {
                // Implementations come first.
                results.splice(0..0, found.results.into_iter().map(Piece::Implementation));
                skipped.extend(found.skipped);
            }
        }
        skipped.sort_unstable();
        skipped.dedup();
    }
    Ok(SyntaxRows { found, searches })
}

/// Returns the indices of the definitions to show, the most used first by the results so far; the
/// others are only counted.
fn most_used<'f>(found: impl Iterator<Item = &'f GroupRows<Piece>>) -> Vec<usize> {
    let found: Vec<&GroupRows<Piece>> = found.collect();
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_cached_key(|index| {
        let results = &found[*index].results;
        let likely = results.iter().filter(|piece| piece.certainty() <= Certainty::Likely).count();
        std::cmp::Reverse((likely, results.len()))
    });
    order.truncate(MAX_DEFINITIONS);
    order
}

/// Returns the uses from a server. The requests are sequential, since most servers process one at a
/// time.
fn uses_by_server(
    asker: &Asker<'_, '_>,
    group: &[Def],
    depth: usize,
) -> Result<ServerAnswer<Piece>, NoAnswer> {
    let uses = lsp::references(asker, group, false)?;
    let mut answer = ServerAnswer {
        results: Vec::new(),
        composed: true,
        server: uses.server,
        limits: uses.limits,
        lost: uses.lost,
    };
    if can_be_implemented(asker.project, group) {
        match lsp::implementations(asker, group) {
            Ok(found) => {
                answer.lost += found.lost;
                answer.results.extend(found.results.into_iter().map(Piece::Implementation));
            }
            // Not every server supports the request for definitions that cannot have
            // implementations.
            Err(no_answer) if no_answer.reason == NoAnswerReason::Unsupported => {}
            Err(no_answer) => return Err(no_answer),
        }
    }
    answer
        .results
        .extend(uses.results.into_iter().filter(|found| !is_in_comment(found)).map(Piece::Use));
    answer.results.extend(lsp::references_above(asker, group)?.into_iter().map(Piece::Use));
    if depth > 1 {
        let calls = lsp::callers(asker, group, depth)?;
        answer.lost += calls.lost;
        answer.results.extend(calls.results.into_iter().map(Piece::Call));
    }
    Ok(answer)
}

/// Returns whether a use is in a comment, judged by its line: some servers count links in
/// documentation.
fn is_in_comment(found: &Reference) -> bool {
    let line = found.site.text.as_str();
    found.role == ReferenceRole::Read
        && (line == "*" || ["* ", "//", "/*"].iter().any(|mark| line.starts_with(mark)))
}

/// Members of the types among some groups of definitions, and their users by syntax.
#[derive(Default)]
struct OfMembers {
    /// In the order of the groups.
    members: Vec<Members>,
    users: Vec<GroupRows<Piece>>,
}

impl OfMembers {
    fn by_syntax(project: &Project<'_>, groups: &[Vec<Def>]) -> Result<Self, Cancelled> {
        let members: Result<Vec<Members>, Cancelled> =
            groups.iter().map(|group| members::members(project, group)).collect();
        let members = members?;
        let users = members_by_syntax(project, &members)?;
        Ok(Self { members, users })
    }

    /// Adds the users of members, from a server if the results for the types are from one.
    fn add_to(
        self,
        project: &Project<'_>,
        lsp_context: Option<(&LspContext, &Handle)>,
        gathered: &mut Gathered,
    ) -> Result<(), Cancelled> {
        let Self { members, users } = self;
        if members.iter().all(|members| members.defs.is_empty()) {
            return Ok(());
        }
        let defs: Vec<Vec<Def>> = members.iter().map(|members| members.defs.clone()).collect();
        // If the server returned nothing for the type itself, waiting for its members is futile.
        let lsp_context = lsp_context
            .filter(|_| gathered.iter().all(|(_, evidence)| evidence.source == Source::Lsp));
        let found = lsp::tiers(
            project,
            lsp_context,
            &defs,
            || Ok(SyntaxRows::without_searches(users)),
            |asker, members| {
                if members.is_empty() {
                    return Err(NoAnswer::unasked());
                }
                let answer = lsp::references_to_any(asker, members)?;
                let results = answer.results.into_iter().filter(|(_, found)| !is_in_comment(found));
                let results = results.map(|(name, found)| Piece::OfMember(name, found)).collect();
                Ok(ServerAnswer {
                    results,
                    composed: true,
                    server: answer.server,
                    limits: answer.limits,
                    lost: answer.lost,
                })
            },
        )?;
        for (((found, answer), members), (whole, evidence)) in
            found.found.into_iter().zip(&members).zip(gathered)
        {
            // A type's own members use each other; they are part of the change.
            let is_own = |piece: &Piece| {
                let node = piece.node();
                members.homes.iter().any(|(file, name)| {
                    node.file.as_ref() == Some(file)
                        && (node.container.as_ref() == Some(name) || node.name == *name)
                })
            };
            whole.results.extend(found.results.into_iter().filter(|piece| !is_own(piece)));
            whole.skipped.extend(found.skipped);
            whole.skipped.sort_unstable();
            whole.skipped.dedup();
            weaken(evidence, &answer, members);
        }
        Ok(())
    }
}

fn members_by_syntax(
    project: &Project<'_>,
    types: &[Members],
) -> Result<Vec<GroupRows<Piece>>, Cancelled> {
    let named =
        |def: &Def| project.get(*def).map(|(unit, symbol)| unit.symbol(symbol).name.clone());
    let mut names: Vec<String> =
        types.iter().flat_map(|members| &members.defs).filter_map(named).collect();
    names.sort_unstable();
    names.dedup();
    project.find_definitions(&names.iter().map(String::as_str).collect::<Vec<_>>())?;
    let mut budget = ParseBudget::indirect();
    let mut found = Vec::new();
    for members in types {
        let mut whole = GroupRows::new(Vec::new(), Vec::new());
        for name in &names {
            let group: Vec<Def> = members
                .defs
                .iter()
                .copied()
                .filter(|def| named(def).as_ref() == Some(name))
                .collect();
            if group.is_empty() {
                continue;
            }
            project.snapshot.cancel().check()?;
            for found in references::references(project, &[group], false, &mut budget)?.found {
                let sure = found
                    .results
                    .into_iter()
                    .filter(|found| found.certainty != Certainty::Possible);
                whole.results.extend(sure.map(|found| Piece::OfMember(name.clone(), found)));
                whole.skipped.extend(found.skipped);
            }
        }
        found.push(whole);
    }
    Ok(found)
}

/// Lowers the evidence of the whole to that of the results for a type's members.
fn weaken(evidence: &mut Evidence, of_members: &Evidence, members: &Members) {
    if evidence.source != Source::Lsp || members.defs.is_empty() {
        return;
    }
    match of_members.source {
        Source::Lsp => evidence.notes.extend(of_members.notes.iter().cloned()),
        _ => evidence.add_note("the users of its members are as syntax sees them".to_owned()),
    }
    if members.left > 0 {
        evidence.add_note(format!("{} more members were not looked at", members.left));
    }
    let is_whole = of_members.source == Source::Lsp && members.left == 0;
    evidence.complete = match (evidence.complete, of_members.complete) {
        (Some(true), Some(true)) if is_whole => Some(true),
        _ => Some(false),
    };
}

/// Returns what a method implements or overrides, which has to change with its signature, and then,
/// if they are few, the other implementations of that.
fn declarations_above(
    project: &Project<'_>,
    group: &[Def],
    budget: &mut ParseBudget,
) -> Result<Vec<Piece>, Cancelled> {
    let above = project.overridden_by(group);
    let searched = if above.len() > MAX_ABOVE { &[] } else { &above[..] };
    let groups: Vec<Vec<Def>> = searched.iter().map(|def| vec![*def]).collect();
    let mut beside: Vec<Implementation> = Vec::new();
    let is_target = |found: &Implementation, def: Def| {
        project.get(def).is_some_and(|(unit, symbol)| {
            found.node.file.as_ref() == Some(&unit.entry.path.display)
                && found.node.line == Some(unit.symbol(symbol).line)
        })
    };
    // Each of the interfaces may have thousands of implementations.
    for groups in groups.chunks(SEARCHED_TOGETHER) {
        let found = implementations::implementations(project, groups, budget)?.found;
        let others = found.into_iter().flat_map(|rows| rows.results);
        beside.extend(others.filter(|found| {
            let mut targets = group.iter().chain(&above);
            found.certainty != Certainty::Possible && !targets.any(|def| is_target(found, *def))
        }));
        if beside.len() > MAX_BESIDE {
            break;
        }
    }
    if beside.len() > MAX_BESIDE {
        beside.clear();
    }
    let declared = above.iter().filter_map(|def| project.get(*def)).map(|(unit, symbol)| {
        let node = enclosing::node(unit, symbol);
        Implementation::new(node, Certainty::Likely, Some(Rule::Declares))
    });
    Ok(declared.chain(beside).map(Piece::Implementation).collect())
}
