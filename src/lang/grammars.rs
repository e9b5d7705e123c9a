//! The only file that names grammar crates: one line per language, with the feature of this crate
//! that links it. A language without a line here has no syntax tree, only files, lines and text
//! search.

use super::scanner::{Source, bounded};
use tree_sitter::Language as Grammar;
pub(super) use tree_sitter_language::LanguageFn;

/// Generates the function that looks a grammar up from lines `feature id => grammar`.
macro_rules! grammars {
    ($($feature:literal $id:literal => $grammar:expr,)*) => {
        /// Returns the grammar of the language whose folder under `languages/` is `id`.
        pub(super) fn grammar(id: &str) -> Option<Grammar> {
            match id {
                $(#[cfg(feature = $feature)]
                $id => {
                    struct Grammars;
                    impl Source for Grammars {
                        const GRAMMAR: LanguageFn = $grammar;
                    }
                    Some(bounded::<Grammars>())
                })*
                _ => None,
            }
        }
    };
}

grammars! {
    "lang-typescript" "astro" => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
    "lang-python" "bazel" => tree_sitter_python::LANGUAGE,
    "lang-php" "blade" => tree_sitter_php::LANGUAGE_PHP,
    "lang-c" "c" => tree_sitter_c::LANGUAGE,
    "lang-clojure" "clojure" => tree_sitter_clojure_orchard::LANGUAGE,
    "lang-cmake" "cmake" => tree_sitter_cmake::LANGUAGE,
    "lang-cpp" "cpp" => tree_sitter_cpp::LANGUAGE,
    "lang-csharp" "csharp" => tree_sitter_c_sharp::LANGUAGE,
    "lang-css" "css" => tree_sitter_css::LANGUAGE,
    "lang-dart" "dart" => tree_sitter_dart::LANGUAGE,
    "lang-dockerfile" "dockerfile" => tree_sitter_containerfile::LANGUAGE,
    "lang-elixir" "eex" => tree_sitter_elixir::LANGUAGE,
    "lang-elixir" "elixir" => tree_sitter_elixir::LANGUAGE,
    "lang-ruby" "erb" => tree_sitter_ruby::LANGUAGE,
    "lang-erlang" "erlang" => tree_sitter_erlang::LANGUAGE,
    "lang-gleam" "gleam" => tree_sitter_gleam::LANGUAGE,
    "lang-go" "go" => tree_sitter_go::LANGUAGE,
    "lang-graphql" "graphql" => tree_sitter_graphql::LANGUAGE,
    "lang-groovy" "groovy" => dekobon_tree_sitter_groovy::LANGUAGE,
    "lang-haskell" "haskell" => tree_sitter_haskell::LANGUAGE,
    "lang-hcl" "hcl" => tree_sitter_hcl::LANGUAGE,
    "lang-elixir" "heex" => tree_sitter_elixir::LANGUAGE,
    "lang-html" "html" => tree_sitter_html::LANGUAGE,
    "lang-java" "java" => tree_sitter_java::LANGUAGE,
    "lang-javascript" "javascript" => tree_sitter_javascript::LANGUAGE,
    "lang-json" "json" => tree_sitter_json::LANGUAGE,
    "lang-kotlin" "kotlin" => tree_sitter_kotlin_ng::LANGUAGE,
    "lang-lua" "lua" => tree_sitter_lua::LANGUAGE,
    "lang-make" "make" => tree_sitter_make::LANGUAGE,
    "lang-markdown" "markdown" => tree_sitter_md::LANGUAGE,
    "lang-nix" "nix" => tree_sitter_nix::LANGUAGE,
    "lang-objc" "objc" => tree_sitter_objc::LANGUAGE,
    "lang-perl" "perl" => ts_parser_perl::LANGUAGE,
    "lang-php" "php" => tree_sitter_php::LANGUAGE_PHP,
    "lang-powershell" "powershell" => tree_sitter_powershell::LANGUAGE,
    "lang-proto" "proto" => tree_sitter_proto::LANGUAGE,
    "lang-python" "python" => tree_sitter_python::LANGUAGE,
    "lang-r" "r" => tree_sitter_r::LANGUAGE,
    "lang-ruby" "ruby" => tree_sitter_ruby::LANGUAGE,
    "lang-rust" "rust" => tree_sitter_rust::LANGUAGE,
    "lang-scala" "scala" => tree_sitter_scala::LANGUAGE,
    "lang-css" "scss" => tree_sitter_css::LANGUAGE,
    "lang-shell" "shell" => tree_sitter_bash::LANGUAGE,
    "lang-solidity" "solidity" => tree_sitter_solidity::LANGUAGE,
    "lang-typescript" "svelte" => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
    "lang-swift" "swift" => tree_sitter_swift::LANGUAGE,
    "lang-toml" "toml" => tree_sitter_toml_ng::LANGUAGE,
    "lang-typescript" "tsx" => tree_sitter_typescript::LANGUAGE_TSX,
    "lang-typescript" "typescript" => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
    "lang-typescript" "vue" => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
    "lang-yaml" "yaml" => tree_sitter_yaml::LANGUAGE,
    "lang-zig" "zig" => tree_sitter_zig::LANGUAGE,
}
