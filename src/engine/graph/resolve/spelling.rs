//! Uses that write the definitions' name otherwise: in letters of another case, or without its end.

use super::candidates::{Candidate, Candidates};
use super::meaning::{Other, Resolution};
use super::resolver::Resolver;
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Qualifier, Role, Use};
use std::sync::Arc;

/// How a use spells the name of the definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelling {
    /// As they do, or it is another name.
    Exact,
    /// Otherwise, which makes no difference.
    Other,
    /// Otherwise, which is another name.
    Apart,
    /// As a member of a library's that calls the one of the name in the end.
    Through,
    /// As another language calls the accessor.
    Accessor,
}

impl Candidates<'_, '_> {
    /// Returns whether a use calls, by another name, what calls the member of the name in the end.
    pub(super) fn is_called_through(&self, unit: &Unit, found: &Use) -> bool {
        let (through, written) = (&unit.rules().calls_through, found.span.of(unit.content()));
        if self.further_names().contains(written) {
            return true;
        }
        !through.is_empty()
            && found.qualifier != Qualifier::None
            && through.get(written).is_some_and(|name| *name == self.name)
    }

    /// Leaves what a use by a further name means to those that have it.
    pub(super) fn keep_named(
        &self,
        unit: &Unit,
        found: &Use,
        resolution: Resolution,
    ) -> Resolution {
        let written = found.span.of(unit.content());
        if written == self.name || !self.further_names().contains(written) {
            return resolution;
        }
        let Resolution::Definitions(mut meanings) = resolution else { return resolution };
        meanings.retain(|of| self.has_further_name(of.def, written));
        match meanings.is_empty() {
            true => Resolution::Other(Other::Apart),
            false => Resolution::Definitions(meanings),
        }
    }

    pub(super) fn spelling(&self, unit: &Arc<Unit>, found: &Use) -> Spelling {
        let written = found.span.of(unit.content());
        if self.is_called_through(unit, found) {
            return Spelling::Through;
        }
        if self.is_accessor_use(unit, found) {
            return Spelling::Accessor;
        }
        if self.name.len() > written.len() && self.short_name() == Some(written) {
            let is_short = found.role == Role::Decorator;
            return if is_short { Spelling::Other } else { Spelling::Apart };
        }
        if written == self.name || !written.eq_ignore_ascii_case(&self.name) {
            return Spelling::Exact;
        }
        let rules = unit.rules();
        let at = found.span.start as usize;
        let is_bound = || Resolver::new(&self.context).local(unit, written, at).is_some();
        let are_types = || self.each.iter().any(|each| each.symbol.kind.is_type());
        let has_no_case = match found.role {
            _ if rules.cased.is_empty() => true,
            // What is read or written is data, but for the type before a member.
            Role::Read => found.qualifier == Qualifier::None && are_types() && !is_bound(),
            Role::Write => false,
            _ => true,
        };
        if rules.any_case && has_no_case { Spelling::Other } else { Spelling::Apart }
    }

    /// Returns the name by which decorators may call some of the definitions.
    pub(in crate::engine::graph) fn short_name(&self) -> Option<&str> {
        let short = |each: &Candidate<'_>| {
            let may_decorate = each.symbol.kind.is_type();
            let suffix = each.unit.rules().decorator_suffix.as_ref().filter(|_| may_decorate)?;
            self.name.strip_suffix(suffix.as_str()).filter(|short| !short.is_empty())
        };
        self.each.iter().find_map(short)
    }
}
