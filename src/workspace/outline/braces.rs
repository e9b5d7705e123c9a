//! Ends of definitions by the braces of the text. Behind a syntax error the grammar may close a
//! type at the end of its first function, or at the end of the file; its braces still show where
//! such a body ends.

use super::collect::{Raw, RawOutline};
use crate::lang::Language;
use std::ops::Range;

impl RawOutline {
    /// Ends each body that begins with a brace at the brace that closes it.
    pub(super) fn close_by_braces(&mut self, text: &str, language: &Language) {
        let pairs = language.brace_pairs(text);
        let closing = |open: usize| {
            pairs.binary_search_by_key(&open, |pair| pair.start).ok().map(|at| pairs[at].end)
        };
        for raw in &mut self.definitions {
            let Some(body) = raw.body.clone() else { continue };
            if let Some(end) = closing(body.start)
                && raw.node.end == body.end
            {
                raw.end_at(body.start..end);
            }
        }
    }
}

impl Raw {
    fn end_at(&mut self, body: Range<usize>) {
        let old = std::mem::replace(&mut self.node.end, body.end);
        // Its wrappers end with it, except for a mark.
        if body.end < old || self.outer.end < body.end {
            self.outer.end = body.end;
        }
        self.body = Some(body);
    }
}
