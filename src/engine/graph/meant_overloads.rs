//! Which of several overloads of a target each use of it means, where that is known.

use super::account::NameSearch;
use super::answer::{Answer, GraphRow, MeantOverload};
use super::project::{Def, Project};
use super::resolve::Meaning;
use super::rule::Rule;
use super::target::are_same;
use crate::domain::{Cancelled, Certainty};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Most overloads that are told apart.
const MAX_OVERLOADS: usize = 32;

/// Notes at the uses of a group of overloads which of them they mean. `searched` has the uses of
/// their name. A language server does not tell, so that its rows have no such mark.
pub(super) fn mark_overloads<T: GraphRow>(
    project: &Project<'_>,
    group: &[Def],
    searched: Option<&NameSearch>,
    answer: &mut Answer<T>,
) -> Result<(), Cancelled> {
    let are_several = answer.target.as_ref().is_some_and(|target| target.overloads > 1);
    let Some(searched) = searched.filter(|_| are_several) else { return Ok(()) };
    let overloads = Overloads::of(project, group);
    let mut meant: FxHashMap<(Arc<str>, usize, usize), usize> = FxHashMap::default();
    for found in &searched.uses.uses {
        project.snapshot.cancel().check()?;
        if let Some(number) = overloads.meant(project, &found.meanings) {
            let (line, column) = found.unit.text.position(found.name_use.span.start as usize);
            meant.insert((Arc::clone(&found.unit.entry.path.display), line, column), number);
        }
    }
    for row in &mut answer.results {
        if row.depth() > 1 || row.certainty() == Certainty::Exact {
            continue;
        }
        for site in row.sites_mut() {
            let place = (Arc::clone(&site.file), site.line, site.column);
            site.overload = meant.get(&place).map(|number| overloads.declared[*number].clone());
        }
    }
    say_once(&mut answer.results);
    Ok(())
}

/// Leaves the mark to the heading where each use of each row has the same.
fn say_once<T: GraphRow>(rows: &mut [T]) {
    let is_listed = |row: &T| row.depth() == 1 && !row.sites().is_empty();
    let mut marks = rows.iter().flat_map(GraphRow::sites).map(|site| &site.overload);
    let Some(Some(first)) = marks.next() else { return };
    if marks.all(|mark| mark.as_ref() == Some(first)) && rows.iter().all(is_listed) {
        let sites = rows.iter_mut().flat_map(GraphRow::sites_mut);
        sites.filter_map(|site| site.overload.as_mut()).for_each(|mark| mark.label = None);
    }
}

/// The overloads of a group.
struct Overloads {
    number: FxHashMap<Def, usize>,
    /// The first place of each.
    declared: Vec<MeantOverload>,
}

impl Overloads {
    fn of(project: &Project<'_>, group: &[Def]) -> Self {
        let home = group.first().map(|def| def.file);
        let mut first: Vec<Def> = Vec::new();
        let (mut number, mut declared) = (FxHashMap::default(), Vec::new());
        for def in group.iter().copied().filter(|def| project.is_callable(*def)) {
            let Some((unit, symbol)) = project.get(def) else { continue };
            let known = first.iter().position(|known| are_same(project, *known, def));
            if known.is_none() && first.len() == MAX_OVERLOADS {
                break;
            }
            number.insert(def, known.unwrap_or(first.len()));
            if known.is_none() {
                let (file, line) = (Arc::clone(&unit.entry.path.display), unit.symbol(symbol).line);
                let is_at_home = home == Some(def.file);
                let label = if is_at_home { line.to_string() } else { format!("{file}:{line}") };
                declared.push(MeantOverload { file, line, label: Some(label.into()) });
                first.push(def);
            }
        }
        Self { number, declared }
    }

    /// Returns the only overload that a use may mean; `None` if it may mean another, however
    /// unlikely, or something else of the name that is called.
    fn meant(&self, project: &Project<'_>, meanings: &[Meaning]) -> Option<usize> {
        let is_called = |meaning: &&Meaning| {
            meaning.rule != Rule::Definition && project.is_callable(meaning.def)
        };
        let mut called = meanings.iter().filter(is_called).peekable();
        let first = *self.number.get(&called.peek()?.def)?;
        let mut is_likely = false;
        let is_same = |meaning: &Meaning| {
            is_likely |= meaning.certainty <= Certainty::Likely;
            self.number.get(&meaning.def) == Some(&first)
        };
        (called.all(is_same) && is_likely).then_some(first)
    }
}
