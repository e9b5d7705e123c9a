//! The overloads that a symbol means which is written with the types of its parameters.

use super::parameter_text::{
    Agreement, Part, agreement, as_pointer, is_beside, is_word_of, split_list, type_of,
    with_leading_const,
};
use super::signature::Signature;
use super::{MAX_OVERLOADS, Outcome, ResolveError, Target};
use crate::domain::{FileLine, SymbolKind, and_more};
use crate::engine::graph::project::{Def, Project, Unit};
use crate::engine::graph::resolve::{may_be_same, parameter_list, parameters};
use std::sync::Arc;

/// Overloads that an error names.
const MAX_NAMED: usize = 6;

/// Width of a list of parameters that an error names, in characters.
const LIST_WIDTH: usize = 60;

/// Keeps the definitions that have the parameters which the target is written with.
pub(super) fn with_signature(
    project: &Project<'_>,
    target: &Target,
    signature: &Signature,
    outcome: Outcome,
) -> Result<Outcome, ResolveError> {
    let Outcome::Groups(groups) = outcome else { return Ok(outcome) };
    let is_callable = |def: &Def| project.is_callable(*def);
    let mut called: Vec<Vec<Def>> = groups.clone();
    called.retain(|group| group.iter().any(is_callable));
    if called.is_empty() {
        called = constructors(project, &groups)?;
    }
    // Of what is not called, the parameters tell nothing.
    if called.is_empty() {
        return Ok(Outcome::Groups(groups));
    }
    if signature.parameters.is_empty() && !signature.is_const {
        return Ok(Outcome::Groups(without_parameters(project, groups, signature)));
    }
    let fitting = fitting(project, &called, signature);
    // A name that one function has, or whose parameters are not all read, is plain without them.
    let all = || called.iter().flatten();
    let is_read = |def: &Def| Declared::of(project, *def).is_some();
    if fitting.is_empty() && (all().nth(1).is_none() || !all().all(is_read)) {
        return Ok(Outcome::Groups(groups));
    }
    if fitting.is_empty() {
        let symbol = target.symbol.clone().unwrap_or_default();
        let there = there(project, &called);
        return Err(ResolveError::NoOverload { symbol, list: signature.text.clone(), there });
    }
    Ok(Outcome::Groups(fitting))
}

/// Returns whether the parameters that a target is written with tell nothing of a group, as none of
/// its definitions has a list of parameters that is read.
pub(in crate::engine::graph) fn is_uncompared(
    project: &Project<'_>,
    target: &Target,
    group: &[Def],
) -> bool {
    let Some(signature) = target.signature.as_ref() else { return false };
    let is_unread = |def: &Def| {
        let named = project.get(*def).map(|(unit, symbol)| &unit.symbol(symbol).name);
        named.is_some_and(|name| *name != signature.whole)
            && project.is_callable(*def)
            && Declared::of(project, *def).is_none()
    };
    !signature.parameters.is_empty() && !group.is_empty() && group.iter().all(is_unread)
}

/// Returns the constructors of types of which the name is also theirs.
fn constructors(project: &Project<'_>, types: &[Vec<Def>]) -> Result<Vec<Vec<Def>>, ResolveError> {
    let mut found = Vec::new();
    for group in types {
        let Some((unit, symbol)) = group.first().and_then(|def| project.get(*def)) else {
            continue;
        };
        let all = project.definitions(&unit.symbol(symbol).name)?;
        let is_own = |def: &Def| {
            let kind = project.get(*def).map(|(unit, symbol)| unit.symbol(symbol).kind);
            kind == Some(SymbolKind::Constructor)
                && project.owner_types(*def).iter().any(|of| group.contains(of))
        };
        let own: Vec<Def> = all.iter().copied().filter(is_own).collect();
        if !own.is_empty() {
            found.push(own);
        }
    }
    Ok(found)
}

/// Leaves the overloads without parameters where a group has such and others: `put()` is else just
/// a name.
fn without_parameters(
    project: &Project<'_>,
    groups: Vec<Vec<Def>>,
    signature: &Signature,
) -> Vec<Vec<Def>> {
    let of_group = |group: Vec<Def>| {
        let mut fitting = fitting(project, std::slice::from_ref(&group), signature);
        if fitting.is_empty() { group } else { fitting.remove(0) }
    };
    groups.into_iter().map(of_group).collect()
}

