//! What is found of many names at once, for the projects in which they are resolved one by one.

use super::Project;
use crate::domain::{Cancelled, lock};
use crate::workspace::{Search, Snapshot, WalkError};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// Names that are searched for with one pass over the text.
#[derive(Debug)]
pub(in crate::engine) struct Searched {
    mentions_in_code: HashMap<String, Arc<Search>>,
    /// Other spellings of each name, found on first use.
    spellings: Mutex<Option<HashMap<String, Vec<String>>>>,
}

impl Searched {
    pub(in crate::engine) fn new(snapshot: &Snapshot, names: &[&str]) -> Result<Self, WalkError> {
        let project = Project::new(snapshot, &[])?;
        project.find_mentions(names)?;
        let mentions_in_code = std::mem::take(&mut *lock(&project.mentions_in_code));
        Ok(Self { mentions_in_code, spellings: Mutex::default() })
    }

    /// Returns the other spellings of a name; `None` if it is not among the names.
    pub(super) fn spellings(
        &self,
        project: &Project<'_>,
        name: &str,
    ) -> Result<Option<Vec<String>>, Cancelled> {
        if !self.mentions_in_code.contains_key(name) {
            return Ok(None);
        }
        let mut spellings = lock(&self.spellings);
        if spellings.is_none() {
            let mut names: Vec<&str> = self.mentions_in_code.keys().map(String::as_str).collect();
            names.sort_unstable();
            let found = project.spellings_of_each(&names)?;
            *spellings = Some(names.into_iter().map(str::to_owned).zip(found).collect());
        }
        Ok(spellings.as_ref().and_then(|known| known.get(name).cloned()))
    }
}

impl<'s> Project<'s> {
    /// Creates a project for a question about some of many names. It suggests no other names, for
    /// which all files would be read again for each of them.
    pub(in crate::engine) fn knowing(
        snapshot: &'s Snapshot,
        searched: &Arc<Searched>,
        names: &[&str],
    ) -> Result<Self, WalkError> {
        let mut project = Self::new(snapshot, &[])?;
        let mentions = names.iter().filter_map(|name| {
            let (name, search) = searched.mentions_in_code.get_key_value(*name)?;
            Some((name.clone(), Arc::clone(search)))
        });
        lock(&project.mentions_in_code).extend(mentions);
        project.searched = Some(Arc::clone(searched));
        Ok(project)
    }

    /// Returns whether names are suggested in place of one that nothing defines.
    pub(in crate::engine) fn suggests_names(&self) -> bool {
        self.searched.is_none()
    }
}
