//! Expressions and types as in the syntax tree: the receivers of uses, the values of names, and
//! written types.
//!
//! An expression is a chain, each link of which names the one before; any other expression, such as
//! a sum, has no type that syntax could determine. A type is a name with arguments, or a
//! combination of others. Both refer to each other by index in the file's lists, so that parts are
//! shared.

use super::{NameFacts, Origin, Span};
use std::num::NonZeroU32;
use std::ops::Range;

/// Most links that a chain is followed for: each of the calls in it is asked for its beginning.
const MAX_LINKS: usize = 500;

/// Index of an expression of a file, for [`NameFacts::expression`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExpressionId(NonZeroU32);

/// Index of a written type of a file, for [`NameFacts::written_type`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(NonZeroU32);

/// Returns the index of the last item of a list, from 1 on.
fn last<T>(list: &[T]) -> NonZeroU32 {
    u32::try_from(list.len()).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MAX)
}

/// One link of a chain, with the link before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expression {
    /// Any expression whose type syntax cannot determine.
    Other,
    /// A text, a number, a list or the like.
    Literal,
    /// A list or a map that is written with its values, and its type: `[Pool(), other]`.
    Listed(TypeId),
    Object(ObjectLiteral),
    /// `None`, `null`: a value that does not determine the name's other values.
    Nothing,
    Name(Span),
    /// `value.name`, `path::name`.
    Member {
        of: ExpressionId,
        name: Span,
    },
    Call(ExpressionId),
    /// A function with the types that it is applied to: `f::<T>`, `f[T]`.
    Applied {
        of: ExpressionId,
        arguments: TypeList,
    },
    /// A call that may load the module at the given path: `require("./a")`.
    Load {
        call: ExpressionId,
        module: Span,
    },
    /// `value[…]`.
    Element(ExpressionId),
    /// What a loop over a value gives at each turn.
    Each(ExpressionId),
    /// The value that a generator receives from a `yield`: `x = yield y`. The span of the `yield`.
    Sent(Span),
    /// What a function is called with for the parameter at this span.
    Taken(Span),
    /// What loads a module without a name that is called: `@import("x")`. The span of the path.
    Module(Span),
    /// The type around the place: `@This()`. The span of the word.
    Around(Span),
    /// The alternatives of `a || b` or of a condition.
    Either(ExpressionId, ExpressionId),
    /// A call of a function that, if it is a library's, gives back an argument: `copy(pool)`.
    GivenBack {
        call: ExpressionId,
        argument: ExpressionId,
    },
    /// A new value of a type.
    New(TypeId),
    /// A value cast to a type: `value as T`.
    Cast(TypeId),
}

/// A literal with named properties, which are among [`NameFacts::properties`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ObjectLiteral {
    pub span: Span,
    /// True if it takes over the properties of other values.
    pub is_open: bool,
}

/// A property of an object literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Property {
    /// The literal.
    pub object: Span,
    pub name: Span,
    /// The value, if it is a name or made of others.
    pub value: Option<ExpressionId>,
}

/// An object literal that is cast to a type, or returned from a function without a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypedObject {
    pub object: Span,
    pub annotation: TypeId,
}

impl Expression {
    /// Returns whether this is a literal without named properties.
    pub const fn is_literal(self) -> bool {
        matches!(self, Expression::Literal | Expression::Listed(_))
    }

    /// Returns the link before this one.
    pub const fn of(self) -> Option<ExpressionId> {
        match self {
            Expression::Member { of, .. }
            | Expression::Applied { of, .. }
            | Expression::Call(of)
            | Expression::Element(of)
            | Expression::Each(of) => Some(of),
            Expression::Load { call, .. } => Some(call),
            _ => None,
        }
    }
}

/// A written type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// A type whose members no name determines: a function's, a literal's.
    Other,
    /// A computed type, which may have any members.
    Open,
    /// A type that is written with its members, and whether any type may have these.
    Object { members: Span, is_open: bool },
    /// The type of an expression.
    Value(ExpressionId),
    /// A name or path, with its arguments.
    Named { head: ExpressionId, arguments: TypeList },
    /// A union, or several types at once.
    Several(TypeList),
    /// A tuple, or several results of a function.
    Tuple(TypeList),
    /// A list, array or map of such elements.
    Elements(TypeId),
    /// A function, with the type of the receiver that it is called with, and those of its
    /// parameters and, if it is written, at last of its result.
    Function { receiver: Option<TypeId>, parts: TypeList, has_result: bool },
    /// A map: the types of its keys and its values; or what is gone over by its elements alone.
    Keyed(TypeId, TypeId),
}

/// Several types, as [`NameFacts::types_in`] returns them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TypeList {
    pub(super) start: u32,
    pub(super) length: u16,
}

impl TypeList {
    pub const fn is_empty(self) -> bool {
        self.length == 0
    }

    pub(super) const fn range(self) -> Range<usize> {
        self.start as usize..self.start as usize + self.length as usize
    }
}

/// A value that a function returns, in languages in which it need not write its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Produced {
    /// The function's name.
    pub function: Span,
    pub expression: ExpressionId,
}

/// A part of a list that a function returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed {
    /// The function's name.
    pub function: Span,
    /// Number of parts before it.
    pub place: u8,
    pub expression: ExpressionId,
}

