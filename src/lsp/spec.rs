//! Language servers as data: the keys of `servers/<name>.toml`, and of a `[[server]]` table in the
//! user's own config.
//!
//! Nothing here starts anything. The description of a server has its commands and their probes, the
//! rules for its workspace root, its signal for the end of loading, what it writes, and what makes
//! it safe in a workspace that is not trusted yet.

use crate::lang::embedded;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Description of one language server.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServerSpec {
    /// Name that appears in answers: "rust-analyzer".
    pub name: String,
    /// Ids of its languages.
    pub languages: Vec<String>,
    /// Rank; the server with the highest is preferred if several serve a language.
    #[serde(default)]
    pub rank: i32,
    /// Commands that start it; the first that is found and passes its probe is used.
    pub command: Vec<CommandSpec>,
    /// Command that installs it, for people.
    pub install: String,
    /// True if the description was written from the server's documentation and never tested with
    /// the server.
    #[serde(default)]
    pub untested: bool,
    /// Condition under which it may start in a root that is not trusted.
    pub safe: SafeMode,
    /// Phrase for what safe mode switches off, for answers that may suffer from it.
    pub safe_limits: Option<String>,
    /// Sentence for people about the files that it writes.
    pub writes: String,
    /// Rules for the workspace root; the first that finds one counts, else it is the root that was
    /// given to us.
    #[serde(default)]
    pub root: Vec<RootRule>,
    #[serde(default)]
    pub readiness: Readiness,
    /// Seconds that it usually takes to load a project of a hundred thousand lines, for the advice
    /// on when to ask again.
    pub usual_seconds: Option<u64>,
    /// Capabilities that it announces although their answers are wrong or missing.
    #[serde(default)]
    pub lacks: Vec<Capability>,
    /// Files without one of which it knows open files only.
    #[serde(default)]
    pub project: ProjectNeed,
    /// Files whose changes are sent to it: `*.rs` or whole names.
    #[serde(default)]
    pub watch: Vec<String>,
    /// Those of them that make it load the project again.
    #[serde(default)]
    pub project_files: Vec<String>,
    /// True if it never forgets a deleted file, so that it is restarted when one is deleted.
    #[serde(default)]
    pub restart_on_delete: bool,
    /// True if it reads the project once, so that it is restarted when a project file changes.
    #[serde(default)]
    pub restart_on_project_change: bool,
    /// True if it processes documents with a delay and publishes diagnostics afterwards, which must
    /// be waited for.
    #[serde(default)]
    pub confirms_by_diagnostics: bool,
    /// Language ids of the protocol by file name extension (without dot); by default the id of
    /// the file's language.
    #[serde(default)]
    pub language_ids: BTreeMap<String, String>,
    /// `initializationOptions`, and what overrides them in trusted roots.
    #[serde(default)]
    pub options: toml::Table,
    #[serde(default)]
    pub options_trusted: toml::Table,
    /// Settings for the answers to `workspace/configuration`, and what overrides them in trusted
    /// roots.
    #[serde(default)]
    pub settings: toml::Table,
    #[serde(default)]
    pub settings_trusted: toml::Table,
    /// Overrides of the settings in safe mode.
    #[serde(default)]
    pub settings_safe: toml::Table,
    /// Variables set for it in every mode.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// Variables set in safe mode only; an empty text is an empty variable, which is not the same
    /// as none.
    #[serde(default)]
    pub environment_safe: BTreeMap<String, String>,
    /// Values that other programs print, run in the neutral directory before the server starts:
    /// `{sysroot}`.
    #[serde(default)]
    pub facts: BTreeMap<String, FactSpec>,
    /// Programs that it starts. In safe mode shims of version managers are resolved before the
    /// server starts, the programs come first in its PATH, and `{name}` stands for the path of
    /// each.
    #[serde(default)]
    pub tools: Vec<String>,
    /// Files that it reads beside the workspace and the installations of its programs, visible in
    /// its sandbox: `~/…` or `$VARIABLE/…`.
    #[serde(default)]
    pub reads: Vec<String>,
    /// Options for a restart after it has reported that it could not load all of a project.
    pub degraded: Option<Degraded>,
    /// Lists that are collected from the workspace's manifests before the start: `{features}` as an
    /// element of an array.
    #[serde(default)]
    pub collect: BTreeMap<String, CollectRule>,
    /// Files of the workspace that are first copied into the server's own folder, so that it writes
    /// beside the copy.
    #[serde(default)]
    pub copy: Vec<CopyRule>,
}

