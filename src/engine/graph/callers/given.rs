//! Tests that are given what they do not call: the value of a fixture by its name as a parameter,
//! rows of a table by a decorator, or what runs before each test of a type.

mod prepared;
mod sight;

use super::test_marks::{TestPart, before_name, is_in_tests, part_of};
use super::{CallLevels, CallSite, Caller, CallerRow, Rows, UseSearches};
use crate::domain::{Cancelled, Certainty, Symbol};
use crate::engine::graph::limits::MAX_EXPANDED;
use crate::engine::graph::project::{Def, FileIndex, Project, Unit, split_path};
use crate::engine::graph::resolve::owner_name;
use crate::engine::graph::rule::Rule;
use crate::engine::graph::uses::ParseBudget;
use crate::lang::{GivenRules, Taken, Taking};
use crate::workspace::names::Span;
use prepared::{prepared, tests_of_types};
use sight::Sight;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// Limit of the test files that are looked at for those that take one fixture.
const MAX_FILES: usize = 512;

/// Limit of the bytes of a test's parameters that are read.
const MAX_PARAMETERS: usize = 2000;

impl CallLevels<'_, '_> {
    /// Adds the tests that are given what the functions on the level before give them.
    pub(super) fn add_given(
        &mut self,
        level: usize,
        searches: &mut UseSearches<'_, '_, '_>,
    ) -> Result<(), Cancelled> {
        let functions: Vec<(Def, Certainty)> = match level {
            1 => self.group.iter().map(|def| (*def, Certainty::Likely)).collect(),
            _ => {
                let above = self.functions(level - 1, false).take(MAX_EXPANDED);
                above.map(|(_, function)| function).collect()
            }
        };
        for function in functions {
            if *self.left == 0 {
                return Ok(());
            }
            let Given { rows, skipped } = given_by(self.project, function.0, searches.budget)?;
            self.skipped.extend(skipped);
            if level > 1 {
                self.add(level, function, rows);
                continue;
            }
            for (caller, row) in rows.into_iter().filter(|(_, row)| !row.sites.is_empty()) {
                *self.left = self.left.saturating_sub(1);
                self.rows.entry(caller).or_insert(row);
            }
        }
        Ok(())
    }
}

/// What is given what a function does, and the files that may hold more but were not read.
#[derive(Default)]
struct Given {
    rows: Rows,
    skipped: BTreeSet<FileIndex>,
}

impl Given {
    /// Adds a test, with the place at which it names what it is given; its own name without one.
    fn add(&mut self, unit: &Arc<Unit>, test: u32, named: Option<Span>) {
        let (certainty, rule) = (Certainty::Likely, Rule::Given);
        let span = named.unwrap_or_else(|| Span::new(unit.symbol(test).name_bytes.clone()));
        let site = CallSite { span, unit: Arc::clone(unit), certainty, rule, through: None };
        let row = CallerRow {
            depth: 1,
            certainty,
            rule,
            sites: vec![site],
            is_passing: false,
            start: None,
            via: Rc::default(),
            further: Vec::new(),
        };
        self.rows.entry(Caller::of(Def { file: unit.file, symbol: test })).or_insert(row);
    }

    /// Leaves of some files those that are read.
    fn read(
        &mut self,
        project: &Project<'_>,
        mut files: Vec<FileIndex>,
    ) -> Result<Vec<FileIndex>, Cancelled> {
        self.skipped.extend(files.drain(files.len().min(MAX_FILES)..));
        project.read_all(&files)?;
        Ok(files)
    }
}

