//! Data types of name resolution: definitions, modules, and the values of names and expressions.

use super::rule::Rule;
use crate::domain::Certainty;
pub(in crate::engine) use crate::workspace::FileIndex;
use crate::workspace::names::{
    Arity, Binding, ExpressionId, Import, ObjectLiteral, Precedence, Span, TypeId, TypeList,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

/// One definition: a symbol of a file's outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::engine) struct Def {
    pub(in crate::engine) file: FileIndex,
    pub(in crate::engine) symbol: u32,
}

/// A set of names that an import or a path can refer to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::engine) enum Module {
    File(FileIndex),
    /// A module written inside a file.
    Inline(Def),
    /// All files of a directory, identified by its displayed path.
    Directory(Arc<str>),
    /// All files that declare a package, in any source root; the package's names joined by `/`.
    Package(Arc<str>),
}

/// Result of looking a name up in a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) enum Lookup {
    Definitions(Vec<Def>),
    Module(Module),
    /// The name comes from outside the project.
    External,
    /// The files do not determine the name.
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

/// A module that is known by its full name, and which of its definitions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::engine) enum Home {
    /// Its own.
    Module(String),
    /// Those that it makes in the modules that use it, by a macro.
    Template(String),
    /// Those that implement it in other modules, if it is a protocol.
    Implementation(String),
}

/// The definitions of a name by the modules that they are in.
#[derive(Default)]
pub(in crate::engine) struct Homes {
    pub(super) of: HashMap<Home, Vec<Def>>,
    /// Numbers of arguments that each takes, with the defaults that others in its module write.
    pub(super) arities: FxHashMap<Def, Arity>,
    /// True if some are made in the modules that use another.
    pub(super) has_templates: bool,
}

/// A module in which a use looks its name up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) struct Place {
    pub(in crate::engine) home: Home,
    pub(in crate::engine) certainty: Certainty,
    pub(in crate::engine) rule: Rule,
}

/// The modules in which a use looks its name up, the first that has it first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) struct Places {
    pub(in crate::engine) places: Vec<Place>,
    pub(in crate::engine) otherwise: Otherwise,
}

/// Meaning of a use whose name is in none of the modules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) enum Otherwise {
    /// It may be any definition of the name.
    Any,
    /// It is from outside the project, with the module if it is written.
    External(Option<String>),
}

/// The full names that a written name of a type may have at a place.
#[derive(Debug, Clone, Default)]
pub(in crate::engine) struct FullNames {
    /// In the order in which they are looked up.
    pub(in crate::engine) names: Vec<Vec<String>>,
    /// The type around the place, which may have inherited what is called so.
    pub(in crate::engine) within: Option<Def>,
    /// True if a type of another full name is never meant.
    pub(in crate::engine) are_all: bool,
}

/// The types of one name that a file may mean, by their full names.
#[derive(Default)]
pub(in crate::engine) struct TypesByName {
    pub(super) of: HashMap<String, Vec<Def>>,
}

/// Type arguments in force; `None` if they are not known.
pub(in crate::engine) type KnownTypeArguments = Option<Arc<TypeArguments>>;

/// Type arguments of a generic type or function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) enum TypeArguments {
    /// As written in a file.
    Written {
        of: Def,
        file: FileIndex,
        arguments: TypeList,
        /// Type arguments for the type parameters that occur in `arguments`.
        within: KnownTypeArguments,
    },
    /// As they follow from what a call passes, by the places of the type parameters; `None` where
    /// nothing tells.
    Passed { of: Def, given: Vec<Option<Value>> },
}

impl TypeArguments {
    pub(in crate::engine) fn of(&self) -> Def {
        match self {
            Self::Written { of, .. } | Self::Passed { of, .. } => *of,
        }
    }

    pub(in crate::engine) fn within(&self) -> Option<&Self> {
        match self {
            Self::Written { within, .. } => within.as_deref(),
            Self::Passed { .. } => None,
        }
    }
}

