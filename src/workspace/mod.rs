//! Files in their current state: paths, text and syntax.
//!
//! Nothing here reads the environment, the working directory or the clock; callers pass them in.

mod branches;
mod checkouts;
mod conditions;
mod contents;
mod file_class;
mod file_names;
mod files_error;
mod hints;
mod identifiers;
pub mod macro_rules;
pub mod names;
mod nodes;
mod notebook;
mod open;
pub mod outline;
pub mod parse;
mod roots;
mod scan_cache;
mod scan_files;
mod scope;
pub mod secrets;
mod similar;
mod snapshot;
mod stamp;
mod text;
mod user;
mod walk;

pub use branches::Branches;
pub use checkouts::{is_checkout, stores};
pub use conditions::{Condition, Conditions};
pub use file_class::{FileClass, FileKind, class_of_content};
pub use files_error::FilesError;
pub use hints::Hints;
pub(crate) use hints::member_called;
pub use identifiers::{
    DeclaredTypes, FilesOf, KeptIdentifiers, MentioningFile, MentionsOfEach, NameFinder, Search,
    files_mentioning, files_mentioning_each, files_that_may_define, mentions_in_text,
    names_mentioned_in_each, other_spellings, search_walk,
};
pub(crate) use open::{OpenError, open_file, read_file, read_manifest};
pub use roots::{PathError, ProcessDirectories, Root, Roots, SourcePath, is_project};
pub use scan_cache::{ScanCache, Stale};
pub use scan_files::{ScannedFiles, scan_files};
pub use similar::similar_identifiers;
pub use snapshot::{FACTS_BYTES, Fact, FileFacts, Files, MAX_CACHED_TERMS_BYTES, Snapshot};
pub use stamp::Stamp;
pub use text::{Encoding, MAX_FILE_BYTES, ReadError, Text, indentation, read_for_scan};
pub use user::{GitPlaces, home_of_account};
pub use walk::{
    ByEnd, FileEntry, FileIndex, GlobError, PathIndex, Walk, WalkError, WalkOptions, ends_with,
    walk,
};
