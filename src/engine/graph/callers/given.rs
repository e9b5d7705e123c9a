//! Tests that are given what they do not call: the value of a fixture by its name as a parameter,
//! rows of a table by a decorator, or what runs before each test of a type.

use super::test_marks::{TestPart, before_name, has_tests, is_in_tests, part_of};
use super::{CallLevels, CallSite, Caller, CallerRow, Rows};
use crate::domain::{Cancelled, Certainty, Symbol, SymbolKind};
use crate::engine::graph::limits::MAX_EXPANDED;
use crate::engine::graph::project::{Def, FileIndex, Project, Unit, split_path};
use crate::engine::graph::rule::Rule;
use crate::lang::{GivenRules, Taking};
use crate::workspace::names::Span;
use std::rc::Rc;
use std::sync::Arc;

/// Limit of the test files that are looked at for those that take one fixture.
const MAX_FILES: usize = 512;

/// Limit of the bytes of a test's parameters that are read.
const MAX_PARAMETERS: usize = 2000;

impl CallLevels<'_, '_> {
    /// Adds the tests that are given what the functions on the level before give them.
    pub(super) fn add_given(&mut self, level: usize) -> Result<(), Cancelled> {
        let functions: Vec<(Def, Certainty)> = self
            .functions(level - 1, false)
            .take(MAX_EXPANDED)
            .map(|(_, function)| function)
            .collect();
        for function in functions {
            if *self.left == 0 {
                return Ok(());
            }
            let given = given_by(self.project, function.0)?;
            self.add(level, function, given);
        }
        Ok(())
    }
}

/// Returns the tests, and the helpers of tests, that are given what a function in test code does.
fn given_by(project: &Project<'_>, helper: Def) -> Result<Rows, Cancelled> {
    let mut rows = Rows::new();
    let Some((unit, symbol)) = project.get(helper) else { return Ok(rows) };
    match part_of(project, helper) {
        None | Some(TestPart::Test) => return Ok(rows),
        Some(TestPart::Preparation) => {
            let tests = prepared_by(project, unit, unit.symbol(symbol));
            tests.for_each(|test| add(&mut rows, unit, test));
        }
        Some(TestPart::Helper) => {}
    }
    let before = head(unit, unit.symbol(symbol)).0;
    for rules in &unit.language.config.tests.given {
        let is_helper = rules.helper.get().is_none_or(|helper| helper.is_match(before));
        if is_helper {
            add_takers(project, helper, Given::new(rules, unit, symbol), &mut rows)?;
        }
    }
    Ok(rows)
}

/// Returns the tests of a file that one of its functions prepares: those of its type, or all where
/// it has none.
fn prepared_by<'u>(
    project: &Project<'_>,
    unit: &'u Unit,
    prepares: &'u Symbol,
) -> impl Iterator<Item = u32> {
    let symbols = unit.symbols();
    let own = prepares.container.as_deref();
    let own = own.or_else(|| prepares.parent.map(|parent| symbols[parent].name.as_str()));
    let is_inside = move |test: &Symbol| {
        let mut above = test.parent;
        while above.is_some() && above != prepares.parent {
            above = above.and_then(|index| symbols[index].parent);
        }
        prepares.container.is_none() && above == prepares.parent
            || own.is_some() && test.container.as_deref() == own
    };
    let tests = symbols.iter().enumerate().filter(move |(_, test)| is_inside(test));
    let tests = tests.filter_map(|(index, _)| u32::try_from(index).ok());
    let is_test = |index: &u32| {
        let (test, symbol) = (Def { file: unit.file, symbol: *index }, unit.symbol(*index));
        let is_group = symbol.kind == SymbolKind::Test && has_tests(unit, *index);
        symbol.kind.is_callable() && !is_group && part_of(project, test) == Some(TestPart::Test)
    };
    tests.filter(is_test).collect::<Vec<_>>().into_iter()
}

/// What tests are given.
struct Given<'r> {
    rules: &'r GivenRules,
    name: String,
    taking: Taking,
}

