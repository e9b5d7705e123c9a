//! Rows that an answer about several targets has listed before: an interface and what implements it
//! are asked about together, and most of their uses are the same.

use super::beside::{OVERRIDING, UNRESOLVED};
use crate::domain::{Block, ResultRow};
use std::collections::HashSet;

/// Number of rows from which on they are not listed again.
const MIN_ROWS: usize = 2;

/// What tells a row from others: its place and the places and texts of its uses.
type Key = (String, Vec<String>);

/// Rows in a sequence, or all of a target that are its own.
struct Listed {
    target: String,
    kind: Kind,
    rows: HashSet<Key>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Own,
    Overriding,
    Unresolved,
}

/// The rows that the answers so far have listed.
#[derive(Default)]
pub(super) struct Repeats(Vec<Listed>);

impl Repeats {
    /// Adds the answer about one target. Rows that are all those of one target before it are not
    /// listed again.
    pub(super) fn add(&mut self, to: &mut Vec<Block>, answer: Vec<Block>) {
        let (mut target, mut kind) = (String::new(), Kind::Own);
        let mut listed: Vec<Listed> = Vec::new();
        let mut blocks = answer.into_iter().peekable();
        while let Some(block) = blocks.next() {
            match &block {
                Block::Heading(title) => {
                    (target, kind) = (quoted(title).unwrap_or_default().to_owned(), Kind::Own);
                }
                Block::Section(title) if title.starts_with(OVERRIDING) => kind = Kind::Overriding,
                Block::Section(title) if title.starts_with(UNRESOLVED) => kind = Kind::Unresolved,
                _ => {}
            }
            if !matches!(block, Block::Result(_)) {
                to.push(block);
                continue;
            }
            let mut run = vec![block];
            run.extend(std::iter::from_fn(|| {
                blocks.next_if(|next| matches!(next, Block::Result(_)))
            }));
            let rows: HashSet<Key> = run.iter().filter_map(key).collect();
            let is_known = |known: &&Listed| known.kind == kind && known.rows == rows;
            let is_list = rows.len() == run.len() && run.len() >= MIN_ROWS;
            match self.0.iter().find(is_known).filter(|_| is_list) {
                Some(Listed { target: other, .. }) => {
                    to.push(Block::Text(format!("The {} of `{other}` above.", run.len())));
                    to.push(Block::Blank);
                }
                None => to.extend(run),
            }
            listed.push(Listed { target: target.clone(), kind, rows });
        }
        let mut all: Vec<Listed> = Vec::new();
        for Listed { target, kind, rows } in &listed {
            match all.iter_mut().find(|known| (&known.target, known.kind) == (target, *kind)) {
                Some(known) => known.rows.extend(rows.iter().cloned()),
                None => {
                    all.push(Listed { target: target.clone(), kind: *kind, rows: rows.clone() });
                }
            }
        }
        self.0.extend(all);
        self.0.extend(listed);
    }
}

/// Returns what tells a row from others; `None` for a row of a tree, whose place in it counts.
fn key(block: &Block) -> Option<Key> {
    let Block::Result(ResultRow { place, details, depth: 0, .. }) = block else { return None };
    let uses = details.iter().filter(|line| line.starts_with("at ") || line.starts_with('…'));
    Some((place.clone(), uses.cloned().collect()))
}

/// Returns the first name in backticks.
fn quoted(title: &str) -> Option<&str> {
    title.split('`').nth(1)
}