/// Returns the tests, and the helpers of tests, that are given what a function in test code does.
fn given_by(
    project: &Project<'_>,
    helper: Def,
    budget: &mut ParseBudget,
) -> Result<Given, Cancelled> {
    let mut given = Given::default();
    let Some((unit, symbol)) = project.get(helper) else { return Ok(given) };
    let part = part_of(project, helper);
    if matches!(part, None | Some(TestPart::Test)) {
        return Ok(given);
    }
    let before = head(unit, unit.symbol(symbol)).0;
    let is_of =
        |rules: &&GivenRules| rules.helper.get().is_none_or(|helper| helper.is_match(before));
    let rules = unit.language.config.tests.given.iter().filter(is_of);
    let named: Vec<Named<'_>> = rules.map(|rules| Named::new(rules, unit, symbol)).collect();
    if part == Some(TestPart::Preparation) {
        let scoped = named.iter().find(|named| named.rules.scoped);
        let sight = match scoped {
            Some(named) => Some(Sight::of(project, helper, named)?),
            None => None,
        };
        prepared(project, helper, sight.as_ref(), budget, &mut given)?;
    }
    for named in &named {
        add_takers(project, helper, named, budget, &mut given)?;
    }
    Ok(given)
}

/// What tests are given, by the name by which they take it.
struct Named<'r> {
    rules: &'r GivenRules,
    name: String,
    taking: Taking,
}

impl<'r> Named<'r> {
    fn new(rules: &'r GivenRules, unit: &Unit, helper: u32) -> Self {
        let symbol = unit.symbol(helper);
        let name = given_name(rules, unit, symbol).to_owned();
        let taking = rules.taking(&name, owner_name(unit, symbol).unwrap_or_default());
        Self { rules, name, taking }
    }

    /// Returns where a test takes it.
    fn taken_at(&self, unit: &Unit, symbol: &Symbol) -> Option<Span> {
        let (before, parameters) = head(unit, symbol);
        let start = symbol.name_bytes.start - before.len();
        let head = format!("{}{}{parameters}", without_comments(before), symbol.name);
        let whole = &unit.content()[symbol.bytes.clone()];
        let is_code = |at: usize| !unit.names().is_text(symbol.bytes.start + at);
        let (start, text, found) = match self.taking.at(&head, whole, is_code)? {
            Taken::Head(found) => (start, &head[found.clone()], found),
            Taken::Body(found) => (symbol.bytes.start, &whole[found.clone()], found),
        };
        match text.rfind(&self.name).map(|at| start + found.start + at) {
            Some(at) if unit.content()[at..].starts_with(&self.name) => {
                Some(Span::new(at..at + self.name.len()))
            }
            _ => Some(Span::new(symbol.name_bytes.clone())),
        }
    }

    /// Returns whether a function may take it: of those whose helpers are told by a mark, only what
    /// has that mark, and tests.
    fn may_be_taken_by(&self, project: &Project<'_>, unit: &Unit, index: u32) -> bool {
        let symbol = unit.symbol(index);
        let is_marked = || self.rules.helper.is_match(before_name(unit, symbol));
        let is_test =
            || part_of(project, Def { file: unit.file, symbol: index }) == Some(TestPart::Test);
        symbol.kind.is_callable()
            && is_in_tests(unit, symbol)
            && (!self.rules.scoped || !symbol.is_local && (is_test() || is_marked()))
    }

    fn is_shared_by(&self, path: &str) -> bool {
        self.rules.shared_by.iter().any(|shared| shared == split_path(path).1)
    }
}

/// Returns the name by which a helper is given.
pub(super) fn given_name<'u>(rules: &GivenRules, unit: &'u Unit, symbol: &'u Symbol) -> &'u str {
    let renamed = rules.renamed.get().and_then(|name| name.captures(head(unit, symbol).0));
    let renamed = renamed.and_then(|found| found.get(1)).map(|name| name.as_str());
    renamed.unwrap_or(&symbol.name)
}

