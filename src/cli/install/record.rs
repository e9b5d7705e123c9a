//! Record of the edits that `install` made, in spelunk's own folder of the user's configuration, so
//! that `uninstall` can restore each file byte for byte.

use super::edit::Edit;
use super::files::{missing_folders, read, remove_empty, replace};
use super::no_text;
use crate::cli::failure::Failure;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    path: Option<PathBuf>,
    made: Made,
}

/// What `install` has made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Made {
    /// Folders that were not there, each before those within it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    folders: Vec<PathBuf>,
    /// Edits of the clients' files, by client.
    #[serde(flatten)]
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
    pub(super) fn open(config_home: Option<&Path>) -> Self {
        let path = config_home.map(|home| home.join("spelunk").join("registrations.toml"));
        let text = path.as_ref().and_then(|path| read(path).ok().flatten()).unwrap_or_default();
        Self { made: toml::from_str(&text).unwrap_or_default(), path }
    }

    /// Returns the edit that was made to a client's file.
    pub(super) fn of(&self, client: &str, file: &Path) -> Option<&Edit> {
        self.made.clients.get(client).filter(|entry| entry.file == file).map(|entry| &entry.edit)
    }

    /// Records the edit of a client's file, with the folders made for it; `None` removes the record
    /// of it, and the folders that hold nothing any more.
    pub(super) fn note(
        &mut self,
        client: &str,
        file: &Path,
        edit: Option<Edit>,
        folders: Vec<PathBuf>,
    ) -> Result<(), Failure> {
        let before = self.made.clone();
        self.made.folders.extend(folders);
        match edit {
            Some(edit) => {
                self.made.clients.insert(client.to_owned(), Entry { file: file.to_owned(), edit });
            }
            None => {
                self.made.clients.remove(client);
                remove_empty(&mut self.made.folders);
            }
        }
        let written = if self.made == before { Ok(()) } else { self.write() };
        written.inspect_err(|_| self.made = before)
    }

    /// Checks that an edit of a file could be recorded: the record is a text.
    pub(super) fn check_names(&self, file: &Path) -> Result<(), Failure> {
        let mut names = [Some(file), self.path.as_deref()].into_iter().flatten();
        match names.find(|path| path.to_str().is_none()) {
            Some(path) => Err(no_text(path, "recorded for `uninstall`: it is")),
            None => Ok(()),
        }
    }

    fn write(&mut self) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        let written = if self.made.clients.is_empty() {
            std::fs::remove_file(path).inspect(|()| remove_empty(&mut self.made.folders))
        } else {
            let mut made = missing_folders(path);
            self.made.folders.extend(made.iter().cloned());
            let text = toml::to_string(&self.made).map_err(std::io::Error::other);
            let written = text.and_then(|text| replace(path, &text));
            written.inspect_err(|_| remove_empty(&mut made))
        };
        written.map_err(|error| {
            Failure::new(
                format!("{} cannot be written: {error}", path.display()),
                "it is what `uninstall` goes by, so nothing is registered without it: check its \
                 permissions and the space on its disk",
            )
        })
    }
}
