//! What functions send without naming who takes it: a value of a type of the project that is made
//! for a call, a string that announces an event, and the signal of an object. What takes it is
//! known by the type, the string or the object's name alone, so that such a step is possible at
//! most.

use super::calls::Calls;
use super::takers::Taker;
use crate::domain::{Cancelled, Certainty};
use crate::engine::graph::body_calls::{BodyCall, resolve};
use crate::engine::graph::callers::sites::CallOf;
use crate::engine::graph::enclosing::caller_at;
use crate::engine::graph::model::{Lookup, Module};
use crate::engine::graph::project::{Def, Project, Unit};
use crate::engine::graph::resolve::{Meaning, Resolution};
use crate::engine::graph::rule::Rule;
use crate::engine::graph::sent_values::{Sent, sent_by};
use crate::workspace::names::{Import, Span, Use};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Maximum number of different things that the functions of one level send, of those that are
/// followed.
const MAX_SENT: usize = 1_000;

/// Maximum number of times that what takes something sends on: an action is made an instruction.
const MAX_RELAYS: usize = 3;

/// Where something is sent.
#[derive(Clone)]
struct Sending {
    from: Def,
    unit: Arc<Unit>,
    span: Span,
    /// Where others have taken what they send on.
    relays: Vec<Arc<str>>,
}

impl Sending {
    /// Returns where it is taken at last, behind the places where it was taken before.
    fn taken_by(&self, what: &Sent, taker: &Taker) -> Vec<Arc<str>> {
        let (file, line) = (taker.unit.path(), taker.unit.text.line_of(taker.at as usize));
        let label = format!("{} ({file}:{line})", what.description());
        self.relays.iter().cloned().chain([label.into()]).collect()
    }
}

/// What is sent, with all places of each.
type AllSent = BTreeMap<Sent, Vec<Sending>>;

impl Calls<'_, '_> {
    /// Adds, for functions, what takes what they send.
    pub(super) fn add_sent(&mut self, functions: &[Def]) -> Result<(), Cancelled> {
        let mut sent = AllSent::new();
        for from in functions.iter().copied().filter(|def| self.sending.insert(*def)) {
            self.project.snapshot.cancel().check()?;
            let Some((unit, symbol)) = self.project.get(from) else { continue };
            for (what, span) in sent_by(unit, symbol) {
                let sending = Sending { from, unit: Arc::clone(unit), span, relays: Vec::new() };
                sent.entry(what).or_default().push(sending);
            }
        }
        let mut known = BTreeSet::new();
        for _ in 0..=MAX_RELAYS {
            sent.retain(|what, all| {
                all.retain(|sending| known.insert((sending.from, what.clone())));
                !all.is_empty()
            });
            if sent.is_empty() {
                break;
            }
            sent = self.add_all_sent(&sent)?;
        }
        Ok(())
    }

    /// Adds what takes what is sent; returns what that sends on.
    fn add_all_sent(&mut self, sent: &AllSent) -> Result<AllSent, Cancelled> {
        let mut relayed = AllSent::new();
        let words: Vec<&str> = sent.keys().take(MAX_SENT).flat_map(Sent::words).collect();
        self.project.find_mentions(&words)?;
        self.project.find_definitions(&words)?;
        for (what, all) in sent.iter().take(MAX_SENT) {
            let Some(first) = all.first() else { continue };
            if let Sent::Value(name) | Sent::Variant { of: name, .. } = what
                && !is_own_type(self.project, &first.unit, name)?
            {
                continue;
            }
            let takers = self.takers(what, &first.unit)?;
            for sending in all {
                match what {
                    Sent::Connected(_) => {
                        let connected = self.connected(sending.from, &takers)?;
                        self.add_takers(what, sending, connected)?;
                    }
                    _ => self.add_takers(what, sending, &takers)?,
                }
            }
            for taker in &takers {
                let sent_on = taker.sends();
                for sending in all.iter().filter(|sending| !self.is_own(sending.from, taker)) {
                    for further in &sent_on {
                        let relays = sending.taken_by(what, taker);
                        let sending = Sending { relays, ..sending.clone() };
                        relayed.entry(further.clone()).or_default().push(sending);
                    }
                }
            }
        }
        Ok(relayed)
    }

