//! Definitions in a file of the text tier: those of its outline, where lines determine one, else
//! lines that look like definitions.

use super::lines::{Defined, defined_on};
use crate::domain::{Symbol, SymbolKind};
use crate::engine::graph::mentions::last_name;
use crate::workspace::{FileFacts, Text, indentation};
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

/// Maximum number of lines above a place that are searched for the enclosing definition.
const MAX_LINES_ABOVE: usize = 3000;

/// A definition, or a line that looks like one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TextDefinition {
    pub(super) line: usize,
    pub(super) name: String,
    pub(super) kind: SymbolKind,
}

/// The definitions of a file.
pub(super) struct FileDefinitions {
    pub(super) text: Arc<Text>,
    facts: Arc<FileFacts>,
    /// Index of the first definition of each line.
    by_line: FxHashMap<usize, usize>,
    /// Their indices by where their names begin.
    names: FxHashMap<usize, usize>,
    /// Index of the innermost definition around each line.
    around: OnceCell<Vec<Option<usize>>>,
    /// Indentation of each line, and the definitions of lines that were looked at: what is looked
    /// for around many places is each time looked for on the same lines.
    indents: OnceCell<Vec<Option<usize>>>,
    looked_at: RefCell<FxHashMap<usize, Option<TextDefinition>>>,
}

impl FileDefinitions {
    pub(super) fn new(text: Arc<Text>, facts: Arc<FileFacts>) -> Self {
        let symbols = || facts.outline.symbols.iter();
        let by_line = symbols().enumerate().rev().map(|(index, symbol)| (symbol.line, index));
        let by_line = by_line.collect();
        let names = symbols().enumerate().map(|(index, symbol)| (symbol.name_bytes.start, index));
        let names = names.collect();
        let (around, indents, looked_at) = Default::default();
        Self { text, facts, by_line, names, around, indents, looked_at }
    }

    fn symbol(&self, index: usize) -> &Symbol {
        &self.facts.outline.symbols[index]
    }

    /// Returns whether the definitions are those of an outline.
    pub(super) fn is_outlined(&self) -> bool {
        !self.names.is_empty()
    }

    /// Returns whether the name of a definition of the outline begins at a byte.
    pub(super) fn names(&self, at: usize) -> bool {
        self.names.contains_key(&at)
    }

    /// Returns the type or module whose member is the definition of the outline whose name begins
    /// at a byte.
    pub(super) fn owner_at(&self, at: usize) -> Option<&str> {
        self.facts.outline.owner(*self.names.get(&at)?).map(last_name)
    }

    /// Returns the byte at which the definition of the outline ends whose name begins at one.
    pub(super) fn end_of(&self, at: usize) -> Option<usize> {
        self.names.get(&at).map(|index| self.symbol(*index).bytes.end)
    }

    /// Returns whether a line of a definition of the outline begins with the name of that at a
    /// byte, indented as its first: `f x = …` below `f : Int`.
    pub(super) fn goes_on_at(&self, at: usize, line: usize) -> bool {
        let Some((range, indent)) = self.text.line_range(line).zip(self.indent_of(line)) else {
            return false;
        };
        let goes_on = |symbol: &Symbol| {
            symbol.line < line
                && self.indent_of(symbol.line) == Some(indent)
                && self.text.content[at..].starts_with(&symbol.name)
        };
        self.is_outlined()
            && range.start + indent == at
            && self.all_around(line).any(|index| goes_on(self.symbol(index)))
    }

    /// Returns the definitions of the outline around a line or on it, the innermost first.
    fn all_around(&self, line: usize) -> impl Iterator<Item = usize> {
        let lines = self.text.line_count();
        let around = self.around.get_or_init(|| self.facts.outline.enclosing_by_line(lines));
        let inner = around.get(line).copied().flatten();
        std::iter::successors(inner, |index| self.symbol(*index).parent)
    }

    /// Returns the definition that begins on a line.
    pub(super) fn on(&self, line: usize) -> Option<TextDefinition> {
        if self.is_outlined() {
            return self.by_line.get(&line).map(|index| place(self.symbol(*index)));
        }
        let look = || {
            let content = self.text.line(line)?;
            let Defined { name, kind } = defined_on(content)?;
            Some(TextDefinition { line, name: content[name].to_owned(), kind })
        };
        self.looked_at.borrow_mut().entry(line).or_insert_with(look).clone()
    }

    /// Returns the indentation of a line in bytes; `None` for a blank line.
    fn indent_of(&self, line: usize) -> Option<usize> {
        let all =
            || (1..=self.text.line_count()).map(|at| indentation(self.text.line(at)?)).collect();
        self.indents.get_or_init(all)[line - 1]
    }

    /// Returns the last definition.
    pub(super) fn last(&self) -> Option<TextDefinition> {
        (1..=self.text.line_count()).rev().find_map(|at| self.on(at))
    }

    /// Returns the innermost definition around a line that is not on it: of the outline, else the
    /// nearest line above that is indented less and looks like one.
    pub(super) fn around(
        &self,
        line: usize,
        accept: impl Fn(&TextDefinition) -> bool,
    ) -> Option<TextDefinition> {
        if self.is_outlined() {
            let is_around = |symbol: &Symbol| symbol.line < line && !symbol.kind.has_value();
            return self.all_around(line).find_map(|index| {
                let symbol = self.symbol(index);
                Some(place(symbol)).filter(|it| is_around(symbol) && accept(it))
            });
        }
        let mut limit = (line..=self.text.line_count()).find_map(|at| self.indent_of(at))?;
        if limit == 0 {
            return None;
        }
        for at in (line.saturating_sub(MAX_LINES_ABOVE).max(1)..line).rev() {
            let Some(depth) = self.indent_of(at) else { continue };
            if depth >= limit {
                continue;
            }
            if let Some(place) = self.on(at).filter(&accept) {
                return Some(place);
            }
            limit = depth;
            if limit == 0 {
                return None;
            }
        }
        None
    }
}

fn place(symbol: &Symbol) -> TextDefinition {
    TextDefinition { line: symbol.line, name: symbol.name.clone(), kind: symbol.kind }
}
