//! Parser of queries: the part of tree-sitter's query language that the languages here use.
//!
//! Nodes by kind, `_` and `(_)`, anonymous nodes in quotes, fields, absent fields (`!name`),
//! choices, `?`, anchors, captures and the predicates `eq`, `any-of`, `match` with their negations.
//! A pattern starts at one node or a choice of them, and may stand in parentheses with predicates
//! about it.

use super::QueryError;
use regex::Regex;
use std::num::NonZeroU16;
use tree_sitter::Language as Grammar;

/// Kind id of nodes with a syntax error.
pub(super) const ERROR: u16 = u16::MAX;

/// A pattern with all of its predicates.
pub(super) struct Pattern {
    /// Alternatives; the matches of each are the pattern's.
    pub(super) choices: Vec<NodePattern>,
    pub(super) predicates: Vec<Predicate>,
}

impl Pattern {
    /// Returns the kinds of nodes at which the pattern can match.
    pub(super) fn starts(&self) -> impl Iterator<Item = u16> {
        self.choices.iter().filter_map(|choice| match choice.test {
            Test::Named(kind) | Test::Token(kind) => Some(kind),
            Test::AnyNamed | Test::Any => None,
        })
    }
}

/// Condition on a node's kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Test {
    Named(u16),
    /// An anonymous node by its text: `"get"`.
    Token(u16),
    AnyNamed,
    Any,
}

pub(super) struct NodePattern {
    pub(super) test: Test,
    /// Indices of the node's captures.
    pub(super) captures: Vec<u16>,
    /// Fields that the node must not have.
    pub(super) absent: Vec<NonZeroU16>,
    /// Patterns of children, in order; nodes may stand between them unless `is_next` is set.
    pub(super) children: Vec<ChildPattern>,
    /// True if no named node may follow the last child's.
    pub(super) is_closed: bool,
}

pub(super) struct ChildPattern {
    pub(super) field: Option<NonZeroU16>,
    pub(super) choices: Vec<NodePattern>,
    pub(super) is_optional: bool,
    /// True if no other node may precede it: no named node, and no node at all before an anonymous
    /// one; extras do not count.
    pub(super) is_next: bool,
}

/// Condition on the text of every node of a capture.
pub(super) struct Predicate {
    pub(super) capture: u16,
    pub(super) is_negated: bool,
    pub(super) test: TextTest,
}

pub(super) enum TextTest {
    OneOf(Vec<String>),
    /// Equal to the text of every node of another capture.
    SameAs(u16),
    Matches(Regex),
}

