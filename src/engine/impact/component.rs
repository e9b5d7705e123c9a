//! Components: the parts of a project, by its manifests and directories.

use crate::engine::graph::project::{Project, split_path};
use crate::lang::Language;
use std::collections::BTreeSet;
use std::path::Path;

/// Directory levels below a manifest that form components, and the source directories that are not
/// counted as a level.
const LEVELS: usize = 2;
const HOLDERS: [&str; 2] = ["src", "lib"];

/// Assignment of files to components.
pub(super) struct Components {
    /// Directories that contain a manifest.
    packages: BTreeSet<String>,
}

impl Components {
    /// Returns the components of a project by the manifests of one language.
    pub(super) fn of(project: &Project<'_>, language: Option<&Language>) -> Self {
        let markers =
            language.map(|language| language.config.project.markers.as_slice()).unwrap_or_default();
        let packages = project.files().iter().filter_map(|file| {
            let (directory, name) = split_path(&file.path.display);
            markers.iter().any(|marker| marker == name).then(|| directory.to_owned())
        });
        Self { packages: packages.collect() }
    }

    /// Returns the component of a file: its package, and up to two directories below that. `.` is
    /// the root.
    pub(super) fn component(&self, file: &str) -> String {
        if Path::new(file).is_absolute() {
            return "outside".to_owned();
        }
        let directory = split_path(file).0;
        let package = self.package(directory);
        let below = directory[package.len()..].trim_start_matches('/');
        let names: Vec<&str> = below.split('/').filter(|part| !part.is_empty()).collect();
        let levels =
            LEVELS + usize::from(names.first().is_some_and(|first| HOLDERS.contains(first)));
        let kept = names.into_iter().take(levels);
        let parts: Vec<&str> =
            [package].into_iter().filter(|part| !part.is_empty()).chain(kept).collect();
        if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
    }

    /// Returns the nearest enclosing directory that contains a manifest; empty for the root.
    fn package<'a>(&self, directory: &'a str) -> &'a str {
        let mut package = directory;
        while !package.is_empty() && !self.packages.contains(package) {
            package = split_path(package).0;
        }
        package
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(packages: &[&str], file: &str, expected: &str) {
        let components =
            Components { packages: packages.iter().map(|&package| package.to_owned()).collect() };
        assert_eq!(components.component(file), expected, "{file}");
    }

    #[test]
    fn a_file_belongs_to_its_package_and_the_directories_below_it() {
        check(&[""], "main.rs", ".");
        check(&[""], "src/a.rs", "src");
        check(&[""], "src/cargo/core/compiler/unit.rs", "src/cargo/core");
        check(&[""], "django/db/models/sql/query.py", "django/db");
        check(
            &["", "crates/net"],
            "crates/net/src/tcp/stream/split.rs",
            "crates/net/src/tcp/stream",
        );
        check(&["", "crates/net"], "crates/network/src/lib.rs", "crates/network");
        check(&["crates/net"], "crates/net/build.rs", "crates/net");
        check(&[], "/usr/lib/python3/abc.py", "outside");
    }
}
