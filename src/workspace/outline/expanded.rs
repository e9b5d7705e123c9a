//! Definitions that macros of a file write where they are called: `route!(get, GET)` of a macro
//! with `fn $name`. What a macro calls by itself has no name in the file.

use super::collect::{Raw, RawOutline};
use crate::domain::{SymbolKind, is_word};
use crate::workspace::macro_rules::{Rules, Tree, trees};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The kind of node of a definition that the call of a macro writes.
pub const MACRO_CALL: &str = "macro_invocation";

/// The words before a name that is defined.
const DEFINING: [(&str, SymbolKind); 8] = [
    ("fn", SymbolKind::Function),
    ("struct", SymbolKind::Struct),
    ("union", SymbolKind::Struct),
    ("enum", SymbolKind::Enum),
    ("trait", SymbolKind::Trait),
    ("type", SymbolKind::Type),
    ("const", SymbolKind::Constant),
    ("static", SymbolKind::Variable),
];

/// Limits of calls that are expanded in a file, and of those that one leads to.
const MAX_CALLS: usize = 2_000;
const MAX_INNER: usize = 64;

/// A definition in what a call stands for.
struct Defined {
    kind: SymbolKind,
    name: Range<usize>,
    /// `pub`, `pub(` before it.
    visible: Option<&'static str>,
}

impl RawOutline {
    /// Adds what calls of the file's macros define under names that the calls give.
    pub(super) fn collect_expanded(&mut self, text: &str) {
        let writes_names = |range: &Range<usize>| defines_given(&text[range.clone()]);
        if !self.macros.iter().any(writes_names) {
            return;
        }
        let mut rules: FxHashMap<&str, Rules<'_>> = FxHashMap::default();
        for range in &self.macros {
            let read = trees(&text[..range.end], range.start, 0);
            let read = read.and_then(|definition| {
                let bang = definition.iter().position(|tree| tree.is("!"))?;
                Some((definition.get(bang + 1)?.name()?, Rules::read(&definition)?))
            });
            // What is defined twice is chosen by conditions or by the order of the text.
            rules.extend(read);
        }
        self.macro_calls.sort_unstable_by_key(|call| (call.start, call.end));
        self.macro_calls.dedup();
        for call in self.macro_calls.iter().take(MAX_CALLS) {
            for defined in defined_by(text, call, &rules) {
                self.definitions.push(raw(call, defined));
            }
        }
    }
}

/// Returns whether the text of a macro has a definition of a name that it is given: `fn $name`.
fn defines_given(text: &str) -> bool {
    DEFINING.iter().any(|(word, _)| {
        text.match_indices(word).any(|(at, _)| {
            let is_apart = !text[..at].ends_with(is_word);
            is_apart && text[at + word.len()..].trim_start().starts_with('$')
        })
    })
}

/// Returns what a call of a macro defines under names that stand in the call.
fn defined_by<'t>(
    text: &'t str,
    call: &Range<usize>,
    rules: &FxHashMap<&'t str, Rules<'t>>,
) -> Vec<Defined> {
    let Some((name, given)) = text[call.clone()].split_once('!') else { return Vec::new() };
    let name = name.trim_end();
    let Some(given) = given.trim_start().strip_prefix(['(', '[', '{']) else { return Vec::new() };
    if !rules.contains_key(name) {
        return Vec::new();
    }
    let end = &text[..call.end];
    let Some(given) = trees(end, call.end - given.len(), 0) else { return Vec::new() };
    let is_given = |tree: &Tree<'_>| tree.leaf().is_some_and(|leaf| call.contains(&leaf.start));
    let mut waiting = vec![(name, given)];
    let mut found: Vec<Defined> = Vec::new();
    let mut done = 0;
    while let Some((name, given)) = waiting.pop() {
        done += 1;
        let expanded = rules.get(name).and_then(|rules| rules.expand(&given));
        let Some(expanded) = expanded.filter(|_| done <= MAX_INNER) else { continue };
        for at in 0..expanded.len() {
            match &expanded[at..] {
                [called, bang, Tree::Group(_, inner), ..] if bang.is("!") => {
                    waiting.extend(called.name().map(|name| (name, inner.to_vec())));
                }
                // What a call is given as a whole is a definition of its own.
                [word, defined, ..] if !is_given(word) => {
                    found.extend(definition(&expanded[..at], word, defined));
                }
                _ => {}
            }
        }
    }
    found.retain(|of| call.contains(&of.name.start));
    found
}

/// Returns the definition of a name behind a word, given what is before it.
fn definition(before: &[Tree<'_>], word: &Tree<'_>, name: &Tree<'_>) -> Option<Defined> {
    let (_, kind) = DEFINING.iter().find(|(defining, _)| word.is(defining))?;
    let leaf = name.leaf().filter(|_| name.name().is_some())?;
    let is_end = |tree: &Tree<'_>| tree.is_group('{') || tree.is(";");
    let start = before.iter().rposition(is_end).map_or(0, |end| end + 1);
    let head = &before[start..];
    let visible = head.iter().position(|tree| tree.is("pub")).map(|at| {
        let is_limited = head.get(at + 1).is_some_and(|next| next.is_group('('));
        if is_limited { "pub(" } else { "pub" }
    });
    let name = leaf.start..leaf.start + leaf.text.len();
    Some(Defined { kind: *kind, name, visible })
}

fn raw(call: &Range<usize>, defined: Defined) -> Raw {
    Raw {
        kind: defined.kind,
        node_type: MACRO_CALL,
        node: call.clone(),
        outer: call.clone(),
        head: None,
        name: Some(defined.name),
        body: None,
        value: None,
        container: None,
        docstring: None,
        is_declared: false,
        declares_function: false,
        level: 0,
        visible: defined.visible,
        is_settled: false,
        pattern: 0,
    }
}
