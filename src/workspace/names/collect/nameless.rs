//! Blocks and other functions without a name, and what they are given for.

use super::origin::place_in_list;
use super::{Collector, Parts};
use crate::lang::GraphCapture;
use crate::workspace::names::Span;
use crate::workspace::names::blocks::{Block, Passed};
use tree_sitter::Node;

/// What one match says of a function without a name.
#[derive(Default)]
pub(super) struct Nameless<'tree> {
    /// The function, and whether it may be called with a receiver.
    function: Option<(Span, bool)>,
    of: Option<Node<'tree>>,
    given: Option<Node<'tree>>,
    label: Option<Span>,
    set: Option<Node<'tree>>,
    key: Option<Span>,
    written: Option<Node<'tree>>,
    takes: Option<Span>,
}

impl<'tree> Nameless<'tree> {
    pub(super) fn read(&mut self, capture: GraphCapture, node: Node<'tree>) {
        let span = Span::new(node.byte_range());
        match capture {
            GraphCapture::ReceiverBlock => self.function = Some((span, true)),
            GraphCapture::Lambda => self.function = Some((span, false)),
            GraphCapture::BlockOf => self.of = Some(node),
            GraphCapture::BlockGiven => self.given = Some(node),
            GraphCapture::BlockLabel => self.label = Some(span),
            GraphCapture::BlockSet => self.set = Some(node),
            GraphCapture::BlockKey => self.key = Some(span),
            GraphCapture::BlockType => self.written = Some(node),
            GraphCapture::BlockTakes => self.takes = Some(span),
            _ => {}
        }
    }
}

impl Collector<'_> {
    /// Adds a function without a name, with what a match says of it.
    pub(super) fn add_nameless(&mut self, parts: &Parts<'_>) {
        let found = &parts.nameless;
        let Some((span, has_receiver)) = found.function else { return };
        let place = parts.place.and_then(|place| place_in_list(place, self.text));
        let nth = place.map_or(Passed::Last, Passed::Nth);
        let of = found.of.map(|node| {
            let of = self.recorder.expression(node);
            let is_around = Span::new(node.byte_range()).contains(span);
            if is_around { self.recorder.called(of) } else { of }
        });
        let block = Block {
            span,
            has_receiver,
            around: None,
            of,
            given: found.given.map(|given| self.recorder.expression(given)),
            set: found.set.map(|of| self.recorder.expression(of)),
            key: found.key,
            written: found.written.map(|written| self.recorder.written_type(written)),
            passed: found.label.map_or(nth, Passed::Named),
            takes: found.takes.into_iter().collect(),
        };
        self.blocks.add(block);
    }
}