    fn add_takers<'t>(
        &mut self,
        what: &Sent,
        sending: &Sending,
        takers: impl IntoIterator<Item = &'t Taker>,
    ) -> Result<(), Cancelled> {
        let known = self.callees.get(&sending.from);
        let is_direct = |def: &Def| known.is_some_and(|known| known.contains_key(def));
        let takes = |taker: &&Taker| {
            !self.is_own(sending.from, taker) && !taker.function.is_some_and(|of| is_direct(&of))
        };
        let mut found: Vec<(CallOf, Arc<str>)> = Vec::new();
        for taker in takers.into_iter().filter(takes) {
            let label: Arc<str> = sending.taken_by(what, taker).join(", then ").into();
            for to in self.taking(taker)? {
                let (unit, span) = match (what, taker.unit.names().use_at(taker.at as usize)) {
                    (Sent::Connected(_), Some(named)) => (&taker.unit, named.span),
                    _ => (&sending.unit, sending.span),
                };
                let call = CallOf {
                    from: sending.from,
                    to,
                    unit: Arc::clone(unit),
                    span,
                    certainty: Certainty::Possible,
                    rule: Rule::Sent,
                    through: None,
                };
                found.push((call, Arc::clone(&label)));
            }
        }
        for (call, label) in found {
            let mut all = vec![call];
            self.follow(&mut all)?;
            for mut call in all {
                call.rule = Rule::Sent;
                self.taken_by.entry((call.from, call.to)).or_insert_with(|| Arc::clone(&label));
                self.add(call);
            }
        }
        Ok(())
    }

    /// Returns whether a function has in itself what takes something.
    fn is_own(&self, from: Def, taker: &Taker) -> bool {
        let own = self.project.get(from).map(|(unit, symbol)| unit.symbol(symbol));
        own.is_some_and(|own| {
            taker.unit.file == from.file && own.bytes.contains(&(taker.at as usize))
        })
    }

    /// Leaves takers to those that name a member, and not another type's of its name.
    fn connected<'t>(&self, member: Def, takers: &'t [Taker]) -> Result<Vec<&'t Taker>, Cancelled> {
        let named = takers.iter().filter_map(|taker| {
            let name_use = *taker.unit.names().use_at(taker.at as usize)?;
            let (unit, of) = (Arc::clone(&taker.unit), member);
            Some((taker, BodyCall { unit, name_use, of }))
        });
        let (takers, uses): (Vec<&Taker>, Vec<BodyCall>) = named.unzip();
        let resolved = resolve(&self.names, &uses)?;
        let means = |resolution: Resolution| {
            resolution.into_meanings().iter().any(|meaning| meaning.def == member)
        };
        let pairs = takers.into_iter().zip(resolved);
        Ok(pairs.filter_map(|(taker, of)| means(of).then_some(taker)).collect())
    }

    /// Returns the functions that a taker calls, or is.
    fn taking(&self, taker: &Taker) -> Result<Vec<Def>, Cancelled> {
        if let Some(function) = taker.function {
            return Ok(vec![function]);
        }
        let symbol = caller_at(&taker.unit, taker.at as usize).unwrap_or_default();
        let of = Def { file: taker.unit.file, symbol };
        let called =
            |name_use: &Use| BodyCall { unit: Arc::clone(&taker.unit), name_use: *name_use, of };
        let uses: Vec<BodyCall> = taker.uses.iter().map(called).collect();
        let resolved = resolve(&self.names, &uses)?;
        let meanings = resolved.into_iter().flat_map(Resolution::into_meanings);
        let is_meant = |meaning: &Meaning| {
            meaning.certainty <= Certainty::Likely && self.project.is_callable(meaning.def)
        };
        let meant: BTreeSet<Def> = meanings.filter(is_meant).map(|meaning| meaning.def).collect();
        Ok(meant.into_iter().collect())
    }
}

/// Returns whether a name is that of a type of the project where a file uses it, which a macro of
/// the project may define.
fn is_own_type(project: &Project<'_>, unit: &Arc<Unit>, name: &str) -> Result<bool, Cancelled> {
    if project.lookup(&Module::File(unit.file), name) == Lookup::External {
        return Ok(false);
    }
    let defs = project.definitions(name)?;
    if !defs.is_empty() {
        return Ok(defs.iter().any(|def| project.is_type(*def)));
    }
    let mut imports = unit.imports_holding(name);
    let is_of_project = |import: &Import| {
        matches!(project.module(unit, &import.module, import.span), Lookup::Module(_))
    };
    Ok(imports.any(is_of_project))
}
