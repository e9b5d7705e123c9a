//! Routes that are registered apart from the member that answers: by the name of its type in a list
//! of routes, as `path("users/", UserView.as_view())` does.

use super::routes::{Route, method_of};
use crate::domain::{Cancelled, Symbol, snake_case};
use crate::engine::graph::project::{Def, FileIndex, Project, Unit};
use crate::engine::graph::resolve::{Other, Resolution};
use crate::engine::graph::subtypes::direct_subtypes;
use crate::engine::graph::target::candidates;
use crate::engine::graph::uses::ParseBudget;
use crate::lang::RouteRules;
use regex::Captures;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Bytes before and behind the name of a type in which the statement is looked for that registers
/// it, and the number of its places that are looked at.
const BEFORE: usize = 200;
const BEHIND: usize = 100;
const MAX_PLACES: usize = 500;

/// What stands behind the name of a type that answers requests.
const CONTROLLER: &str = "Controller";

/// Number of subtypes of a type that are looked at, and of types whose subtypes are looked for in
/// one question.
const MAX_SUBTYPES: usize = 8;
const MAX_SEARCHES: usize = 8;

/// A member, or a type with all of its own.
struct Handler<'u> {
    unit: &'u Unit,
    of_type: Def,
    type_name: &'u str,
    /// The member, by its name, with what decorates it.
    member: Option<(&'u str, String)>,
}

/// The routes that definitions answer which one question leads to.
pub(super) struct Registered<'p, 's> {
    project: &'p Project<'s>,
    /// The first direct subtypes of types, which inherit their members.
    subtypes: FxHashMap<Def, Vec<Def>>,
}

impl<'p, 's> Registered<'p, 's> {
    pub(super) fn new(project: &'p Project<'s>) -> Self {
        Self { project, subtypes: FxHashMap::default() }
    }

    /// Returns the routes that a definition, given by file, line and name, answers as a member of a
    /// type that is registered, or of a direct subtype of that.
    ///
    /// # Errors
    /// If the request is cancelled.
    pub(super) fn routes_of(
        &mut self,
        (file, line, name): (&Arc<str>, usize, &str),
    ) -> Result<Vec<Route>, Cancelled> {
        let (project, mut routes) = (self.project, Vec::new());
        let unit = project.displayed(file).and_then(|file| project.unit(file));
        let handler = unit.and_then(|unit| handler(unit, name, line));
        let Some(handler) =
            handler.filter(|handler| !handler.unit.language.config.routes.is_empty())
        else {
            return Ok(routes);
        };
        add_routes(project, &handler, &mut routes)?;
        let Some(member) = handler.member.as_ref().filter(|_| handler.answers_where_inherited())
        else {
            return Ok(routes);
        };
        for of_type in self.subtypes_of(handler.of_type)? {
            let Some((unit, of)) = project.get(of_type) else { continue };
            if unit.symbols_named_in(member.0, of).next().is_none() {
                let (member, type_name) = (Some(member.clone()), unit.symbol(of).name.as_str());
                let below = Handler { unit, of_type, type_name, member };
                add_routes(project, &below, &mut routes)?;
            }
        }
        Ok(routes)
    }

    /// Returns the first direct subtypes of a type; none once too many types were asked about.
    fn subtypes_of(&mut self, of_type: Def) -> Result<Vec<Def>, Cancelled> {
        if let Some(known) = self.subtypes.get(&of_type) {
            return Ok(known.clone());
        }
        if self.subtypes.len() == MAX_SEARCHES {
            return Ok(Vec::new());
        }
        let (mut left, mut budget) = (BTreeSet::new(), ParseBudget::indirect());
        let below = direct_subtypes(self.project, of_type, &mut left, &mut budget)?;
        let below: Vec<Def> = below.into_iter().map(|(def, _)| def).take(MAX_SUBTYPES).collect();
        self.subtypes.insert(of_type, below.clone());
        Ok(below)
    }
}

impl Handler<'_> {
    /// Returns whether the member answers wherever its type is registered, by its name or by what
    /// decorates it.
    fn answers_where_inherited(&self) -> bool {
        self.member.as_ref().is_some_and(|(name, decorators)| {
            self.unit.language.config.routes.iter().any(|rules| {
                let acting = rules.acting.get();
                rules.members.contains_key(*name)
                    || acting.is_some_and(|acting| acting.is_match(decorators))
            })
        })
    }
}

