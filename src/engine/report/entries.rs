//! Definitions of a file as entries of a report: visibility, complexity, and the lines to read.

use super::uses::Users;
use crate::domain::{LineRange, Outline, Symbol, SymbolKind, Visibility, is_word};
use crate::engine::graph::semantics;
use crate::lang::Language;
use crate::workspace::names::{FileSyntax, NameFacts, Role};
use crate::workspace::{Branches, Text};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// One definition of the file.
#[derive(Debug, Clone)]
pub struct Entry {
    pub name: String,
    pub kind: SymbolKind,
    /// Qualified name of its container.
    pub container: Option<String>,
    /// Trait that it implements, or to whose implementation it belongs.
    pub implements: Option<String>,
    pub visibility: Option<Visibility>,
    /// True if other files may refer to it, by its declaration and the enclosing ones.
    pub exported: bool,
    /// The definition with its decorators.
    pub lines: LineRange,
    /// Line of its name.
    pub line: usize,
    pub signature: String,
    pub doc: Option<String>,
    /// Names of a type's members that are not entries of their own: fields, variants, properties.
    pub fields: Vec<String>,
    /// Number of different names called in it; of callables only.
    pub fanout: Option<usize>,
    /// Cyclomatic complexity: 1 plus the branches in it, without named functions inside; of
    /// callables only, and `None` if the language has no branch query.
    pub complexity: Option<usize>,
    pub flags: Vec<Flag>,
    /// Lines to read: the definition and its documentation.
    pub read: LineRange,
    /// The same lines as a target for `extract`.
    pub target: String,
    /// Its users. `None` if they were not searched for.
    pub users: Option<Users>,
    /// Index in the file's outline.
    pub(super) index: u32,
}

/// Notable property of a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Flag {
    Test,
    Deprecated,
    /// Complexity above `COMPLEX`.
    Complex,
    /// Callable of more than `LONG` lines.
    Long,
    /// Fanout of `HIGH_FANOUT` or more.
    HighFanout,
    /// Callable that only calls one other.
    Wrapper,
    /// Used in `HUB` other files or more.
    Hub,
    /// The project's text contains the name only at its definition.
    Unused,
    /// An earlier entry is an overload of the same definition and has the users of both.
    Overload,
}

/// `McCabe`'s own limit.
pub(super) const COMPLEX: usize = 10;
pub(super) const LONG: usize = 100;
pub(super) const HIGH_FANOUT: usize = 15;
pub(super) const HUB: usize = 10;

/// Maximum number of definitions of one name among which a path is looked for that only one has;
/// more are named by their lines, as each would be compared with each.
const MAX_NAMESAKES: usize = 256;

/// Maximum number of lines of a wrapper's body, with the closing line.
const WRAPPER_LINES: usize = 2;

impl Flag {
    pub const fn as_str(self) -> &'static str {
        match self {
            Flag::Test => "test",
            Flag::Deprecated => "deprecated",
            Flag::Complex => "complex",
            Flag::Long => "long",
            Flag::HighFanout => "high-fanout",
            Flag::Wrapper => "wrapper",
            Flag::Hub => "hub",
            Flag::Unused => "unused",
            Flag::Overload => "overload",
        }
    }
}

impl Entry {
    /// Returns the name qualified with its container, in a language's notation.
    pub fn qualified(&self, separator: &str) -> String {
        match &self.container {
            Some(container) => format!("{container}{separator}{}", self.name),
            None => self.name.clone(),
        }
    }

    pub fn has(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    pub(super) fn flag(&mut self, flag: Flag) {
        if let Err(place) = self.flags.binary_search(&flag) {
            self.flags.insert(place, flag);
        }
    }
}

/// Returns the entries of a file, in source order.
pub(super) fn entries(
    text: &Text,
    syntax: &FileSyntax,
    branches: &Branches,
    path: &str,
) -> Vec<Entry> {
    let Some(language) = syntax.facts.language else { return Vec::new() };
    let outline = &syntax.facts.outline;
    let exports = Exports::new(outline, language, &text.content);
    let mut named: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut members: HashMap<usize, Vec<usize>> = HashMap::new();
    for (index, symbol) in outline.symbols.iter().enumerate() {
        named.entry(&symbol.name).or_default().push(index);
        symbol.parent.into_iter().for_each(|parent| members.entry(parent).or_default().push(index));
    }
    let maker = Maker {
        text,
        language,
        outline,
        named,
        members,
        names: &syntax.names,
        branches,
        exports,
        path,
    };
    let symbols = (0..outline.symbols.len()).filter(|index| is_entry(outline, *index));
    let mut entries: Vec<Entry> = symbols.map(|index| maker.entry(index)).collect();
    if syntax.facts.class.is_test() {
        entries.iter_mut().for_each(|entry| entry.flag(Flag::Test));
    }
    entries
}

/// Returns whether a symbol is an entry of its own. Local ones are not relevant to other files,
/// fields are listed with their type, and an inherent `impl` only groups its methods.
fn is_entry(outline: &Outline, index: usize) -> bool {
    let symbol = &outline.symbols[index];
    let is_hidden = symbol.is_local || symbol.name.is_empty() && symbol.kind != SymbolKind::Impl;
    !is_hidden
        && !is_field(outline, symbol)
        && (symbol.kind != SymbolKind::Impl || symbol.container.is_some())
}

fn is_field(outline: &Outline, symbol: &Symbol) -> bool {
    let is_member =
        symbol.parent.is_some_and(|parent| outline.symbols[parent].kind != SymbolKind::Module);
    let is_data = match symbol.kind {
        SymbolKind::Field | SymbolKind::Constant | SymbolKind::Variable => true,
        // An associated type.
        SymbolKind::Type => true,
        // Some properties are functions.
        SymbolKind::Property => !is_function(symbol),
        _ => false,
    };
    is_member && is_data
}

/// Returns whether a symbol has a body that runs.
fn is_function(symbol: &Symbol) -> bool {
    symbol.kind.is_callable()
        || ["function", "method"].iter().any(|word| symbol.node_type.contains(word))
}

struct Maker<'a> {
    text: &'a Text,
    language: &'static Language,
    outline: &'a Outline,
    /// Symbols by name, and the direct members of each symbol.
    named: HashMap<&'a str, Vec<usize>>,
    members: HashMap<usize, Vec<usize>>,
    names: &'a NameFacts,
    branches: &'a Branches,
    exports: Exports<'a>,
    path: &'a str,
}

