//! Whether what was found satisfies a query.

use super::filter::Filter;
use super::query::{Node, Query};
use super::vocabulary::{Mask, Vocabulary};

/// What is known of a file or a definition.
pub(super) struct Known<'a> {
    /// Concepts found as the query has them: in the text, and in the names that lead to it.
    pub(super) strict: Mask,
    /// Concepts found in any way.
    pub(super) loose: Mask,
    /// Concepts found as the query has them in what an exclusion looks at: the text. `None` where that is not known yet, so
    /// that nothing may be excluded.
    pub(super) text: Option<Mask>,
    /// Whether a filter passes; `None` where that is not known yet.
    pub(super) passes: &'a dyn Fn(&Filter) -> Option<bool>,
}

impl Known<'_> {
    /// Whether the query is satisfied, or, where something is not known, may be.
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
            Node::All(nodes) => all(nodes.iter().map(|node| self.holds(node, vocabulary, is_wanted))),
            Node::Any(nodes) => any(nodes.iter().map(|node| self.holds(node, vocabulary, is_wanted))),
            Node::Group { required, optional, excluded } => {
                let required_hold = all(required.iter().map(|node| self.holds(node, vocabulary, is_wanted)));
                let none_excluded =
                    all(excluded.iter().map(|node| self.holds(node, vocabulary, !is_wanted).map(|holds| !holds)));
                let only_filters = required.iter().all(is_filter);
                let optional_hold = match optional.is_empty() || !only_filters {
                    true => Some(true),
                    false => any(optional.iter().map(|node| self.may_rank(node, vocabulary, is_wanted))),
                };
                all([required_hold, none_excluded, optional_hold].into_iter())
            }
        }
    }

    /// Whether one of the things that merely rank is there, in any way.
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

fn is_filter(node: &Node) -> bool {
    match node {
        Node::Filter(_) => true,
        Node::Word(_) => false,
        Node::Not(inner) => is_filter(inner),
        Node::All(nodes) | Node::Any(nodes) => nodes.iter().all(is_filter),
        Node::Group { required, optional, excluded } => required.iter().chain(optional).chain(excluded).all(is_filter),
    }
}

/// All of some things of which some may be unknown.
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
