//! Outlines by lines, for languages without a grammar: the rules of the language say on which
//! lines definitions begin, and indentation, blocks, closing words or headings where they end.
//!
//! One pass over the text, and time in proportion to it, whatever it holds: what an expression sees
//! of a line, and how many definitions are open, is bounded.

use super::collect::{Raw, RawOutline};
use super::line_texts::without_texts;
use crate::domain::SymbolKind;
use crate::domain::is_word;
use crate::lang::{Ends, LanguageConfig, LineRule, LineRules, NOTHING_ENDS, TOP_LEVEL};
use regex::{Captures, Regex};
use std::ops::Range;

/// Limit of the bytes that expressions for lines and headers see.
const WINDOW: usize = 2 << 10;

/// Limit of definitions within each other; deeper ones are left out.
const MAX_OPEN: usize = 64;

/// Width of a tab.
const TAB: usize = 8;

/// Returns what the rules find in a text.
pub(super) fn collect(text: &str, rules: &LineRules, config: &LanguageConfig) -> RawOutline {
    let mut outline = RawOutline::default();
    let mut strings = Vec::new();
    let code = without_texts(text, rules, &mut outline.comments, &mut strings);
    let mut scan = Scan {
        rules,
        keywords: &config.keywords,
        code: &code,
        strings: &strings,
        definitions: Vec::new(),
        open: Vec::new(),
        depth: 0,
        brackets: 0,
        marks: Vec::new(),
        matched: 0,
        is_after_blank: true,
        last: 0,
    };
    let mut start = 0;
    while start < code.len() {
        let end = memchr::memchr(b'\n', &code.as_bytes()[start..])
            .map_or(code.len(), |newline| start + newline);
        scan.line(start..end);
        start = end + 1;
    }
    scan.end_from(0, scan.last);
    outline.definitions = scan.definitions;
    if rules.is_documented_below {
        document_below(text, &config.comments.doc, &mut outline);
    }
    outline
}

/// A definition, or a place for others, whose end is not known yet.
struct Open<'a> {
    rule: &'a LineRule,
    label: &'a str,
    /// Index of the definition; `None` for a place.
    definition: Option<usize>,
    indent: usize,
    level: usize,
    /// Blocks and brackets that were open before it.
    depth: usize,
    brackets: usize,
}

struct Scan<'a> {
    rules: &'a LineRules,
    /// Words that are never names.
    keywords: &'a [String],
    /// The text without comments and strings.
    code: &'a str,
    /// Strings that begin on later lines.
    strings: &'a [Range<usize>],
    definitions: Vec<Raw>,
    open: Vec<Open<'a>>,
    depth: usize,
    brackets: usize,
    /// Marks of headings, by first use.
    marks: Vec<(char, bool)>,
    /// End of the last match. Lines in it begin nothing.
    matched: usize,
    is_after_blank: bool,
    /// End of the code before this line.
    last: usize,
}

