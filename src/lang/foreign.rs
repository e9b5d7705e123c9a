//! Names across languages: which code names definitions of another language, from
//! `languages/foreign.toml`.

use super::{Language, LazyRegex, embedded};
use serde::Deserialize;
use std::sync::LazyLock;

const TABLE: &str = "languages/foreign.toml";

/// Maximum number of bytes before a name that are looked at.
const MAX_BEFORE: usize = 200;

/// Maximum number of lines above a definition that are read for attributes.
const MAX_ATTRIBUTES: usize = 8;

/// Code of some languages that names definitions of others.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Foreign {
    /// Languages of the definitions, or their families.
    of: Vec<String>,
    /// Languages of the code, or their families.
    #[serde(rename = "in")]
    within: Vec<String>,
    /// What stands before the name on its line.
    #[serde(default)]
    before: LazyRegex,
    /// A part of the file that names it.
    #[serde(default)]
    file: LazyRegex,
    /// A part of the definition's first lines and attributes.
    #[serde(default)]
    exported: LazyRegex,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    foreign: Vec<Foreign>,
}

fn table() -> &'static [Foreign] {
    static FOREIGN: LazyLock<Vec<Foreign>> =
        LazyLock::new(|| embedded::table::<Table>(TABLE).foreign);
    &FOREIGN
}

impl Foreign {
    /// Returns the ways in which code of other languages names a definition, of which these are the
    /// byte offsets where it begins and where its name ends. `outer` begin what it is a member of.
    pub fn of<'t>(
        language: &'t Language,
        text: &'t str,
        (start, end): (usize, usize),
        outer: impl Fn() -> Vec<(usize, usize)> + 't,
    ) -> impl Iterator<Item = &'static Self> + 't {
        table().iter().filter(move |foreign| {
            let is_marked = |(start, end)| foreign.exported.is_match(head(text, start, end));
            is_among(language, &foreign.of)
                && (foreign.exported.get().is_none()
                    || is_marked((start, end))
                    || outer().into_iter().any(is_marked))
        })
    }

    /// Returns whether a file of a language may name such definitions.
    pub fn may_be_in(&self, language: &Language, text: &str) -> bool {
        is_among(language, &self.within) && self.file.get().is_none_or(|part| part.is_match(text))
    }

    /// Returns whether a name at a byte offset of such a file may be one of a definition.
    pub fn may_be_at(&self, text: &str, at: usize) -> bool {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let start = text.ceil_char_boundary(line.max(at.saturating_sub(MAX_BEFORE)));
        self.before.get().is_none_or(|before| before.is_match(&text[start..at]))
    }
}

fn is_among(language: &Language, names: &[String]) -> bool {
    names.iter().any(|name| *name == language.id || language.config.families.contains(name))
}

/// Returns the first lines of a definition, from its attributes on.
fn head(text: &str, start: usize, end: usize) -> &str {
    let mut first = text[..start].rfind('\n').map_or(0, |end| end + 1);
    for _ in 0..MAX_ATTRIBUTES {
        let above = text[..first].trim_end_matches('\n');
        let line = above.rfind('\n').map_or(0, |end| end + 1);
        if first == 0 || !above[line..].trim_start().starts_with(['#', '/']) {
            break;
        }
        first = line;
    }
    &text[first..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::registry;

    #[test]
    fn every_entry_is_of_known_languages_and_its_patterns_compile() {
        for foreign in table() {
            for name in foreign.of.iter().chain(&foreign.within) {
                let is_it = |language: &Language| is_among(language, std::slice::from_ref(name));
                assert!(registry().all().iter().any(is_it), "{name}");
            }
            for pattern in [&foreign.before, &foreign.file, &foreign.exported] {
                pattern.get();
            }
        }
        assert!(!table().is_empty());
    }
}
