//! Members of types of the text tier that are asked for by their type: `Lock.load`.

use super::lines::NameRole;
use super::{Subject, TextFile};
use crate::domain::{FileLine, is_word};
use crate::engine::graph::account::OtherMember;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What stands between a type and its member.
const BETWEEN: [&str; 3] = ["::", ".", "->"];

impl Subject {
    /// Takes out what is a member of another type than `above`: definitions in such a type, and
    /// uses behind its name. Nothing where no definition is a member of `above`.
    pub(super) fn tell_apart(&mut self, above: &str) {
        let mut owners: BTreeMap<(&str, String), OtherMember> = BTreeMap::new();
        for file in &self.files {
            for found in file.found.iter().filter(|it| it.role == NameRole::Definition) {
                let Some(owner) = file.places.owner_at(found.bytes.start) else { continue };
                let file_name = Arc::clone(&file.entry.path.display);
                let place = FileLine { file: file_name, line: found.line };
                let name = format!("{owner}{}{}", file.language.config.separator, self.name);
                let member = OtherMember { name, place, is_definition: false };
                owners.entry((file.language.id, owner.to_owned())).or_insert(member);
            }
        }
        let known = owners.len();
        owners.retain(|(_, owner), _| owner != above);
        if owners.len() == known {
            return;
        }
        let Self { files, others, .. } = self;
        for file in files {
            let kept = std::mem::take(&mut file.found).into_iter().filter(|found| {
                let at = found.bytes.start;
                let is_definition = found.role == NameRole::Definition;
                let owner = match is_definition {
                    true => file.places.owner_at(at),
                    false => file.type_before(at),
                };
                let key = owner.map(|owner| (file.language.id, owner.to_owned()));
                let other = key.and_then(|key| owners.get(&key));
                let member = other.map(|of| OtherMember { is_definition, ..of.clone() });
                others.extend(member.map(|member| ((file.file, at), member)));
                other.is_none()
            });
            file.found = kept.collect();
        }
    }
}

impl TextFile {
    /// Returns the name before a member.
    fn type_before(&self, at: usize) -> Option<&str> {
        let before = &self.text.content[..at];
        let path = BETWEEN.iter().find_map(|between| before.strip_suffix(between))?;
        let name = &path[path.trim_end_matches(is_word).len()..];
        (!name.is_empty()).then_some(name)
    }
}
