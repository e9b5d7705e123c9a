//! Conversion of nodes to expressions and types, by the language's `expressions.scm`.

mod documented;
mod tokens;
mod types;

#[cfg(test)]
mod tests;

use super::Span;
use super::expression::{Expression, ExpressionId, ObjectLiteral, Type, TypeId, Written};
use crate::lang::{Capture, CompiledQuery, ExpressionCapture, Language, Match, QueryKind};
use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Node;

/// Nesting of types up to which they are read. Deeper ones are not written by people.
const MAX_DEPTH: usize = 12;

/// Number of values of a list up to which they are read. Longer ones are tables of data.
const MAX_LISTED: usize = 16;

/// Adds the expressions and types of nodes to the lists of a file.
pub(super) struct Recorder<'a> {
    text: &'a str,
    language: &'static Language,
    query: Option<&'static CompiledQuery>,
    pub(super) written: Written,
    /// Expressions by the ids of their nodes in the current tree, so that no chain is read twice.
    known: FxHashMap<usize, ExpressionId>,
    /// Ids of the token trees that were read.
    token_trees: FxHashSet<usize>,
    /// Nesting of the choices that are being read.
    nesting: usize,
    other: ExpressionId,
    /// True if several parameters may share one written type.
    has_shared_types: bool,
}

