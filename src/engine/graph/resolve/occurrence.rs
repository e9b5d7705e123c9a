//! Resolution of one use. Each rule considers one written fact; the first that applies decides.

mod applied;
mod cases;
mod designated;
mod field_arguments;
mod given;
mod guessed;
mod handed;
mod imports;
mod in_full;
mod inherited;
mod keys;
mod locals;
mod macro_arguments;
mod made_outside;
mod named;
mod named_arguments;
mod objects;
mod open;
mod passed;
mod results;
mod type_of_name;
mod typed;
mod unpacked;

use super::candidates::Candidates;
use super::extensions::Outside;
use super::form::{is_data, is_field, is_in_macro, is_made, is_path_head};
use super::labels::Passed;
use super::meaning::{Meaning, Other, Resolution};
use super::member_forms::MemberForm;
use super::members::simple_name;
use super::modules::is_imported;
use super::overloads::arguments;
use super::program::is_header_of;
use super::resolver::Resolver;
use super::spelling::Spelling;
use super::types;
use crate::domain::{Certainty, SymbolKind};
use crate::engine::graph::model::{Def, Lookup, Members, Module, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::rule::Rule;
use crate::engine::graph::semantics::{self, Semantics};
use crate::workspace::names::{ExpressionId, Qualifier, Role, Span, Use};
use std::cell::LazyCell;
use std::sync::Arc;

impl Candidates<'_, '_> {
    /// Resolves a use to candidate definitions, or to something else.
    pub(in crate::engine) fn resolve(&self, unit: &Arc<Unit>, found: &Use) -> Resolution {
        let spelling = self.spelling(unit, found);
        let is_renamed = || self.is_renamed_elsewhere(unit, found);
        if spelling == Spelling::Apart || spelling == Spelling::Exact && is_renamed() {
            return Resolution::Other(Other::Apart);
        }
        let is_accessor = spelling == Spelling::Accessor;
        if is_accessor && let Some(other) = self.hides_accessor(unit, found) {
            return Resolution::Other(other);
        }
        let semantics = semantics::of(unit.language);
        let resolver = Resolver::new(&self.context);
        let occurrence = Occurrence { candidates: self, resolver, semantics, unit, found };
        let resolution = occurrence.without_handing_on(occurrence.resolve());
        let resolution = self.keep_named(unit, found, occurrence.with_open_keys(resolution));
        let resolution = self.keep_in_sight(unit, found, resolution);
        if is_accessor {
            return self.guess_less(resolution);
        }
        let resolution = self.without_hidden_fields(unit, resolution);
        let resolution = self.keep_by_labels(unit, found, resolution);
        let resolution = self.keep_by_arguments(unit, found, resolution);
        match self.beside_library(unit, found, resolution) {
            resolution @ Resolution::Definitions(_)
                if is_path_head(unit, found.span) || is_field(unit, found) =>
            {
                self.without_functions(resolution, |rule| rule == Rule::Definition)
            }
            resolution @ Resolution::Definitions(_) if is_data(unit, found) => {
                self.without_functions(resolution, |rule| !rule.is_guess())
            }
            resolution => resolution,
        }
    }
}

/// Number of members that one name may have in some types beyond which no more is asked of each.
const MAX_TOLD_APART: usize = 200;

/// One use that is being resolved.
struct Occurrence<'c, 'p, 's> {
    candidates: &'c Candidates<'p, 's>,
    resolver: Resolver<'c>,
    semantics: &'static dyn Semantics,
    unit: &'c Arc<Unit>,
    found: &'c Use,
}