/// Returns the overloads that have the written parameters, by their groups: of all groups those
/// that agree best, with the declarations and definitions that are the same.
fn fitting(project: &Project<'_>, groups: &[Vec<Def>], signature: &Signature) -> Vec<Vec<Def>> {
    let agreeing = |group: &Vec<Def>| -> Vec<(Def, Agreement)> {
        let of = |def: &Def| Some((*def, agreement_of(project, *def, signature)?));
        group.iter().filter_map(of).collect()
    };
    let agreeing: Vec<Vec<(Def, Agreement)>> = groups.iter().map(agreeing).collect();
    let Some(best) = agreeing.iter().flatten().map(|(_, agreement)| *agreement).min() else {
        return Vec::new();
    };
    let kept = agreeing.iter().map(|group| {
        let is_same = |def: Def| {
            let mut first = group.iter().filter(|(_, agreement)| *agreement == best);
            first.any(|(known, _)| may_be_same(project, *known, def))
        };
        let kept = group.iter().filter(|(def, agreement)| *agreement == best || is_same(*def));
        kept.map(|(def, _)| *def).collect::<Vec<Def>>()
    });
    kept.filter(|group| !group.is_empty()).collect()
}

/// Returns how the parameters of a definition agree with the written ones.
fn agreement_of(project: &Project<'_>, def: Def, signature: &Signature) -> Option<Agreement> {
    let declared = Declared::of(project, def)?;
    let own = declared.without_receiver(&declared.parts);
    let first = declared.parts.len() - own.len();
    let written = match first {
        0 => &signature.parameters[..],
        _ => declared.without_receiver(&signature.parameters),
    };
    if signature.is_const && !declared.is_const {
        return None;
    }
    if without_spaces(signature.list()).eq(without_spaces(declared.list)) {
        return Some(Agreement::Equal);
    }
    if written.len() != own.len() {
        return None;
    }
    let each = (0..written.len()).map(|index| {
        let agreement = |tokens: &[String]| declared.agreement(first + index, tokens);
        agreement(&written[index].tokens)
            .or_else(|| shared_type(&written[index..]).and_then(|of| agreement(&of)))
    });
    each.chain([Some(Agreement::Equal)]).collect::<Option<Vec<_>>>()?.into_iter().max()
}

fn without_spaces(list: &str) -> impl Iterator<Item = char> {
    list.chars().filter(|letter| !letter.is_whitespace())
}

/// Returns the type of a written parameter that has it from one of those behind it, as `a` of
/// `a, b int` has. `None` of what is more than a name, or has none behind it.
fn shared_type(written: &[Part]) -> Option<Vec<String>> {
    let (own, behind) = written.split_first()?;
    let next = behind.iter().find(|part| part.tokens.len() > 1)?;
    let (name, of) = next.tokens.split_first()?;
    let is_shared = own.tokens.len() == 1 && name.starts_with(is_word_of) && of[0] != ":";
    is_shared.then(|| of.to_vec())
}

/// Returns whether two definitions of a group are one overload for certain: declarations of types
/// that are written alike, of which one at most has a body. Two bodies may differ in labels, bounds
/// or conditions.
pub(in crate::engine::graph) fn are_same(project: &Project<'_>, one: Def, other: Def) -> bool {
    let types = |def: Def| Declared::of(project, def).map(|declared| declared.types());
    let has_body = |def: Def| {
        project.get(def).is_some_and(|(unit, symbol)| unit.has_body(unit.symbol(symbol)))
    };
    one == other
        || may_be_same(project, one, other)
            && !(has_body(one) && has_body(other))
            && types(one) == types(other)
}

/// The parameters that a definition declares.
struct Declared<'p> {
    unit: &'p Arc<Unit>,
    list: &'p str,
    parts: Vec<Part>,
    /// For each part, the name that it binds, if only one.
    names: Vec<Option<&'p str>>,
    is_const: bool,
}

impl<'p> Declared<'p> {
    /// `None` of what has no list of parameters.
    fn of(project: &'p Project<'_>, def: Def) -> Option<Self> {
        let (unit, index) = project.get(def).filter(|_| project.is_callable(def))?;
        let symbol = unit.symbol(index);
        let span = parameter_list(unit, symbol)?;
        let text = span.of(unit.content());
        let list = text.strip_prefix(['(', '[']).unwrap_or(text);
        let start = span.start as usize + text.len() - list.len();
        let list = list.strip_suffix([')', ']']).unwrap_or(list);
        let parts = split_list(list);
        let bound: Vec<_> = parameters(unit, symbol).map(|binding| binding.name).collect();
        let names = parts.iter().map(|part| {
            let range = start + part.start..start + part.end;
            let mut inside = bound.iter().filter(|name| range.contains(&(name.start as usize)));
            let first = inside.next()?;
            inside.next().is_none().then(|| first.of(unit.content()))
        });
        let names = names.collect();
        let behind = unit.content()[span.end as usize..].trim_start();
        let is_const = behind.starts_with("const") && !behind.starts_with("const_");
        Some(Self { unit, list, parts, names, is_const })
    }