/// Adds what takes a helper in the files that see it.
fn add_takers(
    project: &Project<'_>,
    helper: Def,
    named: &Named<'_>,
    budget: &mut ParseBudget,
    given: &mut Given,
) -> Result<(), Cancelled> {
    let sight = Sight::of(project, helper, named)?;
    let files = sight.files(named, budget, given)?;
    let mut marked = Vec::new();
    for file in given.read(project, files)? {
        project.snapshot.cancel().check()?;
        let Some(unit) = project.unit(file) else { continue };
        for (index, symbol) in (0_u32..).zip(unit.symbols()) {
            let def = Def { file, symbol: index };
            if def == helper || !named.may_be_taken_by(project, unit, index) {
                continue;
            }
            if let Some(at) = named.taken_at(unit, symbol)
                && sight.is_meant_by(def)
            {
                given.add(unit, index, Some(at));
            }
        }
        marked.extend(types_marked(named, unit));
        if is_marked(named, unit) {
            let tests = (0_u32..).take(unit.symbols().len()).filter(|test| {
                let def = Def { file, symbol: *test };
                prepared::is_single_test(project, unit, *test) && sight.is_meant_by(def)
            });
            tests.for_each(|test| given.add(unit, test, None));
        }
    }
    let tests = tests_of_types(project, &marked, |_| false, budget, &mut given.skipped)?;
    for test in tests.into_iter().filter(|test| sight.is_meant_by(*test)) {
        if let Some((unit, symbol)) = project.get(test) {
            given.add(unit, symbol, None);
        }
    }
    Ok(())
}

/// Returns the types of a file whose tests all take a helper.
fn types_marked(named: &Named<'_>, unit: &Unit) -> Vec<Def> {
    if !named.taking.may_be_around() || !unit.content().contains(&named.name) {
        return Vec::new();
    }
    let symbols = (0_u32..).zip(unit.symbols());
    let types = symbols.filter_map(|(index, symbol)| {
        let above = symbol.parent.and_then(|parent| u32::try_from(parent).ok());
        let of = match symbol.kind.is_type() {
            true => named.taking.is_around(before_name(unit, symbol)).then_some(index),
            false if symbol.kind.has_value() => above.filter(|above| {
                unit.symbol(*above).kind.is_type()
                    && named.taking.is_around(&unit.content()[symbol.bytes.clone()])
            }),
            false => None,
        };
        of.map(|symbol| Def { file: unit.file, symbol })
    });
    types.collect()
}

/// Returns whether all tests of a file take a helper.
fn is_marked(named: &Named<'_>, unit: &Unit) -> bool {
    named.taking.may_be_around()
        && unit.symbols().iter().any(|symbol| {
            symbol.parent.is_none()
                && symbol.kind.has_value()
                && named.taking.is_around(&unit.content()[symbol.bytes.clone()])
        })
}

/// Returns the text above a function with blanks in place of the lines that are comments: these
/// take nothing. An attribute of Rust is none.
fn without_comments(before: &str) -> String {
    let blank = |line: &str| {
        let code = line.trim_start();
        let is_comment = code.starts_with('#') && !code.starts_with("#[") || code.starts_with("//");
        match is_comment {
            true => " ".repeat(line.len() - 1) + "\n",
            false => line.to_owned(),
        }
    };
    before.split_inclusive('\n').map(blank).collect()
}

/// Returns whether a file is in a directory or below it.
fn is_below(path: &str, directory: &str) -> bool {
    let rest = path.strip_prefix(directory);
    directory.is_empty() || rest.is_some_and(|rest| rest.starts_with('/'))
}

/// Returns the text from the comments above a function to its name, and its parameters.
pub(super) fn head<'u>(unit: &'u Unit, symbol: &Symbol) -> (&'u str, &'u str) {
    let (text, before) = (unit.content(), before_name(unit, symbol));
    let behind = text.get(symbol.name_bytes.end..).unwrap_or_default();
    let most = behind.floor_char_boundary(behind.len().min(MAX_PARAMETERS));
    let mut depth = 0_usize;
    let end = behind[..most].find(|letter| {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(letter, ')' | '\n')
    });
    (before, &behind[..end.map_or(most, |end| end + 1)])
}
