//! Blocks in which a condition tells what type a name has, or does not have.

use super::{MAX_BRANCHES, NameFacts, Span, TypeId};

/// A block of statements in which a condition determines the type of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Narrowed {
    pub block: Span,
    /// The name in the condition.
    pub name: Span,
    pub annotation: TypeId,
    /// True if the name is not of the type.
    pub is_not: bool,
}

impl NameFacts {
    /// Returns the type of a name in the innermost block around a byte whose condition determines
    /// it, if the condition comes after `bound`, the binding of the name.
    pub fn narrowed_at(&self, text: &str, name: &str, at: u32, bound: u32) -> Option<TypeId> {
        let mut narrowed = self.narrowed_around(text, name, at, bound);
        narrowed.find(|it| !it.is_not).map(|it| it.annotation)
    }

    /// Returns the innermost block around a byte whose condition determines the type of a member:
    /// `self.pool`. Marks before the first name count nothing.
    pub fn narrowed_path_at(&self, text: &str, path: &str, at: u32) -> Option<&Narrowed> {
        let is_mark = |letter: char| letter == '$';
        let path = path.trim_start_matches(is_mark);
        let before = self.narrowed.partition_point(|narrowed| narrowed.block.start <= at);
        self.narrowed[..before].iter().rev().take(MAX_BRANCHES).find(|narrowed| {
            at < narrowed.block.end
                && !narrowed.is_not
                && narrowed.name.of(text).trim_start_matches(is_mark) == path
        })
    }

    /// Returns the types that a name does not have at a byte, by conditions like those of
    /// [`Self::narrowed_at`].
    pub fn excluded_at(&self, text: &str, name: &str, at: u32, bound: u32) -> Vec<TypeId> {
        let narrowed = self.narrowed_around(text, name, at, bound);
        narrowed.filter(|it| it.is_not).map(|it| it.annotation).collect()
    }

    /// Returns the blocks around a byte in which a name has another type, innermost first.
    fn narrowed_around(
        &self,
        text: &str,
        name: &str,
        at: u32,
        bound: u32,
    ) -> impl Iterator<Item = &Narrowed> {
        let before = self.narrowed.partition_point(|narrowed| narrowed.block.start <= at);
        let is_it = move |narrowed: &&Narrowed| {
            at < narrowed.block.end && bound < narrowed.name.start && narrowed.name.of(text) == name
        };
        self.narrowed[..before].iter().rev().take(MAX_BRANCHES).filter(is_it)
    }
}
