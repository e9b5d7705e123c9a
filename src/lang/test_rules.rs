//! Schema of `[tests]` in `languages/<id>/language.toml`: what is a test, and how tests are given
//! what they do not call.

use super::lazy_regex::{LazyRegex, compile};
use regex::Regex;
use serde::Deserialize;
use std::ops::Range;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TestRules {
    /// Globs of test files, matched against the path relative to the root.
    pub files: Vec<String>,
    /// Matches the names of functions in such files that are tests, where nothing else marks them.
    pub cases: LazyRegex,
    /// Matches what stands before the name of a function in them that is a test, with the comments
    /// above it.
    pub marked: LazyRegex,
    /// Matches what stands before the name of a type of which each public method without a result
    /// is a test.
    pub marked_type: LazyRegex,
    /// Matches what stands before the name of a function in test code that prepares the tests
    /// beside it, with the comments above it.
    pub set_up: LazyRegex,
    /// Matches the names of such functions where nothing else marks them.
    pub preparing: LazyRegex,
    /// Matches a line below which a function without a name runs before the tests beside it:
    /// `beforeEach(() => {`.
    pub hooks: LazyRegex,
    /// Names tell no tests in a file whose text the first matches, since tests have marks there,
    /// nor in a type whose header the second does not match.
    pub marked_files: LazyRegex,
    pub types_of_cases: LazyRegex,
    /// True if functions without a mark may be tests all the same.
    pub unmarked: bool,
    /// True if tests name their type and need not stand in its file: `TEST_F(Type, name)`.
    pub apart: bool,
    /// How tests are given what they do not call.
    pub given: Vec<GivenRules>,
}

/// How a test says that it is given the result of a helper, or has that run.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GivenRules {
    /// Matches what stands before the name of such a helper: `@fixture`. Any without it.
    pub helper: LazyRegex,
    /// Matches there the name by which it is given instead of its own, in its first group.
    pub renamed: LazyRegex,
    /// Regular expression for the text of a test that takes it, from its decorators to its body;
    /// `{}` is the name of the helper, `{type}` that of its type. Its first group, if there is one,
    /// is what names the helper.
    pub test: Option<String>,
    /// The same for the whole text of a test, where a match begins in code.
    pub body: Option<String>,
    /// The same for what stands before the name of a type, or for the text of a value in a type or
    /// at the top of a file, all of whose tests take it.
    pub around: Option<String>,
    /// Regular expression for the head of a test that does not take it all the same.
    pub unless: Option<String>,
    /// The same for one that does even so.
    pub despite: Option<String>,
    /// True if a helper of a type is for the tests of this and of what extends it, and one of a
    /// nearer file in the place of those of others.
    pub scoped: bool,
    /// Files that share their helpers with all files below their directory, by their names. Others
    /// have theirs for themselves.
    pub shared_by: Vec<String>,
}

impl GivenRules {
    /// Returns what tells the tests that take a helper, given by its name and that of its type.
    pub fn taking(&self, name: &str, of: &str) -> Taking {
        let (name, of) = (regex::escape(name), regex::escape(of));
        let filled = |source: &String| compile(&source.replace("{}", &name).replace("{type}", &of));
        let filled = |source: &Option<String>| source.as_ref().map(filled);
        Taking {
            head: filled(&self.test),
            body: filled(&self.body),
            around: filled(&self.around),
            unless: filled(&self.unless),
            despite: filled(&self.despite),
        }
    }
}

/// What tells the tests that take a helper.
#[derive(Debug)]
pub struct Taking {
    head: Option<Regex>,
    body: Option<Regex>,
    around: Option<Regex>,
    unless: Option<Regex>,
    despite: Option<Regex>,
}

/// The bytes by which a test takes a helper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taken {
    /// In its text up to the end of its parameters.
    Head(Range<usize>),
    /// In its whole text.
    Body(Range<usize>),
}

impl Taking {
    /// Returns where a test takes it, by its text up to the end of its parameters and its whole
    /// text, of which only what is code counts.
    pub fn at(&self, head: &str, whole: &str, is_code: impl Fn(usize) -> bool) -> Option<Taken> {
        let is_found = |expression: &Option<Regex>| {
            expression.as_ref().is_some_and(|expression| expression.is_match(head))
        };
        if is_found(&self.unless) && !is_found(&self.despite) {
            return None;
        }
        let in_head = self.head.as_ref().and_then(|expression| expression.captures(head));
        let named = in_head.and_then(|found| found.get(1).or_else(|| found.get(0)));
        named.map(|named| Taken::Head(named.range())).or_else(|| {
            let mut found = self.body.as_ref()?.find_iter(whole);
            found.find(|found| is_code(found.start())).map(|found| Taken::Body(found.range()))
        })
    }

    /// Returns whether all tests of a type or a file may take it at once.
    pub const fn may_be_around(&self) -> bool {
        self.around.is_some()
    }

    /// Returns whether they do by what stands before the type's name, or by a value.
    pub fn is_around(&self, text: &str) -> bool {
        self.around.as_ref().is_some_and(|around| around.is_match(text))
    }
}

#[cfg(test)]
mod tests {
    use crate::lang::registry;

    #[test]
    fn every_expression_for_what_tests_are_given_compiles() {
        for language in registry().all() {
            for rules in &language.config.tests.given {
                let named = rules.test.iter().chain(&rules.body).chain(&rules.around);
                let has_name = |source: &String| source.contains("{}") || source.contains("{type}");
                assert!(named.clone().count() > 0, "{}", language.id);
                named.for_each(|source| assert!(has_name(source), "{}: {source}", language.id));
                let _ = (rules.helper.get(), rules.renamed.get(), rules.taking("name", "Type"));
            }
        }
    }
}
