//! Templates of Blade: PHP in braces, in the arguments of directives and between tags.
//!
//! Arguments become a list, whatever the directive: `@include('a', $b)` is `['a', $b]`. The head of
//! a loop stays one, since it binds names.

use super::Templates;
use crate::domain::is_word;
use memchr::memmem;
use std::ops::Range;

/// Rules of style sheets, which begin as directives do.
const STYLE_RULES: [&str; 8] =
    ["media", "import", "supports", "container", "layer", "page", "charset", "property"];

/// The word of a loop, and the directives that are read as one.
const LOOP: &str = "foreach";
const LOOPS: [&str; 2] = ["foreach", "forelse"];

/// What begins and ends code without directives, the longer mark first. Code of `None` is a
/// comment.
const MARKS: [(&str, &str, bool); 6] = [
    ("{{--", "--}}", false),
    ("{!!", "!!}", true),
    ("{{", "}}", true),
    ("<?php", "?>", true),
    ("<?=", "?>", true),
    ("@php", "@endphp", true),
];

/// Finds the code of a template. The work is linear.
pub(super) fn read(text: &str, found: &mut Templates) {
    let mut reader = Reader { text, at: 0, markup: 0, found };
    while let Some(next) = memchr::memchr3(b'{', b'@', b'<', &text.as_bytes()[reader.at..]) {
        reader.at += next;
        reader.step();
    }
    reader.at = text.len();
    reader.code(text.len()..text.len());
    begin_code(text, found);
}

/// Begins PHP in the first markup, where it has room for it.
fn begin_code(text: &str, found: &mut Templates) {
    const TAG: &[u8] = b"<?";
    let Some(first) = found.markup.first().filter(|range| range.start == 0).cloned() else {
        return;
    };
    let mut pairs = text.as_bytes()[first].windows(TAG.len());
    let Some(at) = pairs.position(|pair| !pair.iter().any(|byte| b"\r\n".contains(byte))) else {
        return;
    };
    found.marks.retain(|(mark, _)| *mark >= at + TAG.len());
    found.marks.extend((at..).zip(TAG.iter().copied()));
}

struct Reader<'t, 'f> {
    text: &'t str,
    at: usize,
    /// Start of the markup that is not yet recorded.
    markup: usize,
    found: &'f mut Templates,
}

impl Reader<'_, '_> {
    fn step(&mut self) {
        let rest = &self.text[self.at..];
        // `@{{` and `@@if` stand for what is behind the first mark.
        if let Some(escaped) = rest.strip_prefix('@').filter(|rest| rest.starts_with(['@', '{'])) {
            self.at += rest.len() - escaped.trim_start_matches(['@', '{', '!']).len();
            return;
        }
        let is_mark = |(begin, ..): &&(&str, &str, bool)| {
            let behind = rest.strip_prefix(begin);
            behind.is_some_and(|behind| {
                !begin.starts_with('@') || behind.starts_with(char::is_whitespace)
            })
        };
        match MARKS.iter().find(is_mark) {
            Some((begin, end, is_code)) => self.between(begin, end, *is_code),
            None if rest.starts_with('@') => self.directive(),
            None => self.at += 1,
        }
    }

    /// Reads what stands between two marks.
    fn between(&mut self, begin: &str, end: &str, is_code: bool) {
        let start = self.at;
        let inside = start + begin.len();
        let length = memmem::find(&self.text.as_bytes()[inside..], end.as_bytes());
        // PHP needs no end.
        let is_php = begin.starts_with("<?");
        let close = match length {
            Some(length) => inside + length,
            None if is_php => self.text.len(),
            None => {
                self.at = inside;
                return;
            }
        };
        if is_code {
            self.put(start, b';');
            self.code(inside..close);
            if close < self.text.len() {
                self.put(close, b';');
            }
        }
        self.at = (close + end.len()).min(self.text.len());
    }

    /// `@name`, `@name(arguments)`
    fn directive(&mut self) {
        let start = self.at;
        let rest = &self.text[start + 1..];
        let name = &rest[..rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())];
        self.at += 1 + name.len();
        // Not the middle of an address or of an attribute.
        if name.is_empty() || self.text[..start].ends_with(is_word) || STYLE_RULES.contains(&name) {
            return;
        }
        let behind = &self.text[self.at..];
        let open = self.at + (behind.len() - behind.trim_start_matches([' ', '\t']).len());
        if !self.text[open..].starts_with('(') {
            self.put(start, b';');
            return;
        }
        let Some(length) = length_of_arguments(&self.text.as_bytes()[open + 1..]) else { return };
        let close = open + 1 + length;
        self.put(start, b';');
        // At the start of the text, where PHP begins, is no room for the word of a loop.
        if LOOPS.contains(&name) && start > 0 {
            self.found.marks.extend((start + 1..).zip(LOOP.bytes()));
            self.code(open..close + 1);
        } else if name == "for" && start > 0 {
            self.code(start + 1..close + 1);
        } else {
            self.put(open, b'[');
            self.code(open + 1..close);
            self.put(close, b']');
        }
        self.at = close + 1;
    }

    /// Ends the markup where code begins, which is taken as it is; markup follows it.
    fn code(&mut self, code: Range<usize>) {
        if self.markup < code.start {
            self.found.markup.push(self.markup..code.start);
        }
        self.markup = code.end;
    }

    fn put(&mut self, at: usize, byte: u8) {
        self.found.marks.push((at, byte));
    }
}

/// Returns the length of arguments up to the parenthesis that closes them.
fn length_of_arguments(code: &[u8]) -> Option<usize> {
    let (mut depth, mut quote, mut at) = (0_usize, None, 0);
    while let Some(&byte) = code.get(at) {
        match (quote, byte) {
            (Some(_), b'\\') => at += 1,
            (Some(mark), _) if byte == mark => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'(') => depth += 1,
            (None, b')') if depth == 0 => return Some(at),
            (None, b')') => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_in_braces_directives_and_tags_is_all_that_is_left() {
        for (text, expected) in [
            ("<p>{{ $a->b() }}</p>", "<? ;  $a->b() ;     "),
            ("<p>{!! $a !!}{{-- $b --}}@{{ $c }}", "<? ;   $a ;                       "),
            ("<p>@include('a', ['b' => c(1)])", "<? ;       ['a', ['b' => c(1)]]"),
            ("@if($a) x @else y @endif", "<? [$a]   ;       ;     "),
            ("  @foreach ($a as $b) {{ $b }}", "<?;foreach ($a as $b) ;  $b ; "),
            ("\n-@forelse($a as $b)<?= $b", "\n<?foreach($a as $b);   $b"),
            ("a @for($i = 0; $i < 1; $i++)", "<?;for($i = 0; $i < 1; $i++)"),
            ("a@b.c @click=\"d\">@php $a = 1 @endphp", "<?    ;          ;    $a = 1 ;      "),
            ("<a>@media (print) {} @f(')', \"\\\")\")", "<?                   ; [')', \"\\\")\"]"),
        ] {
            assert_eq!(parsed(text), expected, "{text}");
        }
    }

    /// Returns what a text is parsed as.
    fn parsed(text: &str) -> String {
        let mut found = Templates::default();
        read(text, &mut found);
        let mut bytes = text.as_bytes().to_vec();
        found.apply(&mut bytes);
        String::from_utf8(bytes).expect("whole characters are replaced")
    }
}
