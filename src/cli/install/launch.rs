//! Command with which clients start the program.

use std::env::split_paths;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// An entry of a client's configuration, as far as it says what is started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Held {
    /// The program, if there is one, and its arguments.
    pub(super) command: Vec<String>,
    pub(super) has_environment: bool,
}

/// Why `uninstall` keeps an entry of the name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kept {
    /// It starts no program.
    StartsNothing,
    /// It starts another program.
    Starts(String),
    /// It starts this one in a way that the user chose.
    ByHand,
}

/// Command that is written into the clients' configurations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Launch {
    pub(super) program: String,
}

impl Launch {
    /// Argument that makes the program a server.
    pub(super) const ARGUMENT: &'static str = "serve";

    /// Uses the bare name if the user's `PATH` leads from it to `program`, so that it outlives an
    /// upgrade; else the file. A client that may be started without the user's `PATH` gets the file
    /// found in it. `Err`: the file, whose path is no UTF-8, so that no configuration can hold it.
    pub(super) fn new(
        name: &str,
        program: Option<&Path>,
        path: &OsStr,
        has_path: bool,
    ) -> Result<Self, PathBuf> {
        let Some(program) = program else { return Ok(Self::named(name)) };
        let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        let own = program.canonicalize().ok();
        let first = split_paths(path).map(|folder| folder.join(&file)).find(|file| file.is_file());
        // What stands in a repository may be another program later.
        let is_repository = |folder: &Path| folder.join(".git").exists();
        let is_own = |file: &PathBuf| {
            file.is_absolute()
                && file.canonicalize().ok() == own
                && !file.ancestors().skip(1).any(is_repository)
        };
        let found = first.filter(|file| own.is_some() && is_own(file));
        let program = match found {
            Some(_) if has_path => PathBuf::from(name),
            Some(file) => file,
            None => program.to_path_buf(),
        };
        let program = program.into_os_string().into_string().map_err(PathBuf::from)?;
        Ok(Self { program })
    }

    /// Uses the bare name.
    pub(super) fn named(name: &str) -> Self {
        Self { program: name.to_owned() }
    }

    /// Returns why an entry is not one that was written for this program, perhaps where it was
    /// before; `None` if it is one.
    pub(super) fn keeps(&self, name: &str, held: &Held) -> Option<Kept> {
        let Some((program, arguments)) = held.command.split_first() else {
            return Some(Kept::StartsNothing);
        };
        if *program != self.program && !is_named(program, name) {
            return Some(Kept::Starts(program.clone()));
        }
        let is_usual = arguments.iter().all(|argument| argument == Self::ARGUMENT);
        (!is_usual || held.has_environment).then_some(Kept::ByHand)
    }

    /// Returns whether the command of an entry is an absolute path of this program that no longer
    /// exists.
    pub(super) fn is_stale(&self, name: &str, command: &str) -> bool {
        let path = Path::new(command);
        path.is_absolute() && command != self.program && is_named(command, name) && !path.exists()
    }
}

/// Returns whether a command is a program of this name, anywhere.
fn is_named(command: &str, name: &str) -> bool {
    let stem = command.strip_suffix(".exe").unwrap_or(command);
    stem.rsplit(['/', '\\']).next() == Some(name)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_given_where_the_path_leads_to_the_program() {
        let folder = tempfile::tempdir().expect("a folder");
        let versioned = folder.path().join("Cellar/1.2/spelunk");
        std::fs::create_dir_all(versioned.parent().expect("a parent")).expect("folders");
        std::fs::write(&versioned, "").expect("a program");
        let bin = folder.path().join("bin");
        std::fs::create_dir(&bin).expect("a folder");
        let check = |path: &Path, has_path: bool, expected: &Path| {
            let launch = Launch::new("spelunk", Some(&versioned), path.as_os_str(), has_path);
            assert_eq!(launch.map(|it| it.program), Ok(expected.display().to_string()));
        };
        check(&bin, true, &versioned);
        std::os::unix::fs::symlink(&versioned, bin.join("spelunk")).expect("a link");
        check(&bin, true, Path::new("spelunk"));
        check(&bin, false, &bin.join("spelunk"));
        let project = folder.path().join("project");
        std::fs::create_dir_all(project.join(".git")).expect("a repository");
        std::os::unix::fs::symlink(&versioned, project.join("spelunk")).expect("a link");
        check(&project, true, &versioned);
        let other = folder.path().join("other");
        std::fs::create_dir(&other).expect("a folder");
        std::fs::write(other.join("spelunk"), "").expect("another program");
        check(Path::new(&format!("{}:{}", other.display(), bin.display())), true, &versioned);
    }
}
