//! The calls between functions that a search for paths has found, from the caller or from the
//! called function, on demand.

use super::StepFilter;
use super::ends::Ends;
use crate::domain::{Cancelled, Certainty, LeftOut, LeftOutReason, is_word};
use crate::engine::graph::body_calls::{
    BodyCall, CallNames, Leaders, MAX_MEANINGS, calls_by_name, calls_in, read_by, resolve,
};
use crate::engine::graph::callers::sites::{CallOf, Wanted};
use crate::engine::graph::enclosing::caller_at;
use crate::engine::graph::implementations::ImplementingSearches;
use crate::engine::graph::project::{Def, FileIndex, Project, Unit};
use crate::engine::graph::resolve::{Meaning, Other, Resolution, owner_name};
use crate::engine::graph::rule::Rule;
use crate::engine::graph::taken_types::has_word;
use crate::engine::graph::target::grouping;
use crate::engine::graph::use_searches::KeptSearches;
use crate::engine::graph::uses::ParseBudget;
use crate::workspace::names::{Span, Use};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// First words of the names of functions that send what they are given to others.
const SENDING: [&str; 9] =
    ["broadcast", "dispatch", "emit", "enqueue", "fire", "notify", "publish", "send", "trigger"];

/// Maximum number of definitions that a call is followed into, beside those at the end of the
/// paths. A call with more is an open one too.
pub(super) const MAX_MEANT: usize = 64;

/// How sure a call is; a search follows the lesser grades first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Grade {
    Likely,
    /// Through a supertype, or another rule that leaves several definitions possible.
    Dispatched,
    /// The function is handed on as a value.
    Passed,
    /// What is sent, as an event, may be taken by it.
    Sent,
    /// Only the name fits.
    Named,
    /// A few definitions of the name fit.
    Ambiguous,
    /// The call is unresolved, and has the name of a function from which the path goes on.
    Unresolved,
}

impl Grade {
    /// All grades, in order.
    pub(super) const ALL: [Self; 7] = [
        Self::Likely,
        Self::Dispatched,
        Self::Passed,
        Self::Sent,
        Self::Named,
        Self::Ambiguous,
        Self::Unresolved,
    ];

    pub(super) const fn of(certainty: Certainty, rule: Rule) -> Self {
        match (certainty, rule) {
            (_, Rule::PassedAsValue | Rule::ObjectHanded) => Grade::Passed,
            (_, Rule::Sent | Rule::SentByType) => Grade::Sent,
            (Certainty::Exact | Certainty::Likely, _) => Grade::Likely,
            (_, Rule::UniqueName) => Grade::Named,
            (_, Rule::SameName) => Grade::Ambiguous,
            (_, Rule::Unresolved) => Grade::Unresolved,
            _ => Grade::Dispatched,
        }
    }
}

/// The calls of one function by another. Certainty and rule are those of the best ones, which are
/// its sites.
pub(super) struct Edge {
    pub(super) grade: Grade,
    pub(super) certainty: Certainty,
    pub(super) rule: Rule,
    pub(super) through: Option<Def>,
    pub(super) sites: BTreeMap<(FileIndex, Span), Arc<Unit>>,
}

/// A call that leads to no function that is known.
pub(super) struct OpenCall {
    pub(super) of: Def,
    pub(super) unit: Arc<Unit>,
    pub(super) span: Span,
    pub(super) kind: OpenKind,
}

/// What is known of a call that leads to no function that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OpenKind {
    /// A value is called: a parameter, a variable, a field.
    Value,
    /// It is of a library, and by its name sends what it is given.
    Sending,
    Unresolved,
}

