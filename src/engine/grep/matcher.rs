//! Compilation of a user's pattern to ripgrep's matcher, and of its errors to messages with a
//! position.

use super::{GrepError, GrepQuery, PatternMode};
use crate::domain::{Cancel, shorten};
use grep_regex::{RegexMatcher, RegexMatcherBuilder};

/// Size limits in bytes of a compiled expression, which takes five times as much while it is
/// compiled, tried one after the other: compiling cannot be stopped, but a call that is cancelled
/// tries no further one.
const SIZE_LIMITS: [usize; 4] = [LIGHT_SIZE, 2 << 20, 8 << 20, 24 << 20];
/// Size limit in bytes of the cache of its lazy DFA.
const DFA_SIZE_LIMIT: usize = 1000 << 20;
/// Maximum size of a compiled expression that is searched for in lines of any length. A larger one
/// can take as many steps per byte as it has states, so it is searched for in short lines only,
/// with a smaller cache.
const LIGHT_SIZE: usize = 256 << 10;
const HEAVY_DFA_SIZE: usize = 32 << 20;
/// Width in characters at which a message quotes a pattern.
const QUOTED_WIDTH: usize = 80;
/// Maximum nesting depth of groups.
const NEST_LIMIT: u32 = 250;

/// A matcher, and whether its matches may span lines.
pub(super) struct Compiled {
    pub(super) matcher: RegexMatcher,
    pub(super) is_multi_line: bool,
    /// True if it is larger than `LIGHT_SIZE`.
    is_heavy: bool,
}

impl Compiled {
    pub(super) fn is_heavy(&self) -> bool {
        self.is_heavy
    }

    /// Returns whether it can be searched for in a text at a bounded cost.
    pub(super) fn suits(&self, text: &[u8]) -> bool {
        /// Maximum length of a line, or of a text if matches span lines, for a heavy expression.
        const MAX_HEAVY_BYTES: usize = 4 << 10;
        if !self.is_heavy || text.len() <= MAX_HEAVY_BYTES {
            return true;
        }
        let mut start = 0;
        let ends = memchr::memchr_iter(b'\n', text).chain([text.len()]);
        let mut lengths = ends.map(|end| end - std::mem::replace(&mut start, end));
        !self.is_multi_line && lengths.all(|length| length <= MAX_HEAVY_BYTES)
    }
}

/// Compiles the pattern of a query.
///
/// # Errors
/// If it is no expression or grows too large, or the work is cancelled.
pub(super) fn compile(query: &GrepQuery, cancel: &Cancel) -> Result<Compiled, GrepError> {
    let (pattern, mode) = (query.pattern.as_str(), query.mode);
    if pattern.is_empty() {
        return Err(GrepError::EmptyPattern);
    }
    let wants_lines =
        pattern.contains('\n') || (mode == PatternMode::Regex && asks_for_several_lines(pattern));
    let build_within = |is_multi_line: bool, size: usize| {
        let is_heavy = size > LIGHT_SIZE;
        let mut builder = RegexMatcherBuilder::new();
        builder
            .multi_line(true)
            .case_insensitive(query.ignore_case)
            .word(query.whole_words)
            .fixed_strings(mode == PatternMode::Literal)
            .size_limit(size)
            .dfa_size_limit(if is_heavy { HEAVY_DFA_SIZE } else { DFA_SIZE_LIMIT })
            .nest_limit(NEST_LIMIT);
        if !is_multi_line {
            // A carriage return at the end of a line belongs to its line ending, so that `;$`
            // matches lines of either kind.
            builder.crlf(true);
        }
        builder.build(pattern).map(|matcher| Compiled { matcher, is_multi_line, is_heavy })
    };
    let build = |is_multi_line: bool| {
        let mut sizes = SIZE_LIMITS.into_iter().peekable();
        while let Some(size) = sizes.next() {
            cancel.check()?;
            match build_within(is_multi_line, size) {
                Err(error) if is_of_size(&error.to_string()) && sizes.peek().is_some() => {}
                built => return Ok(built),
            }
        }
        Err(GrepError::TooLarge)
    };
    let built = match build(wants_lines)? {
        // An expression with a line ending, such as `{\n`, also spans several lines.
        Err(error) if matches!(error.kind(), grep_regex::ErrorKind::NotAllowed(_)) => build(true)?,
        built => built,
    };
    built.map_err(|error| explain(pattern, &error.to_string()))
}

/// Returns whether an expression explicitly spans line ends: by the flag `s`, or by a class of
/// everything.
fn asks_for_several_lines(pattern: &str) -> bool {
    const EVERYTHING: [&str; 6] =
        [r"[\s\S]", r"[\S\s]", r"[\d\D]", r"[\D\d]", r"[\w\W]", r"[\W\w]"];
    let has_flag = pattern.match_indices("(?").any(|(at, _)| {
        let flags = pattern[at + 2..].split(['-', ':', ')']).next().unwrap_or_default();
        flags.contains('s') && flags.bytes().all(|flag| flag.is_ascii_alphabetic())
    });
    has_flag || EVERYTHING.iter().any(|class| pattern.contains(class))
}

