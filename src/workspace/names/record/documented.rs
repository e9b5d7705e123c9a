//! Types that the comment before a definition writes: `@var Foo[]`, `@return Collection<int, Foo>`,
//! and in braces, as JavaScript has them, `@param {Foo} foo`.

use super::Recorder;
use crate::workspace::names::Span;
use crate::workspace::names::expression::{Expression, Type, TypeId};
use tree_sitter::Node;

/// Length of a comment up to which it is read, in bytes.
const MAX_COMMENT: usize = 4_000;

/// Limit of nested types.
const MAX_DEPTH: usize = 6;

/// Limit of the names in a type.
const MAX_NAMES: usize = 32;

/// What stands before a tag that says more than the plain one, for one tool: `@phpstan-return`.
const TOOLS: [&str; 3] = ["phpstan-", "psalm-", ""];

/// What a type's name may begin with, which says no more than that there are elements.
const FILLED: &str = "non-empty-";

/// Types that no value with members has, or whose values may name a type.
const NOTHING: [&str; 5] = ["false", "null", "string", "true", "void"];

/// The same for types in braces, with those that say nothing of a value.
const NOTHING_IN_BRACES: [&str; 14] = [
    "Array",
    "Function",
    "Map",
    "Object",
    "Promise",
    "Set",
    "any",
    "boolean",
    "function",
    "never",
    "number",
    "object",
    "undefined",
    "unknown",
];

impl<'a> Recorder<'a> {
    /// Returns the type that the comment before a node gives its result or, if it has a name, a
    /// variable: behind `@return`, or `@param` and `@var`. What is written for tools comes before.
    /// In braces a type may have its name from a comment elsewhere, so that it may be any.
    pub(in crate::workspace::names) fn documented(
        &mut self,
        node: Node<'_>,
        variable: Option<Span>,
    ) -> Option<TypeId> {
        let (start, text) = self.comment_before(node)?;
        let tags: &[&str] = match variable {
            Some(_) => &["param", "var", "type"],
            None => &["returns", "return"],
        };
        let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
        for (tag, tool) in tags.iter().flat_map(|tag| TOOLS.map(|tool| (tag, tool))) {
            for (at, _) in text.match_indices(&format!("@{tool}{tag}")) {
                let begin = at + 1 + tool.len() + tag.len();
                let mut reader = Reader::new(self, (start, text), begin);
                reader.skip_spaces();
                let is_apart = reader.at > begin;
                reader.is_braced = reader.take('{');
                if !is_apart || !reader.is_braced && matches!(*tag, "type" | "returns") {
                    continue;
                }
                let written = reader.union(0);
                let written = if reader.is_braced { reader.in_braces(written) } else { written };
                let rest = text[reader.at..].trim_start_matches([' ', '\t', '.', '&', '[']);
                let name = if reader.is_braced { Some(rest) } else { rest.strip_prefix('$') };
                let named = name.filter(|_| !reader.is_braced || *tag == "param").map(|name| {
                    &name[..name.find(|letter| !is_word(letter)).unwrap_or(name.len())]
                });
                let is_meant = match variable {
                    None => true,
                    Some(variable) => match named {
                        Some(named) => named == variable.of(self.text),
                        None => *tag != "param",
                    },
                };
                if is_meant && (tool.is_empty() || written.is_some()) {
                    return written.flatten();
                }
            }
        }
        None
    }

    /// Returns the types of which the comment before the definition of a type says that it has
    /// their members too, `@mixin Logger`, each with its place.
    pub(in crate::workspace::names) fn mixed_in(&mut self, node: Node<'_>) -> Vec<(Span, TypeId)> {
        const TAG: &str = "@mixin";
        let mut found = Vec::new();
        let Some((start, text)) = self.comment_before(node) else { return found };
        for (at, _) in text.match_indices(TAG) {
            let begin = at + TAG.len();
            let mut reader = Reader::new(self, (start, text), begin);
            reader.skip_spaces();
            let (from, written) = (reader.at, reader.one(0).flatten());
            let (end, is_apart) = (reader.at, from > begin);
            if let Some(written) = written.filter(|_| is_apart) {
                found.push((self.last_part(Span::new(start + from..start + end)), written));
            }
        }
        found
    }

    /// Returns the comment before a node that may write types, with its offset.
    fn comment_before(&self, node: Node<'_>) -> Option<(usize, &'a str)> {
        let comment = node.prev_sibling().filter(Node::is_extra)?;
        let (start, text) = (comment.start_byte(), &self.text[comment.byte_range()]);
        (text.starts_with("/**") && text.len() <= MAX_COMMENT).then_some((start, text))
    }
}

