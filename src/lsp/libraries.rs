//! Folders outside of the workspaces that the servers of this machine read: downloaded
//! dependencies, and the packages that their programs are installed with.

use super::launch::Machine;
use super::spec::ServerSpec;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Machine {
    /// Returns the canonical folders that these servers read beside the workspaces, in order. A
    /// folder that contains a home is left out, whatever a server's description says.
    pub fn libraries(&self, specs: &[Arc<ServerSpec>], roots: &[PathBuf]) -> Vec<PathBuf> {
        let read = specs.iter().flat_map(|spec| &spec.reads);
        let read = read.filter_map(|place| self.environment.expand(place));
        let programs = specs.iter().flat_map(|spec| &spec.command);
        let programs = programs.flat_map(|command| self.environment.find(&command.program, roots));
        let folders = read.chain(programs.filter_map(|program| packages_of(&program)));
        let mut folders: Vec<PathBuf> =
            folders.filter_map(|folder| folder.canonicalize().ok()).collect();
        let homes = self.environment.homes();
        let holds_home = |folder: &PathBuf| homes.iter().any(|home| home.starts_with(folder));
        folders.retain(|folder| folder.is_dir() && !holds_home(folder));
        folders.sort();
        folders.dedup();
        folders
    }
}

/// Returns the `node_modules` of which a program is a part.
fn packages_of(program: &Path) -> Option<PathBuf> {
    let real = program.canonicalize().ok()?;
    let packages = real.ancestors().filter(|folder| folder.ends_with("node_modules"));
    packages.last().map(Path::to_owned)
}
