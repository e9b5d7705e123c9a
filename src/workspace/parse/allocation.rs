//! Counts of the bytes that tree-sitter requests and holds, by thread: a measure of a parse that
//! grows with all of its work, be it many readings of an ambiguous text or repeated copies of the
//! tokens of an error.

// Tree-sitter allocates through C functions, which are set once and call those of the C library.
#![allow(unsafe_code, reason = "functions that C calls, and that call C")]

use std::cell::Cell;
use std::ffi::c_void;
use std::sync::Once;
use tree_sitter::Allocator;

thread_local! {
    static REQUESTED: Cell<usize> = const { Cell::new(0) };
    static HELD: Cell<isize> = const { Cell::new(0) };
    static LEVELS: Cell<isize> = const { Cell::new(0) };
    /// Size of a level as known to the C library; 0 before there was one.
    static SIZE_OF_LEVEL: Cell<isize> = const { Cell::new(0) };
}

/// Bytes of a level of the parser's stack, `StackNode` of tree-sitter's `stack.c`: a state with a
/// position, eight links, and what is known of the readings that lead to it.
const LEVEL: usize = {
    #[repr(C)]
    struct Level {
        state: u16,
        position: [u32; 3],
        links: [(*const c_void, *const c_void, usize); 8],
        links_count: u16,
        rest: [u32; 4],
    }
    size_of::<Level>()
};

/// Returns the levels of the parser's stack that are held: no more than there are, since what else
/// has their size may be freed. Where sizes are unknown there are none. As with [`held`], only a
/// difference is meaningful.
pub(super) fn levels() -> isize {
    LEVELS.get()
}

/// Returns the bytes that tree-sitter holds, as requested and freed on this thread. Trees may be
/// freed on another, so that only the difference between two moments of one parse is meaningful.
pub(super) fn held() -> isize {
    HELD.get()
}

/// Returns the bytes that tree-sitter has requested on this thread so far, including those that it
/// freed.
pub(super) fn requested() -> usize {
    REQUESTED.get()
}

/// Installs the counting allocator. Must be called before each use; only the first call has an
/// effect.
pub(super) fn count() {
    static START: Once = Once::new();
    START.call_once(|| {
        let allocator = Allocator { malloc, calloc, realloc, free };
        // SAFETY: all four come from the C library, from which tree-sitter takes its memory by
        // default too, so that what was made before may still be freed. `Once` orders this before
        // every parse.
        unsafe { tree_sitter::set_allocator(Some(allocator)) };
    });
}

fn note(bytes: usize) {
    REQUESTED.set(REQUESTED.get().wrapping_add(bytes));
}

/// Aborts without memory: tree-sitter cannot continue then, nor does the C library's default.
fn or_abort(pointer: *mut c_void, bytes: usize) -> *mut c_void {
    if pointer.is_null() && bytes > 0 {
        std::process::abort();
    }
    pointer
}

/// Returns the size of an allocation as known to the C library; 0 where it is unknown, so that held
/// bytes are unknown there.
///
/// # Safety
/// The pointer is null or was returned by the C library and not freed.
unsafe fn size_of_allocation(pointer: *mut c_void) -> isize {
    #[cfg(target_os = "linux")]
    // SAFETY: handed on to the caller.
    let size = unsafe { libc::malloc_usable_size(pointer) };
    #[cfg(target_vendor = "apple")]
    // SAFETY: handed on to the caller.
    let size = if pointer.is_null() { 0 } else { unsafe { libc::malloc_size(pointer) } };
    #[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
    let size = {
        let _ = pointer;
        0
    };
    isize::try_from(size).unwrap_or(isize::MAX)
}

fn hold(bytes: isize) {
    HELD.set(HELD.get().wrapping_add(bytes));
}

unsafe extern "C" fn malloc(bytes: usize) -> *mut c_void {
    note(bytes);
    // SAFETY: any size may be asked for, and what comes back is from the C library.
    unsafe {
        let pointer = or_abort(libc::malloc(bytes), bytes);
        let size = size_of_allocation(pointer);
        hold(size);
        if bytes == LEVEL && size > 0 {
            SIZE_OF_LEVEL.set(size);
            LEVELS.set(LEVELS.get() + 1);
        }
        pointer
    }
}

unsafe extern "C" fn free(pointer: *mut c_void) {
    // SAFETY: the pointer came from one of these functions, or from the same functions of the C
    // library.
    unsafe {
        let size = size_of_allocation(pointer);
        hold(-size);
        if size > 0 && size == SIZE_OF_LEVEL.get() {
            LEVELS.set(LEVELS.get() - 1);
        }
        libc::free(pointer);
    }
}

unsafe extern "C" fn calloc(count: usize, size: usize) -> *mut c_void {
    let bytes = count.saturating_mul(size);
    note(bytes);
    // SAFETY: any sizes may be asked for, and what comes back is from the C library.
    unsafe {
        let pointer = or_abort(libc::calloc(count, size), bytes);
        hold(size_of_allocation(pointer));
        pointer
    }
}

unsafe extern "C" fn realloc(pointer: *mut c_void, bytes: usize) -> *mut c_void {
    note(bytes);
    // SAFETY: the pointer came from one of these functions, or from the same functions of the C
    // library.
    unsafe {
        hold(-size_of_allocation(pointer));
        let pointer = or_abort(libc::realloc(pointer, bytes), bytes);
        hold(size_of_allocation(pointer));
        pointer
    }
}
