//! Markdown: a title, a heading per file, signatures as list items, code in fences.
//!
//! Source text cannot break out of its context: code stands in a fence longer than any run of
//! backticks in it, and a signature, name or path is written verbatim only if Markdown shows it so,
//! else as inline code.

use super::color::{escaped_lines, one_line};
use super::outline::more;
use super::trail::{PathEntry, Trail};
use crate::domain::{Block, Doc};
use std::borrow::Cow;

pub(super) fn write(doc: &Doc) -> String {
    let mut writer = Writer { text: String::new(), kind: Kind::None, top_used: false, place: None };
    let mut trail = Trail::default();
    if let Some(title) = &doc.title {
        writer.heading("# ", &prose(title));
        writer.top_used = true;
    }
    let mut blocks = doc.blocks.iter().peekable();
    while let Some(block) = blocks.next() {
        match block {
            Block::Line { path, .. } => {
                let mut lines = vec![found_line(block)];
                while let Some(next) = blocks.next_if(
                    |next| matches!(next, Block::Line { path: other, .. } if other == path),
                ) {
                    lines.push(found_line(next));
                }
                writer.heading("## ", &inline(path));
                writer.fence("", &lines.join("\n"));
            }
            Block::Directory { note, .. } => {
                let place = trail.pass(block);
                // Files carry their whole path, so a directory gets a heading only if it has a note
                // or if no file or directory follows it.
                let is_followed_by_entry =
                    matches!(blocks.peek(), Some(Block::File { .. } | Block::Directory { .. }));
                if note.is_some() || !is_followed_by_entry {
                    writer.entry(place, note.as_deref());
                }
            }
            Block::File { note, .. } => {
                let place = trail.pass(block);
                writer.entry(place, note.as_deref());
            }
            Block::Names { depth, .. } | Block::More { depth, .. } => {
                writer.within(trail.owner(*depth));
                writer.block(block);
            }
            _ => writer.block(block),
        }
    }
    if let Some(footer) = &doc.footer {
        writer.paragraph(&prose(&format!("[{footer}]")));
    }
    writer.text.truncate(writer.text.trim_end_matches('\n').len());
    escaped_lines(writer.text)
}

/// Kind of the block written last, which decides whether a blank line must follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    None,
    Item,
    Other,
}

struct Writer<'a> {
    text: String,
    kind: Kind,
    /// Directory or file of the current heading.
    place: Option<PathEntry<'a>>,
    /// True if a heading of the first level was written.
    top_used: bool,
}

