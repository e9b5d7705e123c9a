//! Language servers as data: what `servers/<name>.toml`, and a `[[server]]` table in the user's own config, may say.
//!
//! Nothing here starts anything. A server is described by how it is found and proven to run, where its workspace begins,
//! how it tells that it has finished loading, what it writes, and what makes it safe in a workspace that nobody trusts yet.

use include_dir::{Dir, include_dir};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

static SERVERS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/servers");

/// One language server.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServerSpec {
    /// The name that answers give: "rust-analyzer".
    pub name: String,
    /// Ids of the languages it answers for.
    pub languages: Vec<String>,
    /// A server with a higher rank is preferred where several answer for a language.
    #[serde(default)]
    pub rank: i32,
    /// How it is started; the first that is found and proven to run is taken.
    pub command: Vec<CommandSpec>,
    /// The command that installs it, for people.
    pub install: String,
    /// The description was written from the server's documentation, and nobody has seen it at work.
    #[serde(default)]
    pub untested: bool,
    /// Whether it runs nothing of the workspace's own in safe mode.
    pub safe: SafeMode,
    /// What safe mode switches off, as a phrase for answers that may suffer from it.
    pub safe_limits: Option<String>,
    /// What it writes, and where to, as a sentence for people.
    pub writes: String,
    /// How the workspace root is found; the first rule that finds one counts, else it is the root that was given to us.
    #[serde(default)]
    pub root: Vec<RootRule>,
    #[serde(default)]
    pub readiness: Readiness,
    /// Seconds that it usually takes to load a project of a hundred thousand lines, to tell people when to ask again.
    pub usual_seconds: Option<u64>,
    /// What it answers wrongly or not at all although it says that it can.
    #[serde(default)]
    pub lacks: Vec<Ability>,
    /// Files without one of which it knows open files only.
    #[serde(default)]
    pub project: ProjectNeed,
    /// Files whose changes it must be told of: `*.rs` or whole names.
    #[serde(default)]
    pub watch: Vec<String>,
    /// Those of them that make it load the project anew.
    #[serde(default)]
    pub project_files: Vec<String>,
    /// It never forgets a file that is gone, so that it is started anew when one is deleted.
    #[serde(default)]
    pub restart_on_delete: bool,
    /// It reads the project once, so that it is started anew when a project file changes.
    #[serde(default)]
    pub restart_on_project_change: bool,
    /// It takes documents in at its leisure and publishes diagnostics when it has, which must be waited for.
    #[serde(default)]
    pub confirms_by_diagnostics: bool,
    /// File name endings (without dot) to language ids of the protocol; the first language's id otherwise.
    #[serde(default)]
    pub language_ids: BTreeMap<String, String>,
    /// `initializationOptions`, and what is laid over them in trusted roots.
    #[serde(default)]
    pub options: toml::Table,
    #[serde(default)]
    pub options_trusted: toml::Table,
    /// What `workspace/configuration` is answered from, and what is laid over it in trusted roots.
    #[serde(default)]
    pub settings: toml::Table,
    #[serde(default)]
    pub settings_trusted: toml::Table,
    /// Laid over the settings in safe mode.
    #[serde(default)]
    pub settings_safe: toml::Table,
    /// Variables set for it in every mode.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// Variables set in safe mode only; an empty text is an empty variable, which is not the same as none.
    #[serde(default)]
    pub environment_safe: BTreeMap<String, String>,
    /// Values that are asked of other programs, in the neutral directory, before the server starts: `{sysroot}`.
    #[serde(default)]
    pub facts: BTreeMap<String, FactSpec>,
    /// Programs that it starts. In safe mode they are looked up past version managers' shims before the server starts, come
    /// first in its PATH, and `{name}` stands for the path of each.
    #[serde(default)]
    pub tools: Vec<String>,
    /// What it reads beside the workspace and the installations of its programs, and sees in a sandbox: `~/…` or
    /// `$VARIABLE/…`.
    #[serde(default)]
    pub reads: Vec<String>,
    /// What to do when it says that it had to do with less.
    pub degraded: Option<Degraded>,
    /// Lists that are collected from the workspace's manifests before the start: `{features}` as an element of an array.
    #[serde(default)]
    pub collect: BTreeMap<String, CollectRule>,
    /// Files of the workspace copied into the server's own folder first, so that it writes beside the copy.
    #[serde(default)]
    pub copy: Vec<CopyRule>,
}

