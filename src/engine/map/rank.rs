//! Ranking of files and symbols for a first overview, independent of the budget.
//!
//! A definition ranks by the distinct files and directories that use it (`usage`), a file by those
//! that use any of it. Link analysis over names was tried; it picks vendored scripts and test
//! helpers.

use super::tree::{FileNode, Tree};
use super::usage::{DECLARATION, Spread, Usage, is_file_local, is_member};
use crate::domain::{Outline, Symbol, SymbolKind, Visibility, is_word};
use crate::lang::registry;
use crate::workspace::{FileClass, FileKind};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::LazyLock;

/// Ranking signals other than the outlines.
#[derive(Debug, Default)]
pub(super) struct Signals {
    pub usage: Usage,
    /// Names in entry points and in the README.
    pub public_names: FxHashSet<String>,
    /// Words to rank around, in lower case.
    pub focus: Vec<String>,
    /// True if vendored code ranks like the project's own.
    pub include_dependencies: bool,
    /// Flag for each directory, by index, that is outside the project's own code: scripts, samples,
    /// benchmarks.
    pub peripheral: Vec<bool>,
}

/// Returns the score of every symbol, by file; 0 for symbols that are never selected on their own.
pub(super) fn rank(tree: &Tree, signals: &Signals) -> Vec<Vec<f64>> {
    let parsed: FxHashSet<&str> = tree
        .files
        .iter()
        .filter(|file| file.facts.is_some())
        .map(|file| file.path.as_ref())
        .collect();
    let sibling_counts = sibling_counts(tree);
    tree.files
        .par_iter()
        .enumerate()
        .map(|(index, file)| {
            let Some(outline) = file.outline() else { return Vec::new() };
            let users = f64::from(signals.usage.files.get(index).copied().unwrap_or_default());
            let part = if is_further_part(file, &parsed) { FURTHER_PART } else { 1.0 };
            let base = place_factor(file, signals)
                * part
                * focus_on_path(&file.path, &signals.focus)
                * (1.0 + users).powf(USERS_OF_FILE);
            let spreads = signals.usage.symbols.get(index).map_or(&[][..], Vec::as_slice);
            let spread = |symbol: usize| spreads.get(symbol).copied().unwrap_or_default();
            let score = |symbol: usize| {
                let alike = supertype_key(file, symbol).and_then(|like| sibling_counts.get(&like));
                let rarity = (LARGE_FAMILY / alike.copied().unwrap_or_default()).min(1.0).sqrt();
                base * rarity * symbol_score(file, outline, symbol, spread(symbol), signals)
            };
            (0..outline.symbols.len()).map(score).collect()
        })
        .collect()
}

/// Number of types of a directory that extend the same and add little to it, above which each is
/// worth less: a reader needs to know of what they extend, and of some examples.
const LARGE_FAMILY: f64 = 8.0;

/// Maximum number of members of a type that adds little.
const MAX_MINOR_MEMBERS: usize = 2;

/// A directory, and what the types in it extend, as their signatures say it.
type SupertypeKey<'t> = (usize, &'t str);

/// Returns the number of types of each directory that extend the same and add little.
fn sibling_counts(tree: &Tree) -> FxHashMap<SupertypeKey<'_>, f64> {
    let mut sibling_counts = FxHashMap::default();
    for file in &tree.files {
        let symbols = 0..file.outline().map_or(0, |outline| outline.symbols.len());
        for like in symbols.filter_map(|symbol| supertype_key(file, symbol)) {
            *sibling_counts.entry(like).or_default() += 1.0;
        }
    }
    sibling_counts
}

