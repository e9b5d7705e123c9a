//! The merge of tiers: one answer, one source, and what it rests on.

use super::{Asker, Live, Said, Silence, Why};
use crate::domain::{Cancelled, Certainty, Evidence, Source, State};
use crate::engine::graph::answer::{Call, Implementation, Reference};
use crate::engine::graph::callers::Found;
use crate::engine::graph::project::{Def, Project};
use crate::engine::graph::syntax::MOST_DEFINITIONS;
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::runtime::Handle;

/// Files that a note names.
const MOST_NAMED: usize = 3;

/// A row of an answer, as far as the merge must know it.
pub(in crate::engine) trait Row: Send {
    fn certainty(&self) -> Certainty;

    /// The displayed paths of the files in which the row says that something stands.
    fn files(&self) -> Vec<Arc<str>>;
}

impl Row for Reference {
    fn certainty(&self) -> Certainty {
        self.certainty
    }

    fn files(&self) -> Vec<Arc<str>> {
        vec![Arc::clone(&self.site.file)]
    }
}

impl Row for Call {
    fn certainty(&self) -> Certainty {
        self.certainty
    }

    fn files(&self) -> Vec<Arc<str>> {
        self.sites.iter().map(|site| Arc::clone(&site.file)).collect()
    }
}

impl Row for Implementation {
    fn certainty(&self) -> Certainty {
        self.certainty
    }

    fn files(&self) -> Vec<Arc<str>> {
        self.node.file.iter().cloned().collect()
    }
}

/// Answers for each group of definitions: by a language server where one speaks in time, else by syntax.
pub(in crate::engine) fn tiers<T: Row>(
    project: &Project<'_>,
    live: Option<(&Live, &Handle)>,
    groups: &[Vec<Def>],
    syntax: impl FnOnce() -> Result<Vec<Found<T>>, Cancelled>,
    ask: impl Fn(&Asker<'_, '_>, &[Def]) -> Result<Said<T>, Silence> + Sync,
) -> Result<Vec<(Found<T>, Evidence)>, Cancelled> {
    let Some((live, runtime)) = live else {
        return Ok(syntax()?.into_iter().map(|found| (found, Evidence::syntax())).collect());
    };
    let asker = Asker::new(project, live, runtime.clone());
    let (found, said) = if groups.len() <= MOST_DEFINITIONS {
        at_once(&asker, groups, syntax, &ask)?
    } else {
        // Only the most used are shown, and which those are is known afterwards.
        let found = syntax()?;
        asker.wait_no_longer_than_asked();
        let mut order: Vec<usize> = (0..groups.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse(found[*index].results.len()));
        order.truncate(MOST_DEFINITIONS);
        let shown: Vec<&[Def]> = order.iter().map(|index| groups[*index].as_slice()).collect();
        let answers = all(&asker, &shown, &ask);
        let mut said: Vec<Option<Result<Said<T>, Silence>>> = groups.iter().map(|_| None).collect();
        for (index, answer) in order.into_iter().zip(answers) {
            said[index] = Some(answer);
        }
        (found, said)
    };
    project.snapshot.cancel().check()?;
    Ok(found.into_iter().zip(said).map(|(found, said)| merge(found, said)).collect())
}

type Answers<T> = (Vec<Found<T>>, Vec<Option<Result<Said<T>, Silence>>>);

/// Asks while syntax works.
fn at_once<T: Row>(
    asker: &Asker<'_, '_>,
    groups: &[Vec<Def>],
    syntax: impl FnOnce() -> Result<Vec<Found<T>>, Cancelled>,
    ask: &(impl Fn(&Asker<'_, '_>, &[Def]) -> Result<Said<T>, Silence> + Sync),
) -> Result<Answers<T>, Cancelled> {
    let groups: Vec<&[Def]> = groups.iter().map(Vec::as_slice).collect();
    std::thread::scope(|scope| {
        let asking = scope.spawn(|| all(asker, &groups, ask));
        let found = syntax();
        match found {
            Ok(_) => asker.wait_no_longer_than_asked(),
            Err(_) => asker.give_up(),
        }
        let said = asking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Ok((found?, said.into_iter().map(Some).collect()))
    })
}

/// Asks about all groups at a time.
fn all<T: Row>(
    asker: &Asker<'_, '_>,
    groups: &[&[Def]],
    ask: &(impl Fn(&Asker<'_, '_>, &[Def]) -> Result<Said<T>, Silence> + Sync),
) -> Vec<Result<Said<T>, Silence>> {
    if let [group] = groups {
        return vec![ask(asker, group)];
    }
    std::thread::scope(|scope| {
        let threads: Vec<_> = groups.iter().map(|group| scope.spawn(|| ask(asker, group))).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().map(join).collect()
    })
}

/// One answer from one source.
fn merge<T: Row>(found: Found<T>, said: Option<Result<Said<T>, Silence>>) -> (Found<T>, Evidence) {
    match said {
        None => (found, Evidence::syntax()),
        Some(Err(Silence { server, state, note, why })) => {
            let note = match &server {
                Some(server) if why == Why::Unsupported => Some(format!("{server} cannot be asked this")),
                _ => note,
            };
            (found, Evidence { server, state, note, ..Evidence::syntax() })
        }
        Some(Ok(said)) => {
            let missing = missing_files(&found, &said);
            let evidence = evidence(&said, &missing);
            (Found::new(said.results, Vec::new()), evidence)
        }
    }
}

/// Files in which syntax finds a likely use and the server none.
fn missing_files<T: Row>(found: &Found<T>, said: &Said<T>) -> Vec<Arc<str>> {
    let covered: BTreeSet<Arc<str>> = said.results.iter().flat_map(Row::files).collect();
    let likely = found.results.iter().filter(|row| row.certainty() <= Certainty::Likely);
    let missing: BTreeSet<Arc<str>> = likely.flat_map(Row::files).filter(|file| !covered.contains(file)).collect();
    missing.into_iter().collect()
}

fn evidence<T>(said: &Said<T>, missing: &[Arc<str>]) -> Evidence {
    let complete = missing.is_empty() && said.lost == 0;
    let mut notes = Vec::new();
    if !missing.is_empty() {
        let named: Vec<&str> = missing.iter().take(MOST_NAMED).map(|file| &**file).collect();
        let more = if missing.len() > MOST_NAMED { ", …" } else { "" };
        let (files, finds) = match missing.len() {
            1 => ("1 file".to_owned(), "a likely use"),
            count => (format!("{count} files"), "likely uses"),
        };
        notes.push(format!("syntax finds {finds} in {files} that its answer lacks: {}{more}", named.join(", ")));
    }
    if said.lost > 0 {
        notes.push(format!("{} places of its answer are not in the files as they are now", said.lost));
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