/// Returns whether the regex crate's error is that an expression exceeds the limit of its size.
fn is_of_size(message: &str) -> bool {
    message.contains("size limit")
}

/// Converts the regex crate's error to one sentence with the column.
fn explain(pattern: &str, message: &str) -> GrepError {
    if is_of_size(message) {
        return GrepError::TooLarge;
    }
    // The engine wraps the pattern before it parses it, and would report a position in the wrapper.
    let own = match regex::Regex::new(pattern) {
        Err(regex::Error::Syntax(own)) => Some(own),
        _ => None,
    };
    let message = own.as_deref().unwrap_or(message);
    let problem =
        message.lines().rev().find_map(|line| line.strip_prefix("error: ")).unwrap_or(message);
    // The message quotes the pattern and marks the position with carets below it.
    let caret =
        message.lines().find(|line| line.contains('^') && line.trim_matches([' ', '^']).is_empty());
    let column = caret.and_then(|line| line.find('^')).filter(|_| !pattern.contains('\n'));
    // The quotation is indented by four.
    let column = column.map(|at| at.saturating_sub(4) + 1);
    GrepError::BadRegex {
        problem: problem.trim().to_owned(),
        column,
        pattern: shorten(pattern, QUOTED_WIDTH),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Globs;
    use super::*;
    use grep_matcher::Matcher;

    fn query(pattern: &str, mode: PatternMode) -> GrepQuery {
        GrepQuery {
            pattern: pattern.to_owned(),
            mode,
            starts: Vec::new(),
            language: None,
            globs: Globs::default(),
            ignore_case: false,
            whole_words: false,
            invert: false,
            before: 0,
            after: 0,
            counts_only: false,
            allow_tests: true,
            max_results: None,
            width: None,
        }
    }

    fn compile(query: &GrepQuery) -> Result<Compiled, GrepError> {
        super::compile(query, &Cancel::default())
    }

    fn check(pattern: &str, text: &str, expected: bool) {
        let compiled = compile(&query(pattern, PatternMode::Regex)).expect("a good pattern");
        assert_eq!(
            compiled.matcher.is_match(text.as_bytes()).expect("no failure"),
            expected,
            "{pattern}"
        );
    }

    #[test]
    fn lines_end_before_a_carriage_return() {
        check("b;$", "a\nb;\r\nc", true);
        check("b$", "ab", true);
        check("^b", "a\nb", true);
    }

    #[test]
    fn several_lines_are_asked_for_by_form() {
        let check = |pattern: &str, expected: bool| {
            let compiled = compile(&query(pattern, PatternMode::Regex)).expect("a good pattern");
            assert_eq!(compiled.is_multi_line, expected, "{pattern}");
        };
        check("a b", false);
        check(r"a\nb", true);
        check("a\nb", true);
        check("(?s)a.*b", true);
        check("(?is:a.*b)", true);
        check("(?i)a.*b", false);
        check("(?P<name>s)", false);
        check(r"a[\s\S]*b", true);
        check(r"a\s+b", false);
    }

    #[test]
    fn mistakes_are_told_with_their_column() {
        let check = |pattern: &str, expected: &str| {
            let error = compile(&query(pattern, PatternMode::Regex)).err().expect("a mistake");
            assert_eq!(error.to_string(), expected, "{pattern}");
        };
        check("", "the pattern is empty");
        check("(a", "bad regular expression `(a`: unclosed group, at column 1");
        check("ab[", "bad regular expression `ab[`: unclosed character class, at column 3");
        check(
            "a{9999999999}",
            "bad regular expression `a{9999999999}`: decimal literal invalid, at column 3",
        );
        check(
            r"(a)\1",
            r"bad regular expression `(a)\1`: backreferences are not supported, at column 4",
        );
    }

    #[test]
    fn an_expression_that_grows_too_large_is_refused() {
        let error =
            compile(&query(r"\w{5000}{5000}", PatternMode::Regex)).err().expect("too large");
        assert!(matches!(error, GrepError::TooLarge), "{error}");
    }

    /// At whatever size a call is cancelled, no larger one is tried.
    #[test]
    fn an_expression_that_nobody_waits_for_grows_no_further() {
        let query = query(r"\w{5000}", PatternMode::Regex);
        for tried in 0..SIZE_LIMITS.len() {
            let cancel = Cancel::cancelled_at_check(tried);
            let compiled = super::compile(&query, &cancel);
            assert!(matches!(compiled, Err(GrepError::Cancelled(_))), "after {tried}");
            assert_eq!(cancel.checks(), tried + 1);
        }
    }

    #[test]
    fn a_literal_means_itself() {
        let compiled = compile(&query("a(b", PatternMode::Literal)).expect("a good pattern");
        assert!(compiled.matcher.is_match(b"xa(bx").expect("no failure"));
    }
}
