//! What the grammar of a language reads of a text, and what else in it may name something.

use super::config::Patch;
use super::templates::Templates;
use super::{Language, alternatives, comment_runs};
use std::borrow::Cow;
use std::ops::Range;

impl Language {
    /// Returns the text to be parsed: the same, with the replacements of `[[patch]]` and without
    /// the alternatives that no grammar can read. Lengths and positions do not change. `on_error`
    /// adds the patches for texts that are broken without them.
    pub fn readable<'text>(&self, text: &'text str, on_error: bool) -> Cow<'text, [u8]> {
        let mut readable = Cow::Borrowed(text.as_bytes());
        let templates = self.templates(text);
        if !templates.markup.is_empty() {
            templates.apply(readable.to_mut());
        }
        self.each_patch(
            text,
            |patch| on_error || !patch.on_error,
            |range, put| {
                let place = &mut readable.to_mut()[range];
                place.fill(if put.len() == 1 { put[0] } else { b' ' });
                if let Some(start) = place.get_mut(..put.len()) {
                    start.copy_from_slice(put);
                }
            },
        );
        for hidden in alternatives::hidden(text, &self.config.alternatives, &self.config.comments) {
            readable.to_mut()[hidden.range].fill(b' ');
        }
        if let Some(least) = self.config.comments.joined_from {
            comment_runs::each_inner_end(text, &self.config.comments.line, least, |end| {
                readable.to_mut()[end] = b' ';
            });
        }
        readable
    }

    /// Returns the parts of a text that are not parsed because of a `[[patch]]` or since they
    /// belong to another alternative, and whose identifiers are uses.
    pub fn names_in_patches(&self, text: &str) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        self.each_patch(text, |patch| patch.names, |range, _| ranges.push(range));
        let hidden = alternatives::hidden(text, &self.config.alternatives, &self.config.comments);
        ranges.extend(hidden.into_iter().filter(|hidden| hidden.names).map(|hidden| hidden.range));
        ranges
    }

    /// Returns whether its files are templates as a whole.
    pub fn is_template(&self) -> bool {
        self.config.template.iter().any(|rules| rules.sigils.is_empty())
    }

    /// Returns the templates of a text.
    pub fn templates(&self, text: &str) -> Templates {
        Templates::find(text, &self.config.template)
    }

    fn each_patch(
        &self,
        text: &str,
        accept: impl Fn(&Patch) -> bool,
        apply: impl FnMut(Range<usize>, &[u8]),
    ) {
        self.finders.each(&self.config.patch, text, accept, apply);
    }

    /// Returns whether there are patches for broken texts.
    pub fn has_patches_on_error(&self) -> bool {
        self.config.patch.iter().any(|patch| patch.on_error)
    }
}