/// One way to start a server.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandSpec {
    /// A name that is looked up in PATH, or an absolute path.
    pub program: String,
    #[serde(default)]
    pub args: Vec<String>,
    pub probe: Option<ProbeSpec>,
}

/// What proves that a program that was found is the server, and runs.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProbeSpec {
    /// Another program in the same folder; the server's own otherwise.
    pub program: Option<String>,
    pub args: Vec<String>,
    /// A regular expression that the output must match; its first group is the version.
    pub expect: String,
}

/// A value that another program tells.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactSpec {
    pub program: String,
    pub args: Vec<String>,
}

/// A file to copy before the start: the first of `files` that exists under the root goes to `to` in the server's folder.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CopyRule {
    pub files: Vec<String>,
    pub to: String,
}

/// A server that says, by its status, that it could not load all of a project: it is started anew with other options.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Degraded {
    /// A regular expression for the message.
    pub matching: String,
    /// What answers say of it, and what helps.
    pub note: String,
    /// Laid over the other options.
    #[serde(default)]
    pub options: toml::Table,
}

/// The keys of tables in TOML files.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CollectRule {
    /// The files' name, anywhere under the root.
    pub file: String,
    /// Paths of tables whose keys are taken; `*` stands for any key.
    #[serde(default)]
    pub keys: Vec<Vec<String>>,
    /// The same, for keys whose value has `optional = true`.
    #[serde(default)]
    pub optional: Vec<Vec<String>>,
    /// What an element looks like; `{}` stands for the key.
    pub element: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SafeMode {
    /// It starts nothing of the workspace's own and nothing that reads the workspace's configuration, so that it may run
    /// without a sandbox where there is none. A test that sees every start of a program shows it.
    Proven,
    /// It starts a toolchain, so that it runs in a sandbox or not at all.
    Sandboxed,
    /// It starts in trusted roots only.
    NeedsTrust,
}

/// A directory that holds one of `files` may be the workspace root.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RootRule {
    pub files: Vec<String>,
    /// The file counts only when one of its lines, trimmed, starts with this.
    pub containing: Option<String>,
    /// Keys of a list in that file (TOML) of directories that it does not hold: `["workspace", "exclude"]`.
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

/// How a server tells that it has finished loading.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, tag = "signal", rename_all = "kebab-case")]
pub enum Readiness {
    /// Its answers wait until they are complete.
    #[default]
    Initialized,
    /// `experimental/serverStatus` with `quiescent` and a health other than `error`.
    ServerStatus,
    /// A progress whose token or title matches has begun and all such have ended.
    Progress {
        /// A regular expression for the token or the title.
        matching: String,
        /// Ready also when no such progress has begun this many seconds after the first document was opened.
        #[serde(default)]
        settle_seconds: Option<f64>,
    },
    /// A `window/logMessage` that matches.
    Log { matching: String },
}

/// What a server can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ability {
    References,
    Definition,
    Implementations,
    IncomingCalls,
    OutgoingCalls,
    TypeHierarchy,
}

/// What a server needs to know a whole project.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectNeed {
    /// One of these, under the root.
    #[serde(default)]
    pub files: Vec<String>,
    /// What to say when there is none.
    #[serde(default)]
    pub otherwise: String,
}

/// Why a description of a server cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SpecError {
    #[error("{origin}: {source}")]
    Toml { origin: String, source: Box<toml::de::Error> },
    #[error("{origin}: server `{server}`: {what}")]
    Invalid { origin: String, server: String, what: String },
}

impl ServerSpec {
    /// The servers that this build describes, best first.
    ///
    /// # Errors
    /// When an embedded description is wrong; a test reads them all.
    pub fn built_in() -> Result<Vec<Arc<Self>>, SpecError> {
        let mut specs = Vec::new();
        for file in SERVERS.files() {
            let origin = format!("servers/{}", file.path().display());
            specs.push(Arc::new(Self::parse(file.contents_utf8().unwrap_or_default(), &origin)?));
        }
        sort(&mut specs);
        Ok(specs)
    }

