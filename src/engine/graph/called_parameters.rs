//! Calls of what a function is given: the parameters that it calls, or hands on to a function that
//! does, and where its callers hand something in for them. No definition is called there, so that
//! no row tells of it.

use super::answer::{Answer, Call};
use super::body_calls::calls_in;
use super::callers::sites::{Wanted, calls_of};
use super::project::{Def, Project, Unit};
use super::resolve::parameters;
use super::use_searches::UseSearches;
use super::uses::ParseBudget;
use crate::domain::{Cancelled, Certainty, FileLine};
use crate::workspace::names::{Binding, Qualifier, Role, Span, Use};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Maximum number of callers that are named, and of parameters that are told of.
const MAX_CALLERS: usize = 3;
const MAX_PARAMETERS: usize = 3;

/// Maximum number of files that mention a function whose callers are looked for: of more, the
/// search would take longer than all the rest.
const MAX_FILES: usize = 60;

/// Parameters that hold the object or the type whose method runs.
const OWN_OBJECT: [&str; 3] = ["cls", "self", "this"];

/// Notes which parameters the functions asked about call, or hand on to what calls them.
pub(super) fn note_parameters(
    project: &Project<'_>,
    answers: &mut [Answer<Call>],
) -> Result<(), Cancelled> {
    for answer in answers {
        let Some(def) = target(project, answer) else { continue };
        let mut notes = called(project, def)?;
        for (name, by) in handed_on(project, def, &answer.results)? {
            notes.entry(name).or_insert(by);
        }
        if notes.is_empty() {
            continue;
        }
        let handed_in = handed_in(project, def)?;
        for (name, how) in notes.into_iter().take(MAX_PARAMETERS) {
            let note = format!("its parameter `{name}` {how}{handed_in}");
            answer.evidence.add_note(note);
        }
    }
    Ok(())
}

fn target(project: &Project<'_>, answer: &Answer<Call>) -> Option<Def> {
    let main = answer.target.as_ref()?.main();
    let unit = project.unit(project.displayed(&main.file.path.display)?)?;
    let symbol = unit.symbol_named_at(main.symbol.name_bytes.start)?;
    Some(Def { file: unit.file, symbol })
}

/// Returns the parameters that a function calls, with the lines.
fn called(project: &Project<'_>, of: Def) -> Result<BTreeMap<String, String>, Cancelled> {
    let mut lines: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    let Some((unit, symbol)) = project.get(of) else { return Ok(BTreeMap::new()) };
    let is_own = |named: &Span| is_own_parameter(unit, symbol, *named);
    for call in calls_in(unit, symbol) {
        project.snapshot.cancel().check()?;
        let named = match call.qualifier {
            Qualifier::None => Some(call.span).filter(is_own),
            Qualifier::Receiver(value) => {
                let name = call.span.of(unit.content());
                let single = unit.names().single_name(value);
                single.filter(is_own).filter(|_| project.is_function_called(unit, value, name))
            }
            Qualifier::Path(_) => None,
        };
        if let Some(named) = named {
            let line = unit.text.line_of(call.span.start as usize);
            lines.entry(named.of(unit.content()).to_owned()).or_default().insert(line);
        }
    }
    let how = |(name, lines): (String, BTreeSet<usize>)| {
        let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
        (name, format!("is called at {}", lines.join(", ")))
    };
    Ok(lines.into_iter().map(how).collect())
}

/// Returns the parameters that a function reads and that a callee of its own calls under the same
/// name, with that callee.
fn handed_on(
    project: &Project<'_>,
    of: Def,
    callees: &[Call],
) -> Result<BTreeMap<String, String>, Cancelled> {
    let mut found = BTreeMap::new();
    let Some((unit, symbol)) = project.get(of) else { return Ok(found) };
    let direct = callees.iter().filter(|call| {
        call.depth == 1 && call.certainty <= Certainty::Likely && !call.sites.is_empty()
    });
    for call in direct {
        project.snapshot.cancel().check()?;
        let (Some(file), Some(line)) = (&call.node.file, call.node.line) else { continue };
        let callee = project.displayed(file).and_then(|file| project.unit(file));
        let Some(callee) = callee else { continue };
        let defined = callee.symbols_named(&call.node.name).find(|(_, of)| of.line == line);
        let Some((index, _)) = defined else { continue };
        for (name, how) in called(project, Def { file: callee.file, symbol: index })? {
            let body = unit.symbol(symbol).bytes.clone();
            let mut uses = unit.names().uses_in(body).iter();
            let is_read = uses.any(|found: &Use| {
                found.role == Role::Read
                    && found.qualifier == Qualifier::None
                    && found.span.of(unit.content()) == name
                    && is_own_parameter(unit, symbol, found.span)
            });
            if is_read {
                let by = &call.node.name;
                let how = format!("may be the one that {how} in `{by}` ({file}:{line})");
                found.entry(name).or_insert(how);
            }
        }
    }
    Ok(found)
}

/// Returns whether a name at a place is that of a parameter of a function, and of nothing nearer.
fn is_own_parameter(unit: &Unit, of: u32, at: Span) -> bool {
    let name = at.of(unit.content());
    let is_it = |binding: &&Binding| binding.name.of(unit.content()) == name;
    if OWN_OBJECT.contains(&name) {
        return false;
    }
    let Some(own) = parameters(unit, unit.symbol(of)).find(is_it) else { return false };
    unit.binding_scope(name, at.start) == Some(own.scope)
}

/// Returns where a function is called, as far as is likely: what its parameters hold is handed in
/// there. Empty of what very many files mention.
fn handed_in(project: &Project<'_>, of: Def) -> Result<String, Cancelled> {
    let Some((unit, symbol)) = project.get(of) else { return Ok(String::new()) };
    if project.mentions_in_code(&unit.symbol(symbol).name)?.files.len() > MAX_FILES {
        return Ok(String::new());
    }
    let mut budget = ParseBudget::indirect();
    let mut searches = UseSearches::new(project, &mut budget);
    let (calls, _) = calls_of(&mut searches, (&[of], &[]), Wanted::Calls)?;
    let likely = calls.iter().filter(|call| call.certainty <= Certainty::Likely);
    let places: BTreeSet<FileLine> = likely
        .map(|call| FileLine {
            file: Arc::clone(&call.unit.entry.path.display),
            line: call.unit.text.line_of(call.span.start as usize),
        })
        .collect();
    let places: Vec<FileLine> = places.into_iter().collect();
    Ok(match places.is_empty() {
        true => String::new(),
        false => format!("; handed in at {}", FileLine::listed(&places, MAX_CALLERS)),
    })
}
