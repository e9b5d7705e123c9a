//! A bound on what the scanners of grammars write. A scanner saves its state in a buffer of 1024
//! bytes that tree-sitter gives it, and some write past its end where a text nests deeply enough;
//! tree-sitter then ends the process. So a scanner gets a larger buffer here, and a state that
//! would not have fit is dropped and noted, so that the parse can be given up.

// Tree-sitter calls scanners through a table of C functions.
#![allow(unsafe_code, reason = "functions that C calls, and that call C")]

use super::grammars::LanguageFn;
use std::cell::Cell;
use std::ffi::{c_char, c_uint, c_void};
use tree_sitter::Language;

/// Size of the buffer that tree-sitter gives to scanners.
const ROOM: usize = 1024;

/// Size of the buffer that they get here. Scanners check for the end, but some before a step of
/// several bytes, so that what they write beyond it is little.
const LARGER_ROOM: usize = 4 * ROOM;

/// Rest of the buffer from which on a state counts as full: some scanners save what has room, and
/// restore what had none from its number, at each token.
const FULL_REST: usize = 260;

/// Limit of the tokens with a full state. Tags of a page that nest so deeply are thousands, which
/// takes time quadratic in their number.
const MAX_FULL: usize = 10_000;

thread_local! {
    static HAS_OVERFLOWED: Cell<bool> = const { Cell::new(false) };
    static FULL: Cell<usize> = const { Cell::new(0) };
}

/// Returns whether the states of a scanner were too large on this thread since the last call.
pub fn take_overflow() -> bool {
    FULL.set(0);
    HAS_OVERFLOWED.take()
}

/// Returns what [`take_overflow`] will.
pub fn has_overflowed() -> bool {
    HAS_OVERFLOWED.get()
}

/// A grammar as its crate offers it.
pub(super) trait Source {
    const GRAMMAR: LanguageFn;
}

/// Returns a grammar whose scanner is bounded.
pub(super) fn bounded<S: Source>() -> Language {
    // SAFETY: the function returns a pointer to a table made by the tree-sitter command, or to a
    // copy of one.
    Language::new(unsafe { LanguageFn::from_raw(table::<S>) })
}

/// `TSLanguage` of tree-sitter's `parser.h` at version 15, which grammars hold as static data. At
/// version 14 it ends with `primary_states`.
#[repr(C)]
#[derive(Clone, Copy)]
struct Table {
    version: u32,
    counts: [u32; 8],
    longest_alias_sequence: u16,
    tables: [*const c_void; 13],
    lexers: [*const c_void; 2],
    keyword: u16,
    scanner: Scanner,
    primary_states: *const c_void,
    rest: Rest,
}

/// What version 15 adds.
#[repr(C)]
#[derive(Clone, Copy)]
struct Rest {
    name: *const c_void,
    reserved_words: *const c_void,
    reserved_words_size: u16,
    supertype_count: u32,
    supertypes: [*const c_void; 3],
    metadata: [u8; 3],
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Scanner {
    states: *const c_void,
    symbols: *const c_void,
    create: *const c_void,
    destroy: *const c_void,
    scan: *const c_void,
    serialize: Option<Serialize>,
    deserialize: *const c_void,
}

type Serialize = unsafe extern "C" fn(*mut c_void, *mut c_char) -> c_uint;

/// Returns the grammar's own table.
fn own_table<S: Source>() -> *const Table {
    // SAFETY: the function has no conditions.
    unsafe { (S::GRAMMAR.into_raw())() }.cast()
}

/// Returns the grammar's table with its scanner's function exchanged; its own one where there is
/// no scanner, or where the layout is another. The copy lasts as long as the process, as
/// [`super::Language`] does, which asks once.
unsafe extern "C" fn table<S: Source>() -> *const () {
    let own = own_table::<S>();
    let mut copy = std::mem::MaybeUninit::<Table>::zeroed();
    // SAFETY: `own` is a table of the version that its first field says, and so of at least the
    // size that is copied. All bits being zero is a value of every field behind that.
    let mut copy = unsafe {
        let size = match (*own).version {
            15 => size_of::<Table>(),
            14 => std::mem::offset_of!(Table, rest),
            _ => return own.cast(),
        };
        std::ptr::copy_nonoverlapping(own.cast::<u8>(), copy.as_mut_ptr().cast::<u8>(), size);
        copy.assume_init()
    };
    if copy.scanner.serialize.is_none() {
        return own.cast();
    }
    copy.scanner.serialize = Some(serialize::<S>);
    std::ptr::from_ref(Box::leak(Box::new(copy))).cast()
}

/// Saves the scanner's state, or nothing if it does not fit.
unsafe extern "C" fn serialize<S: Source>(scanner: *mut c_void, buffer: *mut c_char) -> c_uint {
    // SAFETY: it is a table of version 14 or 15, since another's function is never exchanged.
    let Some(serialize) = (unsafe { (*own_table::<S>()).scanner.serialize }) else { return 0 };
    let mut room = [0; LARGER_ROOM];
    // SAFETY: tree-sitter calls this with what the grammar's own function takes.
    let length = unsafe { serialize(scanner, room.as_mut_ptr()) };
    let size = length as usize;
    if size + FULL_REST > ROOM {
        FULL.set(FULL.get() + 1);
    }
    if size > ROOM || FULL.get() > MAX_FULL {
        HAS_OVERFLOWED.set(true);
        return 0;
    }
    // SAFETY: the buffer has room for so much.
    unsafe { std::ptr::copy_nonoverlapping(room.as_ptr(), buffer, size) };
    length
}

#[cfg(test)]
mod tests {
    use crate::lang::registry;
    use tree_sitter::Parser;

    /// What the grammars' scanners would write beyond their buffer, as their crates are.
    const LEVELS: usize = 600;

    fn check(language: &str, text: &str, expected: bool) {
        let language = registry().by_name(language).expect("a known language");
        let mut parser = Parser::new();
        parser.set_language(language.grammar().expect("it has one")).expect("it loads");
        super::take_overflow();
        assert!(parser.parse(text, None).is_some());
        assert_eq!(super::take_overflow(), expected, "{}", language.id);
        assert!(!super::has_overflowed());
    }

    #[test]
    fn states_that_do_not_fit_are_dropped_and_noted() {
        let stairs = |head: &str, levels: usize| -> String {
            (0..levels).map(|level| format!("{}{head}\n", " ".repeat(level))).collect()
        };
        let deep =
            |levels: usize| format!("{}{}x = \"s\"\n", stairs("if a:", levels), " ".repeat(levels));
        check("python", &deep(LEVELS), true);
        check("python", &deep(100), false);
        check("yaml", &stairs("a:", LEVELS), true);
        check("yaml", &stairs("a:", 100), false);
        let words = |last: usize| {
            let word =
                |index: usize, length: usize| format!("<<{}{}", index, "A".repeat(length - 1));
            let words: Vec<String> =
                (0..3).map(|index| word(index, 251)).chain([word(3, last)]).collect();
            format!("f({})\n", words.join(", "))
        };
        check("html", &format!("{}{}", "<b>".repeat(2_000), "<i></i>".repeat(6_000)), true);
        check("html", &"<p><b>x</b></p>".repeat(6_000), false);
        check("ruby", &words(254), true);
        check("ruby", &words(250), false);
    }
}
