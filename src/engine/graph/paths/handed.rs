//! What functions are given to call: a parameter that is called leads to the functions that the
//! callers hand over for it, and to what the functions call that stand in the arguments; a field
//! that is called leads to what fields of its name are set to. The method of a type that stands for
//! functions calls what the value is: `handler.accept(…)`.

use super::calls::{Calls, Grade, OpenCall, OpenKind, name_of};
use crate::domain::{Cancelled, Certainty, Symbol, SymbolKind};
use crate::engine::graph::body_calls::{BodyCall, resolve};
use crate::engine::graph::brackets::end_before;
use crate::engine::graph::callers::sites::{CallOf, Wanted};
use crate::engine::graph::enclosing::caller_at;
use crate::engine::graph::project::{Def, FileIndex, Project, Unit, split_path};
use crate::engine::graph::resolve::{Meaning, has_parameters, parameters};
use crate::engine::graph::rule::Rule;
use crate::workspace::names::{NameFacts, Qualifier, Role, Span, Use};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum number of calls of a function whose arguments are looked at. What is called from more
/// places leads everywhere.
const MAX_CALLS: usize = 40;

/// Number of functions through which a parameter is handed on to the one that calls it.
const MAX_HANDED_ON: usize = 3;

/// What fields of a name are set to.
#[derive(Default)]
struct SetTo {
    given: Vec<BodyCall>,
    /// The types whose constructors have a parameter that is the field.
    made: Vec<Def>,
    /// Definitions of the field with a value, which call what that does.
    named: Vec<Def>,
}

impl Calls<'_, '_> {
    /// Notes the parameter or field whose function a call calls.
    pub(super) fn note_held(&mut self, call: &BodyCall) {
        let Qualifier::Receiver(of) = call.name_use.qualifier else { return };
        let names = call.unit.names();
        let Some(name) = names.last_name(of) else { return };
        if !self.project.is_function_called(&call.unit, of, call.name()) {
            return;
        }
        let text = name.of(call.unit.content());
        self.note_place(call.of, &call.unit, call.name_use.span);
        let is_bare = names.single_name(of).is_some();
        match names.use_at(name.start as usize) {
            Some(found) if is_parameter(&call.unit, call.of, *found) => {
                self.parameters.insert(call.of);
            }
            Some(_) if is_bare && binds(&call.unit, call.of, text) => {}
            _ => {
                self.fields.insert((call.of, text.to_owned()));
            }
        }
    }

    fn note_place(&mut self, of: Def, unit: &Unit, call: Span) {
        let line = unit.text.line_of(call.start as usize);
        self.called_at.entry(of).or_default().insert(line);
    }

    /// Adds, for functions that call a parameter or a field, what is handed over for it. Which of
    /// several functions that a call hands over is called, is not told apart.
    pub(super) fn add_handed(&mut self, functions: &[Def]) -> Result<(), Cancelled> {
        let functions: BTreeSet<Def> =
            functions.iter().copied().filter(|def| self.handed.insert(*def)).collect();
        let mut calling = BTreeSet::new();
        for of in &functions {
            let callees: Vec<Def> = self.callees_of(*of, Grade::Passed).collect();
            let is_field = |def: &Def| {
                !self.project.is_callable(*def)
                    && !self.project.is_type(*def)
                    && !is_variant(self.project, *def)
            };
            let fields = callees.into_iter().filter(is_field);
            let names = fields.filter_map(|def| name_of(self.project, def));
            calling.extend(names.map(|name| (*of, Some(name.to_owned()))));
        }
        let set = self.fields.iter().filter(|(of, _)| functions.contains(of)).cloned();
        calling.extend(set.map(|(of, name)| (of, Some(name))));
        calling.extend(self.parameters.intersection(&functions).map(|of| (*of, None)));
        let is_value = |call: &&OpenCall| call.kind == OpenKind::Value;
        let open = self.open.iter().filter(is_value);
        let mut places = Vec::new();
        for call in open.filter(|call| functions.contains(&call.of)) {
            places.push((call.of, Arc::clone(&call.unit), call.span));
            let bytes = call.span.start as usize..call.span.end as usize;
            let Some(found) = call.unit.names().uses_in(bytes).first() else { continue };
            if is_parameter(&call.unit, call.of, *found) {
                calling.insert((call.of, None));
                continue;
            }
            let name = found.span.of(call.unit.content());
            let is_of_header = || made_with(self.project, &call.unit, name).next().is_some();
            if found.qualifier != Qualifier::None || is_of_header() {
                calling.insert((call.of, Some(name.to_owned())));
            }
        }
        for (of, unit, span) in places {
            self.note_place(of, &unit, span);
        }
        for (of, field) in calling {
            match field {
                None => {
                    let given = self.handed_over(&[of])?;
                    self.add_given(of, given, MAX_HANDED_ON - 1)?;
                }
                Some(name) => {
                    let SetTo { mut given, made, named } = self.set_to(&name, of)?;
                    given.extend(self.handed_over(&made)?);
                    self.add_given(of, given, MAX_HANDED_ON)?;
                    self.add_named(of, &name, &named);
                }
            }
        }
        Ok(())
    }

