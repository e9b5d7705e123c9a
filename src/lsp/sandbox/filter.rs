//! System calls that a sandboxed server cannot make: those that reach other processes, the network,
//! the user's sockets and keys, the kernel's own configuration, and those that would undo the
//! sandbox.

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};
use std::collections::BTreeMap;

/// Calls refused in every form.
const REFUSED: &[i64] = &[
    // Sockets with addresses. A pair of connected stream sockets, which node makes for its
    // children, reaches nothing else.
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    // Namespaces and mounts.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_fsconfig,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_open_by_handle_at,
    // The user's keys.
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    // Parts of the kernel that no server needs and that have had defects.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
];

/// Calls that fail as on a kernel without them, so that programs fall back on calls that the filter
/// can check: the flags of `clone3` lie in memory, and the operations of `io_uring` bypass every
/// filter.
const UNKNOWN: &[i64] = &[
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
];

/// Applies the filter to this process and all that it will start.
///
/// # Errors
/// When the kernel or the processor's architecture has no such filter.
pub(super) fn apply() -> Result<(), String> {
    for program in programs()? {
        apply_filter(&program)
            .map_err(|error| format!("system calls cannot be filtered: {error}"))?;
    }
    Ok(())
}

fn programs() -> Result<[BpfProgram; 2], String> {
    let mut refused: BTreeMap<i64, Vec<SeccompRule>> =
        REFUSED.iter().map(|call| (*call, Vec::new())).collect();
    refused.insert(
        libc::SYS_clone,
        vec![argument(0, bits(libc::CLONE_NEWUSER, libc::CLONE_NEWUSER))?],
    );
    // An unconnected socket of a pair could send to any address.
    // For sockets of the machine RAW is taken for DGRAM.
    let unconnected = [libc::SOCK_DGRAM, libc::SOCK_RAW, libc::SOCK_RDM];
    let rules: Result<Vec<_>, _> =
        unconnected.iter().map(|kind| argument(1, bits(0xf, *kind))).collect();
    refused.insert(libc::SYS_socketpair, rules?);
    // Input to the user's terminal: TIOCSTI and TIOCLINUX, whose type in libc differs between C
    // libraries.
    let type_into: [u64; 2] = [0x5412, 0x541c];
    let rules: Result<Vec<_>, _> =
        type_into.iter().map(|request| argument(1, (SeccompCmpOp::Eq, *request))).collect();
    refused.insert(libc::SYS_ioctl, rules?);
    let unknown = UNKNOWN.iter().map(|call| (*call, Vec::new())).collect();
    Ok([compile(refused, libc::EPERM)?, compile(unknown, libc::ENOSYS)?])
}

/// A comparison that is true if the bits under the mask are these.
fn bits(mask: i32, value: i32) -> (SeccompCmpOp, u64) {
    (SeccompCmpOp::MaskedEq(mask.unsigned_abs().into()), value.unsigned_abs().into())
}

/// A rule on one argument.
fn argument(index: u8, (comparison, value): (SeccompCmpOp, u64)) -> Result<SeccompRule, String> {
    let condition = SeccompCondition::new(index, SeccompCmpArgLen::Dword, comparison, value);
    condition
        .and_then(|condition| SeccompRule::new(vec![condition]))
        .map_err(|error| error.to_string())
}

fn compile(rules: BTreeMap<i64, Vec<SeccompRule>>, error: i32) -> Result<BpfProgram, String> {
    let architecture =
        TargetArch::try_from(std::env::consts::ARCH).map_err(|error| error.to_string())?;
    let answer = SeccompAction::Errno(error.unsigned_abs());
    let filter = SeccompFilter::new(with_x32(rules), SeccompAction::Allow, answer, architecture);
    filter.and_then(BpfProgram::try_from).map_err(|error| error.to_string())
}

/// Adds the second number that each call has on x86-64, for programs with short pointers.
fn with_x32(mut rules: BTreeMap<i64, Vec<SeccompRule>>) -> BTreeMap<i64, Vec<SeccompRule>> {
    if cfg!(target_arch = "x86_64") {
        let again: Vec<_> =
            rules.iter().map(|(call, rules)| (call | 0x4000_0000, rules.clone())).collect();
        rules.extend(again);
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_filters_compile_and_know_both_numbers_of_a_call() {
        assert!(programs().unwrap().iter().all(|program| program.len() > UNKNOWN.len()));
        let rules = with_x32(BTreeMap::from([(libc::SYS_socket, Vec::new())]));
        assert_eq!(rules.len(), if cfg!(target_arch = "x86_64") { 2 } else { 1 });
    }
}
