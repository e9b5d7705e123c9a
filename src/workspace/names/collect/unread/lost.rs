//! Names in strings that the grammar begins where it cannot read on: they hold code up to a quote
//! further down.

use super::{Within, identifiers, quoted};
use crate::workspace::names::collect::Collector;
use crate::workspace::names::{Qualifier, Span};
use tree_sitter::Node;

impl Collector<'_> {
    /// Adds a comment or string, or a string that is none.
    pub(in crate::workspace::names::collect) fn text(&mut self, node: Node<'_>) {
        let texts = if self.is_lost(node) { &mut self.lost } else { &mut self.texts };
        texts.push(Span::new(node.byte_range()));
    }

    /// Returns whether what the grammar takes for a string has code in it: it begins where the
    /// grammar cannot read on, and is not on one line.
    fn is_lost(&self, node: Node<'_>) -> bool {
        let comments = &self.language.config.comments;
        let text = &self.text[node.byte_range()];
        let mut marks = comments.line.iter().chain(comments.block.iter().map(|[open, _]| open));
        node.end_position().row > node.start_position().row
            && node.parent().is_some_and(|parent| parent.is_error())
            && !marks.any(|mark| text.starts_with(mark.as_str()))
    }

    /// Adds the names in such strings. Which of a line's quotes opens is counted from its start.
    pub(super) fn lost(&mut self) {
        for lost in std::mem::take(&mut self.lost) {
            let mut at = self.text[..lost.start as usize].rfind('\n').map_or(0, |end| end + 1);
            while at < lost.end as usize {
                let line = &self.text[at..];
                let end = at + line.find('\n').unwrap_or(line.len());
                let comments = &self.language.config.comments.line;
                let comment =
                    comments.iter().filter_map(|mark| self.text[at..end].find(mark.as_str()));
                let code = at..comment.min().map_or(end, |comment| at + comment);
                let strings = quoted(self.text, code.clone(), '"');
                let within = Within::of(&strings);
                let names = identifiers(
                    self.text,
                    code.start.max(lost.start as usize)
                        ..code.end.min(lost.end as usize).max(lost.start as usize),
                );
                for name in names.into_iter().filter(|name| !within.holds(*name)) {
                    let word = name.of(self.text);
                    if self.language.config.keywords.iter().any(|keyword| keyword == word) {
                        continue;
                    }
                    let before = self.text[at..name.start as usize].trim_end();
                    let is_member = before.ends_with(['.', ':']) || before.ends_with("->");
                    let qualifier = match is_member {
                        true => Qualifier::Receiver(self.recorder.other()),
                        false => Qualifier::None,
                    };
                    let role = self.role_in_text(name);
                    self.uses.entry(name).or_insert((role, qualifier));
                }
                self.texts.extend(strings);
                at = end + 1;
            }
        }
    }
}
