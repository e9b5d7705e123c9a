//! Sections of a graph answer's rows: their order, and what is said once for several of them.

use super::qualified_name::{place, qualified_name};
use super::{Item, Outside, ResultLabels};
use crate::domain::{Block, Certainty, Doc, Source, and_more};
use crate::engine::graph::Answer;
use std::cmp::Reverse;
use std::collections::HashMap;

/// Returns the results in the order of the text: by certainty, then by file in the order of the
/// files' first results, then by line.
pub(super) fn by_file<T: Item>(labels: ResultLabels, results: &[&(usize, &T)]) -> Vec<usize> {
    let mut files: HashMap<(Certainty, &str), usize> = HashMap::new();
    let mut keys: Vec<(Certainty, usize, usize, usize)> = Vec::new();
    for (index, (_, result)) in results.iter().enumerate() {
        let (file, line) = result.place(labels);
        let next = files.len();
        let file = *files.entry((result.certainty(), file)).or_insert(next);
        keys.push((result.certainty(), file, line, index));
    }
    keys.sort_unstable();
    keys.into_iter().map(|(.., index)| index).collect()
}

/// Returns the title above results that are less certain than those before, with the other meanings
/// that all of them may have.
pub(super) fn section(
    certainty: Certainty,
    meanings: Option<&[String]>,
    aside: Option<&str>,
) -> String {
    match (certainty, meanings, aside) {
        (Certainty::Exact | Certainty::Likely, ..) => "Likely, by syntax".to_owned(),
        (Certainty::Possible, None, None) => "Possible, not certain".to_owned(),
        (Certainty::Possible, Some(meanings), _) => format!("Possible, {}", or_else(meanings)),
        (Certainty::Possible, None, Some(aside)) => format!("Possible, {aside}"),
    }
}

/// Returns the text for an answer whose rows are those of one before it, as of a method of a trait
/// and of what alone implements it; `None` if no other is like it.
pub(super) fn same_rows<T: Item>(
    labels: ResultLabels,
    answer: &Answer<T>,
    before: &[&Answer<T>],
) -> Option<String> {
    let places = |answer: &Answer<T>| -> Vec<_> {
        answer.results.iter().map(|row| (row.position(), row.certainty())).collect()
    };
    let own = places(answer);
    let is_same = |other: &&Answer<T>| {
        other.results.len() == own.len() && own.len() > 1 && places(other) == own
    };
    let other = before.iter().copied().find(is_same)?;
    let (target, other) = (answer.target.as_ref()?, other.target.as_ref()?);
    Some(format!(
        "{} `{}` ({}): the same as of `{}`.",
        labels.heading,
        qualified_name(target),
        place(target),
        qualified_name(other)
    ))
}

/// Returns the remark on all possible results, if it is the same for several and only they have
/// one.
pub(super) fn common_aside<T: Item>(results: &[&(usize, &T)]) -> Option<String> {
    let results = results.iter().map(|(_, result)| *result);
    let (possible, others): (Vec<&T>, Vec<&T>) =
        results.partition(|result| result.certainty() == Certainty::Possible);
    let (first, rest) = possible.split_first()?;
    let aside = first.aside()?;
    let is_same = |result: &&T| result.aside().as_ref() == Some(&aside);
    let is_common = !rest.is_empty()
        && rest.iter().all(is_same)
        && others.iter().all(|other| other.aside().is_none());
    is_common.then_some(aside)
}

/// Returns the name of the required member, if all results that have one, which are several, have
/// one of that name.
pub(super) fn common_member<'a, T: Item>(results: &[(usize, &'a T)]) -> Option<&'a str> {
    let mut names = results.iter().filter_map(|(_, result)| result.required_member());
    let (first, _) = names.next()?;
    let mut others = names.map(|(name, _)| name).peekable();
    (others.peek().is_some() && others.all(|name| name == first)).then_some(first)
}

/// Returns the required member of a result and its place. The name is left out if it is the
/// `common` one, which the heading has.
pub(super) fn required_member<T: Item>(result: &T, common: Option<&str>) -> Option<String> {
    let (name, place) = result.required_member()?;
    Some(if common.is_some() { place } else { format!("{name} {place}") })
}

/// Returns why results are only possible: the reasons of all of them, the first ones first.
pub(super) fn common_doubt<T: Item>(
    labels: ResultLabels,
    results: &[&(usize, &T)],
) -> Option<String> {
    let possible = results.iter().filter(|(_, result)| result.certainty() == Certainty::Possible);
    let mut doubts: Vec<&str> = Vec::new();
    for doubt in possible.filter_map(|(_, result)| result.doubt(labels)) {
        if !doubts.contains(&doubt) {
            doubts.push(doubt);
        }
    }
    (!doubts.is_empty()).then(|| doubts.join(", or "))
}

/// Returns the other meanings of the possible results, if they are the same for all of several.
pub(super) fn common_meanings<'a, T: Item>(
    answer: &'a Answer<T>,
    results: &[&(usize, &T)],
) -> Option<&'a [String]> {
    let possible = results.iter().filter(|(_, result)| result.certainty() == Certainty::Possible);
    let meanings: Vec<Option<&Vec<String>>> =
        possible.map(|(index, _)| answer.others.get(index)).collect();
    let (first, rest) = meanings.split_first()?;
    let is_common = !rest.is_empty() && rest.iter().all(|other| other == first);
    first.filter(|_| is_common).map(Vec::as_slice)
}

/// Returns the first of the other definitions that fit possible results, behind the reason why they
/// are possible: those that fit most of them.
pub(super) fn which_fit<T: Item>(answer: &Answer<T>, results: &[&(usize, &T)]) -> String {
    const MAX_NAMED: usize = 2;
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for other in results.iter().filter_map(|(index, _)| answer.others.get(index)).flatten() {
        match counts.iter_mut().find(|(known, _)| known == other) {
            Some((_, count)) => *count += 1,
            None => counts.push((other, 1)),
        }
    }
    counts.sort_by_key(|(name, count)| (Reverse(*count), *name));
    let named: Vec<&str> = counts.iter().take(MAX_NAMED).map(|(name, _)| *name).collect();
    match named.is_empty() {
        true => String::new(),
        false => format!(": also {}{}", named.join(", "), and_more(counts.len() - named.len())),
    }
}

/// Returns the other meanings of a row as text.
pub(super) fn or_else(others: &[String]) -> String {
    const MAX_NAMED: usize = 3;
    let named = others[..others.len().min(MAX_NAMED)].join(", ");
    match others.len().saturating_sub(MAX_NAMED) {
        0 => format!("or it means {named}"),
        more => format!("or it means {named} or {more} more"),
    }
}

/// Adds the rows that are not in the project's files, on a line for each reason.
pub(super) fn outside<T: Item>(doc: &mut Doc, results: &[(usize, &T)]) {
    for (reason, title) in [
        (Outside::Ambiguous, "Several definitions fit"),
        (Outside::Unresolved, "Outside or unresolved"),
    ] {
        let rows = results.iter().filter_map(|(_, result)| result.outside());
        let names: Vec<String> =
            rows.filter(|(_, of)| *of == reason).map(|(name, _)| name).collect();
        if !names.is_empty() {
            doc.push(Block::Text(format!("{title}: {}", names.join(", "))));
        }
    }
}

/// Returns the certainty of what a source is sure of.
pub(super) const fn best(source: Source) -> Certainty {
    match source {
        Source::Lsp => Certainty::Exact,
        Source::Syntax => Certainty::Likely,
        Source::Text => Certainty::Possible,
    }
}
