//! Alternatives of a preprocessor of which some open a brace that others do not close. Grammars
//! read all alternatives one behind the other, and then lose the definition around them.
//!
//! Of such alternatives one is read, the first unless its condition is `0`, and the others are left
//! out.

use super::config::{AlternativeRules, CommentMarks};
use std::ops::Range;

/// Maximum number of bytes of the alternatives that are left out. Behind more of them the braces
/// are likely to be counted wrong.
const MOST_BYTES: usize = 8 << 10;

/// Part of a text that is not parsed, without line ends and comments.
pub(super) struct Hidden {
    pub(super) range: Range<usize>,
    /// Whether its identifiers are uses.
    pub(super) names: bool,
}

/// Returns the parts of a text that are left out, so that each alternative that is left is read
/// with the braces around it.
pub(super) fn hidden(text: &str, rules: &AlternativeRules, comments: &CommentMarks) -> Vec<Hidden> {
    if rules.begin.is_empty() || memchr::memchr(b'#', text.as_bytes()).is_none() {
        return Vec::new();
    }
    let tokens = tokens(text, rules, comments);
    let mut found = Found { text, rules, tokens: &tokens, hidden: Vec::new() };
    let mut open: Vec<Group> = Vec::new();
    let mut braces: Vec<bool> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.sort {
            Sort::Begin => open.push(Group::new(token.range.clone(), index, &braces)),
            Sort::Next => {
                if let Some(group) = open.last_mut() {
                    group.next(token.range.clone(), index, &mut braces);
                }
            }
            Sort::End => {
                let Some(group) = open.pop() else { continue };
                let kept = group.end(token.range.clone(), index, &mut braces, &mut found);
                if let Some(branch) = open.last_mut().and_then(|above| above.branches.last_mut()) {
                    branch.lowest = branch.lowest.min(branch.depth + kept.lowest);
                    branch.depth += kept.depth;
                }
            }
            Sort::Open => {
                let is_wide =
                    index.checked_sub(1).is_some_and(|before| found.is_just_before(before, index));
                braces.push(is_wide);
                if let Some(group) = open.last_mut() {
                    group.brace(1, is_wide);
                }
            }
            Sort::Close => {
                let is_wide = braces.pop().unwrap_or(false);
                if let Some(group) = open.last_mut() {
                    group.brace(-1, is_wide);
                }
            }
            Sort::Comment | Sort::Literal => {}
        }
    }
    found.hidden
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Begin,
    Next,
    End,
    Open,
    Close,
    Comment,
    Literal,
}

struct Token {
    sort: Sort,
    range: Range<usize>,
}

/// One alternative, from its directive on.
#[derive(Clone)]
struct Branch {
    directive: Range<usize>,
    /// Index of the token of the directive.
    token: usize,
    /// Braces that are open at its end, less those that it closes, and the lowest number on the
    /// way.
    depth: i32,
    lowest: i32,
}

struct Group {
    branches: Vec<Branch>,
    /// The braces that are open before the group, and behind each alternative that has ended.
    before: Vec<bool>,
    after: Vec<Vec<bool>>,
    /// Whether it opens or closes a brace that stands around a file: `extern "C" {`.
    is_wide: bool,
}

impl Group {
    fn new(directive: Range<usize>, token: usize, braces: &[bool]) -> Self {
        let first = Branch { directive, token, depth: 0, lowest: 0 };
        Self { branches: vec![first], before: braces.to_vec(), after: Vec::new(), is_wide: false }
    }

    fn brace(&mut self, change: i32, is_wide: bool) {
        self.is_wide |= is_wide;
        if let Some(branch) = self.branches.last_mut() {
            branch.depth += change;
            branch.lowest = branch.lowest.min(branch.depth);
        }
    }

    fn next(&mut self, directive: Range<usize>, token: usize, braces: &mut Vec<bool>) {
        self.after.push(std::mem::replace(braces, self.before.clone()));
        self.branches.push(Branch { directive, token, depth: 0, lowest: 0 });
    }

    /// Leaves out all but one alternative, if not all are whole, and returns the one that is read.
    fn end(
        mut self,
        directive: Range<usize>,
        token: usize,
        braces: &mut Vec<bool>,
        found: &mut Found<'_>,
    ) -> Branch {
        let is_never = found.text[self.branches[0].directive.clone()].trim_end().ends_with(" 0");
        let read = usize::from(is_never && self.branches.len() > 1);
        if read < self.after.len() {
            *braces = self.after.swap_remove(read);
        }
        let is_whole = |branch: &Branch| branch.depth == 0 && branch.lowest == 0;
        let bytes = directive.start - self.branches[0].directive.end;
        if !self.is_wide
            && !self.branches.iter().all(is_whole)
            && (self.branches.len() == 1 || bytes <= MOST_BYTES)
        {
            let ends: Vec<usize> = self.branches[1..]
                .iter()
                .map(|next| next.directive.start)
                .chain([directive.start])
                .collect();
            for (index, (branch, end)) in self.branches.iter().zip(ends).enumerate() {
                if index == read {
                    found.hide(branch.directive.clone(), branch.token, true);
                } else {
                    let names = found.is_statement(branch.directive.end..end, branch);
                    found.hide(branch.directive.start..end, branch.token, names);
                }
            }
            found.hide(directive, token, true);
        }
        self.branches.swap_remove(read)
    }
}

