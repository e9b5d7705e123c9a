//! What `languages/<id>/language.toml` may say. Unknown keys are errors, so that a typing mistake is found by the test that
//! loads every language.

use crate::domain::Visibility;
use serde::Deserialize;
use std::collections::BTreeMap;

/// One language, as its folder describes it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub struct LanguageConfig {
    /// The name for people: "C++".
    pub name: String,
    /// Other words that users may say for it (the folder's name always counts).
    #[serde(default)]
    pub aliases: Vec<String>,
    /// File name endings without the dot, lower case.
    #[serde(default)]
    pub extensions: Vec<String>,
    /// Whole file names.
    #[serde(default)]
    pub filenames: Vec<String>,
    /// Interpreters in a `#!` line, without version numbers.
    #[serde(default)]
    pub interpreters: Vec<String>,
    /// Groups of languages whose code uses each other's definitions. Empty: it is used by itself alone.
    #[serde(default)]
    pub families: Vec<String>,
    /// Another language whose queries and settings stand in for those this folder lacks.
    pub inherits: Option<String>,
    /// Endings that another language shares: the first pattern found in the text decides for that language.
    #[serde(default)]
    pub disambiguate: Vec<Disambiguation>,
    /// Text that the grammar cannot read although the language allows it.
    #[serde(default)]
    pub patch: Vec<Patch>,
    /// Why it is read as text, where people would expect more.
    pub without_grammar: Option<String>,
    /// Prose and data rank below code.
    #[serde(default)]
    pub role: LanguageRole,
    #[serde(default)]
    pub comments: CommentMarks,
    /// How the parts of a qualified name are joined: `::`, `.`.
    #[serde(default = "dot")]
    pub separator: String,
    /// The names by which a method speaks of its own object or type.
    #[serde(default)]
    pub self_names: Vec<String>,
    /// Words that can never be the name of a definition.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// Names of members that are constructors; `<class>` stands for the type's own name.
    #[serde(default)]
    pub constructors: Vec<String>,
    #[serde(default)]
    pub visibility: VisibilityRules,
    #[serde(default)]
    pub outline: OutlineRules,
    #[serde(default)]
    pub tests: TestRules,
    #[serde(default)]
    pub project: ProjectRules,
    /// Structural patterns: how `$` is spelt, and which contexts a bare fragment is tried in.
    #[serde(default)]
    pub pattern: PatternRules,
    /// How names are bound to definitions, for the graph.
    #[serde(default)]
    pub graph: GraphRules,
}

fn dot() -> String {
    ".".into()
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disambiguation {
    /// The ending that is shared.
    pub extension: String,
    /// A regular expression, matched by line.
    pub pattern: String,
    pub language: String,
}

/// What a regular expression's first group matches is parsed as if `put` stood there, once for each byte. Positions and the
/// text of nodes are not changed by it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patch {
    pub find: String,
    /// An ASCII character; a space unless said.
    #[serde(default = "space")]
    pub put: char,
    /// Tried only where parsing meets an error, and kept if the error is gone or further on.
    #[serde(default)]
    pub on_error: bool,
    /// The identifiers in it are uses, such as those of macros.
    #[serde(default)]
    pub names: bool,
}

