//! How the steps of the ways from a test to a target are made, and what that leaves open: a call of
//! a supertype's member runs the target only if the object is of its type, which the test may name.

use super::reach::{Reach, Steps};
use super::test_marks::may_prepare;
use super::{CallLevels, CallSite, Caller, CallerRow, member_label};
use crate::domain::{Cancelled, Symbol};
use crate::engine::graph::only_by::{Dispatch, NamedAt, OnlyBy};
use crate::engine::graph::project::{Def, FileIndex, Project, Unit};
use crate::engine::graph::resolve::owner_name;
use crate::engine::graph::rule::Rule;
use crate::engine::graph::semantics;
use crate::engine::graph::target::candidates;
use crate::workspace::names::{Role, Span, Use};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

/// Maximum number of ways from a test that are looked at.
const MAX_WAYS: usize = 16;

/// Maximum number of beginnings of ways that are looked at: functions that call each other have
/// more ways between them than can be counted.
const MAX_STEPS: usize = 256;

/// How a function leads to the next on a way. Of two, the lesser one says more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::engine) enum Link {
    /// It calls it.
    Call,
    /// It calls the member of a supertype, as far as that is known.
    Supertype(Option<Def>),
    /// It hands it on as a value.
    Passing,
}

impl CallerRow {
    /// Returns how it leads to what it calls.
    pub(super) fn link(&self) -> Link {
        let all = |is: fn(&CallSite) -> bool| !self.sites.is_empty() && self.sites.iter().all(is);
        match self.start {
            Some(link) => link,
            None if self.is_passing => Link::Passing,
            None if all(|site| site.rule == Rule::ThroughSupertype) => {
                Link::Supertype(self.sites.iter().find_map(|site| site.through))
            }
            None => Link::Call,
        }
    }
}

/// A step of a way that is no plain call: what is reached, and how.
type Step = (Def, Link);

/// A type of which an object has to be for a call to run a member.
struct Required {
    /// Its definitions.
    types: Vec<Def>,
    name: String,
    /// The names of the functions beside the type that name it: those may make one.
    makers: Vec<String>,
    /// Where files of tests name it, or what makes one.
    named: RefCell<FxHashMap<FileIndex, Rc<[Named]>>>,
}

/// Where a file of tests names a type, or what makes one.
struct Named {
    span: Span,
    /// The test that it is a part of; what prepares tests, or stands beside them, is for all.
    only: Option<Range<usize>>,
}

impl Required {
    /// Returns where the file of a test names it: all places up to the first that is for all tests.
    fn named_in(&self, unit: &Unit) -> Rc<[Named]> {
        if let Some(known) = self.named.borrow().get(&unit.file) {
            return Rc::clone(known);
        }
        let mut is_for_all = false;
        let named = unit.names().uses.iter().filter(|found| self.is_named_by(unit, found));
        let named = named.map(|found| {
            let around =
                unit.enclosing(found.span.start as usize, |symbol| symbol.kind.is_callable());
            let around = around.map(|around| unit.symbol(around));
            let only = around.filter(|around| !may_prepare(unit, around));
            Named { span: found.span, only: only.map(|test| test.bytes.clone()) }
        });
        let named = named.take_while(|named| {
            let was_for_all = is_for_all;
            is_for_all |= named.only.is_none();
            !was_for_all
        });
        let named: Rc<[Named]> = named.collect();
        self.named.borrow_mut().insert(unit.file, Rc::clone(&named));
        named
    }

    fn is_named_by(&self, unit: &Unit, found: &Use) -> bool {
        let name = found.span.of(unit.content());
        found.role != Role::Import
            && (name == self.name || self.makers.iter().any(|maker| maker == name))
    }
}

/// The steps of the ways from tests to a target.
pub(super) struct Links<'l, 'a, 'p> {
    levels: &'l CallLevels<'a, 'p>,
    /// What the objects have to be of, by the member; `None` if nothing else can be called.
    required: FxHashMap<Step, Option<Rc<Required>>>,
    /// What leads to the target by calls alone.
    plain: Reach,
}

impl<'l, 'a, 'p> Links<'l, 'a, 'p> {
    pub(super) fn new(levels: &'l CallLevels<'a, 'p>) -> Self {
        Self { levels, required: FxHashMap::default(), plain: Reach::default() }
    }

