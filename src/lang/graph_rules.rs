//! Schema of the `[graph]` part of `languages/<id>/language.toml`: the rules for names.

use super::families::{Dialect, Family, Imports, SharedScope};
use super::generated_members::GeneratedMembers;
use super::lazy_regex::LazyRegex;
use rustc_hash::FxHashSet;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Rules for binding names to definitions.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GraphRules {
    #[serde(skip)]
    known_types: OnceLock<FxHashSet<Box<str>>>,
    /// Group of languages with common rules that are code, such as how an import finds its file.
    pub family: Family,
    /// Language of the family with further rules that are code.
    pub dialect: Dialect,
    /// How a dependency of one directory on another is read from the text.
    pub imports: Imports,
    /// Scope in which a top-level definition is visible without an import.
    pub shared: SharedScope,
    /// True if members are named without a receiver inside their type.
    pub implicit_receiver: bool,
    /// True if a local name holds from its declaration on, not in the whole scope.
    pub ordered: bool,
    /// True if the first value of a name without a type is its type from then on.
    pub values_give_types: bool,
    /// True if a file is a type, of which the names at its top are the members.
    pub files_are_types: bool,
    /// True if a member behind a dot without a value is one of the type of its place, which may be
    /// any: `.plain`.
    pub dots_are_open: bool,
    /// True if a name without a type may hold anything where one of its values is not known, so
    /// that members of other types than those of the known values are possible too.
    pub open_values: bool,
    /// A library's function that is handed an object may call the member of its own name on it.
    pub libraries_call_by_name: bool,
    /// True if a member may have the name of its type, of which what stands behind the name may be.
    pub members_named_as_types: bool,
    /// True if the project may add members to types of libraries.
    pub adds_members: bool,
    /// True if a trait adds its members to all types that implement it.
    pub traits_add_members: bool,
    /// Nothing can add members to the types of libraries, and what these give is of types that are
    /// written.
    pub libraries_are_closed: bool,
    /// Methods have no type parameters of their own: arguments do not decide the type of a result.
    pub methods_are_plain: bool,
    /// True if a type is constructed by calling its name: `Foo()` makes a `Foo`.
    pub types_are_called: bool,
    /// True if a module and a value may have one name: before a dot it is the module's where the
    /// value has no such member.
    pub modules_beside_values: bool,
    /// True if types of one name are different ones unless they have one full name: that of the
    /// types and modules around them, and of the namespace of the file.
    pub has_full_names: bool,
    /// True if the case of letters makes no difference in names.
    pub any_case: bool,
    /// Kinds of definitions for which it does all the same.
    pub cased: Vec<String>,
    /// Characters that tell a variable from other things of its name: `@` of `@name`.
    pub marks: String,
    /// Signs that make another name of the one behind them: `~Pool`.
    pub name_signs: String,
    /// Matches the signature of a definition that is also used without its name: by an operator, an
    /// index, an assignment, a loop. That of an `impl` stands before those of its members.
    pub unwritten: LazyRegex,
    /// True if a function may name before its own name the type to whose values it is applied, by
    /// files that see it.
    pub extension_functions: bool,
    /// Word behind a supertype whose members another object has: `Greeter by greeter`.
    pub delegating: Option<String>,
    /// True if a type that is nested in another is named by a path, but inside that.
    pub nested_by_path: bool,
    /// True if namespaces tell types of one name apart, although imports name files.
    pub qualifying_namespaces: bool,
    /// True if members of values are imported: `import order.total`.
    pub imports_of_values: bool,
    /// True if an extension of a type, which may be in another file, can name supertypes of it.
    pub extensions_inherit: bool,
    /// True if modules are implemented and extended by others, as types are.
    pub modules_are_extended: bool,
    /// True if types have names of their own, so that no use of one means a function.
    pub types_are_apart: bool,
    /// True if definitions of one name may differ in their parameters, by which a call chooses.
    pub has_overloads: bool,
    /// A dot without a value before it stands for the type that is expected at its place:
    /// `style = .plain`.
    pub dots_name_place: bool,
    /// Cases of wrappers that hold what these count as: `some`, `success`.
    pub content_cases: Vec<String>,
    /// Members of every enumeration that make a value of it: `tryFrom`.
    pub making_constants: Vec<String>,
    /// Labels of arguments belong to the name of a function: a call writes those of its parameters,
    /// in their order.
    pub labels_belong_to_names: bool,
    /// True if an argument is of a type of its parameter or below, but for operators that convert.
    pub overloads_by_type: bool,
    /// True if of overloads the one is called to whose parameters the arguments convert best, with
    /// the pointers that are written.
    pub overloads_by_conversion: bool,
    /// True if types may take literals for values of theirs, as Swift's do by a protocol.
    pub literals_convert: bool,
    /// Types that every value is of.
    pub root_types: Vec<String>,
    /// Words in a type's body by which its values become others without a word of it.
    pub converting: Option<String>,
    /// True if definitions of one name have no overloads, and each call of a function has one
    /// argument for each parameter.
    pub counts_arguments: bool,
    /// True if the value before the dot is the first argument of a method, among whose parameters
    /// it is: `self`.
    pub receiver_is_argument: bool,
    /// The end of a type's name that a decorator may leave out: `Attribute`. Such a decorator calls
    /// the type's constructor.
    pub decorator_suffix: Option<String>,
    /// True if a decorator without arguments is called with what it stands before: `@cached`.
    pub decorators_are_called: bool,
    /// Members of what decorators of libraries make of a function, which call it at once or later:
    /// `delay` in `task.delay(order)`.
    pub calling_members: Vec<String>,
    /// Decorators of libraries that call nothing: `Override`. Any other may have its function
    /// called; of a language without markers that is not told.
    pub markers: Vec<String>,
    /// Words before a property's name in those of its accessors, which another language calls by
    /// the property: `getName` by `name`, or the other way round.
    pub accessors: Vec<String>,
    /// Members that decorators of libraries make of the fields of a type.
    pub generated: GeneratedMembers,
    /// True if a property's name calls the accessors that the other language defines.
    pub properties_call: bool,
    /// Words of which one stands before each name of a supertype, between that and the end of what
    /// is before: elsewhere, no name is one.
    pub header_words: Vec<String>,
    /// Words before the name of a type, where files need not be called after the types in them.
    pub type_words: Vec<String>,
    /// The same where files are mostly called after the types in them, and other forms than such a
    /// word may make types too.
    pub declaring_words: Vec<String>,
    /// A bare name that begins with a capital is that of a type: before a dot, one that no file
    /// declares is from outside. With `type_words`.
    pub types_have_capitals: bool,
    /// Matches the arguments of a call of which the first is a type, which its group names:
    /// `(T.class)`. Where the result is not known, it may be a value of the type.
    pub class_argument: LazyRegex,
    /// True if a type without a constructor has that of its supertype.
    pub constructors_inherit: bool,
    /// Functions from outside whose result is of the type that a call is written with, or is given
    /// as its first argument: `GetRequiredService`.
    pub typed_results: Vec<String>,
    /// Functions from outside whose result holds a value, of the type that a call is written with,
    /// or the first argument, or what that returns or holds: `useRef`.
    pub holding_results: Vec<String>,
    /// Functions from outside whose result is such a value: `useContext`.
    pub held_results: Vec<String>,
    /// Members by which the value is read: `current`. What is taken apart has it in the first
    /// place, and what is called returns it.
    pub held_members: Vec<String>,
    /// True if a string may name a type by its path: `"Shop::Order"`.
    pub strings_name_types: bool,
    /// Words in place of a type that is inferred from the value: `auto`.
    pub inferred_types: Vec<String>,
    /// The name that binds nothing where an import gives it: `_`.
    pub blank: Option<String>,
    /// True if a function may have several results, written in parentheses.
    pub has_several_results: bool,
    /// Receivers that refer to the supertypes: `super`, `super()`.
    pub super_names: Vec<String>,
    /// True if members of types themselves, by `static_words`, are named behind types alone.
    pub statics_need_types: bool,
    /// True if names in lower case before that of a type are those of a package.
    pub packages_in_lower_case: bool,
    /// True if the word for an object behind the name of a type is the object of that type around
    /// the place: `Outer.this`.
    pub outer_objects: bool,
    /// What makes a function of the constructor of a type whose name stands in the place of `{}`:
    /// `{}::new`.
    pub constructor_values: Vec<String>,
    /// Words in a member's header which say that it overrides another.
    pub override_words: Vec<String>,
    /// True if a member may override another without such a word.
    pub overrides_unmarked: bool,
    /// Words before the name of a member which say that it is one of its type itself: it overrides
    /// no member of the type's values, and none overrides it.
    pub static_words: Vec<String>,
    /// Words in a definition's header that restrict it to its own file.
    pub file_local: Vec<String>,
    /// Words that show it to others, also where another macro of the name keeps it: `extern`.
    pub beyond_file: Vec<String>,
    /// Extensions of files that others include. If there are any, what other files define is seen
    /// in those files only, except functions.
    pub included: Vec<String>,
    /// The word by which a file passes on what it imports; without it no other file sees the names
    /// that the imports give.
    pub passing_on: Option<String>,
    /// Members that types of the standard library have as well: on a receiver of unknown type they
    /// prove nothing.
    pub common_members: Vec<String>,
    /// What gives a value is looked up in the files that a file includes. Macros may write fields.
    pub included_names: bool,
    /// Macros make names of what they are given: `name##_open`.
    pub pasting: bool,
    /// `.name = value` in braces is a field of the type that these make a value of.
    pub designators: bool,
    /// Functions and macros that are given a type and behind it the name of a field of that:
    /// `offsetof`.
    pub naming_fields: Vec<String>,
    /// Wrapper types with the members of the wrapped type: `Box`, `Promise`.
    pub wrappers: Vec<String>,
    /// Those of them whose values may lack members of the wrapped type: `Partial`.
    pub partial_wrappers: Vec<String>,
    /// Wrappers whose content is of one of several types, their arguments.
    pub unions: Vec<String>,
    /// For each generic type whose last argument is not that of its elements, the index of the one
    /// that is.
    pub element_arguments: BTreeMap<String, usize>,
    /// Generic types of which each argument is that of the value at its place: `tuple[Pool, int]`.
    pub tuples: Vec<String>,
    /// The word before the number of a tuple's value in the name of the member: `Item`.
    pub tuple_member: Option<String>,
    /// Names of the members that are a tuple's values, in their order: `first`.
    pub tuple_members: Vec<String>,
    /// Matches the header of a type whose values are taken apart into what the parameters behind
    /// its name hold: `data class Item(val lid: Lid)`.
    pub components: LazyRegex,
    /// The method that gives the part at the place `{}`, the first of which is 1: `component{}`.
    pub component_method: Option<String>,
    /// What all files of a project import as a whole, written in one of them or in its manifest.
    pub global_imports: GlobalImports,
    /// Members of an entry of a map that hold its value: `second`.
    pub entry_values: Vec<String>,
    /// For each generic type of a library, the members that are a value of its argument: `Object`
    /// of a `Mock`.
    pub content_members: BTreeMap<String, Vec<String>>,
    /// For each generic type of a library, the members that what extends it has of the types of
    /// its arguments, in their order: `props` of a `Component<Props>`.
    pub argument_members: BTreeMap<String, Vec<String>>,
    /// Functions of libraries that are given a class, by which a field of a class is a value of
    /// that for each value of the class: `ForeignKey`.
    pub class_fields: Vec<String>,
    /// Texts before a member with which a library's generic type may lead to a member of one of its
    /// arguments: `->`.
    pub dereferencing: Vec<String>,
    /// Wrapper types whose values are the wrapped type itself: `type[Pool]`.
    pub class_wrappers: Vec<String>,
    /// Types of libraries whose values stand for the class that is their argument, the member of a
    /// type that is the type of its class, and what stands behind a type for its class: `Class`,
    /// `Type`, `.class`.
    pub class_types: Vec<String>,
    pub class_member: Option<String>,
    pub class_marks: Vec<String>,
    /// Kinds of nodes that define fields which the arguments of their names set where a value of
    /// the type is made; those that are no parameters do so in types without a constructor.
    pub argument_fields: Vec<String>,
    /// Functions that give a copy of a value, with the fields that their arguments name set anew.
    pub copying: Vec<String>,
    /// Members that libraries give a type, which stand for all of its values, and the methods that
    /// find one of these: `objects`, `first`. What others give stands for some of them.
    pub managers: Vec<String>,
    pub finding: Vec<String>,
    /// Methods whose result counts as having the type of the receiver: `unwrap`, `clone`.
    pub transparent: Vec<String>,
    /// Types of libraries that are made empty, and hold what is put in later: `HashMap`.
    pub containers: Vec<String>,
    /// Methods of a type that make a value of it: `new`.
    pub making: Vec<String>,
    /// True if escapes count before words are read, so that those of quotes, stars and strokes end
    /// comments and strings: `\u002a`.
    pub escapes_end_texts: bool,
    /// True if the type of a field says whether it can be called: by its member `call_operator`,
    /// or by `field_operator` in languages in which that alone is known of it.
    pub fields_tell_calls: bool,
    pub field_operator: Option<String>,
    /// Method of a type that names what the type stands for, by the string under which functions
    /// of `binding` bind a class: `getFacadeAccessor`, `singleton`.
    pub stands_for: Option<String>,
    pub binding: Vec<String>,
    /// Members that libraries give a type, each with the member of its values that a call of it
    /// calls in the end: `perform_later`, `perform`.
    pub calls_through: BTreeMap<String, String>,
    /// Words that a definition begins with, each with the further names by which it is called:
    /// `{}!` of an event, `be_{?}` of a method that ends with a question mark.
    pub further_names: BTreeMap<String, Vec<String>>,
    /// Members of a value that are its type: `class`.
    pub type_members: Vec<String>,
    /// Names for the type that a method is called on: `static`.
    pub receiver_types: Vec<String>,
    /// Functions of libraries that call the block that they are given with what stands before them
    /// as its receiver, and those that do so with their first argument: `apply`, `with`.
    pub receiving: Vec<String>,
    pub receiving_first: Vec<String>,
    /// Those that call it with what stands before them as its argument: `let`; and with the
    /// elements of a collection, each with the place of the argument: `forEach`.
    pub passing: Vec<String>,
    pub passing_elements: BTreeMap<String, usize>,
    /// Those that call it with two elements at a time: `sort`.
    pub comparing: Vec<String>,
    /// Those of a map that call a block of two parameters with a key and its value: `forEach`.
    pub passing_pairs: Vec<String>,
    /// Types of libraries that stand for functions, each with the places of the arguments that are
    /// the types of the parameters: `Consumer`; none for one that takes nothing, or whose argument
    /// is the function's type.
    pub function_types: BTreeMap<String, Vec<usize>>,
    /// Those of them whose last argument is the type of the result: `Func`.
    pub function_results: Vec<String>,
    /// Those of them that give nothing: `Action`.
    pub function_types_without_result: Vec<String>,
    /// Types of libraries that stand for functions, each with the method that calls what the value
    /// is: `accept` of a `Consumer`.
    pub function_methods: BTreeMap<String, String>,
    /// Types of libraries whose values are started by a member of theirs, each with these members
    /// and what they call: `start` of a `Thread`, which calls `run`.
    pub starting: BTreeMap<String, BTreeMap<String, String>>,
    /// What the text of a value ends with that is of a type of a library, each with the type:
    /// `KClass` of `Store::class`.
    pub endings_of_values: BTreeMap<String, String>,
    /// True if the first parameter of a function that is applied to values of another type is what
    /// it is applied to.
    pub receiver_is_parameter: bool,
    /// True if a function may be given for an interface of one method.
    pub functional_interfaces: bool,
    /// The word in the header of such an interface, if it needs one: `fun`.
    pub functional_word: Option<String>,
    /// What stands in each function without a name and in each reference to a function: `->`.
    pub function_marks: Vec<String>,
    /// True if a type that no file defines is from outside, though no import says so.
    pub outside_types: bool,
    /// True if a slash behind a value divides, though the grammar may read it as that of a text.
    pub slashes_divide: bool,
    /// True if a class extends one class at most, so that no value is of two that are unrelated.
    pub single_parent: bool,
    /// Members of a map that are the collection of its values: `values`.
    pub viewing: Vec<String>,
    /// The names of the parameters that a block has without naming them: `it`.
    pub unnamed_parameters: Vec<String>,
    /// Supertypes whose arguments are the type parameters of a type that has no list of its own:
    /// `Generic`. Without one, these are the type variables among the arguments of the others.
    pub generic_supertypes: Vec<String>,
    /// Packages of libraries of whose functions some give back an argument, or what stands for it:
    /// `copy`.
    pub giving_back: Vec<String>,
    /// Functions of libraries whose result holds what the block that they are given gives: `map`.
    pub mapping: Vec<String>,
    /// Those whose result is what the block gives: `then`, `flatMap`.
    pub giving: Vec<String>,
    /// Generic types of libraries that hold values of their last argument: a type that extends one
    /// is gone over as it is.
    pub collections: Vec<String>,
    /// Methods of a collection that return an iterator over its elements: `iter`.
    pub iterating: Vec<String>,
    /// Methods of a type by which a value of it is gone over: the first gives an element, the
    /// others what goes over them: `next`, `into_iter`.
    pub stepping: Vec<String>,
    /// Operators by which a value leads to another one, whose members it has: `operator->`.
    pub leading_operators: Vec<String>,
    /// What is done with a value and gives another one, each with the interfaces of libraries and
    /// the type that each asks for, of which that is: `IntoFuture.Output` of `await`.
    pub leading_types: BTreeMap<String, Vec<String>>,
    /// The methods of libraries' types, which what embeds these requires or has: `Close` of
    /// `io.Closer`.
    pub outside_methods: BTreeMap<String, Vec<String>>,
    /// An expression for lines which say that a type, its group, implements `{}`.
    pub asserting: String,
    /// Methods of a collection that return one of its elements: `get`, `pop`.
    pub taking: Vec<String>,
    /// Methods of a collection that set an argument to one of its elements: `TryGetValue`.
    pub filling: Vec<String>,
    /// Functions from outside whose result, as the value of a class's attribute, is what its
    /// instances give: `compile` of `re`. Any other may make something else of it.
    pub plain_results: Vec<String>,
    /// True if code of any language may name what it defines, by names that it gets from elsewhere,
    /// as models of a database are called after its tables.
    pub named_by_code: bool,
    /// Methods of values from outside whose results are never of the project's types: `keySet`.
    pub outside_results: Vec<String>,
    /// Operator that `value[…]` calls on a value of a type that has it; any other value is a
    /// pointer to such values.
    pub element_operator: Option<String>,
    /// True if a called name is that of a function, also beside a variable of that name:
    /// `stream = stream(x)`.
    pub functions_are_apart: bool,
    /// True if a call passes by a local name that holds no function: one of a built-in type, or set
    /// to a literal.
    pub calls_pass_data: bool,
    /// True if the members of what a type mixes in come before those of its superclass, and those
    /// of what it mixes in later before those of what it does earlier.
    pub later_supertypes_first: bool,
    /// True if of what a type mixes in at once the first comes first: `include A, B`.
    pub first_of_list_first: bool,
    /// True if what stands for the supertypes passes by what the type itself mixes in.
    pub super_skips_mixins: bool,
    /// True if what stands for the supertypes also means the siblings of a type, which a subtype
    /// names behind it: `class Page(Draft, Lockable)`.
    pub super_means_siblings: bool,
    /// True if a call of a field's name reads it: the accessor of a record.
    pub fields_have_accessors: bool,
    /// True if what stands behind the word `new` is a type.
    pub new_makes_types: bool,
    /// True if the keys of an object literal are members of the type that it is written for.
    pub keys_are_members: bool,
    /// True if the name of a function calls it, also without parentheses.
    pub names_call: bool,
    /// True if the name of a function calls it where the function takes no list of arguments, and
    /// is a value where it takes one.
    pub nullary_calls: bool,
    /// True if to read a property that has a body calls it, as `body` of `var body: Int { 1 }`.
    pub properties_run: bool,
    /// True if a method is always called: a member after a dot without arguments is a field.
    pub methods_are_called: bool,
    /// True if `=>` stands between the key and the value of a literal, and not behind a pattern.
    pub arrows_pair: bool,
    /// True if a type may have a field and a method of one name: what is called after a dot is the
    /// method, what is not called the field.
    pub fields_are_apart: bool,
    /// Members that functions have: a member of a value of unknown type that has others, or is
    /// assigned, is data. Empty where this is no evidence.
    pub function_members: Vec<String>,
    /// True if a call of a field calls the function that the field is set to.
    pub fields_hold_functions: bool,
    /// True if a field that is declared without a value may be a parameter of a constructor that
    /// nobody writes: `@dataclass`.
    pub fields_are_parameters: bool,
    /// Members of a function that give one which calls it: `bind`.
    pub binding_members: Vec<String>,
    /// Regular expression for headers of types whose members belong to another type, which the
    /// first group names: `extension Shout on String`.
    pub extension: LazyRegex,
    /// Namespaces of libraries, to which a project adds nothing.
    pub external_namespaces: Vec<String>,
    /// Extensions of files that are themselves what an import of their unnamed export gives, unless
    /// they write one: components.
    pub exporting_files: Vec<String>,
    /// Method that a call of a value calls: `__call__`.
    pub call_operator: Option<String>,
    /// True if imports are recorded as paths only, so that a bare name which nothing explains may
    /// come from any of them.
    pub open_files: bool,
    /// True if a directory may lack the first names of the package that its files declare.
    pub loose_packages: bool,
    /// True if what a file defines outside of types is in a class that is called after the file.
    pub file_classes: bool,
    /// True if the bodies of functions are not in braces, so that a definition with a closing brace
    /// at its end is no more than one without.
    pub bodies_without_braces: bool,
    /// True if nothing outside of a function's body depends on what is inside it: results are
    /// declared, and no member or other definition for others stands there.
    pub closed_bodies: bool,
    /// Types of the language, which have no members in the project.
    pub builtin_types: Vec<String>,
    /// Built-in types that say nothing about a value: `any`.
    pub any_types: Vec<String>,
    /// Built-in types of what a value, their argument, makes or returns:
    /// `InstanceType<typeof Pool>`.
    pub result_types: Vec<String>,
    /// Groups of built-in names of one type; a name alone is one of a type that may also be written
    /// without a name.
    pub equal_types: Vec<Vec<String>>,
    /// Texts that may follow a called name, white space and comments aside; any text if empty.
    pub call_marks: Vec<String>,
    /// Regular expression for the names, or paths of them, that stand for their values in a string
    /// that the grammar reads as text. Its groups are these. Without a grammar, what the strings
    /// that it matches hold may be code.
    pub interpolation: LazyRegex,
    /// Regular expression for lines that may define the name `{}`.
    pub definition: Option<String>,
}

