//! Reading and writing of configurations, and the folders that are made for them.

use super::NAME;
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// Size of the largest configuration that is edited: its tree takes many times as much memory.
const MAX_BYTES: u64 = 16 << 20;

/// Reads a configuration; `None` if there is none. A pipe is not waited for, and a link that leads
/// nowhere, which a new file would replace, is an error.
#[expect(clippy::disallowed_methods, reason = "the clients' configuration")]
pub(super) fn read(path: &Path) -> std::io::Result<Option<String>> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.len() > MAX_BYTES => {
            Err(std::io::Error::other(format!("it is larger than {} MB", MAX_BYTES >> 20)))
        }
        Ok(metadata) if metadata.is_file() => fs::read_to_string(path).map(Some),
        Ok(_) => Err(std::io::Error::other("it is not a regular file")),
        Err(error) if error.kind() == ErrorKind::NotFound && path.is_symlink() => {
            Err(std::io::Error::other("it is a link to a file that does not exist"))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes through a temporary file beside the target, so that a client never reads half of it. A
/// file that is a symbolic link, as in a repository of dotfiles, stays one.
#[expect(clippy::disallowed_methods, reason = "the clients' configuration")]
pub(super) fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let directory = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(directory)?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{NAME}-{}.tmp", std::process::id()));
    let temporary = directory.join(name);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        // These files may contain keys; a new one is readable by its owner alone.
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let mut file = options.open(&temporary)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).and_then(|()| {
        if let Ok(metadata) = fs::metadata(path) {
            keep_owner(&temporary, &metadata)?;
            fs::set_permissions(&temporary, metadata.permissions())?;
        }
        fs::rename(&temporary, path)
    });
    if written.is_err() {
        // The original is intact; a leftover temporary file would only confuse.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Gives a file the owner and the group of the one that it replaces, as far as the user may: with
/// `sudo` it would be root's, and the client could not read it.
fn keep_owner(temporary: &Path, replaced: &fs::Metadata) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        let own = fs::metadata(temporary)?;
        if (own.uid(), own.gid()) != (replaced.uid(), replaced.gid()) {
            let kept = chown(temporary, Some(replaced.uid()), Some(replaced.gid()));
            // Only root gives files away.
            if own.uid() == 0 {
                kept?;
            }
        }
    }
    Ok(())
}

/// Returns whether nobody may write a file that is there. It can be replaced all the same where its
/// folder can be written, which is not what who made it read-only wants.
pub(super) fn is_read_only(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().readonly())
}

/// Returns the folders that a new file at `path` needs and that are not there, outermost first.
pub(super) fn missing_folders(path: &Path) -> Vec<PathBuf> {
    let folders = path.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
    let mut missing: Vec<PathBuf> =
        folders.take_while(|folder| !folder.exists()).map(Path::to_owned).collect();
    missing.reverse();
    missing
}

/// Removes those of some folders that are empty, and keeps the others in the list. Each folder
/// stands before those within it.
pub(super) fn remove_empty(folders: &mut Vec<PathBuf>) {
    let mut kept: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        if fs::remove_dir(&folder).is_err() && folder.is_dir() {
            kept.push(folder);
        }
    }
    kept.reverse();
    *folders = kept;
}
