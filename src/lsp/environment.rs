//! Environment in which language servers and probes are started, and in which their programs are
//! looked up.
//!
//! In a workspace that is not trusted, a program sees only the variables listed here, and no
//! program is taken from a directory that the workspace controls.

use super::trust::Mode;
use crate::domain::lock;
use crate::workspace::{is_checkout, is_project, stores};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
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
    /// Home of the account, which HOME need not name.
    account: Option<PathBuf>,
    /// Roots of the sessions so far: one may name the program of another's server.
    kept_out: Arc<Mutex<BTreeSet<PathBuf>>>,
}

impl Environment {
    /// `account` is the home of the account. No program is taken from the repository that
    /// `working_directory` is in, which need not be a root.
    pub fn new(
        variables: impl IntoIterator<Item = (OsString, OsString)>,
        account: Option<&Path>,
        working_directory: Option<&Path>,
    ) -> Self {
        let own = Self {
            variables: variables.into_iter().collect(),
            account: account.filter(|home| home.is_absolute()).map(Path::to_owned),
            kept_out: Arc::default(),
        };
        let directory = working_directory.and_then(|directory| directory.canonicalize().ok());
        let homes = own.homes();
        let around = directory.iter().flat_map(|directory| marked(directory, &homes));
        around.for_each(|around| own.keep_out(around));
        own
    }