    /// Returns what each known way from a test leads over; `None` if there is one of plain calls.
    pub(super) fn only_by(&mut self, test: Caller) -> Result<Option<OnlyBy>, Cancelled> {
        if self.has_plain_way(test) {
            return Ok(None);
        }
        let mut found: Option<OnlyBy> = None;
        for way in self.ways(test) {
            let Some(by) = self.of_way(test, &way)? else { return Ok(None) };
            let is_better = match (&found, &by) {
                (None, _) => true,
                (Some(OnlyBy::Supertype(known)), OnlyBy::Supertype(new)) => {
                    known.named.is_none() && new.named.is_some()
                }
                (Some(OnlyBy::Value(_)), OnlyBy::Supertype(_)) => true,
                (Some(_), OnlyBy::Value(_)) => false,
            };
            if is_better {
                found = Some(by);
            }
        }
        Ok(found)
    }

    /// Returns whether calls alone lead from a test to the target.
    fn has_plain_way(&mut self, test: Caller) -> bool {
        let levels = self.levels;
        self.plain.leads(test, |caller| {
            let Some(row) = levels.rows.get(&caller) else { return Steps::default() };
            let is_call = row.link() == Link::Call;
            let own = row.via.last().filter(|_| is_call);
            let further = row.further.iter();
            let further = further.filter(|of| of.link == Link::Call && !of.site.on_mock);
            let next = own.copied().into_iter().chain(further.map(|further| further.of));
            let is_end = row.via.is_empty() && is_call;
            Steps { is_end, next: next.map(Caller::of).collect() }
        })
    }

    /// Returns the first ways from a test to the target, each with its steps that are no plain
    /// calls, the nearest to the test first.
    fn ways(&self, test: Caller) -> Vec<Vec<Step>> {
        let mut found = Vec::new();
        let mut open: Vec<(Vec<Caller>, Vec<Step>)> = vec![(vec![test], Vec::new())];
        for _ in 0..MAX_STEPS {
            let Some((path, steps)) = open.pop() else { break };
            let row = path.last().and_then(|last| self.levels.rows.get(last));
            let Some(row) = row.filter(|_| found.len() < MAX_WAYS) else { continue };
            let next = |of: Def, link: Link| {
                let own = (link != Link::Call).then_some((of, link));
                steps.iter().copied().chain(own).collect::<Vec<Step>>()
            };
            let further = row.further.iter().filter(|further| !further.site.on_mock);
            let further = further.map(|further| (further.of, further.link));
            let first = row.via.last().map(|of| (*of, row.link()));
            if let (None, Some(target)) = (first, self.levels.group.first()) {
                found.push(next(*target, row.link()));
            }
            let mut edges: Vec<(Def, Link)> = Vec::new();
            for edge in first.into_iter().chain(further) {
                if edges.len() < MAX_WAYS && !edges.contains(&edge) {
                    edges.push(edge);
                }
            }
            // The first is looked at first.
            for (of, link) in edges.into_iter().rev() {
                let caller = Caller::of(of);
                if !path.contains(&caller) {
                    open.push((path.iter().copied().chain([caller]).collect(), next(of, link)));
                }
            }
        }
        found
    }

    /// Returns what a way leads over; `None` if its calls can only be those.
    fn of_way(&mut self, test: Caller, way: &[Step]) -> Result<Option<OnlyBy>, Cancelled> {
        let project = self.levels.project;
        let mut required: Vec<(Rc<Required>, Step)> = Vec::new();
        for step in way {
            if step.1 == Link::Passing {
                let name = member_label(project, step.0).unwrap_or_default();
                return Ok(Some(OnlyBy::Value(name)));
            }
            if let Some(of) = self.required(*step)? {
                required.push((of, *step));
            }
        }
        let Some((_, (reached, link))) = required.first() else { return Ok(None) };
        let called = match link {
            Link::Supertype(Some(through)) => *through,
            _ => *reached,
        };
        let through = member_label(project, called).unwrap_or_default();
        // An object of a type below another one is of that too.
        let is_above = |of: &Required| {
            required.iter().any(|(other, _)| {
                let mut types = other.types.iter();
                types.any(|below| {
                    let ancestors = project.ancestors(*below);
                    of.types.iter().any(|of| of != below && ancestors.types.contains(of))
                })
            })
        };
        let lowest: Vec<&Required> =
            required.iter().map(|(of, _)| &**of).filter(|of| !is_above(of)).collect();
        let Some(last) = lowest.last() else { return Ok(None) };
        let named = lowest.iter().map(|of| self.named_at(test, of));
        let named: Option<Vec<NamedAt>> = named.collect();
        let named = named.and_then(|mut named| named.pop());
        Ok(Some(OnlyBy::Supertype(Dispatch { through, of: last.name.clone(), named })))
    }