impl Scan<'_> {
    fn line(&mut self, line: Range<usize>) {
        let code = &self.code[line.clone()];
        let bare = code.trim_start();
        if bare.is_empty() {
            self.is_after_blank = true;
            return;
        }
        let start = line.end - bare.len();
        let mut end = start + bare.trim_end().len();
        while let Some((string, rest)) = self.strings.split_first()
            && string.start < line.end
        {
            end = end.max(string.end);
            self.strings = rest;
        }
        let indent = width(&code[..start - line.start]);
        if !self.goes_on(bare, indent) {
            self.end_by_line(bare, indent, end);
            if start >= self.matched {
                self.begin(start, indent);
            }
        }
        self.repeat(start, end.min(line.end));
        self.read_tokens(start..line.end, end);
        self.last = end;
        self.is_after_blank = false;
    }

    /// Returns whether a line goes on with the definition that it stands below: the equations of a
    /// function below its type.
    fn goes_on(&self, bare: &str, indent: usize) -> bool {
        let Some(top) = self.open.last().filter(|top| top.rule.joins && top.indent == indent)
        else {
            return false;
        };
        let name = top.definition.and_then(|index| self.definitions[index].name.clone());
        let rest = name.and_then(|name| bare.strip_prefix(&self.code[name]));
        rest.is_some_and(|rest| !rest.starts_with(is_word))
    }

    /// Ends what a line does not belong to, or closes.
    fn end_by_line(&mut self, bare: &str, indent: usize, end: usize) {
        while let Some(top) = self.open.last()
            && top.rule.ends == Ends::Indent
            && (indent < top.indent
                || (indent == top.indent
                    && !top.rule.members_unindented
                    && !self.rules.continues(bare)))
        {
            self.end_from(self.open.len() - 1, self.last);
        }
        let closes = |open: &Open<'_>| {
            open.rule.ends == Ends::Close && open.rule.close().is_some_and(|it| it.is_match(bare))
        };
        if let Some(closed) = self.open.iter().rposition(closes) {
            self.end_from(closed, end);
        }
    }

    /// Begins the definition that stands at `start`, if any.
    fn begin(&mut self, start: usize, indent: usize) {
        let (rules, code) = (self.rules, self.code);
        let window = &code[start..code.floor_char_boundary((start + WINDOW).min(code.len()))];
        for rule in rules.at(window) {
            let Some(found) = rule.line().captures(window) else { continue };
            let name = found.name("name").map_or("", |name| name.as_str());
            let is_here = !self.keywords.iter().any(|word| word == name)
                && rule.indent.is_none_or(|most| indent <= most)
                && (!rule.after_blank || self.is_after_blank)
                && fits(rule, &found)
                && !rule.is_excluded(window);
            if !is_here {
                continue;
            }
            let mark = found.name("mark").map_or("", |mark| mark.as_str());
            let is_over = found.name("over").is_some();
            let seen = self.marks.len();
            let level = rule.level(mark, is_over, &mut self.marks);
            let kept = self.kept(rule, indent, level);
            let kept = self.recovered(rule, indent, kept);
            let around = kept.checked_sub(1).map_or(TOP_LEVEL, |last| self.open[last].label);
            let ended = self.open.get(kept).map_or(NOTHING_ENDS, |open| open.label);
            let is_next = found.name("next").is_none() || rule.follows(ended);
            if !rule.counts_in(around) || !is_next || kept >= MAX_OPEN {
                self.marks.truncate(seen);
                continue;
            }
            self.end_from(kept, self.last);
            let read = found.name("mark").or(found.name("name")).map_or(0, |group| group.end());
            self.matched = start + read;
            let kind = rule.kind(found.name("kind").map(|kind| kind.as_str()));
            let definition = kind.and_then(|kind| self.define(kind, level, start, &found));
            let (depth, brackets) = (self.depth, self.brackets);
            let label = rule.label(kind);
            self.open.push(Open { rule, label, definition, indent, level, depth, brackets });
            self.close_at_once(start);
            return;
        }
    }

    /// Ends a definition that is closed on the line on which it begins.
    fn close_at_once(&mut self, start: usize) {
        let end = self.code[start..].find('\n').map_or(self.code.len(), |newline| start + newline);
        let rest = self.code.get(self.matched..end).unwrap_or_default();
        let is_closed = |open: &Open<'_>| {
            open.rule.ends == Ends::Close && open.rule.close().is_some_and(|it| it.is_match(rest))
        };
        if self.open.last().is_some_and(is_closed) {
            self.end_from(self.open.len() - 1, start + self.code[start..end].trim_end().len());
        }
    }

    /// Returns how many of the open definitions stay open around a new one.
    fn kept(&self, rule: &LineRule, indent: usize, level: usize) -> usize {
        let ends = |open: &&Open<'_>| match (open.rule.ends, rule.ends) {
            (Ends::Level, Ends::Level) => level <= open.level,
            (Ends::Level, _) => false,
            _ => !open.rule.members_unindented && indent <= open.indent,
        };
        self.open.len() - self.open.iter().rev().take_while(ends).count()
    }

    /// Returns how many of the open definitions stay open if some that take members of any
    /// indentation are broken, since the new one cannot stand in them.
    fn recovered(&self, rule: &LineRule, indent: usize, kept: usize) -> usize {
        let mut stay = kept;
        while let Some(open) = stay.checked_sub(1).map(|last| &self.open[last])
            && !rule.counts_in(open.label)
        {
            if !open.rule.members_unindented
                || open.rule.ends == Ends::Level
                || indent > open.indent
            {
                return kept;
            }
            stay -= 1;
        }
        stay
    }

    /// Adds a definition, whose end is that of its name for the time being. Returns its index.
    fn define(
        &mut self,
        kind: SymbolKind,
        level: usize,
        start: usize,
        found: &Captures<'_>,
    ) -> Option<usize> {
        let range = |group: &str| {
            let group = found.name(group).filter(|group| !group.is_empty())?;
            Some(unquoted(self.code, start + group.start()..start + group.end()))
        };
        let name = range("name")?;
        let end = self.matched.max(name.end);
        // A mark of its own is no part of a signature.
        let is_heading = kind == SymbolKind::Section && found.name("mark").is_some();
        self.definitions.push(Raw {
            kind,
            node_type: kind.as_str(),
            node: start..end,
            outer: start..end,
            head: None,
            body: None,
            value: None,
            container: range("container"),
            docstring: None,
            is_declared: true,
            declares_function: false,
            level: if is_heading { level } else { 0 },
            visible: None,
            is_settled: true,
            pattern: 0,
            name: Some(name),
        });
        Some(self.definitions.len() - 1)
    }

    /// Adds the definitions of which a line may hold several.
    fn repeat(&mut self, start: usize, end: usize) {
        let header = self.definitions.last().and_then(|raw| raw.name.as_ref());
        let from = header.map_or(start, |name| name.end.max(start)).min(end);
        let label = self.open.last().map_or(TOP_LEVEL, |open| open.label);
        let (rules, code) = (self.rules, self.code);
        let mut found = Vec::new();
        for rule in rules.repeated().filter(|rule| rule.counts_in(label)) {
            for each in rule.line().captures_iter(code.get(from..end).unwrap_or_default()) {
                found.push((from + each.get(0).map_or(0, |whole| whole.start()), rule, each));
            }
        }
        found.sort_by_key(|(start, ..)| *start);
        let ends: Vec<usize> =
            found.iter().skip(1).map(|(start, ..)| *start).chain([end]).collect();
        for ((_, rule, each), end) in found.iter().zip(ends) {
            let kind = rule.kind(each.name("kind").map(|kind| kind.as_str()));
            let index = kind.and_then(|kind| self.define(kind, 0, from, each));
            let Some(index) = index else { continue };
            let raw = &mut self.definitions[index];
            let (start, name_end) =
                raw.name.as_ref().map_or((from, from), |name| (name.start, name.end));
            let length = code.get(start..end).map_or(0, |text| without_closing(text).len());
            raw.node = start..name_end.max(start + length);
            raw.outer = raw.node.clone();
        }
    }

    /// Follows the blocks and brackets of a line, whose code ends at `end`.
    fn read_tokens(&mut self, line: Range<usize>, end: usize) {
        if self.open.is_empty() {
            (self.depth, self.brackets) = (0, 0);
            return;
        }
        let (rules, code) = (self.rules, self.code);
        let needs = |open: &Open<'_>| matches!(open.rule.ends, Ends::Line | Ends::Block);
        if self.open.iter().any(needs) {
            for token in rules.tokens.captures_iter(&code[line.clone()]) {
                let token_end = line.start + token.get(0).map_or(0, |whole| whole.end());
                self.token(&token, token_end);
            }
        }
        let is_unfinished = code[line].trim_end().ends_with(['=', '\\']);
        while let Some(top) = self.open.last()
            && top.rule.ends == Ends::Line
            && self.depth <= top.depth
            && (!rules.has_brackets || (self.brackets <= top.brackets && !is_unfinished))
            && self.matched <= end
        {
            self.end_from(self.open.len() - 1, end);
        }
    }

    fn token(&mut self, token: &Captures<'_>, end: usize) {
        let is = |name: &str| token.name(name).is_some();
        if is("opening") {
            self.brackets += 1;
        } else if is("closing") {
            self.brackets = self.brackets.saturating_sub(1);
        } else if self.open.last().is_some_and(|top| self.brackets > top.brackets) {
            // Words in brackets are none of blocks.
        } else if is("open") {
            self.depth += 1;
        } else if is("close") {
            self.close_block(end);
        } else if let Some(top) = self.open.last()
            && top.rule.ends == Ends::Block
            && self.depth <= top.depth
        {
            self.end_from(self.open.len() - 1, end);
        }
    }

    /// Closes a block, and what ends with it.
    fn close_block(&mut self, end: usize) {
        let before = self.depth;
        self.depth = before.saturating_sub(1);
        while let Some(top) = self.open.last() {
            let is_own = top.rule.ends == Ends::Block && before > top.depth;
            if top.depth > self.depth {
                self.end_from(self.open.len() - 1, self.last);
            } else if is_own && self.depth <= top.depth && !self.rules.block.until_stop {
                self.end_from(self.open.len() - 1, end);
                return;
            } else {
                return;
            }
        }
    }

    /// Ends the open definitions from the one at an index on, the innermost first.
    fn end_from(&mut self, index: usize, end: usize) {
        for open in self.open.drain(index..).rev() {
            (self.depth, self.brackets) =
                (self.depth.min(open.depth), self.brackets.min(open.brackets));
            let Some(definition) = open.definition else { continue };
            let raw = &mut self.definitions[definition];
            let end = end.max(raw.node.end);
            (raw.node.end, raw.outer.end) = (end, end);
            set_header(raw, open.rule, self.code);
        }
    }
}

