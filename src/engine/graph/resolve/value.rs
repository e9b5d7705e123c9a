//! Values of expressions, inferred from nearby source: annotations, constructions, results of
//! functions, members.

mod accessors;
mod added_members;
mod alternatives;
mod argument;
mod assigned;
mod bare_calls;
mod begins_outside;
mod blocks;
mod class_fields;
mod fields;
mod filled;
mod forms;
mod function_types;
mod generated;
mod given_back;
mod given_by_block;
mod given_for;
mod given_forms;
mod globals;
mod guesses;
mod held;
mod holders;
mod in_literals;
mod inferred;
mod led;
mod library_arguments;
mod listed;
mod made_of;
mod made_with_new;
mod marked;
mod members;
mod modules;
mod nameless_fields;
mod narrowed_members;
mod of_class;
mod of_library;
mod overridden;
mod paths;
mod qualified;
mod queries;
mod results;
mod set;
mod taken_apart;
mod written_for;

pub(super) use self::alternatives::{choices, reaching_bindings};
use self::fields::MembersOf;
use self::forms::{
    Call, Links, MAX_LINKS, is_head_of_path, is_object, object_around, returns_self, take_call,
};
pub(in crate::engine::graph) use self::given_for::has_parameters;
pub(super) use self::globals::variable_at_top;
pub(in crate::engine::graph) use self::held::{Held, fields_holding};
use self::listed::place_behind;
use super::instance::{MAX_DEPTH, apply, instance};
use super::modules::imports_binding;
use super::resolver::Resolver;
use crate::domain::SymbolKind;
use crate::engine::graph::model::{
    Def, EnclosingType, KnownTypeArguments, Local, Lookup, Module, Value,
};
use crate::engine::graph::project::Unit;
use crate::engine::graph::semantics::{self, Names};
use crate::workspace::names::{
    Binding, Expression, ExpressionId, Import, Imported, Role, Span, TypeId,
};
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the value of an expression.
    pub(in crate::engine) fn value_of(&self, unit: &Arc<Unit>, id: ExpressionId) -> Value {
        // Resolving a type evaluates further expressions, so that nesting alone does not bound the
        // total.
        if self.nesting() > MAX_DEPTH {
            return Value::Unknown;
        }
        let value = || self.or_found(unit, id, self.chain_value(unit, id));
        self.enter(value).unwrap_or(Value::Unknown)
    }

    fn chain_value(&self, unit: &Arc<Unit>, id: ExpressionId) -> Value {
        let mut links = unit.names().links(id, MAX_LINKS);
        if let Some(rest) = self.behind_container(unit, &links) {
            let container = Value::Written(unit.file, TypeId::COLLECTION, None);
            let rest = links.split_off(rest).into_iter().peekable();
            return self.value_behind(unit, (container, 0), rest);
        }
        let mut links = links.into_iter().peekable();
        // Byte offset at which types known only by name are resolved.
        let mut at = 0;
        let value = match links.next() {
            Some(Expression::Name(span)) => {
                let name = span.of(unit.content());
                at = span.start as usize;
                let value = match self.value_of_full_path(unit, span, &mut links) {
                    Some(value) => value,
                    None => self.value_before_call(unit, span, links.peek()),
                };
                let value = match value {
                    // The content of a library's wrapper may be the project's.
                    Value::External
                        if unit.rules().wrappers.iter().any(|wrapper| wrapper == name) =>
                    {
                        Value::Unknown
                    }
                    value => value,
                };
                match take_call(unit, span, &mut links) {
                    Some(made) => {
                        let value = self.call_bare(unit, value, span, made);
                        match self.or_guess(unit, value, at, Some(made)) {
                            Value::Unknown if self.makes_outside(unit, name, at) => {
                                Value::Named(name.to_owned())
                            }
                            value => value,
                        }
                    }
                    None => self.read(unit, value, name),
                }
            }
            Some(Expression::New(written)) => self.new_value(unit, written),
            Some(Expression::Cast(written)) => self.instance_of_annotation(unit, written, &None),
            Some(Expression::Literal) => Value::External,
            Some(Expression::Listed(written)) => Value::Written(unit.file, written, None),
            Some(Expression::Object(object)) => Value::Literal(unit.file, object),
            Some(Expression::Sent(at)) => self.sent_value(unit, at),
            Some(Expression::Taken(pattern)) => return self.part_of_taken(unit, pattern, links),
            Some(Expression::Module(path)) => self.loaded_value(unit, path),
            Some(Expression::Around(at)) => self.type_around(unit, at.start as usize),
            Some(Expression::Either(one, other)) => {
                self.nested(|| self.alternative_value(unit, [one, other]))
            }
            Some(Expression::GivenBack { call, argument }) => {
                self.nested(|| self.value_given_back(unit, call, argument))
            }
            _ => return Value::Unknown,
        };
        self.value_behind(unit, (value, at), links)
    }

    /// Returns the value of a chain that goes on behind a value of a name at a place.
    fn value_behind(
        &self,
        unit: &Arc<Unit>,
        (mut value, mut at): (Value, usize),
        mut links: Links,
    ) -> Value {
        let mut indexed = at;
        let head = at;
        while let Some(link) = links.next() {
            value = match link {
                Expression::Element(_) => {
                    let value = self.completed(unit, at, value);
                    let place = place_behind(unit, std::mem::take(&mut indexed));
                    let known = self.listed_at(&value, place);
                    let known = known.or_else(|| self.in_tuple_at(&value, place));
                    known.unwrap_or_else(|| self.element_at(unit, value))
                }
                Expression::Each(of) => {
                    let value = self.completed(unit, at, value);
                    self.each(unit, Some(of), value)
                }
                // A call of what another call returns.
                Expression::Call(_) => self.call(unit, value, "", Call::default()),
                Expression::Member { name: span, .. } => {
                    at = span.start as usize;
                    indexed = at;
                    let value = self.completed(unit, at, value);
                    let made = take_call(unit, span, &mut links);
                    let text = unit.content();
                    let keyed = text[..at].ends_with(['"', '\'']).then(|| value.clone());
                    let member = match (self.member_behind(value, span, made, unit), keyed) {
                        (Value::Unknown, Some(of)) if made.is_none() => self.element_at(unit, of),
                        (member, _) => member,
                    };
                    let name = span.of(text);
                    let member = self.or_guess(unit, member, at, made);
                    let path = head..at + name.len();
                    let known = self.narrowed_member(unit, path);
                    let known = known.or_else(|| self.own_nameless_field(unit, head, span));
                    match known.filter(|_| made.is_none()) {
                        Some(known) => known,
                        None if made.is_none() => self.read(unit, member, name),
                        None => member,
                    }
                }
                Expression::Load { module, .. }
                    if semantics::of(unit.language).has_loading_calls() =>
                {
                    self.loaded_value(unit, module)
                }
                Expression::Load { .. } => value,
                _ => Value::Unknown,
            };
        }
        value
    }

    /// Returns the value of the name at which a chain begins. A method that returns its receiver is
    /// called on the object around it.
    fn value_before_call(&self, unit: &Arc<Unit>, span: Span, next: Option<&Expression>) -> Value {
        let (name, at) = (span.of(unit.content()), span.start as usize);
        let value = self.head_value(unit, name, at);
        let returns_self = value == Value::Unknown
            && matches!(next, Some(Expression::Call(_)))
            && returns_self(unit, span);
        let own = || self.self_value(unit, unit.language.config.self_names.first()?, at);
        let is_making = || unit.rules().making.iter().any(|word| word == name);
        if value == Value::Unknown
            && is_making()
            && let Some(Value::Type(types)) = own()
        {
            return Value::Instance(types, None);
        }
        own().filter(|_| returns_self).unwrap_or(value)
    }

    /// Returns the value of a name that is not called with arguments.
    fn read(&self, unit: &Arc<Unit>, value: Value, name: &str) -> Value {
        let Value::Function(mut functions) = value else { return value };
        if !unit.rules().names_call {
            let is_called = |def: &Def| self.project.is_nullary(*def);
            if !functions.iter().any(is_called) {
                return Value::Function(functions);
            }
            functions.retain(is_called);
        }
        self.call(unit, Value::Function(functions), name, Call::default())
    }

    /// Returns the value of `value[…]`: an element of a collection, the result of the type's
    /// operator, or one of the values behind a pointer.
    fn element_at(&self, unit: &Arc<Unit>, value: Value) -> Value {
        match (self.underlying(value), &unit.rules().element_operator) {
            (Value::Instance(types, given), Some(operator)) if operator.is_empty() => {
                Value::Instance(types, given)
            }
            (Value::Instance(types, given), Some(operator)) => {
                match self.typed_member(
                    unit,
                    MembersOf(&types, &given, Some(false)),
                    operator,
                    Some(Call::default()),
                ) {
                    Value::Unknown if unit.rules().leading_operators.is_empty() => {
                        self.element_above(&types, &given)
                    }
                    Value::Unknown => Value::Instance(types, given),
                    // A built-in element has no members, so the value is taken for a pointer to
                    // instances of the type.
                    Value::Written(file, written, _) if self.is_builtin(file, written) => {
                        Value::Instance(types, given)
                    }
                    element => element,
                }
            }
            (Value::Instance(types, given), None) => self.element_above(&types, &given),
            (value, _) => self.element(value),
        }
    }

    /// Returns the value of a path of names at a place, as in written types.
    pub(super) fn value_of_path(&self, unit: &Arc<Unit>, path: &[&str], at: usize) -> Value {
        let find =
            || {
                let (first, rest) = path.split_first()?;
                let start = self.unnested(|| self.head_value(unit, first, at));
                Some(rest.iter().fold(start, |value, name| {
                    self.unnested(|| self.member(value, name, None, unit))
                }))
            };
        self.enter(find).flatten().unwrap_or(Value::Unknown)
    }

    /// Returns the value of a word for the object or type around it: `self`, `super`.
    fn self_value(&self, unit: &Arc<Unit>, name: &str, at: usize) -> Option<Value> {
        let is_among = |words: &[String]| words.iter().any(|word| word == name);
        if let qualified @ Some(_) = self.qualified_self(unit, name, at) {
            return qualified;
        }
        if is_among(&unit.rules().super_names) {
            let of = self.enclosing_type(unit, at);
            return Some(of.map_or(Value::Unknown, |of| Value::Super(of.types)));
        }
        if !is_among(&unit.language.config.self_names) {
            return self.type_of_word(unit, name, at);
        }
        if let rebound @ Some(_) = self.rebound_value(unit, name, at) {
            return rebound;
        }
        if let object @ Some(_) = self.nameless_object(unit, at) {
            return object;
        }
        let types = self.enclosing_type(unit, at).map_or_else(Vec::new, |of| of.types);
        let is_type =
            semantics::of(unit.language).self_is_type(name) || self.side_at(unit, at) == Some(true);
        if let Some(receiver) = self.receiver_of_block(unit, at).filter(|_| !is_type) {
            return Some(receiver);
        }
        Some(match (types.is_empty(), is_type) {
            (true, _) => object_around(unit, at).map_or(Value::Unknown, Value::Object),
            (_, true) => Value::Type(types),
            _ => Value::Instance(types, None),
        })
    }

    /// Returns the value of the name at which an expression starts, or its module.
    fn head_value(&self, unit: &Arc<Unit>, name: &str, at: usize) -> Value {
        let value = self.name_value(unit, name, at);
        if !unit.rules().modules_beside_values || matches!(value, Value::Module(_)) {
            return value;
        }
        self.module_beside(unit, name, at, &value).unwrap_or(value)
    }

    /// Returns the module that has the name of a value, if the member that follows the name is the
    /// module's and not known to be the value's.
    fn module_beside(
        &self,
        unit: &Arc<Unit>,
        name: &str,
        at: usize,
        value: &Value,
    ) -> Option<Value> {
        let after = unit.content().get(at..)?.strip_prefix(name)?.strip_prefix('.')?;
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let member = &after[..after.find(|next| !is_word(next)).unwrap_or(after.len())];
        if matches!(value, Value::Instance(types, _) if !self.members(types, member).found.is_empty())
        {
            return None;
        }
        let is_it = |import: &&Import| import.imported == Imported::Module;
        match self.follow(unit, imports_binding(unit, name).find(is_it)?) {
            Lookup::Module(module) if self.lookup(&module, member) != Lookup::Unknown => {
                Some(Value::Module(module))
            }
            // Of a library's modules only what is called is known to be no field.
            Lookup::External if after[member.len()..].starts_with('(') => Some(Value::External),
            _ => None,
        }
    }

    /// Returns the value of a name at a place.
    pub(super) fn value_of_name(&self, unit: &Arc<Unit>, name: &str, at: usize) -> Value {
        self.unnested(|| self.name_value(unit, name, at))
    }

    fn name_value(&self, unit: &Arc<Unit>, name: &str, at: usize) -> Value {
        if let Some(value) = self.self_value(unit, name, at) {
            return value;
        }
        let rules = unit.rules();
        let is_head = is_head_of_path(unit, name, at);
        if let Some(value) = self.nameless_field(unit, name, at) {
            return value;
        }
        match self.local(unit, name, at) {
            Some(Local::Definition(def)) if !(is_head && self.project.is_callable(def)) => {
                return self.definition_value(vec![def]);
            }
            Some(Local::Import(import)) => {
                return self.found_value(self.follow(unit, import));
            }
            Some(Local::Binding(of)) if !is_head || self.is_bounded_parameter(unit, of) => {
                return self.bound_value(unit, name, at, of);
            }
            _ => {}
        }
        let apart = self.unnamed_parameter(unit, name, at);
        if let Some(value) = apart.or_else(|| self.value_in_full(unit, &[name], at)) {
            return value;
        }
        let member = self.implicit_member(unit, name, at);
        if let Some(value) = member.or_else(|| self.value_of_marked(unit, name, at)) {
            return value;
        }
        let found = match self.lookup_at(unit, at, name) {
            Lookup::Definitions(defs)
                if is_head && defs.iter().all(|def| self.project.is_callable(*def)) =>
            {
                self.lookup_prefix(&self.module_at(unit, at), name)
            }
            found => found,
        };
        if let Some(value) = self.value_where_found(unit, (name, at), found) {
            return value;
        }
        if let Some(imported) = self.imported_path(unit, name) {
            return self.found_value(self.module(unit, &imported, Span::new(at..at)));
        }
        if semantics::of(unit.language).has_loaded_variables()
            && let Some(binding) = variable_at_top(unit, name, at)
        {
            return self.binding_value(unit, binding, &None);
        }
        if let Some(value) = self.global_object(unit, name) {
            return value;
        }
        if unit.is_builtin_type(name) {
            return Value::External;
        }
        // A path may begin with a crate or package that is not imported.
        match self.module(unit, name, Span::new(at..at)) {
            found @ Lookup::Module(_) => self.found_value(found),
            _ if is_head && self.is_external_path(unit, name) => Value::External,
            _ if rules.is_program_wide() => self.value_in_program(unit, name, at),
            _ => Value::Unknown,
        }
    }

    /// Returns the value of a member that is named without a receiver.
    fn implicit_member(&self, unit: &Arc<Unit>, name: &str, at: usize) -> Option<Value> {
        if !unit.rules().implicit_receiver {
            return None;
        }
        let is_type = self.side_at(unit, at) == Some(true);
        let value = |of: EnclosingType| {
            let subject = match is_type {
                true => Value::Type(of.types),
                false => Value::Instance(of.types, None),
            };
            self.nested(|| self.member(subject, name, None, unit))
        };
        let is_it = |value: &Value| {
            matches!(
                value,
                Value::Instance(..)
                    | Value::Function(_)
                    | Value::Type(_)
                    | Value::Written(..)
                    | Value::Named(_)
            ) && !self.is_constructor(value)
        };
        self.types_around(unit, at).into_iter().map(value).find(is_it)
    }

    /// Returns the path of a name that an import lists without a statement of its own for each. The
    /// first use of such a name is the import.
    fn imported_path(&self, unit: &Unit, name: &str) -> Option<String> {
        let path = semantics::of(unit.language).imported_from(unit, name)?;
        let first = unit.names().uses_of(unit.content(), name).next()?;
        (first.role == Role::ImportPath).then(|| format!("{path}.{name}"))
    }

    /// Returns whether a value consists of constructors only, whose name refers to their type.
    fn is_constructor(&self, value: &Value) -> bool {
        let is_constructor = |def: &Def| {
            self.project
                .get(*def)
                .is_some_and(|(unit, symbol)| unit.symbol(symbol).kind == SymbolKind::Constructor)
        };
        matches!(value, Value::Function(defs) if defs.iter().all(is_constructor))
    }

    /// Returns the value of a name: of the member that a pattern binds it to, or by what is written
    /// of the name itself.
    pub(super) fn binding_value(
        &self,
        unit: &Arc<Unit>,
        binding: &Binding,
        given: &KnownTypeArguments,
    ) -> Value {
        self.binding_value_at(unit, binding, given, None)
    }

    /// The same where the name is used at a place, if that is known.
    fn binding_value_at(
        &self,
        unit: &Arc<Unit>,
        binding: &Binding,
        given: &KnownTypeArguments,
        at: Option<u32>,
    ) -> Value {
        // What a block is called with is looked up by the name.
        match binding.origin.unpacked.filter(|of| !unit.names().is_taken(*of)) {
            Some(of) => self.nested(|| {
                let name = binding.name.of(unit.content());
                let fields = self.unpacked_fields(unit, of, name);
                if !fields.is_empty() {
                    return self.definition_value(fields);
                }
                self.member(self.value_of(unit, of), name, None, unit)
            }),
            None => self.bound_of_owner(unit, binding).unwrap_or_else(|| {
                let declared = self.declared_value(unit, binding, given);
                self.value_or_assigned(unit, binding, declared, at)
            }),
        }
    }

    fn found_value(&self, found: Lookup) -> Value {
        match found {
            Lookup::Definitions(definitions) => self.definition_value(definitions),
            Lookup::Module(module) => Value::Module(module),
            Lookup::External => Value::External,
            Lookup::Unknown => Value::Unknown,
        }
    }

    /// Returns the value of a definition's name.
    pub(super) fn definition_value(&self, definitions: Vec<Def>) -> Value {
        let Some((unit, symbol)) = definitions.first().and_then(|def| self.project.get(*def))
        else {
            return Value::Unknown;
        };
        if let Some(rest) =
            semantics::of(unit.language).without_namespaces(self.project, &definitions)
        {
            return Value::Merged(definitions, Box::new(self.definition_value(rest)));
        }
        let first = unit.symbol(symbol);
        let kind = first.kind;
        if unit.is_type(first) {
            return match self.are_too_many(&definitions) {
                true => Value::Unknown,
                false => Value::Type(self.unaliased(definitions)),
            };
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
            return Value::Instance(vec![Def { file: unit.file, symbol: parent as u32 }], None);
        }
        match unit.names().declared_as(Span::new(first.name_bytes.clone())) {
            Some(binding) if is_object(unit, symbol, binding) => Value::Object(definitions[0]),
            Some(binding) => {
                self.note_set_variable(unit, symbol, binding);
                let of_all = self.value_of_all(unit, binding);
                of_all.unwrap_or_else(|| self.binding_value(unit, binding, &None))
            }
            None => Value::Unknown,
        }
    }

    /// Returns the result of calling the value of an expression without arguments.
    pub(super) fn called_with_nothing(&self, unit: &Arc<Unit>, of: ExpressionId) -> Value {
        self.call(unit, self.value_of(unit, of), "", Call::default())
    }

    /// Returns the result of calling a value.
    fn call(&self, unit: &Arc<Unit>, value: Value, name: &str, made: Call) -> Value {
        match self.underlying(value.plain()) {
            Value::Type(types) => {
                let applied = types.first().and_then(|of| apply(*of, unit, made.types, &None));
                Value::Instance(types, applied)
            }
            Value::Function(definitions) => self.call_functions(unit, definitions, made),
            Value::Super(types) => Value::Super(types),
            // `x()` of a value, and the results of a library's functions.
            Value::External => Value::External,
            Value::Holder(content) => *content,
            Value::Written(file, written, given) if self.is_function(file, written) => {
                let of = self.project.unit(file);
                let result = of.and_then(|of| self.written_function_result(of, written, &given));
                result.unwrap_or(Value::Unknown)
            }
            other if self.gives_last_argument(unit, &other) => self.element(other),
            other if unit.rules().transparent.iter().any(|word| word == name) => other,
            Value::Instance(types, given) => match &unit.rules().call_operator {
                Some(operator) => {
                    let members = self.members(&types, operator).found;
                    self.result(&members, Some(&types), &given)
                }
                None => Value::Unknown,
            },
            // `all(0)`, where to call a collection takes an element of it.
            of @ Value::Written(..) if unit.rules().call_operator.is_some() => self.element(of),
            _ => Value::Unknown,
        }
    }
}
