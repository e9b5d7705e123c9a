//! Comparison with the engine of tree-sitter as the oracle, and queries that are invalid.

use super::*;
use crate::lang::{Language, registry};
use std::collections::BTreeSet;
use std::path::Path;
use tree_sitter::{Parser, Query, QueryCursor, StreamingIterator};

/// A match, for comparison: its pattern, and the names and bytes of its captures.
type Told = (usize, BTreeSet<(String, usize, usize)>);

fn own(
    language: &Language,
    kind: QueryKind,
    source: &str,
    root: Node<'_>,
    text: &str,
) -> BTreeSet<Told> {
    let grammar = language.grammar().expect("it has a grammar");
    let (_, names) = Reader::new(grammar, source).read().expect("it is a query");
    let query = CompiledQuery::new(grammar, kind, source).expect("it is a query");
    let mut found_by = BTreeSet::new();
    query.walk(
        root,
        text,
        |_| true,
        |found| {
            let captures = found.captured.iter().map(|(index, node)| {
                (names[usize::from(*index)].clone(), node.start_byte(), node.end_byte())
            });
            found_by.insert((found.pattern, captures.collect()));
        },
    );
    found_by
}

fn of_tree_sitter(language: &Language, source: &str, root: Node<'_>, text: &str) -> BTreeSet<Told> {
    let query = Query::new(language.grammar().expect("it has a grammar"), source)
        .expect("tree-sitter takes it");
    let mut cursor = QueryCursor::new();
    cursor.set_match_limit(u32::MAX);
    let mut matches = cursor.matches(&query, root, text.as_bytes());
    let mut found_by = BTreeSet::new();
    while let Some(found) = matches.next() {
        let captures = found.captures().iter().map(|capture| {
            let name = query.capture_names()[capture.index as usize];
            (name.to_owned(), capture.node.start_byte(), capture.node.end_byte())
        });
        found_by.insert((found.pattern_index, captures.collect()));
    }
    found_by
}

/// Returns whether a match is the second name of Go's `const hidden, other int = 1, 2`, or the
/// second function of an extension of Scala, `twice`, which tree-sitter does not match, though the
/// pattern fits it as well.
fn is_passed_over((_, captures): &Told, text: &str) -> bool {
    captures.iter().any(|(_, start, end)| matches!(&text[*start..*end], "other" | "twice"))
}

#[test]
fn every_query_matches_what_tree_sitter_matches() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/languages");
    let mut compared = 0;
    let mut differences = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the fixtures are there").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("fixtures are UTF-8");
        let language =
            registry().for_source(&entry.path(), &text).expect("fixtures are in known languages");
        let Some(grammar) = language.grammar() else { continue };
        let mut parser = Parser::new();
        parser.set_language(grammar).expect("it loads");
        let tree = parser.parse(&text, None).expect("nothing stops it");
        for kind in QueryKind::ALL {
            let Some(source) = language.query_source(kind) else { continue };
            let own = own(language, kind, &source, tree.root_node(), &text);
            let other = of_tree_sitter(language, &source, tree.root_node(), &text);
            let missing: Vec<&Told> = other.difference(&own).collect();
            let surplus: Vec<&Told> =
                own.difference(&other).filter(|found| !is_passed_over(found, &text)).collect();
            if !(missing.is_empty() && surplus.is_empty()) {
                differences.push(format!(
                    "{} {kind:?}: missing {missing:?}, too much {surplus:?}",
                    language.id
                ));
            }
            compared += own.len();
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(compared > 1000, "only {compared} matches were compared");
}

#[test]
fn invalid_queries_are_errors() {
    let rust = registry().by_name("rust").and_then(Language::grammar).expect("it has a grammar");
    let check = |source: &str, expected: &str| {
        let error =
            CompiledQuery::new(rust, QueryKind::Symbols, source).err().expect(source).to_string();
        assert!(error.contains(expected), "{source}: {error}");
    };
    check("(function_itm) @comment", "line 1: the grammar has no kind of node called function_itm");
    check("\n(_expression) @comment", "line 2: the grammar has no kind of node called _expression");
    check("(function_item nam: (_) @name)", "no field called nam");
    check("(function_item) @nam", "unknown variant `nam`, expected one of `name`");
    check("(function_item (#is? @name \"a\"))", "the predicates are");
    check("(function_item (#eq? @name))", "expected texts in quotes");
    check(
        "(function_item name: (_) @name (#eq? @name @name @name))",
        "expected a closing parenthesis",
    );
    check("(function_item (#match? @name \"(\"))", "unclosed group");
    check("(function_item", "a parenthesis is not closed");
    check("(_ (identifier) @name)", "a pattern starts at a kind of node");
    check("(function_item name (_))", "expected a colon");
    check("(function_item \"fn)", "a quote is not closed");
}
