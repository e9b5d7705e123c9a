//! Blocks and other functions without a name, and what they are given for.

use super::{Collector, Parts};
use crate::lang::GraphCapture;
use crate::workspace::names::Span;
use crate::workspace::names::blocks::{Block, BlockForm, Passed};
use tree_sitter::Node;

/// What one match says of a function without a name.
#[derive(Default)]
pub(super) struct Nameless<'tree> {
    function: Option<(Span, BlockForm)>,
    of: Option<Node<'tree>>,
    made: Option<Node<'tree>>,
    given: Option<Node<'tree>>,
    label: Option<Span>,
    set: Option<Node<'tree>>,
    key: Option<Span>,
    written: Option<Node<'tree>>,
    takes: Option<Span>,
    gives: Option<Node<'tree>>,
    is_returned: bool,
}

impl<'tree> Nameless<'tree> {
    pub(super) fn read(&mut self, capture: GraphCapture, node: Node<'tree>) {
        let span = Span::new(node.byte_range());
        match capture {
            GraphCapture::ReceiverBlock => self.function = Some((span, BlockForm::WithReceiver)),
            GraphCapture::Lambda => self.function = Some((span, BlockForm::Function)),
            GraphCapture::LambdaNamed => self.function = Some((span, BlockForm::Reference)),
            GraphCapture::BlockReturned => self.is_returned = true,
            GraphCapture::BlockOf => self.of = Some(node),
            GraphCapture::BlockMade => self.made = Some(node),
            GraphCapture::BlockGiven => self.given = Some(node),
            GraphCapture::BlockLabel => self.label = Some(span),
            GraphCapture::BlockSet => self.set = Some(node),
            GraphCapture::BlockKey => self.key = Some(span),
            GraphCapture::BlockType => self.written = Some(node),
            GraphCapture::BlockGives => self.gives = Some(node),
            GraphCapture::BlockTakes => self.takes = Some(span),
            _ => {}
        }
    }
}

impl Collector<'_> {
    /// Adds a function without a name, with what a match says of it.
    pub(super) fn add_nameless(&mut self, parts: &Parts<'_>) {
        let found = &parts.nameless;
        let Some((span, form)) = found.function else { return };
        let place = parts.place.and_then(|place| self.place_in_list(place));
        let nth = place.map_or(Passed::Last, Passed::Nth);
        let of = found.of.map(|node| {
            let of = self.recorder.expression(node);
            let is_around = Span::new(node.byte_range()).contains(span);
            if is_around { self.recorder.called(of) } else { of }
        });
        let made = found.made.map(|node| self.recorder.made(node));
        let block = Block {
            span,
            form,
            around: None,
            of: of.or(made),
            given: found.given.map(|given| self.recorder.expression(given)),
            set: found.set.map(|of| self.recorder.expression(of)),
            key: found.key,
            written: found.written.map(|written| self.recorder.written_type(written)),
            passed: found.label.map_or(nth, Passed::Named),
            is_returned: found.is_returned,
            takes: found.takes.into_iter().collect(),
            gives: found.gives.and_then(|node| self.recorder.given(node)),
        };
        self.blocks.add(block);
    }
}
