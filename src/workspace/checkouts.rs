//! The directories of version control that belong to a checkout, and what tells that two checkouts
//! are of one repository.

use super::open::read_file;
use std::path::{Path, PathBuf};

/// Returns the directory that the checkouts of a repository share, from the top of one of them.
type FindStore = fn(&Path) -> Option<PathBuf>;

/// What each system of version control keeps at the top of a checkout, and how its store is found.
const STORES: [(&str, FindStore); 3] =
    [(".git", git_store), (".hg", mercurial_store), (".jj", jujutsu_store)];

/// Returns the directory of a repository's `info/exclude`: `.git` itself, or for a worktree, whose
/// `.git` is a file, the directory that it shares with the main one.
pub(super) fn git_directory(repository: &Path) -> Option<PathBuf> {
    let git = repository.join(".git");
    if git.is_file() { Some(linked_worktree(repository)?.1) } else { Some(git) }
}

/// Returns the list of the files that a checkout tracks: that of `.git`, or for a worktree or a
/// submodule of the directory that the main repository keeps for it. `None` for one that is kept
/// anywhere else, where nothing but the checkout itself says so.
pub(super) fn git_index(repository: &Path) -> Option<PathBuf> {
    let git = repository.join(".git");
    if !git.is_file() {
        return Some(git.join("index"));
    }
    let own = match linked_worktree(repository) {
        Some((own, _)) => own,
        None => kept_above(repository)?,
    };
    Some(own.join("index"))
}

/// Returns the directory that a repository keeps for a checkout within it, as for a submodule.
fn kept_above(repository: &Path) -> Option<PathBuf> {
    let own = git_pointer(repository)?.canonicalize().ok()?;
    let top = repository.canonicalize().ok()?;
    let mut around = top.ancestors().skip(1);
    around.any(|above| own.starts_with(above.join(".git"))).then_some(own)
}

/// Returns the directory that the main repository keeps for a worktree, and the one that both
/// share.
fn linked_worktree(repository: &Path) -> Option<(PathBuf, PathBuf)> {
    let git = repository.join(".git");
    let own = git_pointer(repository)?.canonicalize().ok()?;
    let common = own.join(first_line(&own.join("commondir"))?).canonicalize().ok()?;
    // A file that anybody can write names any directory. What is shared lists its worktrees, and
    // names each in a file of its own.
    let is_listed = own.parent() == Some(common.join("worktrees").as_path());
    let back = own.join(first_line(&own.join("gitdir"))?);
    let is_mutual = is_listed && back.canonicalize().ok()? == git.canonicalize().ok()?;
    is_mutual.then_some((own, common))
}

/// Returns the directory that a `.git` file names, as in worktrees and submodules.
pub(super) fn git_pointer(repository: &Path) -> Option<PathBuf> {
    let git = repository.join(".git");
    let pointer = git.is_file().then(|| first_line(&git)).flatten()?;
    Some(repository.join(pointer.strip_prefix("gitdir: ")?))
}

/// Returns whether a directory is the top of a checkout, in whatever state.
pub fn is_checkout(directory: &Path) -> bool {
    STORES.iter().any(|(name, _)| is_there(&directory.join(name)))
}

/// Returns the canonical directories in which version control keeps what the checkouts of a
/// repository share: two checkouts are of one repository if they have one in common. `None` if
/// one cannot be found, so that nobody knows what the checkout belongs to.
///
/// What the checkout says is taken as it is: that it names the repository is enough to be of it,
/// and whether the repository knows it does not matter.
pub fn stores(checkout: &Path) -> Option<Vec<PathBuf>> {
    let there = STORES.iter().filter(|(name, _)| is_there(&checkout.join(name)));
    there.map(|(_, find)| find(checkout)).collect()
}

fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// The directory that all worktrees share; for a submodule, that of the outermost repository
/// around it.
fn git_store(checkout: &Path) -> Option<PathBuf> {
    let git = checkout.join(".git").canonicalize().ok()?;
    let own = if git.is_dir() { git } else { git_pointer(checkout)?.canonicalize().ok()? };
    let pointer = own.join("commondir");
    let common =
        if is_there(&pointer) { own.join(first_line(&pointer)?).canonicalize().ok()? } else { own };
    // Some tools make checkouts whose objects are a link to those of another.
    let objects = common.join("objects").canonicalize().ok();
    let store = objects.as_deref().and_then(Path::parent).unwrap_or(&common);
    let is_git = |folder: &&Path| folder.join("HEAD").is_file() && folder.join("objects").is_dir();
    Some(store.ancestors().filter(is_git).last().unwrap_or(store).to_owned())
}

fn mercurial_store(checkout: &Path) -> Option<PathBuf> {
    let own = checkout.join(".hg").canonicalize().ok()?;
    let pointer = own.join("sharedpath");
    let shared = if is_there(&pointer) { own.join(first_line(&pointer)?) } else { own };
    shared.canonicalize().ok()
}

