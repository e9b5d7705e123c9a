//! Modules that a test's file replaces, as a whole or in some of their names.

use super::{MAX_STATEMENT, Unit};
use crate::domain::is_word;
use crate::engine::graph::brackets::end_before;
use crate::lang::MockRules;

/// What stands before the members of an object that another one takes over.
const SPREAD: &str = "...";

/// A module that is replaced.
pub(super) struct ReplacedModule {
    /// As it is written.
    pub(super) path: String,
    /// Where the statement stands that replaces it.
    pub(super) statement: std::ops::Range<usize>,
    /// The names of what is replaced, where the rest of it runs.
    names: Option<Vec<String>>,
}

impl ReplacedModule {
    /// Returns whether something of the module is replaced, by its name there.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.as_ref().is_none_or(|names| names.iter().any(|own| own == name))
    }

    /// Returns whether the rest of the module runs, and may call what is replaced without that.
    pub(super) const fn is_partial(&self) -> bool {
        self.names.is_some()
    }
}

impl Unit {
    /// Returns the modules that the file replaces, but for those of which all may run.
    pub(super) fn replaced_modules(&self, rules: &MockRules) -> Vec<ReplacedModule> {
        let text = self.content();
        let Some(module) = rules.module.get() else { return Vec::new() };
        let statements = module.captures_iter(text).filter_map(|captures| {
            let (whole, path) = (captures.get(0)?, captures.get(1)?);
            if self.names().is_text(whole.start()) {
                return None;
            }
            let most = text.floor_char_boundary(text.len().min(whole.end() + MAX_STATEMENT));
            let is_text = |at| self.names().is_text(at);
            let end = end_before(text, whole.end()..most, is_text, |_| false);
            let names = rules.running.is_match(&text[whole.end()..end]);
            let names = names.then(|| self.names_beside_spread(rules, whole.end()..end));
            let is_known = end < most && names.as_ref().is_none_or(|names| !names.is_empty());
            is_known.then(|| ReplacedModule {
                path: path.as_str().to_owned(),
                statement: whole.start()..end,
                names,
            })
        });
        statements.collect()
    }

    /// Returns the names that an object sets behind the members of the module that it takes over:
    /// `f` of `{ ...actual, f: fake }`. What is set to something of the module itself is left out.
    fn names_beside_spread(
        &self,
        rules: &MockRules,
        statement: std::ops::Range<usize>,
    ) -> Vec<String> {
        let text = self.content();
        let is_text = |at| self.names().is_text(at);
        let mut spreads = text[statement.clone()].match_indices(SPREAD);
        let first = spreads.find(|(at, _)| !is_text(statement.start + at));
        let Some((first, _)) = first else { return Vec::new() };
        let (mut at, mut names) = (statement.start + first, Vec::new());
        loop {
            let end = end_before(text, at..statement.end, is_text, |byte| byte == b',');
            let entry = text[at..end].trim();
            if entry.starts_with(SPREAD) {
                // It takes the place of what was set before.
                names.clear();
            } else if let Some(name) = key(entry)
                && !rules.running.is_match(entry)
            {
                names.push(name.to_owned());
            }
            match text.as_bytes().get(end) {
                Some(b',') if end < statement.end => at = end + 1,
                _ => return names,
            }
        }
    }
}

/// Returns the key of an entry of an object: of a pair, a method or a name alone.
fn key(mut entry: &str) -> Option<&str> {
    while let Some((_, behind)) = entry.split_once('\n').filter(|_| entry.starts_with("//")) {
        entry = behind.trim_start();
    }
    let entry = entry.strip_prefix("async ").unwrap_or(entry).trim_start();
    let entry = entry.strip_prefix(['"', '\'']).unwrap_or(entry);
    let end = entry.find(|letter| !is_word(letter)).unwrap_or(entry.len());
    let behind = entry[end..].trim_start_matches(['"', '\'']).trim_start();
    let is_key = behind.is_empty() || behind.starts_with([':', '(']);
    (end > 0 && is_key).then(|| &entry[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_from_entries() {
        let check =
            |entry: &str, expected: Option<&str>| assert_eq!(key(entry), expected, "{entry}");
        check("send: vi.fn()", Some("send"));
        check("send() { return 1 }", Some("send"));
        check("async send() { return 1 }", Some("send"));
        check("'send': fake", Some("send"));
        check("send", Some("send"));
        check("// Not sent.\n  // At all.\n  send: fake", Some("send"));
        check("[name]: fake", None);
        check("", None);
    }
}
