//! The query language: words, phrases, prefixes and filters, joined by `AND`, `OR`, `NOT`, `+`, `-`
//! and parentheses.
//!
//! Adjacent words rank: each match counts, one is enough. `AND` and `+` require, `NOT` and `-`
//! exclude, filters always require. `NOT` binds tighter than `AND`, `AND` tighter than `OR`, and
//! `OR` tighter than adjacency. Operators are written in capitals; in lower case they are words.

mod lexer;

use super::filter::{Filter, FilterError};
use super::vocabulary::parts_of;
use crate::domain::{Problem, shorten};
use lexer::{Lexed, Token, has_not, lex, looks_like_code, plain_words};

/// Maximum length of a query in bytes. Longer ones are mistakes.
pub const MAX_QUERY_BYTES: usize = 10_000;
/// Maximum number of words, of which those in quotes count each. Further ones are ignored.
pub const MAX_WORDS: usize = 96;
/// Maximum nesting depth of parentheses.
const MAX_DEPTH: usize = 50;

/// Error of a query. Columns are characters, from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    #[error("the query is empty")]
    Empty,
    #[error("the query has {0} bytes, more than the {MAX_QUERY_BYTES} that are read")]
    TooLong(usize),
    #[error("the query `{0}` holds no word to look for")]
    NoWords(String),
    #[error("the quote at character {0} is never closed")]
    OpenQuote(usize),
    #[error("the parenthesis at character {0} is never closed")]
    OpenParenthesis(usize),
    #[error("the parenthesis at character {0} closes nothing")]
    StrayParenthesis(usize),
    #[error("the parentheses at character {0} hold nothing")]
    EmptyParentheses(usize),
    #[error("more than {MAX_DEPTH} parentheses are nested at character {0}")]
    TooDeep(usize),
    #[error("{operator} at character {column} has nothing {side}")]
    Dangling { operator: String, column: usize, side: &'static str },
    #[error("the query looks like code")]
    Code,
    #[error("the query only excludes")]
    OnlyExclusions,
    #[error(transparent)]
    Filter(#[from] FilterError),
}

impl Problem for QueryError {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Empty => "give words, a name, or a filter such as kind:struct",
            Self::TooLong(_) => "give the few words that matter",
            Self::NoWords(_) => "use `grep` with syntax literal, or `exact`, for punctuation",
            Self::OpenQuote(_) => "close it, or leave it out",
            Self::OpenParenthesis(_) => "close it, or set `exact` to search for the text as it is",
            Self::StrayParenthesis(_) => {
                "open it before, or set `exact` to search for the text as it is"
            }
            Self::EmptyParentheses(_) => "put words between them, or leave them out",
            Self::TooDeep(_) => "say it with fewer",
            Self::Dangling { .. } => {
                "put a word there, or write it in small letters to search for it"
            }
            Self::Code => "see the parameter's description",
            Self::OnlyExclusions => "add a word or a filter that says what to look for",
            Self::Filter(error) => return error.hint(),
        };
        Some(hint.to_owned())
    }
}

impl QueryError {
    /// Returns whether the query's syntax is at fault, not its content.
    fn is_of_marks(&self) -> bool {
        match self {
            QueryError::Empty | QueryError::TooLong(_) | QueryError::NoWords(_) => false,
            QueryError::Filter(error) => error.is_without_value(),
            _ => true,
        }
    }
}

/// Matching mode of a query word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// By stems and subwords.
    Plain,
    /// Exact words, adjacent.
    Phrase,
    /// Prefix of a word.
    Prefix,
}

/// One search term, as the user wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct QueryWord {
    pub(super) text: String,
    pub(super) form: Form,
    /// True if it is below a `NOT`, and contributes nothing to the score.
    pub(super) is_excluded: bool,
    /// True if it is required or given by an operator, so that it is kept even if it is a stop
    /// word.
    pub(super) is_wanted: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    /// Index into the query's words.
    Word(usize),
    Filter(Filter),
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
    /// Adjacent terms: all of the required, none of the excluded, and one of the optional unless
    /// something is required.
    Group {
        required: Vec<Node>,
        optional: Vec<Node>,
        excluded: Vec<Node>,
    },
}

