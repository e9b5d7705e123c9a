//! AST patterns: any text as a pattern, and expressions with holes against an independent engine.

#![no_main]

use ast_grep_core::matcher::{Pattern, PatternBuilder, PatternError};
use ast_grep_core::tree_sitter::{LanguageExt, StrDoc, TSLanguage};
use ast_grep_core::Language;
use libfuzzer_sys::fuzz_target;
use spelunk::engine::pattern::matches_in;
use spelunk::lang::registry;
use std::borrow::Cow;

#[derive(Clone)]
struct Oracle {
    grammar: TSLanguage,
    mark: char,
}

impl Language for Oracle {
    fn pre_process_pattern<'q>(&self, query: &'q str) -> Cow<'q, str> {
        if self.mark == '$' { query.into() } else { query.replace('$', &self.mark.to_string()).into() }
    }

    fn expando_char(&self) -> char {
        self.mark
    }

    fn kind_to_id(&self, kind: &str) -> u16 {
        self.grammar.id_for_node_kind(kind, true)
    }

    fn field_to_id(&self, field: &str) -> Option<u16> {
        self.grammar.field_id_for_name(field).map(|field| field.get())
    }

    fn build_pattern(&self, builder: &PatternBuilder<'_>) -> Result<Pattern, PatternError> {
        builder.build(|source| StrDoc::try_new(source, self.clone()))
    }
}

impl LanguageExt for Oracle {
    fn get_ts_language(&self) -> TSLanguage {
        self.grammar.clone()
    }
}

/// Patterns without lenient parts, which both engines read in one way.
const PATTERNS: [(&str, &[&str]); 4] = [
    ("rust", &["a($X)", "a($$$X)", "a($X, $$$Y)", "$A.c()", "$A + $B", "a(b, $$$R)"]),
    ("python", &["a($X)", "a($$$X)", "$A == $A", "print($$$)"]),
    ("javascript", &["a($X)", "a($$$X)", "$A === $A", "new $C($$$A)"]),
    ("go", &["$A == $B", "a($$$X)"]),
];

fuzz_target!(|data: &[u8]| {
    let [first, second, rest @ ..] = data else { return };
    let text = String::from_utf8_lossy(rest);
    let languages: Vec<_> = registry().all().iter().filter(|language| language.grammar().is_some()).collect();
    let language = languages[usize::from(*first) % languages.len()];
    let (pattern, code) = text.split_once('\n').unwrap_or((&text, ""));
    if let Some(found) = matches_in(pattern, code, language) {
        for bytes in found {
            assert!(code.get(bytes.clone()).is_some(), "{bytes:?} is no part of the text");
        }
    }
    let (id, patterns) = PATTERNS[usize::from(*second) % PATTERNS.len()];
    let language = registry().by_name(id).expect("a language");
    let oracle = Oracle {
        grammar: language.grammar().expect("a grammar").clone(),
        mark: language.config.pattern.expando.unwrap_or('$'),
    };
    let root = oracle.ast_grep(&*text);
    let is_whole = !spelunk::workspace::parse::parse(&text, language).is_none_or(|tree| tree.root_node().has_error());
    let squeezed: String = text.split_whitespace().collect();
    if !is_whole || text.contains(['!', '$']) || squeezed.contains(",)") || squeezed.contains("/*") || squeezed.contains("//") {
        // The engines see differently what is in a macro's body and what the grammars cannot read, and a last comma or a comment
        // is nothing to ours.
        return;
    }
    for pattern in patterns {
        let expected = root.root().find_all(Pattern::try_new(pattern, oracle.clone()).expect("a pattern")).count();
        let found = matches_in(pattern, &text, language).map_or(0, |found| found.len());
        assert_eq!(found, expected, "{id}: {pattern} in {text:?}");
    }
});
