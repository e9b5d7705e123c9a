//! Uses of a name that the project does not define, since a macro or a generator makes it, or it is
//! from outside: rows like those of other names, which are possible at most.

use super::account::{self, ListedPlaces, NameSearch};
use super::answer::{Answer, Answers, Call, GraphRow, Reference, Response};
use super::enclosing::{caller_at, module_node, node};
use super::marks::is_textual;
use super::mentions::last_name;
use super::project::{Def, FileIndex, Project, Unit};
use super::references::reference;
use super::resolve::{Other, Resolution};
use super::rows::generated_among;
use super::rule::Rule;
use super::site::site;
use super::target::candidates;
use super::uses::{ParseBudget, UseFilter, Uses};
use crate::domain::{Cancelled, Certainty, Evidence};
use crate::workspace::names::{Import, Imported, Qualifier, Role, Use};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns the references to what a symbol names; `None` if the project defines the name, or no
/// code uses it.
pub(in crate::engine) fn references(
    project: &Project<'_>,
    symbol: &str,
) -> Result<Option<Response<Reference>>, Cancelled> {
    let Some(found) = Undefined::find(project, symbol, UseFilter::All)? else { return Ok(None) };
    let rows = found.references();
    found.response(project, rows)
}

/// What code holds of a name that only languages without a grammar define.
pub(in crate::engine) struct NamedInCode<T> {
    pub(in crate::engine) rows: Vec<T>,
    /// False if files were left out.
    pub(in crate::engine) is_whole: bool,
}

impl<T> NamedInCode<T> {
    pub(in crate::engine) const fn nothing() -> Self {
        Self { rows: Vec::new(), is_whole: true }
    }
}

/// Returns the references in code to what only languages without a grammar define.
pub(in crate::engine) fn references_in_code(
    project: &Project<'_>,
    symbol: &str,
) -> Result<NamedInCode<Reference>, Cancelled> {
    let found = Undefined::find(project, symbol, UseFilter::All)?;
    let named = found
        .map(|found| NamedInCode { rows: found.references(), is_whole: found.left.is_empty() });
    Ok(named.unwrap_or_else(NamedInCode::nothing))
}

/// Returns the callers in code, as [`references_in_code`] does.
pub(in crate::engine) fn callers_in_code(
    project: &Project<'_>,
    symbol: &str,
) -> Result<NamedInCode<Call>, Cancelled> {
    let found = Undefined::find(project, symbol, UseFilter::Calls)?;
    let named =
        found.map(|found| NamedInCode { rows: found.callers(), is_whole: found.left.is_empty() });
    Ok(named.unwrap_or_else(NamedInCode::nothing))
}

/// Returns the callers of what a symbol names, as [`references`] does.
pub(in crate::engine) fn callers(
    project: &Project<'_>,
    symbol: &str,
) -> Result<Option<Response<Call>>, Cancelled> {
    let Some(found) = Undefined::find(project, symbol, UseFilter::Calls)? else { return Ok(None) };
    let rows = found.callers();
    found.response(project, rows)
}

/// A name without a definition, with its uses in code.
struct Undefined<'n> {
    name: &'n str,
    filter: UseFilter,
    uses: Vec<(Arc<Unit>, Use)>,
    /// Files that were read for it, and those that were not.
    read: Vec<FileIndex>,
    left: Vec<FileIndex>,
}

