//! Haskell: constructors, fields and methods of classes are names of the module, and types and
//! values are apart.

use super::rules::Semantics;
use crate::domain::{Symbol, SymbolKind};
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Role, Use};

pub(super) struct Haskell;

impl Semantics for Haskell {
    /// A field is a name of the module although it stands in a constructor of a type.
    fn has_open_members(&self, symbol: &Symbol) -> bool {
        let kind = symbol.kind;
        kind.is_type() || kind == SymbolKind::Constant
    }

    /// A type and a constructor may share a name, of which the place determines which is meant.
    fn may_mean(&self, _: &Unit, found: &Use, kind: SymbolKind) -> bool {
        match found.role {
            Role::Type => kind.is_type(),
            Role::Call | Role::Read => !kind.is_type(),
            _ => true,
        }
    }
}
