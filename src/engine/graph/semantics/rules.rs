//! The semantics of a language: everything about names, modules and types that its `language.toml` cannot say.
//!
//! Each method has a default; a language overrides those in which it differs. What a table can say is in
//! [`GraphRules`](crate::lang::GraphRules).

use crate::domain::{Symbol, SymbolKind};
use crate::engine::graph::model::{Def, FileIndex, Lookup, Module};
use crate::engine::graph::project::{Project, Unit, last_segment};
use crate::workspace::names::{Import, Span, Use};
use std::collections::HashSet;
use std::sync::Arc;

/// Look-up of names in modules, as the resolver offers it to the languages.
pub(in crate::engine) trait Names {
    fn project(&self) -> &Project<'_>;

    /// The meaning of `name`, seen from the top of a module.
    fn lookup(&self, module: &Module, name: &str) -> Lookup;

    /// The meaning of a name in front of another one: a module is preferred to anything else of the name.
    fn lookup_prefix(&self, module: &Module, name: &str) -> Lookup;

    /// A look-up of a language's own, which may lead to itself.
    fn guarded(&self, module: &Module, name: &str, look: &mut dyn FnMut() -> Lookup) -> Lookup;

    /// The definitions of a name in the bodies of types, else in those of their nearest ancestors.
    fn members_in_bodies(&self, types: &[Def], name: &str) -> Lookup;
}

/// The text of an import's module or of a path, and where it is written.
#[derive(Clone, Copy)]
pub(in crate::engine) struct WrittenPath<'a> {
    pub(in crate::engine) unit: &'a Arc<Unit>,
    pub(in crate::engine) text: &'a str,
    pub(in crate::engine) at: Span,
}

/// A file whose imports are told apart by who sees them.
pub(in crate::engine) struct Importer<'a> {
    pub(in crate::engine) text: &'a str,
    pub(in crate::engine) path: &'a str,
    /// The names that the file itself lists as its exports.
    pub(in crate::engine) exported: Option<HashSet<&'a str>>,
    pub(super) semantics: &'static dyn Semantics,
}

impl Importer<'_> {
    /// Whether the file's own importers see what an import brings in.
    pub(in crate::engine) fn passes_on(&self, import: &Import) -> bool {
        self.semantics.passes_on(self, import)
    }
}

pub(in crate::engine) trait Semantics: Sync {
    // Modules and imports.

    /// The module, or the types, that a written path leads to.
    fn module(&self, _names: &dyn Names, _path: WrittenPath<'_>) -> Lookup {
        Lookup::Unknown
    }

    /// Whether [`Self::module`] depends on the text and on the directory of the file alone.
    fn module_depends_on_directory_only(&self) -> bool {
        true
    }

    /// A module below the given one that nothing declares but a file's place.
    fn submodule(&self, _project: &Project<'_>, _unit: &Unit, _inline: Option<u32>, _name: &str) -> Lookup {
        Lookup::Unknown
    }

    /// A name in a directory that is a module and has no file of its own.
    fn in_directory(&self, _project: &Project<'_>, _directory: &str, _name: &str) -> Lookup {
        Lookup::Unknown
    }

    /// The result of loading a module: itself, or the value that its file exports as a whole.
    fn loaded(&self, _names: &dyn Names, module: Lookup) -> Lookup {
        module
    }

    /// Whether a call can load a module: `require('./x')`.
    fn has_loading_calls(&self) -> bool {
        false
    }

    /// Whether a file may export something without a name.
    fn may_export_default(&self, _unit: &Unit) -> bool {
        false
    }

    /// The definition that a file exports without a name.
    fn default_export(&self, names: &dyn Names, file: FileIndex) -> Lookup {
        names.lookup(&Module::File(file), "default")
    }

    /// A name that is reached through a definition because the file exports that definition as a whole.
    fn beside_export(&self, _names: &dyn Names, _defs: &[Def], _name: &str) -> Lookup {
        Lookup::Unknown
    }

    /// Whether a path begins with a library that the project's manifests name.
    fn is_of_library(&self, _project: &Project<'_>, _path: &str) -> bool {
        false
    }

    /// Whether imports of all names are followed.
    fn follows_wildcards(&self, _unit: &Unit) -> bool {
        true
    }

    /// Imports that are followed from one to the next, where that is fewer than elsewhere.
    fn deepest_import(&self) -> Option<usize> {
        None
    }

    /// Whether a bare name that a file neither defines nor imports is none of the project's.
    fn has_closed_files(&self, _unit: &Unit) -> bool {
        true
    }

