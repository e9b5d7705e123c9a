//! Value and cost of the parts of a map, as they stand beside what is selected already.

use super::{MapPart, Planner};
use crate::domain::SymbolKind;
use crate::engine::map::tree::FileNode;
use crate::engine::map::{Detail, SIGNATURE_WIDTH};
use rustc_hash::FxHashMap;

/// Factors on a symbol's value: for its signature, its bare name, and the signature of a further
/// overload.
const SIGNATURE_FACTOR: f64 = 1.2;
const NAME_FACTOR: f64 = 0.6;
const OVERLOAD_FACTOR: f64 = 0.1;

/// Factor for each definition of the same name, in another file, that is shown already.
const ALTERNATIVE_FACTOR: f64 = 0.25;

/// Factor on the value of a type's signature for each type of the same directory that is shown with
/// the same one but for its name: then the names of their files say as much.
const ALIKE_FACTOR: f64 = 0.5;

/// Number of like signatures of a directory that are shown at their full value.
const FREELY_SHOWN: u32 = 2;

/// Number of like definitions that reduce the value of the rest; further ones do not, since what is
/// worth less is weighed again.
const MAX_SHOWN: u32 = 12;

/// A definition's name, and those of its namespaces.
pub(super) type FullName<'t> = (&'t str, Vec<&'t str>);

/// A directory, and a signature's text without the name.
pub(super) type Shape = (usize, String);

impl<'a> Planner<'a> {
    /// Returns the value for each token, without the decay of the part's file.
    pub(super) fn ratio(&self, part: MapPart) -> f64 {
        self.score(part) / self.cost(part) as f64
    }

    fn score(&self, part: MapPart) -> f64 {
        match part {
            MapPart::Project | MapPart::LeftOut => 0.0,
            MapPart::Directory(directory) => {
                let node = &self.tree.directories[directory];
                if self.shown_directories[directory] {
                    return 0.0;
                }
                (node.total_files as f64).sqrt() * 0.5 * 0.5f64.powi(node.depth as i32)
            }
            MapPart::FileName(file) => {
                if self.shown_files[file] {
                    return 0.0;
                }
                let node = &self.tree.files[file];
                let best = self.scores[file].iter().copied().fold(0.05, f64::max);
                let scale = if self.detail == Detail::Files { 1.0 } else { 0.3 };
                let name =
                    best.sqrt() * scale * 0.85f64.powi(node.path.matches('/').count() as i32);
                // A file named after a definition in it is as informative as the bare name.
                name.max(
                    NAME_FACTOR
                        * self.namesakes[file].map_or(0.0, |symbol| self.scores[file][symbol]),
                )
            }
            MapPart::Name { file, symbol } if self.is_shown_as_file(file, symbol) => 0.0,
            MapPart::Name { file, symbol } => {
                self.scores[file][symbol] * NAME_FACTOR * self.novelty(part)
            }
            MapPart::Symbol { file, symbol } => {
                let of_signature = (SIGNATURE_FACTOR - NAME_FACTOR) * self.unlikeness(file, symbol);
                let scale = if self.is_overload[file][symbol] {
                    OVERLOAD_FACTOR
                } else if self.taken.contains(&MapPart::Name { file, symbol })
                    || self.is_shown_as_file(file, symbol)
                {
                    of_signature
                } else {
                    NAME_FACTOR + of_signature
                };
                self.scores[file][symbol] * scale * self.novelty(part)
            }
        }
    }

    /// Returns whether a symbol is shown already, as the name of its file.
    fn is_shown_as_file(&self, file: usize, symbol: usize) -> bool {
        self.namesakes[file] == Some(symbol) && self.taken.contains(&MapPart::FileName(file))
    }

    /// Returns the factor by which what is selected of a file and its directory reduces the value
    /// of the rest.
    pub(super) fn decay(&self, file: usize) -> f64 {
        let directory = self.tree.files[file].directory;
        let share = self.shares[directory];
        0.75f64.powf(self.in_file[file] / share.clamp(0.8, 1.6))
            * (1.0 + self.in_directory[directory] / (6.0 * share)).powf(-0.7)
    }

    /// Returns the factor by which the signatures of its directory that are shown reduce the value
    /// of a signature.
    fn unlikeness(&self, file: usize, symbol: usize) -> f64 {
        let shown = self.shape(file, symbol).and_then(|shape| self.shown_shapes.get(&shape));
        let shown = shown.copied().unwrap_or_default().saturating_sub(FREELY_SHOWN);
        ALIKE_FACTOR.powi(shown.min(MAX_SHOWN) as i32)
    }

    /// Returns what a type's signature says beside its name, with its directory, where the name of
    /// the file determines that of the type.
    pub(super) fn shape(&self, file: usize, symbol: usize) -> Option<Shape> {
        let (node, place) = (self.symbol(file, symbol), &self.tree.files[file]);
        let is_top = node.kind.is_type() && !self.is_member(file, symbol);
        (is_top && place.stem() == node.name)
            .then(|| (place.directory, node.signature.replace(node.name.as_str(), "")))
    }

