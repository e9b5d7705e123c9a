//! What the semantics of a language ask of the resolver.

use crate::engine::graph::model::{Def, Lookup, Module};
use crate::engine::graph::project::Project;

/// Look-up of names in modules, provided by the resolver.
pub(in crate::engine) trait Names {
    fn project(&self) -> &Project<'_>;

    /// Looks `name` up at the top level of a module.
    fn lookup(&self, module: &Module, name: &str) -> Lookup;

    /// Looks up a name that qualifies another one: modules take precedence over other definitions
    /// of the name.
    fn lookup_prefix(&self, module: &Module, name: &str) -> Lookup;

    /// Runs a look-up of a language's own, which may be circular.
    fn guarded(&self, module: &Module, name: &str, look: &mut dyn FnMut() -> Lookup) -> Lookup;

    /// Returns the definitions of a name in the bodies of types, else in those of their nearest
    /// ancestors.
    fn members_in_bodies(&self, types: &[Def], name: &str) -> Lookup;
}