/// Imports that hold in all files of a project, which is what is below the directory of a manifest.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GlobalImports {
    /// A word of such an import in code; empty in languages without them.
    pub word: String,
    /// Matches the import in code, and in a manifest: the group is what is imported.
    pub code: LazyRegex,
    pub item: LazyRegex,
    /// Endings of the names of manifests.
    pub manifests: Vec<String>,
    /// Names of files that hold for all projects below their directories.
    pub shared: Vec<String>,
}

impl GraphRules {
    /// Returns whether the names of properties call accessors (true) or these are called as the
    /// methods that they are (false); `None` where there are none that have two names.
    pub fn calls_by_property(&self) -> Option<bool> {
        (!self.accessors.is_empty()).then_some(self.properties_call)
    }

    /// Returns whether the files of a directory share their top-level names.
    pub fn is_directory_wide(&self) -> bool {
        self.shared == SharedScope::Directory
    }

    /// Returns the argument of a collection's type that is the type of its elements; for a map,
    /// that of its values.
    pub fn element_of<'a, T>(&self, collection: &str, arguments: &'a [T]) -> Option<&'a T> {
        let index = self.element_arguments.get(collection);
        index.and_then(|index| arguments.get(*index)).or(arguments.last())
    }

    /// Returns whether functions are passed only where an interface of one method is wanted, which
    /// no word marks.
    pub fn has_functional_interfaces(&self) -> bool {
        self.functional_interfaces && self.functional_word.is_none()
    }

    /// Returns whether all files of the program share their top-level names.
    pub fn is_program_wide(&self) -> bool {
        self.shared == SharedScope::Program
    }

    /// Returns whether a name is one of the language's types or its library's by these rules.
    pub fn knows_type(&self, name: &str) -> bool {
        let lists = [
            &self.builtin_types,
            &self.class_wrappers,
            &self.collections,
            &self.tuples,
            &self.unions,
            &self.wrappers,
        ];
        let known = self.known_types.get_or_init(|| {
            let listed = lists.into_iter().flatten();
            listed
                .chain(self.element_arguments.keys())
                .map(|name| Box::from(name.as_str()))
                .collect()
        });
        known.contains(name)
    }

    /// Returns whether namespaces tell types of one name apart.
    pub fn has_namespaces(&self) -> bool {
        self.imports == Imports::Namespaces || self.qualifying_namespaces
    }
}
