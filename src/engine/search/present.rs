//! Presentation of ranked definitions as results: nested matches are shown once, members of one
//! type that match together are shown in it, and definitions that score far below the best are
//! listed in one line.

use super::definitions::Owner;
use super::rank::Score;
use super::snippet;
use super::vocabulary::Vocabulary;
use super::{Brief, FileCandidates, Finding, Findings, MatchedBy, SearchQuery};
use crate::domain::{LineRange, Outline, Symbol, SymbolKind, shorten};
use crate::lang::separator;
use crate::workspace::{Text, secrets};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

/// Width in characters of the line that stands for a paragraph.
const FIRST_LINE_WIDTH: usize = 100;

/// Minimum share of the best score to be shown rather than listed; for a description, the first few
/// are shown down to a smaller share.
const MIN_SHARE: f64 = 0.6;
const MIN_SHARE_OF_FIRST: f64 = 0.4;
const FIRST_SHOWN: usize = 8;
/// Minimum share of the best score to be listed rather than only counted.
const MIN_NAMED: f64 = 0.2;
/// Maximum number of listed definitions.
const MAX_NAMED: usize = 200;
/// Maximum number of lines of a container that is shown whole. Larger ones are shown by their
/// header and the matching members.
const WHOLE_LINES: usize = 80;
/// Maximum number of documentation lines shown before a definition. Longer documentation is left to
/// `extract`.
const DOCUMENTATION_LINES: usize = 12;
/// Minimum number of members that must match about equally well for their type to be shown as one
/// result, and the minimum share of the best member's score. Members that lack a word of the query
/// which the best one holds do not count: that one is what the query asks for.
const MEMBERS_TOGETHER: usize = 3;
const MEMBER_SHARE: f64 = 0.7;
/// Maximum number of members in the outline of a container that itself matches.
const OUTLINED_MEMBERS: usize = 60;
/// Maximum distance between two overloads, in symbols.
const MAX_OVERLOAD_DISTANCE: usize = 256;
/// Maximum number of results, whatever was requested.
const MAX_RESULTS: usize = 1000;
/// Maximum number of paragraphs per file.
const PARAGRAPHS_PER_FILE: usize = 2;

/// A definition or paragraph in the order across all files.
#[derive(Clone, Copy)]
struct Entry<'a> {
    file: &'a FileCandidates,
    file_index: usize,
    owner: Owner,
    score: Score,
}

impl<'a> Entry<'a> {
    /// Returns the key that overloads share. `None` if the entry can have no overloads.
    fn form(&self) -> Option<Form<'a>> {
        let symbol = &self.file.facts.outline.symbols[self.symbol()?];
        symbol.kind.is_callable().then_some((self.file_index, symbol.parent, symbol.name.as_str()))
    }

    fn symbol(&self) -> Option<usize> {
        match self.owner {
            Owner::Symbol(index) => Some(index),
            Owner::Paragraph(_) => None,
        }
    }

    fn line(&self) -> usize {
        match self.owner {
            Owner::Symbol(index) => self.file.facts.outline.symbols[index].line,
            Owner::Paragraph(index) => self.file.reading.paragraphs[index].start,
        }
    }
}

/// Entries shown as one result.
struct Group<'a> {
    root: Entry<'a>,
    /// The symbol shown, if it is not the root's own.
    shown: Option<usize>,
    /// Entries within the symbol shown.
    members: Vec<Entry<'a>>,
}

impl Group<'_> {
    fn symbol(&self) -> Option<usize> {
        self.shown.or_else(|| self.root.symbol())
    }
}

