//! Parts of the text beside a pattern in which its names do not hold.

use super::{NameFacts, Span};

/// Maximum number of patterns that are looked at for the one that binds a name.
const MAX_PATTERNS: usize = 64;

/// A pattern and a part beside it in which its names do not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Apart {
    pub pattern: Span,
    pub part: Span,
}

impl NameFacts {
    /// Returns whether a byte is in a part in which a name that a pattern binds does not hold.
    pub fn is_apart(&self, name: Span, at: u32) -> bool {
        let mut before = self.apart.partition_point(|apart| apart.pattern.start <= name.start);
        // A pattern may have many such parts, none of which is in another.
        for _ in 0..MAX_PATTERNS {
            let Some(Apart { pattern, .. }) = before.checked_sub(1).map(|last| self.apart[last])
            else {
                return false;
            };
            let first = self.apart[..before].partition_point(|apart| apart.pattern < pattern);
            let parts = &self.apart[first..before];
            let last = parts.partition_point(|apart| apart.part.start <= at).checked_sub(1);
            if pattern.contains(name) && last.is_some_and(|last| at < parts[last].part.end) {
                return true;
            }
            before = first;
        }
        false
    }
}