/// Command that starts a server.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandSpec {
    /// A name that is looked up in PATH, or an absolute path.
    pub program: String,
    #[serde(default)]
    pub args: Vec<String>,
    pub probe: Option<ProbeSpec>,
}

/// Probe of a program that was found: whether it is the server, and runs.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProbeSpec {
    /// Another program in the same folder; by default the server's own.
    pub program: Option<String>,
    pub args: Vec<String>,
    /// A regular expression that the output must match; its first group is the version.
    pub expect: String,
}

/// Value that another program prints.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactSpec {
    pub program: String,
    pub args: Vec<String>,
}

/// File to copy before the start: the first of `files` that exists under the root is copied to `to`
/// in the server's folder.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CopyRule {
    pub files: Vec<String>,
    pub to: String,
}

/// Restart with other options of a server that reports, by its status, that it could not load all
/// of a project.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Degraded {
    /// Regular expression for the message.
    pub matching: String,
    /// Note for answers, with a remedy.
    pub note: String,
    /// Overrides of the other options.
    #[serde(default)]
    pub options: toml::Table,
}

/// Rule that collects the keys of tables in TOML files.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CollectRule {
    /// Name of the files, anywhere under the root.
    pub file: String,
    /// Paths of tables whose keys are collected; `*` stands for any key.
    #[serde(default)]
    pub keys: Vec<Vec<String>>,
    /// Paths of tables whose keys are collected if their value has `optional = true`.
    #[serde(default)]
    pub optional: Vec<Vec<String>>,
    /// Form of an element; `{}` stands for the key.
    pub element: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SafeMode {
    /// It starts nothing of the workspace's own and nothing that reads the workspace's
    /// configuration, so that it may run without a sandbox if there is none. A test that observes
    /// every start of a program shows it.
    Proven,
    /// It starts a toolchain, so that it runs in a sandbox or not at all.
    Sandboxed,
    /// It starts in trusted roots only.
    NeedsTrust,
}

/// Rule for the workspace root: a directory that contains one of `files`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RootRule {
    pub files: Vec<String>,
    /// The file counts only when one of its lines, trimmed, starts with this.
    pub containing: Option<String>,
    /// Keys of a list in that file (TOML) of directories that do not belong to it: `["workspace",
    /// "exclude"]`.
    #[serde(default)]
    pub excludes: Vec<String>,
    #[serde(default)]
    pub pick: Pick,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pick {
    #[default]
    Nearest,
    Outermost,
}

/// Signal for the end of loading.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, tag = "signal", rename_all = "kebab-case")]
pub enum Readiness {
    /// Its answers wait until they are complete, so that the reply to `initialize` suffices.
    #[default]
    Initialized,
    /// `experimental/serverStatus` with `quiescent` and a health other than `error`.
    ServerStatus,
    /// A progress whose token or title matches has begun and all such have ended.
    Progress {
        /// A regular expression for the token or the title.
        matching: String,
        /// Seconds after the first opened document after which it is ready without such progress.
        #[serde(default)]
        settle_seconds: Option<f64>,
    },
    /// A `window/logMessage` that matches.
    Log { matching: String },
}

/// Kinds of questions that a server supports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Capability {
    References,
    Definition,
    Implementations,
    IncomingCalls,
    OutgoingCalls,
    TypeHierarchy,
}

