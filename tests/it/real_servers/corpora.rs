//! Real servers on real projects: what they answer is complete, and comes in time.

use super::{Session, corpus, enabled, safe, session};
use spelunk::domain::State;
use spelunk::lsp::{Answer, CallDirection, Calls, Outcome, Reply, RequestKind};

/// Asks for references and checks that there are at least so many, in at least so many files;
/// counts may grow with a server's version, and must not shrink.
async fn check(
    session: &Session,
    file: &str,
    context: &str,
    name: &str,
    least: usize,
    least_files: usize,
) {
    let reply = session.ask(file, context, name, RequestKind::References).await;
    let places = session.places(&reply);
    let mut files: Vec<&str> = places.iter().filter_map(|place| place.split(':').next()).collect();
    files.dedup();
    println!("{name}: {} references in {} files, {:?}", places.len(), files.len(), reply.limits);
    assert_eq!(reply.state, State::Ready);
    assert!(
        places.len() >= least && files.len() >= least_files,
        "{name}: {} in {}",
        places.len(),
        files.len()
    );
}

fn calls(reply: &Reply<Answer>) -> &Calls {
    match &reply.outcome {
        Outcome::Answered(Answer::Calls(calls)) => calls,
        other => panic!("no calls: {other:?}, {:?}", reply.note),
    }
}

#[tokio::test]
async fn rust_analyzer_sees_all_features_of_tokio() {
    if !enabled() {
        return;
    }
    let session = session(&corpus("tokio"), safe());
    check(&session, "src/io/async_read.rs", "pub trait AsyncRead", "AsyncRead", 147, 36).await;
    let reply = session
        .ask(
            "src/io/async_read.rs",
            "pub trait AsyncRead",
            "AsyncRead",
            RequestKind::Implementations,
        )
        .await;
    let implementations = session.places(&reply);
    assert!(implementations.len() >= 36, "{}", implementations.len());
    // A trait is nothing that can be called, which is told apart from having no callers.
    let reply = session
        .ask(
            "src/io/async_read.rs",
            "pub trait AsyncRead",
            "AsyncRead",
            RequestKind::Calls(CallDirection::Incoming),
        )
        .await;
    assert_eq!(calls(&reply).items, []);
    let reply = session
        .ask(
            "src/io/async_read.rs",
            "    fn poll_read",
            "poll_read",
            RequestKind::Calls(CallDirection::Incoming),
        )
        .await;
    assert!(!calls(&reply).items.is_empty() && !calls(&reply).calls.is_empty());
    session.servers.shut_down().await;
}

#[tokio::test]
async fn typescript_counts_imports_as_uses_in_rxjs() {
    if !enabled() {
        return;
    }
    let session = session(&corpus("rxjs"), safe());
    check(&session, "src/internal/Observable.ts", "export class Observable", "Observable", 393, 80)
        .await;
    let context = "export function operate";
    check(&session, "src/internal/util/lift.ts", context, "operate", 130, 70).await;
    let reply = session
        .ask(
            "src/internal/util/lift.ts",
            context,
            "operate",
            RequestKind::Calls(CallDirection::Incoming),
        )
        .await;
    assert!(calls(&reply).calls.len() >= 60);
    let reply = session
        .ask(
            "src/internal/util/lift.ts",
            context,
            "operate",
            RequestKind::Calls(CallDirection::Outgoing),
        )
        .await;
    assert!(calls(&reply).calls.iter().any(|call| call.item.name == "hasLift"));
    session.servers.shut_down().await;
}

#[tokio::test]
async fn pyright_reads_all_of_django_before_it_answers() {
    if !enabled() {
        return;
    }
    let session = session(&corpus("django"), safe());
    check(&session, "django/db/models/query.py", "class QuerySet(", "QuerySet", 34, 12).await;
    check(&session, "django/utils/encoding.py", "def force_str", "force_str", 50, 15).await;
    let reply = session
        .ask(
            "django/utils/encoding.py",
            "def force_str",
            "force_str",
            RequestKind::Calls(CallDirection::Incoming),
        )
        .await;
    assert!(calls(&reply).calls.len() >= 20);
    let reply = session
        .ask(
            "django/db/models/query.py",
            "class QuerySet(",
            "QuerySet",
            RequestKind::Implementations,
        )
        .await;
    assert_eq!(reply.outcome, Outcome::Unsupported);
    session.servers.shut_down().await;
}

#[tokio::test]
async fn gopls_knows_a_module() {
    if !enabled() {
        return;
    }
    let session = session(&corpus("gin"), safe());
    check(&session, "gin.go", "type Engine struct", "Engine", 60, 8).await;
    let reply = session
        .ask("render/render.go", "type Render interface", "Render", RequestKind::Implementations)
        .await;
    assert!(session.places(&reply).len() >= 8);
    let reply = session
        .ask("gin.go", "func New(", "New", RequestKind::Calls(CallDirection::Incoming))
        .await;
    assert!(calls(&reply).calls.len() >= 20);
    session.servers.shut_down().await;
}

#[tokio::test]
async fn clangd_is_not_cut_off_at_a_thousand_references() {
    if !enabled() {
        return;
    }
    let project = super::libgit2();
    let session = session(project.path(), safe());
    check(&session, "src/util/errors.h", "git_error_set(", "git_error_set", 1001, 90).await;
    check(
        &session,
        "src/libgit2/refs.c",
        "int git_reference_lookup(",
        "git_reference_lookup",
        20,
        8,
    )
    .await;
    let context = "int git_reference_lookup(";
    let reply = session
        .ask(
            "src/libgit2/refs.c",
            context,
            "git_reference_lookup",
            RequestKind::Calls(CallDirection::Incoming),
        )
        .await;
    assert!(calls(&reply).calls.len() >= 10);
    session.servers.shut_down().await;
}
