//! The graph of uses: callers, callees, references and implementations.
//!
//! A query goes through `pipeline`, which asks the tiers of `relations`: a language server where
//! one is ready in time, syntax for what the server does not see or answer, and text search for
//! languages without a grammar. An answer may have rows of several tiers, each with its certainty.

mod accessor_names;
pub(in crate::engine) mod account;
mod ambiguous;
pub mod answer;
mod beside;
mod body_calls;
mod brackets;
mod called_parameters;
mod callees;
pub(in crate::engine) mod callers;
pub(in crate::engine) mod conditions;
mod constructions;
pub(in crate::engine) mod decorated;
mod decorators;
mod delegations;
pub(in crate::engine) mod enclosing;
mod events;
mod expectation;
mod external_target;
pub(in crate::engine) mod file_local;
mod functional;
mod generated;
pub(in crate::engine) mod groups;
mod held_calls;
pub(in crate::engine) mod implementations;
mod libraries;
pub(in crate::engine) mod limits;
pub(in crate::engine) mod lsp;
mod macros;
mod marks;
mod meant_overloads;
mod memo;
mod mentions;
mod messages;
pub(in crate::engine) mod model;
mod named_together;
mod nameless;
mod notes;
mod nullary;
mod only_by;
mod open_uses;
mod pasted;
pub mod paths;
pub(in crate::engine) mod pipeline;
pub(in crate::engine) mod project;
mod redefined;
pub(in crate::engine) mod references;
mod relations;
mod required;
pub(in crate::engine) mod resolve;
pub(in crate::engine) mod rows;
mod rule;
mod run_objects;
pub(in crate::engine) mod semantics;
mod sent_values;
pub(in crate::engine) mod site;
pub(in crate::engine) mod stand_ins;
mod structural;
pub(in crate::engine) mod subtypes;
mod table_case;
mod taken_types;
pub mod target;
pub(in crate::engine) mod text;
pub(in crate::engine) mod undefined;
mod use_searches;
pub(in crate::engine) mod uses;

pub use answer::{
    Answer, Answers, Call, FrameworkEntry, FurtherCall, GraphRow, Hop, Implementation,
    MeantOverload, Mentioned, Node, OpenUse, Reference, ReferenceRole, Response, Site, TestReach,
    UnreadFile,
};
pub use lsp::{Diagnostic, LspContext};
pub use only_by::{Dispatch, NamedAt, OnlyBy};
pub use rule::Rule;

use crate::workspace::{Snapshot, SourcePath};
use pipeline::Relation;
use project::Project;
use relations::{Callees, Callers, Implementations, References};
use std::sync::Arc;
use target::{ResolveError, Target};
use tokio::runtime::Handle;

/// Query about one target.
#[derive(Debug, Clone, Default)]
pub struct GraphQuery {
    pub target: Target,
    /// The other end of a question about paths.
    pub other: Option<Target>,
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
    query: GraphQuery,
) -> Result<Response<Call>, ResolveError> {
    let relation = Callers { depth: query.depth.max(1) };
    ask(snapshot, query, relation).await
}

/// Returns the callees of the target.
///
/// # Errors
/// See [`callers`].
pub async fn callees(
    snapshot: Arc<Snapshot>,
    query: GraphQuery,
) -> Result<Response<Call>, ResolveError> {
    let relation = Callees { depth: query.depth.max(1) };
    ask(snapshot, query, relation).await
}

/// Returns the references to the target; its own declaration is included if `with_declaration`.
///
/// # Errors
/// See [`callers`].
pub async fn references(
    snapshot: Arc<Snapshot>,
    query: GraphQuery,
    with_declaration: bool,
) -> Result<Response<Reference>, ResolveError> {
    ask(snapshot, query, References { with_declaration }).await
}

/// Returns the definitions that implement, extend or override the target.
///
/// # Errors
/// See [`callers`].
pub async fn implementations(
    snapshot: Arc<Snapshot>,
    query: GraphQuery,
) -> Result<Response<Implementation>, ResolveError> {
    ask(snapshot, query, Implementations).await
}

/// Answers a query about a relation.
async fn ask<R: Relation + Send + 'static>(
    snapshot: Arc<Snapshot>,
    query: GraphQuery,
    relation: R,
) -> Result<Response<R::Row>, ResolveError> {
    let asked = query.target.file.iter().cloned().collect();
    on_project(snapshot, asked, query, move |project, query, lsp_context| {
        pipeline::answers(project, &query.target, lsp_context, &relation)
    })
    .await
}