impl<'a> Writer<'a> {
    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading(text) if !self.top_used => {
                self.top_used = true;
                self.heading("# ", &prose(text));
            }
            Block::Heading(text) => self.paragraph(&prose(text)),
            Block::Section(text) => {
                self.heading("## ", &prose(text.trim_start_matches(['#', ' '])));
            }
            Block::Subsection(text) => {
                self.heading("### ", &prose(text.trim_start_matches(['#', ' '])));
            }
            Block::Text(text) => {
                let lines: Vec<_> = text.lines().map(prose).collect();
                self.paragraph(&lines.join("  \n"));
            }
            Block::Blank | Block::Line { .. } | Block::Directory { .. } | Block::File { .. } => {}
            Block::Symbol { kind, signature, lines, doc, note, .. } => {
                let place = lines.map_or_else(String::new, |lines| format!("{lines}: "));
                let note =
                    note.as_ref().map_or_else(String::new, |note| format!(" {}", prose(note)));
                let word = if tells_its_kind(signature) {
                    String::new()
                } else {
                    format!("{} ", kind.as_str())
                };
                let first = doc.as_ref().and_then(|doc| doc.lines().next()).map(prose);
                let doc = first.map_or_else(String::new, |doc| format!(" -- {doc}"));
                self.item("- ", &format!("{place}{word}{}{note}{doc}", inline(signature)));
            }
            Block::Names { names, .. } => self.item("- ", &inline(&names.join(", "))),
            Block::More { text, .. } => self.item("- ", &prose(&more(text))),
            Block::Row { number, place, text, details } => self.row(*number, place, text, details),
            Block::Result(row) => self.row(row.number, &row.place, &row.text, &row.details),
            Block::Excerpt { place, name, lines } => {
                self.paragraph(&format!("{} {}", inline(place), inline(name)));
                let lines = lines.iter().map(|(line, text)| format!("{line} {}", one_line(text)));
                self.fence("", &lines.collect::<Vec<_>>().join("\n"));
            }
            Block::Code { place, caption, language, text, .. } => {
                let caption = caption
                    .as_ref()
                    .map_or_else(String::new, |caption| format!(" -- {}", prose(caption)));
                self.paragraph(&format!("{}{caption}", inline(place)));
                self.fence(language.unwrap_or_default(), text.strip_suffix('\n').unwrap_or(text));
            }
        }
    }

    fn gap(&mut self) {
        if self.kind != Kind::None {
            self.text.push('\n');
        }
    }

    fn heading(&mut self, mark: &str, text: &str) {
        self.gap();
        self.text.extend([mark, text, "\n"]);
        self.kind = Kind::Other;
    }

    fn paragraph(&mut self, text: &str) {
        self.heading("", text);
    }

    fn entry(&mut self, place: Option<PathEntry<'a>>, note: Option<&str>) {
        let note = note.map_or_else(String::new, |note| format!(" ({})", prose(note)));
        let path = place.map_or_else(String::new, PathEntry::shown);
        self.heading("## ", &format!("{}{note}", inline(&path)));
        self.place = place;
    }

    /// Writes the heading of a place unless it is the current one.
    fn within(&mut self, place: Option<PathEntry<'a>>) {
        if place != self.place {
            self.entry(place, None);
        }
    }

    fn item(&mut self, mark: &str, text: &str) {
        if self.kind != Kind::Item {
            self.gap();
        }
        self.text.extend([mark, text, "\n"]);
        self.kind = Kind::Item;
    }

    fn row(&mut self, number: Option<usize>, place: &str, text: &str, details: &[String]) {
        let mark = number.map_or_else(|| "- ".to_owned(), |number| format!("{number}. "));
        let says = match (place, text) {
            (place, "") => inline(place).into_owned(),
            ("", text) => inline(text).into_owned(),
            _ => format!("{} -- {}", inline(place), inline(text)),
        };
        self.item(&mark, &says);
        let indent = " ".repeat(mark.len());
        for line in details.iter().flat_map(|detail| detail.lines()) {
            self.text.extend([&indent, "- ", &inline(line.trim()), "\n"]);
        }
    }

    fn fence(&mut self, language: &str, code: &str) {
        let fence = "`".repeat(longest_run(code).max(2) + 1);
        self.gap();
        self.text.extend([&fence, language, "\n", code, "\n", &fence, "\n"]);
        self.kind = Kind::Other;
    }
}

fn found_line(block: &Block) -> String {
    let Block::Line { line, text, is_match, enclosing, .. } = block else { return String::new() };
    let mark = if *is_match { ':' } else { '-' };
    let enclosing = enclosing
        .as_ref()
        .filter(|_| *is_match)
        .map_or_else(String::new, |name| format!(" · in {name}"));
    let text = text.trim_end_matches(['\r', '\n']);
    format!("{line}{mark} {}{}", one_line(text), one_line(&enclosing))
}

/// Returns whether a signature contains the keyword of its declaration, as `pub fn run()` does and
/// `run(self)` does not: whether one of the words before its first bracket is such a keyword.
fn tells_its_kind(signature: &str) -> bool {
    const WORDS: [&str; 37] = [
        "fn",
        "func",
        "fun",
        "def",
        "function",
        "function*",
        "class",
        "struct",
        "union",
        "enum",
        "trait",
        "interface",
        "protocol",
        "impl",
        "extension",
        "mod",
        "module",
        "namespace",
        "package",
        "type",
        "typedef",
        "const",
        "static",
        "let",
        "var",
        "val",
        "macro",
        "macro_rules!",
        "#define",
        "object",
        "record",
        "constructor",
        "property",
        "get",
        "set",
        "using",
        "operator",
    ];
    let head = signature.split(['(', '{', '=', ':']).next().unwrap_or_default();
    signature.starts_with('#') && signature.trim_start_matches('#').starts_with(' ')
        || head.split_whitespace().any(|word| WORDS.contains(&word))
}

/// Source text within a line: verbatim if Markdown shows it so, else as inline code.
fn inline(text: &str) -> Cow<'_, str> {
    let text = one_line(text);
    if text.is_empty() || !is_marked_up(&text) {
        return text;
    }
    let fence = "`".repeat(longest_run(&text) + 1);
    // A backtick at either end needs a space, which Markdown takes away again.
    let pad = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) { " " } else { "" };
    Cow::Owned(format!("{fence}{pad}{text}{pad}{fence}"))
}

