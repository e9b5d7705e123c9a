//! Calls of a method by what its object is handed to: a library that is given a `Runnable` may call
//! its `run`, and to start a thread calls that of the thread. Where such an object goes is followed
//! from where it is made through variables, parameters and results, so that a call is possible at
//! most.

mod fate;
mod made;

use super::account::NameSearch;
use super::body_calls::{BodyCall, CallNames, resolve};
use super::constructions::constructors_of;
use super::enclosing::caller_at;
use super::held_calls::{FieldCall, FieldCalls};
use super::project::{Def, FileIndex, Unit};
use super::resolve::{Meaning, Resolution, accepting, owner_name, passed_parameters};
use super::rule::Rule;
use super::use_searches::UseSearches;
use super::uses::UseFilter;
use crate::domain::{Cancelled, Certainty, NotFollowed};
use crate::workspace::names::{Binding, NameFacts, Role, Span, Use};
use fate::{Fate, call_end, fate_of, path_start};
use made::{Runnable, made, runnable};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// Maximum number of places of the objects of one method that are looked at, and of steps from
/// where one is made to what it is handed to.
const MAX_PLACES: usize = 400;
const MAX_STEPS: usize = 5;

/// Functions of libraries that only keep, compare or show what they are given.
const KEEPING: [&str; 20] = [
    "add",
    "addAll",
    "addFirst",
    "addLast",
    "append",
    "asList",
    "contains",
    "containsKey",
    "equals",
    "get",
    "indexOf",
    "insert",
    "listOf",
    "of",
    "print",
    "println",
    "put",
    "remove",
    "set",
    "setOf",
];

/// What stands before a field of the object whose method is running.
const OWN_PATHS: [&str; 3] = ["this.", "this->", "self."];

/// A place in the code at which the object is a value.
struct Place {
    unit: Arc<Unit>,
    /// The whole expression, without the path before a call whose beginning is not known.
    span: Span,
    steps: usize,
}

/// Returns, for each group of definitions called `name`, the calls of what is handed an object of
/// theirs, or that start it. The search is told of types whose objects were not all followed.
pub(super) fn calls_of_objects(
    name: &str,
    groups: &[Vec<Def>],
    searches: &mut UseSearches<'_, '_, '_>,
    mut search: Option<&mut NameSearch>,
) -> Result<Vec<FieldCalls>, Cancelled> {
    let mut found = Vec::with_capacity(groups.len());
    for group in groups {
        let mut calls: BTreeMap<(FileIndex, Span), FieldCall> = BTreeMap::new();
        let mut skipped = BTreeSet::new();
        for member in group {
            let Some(of) = runnable(searches.project, *member, name)? else { continue };
            let (run, left) = Following::new(searches, name, &of).run(*member)?;
            if let Some(search) = search.as_deref_mut().filter(|_| !left.is_empty()) {
                let owner = searches.project.get(*member);
                let owner = owner.and_then(|(unit, of)| owner_name(unit, unit.symbol(of)));
                let name = owner.unwrap_or(name).to_owned();
                search.not_followed.push(NotFollowed { name, files: None });
            }
            skipped.extend(left);
            calls.extend(run.into_iter().map(|call| ((call.unit.file, call.span), call)));
        }
        let calls = calls.into_values().collect();
        found.push(FieldCalls { calls, skipped: skipped.into_iter().collect() });
    }
    Ok(found)
}

/// The objects of one method on their way.
struct Following<'f, 'b, 'p, 's> {
    searches: &'f mut UseSearches<'b, 'p, 's>,
    name: &'f str,
    of: &'f Runnable<'p>,
    names: CallNames<'p, 's>,
    next: VecDeque<Place>,
    known: BTreeSet<(FileIndex, Span)>,
    found: Vec<FieldCall>,
    /// Files with places beyond the limits.
    left: BTreeSet<FileIndex>,
}

impl<'f, 'b, 'p, 's> Following<'f, 'b, 'p, 's> {
    fn new(searches: &'f mut UseSearches<'b, 'p, 's>, name: &'f str, of: &'f Runnable<'p>) -> Self {
        let names = CallNames::new(searches.project);
        let (next, known, found) = (VecDeque::new(), BTreeSet::new(), Vec::new());
        Self { searches, name, of, names, next, known, found, left: BTreeSet::new() }
    }

    /// Returns the calls that may run the method, and the files that may have more.
    fn run(mut self, member: Def) -> Result<(Vec<FieldCall>, BTreeSet<FileIndex>), Cancelled> {
        for (unit, span) in made(self.searches, member, self.name, self.of)? {
            self.add(&unit, span, 0);
        }
        while let Some(place) = self.next.pop_front() {
            self.searches.project.snapshot.cancel().check()?;
            self.follow(&place)?;
        }
        Ok((self.found, self.left))
    }

    fn add(&mut self, unit: &Arc<Unit>, span: Span, steps: usize) {
        let is_open = steps <= MAX_STEPS && self.known.len() < MAX_PLACES;
        if !is_open && !self.known.contains(&(unit.file, span)) {
            self.left.insert(unit.file);
        }
        if is_open && self.known.insert((unit.file, span)) {
            self.next.push_back(Place { unit: Arc::clone(unit), span, steps });
        }
    }

