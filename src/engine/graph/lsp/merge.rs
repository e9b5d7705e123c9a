//! Merge of the tiers: a server's rows, rows that syntax adds to them, and the evidence of the
//! answer.

use super::{Asker, LspContext, NoAnswer, ServerAnswer, Why};
use crate::domain::{Cancelled, Certainty, Evidence, Source, State, plural};
use crate::engine::graph::answer::{Call, Implementation, Node, Reference, Site};
use crate::engine::graph::callers::{Found, Traced};
use crate::engine::graph::project::{Def, Project};
use crate::engine::graph::syntax::{MOST_DEFINITIONS, Results};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use tokio::runtime::Handle;

/// Maximum number of places that a note lists.
const MOST_NAMED: usize = 3;

/// Properties of a result that the merge needs.
pub(in crate::engine) trait Row: Send + Sized + Clone {
    fn certainty(&self) -> Certainty;

    /// Distance from the target; 1 for direct results.
    fn depth(&self) -> usize {
        1
    }

    /// Lines that the row lists, by displayed path.
    fn lines(&self) -> Vec<(Arc<str>, usize)>;

    /// Definition that the row stands for, by file, line and name.
    fn key(&self) -> (Option<Arc<str>>, Option<usize>, String);

    /// The row limited to the lines that `accept` returns true for; `None` if none is left.
    fn limited(&self, accept: &dyn Fn(&Arc<str>, usize) -> bool) -> Option<Self>;
}

fn node_key(node: &Node) -> (Option<Arc<str>>, Option<usize>, String) {
    (node.file.clone(), node.line, node.name.clone())
}

impl Row for Reference {
    fn certainty(&self) -> Certainty {
        self.certainty
    }

    fn lines(&self) -> Vec<(Arc<str>, usize)> {
        vec![(Arc::clone(&self.site.file), self.site.line)]
    }

    fn key(&self) -> (Option<Arc<str>>, Option<usize>, String) {
        node_key(&self.within)
    }

    fn limited(&self, accept: &dyn Fn(&Arc<str>, usize) -> bool) -> Option<Self> {
        accept(&self.site.file, self.site.line).then(|| self.clone())
    }
}

impl Row for Call {
    fn certainty(&self) -> Certainty {
        self.certainty
    }

    fn depth(&self) -> usize {
        self.depth
    }

    fn lines(&self) -> Vec<(Arc<str>, usize)> {
        self.sites.iter().map(|site| (Arc::clone(&site.file), site.line)).collect()
    }

    fn key(&self) -> (Option<Arc<str>>, Option<usize>, String) {
        node_key(&self.node)
    }

    fn limited(&self, accept: &dyn Fn(&Arc<str>, usize) -> bool) -> Option<Self> {
        let sites: Vec<Site> =
            self.sites.iter().filter(|site| accept(&site.file, site.line)).cloned().collect();
        (!sites.is_empty()).then(|| Call { sites, ..self.clone() })
    }
}

impl Row for Implementation {
    fn certainty(&self) -> Certainty {
        self.certainty
    }

    fn lines(&self) -> Vec<(Arc<str>, usize)> {
        self.node.file.iter().cloned().zip(self.node.line).collect()
    }

    fn key(&self) -> (Option<Arc<str>>, Option<usize>, String) {
        node_key(&self.node)
    }

    fn limited(&self, accept: &dyn Fn(&Arc<str>, usize) -> bool) -> Option<Self> {
        let (file, line) = (self.node.file.as_ref()?, self.node.line?);
        accept(file, line).then(|| self.clone())
    }
}

/// Returns the results for each group of definitions: from a language server if one replies in
/// time, else from syntax.
pub(in crate::engine) fn tiers<T: Row>(
    project: &Project<'_>,
    live: Option<(&LspContext, &Handle)>,
    groups: &[Vec<Def>],
    syntax: impl FnOnce() -> Result<Traced<T>, Cancelled>,
    ask: impl Fn(&Asker<'_, '_>, &[Def]) -> Result<ServerAnswer<T>, NoAnswer> + Sync,
) -> Result<Results<T>, Cancelled> {
    let Some((live, runtime)) = live else {
        let Traced { found, searches } = syntax()?;
        let found = found.into_iter().map(|found| (found, Evidence::syntax())).collect();
        return Ok(Results { found, searches });
    };
    let asker = Asker::new(project, live, runtime.clone());
    let (Traced { found, searches }, said) = if groups.len() <= MOST_DEFINITIONS {
        at_once(&asker, groups, syntax, &ask)?
    } else {
        // Only the most used definitions are shown, and syntax determines which those are.
        let traced = syntax()?;
        asker.wait_no_longer_than_asked();
        let mut order: Vec<usize> = (0..groups.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse(traced.found[*index].results.len()));
        order.truncate(MOST_DEFINITIONS);
        let shown: Vec<&[Def]> = order.iter().map(|index| groups[*index].as_slice()).collect();
        let answers = all(&asker, &shown, &ask);
        let mut said: Vec<Option<Result<ServerAnswer<T>, NoAnswer>>> =
            groups.iter().map(|_| None).collect();
        for (index, answer) in order.into_iter().zip(answers) {
            said[index] = Some(answer);
        }
        (traced, said)
    };
    project.snapshot.cancel().check()?;
    let home = |group: &Vec<Def>| {
        group.first().map(|def| Arc::clone(&project.entry(def.file).path.display))
    };
    let homes = groups.iter().map(home);
    let found = found
        .into_iter()
        .zip(said)
        .zip(homes)
        .map(|((found, said), home)| merge(found, said, home))
        .collect();
    Ok(Results { found, searches })
}

type Answers<T> = (Traced<T>, Vec<Option<Result<ServerAnswer<T>, NoAnswer>>>);

