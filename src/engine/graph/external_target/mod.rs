//! Answers about what the project does not define: a name of a package, as imports and paths give
//! it, and for implementations also a bare name that headers have.

mod asked;
mod found;

use self::asked::Asked;
use self::found::{Found, OutsideUse};
use super::account::{self, ListedPlace, ListedPlaces, NameSearch};
use super::answer::{Answer, Answers, Call, GraphRow, Implementation, Reference, Response};
use super::callers::of_outside;
use super::implementations::results;
use super::mentions::mentions;
use super::nameless;
use super::project::{Def, FileIndex, Project, Unit};
use super::references::reference;
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
    let (asked, mut budget) = (Asked::read(symbol), ParseBudget::new());
    if !asked.has_package() {
        return of_bare_name(project, &asked, &mut budget);
    }
    let Some(found) = Found::of(project, &asked, &mut budget)? else { return Ok(None) };
    let mut headers = Headers::default();
    for OutsideUse { unit, name_use, certainty, .. } in &found.uses {
        let pairs = unit.supertypes_around(name_use.span).into_iter();
        for pair in pairs.filter(|pair| head_name(unit, pair) == Some(name_use.span)) {
            headers.add(unit, pair, name_use.span, &asked, *certainty);
        }
    }
    let (left, uses) = (found.left.clone(), found.searched(&asked));
    headers.answer(project, &asked, (left, uses), &mut budget).map(Some)
}

/// Returns the references to what a symbol names in a package; `None` if nothing imports it.
pub(in crate::engine) fn references(
    project: &Project<'_>,
    symbol: &str,
) -> Result<Option<Response<Reference>>, Cancelled> {
    let asked = Asked::read(symbol);
    let Some(found) = found(project, &asked)? else { return Ok(None) };
    let accepted = found.uses.iter().filter(|found| UseFilter::All.accepts(&found.name_use));
    let row = |OutsideUse { unit, name_use, certainty, .. }: &OutsideUse| {
        reference(unit, name_use, *certainty, Some(rule(*certainty)), false)
    };
    let mut rows: Vec<Reference> = accepted.map(row).collect();
    rows.sort_by_key(|row| row.certainty);
    response(project, &asked, &found, UseFilter::All, rows).map(Some)
}

/// Returns the callers of what a symbol names in a package; `None` if nothing imports it.
pub(in crate::engine) fn callers(
    project: &Project<'_>,
    symbol: &str,
    depth: usize,
) -> Result<Option<Response<Call>>, Cancelled> {
    let asked = Asked::read(symbol);
    let Some(found) = found(project, &asked)? else { return Ok(None) };
    let accepted = found.uses.iter().filter(|found| UseFilter::Calls.accepts(&found.name_use));
    let calls = accepted.map(|OutsideUse { unit, name_use, certainty, .. }| {
        (unit, name_use.span, *certainty, rule(*certainty))
    });
    let rows = of_outside(project, calls, depth)?;
    response(project, &asked, &found, UseFilter::Calls, rows).map(Some)
}

/// Returns the uses of a name of a package; `None` for a name without one.
fn found(project: &Project<'_>, asked: &Asked<'_>) -> Result<Option<Found>, Cancelled> {
    match asked.has_package() {
        true => Found::of(project, asked, &mut ParseBudget::new()),
        false => Ok(None),
    }
}

const fn rule(certainty: Certainty) -> Rule {
    match certainty {
        Certainty::Possible => Rule::SameName,
        Certainty::Exact | Certainty::Likely => Rule::Import,
    }
}

/// Returns the answer with the uses of a name of a package.
fn response<T: GraphRow>(
    project: &Project<'_>,
    asked: &Asked<'_>,
    found: &Found,
    filter: UseFilter,
    rows: Vec<T>,
) -> Result<Response<T>, Cancelled> {
    let mut listed = ListedPlaces::new();
    for row in rows.iter().filter(|row| row.depth() == 1) {
        account::list(&mut listed, row.sites(), row.header());
    }
    let (is_exact, uses) = (found.left.is_empty(), found.searched(asked));
    answer(project, asked, (filter, uses), &listed, (is_exact, rows))
}

