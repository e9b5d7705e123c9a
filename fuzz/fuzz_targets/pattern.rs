//! AST patterns: any text as a pattern, and expressions with holes against an independent engine.

#![no_main]

use language::language_and_text;
use libfuzzer_sys::fuzz_target;
use pattern_oracle::Oracle;
use spelunk::engine::pattern::matches_in;

mod language;
#[path = "../../tests/it/support/pattern_oracle.rs"]
mod pattern_oracle;

/// Patterns without lenient parts, which both engines read in one way.
const PATTERNS: [(&str, &[&str]); 6] = [
    ("rust", &["a($X)", "a($$$X)", "a($X, $$$Y)", "$A.c()", "$A + $B", "a(b, $$$R)"]),
    ("python", &["a($X)", "a($$$X)", "$A == $A", "print($$$)"]),
    ("javascript", &["a($X)", "a($$$X)", "$A === $A", "new $C($$$A)"]),
    ("typescript", &["a($X)", "new $C($$$A)", "$A === $B"]),
    ("java", &["a($X)", "$A == $A", "new C($$$A)"]),
    ("go", &["$A == $B", "a($$$X)"]),
];

fuzz_target!(|data: &[u8]| {
    let (language, text) = language_and_text(data);
    let (pattern, code) = text.split_once('\n').unwrap_or((&text, ""));
    if let Some(found) = matches_in(pattern, code, language) {
        for bytes in found {
            assert!(code.get(bytes.clone()).is_some(), "{bytes:?} is no part of the text");
        }
    }
    let Some((id, patterns)) = PATTERNS.iter().find(|(id, _)| *id == language.id) else { return };
    let oracle = Oracle::new(id);
    let is_whole = !spelunk::workspace::parse::parse(&text, language).is_none_or(|tree| tree.root_node().has_error());
    let squeezed: String = text.split_whitespace().collect();
    if !is_whole || text.contains(['!', '$']) || squeezed.contains(",)") || squeezed.contains("/*") || squeezed.contains("//") {
        // The engines see differently what is in a macro's body and what the grammars cannot read,
        // and a last comma or a comment is nothing to ours.
        return;
    }
    for pattern in *patterns {
        let expected = oracle.count(pattern, &text);
        let found = matches_in(pattern, &text, language).map_or(0, |found| found.len());
        assert_eq!(found, expected, "{id}: {pattern} in {text:?}");
    }
});