/// Files that a server requires to know a whole project.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectNeed {
    /// Names of files under the root; one of them suffices.
    #[serde(default)]
    pub files: Vec<String>,
    /// Note for answers if there is none.
    #[serde(default)]
    pub otherwise: String,
}

/// Reasons why a description of a server cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SpecError {
    #[error("{origin}: {source}")]
    Toml { origin: String, source: Box<toml::de::Error> },
    #[error("{origin}: server `{server}`: {what}")]
    Invalid { origin: String, server: String, what: String },
}

impl ServerSpec {
    /// Returns the servers that this build describes, best first.
    ///
    /// # Errors
    /// When an embedded description is wrong; a test reads them all.
    pub fn built_in() -> Result<Vec<Arc<Self>>, SpecError> {
        let mut specs = Vec::new();
        for (file, text) in embedded::files("servers") {
            specs.push(Arc::new(Self::parse(text, &format!("servers/{file}"))?));
        }
        sort(&mut specs);
        Ok(specs)
    }

    /// Returns the built-in servers and the `[[server]]` tables of a user's configuration: a table
    /// replaces the server of the same name, or adds one, which is then preferred. `origin` is the
    /// name for errors.
    ///
    /// # Errors
    /// When a table is not a description of a server.
    pub fn with_user_tables(
        tables: Vec<toml::Table>,
        origin: &str,
    ) -> Result<Vec<Arc<Self>>, SpecError> {
        let mut specs = Self::built_in()?;
        for table in tables {
            let mut spec: Self = table.try_into().map_err(|source| SpecError::Toml {
                origin: origin.to_owned(),
                source: Box::new(source),
            })?;
            spec.check(origin)?;
            if spec.rank == 0 {
                spec.rank = USER_RANK;
            }
            specs.retain(|other| other.name != spec.name);
            specs.push(Arc::new(spec));
        }
        sort(&mut specs);
        Ok(specs)
    }

    /// Returns what is wrong with the `[[server]]` tables of a configuration, and the byte at which
    /// it stands.
    pub fn mistake_in_tables(configuration: &str) -> Option<(Option<usize>, String)> {
        #[derive(Deserialize)]
        struct Tables {
            #[serde(default)]
            server: Vec<toml::Spanned<ServerSpec>>,
        }
        let tables: Tables = match toml::from_str(configuration) {
            Ok(tables) => tables,
            Err(error) => {
                return Some((error.span().map(|span| span.start), error.message().to_owned()));
            }
        };
        tables.server.iter().find_map(|table| {
            let what = table.get_ref().mistake()?;
            Some((Some(table.span().start), format!("`{}`: {what}", table.get_ref().name)))
        })
    }

    /// Parses one description.
    ///
    /// # Errors
    /// When the text is not TOML of this shape, or a pattern in it is wrong.
    pub fn parse(text: &str, origin: &str) -> Result<Self, SpecError> {
        let spec: Self = toml::from_str(text).map_err(|source| SpecError::Toml {
            origin: origin.to_owned(),
            source: Box::new(source),
        })?;
        spec.check(origin)?;
        Ok(spec)
    }

    fn check(&self, origin: &str) -> Result<(), SpecError> {
        let invalid = |what: String| SpecError::Invalid {
            origin: origin.to_owned(),
            server: self.name.clone(),
            what,
        };
        self.mistake().map_or(Ok(()), |what| Err(invalid(what)))
    }

    /// Returns what is wrong with the values of a description that has the right shape.
    fn mistake(&self) -> Option<String> {
        let mut patterns: Vec<&str> = self
            .command
            .iter()
            .filter_map(|command| Some(command.probe.as_ref()?.expect.as_str()))
            .collect();
        match &self.readiness {
            Readiness::Progress { matching, .. } | Readiness::Log { matching } => {
                patterns.push(matching);
            }
            Readiness::Initialized | Readiness::ServerStatus => {}
        }
        patterns.extend(self.degraded.iter().map(|degraded| degraded.matching.as_str()));
        for pattern in patterns {
            if let Err(error) = regex::Regex::new(pattern) {
                return Some(format!("`{pattern}` is not a regular expression: {error}"));
            }
        }
        if self.languages.is_empty() {
            return Some(
                "`languages` is empty; name the ids of the languages it answers for".to_owned(),
            );
        }
        self.command.is_empty().then(|| "`command` is empty; say how it is started".to_owned())
    }

