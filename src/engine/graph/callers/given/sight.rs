//! Which of several helpers of one name a test is given: that of its type, of its file, or of the
//! nearest file that shares its helpers with it.

use super::{Given, Named, given_name, is_below};
use crate::domain::Cancelled;
use crate::engine::graph::callers::test_marks::before_name;
use crate::engine::graph::project::{Def, FileIndex, Project, Unit, split_path, stem_of};
use crate::engine::graph::subtypes::subtypes;
use crate::engine::graph::uses::ParseBudget;
use crate::workspace::names::Import;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// A file, and one of its types; none for what is outside of all.
type Place = (FileIndex, Option<u32>);

/// Where a helper is seen.
pub(super) struct Sight<'p, 's> {
    project: &'p Project<'s>,
    named: &'p Named<'p>,
    helper: Def,
    /// The types of which it is a member, where only their tests see it.
    types: Vec<Def>,
    /// Its own file, and those that import it.
    exposing: Vec<FileIndex>,
    /// The files that share their helpers, those of the deepest directories first.
    sharing: Vec<FileIndex>,
    /// The names of the files that define others of the name.
    others: Vec<String>,
    /// The helpers of the name in files, in one of their types or outside of all.
    helpers: RefCell<FxHashMap<Place, Vec<Def>>>,
}

impl<'p, 's> Sight<'p, 's> {
    pub(super) fn of(
        project: &'p Project<'s>,
        helper: Def,
        named: &'p Named<'p>,
    ) -> Result<Self, Cancelled> {
        let mut sight = Self {
            project,
            named,
            helper,
            types: Vec::new(),
            exposing: vec![helper.file],
            sharing: Vec::new(),
            others: Vec::new(),
            helpers: RefCell::default(),
        };
        if !named.rules.scoped {
            return Ok(sight);
        }
        sight.types = project.owner_types(helper);
        sight.others = sight.other_files()?;
        let path = |file: &FileIndex| &*project.entry(*file).path.display;
        let all = (0..).take(project.files().len());
        sight.sharing = all.filter(|file| named.is_shared_by(path(file))).collect();
        let depth = |file: &FileIndex| split_path(path(file)).0.matches('/').count();
        let is_at_top = |file: &FileIndex| split_path(path(file)).0.is_empty();
        sight.sharing.sort_by_key(|file| {
            (std::cmp::Reverse((!is_at_top(file), depth(file))), path(file).to_owned())
        });
        project.read_all(&sight.sharing)?;
        if sight.types.is_empty() {
            let found = project.mentions_in_code(&named.name)?;
            let naming = found.files.iter().map(|found| found.file);
            let is_test = |file: &FileIndex| project.entry(*file).class.is_test();
            let mut others: BTreeSet<FileIndex> = naming.filter(is_test).collect();
            others.extend(&sight.sharing);
            others.remove(&helper.file);
            others.retain(|file| sight.may_import(*file));
            sight.exposing.extend(others);
        }
        Ok(sight)
    }

    /// Returns whether a file that is read if it names the helper's file imports the helper.
    fn may_import(&self, file: FileIndex) -> bool {
        let stem = self.stem_of(self.helper.file);
        let text = self.project.snapshot.text(&self.project.entry(file).path);
        // Most files that name a helper do not name its file, and need not be parsed for that.
        text.is_ok_and(|text| text.content.contains(stem))
            && self.project.unit(file).is_some_and(|unit| self.imports(unit) == Some(true))
    }

    /// Returns whether a file imports the helper; `None` if it imports no helper of its name.
    fn imports(&self, unit: &Unit) -> Option<bool> {
        let stem = self.stem_of(self.helper.file);
        let is_from = |import: &Import, stem: &str| last_word(&import.module) == stem;
        let mut named = unit.imports_holding(&self.named.name).peekable();
        if named.peek().is_none() {
            let mut all = unit.wildcard_imports();
            return all.any(|import| is_from(import, stem)).then_some(true);
        }
        // What else has that name may be no helper.
        let others = |import: &Import| self.others.iter().any(|of| is_from(import, of));
        let named: Vec<&Import> = named.collect();
        let is_it = named.iter().any(|import| is_from(import, stem));
        (is_it || named.into_iter().any(others)).then_some(is_it)
    }

    fn stem_of(&self, file: FileIndex) -> &str {
        stem_of(&self.project.entry(file).path.display)
    }

    /// Returns the names of the files that define other helpers of the name.
    fn other_files(&self) -> Result<Vec<String>, Cancelled> {
        let defs = self.project.definitions(&self.named.name)?;
        let is_helper = |def: &&Def| {
            self.project.get(**def).is_some_and(|(unit, symbol)| {
                let before = before_name(unit, unit.symbol(symbol));
                self.named.rules.helper.is_match(before)
            })
        };
        let others = defs.iter().filter(|def| **def != self.helper).filter(is_helper);
        Ok(others.map(|def| self.stem_of(def.file).to_owned()).collect())
    }