fn supertype_key(file: &FileNode, index: usize) -> Option<SupertypeKey<'_>> {
    const EXTENDING: [&str; 5] = ["(", ":", "< ", "extends ", "implements "];
    let symbols = &file.outline()?.symbols;
    let symbol = &symbols[index];
    let is_class = matches!(symbol.kind, SymbolKind::Class | SymbolKind::Interface);
    let is_top = is_class && !is_member(file, symbol);
    let (_, rest) = symbol.signature.split_once(symbol.name.as_str()).filter(|_| is_top)?;
    let extended = rest.trim_start();
    let is_extending = EXTENDING.iter().any(|word| extended.starts_with(word));
    // Members follow their type.
    let inside = symbols[index + 1..].iter().take_while(|next| next.parent >= Some(index));
    let members = inside.filter(|member| member.parent == Some(index));
    (is_extending && members.take(MAX_MINOR_MEMBERS + 1).count() <= MAX_MINOR_MEMBERS)
        .then_some((file.directory, extended))
}

/// Factor for a file that goes on with another, as `Token.Async.cs` does with `Token.cs`.
const FURTHER_PART: f64 = 0.8;

fn is_further_part(file: &FileNode, parsed: &FxHashSet<&str>) -> bool {
    let folder = file.path.len() - file.name().len();
    let mut words = file.name().split('.');
    let (stem, ending) = (words.next(), words.next_back());
    let (Some(stem), Some(ending), Some(_)) = (stem, ending, words.next()) else { return false };
    parsed.contains(format!("{}{stem}.{ending}", &file.path[..folder]).as_str())
}

/// Weights of the users of a file, and of the users of a symbol itself, in the symbol's score.
const USERS_OF_FILE: f64 = 0.15;
const USERS_OF_SYMBOL: f64 = 0.55;

/// Factor for a member, and for one of a module, which is there to be mixed in.
const MEMBER: f64 = 0.25;
const MIXED_IN_MEMBER: f64 = 0.7;

/// Factor for a member of a trait's implementation: the trait already says that it is there.
const TRAIT_IMPL_MEMBER: f64 = 0.1;

/// Factor for what entry points or the README name.
const PUBLIC_NAME: f64 = 1.6;

/// Factor for a test.
const TEST: f64 = 0.05;

/// Factor for what its own file alone can use.
const FILE_LOCAL: f64 = 0.25;

/// Factor for a declaration whose definition is elsewhere.
const BARE_DECLARATION: f64 = 0.6;

/// Factor for a macro that is a constant or a flag and takes nothing.
const PLAIN_MACRO: f64 = 0.4;

/// Factor for a name that nearly every project has.
const ROUTINE_NAME: f64 = 0.2;

fn symbol_score(
    file: &FileNode,
    outline: &Outline,
    index: usize,
    spread: Spread,
    signals: &Signals,
) -> f64 {
    let symbol = &outline.symbols[index];
    if symbol.is_local || symbol.name.is_empty() || symbol.kind == SymbolKind::Impl {
        return 0.0;
    }
    let parent = symbol.parent.map(|parent| &outline.symbols[parent]);
    let kind = if outline.is_module_with_members(index) {
        // It is mixed in or called like a class.
        SymbolKind::Class
    } else {
        symbol.kind
    };
    // A keyword occurs everywhere, whatever it names here; uses of a built-in type are not of what
    // extends it.
    let is_word = file.language.is_some_and(|language| {
        let config = &language.config;
        config.keywords.contains(&symbol.name) || config.graph.builtin_types.contains(&symbol.name)
    });
    let spread = if is_word { Spread::default() } else { spread };
    let mut score = spread.breadth().powf(USERS_OF_SYMBOL)
        * kind_factor(kind)
        * visibility_factor(symbol.visibility);
    if is_member(file, symbol) {
        // A member has a low score of its own and shares its type's; what is mixed in is there for
        // its members.
        let is_mixed_in = parent.is_some_and(|parent| parent.kind == SymbolKind::Module);
        score *= if is_mixed_in { MIXED_IN_MEMBER } else { MEMBER };
        if let Some(parent) = parent {
            score *=
                parent.visibility.map_or(1.0, |visibility| visibility_factor(Some(visibility)));
            if parent.kind == SymbolKind::Impl && parent.container.is_some() {
                score *= TRAIT_IMPL_MEMBER;
            }
        }
    } else if signals.public_names.contains(&symbol.name) {
        score *= PUBLIC_NAME;
    }
    if symbol.is_test {
        score *= TEST;
    }
    if is_file_local(file, symbol) {
        score *= FILE_LOCAL;
    }
    if symbol.node_type == DECLARATION {
        score *= BARE_DECLARATION;
    }
    if symbol.kind == SymbolKind::Macro && !symbol.signature.contains(['(', '!']) {
        score *= PLAIN_MACRO;
    }
    if is_plain_alias(symbol) {
        score *= PLAIN_ALIAS;
    }
    if symbol.name.starts_with("__") || is_routine(&symbol.name) {
        score *= ROUTINE_NAME;
    }
    score * focus_on_name(&symbol.name, &signals.focus)
}

