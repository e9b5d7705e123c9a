//! What the directories above a start, or above a path, determine about it. Very many paths may be
//! in few directories, so each directory is looked at once.

use super::StartContext;
use super::listing::Listing;
use super::omission::{Omission, Peers};
use super::rules::{Attributes, RuleFiles, Rules};
use crate::domain::lock;
use crate::workspace::file_class::{Directory, DirectoryClass};
use crate::workspace::roots::is_project;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// A rule: its text, and the file that holds it.
pub(super) type RuleKey = (String, Option<PathBuf>);

/// A root or a repository in it, and a directory below that.
type Below = (PathBuf, PathBuf);

/// The directories of one root that were looked at.
#[derive(Default)]
pub(super) struct Above {
    /// Rules in a directory, by the top from which they are collected and the directory.
    rules: Mutex<FxHashMap<Below, Option<Arc<Rules>>>>,
    /// Attributes in a directory.
    attributes: Mutex<FxHashMap<PathBuf, Option<Arc<Attributes>>>>,
    /// Classes that directories pass on.
    classes: Mutex<FxHashMap<PathBuf, DirectoryClass>>,
    /// Why a walk of a top leaves out a directory, if it does, by that and the directory.
    pub(super) left_out: Mutex<FxHashMap<Below, Option<Omission>>>,
    /// Entries of a directory that a rule leaves out.
    pub(super) peers: Mutex<FxHashMap<(PathBuf, RuleKey), Peers>>,
}

impl StartContext {
    /// Returns the rules in force in a directory, by its own rule files and those above it up to
    /// `top`, the root or a repository in it. Of the rules above `top` those of the root count.
    pub(super) fn rules_in(&self, top: &Path, directory: &Path) -> Option<Arc<Rules>> {
        let key = (top.to_path_buf(), directory.to_path_buf());
        if let Some(known) = lock(&self.above.rules).get(&key) {
            return known.clone();
        }
        let above = match directory.parent().filter(|_| directory != top) {
            Some(parent) if directory.starts_with(top) => self.rules_in(top, parent),
            _ if top == self.root => Rules::above(top, &self.root),
            _ => Rules::lifted(),
        };
        let files = RuleFiles::of(directory);
        let rules = Rules::enter(above.as_ref(), directory, &self.root, files);
        lock(&self.above.rules).insert(key, rules.clone());
        rules
    }

    /// Returns the attributes above a path, up to the root.
    pub(super) fn attributes_above(&self, path: &Path) -> Option<Arc<Attributes>> {
        let directory = path.parent().filter(|directory| directory.starts_with(&self.root))?;
        if let Some(known) = lock(&self.above.attributes).get(directory) {
            return known.clone();
        }
        let above = self.attributes_above(directory);
        let files = RuleFiles::of(directory);
        let attributes = Attributes::enter(above.as_ref(), directory, &self.root, files);
        lock(&self.above.attributes).insert(directory.to_path_buf(), attributes.clone());
        attributes
    }

    /// Returns the class above a directory that a walk starts from, and whether the directory is at
    /// the top of a project.
    pub(super) fn class_above(&self, path: &Path) -> (DirectoryClass, bool) {
        match path.parent().filter(|_| path != self.root) {
            None => (DirectoryClass::default(), false),
            Some(parent) => (self.class_inside(parent), parent == self.root || is_project(parent)),
        }
    }

    /// Returns the class that a directory passes on to its contents, computed from the root
    /// downwards.
    pub(super) fn class_inside(&self, directory: &Path) -> DirectoryClass {
        let parent = directory.parent().filter(|_| directory != self.root);
        let Some(parent) = parent.filter(|_| directory.starts_with(&self.root)) else {
            return DirectoryClass::default();
        };
        if let Some(known) = lock(&self.above.classes).get(directory) {
            return known.clone();
        }
        let above = self.class_inside(parent);
        let name = directory.file_name().unwrap_or_default().to_string_lossy();
        let has_licence =
            Listing::read(directory).is_ok_and(|listing| listing.proves_licence(&name, directory));
        let class = above.enter(&Directory {
            name: &name,
            relative: &self.relative(directory),
            at_project_top: parent == self.root || is_project(parent),
            has_licence,
        });
        lock(&self.above.classes).insert(directory.to_path_buf(), class.clone());
        class
    }
}
