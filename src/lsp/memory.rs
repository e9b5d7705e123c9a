//! Memory use of a server and its children.

/// Resident memory of a process group in bytes. `None` if the system does not report it or no
/// process of the group is left.
#[cfg(target_os = "linux")]
#[expect(clippy::disallowed_methods, reason = "the kernel's account of processes")]
pub(super) fn of_group(group: i32) -> Option<u64> {
    let page = rustix::param::page_size() as u64;
    let mut total = None;
    for entry in std::fs::read_dir("/proc").ok()?.flatten() {
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name, in parentheses, may hold anything; what follows the last one is regular.
        let Some((_, rest)) = stat.rsplit_once(')') else { continue };
        let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
        if fields.get(2).and_then(|field| field.parse().ok()) != Some(group) {
            continue;
        }
        let pages: u64 = fields.get(21).and_then(|field| field.parse().ok()).unwrap_or(0);
        total = Some(total.unwrap_or(0) + pages * page);
    }
    total
}

#[cfg(not(target_os = "linux"))]
pub(super) fn of_group(_group: i32) -> Option<u64> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn our_own_group_takes_some_memory_and_none_that_does_not_exist() {
        let own = rustix::process::getpgrp().as_raw_nonzero().get();
        assert!(of_group(own).is_some_and(|bytes| bytes > 1 << 20));
        assert_eq!(of_group(i32::MAX), None);
    }
}
