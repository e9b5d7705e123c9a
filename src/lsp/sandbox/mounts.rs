//! Mounts of the sandbox, made in a mount namespace of its own: everything read-only, empty
//! directories over what is hidden, and on top of them what a policy shows again.

use super::policy::Policy;
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, mount, mount_bind, mount_bind_recursive, mount_change,
    mount_remount,
};
use std::ffi::{CStr, OsStr, OsString};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// Devices that programs expect.
const DEVICES: &[&str] = &["null", "zero", "full", "random", "urandom"];

/// Access to a path that is shown again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    Run,
    Read,
    Write,
}

/// A path that is shown again, held open so that it stays reachable below what is mounted over it.
struct Shown {
    path: PathBuf,
    access: Access,
    is_directory: bool,
    handle: OwnedFd,
}

/// Makes the mounts of a policy for this process and what it starts. The process must be alone in
/// its namespace.
///
/// # Errors
/// When the kernel refuses a mount; the process must then not go on.
pub(super) fn build(policy: &Policy) -> Result<(), String> {
    mount_change("/", MountPropagationFlags::REC | MountPropagationFlags::PRIVATE)
        .map_err(|error| format!("mounts cannot be made private: {error}"))?;
    let shown = open_all(policy)?;
    let devices = open_devices();
    restrict(|_| true, MountFlags::RDONLY | MountFlags::NOSUID)?;
    let hidden = hidden(policy);
    for directory in &hidden {
        tmpfs(directory, c"mode=1777,size=1g,nr_inodes=100k")?;
    }
    make_devices(&devices)?;
    for shown in &shown {
        show(shown, hidden.contains(&shown.path))?;
    }
    policy.covered.iter().try_for_each(|path| cover(path))
}

/// Mounts something empty over a path in what is shown.
fn cover(path: &Path) -> Result<(), String> {
    let Ok(path) = path.canonicalize() else { return Ok(()) };
    if path.is_dir() {
        tmpfs(&path, c"mode=500,size=4k")?;
        let flags =
            MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
        return mount_remount(&path, MountFlags::BIND | flags, c"")
            .map_err(|error| format!("{} cannot be covered: {error}", path.display()));
    }
    mount_bind_recursive("/dev/null", &path)
        .map_err(|error| format!("{} cannot be covered: {error}", path.display()))
}

/// Returns the canonical directories to hide, without those that lie in another.
fn hidden(policy: &Policy) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> =
        policy.hidden.iter().filter_map(|path| path.canonicalize().ok()).collect();
    all.retain(|path| path.is_dir() && path.parent().is_some());
    all.sort();
    all.dedup_by(|inner, outer| inner.starts_with(outer));
    all
}

/// Opens what will be shown, parents before what is below them. The workspace and what may be
/// written come after programs at the same depth, so that nothing of them can be run.
fn open_all(policy: &Policy) -> Result<Vec<Shown>, String> {
    let lists = [
        (Access::Run, &policy.programs),
        (Access::Read, &policy.files),
        (Access::Write, &policy.writable),
    ];
    let mut all = Vec::new();
    for (access, paths) in lists {
        for path in paths {
            let Ok(path) = path.canonicalize() else { continue };
            let handle = rustix::fs::open(
                &path,
                OFlags::PATH | OFlags::CLOEXEC | OFlags::NOFOLLOW,
                Mode::empty(),
            )
            .map_err(|error| format!("{}: {error}", path.display()))?;
            all.push(Shown { is_directory: path.is_dir(), path, access, handle });
        }
    }
    all.sort_by_key(|shown| shown.path.components().count());
    Ok(all)
}

fn show(shown: &Shown, is_hidden: bool) -> Result<(), String> {
    let Shown { path, access, is_directory, handle } = shown;
    let failed = |what: &str, error: &dyn std::fmt::Display| {
        format!("{} cannot be {what}: {error}", path.display())
    };
    if path.symlink_metadata().is_err() {
        let made = match (is_directory, path.parent()) {
            (true, _) => std::fs::create_dir_all(path),
            (false, Some(parent)) => {
                std::fs::create_dir_all(parent).and_then(|()| std::fs::File::create(path).map(drop))
            }
            (false, None) => Ok(()),
        };
        made.map_err(|error| failed("made", &error))?;
    }
    let mounted = match is_hidden {
        // What hides it is mounted there too, and would be shown with it.
        true => mount_bind(descriptor(handle), path),
        false => mount_bind_recursive(descriptor(handle), path),
    };
    mounted.map_err(|error| failed("mounted", &error))?;
    let flags = match access {
        Access::Run => return Ok(()),
        Access::Read => MountFlags::RDONLY | MountFlags::NOEXEC,
        Access::Write => MountFlags::NOEXEC,
    };
    let below = |mounted: &Path| mounted.starts_with(path);
    restrict(below, flags | MountFlags::NOSUID | MountFlags::NODEV)?;
    if *access == Access::Write {
        let table = table()?;
        let own = table.iter().rev().find(|mounted| mounted.path == *path);
        let flags = own.map_or(MountFlags::empty(), |own| own.flags) - MountFlags::RDONLY;
        mount_remount(path, MountFlags::BIND | flags, c"")
            .map_err(|error| failed("made writable", &error))?;
    }
    Ok(())
}

/// Path under which an open file can be mounted.
fn descriptor(handle: &OwnedFd) -> String {
    format!("/proc/self/fd/{}", handle.as_raw_fd())
}

