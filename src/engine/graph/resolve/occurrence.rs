//! Resolution of one use. Each rule looks at one thing that is written down; the first that applies decides.

use super::candidates::{Candidate, Candidates};
use super::meaning::{Meaning, Rule};
use super::members::simple_name;
use super::value::Local;
use crate::domain::{Certainty, SymbolKind};
use crate::engine::graph::chain::{Chain, Link};
use crate::engine::graph::model::{Def, Lookup, Members, Module, Owner, Trail, Value};
use crate::engine::graph::project::{Unit, split_path};
use crate::engine::graph::semantics;
use crate::workspace::names::{Imported, Qualifier, Role, Span, Use};
use std::sync::Arc;

impl Candidates<'_, '_> {
    /// The definitions that a use may mean; empty where it certainly means something else.
    pub(in crate::engine) fn bind(&self, unit: &Arc<Unit>, found: &Use) -> Vec<Meaning> {
        let mut bound = self.bind_any(unit, found);
        let is_callable = |bound: &Meaning| {
            self.project.get(bound.def).is_some_and(|(unit, symbol)| unit.symbol(symbol).kind.is_callable())
        };
        if leads_on(unit, found.span) || is_field(unit, found) {
            bound.retain(|bound| bound.rule == Rule::Definition || !is_callable(bound));
        }
        bound
    }

    fn bind_any(&self, unit: &Arc<Unit>, found: &Use) -> Vec<Meaning> {
        if found.role == Role::Label {
            return Vec::new();
        }
        let at = found.span.start as usize;
        if !self.is_open
            && let Some(symbol) = unit.symbol_named_at(at)
        {
            let def = Def { file: unit.file, symbol };
            if self.contains(def) {
                return vec![Meaning { def, certainty: Certainty::Likely, rule: Rule::Definition }];
            }
            if unit.symbol(symbol).kind != SymbolKind::Impl {
                return Vec::new();
            }
        }
        if found.role == Role::Import {
            return self.imported(unit, found.span);
        }
        if semantics::of(unit.language).names_nothing(unit, found) {
            return Vec::new();
        }
        let bound = match found.qualifier {
            Qualifier::None => self.bare(unit, found, at),
            Qualifier::Receiver(span) | Qualifier::Path(span) => self.qualified(unit, found, span, at),
        };
        self.of_namespace(unit, found, bound)
    }

    /// Where a type and a value may share a name, those that the place can mean.
    fn of_namespace(&self, unit: &Unit, found: &Use, bound: Vec<Meaning>) -> Vec<Meaning> {
        if bound.len() < 2 {
            return bound;
        }
        let semantics = semantics::of(unit.language);
        let fits = |bound: &&Meaning| {
            let definition = self.project.get(bound.def);
            definition.is_some_and(|(of, symbol)| semantics.may_mean(unit, found, of.symbol(symbol).kind))
        };
        let fitting: Vec<Meaning> = bound.iter().filter(fits).copied().collect();
        if fitting.is_empty() { bound } else { fitting }
    }

    pub(super) fn keep(&self, defs: &[Def], certainty: Certainty, rule: Rule) -> Vec<Meaning> {
        let kept = defs.iter().copied().filter(|def| self.is_open || self.contains(*def));
        kept.map(|def| Meaning { def, certainty, rule }).collect()
    }

    fn found(&self, unit: &Unit, found: &Lookup, rule: Rule) -> Option<Vec<Meaning>> {
        match found {
            Lookup::Definitions(defs) => {
                let is_here = defs.iter().any(|def| def.file == unit.file);
                let rule = if is_here && rule == Rule::Import { Rule::SameFile } else { rule };
                Some(self.keep(defs, Certainty::Likely, rule))
            }
            Lookup::Module(Module::Inline(def)) => Some(self.keep(&[*def], Certainty::Likely, rule)),
            Lookup::Module(_) | Lookup::External => Some(Vec::new()),
            Lookup::Unknown => None,
        }
    }

    /// The name in an import statement.
    fn imported(&self, unit: &Arc<Unit>, span: Span) -> Vec<Meaning> {
        let is_it = |import: &&crate::workspace::names::Import| {
            import.alias == Some(span) || import.span == span || import.imported == Imported::Name(span)
        };
        let Some(import) = unit.names().imports.iter().find(is_it) else { return Vec::new() };
        let found = self.project.follow(unit, import, &mut Trail::new());
        match self.found(unit, &found, Rule::Import) {
            Some(bound) => bound,
            None => self.by_name(unit, |_, owner| owner.is_none()),
        }
    }

