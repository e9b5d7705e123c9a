//! Byte-pair merging: number of tokens of a piece that is not a token itself.

use super::table;
use crate::domain::Cancel;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Longer pieces are merged with a heap, whose cost is not the square of the length.
const SMALL: usize = 96;

/// Merges between two checks for cancellation.
const UNCHECKED: usize = 1 << 12;

/// The number of tokens of `text[start..end]`, which must not be empty.
///
/// Of all neighbouring parts the two whose union has the lowest rank are merged, the leftmost
/// first, until no union is a token. `scratch` keeps its memory from one piece to the next.
pub(super) fn token_count(text: &[u8], start: usize, end: usize, scratch: &mut Scratch) -> usize {
    match end - start {
        1 => 1,
        len if len <= SMALL => small(text, start, end),
        _ => scratch.large(text, start, end),
    }
}

/// For short pieces: two arrays, searched from end to end for each merge.
fn small(text: &[u8], start: usize, end: usize) -> usize {
    let mut count = end - start;
    // Start of each part (followed by the end of the last), and the rank of its union with the next
    // part.
    let mut starts = [0; SMALL + 1];
    let mut ranks = [table::NONE; SMALL];
    for (part, first) in starts[..=count].iter_mut().enumerate() {
        *first = start + part;
    }
    for (part, rank) in ranks[..count - 1].iter_mut().enumerate() {
        *rank = table::rank(text, start + part, start + part + 2);
    }
    loop {
        let mut best = (table::NONE, 0);
        for (part, rank) in ranks[..count - 1].iter().enumerate() {
            if *rank < best.0 {
                best = (*rank, part);
            }
        }
        let (rank, part) = best;
        if rank == table::NONE {
            return count;
        }
        starts.copy_within((part + 2)..=count, part + 1);
        ranks.copy_within(part + 1..count, part);
        count -= 1;
        ranks[part] = if part + 1 < count {
            table::rank(text, starts[part], starts[part + 2])
        } else {
            table::NONE
        };
        if part > 0 {
            ranks[part - 1] = table::rank(text, starts[part - 1], starts[part + 1]);
        }
    }
}

/// Memory for long pieces.
pub(super) struct Scratch {
    cancel: Cancel,
    parts: Vec<PiecePart>,
    heap: BinaryHeap<Reverse<(u32, usize)>>,
}

/// A part of a long piece, kept at the index of its first byte.
#[derive(Clone, Copy)]
struct PiecePart {
    /// The first byte of the part before; the part's own at the start of the piece.
    previous: usize,
    /// One past its last byte: the index of the next part.
    end: usize,
    /// The rank of its union with the next part; [`table::NONE`] also when it has been merged into
    /// the one before.
    rank: u32,
}

impl Scratch {
    pub(super) fn new(cancel: &Cancel) -> Self {
        Self { cancel: cancel.clone(), parts: Vec::new(), heap: BinaryHeap::new() }
    }

    fn large(&mut self, text: &[u8], start: usize, end: usize) -> usize {
        let piece = &text[start..end];
        let len = piece.len();
        self.parts.clear();
        self.heap.clear();
        for at in 0..len {
            let rank = if at + 2 <= len { table::rank(piece, at, at + 2) } else { table::NONE };
            self.parts.push(PiecePart { previous: at.saturating_sub(1), end: at + 1, rank });
            if rank != table::NONE {
                self.heap.push(Reverse((rank, at)));
            }
        }
        let mut count = len;
        while let Some(Reverse((rank, left))) = self.heap.pop() {
            // What is counted of cancelled work is discarded.
            if count.is_multiple_of(UNCHECKED) && self.cancel.is_cancelled() {
                break;
            }
            // An entry whose part has changed since is stale.
            if self.parts[left].rank != rank {
                continue;
            }
            let right = self.parts[left].end;
            let right_end = self.parts[right].end;
            self.parts[right].rank = table::NONE;
            self.parts[left].end = right_end;
            count -= 1;
            if right_end < len {
                self.parts[right_end].previous = left;
            }
            self.renew(piece, left);
            if left > 0 {
                self.renew(piece, self.parts[left].previous);
            }
        }
        count
    }

    /// Sets the rank of a part's union with the next one.
    fn renew(&mut self, piece: &[u8], at: usize) {
        let middle = self.parts[at].end;
        let rank = match self.parts.get(middle) {
            Some(next) => table::rank(piece, at, next.end),
            None => table::NONE,
        };
        self.parts[at].rank = rank;
        if rank != table::NONE {
            self.heap.push(Reverse((rank, at)));
        }
    }
}
