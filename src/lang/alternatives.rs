//! Alternatives of a preprocessor of which some open a brace that others do not close, or that
//! stand in the middle of a declaration or a statement. Grammars read all alternatives one behind
//! the other, and then lose the definition around them.
//!
//! Of such alternatives one is read, the first unless its condition is `0`, and the others are left
//! out.

use super::config::{AlternativeRules, CommentMarks};
use super::preprocessor::{Token, TokenKind, tokens};
use crate::domain::is_word;
use std::ops::Range;

/// Maximum number of bytes of the alternatives that are left out. Behind more of them the braces
/// are likely to be counted wrong.
const MAX_BYTES: usize = 8 << 10;

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
    let mut found = HiddenParts { text, rules, tokens: &tokens, hidden: Vec::new() };
    let mut open: Vec<Group> = Vec::new();
    let mut braces: Vec<bool> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Begin => {
                let mut group = Group::new(token.range.clone(), index, &braces);
                let before = found.end_before(index);
                group.is_inside = found.goes_on(before);
                group.may_be_head = found.is_parenthesis(before);
                open.push(group);
            }
            TokenKind::Next => {
                if let Some(group) = open.last_mut() {
                    group.end_branch(&found, index);
                    group.next(token.range.clone(), index, &mut braces);
                }
            }
            TokenKind::End => {
                let Some(mut group) = open.pop() else { continue };
                group.end_branch(&found, index);
                let kept = group.end(token.range.clone(), index, &mut braces, &mut found);
                if let Some(branch) = open.last_mut().and_then(|above| above.branches.last_mut()) {
                    branch.lowest = branch.lowest.min(branch.depth + kept.lowest);
                    branch.depth += kept.depth;
                }
            }
            TokenKind::Open => {
                let is_wide =
                    index.checked_sub(1).is_some_and(|before| found.is_just_before(before, index));
                braces.push(is_wide);
                if let Some(group) = open.last_mut() {
                    group.brace(1, is_wide);
                }
            }
            TokenKind::Close => {
                let is_wide = braces.pop().unwrap_or(false);
                if let Some(group) = open.last_mut() {
                    group.brace(-1, is_wide);
                }
            }
            TokenKind::Comment | TokenKind::Directive | TokenKind::Literal => {}
        }
    }
    found.hidden
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
    /// Whether what precedes it goes on in it: `int`, `return x +`.
    is_inside: bool,
    /// Whether an alternative may go on behind the group.
    goes_on: bool,
    /// Whether a parenthesis ends an alternative, or what precedes the group: the head of a
    /// function.
    may_be_head: bool,
}

impl Group {
    fn new(directive: Range<usize>, token: usize, braces: &[bool]) -> Self {
        let first = Branch { directive, token, depth: 0, lowest: 0 };
        Self {
            branches: vec![first],
            before: braces.to_vec(),
            after: Vec::new(),
            is_wide: false,
            is_inside: false,
            goes_on: false,
            may_be_head: false,
        }
    }

    /// Notes how an alternative ends that a token's directive ends.
    fn end_branch(&mut self, found: &HiddenParts<'_>, token: usize) {
        let last = found.end_before(token);
        self.goes_on |= found.goes_on(last);
        self.may_be_head |= found.is_parenthesis(last);
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

    /// Returns whether it stands in the middle of a declaration or a statement, which what follows
    /// it goes on with.
    fn is_in_code(&self, next: Option<char>) -> bool {
        let is_continued =
            next.is_some_and(|next| next == '_' || next.is_alphanumeric() || "(*&{".contains(next));
        self.is_inside || self.goes_on && is_continued || self.may_be_head && next == Some('{')
    }

    /// Leaves out all but one alternative, if not all are whole, and returns the one that is read.
    fn end(
        mut self,
        directive: Range<usize>,
        token: usize,
        braces: &mut Vec<bool>,
        found: &mut HiddenParts<'_>,
    ) -> Branch {
        let is_never = found.text[self.branches[0].directive.clone()].trim_end().ends_with(" 0");
        let read = usize::from(is_never && self.branches.len() > 1);
        if read < self.after.len() {
            *braces = self.after.swap_remove(read);
        }
        let is_whole = |branch: &Branch| branch.depth == 0 && branch.lowest == 0;
        let bytes = directive.start - self.branches[0].directive.end;
        let next = found.next_behind(token);
        let is_head = self.may_be_head && next == Some('{');
        let is_parted = !self.branches.iter().all(is_whole);
        if !self.is_wide
            && (is_parted && self.branches.len() == 1
                || (is_parted || self.is_in_code(next)) && bytes <= MAX_BYTES)
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
                    let names = !(is_head && branch.depth == 0)
                        && found.is_statement(branch.directive.end..end, branch);
                    found.hide(branch.directive.start..end, branch.token, names);
                }
            }
            found.hide(directive, token, true);
        }
        self.branches.swap_remove(read)
    }
}

/// The parts of a text that are left out so far.
struct HiddenParts<'a> {
    text: &'a str,
    rules: &'a AlternativeRules,
    tokens: &'a [Token],
    hidden: Vec<Hidden>,
}

