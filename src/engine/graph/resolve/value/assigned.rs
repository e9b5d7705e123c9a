//! What a local name may be at a place, of all that it is set to apart from its declaration.

use crate::domain::is_word;
use crate::engine::graph::project::{MAX_ASSIGNED, Unit};
use crate::workspace::names::{Binding, Scope, Span};

/// What begins a scope that is no function, but a part of one.
const BLOCK_WORDS: [&str; 8] = ["catch", "else", "for", "if", "loop", "switch", "unsafe", "while"];

/// What begins a part of a block that is done for some values only.
const LABELS: [&str; 2] = ["case", "default"];

/// Where the value of a name at a place may come from.
pub(super) struct Reaching<'u> {
    /// True if it may be that of the declaration.
    pub(super) is_declared: bool,
    pub(super) assigned: Vec<&'u Binding>,
}

impl<'u> Reaching<'u> {
    /// All that a name is set to, wherever it is used.
    pub(super) fn all(unit: &'u Unit, binding: &Binding) -> Self {
        Self { is_declared: true, assigned: unit.assigned_to(binding).collect() }
    }

    /// What a name is set to that is in force at a place: by the nearest statement that always
    /// comes before it, and by what may come between or, in a loop, behind.
    pub(super) fn at(unit: &'u Unit, binding: &Binding, at: u32) -> Self {
        let all = Self::all(unit, binding);
        let function = |at: u32| function_around(unit, at);
        let own = function(binding.name.start);
        let is_own = |assigned: &&Binding| function(assigned.name.start) == own;
        let is_of_one_function = function(at) == own && all.assigned.iter().all(is_own);
        if all.assigned.len() == MAX_ASSIGNED || at < binding.name.end || !is_of_one_function {
            return all;
        }
        let (before, behind): (Vec<&Binding>, Vec<&Binding>) =
            all.assigned.into_iter().partition(|assigned| assigned.name.start < at);
        let mut reaching = Vec::new();
        let mut from = binding.name.start;
        let mut is_declared = true;
        let is_made_there = |assigned: &Binding| assigned.origin.value_span.end > at;
        for assigned in before.into_iter().rev().filter(|assigned| !is_made_there(assigned)) {
            reaching.push(assigned);
            if always_comes_before(unit, assigned, at) {
                (from, is_declared) = (assigned.name.start, false);
                break;
            }
        }
        // A block around the place that what is in force stands outside of may be run again.
        let holds = |span: Span, at: u32| span.start <= at && at < span.end;
        let may_run_again = |behind: &&Binding| {
            let mut around = scopes_around(unit, at);
            around.any(|scope| holds(scope.span, behind.name.start) && !holds(scope.span, from))
        };
        reaching.extend(behind.into_iter().filter(may_run_again));
        Self { is_declared, assigned: reaching }
    }
}

fn scopes_around(unit: &Unit, at: u32) -> impl Iterator<Item = &Scope> {
    let names = unit.names();
    names.scopes_around(at).map(|scope| &names.scopes[scope as usize])
}

/// Returns where the function around a byte begins, if there is one.
pub(super) fn function_around(unit: &Unit, at: u32) -> Option<u32> {
    let is_block = |scope: &Scope| {
        let text = scope.span.of(unit.content());
        let word = text.split(|letter| !is_word(letter)).next().unwrap_or_default();
        text.starts_with('{') || BLOCK_WORDS.contains(&word)
    };
    let around = scopes_around(unit, at).find(|scope| !is_block(scope));
    around.filter(|scope| scope.parent.is_some()).map(|scope| scope.span.start)
}

/// Returns whether a name is always set before a place: by a statement of its own, in a block that
/// the place is in as well.
fn always_comes_before(unit: &Unit, assigned: &Binding, at: u32) -> bool {
    let (names, text) = (unit.names(), unit.content());
    let block = names.scopes[names.scope_at(assigned.name.start) as usize].span;
    let Some(between) = text.get(assigned.name.end as usize..at as usize) else { return false };
    let mut words = between.split(|letter| !is_word(letter));
    let begins = before_statement(unit, assigned.name.start as usize).ends_with([';', '{', '}']);
    // What is made of the value itself leads to what was set before.
    let root = assigned.origin.value.and_then(|value| names.root_name(value));
    let is_new = root.is_none_or(|root| root.of(text) != assigned.name.of(text));
    let is_in_block = block.start <= at && at < block.end;
    is_new && is_in_block && begins && !words.any(|word| LABELS.contains(&word))
}

/// Returns the text before a statement, without the comments above it.
fn before_statement(unit: &Unit, at: usize) -> &str {
    let mut before = unit.content()[..at].trim_end();
    while let Some((last, _)) = before.char_indices().next_back()
        && unit.names().is_text(last)
    {
        let line = before.rfind('\n').unwrap_or_default();
        before = before[..line].trim_end();
    }
    before
}
