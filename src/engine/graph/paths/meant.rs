//! What one call on a path leads to: the function itself, or what is executed in place of one that
//! is declared only. A call may mean each of hundreds of overloads, and each of these calls may be
//! of all others; so that a file does not take work with the third power of its size, what each
//! definition leads to is found once, and a call is followed into a bounded number of them.

use super::calls::{Calls, Grade, MAX_MEANT, OpenCall, OpenKind, name_of};
use crate::domain::{Cancelled, Certainty, SymbolKind};
use crate::engine::graph::body_calls::has_body;
use crate::engine::graph::callers::group_numbers;
use crate::engine::graph::callers::sites::{CallOf, CallsOf, Wanted, calls_of};
use crate::engine::graph::project::{Def, Project};
use crate::engine::graph::rule::Rule;
use crate::engine::graph::use_searches::UseSearches;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Maximum number of implementations that a call of a declared member is followed into.
const MAX_IMPLEMENTATIONS: usize = 40;

/// Maximum number of definitions that are executed in the place of those that a call means.
const MAX_EXECUTED: usize = 4 * MAX_MEANT;

/// What is executed in place of a definition.
struct Executed {
    to: Def,
    /// True for a member that implements the definition.
    implements: bool,
}

impl Calls<'_, '_> {
    /// Keeps, of the calls that are made at one place, those that are followed: of each group at
    /// the end of the paths the best one, since its first definition stands for all, and the first
    /// of the others.
    pub(super) fn keep_few(&mut self, calls: &mut Vec<CallOf>) {
        if calls.len() <= MAX_MEANT {
            return;
        }
        let grade = |call: &CallOf| (Grade::of(call.certainty, call.rule), call.rule);
        calls.sort_by_key(|call| (grade(call), call.to));
        let (mut ends, mut others) = (BTreeSet::new(), 0);
        let mut left = None;
        calls.retain(|call| {
            let is_kept = match self.leaders.get(&call.to) {
                Some(leader) => ends.insert(*leader),
                None => {
                    others += 1;
                    others <= MAX_MEANT
                }
            };
            if others > MAX_MEANT && left.is_none() {
                left = Some((call.from, Arc::clone(&call.unit), call.span));
            }
            is_kept
        });
        if let Some((of, unit, span)) = left {
            self.open.push(OpenCall { of, unit, span, kind: OpenKind::Unresolved });
        }
    }

    /// Adds, for calls of what has no body of its own, the calls of what is executed: the function
    /// that a declaration is of, the constructors of a type, what implements a member.
    pub(super) fn follow(&mut self, found: &mut Vec<CallOf>) -> Result<(), Cancelled> {
        let executed = self.executed(found)?;
        let mut further = Vec::new();
        let is_one = |one: &CallOf, other: &CallOf| {
            (one.from, one.unit.file, one.span) == (other.from, other.unit.file, other.span)
        };
        for at_place in found.chunk_by(is_one) {
            let mut known = FxHashSet::default();
            for call in at_place {
                for Executed { to, implements } in &executed[&call.to] {
                    self.project.snapshot.cancel().check()?;
                    let (certainty, rule, through) = match implements {
                        true => (Certainty::Possible, Rule::ThroughSupertype, Some(call.to)),
                        false => (call.certainty, call.rule, call.through),
                    };
                    if known.len() >= MAX_EXECUTED || !known.insert((*to, certainty, rule)) {
                        continue;
                    }
                    let unit = Arc::clone(&call.unit);
                    further.push(CallOf { to: *to, unit, certainty, rule, through, ..*call });
                }
            }
            if let Some(call) = at_place.first().filter(|_| known.len() >= MAX_EXECUTED) {
                let (of, unit, span) = (call.from, Arc::clone(&call.unit), call.span);
                self.open.push(OpenCall { of, unit, span, kind: OpenKind::Unresolved });
            }
        }
        found.extend(further);
        Ok(())
    }

