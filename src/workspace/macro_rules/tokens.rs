//! Token trees, of which macros are made and which they are given.

use crate::domain::is_word;
use crate::workspace::FileIndex;
use std::rc::Rc;

/// Limit of groups in each other.
const MAX_DEPTH: usize = 64;

/// Punctuation of several characters. What may end the arguments of a type stays apart.
const PUNCTUATION: [&str; 9] = ["..=", "...", "::", "->", "=>", "..", "==", "!=", "<="];

#[derive(Debug, Clone)]
pub enum Tree<'t> {
    Leaf(Leaf<'t>),
    Group(char, Rc<Vec<Tree<'t>>>),
}

/// A name, a literal or a punctuation mark, and where it is written.
#[derive(Debug, Clone, Copy)]
pub struct Leaf<'t> {
    pub text: &'t str,
    pub file: FileIndex,
    pub start: usize,
}

impl<'t> Tree<'t> {
    pub fn leaf(&self) -> Option<&Leaf<'t>> {
        match self {
            Self::Leaf(leaf) => Some(leaf),
            Self::Group(..) => None,
        }
    }

    pub fn is(&self, text: &str) -> bool {
        self.leaf().is_some_and(|leaf| leaf.text == text)
    }

    pub fn is_group(&self, opening: char) -> bool {
        matches!(self, Self::Group(own, _) if *own == opening)
    }

    pub fn name(&self) -> Option<&'t str> {
        let is_name =
            |text: &str| text.starts_with(|first: char| first == '_' || first.is_alphabetic());
        self.leaf().map(|leaf| leaf.text).filter(|text| is_name(text) && !text.ends_with('"'))
    }
}

/// Returns the token trees of a text that begins at a byte of a file, up to its end or to the
/// bracket that closes more than the text opens; `None` if its brackets do not fit.
pub fn trees(content: &str, start: usize, file: FileIndex) -> Option<Vec<Tree<'_>>> {
    let mut open: Vec<(char, Vec<Tree<'_>>)> = Vec::new();
    let mut own: Vec<Tree<'_>> = Vec::new();
    let mut at = start;
    while let Some(rest) = content.get(at..).filter(|rest| !rest.is_empty()) {
        let first = rest.chars().next()?;
        if let Some(length) = skipped(rest, first) {
            if is_documentation(rest) {
                own.extend(documentation(file, at));
            }
            at += length;
            continue;
        }
        match first {
            '(' | '[' | '{' if open.len() < MAX_DEPTH => {
                open.push((first, std::mem::take(&mut own)));
            }
            '(' | '[' | '{' => return None,
            ')' | ']' | '}' => {
                let Some((opening, outer)) = open.pop() else { return Some(own) };
                if closing(opening) != first {
                    return None;
                }
                let inner = std::mem::replace(&mut own, outer);
                own.push(Tree::Group(opening, Rc::new(inner)));
            }
            _ => {
                let length = token(rest, first);
                own.push(Tree::Leaf(Leaf { text: &rest[..length], file, start: at }));
                at += length;
                continue;
            }
        }
        at += 1;
    }
    open.is_empty().then_some(own)
}

/// Returns whether a text begins with a comment that is an attribute to macros: `/// A pool.`
fn is_documentation(rest: &str) -> bool {
    let is = |mark: &str, unless: &[&str]| {
        rest.starts_with(mark) && !unless.iter().any(|other| rest.starts_with(other))
    };
    is("///", &["////"]) || is("/**", &["/***", "/**/"])
}

/// Returns the attribute that a comment at a byte is: `#[doc = ""]`.
fn documentation<'t>(file: FileIndex, start: usize) -> [Tree<'t>; 2] {
    let leaf = |text| Tree::Leaf(Leaf { text, file, start });
    let inner = vec![leaf("doc"), leaf("="), leaf("\"\"")];
    [leaf("#"), Tree::Group('[', Rc::new(inner))]
}

const fn closing(opening: char) -> char {
    match opening {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

/// Returns the length of the space or the comment with which a text begins.
fn skipped(rest: &str, first: char) -> Option<usize> {
    if first.is_whitespace() {
        return Some(first.len_utf8());
    }
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if !rest.starts_with("/*") {
        return None;
    }
    let mut depth = 0_usize;
    let mut at = 0;
    loop {
        match rest.get(at..) {
            Some(inner) if inner.starts_with("/*") => (depth, at) = (depth + 1, at + 2),
            Some(inner) if inner.starts_with("*/") => (depth, at) = (depth - 1, at + 2),
            Some(inner) => match inner.chars().next() {
                Some(letter) => at += letter.len_utf8(),
                None => return Some(rest.len()),
            },
            None => return Some(rest.len()),
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

/// Returns the length of the token with which a text begins.
fn token(rest: &str, first: char) -> usize {
    if let Some(length) = string(rest) {
        return length;
    }
    if first == '\'' {
        return quoted(rest);
    }
    if is_word(first) {
        let rest_of_raw = rest.strip_prefix("r#");
        let end = |text: &str| text.find(|letter: char| !is_word(letter)).unwrap_or(text.len());
        return rest_of_raw.map_or_else(|| end(rest), |name| 2 + end(name));
    }
    let mark = PUNCTUATION.iter().find(|mark| rest.starts_with(**mark));
    mark.map_or(first.len_utf8(), |mark| mark.len())
}

/// Returns the length of the string with which a text begins: `"…"`, `b"…"`, `r#"…"#`.
fn string(rest: &str) -> Option<usize> {
    let prefix = rest.len() - rest.trim_start_matches(['b', 'c', 'r']).len();
    let behind = &rest[prefix..];
    let is_raw = rest[..prefix].ends_with('r');
    let marks = behind.len() - behind.trim_start_matches('#').len();
    let inner = behind[marks..].strip_prefix('"').filter(|_| prefix <= 2)?;
    let start = prefix + marks + 1;
    if is_raw {
        let end = format!("\"{}", "#".repeat(marks));
        return Some(inner.find(&end).map_or(rest.len(), |at| start + at + end.len()));
    }
    if marks > 0 {
        return None;
    }
    let mut is_escaped = false;
    for (at, letter) in inner.char_indices() {
        match letter {
            '"' if !is_escaped => return Some(start + at + 1),
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    Some(rest.len())
}

/// Returns the length of a character or of a lifetime.
fn quoted(rest: &str) -> usize {
    let mut letters = rest[1..].char_indices();
    match letters.next() {
        Some((_, '\\')) => {
            let end = letters.skip(1).find(|(_, letter)| *letter == '\'');
            end.map_or(rest.len(), |(at, _)| at + 2)
        }
        Some((_, first)) => match letters.next() {
            Some((at, '\'')) => at + 2,
            _ if is_word(first) => {
                let name = &rest[1..];
                1 + name.find(|letter: char| !is_word(letter)).unwrap_or(name.len())
            }
            _ => 1,
        },
        None => 1,
    }
}
