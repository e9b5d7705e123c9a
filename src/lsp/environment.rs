//! Environment in which language servers and probes are started, and in which their programs are
//! looked up.
//!
//! In a workspace that is not trusted, a program sees only the variables listed here, and no
//! program is taken from a directory that the workspace controls.

use super::trust::Mode;
use crate::domain::lock;
use crate::workspace::{is_project, other_checkouts};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Variables that a program may see in safe mode: identity and locale of the user, and the
/// directories of tools.
const ALLOWED: &[&str] = &[
    "HOME",
    "USER",
    "LOGNAME",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TMPDIR",
    "TEMP",
    "TMP",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "CARGO_HOME",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
    "GOPATH",
    "GOROOT",
    "GOCACHE",
    "GOMODCACHE",
    "PYENV_ROOT",
    "PYENV_VERSION",
    "NVM_DIR",
    "VOLTA_HOME",
    "ASDF_DATA_DIR",
    "MISE_DATA_DIR",
    "JAVA_HOME",
    "SDKROOT",
    "DEVELOPER_DIR",
    "SYSTEMROOT",
    "USERPROFILE",
    "APPDATA",
    "LOCALAPPDATA",
    "PROGRAMFILES",
    "PATHEXT",
    "COMSPEC",
];

/// Variables of our own process, as `main` read them.
#[derive(Debug, Clone, Default)]
pub struct Environment {
    variables: BTreeMap<OsString, OsString>,
    /// Roots of the sessions so far: one may name the program of another's server.
    kept_out: Arc<Mutex<BTreeSet<PathBuf>>>,
}

impl Environment {
    /// No program is taken from the repository that `working_directory` is in, which need not be
    /// a root.
    pub fn new(
        variables: impl IntoIterator<Item = (OsString, OsString)>,
        working_directory: Option<&Path>,
    ) -> Self {
        let own = Self { variables: variables.into_iter().collect(), kept_out: Arc::default() };
        let directory = working_directory.and_then(|directory| directory.canonicalize().ok());
        let home = own.home();
        let around = directory.map(|directory| repositories(&directory, home.as_deref()));
        around.iter().flatten().for_each(|around| own.keep_out(around));
        own
    }

    pub(super) fn home(&self) -> Option<PathBuf> {
        let home = PathBuf::from(self.get("HOME")?);
        Some(home.canonicalize().unwrap_or(home))
    }

    /// Takes no program from a root from now on, whichever root a server is for.
    pub(super) fn keep_out(&self, root: &Path) {
        lock(&self.kept_out).insert(root.to_owned());
    }

    pub(super) fn get(&self, name: &str) -> Option<&OsStr> {
        self.variables
            .get(OsStr::new(name))
            .map(OsString::as_os_str)
            .filter(|value| !value.is_empty())
    }

    /// Expands a path that starts with `~/` or `$VARIABLE/`; `None` if the variable is not set or
    /// the path is not absolute.
    pub(super) fn expand(&self, place: &str) -> Option<PathBuf> {
        let (name, below) = match place.strip_prefix('$') {
            Some(rest) => rest.split_once('/').unwrap_or((rest, "")),
            None => ("HOME", place.strip_prefix("~/")?),
        };
        let path = Path::new(self.get(name)?).join(below);
        path.is_absolute().then_some(path)
    }

    /// Directories of PATH in which programs are looked up: absolute ones outside every root.
    pub(super) fn search_path(&self, roots: &[PathBuf]) -> Vec<PathBuf> {
        let roots = self.inside(roots);
        self.directories(&roots).filter(|directory| !roots.has_link_in(directory)).collect()
    }

    fn inside(&self, roots: &[PathBuf]) -> Inside {
        let mut all = lock(&self.kept_out).clone();
        all.extend(roots.iter().cloned());
        Inside::new(&all, self.home().as_deref())
    }

