//! The graph of uses: callers, callees, references and implementations.
//!
//! Entry point of the graph: it selects the source of each answer. That is a language server where
//! one is ready in time, else syntax, with text search for languages without a grammar.

pub(in crate::engine) mod account;
pub mod answer;
mod callees;
pub(in crate::engine) mod callers;
mod constructions;
pub(in crate::engine) mod file_local;
mod generated;
pub(in crate::engine) mod implementations;
mod libraries;
mod limits;
pub(in crate::engine) mod lsp;
mod marks;
mod memo;
mod mentions;
pub(in crate::engine) mod model;
pub(in crate::engine) mod project;
pub(in crate::engine) mod references;
pub(in crate::engine) mod resolve;
mod rule;
pub(in crate::engine) mod semantics;
mod subtypes;
pub(in crate::engine) mod syntax;
pub(in crate::engine) mod text;
pub(in crate::engine) mod uses;

pub use answer::{
    Answer, Answers, Call, Hop, Implementation, Mentioned, Node, Reference, ReferenceRole,
    Response, Site, UnreadFile,
};
pub use lsp::{Diagnostic, LspContext};
pub use rule::Rule;

use crate::engine::target::{ResolveError, Target};
use crate::lsp::RequestKind;
use crate::workspace::{Snapshot, SourcePath};
use lsp::Asker;
use project::{Def, Project};
use std::sync::Arc;
use syntax::Kinds;
use text::Subject;
use tokio::runtime::Handle;
use uses::ParseBudget;

/// One question about one target.
#[derive(Debug, Clone, Default)]
pub struct Question {
    pub target: Target,
    /// Levels of callers or callees; 1 for direct ones.
    pub depth: usize,
    /// Access to the language servers; `None` queries none.
    pub lsp_context: Option<LspContext>,
}

/// Returns the callers of the target.
///
/// # Errors
/// If the target contradicts itself or the files, and if the request is cancelled.
pub async fn callers(
    snapshot: Arc<Snapshot>,
    question: Question,
) -> Result<Response<Call>, ResolveError> {
    answer(snapshot, question, |project, question, lsp_context| {
        let depth = question.depth.max(1);
        let by_text = |subject: &Subject| Ok(subject.callers());
        let _prefetch =
            lsp::prefetch(project, &question.target, lsp_context, RequestKind::IncomingCalls);
        syntax::answers(project, &question.target, Kinds::Called, by_text, |groups| {
            let syntax = || callers::callers(project, groups, depth, &mut ParseBudget::new());
            let ask = |asker: &Asker<'_, '_>, group: &[Def]| lsp::callers(asker, group, depth);
            lsp::tiers(project, lsp_context, groups, syntax, ask)
        })
    })
    .await
}

/// Returns the callees of the target.
///
/// # Errors
/// See [`callers`].
pub async fn callees(
    snapshot: Arc<Snapshot>,
    question: Question,
) -> Result<Response<Call>, ResolveError> {
    answer(snapshot, question, |project, question, lsp_context| {
        let depth = question.depth.max(1);
        let by_text = |subject: &Subject| subject.callees(project);
        let _prefetch =
            lsp::prefetch(project, &question.target, lsp_context, RequestKind::OutgoingCalls);
        let response =
            syntax::answers(project, &question.target, Kinds::Called, by_text, |groups| {
                let syntax = || callees::callees(project, groups, depth);
                let ask = |asker: &Asker<'_, '_>, group: &[Def]| lsp::callees(asker, group, depth);
                lsp::tiers(project, lsp_context, groups, syntax, ask)
            })?;
        // Callees are not occurrences of the target's name.
        Ok(Response { account: None, ..response })
    })
    .await
}

/// Returns the references to the target; its own declaration is included if `with_declaration`.
///
/// # Errors
/// See [`callers`].
pub async fn references(
    snapshot: Arc<Snapshot>,
    question: Question,
    with_declaration: bool,
) -> Result<Response<Reference>, ResolveError> {
    answer(snapshot, question, move |project, question, lsp_context| {
        let by_text = |subject: &Subject| Ok(subject.references(with_declaration));
        let _prefetch =
            lsp::prefetch(project, &question.target, lsp_context, RequestKind::References);
        syntax::answers(project, &question.target, Kinds::All, by_text, |groups| {
            let syntax = || {
                references::references(project, groups, with_declaration, &mut ParseBudget::new())
            };
            let ask = |asker: &Asker<'_, '_>, group: &[Def]| {
                lsp::references(asker, group, with_declaration)
            };
            lsp::tiers(project, lsp_context, groups, syntax, ask)
        })
    })
    .await
}

/// Returns the definitions that implement, extend or override the target.
///
/// # Errors
/// See [`callers`].
pub async fn implementations(
    snapshot: Arc<Snapshot>,
    question: Question,
) -> Result<Response<Implementation>, ResolveError> {
    answer(snapshot, question, |project, question, lsp_context| {
        let by_text = |subject: &Subject| Ok(subject.implementations());
        let _prefetch =
            lsp::prefetch(project, &question.target, lsp_context, RequestKind::Implementations);
        syntax::answers(project, &question.target, Kinds::Extended, by_text, |groups| {
            let syntax =
                || implementations::implementations(project, groups, &mut ParseBudget::further());
            lsp::tiers(project, lsp_context, groups, syntax, lsp::implementations)
        })
    })
    .await
}

/// Runs the work of an answer on a blocking thread, away from the threads that serve the protocol.
pub(in crate::engine) async fn answer<T: Send + 'static>(
    snapshot: Arc<Snapshot>,
    question: Question,
    work: impl FnOnce(
        &Project<'_>,
        &Question,
        Option<(&LspContext, &Handle)>,
    ) -> Result<T, ResolveError>
    + Send
    + 'static,
) -> Result<T, ResolveError> {
    let runtime = Handle::current();
    let work = move || {
        let asked: Vec<SourcePath> = question.target.file.iter().cloned().collect();
        let project = Project::new(&snapshot, &asked)?;
        work(
            &project,
            &question,
            question.lsp_context.as_ref().map(|lsp_context| (lsp_context, &runtime)),
        )
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
        Err(_) => Err(ResolveError::Cancelled(crate::domain::Cancelled)),
    }
}
