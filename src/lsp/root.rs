//! Workspace root of a server for a file: one server for the many crates of one workspace, not one
//! each.

use super::spec::{Pick, RootRule, ServerSpec};
use crate::workspace::read_manifest;
use std::path::{Path, PathBuf};

/// Returns the workspace root of `file` for a server: the directory that its first rule that
/// applies finds between the file's folder and `boundary`, else `boundary` itself. Both paths are
/// canonical, and `file` lies below `boundary`.
pub(super) fn workspace_root(spec: &ServerSpec, boundary: &Path, file: &Path) -> PathBuf {
    spec.root
        .iter()
        .find_map(|rule| find(rule, boundary, file))
        .unwrap_or_else(|| boundary.to_owned())
}

fn find(rule: &RootRule, boundary: &Path, file: &Path) -> Option<PathBuf> {
    let mut candidates =
        file.ancestors().skip(1).take_while(|directory| directory.starts_with(boundary)).filter(
            |directory| {
                rule.files.iter().any(|name| counts(rule, boundary, &directory.join(name), file))
            },
        );
    let found = match rule.pick {
        Pick::Nearest => candidates.next(),
        Pick::Outermost => candidates.last(),
    };
    found.map(Path::to_owned)
}

fn counts(rule: &RootRule, boundary: &Path, marker: &Path, file: &Path) -> bool {
    let directory = marker.parent().unwrap_or(boundary);
    if rule.containing.is_none() && rule.excludes.is_empty() {
        return marker.is_file();
    }
    let Some(text) = read_manifest(marker, boundary) else { return false };
    let contains = rule
        .containing
        .as_ref()
        .is_none_or(|start| text.lines().any(|line| line.trim().starts_with(start)));
    contains && !excluded(&rule.excludes, &text, directory, file)
}

/// Returns whether the list at `keys` in the TOML text names a directory above the file.
fn excluded(keys: &[String], text: &str, directory: &Path, file: &Path) -> bool {
    if keys.is_empty() {
        return false;
    }
    let Ok(table) = text.parse::<toml::Table>() else { return false };
    let mut value = &toml::Value::Table(table);
    for key in keys {
        match value.get(key) {
            Some(inner) => value = inner,
            None => return false,
        }
    }
    let Some(list) = value.as_array() else { return false };
    list.iter()
        .filter_map(|item| item.as_str())
        .any(|excluded| file.starts_with(directory.join(excluded)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates the files in a new folder and checks the root of one of them, relative to the
    /// folder.
    fn check(server: &str, files: &[(&str, &str)], asked: &str, expected: &str) {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        for (name, text) in files {
            let path = base.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let specs = ServerSpec::built_in().unwrap();
        let spec = specs.iter().find(|spec| spec.name == server).unwrap();
        let root = workspace_root(spec, &base, &base.join(asked));
        assert_eq!(root.strip_prefix(&base).unwrap(), Path::new(expected), "{server} {asked}");
    }

    #[test]
    fn a_cargo_workspace_takes_its_crates_in_but_for_those_it_excludes() {
        let files = [
            ("Cargo.toml", "[workspace]\nmembers = [\"a\"]\nexclude = [\"alone\"]"),
            ("a/Cargo.toml", "[package]"),
            ("alone/Cargo.toml", "[package]"),
            ("docs/package.json", "{}"),
        ];
        check("rust-analyzer", &files, "a/src/lib.rs", "");
        check("rust-analyzer", &files, "alone/src/lib.rs", "alone");
    }

    #[test]
    fn several_cargo_workspaces_side_by_side_have_a_root_each() {
        let files = [
            ("one/Cargo.toml", "[package]"),
            ("two/Cargo.toml", "[workspace]"),
            ("two/b/Cargo.toml", "[package]"),
        ];
        check("rust-analyzer", &files, "one/src/lib.rs", "one");
        check("rust-analyzer", &files, "two/b/src/lib.rs", "two");
        check("rust-analyzer", &files, "loose.rs", "");
    }

    #[test]
    fn go_modules_are_apart_unless_a_go_work_joins_them() {
        check("gopls", &[("a/go.mod", ""), ("b/go.mod", "")], "b/x/y.go", "b");
        check("gopls", &[("go.work", ""), ("a/go.mod", ""), ("b/go.mod", "")], "b/x/y.go", "");
    }

    #[test]
    fn one_typescript_server_serves_a_whole_monorepo() {
        let files = [
            ("package.json", "{}"),
            ("packages/a/package.json", "{}"),
            ("packages/a/tsconfig.json", "{}"),
        ];
        check("typescript", &files, "packages/a/src/x.ts", "");
    }
}
