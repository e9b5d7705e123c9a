//! The path of a query: its target as groups of definitions, the rows that the tiers find for
//! each of them, and the answers that these make, with the account of the target's name.

use super::account::{self, AnalysedFiles, ListedPlaces, NameSearch};
use super::ambiguous::note_others;
use super::answer::{Answer, Answers, GraphRow, Response};
use super::callers::shared_name;
use super::limits::MAX_DEFINITIONS;
use super::lsp::{self, Asker, LspContext, NoAnswer, ServerAnswer};
use super::marks::is_textual;
use super::meant_overloads::mark_overloads;
use super::mentions::{last_name, mentions, worth_showing};
use super::notes::add_notes;
use super::open_uses::open_uses;
use super::project::{Def, Project};
use super::resolve::is_structural;
use super::rows::{GroupRows, MergedRows, SyntaxRows, generated_among};
use super::target::{Definition, Outcome, ResolveError, Target, definition, resolve_in};
use super::text::{self, Subject};
use super::undefined::NamedInCode;
use super::uses::UseFilter;
use crate::domain::{
    Account, Cancel, Cancelled, Certainty, Evidence, LevelAccount, Source, Suggestion, SymbolKind,
    plural, thousands,
};
use crate::lang::Language;
use crate::lsp::RequestKind;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tokio::runtime::Handle;

/// Relation of rows to a target: how each tier finds the rows.
pub(in crate::engine) trait Relation: Sync {
    type Row: GraphRow;

    const KINDS: Kinds;

    /// Uses of the target's name that rows list; `None` if they list uses of other names, so that
    /// the answer has no account.
    const USES: Option<UseFilter>;

    /// What a server is asked as soon as the target's line is known.
    const PREFETCH: Option<RequestKind>;

    /// Returns whether the rows list uses of the target's own name alone.
    fn is_of_one_name(&self) -> bool {
        false
    }

    /// Returns the answer for a type from outside where implementations alone define its name.
    fn of_given(
        &self,
        _: &Project<'_>,
        _: &Target,
        _: &[Vec<Def>],
    ) -> Result<Option<Response<Self::Row>>, Cancelled> {
        Ok(None)
    }

    /// Returns the rows in languages without a grammar.
    fn by_text(
        &self,
        project: &Project<'_>,
        subject: &Subject,
    ) -> Result<Vec<Self::Row>, Cancelled>;

    /// Returns the rows of each group of definitions, which share one name, by syntax.
    fn by_syntax(
        &self,
        project: &Project<'_>,
        groups: &[Vec<Def>],
    ) -> Result<SyntaxRows<Self::Row>, Cancelled>;

    /// Returns the rows of one group of definitions, by a language server.
    fn by_server(
        &self,
        asker: &Asker<'_, '_>,
        group: &[Def],
    ) -> Result<ServerAnswer<Self::Row>, NoAnswer>;

    /// Returns the uses of what overrides or implements a group of definitions, among those that
    /// were found for its name.
    fn of_overriding(
        &self,
        _: &Project<'_>,
        _: &[Def],
        _: &NameSearch,
    ) -> Result<Vec<Self::Row>, Cancelled> {
        Ok(Vec::new())
    }

    /// Adds what the first rows of some answers tell beside the uses.
    fn complete(&self, _: &Project<'_>, _: &mut [Answer<Self::Row>]) -> Result<(), Cancelled> {
        Ok(())
    }

    /// Returns the answer for a symbol that the project does not define; `None` if only text
    /// mentions it.
    fn of_undefined(
        &self,
        _: &Project<'_>,
        _: &str,
    ) -> Result<Option<Response<Self::Row>>, Cancelled> {
        Ok(None)
    }

    /// Returns what code holds of a symbol that only a language without a grammar defines, if code
    /// may name it.
    fn named_in_code(&self, _: &Project<'_>, _: &str) -> Result<NamedInCode<Self::Row>, Cancelled> {
        Ok(NamedInCode::nothing())
    }

    /// Returns the rows of each group of definitions, by all tiers.
    fn rows(
        &self,
        project: &Project<'_>,
        lsp_context: Option<(&LspContext, &Handle)>,
        groups: &[Vec<Def>],
    ) -> Result<MergedRows<Self::Row>, Cancelled> {
        let by_syntax = || self.by_syntax(project, groups);
        let by_server = |asker: &Asker<'_, '_>, group: &[Def]| self.by_server(asker, group);
        lsp::tiers(project, lsp_context, groups, by_syntax, by_server)
    }
}