    /// Returns the test files that are below those that share the helper.
    pub(super) fn shared_with(&self) -> Vec<FileIndex> {
        let directories = self.directories();
        let all = (0..).take(self.project.files().len());
        let is_test = |file: &FileIndex| {
            let entry = self.project.entry(*file);
            entry.class.is_test()
                && entry.language.map(|language| language.id)
                    == self.project.entry(self.helper.file).language.map(|language| language.id)
                && directories.iter().any(|of| is_below(&entry.path.display, of))
        };
        all.filter(is_test).collect()
    }

    fn directories(&self) -> Vec<&str> {
        let path = |file: &FileIndex| &*self.project.entry(*file).path.display;
        let shared = self.exposing.iter().map(path).filter(|path| self.named.is_shared_by(path));
        shared.map(|path| split_path(path).0).collect()
    }

    /// Returns the files of what may take the helper.
    pub(super) fn files(
        &self,
        named: &Named<'_>,
        budget: &mut ParseBudget,
        given: &mut Given,
    ) -> Result<Vec<FileIndex>, Cancelled> {
        let mut files = self.exposing.clone();
        let project = self.project;
        if self.types.is_empty() {
            let directories = self.directories();
            if !directories.is_empty() {
                let found = project.mentions_in_code(&named.name)?;
                let others = found.files.iter().map(|found| found.file);
                files.extend(others.filter(|file| {
                    let entry = project.entry(*file);
                    let path = &entry.path.display;
                    entry.class.is_test() && directories.iter().any(|of| is_below(path, of))
                }));
            }
        } else {
            let (below, left) = subtypes(project, &self.types, &mut given.skipped, budget)?;
            if left > 0 {
                given.skipped.insert(self.helper.file);
            }
            files.extend(below.into_keys().map(|of| of.file));
        }
        files.sort_unstable();
        files.dedup();
        Ok(files)
    }

    /// Returns whether what takes the name is given the helper, and not one that is nearer to it.
    /// What has that name itself takes the next one.
    pub(super) fn is_meant_by(&self, test: Def) -> bool {
        let Some((unit, symbol)) = self.project.get(test).filter(|_| self.named.rules.scoped)
        else {
            return true;
        };
        for of in self.types_around(unit, symbol) {
            let found = self.helpers_in(of.file, Some(of.symbol), test);
            if !found.is_empty() {
                return found.contains(&self.helper);
            }
        }
        if let Some(is_it) = self.in_file(unit.file, test) {
            return is_it;
        }
        let path = &*unit.entry.path.display;
        let directory = |file: &FileIndex| split_path(&self.project.entry(*file).path.display).0;
        let sharing = self
            .sharing
            .iter()
            .filter(|file| **file != unit.file && is_below(path, directory(file)));
        sharing.copied().find_map(|file| self.in_file(file, test)).unwrap_or_default()
    }

    /// Returns whether the helper of the name in a file is the one; `None` if it has none.
    fn in_file(&self, file: FileIndex, test: Def) -> Option<bool> {
        let found = self.helpers_in(file, None, test);
        if !found.is_empty() {
            return Some(found.contains(&self.helper));
        }
        self.imports(self.project.unit(file)?)
    }

    /// Returns the helpers of the name that a file has beside a definition, in one of its types or
    /// outside of all.
    fn helpers_in(&self, file: FileIndex, of: Option<u32>, beside: Def) -> Vec<Def> {
        let mut known = self.helpers.borrow_mut();
        let found = known.entry((file, of)).or_insert_with(|| self.all_helpers_in(file, of));
        found.iter().copied().filter(|def| *def != beside).collect()
    }

    fn all_helpers_in(&self, file: FileIndex, of: Option<u32>) -> Vec<Def> {
        let Some(unit) = self.project.unit(file) else { return Vec::new() };
        let rules = self.named.rules;
        let all = (0_u32..).zip(unit.symbols());
        let all = all.filter(|(_, helper)| {
            helper.kind.is_callable() && helper.parent == of.map(|of| of as usize)
        });
        let helpers = all.filter(|(_, helper)| {
            let before = before_name(unit, helper);
            (helper.name == self.named.name || before.contains(&self.named.name))
                && rules.helper.is_match(before)
                && given_name(rules, unit, helper) == self.named.name
        });
        helpers.map(|(symbol, _)| Def { file, symbol }).collect()
    }

    /// Returns the types around a test, and those above them, in the order in which it sees their
    /// members.
    fn types_around(&self, unit: &Unit, test: u32) -> Vec<Def> {
        let mut types = Vec::new();
        let mut above = unit.symbol(test).parent;
        while let Some(index) = above {
            let around = &unit.symbols()[index];
            above = around.parent;
            if let Some(symbol) = u32::try_from(index).ok().filter(|_| around.kind.is_type()) {
                let of = Def { file: unit.file, symbol };
                types.push(of);
                types.extend(&self.project.ancestors(of).types);
            }
        }
        types
    }
}

/// Returns the last name of a module's path.
fn last_word(module: &str) -> &str {
    module.rsplit(['.', '/', ':']).next().unwrap_or(module)
}
