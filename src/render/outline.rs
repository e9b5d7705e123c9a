//! The outline: the text for models, and, in its safe and coloured looks, for people at a terminal.

use super::color::{OutlineStyle, Painter, Role};
use crate::domain::{Block, Doc, Highlight, LineRange, ResultLine, ResultRow};
use std::iter::Peekable;
use std::ops::Range;

/// Length in bytes from which on a text is not written again for the next use.
const SAME_FROM: usize = 12;

pub(super) fn write(doc: &Doc, style: OutlineStyle) -> String {
    let has_context =
        doc.blocks.iter().any(|block| matches!(block, Block::Line { is_match: false, .. }));
    let mut writer =
        Writer { painter: Painter::new(style), in_section: false, has_context, last_line: None };
    let mut previous = None;
    let mut blocks = doc.blocks.as_slice();
    while let [block, rest @ ..] = blocks {
        if let Some(rows) = leading_results(blocks) {
            if previous.is_some_and(|previous| wants_gap(previous, block)) {
                writer.painter.raw("\n");
            }
            writer.results(&rows);
            previous = Some(block);
            blocks = &blocks[rows.len()..];
            continue;
        }
        blocks = rest;
        if matches!(block, Block::Blank) {
            previous = previous.map(|_| block);
            continue;
        }
        if let Some(previous) = previous
            && wants_gap(previous, block)
        {
            writer.painter.raw("\n");
        }
        writer.block(block);
        previous = Some(block);
    }
    if let Some(footer) = &doc.footer {
        if previous.is_some() {
            writer.painter.raw("\n");
        }
        writer.painter.put(Role::Dim, &format!("[{footer}]"));
    } else if writer.painter.text.ends_with('\n') {
        writer.painter.text.pop();
    }
    writer.painter.text
}

/// Results that the blocks start with; `None` if the first block is no result.
fn leading_results(blocks: &[Block]) -> Option<Vec<&ResultRow>> {
    let results = blocks.iter().map_while(|block| match block {
        Block::Result(row) => Some(row),
        _ => None,
    });
    let results: Vec<&ResultRow> = results.collect();
    (!results.is_empty()).then_some(results)
}

/// Returns whether a blank line stands between two blocks.
fn wants_gap(previous: &Block, next: &Block) -> bool {
    match (previous, next) {
        (Block::Blank | Block::Heading(_), _) | (_, Block::Heading(_) | Block::Section(_)) => true,
        (Block::Section(_) | Block::Subsection(_), _) => false,
        (_, Block::Subsection(_)) => true,
        (Block::Row { details: before, .. }, Block::Row { details: after, .. }) => {
            !before.is_empty() || !after.is_empty()
        }
        (Block::Row { details, .. }, Block::More { .. }) => !details.is_empty(),
        (Block::Line { .. } | Block::Result(_), Block::More { .. }) => false,
        _ => family(previous) != family(next) || matches!(next, Block::Code { .. }),
    }
}

/// Family of a block; no blank lines stand between blocks of one family.
fn family(block: &Block) -> u8 {
    match block {
        Block::Heading(_) | Block::Section(_) | Block::Subsection(_) | Block::Blank => 0,
        Block::Text(_) => 1,
        Block::Directory { .. }
        | Block::File { .. }
        | Block::Symbol { .. }
        | Block::Names { .. }
        | Block::More { .. } => 2,
        Block::Row { .. } | Block::Result(_) | Block::Excerpt { .. } => 3,
        Block::Line { .. } => 4,
        Block::Code { .. } => 5,
    }
}

struct Writer<'a> {
    painter: Painter,
    /// True if a section's title was written since the last heading.
    in_section: bool,
    /// True if some lines of the document are context, so that gaps between lines are marked.
    has_context: bool,
    last_line: Option<LastLine<'a>>,
}

/// The line of a file written last, for comparison with the next one.
struct LastLine<'a> {
    path: &'a str,
    line: usize,
    /// Enclosing symbol of the last match.
    enclosing: Option<&'a str>,
}