/// Adds the routes that a handler is registered for.
fn add_routes(
    project: &Project<'_>,
    handler: &Handler<'_>,
    routes: &mut Vec<Route>,
) -> Result<(), Cancelled> {
    for rules in &handler.unit.language.config.routes {
        let name = match (rules.is_of_controller(), handler.type_name.strip_suffix(CONTROLLER)) {
            (false, _) => handler.type_name.to_owned(),
            (true, Some(name)) if !name.is_empty() => snake_case(name),
            (true, _) => continue,
        };
        let mentions = project.mentions_in_code(&name)?;
        let places = mentions
            .files
            .iter()
            .flat_map(|found| found.offsets.iter().map(move |at| (found.file, *at)));
        for (file, at) in places.take(MAX_PLACES) {
            project.snapshot.cancel().check()?;
            let entry = project.entry(file);
            let is_of_language =
                entry.language.is_some_and(|language| language.id == handler.unit.language.id);
            let Some(text) = is_of_language.then(|| project.snapshot.text(&entry.path)) else {
                continue;
            };
            let Ok(text) = text else { continue };
            let Some(found) = statement(rules, &text.content, at) else { continue };
            if !rules.is_of_controller() && !may_mean(project, (file, at), handler)? {
                continue;
            }
            let new = routes_by(rules, &found, handler).into_iter();
            for route in new {
                if !routes.contains(&route) {
                    routes.push(route);
                }
            }
        }
    }
    Ok(())
}

fn handler<'u>(unit: &'u Unit, name: &str, line: usize) -> Option<Handler<'u>> {
    let (index, symbol) = unit.symbols_named(name).find(|(_, symbol)| symbol.line == line)?;
    let (of, member) = match symbol.kind.is_callable() {
        true => (u32::try_from(symbol.parent?).ok()?, Some(decorated(unit, symbol))),
        false => (index, None),
    };
    let of_type = unit.symbol(of);
    let type_name = of_type.name.rsplit([':', '\\', '.']).next()?;
    let is_own = unit.is_type(of_type) && !of_type.is_test && !unit.facts().class.is_test();
    is_own.then(|| Handler {
        unit,
        of_type: Def { file: unit.file, symbol: of },
        type_name,
        member: member.map(|decorators| (symbol.name.as_str(), decorators)),
    })
}

/// Returns what stands before a member on the lines from its first decorator on.
fn decorated(unit: &Unit, member: &Symbol) -> String {
    (member.first_line..member.line)
        .map(|line| unit.text.quoted_line(line))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns the statement around the name of a type at a byte that registers it.
fn statement<'t>(rules: &RouteRules, text: &'t str, at: usize) -> Option<Captures<'t>> {
    let from = text.floor_char_boundary(at.saturating_sub(BEFORE));
    let to = text.ceil_char_boundary((at + BEHIND).min(text.len()));
    let around = &text[from..to];
    let names = |found: &Captures<'_>| {
        let name = ["type", "controller", "path"].iter().find_map(|group| found.name(group));
        name.is_some_and(|name| from + name.start() == at)
    };
    rules.registers.get()?.captures_iter(around).find(names)
}

/// Returns whether the name of a type at a place may mean that of a handler.
fn may_mean(
    project: &Project<'_>,
    (file, at): (FileIndex, usize),
    handler: &Handler<'_>,
) -> Result<bool, Cancelled> {
    let Some(unit) = project.unit(file) else { return Ok(false) };
    let Some(found) = unit.names().use_at(at) else { return Ok(true) };
    let resolution = candidates(project, handler.type_name)?.resolve(unit, found);
    Ok(match resolution {
        Resolution::Definitions(meanings) => {
            meanings.iter().any(|meaning| meaning.def == handler.of_type)
        }
        Resolution::Unresolved | Resolution::Other(Other::Label) => true,
        Resolution::Other(_) | Resolution::External(_) => false,
    })
}

/// Returns the routes that a statement registers for a handler.
fn routes_by(rules: &RouteRules, found: &Captures<'_>, handler: &Handler<'_>) -> Vec<Route> {
    let group = |name: &str| found.name(name).map(|group| group.as_str());
    let path = group("path").unwrap_or_default().trim_start_matches('^').trim_end_matches('$');
    let path = path.trim_end_matches('/');
    let written = group("method").and_then(method_of);
    let Some((name, decorators)) = &handler.member else {
        return Route::new(written, path).into_iter().collect();
    };
    if let Some(member) = group("member") {
        let route = (member == *name).then(|| Route::new(written, path));
        return route.flatten().into_iter().collect();
    }
    if let Some(answers) = rules.members.get(*name) {
        let (methods, behind) = answers.split_once(' ').unwrap_or((answers, ""));
        let path = format!("{path}{behind}");
        let methods = methods.split('|').map(|method| method_of(method).or(written));
        return methods.filter_map(|method| Route::new(method, &path)).collect();
    }
    // Whether it answers below the path or below one of its identifiers is not looked at.
    let acting = rules.acting.get().and_then(|acting| acting.captures(decorators));
    let below =
        acting.map(|acting| acting.name("path").map_or(*name, |group| group.as_str()).to_owned());
    let routes = below
        .into_iter()
        .flat_map(|below| [format!("{path}/{below}"), format!("{path}/{{}}/{below}")]);
    routes.filter_map(|path| Route::new(None, &path)).collect()
}