/// Kinds of definitions that a relation is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum Kinds {
    All,
    /// What is called: a field beside a method of its name, as Java has them, is not meant.
    Called,
    /// What is extended: a field beside a type of its name, as Go has them, is not meant.
    Extended,
}

impl Kinds {
    /// Returns the groups of these kinds.
    pub(super) fn select(self, project: &Project<'_>, mut groups: Vec<Vec<Def>>) -> Vec<Vec<Def>> {
        if self == Self::Called {
            let is_called = |group: &Vec<Def>| group.iter().any(|def| project.is_callable(*def));
            let owners = |group: &Vec<Def>| -> BTreeSet<Def> {
                group.iter().flat_map(|def| project.owner_types(*def)).collect()
            };
            let known: BTreeSet<Def> =
                groups.iter().filter(|group| is_called(group)).flat_map(owners).collect();
            groups.retain(|group| is_called(group) || owners(group).is_disjoint(&known));
            // Nothing calls a type that shares no name with functions: `@type run` beside `run/2`.
            let is_apart = |group: &Vec<Def>| {
                let mut of = group.iter().filter_map(|def| project.get(*def));
                of.all(|(unit, symbol)| {
                    unit.rules().types_are_apart && unit.symbol(symbol).kind == SymbolKind::Type
                })
            };
            if groups.iter().any(is_called) {
                groups.retain(|group| !is_apart(group));
            }
        }
        let is_type = |group: &Vec<Def>| group.iter().any(|def| project.is_type(*def));
        if self == Self::Extended && groups.iter().any(is_type) {
            let types: BTreeSet<Def> =
                groups.iter().filter(|group| is_type(group)).flatten().copied().collect();
            let are_structural = types.iter().any(|of| is_structural(project, *of));
            groups.retain(|group| {
                is_type(group)
                    || group.iter().any(|def| project.is_callable(*def))
                        && !(are_structural && is_of_implementing(project, group, &types))
            });
        }
        groups
    }
}

/// Returns whether methods that bear the name of an interface are those by which types implement
/// one, or are the interface's own, which the same types implement.
fn is_of_implementing(project: &Project<'_>, methods: &[Def], types: &BTreeSet<Def>) -> bool {
    methods.iter().all(|def| {
        let owners = project.owner_types(*def);
        let is_required = owners.iter().any(|of| is_structural(project, *of));
        !owners.is_empty() && (!is_required || owners.iter().any(|of| types.contains(of)))
    })
}

/// Resolves the target and answers for each of its definitions; by text if no grammar reads them.
pub(in crate::engine) fn answers<R: Relation>(
    project: &Project<'_>,
    target: &Target,
    lsp_context: Option<(&LspContext, &Handle)>,
    relation: &R,
) -> Result<Response<R::Row>, ResolveError> {
    let response = answers_by_reading(project, target, lsp_context, relation)?;
    if project.is_too_narrow() {
        return answers_by_reading(&project.whole(), target, lsp_context, relation);
    }
    Ok(response)
}

/// Returns the answer for a target that the project does not define.
fn undefined<R: Relation>(
    project: &Project<'_>,
    target: &Target,
    relation: &R,
    suggestions: Vec<Suggestion>,
) -> Result<Response<R::Row>, ResolveError> {
    let symbol = target.symbol.as_deref().unwrap_or_default();
    if target.file.is_none()
        && let Some(response) = relation.of_undefined(project, symbol)?
    {
        return Ok(response);
    }
    let name = last_name(symbol);
    let mentions = mentions(project, name, &[])?;
    let suggestions = worth_showing(suggestions, name, &mentions);
    Ok(Answers::None { suggestions, mentions }.into())
}

/// Returns the answers of the text tier.
fn answers_by_text<R: Relation>(
    project: &Project<'_>,
    subject: &Subject,
    relation: &R,
) -> Result<Response<R::Row>, ResolveError> {
    let rows = relation.by_text(project, subject)?;
    let in_code = match subject.is_named_by_code() {
        true => relation.named_in_code(project, subject.name())?,
        false => NamedInCode::nothing(),
    };
    subject.answers(project, R::USES, rows, in_code)
}

