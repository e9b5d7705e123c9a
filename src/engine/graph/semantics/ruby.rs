//! Ruby: classes and modules are open, and any file may add to them.

use super::rules::Semantics;
use crate::domain::{Symbol, SymbolKind};

pub(super) struct Ruby;

impl Semantics for Ruby {
    fn is_part(&self, symbol: &Symbol) -> bool {
        matches!(symbol.kind, SymbolKind::Class | SymbolKind::Module)
    }

    fn has_marked_parts(&self) -> bool {
        false
    }
}