fn space() -> char {
    ' '
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LanguageRole {
    #[default]
    Code,
    Prose,
    Data,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommentMarks {
    #[serde(default)]
    pub line: Vec<String>,
    #[serde(default)]
    pub block: Vec<[String; 2]>,
    /// Beginnings of comments that document what follows. Empty: every comment does.
    #[serde(default)]
    pub doc: Vec<String>,
    /// Comment lines in a row from which on the grammar reads them as one comment: for grammars that look past all comments of a
    /// row at each of them, which takes time quadratic in their number.
    pub joined_from: Option<usize>,
}

/// How visibility is read. The first rule that applies decides.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VisibilityRules {
    /// Words before the name; a word that ends in `(` is a prefix.
    #[serde(default)]
    pub words: BTreeMap<String, VisibilityWord>,
    /// Words before the name that count outside types only: C's `static`.
    #[serde(default)]
    pub top_words: BTreeMap<String, VisibilityWord>,
    /// Names that start with an underscore are private, unless they end in two.
    #[serde(default)]
    pub underscore_is_private: bool,
    /// Names that start with `#` are private.
    #[serde(default)]
    pub hash_is_private: bool,
    /// Names that start with an upper-case letter are public, others internal.
    #[serde(default)]
    pub capital_is_public: bool,
    /// Kinds of parents whose members are as visible as they are.
    #[serde(default)]
    pub members_inherit: Vec<String>,
    /// Kinds of parents mapped to what their members are by default, such as `class = "private"`.
    #[serde(default)]
    pub members: BTreeMap<String, VisibilityWord>,
    /// What a definition outside any type is by default.
    pub top: Option<VisibilityWord>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VisibilityWord {
    Public,
    Internal,
    Protected,
    Private,
}

impl From<VisibilityWord> for Visibility {
    fn from(word: VisibilityWord) -> Self {
        match word {
            VisibilityWord::Public => Visibility::Public,
            VisibilityWord::Internal => Visibility::Internal,
            VisibilityWord::Protected => Visibility::Protected,
            VisibilityWord::Private => Visibility::Private,
        }
    }
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutlineRules {
    /// A regular expression for the decorators that belong into a signature.
    pub signature_decorators: Option<String>,
    /// A regular expression for the decorators that make a function a property.
    pub property_decorators: Option<String>,
    /// Kinds of nodes in which nothing is defined that an outline shows. They are not looked into unless they hold a syntax
    /// error, which may have swallowed anything.
    #[serde(default)]
    pub opaque: Vec<String>,
    /// Up to three ASCII characters one of which is in the text of every node that holds a definition, a decorator or a comment. Nodes
    /// without them are not looked into. Empty: all are.
    #[serde(default)]
    pub inside_needs: String,
    /// A regular expression for lines, matched at their beginning, at which a definition starts whatever stands before. Where a
    /// syntax error has swallowed such lines, parsing starts anew there.
    pub restart: Option<String>,
    /// The body of a definition ends with the brace that closes it in the text, also where the grammar reads an error.
    #[serde(default)]
    pub braces: bool,
    /// Words one of which starts a token tree that is parsed as items, in macro bodies (`@macro.body`).
    #[serde(default)]
    pub item_words: Vec<String>,
    /// Definitions within each other that an outline tells; what is deeper is left out.
    pub depth: Option<usize>,
    /// Definitions that an outline tells at most. Above it the deepest are left out level by level, and of the last level those at
    /// the end.
    pub most: Option<usize>,
    /// Titles are underlined, and a title's level is told by when a line of its kind is first seen.
    #[serde(default)]
    pub underlined: bool,
    /// Kinds of nodes at which control branches, from which complexity is counted. Words such as `&&` count as operators of
    /// expressions.
    #[serde(default)]
    pub branches: Vec<String>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestRules {
    /// Globs of test files, matched against the path relative to the root.
    #[serde(default)]
    pub files: Vec<String>,
    /// A regular expression for the names of test functions; it counts in test files only.
    pub names: Option<String>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectRules {
    /// Files that mark the root of a project.
    #[serde(default)]
    pub markers: Vec<String>,
    /// Files whose definitions and re-exports are the project's public face: `lib.rs`, `__init__.py`, `index.ts`.
    #[serde(default)]
    pub entry_points: Vec<String>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternRules {
    /// The character that stands for `$` while a pattern is parsed, where `$` is no identifier character.
    pub expando: Option<char>,
    /// What stands before code for it to be code at all: `<?php `.
    #[serde(default)]
    pub lead: String,
    /// Contexts in which a bare fragment is tried: the source with `{}` for it, and the kind of node that is then wanted.
    #[serde(default)]
    pub contexts: Vec<PatternContext>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternContext {
    pub source: String,
    pub kind: String,
}

/// How names find their definitions.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GraphRules {
    /// The languages with which it shares the rules that are code: how an import finds its file and the like.
    pub family: Family,
    /// Who sees a top-level definition without importing it.
    pub shared: SharedScope,
    /// Members are named without a receiver inside their type.
    pub implicit_receiver: bool,
    /// A local name holds from its declaration on, and not in the whole scope.
    pub ordered: bool,
    /// A variable's last part names a type when it is called: `Foo()` makes a `Foo`.
    pub types_are_called: bool,
    /// Words in the place of a type that leave it to the value: `auto`.
    pub inferred_types: Vec<String>,
    /// A function may have several results, written in parentheses.
    pub has_several_results: bool,
    /// Receivers that stand for the supertypes: `super`, `super()`.
    pub super_names: Vec<String>,
    /// Words in a definition's header that keep it to its own file.
    pub file_local: Vec<String>,
    /// Members that the types of the standard library have too: on a receiver of unknown type they prove nothing.
    pub common_members: Vec<String>,
    /// Types around a type whose members are those of the inner one: `Box`, `Promise`.
    pub wrappers: Vec<String>,
    /// Methods that return what they are called on, for the purpose of its type: `unwrap`, `clone`.
    pub transparent: Vec<String>,
    /// Methods of a collection that return what goes over its elements: `iter`.
    pub iterating: Vec<String>,
    /// Methods of a collection that return one of its elements: `get`, `pop`.
    pub taking: Vec<String>,
    /// The operator that `value[…]` calls on a value of a type that has it; on any other the value is a pointer to such values.
    pub element_operator: Option<String>,
    /// A method is always called: what follows a dot without arguments is a field.
    pub methods_are_called: bool,
    /// Namespaces of libraries, which a project adds nothing to.
    pub foreign_namespaces: Vec<String>,
    /// Types are combined with `&`, and `Type["member"]` is the type of a member.
    pub has_type_operators: bool,
    /// Types that belong to the language and have no members of the project's.
    pub builtin_types: Vec<String>,
    /// What may follow a name that is called, white space and comments aside. None where a call may be followed by anything.
    pub call_marks: Vec<String>,
    /// A regular expression for lines that may define `{}`.
    pub definition: Option<String>,
}

/// Languages that share the semantics of names, modules and types which no table can say. The engine has one file for each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Imports are not followed.
    #[default]
    None,
    Python,
    Rust,
    /// JavaScript and TypeScript.
    Ecmascript,
    Go,
    /// Java and its kin.
    Java,
    /// C and C++.
    C,
}

impl GraphRules {
    /// Whether the files of a directory share their top-level names.
    pub fn is_directory_wide(&self) -> bool {
        self.shared == SharedScope::Directory
    }

    /// Whether all files of the program share their top-level names.
    pub fn is_program_wide(&self) -> bool {
        self.shared == SharedScope::Program
    }
}

/// Who sees a definition that stands outside any type.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SharedScope {
    /// The file alone; others import it.
    #[default]
    File,
    /// The files of its directory.
    Directory,
    /// The whole program.
    Program,
}
