//! Fallback for an answer that exceeds the budget even without its parts: smaller and smaller
//! forms, until one fits.

use super::{Rendered, settle};
use crate::domain::{Block, Cancel, Cancelled, Doc, Footer, Format, Picture, Report, Shown};
use serde_json::{Map, Value};

/// Returns a reply within the limit, whatever the report. JSON and XML stay well formed.
///
/// # Errors
/// If the work is cancelled.
pub(super) fn render(
    report: &dyn Report,
    format: Format,
    limit: usize,
    cancel: &Cancel,
) -> Result<Rendered, Cancelled> {
    let steps = match format {
        Format::Json | Format::Xml => VALUE_STEPS.len(),
        Format::Mermaid | Format::Dot => PICTURE_WIDTHS.len(),
        _ => DOC_STEPS.len(),
    };
    let write = |step: usize| {
        settle(Shown::default(), |shown| super::write(report, format, shown, Cut(Some(step))))
    };
    for step in 0..steps - 1 {
        cancel.check()?;
        let rendered = write(step);
        if rendered.tokens <= limit {
            return Ok(rendered);
        }
    }
    // The last step leaves a few words, which fit every budget.
    Ok(write(steps - 1))
}

/// A reduction of what a format is written from, by the step of its list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cut(Option<usize>);

impl Cut {
    /// Leaves all as it is.
    pub(super) const NONE: Self = Self(None);

    pub(super) fn doc(self, doc: Doc) -> Doc {
        match self.0 {
            Some(step) => DOC_STEPS[step].apply(doc),
            None => doc,
        }
    }

    pub(super) fn value(self, value: Value) -> Value {
        match self.0 {
            Some(step) => VALUE_STEPS[step](value),
            None => value,
        }
    }

    pub(super) fn picture(self, picture: Picture) -> Picture {
        match self.0 {
            Some(step) => narrow(picture, PICTURE_WIDTHS[step]),
            None => picture,
        }
    }
}

/// Size to which a document is cut: number of blocks, and characters of each text.
struct DocStep {
    blocks: usize,
    width: usize,
    footer: bool,
}

const DOC_STEPS: [DocStep; 9] = [
    DocStep { blocks: 32, width: 200, footer: true },
    DocStep { blocks: 16, width: 120, footer: true },
    DocStep { blocks: 8, width: 120, footer: true },
    DocStep { blocks: 4, width: 120, footer: true },
    DocStep { blocks: 2, width: 120, footer: true },
    DocStep { blocks: 1, width: 80, footer: true },
    DocStep { blocks: 1, width: 24, footer: true },
    DocStep { blocks: 0, width: 60, footer: true },
    DocStep { blocks: 0, width: 0, footer: false },
];

impl DocStep {
    #[expect(clippy::too_many_lines, reason = "one arm for each block")]
    fn apply(&self, mut doc: Doc) -> Doc {
        doc.title = doc.title.map(|title| shorten(&title, self.width));
        doc.blocks.truncate(self.blocks);
        for block in &mut doc.blocks {
            match block {
                Block::Heading(text)
                | Block::Section(text)
                | Block::Subsection(text)
                | Block::More { text, .. } => *text = shorten(text, self.width),
                Block::Text(text) => *text = first_lines(text, 8, self.width),
                Block::Blank => {}
                Block::Directory { name, path, note, .. }
                | Block::File { name, path, note, .. } => {
                    *name = shorten(name, self.width);
                    *path = shorten(path, self.width);
                    *note = note.take().map(|note| shorten(&note, self.width));
                }
                Block::Symbol { signature, doc, note, .. } => {
                    *signature = shorten(signature, self.width);
                    *doc = None;
                    *note = None;
                }
                Block::Names { names, .. } => {
                    *names = vec![shorten(&names.join(", "), self.width)];
                }
                Block::Row { place, text, details, .. } => {
                    *place = shorten(place, self.width);
                    *text = shorten(text, self.width);
                    details.clear();
                }
                Block::Result(row) => {
                    row.place = shorten(&row.place, self.width);
                    row.text = shorten(&row.text, self.width);
                    row.details.clear();
                    row.lines.truncate(1);
                    for line in &mut row.lines {
                        line.text = shorten(&line.text, self.width);
                        line.symbol =
                            line.symbol.as_ref().map(|symbol| shorten(symbol, self.width));
                    }
                }
                Block::Line { path, text, matches, enclosing, .. } => {
                    *path = shorten(path, self.width);
                    *text = shorten(text, self.width);
                    matches.clear();
                    *enclosing = None;
                }
                Block::Excerpt { place, name, lines } => {
                    *place = shorten(place, self.width);
                    *name = shorten(name, self.width);
                    lines.truncate(4);
                    lines.iter_mut().for_each(|(_, text)| *text = shorten(text, self.width));
                }
                Block::Code { place, caption, text, highlights, .. } => {
                    *place = shorten(place, self.width);
                    *caption = caption.take().map(|caption| shorten(&caption, self.width));
                    *text = first_lines(text, 4, self.width);
                    highlights.clear();
                }
            }
        }
        let cut = "cut to fit the budget";
        doc.footer = Some(match doc.footer.filter(|_| self.footer) {
            Some(Footer { facts, tokens, .. }) => Footer {
                facts: format!("{} · {cut}", shorten(&facts, self.width)),
                separator: " · ",
                tokens,
            },
            None => Footer { facts: cut.to_owned(), separator: "", tokens: None },
        });
        if !self.footer {
            doc.title = None;
        }
        doc
    }
}