    /// The built-in servers with the `[[server]]` tables of a user's configuration laid over: a table replaces the server
    /// of the same name, or adds one, which is then preferred. `origin` is what errors name.
    ///
    /// # Errors
    /// When a table is not a description of a server.
    pub fn with_user_tables(tables: Vec<toml::Table>, origin: &str) -> Result<Vec<Arc<Self>>, SpecError> {
        let mut specs = Self::built_in()?;
        for table in tables {
            let mut spec: Self = table
                .try_into()
                .map_err(|source| SpecError::Toml { origin: origin.to_owned(), source: Box::new(source) })?;
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

    /// One description.
    ///
    /// # Errors
    /// When the text is not TOML of this shape, or a pattern in it is wrong.
    pub fn parse(text: &str, origin: &str) -> Result<Self, SpecError> {
        let spec: Self = toml::from_str(text)
            .map_err(|source| SpecError::Toml { origin: origin.to_owned(), source: Box::new(source) })?;
        spec.check(origin)?;
        Ok(spec)
    }

    fn check(&self, origin: &str) -> Result<(), SpecError> {
        let invalid =
            |what: String| Err(SpecError::Invalid { origin: origin.to_owned(), server: self.name.clone(), what });
        let mut patterns: Vec<&str> =
            self.command.iter().filter_map(|command| Some(command.probe.as_ref()?.expect.as_str())).collect();
        match &self.readiness {
            Readiness::Progress { matching, .. } | Readiness::Log { matching } => patterns.push(matching),
            Readiness::Initialized | Readiness::ServerStatus => {}
        }
        patterns.extend(self.degraded.iter().map(|degraded| degraded.matching.as_str()));
        for pattern in patterns {
            if let Err(error) = regex::Regex::new(pattern) {
                return invalid(format!("`{pattern}` is not a regular expression: {error}"));
            }
        }
        if self.languages.is_empty() {
            return invalid("`languages` is empty; name the ids of the languages it answers for".to_owned());
        }
        if self.command.is_empty() {
            return invalid("`command` is empty; say how it is started".to_owned());
        }
        Ok(())
    }

    pub fn answers_for(&self, language: &str) -> bool {
        self.languages.iter().any(|own| own == language)
    }

    /// The protocol's language id for a file.
    pub fn language_id(&self, file: &Path, language: &str) -> String {
        let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        self.language_ids.get(ending).cloned().unwrap_or_else(|| language.to_owned())
    }

    /// Whether changes of this file are the server's business.
    pub fn watches(&self, file: &Path) -> bool {
        matches_any(&self.watch, file)
    }

    /// Whether a change of this file makes the server load the project anew.
    pub fn is_project_file(&self, file: &Path) -> bool {
        matches_any(&self.project_files, file)
    }
}

/// A user who adds a server wants it used.
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
            assert!(specs.iter().any(|spec| spec.answers_for(language)), "no server for {language}");
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
        let specs = ServerSpec::with_user_tables(vec![table.parse().unwrap()], "config.toml").unwrap();
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
            let error = ServerSpec::with_user_tables(vec![table], "config.toml").unwrap_err().to_string();
            assert!(error.contains("config.toml") && error.contains(expected), "{error}");
        }
        check("name = 'x'\ncolour = 'red'", "colour");
        check("name = 'x'\nlanguages = []\ncommand = []\ninstall = ''\nsafe = 'proven'\nwrites = ''", "languages");
    }

    #[test]
    fn watched_files_are_told_by_ending_or_by_name() {
        let patterns = ["*.rs".to_owned(), "Cargo.toml".to_owned()];
        fn check(patterns: &[String], file: &str, expected: bool) {
            assert_eq!(matches_any(patterns, Path::new(file)), expected, "{file}");
        }
        check(&patterns, "/a/src/lib.rs", true);
        check(&patterns, "/a/Cargo.toml", true);
        check(&patterns, "/a/MyCargo.toml", false);
        check(&patterns, "/a/rs", false);
    }
}
