//! Hints from the text around the mentions of a name, without parsing: whether a file may define
//! the name, use it, or call it. There are no false negatives, so that a file without a hint can be
//! left unread.

mod headers;

use self::headers::headers;
use super::file_class::is_minified_code;
use crate::domain::{Cancel, lock};
use crate::lang::{Language, registry};
use regex::bytes::Regex;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::{LazyLock, Mutex};

/// Placeholder for the name in a line, so that one expression serves for all names.
const PLACEHOLDER: &str = "\u{1}";

/// Longest part of a line that is examined on each side of a name, in bytes.
const AROUND: usize = 300;

/// Marks behind which a definition may begin on the line of another.
const ENDS: [&[u8]; 5] = [b";", b"{", b"}", b")", b"*/"];

/// Longest part of a line before a name in which the start of the line is looked for.
const LONG_LINE: usize = 4 << 10;

/// Possible kinds of mentions of a name in one file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hints {
    /// True if a mention is on a line that looks like a definition of the name.
    pub may_define: bool,
    /// True if a mention that may define is followed by a brace, as in `struct name {`: where a
    /// name is on the lines of many definitions, as a type of C is, its own is among these.
    pub opens_body: bool,
    /// True if a mention is elsewhere than in a comment that has its line to itself, as most
    /// documentation does.
    pub may_use: bool,
    /// True if such a mention is followed by a mark of a call, or by another name for it.
    pub may_call: bool,
    /// True if such a mention may be in a header that names a supertype.
    pub may_inherit: bool,
    /// True if such a mention may be of a member that is set to something.
    pub may_set: bool,
    /// True if the file is code that a program has minified: a copy, which defines and uses
    /// nothing.
    pub is_minified: bool,
}

impl Hints {
    /// Computes the hints of a file's text from its `mentions`. A file of no known language may use
    /// and call, and defines nothing.
    pub(super) fn new(
        text: &[u8],
        mentions: impl Iterator<Item = Range<usize>> + Clone,
        path: &Path,
        language: Option<&'static Language>,
    ) -> Self {
        let Some(language) = language.or_else(|| by_first_line(text, path)) else {
            return Self::default();
        };
        if language.is_data_by_content(path, || decoded(text)) {
            return Self::default();
        }
        if language.config.is_minified && is_minified_code(text) {
            return Self { is_minified: true, ..Self::default() };
        }
        let marks = &language.config.comments.line;
        let used = mentions.clone().filter(|name| !is_on_comment_line(text, name.start, marks));
        let may_use = used.clone().next().is_some();
        let words = &language.config.graph.header_words;
        let is_by_content = || of_content(text, path, language).is_some();
        let may_inherit = may_use
            && (words.is_empty()
                || is_by_content()
                || is_in_header(used.clone(), &headers(text, words, marks)));
        let may_call = language.call_marks(path).map_or(may_use, |marks| {
            let mut used = used;
            let rules = &language.config.graph;
            let decorates = rules.decorators_are_called;
            let is_calling =
                |called| rules.calling_members.iter().any(|of| of.as_bytes() == called);
            used.any(|name| {
                let after = &text[name.end..];
                is_called(after, marks)
                    || decorates && is_decorator(text, name.start)
                    || member_called(after).is_some_and(is_calling)
            })
        });
        let may_define = language.is_code()
            && (may_define(text, mentions.clone(), language)
                || of_content(text, path, language)
                    .is_some_and(|language| may_define(text, mentions.clone(), language)));
        let opens_body = may_define
            && mentions.clone().any(|name| text[name.end..].trim_ascii_start().starts_with(b"{"));
        let may_set = may_use && mentions.clone().any(|name| is_set(text, name));
        let is_minified = false;
        Self { may_define, opens_body, may_use, may_call, may_inherit, may_set, is_minified }
    }
}

/// Returns a text whose bytes may be no UTF-8; most are, which is found out faster.
fn decoded(text: &[u8]) -> Cow<'_, str> {
    str::from_utf8(text).map_or_else(|_| String::from_utf8_lossy(text), Cow::Borrowed)
}