/// Characters that the texts of a drawing keep; at 0 the drawing is empty.
const PICTURE_WIDTHS: [usize; 4] = [60, 24, 8, 0];

/// Reduces a drawing to its first node, with shortened texts.
fn narrow(mut picture: Picture, width: usize) -> Picture {
    picture.nodes.truncate(usize::from(width > 0));
    picture.edges.clear();
    picture.caption = shorten(&picture.caption, width);
    for node in &mut picture.nodes {
        node.label = shorten(&node.label, width);
        node.place = None;
        node.cluster = None;
    }
    picture
}

fn first_lines(text: &str, lines: usize, width: usize) -> String {
    let kept: Vec<_> = text.lines().take(lines).map(|line| shorten(line, width)).collect();
    kept.join("\n")
}

/// At most `width` characters, of which the last then is an ellipsis.
fn shorten(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        None => text.to_owned(),
        Some(_) => text.chars().take(width.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// Smaller and smaller forms of a value. `summary` and `evidence` are kept longest; accounts, whose
/// parts have a sum, are whole or left out.
const VALUE_STEPS: [fn(Value) -> Value; 14] = [
    |value| without(value, &["left_out", "more"]),
    |value| without(value, &["left_out", "more", "mentions"]),
    |value| shrink_beside_account(without(value, &["left_out", "more", "mentions"]), 4, 200),
    |value| shrink_beside_account(without(value, &["left_out", "more", "mentions"]), 1, 80),
    |value| shrink(without(value, &LITTLE), 4, 200),
    |value| shrink(without(value, &LITTLE), 2, 80),
    |value| shrink(without(value, &LITTLE), 1, 40),
    |value| shrink(without(without(value, &LITTLE), &["suggestions"]), 0, 40),
    |value| shrink(only(value, &["results", "definitions", "summary", "evidence"]), 0, 24),
    |value| {
        let value = only(value, &["results", "definitions", "summary", "evidence"]);
        shrink(
            without(
                value,
                &["server", "composed", "total_is_exact", "total_bytes", "total_tokens"],
            ),
            0,
            16,
        )
    },
    |value| shrink(only(value, &["summary"]), 0, 16),
    |value| {
        let value = without(
            value,
            &["total_is_exact", "total_bytes", "total_tokens", "risk_reason", "public"],
        );
        shrink(only(value, &["summary"]), 0, 16)
    },
    |value| {
        let value = without(only(value, &["summary", "evidence"]), &BESIDE_NUMBERS);
        shrink(value, 0, 16)
    },
    |_| Value::Object(Map::new()),
];

/// Keys of a summary and of evidence beside the numbers and the source.
const BESIDE_NUMBERS: [&str; 14] = [
    "total_is_exact",
    "total_bytes",
    "total_tokens",
    "note",
    "risk_reason",
    "public",
    "visibility",
    "definitions",
    "files_affected",
    "functions_affected",
    "tests_covering",
    "calls",
    "server",
    "composed",
];

/// Keys that say little of an answer.
const LITTLE: [&str; 6] = ["left_out", "more", "mentions", "account", "deeper", "note"];

/// The value without these keys, at every level.
fn without(value: Value, keys: &[&str]) -> Value {
    match value {
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(key, _)| !keys.contains(&key.as_str()))
            .map(|(key, value)| (key, without(value, keys)))
            .collect(),
        Value::Array(items) => items.into_iter().map(|item| without(item, keys)).collect(),
        other => other,
    }
}

/// The top level with these keys and all that is neither array nor object.
fn only(value: Value, keys: &[&str]) -> Value {
    match value {
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(key, value)| {
                keys.contains(&key.as_str()) || !(value.is_array() || value.is_object())
            })
            .collect(),
        other => other,
    }
}

