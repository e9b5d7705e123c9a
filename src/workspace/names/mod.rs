//! Roles of the identifiers of a file: uses and calls with their qualifiers, scopes and local
//! names, members and their types, imports, supertypes. Everything that name binding needs, so that
//! no tree has to be kept.
//!
//! [`NameFacts`] hold for one file. Which definition a use refers to is determined by the graph.

mod apart;
mod blocks;
mod cases;
mod collect;
mod counts;
mod expression;
mod imports;
mod index;
mod macro_text;
mod narrowed;
mod objects;
mod record;
mod results;
mod unbound;
mod uses_by_name;
mod weight;

pub use apart::Apart;
pub use blocks::{Block, BlockForm, Passed};
pub use cases::Case;
pub use collect::facts_of_tree;
pub use counts::NamedArgument;
pub use expression::{
    Expression, ExpressionId, Listed, ObjectLiteral, Produced, Property, Required, Returned, Taken,
    Type, TypeAlias, TypeId, TypeList, TypedObject,
};
pub use index::around::Ranges;
pub use narrowed::Narrowed;
pub use objects::PassedObject;

use super::outline::outline_of;
use super::parse::{Parsed, parse, parse_without, parsed_part};
use super::{Fact, FileEntry, FileFacts, Snapshot, Text};
use crate::lang::{Language, registry};
use std::ops::Range;
use std::sync::Arc;

/// Maximum number of blocks that are looked at for the one around a byte.
const MAX_BRANCHES: usize = 64;

/// Range of bytes in a text. Offsets fit, since no text larger than 128 MB is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(range: Range<usize>) -> Self {
        let fit = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self { start: fit(range.start), end: fit(range.end) }
    }

    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }

    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub const fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// Role of an identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    Read,
    Decorator,
    Type,
    Write,
    /// In a constructor's list of initializers: a field that is set, or a supertype whose
    /// constructor is called.
    Initialize,
    Call,
    Inherit,
    /// In the path of an import; refers to what it would elsewhere.
    ImportPath,
    Import,
    /// Refers to no definition.
    Label,
    /// The key of an object literal, which may be a member of the type that it is written for.
    Key,
    /// The name of an argument, which may be that of a field that the call sets.
    Argument,
}

/// Qualifier of an identifier: the expression before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Qualifier {
    None,
    /// A value, type or module, before a dot or arrow.
    Receiver(ExpressionId),
    /// A type or module; `None` for a path that starts at the top.
    Path(Option<ExpressionId>),
}

/// One identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    pub span: Span,
    pub role: Role,
    pub qualifier: Qualifier,
    /// Number of arguments of a call; `None` if it is not known, as where one of them stands for
    /// several.
    pub arguments: Option<u8>,
}

/// Number of arguments that a definition takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arity {
    /// The definition's name, which may be qualified.
    pub name: Span,
    pub least: u8,
    /// `None` for any number.
    pub most: Option<u8>,
}

impl Arity {
    pub const fn takes(self, arguments: u8) -> bool {
        let is_few = match self.most {
            Some(most) => arguments <= most,
            None => true,
        };
        self.least <= arguments && is_few
    }
}

/// Region in which local names are visible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    pub span: Span,
    pub parent: Option<u32>,
    /// True for the body of a type, whose names are not visible to the functions in it.
    pub is_type: bool,
}

/// What of a collection a name is bound to, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Elements {
    #[default]
    Values,
    /// The values, or what the expression itself is, as the content of an `Option`.
    Held,
    /// The keys of a map; of what has none, the values.
    Keys,
    /// The first or second value of a tuple.
    First,
    Second,
    /// The value of a tuple, or the result of several, at this place.
    Nth(u8),
    /// The part at this place of each tuple of a collection, or of each entry of a map.
    Entry(u8),
    /// The field at this place of what the expression casts to.
    Field(u8),
    /// What a call sets its argument at this place to.
    Argument(u8),
}