/// Returns the answers as far as what the project reads goes.
fn answers_by_reading<R: Relation>(
    project: &Project<'_>,
    target: &Target,
    lsp_context: Option<(&LspContext, &Handle)>,
    relation: &R,
) -> Result<Response<R::Row>, ResolveError> {
    let _prefetch = R::PREFETCH.map(|kind| lsp::prefetch(project, target, lsp_context, kind));
    let by_text = |subject: &Subject| answers_by_text(project, subject, relation);
    if let Some(subject) = text::subject_in_file(project, target)? {
        return by_text(&subject);
    }
    let groups = match resolve_in(project, target)? {
        Outcome::None(suggestions) => {
            if let Some(subject) = text::subject(project, target)? {
                return by_text(&subject);
            }
            return undefined(project, target, relation, suggestions);
        }
        Outcome::Outside(symbols) => return of_outside(project, target, relation, &symbols),
        Outcome::Groups(groups) => R::KINDS.select(project, groups),
    };
    if let Some(response) = relation.of_given(project, target, &groups)? {
        return Ok(response);
    }
    let bound = without_textual(project, &groups);
    if bound.is_empty()
        && let Some(subject) = text::subject(project, target)?
    {
        return by_text(&subject);
    }
    let groups = if bound.is_empty() { groups } else { bound };
    if let Some(name) = shared_name(project, &groups).filter(|_| relation.is_of_one_name()) {
        project.focus_on(&name)?;
    }
    let MergedRows { found, searches } = relation.rows(project, lsp_context, &groups)?;
    let (account, deeper) = accounts(project, &found, &searches)?;
    let open = account.as_ref().map(|account| open_uses(project, account)).unwrap_or_default();
    let mut all = Vec::new();
    for (group, (found, evidence)) in groups.iter().zip(found) {
        project.snapshot.cancel().check()?;
        let mut answer = answer(project, group, found, evidence, account.as_ref())?;
        mark_overloads(project, group, searches.first(), &mut answer)?;
        if groups.len() == 1 {
            note_others(project, group, searches.first(), &mut answer)?;
        }
        add_notes(project, (target, group), &searches, &mut answer)?;
        all.push(answer);
    }
    if all.len() == 1 {
        let mut answer = all.remove(0);
        // Of several definitions, each has the calls of its own.
        if let (Some(group), Some(search)) = (groups.first(), searches.first()) {
            answer.overriding = relation.of_overriding(project, group, search)?;
            answer.drop_listed();
        }
        relation.complete(project, std::slice::from_mut(&mut answer))?;
        return Ok(Response { answers: Answers::One(answer), account, deeper, open });
    }
    let more = keep_most_used(&mut all, project.snapshot.cancel())?;
    relation.complete(project, &mut all)?;
    Ok(Response { answers: Answers::Several(all, more), account, deeper, open })
}

/// Sorts answers by the number of their rows, drops those of further definitions than are shown,
/// and returns the number of these.
fn keep_most_used<T: GraphRow>(
    all: &mut Vec<Answer<T>>,
    cancel: &Cancel,
) -> Result<usize, Cancelled> {
    // Equally used ones stay in the order of paths.
    let likely = |answer: &Answer<T>| {
        answer.results.iter().filter(|row| row.certainty() <= Certainty::Likely).count()
    };
    all.sort_by_cached_key(|answer| Reverse((likely(answer), answer.results.len())));
    list_once(all, cancel)?;
    let left_out = all.split_off(all.len().min(MAX_DEFINITIONS));
    // What is counted is what is listed.
    if left_out.iter().any(|answer| !answer.results.is_empty()) {
        all.iter_mut().for_each(|answer| answer.is_exact = false);
    }
    Ok(left_out.len())
}

