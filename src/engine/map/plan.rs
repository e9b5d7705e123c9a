//! Order of the parts of a map: highest value per token first, breadth before depth.

mod value;

use super::tree::{FileNode, FileVisibility, Tree};
use super::usage::is_member;
use super::{Count, Detail};
use crate::domain::{Budget, Cancel, Cancelled};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use value::{FullName, Shape, namesake, overloads};

/// The smallest unit that a map shows or leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MapPart {
    /// Project header: languages, entry points, build and test commands.
    Project,
    /// Files left out, by reason and rule.
    LeftOut,
    /// Line of a directory; also shown if anything inside the directory is.
    Directory(usize),
    /// Bare name of a file.
    FileName(usize),
    /// Bare name of a symbol, in its file.
    Name { file: usize, symbol: usize },
    /// Signature of a symbol, in its file.
    Symbol { file: usize, symbol: usize },
}

/// Parts around the tree, and the minimum budget in tokens for them to come before it.
const HEADER: [MapPart; 2] = [MapPart::Project, MapPart::LeftOut];
const ROOM_FOR_HEADER: usize = 400;

/// Budget in tokens below which a signature is large, so that shorter parts are needed to fill it.
const SMALL: usize = 1000;

/// Multiple of the budget that is planned: other formats need different numbers of tokens, and
/// filling needs a choice.
const SURPLUS: usize = 3;

/// Number of offers in a row that are queued again because what was selected has made them worse;
/// the next is taken as it is. Otherwise each part of a directory of very many files would make all
/// others be weighed again.
const MAX_LATE: usize = 512;

/// Returns all parts, most valuable first.
///
/// `scores` are the values of each file's symbols, `shares` the share of the map for each directory
/// relative to an average one.
///
/// # Errors
/// If the work is cancelled.
pub(super) fn plan(
    tree: &Tree,
    scores: &[Vec<f64>],
    shares: &[f64],
    (detail, budget): (Detail, Budget),
    cancel: &Cancel,
) -> Result<Vec<MapPart>, Cancelled> {
    let limit = match budget.limit() {
        Some(limit) if !fits_whole(tree, everything(tree, detail), limit) => limit,
        _ => return Ok(everything(tree, detail).collect()),
    };
    let mut planner = Planner::new(tree, scores, shares, detail);
    let has_room = limit >= ROOM_FOR_HEADER;
    if has_room {
        planner.parts.extend(HEADER);
    }
    planner.top_directories();
    if limit < SMALL {
        let half = planner.spent + limit / 2;
        planner.fill(half, cancel)?;
        if !has_room {
            planner.parts.push(MapPart::LeftOut);
        }
        planner.inner_directories();
    }
    planner.fill(limit.saturating_mul(SURPLUS), cancel)?;
    if !has_room {
        planner.parts.push(MapPart::Project);
    }
    Ok(planner.parts)
}

/// Returns the number of symbols, exact if every file with symbols is parsed.
pub(super) fn total_symbols(tree: &Tree) -> Count {
    let mut total = Count { number: 0, is_exact: true };
    for file in &tree.files {
        match file.outline() {
            Some(outline) => total.number += outline.symbols.len(),
            None if file.visibility == FileVisibility::Unreadable => {}
            None => total.is_exact &= !file.has_symbols,
        }
    }
    total
}

fn everything(tree: &Tree, detail: Detail) -> impl Iterator<Item = MapPart> {
    let shown =
        (1..tree.directories.len()).filter(|directory| !tree.directories[*directory].is_deeper);
    let of_file = move |(file, node): (usize, &FileNode)| {
        let outline = node.outline().filter(|_| detail != Detail::Files);
        let symbols = outline.map_or(0, |outline| outline.symbols.len());
        let symbols = (0..symbols).map(move |symbol| MapPart::Symbol { file, symbol });
        std::iter::once(MapPart::FileName(file)).chain(symbols)
    };
    let files = tree.files.iter().enumerate();
    let files =
        files.filter(|(_, node)| node.visibility == FileVisibility::Eligible).flat_map(of_file);
    HEADER.into_iter().chain(shown.map(MapPart::Directory)).chain(files)
}

