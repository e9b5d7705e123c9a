//! Names that the grammar does not read: in the texts of macros, behind the language's patches, in
//! the markup of templates, and in strings.

mod lost;
mod markup_code;

use super::Collector;
use crate::domain::is_word;
use crate::lang::{Broken, Unparsed};
use crate::workspace::names::macro_text::{self, identifiers};
use crate::workspace::names::{ExpressionId, Qualifier, Role, Span};
pub(super) use lost::Errors;
use markup_code::MarkupCode;
use rustc_hash::FxHashSet;
use std::ops::Range;

impl Collector<'_> {
    /// Returns whether what a grammar reads as text is that: `x = a /b(1)/ 2` divides.
    pub(super) fn is_certain_text(&self, span: Span) -> bool {
        let (before, text) = self.text.split_at(span.start as usize);
        if !self.language.config.graph.slashes_divide
            || !text.starts_with('/')
            || text.starts_with("//")
            || text.starts_with("/*")
        {
            return true;
        }
        let before = before.trim_end_matches([' ', '\t']);
        let word = before.trim_end_matches(is_word).len();
        match before.chars().next_back() {
            Some(last) if is_word(last) => {
                self.language.config.keywords.iter().any(|keyword| *keyword == before[word..])
            }
            last => !matches!(last, Some(')' | ']' | '}' | '"' | '\'')),
        }
    }

    /// Adds the identifiers that the grammar did not read: in the texts of macros, and because of
    /// the language's patches and alternatives, such as macros in declarations, and in templates.
    pub(super) fn unread(&mut self, broken: &Broken) {
        let templates = self.language.templates(self.text);
        self.texts.extend(templates.markup.into_iter().map(Span::new));
        let unparsed = self.language.unparsed(self.text, broken);
        self.markup(&unparsed);
        let patches = unparsed.names;
        // The words of a string in what a patch hides are no names.
        let quoted: Vec<Span> =
            patches.iter().flat_map(|range| quoted(self.text, range.clone(), '"')).collect();
        let ranges = patches.into_iter().chain(templates.names);
        let mut unread: Vec<Span> =
            ranges.flat_map(|range| identifiers(self.text, range)).collect();
        let within = Within::of(&quoted);
        unread.retain(|span| !within.holds(*span));
        self.texts.extend(quoted);
        unread.retain(|span| !self.is_keyword(*span));
        for span in unread {
            self.role(span, self.role_in_text(span));
        }
        for text in std::mem::take(&mut self.macro_texts) {
            let mut names = macro_text::names(self.text, text.range());
            names.retain(|span| !self.is_keyword(*span));
            self.macro_text(text, &names);
        }
    }

    /// Adds the names of the code in markup. Its members are of values that are not known, and so
    /// is what elements of it bind.
    fn markup(&mut self, unparsed: &Unparsed) {
        let mut doubtful = FxHashSet::default();
        let bound = unparsed.code.iter().flat_map(|code| bound_in(self.text, &code.range));
        let bound: FxHashSet<&str> = bound.map(|name| name.of(self.text)).collect();
        for code in &unparsed.code {
            let parts = MarkupCode::of(self.text, code.range.clone());
            self.texts.extend(parts.texts);
            if !parts.is_sure {
                doubtful.insert(code.range.end);
            }
            let names = parts.code.into_iter().flat_map(|part| macro_text::names(self.text, part));
            for name in names {
                let text = name.of(self.text);
                if self.is_keyword(name)
                    || bound.contains(text)
                    || is_key(self.text, &code.range, name)
                {
                    continue;
                }
                // Elements are named after what the file imports.
                let is_seen = code.sees || text.starts_with(char::is_uppercase);
                let qualifier = match is_seen {
                    true => Qualifier::None,
                    false => Qualifier::Receiver(self.recorder.other()),
                };
                let role = self.role_in_text(name);
                self.uses.entry(name).or_insert((role, qualifier));
            }
        }
        // A text that begins in code whose end is not known may end behind it.
        let prose = unparsed.prose.iter().filter(|prose| !doubtful.contains(&prose.start));
        self.texts.extend(prose.cloned().map(Span::new));
    }

    fn is_keyword(&self, name: Span) -> bool {
        self.language.config.keywords.iter().any(|word| word == name.of(self.text))
    }

    fn role_in_text(&self, name: Span) -> Role {
        let is_called = self.text[name.end as usize..].starts_with('(');
        if is_called { Role::Call } else { Role::Read }
    }

    /// Adds the names in the text of a macro, with the paths before them: `Pool::make(name)`.
    fn macro_text(&mut self, text: Span, names: &[Span]) {
        let separator = self.language.config.separator.as_str();
        let is_path = separator == "::";
        let mut before: Option<(Span, ExpressionId)> = None;
        for name in names.iter().copied() {
            let head = self.text[text.start as usize..name.start as usize].trim_end();
            let head = head.strip_suffix(separator).filter(|_| is_path).map(str::trim_end);
            let above = head.and_then(|head| {
                let end = text.start as usize + head.len();
                let known = before.filter(|(span, _)| span.end as usize == end);
                // What stands there otherwise is a type with arguments, or made of parts.
                let is_other = head.ends_with(is_word) || head.ends_with('>');
                known.map(|(_, path)| path).or_else(|| is_other.then(|| self.recorder.other()))
            });
            let qualifier = above.map_or(Qualifier::None, |above| Qualifier::Path(Some(above)));
            let role = self.role_in_text(name);
            let known = self.uses.entry(name).or_insert((role, qualifier));
            known.0 = known.0.max(role);
            let is_head = self.text[name.end as usize..].trim_start().starts_with(separator);
            before = (is_path && is_head).then(|| (name, self.recorder.continued(above, name)));
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

/// Spans in which others are looked for: their beginnings in order, each with the last byte at
/// which one of those up to there ends.
struct Within(Vec<(u32, u32)>);

impl Within {
    fn of(spans: &[Span]) -> Self {
        let mut ends: Vec<(u32, u32)> = spans.iter().map(|span| (span.start, span.end)).collect();
        ends.sort_unstable();
        let mut last = 0;
        for (_, end) in &mut ends {
            last = last.max(*end);
            *end = last;
        }
        Self(ends)
    }

    /// Returns whether one of the spans contains another one.
    fn holds(&self, span: Span) -> bool {
        let behind = self.0.partition_point(|(start, _)| *start <= span.start);
        behind.checked_sub(1).is_some_and(|before| self.0[before].1 >= span.end)
    }
}

/// Returns the names that a part of markup binds for the elements within: `v-for="item in items"`,
/// `#item="{ id }"`, `{#each items as item}`.
fn bound_in(text: &str, part: &Range<usize>) -> Vec<Span> {
    let before = text[..part.start].trim_end_matches(['"', '\'', ' ']);
    let is_value = before.ends_with('=');
    let before = before.trim_end_matches(['=', ' ']);
    let attribute = before.rsplit([' ', '\n', '\t', '{']).next().unwrap_or_default();
    let code = &text[part.clone()];
    let bound = match attribute {
        "v-for" => code.find(" in ").or_else(|| code.find(" of ")).map(|end| 0..end),
        "#each" => code.find(" as ").map(|at| at + 4..code.len()),
        "#snippet" => Some(0..code.len()),
        slot if is_value && (slot.starts_with('#') || slot.starts_with("v-slot")) => {
            Some(0..code.len())
        }
        _ => None,
    };
    bound.map_or_else(Vec::new, |bound| {
        identifiers(text, part.start + bound.start..part.start + bound.end)
    })
}

/// Returns whether a name in a part of a text is the key of an object: `{ active: isActive }`.
fn is_key(text: &str, part: &Range<usize>, name: Span) -> bool {
    let before = text[part.start..name.start as usize].trim_end();
    let after = text[name.end as usize..part.end].trim_start();
    before.ends_with(['{', ',']) && after.starts_with(':') && !after.starts_with("::")
}

/// Returns the strings in a range of a text, with their quotes, that end on the line where they
/// begin.
fn quoted(text: &str, range: Range<usize>, quote: char) -> Vec<Span> {
    let mut strings = Vec::new();
    let mut begin = None;
    let mut is_escaped = false;
    for (at, letter) in text[range.clone()].char_indices() {
        match letter {
            letter if letter == quote && !is_escaped => match begin.take() {
                Some(begin) => strings.push(Span::new(begin..range.start + at + 1)),
                None => begin = Some(range.start + at),
            },
            '\n' => begin = None,
            _ => {}
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    strings
}