/// Returns the language of a script without an ending, by its `#!` line.
pub(super) fn by_first_line(text: &[u8], path: &Path) -> Option<&'static Language> {
    let line = text.split(|byte| *byte == b'\n').next().filter(|line| line.starts_with(b"#!"))?;
    registry().for_source(path, &String::from_utf8_lossy(line))
}

/// Returns the language by content, if it differs from the one by name: a header of C++.
fn of_content(text: &[u8], path: &Path, by_name: &'static Language) -> Option<&'static Language> {
    if by_name.is_settled_by_name(path) {
        return None;
    }
    registry().for_source(path, &decoded(text)).filter(|language| *language != by_name)
}

/// What may end a text in which a line begins with the mark of a comment, so that code follows on
/// the line, or what code is inserted behind in one.
const ENDS_OF_TEXTS: [&[u8]; 10] =
    [b"*/", b"*)", b"]]", b"-->", b"|#", b"$(", b"<?", b"<%", b"?>", b"%>"];

/// Returns whether the text before `at` on its line starts with a mark of a line comment, and
/// nothing behind that may end a text of several lines around it, or insert code into it; `false`
/// if the line starts more than [`LONG_LINE`] bytes before `at`: the mention is kept, which loses
/// nothing.
fn is_on_comment_line(text: &[u8], at: usize, marks: &[String]) -> bool {
    let before = &text[at.saturating_sub(LONG_LINE)..at];
    let Some(line) = line_start(before, at) else { return false };
    let line = before[line..].trim_ascii_start();
    let behind = marks.iter().find_map(|mark| line.strip_prefix(mark.as_bytes()));
    behind.is_some_and(|behind| !behind.iter().any(|byte| b"\"'`{}".contains(byte)))
        && !ENDS_OF_TEXTS.iter().any(|end| memchr::memmem::find(line, end).is_some())
}

/// Returns where the last line starts in what stands before the offset `at`, if it does.
fn line_start(before: &[u8], at: usize) -> Option<usize> {
    memchr::memrchr(b'\n', before)
        .map(|newline| newline + 1)
        .or_else(|| (before.len() == at).then_some(0))
}

/// Returns whether the text after a name may make it a call: one of `marks`, or a comment before
/// it; or renames it.
fn is_called(after: &[u8], marks: &[String]) -> bool {
    let after = after.trim_ascii_start();
    let may_hide = after.starts_with(b"/") || after.starts_with(b"#") || after.starts_with(b"\\");
    may_hide
        || after.starts_with(b"as")
        || marks.iter().any(|mark| after.starts_with(mark.as_bytes()))
}

/// Returns the member of a value that is called, by the text behind the value: `.delay(order)`.
pub(crate) fn member_called(after: &[u8]) -> Option<&[u8]> {
    let member = after.trim_ascii_start().strip_prefix(b".")?;
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let end = member.iter().position(|byte| !is_word(byte))?;
    member[end..].starts_with(b"(").then_some(&member[..end])
}

/// Returns whether a name ends a path behind the mark of a decorator: `@a.name`.
fn is_decorator(text: &[u8], at: usize) -> bool {
    let before = &text[at.saturating_sub(LONG_LINE)..at];
    let is_path = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    before.iter().rfind(|byte| !is_path(byte)) == Some(&b'@')
}

/// Returns whether one of some mentions stands in one of the headers, which are in order.
fn is_in_header(
    mut mentions: impl Iterator<Item = Range<usize>>,
    headers: &[Range<usize>],
) -> bool {
    mentions.any(|name| {
        let next = headers.partition_point(|header| header.end <= name.start);
        headers.get(next).is_some_and(|header| header.start < name.start)
    })
}

/// Returns whether a name may be that of a member that is set: by an assignment, perhaps with
/// others, or as a string by a function that sets members.
fn is_set(text: &[u8], name: Range<usize>) -> bool {
    let before = &text[name.start.saturating_sub(AROUND)..name.start];
    let after = &text[name.end..text.len().min(name.end + AROUND)];
    if before.ends_with(b"'") || before.ends_with(b"\"") {
        return memchr::memmem::find(before, b"setattr").is_some();
    }
    // Ruby marks the fields of an object, which it assigns without it.
    let is_member = before.ends_with(b".") || before.ends_with(b"->") || text[name.start] == b'@';
    if !is_member {
        return false;
    }
    let after = after.trim_ascii_start();
    let line = after.split(|byte| *byte == b'\n').next().unwrap_or_default();
    match line {
        [b'=', b'=' | b'>', ..] => false,
        [b'=', ..] => true,
        [b',' | b':', rest @ ..] => rest.contains(&b'='),
        _ => [b"||=", b"??=", b"&&="].iter().any(|mark| line.starts_with(*mark)),
    }
}

fn may_define(
    text: &[u8],
    mut mentions: impl Iterator<Item = Range<usize>>,
    language: &'static Language,
) -> bool {
    let Some(pattern) = pattern(language) else { return mentions.next().is_some() };
    let mut line = Vec::new();
    let cancel = Cancel::current();
    mentions.any(|name| {
        if cancel.is_cancelled() {
            return true;
        }
        let (before, after) = (&text[..name.start], &text[name.end..]);
        // Very many names on one line must not each have the whole of it looked through.
        let before = &before[before.len().saturating_sub(AROUND)..];
        let after = &after[..after.len().min(AROUND)];
        let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        let end = memchr::memchr(b'\n', after).unwrap_or(after.len());
        line.clear();
        line.extend_from_slice(&before[start..]);
        line.extend_from_slice(PLACEHOLDER.as_bytes());
        line.extend_from_slice(&after[..end]);
        pattern.is_match(&line)
            || starts(&before[start..]).into_iter().any(|start| pattern.is_match(&line[start..]))
    })
}

/// Returns the places at which a definition may begin on what stands before a name on its line,
/// other than its start.
fn starts(before: &[u8]) -> Vec<usize> {
    let start = |end: &&[u8]| Some(memchr::memmem::rfind(before, end)? + end.len());
    let mut starts: Vec<usize> = ENDS.iter().filter_map(start).collect();
    starts.sort_unstable();
    starts.dedup();
    starts
}

/// Returns the expression for a language's defining lines, compiled once.
fn pattern(language: &'static Language) -> Option<&'static Regex> {
    static COMPILED: LazyLock<Mutex<HashMap<&'static str, &'static Regex>>> =
        LazyLock::new(Mutex::default);
    let source = language.config.graph.definition.as_deref()?;
    let mut compiled = lock(&COMPILED);
    let regex = compiled.entry(language.id).or_insert_with(|| {
        // The name's own boundaries are checked already, and the placeholder is no word character.
        let source =
            source.replace(r"{}\b", "{}").replace(r"\b{}", "{}").replace("{}", PLACEHOLDER);
        let regex = Regex::new(&source);
        Box::leak(Box::new(regex.unwrap_or_else(|error| {
            panic!("languages/{}: graph.definition: {error}", language.id)
        })))
    });
    Some(regex)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Symbol, is_word};
    use crate::workspace::outline::outline;

    #[test]
    fn the_text_around_a_name_tells_what_it_may_be() {
        let check = |path: &str, text: &str, expected: &str| {
            let name = "name";
            let mentions: Vec<usize> = text.match_indices(name).map(|(at, _)| at).collect();
            let language = registry().for_path(Path::new(path));
            let mentions = mentions.iter().map(|at| *at..*at + name.len());
            let hints = Hints::new(text.as_bytes(), mentions, Path::new(path), language);
            let shown = [
                (hints.may_define, "defines"),
                (hints.opens_body, "opens"),
                (hints.may_use, "uses"),
                (hints.may_call, "calls"),
                (hints.may_inherit && path.ends_with(".cs"), "inherits"),
            ];
            let shown: Vec<&str> =
                shown.into_iter().filter(|(is_shown, _)| *is_shown).map(|(_, word)| word).collect();
            assert_eq!(shown.join(" "), expected, "{path}: {text}");
        };
        check("a.rs", "fn name() {}", "defines uses calls");
        check("a.rs", "    // calls name()\n/// and name()\n", "");
        check("a.rs", "use a::name;", "uses");
        check("a.rs", "use a::name as other;", "uses calls");
        check("a.rs", "x.map(name)", "uses");
        check("a.rs", "x.name\n    (1)", "uses calls");
        check("a.rs", "x.name /* so */ (1)", "uses calls");
        check("a.rs", "x = name::<u8>(1)", "uses calls");
        check("a.rs", "x = name!()", "uses calls");
        check("a.py", "from a import name\nx = [name, 1]", "uses");
        check("a.py", "from a import (name,\n  other)\nname(1)", "uses calls");
        check("a.py", "@name\ndef other(): pass", "uses calls");
        check("a.py", "@a.name\ndef other(): pass", "uses calls");
        check("a.py", "def name(self): pass", "defines uses calls");
        check("a.c", "  register(&x, name);", "uses calls");
        check("a.c", "  struct s x = { .f = name };", "uses");
        check("a.c", "struct name\n{\n", "defines opens uses");
        check("a.c", "struct name x = {\n", "defines uses");
        check("a.go", "f := name[int](1)", "uses calls");
        // A header may be in a language in which any form may be a construction, and so may all of
        // TypeScript.
        check("a.h", "  x = name;", "uses calls");
        check("a.ts", "x = new name;", "uses calls");
        check("a.ex", "x = \"\"\"\n  #{name(x)}\n\"\"\"", "uses calls");
        check("a.ex", "# name(x)", "");
        check("a.cs", "int x; class A : Other, name {}", "defines opens uses calls inherits");
        check("a.cs", "class A // so;\n    : name {}", "uses calls inherits");
        check("a.cs", "class A(string x = \"}\") : name(x) {}", "defines uses calls inherits");
        check("a.cs", "class A { name x; other y = new name(); }", "defines uses calls");
        check("a.cs", "class A { void F() { f(\"x\"); g(\"name\"); } }", "defines uses calls");
        check("a.cs", "class A { /* so */ name x; }", "defines uses calls");
        check("a.ts", "<?xml version=\"1.0\"?><TS>function name() {}</TS>", "");
        // Definitions of C++ look different from those of C, in a header of the same name.
        check("a.h", "  class name {", "defines opens uses calls");
    }

    /// A look along the line from each name would read a terabyte, so that the test hangs.
    #[test]
    fn hints_of_a_long_line_terminate() {
        let (count, distance) = (20_000, 3_000);
        let mut text = vec![b' '; count * distance];
        for at in 0..count {
            text[at * distance..][..6].copy_from_slice(b"x+name");
        }
        let mentions = (0..count).map(|at| at * distance + 2..at * distance + 6);
        let path = Path::new("a.js");
        let hints = Hints::new(&text, mentions, path, registry().for_path(path));
        assert!(hints.may_use && !hints.may_define);
    }

    /// Names that stand for definitions without one, and words of which the text gives none.
    const WORDS: [&str; 6] =
        ["companion", "default", "defexception", "defstruct", "operator", "this"];

    /// Languages in which a definition begins on a line of its own, or behind a semicolon.
    const LINES: [&str; 4] = ["groovy", "objc", "python", "ruby"];

    /// Returns the definitions of a text, and whether each stands where the hints look for one.
    fn hinted(text: &str, path: &Path, language: &'static Language) -> Vec<(Symbol, bool)> {
        let symbols = outline(text, language).symbols.into_iter().filter(|symbol| {
            symbol.kind.binds_its_name()
                && text[symbol.name_bytes.clone()] == *symbol.name
                && symbol.name.chars().all(is_word)
                && !WORDS.contains(&&*symbol.name)
        });
        symbols
            .map(|symbol| {
                let name = std::iter::once(symbol.name_bytes.clone());
                let hints = Hints::new(text.as_bytes(), name, path, Some(language));
                (symbol, hints.may_define)
            })
            .collect()
    }

    #[test]
    fn a_definition_is_seen_wherever_it_stands_on_its_line() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/languages");
        let mut missed = Vec::new();
        for entry in std::fs::read_dir(folder).expect("fixtures") {
            let path = entry.expect("a fixture").path();
            let text = std::fs::read_to_string(&path).expect("a text");
            let language = registry().for_source(&path, &text);
            let has_lines = |language: &&Language| language.config.graph.definition.is_some();
            let Some(language) = language.filter(has_lines) else { continue };
            let own = hinted(&text, &path, language);
            let marks = &language.config.comments.line;
            let is_code = |line: &&str| !marks.iter().any(|mark| line.contains(mark.as_str()));
            let lines: Vec<&str> = text.lines().filter(is_code).map(str::trim).collect();
            let joints =
                if LINES.contains(&language.id) { &["; ", ";"][..] } else { &[" ", "; "][..] };
            let joined = joints.iter().flat_map(|joint| {
                let joined = hinted(&lines.join(joint), &path, language);
                // What the joined lines seem to define and their text does not is none.
                let is_own = |symbol: &Symbol| {
                    own.iter().any(|(of, _)| of.name == symbol.name && of.kind == symbol.kind)
                };
                joined.into_iter().filter(move |(symbol, _)| is_own(symbol))
            });
            let unseen = own.iter().cloned().chain(joined).filter(|(_, is_seen)| !is_seen);
            let id = language.id;
            missed.extend(unseen.map(|(symbol, _)| format!("{id}: {}", symbol.signature)));
        }
        assert!(missed.is_empty(), "{}", missed.join("\n"));
    }

    #[test]
    fn nothing_is_used_in_a_file_of_no_language() {
        let hints = |path: &str, text: &str| {
            let mentions = std::iter::once(text.find("name").expect("the name"));
            let mentions = mentions.map(|at| at..at + 4);
            Hints::new(text.as_bytes(), mentions, Path::new(path), None)
        };
        let archive = hints("requests.har", "{ \"name\": \"name()\" }");
        assert!(!archive.may_use && !archive.may_call && !archive.may_inherit);
        assert!(hints("tool", "#!/usr/bin/python3\nname()\n").may_call);
    }

    #[test]
    fn definitions_on_the_line_of_others_are_seen() {
        let check = |path: &str, text: &str| {
            let at = text.find("name").expect("the name");
            let language = registry().for_path(Path::new(path));
            let mentions = std::iter::once(at..at + 4);
            let hints = Hints::new(text.as_bytes(), mentions, Path::new(path), language);
            assert!(hints.may_define, "{path}: {text}");
        };
        for member in [
            "name() {}",
            "*name() {}",
            "async name() {}",
            "async *name() {}",
            "get name() {}",
            "static set name(x) {}",
            "#name() {}",
            "@input() name() {}",
            "/** so */ name() {}",
            "name = 1;",
        ] {
            check("a.js", &format!("class A {{ constructor() {{ this.f = 1 }} {member} }}"));
            check("a.ts", &format!("class A{{constructor(){{this.f=1}}{member}}}"));
        }
        check("a.js", "module.exports = { a() {}, name() {} }");
        check("a.js", "f({ a: 1, name: function () {} })");
        check("a.js", "f(); async function* name() {}");
        check("a.ts", "enum E { A, name }");
        check("a.rs", "struct P { x: f32, name: f32 } enum E { A, B }");
        check("a.rs", "enum E { A, name }");
        check("A.java", "class A { void f() {} int x, name = 2; }");
        check("A.java", "record P(int x, @NonNull int name) {}");
        check("a.go", "func f() {}; func name() {}");
        check("a.py", "x = 1; name = 2");
        check("a.py", "class A: x = 1; name = 2");
        check("a.py", "class A: name = 2");
        check("a.rb", "def a; end; def name; end");
        check("a.c", "struct s { int x; int *name; };");
        check("a.c", "int f(void) { return 1; } int name(void) { return 2; }");
        check("a.kt", "class A { fun f() {}; fun name() {} }");
    }

    #[test]
    fn definitions_of_csharp_over_several_lines_are_seen() {
        for text in [
            "class A { int x; int name\n{ get; } }",
            "class A { int name // so\r\n{ get; } }",
            "class A { int name\n=> 1; }",
            "class A { List<int>\n  name<T>(T x) {} }",
            "class A { (int, int) name() {} int *x; }",
            "class A { unsafe int* name() {} }",
            "class A : B<int> { int B<int>.name() {} }",
            "class A { int x,\n  name; }",
            "enum A { B\n  , name\n }",
            "enum A {\n  B,\n  name\n }",
            "record A(\n  int x,\n  int name);",
        ] {
            let at = text.find("name").expect("the name");
            let language = registry().for_path(Path::new("a.cs"));
            let hints =
                Hints::new(text.as_bytes(), std::iter::once(at..at + 4), "a.cs".as_ref(), language);
            assert!(hints.may_define, "{text}");
        }
    }
}