/// Returns whether all parts fit. A fast, safe estimate: no token is shorter than a byte and few
/// are longer than four.
fn fits_whole(tree: &Tree, parts: impl Iterator<Item = MapPart>, limit: usize) -> bool {
    let mut tokens = 0;
    for part in parts {
        tokens += match part {
            MapPart::FileName(file) => 4 + tree.files[file].name().len() / 2,
            MapPart::Symbol { file, symbol } => {
                let symbol =
                    &tree.files[file].outline().expect("a symbol has an outline").symbols[symbol];
                // JSON repeats the name and has more fields for each symbol.
                60 + (symbol.signature.len()
                    + symbol.name.len()
                    + symbol.doc.as_ref().map_or(0, String::len))
                    / 3
            }
            MapPart::Project | MapPart::LeftOut => 80,
            MapPart::Directory(_) | MapPart::Name { .. } => 4,
        };
        if tokens > limit {
            return false;
        }
    }
    true
}

/// Greedy selection by value over cost; each selected part reduces the value of others in its file
/// and directory.
struct Planner<'a> {
    tree: &'a Tree,
    scores: &'a [Vec<f64>],
    shares: &'a [f64],
    detail: Detail,
    /// By file and symbol: whether the preceding definition has the same name, which is then shown
    /// already.
    is_overload: Vec<Vec<bool>>,
    /// By file: the definition after which it is named.
    namesakes: Vec<Option<usize>>,
    /// Number of definitions shown already, by name; of definitions outside any type.
    shown_names: FxHashMap<FullName<'a>, u32>,
    /// Number of signatures of types shown already, by directory and what they say.
    shown_shapes: FxHashMap<Shape, u32>,
    parts: Vec<MapPart>,
    taken: FxHashSet<MapPart>,
    shown_files: Vec<bool>,
    shown_directories: Vec<bool>,
    /// Amount selected there so far, in signatures.
    in_file: Vec<f64>,
    in_directory: Vec<f64>,
    /// The best part of each file with parts left, and the directories.
    heap: BinaryHeap<Candidate<Offer>>,
    /// By file: its parts, without the decay that they have in common.
    in_files: Vec<BinaryHeap<Candidate<MapPart>>>,
    spent: usize,
}

#[derive(Debug, Clone, Copy)]
enum Offer {
    Directory(usize),
    /// The best part that a file has left.
    File(usize),
}

struct Candidate<T> {
    ratio: f64,
    /// Index that breaks ties in favour of earlier parts, so that the order is deterministic.
    order: usize,
    part: T,
}

impl<T> PartialEq for Candidate<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<T> Eq for Candidate<T> {}

impl<T> PartialOrd for Candidate<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Candidate<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.ratio.total_cmp(&other.ratio).then(other.order.cmp(&self.order))
    }
}

impl<'a> Planner<'a> {
    fn new(tree: &'a Tree, scores: &'a [Vec<f64>], shares: &'a [f64], detail: Detail) -> Self {
        let mut planner = Self {
            tree,
            scores,
            shares,
            detail,
            is_overload: tree.files.iter().map(overloads).collect(),
            namesakes: tree
                .files
                .iter()
                .zip(scores)
                .map(|(file, scores)| namesake(file, scores))
                .collect(),
            shown_names: FxHashMap::default(),
            shown_shapes: FxHashMap::default(),
            parts: Vec::new(),
            taken: FxHashSet::default(),
            shown_files: vec![false; tree.files.len()],
            shown_directories: vec![false; tree.directories.len()],
            in_file: vec![0.0; tree.files.len()],
            in_directory: vec![0.0; tree.directories.len()],
            heap: BinaryHeap::with_capacity(tree.files.len() + tree.directories.len()),
            in_files: tree.files.iter().map(|_| BinaryHeap::new()).collect(),
            spent: 0,
        };
        planner.shown_directories[0] = true;
        for directory in
            (1..tree.directories.len()).filter(|directory| !tree.directories[*directory].is_deeper)
        {
            let part = MapPart::Directory(directory);
            let ratio = planner.ratio(part);
            planner.heap.push(Candidate {
                ratio,
                order: planner.order(part),
                part: Offer::Directory(directory),
            });
        }
        for (file, node) in tree
            .files
            .iter()
            .enumerate()
            .filter(|(_, node)| node.visibility == FileVisibility::Eligible)
        {
            planner.in_files[file] = planner.parts_of(file, node);
            planner.offer_best(file);
        }
        planner
    }

