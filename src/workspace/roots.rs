//! Roots and containment: the files that paths refer to, and their names in answers.
//!
//! Every path has one canonical form internally: symbolic links, `..` and the case of
//! case-insensitive disks are resolved by the operating system, and Windows' `\\?\` prefix is
//! removed. Paths outside the roots are refused, in any spelling.

use super::file_class::glob;
use super::file_names;
use crate::domain::{Problem, first_of};
use crate::lang;
use globset::GlobMatcher;
use std::collections::HashSet;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// A file or directory: its canonical absolute path, and its name in answers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourcePath {
    pub absolute: Arc<Path>,
    /// Relative to its root with `/`; prefixed with the root's label if there are several roots;
    /// absolute outside every root. The root itself is `.`, or its label if there are several.
    /// Bytes that are not UTF-8 are escaped, so that no two files have the same.
    pub display: Arc<str>,
}

impl std::fmt::Display for SourcePath {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.display)
    }
}

/// Directories of the process's environment, as the surfaces read them. Nothing below them reads
/// the environment.
#[derive(Debug, Clone)]
pub struct ProcessDirectories {
    /// The working directory.
    pub directory: PathBuf,
    pub home: Option<PathBuf>,
}

/// A directory whose files may be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// Canonical.
    pub path: Arc<Path>,
    /// The folder's name, prefixed with as many of its parents as distinguish it from the other
    /// roots.
    pub label: Arc<str>,
}

/// Directories whose files may be read. If there are none, each request brings its own: see
/// [`Roots::for_request`].
#[derive(Debug, Clone)]
pub struct Roots {
    roots: Arc<[Root]>,
    /// Scope of the request, if it is not simply the roots.
    scope: Option<Arc<Scope>>,
    /// Canonical; it and the directories above it are never taken for a project.
    home: Option<Arc<Path>>,
}

/// The directories and files that a request is about; all are below the roots.
#[derive(Debug, PartialEq, Eq)]
struct Scope {
    starts: Vec<Arc<Path>>,
    /// Description of what was left out beside them.
    unread: Option<String>,
}

/// Longest path in bytes, as most systems have it. Each folder of a longer one would be looked for
/// below each of those above it.
const MAX_PATH_BYTES: usize = 4096;

/// Maximum number of links that are followed, as on Linux.
const MAX_LINKS: usize = 40;

/// Reasons why a path does not lead to a file or directory that may be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    #[error("the path is empty: give one relative to the root, or an absolute one")]
    Empty,
    #[error("{path} does not exist{}", nearest.as_ref().map_or_else(|| ": give a path below the root".to_owned(), |name| format!("; did you mean {name}?")))]
    Missing { path: String, nearest: Option<String> },
    #[error("{path} does not exist: `~` is not expanded here, give the absolute path")]
    Tilde { path: String },
    #[error("{path} is a symbolic link to {target}, which does not exist: name the file itself")]
    Dangling { path: String, target: String },
    #[error(
        "{path} is outside {roots}: only files below a root are read; start spelunk with --root to add one"
    )]
    Outside { path: String, roots: String },
    #[error("{file} is a file, not a directory: {path} cannot be in it")]
    NotDirectory { path: String, file: String },
    #[error("{path} is not a directory: a root must be one")]
    RootIsFile { path: String },
    #[error(
        "the root {root} was replaced by a link to another directory, which is not followed: start spelunk anew to read what is there"
    )]
    Moved { root: String },
    #[error("{path} is in several roots: say which, {}", candidates.join(" or "))]
    Ambiguous { path: String, candidates: Vec<String> },
    #[error("{path} fits several files: {}; say which", first_of(candidates, 4))]
    Several { path: String, candidates: Vec<String> },
    #[error(
        "there is no root here, since the working directory is / or the home directory: give an absolute path or --root"
    )]
    NoRoot,
    #[error(
        "{path} belongs to no project: neither .git nor a project manifest is above it; start spelunk with --root"
    )]
    NoProject { path: String },
    #[error("a path of {length} bytes: {MAX_PATH_BYTES} are the most; shorten it")]
    TooLong { length: usize },
    #[error("{path} cannot be read: {error}; check the path and its permissions")]
    Unreadable { path: String, error: String },
}

impl Problem for PathError {}

