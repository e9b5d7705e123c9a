//! Labels of arguments, where they belong to a function's name: a call writes those of the
//! parameters in their order, and means no function of other labels.

use super::candidates::Candidates;
use super::meaning::{Meaning, Resolution};
use super::parameter_labels::{Label, Parameter, is_of_name, known};
use super::resolver::Resolver;
use super::types::parameters;
use crate::domain::SymbolKind;
use crate::engine::graph::brackets::end_before;
use crate::engine::graph::model::{Def, Members};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::semantics::is_of_type_itself;
use crate::workspace::names::{Binding, Qualifier, Role, Use};
use std::sync::Arc;

/// Maximum length of a list of arguments that is read, in bytes.
const MAX_ARGUMENTS: usize = 4_000;

/// Maximum number of arguments and of blocks behind them that are read.
const MAX_PASSED: usize = 64;

/// What a call passes, by its labels.
pub(in crate::engine::graph) struct Passed<'t> {
    arguments: Vec<Label<'t>>,
    /// Blocks behind the list, of which the first has no label.
    blocks: Vec<Label<'t>>,
    /// True if it may be a value that is passed to a method without what that is called with:
    /// `Pool.drain(pool)(force: true)`.
    may_be_value: bool,
}

/// Returns whether a name is that of an attribute: `@Flag(help: "all")`.
pub(super) fn is_attribute(unit: &Unit, found: &Use) -> bool {
    unit.content()[..found.span.start as usize].ends_with('@')
}

impl<'t> Passed<'t> {
    /// Returns what a call passes; `None` if that is not known.
    pub(in crate::engine::graph) fn of(unit: &'t Unit, found: &Use) -> Option<Self> {
        let is_decorator = is_attribute(unit, found);
        if !unit.rules().labels_belong_to_names || found.role != Role::Call && !is_decorator {
            return None;
        }
        let mut reader = Reader { unit, at: found.span.end as usize };
        reader.skip_type_arguments()?;
        let is_listed = reader.is_at('(');
        let arguments = if is_listed { reader.arguments()? } else { Vec::new() };
        let blocks = match found.arguments {
            // Without a block behind the list.
            Some(number) => {
                (usize::from(number) == arguments.len()).then_some(())?;
                Vec::new()
            }
            None if is_decorator => Vec::new(),
            None => reader.blocks()?,
        };
        let is_one = is_listed && arguments == [None] && blocks.is_empty();
        let may_be_value = is_one && is_of_named_type(unit, found);
        let is_call = is_listed || !blocks.is_empty();
        is_call.then_some(Self { arguments, blocks, may_be_value })
    }

    /// Returns for each argument the index of the parameter that takes it; `None` if one is taken
    /// by none, or leaves out what is required.
    fn taken(&self, parameters: &[Parameter]) -> Option<Vec<usize>> {
        let mut taken: Vec<usize> = Vec::new();
        for label in &self.arguments {
            let last = taken.last().copied();
            if let Some(last) = last.filter(|last| label.is_none() && parameters[*last].is_rest) {
                taken.push(last);
                continue;
            }
            let next = last.map_or(0, |last| last + 1);
            let behind = parameters.get(next..)?;
            let left_out = behind.iter().position(|of| of.label.as_deref() == *label)?;
            if !behind[..left_out].iter().all(Parameter::may_be_left_out) {
                return None;
            }
            taken.push(next + left_out);
        }
        Some(taken)
    }

    fn fit(&self, parameters: &[Parameter]) -> bool {
        let Some(taken) = self.taken(parameters) else { return false };
        let behind = &parameters[taken.last().map_or(0, |last| last + 1)..];
        let mut required = behind.iter().filter(|of| !of.may_be_left_out());
        let taking = behind.iter().filter(|of| of.takes_block).count();
        let are_known =
            self.blocks.iter().skip(1).all(|block| {
                block.is_none() || behind.iter().any(|of| of.label.as_deref() == *block)
            });
        required.clone().count() <= self.blocks.len()
            && required.all(|of| of.takes_block)
            && self.blocks.len() <= taking
            && are_known
    }