/// The text of a comment in which a type is read, up to `at`.
struct Reader<'r, 'a, 'text> {
    recorder: &'r mut Recorder<'a>,
    /// Offset of the text in the file.
    start: usize,
    text: &'text str,
    at: usize,
    names: usize,
    is_braced: bool,
}

impl<'r, 'a, 'text> Reader<'r, 'a, 'text> {
    fn new(recorder: &'r mut Recorder<'a>, (start, text): (usize, &'text str), at: usize) -> Self {
        Self { recorder, start, text, at, names: 0, is_braced: false }
    }
}

impl Reader<'_, '_, '_> {
    /// Returns what was read in braces, if they end behind it, and passes by them.
    fn in_braces(&mut self, written: Option<Option<TypeId>>) -> Option<Option<TypeId>> {
        self.take('=');
        match written.filter(|_| self.take('}')) {
            Some(written) => Some(written),
            None => {
                let end = self.text[self.at..].find(['}', '\n']);
                self.at += end.map_or(self.text.len() - self.at, |end| end + 1);
                None
            }
        }
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }

    fn take(&mut self, sign: char) -> bool {
        let is_next = self.text[self.at..].starts_with(sign);
        self.at += if is_next { sign.len_utf8() } else { 0 };
        is_next
    }

    /// Reads alternatives. `Some(None)` is no type of a value, `None` what is not read.
    fn union(&mut self, depth: usize) -> Option<Option<TypeId>> {
        let mut parts = Vec::new();
        loop {
            parts.extend(self.one(depth)?);
            if !self.take('|') && !self.take('&') {
                break;
            }
        }
        Some(match parts[..] {
            [] => None,
            [only] => Some(only),
            _ => {
                let list = self.recorder.written.add_list(&parts);
                Some(self.recorder.written.add_type(Type::Several(list)))
            }
        })
    }

    fn one(&mut self, depth: usize) -> Option<Option<TypeId>> {
        self.names += 1;
        if depth > MAX_DEPTH || self.names > MAX_NAMES {
            return None;
        }
        self.take('?');
        if self.is_braced {
            self.take('!');
        }
        let mut written = match self.take('(') {
            true => {
                let inner = self.union(depth + 1)?;
                self.take(')').then_some(inner)?
            }
            false => self.named(depth)?,
        };
        while self.text[self.at..].starts_with("[]") {
            self.at += 2;
            written = written.map(|of| self.recorder.written.add_type(Type::Elements(of)));
        }
        Some(written)
    }

    /// Reads a name with its arguments.
    fn named(&mut self, depth: usize) -> Option<Option<TypeId>> {
        self.at += if self.text[self.at..].starts_with(FILLED) { FILLED.len() } else { 0 };
        let rest = &self.text[self.at..];
        let is_of_path = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '\\');
        let path = &rest[..rest.find(|letter| !is_of_path(letter)).unwrap_or(rest.len())];
        let name = path.rsplit('\\').next().filter(|name| !name.is_empty())?;
        let end = self.start + self.at + path.len();
        let head = Expression::Name(Span::new(end - name.len()..end));
        self.at += path.len();
        if self.is_braced && self.text[self.at..].starts_with(".<") {
            self.at += 1;
        }
        let mut arguments = Vec::new();
        if self.take('<') {
            loop {
                self.skip_spaces();
                let argument = self.union(depth + 1)?;
                let other = || self.recorder.written.add_type(Type::Other);
                arguments.push(argument.unwrap_or_else(other));
                self.skip_spaces();
                if !self.take(',') {
                    break;
                }
            }
            self.take('>').then_some(())?;
        }
        // A shape, a function, a member.
        if self.text[self.at..].starts_with(['{', '(', ':', '-', '*', '.']) {
            return None;
        }
        let says_nothing = || arguments.is_empty() && NOTHING_IN_BRACES.contains(&name);
        if NOTHING.contains(&name) || self.is_braced && says_nothing() {
            return Some(None);
        }
        let is_builtin =
            self.recorder.language.config.graph.builtin_types.iter().any(|of| of == name);
        let written = &mut self.recorder.written;
        let head = written.add(head);
        let arguments = written.add_list(&arguments);
        let named = written.add_type(Type::Named { head, arguments });
        if !self.is_braced || is_builtin {
            return Some(Some(named));
        }
        let any = written.add_type(Type::Open);
        let either = written.add_list(&[named, any]);
        Some(Some(written.add_type(Type::Several(either))))
    }
}