/// Returns whether Markdown could take some of the text for markup; in doubt true.
fn is_marked_up(text: &str) -> bool {
    let bytes = text.as_bytes();
    let first = bytes.first().copied().unwrap_or_default();
    let is_word =
        |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphanumeric);
    // Starts of a line that make another block of it: `# x`, `+ x`, `---`, `1. x`.
    if matches!(first, b'#' | b'+' | b'-' | b'=' | b' ' | b'\t' | b'|' | b':') || is_numbered(text)
    {
        return true;
    }
    bytes.iter().enumerate().any(|(at, byte)| match byte {
        b'<' | b'>' | b'*' | b'`' | b'[' | b']' | b'\\' | b'&' | b'~' | b'!' | b'$' | b'@' => true,
        b'_' => !is_word(at.checked_sub(1)) || !is_word(Some(at + 1)),
        // A bare link.
        b':' => bytes[at..].starts_with(b"://"),
        _ => false,
    })
}

fn is_numbered(text: &str) -> bool {
    let rest = text.trim_start_matches(|character: char| character.is_ascii_digit());
    rest.len() < text.len() && rest.starts_with(['.', ')'])
}

/// Escapes markup in a sentence of the server's own, except within backticks, which enclose names.
fn prose(text: &str) -> String {
    let text = one_line(text);
    let mut rest = text.trim_start();
    let mut out = String::with_capacity(rest.len() + 8);
    let digits = if is_numbered(rest) {
        rest.find(|character: char| !character.is_ascii_digit())
    } else {
        None
    };
    if let Some(digits) = digits {
        out.push_str(&rest[..digits]);
        rest = &rest[digits..];
    }
    if digits.is_some() || rest.starts_with(['#', '>', '+', '-', '=', '|']) {
        out.push('\\');
    }
    let has_link = rest.contains("](");
    while let Some(at) = rest.find(['`', '<', '*', '\\', '&', '_', '~', '[']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        if let Some(code) = code_span(from) {
            out.push_str(code);
            rest = &from[code.len()..];
            continue;
        }
        let is_word = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
        let next = from[1..].chars().next();
        let is_harmless = match from.as_bytes()[0] {
            b'_' => is_word(before.chars().next_back()) && is_word(next),
            b'&' => !from.contains(';'),
            b'[' => !has_link,
            b'*' | b'<' | b'~' => {
                next.is_none_or(char::is_whitespace) && before.ends_with(char::is_whitespace)
            }
            _ => false,
        };
        if !is_harmless {
            out.push('\\');
        }
        out.push_str(&from[..1]);
        rest = &from[1..];
    }
    out.push_str(rest);
    out
}

/// The inline code at the start of a text, with its backticks.
fn code_span(text: &str) -> Option<&str> {
    let fence = text.len() - text.trim_start_matches('`').len();
    if fence == 0 {
        return None;
    }
    let close = text[fence..].find(&text[..fence])?;
    let end = fence + close + fence;
    // A longer run does not close it.
    (!text[end..].starts_with('`')).then(|| &text[..end])
}

