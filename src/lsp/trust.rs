//! Roots that the user trusts: in those, a language server may run what belongs to the workspace
//! (build scripts, procedural macros, its virtual environment). All others are served in safe mode.

use crate::domain::Problem;
use crate::workspace::{OpenError, read_file};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use unicode_general_category::{GeneralCategory, get_general_category};

/// Returns whether a character is shown as nothing, or turns what stands beside it, so that a name
/// with it is read as another.
fn is_unreadable(character: char) -> bool {
    matches!(
        get_general_category(character),
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
    )
}

/// Permissions of a server in a root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// Nothing of the workspace's own is run.
    Safe,
    /// As in the user's editor.
    Trusted,
}

/// Roots that the user trusts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trust {
    /// Every root, for this run (`--trust`).
    All,
    /// These directories and everything below them.
    Roots(Vec<PathBuf>),
}

impl Trust {
    pub fn mode(&self, root: &Path) -> Mode {
        let trusted = match self {
            Trust::All => true,
            Trust::Roots(roots) => roots.iter().any(|trusted| root.starts_with(trusted)),
        };
        if trusted { Mode::Trusted } else { Mode::Safe }
    }
}

/// File in the user's own config folder with the trusted roots, one absolute path a line.
#[derive(Debug, Clone)]
pub struct TrustStore {
    file: PathBuf,
}

/// Directories in which systems keep the homes of all accounts.
const HOMES: [&str; 3] = ["/home", "/Users", "/export/home"];

/// Largest size of that file.
const MAX_BYTES: u64 = 1 << 20;

#[derive(Debug, thiserror::Error)]
pub enum TrustError {
    #[error("cannot read {file}: {source}")]
    Read { file: PathBuf, source: io::Error },
    #[error("cannot write {file}: {source}")]
    Write { file: PathBuf, source: io::Error },
    #[error("{path} is not a directory; trust is given to the root of a project")]
    NotADirectory { path: PathBuf },
    #[error("{path} is too much to trust at once; name the project's own folder")]
    TooMuch { path: PathBuf },
    /// The path would be read back as another one.
    #[error(
        "{path:?} cannot be remembered, since it is no UTF-8 or holds a line break; rename the folder, or trust it for one \
         run with --trust"
    )]
    Unnameable { path: PathBuf },
}

impl Problem for TrustError {}

impl TrustStore {
    /// `folder` is spelunk's folder in the user's configuration; it need not exist.
    pub fn new(folder: &Path) -> Self {
        Self { file: folder.join("trusted-roots") }
    }