impl Maker<'_> {
    fn entry(&self, index: usize) -> Entry {
        let symbol = &self.outline.symbols[index];
        let is_function = is_function(symbol);
        let read = LineRange { start: symbol.first_line, end: symbol.lines.end };
        let fanout = is_function.then(|| self.fanout(symbol));
        let complexity = if is_function { self.complexity(index) } else { None };
        let parent = symbol.parent.map(|parent| &self.outline.symbols[parent]);
        let implements = match symbol.kind {
            SymbolKind::Impl => symbol.container.clone(),
            _ => parent
                .filter(|parent| parent.kind == SymbolKind::Impl)
                .and_then(|parent| parent.container.clone()),
        };
        Entry {
            name: symbol.name.clone(),
            kind: symbol.kind,
            container: self.container(index),
            implements,
            visibility: symbol.visibility,
            exported: self.exports.is_exported(index),
            lines: symbol.lines,
            line: symbol.line,
            signature: symbol.signature.clone(),
            doc: symbol.doc.clone(),
            fields: self.fields(index),
            fanout,
            complexity,
            flags: self.flags(symbol, is_function, fanout, complexity),
            read,
            target: self.target(index, read),
            users: None,
            index: u32::try_from(index).unwrap_or(u32::MAX),
        }
    }

    /// Returns the qualified name of the entry's container.
    fn container(&self, index: usize) -> Option<String> {
        let path = self.outline.path_of(index);
        let (_, around) = path.split_last()?;
        (!around.is_empty()).then(|| around.join(&self.language.config.separator))
    }

    fn fields(&self, index: usize) -> Vec<String> {
        let children = self
            .members
            .get(&index)
            .into_iter()
            .flatten()
            .map(|child| &self.outline.symbols[*child]);
        let mut fields: Vec<String> = children
            .filter(|child| is_field(self.outline, child))
            .map(|child| child.name.clone())
            .collect();
        // A name that is assigned in two branches is one field.
        let mut seen = HashSet::new();
        fields.retain(|field| seen.insert(field.clone()));
        fields
    }

    fn fanout(&self, symbol: &Symbol) -> usize {
        let inside = self.names.uses_in(symbol.bytes.clone()).iter();
        let called: HashSet<&str> = inside
            .filter(|found| found.role == Role::Call)
            .map(|found| found.span.of(&self.text.content))
            .filter(|name| *name != symbol.name)
            .collect();
        called.len()
    }

    fn complexity(&self, index: usize) -> Option<usize> {
        let symbol = &self.outline.symbols[index];
        let own = |other: &&Symbol| {
            is_function(other)
                && other.bytes.start > symbol.bytes.start
                && other.bytes.end <= symbol.bytes.end
                && !other.name_bytes.is_empty()
        };
        let later = self.outline.symbols[index + 1..]
            .iter()
            .take_while(|other| other.bytes.start < symbol.bytes.end);
        let without: Vec<Range<usize>> =
            later.filter(own).map(|other| other.bytes.clone()).collect();
        self.branches.count(&symbol.bytes, &without).map(|branches| branches + 1)
    }

    fn flags(
        &self,
        symbol: &Symbol,
        is_function: bool,
        fanout: Option<usize>,
        complexity: Option<usize>,
    ) -> Vec<Flag> {
        let is_wrapper = is_function
            && fanout == Some(1)
            && complexity == Some(1)
            && symbol.lines.end.saturating_sub(symbol.header_end) <= WRAPPER_LINES;
        let flags = [
            (Flag::Test, symbol.is_test),
            (Flag::Deprecated, self.is_deprecated(symbol)),
            (Flag::Complex, complexity.is_some_and(|complexity| complexity > COMPLEX)),
            (Flag::Long, is_function && symbol.lines.len() > LONG),
            (Flag::HighFanout, fanout.is_some_and(|fanout| fanout >= HIGH_FANOUT)),
            (Flag::Wrapper, is_wrapper),
        ];
        flags.into_iter().filter(|(_, holds)| *holds).map(|(flag, _)| flag).collect()
    }

    /// Returns whether its documentation or its decorators mark it as deprecated.
    fn is_deprecated(&self, symbol: &Symbol) -> bool {
        const MARKS: [&str; 4] = ["#[deprecated", "@deprecated", "Deprecated:", "[Obsolete"];
        /// Bytes of a very long line that are looked at before and behind the definition.
        const AROUND: usize = 4 << 10;
        let (content, at) = (&self.text.content, symbol.bytes.start);
        let lines = symbol.first_line..=symbol.line;
        lines.filter_map(|line| self.text.line_range(line)).any(|Range { start, end }| {
            let is_long = end - start > 2 * AROUND;
            let from = if is_long { at.saturating_sub(AROUND).clamp(start, end) } else { start };
            let to = if is_long { (at + AROUND).clamp(from, end) } else { end };
            let around = content.floor_char_boundary(from)..content.ceil_char_boundary(to);
            MARKS.iter().any(|mark| content[around.clone()].contains(mark))
        })
    }

    /// Returns the target of an entry: its name if that is unique in the file, else its lines.
    fn target(&self, index: usize, read: LineRange) -> String {
        let names = self.outline.path_of(index);
        let is_plain = names.iter().all(|name| !name.is_empty() && name.chars().all(is_word));
        let symbols = &self.outline.symbols;
        let is_same = |other: usize| {
            symbols[other].kind != SymbolKind::Impl && self.outline.path_of(other).ends_with(&names)
        };
        let namesakes = &self.named[&*symbols[index].name];
        let is_only = symbols[index].kind != SymbolKind::Impl
            && namesakes.len() <= MAX_NAMESAKES
            && namesakes.iter().all(|other| *other == index || !is_same(*other));
        if is_plain && is_only {
            format!("{}#{}", self.path, names.join("."))
        } else {
            format!("{}:{}-{}", self.path, read.start, read.end)
        }
    }
}

