//! `spelunk doctor` and `spelunk trust`: state of the language servers, and what they may run.

use super::failure::Failure;
use super::output::shown;
use super::{CommandContext, Outcome, output, runtime};
use crate::domain::State;
use crate::engine::servers::{LanguageServers, RunningServer, ServerReport};
use crate::render::escaped_lines;
use clap::ArgMatches;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::runtime::Builder;

/// `spelunk doctor`.
pub(super) fn doctor(context: &CommandContext, matches: &ArgMatches) -> Result<Outcome, Failure> {
    let servers = servers(context)?;
    let roots = roots(context)?;
    let runtime = runtime::start(&mut Builder::new_current_thread())?;
    let wait = matches
        .get_one::<f64>("wait")
        .map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, 600.0)));
    let (reports, running, sandbox) = runtime.block_on(async {
        let reports = servers.survey(&roots).await;
        let sandbox = servers.sandbox().await;
        let Some(wait) = wait else { return (reports, Vec::new(), sandbox) };
        #[expect(clippy::disallowed_methods, reason = "servers are waited for")]
        let deadline = Instant::now() + wait;
        servers.try_out(&roots, deadline).await;
        let running = servers.running();
        servers.shut_down().await;
        (reports, running, sandbox)
    });
    let trusted = servers.trusted().map_err(|error| Failure::from_problem(&error))?;
    let is_trusted = |root: &PathBuf| trusted.iter().any(|trusted| root.starts_with(trusted));
    let roots = roots.into_iter().map(|root| (is_trusted(&root), root)).collect();
    let survey = Survey { reports, running, sandbox, roots };
    let is_json = matches.get_flag("json");
    output::print(&if is_json { format!("{:#}\n", survey.value()) } else { survey.text() })?;
    match &context.config {
        Ok(_) => Ok(Outcome::Found),
        Err(problem) => {
            output::print_error(problem);
            Ok(Outcome::Failed)
        }
    }
}

/// What `spelunk doctor` found.
struct Survey {
    reports: Vec<ServerReport>,
    running: Vec<RunningServer>,
    /// Its kind, or the reason why there is none.
    sandbox: Result<&'static str, String>,
    /// The roots, and whether each is trusted.
    roots: Vec<(bool, PathBuf)>,
}

impl Survey {
    fn value(&self) -> Value {
        let root =
            |(is_trusted, root): &(bool, PathBuf)| json!({ "root": root, "trusted": is_trusted });
        json!({
            "servers": self.reports.iter().map(value).collect::<Vec<_>>(),
            "running": self.running.iter().map(running_value).collect::<Vec<_>>(),
            "roots": self.roots.iter().map(root).collect::<Vec<_>>(),
            "sandbox": { "kind": self.sandbox.as_ref().ok(), "problem": self.sandbox.as_ref().err() },
        })
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for report in &self.reports {
            describe(&mut text, report);
        }
        text.push('\n');
        let _ = match &self.sandbox {
            Ok(kind) => writeln!(text, "sandbox for roots that are not trusted: {kind}"),
            Err(why) => writeln!(text, "no sandbox for roots that are not trusted: {why}"),
        };
        for server in &self.running {
            describe_running(&mut text, server);
        }
        for (is_trusted, root) in &self.roots {
            let trust =
                if *is_trusted { "trusted" } else { "not trusted; `spelunk trust` changes that" };
            let _ = writeln!(text, "{}: {trust}", shown(root));
        }
        escaped_lines(text)
    }
}

fn value(report: &ServerReport) -> Value {
    let programs = report.programs.iter().map(|(path, version)| match version {
        Ok(version) => json!({ "path": path, "version": version, "problem": null }),
        Err(problem) => json!({ "path": path, "version": null, "problem": problem }),
    });
    json!({
        "name": report.name,
        "languages": report.languages,
        "programs": programs.collect::<Vec<_>>(),
        "works": report.programs.iter().any(|(_, version)| version.is_ok()),
        "install": report.install,
        "needs_trust": !report.is_safe,
        "writes": report.writes,
    })
}

