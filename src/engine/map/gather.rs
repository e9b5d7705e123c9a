//! Makes a map from the walked files: selects what to parse and what to count, and orders the
//! parts.

use super::components::{Components, Division, components, most_components};
use super::imports::ModuleWords;
use super::manifests::packages;
use super::plan::{plan, total_symbols};
use super::project::Project;
use super::rank::{Signals, file_score, peripheral, rank};
use super::resolved_imports::resolved_imports;
use super::test_directories::test_directories;
use super::tree::{FileNode, FileVisibility, Tree};
use super::usage::{Definitions, Spread, definitions, directory_shares, is_member, usage};
use super::users::{SampledFiles, users_of_files};
use super::{Count, Detail, Map, MapContext, MapPart, MapQuery, has_symbols};
use crate::domain::{LeftOut, LeftOutReason};
use crate::lang::registry;
use crate::workspace::{
    Fact, FileEntry, FileFacts, FilesError, ReadError, Root, Snapshot, Text, Walk,
    names_mentioned_in_each,
};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Bytes to parse: minimum, maximum, divisor of the tree's code that applies between them (so that
/// more is parsed of larger trees), and minimum for each token of the budget, which is ten times
/// what could be shown of average code.
const MIN_PARSED: u64 = 2_500_000;
const MAX_PARSED: u64 = 8_000_000;
const PARSED_SHARE: u64 = 3;
const PARSED_PER_TOKEN: u64 = 250;

/// Maximum bytes of text in which names are counted. Above it an even sample is taken: widely used
/// names are widely used in the sample.
const COUNTED_BYTES: u64 = 48_000_000;

/// Maximum number of names that are counted.
const MAX_NAMES: usize = 40_000;

/// Maximum number of files of unknown type whose first bytes are checked for binary content.
const MAX_SNIFFED: usize = 20_000;

pub(super) fn gather(
    cx: &MapContext<'_>,
    query: &MapQuery,
    walk: &Walk,
) -> Result<Map, FilesError> {
    let emptied_by = walk.emptied_by().cloned();
    let code = walk.files.iter().filter(|file| has_symbols(file.language, false));
    let code_bytes = code.map(|file| file.stamp.size).sum();
    let mut gathering = Gathering {
        cx,
        query,
        code_bytes,
        left_out: walk.left_out.clone(),
        notes: Vec::new(),
        tests: Vec::new(),
    };
    let entries = gathering.filter(&walk.files);
    // The keys of data are not listed beside code; they would be most of the map.
    let with_data = !entries
        .iter()
        .any(|(entry, _)| entry.language.is_some_and(|language| language.is_outlined_code()));
    let nodes = entries.iter().map(|(entry, visibility)| FileNode {
        visibility: *visibility,
        has_symbols: has_symbols(entry.language, with_data),
        ..file_node(entry)
    });
    let mut tree = Tree::new(nodes.collect());
    let entries: Vec<&FileEntry> = entries.into_iter().map(|(entry, _)| entry).collect();
    for directory in &mut tree.directories {
        directory.is_deeper = gathering.is_deeper(&directory.path);
    }
    let mut signals = Signals {
        focus: focus_words(&query.focus),
        include_dependencies: query.include_dependencies,
        peripheral: peripheral(&tree),
        ..Signals::default()
    };
    let scores = gathering.scores(&mut tree, &entries, &mut signals)?;
    tree.order_by(&scores, &signals.usage.directories, &signals.peripheral);
    let is_start = |root: &Root| query.paths.iter().any(|path| path.absolute == root.path);
    let is_whole_root = cx.snapshot.roots().iter().any(is_start);
    let components = gathering.components(&tree, &entries, &mut signals, is_whole_root)?;
    let shares = directory_shares(&tree, &signals.usage);
    let mut parts =
        plan(&tree, &scores, &shares, (query.detail, query.budget()), cx.snapshot.cancel())?;
    gathering.read_lines(&mut tree, &entries, &parts)?;
    // A file is known to be unreadable only after it is read, and only files of the plan are read.
    let is_eligible = |file: usize| tree.files[file].visibility == FileVisibility::Eligible;
    parts.retain(|part| !matches!(part, MapPart::FileName(file) if !is_eligible(*file)));
    if let Some(rule) = emptied_by {
        gathering.notes.push(explain(&rule));
    }
    let project = is_whole_root.then(|| gathering.project(&tree, &signals)).flatten();
    Ok(Map {
        root: query.paths.iter().map(|path| path.display.as_ref()).collect::<Vec<_>>().join(", "),
        detail: query.detail,
        project,
        components,
        total_files: tree.directories[0].total_files,
        total_symbols: gathering.total_symbols(&tree),
        tree,
        parts,
        left_out: merge(gathering.left_out),
        notes: gathering.notes,
    })
}