/// The longest run of backticks.
fn longest_run(text: &str) -> usize {
    let (mut longest, mut run) = (0, 0);
    for byte in text.bytes() {
        run = if byte == b'`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::super::samples::{HOSTILE, callers, code, doc, file, lines, map, symbol, uses};
    use super::*;
    use crate::domain::SymbolKind;
    use insta::assert_snapshot;

    #[test]
    fn a_map_has_a_heading_per_file_and_an_item_per_signature() {
        assert_snapshot!(write(&map()), @"
        # Codebase Structure

        ## src/search/runner.rs

        - `pub fn run(options: &Options) -> Result<Vec<Hit>>` -- Runs a search.
        - method stop(self)

        ## `src/search/__init__.py` (12 lines)

        - Alpha, beta

        ## src/search/

        - rank.rs, query.rs

        ## src/models.rs

        - pub struct Hit

        ## src/

        - … (3 more files)

        ## src/vendor/ (9 files)

        ## ./

        - … (15 more files)

        [18 files, 3 symbols, 2,950 tokens]
        ");
    }

    #[test]
    fn rows_are_list_items() {
        assert_snapshot!(write(&callers()), @"
        # Callers of `run` (src/search/runner.rs:225):

        1. src/main.rs:42
           - `pub fn handle(args: Args) -> Result<()>`
        2. src/search/mod.rs:18
           - pub fn search(options: Options)
           - at 20: run(options)

        [2 callers · syntax · 60 tokens]
        ");
    }

    #[test]
    fn results_are_numbered_rows() {
        assert_snapshot!(write(&uses()), @"
        # Callers of `run` (src/search/runner.rs:225):

        1. src/main.rs:42
           - at 42: run(args)?
        2. src/pool.rs:18
           - at 18: run(a)
           - at 20: run(b)
        3. src/pool.rs:31
           - at 31: run(c)
        4. src/pool.rs:32
           - at 32: run(d)

        ## Possible, not certain

        5. src/x.rs:7
           - at 7: use runner::run
        - … (3 more)

        [5 of 8 callers shown · syntax · 60 tokens]
        ");
    }

    #[test]
    fn found_lines_stand_in_a_fence_per_file() {
        assert_snapshot!(write(&lines()), @"
        ## src/a.rs

        ```
        3: use foo;
        12:     foo(1) · in bar
        13- }
        14:     foo(2) · in bar
        ```

        ## src/b.rs

        ```
        1: foo · in bar
        2: foo
        ```

        [5 lines in 2 files]
        ");
    }

    #[test]
    fn the_kind_is_named_where_the_signature_does_not_tell_it() {
        let check = |kind, signature: &str, expected: &str| {
            let written = write(&doc(vec![symbol(0, kind, signature, None)], ""));
            assert_eq!(written, expected);
        };
        check(SymbolKind::Function, "pub async fn run()", "- pub async fn run()");
        check(SymbolKind::Class, "class Agent", "- class Agent");
        check(SymbolKind::Method, "stop(self)", "- method stop(self)");
        check(SymbolKind::Function, "int main(void)", "- function int main(void)");
        check(SymbolKind::Constructor, "constructor(name: string)", "- constructor(name: string)");
        check(SymbolKind::Macro, "macro_rules! join", "- `macro_rules! join`");
        check(SymbolKind::Method, "def __init__(self)", "- `def __init__(self)`");
        check(SymbolKind::Function, "fn get<T>() -> Vec<T>", "- `fn get<T>() -> Vec<T>`");
    }

    #[test]
    fn code_cannot_leave_its_fence() {
        let text = "/// ```\n/// ````\nfn a() {}";
        assert_snapshot!(write(&doc(vec![code("a.rs:1-3", Some("function"), Some(1), text)], "")), @"
        a.rs:1-3 -- function

        `````rust
        /// ```
        /// ````
        fn a() {}
        `````
        ");
    }

    #[test]
    fn source_text_within_a_line_is_shown_as_it_is() {
        let check = |text: &str, expected: &str| assert_eq!(inline(text), expected);
        check("src/a_b.rs:3", "src/a_b.rs:3");
        check("src/__init__.py", "`src/__init__.py`");
        check("a `b` c", "``a `b` c``");
        check("`b``", "``` `b`` ```");
        check("# x", "`# x`");
        check("1. x", "`1. x`");
        check("a\nb", "`a\\nb`");
        check("http://x", "`http://x`");
    }

    #[test]
    fn sentences_keep_their_code_and_lose_their_markup() {
        let check = |text: &str, expected: &str| assert_eq!(prose(text), expected);
        check("Callers of `a_b*` (src/a.rs:3):", "Callers of `a_b*` (src/a.rs:3):");
        check("[42 files, 2,950 tokens]", "[42 files, 2,950 tokens]");
        check("<script> __x__ a_b ` *", "\\<script> \\_\\_x\\_\\_ a_b \\` *");
        check("# no heading", "\\# no heading");
        check("1. no list", "1\\. no list");
        check("```rust", "\\`\\`\\`rust");
        check("[a](http://b)", "\\[a](http://b)");
    }

    #[test]
    fn hostile_source_cannot_break_out() {
        let blocks = vec![
            file(0, HOSTILE, None),
            symbol(0, SymbolKind::Function, HOSTILE, Some(HOSTILE)),
            code(HOSTILE, None, Some(1), HOSTILE),
        ];
        let written = write(&doc(blocks, HOSTILE));
        // A line that opens a fence has no backticks but at its start.
        let opens =
            |line: &&str| line.starts_with("```") && !line.trim_start_matches('`').contains('`');
        let fences = written.lines().filter(opens).collect::<Vec<_>>();
        assert_eq!(fences, ["`````rust", "````<b>&amp;</code>", "`````"], "{written}");
        assert!(!written.contains(['\x1b', '\u{9b}', '\u{202e}', '\u{2066}', '\0']), "{written:?}");
        assert!(written.contains("\\x1b[31m\\u{202e}"), "{written}");
    }
}