    /// The local name of an imported module that is given none.
    fn module_name<'a>(&self, import: &'a Import) -> Option<&'a str> {
        last_segment(&import.module)
    }

    /// The part of a path that leads to a module whatever is defined around: `crate::a` of `crate::a::<T>`.
    fn rooted_path<'a>(&self, _text: &'a str, _is_path: bool) -> Option<&'a str> {
        None
    }

    /// Whether the importers of a file see what one of its imports brings in.
    fn passes_on(&self, _importer: &Importer<'_>, import: &Import) -> bool {
        import.is_reexport
    }

    /// The names that a file lists as its exports, where it has such a list.
    fn exported_names<'a>(&self, _text: &'a str) -> Option<HashSet<&'a str>> {
        None
    }

    /// The modules in files of their own that a file declares, with their lines.
    fn declared_modules(&self, _text: &str) -> Vec<(String, usize)> {
        Vec::new()
    }

    /// Whether the text of an import shows that it is from the project, seen from a file's path.
    fn is_own_module(&self, _module: &str, _path: &str) -> bool {
        false
    }

    /// Whether a module written inside a file is one to the outside, with names of its own.
    fn has_inline_modules(&self) -> bool {
        false
    }

    // Namespaces: blocks whose names are reached through the name of the block.

    /// Whether a symbol is a block whose names are none of the file's.
    fn is_block(&self, _symbol: &Symbol) -> bool {
        false
    }

    /// All blocks of a file that make up the module of which one is given.
    fn parts(&self, _unit: &Unit, inline: u32) -> Vec<u32> {
        vec![inline]
    }

    /// The meaning of a name in the blocks around a place.
    fn lookup_around(&self, _names: &dyn Names, _unit: &Unit, _at: usize, _name: &str) -> Lookup {
        Lookup::Unknown
    }

    /// The file to whose names a definition adds: `declare module "./other" { … }`.
    fn augmented_file(&self, _project: &Project<'_>, _unit: &Unit, _symbol: &Symbol) -> Option<FileIndex> {
        None
    }

    /// A name in the namespaces among some definitions of one name.
    fn namespace_members(&self, _names: &dyn Names, _defs: &[Def], _name: &str) -> Lookup {
        Lookup::Unknown
    }

    /// The definitions that are no namespaces, where there are both.
    fn without_namespaces(&self, _project: &Project<'_>, _defs: &[Def]) -> Option<Vec<Def>> {
        None
    }

    // Scopes.

    /// Whether an identifier stands for no definition, such as a macro's `$name`.
    fn names_nothing(&self, _unit: &Unit, _found: &Use) -> bool {
        false
    }

    /// Whether a use calls a macro by a mark of its own.
    fn is_macro_call(&self, _unit: &Unit, _found: &Use) -> bool {
        false
    }

    /// Whether the place of a use can mean a definition of a kind, where types and values share names.
    fn may_mean(&self, _unit: &Unit, _found: &Use, _kind: SymbolKind) -> bool {
        true
    }

    /// Whether a name that a file neither defines nor imports comes from the environment.
    fn has_environment(&self, _unit: &Unit) -> bool {
        false
    }

    /// Whether a file's variables that are no definitions, such as those made by loading a module, are looked up by name.
    fn has_loaded_variables(&self) -> bool {
        false
    }

    // Types and members.

    /// Whether one of the language's `self_names` is the type and not a value of it.
    fn self_is_type(&self, name: &str) -> bool {
        name.starts_with(char::is_uppercase)
    }

    /// Whether other definitions may add to a type.
    fn has_parts(&self, symbol: &Symbol) -> bool {
        is_partial(symbol)
    }

    /// Whether a call of `super` is a call of the supertype's constructor.
    fn super_is_constructor(&self) -> bool {
        false
    }

    /// Whether a definition that names a supertype implements it, rather than asking it of others.
    fn implements(&self, _kind: SymbolKind) -> bool {
        true
    }

    /// Whether a member is declared for subtypes to define, and has no definition of its own.
    fn is_abstract(&self, _unit: &Unit, _member: &Symbol) -> bool {
        false
    }

    /// Whether a function is called to be entered, so that it stands for an element of its result: a context manager.
    fn is_entered(&self, _unit: &Unit, _function: &Symbol) -> bool {
        false
    }

    /// Whether a type's members stand outside of it, in any file of its directory.
    fn has_members_apart(&self) -> bool {
        false
    }

    /// Whether a type implements an interface by having its methods.
    fn has_structural_interfaces(&self) -> bool {
        false
    }

    // Visibility.

    /// Whether a file is there to be included, so that even its file-local names are seen elsewhere.
    fn is_header(&self, _path: &str) -> bool {
        false
    }
}

/// Whether a type's definition is one part of several.
pub(in crate::engine) fn is_partial(symbol: &Symbol) -> bool {
    symbol.signature.split_whitespace().any(|word| word == "partial")
}
