//! What a call passes, as far as its form tells.

use super::Occurrence;
use crate::engine::graph::model::Value;

impl Occurrence<'_, '_, '_> {
    /// Returns whether the first argument of a call is the object around it, of a type of the
    /// project: `emit(this)`. No parameter of a built-in type takes it.
    pub(super) fn passes_object(&self) -> bool {
        let after = self.unit.content().get(self.found.span.end as usize..).unwrap_or_default();
        let Some(arguments) = after.strip_prefix('(') else { return false };
        let own = self.unit.language.config.self_names.iter();
        let own = own.filter_map(|word| Some((word, arguments.strip_prefix(word.as_str())?)));
        let mut own = own.filter(|(_, rest)| rest.starts_with([',', ')']));
        own.any(|(word, _)| {
            let value = self.resolver.value_of_path(self.unit, &[word], self.offset());
            matches!(value, Value::Instance(..))
        })
    }
}
