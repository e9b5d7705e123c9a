//! Symbols: the definitions in a file, as far as syntax determines them.

use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::ops::Range;

/// What a definition is. The set is closed: it is part of the public contract (`kind`, and
/// `node_type` in search, query and extract).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SymbolKind {
    Function,
    Method,
    Constructor,
    Class,
    Struct,
    Enum,
    Interface,
    Trait,
    Impl,
    Module,
    Type,
    Constant,
    Variable,
    Field,
    Property,
    Macro,
    Test,
    /// A heading and what stands under it, in prose.
    Section,
    /// A whole file; from `extract` only.
    File,
    /// A range of lines; from `extract` only.
    Range,
    /// Lines around a line that no definition encloses; from `extract` only.
    Context,
}

impl SymbolKind {
    pub const ALL: [SymbolKind; 21] = [
        SymbolKind::Function,
        SymbolKind::Method,
        SymbolKind::Constructor,
        SymbolKind::Class,
        SymbolKind::Struct,
        SymbolKind::Enum,
        SymbolKind::Interface,
        SymbolKind::Trait,
        SymbolKind::Impl,
        SymbolKind::Module,
        SymbolKind::Type,
        SymbolKind::Constant,
        SymbolKind::Variable,
        SymbolKind::Field,
        SymbolKind::Property,
        SymbolKind::Macro,
        SymbolKind::Test,
        SymbolKind::Section,
        SymbolKind::File,
        SymbolKind::Range,
        SymbolKind::Context,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            SymbolKind::Function => "function",
            SymbolKind::Method => "method",
            SymbolKind::Constructor => "constructor",
            SymbolKind::Class => "class",
            SymbolKind::Struct => "struct",
            SymbolKind::Enum => "enum",
            SymbolKind::Interface => "interface",
            SymbolKind::Trait => "trait",
            SymbolKind::Impl => "impl",
            SymbolKind::Module => "module",
            SymbolKind::Type => "type",
            SymbolKind::Constant => "constant",
            SymbolKind::Variable => "variable",
            SymbolKind::Field => "field",
            SymbolKind::Property => "property",
            SymbolKind::Macro => "macro",
            SymbolKind::Test => "test",
            SymbolKind::Section => "section",
            SymbolKind::File => "file",
            SymbolKind::Range => "range",
            SymbolKind::Context => "context",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }

    /// Returns whether definitions of this kind have members.
    pub const fn is_container(self) -> bool {
        matches!(
            self,
            SymbolKind::Class
                | SymbolKind::Struct
                | SymbolKind::Enum
                | SymbolKind::Interface
                | SymbolKind::Trait
                | SymbolKind::Impl
                | SymbolKind::Module
        )
    }

    /// Returns whether the kind names a type.
    pub const fn is_type(self) -> bool {
        matches!(
            self,
            SymbolKind::Class
                | SymbolKind::Struct
                | SymbolKind::Enum
                | SymbolKind::Interface
                | SymbolKind::Trait
                | SymbolKind::Type
        )
    }

    /// Returns whether objects are made of types of this kind, which run what these begin with.
    pub const fn is_class(self) -> bool {
        matches!(self, SymbolKind::Class | SymbolKind::Struct)
    }

    /// Returns whether definitions of this kind may have a value.
    pub const fn has_value(self) -> bool {
        matches!(
            self,
            SymbolKind::Constant | SymbolKind::Variable | SymbolKind::Field | SymbolKind::Property
        )
    }

    /// Returns whether definitions of this kind bind their name, as the title of a test does not,
    /// nor an `impl` the name of its type.
    pub const fn binds_its_name(self) -> bool {
        !matches!(self, SymbolKind::Impl | SymbolKind::Test)
    }

    /// Returns whether definitions of this kind can be called by their own name.
    pub const fn is_callable(self) -> bool {
        matches!(
            self,
            SymbolKind::Function
                | SymbolKind::Method
                | SymbolKind::Constructor
                | SymbolKind::Macro
                | SymbolKind::Test
        )
    }
}

/// Who may use a definition, as its own declaration says. `None` where the language does not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    Public,
    /// Visible in the package, crate or module only (`pub(crate)`, package-private, not exported).
    Internal,
    Protected,
    Private,
}

impl Visibility {
    pub const fn as_str(self) -> &'static str {
        match self {
            Visibility::Public => "public",
            Visibility::Internal => "internal",
            Visibility::Protected => "protected",
            Visibility::Private => "private",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        [Visibility::Public, Visibility::Internal, Visibility::Protected, Visibility::Private]
            .into_iter()
            .find(|visibility| visibility.as_str() == word)
    }
}

/// Lines of a file, 1-based and inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct LineRange {
    pub start: usize,
    pub end: usize,
}

