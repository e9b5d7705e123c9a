//! The tier of the language servers: queries to them, and their replies as rows of the graph.
//!
//! While a server is queried, syntax works on the same question. If the server replies in time,
//! its rows come first and `merge` adds those of syntax that they lack, line by line; otherwise all
//! rows are of syntax.

mod calls;
mod diagnostics;
mod implementations;
mod merge;
mod prefetch;
mod references;

pub(super) use calls::callees;
pub(in crate::engine) use calls::callers;
pub use diagnostics::Diagnostic;
pub(in crate::engine) use diagnostics::diagnostics;
pub(in crate::engine) use implementations::implementations;
pub(in crate::engine) use merge::tiers;
pub(super) use prefetch::prefetch;
pub(in crate::engine) use references::{references, references_above, references_to_any};

use super::libraries::Libraries;
use super::project::{Def, Project, Unit};
use crate::domain::{Note, Progress, State, is_word, lock};
use crate::engine::servers::LanguageServers;
use crate::lsp::{
    Answer, Calls, FileRange, Limits, Moment, Outcome, Query, Reply, RequestKind, Servers,
    Span as LspSpan,
};
use crate::workspace::names::Span;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Maximum number of definitions queried for one target: alternatives and overloads, which a server
/// may treat as different symbols.
const MAX_PLACES: usize = 4;

/// Interval at which a waiting query checks whether the request was cancelled.
const CANCEL_CHECK: Duration = Duration::from_millis(50);

/// Access to the language servers for one question.
#[derive(Clone)]
pub struct LspContext {
    servers: LanguageServers,
    /// Deadline for a server's start and its reply together.
    pub deadline: Instant,
    progress: Progress,
    asked: Moment,
}

impl LspContext {
    /// Creates the context of a question that starts now, before any file is read.
    pub fn new(servers: LanguageServers, deadline: Instant, progress: Progress) -> Self {
        Self { servers, deadline, progress, asked: Moment::now() }
    }
}

impl std::fmt::Debug for LspContext {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("LspContext")
            .field("deadline", &self.deadline)
            .finish_non_exhaustive()
    }
}

/// A server's answer to one question about one target.
pub(in crate::engine) struct ServerAnswer<T> {
    pub(in crate::engine) results: Vec<T>,
    /// True if the results are composed from other kinds of requests.
    pub(in crate::engine) composed: bool,
    pub(in crate::engine) server: String,
    pub(in crate::engine) limits: Limits,
    /// Number of places that are not in the files as they are now, or in no readable file.
    pub(in crate::engine) lost: usize,
}

/// Reason why no server answered.
#[derive(Debug, Clone)]
pub(in crate::engine) struct NoAnswer {
    pub(super) server: Option<String>,
    pub(super) state: State,
    pub(super) note: Option<Note>,
    pub(in crate::engine) reason: NoAnswerReason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum NoAnswerReason {
    /// No server was ready, or it failed.
    NoAnswer,
    /// The server does not support the request.
    Unsupported,
    /// The server is ready but does not see the definition, and therefore not its uses.
    Unseen,
}

impl NoAnswer {
    /// No query was sent.
    pub(in crate::engine) const fn unasked() -> Self {
        Self { server: None, state: State::NotNeeded, note: None, reason: NoAnswerReason::NoAnswer }
    }

    fn unseen(answering: AnsweringServer) -> Self {
        let note = format!(
            "{} does not see this definition: its code is switched off, or in no project that is loaded",
            answering.server
        );
        Self {
            server: Some(answering.server),
            state: State::Ready,
            note: Some(Note::Remark(note)),
            reason: NoAnswerReason::Unseen,
        }
    }
}

/// Queries servers from threads that may block.
pub(in crate::engine) struct Asker<'p, 's> {
    pub(in crate::engine) project: &'p Project<'s>,
    servers: Servers,
    all_servers: LanguageServers,
    /// Looked up when the first file outside of the roots is met.
    libraries: OnceLock<Libraries>,
    runtime: Handle,
    asked: Moment,
    cancellation: CancellationToken,
    deadline: Instant,
    progress: Progress,
    /// Cached files outside the walk that answers referred to.
    external_units: Mutex<HashMap<PathBuf, Option<Arc<Unit>>>>,
}

/// A span in a parsed file.
pub(super) struct Located {
    pub(super) unit: Arc<Unit>,
    pub(super) span: Span,
}

impl<'p, 's> Asker<'p, 's> {
    pub(super) fn new(project: &'p Project<'s>, lsp_context: &LspContext, runtime: Handle) -> Self {
        lsp_context.servers.keep_out(project.snapshot.roots().iter().map(|root| &*root.path));
        Self {
            project,
            servers: lsp_context.servers.servers.clone(),
            all_servers: lsp_context.servers.clone(),
            libraries: OnceLock::new(),
            runtime,
            asked: lsp_context.asked,
            cancellation: CancellationToken::new(),
            deadline: lsp_context.deadline,
            progress: lsp_context.progress.clone(),
            external_units: Mutex::default(),
        }
    }