    /// Returns how a written parameter agrees with the one at an index. Where it is not known which
    /// word is that one's name, it may be the last.
    fn agreement(&self, index: usize, written: &[String]) -> Option<Agreement> {
        let own = with_leading_const(&self.type_of(index));
        let written = with_leading_const(written);
        let pointers = || {
            let own = as_pointer(&own, self.names[index].is_none())?;
            let named = [true, false].map(|has_name| as_pointer(&written, has_name));
            let mut all = named.into_iter().flatten().chain([written.clone()]);
            let found = all.find_map(|written| agreement(&written, &own))?;
            Some(found.max(Agreement::Beside))
        };
        let known =
            agreement(&written, &own).or_else(pointers).or_else(|| self.label(index, &written));
        if known.is_some() || self.names[index].is_some() {
            return known;
        }
        let (_, before) = own.split_last().filter(|(last, before)| {
            last.starts_with(is_word_of) && !before.iter().all(|token| is_beside(token))
        })?;
        agreement(&written, before).map(|_| Agreement::Named)
    }

    /// Returns whether what is written for a parameter is its label: `to:` of `to point: Point`.
    fn label(&self, index: usize, written: &[String]) -> Option<Agreement> {
        let own = &self.parts[index].tokens;
        let is_label =
            matches!(written, [label, colon] if colon == ":" && own.first() == Some(label));
        (is_label && own.iter().any(|token| token == ":")).then_some(Agreement::Named)
    }

    /// Returns the words and marks of the type of a parameter. Of several names before one type all
    /// are of it: `a, b int`.
    fn type_of(&self, index: usize) -> Vec<String> {
        let of = |index: usize| type_of(&self.parts[index].tokens, self.names[index]);
        let is_behind_name = |index: usize| {
            let tokens = &self.parts[index].tokens;
            tokens.len() > 1
                && tokens.first().map(String::as_str) == self.names[index]
                && !tokens.iter().any(|token| token == ":")
        };
        let own = of(index);
        if !own.is_empty() || self.names[index].is_none() {
            return own;
        }
        let next = (index + 1..self.parts.len()).find(|next| !of(*next).is_empty());
        next.filter(|next| is_behind_name(*next)).map_or(own, of)
    }

    /// Returns the words and marks of the types of all parameters.
    fn types(&self) -> Vec<Vec<String>> {
        (0..self.parts.len()).map(|index| self.type_of(index)).collect()
    }

    /// Returns some parameters without a first one that is what the function is called on.
    fn without_receiver<'s>(&self, parts: &'s [Part]) -> &'s [Part] {
        let names = &self.unit.language.config.self_names;
        let is_receiver = |part: &Part| {
            let words = part.tokens.iter().filter(|token| *token != "&" && *token != "mut");
            let mut words = words.map(String::as_str);
            words.next().is_some_and(|word| names.iter().any(|name| name == word))
                && words.next().is_none_or(|next| next == ":")
        };
        match parts {
            [first, rest @ ..] if is_receiver(first) => rest,
            all => all,
        }
    }

    /// Returns the list as it is written, on one line.
    fn text(&self) -> String {
        let text = self.list.split_whitespace().collect::<Vec<_>>().join(" ");
        match text.char_indices().nth(LIST_WIDTH) {
            Some((end, _)) => format!("({}…)", &text[..end]),
            None => format!("({text})"),
        }
    }
}

/// Returns the overloads that there are, with their lines, as text.
fn there(project: &Project<'_>, groups: &[Vec<Def>]) -> String {
    let (mut first, mut is_cut): (Vec<Def>, bool) = (Vec::new(), false);
    for def in groups.iter().flatten().copied().filter(|def| project.is_callable(*def)) {
        let is_known = |known: &Def| {
            let are_together = groups.iter().any(|of| of.contains(known) && of.contains(&def));
            are_together && are_same(project, *known, def)
        };
        if first.len() == MAX_OVERLOADS {
            is_cut = true;
            break;
        }
        if !first.iter().any(is_known) {
            first.push(def);
        }
    }
    let mut file: Option<&Arc<str>> = None;
    let named = first.iter().take(MAX_NAMED).filter_map(|def| {
        let (unit, index) = project.get(*def)?;
        let symbol = unit.symbol(index);
        let path = &unit.entry.path.display;
        let place = match file {
            Some(known) if known == path => symbol.line.to_string(),
            _ => FileLine::listed(&[FileLine { file: Arc::clone(path), line: symbol.line }], 1),
        };
        file = Some(path);
        let list = Declared::of(project, *def).map(|declared| declared.text());
        Some(format!("{}{} at {place}", symbol.name, list.unwrap_or_default()))
    });
    let named = named.collect::<Vec<_>>().join(", ");
    let more = first.len().saturating_sub(MAX_NAMED);
    match is_cut {
        true => format!("{named} and at least {more} more"),
        false => format!("{named}{}", and_more(more)),
    }
}
