//! Environment of the process, read once. Nothing below the command line reads it.

#![expect(clippy::disallowed_methods, reason = "it is the place that reads the environment")]

use super::install::ClientDirectories;
use crate::tools::GitPlaces;
use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::path::PathBuf;

/// Environment of the process.
#[derive(Debug, Clone, Default)]
pub(super) struct Environment {
    /// `None` if it no longer exists or cannot be read.
    pub(super) working_directory: Option<PathBuf>,
    pub(super) home: Option<PathBuf>,
    /// Home of the account, which HOME need not name.
    pub(super) account: Option<PathBuf>,
    /// Path of this program.
    pub(super) program: Option<PathBuf>,
    /// `SPELUNK_ROOT`: one directory, or several separated as in `PATH`.
    pub(super) roots: Vec<PathBuf>,
    /// `SPELUNK_CONFIG`.
    pub(super) config: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`, else `~/.config`.
    pub(super) config_home: Option<PathBuf>,
    /// Directories in which MCP clients keep their configurations; `None` without a home directory.
    pub(super) client_places: Option<ClientDirectories>,
    /// `PATH`.
    pub(super) path: OsString,
    /// `XDG_CACHE_HOME`, else `~/.cache`.
    pub(super) cache_home: Option<PathBuf>,
    /// `SPELUNK_LSP_LOG`: file in which the traffic with language servers is recorded.
    pub(super) server_log: Option<PathBuf>,
    /// File of the user's own excludes, by git's configuration.
    pub(super) user_excludes: Option<PathBuf>,
    /// All variables; language servers get those that they may see.
    pub(super) variables: Vec<(OsString, OsString)>,
    /// `SPELUNK_LOG`.
    pub(super) log: Option<String>,
    /// `RAYON_NUM_THREADS`, if it asks for more threads than are of any use.
    pub(super) threads: Option<usize>,
    /// `NO_COLOR` is set to anything, or the terminal is dumb.
    pub(super) no_color: bool,
    /// `PAGER`; no pager is used if it is empty.
    pub(super) pager: Option<String>,
    pub(super) stdin_is_terminal: bool,
    pub(super) stdout_is_terminal: bool,
    pub(super) stderr_is_terminal: bool,
}

impl Environment {
    pub(super) fn read() -> Self {
        let path =
            |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        // A relative home would depend on the working directory, which may be a project.
        let home = env::home_dir().filter(|home| home.is_absolute());
        // The specification of the variable says that relative paths are to be ignored.
        let config_home = path("XDG_CONFIG_HOME").filter(|path| path.is_absolute());
        let cache_home = path("XDG_CACHE_HOME").filter(|path| path.is_absolute());
        let client_places = home.as_ref().map(|home| ClientDirectories {
            home: home.clone(),
            config: config_home.clone(),
            codex: path("CODEX_HOME").filter(|path| path.is_absolute()),
            claude: path("CLAUDE_CONFIG_DIR").filter(|path| path.is_absolute()),
            app_data: path("APPDATA").filter(|path| path.is_absolute()),
        });
        let config_home = config_home.or_else(|| home.as_ref().map(|home| home.join(".config")));
        let git = GitPlaces {
            home: home.clone(),
            config_home: config_home.clone(),
            global: path("GIT_CONFIG_GLOBAL"),
            system: path("GIT_CONFIG_SYSTEM").unwrap_or_else(|| "/etc/gitconfig".into()),
        };
        Self {
            working_directory: env::current_dir().ok(),
            cache_home: cache_home.or_else(|| home.as_ref().map(|home| home.join(".cache"))),
            server_log: path("SPELUNK_LSP_LOG"),
            user_excludes: git.excludes_file(),
            variables: env::vars_os().collect(),
            client_places,
            path: env::var_os("PATH").unwrap_or_default(),
            config_home,
            account: account().or_else(|| home.clone()),
            home,
            program: env::current_exe().ok(),
            roots: env::var_os("SPELUNK_ROOT")
                .map(|value| {
                    env::split_paths(&value).filter(|path| !path.as_os_str().is_empty()).collect()
                })
                .unwrap_or_default(),
            config: path("SPELUNK_CONFIG"),
            log: env::var("SPELUNK_LOG").ok().filter(|filter| !filter.is_empty()),
            threads: limited_threads(),
            no_color: env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
                || env::var_os("TERM").is_some_and(|term| term == "dumb"),
            pager: env::var("PAGER").ok(),
            stdin_is_terminal: io::stdin().is_terminal(),
            stdout_is_terminal: io::stdout().is_terminal(),
            stderr_is_terminal: io::stderr().is_terminal(),
        }
    }
}

/// Returns the number of threads to start where a variable asks for more: each takes memory, and
/// asks all others for work.
fn limited_threads() -> Option<usize> {
    let asked = ["RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"].map(|name| env::var(name).ok());
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    limit_of(asked.into_iter().flatten(), cores)
}

fn limit_of(asked: impl Iterator<Item = String>, cores: usize) -> Option<usize> {
    /// More than one for each core is good for tests alone.
    const MAX_THREADS: usize = 64;
    let most = cores.max(MAX_THREADS);
    let asked = asked.filter_map(|value| value.parse::<usize>().ok()).max()?;
    (asked > most).then_some(most)
}

#[cfg(unix)]
fn account() -> Option<PathBuf> {
    use crate::tools::home_of_account;
    home_of_account("/etc/passwd".as_ref(), rustix::process::getuid().as_raw())
}

#[cfg(not(unix))]
fn account() -> Option<PathBuf> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_threads_than_are_of_use_are_not_started() {
        let check = |asked: &[&str], cores: usize, expected: Option<usize>| {
            let values = asked.iter().map(|&value| value.to_owned());
            assert_eq!(limit_of(values, cores), expected, "{asked:?}");
        };
        check(&[], 2, None);
        check(&["8"], 2, None);
        check(&["0"], 2, None);
        check(&["many"], 2, None);
        check(&["99999"], 2, Some(64));
        check(&["2", "99999"], 128, Some(128));
    }
}
