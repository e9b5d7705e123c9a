//! Second-stage matching: assigns each query term in a file to a definition and a field.

use super::vocabulary::{Scratch, Unit, Vocabulary};
use super::words::for_each_word;
use crate::domain::{LineRange, Outline, Symbol, SymbolKind};
use crate::workspace::Text;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Field of a definition that a word is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Name,
    Signature,
    Documentation,
    Body,
    /// Names of a type's members.
    Members,
    /// First paragraph of its documentation.
    Summary,
}

impl Field {
    pub(super) const COUNT: usize = 6;
}

/// The unit of ranking: a definition, or a paragraph outside of all definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Owner {
    /// Index into the outline.
    Symbol(usize),
    /// Index into the file's paragraphs.
    Paragraph(usize),
}

/// One occurrence of a vocabulary unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    pub(super) unit: u16,
    pub(super) field: Field,
    /// Index of its subword among all subwords of the file.
    pub(super) position: u32,
}

/// Hits and field lengths of one owner.
#[derive(Debug)]
pub(super) struct OwnerHits {
    pub(super) owner: Owner,
    /// Sorted by position.
    pub(super) hits: Vec<Hit>,
    /// Number of subwords in each field.
    pub(super) lengths: [u32; Field::COUNT],
}

/// A file matched against a query.
pub(super) struct Reading {
    /// Owners that contain a term, in file order.
    pub(super) found: Vec<OwnerHits>,
    /// Line ranges of the paragraphs.
    pub(super) paragraphs: Vec<LineRange>,
}

/// Returns the definition that a symbol is shown and ranked as: itself, or the one of which it is a
/// detail.
pub(super) fn shown_as(outline: &Outline, index: usize) -> usize {
    let mut at = index;
    while let Some(parent) = outline.symbols[at].parent {
        if !is_detail(&outline.symbols[at], &outline.symbols[parent]) {
            break;
        }
        at = parent;
    }
    at
}

/// Returns, for each symbol, the type of which it is a member. The members of a Rust `impl` are
/// those of its type if that is in the file.
fn member_of(outline: &Outline) -> Vec<Option<usize>> {
    let mut types: FxHashMap<(&str, Option<usize>), usize> = FxHashMap::default();
    for (index, symbol) in outline.symbols.iter().enumerate() {
        if symbol.kind.is_type() {
            types.entry((&symbol.name, symbol.parent)).or_insert(index);
        }
    }
    let type_of = |symbol: &Symbol| {
        let parent = symbol.parent?;
        let around = &outline.symbols[parent];
        match around.kind {
            SymbolKind::Impl => types.get(&(around.name.as_str(), around.parent)).copied(),
            kind if kind.is_type() => Some(parent),
            _ => None,
        }
    };
    outline.symbols.iter().map(type_of).collect()
}

/// Returns whether a symbol is ranked as part of its parent: locals, fields, variants and similar.
fn is_detail(symbol: &Symbol, parent: &Symbol) -> bool {
    const MAX_DETAIL_LINES: usize = 3;
    let is_value = matches!(
        symbol.kind,
        SymbolKind::Field
            | SymbolKind::Property
            | SymbolKind::Constant
            | SymbolKind::Variable
            | SymbolKind::Type
    );
    let in_type = parent.kind.is_container() && parent.kind != SymbolKind::Module;
    if symbol.is_local || parent.kind.is_callable() {
        return true;
    }
    let in_value = !parent.kind.is_container() && parent.kind != SymbolKind::Section;
    in_value && !symbol.kind.is_callable()
        || is_value && in_type && symbol.lines.len() <= MAX_DETAIL_LINES
}

/// A range of the text that belongs to one field of one symbol.
struct Stretch {
    start: usize,
    symbol: Option<usize>,
    field: Field,
}