struct Found<'a> {
    text: &'a str,
    rules: &'a AlternativeRules,
    tokens: &'a [Token],
    hidden: Vec<Hidden>,
}

impl Found<'_> {
    /// Returns whether only space is between a literal and the token behind it, as in
    /// `extern "C" {`.
    fn is_just_before(&self, literal: usize, token: usize) -> bool {
        let (before, after) = (&self.tokens[literal], &self.tokens[token]);
        before.sort == Sort::Literal
            && self.text[before.range.end..after.range.start].trim().is_empty()
    }

    /// Hides the code of a range. `token` is the first that may be in it.
    fn hide(&mut self, range: Range<usize>, token: usize, names: bool) {
        let (tokens, mut from) = (self.tokens, range.start);
        for each in tokens[token..].iter().take_while(|each| each.range.start < range.end) {
            if !matches!(each.sort, Sort::Comment | Sort::Literal) || each.range.start < from {
                continue;
            }
            self.hide_lines(from..each.range.start, names);
            if each.sort == Sort::Literal {
                self.hide_lines(each.range.clone(), false);
            }
            from = each.range.end;
        }
        self.hide_lines(from..range.end, names);
    }

    fn hide_lines(&mut self, range: Range<usize>, names: bool) {
        let mut start = range.start;
        for line in self.text[range].split_inclusive('\n') {
            let code = line.trim_end_matches(['\n', '\r']);
            if !code.is_empty() {
                self.hidden.push(Hidden { range: start..start + code.len(), names });
            }
            start += line.len();
        }
    }

    /// Returns whether an alternative consists of statements, and is not the head of a definition.
    fn is_statement(&self, range: Range<usize>, branch: &Branch) -> bool {
        if branch.depth <= 0 || branch.lowest < 0 {
            return true;
        }
        let is_brace = |each: &&Token| matches!(each.sort, Sort::Open | Sort::Close);
        let inside =
            self.tokens[branch.token + 1..].iter().take_while(|each| each.range.start < range.end);
        let braces: Vec<&Token> = inside.filter(is_brace).collect();
        let mut closed = 0;
        // The brace that is left open.
        let opened = braces.iter().rposition(|each| {
            let is_last = each.sort == Sort::Open && closed == 0;
            closed += if each.sort == Sort::Open { -1 } else { 1 };
            is_last
        });
        let Some(opened) = opened else { return true };
        let start = opened.checked_sub(1).map_or(range.start, |before| braces[before].range.end);
        let is_statement = |word: &str| self.rules.statements.iter().any(|each| each == word);
        let head = &self.text[start..braces[opened].range.start];
        head.split(|c: char| !c.is_alphanumeric() && c != '_').any(is_statement)
    }
}

/// Returns the directives, braces, comments and literals of a text.
fn tokens(text: &str, rules: &AlternativeRules, comments: &CommentMarks) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut at, mut is_line_start) = (0, true);
    while at < bytes.len() {
        let (byte, rest) = (bytes[at], &bytes[at..]);
        let (sort, end) = match byte {
            b'\n' => {
                is_line_start = true;
                at += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' => {
                at += 1;
                continue;
            }
            b'{' => (Some(Sort::Open), at + 1),
            b'}' => (Some(Sort::Close), at + 1),
            b'#' if is_line_start => directive(text, at, rules),
            b'"' if at > 0 && bytes[at - 1] == b'R' => (Some(Sort::Literal), raw_end(text, at)),
            b'"' => (Some(Sort::Literal), literal_end(rest, at)),
            b'\'' if at > 0 && bytes[at - 1].is_ascii_digit() => (None, at + 1),
            b'\'' => (Some(Sort::Literal), literal_end(rest, at)),
            // Most of a text is words, with which no comment begins.
            _ if byte.is_ascii_alphanumeric() || byte == b'_' => (None, at + 1),
            _ => {
                let comment = comment_end(text, at, comments);
                (comment.map(|_| Sort::Comment), comment.unwrap_or(at + 1))
            }
        };
        is_line_start &= sort == Some(Sort::Comment);
        found.extend(sort.map(|sort| Token { sort, range: at..end }));
        at = end;
    }
    found
}

