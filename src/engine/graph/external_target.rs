//! Implementations of a type that the project does not define: the definitions whose headers name
//! it, and what extends those.

use super::account::{ListedPlace, ListedPlaces, NameSearch};
use super::answer::{Answer, Answers, Implementation, Response};
use super::implementations::results;
use super::mentions::last_name;
use super::nameless;
use super::project::{Def, FileIndex, Project, Unit};
use super::rule::Rule;
use super::subtypes::subtype_definition;
use super::subtypes::{Rows, subtypes};
use super::uses::{ParseBudget, UseFilter, Uses};
use crate::domain::{Cancelled, Certainty, Evidence};
use crate::workspace::names::{Span, Supertype, Type};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Returns the implementations of what a symbol names outside the project; `None` if no header
/// names it.
pub(in crate::engine) fn implementations(
    project: &Project<'_>,
    symbol: &str,
) -> Result<Option<Response<Implementation>>, Cancelled> {
    let (name, mut budget) = (last_name(symbol), ParseBudget::new());
    let mentions = project.mentions_in_code(name)?;
    let may_use = mentions.files.iter().filter(|found| found.hints.may_use);
    let (files, left): (Vec<FileIndex>, Vec<FileIndex>) =
        may_use.map(|found| found.file).partition(|file| budget.deduct(project, *file));
    let units = project.read_all(&files)?;
    let (mut rows, mut beside, mut listed) = (Rows::new(), Vec::new(), ListedPlaces::new());
    for unit in &units {
        project.snapshot.cancel().check()?;
        for pair in &unit.names().supertypes {
            let Some(at) = named(unit, pair, symbol, name) else { continue };
            let line = unit.text.line_of(at.start as usize);
            let file = Arc::clone(&unit.entry.path.display);
            listed.insert(ListedPlace::Header { file, line });
            if pair.subtype == pair.supertype && pair.body.is_some() {
                let row = nameless::row(unit, at, name, Certainty::Likely, Rule::Inherits);
                beside.push((unit.file, row));
            } else if let Some(symbol) = subtype_definition(unit, pair.subtype.start as usize) {
                let def = Def { file: unit.file, symbol };
                rows.insert(def, (Certainty::Likely, Rule::Inherits));
            }
        }
    }
    if rows.is_empty() && beside.is_empty() {
        return Ok(None);
    }
    let direct: Vec<Def> = rows.keys().copied().filter(|def| project.is_type(*def)).collect();
    let mut skipped: BTreeSet<FileIndex> = left.iter().copied().collect();
    let (below, _) = subtypes(project, &direct, &mut skipped, &mut budget)?;
    for (def, found) in below {
        rows.entry(def).or_insert(found);
    }
    let mut evidence = Evidence::syntax();
    evidence.add_note(format!("`{name}` is not defined in the project"));
    let uses = Uses::none(name, files, left);
    let search = NameSearch {
        depth: 1,
        name: name.to_owned(),
        groups: Vec::new(),
        filter: UseFilter::Supertypes,
        uses: Arc::new(uses),
        not_followed: Vec::new(),
    };
    let account = super::account::account(project, &[&search], &listed, &Default::default())?;
    let answer = Answer {
        is_exact: skipped.is_empty(),
        ..Answer::of_name(name.to_owned(), results(project, &[], rows, beside), evidence)
    };
    let answers = Answers::One(answer);
    Ok(Some(Response { account: Some(account), ..answers.into() }))
}

/// Returns where a header names a type as its supertype: under its last name, and in the module
/// that is asked for, if the header tells one.
fn named(unit: &Unit, pair: &Supertype, symbol: &str, name: &str) -> Option<Span> {
    let names = unit.names();
    let Type::Named { head, .. } = names.written_type(pair.supertype_written) else { return None };
    let last = names.last_name(head).filter(|last| last.of(unit.content()) == name)?;
    let path = names.path_span(head)?.of(unit.content());
    (symbol == name || path == name || path.ends_with(symbol)).then_some(last)
}
