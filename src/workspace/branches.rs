//! Control branches of a file, from which cyclomatic complexity is counted.

use super::nodes::each_node;
use super::{Fact, FileEntry, Snapshot, Text};
use crate::lang::{Language, registry};
use std::ops::Range;
use std::sync::Arc;

/// Nodes at which control branches, by the language's `outline.branches`, as first byte and end.
/// `None` where the language names none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branches(Option<Vec<(usize, usize)>>);

impl Branches {
    /// Finds the branches of `text`.
    pub fn of_text(text: &str, language: &'static Language) -> Self {
        let kinds = &language.config.outline.branches;
        let mut places = Vec::new();
        let is_known = !kinds.is_empty()
            && each_node(text, language, |cursor| {
                let node = cursor.node();
                let is_branch = kinds.iter().any(|kind| kind == node.kind());
                // `&&` is an operator in an expression, and something else in a type.
                if is_branch && (node.is_named() || cursor.field_name() == Some("operator")) {
                    places.push((node.start_byte(), node.end_byte()));
                }
            });
        if !is_known {
            return Self(None);
        }
        // A macro's body may be read more than once.
        places.sort_unstable();
        places.dedup();
        Self(Some(places))
    }

    /// Returns the number of branches within a range of bytes and outside the ranges `without`.
    /// `None` if unknown.
    pub fn count(&self, within: &Range<usize>, without: &[Range<usize>]) -> Option<usize> {
        let places = self.0.as_ref()?;
        let from = places.partition_point(|(start, _)| *start < within.start);
        let inside = places[from..].iter().take_while(|(start, _)| *start < within.end);
        Some(inside.filter(|(start, _)| !without.iter().any(|range| range.contains(start))).count())
    }
}

impl Fact for Branches {
    fn compute(file: &FileEntry, text: &Arc<Text>, _: &Snapshot) -> Self {
        match registry().for_source(&file.path.absolute, &text.content) {
            Some(language) => Self::of_text(&text.content, language),
            None => Self(None),
        }
    }

    fn weight(&self) -> usize {
        size_of::<Self>()
            + self.0.as_ref().map_or(0, |places| places.capacity() * size_of::<(usize, usize)>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(language: &str, text: &str, expected: Option<usize>) {
        let language = registry().by_name(language).expect("a known language");
        let branches = Branches::of_text(text, language);
        assert_eq!(branches.count(&(0..text.len()), &[]), expected, "{text}");
    }

    #[test]
    fn conditions_loops_cases_and_operators_count_once_each() {
        check(
            "rust",
            "fn f() { if a && b { for x in y {} } else { match z { 1 => {} _ => {} } } }",
            Some(5),
        );
        check("rust", "fn f(a: &&str) -> impl Fn() { || while a {} }", Some(1));
        check("rust", "cfg! { fn f() { if a {} } }", Some(1));
        check(
            "python",
            "def f():\n  if a and b or c: pass\n  elif d: pass\n  return [x for x in y if x]\n",
            Some(6),
        );
        check(
            "typescript",
            "function f() { if (a ?? b) {} switch (c) { case 1: default: } return d ? e : f }",
            Some(4),
        );
        check(
            "go",
            "package a\nfunc f() { for { if a || b {} }; switch c { case 1: default: } }",
            Some(4),
        );
        check(
            "java",
            "class A { void f() { do { } while (a); try { } catch (E e) { } } }",
            Some(2),
        );
        check("c", "int f(void) { while (a) { if (b) return c ? 1 : 2; } }", Some(3));
        check("cpp", "int f(T&& t) { for (auto x : y) { if (a && b) {} } }", Some(3));
    }

    #[test]
    fn branches_of_inner_functions_are_left_out() {
        let text = "fn f() { if a {} fn g() { if b {} if c {} } }";
        let language = registry().by_name("rust").expect("a known language");
        let inner = text.find("fn g").expect("it is there");
        let branches = Branches::of_text(text, language);
        let inner = inner..text.len() - 2;
        assert_eq!(branches.count(&(0..text.len()), std::slice::from_ref(&inner)), Some(1));
        assert_eq!(branches.count(&inner, &[]), Some(2));
    }

    #[test]
    fn a_language_that_does_not_say_what_branches_has_no_count() {
        check("markdown", "# if\n", None);
    }

    #[test]
    fn every_kind_that_branches_is_one_of_the_grammar() {
        for language in registry().all() {
            let Some(grammar) = language.grammar() else { continue };
            for kind in &language.config.outline.branches {
                let known =
                    [true, false].iter().any(|named| grammar.id_for_node_kind(kind, *named) != 0);
                assert!(
                    known,
                    "languages/{}: outline.branches: the grammar has no {kind}",
                    language.id
                );
            }
        }
    }
}
