//! Erlang: fields of records are named beside their record only, and types where types are written.

use super::rules::Semantics;
use crate::domain::{Symbol, SymbolKind};
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Qualifier, Role, Use};

pub(super) struct Erlang;

impl Semantics for Erlang {
    /// What stands before a field is the name of its record, which is the file's own or a header's;
    /// what stands before a colon is the name of a module.
    fn is_apart(&self, unit: &Unit, found: &Use, (defining, definition): (&Unit, &Symbol)) -> bool {
        let is_of_module = || unit.content()[..found.span.start as usize].ends_with(':');
        let record = match found.qualifier {
            Qualifier::Path(record) if !is_of_module() => Some(record),
            _ => None,
        };
        match (record, definition.kind == SymbolKind::Field) {
            (Some(record), true) => {
                // A macro may stand for any record.
                let written = record.and_then(|record| unit.names().single_name(record));
                let own = definition.parent.map(|parent| &defining.symbols()[parent].name);
                let is_seen = defining.file == unit.file || self.is_header(defining.path());
                !is_seen
                    || written
                        .is_some_and(|name| own.is_none_or(|own| name.of(unit.content()) != own))
            }
            (None, false) => match found.role {
                Role::Type => definition.kind.is_callable(),
                _ => definition.kind == SymbolKind::Type,
            },
            _ => true,
        }
    }

    /// Headers hold what several files include.
    fn is_header(&self, path: &str) -> bool {
        path.ends_with(".hrl")
    }
}