impl<'n> Undefined<'n> {
    fn find(
        project: &Project<'_>,
        symbol: &'n str,
        filter: UseFilter,
    ) -> Result<Option<Self>, Cancelled> {
        let (symbol, name) = (symbol.trim(), last_name(symbol));
        let is_read = |def: &Def| !is_textual(project.entry(def.file));
        if name.is_empty() || project.definitions(name)?.iter().any(is_read) {
            return Ok(None);
        }
        let mut budget = ParseBudget::indirect();
        let mentions = project.mentions_in_code(name)?;
        let may_use = mentions.files.iter().filter(|found| found.hints.may_use);
        let (read, left): (Vec<FileIndex>, Vec<FileIndex>) =
            may_use.map(|found| found.file).partition(|file| budget.deduct(project, *file));
        let candidates = candidates(project, name)?;
        let mut uses = Vec::new();
        for unit in project.read_all(&read)? {
            project.snapshot.cancel().check()?;
            let is_import = |role: Role| matches!(role, Role::Import | Role::ImportPath);
            // A local name is known, although nothing can be asked about it, but not so one that
            // an import gives to a module.
            let is_module = |found: &Use| names_module(&unit, found);
            let is_open = |found: &Use| {
                is_import(found.role)
                    || match candidates.resolve(&unit, found) {
                        Resolution::Other(Other::Module) => is_module(found),
                        Resolution::Other(_) => false,
                        _ => true,
                    }
            };
            let own = unit.names().uses_of(unit.content(), name);
            let meant = own.filter(|found| filter.accepts(found) && is_of(&unit, found, symbol));
            let meant: Vec<Use> = meant.filter(|found| is_open(found)).copied().collect();
            uses.extend(meant.into_iter().map(|found| (Arc::clone(&unit), found)));
        }
        Ok((!uses.is_empty()).then_some(Self { name, filter, uses, read, left }))
    }

    fn references(&self) -> Vec<Reference> {
        let row = |(unit, found): &(Arc<Unit>, Use)| {
            reference(unit, found, Certainty::Possible, Some(Rule::Unresolved), false)
        };
        let mut rows: Vec<Reference> = self.uses.iter().map(row).collect();
        // Within a file the uses are in order.
        rows.sort_by_key(|row| row.is_test);
        rows
    }

    fn callers(&self) -> Vec<Call> {
        let mut rows: BTreeMap<(FileIndex, Option<u32>), Call> = BTreeMap::new();
        for (unit, name_use) in &self.uses {
            let caller = caller_at(unit, name_use.span.start as usize);
            let row = rows.entry((unit.file, caller)).or_insert_with(|| {
                let node = caller.map_or_else(|| module_node(unit), |symbol| node(unit, symbol));
                Call::possible(node, Rule::Unresolved)
            });
            row.sites.push(site(unit, name_use.span));
        }
        let mut rows: Vec<Call> = rows.into_values().collect();
        rows.sort_by_key(|row| row.node.is_test);
        rows
    }

    fn response<T: GraphRow>(
        self,
        project: &Project<'_>,
        rows: Vec<T>,
    ) -> Result<Option<Response<T>>, Cancelled> {
        let mut listed = ListedPlaces::default();
        for row in &rows {
            account::list(&mut listed, row.sites(), row.header());
        }
        let is_exact = self.left.is_empty();
        let search = NameSearch {
            depth: 1,
            name: self.name.to_owned(),
            groups: Vec::new(),
            filter: self.filter,
            uses: Arc::new(Uses::none(self.name, self.read, self.left)),
            not_followed: Vec::new(),
            followed: 0,
        };
        let account = account::account(project, &[&search], &listed, &Default::default())?;
        let mut evidence = Evidence::syntax();
        evidence.add_note(format!("`{}` is not defined in the project", self.name));
        let generated = generated_among(project, &rows);
        let answer = Answer::of_name(self.name.to_owned(), rows, evidence);
        let answers = Answers::One(Answer { is_exact, generated, ..answer });
        Ok(Some(Response { account: Some(account), ..answers.into() }))
    }
}

/// Returns whether a use has the name that an import gives to a module: `import * as lib`.
fn names_module(unit: &Unit, found: &Use) -> bool {
    let name = found.span.of(unit.content());
    let is_it = |import: &Import| {
        import.imported == Imported::Module
            && import.alias.is_some_and(|alias| alias.of(unit.content()) == name)
    };
    found.qualifier == Qualifier::None && unit.names().imports.iter().any(is_it)
}

/// Returns whether a use is one of a symbol: of its name, behind the path that the symbol has.
fn is_of(unit: &Unit, found: &Use, symbol: &str) -> bool {
    let of = match found.qualifier {
        Qualifier::None => None,
        Qualifier::Receiver(of) => Some(of),
        Qualifier::Path(of) => of,
    };
    let names = unit.names();
    let start = of.and_then(|of| names.path_span(of)).map_or(found.span.start, |path| path.start);
    let written = unit.content().get(start as usize..found.span.end as usize).unwrap_or_default();
    symbol == last_name(symbol) || written.ends_with(symbol)
}