    fn bare(&self, unit: &Arc<Unit>, found: &Use, at: usize) -> Vec<Meaning> {
        let name = found.span.of(unit.content());
        match self.project.local(unit, name, at) {
            Some(Local::Definition(def)) => return self.keep(&[def], Certainty::Likely, Rule::Scope),
            Some(Local::Import(import)) => {
                let followed = self.project.follow(unit, import, &mut Trail::new());
                return self.found(unit, &followed, Rule::Import).unwrap_or_default();
            }
            Some(Local::Binding(_)) => return Vec::new(),
            None => {}
        }
        if let Some(bound) = self.implicit_member(unit, name, at) {
            return bound;
        }
        let module = self.project.module_at(unit, at);
        let looked_up = self.project.lookup_at(unit, at, name);
        let rule = if matches!(module, Module::Directory(_)) { Rule::SamePackage } else { Rule::Import };
        if let Some(bound) = self.found(unit, &looked_up, rule) {
            return bound;
        }
        self.unresolved(unit, found)
    }

    /// A member named without its receiver, in languages that allow it.
    fn implicit_member(&self, unit: &Arc<Unit>, name: &str, at: usize) -> Option<Vec<Meaning>> {
        if !unit.rules().implicit_receiver {
            // Names of a class body are seen in that body itself.
            let inner = unit.enclosing(at, |symbol| symbol.kind.is_callable() || symbol.kind.is_container())?;
            let symbol = unit.symbol(inner);
            if symbol.kind != SymbolKind::Class || !symbol.bytes.contains(&at) || at < symbol.name_bytes.end {
                return None;
            }
            let own = self.project.members_in_body(&[Def { file: unit.file, symbol: inner }], name);
            return self.found(unit, &own, Rule::OwnMember);
        }
        let of = self.project.enclosing_type(unit, at)?;
        let mut members = self.project.members(&of.types, name).found;
        // A supertype's name is the supertype's own, and not its constructor's.
        members.retain(|def| {
            self.project.get(*def).is_none_or(|(unit, symbol)| unit.symbol(symbol).kind != SymbolKind::Constructor)
        });
        let mut bound = self.keep(&members, Certainty::Likely, Rule::OwnMember);
        if bound.is_empty() && of.types.is_empty() {
            bound = self.members_of_name(&of.name, Rule::OwnMember);
        }
        (!bound.is_empty()).then_some(bound)
    }

