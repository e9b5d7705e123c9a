//! Syntax highlighting with each language's highlights query.

use crate::domain::{Highlight, HighlightRole};
use crate::lang::{Capture, Language, QueryKind};
use crate::workspace::parse::parse;
use std::ops::Range;
use tree_sitter::Node;

/// Returns the highlighted ranges within `range` of a text, in bytes from the start of `range`.
/// Empty if the language has no highlights query.
pub fn highlights(text: &str, language: &'static Language, range: Range<usize>) -> Vec<Highlight> {
    let Some(query) = language.query(QueryKind::Highlights) else { return Vec::new() };
    let Some(tree) = parse(text, language) else { return Vec::new() };
    let touches = |node: Node<'_>| node.start_byte() < range.end && range.start < node.end_byte();
    let mut words: Vec<(Range<usize>, HighlightRole)> = Vec::new();
    let mut found = Vec::new();
    let enter = |node: Node<'_>| {
        if is_keyword(node) && touches(node) {
            words.push((node.byte_range(), HighlightRole::Keyword));
        }
        touches(node)
    };
    query.walk(tree.root_node(), text, enter, |matched| {
        found.extend(matched.captures().filter_map(|(capture, node)| match capture {
            Capture::Highlight(role) if touches(node) => Some((node.byte_range(), role)),
            _ => None,
        }));
    });
    found.append(&mut words);
    // Of two captures of one range, the pattern that comes first in the query wins. Captures nested
    // in another one are dropped, so that the parts of a string do not split it.
    found.sort_by_key(|(bytes, _)| (bytes.start, std::cmp::Reverse(bytes.end)));
    let mut highlights: Vec<Highlight> = Vec::new();
    for (bytes, role) in found {
        let bytes = bytes.start.max(range.start)..bytes.end.min(range.end);
        let is_free =
            highlights.last().is_none_or(|last| last.bytes.end + range.start <= bytes.start);
        if bytes.start < bytes.end && is_free {
            highlights.push(Highlight {
                bytes: bytes.start - range.start..bytes.end - range.start,
                role,
            });
        }
    }
    highlights
}

/// Returns whether a node is a keyword token of the grammar: `fn`, `#include`.
fn is_keyword(node: Node<'_>) -> bool {
    let is_word = |kind: &str| {
        !kind.is_empty() && kind.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_')
    };
    !node.is_named() && is_word(node.kind().trim_start_matches('#'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::registry;

    /// Checks the highlighted ranges of a line, each as its text and its role.
    fn check(language: &str, text: &str, expected: &[(&str, HighlightRole)]) {
        let language = registry().by_name(language).expect(language);
        let found = highlights(text, language, 0..text.len());
        let found: Vec<_> = found
            .iter()
            .map(|highlight| (&text[highlight.bytes.clone()], highlight.role))
            .collect();
        assert_eq!(found, expected, "{} {text}", language.id);
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "one case for each grammar")]
    fn every_grammar_colours_its_code() {
        use HighlightRole::{Comment, Constant, Function, Keyword, Number, String, Type};
        check(
            "rust",
            "pub fn run(a: &Thing) -> u8 { go(1, \"x\", true) } // why",
            &[
                ("pub", Keyword),
                ("fn", Keyword),
                ("run", Function),
                ("Thing", Type),
                ("u8", Type),
                ("go", Function),
                ("1", Number),
                ("\"x\"", String),
                ("true", Constant),
                ("// why", Comment),
            ],
        );
        check(
            "python",
            "class A(B):\n    def f(self): return g(f\"{x}\", None)  # why\n",
            &[
                ("class", Keyword),
                ("A", Type),
                ("def", Keyword),
                ("f", Function),
                ("return", Keyword),
                ("g", Function),
                ("f\"{x}\"", String),
                ("None", Constant),
                ("# why", Comment),
            ],
        );
        for language in ["typescript", "tsx", "javascript"] {
            check(
                language,
                "function f() { return this.g(1, 'x', null) } /* why */",
                &[
                    ("function", Keyword),
                    ("f", Function),
                    ("return", Keyword),
                    ("this", Keyword),
                    ("g", Function),
                    ("1", Number),
                    ("'x'", String),
                    ("null", Constant),
                    ("/* why */", Comment),
                ],
            );
        }
        check(
            "go",
            "func (t *T) Run() { go t.stop(nil, `x`) }",
            &[
                ("func", Keyword),
                ("T", Type),
                ("Run", Function),
                ("go", Keyword),
                ("stop", Function),
                ("nil", Constant),
                ("`x`", String),
            ],
        );
        for language in ["c", "cpp"] {
            check(
                language,
                "#include <a.h>\nstruct s *f(int a) { return g('x', 2); }\n",
                &[
                    ("#include", Keyword),
                    ("<a.h>", String),
                    ("struct", Keyword),
                    ("s", Type),
                    ("f", Function),
                    ("int", Type),
                    ("return", Keyword),
                    ("g", Function),
                    ("'x'", String),
                    ("2", Number),
                ],
            );
        }
        check(
            "java",
            "class A { int f() { return this.g(null); } }",
            &[
                ("class", Keyword),
                ("A", Type),
                ("int", Type),
                ("f", Function),
                ("return", Keyword),
                ("this", Keyword),
                ("g", Function),
                ("null", Constant),
            ],
        );
        check("markdown", "# Head\n\ntext\n", &[("# Head\n", Keyword)]);
    }

    #[test]
    fn only_the_range_is_coloured_and_places_count_from_its_start() {
        let text = "fn a() {}\nfn b() {}\n";
        let rust = registry().by_name("rust").expect("it is known");
        let found = highlights(text, rust, 10..text.len());
        assert_eq!(
            found.iter().map(|highlight| highlight.bytes.clone()).collect::<Vec<_>>(),
            [0..2, 3..4]
        );
    }

    #[test]
    fn a_language_without_colours_stays_plain() {
        let awk = registry().by_name("awk").expect("it is known");
        assert_eq!(highlights("BEGIN {\n}\n", awk, 0..9), []);
    }
}