impl HiddenParts<'_> {
    /// Returns whether only space is between a literal and the token behind it, as in
    /// `extern "C" {`.
    fn is_just_before(&self, literal: usize, token: usize) -> bool {
        let (before, after) = (&self.tokens[literal], &self.tokens[token]);
        before.kind == TokenKind::Literal
            && self.text[before.range.end..after.range.start].trim().is_empty()
    }

    /// Returns where the code before a token ends; `None` where it is a directive, or nothing.
    fn end_before(&self, token: usize) -> Option<usize> {
        let mut end = self.tokens[token].range.start;
        for each in self.tokens[..token].iter().rev() {
            let code = self.text[..end].trim_end().len();
            if code > each.range.end {
                return Some(code);
            }
            match each.kind {
                TokenKind::Comment => end = each.range.start,
                TokenKind::Open | TokenKind::Close | TokenKind::Literal => return Some(code),
                TokenKind::Begin | TokenKind::Next | TokenKind::End | TokenKind::Directive => {
                    return None;
                }
            }
        }
        let code = self.text[..end].trim_end().len();
        (code > 0).then_some(code)
    }

    /// Returns the first character of the code behind a token.
    fn next_behind(&self, token: usize) -> Option<char> {
        let mut from = self.tokens[token].range.end;
        for each in &self.tokens[token + 1..] {
            let code = self.text[from..each.range.start].trim_start();
            if !code.is_empty() || each.kind != TokenKind::Comment {
                break;
            }
            from = each.range.end;
        }
        self.text[from..].trim_start().chars().next()
    }

    fn is_parenthesis(&self, end: Option<usize>) -> bool {
        end.is_some_and(|end| self.text[..end].ends_with(')'))
    }

    /// Returns whether a declaration or a statement goes on behind code that ends at `end`: with a
    /// type, a word or a string. A word in capitals may be a macro that is whole.
    fn goes_on(&self, end: Option<usize>) -> bool {
        let Some(code) = end.map(|end| &self.text[..end]) else { return false };
        let before_word = code.trim_end_matches(is_word);
        let word = &code[before_word.len()..];
        if word.is_empty() {
            return code.ends_with(['*', '&', '>', '"']);
        }
        word.contains(|c: char| c.is_lowercase()) && !word.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Hides the code of a range. `token` is the first that may be in it.
    fn hide(&mut self, range: Range<usize>, token: usize, names: bool) {
        let (tokens, mut from) = (self.tokens, range.start);
        for each in tokens[token..].iter().take_while(|each| each.range.start < range.end) {
            if !matches!(each.kind, TokenKind::Comment | TokenKind::Literal)
                || each.range.start < from
            {
                continue;
            }
            self.hide_lines(from..each.range.start, names);
            if each.kind == TokenKind::Literal {
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
        let is_brace = |each: &&Token| matches!(each.kind, TokenKind::Open | TokenKind::Close);
        let inside =
            self.tokens[branch.token + 1..].iter().take_while(|each| each.range.start < range.end);
        let braces: Vec<&Token> = inside.filter(is_brace).collect();
        let mut closed = 0;
        // The brace that is left open.
        let opened = braces.iter().rposition(|each| {
            let is_last = each.kind == TokenKind::Open && closed == 0;
            closed += if each.kind == TokenKind::Open { -1 } else { 1 };
            is_last
        });
        let Some(opened) = opened else { return true };
        let start = opened.checked_sub(1).map_or(range.start, |before| braces[before].range.end);
        let is_statement = |word: &str| self.rules.statements.iter().any(|each| each == word);
        let head = &self.text[start..braces[opened].range.start];
        head.split(|c: char| !c.is_alphanumeric() && c != '_').any(is_statement)
    }
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
    fn in_the_middle_of_a_declaration_or_a_statement_one_is_read() {
        check(
            "int\n/* why */\n#ifdef A\n__attribute__((noinline))\n#endif\nf(int a) { }\n",
            "int\n/* why */\n\n__attribute__((noinline))\n\nf(int a) { }",
            &["#ifdef A", "#endif"],
        );
        check(
            "static int\n#if A\nf\n#else\ng\n#endif\n(int a) { }\n",
            "static int\n\nf\n\n\n\n(int a) { }",
            &["#if A", "#else", "g", "#endif"],
        );
        check(
            "#ifndef A\nstatic\n#endif\nint f(int a) { }\n",
            "\nstatic\n\nint f(int a) { }",
            &["#ifndef A", "#endif"],
        );
        check(
            "{\n#ifdef A\nif (x) { y(); } else\n#endif\n{ z(); }\n}\n",
            "{\n\nif (x) { y(); } else\n\n{ z(); }\n}",
            &["#ifdef A", "#endif"],
        );
        check(
            "#ifdef A\nint f(int a)\n#else\nint f(void)\n#endif\n{ }\n",
            "\nint f(int a)\n\n\n\n{ }",
            &["#ifdef A", "#endif"],
        );
        check(
            "f(\"a\"\n#ifdef A\n\"b\"\n#endif\n);\n",
            "f(\"a\"\n\n\"b\"\n\n);",
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
            "BEGIN_DECLS\n#ifdef A\nint f(void);\n#else\nint g(void);\n#endif\nEND_DECLS\n",
            "#define one int\n#ifdef A\nint f(void);\n#else\nint g(void);\n#endif\n",
            "int a; // of\n#ifdef A\nMACRO(x)\n#endif\nint f(void);\n",
        ] {
            check(text, text.trim_end(), &[]);
        }
    }
}