impl<'r> Given<'r> {
    fn new(rules: &'r GivenRules, unit: &Unit, helper: u32) -> Self {
        let symbol = unit.symbol(helper);
        let renamed = rules.renamed.get().and_then(|name| name.captures(head(unit, symbol).0));
        let renamed = renamed.and_then(|found| found.get(1)).map(|name| name.as_str().to_owned());
        let name = renamed.unwrap_or_else(|| symbol.name.clone());
        let of = symbol.container.as_deref();
        let of = of.or_else(|| symbol.parent.map(|parent| unit.symbols()[parent].name.as_str()));
        let taking = rules.taking(&name, of.unwrap_or_default());
        Self { rules, name, taking }
    }

    fn is_taken_by(&self, unit: &Unit, symbol: &Symbol) -> bool {
        let (before, parameters) = head(unit, symbol);
        // A comment takes nothing; an attribute of Rust is none.
        let is_code = |line: &&str| {
            let line = line.trim_start();
            !(line.starts_with('#') && !line.starts_with("#[") || line.starts_with("//"))
        };
        let before: String = before.split_inclusive('\n').filter(is_code).collect();
        let head = format!("{before}{}{parameters}", symbol.name);
        self.taking.is_by(&head, &unit.content()[symbol.bytes.clone()])
    }

    fn is_shared_by(&self, path: &str) -> bool {
        self.rules.shared_by.iter().any(|shared| shared == split_path(path).1)
    }

    /// Returns whether a file's tests see another helper of the name nearer than one.
    fn is_hidden(
        &self,
        project: &Project<'_>,
        helper: Def,
        file: FileIndex,
    ) -> Result<bool, Cancelled> {
        let path = |file: FileIndex| &*project.entry(file).path.display;
        let depth = |file: FileIndex| split_path(path(file)).0.len();
        let hides = |other: &Def| {
            let is_nearer = other.file == file
                || self.is_shared_by(path(other.file))
                    && is_below(path(file), split_path(path(other.file)).0)
                    && depth(other.file) > depth(helper.file);
            is_nearer && other.file != helper.file
        };
        Ok(project.definitions(&self.name)?.iter().any(hides))
    }
}

/// Adds what takes a helper in the files that see it.
fn add_takers(
    project: &Project<'_>,
    helper: Def,
    given: Given<'_>,
    rows: &mut Rows,
) -> Result<(), Cancelled> {
    let own = &*project.entry(helper.file).path.display;
    let mut files = vec![helper.file];
    if given.is_shared_by(own) {
        let directory = split_path(own).0;
        let found = project.mentions_in_code(&given.name)?;
        let others = found.files.iter().map(|found| found.file);
        files.extend(others.filter(|file| {
            let entry = project.entry(*file);
            *file != helper.file
                && entry.class.is_test()
                && is_below(&entry.path.display, directory)
        }));
        files.truncate(MAX_FILES);
    }
    project.read_all(&files)?;
    for file in files {
        project.snapshot.cancel().check()?;
        let Some(unit) = project.unit(file) else { continue };
        if given.is_hidden(project, helper, file)? {
            continue;
        }
        let takes = |(index, symbol): (usize, &Symbol)| {
            let index = u32::try_from(index).ok()?;
            let is_other = Def { file, symbol: index } != helper;
            let is_taker = is_other && symbol.kind.is_callable() && is_in_tests(unit, symbol);
            (is_taker && given.is_taken_by(unit, symbol)).then_some(index)
        };
        unit.symbols().iter().enumerate().filter_map(takes).for_each(|test| add(rows, unit, test));
    }
    Ok(())
}

/// Returns whether a file is in a directory or below it.
fn is_below(path: &str, directory: &str) -> bool {
    let rest = path.strip_prefix(directory);
    directory.is_empty() || rest.is_some_and(|rest| rest.starts_with('/'))
}

/// Returns the text from the comments above a function to its name, and its parameters.
fn head<'u>(unit: &'u Unit, symbol: &Symbol) -> (&'u str, &'u str) {
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

fn add(rows: &mut Rows, unit: &Arc<Unit>, test: u32) {
    let (certainty, rule) = (Certainty::Likely, Rule::Given);
    let span = Span::new(unit.symbol(test).name_bytes.clone());
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
    rows.entry(Caller::of(Def { file: unit.file, symbol: test })).or_insert(row);
}
