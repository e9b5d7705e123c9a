//! Locations in free text: the frames of a stack trace, the lines in a compiler's messages.
//!
//! One pattern covers all: a location is a path followed by a line. Formats differ only in the
//! notation of the line, and in the order in which a runtime prints its frames.

use super::target::{decode_uri, is_url};
use crate::lang::registry;
use regex::Regex;
use std::path::Path;
use std::sync::LazyLock;

/// A location in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Frame {
    /// As written in the text; for the JVM, the path built from package and file name.
    pub(super) path: String,
    pub(super) line: usize,
}

/// Print order of a run of frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Innermost first, or no order at all.
    AsPrinted,
    /// Innermost last, as Python prints them.
    Reversed,
    /// Index of the section: the JVM prints the cause of an exception after it.
    Section(usize),
}

static PYTHON: LazyLock<Regex> = LazyLock::new(|| regex(r#"File "([^"]+)", line (\d+)"#));
static JVM: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^\s*at (?:[^\s(/]*/)*([\w.$]+)\.[\w$<>]+\(([\w$-]+\.(?:java|kt|kts|scala|groovy|clj)):(\d+)\)",
    )
});
/// Notations of a line: `:12`, `:12:5`, `(12)`, `(12,5)`, `:line 12`, `, line 12`, ` on line 12`.
static LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"(?::line |, line |, on line | on line |:)(\d+)(?::\d+)?|\((\d+)(?:[,:]\s*\d+)?\)")
});
static ESCAPES: LazyLock<Regex> = LazyLock::new(|| {
    regex("\u{1b}\\[[0-9;?]*[A-Za-z]|\u{1b}\\][^\u{7}\u{1b}]*(?:\u{7}|\u{1b}\\\\)")
});

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap_or_else(|error| unreachable!("a fixed expression: {error}"))
}

/// Returns the locations in a text, the innermost frame first. `exists` returns whether a path
/// leads to a file that may be read.
pub(super) fn frames(text: &str, mut exists: impl FnMut(&str) -> bool) -> Vec<Frame> {
    let text = ESCAPES.replace_all(text, "");
    let mut found: Vec<(Order, Frame)> = Vec::new();
    let mut section = 0;
    for line in text.lines() {
        section += usize::from(line.trim_start().starts_with("Caused by: "));
        if let Some(captures) = PYTHON.captures(line) {
            found.push((
                Order::Reversed,
                Frame { path: captures[1].to_owned(), line: number(&captures[2]) },
            ));
        } else if let Some(captures) = JVM.captures(line) {
            let path = jvm_path(&captures[1], &captures[2]);
            found.push((Order::Section(section), Frame { path, line: number(&captures[3]) }));
        } else {
            found.extend(
                places(line, &mut exists).into_iter().map(|frame| (Order::AsPrinted, frame)),
            );
        }
    }
    innermost_first(found)
}

fn number(digits: &str) -> usize {
    digits.parse().unwrap_or(usize::MAX)
}

/// Returns `com/example/Foo.java` for `com.example.Foo$Bar` in `Foo.java`.
fn jvm_path(class: &str, file: &str) -> String {
    match class.rsplit_once('.') {
        Some((package, _)) => format!("{}/{file}", package.replace('.', "/")),
        None => file.to_owned(),
    }
}

/// Reverses runs of frames that are printed outermost first.
fn innermost_first(found: Vec<(Order, Frame)>) -> Vec<Frame> {
    let mut frames = Vec::with_capacity(found.len());
    for run in found.chunk_by(|left, right| {
        matches!(
            (left.0, right.0),
            (Order::AsPrinted, Order::AsPrinted)
                | (Order::Reversed, Order::Reversed)
                | (Order::Section(_), Order::Section(_))
        )
    }) {
        let mut run = run.to_vec();
        match run.first() {
            Some((Order::Reversed, _)) => run.reverse(),
            Some((Order::Section(_), _)) => run.sort_by_key(|(order, _)| match order {
                Order::Section(section) => std::cmp::Reverse(*section),
                _ => std::cmp::Reverse(0),
            }),
            _ => {}
        }
        frames.extend(run.into_iter().map(|(_, frame)| frame));
    }
    frames
}

/// Returns the locations in one line.
fn places(line: &str, exists: &mut impl FnMut(&str) -> bool) -> Vec<Frame> {
    /// Maximum length of a line: minified code contains thousands of numbers and no locations.
    const MAX_LINE_BYTES: usize = 4096;
    let mut frames = Vec::new();
    if line.len() > MAX_LINE_BYTES {
        return frames;
    }
    let mut from = 0;
    for captures in LINE.captures_iter(line) {
        let whole = captures.get(0).map_or(0..0, |whole| whole.range());
        let digits =
            captures.get(1).or_else(|| captures.get(2)).map_or("", |digits| digits.as_str());
        if whole.start >= from
            && let Some(path) = path_before(&line[from..whole.start], exists)
        {
            frames.push(Frame { path, line: number(digits) });
            from = whole.end;
        }
    }
    frames
}

