//! Faults of a server that is played message by message. Time stands still but where nothing else
//! can happen.

use super::{
    FILE, MemoryFiles, READY_BY_PROGRESS, REFERENCES, TEXT, config, hasty, lines, places, query,
    spec, stage,
};
use crate::support::fake_lsp::FakeLauncher;
use serde_json::json;
use spelunk::domain::State;
use spelunk::lsp::{
    Answer, CallDirection, Calls, Mode, Outcome, RequestKind, ServerSpec, Servers, Trust,
    TrustSource,
};
use std::path::PathBuf;
use std::sync::Arc;

#[tokio::test(start_paused = true)]
async fn a_ready_server_answers() {
    let mut stage = stage("");
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    let opened = server.expect("textDocument/didOpen").await;
    assert_eq!(opened["params"]["textDocument"]["text"], TEXT);
    let request = server.expect("textDocument/references").await;
    assert_eq!(request["params"]["position"], json!({ "line": 1, "character": 3 }));
    server.reply(&request, places(&[1])).await;
    let reply = reply.await.unwrap();
    assert_eq!(lines(&reply), [1]);
    assert_eq!((reply.server.as_deref(), reply.state), (Some("fake"), State::Ready));
}

#[tokio::test(start_paused = true)]
async fn nothing_is_started_before_somebody_asks() {
    let stage = stage("");
    tokio::task::yield_now().await;
    assert!(!stage.launcher.has_launched());
    assert_eq!(stage.servers.states(), []);
}