    /// Canonical homes of the user: what HOME names, and the account's. A relative HOME would be
    /// in whatever directory we were started in, which may be a project.
    pub(super) fn homes(&self) -> Vec<PathBuf> {
        let named = self.get("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
        let homes = named.into_iter().chain(self.account.clone());
        let mut homes: Vec<PathBuf> =
            homes.map(|home| home.canonicalize().unwrap_or(home)).collect();
        homes.dedup();
        homes
    }

    /// Returns whether a canonical folder is in a repository or project.
    pub(super) fn is_in_project(&self, folder: &Path) -> bool {
        marked(folder, &self.homes()).next().is_some()
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
        Inside::new(&all, &self.homes())
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

/// Returns the repositories and projects that contain a folder, innermost first. A
/// repository whose top is the user's home, where some keep their settings, does not count; one in
/// which somebody put a home does.
fn marked<'a>(folder: &'a Path, homes: &'a [PathBuf]) -> impl Iterator<Item = &'a Path> {
    /// What an archive of a project has beside its manifest once it was built.
    const MARKERS: [&str; 3] = [".svn", "node_modules", ".venv"];
    let may_be_around =
        |around: &&Path| around.parent().is_some() && !homes.iter().any(|home| home == around);
    let is_marked = |around: &&Path| {
        MARKERS.iter().any(|marker| around.join(marker).exists())
            || is_checkout(around)
            || is_project(around)
    };
    folder.ancestors().filter(may_be_around).filter(is_marked)
}

fn is_allowed(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    ALLOWED.contains(&upper.as_str()) || upper.starts_with("LC_")
}

/// What belongs to some roots: what lies inside of them, of the repositories of which they are
/// parts, and of any other checkout of these.
struct Inside {
    /// Canonical: the roots, the repositories around them, and where version control keeps these.
    folders: BTreeSet<PathBuf>,
    /// True if one of the repositories could not be found. Any checkout may then be of it.
    is_incomplete: bool,
    /// Folders that are known to be in a checkout of these repositories, or not to be.
    known: RefCell<HashMap<PathBuf, bool>>,
}

impl Inside {
    fn new(roots: &BTreeSet<PathBuf>, homes: &[PathBuf]) -> Self {
        let canonical = |root: &PathBuf| root.canonicalize().unwrap_or_else(|_| root.clone());
        let mut open: Vec<PathBuf> = roots.iter().map(canonical).collect();
        let mut folders: BTreeSet<PathBuf> = open.iter().cloned().collect();
        let mut is_incomplete = false;
        // The folder of a repository may lie in another one: that of an older submodule.
        while let Some(folder) = open.pop() {
            for around in marked(&folder, homes) {
                folders.insert(around.to_owned());
                match stores(around) {
                    Some(found) => {
                        open.extend(
                            found.into_iter().filter(|store| folders.insert(store.clone())),
                        );
                    }
                    None => is_incomplete = true,
                }
            }
        }
        Self { folders, is_incomplete, known: RefCell::default() }
    }

    /// Returns whether a path leads into one of the roots, possibly through links, or into a
    /// checkout that is of one repository with them, or may be.
    fn contains(&self, path: &Path) -> bool {
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let is_directory = real.is_dir();
        [real.as_path(), path].into_iter().any(|path| {
            let folder = if is_directory { Some(path) } else { path.parent() };
            self.holds(path) || folder.is_some_and(|folder| self.shares(folder))
        })
    }

    fn holds(&self, path: &Path) -> bool {
        self.folders.iter().any(|folder| path.starts_with(folder))
    }

    /// Returns whether a folder is in a checkout that shares a repository with the roots. One of
    /// which nobody knows the repository may.
    fn shares(&self, folder: &Path) -> bool {
        let Some(above) = folder.parent() else { return false };
        if let Some(known) = self.known.borrow().get(folder) {
            return *known;
        }
        let is_shared = |checkout: &Path| {
            self.is_incomplete
                || stores(checkout)
                    .is_none_or(|stores| stores.iter().any(|store| self.holds(store)))
        };
        let shares = is_checkout(folder) && is_shared(folder) || self.shares(above);
        self.known.borrow_mut().insert(folder.to_owned(), shares);
        shares
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

    /// Checkouts of one repository in all their forms: a store elsewhere, worktrees, submodules of
    /// both kinds, links, and what nobody can tell.
    #[cfg(unix)]
    #[test]
    fn programs_of_no_checkout_of_the_repository_are_found() {
        let directory = tempfile::tempdir().expect("a directory");
        let base = directory.path().canonicalize().expect("a path");
        let file = |path: &str, content: &str| {
            let path = base.join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a directory");
            std::fs::write(path, content).expect("a file");
        };
        for git in ["super/.git", "super/.git/modules/sub", "super/old/.git", "store", "other/.git"]
        {
            file(&format!("{git}/HEAD"), "");
            file(&format!("{git}/objects/x"), "");
        }
        file("super/sub/.git", "gitdir: ../.git/modules/sub");
        file("separate/.git", "gitdir: ../store");
        file("broken/.git", "gitdir: ../gone");
        for (tree, git) in [
            ("tree", "super/.git"),
            ("subtree", "super/.git/modules/sub"),
            ("oldtree", "super/old/.git"),
            ("separatetree", "store"),
        ] {
            file(&format!("{tree}/.git"), &format!("gitdir: ../{git}/worktrees/{tree}"));
            file(&format!("{git}/worktrees/{tree}/commondir"), "../..");
        }
        std::fs::create_dir(base.join("linked")).expect("a directory");
        std::os::unix::fs::symlink(base.join("store"), base.join("linked/.git")).expect("a link");
        let check = |of: &[&str], root: &str, expected: bool| {
            for tools in of {
                let tools = base.join(tools).join("tools");
                std::fs::create_dir_all(&tools).expect("a directory");
                let own = environment(&[("PATH", tools.to_str().expect("a plain name"))]);
                let found = own.search_path(&[base.join(root)]) == [tools.as_path()];
                assert_eq!(found, expected, "{} for {root}", tools.display());
            }
        };
        let family = ["super", "super/sub", "super/old", "tree", "subtree", "oldtree"];
        let separate = ["separate", "separatetree", "linked", "store"];
        for root in family {
            check(&family, root, false);
            check(&["other", "plain", "separate"], root, true);
            check(&["broken"], root, false);
        }
        for root in ["separate", "separatetree", "linked"] {
            check(&separate, root, false);
            check(&["other", "plain", "super", "subtree"], root, true);
        }
        // It may be of any repository.
        check(&["super", "other"], "broken", false);
        check(&["plain"], "broken", true);
    }

    /// Tools that are asked for their version read their settings in all folders above.
    #[test]
    fn a_folder_in_a_repository_is_in_a_project_and_a_home_at_its_top_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().canonicalize().unwrap();
        std::fs::create_dir_all(top.join("home/.cache")).unwrap();
        std::fs::create_dir_all(top.join(".git")).unwrap();
        std::fs::write(top.join(".git/HEAD"), "ref: refs/heads/main").unwrap();
        let with_home = |home: &Path| {
            Environment::new([("HOME".into(), home.as_os_str().to_owned())], None, None)
        };
        assert!(with_home(&top.join("home")).is_in_project(&top.join("home/.cache")));
        assert!(!with_home(&top).is_in_project(&top.join("home/.cache")));
    }

    #[test]
    fn a_home_in_a_repository_makes_its_programs_no_others() {
        let directory = tempfile::tempdir().expect("a directory");
        let base = directory.path().canonicalize().expect("a path");
        let (tools, root) = (base.join("repository/tools"), base.join("repository/sub"));
        for folder in [&tools, &root, &base.join("repository/.git")] {
            std::fs::create_dir_all(folder).expect("a directory");
        }
        for home in ["repository/home", "repository/sub/home", "repository/.."] {
            let home = base.join(home);
            let home = home.to_str().expect("a plain name");
            let path = tools.to_str().expect("a plain name");
            let own = environment(&[("PATH", path), ("HOME", home)]);
            assert!(own.search_path(std::slice::from_ref(&root)).is_empty(), "{home}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn homes_are_that_of_the_variable_and_the_accounts() {
        let check = |home: &str, account: Option<&str>, expected: &[&str]| {
            let variable = (OsString::from("HOME"), OsString::from(home));
            let own = Environment::new([variable], account.map(Path::new), None);
            assert_eq!(own.homes(), expected.iter().map(PathBuf::from).collect::<Vec<_>>());
        };
        check("/nowhere/x", Some("/nowhere/y"), &["/nowhere/x", "/nowhere/y"]);
        check("/nowhere/x", Some("/nowhere/x"), &["/nowhere/x"]);
        check("", Some("/nowhere/y"), &["/nowhere/y"]);
        check(".", None, &[]);
        check("", Some("relative"), &[]);
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
            Environment::new([path], None, Some(&base.join("here")))
                .search_path(&[base.join("root")])
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
