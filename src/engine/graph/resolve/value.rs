//! What an expression is, told from what is written nearby: annotations, constructions, results of functions, members.

use super::members::simple_name;
use super::modules::local_name;
use super::resolver::Resolver;
use crate::domain::{Symbol, SymbolKind};
use crate::engine::graph::chain::{Chain, Joint, Link};
use crate::engine::graph::model::{Def, FileIndex, Lookup, Module, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::semantics::{self, Names};
use crate::engine::graph::type_text;
use crate::workspace::names::{Binding, NameFacts, Origin, Span};
use std::sync::Arc;

/// Expressions that lead to other expressions are followed this far.
const DEEPEST: usize = 6;

/// A local name as a place sees it.
pub(in crate::engine) enum Local<'a> {
    Binding(&'a Binding),
    Import(&'a crate::workspace::names::Import),
    /// A function or type defined inside the function around.
    Definition(Def),
}

impl<'p> Resolver<'p> {
    /// What a chain of names is at a place.
    pub(in crate::engine) fn value_of(&self, unit: &Arc<Unit>, chain: &Chain<'_>, at: usize, depth: usize) -> Value {
        // Types are looked up by values again, so that the depth handed on does not bound the whole.
        if depth > DEEPEST {
            return Value::Unknown;
        }
        self.enter(|| self.chain_value(unit, chain, at, depth)).unwrap_or(Value::Unknown)
    }

    fn chain_value(&self, unit: &Arc<Unit>, chain: &Chain<'_>, at: usize, depth: usize) -> Value {
        if let Some(cast) = chain.cast {
            return self.instance_of_text(unit, cast, at, depth);
        }
        let mut links = chain.links.iter().enumerate();
        let Some((_, Link::Name { name, is_called, .. })) = links.next() else { return Value::Unknown };
        let mut value = match chain.required.filter(|_| semantics::of(unit.language).has_loading_calls()) {
            Some(text) => {
                let module = self.module(unit, text, Span::new(at..at));
                self.found_value(semantics::of(unit.language).loaded(self, module), depth)
            }
            None => {
                let value = self.start(unit, name, at, depth);
                if *is_called { self.call(unit, value, name, depth) } else { value }
            }
        };
        if chain.constructs == 1 {
            value = match instance(value) {
                Value::Unknown if semantics::of(unit.language).has_environment(unit) => Value::External,
                known => known,
            };
        }
        for (index, link) in links {
            value = match link {
                Link::Element => self.element(value),
                Link::Name { name, joint, is_called } => self.member(value, name, *joint, *is_called, depth, unit),
            };
            if index + 1 == chain.constructs {
                value = instance(value);
            }
        }
        value
    }

    /// The nearest local name around a place, where there is one below the top of the file.
    pub(in crate::engine) fn local<'a>(&self, unit: &'a Unit, name: &str, at: usize) -> Option<Local<'a>> {
        let names = unit.names();
        let position = at as u32;
        let ordered = unit.rules().ordered;
        let nested = nested_definition(unit, name, at);
        let mut is_first = true;
        for scope in names.scopes_around(position) {
            let is_top = names.scopes[scope as usize].parent.is_none();
            // The names of a type's body are seen from the body itself only.
            if names.scopes[scope as usize].is_type && !is_first {
                continue;
            }
            is_first = false;
            if is_top {
                break;
            }
            let span = names.scopes[scope as usize].span;
            if let Some((def, bytes)) = &nested
                && span.contains(Span::new(bytes.clone()))
                && unit.symbol(def.symbol).name_bytes.start >= span.start as usize
            {
                return Some(Local::Definition(*def));
            }
            let seen = |span: Span| !ordered || span.end <= position || span.start == position;
            let import =
                names.imports.iter().find(|import| import.scope == scope && local_name(unit, import) == Some(name));
            if let Some(import) = import {
                return Some(Local::Import(import));
            }
            let binding = unit
                .bindings_named(name)
                .filter(|binding| binding.scope == scope)
                .filter(|binding| seen(binding.name) && !(ordered && holds(binding.origin.value, position)));
            // The last one before the place is the one in force; a later one counts where order does not.
            let (before, after): (Vec<&Binding>, Vec<&Binding>) =
                binding.partition(|binding| binding.name.start <= position);
            if let Some(binding) = before.last().or(after.first()) {
                return Some(match variable_definition(unit, binding.name) {
                    Some(def) => Local::Definition(def),
                    None => Local::Binding(binding),
                });
            }
        }
        nested.map(|(def, _)| Local::Definition(def))
    }

    fn start(&self, unit: &Arc<Unit>, name: &str, at: usize, depth: usize) -> Value {
        let config = &unit.language.config;
        let rules = unit.rules();
        if rules.super_names.iter().any(|word| word == name) {
            return self.enclosing_type(unit, at).map_or(Value::Unknown, |of| Value::Super(of.types));
        }
        if config.self_names.iter().any(|word| word == name) {
            let types = self.enclosing_type(unit, at).map_or_else(Vec::new, |of| of.types);
            let is_type = semantics::of(unit.language).self_is_type(name);
            return match (types.is_empty(), is_type) {
                (true, _) => Value::Unknown,
                (_, true) => Value::Type(types),
                _ => Value::Instance(types),
            };
        }
        match self.local(unit, name, at) {
            Some(Local::Definition(def)) => return self.definition_value(vec![def], depth),
            Some(Local::Import(import)) => {
                return self.found_value(self.follow(unit, import), depth);
            }
            Some(Local::Binding(binding)) => return self.origin_value(unit, binding.origin, depth),
            None => {}
        }
        let around = if rules.implicit_receiver { self.types_around(unit, at) } else { Vec::new() };
        for of in around {
            if let value @ (Value::Instance(_) | Value::Function(_) | Value::Type(_) | Value::Written(..)) =
                self.member(Value::Instance(of.types), name, Joint::Dot, false, depth + 1, unit)
                && !self.is_constructor(&value)
            {
                return value;
            }
        }
        let found = self.lookup_at(unit, at, name);
        if found != Lookup::Unknown {
            return self.found_value(found, depth);
        }
        if semantics::of(unit.language).has_loaded_variables()
            && let Some(binding) = self.variable_at_top(unit, name)
        {
            return self.origin_value(unit, binding.origin, depth);
        }
        if rules.builtin_types.iter().any(|builtin| builtin == name) {
            return Value::External;
        }
        // A path may begin with a crate or package that nothing imports.
        match self.module(unit, name, Span::new(at..at)) {
            found @ Lookup::Module(_) => self.found_value(found, depth),
            _ if rules.is_program_wide() => {
                let definitions = self.project.definitions_in(unit.file, name);
                if definitions.is_empty() { Value::Unknown } else { self.definition_value(definitions, depth) }
            }
            _ => Value::Unknown,
        }
    }

    /// Whether a value is nothing but a constructor, whose name means its type.
    fn is_constructor(&self, value: &Value) -> bool {
        let is_constructor = |def: &Def| {
            self.project.get(*def).is_some_and(|(unit, symbol)| unit.symbol(symbol).kind == SymbolKind::Constructor)
        };
        matches!(value, Value::Function(defs) if defs.iter().all(is_constructor))
    }

    fn variable_at_top<'a>(&self, unit: &'a Unit, name: &str) -> Option<&'a Binding> {
        let names = unit.names();
        let is_at_top = |binding: &&Binding| names.scopes[binding.scope as usize].parent.is_none();
        names.bindings.iter().filter(is_at_top).find(|binding| binding.name.of(unit.content()) == name)
    }

    fn found_value(&self, found: Lookup, depth: usize) -> Value {
        match found {
            Lookup::Definitions(definitions) => self.definition_value(definitions, depth),
            Lookup::Module(module) => Value::Module(module),
            Lookup::External => Value::External,
            Lookup::Unknown => Value::Unknown,
        }
    }

    /// What the name of a definition stands for.
    fn definition_value(&self, definitions: Vec<Def>, depth: usize) -> Value {
        let Some((unit, symbol)) = definitions.first().and_then(|def| self.project.get(*def)) else {
            return Value::Unknown;
        };
        if let Some(rest) = semantics::of(unit.language).without_namespaces(self.project, &definitions) {
            return Value::Merged(definitions, Box::new(self.definition_value(rest, depth)));
        }
        let first = unit.symbol(symbol);
        let kind = first.kind;
        if kind.is_type() {
            return Value::Type(self.unaliased(definitions));
        }
        if kind == SymbolKind::Module {
            return Value::Module(Module::Inline(definitions[0]));
        }
        if kind.is_callable() {
            return Value::Function(definitions);
        }
        // An enum's variant is a value of the enum.
        if let Some(parent) = first.parent
            && unit.symbols()[parent].kind == SymbolKind::Enum
        {
            return Value::Instance(vec![Def { file: unit.file, symbol: parent as u32 }]);
        }
        let name = Span::new(first.name_bytes.clone());
        let names = unit.names();
        let declared = names.bindings.iter().chain(&names.fields).find(|binding| binding.name == name);
        match declared {
            Some(binding) => self.origin_value(unit, binding.origin, depth + 1),
            None => Value::Unknown,
        }
    }

    /// What a name is, from what is written where it is declared.
    fn origin_value(&self, unit: &Arc<Unit>, origin: Origin, depth: usize) -> Value {
        let is_inferred = |span: &Span| unit.rules().inferred_types.iter().any(|word| word == span.of(unit.content()));
        if let Some(annotation) = origin.annotation.filter(|annotation| !is_inferred(annotation)) {
            return self.instance_of_span(unit, annotation, depth);
        }
        if let Some(value) = origin.value {
            let text = value.of(unit.content());
            if is_literal(text) {
                return Value::External;
            }
            let Some(chain) = Chain::read(text) else { return Value::Unknown };
            return self.value_of(unit, &chain, value.start as usize, depth + 1);
        }
        if let Some(element) = origin.element {
            let Some(chain) = Chain::read(element.of(unit.content())) else { return Value::Unknown };
            let collection = self.value_of(unit, &chain, element.start as usize, depth + 1).plain();
            return self.element(collection);
        }
        Value::Unknown
    }

    fn instance_of_span(&self, unit: &Arc<Unit>, span: Span, depth: usize) -> Value {
        match self.instance_of_text(unit, span.of(unit.content()), span.start as usize, depth) {
            Value::Unknown if unit.rules().is_program_wide() => {
                let heads = type_text::heads(span.of(unit.content()), unit.rules());
                let head = heads.first().map(|head| simple_name(head));
                match head.filter(|head| !unit.rules().builtin_types.iter().any(|builtin| builtin == head)) {
                    Some(head) => Value::Named(head.to_owned()),
                    None => Value::Written(unit.file, span),
                }
            }
            Value::Unknown | Value::External => Value::Written(unit.file, span),
            known => known,
        }
    }

    /// A value of the type that a text says.
    fn instance_of_text(&self, unit: &Arc<Unit>, text: &str, at: usize, depth: usize) -> Value {
        if depth > DEEPEST {
            return Value::Unknown;
        }
        let mut types: Vec<Def> = Vec::new();
        let mut other = Value::Unknown;
        for applied in type_text::applied(text, unit.rules()) {
            match self.type_value(unit, applied.head, at) {
                Value::Type(found) => match self.argument_meant(&found, &applied.arguments) {
                    Some(argument) => match self.instance_of_text(unit, argument, at, depth + 1) {
                        Value::Instance(found) => types.extend(found),
                        known => other = known,
                    },
                    None => types.extend(found),
                },
                Value::Unknown => {}
                known => other = known,
            }
        }
        if unit.rules().is_program_wide()
            && let Some(name) = self.unresolved_alias(&types)
        {
            return Value::Named(name);
        }
        if types.is_empty() { instance(other) } else { Value::Instance(types) }
    }

    fn element(&self, value: Value) -> Value {
        let Value::Written(file, span) = value else { return Value::Unknown };
        let Some(unit) = self.project.unit(file) else { return Value::Unknown };
        let mut types = Vec::new();
        for head in type_text::element_heads(span.of(unit.content()), unit.rules()) {
            types.extend(self.types_named(unit, head, span.start as usize));
        }
        if types.is_empty() { Value::Unknown } else { Value::Instance(types) }
    }

    /// The result of calling a value.
    fn call(&self, unit: &Arc<Unit>, value: Value, name: &str, depth: usize) -> Value {
        match value.plain() {
            Value::Type(types) if unit.rules().types_are_called => Value::Instance(types),
            Value::Type(types) => Value::Instance(types),
            Value::Function(definitions) => self.result(&definitions, None, depth),
            Value::Super(types) => Value::Super(types),
            // `x()` of a value, and what a library returns.
            Value::External => Value::External,
            other if unit.rules().transparent.iter().any(|word| word == name) => other,
            _ => Value::Unknown,
        }
    }

    /// What a function returns, as far as it is written. `receiver` is what `Self` means then.
    fn result(&self, definitions: &[Def], receiver: Option<&[Def]>, depth: usize) -> Value {
        for def in definitions {
            let Some((unit, symbol)) = self.project.get(*def) else { continue };
            let symbol = unit.symbol(symbol);
            let Some(returns) = written_result(unit, symbol) else { continue };
            if semantics::of(unit.language).is_entered(unit, symbol) {
                return self.element(Value::Written(unit.file, returns));
            }
            let heads = type_text::heads(returns.of(unit.content()), unit.rules());
            if let (Some(types), Some(head)) = (receiver, heads.first())
                && matches!(*head, "Self" | "this" | "typing.Self")
            {
                return Value::Instance(types.to_vec());
            }
            return self.instance_of_span(unit, returns, depth + 1);
        }
        Value::Unknown
    }

    /// What a member of a value is.
    fn member(&self, value: Value, name: &str, joint: Joint, is_called: bool, depth: usize, unit: &Arc<Unit>) -> Value {
        let is_transparent =
            is_called && unit.rules().transparent.iter().any(|word| word == name) || name == "await" && !is_called;
        match value {
            Value::Merged(definitions, value) => match self.namespace_members(&definitions, name) {
                Lookup::Unknown => self.member(*value, name, joint, is_called, depth, unit),
                found => {
                    let found = self.found_value(found, depth);
                    if is_called { self.call(unit, found, name, depth) } else { found }
                }
            },
            Value::Module(module) => {
                let found = self.found_value(self.lookup(&module, name), depth);
                if is_called { self.call(unit, found, name, depth) } else { found }
            }
            Value::External => Value::External,
            Value::Instance(types) | Value::Type(types) if name == "Self" => Value::Type(types),
            Value::Instance(types) => {
                let found = self.typed_member(&types, name, is_called, depth);
                if found == Value::Unknown && is_transparent { Value::Instance(types) } else { found }
            }
            Value::Type(types) if joint == Joint::Path || !is_called => {
                self.typed_member(&types, name, is_called, depth)
            }
            Value::Type(types) => self.typed_member(&types, name, is_called, depth),
            Value::Super(types) => {
                let members = self.inherited(&types, name).found;
                if is_called {
                    self.result(&members, Some(&types), depth)
                } else {
                    self.definition_value(members, depth)
                }
            }
            value @ Value::Written(..) if is_transparent => value,
            Value::Written(file, span) if self.is_of_environment(file, span) => Value::External,
            value @ Value::Written(..) if is_called && unit.rules().iterating.iter().any(|word| word == name) => value,
            Value::Function(defs) => {
                let found = self.found_value(self.beside_export(&defs, name), depth);
                if is_called { self.call(unit, found, name, depth) } else { found }
            }
            _ => Value::Unknown,
        }
    }

    /// Whether a written type is a bare name that a module neither defines nor imports: one of the environment's, whose members
    /// are none of the project's.
    fn is_of_environment(&self, file: FileIndex, span: Span) -> bool {
        let Some(unit) = self.project.unit(file).filter(|unit| semantics::of(unit.language).has_environment(unit))
        else {
            return false;
        };
        let name = span.of(unit.content()).trim_start_matches(':').trim();
        let is_name = name.chars().all(|character| character.is_alphanumeric() || matches!(character, '_' | '$'));
        // A type parameter may be anything.
        is_name && self.local(unit, name, span.start as usize).is_none()
    }

    fn typed_member(&self, types: &[Def], name: &str, is_called: bool, depth: usize) -> Value {
        if let Some((unit, binding)) = self.field(types, name) {
            let value = self.origin_value(unit, binding.origin, depth + 1);
            if value != Value::Unknown {
                return if is_called { Value::Unknown } else { value };
            }
        }
        let members = self.members(types, name).found;
        let Some((unit, symbol)) = members.first().and_then(|def| self.project.get(*def)) else {
            return Value::Unknown;
        };
        let kind = unit.symbol(symbol).kind;
        if is_called {
            return match kind {
                kind if kind.is_type() => Value::Instance(members),
                kind if kind.is_callable() => self.result(&members, Some(types), depth),
                // A variant with fields.
                SymbolKind::Constant => Value::Instance(types.to_vec()),
                _ => Value::Unknown,
            };
        }
        match kind {
            // A property is read without a call, and its getter says what it is.
            SymbolKind::Property => match self.result(&members, Some(types), depth) {
                Value::Unknown => self.definition_value(members, depth),
                known => known,
            },
            _ => self.definition_value(members, depth),
        }
    }

    /// The declaration of a field in the files of types or of their ancestors.
    fn field(&self, types: &[Def], name: &str) -> Option<(&'p Arc<Unit>, Binding)> {
        let inherited = |of: &Def| self.ancestors(*of).types.iter().find_map(|of| self.own_field(*of, name));
        types.iter().find_map(|of| self.own_field(*of, name)).or_else(|| types.iter().find_map(inherited))
    }

    fn own_field(&self, of: Def, name: &str) -> Option<(&'p Arc<Unit>, Binding)> {
        let (unit, symbol) = self.project.get(of)?;
        let of = unit.symbol(symbol);
        let content = unit.content();
        let inside = |binding: &&Binding| {
            let at = binding.name.start as usize;
            of.bytes.contains(&at) && {
                // A field belongs to the innermost type around it.
                let inner = unit.enclosing(at, |symbol| symbol.kind.is_container());
                inner.is_some_and(|inner| inner == symbol)
            }
        };
        let fields: Vec<&Binding> = unit.fields_named(name).filter(inside).collect();
        // An annotation says more than a first value of nothing.
        let best = fields
            .iter()
            .find(|field| field.origin.annotation.is_some())
            .or_else(|| {
                fields.iter().find(|field| {
                    field.origin.value.is_some_and(|value| {
                        Chain::read(value.of(content)).is_some_and(|chain| chain.single() != Some("None"))
                    })
                })
            })
            .or(fields.first());
        best.map(|field| (unit, **field))
    }
}

