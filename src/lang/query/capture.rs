//! The closed vocabularies of captures, one for each kind of query.

use super::{QueryError, QueryKind};
use crate::domain::{HighlightRole, SymbolKind};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

/// Meaning of a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capture {
    /// `definition.<kind>` in `symbols.scm`.
    Definition(SymbolKind),
    Symbol(SymbolCapture),
    Graph(GraphCapture),
    Expression(ExpressionCapture),
    Highlight(HighlightRole),
    /// A name that starts with `_`, for predicates only; legal everywhere.
    Private,
}

impl Capture {
    /// # Errors
    /// When the name is not in the vocabulary of the kind; the error lists the legal ones.
    pub(super) fn parse(kind: QueryKind, name: &str) -> Result<Self, QueryError> {
        if name.starts_with('_') {
            return Ok(Capture::Private);
        }
        match kind {
            QueryKind::Symbols => match name.strip_prefix("definition.").map(SymbolKind::parse) {
                Some(Some(kind)) => Ok(Capture::Definition(kind)),
                _ => word(name).map(Capture::Symbol),
            },
            QueryKind::Graph => word(name).map(Capture::Graph),
            QueryKind::Expressions => word(name).map(Capture::Expression),
            QueryKind::Highlights => word(name).map(Capture::Highlight),
        }
    }
}

fn word<'de, T: Deserialize<'de>>(name: &'de str) -> Result<T, QueryError> {
    let name: StrDeserializer<'de, Error> = name.into_deserializer();
    T::deserialize(name).map_err(|error| QueryError::Capture(error.to_string()))
}

/// Vocabulary of `symbols.scm`, beside `definition.<kind>`; CONTRIBUTING.md explains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SymbolCapture {
    Name,
    Declarator,
    Body,
    Value,
    Container,
    Exported,
    Ignored,
    Comment,
    Docstring,
    Decorator,
    Access,
    Block,
    Test,
    #[serde(rename = "test.code")]
    TestCode,
    Wrapper,
    Wrapped,
    #[serde(rename = "macro.body")]
    MacroBody,
    #[serde(rename = "macro.rules")]
    MacroRules,
    #[serde(rename = "macro.call")]
    MacroCall,
}

