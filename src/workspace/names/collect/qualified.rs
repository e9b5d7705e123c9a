//! Roles of the parts of a token that is a qualified name.

use super::Collector;
use crate::workspace::names::{Qualifier, Role, Span};

impl Collector<'_> {
    /// Adds each part of a token that is a qualified name.
    pub(super) fn role_of_qualified(&mut self, span: Span, role: Role) {
        let last = self.recorder.last_part(span);
        if let Some(known) = self.uses.get_mut(&last) {
            known.0 = known.0.max(role);
            return;
        }
        let super_names = &self.language.config.graph.super_names;
        let is_super_name = |name: &str| super_names.iter().any(|word| word == name);
        let (mut above, mut is_super) = (None, false);
        for part in self.recorder.parts(span) {
            let role = if part == last || role == Role::Label { role } else { Role::Read };
            let qualifier = match above {
                None => Qualifier::None,
                // `SUPER::name` is a member of what is above the type.
                Some(above) if is_super => Qualifier::Receiver(above),
                Some(above) => Qualifier::Path(Some(above)),
            };
            is_super = above.is_none() && is_super_name(part.of(self.text));
            self.uses.insert(part, (role, qualifier));
            above = Some(self.recorder.continued(above, part));
        }
    }
}