fn jujutsu_store(checkout: &Path) -> Option<PathBuf> {
    let own = checkout.join(".jj").canonicalize().ok()?;
    let pointer = own.join("repo");
    let shared = if pointer.is_file() { own.join(first_line(&pointer)?) } else { pointer };
    shared.canonicalize().ok()
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

    fn base(directory: &tempfile::TempDir) -> PathBuf {
        directory.path().canonicalize().expect("a path")
    }

    fn worktree(base: &Path, own: &str, common: &str, checkout: &str) {
        let (own, checkout) = (base.join(own), base.join(checkout));
        create_dir_all(&own).expect("a directory");
        create_dir_all(&checkout).expect("a directory");
        write(checkout.join(".git"), format!("gitdir: {}\n", own.display())).expect("a file");
        write(own.join("gitdir"), format!("{}/.git\n", checkout.display())).expect("a file");
        write(own.join("commondir"), common).expect("a file");
    }

    #[test]
    fn a_common_directory_knows_its_worktree() {
        let directory = tempfile::tempdir().expect("a directory");
        let base = base(&directory);
        create_dir_all(base.join("main/.git")).expect("a directory");
        let check = |own: &str, common: &str, expected: Option<&str>| {
            worktree(&base, own, common, "tree");
            let found = git_directory(&base.join("tree"));
            assert_eq!(found, expected.map(|folder| base.join(folder)), "{own} {common}");
        };
        check("main/.git/worktrees/tree", "../..\n", Some("main/.git"));
        // Both ends of the pointer are the project's own, and what is shared is another's.
        check("tree/own", "../../main/.git", None);
        check("tree/worktrees/own", "../../../main/.git", None);
        check("tree/worktrees/own", "../..", Some("tree"));
        // The worktree is another's.
        worktree(&base, "main/.git/worktrees/tree", "../..", "other");
        write(
            base.join("tree/.git"),
            format!("gitdir: {}", base.join("main/.git/worktrees/tree").display()),
        )
        .expect("a file");
        assert_eq!(git_directory(&base.join("tree")), None);
    }

    #[test]
    fn checkouts_of_a_repository_share_a_store() {
        let directory = tempfile::tempdir().expect("a directory");
        let base = base(&directory);
        for git in
            ["main/.git", "store", "main/.git/modules/sub", "main/.git/worktrees/tree/modules/sub"]
        {
            create_dir_all(base.join(git).join("objects")).expect("a directory");
            write(base.join(git).join("HEAD"), "ref: refs/heads/main\n").expect("a file");
        }
        worktree(&base, "main/.git/worktrees/tree", "../..", "tree");
        worktree(&base, "main/.git/modules/sub/worktrees/subtree", "../..", "subtree");
        worktree(&base, "store/worktrees/separate_tree", "../..", "separate_tree");
        let name = |checkout: &str, store: &str| {
            create_dir_all(base.join(checkout)).expect("a directory");
            let pointer = format!("gitdir: {}", base.join(store).display());
            write(base.join(checkout).join(".git"), pointer).expect("a file");
        };
        name("separate", "store");
        name("main/sub", "main/.git/modules/sub");
        name("tree/sub", "main/.git/worktrees/tree/modules/sub");
        name("broken", "gone");
        let check = |checkout: &str, expected: Option<&str>| {
            let found = stores(&base.join(checkout));
            assert_eq!(found, expected.map(|store| vec![base.join(store)]), "{checkout}");
        };
        for checkout in ["main", "tree", "main/sub", "subtree", "tree/sub"] {
            check(checkout, Some("main/.git"));
        }
        check("separate", Some("store"));
        check("separate_tree", Some("store"));
        check("broken", None);
        assert_eq!(stores(&base), Some(Vec::new()));
    }

    #[cfg(unix)]
    #[test]
    fn links_and_other_systems_lead_to_the_store() {
        let directory = tempfile::tempdir().expect("a directory");
        let base = base(&directory);
        for folder in
            ["store/objects", "linked", "new/.git", "hg/.hg", "hg2/.hg", "jj/.jj/repo", "jj2/.jj"]
        {
            create_dir_all(base.join(folder)).expect("a directory");
        }
        let link = |to: &str, at: &str| {
            std::os::unix::fs::symlink(base.join(to), base.join(at)).expect("a link");
        };
        link("store", "linked/.git");
        link("store/objects", "new/.git/objects");
        write(base.join("hg2/.hg/sharedpath"), base.join("hg/.hg").to_str().expect("a name"))
            .expect("a file");
        write(base.join("jj2/.jj/repo"), "../../jj/.jj/repo").expect("a file");
        for (checkout, store) in [
            ("linked", "store"),
            ("new", "store"),
            ("hg", "hg/.hg"),
            ("hg2", "hg/.hg"),
            ("jj", "jj/.jj/repo"),
            ("jj2", "jj/.jj/repo"),
        ] {
            assert_eq!(stores(&base.join(checkout)), Some(vec![base.join(store)]), "{checkout}");
        }
    }
}