impl<'a> Writer<'a> {
    fn block(&mut self, block: &'a Block) {
        if !matches!(block, Block::Line { .. }) {
            self.last_line = None;
        }
        match block {
            Block::Heading(text) => {
                self.in_section = false;
                self.line_of(0, Role::Heading, text);
            }
            Block::Section(text) => self.section("##", text),
            Block::Subsection(text) => self.section("###", text),
            Block::Text(text) => {
                for line in text.lines() {
                    self.line_of(0, Role::Plain, line);
                }
            }
            Block::Blank | Block::Result(_) => {}
            Block::Directory { depth, name, note, .. } => {
                self.entry(
                    *depth,
                    Role::Directory,
                    name.trim_end_matches('/'),
                    "/",
                    note.as_deref(),
                );
            }
            Block::File { depth, name, note, .. } => {
                self.entry(*depth, Role::Path, name, "", note.as_deref());
            }
            Block::Symbol { depth, signature, lines, doc, note, .. } => {
                for doc_line in doc.iter().flat_map(|doc| doc.lines()) {
                    self.line_of(*depth, Role::Dim, format!("/// {doc_line}").trim_end());
                }
                self.symbol(*depth, *lines, signature, note.as_deref());
            }
            Block::Names { depth, names } => self.line_of(*depth, Role::Plain, &names.join(", ")),
            Block::More { depth, text } => self.line_of(*depth, Role::Dim, &more(text)),
            Block::Row { number, place, text, details } => self.row(*number, place, text, details),
            Block::Line { path, line, text, matches, is_match, enclosing } => {
                self.found_line(path, *line, text, matches, *is_match, enclosing.as_deref());
            }
            Block::Excerpt { place, name, lines } => self.excerpt(place, name, lines),
            Block::Code { place, caption, first_line, text, folds, highlights, .. } => {
                self.caption(place, caption.as_deref());
                self.code(*first_line, text, folds, highlights);
            }
        }
    }

    fn section(&mut self, mark: &str, title: &str) {
        self.in_section = true;
        let title = title.trim_start_matches(['#', ' ']);
        self.line_of(0, Role::Heading, &format!("{mark} {title}"));
    }

    fn symbol(
        &mut self,
        depth: usize,
        lines: Option<LineRange>,
        signature: &str,
        note: Option<&str>,
    ) {
        self.painter.indent(depth);
        if let Some(lines) = lines {
            self.painter.put(Role::LineNumber, &lines.to_string());
            self.painter.raw(": ");
        }
        self.painter.put(Role::Plain, signature);
        if let Some(note) = note {
            self.painter.put(Role::Dim, &format!(" {note}"));
        }
        self.painter.raw("\n");
    }

    fn excerpt(&mut self, place: &str, name: &str, lines: &[(usize, String)]) {
        self.painter.put(Role::Path, place);
        self.painter.put(Role::Heading, &format!(" {name}"));
        self.painter.raw("\n");
        for (line, text) in lines {
            let line = ResultLine { line: *line, text: text.clone(), ..ResultLine::default() };
            self.result_line(1, &line, false, 1);
        }
    }

    fn line_of(&mut self, depth: usize, role: Role, text: &str) {
        self.painter.indent(depth);
        self.painter.put(role, text);
        self.painter.raw("\n");
    }

    fn entry(&mut self, depth: usize, role: Role, name: &str, end: &str, note: Option<&str>) {
        self.painter.indent(depth);
        self.painter.put(role, name);
        self.painter.raw(end);
        if let Some(note) = note {
            self.painter.put(Role::Dim, &format!(" ({note})"));
        }
        self.painter.raw("\n");
    }