impl Roots {
    /// Opens the roots that a user gave, relative ones from the working directory; without any the
    /// working directory itself, unless that is `/` or the home directory: then there is no root.
    ///
    /// # Errors
    /// When a root does not exist, cannot be read or is no directory.
    pub fn open(given: &[PathBuf], directories: &ProcessDirectories) -> Result<Self, PathError> {
        let home = directories.home.as_deref().and_then(|home| canonical(home).ok()).map(Arc::from);
        let mut paths: Vec<PathBuf> = Vec::new();
        for root in given {
            let path = open_root(&directories.directory.join(root), root)?;
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        if given.is_empty() {
            let path = open_root(&directories.directory, &directories.directory)?;
            if path.parent().is_some() && home.as_deref() != Some(path.as_path()) {
                paths.push(path);
            }
        }
        Ok(Self { roots: label(paths), scope: None, home })
    }

    /// Returns whether there is no root, so that each request must bring its project.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Root> {
        self.roots.iter()
    }

    /// Returns the starts of the request's walk: the roots, unless its paths require others.
    pub fn starts(&self) -> Vec<SourcePath> {
        match &self.scope {
            Some(scope) => {
                scope.starts.iter().map(|start| self.source_path_of_canonical(start)).collect()
            }
            None => {
                self.roots.iter().map(|root| self.source_path_of_canonical(&root.path)).collect()
            }
        }
    }

    /// Returns a description of what the walk leaves out beside the requested paths. Totals are
    /// lower bounds then.
    pub fn unread(&self) -> Option<&str> {
        self.scope.as_ref()?.unread.as_deref()
    }

    /// Returns the same roots, for a request about these places in them.
    pub(super) fn with_scope(&self, starts: Vec<Arc<Path>>, unread: Option<String>) -> Self {
        Self { scope: Some(Arc::new(Scope { starts, unread })), ..self.clone() }
    }

    /// Returns the directory that a file's project does not extend beyond: the innermost root, or
    /// place in it that the request is about.
    pub fn boundary_of(&self, path: &Path) -> Option<&Path> {
        let starts =
            self.scope.iter().flat_map(|scope| &scope.starts).filter(|start| start.is_dir());
        let all = starts
            .chain(self.roots.iter().map(|root| &root.path))
            .filter(|start| path.starts_with(start));
        all.max_by_key(|start| start.as_os_str().len()).map(|start| &**start)
    }

