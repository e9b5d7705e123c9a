//! The command line: exit status, errors, and the program's own commands.

use crate::support::cli::{command, finish, run};
use crate::support::{project, write};
use serde_json::Value;
use std::process::Stdio;

#[test]
fn help_and_version_are_found_and_mistakes_are_errors() {
    let project = project(&[]);
    let check = |arguments: &[&str], status: i32, expected: &str| {
        let run = run(project.path(), arguments);
        assert_eq!(run.status, status, "{run:?}");
        let text = if status == 0 { &run.stdout } else { &run.stderr };
        assert!(text.contains(expected), "{run:?} lacks {expected:?}");
        let other = if status == 0 { &run.stderr } else { &run.stdout };
        assert_eq!(other, "", "{run:?}");
    };
    check(&["--version"], 0, concat!("spelunk ", env!("CARGO_PKG_VERSION")));
    check(&["--help"], 0, "serve");
    check(&[], 2, "Usage: spelunk");
    check(&["mpa"], 2, "unrecognized subcommand 'mpa'");
    check(
        &["languages", "--jsn"],
        2,
        "error: unexpected argument '--jsn' found\n  a similar argument exists: '--json'\n",
    );
    check(&["schema", "nothing"], 2, "error: there is no tool `nothing`\n  the tools are");
}

#[test]
fn the_filter_of_the_log_is_read() {
    let project = project(&[]);
    let check = |filter: &str, status: i32, expected: &str| {
        let run = finish(command(project.path(), &["languages"]).env("SPELUNK_LOG", filter));
        assert_eq!(run.status, status, "{run:?}");
        assert!(run.stderr.contains(expected), "{run:?}");
    };
    check("debug", 0, "");
    check("spelunk=debug,warn", 0, "");
    check("spelunk=loud", 2, "SPELUNK_LOG is not a filter");
}

#[test]
fn languages_are_listed_for_people_and_for_programs() {
    let project = project(&[]);
    let text = run(project.path(), &["languages"]);
    assert_eq!(text.status, 0);
    assert!(
        text.stdout.lines().any(|line| line.starts_with("rust ") && line.contains(".rs")),
        "{}",
        text.stdout
    );
    let json: Value =
        serde_json::from_str(&run(project.path(), &["languages", "--json"]).stdout).expect("JSON");
    let rust = json
        .as_array()
        .and_then(|all| all.iter().find(|language| language["id"] == "rust"))
        .expect("Rust is known");
    assert!(rust["extensions"].as_array().is_some_and(|all| all.contains(&"rs".into())), "{rust}");
}

#[test]
fn completions_are_made_for_every_shell() {
    let project = project(&[]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = run(project.path(), &["completions", shell]);
        assert_eq!(run.status, 0, "{run:?}");
        assert!(run.stdout.contains("languages"), "{shell}");
    }
}

#[test]
fn the_configuration_is_shown_with_its_origin_and_its_mistakes_are_told() {
    let project = project(&[]);
    let home = project.path().join("home");
    write(&home, "spelunk/config.toml", "[map]\nmaxTokens = 5000\n");
    let mut shown = command(project.path(), &["config"]);
    shown.env_remove("SPELUNK_CONFIG").env("XDG_CONFIG_HOME", &home);
    let run = finish(&mut shown);
    assert_eq!(run.status, 0, "{run:?}");
    assert!(
        run.stdout
            .starts_with(&format!("# read from {}", home.join("spelunk/config.toml").display())),
        "{run:?}"
    );
    assert!(run.stdout.contains("maxTokens = 5000"), "{run:?}");
    write(&home, "spelunk/config.toml", "[map]\nmaxToken = 5000\n");
    let run = finish(&mut shown);
    assert_eq!(run.status, 2, "{run:?}");
    assert!(
        run.stderr.contains("config.toml:2: unknown field `maxToken`, expected one of `enabled`"),
        "{run:?}"
    );
    assert_eq!(run.stderr.lines().count(), 2, "{run:?}");
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    // More than a pipe holds, for every command that can print that much.
    let callers = (0..2000).map(|number| {
        format!("fn needle_{number}() {{\n    needle(); // {}\n}}\n", "needle ".repeat(9))
    });
    let code = format!("fn needle() {{}}\n{}", callers.collect::<String>());
    let project =
        project(&[("src/lib.rs", code.as_str()), ("Cargo.toml", "[package]\nname = \"x\"\n")]);
    let commands: [&[&str]; 8] = [
        &["languages"],
        &["map", "--format", "json"],
        &["search", "needle", "--max-results", "3000"],
        &["grep", "needle", "-o", "plain"],
        &["grep", "needle"],
        &["query", "needle()", "--format", "xml"],
        &["extract", "src/lib.rs"],
        &["references", "src/lib.rs:1", "--max-results", "3000"],
    ];
    for arguments in commands {
        let mut command = command(project.path(), arguments);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(
            (output.status.code(), output.stderr.as_slice()),
            (Some(0), [].as_slice()),
            "{arguments:?}"
        );
    }
}