    /// Adds what `of` calls if it is one of the uses, or is handed over for one that is a
    /// parameter, through at most so many functions.
    fn add_given(
        &mut self,
        of: Def,
        mut given: Vec<BodyCall>,
        through: usize,
    ) -> Result<(), Cancelled> {
        let mut known = BTreeSet::from([of]);
        for left in (0..=through).rev() {
            let passed_on =
                given.iter().filter(|given| is_parameter(&given.unit, given.of, given.name_use));
            let taking: Vec<Def> =
                passed_on.map(|given| given.of).filter(|def| known.insert(*def)).collect();
            self.add_uses(of, given)?;
            if taking.is_empty() || left == 0 {
                break;
            }
            given = self.handed_over(&taking)?;
        }
        Ok(())
    }

    /// Returns what the calls of some functions hand over; nothing if there are many.
    fn handed_over(&mut self, to: &[Def]) -> Result<Vec<BodyCall>, Cancelled> {
        let (made, skipped) = self.search((to, &[]), Wanted::Calls)?;
        self.skipped.extend(skipped);
        let mut given = Vec::new();
        if made.len() > MAX_CALLS {
            return Ok(given);
        }
        for call in made.iter().filter(|call| call.certainty <= Certainty::Likely) {
            self.project.snapshot.cancel().check()?;
            let start = call.span.end as usize;
            let start = behind_types(call.unit.content(), start);
            // Brackets that begin here, and a block behind them.
            let is_behind = |byte| !matches!(byte, b' ' | b'(' | b'[' | b'{');
            let arguments = Span::new(start..end_of(&call.unit, start, is_behind));
            given.extend(handed_in(&call.unit, arguments, call.from));
        }
        Ok(given)
    }

    /// Returns what fields of a name are set to: those in the directory of a function that calls
    /// one, else all. Nothing if they are set in many places.
    fn set_to(&self, field: &str, of: Def) -> Result<SetTo, Cancelled> {
        let mentions = self.project.mentions_in_code(field)?;
        let directory = |file| split_path(&self.project.entry(file).path.display).0;
        let (mut places, mut set) = (0, SetTo::default());
        if mentions.files.len() > MAX_CALLS {
            return Ok(set);
        }
        for found in &mentions.files {
            self.project.snapshot.cancel().check()?;
            let Some(unit) = self.project.unit(found.file) else { continue };
            set.made.extend(made_with(self.project, unit, field));
            for name_use in &unit.names().uses {
                if name_use.span.of(unit.content()) != field {
                    continue;
                }
                let at = name_use.span.end as usize;
                let (Some(value), Some(symbol)) = (value_behind(unit, at), caller_at(unit, at))
                else {
                    continue;
                };
                places += 1;
                let around = Def { file: unit.file, symbol };
                if unit.symbol(symbol).name_bytes == name_use.span.range() {
                    set.named.push(around);
                } else {
                    set.given.extend(handed_in(unit, value, around));
                }
            }
        }
        if places > MAX_CALLS {
            set.given.clear();
            set.named.clear();
        }
        let is_beside = |other: FileIndex| directory(other) == directory(of.file);
        let given = set.given.iter().map(|given| given.of.file);
        if given.chain(set.named.iter().map(|def| def.file)).any(is_beside) {
            set.given.retain(|given| is_beside(given.of.file));
            set.named.retain(|def| is_beside(def.file));
        }
        if set.made.iter().any(|made| is_beside(made.file)) {
            set.made.retain(|made| is_beside(made.file));
        }
        Ok(set)
    }

