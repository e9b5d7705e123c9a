//! The definition that encloses a line, as shown in answers.

use crate::domain::{Outline, SymbolKind, is_word, keys};
use crate::lang::separator;
use crate::workspace::FileFacts;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

/// Width of a test's title, in characters.
pub(crate) const TITLE_WIDTH: usize = 60;

/// A definition around a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Enclosing {
    pub name: String,
    pub kind: SymbolKind,
    pub line: usize,
    /// With the names of what it is nested in, in the language's notation: `Stream::connect`.
    #[serde(skip)]
    pub path: String,
    /// True if the definition stands below the line, which is one of its comment or the like.
    #[serde(skip)]
    pub is_below: bool,
}

impl Enclosing {
    /// Returns the words for where a line with a text stands. Text of a comment that no mark of its
    /// own tells from code, as between `=begin` and `=end`, is not said to be in the definition. Of
    /// a test with a long title, the beginning of it and the line.
    pub fn words_for(&self, line: usize, text: &str) -> String {
        let path = match self.beginning_of_title().filter(|_| self.line != line) {
            Some(title) => {
                let above = self.path.strip_suffix(&self.name).unwrap_or_default();
                format!("{above}{title} ({})", self.line)
            }
            None => self.path.clone(),
        };
        match self.is_below && text.trim_start().starts_with(is_word) {
            true => format!("what stands above {path}"),
            false => path,
        }
    }

    /// Returns what is shown of the title of a test; `None` for what has a name.
    fn beginning_of_title(&self) -> Option<String> {
        let is_title = self.kind == SymbolKind::Test && self.name.contains(char::is_whitespace);
        let cut = self.name.char_indices().nth(TITLE_WIDTH).map(|(end, _)| end);
        is_title.then(|| match cut {
            Some(end) => format!("{}…", self.name[..end].trim_end()),
            None => self.name.clone(),
        })
    }
}

/// The definitions around the lines of a file.
#[derive(Debug)]
pub struct EnclosingLines {
    facts: Arc<FileFacts>,
    by_line: Vec<Option<usize>>,
}

impl EnclosingLines {
    /// `last` is the last line that is asked about.
    pub fn new(facts: Arc<FileFacts>, last: usize) -> Self {
        Self { by_line: facts.outline.enclosing_by_line(last), facts }
    }

    /// Returns the innermost definition around a line. Fields, variants and other values are too
    /// small to locate anything; their parent is returned instead.
    pub fn at(&self, line: usize) -> Option<Enclosing> {
        let outline = &self.facts.outline;
        let mut index = self.by_line.get(line).copied().flatten()?;
        while let Some(parent) = outline.symbols[index].parent
            && is_small(outline.symbols[index].kind)
        {
            index = parent;
        }
        let is_below = line < outline.symbols[index].lines.start;
        Some(describe(outline, index, separator(self.facts.language), is_below))
    }
}

fn describe(outline: &Outline, index: usize, separator: &str, is_below: bool) -> Enclosing {
    let symbol = &outline.symbols[index];
    // Nobody asked for the text of what is around a line.
    Enclosing {
        name: keys::masked(&symbol.name).into_owned(),
        kind: symbol.kind,
        line: symbol.line,
        path: keys::masked(&outline.path_of(index).join(separator)).into_owned(),
        is_below,
    }
}

fn is_small(kind: SymbolKind) -> bool {
    // A property may have a body.
    kind.has_value() && kind != SymbolKind::Property
}
