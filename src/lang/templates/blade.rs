//! Templates of Blade: PHP in braces, in the arguments of directives and between tags.
//!
//! Arguments become a list, whatever the directive: `@include('a', $b)` is `['a', $b]`. The head of
//! a loop stays one, since it binds names.

use super::{Recorder, Templates};
use crate::domain::is_word;
use memchr::memmem;

/// Rules of style sheets, which begin as directives do.
const STYLE_RULES: [&str; 8] =
    ["media", "import", "supports", "container", "layer", "page", "charset", "property"];

/// The word of a loop, and the directives that are read as one.
const LOOP: &str = "foreach";
const LOOPS: [&str; 2] = ["foreach", "forelse"];

/// What stands between two marks. `is_code` is false of a comment.
struct Marks {
    begin: &'static str,
    end: &'static str,
    is_code: bool,
}

/// The longer mark comes first.
const MARKS: [Marks; 6] = [
    Marks { begin: "{{--", end: "--}}", is_code: false },
    Marks { begin: "{!!", end: "!!}", is_code: true },
    Marks { begin: "{{", end: "}}", is_code: true },
    Marks { begin: "<?php", end: "?>", is_code: true },
    Marks { begin: "<?=", end: "?>", is_code: true },
    Marks { begin: "@php", end: "@endphp", is_code: true },
];

/// Number of bytes that are read behind parentheses which are not closed, for each byte of the
/// text.
const MAX_OPEN: usize = 8;

/// Finds the code of a template. The work is linear: an end that is missing is looked for once, and
/// of arguments without one so many bytes are read.
pub(super) fn read(text: &str, found: &mut Templates) {
    let recorder = Recorder { found, markup: 0 };
    let left = text.len().saturating_mul(MAX_OPEN);
    let mut reader = Reader { text, at: 0, recorder, missing: Vec::new(), left };
    while let Some(next) = memchr::memchr3(b'{', b'@', b'<', &text.as_bytes()[reader.at..]) {
        reader.at += next;
        reader.step();
    }
    reader.recorder.code(text.len()..text.len());
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
    recorder: Recorder<'f>,
    /// Ends that do not stand in the rest of the text.
    missing: Vec<&'static str>,
    /// Bytes that may still be read behind parentheses without an end.
    left: usize,
}

impl Reader<'_, '_> {
    fn step(&mut self) {
        let rest = &self.text[self.at..];
        // `@{{` and `@@if` stand for what is behind the first mark.
        if let Some(escaped) = rest.strip_prefix('@').filter(|rest| rest.starts_with(['@', '{'])) {
            self.at += rest.len() - escaped.trim_start_matches(['@', '{', '!']).len();
            return;
        }
        let is_at = |marks: &&Marks| {
            let behind = rest.strip_prefix(marks.begin);
            behind.is_some_and(|behind| {
                !marks.begin.starts_with('@') || behind.starts_with(char::is_whitespace)
            })
        };
        match MARKS.iter().find(is_at) {
            Some(marks) => self.between(marks),
            None if rest.starts_with('@') => self.directive(),
            None => self.at += 1,
        }
    }

    /// Reads what stands between two marks.
    fn between(&mut self, marks: &Marks) {
        let start = self.at;
        let inside = start + marks.begin.len();
        let is_missing = self.missing.contains(&marks.end);
        let find = || memmem::find(&self.text.as_bytes()[inside..], marks.end.as_bytes());
        let length = if is_missing { None } else { find() };
        if length.is_none() && !is_missing {
            self.missing.push(marks.end);
        }
        // PHP needs no end.
        let is_php = marks.begin.starts_with("<?");
        let close = match length {
            Some(length) => inside + length,
            None if is_php => self.text.len(),
            None => {
                self.at = inside;
                return;
            }
        };
        if marks.is_code {
            self.recorder.put(start, b";");
            self.recorder.code(inside..close);
            if close < self.text.len() {
                self.recorder.put(close, b";");
            }
        }
        self.at = (close + marks.end.len()).min(self.text.len());
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
            self.recorder.put(start, b";");
            return;
        }
        let arguments = &self.text.as_bytes()[open + 1..];
        let arguments = &arguments[..arguments.len().min(self.left)];
        let Some(length) = length_of_arguments(arguments) else {
            self.left -= arguments.len();
            return;
        };
        let close = open + 1 + length;
        self.recorder.put(start, b";");
        // At the start of the text, where PHP begins, is no room for the word of a loop.
        if LOOPS.contains(&name) && start > 0 {
            self.recorder.put(start + 1, LOOP.as_bytes());
            self.recorder.code(open..close + 1);
        } else if name == "for" && start > 0 {
            self.recorder.code(start + 1..close + 1);
        } else {
            self.recorder.put(open, b"[");
            self.recorder.code(open + 1..close);
            self.recorder.put(close, b"]");
        }
        self.at = close + 1;
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

    /// If each mark looked for its own end, these would not end.
    #[test]
    fn ends_that_are_missing_are_looked_for_once() {
        for begin in ["{{ ", "{!! ", "@php ", "@a("] {
            let text = begin.repeat(200_000);
            let parsed = parsed(&text);
            assert_eq!(parsed.len(), text.len());
            assert!(!parsed.contains('a') && !parsed.contains('{'), "{begin}");
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