    /// Returns the parts of a file that are not selected yet.
    fn parts_of(&self, file: usize, node: &FileNode) -> BinaryHeap<Candidate<MapPart>> {
        let mut parts = vec![MapPart::FileName(file)];
        let outline = node.outline().filter(|_| self.detail != Detail::Files);
        for symbol in 0..outline.map_or(0, |outline| outline.symbols.len()) {
            let is_named = !self.is_member(file, symbol) || self.owner(file, symbol).is_some();
            parts.extend(
                (!self.is_overload[file][symbol] && is_named)
                    .then_some(MapPart::Name { file, symbol }),
            );
            parts.push(MapPart::Symbol { file, symbol });
        }
        let parts = parts.into_iter().filter(|part| !self.taken.contains(part));
        let candidates =
            parts.map(|part| Candidate { ratio: self.ratio(part), order: self.order(part), part });
        let mut candidates: Vec<Candidate<MapPart>> =
            candidates.filter(|candidate| candidate.ratio > 0.0).collect();
        // Most files have one part alone.
        candidates.shrink_to_fit();
        candidates.into()
    }

    /// Queues the best part that a file has left.
    fn offer_best(&mut self, file: usize) {
        if let Some(best) = self.in_files[file].peek() {
            let ratio = best.ratio * self.decay(file);
            self.heap.push(Candidate { ratio, order: best.order, part: Offer::File(file) });
        }
    }

    /// Removes the best part of a file from its queue. `None` if there is none, or if what was
    /// selected since has made the best one worse than another; the queue is then in order again.
    fn best_of(&mut self, file: usize) -> Option<Candidate<MapPart>> {
        let best = self.in_files[file].pop()?;
        if self.taken.contains(&best.part) {
            return None;
        }
        let ratio = self.ratio(best.part);
        if ratio <= 0.0 {
            return None;
        }
        let best = Candidate { ratio, ..best };
        if self.in_files[file].peek().is_some_and(|next| ratio < next.ratio * 0.999) {
            self.in_files[file].push(best);
            return None;
        }
        Some(best)
    }

    /// Selects the top-level directories first: they outline the project.
    fn top_directories(&mut self) {
        let mut tops: Vec<usize> = (1..self.tree.directories.len())
            .filter(|directory| self.tree.directories[*directory].depth == self.tree.top_depth())
            .collect();
        tops.sort_by_key(|directory| {
            std::cmp::Reverse(self.tree.directories[*directory].total_files)
        });
        for directory in tops {
            self.take(MapPart::Directory(directory));
        }
    }

    /// Selects the largest directories of the second level: short lines for space too small for a
    /// signature.
    fn inner_directories(&mut self) {
        const MAX_DIRECTORIES: usize = 8;
        let depth = self.tree.top_depth() + 1;
        let is_inner = |directory: &usize| {
            let node = &self.tree.directories[*directory];
            node.depth == depth && !node.is_deeper && !self.shown_directories[*directory]
        };
        let mut inner: Vec<usize> = (1..self.tree.directories.len()).filter(is_inner).collect();
        inner.sort_by_key(|directory| {
            std::cmp::Reverse(self.tree.directories[*directory].total_files)
        });
        for directory in inner.into_iter().take(MAX_DIRECTORIES) {
            self.take(MapPart::Directory(directory));
        }
    }

