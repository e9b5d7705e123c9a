//! Paths that a server must see although they are hidden: the installation of each program that it
//! runs, and its dependencies.

use super::policy::Policy;
use crate::workspace::is_checkout;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Directories that are hidden in every sandbox, beside the user's homes: those of users, of
/// temporary files, of sockets, and of other systems' disks.
const HIDDEN: &[&str] =
    &["/home", "/root", "/tmp", "/var/tmp", "/run", "/mnt", "/media", "/Users", "/private/tmp"];

/// Directories of settings and of data of programs, which are hidden too on Linux, and the
/// beginnings of names in the former that stay visible: what the loader of programs and toolchains
/// read.
const SETTINGS: &str = "/etc";
const DATA: &[&str] = &["/var", "/srv"];
const READ_SETTINGS: &[&str] =
    &["alternatives", "dotnet", "java", "ld.so", "ld-", "perl", "php", "python", "ruby"];

/// Further settings that stay visible. Where one is there and cannot be read, OpenSSL ends the
/// program.
const READ_FILES: &[&str] =
    &["/etc/localtime", "/etc/nsswitch.conf", "/etc/pki/tls/openssl.cnf", "/etc/ssl/openssl.cnf"];

/// Directories of the system. None of them is hidden as a folder around a root or as another disk.
const OF_THE_SYSTEM: &[&str] = &[
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/usr",
    "/usr/local",
    "/opt",
    "/etc",
    "/var",
    "/nix",
    "/gnu",
    "/snap",
    "/proc",
    "/sys",
    "/dev",
    "/System",
    "/Library",
    "/Applications",
    "/private",
    "/private/var",
];

/// Directories of the system in which every mount is its own.
const SYSTEM_MOUNTS: &[&str] = &[
    "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/usr", "/etc", "/nix", "/gnu", "/snap", "/proc",
    "/sys", "/dev",
];

/// Programs of the system that lie in hidden directories.
const SYSTEM: &[&str] = &["/run/current-system"];

/// Keys and tokens of users, below their homes. A root that contains a home does not show them.
const KEYS: &[&str] = &[
    ".ssh",
    ".gnupg",
    ".aws",
    ".azure",
    ".kube",
    ".docker",
    ".config/gcloud",
    ".config/gh",
    ".config/op",
    ".config/sops",
    ".config/git/credentials",
    ".config/google-chrome",
    ".config/chromium",
    ".mozilla",
    ".password-store",
    ".local/share/keyrings",
    ".terraform.d",
    ".vault-token",
    ".netrc",
    ".git-credentials",
    ".npmrc",
    ".pypirc",
    ".pgpass",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".gem/credentials",
    ".m2/settings.xml",
    ".bash_history",
    ".zsh_history",
    "Library/Keychains",
    "Library/Cookies",
];

/// Maximum number of links that are followed from a program.
const MAX_LINKS: usize = 16;

/// Requirements on a sandbox.
pub(in crate::lsp) struct Needs<'a> {
    /// The user's homes.
    pub(in crate::lsp) homes: &'a [PathBuf],
    /// Places at which something is mounted.
    pub(in crate::lsp) mounts: &'a [PathBuf],
    /// The workspace and our own root that contains it.
    pub(in crate::lsp) roots: &'a [PathBuf],
    /// Programs that are run.
    pub(in crate::lsp) programs: &'a [PathBuf],
    /// Folders that belong entirely to programs that are run.
    pub(in crate::lsp) toolchains: &'a [PathBuf],
    /// Files that are read beside the workspace.
    pub(in crate::lsp) files: &'a [PathBuf],
    /// Folder of the server.
    pub(in crate::lsp) writable: &'a [PathBuf],
    pub(in crate::lsp) directory: &'a Path,
}

