//! Errors of the command line itself, and the printed form of all errors.

use crate::domain::Problem;
use crate::tools::{self, ToolError};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::fmt;

/// A problem, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) problem: String,
    pub(super) hint: Option<String>,
}

impl Failure {
    pub(super) fn new(problem: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { problem: problem.into(), hint: Some(hint.into()) }
    }

    /// An error in the arguments, in two lines instead of clap's six.
    pub(super) fn usage(error: &clap::Error) -> Self {
        let text = error.to_string();
        let mut paragraphs = text.split("\n\n");
        let mut first = paragraphs.next().unwrap_or_default().lines().map(str::trim);
        let mut problem = first.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        let rest = first.collect::<Vec<_>>().join(" ");
        if problem.ends_with(':') {
            problem = format!("{problem} {rest}");
        } else if !rest.is_empty() {
            return Self::new(problem, rest.trim_matches(['[', ']']));
        }
        let mut usage = None;
        for paragraph in paragraphs {
            let line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
            if let Some(tip) = line.strip_prefix("tip: ") {
                return Self::new(problem, tip.split(" tip: ").next().unwrap_or(tip));
            }
            usage = usage
                .or_else(|| line.strip_prefix("Usage: ").map(|usage| format!("usage: {usage}")));
        }
        Self {
            problem,
            hint: usage.or_else(|| Some("`spelunk --help` lists commands and options".to_owned())),
        }
    }

    /// Names the commands that have an option which the called one does not, unless that has one
    /// like it.
    pub(super) fn with_commands(self, error: &clap::Error, commands: &clap::Command) -> Self {
        let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else {
            return self;
        };
        let option = argument.strip_prefix("--").and_then(|rest| rest.split('=').next());
        let is_known = error.kind() == ErrorKind::UnknownArgument
            && error.get(ContextKind::SuggestedArg).is_none();
        let Some(option) = option.filter(|_| is_known) else { return self };
        let has_it = |command: &&clap::Command| {
            command.get_arguments().any(|argument| argument.get_long() == Some(option))
        };
        let having = commands.get_subcommands().filter(has_it).map(clap::Command::get_name);
        let having: Vec<&str> = having.collect();
        match having.is_empty() {
            true => self,
            false => Self::new(
                self.problem,
                format!("`--{option}` is an option of {}", having.join(", ")),
            ),
        }
    }

    /// An error of a lower layer.
    pub(super) fn from_problem(error: &dyn Problem) -> Self {
        ToolError::from_problem(error).into()
    }
}

impl Problem for clap::Error {}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("error: ")?;
        tools::write_error(formatter, &self.problem, self.hint.as_deref())
    }
}

impl From<ToolError> for Failure {
    fn from(error: ToolError) -> Self {
        Self { problem: error.problem, hint: error.hint }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::command;
    use crate::tools::{Settings, Toolbox};

    fn check(arguments: &[&str], expected: &str) {
        let toolbox = Toolbox::standard(&Settings::default());
        let commands = command::command(&toolbox);
        let matches = commands.clone().try_get_matches_from([&["spelunk"], arguments].concat());
        let error = matches.expect_err("a mistake");
        let failure = Failure::usage(&error).with_commands(&error, &commands);
        assert_eq!(failure.to_string(), expected);
    }

    #[test]
    fn a_mistake_is_told_in_two_lines() {
        check(
            &["langages"],
            "error: unrecognized subcommand 'langages'\n  a similar subcommand exists: 'languages'",
        );
        check(
            &["languages", "--jsn"],
            "error: unexpected argument '--jsn' found\n  a similar argument exists: '--json'",
        );
        check(
            &["completions", "cmd"],
            "error: invalid value 'cmd' for '<SHELL>'\n  possible values: bash, elvish, fish, powershell, zsh",
        );
        check(
            &["schema"],
            "error: the following required arguments were not provided: <TOOL>\n  usage: spelunk schema <TOOL>",
        );
        check(
            &["references", "price", "--detail", "full"],
            "error: unexpected argument '--detail' found\n  `--detail` is an option of map, search, callers, callees, implementations",
        );
        check(
            &["languages", "extra"],
            "error: unexpected argument 'extra' found\n  usage: spelunk languages [OPTIONS]",
        );
    }
}