/// The value with shorter arrays and texts, but for its accounts.
fn shrink_beside_account(value: Value, items: usize, width: usize) -> Value {
    let shrunk = |(key, value): (String, Value)| match key.as_str() {
        "account" | "deeper" => (key, value),
        _ => (key, shrink(value, items, width)),
    };
    match value {
        Value::Object(fields) => fields.into_iter().map(shrunk).collect(),
        other => other,
    }
}

/// The value with shorter arrays and texts.
fn shrink(value: Value, items: usize, width: usize) -> Value {
    match value {
        Value::Object(fields) => {
            fields.into_iter().map(|(key, value)| (key, shrink(value, items, width))).collect()
        }
        Value::Array(all) => {
            all.into_iter().take(items).map(|item| shrink(item, items, width)).collect()
        }
        Value::String(text) => Value::String(shorten(&text, width)),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Evidence, Note, XmlShape};
    use insta::assert_snapshot;
    use serde_json::json;

    /// An answer whose skeleton alone is larger than the smallest budgets.
    struct Wordy;

    impl Report for Wordy {
        fn parts(&self) -> usize {
            1
        }

        fn doc(&self, shown: &Shown) -> Doc {
            let mut doc = Doc::default();
            doc.push(Block::Heading(format!("Callers of `{}` (src/a.rs:3):", "long_".repeat(30))));
            for number in 0..40 {
                doc.push(Block::Text(format!("Note {number} on why the answer is what it is.")));
            }
            doc.footer = Some(Footer::new("0 of 23 callers shown".to_owned(), shown.tokens));
            doc
        }

        fn value(&self, _: &Shown) -> Value {
            let note = "words ".repeat(50);
            json!({
                "target": { "name": "perform", "file": "src/a.rs", "line": 3, "signature": "x".repeat(600), "places": [] },
                "results": [],
                "summary": { "count": 0, "total": 23, "total_is_exact": true, "total_bytes": 0, "total_tokens": 0, "truncated": true },
                "evidence": Evidence { notes: vec![Note::Remark(note.clone())], ..Evidence::syntax() },
                "left_out": [{ "reason": "ignored", "rule": note, "file": ".gitignore", "count": 7 }],
            })
        }

        fn xml(&self) -> XmlShape {
            XmlShape::new("callers")
        }

        fn found(&self) -> bool {
            true
        }
    }

    fn rendered(format: Format) -> Rendered {
        render(&Wordy, format, 100, &Cancel::default()).expect("it is not cancelled")
    }

    #[test]
    fn text_is_cut_and_says_so() {
        let rendered = rendered(Format::Outline);
        assert!(rendered.tokens <= 100);
        assert_snapshot!(rendered.text, @"
        Callers of `long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_lo…

        Note 0 on why the answer is what it is.
        Note 1 on why the answer is what it is.
        Note 2 on why the answer is what it is.

        [0 of 23 callers shown · cut to fit the budget · 81 tokens]
        ");
    }

    #[test]
    fn json_keeps_summary_and_evidence() {
        let rendered = rendered(Format::Json);
        assert!(rendered.tokens <= 100);
        assert_snapshot!(rendered.text, @r#"{"target":{"name":"perform","file":"src/a.rs","line":3,"signature":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…","places":[]},"results":[],"summary":{"count":0,"total":23,"total_is_exact":true,"total_bytes":0,"total_tokens":0,"truncated":true},"evidence":{"source":"syntax","server":null,"state":"not_needed","complete":null,"composed":false}}"#);
    }

    #[test]
    fn xml_keeps_what_it_can() {
        let rendered = rendered(Format::Xml);
        assert!(rendered.tokens <= 100);
        assert_snapshot!(rendered.text, @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <callers>
        <summary>
        <count>0</count>
        <total>23</total>
        <truncated>true</truncated>
        </summary>
        <evidence>
        <source>syntax</source>
        <state>not_needed</state>
        <complete></complete>
        <note>words words wor…</note>
        </evidence>
        </callers>
        "#);
    }
}