/// Returns the narrowest policy with which these programs run. Nothing inside a root may be run.
pub(in crate::lsp) fn policy(needs: &Needs<'_>) -> Policy {
    let mut hidden: Vec<PathBuf> = HIDDEN.iter().map(PathBuf::from).collect();
    if cfg!(target_os = "linux") {
        hidden.push(SETTINGS.into());
        hidden.extend(DATA.iter().map(PathBuf::from));
        hidden.extend(unknown_directories());
    }
    hidden.extend(needs.homes.iter().cloned());
    let roots: Vec<PathBuf> =
        needs.roots.iter().filter_map(|root| root.canonicalize().ok()).collect();
    let repositories: Vec<PathBuf> =
        roots.iter().filter_map(|root| repository_around(root, &hidden)).collect();
    let mut others: Vec<PathBuf> =
        roots.iter().filter_map(|root| surroundings(root, &hidden)).collect();
    others.extend(disks(needs));
    // Beside a home are those of others.
    let usual: Vec<PathBuf> = HIDDEN.iter().map(PathBuf::from).collect();
    others.extend(needs.homes.iter().filter_map(|home| surroundings(home, &usual)));
    hidden.extend(others.iter().cloned());
    let mut programs: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).collect();
    for program in needs.programs {
        for file in chain(program) {
            programs.extend(installation(&file, &hidden, &others));
        }
    }
    programs.extend(
        needs
            .toolchains
            .iter()
            .filter(|folder| hidden.iter().any(|base| folder.starts_with(base)))
            .cloned(),
    );
    let is_inside = |path: &PathBuf| needs.roots.iter().any(|root| path.starts_with(root));
    programs
        .retain(|path| !is_inside(path) && path.canonicalize().is_ok_and(|real| !is_inside(&real)));
    programs.sort();
    programs.dedup();
    let mut files = needs.files.to_vec();
    files.extend(settings());
    files.extend([needs.directory.to_owned()].into_iter().chain(needs.roots.iter().cloned()));
    files.extend(repositories);
    files.retain(|path| path.parent().is_some());
    // What is mounted within an installation is of it.
    hidden.retain(|path| {
        !needs.mounts.contains(path) || !programs.iter().any(|shown| path.starts_with(shown))
    });
    files.sort();
    files.dedup();
    let writable = needs.writable.to_vec();
    let covered = covered(needs, &roots);
    Policy { hidden, programs, files, writable, covered, directory: needs.directory.to_owned() }
}

/// Returns the directories in `/` that are none of the system's.
fn unknown_directories() -> Vec<PathBuf> {
    let mut unknown = entries(Path::new("/"));
    unknown.retain(|entry| {
        let is_folder = entry.symlink_metadata().is_ok_and(|entry| entry.is_dir());
        is_folder && !is_of_the_system(entry)
    });
    unknown
}

/// Returns the settings that toolchains and the loader of programs read.
fn settings() -> Vec<PathBuf> {
    let is_read = |entry: &PathBuf| {
        let name = entry.file_name().map(|name| name.to_string_lossy().into_owned());
        name.is_some_and(|name| READ_SETTINGS.iter().any(|start| name.starts_with(start)))
    };
    let named = READ_FILES.iter().map(PathBuf::from).filter(|file| file.exists());
    entries(Path::new(SETTINGS)).into_iter().filter(is_read).chain(named).collect()
}

fn is_of_the_system(folder: &Path) -> bool {
    OF_THE_SYSTEM.iter().any(|system| folder == Path::new(system))
}

/// Returns the paths of what is in a directory, sorted; none if it cannot be listed.
pub(super) fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten();
    let mut entries: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    entries
}

fn is_hidden(path: &Path, hidden: &[PathBuf]) -> bool {
    hidden.iter().any(|folder| {
        path.starts_with(folder) || folder.canonicalize().is_ok_and(|real| path.starts_with(real))
    })
}

/// Returns the outermost folder around a canonical root or home that is none of the system's: what
/// lies in it beside that is the user's, or another's, and nobody else's business. `None` if it is
/// hidden anyway.
fn surroundings(root: &Path, hidden: &[PathBuf]) -> Option<PathBuf> {
    let is_the_users = |folder: &&Path| folder.parent().is_some() && !is_of_the_system(folder);
    let outermost = root.ancestors().skip(1).take_while(is_the_users).last();
    outermost.filter(|_| !is_hidden(root, hidden)).map(Path::to_owned)
}

