//! Documents and reports for the tests of the renderers.

use crate::domain::{
    Block, Doc, Footer, Report, ResultLine, ResultRow, Shown, SymbolKind, XmlShape, tokens,
};
use serde_json::{Value, json};

/// Source text that tries to break out of every format.
pub(super) const HOSTILE: &str = "]]>\0\u{fffd}\x1b[31m\u{202e}\u{9b}\u{2028}```\n````<b>&amp;</code>\r\n<!-- -->\u{fffe}\u{2066}\"'\\";

pub(super) fn directory(depth: usize, name: &str, path: &str) -> Block {
    Block::Directory { depth, name: name.into(), path: path.into(), note: None }
}

pub(super) fn file(depth: usize, path: &str, note: Option<&str>) -> Block {
    let name = path.rsplit('/').next().unwrap_or(path);
    Block::File { depth, name: name.into(), path: path.into(), note: note.map(Into::into) }
}

pub(super) fn symbol(depth: usize, kind: SymbolKind, signature: &str, doc: Option<&str>) -> Block {
    Block::Symbol {
        depth,
        kind,
        signature: signature.into(),
        lines: None,
        doc: doc.map(Into::into),
        note: None,
    }
}

pub(super) fn row(number: Option<usize>, place: &str, text: &str, details: &[&str]) -> Block {
    let details = details.iter().map(|detail| (*detail).into()).collect();
    Block::Row { number, place: place.into(), text: text.into(), details }
}

pub(super) fn found(
    path: &str,
    line: usize,
    text: &str,
    is_match: bool,
    enclosing: Option<&str>,
) -> Block {
    let matches = text.find("foo").map(|at| at..at + 3).into_iter().collect();
    Block::Line {
        path: path.into(),
        line,
        text: text.into(),
        matches,
        is_match,
        enclosing: enclosing.map(Into::into),
    }
}

pub(super) fn code(
    place: &str,
    caption: Option<&str>,
    first_line: Option<usize>,
    text: &str,
) -> Block {
    Block::Code {
        place: place.into(),
        caption: caption.map(Into::into),
        language: Some("rust"),
        first_line,
        text: text.into(),
        folds: Vec::new(),
        highlights: Vec::new(),
    }
}

pub(super) fn doc(blocks: Vec<Block>, footer: &str) -> Doc {
    let footer = Footer { facts: footer.to_owned(), separator: ", ", tokens: None };
    Doc { title: None, blocks, footer: Some(footer).filter(|footer| !footer.facts.is_empty()) }
}

/// A map of a small project.
pub(super) fn map() -> Doc {
    Doc {
        title: Some("Codebase Structure".into()),
        blocks: vec![
            directory(0, "src", "src"),
            directory(1, "search", "src/search"),
            file(2, "src/search/runner.rs", None),
            symbol(
                3,
                SymbolKind::Function,
                "pub fn run(options: &Options) -> Result<Vec<Hit>>",
                Some("Runs a search."),
            ),
            symbol(3, SymbolKind::Method, "stop(self)", None),
            file(2, "src/search/__init__.py", Some("12 lines")),
            Block::Names { depth: 3, names: vec!["Alpha".into(), "beta".into()] },
            Block::Names { depth: 2, names: vec!["rank.rs".into(), "query.rs".into()] },
            file(1, "src/models.rs", None),
            symbol(2, SymbolKind::Struct, "pub struct Hit", None),
            Block::More { depth: 1, text: "3 more files".into() },
            Block::Directory {
                depth: 1,
                name: "vendor".into(),
                path: "src/vendor".into(),
                note: Some("9 files".into()),
            },
            Block::More { depth: 0, text: "15 more files".into() },
        ],
        footer: Some(Footer {
            facts: "18 files, 3 symbols".into(),
            separator: ", ",
            tokens: Some(2950),
        }),
    }
}

/// Callers, as rows with details.
pub(super) fn callers() -> Doc {
    let blocks = vec![
        Block::Heading("Callers of `run` (src/search/runner.rs:225):".into()),
        row(Some(1), "src/main.rs:42", "", &["pub fn handle(args: Args) -> Result<()>"]),
        row(
            Some(2),
            "src/search/mod.rs:18",
            "",
            &["pub fn search(options: Options)", "at 20: run(options)"],
        ),
    ];
    doc(blocks, "2 callers · syntax · 60 tokens")
}

