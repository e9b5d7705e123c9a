//! Launch plan of a server in a root: programs, options, variables and sandbox.

use super::collect::collect;
use super::launch::{LaunchContext, LaunchPlan, Machine, Sandbox, Unavailable};
use super::sandbox::{Confinement, Policy, mount_points, visible_paths};
use super::spec::{SafeMode, ServerSpec};
use super::template::{copy_files, fill, overlay, to_json};
use super::tools::Tools;
use super::trust::Mode;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// Folders that a plan uses.
struct PlanDirectories<'a> {
    /// Our own root and the server's workspace in it.
    roots: &'a [PathBuf],
    /// Folder of the server in our cache.
    own: &'a Path,
    /// Working directory.
    directory: &'a Path,
}

impl Machine {
    /// Finds a server's program and returns how to start it.
    pub(super) async fn plan(
        &self,
        spec: &ServerSpec,
        context: LaunchContext<'_>,
    ) -> Result<LaunchPlan, Unavailable> {
        let LaunchContext { root, boundary, mode, degraded } = context;
        let roots = [boundary.to_owned(), root.to_owned()];
        let confinement = self.bounds(spec, mode).await?;
        let found = self.find(spec, &roots).await?;
        let preparation = |why: String| Unavailable::Preparation { server: spec.name.clone(), why };
        let folder = self.folder(spec, root, mode);
        std::fs::create_dir_all(&folder)
            .map_err(|error| preparation(format!("{}: {error}", folder.display())))?;
        copy_files(&spec.copy, root, &folder).map_err(|error| preparation(error.to_string()))?;
        let directory = self.neutral(&roots).map_err(|error| preparation(error.to_string()))?;
        let (program, tools) = self.programs(spec, &found.program, mode, &roots).await?;
        let mut words = tools.words(&spec.tools);
        words.insert("cache".into(), folder.display().to_string());
        words.insert("root".into(), root.display().to_string());

        let (mut options, mut settings) = (spec.options.clone(), spec.settings.clone());
        let mut lists = BTreeMap::new();
        if let Some(less) = spec.degraded.as_ref().filter(|_| degraded) {
            overlay(&mut options, &less.options);
            lists = collect(&spec.collect, self.files.as_ref(), root);
        }
        match mode {
            Mode::Safe => overlay(&mut settings, &spec.settings_safe),
            Mode::Trusted => {
                overlay(&mut options, &spec.options_trusted);
                overlay(&mut settings, &spec.settings_trusted);
            }
        }
        let mut environment = self.variables(spec, mode, &roots, &words);
        if mode == Mode::Safe {
            environment.insert("PATH".into(), tools.path(&self.environment.search_path(&roots)));
        }
        let mut sandbox = None;
        if let Some(confinement) = confinement {
            let temporary = confinement.temporary(&folder);
            std::fs::create_dir_all(&temporary).map_err(|error| preparation(error.to_string()))?;
            environment.extend(
                ["TMPDIR", "TMP", "TEMP"].map(|name| (name.into(), temporary.clone().into())),
            );
            let places = PlanDirectories { roots: &roots, own: &folder, directory: &directory };
            let policy = self.policy(spec, &program, &tools, &places);
            sandbox = Some(Sandbox { confinement: confinement.clone(), policy });
        }
        Ok(LaunchPlan {
            program,
            args: found.args.iter().map(|arg| fill(arg, &words)).collect(),
            environment,
            directory,
            options: to_json(&toml::Value::Table(options), &words, &lists),
            settings: to_json(&toml::Value::Table(settings), &words, &lists),
            version: found.version.ok().flatten(),
            sandbox,
        })
    }

    /// Confinement of the server; `None` if it needs none, or may run without.
    async fn bounds(
        &self,
        spec: &ServerSpec,
        mode: Mode,
    ) -> Result<Option<&Confinement>, Unavailable> {
        if mode == Mode::Trusted {
            return Ok(None);
        }
        match (self.confinement().await, spec.safe) {
            (Confinement::Missing(_), SafeMode::Proven) => Ok(None),
            (Confinement::Landlock { why, .. }, safe) if safe != SafeMode::Proven => {
                Err(Unavailable::NoSandbox { server: spec.name.clone(), why: why.clone() })
            }
            (Confinement::Missing(why), _) => {
                Err(Unavailable::NoSandbox { server: spec.name.clone(), why: why.clone() })
            }
            (confinement, _) => Ok(Some(confinement)),
        }
    }

    /// Returns the server's program and those that it starts. In safe mode shims of version
    /// managers are resolved, and all facts are required.
    async fn programs(
        &self,
        spec: &ServerSpec,
        found: &Path,
        mode: Mode,
        roots: &[PathBuf],
    ) -> Result<(PathBuf, Tools), Unavailable> {
        if mode == Mode::Trusted {
            let facts = self.facts(&spec.facts, &BTreeMap::new(), roots).await.unwrap_or_default();
            return Ok((found.to_owned(), Tools { facts, ..Tools::default() }));
        }
        let not_safe = |why: String| Unavailable::Unsafe { server: spec.name.clone(), why };
        let program = self.real_program(found, roots).await.map_err(not_safe)?;
        let mut tools = self.tools(&spec.tools, roots).await;
        tools.facts = self.facts(&spec.facts, &tools.programs, roots).await.map_err(not_safe)?;
        Ok((program, tools))
    }

    /// Variables of the server, except those that depend on its sandbox.
    fn variables(
        &self,
        spec: &ServerSpec,
        mode: Mode,
        roots: &[PathBuf],
        words: &BTreeMap<String, String>,
    ) -> BTreeMap<OsString, OsString> {
        let mut variables = self.environment.for_program(mode, roots);
        let safe = spec.environment_safe.iter().filter(|_| mode == Mode::Safe);
        for (name, value) in spec.environment.iter().chain(safe) {
            variables.insert(name.into(), fill(value, words).into());
        }
        variables
    }

    /// Policy of the server's sandbox: its workspace, its program, what it starts and reads, and
    /// its own folder.
    fn policy(
        &self,
        spec: &ServerSpec,
        program: &Path,
        tools: &Tools,
        places: &PlanDirectories<'_>,
    ) -> Policy {
        let programs: Vec<PathBuf> =
            std::iter::once(program.to_owned()).chain(tools.programs.values().cloned()).collect();
        // A fact that is a folder is the toolchain's.
        let toolchains = tools
            .facts
            .values()
            .map(PathBuf::from)
            .filter(|path| path.is_absolute() && path.is_dir());
        let toolchains: Vec<PathBuf> = toolchains.collect();
        let files: Vec<PathBuf> =
            spec.reads.iter().filter_map(|place| self.environment.expand(place)).collect();
        visible_paths::policy(&visible_paths::Needs {
            homes: &self.environment.homes(),
            mounts: &mount_points(),
            roots: places.roots,
            programs: &programs,
            toolchains: &toolchains,
            files: &files,
            writable: &[places.own.to_owned()],
            directory: places.directory,
        })
    }

    /// Folder of the server for a root.
    fn folder(&self, spec: &ServerSpec, root: &Path, mode: Mode) -> PathBuf {
        let mut hasher = DefaultHasher::new();
        (root, mode).hash(&mut hasher);
        self.cache.join("servers").join(format!("{}-{:016x}", spec.name, hasher.finish()))
    }
}