/// Written evidence of a name's type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Origin {
    /// The type as written, unless it is inferred from the value.
    pub annotation: Option<TypeId>,
    /// Expression of the value, with its span in `value_span`.
    pub value: Option<ExpressionId>,
    pub value_span: Span,
    /// Expression whose elements the name is bound to.
    pub element: Option<ExpressionId>,
    pub elements: Elements,
    /// Expression whose member of the same name the name is bound to.
    pub unpacked: Option<ExpressionId>,
}

/// A local name, or a member of the type around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Binding {
    pub name: Span,
    pub scope: u32,
    pub origin: Origin,
}

/// What is called without its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Delegation {
    /// A constructor of the type around the call: `this(…)`.
    OwnConstructor,
    /// A constructor of its supertypes: `super(…)`.
    SuperConstructor,
    /// The member that the function around the call overrides: `super`.
    Overridden,
}

/// A call without the name of what is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delegating {
    pub span: Span,
    pub of: Delegation,
    /// As of a [`Use`].
    pub arguments: Option<u8>,
}

/// Entity that an import binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Imported {
    Module,
    /// One name of the module.
    Name(Span),
    /// The module's unnamed export.
    Default,
    Wildcard,
}

/// Import or re-export of one name (or all names) by a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    pub span: Span,
    pub scope: u32,
    /// The module as written, with the prefix of the group around it, without quotes and white
    /// space.
    pub module: String,
    pub imported: Imported,
    pub alias: Option<Span>,
    /// The last name of a module that the alias stands for: `helper` of `import lib.helper as h`.
    pub renamed: Option<Span>,
    /// True for a re-export that binds no name here (`export … from`).
    pub is_reexport: bool,
}

impl Import {
    /// Returns whether it renames a name of the file itself: `export { a as b }`.
    pub const fn is_own(&self) -> bool {
        self.is_reexport && self.module.is_empty()
    }

    /// Returns the name that the import gives another local name.
    pub fn original(&self) -> Option<Span> {
        match self.imported {
            Imported::Name(name) => self.alias.map(|_| name),
            Imported::Module => self.renamed,
            Imported::Wildcard | Imported::Default => None,
        }
    }
}

/// A value that a file exports without a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Export {
    pub statement: Span,
    pub value: Span,
    pub expression: ExpressionId,
    /// True if it is the file's only export: `module.exports = f`.
    pub is_whole: bool,
}

/// A type and one that it extends or implements, as they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Supertype {
    pub subtype: Span,
    pub supertype: Span,
    pub subtype_written: TypeId,
    pub supertype_written: TypeId,
    /// The body of a type without a name.
    pub body: Option<Span>,
    pub precedence: Precedence,
}

/// Where the members of a supertype stand in the order in which a member is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precedence {
    /// Before those of the type itself: a module that a class of Ruby prepends.
    Before,
    Usual,
    /// Behind those of all other supertypes: an interface of PHP.
    Behind,
}

