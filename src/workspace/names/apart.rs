//! Parts of the text beside a pattern in which its names do not hold.

use super::index::around::Ranges;
use super::{FileSyntax, Span};

/// Maximum number of patterns in each other that are looked at for the one that binds a name.
const MAX_PATTERNS: usize = 64;

/// A pattern and a part beside it in which its names do not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Apart {
    pub pattern: Span,
    pub part: Span,
}

impl FileSyntax {
    /// Returns whether a byte is in a part in which a name that a pattern binds does not hold.
    pub fn is_apart(&self, name: Span, at: u32) -> bool {
        let all = &self.names.apart;
        let patterns = self.index.patterns.get_or_init(|| {
            let is_first = |place: &u32| {
                let place = *place as usize;
                place == 0 || all[place - 1].pattern != all[place].pattern
            };
            let firsts = (0..all.len() as u32).filter(is_first);
            Ranges::new(firsts.map(|place| (all[place as usize].pattern, place)))
        });
        patterns.around(name).take(MAX_PATTERNS).any(|first| {
            // A pattern may have many such parts, none of which is in another.
            let pattern = all[first].pattern;
            let parts = all[first..].partition_point(|apart| apart.pattern == pattern);
            let parts = &all[first..first + parts];
            let last = parts.partition_point(|apart| apart.part.start <= at).checked_sub(1);
            last.is_some_and(|last| at < parts[last].part.end)
        })
    }
}
