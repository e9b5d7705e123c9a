//! The only file that names grammar crates: one line a language. A language without a line here has no syntax, only
//! files, lines and text search.

use tree_sitter::Language as Grammar;

/// The grammar of the language whose folder under `languages/` is called `id`.
pub(super) fn grammar(id: &str) -> Option<Grammar> {
    let grammar = match id {
        "c" => tree_sitter_c::LANGUAGE,
        "cpp" => tree_sitter_cpp::LANGUAGE,
        "go" => tree_sitter_go::LANGUAGE,
        "java" => tree_sitter_java::LANGUAGE,
        "javascript" => tree_sitter_javascript::LANGUAGE,
        "markdown" => tree_sitter_md::LANGUAGE,
        "python" => tree_sitter_python::LANGUAGE,
        "rust" => tree_sitter_rust::LANGUAGE,
        "tsx" => tree_sitter_typescript::LANGUAGE_TSX,
        "typescript" => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        _ => return None,
    };
    Some(grammar.into())
}