/// Rules for which definitions are visible to other files.
struct Exports<'a> {
    outline: &'a Outline,
    language: &'static Language,
    /// Names that the file itself declares as exported, if it does.
    declared: Option<HashSet<&'a str>>,
    /// The first type of each name.
    types: HashMap<&'a str, usize>,
}

/// Maximum number of types and modules around a definition.
const MAX_AROUND: usize = 64;

impl<'a> Exports<'a> {
    fn new(outline: &'a Outline, language: &'static Language, text: &'a str) -> Self {
        let declared = semantics::of(language).exported_names(text);
        let mut types = HashMap::new();
        for (index, symbol) in outline.symbols.iter().enumerate() {
            if symbol.kind.is_type() && !symbol.is_local {
                types.entry(symbol.name.as_str()).or_insert(index);
            }
        }
        Self { outline, language, declared, types }
    }

    fn is_exported(&self, index: usize) -> bool {
        let mut index = index;
        // A type may be written as one within itself.
        for _ in 0..MAX_AROUND {
            let symbol = &self.outline.symbols[index];
            if symbol.is_local {
                return false;
            }
            let around = self.around(index);
            if around.is_none()
                && let Some(declared) = &self.declared
            {
                return declared.contains(symbol.name.as_str());
            }
            if !self.is_open(symbol) {
                return false;
            }
            let Some(around) = around else { return true };
            index = around;
        }
        false
    }

    /// Returns the type or module that a definition belongs to, if it is in this file.
    fn around(&self, index: usize) -> Option<usize> {
        let symbol = &self.outline.symbols[index];
        let name = match symbol.parent {
            // Members of an implementation belong to the type, wherever the implementation is.
            _ if symbol.kind == SymbolKind::Impl => &symbol.name,
            Some(parent) if self.outline.symbols[parent].kind == SymbolKind::Impl => {
                &self.outline.symbols[parent].name
            }
            Some(parent) => return Some(parent),
            None => symbol.container.as_ref()?,
        };
        self.types.get(name.as_str()).copied()
    }

    /// Returns whether its own declaration makes it visible to other files.
    fn is_open(&self, symbol: &Symbol) -> bool {
        match symbol.visibility {
            None | Some(Visibility::Public) => true,
            Some(Visibility::Protected | Visibility::Private) => false,
            // Package visibility by keyword is visible to other files; file visibility by default
            // is not.
            Some(Visibility::Internal) => {
                let words = self.language.config.visibility.words.iter();
                let mut internal =
                    words.filter(|(_, word)| Visibility::from(**word) == Visibility::Internal);
                internal.any(|(word, _)| {
                    symbol.signature.split_whitespace().any(|part| part.starts_with(word))
                })
            }
        }
    }
}
