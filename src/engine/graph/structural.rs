//! Types that implement interfaces by having their methods, their own or those of embedded types.

use super::project::{Def, FileIndex, Project};
use super::resolve::{OutsideMethods, RequiredMethods, is_interface, is_structural};
use super::rule::Rule;
use super::subtypes::{MAX_TYPES, Rows, direct_subtypes, subtypes};
use super::target::candidates;
use super::uses::{ParseBudget, UseFilter, kept_uses};
use crate::domain::{Cancelled, Certainty};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Maximum number of methods that types are compared with for one question, and of interfaces that
/// embed others: thousands of interfaces may require one method, and thousands of types have it.
const MAX_METHODS: usize = 400_000;

/// The same for all members together that a question comes to.
const MAX_METHODS_OF_MANY: usize = 2_000_000;

/// The search for what implements interfaces structurally, for one question.
pub(super) struct Structural<'p, 's> {
    project: &'p Project<'s>,
    /// Number of methods and embedding interfaces that may still be looked at.
    methods: usize,
    /// Types with methods of some names, their own or embedded ones, by the names.
    having: HashMap<Vec<String>, Arc<Vec<Def>>>,
    /// Number of types that were not compared because of the limit.
    left: usize,
}

impl<'p, 's> Structural<'p, 's> {
    pub(super) fn new(project: &'p Project<'s>) -> Self {
        Self::with_limit(project, MAX_METHODS)
    }

    /// Creates the search for what implements each of the members that a question comes to.
    pub(super) fn of_many(project: &'p Project<'s>) -> Self {
        Self::with_limit(project, MAX_METHODS_OF_MANY)
    }

    fn with_limit(project: &'p Project<'s>, methods: usize) -> Self {
        Self { project, methods, having: HashMap::new(), left: 0 }
    }

    /// Returns the number of types that were not compared since the last call.
    pub(super) fn take_left(&mut self) -> usize {
        std::mem::take(&mut self.left)
    }

    /// Returns the types that implement the interfaces among some types, or those that they are
    /// other names of.
    pub(super) fn implementing(
        &mut self,
        types: &[Def],
        skipped: &mut BTreeSet<FileIndex>,
        budget: &mut ParseBudget,
    ) -> Result<Rows, Cancelled> {
        let project = self.project;
        let mut rows = Rows::new();
        let meant = project.unaliased(types);
        for of in meant.into_iter().filter(|of| is_structural(project, *of)) {
            let methods = project.interface_methods(of);
            let outside = project.outside_methods(of);
            if outside.are_open() {
                rows.extend(asserted(project, of, skipped, budget)?);
            }
            let having = self.having(&methods, &outside, skipped, budget)?;
            if self.methods == 0 {
                self.left += having.len();
                continue;
            }
            let required = RequiredMethods::new(project, methods, outside);
            let mut compared = BTreeMap::new();
            // What embeds another interface that requires the methods has them as well.
            let mut found = Vec::new();
            for def in having.iter().copied().filter(|def| *def != of) {
                if self.compare(&required, def, &mut compared)?.is_some() {
                    found.push(def);
                }
            }
            if self.methods == 0 {
                continue;
            }
            found.extend(self.requiring(of, skipped, budget)?);
            let (embedding, _) = subtypes(project, &found, skipped, budget)?;
            for def in found.iter().copied().chain(embedding.into_keys()) {
                let certainty = self.compare(&required, def, &mut compared)?;
                let certainty = certainty.filter(|_| !is_interface(project, def));
                if let Some(certainty) = certainty {
                    let known = rows.entry(def).or_insert((certainty, Rule::Methods));
                    known.0 = certainty.min(known.0);
                }
            }
        }
        Ok(rows)
    }