/// Calls between functions.
pub(super) struct Calls<'a, 'p> {
    pub(super) project: &'a Project<'p>,
    pub(super) names: CallNames<'a, 'p>,
    filter: &'a StepFilter,
    /// See [`Ends::leaders`].
    pub(super) leaders: &'a BTreeMap<Def, Def>,
    /// True if an end of the paths is in a test.
    enters_tests: bool,
    pub(super) callees: BTreeMap<Def, BTreeMap<Def, Edge>>,
    callers: BTreeMap<Def, BTreeSet<Def>>,
    /// Functions whose calls are known, whose callers are, whose uses as a value are, and what they
    /// are given to call.
    read: BTreeSet<Def>,
    called: BTreeSet<Def>,
    passed: BTreeSet<Def>,
    pub(super) handed: BTreeSet<Def>,
    /// Functions of which it is known what they send, and what takes it, by the calls that stand
    /// for that.
    pub(super) sending: BTreeSet<Def>,
    pub(super) taken_by: BTreeMap<(Def, Def), Arc<str>>,
    pub(super) open: Vec<OpenCall>,
    /// Functions that call a name which their file sets as a field, or what a field holds.
    pub(super) fields: BTreeSet<(Def, String)>,
    /// Functions that call what one of their parameters holds.
    pub(super) parameters: BTreeSet<Def>,
    /// The lines at which functions call what a parameter or a field holds.
    pub(super) called_at: BTreeMap<Def, BTreeSet<usize>>,
    /// Files that may contain more callers but were not searched.
    pub(super) skipped: BTreeSet<FileIndex>,
    /// Calls that the filter excludes.
    excluded: BTreeMap<LeftOutReason, BTreeSet<(Def, Def)>>,
    pub(super) budget: ParseBudget,
    /// What was searched on the budget.
    pub(super) searches: KeptSearches<'a, 'p>,
    pub(super) implementing: ImplementingSearches<'a>,
}

impl<'a, 'p> Calls<'a, 'p> {
    pub(super) fn new(project: &'a Project<'p>, filter: &'a StepFilter, ends: &Ends<'a>) -> Self {
        let mut symbols = ends.from.iter().chain(ends.to).filter_map(|def| project.get(*def));
        Self {
            project,
            names: CallNames::new(project),
            filter,
            leaders: ends.leaders,
            enters_tests: symbols.any(|(unit, symbol)| is_test(unit, symbol)),
            callees: BTreeMap::new(),
            callers: BTreeMap::new(),
            read: BTreeSet::new(),
            called: BTreeSet::new(),
            passed: BTreeSet::new(),
            handed: BTreeSet::new(),
            sending: BTreeSet::new(),
            taken_by: BTreeMap::new(),
            open: Vec::new(),
            fields: BTreeSet::new(),
            parameters: BTreeSet::new(),
            called_at: BTreeMap::new(),
            skipped: BTreeSet::new(),
            excluded: BTreeMap::new(),
            budget: ParseBudget::new(),
            searches: KeptSearches::default(),
            implementing: ImplementingSearches::new(project),
        }
    }

    /// Returns the functions that one calls, up to a grade.
    pub(super) fn callees_of(&self, def: Def, grade: Grade) -> impl Iterator<Item = Def> {
        let callees = self.callees.get(&def).into_iter().flatten();
        callees.filter(move |(_, edge)| edge.grade <= grade).map(|(to, _)| *to)
    }

    /// Returns the functions that call one, up to a grade.
    pub(super) fn callers_of(&self, def: Def, grade: Grade) -> impl Iterator<Item = Def> {
        let callers = self.callers.get(&def).into_iter().flatten();
        callers.filter(move |from| self.callees[*from][&def].grade <= grade).copied()
    }

    /// Returns the number of calls that the filter excludes, by its rules.
    pub(super) fn left_out(&self) -> Vec<LeftOut> {
        let row = |(reason, calls): (&LeftOutReason, &BTreeSet<(Def, Def)>)| {
            let rule = if *reason == LeftOutReason::Test { "allowTests" } else { "path" };
            let rule = Some(rule.to_owned());
            LeftOut { reason: *reason, rule, file: None, count: calls.len() }
        };
        self.excluded.iter().map(row).collect()
    }

    /// Returns the bytes of the bodies that are still to be read for the callees of functions.
    pub(super) fn cost_of_callees(&self, functions: &[Def]) -> u64 {
        let unread = functions.iter().filter(|def| !self.read.contains(def));
        let bodies = unread.filter_map(|def| self.project.get(*def));
        bodies.map(|(unit, symbol)| unit.symbol(symbol).bytes.len() as u64).sum()
    }

