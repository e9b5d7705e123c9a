//! Whether more may depend on a target than is known, so that its risk may be higher.

use super::assemble::Affected;
use super::group_kind::GroupKind;
use crate::domain::{Account, Certainty, Symbol, Visibility, is_word, plural};
use crate::engine::graph::decorated::outside_decorators;
use crate::engine::graph::model::Owner;
use crate::engine::graph::project::{Def, Project};
use crate::engine::graph::resolve::owner;
use crate::engine::graph::semantics;
use crate::engine::graph::target::{Definition, ResolveError};

/// Returns why more may depend on a target than is listed, where a language server does not say
/// that nothing does: uses that are not read or explained, or code from outside that may call it
/// without naming it. `None` if all that names it is explained, and nothing else can use it.
pub(super) fn doubt(
    project: &Project<'_>,
    target: Option<&Definition>,
    account: Option<&Account>,
    (affected, is_exact): (&[Affected], bool),
) -> Result<Option<String>, ResolveError> {
    let (Some(target), Some(account)) = (target, account) else {
        return Ok(Some("calls that do not name it cannot be ruled out".to_owned()));
    };
    if account.unresolved_count > 0 {
        let count = account.unresolved_count;
        let noun = plural(count, "occurrence of the name is", "occurrences of the name are");
        return Ok(Some(format!("{count} {noun} unresolved")));
    }
    if !is_exact || !account.is_whole() {
        return Ok(Some("not all that may use it was looked at".to_owned()));
    }
    let is_possible = |one: &&Affected| {
        !one.node.is_test
            && (one.group == GroupKind::Mentions
                || one.is_direct() && one.certainty == Certainty::Possible)
    };
    match affected.iter().filter(is_possible).count() {
        0 => {}
        count => return Ok(Some(format!("{count} more may use it"))),
    }
    let defs = defs_of(project, target);
    if !outside_decorators(project, &defs)?.is_empty() {
        return Ok(Some("a framework may call it by its decorator".to_owned()));
    }
    Ok(may_override_outside(project, &defs)
        .then(|| "code from outside may call it by a supertype that is not in the project".into()))
}

/// Returns the definitions of a target in the project.
pub(super) fn defs_of(project: &Project<'_>, target: &Definition) -> Vec<Def> {
    let places = target.places.iter();
    let defs = places.filter_map(|place| {
        let unit = project.unit(project.displayed(&place.file.path.display)?)?;
        let is_it = |(_, symbol): &(u32, &Symbol)| symbol.line == place.symbol.line;
        let (symbol, _) = unit.symbols_named(&place.symbol.name).find(is_it)?;
        Some(Def { file: unit.file, symbol })
    });
    defs.collect()
}

/// Returns whether a definition may override a member of a type from outside: some declaration of
/// it says so, or none has to.
fn may_override_outside(project: &Project<'_>, defs: &[Def]) -> bool {
    let is_marked = defs.iter().filter_map(|def| project.get(*def)).any(|(unit, symbol)| {
        let (rules, symbol) = (unit.rules(), unit.symbol(symbol));
        let header = unit.content().get(symbol.bytes.start..symbol.bytes.end).unwrap_or_default();
        let header = header.split('{').next().unwrap_or_default();
        let mut words = header.split(|letter: char| !is_word(letter));
        rules.overrides_unmarked
            || rules.override_words.is_empty()
            || words
                .any(|word| word == "virtual" || rules.override_words.iter().any(|of| of == word))
    });
    is_marked && defs.iter().any(|def| has_outside_supertype(project, *def))
}

/// Returns whether a definition is a member of a type that has supertypes from outside, and may
/// override one of theirs.
fn has_outside_supertype(project: &Project<'_>, def: Def) -> bool {
    let Some((unit, symbol)) = project.get(def) else { return false };
    let symbol = unit.symbol(symbol);
    // Where a trait is implemented in blocks of its own, the others hold nothing of one.
    let is_of_trait = || {
        semantics::of(unit.language).overrides_by_name()
            || !matches!(owner(unit, def.symbol), Some(Owner::Named { implemented: None, .. }))
    };
    symbol.kind.is_callable()
        && is_of_trait()
        && symbol.visibility != Some(Visibility::Private)
        && !semantics::of(unit.language).is_static(unit, symbol)
        && project.owner_types(def).iter().any(|of| project.ancestors(*of).is_open)
}
