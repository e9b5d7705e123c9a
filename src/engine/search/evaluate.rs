//! Query evaluation against the terms found in a file or a definition.

use super::filter::Filter;
use super::query::{Node, Query, is_filter};
use super::vocabulary::{Mask, Vocabulary};

/// The facts about a file or a definition that a query is evaluated on.
pub(super) struct Known<'a> {
    /// Concepts found in the query's own words: in the text, and in the names that enclose it.
    pub(super) strict: Mask,
    /// Concepts found in any form.
    pub(super) loose: Mask,
    /// Concepts found in the query's own words in the text alone, which exclusions are tested on.
    /// `None` if that is not known yet, so that nothing may be excluded.
    pub(super) text: Option<Mask>,
    /// Returns whether a filter passes; `None` if that is not known yet.
    pub(super) passes: &'a dyn Fn(&Filter) -> Option<bool>,
}

impl Known<'_> {
    /// Returns whether the query is satisfied or, if facts are missing, may be.
    pub(super) fn satisfies(&self, query: &Query, vocabulary: &Vocabulary) -> bool {
        self.holds(&query.root, vocabulary, true).unwrap_or(true)
    }

    fn holds(&self, node: &Node, vocabulary: &Vocabulary, is_wanted: bool) -> Option<bool> {
        match node {
            Node::Word(word) => {
                let plan = &vocabulary.words[*word];
                if plan.is_ignored {
                    return None;
                }
                let mask = if is_wanted { self.strict } else { self.text? };
                Some(mask & plan.strict != 0)
            }
            Node::Filter(filter) => (self.passes)(filter),
            Node::Not(inner) => self.holds(inner, vocabulary, !is_wanted).map(|holds| !holds),
            Node::All(nodes) => {
                all(nodes.iter().map(|node| self.holds(node, vocabulary, is_wanted)))
            }
            Node::Any(nodes) => {
                any(nodes.iter().map(|node| self.holds(node, vocabulary, is_wanted)))
            }
            Node::Group { required, optional, excluded } => {
                let required_hold =
                    all(required.iter().map(|node| self.holds(node, vocabulary, is_wanted)));
                let none_excluded = all(excluded
                    .iter()
                    .map(|node| self.holds(node, vocabulary, !is_wanted).map(|holds| !holds)));
                let only_filters = required.iter().all(is_filter);
                let optional_hold = match optional.is_empty() || !only_filters {
                    true => Some(true),
                    false => {
                        any(optional.iter().map(|node| self.may_rank(node, vocabulary, is_wanted)))
                    }
                };
                all([required_hold, none_excluded, optional_hold].into_iter())
            }
        }
    }

    /// Returns whether an optional term is present in any form.
    fn may_rank(&self, node: &Node, vocabulary: &Vocabulary, is_wanted: bool) -> Option<bool> {
        match node {
            Node::Word(word) if is_wanted => {
                let plan = &vocabulary.words[*word];
                if plan.is_ignored { Some(false) } else { Some(self.loose & plan.loose != 0) }
            }
            _ => self.holds(node, vocabulary, is_wanted),
        }
    }
}

/// Three-valued AND: `None` if unknown.
fn all(mut holds: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let unknown = holds.try_fold(false, |unknown, holds| match holds {
        Some(true) => Ok(unknown),
        None => Ok(true),
        Some(false) => Err(()),
    });
    match unknown {
        Err(()) => Some(false),
        Ok(true) => None,
        Ok(false) => Some(true),
    }
}

fn any(holds: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    all(holds.map(|holds| holds.map(|holds| !holds))).map(|none| !none)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks whether a query is satisfied, given the words found as written, in any form, and in
    /// the text.
    fn check(query: &str, strict: &[&str], loose: &[&str], text: Option<&[&str]>, expected: bool) {
        let query = Query::parse(query).expect("a query");
        let vocabulary = Vocabulary::new(&query);
        let mask = |words: &[&str]| -> Mask {
            let found = query
                .words
                .iter()
                .zip(&vocabulary.words)
                .filter(|(word, _)| words.contains(&word.text.as_str()));
            found.fold(0, |mask, (_, plan)| mask | plan.strict)
        };
        let known = Known {
            strict: mask(strict),
            loose: mask(strict) | mask(loose),
            text: text.map(mask),
            passes: &|filter| {
                (!filter.is_of_definitions()).then(|| filter.passes_file("src/a.rs", None))
            },
        };
        assert_eq!(known.satisfies(&query, &vocabulary), expected, "{:?}", query.root);
    }

    #[test]
    fn words_side_by_side_need_one_of_them() {
        check("x y", &["x"], &[], Some(&["x"]), true);
        check("x y", &[], &["y"], Some(&[]), true);
        check("x y", &[], &[], Some(&[]), false);
        check("x +y", &["x"], &["y"], Some(&["x"]), false);
        check("x +y", &["y"], &[], Some(&["y"]), true);
    }

    #[test]
    fn what_is_required_must_be_there_as_it_is_written() {
        check("x AND y", &["x", "y"], &[], Some(&["x", "y"]), true);
        check("x AND y", &["x"], &["y"], Some(&["x"]), false);
        check("(x OR y) AND z", &["y", "z"], &[], Some(&["y", "z"]), true);
    }

    #[test]
    fn exclusions_look_at_the_text_and_wait_until_it_is_known() {
        check("x NOT y", &["x", "y"], &[], Some(&["x", "y"]), false);
        check("x NOT y", &["x", "y"], &[], Some(&["x"]), true);
        check("x NOT y", &["x", "y"], &[], None, true);
        check("x AND NOT (y OR z)", &["x", "z"], &[], Some(&["x", "z"]), false);
    }

    #[test]
    fn filters_are_always_required() {
        check("x ext:rs", &["x"], &[], Some(&["x"]), true);
        check("x ext:py", &["x"], &[], Some(&["x"]), false);
        check("x -ext:rs", &["x"], &[], Some(&["x"]), false);
        check("x ext:py OR ext:rs", &["x"], &[], Some(&["x"]), true);
        check("x kind:struct", &["x"], &[], Some(&["x"]), true);
        check("ext:rs", &[], &[], Some(&[]), true);
    }
}