impl Node {
    /// Returns the words in name filters, if they are words.
    pub(super) fn names(&self) -> Vec<QueryWord> {
        match self {
            Node::Filter(Filter::Name(pattern)) => {
                let name = pattern.rsplit('.').next().unwrap_or(pattern);
                let literal = name.split(['*', '?']).next().unwrap_or(name);
                let form = if literal.len() < name.len() { Form::Prefix } else { Form::Plain };
                let is_word = literal.chars().any(char::is_alphanumeric);
                let word = QueryWord {
                    text: literal.to_owned(),
                    form,
                    is_excluded: false,
                    is_wanted: true,
                };
                is_word.then_some(word).into_iter().collect()
            }
            Node::Word(_) | Node::Filter(_) | Node::Not(_) => Vec::new(),
            Node::All(nodes) | Node::Any(nodes) => nodes.iter().flat_map(Node::names).collect(),
            Node::Group { required, optional, .. } => {
                required.iter().chain(optional).flat_map(Node::names).collect()
            }
        }
    }
}

/// A parsed query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Query {
    pub(super) root: Node,
    pub(super) words: Vec<QueryWord>,
    /// Number of words dropped because there are too many.
    pub(super) ignored_words: usize,
    /// Reason why the query was read as plain words instead of in the query language.
    pub(super) read_as_words: Option<String>,
}

impl Query {
    /// Parses a query. Malformed queries, such as sentences and pasted code, are read as words.
    pub(super) fn parse(text: &str) -> Result<Self, QueryError> {
        if text.trim().is_empty() {
            return Err(QueryError::Empty);
        }
        if text.len() > MAX_QUERY_BYTES {
            return Err(QueryError::TooLong(text.len()));
        }
        let read = lex(text).and_then(|tokens| match looks_like_code(text, &tokens) {
            true => Err(QueryError::Code),
            false => Self::of_tokens(text, tokens),
        });
        match read {
            Err(error)
                if error.is_of_marks()
                    && !(error == QueryError::OnlyExclusions && has_not(text)) =>
            {
                let mut query =
                    Self::of_tokens(text, plain_words(text)).map_err(|no_words| match error {
                        QueryError::Code => no_words,
                        _ => error.clone(),
                    })?;
                query.read_as_words = Some(error.to_string());
                Ok(query)
            }
            read => read,
        }
    }

    fn of_tokens(text: &str, tokens: Vec<Lexed>) -> Result<Self, QueryError> {
        let words = Vec::new();
        let mut parser = Parser { tokens, next: 0, depth: 0, words, counted: 0, ignored_words: 0 };
        let root = parser.group(None)?;
        let Some(mut root) = root else {
            return Err(QueryError::NoWords(shorten(text.trim(), 40)));
        };
        if !has_positive(&root) {
            return Err(QueryError::OnlyExclusions);
        }
        let mut words = parser.words;
        mark(&mut root, &mut words, false, false);
        Ok(Self { root, words, ignored_words: parser.ignored_words, read_as_words: None })
    }
}

impl Query {
    /// Returns whether the query is a description: adjacent words, with or without filters, none
    /// quoted, required or excluded.
    pub(super) fn is_description(&self) -> bool {
        let Node::Group { required, optional, excluded } = &self.root else { return false };
        let are_plain = self
            .words
            .iter()
            .all(|word| word.form == Form::Plain && !word.is_excluded && !word.is_wanted);
        let is_word = |node: &Node| matches!(node, Node::Word(_));
        excluded.is_empty()
            && required.iter().all(is_filter)
            && optional.iter().all(is_word)
            && are_plain
    }

    /// Returns the filters of a description alone.
    pub(super) fn without_words(&self) -> Self {
        let required = match &self.root {
            Node::Group { required, .. } => required.clone(),
            _ => Vec::new(),
        };
        let root = Node::Group { required, optional: Vec::new(), excluded: Vec::new() };
        Self { root, words: Vec::new(), ..self.clone() }
    }

    /// Returns the same query, for a single word, with subwords sufficient: `retryRequests` then
    /// also matches text about requests. `None` for other queries.
    pub(super) fn by_parts(&self) -> Option<Self> {
        let is_plain = |word: usize| self.words[word].form == Form::Plain;
        match self.root {
            Node::Word(word) if is_plain(word) => {
                let root = Node::Group {
                    required: Vec::new(),
                    optional: vec![Node::Word(word)],
                    excluded: Vec::new(),
                };
                Some(Self { root, ..self.clone() })
            }
            _ => None,
        }
    }
}