/// Vocabulary of `graph.scm`. The captures of several matches at one identifier are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GraphCapture {
    /// An identifier that may stand for a definition; every one of the file.
    Use,
    /// A token in which the name of a definition that is handed on stands behind a sign: `:name`.
    /// With `receiver`, of a member of that, which may be such a token too.
    #[serde(rename = "use.named")]
    UseNamed,
    /// `receiver.name`, `path::name`: the identifier and its qualifier, in one match. A path may be
    /// the node whose last name the identifier is.
    Name,
    Receiver,
    /// As `receiver`, a collection of whose elements the name is a member.
    #[serde(rename = "receiver.each")]
    ReceiverEach,
    Path,
    /// Role of the identifier. Without any of these it is a read.
    Call,
    /// A call by a token in which the name stands behind a sign: `:name`. With `receiver`, of a
    /// member of that.
    #[serde(rename = "call.named")]
    CallNamed,
    /// A name that is called unless a local name hides it, as a method without arguments in Ruby.
    #[serde(rename = "call.unbound")]
    CallUnbound,
    /// What calls a constructor without its name, of the type around it or of its supertypes, and
    /// what calls the member that the function around it overrides: `this(…)`, `super(…)`, `super`.
    #[serde(rename = "call.own")]
    CallOwn,
    #[serde(rename = "call.super")]
    CallSuper,
    #[serde(rename = "call.overridden")]
    CallOverridden,
    /// A block that may be called with a receiver, whose members are named in it without one. In
    /// the same match the function that it is passed to and, with `place`, the argument that it is
    /// there or, with `block.label`, the name of the parameter; without both it is the last.
    #[serde(rename = "receiver.block")]
    ReceiverBlock,
    /// A block that is called without a receiver; the same match says the same of it.
    Lambda,
    /// A reference to a function, which stands where one without a name could: `Store::load`. The
    /// same match says the same of it.
    #[serde(rename = "lambda.named")]
    LambdaNamed,
    /// The function, or the call around the block.
    #[serde(rename = "block.of")]
    BlockOf,
    /// The type of which a value is made with the block, where only what stands around says it.
    #[serde(rename = "block.made")]
    BlockMade,
    #[serde(rename = "block.label")]
    BlockLabel,
    /// The first argument that the function is given beside the block.
    #[serde(rename = "block.given")]
    BlockGiven,
    /// What the block is set to.
    #[serde(rename = "block.set")]
    BlockSet,
    /// The key of the block, where it is the value of a property.
    #[serde(rename = "block.key")]
    BlockKey,
    /// The type of the block, where it is the value of a name.
    #[serde(rename = "block.type")]
    BlockType,
    /// The statement that returns the block.
    #[serde(rename = "block.returned")]
    BlockReturned,
    /// A parameter of the block.
    #[serde(rename = "block.takes")]
    BlockTakes,
    /// The value of the block: its body, or what its only statement returns.
    #[serde(rename = "block.gives")]
    BlockGives,
    /// The arguments of the call in the same match; and a list of arguments or parameters of which
    /// one may stand for several.
    Passed,
    Uncounted,
    /// A further argument, which is written beside the list or without one: `value |> called()`.
    #[serde(rename = "passed.beside")]
    PassedBeside,
    /// The number of arguments, where a function is handed on with it: `&name/1`.
    #[serde(rename = "passed.number")]
    PassedNumber,
    /// A field or a supertype in a constructor's list of initializers.
    Initialize,
    Type,
    /// A part of the text in which names that are read or called are of types.
    Types,
    /// The name of a definition where its type is declared apart from it.
    Declared,
    /// The name of a definition that is seen outside of the block it stands in: `var f`.
    Unscoped,
    Write,
    Inherit,
    Decorator,
    /// The identifier stands for no definition: a label.
    Label,
    /// The name of an argument, which may be that of a field that the call sets.
    #[serde(rename = "label.argument")]
    ArgumentLabel,
    /// Scopes of local names. Names in a type's body are not visible to the functions in it.
    Scope,
    #[serde(rename = "scope.type")]
    ScopeType,
    /// A scope in which an assignment to a name of a scope around it is one of that, as in a
    /// block of Ruby.
    #[serde(rename = "scope.shared")]
    ScopeShared,
    /// The scope of a definition, without the first of its parts: its name, which is of the scope
    /// around it.
    #[serde(rename = "scope.behind")]
    ScopeBehind,
    /// A scope inside the node of the one before it, which ends where it begins: `else`.
    #[serde(rename = "scope.next")]
    ScopeNext,
    /// A local name; in the same match its type as written, and the expression of its value or, for
    /// `element`, the expression whose elements it is bound to one by one.
    Binding,
    /// A name that is declared without a value, beside `binding`.
    Unset,
    /// A name or literal with which a value is compared, where a name may be a constant of that
    /// value's type; in the same match that value: `switch (switched) { case name: }`.
    Case,
    Switched,
    /// A pattern, and in the same match a part beside it in which its names do not hold: the value
    /// that it takes apart, what is done where it does not match.
    Pattern,
    Apart,
    /// A pattern: a part of the text in which the bare names that are no calls are local ones, but
    /// those with a capital.
    Bound,
    /// A part of a pattern that binds no names: the values in it.
    #[serde(rename = "bound.not")]
    BoundNot,
    /// A list in whose fields patterns stand in turn with their values: `[a 1 [b c] d]`.
    #[serde(rename = "bound.pairs")]
    BoundPairs,
    /// A name that the scope declares to be that of a scope around it: `global x`.
    Outside,
    Annotation,
    /// A further type that the value is of: `where T : Pool, IDisposable`.
    #[serde(rename = "annotation.also")]
    AnnotationAlso,
    /// A definition or statement, before which a comment may write the type of the name or result
    /// in the same match, or the types whose members its subtype has too.
    Documented,
    Value,
    Element,
    /// As `element`, but where the expression is no collection, the name is bound to its content,
    /// as of an `Option`.
    Held,
    /// A collection to whose keys the name is bound; of what has none, its elements.
    Keys,
    /// A tuple whose first or second value the name is bound to.
    First,
    Second,
    /// A tuple or several results, of which the name is bound to the one at the place that `place`
    /// has in its list.
    Parts,
    Place,
    /// A collection of tuples or a map, of each element or entry of which the name is bound to the
    /// part at the place that `place` has in its list.
    Entries,
    /// A call that sets the name, which is the argument that `place` has in its list: `out var x`.
    Filled,
    /// A value that a pattern takes apart: the name is bound to its member of the same name.
    Unpacked,
    /// A collection of which a pattern takes each element apart so.
    #[serde(rename = "unpacked.each")]
    UnpackedEach,
    /// A pattern in the place of a parameter, which takes apart what the function is called with.
    #[serde(rename = "unpacked.taken")]
    UnpackedTaken,
    /// The type of such a value, and the name of its member that the pattern takes apart in its
    /// turn.
    #[serde(rename = "unpacked.type")]
    UnpackedType,
    #[serde(rename = "unpacked.member")]
    UnpackedMember,
    /// The name of such a value's member that the pattern binds to another name.
    #[serde(rename = "unpacked.as")]
    UnpackedAs,
    /// The scope in which a name has the type in the same match, as in a case of a type switch.
    Within,
    /// A block that is no scope, in which a condition gives the name the type in the same match.
    Where,
    /// The same behind a statement, to the end of the block around it.
    #[serde(rename = "where.behind")]
    WhereBehind,
    /// A block in which a condition tells that the name is not of the type in the same match.
    #[serde(rename = "where.not")]
    WhereNot,
    /// The same behind a statement, to the end of the block around it.
    #[serde(rename = "where.not.behind")]
    WhereNotBehind,
    /// A member of the type around it, with `annotation` or `value`.
    Field,
    /// A name that is set apart from its declaration, with its `value`.
    Assigned,
    /// A member that is set, of whatever is before it, with its `value`.
    Set,
    /// An object literal, and in the same match the name of one of its properties, with its `value`
    /// if that is a name or made of others, or its type, as `annotation`.
    Object,
    /// The function that an object literal is passed to.
    #[serde(rename = "object.of")]
    ObjectOf,
    /// The list that is passed to the function, if the object literal is one of its elements.
    #[serde(rename = "object.list")]
    ObjectList,
    /// What stands in the place of an object literal that is the function's first argument, as the
    /// attributes of an element do.
    #[serde(rename = "object.first")]
    ObjectFirst,
    Key,
    /// The parameters and the result of the function around them.
    Parameters,
    /// The type of a function's result; in the same match its name as `producer`, where the type
    /// stands apart from the function.
    Returns,
    /// The signs before and behind parameters that no node is around.
    #[serde(rename = "parameters.from")]
    ParametersFrom,
    #[serde(rename = "parameters.to")]
    ParametersTo,
    /// The parameters of a method, with their types; and a call that a function's type writes:
    /// `{ (order: Order): void }`.
    Takes,
    /// The name of a function that need not write the type of its result, and in the same match a
    /// value that it returns, or the function's `body`, in which such values stand in matches of
    /// their own.
    Producer,
    Result,
    /// Beside `producer`, a part of a list that the function returns.
    Listed,
    /// A block of statements that may be passed over, and one that may run again.
    Branch,
    Loop,
    /// The name of a definition that is called, and in the same match one of its parameters: one
    /// that must have an argument, one that need not, and one that takes any number of them.
    Callable,
    Parameter,
    Optional,
    Rest,
    Text,
    /// A word of the grammar that may be a name elsewhere: `type`.
    Keyword,
    /// A type parameter.
    Generic,
    /// A name for the value of the type around it, beside the language's own word.
    #[serde(rename = "self")]
    Itself,
    /// Another name for a type, and in the same match the type.
    Aliased,
    Meaning,
    /// As `meaning`, of a type that is made of the other one and has members of its own.
    #[serde(rename = "meaning.own")]
    MeaningOwn,
    /// A type and one that it extends or implements.
    Subtype,
    Supertype,
    /// The name of a type that goes on to the next one: a supertype behind it that is in no match
    /// with a subtype is one of it, and so is each of a list of them.
    #[serde(rename = "subtype.open")]
    SubtypeOpen,
    /// A supertype whose members come before those of the type itself.
    #[serde(rename = "supertype.before")]
    SupertypeBefore,
    /// A supertype that promises members only, which come behind those of all others.
    #[serde(rename = "supertype.behind")]
    SupertypeBehind,
    /// A type that the values of the type around it are of too, although that does not extend it: a
    /// trait's self type, the condition of a protocol's extension.
    Required,
    /// The supertype's arguments, where they stand beside it.
    Arguments,
    /// The body of a type without a name, in the match of its supertype.
    Body,
    /// A member of a supertype that a type takes over beside its own of the name.
    Retained,
    /// The package that the file declares.
    Package,
    /// A name, or several, in the path of an import that is no capture of its own below.
    #[serde(rename = "import.path")]
    ImportPath,
    /// One import: the module, the name imported from it, its local name. Without `imported` the
    /// module itself gets the local name.
    Module,
    Imported,
    Alias,
    Wildcard,
    /// The local name of the module's unnamed export.
    Default,
    /// A name re-exported under its own name or `alias`, without being a name here.
    Reexport,
    /// The value of an unnamed export: `unnamed` beside named ones, or `whole` as all that the file
    /// exports. `exporting` is the statement.
    Unnamed,
    Whole,
    Exporting,
    /// `prefix` holds for the modules of all imports inside `group`.
    Prefix,
    Group,
    /// The end of an import whose path is not one node: the names before it are the prefix of the
    /// imports in it.
    #[serde(rename = "path.before")]
    PathBefore,
    /// A token tree that may hold whole items.
    #[serde(rename = "macro.body")]
    MacroBody,
    /// The text of a macro that the grammar does not read.
    #[serde(rename = "macro.text")]
    MacroText,
    /// A string in which names stand for their values, by `interpolation` in `[graph]`.
    Interpolated,
    /// A type in quotes, which is parsed again as code.
    #[serde(rename = "quoted.type")]
    QuotedType,
    /// Bare tokens without a tree; chains are read in them as well.
    Tokens,
}

