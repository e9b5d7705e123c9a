//! Resolution of one use. Each rule considers one written fact; the first that applies decides.

use super::candidates::Candidates;
use super::meaning::{Meaning, Other, Resolution};
use super::members::simple_name;
use super::overloads::arguments;
use super::program::is_header_of;
use super::resolver::Resolver;
use super::types;
use crate::domain::{Certainty, SymbolKind};
use crate::engine::graph::model::{Def, Local, Lookup, Members, Module, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::rule::Rule;
use crate::engine::graph::semantics::{self, Names, Semantics};
use crate::workspace::names::{ExpressionId, Import, Imported, Qualifier, Role, Span, Use};
use std::sync::Arc;

impl Candidates<'_, '_> {
    /// Resolves a use to candidate definitions, or to something else.
    pub(in crate::engine) fn resolve(&self, unit: &Arc<Unit>, found: &Use) -> Resolution {
        let semantics = semantics::of(unit.language);
        let resolver = Resolver::new(&self.context);
        let occurrence = Occurrence { candidates: self, resolver, semantics, unit, found };
        match self.of_arity(unit, found, occurrence.resolve()) {
            resolution @ Resolution::Definitions(_)
                if leads_on(unit, found.span) || is_field(unit, found) =>
            {
                self.without_functions(resolution, |rule| rule == Rule::Definition)
            }
            resolution @ Resolution::Definitions(_) if is_data(unit, found) => {
                self.without_functions(resolution, |rule| !rule.is_guess())
            }
            resolution => resolution,
        }
    }

    /// Returns whether any bare name of a file may come from elsewhere.
    pub(in crate::engine) fn has_open_wildcard(&self, unit: &Arc<Unit>) -> bool {
        Resolver::new(&self.context).has_open_wildcard(unit)
    }
}

/// One use that is being resolved.
struct Occurrence<'c, 'p, 's> {
    candidates: &'c Candidates<'p, 's>,
    resolver: Resolver<'c>,
    semantics: &'static dyn Semantics,
    unit: &'c Arc<Unit>,
    found: &'c Use,
}

