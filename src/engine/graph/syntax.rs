//! The syntax tier: answers from the files alone, by the rules of `resolve`; by text search for
//! languages without a grammar.

use super::account::{self, Analysed, Listed, Searched};
use super::answer::{Answer, Answers, Response, Row};
use super::callers::SyntaxResults;
use super::marks::is_textual;
use super::mentions::{last_name, mentions};
use super::project::{Def, Project};
use super::text::{self, Subject};
use crate::domain::{
    Account, Cancel, Cancelled, Certainty, Evidence, LevelAccount, Source, plural, thousands,
};
use crate::engine::target::{Definition, Outcome, ResolveError, Target, definition, resolve_in};
use crate::lang::Language;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Maximum number of definitions of one name that are answered for; the rest are counted.
pub(in crate::engine) const MAX_DEFINITIONS: usize = 10;

/// Results for each group of definitions, and the searches that the account is made from.
pub(in crate::engine) struct Results<T> {
    pub(in crate::engine) found: Vec<(SyntaxResults<T>, Evidence)>,
    pub(in crate::engine) searches: Vec<Searched>,
}

/// Kinds of definitions that a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum Kinds {
    All,
    /// What is called: a field beside a method of its name, as Java has them, is not meant.
    Called,
    /// What is extended: a field beside a type of its name, as Go has them, is not meant.
    Extended,
}

impl Kinds {
    fn of(self, project: &Project<'_>, mut groups: Vec<Vec<Def>>) -> Vec<Vec<Def>> {
        if self == Self::Called {
            let is_called = |group: &Vec<Def>| group.iter().any(|def| project.is_callable(*def));
            let owners = |group: &Vec<Def>| -> BTreeSet<Def> {
                group.iter().flat_map(|def| project.owner_types(*def)).collect()
            };
            let known: BTreeSet<Def> =
                groups.iter().filter(|group| is_called(group)).flat_map(owners).collect();
            groups.retain(|group| is_called(group) || owners(group).is_disjoint(&known));
        }
        let is_type = |group: &Vec<Def>| group.iter().any(|def| project.is_type(*def));
        if self == Self::Extended && groups.iter().any(is_type) {
            groups.retain(|group| {
                is_type(group) || group.iter().any(|def| project.is_callable(*def))
            });
        }
        groups
    }
}

/// Resolves the target and answers for each of its definitions; calls `by_text` if no grammar reads
/// them.
pub(in crate::engine) fn answers<T: Row>(
    project: &Project<'_>,
    target: &Target,
    kinds: Kinds,
    by_text: impl FnOnce(&Subject) -> Result<Vec<T>, Cancelled>,
    find: impl FnOnce(&[Vec<Def>]) -> Result<Results<T>, Cancelled>,
) -> Result<Response<T>, ResolveError> {
    if let Some(subject) = text::subject_in_file(project, target)? {
        return subject.answers(project, by_text(&subject)?);
    }
    let groups = match resolve_in(project, target)? {
        Outcome::None(suggestions) => {
            if let Some(subject) = text::subject(project, target)? {
                return subject.answers(project, by_text(&subject)?);
            }
            let name = target.symbol.as_deref().map(last_name).unwrap_or_default();
            return Ok(
                Answers::None { suggestions, mentions: mentions(project, name, &[])? }.into()
            );
        }
        Outcome::Groups(groups) => kinds.of(project, groups),
    };
    let groups = match bound(project, groups) {
        Ok(groups) => groups,
        Err(groups) => match text::subject(project, target)? {
            Some(subject) => return subject.answers(project, by_text(&subject)?),
            None => groups,
        },
    };
    let Results { found, searches } = find(&groups)?;
    let (account, deeper) = accounts(project, &found, &searches)?;
    let mut all = Vec::new();
    for (group, (found, evidence)) in groups.iter().zip(found) {
        project.snapshot.cancel().check()?;
        let is_told = account.as_ref().is_some_and(Account::is_whole);
        all.push(answer(project, group, found, evidence, is_told)?);
    }
    if all.len() == 1 {
        return Ok(Response { answers: Answers::One(all.remove(0)), account, deeper });
    }
    // The most used first; equally used ones stay in the order of paths.
    let likely = |answer: &Answer<T>| {
        answer.results.iter().filter(|row| row.certainty() <= Certainty::Likely).count()
    };
    all.sort_by_cached_key(|answer| Reverse((likely(answer), answer.results.len())));
    list_once(&mut all, project.snapshot.cancel())?;
    let more = all.len().saturating_sub(MAX_DEFINITIONS);
    all.truncate(MAX_DEFINITIONS);
    Ok(Response { answers: Answers::Several(all, more), account, deeper })
}