/// Maximum number of times that an answer is looked for while files go away.
const MAX_ATTEMPTS: usize = 4;

/// Runs the work of an answer on a blocking thread, away from the threads that serve the protocol.
/// The files `asked` are part of the project, whatever the ignore rules are. Where files go away
/// meanwhile the work is done again, so that the answer is of one state.
pub(in crate::engine) async fn on_project<T: Send + 'static>(
    snapshot: Arc<Snapshot>,
    asked: Vec<SourcePath>,
    query: GraphQuery,
    work: impl Fn(&Project<'_>, &GraphQuery, Option<(&LspContext, &Handle)>) -> Result<T, ResolveError>
    + Send
    + 'static,
) -> Result<T, ResolveError> {
    let runtime = Handle::current();
    let work = move || {
        let lsp_context = query.lsp_context.as_ref().map(|lsp_context| (lsp_context, &runtime));
        let mut snapshot = snapshot;
        let mut attempts = 1;
        loop {
            let found = work(&Project::new(&snapshot, &asked)?, &query, lsp_context);
            match snapshot.changed() {
                None => return found,
                Some(gone) if attempts == MAX_ATTEMPTS => {
                    return Err(ResolveError::Read(gone.clone()));
                }
                Some(_) => snapshot = Arc::new(snapshot.again()),
            }
            attempts += 1;
        }
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
        Err(_) => Err(ResolveError::Cancelled(crate::domain::Cancelled)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Cancel;
    use crate::workspace::{Files, ProcessDirectories, Roots};
    use std::time::SystemTime;

    /// Returns a snapshot that has walked a project of which one file is gone since.
    fn changed(directory: &std::path::Path) -> Arc<Snapshot> {
        let files =
            [("a.py", "def helper(): pass\n"), ("b.py", "from a import helper\nhelper()\n")];
        for (name, content) in files {
            std::fs::write(directory.join(name), content).expect("a file of the test's own");
        }
        let roots = [directory.to_owned()];
        let directories = ProcessDirectories { directory: directory.to_owned(), home: None };
        let roots = Roots::open(&roots, &directories).expect("a root");
        let snapshot = Files::new(None).snapshot(roots, SystemTime::now(), Cancel::default());
        snapshot.walk(&snapshot.roots().starts(), &[]).expect("a walk");
        std::fs::remove_file(directory.join("b.py")).expect("a file");
        Arc::new(snapshot)
    }

    #[tokio::test]
    async fn an_answer_is_looked_for_again_when_files_go_away() {
        let directory = tempfile::tempdir().expect("a directory");
        let snapshot = changed(directory.path());
        let names = |project: &Project<'_>| -> Vec<String> {
            let entries = project.entries().map(|entry| entry.path.display.to_string());
            entries.collect()
        };
        let work =
            move |project: &Project<'_>, _: &GraphQuery, _: Option<(&LspContext, &Handle)>| {
                project.mentions("helper").map_err(ResolveError::Cancelled)?;
                Ok(names(project))
            };
        let found = on_project(snapshot, Vec::new(), GraphQuery::default(), work).await;
        assert_eq!(found, Ok(vec!["a.py".to_owned()]));
    }

    #[tokio::test]
    async fn files_that_keep_going_away_are_an_error() {
        let directory = tempfile::tempdir().expect("a directory");
        let snapshot = changed(directory.path());
        let root = directory.path().to_owned();
        let work = move |project: &Project<'_>,
                         _: &GraphQuery,
                         _: Option<(&LspContext, &Handle)>| {
            let put = |name: &str| std::fs::write(root.join(name), "helper()\n").expect("a file");
            project
                .walk()
                .files
                .iter()
                .filter(|file| &*file.path.display != "a.py")
                .for_each(|file| drop(std::fs::remove_file(&*file.path.absolute)));
            project.mentions("helper").map_err(ResolveError::Cancelled)?;
            put("c.py");
            Ok(())
        };
        let found = on_project(snapshot, Vec::new(), GraphQuery::default(), work).await;
        assert!(matches!(found, Err(ResolveError::Read(error)) if error.is_change()));
    }
}