impl Occurrence<'_, '_, '_> {
    /// Returns the byte at which the name starts.
    fn offset(&self) -> usize {
        self.found.span.start as usize
    }

    /// Returns the name, in the spelling of its definitions where the case makes no difference.
    fn name(&self) -> &str {
        match self.candidates.spelling(self.unit, self.found) {
            Spelling::Other | Spelling::Through | Spelling::Accessor => &self.candidates.name,
            Spelling::Exact | Spelling::Apart => self.found.span.of(self.unit.content()),
        }
    }

    fn resolve_lookup(&self, found: &Lookup, rule: Rule) -> Option<Resolution> {
        self.candidates.resolve_lookup(self.unit, found, rule)
    }

    fn resolve(&self) -> Resolution {
        let (unit, found) = (self.unit, self.found);
        match found.role {
            Role::Label => return Resolution::Other(Other::Label),
            Role::Key => return self.resolve_key(),
            Role::Argument => return self.resolve_named_argument(),
            _ => {}
        }
        // The name of an embedded type also names a field.
        let is_embedded = |symbol: &u32| {
            found.role == Role::Inherit && unit.symbol(*symbol).kind == SymbolKind::Field
        };
        if !self.candidates.is_open
            && let Some(symbol) = self
                .candidates
                .defined_at(unit, self.offset())
                .filter(|symbol| !is_embedded(symbol))
        {
            let def = Def { file: unit.file, symbol };
            if self.candidates.contains(def) {
                let meaning = Meaning { def, certainty: Certainty::Likely, rule: Rule::Definition };
                let own = Resolution::Definitions(vec![meaning]);
                return self.with_unpacked(found.span, self.with_delegated(symbol, own));
            }
            if unit.symbol(symbol).kind != SymbolKind::Impl {
                return Resolution::Other(Other::Definition(def));
            }
        }
        if let Some(resolution) = self.resolve_in_import() {
            return resolution;
        }
        if self.semantics.names_nothing(unit, found) {
            return Resolution::Other(Other::Label);
        }
        if let Some(resolution) = self.resolve_at_home() {
            return self.keep_by_namespace(resolution);
        }
        let resolution = match found.qualifier {
            Qualifier::None if found.role == Role::Initialize => self.resolve_initializer(),
            Qualifier::None if self.is_designator() => self.resolve_designator(),
            Qualifier::None => self.resolve_case().unwrap_or_else(|| self.resolve_bare()),
            Qualifier::Receiver(of) => {
                let shared = self.resolve_in_global_object(of).or_else(|| self.resolve_of_place());
                let resolution = shared.unwrap_or_else(|| self.resolve_qualified(of, false));
                self.of_any_place(resolution)
            }
            Qualifier::Path(Some(of)) if self.is_own_value() => {
                self.field_of(of).with(self.resolve_bare())
            }
            Qualifier::Path(Some(of)) => self.resolve_qualified(of, true),
            Qualifier::Path(None) => self.resolve_global(),
        };
        self.keep_by_namespace(resolution)
    }

    /// Keeps the definitions that the use's form and place allow, in languages with several
    /// namespaces.
    fn keep_by_namespace(&self, resolution: Resolution) -> Resolution {
        let Resolution::Definitions(mut meanings) = resolution else { return resolution };
        meanings.retain(|meaning| !self.candidates.is_apart(self.unit, self.found, meaning.def));
        if is_made(self.unit, self.found) {
            let is_maker = |kind: SymbolKind| kind.is_type() || kind == SymbolKind::Constructor;
            meanings.retain(|meaning| self.candidates.kind_of(meaning.def).is_some_and(is_maker));
        }
        if meanings.is_empty() {
            let macros =
                || self.candidates.resolve_by_name(self.unit, |kind, _| kind == SymbolKind::Macro);
            let is_macro_call = self.semantics.is_macro_call(self.unit, self.found);
            let found = if is_macro_call { macros() } else { Resolution::Unresolved };
            return found.or_else(|| Resolution::External(None));
        }
        let fits = |meaning: &&Meaning| {
            let kind = self.candidates.kind_of(meaning.def);
            kind.is_some_and(|kind| self.semantics.may_mean(self.unit, self.found, kind))
        };
        if meanings.len() > 1 {
            let fitting: Vec<Meaning> = meanings.iter().filter(fits).copied().collect();
            if !fitting.is_empty() {
                return Resolution::Definitions(fitting);
            }
        }
        Resolution::Definitions(meanings)
    }

    fn resolve_bare(&self) -> Resolution {
        let argument = LazyCell::new(|| self.argument());
        let named = || self.resolve_macro_argument(argument.as_ref()?);
        if let Some(resolution) = self.resolve_field_argument().or_else(named) {
            return resolution;
        }
        if let Some(resolution) = self.resolve_local() {
            return match self.may_be_called_apart() {
                true => self.beyond_local().unwrap_or(resolution),
                false => resolution,
            };
        }
        match self.resolve_beyond_locals() {
            unknown @ (Resolution::External(None) | Resolution::Unresolved) => {
                let named = argument.as_ref();
                named.and_then(|of| self.argument_of_library_macro(of)).unwrap_or(unknown)
            }
            known => known,
        }
    }

    /// Resolves a bare name that no scope around it binds.
    fn resolve_beyond_locals(&self) -> Resolution {
        let (unit, name, at) = (self.unit, self.name(), self.offset());
        if let Some(resolution) = self.resolve_renamed() {
            return resolution;
        }
        if let Some(resolution) = self.resolve_type_in_full() {
            return resolution;
        }
        if let Some(resolution) = self.resolve_implicit_member() {
            return resolution;
        }
        let module = self.resolver.module_at(unit, at);
        let looked_up = self.resolver.lookup_at(unit, at, name);
        let rule = if matches!(module, Module::Directory(_) | Module::Package(_)) {
            Rule::SamePackage
        } else {
            Rule::Import
        };
        let resolution = match &looked_up {
            Lookup::Definitions(defs)
                if self.is_own_header(defs)
                    || self.candidates.means_none(unit, self.found, defs) =>
            {
                None
            }
            Lookup::Definitions(defs) => self
                .resolve_lookup(&looked_up, rule)
                .map(|own| self.unpacked_definitions(defs, own)),
            _ => self.resolve_lookup(&looked_up, rule).or_else(|| self.taken_out_at_top()),
        };
        let resolution = resolution.unwrap_or_else(|| match self.resolve_undefined() {
            Resolution::External(None) => self.resolve_in_block(),
            undefined => undefined,
        });
        let resolution = self.candidates.add_from_headers(unit, resolution);
        let resolution = self.candidates.with_overloads(unit, resolution);
        let resolution = self.candidates.with_instances(resolution);
        self.candidates.keep_innermost(unit, self.found, resolution)
    }

    /// Resolves a field or a supertype in a constructor's list of initializers. No parameter hides
    /// them.
    fn resolve_initializer(&self) -> Resolution {
        let (unit, name, candidates) = (self.unit, self.name(), self.candidates);
        let types =
            self.resolver.enclosing_type(unit, self.offset()).map_or_else(Vec::new, |of| of.types);
        let project = candidates.project;
        let mut known = self.resolver.with_ancestors(&types);
        let is_named = |def: &Def| {
            project.get(*def).is_some_and(|(unit, symbol)| unit.symbol(symbol).name == name)
        };
        known.retain(is_named);
        if !known.is_empty() {
            return candidates.keep(&known, Certainty::Likely, Rule::Super);
        }
        let mut fields = self.resolver.members(&types, name).found;
        fields.retain(|def| !candidates.project.is_callable(*def));
        candidates.keep(&fields, Certainty::Likely, Rule::OwnMember).or_else(|| {
            let found = self.resolver.lookup_at(unit, self.offset(), name);
            let found = self.resolve_lookup(&found, Rule::Import).unwrap_or(Resolution::Unresolved);
            let found = found.or_else(|| candidates.resolve_in_program(unit, self.found));
            // At least a constructor has the name of its type.
            candidates.without_functions(found, |_| false)
        })
    }

    /// Returns whether the definitions are the type whose header contains the use as a supertype: a
    /// specialization does not extend itself.
    fn is_own_header(&self, defs: &[Def]) -> bool {
        self.unit.rules().is_program_wide()
            && defs.iter().all(|def| is_header_of(self.unit, self.found, *def))
    }

    /// Returns the members of the use's name, of which a call chooses by its arguments.
    fn members(&self, types: &[Def], side: Option<bool>) -> Members {
        let (name, arguments) = (self.name(), arguments(self.unit, self.found));
        if self.candidates.is_called_through(self.unit, self.found) {
            return self.members_called_through(types);
        }
        let found = self.resolver.members_accepting(types, name, arguments);
        if found.found.len() > MAX_TOLD_APART {
            return found;
        }
        let found = self.beyond_untaken(types, found);
        let found = match Passed::of(self.unit, self.found) {
            Some(passed) => self.resolver.of_labels(types, name, found, &passed),
            None => found,
        };
        let form = MemberForm::of(self.unit, self.found);
        let mut found = self.resolver.of_form(types, name, found, form);
        // `<Type as Trait>::name`
        if !self.unit.content()[..self.offset()].ends_with(">::") {
            self.resolver.keep_inherent(&mut found.found);
        }
        self.resolver.on_side(types, name, found, side)
    }

    /// Resolves a member without a receiver, in languages that allow it.
    fn resolve_implicit_member(&self) -> Option<Resolution> {
        let (unit, name, at) = (self.unit, self.name(), self.offset());
        if !unit.rules().implicit_receiver {
            // Names of a class body are visible in that body itself.
            let inner = unit
                .enclosing(at, |symbol| symbol.kind.is_callable() || symbol.kind.is_container())?;
            let symbol = unit.symbol(inner);
            if symbol.kind != SymbolKind::Class
                || !symbol.bytes.contains(&at)
                || at < symbol.name_bytes.end
            {
                return None;
            }
            let own = self
                .candidates
                .project
                .members_in_body(&[Def { file: unit.file, symbol: inner }], name);
            return self.resolve_lookup(&own, Rule::OwnMember);
        }
        let passes_object = self.passes_object();
        let side = self.resolver.side_at(unit, at);
        for of in self.resolver.types_around(unit, at) {
            if self.resolver.are_too_many(&of.types) {
                return Some(Resolution::Unresolved);
            }
            let mut members = self.members(&of.types, side).found;
            members.retain(|def| !(passes_object && self.resolver.takes_builtin(*def)));
            // A supertype's name refers to the type, not to its constructor.
            members.retain(|def| self.candidates.kind_of(*def) != Some(SymbolKind::Constructor));
            members.retain(|def| !self.means_no_member(*def));
            let is_companion = of.types.iter().any(|of| self.resolver.is_companion(*of));
            self.resolver.keep_of_companion(&mut members, is_companion);
            let mut resolution = self.candidates.own_member(&members, &of.types);
            if of.types.is_empty() {
                resolution = resolution
                    .or_else(|| self.candidates.members_of_name(&of.name, Rule::OwnMember));
            }
            if !members.is_empty() || matches!(resolution, Resolution::Definitions(_)) {
                return Some(resolution);
            }
        }
        None
    }

    /// Resolves a bare name that no scope, definition or import explains.
    fn resolve_undefined(&self) -> Resolution {
        let (unit, found) = (self.unit, self.found);
        if unit.rules().is_program_wide() {
            let place = (&**unit, self.offset());
            return self
                .candidates
                .member_of_imported(place)
                .or_else(|| self.candidates.resolve_in_program(unit, found))
                .or_else(|| self.resolve_in_open_base())
                .or_else(|| self.member_in_macro());
        }
        if self.semantics.is_macro_call(unit, found) {
            return self.candidates.resolve_by_name(unit, |kind, _| kind == SymbolKind::Macro);
        }
        if let Some(path) = self.candidates.imported_from(unit) {
            return self.candidates.resolve_import_path(unit, &path);
        }
        if let applied @ Resolution::Definitions(_) = self.resolve_applied() {
            return applied;
        }
        // The names in a macro's body are resolved where it is called.
        if self.candidates.has_open_wildcard(unit) || is_in_macro(unit, found.span) {
            let free = self.candidates.possible_definitions(unit, |kind, owner| {
                owner.is_none() && kind != SymbolKind::Macro
            });
            return free.or_else(|| self.resolve_extension());
        }
        let is_inherited = || {
            let of = self
                .resolver
                .enclosing_type(unit, self.offset())
                .filter(|_| unit.rules().implicit_receiver);
            of.is_some_and(|of| of.types.iter().any(|of| self.resolver.ancestors(*of).is_open))
        };
        if self.candidates.may_be_of_receiver(unit, found) {
            return self.candidates.possible_member(unit);
        }
        if let extension @ Resolution::Definitions(_) = self.resolve_extension() {
            return extension;
        }
        if let shared @ Resolution::Definitions(_) = self.candidates.resolve_shared(unit) {
            return shared;
        }
        if let beside @ Resolution::Definitions(_) = self.resolve_without_package() {
            return beside;
        }
        let is_closed = self.semantics.has_closed_files(unit) && !unit.rules().open_files;
        // A module of the project that is imported from may show what it does not tell.
        if is_closed && !is_inherited() && !is_imported(unit, self.name()) {
            return Resolution::External(None);
        }
        Resolution::Unresolved
    }

    /// Resolves a member that the enclosing type may have inherited from an unknown type, such as a
    /// template's parameter, or that what it is mixed into may have.
    fn resolve_in_open_base(&self) -> Resolution {
        let around = self.resolver.types_around(self.unit, self.offset());
        let around: Vec<Def> = around.into_iter().flat_map(|of| of.types).collect();
        // What a module is mixed into may have any members.
        let is_module = |of: Def| self.candidates.kind_of(of) == Some(SymbolKind::Module);
        // A module may extend with others the class that it is mixed into.
        let is_of_type = self.resolver.side_at(self.unit, self.offset()) == Some(true);
        let may_extend = |of: Def| {
            let above = self.resolver.ancestors(of);
            above.is_open || is_of_type && above.types.iter().any(|of| is_module(*of))
        };
        // The object of a template is not written in it.
        let is_of_template = around.is_empty() && self.unit.language.is_template();
        let open: Vec<Def> =
            around.into_iter().filter(|of| is_module(*of) || may_extend(*of)).collect();
        if !self.unit.rules().implicit_receiver || open.is_empty() && !is_of_template {
            return Resolution::Unresolved;
        }
        let known = match is_of_type {
            true => None,
            false => self.candidates.inherited_from_library(self.unit, &open),
        };
        let any = || self.candidates.possible_definitions(self.unit, |_, owner| owner.is_some());
        known.unwrap_or_else(any)
    }

    /// Resolves `receiver.name` and `path::name`.
    fn resolve_qualified(&self, of: ExpressionId, is_path: bool) -> Resolution {
        let (unit, candidates) = (self.unit, self.candidates);
        if let Some(of) = self.type_by_ending() {
            return candidates.external_member(unit, self.found, Outside::Value(Some(of)));
        }
        let text = types::path(unit, of);
        if is_path && text.is_empty() {
            return candidates.member_of_unknown(unit);
        }
        if is_path && unit.rules().is_program_wide() {
            return self.resolve_path_in_program(of, text);
        }
        if let Some(field) = is_path.then(|| self.field_of_variant(of)).flatten() {
            return field;
        }
        let (value, is_open) =
            self.resolver.with_openness(|| self.qualifier_value(of, text, is_path));
        let mut value = self.resolver.completed(unit, self.offset(), value);
        if !is_path && matches!(value, Value::Module(_)) && !self.semantics.has_module_values() {
            value = Value::Unknown;
        }
        if !is_path {
            value = self.value_before_dot(value, of, text);
        }
        if let Value::Merged(definitions, plain) = value {
            let found_in = self.resolver.namespace_members(&definitions, self.name());
            if let Some(resolution) = self.resolve_lookup(&found_in, Rule::Path) {
                return resolution;
            }
            value = *plain;
        }
        let beside = match &value {
            Value::Type(defs) | Value::Function(defs) => self.beside_export(defs),
            Value::Unknown | Value::External if !is_path => self.resolve_unknown(&value, of, text),
            _ => None,
        };
        if let Some(resolution) = beside {
            return resolution;
        }
        let name = unit.names().single_name(of).map(|name| name.of(unit.content()));
        let is_self = name
            .is_some_and(|name| unit.language.config.self_names.iter().any(|word| word == name));
        match value {
            Value::Unknown | Value::External if is_path && self.is_outside(text) => {
                match candidates.external_member(unit, self.found, Outside::Path(simple_name(text)))
                {
                    Resolution::External(None) => Resolution::External(Some(text.to_owned())),
                    other => other,
                }
            }
            Value::Unknown if is_path => candidates.member_of_unknown_type(unit, simple_name(text)),
            Value::External | Value::Written(..) => {
                self.member_from_outside(of, (text, is_path), &value, is_open)
            }
            value => {
                let is_open = is_open || self.is_replaced(&value);
                self.with_others(self.member_of(value, is_self), is_open)
            }
        }
    }

    /// Returns the value of the expression or path in front of the name.
    fn qualifier_value(&self, of: ExpressionId, text: &str, is_path: bool) -> Value {
        let holder = || self.resolver.value_of_holder(self.unit, of, self.found.span);
        if let Some(value) = (!is_path).then(holder).flatten() {
            return value;
        }
        let at = self.offset();
        let value = || self.resolver.unnested(|| self.resolver.value_of(self.unit, of));
        // A path such as `crate::a::b` is not an expression.
        let Some(rooted) = self.semantics.rooted_path(text, is_path) else { return value() };
        match self.resolver.module(self.unit, rooted, Span::new(at..at)) {
            Lookup::Module(module) => Value::Module(module),
            Lookup::Definitions(defs)
                if defs.iter().all(|def| self.candidates.project.is_type(*def)) =>
            {
                Value::Type(defs)
            }
            Lookup::External => Value::External,
            Lookup::Definitions(_) | Lookup::Unknown => value(),
        }
    }

    /// Resolves the name as a member of a value.
    fn member_of(&self, value: Value, is_self: bool) -> Resolution {
        let (unit, candidates, name) = (self.unit, self.candidates, self.name());
        match value {
            Value::Module(module) => {
                let looked_up = self.resolver.lookup_behind(unit, &module, name);
                // An exported macro is visible at the root of its crate, wherever it is defined.
                self.resolve_in_module(&looked_up).unwrap_or_else(|| {
                    match self.semantics.is_macro_call(unit, self.found) {
                        true => {
                            candidates.resolve_by_name(unit, |kind, _| kind == SymbolKind::Macro)
                        }
                        false => candidates.possible_definitions(unit, |_, owner| owner.is_none()),
                    }
                })
            }
            Value::Instance(types, given) => {
                let led = self.resolver.unnested(|| {
                    let of = (types.as_slice(), &given);
                    self.resolver.led_to(unit, of, name)
                });
                let types = led.map_or(types, |(types, _)| types);
                self.member_of_types(&types, is_self, false)
            }
            Value::Type(types) => self.member_of_types(&types, is_self, true),
            Value::Super(types) => self.inherited_member(&types),
            Value::Named(of) => match self.member_of_type_parameter(&of) {
                Some(resolution) => resolution,
                None => self.member_of_named(&of),
            },
            // Templates pass over what holds a value.
            Value::Holder(content) => self.member_of(*content, is_self),
            Value::Object(def) => self.member_of_object(def, is_self),
            Value::Literal(file, object) => self.member_of_literal(file, object),
            Value::Function(defs) if self.resolver.are_replaced(&defs) => {
                candidates.member_of_unknown(unit)
            }
            // What is no member of functions is one of a value of the function's name.
            Value::Function(_) if !unit.rules().function_members.iter().any(|own| own == name) => {
                candidates.member_of_unknown(unit)
            }
            Value::Function(_) | Value::Merged(..) | Value::External | Value::Written(..) => {
                Resolution::External(None)
            }
            Value::Unknown | Value::Structure(..) => {
                match self.resolver.enclosing_type(unit, self.offset()).filter(|_| is_self) {
                    Some(of) => candidates.member_of_named_type(unit, &of.name, Rule::OwnMember),
                    None => candidates
                        .seen_extension(unit, self.found)
                        .or_else(|| candidates.seen_trait(unit, self.found, None))
                        .or_else(|| self.member_of_unknown()),
                }
            }
        }
    }

    /// Resolves a name that is not a member of the definition that a file exports as a whole, but
    /// is exported beside it.
    fn beside_export(&self, defs: &[Def]) -> Option<Resolution> {
        let resolution =
            self.resolve_lookup(&self.resolver.beside_export(defs, self.name()), Rule::Path)?;
        let is_type = defs.first().is_some_and(|def| self.candidates.project.is_type(*def));
        (!is_type || self.resolver.members(defs, self.name()).found.is_empty())
            .then_some(resolution)
    }
}
