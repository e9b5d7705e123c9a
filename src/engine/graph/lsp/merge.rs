//! Merge of the tiers: a server's rows, those of syntax on lines that no row of the server names,
//! and the evidence of both together.

use super::{Asker, LspContext, NoAnswer, NoAnswerReason, ServerAnswer, concurrently, join};
use crate::domain::{Cancelled, Certainty, Evidence, Note, Source, State, SymbolKind, plural};
use crate::engine::graph::answer::{GraphRow, Node};
use crate::engine::graph::limits::MAX_DEFINITIONS;
use crate::engine::graph::project::{Def, Project};
use crate::engine::graph::rows::{GroupRows, MergedRows, SyntaxRows};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use tokio::runtime::Handle;

/// Maximum number of places that a note lists.
const MAX_NAMED: usize = 3;

/// Returns the rows for each group of definitions: those of a language server, if one replies in
/// time, with those of syntax that they lack; else those of syntax.
pub(in crate::engine) fn tiers<T: GraphRow>(
    project: &Project<'_>,
    lsp_context: Option<(&LspContext, &Handle)>,
    groups: &[Vec<Def>],
    syntax: impl FnOnce() -> Result<SyntaxRows<T>, Cancelled>,
    ask: impl Fn(&Asker<'_, '_>, &[Def]) -> Result<ServerAnswer<T>, NoAnswer> + Sync,
) -> Result<MergedRows<T>, Cancelled> {
    let Some((lsp_context, runtime)) = lsp_context else {
        let SyntaxRows { found, searches } = syntax()?;
        let found = found.into_iter().map(|found| (found, Evidence::syntax())).collect();
        return Ok(MergedRows { found, searches });
    };
    let asker = Asker::new(project, lsp_context, runtime.clone());
    let (SyntaxRows { found, searches }, answers) = if groups.len() <= MAX_DEFINITIONS {
        at_once(&asker, groups, syntax, &ask)?
    } else {
        // Only the most used definitions are shown, and syntax determines which those are.
        let searched = syntax()?;
        asker.cancel_at_deadline();
        let mut order: Vec<usize> = (0..groups.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse(searched.found[*index].results.len()));
        order.truncate(MAX_DEFINITIONS);
        let shown: Vec<&[Def]> = order.iter().map(|index| groups[*index].as_slice()).collect();
        let answers = all(&asker, &shown, &ask);
        let mut by_group: Vec<Option<Result<ServerAnswer<T>, NoAnswer>>> =
            groups.iter().map(|_| None).collect();
        for (index, answer) in order.into_iter().zip(answers) {
            by_group[index] = Some(answer);
        }
        (searched, by_group)
    };
    project.snapshot.cancel().check()?;
    let home = |group: &Vec<Def>| {
        group.first().map(|def| Arc::clone(&project.entry(def.file).path.display))
    };
    let homes = groups.iter().map(home);
    let found = found
        .into_iter()
        .zip(answers)
        .zip(homes)
        .map(|((found, answer), home)| merge(found, answer, home))
        .collect();
    Ok(MergedRows { found, searches })
}

type Answers<T> = (SyntaxRows<T>, Vec<Option<Result<ServerAnswer<T>, NoAnswer>>>);

/// Queries the server while syntax works.
fn at_once<T: GraphRow>(
    asker: &Asker<'_, '_>,
    groups: &[Vec<Def>],
    syntax: impl FnOnce() -> Result<SyntaxRows<T>, Cancelled>,
    ask: &(impl Fn(&Asker<'_, '_>, &[Def]) -> Result<ServerAnswer<T>, NoAnswer> + Sync),
) -> Result<Answers<T>, Cancelled> {
    let groups: Vec<&[Def]> = groups.iter().map(Vec::as_slice).collect();
    std::thread::scope(|scope| {
        let asking = scope.spawn(|| all(asker, &groups, ask));
        let searched = syntax();
        match searched {
            Ok(_) => asker.cancel_at_deadline(),
            Err(_) => asker.cancel(),
        }
        let answers = join(asking);
        Ok((searched?, answers.into_iter().map(Some).collect()))
    })
}

/// Queries all groups concurrently.
fn all<T: GraphRow>(
    asker: &Asker<'_, '_>,
    groups: &[&[Def]],
    ask: &(impl Fn(&Asker<'_, '_>, &[Def]) -> Result<ServerAnswer<T>, NoAnswer> + Sync),
) -> Vec<Result<ServerAnswer<T>, NoAnswer>> {
    if let [group] = groups {
        return vec![ask(asker, group)];
    }
    concurrently(groups, |group| ask(asker, group))
}

