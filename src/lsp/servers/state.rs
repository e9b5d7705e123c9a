//! The state of a server in words, with the advice when to ask again.

use crate::domain::{Note, State};
use crate::lsp::answer::{Answer, Limits, Outcome, Reply};
use crate::lsp::server::{Phase, Server, Status};
use crate::lsp::spec::ServerSpec;
use crate::lsp::trust::Mode;
use std::time::Duration;

/// Returns the reply of a server that is in this state.
pub(super) fn reply(server: &Server, status: &Status, outcome: Outcome<Answer>) -> Reply<Answer> {
    let (mut state, mut note) = describe(server, status);
    if outcome == Outcome::NotReady && state == State::Ready {
        state = State::Busy;
        note = Some(Note::Remark(format!(
            "{} is still working on this; the same question later gets its answer",
            server.spec.name
        )));
    }
    let safe_mode = match server.mode {
        Mode::Safe => server.spec.safe_limits.clone(),
        Mode::Trusted => None,
    };
    let need = &server.spec.project;
    let lacks_project =
        !need.files.is_empty() && !need.files.iter().any(|file| server.root.join(file).is_file());
    let degraded = server
        .spec
        .degraded
        .as_ref()
        .filter(|_| server.is_degraded())
        .map(|degraded| &degraded.note);
    let project = degraded.or(lacks_project.then_some(&need.otherwise)).cloned();
    Reply {
        outcome,
        server: Some(server.spec.name.clone()),
        state,
        note,
        limits: Limits { safe_mode, project },
    }
}

/// Returns the state of a server and a note on it. A server that is ready needs none.
pub(super) fn describe(server: &Server, status: &Status) -> (State, Option<Note>) {
    let name = &server.spec.name;
    let loading = |what: String, percent: Option<u8>| {
        Some(Note::Loading { what, advice: advice(server, status, percent) })
    };
    let remark = |text: String| Some(Note::Remark(text));
    match &status.phase {
        Phase::Ready => (State::Ready, None),
        Phase::Stopped | Phase::Starting => {
            (State::Starting, loading(format!("{name} is starting"), None))
        }
        Phase::Indexing { percent, .. } => {
            let done = percent.map(|percent| format!(", {percent} %")).unwrap_or_default();
            (State::Indexing, loading(format!("{name} is indexing{done}"), *percent))
        }
        Phase::Broken(why) => {
            (State::Failed, remark(format!("{name} cannot load the project: {why}")))
        }
        Phase::Absent(why) => (why.state(), Some(why.note())),
        Phase::Failed { why, retry: Some(_) } => {
            (State::Failed, remark(format!("{name} failed and will be restarted: {why}")))
        }
        Phase::Failed { why, retry: None } => (
            State::Failed,
            remark(format!(
                "{name} failed three times and will not be restarted: {why}; see `spelunk doctor`"
            )),
        ),
    }
}

/// Returns the advice on when to ask again.
fn advice(server: &Server, status: &Status, percent: Option<u8>) -> String {
    let elapsed =
        if status.phase == Phase::Stopped { Duration::ZERO } else { status.started.elapsed() };
    let last = status.loaded.map(|(_, took)| took.as_secs().max(1));
    match remaining(elapsed, percent, last.or(server.spec.usual_seconds)) {
        Some(seconds) => format!("ask again in ~{seconds} s"),
        None => "ask again later, or with a longer `wait`".to_owned(),
    }
}

/// Seconds until a server has loaded, estimated from its progress so far, or from the usual time if
/// there is too little progress.
fn remaining(elapsed: Duration, percent: Option<u8>, usual: Option<u64>) -> Option<u64> {
    match percent.map(|percent| u64::from(percent.min(100))) {
        Some(done) if done >= 10 => Some((elapsed.as_secs() * (100 - done) / done).clamp(1, 300)),
        _ => usual
            .map(|usual| usual.saturating_sub(elapsed.as_secs()))
            .filter(|seconds| *seconds > 0),
    }
}

/// Returns the note on a server that starts only in trusted roots.
pub(super) fn untrusted_note(spec: &ServerSpec) -> Note {
    Note::Remark(format!(
        "{} is there, but would run what belongs to the workspace; `spelunk trust` allows that for this root",
        spec.name
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remaining_time_follows_percentage_or_usual_time() {
        fn check(elapsed: u64, percent: Option<u8>, usual: Option<u64>, expected: Option<u64>) {
            assert_eq!(remaining(Duration::from_secs(elapsed), percent, usual), expected);
        }
        check(10, Some(50), Some(99), Some(10));
        check(10, Some(5), None, None);
        check(10, Some(5), Some(30), Some(20));
        check(0, Some(90), None, Some(1));
        check(10, Some(100), None, Some(1));
        check(0, None, Some(20), Some(20));
        check(20, None, Some(20), None);
    }
}
