//! Which functions in the files of tests are tests, and which help them.

use crate::domain::Symbol;
use crate::engine::graph::project::{Def, Project, Unit};

/// Returns whether a definition is in test code.
pub(super) fn is_in_tests(unit: &Unit, symbol: &Symbol) -> bool {
    symbol.is_test || unit.facts().class.is_test()
}

/// Returns whether a function is a test, by a mark, or by its name in test code.
fn is_test(unit: &Unit, symbol: &Symbol) -> bool {
    let is_named = || unit.language.config.tests.cases.is_match(&symbol.name);
    symbol.is_test_case || is_in_tests(unit, symbol) && is_named()
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
    let before = unit.content().get(symbol.bytes.start..symbol.name_bytes.start);
    let prepares = |before: &str| unit.language.config.tests.set_up.is_match(before);
    !is_test(unit, symbol) || before.is_some_and(prepares)
}