/// Sets where the header of a definition ends, or its value begins.
fn set_header(raw: &mut Raw, rule: &LineRule, code: &str) {
    let name_end = raw.name.as_ref().map_or(raw.node.start, |name| name.end);
    let end = code.floor_char_boundary(raw.node.end.min(name_end + WINDOW));
    let header = header_end(&code[..end], name_end, rule.body());
    if raw.kind.has_value() || (raw.kind == SymbolKind::Type && rule.body().is_some()) {
        raw.value = header.map(|(_, after)| after..raw.node.end);
    } else {
        let place = header.map_or(end, |(before, _)| before).max(name_end);
        let place = name_end + code[name_end..place].trim_end().len();
        raw.body = Some(place..place);
    }
}

/// Returns where a header ends outside brackets, before and behind what ends it: `body`, else the
/// end of the line.
fn header_end(code: &str, from: usize, body: Option<&Regex>) -> Option<(usize, usize)> {
    let mut depth = 0usize;
    let mut at = from;
    let next = |at: usize| body.and_then(|body| body.find_at(code, at)).map(|found| found.range());
    let mut found = next(at);
    while at < code.len() {
        if found.as_ref().is_some_and(|found| found.start < at) {
            found = next(at);
        }
        if depth == 0
            && let Some(found) = &found
            && found.start == at
        {
            return Some((found.start, found.end));
        }
        match code.as_bytes()[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'\n' if body.is_none() && depth == 0 => return Some((at, at)),
            _ => {}
        }
        at = code.ceil_char_boundary(at + 1);
    }
    None
}

