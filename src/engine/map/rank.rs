//! What a newcomer should see first: how much each file and symbol is worth, before the budget has its say.
//!
//! A name ranks by the number of distinct files and directories that mention it, over the number of its definitions. This
//! finds what a project is built of; link analysis over names was tried and picks vendored scripts and test helpers.

use super::tree::{FileNode, Tree};
use crate::domain::{Symbol, SymbolKind, Visibility};
use crate::workspace::{Nature, NatureKind};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// How often and how widely names are mentioned.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Spread {
    pub files: u32,
    pub directories: u32,
}

/// What ranking knows beside the outlines.
#[derive(Debug, Default)]
pub(super) struct Signals {
    pub spread: FxHashMap<String, Spread>,
    /// Names that entry points and the README speak of.
    pub public_names: FxHashSet<String>,
    /// Words to rank around, in lower case.
    pub focus: Vec<String>,
    /// Vendored code counts like the project's own.
    pub include_dependencies: bool,
}

/// The worth of every symbol, by file; 0 for what is never chosen by itself.
pub(super) fn rank(tree: &Tree, signals: &Signals) -> Vec<Vec<f64>> {
    let definitions = count_definitions(tree);
    tree.files
        .par_iter()
        .map(|file| {
            let Some(outline) = file.outline() else { return Vec::new() };
            let base =
                nature_worth(file.nature, signals.include_dependencies) * focus_on_path(&file.path, &signals.focus);
            outline
                .symbols
                .iter()
                .map(|symbol| {
                    let parent = symbol.parent.map(|parent| &outline.symbols[parent]);
                    base * symbol_worth(symbol, parent, signals, &definitions)
                })
                .collect()
        })
        .collect()
}

fn symbol_worth(
    symbol: &Symbol,
    parent: Option<&Symbol>,
    signals: &Signals,
    definitions: &FxHashMap<&str, u32>,
) -> f64 {
    if symbol.is_local || symbol.name.is_empty() || symbol.kind == SymbolKind::Impl {
        return 0.0;
    }
    let spread = signals.spread.get(&symbol.name).copied().unwrap_or_default();
    let defined = definitions.get(symbol.name.as_str()).copied().unwrap_or(1).max(1);
    let breadth = f64::from(spread.files + 2 * spread.directories) / f64::from(defined);
    let mut worth = (1.0 + breadth).sqrt() * kind_worth(symbol.kind) * visibility_worth(symbol.visibility);
    match parent {
        // A member is worth something for its own sake, but mostly for its type's.
        Some(parent) if parent.kind != SymbolKind::Module => {
            worth *= 0.25 * parent.visibility.map_or(1.0, |visibility| visibility_worth(Some(visibility)));
            if parent.kind == SymbolKind::Impl && parent.container.is_some() {
                worth *= 0.1;
            }
        }
        _ if signals.public_names.contains(&symbol.name) => worth *= 1.6,
        _ => {}
    }
    if symbol.is_test {
        worth *= 0.05;
    }
    if symbol.name.starts_with("__") {
        worth *= 0.2;
    }
    worth * focus_on_name(&symbol.name, &signals.focus)
}

const fn kind_worth(kind: SymbolKind) -> f64 {
    match kind {
        SymbolKind::Class | SymbolKind::Struct | SymbolKind::Trait | SymbolKind::Interface | SymbolKind::Enum => 1.8,
        SymbolKind::Type => 1.2,
        SymbolKind::Function | SymbolKind::Method | SymbolKind::Macro => 1.0,
        SymbolKind::Constant | SymbolKind::Variable => 0.25,
        SymbolKind::Module | SymbolKind::Section => 0.15,
        SymbolKind::Constructor | SymbolKind::Field | SymbolKind::Property => 0.2,
        SymbolKind::Test | SymbolKind::Impl | SymbolKind::File | SymbolKind::Range | SymbolKind::Context => 0.05,
    }
}

const fn visibility_worth(visibility: Option<Visibility>) -> f64 {
    match visibility {
        Some(Visibility::Public) => 1.0,
        None => 0.8,
        Some(Visibility::Internal | Visibility::Protected) => 0.3,
        Some(Visibility::Private) => 0.08,
    }
}

/// How far a file's nature makes it sink. It still counts, and is still shown where there is room.
pub(super) fn nature_worth(nature: Nature, include_dependencies: bool) -> f64 {
    let worth = |kind| match kind {
        NatureKind::Vendored if include_dependencies => 1.0,
        NatureKind::Vendored => 0.03,
        NatureKind::Generated => 0.1,
        NatureKind::Minified | NatureKind::Locale => 0.01,
        NatureKind::Test => 0.2,
        NatureKind::Example => 0.3,
        NatureKind::Documentation => 0.2,
    };
    NatureKind::ALL.into_iter().filter(|kind| nature.has(*kind)).map(worth).fold(1.0, f64::min)
}

/// The worth of a file by its name and place alone, for choosing what to parse.
pub(super) fn file_worth(file: &FileNode, spread: Spread, signals: &Signals) -> f64 {
    let size = match file.size {
        0..200 => 0.3,
        200..300_000 => 1.0,
        _ => 0.3,
    };
    let entry = if file.is_entry_point() { 1.5 } else { 1.0 };
    let code = if file.language.is_some_and(|language| language.is_code() && language.grammar().is_some()) {
        1.0
    } else {
        0.05
    };
    let depth = file.path.matches('/').count() as f64;
    f64::from(1 + spread.files + 2 * spread.directories).sqrt()
        * size
        * entry
        * code
        * 0.9f64.powf(depth)
        * nature_worth(file.nature, signals.include_dependencies)
        * focus_on_path(&file.path, &signals.focus)
}

fn count_definitions(tree: &Tree) -> FxHashMap<&str, u32> {
    let mut definitions = FxHashMap::default();
    for outline in tree.files.iter().filter_map(FileNode::outline) {
        for symbol in &outline.symbols {
            if !symbol.is_local && symbol.kind != SymbolKind::Impl {
                *definitions.entry(symbol.name.as_str()).or_insert(0) += 1;
            }
        }
    }
    definitions
}

/// A file that the focus names outweighs what would otherwise come first.
const FOCUS_WEIGHT: f64 = 30.0;

fn focus_on_path(path: &str, focus: &[String]) -> f64 {
    if focus.is_empty() {
        return 1.0;
    }
    let path = path.to_lowercase();
    let file = path.rsplit('/').next().unwrap_or(&path);
    focus
        .iter()
        .map(|word| {
            if path == *word || path.starts_with(&format!("{word}/")) || file.split('.').next() == Some(word) {
                FOCUS_WEIGHT
            } else if path.contains(word.as_str()) {
                FOCUS_WEIGHT / 3.0
            } else {
                1.0
            }
        })
        .fold(1.0, f64::max)
}

fn focus_on_name(name: &str, focus: &[String]) -> f64 {
    if focus.is_empty() {
        return 1.0;
    }
    let name = name.to_lowercase();
    focus
        .iter()
        .map(|word| {
            if name == *word {
                FOCUS_WEIGHT
            } else if name.contains(word.as_str()) {
                FOCUS_WEIGHT / 3.0
            } else {
                1.0
            }
        })
        .fold(1.0, f64::max)
}
