//! Tests of the query parser: parse results, rejected queries with error positions, and robustness.

use super::*;
use proptest::prelude::*;

/// Returns the query as nested lists: `&` all, `|` any, `!` not, `~` adjacent.
fn shape(query: &str) -> String {
    fn write(node: &Node, words: &[QueryWord]) -> String {
        let list = |nodes: &[Node]| {
            nodes.iter().map(|node| write(node, words)).collect::<Vec<_>>().join(" ")
        };
        match node {
            Node::Word(word) => match words[*word].form {
                Form::Plain => words[*word].text.clone(),
                Form::Phrase => format!("\"{}\"", words[*word].text),
                Form::Prefix => format!("{}*", words[*word].text),
            },
            Node::Filter(filter) => format!("{filter:?}"),
            Node::All(nodes) => format!("(& {})", list(nodes)),
            Node::Any(nodes) => format!("(| {})", list(nodes)),
            Node::Not(inner) => format!("(! {})", write(inner, words)),
            Node::Group { required, optional, excluded } => {
                let mut parts = Vec::new();
                parts.extend(required.iter().map(|node| format!("+{}", write(node, words))));
                parts.extend(optional.iter().map(|node| write(node, words)));
                parts.extend(excluded.iter().map(|node| format!("-{}", write(node, words))));
                format!("(~ {})", parts.join(" "))
            }
        }
    }
    let query = Query::parse(query).unwrap_or_else(|error| panic!("{query}: {error}"));
    write(&query.root, &query.words)
}

#[test]
fn queries_mean_what_they_say() {
    let check = |query: &str, expected: &str| assert_eq!(shape(query), expected, "{query}");
    check("pool", "pool");
    check("connection pool", "(~ connection pool)");
    check("connection AND pool", "(& connection pool)");
    check("a OR b AND c", "(| a (& b c))");
    check("a AND NOT b", "(& a (! b))");
    check("a NOT b", "(~ a -b)");
    check("a -b +c", "(~ +c a -b)");
    check("a !b", "(~ a -b)");
    check("(a OR b) AND c", "(& (| a b) c)");
    check("((a))", "a");
    check("\"connection pool\" x", "(~ \"connection pool\" x)");
    check("say \"a \\\"b\\\" c\"", "(~ say \"a \"b\" c\")");
    check("spawn*", "spawn*");
    check("retry lang:rust", "(~ +Language(\"rust\") retry)");
    check("retry -ext:rs", "(~ retry -Extension(\"rs\"))");
    check("ext:rs OR ext:py x", "(~ +(| Extension(\"rs\") Extension(\"py\")) x)");
    check("NOT NOT a", "a");
    check("a OR NOT b", "(| a (! b))");
    check("a && b || c", "(| (& a b) c)");
}

#[test]
fn marks_within_words_belong_to_them() {
    let check = |query: &str, expected: &str| assert_eq!(shape(query), expected, "{query}");
    check("foo-bar", "foo-bar");
    check("spawn()", "spawn()");
    check("foo(bar baz)", "(~ foo(bar baz)");
    check("tokio::sync::Mutex", "tokio::sync::Mutex");
    check("http://x.y", "http://x.y");
    check("and or not", "(~ and or not)");
    check("a + b - c -> d", "(~ a b c d)");
    check("it's", "it's");
}

