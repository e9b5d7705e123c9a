//! Type arguments that types give to their supertypes, on the way through others:
//! `class Leaf : Base<Leaf>`, `class Base<T> : Root<T>`.

use super::instance::apply;
use super::resolver::Resolver;
use super::types;
use crate::engine::graph::model::{Def, KnownTypeArguments, Value};
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Supertype, Type, TypeList};

/// Maximum number of supertypes between a type and the one that it gives arguments.
const MAX_BETWEEN: usize = 4;

impl Resolver<'_> {
    /// Returns the type arguments that the types give to one of their supertypes.
    pub(super) fn given_to_supertype(
        &self,
        owner: Def,
        types: &[Def],
        given: &KnownTypeArguments,
    ) -> KnownTypeArguments {
        self.given_through(owner, types, given, 0)
    }

    fn given_through(
        &self,
        owner: Def,
        types: &[Def],
        given: &KnownTypeArguments,
        between: usize,
    ) -> KnownTypeArguments {
        let (owner_unit, owner_symbol) = self.project.get(owner)?;
        let name = owner_unit.symbol(owner_symbol).name.as_str();
        let direct = types.iter().find_map(|of| {
            let (unit, symbol) = self.project.get(*of)?;
            let own = unit.symbol(symbol).name.as_str();
            let mut pairs = unit.supertypes_of(own);
            let is_owner =
                |pair: &&Supertype| types::name(unit, pair.supertype_written) == Some(name);
            apply(owner, unit, arguments_of(unit, pairs.find(is_owner)?)?, given)
        });
        if direct.is_some() || between == MAX_BETWEEN {
            return direct;
        }
        types.iter().find_map(|of| {
            let (unit, symbol) = self.project.get(*of)?;
            let own = unit.symbol(symbol).name.as_str();
            unit.supertypes_of(own).find_map(|pair| {
                let Value::Type(above) = self.written_type(unit, pair.supertype_written) else {
                    return None;
                };
                let leads = |of: &Def| self.ancestors(*of).types.contains(&owner);
                let first = above.iter().copied().find(leads)?;
                let applied = apply(first, unit, arguments_of(unit, pair)?, given);
                self.given_through(owner, &above, &applied, between + 1)
            })
        })
    }
}

/// Returns the arguments that are written behind the name of a supertype.
fn arguments_of(unit: &Unit, pair: &Supertype) -> Option<TypeList> {
    match unit.names().written_type(pair.supertype_written) {
        Type::Named { arguments, .. } => Some(arguments),
        _ => None,
    }
}
