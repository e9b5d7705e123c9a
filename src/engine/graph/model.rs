//! The values that name resolution works with: definitions, modules, what a name or an expression is.

use crate::workspace::names::{Binding, Import, TypeId, TypeList};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// A file of the project, by its place in the walk.
pub(in crate::engine) type FileIndex = u32;

/// One definition: a symbol of a file's outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::engine) struct Def {
    pub(in crate::engine) file: FileIndex,
    pub(in crate::engine) symbol: u32,
}

/// A set of names that an import or a path can lead to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::engine) enum Module {
    File(FileIndex),
    /// A module written inside a file.
    Inline(Def),
    /// All files of a directory, by its displayed path.
    Directory(Arc<str>),
    /// All files that say they belong to a package, wherever their source roots are; its names joined by `/`.
    Package(Arc<str>),
}

/// Result of looking a name up in a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) enum Lookup {
    Definitions(Vec<Def>),
    Module(Module),
    /// It comes from outside the project.
    External,
    /// Nothing in the files says what it is.
    Unknown,
}

impl Lookup {
    pub(in crate::engine) fn or_else(self, other: impl FnOnce() -> Lookup) -> Lookup {
        match self {
            Lookup::Unknown => other(),
            known => known,
        }
    }
}

/// The arguments of a generic type, where they are known.
pub(in crate::engine) type Given = Option<Arc<Applied>>;

/// What a generic type or function is applied to, as it is written in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) struct Applied {
    pub(in crate::engine) of: Def,
    pub(in crate::engine) file: FileIndex,
    pub(in crate::engine) arguments: TypeList,
    /// What the parameters mean that the arguments are written with.
    pub(in crate::engine) within: Given,
}

/// What an expression is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) enum Value {
    /// A value of one of these types, the first of which is applied to the arguments.
    Instance(Vec<Def>, Given),
    /// The type itself.
    Type(Vec<Def>),
    /// A function or method, not called.
    Function(Vec<Def>),
    Module(Module),
    /// A value that shares its name with namespaces, which are among these definitions.
    Merged(Vec<Def>, Box<Value>),
    /// The supertypes of these types.
    Super(Vec<Def>),
    /// A value of a type of which only the name is known, in languages whose types are not imported by name.
    Named(String),
    /// A value whose type is written there, but none of the project's: a list, a number, a library's object.
    Written(FileIndex, TypeId, Given),
    /// Something from outside the project.
    External,
    Unknown,
}

impl Value {
    /// The value itself, where nothing is asked of a namespace of its name.
    pub(in crate::engine) fn plain(self) -> Self {
        match self {
            Value::Merged(_, value) => *value,
            other => other,
        }
    }
}

/// A local name as a place sees it.
pub(in crate::engine) enum Local<'a> {
    Binding(&'a Binding),
    Import(&'a Import),
    /// A function or type defined inside the function around.
    Definition(Def),
}

/// The type that a member belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) enum Owner {
    /// It stands in the type's own body.
    Type(Def),
    /// It stands elsewhere and names its type: an `impl`, a Go receiver, C++ `Foo::bar`.
    Named {
        name: String,
        /// Where the name is written, for finding out which type it is.
        at: usize,
        /// The trait that is implemented.
        implemented: Option<String>,
    },
}

/// A type's supertypes.
#[derive(Debug, Clone, Default)]
pub(in crate::engine) struct Ancestors {
    /// Nearest first.
    pub(in crate::engine) types: Vec<Def>,
    /// Some supertype is outside the project or could not be found.
    pub(in crate::engine) is_open: bool,
}

/// Result of a search along a type's ancestors.
#[derive(Debug, Clone)]
pub(in crate::engine) struct Members {
    pub(in crate::engine) found: Vec<Def>,
    /// Not all of the type's members are in the project's files.
    pub(in crate::engine) is_open: bool,
}

/// The type around a place.
#[derive(Debug, Clone)]
pub(in crate::engine) struct EnclosingType {
    pub(in crate::engine) name: String,
    /// Its definitions, as far as they are known.
    pub(in crate::engine) types: Vec<Def>,
}

/// All definitions of one name that are known.
pub(in crate::engine) struct DefinitionSet {
    pub(in crate::engine) defs: Arc<Vec<Def>>,
    /// Files that may define the name too and were not read.
    pub(in crate::engine) unread: Vec<FileIndex>,
    pub(super) types: OnceLock<Vec<Def>>,
    pub(super) by_owner: OnceLock<ByOwner>,
}

impl DefinitionSet {
    pub(in crate::engine) fn new(defs: Vec<Def>, unread: Vec<FileIndex>) -> Self {
        Self { defs: Arc::new(defs), unread, types: OnceLock::new(), by_owner: OnceLock::new() }
    }
}

/// Indices of members in a list of definitions, by the type that they belong to.
#[derive(Default)]
pub(super) struct ByOwner {
    /// Definitions in a type's body.
    pub(super) inside: HashMap<Def, Vec<usize>>,
    /// Definitions in the body of a type with this name.
    pub(super) inside_named: HashMap<String, Vec<usize>>,
    /// Definitions elsewhere that name their type, by the last name of that.
    pub(super) elsewhere: HashMap<String, Vec<usize>>,
}
