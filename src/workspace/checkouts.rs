//! The directories of git that belong to a checkout, and the other checkouts of its repository.

use super::open::read_file;
use std::path::{Path, PathBuf};

/// Returns the directory of a repository's `info/exclude`: `.git` itself, or for a worktree, whose
/// `.git` is a file, the directory that it shares with the main one.
pub(super) fn git_directory(repository: &Path) -> Option<PathBuf> {
    let git = repository.join(".git");
    if !git.is_file() {
        return Some(git);
    }
    let own = git_pointer(repository)?;
    // A worktree and its directory name each other; a file that anybody can write names any other.
    let back = own.join(first_line(&own.join("gitdir"))?);
    let is_mutual = back.canonicalize().ok()? == git.canonicalize().ok()?;
    let common = is_mutual.then(|| first_line(&own.join("commondir"))).flatten()?;
    Some(own.join(common))
}

/// Returns the directory that a `.git` file names, as in worktrees and submodules.
pub(super) fn git_pointer(repository: &Path) -> Option<PathBuf> {
    let git = repository.join(".git");
    let pointer = git.is_file().then(|| first_line(&git)).flatten()?;
    Some(repository.join(pointer.strip_prefix("gitdir: ")?))
}

/// Returns the canonical paths of the other checkouts of a repository, of which one is given: the
/// main one and its worktrees.
pub fn other_checkouts(checkout: &Path) -> Vec<PathBuf> {
    let canonical = |path: PathBuf| path.canonicalize().ok();
    let Some(git) = git_directory(checkout).and_then(canonical) else { return Vec::new() };
    let main = git.parent().filter(|_| git.ends_with(".git")).map(Path::to_owned);
    let entries = std::fs::read_dir(git.join("worktrees")).into_iter().flatten().flatten();
    let worktrees = entries.filter_map(|entry| {
        let own = entry.path();
        let worktree = own.join(first_line(&own.join("gitdir"))?).parent()?.canonicalize().ok()?;
        let is_mutual = canonical(git_pointer(&worktree)?)? == canonical(own)?;
        is_mutual.then_some(worktree)
    });
    main.into_iter().chain(worktrees).filter(|other| other != checkout).collect()
}

fn first_line(file: &Path) -> Option<String> {
    /// Longer than any path.
    const MAX_BYTES: u64 = 64 << 10;
    // No link is followed: such a file is git's own.
    let bytes = read_file(file, file, MAX_BYTES).ok()?;
    String::from_utf8_lossy(&bytes).lines().next().map(|line| line.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{create_dir_all, write};

    #[test]
    fn checkouts_of_a_repository_name_each_other() {
        let directory = tempfile::tempdir().expect("a directory");
        let base = directory.path().canonicalize().expect("a path");
        let (main, worktree, other) = (base.join("main"), base.join("tree"), base.join("other"));
        let own = main.join(".git/worktrees/tree");
        for folder in [&own, &worktree, &other] {
            create_dir_all(folder).expect("a directory");
        }
        write(worktree.join(".git"), format!("gitdir: {}\n", own.display())).expect("a file");
        write(own.join("gitdir"), format!("{}/.git\n", worktree.display())).expect("a file");
        write(own.join("commondir"), "../..\n").expect("a file");
        assert_eq!(other_checkouts(&worktree), [main.as_path()]);
        assert_eq!(other_checkouts(&main), [worktree]);
        // What only one side says is no checkout.
        write(other.join(".git"), format!("gitdir: {}\n", own.display())).expect("a file");
        assert!(other_checkouts(&other).is_empty());
        write(own.join("gitdir"), format!("{}/.git\n", base.display())).expect("a file");
        assert!(other_checkouts(&main).is_empty());
    }
}
