//! Parts of the tokens that a macro is given which are code: items, blocks of statements, and
//! closures.

use crate::lang::Language;
use crate::lang::cursor::{next, next_behind};
use crate::workspace::outline::item_range;
use tree_sitter::{Node, Range};

const TOKENS: &str = "token_tree";

/// Returns the parts of the tokens of a macro that are parsed again: all of them if they begin as
/// items do; else blocks that declare variables, and closures.
pub(super) fn code_parts(body: Node<'_>, text: &str, language: &Language) -> Vec<Range> {
    if let Some(items) = item_range(body.range(), text, &language.config.outline.item_words) {
        return vec![items];
    }
    let mut parts: Vec<Range> = Vec::new();
    let mut cursor = body.walk();
    loop {
        let node = cursor.node();
        let is_block = node.kind() == TOKENS && declares_variable(node);
        if is_block {
            parts.push(node.range());
        } else if node.kind() == TOKENS {
            parts.extend(closures(node, text));
        }
        let has_next = if is_block { next_behind(&mut cursor) } else { next(&mut cursor) };
        if !has_next {
            break;
        }
    }
    // Closures of outer tokens stand before those of inner ones, which may be within them.
    parts.sort_by_key(|part| (part.start_byte, std::cmp::Reverse(part.end_byte)));
    let mut end = 0;
    parts.retain(|part| {
        let is_apart = part.start_byte >= end;
        end = end.max(part.end_byte);
        is_apart
    });
    parts
}

/// Returns whether tokens in braces declare a variable: `{ let pool = Pool::new(); pool.fill() }`.
fn declares_variable(tokens: Node<'_>) -> bool {
    let mut cursor = tokens.walk();
    let mut children = tokens.children(&mut cursor);
    children.next().is_some_and(|first| first.kind() == "{")
        && children.any(|child| child.kind() == "let")
}

/// Returns the closures among tokens, each an argument: `|pool: &Pool, _| pool.fill()`.
fn closures(tokens: Node<'_>, text: &str) -> Vec<Range> {
    let mut found: Vec<Range> = Vec::new();
    let mut place = Place::Start;
    let mut open: Option<Range> = None;
    let mut cursor = tokens.walk();
    for child in tokens.children(&mut cursor) {
        let (kind, range) = (child.kind(), child.range());
        place = match (place, kind) {
            (Place::Parameters, "|") => Place::Body,
            (Place::Parameters, _) => Place::Parameters,
            (_, "(" | "[" | "{" | "," | ";" | ")" | "]" | "}") => {
                found.extend(open.take());
                Place::Start
            }
            (Place::Start, _) if text.get(child.byte_range()) == Some("move") => {
                open = Some(range);
                Place::Start
            }
            (Place::Start, "|" | "||") => {
                open.get_or_insert(range);
                if kind == "|" { Place::Parameters } else { Place::Body }
            }
            (Place::Start, _) => {
                open = None;
                Place::Other
            }
            (place, _) => place,
        };
        if let Some(open) = &mut open {
            (open.end_byte, open.end_point) = (range.end_byte, range.end_point);
        }
    }
    found.into_iter().filter(|part| part.end_byte > part.start_byte + 1).collect()
}

/// Place among tokens.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// The beginning of an argument.
    Start,
    /// The parameters of a closure.
    Parameters,
    Body,
    Other,
}