/// Whether an expression is a text, a number, a list or the like, which have no members of the project's.
fn is_literal(text: &str) -> bool {
    let text = text.trim_start();
    let bare = text.trim_start_matches(['b', 'r', 'f', 'u']);
    text.starts_with(['[', '{', '"', '\'', '`'])
        || text.starts_with(|first: char| first.is_ascii_digit())
        || bare.starts_with(['"', '\''])
}

fn instance(value: Value) -> Value {
    match value.plain() {
        Value::Type(types) => Value::Instance(types),
        other => other,
    }
}

fn holds(span: Option<Span>, position: u32) -> bool {
    span.is_some_and(|span| span.start <= position && position < span.end)
}

/// The definition that a local name is as well: a variable that holds a function or a class, or that belongs to a namespace.
fn variable_definition(unit: &Unit, name: Span) -> Option<Def> {
    unit.symbol_named_at(name.start as usize).map(|symbol| Def { file: unit.file, symbol })
}

/// A definition of the name inside a function around the place, or inside what is called to make a variable's value, and the
/// bytes of that.
fn nested_definition(unit: &Unit, name: &str, at: usize) -> Option<(Def, std::ops::Range<usize>)> {
    // Titles of tests and members of objects give no name to the code around them.
    let is_named = |symbol: &Symbol| match symbol.kind {
        SymbolKind::Test => false,
        SymbolKind::Method | SymbolKind::Property => unit.rules().implicit_receiver,
        _ => true,
    };
    let locals = unit.symbols_named(name).filter(|(_, symbol)| symbol.is_local && is_named(symbol));
    locals
        .filter_map(|(index, symbol)| {
            let parent = &unit.symbols()[symbol.parent?];
            let is_seen = (parent.kind.is_callable() || parent.kind.has_value()) && parent.bytes.contains(&at);
            // From the name on: decorators stand before the scope that a function makes.
            is_seen.then_some((Def { file: unit.file, symbol: index }, parent.name_bytes.start..parent.bytes.end))
        })
        .min_by_key(|(_, bytes)| bytes.len())
}

/// The result of a function as its definition writes it, before the name or behind the parameters.
fn written_result(unit: &Unit, symbol: &Symbol) -> Option<Span> {
    let names = unit.names();
    let bytes = Span::new(symbol.bytes.clone());
    let first = names.returns.partition_point(|span| span.start < bytes.start);
    let own = names.returns[first..].iter().take_while(|span| span.start < bytes.end);
    // The types of parameters may be functions with results of their own.
    let is_own = |span: &&Span| {
        !is_in_inner_definition(unit, symbol, **span) && !NameFacts::is_within(&names.parameters, **span)
    };
    let is_said = |span: &Span| !unit.rules().inferred_types.iter().any(|word| word == span.of(unit.content()));
    own.copied().find(|span| is_own(&span) && is_said(span))
}

fn is_in_inner_definition(unit: &Unit, outer: &crate::domain::Symbol, span: Span) -> bool {
    let inner = unit.enclosing(span.start as usize, |symbol| symbol.kind.is_callable());
    inner.is_some_and(|inner| unit.symbol(inner).name_bytes != outer.name_bytes)
}