impl LineRange {
    pub const fn contains(self, line: usize) -> bool {
        self.start <= line && line <= self.end
    }

    pub const fn len(self) -> usize {
        self.end + 1 - self.start
    }

    pub const fn is_empty(self) -> bool {
        self.end < self.start
    }
}

impl std::fmt::Display for LineRange {
    /// `12`, or `12-30`.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.start == self.end {
            write!(formatter, "{}", self.start)
        } else {
            write!(formatter, "{}-{}", self.start, self.end)
        }
    }
}

/// One definition in one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    pub name: String,
    pub kind: SymbolKind,
    pub visibility: Option<Visibility>,
    /// Declaration on one line, as a programmer would write it, without its body. Not shortened.
    pub signature: String,
    /// The first line of its documentation, without comment marks.
    pub doc: Option<String>,
    /// The grammar's own name of the node, such as `function_item`.
    pub node_type: &'static str,
    /// The line of the identifier (of the definition, where it has none), 1-based.
    pub line: usize,
    /// All lines of the definition, with decorators and attributes, without documentation before
    /// it.
    pub lines: LineRange,
    /// First line with all that belongs to it: documentation, then decorators, then the definition.
    pub first_line: usize,
    /// Last line of its header: the end of the signature, before the body.
    pub header_end: usize,
    /// Bytes of the definition in the decoded text, decorators included.
    pub bytes: Range<usize>,
    /// Bytes of the identifier in the decoded text; empty, at the definition's start, where it has
    /// none.
    pub name_bytes: Range<usize>,
    /// Index of the definition it is nested in, within the same outline.
    pub parent: Option<usize>,
    /// Type that it belongs to if nesting does not show it: a Go receiver, the `Foo` of C++
    /// `Foo::bar`. For a Rust `impl` it is the implemented trait's name, and the symbol's own name
    /// is the type's.
    pub container: Option<String>,
    /// The whole of a name that is qualified in one token (`Plug.Session.Store`), of which `name`
    /// is the last part.
    pub qualified: Option<String>,
    /// Marked as a test by the language's own means (an attribute, a naming rule, a test module).
    pub is_test: bool,
    /// A test itself, which its framework runs, and not only code for tests.
    pub is_test_case: bool,
    /// True if nested in a function's body, so that it cannot be named from outside.
    pub is_local: bool,
}

impl Symbol {
    /// Returns its name as it is written, with the qualifier in its token.
    pub fn full_name(&self) -> &str {
        self.qualified.as_ref().unwrap_or(&self.name)
    }

    /// Returns what stands before its name in the token that qualifies it: `Plug.Session`.
    pub fn qualifier(&self) -> Option<&str> {
        let above = self.qualified.as_ref()?.strip_suffix(&self.name)?;
        Some(above.trim_end_matches(['.', ':', '\\']))
    }
}

/// Definitions of a file, in source order, parents before their children.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outline {
    pub symbols: Vec<Symbol>,
    /// Reasons why the outline is incomplete.
    pub gaps: Vec<OutlineGap>,
    /// True if functions of a module are members of it, as of a class: in Ruby, not in Rust.
    pub has_module_members: bool,
}

/// A reason why an outline is incomplete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutlineGap {
    /// The parse was stopped because of the work that it takes.
    NotParsed,
    /// Only the first `parsed` bytes of a text were parsed.
    ParsedBytes { parsed: u64, of: u64 },
    /// Only some of the definitions are in the outline.
    Names { shown: usize, of: usize },
    /// Only the first `read` bytes of a file were read.
    ReadBytes { read: u64, of: u64 },
}

impl fmt::Display for OutlineGap {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `3 MB of 300 MB`: what was read is rounded down, all of it up.
        let share = |part: u64, of: u64| {
            let (shift, unit) = if part < 1 << 20 { (10, "KB") } else { (20, "MB") };
            format!("{} {unit} of {} {unit}", part >> shift, of.div_ceil(1 << shift))
        };
        match *self {
            Self::NotParsed => {
                formatter.write_str("not parsed: its syntax takes too much work to read")
            }
            Self::ParsedBytes { parsed, of } => {
                write!(formatter, "outline of the first {}", share(parsed, of))
            }
            Self::Names { shown, of } => write!(formatter, "outline of {shown} of {of} names"),
            Self::ReadBytes { read, of } => {
                write!(formatter, "only the first {} were read", share(read, of))
            }
        }
    }
}

impl Outline {
    /// Definition that a symbol is a member of by nesting: a type, or a module whose functions are
    /// members.
    pub fn type_around(&self, symbol: &Symbol) -> Option<usize> {
        let parent = symbol.parent?;
        let is_function = matches!(
            symbol.kind,
            SymbolKind::Function | SymbolKind::Method | SymbolKind::Property | SymbolKind::Macro
        );
        let is_module = self.symbols[parent].kind == SymbolKind::Module;
        (!is_module || self.has_module_members && is_function).then_some(parent)
    }

