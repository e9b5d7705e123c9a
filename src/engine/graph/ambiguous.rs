//! Which other definitions a possible use may mean.

use super::account::NameSearch;
use super::answer::{Answer, GraphRow};
use super::callers::hop;
use super::project::{Def, Project};
use super::rule::Rule;
use super::uses::ResolvedUse;
use crate::domain::{Cancelled, Certainty};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Maximum number of other definitions that are named of one use: a name may have thousands.
const MAX_OTHERS: usize = 40;

/// Notes, at the possible uses of a target that several definitions fit, which others do.
pub(super) fn note_others<T: GraphRow>(
    project: &Project<'_>,
    group: &[Def],
    searched: Option<&NameSearch>,
    answer: &mut Answer<T>,
) -> Result<(), Cancelled> {
    let Some(searched) = searched else { return Ok(()) };
    let own: FxHashSet<Def> = group.iter().copied().collect();
    let is_own = |def: &Def| own.contains(def);
    let fits = |found: &ResolvedUse| {
        let own = found.meanings.iter().filter(|meaning| is_own(&meaning.def));
        own.map(|meaning| meaning.rule).min() == Some(Rule::SameName)
    };
    let mut open: FxHashMap<(Arc<str>, usize, usize), &ResolvedUse> = FxHashMap::default();
    for found in &searched.uses.uses {
        project.snapshot.cancel().check()?;
        if !fits(found) {
            continue;
        }
        let (line, column) = found.unit.text.position(found.name_use.span.start as usize);
        open.insert((Arc::clone(&found.unit.entry.path.display), line, column), found);
    }
    let mut others: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for (index, row) in answer.results.iter().enumerate() {
        if row.certainty() != Certainty::Possible || row.depth() > 1 {
            continue;
        }
        let (Some(file), line, column) = row.position() else { continue };
        let site = row.sites().first();
        let place = site
            .map_or((file, line, column), |site| (Arc::clone(&site.file), site.line, site.column));
        let Some(found) = open.get(&place) else { continue };
        let mut named: Vec<String> = Vec::new();
        let meant =
            found.meanings.iter().filter(|of| !is_own(&of.def) && of.rule == Rule::SameName);
        for of in meant.take(MAX_OTHERS).filter_map(|of| hop(project, of.def)) {
            let owner = of.container.map(|owner| format!("{owner}.")).unwrap_or_default();
            let label = format!("{owner}{}", of.name);
            if !named.contains(&label) {
                named.push(label);
            }
        }
        if !named.is_empty() {
            others.insert(index, named);
        }
    }
    answer.others.extend(others);
    Ok(())
}
