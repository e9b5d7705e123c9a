//! Labels of parameters, where they belong to a function's name: the word before a parameter's
//! name, else that name.

use super::types::{parameter_list, parameters};
use crate::domain::remembered;
use crate::engine::graph::model::Def;
use crate::engine::graph::project::{Project, Unit};
use crate::workspace::names::Binding;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};

/// A label, or none.
pub(super) type Label<'t> = Option<&'t str>;

pub(super) struct Parameter {
    pub(super) label: Option<Box<str>>,
    /// True if a call may leave it out.
    pub(super) is_optional: bool,
    /// True if it takes any number of arguments.
    pub(super) is_rest: bool,
    /// True if it may take a block: its type is none of the language's own.
    pub(super) takes_block: bool,
}

/// The parameters of functions as [`labels`] reads them, each once.
#[derive(Default)]
struct Known(Mutex<FxHashMap<Def, Option<Arc<[Parameter]>>>>);

/// Returns the parameters of a function; `None` if they are not all read, and in languages whose
/// labels do not belong to names.
pub(super) fn known(project: &Project<'_>, def: Def) -> Option<Arc<[Parameter]>> {
    remembered(&project.fact(|_| Known::default()).0, def, || {
        let (unit, symbol) = project.get(def)?;
        labels(unit, symbol).map(Arc::from)
    })
}

impl Parameter {
    pub(super) const fn may_be_left_out(&self) -> bool {
        self.is_optional || self.is_rest
    }
}

/// Returns whether two functions have parameters of different labels, as far as these are known.
pub(super) fn are_labelled_differently(project: &Project<'_>, one: Def, other: Def) -> bool {
    let (Some(one), Some(other)) = (known(project, one), known(project, other)) else {
        return false;
    };
    one.iter().map(|of| &of.label).ne(other.iter().map(|of| &of.label))
}

/// Returns the parameters of a function; `None` if they are not all read.
fn labels(unit: &Unit, symbol: u32) -> Option<Vec<Parameter>> {
    let own = unit.symbol(symbol);
    let is_inside = |at: u32| own.bytes.contains(&(at as usize));
    let is_unread = || unit.names().errors.iter().any(|error| is_inside(error.start));
    if !unit.rules().labels_belong_to_names || !own.kind.is_callable() || is_unread() {
        return None;
    }
    let list = parameter_list(unit, own)?;
    let all: Vec<&Binding> = parameters(unit, own).collect();
    let arity = unit.names().arity_at(own.name_bytes.start)?;
    if arity.most.is_some_and(|most| usize::from(most) != all.len()) {
        return None;
    }
    let text = unit.content();
    let end = |index: usize| all.get(index + 1).map_or(list.end, |next| next.name.start) as usize;
    let start = |index: usize| match index.checked_sub(1) {
        Some(before) => all[before].name.end as usize,
        None => list.start as usize + 1,
    };
    let parameter = |(index, binding): (usize, &&'_ Binding)| {
        let name = binding.name.range();
        let before = text.get(start(index)..name.start)?.trim_end();
        let behind = text.get(name.end..end(index))?;
        Some(Parameter {
            label: label_before(before, &text[name]).map(Box::from),
            is_optional: behind.contains('='),
            is_rest: behind.contains("...") || behind.contains("repeat "),
            takes_block: !is_of_builtin(unit, behind),
        })
    };
    all.iter().enumerate().map(parameter).collect()
}

/// Returns the label of a parameter: the word before its name, else the name itself.
pub(super) fn label_before<'t>(before: &'t str, name: &'t str) -> Label<'t> {
    let rest = before.trim_end_matches(is_of_name);
    let label = match &before[rest.len()..] {
        // An attribute is no label.
        word if word.is_empty() || rest.ends_with(['@', '.', ')', '>']) => name,
        word => word,
    };
    (label != "_").then(|| label.trim_matches('`'))
}

/// Returns whether what stands behind a parameter's name is a type of the language's own.
fn is_of_builtin(unit: &Unit, behind: &str) -> bool {
    let Some(written) = behind.trim_start().strip_prefix(':') else { return false };
    let written = written.trim_start();
    let rest = written.trim_start_matches(is_of_name);
    let name = &written[..written.len() - rest.len()];
    let is_whole = !rest.trim_start().starts_with(['.', '<', '-']);
    is_whole && unit.rules().builtin_types.iter().any(|builtin| builtin == name)
}

pub(super) fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '`')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_stands_before_the_name_or_is_the_name() {
        assert_eq!(label_before("_", "order"), None);
        assert_eq!(label_before("for", "order"), Some("for"));
        assert_eq!(label_before("@escaping", "order"), Some("order"));
        assert_eq!(label_before(": Int,", "order"), Some("order"));
    }
}