    /// # Errors
    /// When the file is there and cannot be read, is no regular file or is too large.
    pub fn load(&self) -> Result<Vec<PathBuf>, TrustError> {
        let read = match read_file(&self.file, Path::new(""), MAX_BYTES) {
            Ok(bytes) => String::from_utf8(bytes).map_err(io::Error::other),
            Err(OpenError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        };
        match read {
            Ok(text) => Ok(text
                .lines()
                .map(PathBuf::from)
                .filter(|path| path.is_absolute() && path.parent().is_some())
                .collect()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(source) => Err(TrustError::Read { file: self.file.clone(), source }),
        }
    }

    /// Trusts a root from now on. Returns its canonical path, and whether that is new.
    ///
    /// # Errors
    /// When it is no directory, is the file system's root or one of the `homes`, or has these below
    /// it, or the file cannot be written.
    pub fn add(&self, root: &Path, homes: &[PathBuf]) -> Result<(PathBuf, bool), TrustError> {
        let canonical = canonical_directory(root)?;
        let mut known = homes.iter().filter_map(|home| home.canonicalize().ok());
        let is_of_all = HOMES.iter().any(|homes| canonical == Path::new(homes));
        if canonical.parent().is_none()
            || is_of_all
            || known.any(|home| home.starts_with(&canonical))
        {
            return Err(TrustError::TooMuch { path: canonical });
        }
        if canonical.to_str().is_none_or(|name| name.contains(is_unreadable)) {
            return Err(TrustError::Unnameable { path: canonical });
        }
        let _lock = self.lock()?;
        let mut roots = self.load()?;
        if roots.contains(&canonical) {
            return Ok((canonical, false));
        }
        roots.push(canonical.clone());
        self.save(roots)?;
        Ok((canonical, true))
    }

    /// Stops trusting a root. Returns its canonical path, and whether it was trusted.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn remove(&self, root: &Path) -> Result<(PathBuf, bool), TrustError> {
        let canonical = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let _lock = self.lock()?;
        let mut roots = self.load()?;
        let before = roots.len();
        roots.retain(|other| *other != canonical);
        let removed = roots.len() < before;
        if removed {
            self.save(roots)?;
        }
        Ok((canonical, removed))
    }

    /// Locks the list until the result is dropped, so that what two processes add at the same time
    /// is kept.
    fn lock(&self) -> Result<File, TrustError> {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        let locked = || {
            std::fs::create_dir_all(folder)?;
            let file = File::create(self.file.with_extension("lock"))?;
            file.lock()?;
            Ok(file)
        };
        locked().map_err(|source| self.not_written(source))
    }

    fn not_written(&self, source: io::Error) -> TrustError {
        TrustError::Write { file: self.file.clone(), source }
    }

    /// Writes to a temporary file first, so that a crash leaves the old list.
    fn save(&self, mut roots: Vec<PathBuf>) -> Result<(), TrustError> {
        roots.sort();
        let partial = self.file.with_extension(format!("partial-{}", std::process::id()));
        let written = || {
            let mut file = File::create(&partial)?;
            for root in &roots {
                writeln!(file, "{}", root.display())?;
            }
            file.sync_all()?;
            std::fs::rename(&partial, &self.file)
        };
        written().map_err(|source| {
            // The old list is intact; what there is of the new one is of no use.
            let _ = std::fs::remove_file(&partial);
            self.not_written(source)
        })
    }
}

fn canonical_directory(path: &Path) -> Result<PathBuf, TrustError> {
    match path.canonicalize() {
        Ok(canonical) if canonical.is_dir() => Ok(canonical),
        _ => Err(TrustError::NotADirectory { path: path.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trust_reaches_below_a_root_and_not_beside_it() {
        fn check(root: &str, expected: Mode) {
            let trust = Trust::Roots(vec![PathBuf::from("/work/project")]);
            assert_eq!(trust.mode(Path::new(root)), expected, "{root}");
        }
        check("/work/project", Mode::Trusted);
        check("/work/project/crates/a", Mode::Trusted);
        check("/work/project-2", Mode::Safe);
        check("/work", Mode::Safe);
    }

    #[test]
    fn a_root_is_remembered_until_it_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("project");
        std::fs::create_dir(&root).unwrap();
        let store = TrustStore::new(&folder.path().join("config/spelunk"));
        assert_eq!(store.load().unwrap(), Vec::<PathBuf>::new());
        let (canonical, new) = store.add(&root, &[]).unwrap();
        assert!(new);
        assert_eq!(store.load().unwrap(), std::slice::from_ref(&canonical));
        assert!(!store.add(&root, &[]).unwrap().1);
        assert!(store.remove(&root).unwrap().1);
        assert_eq!(store.load().unwrap(), Vec::<PathBuf>::new());
    }

    #[test]
    fn roots_that_are_trusted_at_the_same_time_are_all_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let store = TrustStore::new(&folder.path().join("config"));
        let roots: Vec<PathBuf> =
            (0..16).map(|number| folder.path().join(number.to_string())).collect();
        std::thread::scope(|scope| {
            for root in &roots {
                std::fs::create_dir(root).unwrap();
                scope.spawn(|| store.add(root, &[]).unwrap());
            }
        });
        assert_eq!(store.load().unwrap().len(), roots.len());
    }

    #[test]
    fn a_list_that_cannot_be_written_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let store = TrustStore::new(folder.path());
        // In the place of the list stands what no file replaces.
        std::fs::create_dir_all(store.file.join("taken")).unwrap();
        assert!(matches!(store.save(Vec::new()), Err(TrustError::Write { .. })));
        let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().flatten().collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }

    #[cfg(unix)]
    #[test]
    fn a_list_that_is_no_list_is_an_error_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let store = TrustStore::new(folder.path());
        let check = |make: &dyn Fn(&Path)| {
            make(&store.file);
            assert!(matches!(store.load(), Err(TrustError::Read { .. })));
            std::fs::remove_file(&store.file).unwrap();
        };
        check(&|file| {
            let kind = rustix::fs::FileType::Fifo;
            rustix::fs::mknodat(rustix::fs::CWD, file, kind, 0o600.into(), 0).unwrap();
        });
        check(&|file| std::os::unix::fs::symlink("/dev/zero", file).unwrap());
        check(&|file| std::fs::write(file, "/x\n".repeat(1 << 20)).unwrap());
        check(&|file| std::fs::write(file, b"/\xff\n").unwrap());
        assert_eq!(store.load().unwrap(), Vec::<PathBuf>::new());
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_would_be_read_back_as_another_is_refused() {
        use std::os::unix::ffi::OsStrExt;
        let folder = tempfile::tempdir().unwrap();
        let store = TrustStore::new(&folder.path().join("config"));
        for name in
            [&b"a\nb"[..], b"a\r", b"a\xff", "a\u{202e}b".as_bytes(), "a\u{2028}b".as_bytes()]
        {
            let root = folder.path().join(std::ffi::OsStr::from_bytes(name));
            std::fs::create_dir(&root).unwrap();
            assert!(
                matches!(store.add(&root, &[]), Err(TrustError::Unnameable { .. })),
                "{root:?}"
            );
        }
        assert_eq!(store.load().unwrap(), Vec::<PathBuf>::new());
    }

    #[test]
    fn whole_disks_homes_and_files_are_not_trusted() {
        let folder = tempfile::tempdir().unwrap();
        let store = TrustStore::new(&folder.path().join("config"));
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert!(matches!(store.add(Path::new("/"), &[]), Err(TrustError::TooMuch { .. })));
        assert!(matches!(
            store.add(folder.path(), &["/nowhere".into(), folder.path().to_owned()]),
            Err(TrustError::TooMuch { .. })
        ));
        assert!(matches!(store.add(&file, &[]), Err(TrustError::NotADirectory { .. })));
        for homes in HOMES.iter().map(Path::new).filter(|homes| homes.is_dir()) {
            assert!(matches!(store.add(homes, &[]), Err(TrustError::TooMuch { .. })));
        }
    }
}
