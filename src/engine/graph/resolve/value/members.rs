//! Values of members: fields, methods and properties of a value whose type is known.

use super::Call;
use super::fields::{Field, MembersOf, has_type, unit_marks};
use crate::domain::{Symbol, SymbolKind};
use crate::engine::graph::brackets::is_directly_in;
use crate::engine::graph::model::{
    Def, FileIndex, Holder, KnownTypeArguments, Lookup, Module, Value,
};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::member_forms::MemberForm;
use crate::engine::graph::resolve::modules::{imports_binding, is_imported};
use crate::engine::graph::resolve::overloads::accepting;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::types;
use crate::engine::graph::semantics::{self, Names};
use crate::workspace::names::{Binding, Expression, ExpressionId, Span, Type, TypeId};
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the value of a member that stands behind a value. What a library's type gives is the
    /// library's too, unless type arguments or what a call is given may be the project's:
    /// `request.Header`, `response.body()`. So is what a type inherits from one that is outside.
    pub(super) fn member_behind(
        &self,
        value: Value,
        name: Span,
        called: Option<Call>,
        unit: &Arc<Unit>,
    ) -> Value {
        let text = unit.content();
        let rules = unit.rules();
        if called.is_some() && rules.leading_types.contains_key(name.of(text)) {
            return self.given_by(unit, value, name.of(text));
        }
        let is_plain = called.is_none_or(|made| made.types.is_empty())
            && (called.is_none()
                || rules.methods_are_plain
                || text[name.end as usize..].starts_with("()"));
        let is_inherited = || match &value {
            Value::Instance(types, _) if rules.methods_are_plain => {
                let members = self.members(types, name.of(text));
                members.is_open && members.found.is_empty()
            }
            _ => false,
        };
        let is_outside =
            rules.libraries_are_closed && is_plain && (self.is_plain(&value) || is_inherited());
        let bounded = self.bounded_member(unit, &value, name, called.is_some());
        if matches!(bounded, Value::Instance(..)) {
            return bounded;
        }
        match self.member(value, name.of(text), called, unit) {
            Value::Unknown if is_outside => Value::External,
            Value::Unknown => bounded,
            member => member,
        }
    }

    /// Returns whether a value is of a type from outside whose type arguments are built in, if it
    /// has any, and not of one that every value is of.
    pub(super) fn is_plain(&self, value: &Value) -> bool {
        let Value::Written(file, written, _) = value else { return false };
        let Some(unit) = self.project.unit(*file) else { return false };
        let rules = unit.rules();
        let is_among = |written: TypeId, words: &[String]| {
            types::name(unit, written).is_some_and(|name| words.iter().any(|word| word == name))
        };
        let is_builtin = |of: &TypeId| is_among(*of, &rules.builtin_types);
        match unit.names().written_type(*written) {
            Type::Named { head, arguments } => {
                !is_among(*written, &rules.root_types)
                    && unit.names().types_in(arguments).iter().all(is_builtin)
                    && (is_builtin(written) || self.is_of_library(unit, head))
            }
            _ => false,
        }
    }

    /// Returns whether a type is known to be a library's: an import leads outside of the project,
    /// and not to a package beside its own, which a generator may write.
    fn is_of_library(&self, unit: &Arc<Unit>, head: ExpressionId) -> bool {
        if types::is_external(unit, head) {
            return true;
        }
        let Some(root) = unit.names().root_name(head) else { return false };
        let is_beside = |module: &str| {
            let own = unit.package().unwrap_or_default();
            let mut own = own.split('/');
            let mut names = module.split(['.', '/']);
            own.next() == names.next() && own.next().is_none_or(|own| names.next() == Some(own))
        };
        let mut imports = imports_binding(unit, root.of(unit.content()));
        imports.any(|import| {
            !is_beside(&import.module) && self.follow(unit, import) == Lookup::External
        })
    }

    /// Returns the value of a member or, if it is `called`, its result.
    pub(super) fn member(
        &self,
        value: Value,
        name: &str,
        called: Option<Call>,
        unit: &Arc<Unit>,
    ) -> Value {
        let is_said = |words: &[String]| called.is_some() && words.iter().any(|word| word == name);
        let rules = unit.rules();
        let result = |found: Value| match called {
            Some(made) => self.call(unit, found, name, made),
            None => found,
        };
        let of_form = || self.member_of_form(unit, &value, name);
        if let Some(value) = called.is_none().then(of_form).flatten() {
            return value;
        }
        let value = self.value_beside_interface(self.told_apart_by_type(value));
        let applied = |own: Value| match own {
            Value::Unknown => self.added_value(unit, &value, name, called),
            own => own,
        };
        match value.clone() {
            Value::Merged(definitions, value) => match self.namespace_members(&definitions, name) {
                Lookup::Unknown => self.member(*value, name, called, unit),
                found => result(self.found_value(found)),
            },
            Value::Module(module @ Module::Package(_)) if called.is_none() => {
                self.found_value(self.lookup_prefix(&module, name))
            }
            Value::Module(of) => result(self.found_value(self.lookup_behind(unit, &of, name))),
            Value::Object(def) => {
                self.note_set_property(&value, name);
                result(self.member_of_constant(def, name))
            }
            Value::Literal(file, object) => {
                self.note_set_property(&value, name);
                result(self.property_value(file, object, name))
            }
            outside @ Value::External if !self.is_added(unit, name) => outside,
            Value::Structure(file, members) => result(self.member_in(file, members, name)),
            Value::Instance(types, _) | Value::Type(types) if name == "Self" => Value::Type(types),
            Value::Instance(types, given) => {
                let of = MembersOf(&types, &given, Some(false));
                let found = applied(self.typed_member(unit, of, name, called));
                let found = self.or_led(unit, (&types, &given), (name, called), found);
                self.member_or_own(unit, (types, given), (name, called.is_some()), found)
            }
            Value::Type(types) => {
                let of = MembersOf(&types, &None, Some(true));
                let found = self.typed_member(unit, of, name, called);
                let makes = is_said(&rules.making)
                    || is_said(&rules.making_constants) && self.are_enums(&types);
                if makes && is_open(&found) { Value::Instance(types, None) } else { found }
            }
            Value::Super(types) => {
                let members = self.inherited(&types, name).found;
                match called {
                    Some(_) => self.result(&members, Some(&types), &None),
                    None => self.definition_value(members),
                }
            }
            Value::Function(defs) => result(self.found_value(self.beside_export(&defs, name))),
            Value::Holder(content) => self.member_of_holder(unit, *content, name, called),
            of @ Value::Written(..) => applied(self.member_of_written(of, name, called, unit)),
            _ => Value::Unknown,
        }
    }

    /// Returns the value that was found for a member of some types or, where the language knows the
    /// member by its name, the value that it was asked of, or its type.
    fn member_or_own(
        &self,
        unit: &Unit,
        (types, given): (Vec<Def>, KnownTypeArguments),
        (name, is_called): (&str, bool),
        found: Value,
    ) -> Value {
        let rules = unit.rules();
        let is_said = |words: &[String]| is_called && words.iter().any(|word| word == name);
        // Where tables are types, a value is what others are made from, as its type is.
        let is_made = unit.language.config.outline.tables_are_types && is_said(&rules.making);
        // An entry of a map counts as its value.
        let is_entry_value = !is_called && rules.entry_values.iter().any(|word| word == name);
        match found {
            found if is_made && is_open(&found) => Value::Instance(types, given),
            Value::Unknown if is_said(&rules.transparent) => Value::Instance(types, given),
            Value::Unknown if is_said(&rules.type_members) => Value::Type(types),
            Value::Unknown if is_entry_value && self.members(&types, name).found.is_empty() => {
                Value::Instance(types, given)
            }
            // The method may be that of a wrapper, which counts as its content.
            Value::External | Value::Written(..) if is_said(&rules.transparent) => Value::Unknown,
            found => found,
        }
    }

    /// Returns the value of a member of a library's value or, if it is `called`, its result.
    pub(super) fn member_of_written(
        &self,
        value: Value,
        name: &str,
        called: Option<Call>,
        unit: &Arc<Unit>,
    ) -> Value {
        if let Some(given) = self.given_by_block(unit, called, true) {
            return given;
        }
        let rules = unit.rules();
        let is_among = |words: &[String]| words.iter().any(|word| word == name);
        let (taking, same) = match called {
            Some(made) => {
                let same = is_among(&rules.transparent) || is_among(&rules.iterating);
                // `optional.value()` is the content, `map.value(key)` one of its values.
                (is_among(&rules.taking) && !(same && made.arguments == Some(0)), same)
            }
            None => (is_among(&rules.entry_values), is_among(&rules.viewing)),
        };
        match value {
            Value::Written(file, written, _)
                if let Some(Type::Object { members, .. }) =
                    self.project.unit(file).map(|unit| unit.names().written_type(written)) =>
            {
                self.member_in(file, members, name)
            }
            value if taking || called.is_none() && self.is_content(&value, name) => {
                match self.element(value.clone()) {
                    // A pair is an entry too.
                    Value::Unknown if called.is_none() => {
                        self.part(value, |unit, written| types::in_tuple(unit, written, 1))
                    }
                    element => element,
                }
            }
            value if same => value,
            Value::Written(file, written, _) if self.is_of_environment(file, written) => {
                Value::External
            }
            _ => Value::Unknown,
        }
    }

    /// Returns whether a member of a library's value is one of its type's argument.
    fn is_content(&self, value: &Value, name: &str) -> bool {
        let Value::Written(file, ..) = value else { return false };
        let rules = self.project.unit(*file).map(|unit| unit.rules());
        let of = self.type_name(value).and_then(|of| rules?.content_members.get(of));
        of.is_some_and(|members| members.iter().any(|member| member == name))
    }

    /// Returns the value of a member of a type that is written with its members.
    fn member_in(&self, file: FileIndex, members: Span, name: &str) -> Value {
        let Some(unit) = self.project.unit(file) else { return Value::Unknown };
        let is_own = |field: &&Binding| {
            members.start <= field.name.start
                && field.name.end <= members.end
                && is_directly_in(unit.content(), members, field.name)
        };
        let annotation =
            unit.fields_named(name).find(is_own).and_then(|field| field.origin.annotation);
        annotation.map_or(Value::Unknown, |written| {
            self.nested(|| self.instance_of_annotation(unit, written, &None))
        })
    }

    /// Returns a value, or that nothing is known of one of very many types.
    fn told_apart_by_type(&self, value: Value) -> Value {
        match value {
            Value::Instance(of, _) | Value::Type(of) if self.are_too_many(&of) => Value::Unknown,
            value => value,
        }
    }

    /// Returns the value that bears the name of an interface in the same file, which has the
    /// members that the name is asked for; any other value unchanged.
    pub(in crate::engine::graph::resolve) fn value_beside_interface(&self, value: Value) -> Value {
        let Value::Type(types) = &value else { return value };
        let Some(of) = types.first() else { return value };
        let Some((unit, symbol)) = self.project.get(*of) else { return value };
        let own = unit.symbol(symbol);
        if !matches!(own.kind, SymbolKind::Interface | SymbolKind::Type) || own.parent.is_some() {
            return value;
        }
        let is_value = |other: &Symbol| {
            matches!(other.kind, SymbolKind::Constant | SymbolKind::Variable)
                && other.parent.is_none()
        };
        let beside: Vec<Def> = unit
            .symbols_named(&own.name)
            .filter(|(_, other)| is_value(other))
            .map(|(symbol, _)| Def { file: of.file, symbol })
            .collect();
        if beside.is_empty() { value } else { self.nested(|| self.definition_value(beside)) }
    }

    /// Returns whether a written type is one of the language's own.
    pub(in crate::engine::graph::resolve) fn is_builtin(
        &self,
        file: FileIndex,
        written: TypeId,
    ) -> bool {
        let Some(unit) = self.project.unit(file) else { return false };
        let name = types::name(unit, written);
        name.is_some_and(|name| unit.is_builtin_type(name))
    }

    /// Returns whether a written type is that of a function.
    pub(super) fn is_function(&self, file: FileIndex, written: TypeId) -> bool {
        let Some(unit) = self.project.unit(file) else { return false };
        matches!(unit.names().written_type(written), Type::Function { .. })
    }

    /// Returns whether a written type is a bare name that a module neither defines nor imports: one
    /// of the environment's, whose members are not the project's.
    fn is_of_environment(&self, file: FileIndex, written: TypeId) -> bool {
        let Some(unit) = self
            .project
            .unit(file)
            .filter(|unit| semantics::of(unit.language).has_environment(unit))
        else {
            return false;
        };
        let Type::Named { head, arguments } = unit.names().written_type(written) else {
            return false;
        };
        let name = unit.names().single_name(head).filter(|_| arguments.is_empty());
        // A type parameter may be anything, and so may what is imported from a module that is not
        // found.
        name.is_some_and(|name| {
            let (text, at) = (name.of(unit.content()), name.start as usize);
            self.local(unit, text, at).is_none() && !is_imported(unit, text)
        })
    }

    /// Returns the value of a member of some types or, if it is `called`, its result.
    pub(super) fn typed_member(
        &self,
        at: &Arc<Unit>,
        MembersOf(types, given, side): MembersOf<'_>,
        name: &str,
        called: Option<Call>,
    ) -> Value {
        if called.is_none()
            && semantics::of(at.language).embeds_by_name()
            && let Some(value) = self.embedded(types, name)
        {
            return value;
        }
        let form = MemberForm::read(at, called.is_some(), side == Some(true));
        if form != MemberForm::Method
            && let Some(value) = self.field_value(at, (types, given), name, called)
        {
            return value;
        }
        let arguments = called.and_then(|made| made.arguments);
        let found = self.members_accepting(types, name, arguments);
        let found = self.of_form(types, name, found, form);
        let found = self.on_side(types, name, found, side).found;
        let members = accepting(self.project, found, arguments);
        let members = self.told_apart(at, members, called.is_some());
        let members = match called {
            Some(made) => self.best_called(at, members, made).unwrap_or_default(),
            None => members,
        };
        let Some((unit, symbol)) = members.first().and_then(|def| self.project.get(*def)) else {
            let argument = || self.argument_of_library(at, types, name);
            let accessor = || self.accessor_value(at, (types, given), name, called);
            return called.is_none().then(argument).flatten().unwrap_or_else(accessor);
        };
        let kind = unit.symbol(symbol).kind;
        if let Some(made) = called {
            let applied = self.given_by_call(at, members[0], made, given);
            return match kind {
                kind if kind.is_type() => Value::Instance(members, applied),
                // Where every member is called, that is how a property is read.
                SymbolKind::Property if at.rules().names_call => {
                    self.read_property(&members, types, given, name)
                }
                // What is read without a call may hold a class or a function.
                _ if kind == SymbolKind::Property || self.project.takes_no_list(members[0]) => {
                    let value = self.result(&members, Some(types), given);
                    self.nested(|| self.call(at, value, name, made))
                }
                kind if kind.is_callable() => {
                    let given = if applied.is_some() { &applied } else { given };
                    let result = self.result(&members, Some(types), given);
                    self.or_of_class(at, made, &members, result)
                }
                // A variant with fields.
                SymbolKind::Constant => Value::Instance(types.to_vec(), given.clone()),
                _ => Value::Unknown,
            };
        }
        match kind {
            // A property is read without a call; its getter's result is its value.
            SymbolKind::Property => match self.read_property(&members, types, given, name) {
                Value::Unknown => self.definition_value(members),
                known => known,
            },
            // So may be what a decorator makes of a method.
            _ if self.project.takes_no_list(members[0])
                || kind == SymbolKind::Method && self.are_replaced(&members) =>
            {
                self.result(&members, Some(types), given)
            }
            _ => self.definition_value(members),
        }
    }

    /// Returns the value of what types, or those in them, embed that is of a type of the name:
    /// `Buffer` of `bytes.Buffer`.
    fn embedded(&self, types: &[Def], name: &str) -> Option<Value> {
        // A field of that name is nearer than what the embedded ones embed.
        let all = match self.field(types, name) {
            Some(_) => types.to_vec(),
            None => self.with_ancestors(types),
        };
        for (unit, of) in all.iter().filter_map(|of| self.project.get(*of)) {
            let bytes = &unit.symbol(of).bytes;
            let is_own = |at: usize| bytes.contains(&at);
            let named = unit.supertypes_of(&unit.symbol(of).name);
            for pair in named.filter(|pair| is_own(pair.supertype.start as usize)) {
                let written = pair.supertype.of(unit.content());
                let path = written.split_once('[').map_or(written, |(path, _)| path);
                if path.rsplit(['.', '*']).next() == Some(name) {
                    let written = pair.supertype_written;
                    return Some(self.instance_of_annotation(unit, written, &None));
                }
            }
        }
        None
    }

    /// Leaves members of one name to those that are called, or to the others, where a type may have
    /// both.
    fn told_apart(&self, unit: &Unit, mut members: Vec<Def>, are_called: bool) -> Vec<Def> {
        let is_callable = |def: &Def| self.project.is_callable(*def);
        if are_called && members.iter().any(is_callable) {
            members.retain(|def| !self.is_field(*def));
        }
        let is_value = |def: &Def| !is_callable(def);
        if !are_called && unit.rules().functions_are_apart && members.iter().any(is_value) {
            members.retain(is_value);
        }
        members
    }

    /// Returns the value of a property: its getter's result or, where the property gives the name
    /// of a field without its mark, as `attr_reader` does, that field's.
    fn read_property(
        &self,
        members: &[Def],
        types: &[Def],
        given: &KnownTypeArguments,
        name: &str,
    ) -> Value {
        let value = self.result(members, Some(types), given);
        if value != Value::Unknown {
            return value;
        }
        let marks = members.first().and_then(|def| self.project.get(*def));
        let marks = marks.map_or("", |(unit, _)| unit.rules().marks.as_str());
        let field = marks.chars().find_map(|mark| self.field(types, &format!("{mark}{name}")));
        let Some(field) = field else { return Value::Unknown };
        if self.is_settable(types, name) {
            self.note_open();
        }
        self.value_of_declared(&field.declared, given)
    }

    /// Returns the value of a field of some types or, if it is `called`, its result; `None` if
    /// nothing is known of it, or a method is meant.
    pub(super) fn field_value(
        &self,
        at: &Arc<Unit>,
        (types, given): (&[Def], &KnownTypeArguments),
        name: &str,
        called: Option<Call>,
    ) -> Option<Value> {
        let generated = |made| self.generated_member(at, (types, given), name, made);
        if let generated @ Some(_) = called.and_then(generated) {
            return generated;
        }
        let Field { of, declared } = self.field(types, name)?;
        let inherited = (!types.contains(&of)).then(|| self.given_to_supertype(of, types, given));
        let given = inherited.as_ref().unwrap_or(given);
        let marks = unit_marks(&declared);
        let bare = name.trim_start_matches(|mark| marks.contains(mark));
        if !has_type(&declared)
            && (self.is_settable(types, bare)
                || self.is_set_elsewhere(Holder::Types(types.to_vec()), name))
        {
            self.note_open();
        }
        let value = self.value_of_declared(&declared, given);
        let value = Some(value).filter(|value| *value != Value::Unknown)?;
        let Some(made) = called else { return Some(value) };
        // A field may hold a class or a function.
        if matches!(value, Value::Type(_) | Value::Function(_)) {
            return Some(self.nested(|| self.call(at, value, name, made)));
        }
        let members = self.members(types, name).found;
        if members.iter().any(|def| self.project.is_callable(*def)) {
            return None;
        }
        Some(match value {
            value if at.rules().fields_have_accessors => value,
            Value::Written(..) => self.nested(|| self.call(at, value, name, made)),
            _ => Value::Unknown,
        })
    }

    /// Returns what the declarations of a name say of its value together.
    fn value_of_declared(
        &self,
        declared: &[(&Arc<Unit>, &Binding)],
        given: &KnownTypeArguments,
    ) -> Value {
        let value = |(unit, binding): &(&Arc<Unit>, &Binding)| {
            self.nested(|| self.declared_value(unit, binding, given))
        };
        self.union_value(declared.iter().map(value))
    }

    /// Returns whether a member holds a value.
    fn is_field(&self, def: Def) -> bool {
        let member = self.project.get(def).map(|(unit, symbol)| unit.symbol(symbol));
        member.is_some_and(|member| !member.kind.is_callable() && !member.kind.is_type())
    }

    /// Returns the value of a name by what is written of it.
    pub(super) fn declared_value(
        &self,
        unit: &Arc<Unit>,
        binding: &Binding,
        given: &KnownTypeArguments,
    ) -> Value {
        let origin = binding.origin;
        // A default says less than what the block is called with.
        let is_bare = origin.element.is_none() && origin.value.is_none();
        if origin.annotation.is_none()
            && let Some(taken) = self.taken_by_block(unit, binding.name)
            && (taken != Value::Unknown || is_bare)
        {
            return taken;
        }
        let above = self.taken_above(unit, binding);
        match above.unwrap_or_else(|| self.origin_value(unit, origin, given)) {
            Value::External if may_be_descriptor(unit, binding) => self.class_given(unit, binding),
            Value::Unknown if is_bare => self.payload(unit, binding.name).unwrap_or(Value::Unknown),
            value => value,
        }
    }

    /// Returns whether something unknown may stand in the place of functions.
    pub(in crate::engine::graph::resolve) fn are_replaced(&self, functions: &[Def]) -> bool {
        functions.iter().filter_map(|of| self.project.get(*of)).any(|(unit, symbol)| {
            semantics::of(unit.language).is_replaced(unit, unit.symbol(symbol))
        })
    }
}

/// Returns whether what a method makes a value of tells nothing of its type: an empty table may be
/// given one.
const fn is_open(made: &Value) -> bool {
    matches!(made, Value::Unknown | Value::Literal(..))
}

/// Returns whether a field is an attribute of a class of which a library may make anything for the
/// class's instances, as `models.ForeignKey("Rack")` does.
fn may_be_descriptor(unit: &Unit, field: &Binding) -> bool {
    let is_in_class = |symbol: u32| {
        let parent = unit.symbol(symbol).parent;
        parent.is_some_and(|parent| unit.symbols()[parent].kind == SymbolKind::Class)
    };
    let names = unit.names();
    let called = field.origin.value.and_then(|value| match names.expression(value) {
        Expression::Call(of) => names.last_name(of),
        _ => None,
    });
    let is_plain = || {
        let plain = &unit.rules().plain_results;
        called.is_some_and(|name| plain.iter().any(|of| of == name.of(unit.content())))
    };
    semantics::of(unit.language).has_descriptors()
        && !is_plain()
        && unit.symbol_named_at(field.name.start as usize).is_some_and(is_in_class)
}
