//! The one place where files of a workspace are opened: regular files only, up to a size, and never
//! through a symbolic link that the caller did not allow.
//!
//! A path is checked before it is opened, and what lies behind it may be exchanged in between. So
//! the check is part of the opening: no component of the path may be a symbolic link (`openat2` on
//! Linux, one `openat` a component elsewhere on Unix). A canonical path that is opened this way
//! leads to the file of that name, or to an error.

use super::stamp::Stamp;
use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// Reasons why a file was not opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenError {
    #[error("it is a directory")]
    Directory,
    #[error("it is no regular file")]
    NotRegular,
    #[error("a symbolic link leads to it")]
    Linked,
    #[error("it has {size} bytes, more than {limit}")]
    TooLarge { size: u64, limit: u64 },
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Opens the regular file at a canonical path.
///
/// # Errors
/// When it is anything else, cannot be opened, or a symbolic link is met on the way.
pub(crate) fn open_file(path: &Path) -> Result<(File, Metadata), OpenError> {
    let file = system::open_file(path)?;
    let metadata = file.metadata()?;
    if metadata.is_file() {
        Ok((file, metadata))
    } else if metadata.is_dir() {
        Err(OpenError::Directory)
    } else {
        Err(OpenError::NotRegular)
    }
}

/// Reads a file of at most `limit` bytes, such as a manifest. A symbolic link is followed where it
/// leads to a file below `within`.
///
/// # Errors
/// See [`open_file`]; when the file is larger, and when a link leads elsewhere.
pub(crate) fn read_file(path: &Path, within: &Path, limit: u64) -> Result<Vec<u8>, OpenError> {
    let (file, metadata) = match open_file(path) {
        Err(OpenError::Linked) => {
            let target = path.canonicalize()?;
            if !target.starts_with(within) {
                return Err(OpenError::Linked);
            }
            open_file(&target)?
        }
        opened => opened?,
    };
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    let read = bytes.len() as u64;
    if read > limit {
        return Err(OpenError::TooLarge { size: metadata.len().max(read), limit });
    }
    Ok(bytes)
}

/// Returns the text of a manifest at or below a root; `None` if it is missing, no regular file of
/// the root, larger than [`MAX_MANIFEST_BYTES`] or not UTF-8.
pub(crate) fn read_manifest(path: &Path, root: &Path) -> Option<String> {
    String::from_utf8(read_file(path, root, MAX_MANIFEST_BYTES).ok()?).ok()
}

/// Size of the largest manifest that is read.
pub(crate) const MAX_MANIFEST_BYTES: u64 = 4 << 20;

/// Kind of a directory entry, without following links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryKind {
    File,
    Directory,
    Symlink,
    Other,
}

/// A directory, held open: its entries are those of the directory that the path named when it was
/// opened.
pub(super) struct OpenDirectory(system::Directory);

impl OpenDirectory {
    /// # Errors
    /// When it cannot be opened, is no directory, or a symbolic link is met on the way.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        system::Directory::open(path).map(Self)
    }

    /// Calls `visit` with each entry, in no order; `None` stands for one that could not be
    /// examined.
    ///
    /// # Errors
    /// When the directory cannot be listed.
    pub(super) fn each(
        &mut self,
        mut visit: impl FnMut(Option<(OsString, EntryKind)>),
    ) -> io::Result<()> {
        self.0.each(&mut visit)
    }

    /// Returns the state of an entry, without following links.
    ///
    /// # Errors
    /// When it cannot be looked at.
    pub(super) fn stamp(&self, name: &OsStr) -> io::Result<Stamp> {
        self.0.stamp(name)
    }
}