/// A node as a link of a chain.
enum Step<'tree> {
    /// The first link of a chain.
    First(Expression),
    /// Equal to the node in it.
    Same(Node<'tree>),
    Member(Node<'tree>, Node<'tree>),
    /// A call of a function, and the path of the module that it loads, if any.
    Call(Node<'tree>, Option<Span>),
    /// A function, with its type arguments.
    Applied(Node<'tree>, Vec<Node<'tree>>),
    /// A call of such a function.
    AppliedCall(Node<'tree>, Vec<Node<'tree>>),
    /// A call of a member: the object, the name and the type arguments.
    Method(Node<'tree>, Node<'tree>, Vec<Node<'tree>>),
    Element(Node<'tree>),
    Each(Node<'tree>),
    /// A list of what a loop over the node gives.
    Collected(Node<'tree>),
    Either(Node<'tree>, Node<'tree>),
    /// A call of a function that may give back an argument.
    GivenBack(Node<'tree>, Node<'tree>),
    /// A list of some values, or a map.
    Listed(Vec<Node<'tree>>, Collection),
    /// A new value of a type, and the node of its arguments if they stand beside the type.
    New(Node<'tree>, Option<Node<'tree>>),
    Cast(Node<'tree>),
    /// A token that is a qualified name.
    Qualified(Span),
    /// A path that is nested in its end: `a::(b::c)`.
    Nested(Option<Node<'tree>>, Node<'tree>),
    /// The names of a path, and what else stands in its node.
    Path(Vec<Node<'tree>>),
}

/// What a literal with values makes of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Collection {
    List,
    Map,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(text: &'a str, language: &'static Language) -> Self {
        let mut written = Written::new();
        let other = written.add(Expression::Other);
        let query = language.query(QueryKind::Expressions);
        Self {
            text,
            language,
            query,
            has_shared_types: query
                .is_some_and(|query| query.has(Capture::Expression(ExpressionCapture::TypeEach))),
            written,
            known: FxHashMap::default(),
            token_trees: FxHashSet::default(),
            nesting: 0,
            other,
        }
    }

    /// Forgets the nodes of the previous tree, whose ids may be reused.
    pub(super) fn start_tree(&mut self) {
        self.known.clear();
        self.token_trees.clear();
    }

    /// Returns the chain that ends with a node.
    pub(super) fn expression(&mut self, node: Node<'_>) -> ExpressionId {
        let mut above = Vec::new();
        let mut node = node;
        let mut id = loop {
            if let Some(known) = self.known.get(&node.id()) {
                break *known;
            }
            let step = self.step(node);
            let (Step::Same(inner)
            | Step::Member(inner, ..)
            | Step::Call(inner, _)
            | Step::Applied(inner, _)
            | Step::AppliedCall(inner, _)
            | Step::Method(inner, ..)
            | Step::Element(inner)
            | Step::Each(inner)) = step
            else {
                let id = self.first(&step);
                self.known.insert(node.id(), id);
                break id;
            };
            above.push((node.id(), step));
            node = inner;
        };
        for (node, step) in above.into_iter().rev() {
            id = self.link(id, &step);
            self.known.insert(node, id);
        }
        id
    }

    /// Returns the expression of a value of an annotation's type.
    pub(super) fn cast(&mut self, annotation: Node<'_>) -> Option<ExpressionId> {
        let written = self.annotation(annotation)?;
        Some(self.written.add(Expression::Cast(written)))
    }

    /// Returns the value of a block and the type of a list of such values; `None` if nothing is
    /// known of it.
    pub(super) fn given(&mut self, node: Node<'_>) -> Option<(ExpressionId, TypeId)> {
        let value = self.expression(node);
        if self.is_other(value) {
            return None;
        }
        Some((value, self.type_of_listed(&[value], Collection::List)))
    }

    /// Returns the expression that makes a value of a type.
    pub(super) fn made(&mut self, node: Node<'_>) -> ExpressionId {
        let written = self.written_type(node);
        self.written.add(Expression::New(written))
    }

    /// Returns the expression of no value.
    pub(super) fn nothing(&mut self) -> ExpressionId {
        self.written.add(Expression::Nothing)
    }

    /// Returns the expression of each element of a collection.
    pub(super) fn each(&mut self, of: ExpressionId) -> ExpressionId {
        self.written.add(Expression::Each(of))
    }

    /// Returns whether nothing is known of an expression.
    pub(super) fn is_other(&self, of: ExpressionId) -> bool {
        of == self.other
    }

    /// Returns the function that an expression calls, or the expression of another one.
    pub(super) fn called(&self, of: ExpressionId) -> ExpressionId {
        match self.written.get(of) {
            Expression::Call(called) | Expression::Load { call: called, .. } => called,
            _ => of,
        }
    }

    fn first(&mut self, step: &Step<'_>) -> ExpressionId {
        match step {
            Step::First(Expression::Other) => self.other,
            Step::First(expression) => self.written.add(*expression),
            Step::New(of, arguments) => {
                let written = self.applied_type(*of, *arguments);
                self.written.add(Expression::New(written))
            }
            Step::Cast(of) => {
                let written = self.written_type(*of);
                self.written.add(Expression::Cast(written))
            }
            Step::Either(one, other) if self.nesting < MAX_DEPTH => {
                self.nesting += 1;
                let (one, other) = (self.expression(*one), self.expression(*other));
                self.nesting -= 1;
                self.written.add(Expression::Either(one, other))
            }
            Step::GivenBack(function, argument) if self.nesting < MAX_DEPTH => {
                self.nesting += 1;
                let (function, argument) = (self.expression(*function), self.expression(*argument));
                self.nesting -= 1;
                let call = self.written.add(Expression::Call(function));
                self.written.add(Expression::GivenBack { call, argument })
            }
            Step::Listed(values, collection) if self.nesting < MAX_DEPTH => {
                self.nesting += 1;
                let listed = self.listed(values, *collection);
                self.nesting -= 1;
                self.written.add(listed)
            }
            Step::Collected(of) if self.nesting < MAX_DEPTH => {
                self.nesting += 1;
                let of = self.expression(*of);
                self.nesting -= 1;
                if of == self.other {
                    return self.written.add(Expression::Literal);
                }
                let each = self.written.add(Expression::Each(of));
                let collected = self.type_of_listed(&[each], Collection::List);
                self.written.add(Expression::Listed(collected))
            }
            Step::Listed(..) | Step::Collected(_) => self.written.add(Expression::Literal),
            Step::Nested(of, rest) => self.nested(*of, *rest),
            Step::Path(parts) => self.path(parts),
            Step::Qualified(token) => {
                let parts = self.parts(*token).into_iter();
                let whole = parts.fold(None, |above, part| Some(self.continued(above, part)));
                whole.unwrap_or(self.other)
            }
            _ => self.other,
        }
    }

    /// Returns the literal of a list or map of some values. Of texts and numbers alone nothing is
    /// to be told, and what has members of its own is no value of a type.
    fn listed(&mut self, values: &[Node<'_>], collection: Collection) -> Expression {
        if values.len() > MAX_LISTED {
            return Expression::Literal;
        }
        let values: Vec<ExpressionId> =
            values.iter().map(|value| self.expression(*value)).collect();
        let is_made = |value: &ExpressionId| {
            let value = self.written.get(*value);
            !value.is_literal() && !matches!(value, Expression::Other | Expression::Nothing)
        };
        let has_members =
            |value: &ExpressionId| matches!(self.written.get(*value), Expression::Object(_));
        if !values.iter().any(is_made) || values.iter().any(has_members) {
            return Expression::Literal;
        }
        Expression::Listed(self.type_of_listed(&values, collection))
    }

    fn type_of_listed(&mut self, values: &[ExpressionId], collection: Collection) -> TypeId {
        let of_value = |value: &ExpressionId| self.written.add_type(Type::Value(*value));
        let types: Vec<TypeId> = values.iter().map(of_value).collect();
        let types = self.written.add_list(&types);
        let element = self.written.add_type(Type::Several(types));
        let whole = match collection {
            Collection::List => Type::Elements(element),
            Collection::Map => Type::Keyed(self.written.add_type(Type::Other), element),
        };
        self.written.add_type(whole)
    }

    fn link(&mut self, of: ExpressionId, step: &Step<'_>) -> ExpressionId {
        if of == self.other {
            return of;
        }
        match step {
            Step::Member(_, name) => self.member(Some(of), *name),
            Step::Method(_, name, arguments) => {
                let mut method = self.member(Some(of), *name);
                if !arguments.is_empty() {
                    let arguments = self.list(arguments, 0);
                    method = self.written.add(Expression::Applied { of: method, arguments });
                }
                self.written.add(Expression::Call(method))
            }
            Step::Applied(_, arguments) | Step::AppliedCall(_, arguments) => {
                let arguments = self.list(arguments, 0);
                let applied = self.written.add(Expression::Applied { of, arguments });
                match step {
                    Step::AppliedCall(..) => self.written.add(Expression::Call(applied)),
                    _ => applied,
                }
            }
            Step::Call(_, module) => {
                let call = self.written.add(Expression::Call(of));
                match module {
                    Some(module) => self.written.add(Expression::Load { call, module: *module }),
                    None => call,
                }
            }
            Step::Element(_) => self.written.add(Expression::Element(of)),
            Step::Each(_) => self.written.add(Expression::Each(of)),
            _ => of,
        }
    }

    /// Adds an element of a node.
    pub(super) fn element(&mut self, of: Node<'_>) -> ExpressionId {
        let of = self.expression(of);
        if of == self.other { of } else { self.written.add(Expression::Element(of)) }
    }

    /// Adds what a function is called with for the parameter that is a node.
    pub(super) fn taken(&mut self, parameter: Node<'_>) -> ExpressionId {
        self.written.add(Expression::Taken(Span::new(parameter.byte_range())))
    }

    /// Returns the expression of which nothing is known.
    pub(super) const fn other(&self) -> ExpressionId {
        self.other
    }

    /// Adds a path that continues `of` with the node `name`, or begins with it.
    pub(super) fn member(&mut self, of: Option<ExpressionId>, name: Node<'_>) -> ExpressionId {
        // A field may have a place for its name: `pair.0`.
        let place = Span::new(name.byte_range());
        let is_place = |place: &Span| place.of(self.text).bytes().all(|sign| sign.is_ascii_digit());
        let name = self.name_of(name).or_else(|| Some(place).filter(is_place));
        match (of, name) {
            (Some(of), _) if of == self.other => of,
            (Some(of), Some(name)) => self.written.add(Expression::Member { of, name }),
            (None, Some(name)) => self.written.add(Expression::Name(name)),
            (_, None) => self.other,
        }
    }

    /// Returns the spans of the parts of a token that may be a qualified name.
    pub(super) fn parts(&self, token: Span) -> Vec<Span> {
        let (mut parts, mut rest) = (Vec::new(), token);
        loop {
            let last = self.last_part(rest);
            parts.push(last);
            let Some((above, _)) = self.language.split_path(rest.of(self.text)) else { break };
            rest = Span::new(rest.range().start..rest.range().start + above.len());
        }
        parts.reverse();
        parts
    }

    /// Returns the span of the last part of a token that may be a qualified name.
    pub(super) fn last_part(&self, token: Span) -> Span {
        let last = self.language.split_path(token.of(self.text)).map(|(_, last)| last.len());
        last.map_or(token, |last| Span::new(token.range().end - last..token.range().end))
    }

    /// Adds a path that continues `of` with a part of a qualified name, or begins with it.
    pub(super) fn continued(&mut self, of: Option<ExpressionId>, name: Span) -> ExpressionId {
        let link = match of {
            Some(of) => Expression::Member { of, name },
            None => Expression::Name(name),
        };
        self.written.add(link)
    }

    fn path(&mut self, parts: &[Node<'_>]) -> ExpressionId {
        let mut names: Vec<Node<'_>> = parts.to_vec();
        names.retain(|part| self.name_of(*part).is_some());
        let path = names.into_iter().fold(None, |of, name| Some(self.member(of, name)));
        path.unwrap_or(self.other)
    }

    /// Returns the path before a name: a node, or that part of it which is before its last name.
    pub(super) fn path_before(&mut self, path: Node<'_>, name: Node<'_>) -> ExpressionId {
        if path.end_byte() <= name.start_byte() {
            return self.expression(path);
        }
        let mut before = inside(path);
        before.retain(|part| part.end_byte() <= name.start_byte());
        self.path(&before)
    }

    fn nested(&mut self, of: Option<Node<'_>>, rest: Node<'_>) -> ExpressionId {
        let mut of = of.map(|of| self.expression(of));
        let mut rest = rest;
        loop {
            match self.step(rest) {
                Step::Nested(next, end) => {
                    of = next.map_or(of, |next| Some(self.member(of, self.named_in(next))));
                    rest = end;
                }
                Step::Member(next, name) => {
                    let of = self.member(of, self.named_in(next));
                    return self.member(Some(of), name);
                }
                _ => return self.member(of, self.named_in(rest)),
            }
        }
    }

    /// Returns the name in a node, without its type arguments.
    fn named_in<'tree>(&self, node: Node<'tree>) -> Node<'tree> {
        match self.step(node) {
            Step::Same(name) => name,
            _ => node,
        }
    }

    /// Returns the span of an identifier; `None` for the number of a tuple's part.
    fn name_of(&self, node: Node<'_>) -> Option<Span> {
        let span = Span::new(node.byte_range());
        let text = span.of(self.text);
        let is_name =
            |character: char| character.is_alphanumeric() || matches!(character, '_' | '$' | '#');
        let is_digit = |first: char| first.is_ascii_digit();
        // `@pool` of a variable, and `empty?` or `save!` of a method.
        let is_mark = |first: char| self.language.config.graph.marks.contains(first);
        let bare = text.trim_start_matches(is_mark).trim_end_matches(['?', '!']);
        // `this@Outer`, `super<Base>`
        let rules = &self.language.config;
        let is_object = |word: &str| {
            rules.self_names.iter().chain(&rules.graph.super_names).any(|known| known == word)
        };
        let is_qualified = || bare.split_once(['@', '<']).is_some_and(|(word, _)| is_object(word));
        let is_plain = !bare.is_empty() && bare.chars().all(is_name) && !bare.starts_with(is_digit);
        (is_plain || is_qualified()).then_some(span)
    }

    fn step<'tree>(&self, node: Node<'tree>) -> Step<'tree> {
        self.first_match(node, |found| self.read_step(found))
            .unwrap_or(Step::First(Expression::Other))
    }

    /// Returns the first result of `read` for a match at a node, in the order of the patterns. A
    /// comment may stand where a pattern has any node; such matches do not count.
    fn first_match<'tree, T>(
        &self,
        node: Node<'tree>,
        read: impl Fn(&Match<'_, 'tree>) -> Option<T>,
    ) -> Option<T> {
        let has_comment =
            |found: &Match<'_, 'tree>| found.captures().any(|(_, node)| node.is_extra());
        let read = |found: &Match<'_, 'tree>| if has_comment(found) { None } else { read(found) };
        self.query?.first_at(node, self.text, read)
    }

    fn name_step<'tree>(&self, node: Node<'tree>) -> Step<'tree> {
        let span = Span::new(node.byte_range());
        if self.language.split_path(span.of(self.text)).is_some() {
            return Step::Qualified(span);
        }
        Step::First(self.name_of(node).map_or(Expression::Other, Expression::Name))
    }

    /// Returns the expression that a match assigns to its node.
    fn read_step<'tree>(&self, found: &Match<'_, 'tree>) -> Option<Step<'tree>> {
        let at = |capture| found.node(Capture::Expression(capture));
        let arguments = |of: Node<'tree>| {
            at(ExpressionCapture::Arguments).map(|arguments| inside_beside(arguments, of))
        };
        if at(ExpressionCapture::Name).is_some() {
            return Some(self.name_step(found.start));
        }
        if let Some(expression) = constant(found) {
            return Some(Step::First(expression));
        }
        let is_open = at(ExpressionCapture::ObjectOpen).is_some();
        if is_open || at(ExpressionCapture::Object).is_some() {
            let span = Span::new(found.start.byte_range());
            return Some(Step::First(Expression::Object(ObjectLiteral { span, is_open })));
        }
        if let Some(of) = at(ExpressionCapture::Same) {
            let function = at(ExpressionCapture::Call);
            return Some(function.map_or(Step::Same(of), |call| Step::GivenBack(call, of)));
        }
        if let Some(step) = listed_in(found) {
            return Some(step);
        }
        if at(ExpressionCapture::Path).is_some() {
            return Some(Step::Path(inside(found.start)));
        }
        if let Some(rest) = at(ExpressionCapture::Rest) {
            return Some(Step::Nested(at(ExpressionCapture::Of), rest));
        }
        if let Some(member) = at(ExpressionCapture::Member) {
            return Some(
                at(ExpressionCapture::Of).map_or(Step::Same(member), |of| Step::Member(of, member)),
            );
        }
        if let (Some(of), Some(method)) = (at(ExpressionCapture::Of), at(ExpressionCapture::Method))
        {
            return Some(Step::Method(of, method, arguments(of).unwrap_or_default()));
        }
        if let Some(function) = at(ExpressionCapture::Call) {
            let module =
                || at(ExpressionCapture::Module).map(|module| inside_quotes(module, self.text));
            return Some(match arguments(function) {
                Some(arguments) => Step::AppliedCall(function, arguments),
                None => Step::Call(function, module()),
            });
        }
        if let Some(module) = at(ExpressionCapture::Module) {
            return Some(Step::First(Expression::Module(inside_quotes(module, self.text))));
        }
        if let Some(function) = at(ExpressionCapture::Applied) {
            return Some(Step::Applied(function, arguments(function).unwrap_or_default()));
        }
        if let (Some(one), Some(other)) = (at(ExpressionCapture::Either), at(ExpressionCapture::Or))
        {
            return Some(Step::Either(one, other));
        }
        let each = || at(ExpressionCapture::Each).map(Step::Each);
        let element = at(ExpressionCapture::Element).map(Step::Element).or_else(each);
        let new =
            || at(ExpressionCapture::New).map(|of| Step::New(of, at(ExpressionCapture::Arguments)));
        element.or_else(new).or_else(|| at(ExpressionCapture::Cast).map(Step::Cast))
    }
}

/// Returns the list or map that a match writes with its values.
fn listed_in<'tree>(found: &Match<'_, 'tree>) -> Option<Step<'tree>> {
    let at = |capture| found.node(Capture::Expression(capture));
    if let Some(of) = at(ExpressionCapture::ListedEach) {
        return Some(Step::Collected(of));
    }
    let kinds = [
        (ExpressionCapture::Listed, ExpressionCapture::ListedValue, Collection::List),
        (ExpressionCapture::Mapped, ExpressionCapture::MappedValue, Collection::Map),
    ];
    kinds.into_iter().find_map(|(whole, value, kind)| {
        let values = at(whole).map(inside).or_else(|| Some(vec![at(value)?]));
        Some(Step::Listed(values?, kind))
    })
}

/// Returns the expression of a match that has no other in it.
fn constant(found: &Match<'_, '_>) -> Option<Expression> {
    let at = Span::new(found.start.byte_range());
    let known = [
        (ExpressionCapture::Literal, Expression::Literal),
        (ExpressionCapture::Nothing, Expression::Nothing),
        (ExpressionCapture::Sent, Expression::Sent(at)),
        (ExpressionCapture::Around, Expression::Around(at)),
    ];
    let is_it = |(capture, _): &(ExpressionCapture, Expression)| {
        found.node(Capture::Expression(*capture)).is_some()
    };
    known.into_iter().find(is_it).map(|(_, expression)| expression)
}

/// Returns the named children of a node, without comments.
fn inside(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect()
}

/// Returns the named children of a node, without comments and `head`.
fn inside_beside<'tree>(node: Node<'tree>, head: Node<'tree>) -> Vec<Node<'tree>> {
    let mut nodes = inside(node);
    nodes.retain(|child| child.id() != head.id());
    nodes
}

fn inside_quotes(node: Node<'_>, text: &str) -> Span {
    let span = Span::new(node.byte_range());
    let quoted = span.of(text);
    let inner = quoted.trim_start_matches(|first: char| first.is_ascii_alphabetic());
    let start = span.start as usize + (quoted.len() - inner.len());
    let bare = inner.trim_start_matches(['"', '\'', '`']);
    let start = start + (inner.len() - bare.len());
    let length = bare.trim_end_matches(['"', '\'', '`']).len();
    Span::new(start..start + length)
}