/// Factor for another name of a type that has a name, as of numbers.
const PLAIN_ALIAS: f64 = 0.3;

/// Returns whether a definition gives a named type another name and says nothing more:
/// `typedef unsigned long size_t`.
fn is_plain_alias(symbol: &Symbol) -> bool {
    const TAGGED: [&str; 4] = ["struct", "union", "enum", "class"];
    let is_name = |word: &str| word.chars().all(is_word) && !TAGGED.contains(&word);
    // One that is written like a type of the project's own means something in its domain.
    symbol.kind == SymbolKind::Type
        && !symbol.name.contains(char::is_uppercase)
        && symbol
            .signature
            .strip_prefix("typedef ")
            .is_some_and(|rest| rest.split_whitespace().all(is_name))
}

/// Returns whether a name is one that nearly every project defines, and so not specific to this
/// one.
fn is_routine(name: &str) -> bool {
    const ROUTINE: [&str; 19] = [
        "main", "init", "setup", "teardown", "new", "default", "clone", "fmt", "drop", "toString",
        "String", "Error", "equals", "hashCode", "close", "run", "true", "false", "NULL",
    ];
    ROUTINE.contains(&name)
        || ["get", "set", "is"].iter().any(|verb| {
            name.strip_prefix(verb)
                .is_some_and(|rest| rest.starts_with(|letter: char| letter.is_uppercase()))
        })
}

const fn kind_factor(kind: SymbolKind) -> f64 {
    match kind {
        SymbolKind::Class
        | SymbolKind::Struct
        | SymbolKind::Trait
        | SymbolKind::Interface
        | SymbolKind::Enum => 1.8,
        SymbolKind::Type => 0.9,
        SymbolKind::Function | SymbolKind::Method => 1.0,
        SymbolKind::Macro => 0.3,
        SymbolKind::Constant | SymbolKind::Variable => 0.25,
        SymbolKind::Module | SymbolKind::Section => 0.15,
        SymbolKind::Constructor | SymbolKind::Field | SymbolKind::Property => 0.2,
        SymbolKind::Test
        | SymbolKind::Impl
        | SymbolKind::File
        | SymbolKind::Range
        | SymbolKind::Context => 0.05,
    }
}

const fn visibility_factor(visibility: Option<Visibility>) -> f64 {
    match visibility {
        Some(Visibility::Public) => 1.0,
        None => 0.8,
        Some(Visibility::Internal | Visibility::Protected) => 0.3,
        Some(Visibility::Private) => 0.08,
    }
}

/// Names of the files that mark a project's root.
static MANIFESTS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
    let markers = registry().all().iter().flat_map(|language| &language.config.project.markers);
    markers.map(String::as_str).collect()
});