/// Queries the server while syntax works.
fn at_once<T: Row>(
    asker: &Asker<'_, '_>,
    groups: &[Vec<Def>],
    syntax: impl FnOnce() -> Result<Traced<T>, Cancelled>,
    ask: &(impl Fn(&Asker<'_, '_>, &[Def]) -> Result<ServerAnswer<T>, NoAnswer> + Sync),
) -> Result<Answers<T>, Cancelled> {
    let groups: Vec<&[Def]> = groups.iter().map(Vec::as_slice).collect();
    std::thread::scope(|scope| {
        let asking = scope.spawn(|| all(asker, &groups, ask));
        let traced = syntax();
        match traced {
            Ok(_) => asker.wait_no_longer_than_asked(),
            Err(_) => asker.give_up(),
        }
        let said = asking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Ok((traced?, said.into_iter().map(Some).collect()))
    })
}

/// Queries all groups concurrently.
fn all<T: Row>(
    asker: &Asker<'_, '_>,
    groups: &[&[Def]],
    ask: &(impl Fn(&Asker<'_, '_>, &[Def]) -> Result<ServerAnswer<T>, NoAnswer> + Sync),
) -> Vec<Result<ServerAnswer<T>, NoAnswer>> {
    if let [group] = groups {
        return vec![ask(asker, group)];
    }
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            groups.iter().map(|group| scope.spawn(|| ask(asker, group))).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().map(join).collect()
    })
}

/// Merges a server's answer with the rows that only syntax finds. A server sees one build
/// configuration of the projects that it has loaded: occurrences in other code are judged by
/// syntax. In a file that the server has analysed, results that syntax finds possible and the
/// server does not report are dropped.
fn merge<T: Row>(
    found: Found<T>,
    said: Option<Result<ServerAnswer<T>, NoAnswer>>,
    home: Option<Arc<str>>,
) -> (Found<T>, Evidence) {
    match said {
        None => (found, Evidence::syntax()),
        Some(Err(NoAnswer { server, state, note, why })) => {
            let note = match &server {
                Some(server) if why == Why::Unsupported => {
                    Some(format!("{server} cannot be asked this"))
                }
                _ => note,
            };
            (found, Evidence { server, state, note, ..Evidence::syntax() })
        }
        Some(Ok(mut said)) => {
            let beside = beside(&found, &said, home);
            let evidence = evidence(&said, &beside);
            let analysed = beside.analysed;
            said.results.extend(beside.rows);
            (
                Found { analysed, again: found.again, ..Found::new(said.results, found.skipped) },
                evidence,
            )
        }
    }
}

/// Rows of syntax that a server's answer lacks.
struct Beside<T> {
    rows: Vec<T>,
    /// Files that the server is known to have analysed.
    analysed: BTreeSet<Arc<str>>,
    /// Places of the rows, in order.
    lines: Vec<(Arc<str>, usize)>,
    /// True if any of the rows is likely, so that the server's answer is incomplete.
    is_likely: bool,
}

/// Returns the rows of syntax that a server's answer lacks. `home` is the file of the target, which
/// the server has analysed.
fn beside<T: Row>(found: &Found<T>, said: &ServerAnswer<T>, home: Option<Arc<str>>) -> Beside<T> {
    let lines: BTreeSet<(Arc<str>, usize)> = said.results.iter().flat_map(Row::lines).collect();
    let keys: HashSet<_> = said.results.iter().map(Row::key).collect();
    let mut analysed: BTreeSet<Arc<str>> = lines.iter().map(|(file, _)| Arc::clone(file)).collect();
    analysed.extend(home);
    let mut beside = Beside { rows: Vec::new(), analysed, lines: Vec::new(), is_likely: false };
    for row in &found.results {
        let is_likely = row.certainty() <= Certainty::Likely;
        let is_open = |file: &Arc<str>, line| {
            !lines.contains(&(Arc::clone(file), line))
                && (is_likely || !beside.analysed.contains(file))
        };
        let Some(row) = row.limited(&is_open) else { continue };
        // A row of the server is not repeated at a deeper level.
        if row.depth() > 1 && keys.contains(&row.key()) {
            continue;
        }
        beside.is_likely |= is_likely;
        beside.lines.extend(row.lines());
        beside.rows.push(row);
    }
    beside.lines.sort_unstable();
    beside.lines.dedup();
    beside
}

fn evidence<T>(said: &ServerAnswer<T>, beside: &Beside<T>) -> Evidence {
    let complete = !beside.is_likely && said.lost == 0;
    let mut notes = Vec::new();
    if !beside.lines.is_empty() {
        let named: Vec<String> = beside
            .lines
            .iter()
            .take(MOST_NAMED)
            .map(|(file, line)| format!("{file}:{line}"))
            .collect();
        let more = if beside.lines.len() > MOST_NAMED { ", …" } else { "" };
        let rows = plural(beside.rows.len(), "row is syntax's", "rows are syntax's");
        let count = beside.rows.len();
        notes.push(format!(
            "{count} {rows}, in code that {} does not see: {}{more}",
            said.server,
            named.join(", ")
        ));
    }
    if said.lost > 0 {
        notes.push(format!(
            "{} places of its answer are not in the files as they are now",
            said.lost
        ));
    }
    let mut state = State::Ready;
    if !complete {
        notes.extend(said.limits.project.clone());
        if let Some(limit) = &said.limits.safe_mode {
            state = State::Untrusted;
            notes.push(format!("{limit}; `spelunk trust` allows more"));
        }
    }
    Evidence {
        source: Source::Lsp,
        server: Some(said.server.clone()),
        state,
        complete: Some(complete),
        composed: said.composed,
        note: (!notes.is_empty()).then(|| notes.join("; ")),
    }
}