/// Facts of one file about names, each list by position.
#[derive(Debug, Default)]
pub struct NameFacts {
    pub uses: Vec<Use>,
    /// The first is the file.
    pub scopes: Vec<Scope>,
    pub bindings: Vec<Binding>,
    /// Parts in which the names of patterns do not hold, by position of the patterns.
    pub apart: Vec<Apart>,
    pub cases: Vec<Case>,
    /// Calls without the name of what is called, by position.
    pub delegations: Vec<Delegating>,
    pub fields: Vec<Binding>,
    /// What names are set to apart from their declarations, each with the scope it stands in.
    pub assigned: Vec<Binding>,
    /// Members that are set, of whatever is before them.
    pub set: Vec<Binding>,
    pub imports: Vec<Import>,
    pub supertypes: Vec<Supertype>,
    /// The values that the file exports without a name.
    pub exports: Vec<Export>,
    /// The package that the file declares.
    pub package: Option<Span>,
    /// Parameter lists of functions.
    pub parameters: Vec<Span>,
    /// Numbers of parameters, by position of the names.
    pub arities: Vec<Arity>,
    /// Names of arguments, by position.
    pub named_arguments: Vec<NamedArgument>,
    /// Results of functions, by position.
    pub returns: Vec<Returned>,
    /// Parameters of methods with their types, by position, in languages that compare them.
    pub taken: Vec<Taken>,
    /// Types that the values of the types around them are of too.
    pub required: Vec<Required>,
    /// Returned values, by position of the functions' names.
    pub produced: Vec<Produced>,
    /// Parts of returned lists, by position of the functions' names.
    pub listed: Vec<Listed>,
    /// Properties of object literals, by position.
    pub properties: Vec<Property>,
    pub typed_objects: Vec<TypedObject>,
    /// By the place of the object.
    pub passed_objects: Vec<PassedObject>,
    /// Type aliases, by position.
    pub aliases: Vec<TypeAlias>,
    /// Type parameters, by position.
    pub generics: Vec<Span>,
    /// Further names of the value of the type around them, by position.
    pub selves: Vec<Span>,
    /// Names of members that a type takes over from a supertype beside its own, by position.
    pub retained: Vec<Span>,
    /// Names of definitions where their types are declared apart from them, by position.
    pub declared: Vec<Span>,
    /// Names of definitions that are seen outside of the block they stand in, by position.
    pub unscoped: Vec<Span>,
    /// Blocks of statements that may be passed over, by position.
    pub branches: Vec<Span>,
    /// Blocks of statements that may run again, by position.
    pub loops: Vec<Span>,
    /// Blocks in which names have other types, by position.
    pub narrowed: Vec<Narrowed>,
    /// Comments, the contents of strings, and other text that is no code.
    pub texts: Vec<Span>,
    /// Words of the grammar that may be names elsewhere, by position.
    pub keywords: Vec<Span>,
    /// Blocks that may be called with a receiver, by position.
    pub blocks: Vec<Block>,
    /// What the grammar could not read, by position.
    pub errors: Vec<Span>,
    written: expression::Written,
    uses_by_name: uses_by_name::UsesByName,
}

impl NameFacts {
    /// Returns the facts of `text`. Empty for a language without a grammar or without a graph
    /// query.
    pub fn of_text(text: &str, language: &'static Language) -> Self {
        parse(text, language).map(|tree| facts_of_tree(text, language, &tree)).unwrap_or_default()
    }

    /// Returns the variable or parameter whose name is declared at a place.
    pub fn binding_at(&self, name: Span) -> Option<&Binding> {
        let first = self.bindings.partition_point(|binding| binding.name < name);
        self.bindings.get(first).filter(|binding| binding.name == name)
    }

    /// Returns what is written of the name at a place: of a variable's, else of a field's.
    pub fn declared_as(&self, name: Span) -> Option<&Binding> {
        let of = |list: &[Binding]| {
            let first = list.partition_point(|binding| binding.name < name);
            list.get(first).filter(|binding| binding.name == name).map(|_| first)
        };
        let field = || of(&self.fields).map(|place| &self.fields[place]);
        of(&self.bindings).map(|place| &self.bindings[place]).or_else(field)
    }

    /// Returns whether a range is a part of a longer name: `code` in `format-code`, `x` in `x'`, a
    /// word of a sentence in backquotes.
    pub fn is_in_longer_name(&self, text: &str, range: &Range<usize>) -> bool {
        let is_of_name = |letter: char| {
            letter.is_alphanumeric() || matches!(letter, '_' | '-' | '\'' | '?' | '!' | '$')
        };
        let before = self.uses.partition_point(|found| found.span.start as usize <= range.start);
        self.uses[..before].last().is_some_and(|found| {
            let (span, name) = (found.span.range(), found.span.of(text));
            let begins = |letter: char| letter.is_alphabetic() || letter == '_';
            let is_plain = || name.starts_with(begins) && name.chars().all(is_of_name);
            let is_quoted = || name.starts_with('`') || text[..span.start].ends_with('`');
            let is_sentence = || name.contains(' ') && is_quoted();
            span.end >= range.end && span.len() > range.len() && (is_plain() || is_sentence())
        })
    }

