//! Fitting into a budget: no answer takes more tokens than it may, and what is JSON stays JSON.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use spelunk::domain::{Block, Budget, Cancel, Doc, Footer, Format, Report, Shown, XmlShape, tokens};
use spelunk::render::render;

struct Texts(Vec<String>);

impl Report for Texts {
    fn parts(&self) -> usize {
        self.0.len()
    }

    fn doc(&self, shown: &Shown) -> Doc {
        let parts = self.0.iter().enumerate().filter(|(part, _)| shown.contains(*part));
        let blocks = parts.map(|(part, text)| match part % 3 {
            0 => Block::Text(text.clone()),
            1 => Block::Heading(text.clone()),
            _ => Block::Row { number: Some(part), place: "a.rs:1".into(), text: text.clone(), details: Vec::new() },
        });
        let facts = format!("{} of {} shown", shown.count(), self.0.len());
        Doc { title: None, blocks: blocks.collect(), footer: Some(Footer::new(facts, shown.tokens)) }
    }

    fn value(&self, shown: &Shown) -> Value {
        let parts = self.0.iter().enumerate().filter(|(part, _)| shown.contains(*part));
        let results: Vec<Value> = parts.map(|(_, text)| json!({ "file": "a.rs", "code": text })).collect();
        let truncated = results.len() < self.0.len();
        json!({ "results": results, "summary": { "count": shown.count(), "total": self.0.len(), "truncated": truncated } })
    }

    fn xml(&self) -> XmlShape {
        XmlShape::new("texts")
    }

    fn found(&self) -> bool {
        !self.0.is_empty()
    }
}

fuzz_target!(|data: &[u8]| {
    let [format, low, high, rest @ ..] = data else { return };
    let texts = String::from_utf8_lossy(rest).split('\u{1}').map(str::to_owned).collect();
    let format = Format::ALL[usize::from(*format) % Format::ALL.len()];
    let limit = usize::from(u16::from_le_bytes([*low, *high])).max(100);
    let rendered = render(&Texts(texts), format, Budget::tokens(limit), &Cancel::default());
    let rendered = rendered.expect("it is not cancelled");
    assert!(rendered.tokens <= limit, "{} of {limit}", rendered.tokens);
    assert_eq!(rendered.tokens, tokens::count(&rendered.text));
    if format == Format::Json {
        serde_json::from_str::<Value>(&rendered.text).expect("JSON");
    }
});