    /// Returns whether a module has members of its own, and so is more than a namespace.
    pub fn is_module_with_members(&self, index: usize) -> bool {
        // What is nested in it follows it.
        let mut inside =
            self.symbols[index + 1..].iter().take_while(|next| next.parent >= Some(index));
        self.has_module_members
            && self.symbols[index].kind == SymbolKind::Module
            && inside.any(|next| self.type_around(next) == Some(index))
    }

    /// Name of the type that a symbol is a member of, by nesting or by its `container`.
    pub fn owner(&self, index: usize) -> Option<&str> {
        let symbol = self.symbols.get(index)?;
        match self.type_around(symbol) {
            Some(parent) => Some(self.symbols[parent].name.as_str()),
            None => symbol.container.as_deref().filter(|_| symbol.kind != SymbolKind::Impl),
        }
    }

    /// Names on the path to a symbol, outermost first, itself last; an `impl` counts by its type's
    /// name.
    pub fn path_of(&self, index: usize) -> Vec<&str> {
        let mut names = Vec::new();
        let mut next = Some(index);
        while let Some(at) = next {
            let symbol = &self.symbols[at];
            names.push(symbol.full_name());
            // Within a type, the nesting already gives the owner.
            let is_outside =
                symbol.parent.is_none_or(|parent| self.symbols[parent].kind == SymbolKind::Module);
            if is_outside
                && symbol.kind != SymbolKind::Impl
                && let Some(container) = &symbol.container
            {
                names.push(container);
            }
            next = symbol.parent;
        }
        names.reverse();
        names
    }

    /// Index of the innermost definition whose lines (documentation and decorators included)
    /// contain `line`.
    pub fn enclosing(&self, line: usize) -> Option<usize> {
        let mut best: Option<usize> = None;
        for (index, symbol) in self.symbols.iter().enumerate() {
            if symbol.first_line <= line && line <= symbol.lines.end {
                let tighter = best.is_none_or(|other| {
                    let other = &self.symbols[other];
                    symbol.lines.end - symbol.first_line <= other.lines.end - other.first_line
                });
                if tighter {
                    best = Some(index);
                }
            }
        }
        best
    }

    /// For each line from 0 to `lines`, the result of [`Self::enclosing`].
    pub fn enclosing_by_line(&self, lines: usize) -> Vec<Option<usize>> {
        let mut order: Vec<usize> = (0..self.symbols.len()).collect();
        order.sort_by_key(|index| self.symbols[*index].first_line);
        let mut next = order.into_iter().peekable();
        // The smallest first, among equals the last.
        let mut open: BinaryHeap<(Reverse<usize>, usize)> = BinaryHeap::new();
        let at = |line: usize| {
            while let Some(index) = next.next_if(|index| self.symbols[*index].first_line <= line) {
                let symbol = &self.symbols[index];
                open.push((Reverse(symbol.lines.end.saturating_sub(symbol.first_line)), index));
            }
            while open.peek().is_some_and(|(_, index)| self.symbols[*index].lines.end < line) {
                open.pop();
            }
            open.peek().map(|(_, index)| *index)
        };
        (0..=lines).map(at).collect()
    }

    pub fn children(&self, parent: Option<usize>) -> impl Iterator<Item = usize> {
        self.symbols
            .iter()
            .enumerate()
            .filter(move |(_, symbol)| symbol.parent == parent)
            .map(|(index, _)| index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enclosing_symbols_of_all_lines_equal_those_of_each() {
        let symbol = |first_line: usize, end: usize| Symbol {
            name: String::new(),
            kind: SymbolKind::Function,
            visibility: None,
            signature: String::new(),
            doc: None,
            node_type: "",
            line: first_line,
            lines: LineRange { start: first_line, end },
            first_line,
            header_end: first_line,
            bytes: 0..0,
            name_bytes: 0..0,
            parent: None,
            container: None,
            qualified: None,
            is_test: false,
            is_test_case: false,
            is_local: false,
        };
        // Nested, side by side, on one line, of equal size, overlapping.
        let ranges = [(2, 9), (3, 4), (3, 3), (3, 3), (5, 8), (7, 10), (12, 12), (1, 14), (12, 20)];
        let outline = Outline {
            symbols: ranges.map(|(first, end)| symbol(first, end)).to_vec(),
            ..Outline::default()
        };
        let each: Vec<Option<usize>> = (0..=22).map(|line| outline.enclosing(line)).collect();
        assert_eq!(outline.enclosing_by_line(22), each);
    }
}
