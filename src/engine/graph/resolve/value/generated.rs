//! Members that a library's decorators make for the fields of a type: readers (`@Data`), builders
//! (`@Builder`), and copies with another value (`@With`).

use super::fields::Field;
use super::forms::Call;
use crate::engine::graph::accessor_names::property_of;
use crate::engine::graph::model::{Def, KnownTypeArguments, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the result of a call of a member that nobody writes, but a decorator of some types
    /// or of their field makes; a builder counts as the type that it makes.
    pub(super) fn generated_member(
        &self,
        at: &Arc<Unit>,
        (types, given): (&[Def], &KnownTypeArguments),
        name: &str,
        made: Call,
    ) -> Option<Value> {
        let rules = &at.rules().generated;
        if rules.readers.is_empty() && rules.builders.is_empty() {
            return None;
        }
        let members = self.members(types, name).found;
        if members.iter().any(|def| self.project.is_callable(*def)) {
            return None;
        }
        match made.arguments {
            Some(0) if rules.building.iter().any(|word| word == name) => {
                self.built(at, types, given)
            }
            Some(0) => self.read_by_name(at, (types, given), name),
            Some(1) => {
                let field = rules.setters.iter().find_map(|word| name.strip_prefix(word.as_str()));
                let field = field.map_or_else(|| name.to_owned(), with_small_first);
                self.field(types, &field).and_then(|_| self.built(at, types, given))
            }
            _ => None,
        }
    }

    /// Returns a value of the types if one of them, or of those above, has a builder.
    fn built(&self, at: &Unit, types: &[Def], given: &KnownTypeArguments) -> Option<Value> {
        let words = &at.rules().generated.builders;
        let mut all = self.with_ancestors(types).into_iter();
        let is_built = all.any(|of| self.is_decorated(of, words));
        is_built.then(|| Value::Instance(types.to_vec(), given.clone()))
    }

    /// Returns the value of the field that a reader is made for: `parts` of `getParts()`.
    fn read_by_name(
        &self,
        at: &Arc<Unit>,
        of: (&[Def], &KnownTypeArguments),
        name: &str,
    ) -> Option<Value> {
        let words = &at.rules().accessors;
        let (property, is_setter) = property_of(name, words)?;
        if is_setter {
            return None;
        }
        let bare = words.iter().find_map(|word| name.strip_prefix(word.as_str()));
        let bare = bare.map_or_else(String::new, with_small_first);
        [property, bare].iter().find_map(|field| {
            let Field { of: owner, declared } = self.field(of.0, field)?;
            let readers = &at.rules().generated.readers;
            let is_read = declared.iter().any(|(unit, binding)| {
                let symbol = unit.symbol_named_at(binding.name.start as usize);
                let field = symbol.map(|symbol| Def { file: unit.file, symbol });
                field.is_some_and(|field| self.is_decorated(field, readers))
            });
            if !is_read && !self.is_decorated(owner, readers) {
                return None;
            }
            self.field_value(at, of, field, None)
        })
    }

    /// Returns whether one of some decorators stands before the name of a definition.
    fn is_decorated(&self, def: Def, decorators: &[String]) -> bool {
        let Some((unit, symbol)) = self.project.get(def) else { return false };
        let symbol = unit.symbol(symbol);
        let header = &unit.content()[symbol.bytes.start..symbol.name_bytes.start];
        let mut marks = header.split('@').skip(1);
        marks.any(|mark| {
            let is_of_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.');
            let path = mark.split(|letter| !is_of_name(letter)).next().unwrap_or_default();
            let name = path.rsplit('.').next().unwrap_or_default();
            decorators.iter().any(|decorator| decorator == name)
        })
    }
}

/// Returns a name with its first letter in small: `uRL` of `URL`.
fn with_small_first(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}