    /// Returns what the object of a call has to be of; `None` if nothing but the member can be
    /// called, or its type has no name.
    fn required(&mut self, step: Step) -> Result<Option<Rc<Required>>, Cancelled> {
        if let Some(known) = self.required.get(&step) {
            return Ok(known.clone());
        }
        let found = required(self.levels.project, step)?.map(Rc::new);
        self.required.insert(step, found.clone());
        Ok(found)
    }

    /// Returns where a test names a type, or what makes one: in itself, else in what its file has
    /// beside other tests.
    fn named_at(&self, test: Caller, of: &Required) -> Option<NamedAt> {
        let unit = self.levels.project.unit(test.file)?;
        let own = unit.symbol(test.symbol?);
        let mut inside = unit.names().uses_in(own.bytes.clone()).iter();
        let inside = inside.find(|found| of.is_named_by(unit, found));
        let beside = || {
            let is_its = |test: &Range<usize>| test.contains(&own.name_bytes.start);
            let named = of.named_in(unit);
            let mut named = named.iter().filter(|named| named.only.as_ref().is_none_or(is_its));
            named.next().map(|named| named.span)
        };
        let span = inside.map(|found| found.span).or_else(beside)?;
        let line = unit.text.line_of(span.start as usize);
        Some(NamedAt { name: span.of(unit.content()).to_owned(), line })
    }
}

fn required(project: &Project<'_>, (member, link): Step) -> Result<Option<Required>, Cancelled> {
    let Link::Supertype(through) = link else { return Ok(None) };
    let Some((unit, symbol)) = project.get(member) else { return Ok(None) };
    let owner = owner_name(unit, unit.symbol(symbol)).filter(|name| !name.is_empty());
    let types = project.owner_types(member);
    let Some(name) = owner.filter(|_| !types.is_empty()) else { return Ok(None) };
    if let Some(through) = through
        && is_sole(project, member, through, &types)?
    {
        return Ok(None);
    }
    let makers = types.iter().filter_map(|of| project.get(*of));
    let mut makers: Vec<String> =
        makers.flat_map(|(unit, of)| makers_in(unit, unit.symbol(of), name)).collect();
    makers.sort_unstable();
    makers.dedup();
    let (name, named) = (name.to_owned(), RefCell::default());
    Ok(Some(Required { types, name, makers, named }))
}

/// Returns whether a member is the only one of the project that a call of a supertype's member can
/// run.
fn is_sole(
    project: &Project<'_>,
    member: Def,
    through: Def,
    types: &[Def],
) -> Result<bool, Cancelled> {
    let Some((unit, symbol)) = project.get(through) else { return Ok(false) };
    let symbol = unit.symbol(symbol);
    let above = project.owner_types(through);
    let is_of =
        |def: &Def, types: &[Def]| project.owner_types(*def).iter().any(|of| types.contains(of));
    // A declaration in a header may have its body elsewhere.
    let runs = |def: &Def| {
        project.get(*def).is_some_and(|(unit, symbol)| {
            let (semantics, symbol) = (semantics::of(unit.language), unit.symbol(symbol));
            !semantics.is_abstract(unit, symbol) && !semantics.is_declaration(unit, symbol)
        })
    };
    let named = project.definitions(&symbol.name)?;
    if named.iter().any(|def| is_of(def, &above) && runs(def)) {
        return Ok(false);
    }
    let others = candidates(project, &symbol.name)?.overriding(&[through]);
    Ok(others.iter().all(|other| *other == member || is_of(other, types)))
}

/// Returns the names of the functions in a type's file that name the type and are none of its
/// members: `func NewRegulator() *Regulator`.
fn makers_in(unit: &Unit, of: &Symbol, name: &str) -> Vec<String> {
    let is_maker = |symbol: &&Symbol| {
        symbol.kind.is_callable()
            && !symbol.is_local
            && !of.bytes.contains(&symbol.name_bytes.start)
            && owner_name(unit, symbol).is_none()
            && symbol.name != name
            && unit.names().uses_in(symbol.bytes.clone()).iter().any(|found| {
                found.span.start as usize > symbol.name_bytes.start
                    && found.span.of(unit.content()) == name
            })
    };
    let makers = unit.symbols().iter().filter(is_maker);
    makers.map(|symbol| symbol.name.clone()).collect()
}