fn tmpfs(directory: &Path, options: &CStr) -> Result<(), String> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("tmpfs", directory, "tmpfs", flags, options)
        .map_err(|error| format!("{} cannot be hidden: {error}", directory.display()))
}

fn open_devices() -> Vec<(&'static str, OwnedFd)> {
    let open = |name: &&'static str| {
        let path = Path::new("/dev").join(name);
        rustix::fs::open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())
            .ok()
            .map(|handle| (*name, handle))
    };
    DEVICES.iter().filter_map(open).collect()
}

/// Makes a `/dev` with the harmless devices alone: no terminal, no disk, no memory shared with
/// other processes.
fn make_devices(devices: &[(&'static str, OwnedFd)]) -> Result<(), String> {
    let folder = Path::new("/dev");
    let failed = |error: &dyn std::fmt::Display| format!("/dev cannot be made: {error}");
    tmpfs(folder, c"mode=755,size=256m")?;
    for (name, handle) in devices {
        let path = folder.join(name);
        std::fs::File::create(&path).map_err(|error| failed(&error))?;
        mount_bind_recursive(descriptor(handle), &path).map_err(|error| failed(&error))?;
    }
    std::fs::create_dir(folder.join("shm")).map_err(|error| failed(&error))?;
    let links =
        [("fd", "/proc/self/fd"), ("stdin", "/proc/self/fd/0"), ("stdout", "/proc/self/fd/1")];
    for (name, target) in links.into_iter().chain([("stderr", "/proc/self/fd/2")]) {
        std::os::unix::fs::symlink(target, folder.join(name)).map_err(|error| failed(&error))?;
    }
    Ok(())
}

/// Adds flags to every mount at these paths.
fn restrict(wanted: impl Fn(&Path) -> bool, flags: MountFlags) -> Result<(), String> {
    for mounted in table()?.iter().filter(|mounted| wanted(&mounted.path)) {
        match mount_remount(&mounted.path, MountFlags::BIND | mounted.flags | flags, c"") {
            // Another mount hides this one, or the user cannot see it.
            Ok(()) | Err(Errno::INVAL | Errno::NOENT | Errno::ACCESS) => {}
            Err(error) => {
                return Err(format!(
                    "{} cannot be made read-only: {error}",
                    mounted.path.display()
                ));
            }
        }
    }
    Ok(())
}

/// Line of the table of mounts.
#[derive(Debug, PartialEq, Eq)]
struct Mounted {
    path: PathBuf,
    flags: MountFlags,
}

/// Returns the places of all mounts.
pub(super) fn points() -> Vec<PathBuf> {
    table().unwrap_or_default().into_iter().map(|mounted| mounted.path).collect()
}

#[expect(clippy::disallowed_methods, reason = "the kernel's table")]
fn table() -> Result<Vec<Mounted>, String> {
    let text = std::fs::read("/proc/self/mountinfo")
        .map_err(|error| format!("/proc/self/mountinfo: {error}"))?;
    Ok(text.split(|byte| *byte == b'\n').filter_map(parse).collect())
}

/// Parses a line: its fifth word is the path, the sixth the options.
fn parse(line: &[u8]) -> Option<Mounted> {
    let mut words = line.split(|byte| *byte == b' ').skip(4);
    let (path, options) = (words.next()?, words.next()?);
    let mut flags = MountFlags::empty();
    for option in options.split(|byte| *byte == b',') {
        flags |= match option {
            b"ro" => MountFlags::RDONLY,
            b"nosuid" => MountFlags::NOSUID,
            b"nodev" => MountFlags::NODEV,
            b"noexec" => MountFlags::NOEXEC,
            b"noatime" => MountFlags::NOATIME,
            b"nodiratime" => MountFlags::NODIRATIME,
            b"relatime" => MountFlags::RELATIME,
            _ => MountFlags::empty(),
        };
    }
    Some(Mounted { path: unescape(path), flags })
}

/// Decodes spaces, tabs, newlines and backslashes, which are written as three octal digits.
fn unescape(text: &[u8]) -> PathBuf {
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        let octal = text.get(at + 1..at + 4).filter(|_| *byte == b'\\');
        let number = octal.and_then(|digits| OsStr::from_bytes(digits).to_str());
        match number.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            Some(number) => {
                bytes.push(number);
                at += 4;
            }
            None => {
                bytes.push(*byte);
                at += 1;
            }
        }
    }
    PathBuf::from(OsString::from_vec(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_mounts_is_read() {
        fn check(line: &str, path: &str, flags: MountFlags) {
            assert_eq!(parse(line.as_bytes()), Some(Mounted { path: path.into(), flags }));
        }
        check("27 1 254:0 / / rw,relatime - ext4 /dev/vda rw", "/", MountFlags::RELATIME);
        check(
            r"28 27 0:25 / /media/a\040b\134c ro,nosuid,nodev,noatime shared:1 - tmpfs x ro",
            r"/media/a b\c",
            MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOATIME,
        );
        assert_eq!(parse(b""), None);
    }

    #[test]
    fn nested_hidden_directories_are_hidden_once() {
        let policy = Policy {
            hidden: vec!["/tmp".into(), "/".into(), "/usr/bin".into(), "/usr".into()],
            ..Policy::default()
        };
        assert_eq!(hidden(&policy), [PathBuf::from("/tmp"), PathBuf::from("/usr")]);
    }
}
