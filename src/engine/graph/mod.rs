//! The graph of uses: callers, callees, references and implementations.
//!
//! This is the one door: who answers is decided here. Today that is syntax, with the text where there is no grammar.

pub mod answer;
pub(in crate::engine) mod bind;
mod callees;
mod callers;
mod chain;
mod directory_modules;
mod implementations;
pub(in crate::engine) mod infer;
pub(in crate::engine) mod members;
pub(in crate::engine) mod modules;
mod path_modules;
pub(in crate::engine) mod project;
mod python_modules;
mod references;
mod rust_modules;
mod syntax;
mod type_text;
mod uses;

pub use answer::{Answer, Answers, Call, Implementation, Mentioned, Node, Reference, ReferenceRole, Site};

use crate::engine::resolve::{ResolveError, Target};
use crate::workspace::{Snapshot, SourcePath};
use project::Project;
use std::sync::Arc;
use std::time::Instant;

/// One question about one target.
#[derive(Debug, Clone, Default)]
pub struct Question {
    pub target: Target,
    /// Levels of callers or callees; 1 for direct ones.
    pub depth: usize,
    /// Until when a language server is waited for; `None`: none is started.
    pub deadline: Option<Instant>,
}

/// Who calls the target.
///
/// # Errors
/// When the target contradicts itself or the files, and when the request is cancelled.
pub async fn callers(snapshot: Arc<Snapshot>, question: Question) -> Result<Answers<Call>, ResolveError> {
    by_syntax(snapshot, question, |project, question| syntax::find_callers(project, &question.target, question.depth))
        .await
}

/// What the target calls.
///
/// # Errors
/// See [`callers`].
pub async fn callees(snapshot: Arc<Snapshot>, question: Question) -> Result<Answers<Call>, ResolveError> {
    by_syntax(snapshot, question, |project, question| syntax::find_callees(project, &question.target, question.depth))
        .await
}

/// Where the target is used; its own declaration counts where `with_declaration` asks for it.
///
/// # Errors
/// See [`callers`].
pub async fn references(
    snapshot: Arc<Snapshot>,
    question: Question,
    with_declaration: bool,
) -> Result<Answers<Reference>, ResolveError> {
    let find = move |project: &Project<'_>, question: &Question| {
        syntax::find_references(project, &question.target, with_declaration)
    };
    by_syntax(snapshot, question, find).await
}

/// What implements, extends or overrides the target.
///
/// # Errors
/// See [`callers`].
pub async fn implementations(
    snapshot: Arc<Snapshot>,
    question: Question,
) -> Result<Answers<Implementation>, ResolveError> {
    by_syntax(snapshot, question, |project, question| syntax::find_implementations(project, &question.target)).await
}

/// Runs work of the syntax tier away from the threads that serve the protocol.
async fn by_syntax<T: Send + 'static>(
    snapshot: Arc<Snapshot>,
    question: Question,
    work: impl FnOnce(&Project<'_>, &Question) -> Result<T, ResolveError> + Send + 'static,
) -> Result<T, ResolveError> {
    let work = move || {
        let asked: Vec<SourcePath> = question.target.file.iter().cloned().collect();
        let project = Project::new(&snapshot, &asked)?;
        work(&project, &question)
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
        Err(_) => Err(ResolveError::Cancelled(crate::domain::Cancelled)),
    }
}