    /// Returns the roots of a request: these or, if there are none, the projects of its absolute
    /// paths. The second value holds those projects, for the answer to name.
    ///
    /// # Errors
    /// Without roots: when a path is relative, does not exist, or belongs to no project.
    pub fn for_request<'a>(
        &self,
        paths: impl IntoIterator<Item = &'a str>,
    ) -> Result<(Self, Vec<Root>), PathError> {
        if !self.is_empty() {
            return Ok((self.clone(), Vec::new()));
        }
        let mut projects = Vec::new();
        for text in paths {
            not_too_long(text)?;
            let given = Path::new(text);
            if text.starts_with('~') {
                return Err(PathError::Tilde { path: text.to_owned() });
            }
            if !given.is_absolute() {
                return Err(PathError::NoRoot);
            }
            let path = canonical(given).map_err(|error| self.explain(text, given, &error))?;
            let project = self
                .project_of(&path)
                .ok_or_else(|| PathError::NoProject { path: text.to_owned() })?;
            if !projects.contains(&project) {
                projects.push(project);
            }
        }
        if projects.is_empty() {
            return Err(PathError::NoRoot);
        }
        let roots = Self { roots: label(projects), scope: None, home: self.home.clone() };
        let brought = roots.roots.to_vec();
        Ok((roots, brought))
    }

    /// Resolves a user's text to a file or directory: an absolute path, one relative to a root, or,
    /// with several roots, one that is prefixed with a root's label.
    ///
    /// # Errors
    /// When it does not exist, cannot be reached or is outside every root, also through a symbolic
    /// link or `..`.
    pub fn resolve(&self, text: &str) -> Result<SourcePath, PathError> {
        if text.trim().is_empty() {
            return Err(PathError::Empty);
        }
        not_too_long(text)?;
        let given = Path::new(text);
        if self.is_empty() {
            return Err(PathError::NoRoot);
        }
        if given.is_absolute() {
            return self.locate(text, given);
        }
        let candidates = self.candidates(given);
        let mut found: Vec<SourcePath> = Vec::new();
        let mut first_error = None;
        for candidate in &candidates {
            match self.locate(text, candidate) {
                Ok(path) if found.contains(&path) => {}
                Ok(path) => found.push(path),
                Err(error) => {
                    first_error.get_or_insert(error);
                }
            }
        }
        match found.len() {
            1 => Ok(found.remove(0)),
            0 if text.starts_with('~') => Err(PathError::Tilde { path: text.to_owned() }),
            0 => Err(first_error.unwrap_or(PathError::Empty)),
            _ => Err(PathError::Ambiguous {
                path: text.to_owned(),
                candidates: found.iter().map(|path| path.display.to_string()).collect(),
            }),
        }
    }

    /// Returns the name of any absolute path, also of one outside the roots, such as in a language
    /// server's answer. A path that exists is made canonical first.
    pub fn source_path(&self, path: &Path) -> SourcePath {
        match canonical(path) {
            Ok(path) => self.source_path_of_canonical(&path),
            Err(_) => self.source_path_of_canonical(path),
        }
    }

    /// Returns the root of a canonical path, the innermost if roots are nested.
    pub fn root_of(&self, path: &Path) -> Option<&Root> {
        self.roots
            .iter()
            .filter(|root| path.starts_with(&root.path))
            .max_by_key(|root| root.path.as_os_str().len())
    }

    /// Returns the `SourcePath` of a path that is already canonical, without access to the disk.
    pub(super) fn source_path_of_canonical(&self, path: &Path) -> SourcePath {
        let display = match self.root_of(path) {
            None => file_names::shown(path.as_os_str()).into_owned(),
            Some(root) => {
                let relative =
                    path.strip_prefix(&root.path).map(file_names::slashed).unwrap_or_default();
                match (self.roots.len(), relative.is_empty()) {
                    (1, true) => ".".to_owned(),
                    (1, false) => relative,
                    (_, true) => root.label.to_string(),
                    (_, false) => format!("{}/{relative}", root.label),
                }
            }
        };
        SourcePath { absolute: Arc::from(path), display: Arc::from(display) }
    }

    /// Returns the possible meanings of a relative path; those with a root's label take precedence.
    fn candidates(&self, given: &Path) -> Vec<PathBuf> {
        if self.roots.len() == 1 {
            return vec![self.roots[0].path.join(given)];
        }
        let labelled = self
            .roots
            .iter()
            .filter_map(|root| {
                given.strip_prefix(&*root.label).ok().map(|rest| join(&root.path, rest))
            })
            .filter(|path| path.exists());
        let labelled: Vec<_> = labelled.collect();
        if !labelled.is_empty() {
            return labelled;
        }
        self.roots.iter().map(|root| root.path.join(given)).collect()
    }

    fn locate(&self, text: &str, given: &Path) -> Result<SourcePath, PathError> {
        let meant =
            text.contains(file_names::ESCAPE).then(|| file_names::as_shown(given)).flatten();
        let meant = meant.as_deref().unwrap_or(given);
        let mut links_left = MAX_LINKS;
        if self.turns_back_outside(meant, &mut links_left) {
            return Err(self.outside(text));
        }
        let path = canonical(meant).map_err(|error| self.explain(text, given, &error))?;
        if self.root_of(&path).is_none() {
            return Err(self.outside(text));
        }
        // Some systems resolve `file.rs/` to the file; it can only have been meant as a directory.
        if text.ends_with(std::path::is_separator) && !path.is_dir() {
            return Err(PathError::NotDirectory {
                path: text.to_owned(),
                file: self.source_path_of_canonical(&path).display.to_string(),
            });
        }
        Ok(self.source_path_of_canonical(&path))
    }

    /// Returns the error for a path outside the roots, without the target of a link, which would
    /// reveal what lies there.
    fn outside(&self, text: &str) -> PathError {
        let roots: Vec<String> =
            self.roots.iter().map(|root| root.path.display().to_string()).collect();
        let roots = match roots.as_slice() {
            [root] => format!("the root {root}"),
            _ => format!("the roots {}", roots.join(", ")),
        };
        PathError::Outside { path: text.to_owned(), roots }
    }

    /// Returns whether a path, or the target of a link on it, goes on by `..` from what is outside
    /// the roots. That it led back into them would tell that what it passes is there.
    fn turns_back_outside(&self, path: &Path, links_left: &mut usize) -> bool {
        let is_inside = |path: &Path| {
            let above = path.ancestors().find_map(|above| canonical(above).ok());
            above.is_some_and(|above| self.root_of(&above).is_some())
        };
        let mut passed = PathBuf::new();
        for component in path.components() {
            if component == Component::ParentDir && !is_inside(&passed) {
                return true;
            }
            let directory = passed.clone();
            passed.push(component);
            // Links outside the roots, as to a home directory, are not the repository's.
            let target = std::fs::read_link(&passed).ok().filter(|_| is_inside(&directory));
            // Of more, the system follows none.
            let Some(target) = target.filter(|_| *links_left > 0) else { continue };
            *links_left -= 1;
            if self.turns_back_outside(&directory.join(target), links_left) {
                return true;
            }
        }
        false
    }

    /// Returns why a path could not be made canonical. Nothing is revealed about files outside the
    /// roots.
    fn explain(&self, text: &str, given: &Path, error: &io::Error) -> PathError {
        let Some((above, rest)) = deepest_existing(given) else {
            return PathError::Missing { path: text.to_owned(), nearest: None };
        };
        if !self.is_empty() && self.root_of(&above).is_none() {
            return self.outside(text);
        }
        if above.is_file() {
            return PathError::NotDirectory {
                path: text.to_owned(),
                file: self.source_path_of_canonical(&above).display.to_string(),
            };
        }
        let Some(name) = rest.components().next() else {
            return PathError::Unreadable { path: text.to_owned(), error: error.to_string() };
        };
        let link = above.join(name);
        if std::fs::symlink_metadata(&link).is_ok_and(|metadata| metadata.is_file()) {
            return PathError::NotDirectory {
                path: text.to_owned(),
                file: self.source_path_of_canonical(&link).display.to_string(),
            };
        }
        if let Ok(target) = std::fs::read_link(&link)
            && error.kind() == io::ErrorKind::NotFound
        {
            if !self.is_empty() && self.leads_outside(&link) {
                return self.outside(text);
            }
            return PathError::Dangling {
                path: text.to_owned(),
                target: target.display().to_string(),
            };
        }
        if error.kind() != io::ErrorKind::NotFound {
            return PathError::Unreadable { path: text.to_owned(), error: error.to_string() };
        }
        let nearest = file_names::nearest(&above, &name.as_os_str().to_string_lossy());
        let nearest = nearest
            .map(|name| self.source_path_of_canonical(&above.join(name)).display.to_string());
        PathError::Missing { path: text.to_owned(), nearest }
    }

    /// Returns whether a link that leads nowhere does so outside the roots, at its end or at that
    /// of a link that it leads to. Nothing tells it from one that leads to something there.
    fn leads_outside(&self, link: &Path) -> bool {
        let mut link = link.to_path_buf();
        for _ in 0..MAX_LINKS {
            let (Ok(target), Some(directory)) = (std::fs::read_link(&link), link.parent()) else {
                return false;
            };
            let Some((above, rest)) = deepest_existing(&directory.join(target)) else {
                return true;
            };
            if self.root_of(&above).is_none() {
                return true;
            }
            link = rest.components().next().map_or_else(|| above.clone(), |name| above.join(name));
        }
        true
    }

    /// Returns the nearest directory at or above a path that holds `.git` or a project manifest.
    /// Never the file system's root, the home directory or one above it.
    fn project_of(&self, path: &Path) -> Option<PathBuf> {
        let own = if path.is_dir() { path } else { path.parent()? };
        let may_be_root = |directory: &&Path| {
            directory.parent().is_some()
                && !self.home.as_ref().is_some_and(|home| home.starts_with(directory))
        };
        let mut above = own.ancestors().take_while(may_be_root);
        above.find(|directory| is_project(directory)).map(Path::to_path_buf)
    }
}

