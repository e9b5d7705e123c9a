//! What an interface requires by those that it embeds from outside the project.

use super::modules::imports_binding;
use super::resolver::{Context, Resolver};
use crate::domain::Certainty;
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::{Project, Unit};
use crate::workspace::names::Supertype;

/// The methods that an interface requires by those from outside.
#[derive(Default)]
pub(in crate::engine) struct OutsideMethods {
    pub(in crate::engine) names: Vec<String>,
    interfaces: Vec<OutsideInterface>,
    /// True if not all of these are known.
    are_cut: bool,
}

struct OutsideInterface {
    name: OutsideName,
    /// The methods that it requires; `None` if that is not known.
    methods: Option<Vec<String>>,
}

/// A name from outside as it is written, `http.Handler`, and the module that it begins with.
#[derive(PartialEq, Eq)]
struct OutsideName {
    written: String,
    module: Option<String>,
}

impl OutsideMethods {
    /// Returns whether it is not known what one of these requires.
    pub(in crate::engine) fn are_open(&self) -> bool {
        self.are_cut || self.interfaces.iter().any(|of| of.methods.is_none())
    }
}

impl OutsideName {
    fn new(unit: &Unit, of: &Supertype) -> Self {
        let written = of.supertype.of(unit.content());
        let first = written.split('.').next().unwrap_or(written);
        let module = imports_binding(unit, first).next().map(|import| import.module.clone());
        Self { written: written.to_owned(), module }
    }
}

impl Resolver<'_> {
    fn outside_methods(&self, interface: Def) -> OutsideMethods {
        let mut found = OutsideMethods::default();
        let ancestors = self.ancestors(interface);
        found.are_cut = ancestors.is_cut;
        self.visit_outside(interface, |unit, pair| {
            let known = unit.rules().outside_methods.get(pair.supertype.of(unit.content()));
            found.names.extend(known.into_iter().flatten().cloned());
            let name = OutsideName::new(unit, pair);
            found.interfaces.push(OutsideInterface { name, methods: known.cloned() });
        });
        found.names.sort_unstable();
        found.names.dedup();
        found
    }

    /// Visits the supertypes from outside of a type and of its own supertypes.
    fn visit_outside(&self, of: Def, mut visit: impl FnMut(&Unit, &Supertype)) {
        let ancestors = self.ancestors(of);
        for of in std::iter::once(&of).chain(&ancestors.types) {
            let Some((unit, _)) = self.project.get(*of) else { continue };
            for pair in self.headers_of(unit, *of) {
                if self.written_type(unit, pair.supertype_written) == Value::External {
                    visit(unit, pair);
                }
            }
        }
    }

    /// Returns whether a type has the methods that an interface requires by those from outside, by
    /// their names, or by embedding the same: `Possible` where something is not known, `None` if
    /// one is missing.
    pub(super) fn has_outside_methods(
        &self,
        of: Def,
        outside: &OutsideMethods,
    ) -> Option<Certainty> {
        let mut is_open = outside.are_cut;
        let mut embedded = Vec::new();
        if !outside.interfaces.is_empty() {
            self.visit_outside(of, |unit, pair| embedded.push(OutsideName::new(unit, pair)));
        }
        for interface in outside.interfaces.iter().filter(|of| !embedded.contains(&of.name)) {
            let Some(names) = &interface.methods else {
                is_open = true;
                continue;
            };
            for name in names {
                let members = self.members(&[of], name);
                if members.found.iter().any(|def| self.project.is_callable(*def)) {
                    continue;
                }
                if !members.is_open {
                    return None;
                }
                is_open = true;
            }
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