/// Finds the query terms of each definition and paragraph of a text.
pub(super) fn read(text: &Text, outline: &Outline, vocabulary: &Vocabulary) -> Reading {
    let stretches = stretches(text, outline);
    let mut collector = Collector::new(text, outline);
    let mut scratch = Scratch::default();
    let mut raw: Vec<RawHit> = Vec::new();
    let mut position = 0u32;
    let mut at = 0;
    for_each_word(text.content.as_bytes(), |word| {
        while stretches.get(at + 1).is_some_and(|next| next.start <= word.start) {
            at += 1;
        }
        let stretch = &stretches[at];
        collector.lengthen(stretch, word.start, word.parts.len() as u32);
        vocabulary.look(word, &mut scratch, |unit, part| {
            raw.push(RawHit {
                unit,
                position: position + part as u32,
                offset: word.start,
                stretch: at,
            });
        });
        position += word.parts.len() as u32;
    });
    let sequences = sequences(&raw, vocabulary);
    raw.extend(sequences);
    raw.sort_by_key(|hit| hit.position);
    for hit in &raw {
        collector.add(hit, &stretches[hit.stretch]);
    }
    collector.finish()
}

#[derive(Debug, Clone, Copy)]
struct RawHit {
    unit: u16,
    position: u32,
    /// Start of its word, in bytes.
    offset: usize,
    stretch: usize,
}

/// Returns hits of the units that are sequences of other units.
fn sequences(raw: &[RawHit], vocabulary: &Vocabulary) -> Vec<RawHit> {
    let mut found = Vec::new();
    for (index, unit) in vocabulary.units.iter().enumerate() {
        let Unit::Sequence { units, within_word } = unit else { continue };
        for (at, first) in raw.iter().enumerate().filter(|(_, hit)| hit.unit == units[0]) {
            let mut previous = first;
            let follows = units[1..].iter().all(|unit| {
                let next = raw[at..]
                    .iter()
                    .take_while(|hit| hit.position <= previous.position + 1)
                    .find(|hit| hit.position == previous.position + 1 && hit.unit == *unit);
                match next {
                    Some(next) if !within_word || next.offset == first.offset => {
                        previous = next;
                        true
                    }
                    _ => false,
                }
            });
            if follows {
                found.push(RawHit { unit: index as u16, ..*first });
            }
        }
    }
    found
}

/// Splits the text into ranges, in order; the first starts at 0.
fn stretches(text: &Text, outline: &Outline) -> Vec<Stretch> {
    let mut order: Vec<usize> = (0..outline.symbols.len()).collect();
    let start_of = |index: usize| -> usize {
        let symbol = &outline.symbols[index];
        if symbol.first_line < symbol.lines.start {
            text.full_line_range(symbol.first_line).map_or(symbol.bytes.start, |range| range.start)
        } else {
            symbol.bytes.start
        }
    };
    order.sort_by_key(|index| {
        (start_of(*index), std::cmp::Reverse(outline.symbols[*index].bytes.end), *index)
    });
    let mut stretches = vec![Stretch { start: 0, symbol: None, field: Field::Body }];
    // Stack of the enclosing symbols.
    let mut open: Vec<usize> = Vec::new();
    for index in order {
        let start = start_of(index);
        close(&mut stretches, &mut open, outline, start);
        let symbol = &outline.symbols[index];
        push_header(&mut stretches, text, symbol, index, start);
        open.push(index);
    }
    close(&mut stretches, &mut open, outline, usize::MAX);
    // Symbols that overlap unexpectedly must not put ranges out of order.
    stretches.sort_by_key(|stretch| stretch.start);
    stretches
}

/// Closes the symbols that end before `start`; the text after each belongs to its parent.
fn close(stretches: &mut Vec<Stretch>, open: &mut Vec<usize>, outline: &Outline, start: usize) {
    while let Some(last) = open.last().copied() {
        let end = outline.symbols[last].bytes.end;
        if end > start {
            break;
        }
        open.pop();
        stretches.push(Stretch { start: end, symbol: open.last().copied(), field: Field::Body });
    }
}

/// Adds the fields of a definition before its body.
fn push_header(
    stretches: &mut Vec<Stretch>,
    text: &Text,
    symbol: &Symbol,
    index: usize,
    start: usize,
) {
    let mut push =
        |start: usize, field: Field| stretches.push(Stretch { start, symbol: Some(index), field });
    if start < symbol.bytes.start {
        push(start, Field::Summary);
        push(summary_end(text, start..symbol.bytes.start), Field::Documentation);
    }
    push(symbol.bytes.start, Field::Signature);
    if !symbol.name_bytes.is_empty() && symbol.name_bytes.start >= symbol.bytes.start {
        push(symbol.name_bytes.start, Field::Name);
        push(symbol.name_bytes.end, Field::Signature);
    }
    let header_end =
        text.full_line_range(symbol.header_end).map_or(symbol.bytes.end, |range| range.end);
    let header_end = header_end.max(symbol.name_bytes.end);
    if header_end < symbol.bytes.end {
        match docstring(text, header_end..symbol.bytes.end) {
            Some(range) => {
                push(header_end, Field::Summary);
                push(summary_end(text, range.clone()), Field::Documentation);
                push(range.end, Field::Body);
            }
            None => push(header_end, Field::Body),
        }
    }
}

