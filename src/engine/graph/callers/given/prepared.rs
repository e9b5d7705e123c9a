//! The tests that are prepared by what runs before each of them.

use super::sight::Sight;
use super::{Given, MAX_FILES};
use crate::domain::{Cancelled, Symbol, SymbolKind};
use crate::engine::graph::callers::test_marks::{TestPart, has_tests, part_of};
use crate::engine::graph::project::{Def, FileIndex, Project, Unit};
use crate::engine::graph::subtypes::subtypes;
use crate::engine::graph::uses::ParseBudget;
use std::collections::BTreeSet;

/// Adds the tests that a function prepares: those beside it, of its type those of what extends that
/// too, and of what files share all that they share it with. `sight`: what tests see of it, where
/// they may see another in its place.
pub(super) fn prepared(
    project: &Project<'_>,
    helper: Def,
    sight: Option<&Sight<'_, '_>>,
    budget: &mut ParseBudget,
    given: &mut Given,
) -> Result<(), Cancelled> {
    let Some((unit, symbol)) = project.get(helper) else { return Ok(()) };
    let name = unit.symbol(symbol).name.as_str();
    let beside = beside(project, unit, unit.symbol(symbol));
    let mut tests: Vec<Def> =
        beside.into_iter().map(|symbol| Def { file: unit.file, symbol }).collect();
    let types = project.owner_types(helper);
    let redefines = |of: Def| redefines(project, of, name);
    tests.extend(tests_of_types(project, &types, redefines, budget, &mut given.skipped)?);
    if let Some(sight) = sight.filter(|_| types.is_empty()) {
        for file in given.read(project, sight.shared_with())? {
            project.snapshot.cancel().check()?;
            let Some(unit) = project.unit(file) else { continue };
            let all = (0_u32..).take(unit.symbols().len());
            let found = all.filter(|test| is_single_test(project, unit, *test));
            tests.extend(found.map(|symbol| Def { file, symbol }));
        }
    }
    for test in tests {
        if sight.is_none_or(|sight| sight.is_meant_by(test))
            && let Some((unit, symbol)) = project.get(test)
        {
            given.add(unit, symbol, None);
        }
    }
    Ok(())
}

/// Returns whether a definition is a test, and no group of such.
pub(super) fn is_single_test(project: &Project<'_>, unit: &Unit, index: u32) -> bool {
    let symbol = unit.symbol(index);
    symbol.kind.is_callable()
        && !(symbol.kind == SymbolKind::Test && has_tests(unit, index))
        && part_of(project, Def { file: unit.file, symbol: index }) == Some(TestPart::Test)
}

/// Returns the tests of a file that one of its functions prepares: those of its type, or all where
/// it has none.
fn beside(project: &Project<'_>, unit: &Unit, prepares: &Symbol) -> Vec<u32> {
    let symbols = unit.symbols();
    let own = prepares.container.as_deref();
    let own = own.or_else(|| prepares.parent.map(|parent| symbols[parent].name.as_str()));
    let is_inside = |test: &Symbol| {
        let mut above = test.parent;
        while above.is_some() && above != prepares.parent {
            above = above.and_then(|index| symbols[index].parent);
        }
        prepares.container.is_none() && above == prepares.parent
            || own.is_some() && test.container.as_deref() == own
    };
    let all = (0_u32..).zip(symbols);
    let tests =
        all.filter(|(index, test)| is_inside(test) && is_single_test(project, unit, *index));
    tests.map(|(index, _)| index).collect()
}

/// Returns whether a type has a member of a name itself, which takes the place of an inherited one.
fn redefines(project: &Project<'_>, of: Def, name: &str) -> bool {
    project.get(of).is_some_and(|(unit, own)| {
        let mut members = unit.symbols_named(name);
        members.any(|(_, member)| member.parent == Some(own as usize) && member.kind.is_callable())
    })
}

/// Returns the tests of some types and of those that extend them, directly or not, but of these for
/// which, or for a type between, `is_apart` holds.
pub(super) fn tests_of_types(
    project: &Project<'_>,
    types: &[Def],
    is_apart: impl Fn(Def) -> bool,
    budget: &mut ParseBudget,
    skipped: &mut BTreeSet<FileIndex>,
) -> Result<Vec<Def>, Cancelled> {
    if types.is_empty() {
        return Ok(Vec::new());
    }
    let (below, left) = subtypes(project, types, skipped, budget)?;
    if left > 0 {
        skipped.extend(types.iter().map(|of| of.file));
    }
    let below: Vec<Def> = below.into_keys().filter(|of| project.is_type(*of)).collect();
    let apart: BTreeSet<Def> = below.iter().copied().filter(|of| is_apart(*of)).collect();
    let is_below = |of: &Def| {
        let is_apart = |of: &Def| apart.contains(of);
        apart.is_empty() || !is_apart(of) && !project.ancestors(*of).types.iter().any(is_apart)
    };
    let all: Vec<Def> = types.iter().copied().chain(below.into_iter().filter(is_below)).collect();
    let mut tests = Vec::new();
    for of in all {
        project.snapshot.cancel().check()?;
        let Some((unit, own)) = project.get(of) else { continue };
        let of_type = unit.symbol(own);
        for (index, test) in (0_u32..).zip(unit.symbols()) {
            let is_inside = of_type.bytes.contains(&test.bytes.start) && index != own
                || test.parent.is_none() && test.container.as_ref() == Some(&of_type.name);
            if is_inside && is_single_test(project, unit, index) {
                tests.push(Def { file: of.file, symbol: index });
            }
        }
        tests.extend(tests_apart(project, of, skipped)?);
    }
    tests.sort_unstable();
    tests.dedup();
    Ok(tests)
}

/// Returns the tests of a type that other files than its own have: those that name it and do not
/// stand in it, as `TEST_F(Type, name)` does.
fn tests_apart(
    project: &Project<'_>,
    of: Def,
    skipped: &mut BTreeSet<FileIndex>,
) -> Result<Vec<Def>, Cancelled> {
    let Some((unit, symbol)) = project.get(of) else { return Ok(Vec::new()) };
    let name = &unit.symbol(symbol).name;
    if !unit.language.config.tests.apart {
        return Ok(Vec::new());
    }
    let of_name = project.definitions(name)?;
    if of_name.iter().any(|other| *other != of && project.is_type(*other)) {
        return Ok(Vec::new());
    }
    let found = project.mentions_in_code(name)?;
    let files = found.files.iter().map(|found| found.file);
    let mut files: Vec<FileIndex> =
        files.filter(|file| *file != of.file && project.entry(*file).class.is_test()).collect();
    skipped.extend(files.drain(files.len().min(MAX_FILES)..));
    project.read_all(&files)?;
    let mut tests = Vec::new();
    for file in files {
        project.snapshot.cancel().check()?;
        let Some(unit) = project.unit(file) else { continue };
        for (index, test) in (0_u32..).zip(unit.symbols()) {
            if test.container.as_ref() == Some(name) && is_single_test(project, unit, index) {
                tests.push(Def { file, symbol: index });
            }
        }
    }
    Ok(tests)
}
