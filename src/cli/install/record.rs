//! Record of the edits that `install` made, in spelunk's own folder of the user's configuration, so
//! that `uninstall` can restore each file byte for byte.

use super::edit::Edit;
use crate::cli::failure::Failure;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Edits of the clients' files, by client.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    path: Option<PathBuf>,
    clients: BTreeMap<String, Entry>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    file: PathBuf,
    #[serde(flatten)]
    edit: Edit,
}

impl Record {
    /// Reads the record. One that cannot be read counts as empty: then entries are cut out of the
    /// files.
    #[expect(clippy::disallowed_methods, reason = "the user's configuration")]
    pub(super) fn open(config_home: Option<&Path>) -> Self {
        let path = config_home.map(|home| home.join("spelunk").join("registrations.toml"));
        let text =
            path.as_ref().and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        Self { clients: toml::from_str(&text).unwrap_or_default(), path }
    }

    /// Returns the edit that was made to a client's file.
    pub(super) fn of(&self, client: &str, file: &Path) -> Option<&Edit> {
        self.clients.get(client).filter(|entry| entry.file == file).map(|entry| &entry.edit)
    }

    /// Records the edit of a client's file; `None` removes the record of it.
    pub(super) fn note(
        &mut self,
        client: &str,
        file: &Path,
        edit: Option<Edit>,
    ) -> Result<(), Failure> {
        let before = self.clients.clone();
        match edit {
            Some(edit) => {
                self.clients.insert(client.to_owned(), Entry { file: file.to_owned(), edit });
            }
            None => {
                self.clients.remove(client);
            }
        }
        if self.clients == before { Ok(()) } else { self.write() }
    }

    fn write(&self) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        let text = toml::to_string(&self.clients).unwrap_or_default();
        let written = if self.clients.is_empty() {
            // The folder goes too, unless it holds anything else.
            std::fs::remove_file(path).inspect(|()| {
                let _ = path.parent().map(std::fs::remove_dir);
            })
        } else {
            super::replace(path, &text)
        };
        written.map_err(|error| {
            Failure::new(
                format!("{} cannot be written: {error}", path.display()),
                "the clients' files are as they should be; `uninstall` will cut the entries out",
            )
        })
    }
}
