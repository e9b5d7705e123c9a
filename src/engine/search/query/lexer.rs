//! Tokens of the query language.

use super::{Form, QueryError};
use crate::engine::search::filter::Filter;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Open,
    Close,
    And,
    Or,
    Not,
    Plus,
    Minus,
    Word { text: String, form: Form },
    Filter(Filter),
}

pub(super) struct Lexed {
    pub(super) token: Token,
    /// Its first character, from 1.
    pub(super) column: usize,
}

/// Splits a query into tokens. Parentheses that belong to a word, as in `spawn()`, stay with it.
pub(super) fn lex(text: &str) -> Result<Vec<Lexed>, QueryError> {
    let characters: Vec<char> = text.chars().collect();
    let mut lexer = Lexer { characters: &characters, at: 0, inner: Vec::new(), open: 0 };
    let mut tokens = Vec::new();
    while let Some(lexed) = lexer.next()? {
        tokens.push(lexed);
    }
    match lexer.inner.first() {
        Some(column) => Err(QueryError::OpenParenthesis(*column)),
        None => Ok(tokens),
    }
}

/// Returns whether the text is a line of code rather than a query: it has punctuation that only
/// code has, and neither filters nor word operators.
pub(super) fn looks_like_code(text: &str, tokens: &[Lexed]) -> bool {
    const MARKS: [&str; 10] = ["{", "}", ";", "==", "!=", "=>", "->", " = ", "+=", ");"];
    let is_query = tokens.iter().any(|lexed| matches!(lexed.token, Token::Filter(_)))
        || text.split_whitespace().any(|word| matches!(word, "AND" | "OR" | "NOT"));
    !is_query && MARKS.iter().any(|mark| text.contains(mark))
}

/// Returns whether a query contains `NOT` as a word, which does not occur in a sentence by chance.
pub(super) fn has_not(text: &str) -> bool {
    text.split_whitespace().any(|word| word == "NOT")
}

/// Returns the words of a text without regard to syntax; operators are dropped, unless there are no
/// other words.
pub(super) fn plain_words(text: &str) -> Vec<Lexed> {
    let pieces = text
        .split(|character: char| character.is_whitespace() || matches!(character, '"' | '(' | ')'));
    let words = pieces.map(|word| word.trim_start_matches(['+', '-', '!']));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let is_operator = |word: &&str| matches!(*word, "AND" | "OR" | "NOT" | "&&" | "||");
    let are_all = words.iter().all(is_operator);
    let words = words.into_iter().filter(|word| are_all || !is_operator(word));
    let token = |word: &str| Token::Word { text: word.to_owned(), form: Form::Plain };
    words.map(|word| Lexed { token: token(word), column: 0 }).collect()
}

struct Lexer<'a> {
    characters: &'a [char],
    at: usize,
    /// Columns of the unclosed parentheses within words.
    inner: Vec<usize>,
    /// Number of unclosed parentheses of the query language.
    open: usize,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.characters.get(self.at + ahead).copied()
    }

    fn next(&mut self) -> Result<Option<Lexed>, QueryError> {
        while self.peek(0).is_some_and(char::is_whitespace) {
            self.at += 1;
        }
        let column = self.at + 1;
        let Some(character) = self.peek(0) else { return Ok(None) };
        let starts_operand = self.peek(1).is_some_and(|next| !next.is_whitespace() && next != ')');
        let token = match character {
            '(' => {
                self.at += 1;
                self.open += 1;
                Token::Open
            }
            ')' if !self.inner.is_empty() => {
                self.inner.pop();
                self.at += 1;
                return self.next();
            }
            ')' if self.open == 0 => return Err(QueryError::StrayParenthesis(column)),
            ')' => {
                self.at += 1;
                self.open -= 1;
                Token::Close
            }
            '+' if starts_operand => {
                self.at += 1;
                Token::Plus
            }
            '-' if starts_operand && self.peek(1) != Some('>') => {
                self.at += 1;
                Token::Minus
            }
            '!' if self.peek(1).is_some_and(char::is_alphanumeric) => {
                self.at += 1;
                Token::Not
            }
            '"' => Token::Word { text: self.quoted()?, form: Form::Phrase },
            _ => self.chunk()?,
        };
        Ok(Some(Lexed { token, column }))
    }

    /// Parses a quoted text; `\"` is a quote in it.
    fn quoted(&mut self) -> Result<String, QueryError> {
        let column = self.at + 1;
        self.at += 1;
        let mut text = String::new();
        while let Some(character) = self.peek(0) {
            self.at += 1;
            match character {
                '"' => return Ok(text),
                '\\' if self.peek(0) == Some('"') => {
                    text.push('"');
                    self.at += 1;
                }
                _ => text.push(character),
            }
        }
        Err(QueryError::OpenQuote(column))
    }

    /// Parses a run up to the next space, quote or closing parenthesis: an operator, a filter or a
    /// word.
    fn chunk(&mut self) -> Result<Token, QueryError> {
        let start = self.at;
        let mut own = 0usize;
        while let Some(character) = self.peek(0) {
            match character {
                '"' => break,
                '(' => {
                    own += 1;
                    self.inner.push(self.at + 1);
                }
                ')' if own > 0 => {
                    own -= 1;
                    self.inner.pop();
                }
                ')' => break,
                _ if character.is_whitespace() => break,
                _ => {}
            }
            self.at += 1;
        }
        let chunk: String = self.characters[start..self.at].iter().collect();
        match chunk.as_str() {
            "AND" | "&&" => return Ok(Token::And),
            "OR" | "||" => return Ok(Token::Or),
            "NOT" | "!" => return Ok(Token::Not),
            _ => {}
        }
        if let Some((field, value)) = chunk.split_once(':')
            && Filter::is_field(field)
            && !value.starts_with(':')
        {
            let quoted = value.is_empty() && self.peek(0) == Some('"');
            let value = if quoted { self.quoted()? } else { value.to_owned() };
            return Ok(Token::Filter(Filter::parse(field, &value)?));
        }
        match chunk.strip_suffix('*') {
            Some(stem) if stem.chars().any(char::is_alphanumeric) && !stem.contains('*') => {
                Ok(Token::Word { text: stem.to_owned(), form: Form::Prefix })
            }
            _ => Ok(Token::Word { text: chunk, form: Form::Plain }),
        }
    }
}