fn answer<T: GraphRow>(
    project: &Project<'_>,
    asked: &Asked<'_>,
    (filter, uses): (UseFilter, Uses),
    listed: &ListedPlaces,
    (is_exact, rows): (bool, Vec<T>),
) -> Result<Response<T>, Cancelled> {
    let mut evidence = Evidence::syntax();
    evidence.add_note(format!("`{}` is not defined in the project", asked.symbol));
    let (name, groups) = (asked.name.to_owned(), Vec::new());
    let (uses, not_followed) = (Arc::new(uses), Vec::new());
    let search = NameSearch { depth: 1, name, groups, filter, uses, not_followed, followed: 0 };
    let account = account::account(project, &[&search], listed, &Default::default())?;
    let mentions = if rows.is_empty() { Some(mentions(project, asked.name, &[])?) } else { None };
    let answer = Answer::of_name(asked.symbol.to_owned(), rows, evidence);
    let answer = Answer { is_exact, mentions, ..answer };
    let answers = Answers::One(answer);
    Ok(Response { account: Some(account), ..answers.into() })
}

/// Returns the implementations of a name that headers have, whatever imports it.
fn of_bare_name(
    project: &Project<'_>,
    asked: &Asked<'_>,
    budget: &mut ParseBudget,
) -> Result<Option<Response<Implementation>>, Cancelled> {
    let mentions = project.mentions_in_code(asked.name)?;
    let may_use = mentions.files.iter().filter(|found| found.hints.may_use);
    let (files, left): (Vec<FileIndex>, Vec<FileIndex>) =
        may_use.map(|found| found.file).partition(|file| budget.deduct(project, *file));
    let mut headers = Headers::default();
    for unit in &project.read_all(&files)? {
        project.snapshot.cancel().check()?;
        for pair in &unit.names().supertypes {
            let name = head_name(unit, pair);
            if let Some(at) = name.filter(|name| name.of(unit.content()) == asked.name) {
                headers.add(unit, pair, at, asked, Certainty::Likely);
            }
        }
    }
    if headers.rows.is_empty() && headers.beside.is_empty() {
        return Ok(None);
    }
    let uses = Uses::none(asked.name, files, left.clone());
    headers.answer(project, asked, (left, uses), budget).map(Some)
}

/// The headers that name what is asked for.
#[derive(Default)]
struct Headers {
    rows: Rows,
    /// Those of types without a name.
    beside: Vec<(FileIndex, Implementation)>,
    listed: ListedPlaces,
}

impl Headers {
    fn add(
        &mut self,
        unit: &Arc<Unit>,
        pair: &Supertype,
        at: Span,
        asked: &Asked<'_>,
        certainty: Certainty,
    ) {
        let line = unit.text.line_of(at.start as usize);
        let file = Arc::clone(&unit.entry.path.display);
        self.listed.insert(ListedPlace::Header { file, line });
        if pair.subtype == pair.supertype && pair.body.is_some() {
            let row = nameless::row(unit, at, asked.name, certainty, Rule::Inherits);
            self.beside.push((unit.file, row));
        } else if let Some(symbol) = subtype_definition(unit, pair.subtype.start as usize) {
            let def = Def { file: unit.file, symbol };
            self.rows.insert(def, (certainty, Rule::Inherits));
        }
    }

    /// Returns the answer, with what extends the types.
    fn answer(
        self,
        project: &Project<'_>,
        asked: &Asked<'_>,
        (left, uses): (Vec<FileIndex>, Uses),
        budget: &mut ParseBudget,
    ) -> Result<Response<Implementation>, Cancelled> {
        let Self { mut rows, beside, listed } = self;
        let types: Vec<Def> = rows.keys().copied().filter(|def| project.is_type(*def)).collect();
        let mut skipped: BTreeSet<FileIndex> = left.into_iter().collect();
        // What extends a type that may be one is no more certain.
        for certainty in [Certainty::Likely, Certainty::Possible] {
            let is_of = |def: &Def| rows.get(def).is_some_and(|(of, _)| *of == certainty);
            let direct: Vec<Def> = types.iter().copied().filter(is_of).collect();
            let (below, _) = subtypes(project, &direct, &mut skipped, budget)?;
            for (def, (of, rule)) in below {
                rows.entry(def).or_insert((of.max(certainty), rule));
            }
        }
        let is_exact = skipped.is_empty();
        let results = results(project, &[], rows, beside);
        answer(project, asked, (UseFilter::Supertypes, uses), &listed, (is_exact, results))
    }
}

/// Returns where a header has the last name of a supertype.
fn head_name(unit: &Unit, pair: &Supertype) -> Option<Span> {
    let names = unit.names();
    let Type::Named { head, .. } = names.written_type(pair.supertype_written) else { return None };
    names.last_name(head)
}
