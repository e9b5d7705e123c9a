//! The command line: each tool as a command, and the program's own commands. The environment is
//! read here and passed down.

mod arguments;
mod call;
mod command;
mod config;
mod environment;
mod failure;
mod info;
mod install;
mod log;
mod output;
mod progress;
mod runtime;
mod serve;
mod servers;

use crate::domain::{Budget, Format};
use crate::engine::servers::{LanguageServers, ServerSettings};
use crate::tools::{Host, RootSpec, Settings, Toolbox};
use clap::ArgMatches;
use clap::error::ErrorKind;
use clap_complete::Shell;
use command::GlobalArgs;
use config::Config;
use environment::Environment;
use failure::Failure;
use install::Operation;
use std::ffi::OsString;
use std::panic::AssertUnwindSafe;
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

/// Outcome of a command that did not end with a [`Failure`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Found,
    Nothing,
    /// There are errors in place of an answer; they have been printed.
    Failed,
    Interrupted,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        ExitCode::from(match outcome {
            Outcome::Found => 0,
            Outcome::Nothing => 1,
            Outcome::Failed => 2,
            // Exit status that shells give to a process ended by an interrupt.
            Outcome::Interrupted => 130,
        })
    }
}

/// Runs the program with its arguments, the first of which is its own name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    // A panic is reported as an error; its location goes to the log.
    std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
    let environment = Environment::read();
    if let Some(threads) = environment.threads {
        // The pool of all work on files; there is none yet.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    }
    let outcome = std::panic::catch_unwind(AssertUnwindSafe(|| dispatch(arguments, environment)));
    let failure = match outcome {
        Ok(Ok(outcome)) => return outcome.into(),
        Ok(Err(failure)) => failure,
        Err(_) => Failure::new(
            "spelunk failed on a defect of its own",
            "run it again with SPELUNK_LOG=error to see where, and please report it",
        ),
    };
    output::print_error(&failure);
    Outcome::Failed.into()
}

fn dispatch(
    arguments: impl IntoIterator<Item = OsString>,
    mut environment: Environment,
) -> Result<Outcome, Failure> {
    // An error in the configuration must not prevent reading the help; it is reported by commands
    // that need the configuration.
    let config = config::read(&environment);
    let settings = config.as_ref().map(|config| config.settings.clone()).unwrap_or_default();
    let toolbox = Toolbox::standard(&settings);
    let command = command::command(&toolbox);
    let arguments = arguments::normal(&command, arguments);
    let matches = match command.try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(message) => {
            if message.use_stderr()
                && message.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
            {
                let commands = command::command(&toolbox);
                return Err(Failure::usage(&message).with_commands(&message, &commands));
            }
            // Help and version are messages too; it is no error if the reader has closed its end.
            let _ = message.print();
            return Ok(if message.use_stderr() { Outcome::Failed } else { Outcome::Found });
        }
    };
    let global: GlobalArgs =
        command::read(&matches).map_err(|error| Failure::from_problem(&error))?;
    environment.no_color |= global.no_color;
    let context = CommandContext { toolbox, config, settings, global, environment };
    log::start(
        &context.environment,
        matches.subcommand_matches(command::SERVE).map(|_| "warn,rmcp=error"),
    )?;
    match matches.subcommand() {
        Some((command::SERVE, _)) => serve::serve(context),
        Some((command::LANGUAGES, matches)) => info::languages(matches.get_flag("json")),
        Some((command::SCHEMA, matches)) => {
            info::schema(&context.toolbox, text(matches, "tool"), matches.get_flag("input"))
        }
        Some((command::DOCTOR, matches)) => servers::doctor(&context, matches),
        Some((command::TRUST, matches)) => servers::trust(&context, matches),
        Some((command::CONFIG, _)) => {
            output::print(&config::show(&context.config)?)?;
            context.config.map_or_else(Err, |_| Ok(Outcome::Found))
        }
        Some((command::COMPLETIONS, matches)) => {
            let shell = matches.get_one::<Shell>("shell").copied().unwrap_or(Shell::Bash);
            info::completions(shell, command::command(&context.toolbox))
        }
        Some((command::INSTALL, matches)) => context.install(Operation::Install, matches),
        Some((command::UNINSTALL, matches)) => context.install(Operation::Uninstall, matches),
        Some((name, matches)) => context.call(name, matches),
        None if context.global.show_repo_map => context.show_map(),
        None => Err(Failure::new("a command is missing", "`spelunk --help` lists the commands")),
    }
}