    /// Adds that `of` calls definitions of a field's name where it calls the field; at their names
    /// if that is not known.
    fn add_named(&mut self, of: Def, field: &str, named: &[Def]) {
        let callees = self.callees.get(&of).into_iter().flatten();
        let is_field = |to: Def| name_of(self.project, to) == Some(field) && !named.contains(&to);
        let to_field = callees.filter(|(to, _)| is_field(**to));
        let sites: Vec<(Arc<Unit>, Span)> = to_field
            .flat_map(|(_, edge)| &edge.sites)
            .map(|((_, span), unit)| (Arc::clone(unit), *span))
            .collect();
        for to in named.iter().copied().filter(|to| *to != of) {
            let defined = || {
                let (unit, symbol) = self.project.get(to)?;
                let name = Span::new(unit.symbol(symbol).name_bytes.clone());
                Some((Arc::clone(unit), name))
            };
            let sites = match sites.is_empty() {
                true => defined().into_iter().collect(),
                false => sites.clone(),
            };
            // The call says more than where the field is set.
            let edges = self.callees.entry(of).or_default();
            if edges.get(&to).is_some_and(|edge| edge.rule == Rule::PassedAsValue) {
                edges.remove(&to);
            }
            for (unit, span) in sites {
                self.add(CallOf {
                    from: of,
                    to,
                    unit,
                    span,
                    certainty: Certainty::Possible,
                    rule: Rule::PassedAsValue,
                    through: None,
                });
            }
        }
    }

    /// Adds what `of` calls by the uses in arguments.
    fn add_uses(&mut self, of: Def, uses: Vec<BodyCall>) -> Result<(), Cancelled> {
        let resolved = resolve(&self.names, &uses)?;
        let mut found: Vec<CallOf> = Vec::new();
        for (made, resolution) in uses.into_iter().zip(resolved) {
            let meanings = resolution.into_meanings();
            let is_meant = |meaning: &&Meaning| {
                meaning.certainty <= Certainty::Likely && self.project.is_callable(meaning.def)
            };
            found.extend(meanings.iter().filter(is_meant).map(|meaning| CallOf {
                from: of,
                to: meaning.def,
                unit: Arc::clone(&made.unit),
                span: made.name_use.span,
                certainty: Certainty::Possible,
                rule: Rule::PassedAsValue,
                through: None,
            }));
        }
        self.follow(&mut found)?;
        for mut call in found {
            call.rule = Rule::PassedAsValue;
            self.add(call);
        }
        Ok(())
    }
}

/// Returns the types of a file whose headers write a parameter of the constructor that is called
/// as a field.
fn made_with<'u>(
    project: &'u Project<'_>,
    unit: &'u Unit,
    field: &'u str,
) -> impl Iterator<Item = Def> + 'u {
    let types = unit.symbols().iter().zip(0..).filter(|(symbol, _)| !symbol.kind.is_callable());
    let takes = move |(symbol, index): (&Symbol, u32)| {
        let def = Def { file: unit.file, symbol: index };
        let mut names = parameters(unit, symbol).map(|each| each.name.of(unit.content()));
        (has_parameters(project, def) && names.any(|name| name == field)).then_some(def)
    };
    types.filter_map(takes)
}