    /// Returns what is passed with a first argument of a label more.
    pub(super) fn behind(&self, first: &'t str) -> Self {
        let all = std::iter::once(Some(first)).chain(self.arguments.iter().copied());
        Self { arguments: all.collect(), blocks: self.blocks.clone(), may_be_value: false }
    }

    /// Returns whether a function may take what is passed.
    pub(super) fn fits(&self, project: &Project<'_>, def: Def) -> bool {
        !has_others(project, def, self)
    }

    /// Returns the label of an argument.
    pub(super) fn label(&self, argument: usize) -> Label<'t> {
        self.arguments.get(argument).copied().flatten()
    }

    /// Returns the parameter of a function that takes an argument.
    pub(super) fn parameter<'u>(
        &self,
        project: &'u Project<'_>,
        def: Def,
        argument: usize,
    ) -> Option<(&'u Arc<Unit>, &'u Binding)> {
        let (unit, symbol) = project.get(def)?;
        let taken = self.taken(&known(project, def)?)?;
        let parameter = parameters(unit, unit.symbol(symbol)).nth(*taken.get(argument)?)?;
        Some((unit, parameter))
    }

    /// Returns whether a function has the labels of what is passed; `true` if they are not known.
    fn has_labels(&self, project: &Project<'_>, def: Def) -> bool {
        known(project, def).is_none_or(|parameters| self.fit(&parameters))
    }
}

/// Returns whether a name stands behind that of a type: `Pool.drain`.
fn is_of_named_type(unit: &Unit, found: &Use) -> bool {
    let before = unit.content()[..found.span.start as usize].strip_suffix('.');
    matches!(found.qualifier, Qualifier::Receiver(_))
        && before.is_some_and(|before| {
            let name = &before[before.trim_end_matches(is_of_name).len()..];
            name.starts_with(char::is_uppercase) || before.ends_with('>')
        })
}

/// Returns whether a function has other labels than a call passes. What is not known excludes
/// nothing.
fn has_others(project: &Project<'_>, def: Def, passed: &Passed<'_>) -> bool {
    let is_method = |(unit, symbol): (&Arc<Unit>, u32)| {
        let own = unit.symbol(symbol);
        own.kind == SymbolKind::Method && is_of_type_itself(unit, own) != Some(true)
    };
    let is_value = || passed.may_be_value && project.get(def).is_some_and(is_method);
    let may_be_meant = passed.has_labels(project, def) || is_value();
    !may_be_meant
}

/// Reads what stands behind the name of a call.
struct Reader<'t> {
    unit: &'t Unit,
    at: usize,
}