/// Returns a member of several without what separates it from the next or closes them all.
fn without_closing(text: &str) -> &str {
    let mut text = text.trim_end();
    loop {
        let is_closing = text.ends_with(['|', ';', ','])
            || [('{', '}'), ('(', ')'), ('[', ']')]
                .iter()
                .any(|(open, close)| text.ends_with(*close) && !text.contains(*open));
        if !is_closing {
            return text;
        }
        text = text[..text.len() - 1].trim_end();
    }
}

/// Returns the range of a name without the quotes or brackets around it.
fn unquoted(code: &str, range: Range<usize>) -> Range<usize> {
    let text = &code[range.clone()];
    let quotes = [("``", "``"), ("`", "`"), ("\"", "\""), ("[", "]"), (":(", ")"), ("(", ")")];
    let inner = quotes.iter().find_map(|(open, close)| {
        let inner = text.strip_prefix(open)?.strip_suffix(close)?;
        Some((open.len() + inner.len() - inner.trim_start().len(), inner.trim()))
    });
    let (before, inner) = inner.filter(|(_, inner)| !inner.is_empty()).unwrap_or((0, text));
    range.start + before..range.start + before + inner.len()
}

/// Returns whether a heading and its mark are of about one length.
fn fits(rule: &LineRule, found: &Captures<'_>) -> bool {
    let length = |group: &str| found.name(group).map(|group| group.as_str().chars().count());
    let first = |group: &str| found.name(group).and_then(|group| group.as_str().chars().next());
    let (Some(name), Some(mark)) = (length("name"), length("mark")) else { return true };
    let is_same = first("over").is_none() || first("over") == first("mark");
    is_same && rule.max_length_difference.is_none_or(|most| mark.abs_diff(name) <= most)
}