    pub fn answers_for(&self, language: &str) -> bool {
        self.languages.iter().any(|own| own == language)
    }

    /// Returns the protocol's language id for a file.
    pub fn language_id(&self, file: &Path, language: &str) -> String {
        let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        self.language_ids.get(ending).cloned().unwrap_or_else(|| language.to_owned())
    }

    /// Returns whether changes of this file are sent to the server.
    pub fn watches(&self, file: &Path) -> bool {
        matches_any(&self.watch, file)
    }

    /// Returns whether a change of this file makes the server load the project again.
    pub fn is_project_file(&self, file: &Path) -> bool {
        matches_any(&self.project_files, file)
    }
}

/// Rank of a server from the user's configuration: above all built-in ones, since a user who adds a
/// server wants it used.
const USER_RANK: i32 = 1000;

fn sort(specs: &mut [Arc<ServerSpec>]) {
    specs.sort_by(|a, b| b.rank.cmp(&a.rank).then_with(|| a.name.cmp(&b.name)));
}

fn matches_any(patterns: &[String], file: &Path) -> bool {
    let Some(name) = file.file_name().and_then(|name| name.to_str()) else { return false };
    patterns.iter().any(|pattern| match pattern.strip_prefix('*') {
        Some(ending) => name.ends_with(ending),
        None => name == pattern,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_description_is_valid() {
        let specs = ServerSpec::built_in().unwrap();
        for language in ["rust", "typescript", "tsx", "javascript", "python", "go", "c", "cpp"] {
            assert!(
                specs.iter().any(|spec| spec.answers_for(language)),
                "no server for {language}"
            );
        }
    }

    #[test]
    fn a_users_table_replaces_the_server_of_its_name_and_comes_first() {
        let table = r#"
            name = "pyright"
            languages = ["python"]
            command = [{ program = "/opt/pyright", args = ["--stdio"] }]
            install = "none"
            safe = "needs-trust"
            writes = "Nothing."
        "#;
        let specs =
            ServerSpec::with_user_tables(vec![table.parse().unwrap()], "config.toml").unwrap();
        let python: Vec<&str> = specs
            .iter()
            .filter(|spec| spec.answers_for("python"))
            .map(|spec| spec.command[0].program.as_str())
            .collect();
        assert_eq!(python[0], "/opt/pyright");
        assert!(!python.contains(&"pyright-langserver"));
    }

    #[test]
    fn a_wrong_table_names_its_file_and_what_is_wrong() {
        fn check(table: &str, expected: &str) {
            let table = table.parse().unwrap();
            let error =
                ServerSpec::with_user_tables(vec![table], "config.toml").unwrap_err().to_string();
            assert!(error.contains("config.toml") && error.contains(expected), "{error}");
        }
        check("name = 'x'\ncolour = 'red'", "colour");
        check(
            "name = 'x'\nlanguages = []\ncommand = []\ninstall = ''\nsafe = 'proven'\nwrites = ''",
            "languages",
        );
    }

    #[test]
    fn watched_files_are_told_by_ending_or_by_name() {
        fn check(patterns: &[String], file: &str, expected: bool) {
            assert_eq!(matches_any(patterns, Path::new(file)), expected, "{file}");
        }
        let patterns = ["*.rs".to_owned(), "Cargo.toml".to_owned()];
        check(&patterns, "/a/src/lib.rs", true);
        check(&patterns, "/a/Cargo.toml", true);
        check(&patterns, "/a/MyCargo.toml", false);
        check(&patterns, "/a/rs", false);
    }
}