/// Names the ignore rule that excluded everything.
fn explain(rule: &LeftOut) -> String {
    format!(
        "nothing is left: {} ignores everything here; name a path inside to map it all the same",
        rule.named_rule()
    )
}

fn file_node(entry: &FileEntry) -> FileNode {
    FileNode {
        path: entry.path.display.clone(),
        directory: 0,
        language: entry.language,
        has_symbols: false,
        class: entry.class,
        size: entry.stamp.size,
        lines: None,
        facts: None,
        visibility: FileVisibility::Eligible,
    }
}

struct Gathering<'a> {
    cx: &'a MapContext<'a>,
    query: &'a MapQuery,
    /// Total size of all files that have a grammar and are not data, tests included.
    code_bytes: u64,
    left_out: Vec<LeftOut>,
    notes: Vec<String>,
    /// Displayed paths of the files of tests.
    tests: Vec<Arc<str>>,
}

impl Gathering<'_> {
    /// Parses what the map may show, and returns the values of each file's symbols; without
    /// symbols, of each file.
    fn scores(
        &mut self,
        tree: &mut Tree,
        entries: &[&FileEntry],
        signals: &mut Signals,
    ) -> Result<Vec<Vec<f64>>, FilesError> {
        if self.query.detail == Detail::Files {
            let score = |file: &FileNode| vec![file_score(file, Spread::default(), signals)];
            return Ok(tree.files.iter().map(score).collect());
        }
        let chosen = self.choose_parsed(tree, entries, signals)?;
        self.parse(tree, entries, &chosen)?;
        self.find_uses(tree, entries, signals)?;
        Ok(rank(tree, signals))
    }

    /// Returns the components: the packages that manifests declare if all of a root is mapped, and
    /// directories.
    fn components(
        &self,
        tree: &Tree,
        entries: &[&FileEntry],
        signals: &mut Signals,
        is_whole_root: bool,
    ) -> Result<Components, FilesError> {
        let snapshot = self.cx.snapshot;
        let text =
            |file: usize| snapshot.text(&entries[file].path).ok().map(|text| text.content.clone());
        let packages = packages(tree, &signals.peripheral, text);
        let declared = if is_whole_root { packages.as_slice() } else { &[] };
        let division = Division::new(tree, &signals.peripheral, declared);
        if division.needs_imports() && self.query.detail != Detail::Files {
            let sample = even_sample(entries);
            let found = resolved_imports(self.cx, tree, entries, &sample, &packages)?;
            signals.usage.imports.extend(found);
        }
        let most = most_components(self.query.max_tokens);
        Ok(components(tree, &signals.usage, &division, declared, most))
    }

    /// Returns the number of symbols, of which a map of names alone counts none.
    fn total_symbols(&self, tree: &Tree) -> Count {
        match self.query.detail {
            Detail::Files => Count { number: 0, is_exact: true },
            Detail::Signatures | Detail::Full => total_symbols(tree),
        }
    }

    /// Returns what manifests and the files' names determine of the project.
    fn project(&self, tree: &Tree, signals: &Signals) -> Option<Project> {
        let query = self.query;
        let tests = self.tests.iter().map(AsRef::as_ref);
        let test_directories = test_directories(tests, query.detail, query.max_tokens);
        let project =
            Project::read(self.cx.snapshot.roots(), &query.paths, tree, &signals.peripheral)?;
        Some(Project { test_directories, ..project })
    }

    /// Returns the files in scope of the query, and whether each can be shown. A path that was
    /// requested by name is always included.
    fn filter<'f>(&mut self, files: &'f [FileEntry]) -> Vec<(&'f FileEntry, FileVisibility)> {
        let named: FxHashSet<&str> =
            self.query.paths.iter().map(|path| path.display.as_ref()).collect();
        let unknown = files.iter().filter(|file| file.language.is_none()).count();
        let first_look = |file: &FileEntry| {
            let is_sniffed = unknown <= MAX_SNIFFED && file.language.is_none();
            let is_other = self.query.language.is_some_and(|id| !is_in_language(file, id));
            (is_sniffed && starts_binary(file), is_other)
        };
        let looks: Vec<(bool, bool)> = files.par_iter().map(first_look).collect();
        let mut counts: BTreeMap<LeftOutReason, usize> = BTreeMap::new();
        let mut kept = Vec::new();
        for (file, (is_binary, is_other)) in files.iter().zip(looks) {
            let path = file.path.display.as_ref();
            if file.class.is_test() {
                self.tests.push(Arc::clone(&file.path.display));
            }
            let is_named = named.contains(path);
            let reason = if is_named {
                None
            } else if is_binary {
                Some(LeftOutReason::Binary)
            } else if is_other {
                Some(LeftOutReason::OtherLanguage)
            } else if !self.query.allow_tests && file.class.is_test() {
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
                    let visibility =
                        if is_deeper { FileVisibility::Deeper } else { FileVisibility::Eligible };
                    kept.push((file, visibility));
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

    /// Returns whether a file or directory is deeper below the requested path than the depth shown.
    fn is_deeper(&self, path: &str) -> bool {
        let Some(depth) = self.query.depth else { return false };
        let starts = self.query.paths.iter().map(|path| prefix(&path.display));
        let start =
            starts.filter(|start| path.starts_with(start.as_str())).map(|start| start.len()).max();
        path[start.unwrap_or(0)..].matches('/').count() >= depth.max(1)
    }

    /// Returns the files to parse: all if the budget may show all, else the most promising of every
    /// directory.
    fn choose_parsed(
        &self,
        tree: &Tree,
        entries: &[&FileEntry],
        signals: &Signals,
    ) -> Result<Vec<usize>, FilesError> {
        let parsable: Vec<usize> = (0..tree.files.len())
            .filter(|file| {
                tree.files[*file].has_symbols
                    && tree.files[*file].visibility == FileVisibility::Eligible
            })
            .collect();
        let total: u64 = parsable.iter().map(|file| tree.files[*file].size).sum();
        let limit = match self.query.max_tokens {
            None => u64::MAX,
            Some(tokens) => (self.code_bytes / PARSED_SHARE)
                .clamp(MIN_PARSED, MAX_PARSED)
                .max((tokens as u64).saturating_mul(PARSED_PER_TOKEN)),
        };
        if total <= limit {
            return Ok(parsable);
        }
        let sample = even_sample(entries);
        let sampled: Vec<FileEntry> = sample.iter().map(|file| entries[*file].clone()).collect();
        let files = SampledFiles { entries, sample: &sample, sampled: &sampled };
        let users = users_of_files(tree, &parsable, &files, self.cx.snapshot.cancel())?;
        let score = |file: &usize| file_score(&tree.files[*file], users[file], signals);
        Ok(breadth_first(tree, &parsable, score, limit))
    }

    fn parse(
        &mut self,
        tree: &mut Tree,
        entries: &[&FileEntry],
        chosen: &[usize],
    ) -> Result<(), FilesError> {
        let steps = self.cx.snapshot.progress().start(chosen.len(), "reading files");
        let results: Vec<(usize, Result<Arc<FileFacts>, ReadError>)> = chosen
            .par_iter()
            .map(|file| {
                self.cx.snapshot.cancel().check()?;
                let facts = self.cx.snapshot.outline(entries[*file]);
                steps.step();
                Ok::<_, FilesError>((*file, facts))
            })
            .collect::<Result<_, _>>()?;
        let mut failed = Vec::new();
        for (file, facts) in results {
            let node = &mut tree.files[file];
            match facts {
                Ok(facts) => {
                    node.lines = Some(facts.lines);
                    node.language = facts.language;
                    node.class = facts.class;
                    self.notes.extend(
                        facts.outline.gaps.iter().map(|gap| format!("{}: {gap}", node.path)),
                    );
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

    /// Records an unreadable file as left out; an error only if nothing else was requested.
    fn unreadable(&mut self, error: ReadError) -> Result<(), FilesError> {
        if self.query.paths.len() == 1 && self.query.paths[0].display.as_ref() == error.path() {
            return Err(error.into());
        }
        let reason = match error {
            ReadError::Binary { .. } => LeftOutReason::Binary,
            ReadError::TooLarge { .. } => LeftOutReason::TooLarge,
            _ => LeftOutReason::Unreadable,
        };
        self.left_out.push(LeftOut {
            reason,
            rule: None,
            file: Some(error.path().to_owned()),
            count: 1,
        });
        Ok(())
    }

    /// Finds the files that use each definition that could be shown, and the names that the project
    /// itself exports.
    fn find_uses(
        &self,
        tree: &Tree,
        entries: &[&FileEntry],
        signals: &mut Signals,
    ) -> Result<(), FilesError> {
        if tree.files.len() > 1 {
            let definitions = definitions(tree);
            let modules = ModuleWords::new(tree);
            let names = names_to_find(tree, &definitions, &modules);
            let sample = even_sample(entries);
            let sampled: Vec<FileEntry> =
                sample.iter().map(|file| entries[*file].clone()).collect();
            self.cx.snapshot.progress().report(0, Some(sample.len() as u64), "finding uses");
            let mentioned = names_mentioned_in_each(&sampled, &names, self.cx.snapshot.cancel())?;
            let mentioned: Vec<(usize, Box<[u32]>)> = sample.into_iter().zip(mentioned).collect();
            let cancel = self.cx.snapshot.cancel();
            let modules = modules.indices(&names);
            signals.usage = usage(tree, &definitions, &names, &modules, &mentioned, cancel)?;
        }
        let fronts = tree.files.iter().enumerate().filter(|(_, file)| {
            let depth = file.path.matches('/').count();
            (file.is_entry_point() && depth <= 3)
                || (depth <= 1 && file.name().to_lowercase().starts_with("readme"))
        });
        for (file, _) in fronts.take(64) {
            if let Ok(text) = self.cx.snapshot.text(&entries[file].path) {
                let words = text
                    .content
                    .split(|character: char| !character.is_alphanumeric() && character != '_');
                signals.public_names.extend(words.filter(|word| word.len() > 1).map(str::to_owned));
            }
        }
        Ok(())
    }

    /// Counts the lines of the files that are shown by name only, except those too late in the plan
    /// to be shown.
    fn read_lines(
        &mut self,
        tree: &mut Tree,
        entries: &[&FileEntry],
        parts: &[MapPart],
    ) -> Result<(), FilesError> {
        let most = self.query.max_tokens.map_or(usize::MAX, |tokens| tokens.max(100) / 3);
        let wanted: Vec<usize> = parts
            .iter()
            .filter_map(|part| match part {
                MapPart::FileName(file) if tree.files[*file].lines.is_none() => Some(*file),
                _ => None,
            })
            .take(most)
            .collect();
        let counted: Vec<(usize, Result<usize, ReadError>)> = wanted
            .par_iter()
            .map(|file| {
                self.cx.snapshot.cancel().check()?;
                Ok((*file, self.cx.snapshot.fact::<LineCount>(entries[*file]).map(|lines| lines.0)))
            })
            .collect::<Result<_, FilesError>>()?;
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

/// Number of lines of a file that is not parsed.
struct LineCount(usize);

impl Fact for LineCount {
    fn compute(_: &FileEntry, text: &Arc<Text>, _: &Snapshot) -> Self {
        Self(text.line_count())
    }

    fn weight(&self) -> usize {
        size_of::<Self>()
    }
}

/// Returns whether the first bytes of a file are binary.
fn starts_binary(file: &FileEntry) -> bool {
    const SNIFFED_BYTES: u64 = 1024;
    matches!(Text::read_up_to(&file.path, SNIFFED_BYTES), Err(ReadError::Binary { .. }))
}

/// Returns whether a file is in a language: by its name, or by its text if another language's names
/// are ambiguous.
fn is_in_language(file: &FileEntry, id: &str) -> bool {
    const READ_BYTES: u64 = 1 << 18;
    let Some(language) = file.language else { return false };
    let path = &*file.path.absolute;
    let may_be = || {
        !language.is_settled_by_name(path)
            && language.config.disambiguate.iter().any(|rule| rule.language == id)
    };
    let is_by_text = || {
        Text::read_up_to(&file.path, READ_BYTES).is_ok_and(|text| {
            registry().for_source(path, &text.content).is_some_and(|found| found.id == id)
        })
    };
    language.id == id || may_be() && is_by_text()
}

fn prefix(display: &str) -> String {
    if display == "." { String::new() } else { format!("{display}/") }
}

/// Returns the best files of every directory, up to `limit` bytes: each file taken delays the
/// others of its directory.
fn breadth_first(
    tree: &Tree,
    files: &[usize],
    score: impl Fn(&usize) -> f64,
    limit: u64,
) -> Vec<usize> {
    let mut by_directory: BTreeMap<usize, Vec<(f64, usize)>> = BTreeMap::new();
    for file in files {
        by_directory.entry(tree.files[*file].directory).or_default().push((score(file), *file));
    }
    let mut order: Vec<(f64, usize)> = Vec::with_capacity(files.len());
    for ranked in by_directory.values_mut() {
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        order.extend(
            ranked
                .iter()
                .enumerate()
                .map(|(rank, (score, file))| (score / (1.0 + rank as f64 / 3.0).sqrt(), *file)),
        );
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

/// Returns the indices of code files, evenly spread over the walk's order, whose sizes sum up to
/// about [`COUNTED_BYTES`].
fn even_sample(entries: &[&FileEntry]) -> Vec<usize> {
    let is_read = |entry: &FileEntry| {
        entry.language.is_some_and(|language| language.is_code()) && entry.stamp.size < 1 << 20
    };
    let code: Vec<usize> = (0..entries.len()).filter(|file| is_read(entries[*file])).collect();
    let total: u64 = code.iter().map(|file| entries[*file].stamp.size).sum();
    let step = total.div_ceil(COUNTED_BYTES).max(1) as usize;
    code.into_iter().step_by(step).collect()
}

/// Returns the names of the definitions that could be shown; if there are too many, without
/// members; and the words of their modules.
fn names_to_find<'t>(
    tree: &'t Tree,
    definitions: &Definitions<'t>,
    modules: &'t ModuleWords,
) -> Vec<&'t str> {
    let is_top = |(file, symbol): &(usize, usize)| {
        let node = &tree.files[*file];
        node.outline().is_some_and(|outline| !is_member(node, &outline.symbols[*symbol]))
    };
    let mut all: Vec<(&str, &Vec<(usize, usize)>)> =
        definitions.iter().map(|(name, places)| (*name, places)).collect();
    if all.len() > MAX_NAMES {
        all.retain(|(_, places)| places.iter().any(is_top));
    }
    let mut names: Vec<&str> = all.into_iter().map(|(name, _)| name).chain(modules.all()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns the words of the focus in lower case: paths and names as they are, sentences split into
/// their longer words.
fn focus_words(focus: &[String]) -> Vec<String> {
    const MIN_LENGTH: usize = 4;
    /// Each is looked for in each name and path.
    const MAX_WORDS: usize = 256;
    let lower = |word: &str| word.trim_end_matches('/').to_lowercase();
    let words = focus.iter().flat_map(|focus| {
        let is_sentence = focus.split_whitespace().nth(1).is_some();
        let words = focus
            .split(move |letter: char| is_sentence && !letter.is_alphanumeric() && letter != '_');
        words.filter(move |word| !is_sentence || word.chars().count() >= MIN_LENGTH).map(lower)
    });
    let mut known = BTreeSet::new();
    words.filter(|word| !word.is_empty() && known.insert(word.clone())).take(MAX_WORDS).collect()
}

/// Merges rows by rule, most first.
fn merge(left_out: Vec<LeftOut>) -> Vec<LeftOut> {
    let mut merged: BTreeMap<(LeftOutReason, Option<String>, Option<String>), usize> =
        BTreeMap::new();
    for row in left_out {
        *merged.entry((row.reason, row.rule, row.file)).or_default() += row.count;
    }
    let mut rows: Vec<LeftOut> = merged
        .into_iter()
        .map(|((reason, rule, file), count)| LeftOut { reason, rule, file, count })
        .collect();
    rows.sort_by(|one, other| other.count.cmp(&one.count).then_with(|| one.cmp(other)));
    rows
}