    /// Cancels the queries at the deadline. Called when syntax is done: until then, waiting costs
    /// nothing.
    pub(super) fn cancel_at_deadline(&self) {
        let (cancellation, deadline) = (self.cancellation.clone(), self.deadline);
        self.runtime.spawn(async move {
            tokio::time::sleep_until(deadline.into()).await;
            cancellation.cancel();
        });
    }

    /// Cancels the queries now.
    pub(super) fn cancel(&self) {
        self.cancellation.cancel();
    }

    /// Queries all the definitions concurrently. Returns the replies in their order.
    fn ask(&self, defs: &[Def], ask: RequestKind) -> Vec<Reply<Answer>> {
        let places: Vec<(Arc<Unit>, usize)> = defs
            .iter()
            .filter_map(|def| self.project.get(*def))
            .map(|(unit, symbol)| {
                let at = unit.symbol(symbol).name_bytes.start;
                (Arc::clone(unit), at)
            })
            .collect();
        self.ask_at(&places, ask)
    }

    /// Queries all the places concurrently. Returns the replies in their order; none if the request
    /// was cancelled.
    fn ask_at(&self, places: &[(Arc<Unit>, usize)], ask: RequestKind) -> Vec<Reply<Answer>> {
        // Many places may lie in one file: they share its text.
        let mut texts: HashMap<Arc<Path>, Arc<str>> = HashMap::new();
        let query = |(unit, at): &(Arc<Unit>, usize)| {
            let text = texts
                .entry(Arc::clone(&unit.entry.path.absolute))
                .or_insert_with(|| unit.content().into());
            self.query(unit, *at, Arc::clone(text))
        };
        let queries: Vec<Query> = places.iter().map(query).collect();
        let servers = self.servers.clone();
        self.runtime.block_on(async {
            let mut running = JoinSet::new();
            for (index, query) in queries.into_iter().enumerate() {
                let servers = servers.clone();
                running.spawn(async move { (index, servers.ask(&query, ask).await) });
            }
            let all = async {
                let mut replies = Vec::new();
                while let Some(joined) = running.join_next().await {
                    replies.extend(joined.ok());
                }
                replies.sort_by_key(|(index, _)| *index);
                replies.into_iter().map(|(_, reply)| reply).collect()
            };
            tokio::select! {
                biased;
                replies = all => replies,
                () = self.cancelled() => Vec::new(),
            }
        })
    }

    async fn cancelled(&self) {
        while !self.project.snapshot.cancel().is_cancelled() {
            tokio::time::sleep(CANCEL_CHECK).await;
        }
    }

    /// Returns the query about a byte offset of a file with the given text.
    fn query(&self, unit: &Unit, at: usize, text: Arc<str>) -> Query {
        let file = unit.entry.path.absolute.to_path_buf();
        let root = self.project.snapshot.roots().boundary_of(&file);
        let beside = || file.parent().unwrap_or(&file).to_path_buf();
        Query {
            language: unit.language.id.to_owned(),
            boundary: root.map_or_else(beside, Path::to_path_buf),
            text,
            offset: at,
            asked: self.asked,
            seen: Some(self.project.walk()),
            cancellation: self.cancellation.clone(),
            progress: self.progress.clone(),
            file,
        }
    }

    /// Returns the file of a path from a server's reply.
    fn unit(&self, path: &Path) -> Option<Arc<Unit>> {
        if let Some(file) = self.project.at_path(path) {
            return self.project.unit(file).cloned();
        }
        if let Some(known) = lock(&self.external_units).get(path) {
            return known.clone();
        }
        let unit = self.project.external_unit(path, self.libraries()).map(Arc::new);
        lock(&self.external_units).insert(path.to_owned(), unit.clone());
        unit
    }

    fn libraries(&self) -> &Libraries {
        self.libraries.get_or_init(|| {
            let roots = || self.project.snapshot.roots().iter().map(|root| &*root.path);
            let paths: Vec<PathBuf> = roots().map(Path::to_owned).collect();
            Libraries::new(self.all_servers.libraries(&paths), roots())
        })
    }