fn comment_end(text: &str, at: usize, comments: &CommentMarks) -> Option<usize> {
    let rest = &text.as_bytes()[at..];
    if comments.line.iter().any(|mark| rest.starts_with(mark.as_bytes())) {
        return Some(memchr::memchr(b'\n', rest).map_or(text.len(), |end| at + end));
    }
    let [open, close] =
        comments.block.iter().find(|[open, _]| rest.starts_with(open.as_bytes()))?;
    let inside = at + open.len();
    Some(text[inside..].find(close.as_str()).map_or(text.len(), |end| inside + end + close.len()))
}

/// Returns what a line with a directive is, and where it ends: where a comment begins, if not
/// before.
fn directive(text: &str, at: usize, rules: &AlternativeRules) -> (Option<Sort>, usize) {
    let word = text[at + 1..].trim_start_matches([' ', '\t']);
    let sorts = [(&rules.end, Sort::End), (&rules.next, Sort::Next), (&rules.begin, Sort::Begin)];
    let sort =
        sorts.into_iter().find(|(mark, _)| word.starts_with(mark.as_str())).map(|(_, sort)| sort);
    let mut end = at;
    for line in text[at..].split_inclusive('\n') {
        let code = line.trim_end_matches(['\n', '\r']);
        if let Some(comment) = code.find("/*").into_iter().chain(code.find("//")).min() {
            return (sort, end + comment);
        }
        if !code.ends_with('\\') {
            return (sort, end + code.len());
        }
        end += line.len();
    }
    (sort, end)
}

/// Returns the end of a literal within its line, behind its mark where it has none.
fn literal_end(rest: &[u8], at: usize) -> usize {
    let mut index = 1;
    while index < rest.len() {
        match rest[index] {
            b'\\' => index += 1,
            b'\n' => break,
            byte if byte == rest[0] => return at + index + 1,
            _ => {}
        }
        index += 1;
    }
    at + 1
}

/// Returns the end of a raw literal: `R"mark(…)mark"`.
fn raw_end(text: &str, at: usize) -> usize {
    let rest = &text[at + 1..];
    let Some(mark) = rest.find('(').filter(|open| *open <= 16) else {
        return literal_end(&text.as_bytes()[at..], at);
    };
    let close = format!("){}\"", &rest[..mark]);
    rest.find(&close).map_or(text.len(), |end| at + 1 + end + close.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::registry;

    /// Compares what is left to be parsed, and the names of what is not.
    fn check(text: &str, left: &str, names: &[&str]) {
        let config = &registry().by_name("c").expect("C is a language").config;
        let mut read = text.as_bytes().to_vec();
        let mut found = Vec::new();
        for hidden in hidden(text, &config.alternatives, &config.comments) {
            read[hidden.range.clone()].fill(b' ');
            if hidden.names {
                found.push(text[hidden.range].trim());
            }
        }
        let read: Vec<String> =
            String::from_utf8_lossy(&read).lines().map(|line| line.trim_end().to_owned()).collect();
        assert_eq!(read.join("\n"), left);
        assert_eq!(found, names);
    }

    #[test]
    fn of_alternatives_that_open_a_brace_one_is_read() {
        check(
            "#if A /* so */\nif (x) {\n#else\nif (y(\"{\")) {\n#endif\n}\n",
            "      /* so */\nif (x) {\n\n\n\n}",
            &["#if A", "#else", "if (y(", ")) {", "#endif"],
        );
        check(
            "#if 0\nif (x) {\n#else\nif (y) {\n#endif\n}\n",
            "\n\n\nif (y) {\n\n}",
            &["#if 0", "if (x) {", "#else", "#endif"],
        );
        check("{\n#ifdef A\n} else {\n#endif\n}\n", "{\n\n} else {\n\n}", &["#ifdef A", "#endif"]);
    }

    #[test]
    fn the_head_of_another_definition_is_no_use() {
        check(
            "#ifdef A\nint f(int a) {\n#else\nint f(void) {\n#endif\n}\n",
            "\nint f(int a) {\n\n\n\n}",
            &["#ifdef A", "#endif"],
        );
    }

    #[test]
    fn alternatives_that_are_whole_stay() {
        for text in [
            "#ifdef A\nint f(void) { return '{'; }\n#else\nint f(void) { return 1; } // {\n#endif\n",
            "#ifdef A\nextern \"C\" {\n#endif\nint f(void);\n#ifdef A\n}\n#endif\n",
            "#if A \\\n  && B\nint x;\n#elif C\nint y = 1'000;\n#endif\n",
            "const char *s = \"#if\";\n#define OPEN {\nint f(void) OPEN }\n",
        ] {
            check(text, text.trim_end(), &[]);
        }
    }
}