const fn not_too_long(path: &str) -> Result<(), PathError> {
    match path.len() {
        0..=MAX_PATH_BYTES => Ok(()),
        length => Err(PathError::TooLong { length }),
    }
}

/// Files that mark the root of a project, by the languages' settings.
struct Markers {
    names: HashSet<&'static str>,
    globs: Vec<GlobMatcher>,
}

static MARKERS: LazyLock<Markers> = LazyLock::new(|| {
    let all = lang::registry().all().iter().flat_map(|language| &language.config.project.markers);
    let (globs, names): (Vec<&String>, Vec<&String>) =
        all.partition(|marker| marker.contains(['*', '?', '{']));
    Markers {
        names: names.into_iter().map(String::as_str).collect(),
        globs: globs.into_iter().filter_map(|pattern| glob(pattern)).collect(),
    }
});

/// Returns whether a file of this name marks the root of a project.
pub(super) fn is_marker(name: &str) -> bool {
    MARKERS.names.contains(name) || MARKERS.globs.iter().any(|glob| glob.is_match(name))
}

/// Returns whether a directory is the root of a project: a repository, or the place of a manifest
/// of some language.
pub fn is_project(directory: &Path) -> bool {
    directory.join(".git").exists()
        || file_names::in_directory(directory).any(|name| is_marker(&name))
}

