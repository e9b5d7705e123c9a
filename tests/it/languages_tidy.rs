//! Conventions for what the code knows of languages: what it reads of their tables, what
//! CONTRIBUTING.md says of them, and which files name one.

use crate::tidy::{assert_none, code, is_word, root, sources, uses};
use spelunk::lang::registry;
use std::fs;

/// A key that nothing reads lets a language's table say what has no effect.
#[test]
fn every_key_of_a_language_is_read() {
    const SCHEMA: [&str; 3] = ["lang/config.rs", "lang/graph_rules.rs", "lang/visibility.rs"];
    let (config, others): (Vec<_>, Vec<_>) = sources("src")
        .into_iter()
        .partition(|(path, _)| SCHEMA.iter().any(|of_schema| path.ends_with(of_schema)));
    assert_eq!(config.len(), SCHEMA.len(), "the schema");
    let config: String = config.into_iter().map(|(_, text)| text).collect();
    let keys = config.lines().filter_map(|line| line.strip_prefix("    pub ")?.split_once(':'));
    let keys: Vec<&str> = keys.map(|(key, _)| key).filter(|key| !key.contains('(')).collect();
    assert!(keys.len() > 50, "only {} are seen", keys.len());
    // Some are read by the schema's own methods.
    let read_here = config.split("impl ").skip(1).collect::<String>();
    let is_read = |key: &str, text: &str| {
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        text.match_indices(&format!(".{key}"))
            .any(|(at, found)| !text[at + found.len()..].starts_with(is_word))
    };
    let unread: Vec<&&str> = keys
        .iter()
        .filter(|key| !is_read(key, &read_here))
        .filter(|key| !others.iter().any(|(_, text)| is_read(key, text)))
        .collect();
    assert!(unread.is_empty(), "nothing reads {unread:?}");
}

#[test]
fn contributing_lists_every_key_and_method_of_a_languages_semantics() {
    let read =
        |path: &str| fs::read_to_string(root().join(path)).expect("a file of the repository");
    let contributing = read("CONTRIBUTING.md");
    let rules = read("src/engine/graph/semantics/rules.rs");
    let of_trait = rules
        .split("trait Semantics")
        .nth(1)
        .and_then(|rest| rest.split("\n}\n").next())
        .expect("the trait");
    let methods =
        of_trait.lines().filter_map(|line| line.strip_prefix("    fn ")?.split(['(', '<']).next());
    let config = read("src/lang/graph_rules.rs");
    let of_struct =
        config.split("struct GraphRules {").nth(1).and_then(|rest| rest.split("\n}\n").next());
    let fields = of_struct.expect("the struct").lines();
    let keys = fields.filter_map(|line| line.strip_prefix("    pub ")?.split(':').next());
    let names: Vec<&str> = methods.chain(keys).collect();
    assert!(names.len() > 40, "only {} are seen", names.len());
    let missing: Vec<&&str> =
        names.iter().filter(|name| !contributing.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "CONTRIBUTING.md does not list {missing:?}");
    let of_methods = contributing.split("### The methods of `Semantics`").nth(1);
    let of_methods = of_methods.and_then(|rest| rest.split("\n###").next()).expect("the table");
    let rows = of_methods.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | "));
    let listed = rows.flat_map(|(_, names)| names.split('`').skip(1).step_by(2));
    let gone: Vec<&str> = listed.filter(|name| !names.contains(name)).collect();
    assert!(gone.is_empty(), "CONTRIBUTING.md lists {gone:?}, which `Semantics` has no more");
}

/// Files of the engine that name a language, below `src/engine`, and why.
const MAY_NAME_LANGUAGES: [(&str, &str); 7] = [
    ("graph/semantics/", "the rules that no table can express"),
    ("map/manifests.rs", "the files in which projects of a language are declared"),
    ("map/project.rs", "what those files say of the project"),
    ("map/imports.rs", "folders of sources that are called like their language"),
    ("map/includes.rs", "included files of C, which say what their folder depends on"),
    ("map/named_files.rs", "required files without their ending"),
    ("search/filter.rs", "an example in a message"),
];

/// Ordinary words that languages are called by.
const WORDS: [&str; 2] = ["make", "text"];

fn naming_mistakes(path: &str, text: &str) -> Vec<String> {
    let within = path.strip_prefix("src/engine/").unwrap_or(path);
    if MAY_NAME_LANGUAGES.iter().any(|(place, _)| within.starts_with(place)) {
        return Vec::new();
    }
    let own = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let is_name = |literal: &str| {
        let is_id = registry().all().iter().any(|language| language.id == literal);
        let is_ending = literal.strip_prefix('.').is_some_and(|ending| {
            let mut all = registry().all().iter();
            all.any(|language| language.config.extensions.iter().any(|known| known == ending))
        });
        is_ending || is_id && !WORDS.contains(&literal)
    };
    let names = |line: &str| {
        uses(&code(line), "Family::").iter().any(|rest| !rest.starts_with("None"))
            || line.split('"').skip(1).step_by(2).any(is_name)
    };
    own.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim_start().starts_with("//") && names(line))
        .map(|(number, _)| format!("{path}:{}: a language is named", number + 1))
        .collect()
}

#[test]
fn few_files_of_the_engine_name_a_language() {
    let mistakes: Vec<String> = sources("src/engine")
        .iter()
        .flat_map(|(path, text)| naming_mistakes(&path.display().to_string(), text))
        .collect();
    assert_none(&mistakes);
    let places = MAY_NAME_LANGUAGES.iter().map(|(place, _)| root().join("src/engine").join(place));
    let gone: Vec<_> = places.filter(|place| !place.exists()).collect();
    assert!(gone.is_empty(), "gone: {gone:?}");
    let check = |path: &str, line: &str, expected: usize| {
        assert_eq!(naming_mistakes(path, line).len(), expected, "{path}: {line}");
    };
    check("src/engine/map/rank.rs", "if language.id == \"rust\" {", 1);
    check("src/engine/map/rank.rs", "path.ends_with(\".py\")", 1);
    check("src/engine/map/rank.rs", "rules.family == Family::Go", 1);
    check("src/engine/map/rank.rs", "rules.family == Family::None", 0);
    check("src/engine/map/rank.rs", "// \"rust\"", 0);
    check("src/engine/map/rank.rs", "build.push(\"make\")", 0);
    check("src/engine/graph/semantics/go.rs", "path.ends_with(\".go\")", 0);
}