/// Context of the commands: tools, configuration, global options and environment.
struct CommandContext {
    toolbox: Toolbox,
    config: Result<Config, Failure>,
    settings: Settings,
    global: GlobalArgs,
    environment: Environment,
}

impl CommandContext {
    fn host(&self) -> Result<Arc<Host>, Failure> {
        let mut host = Host::new(self.settings.clone(), self.environment.user_excludes.clone());
        host.servers = self.servers()?;
        Ok(Arc::new(host))
    }

    /// Returns the host; if the configuration is wrong, a host with the defaults, and the error.
    fn host_or_default(&mut self) -> Result<(Arc<Host>, Option<Failure>), Failure> {
        let config = std::mem::replace(&mut self.config, Ok(Config::default()));
        Ok((self.host()?, config.err()))
    }

    /// Returns the language servers; `None` without a home directory for their files.
    fn servers(&self) -> Result<Option<LanguageServers>, Failure> {
        let (Some(cache), Some(config)) =
            (&self.environment.cache_home, &self.environment.config_home)
        else {
            return Ok(None);
        };
        let settings = ServerSettings {
            variables: self.environment.variables.clone(),
            account: self.environment.account.clone(),
            working_directory: self.environment.working_directory.clone(),
            cache: cache.join("spelunk"),
            config: config.join("spelunk"),
            servers: self.settings.server.clone(),
            trust_all: self.global.trust,
            log: self.environment.server_log.clone(),
            program: self.environment.program.clone(),
            user_excludes: self.environment.user_excludes.clone(),
        };
        LanguageServers::new(settings).map(Some).map_err(|error| Failure::from_problem(&error))
    }

    /// Returns the roots: `--root`, else `SPELUNK_ROOT`, else none, which means the working
    /// directory.
    fn roots(&self) -> Result<RootSpec, Failure> {
        let directories = if self.global.root.is_empty() {
            self.environment.roots.clone()
        } else {
            self.global.root.clone()
        };
        let working_directory = match &self.environment.working_directory {
            Some(directory) => directory.clone(),
            None if directories.iter().any(|root| root.is_absolute()) => directories[0].clone(),
            None => {
                return Err(Failure::new(
                    "the working directory does not exist any more",
                    "change to a directory that does, or name one with --root",
                ));
            }
        };
        let (home, first) = (self.environment.home.clone(), OnceLock::new());
        Ok(RootSpec { directories, working_directory, home, first })
    }

    fn call(self, name: &str, matches: &ArgMatches) -> Result<Outcome, Failure> {
        let (host, roots) = (self.host()?, self.roots()?);
        self.config?;
        let Some(tool) = self.toolbox.commanded(name) else {
            unreachable!("clap knows only the commands it was given")
        };
        call::run(tool, matches, host, roots, &self.environment)
    }

    fn install(&self, operation: Operation, matches: &ArgMatches) -> Result<Outcome, Failure> {
        let clients: Vec<&str> = matches
            .get_many::<String>("client")
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect();
        install::run(operation, &clients, matches.get_flag("apply"), &self.environment)
    }

    /// `--show-repo-map`: prints the map for a system prompt.
    fn show_map(self) -> Result<Outcome, Failure> {
        let (host, roots) = (self.host()?, self.roots()?);
        let config = self.config?;
        let enabled = self.settings.map.enabled;
        let Some(tool) = self.toolbox.named("map_code").filter(|_| enabled) else {
            let place = config.path.map(|path| path.display().to_string()).unwrap_or_default();
            return Err(Failure::new(
                "the map is switched off",
                format!("set map.enabled in {place}"),
            ));
        };
        let request =
            tool.read_json(serde_json::Map::from_iter([("path".to_owned(), ".".into())]))?;
        let budget = Budget::tokens(tool.max_tokens());
        call::answer(tool, request.call, Format::Markdown, budget, host, roots, &self.environment)
    }
}

fn text<'a>(matches: &'a ArgMatches, name: &str) -> &'a str {
    matches.get_one::<String>(name).map(String::as_str).unwrap_or_default()
}
