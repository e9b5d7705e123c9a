//! Verdicts on the entries of one directory: which are taken, and why others are left out.

use super::listing::{Entry, Listing};
use super::rules::{Attributes, Filters, Rule, Rules, Verdict};
use super::tally::Cause;
use super::tracked::may_be_code;
use super::{FileEntry, Job, Shared, StartContext};
use crate::domain::LeftOutReason;
use crate::lang::registry;
use crate::workspace::file_class::{
    Directory, DirectoryClass, FileClass, FileKind, depends_on_manifest, is_secret,
};
use crate::workspace::file_names::shown;
use crate::workspace::open::EntryKind;
use crate::workspace::roots::SourcePath;
use crate::workspace::stamp::Stamp;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// State of the work on one directory.
pub(super) struct Visit<'v> {
    context: &'v StartContext,
    job: &'v Job,
    listing: &'v Listing,
    pub(super) rules: Option<Arc<Rules>>,
    attributes: Option<Arc<Attributes>>,
    class: DirectoryClass,
    /// Presence of a manifest in this directory; `None` until it is needed.
    has_manifest: Option<bool>,
    pub(super) left_out: Vec<(LeftOutReason, Cause<'v>, String, usize)>,
    /// Buffer for the name of each file.
    display: String,
}

/// An entry that the walk takes.
pub(super) enum AcceptedEntry {
    File(FileEntry),
    Directory(Job),
}

impl<'v> Visit<'v> {
    pub(super) fn new(context: &'v StartContext, job: &'v Job, listing: &'v Listing) -> Self {
        let rules = match &job.rules {
            // A repository's own rules are not what leaves it out.
            Some(lifted) if job.is_lifted && !listing.rule_files.repository => {
                Some(Arc::clone(lifted))
            }
            above => Rules::enter(above.as_ref(), &job.path, &context.root, listing.rule_files),
        };
        let mut visit = Self {
            rules,
            attributes: Attributes::enter(
                job.attributes.as_ref(),
                &job.path,
                &context.root,
                listing.rule_files,
            ),
            class: enter(job, listing),
            has_manifest: None,
            context,
            job,
            listing,
            left_out: Vec::new(),
            display: String::new(),
        };
        visit.note_unread_rules();
        visit
    }

    /// Returns the entry if it is taken; counts it otherwise.
    pub(super) fn judge<'f: 'v>(
        &mut self,
        entry: &Entry,
        path: &Path,
        filters: &Filters<'f>,
        shared: &Shared<'_>,
    ) -> Option<AcceptedEntry> {
        let name = shown(&entry.name);
        let is_directory = entry.kind == EntryKind::Directory;
        let verdict = filters.verdict(path, is_directory);
        match verdict {
            Verdict::Ignored(rule) => {
                return self.leave_ignored((path, is_directory), rule, &name, shared);
            }
            Verdict::Excluded(rule) => {
                return self.leave(LeftOutReason::Excluded, Cause::Rule(rule), &name);
            }
            Verdict::Take if is_hidden(&name, path) => {
                return self.leave(LeftOutReason::Hidden, Cause::Nothing, &name);
            }
            Verdict::Take | Verdict::Keep => {}
        }
        if entry.kind == EntryKind::Symlink {
            return self.leave(LeftOutReason::Symlink, Cause::Nothing, &name);
        }
        if is_directory {
            if !matches!(verdict, Verdict::Keep)
                && let Some(evidence) = self.listing.build_output_beside(&name)
            {
                let cause = Cause::Evidence(evidence);
                return self.leave_directory(
                    path,
                    LeftOutReason::BuildOutput,
                    cause,
                    &name,
                    shared,
                );
            }
            let slot = shared.next_slot.fetch_add(1, Ordering::Relaxed);
            return Some(AcceptedEntry::Directory(self.directory(path, &name, slot)));
        }
        if matches!(verdict, Verdict::Take) && is_secret(&name) {
            return self.leave(LeftOutReason::Secret, Cause::Nothing, &name);
        }
        if entry.kind != EntryKind::File {
            return self.leave(
                LeftOutReason::Unreadable,
                Cause::Evidence("no regular file"),
                &name,
            );
        }
        let stamp = match self.listing.stamp(entry) {
            Ok(stamp) => stamp,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(_) => {
                shared.fingerprint.iter().for_each(|fingerprint| fingerprint.spoil());
                return self.leave(LeftOutReason::Unreadable, Cause::Nothing, &name);
            }
        };
        Some(AcceptedEntry::File(self.file(path, &name, stamp)))
    }

    /// Counts the rule files in this directory whose rules do not apply.
    fn note_unread_rules(&mut self) {
        let own = self
            .rules
            .clone()
            .filter(|rules| self.job.rules.as_ref().is_none_or(|above| !Arc::ptr_eq(above, rules)));
        for (name, why) in own.iter().flat_map(|rules| rules.unread()) {
            self.leave(LeftOutReason::Unreadable, Cause::Evidence(why.as_str()), name);
        }
    }

