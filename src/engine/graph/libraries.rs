//! Recognition of files outside of the roots that belong to a toolchain or are downloaded
//! dependencies, so that their text may be quoted. A project can make a language server refer to
//! any file (`#include`, `go.work`, a tsconfig's `include`); of all other files, only path and line
//! are reported.

use std::path::{Component, Path};

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

/// Directories of package managers and toolchains, at any location: consecutive components of a
/// path.
const MANAGED: &[&[&str]] = &[
    &["registry", "src"],
    &["git", "checkouts"],
    &["lib", "rustlib"],
    &["pkg", "mod"],
    &["node_modules"],
    &["site-packages"],
    &["dist-packages"],
    &["typeshed-fallback"],
    &["lib", "clang"],
];

/// Returns whether the text of a file outside of the roots may be quoted. `path` is canonical.
pub(super) fn is_library(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
        || is_managed(path)
        || is_standard_library(path)
}

fn is_managed(path: &Path) -> bool {
    let folders = path.parent().into_iter().flat_map(Path::components);
    let parts: Vec<&str> = folders
        .filter_map(|part| match part {
            Component::Normal(part) => part.to_str(),
            _ => None,
        })
        .collect();
    MANAGED.iter().any(|folder| parts.windows(folder.len()).any(|window| window == *folder))
}

/// Returns whether a file is of Go's or Python's standard library, wherever that is installed: Go's
/// `src` has a `VERSION` file beside it, and Python's modules are in `lib/python3.12`, which
/// contains `os.py`.
fn is_standard_library(path: &Path) -> bool {
    path.ancestors().skip(1).any(|folder| {
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name == "src" {
            return folder.join("builtin/builtin.go").is_file()
                && folder.with_file_name("VERSION").is_file();
        }
        name.starts_with("python3")
            && folder.join("os.py").is_file()
            && folder.join("site-packages").is_dir()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_told_from_the_users_other_files() {
        fn check(path: &str, expected: bool) {
            assert_eq!(is_library(Path::new(path)), expected, "{path}");
        }
        check("/usr/include/stdio.h", true);
        check(
            "/home/x/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/serde-1.0.0/src/lib.rs",
            true,
        );
        check(
            "/home/x/.rustup/toolchains/stable/lib/rustlib/src/rust/library/core/src/lib.rs",
            true,
        );
        check("/home/x/go/pkg/mod/golang.org/x/tools@v0.1.0/a.go", true);
        check("/srv/node_modules/@types/node/index.d.ts", true);
        check("/home/x/.pyenv/versions/3.12/lib/python3.12/site-packages/flask/app.py", true);
        check("/home/x/other/src/lib.rs", false);
        check("/home/x/.ssh/config", false);
        check("/home/x/secret.env", false);
        check("/etc/passwd", false);
        check("/home/x/src/node_modules", false);
    }

    #[test]
    fn an_installation_of_go_is_known_by_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let (go, other) = (folder.path().join("go"), folder.path().join("other"));
        for path in [go.join("src/builtin"), go.join("src/fmt"), other.join("src/fmt")] {
            std::fs::create_dir_all(path).unwrap();
        }
        std::fs::write(go.join("VERSION"), "go1.26").unwrap();
        std::fs::write(go.join("src/builtin/builtin.go"), "").unwrap();
        assert!(is_library(&go.join("src/fmt/print.go")));
        assert!(!is_library(&other.join("src/fmt/print.go")));
    }
}