    /// Returns the bytes of the files that are still to be searched for the callers of functions.
    pub(super) fn cost_of_callers(&self, functions: &[Def]) -> Result<u64, Cancelled> {
        let unknown = functions.iter().filter(|def| !self.called.contains(def));
        let symbols = unknown.filter_map(|def| self.project.get(*def));
        let names: BTreeSet<&str> =
            symbols.map(|(unit, symbol)| unit.symbol(symbol).name.as_str()).collect();
        let names: Vec<&str> = names.into_iter().collect();
        self.project.find_mentions(&names)?;
        let mut bytes = 0;
        for name in names {
            let mentions = self.project.mentions_in_code(name)?;
            let files = mentions.files.iter().filter(|found| found.hints.may_call);
            bytes += files.map(|found| self.project.entry(found.file).stamp.size).sum::<u64>();
        }
        Ok(bytes)
    }

    /// Adds the calls in the bodies of some functions.
    pub(super) fn add_callees(&mut self, functions: &[Def]) -> Result<(), Cancelled> {
        let (mut calls, mut reads): (Vec<BodyCall>, Vec<BodyCall>) = (Vec::new(), Vec::new());
        for def in functions {
            if self.read.insert(*def)
                && let Some((unit, symbol)) = self.project.get(*def)
            {
                let in_body = |name_use| BodyCall { unit: Arc::clone(unit), name_use, of: *def };
                let is_own = |found: &Use| is_made_by(unit, symbol, found);
                calls.extend(calls_in(unit, symbol).filter(is_own).map(in_body));
                let read = read_by(self.project, *def);
                reads.extend(read.into_iter().filter(|read| is_own(&read.name_use)));
            }
        }
        let resolved = resolve(&self.names, &calls)?;
        let by_name = calls_by_name(&self.names, reads)?;
        let mut found: Vec<CallOf> = Vec::new();
        let mut leaders = Leaders::new(self.project);
        for (call, resolution) in calls.into_iter().zip(resolved).chain(by_name) {
            self.project.snapshot.cancel().check()?;
            self.add_call(&call, resolution, &mut leaders, &mut found)?;
        }
        self.follow(&mut found)?;
        found.into_iter().for_each(|call| self.add(call));
        Ok(())
    }

    /// Adds the meanings of one call to `found`, or the call to the open ones.
    fn add_call(
        &mut self,
        call: &BodyCall,
        resolution: Resolution,
        leaders: &mut Leaders<'_, '_>,
        found: &mut Vec<CallOf>,
    ) -> Result<(), Cancelled> {
        self.note_held(call);
        let kind = match &resolution {
            Resolution::External(_) if is_sending(call.name()) => OpenKind::Sending,
            Resolution::External(_) | Resolution::Other(Other::Module) => return Ok(()),
            Resolution::Definitions(_) => OpenKind::Unresolved,
            Resolution::Other(_) => OpenKind::Value,
            Resolution::Unresolved if self.project.definitions(call.name())?.is_empty() => {
                let name = call.name();
                if call.unit.fields_named(name).chain(call.unit.set_named(name)).next().is_some() {
                    self.fields.insert((call.of, name.to_owned()));
                    let (unit, span) = (Arc::clone(&call.unit), call.name_use.span);
                    self.open.push(OpenCall { of: call.of, unit, span, kind: OpenKind::Value });
                }
                return Ok(());
            }
            Resolution::Unresolved => OpenKind::Unresolved,
        };
        let meanings = resolution.into_meanings();
        let best = meanings.iter().map(|meaning| meaning.certainty).min();
        let is_best = |meaning: &&Meaning| Some(meaning.certainty) == best;
        let mut defs: Vec<Def> = meanings.iter().filter(is_best).map(|found| found.def).collect();
        defs.sort_unstable();
        if defs.is_empty() || leaders.representatives(defs).len() > MAX_MEANINGS {
            let (unit, span) = (Arc::clone(&call.unit), call.name_use.span);
            self.open.push(OpenCall { of: call.of, unit, span, kind });
            return Ok(());
        }
        // A call that only its name explains may mean others of the name.
        if meanings.iter().filter(is_best).all(|meaning| meaning.rule.is_guess()) {
            let (unit, span) = (Arc::clone(&call.unit), call.name_use.span);
            self.open.push(OpenCall { of: call.of, unit, span, kind });
        }
        let meant = meanings.iter().filter(is_best).map(|meaning| CallOf {
            from: call.of,
            to: meaning.def,
            unit: Arc::clone(&call.unit),
            span: call.name_use.span,
            certainty: meaning.certainty,
            rule: meaning.rule,
            through: meaning.supertype_member(&meanings),
        });
        let mut meant: Vec<CallOf> = meant.collect();
        self.keep_few(&mut meant);
        found.extend(meant);
        Ok(())
    }

