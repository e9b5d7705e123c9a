//! What a test replaces as a whole: types of which its file makes mocks alone, modules, and names
//! that are patched while it runs.

use super::modules::ReplacedModule;
use super::{Mocks, Unit};
use crate::domain::{Symbol, remembered};
use crate::lang::MockRules;
use regex::Regex;
use std::collections::BTreeSet;

/// A call on the way from a test to a target.
pub(in crate::engine) struct MockedCall<'a> {
    /// The name of what is called.
    pub(in crate::engine) name: &'a str,
    /// The types that it is a member of: its own, and those whose member it implements; empty if it
    /// is not called on an object.
    pub(in crate::engine) types: Vec<&'a str>,
    /// The file that defines it.
    pub(in crate::engine) home: &'a str,
    pub(in crate::engine) caller: &'a Unit,
}

/// What a test patches: a name, and what has it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::engine) struct Patched {
    pub(in crate::engine) of: String,
    pub(in crate::engine) name: String,
}

impl Unit {
    /// Returns whether the file makes mocks, so that [`Self::replaces`] may be true.
    pub(in crate::engine) fn has_mocks(&self) -> bool {
        self.mocks().is_some()
    }

    /// Returns whether a call that a test of the file leads to is one of a mock there, or of what
    /// the test patches.
    pub(in crate::engine) fn replaces(
        &self,
        patched: &BTreeSet<Patched>,
        call: &MockedCall<'_>,
    ) -> bool {
        let Some(mocks) = self.mocks() else { return false };
        self.replaces_type(mocks, call)
            || mocks.modules.iter().any(|module| self.is_replaced_with(module, call))
            || self.is_patched(patched, call)
    }

    /// Returns what the code of a test puts a mock in the place of.
    pub(in crate::engine) fn patched(&self, test: &Symbol) -> BTreeSet<Patched> {
        let code = &self.content()[test.bytes.clone()];
        let rules = self.mocks().into_iter().flat_map(|mocks| &mocks.rules);
        let patches = rules.filter_map(|rules| rules.patched.get());
        let found = patches.flat_map(|patches| patches.captures_iter(code));
        let patched = found.filter_map(|captures| {
            let groups: Vec<&str> =
                captures.iter().skip(1).flatten().map(|group| group.as_str()).collect();
            let [of, name] = groups.as_slice() else { return None };
            Some(Patched { of: (*of).to_owned(), name: (*name).to_owned() })
        });
        patched.collect()
    }

    /// Returns whether a call is replaced with a module: it calls something of that, by its file or
    /// by the module's name in the file of the call, and not from within where the rest runs.
    fn is_replaced_with(&self, module: &ReplacedModule, call: &MockedCall<'_>) -> bool {
        let called = || std::iter::once(&call.name).chain(&call.types);
        let is_imported = |name: &&str| {
            let mut imports = call.caller.imports_of(name);
            imports.any(|import| import.module == module.path && module.has(name))
        };
        let is_by_file = is_module(self.path(), &module.path, call.home)
            && called().any(|name| module.has(name))
            && !(module.is_partial() && call.caller.path() == call.home);
        is_by_file || !module.path.starts_with('.') && called().any(is_imported)
    }

    /// Returns whether all values that the file makes of a type are mocks, and the caller makes
    /// none of its own.
    fn replaces_type(&self, mocks: &Mocks, call: &MockedCall<'_>) -> bool {
        let is_replaced = |name: &&&str| {
            remembered(&mocks.types, (**name).to_owned(), || {
                mocks.rules.iter().any(|rules| {
                    matches(rules.replacing.as_deref(), name, self.content())
                        && !matches(rules.making.as_deref(), name, self.content())
                })
            })
        };
        let runs = |name: &&str| {
            let text = call.caller.content();
            let makes = |rules: &&MockRules| matches(rules.making.as_deref(), name, text);
            let key = (call.caller.file, (**name).to_owned());
            remembered(&mocks.made, key, || mocks.rules.iter().any(makes))
        };
        call.types.iter().any(|name| is_replaced(&name)) && !call.types.iter().any(runs)
    }

    /// Returns whether what is called is patched, by its name and its type, its file, the caller's,
    /// or the name under which the file imports its own.
    fn is_patched(&self, patched: &BTreeSet<Patched>, call: &MockedCall<'_>) -> bool {
        let stem = |path: &'_ str| {
            let file = path.rsplit('/').next().unwrap_or(path);
            file.split('.').next().unwrap_or(file).to_owned()
        };
        let has = |types: &[&str], name: &String| types.contains(&name.as_str());
        let is_alias = |of: &str| {
            let is_file = |module: &str| is_module(self.path(), module, call.home);
            self.imports_of(of).any(|import| is_file(&import.module))
        };
        patched.iter().any(|Patched { of, name }| {
            (name == call.name || has(&call.types, name))
                && (has(&call.types, of)
                    || [call.caller.path(), call.home].map(stem).contains(of)
                    || is_alias(of))
        })
    }
}

/// Returns whether an expression for a name matches a text.
fn matches(expression: Option<&str>, name: &str, text: &str) -> bool {
    let expression = expression.map(|source| source.replace("{}", &regex::escape(name)));
    expression.and_then(|source| Regex::new(&source).ok()).is_some_and(|of| of.is_match(text))
}

/// Returns whether a module, as a file names it, is another file: by a relative path, or by a path
/// behind an alias of a directory.
fn is_module(from: &str, module: &str, file: &str) -> bool {
    let without_end = |path: &str| -> String {
        let directory = path.rfind('/').map_or(0, |at| at + 1);
        let stem = path[directory..].split('.').next().unwrap_or_default();
        let path = format!("{}{stem}", &path[..directory]);
        path.strip_suffix("/index").map_or_else(|| path.clone(), str::to_owned)
    };
    let file = without_end(file);
    if !module.starts_with('.') {
        let behind = module.split_once('/').map(|(_, behind)| behind);
        let is_alias = module.starts_with(['@', '~', '#', '$']);
        return behind.is_some_and(|behind| {
            is_alias && behind.contains('/') && file.ends_with(&format!("/{behind}"))
        });
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in module.split('/') {
        match part {
            "." | "" => {}
            ".." if parts.pop().is_none() => return false,
            ".." => {}
            part => parts.push(part),
        }
    }
    without_end(&parts.join("/")) == file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_found_by_their_paths() {
        assert!(is_module("a/b/c.test.ts", "./c", "a/b/c.ts"));
        assert!(is_module("a/b/c.test.ts", "../d/index", "a/d/index.tsx"));
        assert!(is_module("a/b/c.test.ts", "../d", "a/d/index.tsx"));
        assert!(is_module("server/b/c.test.ts", "@server/utils/mail", "server/utils/mail.ts"));
        assert!(!is_module("a/b/c.test.ts", "./d", "a/b/c.ts"));
        assert!(!is_module("a/b/c.test.ts", "mail", "a/b/mail.ts"));
        assert!(!is_module("a/b/c.test.ts", "@scope/mail", "a/b/mail.ts"));
    }
}
