//! Tokens of languages with a preprocessor, as far as directives and braces need them: directives,
//! braces, comments and literals.

use super::config::{AlternativeRules, CommentMarks};
use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// `#if`, `#ifdef`.
    Begin,
    /// `#else`, `#elif`.
    Next,
    /// `#endif`.
    End,
    /// `#define`, `#include`: any other line with a directive.
    Directive,
    Open,
    Close,
    Comment,
    Literal,
}

pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) range: Range<usize>,
}

/// Returns the directives, braces, comments and literals of a text.
pub(super) fn tokens(text: &str, rules: &AlternativeRules, comments: &CommentMarks) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut at, mut is_line_start) = (0, true);
    while at < bytes.len() {
        let (byte, rest) = (bytes[at], &bytes[at..]);
        let (kind, end) = match byte {
            b'\n' => {
                is_line_start = true;
                at += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' => {
                at += 1;
                continue;
            }
            b'{' => (Some(TokenKind::Open), at + 1),
            b'}' => (Some(TokenKind::Close), at + 1),
            b'#' if is_line_start => {
                let (kind, end) = directive(text, at, rules);
                (Some(kind), end)
            }
            b'"' if at > 0 && bytes[at - 1] == b'R' => {
                (Some(TokenKind::Literal), raw_end(text, at))
            }
            b'"' => (Some(TokenKind::Literal), literal_end(rest, at)),
            b'\'' if at > 0 && bytes[at - 1].is_ascii_digit() => (None, at + 1),
            b'\'' => (Some(TokenKind::Literal), literal_end(rest, at)),
            // Most of a text is words, with which no comment begins.
            _ if byte.is_ascii_alphanumeric() || byte == b'_' => (None, at + 1),
            _ => {
                let comment = comment_end(text, at, comments);
                (comment.map(|_| TokenKind::Comment), comment.unwrap_or(at + 1))
            }
        };
        is_line_start &= kind == Some(TokenKind::Comment);
        found.extend(kind.map(|kind| Token { kind, range: at..end }));
        at = end;
    }
    found
}

fn comment_end(text: &str, at: usize, comments: &CommentMarks) -> Option<usize> {
    let rest = &text.as_bytes()[at..];
    if comments.line.iter().any(|mark| rest.starts_with(mark.as_bytes())) {
        return Some(memchr::memchr(b'\n', rest).map_or(text.len(), |end| at + end));
    }
    let [open, close] =
        comments.block.iter().find(|[open, _]| rest.starts_with(open.as_bytes()))?;
    let inside = at + open.len();
    Some(text[inside..].find(close.as_str()).map_or(text.len(), |end| inside + end + close.len()))
}

/// Returns what a line with a directive is, and where it ends: where a comment begins, if not
/// before.
fn directive(text: &str, at: usize, rules: &AlternativeRules) -> (TokenKind, usize) {
    let word = text[at + 1..].trim_start_matches([' ', '\t']);
    let kinds = [
        (&rules.end, TokenKind::End),
        (&rules.next, TokenKind::Next),
        (&rules.begin, TokenKind::Begin),
    ];
    let kind = kinds
        .into_iter()
        .find(|(mark, _)| word.starts_with(mark.as_str()))
        .map_or(TokenKind::Directive, |(_, kind)| kind);
    let mut end = at;
    for line in text[at..].split_inclusive('\n') {
        let code = line.trim_end_matches(['\n', '\r']);
        if let Some(comment) = code.find("/*").into_iter().chain(code.find("//")).min() {
            return (kind, end + comment);
        }
        if !code.ends_with('\\') {
            return (kind, end + code.len());
        }
        end += line.len();
    }
    (kind, end)
}

/// Returns the end of a literal within its line, behind its mark where it has none.
fn literal_end(rest: &[u8], at: usize) -> usize {
    let mut index = 1;
    while index < rest.len() {
        match rest[index] {
            b'\\' => index += 1,
            b'\n' => break,
            byte if byte == rest[0] => return at + index + 1,
            _ => {}
        }
        index += 1;
    }
    at + 1
}

/// Returns the end of a raw literal: `R"mark(…)mark"`.
fn raw_end(text: &str, at: usize) -> usize {
    let rest = &text[at + 1..];
    let Some(mark) = rest.find('(').filter(|open| *open <= 16) else {
        return literal_end(&text.as_bytes()[at..], at);
    };
    let close = format!("){}\"", &rest[..mark]);
    rest.find(&close).map_or(text.len(), |end| at + 1 + end + close.len())
}

/// Returns the ranges of matching braces, including the closing one, by their start. Of the
/// alternatives of a conditional directive the first is read.
pub(super) fn brace_pairs(
    text: &str,
    rules: &AlternativeRules,
    comments: &CommentMarks,
) -> Vec<Range<usize>> {
    let (mut open, mut pairs) = (Vec::new(), Vec::new());
    // Depth of the skipped conditionals: 0 while text is read, 1 behind the first `#else` of one,
    // and 1 more for each conditional nested in the skipped part.
    let mut skipped_depth = 0;
    for token in tokens(text, rules, comments) {
        match token.kind {
            TokenKind::Begin if skipped_depth > 0 => skipped_depth += 1,
            TokenKind::Next if skipped_depth == 0 => skipped_depth = 1,
            TokenKind::End if skipped_depth > 0 => skipped_depth -= 1,
            TokenKind::Open if skipped_depth == 0 => open.push(token.range.start),
            TokenKind::Close if skipped_depth == 0 => {
                pairs.extend(open.pop().map(|start| start..token.range.end));
            }
            _ => {}
        }
    }
    pairs.sort_unstable_by_key(|pair| pair.start);
    pairs
}

/// Returns whether a place in a text is between conditional directives.
pub(super) fn is_conditional(
    text: &str,
    at: usize,
    rules: &AlternativeRules,
    comments: &CommentMarks,
) -> bool {
    if rules.begin.is_empty() {
        return false;
    }
    let before = tokens(&text[..at], rules, comments);
    let opened = before.iter().filter(|token| token.kind == TokenKind::Begin).count();
    opened > before.iter().filter(|token| token.kind == TokenKind::End).count()
}

#[cfg(test)]
mod tests {
    use crate::lang::registry;

    fn check(text: &str, expected: &[&str]) {
        let language = registry().by_name("cpp").expect("C++ is a language");
        let found: Vec<&str> =
            language.brace_pairs(text).into_iter().map(|pair| &text[pair]).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn braces_in_text_and_in_other_alternatives_do_not_count() {
        check("f() { { } }", &["{ { } }", "{ }"]);
        check(
            "f() { a(\"}\\\"}\", '}', '\\''); /* } */ // }\n}",
            &["{ a(\"}\\\"}\", '}', '\\''); /* } */ // }\n}"],
        );
        check("f() { R\"x(})x\" 1'000 }", &["{ R\"x(})x\" 1'000 }"]);
        check(
            "#define A {\nf() {\n#if A\n{\n#else\n{\n#if B\n#endif\n{\n#endif\n} }",
            &[
                "{\n#if A\n{\n#else\n{\n#if B\n#endif\n{\n#endif\n} }",
                "{\n#else\n{\n#if B\n#endif\n{\n#endif\n}",
            ],
        );
        check("#define A { \\\n {\nf() { }", &["{ }"]);
        check("} {", &[]);
    }
}