    fn follow(&mut self, place: &Place) -> Result<(), Cancelled> {
        let Place { unit, span, steps } = place;
        match fate_of(unit, *span) {
            Fate::Called(call) => {
                let called = call.span.of(unit.content());
                if called == self.name || self.of.starting.contains(called) {
                    self.add_call(unit, call.span);
                }
            }
            Fate::Argument(call, index) => self.hand_over(unit, call, index, *steps)?,
            Fate::Set(binding) => self.add_reads(unit, &binding, *steps),
            Fate::Returned => self.add_results(unit, *span, *steps)?,
            Fate::Other => {}
        }
        Ok(())
    }

    fn add_call(&mut self, unit: &Arc<Unit>, span: Span) {
        let (certainty, rule, field) = (Certainty::Possible, Rule::ObjectHanded, None);
        self.found.push(FieldCall { unit: Arc::clone(unit), span, certainty, rule, field });
    }

    /// Follows an argument of a call: into the function of the project that takes it, else the
    /// call itself may run the method.
    fn hand_over(
        &mut self,
        unit: &Arc<Unit>,
        call: Use,
        index: usize,
        steps: usize,
    ) -> Result<(), Cancelled> {
        let project = self.searches.project;
        let of = caller_at(unit, call.span.start as usize).unwrap_or_default();
        let of = Def { file: unit.file, symbol: of };
        let called = BodyCall { unit: Arc::clone(unit), name_use: call, of };
        let name = called.name().to_owned();
        let resolved = resolve(&self.names, &[called])?;
        let meanings = match resolved.into_iter().next() {
            Some(Resolution::Definitions(meanings)) => meanings,
            Some(Resolution::External(_) | Resolution::Unresolved) => {
                if self.of.is_handed && !keeps(&name) {
                    self.add_call(unit, call.span);
                }
                return Ok(());
            }
            _ => return Ok(()),
        };
        let is_sure = |meaning: &&Meaning| !meaning.rule.is_guess();
        let functions = meanings.iter().filter(is_sure).flat_map(|meaning| {
            let made = constructors_of(project, meaning.def);
            if made.is_empty() { vec![meaning.def] } else { made }
        });
        for function in accepting(project, functions.collect(), call.arguments) {
            let Some((unit, symbol)) = project.get(function) else { continue };
            let taken = passed_parameters(unit, unit.symbol(symbol)).nth(index);
            if let Some(taken) = taken {
                self.add_reads(unit, taken, steps);
            }
        }
        Ok(())
    }

    /// Adds where a variable, a parameter or a field is read.
    fn add_reads(&mut self, unit: &Arc<Unit>, binding: &Binding, steps: usize) {
        let (names, text) = (unit.names(), unit.content());
        let name = binding.name.of(text);
        let at = binding.name.start as usize;
        // A parameter in the header of a type may be one of its fields.
        let is_of_header = NameFacts::is_within(&names.parameters, binding.name)
            && unit.enclosing(at, |of| of.kind.is_callable()).is_none();
        let is_field = is_of_header || names.binding_at(binding.name).is_none();
        let around = unit.enclosing(at, |of| unit.is_type(of)).filter(|_| is_field);
        let around = around.map(|around| Span::new(unit.symbol(around).bytes.clone()));
        let reads = names.uses_of(text, name).filter(|found| found.role == Role::Read);
        let reads = reads.filter(|found| around.is_none_or(|around| around.contains(found.span)));
        for found in reads {
            let span = Span { start: path_start(text, found.span.start), ..found.span };
            let path = span.of(text).strip_suffix(name).unwrap_or_default();
            let is_it = match (path, unit.binding_scope(name, found.span.start)) {
                ("", None) => is_field,
                ("", Some(scope)) => scope == binding.scope,
                // Behind another path the member is another object's.
                (path, _) => is_field && OWN_PATHS.contains(&path),
            };
            if is_it {
                self.add(unit, span, steps + 1);
            }
        }
    }

    /// Adds the calls of the function that returns the object.
    fn add_results(&mut self, unit: &Arc<Unit>, span: Span, steps: usize) -> Result<(), Cancelled> {
        let around = unit.enclosing(span.start as usize, |symbol| symbol.kind.is_callable());
        let Some(symbol) = around else { return Ok(()) };
        let name = unit.symbol(symbol).name.clone();
        let groups = [vec![Def { file: unit.file, symbol }]];
        let named = self.searches.of(&name, UseFilter::Calls)?;
        let is_sure =
            |meaning: &Meaning| meaning.rule != Rule::Definition && !meaning.rule.is_guess();
        let mut calls: Vec<(Arc<Unit>, Span)> = Vec::new();
        named.visit_best(&groups, is_sure, |found, best| {
            if best.is_empty() || found.name_use.role != Role::Call {
                return;
            }
            let (text, name) = (found.unit.content(), found.name_use.span);
            let end = call_end(&found.unit, name.end as usize);
            let span = Span { start: path_start(text, name.start), end: end as u32 };
            calls.push((Arc::clone(&found.unit), span));
        })?;
        for (unit, span) in calls {
            self.add(&unit, span, steps + 1);
        }
        Ok(())
    }
}

/// Returns whether a library's function only keeps, compares or shows what it is given, by its
/// name.
fn keeps(name: &str) -> bool {
    KEEPING.contains(&name) || name.starts_with("assert")
}