    /// The members of types of a name, wherever these are.
    fn members_of_name(&self, of: &str, rule: Rule) -> Vec<Meaning> {
        let is_of = |each: &&Candidate<'_>| match &each.owner {
            Some(Owner::Type(of_type)) => each.unit.symbol(of_type.symbol).name == of,
            Some(Owner::Named { name, .. }) => simple_name(name) == of,
            None => false,
        };
        let members: Vec<Def> = self.each.iter().filter(is_of).map(|each| each.def).collect();
        self.keep(&members, Certainty::Likely, rule)
    }

    /// A member of a value of which only the type's name is known; the type may have inherited it.
    pub(super) fn of_named(&self, unit: &Unit, of: &str, rule: Rule) -> Vec<Meaning> {
        let bound = self.members_of_name(of, rule);
        if !bound.is_empty() || self.is_common {
            return bound;
        }
        self.possible(unit, |_, owner| owner.is_some())
    }

    /// `path::name` where the program shares its namespaces and types: by the last name of the path.
    fn in_namespace(&self, unit: &Unit, path: &str) -> Vec<Meaning> {
        let wanted = simple_name(path);
        if unit.rules().foreign_namespaces.iter().any(|foreign| foreign == wanted) {
            return Vec::new();
        }
        let is_in = |each: &&Candidate<'_>| {
            let names = each.unit.facts().outline.path_of(each.def.symbol as usize);
            let above = names.len().checked_sub(2).map(|above| names[above]);
            each.unit.rules().shared == unit.rules().shared && above.is_some_and(|above| simple_name(above) == wanted)
        };
        let found: Vec<Def> = self.each.iter().filter(is_in).map(|each| each.def).collect();
        if found.is_empty() {
            return if self.is_common { Vec::new() } else { self.possible(unit, |_, _| true) };
        }
        self.keep(&found, Certainty::Likely, Rule::Path)
    }

    /// A bare name that no scope, definition or import explains.
    fn unresolved(&self, unit: &Arc<Unit>, found: &Use) -> Vec<Meaning> {
        if unit.rules().is_program_wide() {
            return self.in_program(unit, found.role);
        }
        if semantics::of(unit.language).is_macro_call(unit, found) {
            return self.by_name(unit, |kind, _| kind == SymbolKind::Macro);
        }
        // The names in a macro's body are those of the place that it is called from.
        if self.project.has_open_wildcard(unit) || is_in_macro(unit, found.span) {
            return self.possible(unit, |kind, owner| owner.is_none() && kind != SymbolKind::Macro);
        }
        Vec::new()
    }

    /// Names that the whole program shares: every definition that is not kept to another file.
    fn in_program(&self, unit: &Unit, role: Role) -> Vec<Meaning> {
        let mut seen: Vec<&Candidate<'_>> = self.seen_from(unit).collect();
        // A type's constructor, which bears its name, is no type.
        if matches!(role, Role::Inherit | Role::Type) && seen.iter().any(|each| each.symbol.kind.is_type()) {
            seen.retain(|each| each.symbol.kind.is_type());
        }
        let defs = |accept: &dyn Fn(&Candidate<'_>) -> bool| -> Vec<Def> {
            seen.iter().filter(|each| accept(each)).map(|each| each.def).collect()
        };
        let own = defs(&|each| each.def.file == unit.file);
        if !own.is_empty() {
            return self.keep(&own, Certainty::Likely, Rule::SameFile);
        }
        if seen.iter().all(|each| each.group() == seen[0].group()) {
            return self.keep(&defs(&|_| true), Certainty::Likely, Rule::UniqueName);
        }
        let directory = split_path(unit.path()).0;
        let beside = defs(&|each| each.directory == directory);
        if !beside.is_empty() {
            return self.keep(&beside, Certainty::Likely, Rule::SamePackage);
        }
        self.keep(&defs(&|_| true), Certainty::Possible, Rule::SameName)
    }

    fn by_name(&self, unit: &Unit, accept: impl Fn(SymbolKind, &Option<Owner>) -> bool) -> Vec<Meaning> {
        let defs = self.accepted(unit, accept);
        if self.is_one_group(&defs) {
            self.keep(&defs, Certainty::Likely, Rule::UniqueName)
        } else {
            self.keep(&defs, Certainty::Possible, Rule::SameName)
        }
    }

    pub(super) fn possible(&self, unit: &Unit, accept: impl Fn(SymbolKind, &Option<Owner>) -> bool) -> Vec<Meaning> {
        let defs = self.accepted(unit, accept);
        let rule = if self.is_one_group(&defs) { Rule::UniqueName } else { Rule::SameName };
        self.keep(&defs, Certainty::Possible, rule)
    }

    /// `receiver.name` and `path::name`.
    fn qualified(&self, unit: &Arc<Unit>, found: &Use, qualifier: Span, at: usize) -> Vec<Meaning> {
        let name = found.span.of(unit.content());
        let text = qualifier.of(unit.content());
        let is_path = matches!(found.qualifier, Qualifier::Path(_));
        let Some(chain) = Chain::read(text) else {
            return if is_path && text.is_empty() { self.bare_path(unit, name) } else { self.of_unknown(unit) };
        };
        if is_path && unit.rules().is_program_wide() {
            return self.in_namespace(unit, text);
        }
        // The receiver is looked at from where it stands, so that what it declares is not yet in force.
        let mut value = match self.rooted(unit, text, is_path, at) {
            Some(found) => match found {
                Lookup::Module(module) => Value::Module(module),
                Lookup::Definitions(defs) if defs.iter().all(|def| self.project.is_type(*def)) => Value::Type(defs),
                Lookup::External => Value::External,
                _ => self.project.value_of(unit, &chain, at, 0),
            },
            None => self.project.value_of(unit, &chain, at, 0),
        };
        if let Value::Merged(definitions, plain) = value {
            let found_in = self.project.namespace_members(&definitions, name);
            if let Some(bound) = self.found(unit, &found_in, Rule::Path) {
                return bound;
            }
            value = *plain;
        }
        if let Value::Type(defs) | Value::Function(defs) = &value
            && let Some(bound) = self.beside_export(unit, defs, name)
        {
            return bound;
        }
        let is_self = matches!(chain.links.as_slice(), [Link::Name { name, .. }]
            if unit.language.config.self_names.iter().any(|word| word == name));
        match value {
            Value::Module(module) => {
                let looked_up = self.project.lookup(&module, name);
                // An exported macro is known at the root of its crate, wherever it stands.
                let bound = self.found(unit, &looked_up, Rule::Path);
                bound.unwrap_or_else(|| match semantics::of(unit.language).is_macro_call(unit, found) {
                    true => self.by_name(unit, |kind, _| kind == SymbolKind::Macro),
                    false => self.possible(unit, |_, owner| owner.is_none()),
                })
            }
            Value::Instance(types) | Value::Type(types) => {
                let rule = if is_self { Rule::OwnMember } else { Rule::Receiver };
                let members = self.project.members(&types, name);
                self.of_members(unit, &members, &types, rule)
            }
            Value::Super(types) => {
                let members = self.project.inherited(&types, name);
                let bound = self.keep(&members.found, Certainty::Likely, Rule::Super);
                if bound.is_empty() && members.is_open {
                    return self.possible(unit, |_, owner| owner.is_some());
                }
                bound
            }
            Value::Named(of) => self.of_named(unit, &of, Rule::Receiver),
            Value::External | Value::Written(..) => self.of_foreign(unit, is_path.then(|| simple_name(text))),
            Value::Function(_) | Value::Merged(..) => Vec::new(),
            Value::Unknown if is_path && self.project.is_of_library(unit, text) => {
                self.of_foreign(unit, Some(simple_name(text)))
            }
            Value::Unknown if is_path => self.of_unknown_type(unit, simple_name(text)),
            Value::Unknown if is_self && self.project.enclosing_type(unit, at).is_some() => {
                self.of_own_unknown(unit, at)
            }
            Value::Unknown => self.of_unknown(unit),
        }
    }

    /// A name that is no member of what a file exports as a whole, but stands beside it in the file.
    fn beside_export(&self, unit: &Unit, defs: &[Def], name: &str) -> Option<Vec<Meaning>> {
        let bound = self.found(unit, &self.project.beside_export(defs, name), Rule::Path)?;
        let is_type = defs.first().is_some_and(|def| self.project.is_type(*def));
        (!is_type || self.project.members(defs, name).found.is_empty()).then_some(bound)
    }

    /// The module of a path that is no expression, such as `crate::a::b`.
    fn rooted(&self, unit: &Arc<Unit>, text: &str, is_path: bool, at: usize) -> Option<Lookup> {
        let path = semantics::of(unit.language).rooted_path(text, is_path)?;
        Some(self.project.module(unit, path, Span::new(at..at), &mut Trail::new()))
    }

    /// `::name`.
    fn bare_path(&self, unit: &Arc<Unit>, name: &str) -> Vec<Meaning> {
        let found = self.project.lookup(&Module::File(unit.file), name);
        self.found(unit, &found, Rule::Path).unwrap_or_else(|| self.possible(unit, |_, owner| owner.is_none()))
    }

    fn of_members(&self, unit: &Unit, members: &Members, types: &[Def], rule: Rule) -> Vec<Meaning> {
        let mut bound = self.keep(&members.found, Certainty::Likely, rule);
        // A value of a type may be one of a subtype that has its own.
        let mut overriding = self.members_below(types);
        overriding.retain(|def| !members.found.contains(def));
        bound.extend(self.keep(&overriding, Certainty::Possible, Rule::Override));
        if bound.is_empty() && members.found.is_empty() {
            // An extension trait, a mixin, or a base class from outside.
            let accept = |_: SymbolKind, owner: &Option<Owner>| match owner {
                Some(Owner::Named { implemented, .. }) => implemented.is_some() || members.is_open,
                Some(Owner::Type(of)) => {
                    members.is_open
                        || self
                            .project
                            .get(*of)
                            .is_some_and(|(unit, symbol)| unit.symbol(symbol).kind == SymbolKind::Trait)
                }
                None => false,
            };
            if !self.is_common {
                return self.possible(unit, accept);
            }
        }
        bound
    }
}

/// Whether a name is the head of a path, as `a` in `a::b`: a type or a module, and never what can be called.
fn leads_on(unit: &Unit, span: Span) -> bool {
    let after = unit.content()[span.end as usize..].trim_start();
    unit.language.config.separator == "::" && after.starts_with("::") && !after.starts_with("::<")
}

/// `value.name` that is not called, and `name: value` where a value is made, in languages whose methods are no values.
fn is_field(unit: &Unit, found: &Use) -> bool {
    let is_called = || {
        let after = unit.content()[found.span.end as usize..].trim_start();
        found.role == Role::Call || after.starts_with("::<")
    };
    unit.rules().methods_are_called
        && match found.qualifier {
            Qualifier::Receiver(_) => !is_called(),
            Qualifier::Path(_) | Qualifier::None => found.role == Role::Write,
        }
}

fn is_in_macro(unit: &Unit, span: Span) -> bool {
    unit.enclosing(span.start as usize, |symbol| symbol.kind == SymbolKind::Macro).is_some()
}
