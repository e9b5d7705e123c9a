//! The query language of `search`, which any text is, and the engine for tree-sitter queries
//! against tree-sitter's own.

#![no_main]

use language::language_and_text;
use libfuzzer_sys::fuzz_target;
use spelunk::lang::QueryKind;
use spelunk::workspace::parse::parse;
use std::collections::{BTreeSet, HashMap};
use std::sync::{LazyLock, Mutex};
use tree_sitter::{Query, QueryCursor, StreamingIterator};

mod language;

/// Pattern, and index and bytes of each capture.
type Told = (usize, BTreeSet<(usize, usize, usize)>);

/// Tree-sitter takes a tenth of a second to compile some queries.
static QUERIES: LazyLock<Mutex<HashMap<(&'static str, usize), &'static Query>>> = LazyLock::new(Mutex::default);

fuzz_target!(|data: &[u8]| {
    let (language, text) = language_and_text(data);
    spelunk::engine::search::read_query(&text);
    let Some(tree) = parse(&text, language) else { return };
    for kind in QueryKind::ALL {
        let (Some(own), Some(source)) = (language.query(kind), language.query_text(kind)) else { continue };
        let mut ours: BTreeSet<Told> = BTreeSet::new();
        own.walk(tree.root_node(), &text, |_| true, |found| {
            let captures = found.indices().map(|(index, node)| (index, node.start_byte(), node.end_byte()));
            ours.insert((found.pattern, captures.collect()));
        });
        let query = *QUERIES.lock().expect("no panic").entry((language.id, kind as usize)).or_insert_with(|| {
            let query = Query::new(language.grammar().expect("it has one"), &source).expect("tree-sitter takes it");
            Box::leak(Box::new(query))
        });
        let mut cursor = QueryCursor::new();
        cursor.set_match_limit(u32::MAX);
        let mut matches = cursor.matches(query, tree.root_node(), text.as_bytes());
        let mut theirs: BTreeSet<Told> = BTreeSet::new();
        while let Some(found) = matches.next() {
            let captures = found.captures().iter().map(|capture| {
                (capture.index as usize, capture.node.start_byte(), capture.node.end_byte())
            });
            theirs.insert((found.pattern_index, captures.collect()));
        }
        // Where a name is missing from broken code, tree-sitter captures a node of no width, and
        // ours does not match.
        let is_of_nothing = |(_, captures): &&Told| captures.iter().any(|(_, start, end)| start == end);
        // Behind an error, tree-sitter also matches without an optional node that is there.
        let is_part_of_ours = |(pattern, captures): &&Told| {
            tree.root_node().has_error()
                && ours.iter().any(|(own, more)| own == pattern && captures.is_subset(more))
        };
        let missing = theirs.difference(&ours);
        let missing: Vec<&Told> =
            missing.filter(|told| !is_of_nothing(told) && !is_part_of_ours(told)).collect();
        assert!(missing.is_empty(), "{} {kind:?} misses {missing:?}", language.id);
        // Matches of ours alone are no mistake: of several names in one declaration tree-sitter
        // passes over some, as the unit test of the engine says, which compares both ways.
    }
});
