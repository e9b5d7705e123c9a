//! Execution of a tool's command.

use super::command::{self, OutputArgs};
use super::environment::Environment;
use super::failure::Failure;
use super::progress::Bar;
use super::{Outcome, output, runtime};
use crate::domain::{Budget, Cancel, Format};
use crate::render::{Rendered, render};
use crate::tools::{AnyTool, Call, Host, MAX_PATHS_OF_SHELL, RootSpec, ToolCx, ToolError, guarded};
use clap::ArgMatches;
use std::io::Read;
use std::sync::Arc;
use std::time::{Instant, SystemTime};
use tokio::runtime::Builder;

/// An answer and the values that decide the exit status.
struct Answer {
    rendered: Rendered,
    found: bool,
    errors: Vec<String>,
    fails_by_errors: bool,
}

/// Runs the tool with the arguments in `matches`, and prints its answer.
pub(super) fn run(
    tool: &Arc<dyn AnyTool>,
    matches: &ArgMatches,
    host: Arc<Host>,
    roots: RootSpec,
    environment: &Environment,
) -> Result<Outcome, Failure> {
    let mut call = tool.read_matches(matches).map_err(|error| Failure::from_problem(&error))?;
    if let Some(texts) = call.input() {
        read_input(texts, environment)?;
    }
    let output: OutputArgs =
        command::read(matches).map_err(|error| Failure::from_problem(&error))?;
    let format = format(&output, environment);
    let default = if tool.command_is_bounded() {
        Budget::tokens(tool.max_tokens())
    } else {
        Budget::UNLIMITED
    };
    let budget = output.max_tokens.unwrap_or(default);
    answer(tool, call, format, budget, host, roots, environment)
}

/// Maximum bytes read from standard input.
const INPUT_LIMIT: u64 = 64 << 20;

/// Puts standard input in the place of `-`, or of all texts if none was given and something is
/// piped in.
fn read_input(texts: &mut Vec<String>, environment: &Environment) -> Result<(), Failure> {
    let dash = texts.iter().position(|text| text == "-");
    if dash.is_none() && (!texts.is_empty() || environment.stdin_is_terminal) {
        return Ok(());
    }
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(INPUT_LIMIT + 1).read_to_end(&mut bytes);
    read.map_err(|error| {
        Failure::new(format!("standard input cannot be read: {error}"), "give a target instead")
    })?;
    if bytes.len() as u64 > INPUT_LIMIT {
        return Err(Failure::new(
            "standard input is larger than 64 MB",
            "give the part of it that matters",
        ));
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match dash {
        Some(dash) => texts[dash] = text,
        None if text.trim().is_empty() => {}
        None => texts.push(text),
    }
    Ok(())
}

/// Makes a call and prints its answer.
pub(super) fn answer(
    tool: &Arc<dyn AnyTool>,
    call: Box<dyn Call>,
    format: Format,
    budget: Budget,
    host: Arc<Host>,
    roots: RootSpec,
    environment: &Environment,
) -> Result<Outcome, Failure> {
    let bar = environment.stderr_is_terminal.then(Bar::new);
    #[expect(clippy::disallowed_methods, reason = "a call arrives")]
    let (arrived, arrived_at) = (Instant::now(), SystemTime::now());
    let cx = ToolCx {
        host,
        roots: Arc::new(roots),
        format,
        budget,
        arrived,
        arrived_at,
        waits_by_default: false,
        max_paths: MAX_PATHS_OF_SHELL,
        progress: bar.as_ref().map(Bar::progress).unwrap_or_default(),
        cancel: Cancel::default(),
        shown_definitions: Arc::default(),
    };
    let answer = block_on(tool.name(), call, format, cx);
    if let Some(bar) = bar {
        bar.clear();
    }
    let Some(answer) = answer? else { return Ok(Outcome::Interrupted) };
    if environment.stdout_is_terminal && matches!(format, Format::Color | Format::Terminal) {
        output::show(&answer.rendered.text, environment)?;
    } else {
        output::print(&answer.rendered.text)?;
    }
    for error in &answer.errors {
        output::print_error(&Failure { problem: error.clone(), hint: None });
    }
    Ok(match (answer.found, answer.errors.is_empty()) {
        (true, false) if answer.fails_by_errors => Outcome::Failed,
        (true, _) => Outcome::Found,
        (false, true) => Outcome::Nothing,
        (false, false) => Outcome::Failed,
    })
}

/// Returns the requested format, else the one that suits standard output.
fn format(output: &OutputArgs, environment: &Environment) -> Format {
    match output.format {
        Some(Format::Color) if environment.no_color => Format::Terminal,
        Some(format) => format,
        None if output.json => Format::Json,
        None if environment.stdout_is_terminal && environment.no_color => Format::Terminal,
        None if environment.stdout_is_terminal => Format::Color,
        None => Format::Outline,
    }
}

/// Runs a call to its end; `None` if the user interrupts it.
fn block_on(
    tool: &'static str,
    call: Box<dyn Call>,
    format: Format,
    cx: ToolCx,
) -> Result<Option<Answer>, Failure> {
    let runtime = runtime::start(&mut Builder::new_current_thread())?;
    let cancel = cx.cancel.clone();
    let budget = cx.budget;
    let work = guarded(tool, async move {
        let report = call.run(cx.clone()).await?;
        cx.compute(move |cx| {
            let rendered = render(&*report, format, budget, &cx.cancel)?;
            Ok::<_, ToolError>(Answer {
                rendered,
                found: report.found(),
                errors: report.errors().to_vec(),
                fails_by_errors: report.fails_by_errors(),
            })
        })
        .await
    });
    let answer = runtime.block_on(async {
        tokio::select! {
            answer = work => answer.map(Some).map_err(Failure::from),
            Ok(()) = tokio::signal::ctrl_c() => {
                cancel.cancel();
                Ok(None)
            }
        }
    });
    // Cancelled work ends by itself or with the process and is not waited for. Language servers are
    // killed when the tasks that watch them are dropped.
    runtime.shutdown_background();
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(
        format: Option<Format>,
        json: bool,
        is_terminal: bool,
        no_color: bool,
        expected: Format,
    ) {
        let output = OutputArgs { format, json, max_tokens: None };
        let environment =
            Environment { stdout_is_terminal: is_terminal, no_color, ..Environment::default() };
        assert_eq!(super::format(&output, &environment), expected);
    }

    #[test]
    fn the_form_is_what_was_asked_for_else_what_suits_the_reader() {
        check(None, false, true, false, Format::Color);
        check(None, false, true, true, Format::Terminal);
        check(None, false, false, false, Format::Outline);
        check(None, true, true, false, Format::Json);
        check(Some(Format::Xml), false, true, false, Format::Xml);
        check(Some(Format::Color), false, false, false, Format::Color);
        check(Some(Format::Color), false, true, true, Format::Terminal);
    }
}