    /// Returns the name of a definition and of the namespaces around it, the innermost first:
    /// definitions of one name in different namespaces are no alternatives.
    pub(super) fn full_name(&self, file: usize, symbol: usize) -> FullName<'a> {
        let node = self.symbol(file, symbol);
        let outline = self.tree.files[file].outline().expect("a symbol has an outline");
        let around = std::iter::successors(node.parent, |parent| outline.symbols[*parent].parent);
        let namespaces = around
            .map(|parent| &outline.symbols[parent])
            .filter(|parent| parent.kind == SymbolKind::Module)
            .map(|parent| parent.name.as_str());
        (&node.name, namespaces.collect())
    }

    /// Returns the novelty factor of a part: alternatives of one name, as for each architecture,
    /// are shown once.
    fn novelty(&self, part: MapPart) -> f64 {
        let (MapPart::Name { file, symbol } | MapPart::Symbol { file, symbol }) = part else {
            return 1.0;
        };
        if self.is_member(file, symbol) {
            return 1.0;
        }
        let shown =
            self.shown_names.get(&self.full_name(file, symbol)).copied().unwrap_or_default();
        let own = u32::from(self.taken.contains(&MapPart::Name { file, symbol }));
        ALTERNATIVE_FACTOR.powi(shown.saturating_sub(own).min(MAX_SHOWN) as i32)
    }

    /// Returns the approximate number of tokens it adds, with the parts that it requires.
    pub(super) fn cost(&self, part: MapPart) -> usize {
        match part {
            MapPart::Project | MapPart::LeftOut => 80,
            MapPart::Directory(directory) => self.directory_cost(directory),
            MapPart::FileName(file) => {
                let node = &self.tree.files[file];
                2 + node.name().len() / 5 + self.directory_cost(node.directory)
            }
            MapPart::Name { file, symbol } => {
                // A member is shown behind its type's name.
                let owner = self.owner(file, symbol).map_or(0, |owner| 1 + owner.len() / 8);
                1 + self.symbol(file, symbol).name.len() / 5 + owner + self.file_cost(file)
            }
            MapPart::Symbol { file, symbol } => {
                let node = self.symbol(file, symbol);
                let mut cost =
                    3 + node.signature.len().min(SIGNATURE_WIDTH) / 4 + self.file_cost(file);
                if self.detail == Detail::Full {
                    cost += node.doc.as_ref().map_or(0, |doc| 3 + doc.len() / 5);
                }
                let mut parent = node.parent;
                while let Some(symbol) = parent {
                    if !self.is_namespace(file, symbol)
                        && !self.taken.contains(&MapPart::Symbol { file, symbol })
                    {
                        cost +=
                            3 + self.symbol(file, symbol).signature.len().min(SIGNATURE_WIDTH) / 4;
                    }
                    parent = self.symbol(file, symbol).parent;
                }
                cost
            }
        }
    }

    fn is_namespace(&self, file: usize, symbol: usize) -> bool {
        let outline = self.tree.files[file].outline().expect("a symbol has an outline");
        outline.symbols[symbol].kind == SymbolKind::Module
            && !outline.is_module_with_members(symbol)
    }

    fn file_cost(&self, file: usize) -> usize {
        if self.shown_files[file] {
            return 0;
        }
        let node = &self.tree.files[file];
        3 + node.name().len() / 4 + self.directory_cost(node.directory)
    }

    fn directory_cost(&self, directory: usize) -> usize {
        let mut cost = 0;
        let mut at = directory;
        while !self.shown_directories[at] {
            cost += 4;
            match self.tree.directories[at].parent {
                Some(parent) => at = parent,
                None => break,
            }
        }
        cost
    }
}

/// Returns the most valuable of the definitions after which a file is named.
pub(super) fn namesake(file: &FileNode, scores: &[f64]) -> Option<usize> {
    let plain = |name: &str| {
        name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
    };
    let stem = plain(file.stem());
    let symbols = file.outline()?.symbols.iter().enumerate();
    let named =
        symbols.filter(|(_, symbol)| symbol.parent.is_none() && plain(&symbol.name) == stem);
    named
        .map(|(symbol, _)| symbol)
        .max_by(|one, other| scores[*one].total_cmp(&scores[*other]).then(other.cmp(one)))
}

/// Returns for each symbol of a file whether the preceding one in the same parent has the same
/// name.
pub(super) fn overloads(file: &FileNode) -> Vec<bool> {
    let Some(outline) = file.outline() else { return Vec::new() };
    let mut last: FxHashMap<Option<usize>, &str> = FxHashMap::default();
    let symbols = outline.symbols.iter();
    symbols
        .map(|symbol| last.insert(symbol.parent, &symbol.name) == Some(symbol.name.as_str()))
        .collect()
}
