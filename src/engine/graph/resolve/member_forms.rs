//! Fields and methods of one name, in languages in which a type may have one of each: the form of a
//! use says which is meant.

use super::form::is_field;
use super::resolver::Resolver;
use crate::domain::SymbolKind;
use crate::engine::graph::model::{Def, Members};
use crate::engine::graph::project::{Project, Unit};
use crate::workspace::names::{Qualifier, Role, Use};

/// What a use can mean, by its form.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MemberForm {
    /// No field: `value.name()`, `Type::name`.
    Method,
    /// `value.name`.
    Field,
    /// The language does not tell them apart, or both are written so.
    Any,
}

impl MemberForm {
    /// Returns the form of a use behind a value or a path.
    pub(super) fn of(unit: &Unit, found: &Use) -> Self {
        match found.qualifier {
            _ if !unit.rules().fields_are_apart => Self::Any,
            Qualifier::Receiver(_) if is_field(unit, found) => Self::Field,
            Qualifier::Receiver(_) => Self::Method,
            // `Type { name: value }` sets a field, or takes it out.
            Qualifier::Path(_) if found.role != Role::Write && !is_listed(unit, found) => {
                Self::Method
            }
            Qualifier::Path(_) | Qualifier::None => Self::Any,
        }
    }

    /// Returns the form of a member that an expression reads of a value, or of a type itself.
    pub(super) fn read(unit: &Unit, is_called: bool, of_type: bool) -> Self {
        match is_called || of_type {
            _ if !unit.rules().fields_are_apart => Self::Any,
            true => Self::Method,
            false => Self::Field,
        }
    }

    fn fits(self, project: &Project<'_>, def: Def) -> bool {
        match self {
            Self::Any => true,
            Self::Method => !is_field_itself(project, def),
            Self::Field => !project.is_callable(def),
        }
    }
}

/// Returns whether a name sets the field of its name: `Pool { size }`.
pub(super) fn sets_field_of_name(unit: &Unit, found: &Use) -> bool {
    let after = unit.content()[found.span.end as usize..].trim_start();
    found.role == Role::Write && is_listed(unit, found) && after.starts_with([',', '}'])
}

/// Returns whether a name stands in a list between braces, and not behind its path.
fn is_listed(unit: &Unit, found: &Use) -> bool {
    unit.content()[..found.span.start as usize].trim_end().ends_with(['{', ','])
}

/// Returns whether a definition is a field of a language in which methods have names of their own.
pub(super) fn is_apart_from_methods(project: &Project<'_>, def: Def) -> bool {
    project.get(def).is_some_and(|(unit, _)| unit.rules().fields_are_apart)
        && is_field_itself(project, def)
}

fn is_field_itself(project: &Project<'_>, def: Def) -> bool {
    project.get(def).is_some_and(|(unit, symbol)| unit.symbol(symbol).kind == SymbolKind::Field)
}

impl Resolver<'_> {
    /// Leaves the members that were found for a name in types to those of a form. A type whose own
    /// are all of the other form has those of an ancestor.
    pub(super) fn of_form(
        &self,
        types: &[Def],
        name: &str,
        found: Members,
        form: MemberForm,
    ) -> Members {
        let fits = |def: &Def| form.fits(self.project, *def);
        if found.found.iter().all(fits) {
            return found;
        }
        let mut fitting = Members { found: Vec::new(), is_open: found.is_open };
        for of in types {
            let ancestors = self.ancestors(*of);
            let all = std::iter::once(of).chain(&ancestors.types);
            let nearest = all.map(|of| self.own_members(*of, name)).find_map(|mut members| {
                members.retain(fits);
                (!members.is_empty()).then_some(members)
            });
            fitting.is_open |= nearest.is_none() && ancestors.is_open;
            fitting.found.extend(nearest.into_iter().flatten());
        }
        fitting
    }
}