#[test]
fn mistakes_say_where_they_are() {
    let check = |query: &str, expected: &str| {
        let error = Query::parse(query).expect_err(query);
        let text = format!("{error}: {}", error.hint().unwrap_or_default());
        assert!(text.contains(expected), "{query}: {text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    };
    check("", "empty");
    check(" \t ", "empty");
    check("NOT a", "only excludes");
    check("+", "no word to look for");
    check("-> == !=", "no word to look for");
    check("\"...\"", "no word to look for");
    check("kind:banana", "kinds are");
    check(&"x ".repeat(60_000), "more than the 10000 that are read");
}

#[test]
fn what_is_not_well_formed_is_read_as_words() {
    let check = |query: &str, expected: &str, reason: Option<&str>| {
        assert_eq!(shape(query), expected, "{query}");
        let read_as_words = Query::parse(query).expect(query).read_as_words;
        match reason {
            Some(reason) => {
                assert!(
                    read_as_words.as_ref().is_some_and(|why| why.contains(reason)),
                    "{read_as_words:?}"
                );
            }
            None => assert_eq!(read_as_words, None, "{query}"),
        }
    };
    check("a \"b", "(~ a b)", Some("quote at character 3 is never closed"));
    check("(a", "a", Some("parenthesis at character 1 is never closed"));
    check("a b)", "(~ a b)", Some("parenthesis at character 4 closes nothing"));
    check("foo(bar", "(~ foo bar)", Some("parenthesis at character 4 is never closed"));
    check("a ()", "a", Some("parentheses at character 3 hold nothing"));
    check("retry AND", "retry", Some("AND at character 7 has nothing on its right"));
    check("AND", "AND", Some("AND at character 1 has nothing on its left"));
    check("a AND OR b", "(~ a b)", Some("AND at character 3 has nothing on its right"));
    check("-a -b", "(~ a b)", Some("only excludes"));
    check("a ext:", "(~ a ext:)", Some("ext"));
    check(&format!("{}a", "(".repeat(80)), "a", Some("nested"));
    check("if (!ready && n == 0) {", "(~ if ready n 0)", Some("looks like code"));
    check("let x = a->b;", "(~ let x a->b;)", Some("looks like code"));
    check("error: expected `x` (found y)", "(~ error: expected `x` (~ found y))", None);
    check("a or b not c in d", "(~ a or b not c in d)", None);
}

#[test]
fn words_beyond_the_limit_are_counted() {
    let query: String = (0..MAX_WORDS + 7).map(|word| format!("w{word} ")).collect();
    let query = Query::parse(&query).expect("a query");
    assert_eq!((query.words.len(), query.ignored_words), (MAX_WORDS, 7));
}

/// A phrase is looked for at each place that holds its first words.
#[test]
fn words_in_quotes_count_each() {
    let words = |count: usize| (0..count).map(|word| format!("w{word}")).collect::<Vec<_>>();
    let phrase = |count: usize| words(count).join(" ");
    let query = Query::parse(&format!("a \"{}\" b", phrase(1_000))).expect("a query");
    let texts: Vec<&str> = query.words.iter().map(|word| word.text.as_str()).collect();
    assert_eq!(texts, ["a", phrase(MAX_WORDS - 1).as_str()]);
    assert_eq!(query.ignored_words, 1_000 - (MAX_WORDS - 1) + 1);
    let query = Query::parse("\"readLine of  it\" b").expect("a query");
    assert_eq!((query.words[0].text.as_str(), query.ignored_words), ("readLine of  it", 0));
}

#[test]
fn what_stands_under_not_ranks_nothing() {
    let query = Query::parse("a NOT (b OR NOT c) AND d").expect("a query");
    let excluded: Vec<&str> =
        query.words.iter().filter(|word| word.is_excluded).map(|word| word.text.as_str()).collect();
    assert_eq!(excluded, ["b"]);
}

fn query_text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "AND", "OR", "NOT", "(", ")", "\"", "+", "-", "a", "fooBar", "b*", "ext:rs", "kind:",
        "name:x*", "é", "日本", "\\", ":", " ", "  ", "foo(", "x::y", "!", "&&", "||", "\0", "the",
    ]);
    prop_oneof![
        prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat()),
        prop::collection::vec(".{0,6}", 0..8).prop_map(|pieces| pieces.join(" ")),
    ]
}

proptest! {
    #[test]
    fn no_query_makes_the_parser_fail(text in query_text()) {
        match Query::parse(&text) {
            Ok(query) => {
                prop_assert!(has_positive(&query.root));
                prop_assert!(query.words.iter().all(|word| word.text.chars().any(char::is_alphanumeric)));
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn plain_words_are_always_a_query(words in prop::collection::vec("[a-z_]{0,3}[a-zA-Z][a-z0-9_]{0,8}", 1..12)) {
        let query = Query::parse(&words.join(" "));
        let is_operator = |word: &String| matches!(word.as_str(), "AND" | "OR" | "NOT");
        if !words.iter().any(is_operator) {
            prop_assert_eq!(query.map(|query| query.words.len()), Ok(words.len()));
        }
    }

    #[test]
    fn balanced_parentheses_change_nothing_but_the_grouping(words in prop::collection::vec("[a-z]{1,6}", 1..6), depth in 0usize..20) {
        let plain = words.join(" ");
        let nested = format!("{}{plain}{}", "(".repeat(depth), ")".repeat(depth));
        prop_assert_eq!(Query::parse(&nested), Query::parse(&plain));
    }
}
