//! The user's configuration file: its path, its contents and the errors in it.

use super::environment::Environment;
use super::failure::Failure;
use super::output::on_one_line;
use crate::engine::servers::mistake_in_tables;
use crate::render::escaped;
use crate::tools::Settings;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The configuration and its origin.
#[derive(Debug, Default)]
pub(super) struct Config {
    pub(super) settings: Settings,
    /// Path of the file, which need not exist; `None` without a configuration directory.
    pub(super) path: Option<PathBuf>,
    /// True if the file exists.
    pub(super) exists: bool,
}

/// Reads the configuration. A missing file is an empty one, unless the user named it.
pub(super) fn read(environment: &Environment) -> Result<Config, Failure> {
    let named = environment.config.clone();
    let default =
        || environment.config_home.as_ref().map(|home| home.join("spelunk").join("config.toml"));
    let is_named = named.is_some();
    let Some(path) = named.or_else(default) else { return Ok(Config::default()) };
    // A file that nobody named is not waited for; one that is named may be a pipe.
    let read = match fs::metadata(&path) {
        Ok(metadata) if !is_named && !metadata.is_file() => {
            Err(std::io::Error::other("it is not a regular file"))
        }
        _ => read_bounded(&path),
    };
    let text = match read {
        Ok(text) => text,
        // Nothing is below what is no directory: service accounts have `/dev/null` for a home.
        Err(error)
            if !is_named
                && matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
        {
            return Ok(Config { path: Some(path), ..Config::default() });
        }
        Err(error) => {
            return Err(Failure::new(
                format!("the configuration {} cannot be read: {error}", path.display()),
                "mend or remove it, or set SPELUNK_CONFIG to another file",
            ));
        }
    };
    let problem = |at: Option<usize>, message: &str| {
        let line = at.map(|at| text[..at.min(text.len())].matches('\n').count() + 1);
        let line = line.map(|line| format!(":{line}")).unwrap_or_default();
        let message = message.trim().replace('\n', " ");
        Failure::new(
            format!("{}{line}: {message}", path.display()),
            "mend or remove it; `spelunk config` shows every key with its value",
        )
    };
    let settings: Settings = toml::from_str(&text)
        .map_err(|error| problem(error.span().map(|span| span.start), error.message()))?;
    // The tables of servers are read here for the sake of their lines.
    if let Some((at, message)) = mistake_in_tables(&text) {
        return Err(problem(at, &format!("[[server]]: {message}")));
    }
    Ok(Config { settings, path: Some(path), exists: true })
}

/// Reads a file of at most a megabyte.
#[expect(clippy::disallowed_methods, reason = "the user's configuration")]
fn read_bounded(path: &Path) -> std::io::Result<String> {
    const MAX_BYTES: u64 = 1 << 20;
    let mut text = String::new();
    let file = fs::File::open(path)?;
    match file.take(MAX_BYTES + 1).read_to_string(&mut text)? as u64 {
        0..=MAX_BYTES => Ok(text),
        _ => Err(std::io::Error::other("it is larger than a megabyte")),
    }
}

