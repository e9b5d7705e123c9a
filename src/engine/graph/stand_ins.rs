//! Definitions in test code that stand in for others: a mock of a function under its own name, a
//! file of mocks beside a module, the members of a type that records calls.

use super::enclosing::node;
use super::project::{Def, Project, Unit, split_path};
use crate::lang::MockRules;
use regex::Regex;
use std::sync::LazyLock;

/// Limit of the targets that a definition is compared with.
const MAX_TARGETS: usize = 16;

/// Directory beside a module in which a file of its name stands in for it.
const MOCKS: &str = "__mocks__";

/// What stands between a name and the value that it is set to.
static SET: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\A\s*(?::[^=;{}\n]*)?:?=\s*(?:new\s+)?").expect("a valid expression")
});

/// Returns whether a definition stands in for one of the targets in tests: for certain, by where it
/// is and what it is set to. What is in a file of its own for mocks has to have that one's name.
pub(in crate::engine) fn stands_in<'d>(
    project: &Project<'_>,
    targets: impl IntoIterator<Item = &'d Def>,
    def: Def,
) -> bool {
    let Some((unit, symbol)) = project.get(def) else { return false };
    let rules = unit.language.config.mocks.as_slice();
    if rules.is_empty() || !unit.facts().class.is_test() && !has_recorder(rules) {
        return false;
    }
    let own = node(unit, symbol);
    let is_mock = || rules.iter().any(|rules| is_set_to(unit, symbol, rules));
    targets.into_iter().take(MAX_TARGETS).any(|target| {
        let Some((home, of)) = project.get(*target).filter(|_| *target != def) else {
            return false;
        };
        if home.language.config.graph.family != unit.language.config.graph.family {
            return false;
        }
        if let Some(owner) = &node(home, of).container {
            let records = |rules: &MockRules| {
                let recorder = rules.recorder.as_ref().map(|name| name.replace("{}", owner));
                recorder.is_some() && recorder == own.container
            };
            return rules.iter().any(records);
        }
        let is_beside = is_mock_of_file(unit.path(), home.path());
        own.container.is_none() && (is_beside || unit.replaces_file(home.path(), None) && is_mock())
    })
}

/// Returns whether the members of a type record calls: files with such may be generated ones, which
/// are no tests.
fn has_recorder(rules: &[MockRules]) -> bool {
    rules.iter().any(|rules| rules.recorder.is_some())
}

/// Returns whether a file stands in for another one as a whole, by its path.
fn is_mock_of_file(path: &str, of: &str) -> bool {
    let (directory, file) = split_path(path);
    let (home, own) = split_path(of);
    let stem = |file: &str| file.rsplit_once('.').map_or("", |(stem, _)| stem).to_owned();
    let is_there = match home.is_empty() {
        true => directory == MOCKS,
        false => directory.strip_suffix(MOCKS).is_some_and(|above| above == format!("{home}/")),
    };
    is_there && stem(file) == stem(own)
}

/// Returns whether a definition is a value that stands in for a function.
fn is_set_to(unit: &Unit, symbol: u32, rules: &MockRules) -> bool {
    let behind = &unit.content()[unit.symbol(symbol).name_bytes.end..];
    SET.find(behind).is_some_and(|set| rules.stands.is_match(&behind[set.end()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_mocks_stand_beside_what_they_stand_in_for() {
        assert!(is_mock_of_file("app/__mocks__/mail.ts", "app/mail.ts"));
        assert!(is_mock_of_file("__mocks__/mail.js", "mail.ts"));
        assert!(!is_mock_of_file("app/__mocks__/mail.mock.ts", "app/mail.ts"));
        assert!(!is_mock_of_file("lib/__mocks__/mail.ts", "app/mail.ts"));
        assert!(!is_mock_of_file("app/mail.ts", "app/mail.ts"));
    }
}
