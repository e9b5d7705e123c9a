//! Names of types, and paths to their members, where nesting and namespaces decide what they mean.

use super::Occurrence;
use crate::domain::{Certainty, SymbolKind, Visibility};
use crate::engine::graph::model::{Def, Lookup, Module, Value};
use crate::engine::graph::resolve::meaning::Resolution;
use crate::engine::graph::resolve::members::{names_of_path, simple_name};
use crate::engine::graph::resolve::without_package::is_without_package;
use crate::engine::graph::rule::Rule;
use crate::engine::graph::semantics::Names;
use crate::workspace::names::{ExpressionId, Role, Span};

impl Occurrence<'_, '_, '_> {
    /// Returns the value that a member is asked of: what bears the name of an interface beside it,
    /// and of a path through a library's package what is outside.
    pub(super) fn value_before_dot(&self, value: Value, of: ExpressionId, path: &str) -> Value {
        let value = self.resolver.unnested(|| self.resolver.value_beside_interface(value));
        let is_of_library =
            || value == Value::Unknown && self.resolver.is_given_by_library(self.unit, of);
        match self.is_in_package_outside(&value, path) || is_of_library() {
            true => Value::External,
            false => value,
        }
    }

    /// Returns whether a path whose value is not known is that of a type in a library's package:
    /// `javax.tools.Diagnostic`. A single name before that of a type may be a field's.
    fn is_in_package_outside(&self, value: &Value, path: &str) -> bool {
        if *value != Value::Unknown || !self.unit.rules().packages_in_lower_case {
            return false;
        }
        let begins_lower = |name: &&str| name.starts_with(char::is_lowercase);
        let package: Vec<&str> = path.split('.').take_while(begins_lower).collect();
        let of_type = path.split('.').nth(package.len());
        let at = Span::new(self.offset()..self.offset());
        package.len() > 1
            && of_type.is_some_and(|name| name.starts_with(char::is_uppercase))
            && self.resolver.module(self.unit, &package.join("."), at) == Lookup::External
    }

    /// Resolves a bare name in a file without a package to what other sources without one define,
    /// of which only a build file would say that they are of the same program.
    pub(super) fn resolve_without_package(&self) -> Resolution {
        if !is_without_package(self.unit) {
            return Resolution::Unresolved;
        }
        let mut defs = self.candidates.accepted(self.unit, |_, owner| owner.is_none());
        defs.retain(|def| {
            let defining = self.candidates.project.get(*def);
            defining.is_some_and(|(unit, symbol)| {
                is_without_package(unit)
                    && unit.symbol(symbol).visibility != Some(Visibility::Private)
            })
        });
        self.candidates.possible(&defs)
    }

    /// Resolves the name of a type by the places in which it is looked up; `None` if it is none.
    pub(super) fn resolve_type_in_full(&self) -> Option<Resolution> {
        let types = self.resolver.types_in_full(self.unit, &[self.name()], self.offset())?;
        Some(self.types_or_any(&types))
    }

    /// Resolves `path::name` in languages whose programs share namespaces and types.
    pub(super) fn resolve_path_in_program(&self, of: ExpressionId, text: &str) -> Resolution {
        let (unit, candidates) = (self.unit, self.candidates);
        let decorating = self.type_of_decorator(of, text);
        let text = decorating.as_deref().unwrap_or(text);
        if unit.rules().has_full_names {
            return self.resolve_path_in_full(of, text);
        }
        let found = candidates
            .resolve_in_namespace(unit, text)
            .or_else(|| candidates.resolve_in_alias(unit, text))
            .or_else(|| candidates.resolve_full_name(unit, text))
            .unwrap_or_else(|| self.resolve_in_type(text));
        let found = candidates.keep_applied(unit, self.found, found);
        candidates.with_instances(candidates.with_overloads(unit, found))
    }

    /// Resolves the name of a type behind that of a namespace, where a dot stands before both types
    /// and members: `Lib.Item.Make()`.
    pub(super) fn resolve_type_in_namespace(&self, text: &str) -> Option<Resolution> {
        let (unit, candidates) = (self.unit, self.candidates);
        if unit.rules().type_words.is_empty() || text.is_empty() {
            return None;
        }
        let Resolution::Definitions(mut found) = candidates.resolve_in_namespace(unit, text)?
        else {
            return None;
        };
        found.retain(|meaning| candidates.kind_of(meaning.def).is_some_and(SymbolKind::is_type));
        (!found.is_empty()).then_some(Resolution::Definitions(found))
    }

    /// Returns the name of the type that a path at a decorator means, where it lacks its end.
    fn type_of_decorator(&self, of: ExpressionId, text: &str) -> Option<String> {
        let unit = self.unit;
        let suffix = unit.rules().decorator_suffix.as_ref()?;
        let last = unit.names().last_name(of)?.start as usize;
        let is_decorator =
            unit.names().use_at(last).is_some_and(|found| found.role == Role::Decorator);
        let name = is_decorator.then(|| format!("{text}{suffix}"))?;
        let is_type = !self.resolver.types_named(unit, &name, self.offset()).is_empty();
        is_type.then_some(name)
    }

    /// Resolves `path::name` where the path or the whole may be the name of types.
    fn resolve_path_in_full(&self, of: ExpressionId, text: &str) -> Resolution {
        let (unit, resolver, candidates) = (self.unit, &self.resolver, self.candidates);
        let by_last_name = || {
            let found = candidates.resolve_in_namespace(unit, text);
            found.unwrap_or_else(|| self.resolve_in_type(text))
        };
        let at = unit.names().root_name(of).map_or(self.offset(), |root| root.start as usize);
        let path = names_of_path(text);
        let whole: Vec<&str> = path.iter().copied().chain([self.name()]).collect();
        if let Some(types) = resolver.types_in_full(unit, &whole, at) {
            return self.types_or_any(&types);
        }
        match resolver.value_in_full(unit, &path, at) {
            None => by_last_name(),
            Some(Value::Type(types)) => {
                let members = self.members(&types, Some(true));
                let found = (&members, &types[..]);
                let own = candidates.resolve_members(unit, self.found, found, Rule::Path);
                own.or_else(|| by_last_name().into_possible())
            }
            Some(Value::Unknown) => by_last_name().into_possible(),
            Some(value) => self.member_of(value, false),
        }
    }

    /// Returns the meaning of a name by the types that it leads to; if those are others than are
    /// known, any type of the name is possible.
    fn types_or_any(&self, types: &[Def]) -> Resolution {
        let (unit, candidates) = (self.unit, self.candidates);
        match types {
            [] => candidates.possible_definitions(unit, |kind, _| !kind.is_callable()),
            [first, ..] => {
                let rule = if first.file == unit.file { Rule::SameFile } else { Rule::Import };
                candidates.keep(types, Certainty::Likely, rule)
            }
        }
    }

    /// Resolves `path::name`, where the path may be an alias of a type, or a type that inherits the
    /// member.
    fn resolve_in_type(&self, path: &str) -> Resolution {
        let candidates = self.candidates;
        let resolution = match self.resolver.type_value(self.unit, path, self.offset()) {
            Value::Type(types) => match self.resolver.unresolved_alias(&types) {
                Some(of) => candidates.members_of_name(&of, Rule::Path),
                None => {
                    let members = self.members(&types, None);
                    candidates.keep(&members.found, Certainty::Likely, Rule::Path)
                }
            },
            // The known module has no such name, but a macro may open and close the namespace
            // elsewhere.
            Value::Module(_) => candidates.resolve_in_program(self.unit, self.found),
            _ => candidates.of_outside_path(self.unit, simple_name(path)),
        };
        resolution.or_else(|| match candidates.is_common {
            true => Resolution::Unresolved,
            false => candidates.possible_definitions(self.unit, |_, _| true),
        })
    }

    /// Resolves `::name`.
    pub(super) fn resolve_global(&self) -> Resolution {
        let found = self.resolver.lookup(&Module::File(self.unit.file), self.name());
        let resolution = self.resolve_lookup(&found, Rule::Path);
        resolution.unwrap_or_else(|| {
            self.candidates.possible_definitions(self.unit, |_, owner| owner.is_none())
        })
    }
}