impl<'t> Reader<'t> {
    fn text(&self) -> &'t str {
        &self.unit.content()[self.at..]
    }

    fn is_at(&self, letter: char) -> bool {
        self.text().starts_with(letter)
    }

    /// Passes by spaces and comments.
    fn skip_space(&mut self) {
        let is_space = |letter: char| letter.is_whitespace();
        let text = self.unit.content();
        let behind = text[self.at..].char_indices().find(|(place, letter)| {
            !is_space(*letter) && !self.unit.names().is_text(self.at + place)
        });
        self.at = behind.map_or(text.len(), |(place, _)| self.at + place);
    }

    /// Passes by type arguments; `None` if they are not read.
    fn skip_type_arguments(&mut self) -> Option<()> {
        if !self.is_at('<') {
            return Some(());
        }
        let mut depth = 0usize;
        let is_of_types = |letter: char| is_of_name(letter) || ".,:?![] &".contains(letter);
        for (place, letter) in self.text().char_indices() {
            match letter {
                '<' => depth += 1,
                '>' => depth = depth.checked_sub(1)?,
                letter if is_of_types(letter) => {}
                _ => return None,
            }
            if depth == 0 {
                self.at += place + 1;
                return Some(());
            }
        }
        None
    }

    /// Returns where the brackets end that begin here, which are passed by.
    fn skip_brackets(&mut self) -> Option<usize> {
        let text = self.unit.content();
        let limit = text.floor_char_boundary(self.at + MAX_ARGUMENTS);
        let is_text = |at: usize| self.unit.names().is_text(at);
        let end = end_before(text, self.at + 1..limit, is_text, |_| false);
        (end < limit).then(|| self.at = end + 1)?;
        Some(end)
    }

    /// Returns the labels of the arguments in the list that begins here.
    fn arguments(&mut self) -> Option<Vec<Label<'t>>> {
        let (unit, start) = (self.unit, self.at + 1);
        let list = start..self.skip_brackets()?;
        let text = unit.content();
        let is_text = |at: usize| unit.names().is_text(at);
        let (mut labels, mut at) = (Vec::new(), start);
        loop {
            let end = end_before(text, at..list.end, is_text, |byte| byte == b',');
            let mut part = Reader { unit, at };
            part.skip_space();
            let value = text.get(part.at.min(end)..end)?.trim_end();
            // What a comma belongs to is not known between the marks of type arguments.
            if value.match_indices('<').any(|(mark, _)| value[..mark].ends_with(is_of_name)) {
                return None;
            }
            match label_of(value) {
                _ if value.is_empty() && labels.is_empty() && end == list.end => break,
                // The name of a function with its labels: `f(a:b:)`.
                (_, "") => return None,
                (label, _) => labels.push(label),
            }
            at = end + 1;
            if end >= list.end || labels.len() > MAX_PASSED {
                break;
            }
        }
        Some(labels)
    }

    /// Returns the labels of the blocks behind a list.
    fn blocks(&mut self) -> Option<Vec<Label<'t>>> {
        self.skip_space();
        let mut blocks = Vec::new();
        let mut label = None;
        while self.is_at('{') && blocks.len() < MAX_PASSED {
            blocks.push(label);
            self.skip_block()?;
            self.skip_space();
            let start = self.at;
            let (next, rest) = label_of(self.text());
            let Some(next) = next.filter(|_| rest.starts_with('{')) else { break };
            label = Some(next);
            self.at = start + (self.text().len() - rest.len());
        }
        (!blocks.is_empty()).then_some(blocks)
    }

    /// Passes by a block, however long.
    fn skip_block(&mut self) -> Option<()> {
        let text = self.unit.content();
        let is_text = |at: usize| self.unit.names().is_text(at);
        let end = end_before(text, self.at + 1..text.len(), is_text, |_| false);
        (end < text.len()).then(|| self.at = end + 1)
    }
}

/// Returns the label that a text begins with, and what is behind it.
fn label_of(text: &str) -> (Label<'_>, &str) {
    let rest = text.trim_start_matches(is_of_name);
    let word = &text[..text.len() - rest.len()];
    match rest.trim_start().strip_prefix(':') {
        Some(value) if !word.is_empty() => (Some(word.trim_matches('`')), value.trim_start()),
        _ => (None, text),
    }
}

impl Candidates<'_, '_> {
    /// Returns whether a call passes other labels than definitions have.
    pub(in crate::engine::graph) fn are_labelled_apart(
        &self,
        unit: &Unit,
        found: &Use,
        mut defs: impl Iterator<Item = Def>,
    ) -> bool {
        let passed = Passed::of(unit, found);
        passed.is_some_and(|passed| defs.all(|def| has_others(self.project, def, &passed)))
    }