/// Returns whether the query has a term that is not excluded.
fn has_positive(node: &Node) -> bool {
    match node {
        Node::Word(_) | Node::Filter(_) => true,
        Node::Not(_) => false,
        Node::All(nodes) => nodes.iter().any(has_positive),
        Node::Any(nodes) => nodes.iter().any(has_positive),
        Node::Group { required, optional, .. } => required.iter().chain(optional).any(has_positive),
    }
}

fn mark(node: &mut Node, words: &mut [QueryWord], excluded: bool, wanted: bool) {
    match node {
        Node::Word(word) => {
            words[*word].is_excluded = excluded;
            words[*word].is_wanted = wanted;
        }
        Node::Filter(_) => {}
        Node::Not(inner) => mark(inner, words, !excluded, true),
        Node::All(nodes) | Node::Any(nodes) => {
            nodes.iter_mut().for_each(|node| mark(node, words, excluded, true));
        }
        Node::Group { required, optional, excluded: without } => {
            required.iter_mut().for_each(|node| mark(node, words, excluded, true));
            optional.iter_mut().for_each(|node| mark(node, words, excluded, wanted));
            without.iter_mut().for_each(|node| mark(node, words, !excluded, true));
        }
    }
}

/// Marking of a group member.
enum Mark {
    None,
    Required,
    Excluded,
}

