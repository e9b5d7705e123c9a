//! From files to a map: what to parse, what to count, and the order of parts.

use super::plan::{plan, total_symbols};
use super::project::Project;
use super::rank::{Signals, Spread, file_worth, rank};
use super::tree::{FileNode, Standing, Tree};
use super::{Detail, Map, MapContext, MapError, MapQuery, Part, has_symbols};
use crate::domain::{LeftOut, LeftOutReason, SymbolKind};
use crate::workspace::{Fact, FileEntry, FileFacts, ReadError, Snapshot, Text, Walk, count_mentions};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Bytes that are parsed at the least, at the most, and for each token of the budget: ten times what could be shown of
/// average code. Between them it is a share of the tree's code, so that larger trees are looked at more closely.
const LEAST_PARSED: u64 = 2_500_000;
const MOST_PARSED: u64 = 8_000_000;
const PARSED_SHARE: u64 = 3;
const PARSED_PER_TOKEN: u64 = 250;

/// Bytes of text in which mentions are counted. Above it an even sample is taken: widely used names are widely used in it.
const COUNTED_BYTES: u64 = 48_000_000;

/// Names whose mentions are counted.
const MAX_NAMES: usize = 40_000;

/// Files of unknown type whose first bytes are looked at to tell binary content.
const MAX_SNIFFED: usize = 20_000;

pub(super) fn gather(cx: &MapContext<'_>, query: &MapQuery, walk: &Walk) -> Result<Map, MapError> {
    let emptied_by = walk.emptied_by().cloned();
    let code = walk.files.iter().filter(|file| file.language.is_some_and(|language| language.grammar().is_some()));
    let code_bytes = code.map(|file| file.stamp.size).sum();
    let mut gathering = Gathering { cx, query, code_bytes, left_out: walk.left_out.clone(), notes: Vec::new() };
    let entries = gathering.filter(&walk.files);
    let nodes = entries.iter().map(|(entry, standing)| FileNode { standing: *standing, ..file_node(entry) });
    let mut tree = Tree::new(nodes.collect());
    let entries: Vec<FileEntry> = entries.into_iter().map(|(entry, _)| entry).collect();
    for directory in &mut tree.directories {
        directory.is_deeper = gathering.is_deeper(&directory.path);
    }
    let mut signals = Signals {
        focus: query.focus.iter().map(|word| word.trim_end_matches('/').to_lowercase()).collect(),
        include_dependencies: query.include_dependencies,
        ..Signals::default()
    };
    let mut worths = Vec::new();
    if query.detail != Detail::Files {
        let chosen = gathering.choose_parsed(&tree, &entries, &mut signals)?;
        gathering.parse(&mut tree, &entries, &chosen)?;
        gathering.count_mentions(&tree, &entries, &mut signals)?;
        worths = rank(&tree, &signals);
    } else {
        worths.resize_with(tree.files.len(), Vec::new);
        for (file, worth) in tree.files.iter().zip(&mut worths) {
            worth.push(file_worth(file, Spread::default(), &signals));
        }
    }
    let mut parts = plan(&tree, &worths, query.detail, query.budget());
    gathering.read_lines(&mut tree, &entries, &parts)?;
    // Only reading tells that a file cannot be read, and only files of the plan are read.
    parts.retain(|part| !matches!(part, Part::FileName(file) if tree.files[*file].standing != Standing::Eligible));
    if let Some(rule) = emptied_by {
        gathering.notes.push(explain(&rule));
    }
    let is_whole_root =
        cx.snapshot.roots().iter().any(|root| query.paths.iter().any(|path| path.absolute == root.path));
    let project = is_whole_root.then(|| Project::read(cx.snapshot.roots(), &query.paths, &tree)).flatten();
    Ok(Map {
        root: query.paths.iter().map(|path| path.display.as_ref()).collect::<Vec<_>>().join(", "),
        detail: query.detail,
        project,
        total_files: tree.directories[0].total_files,
        total_symbols: if query.detail == Detail::Files {
            super::Count { number: 0, is_exact: true }
        } else {
            total_symbols(&tree)
        },
        tree,
        parts,
        left_out: merge(gathering.left_out),
        notes: gathering.notes,
    })
}

/// Says which rule left nothing.
fn explain(rule: &LeftOut) -> String {
    let text = rule.rule.as_deref().unwrap_or("an ignore rule");
    let file = rule.file.as_deref().unwrap_or("an ignore file");
    format!(
        "nothing is left: the rule `{text}` in {file} ignores everything here; name a path inside to map it all the same"
    )
}

