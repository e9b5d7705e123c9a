//! What an interface requires by those that it embeds from outside the project.

use super::resolver::{Context, Resolver};
use crate::domain::Certainty;
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Project;

/// The methods that an interface requires by those from outside.
#[derive(Default)]
pub(in crate::engine) struct OutsideMethods {
    pub(in crate::engine) names: Vec<String>,
    /// True if it is not known what one of these requires.
    pub(in crate::engine) are_open: bool,
}

impl Resolver<'_> {
    fn outside_methods(&self, interface: Def) -> OutsideMethods {
        let mut found = OutsideMethods::default();
        let ancestors = self.ancestors(interface);
        found.are_open = ancestors.is_cut;
        for of in std::iter::once(&interface).chain(&ancestors.types) {
            let Some((unit, _)) = self.project.get(*of) else { continue };
            for pair in self.headers_of(unit, *of) {
                if self.written_type(unit, pair.supertype_written) != Value::External {
                    continue;
                }
                let required = unit.rules().outside_methods.get(pair.supertype.of(unit.content()));
                match required {
                    Some(names) => found.names.extend(names.iter().cloned()),
                    None => found.are_open = true,
                }
            }
        }
        found.names.sort_unstable();
        found.names.dedup();
        found
    }

    /// Returns whether a type has the methods that an interface requires by those from outside, by
    /// their names: `Possible` where something is not known, `None` if one is missing.
    pub(super) fn has_outside_methods(
        &self,
        of: Def,
        outside: &OutsideMethods,
    ) -> Option<Certainty> {
        let mut is_open = outside.are_open;
        for name in &outside.names {
            let members = self.members(&[of], name);
            if members.found.iter().any(|def| self.project.is_callable(*def)) {
                continue;
            }
            if !members.is_open {
                return None;
            }
            is_open = true;
        }
        Some(if is_open { Certainty::Possible } else { Certainty::Likely })
    }
}

impl Project<'_> {
    /// Returns what an interface requires by those that it embeds from outside.
    pub(in crate::engine) fn outside_methods(&self, interface: Def) -> OutsideMethods {
        Resolver::new(&Context::new(self)).outside_methods(interface)
    }
}
