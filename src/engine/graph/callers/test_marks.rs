//! Which functions in the files of tests are tests, and which help them.

use crate::domain::{Symbol, SymbolKind, Visibility};
use crate::engine::graph::project::{Def, Project, Unit};

/// What a function in test code is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum TestPart {
    Test,
    /// Runs before or after the tests beside it.
    Preparation,
    /// Runs where tests call it.
    Helper,
}

/// Returns what a function is for; `None` if it is not in test code, or if nothing tells the tests
/// of its language from what helps them. What holds tests, and what a macro makes, may be anything.
pub(in crate::engine) fn part_of(project: &Project<'_>, def: Def) -> Option<TestPart> {
    let (unit, index) = project.get(def)?;
    let symbol = unit.symbol(index);
    if !is_in_tests(unit, symbol) || !unit.language.marks_tests() {
        return None;
    }
    match (is_test(unit, symbol), prepares(unit, symbol)) {
        (_, true) => Some(TestPart::Preparation),
        (true, false) => Some(TestPart::Test),
        (false, false) if symbol.kind == SymbolKind::Macro || has_tests(unit, index) => None,
        (false, false) if is_inside_test(unit, symbol) => Some(TestPart::Test),
        (false, false) => Some(TestPart::Helper),
    }
}

/// Returns whether a function stands in a test, of which it is a part; a group of tests is none.
fn is_inside_test(unit: &Unit, symbol: &Symbol) -> bool {
    let above = |of: &usize| unit.symbols()[*of].parent;
    std::iter::successors(symbol.parent, above).any(|around| {
        let symbol = &unit.symbols()[around];
        symbol.kind.is_callable()
            && is_test(unit, symbol)
            && u32::try_from(around).is_ok_and(|around| !has_tests(unit, around))
    })
}

/// Returns whether tests stand in a definition.
pub(super) fn has_tests(unit: &Unit, of: u32) -> bool {
    let end = unit.symbol(of).bytes.end;
    let inside = unit.symbols()[of as usize + 1..].iter();
    let mut inside = inside.take_while(|other| other.bytes.start < end);
    inside.any(|other| other.is_test_case && other.parent == Some(of as usize))
}

/// Returns the text from the comments above a definition to its name.
pub(super) fn before_name<'u>(unit: &'u Unit, symbol: &Symbol) -> &'u str {
    let first = unit.text.line_range(symbol.first_line);
    let start = first.map_or(symbol.bytes.start, |line| line.start.min(symbol.bytes.start));
    unit.content().get(start..symbol.name_bytes.start).unwrap_or_default()
}

/// Returns whether a definition is in test code.
pub(super) fn is_in_tests(unit: &Unit, symbol: &Symbol) -> bool {
    symbol.is_test || unit.facts().class.is_test()
}

/// Returns whether a function is a test, by a mark, or by its name in test code. What gives tests
/// something may have any name.
fn is_test(unit: &Unit, symbol: &Symbol) -> bool {
    let rules = &unit.language.config.tests;
    let before = || before_name(unit, symbol);
    let is_named = || {
        rules.cases.is_match(&symbol.name) && !gives(unit, symbol) && names_tell(unit, symbol)
            || rules.marked.get().is_some_and(|mark| mark.is_match(before()))
            || is_of_marked_type(unit, symbol) && !gives(unit, symbol)
    };
    (symbol.is_test_case || is_in_tests(unit, symbol) && is_named()) && !prepares(unit, symbol)
}

/// Returns whether the name of a function can make it a test: not where the tests of its file have
/// marks, nor in a type that is none of tests.
fn names_tell(unit: &Unit, symbol: &Symbol) -> bool {
    let rules = &unit.language.config.tests;
    if rules.marked_files.is_match(unit.content()) {
        return false;
    }
    let Some(header) = rules.types_of_cases.get() else { return true };
    let of = symbol.parent.map(|parent| &unit.symbols()[parent]);
    of.is_some_and(|of| {
        let behind = &unit.content()[of.name_bytes.end..of.bytes.end];
        header.is_match(behind.split('{').next().unwrap_or_default())
    })
}

/// Returns whether a function is a test by a mark of its type: `@Test class Cart`.
fn is_of_marked_type(unit: &Unit, symbol: &Symbol) -> bool {
    let Some(mark) = unit.language.config.tests.marked_type.get() else { return false };
    let has_result = || !before_name(unit, symbol).trim_end().ends_with("void");
    let of = symbol.parent.map(|parent| &unit.symbols()[parent]);
    symbol.kind == SymbolKind::Method
        && symbol.visibility == Some(Visibility::Public)
        && of.is_some_and(|of| of.kind.is_type() && mark.is_match(before_name(unit, of)))
        && !has_result()
}

/// Returns whether what stands before a function's name says that it gives tests something.
fn gives(unit: &Unit, symbol: &Symbol) -> bool {
    let mut given = unit.language.config.tests.given.iter();
    given.any(|rules| rules.helper.is_match(before_name(unit, symbol)))
}

/// Returns whether a function in test code runs before or after the tests beside it: by its name,
/// by what stands before that, or as the constructor of a type with tests.
pub(super) fn prepares(unit: &Unit, symbol: &Symbol) -> bool {
    if symbol.kind == SymbolKind::Test || !symbol.kind.is_callable() || !is_in_tests(unit, symbol) {
        return false;
    }
    let rules = &unit.language.config.tests;
    let is_marked =
        || rules.set_up.get().is_some_and(|mark| mark.is_match(before_name(unit, symbol)));
    let makes_tests = || {
        symbol.kind == SymbolKind::Constructor
            && unit
                .symbols()
                .iter()
                .any(|other| other.parent == symbol.parent && other.is_test_case)
    };
    rules.preparing.is_match(&symbol.name) || is_marked() || makes_tests()
}

/// Returns whether a definition is a test of the project.
pub(super) fn is_test_of(project: &Project<'_>, def: Def) -> bool {
    project.get(def).is_some_and(|(unit, symbol)| is_test(unit, unit.symbol(symbol)))
}

/// Returns whether a function only helps tests: what calls it runs what it runs.
pub(super) fn is_helper(project: &Project<'_>, def: Def) -> bool {
    project.get(def).is_some_and(|(unit, symbol)| {
        let symbol = unit.symbol(symbol);
        is_in_tests(unit, symbol) && !is_test(unit, symbol)
    })
}

/// Returns whether what a function of a test's file does may be done before another test of it: it
/// is no test, or prepares the tests.
pub(super) fn may_prepare(unit: &Unit, symbol: &Symbol) -> bool {
    !is_test(unit, symbol)
}
