//! Names in imports, those that imports give, and those that scripts share.

use super::super::meaning::{Other, Resolution};
use super::super::types;
use super::Occurrence;
use crate::domain::Certainty;
use crate::engine::graph::model::{Def, Lookup};
use crate::engine::graph::resolve::modules::{imports_binding, is_alternative};
use crate::engine::graph::rule::Rule;
use crate::workspace::names::{ExpressionId, Import, Imported, Role};

impl Occurrence<'_, '_, '_> {
    /// Resolves a member of the object that has what scripts define as its members.
    pub(super) fn resolve_in_global_object(&self, of: ExpressionId) -> Option<Resolution> {
        let (unit, receiver) = (self.unit, types::path(self.unit, of));
        let is_it = self.semantics.is_global_object(receiver)
            && self.resolver.local(unit, receiver, self.offset()).is_none()
            && self.resolver.lookup_at(unit, self.offset(), receiver) == Lookup::Unknown;
        let shared = is_it.then(|| self.candidates.resolve_shared(unit))?;
        matches!(shared, Resolution::Definitions(_)).then_some(shared)
    }

    /// Resolves a name in an import statement; `None` if what it means is not the import's to say.
    pub(super) fn resolve_in_import(&self) -> Option<Resolution> {
        let (unit, found) = (self.unit, self.found);
        if matches!(found.role, Role::Import | Role::ImportPath) {
            let extensions = self.candidates.imported_extensions(unit, found);
            if !extensions.is_empty() {
                return Some(self.candidates.keep(&extensions, Certainty::Likely, Rule::Import));
            }
        }
        match found.role {
            Role::Import => Some(self.resolve_import()),
            Role::Read => self.resolve_before_imported(),
            _ => None,
        }
    }

    /// Resolves the type of which an import names a member, or takes all: `import static
    /// shop.Cart.total`.
    fn resolve_before_imported(&self) -> Option<Resolution> {
        let (unit, found) = (self.unit, self.found);
        let rest = unit.content()[found.span.end as usize..].strip_prefix('.')?;
        let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        let next = &rest[..rest.find(|letter| !is_of_name(letter)).unwrap_or(rest.len())];
        let is_it = |import: &&Import| match import.imported {
            Imported::Name(name) => name.start == found.span.end + 1,
            Imported::Wildcard => import.span.contains(found.span),
            _ => false,
        };
        let ends_so = |import: &&Import| import.module.ends_with(self.name());
        let import = match next {
            "" => unit.wildcard_imports_in(None).filter(is_it).find(ends_so)?,
            next => unit.imports_holding(next).filter(is_it).find(ends_so)?,
        };
        let found = self.resolver.module(unit, &import.module, import.span);
        let types = matches!(&found, Lookup::Definitions(defs)
            if defs.iter().all(|def| self.candidates.project.is_type(*def)));
        types.then(|| self.resolve_lookup(&found, Rule::Import)).flatten()
    }

    fn resolve_import(&self) -> Resolution {
        let span = self.found.span;
        let is_it = |import: &&Import| {
            import.alias == Some(span)
                || import.span == span
                || import.original() == Some(span)
                || import.imported == Imported::Name(span)
        };
        // A name before the last one of an import is a module.
        let Some(import) = self.unit.imports_holding(self.name()).find(is_it) else {
            return Resolution::Other(Other::Module);
        };
        let renamed = self.candidates.resolve_renamed(self.unit, import);
        if matches!(renamed, Resolution::Definitions(_) | Resolution::External(_)) {
            return renamed;
        }
        self.follow_import(import).unwrap_or_else(|| {
            self.candidates.resolve_by_name(self.unit, |_, owner| owner.is_none())
        })
    }

    /// Resolves a name that an import inside a function or a module binds.
    pub(super) fn resolve_local_import(&self, import: &Import) -> Resolution {
        let renamed = || match self.candidates.resolve_renamed(self.unit, import) {
            renamed @ Resolution::Definitions(_) => renamed,
            _ => self.candidates.resolve_full_import(self.unit, import, self.name()),
        };
        self.follow_import(import).unwrap_or_else(renamed)
    }

    /// Adds what an import in the scope of a local definition gives in its place; see
    /// [`is_alternative`].
    pub(super) fn with_alternative_import(&self, def: Def, own: Resolution) -> Resolution {
        let unit = self.unit;
        let name = self.name();
        let at = unit.symbol(def.symbol).bytes.start as u32;
        let scope = unit.names().scope_at(at.saturating_sub(1));
        let is_it =
            |import: &&Import| import.scope == scope && is_alternative(unit, import, &[def]);
        match imports_binding(unit, name).find(is_it) {
            Some(import) => own.with(self.resolve_local_import(import)),
            None => own,
        }
    }

    /// Resolves a name that an import of the file gives to the definitions, where the module of the
    /// import is not followed.
    pub(super) fn resolve_renamed(&self) -> Option<Resolution> {
        let import = self.candidates.renaming_import(self.unit, self.found)?;
        let renamed = self.candidates.resolve_renamed(self.unit, import);
        match renamed {
            Resolution::Unresolved if !self.unit.rules().is_program_wide() => None,
            renamed => Some(self.candidates.with_overloads(self.unit, renamed)),
        }
    }

    /// Follows an import; `None` if that is not possible.
    fn follow_import(&self, import: &Import) -> Option<Resolution> {
        match self.resolver.follow(self.unit, import) {
            Lookup::External => Some(Resolution::External(Some(import.module.clone()))),
            followed => self.resolve_lookup(&followed, Rule::Import),
        }
    }
}