    /// Returns the number of parameters of the definition whose name starts at a byte.
    pub fn arity_at(&self, at: usize) -> Option<Arity> {
        let before = self.arities.partition_point(|arity| arity.name.start as usize <= at);
        // The name of a nested declarator comes last.
        self.arities[..before]
            .iter()
            .rev()
            .take(4)
            .find(|arity| at < arity.name.end as usize)
            .copied()
    }

    /// Returns the values that the function whose name starts at a byte returns.
    pub fn results_of(&self, at: usize) -> &[Produced] {
        let before =
            |at: usize| self.produced.partition_point(|made| (made.function.start as usize) < at);
        self.produced.get(before(at)..before(at + 1)).unwrap_or_default()
    }

    /// Returns what stands at a place in the lists that a function returns.
    pub fn listed_of(&self, at: usize, place: u8) -> impl Iterator<Item = ExpressionId> {
        let before =
            |at: usize| self.listed.partition_point(|part| (part.function.start as usize) < at);
        let own = self.listed.get(before(at)..before(at + 1)).unwrap_or_default().iter();
        own.filter(move |part| part.place == place).map(|part| part.expression)
    }

    /// Returns the property of an object literal with a name.
    pub fn property(&self, text: &str, object: Span, name: &str) -> Option<Property> {
        let first = self.properties.partition_point(|property| property.name.start < object.start);
        let inside =
            self.properties[first..].iter().take_while(|property| property.name.end <= object.end);
        inside
            .filter(|property| property.object == object && property.name.of(text) == name)
            .last()
            .copied()
    }

    /// Returns the uses that start in a range of bytes, by position.
    pub fn uses_in(&self, bytes: Range<usize>) -> &[Use] {
        let before =
            |end: usize| self.uses.partition_point(|found| (found.span.start as usize) < end);
        self.uses.get(before(bytes.start)..before(bytes.end)).unwrap_or_default()
    }

    /// Returns whether a byte is in a comment or string.
    pub fn is_text(&self, at: usize) -> bool {
        let before = self.texts.partition_point(|span| span.start as usize <= at);
        // A comment may hold no other, but a string may hold pieces of code that hold strings.
        self.texts[..before].iter().rev().take(4).any(|span| at < span.end as usize)
    }

    /// Returns whether a byte is in code that the grammar could not read.
    pub fn is_unread(&self, at: usize) -> bool {
        self.errors.iter().any(|error| error.range().contains(&at))
    }

    /// Returns the innermost block around a byte that may be passed over.
    pub fn branch_at(&self, at: u32) -> Option<Span> {
        let before = self.branches.partition_point(|branch| branch.start <= at);
        self.branches[..before]
            .iter()
            .rev()
            .take(MAX_BRANCHES)
            .find(|branch| at < branch.end)
            .copied()
    }

    /// Returns where the outermost of the loops around a byte ends that begin behind another byte.
    pub fn end_of_loops(&self, behind: u32, at: u32) -> Option<u32> {
        let first = self.loops.partition_point(|span| span.start < behind);
        let before = self.loops.partition_point(|span| span.start <= at);
        let inside = self.loops.get(first..before).unwrap_or_default();
        let near = &inside[inside.len().saturating_sub(MAX_BRANCHES)..];
        near.iter().find(|span| at < span.end).map(|span| span.end)
    }

    /// Returns the innermost scope around a byte.
    pub fn scope_at(&self, at: u32) -> u32 {
        let mut index =
            self.scopes.partition_point(|scope| scope.span.start <= at).saturating_sub(1);
        while let Some(scope) = self.scopes.get(index)
            && scope.span.end <= at
            && let Some(parent) = scope.parent
        {
            index = parent as usize;
        }
        index as u32
    }

    /// Returns the scopes around a byte, innermost first. The last is the file.
    pub fn scopes_around(&self, at: u32) -> impl Iterator<Item = u32> {
        let first = if self.scopes.is_empty() { None } else { Some(self.scope_at(at)) };
        std::iter::successors(first, |index| self.scopes[*index as usize].parent)
    }