/// A result with its lines, each a file, a line, the symbol and the text; a line without a symbol
/// belongs to the one above.
pub(super) fn result(
    number: usize,
    depth: usize,
    lines: &[(&str, usize, Option<&str>, &str)],
) -> Block {
    let compact = lines.iter().enumerate().map(|(index, (file, line, symbol, text))| ResultLine {
        file: (*file).into(),
        line: *line,
        symbol: symbol.map(Into::into),
        text: (*text).into(),
        is_further: index > 0 && symbol.is_none(),
    });
    Block::Result(ResultRow {
        number: Some(number),
        place: format!("{}:{}", lines[0].0, lines[0].1),
        details: lines.iter().map(|(_, line, _, text)| format!("at {line}: {text}")).collect(),
        lines: compact.collect(),
        depth,
        ..ResultRow::default()
    })
}

/// Callers in both forms.
pub(super) fn uses() -> Doc {
    let blocks = vec![
        Block::Heading("Callers of `run` (src/search/runner.rs:225):".into()),
        result(1, 0, &[("src/main.rs", 42, Some("handle"), "run(args)?")]),
        result(
            2,
            0,
            &[("src/pool.rs", 18, Some("Pool.get"), "run(a)"), ("src/pool.rs", 20, None, "run(b)")],
        ),
        result(3, 0, &[("src/pool.rs", 31, Some("Pool.put"), "run(c)")]),
        result(4, 0, &[("src/pool.rs", 32, Some("Pool.put"), "run(d)")]),
        Block::Section("Possible, not certain".into()),
        result(5, 0, &[("src/x.rs", 7, None, "use runner::run")]),
        Block::More { depth: 0, text: "… (3 more)".into() },
    ];
    doc(blocks, "5 of 8 callers shown · syntax · 60 tokens")
}

/// Lines found by text search.
pub(super) fn lines() -> Doc {
    let blocks = vec![
        found("src/a.rs", 3, "use foo;", true, None),
        found("src/a.rs", 12, "    foo(1)", true, Some("bar")),
        found("src/a.rs", 13, "}", false, None),
        found("src/a.rs", 14, "    foo(2)", true, Some("bar")),
        found("src/b.rs", 1, "foo", true, Some("bar")),
        found("src/b.rs", 2, "foo", true, None),
    ];
    doc(blocks, "5 lines in 2 files")
}

/// A report of texts, each of which is one part, with a skeleton around them. Sizes need not be
/// monotone: while parts are missing, a note is added.
#[derive(Debug)]
pub(super) struct Texts {
    pub(super) texts: Vec<String>,
    pub(super) note: String,
}

impl Texts {
    fn shown<'a>(&'a self, shown: &'a Shown) -> impl Iterator<Item = (usize, &'a String)> {
        self.texts.iter().enumerate().filter(|(part, _)| shown.contains(*part))
    }
}

impl Report for Texts {
    fn parts(&self) -> usize {
        self.texts.len()
    }

    fn doc(&self, shown: &Shown) -> Doc {
        let mut blocks = vec![Block::Heading("Texts:".into())];
        for (part, text) in self.shown(shown) {
            blocks.push(match part % 4 {
                0 => symbol(part % 3, SymbolKind::Function, text, None),
                1 => row(Some(part), "src/a.rs:1", text, &[]),
                2 => found("src/a.rs", part, text, true, None),
                _ => code("src/a.rs:1", None, Some(1), text),
            });
        }
        if shown.count() < self.texts.len() {
            blocks.push(Block::Text(self.note.clone()));
        }
        let facts = format!("{} of {} shown", shown.count(), self.texts.len());
        let footer = Footer { facts, separator: ", ", tokens: Some(shown.tokens) };
        Doc { title: None, blocks, footer: Some(footer) }
    }

    fn value(&self, shown: &Shown) -> Value {
        let results: Vec<_> = self
            .shown(shown)
            .map(|(part, text)| json!({ "file": "a.rs", "lines": [part, part], "code": text }))
            .collect();
        let note = (shown.count() < self.texts.len()).then_some(&self.note);
        json!({
            "results": results,
            "summary": { "count": shown.count(), "total": self.texts.len(), "truncated": note.is_some() },
            "note": note,
            "tokens_used": shown.tokens,
        })
    }

    fn xml(&self) -> XmlShape {
        XmlShape::new("texts")
    }

    fn found(&self) -> bool {
        !self.texts.is_empty()
    }
}

/// The tokens of a text as the reference counts them.
pub(super) fn reference_count(text: &str) -> usize {
    let count = tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len();
    assert_eq!(tokens::count(text), count);
    count
}