/// Groups the candidates that satisfy the query into results.
pub(super) fn present(
    read: &[FileCandidates],
    vocabulary: &Vocabulary,
    request: &SearchQuery,
    findings: &mut Findings,
) {
    let entries = entries(read);
    findings.total = entries.len();
    let Some(best) = entries.first().map(|entry| entry.score.value) else { return };
    let count =
        |least: f64| entries.iter().take_while(|entry| entry.score.value >= least * best).count();
    let worth_showing = match request.thorough {
        true => entries.len(),
        false if vocabulary.is_name() => count(MIN_SHARE),
        false => count(MIN_SHARE).max(count(MIN_SHARE_OF_FIRST).min(FIRST_SHOWN)),
    };
    let groups = group(&entries[..worth_showing], request.max_results.min(MAX_RESULTS));
    let mut told: HashSet<(usize, Owner)> = HashSet::new();
    // Overloads of definitions already listed need no line of their own.
    let mut forms: HashSet<Form<'_>> = HashSet::new();
    for group in &groups {
        let entries = || group.members.iter().chain([&group.root]);
        told.extend(entries().map(|entry| (entry.file_index, entry.owner)));
        forms.extend(entries().filter_map(Entry::form));
        let mut finding = finding(group, &groups, vocabulary);
        finding.telling =
            snippet::lines(&finding, request.exact.then_some(&*request.query), vocabulary);
        findings.results.push(finding);
    }
    let is_only_meant = |finding: &Finding| finding.brief.matched_by == [MatchedBy::Meaning];
    if findings.results.iter().all(is_only_meant) {
        findings.notes.push(
            "No result holds a word of the query; they are near to it in meaning.".to_owned(),
        );
    }
    findings.more = entries
        .iter()
        .take_while(|entry| entry.score.value >= MIN_NAMED * best)
        .filter(|entry| !told.contains(&(entry.file_index, entry.owner)))
        .filter(|entry| entry.form().is_none_or(|form| forms.insert(form)))
        .take(MAX_NAMED)
        .map(|entry| brief(entry, vocabulary))
        .collect();
}

/// Key that the overloads of one definition share: file, parent and name.
type Form<'a> = (usize, Option<usize>, &'a str);

/// Returns everything that satisfies the query, best first; ties by path and line.
fn entries(read: &[FileCandidates]) -> Vec<Entry<'_>> {
    let mut entries = Vec::new();
    for (file_index, file) in read.iter().enumerate() {
        let mut paragraphs = Vec::new();
        for candidate in &file.candidates {
            let mut entry =
                Entry { file, file_index, owner: candidate.owner, score: candidate.score };
            entry.score.value = (entry.score.value * 10_000.0).round() / 10_000.0;
            match candidate.owner {
                Owner::Symbol(_) => entries.push(entry),
                Owner::Paragraph(_) => paragraphs.push(entry),
            }
        }
        paragraphs.sort_by(compare);
        entries.extend(paragraphs.into_iter().take(PARAGRAPHS_PER_FILE));
    }
    entries.sort_by(compare);
    entries
}

fn compare(left: &Entry<'_>, right: &Entry<'_>) -> std::cmp::Ordering {
    right
        .score
        .value
        .total_cmp(&left.score.value)
        .then_with(|| left.file.file.path.display.cmp(&right.file.file.path.display))
        .then_with(|| left.line().cmp(&right.line()))
        .then_with(|| left.symbol().cmp(&right.symbol()))
}

/// Puts the first entries into groups: at most `most` of them.
fn group<'a>(entries: &[Entry<'a>], most: usize) -> Vec<Group<'a>> {
    let together = together(&entries[..entries.len().min(most)]);
    let mut groups: Vec<Group<'a>> = Vec::new();
    for entry in entries {
        let outline = &entry.file.facts.outline;
        let home = groups.iter().position(|group| {
            group.root.file_index == entry.file_index && belongs(outline, group, entry)
        });
        match home {
            Some(home) => groups[home].members.push(*entry),
            None if groups.len() == most => {}
            None => {
                let parent = entry.symbol().and_then(|symbol| outline.symbols[symbol].parent);
                let shown =
                    parent.filter(|parent| together.contains_key(&(entry.file_index, *parent)));
                let members = if shown.is_some() { vec![*entry] } else { Vec::new() };
                groups.push(Group { root: *entry, shown, members });
            }
        }
    }
    groups
}

