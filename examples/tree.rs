//! Prints the syntax tree of a file as spelunk reads it, for whoever writes queries: a node a line,
//! with its field, its first line and the text of leaves. Errors are marked and counted.
//!
//! ```text
//! cargo run --example tree -- FILE…
//! ```

#![expect(clippy::disallowed_methods, reason = "a program of its own")]

use spelunk::lang::cursor::next;
use spelunk::lang::registry;
use spelunk::workspace::parse::parse;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;
use tree_sitter::{Node, TreeCursor};

fn main() -> Result<(), Box<dyn Error>> {
    let mut output = std::io::stdout().lock();
    for path in std::env::args().skip(1) {
        let text = fs::read_to_string(&path)?;
        let language = registry().for_source(Path::new(&path), &text);
        let language = language.ok_or_else(|| format!("{path} is in no known language"))?;
        let tree = parse(&text, language).ok_or("it has no grammar, or is not parsed")?;
        let (mut lines, mut errors) = (String::new(), 0);
        let mut cursor = tree.walk();
        loop {
            let node = cursor.node();
            errors += usize::from(node.is_error() || node.is_missing());
            lines += &line(&cursor, node, &text);
            if !next(&mut cursor) {
                break;
            }
        }
        writeln!(output, "{lines}{path}: {errors} errors")?;
    }
    Ok(())
}

/// Returns the line of a node.
fn line(cursor: &TreeCursor<'_>, node: Node<'_>, text: &str) -> String {
    let indent = "  ".repeat(cursor.depth() as usize);
    let field = cursor.field_name().map(|name| format!("{name}: ")).unwrap_or_default();
    let kind = match (node.is_missing(), node.is_named()) {
        (true, _) => format!("MISSING {}", node.kind()),
        (_, true) => format!("({})", node.kind()),
        _ => format!("{:?}", node.kind()),
    };
    let is_word = node.is_named() && node.child_count() == 0;
    let word = if is_word { format!(" {:?}", &text[node.byte_range()]) } else { String::new() };
    format!("{indent}{field}{kind} :{}{word}\n", node.start_position().row + 1)
}