    fn row(&mut self, number: Option<usize>, place: &str, text: &str, details: &[String]) {
        let mut lead = number.map_or_else(String::new, |number| format!("{number}. "));
        if number.is_none() && self.in_section {
            lead.push_str("  ");
        }
        self.painter.raw(&lead);
        self.painter.put(Role::Path, place);
        if !text.is_empty() {
            self.painter.raw(if place.is_empty() { "" } else { " -- " });
            self.painter.put(Role::Plain, text);
        }
        self.painter.raw("\n");
        let width = if number.is_some() { lead.len() } else { lead.len() + 2 };
        for line in details.iter().flat_map(|detail| detail.lines()) {
            self.painter.raw(&" ".repeat(width));
            self.line_of(0, Role::Plain, line);
        }
    }

    /// Writes adjacent results, a line for each of their uses. A file with one line is named on it;
    /// a file with several is named above them. In a tree every line names its file, unless the
    /// line above has the same one and is on the same level.
    fn results(&mut self, rows: &[&ResultRow]) {
        let is_tree = rows.iter().any(|row| row.depth > 0);
        let all: Vec<(usize, &ResultLine)> =
            rows.iter().flat_map(|row| row.lines.iter().map(|line| (row.depth, line))).collect();
        // Several results on one line are written once, with their number.
        let lines: Vec<&[(usize, &ResultLine)]> = all.chunk_by(|one, other| one == other).collect();
        if is_tree {
            let mut above = None;
            for same in lines {
                let (depth, line) = same[0];
                self.tree_line(depth, line, above == Some((depth, &line.file)), same.len());
                above = Some((depth, &line.file));
            }
            return;
        }
        for file in lines.chunk_by(|one, other| one[0].1.file == other[0].1.file) {
            if let [same] = file {
                self.tree_line(0, same[0].1, false, same.len());
                continue;
            }
            self.line_of(0, Role::Path, &file[0][0].1.file);
            let mut symbol = None;
            let mut above = "";
            for same in file {
                let line = same[0].1;
                let is_further =
                    line.is_further || symbol.is_some() && symbol == line.symbol.as_ref();
                // A use that reads like the one above it is said to. What is cut off may differ.
                let is_whole = !above.ends_with('…');
                let is_same =
                    line.text == above && above.len() >= SAME_FROM && is_whole && !is_further;
                if is_same && line.symbol.is_some() {
                    let short = ResultLine { text: "(same)".to_owned(), ..line.clone() };
                    self.result_line(1, &short, is_further, same.len());
                } else {
                    self.result_line(1, line, is_further, same.len());
                }
                above = &line.text;
                symbol = line.symbol.as_ref().or(symbol.filter(|_| is_further));
            }
        }
    }

    /// Writes a line that names its file, unless that is known.
    fn tree_line(&mut self, depth: usize, line: &ResultLine, is_known: bool, times: usize) {
        self.painter.indent(depth);
        if !is_known {
            self.painter.put(Role::Path, &line.file);
        }
        self.painter.raw(":");
        self.result_line(0, line, false, times);
    }

    /// Writes a line below the name of its file. One of the same symbol as the line before is
    /// indented, and does not repeat it.
    fn result_line(&mut self, depth: usize, line: &ResultLine, is_further: bool, times: usize) {
        self.painter.indent(depth);
        self.painter.put(Role::LineNumber, &line.line.to_string());
        self.painter.raw(if is_further { "   " } else { " " });
        if let Some(symbol) = line.symbol.as_ref().filter(|_| !is_further) {
            self.painter.put(Role::Heading, symbol);
            self.painter.raw(": ");
        }
        self.painter.put(Role::Plain, &line.text);
        if times > 1 {
            self.painter.put(Role::Dim, &format!(" (×{times})"));
        }
        self.painter.raw("\n");
    }

