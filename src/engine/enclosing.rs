//! The definition that encloses a line, as shown in answers.

use crate::domain::{Outline, SymbolKind};
use crate::workspace::FileFacts;
use schemars::JsonSchema;
use serde::Serialize;

/// A definition around a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Enclosing {
    pub name: String,
    pub kind: SymbolKind,
    pub line: usize,
    /// With the names of what it is nested in, in the language's notation: `Stream::connect`.
    #[serde(skip)]
    pub path: String,
}

/// Returns the innermost definition around a line. Fields, variants and other values are too small
/// to locate anything; their parent is returned instead.
pub fn enclosing(facts: &FileFacts, line: usize) -> Option<Enclosing> {
    let outline = &facts.outline;
    let mut index = outline.enclosing(line)?;
    while let Some(parent) = outline.symbols[index].parent
        && is_small(outline.symbols[index].kind)
    {
        index = parent;
    }
    let separator = facts.language.map_or(".", |language| language.config.separator.as_str());
    Some(describe(outline, index, separator))
}

fn describe(outline: &Outline, index: usize, separator: &str) -> Enclosing {
    let symbol = &outline.symbols[index];
    Enclosing {
        name: symbol.name.clone(),
        kind: symbol.kind,
        line: symbol.line,
        path: outline.path_of(index).join(separator),
    }
}

const fn is_small(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Field | SymbolKind::Variable | SymbolKind::Constant)
}
