//! Report of extracted source. Its parts are lines in round-robin order, so that several pieces
//! share a budget.

use super::answer::{ExtractAnswer, Extracted, OutsidePlace, Unshown};
use crate::domain::keys::masked;
use crate::domain::{
    Block, Doc, Evidence, Footer, Format, Highlight, LineRange, Note, Report, Shown, Summary,
    SymbolKind, XmlShape,
};
use crate::engine::extract::{Extraction, Fold, Piece, content_hash, line_hash};
use crate::engine::highlight::highlights;
use crate::tools::round_robin::RoundRobin;
use crate::tools::words::{left_out_words, plural, thousands};
use crate::tools::{SEARCH_RESULTS, to_value};
use serde_json::Value;
use std::ops::Range;

/// Number of lines of one piece before the next piece's turn.
const LINES_IN_A_ROW: usize = 12;

/// Limit of the pieces without a shown line that are named, and of places outside the roots.
const NAMED: usize = 200;

/// Limit of the failures in a text; JSON has them all.
const FAILURES_TOLD: usize = 10;

/// The answer of `extract`.
pub(crate) struct ExtractReport {
    found: Extraction,
    fold: Fold,
    /// Lines of each piece that may be shown.
    visible: Vec<Vec<LineRange>>,
    /// Number of targets that were given.
    targets: usize,
    is_coloured: bool,
    errors: Vec<String>,
    /// Order of the lines, which are the first parts. Then come the places of pieces of which no
    /// line is shown, then places outside the roots.
    round_robin: RoundRobin,
}

impl ExtractReport {
    pub(crate) fn new(found: Extraction, targets: usize, format: Format, fold: Fold) -> Self {
        // Programs and pipes are given whole pieces.
        let is_folded = matches!(format, Format::Outline | Format::Color | Format::Terminal);
        let visible =
            |piece: &Piece| if is_folded { piece.essential(fold) } else { vec![all_of(piece)] };
        let visible: Vec<Vec<LineRange>> = found.pieces.iter().map(visible).collect();
        let lines: Vec<usize> = visible.iter().map(|ranges| count(ranges)).collect();
        let round_robin = RoundRobin::new(&lines, LINES_IN_A_ROW);
        let is_coloured = format == Format::Color;
        let errors = found.failures.iter().map(|failure| {
            let problem = failure.error.to_string();
            let problem = problem.lines().map(str::trim).collect::<Vec<_>>().join("; ");
            // Unlike the code that is shown, nobody asked for the names that they suggest.
            masked(&format!("{}: {problem}", failure.target)).into_owned()
        });
        Self { errors: errors.collect(), found, fold, visible, targets, is_coloured, round_robin }
    }

    fn view(&self, shown: &Shown) -> View {
        let lines = self.round_robin.shown(shown);
        let chosen = |from: usize, count: usize| {
            (0..count).filter(move |index| shown.contains(from + index))
        };
        let names = self.round_robin.parts();
        let outside = names + self.found.pieces.len().min(NAMED);
        View {
            named: chosen(names, outside - names).filter(|piece| lines[*piece] == 0).collect(),
            outside: chosen(outside, self.found.outside.len().min(NAMED)).collect(),
            lines,
        }
    }

    /// Adds the first visible lines of a piece, and how to get the others.
    fn piece_doc(&self, doc: &mut Doc, index: usize, lines: usize) {
        let (piece, visible) = (&self.found.pieces[index], &self.visible[index]);
        let ranges = first_lines(visible, lines);
        let Some((first, last)) =
            ranges.first().zip(ranges.last()).map(|(first, last)| (first.start, last.end))
        else {
            return;
        };
        let is_whole = lines == count(visible);
        let is_folded = count(visible) < lines_of(piece);
        let mut folds: Vec<LineRange> = ranges
            .windows(2)
            .map(|pair| LineRange { start: pair[0].end + 1, end: pair[1].start - 1 })
            .collect();
        if is_folded && is_whole && last < piece.last {
            folds.push(LineRange { start: last + 1, end: piece.last });
        }
        let texts: Vec<&str> =
            ranges.iter().map(|range| piece.text.lines(range.start, range.end)).collect();
        doc.push(Block::Code {
            place: place(piece, if is_whole { piece.last } else { last }),
            caption: Some(caption(piece)),
            language: piece.language.map(|language| language.id),
            first_line: Some(first),
            text: texts.join("\n"),
            folds,
            highlights: self.highlights(piece, &ranges),
        });
        if !is_whole {
            let hidden = piece.last - last;
            let words = format!(
                "{} more {}: {}",
                thousands(hidden),
                plural(hidden, "line", "lines"),
                rest(piece, last)
            );
            doc.push(Block::More { depth: 1, text: words });
        } else if is_folded && self.fold == Fold::WIDE {
            let hidden = lines_of(piece) - lines;
            doc.push(Block::More {
                depth: 1,
                text: format!(
                    "{} lines folded; whole: {}",
                    thousands(hidden),
                    place(piece, piece.last)
                ),
            });
        }
    }

