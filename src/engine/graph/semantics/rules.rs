//! The semantics of a language: everything about names, modules and types that its `language.toml`
//! cannot express.
//!
//! Each method has a default, which a language overrides where it differs. Properties that a table
//! can express are in [`GraphRules`](crate::lang::GraphRules).

use super::names::Names;
use super::written::{Package, WrittenPath};
use crate::domain::{Certainty, Symbol, SymbolKind};
use crate::engine::graph::model::{
    Def, FileIndex, FullNames, Generated, Home, Lookup, Module, Place, Places,
};
use crate::engine::graph::project::{Project, Unit, last_segment};
use crate::workspace::names::{Import, Role, Span, Use};
use std::collections::HashSet;
use std::sync::Arc;

/// A file whose imports are classified by whether its importers see them.
pub(in crate::engine) struct Importer<'a> {
    pub(in crate::engine) text: &'a str,
    pub(in crate::engine) path: &'a str,
    /// The names that the file itself lists as its exports.
    pub(in crate::engine) exported: Option<HashSet<&'a str>>,
    pub(super) semantics: &'static dyn Semantics,
}

impl Importer<'_> {
    /// Returns whether the importers of the file see the names that an import brings in.
    pub(in crate::engine) fn passes_on(&self, import: &Import) -> bool {
        self.semantics.passes_on(self, import)
    }
}

pub(in crate::engine) trait Semantics: Sync {
    // Modules and imports.

    /// Resolves a written path to a module or to types.
    fn module(&self, _names: &dyn Names, _path: WrittenPath<'_>) -> Lookup {
        Lookup::Unknown
    }

    /// Returns the directory of a module that is named by its full path, as its manifest gives it.
    fn directory_of(&self, _project: &Project<'_>, _path: &str) -> Option<String> {
        None
    }

    /// Returns the package that a file belongs to.
    fn package_of(&self, _project: &Project<'_>, _unit: &Unit) -> Option<Package> {
        None
    }

    /// Returns whether the package of a file may use what the package of another defines.
    fn may_depend_on(&self, _project: &Project<'_>, _unit: &Unit, _other: &Unit) -> bool {
        true
    }

    /// Returns whether [`Self::module`] depends only on the text and on the directory of the file.
    fn module_depends_on_directory_only(&self) -> bool {
        true
    }

    /// Resolves a submodule that is declared only by the location of its file.
    fn submodule(
        &self,
        _project: &Project<'_>,
        _unit: &Unit,
        _inline: Option<u32>,
        _name: &str,
    ) -> Lookup {
        Lookup::Unknown
    }

    /// Returns the modules that calls of the project's macros declare at the top level of a file,
    /// or of a module written in it, and of which they bring in all names.
    fn modules_of_macros(&self, _: &Project<'_>, _: &Unit, _: Option<u32>) -> Arc<[Module]> {
        Arc::default()
    }

    /// Looks a name up in a directory that is a module without a file of its own.
    fn in_directory(&self, _project: &Project<'_>, _directory: &str, _name: &str) -> Lookup {
        Lookup::Unknown
    }

    /// Returns what loading a module gives: the module, or the value that its file exports.
    fn loaded(&self, _names: &dyn Names, module: Lookup) -> Lookup {
        module
    }

    /// Returns whether a call can load a module: `require('./x')`.
    fn has_loading_calls(&self) -> bool {
        false
    }

    /// Returns whether a name that is imported is a member of what loading the module gives.
    fn imports_members(&self) -> bool {
        false
    }

    /// Returns whether a file may have a default export.
    fn may_export_default(&self, _unit: &Unit) -> bool {
        false
    }

    /// Resolves the default export of a file.
    fn default_export(&self, names: &dyn Names, file: FileIndex) -> Lookup {
        names.lookup(&Module::File(file), "default")
    }

    /// Looks up a name that is accessed through a definition because the file exports that
    /// definition as a whole.
    fn beside_export(&self, _names: &dyn Names, _defs: &[Def], _name: &str) -> Lookup {
        Lookup::Unknown
    }

    /// Returns whether a path begins with the name of a library that the project's manifests name.
    fn is_external_path(&self, _project: &Project<'_>, _path: &str) -> bool {
        false
    }