/// Returns the checkout of which a canonical root is a part: tools read their settings in the
/// folders above theirs too. It is read and never run, as the root is. `None` in what is hidden
/// anyway, and where it would show something hidden.
fn repository_around(root: &Path, hidden: &[PathBuf]) -> Option<PathBuf> {
    let top = root.ancestors().find(|folder| is_checkout(folder))?;
    let shows_hidden = hidden.iter().any(|folder| folder.starts_with(top));
    let is_around = top != root && top.parent().is_some() && !is_hidden(root, hidden);
    (is_around && !shows_hidden).then(|| top.to_owned())
}

/// Returns the mounts that are disks of the user's, wherever they are: none of the system, and
/// none within what is shown.
fn disks(needs: &Needs<'_>) -> Vec<PathBuf> {
    let shown = [needs.roots, needs.files, needs.toolchains, needs.writable].concat();
    let shown: Vec<PathBuf> = shown
        .iter()
        .flat_map(|path| path.canonicalize().into_iter().chain([path.clone()]))
        .collect();
    let is_system_mount = |mount: &Path| {
        OF_THE_SYSTEM.iter().any(|system| Path::new(system).starts_with(mount))
            || SYSTEM_MOUNTS.iter().any(|system| mount.starts_with(system))
    };
    let disks = needs.mounts.iter().filter(|mount| {
        !is_system_mount(mount) && !shown.iter().any(|shown| mount.starts_with(shown))
    });
    disks.cloned().collect()
}

/// Returns the keys that lie in a root, of the user and of each root taken as a home, as canonical
/// paths.
fn covered(needs: &Needs<'_>, roots: &[PathBuf]) -> Vec<PathBuf> {
    let homes = needs.homes.iter().chain(roots);
    let keys = homes.flat_map(|home| KEYS.iter().map(move |keys| home.join(keys)));
    let mut covered: Vec<PathBuf> = keys.filter_map(|keys| keys.canonicalize().ok()).collect();
    covered.retain(|keys| roots.iter().any(|root| keys.starts_with(root) && keys != root));
    covered.sort();
    covered.dedup();
    covered
}

/// Returns a program, the targets of its links, and the interpreter that its first line names, with
/// the targets of its links.
fn chain(program: &Path) -> Vec<PathBuf> {
    let mut files = links(program);
    if let Some(interpreter) = program.canonicalize().ok().and_then(|script| interpreter(&script)) {
        files.extend(links(&interpreter));
    }
    files
}

fn links(path: &Path) -> Vec<PathBuf> {
    let mut files = vec![path.to_owned()];
    while files.len() < MAX_LINKS
        && let Some(last) = files.last()
        && let Ok(target) = std::fs::read_link(last)
    {
        let folder =
            last.parent().and_then(|folder| folder.canonicalize().ok()).unwrap_or_default();
        files.push(folder.join(target));
    }
    files.extend(path.canonicalize());
    files
}

/// Returns the program that a script's first line names.
#[expect(
    clippy::disallowed_methods,
    reason = "a program outside of every root, of which the first line is read"
)]
fn interpreter(script: &Path) -> Option<PathBuf> {
    let mut start = Vec::new();
    std::fs::File::open(script).ok()?.take(256).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let path = PathBuf::from(std::str::from_utf8(line).ok()?.split_whitespace().next()?);
    path.is_absolute().then_some(path)
}

