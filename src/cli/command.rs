//! Definition of the command line for clap: the tools' commands, the program's own, and the options
//! of each.

use super::install::client_names;
use crate::domain::{Budget, Format};
use crate::tools::Toolbox;
use clap::builder::{ArgPredicate, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueHint};
use clap_complete::Shell;
use std::path::PathBuf;

const ABOUT: &str =
    "Answers questions about code, for coding agents (as an MCP server) and for people";
/// Heading of what the commands take: who knows it needs no second help.
const USAGES: &str = "What these take (and all: -o FORMAT, --json, --max-tokens N):\n";
const AFTER: &str = "\
Examples:
  spelunk callers Type.method --from main    how one reaches the other, call by call
  spelunk callers Type.method --detail full  the code of the callers too
  spelunk impact Type.method --depth 4       what depends on it, and the tests that reach it
  spelunk extract src/a.rs:40 Type.method    the code of several places at once

Exit status: 0 something was found, 1 nothing was, 2 an error.
Environment: SPELUNK_ROOT, SPELUNK_CONFIG, SPELUNK_LOG, SPELUNK_LSP_LOG, NO_COLOR.";

/// Options of every command.
#[derive(Debug, Clone, Args)]
pub(super) struct GlobalArgs {
    /// Root directory of the code; may be given several times [default: SPELUNK_ROOT, else the
    /// working directory]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Global options")]
    pub(super) root: Vec<PathBuf>,
    /// Write without colours
    #[arg(long, global = true, help_heading = "Global options")]
    pub(super) no_color: bool,
    /// Trust the roots for this run: language servers may run what belongs to them (build scripts,
    /// macros, environments)
    #[arg(long, global = true, help_heading = "Global options")]
    pub(super) trust: bool,
    /// Print the map of the roots as Markdown, ready for a system prompt
    #[arg(long)]
    pub(super) show_repo_map: bool,
}

/// Options of every tool's command.
#[derive(Debug, Clone, Args)]
pub(super) struct OutputArgs {
    /// Form of the reply [default: color on a terminal, else outline]
    #[arg(short = 'o', long, value_name = "FORMAT", value_parser = format_parser(&[]), help_heading = "Output")]
    pub(super) format: Option<Format>,
    /// Short for --format json
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    pub(super) json: bool,
    /// Ceiling of the whole reply in o200k tokens, 100 at least, or `unlimited`
    #[arg(long, value_name = "N", value_parser = budget, help_heading = "Output")]
    pub(super) max_tokens: Option<Budget>,
}

/// Parser of a format's name: those of every command, and those of `more`.
fn format_parser(more: &[Format]) -> impl TypedValueParser<Value = Format> {
    let names: Vec<&str> = Format::ALL.iter().chain(more).map(|format| format.as_str()).collect();
    PossibleValuesParser::new(names).map(|word| Format::parse(&word).unwrap_or_default())
}

fn budget(word: &str) -> Result<Budget, String> {
    match word.parse() {
        Ok(tokens) => Ok(Budget::tokens(tokens)),
        Err(_) if word == "unlimited" => Ok(Budget::UNLIMITED),
        Err(_) => Err("it takes a whole number, 0 or more, or `unlimited`".to_owned()),
    }
}

/// Names of the program's own commands.
pub(super) const SERVE: &str = "serve";
pub(super) const LANGUAGES: &str = "languages";
pub(super) const SCHEMA: &str = "schema";
pub(super) const COMPLETIONS: &str = "completions";
pub(super) const CONFIG: &str = "config";
pub(super) const DOCTOR: &str = "doctor";
pub(super) const TRUST: &str = "trust";
pub(super) const INSTALL: &str = "install";
pub(super) const UNINSTALL: &str = "uninstall";

/// The whole command line.
#[expect(clippy::too_many_lines, reason = "one entry for each command")]
pub(super) fn command(toolbox: &Toolbox) -> Command {
    // A derived group of arguments brings its own description, which the command's must replace.
    let command = GlobalArgs::augment_args(Command::new(env!("CARGO_PKG_NAME")))
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .arg_required_else_help(true)
        .infer_subcommands(false);
    let tools: Vec<Command> = toolbox
        .commands()
        .map(|tool| {
            let command = OutputArgs::augment_args(tool.augment(Command::new(tool.command())));
            let command = if tool.has_picture() {
                command.mut_arg("format", |format| {
                    format.value_parser(format_parser(&Format::PICTURES))
                })
            } else {
                command
            };
            without_tests(command)
                .about(tool.title())
                .long_about(tool.about())
                .visible_aliases(tool.command_aliases().iter().copied())
                // Answers name tools as MCP does.
                .aliases((tool.name() != tool.command()).then_some(tool.name()))
        })
        .collect();
    let usages: String = tools.iter().map(usage).collect();
    command.after_help(format!("{USAGES}{usages}\n{AFTER}")).subcommands(tools).subcommands([
        Command::new(SERVE).about("Serve the tools to an MCP client on standard input and output"),
        Command::new(LANGUAGES).about("List the languages and what is known of each").arg(json_flag()),
        Command::new(SCHEMA)
            .about("Print the JSON Schema of a tool's answer, its arguments under $defs.arguments")
            .arg(Arg::new("tool").value_name("TOOL").required(true).help("Name of the tool or of its command"))
            .arg(
                Arg::new("input")
                    .long("input")
                    .action(ArgAction::SetTrue)
                    .help("Print the schema of the arguments alone, as MCP clients see it"),
            ),
        Command::new(DOCTOR)
            .about("Tell which language servers are there, which versions, and how to install those that are not")
            .arg(json_flag())
            .arg(
                Arg::new("wait")
                    .long("wait")
                    .value_name("SECONDS")
                    .value_parser(clap::value_parser!(f64))
                    .help("Start those that the roots need, wait for them so long, and tell what becomes of them"),
            ),
        Command::new(TRUST)
            .about(
                "Trust a root: language servers may then run what belongs to it (build scripts, macros, environments)",
            )
            .arg(
                Arg::new("path")
                    .value_name("DIR")
                    .value_hint(ValueHint::DirPath)
                    .value_parser(clap::value_parser!(PathBuf))
                    .help("The root [default: the roots]"),
            )
            .arg(Arg::new("remove").long("remove").action(ArgAction::SetTrue).help("Trust it no more"))
            .arg(
                Arg::new("list")
                    .long("list")
                    .action(ArgAction::SetTrue)
                    .conflicts_with_all(["path", "remove"])
                    .help("List trusted roots"),
            ),
        Command::new(CONFIG).about("Print the effective user configuration and where it is read from"),
        client_command(INSTALL, "Register the server with MCP clients; without --apply only tells what would be done"),
        client_command(UNINSTALL, "Take the server out of MCP clients; without --apply only tells what would be done"),
        Command::new(COMPLETIONS)
            .about("Print the completion script of a shell")
            .arg(Arg::new("shell").value_name("SHELL").required(true).value_parser(clap::value_parser!(Shell))),
    ])
}

