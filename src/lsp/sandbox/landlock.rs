//! Landlock rules for machines without namespaces, which the process applies before it becomes the
//! server.
//!
//! They prevent it from writing outside of its folder, from starting files of the workspace, and
//! from reading what is hidden. They do not prevent it from mapping a file that it reads as code,
//! so that this is no sandbox for servers that start a toolchain.

use super::policy::Policy;
use super::visible_paths::entries;
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use std::path::{Path, PathBuf};

/// Newest rules that are requested; an older kernel has some of them.
const NEWEST: ABI = ABI::V6;

/// Devices that programs expect.
const DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// Applies the rules of a policy to this process and all that it will start.
///
/// # Errors
/// When the kernel has no Landlock, or a rule cannot be made.
pub(super) fn apply(policy: &Policy) -> Result<(), String> {
    let failed = |error: RulesetError| format!("Landlock's rules cannot be made: {error}");
    let run = AccessFs::ReadFile | AccessFs::ReadDir | AccessFs::Execute;
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let covered: Vec<PathBuf> =
        policy.covered.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let mut hidden: Vec<PathBuf> =
        policy.hidden.iter().filter_map(|path| path.canonicalize().ok()).collect();
    hidden.extend(other_processes());
    let mut allowed = Vec::new();
    allow(Path::new("/"), &[hidden, own(policy)].concat(), run, &mut allowed);
    let lists = [
        (&policy.programs, run),
        (&policy.files, read),
        (&policy.writable, AccessFs::from_all(NEWEST) & !BitFlags::from(AccessFs::Execute)),
    ];
    for (paths, access) in lists {
        for path in paths.iter().filter_map(|path| path.canonicalize().ok()) {
            allow(&path, &covered, access, &mut allowed);
        }
    }
    allowed.extend(
        DEVICES
            .iter()
            .map(|device| (PathBuf::from(device), AccessFs::ReadFile | AccessFs::WriteFile)),
    );
    let mut rules = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))
        .and_then(|rules| rules.handle_access(AccessNet::from_all(NEWEST)))
        .and_then(|rules| rules.scope(Scope::from_all(NEWEST)))
        .and_then(Ruleset::create)
        .map_err(failed)?;
    for (path, access) in allowed {
        rules = add(rules, &path, access).map_err(failed)?;
    }
    let made = rules.restrict_self().map_err(failed)?;
    match made.ruleset {
        RulesetStatus::NotEnforced => Err("the kernel has no Landlock".to_owned()),
        _ => Ok(()),
    }
}

/// Directories in `/proc` of processes other than this one. Those of later processes are unreadable
/// as well, since each name is allowed by itself.
fn other_processes() -> Vec<PathBuf> {
    let own = PathBuf::from(format!("/proc/{}", std::process::id()));
    let is_process = |path: &Path| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().bytes().all(|byte| byte.is_ascii_digit()))
    };
    let entries =
        std::fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.path());
    let others = entries.filter(|path| is_process(path) && *path != own);
    // There may be no other process yet; a name that never exists still makes `allow` list the
    // others one by one.
    others.chain([PathBuf::from("/proc/0")]).collect()
}

/// Paths from which nothing may be run although they may lie in what is visible to all: the
/// workspace, and what can be written.
fn own(policy: &Policy) -> Vec<PathBuf> {
    policy
        .files
        .iter()
        .chain(&policy.writable)
        .filter_map(|path| path.canonicalize().ok())
        .collect()
}

/// Allows all below a path except `without` and what is in it: rules of Landlock only add.
fn allow(
    path: &Path,
    without: &[PathBuf],
    access: BitFlags<AccessFs>,
    allowed: &mut Vec<(PathBuf, BitFlags<AccessFs>)>,
) {
    if without.iter().any(|hidden| path.starts_with(hidden)) {
        return;
    }
    if !without.iter().any(|hidden| hidden.starts_with(path)) {
        allowed.push((path.to_owned(), access));
        return;
    }
    // The names in it are no secret, and programs list the directories above their files.
    for entry in entries(path) {
        // The target of a link has a rule of its own.
        if entry.symlink_metadata().is_ok_and(|entry| !entry.is_symlink()) {
            allow(&entry, without, access, allowed);
        }
    }
}

/// Adds a rule. A path that does not exist any more gets none.
fn add(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    let Ok(handle) = PathFd::new(path) else { return Ok(rules) };
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(NEWEST) };
    rules.add_rule(PathBeneath::new(handle, access))
}
