//! Who answers a question about the graph: a language server, several of its answers put together,
//! or syntax; and what the answer says that it rests on. The server is a process that plays a part.

#![cfg(unix)]

use crate::support::actor::PART;
use crate::support::mcp::McpClient;
use crate::support::stage::{LONG, Stage, ask, table};
use crate::support::write;
use serde_json::{Value, json};

/// Two files that use each other, a trait with two implementations, and a caller in a place of its
/// own.
const FILES: [(&str, &str); 3] = [
    ("Cargo.toml", "[package]\nname = \"small\"\nversion = \"0.1.0\"\n"),
    (
        "src/lib.rs",
        "mod other;\npub fn callee() {}\nfn caller() { callee(); helper() }\nfn helper() {}\n\
         pub trait Shape { fn area(&self); }\npub struct Disc;\nimpl Shape for Disc { fn area(&self) { callee() } }\n",
    ),
    (
        "src/other.rs",
        "use crate::{Shape, callee};\nfn elsewhere() { callee() }\npub struct Square;\nimpl Shape for Square { fn area(&self) {} }\n",
    ),
];

/// The rows of an answer: where each stands, or where it is called, and how certain it is.
fn rows(answer: &Value) -> Vec<String> {
    // Of several definitions the first, whose evidence stands for all.
    let results = answer["results"].as_array().or(answer["definitions"][0]["results"].as_array());
    let results = results.unwrap_or_else(|| panic!("{answer}"));
    let word = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let mut rows: Vec<String> = results
        .iter()
        .map(|row| {
            let name = row["name"].as_str().map(|name| format!(" {name}")).unwrap_or_default();
            format!("{}:{}{name} {}", word(&row["file"]), row["line"], word(&row["certainty"]))
        })
        .collect();
    rows.sort();
    rows
}