/// Returns the answer for what an import names in a package: of several names, for the only one
/// that has rows.
fn of_outside<R: Relation>(
    project: &Project<'_>,
    target: &Target,
    relation: &R,
    symbols: &[String],
) -> Result<Response<R::Row>, ResolveError> {
    let has_rows = |response: &Response<R::Row>| matches!(&response.answers, Answers::One(answer) if !answer.results.is_empty());
    let mut found = Vec::new();
    for symbol in symbols {
        found.extend(relation.of_undefined(project, symbol)?);
    }
    if symbols.len() > 1 {
        found.retain(has_rows);
    }
    match (found.len(), symbols) {
        (1, _) => Ok(found.remove(0)),
        (_, [symbol]) => {
            let mentions = mentions(project, last_name(symbol), &[])?;
            Ok(Answers::None { suggestions: Vec::new(), mentions }.into())
        }
        _ => Err(ResolveError::SeveralImports {
            file: target.file.as_ref().map(|file| file.display.to_string()).unwrap_or_default(),
            line: target.line.unwrap_or_default(),
            names: symbols.to_vec(),
        }),
    }
}

/// Returns the definitions whose uses are bound, without those found by lines alone, whose uses are
/// text.
fn without_textual(project: &Project<'_>, groups: &[Vec<Def>]) -> Vec<Vec<Def>> {
    let is_by_lines = |def: &Def| {
        let entry = project.entry(def.file);
        is_textual(entry) && entry.language.is_some_and(Language::has_lines)
    };
    let is_textual = |group: &&Vec<Def>| group.iter().all(is_by_lines);
    groups.iter().filter(|group| !is_textual(group)).cloned().collect()
}

/// Returns the account of an answer's first level, and those of the levels below it.
fn accounts<T: GraphRow>(
    project: &Project<'_>,
    found: &[(GroupRows<T>, Evidence)],
    searches: &[NameSearch],
) -> Result<(Option<Account>, Vec<LevelAccount>), Cancelled> {
    let mut analysed = AnalysedFiles::default();
    let deepest = searches.iter().map(|searched| searched.depth).max().unwrap_or(0);
    let mut listed: BTreeMap<usize, ListedPlaces> = BTreeMap::new();
    for (found, _) in found {
        project.snapshot.cancel().check()?;
        analysed.extend(found.analysed.iter().cloned());
        for row in &found.results {
            // What lies deeper, such as tests, may name the same all the same.
            let level = row.depth().min(deepest);
            account::list(listed.entry(level).or_default(), row.sites(), row.header());
        }
        for (depth, site) in &found.again {
            account::list(listed.entry(*depth).or_default(), [site], None);
        }
    }
    let mut accounts = Vec::new();
    let mut known = ListedPlaces::default();
    for depth in 1..=deepest {
        let level: Vec<&NameSearch> =
            searches.iter().filter(|searched| searched.depth == depth).collect();
        // A caller is listed once, on the first level where it was found.
        known.extend(listed.remove(&depth).unwrap_or_default());
        let account = account::account(project, &level, &known, &analysed)?;
        accounts.push(LevelAccount { depth, account });
    }
    let first = (!accounts.is_empty()).then(|| accounts.remove(0).account);
    Ok((first, accounts))
}

/// Returns the answer for one definition. The account may cover every occurrence of the name
/// itself, and names what was not followed.
fn answer<T: GraphRow>(
    project: &Project<'_>,
    group: &[Def],
    found: GroupRows<T>,
    mut evidence: Evidence,
    account: Option<&Account>,
) -> Result<Answer<T>, Cancelled> {
    let target = definition(project, group);
    let name = target.as_ref().map(|target| target.name().to_owned()).unwrap_or_default();
    let unread =
        if evidence.source == Source::Syntax { text::unread(project, &name) } else { None };
    let is_accounted = account.is_some_and(Account::is_explained);
    let is_named = is_accounted && account.is_some_and(|account| !account.is_whole());
    if !found.skipped.is_empty() && !is_named {
        let name = if is_accounted { "names of its members or callers" } else { "the name" };
        evidence.add_note(format!(
            "{} more files mention {name} and were not looked at",
            found.skipped.len()
        ));
    }
    if found.unfollowed > 0 {
        evidence.add_note(format!(
            "what extends {} of these types was not looked for",
            thousands(found.unfollowed)
        ));
    }
    if found.unexpanded > 0 {
        evidence.add_note(format!(
            "the callers of {} of these were not looked for: the definitions of the name have too many",
            thousands(found.unexpanded)
        ));
    }
    if found.unlisted > 0 {
        let noun = plural(found.unlisted, "implementation", "implementations");
        evidence.add_note(format!(
            "{} more {noun} of the members that it calls",
            thousands(found.unlisted)
        ));
    }
    if let Some(unread) = unread.filter(|_| !found.results.is_empty()) {
        evidence.add_note(unread);
    }
    let mentions =
        if found.results.is_empty() { Some(mentions(project, &name, group)?) } else { None };
    let beside = project.snapshot.roots().unread();
    if let Some(beside) = beside {
        evidence.add_note(beside.to_owned());
    }
    // An account counts them itself.
    let unlisted = project.unlisted().filter(|_| account.is_none());
    let is_read = beside.is_none() && unlisted.is_none() && found.skipped.is_empty();
    unlisted.into_iter().for_each(|note| evidence.add_note(note));
    let is_exact = is_read && found.unfollowed + found.unexpanded == 0;
    let GroupRows { results, tests, entries, leading, .. } = found;
    let generated = generated_among(project, &results);
    let answer = Answer::of_name(name, results, evidence);
    Ok(Answer { target, is_exact, mentions, generated, tests, entries, leading, ..answer })
}

