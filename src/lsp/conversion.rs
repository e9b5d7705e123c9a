//! Boundary between the protocol's types and ours: places, positions and kinds of symbols.

use super::answer::{Column, Encoding, FileRange, Position, Span};
use crate::domain::{LineRange, SymbolKind};
use lsp_types::{GotoDefinitionResponse, Url};
use std::path::{Path, PathBuf};

pub(super) fn uri(path: &Path) -> Option<Url> {
    Url::from_file_path(path).ok()
}

/// Returns the places in files of a reply to a question for definitions or implementations.
pub(super) fn places_of_goto(
    reply: Option<GotoDefinitionResponse>,
    encoding: Encoding,
) -> Vec<FileRange> {
    let all = match reply {
        None => Vec::new(),
        Some(GotoDefinitionResponse::Scalar(place)) => vec![(place.uri, place.range)],
        Some(GotoDefinitionResponse::Array(places)) => {
            places.into_iter().map(|place| (place.uri, place.range)).collect()
        }
        Some(GotoDefinitionResponse::Link(links)) => {
            links.into_iter().map(|link| (link.target_uri, link.target_selection_range)).collect()
        }
    };
    all.iter().filter_map(|(uri, range)| to_file_range(uri, *range, encoding)).collect()
}

/// `None` for places outside of files, such as a library bundled into the server.
pub(super) fn to_file_range(
    uri: &Url,
    range: lsp_types::Range,
    encoding: Encoding,
) -> Option<FileRange> {
    if uri.scheme() != "file" {
        return None;
    }
    let file: PathBuf = uri.to_file_path().ok()?;
    Some(FileRange { file, span: to_span(range, encoding) })
}

pub(super) fn to_span(range: lsp_types::Range, encoding: Encoding) -> Span {
    let position = |position: lsp_types::Position| Position {
        line: position.line as usize + 1,
        column: Column { units: position.character as usize, encoding },
    };
    Span { start: position(range.start), end: position(range.end) }
}

pub(super) fn to_lines(range: lsp_types::Range) -> LineRange {
    LineRange { start: range.start.line as usize + 1, end: range.end.line as usize + 1 }
}

/// Position of a byte in a text, in the units of the server. Lines end at `\n`; an offset past the
/// end is the end.
pub(super) fn position_of(text: &str, offset: usize, encoding: Encoding) -> lsp_types::Position {
    let offset =
        (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = memchr::memchr_iter(b'\n', before.as_bytes()).count();
    let units = encoding.units_in(&before[line_start..]);
    let clamp = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    lsp_types::Position { line: clamp(line), character: clamp(units) }
}

pub(super) fn to_symbol_kind(kind: lsp_types::SymbolKind) -> SymbolKind {
    use lsp_types::SymbolKind as Lsp;
    match kind {
        Lsp::FILE | Lsp::MODULE | Lsp::NAMESPACE | Lsp::PACKAGE => SymbolKind::Module,
        Lsp::CLASS => SymbolKind::Class,
        Lsp::METHOD | Lsp::OPERATOR => SymbolKind::Method,
        Lsp::PROPERTY | Lsp::EVENT => SymbolKind::Property,
        Lsp::FIELD => SymbolKind::Field,
        Lsp::CONSTRUCTOR => SymbolKind::Constructor,
        Lsp::ENUM => SymbolKind::Enum,
        Lsp::INTERFACE => SymbolKind::Interface,
        Lsp::VARIABLE => SymbolKind::Variable,
        Lsp::CONSTANT | Lsp::ENUM_MEMBER => SymbolKind::Constant,
        Lsp::STRUCT => SymbolKind::Struct,
        Lsp::TYPE_PARAMETER => SymbolKind::Type,
        _ => SymbolKind::Function,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_counted_as_the_server_counts() {
        fn check(before: &str, encoding: Encoding, expected: (u32, u32)) {
            let text = format!("{before}name");
            let position = position_of(&text, before.len(), encoding);
            assert_eq!((position.line, position.character), expected, "{before:?} {encoding:?}");
        }
        check("", Encoding::Utf8, (0, 0));
        check("a\n\tb ", Encoding::Utf16, (1, 3));
        check("/* 😀漢 */ ", Encoding::Utf8, (0, 14));
        check("/* 😀漢 */ ", Encoding::Utf16, (0, 10));
        check("/* 😀漢 */ ", Encoding::Utf32, (0, 9));
        check("\r\n", Encoding::Utf16, (1, 0));
    }

    #[test]
    fn an_offset_inside_a_character_or_past_the_end_is_moved_back() {
        assert_eq!(position_of("漢x", 1, Encoding::Utf8).character, 0);
        assert_eq!(position_of("ab", 9, Encoding::Utf8).character, 2);
    }
}