/// Asks a server that plays a part; checks who answered (`lsp complete`, `lsp incomplete`,
/// `lsp composed complete`, `syntax`) and the rows. Returns the note.
fn check(part: &str, tool: &str, symbol: &str, source: &str, expected: &[&str]) -> String {
    let stage = Stage::new(part, &FILES);
    let mut client = stage.serve();
    let answer = ask(&mut client, tool, symbol, LONG);
    let evidence = &answer["evidence"];
    let composed = if evidence["composed"] == true { " composed" } else { "" };
    let complete = match &evidence["complete"] {
        Value::Bool(true) => " complete",
        Value::Bool(false) => " incomplete",
        _ => "",
    };
    let said = format!("{}{composed}{complete}", evidence["source"].as_str().unwrap());
    assert_eq!(
        (said.as_str(), rows(&answer)),
        (source, expected.iter().map(|row| (*row).to_owned()).collect()),
        "{answer}"
    );
    evidence["note"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_server_that_can_do_all_answers_every_tool() {
    let callers =
        ["src/lib.rs:3 caller exact", "src/lib.rs:7 area exact", "src/other.rs:2 elsewhere exact"];
    check("well", "find_callers", "callee", "lsp complete", &callers);
    check(
        "well",
        "find_callees",
        "caller",
        "lsp complete",
        &["src/lib.rs:2 callee exact", "src/lib.rs:4 helper exact"],
    );
    let references = [
        "src/lib.rs:3 exact",
        "src/lib.rs:7 exact",
        "src/other.rs:1 exact",
        "src/other.rs:2 exact",
    ];
    check("well", "find_references", "callee", "lsp complete", &references);
    let implementations = ["src/lib.rs:7 Disc exact", "src/other.rs:4 Square exact"];
    check("well", "find_implementations", "Shape", "lsp complete", &implementations);
}

#[test]
fn calls_that_a_server_does_not_resolve_leave_its_answer_open() {
    let files = [
        FILES[0],
        ("src/lib.rs", "pub fn callee() -> u8 { 1 }\nfn caller(x: Far) { x.far(callee()) }\n"),
    ];
    let stage = Stage::new("well", &files);
    let mut client = stage.serve();
    let answer = ask(&mut client, "find_callees", "caller", LONG);
    assert_eq!(rows(&answer), ["-:null far possible", "src/lib.rs:1 callee exact"], "{answer}");
    assert_eq!(answer["evidence"]["source"], "lsp", "{answer}");
    assert_eq!(answer["evidence"]["complete"], false, "{answer}");
}

#[test]
fn missing_capabilities_are_composed_of_others() {
    let callers =
        ["src/lib.rs:3 caller exact", "src/lib.rs:7 area exact", "src/other.rs:2 elsewhere exact"];
    check("no-calls", "find_callers", "callee", "lsp composed complete", &callers);
    check(
        "no-calls",
        "find_callees",
        "caller",
        "lsp composed complete",
        &["src/lib.rs:2 callee exact", "src/lib.rs:4 helper exact"],
    );
    let implementations = ["src/lib.rs:7 Disc exact", "src/other.rs:4 Square exact"];
    check(
        "no-implementations",
        "find_implementations",
        "Shape",
        "lsp composed complete",
        &implementations,
    );
    let implementations = ["src/lib.rs:7 area exact", "src/other.rs:4 area exact"];
    check(
        "no-implementations",
        "find_implementations",
        "Shape.area",
        "lsp composed complete",
        &implementations,
    );
    // What cannot be called has no callers, and a server that calls it nothing has still spoken.
    check("well", "find_callers", "Disc", "lsp composed complete", &[]);
}

/// What a server can do neither itself nor by parts is left to syntax.
#[test]
fn unsupported_request_left_to_syntax() {
    let note = check(
        "no-calls no-references",
        "find_callers",
        "helper",
        "syntax",
        &["src/lib.rs:3 caller likely"],
    );
    assert_eq!(note, "actor cannot be asked this");
}

/// A file in which syntax finds a use and the server none spoils completeness.
#[test]
fn use_unknown_to_server_spoils_completeness() {
    let rows = [
        "src/lib.rs:3 exact",
        "src/lib.rs:7 exact",
        "src/other.rs:1 likely",
        "src/other.rs:2 likely",
    ];
    let note = check("forgets", "find_references", "callee", "lsp incomplete", &rows);
    assert_eq!(
        note,
        "2 lines are syntax's, in code that actor does not see: src/other.rs:1, src/other.rs:2"
    );
}

/// A server that does not even see the definition leaves it to syntax.
#[test]
fn definition_unknown_to_server_left_to_syntax() {
    let expected = [
        "src/lib.rs:3 likely",
        "src/lib.rs:7 likely",
        "src/other.rs:1 likely",
        "src/other.rs:2 likely",
    ];
    let note = check("blind", "find_references", "callee", "syntax", &expected);
    assert!(note.starts_with("actor does not see this definition"), "{note}");
    for (tool, symbol) in
        [("find_callers", "Disc"), ("find_callees", "Disc"), ("find_implementations", "Disc")]
    {
        check("blind", tool, symbol, "syntax", &[]);
    }
}

#[test]
fn none_is_not_said_while_the_text_mentions_the_name() {
    let files =
        [("src/lib.rs", "/// Like lonely, but not alone.\nfn near() {}\npub fn lonely() {}\n")];
    let stage = Stage::new("well", &files);
    let mut client = stage.serve();
    let answer = ask(&mut client, "find_references", "lonely", LONG);
    assert_eq!(
        (&answer["evidence"]["source"], &answer["results"]),
        (&json!("lsp"), &json!([])),
        "{answer}"
    );
    assert_eq!(
        answer["mentions"],
        json!({ "count": 1, "files": [{ "file": "src/lib.rs", "line": 1 }] })
    );
    let text = client.text("find_references", json!({ "symbol": "lonely", "wait": LONG }));
    assert!(
        text.contains("0 resolved; 1 textual mention, all explained below: src/lib.rs:1"),
        "{text}"
    );
    write(stage.project.path(), "src/lib.rs", "fn near() {}\npub fn lonely() {}\n");
    let text = client.text("find_references", json!({ "symbol": "lonely", "wait": LONG }));
    assert!(text.contains("No references.") && text.contains("actor, complete"), "{text}");
}

#[test]
fn a_question_that_the_server_wants_again_is_put_again() {
    let rows = ["src/lib.rs:3 exact"];
    check("modified", "find_references", "helper", "lsp complete", &rows);
}

#[test]
fn columns_are_counted_as_the_server_counts() {
    let text = "fn a() {\n\tlet _ = \"😀漢e\u{301}\"; /* 😀 */ größe(); größe()\n}\n/* 漢字 😀 */ fn größe() {}\n";
    for encoding in ["utf-8", "utf-16", "utf-32"] {
        let stage = Stage::new(encoding, &[("src/lib.rs", text)]);
        let mut client = stage.serve();
        let answer = ask(&mut client, "find_references", "größe", LONG);
        let places: Vec<(&Value, &Value)> = answer["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (&row["line"], &row["column"]))
            .collect();
        let line = text.lines().nth(1).unwrap();
        let columns: Vec<Value> = line
            .match_indices("größe")
            .map(|(at, _)| json!(line[..at].chars().count() + 1))
            .collect();
        assert_eq!(
            places,
            [(&json!(2), &columns[0]), (&json!(2), &columns[1])],
            "{encoding}: {answer}"
        );
        assert_eq!(answer["evidence"]["source"], "lsp", "{encoding}: {answer}");
    }
}

/// An edit, a new file, a renaming and a deletion are in the next answer.
#[test]
fn file_changes_show_in_next_answer() {
    let stage = Stage::new("well", &FILES);
    let (mut client, root) = (stage.serve(), stage.project.path());
    let mut callers = || rows(&ask(&mut client, "find_callers", "helper", LONG));
    assert_eq!(callers(), ["src/lib.rs:3 caller exact"]);
    write(root, "src/new.rs", "fn fresh() { helper() }\n");
    assert_eq!(callers(), ["src/lib.rs:3 caller exact", "src/new.rs:1 fresh exact"]);
    write(root, "src/new.rs", "\nfn edited() { helper() }\n");
    assert_eq!(callers(), ["src/lib.rs:3 caller exact", "src/new.rs:2 edited exact"]);
    std::fs::rename(root.join("src/new.rs"), root.join("src/moved.rs")).unwrap();
    assert_eq!(callers(), ["src/lib.rs:3 caller exact", "src/moved.rs:2 edited exact"]);
    std::fs::remove_file(root.join("src/moved.rs")).unwrap();
    assert_eq!(callers(), ["src/lib.rs:3 caller exact"]);
}

#[test]
fn a_switch_of_branches_is_in_the_next_answer() {
    let stage = Stage::new("well", &FILES);
    let (mut client, root) = (stage.serve(), stage.project.path());
    let git = |arguments: &str| {
        let run = std::process::Command::new("git")
            .args([
                "-c",
                "user.name=a",
                "-c",
                "user.email=a@example.org",
                "-c",
                "init.defaultBranch=first",
            ])
            .args(arguments.split(' '))
            .current_dir(root)
            .output()
            .unwrap();
        assert!(run.status.success(), "git {arguments}: {}", String::from_utf8_lossy(&run.stderr));
    };
    let mut callers = || rows(&ask(&mut client, "find_callers", "helper", LONG));
    git("init --quiet");
    git("add .");
    git("commit --quiet -m first");
    assert_eq!(callers(), ["src/lib.rs:3 caller exact"]);
    git("switch --quiet -c second");
    write(root, "src/lib.rs", "mod new;\nfn helper() {}\n");
    write(root, "src/new.rs", "fn fresh() { helper() }\n");
    std::fs::remove_file(root.join("src/other.rs")).unwrap();
    git("add --all .");
    git("commit --quiet -m second");
    assert_eq!(callers(), ["src/new.rs:1 fresh exact"]);
    git("switch --quiet first");
    assert_eq!(callers(), ["src/lib.rs:3 caller exact"]);
    git("switch --quiet second");
    assert_eq!(callers(), ["src/new.rs:1 fresh exact"]);
}

/// A user adds a server or puts one in the place of ours.
#[test]
fn user_server_added_or_replacing() {
    let server = |name: &str| {
        let stage = Stage::with(&FILES, |_| vec![table(name, &[(PART, "well")])]);
        let report = stage.run(&["doctor", "--json"]);
        let report: Value = serde_json::from_str(&report.stdout).unwrap();
        let servers = report["servers"].as_array().unwrap().clone();
        let found = servers.iter().find(|server| server["name"] == name).unwrap().clone();
        let answer = ask(&mut stage.serve(), "find_callers", "callee", LONG);
        assert_eq!(answer["evidence"]["server"], name, "{answer}");
        (servers.len(), found)
    };
    let (more, added) = server("actor");
    let (less, replaced) = server("rust-analyzer");
    assert_eq!(more, less + 1);
    for found in [added, replaced] {
        assert_eq!(
            (&found["install"], &found["works"]),
            (&json!("hire an actor"), &json!(true)),
            "{found}"
        );
    }
}

/// Go's programs start one that uploads counts of their use, unless they are told that they are it.
#[cfg(unix)]
#[test]
fn probes_start_nothing_that_outlives_them() {
    let stage = Stage::with(&FILES, |_| {
        let mut server = table("go", &[]);
        let probe: toml::Table =
            toml::from_str("args = ['-c', 'echo v$GO_TELEMETRY_CHILD']\nexpect = 'v(.+)'").unwrap();
        let command =
            [("program".to_owned(), "/bin/sh".into()), ("probe".to_owned(), probe.into())];
        let command = toml::Value::from(toml::Table::from_iter(command));
        server.insert("command".to_owned(), vec![command].into());
        vec![server]
    });
    let report: Value = serde_json::from_str(&stage.run(&["doctor", "--json"]).stdout).unwrap();
    let servers = report["servers"].as_array().unwrap();
    let server = servers.iter().find(|server| server["name"] == "go").unwrap();
    assert_eq!(server["programs"][0]["version"], "2", "{server}");
}

#[test]
fn a_wrong_server_table_is_refused_with_what_is_wrong() {
    let stage =
        Stage::with(&FILES, |_| vec![toml::Table::from_iter([("name".to_owned(), "half".into())])]);
    let run = stage.run(&["doctor"]);
    assert_eq!(run.status, 2, "{run:?}");
    assert!(run.stderr.contains("[[server]]") && run.stderr.contains("missing field"), "{run:?}");
}

#[test]
fn doctor_tells_what_is_there_and_how_to_install_what_is_not() {
    let stage = Stage::new("well", &FILES);
    let text = stage.run(&["doctor"]).stdout;
    let line = |start: &str| {
        text.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{text}"))
    };
    assert!(line("actor (rust): ").contains("deps/it-"), "{text}");
    assert_eq!(
        line("pyright (python): "),
        "pyright (python): not there; to install it: npm install --global pyright"
    );
    assert!(text.contains(": not trusted; `spelunk trust` changes that"), "{text}");
    // Which of the two, the machine decides.
    let report: Value = serde_json::from_str(&stage.run(&["doctor", "--json"]).stdout).unwrap();
    match (report["sandbox"]["kind"].as_str(), report["sandbox"]["problem"].as_str()) {
        (Some(kind), None) => {
            assert_eq!(line("sandbox"), format!("sandbox for roots that are not trusted: {kind}"));
        }
        (None, Some(why)) => {
            assert_eq!(
                line("no sandbox"),
                format!("no sandbox for roots that are not trusted: {why}")
            );
        }
        _ => panic!("{report}"),
    }
}

/// Doctor starts what the roots need when it is given time and tells what becomes of it.
#[test]
fn doctor_with_wait_starts_servers() {
    let doctor = |part: &str| -> Value {
        let run = Stage::new(part, &FILES).run(&["doctor", "--json", "--wait", "40"]);
        serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{run:?}"))
    };
    let report = doctor("well");
    let [server] = report["running"].as_array().unwrap().as_slice() else { panic!("{report}") };
    assert_eq!(
        (&server["name"], &server["state"], &server["note"]),
        (&json!("actor"), &json!("ready"), &Value::Null)
    );
    assert!(server["loaded_in_seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{server}");
    assert!(
        cfg!(not(target_os = "linux"))
            || server["memory_bytes"].as_u64().is_some_and(|bytes| bytes > 0),
        "{server}"
    );

    let report = doctor("quits");
    let server = &report["running"][0];
    assert_eq!(
        (&server["state"], &server["last_errors"]),
        (&json!("failed"), &json!(["no such file: libfoo.so"]))
    );
    assert!(server["note"].as_str().unwrap().starts_with("actor failed three times"), "{server}");

    let stage = Stage::new("well", &FILES);
    let text = stage.run(&["doctor", "--wait", "40"]).stdout;
    assert!(text.contains(": actor is ready, after "), "{text}");
    assert!(!stage.run(&["doctor"]).stdout.contains("is ready"));
}

/// A server that wants trust.
fn careful() -> Stage {
    Stage::with(&FILES, |_| {
        let mut careful = table("actor", &[(PART, "well")]);
        careful.insert("safe".to_owned(), "needs-trust".into());
        vec![careful]
    })
}

/// The questions that a client was asked so far.
fn questions(client: &McpClient) -> Vec<&str> {
    let asked = client.received.iter().filter(|message| message["method"] == "elicitation/create");
    asked.filter_map(|question| question["params"]["message"].as_str()).collect()
}

#[test]
fn a_client_that_can_ask_the_user_asks_once_whether_to_trust() {
    let stage = careful();
    let mut client = stage.serve_to(json!({ "elicitation": {} }));
    client.trusts = Some(true);
    let mut states = Vec::new();
    // The answer is taken in beside other calls.
    while states.last().is_none_or(|state| state == "untrusted") {
        let answer = ask(&mut client, "find_callers", "callee", LONG);
        states.push(answer["evidence"]["state"].as_str().unwrap().to_owned());
    }
    assert_eq!(
        (states.first().unwrap().as_str(), states.last().unwrap().as_str()),
        ("untrusted", "ready")
    );
    let root = stage.project.path().canonicalize().unwrap().display().to_string();
    assert_eq!(questions(&client).len(), 1);
    assert!(
        questions(&client)[0].starts_with(&format!("Trust {root}? Then actor answers exactly"))
    );
    assert_eq!(stage.run(&["trust", "--list"]).stdout, format!("{root}\n"));
}

/// A user who says no is not asked again and a client that cannot ask is left alone.
#[test]
fn trust_question_asked_at_most_once() {
    let stage = careful();
    let state = |client: &mut McpClient| {
        ask(client, "find_callers", "callee", LONG)["evidence"]["state"].clone()
    };
    let mut client = stage.serve_to(json!({ "elicitation": {} }));
    client.trusts = Some(false);
    assert_eq!(state(&mut client), "untrusted");
    while questions(&client).is_empty() {
        client.next_received();
    }
    assert_eq!([state(&mut client), state(&mut client)], ["untrusted", "untrusted"]);
    assert_eq!(questions(&client).len(), 1);
    assert_eq!(stage.run(&["trust", "--list"]).stdout, "");
    let mut client = stage.serve();
    assert_eq!([state(&mut client), state(&mut client)], ["untrusted", "untrusted"]);
}

/// Trust is given, listed and taken back, and reaches a session that runs.
#[test]
fn trust_changes_reach_running_session() {
    let stage = careful();
    let mut client = stage.serve();
    let mut state = || {
        let answer = ask(&mut client, "find_callers", "callee", LONG);
        format!("{} {}", answer["evidence"]["source"], answer["evidence"]["state"]).replace('"', "")
    };
    let root = stage.project.path().canonicalize().unwrap().display().to_string();
    assert_eq!(stage.run(&["trust", "--list"]).status, 1);
    assert_eq!(state(), "syntax untrusted");

    let given = stage.run(&["trust"]);
    assert!(given.stdout.starts_with(&format!("{root} is trusted: ")), "{given:?}");
    assert_eq!(stage.run(&["trust", "--list"]).stdout, format!("{root}\n"));
    assert!(stage.run(&["trust"]).stdout.contains("was trusted already"));
    assert!(stage.run(&["doctor"]).stdout.contains(&format!("{root}: trusted")));
    assert_eq!(state(), "lsp ready");

    let taken = stage.run(&["trust", "--remove"]);
    assert_eq!(taken.stdout, format!("{root} is trusted no more\n"));
    assert!(stage.run(&["trust", "--remove"]).stdout.contains("was not trusted"));
    assert_eq!(state(), "syntax untrusted");
}

#[test]
fn a_command_waits_for_a_server_only_when_told_to() {
    let stage = Stage::new("well", &FILES);
    let footer = |arguments: &[&str]| {
        let run = stage.run(&[&["callers", "callee"], arguments].concat());
        run.stdout.lines().last().unwrap().to_owned()
    };
    assert!(footer(&[]).starts_with("[3 callers · syntax · "), "{}", footer(&[]));
    assert!(
        footer(&["--wait", "40"]).starts_with("[3 callers · actor, complete · "),
        "{}",
        footer(&["--wait", "40"])
    );
}