/// Vocabulary of `expressions.scm`. Of the patterns that match a node, the first with a capture for
/// expressions determines the expression, and the first with a `type.` capture the type; a node
/// without a type capture is the type that it names as an expression. A node without any match is
/// an unknown expression or type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExpressionCapture {
    Name,
    /// A text, a number, a list or the like.
    Literal,
    /// A list of the other nodes in it, and a map whose values are those of the pairs in it.
    Listed,
    Mapped,
    /// The value of which a comprehension makes a list, or the values of a map.
    #[serde(rename = "listed.value")]
    ListedValue,
    #[serde(rename = "mapped.value")]
    MappedValue,
    /// A list of what a loop over the node would give: `list(rows)`.
    #[serde(rename = "listed.each")]
    ListedEach,
    /// A literal with named properties, and one that takes over those of other values.
    Object,
    #[serde(rename = "object.open")]
    ObjectOpen,
    /// `None`, `null`.
    Nothing,
    /// The value that a generator receives from a `yield`.
    Sent,
    /// Equal to the node in it: parentheses, `await`, a reference. With `call`, the function, only
    /// if that is one of the libraries that `giving_back` names.
    Same,
    /// `of.member`; `of.method()`, a call; and `a::(b::c)`, a path that is nested in its end.
    Of,
    Member,
    Method,
    Rest,
    /// A path whose names stand one behind the other in the node.
    Path,
    /// The type around the node: `@This()`.
    Around,
    /// A call of this function; in the same match the path of the module that it loads, which may
    /// also stand alone: `@import("x")`.
    Call,
    Module,
    /// A function that is applied to types but not called.
    Applied,
    /// The arguments of `call`, `applied` or `new`: the other nodes in this one.
    Arguments,
    /// `element[…]`.
    Element,
    /// What a loop over the node would give: `next(rows)`, `*rows` in a list.
    Each,
    /// The alternatives of `a || b` or of a condition.
    Either,
    Or,
    /// A new value of this type, and a value cast to it.
    New,
    Cast,
    /// A type equal to the one in it.
    #[serde(rename = "type.same")]
    TypeSame,
    /// The types in the node: of a union or intersection, and of a tuple.
    #[serde(rename = "type.several")]
    TypeSeveral,
    #[serde(rename = "type.tuple")]
    TypeTuple,
    /// The parameters of a function's type, and in the same match its result and the type of its
    /// receiver.
    #[serde(rename = "type.takes")]
    TypeTakes,
    #[serde(rename = "type.result")]
    TypeResult,
    #[serde(rename = "type.receiver")]
    TypeReceiver,
    /// A list, array or map of these, and in the same match the keys, where a loop with one
    /// variable goes over those.
    #[serde(rename = "type.elements")]
    TypeElements,
    #[serde(rename = "type.key")]
    TypeKey,
    /// A member of a collection's type: the type of the elements of this one.
    #[serde(rename = "type.held")]
    TypeHeld,
    /// A type with arguments, which are the other nodes in `type.arguments`. Without `type.applied`
    /// the node's own name is the type.
    #[serde(rename = "type.applied")]
    TypeApplied,
    #[serde(rename = "type.arguments")]
    TypeArguments,
    /// In a match for each name that shares the type of a parameter: `a, b int`.
    #[serde(rename = "type.each")]
    TypeEach,
    /// The type of this expression: `typeof value`.
    #[serde(rename = "type.value")]
    TypeValue,
    /// The type of a member of a type: `Of["member"]`.
    #[serde(rename = "type.of")]
    TypeOf,
    #[serde(rename = "type.member")]
    TypeMember,
    /// A computed type, of which nothing is known.
    #[serde(rename = "type.open")]
    TypeOpen,
    /// A type that is written with its members; with the capture above one that any type may have.
    #[serde(rename = "type.object")]
    TypeObject,
    /// A type in quotes.
    #[serde(rename = "type.quoted")]
    TypeQuoted,
    /// No type of a value: `void`; and an argument that is no type: a lifetime.
    #[serde(rename = "type.other")]
    TypeOther,
    #[serde(rename = "type.ignored")]
    TypeIgnored,
}