/// Returns the path that ends where `text` ends. Spaces and brackets may belong to it, so if the
/// last word alone is not a file, the longest run of words that is one counts; without any file,
/// the last word if it looks like one.
fn path_before(text: &str, exists: &mut impl FnMut(&str) -> bool) -> Option<String> {
    /// Maximum number of words to try.
    const WORDS: usize = 8;
    let text = text.trim_end_matches(['"', '\'', '`']);
    if text.is_empty() || text.ends_with(char::is_whitespace) {
        return None;
    }
    let is_delimiter =
        |character: char| character.is_whitespace() || "\"'`([{<|=,;@".contains(character);
    let starts = text.char_indices().rev().filter(|(_, character)| is_delimiter(*character));
    let mut starts: Vec<usize> =
        starts.map(|(at, character)| at + character.len_utf8()).take(WORDS).collect();
    if starts.len() < WORDS {
        starts.push(0);
    }
    let last = clean(&text[*starts.first()?..])?;
    for start in starts {
        let candidate = text[start..].trim_start();
        if let Some(path) = clean(candidate)
            && exists(&path)
        {
            return Some(path);
        }
    }
    let is_path = registry().for_path(Path::new(&last)).is_some() && last.contains('.');
    is_path.then_some(last)
}

/// Returns a candidate without the URI prefix; `None` if it cannot be a path.
fn clean(candidate: &str) -> Option<String> {
    let candidate = candidate
        .strip_prefix("webpack://")
        .map_or(candidate, |rest| rest.trim_start_matches(['/', '.']));
    if let Some(rest) = candidate.strip_prefix("file://") {
        return Some(decode_uri(rest));
    }
    (!candidate.is_empty() && !is_url(candidate)).then(|| candidate.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expected: &[&str]) {
        let files =
            ["src/main.rs", "src/lib.rs", "app/my dir (1)/a.ts", "Makefile", "main.go", "src/a.c"];
        let frames = frames(text, |path| files.contains(&path.trim_start_matches("./")));
        let frames: Vec<String> =
            frames.iter().map(|frame| format!("{}:{}", frame.path, frame.line)).collect();
        assert_eq!(frames, expected, "{text}");
    }

    #[test]
    fn rust_panics_and_compiler_messages() {
        check(
            "thread 'main' panicked at src/main.rs:4:5:\nexplicit panic\nstack backtrace:\n   0: std::panicking::begin\n             at /rustc/abc/library/std/src/panicking.rs:652:5\n   1: main::f\n             at ./src/main.rs:4:5\n",
            &["src/main.rs:4", "/rustc/abc/library/std/src/panicking.rs:652", "./src/main.rs:4"],
        );
        check("thread 'main' panicked at 'boom: 3:4', src/main.rs:2:5", &["src/main.rs:2"]);
        check(
            "error[E0308]: mismatched types\n  --> src/main.rs:3:18\n   |\n3  |     let x: i32 = f(12);\n   |\n  ::: src/lib.rs:10:1\n",
            &["src/main.rs:3", "src/lib.rs:10"],
        );
        check("\u{1b}[0m\u{1b}[1m\u{1b}[38;5;12m-->\u{1b}[0m src/main.rs:3:18", &["src/main.rs:3"]);
    }

    #[test]
    fn python_tracebacks_are_turned_round() {
        check(
            "Traceback (most recent call last):\n  File \"/x/run.py\", line 10, in <module>\n    main()\n  File \"/x/my app/b.py\", line 3, in main\n    f(12)\nValueError: a.py:3\n",
            &["/x/my app/b.py:3", "/x/run.py:10", "a.py:3"],
        );
        check(
            "  File \"<frozen importlib._bootstrap>\", line 228, in _call",
            &["<frozen importlib._bootstrap>:228"],
        );
    }

    #[test]
    fn node_and_typescript() {
        check(
            "TypeError: x is not a function\n    at Object.run (app/my dir (1)/a.ts:3:5)\n    at async file:///srv/b%20c.mjs:7:1\n    at node:internal/main:12:3\n    at http://localhost:3000/main.js:1:2\n",
            &["app/my dir (1)/a.ts:3", "/srv/b c.mjs:7"],
        );
        check("src/x.ts(12,5): error TS2345: Argument", &["src/x.ts:12"]);
        check("src/x.ts:12:5 - error TS2345: Argument", &["src/x.ts:12"]);
    }

    #[test]
    fn go_jvm_and_c() {
        check(
            "panic: boom\n\ngoroutine 1 [running]:\nmain.f(...)\n\t/tmp/x/main.go:5 +0x1d\nmain.main()\n\tmain.go:9\n",
            &["/tmp/x/main.go:5", "main.go:9"],
        );
        check(
            "Exception in thread \"main\" java.lang.RuntimeException: x\n\tat com.example.App.main(App.java:7)\nCaused by: java.io.IOException\n\tat app//com.example.io.Reader$Inner.read(Reader.java:42)\n\t... 3 more\n",
            &["com/example/io/Reader.java:42", "com/example/App.java:7"],
        );
        check(
            "In file included from src/a.c:1:\ninclude/a.h:3:10: fatal error: b.h: No such file\n    #1 0x55d in main src/a.c:12:3\n#2  0x00 in f (x=3) at src/a.c:14\n",
            &["src/a.c:1", "include/a.h:3", "src/a.c:12", "src/a.c:14"],
        );
        check(
            "PHP Fatal error:  boom in /srv/a.php on line 12\n#0 /srv/b.php(3): f()",
            &["/srv/a.php:12", "/srv/b.php:3"],
        );
        check("   at App.F() in C:\\src\\App.cs:line 42", &["C:\\src\\App.cs:42"]);
    }

    #[test]
    fn times_addresses_and_calls_are_no_places() {
        check("at 12:34:56 on 127.0.0.1:8080 via example.com:443, ratio 3:4", &[]);
        check("Makefile:12: recipe failed", &["Makefile:12"]);
        check("call(3) and Option::Some(4) :: x:5", &[]);
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_failure(text in "(at |File \"|[a-z/.\\\\]{0,8}|:[0-9]{1,3}|\\([0-9]\\)| |\n|é){0,40}") {
            let _ = frames(&text, |_| false);
        }
    }
}