/// A server that is not ready is not asked and the reply says how far it is.
#[tokio::test(start_paused = true)]
async fn unready_server_reports_progress() {
    let mut stage = stage(READY_BY_PROGRESS);
    let first = stage.ask(hasty(), REFERENCES).await.unwrap();
    assert_eq!((&first.outcome, first.state), (&Outcome::NotReady, State::Starting));
    let mut server = stage.started().await;
    server.loading("begin", Some(43)).await;
    // The question that comes after the notice waits for the server; when it is told of it, it has
    // been heard.
    let patient = query();
    let (cancellation, second) = (patient.cancellation.clone(), stage.ask(patient, REFERENCES));
    stage.servers_say("fake is indexing, 43 %").await;
    cancellation.cancel();
    let second = second.await.unwrap();
    assert_eq!((&second.outcome, second.state), (&Outcome::NotReady, State::Indexing));
    assert!(second.note.unwrap().to_string().contains("fake is indexing, 43 %"));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_gets_ready_late_answers_the_question_that_waited() {
    let mut stage = stage(READY_BY_PROGRESS);
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    server.loading("begin", None).await;
    server.loading("end", None).await;
    server.answer("textDocument/references", places(&[1])).await;
    assert_eq!(lines(&reply.await.unwrap()), [1]);
}

/// A server that says nothing while loading is started anew and given up on after three times.
#[tokio::test(start_paused = true)]
async fn silent_server_restarts_three_times() {
    let stage = stage(READY_BY_PROGRESS);
    let reply = stage.ask(query(), REFERENCES);
    for _ in 0..3 {
        let mut server = stage.launcher.launched().await;
        server.initialize().await;
        server.killed().await;
    }
    let reply = reply.await.unwrap();
    assert_eq!((&reply.outcome, reply.state), (&Outcome::Failed, State::Failed));
    let note = reply.note.unwrap().to_string();
    assert!(note.contains("failed three times") && note.contains("neither answered"), "{note}");
    let later = stage.ask(query(), REFERENCES).await.unwrap();
    assert_eq!(later.outcome, Outcome::Failed);
    assert!(!stage.launcher.has_launched());
}

#[tokio::test(start_paused = true)]
async fn a_crash_fails_what_is_asked_at_once_with_the_last_words() {
    let mut stage = stage("");
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    server.expect("textDocument/references").await;
    server.write_stderr("something\nthread 'main' panicked: out of cheese\n").await;
    server.crash();
    let reply = reply.await.unwrap();
    assert_eq!((&reply.outcome, reply.state), (&Outcome::Failed, State::Failed));
    assert!(reply.note.unwrap().to_string().contains("it exited"));
    let next = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    server.answer("textDocument/references", places(&[1])).await;
    assert_eq!(lines(&next.await.unwrap()), [1]);
}

/// A server that dies at once is given up on with its last words.
#[tokio::test(start_paused = true)]
async fn server_dying_at_start_is_given_up() {
    let stage = stage("");
    let reply = stage.ask(query(), REFERENCES);
    for _ in 0..3 {
        let mut server = stage.launcher.launched().await;
        server.expect("initialize").await;
        server.write_stderr("no such file: libfoo.so\n").await;
        server.crash();
    }
    let note = reply.await.unwrap().note.unwrap().to_string();
    assert!(note.contains("libfoo.so"), "{note}");
    assert_eq!(stage.servers.states()[0].last_errors, ["no such file: libfoo.so"]);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_owes_an_answer_and_is_silent_is_killed() {
    let mut stage = stage("");
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    server.expect("textDocument/references").await;
    server.killed().await;
    let reply = reply.await.unwrap();
    assert_eq!(reply.outcome, Outcome::Failed);
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_comes_after_the_deadline_serves_the_next_same_question() {
    let mut stage = stage("");
    let patient = query();
    let (cancellation, first) = (patient.cancellation.clone(), stage.ask(patient, REFERENCES));
    let mut server = stage.started().await;
    let request = server.expect("textDocument/references").await;
    cancellation.cancel();
    let first = first.await.unwrap();
    assert_eq!((&first.outcome, first.state), (&Outcome::NotReady, State::Busy));
    server.reply(&request, places(&[1])).await;
    assert_eq!(lines(&stage.ask(query(), REFERENCES).await.unwrap()), [1]);
    // It serves whoever asks the same again, for two minutes.
    assert_eq!(lines(&stage.ask(query(), REFERENCES).await.unwrap()), [1]);
    tokio::time::advance(std::time::Duration::from_secs(121)).await;
    let late = stage.ask(query(), REFERENCES);
    server.answer("textDocument/references", places(&[1, 2])).await;
    assert_eq!(lines(&late.await.unwrap()), [1, 2]);
}

#[tokio::test(start_paused = true)]
async fn a_kept_answer_does_not_survive_a_change_of_the_files() {
    let mut stage = stage("");
    let patient = query();
    let (cancellation, first) = (patient.cancellation.clone(), stage.ask(patient, REFERENCES));
    let mut server = stage.started().await;
    let request = server.expect("textDocument/references").await;
    cancellation.cancel();
    first.await.unwrap();
    server.reply(&request, places(&[1])).await;
    stage.files.write("/project/src/new.rs", "fn more() { callee() }");
    let second = stage.ask(query(), REFERENCES);
    server.expect("workspace/didChangeWatchedFiles").await;
    server.answer("textDocument/references", places(&[1, 2])).await;
    assert_eq!(lines(&second.await.unwrap()), [1, 2]);
}

#[tokio::test(start_paused = true)]
async fn a_question_that_nobody_waits_for_is_cancelled_at_the_server() {
    let mut stage = stage("");
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    let request = server.expect("textDocument/references").await;
    reply.abort();
    let cancelled = server.expect("$/cancelRequest").await;
    assert_eq!(cancelled["params"]["id"], request["id"]);
}

#[tokio::test(start_paused = true)]
async fn the_same_question_asked_twice_is_put_once() {
    let mut stage = stage("");
    let (first, second) = (stage.ask(query(), REFERENCES), stage.ask(query(), REFERENCES));
    let mut server = stage.started().await;
    let request = server.expect("textDocument/references").await;
    // A different question after both shows that no second one was sent between.
    let other = stage.ask(query(), RequestKind::Definition);
    let next = server.next().await.unwrap();
    assert_eq!(next["method"], "textDocument/definition");
    server.reply(&next, json!(null)).await;
    server.reply(&request, places(&[1])).await;
    assert_eq!(lines(&first.await.unwrap()), [1]);
    assert_eq!(lines(&second.await.unwrap()), [1]);
    other.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn stray_output_null_and_unknown_messages_do_not_disturb_an_answer() {
    let mut stage = stage("");
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    let request = server.expect("textDocument/references").await;
    server.raw(b"Listening...\nContent-Length: 4\r\n\r\nnullwarning: deprecated\n").await;
    server.notify("custom/unheardOf", json!(["x"])).await;
    server.notify("window/logMessage", json!({ "unexpected": true })).await;
    server.notify("$/progress", json!(null)).await;
    server.send(json!({ "jsonrpc": "2.0", "id": 4711, "result": "for nobody" })).await;
    server.send(json!({ "jsonrpc": "2.0", "id": null, "error": { "code": 1, "message": "for nobody" } })).await;
    server.send(json!({ "jsonrpc": "2.0", "id": "q", "method": "unknown/question" })).await;
    let refusal = server.next().await.unwrap();
    assert_eq!((&refusal["id"], &refusal["error"]["code"]), (&json!("q"), &json!(-32601)));
    let body = json!({ "jsonrpc": "2.0", "id": request["id"].to_string(), "result": places(&[1]) })
        .to_string();
    server.raw(format!("content-length:{}\n\n{body}", body.len()).as_bytes()).await;
    assert_eq!(lines(&reply.await.unwrap()), [1]);
}

#[tokio::test(start_paused = true)]
async fn half_a_message_and_the_end_is_a_crash() {
    let mut stage = stage("");
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    server.expect("textDocument/references").await;
    server.raw(b"Content-Length: 500\r\n\r\n{\"jsonrpc\"").await;
    server.crash();
    let reply = reply.await.unwrap();
    assert_eq!(reply.outcome, Outcome::Failed);
    assert!(reply.note.unwrap().to_string().contains("middle of a message"));
}

#[tokio::test(start_paused = true)]
async fn output_without_end_that_is_no_message_is_a_crash() {
    let mut stage = stage("");
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    server.expect("textDocument/references").await;
    let noise = b"Listening, as ever.\n".repeat(1 << 16);
    for _ in 0..64 {
        server.raw(&noise).await;
    }
    let reply = reply.await.unwrap();
    assert_eq!(reply.outcome, Outcome::Failed);
    assert!(reply.note.unwrap().to_string().contains("without a message"));
}

#[tokio::test(start_paused = true)]
async fn content_modified_is_asked_again() {
    let mut stage = stage("");
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    for _ in 0..3 {
        let request = server.expect("textDocument/references").await;
        server.refuse(&request, -32801).await;
    }
    server.answer("textDocument/references", places(&[1])).await;
    assert_eq!(lines(&reply.await.unwrap()), [1]);
}

#[tokio::test(start_paused = true)]
async fn an_answer_given_while_readiness_was_lost_is_asked_for_again() {
    let mut stage = stage(READY_BY_PROGRESS);
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    server.loading("begin", None).await;
    server.loading("end", None).await;
    let request = server.expect("textDocument/references").await;
    server.loading("begin", None).await;
    server.reply(&request, places(&[])).await;
    server.loading("end", None).await;
    server.answer("textDocument/references", places(&[1])).await;
    assert_eq!(lines(&reply.await.unwrap()), [1]);
}

/// An answer that names a file that is gone is asked for again.
#[tokio::test(start_paused = true)]
async fn answer_with_deleted_file_requested_again() {
    let mut stage = stage("");
    stage.files.write("/project/src/gone.rs", "fn gone() {}");
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    server.answer("textDocument/references", places(&[1])).await;
    reply.await.unwrap();

    stage.files.remove("/project/src/gone.rs");
    let reply = stage.ask(query(), REFERENCES);
    let mut outdated = places(&[1, 2]);
    outdated[1]["uri"] = json!("file:///project/src/gone.rs");
    server.answer("textDocument/references", outdated.clone()).await;
    server.answer("textDocument/references", outdated).await;
    server.answer("textDocument/references", places(&[1])).await;
    assert_eq!(lines(&reply.await.unwrap()), [1]);
}

#[tokio::test(start_paused = true)]
async fn an_error_is_told_and_an_unknown_method_is_a_missing_ability() {
    let mut stage = stage("");
    let failing = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    let request = server.expect("textDocument/references").await;
    server.refuse(&request, -32603).await;
    let failed = failing.await.unwrap();
    assert_eq!(failed.outcome, Outcome::Failed);
    assert_eq!(failed.note.unwrap().to_string(), "fake failed: no (-32603)");
    let outgoing = stage.ask(query(), RequestKind::Calls(CallDirection::Outgoing));
    let request = server.expect("textDocument/prepareCallHierarchy").await;
    server.refuse(&request, -32601).await;
    assert_eq!(outgoing.await.unwrap().outcome, Outcome::Unsupported);
}

/// What the server does not offer or the description denies is not asked.
#[tokio::test(start_paused = true)]
async fn unoffered_requests_are_not_sent() {
    let stage = stage("lacks = ['implementations']");
    let implementations = stage.ask(query(), RequestKind::Implementations);
    let mut server = stage.launcher.launched().await;
    server
        .initialize_with(json!({ "referencesProvider": true, "implementationProvider": true }))
        .await;
    assert_eq!(implementations.await.unwrap().outcome, Outcome::Unsupported);
    assert_eq!(
        stage.ask(query(), RequestKind::Calls(CallDirection::Incoming)).await.unwrap().outcome,
        Outcome::Unsupported
    );
    let reply = stage.ask(query(), REFERENCES);
    server.answer("textDocument/references", places(&[1])).await;
    assert_eq!(lines(&reply.await.unwrap()), [1]);
}

/// A place that cannot be called is told apart from one without calls.
#[tokio::test(start_paused = true)]
async fn uncallable_place_differs_from_no_calls() {
    let mut stage = stage("");
    let reply = stage.ask(query(), RequestKind::Calls(CallDirection::Incoming));
    let mut server = stage.started().await;
    server.answer("textDocument/prepareCallHierarchy", json!([])).await;
    let expected = Outcome::Answered(Answer::Calls(Calls { items: vec![], calls: vec![] }));
    assert_eq!(reply.await.unwrap().outcome, expected);
    stage.files.write("/project/src/other.rs", "fn other() { callee() }");
    let reply = stage.ask(query(), RequestKind::Calls(CallDirection::Incoming));
    let range =
        json!({ "start": { "line": 1, "character": 0 }, "end": { "line": 1, "character": 9 } });
    let item = json!({ "name": "callee", "kind": 12, "uri": format!("file://{FILE}"), "range": range,
        "selectionRange": range, "data": { "kept": true } });
    server.answer("textDocument/prepareCallHierarchy", json!([item])).await;
    let request = server.expect("callHierarchy/incomingCalls").await;
    assert_eq!(request["params"]["item"]["data"], json!({ "kept": true }));
    server.reply(&request, json!(null)).await;
    let Outcome::Answered(Answer::Calls(calls)) = reply.await.unwrap().outcome else { panic!() };
    assert_eq!((calls.items.len(), calls.calls.len()), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn every_change_on_disk_is_told_before_the_next_question() {
    let mut stage = stage("");
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    server.answer("textDocument/references", places(&[1])).await;
    reply.await.unwrap();

    stage.files.write("/project/src/new.rs", "fn new() {}");
    stage.files.write("/elsewhere/other.rs", "fn other() {}");
    let reply = stage.ask(query(), REFERENCES);
    let told = server.expect("workspace/didChangeWatchedFiles").await;
    assert_eq!(
        told["params"]["changes"],
        json!([{ "uri": "file:///project/src/new.rs", "type": 1 }])
    );
    let opened = server.expect("textDocument/didOpen").await;
    assert_eq!(opened["params"]["textDocument"]["text"], "fn new() {}");
    server.answer("textDocument/references", places(&[1])).await;
    reply.await.unwrap();

    stage.files.write("/project/src/new.rs", "fn new() { callee() }");
    let reply = stage.ask(query(), REFERENCES);
    let told = server.expect("workspace/didChangeWatchedFiles").await;
    assert_eq!(told["params"]["changes"][0]["type"], 2);
    let changed = server.expect("textDocument/didChange").await;
    assert_eq!(changed["params"]["contentChanges"], json!([{ "text": "fn new() { callee() }" }]));
    assert_eq!(changed["params"]["textDocument"]["uri"], opened["params"]["textDocument"]["uri"]);
    let version =
        |message: &serde_json::Value| message["params"]["textDocument"]["version"].as_i64();
    assert!(version(&changed) > version(&opened));
    server.answer("textDocument/references", places(&[1])).await;
    reply.await.unwrap();

    stage.files.remove("/project/src/new.rs");
    let reply = stage.ask(query(), REFERENCES);
    let told = server.expect("workspace/didChangeWatchedFiles").await;
    assert_eq!(told["params"]["changes"][0]["type"], 3);
    let closed = server.expect("textDocument/didClose").await;
    assert_eq!(closed["params"]["textDocument"]["uri"], "file:///project/src/new.rs");
    server.answer("textDocument/references", places(&[1])).await;
    reply.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_file_that_changed_while_the_server_loaded_is_told_to_it() {
    let mut stage = stage(READY_BY_PROGRESS);
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    server.loading("begin", None).await;
    stage.files.write("/project/src/late.rs", "fn late() {}");
    let second = stage.ask(query(), REFERENCES);
    server.loading("end", None).await;
    server.expect("workspace/didChangeWatchedFiles").await;
    server.answer("textDocument/references", places(&[1])).await;
    reply.await.unwrap();
    second.await.unwrap();
}

/// A server that forgets nothing is started anew when a file is deleted.
#[tokio::test(start_paused = true)]
async fn deletion_restarts_forgetless_server() {
    let mut stage = stage("restart_on_delete = true");
    stage.files.write("/project/src/gone.rs", "fn gone() {}");
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    server.answer("textDocument/references", places(&[1])).await;
    reply.await.unwrap();
    stage.files.remove("/project/src/gone.rs");
    let reply = stage.ask(query(), REFERENCES);
    server.killed().await;
    let mut server = stage.started().await;
    server.answer("textDocument/references", places(&[1])).await;
    assert_eq!(lines(&reply.await.unwrap()), [1]);
}

#[tokio::test(start_paused = true)]
async fn settings_are_given_out_by_section() {
    let mut stage = stage("");
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    let items =
        json!({ "items": [{ "section": "a" }, { "section": "a.b" }, { "section": "x.y" }, {}] });
    server.send(json!({ "jsonrpc": "2.0", "id": 1, "method": "workspace/configuration", "params": items })).await;
    let settings = loop {
        let message = server.next().await.unwrap();
        if message.get("method").is_none() {
            break message;
        }
        if message["method"] == "textDocument/references" {
            server.reply(&message, places(&[1])).await;
        }
    };
    assert_eq!(settings["result"], json!([{ "b": 1 }, 1, null, { "a": { "b": 1 } }]));
    reply.await.unwrap();
}

/// An absent server gives way to the next and the best one is named when none is there.
#[tokio::test(start_paused = true)]
async fn absent_server_gives_way_to_next() {
    let files = MemoryFiles::default();
    files.write(FILE, TEXT);
    let launcher = FakeLauncher::default();
    launcher.set_absent("best", true);
    let specs = vec![spec("best", ""), spec("second", "")];
    let servers = Servers::new(config(specs, Arc::new(launcher.clone()), &files));
    let asked = servers.clone();
    let reply = tokio::spawn(async move { asked.ask(&query(), REFERENCES).await });
    let mut server = launcher.launched().await;
    assert_eq!(server.name, "second");
    server.initialize().await;
    server.answer("textDocument/references", places(&[1])).await;
    assert_eq!(reply.await.unwrap().server.as_deref(), Some("second"));

    let launcher = FakeLauncher::default();
    launcher.set_absent("best", true);
    launcher.set_absent("second", true);
    let specs = vec![spec("best", ""), spec("second", "")];
    let servers = Servers::new(config(specs, Arc::new(launcher.clone()), &files));
    let reply = servers.ask(&query(), REFERENCES).await;
    assert_eq!((&reply.outcome, reply.state), (&Outcome::NotReady, State::Absent));
    assert_eq!(
        reply.note.map(|note| note.to_string()).as_deref(),
        Some("best is not installed; to install it: install best")
    );
    // Once installed, it is found without a new session.
    launcher.set_absent("best", false);
    let reply = tokio::spawn(async move { servers.ask(&query(), REFERENCES).await });
    let mut server = launcher.launched().await;
    server.initialize().await;
    server.answer("textDocument/references", places(&[2])).await;
    assert_eq!(lines(&reply.await.unwrap()), [2]);
}

#[tokio::test(start_paused = true)]
async fn a_language_without_any_server_says_so() {
    let stage = stage("");
    let reply = stage
        .servers
        .ask(&spelunk::lsp::Query { language: "cobol".into(), ..query() }, REFERENCES)
        .await;
    assert_eq!(
        (reply.outcome, reply.server, reply.state),
        (Outcome::NotReady, None, State::Absent)
    );
}

/// The description of a server whose safe mode nobody has proven.
fn unproven() -> Arc<ServerSpec> {
    let mut unproven = Arc::unwrap_or_clone(spec("fake", ""));
    unproven.safe = spelunk::lsp::SafeMode::NeedsTrust;
    Arc::new(unproven)
}

/// A server whose safe mode is not proven starts in trusted roots only.
#[tokio::test(start_paused = true)]
async fn unproven_server_needs_trusted_root() {
    let files = MemoryFiles::default();
    files.write(FILE, TEXT);
    let launcher = FakeLauncher::default();
    let servers = Servers::new(config(vec![unproven()], Arc::new(launcher.clone()), &files));
    let reply = servers.ask(&query(), REFERENCES).await;
    assert_eq!((&reply.outcome, reply.state), (&Outcome::NotReady, State::Untrusted));
    assert!(reply.note.unwrap().to_string().contains("spelunk trust"));
    assert!(!launcher.has_launched());

    let trust = Trust::Roots(vec![PathBuf::from("/project")]);
    assert_eq!(trust.mode(std::path::Path::new("/project")), Mode::Trusted);
    let mut trusted = config(vec![unproven()], Arc::new(launcher.clone()), &files);
    trusted.trust = TrustSource::Fixed(trust);
    let servers = Servers::new(trusted);
    let reply = tokio::spawn(async move { servers.ask(&query(), REFERENCES).await });
    let mut server = launcher.launched().await;
    server.initialize().await;
    server.answer("textDocument/references", places(&[1])).await;
    assert_eq!(lines(&reply.await.unwrap()), [1]);
}

/// The fifth server takes the place of the one that was not used for longest.
#[tokio::test(start_paused = true)]
async fn fifth_server_replaces_least_recently_used() {
    let files = MemoryFiles::default();
    let launcher = FakeLauncher::default();
    let root = "[[root]]\nfiles = ['Cargo.toml']";
    let servers =
        Servers::new(config(vec![spec("fake", root)], Arc::new(launcher.clone()), &files));
    let folder = tempfile::tempdir().unwrap();
    let base = folder.path().canonicalize().unwrap();
    let mut running = Vec::new();
    for name in ["a", "b", "c", "d", "e"] {
        std::fs::create_dir(base.join(name)).unwrap();
        std::fs::write(base.join(name).join("Cargo.toml"), "").unwrap();
        let query = spelunk::lsp::Query {
            boundary: base.clone(),
            file: base.join(name).join("lib.rs"),
            ..query()
        };
        let asked = servers.clone();
        let reply = tokio::spawn(async move { asked.ask(&query, REFERENCES).await });
        let mut server = launcher.launched().await;
        server.initialize().await;
        server.answer("textDocument/references", places(&[])).await;
        reply.await.unwrap();
        running.push(server);
        tokio::time::advance(std::time::Duration::from_millis(10)).await;
    }
    running[0].expect("shutdown").await;
    running[0].killed().await;
    let states: Vec<State> = servers.states().iter().map(|state| state.state).collect();
    assert_eq!(states.iter().filter(|state| **state == State::Ready).count(), 4);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_nobody_asks_is_stopped_and_comes_back_when_needed() {
    let mut stage = stage("");
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    server.answer("textDocument/references", places(&[1])).await;
    reply.await.unwrap();
    // Time passes by itself while everybody waits: first the document is closed, then the server is
    // stopped.
    server.expect("textDocument/didClose").await;
    server.answer("shutdown", json!(null)).await;
    server.expect("exit").await;
    assert_eq!(server.next().await, None, "its input is closed after `exit`");
    server.killed().await;
    assert!(!stage.launcher.has_launched());
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    server.answer("textDocument/references", places(&[1])).await;
    assert_eq!(lines(&reply.await.unwrap()), [1]);
}

/// The end of a session ends its servers even those that do not answer.
#[tokio::test(start_paused = true)]
async fn session_end_stops_silent_servers() {
    let mut stage = stage("");
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    server.answer("textDocument/references", places(&[1])).await;
    reply.await.unwrap();
    let start = tokio::time::Instant::now();
    stage.servers.shut_down().await;
    assert!(start.elapsed() < std::time::Duration::from_secs(3), "by the test's own clock");
    server.killed().await;
    server.expect("shutdown").await;
    server.expect("exit").await;
}

#[tokio::test(start_paused = true)]
async fn a_server_that_floods_its_standard_error_is_not_blocked_by_it() {
    let mut stage = stage("");
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    let line = format!("{}\n", "x".repeat(1000));
    for _ in 0..500 {
        server.write_stderr(&line).await;
    }
    server.write_stderr(&"no end of line".repeat(20_000)).await;
    server.answer("textDocument/references", places(&[1])).await;
    assert_eq!(lines(&reply.await.unwrap()), [1]);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_does_not_read_is_found_out_and_blocks_nobody() {
    let files = MemoryFiles::default();
    files.write(FILE, TEXT);
    let launcher = FakeLauncher::default();
    let servers = Servers::new(config(vec![spec("fake", "")], Arc::new(launcher.clone()), &files));
    let long: Arc<str> = "x".repeat(4 << 20).into();
    let asked = servers.clone();
    let big = spelunk::lsp::Query { text: long, offset: 0, ..query() };
    let reply = tokio::spawn(async move { asked.ask(&big, REFERENCES).await });
    let mut server = launcher.launched().await;
    server.initialize().await;
    // It reads nothing more; its pipe fills, and the writer's deadline passes.
    server.killed().await;
    let reply = reply.await.unwrap();
    assert_eq!(reply.outcome, Outcome::Failed);
    assert!(reply.note.unwrap().to_string().contains("does not read"));
}

/// A server that cannot load all is started anew with that in mind.
#[tokio::test(start_paused = true)]
async fn partially_loading_server_is_restarted() {
    let degraded = "readiness = { signal = 'server-status' }\ndegraded = { matching = '^no deps', note = 'fetch them' }";
    let stage = stage(degraded);
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.launcher.launched().await;
    let request = server.expect("initialize").await;
    assert_eq!(request["params"]["initializationOptions"], json!({ "degraded": false }));
    server.reply(&request, json!({ "capabilities": {} })).await;
    let status = json!({ "health": "warning", "quiescent": true, "message": "no deps here" });
    server.notify("experimental/serverStatus", status.clone()).await;
    server.killed().await;
    let mut server = stage.launcher.launched().await;
    let request = server.expect("initialize").await;
    assert_eq!(request["params"]["initializationOptions"], json!({ "degraded": true }));
    server.reply(&request, json!({ "capabilities": { "referencesProvider": true } })).await;
    server.notify("experimental/serverStatus", status).await;
    server.answer("textDocument/references", places(&[1])).await;
    let reply = reply.await.unwrap();
    assert_eq!(lines(&reply), [1]);
    assert_eq!(reply.limits.project.as_deref(), Some("fetch them"));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_confirms_what_it_took_in_is_not_asked_before() {
    let mut stage = stage("confirms_by_diagnostics = true");
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    let opened = server.expect("textDocument/didOpen").await;
    let version = opened["params"]["textDocument"]["version"].clone();
    let early = tokio::time::timeout(std::time::Duration::from_secs(1), server.next()).await;
    assert!(early.is_err(), "{early:?}");
    let params = json!({ "uri": format!("file://{FILE}"), "version": version, "diagnostics": [] });
    server.notify("textDocument/publishDiagnostics", params).await;
    server.answer("textDocument/references", places(&[1])).await;
    assert_eq!(lines(&reply.await.unwrap()), [1]);
}

#[tokio::test(start_paused = true)]
async fn changed_files_are_opened_again_after_a_restart() {
    let mut stage = stage("restart_on_delete = true");
    stage.files.write("/project/src/gone.rs", "fn gone() {}");
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    server.answer("textDocument/references", places(&[1])).await;
    reply.await.unwrap();
    stage.files.write("/project/src/new.rs", "fn new() {}");
    let reply = stage.ask(query(), REFERENCES);
    server.answer("textDocument/references", places(&[1])).await;
    reply.await.unwrap();
    stage.files.remove("/project/src/gone.rs");
    let reply = stage.ask(query(), REFERENCES);
    let mut server = stage.started().await;
    let opened = server.expect("textDocument/didOpen").await;
    assert_eq!(opened["params"]["textDocument"]["uri"], "file:///project/src/new.rs");
    server.answer("textDocument/references", places(&[1])).await;
    reply.await.unwrap();
}
