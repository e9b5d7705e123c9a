//! The package that a file declares, and modules that it declares by a line, in languages in which
//! they contain nothing.

use super::Unit;
use crate::domain::{Symbol, SymbolKind};

impl Unit {
    /// Returns the package that the file declares, its names joined by `/`.
    pub(in crate::engine) fn package(&self) -> Option<String> {
        self.packages().into_iter().next()
    }

    /// Returns the package that the file declares and those around it, innermost first, their names
    /// joined by `/`. In Scala, clauses below each other declare one within the other.
    pub(in crate::engine) fn packages(&self) -> Vec<String> {
        let Some(last) = self.names().package else { return Vec::new() };
        let mut clauses = vec![last.of(self.content())];
        let mut before = &self.content()[..last.start as usize];
        while let Some(above) = before.trim_end().strip_suffix("package") {
            let above = above.trim_end();
            let line = above.rsplit('\n').next().unwrap_or_default();
            let Some(name) = line.trim().strip_prefix("package ") else { break };
            clauses.push(name.trim_start());
            before = &above[..above.len() - name.len()];
        }
        let names = |clauses: &[&str]| {
            let names = clauses.iter().rev().flat_map(|clause| clause.split('.')).map(str::trim);
            names.collect::<Vec<_>>().join("/")
        };
        (0..clauses.len()).map(|inner| names(&clauses[inner..])).collect()
    }

    /// Returns the full name of the module that a definition at the top of the file is in by the
    /// last declaration before it.
    pub(in crate::engine) fn module_before(&self, symbol: u32) -> Option<&str> {
        let start = self.symbol(symbol).bytes.start;
        let declared = self.declared_modules.get_or_init(|| self.find_declared_modules());
        let before = &declared[..declared.partition_point(|module| *module < symbol)];
        let is_ended = |module: &&u32| self.symbol(**module).bytes.end <= start;
        before.iter().rev().find(is_ended).map(|module| self.symbol(*module).full_name())
    }

    /// Returns the modules without a content of their own, in the order of the file.
    fn find_declared_modules(&self) -> Vec<u32> {
        let symbols = self.symbols();
        let is_declared = |(index, each): &(usize, &Symbol)| {
            each.kind == SymbolKind::Module
                && each.parent.is_none()
                && !self.is_block(each)
                && symbols.get(index + 1).is_none_or(|next| next.parent != Some(*index))
        };
        let declared = symbols.iter().enumerate().filter(is_declared);
        declared.filter_map(|(index, _)| u32::try_from(index).ok()).collect()
    }

    fn is_block(&self, module: &Symbol) -> bool {
        self.has_body(module) || self.content()[module.bytes.clone()].trim_end().ends_with("end")
    }
}

/// Returns whether the last names of a directory are those of a package, which are joined by `/`.
pub(in crate::engine) fn holds_package(directory: &str, package: &str) -> bool {
    directory.strip_suffix(package).is_some_and(|root| root.is_empty() || root.ends_with('/'))
}