    /// Returns the highlights of some lines of a piece, as ranges of the lines' joined text.
    fn highlights(&self, piece: &Piece, ranges: &[LineRange]) -> Vec<Highlight> {
        let bytes = |range: &LineRange| {
            Some(piece.text.line_range(range.start)?.start..piece.text.line_range(range.end)?.end)
        };
        let stretches: Vec<Range<usize>> = ranges.iter().filter_map(bytes).collect();
        let whole =
            stretches.first().zip(stretches.last()).map(|(first, last)| first.start..last.end);
        let (true, Some(language), Some(whole)) = (self.is_coloured, piece.language, whole) else {
            return Vec::new();
        };
        let found = highlights(&piece.text.content, language, whole.clone());
        let mut offset = 0;
        let mut shifted = Vec::new();
        for stretch in stretches {
            let inside = stretch.start - whole.start..stretch.end - whole.start;
            let within = found
                .iter()
                .filter(|found| inside.start <= found.bytes.start && found.bytes.end <= inside.end);
            shifted.extend(within.map(|found| Highlight {
                bytes: found.bytes.start - inside.start + offset
                    ..found.bytes.end - inside.start + offset,
                role: found.role,
            }));
            offset += stretch.len() + 1;
        }
        shifted
    }

    fn total_lines(&self) -> usize {
        self.found.pieces.iter().map(lines_of).sum()
    }

    fn footer(&self, view: &View, tokens: usize) -> Footer {
        let pieces = self.found.pieces.len() + self.found.unread;
        let shown = view.lines.iter().filter(|lines| **lines > 0).count();
        let (total, shown_lines) = (self.total_lines(), view.lines.iter().sum());
        let of = |shown: usize, total: usize, word: &str| {
            let total_text = thousands(total);
            let count = if shown == total {
                total_text
            } else {
                format!("{} of {total_text}", thousands(shown))
            };
            format!("{count} {word}")
        };
        let mut facts = of(shown, pieces, plural(pieces, "piece", "pieces"));
        facts.push_str(&format!(", {}", of(shown_lines, total, plural(total, "line", "lines"))));
        if self.targets > 1 && !self.found.failures.is_empty() {
            facts.push_str(&format!(", {} failed", thousands(self.found.failures.len())));
        }
        Footer::new(format!("{facts} · syntax"), tokens)
    }

    fn outside_words(&self, view: &View) -> Option<String> {
        if self.found.outside.is_empty() {
            return None;
        }
        let shown = view.outside.iter().map(|place| &self.found.outside[*place]);
        let mut words: Vec<String> =
            shown.map(|place| format!("{}:{}", place.path, place.line)).collect();
        let hidden = self.found.outside.len() - words.len();
        if hidden > 0 {
            words.push(format!("{} more", thousands(hidden)));
        }
        Some(format!("outside the root, not read: {}", words.join(", ")))
    }
}

/// Parts that are shown.
struct View {
    /// Number of lines of each piece, from its first.
    lines: Vec<usize>,
    named: Vec<usize>,
    outside: Vec<usize>,
}

fn all_of(piece: &Piece) -> LineRange {
    LineRange { start: piece.first, end: piece.last }
}

fn lines_of(piece: &Piece) -> usize {
    all_of(piece).len()
}

fn count(ranges: &[LineRange]) -> usize {
    ranges.iter().map(|range| range.len()).sum()
}

/// Returns the first `lines` lines of some ranges.
fn first_lines(ranges: &[LineRange], lines: usize) -> Vec<LineRange> {
    let mut first: Vec<LineRange> = Vec::new();
    for range in ranges {
        let left = lines - count(&first);
        if left == 0 {
            break;
        }
        first.push(LineRange { start: range.start, end: range.end.min(range.start + left - 1) });
    }
    first
}

fn place(piece: &Piece, last: usize) -> String {
    match (piece.first, last) {
        (first, last) if first == last => format!("{}:{first}", piece.path),
        (first, last) => format!("{}:{first}-{last}", piece.path),
    }
}

fn rest(piece: &Piece, shown_to: usize) -> String {
    format!("{}:{}-{}", piece.path, shown_to + 1, piece.last)
}