    /// Returns whether wildcard imports are followed.
    fn follows_wildcards(&self, _unit: &Unit) -> bool {
        true
    }

    /// Limit of chained imports, if it is lower than the general one.
    fn deepest_import(&self) -> Option<usize> {
        None
    }

    /// Returns whether a bare name that a file neither defines nor imports is from outside.
    fn has_closed_files(&self, _unit: &Unit) -> bool {
        true
    }

    /// Returns the paths of the files whose text a file includes as its own.
    fn included<'u>(&self, _unit: &'u Unit) -> Vec<&'u str> {
        Vec::new()
    }

    /// Returns the file that another one includes by a path, for what it sees without an import;
    /// several of which nothing tells it apart.
    fn included_files(&self, _: &Project<'_>, _by: &str, _path: &str) -> Vec<FileIndex> {
        Vec::new()
    }

    /// Returns whether a file is a script, which shares the names at its top with all others.
    fn is_script(&self, _unit: &Unit) -> bool {
        false
    }

    /// Returns whether a definition at the top of a file is one of the whole program's, which other
    /// files name without an import.
    fn is_global(&self, _unit: &Unit, _symbol: &Symbol) -> bool {
        false
    }

    /// Returns whether a file runs the text of files that it reads, so that any name may be theirs.
    fn runs_text(&self, _unit: &Unit) -> bool {
        false
    }

    /// Returns whether a value of what a type embeds is a member under the name of its type.
    fn embeds_by_name(&self) -> bool {
        false
    }

    /// Returns whether a name stands for the object that has what scripts define as its members.
    fn is_global_object(&self, _name: &str) -> bool {
        false
    }

    /// Returns the names of the types by which a project says what that object has.
    fn global_types(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the local name of an imported module without an alias.
    fn module_name<'a>(&self, import: &'a Import) -> Option<&'a str> {
        last_segment(&import.module)
    }

    /// Returns the path that a file imports a name from, where imports are recorded as paths only.
    fn imported_from<'u>(&self, _unit: &'u Unit, _name: &str) -> Option<&'u str> {
        None
    }

    /// Returns the module that an import without an alias binds to a name: `a` of `import a.b`.
    fn bound_module<'a>(&self, import: &'a Import) -> &'a str {
        &import.module
    }

    /// Returns the part of a path that denotes a module independently of the definitions in scope:
    /// `crate::a` of `crate::a::<T>`.
    fn rooted_path<'a>(&self, _text: &'a str, _is_path: bool) -> Option<&'a str> {
        None
    }

    /// Looks up a name that a module passes on from others without an import of its own.
    fn passed_on(&self, _names: &dyn Names, _module: &Module, _name: &str) -> Lookup {
        Lookup::Unknown
    }

    /// Returns whether an import names a file, so that one that is not there may define any type.
    fn imports_files(&self) -> bool {
        false
    }

    /// Returns whether a file sees a definition of the program, as far as its imports tell.
    fn sees(&self, _project: &Project<'_>, _unit: &Unit, _def: Def) -> bool {
        true
    }

    /// Returns whether the importers of a file see the names that one of its imports brings in.
    fn passes_on(&self, _importer: &Importer<'_>, import: &Import) -> bool {
        import.is_reexport
    }

    /// Returns the names that a file lists as its exports; `None` without such a list.
    fn exported_names<'a>(&self, _text: &'a str) -> Option<HashSet<&'a str>> {
        None
    }

    /// Returns the modules in other files that a file declares, with their lines.
    fn declared_modules(&self, _text: &str) -> Vec<(String, usize)> {
        Vec::new()
    }

    /// Returns whether the text of an import shows that the module is the project's, given the path
    /// of the importing file.
    fn is_own_module(&self, _module: &str, _path: &str) -> bool {
        false
    }

    /// Returns whether a module written inside a file is a separate module with its own names.
    fn has_inline_modules(&self) -> bool {
        false
    }

    // Modules that are known by their full names.

    /// Returns the modules in which a definition is looked up whose name starts at a byte offset.
    fn homes(&self, _project: &Project<'_>, _unit: &Unit, _at: usize) -> Vec<Home> {
        Vec::new()
    }

    /// Returns the modules in which a use looks its name up; `None` if what is written at it does
    /// not determine them by their full names.
    fn places(&self, _project: &Project<'_>, _unit: &Unit, _found: &Use) -> Option<Places> {
        None
    }

    /// Returns where those definitions of a module are that others make in it.
    fn places_used(&self, _project: &Project<'_>, _module: &str) -> Vec<Place> {
        Vec::new()
    }

    /// Returns the module to which a definition hands its calls on under its own name.
    fn delegated(&self, _project: &Project<'_>, _unit: &Unit, _symbol: &Symbol) -> Option<Home> {
        None
    }

    /// Returns the names of the modules whose definitions the look-ups in a file need.
    fn needed_modules(&self, _project: &Project<'_>, _unit: &Unit) -> Vec<String> {
        Vec::new()
    }

    /// Returns the full names by which a path of names is looked up among the types of the program,
    /// given the offset of the first name; `None` where nesting and namespaces do not decide.
    fn full_names(&self, _unit: &Unit, _path: &[&str], _at: usize) -> Option<FullNames> {
        None
    }

    // Namespaces: blocks whose names are qualified by the name of the block.

    /// Returns whether a symbol is a block whose names do not belong to the file's.
    fn is_block(&self, _symbol: &Symbol) -> bool {
        false
    }

    /// Returns whether the names of a block are those of the block around it too.
    fn is_transparent(&self, _block: &Symbol) -> bool {
        false
    }

    /// Returns the path written before the name of the type to which a definition outside of it
    /// belongs, or a block adds: `app::` of `void app::Session::run()`.
    fn before_container<'u>(&self, _unit: &'u Unit, _symbol: &Symbol) -> &'u str {
        ""
    }

    /// Returns all blocks of a file that form the same module as the given one.
    fn parts(&self, _unit: &Unit, inline: u32) -> Vec<u32> {
        vec![inline]
    }

    /// Looks a name up in the blocks that enclose a byte offset.
    fn lookup_around(&self, _names: &dyn Names, _unit: &Unit, _at: usize, _name: &str) -> Lookup {
        Lookup::Unknown
    }

    /// Returns the file that a definition adds names to: `declare module "./other" { … }`.
    fn augmented_file(
        &self,
        _project: &Project<'_>,
        _unit: &Unit,
        _symbol: &Symbol,
    ) -> Option<FileIndex> {
        None
    }

    /// Looks a name up in the namespaces among some definitions of one name.
    fn namespace_members(&self, _names: &dyn Names, _defs: &[Def], _name: &str) -> Lookup {
        Lookup::Unknown
    }

    /// Returns the definitions that are not namespaces; `None` unless there are both.
    fn without_namespaces(&self, _project: &Project<'_>, _defs: &[Def]) -> Option<Vec<Def>> {
        None
    }

    // Scopes.

    /// Returns whether an identifier refers to no definition, such as a macro's `$name`.
    fn names_nothing(&self, _unit: &Unit, _found: &Use) -> bool {
        false
    }

    /// Returns whether a bare name may be that of a local variable.
    fn may_be_local(&self, _unit: &Unit, _found: &Use) -> bool {
        true
    }

    /// Returns whether a use is marked as a macro call.
    fn is_macro_call(&self, _unit: &Unit, _found: &Use) -> bool {
        false
    }

    /// Returns whether a use can refer to a kind, where types and values share names.
    fn may_mean(&self, _unit: &Unit, found: &Use, kind: SymbolKind) -> bool {
        match found.role {
            Role::Type | Role::Inherit => {
                !matches!(kind, SymbolKind::Function | SymbolKind::Method)
            }
            Role::Call => kind != SymbolKind::Interface,
            _ => true,
        }
    }

    /// Returns whether a use can never refer to a definition, because the language looks names of
    /// that form up elsewhere: macros apart from functions, methods apart from functions.
    fn is_apart(&self, unit: &Unit, found: &Use, (_, definition): (&Unit, &Symbol)) -> bool {
        unit.rules().types_are_apart
            && match found.role {
                Role::Type => definition.kind.is_callable(),
                _ => definition.kind == SymbolKind::Type,
            }
    }

    /// Returns whether no other file can name a definition, nor get it as a member of something.
    fn is_kept(&self, _unit: &Unit, _symbol: &Symbol) -> bool {
        false
    }

    /// Returns whether a name that a file neither defines nor imports comes from the environment.
    fn has_environment(&self, _unit: &Unit) -> bool {
        false
    }

    /// Returns whether a file's variables that are not definitions, such as those made by loading a
    /// module, are looked up by name.
    fn has_loaded_variables(&self) -> bool {
        false
    }

    /// Returns whether the value of a class's attribute decides what its instances give.
    fn has_descriptors(&self) -> bool {
        false
    }

    /// Returns whether a module stands before a dot, as a value does.
    fn has_module_values(&self) -> bool {
        true
    }

    // Types and members.

    /// Returns the written type that a word stands for, and whether it is a value of that.
    fn type_of_word(&self, _unit: &Unit, _word: &str, _at: usize) -> Option<(Span, bool)> {
        None
    }

    /// Words that [`Self::type_of_word`] may know and a header may name as a supertype.
    fn supertype_words(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns whether one of the language's `self_names` is the type, not a value of it.
    fn self_is_type(&self, name: &str) -> bool {
        name.starts_with(char::is_uppercase)
    }

    /// Returns whether a type and a function may share a name, and the place tells which is meant.
    fn types_are_apart(&self) -> bool {
        false
    }

    /// Returns whether other definitions may add to a type.
    fn has_parts(&self, symbol: &Symbol) -> bool {
        self.is_part(symbol)
    }

    /// Returns whether a type's definition is one of several parts, which are all of its name.
    fn is_part(&self, symbol: &Symbol) -> bool {
        symbol.signature.split_whitespace().any(|word| word == "partial")
    }

    /// Returns whether the header of a part says that its type has others.
    fn has_marked_parts(&self) -> bool {
        true
    }

    /// Returns the number of type parameters of a type or function, if those of one name differ by
    /// that.
    fn type_parameters(&self, _unit: &Unit, _symbol: &Symbol) -> Option<usize> {
        None
    }

    /// Returns the name of the type to whose values a function of another type is applied as if it
    /// were their member.
    fn extended<'u>(&self, _unit: &'u Unit, _symbol: &'u Symbol) -> Option<&'u str> {
        None
    }

    /// Returns whether a type says that it does not take a member from what it mixes in. The names
    /// are those of the latter and of the member.
    fn leaves_out(&self, _unit: &Unit, _of: &Symbol, _member: (&str, &str)) -> bool {
        false
    }

    /// Returns whether a definition that names a supertype implements it, rather than requiring it.
    fn implements(&self, _kind: SymbolKind) -> bool {
        true
    }

    /// Returns whether a definition is one of several with its qualified name, of which each build
    /// uses those of its platform.
    fn is_of_platform(&self, _unit: &Unit, _symbol: &Symbol) -> bool {
        false
    }

    /// Returns whether a use is what the code implements that the enclosing macro generates.
    fn implements_where_expanded(&self, _unit: &Unit, _found: &Use) -> bool {
        false
    }

    /// Returns for which types a call of a macro implements some supertypes, given the macros that
    /// do so and the places of the supertypes' names in them.
    fn generated(
        &self,
        _call: (&Unit, &Use),
        _macros: &[(&Unit, u32)],
        _supertypes: &HashSet<(FileIndex, u32)>,
    ) -> Generated {
        Generated::AtCall
    }

    /// Returns the type arguments, with their brackets, for which a definition specializes a
    /// generic type.
    fn specialized<'u>(&self, _unit: &'u Unit, _symbol: &Symbol) -> Option<&'u str> {
        None
    }

    /// Returns how certain a type is the one that a header names as a supertype, given the text
    /// that follows the name there; `None` if it is not.
    fn applied(&self, _unit: &Unit, _symbol: &Symbol, _after: &str) -> Option<Certainty> {
        Some(Certainty::Likely)
    }

    /// Returns whether the members of a type are names of the scope around it too, as those of an
    /// enumeration are in C.
    fn has_open_members(&self, _symbol: &Symbol) -> bool {
        false
    }

    /// Returns whether a type is one value, whose members are called by the name of the type that
    /// it stands beside or in.
    fn is_companion(&self, _symbol: &Symbol) -> bool {
        false
    }

    /// Returns whether values from outside may be converted to a type without a word of it, as far
    /// as the type's file says so.
    fn is_converted_to(&self, _project: &Project<'_>, _unit: &Unit, _symbol: &Symbol) -> bool {
        false
    }

    /// Returns whether a definition in the body of a type is no member of it, but of the scope
    /// around the type, as a friend is in C++.
    fn is_of_scope_around(&self, _definition: &Symbol) -> bool {
        false
    }

    /// Returns whether a member that is no part of a supertype's implementation may override one.
    fn overrides_by_name(&self) -> bool {
        true
    }

    /// Returns whether a member is declared so that subtypes override it. One that is not, nor
    /// overrides another, is hidden by theirs.
    fn is_virtual(&self, _member: &Symbol) -> bool {
        true
    }

    /// Returns whether a member belongs to its type itself and not to each value of it.
    fn is_static(&self, _unit: &Unit, member: &Symbol) -> bool {
        member.signature.split_whitespace().any(|word| word == "static")
    }

    /// Returns whether a member is one of its type itself (true) or of its values, which may have
    /// another of the name; `None` for one of both.
    fn side(&self, _unit: &Unit, _member: &Symbol) -> Option<bool> {
        None
    }

    /// Returns the mark before the name of the field that a member is the accessor of, where that
    /// has the member's name.
    fn field_mark(&self, _unit: &Unit, _member: &Symbol) -> Option<&'static str> {
        None
    }

    /// Returns whether code outside of a type may set the field that one of its members gives.
    fn is_settable(&self, _unit: &Unit, _member: &Symbol) -> bool {
        false
    }

    /// Returns whether the code at a place runs for the type around it itself (true) or for a value
    /// of it; `None` if it is not known, or makes no difference.
    fn side_at(&self, _unit: &Unit, _at: usize) -> Option<bool> {
        None
    }

    /// Returns whether a member is abstract: declared for subtypes to define.
    fn is_abstract(&self, _unit: &Unit, _member: &Symbol) -> bool {
        false
    }

    /// Returns whether a member is declared without a body, for subtypes to define.
    fn is_declaration(&self, unit: &Unit, member: &Symbol) -> bool {
        member.lines.end <= member.header_end && !unit.has_body(member)
    }

    /// Returns whether the name of a function calls it, where that of others is a value.
    fn is_nullary(&self, _unit: &Unit, _function: &Symbol) -> bool {
        false
    }

    /// Returns whether a function is a context manager, of whose result an element is entered.
    fn is_entered(&self, _unit: &Unit, _function: &Symbol) -> bool {
        false
    }

    /// Returns whether something unknown may stand in a function's place, such as what a decorator
    /// makes of it.
    fn is_replaced(&self, _unit: &Unit, _function: &Symbol) -> bool {
        false
    }

    /// Returns whether a type's members are defined outside of it, in any file of its directory.
    fn has_members_apart(&self) -> bool {
        false
    }

    /// Returns the directories whose files may define members of a type, given its file's path.
    fn directories_of_members(&self, _path: &str) -> Vec<String> {
        Vec::new()
    }

    /// Returns whether types implement a type by having its methods.
    fn is_structural(&self, _unit: &Unit, _symbol: &Symbol) -> bool {
        false
    }

    /// Returns whether any value with members of a type's names may stand for one of the type.
    fn is_shape(&self, _unit: &Unit, _symbol: &Symbol) -> bool {
        false
    }

    /// Returns whether a member may implement a method that a structural interface requires, as far
    /// as their names are visible to each other. Each is given with its file.
    fn may_implement(&self, _required: (&Unit, &Symbol), _member: (&Unit, &Symbol)) -> bool {
        true
    }

    // Visibility.

    /// Returns whether a file is a header, so that other files see even its file-local names.
    fn is_header(&self, _path: &str) -> bool {
        false
    }
}