    fn fill(&mut self, limit: usize, cancel: &Cancel) -> Result<(), Cancelled> {
        let mut late = 0;
        while self.spent < limit {
            cancel.check()?;
            let Some(candidate) = self.heap.pop() else { break };
            // Parts selected since may have reduced its value; then it is queued again.
            let is_late = |planner: &Self, ratio: f64| {
                late < MAX_LATE
                    && planner.heap.peek().is_some_and(|next| ratio < next.ratio * 0.999)
            };
            match candidate.part {
                Offer::Directory(directory) => {
                    let ratio = self.ratio(MapPart::Directory(directory));
                    if ratio > 0.0 && is_late(self, ratio) {
                        self.heap.push(Candidate { ratio, ..candidate });
                    } else if ratio > 0.0 {
                        self.take(MapPart::Directory(directory));
                    }
                }
                Offer::File(file) => {
                    let Some(best) = self.best_of(file) else {
                        self.offer_best(file);
                        continue;
                    };
                    let ratio = best.ratio * self.decay(file);
                    if is_late(self, ratio) {
                        self.heap.push(Candidate { ratio, ..candidate });
                        self.in_files[file].push(best);
                        late += 1;
                    } else {
                        self.take(best.part);
                        self.offer_best(file);
                        late = 0;
                    }
                }
            }
        }
        Ok(())
    }

    fn is_member(&self, file: usize, symbol: usize) -> bool {
        is_member(&self.tree.files[file], self.symbol(file, symbol))
    }

    fn owner(&self, file: usize, symbol: usize) -> Option<&'a str> {
        self.tree.files[file].outline().and_then(|outline| outline.owner(symbol))
    }

    fn order(&self, part: MapPart) -> usize {
        match part {
            MapPart::Project | MapPart::LeftOut => 0,
            MapPart::Directory(directory) => directory,
            MapPart::FileName(file) => file << 20,
            MapPart::Name { file, symbol } | MapPart::Symbol { file, symbol } => {
                (file << 20) + symbol + 1
            }
        }
    }

    fn symbol(&self, file: usize, symbol: usize) -> &'a crate::domain::Symbol {
        &self.tree.files[file].outline().expect("a symbol has an outline").symbols[symbol]
    }

    fn take(&mut self, part: MapPart) {
        self.spent += self.cost(part);
        match part {
            MapPart::Project | MapPart::LeftOut => {}
            MapPart::Directory(directory) => self.show_directory(directory),
            MapPart::FileName(file) => {
                self.shown_files[file] = self.detail == Detail::Files;
                let directory = self.tree.files[file].directory;
                self.in_directory[directory] += 0.05;
                self.show_directory(directory);
            }
            MapPart::Name { file, symbol } => {
                self.note_name(file, symbol);
                self.in_file[file] += 0.12;
                self.show_file(file, 0.2);
            }
            MapPart::Symbol { file, symbol } => {
                if !self.taken.contains(&MapPart::Name { file, symbol }) {
                    self.note_name(file, symbol);
                }
                if let Some(shape) = self.shape(file, symbol) {
                    *self.shown_shapes.entry(shape).or_default() += 1;
                }
                self.in_file[file] +=
                    if self.symbol(file, symbol).parent.is_some() { 0.5 } else { 1.0 };
                let mut parent = self.symbol(file, symbol).parent;
                while let Some(at) = parent {
                    if self.taken.insert(MapPart::Symbol { file, symbol: at }) {
                        self.parts.push(MapPart::Symbol { file, symbol: at });
                    }
                    parent = self.symbol(file, at).parent;
                }
                self.show_file(file, 1.0);
            }
        }
        self.taken.insert(part);
        self.parts.push(part);
    }

    fn note_name(&mut self, file: usize, symbol: usize) {
        if !self.is_member(file, symbol) {
            *self.shown_names.entry(self.full_name(file, symbol)).or_default() += 1;
        }
    }

    fn show_directory(&mut self, directory: usize) {
        let mut at = directory;
        while !std::mem::replace(&mut self.shown_directories[at], true) {
            match self.tree.directories[at].parent {
                Some(parent) => at = parent,
                None => break,
            }
        }
    }

    /// Marks a file as shown. That makes its other parts cheaper, so they are queued again.
    fn show_file(&mut self, file: usize, weight: f64) {
        let directory = self.tree.files[file].directory;
        self.in_directory[directory] += weight;
        self.show_directory(directory);
        if std::mem::replace(&mut self.shown_files[file], true) {
            return;
        }
        self.in_files[file] = self.parts_of(file, &self.tree.files[file]);
    }
}