#[cfg(unix)]
mod system {
    use super::{EntryKind, OpenError, Stamp};
    use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};
    use rustix::io::Errno;
    use std::ffi::{OsStr, OsString};
    use std::fs::File;
    use std::io;
    use std::os::fd::OwnedFd;
    use std::os::unix::ffi::OsStringExt;
    use std::path::Path;

    /// Opening does not block: a pipe without a writer is recognised by its kind afterwards.
    const FILE: OFlags =
        OFlags::RDONLY.union(OFlags::CLOEXEC).union(OFlags::NONBLOCK).union(OFlags::NOCTTY);
    const DIRECTORY: OFlags = OFlags::RDONLY.union(OFlags::CLOEXEC).union(OFlags::DIRECTORY);

    pub(super) fn open_file(path: &Path) -> Result<File, OpenError> {
        open(path, FILE).map(File::from).map_err(|error| match error {
            // A socket, or a device without a driver.
            Errno::NXIO | Errno::NODEV => OpenError::NotRegular,
            Errno::LOOP => OpenError::Linked,
            error => OpenError::Io(error.into()),
        })
    }

    /// Opens a path of which no component may be a symbolic link.
    fn open(path: &Path, flags: OFlags) -> Result<OwnedFd, Errno> {
        #[cfg(target_os = "linux")]
        if let Some(opened) = resolved(path, flags) {
            return opened;
        }
        open_by_component(path, flags)
    }

    /// Opens a path with `openat2`; `None` if the system lacks or forbids the call.
    #[cfg(target_os = "linux")]
    fn resolved(path: &Path, flags: OFlags) -> Option<Result<OwnedFd, Errno>> {
        use rustix::fs::{CWD, ResolveFlags, openat2};
        use std::sync::atomic::{AtomicBool, Ordering};
        static IS_MISSING: AtomicBool = AtomicBool::new(false);
        if IS_MISSING.load(Ordering::Relaxed) {
            return None;
        }
        loop {
            match openat2(CWD, path, flags, Mode::empty(), ResolveFlags::NO_SYMLINKS) {
                // Something was renamed meanwhile.
                Err(Errno::AGAIN | Errno::INTR) => {}
                Err(Errno::NOSYS | Errno::PERM) => {
                    IS_MISSING.store(true, Ordering::Relaxed);
                    return None;
                }
                opened => return Some(opened),
            }
        }
    }

    /// Opens one component after the other, each without following a link.
    pub(super) fn open_by_component(path: &Path, flags: OFlags) -> Result<OwnedFd, Errno> {
        #[cfg(target_os = "linux")]
        const STEP: OFlags = OFlags::PATH.union(OFlags::CLOEXEC).union(OFlags::DIRECTORY);
        #[cfg(not(target_os = "linux"))]
        const STEP: OFlags = DIRECTORY;
        let mut directory: Option<OwnedFd> = None;
        let mut components = path.components().peekable();
        while let Some(component) = components.next() {
            let is_last = components.peek().is_none();
            let flags = if is_last { flags } else { STEP } | OFlags::NOFOLLOW;
            let name: &Path = component.as_ref();
            let opened = match &directory {
                Some(above) => rustix::fs::openat(above, name, flags, Mode::empty()),
                None => rustix::fs::open(name, flags, Mode::empty()),
            };
            directory = Some(opened.map_err(|error| match (error, &directory) {
                // With O_DIRECTORY the error for a link is that it is no directory.
                (Errno::NOTDIR, Some(above)) if is_link(above, name) => Errno::LOOP,
                (error, _) => error,
            })?);
        }
        directory.ok_or(Errno::NOENT)
    }

    fn is_link(directory: &OwnedFd, name: &Path) -> bool {
        let state = rustix::fs::statat(directory, name, AtFlags::SYMLINK_NOFOLLOW);
        state.is_ok_and(|state| FileType::from_raw_mode(state.st_mode) == FileType::Symlink)
    }

    pub(super) struct Directory(Dir);

    impl Directory {
        pub(super) fn open(path: &Path) -> io::Result<Self> {
            Ok(Self(Dir::new(open(path, DIRECTORY)?)?))
        }

        pub(super) fn each(
            &mut self,
            visit: &mut dyn FnMut(Option<(OsString, EntryKind)>),
        ) -> io::Result<()> {
            while let Some(entry) = self.0.read() {
                let entry = entry?;
                let name = entry.file_name().to_bytes();
                if matches!(name, b"." | b"..") {
                    continue;
                }
                let kind = match entry.file_type() {
                    // Some file systems do not report the kind.
                    FileType::Unknown => rustix::fs::statat(
                        self.0.fd()?,
                        entry.file_name(),
                        AtFlags::SYMLINK_NOFOLLOW,
                    )
                    .map(|state| FileType::from_raw_mode(state.st_mode)),
                    kind => Ok(kind),
                };
                visit(kind.ok().map(|kind| (OsString::from_vec(name.to_vec()), kind_of(kind))));
            }
            Ok(())
        }

        pub(super) fn stamp(&self, name: &OsStr) -> io::Result<Stamp> {
            let state = rustix::fs::statat(self.0.fd()?, name, AtFlags::SYMLINK_NOFOLLOW)?;
            Ok(Stamp::of_state(&state))
        }
    }

    fn kind_of(kind: FileType) -> EntryKind {
        match kind {
            FileType::RegularFile => EntryKind::File,
            FileType::Directory => EntryKind::Directory,
            FileType::Symlink => EntryKind::Symlink,
            _ => EntryKind::Other,
        }
    }
}