/// Keeps a possible result that fits several definitions with the first of them only, and adds the
/// labels of the others to it.
fn list_once<T: GraphRow>(answers: &mut [Answer<T>], cancel: &Cancel) -> Result<(), Cancelled> {
    type Place = (Option<Arc<str>>, usize, usize);
    let mut firsts: BTreeMap<Place, (usize, usize)> = BTreeMap::new();
    for index in 0..answers.len() {
        cancel.check()?;
        let (before, rest) = answers.split_at_mut(index);
        let Some(answer) = rest.first_mut() else { break };
        let label = answer.target.as_ref().map(label).unwrap_or_default();
        let mut kept = Vec::new();
        for row in std::mem::take(&mut answer.results) {
            let first =
                firsts.get(&row.position()).filter(|_| row.certainty() == Certainty::Possible);
            // One answer may have two rows for one place, for example if a line uses a name for two
            // purposes.
            let same = |other: usize, at: usize| {
                before.get(other).is_some_and(|other| other.results[at] == row)
            };
            match first.copied().filter(|(other, at)| same(*other, *at)) {
                Some((other, at)) => {
                    before[other].others.entry(at).or_default().push(label.clone());
                    answer.elsewhere += 1;
                }
                None => {
                    if row.certainty() == Certainty::Possible {
                        firsts.entry(row.position()).or_insert((index, kept.len()));
                    }
                    kept.push(row);
                }
            }
        }
        answer.results = kept;
    }
    Ok(())
}

/// Returns the label of a definition: "Pool.add (src/pool.ts:4)".
fn label(target: &Definition) -> String {
    let main = target.main();
    let container = target
        .container()
        .map(|container| format!("{container}{}", main.language.config.separator));
    format!(
        "{}{} ({}:{})",
        container.unwrap_or_default(),
        target.name(),
        main.file.path.display,
        main.symbol.line
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SymbolKind;
    use crate::engine::graph::answer::{Implementation, Node};

    /// A possible result on a line.
    fn row(line: usize) -> Implementation {
        let node = Node {
            name: "f".to_owned(),
            kind: SymbolKind::Function,
            file: None,
            line: Some(line),
            signature: None,
            container: None,
            outer: None,
            is_test: false,
        };
        Implementation::new(node, Certainty::Possible, None)
    }

    fn check(answers: &[&[usize]], expected: &[&[usize]]) {
        let rows = |lines: &[usize]| lines.iter().copied().map(row).collect();
        let mut answers: Vec<Answer<Implementation>> = answers
            .iter()
            .map(|lines| Answer::of_name("f".into(), rows(lines), Evidence::syntax()))
            .collect();
        list_once(&mut answers, &Cancel::default()).expect("not cancelled");
        let kept: Vec<Vec<usize>> = answers
            .iter()
            .map(|answer| answer.results.iter().filter_map(|row| row.node.line).collect())
            .collect();
        assert_eq!(kept, expected);
    }

    #[test]
    fn a_possible_result_stands_with_the_first_definition_it_may_mean() {
        check(&[&[1, 2], &[2, 3], &[3, 1]], &[&[1, 2], &[3], &[]]);
    }

    #[test]
    fn two_results_of_one_place_are_both_kept_in_one_answer() {
        check(&[&[1, 1]], &[&[1, 1]]);
        check(&[&[1, 1], &[1]], &[&[1, 1], &[]]);
    }
}