/// Returns the end of the first paragraph of documentation: the first line after it without text.
fn summary_end(text: &Text, documentation: Range<usize>) -> usize {
    let mut at = documentation.start;
    let mut has_words = false;
    for line in text.content[documentation.clone()].split_inclusive('\n') {
        let says_something = line.contains(char::is_alphanumeric);
        if has_words && !says_something {
            break;
        }
        has_words |= says_something;
        at += line.len();
    }
    at
}

/// Returns the docstring at the start of a body: a triple-quoted string.
pub(super) fn docstring(text: &Text, body: Range<usize>) -> Option<Range<usize>> {
    let content = &text.content[body.clone()];
    let rest = content.trim_start();
    let skipped = content.len() - rest.len();
    let quoted = rest.trim_start_matches(['r', 'R', 'u', 'U', 'b', 'B', 'f', 'F']);
    let mark = ["\"\"\"", "'''"].into_iter().find(|mark| quoted.starts_with(mark))?;
    let start = skipped + (rest.len() - quoted.len()) + mark.len();
    let end = content[start..].find(mark)? + start + mark.len();
    Some(body.start + skipped..body.start + end)
}

/// Assigns hits to their owners.
struct Collector<'a> {
    text: &'a Text,
    outline: &'a Outline,
    /// The symbol that each symbol is shown as.
    shown_as: Vec<usize>,
    /// The type of which each symbol is a member, if the symbol is ranked on its own.
    member_of: Vec<Option<usize>>,
    symbols: Vec<Option<OwnerHits>>,
    paragraphs: Vec<LineRange>,
    in_paragraphs: Vec<Option<OwnerHits>>,
    symbol_lengths: Vec<[u32; Field::COUNT]>,
    paragraph_lengths: Vec<u32>,
}

impl<'a> Collector<'a> {
    fn new(text: &'a Text, outline: &'a Outline) -> Self {
        let symbols = outline.symbols.len();
        let shown_as = (0..symbols).map(|index| shown_as(outline, index)).collect();
        let paragraphs = paragraphs(text, outline);
        Self {
            text,
            outline,
            member_of: member_of(outline),
            shown_as,
            symbols: (0..symbols).map(|_| None).collect(),
            in_paragraphs: (0..paragraphs.len()).map(|_| None).collect(),
            symbol_lengths: vec![[0; Field::COUNT]; symbols],
            paragraph_lengths: vec![0; paragraphs.len()],
            paragraphs,
        }
    }

    /// Returns the shown symbol and the field of it that a range belongs to; all of a detail is
    /// body.
    fn field(&self, symbol: usize, field: Field) -> (usize, Field) {
        let shown = self.shown_as[symbol];
        (shown, if shown == symbol { field } else { Field::Body })
    }

    fn paragraph_of(&self, line: usize) -> Option<usize> {
        let at = self.paragraphs.partition_point(|lines| lines.end < line);
        self.paragraphs.get(at).filter(|lines| lines.contains(line)).map(|_| at)
    }

    fn lengthen(&mut self, stretch: &Stretch, offset: usize, parts: u32) {
        if let Some(symbol) = stretch.symbol {
            let (shown, field) = self.field(symbol, stretch.field);
            self.symbol_lengths[shown][field as usize] += parts;
            if field == Field::Name
                && let Some(of) = self.member_of[shown]
            {
                self.symbol_lengths[of][Field::Members as usize] += parts;
            }
        } else if !self.paragraphs.is_empty()
            && let Some(paragraph) = self.paragraph_of(self.text.line_of(offset))
        {
            self.paragraph_lengths[paragraph] += parts;
        }
    }

