//! What a file defines, as a report tells it: who may use it, how much goes on in it, and how to read it.

use super::uses::Users;
use crate::domain::{LineRange, Outline, Symbol, SymbolKind, Visibility};
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
    /// What it is a member of.
    pub container: Option<String>,
    /// The trait whose implementation it is part of, or is.
    pub implements: Option<String>,
    pub visibility: Option<Visibility>,
    /// Other files may name it, as its declaration and those around it say.
    pub exported: bool,
    /// The definition with its decorators.
    pub lines: LineRange,
    /// The line of its name.
    pub line: usize,
    pub signature: String,
    pub doc: Option<String>,
    /// Names of what a type holds and what is no entry of its own: fields, variants, properties.
    pub fields: Vec<String>,
    /// Different names that are called in it; of callables only.
    pub fanout: Option<usize>,
    /// Cyclomatic: 1 and the branches in it, functions with a name of their own left out; of callables only, and `None`
    /// where the language does not say what branches.
    pub complexity: Option<usize>,
    pub flags: Vec<Flag>,
    /// The lines to read: the definition and its documentation.
    pub read: LineRange,
    /// The same for `extract`.
    pub target: String,
    /// Who uses it. `None`: not looked for.
    pub users: Option<Users>,
    /// Its place in the file's outline.
    pub(super) index: u32,
}

/// What is worth knowing of a definition at a glance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Flag {
    Test,
    Deprecated,
    /// A complexity above `COMPLEX`.
    Complex,
    /// A callable of more than `LONG` lines.
    Long,
    /// A fanout of `HIGH_FANOUT` or more.
    HighFanout,
    /// It does nothing but call one thing.
    Wrapper,
    /// Used in `HUB` other files or more.
    Hub,
    /// The project's text mentions the name nowhere but where it is defined.
    Unused,
    /// Another definition of the same thing comes before it, and has the users of both.
    Overload,
}

/// McCabe's own limit.
pub(super) const COMPLEX: usize = 10;
pub(super) const LONG: usize = 100;
pub(super) const HIGH_FANOUT: usize = 15;
pub(super) const HUB: usize = 10;

/// Lines of a wrapper's body at most, with the one that closes it.
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
    /// The name with what it is a member of, in a language's notation.
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

/// The entries of a file, in source order.
pub(super) fn entries(text: &Text, syntax: &FileSyntax, branches: &Branches, path: &str) -> Vec<Entry> {
    let Some(language) = syntax.facts.language else { return Vec::new() };
    let outline = &syntax.facts.outline;
    let exports = Exports::new(outline, language, &text.content);
    let mut named: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut members: HashMap<usize, Vec<usize>> = HashMap::new();
    for (index, symbol) in outline.symbols.iter().enumerate() {
        named.entry(&symbol.name).or_default().push(index);
        symbol.parent.into_iter().for_each(|parent| members.entry(parent).or_default().push(index));
    }
    let maker = Maker { text, language, outline, named, members, names: &syntax.names, branches, exports, path };
    let symbols = (0..outline.symbols.len()).filter(|index| is_entry(outline, *index));
    let mut entries: Vec<Entry> = symbols.map(|index| maker.entry(index)).collect();
    if syntax.facts.class.is_test() {
        entries.iter_mut().for_each(|entry| entry.flag(Flag::Test));
    }
    entries
}

/// Whether a symbol stands for itself. Local ones are nobody's business, fields are told with their type, and an `impl`
/// of a type's own methods is only where these stand.
fn is_entry(outline: &Outline, index: usize) -> bool {
    let symbol = &outline.symbols[index];
    let is_hidden = symbol.is_local || symbol.name.is_empty() && symbol.kind != SymbolKind::Impl;
    !is_hidden && !is_field(outline, symbol) && (symbol.kind != SymbolKind::Impl || symbol.container.is_some())
}