/// Another name for a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypeAlias {
    pub name: Span,
    pub value: TypeId,
    /// Span of the type that the alias stands for.
    pub span: Span,
    /// True for a type that is made of the other one and has members of its own: `type T []U`.
    pub is_own: bool,
}

/// A function's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Returned {
    pub span: Span,
    pub written: TypeId,
}

/// The parameters of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    pub span: Span,
    /// A tuple of the parameters' types.
    pub written: TypeId,
}

/// A type that the values of the type around it are of too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Required {
    pub span: Span,
    pub written: TypeId,
}

/// The expressions and types of a file.
#[derive(Debug, Default)]
pub(super) struct Written {
    expressions: Vec<Expression>,
    types: Vec<Type>,
    lists: Vec<TypeId>,
}

impl TypeId {
    /// The type of a collection of which nothing tells what it holds, in every file.
    pub const COLLECTION: Self = Self(NonZeroU32::MIN);
}

impl Written {
    /// The lists of a file, which begin with [`TypeId::COLLECTION`].
    pub(super) fn new() -> Self {
        let mut written = Self::default();
        // What it holds is behind it.
        let of = TypeId(NonZeroU32::MIN.saturating_add(1));
        written.add_type(Type::Elements(of));
        written.add_type(Type::Open);
        written
    }

    pub(super) fn add(&mut self, expression: Expression) -> ExpressionId {
        self.expressions.push(expression);
        ExpressionId(last(&self.expressions))
    }

    pub(super) fn add_type(&mut self, written: Type) -> TypeId {
        self.types.push(written);
        TypeId(last(&self.types))
    }

    pub(super) fn add_list(&mut self, types: &[TypeId]) -> TypeList {
        let types = &types[..types.len().min(usize::from(u16::MAX))];
        let list = TypeList { start: self.lists.len() as u32, length: types.len() as u16 };
        self.lists.extend_from_slice(types);
        list
    }

    pub(super) fn get(&self, id: ExpressionId) -> Expression {
        self.expressions.get(id.0.get() as usize - 1).copied().unwrap_or(Expression::Other)
    }

    pub(super) fn get_type(&self, id: TypeId) -> Type {
        self.types.get(id.0.get() as usize - 1).copied().unwrap_or(Type::Other)
    }

    pub(super) fn types_in(&self, list: TypeList) -> &[TypeId] {
        self.lists.get(list.range()).unwrap_or_default()
    }

    pub(super) fn shrink(&mut self) {
        self.expressions.shrink_to_fit();
        self.types.shrink_to_fit();
        self.lists.shrink_to_fit();
    }

    pub(super) fn weight(&self) -> usize {
        self.expressions.capacity() * size_of::<Expression>()
            + self.types.capacity() * size_of::<Type>()
            + self.lists.capacity() * size_of::<TypeId>()
    }
}

impl Origin {
    /// The expression whose value the name has, or a part of it.
    pub fn expression(&self) -> Option<ExpressionId> {
        self.value.or(self.element).or(self.unpacked)
    }
}

impl NameFacts {
    pub fn expression(&self, id: ExpressionId) -> Expression {
        self.written.get(id)
    }

    pub fn written_type(&self, id: TypeId) -> Type {
        self.written.get_type(id)
    }

    pub fn types_in(&self, list: TypeList) -> &[TypeId] {
        self.written.types_in(list)
    }

    /// Returns the links of a chain, the first name first; empty if there are more than `most`.
    pub fn links(&self, id: ExpressionId, most: usize) -> Vec<Expression> {
        let mut links = vec![self.expression(id)];
        while let Some(of) = links[links.len() - 1].of() {
            if links.len() >= most {
                return Vec::new();
            }
            links.push(self.expression(of));
        }
        links.reverse();
        links
    }

    /// Returns the span of a path: from its first name to its last; `None` without one, or if it
    /// has more than `MAX_LINKS` links.
    pub fn path_span(&self, id: ExpressionId) -> Option<Span> {
        let (mut end, mut next) = (None, id);
        for _ in 0..MAX_LINKS {
            let link = self.expression(next);
            if let Expression::Name(name) | Expression::Member { name, .. } = link {
                end = end.or(Some(name.end));
                if let Expression::Name(name) = link {
                    return Some(Span { start: name.start, end: end? });
                }
            }
            next = link.of()?;
        }
        None
    }

    /// Returns the first name of a chain; `None` without one, or if it has more than `MAX_LINKS`
    /// links.
    pub fn root_name(&self, id: ExpressionId) -> Option<Span> {
        let mut next = id;
        for _ in 0..MAX_LINKS {
            match self.expression(next) {
                Expression::Name(name) => return Some(name),
                Expression::Either(one, _) => next = one,
                Expression::GivenBack { argument, .. } => next = argument,
                link => next = link.of()?,
            }
        }
        None
    }

    /// Returns an expression's last name, if it is a name or path: `Foo` of `a::Foo`.
    pub fn last_name(&self, id: ExpressionId) -> Option<Span> {
        match self.expression(id) {
            Expression::Name(name) | Expression::Member { name, .. } => Some(name),
            _ => None,
        }
    }

    /// Returns whether an expression is what a function is called with.
    pub fn is_taken(&self, id: ExpressionId) -> bool {
        matches!(self.expression(id), Expression::Taken(_))
    }

    /// Returns the name of an expression that is a single name.
    pub fn single_name(&self, id: ExpressionId) -> Option<Span> {
        match self.expression(id) {
            Expression::Name(name) => Some(name),
            _ => None,
        }
    }
}
