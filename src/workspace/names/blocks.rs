//! Blocks that are passed to functions, which may call them with a receiver and with arguments.

use super::{ExpressionId, NameFacts, Span, TypeId};
use rustc_hash::FxHashMap;

/// Which argument of a call a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Passed {
    #[default]
    Last,
    Nth(u8),
    /// By the name of the parameter.
    Named(Span),
}

/// What stands in the place of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BlockForm {
    #[default]
    Function,
    /// A function that may be called with a receiver.
    WithReceiver,
    /// A reference to a function with a name, which has no code of its own.
    Reference,
}

/// A block, or another function that stands as a value.
#[derive(Debug, Default)]
pub struct Block {
    pub span: Span,
    pub form: BlockForm,
    /// Index of the block around it.
    pub around: Option<u32>,
    /// The function, or a value of the type, that it is passed to.
    pub of: Option<ExpressionId>,
    /// The first argument that the function is given beside it.
    pub given: Option<ExpressionId>,
    pub passed: Passed,
    /// What it is set to.
    pub set: Option<ExpressionId>,
    /// The key of the property of which it is the value.
    pub key: Option<Span>,
    /// Its type, of a block that a name with a type is set to, or that is cast.
    pub written: Option<TypeId>,
    /// True if it is what the function around it returns.
    pub is_returned: bool,
    /// Its parameters, by position.
    pub takes: Vec<Span>,
    /// The value of its body, if that is one expression or returns one and does nothing else, and
    /// the type of a list of such values.
    pub gives: Option<(ExpressionId, TypeId)>,
}

/// What the matches of a file say of its blocks.
#[derive(Default)]
pub(super) struct Blocks(FxHashMap<Span, Block>);

impl Blocks {
    /// Adds a block, or a part of what is known of it.
    pub(super) fn add(&mut self, part: Block) {
        let Block { form, of, given, passed, set, key, written, is_returned, takes, gives, .. } =
            part;
        let known = self.0.entry(part.span).or_default();
        known.span = part.span;
        if form != BlockForm::Function {
            known.form = form;
        }
        known.of = known.of.or(of);
        known.given = known.given.or(given);
        known.set = known.set.or(set);
        known.key = known.key.or(key);
        known.written = known.written.or(written);
        known.gives = known.gives.or(gives);
        known.is_returned |= is_returned;
        if passed != Passed::Last {
            known.passed = passed;
        }
        known.takes.extend(takes);
    }

    /// Returns the blocks by position, each behind the one around it.
    pub(super) fn finish(self) -> Vec<Block> {
        let mut blocks: Vec<Block> = self.0.into_values().collect();
        blocks.sort_by_key(|block| (block.span.start, std::cmp::Reverse(block.span.end)));
        let mut around: Vec<(u32, Span)> = Vec::new();
        for (index, block) in (0..).zip(&mut blocks) {
            while around.pop_if(|(_, outer)| outer.end <= block.span.start).is_some() {}
            block.around = around.last().map(|(index, _)| *index);
            around.push((index, block.span));
            block.takes.sort_unstable();
            block.takes.dedup();
        }
        blocks
    }
}

impl NameFacts {
    /// Returns the block that is passed to the call of a name as its only argument or behind the
    /// others.
    pub fn block_passed_to(&self, name: Span, text: &str) -> Option<&Block> {
        let behind = self.blocks.partition_point(|block| block.span.start < name.end);
        let block = self.blocks.get(behind)?;
        let is_only = || {
            let before = text.get(name.end as usize..block.span.start as usize);
            let rest = text.get(block.span.end as usize..).unwrap_or_default().trim_start();
            let rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
            before.is_some_and(|before| before.trim() == "(") && rest.starts_with(')')
        };
        let is_passed = match block.passed {
            Passed::Last => true,
            Passed::Nth(place) => place == 0 && is_only(),
            Passed::Named(_) => false,
        };
        block.of.filter(|of| is_passed && self.last_name(*of) == Some(name)).map(|_| block)
    }

    /// Returns the outermost block that begins at a byte.
    pub fn block_at(&self, at: usize) -> Option<&Block> {
        let before = self.blocks.partition_point(|block| (block.span.start as usize) < at);
        self.blocks.get(before).filter(|block| block.span.start as usize == at)
    }

    /// Returns the indices of the blocks around a byte, innermost first.
    pub fn blocks_around(&self, at: usize) -> impl Iterator<Item = u32> {
        let before = self.blocks.partition_point(|block| block.span.start as usize <= at);
        let last = before.checked_sub(1).and_then(|last| u32::try_from(last).ok());
        let around = |index: &u32| self.blocks[*index as usize].around;
        std::iter::successors(last, around).filter(move |index| {
            let block = &self.blocks[*index as usize];
            block.form != BlockForm::Reference && block.span.range().contains(&at)
        })
    }

    /// Returns whether a bare name at a byte may be a member of a receiver that a block around it
    /// is called with.
    pub fn may_have_receiver(&self, at: usize) -> bool {
        self.blocks_around(at)
            .any(|index| self.blocks[index as usize].form == BlockForm::WithReceiver)
    }
}