    /// Returns the types that have a method of one of the names, their own or an embedded one. The
    /// rarest of the names has to be known of a type that has them all, so that only files which
    /// may define that one, and were not read, are `skipped`.
    fn having(
        &mut self,
        methods: &[Def],
        outside: &OutsideMethods,
        skipped: &mut BTreeSet<FileIndex>,
        budget: &mut ParseBudget,
    ) -> Result<Arc<Vec<Def>>, Cancelled> {
        let project = self.project;
        let named = methods.iter().filter_map(|def| project.get(*def));
        let own = named.map(|(unit, symbol)| unit.symbol(symbol).name.clone());
        let names: BTreeSet<String> = own.chain(outside.names.iter().cloned()).collect();
        let names: Vec<String> = names.into_iter().collect();
        project.find_definitions(&names.iter().map(String::as_str).collect::<Vec<_>>())?;
        let known = names.iter().filter_map(|name| Some((name, project.known(name)?)));
        let rarest = known.min_by_key(|(_, known)| known.unread.len());
        if let Some((name, known)) = rarest.filter(|(_, known)| !known.unread.is_empty()) {
            skipped.extend(&known.unread);
            budget.leave(name, Some(known.unread.len()));
        }
        if let Some(known) = self.having.get(&names) {
            return Ok(Arc::clone(known));
        }
        let mut receivers = BTreeSet::new();
        for name in &names {
            for def in project.definitions(name)?.iter().filter(|def| project.is_callable(**def)) {
                project.snapshot.cancel().check()?;
                receivers.extend(project.owner_types(*def));
            }
        }
        let mut having: Vec<Def> = receivers.into_iter().collect();
        having.extend(project.embedding_types(&having));
        let having = Arc::new(having);
        self.having.insert(names, Arc::clone(&having));
        Ok(having)
    }

    /// Compares a type with the methods of an interface; `None` also if the limit is reached.
    fn compare(
        &mut self,
        required: &RequiredMethods<'_>,
        of: Def,
        compared: &mut BTreeMap<Def, Option<Certainty>>,
    ) -> Result<Option<Certainty>, Cancelled> {
        if let Some(known) = compared.get(&of) {
            return Ok(*known);
        }
        self.project.snapshot.cancel().check()?;
        if self.methods < required.len() {
            self.methods = 0;
        }
        let certainty = if self.methods == 0 {
            self.left += 1;
            None
        } else {
            self.methods -= required.len();
            required.are_of(of)
        };
        compared.insert(of, certainty);
        Ok(certainty)
    }

    /// Returns the interfaces that embed one, directly or not.
    fn requiring(
        &mut self,
        interface: Def,
        skipped: &mut BTreeSet<FileIndex>,
        budget: &mut ParseBudget,
    ) -> Result<Vec<Def>, Cancelled> {
        let project = self.project;
        let mut found = vec![interface];
        let mut next = 0;
        while let Some(of) =
            found.get(next).copied().filter(|_| next < MAX_TYPES && self.methods > 0)
        {
            next += 1;
            let embedding = direct_subtypes(project, of, skipped, budget)?;
            self.methods = self.methods.saturating_sub(embedding.len());
            for (def, _) in embedding {
                if is_structural(project, def) && !found.contains(&def) {
                    found.push(def);
                }
            }
        }
        Ok(found.split_off(1))
    }
}

/// Returns the types of which code says that they implement an interface, as
/// `var _ Pool = &pool{}` does.
fn asserted(
    project: &Project<'_>,
    interface: Def,
    skipped: &mut BTreeSet<FileIndex>,
    budget: &mut ParseBudget,
) -> Result<Rows, Cancelled> {
    let Some((unit, symbol)) = project.get(interface) else { return Ok(Rows::new()) };
    let name = &unit.symbol(symbol).name;
    let uses = kept_uses(project, name, UseFilter::All, budget)?;
    skipped.extend(&uses.skipped);
    let written = unit.rules().asserting.replace("{}", &regex::escape(name));
    let Some(asserting) = Some(written).filter(|of| !of.is_empty()) else {
        return Ok(Rows::new());
    };
    let Ok(asserting) = Regex::new(&asserting) else { return Ok(Rows::new()) };
    let mut rows = Rows::new();
    for (found, certainty) in uses.of(interface) {
        let unit = &found.unit;
        let line = unit.text.line_of(found.name_use.span.start as usize);
        let Some(line) = unit.text.line_range(line) else { continue };
        let asserted = asserting.captures(&unit.content()[line.clone()]);
        let asserted = asserted.and_then(|groups| Some(line.start + groups.get(1)?.start()));
        let Some(of) = asserted.and_then(|at| unit.names().use_at(at)) else { continue };
        let meanings = candidates(project, of.span.of(unit.content()))?.resolve(unit, of);
        for meaning in meanings.into_meanings() {
            if project.is_type(meaning.def) && !is_interface(project, meaning.def) {
                let certainty = certainty.max(meaning.certainty);
                rows.insert(meaning.def, (certainty, Rule::Methods));
            }
        }
    }
    Ok(rows)
}