/// Returns the first lines of a piece for programs.
fn extracted(piece: &Piece, lines: usize) -> Extracted<'_> {
    let last = piece.first + lines - 1;
    let code = piece.text.lines(piece.first, last);
    let hashes =
        (piece.first..=last).map(|line| line_hash(piece.text.line(line).unwrap_or_default()));
    Extracted {
        file: &piece.path.display,
        lines: [piece.first, last],
        node_type: piece.kind,
        code,
        symbol: piece.name.as_deref(),
        matched_lines: &piece.asked,
        rest: (last < piece.last).then(|| rest(piece, last)),
        content_hash: content_hash(code),
        line_hashes: hashes.collect(),
    }
}

fn caption(piece: &Piece) -> String {
    let mut caption = piece.kind.as_str().to_owned();
    if let Some(name) = &piece.name {
        let is_part = matches!(piece.kind, SymbolKind::Range | SymbolKind::Context);
        caption.push_str(&format!(" {}{name}", if is_part { "in " } else { "" }));
    }
    let is_within = piece.kind != SymbolKind::File && !piece.asked.is_empty();
    if is_within {
        let lines: Vec<String> = piece.asked.iter().take(8).map(ToString::to_string).collect();
        caption.push_str(&format!(
            ", {} {}",
            plural(lines.len(), "line", "lines"),
            lines.join(", ")
        ));
    }
    caption
}

impl Report for ExtractReport {
    fn parts(&self) -> usize {
        self.round_robin.parts()
            + self.found.pieces.len().min(NAMED)
            + self.found.outside.len().min(NAMED)
    }

    fn doc(&self, shown: &Shown) -> Doc {
        let view = self.view(shown);
        let mut doc = Doc::default();
        for (index, lines) in view.lines.iter().enumerate().filter(|(_, lines)| **lines > 0) {
            self.piece_doc(&mut doc, index, *lines);
        }
        for piece in view.named.iter().map(|piece| &self.found.pieces[*piece]) {
            doc.push(Block::Row {
                number: None,
                place: place(piece, piece.last),
                text: format!("{}, not shown", caption(piece)),
                details: Vec::new(),
            });
        }
        if let Some(words) = self.outside_words(&view) {
            doc.push(Block::Text(words));
        }
        for note in &self.found.notes {
            doc.push(Block::Text(note.clone()));
        }
        for error in self.errors.iter().take(FAILURES_TOLD) {
            doc.push(Block::Text(format!("error: {error}")));
        }
        if self.errors.len() > FAILURES_TOLD {
            doc.push(Block::Text(format!(
                "error: {} more",
                thousands(self.errors.len() - FAILURES_TOLD)
            )));
        }
        if !self.found.left_out.is_empty() {
            doc.push(Block::Text(format!("left out: {}", left_out_words(&self.found.left_out))));
        }
        doc.footer = Some(self.footer(&view, shown.tokens));
        doc
    }

    fn value(&self, shown: &Shown) -> Value {
        let view = self.view(shown);
        let pieces = self.found.pieces.iter().zip(&view.lines).filter(|(_, lines)| **lines > 0);
        let results: Vec<Extracted<'_>> =
            pieces.map(|(piece, lines)| extracted(piece, *lines)).collect();
        let shown_lines: usize = view.lines.iter().sum();
        let summary = Summary {
            count: results.len(),
            total: self.found.pieces.len() + self.found.unread,
            total_is_exact: true,
            total_bytes: results.iter().map(|result| result.code.len()).sum(),
            total_tokens: results.iter().map(|result| shown.tokens_of(result.code)).sum(),
            truncated: shown_lines < self.total_lines() || self.found.unread > 0,
        };
        let outside = view.outside.iter().map(|place| &self.found.outside[*place]);
        let outside = outside.map(|place| OutsidePlace { file: &place.path, line: place.line });
        let named = view.named.iter().map(|piece| &self.found.pieces[*piece]);
        let named = named.map(|piece| Unshown {
            file: &piece.path.display,
            lines: [piece.first, piece.last],
            node_type: piece.kind,
        });
        to_value(ExtractAnswer {
            results,
            summary,
            evidence: Evidence {
                notes: self.found.notes.iter().cloned().map(Note::Remark).collect(),
                ..Evidence::syntax()
            },
            errors: &self.errors,
            outside: (!self.found.outside.is_empty()).then(|| outside.collect()),
            left_out: &self.found.left_out,
            more: named.collect(),
        })
    }

    fn xml(&self) -> XmlShape {
        SEARCH_RESULTS
    }

    fn shows_keys(&self) -> bool {
        true
    }

    fn found(&self) -> bool {
        !self.found.pieces.is_empty()
    }

    fn errors(&self) -> &[String] {
        &self.errors
    }
}