/// Result of evaluating an expression statically.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) enum Value {
    /// A value of one of these types; the type arguments are those of the first.
    Instance(Vec<Def>, KnownTypeArguments),
    /// The type itself.
    Type(Vec<Def>),
    /// A function or method that is not called.
    Function(Vec<Def>),
    Module(Module),
    /// The value of a constant or variable that is written with its members: an object literal.
    Object(Def),
    /// An object literal of a file.
    Literal(FileIndex, ObjectLiteral),
    /// A value that shares its name with namespaces, which are among these definitions.
    Merged(Vec<Def>, Box<Value>),
    /// The supertypes of these types.
    Super(Vec<Def>),
    /// A value of a type of which only the name is known, in languages that do not import types by
    /// name.
    Named(String),
    /// A value of a type that is written with its members, which any type may have.
    Structure(FileIndex, Span),
    /// A value whose type is written in the file but is not the project's: a list, a number, a
    /// library's object.
    Written(FileIndex, TypeId, KnownTypeArguments),
    /// An object of a library that was made to hold a value: `useRef<Pool>()`.
    Holder(Box<Value>),
    /// Something from outside the project.
    External,
    Unknown,
}

impl Value {
    /// The value without the namespaces of its name.
    pub(in crate::engine) fn plain(self) -> Self {
        match self {
            Value::Merged(_, value) => *value,
            other => other,
        }
    }
}

/// What the value of an argument is known to be.
pub(in crate::engine) enum ArgumentValue {
    Known(Value),
    /// Of a type from outside, whose values are none of the project's types; with its name, where
    /// it has one.
    Outside(Option<String>),
    Unknown,
}

/// What has members that code elsewhere may set.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::engine) enum Holder {
    /// Types, whose fields they are.
    Types(Vec<Def>),
    /// Types, whose methods they are: unlike fields, these are set for some values only.
    Methods(Vec<Def>),
    /// The value of a constant or variable that is written with its members.
    Object(Def),
    /// An object literal of a file.
    Literal(FileIndex, Span),
    /// A file, whose variables they are.
    File(FileIndex),
}

/// What a block is called with.
#[derive(Debug, Clone, Default)]
pub(in crate::engine) struct Called {
    pub(in crate::engine) receiver: Option<Value>,
    /// Its arguments; `None` if they are not known.
    pub(in crate::engine) takes: Option<Vec<Value>>,
}

/// Meaning of a local name at a position.
pub(in crate::engine) enum Local<'a> {
    Binding(&'a Binding),
    Import(&'a Import),
    /// A function or type defined inside the enclosing function.
    Definition(Def),
}

/// A member that the project adds to types of libraries.
#[derive(Debug, Clone)]
pub(super) struct Added {
    pub(super) def: Def,
    /// The name of the type; `None` if there may be several.
    pub(super) of: Option<Box<str>>,
    /// The name of the trait that has to be in scope for it; `None` if it is not known which files
    /// see it.
    pub(super) by: Option<Box<str>>,
}

/// The type that a member belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) enum Owner {
    /// The member is in the body of the type.
    Type(Def),
    /// The member is elsewhere and names its type: an `impl`, a Go receiver, C++ `Foo::bar`.
    Named {
        name: String,
        /// Byte offset of the written name, at which it is resolved.
        at: usize,
        /// Name of the implemented trait.
        implemented: Option<String>,
    },
}

/// The object literals of a file with the types that are written for them, by position.
pub(in crate::engine) type TypedObjects = Arc<[(Span, TypeId)]>;

/// A supertype as it is written, and where its members stand among those of the others.
pub(in crate::engine) type Direct = (Precedence, Value);

/// A type's supertypes.
#[derive(Debug, Clone, Default)]
pub(in crate::engine) struct Ancestors {
    /// In the order in which a member is looked for in them.
    pub(in crate::engine) types: Vec<Def>,
    /// Those of them whose members come before the type's own.
    pub(in crate::engine) before: Vec<Def>,
    /// True if some supertype is outside the project or could not be found.
    pub(in crate::engine) is_open: bool,
    /// True if some could not be found.
    pub(in crate::engine) is_cut: bool,
}

/// A declaration of a field: its file, and its index among the file's fields.
pub(in crate::engine) type FieldPlace = (FileIndex, usize);

/// A field of a type: the type that has the first declaration, with all of them.
pub(in crate::engine) struct KnownField {
    pub(in crate::engine) field: Option<(Def, Vec<FieldPlace>)>,
    /// True if it may also hold what is not known.
    pub(in crate::engine) is_open: bool,
}