#[cfg(not(unix))]
mod system {
    use super::{EntryKind, OpenError, Stamp};
    use std::ffi::{OsStr, OsString};
    use std::fs::File;
    use std::io;
    use std::path::{Path, PathBuf};

    #[expect(clippy::disallowed_methods, reason = "it is the place that opens")]
    pub(super) fn open_file(path: &Path) -> Result<File, OpenError> {
        let metadata = std::fs::symlink_metadata(path)?;
        if metadata.is_symlink() {
            return Err(OpenError::Linked);
        }
        if !metadata.is_file() {
            return Err(if metadata.is_dir() {
                OpenError::Directory
            } else {
                OpenError::NotRegular
            });
        }
        Ok(File::open(path)?)
    }

    pub(super) struct Directory(PathBuf);

    impl Directory {
        pub(super) fn open(path: &Path) -> io::Result<Self> {
            std::fs::read_dir(path)?;
            Ok(Self(path.to_path_buf()))
        }

        pub(super) fn each(
            &mut self,
            visit: &mut dyn FnMut(Option<(OsString, EntryKind)>),
        ) -> io::Result<()> {
            for entry in std::fs::read_dir(&self.0)? {
                let entry = entry.and_then(|entry| Ok((entry.file_name(), entry.file_type()?)));
                visit(entry.ok().map(|(name, kind)| {
                    let kind = if kind.is_symlink() {
                        EntryKind::Symlink
                    } else if kind.is_dir() {
                        EntryKind::Directory
                    } else if kind.is_file() {
                        EntryKind::File
                    } else {
                        EntryKind::Other
                    };
                    (name, kind)
                }));
            }
            Ok(())
        }

        pub(super) fn stamp(&self, name: &OsStr) -> io::Result<Stamp> {
            Ok(Stamp::of(&std::fs::symlink_metadata(self.0.join(name))?))
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use rustix::fs::OFlags;
    use std::os::unix::fs::symlink;

    #[test]
    fn no_link_on_the_way_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        std::fs::create_dir_all(base.join("real/in")).unwrap();
        std::fs::write(base.join("real/in/a.txt"), "a").unwrap();
        symlink(base.join("real"), base.join("link")).unwrap();
        symlink("a.txt", base.join("real/in/b.txt")).unwrap();
        let check = |path: &str, is_opened: bool| {
            let path = base.join(path);
            assert_eq!(open_file(&path).is_ok(), is_opened, "{}", path.display());
            let by_component = system::open_by_component(&path, OFlags::RDONLY);
            assert_eq!(by_component.is_ok(), is_opened, "{}", path.display());
            if !is_opened {
                assert!(matches!(open_file(&path), Err(OpenError::Linked)));
                assert_eq!(by_component.unwrap_err(), rustix::io::Errno::LOOP);
            }
        };
        check("real/in/a.txt", true);
        check("link/in/a.txt", false);
        check("real/in/b.txt", false);
        assert!(OpenDirectory::open(&base.join("real")).is_ok());
        assert!(OpenDirectory::open(&base.join("link")).is_err());
        assert!(OpenDirectory::open(&base.join("link/in")).is_err());
    }

    #[test]
    fn irregular_files_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        rustix::fs::mknodat(
            rustix::fs::CWD,
            base.join("pipe"),
            rustix::fs::FileType::Fifo,
            0o600.into(),
            0,
        )
        .unwrap();
        assert!(matches!(open_file(&base.join("pipe")), Err(OpenError::NotRegular)));
        assert!(matches!(open_file(&base), Err(OpenError::Directory)));
        assert!(matches!(open_file(Path::new("/dev/null")), Err(OpenError::NotRegular)));
        symlink("/dev/zero", base.join("zero")).unwrap();
        assert!(matches!(read_file(&base.join("zero"), &base, 9), Err(OpenError::Linked)));
        assert!(matches!(
            read_file(&base.join("zero"), Path::new("/"), 9),
            Err(OpenError::NotRegular)
        ));
        std::fs::write(base.join("long"), "0123456789").unwrap();
        assert!(matches!(
            read_file(&base.join("long"), &base, 9),
            Err(OpenError::TooLarge { size: 10, limit: 9 })
        ));
        symlink("long", base.join("near")).unwrap();
        assert_eq!(read_file(&base.join("near"), &base, 10).unwrap(), b"0123456789");
    }
}