/// Merges a server's answer with the rows that only syntax finds. A server sees one build
/// configuration of the projects that it has loaded: occurrences in other code are judged by
/// syntax. In a file that the server has analysed, results that syntax finds possible and the
/// server does not report are dropped.
fn merge<T: GraphRow>(
    found: GroupRows<T>,
    answer: Option<Result<ServerAnswer<T>, NoAnswer>>,
    home: Option<Arc<str>>,
) -> (GroupRows<T>, Evidence) {
    match answer {
        None => (found, Evidence::syntax()),
        Some(Err(NoAnswer { server, state, note, reason })) => {
            let note = match &server {
                Some(server) if reason == NoAnswerReason::Unsupported => {
                    Some(Note::Remark(format!("{server} cannot be asked this")))
                }
                _ => note,
            };
            let notes = note.into_iter().collect();
            (found, Evidence { server, state, notes, ..Evidence::syntax() })
        }
        Some(Ok(mut answer)) => {
            let syntax_only = syntax_only(&found, &answer, home);
            let evidence = evidence(&answer, &syntax_only);
            let analysed = syntax_only.analysed;
            answer.results.extend(syntax_only.rows);
            (
                GroupRows {
                    analysed,
                    again: found.again,
                    unexpanded: found.unexpanded,
                    lost: answer.lost,
                    ..GroupRows::new(answer.results, found.skipped)
                },
                evidence,
            )
        }
    }
}

/// Returns a definition's identity: file, line and name.
fn key(node: &Node) -> (Option<&str>, Option<usize>, &str) {
    (node.file.as_deref(), node.line, &node.name)
}

/// Rows of syntax that a server's answer lacks.
struct SyntaxOnlyRows<T> {
    rows: Vec<T>,
    /// Files that the server is known to have analysed.
    analysed: BTreeSet<Arc<str>>,
    /// Number of the rows in code that the server does not see, and their places, in order.
    lines: Vec<(Arc<str>, usize)>,
    /// True if any of the rows is likely, or a call that the server does not resolve, so that its
    /// answer is incomplete.
    shows_gap: bool,
}

/// Returns the rows of syntax that a server's answer lacks. `home` is the file of the target, which
/// the server has analysed.
fn syntax_only<T: GraphRow>(
    found: &GroupRows<T>,
    answer: &ServerAnswer<T>,
    home: Option<Arc<str>>,
) -> SyntaxOnlyRows<T> {
    let lines: BTreeSet<(Arc<str>, usize)> =
        answer.results.iter().flat_map(GraphRow::lines).collect();
    let keys: HashSet<_> = answer.results.iter().map(|row| key(row.node())).collect();
    let mut analysed: BTreeSet<Arc<str>> = lines.iter().map(|(file, _)| Arc::clone(file)).collect();
    analysed.extend(home);
    let mut syntax_only =
        SyntaxOnlyRows { rows: Vec::new(), analysed, lines: Vec::new(), shows_gap: false };
    // What nothing resolves may stand on one line with what the server resolves.
    let named = answer
        .results
        .iter()
        .flat_map(|row| row.lines().into_iter().map(|place| (place, row.node().name.as_str())));
    let named: HashSet<((Arc<str>, usize), &str)> = named.collect();
    for row in &found.results {
        let is_likely = row.certainty() <= Certainty::Likely;
        let is_undefined = row.node().file.is_none();
        let is_open = |file: &Arc<str>, line| {
            let place = (Arc::clone(file), line);
            if is_undefined {
                return !named.contains(&(place, row.node().name.as_str()));
            }
            !lines.contains(&place)
                && (is_likely || row.is_by_value() || !syntax_only.analysed.contains(file))
        };
        let Some(row) = row.limited(&is_open) else { continue };
        // A row of the server is not repeated at a deeper level, nor as what hands on a value.
        if (row.depth() > 1 || row.is_by_value()) && keys.contains(&key(row.node())) {
            continue;
        }
        // A name without a receiver may be built into the language.
        let is_lost = is_undefined && row.node().kind == SymbolKind::Method;
        syntax_only.shows_gap |= is_lost || is_likely && !is_undefined;
        if !row.is_by_value() && (is_lost || !is_undefined) {
            syntax_only.lines.extend(row.lines());
        }
        syntax_only.rows.push(row);
    }
    syntax_only.lines.sort_unstable();
    syntax_only.lines.dedup();
    syntax_only
}

fn evidence<T>(answer: &ServerAnswer<T>, syntax_only: &SyntaxOnlyRows<T>) -> Evidence {
    let complete = !syntax_only.shows_gap && answer.lost == 0;
    let mut notes = Vec::new();
    if !syntax_only.lines.is_empty() {
        let named: Vec<String> = syntax_only
            .lines
            .iter()
            .take(MAX_NAMED)
            .map(|(file, line)| format!("{file}:{line}"))
            .collect();
        let more = if syntax_only.lines.len() > MAX_NAMED { ", …" } else { "" };
        let count = syntax_only.lines.len();
        let lines = plural(count, "line is syntax's", "lines are syntax's");
        notes.push(format!(
            "{count} {lines}, in code that {} does not see: {}{more}",
            answer.server,
            named.join(", ")
        ));
    }
    if answer.lost > 0 {
        notes.push(format!(
            "{} places of its answer are not in the files as they are now",
            answer.lost
        ));
    }
    let mut state = State::Ready;
    if !complete {
        notes.extend(answer.limits.project.clone());
        if let Some(limit) = &answer.limits.safe_mode {
            state = State::Untrusted;
            notes.push(format!("{limit}; `spelunk trust` allows more"));
        }
    }
    Evidence {
        source: Source::Lsp,
        server: Some(answer.server.clone()),
        state,
        complete: Some(complete),
        composed: answer.composed,
        notes: notes.into_iter().map(Note::Remark).collect(),
    }
}