/// Returns the line of a command with its positional parameters and its own options, in lines of
/// at most 100 columns.
fn usage(command: &Command) -> String {
    const WIDTH: usize = 100;
    let has_own_tests =
        |arg: &Arg| arg.get_action().takes_values() && arg.get_id() == "allow_tests";
    let is_shorter_said = command.get_arguments().any(has_own_tests);
    let is_own = |arg: &&Arg| {
        let is_said = if is_shorter_said { "allow_tests" } else { "no_tests" };
        arg.get_help_heading().is_none() && !arg.is_hide_set() && arg.get_id() != is_said
    };
    let (positional, options): (Vec<&Arg>, Vec<&Arg>) =
        command.get_arguments().filter(is_own).partition(|arg| arg.is_positional());
    let words = positional.into_iter().chain(options).map(word);
    let mut lines = vec![format!("  {}", command.get_name())];
    for word in words {
        if lines.last().is_some_and(|line| line.len() + 1 + word.len() > WIDTH) {
            lines.push(" ".repeat(5));
        }
        let line = lines.last_mut().expect("there is a line");
        *line += " ";
        *line += &word;
    }
    lines.join("\n") + "\n"
}

/// Returns an argument as a line of usage has it.
fn word(arg: &Arg) -> String {
    let values: Vec<String> =
        arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    let name = arg.get_value_names().and_then(<[_]>::first).map_or("", |name| name.as_str());
    let value = if values.is_empty() { name.to_owned() } else { values.join("|") };
    match (arg.get_short(), arg.get_long()) {
        (Some(short), _) if arg.get_action().takes_values() => format!("-{short} {value}"),
        (Some(short), Some(long)) => format!("-{short}/--{long}"),
        (None, Some(long)) if arg.get_action().takes_values() => format!("--{long} {value}"),
        (None, Some(long)) => format!("--{long}"),
        _ if takes_many(arg) => format!("{value}..."),
        _ => value,
    }
}

fn takes_many(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append)
        || arg.get_num_args().is_some_and(|count| count.max_values() > 1)
}

/// Adds `--no-tests` to a command that has `--allow-tests`.
fn without_tests(command: Command) -> Command {
    const ALLOWED: &str = "allow_tests";
    if !command.get_arguments().any(|arg| arg.get_id() == ALLOWED) {
        return command;
    }
    let is_given = ArgPredicate::IsPresent;
    command.mut_arg(ALLOWED, |arg| arg.default_value_if("no_tests", is_given, "false")).arg(
        Arg::new("no_tests")
            .long("no-tests")
            .action(ArgAction::SetTrue)
            .conflicts_with(ALLOWED)
            .help("Short for --allow-tests false"),
    )
}

fn client_command(name: &'static str, about: &'static str) -> Command {
    Command::new(name)
        .about(about)
        .arg(
            Arg::new("client")
                .value_name("CLIENT")
                .action(ArgAction::Append)
                .value_parser(PossibleValuesParser::new(client_names()))
                .help("Clients to set up [default: those found in the home directory]"),
        )
        .arg(Arg::new("apply").long("apply").action(ArgAction::SetTrue).help("Write the changes"))
}

fn json_flag() -> Arg {
    Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print JSON")
}

/// Reads the options of a derived group.
pub(super) fn read<T: FromArgMatches>(matches: &ArgMatches) -> Result<T, clap::Error> {
    T::from_arg_matches(matches)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::Settings;

    #[test]
    fn the_command_line_is_well_formed() {
        let toolbox = Toolbox::standard(&Settings::default());
        let mut command = command(&toolbox);
        command.clone().debug_assert();
        let help = command.render_help().to_string();
        assert!(help.starts_with(ABOUT));
        assert!(help.contains("\n  callers TARGET... --file FILE"), "{help}");
        assert!(help.lines().all(|line| line.len() <= 100), "{help}");
        for tool in toolbox.iter() {
            let found =
                command.find_subcommand_mut(tool.command()).expect("every tool is a command");
            let help = found
                .render_long_help()
                .to_string()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            assert!(
                help.starts_with(&tool.about().split_whitespace().collect::<Vec<_>>().join(" ")),
                "{help}"
            );
        }
    }
}
