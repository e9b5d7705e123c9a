//! Names that the grammar does not read: in the texts of macros, behind the language's patches, in
//! the markup of templates, and in strings.

use super::Collector;
use crate::workspace::names::macro_text::{self, identifiers};
use crate::workspace::names::{Qualifier, Role, Span};

impl Collector<'_> {
    /// Adds the identifiers that the grammar did not read: in the texts of macros, and because of
    /// the language's patches and alternatives, such as macros in declarations, and in templates.
    pub(super) fn unread(&mut self) {
        let is_keyword = |span: &Span| {
            self.language.config.keywords.iter().any(|word| word == span.of(self.text))
        };
        let templates = self.language.templates(self.text);
        self.texts.extend(templates.markup.into_iter().map(Span::new));
        let patches = self.language.names_in_patches(self.text).into_iter();
        let mut unread: Vec<Span> = patches
            .chain(templates.names)
            .flat_map(|range| identifiers(self.text, range))
            .collect();
        for text in std::mem::take(&mut self.macro_texts) {
            unread.extend(macro_text::names(self.text, text.range()));
        }
        for span in unread.into_iter().filter(|span| !is_keyword(span)) {
            let is_called = self.text[span.end as usize..].starts_with('(');
            self.role(span, if is_called { Role::Call } else { Role::Read });
        }
    }

    /// Adds the names that stand for their values in a string. Parts of a path are members of what
    /// is before them.
    pub(super) fn interpolated(&mut self, string: Span) {
        let Some(pattern) = self.language.config.graph.interpolation.get() else { return };
        let start = string.start as usize;
        for found in pattern.captures_iter(string.of(self.text)) {
            for path in found.iter().skip(1).flatten() {
                let mut above = None;
                for name in identifiers(self.text, start + path.start()..start + path.end()) {
                    let qualifier = above.map_or(Qualifier::None, Qualifier::Receiver);
                    self.uses.entry(name).or_insert((Role::Read, qualifier));
                    above = Some(self.recorder.continued(above, name));
                }
            }
        }
    }
}