    /// Absolute directories of PATH outside every root.
    fn directories(&self, roots: &Inside) -> impl Iterator<Item = PathBuf> {
        let path = self.variables.get(OsStr::new("PATH")).map(OsString::as_os_str);
        std::env::split_paths(path.unwrap_or_default())
            .filter(|directory| directory.is_absolute() && !roots.contains(directory))
    }

    /// Returns every executable file named `program` on the search path, in order; for an absolute
    /// path only itself.
    pub fn find(&self, program: &str, roots: &[PathBuf]) -> Vec<PathBuf> {
        let roots = self.inside(roots);
        let is_outside = |path: &PathBuf| is_executable(path) && !roots.contains(path);
        if Path::new(program).is_absolute() {
            return Some(PathBuf::from(program)).filter(is_outside).into_iter().collect();
        }
        if program.contains(std::path::is_separator) {
            // A relative path would let the workspace choose the program.
            return Vec::new();
        }
        let mut names = vec![program.to_owned()];
        if !std::env::consts::EXE_SUFFIX.is_empty() {
            names.push(format!("{program}{}", std::env::consts::EXE_SUFFIX));
        }
        // The links of a directory are only looked at where it has the program: it may have
        // thousands of them, and each question asks which servers there are.
        self.directories(&roots)
            .flat_map(|directory| {
                let paths = names.iter().map(|name| directory.join(name));
                let mut found: Vec<PathBuf> = paths.filter(is_outside).collect();
                found.retain(|_| !roots.has_link_in(&directory));
                found
            })
            .collect()
    }

    /// Returns the environment for a program. In trusted roots it is our own, as a shell there
    /// would pass it on.
    pub(super) fn for_program(
        &self,
        mode: Mode,
        roots: &[PathBuf],
    ) -> BTreeMap<OsString, OsString> {
        match mode {
            Mode::Trusted => self.variables.clone(),
            Mode::Safe => {
                let mut variables: BTreeMap<OsString, OsString> = self
                    .variables
                    .iter()
                    .filter(|(name, _)| name.to_str().is_some_and(is_allowed))
                    .map(|(name, value)| (name.clone(), value.clone()))
                    .collect();
                let path = std::env::join_paths(self.search_path(roots)).unwrap_or_default();
                variables.insert("PATH".into(), path);
                variables
            }
        }
    }
}

/// Returns the repositories and projects that contain a folder, innermost first, each followed by
/// its other checkouts. What holds the user's home, as some keep their settings, is none of the
/// folder's.
fn repositories(folder: &Path, home: Option<&Path>) -> Vec<PathBuf> {
    /// What an archive of a project has beside its manifest once it was built.
    const MARKERS: [&str; 6] = [".git", ".hg", ".jj", ".svn", "node_modules", ".venv"];
    let is_own = |around: &Path| {
        around.parent().is_some() && !home.is_some_and(|home| home.starts_with(around))
    };
    let is_marked = |around: &&Path| {
        MARKERS.iter().any(|marker| around.join(marker).exists()) || is_project(around)
    };
    let around = folder.ancestors().filter(|around| is_own(around)).filter(is_marked);
    let checkouts = |around: &Path| [vec![around.to_owned()], other_checkouts(around)].concat();
    around.flat_map(checkouts).filter(|checkout| is_own(checkout)).collect()
}

fn is_allowed(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    ALLOWED.contains(&upper.as_str()) || upper.starts_with("LC_")
}

/// What lies inside of some roots, of the repositories of which they are parts, and of the other
/// checkouts of these.
struct Inside {
    /// Canonical.
    roots: Vec<PathBuf>,
}

impl Inside {
    fn new(roots: &BTreeSet<PathBuf>, home: Option<&Path>) -> Self {
        let canonical = |root: &PathBuf| root.canonicalize().unwrap_or_else(|_| root.clone());
        let whole = |root: PathBuf| {
            let repositories = repositories(&root, home);
            [vec![root], repositories].concat()
        };
        Self { roots: roots.iter().map(canonical).flat_map(whole).collect() }
    }