    /// Counts an entry that a rule leaves out, and what git tracks of it.
    fn leave_ignored(
        &mut self,
        (path, is_directory): (&Path, bool),
        rule: &'v Rule,
        name: &str,
        shared: &Shared<'_>,
    ) -> Option<AcceptedEntry> {
        let cause = Cause::Rule(rule);
        if is_directory {
            return self.leave_directory(path, LeftOutReason::Ignored, cause, name, shared);
        }
        let rules = self.rules.clone().filter(|_| may_be_code(path));
        let Some(tracked) = rules.as_deref().and_then(Rules::tracked) else {
            return self.leave(LeftOutReason::Ignored, cause, name);
        };
        let reason = match shared.tracked_files(tracked).map(|files| files.has(path)) {
            Some(true) => LeftOutReason::Tracked,
            Some(false) => LeftOutReason::Ignored,
            None => LeftOutReason::PerhapsTracked,
        };
        self.leave(reason, cause, name)
    }

    /// Counts a directory that is not entered, and what git tracks below it.
    fn leave_directory(
        &mut self,
        path: &Path,
        reason: LeftOutReason,
        cause: Cause<'v>,
        name: &str,
        shared: &Shared<'_>,
    ) -> Option<AcceptedEntry> {
        for (reason, count) in shared.reasons(self.rules.as_deref(), path, reason) {
            self.leave_many(reason, cause, name, count);
        }
        None
    }

    fn leave(
        &mut self,
        reason: LeftOutReason,
        cause: Cause<'v>,
        name: &str,
    ) -> Option<AcceptedEntry> {
        self.leave_many(reason, cause, name, 1);
        None
    }

    fn leave_many(&mut self, reason: LeftOutReason, cause: Cause<'v>, name: &str, number: usize) {
        let known = self
            .left_out
            .iter_mut()
            .find(|(other, same, _, _)| *other == reason && same.is(&cause));
        match known {
            Some((_, _, _, count)) => *count += number,
            None => {
                let name = format!("{}{}", self.context.prefix, self.relative(name));
                self.left_out.push((reason, cause, name, number));
            }
        }
    }

    fn relative(&self, name: &str) -> String {
        if self.job.relative.is_empty() {
            name.to_owned()
        } else {
            format!("{}/{name}", self.job.relative)
        }
    }

    fn directory(&mut self, path: &Path, name: &str, slot: usize) -> Job {
        let at_project_top = depends_on_manifest(name)
            && (self.job.relative.is_empty()
                || *self.has_manifest.get_or_insert_with(|| self.listing.has_manifest()));
        Job {
            path: path.to_path_buf(),
            relative: self.relative(name),
            slot,
            is_start: false,
            is_lifted: false,
            rules: self.rules.clone(),
            attributes: self.attributes.clone(),
            above: self.class.clone(),
            at_project_top,
        }
    }

    fn file(&mut self, path: &Path, name: &str, stamp: Stamp) -> FileEntry {
        let mut display = std::mem::take(&mut self.display);
        display.clear();
        display.push_str(&self.context.prefix);
        if !self.job.relative.is_empty() {
            display.push_str(&self.job.relative);
            display.push('/');
        }
        display.push_str(name);
        let relative = &display[self.context.prefix.len()..];
        let language = registry().for_path(Path::new(name));
        let class = self.class.of_file(name, relative, language);
        let class = if self.listing.has_maps && self.listing.has(&format!("{name}.map")) {
            compiled(class)
        } else {
            class
        };
        let class =
            self.attributes.as_ref().map_or(class, |attributes| attributes.apply(class, path));
        let path = SourcePath { absolute: Arc::from(path), display: Arc::from(display.as_str()) };
        self.display = display;
        FileEntry { path, stamp, language, class }
    }
}

/// Returns the class of the directory that a job lists.
fn enter(job: &Job, listing: &Listing) -> DirectoryClass {
    if job.relative.is_empty() {
        return job.above.clone();
    }
    let name = job.relative.rsplit('/').next().unwrap_or(&job.relative);
    job.above.enter(&Directory {
        name,
        relative: &job.relative,
        at_project_top: job.at_project_top,
        has_licence: listing.proves_licence(name, &job.path),
    })
}

/// Returns the class of a file that has a source map beside it: it was compiled from another.
pub(super) fn compiled(class: FileClass) -> FileClass {
    class.with(FileClass::only(FileKind::Generated))
}

fn is_hidden(name: &str, path: &Path) -> bool {
    #[cfg(windows)]
    {
        use std::os::windows::fs::MetadataExt;
        const HIDDEN: u32 = 2;
        if path.symlink_metadata().is_ok_and(|metadata| metadata.file_attributes() & HIDDEN != 0) {
            return true;
        }
    }
    #[cfg(not(windows))]
    let _ = path;
    name.starts_with('.')
}
