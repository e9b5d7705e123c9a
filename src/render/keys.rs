//! Masking of keys in all that is shown of an answer: names, and texts that quote them.
//!
//! Names are made of definitions in many places, and have to stay what they are until nothing more
//! is looked up by them. So the keys that their issuers mark are masked here, in what every format
//! is written from. Values without a mark are masked where the code around them is known.
//!
//! Paths stay as they are where they stand for themselves, because a file is read by its path.

use super::trail::Trail;
use crate::domain::keys::masked;
use crate::domain::{Block, Doc, Picture, ResultRow};
use serde_json::Value;
use std::borrow::Cow;

/// Fields of an answer that hold paths, or places in files.
const PATHS: [&str; 11] = [
    "component",
    "entry_points",
    "file",
    "files",
    "path",
    "rest",
    "root",
    "roots",
    "test_directories",
    "tests_beside",
    "uses",
];

/// Field of an answer that holds a path, and behind a hash mark a name.
const TARGET: &str = "target";

pub(super) fn doc(mut doc: Doc) -> Doc {
    mask_option(doc.title.as_mut());
    let mut file_names = file_names(&doc.blocks).into_iter().peekable();
    for (index, block) in doc.blocks.iter_mut().enumerate() {
        if file_names.next_if_eq(&index).is_none() {
            mask_block(block);
        }
    }
    mask_option(doc.footer.as_mut().map(|footer| &mut footer.facts));
    doc
}

/// Returns the indices of lists of names in a directory.
fn file_names(blocks: &[Block]) -> Vec<usize> {
    let mut trail = Trail::default();
    let mut found = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        trail.pass(block);
        let Block::Names { depth, .. } = block else { continue };
        if trail.owner(*depth).is_some_and(|owner| owner.is_directory) {
            found.push(index);
        }
    }
    found
}

fn mask_block(block: &mut Block) {
    match block {
        Block::Heading(text)
        | Block::Section(text)
        | Block::Subsection(text)
        | Block::Text(text)
        | Block::More { text, .. } => mask(text),
        Block::Blank => {}
        Block::Directory { note, .. } | Block::File { note, .. } => mask_option(note.as_mut()),
        Block::Symbol { signature, doc, note, .. } => {
            mask(signature);
            mask_option(doc.as_mut());
            mask_option(note.as_mut());
        }
        Block::Names { names, .. } => names.iter_mut().for_each(mask),
        Block::Row { text, details, .. } => {
            mask(text);
            details.iter_mut().for_each(mask);
        }
        Block::Result(row) => mask_result(row),
        Block::Line { text, enclosing, .. } => {
            mask(text);
            mask_option(enclosing.as_mut());
        }
        Block::Excerpt { name, lines, .. } => {
            mask(name);
            lines.iter_mut().for_each(|(_, text)| mask(text));
        }
        Block::Code { caption, text, .. } => {
            mask_option(caption.as_mut());
            mask(text);
        }
    }
}

fn mask_result(row: &mut ResultRow) {
    mask(&mut row.text);
    row.details.iter_mut().for_each(mask);
    for line in &mut row.lines {
        mask_option(line.symbol.as_mut());
        mask(&mut line.text);
    }
}

pub(super) fn value(mut value: Value) -> Value {
    mask_value(&mut value);
    value
}

fn mask_value(value: &mut Value) {
    match value {
        Value::String(text) => mask(text),
        Value::Array(items) => items.iter_mut().for_each(mask_value),
        Value::Object(fields) => fields.iter_mut().for_each(|(key, value)| mask_field(key, value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn mask_field(key: &str, value: &mut Value) {
    match value {
        Value::String(_) if PATHS.contains(&key) => {}
        Value::Array(items) if PATHS.contains(&key) => {
            items.iter_mut().filter(|item| !item.is_string()).for_each(mask_value);
        }
        Value::String(text) if key == TARGET => {
            let path = text.find('#').unwrap_or(text.len());
            if let Cow::Owned(name) = masked(&text[path..]) {
                text.replace_range(path.., &name);
            }
        }
        other => mask_value(other),
    }
}

pub(super) fn picture(mut picture: Picture) -> Picture {
    mask(&mut picture.caption);
    for node in &mut picture.nodes {
        mask(&mut node.label);
        mask_option(node.cluster.as_mut());
    }
    picture
}

fn mask_option(text: Option<&mut String>) {
    text.into_iter().for_each(mask);
}

fn mask(text: &mut String) {
    if let Cow::Owned(masked) = masked(text) {
        *text = masked;
    }
}
