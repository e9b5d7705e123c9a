//! Recognition of files outside of the roots that belong to a toolchain or are downloaded
//! dependencies, so that their text may be quoted. A project can make a language server refer to
//! any file (`#include`, `go.work`, a tsconfig's `include`); of all other files, only path and line
//! are reported.
//!
//! What a folder is called proves nothing: a project of the user's may have a folder `pkg/mod`. So
//! dependencies are known by the place at which their tools keep them, and toolchains by the files
//! that an installation has.

use std::path::{Path, PathBuf};

/// System directories that contain headers and libraries.
const SYSTEM: &[&str] = &[
    "/usr/include",
    "/usr/lib",
    "/usr/lib64",
    "/usr/share",
    "/usr/local/include",
    "/usr/local/lib",
    "/usr/local/share",
    "/opt/homebrew",
    "/nix/store",
    "/Library/Developer",
    "/Library/Frameworks",
    "/System/Library",
    "/Applications/Xcode.app",
];

/// Folders of dependencies, beside those of the system and of toolchains.
#[derive(Debug, Default)]
pub(in crate::engine) struct Libraries {
    /// Canonical.
    folders: Vec<PathBuf>,
}

impl Libraries {
    /// `read` are the folders that servers read beside the workspaces. The packages of a root are
    /// also those of the folders above it.
    pub(in crate::engine) fn new<'a>(
        mut read: Vec<PathBuf>,
        roots: impl IntoIterator<Item = &'a Path>,
    ) -> Self {
        let above = roots.into_iter().flat_map(|root| root.ancestors().skip(1));
        let packages = above.filter_map(|folder| folder.join("node_modules").canonicalize().ok());
        // One that is a link is not where packages are kept: it could lead anywhere.
        read.extend(packages.filter(|folder| folder.ends_with("node_modules")));
        Self { folders: read }
    }

    /// Returns whether the text of a file outside of the roots may be quoted. `path` is canonical.
    pub(in crate::engine) fn hold(&self, path: &Path) -> bool {
        SYSTEM.iter().any(|folder| path.starts_with(folder))
            || self.folders.iter().any(|folder| path.starts_with(folder))
            || path.ancestors().skip(1).any(is_of_toolchain)
    }
}

/// Returns whether a folder is the library of an installed toolchain, by what lies in it and beside
/// it.
fn is_of_toolchain(folder: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_installed = |programs: &[&str]| {
        let prefix = folder.parent().filter(|lib| lib.ends_with("lib")).and_then(Path::parent);
        prefix.is_some_and(|prefix| programs.iter().any(|name| prefix.join(name).is_file()))
    };
    match name {
        // Go.
        "src" => {
            folder.join("builtin/builtin.go").is_file()
                && folder.with_file_name("VERSION").is_file()
        }
        "rustlib" => is_installed(&["bin/rustc"]),
        "clang" => is_installed(&["bin/clangd", "bin/clang"]),
        "node_modules" => is_installed(&["bin/node"]),
        // An environment of Python: `lib/python3.12/site-packages`.
        "site-packages" => {
            folder.ancestors().nth(3).is_some_and(|prefix| prefix.join("pyvenv.cfg").is_file())
        }
        _ => {
            name.starts_with("python3")
                && folder.join("os.py").is_file()
                && folder.join("site-packages").is_dir()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether files are quoted, given the files that there are, and folders that servers
    /// read.
    fn quoted<'a>(there: &[&str], read: &[&str], asked: &[&'a str]) -> Vec<&'a str> {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        for path in there.iter().chain(asked) {
            std::fs::create_dir_all(base.join(path).parent().unwrap()).unwrap();
            std::fs::write(base.join(path), "").unwrap();
        }
        let read = read.iter().map(|folder| base.join(folder)).collect();
        let root = base.join("x/work/root");
        let libraries = Libraries::new(read, [root.as_path()]);
        asked.iter().copied().filter(|path| libraries.hold(&base.join(path))).collect()
    }

    #[test]
    fn dependencies_are_told_from_the_users_other_files() {
        let dependencies = [
            "x/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/serde-1.0.0/src/lib.rs",
            "x/go/pkg/mod/golang.org/x/tools@v0.1.0/a.go",
            "x/node_modules/@types/node/index.d.ts",
        ];
        let read = ["x/.cargo/registry", "x/go/pkg/mod"];
        assert_eq!(quoted(&[], &read, &dependencies), dependencies);
        let private = [
            "x/secret/registry/src/a.rs",
            "x/secret/git/checkouts/a.rs",
            "x/secret/pkg/mod/a.go",
            "x/secret/lib/clang/a.h",
            "x/secret/lib/rustlib/a.rs",
            "x/secret/node_modules/a.js",
            "x/secret/lib/node_modules/a.js",
            "x/secret/site-packages/a.py",
            "x/secret/python3/a.py",
            "x/secret/src/a.go",
            "x/other/src/lib.rs",
            "x/.ssh/config",
            "x/node_modules.ts",
        ];
        assert_eq!(quoted(&[], &read, &private), Vec::<&str>::new());
        assert!(Libraries::default().hold(Path::new("/usr/include/stdio.h")));
        assert!(!Libraries::default().hold(Path::new("/etc/passwd")));
    }

    #[test]
    fn toolchains_are_known_by_their_files() {
        let there = [
            "go/VERSION",
            "go/src/builtin/builtin.go",
            "rust/bin/rustc",
            "clangd/bin/clangd",
            "node/bin/node",
            "python/lib/python3.12/os.py",
            "python/lib/python3.12/site-packages/a.py",
            "venv/pyvenv.cfg",
        ];
        let asked = [
            "go/src/fmt/print.go",
            "rust/lib/rustlib/src/rust/library/core/src/lib.rs",
            "clangd/lib/clang/19/include/stddef.h",
            "node/lib/node_modules/typescript/lib/lib.d.ts",
            "python/lib/python3.12/json/decoder.py",
            "venv/lib/python3.12/site-packages/flask/app.py",
        ];
        assert_eq!(quoted(&there, &[], &asked), asked);
        assert_eq!(quoted(&[], &[], &asked), Vec::<&str>::new());
    }

    #[cfg(unix)]
    #[test]
    fn packages_above_a_root_are_no_link_to_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        std::fs::create_dir_all(base.join("work/root")).unwrap();
        std::fs::create_dir_all(base.join("private")).unwrap();
        std::os::unix::fs::symlink(base.join("private"), base.join("work/node_modules")).unwrap();
        let root = base.join("work/root");
        let libraries = Libraries::new(Vec::new(), [root.as_path()]);
        assert!(!libraries.hold(&base.join("private/a.js")));
    }
}