    /// Returns whether nothing of what a file holds may be shown, not even the names of its
    /// definitions: it is outside of the roots and no dependency.
    fn is_withheld(&self, path: &Path) -> bool {
        if self.project.at_path(path).is_some() {
            return false;
        }
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        self.project.snapshot.roots().root_of(&real).is_none() && !self.libraries().hold(&real)
    }

    /// Resolves a place from a server's reply; `None` if the file has no such line, or the span
    /// would start within a word.
    fn locate(&self, place: &FileRange) -> Option<Located> {
        let unit = self.unit(&place.file)?;
        let span = span_in(&unit, place.span)?;
        let (before, after) = unit.content().split_at(span.start as usize);
        self.project.need_code_at(&unit, span.start as usize);
        let splits_word = before.ends_with(is_word) && after.starts_with(is_word);
        (!splits_word).then_some(Located { unit, span })
    }
}

/// Converts a server's span to bytes of the text; `None` if there is no such line.
fn span_in(unit: &Unit, span: LspSpan) -> Option<Span> {
    let start = unit.text.line_range(span.start.line)?;
    let first = start.start + span.start.column.byte_in(&unit.content()[start]);
    // An end at the start of the line after the last is the text's end.
    let last = unit.text.line_range(span.end.line).map_or(unit.content().len(), |range| {
        range.start + span.end.column.byte_in(&unit.content()[range])
    });
    Some(Span::new(first..last.max(first)))
}

/// Runs a function on several items at the same time, each on a thread of its own; returns the
/// results in their order.
fn concurrently<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    run: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let run = &run;
    thread::scope(|scope| {
        let threads: Vec<_> =
            items.into_iter().map(|item| scope.spawn(move || run(item))).collect();
        threads.into_iter().map(join).collect()
    })
}

/// Waits for a thread and returns its result; panics if it has panicked.
fn join<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Returns the definitions of a target that are queried: the first [`MAX_PLACES`].
fn asked(group: &[Def]) -> &[Def] {
    &group[..group.len().min(MAX_PLACES)]
}

/// Merges replies, with the server that answered; `Err` if none answered, or if a responsible
/// server is not ready.
fn together<T>(
    replies: Vec<Reply<Answer>>,
    mut take: impl FnMut(usize, Answer) -> T,
) -> Result<(Vec<T>, AnsweringServer), NoAnswer> {
    let mut taken = Vec::new();
    let mut answering = None;
    let mut no_answer: Option<NoAnswer> = None;
    for (index, reply) in replies.into_iter().enumerate() {
        let Reply { outcome, server, state, note, limits } = reply;
        match outcome {
            Outcome::Answered(answer) => {
                taken.push(take(index, answer));
                answering = Some(AnsweringServer { server: server.unwrap_or_default(), limits });
            }
            Outcome::NotReady => {
                return Err(NoAnswer { server, state, note, reason: NoAnswerReason::NoAnswer });
            }
            Outcome::Unsupported => {
                no_answer =
                    Some(NoAnswer { server, state, note, reason: NoAnswerReason::Unsupported });
            }
            Outcome::Failed => {
                no_answer.get_or_insert(NoAnswer {
                    server,
                    state,
                    note,
                    reason: NoAnswerReason::NoAnswer,
                });
            }
        }
    }
    match (answering, no_answer) {
        (Some(answering), _) => Ok((taken, answering)),
        (None, Some(no_answer)) => Err(no_answer),
        // No query was sent, or the request was cancelled, which the caller detects itself.
        (None, None) => Err(NoAnswer::unasked()),
    }
}

/// The server that answered.
#[derive(Debug, Clone)]
struct AnsweringServer {
    server: String,
    limits: Limits,
}

impl AnsweringServer {
    fn into_answer<T>(self, results: Vec<T>, composed: bool, lost: usize) -> ServerAnswer<T> {
        ServerAnswer { results, composed, server: self.server, limits: self.limits, lost }
    }
}

fn places(answer: Answer) -> Vec<FileRange> {
    match answer {
        Answer::Places(places) => places,
        Answer::Calls(_) | Answer::Items(_) => Vec::new(),
    }
}

fn calls_of(answer: Answer) -> Calls {
    match answer {
        Answer::Calls(calls) => calls,
        Answer::Places(_) | Answer::Items(_) => Calls { items: Vec::new(), calls: Vec::new() },
    }
}

/// Returns whether a place is the name of one of the definitions.
fn is_name_of(project: &Project<'_>, group: &[Def], located: &Located) -> bool {
    group.iter().any(|def| {
        project.get(*def).is_some_and(|(unit, symbol)| {
            unit.entry.path.absolute == located.unit.entry.path.absolute
                && unit.symbol(symbol).name_bytes.start == located.span.start as usize
        })
    })
}
