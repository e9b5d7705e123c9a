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
        let mut owners: BTreeMap<String, OtherMember> = BTreeMap::new();
        for file in &self.files {
            for found in file.found.iter().filter(|it| it.role == NameRole::Definition) {
                let Some(owner) = file.places.owner_at(found.bytes.start) else { continue };
                let place =
                    FileLine { file: Arc::clone(&file.entry.path.display), line: found.line };
                let name = format!("{owner}{}{}", file.language.config.separator, self.name);
                owners.entry(owner.to_owned()).or_insert(OtherMember { name, place });
            }
        }
        if owners.remove(above).is_none() {
            return;
        }
        let Self { files, others, .. } = self;
        for file in files {
            let owner_of = |file: &TextFile, at: usize, role: NameRole| match role {
                NameRole::Definition => file.places.owner_at(at).map(str::to_owned),
                _ => file.type_before(at).map(str::to_owned),
            };
            let kept = std::mem::take(&mut file.found).into_iter().filter(|found| {
                let at = found.bytes.start;
                let owner = owner_of(file, at, found.role);
                let other = owner.and_then(|owner| owners.get(&owner));
                others.extend(other.map(|other| ((file.file, at), other.clone())));
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
