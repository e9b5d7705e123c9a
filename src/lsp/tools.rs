//! Programs that servers start, as real files: not shims of version managers, and outside of every
//! root.

use super::launch::{Machine, Run};
use super::shims;
use super::spec::FactSpec;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Programs that a server starts, by name, and facts from other programs.
#[derive(Debug, Default)]
pub(super) struct Tools {
    pub(super) programs: BTreeMap<String, PathBuf>,
    /// Values of the `facts` in descriptions of servers.
    pub(super) facts: BTreeMap<String, String>,
}

impl Tools {
    /// Returns the words for `{name}` in a description: the tools' paths, or their names if they
    /// are not installed, and facts.
    pub(super) fn words(&self, names: &[String]) -> BTreeMap<String, String> {
        let mut words = self.facts.clone();
        for name in names {
            let program = self
                .programs
                .get(name)
                .map_or_else(|| name.clone(), |path| path.display().to_string());
            words.insert(name.clone(), program);
        }
        words
    }

    /// Returns a search path on which these programs come first and no shim is found.
    pub(super) fn path(&self, search_path: &[PathBuf]) -> OsString {
        let own = self.programs.values().filter_map(|program| program.parent());
        let others =
            search_path.iter().map(PathBuf::as_path).filter(|folder| !folder.ends_with("shims"));
        let mut folders: Vec<&Path> = Vec::new();
        for folder in own.chain(others) {
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        std::env::join_paths(folders).unwrap_or_default()
    }
}

impl Machine {
    /// Finds the programs of these names. Those that are not installed are left out.
    pub(super) async fn tools(&self, names: &[String], roots: &[PathBuf]) -> Tools {
        let mut tools = Tools::default();
        for name in names {
            for candidate in self.environment.find(name, roots) {
                if let Ok(program) = self.real_program(&candidate, roots).await {
                    tools.programs.insert(name.clone(), program);
                    break;
                }
            }
        }
        tools
    }

    /// Returns the program behind a shim, outside of every root; a program that is no shim is
    /// returned as it is.
    ///
    /// # Errors
    /// When the version manager does not name one.
    pub(super) async fn real_program(
        &self,
        program: &Path,
        roots: &[PathBuf],
    ) -> Result<PathBuf, String> {
        let Some(manager) = shims::manager(program) else { return Ok(program.to_owned()) };
        if let Some(known) = self.known_program(program) {
            return Ok(known);
        }
        let mut asked = manager.programs.iter().flat_map(|manager| match manager.to_str() {
            Some(name) => self.environment.find(name, roots),
            None => Vec::new(),
        });
        let shim = || format!("{} is a version manager's shim", program.display());
        let manager_program =
            asked.next().ok_or_else(|| format!("{}, and the manager was not found", shim()))?;
        let output =
            self.run(Run { program: &manager_program, arguments: &manager.arguments, roots }).await;
        let output = output.map_err(|why| format!("{}, and the manager says: {why}", shim()))?;
        let real = self.environment.find(output.trim(), roots).into_iter().next();
        let real = real.filter(|real| real.is_absolute() && shims::manager(real).is_none());
        let real = real.ok_or_else(|| format!("{}, and the manager names no program", shim()))?;
        self.remember_program(program, &real);
        Ok(real)
    }

    /// Runs programs for facts. If `tools` has a program, that one is run.
    ///
    /// # Errors
    /// When a program is missing or fails.
    pub(super) async fn facts(
        &self,
        facts: &BTreeMap<String, FactSpec>,
        tools: &BTreeMap<String, PathBuf>,
        roots: &[PathBuf],
    ) -> Result<BTreeMap<String, String>, String> {
        let mut known = BTreeMap::new();
        for (name, fact) in facts {
            let program = tools.get(&fact.program).cloned();
            let program =
                program.or_else(|| self.environment.find(&fact.program, roots).into_iter().next());
            let program =
                program.ok_or_else(|| format!("`{}` was not found in PATH", fact.program))?;
            let output = self.run(Run { program: &program, arguments: &fact.args, roots }).await;
            let output = output
                .map_err(|why| format!("`{} {}`: {why}", fact.program, fact.args.join(" ")))?;
            known.insert(name.clone(), output.trim().to_owned());
        }
        Ok(known)
    }
}