/// Service accounts have `/dev/null` for a home.
#[cfg(unix)]
#[test]
fn a_home_that_is_no_directory_holds_no_configuration() {
    let project = project(&[("a.py", "def f(): pass\n")]);
    let mut command = command(project.path(), &["callers", "f"]);
    command.env("HOME", "/dev/null").env_remove("XDG_CONFIG_HOME").env_remove("SPELUNK_CONFIG");
    let run = finish(&mut command);
    assert!(run.status != 2 && run.stdout.contains("0 resolved"), "{run:?}");
}

/// A client is set up only when told to and left as it was.
#[test]
fn install_and_removal_only_on_request() {
    let project = project(&[]);
    let home = project.path().join("home");
    let before =
        "{\n  // mine\n  \"mcpServers\": {\n    \"other\": { \"command\": \"other\" }\n  }\n}\n";
    write(&home, ".cursor/mcp.json", before);
    write(&home, ".codex/auth.json", "{}");
    let spelunk = |arguments: &[&str]| {
        let mut command = command(project.path(), arguments);
        finish(command.env("HOME", &home).env_remove("XDG_CONFIG_HOME"))
    };
    let read = |path: &str| std::fs::read_to_string(home.join(path)).ok();
    let told = spelunk(&["install"]);
    assert_eq!(told.status, 0, "{told:?}");
    assert!(told.stdout.contains("Cursor: would be registered in "), "{told:?}");
    assert!(told.stdout.contains("+     \"spelunk\": {"), "{told:?}");
    assert!(told.stdout.contains("Codex: would be registered in "), "{told:?}");
    assert!(told.stdout.ends_with("Nothing was written. Add --apply to do it.\n"), "{told:?}");
    assert_eq!(
        (read(".cursor/mcp.json").as_deref(), read(".codex/config.toml")),
        (Some(before), None)
    );
    assert_eq!(spelunk(&["install", "--apply"]).status, 0);
    assert!(
        read(".cursor/mcp.json")
            .is_some_and(|text| text.contains("// mine") && text.contains("\"serve\""))
    );
    assert!(
        read(".codex/config.toml")
            .is_some_and(|text| text.starts_with("[mcp_servers.spelunk]\ncommand = "))
    );
    assert_eq!(spelunk(&["install", "--apply"]).status, 0, "all is as it should be");
    let other = spelunk(&["install", "windsurf", "--apply"]);
    assert!(read(".codeium/windsurf/mcp_config.json").is_some(), "{other:?}");
    assert_eq!(spelunk(&["uninstall", "--apply"]).status, 0);
    assert_eq!(
        (read(".cursor/mcp.json").as_deref(), read(".codex/config.toml")),
        (Some(before), None)
    );
    assert_eq!(read(".codeium/windsurf/mcp_config.json"), None);
}

#[test]
fn a_client_whose_file_is_broken_is_left_alone_and_named() {
    let project = project(&[
        (".cursor/mcp.json", "{\n \"mcpServers\": [\n"),
        (".gemini/settings.json", "{}\n"),
    ]);
    let mut command = command(project.path(), &["install", "--apply"]);
    let run = finish(command.env("HOME", project.path()).env_remove("XDG_CONFIG_HOME"));
    assert_eq!(run.status, 2, "{run:?}");
    assert!(run.stderr.contains("mcp.json: it is not what the client would read: "), "{run:?}");
    assert!(run.stdout.contains("Gemini CLI: registered in "), "{run:?}");
}