/// Formats the effective configuration as a configuration file, with a comment that names the file
/// it was read from, or the reason why none was.
pub(super) fn show(config: &Result<Config, Failure>) -> Result<String, Failure> {
    let origin = match config {
        Err(failure) => format!("# defaults; {}", on_one_line(failure)),
        Ok(Config { path: Some(path), exists: true, .. }) => {
            format!("# read from {}", path.display())
        }
        Ok(Config { path: Some(path), .. }) => {
            format!("# defaults; {} does not exist", path.display())
        }
        Ok(_) => "# defaults; no home directory and no SPELUNK_CONFIG to look in".to_owned(),
    };
    let settings = config.as_ref().map(|config| config.settings.clone()).unwrap_or_default();
    let values = toml::to_string(&settings).map_err(|error| {
        Failure::new(
            format!("the configuration cannot be shown: {error}"),
            "report this as a defect",
        )
    })?;
    Ok(format!("{}\n{values}", escaped(&origin)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<usize, &str>) {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("config.toml");
        fs::write(&path, text).expect("the file is written");
        let environment = Environment { config: Some(path.clone()), ..Environment::default() };
        let outcome = read(&environment).map(|config| config.settings.map.max_tokens.unwrap_or(0));
        let prefix = path.display().to_string();
        let outcome = outcome.map_err(|failure| failure.problem.replace(&prefix, "FILE"));
        assert_eq!(outcome, expected.map_err(str::to_owned), "{text}");
    }

    #[test]
    fn keys_are_read_in_either_spelling_and_strange_ones_are_refused_with_their_line() {
        check("", Ok(0));
        check("[map]\nmaxTokens = 5000\nincludeTests = true\n", Ok(5000));
        check("[map]\nmax_tokens = 900\nexcludes = ['*.gen.rs']\n", Ok(900));
        check(
            "[map]\nenabled = true\nbudget = 3\n",
            Err(
                "FILE:3: unknown field `budget`, expected one of `enabled`, `maxTokens`, `max_tokens`, `includeTests`, \
                 `include_tests`, `includeDependencies`, `include_dependencies`, `excludes`",
            ),
        );
        check("[maps]\n", Err("FILE:1: unknown field `maps`, expected `map` or `server`"));
        check(
            "[map]\nmaxTokens = 'many'\n",
            Err("FILE:2: invalid type: string \"many\", expected usize"),
        );
        check("[map]\nmaxTokens = 5\n", Err("FILE:2: map.maxTokens is 5; the least is 100"));
        check(
            "[map]\n[[server]]\nname = 5\n",
            Err("FILE:3: [[server]]: invalid type: integer `5`, expected a string"),
        );
        check(
            "[map]\n\n[[server]]\nname = 'x'\n",
            Err("FILE:3: [[server]]: missing field `languages`"),
        );
        let whole = "\n[[server]]\nname = 'x'\nlanguages = ['x']\ncommand = []\ninstall = ''\nsafe = 'proven'\nwrites = ''\n";
        let nothing = "`x`: `command` is empty; say how it is started";
        check(whole, Err(&format!("FILE:2: [[server]]: {nothing}")));
    }

    #[test]
    fn a_file_without_end_is_not_read() {
        let long = "#".repeat((1 << 20) + 1);
        check(&long, Err("the configuration FILE cannot be read: it is larger than a megabyte"));
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_that_nobody_named_is_not_waited_for() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let folder = directory.path().join("spelunk");
        fs::create_dir(&folder).expect("a directory");
        let kind = rustix::fs::FileType::Fifo;
        let file = folder.join("config.toml");
        rustix::fs::mknodat(rustix::fs::CWD, file, kind, 0o600.into(), 0).expect("a pipe");
        let environment = Environment {
            config_home: Some(directory.path().to_owned()),
            ..Environment::default()
        };
        assert!(
            read(&environment)
                .is_err_and(|failure| failure.problem.contains("it is not a regular file"))
        );
    }

    #[test]
    fn a_missing_file_is_an_empty_one_unless_it_was_named() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let unnamed = Environment {
            config_home: Some(directory.path().to_owned()),
            ..Environment::default()
        };
        assert!(
            read(&unnamed)
                .is_ok_and(|config| !config.exists && config.settings == Settings::default())
        );
        let named = Environment {
            config: Some(directory.path().join("none.toml")),
            ..Environment::default()
        };
        assert!(
            read(&named).is_err_and(|failure| failure.problem.contains("none.toml cannot be read"))
        );
    }

    #[test]
    fn shown_settings_can_be_read_back() {
        let config = Config { path: Some(PathBuf::from("/x/config.toml")), ..Config::default() };
        let shown = show(&Ok(config)).expect("settings can always be shown");
        assert!(shown.starts_with("# defaults; /x/config.toml does not exist\n"), "{shown}");
        assert_eq!(
            toml::from_str::<Settings>(&shown).expect("it is a configuration"),
            Settings::default()
        );
    }
}