/// Returns the factor for a file's class and place. Low-ranked files still count, and are shown if
/// there is space.
fn place_factor(file: &FileNode, signals: &Signals) -> f64 {
    const PERIPHERAL: f64 = 0.05;
    /// Of directories whose names say that nothing outside should use them.
    const INTERNAL: f64 = 0.5;
    /// Of files that say how a project is built.
    const MANIFEST: f64 = 0.2;
    let is_peripheral = signals.peripheral.get(file.directory).copied().unwrap_or_default();
    let is_internal = file.path.split('/').rev().skip(1).any(|folder| folder == "internal");
    let factor = class_factor(file.class, signals.include_dependencies).min(if is_peripheral {
        PERIPHERAL
    } else {
        1.0
    });
    let is_manifest = MANIFESTS.contains(file.name()) || file.stem() == "Makefile";
    factor * if is_internal { INTERNAL } else { 1.0 } * if is_manifest { MANIFEST } else { 1.0 }
}

fn class_factor(class: FileClass, include_dependencies: bool) -> f64 {
    let factor = |kind| match kind {
        FileKind::Vendored if include_dependencies => 1.0,
        FileKind::Vendored => 0.03,
        FileKind::Generated => 0.1,
        FileKind::Minified | FileKind::Locale => 0.01,
        FileKind::Test => 0.2,
        FileKind::Example | FileKind::Documentation => 0.05,
    };
    FileKind::ALL.into_iter().filter(|kind| class.has(*kind)).map(factor).fold(1.0, f64::min)
}

/// Marks the directories that are conventionally not the project's own code. Marks none if they
/// contain most of the code: then they are the project.
pub(super) fn peripheral(tree: &Tree) -> Vec<bool> {
    /// At either of the first two levels; the others only at the top, since below they are names of
    /// ordinary modules.
    const ANYWHERE: [&str; 8] = [
        "scripts",
        "benches",
        "benchmark",
        "benchmarks",
        "examples",
        "samples",
        "fixtures",
        "fuzz",
    ];
    const AT_TOP: [&str; 8] = ["script", "bench", "hack", "contrib", "ci", "dev", "tools", "utils"];
    let named: Vec<bool> = tree
        .directories
        .iter()
        .map(|directory| {
            let mut folders = directory.path.split('/');
            let top = folders.next().unwrap_or_default();
            let next = folders.next().unwrap_or_default();
            let is_code = top == "src" || top == "lib";
            // A project of .NET says what it is for at the end of its name: `App.Benchmarks`.
            let is_project = |folder: &str| {
                folder.rsplit_once('.').is_some_and(|(_, last)| {
                    ANYWHERE.iter().any(|name| name.eq_ignore_ascii_case(last))
                })
            };
            AT_TOP.contains(&top)
                || ANYWHERE.contains(&top)
                || !is_code && ANYWHERE.contains(&next)
                || is_project(top)
                || is_project(next)
        })
        .collect();
    let code = |file: &&FileNode| {
        file.language.is_some_and(|language| language.is_code()) && file.class.is_own_code()
    };
    let size = |is_wanted: &dyn Fn(&FileNode) -> bool| -> u64 {
        tree.files.iter().filter(code).filter(|file| is_wanted(file)).map(|file| file.size).sum()
    };
    if size(&|file| named[file.directory]) * 2 > size(&|_| true) {
        vec![false; named.len()]
    } else {
        named
    }
}

/// Weight of the users of a file that is not parsed yet.
const USERS_OF_UNREAD: f64 = 0.7;

/// Returns the score of a file by its name, place and users alone, for selecting what to parse.
pub(super) fn file_score(file: &FileNode, users: Spread, signals: &Signals) -> f64 {
    let size = if file.size < 200 { 0.3 } else { 1.0 };
    let entry = if file.is_entry_point() { 1.5 } else { 1.0 };
    let code =
        if file.language.is_some_and(|language| language.is_outlined_code()) { 1.0 } else { 0.05 };
    let depth = file.path.matches('/').count() as f64;
    users.breadth().powf(USERS_OF_UNREAD)
        * size
        * entry
        * code
        * 0.9f64.powf(depth)
        * place_factor(file, signals)
        * focus_on_path(&file.path, &signals.focus)
}

/// Factor for a match with the focus, large enough to outweigh everything else.
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
            if path == *word
                || path.starts_with(&format!("{word}/"))
                || file.split('.').next() == Some(word)
            {
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