/// Returns whether a function binds a name.
fn binds(unit: &Unit, of: Def, name: &str) -> bool {
    let whole = || unit.symbol(of.symbol).bytes.clone();
    of.file == unit.file && unit.bindings_within(name, whole()).next().is_some()
}

/// Returns where a text goes on behind type arguments that may begin at a byte: `<String>`.
fn behind_types(text: &str, start: usize) -> usize {
    let is_of_types = |letter: char| letter.is_alphanumeric() || "_.<>,?&[] ".contains(letter);
    let list = text.get(start..).filter(|rest| rest.starts_with('<'));
    let end = list.and_then(|rest| rest.find(|letter| !is_of_types(letter)));
    let end = end.filter(|end| text[start..start + end].trim_end().ends_with('>'));
    end.map_or(start, |end| start + end)
}

/// Returns whether a definition is a variant of an enumeration: its call makes a value.
fn is_variant(project: &Project<'_>, def: Def) -> bool {
    project.get(def).is_some_and(|(unit, symbol)| {
        let parent = unit.symbol(symbol).parent;
        parent.is_some_and(|parent| unit.symbols()[parent].kind == SymbolKind::Enum)
    })
}

/// Returns whether a use is one of a parameter of a function.
pub(super) fn is_parameter(unit: &Unit, of: Def, found: Use) -> bool {
    if found.qualifier != Qualifier::None || of.file != unit.file {
        return false;
    }
    let whole = unit.symbol(of.symbol).bytes.clone();
    let parameters = &unit.names().parameters;
    let name = found.span.of(unit.content());
    let mut inside = unit.bindings_within(name, whole);
    inside.any(|binding| NameFacts::is_within(parameters, binding.name))
}

/// Returns the names that a value or the arguments of a call in a function hand over, and the calls
/// in functions that stand in them.
pub(super) fn handed_in(unit: &Arc<Unit>, value: Span, of: Def) -> Vec<BodyCall> {
    let names = unit.names();
    let first = names.scopes.partition_point(|scope| scope.span.start < value.start);
    let functions: Vec<Span> = names.scopes[first..]
        .iter()
        .map(|scope| scope.span)
        .take_while(|span| span.start < value.end)
        .filter(|span| value.contains(*span))
        .collect();
    let uses = names.uses_in(value.start as usize..value.end as usize).iter();
    let is_handed = |found: &&Use| {
        let is_inside = functions.iter().any(|function| function.contains(found.span));
        found.role == if is_inside { Role::Call } else { Role::Read }
    };
    uses.filter(is_handed)
        .map(|found| BodyCall { unit: Arc::clone(unit), name_use: *found, of })
        .collect()
}

/// Returns the value that a name is set to: what stands behind `=`, or behind the `:` or `=>` of a
/// literal, to the end of the line or of the brackets that begin on it. What stands behind a
/// pattern is no such value: `Mode::Insert => …`.
fn value_behind(unit: &Unit, name: usize) -> Option<Span> {
    let text = unit.content();
    let rest = text.get(name..)?.trim_start_matches(' ');
    let value = ["=>", ":=", "=", ":"].iter().find_map(|sign| rest.strip_prefix(sign))?;
    let is_pattern = rest.starts_with("=>") && !unit.rules().arrows_pair;
    if is_pattern || value.starts_with(['=', '~', ':']) {
        return None;
    }
    let start = text.len() - value.len();
    let is_behind = |byte| matches!(byte, b',' | b';' | b'\n');
    Some(Span::new(start..end_of(unit, start, is_behind)))
}

fn end_of(unit: &Unit, start: usize, is_behind: impl Fn(u8) -> bool) -> usize {
    let text = unit.content();
    end_before(text, start..text.len(), |at| unit.names().is_text(at), is_behind)
}
