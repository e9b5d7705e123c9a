//! Names in strings that the grammar begins where it cannot read on: they hold code up to a quote
//! further down.

use super::{Within, identifiers, quoted};
use crate::workspace::names::collect::Collector;
use crate::workspace::names::{Qualifier, Span};
use rustc_hash::FxHashSet;
use std::ops::Range;
use tree_sitter::Node;

/// The errors of a tree.
pub(in crate::workspace::names::collect) struct Errors {
    spans: Vec<Span>,
    /// What stands directly in them and is not on one line.
    torn: FxHashSet<Span>,
    /// Number of the texts that were known before.
    texts: usize,
}

impl Errors {
    /// Makes those of a tree whose texts come behind some others.
    pub(in crate::workspace::names::collect) fn behind(texts: usize) -> Self {
        Self { spans: Vec::new(), torn: FxHashSet::default(), texts }
    }

    /// Adds a node if it is an error.
    pub(in crate::workspace::names::collect) fn add(&mut self, node: Node<'_>) {
        if !node.is_error() {
            return;
        }
        self.spans.push(Span::new(node.byte_range()));
        let mut cursor = node.walk();
        let torn = node.children(&mut cursor);
        let torn = torn.filter(|child| child.end_position().row > child.start_position().row);
        self.torn.extend(torn.map(|child| Span::new(child.byte_range())));
    }
}

impl Collector<'_> {
    /// Adds the errors of a tree. What it takes for a string that begins in one, and is not on one
    /// line, has code in it.
    pub(in crate::workspace::names::collect) fn add_errors(&mut self, errors: Errors) {
        self.errors.extend(errors.spans);
        let comments = &self.language.config.comments;
        let marks = || comments.line.iter().chain(comments.block.iter().map(|[open, _]| open));
        let is_comment = |text: &str| marks().any(|mark| text.starts_with(mark.as_str()));
        let is_lost = |span: &Span| errors.torn.contains(span) && !is_comment(span.of(self.text));
        let found = self.texts.split_off(errors.texts.min(self.texts.len()));
        let (lost, texts): (Vec<Span>, Vec<Span>) = found.into_iter().partition(is_lost);
        self.texts.extend(texts);
        lost.into_iter().for_each(|lost| self.lost(lost));
    }

    /// Adds the names in such a string. Which of a line's quotes opens is counted from its start.
    fn lost(&mut self, lost: Span) {
        let mut at = self.text[..lost.start as usize].rfind('\n').map_or(0, |end| end + 1);
        while at < lost.end as usize {
            let end = self.text[at..].find('\n').map_or(self.text.len(), |end| at + end);
            self.lost_line(at..end, lost);
            at = end + 1;
        }
    }

    /// Adds the names of a line that are in such a string.
    fn lost_line(&mut self, line: Range<usize>, lost: Span) {
        let marks = self.language.config.comments.line.iter();
        let comment = marks.filter_map(|mark| self.text[line.clone()].find(mark.as_str())).min();
        let code = line.start..comment.map_or(line.end, |comment| line.start + comment);
        let strings = quoted(self.text, code.clone(), '"');
        let within = Within::of(&strings);
        let start = code.start.max(lost.start as usize);
        let end = code.end.min(lost.end as usize).max(start);
        let mut names = identifiers(self.text, start..end);
        names.retain(|name| !within.holds(*name) && !self.is_keyword(*name));
        for name in names {
            let before = self.text[line.start..name.start as usize].trim_end();
            let is_member = before.ends_with(['.', ':']) || before.ends_with("->");
            let qualifier = match is_member {
                true => Qualifier::Receiver(self.recorder.other()),
                false => Qualifier::None,
            };
            let role = self.role_in_text(name);
            self.uses.entry(name).or_insert((role, qualifier));
        }
        self.texts.extend(strings);
    }
}