    fn add(&mut self, raw: &RawHit, stretch: &Stretch) {
        let line = self.text.line_of(raw.offset);
        let hit = |field| Hit { unit: raw.unit, field, position: raw.position };
        match stretch.symbol {
            Some(symbol) => {
                let (shown, field) = self.field(symbol, stretch.field);
                self.push(shown, hit(field));
                if field == Field::Name
                    && let Some(of) = self.member_of[shown]
                {
                    self.push(of, hit(Field::Members));
                }
            }
            None => {
                let Some(paragraph) = self.paragraph_of(line) else { return };
                let found = self.in_paragraphs[paragraph]
                    .get_or_insert_with(|| OwnerHits::none(Owner::Paragraph(paragraph)));
                found.hits.push(hit(Field::Body));
            }
        }
    }

    fn push(&mut self, symbol: usize, hit: Hit) {
        self.symbols[symbol]
            .get_or_insert_with(|| OwnerHits::none(Owner::Symbol(symbol)))
            .hits
            .push(hit);
    }

    fn finish(self) -> Reading {
        debug_assert_eq!(self.symbols.len(), self.outline.symbols.len());
        let symbols = self
            .symbols
            .into_iter()
            .zip(self.symbol_lengths)
            .filter_map(|(found, lengths)| found.map(|found| OwnerHits { lengths, ..found }));
        let paragraphs = self.in_paragraphs.into_iter().zip(self.paragraph_lengths).filter_map(
            |(found, length)| {
                found.map(|found| OwnerHits { lengths: [0, 0, 0, length, 0, 0], ..found })
            },
        );
        Reading { found: symbols.chain(paragraphs).collect(), paragraphs: self.paragraphs }
    }
}

impl OwnerHits {
    /// Returns an owner without hits.
    pub(super) fn none(owner: Owner) -> Self {
        Self { owner, hits: Vec::new(), lengths: [0; Field::COUNT] }
    }
}

/// Returns the runs of non-blank lines outside of all definitions, in order. An underlined heading
/// stays with the run after it, and long runs are split.
fn paragraphs(text: &Text, outline: &Outline) -> Vec<LineRange> {
    const MAX_LINES: usize = 24;
    let mut covered = vec![false; text.line_count() + 2];
    for symbol in &outline.symbols {
        let last = symbol.lines.end.min(text.line_count());
        if let Some(lines) = covered.get_mut(symbol.first_line..=last) {
            lines.fill(true);
        }
    }
    let mut paragraphs: Vec<LineRange> = Vec::new();
    let mut start = None;
    for line in 1..=text.line_count() + 1 {
        let is_text = line <= text.line_count()
            && covered.get(line) == Some(&false)
            && text.line(line).is_some_and(|content| !content.trim().is_empty());
        match (start, is_text) {
            (None, true) => start = Some(line),
            (Some(first), true) if line - first >= MAX_LINES => {
                paragraphs.push(LineRange { start: first, end: line - 1 });
                start = Some(line);
            }
            (Some(first), false) => {
                paragraphs.push(LineRange { start: first, end: line - 1 });
                start = None;
            }
            _ => {}
        }
    }
    join_headings(text, paragraphs)
}

/// Joins a run of one or two lines that looks like a heading with the run after it.
fn join_headings(text: &Text, paragraphs: Vec<LineRange>) -> Vec<LineRange> {
    let mut joined: Vec<LineRange> = Vec::new();
    let mut heading: Option<LineRange> = None;
    for lines in paragraphs {
        let start = match heading.take() {
            Some(before) if lines.start - before.end <= 3 => before.start,
            Some(before) => {
                joined.push(before);
                lines.start
            }
            None => lines.start,
        };
        let lines = LineRange { start, end: lines.end };
        if lines.len() <= 3 && is_heading(text, lines) {
            heading = Some(lines);
        } else {
            joined.push(lines);
        }
    }
    joined.extend(heading);
    joined
}

fn is_heading(text: &Text, lines: LineRange) -> bool {
    let is_rule = |line: &str| {
        let line = line.trim();
        line.len() >= 3
            && line.chars().next().is_some_and(|mark| {
                matches!(mark, '=' | '-' | '~' | '^' | '*' | '"' | '\'' | '+' | '#')
                    && line.chars().all(|other| other == mark)
            })
    };
    let first = text.line(lines.start).unwrap_or_default();
    let last = text.line(lines.end).unwrap_or_default();
    first.starts_with('#') && lines.len() == 1 || is_rule(last) && lines.len() > 1
}

