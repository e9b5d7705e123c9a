//! Matching of patterns against nodes and their descendants by backtracking, which finds every
//! match.

use super::Capture;
use super::parse::{ChildPattern, NodePattern, Pattern, Predicate, Test, TextTest};
use crate::domain::Cancel;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::num::NonZeroU16;
use std::ops::Range;
use tree_sitter::{Node, TreeCursor};

/// One match of a pattern.
pub struct Match<'m, 'tree> {
    /// Index of the pattern in the query.
    pub pattern: usize,
    /// Node at which the match starts; every captured node is this one or a descendant.
    pub start: Node<'tree>,
    pub(super) captured: &'m [(u16, Node<'tree>)],
    pub(super) meanings: &'m [Capture],
}

impl<'m, 'tree> Match<'m, 'tree> {
    /// Returns the captured nodes with the indices of their captures, for the fuzzer's oracle.
    #[cfg(fuzzing)]
    pub fn indices(&self) -> impl Iterator<Item = (usize, Node<'tree>)> {
        self.captured.iter().map(|(index, node)| (usize::from(*index), *node))
    }

    /// Returns the captured nodes with their captures, outer nodes first.
    pub fn captures(&self) -> impl Iterator<Item = (Capture, Node<'tree>)> + use<'m, 'tree> {
        let meanings = self.meanings;
        self.captured.iter().map(move |(index, node)| (meanings[usize::from(*index)], *node))
    }

    /// Returns the first node of a capture.
    pub fn node(&self, wanted: Capture) -> Option<Node<'tree>> {
        self.captures().find_map(|(capture, node)| (capture == wanted).then_some(node))
    }
}

/// A node as a child of its parent.
#[derive(Clone, Copy)]
struct Child<'tree> {
    node: Node<'tree>,
    kind: u16,
    is_named: bool,
    /// True for a node that may stand anywhere, such as a comment.
    is_extra: bool,
    field: Option<NonZeroU16>,
}

/// Number of nodes up to which they are searched one by one for their children; beyond, by a map.
const LOOKED_THROUGH: usize = 16;

/// Number of children of a node whose field is known. To look one up takes time in proportion to
/// the invisible nodes between the two, which may be as many as the children.
const WITH_FIELD: usize = 1 << 10;

/// Number of children after which the listing looks whether the call is cancelled.
const LOOK_UP_EVERY: usize = 64;

/// Limit of comparisons at one node. Patterns with several children can fit a node with very many
/// in very many ways; matches found before the limit count.
const MAX_STEPS: usize = 16 << 20;

/// State of the search for matches at one node. Reused from node to node to keep its allocations.
#[derive(Default)]
pub(super) struct State<'tree> {
    /// Created on first use.
    cursor: Option<TreeCursor<'tree>>,
    children: Vec<Child<'tree>>,
    /// Nodes by id, with the ranges of their children in `children`.
    listed: Vec<(usize, Range<usize>)>,
    /// Indices in `listed` by node id, once there are too many for a linear search.
    places: FxHashMap<usize, usize>,
    /// Number of comparisons at the current node.
    steps: usize,
    captured: Vec<(u16, Node<'tree>)>,
}

impl<'tree> State<'tree> {
    /// Resets the state for the next node.
    pub(super) fn start(&mut self) {
        self.children.clear();
        self.listed.clear();
        self.places.clear();
        self.steps = 0;
    }

    fn children_of(&mut self, node: Node<'tree>) -> Range<usize> {
        if let Some(children) = self.listed_children(node.id()) {
            return children;
        }
        let start = self.children.len();
        let cursor = self.cursor.get_or_insert_with(|| node.walk());
        cursor.reset(node);
        let mut is_there = cursor.goto_first_child();
        let mut count = 0;
        while is_there {
            let node = cursor.node();
            self.children.push(Child {
                node,
                kind: node.kind_id(),
                is_named: node.is_named(),
                is_extra: node.is_extra(),
                field: if count < WITH_FIELD { cursor.field_id() } else { None },
            });
            count += 1;
            if count % LOOK_UP_EVERY == 0 && Cancel::current().is_cancelled() {
                break;
            }
            is_there = cursor.goto_next_sibling();
        }
        let children = start..self.children.len();
        if self.listed.len() >= LOOKED_THROUGH {
            self.places.insert(node.id(), self.listed.len());
        }
        self.listed.push((node.id(), children.clone()));
        children
    }