    /// Returns whether a path leads into one of the roots, possibly through links.
    fn contains(&self, path: &Path) -> bool {
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        self.roots.iter().any(|root| real.starts_with(root) || path.starts_with(root))
    }

    /// Returns whether a directory has an entry that is a link into one of the roots. Scripts look
    /// up their interpreters themselves (`#!/usr/bin/env node`), so that such a directory would
    /// start programs of the workspace.
    fn has_link_in(&self, directory: &Path) -> bool {
        let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
        let mut links =
            entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_symlink()));
        links.any(|entry| self.contains(&entry.path()))
    }
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(pairs: &[(&str, &str)]) -> Environment {
        Environment::new(
            pairs.iter().map(|(name, value)| (OsString::from(name), OsString::from(value))),
            None,
        )
    }

    #[cfg(unix)]
    #[test]
    fn a_directory_with_a_link_into_a_root_is_not_searched() {
        let directory = tempfile::tempdir().expect("a directory");
        let (root, outside) = (directory.path().join("root"), directory.path().join("bin"));
        std::fs::create_dir_all(&root).expect("a directory");
        std::fs::create_dir_all(&outside).expect("a directory");
        let path = outside.to_str().expect("a plain name");
        let roots = [root.clone()];
        assert_eq!(environment(&[("PATH", path)]).search_path(&roots), [outside.as_path()]);
        std::fs::write(root.join("node"), "").expect("a file");
        std::os::unix::fs::symlink(root.join("node"), outside.join("node")).expect("a link");
        assert!(environment(&[("PATH", path)]).search_path(&roots).is_empty());
    }

    #[test]
    fn programs_of_the_repository_around_a_root_are_not_found() {
        let directory = tempfile::tempdir().expect("a directory");
        let base = directory.path().canonicalize().expect("a path");
        let (root, tools) = (base.join("repository/packages/app"), base.join("repository/tools"));
        for folder in [&root, &tools, &base.join("repository/.git")] {
            std::fs::create_dir_all(folder).expect("a directory");
        }
        let path = tools.to_str().expect("a plain name");
        let roots = [root];
        assert!(environment(&[("PATH", path)]).search_path(&roots).is_empty());
        let checkout = base.join("checkout");
        let own = base.join("repository/.git/worktrees/checkout");
        for folder in [&checkout, &own] {
            std::fs::create_dir_all(folder).expect("a directory");
        }
        let pointer = format!("gitdir: {}", own.display());
        std::fs::write(checkout.join(".git"), pointer).expect("a file");
        std::fs::write(own.join("commondir"), "../..").expect("a file");
        let back = checkout.join(".git");
        std::fs::write(own.join("gitdir"), back.to_str().expect("a plain name")).expect("a file");
        assert!(environment(&[("PATH", path)]).search_path(&[checkout]).is_empty());
        // The settings of a user may be a repository: not all that lies below the home is of it.
        let home = base.to_str().expect("a plain name");
        std::fs::rename(base.join("repository/.git"), base.join(".git")).expect("a move");
        let own = environment(&[("PATH", path), ("HOME", home)]);
        assert_eq!(own.search_path(&roots), [tools]);
    }

    #[test]
    fn programs_of_another_root_are_not_found() {
        let directory = tempfile::tempdir().expect("a directory");
        let base = directory.path().canonicalize().expect("a path");
        let (root, other) = (base.join("root"), base.join("other"));
        let tools = other.join("bin");
        std::fs::create_dir_all(&tools).expect("a directory");
        let own = environment(&[("PATH", tools.to_str().expect("a plain name"))]);
        assert_eq!(own.search_path(std::slice::from_ref(&root)), [tools]);
        own.keep_out(&other);
        assert!(own.search_path(&[root]).is_empty());
    }

    #[test]
    fn programs_of_the_repository_of_the_working_directory_are_not_found() {
        let directory = tempfile::tempdir().expect("a directory");
        let base = directory.path().canonicalize().expect("a path");
        let tools = base.join("here/bin");
        std::fs::create_dir_all(&tools).expect("a directory");
        let found = || {
            let path = (OsString::from("PATH"), tools.clone().into_os_string());
            Environment::new([path], Some(&base.join("here"))).search_path(&[base.join("root")])
        };
        // A directory of programs is as good a place to stand in as another.
        assert_eq!(found(), [tools.as_path()]);
        for marker in [".git", "node_modules"] {
            std::fs::create_dir_all(base.join("here").join(marker)).expect("a directory");
            assert!(found().is_empty(), "{marker}");
            std::fs::remove_dir_all(base.join("here").join(marker)).expect("it is there");
        }
        // A project that was unpacked from an archive.
        std::fs::write(base.join("here/package.json"), "{}").expect("a file");
        assert!(found().is_empty());
    }

    #[test]
    fn safe_mode_passes_on_only_what_is_listed() {
        let own = environment(&[
            ("PATH", "/usr/bin"),
            ("HOME", "/home/x"),
            ("LC_ALL", "C"),
            ("NODE_OPTIONS", "--require=/tmp/evil.js"),
            ("RUSTC_WRAPPER", "sccache"),
            ("LD_PRELOAD", "/tmp/evil.so"),
        ]);
        let names = |mode| {
            let variables = own.for_program(mode, &[]);
            variables.keys().filter_map(|name| name.to_str()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(Mode::Safe), "HOME LC_ALL PATH");
        assert!(names(Mode::Trusted).contains("RUSTC_WRAPPER"));
    }

    #[cfg(unix)]
    #[test]
    fn places_are_given_by_variables() {
        let own = environment(&[
            ("HOME", "/home/x"),
            ("GOMODCACHE", "/mods"),
            ("EMPTY", ""),
            ("HERE", "."),
        ]);
        let check = |place: &str, expected: Option<&str>| {
            assert_eq!(own.expand(place), expected.map(PathBuf::from), "{place}");
        };
        check("~/.cargo/registry", Some("/home/x/.cargo/registry"));
        check("$GOMODCACHE", Some("/mods"));
        check("$GOMODCACHE/cache", Some("/mods/cache"));
        check("$EMPTY/x", None);
        check("$HERE/x", None);
        check("$UNSET/x", None);
        check("/etc", None);
    }

    #[cfg(unix)]
    #[test]
    fn programs_of_the_workspace_are_never_found() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let root = base.join("project");
        for directory in ["project/bin", "outside", "linked"] {
            std::fs::create_dir_all(base.join(directory)).unwrap();
        }
        for file in ["project/bin/server", "outside/server"] {
            std::fs::write(base.join(file), "#!/bin/sh\n").unwrap();
            std::fs::set_permissions(base.join(file), std::fs::Permissions::from_mode(0o755))
                .unwrap();
        }
        std::os::unix::fs::symlink(root.join("bin/server"), base.join("linked/server")).unwrap();
        std::os::unix::fs::symlink(root.join("bin"), base.join("link")).unwrap();
        let path = |entry: &str| base.join(entry).display().to_string();
        let all = [
            path("project/bin"),
            "bin".into(),
            ".".into(),
            path("link"),
            path("linked"),
            path("outside"),
        ];
        let own = environment(&[("PATH", &all.join(":"))]);
        assert_eq!(own.find("server", std::slice::from_ref(&root)), [base.join("outside/server")]);
        assert_eq!(own.find("./server", std::slice::from_ref(&root)), Vec::<PathBuf>::new());
        assert_eq!(
            own.find(&path("project/bin/server"), std::slice::from_ref(&root)),
            Vec::<PathBuf>::new()
        );
    }
}