/// Returns the definitions whose uses are bound, without those that only lines tell, whose uses are
/// text; all as `Err` if there are only such.
fn bound(project: &Project<'_>, groups: Vec<Vec<Def>>) -> Result<Vec<Vec<Def>>, Vec<Vec<Def>>> {
    let is_by_lines = |def: &Def| {
        let entry = project.entry(def.file);
        is_textual(entry) && entry.language.is_some_and(Language::has_lines)
    };
    let is_text = |group: &Vec<Def>| group.iter().all(is_by_lines);
    if groups.iter().all(is_text) {
        return Err(groups);
    }
    Ok(groups.into_iter().filter(|group| !is_text(group)).collect())
}

/// Returns the account of an answer's first level, and those of the levels below it.
fn accounts<T: Row>(
    project: &Project<'_>,
    found: &[(SyntaxResults<T>, Evidence)],
    searches: &[Searched],
) -> Result<(Option<Account>, Vec<LevelAccount>), Cancelled> {
    let mut analysed = Analysed::default();
    let mut listed: BTreeMap<usize, Listed> = BTreeMap::new();
    for (found, _) in found {
        project.snapshot.cancel().check()?;
        analysed.extend(found.analysed.iter().cloned());
        for row in &found.results {
            account::list(listed.entry(row.depth()).or_default(), row.sites(), row.header());
        }
        for (depth, site) in &found.again {
            account::list(listed.entry(*depth).or_default(), [site], None);
        }
    }
    let mut accounts = Vec::new();
    let deepest = searches.iter().map(|searched| searched.depth).max().unwrap_or(0);
    for depth in 1..=deepest {
        let level: Vec<&Searched> =
            searches.iter().filter(|searched| searched.depth == depth).collect();
        // A caller is listed once, on the first level where it was found.
        let listed = listed
            .iter()
            .filter(|(of, _)| **of <= depth)
            .flat_map(|(_, listed)| listed)
            .cloned()
            .collect();
        let account = account::account(project, &level, &listed, &analysed)?;
        accounts.push(LevelAccount { depth, account });
    }
    let first = (!accounts.is_empty()).then(|| accounts.remove(0).account);
    Ok((first, accounts))
}

/// Returns the answer for one definition. `is_told`: the account tells of every occurrence of the
/// name itself.
fn answer<T>(
    project: &Project<'_>,
    group: &[Def],
    found: SyntaxResults<T>,
    mut evidence: Evidence,
    is_told: bool,
) -> Result<Answer<T>, Cancelled> {
    let target = definition(project, group);
    let name = target.as_ref().map(|target| target.name().to_owned()).unwrap_or_default();
    let unread =
        if evidence.source == Source::Syntax { text::unread(project, &name) } else { None };
    if !found.skipped.is_empty() {
        let name = if is_told { "names of its members or callers" } else { "the name" };
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
    let is_exact = found.skipped.is_empty() && found.unfollowed == 0 && beside.is_none();
    Ok(Answer { target, is_exact, mentions, ..Answer::of_name(name, found.results, evidence) })
}

/// Keeps a possible result that fits several definitions with the first of them only, and adds the
/// labels of the others to it.
fn list_once<T: Row>(answers: &mut [Answer<T>], cancel: &Cancel) -> Result<(), Cancelled> {
    type Place = (Option<Arc<str>>, usize, usize);
    let mut firsts: BTreeMap<Place, (usize, usize)> = BTreeMap::new();
    for index in 0..answers.len() {
        cancel.check()?;
        let (before, rest) = answers.split_at_mut(index);
        let Some(answer) = rest.first_mut() else { break };
        let label = answer.target.as_ref().map(label).unwrap_or_default();
        let mut kept = Vec::new();
        for row in std::mem::take(&mut answer.results) {
            let first = firsts.get(&row.place()).filter(|_| row.certainty() == Certainty::Possible);
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
                        firsts.entry(row.place()).or_insert((index, kept.len()));
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
    use crate::engine::graph::uses::UseFilter;

    /// A possible result on a line.
    #[derive(Debug, PartialEq)]
    struct Line(usize);

    impl Row for Line {
        const FILTER: UseFilter = UseFilter::All;

        fn certainty(&self) -> Certainty {
            Certainty::Possible
        }

        fn place(&self) -> (Option<Arc<str>>, usize, usize) {
            (None, self.0, 0)
        }
    }

    fn check(answers: &[&[usize]], expected: &[&[usize]]) {
        let rows = |lines: &[usize]| lines.iter().copied().map(Line).collect();
        let mut answers: Vec<Answer<Line>> = answers
            .iter()
            .map(|lines| Answer::of_name("f".into(), rows(lines), Evidence::syntax()))
            .collect();
        list_once(&mut answers, &Cancel::default()).expect("not cancelled");
        let kept: Vec<Vec<usize>> = answers
            .iter()
            .map(|answer| answer.results.iter().map(|line| line.0).collect())
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
