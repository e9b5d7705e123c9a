//! Recovery of definitions behind a syntax error. A grammar may take all that follows unknown
//! syntax for part of one broken declaration; at a line that plainly begins a definition, parsing
//! restarts.

use super::collect::RawOutline;
use crate::lang::Language;
use crate::workspace::parse::{first_error, parse_ranges};
use regex::Regex;
use std::ops::Range;
use tree_sitter::{Node, Point, Tree};

/// Limit of restarts in one file.
const MAX_RESTARTS: usize = 64;

/// Limit of text that is parsed again, as a multiple of the file.
const MAX_PARSED_AGAIN: usize = 4;

impl RawOutline {
    /// Replaces the definitions found behind syntax errors by those found when parsing restarts
    /// there. At most a few times as much text as the file has is parsed again.
    pub(super) fn recover(&mut self, language: &'static Language, tree: &Tree, text: &str) {
        let Some(restart) = language.restart() else { return };
        let mut regions = Vec::new();
        broken_regions(tree.root_node(), restart, text, &mut regions);
        let mut bytes = 0;
        for _ in 0..MAX_RESTARTS {
            let Some(region) = regions.pop() else { return };
            bytes += region.len();
            if bytes > MAX_PARSED_AGAIN * text.len() {
                return;
            }
            let Some(tree) = parse_ranges(text, language, &[points(&region, text)]) else {
                continue;
            };
            self.forget(&region);
            self.collect(language, &tree, text);
            broken_regions(tree.root_node(), restart, text, &mut regions);
        }
    }

    fn forget(&mut self, region: &Range<usize>) {
        self.definitions.retain(|raw| !region.contains(&raw.node.start));
        for raw in &mut self.definitions {
            raw.end_before(region.start);
        }
        let lists = [
            &mut self.comments,
            &mut self.decorators,
            &mut self.access,
            &mut self.blocks,
            &mut self.exported,
        ];
        for ranges in lists {
            ranges.retain(|range| !region.contains(&range.start));
        }
        self.macro_bodies.retain(|range| !region.contains(&range.start_byte));
    }
}

/// Adds the parts of a tree to be parsed again: from the first line behind an error that begins a
/// definition to the end of the broken node.
fn broken_regions(root: Node<'_>, restart: &Regex, text: &str, regions: &mut Vec<Range<usize>>) {
    if !root.has_error() {
        return;
    }
    let mut cursor = root.walk();
    let broken: Vec<Node<'_>> = if root.is_error() {
        vec![root]
    } else {
        root.children(&mut cursor).filter(|child| child.has_error() || child.is_error()).collect()
    };
    let whole = root.end_byte();
    let mut done = 0;
    for node in broken {
        if node.start_byte() < done {
            continue;
        }
        let end = node.end_byte().min(whole);
        let error = first_error(node);
        if let Some(start) = next_start(error, end, error, root, restart, text) {
            // The end of the broken declaration is as doubtful as the rest of it.
            done = next_start(end.saturating_sub(1), whole, error, root, restart, text)
                .unwrap_or(whole);
            regions.push(start..done);
        }
    }
}

/// Returns the start of the first line between two offsets that begins a definition.
fn next_start(
    from: usize,
    to: usize,
    error: usize,
    root: Node<'_>,
    restart: &Regex,
    text: &str,
) -> Option<usize> {
    let mut from = from;
    loop {
        let line = from + memchr::memchr(b'\n', text.as_bytes().get(from..to)?)? + 1;
        from = restart.find_at(&text[..to], line)?.start();
        if !is_inside_text(root, from, error) {
            return Some(from);
        }
    }
}

/// Returns whether an offset is in a comment, or in a string that begins before the error; behind
/// it quotes may be paired the wrong way round.
fn is_inside_text(root: Node<'_>, at: usize, error: usize) -> bool {
    let mut node = root.descendant_for_byte_range(at, at);
    while let Some(inner) = node {
        let kind = inner.kind();
        let start = inner.start_byte();
        if start < at && (kind.contains("comment") || (kind.contains("string") && start < error)) {
            return true;
        }
        if inner.child_count() > 8 {
            return false;
        }
        node = inner.parent();
    }
    false
}

fn points(region: &Range<usize>, text: &str) -> tree_sitter::Range {
    tree_sitter::Range {
        start_byte: region.start,
        end_byte: region.end,
        start_point: point(region.start, text),
        end_point: point(region.end, text),
    }
}

fn point(byte: usize, text: &str) -> Point {
    let before = &text.as_bytes()[..byte];
    let row = memchr::memchr_iter(b'\n', before).count();
    Point { row, column: byte - memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1) }
}
