//! References from a language server.

use super::{
    AnsweringServer, Asker, Located, NoAnswer, ServerAnswer, asked, is_name_of, places, together,
};
use crate::domain::Certainty;
use crate::engine::graph::answer::Reference;
use crate::engine::graph::callers::nearness;
use crate::engine::graph::project::{Def, Unit};
use crate::engine::graph::references::reference;
use crate::engine::graph::rule::Rule;
use crate::lsp::RequestKind;
use crate::workspace::names::{Qualifier, Role, Span, Use};
use std::collections::BTreeSet;

/// Returns the references to a target.
pub(in crate::engine) fn references(
    asker: &Asker<'_, '_>,
    group: &[Def],
    with_declaration: bool,
) -> Result<ServerAnswer<Reference>, NoAnswer> {
    let (located, answering, lost) = occurrences(asker, group)?;
    let mut results = Vec::new();
    for place in located {
        let is_own = is_name_of(asker.project, group, &place);
        if is_own && !with_declaration {
            continue;
        }
        // The name of another definition: an override, or an alternative that syntax treats as a
        // separate definition.
        let is_definition =
            is_own || place.unit.symbol_named_at(place.span.start as usize).is_some();
        let found = use_at(&place.unit, place.span);
        results.push(reference(&place.unit, &found, Certainty::Exact, None, is_definition));
    }
    results.sort_by_cached_key(|row| {
        (
            nearness(asker.project, group, &row.site.file, row.is_test),
            row.site.line,
            row.site.column,
        )
    });
    Ok(answering.into_answer(results, false, lost))
}

/// Returns the references to any of some definitions, such as the members of a type, each with the
/// name at the occurrence. The definitions' own names are excluded.
pub(in crate::engine) fn references_to_any(
    asker: &Asker<'_, '_>,
    defs: &[Def],
) -> Result<ServerAnswer<(String, Reference)>, NoAnswer> {
    let (located, answering, lost) = occurrences_of(asker, defs)?;
    let mut results = Vec::new();
    for place in located {
        if place.unit.symbol_named_at(place.span.start as usize).is_some() {
            continue;
        }
        let name = place.span.of(place.unit.content()).to_owned();
        let found = use_at(&place.unit, place.span);
        results.push((name, reference(&place.unit, &found, Certainty::Exact, None, false)));
    }
    Ok(answering.into_answer(results, false, lost))
}

/// Returns the references to the members that a target overrides or implements: such a use may
/// refer to the target.
pub(in crate::engine) fn references_above(
    asker: &Asker<'_, '_>,
    group: &[Def],
) -> Result<Vec<Reference>, NoAnswer> {
    let above = asker.project.overridden_by(group);
    if above.is_empty() {
        return Ok(Vec::new());
    }
    let answer = references_to_any(asker, &above)?;
    let possible = answer.results.into_iter().map(|(_, reference)| Reference {
        certainty: Certainty::Possible,
        rule: Some(Rule::ThroughSupertype),
        ..reference
    });
    Ok(possible.collect())
}

/// Returns every occurrence of a target, including its own names, in the order of files; and the
/// number of lost places. `Err` if there is none: a server that does not even return the definition
/// itself does not see it, which does not mean that it has no uses.
pub(super) fn occurrences(
    asker: &Asker<'_, '_>,
    group: &[Def],
) -> Result<(Vec<Located>, AnsweringServer, usize), NoAnswer> {
    let (located, answering, lost) = occurrences_of(asker, asked(group))?;
    if located.is_empty() && lost == 0 {
        Err(NoAnswer::unseen(answering))
    } else {
        Ok((located, answering, lost))
    }
}

/// Like [`occurrences`], for any number of definitions, and without that error.
pub(super) fn occurrences_of(
    asker: &Asker<'_, '_>,
    defs: &[Def],
) -> Result<(Vec<Located>, AnsweringServer, usize), NoAnswer> {
    let replies = asker.ask(defs, RequestKind::References);
    let (found, answering) = together(replies, |_, answer| places(answer))?;
    let found: BTreeSet<_> = found.into_iter().flatten().collect();
    let all = found.len();
    let located: Vec<Located> = found.iter().filter_map(|place| asker.locate(place)).collect();
    let lost = all - located.len();
    Ok((located, answering, lost))
}

/// Returns the use at a place as syntax classifies it; a read if it has none there, as in the
/// arguments of a macro.
pub(super) fn use_at(unit: &Unit, span: Span) -> Use {
    let known = unit.names().use_at(span.start as usize);
    known.copied().unwrap_or(Use {
        span,
        role: Role::Read,
        qualifier: Qualifier::None,
        arguments: None,
    })
}
