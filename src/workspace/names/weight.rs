//! What the facts of a file weigh in a cache.

use super::expression::{
    Listed, Produced, Property, Required, Returned, Taken, TypeAlias, TypedObject,
};
use super::{
    Arity, Binding, Block, Case, Export, Import, NameFacts, Narrowed, PassedObject, Scope, Span,
    Supertype, Use,
};

impl NameFacts {
    pub(super) fn weight(&self) -> usize {
        let imports: usize =
            self.imports.iter().map(|import| size_of::<Import>() + import.module.capacity()).sum();
        size_of::<Self>()
            + imports
            + self.uses.len() * size_of::<Use>()
            + self.scopes.len() * size_of::<Scope>()
            + (self.bindings.len() + self.fields.len() + self.assigned.len() + self.set.len())
                * size_of::<Binding>()
            + self.supertypes.len() * size_of::<Supertype>()
            + self.cases.len() * size_of::<Case>()
            + self.exports.len() * size_of::<Export>()
            + self.arities.len() * size_of::<Arity>()
            + (self.parameters.len()
                + self.generics.len()
                + self.selves.len()
                + self.retained.len()
                + self.declared.len()
                + self.unscoped.len()
                + self.branches.len()
                + self.loops.len()
                + self.texts.len()
                + self.keywords.len())
                * size_of::<Span>()
            + self.narrowed.len() * size_of::<Narrowed>()
            + self.blocks.len() * size_of::<Block>()
            + self.returns.len() * size_of::<Returned>()
            + self.taken.len() * size_of::<Taken>()
            + self.required.len() * size_of::<Required>()
            + self.produced.len() * size_of::<Produced>()
            + self.listed.len() * size_of::<Listed>()
            + self.properties.len() * size_of::<Property>()
            + self.typed_objects.len() * size_of::<TypedObject>()
            + self.passed_objects.len() * size_of::<PassedObject>()
            + self.aliases.len() * size_of::<TypeAlias>()
            + self.written.weight()
    }
}