fn file_node(entry: &FileEntry) -> FileNode {
    FileNode {
        path: entry.path.display.clone(),
        directory: 0,
        language: entry.language,
        nature: entry.nature,
        size: entry.stamp.size,
        lines: None,
        facts: None,
        standing: Standing::Eligible,
    }
}

struct Gathering<'a> {
    cx: &'a MapContext<'a>,
    query: &'a MapQuery,
    /// Of all files that have a grammar, tests included.
    code_bytes: u64,
    left_out: Vec<LeftOut>,
    notes: Vec<String>,
}

impl Gathering<'_> {
    /// The files that the query is about, and whether each can be shown. A path that was named is taken,
    /// whatever it is.
    fn filter(&mut self, files: &[FileEntry]) -> Vec<(FileEntry, Standing)> {
        let named: FxHashSet<&str> = self.query.paths.iter().map(|path| path.display.as_ref()).collect();
        let unknown = files.iter().filter(|file| file.language.is_none()).count();
        let is_binary: Vec<bool> = files
            .par_iter()
            .map(|file| unknown <= MAX_SNIFFED && file.language.is_none() && starts_binary(file))
            .collect();
        let mut counts: BTreeMap<LeftOutReason, usize> = BTreeMap::new();
        let mut kept = Vec::new();
        for (file, is_binary) in files.iter().zip(is_binary) {
            let path = file.path.display.as_ref();
            let is_named = named.contains(path);
            let is_other = self.query.language.is_some_and(|id| file.language.is_none_or(|language| language.id != id));
            let reason = if is_named {
                None
            } else if is_binary {
                Some(LeftOutReason::Binary)
            } else if is_other {
                Some(LeftOutReason::OtherLanguage)
            } else if !self.query.allow_tests && file.nature.is_test() {
                Some(LeftOutReason::Test)
            } else {
                None
            };
            match reason {
                Some(reason) => *counts.entry(reason).or_default() += 1,
                None => {
                    let is_deeper = !is_named && self.is_deeper(path);
                    if is_deeper {
                        *counts.entry(LeftOutReason::Depth).or_default() += 1;
                    }
                    kept.push((file.clone(), if is_deeper { Standing::Deeper } else { Standing::Eligible }));
                }
            }
        }
        self.left_out.extend(counts.into_iter().map(|(reason, count)| LeftOut {
            reason,
            rule: None,
            file: None,
            count,
        }));
        kept
    }

    /// Whether a file or directory is more levels below the path that was asked for than are shown.
    fn is_deeper(&self, path: &str) -> bool {
        let Some(depth) = self.query.depth else { return false };
        let starts = self.query.paths.iter().map(|path| prefix(&path.display));
        let start = starts.filter(|start| path.starts_with(start.as_str())).map(|start| start.len()).max();
        path[start.unwrap_or(0)..].matches('/').count() >= depth.max(1)
    }

    /// The files to parse: all where the budget may show all, else the most promising of every directory.
    fn choose_parsed(&self, tree: &Tree, entries: &[FileEntry], signals: &mut Signals) -> Result<Vec<usize>, MapError> {
        let parsable: Vec<usize> = (0..tree.files.len())
            .filter(|file| has_symbols(tree.files[*file].language) && tree.files[*file].standing == Standing::Eligible)
            .collect();
        let total: u64 = parsable.iter().map(|file| tree.files[*file].size).sum();
        let limit = match self.query.max_tokens {
            None => u64::MAX,
            Some(tokens) => (self.code_bytes / PARSED_SHARE)
                .clamp(LEAST_PARSED, MOST_PARSED)
                .max((tokens as u64).saturating_mul(PARSED_PER_TOKEN)),
        };
        if total <= limit {
            return Ok(parsable);
        }
        // A file is called by its own name where it is a module, by a type's name where it holds one.
        let names: Vec<[String; 2]> = parsable
            .iter()
            .map(|file| tree.files[*file].stem())
            .map(|stem| [stem.to_owned(), camel_case(stem)])
            .collect();
        let wanted: FxHashSet<&str> =
            names.iter().flatten().map(String::as_str).filter(|name| name.len() > 2).collect();
        let spread = self.spread(wanted, entries)?;
        let spread_of = |name: &String| spread.get(name.as_str()).copied().unwrap_or_default();
        let by_file: FxHashMap<usize, Spread> = parsable
            .iter()
            .zip(&names)
            .map(|(file, names)| {
                (*file, names.iter().map(spread_of).max_by_key(|spread| spread.files).unwrap_or_default())
            })
            .collect();
        let worth = |file: &usize| file_worth(&tree.files[*file], by_file[file], signals);
        Ok(breadth_first(tree, &parsable, worth, limit))
    }

    fn parse(&mut self, tree: &mut Tree, entries: &[FileEntry], chosen: &[usize]) -> Result<(), MapError> {
        let done = std::sync::atomic::AtomicU64::new(0);
        let results: Vec<(usize, Result<Arc<FileFacts>, ReadError>)> = chosen
            .par_iter()
            .map(|file| {
                self.cx.snapshot.cancel().check()?;
                let facts = self.cx.snapshot.outline(&entries[*file]);
                let done = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
                if done.is_multiple_of(64) {
                    self.cx.progress.report(done, Some(chosen.len() as u64), "reading files");
                }
                Ok::<_, MapError>((*file, facts))
            })
            .collect::<Result<_, _>>()?;
        let mut failed = Vec::new();
        for (file, facts) in results {
            let node = &mut tree.files[file];
            match facts {
                Ok(facts) => {
                    node.lines = Some(facts.lines);
                    node.language = facts.language;
                    node.nature = facts.nature;
                    self.notes.extend(facts.outline.notes.iter().map(|note| format!("{}: {note}", node.path)));
                    node.facts = Some(facts);
                }
                Err(error) => failed.push((file, error)),
            }
        }
        for (file, error) in failed {
            tree.leave_out(file);
            self.unreadable(error)?;
        }
        Ok(())
    }

    /// One bad file never spoils a map, unless it is all that was asked for.
    fn unreadable(&mut self, error: ReadError) -> Result<(), MapError> {
        if self.query.paths.len() == 1 && self.query.paths[0].display.as_ref() == error.path() {
            return Err(error.into());
        }
        let reason = match error {
            ReadError::Binary { .. } => LeftOutReason::Binary,
            ReadError::TooLarge { .. } => LeftOutReason::TooLarge,
            _ => LeftOutReason::Unreadable,
        };
        self.left_out.push(LeftOut { reason, rule: None, file: Some(error.path().to_owned()), count: 1 });
        Ok(())
    }

    /// How widely the names that could be shown are mentioned, and which of them the project itself puts forward.
    fn count_mentions(&self, tree: &Tree, entries: &[FileEntry], signals: &mut Signals) -> Result<(), MapError> {
        let mut names: FxHashSet<&str> = FxHashSet::default();
        for members in [false, true] {
            let before = names.len();
            for outline in tree.files.iter().filter_map(FileNode::outline) {
                let wanted = outline.symbols.iter().filter(|symbol| {
                    let is_member =
                        symbol.parent.is_some_and(|parent| outline.symbols[parent].kind != SymbolKind::Module);
                    !symbol.is_local && symbol.kind != SymbolKind::Impl && is_member == members && symbol.name.len() > 1
                });
                names.extend(wanted.map(|symbol| symbol.name.as_str()));
            }
            if before > 0 && names.len() > MAX_NAMES {
                break;
            }
        }
        if tree.files.len() > 1 {
            signals.spread =
                self.spread(names, entries)?.into_iter().map(|(name, spread)| (name.to_owned(), spread)).collect();
        }
        let fronts = tree.files.iter().enumerate().filter(|(_, file)| {
            let depth = file.path.matches('/').count();
            (file.is_entry_point() && depth <= 3) || (depth <= 1 && file.name().to_lowercase().starts_with("readme"))
        });
        for (file, _) in fronts.take(64) {
            if let Ok(text) = self.cx.snapshot.text(&entries[file].path) {
                let words = text.content.split(|character: char| !character.is_alphanumeric() && character != '_');
                signals.public_names.extend(words.filter(|word| word.len() > 1).map(str::to_owned));
            }
        }
        Ok(())
    }

    fn spread<'n>(
        &self,
        names: FxHashSet<&'n str>,
        entries: &[FileEntry],
    ) -> Result<FxHashMap<&'n str, Spread>, MapError> {
        let mut names: Vec<&str> = names.into_iter().collect();
        names.sort_unstable();
        let code: Vec<FileEntry> = entries
            .iter()
            .filter(|entry| entry.language.is_some_and(|language| language.is_code()) && entry.stamp.size < 1 << 20)
            .cloned()
            .collect();
        let sample = even_sample(&code);
        self.cx.progress.report(0, Some(sample.len() as u64), "counting mentions");
        let counted = count_mentions(&sample, &names, self.cx.snapshot.cancel())?;
        Ok(names
            .into_iter()
            .zip(counted)
            .map(|(name, counted)| (name, Spread { files: counted.files, directories: counted.directories }))
            .collect())
    }

    /// Counts the lines of the files that are shown by name only. Those late in the plan are never shown.
    fn read_lines(&mut self, tree: &mut Tree, entries: &[FileEntry], parts: &[Part]) -> Result<(), MapError> {
        let most = self.query.max_tokens.map_or(usize::MAX, |tokens| tokens.max(100) / 3);
        let wanted: Vec<usize> = parts
            .iter()
            .filter_map(|part| match part {
                Part::FileName(file) if tree.files[*file].lines.is_none() => Some(*file),
                _ => None,
            })
            .take(most)
            .collect();
        let counted: Vec<(usize, Result<usize, ReadError>)> = wanted
            .par_iter()
            .map(|file| {
                self.cx.snapshot.cancel().check()?;
                Ok((*file, self.cx.snapshot.fact::<LineCount>(&entries[*file]).map(|lines| lines.0)))
            })
            .collect::<Result<_, MapError>>()?;
        for (file, lines) in counted {
            match lines {
                Ok(lines) => tree.files[file].lines = Some(lines),
                Err(error) => {
                    tree.leave_out(file);
                    self.unreadable(error)?;
                }
            }
        }
        Ok(())
    }
}