    /// Adds the calls of some functions.
    pub(super) fn add_callers(&mut self, functions: &[Def]) -> Result<(), Cancelled> {
        let unknown: Vec<Def> =
            functions.iter().copied().filter(|def| self.called.insert(*def)).collect();
        let (calls, skipped) = self.calls_of(unknown, Wanted::Calls)?;
        self.skipped.extend(skipped);
        // What announces an event is followed from there, with the place that listens to it.
        for call in
            calls.into_iter().filter(|call| !matches!(call.rule, Rule::Sent | Rule::SentByType))
        {
            self.project.snapshot.cancel().check()?;
            // Of what the language's own library has too the name alone says nothing.
            let is_named_alone = call.rule.is_guess() && is_common(&call);
            if !is_named_alone && (call.rule != Rule::SameName || self.has_few_meanings(call.to)?) {
                self.add(call);
            }
        }
        Ok(())
    }

    /// Adds the places at which some functions are handed on as values.
    pub(super) fn add_values(&mut self, functions: &[Def]) -> Result<(), Cancelled> {
        let unknown: Vec<Def> =
            functions.iter().copied().filter(|def| self.passed.insert(*def)).collect();
        let (calls, skipped) = self.calls_of(unknown, Wanted::Values)?;
        self.skipped.extend(skipped);
        calls.into_iter().for_each(|call| self.add(call));
        Ok(())
    }

    /// Adds the unresolved calls in the functions of `from` that have the name of one in `to`,
    /// which has the distances to the end of the paths.
    pub(super) fn add_unresolved(
        &mut self,
        from: &BTreeMap<Def, usize>,
        to: &BTreeMap<Def, usize>,
    ) -> Result<(), Cancelled> {
        let mut named: BTreeMap<&str, Vec<(Def, usize)>> = BTreeMap::new();
        for (def, distance) in to {
            let name = name_of(self.project, *def).unwrap_or_default();
            named.entry(name).or_default().push((*def, *distance));
        }
        let mut found = Vec::new();
        let mut fitting: FxHashMap<(FileIndex, &str), Vec<Def>> = FxHashMap::default();
        let is_open = |call: &&OpenCall| call.kind != OpenKind::Sending;
        let open = self.open.iter().filter(is_open);
        for call in open.filter(|call| from.contains_key(&call.of)) {
            self.project.snapshot.cancel().check()?;
            let name = call.span.of(call.unit.content());
            let Some(named) = named.get(name) else { continue };
            // The calls of a name in one file fit the same functions.
            let fitting = fitting
                .entry((call.unit.file, name))
                .or_insert_with(|| self.fitting(&call.unit, named));
            found.extend(fitting.iter().map(|to| CallOf {
                from: call.of,
                to: *to,
                unit: Arc::clone(&call.unit),
                span: call.span,
                certainty: Certainty::Possible,
                rule: Rule::Unresolved,
                through: None,
            }));
        }
        found.into_iter().for_each(|call| self.add(call));
        Ok(())
    }