/// Returns the directories of a program's installation if it lies in a hidden one. In `others`,
/// which are no homes, a folder of programs belongs to the folder that it is in.
fn installation(file: &Path, hidden: &[PathBuf], others: &[PathBuf]) -> Vec<PathBuf> {
    let within = hidden.iter().filter(|folder| file.starts_with(folder));
    let Some(base) = within.max_by_key(|folder| folder.components().count()) else {
        return Vec::new();
    };
    let Ok(below) = file.strip_prefix(base) else { return Vec::new() };
    if below.components().any(|part| part.as_os_str() == "node_modules") {
        let before = below.iter().take_while(|part| *part != "node_modules");
        return vec![base.join(before.collect::<PathBuf>()).join("node_modules")];
    }
    let Some(folder) = file.parent().filter(|folder| *folder != base) else {
        return vec![file.to_owned()];
    };
    let is_home = !others.contains(base);
    // A folder that many programs share contains more than programs: `~/.local`, `~/.cargo`.
    let is_shared =
        |prefix: &Path| if is_home { prefix.parent() == Some(base) } else { prefix == base };
    match folder.parent() {
        Some(prefix) if folder.ends_with("bin") && is_shared(prefix) => {
            vec![folder.to_owned(), prefix.join("lib")]
        }
        Some(prefix) if folder.ends_with("bin") && prefix != base => vec![prefix.to_owned()],
        _ => vec![folder.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_installation_is_shown_and_not_what_lies_beside_it() {
        fn check(file: &str, expected: &[&str]) {
            let hidden = ["/home".into(), "/home/x".into()];
            let expected: Vec<PathBuf> = expected.iter().map(PathBuf::from).collect();
            assert_eq!(installation(Path::new(file), &hidden, &[]), expected, "{file}");
        }
        check("/usr/bin/clangd", &[]);
        check(
            "/home/x/.rustup/toolchains/stable/bin/cargo",
            &["/home/x/.rustup/toolchains/stable"],
        );
        check("/home/x/.local/bin/pyright", &["/home/x/.local/bin", "/home/x/.local/lib"]);
        check("/home/x/.cargo/bin/rust-analyzer", &["/home/x/.cargo/bin", "/home/x/.cargo/lib"]);
        check("/home/x/bin/clangd", &["/home/x/bin"]);
        check("/home/x/clangd", &["/home/x/clangd"]);
        check("/home/x/tools/ls/server", &["/home/x/tools/ls"]);
        check("/home/x/a/node_modules/b/node_modules/c/x.js", &["/home/x/a/node_modules"]);
        let beside = |file: &str, expected: &[&str]| {
            let disks = ["/data".into()];
            let expected: Vec<PathBuf> = expected.iter().map(PathBuf::from).collect();
            assert_eq!(installation(Path::new(file), &disks, &disks), expected, "{file}");
        };
        beside("/data/jdtls/bin/jdtls", &["/data/jdtls"]);
        beside("/data/bin/clangd", &["/data/bin", "/data/lib"]);
        beside("/data/tools/clangd/bin/clangd", &["/data/tools/clangd"]);
    }

    #[cfg(unix)]
    #[test]
    fn nothing_of_the_workspace_may_be_run() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let (root, tool) = (base.join("project"), base.join("tool/v1/bin/server"));
        for directory in [&root, tool.parent().unwrap()] {
            std::fs::create_dir_all(directory).unwrap();
        }
        std::fs::write(root.join("trap"), "").unwrap();
        std::fs::write(&tool, format!("#!{}\n", root.join("trap").display())).unwrap();
        let needs = Needs {
            homes: std::slice::from_ref(&base),
            mounts: &[],
            roots: std::slice::from_ref(&root),
            programs: &[root.join("trap"), tool],
            toolchains: &[],
            files: &[],
            writable: &[],
            directory: Path::new("/"),
        };
        let policy = policy(&needs);
        assert_eq!(policy.programs, [base.join("tool/v1")]);
        let mut expected = [&settings()[..], &[root]].concat();
        expected.sort();
        assert_eq!(policy.files, expected);
    }

    #[test]
    fn what_lies_beside_a_root_is_hidden() {
        fn check(root: &str, expected: Option<&str>) {
            let hidden = ["/home".into(), "/data/home".into(), "/var/tmp".into()];
            let found = surroundings(Path::new(root), &hidden);
            assert_eq!(found.as_deref(), expected.map(Path::new), "{root}");
        }
        check("/workspaces/repository/part", Some("/workspaces"));
        check("/work/a/repository", Some("/work"));
        check("/usr/src/app/part", Some("/usr/src"));
        check("/opt/app/part", Some("/opt/app"));
        check("/data/repository", Some("/data"));
        check("/data/home/x/repository", None);
        check("/home/x/repository/part", None);
        check("/opt/app", None);
        check("/app", None);
    }

    #[test]
    fn the_repository_around_a_root_is_read_and_not_run() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let root = base.join("repository/part");
        for directory in [&root, &base.join("repository/.git"), &base.join("repository/home")] {
            std::fs::create_dir_all(directory).unwrap();
        }
        let around = |hidden: &[PathBuf]| repository_around(&root, hidden);
        assert_eq!(around(&[]), Some(base.join("repository")));
        assert_eq!(around(std::slice::from_ref(&base)), None);
        assert_eq!(around(&[base.join("repository/home")]), None);
        assert_eq!(repository_around(&base.join("repository"), &[]), None);
    }

    #[test]
    fn what_lies_beside_a_home_is_hidden_wherever_homes_are() {
        let homes = ["/accounts/people/alice", "/home/bob"].map(PathBuf::from);
        let needs = Needs {
            homes: &homes,
            mounts: &[],
            roots: &["/accounts/people/alice/project".into()],
            programs: &[],
            toolchains: &[],
            files: &[],
            writable: &[],
            directory: Path::new("/"),
        };
        assert!(policy(&needs).hidden.contains(&"/accounts".into()));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn of_the_settings_what_toolchains_read_is_seen() {
        let needs = Needs {
            homes: &[],
            mounts: &[],
            roots: &["/workspaces/app".into()],
            programs: &[],
            toolchains: &[],
            files: &[],
            writable: &[],
            directory: Path::new("/"),
        };
        let policy = policy(&needs);
        for hidden in ["/etc", "/var", "/srv", "/boot"] {
            let is_hidden = policy.hidden.contains(&hidden.into());
            assert!(is_hidden || !Path::new(hidden).exists(), "{hidden}");
        }
        assert!(policy.files.contains(&"/etc/ld.so.cache".into()));
        assert!(!policy.files.iter().any(|file| file.ends_with("passwd") || file.ends_with("etc")));
    }

    #[test]
    fn disks_are_hidden_wherever_they_are_mounted() {
        let mounts = [
            "/",
            "/proc",
            "/sys/fs/cgroup",
            "/usr/lib/modules",
            "/var",
            "/data",
            "/opt/data",
            "/srv/backup",
            "/snap/core/1",
            "/workspaces",
            "/workspaces/app/node_modules",
            "/tools/go",
            "/tools/rust/lib",
        ]
        .map(PathBuf::from);
        let needs = Needs {
            homes: &[],
            mounts: &mounts,
            roots: &["/workspaces/app".into()],
            programs: &[],
            toolchains: &["/tools/rust".into()],
            files: &["/tools/go".into()],
            writable: &[],
            directory: Path::new("/"),
        };
        let expected = ["/data", "/opt/data", "/srv/backup", "/workspaces"].map(PathBuf::from);
        assert_eq!(disks(&needs), expected);
        let hidden = policy(&needs).hidden;
        assert!(expected.iter().all(|disk| hidden.contains(disk)), "{hidden:?}");
    }

    #[test]
    fn a_root_that_holds_a_home_does_not_show_its_keys() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap().join("x");
        for keys in [".ssh", ".config/gh", "project/src"] {
            std::fs::create_dir_all(home.join(keys)).unwrap();
        }
        std::fs::write(home.join(".netrc"), "").unwrap();
        let check = |root: &Path, known: &[PathBuf], expected: &[&str]| {
            let roots = [root.to_owned()];
            let needs = Needs {
                homes: known,
                mounts: &[],
                roots: &roots,
                programs: &[],
                toolchains: &[],
                files: &[],
                writable: &[],
                directory: root,
            };
            let expected: Vec<PathBuf> = expected.iter().map(|keys| home.join(keys)).collect();
            assert_eq!(policy(&needs).covered, expected, "{}", root.display());
        };
        let known = std::slice::from_ref(&home);
        check(&home, known, &[".config/gh", ".netrc", ".ssh"]);
        check(home.parent().unwrap(), known, &[".config/gh", ".netrc", ".ssh"]);
        check(&home, &[], &[".config/gh", ".netrc", ".ssh"]);
        check(&home.join("project"), known, &[]);
    }
}