#[cfg(test)]
mod tests {
    use super::super::query::Query;
    use super::*;
    use crate::lang::registry;
    use crate::workspace::outline::outline;

    /// Returns the name and the fields of the hits of each definition and paragraph.
    fn found(query: &str, language: &str, source: &str) -> Vec<String> {
        let text = Text::from_content(source);
        let language = registry().by_name(language).expect("a language");
        let outline = outline(source, language);
        let reading =
            read(&text, &outline, &Vocabulary::new(&Query::parse(query).expect("a query")));
        let describe = |found: &OwnerHits| {
            let owner = match found.owner {
                Owner::Symbol(index) => outline.path_of(index).join("."),
                Owner::Paragraph(index) => {
                    let lines = reading.paragraphs[index];
                    format!("{}-{}", lines.start, lines.end)
                }
            };
            let mut hits: Vec<String> =
                found.hits.iter().map(|hit| format!("{:?}", hit.field)).collect();
            hits.dedup();
            format!("{owner} {}", hits.join(" "))
        };
        reading.found.iter().map(describe).collect()
    }

    fn check(query: &str, language: &str, source: &str, expected: &[&str]) {
        assert_eq!(found(query, language, source), expected, "{query}");
    }

    #[test]
    fn words_belong_to_the_field_they_stand_in() {
        let source = "/// Opens a door.\npub fn open(door: Door) -> Door {\n    door.unlock()\n}\n";
        check("door", "rust", source, &["open Summary Signature Body"]);
        check("open", "rust", source, &["open Summary Name"]);
    }

    #[test]
    fn a_docstring_is_documentation() {
        let source = "def open(door):\n    \"\"\"Open the gate.\n\n    Widely.\n    \"\"\"\n    gate = door\n";
        check("gate", "python", source, &["open Summary Body"]);
        check("widely", "python", source, &["open Documentation"]);
    }

    #[test]
    fn members_have_their_own_text_and_lend_their_names() {
        let source = "class Door:\n    limit = 3\n    def open(self):\n        return limit\n";
        check("limit", "python", source, &["Door Body", "Door.open Body"]);
        check("open", "python", source, &["Door Members", "Door.open Name"]);
        let source = "struct Door;\nimpl Door {\n    fn open(&self) {}\n}\n";
        check("open", "rust", source, &["Door Members", "Door.open Name"]);
    }

    #[test]
    fn what_is_local_belongs_to_what_it_is_in() {
        let source = "def outer():\n    def inner():\n        return gate\n    return inner\n";
        check("gate", "python", source, &["outer Body"]);
    }

    #[test]
    fn text_outside_of_definitions_is_found_by_paragraph() {
        let source = "# gate\n# more\n\nimport gate\n\ndef f():\n    pass\n\ngate()\n";
        let found = found("gate", "python", source);
        assert!(
            found.contains(&"4-4 Body".to_owned()) && found.contains(&"9-9 Body".to_owned()),
            "{found:?}"
        );
    }

    #[test]
    fn sequences_are_found_where_their_parts_follow_each_other() {
        let source =
            "fn a() { switch_map(); }\nfn b() { switch(); map(); }\nfn c() { map_switch(); }\n";
        let check = |query: &str, expected: &[&str]| {
            let text = Text::from_content(source);
            let outline = outline(source, registry().by_name("rust").expect("a language"));
            let vocabulary = Vocabulary::new(&Query::parse(query).expect("a query"));
            let reading = read(&text, &outline, &vocabulary);
            let is_sequence = |hit: &Hit| {
                matches!(
                    vocabulary.units[hit.unit as usize],
                    Unit::Sequence { .. } | Unit::Joined(_)
                )
            };
            let holders: Vec<&str> = reading
                .found
                .iter()
                .filter(|found| found.hits.iter().any(is_sequence))
                .map(|found| match found.owner {
                    Owner::Symbol(index) => outline.symbols[index].name.as_str(),
                    Owner::Paragraph(_) => "",
                })
                .collect();
            assert_eq!(holders, expected, "{query}");
        };
        check("\"switch map\"", &["a", "b"]);
        check("switchMap", &["a", "b"]);
        check("\"map switch\"", &["c"]);
    }
}