struct Parser {
    tokens: Vec<Lexed>,
    next: usize,
    depth: usize,
    words: Vec<QueryWord>,
    /// Number of the words, those in quotes each.
    counted: usize,
    ignored_words: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|lexed| &lexed.token)
    }

    fn column(&self) -> usize {
        self.tokens.get(self.next).map_or(0, |lexed| lexed.column)
    }

    /// Parses adjacent terms up to the parenthesis that closes the one at `opened`, or the end.
    /// `None` if there is only punctuation.
    fn group(&mut self, opened: Option<usize>) -> Result<Option<Node>, QueryError> {
        let (mut required, mut optional, mut excluded) = (Vec::new(), Vec::new(), Vec::new());
        let mut members = 0;
        loop {
            match self.peek() {
                None => match opened {
                    Some(column) => return Err(QueryError::OpenParenthesis(column)),
                    None => break,
                },
                Some(Token::Close) => {
                    if members == 0 {
                        return Err(QueryError::EmptyParentheses(opened.unwrap_or(self.column())));
                    }
                    break;
                }
                Some(_) => {
                    members += 1;
                    let (mark, node) = self.either()?;
                    match (mark, node) {
                        (_, None) => {}
                        (Mark::Excluded, Some(node)) => excluded.push(node),
                        (Mark::Required, Some(node)) => required.push(node),
                        (Mark::None, Some(node)) if is_filter(&node) => required.push(node),
                        (Mark::None, Some(node)) => optional.push(node),
                    }
                }
            }
        }
        if excluded.is_empty() && required.len() + optional.len() <= 1 {
            return Ok(required.pop().or(optional.pop()));
        }
        Ok(Some(Node::Group { required, optional, excluded }))
    }

    fn either(&mut self) -> Result<(Mark, Option<Node>), QueryError> {
        let (mark, first) = self.both()?;
        if !matches!(self.peek(), Some(Token::Or)) {
            return Ok((mark, first));
        }
        let mut nodes: Vec<Node> = first.map(|node| unmark(mark, node)).into_iter().collect();
        while matches!(self.peek(), Some(Token::Or)) {
            self.operator("OR")?;
            let (mark, node) = self.both()?;
            nodes.extend(node.map(|node| unmark(mark, node)));
        }
        Ok((Mark::None, fold(nodes, Node::Any)))
    }

    fn both(&mut self) -> Result<(Mark, Option<Node>), QueryError> {
        let (mark, first) = self.operand()?;
        if !matches!(self.peek(), Some(Token::And)) {
            return Ok((mark, first));
        }
        let mut nodes: Vec<Node> = first.map(|node| unmark(mark, node)).into_iter().collect();
        while matches!(self.peek(), Some(Token::And)) {
            self.operator("AND")?;
            let (mark, node) = self.operand()?;
            nodes.extend(node.map(|node| unmark(mark, node)));
        }
        // A term required by both sides of AND is required of the whole query.
        Ok((Mark::Required, fold(nodes, Node::All)))
    }

    /// Consumes an operator and checks that an operand follows.
    fn operator(&mut self, operator: &str) -> Result<(), QueryError> {
        let column = self.column();
        self.next += 1;
        match self.peek() {
            None | Some(Token::Close | Token::And | Token::Or) => Err(QueryError::Dangling {
                operator: operator.to_owned(),
                column,
                side: "on its right",
            }),
            Some(_) => Ok(()),
        }
    }

    /// Parses an operand behind any number of signs, of which there may be thousands.
    fn operand(&mut self) -> Result<(Mark, Option<Node>), QueryError> {
        let mut excludes = Vec::new();
        loop {
            match self.peek() {
                Some(Token::Not | Token::Minus) => {
                    self.operator("NOT")?;
                    excludes.push(true);
                }
                Some(Token::Plus) => {
                    self.operator("+")?;
                    excludes.push(false);
                }
                _ => break,
            }
        }
        let (mark, node) = self.unsigned()?;
        // The nearest sign applies first.
        let mark = excludes.into_iter().rev().fold(mark, |mark, excludes| match (excludes, mark) {
            (true, Mark::Excluded) => Mark::None,
            (true, Mark::None | Mark::Required) | (false, Mark::Excluded) => Mark::Excluded,
            (false, Mark::None | Mark::Required) => Mark::Required,
        });
        Ok((mark, node))
    }

    fn unsigned(&mut self) -> Result<(Mark, Option<Node>), QueryError> {
        let column = self.column();
        let Some(lexed) = self.tokens.get(self.next) else { return Ok((Mark::None, None)) };
        match lexed.token.clone() {
            // [`Self::operand`] has read them.
            Token::Not | Token::Minus | Token::Plus => Ok((Mark::None, None)),
            Token::And => {
                Err(QueryError::Dangling { operator: "AND".into(), column, side: "on its left" })
            }
            Token::Or => {
                Err(QueryError::Dangling { operator: "OR".into(), column, side: "on its left" })
            }
            Token::Open => {
                if self.depth == MAX_DEPTH {
                    return Err(QueryError::TooDeep(column));
                }
                self.depth += 1;
                self.next += 1;
                let node = self.group(Some(column))?;
                self.next += 1;
                self.depth -= 1;
                Ok((Mark::None, node))
            }
            Token::Close => Err(QueryError::StrayParenthesis(column)),
            Token::Filter(filter) => {
                self.next += 1;
                Ok((Mark::None, Some(Node::Filter(filter))))
            }
            Token::Word { text, form } => {
                self.next += 1;
                Ok((Mark::None, self.word(text, form)))
            }
        }
    }

    fn word(&mut self, text: String, form: Form) -> Option<Node> {
        if !text.chars().any(char::is_alphanumeric) {
            return None;
        }
        // Each word in quotes counts.
        let in_quotes = if form == Form::Phrase { parts_of(&text) } else { Vec::new() };
        let count = in_quotes.len().max(1);
        let kept = count.min(MAX_WORDS - self.counted);
        self.ignored_words += count - kept;
        if kept == 0 {
            return None;
        }
        self.counted += kept;
        let text = if kept < count { in_quotes[..kept].join(" ") } else { text };
        self.words.push(QueryWord { text, form, is_excluded: false, is_wanted: false });
        Some(Node::Word(self.words.len() - 1))
    }
}

/// Returns whether a node consists of filters only.
pub(super) fn is_filter(node: &Node) -> bool {
    match node {
        Node::Filter(_) => true,
        Node::Word(_) => false,
        Node::Not(inner) => is_filter(inner),
        Node::All(nodes) | Node::Any(nodes) => nodes.iter().all(is_filter),
        Node::Group { required, optional, excluded } => {
            required.iter().chain(optional).chain(excluded).all(is_filter)
        }
    }
}

fn unmark(mark: Mark, node: Node) -> Node {
    match mark {
        Mark::Excluded => Node::Not(Box::new(node)),
        Mark::None | Mark::Required => node,
    }
}

fn fold(mut nodes: Vec<Node>, join: impl FnOnce(Vec<Node>) -> Node) -> Option<Node> {
    match nodes.len() {
        0 | 1 => nodes.pop(),
        _ => Some(join(nodes)),
    }
}

#[cfg(test)]
mod tests;
