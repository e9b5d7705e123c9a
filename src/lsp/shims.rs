//! Shims of version managers: a shim chooses the program to run by the folder that it is started
//! in, so that a workspace could choose it. The manager is asked, outside of the workspace, which
//! program is meant.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Command that names the program behind a shim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Manager {
    /// Candidate paths of the manager, the likeliest first; a bare name is looked up in PATH.
    pub(super) programs: Vec<PathBuf>,
    pub(super) arguments: Vec<String>,
}

/// Managers whose shims are links to the manager's own program: the name of that program, and the
/// program to ask.
const LINKED: &[(&str, &str)] =
    &[("mise", "mise"), ("rtx", "rtx"), ("rustup", "rustup"), ("volta-shim", "volta")];

/// Returns the manager if the program is a shim; `None` for any other program.
pub(super) fn manager(program: &Path) -> Option<Manager> {
    let name = program.file_name()?.to_str()?;
    let stem = name.strip_suffix(std::env::consts::EXE_SUFFIX).unwrap_or(name);
    let folder = program.parent()?;
    let which = |programs: Vec<PathBuf>| {
        Some(Manager { programs, arguments: vec!["which".to_owned(), stem.to_owned()] })
    };
    let real = program.canonicalize().ok();
    let target = real.as_deref().and_then(Path::file_stem).and_then(OsStr::to_str);
    if let Some((link, asked)) = LINKED.iter().find(|(link, _)| target == Some(link))
        && stem != *link
        && stem != *asked
    {
        let beside = real.as_deref().and_then(Path::parent).map(|folder| folder.join(asked));
        return which(
            beside.into_iter().chain([folder.join(asked), PathBuf::from(asked)]).collect(),
        );
    }
    let rustup = program.with_file_name(format!("rustup{}", std::env::consts::EXE_SUFFIX));
    if stem != "rustup" && is_same_file(program, &rustup) {
        return which(vec![rustup]);
    }
    if folder.ends_with("shims") {
        let owner = folder.parent()?;
        let name = owner.file_name()?.to_str()?.trim_start_matches('.').to_owned();
        return which(vec![
            owner.join("bin").join(&name),
            owner.join("libexec").join(&name),
            PathBuf::from(name),
        ]);
    }
    None
}

/// Returns whether both are names of one file: rustup installs its proxies as hard links.
#[cfg(unix)]
fn is_same_file(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (a.metadata(), b.metadata()) {
        (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_same_file(a: &Path, b: &Path) -> bool {
    match (a.metadata(), b.metadata()) {
        (Ok(a), Ok(b)) => a.len() == b.len() && b.is_file(),
        _ => false,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn shims_are_told_from_programs() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        for path in [".asdf/shims/go", "tools/mise", ".cargo/bin/rustup", "bin/go"] {
            std::fs::create_dir_all(base.join(path).parent().unwrap()).unwrap();
            std::fs::write(base.join(path), path).unwrap();
        }
        std::os::unix::fs::symlink(base.join("tools/mise"), base.join("bin/node")).unwrap();
        std::fs::hard_link(base.join(".cargo/bin/rustup"), base.join(".cargo/bin/rustc")).unwrap();
        let check = |program: &str, expected: Option<&str>| {
            let asked = manager(&base.join(program)).map(|manager| {
                let program =
                    manager.programs[0].strip_prefix(&base).unwrap().display().to_string();
                format!("{program} {}", manager.arguments.join(" "))
            });
            assert_eq!(asked.as_deref(), expected, "{program}");
        };
        check("bin/go", None);
        check(".asdf/shims/go", Some(".asdf/bin/asdf which go"));
        check("bin/node", Some("tools/mise which node"));
        check(".cargo/bin/rustc", Some(".cargo/bin/rustup which rustc"));
        check(".cargo/bin/rustup", None);
        check("tools/mise", None);
    }
}