    fn found_line(
        &mut self,
        path: &'a str,
        line: usize,
        text: &str,
        matches: &[Range<usize>],
        is_match: bool,
        enclosing: Option<&'a str>,
    ) {
        let previous = self.last_line.take().filter(|last| last.path == path);
        let mut known = None;
        match previous {
            None => self.line_of(0, Role::Path, path),
            Some(last) => {
                known = last.enclosing;
                if self.has_context && last.line + 1 != line {
                    self.line_of(1, Role::Dim, "--");
                }
            }
        }
        self.painter.indent(1);
        self.painter.put(Role::LineNumber, &line.to_string());
        self.painter.raw(if is_match { ": " } else { "- " });
        let text = text.trim_end_matches(['\r', '\n']);
        self.painter.put_with(text, matches.iter().map(|range| (range.clone(), Role::Match)));
        // The enclosing symbol is written where it changes; context lines do not count.
        if is_match && enclosing != known {
            match enclosing {
                Some(name) => self.painter.put(Role::Dim, &format!(" · in {name}")),
                None => self.painter.put(Role::Dim, " · top level"),
            }
            known = enclosing;
        }
        self.painter.raw("\n");
        self.last_line = Some(LastLine { path, line, enclosing: known });
    }

    fn caption(&mut self, place: &str, caption: Option<&str>) {
        self.painter.put(Role::Path, place);
        if let Some(caption) = caption {
            self.painter.put(Role::Dim, &format!(" -- {caption}"));
        }
        self.painter.raw("\n");
    }

    /// Writes the lines of a block of code, with a mark in the place of those that are folded.
    /// A tab precedes each; numbered are the first one, those behind a fold or a blank line, where
    /// most definitions begin, and every fifth that is not blank, since numbers on all lines take a
    /// quarter of the tokens.
    fn code(
        &mut self,
        first_line: Option<usize>,
        text: &str,
        folds: &[LineRange],
        highlights: &[Highlight],
    ) {
        const NUMBERED: usize = 5;
        let mut number = first_line.unwrap_or(0);
        let mut next = number;
        let mut folds = folds.iter().peekable();
        let mut offset = 0;
        let mut highlights = highlights.iter().peekable();
        let mut is_behind_blank = true;
        for whole in text.split_inclusive('\n') {
            number = self.folds(&mut folds, number);
            let line = whole.trim_end_matches(['\r', '\n']);
            if first_line.is_some() {
                let is_wanted =
                    is_behind_blank || number != next || number.is_multiple_of(NUMBERED);
                if is_wanted && !line.trim().is_empty() {
                    self.painter.put(Role::LineNumber, &number.to_string());
                }
                self.painter.raw(if line.is_empty() { "" } else { "\t" });
            }
            is_behind_blank = line.trim().is_empty();
            number += 1;
            next = number;
            while highlights.peek().is_some_and(|highlight| highlight.bytes.end <= offset) {
                highlights.next();
            }
            let stretches = highlights
                .clone()
                .take_while(|highlight| highlight.bytes.start < offset + line.len());
            let stretches = stretches.map(|highlight| {
                let start = highlight.bytes.start.max(offset) - offset;
                let end = highlight.bytes.end.min(offset + line.len()).saturating_sub(offset);
                (start..end.max(start), Role::Code(highlight.role))
            });
            self.painter.put_with(line, stretches);
            self.painter.raw("\n");
            offset += whole.len();
        }
        self.folds(&mut folds, number);
    }

    /// Writes the mark of the lines that are folded from `number` on, and returns the number of the
    /// line behind them.
    fn folds<'f>(
        &mut self,
        folds: &mut Peekable<impl Iterator<Item = &'f LineRange>>,
        number: usize,
    ) -> usize {
        let Some(fold) = folds.next_if(|fold| fold.start == number) else { return number };
        self.line_of(1, Role::Dim, &format!("… {fold}"));
        fold.end + 1
    }
}

/// Description of a cut with its mark: "… (12 more files)", whether the mark was given or not.
pub(super) fn more(text: &str) -> String {
    if text.starts_with('…') || text.starts_with("...") {
        text.to_owned()
    } else {
        format!("… ({text})")
    }
}

#[cfg(test)]
mod tests;