    /// Leaves out the functions that have other labels than a call passes.
    pub(super) fn keep_by_labels(
        &self,
        unit: &Unit,
        found: &Use,
        resolution: Resolution,
    ) -> Resolution {
        let Resolution::Definitions(mut meanings) = resolution else { return resolution };
        if let Some(passed) = Passed::of(unit, found) {
            meanings.retain(|meaning| !has_others(self.project, meaning.def, &passed));
            let fits = |meaning: &Meaning| passed.has_labels(self.project, meaning.def);
            if passed.may_be_value && meanings.iter().any(fits) {
                meanings.retain(fits);
            }
        }
        match meanings.is_empty() {
            true => Resolution::External(None),
            false => Resolution::Definitions(meanings),
        }
    }
}

impl Resolver<'_> {
    /// Returns the members of a name that were found in types, or those that they inherit if only
    /// these have the labels of a call.
    pub(super) fn of_labels(
        &self,
        types: &[Def],
        name: &str,
        nearest: Members,
        passed: &Passed<'_>,
    ) -> Members {
        let is_fit = |def: &Def| !has_others(self.project, *def, passed);
        if nearest.found.is_empty() || nearest.found.iter().any(is_fit) {
            return nearest;
        }
        let above = types.iter().flat_map(|of| self.ancestors(*of).types.clone());
        let mut inherited = above.map(|of| {
            let mut members = self.own_members(of, name);
            members.retain(is_fit);
            members
        });
        match inherited.find(|members| !members.is_empty()) {
            Some(found) => Members { found, is_open: nearest.is_open },
            None => nearest,
        }
    }
}

/// Keeps the functions that may have the labels of a call, where these are known.
pub(in crate::engine::graph) fn labelled(
    project: &Project<'_>,
    (unit, found): (&Unit, &Use),
    mut defs: Vec<Def>,
) -> Vec<Def> {
    if let Some(passed) = Passed::of(unit, found) {
        defs.retain(|def| !has_others(project, *def, &passed));
    }
    defs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_stands_before_a_value() {
        assert_eq!(label_of("for: 1"), (Some("for"), "1"));
        assert_eq!(label_of("a ? b : c"), (None, "a ? b : c"));
    }

    #[test]
    fn a_call_passes_what_is_required_in_its_order() {
        let parameter = |(label, is_optional, is_rest): (Label<'_>, bool, bool)| Parameter {
            label: label.map(Box::from),
            is_optional,
            is_rest,
            takes_block: label != Some("n"),
        };
        let fits = |parameters: &[(Label<'static>, bool, bool)],
                    arguments: &[Label<'static>],
                    blocks: &[Label<'static>]| {
            let (arguments, blocks) = (arguments.to_vec(), blocks.to_vec());
            let passed = Passed { arguments, blocks, may_be_value: false };
            passed.fit(&parameters.iter().copied().map(parameter).collect::<Vec<_>>())
        };
        let (a, b) = ((Some("a"), false, false), (Some("b"), true, false));
        assert!(fits(&[a, b], &[Some("a")], &[]));
        assert!(fits(&[a, b], &[Some("a"), Some("b")], &[]));
        assert!(!fits(&[a, b], &[Some("b")], &[]));
        assert!(!fits(&[a, b], &[None], &[]));
        assert!(!fits(&[a, b], &[Some("b"), Some("a")], &[]));
        assert!(fits(&[b, a], &[], &[None]));
        assert!(!fits(&[a], &[], &[]));
        assert!(!fits(&[a], &[Some("a")], &[None]));
        assert!(fits(&[a, b], &[Some("a")], &[None]));
        assert!(fits(&[a, b], &[], &[None, Some("b")]));
        assert!(!fits(&[a, b], &[], &[None, Some("c")]));
        let number = (Some("n"), false, false);
        assert!(!fits(&[a, number], &[Some("a")], &[None]));
        assert!(fits(&[a, number, b], &[Some("a"), Some("n")], &[None]));
        let rest = (None, false, true);
        assert!(fits(&[rest, a], &[None, None, Some("a")], &[]));
        assert!(fits(&[rest], &[], &[]));
    }
}
