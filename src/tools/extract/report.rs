//! Report of extracted source. Its parts are lines in round-robin order, so that several pieces
//! share a budget.

use super::answer::{ExtractAnswer, Extracted, OutsidePlace, Unshown};
use crate::domain::{Block, Doc, Evidence, Report, Shown, Summary, SymbolKind, tokens};
use crate::engine::extract::{Extraction, Piece, content_hash, line_hash};
use crate::engine::highlight::highlights;
use crate::tools::round_robin::RoundRobin;
use crate::tools::words::{left_out_words, plural, thousands};
use serde_json::{Value, json};

/// Number of lines of one piece before the next piece's turn.
const LINES_IN_A_ROW: usize = 12;

/// Limit of the pieces without a shown line that are named, and of places outside the roots.
const NAMED: usize = 200;

/// Limit of the failures in a text; JSON has them all.
const FAILURES_TOLD: usize = 10;

/// The answer of `extract`.
pub(crate) struct ExtractReport {
    found: Extraction,
    /// Number of targets that were given.
    targets: usize,
    is_coloured: bool,
    errors: Vec<String>,
    /// Order of the lines, which are the first parts. Then come the places of pieces of which no
    /// line is shown, then places outside the roots.
    round_robin: RoundRobin,
}

impl ExtractReport {
    pub(crate) fn new(found: Extraction, targets: usize, is_coloured: bool) -> Self {
        let lines: Vec<usize> = found.pieces.iter().map(lines_of).collect();
        let round_robin = RoundRobin::new(&lines, LINES_IN_A_ROW);
        let errors = found.failures.iter().map(|failure| {
            let problem = failure.error.to_string();
            let problem = problem.lines().map(str::trim).collect::<Vec<_>>().join("; ");
            format!("{}: {problem}", failure.target)
        });
        Self { errors: errors.collect(), found, targets, is_coloured, round_robin }
    }

    fn view(&self, shown: &Shown) -> View {
        let lines = self.round_robin.shown(shown);
        let chosen = |from: usize, count: usize| (0..count).filter(move |index| shown.contains(from + index));
        let names = self.round_robin.parts();
        let outside = names + self.found.pieces.len().min(NAMED);
        View {
            named: chosen(names, outside - names).filter(|piece| lines[*piece] == 0).collect(),
            outside: chosen(outside, self.found.outside.len().min(NAMED)).collect(),
            lines,
        }
    }

    fn code(&self, piece: &Piece, lines: usize) -> Block {
        let last = piece.first + lines - 1;
        let text = piece.text.lines(piece.first, last);
        let highlights = match (self.is_coloured, piece.language, piece.text.line_range(piece.first)) {
            (true, Some(language), Some(start)) => {
                highlights(&piece.text.content, language, start.start..start.start + text.len())
            }
            _ => Vec::new(),
        };
        Block::Code {
            place: place(piece, last),
            caption: Some(caption(piece)),
            language: piece.language.map(|language| language.id),
            first_line: Some(piece.first),
            text: text.to_owned(),
            highlights,
        }
    }

    fn total_lines(&self) -> usize {
        self.found.pieces.iter().map(lines_of).sum()
    }

    fn footer(&self, view: &View, tokens: usize) -> String {
        let pieces = self.found.pieces.len() + self.found.unread;
        let shown = view.lines.iter().filter(|lines| **lines > 0).count();
        let (total, shown_lines) = (self.total_lines(), view.lines.iter().sum());
        let of = |shown: usize, total: usize, word: &str| {
            let total_text = thousands(total);
            let count = if shown == total { total_text } else { format!("{} of {total_text}", thousands(shown)) };
            format!("{count} {word}")
        };
        let mut footer = of(shown, pieces, plural(pieces, "piece", "pieces"));
        footer.push_str(&format!(", {}", of(shown_lines, total, plural(total, "line", "lines"))));
        if self.targets > 1 && !self.found.failures.is_empty() {
            footer.push_str(&format!(", {} failed", thousands(self.found.failures.len())));
        }
        format!("{footer} · syntax · {} tokens", thousands(tokens))
    }

    fn outside_words(&self, view: &View) -> Option<String> {
        if self.found.outside.is_empty() {
            return None;
        }
        let shown = view.outside.iter().map(|place| &self.found.outside[*place]);
        let mut words: Vec<String> = shown.map(|place| format!("{}:{}", place.path, place.line)).collect();
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

fn lines_of(piece: &Piece) -> usize {
    piece.last + 1 - piece.first
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
    let hashes = (piece.first..=last).map(|line| line_hash(piece.text.line(line).unwrap_or_default()));
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
        caption.push_str(&format!(" {name}"));
    }
    let is_within = piece.kind != SymbolKind::File && !piece.asked.is_empty();
    if is_within {
        let lines: Vec<String> = piece.asked.iter().take(8).map(ToString::to_string).collect();
        caption.push_str(&format!(", {} {}", plural(lines.len(), "line", "lines"), lines.join(", ")));
    }
    caption
}

impl Report for ExtractReport {
    fn parts(&self) -> usize {
        self.round_robin.parts() + self.found.pieces.len().min(NAMED) + self.found.outside.len().min(NAMED)
    }

    fn doc(&self, shown: &Shown) -> Doc {
        let view = self.view(shown);
        let mut doc = Doc::default();
        for (piece, lines) in self.found.pieces.iter().zip(&view.lines).filter(|(_, lines)| **lines > 0) {
            doc.push(self.code(piece, *lines));
            let hidden = lines_of(piece) - lines;
            if hidden > 0 {
                let rest = rest(piece, piece.first + lines - 1);
                let words = format!("{} more {}: {rest}", thousands(hidden), plural(hidden, "line", "lines"));
                doc.push(Block::More { depth: 1, text: words });
            }
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
            doc.push(Block::Text(format!("error: {} more", thousands(self.errors.len() - FAILURES_TOLD))));
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
        let results: Vec<Extracted<'_>> = pieces.map(|(piece, lines)| extracted(piece, *lines)).collect();
        let shown_lines: usize = view.lines.iter().sum();
        let summary = Summary {
            count: results.len(),
            total: self.found.pieces.len() + self.found.unread,
            total_is_exact: true,
            total_bytes: results.iter().map(|result| result.code.len()).sum(),
            total_tokens: results.iter().map(|result| tokens::count(result.code)).sum(),
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
        json!(ExtractAnswer {
            results,
            summary,
            evidence: Evidence {
                note: (!self.found.notes.is_empty()).then(|| self.found.notes.join("; ")),
                ..Evidence::syntax()
            },
            errors: &self.errors,
            outside: (!self.found.outside.is_empty()).then(|| outside.collect()),
            left_out: &self.found.left_out,
            more: named.collect(),
        })
    }

    fn xml_root(&self) -> &'static str {
        "probe_results"
    }

    fn found(&self) -> bool {
        !self.found.pieces.is_empty()
    }

    fn errors(&self) -> &[String] {
        &self.errors
    }
}