    fn listed_children(&self, id: usize) -> Option<Range<usize>> {
        let first = &self.listed[..self.listed.len().min(LOOKED_THROUGH)];
        let known = first.iter().find(|(known, _)| *known == id);
        let known = known.or_else(|| self.places.get(&id).map(|place| &self.listed[*place]));
        known.map(|(_, children)| children.clone())
    }
}

/// Continuation for the state in which the rest of a pattern has matched.
type Continuation<'f, 'tree> = &'f mut dyn FnMut(&mut State<'tree>);

impl Pattern {
    /// Calls `visit` with the captures of every match of the pattern at `node`.
    pub(super) fn find<'tree>(
        &self,
        node: Node<'tree>,
        text: &str,
        state: &mut State<'tree>,
        mut visit: impl FnMut(&[(u16, Node<'tree>)]),
    ) {
        for choice in &self.choices {
            choice.find(node, node.kind_id(), node.is_named(), state, &mut |state| {
                if self.predicates.iter().all(|predicate| predicate.holds(&state.captured, text)) {
                    visit(&state.captured);
                }
            });
        }
    }
}

impl NodePattern {
    fn find<'tree>(
        &self,
        node: Node<'tree>,
        kind: u16,
        is_named: bool,
        state: &mut State<'tree>,
        then: Continuation<'_, 'tree>,
    ) {
        let is_it = match self.test {
            Test::Named(wanted) => is_named && wanted == kind,
            Test::Token(wanted) => !is_named && wanted == kind,
            Test::AnyNamed => is_named,
            Test::Any => true,
        };
        if !is_it {
            return;
        }
        let before = state.captured.len();
        state.captured.extend(self.captures.iter().map(|capture| (*capture, node)));
        if self.children.is_empty() && self.absent.is_empty() {
            then(state);
        } else {
            let children = state.children_of(node);
            let is_absent = |field: &NonZeroU16| {
                state.children[children.clone()].iter().all(|child| child.field != Some(*field))
            };
            if self.absent.iter().all(is_absent) {
                self.find_children(&self.children, children, state, then);
            }
        }
        state.captured.truncate(before);
    }

    /// Matches the patterns of `wanted`, in their order, against the children in `range`.
    fn find_children<'tree>(
        &self,
        wanted: &[ChildPattern],
        range: Range<usize>,
        state: &mut State<'tree>,
        then: Continuation<'_, 'tree>,
    ) {
        let Some((first, rest)) = wanted.split_first() else {
            let is_end = |child: &Child<'_>| !child.is_named || child.is_extra;
            if !self.is_closed || state.children[range].iter().all(is_end) {
                then(state);
            }
            return;
        };
        let is_found = Cell::new(false);
        for place in range.clone() {
            state.steps += 1;
            if state.steps > MAX_STEPS {
                return;
            }
            let child = state.children[place];
            if first.field.is_none_or(|field| child.field == Some(field)) {
                for choice in &first.choices {
                    choice.find(child.node, child.kind, child.is_named, state, &mut |state| {
                        self.find_children(rest, place + 1..range.end, state, &mut |state| {
                            is_found.set(true);
                            then(state);
                        });
                    });
                }
            }
            if first.is_next && !first.may_follow(child) {
                break;
            }
        }
        if first.is_optional && !is_found.get() {
            self.find_children(rest, range, state, then);
        }
    }
}

impl ChildPattern {
    /// Returns whether this child may stand before the node of a pattern with `is_next`.
    fn may_follow(&self, child: Child<'_>) -> bool {
        let is_token = self.choices.iter().any(|choice| matches!(choice.test, Test::Token(_)));
        child.is_extra || (!child.is_named && !is_token)
    }
}

impl Predicate {
    fn holds(&self, captured: &[(u16, Node<'_>)], text: &str) -> bool {
        let texts_of = |wanted: u16| {
            let of_capture = captured.iter().filter(move |(capture, _)| *capture == wanted);
            of_capture.map(|(_, node)| text.get(node.byte_range()).unwrap_or_default())
        };
        texts_of(self.capture).all(|own| {
            let fits = match &self.test {
                TextTest::OneOf(texts) => texts.iter().any(|wanted| wanted == own),
                TextTest::SameAs(other) => texts_of(*other).all(|wanted| wanted == own),
                TextTest::Matches(regex) => regex.is_match(own),
            };
            fits != self.is_negated
        })
    }
}