/// Returns the types of which several members are among the best entries, with about equal scores.
fn together(entries: &[Entry<'_>]) -> HashMap<(usize, usize), usize> {
    let mut siblings: HashMap<(usize, usize), (Score, usize)> = HashMap::new();
    for entry in entries {
        let symbols = &entry.file.facts.outline.symbols;
        let Some(parent) = entry.symbol().and_then(|symbol| symbols[symbol].parent) else {
            continue;
        };
        if !symbols[parent].kind.is_container() || symbols[parent].kind == SymbolKind::Module {
            continue;
        }
        let (best, count) = siblings.entry((entry.file_index, parent)).or_insert((entry.score, 0));
        let holds_the_same = best.strict & !entry.score.strict == 0;
        if holds_the_same && entry.score.value >= MEMBER_SHARE * best.value {
            *count += 1;
        }
    }
    let together = siblings.into_iter().filter(|(_, (_, count))| *count >= MEMBERS_TOGETHER);
    together.map(|(key, (_, count))| (key, count)).collect()
}

/// Returns whether an entry is shown with an earlier group: nested in it, or as an overload.
fn belongs(outline: &Outline, group: &Group<'_>, entry: &Entry<'_>) -> bool {
    let (Some(shown), Some(symbol)) = (group.symbol(), entry.symbol()) else { return false };
    let mut next = Some(symbol);
    while let Some(at) = next {
        if at == shown {
            return true;
        }
        next = outline.symbols[at].parent;
    }
    is_overload(outline, shown, symbol)
}

/// Returns whether two symbols are overloads: of one name, with no other name between them.
fn is_overload(outline: &Outline, one: usize, other: usize) -> bool {
    let (first, second) = (one.min(other), one.max(other));
    let symbols = &outline.symbols;
    let is_form = |symbol: &Symbol| {
        symbol.name == symbols[one].name
            && symbol.kind == symbols[one].kind
            && symbol.kind.is_callable()
    };
    first != second
        && second - first <= MAX_OVERLOAD_DISTANCE
        && symbols[first].parent == symbols[second].parent
        && (first..=second)
            .all(|at| symbols[at].parent != symbols[first].parent || is_form(&symbols[at]))
}

fn brief(entry: &Entry<'_>, vocabulary: &Vocabulary) -> Brief {
    brief_of(entry, entry.owner, vocabulary)
}

fn brief_of(entry: &Entry<'_>, owner: Owner, vocabulary: &Vocabulary) -> Brief {
    let file = entry.file;
    let matched = vocabulary.labels(entry.score.loose);
    let matched_by = matched_by(&entry.score);
    match owner {
        Owner::Symbol(index) => {
            let symbol = &file.facts.outline.symbols[index];
            let separator = separator(file.facts.language);
            Brief {
                file: file.file.path.clone(),
                line: symbol.line,
                lines: symbol.lines,
                kind: symbol.kind,
                name: symbol.name.clone(),
                path: file.facts.outline.path_of(index).join(separator),
                signature: symbol.signature.clone(),
                score: entry.score.value,
                matched,
                matched_by,
            }
        }
        Owner::Paragraph(index) => {
            let lines = file.reading.paragraphs[index];
            Brief {
                file: file.file.path.clone(),
                line: lines.start,
                lines,
                kind: SymbolKind::Context,
                name: String::new(),
                path: String::new(),
                signature: shorten(
                    &secrets::masked(file.text.line(lines.start).unwrap_or_default().trim()),
                    FIRST_LINE_WIDTH,
                ),
                score: entry.score.value,
                matched,
                matched_by,
            }
        }
    }
}

fn matched_by(score: &Score) -> Vec<MatchedBy> {
    let ways = [
        (score.strict != 0, MatchedBy::Words),
        (score.loose & !score.strict != 0, MatchedBy::Expansion),
        (score.is_near, MatchedBy::Meaning),
    ];
    ways.into_iter().filter(|(is_so, _)| *is_so).map(|(_, way)| way).collect()
}

fn finding(group: &Group<'_>, groups: &[Group<'_>], vocabulary: &Vocabulary) -> Finding {
    let file = group.root.file;
    let language = file.facts.language;
    let owner = group.symbol().map_or(group.root.owner, Owner::Symbol);
    let mut brief = brief_of(&group.root, owner, vocabulary);
    for member in &group.members {
        let matched = vocabulary.labels(member.score.loose);
        brief.matched.extend(
            matched.into_iter().filter(|word| !brief.matched.contains(word)).collect::<Vec<_>>(),
        );
    }
    let Owner::Symbol(index) = owner else {
        let Owner::Paragraph(paragraph) = group.root.owner else {
            unreachable!("an owner is one or the other")
        };
        let lines = file.reading.paragraphs[paragraph];
        return Finding {
            brief,
            language,
            lines,
            pieces: vec![lines],
            members: Vec::new(),
            doc: None,
            header: lines.start..=lines.start,
            telling: Vec::new(),
            text: Arc::clone(&file.text),
            secrets: secrets_in(&file.text, lines),
        };
    };
    let symbol = &file.facts.outline.symbols[index];
    let documentation = symbol.lines.start - symbol.first_line;
    let is_long = documentation > DOCUMENTATION_LINES;
    let mut lines = LineRange {
        start: if is_long { symbol.lines.start } else { symbol.first_line },
        end: symbol.lines.end,
    };
    for member in group.members.iter().filter_map(Entry::symbol) {
        let member = &file.facts.outline.symbols[member];
        lines = LineRange {
            start: lines.start.min(member.first_line),
            end: lines.end.max(member.lines.end),
        };
    }
    let is_condensed = symbol.kind.is_container() && lines.len() > WHOLE_LINES;
    let pieces = if is_condensed { condense(group, groups, index, lines) } else { vec![lines] };
    Finding {
        language,
        lines,
        pieces,
        members: group.members.iter().map(|member| self::brief(member, vocabulary)).collect(),
        doc: symbol.doc.clone().filter(|_| is_long),
        header: symbol.line..=symbol.header_end.max(symbol.line),
        telling: Vec::new(),
        text: Arc::clone(&file.text),
        secrets: secrets_in(&file.text, lines),
        brief,
    }
}