/// What a name is set to apart from its declaration.
pub(in crate::engine) struct Settings {
    /// True if its value may be that of the declaration.
    pub(in crate::engine) is_declared: bool,
    /// True if nothing is known of a part of it.
    pub(in crate::engine) is_open: bool,
    /// True if nothing is known of any of it, and the declaration does not count.
    pub(in crate::engine) is_untold: bool,
    /// The values that tell something.
    pub(in crate::engine) values: Vec<ExpressionId>,
}

/// Members found in a type or its ancestors.
#[derive(Debug, Clone)]
pub(in crate::engine) struct Members {
    pub(in crate::engine) found: Vec<Def>,
    /// True if the type may have members outside the project's files.
    pub(in crate::engine) is_open: bool,
}

/// Names of the members of a type and of its ancestors.
#[derive(Default)]
pub(super) struct MemberNames<'p> {
    pub(super) all: FxHashSet<&'p str>,
    /// Those that no value of the type may lack.
    pub(super) required: FxHashSet<&'p str>,
    /// True if the type may have members outside the project's files.
    pub(super) is_open: bool,
}

/// The type that encloses a position.
#[derive(Debug, Clone)]
pub(in crate::engine) struct EnclosingType {
    pub(in crate::engine) name: String,
    /// Known definitions of the type; may be empty.
    pub(in crate::engine) types: Vec<Def>,
}

/// All known definitions of one name.
pub(in crate::engine) struct DefinitionSet {
    pub(in crate::engine) defs: Arc<Vec<Def>>,
    /// Files that may define the name too but were not read.
    pub(in crate::engine) unread: Vec<FileIndex>,
    pub(super) types: OnceLock<Vec<Def>>,
    pub(super) by_owner: OnceLock<ByOwner>,
    /// Members in other parts of a type, by the type: each use of one asks for them.
    pub(super) in_parts: Mutex<FxHashMap<Def, Arc<[usize]>>>,
    /// The same by the members of one of the parts, which all of thousands share.
    pub(super) of_parts: Mutex<FxHashMap<Vec<usize>, Arc<[usize]>>>,
    pub(super) grouping: OnceLock<Arc<Grouping>>,
}

impl DefinitionSet {
    pub(in crate::engine) fn new(defs: Vec<Def>, unread: Vec<FileIndex>) -> Self {
        Self {
            defs: Arc::new(defs),
            unread,
            types: OnceLock::new(),
            by_owner: OnceLock::new(),
            in_parts: Mutex::default(),
            of_parts: Mutex::default(),
            grouping: OnceLock::new(),
        }
    }
}

/// The groups of the definitions of a name that are the same.
pub(in crate::engine) struct Grouping {
    /// The group of each definition, in their order.
    pub(in crate::engine) numbers: Vec<usize>,
    pub(super) of: HashMap<Def, usize>,
    pub(super) members: Vec<Vec<Def>>,
}

/// Indices of members of types that are parts of the same types.
pub(super) struct PartMembers {
    /// One of the types.
    pub(super) of: Def,
    pub(super) members: Vec<usize>,
}

/// Members that are written apart from types of one name, by the type that each names: indices in
/// a list of definitions. To compare each with each type would take the product of their numbers.
#[derive(Default)]
pub(super) struct MembersApart {
    pub(super) of_type: FxHashMap<Def, Vec<usize>>,
    /// Members are those of a type in their own file, whatever else their name means.
    pub(super) in_file: FxHashMap<FileIndex, Vec<usize>>,
    /// Members of which it is not known what type they name.
    pub(super) of_any: Vec<usize>,
}

/// Indices of members in a list of definitions, by their type.
#[derive(Default)]
pub(super) struct ByOwner {
    /// Definitions in the body of a type.
    pub(super) inside: HashMap<Def, Vec<usize>>,
    /// Definitions in the bodies of types with this name, by what tells parts of one type from
    /// other types.
    pub(super) inside_named: HashMap<String, Vec<PartMembers>>,
    /// Definitions elsewhere that name their type, by the last name of its path.
    pub(super) elsewhere: HashMap<String, Vec<usize>>,
}

/// The types for which a call of a macro implements something.
pub(in crate::engine) enum Generated {
    /// What the call names.
    AtCall,
    /// Names in the file of the call; that of the macro for a type that it does not name.
    For(Vec<Span>),
    Unknown,
}
