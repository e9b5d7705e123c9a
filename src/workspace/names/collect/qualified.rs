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
        let mut above = None;
        for part in self.recorder.parts(span) {
            let role = if part == last || role == Role::Label { role } else { Role::Read };
            let qualifier = above.map_or(Qualifier::None, |above| Qualifier::Path(Some(above)));
            self.uses.insert(part, (role, qualifier));
            above = Some(self.recorder.continued(above, part));
        }
    }
}
