//! `search` where what is meant stands in other words.

use crate::support;
use crate::support::cli::run;
use serde_json::Value;
use tempfile::TempDir;

/// Waits longer after each attempt, and says neither "wait" nor "again".
const BACKOFF: &str = "def backoff(attempt):\n    time.sleep(min(CEILING, BASE * 2 ** attempt))\n";
const SHUFFLE: &str = "def shuffle(cards):\n    for index in range(len(cards)):\n        swap(cards, randrange(index))\n";

fn search(project: &TempDir, arguments: &[&str]) -> Value {
    let mut all = vec!["search", "--json"];
    all.extend(arguments);
    let run = run(project.path(), &all);
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {run:?}"))
}

/// What is found, best first, each with what it was found by.
fn found(answer: &Value) -> Vec<String> {
    let rows = ["results", "more"]
        .into_iter()
        .flat_map(|key| answer[key].as_array().into_iter().flatten());
    let words = |value: &Value| {
        value
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect::<Vec<_>>()
            .join("+")
    };
    rows.map(|row| format!("{} {}", row["name"].as_str().unwrap_or("-"), words(&row["matched_by"])))
        .collect()
}

#[test]
fn nearest_in_meaning_is_found_without_a_word_in_common() {
    let project = support::project(&[("src/a.py", BACKOFF), ("src/b.py", SHUFFLE)]);
    let answer = search(&project, &["wait before trying again"]);
    assert_eq!(found(&answer), ["backoff meaning"]);
    assert_eq!(
        answer["notes"][0],
        "No result holds a word of the query; they are near to it in meaning."
    );
    assert!(answer["results"][0]["matched_keywords"].as_array().is_some_and(Vec::is_empty));
    // Filters hold all the same.
    assert!(found(&search(&project, &["wait before trying again file:b.py"])).is_empty());
}

#[test]
fn nothing_is_left_out_if_nothing_is_near_in_meaning() {
    let test = "def test_shuffle():\n    pass\n";
    let project = support::project(&[("src/b.py", SHUFFLE), ("tests/test_b.py", test)]);
    let answer = search(&project, &["wait before trying again"]);
    assert!(found(&answer).is_empty() && answer["left_out"].is_null(), "{answer}");
}

#[test]
fn beside_definitions_with_the_words_one_that_means_the_same_is_found() {
    let other = "def prompt(trial):\n    return wait_for_key(trial)\n";
    let project = support::project(&[("src/a.py", &format!("{BACKOFF}\n\n{SHUFFLE}\n\n{other}"))]);
    let answer = search(&project, &["wait before trying again"]);
    assert!(found(&answer).contains(&"backoff meaning".to_owned()), "{answer}");
    assert!(!found(&answer).iter().any(|found| found.starts_with("shuffle")), "{answer}");
    assert!(answer["notes"].is_null());
}

#[test]
fn of_definitions_with_the_same_words_the_nearer_in_meaning_comes_first() {
    let far = SHUFFLE.replace("cards", "output");
    let near = "def redact(output):\n    return re.sub(PASSWORD, MASK, output)\n";
    let project = support::project(&[("src/a.py", &far), ("src/b.py", near)]);
    let answer = search(&project, &["hide secret values in output"]);
    assert!(found(&answer)[0].starts_with("redact"), "{answer}");
}

#[test]
fn names_quotes_and_operators_ask_for_words_alone() {
    let project = support::project(&[("src/a.py", BACKOFF), ("src/b.py", SHUFFLE)]);
    for query in ["wait", "\"wait before\" again", "wait AND again", "+wait again", "waitAgain"] {
        assert!(found(&search(&project, &[query])).is_empty(), "{query}");
    }
    assert!(found(&search(&project, &["--exact", "wait before trying again"])).is_empty());
    assert_eq!(found(&search(&project, &["shuffle"])), ["shuffle words"]);
    assert_eq!(found(&search(&project, &["--exact", "shuffle"])), ["shuffle words"]);
}

#[test]
fn words_that_stand_for_others_are_told() {
    let project = support::project(&[("src/a.py", "def cfg(path):\n    return path\n")]);
    assert_eq!(found(&search(&project, &["configuration"])), ["cfg expansion"]);
}
