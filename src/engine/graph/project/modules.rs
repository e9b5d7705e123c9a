//! Modules that a file declares by a line, in languages in which they contain nothing.

use super::Unit;
use crate::domain::{Symbol, SymbolKind};

impl Unit {
    /// Returns the full name of the module that a definition at the top of the file is in by the
    /// last declaration before it.
    pub(in crate::engine) fn module_before(&self, symbol: u32) -> Option<&str> {
        let start = self.symbol(symbol).bytes.start;
        let symbols = &self.symbols()[..symbol as usize];
        let is_open = |(index, each): &(usize, &Symbol)| {
            each.kind == SymbolKind::Module
                && each.parent.is_none()
                && each.bytes.end <= start
                && !self.is_block(each)
                && symbols.get(index + 1).is_none_or(|next| next.parent != Some(*index))
        };
        let before = symbols.iter().enumerate().rev().find(is_open);
        before.map(|(_, module)| module.full_name())
    }

    fn is_block(&self, module: &Symbol) -> bool {
        self.has_body(module) || self.content()[module.bytes.clone()].trim_end().ends_with("end")
    }
}