fn is_field(outline: &Outline, symbol: &Symbol) -> bool {
    let is_member = symbol.parent.is_some_and(|parent| outline.symbols[parent].kind != SymbolKind::Module);
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

/// Whether a symbol has code of its own to run.
fn is_function(symbol: &Symbol) -> bool {
    symbol.kind.is_callable() || ["function", "method"].iter().any(|word| symbol.node_type.contains(word))
}

struct Maker<'a> {
    text: &'a Text,
    language: &'static Language,
    outline: &'a Outline,
    /// The symbols of each name, and those directly in each symbol.
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
            _ => parent.filter(|parent| parent.kind == SymbolKind::Impl).and_then(|parent| parent.container.clone()),
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

    /// The names around the entry's own.
    fn container(&self, index: usize) -> Option<String> {
        let path = self.outline.path_of(index);
        let (_, around) = path.split_last()?;
        (!around.is_empty()).then(|| around.join(&self.language.config.separator))
    }

    fn fields(&self, index: usize) -> Vec<String> {
        let children = self.members.get(&index).into_iter().flatten().map(|child| &self.outline.symbols[*child]);
        let mut fields: Vec<String> =
            children.filter(|child| is_field(self.outline, child)).map(|child| child.name.clone()).collect();
        // A name that is assigned in two branches is one.
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
        let later = self.outline.symbols[index + 1..].iter().take_while(|other| other.bytes.start < symbol.bytes.end);
        let without: Vec<Range<usize>> = later.filter(own).map(|other| other.bytes.clone()).collect();
        self.branches.count(&symbol.bytes, &without).map(|branches| branches + 1)
    }

    fn flags(&self, symbol: &Symbol, is_function: bool, fanout: Option<usize>, complexity: Option<usize>) -> Vec<Flag> {
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

    /// Whether its documentation or its decorators say so.
    fn is_deprecated(&self, symbol: &Symbol) -> bool {
        const MARKS: [&str; 4] = ["#[deprecated", "@deprecated", "Deprecated:", "[Obsolete"];
        let lines = (symbol.first_line..=symbol.line).filter_map(|line| self.text.line(line));
        lines.map(str::trim_start).any(|line| MARKS.iter().any(|mark| line.contains(mark)))
    }

    /// The entry by its name where the file has no other of it, else by its lines.
    fn target(&self, index: usize, read: LineRange) -> String {
        let names = self.outline.path_of(index);
        let is_plain = names.iter().all(|name| {
            !name.is_empty() && name.chars().all(|character| character.is_alphanumeric() || character == '_')
        });
        let symbols = &self.outline.symbols;
        let is_same =
            |other: usize| symbols[other].kind != SymbolKind::Impl && self.outline.path_of(other).ends_with(&names);
        let is_only = symbols[index].kind != SymbolKind::Impl
            && self.named[&*symbols[index].name].iter().all(|other| *other == index || !is_same(*other));
        if is_plain && is_only {
            format!("{}#{}", self.path, names.join("."))
        } else {
            format!("{}:{}-{}", self.path, read.start, read.end)
        }
    }
}

/// Which definitions other files may name.
struct Exports<'a> {
    outline: &'a Outline,
    language: &'static Language,
    /// The names that the file itself says it offers, where it does.
    declared: Option<HashSet<&'a str>>,
}

impl<'a> Exports<'a> {
    fn new(outline: &'a Outline, language: &'static Language, text: &'a str) -> Self {
        Self { outline, language, declared: semantics::of(language).exported_names(text) }
    }

    fn is_exported(&self, index: usize) -> bool {
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
        self.is_open(symbol) && around.is_none_or(|around| self.is_exported(around))
    }

    /// The type or module that a definition belongs to, where this file has it.
    fn around(&self, index: usize) -> Option<usize> {
        let symbol = &self.outline.symbols[index];
        let name = match symbol.parent {
            // What is implemented for a type is the type's, wherever that is written.
            _ if symbol.kind == SymbolKind::Impl => &symbol.name,
            Some(parent) if self.outline.symbols[parent].kind == SymbolKind::Impl => &self.outline.symbols[parent].name,
            Some(parent) => return Some(parent),
            None => symbol.container.as_ref()?,
        };
        let is_type = |symbol: &Symbol| symbol.name == *name && symbol.kind.is_type() && !symbol.is_local;
        self.outline.symbols.iter().position(is_type)
    }

    /// What its own declaration says.
    fn is_open(&self, symbol: &Symbol) -> bool {
        match symbol.visibility {
            None | Some(Visibility::Public) => true,
            Some(Visibility::Protected | Visibility::Private) => false,
            // Kept to the package by a word is open to its other files; kept to the file by saying nothing is not.
            Some(Visibility::Internal) => {
                let words = self.language.config.visibility.words.iter();
                let mut internal = words.filter(|(_, word)| Visibility::from(**word) == Visibility::Internal);
                internal.any(|(word, _)| symbol.signature.split_whitespace().any(|part| part.starts_with(word)))
            }
        }
    }
}