fn open_root(path: &Path, given: &Path) -> Result<PathBuf, PathError> {
    let shown = given.display().to_string();
    match canonical(path) {
        Ok(path) if path.is_dir() => Ok(path),
        Ok(_) => Err(PathError::RootIsFile { path: shown }),
        Err(_) if given.starts_with("~") => Err(PathError::Tilde { path: shown }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let nearest = deepest_existing(path).and_then(|(above, rest)| {
                let name = rest.components().next()?;
                let near = file_names::nearest(&above, &name.as_os_str().to_string_lossy())?;
                Some(above.join(near).display().to_string())
            });
            Err(PathError::Missing { path: shown, nearest })
        }
        Err(error) => Err(PathError::Unreadable { path: shown, error: error.to_string() }),
    }
}

/// Labels each root with the shortest run of its last folders in which no other root ends.
fn label(paths: Vec<PathBuf>) -> Arc<[Root]> {
    let tail = |path: &Path, length: usize| -> String {
        let names: Vec<_> = path
            .components()
            .filter_map(|component| match component {
                Component::Normal(name) => Some(name.to_string_lossy()),
                _ => None,
            })
            .collect();
        names[names.len().saturating_sub(length)..].join("/")
    };
    let roots = paths.iter().map(|path| {
        let depth = path.components().count();
        let label = (1..=depth)
            .map(|length| (length, tail(path, length)))
            .find(|(length, label)| {
                paths.iter().filter(|other| tail(other, *length) == *label).count() == 1
            })
            .map_or_else(|| tail(path, depth), |(_, label)| label);
        Root { path: Arc::from(path.as_path()), label: Arc::from(label) }
    });
    roots.collect()
}

/// Returns the canonical form of a path that exists.
fn canonical(path: &Path) -> io::Result<PathBuf> {
    let path = std::fs::canonicalize(path)?;
    #[cfg(windows)]
    let path = without_verbatim_prefix(path);
    Ok(path)
}

/// Returns `\\?\C:\x` as `C:\x`, the form that users, git and language servers write. Other
/// verbatim paths have no plain form.
#[cfg(windows)]
fn without_verbatim_prefix(path: PathBuf) -> PathBuf {
    match path.to_str().and_then(|text| text.strip_prefix(r"\\?\")) {
        Some(plain) if plain.as_bytes().get(1) == Some(&b':') => PathBuf::from(plain),
        _ => path,
    }
}

/// Joins two paths, without a trailing separator for an empty rest.
fn join(directory: &Path, rest: &Path) -> PathBuf {
    if rest.as_os_str().is_empty() { directory.to_path_buf() } else { directory.join(rest) }
}

/// Returns the deepest ancestor that exists, in canonical form, and the rest of the path below it.
fn deepest_existing(path: &Path) -> Option<(PathBuf, PathBuf)> {
    path.ancestors().skip(1).find_map(|above| {
        let rest = path.strip_prefix(above).ok()?;
        Some((canonical(above).ok()?, rest.to_path_buf()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_as_long_as_they_must_be() {
        let check = |paths: &[&str], expected: &[&str]| {
            let roots = label(paths.iter().map(PathBuf::from).collect());
            let labels: Vec<&str> = roots.iter().map(|root| &*root.label).collect();
            assert_eq!(labels, expected);
        };
        check(&["/work/api"], &["api"]);
        check(&["/work/api", "/work/web"], &["api", "web"]);
        check(&["/a/src", "/b/src"], &["a/src", "b/src"]);
        check(&["/src", "/b/src"], &["src", "b/src"]);
    }
}
