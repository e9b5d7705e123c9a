//! What a test replaces as a whole: types of which its file makes mocks alone, modules, and names
//! that are patched while it runs.

use super::modules::ReplacedModule;
use super::{Mocks, Unit};
use crate::domain::remembered;
use crate::engine::graph::project::{Project, split_path};
use crate::lang::MockRules;
use crate::workspace::names::Import;
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
        self.mocks().is_some_and(|mocks| self.replaces_type(mocks, call))
            || self.replaces_module(call)
            || self.is_patched(patched, call)
    }

    /// Returns the test files that a file imports and that replace modules, which are then replaced
    /// for it too.
    pub(in crate::engine) fn imported_mocks<'p>(&self, project: &'p Project<'_>) -> Vec<&'p Unit> {
        let mut found: Vec<&Unit> = Vec::new();
        if self.language.config.mocks.iter().all(|rules| rules.module.get().is_none()) {
            return found;
        }
        for import in self.names().imports.iter().filter(|import| import.module.starts_with('.')) {
            let mut parts = import.module.rsplit('/');
            let stem = parts.next().and_then(|last| last.split('.').next()).unwrap_or_default();
            let own = split_path(split_path(self.path()).0).1;
            let folder =
                parts.next().map_or(own, |folder| if folder == "." { own } else { folder });
            // A path that leads upwards has another directory before the name.
            if stem.is_empty() || folder == ".." {
                continue;
            }
            for file in project.ending_with(stem, &[folder]).unwrap_or_default() {
                let entry = project.entry(file);
                if !entry.class.is_test()
                    || !is_module(self.path(), &import.module, &entry.path.display)
                {
                    continue;
                }
                let unit = project.unit(file).filter(|unit| {
                    unit.file != self.file && unit.mocks().is_some_and(|of| !of.modules.is_empty())
                });
                if let Some(unit) = unit.filter(|unit| found.iter().all(|of| of.file != unit.file))
                {
                    found.push(unit);
                }
            }
        }
        found
    }

    /// Returns whether the file replaces the module of what is called.
    pub(in crate::engine) fn replaces_module(&self, call: &MockedCall<'_>) -> bool {
        let mut modules = self.mocks().into_iter().flat_map(|mocks| &mocks.modules);
        modules.any(|module| self.is_replaced_with(module, call))
    }

    /// Returns whether the file replaces the module that is another file, or, given a byte, whether
    /// that is in a statement that does.
    pub(in crate::engine) fn replaces_file(&self, file: &str, at: Option<usize>) -> bool {
        let modules = self.mocks().into_iter().flat_map(|mocks| &mocks.modules);
        let mut modules =
            modules.filter(|module| at.is_none_or(|at| module.statement.contains(&at)));
        modules.any(|module| is_module(self.path(), &module.path, file))
    }

    /// Returns whether a name is that of another file's module here: it is imported as that, or is
    /// the file's own name.
    pub(in crate::engine) fn names_file(&self, name: &str, file: &str) -> bool {
        let own = file.rsplit('/').next().and_then(|own| own.split('.').next());
        let is_it = |import: &Import| {
            let last = import.module.rsplit(['/', '.', ':']).next();
            is_module(self.path(), &import.module, file) || own.is_some() && last == own
        };
        own == Some(name) || self.imports_of(name).any(is_it)
    }

    /// Returns where the file puts mocks in the place of names, in order, and of which.
    pub(in crate::engine) fn patches(&self) -> &[(usize, Patched)] {
        let Some(mocks) = self.mocks() else { return &[] };
        mocks.patches.get_or_init(|| {
            let patches = mocks.rules.iter().filter_map(|rules| rules.patched.get());
            let found = patches.flat_map(|patches| patches.captures_iter(self.content()));
            let patched = found.filter_map(|captures| {
                let at = captures.get(0)?.start();
                let groups: Vec<&str> =
                    captures.iter().skip(1).flatten().map(|group| group.as_str()).collect();
                let [of, name] = groups.as_slice() else { return None };
                Some((at, Patched { of: (*of).to_owned(), name: (*name).to_owned() }))
            });
            let mut patched: Vec<(usize, Patched)> = patched.collect();
            patched.sort();
            patched
        })
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
