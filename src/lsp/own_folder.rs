//! Writing into the folder that a server writes in too: what the server left there is not followed,
//! since it may be a link to any file of the user's.

use std::ffi::OsStr;
use std::io::Result;
use std::path::Path;

/// Writes a file in a folder below a server's own. What stands in its way is removed.
#[cfg(unix)]
pub(super) fn write_within(own: &Path, below: &Path, name: &OsStr, bytes: &[u8]) -> Result<()> {
    use rustix::fs::{Mode, OFlags, openat};
    use std::io::Write;
    let directory = unix::directory(own, below)?;
    unix::remove(&directory, name)?;
    let flags = OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = openat(&directory, name, flags, Mode::RUSR | Mode::WUSR)?;
    std::fs::File::from(file).write_all(bytes)
}

/// Removes such a file, if it is there.
#[cfg(unix)]
pub(super) fn remove_within(own: &Path, below: &Path, name: &OsStr) -> Result<()> {
    unix::remove(&unix::directory(own, below)?, name)
}

#[cfg(unix)]
mod unix {
    use rustix::fs::{AtFlags, Mode, OFlags, mkdirat, open, openat, unlinkat};
    use rustix::io::Errno;
    use std::ffi::OsStr;
    use std::io::Result;
    use std::os::fd::OwnedFd;
    use std::path::Path;

    /// Opens a folder below another one, and makes what is missing of it. Its parts are folders
    /// then, and no links.
    pub(super) fn directory(own: &Path, below: &Path) -> Result<OwnedFd> {
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::RDONLY | OFlags::CLOEXEC;
        let mut directory = open(own, flags, Mode::empty())?;
        for part in below {
            let inner = openat(&directory, part, flags, Mode::empty());
            directory = match inner {
                Err(Errno::NOENT) => {
                    mkdirat(&directory, part, Mode::RWXU)?;
                    openat(&directory, part, flags, Mode::empty())?
                }
                Err(Errno::LOOP | Errno::NOTDIR) => {
                    unlinkat(&directory, part, AtFlags::empty())?;
                    mkdirat(&directory, part, Mode::RWXU)?;
                    openat(&directory, part, flags, Mode::empty())?
                }
                inner => inner?,
            };
        }
        Ok(directory)
    }

    pub(super) fn remove(directory: &OwnedFd, name: &OsStr) -> Result<()> {
        match unlinkat(directory, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// No server is confined here, so that none leaves what its own rights would not reach.
#[cfg(not(unix))]
pub(super) fn write_within(own: &Path, below: &Path, name: &OsStr, bytes: &[u8]) -> Result<()> {
    std::fs::create_dir_all(own.join(below))?;
    std::fs::write(own.join(below).join(name), bytes)
}

#[cfg(not(unix))]
pub(super) fn remove_within(own: &Path, below: &Path, name: &OsStr) -> Result<()> {
    match std::fs::remove_file(own.join(below).join(name)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
