//! The syntax tier: answers from the files alone, by the rules of `bind`.

use super::answer::{Answer, Answers, Mentioned};
use super::callers::Found;
use super::project::{Def, FileIndex, Project};
use crate::domain::{Cancelled, Evidence};
use crate::engine::resolve::{Outcome, ResolveError, Target, definition, resolve_in};
use std::sync::Arc;

/// Definitions of one name that are answered for; the rest are counted.
pub(super) const MOST_DEFINITIONS: usize = 10;

/// Files that a note of mentions names.
const MOST_MENTIONING: usize = 10;

/// Resolves the target and answers for each of its definitions.
pub(super) fn answers<T>(
    project: &Project<'_>,
    target: &Target,
    find: impl FnOnce(&[Vec<Def>]) -> Result<Vec<(Found<T>, Evidence)>, Cancelled>,
) -> Result<Answers<T>, ResolveError> {
    let groups = match resolve_in(project, target)? {
        Outcome::None(suggestions) => {
            let name = target.symbol.as_deref().map(last_name).unwrap_or_default();
            return Ok(Answers::None { suggestions, mentions: mentions(project, name, &[])? });
        }
        Outcome::Groups(groups) => groups,
    };
    let found = find(&groups)?;
    let mut all = Vec::new();
    for (group, (found, evidence)) in groups.iter().zip(found) {
        all.push(answer(project, group, found, evidence)?);
    }
    if all.len() == 1 {
        return Ok(Answers::One(all.remove(0)));
    }
    // The most used first; of equally used ones the first by path.
    all.sort_by_key(|answer| std::cmp::Reverse(answer.results.len()));
    let more = all.len().saturating_sub(MOST_DEFINITIONS);
    all.truncate(MOST_DEFINITIONS);
    Ok(Answers::Several(all, more))
}

fn answer<T>(
    project: &Project<'_>,
    group: &[Def],
    found: Found<T>,
    mut evidence: Evidence,
) -> Result<Answer<T>, Cancelled> {
    let target = definition(project, group);
    let name = target.as_ref().map(|target| target.name().to_owned()).unwrap_or_default();
    if !found.skipped.is_empty() {
        let skipped = format!("{} more files mention the name and were not looked at", found.skipped.len());
        evidence.note = Some(match evidence.note {
            Some(note) => format!("{note}; {skipped}"),
            None => skipped,
        });
    }
    let mentions = if found.results.is_empty() { Some(mentions(project, &name, group)?) } else { None };
    Ok(Answer { target, results: found.results, is_exact: found.skipped.is_empty(), evidence, mentions })
}

/// Where the text mentions a name, its definitions left out.
fn mentions(project: &Project<'_>, name: &str, group: &[Def]) -> Result<Mentioned, Cancelled> {
    let mut mentioned = Mentioned::default();
    if name.is_empty() {
        return Ok(mentioned);
    }
    let own: Vec<(FileIndex, usize)> = group
        .iter()
        .filter_map(|def| project.get(*def).map(|(unit, symbol)| (def.file, unit.symbol(symbol).name_bytes.start)))
        .collect();
    for found in &project.mentions(name)?.files {
        let file = found.file as FileIndex;
        let others: Vec<usize> = found.offsets.iter().copied().filter(|at| !own.contains(&(file, *at))).collect();
        mentioned.count += others.len();
        if let Some(first) = others.first()
            && mentioned.files.len() < MOST_MENTIONING
        {
            let entry = project.entry(file);
            let line = project.snapshot.text(&entry.path).map_or(1, |text| text.line_of(*first));
            mentioned.files.push((Arc::clone(&entry.path.display), line));
        }
    }
    Ok(mentioned)
}

/// The last name of a written path.
fn last_name(symbol: &str) -> &str {
    let symbol = symbol.trim().trim_end_matches("()");
    symbol.rsplit(['.', ':', '/', '#']).find(|part| !part.is_empty()).unwrap_or(symbol)
}