/// Returns the byte ranges within some lines of values that look like keys.
fn secrets_in(text: &Text, lines: LineRange) -> Vec<Range<usize>> {
    let bytes = |line: usize| text.line_range(line).unwrap_or_default();
    secrets::find(
        &text.content,
        bytes(lines.start).start..bytes(lines.end.min(text.line_count())).end,
    )
}

/// Returns the pieces of a large container: its header and the matching members or, if there are
/// none, the headers of all members.
fn condense(
    group: &Group<'_>,
    groups: &[Group<'_>],
    index: usize,
    lines: LineRange,
) -> Vec<LineRange> {
    let outline = &group.root.file.facts.outline;
    let symbol = &outline.symbols[index];
    let mut pieces =
        vec![LineRange { start: lines.start, end: symbol.header_end.max(lines.start) }];
    let members: Vec<usize> =
        group.members.iter().filter_map(Entry::symbol).filter(|member| *member != index).collect();
    let first_member =
        outline.children(Some(index)).map(|child| outline.symbols[child].first_line).min();
    if members.is_empty() {
        // Lines before the first member are the container's own: documentation, fields.
        if let Some(first) = first_member {
            let end = first.saturating_sub(1).min(symbol.header_end + DOCUMENTATION_LINES);
            pieces.push(LineRange { start: symbol.header_end + 1, end });
        }
        let shown_elsewhere = |child: usize| {
            groups.iter().any(|other| {
                other.root.file_index == group.root.file_index && other.symbol() == Some(child)
            })
        };
        for child in outline
            .children(Some(index))
            .filter(|child| !shown_elsewhere(*child))
            .take(OUTLINED_MEMBERS)
        {
            let child = &outline.symbols[child];
            let end = if child.kind.is_callable() {
                child.header_end
            } else {
                child.lines.end.min(child.lines.start + 2)
            };
            pieces.push(LineRange { start: child.lines.start, end });
        }
    } else {
        pieces.extend(members.iter().map(|member| {
            let member = &outline.symbols[*member];
            let is_long = member.lines.start - member.first_line > DOCUMENTATION_LINES;
            LineRange {
                start: if is_long { member.lines.start } else { member.first_line },
                end: member.lines.end,
            }
        }));
    }
    if let Some(last) = pieces.last()
        && last.end < lines.end
        && group.root.file.text.line(lines.end).is_some_and(|line| line.trim().len() <= 2)
    {
        // The line that closes the container, if it is a separate line.
        pieces.push(LineRange { start: lines.end, end: lines.end });
    }
    merge(pieces)
}

/// Sorts pieces and joins those that touch, overlap or are one line apart.
fn merge(mut pieces: Vec<LineRange>) -> Vec<LineRange> {
    pieces.retain(|piece| !piece.is_empty());
    pieces.sort();
    let mut merged: Vec<LineRange> = Vec::new();
    for piece in pieces {
        match merged.last_mut() {
            Some(last) if piece.start <= last.end + 2 => last.end = last.end.max(piece.end),
            _ => merged.push(piece),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_touch_are_joined() {
        let range = |start, end| LineRange { start, end };
        let check = |pieces: &[LineRange], expected: &[LineRange]| {
            assert_eq!(merge(pieces.to_vec()), expected);
        };
        check(&[range(5, 9), range(1, 3)], &[range(1, 9)]);
        check(&[range(1, 3), range(6, 9)], &[range(1, 3), range(6, 9)]);
        check(&[range(4, 3), range(1, 1)], &[range(1, 1)]);
    }
}
