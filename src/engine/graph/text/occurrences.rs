//! Occurrences of a name in a file of the text tier, with their apparent roles.

use super::TextFile;
use super::definitions::{FileDefinitions, TextDefinition};
use super::lines::{NameRole, role_of};
use crate::lang::Language;
use crate::workspace::Text;
use std::ops::Range;

pub(super) struct Occurrence {
    pub(super) bytes: Range<usize>,
    /// 1-based.
    pub(super) line: usize,
    pub(super) role: NameRole,
    /// The line of the header that names it as a supertype; else its own.
    pub(super) header: usize,
}

pub(super) fn occurrence(
    places: &FileDefinitions,
    language: &Language,
    bytes: Range<usize>,
) -> Option<Occurrence> {
    let text = &places.text;
    let line = text.line_of(bytes.start);
    let range = text.line_range(line)?;
    let content = text.content.get(range.clone())?;
    let start = bytes.start.checked_sub(range.start)?;
    let role = match role_of(content, start..(start + bytes.len()).min(content.len())) {
        _ if places.names(bytes.start) => NameRole::Definition,
        _ if places.goes_on_at(bytes.start, line) => NameRole::Part,
        NameRole::Definition if places.is_outlined() => NameRole::Other,
        role => role,
    };
    let header = header_of_supertype(text, language, &bytes);
    let (role, header) = match (role, header) {
        (NameRole::Definition | NameRole::Part, _) | (_, Header::Untold) => (role, line),
        (_, Header::Line(header)) => (NameRole::Base, header),
        (NameRole::Base, Header::None) => (NameRole::InHeader, line),
        (NameRole::Mixin, Header::None) => (NameRole::Other, line),
        (role, Header::None) => (role, line),
    };
    Some(Occurrence { bytes, line, role, header })
}

/// What the rules of a language say of a name that may be a supertype.
enum Header {
    /// There are no rules.
    Untold,
    None,
    /// It is one, of the definition that this line begins or is in.
    Line(usize),
}

/// Limit of the text before and behind a name in which the header stands that names it, in bytes.
const MAX_HEADER: usize = 2_000;

fn header_of_supertype(text: &Text, language: &Language, bytes: &Range<usize>) -> Header {
    let supertypes = language.lines().map_or(&[][..], |lines| &lines.supertypes);
    if supertypes.is_empty() {
        return Header::Untold;
    }
    let line = text.line_of(bytes.start);
    let (Some(first), Some(last)) =
        (text.line_range(line.saturating_sub(1).max(1)), text.line_range(line))
    else {
        return Header::None;
    };
    let from = first.start.max(bytes.start.saturating_sub(MAX_HEADER));
    let from = text.content.ceil_char_boundary(from);
    let to = text.content.floor_char_boundary(last.end.min(bytes.end + MAX_HEADER));
    let Some(around) = text.content.get(from..to) else { return Header::None };
    let end = bytes.end - from;
    let is_name =
        |found: &regex::Captures<'_>| found.name("name").is_some_and(|name| name.end() == end);
    let mut found = supertypes.iter().flat_map(|pattern| pattern.captures_iter(around));
    let Some(found) = found.find(is_name) else { return Header::None };
    let whole = found.get(0).map_or("", |whole| whole.as_str());
    let indent = whole.len() - whole.trim_start().len();
    let start = found.get(0).map_or(0, |whole| whole.start()) + indent;
    Header::Line(text.line_of(from + start))
}

impl TextFile {
    /// Returns the definition whose header names a supertype: the one that begins there, else the
    /// type around it.
    pub(super) fn type_of_header(&self, found: &Occurrence) -> Option<TextDefinition> {
        let is_type = |place: &TextDefinition| place.kind.is_container() || place.kind.is_type();
        let own = self.places.on(found.header);
        own.or_else(|| self.places.around(found.line, is_type))
    }
}