    /// Returns the block or function in the file to which the name of a definition belongs; `None`
    /// for names of the file and of types, and for those that no block holds.
    pub fn block_of(&self, name: &Range<usize>, definition: &Range<usize>) -> Option<Span> {
        if self.unscoped.binary_search(&Span::new(name.clone())).is_ok() {
            return None;
        }
        let definition = Span::new(definition.clone());
        let mut around = self
            .scopes_around(Span::new(name.clone()).start)
            .map(|scope| self.scopes[scope as usize]);
        let scope = around.find(|scope| !definition.contains(scope.span))?;
        (scope.parent.is_some() && !scope.is_type).then_some(scope.span)
    }

    /// Returns whether a span lies in one of a sorted list of spans.
    pub fn is_within(spans: &[Span], span: Span) -> bool {
        let before = spans.partition_point(|other| other.start <= span.start);
        spans[..before].iter().rev().take(4).any(|other| other.contains(span))
    }
}

/// Definitions and name facts of a file, from one parse.
#[derive(Debug)]
pub struct FileSyntax {
    pub facts: Arc<FileFacts>,
    pub names: NameFacts,
    /// Insides of functions' bodies that were not parsed, by position; `None` if the whole file
    /// was to be.
    left_out: Option<Vec<Range<usize>>>,
    index: index::Index,
}

impl FileSyntax {
    /// Returns the syntax of a file as far as it concerns a name. Where nothing outside of a
    /// function's body depends on what is inside it, only bodies that hold the name are parsed.
    pub fn about(
        name: &str,
        file: &FileEntry,
        text: &Arc<Text>,
        snapshot: &Snapshot,
    ) -> Arc<FileSyntax> {
        let language = registry().for_source(&file.path.absolute, &text.content);
        let Some(language) = language.filter(|of| of.config.graph.closed_bodies) else {
            return snapshot.fact_of_text(file, text);
        };
        snapshot.fact_about(Some(name), file, text, || {
            let content = &text.content;
            let left_out = language.bodies_without(parsed_part(content, language), name);
            let tree = parse_without(content, language, &left_out);
            let outline = outline_of(content, language, tree.as_deref());
            let facts = Arc::new(FileFacts::new(file, text, Some(language), outline));
            let names = tree.map(|tree| facts_of_tree(content, language, &tree));
            Self::new(facts, names.unwrap_or_default(), Some(left_out), content)
        })
    }

    fn new(
        facts: Arc<FileFacts>,
        names: NameFacts,
        left_out: Option<Vec<Range<usize>>>,
        text: &str,
    ) -> Self {
        let index = index::Index::new(&facts.outline.symbols, &names, text);
        Self { facts, names, left_out, index }
    }

    /// Returns whether a byte is in a part of the file that was not parsed, being about another
    /// name.
    pub fn is_left_out(&self, at: usize) -> bool {
        let left_out = self.left_out.as_deref().unwrap_or_default();
        let before = left_out.partition_point(|inside| inside.start <= at);
        left_out[..before].last().is_some_and(|inside| at < inside.end)
    }
}

impl Fact for FileSyntax {
    fn compute(file: &FileEntry, text: &Arc<Text>, snapshot: &Snapshot) -> Self {
        let language = registry().for_source(&file.path.absolute, &text.content);
        let tree = language.and_then(|language| parse(&text.content, language));
        let facts = snapshot.fact_of_text_or(file, text, || {
            let outline =
                language.map(|language| outline_of(&text.content, language, tree.as_deref()));
            FileFacts::new(file, text, language, outline.unwrap_or_default())
        });
        let facts_of = |(language, tree): (&'static Language, &Parsed)| {
            facts_of_tree(&text.content, language, tree)
        };
        let names = language.zip(tree.as_ref()).map(facts_of).unwrap_or_default();
        Self::new(facts, names, None, &text.content)
    }

    fn weight(&self) -> usize {
        // The facts of a whole file are kept, and weighed, on their own.
        let own = self
            .left_out
            .as_ref()
            .map_or(0, |left_out| self.facts.weight() + left_out.len() * size_of::<Range<usize>>());
        own + self.names.weight() + index::weight(self.facts.outline.symbols.len(), &self.names)
    }
}