impl Occurrence<'_, '_, '_> {
    fn at(&self) -> usize {
        self.found.span.start as usize
    }

    fn name(&self) -> &str {
        self.found.span.of(self.unit.content())
    }

    fn looked_up(&self, found: &Lookup, rule: Rule) -> Option<Resolution> {
        self.candidates.looked_up(self.unit, found, rule)
    }

    fn resolve(&self) -> Resolution {
        let (unit, found) = (self.unit, self.found);
        if found.role == Role::Label {
            return Resolution::Other(Other::Label);
        }
        // The name of an embedded type also names a field.
        let is_embedded = |symbol: &u32| {
            found.role == Role::Inherit && unit.symbol(*symbol).kind == SymbolKind::Field
        };
        if !self.candidates.is_open
            && let Some(symbol) =
                unit.symbol_named_at(self.at()).filter(|symbol| !is_embedded(symbol))
        {
            let def = Def { file: unit.file, symbol };
            if self.candidates.contains(def) {
                let meaning = Meaning { def, certainty: Certainty::Likely, rule: Rule::Definition };
                return self.with_unpacked(found.span, Resolution::Definitions(vec![meaning]));
            }
            if unit.symbol(symbol).kind != SymbolKind::Impl {
                return Resolution::Other(Other::Definition(def));
            }
        }
        if found.role == Role::Import {
            return self.imported();
        }
        if self.semantics.names_nothing(unit, found) {
            return Resolution::Other(Other::Label);
        }
        let resolution = match found.qualifier {
            Qualifier::None if found.role == Role::Initialize => self.initialized(),
            Qualifier::None => self.bare(),
            Qualifier::Receiver(of) => self.qualified(of, false),
            Qualifier::Path(Some(of)) => self.qualified(of, true),
            Qualifier::Path(None) => self.bare_path(),
        };
        self.of_namespace(resolution)
    }

    /// Keeps the definitions that the use's form and place allow, in languages with several
    /// namespaces.
    fn of_namespace(&self, resolution: Resolution) -> Resolution {
        let Resolution::Definitions(mut meanings) = resolution else { return resolution };
        meanings.retain(|meaning| !self.candidates.is_apart(self.unit, self.found, meaning.def));
        if meanings.is_empty() {
            let macros = || self.candidates.by_name(self.unit, |kind, _| kind == SymbolKind::Macro);
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

    /// Resolves the name in an import statement.
    fn imported(&self) -> Resolution {
        let span = self.found.span;
        let is_it = |import: &&Import| {
            import.alias == Some(span)
                || import.span == span
                || import.imported == Imported::Name(span)
        };
        // A name before the last one of an import is a module.
        let Some(import) = self.unit.names().imports.iter().find(is_it) else {
            return Resolution::Other(Other::Module);
        };
        self.through(import)
            .unwrap_or_else(|| self.candidates.by_name(self.unit, |_, owner| owner.is_none()))
    }

    /// Resolves an import; `None` if it cannot be followed.
    fn through(&self, import: &Import) -> Option<Resolution> {
        match self.resolver.follow(self.unit, import) {
            Lookup::External => Some(Resolution::External(Some(import.module.clone()))),
            followed => self.looked_up(&followed, Rule::Import),
        }
    }

    fn bare(&self) -> Resolution {
        let (unit, name, at) = (self.unit, self.name(), self.at());
        match self.resolver.local(unit, name, at) {
            Some(Local::Definition(def)) => {
                let own = self.candidates.keep(&[def], Certainty::Likely, Rule::Scope);
                return self.unpacked_definition(def, own);
            }
            Some(Local::Import(import)) => {
                return self.through(import).unwrap_or(Resolution::Unresolved);
            }
            Some(Local::Binding(binding)) => {
                return self.with_unpacked(binding.name, Resolution::Other(Other::Local));
            }
            None => {}
        }
        if let Some(resolution) = self.implicit_member() {
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
            Lookup::Definitions(defs) => {
                self.looked_up(&looked_up, rule).map(|own| self.unpacked_definition(defs[0], own))
            }
            _ => self.looked_up(&looked_up, rule),
        };
        let resolution = resolution.unwrap_or_else(|| self.nowhere_defined());
        let resolution = self.candidates.or_of_headers(unit, resolution);
        let resolution = self.candidates.with_overloads(unit, resolution);
        self.candidates.in_innermost(unit, self.found, resolution)
    }

    /// Adds to the meanings of a name's definition; see [`Self::with_unpacked`].
    fn unpacked_definition(&self, def: Def, own: Resolution) -> Resolution {
        if def.file != self.unit.file {
            return own;
        }
        self.with_unpacked(Span::new(self.unit.symbol(def.symbol).name_bytes.clone()), own)
    }

    /// Adds the member to which a pattern binds a name to what the name means by itself.
    fn with_unpacked(&self, name: Span, own: Resolution) -> Resolution {
        match (self.unpacked(name), own) {
            (None, own) => own,
            (Some(mut members), Resolution::Definitions(own)) => {
                members.extend(own);
                Resolution::Definitions(members)
            }
            (Some(members), _) => Resolution::Definitions(members),
        }
    }

    /// Returns the member of a module or an object that a pattern binds to a name, as in
    /// `const { name } = value`; `None` if only the name would lead there.
    fn unpacked(&self, name: Span) -> Option<Vec<Meaning>> {
        let mut bindings = self.unit.bindings_named(name.of(self.unit.content()));
        let value = bindings.find(|binding| binding.name == name)?.origin.unpacked?;
        let value = self.resolver.value_of(self.unit, value, 0);
        let is_instance = matches!(value, Value::Instance(..));
        if !is_instance && !matches!(value, Value::Module(_) | Value::Object(_)) {
            return None;
        }
        let mut members = self.member_of(value, false).into_meanings();
        // Behind the pattern, the name is a variable, but for a method that is called by it.
        if is_instance && self.found.span != name {
            members.retain(|member| self.candidates.project.is_callable(member.def));
        }
        (!members.is_empty() && members.iter().all(|member| !member.rule.is_guess()))
            .then_some(members)
    }

    /// Resolves a field or a supertype in a constructor's list of initializers. No parameter hides
    /// them.
    fn initialized(&self) -> Resolution {
        let (unit, name, candidates) = (self.unit, self.name(), self.candidates);
        let types =
            self.resolver.enclosing_type(unit, self.at()).map_or_else(Vec::new, |of| of.types);
        let project = candidates.project;
        let mut known: Vec<Def> = types.clone();
        known.extend(types.iter().flat_map(|of| self.resolver.ancestors(*of).types.clone()));
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
            let found = self.resolver.lookup_at(unit, self.at(), name);
            let found = self.looked_up(&found, Rule::Import).unwrap_or(Resolution::Unresolved);
            let found = found.or_else(|| candidates.in_program(unit, self.found));
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
    fn members(&self, types: &[Def]) -> Members {
        self.resolver.members_taking(types, self.name(), arguments(self.unit, self.found))
    }

    /// Resolves a member without a receiver, in languages that allow it.
    fn implicit_member(&self) -> Option<Resolution> {
        let (unit, name, at) = (self.unit, self.name(), self.at());
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
            return self.looked_up(&own, Rule::OwnMember);
        }
        for of in self.resolver.types_around(unit, at) {
            let mut members = self.members(&of.types).found;
            // A supertype's name refers to the type, not to its constructor.
            members.retain(|def| self.candidates.kind_of(*def) != Some(SymbolKind::Constructor));
            members.retain(|def| !self.candidates.is_apart(unit, self.found, *def));
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
    fn nowhere_defined(&self) -> Resolution {
        let (unit, found) = (self.unit, self.found);
        if unit.rules().is_program_wide() {
            return self.candidates.in_program(unit, found).or_else(|| self.of_open_base());
        }
        if self.semantics.is_macro_call(unit, found) {
            return self.candidates.by_name(unit, |kind, _| kind == SymbolKind::Macro);
        }
        if let Some(path) = self.semantics.imported_from(unit, self.name()) {
            return self.candidates.of_import_path(unit, path);
        }
        // The names in a macro's body are resolved where it is called.
        if self.resolver.has_open_wildcard(unit) || is_in_macro(unit, found.span) {
            return self
                .candidates
                .possible(unit, |kind, owner| owner.is_none() && kind != SymbolKind::Macro);
        }
        let is_inherited = || {
            let of = self
                .resolver
                .enclosing_type(unit, self.at())
                .filter(|_| unit.rules().implicit_receiver);
            of.is_some_and(|of| of.types.iter().any(|of| self.resolver.ancestors(*of).is_open))
        };
        if self.candidates.may_be_of_receiver(unit, found) {
            return self.candidates.possible_of_unknown(unit);
        }
        let is_closed = self.semantics.has_closed_files(unit) && !unit.rules().open_files;
        if is_closed && !is_inherited() {
            return Resolution::External(None);
        }
        Resolution::Unresolved
    }

    /// Resolves a member that the enclosing type may have inherited from an unknown type, such as a
    /// template's parameter.
    fn of_open_base(&self) -> Resolution {
        let around =
            self.resolver.types_around(self.unit, self.at()).into_iter().flat_map(|of| of.types);
        let is_open = around.into_iter().any(|of| self.resolver.ancestors(of).is_open);
        match is_open && self.unit.rules().implicit_receiver {
            true => self.candidates.possible(self.unit, |_, owner| owner.is_some()),
            false => Resolution::Unresolved,
        }
    }

    /// Resolves `path::name`, where the path may be an alias of a type, or a type that inherits the
    /// member.
    fn in_type(&self, path: &str) -> Resolution {
        let candidates = self.candidates;
        let resolution = match self.resolver.type_value(self.unit, path, self.at()) {
            Value::Type(types) => match self.resolver.unresolved_alias(&types) {
                Some(of) => candidates.members_of_name(&of, Rule::Path),
                None => {
                    let members = self.members(&types);
                    candidates.keep(&members.found, Certainty::Likely, Rule::Path)
                }
            },
            // The known module has no such name, but a macro may open and close the namespace
            // elsewhere.
            Value::Module(_) => candidates.in_program(self.unit, self.found),
            _ => Resolution::Unresolved,
        };
        resolution.or_else(|| match candidates.is_common {
            true => Resolution::Unresolved,
            false => candidates.possible(self.unit, |_, _| true),
        })
    }

    /// Resolves `receiver.name` and `path::name`.
    fn qualified(&self, of: ExpressionId, is_path: bool) -> Resolution {
        let (unit, candidates) = (self.unit, self.candidates);
        let text = types::path(unit, of);
        if is_path && text.is_empty() {
            return candidates.of_unknown(unit);
        }
        if is_path && unit.rules().is_program_wide() {
            let found = candidates.in_namespace(unit, text).unwrap_or_else(|| self.in_type(text));
            let found = candidates.of_applied(unit, self.found, found);
            return candidates.with_overloads(unit, found);
        }
        let value = self.qualifier_value(of, text, is_path);
        let mut value = self.resolver.completed(unit, self.at(), value);
        if !is_path {
            value = self.resolver.beside_interface(value, 0);
        }
        if let Value::Merged(definitions, plain) = value {
            let found_in = self.resolver.namespace_members(&definitions, self.name());
            if let Some(resolution) = self.looked_up(&found_in, Rule::Path) {
                return resolution;
            }
            value = *plain;
        }
        if let Value::Type(defs) | Value::Function(defs) = &value
            && let Some(resolution) = self.beside_export(defs)
        {
            return resolution;
        }
        let name = unit.names().single_name(of).map(|name| name.of(unit.content()));
        let is_self = name
            .is_some_and(|name| unit.language.config.self_names.iter().any(|word| word == name));
        match value {
            Value::Unknown if is_path && self.resolver.is_of_library(unit, text) => {
                match candidates.of_foreign(unit, Some(simple_name(text))) {
                    Resolution::External(None) => Resolution::External(Some(text.to_owned())),
                    other => other,
                }
            }
            Value::Unknown if is_path => candidates.of_unknown_type(unit, simple_name(text)),
            Value::External | Value::Written(..) => {
                let of = is_path.then(|| simple_name(text));
                candidates
                    .of_content(unit, self.found, &value)
                    .or_else(|| candidates.of_foreign(unit, of))
            }
            value => self.member_of(value, is_self),
        }
    }

    /// Returns the value of the expression or path in front of the name.
    fn qualifier_value(&self, of: ExpressionId, text: &str, is_path: bool) -> Value {
        let at = self.at();
        let value = || self.resolver.value_of(self.unit, of, 0);
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
                let looked_up = self.resolver.lookup(&module, name);
                // An exported macro is visible at the root of its crate, wherever it is defined.
                self.looked_up(&looked_up, Rule::Path).unwrap_or_else(|| {
                    match self.semantics.is_macro_call(unit, self.found) {
                        true => candidates.by_name(unit, |kind, _| kind == SymbolKind::Macro),
                        false => candidates.possible(unit, |_, owner| owner.is_none()),
                    }
                })
            }
            Value::Instance(types, _) | Value::Type(types) => {
                let rule = if is_self { Rule::OwnMember } else { Rule::Receiver };
                let members = self.members(&types);
                candidates.of_members(unit, &members, &types, rule)
            }
            Value::Super(types) => {
                let members = self.resolver.inherited(&types, name);
                let resolution = candidates.keep(&members.found, Certainty::Likely, Rule::Super);
                // Every type has a constructor: its name alone leads nowhere.
                let constructors = &unit.language.config.constructors;
                let is_constructor = constructors.iter().any(|word| word == name);
                resolution.or_else(|| match members.is_open {
                    true if self.resolver.extends_library(&types) => Resolution::External(None),
                    true if !is_constructor => {
                        candidates.possible(unit, |_, owner| owner.is_some())
                    }
                    _ => Resolution::Unresolved,
                })
            }
            Value::Named(of) => match self.of_parameter(&of) {
                Some(resolution) => resolution,
                None => candidates.of_named(unit, &of, Rule::Receiver),
            },
            Value::Object(def) => self.member_of_object(def, is_self),
            Value::Function(defs) if self.resolver.are_replaced(&defs) => {
                candidates.of_unknown(unit)
            }
            // The members of functions are built in.
            Value::Function(_) | Value::Merged(..) | Value::External | Value::Written(..) => {
                Resolution::External(None)
            }
            Value::Unknown => {
                match self.resolver.enclosing_type(unit, self.at()).filter(|_| is_self) {
                    Some(of) => candidates.of_named(unit, &of.name, Rule::OwnMember),
                    None => candidates.of_unknown(unit),
                }
            }
        }
    }

    /// Resolves a member of an object literal, which may be defined beside it as well.
    fn member_of_object(&self, object: Def, is_self: bool) -> Resolution {
        let (unit, candidates) = (self.unit, self.candidates);
        let found = candidates.project.members_in_body(&[object], self.name());
        let rule = if is_self { Rule::OwnMember } else { Rule::Receiver };
        if let Some(resolution) = self.looked_up(&found, rule) {
            return resolution;
        }
        let of =
            candidates.project.get(object).map(|(unit, symbol)| unit.symbol(symbol).name.as_str());
        let beside = of.map_or(Resolution::Unresolved, |of| candidates.members_of_name(of, rule));
        // What is mixed into the object may be anything.
        beside.or_else(|| {
            if is_self { candidates.of_unknown(unit) } else { Resolution::External(None) }
        })
    }

    /// Resolves a member of a value whose type is a parameter of the enclosing type, to those of
    /// the subtypes that give themselves as its argument: `struct Leaf : Base<Leaf>`.
    fn of_parameter(&self, of: &str) -> Option<Resolution> {
        if !matches!(self.resolver.local(self.unit, of, self.at()), Some(Local::Binding(_))) {
            return None;
        }
        let types = self.resolver.enclosing_type(self.unit, self.at())?.types;
        let mut members = self.candidates.members_below(&types);
        members.retain(|def| {
            self.resolver
                .owner_types(*def)
                .iter()
                .any(|owner| self.resolver.is_own_argument(*owner))
        });
        let resolution = self.candidates.keep(&members, Certainty::Likely, Rule::Override);
        (resolution != Resolution::Unresolved).then_some(resolution)
    }

    /// Resolves a name that is not a member of the definition that a file exports as a whole, but
    /// is exported beside it.
    fn beside_export(&self, defs: &[Def]) -> Option<Resolution> {
        let resolution =
            self.looked_up(&self.resolver.beside_export(defs, self.name()), Rule::Path)?;
        let is_type = defs.first().is_some_and(|def| self.candidates.project.is_type(*def));
        (!is_type || self.resolver.members(defs, self.name()).found.is_empty())
            .then_some(resolution)
    }

    /// Resolves `::name`.
    fn bare_path(&self) -> Resolution {
        let found = self.resolver.lookup(&Module::File(self.unit.file), self.name());
        let resolution = self.looked_up(&found, Rule::Path);
        resolution
            .unwrap_or_else(|| self.candidates.possible(self.unit, |_, owner| owner.is_none()))
    }
}

/// Returns whether a name is the head of a path, as `a` in `a::b`: a type or a module, never a
/// callable.
pub(super) fn leads_on(unit: &Unit, span: Span) -> bool {
    let after = unit.content()[span.end as usize..].trim_start();
    unit.language.config.separator == "::" && after.starts_with("::") && !after.starts_with("::<")
}

/// Returns whether a use is a field: `value.name` that is not called, or `name: value` in a
/// constructor expression, in languages whose methods are not values.
fn is_field(unit: &Unit, found: &Use) -> bool {
    let is_called = || {
        let after = unit.content()[found.span.end as usize..].trim_start();
        found.role == Role::Call || after.starts_with("::<") || after.starts_with('(')
    };
    unit.rules().methods_are_called
        && match found.qualifier {
            Qualifier::Receiver(_) => !is_called(),
            // `Name { value }` sets a field to a variable or a function.
            Qualifier::Path(_) | Qualifier::None => {
                let after = unit.content()[found.span.end as usize..].trim_start();
                found.role == Role::Write && !after.starts_with([',', '}'])
            }
        }
}

/// Returns whether a member is assigned, or has members itself that functions do not have.
fn is_data(unit: &Unit, found: &Use) -> bool {
    let functions = &unit.rules().function_members;
    if functions.is_empty() || !matches!(found.qualifier, Qualifier::Receiver(_)) {
        return false;
    }
    let after = unit.content()[found.span.end as usize..].trim_start();
    let member = after.strip_prefix("?.").or_else(|| after.strip_prefix('.')).map(str::trim_start);
    let is_of_function = |member: &str| {
        let name =
            member.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
        functions.iter().any(|known| known == name)
    };
    found.role == Role::Write
        || matches!(found.role, Role::Read | Role::ImportPath)
            && member.is_some_and(|member| !is_of_function(member))
}

fn is_in_macro(unit: &Unit, span: Span) -> bool {
    unit.enclosing(span.start as usize, |symbol| symbol.kind == SymbolKind::Macro).is_some()
}