/// Writes the program that would run, or how to install one, on one line; its problems on more.
fn describe(text: &mut String, report: &ServerReport) {
    let languages = report.languages.join(", ");
    let working =
        report.programs.iter().find_map(|(path, version)| Some((path, version.as_ref().ok()?)));
    let _ = match working {
        Some((path, Some(version))) => {
            writeln!(text, "{} ({languages}): {version}, {}", report.name, path.display())
        }
        Some((path, None)) => writeln!(text, "{} ({languages}): {}", report.name, path.display()),
        None => writeln!(
            text,
            "{} ({languages}): not there; to install it: {}",
            report.name, report.install
        ),
    };
    for (path, version) in &report.programs {
        if let Err(problem) = version {
            let _ = writeln!(text, "  {} does not serve: {problem}", path.display());
        }
    }
    if !report.is_safe && working.is_some() {
        let _ = writeln!(text, "  starts in trusted roots only");
    }
}

fn running_value(server: &RunningServer) -> Value {
    json!({
        "name": server.server,
        "root": server.root,
        "version": server.version,
        "state": server.state,
        "note": server.note.as_ref().map(ToString::to_string),
        "loaded_in_seconds": server.loaded_in.map(|took| took.as_secs_f64()),
        "memory_bytes": server.memory,
        "last_errors": server.last_errors,
    })
}

/// Writes the state of a started server on one line; if it failed, its last errors on more.
fn describe_running(text: &mut String, server: &RunningServer) {
    let mut said = vec![match (&server.note, server.loaded_in) {
        (Some(note), _) => note.to_string(),
        (None, Some(took)) => {
            format!("{} is ready, after {:.1} s", server.server, took.as_secs_f64())
        }
        (None, None) => format!("{} is ready", server.server),
    }];
    said.extend(server.memory.map(|bytes| format!("{} MB", bytes >> 20)));
    let _ = writeln!(text, "{}: {}", shown(&server.root), said.join(", "));
    if server.state == State::Failed {
        for line in &server.last_errors {
            let _ = writeln!(text, "  {line}");
        }
    }
}

/// `spelunk trust`.
pub(super) fn trust(context: &CommandContext, matches: &ArgMatches) -> Result<Outcome, Failure> {
    let servers = servers(context)?;
    if matches.get_flag("list") {
        let trusted = servers.trusted().map_err(|error| Failure::from_problem(&error))?;
        let text: String = trusted.iter().map(|root| format!("{}\n", shown(root))).collect();
        let outcome = if trusted.is_empty() { Outcome::Nothing } else { Outcome::Found };
        return output::print(&text).map(|()| outcome);
    }
    let roots = match matches.get_one::<PathBuf>("path") {
        Some(path) => vec![path.clone()],
        None => roots(context)?,
    };
    let mut text = String::new();
    for root in roots {
        let root = match &context.environment.working_directory {
            Some(directory) => directory.join(root),
            None => root,
        };
        let (root, said) = if matches.get_flag("remove") {
            let (root, was_trusted) =
                servers.distrust(&root).map_err(|error| Failure::from_problem(&error))?;
            (root, if was_trusted { "is trusted no more" } else { "was not trusted" })
        } else {
            let (root, is_new) =
                servers.trust(&root).map_err(|error| Failure::from_problem(&error))?;
            let new = "is trusted: language servers may run what belongs to it; `spelunk trust --remove` takes that back";
            (root, if is_new { new } else { "was trusted already" })
        };
        let _ = writeln!(text, "{} {said}", shown(&root));
    }
    output::print(&text).map(|()| Outcome::Found)
}

fn servers(context: &CommandContext) -> Result<LanguageServers, Failure> {
    let missing = || Failure::new("there is no home directory to keep anything in", "set HOME");
    context.servers()?.ok_or_else(missing)
}

/// The roots as canonical paths.
fn roots(context: &CommandContext) -> Result<Vec<PathBuf>, Failure> {
    let spec = context.roots()?;
    let given = if spec.directories.is_empty() { vec![PathBuf::new()] } else { spec.directories };
    let paths = given.iter().map(|root| {
        let path = spec.working_directory.join(root);
        path.canonicalize().map_err(|error| {
            Failure::new(format!("{}: {error}", path.display()), "name another root with --root")
        })
    });
    paths.collect()
}