/// Takes a comment that directly follows a header for its documentation, unless it belongs to what
/// follows. `marks` begin a comment that documents; without any, each does.
fn document_below(text: &str, marks: &[String], outline: &mut RawOutline) {
    let mut taken = Vec::new();
    for raw in &mut outline.definitions {
        let header = raw.body.as_ref().map_or(raw.node.end, |body| body.end);
        let first = outline.comments.partition_point(|comment| comment.start < header);
        let Some(comment) = outline.comments.get(first) else { continue };
        let between = text.get(header..comment.start).unwrap_or_default();
        let newlines = between.matches('\n').count();
        let is_empty =
            between.chars().all(|letter| letter.is_whitespace() || "=:".contains(letter));
        let rest = &text[comment.end..];
        let after = rest.split_once('\n').map_or("", |(_, after)| after);
        let is_last = newlines == 0
            || comment.start < raw.node.end
            || after.lines().next().is_none_or(|next| next.trim().is_empty());
        let written = text[comment.clone()].trim_start();
        let documents = marks.is_empty() || marks.iter().any(|mark| written.starts_with(mark));
        if is_empty && newlines <= 1 && is_last && documents {
            raw.docstring = Some(comment.clone());
            taken.push(first);
        }
    }
    taken.sort_unstable();
    // What documents one definition does not document the next.
    let mut index = 0..;
    outline
        .comments
        .retain(|_| index.next().is_some_and(|index| taken.binary_search(&index).is_err()));
}

/// Returns the width of white space, in columns.
fn width(space: &str) -> usize {
    space.bytes().fold(0, |width, byte| match byte {
        b'\t' => (width / TAB + 1) * TAB,
        _ => width + 1,
    })
}

#[cfg(test)]
mod tests {
    use crate::lang::registry;
    use crate::workspace::outline::outline;

    fn names(text: &str, language: &str) -> Vec<String> {
        let language = registry().by_name(language).expect("a known language");
        let outline = outline(text, language);
        outline.symbols.into_iter().map(|symbol| symbol.name).collect()
    }

    #[test]
    fn an_unclosed_definition_ends_before_the_next() {
        assert_eq!(names("function a(x)\n if x\nfunction b() end\n", "julia"), ["a", "b"]);
        assert_eq!(names("CREATE TABLE a (\n  id int\nCREATE TABLE b (x int);", "sql").len(), 3);
    }

    #[test]
    fn unclosed_texts_hide_no_more_than_their_line_or_their_file() {
        assert_eq!(names("-- '\nCREATE SCHEMA a;\n", "sql"), ["a"]);
        assert_eq!(names("let a = 'x'\nlet b' = 1\nlet c = '\"'\nlet d = 2\n", "ocaml").len(), 4);
        assert_eq!(names("let a = 1 (* (* *)\nlet b = 2\n", "ocaml"), ["a"]);
    }

    #[test]
    fn headings_need_marks_of_their_own() {
        assert_eq!(names("A\n=\n\nText\nmore\n----\n\n+---+\n", "rst"), ["A"]);
        assert_eq!(names("= A\n\n----\n== B\n----\n\n== C\n", "asciidoc"), ["A", "C"]);
    }

    /// At a quadratic cost this hangs.
    #[test]
    fn deep_nesting_terminates() {
        for (language, unit) in
            [("ocaml", "(*"), ("sql", "$a$("), ("julia", "f("), ("rst", "=\n"), ("nim", "f(")]
        {
            names(&unit.repeat((1 << 18) / unit.len()), language);
        }
    }
}