/// Parser of a query's text.
pub(super) struct Reader<'a> {
    grammar: &'a Grammar,
    source: &'a str,
    at: usize,
    names: Vec<String>,
    /// Predicates of the current pattern.
    predicates: Vec<Predicate>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(grammar: &'a Grammar, source: &'a str) -> Self {
        Self { grammar, source, at: 0, names: Vec::new(), predicates: Vec::new() }
    }

    /// Parses all patterns; returns them with the names of captures by their index.
    pub(super) fn read(mut self) -> Result<(Vec<Pattern>, Vec<String>), QueryError> {
        let mut patterns = Vec::new();
        while self.peek().is_some() {
            let choices = if self.opens_group() { self.group()? } else { self.choices()? };
            if choices.iter().any(|choice| matches!(choice.test, Test::AnyNamed | Test::Any)) {
                return Err(self.wrong("a pattern starts at a kind of node or at a choice of them"));
            }
            patterns.push(Pattern { choices, predicates: std::mem::take(&mut self.predicates) });
        }
        Ok((patterns, self.names))
    }

    /// Returns whether a pattern in parentheses with predicates begins here.
    fn opens_group(&mut self) -> bool {
        self.peek() == Some('(')
            && self.source[self.at + 1..].trim_start().starts_with(['(', '[', '"'])
    }

    /// Parses `((kind) @capture (#eq? @capture "text"))`.
    fn group(&mut self) -> Result<Vec<NodePattern>, QueryError> {
        self.at += 1;
        let choices = self.choices()?;
        while self.peek() == Some('(') {
            let predicate = self.predicate()?;
            self.predicates.push(predicate);
        }
        if self.peek() != Some(')') {
            return Err(self.wrong("expected predicates and a closing parenthesis"));
        }
        self.at += 1;
        Ok(choices)
    }

    /// Parses one node or a choice of nodes, with the captures that follow.
    fn choices(&mut self) -> Result<Vec<NodePattern>, QueryError> {
        let mut choices = match self.peek() {
            Some('[') => {
                self.at += 1;
                let mut choices = Vec::new();
                while self.peek() != Some(']') {
                    choices.extend(self.choices()?);
                }
                self.at += 1;
                choices
            }
            Some('(') => {
                self.at += 1;
                vec![self.node()?]
            }
            Some('"') => {
                let text = self.string()?;
                vec![leaf(Test::Token(self.kind(&text, false)?))]
            }
            Some('_') => {
                self.at += 1;
                vec![leaf(Test::Any)]
            }
            _ => return Err(self.wrong("expected a node, a choice of nodes or a text in quotes")),
        };
        self.captures(&mut choices)?;
        Ok(choices)
    }

    fn captures(&mut self, choices: &mut [NodePattern]) -> Result<(), QueryError> {
        while self.peek() == Some('@') {
            let capture = self.capture()?;
            for choice in &mut *choices {
                choice.captures.push(capture);
            }
        }
        Ok(())
    }

    /// Parses a node after its opening parenthesis, up to its closing one.
    fn node(&mut self) -> Result<NodePattern, QueryError> {
        let name = self.word();
        let mut node = leaf(match name {
            "" => return Err(self.wrong("expected the kind of a node")),
            "_" => Test::AnyNamed,
            "ERROR" => Test::Named(ERROR),
            name => Test::Named(self.kind(name, true)?),
        });
        let mut is_next = false;
        loop {
            match self.peek() {
                Some(')') => {
                    self.at += 1;
                    node.is_closed = is_next;
                    return Ok(node);
                }
                Some('.') => {
                    self.at += 1;
                    is_next = true;
                }
                Some('!') => {
                    self.at += 1;
                    let field = self.word();
                    node.absent.push(self.field(field)?);
                }
                Some('(') if self.source[self.at..].starts_with("(#") => {
                    let predicate = self.predicate()?;
                    self.predicates.push(predicate);
                }
                Some(_) => {
                    node.children.push(self.child(is_next)?);
                    is_next = false;
                }
                None => return Err(self.wrong("a parenthesis is not closed")),
            }
        }
    }

    fn child(&mut self, is_next: bool) -> Result<ChildPattern, QueryError> {
        let word = self.word();
        let field = if word.is_empty() || word == "_" {
            self.at -= word.len();
            None
        } else {
            let field = self.field(word)?;
            if self.peek() != Some(':') {
                return Err(self.wrong("expected a colon after a field's name"));
            }
            self.at += 1;
            Some(field)
        };
        let mut choices = self.choices()?;
        let is_optional = self.peek() == Some('?');
        if is_optional {
            self.at += 1;
            self.captures(&mut choices)?;
        }
        Ok(ChildPattern { field, choices, is_optional, is_next })
    }

    /// Parses `(#any-of? @name "one" "other")`, `(#eq? @name @other)`.
    fn predicate(&mut self) -> Result<Predicate, QueryError> {
        self.at += "(#".len();
        let name = self.word();
        let is_known =
            matches!(name.strip_prefix("not-").unwrap_or(name), "eq" | "any-of" | "match");
        if !is_known || self.peek() != Some('?') {
            return Err(self.wrong(
                "the predicates are eq?, any-of? and match?, each also with not- before it",
            ));
        }
        self.at += 1;
        let capture = if self.peek() == Some('@') {
            self.capture()?
        } else {
            return Err(self.wrong("expected a capture"));
        };
        if name.ends_with("eq") && self.peek() == Some('@') {
            let test = TextTest::SameAs(self.capture()?);
            if self.peek() != Some(')') {
                return Err(self.wrong("expected a closing parenthesis"));
            }
            self.at += 1;
            return Ok(Predicate { capture, is_negated: name.starts_with("not-"), test });
        }
        let mut texts = Vec::new();
        while self.peek() == Some('"') {
            texts.push(self.string()?);
        }
        if texts.is_empty() || self.peek() != Some(')') {
            return Err(self.wrong("expected texts in quotes and a closing parenthesis"));
        }
        let test = if name.ends_with("match") {
            let regex = Regex::new(&texts[0]).map_err(|error| self.wrong(&error.to_string()))?;
            TextTest::Matches(regex)
        } else {
            TextTest::OneOf(texts)
        };
        self.at += 1;
        Ok(Predicate { capture, is_negated: name.starts_with("not-"), test })
    }

    fn capture(&mut self) -> Result<u16, QueryError> {
        self.at += 1;
        let name = self.word();
        let known = self.names.iter().position(|known| known == name);
        let index = known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        u16::try_from(index).map_err(|_| self.wrong("there are too many captures"))
    }

    /// Skips white space and comments; returns the next character.
    fn peek(&mut self) -> Option<char> {
        loop {
            let rest = &self.source[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with(';') {
                return trimmed.chars().next();
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    fn word(&mut self) -> &'a str {
        self.peek();
        let rest = &self.source[self.at..];
        let is_word =
            |character: char| character.is_alphanumeric() || matches!(character, '_' | '-' | '.');
        let end = rest.find(|character| !is_word(character)).unwrap_or(rest.len());
        // An anchor may stand where a word is expected; words do not begin with one.
        let end = if rest.starts_with('.') { 0 } else { end };
        self.at += end;
        &rest[..end]
    }

    fn string(&mut self) -> Result<String, QueryError> {
        let mut text = String::new();
        let mut characters = self.source[self.at + 1..].char_indices();
        while let Some((offset, character)) = characters.next() {
            match character {
                '"' => {
                    self.at += 1 + offset + 1;
                    return Ok(text);
                }
                '\\' => match characters.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, 't')) => text.push('\t'),
                    Some((_, other)) => text.push(other),
                    None => break,
                },
                other => text.push(other),
            }
        }
        Err(self.wrong("a quote is not closed"))
    }

    fn kind(&self, name: &str, is_named: bool) -> Result<u16, QueryError> {
        let id = self.grammar.id_for_node_kind(name, is_named);
        // No node is of a supertype's own kind, so a pattern for one would never match.
        if id == 0 || self.grammar.node_kind_is_supertype(id) {
            return Err(self.unknown("kind of node", name));
        }
        Ok(id)
    }

    fn field(&self, name: &str) -> Result<NonZeroU16, QueryError> {
        self.grammar.field_id_for_name(name).ok_or_else(|| self.unknown("field", name))
    }

    fn unknown(&self, what: &'static str, name: &str) -> QueryError {
        QueryError::Unknown { line: self.line(), what, name: name.to_owned() }
    }

    fn wrong(&self, message: &str) -> QueryError {
        QueryError::Syntax { line: self.line(), message: message.to_owned() }
    }

    /// Returns the current line, 1-based.
    fn line(&self) -> usize {
        self.source[..self.at].matches('\n').count() + 1
    }
}

fn leaf(test: Test) -> NodePattern {
    NodePattern {
        test,
        captures: Vec::new(),
        absent: Vec::new(),
        children: Vec::new(),
        is_closed: false,
    }
}