/// The lines of a file that is not parsed.
struct LineCount(usize);

impl Fact for LineCount {
    fn compute(_: &FileEntry, text: &Arc<Text>, _: &Snapshot) -> Self {
        Self(text.line_count())
    }

    fn weight(&self) -> usize {
        size_of::<Self>()
    }
}

/// Whether the first bytes of a file are not text.
fn starts_binary(file: &FileEntry) -> bool {
    const SNIFFED_BYTES: u64 = 1024;
    matches!(Text::read_up_to(&file.path, SNIFFED_BYTES), Err(ReadError::Binary { .. }))
}

fn prefix(display: &str) -> String {
    if display == "." { String::new() } else { format!("{display}/") }
}

/// `async_read` as a type would be called: `AsyncRead`.
fn camel_case(stem: &str) -> String {
    stem.split(['_', '-'])
        .flat_map(|word| {
            let mut letters = word.chars();
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters)
        })
        .collect()
}

/// Every directory's best files first, until the bytes are spent: each file taken makes its neighbours wait longer.
fn breadth_first(tree: &Tree, files: &[usize], worth: impl Fn(&usize) -> f64, limit: u64) -> Vec<usize> {
    let mut by_directory: BTreeMap<usize, Vec<(f64, usize)>> = BTreeMap::new();
    for file in files {
        by_directory.entry(tree.files[*file].directory).or_default().push((worth(file), *file));
    }
    let mut order: Vec<(f64, usize)> = Vec::with_capacity(files.len());
    for ranked in by_directory.values_mut() {
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        order.extend(ranked.iter().enumerate().map(|(rank, (worth, file))| (worth / (1.0 + rank as f64 / 3.0), *file)));
    }
    order.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let mut spent = 0;
    let mut chosen = Vec::new();
    for (_, file) in order {
        let size = tree.files[file].size;
        if spent + size <= limit {
            spent += size;
            chosen.push(file);
        }
        if spent * 20 > limit * 19 {
            break;
        }
    }
    chosen.sort_unstable();
    chosen
}

/// Files evenly spread over the walk's order whose sizes sum up to what is counted at most.
fn even_sample(files: &[FileEntry]) -> Vec<FileEntry> {
    let total: u64 = files.iter().map(|file| file.stamp.size).sum();
    let step = total.div_ceil(COUNTED_BYTES).max(1) as usize;
    files.iter().step_by(step).cloned().collect()
}

/// One row a rule, most first.
fn merge(left_out: Vec<LeftOut>) -> Vec<LeftOut> {
    let mut merged: BTreeMap<(LeftOutReason, Option<String>, Option<String>), usize> = BTreeMap::new();
    for row in left_out {
        *merged.entry((row.reason, row.rule, row.file)).or_default() += row.count;
    }
    let mut rows: Vec<LeftOut> =
        merged.into_iter().map(|((reason, rule, file), count)| LeftOut { reason, rule, file, count }).collect();
    rows.sort_by(|one, other| other.count.cmp(&one.count).then_with(|| one.cmp(other)));
    rows
}
