//! Kinds of languages, by what names, imports and files mean in them.

use serde::Deserialize;

/// Languages that share semantics of names, modules and types that no table can express. The engine
/// has one file for each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// No family: imports are not followed.
    #[default]
    None,
    Python,
    Rust,
    /// JavaScript and TypeScript.
    Ecmascript,
    Dart,
    Elixir,
    Erlang,
    Gleam,
    Go,
    Haskell,
    /// Java and its kin.
    Java,
    Lua,
    #[serde(rename = "objective-c")]
    ObjectiveC,
    Perl,
    Php,
    Ruby,
    CSharp,
    /// C and C++.
    C,
    Clojure,
    Solidity,
    Zig,
}

/// Languages that see the definitions of their family, but differ from it in rules that no table
/// can express.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// The rules are those of the family.
    #[default]
    None,
    Scala,
}

/// What shows that a file depends on another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Imports {
    /// Words alone: a use of a name together with the words of its module.
    #[default]
    Words,
    /// Imports of paths, of modules or of files.
    Paths,
    /// Imports of namespaces or packages, which files declare.
    Namespaces,
    /// Required files, and constants that are loaded from the file of their name.
    Constants,
    /// Imports of modules, which manifests declare; in a module, types in the file of their name.
    Modules,
}

/// Scope in which a definition outside any type is visible.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SharedScope {
    /// The file only; others import it.
    #[default]
    File,
    /// The files of its directory.
    Directory,
    /// The whole program.
    Program,
}