    /// Returns what is executed in place of each definition that is called.
    fn executed(&mut self, found: &[CallOf]) -> Result<FxHashMap<Def, Vec<Executed>>, Cancelled> {
        let called: BTreeSet<Def> = found.iter().map(|call| call.to).collect();
        let without_body = called.iter().filter(|def| !has_body(self.project, **def));
        let declared: Vec<Def> =
            without_body.copied().filter(|def| self.project.is_callable(*def)).collect();
        let names: Vec<&str> =
            declared.iter().filter_map(|def| name_of(self.project, *def)).collect();
        self.project.find_definitions(&names)?;
        let mut executed = FxHashMap::default();
        for of in called {
            self.project.snapshot.cancel().check()?;
            let mut own = constructors(self.project, of);
            let mut members = Vec::new();
            if declared.binary_search(&of).is_ok() {
                own.extend(defined(self.project, of)?);
                let implementing = self.implementing.of(of)?;
                members.extend(implementing.iter().copied().take(MAX_IMPLEMENTATIONS));
            }
            // A call of what is at the end of the paths is one of its whole group.
            let end = self.leaders.get(&of);
            own.retain(|to| end.is_none() || self.leaders.get(to) != end);
            let own = own.into_iter().map(|to| Executed { to, implements: false });
            let members = members.into_iter().map(|to| Executed { to, implements: true });
            executed.insert(of, own.chain(members).collect());
        }
        Ok(executed)
    }

    /// Returns the uses of some functions. Very many of one group at the end of the paths are asked
    /// about as one, for which the first stands.
    pub(super) fn calls_of(
        &mut self,
        mut functions: Vec<Def>,
        wanted: Wanted,
    ) -> Result<CallsOf, Cancelled> {
        let mut at_end: BTreeMap<(Def, &str), Vec<Def>> = BTreeMap::new();
        for def in &functions {
            if let (Some(leader), Some(name)) = (self.leaders.get(def), name_of(self.project, *def))
            {
                at_end.entry((*leader, name)).or_default().push(*def);
            }
        }
        let groups: Vec<Vec<Def>> =
            at_end.into_values().filter(|group| group.len() > MAX_MEANT).collect();
        let in_groups: FxHashSet<Def> = groups.iter().flatten().copied().collect();
        functions.retain(|def| !in_groups.contains(def));
        self.search((&functions, &groups), wanted)
    }

    /// See [`calls_of`]. Each level of a search asks about further definitions of the same names.
    pub(super) fn search(
        &mut self,
        asked: (&[Def], &[Vec<Def>]),
        wanted: Wanted,
    ) -> Result<CallsOf, Cancelled> {
        let kept = std::mem::take(&mut self.searches);
        let mut searches = UseSearches::going_on(self.project, &mut self.budget, kept);
        let found = calls_of(&mut searches, asked, wanted);
        self.searches = searches.kept();
        found
    }
}

/// Returns the constructors that stand in a type.
fn constructors(project: &Project<'_>, of: Def) -> Vec<Def> {
    let Some((unit, symbol)) = project.get(of).filter(|_| project.is_type(of)) else {
        return Vec::new();
    };
    let symbols = unit.symbols().iter().enumerate();
    let constructors = symbols.filter(|(_, member)| {
        member.kind == SymbolKind::Constructor && member.parent == Some(symbol as usize)
    });
    constructors.map(|(index, _)| Def { file: of.file, symbol: index as u32 }).collect()
}

/// Returns the definitions with a body of a function that is declared.
fn defined(project: &Project<'_>, declared: Def) -> Result<Vec<Def>, Cancelled> {
    let Some(name) = name_of(project, declared) else { return Ok(Vec::new()) };
    let groups = group_numbers(project, name, &[(declared, Certainty::Likely)])?;
    let mut same: Vec<Def> = groups.into_iter().flatten().collect();
    same.retain(|def| *def != declared && has_body(project, *def));
    Ok(same)
}
