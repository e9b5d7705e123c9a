//! Packages of Cargo, and which of them a package uses.

use super::package_uses::PackageUses;
use crate::engine::graph::project::{Project, split_path};
use std::collections::{HashMap, HashSet};

/// The project's packages, by the directories of their manifests.
pub(super) struct Packages {
    /// `None` for a manifest that cannot be read.
    by_directory: HashMap<String, Option<Package>>,
    uses: PackageUses,
}

struct Package {
    name: String,
    /// The packages that it names otherwise: `corelib = { package = "my-core" }`.
    renamed: HashMap<String, String>,
}

impl Packages {
    pub(super) fn load(project: &Project<'_>) -> Self {
        let mut manifests: Vec<(String, Option<toml::Table>)> = Vec::new();
        // What is found of a cancelled question is discarded.
        let cancel = project.snapshot.cancel();
        for file in project.with_stem("Cargo").iter().take_while(|_| !cancel.is_cancelled()) {
            let entry = project.entry(*file);
            let (directory, name) = split_path(&entry.path.display);
            if name == "Cargo.toml" {
                let text = project.snapshot.text(&entry.path).ok();
                let manifest = text.and_then(|text| text.content.parse().ok());
                manifests.push((directory.to_owned(), manifest));
            }
        }
        let tables = || manifests.iter().filter_map(|(_, manifest)| manifest.as_ref());
        let mut renamed: HashMap<String, Vec<String>> = HashMap::new();
        for workspace in tables().filter_map(|manifest| manifest.get("workspace")?.as_table()) {
            for (name, real) in dependencies(workspace) {
                renamed.entry(name).or_default().push(real);
            }
        }
        let meant = |real: &Vec<String>| real.iter().cloned().collect();
        let mut direct: HashMap<String, HashSet<String>> =
            renamed.iter().map(|(name, real)| (of_workspaces(name), meant(real))).collect();
        for manifest in tables() {
            let Some(name) = package_name(manifest) else { continue };
            let uses = direct.entry(name).or_default();
            for (name, real) in all_dependencies(manifest) {
                // What a workspace says of a name holds where the package refers to it.
                uses.extend([of_workspaces(&name), name, real]);
            }
        }
        let package = |manifest: &toml::Table| {
            let name = package_name(manifest)?;
            let real = |name: &String, real: String| match renamed.get(name) {
                Some(of_workspace) if *name == real => of_workspace.first().cloned(),
                _ => Some(real),
            };
            let named = all_dependencies(manifest).into_iter();
            let named = named.filter_map(|(name, own)| Some((real(&name, own)?, name)));
            let others = named.filter(|(real, name)| real != name);
            let renamed = others.map(|(real, name)| (name, real)).collect();
            Some(Package { name, renamed })
        };
        let by_directory = manifests.iter().filter_map(|(directory, manifest)| match manifest {
            Some(manifest) => Some((directory.clone(), Some(package(manifest)?))),
            None => Some((directory.clone(), None)),
        });
        Self { by_directory: by_directory.collect(), uses: PackageUses::new(&direct) }
    }

    /// Returns the directory of the package that a file belongs to, if that is known.
    pub(super) fn of<'a>(&self, path: &'a str) -> Option<&'a str> {
        let mut directory = split_path(path).0;
        loop {
            match self.by_directory.get(directory) {
                Some(package) => return package.as_ref().map(|_| directory),
                None if directory.is_empty() => return None,
                None => directory = split_path(directory).0,
            }
        }
    }

    /// Returns the package that the one of a file names otherwise.
    pub(super) fn renamed(&self, path: &str, name: &str) -> Option<&str> {
        let package = self.by_directory.get(self.of(path)?)?.as_ref()?;
        package.renamed.get(name).map(String::as_str)
    }

    /// Returns all names that packages give to others, and their own.
    pub(super) fn all_renamed(&self) -> impl Iterator<Item = (&str, &str)> {
        let packages = self.by_directory.values().flatten();
        let renamed = packages.flat_map(|package| &package.renamed);
        renamed.map(|(name, real)| (name.as_str(), real.as_str()))
    }

    /// Returns whether a package uses another; each is given by its directory.
    pub(super) fn reaches(&self, from: &str, to: &str) -> bool {
        let package = |directory: &str| self.by_directory.get(directory)?.as_ref();
        match (package(from), package(to)) {
            (Some(from), Some(to)) => from.name == to.name || self.uses.has(&from.name, &to.name),
            _ => true,
        }
    }
}

fn package_name(manifest: &toml::Table) -> Option<String> {
    Some(normal(manifest.get("package")?.get("name")?.as_str()?))
}

/// Returns a name of no package for what workspaces call by one, so that each package that uses the
/// name need not name all that they mean by it.
fn of_workspaces(name: &str) -> String {
    format!("{name} of workspaces")
}

fn normal(name: &str) -> String {
    name.replace('-', "_")
}

/// Returns the dependencies of a manifest on all platforms, as [`dependencies`] does.
fn all_dependencies(manifest: &toml::Table) -> Vec<(String, String)> {
    let targets = manifest.get("target").and_then(|targets| targets.as_table());
    let targets = targets.into_iter().flat_map(|targets| targets.values());
    let platforms = targets.filter_map(|target| target.as_table());
    std::iter::once(manifest).chain(platforms).flat_map(dependencies).collect()
}

/// Returns the dependencies in a table, each by the name that it has there and by its own.
fn dependencies(table: &toml::Table) -> Vec<(String, String)> {
    let kinds = ["dependencies", "dev-dependencies", "build-dependencies"];
    let rows = kinds.into_iter().filter_map(|kind| table.get(kind)?.as_table()).flatten();
    let names = rows.map(|(name, row)| {
        let real = row.get("package").and_then(|package| package.as_str()).unwrap_or(name);
        (normal(name), normal(real))
    });
    names.collect()
}
