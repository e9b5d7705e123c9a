//! Headers of types, found by the words that they begin with.

use memchr::memmem;
use std::ops::Range;

/// Returns the parts of a text that may be headers: from each of some words to the brace or
/// semicolon behind it, outside of comments, literals and parentheses. In order; where one word
/// stands between another and its end, they share one part.
pub(super) fn headers(text: &[u8], words: &[String], comments: &[String]) -> Vec<Range<usize>> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'@';
    let mut starts: Vec<usize> = Vec::new();
    for word in words {
        let ends = |at: usize| text.get(at + word.len()).is_none_or(|byte| !is_part(*byte));
        let begins = |at: usize| at == 0 || !is_part(text[at - 1]);
        starts.extend(memmem::find_iter(text, word).filter(|at| begins(*at) && ends(*at)));
    }
    starts.sort_unstable();
    let mut found: Vec<Range<usize>> = Vec::new();
    for start in starts {
        // Each byte is read once, however many words stand before an end.
        if found.last().is_none_or(|last| last.end <= start) {
            found.push(start..end_of_header(text, start, comments));
        }
    }
    found
}

/// Returns where a header ends that begins at `start`.
fn end_of_header(text: &[u8], start: usize, comments: &[String]) -> usize {
    let (mut at, mut depth) = (start, 0usize);
    while let Some(byte) = text.get(at) {
        let rest = &text[at..];
        at += match byte {
            b'(' | b'[' => {
                depth += 1;
                1
            }
            b')' | b']' => {
                depth = depth.saturating_sub(1);
                1
            }
            b'{' | b'}' | b';' if depth == 0 => return at,
            b'/' if rest.starts_with(b"/*") => length_to(rest, 2, b"*/"),
            b'"' => literal(text, at),
            b'\'' => character(rest),
            b'/' | b'#' | b'-' if comments.iter().any(|mark| rest.starts_with(mark.as_bytes())) => {
                memchr::memchr(b'\n', rest).unwrap_or(rest.len())
            }
            _ => 1,
        };
    }
    text.len()
}

/// Returns the length up to and with `end`, which is looked for behind `from`; the whole without.
fn length_to(rest: &[u8], from: usize, end: &[u8]) -> usize {
    memmem::find(&rest[from..], end).map_or(rest.len(), |found| from + found + end.len())
}

/// Returns the length of a string: between three marks or behind `@` over several lines.
fn literal(text: &[u8], at: usize) -> usize {
    let rest = &text[at..];
    let is_verbatim =
        text[..at].iter().rev().take_while(|byte| b"@$".contains(byte)).any(|byte| *byte == b'@');
    if !is_verbatim && rest.starts_with(b"\"\"\"") {
        return length_to(rest, 3, b"\"\"\"");
    }
    let mut index = 1;
    while let Some(byte) = rest.get(index) {
        index += 1;
        match byte {
            b'"' if is_verbatim && rest.get(index) == Some(&b'"') => index += 1,
            b'"' => return index,
            b'\\' if !is_verbatim => index += 1,
            b'\n' if !is_verbatim => return index,
            _ => {}
        }
    }
    rest.len()
}

/// Returns the length of a character's literal; that of its mark where it is none.
fn character(rest: &[u8]) -> usize {
    match rest {
        [_, b'\\', _, b'\'', ..] => 4,
        [_, _, b'\'', ..] => 3,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_end_where_the_code_says() {
        let check = |text: &str, expected: &[&str]| {
            let words = ["class".to_owned(), "record".to_owned()];
            let found = headers(text.as_bytes(), &words, &["//".to_owned()]);
            let found: Vec<&str> = found.into_iter().map(|part| &text[part]).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("class A : B { x } subclass C { }", &["class A : B "]);
        check("class A // so { \n : B { class C", &["class A // so { \n : B ", "class C"]);
        check("class A /* { */ : B {}", &["class A /* { */ : B "]);
        check("record A(string x = \"{\") : B(x);", &["record A(string x = \"{\") : B(x)"]);
        check("record A([X(new[] { 1 })] int x) : B;", &["record A([X(new[] { 1 })] int x) : B"]);
        check(
            "class A<T>(char x = '{') : B where T : class {",
            &["class A<T>(char x = '{') : B where T : class "],
        );
        check("record A(string x = @\"\"\"{\n\") : B;", &["record A(string x = @\"\"\"{\n\") : B"]);
        // What begins in a literal may go on for longer.
        let text = "f(\"class\", b => { g(\"B\"); });";
        check(text, &[&text[3..]]);
        check("Set(@class: 1)", &[]);
    }

    /// A look from each word to the end of the text would take hours.
    #[test]
    fn many_words_before_one_end_are_read_once() {
        let text = "class ".repeat(1 << 20);
        assert_eq!(headers(text.as_bytes(), &["class".to_owned()], &[]).len(), 1);
    }
}