    /// Returns the functions that the unresolved calls in a file fit best, of those of their name
    /// with their distances: members of types that the file mentions, else the nearest. Of too many
    /// those are left that are nearest to the end.
    fn fitting(&self, unit: &Unit, named: &[(Def, usize)]) -> Vec<Def> {
        let words = OnceCell::new();
        let has_word = |owner: &str| {
            let text = unit.content();
            match owner.chars().all(is_word) {
                true => words
                    .get_or_init(|| {
                        text.split(|letter| !is_word(letter)).collect::<FxHashSet<&str>>()
                    })
                    .contains(owner),
                false => has_word(text, owner),
            }
        };
        let is_evident = |def: Def| {
            let of = self.project.get(def);
            of.and_then(|(unit, symbol)| owner_name(unit, unit.symbol(symbol)))
                .is_some_and(has_word)
        };
        let mut fitting: Vec<(usize, Def)> = named
            .iter()
            .filter(|(def, _)| is_evident(*def))
            .map(|(def, distance)| (*distance, *def))
            .collect();
        if fitting.is_empty() {
            let least = named.iter().map(|(_, distance)| *distance).min();
            let nearest = named.iter().filter(|(_, distance)| Some(*distance) == least);
            fitting = nearest.map(|(def, distance)| (*distance, *def)).collect();
        }
        fitting.sort_unstable();
        fitting.truncate(MAX_MEANT);
        fitting.into_iter().map(|(_, def)| def).collect()
    }

    /// Returns whether a name has so few definitions that a call by it alone is followed.
    fn has_few_meanings(&self, def: Def) -> Result<bool, Cancelled> {
        let Some(name) = name_of(self.project, def) else { return Ok(false) };
        Ok(grouping(self.project, name)?.members.len() <= MAX_MEANINGS)
    }

    pub(super) fn add(&mut self, call: CallOf) {
        let CallOf { from, to, unit, span, certainty, rule, through } = call;
        let to = self.leaders.get(&to).copied().unwrap_or(to);
        let is_of_test =
            |def| self.project.get(def).is_some_and(|(unit, symbol)| is_test(unit, symbol));
        let is_by_test = is_of_test(from);
        if let Some(reason) = (self.filter)(unit.path(), is_by_test) {
            self.excluded.entry(reason).or_default().insert((from, to));
            return;
        }
        let grade = Grade::of(certainty, rule);
        // What is no test reaches what tests define in tests alone.
        if grade != Grade::Likely && !is_by_test && !self.enters_tests && is_of_test(to) {
            return;
        }
        self.callers.entry(to).or_default().insert(from);
        let sites = BTreeMap::from([((unit.file, span), unit)]);
        let edge = Edge { grade, certainty, rule, through, sites };
        let callees = self.callees.entry(from).or_default();
        match callees.get_mut(&to) {
            Some(known) if (known.grade, known.rule) < (edge.grade, edge.rule) => {}
            Some(known) if (known.grade, known.rule) == (edge.grade, edge.rule) => {
                known.sites.extend(edge.sites);
            }
            _ => {
                callees.insert(to, edge);
            }
        }
    }
}

/// Returns the name of a definition.
pub(super) fn name_of<'p>(project: &'p Project<'_>, def: Def) -> Option<&'p str> {
    project.get(def).map(|(unit, symbol)| unit.symbol(symbol).name.as_str())
}

/// Returns whether what has a name sends what it is given, by the first word of the name.
fn is_sending(name: &str) -> bool {
    let end = name.find('_').unwrap_or(name.len());
    let word = &name[..end];
    let next = word.char_indices().skip(1).find(|(_, letter)| letter.is_uppercase());
    let word = word[..next.map_or(word.len(), |(at, _)| at)].to_lowercase();
    SENDING.contains(&word.as_str())
}

/// Returns whether the language's own library has members of the name that is called.
fn is_common(call: &CallOf) -> bool {
    let name = call.span.of(call.unit.content());
    call.certainty == Certainty::Possible
        && call.unit.rules().common_members.iter().any(|common| common == name)
}

fn is_test(unit: &Unit, symbol: u32) -> bool {
    unit.symbol(symbol).is_test || unit.facts().class.is_test()
}

/// Returns whether a call in a function is its own; of a type those in its body are, but for its
/// members'.
fn is_made_by(unit: &Unit, symbol: u32, found: &Use) -> bool {
    let is_container = unit.symbol(symbol).kind.is_container();
    !is_container || caller_at(unit, found.span.start as usize) == Some(symbol)
}
