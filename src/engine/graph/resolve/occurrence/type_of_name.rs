//! Names that a member has in common with its type: `Mode Mode { get; set; }`.

use super::Occurrence;
use crate::domain::is_word;
use crate::engine::graph::model::Def;

impl Occurrence<'_, '_, '_> {
    /// Returns whether the name cannot mean a member, or means the type of its name.
    pub(super) fn means_no_member(&self, member: Def) -> bool {
        self.candidates.is_apart(self.unit, self.found, member) || self.means_type_of_name(member)
    }

    /// Returns whether the name is that of a member and its type, and what stands behind it belongs
    /// to the type: `Mode.Stop`.
    fn means_type_of_name(&self, member: Def) -> bool {
        let (unit, name) = (self.unit, self.name());
        let behind = unit.content()[self.found.span.end as usize..].strip_prefix('.');
        let Some(behind) = behind.filter(|_| unit.rules().members_named_as_types) else {
            return false;
        };
        let behind = &behind[..behind.find(|letter| !is_word(letter)).unwrap_or(behind.len())];
        let is_of_its_name = self.candidates.project.get(member).is_some_and(|(of, symbol)| {
            let before = &of.content()[..of.symbol(symbol).name_bytes.start];
            before
                .trim_end()
                .trim_end_matches('?')
                .strip_suffix(name)
                .is_some_and(|before| before.is_empty() || !before.ends_with(is_word))
        });
        if !is_of_its_name || behind.is_empty() {
            return false;
        }
        let types = self.resolver.types_by_name((unit, self.offset()), name);
        let members = self.resolver.members(&types, behind);
        !self.resolver.on_side(&types, behind, members, Some(true)).found.is_empty()
    }
}
