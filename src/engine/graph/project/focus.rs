//! Reading of files, for a question about one name only as far as they concern it: in very large
//! trees the bodies of functions that do not hold the name are not parsed, in languages whose
//! bodies are closed.
//!
//! Definitions are indices into a file's outline, so a file is read in one way for the whole
//! request. What is read is decided by the question and the files alone. A question that turns out
//! to need more is answered anew with whole files.

use super::super::libraries::Libraries;
use super::{FileIndex, Project, Unit};
use crate::domain::Cancelled;
use crate::lang::registry;
use crate::workspace::FileEntry;
use crate::workspace::names::FileSyntax;
use rustc_hash::FxHashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Bytes of the files with a name above which only what concerns it is read. Below it whole files,
/// which serve the next question too, are read within a second.
pub(super) const FOCUSED_FROM: u64 = 8 << 20;

/// The name that a request is limited to, if it is.
pub(super) struct Focus {
    from_bytes: u64,
    name: OnceLock<FocusName>,
    is_too_narrow: AtomicBool,
}

struct FocusName {
    name: String,
    files: FxHashSet<FileIndex>,
}

impl Focus {
    /// Creates the focus of a request that may be limited if files with more than `from_bytes`
    /// bytes hold the name.
    pub(super) fn from_bytes(from_bytes: u64) -> Self {
        Self { from_bytes, name: OnceLock::new(), is_too_narrow: AtomicBool::new(false) }
    }

    fn name_in(&self, file: FileIndex) -> Option<&str> {
        let on = self.name.get().filter(|on| on.files.contains(&file));
        on.map(|on| on.name.as_str())
    }
}

impl Project<'_> {
    /// Limits what is read from here on to what concerns a name, if it is in very many bytes.
    pub(in crate::engine) fn focus_on(&self, name: &str) -> Result<(), Cancelled> {
        let mentions = self.mentions_in_code(name)?;
        let is_closed = |file: &FileIndex| {
            let language = self.entry(*file).language;
            language.is_some_and(|language| language.config.graph.closed_bodies)
        };
        let used = mentions.files.iter().filter(|found| found.hints.may_use);
        let files: FxHashSet<FileIndex> = used.map(|found| found.file).filter(is_closed).collect();
        let bytes: u64 = files.iter().map(|file| self.entry(*file).stamp.size).sum();
        if bytes > self.focus.from_bytes {
            self.focus.name.get_or_init(|| FocusName { name: name.to_owned(), files });
        }
        Ok(())
    }

    /// Notes that the uses of a name in some files are asked for.
    pub(in crate::engine) fn need_uses(&self, name: &str, files: &[FileIndex]) {
        let is_left_out = |focused: &str| !name.contains(focused);
        if files.iter().any(|file| self.focus.name_in(*file).is_some_and(is_left_out)) {
            self.focus.is_too_narrow.store(true, Ordering::Relaxed);
        }
    }

    /// Notes that what stands at a byte of a file is asked for.
    pub(in crate::engine) fn need_code_at(&self, unit: &Unit, at: usize) {
        if unit.syntax.is_left_out(at) {
            self.focus.is_too_narrow.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether something was asked for that was not read, because it concerns another name.
    pub(in crate::engine) fn is_too_narrow(&self) -> bool {
        self.focus.is_too_narrow.load(Ordering::Relaxed)
    }

    /// Returns the same files, none of which is read yet, and each of which will be read whole.
    pub(in crate::engine) fn whole(&self) -> Self {
        let extra = self.extra.clone();
        Self::of_files(self.snapshot, self.walk(), extra, Focus::from_bytes(u64::MAX))
    }

    /// Reads and parses a file; `None` if it cannot be read or its language is unknown.
    pub(super) fn read_entry(&self, file: FileIndex, entry: &FileEntry) -> Option<Unit> {
        let text = self.snapshot.text(&entry.path);
        let text = text.inspect_err(|error| self.snapshot.note_unread(error)).ok()?;
        let syntax: Arc<FileSyntax> = match self.focus.name_in(file) {
            Some(name) => FileSyntax::about(name, entry, &text, self.snapshot),
            None => self.snapshot.fact_of_text(entry, &text),
        };
        let language = syntax.facts.language?;
        let mut unit = Unit::new(file, entry.clone(), text, language, syntax);
        unit.own_types = self.own_types(&unit);
        Some(unit)
    }

    /// Returns a file that is not in the project: a dependency's, or one that ignore rules exclude.
    /// For a file outside of the roots that is no dependency, the lines are blank.
    pub(in crate::engine) fn external_unit(
        &self,
        path: &Path,
        libraries: &Libraries,
    ) -> Option<Unit> {
        let roots = self.snapshot.roots();
        let entry = self.snapshot.entry(&roots.source_path(path)).ok()?;
        let real = entry.path.absolute.canonicalize().ok()?;
        if roots.root_of(&real).is_some() || libraries.hold(&real) {
            return self.read_entry(FileIndex::MAX, &entry);
        }
        let text = Arc::new(self.snapshot.text(&entry.path).ok()?.blanked());
        let language = registry().for_path(&real)?;
        let syntax = self.snapshot.fact_of_text(&entry, &text);
        Some(Unit::new(FileIndex::MAX, entry, text, language, syntax))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Cancel;
    use crate::engine::graph::pipeline::{Relation, answers};
    use crate::engine::graph::relations::{Callers, References};
    use crate::engine::graph::target::Target;
    use crate::workspace::{Fact, Files, ProcessDirectories, Roots, Snapshot};
    use std::fmt::Debug;
    use std::time::SystemTime;

    const POOL: (&str, &str) = (
        "pool.h",
        "struct ops { void (*put)(int); int (*take)(int); };\n\
         struct pool { struct ops *ops; int size; };\n\
         #define put_all(pool) put(pool->size)\n\
         static inline int twice(int a) { int put_twice = a; return put_twice; }\n\
         static inline struct pool *of(int a) { return (struct pool *)a; }\n\
         void put(int a);\n",
    );
    const USERS: (&str, &str) = (
        "users.c",
        "#include \"pool.h\"\n\
         static int other(int a) { struct hidden { int b; } c; return c.b + a; }\n\
         static int local(int put) { return put; }\n\
         static void one(struct pool *pool) { pool->ops->put(other(1)); }\n\
         static void two(int a) { if (a) { put(a); } else { return; } }\n\
         static struct ops ops = { .put = put, .take = other };\n\
         static void both(void) { of(1)->ops->put(2); put_all(of(3)); put(other(4)); }\n\
         // put in a comment\n\
         const char *put_name = \"put\";\n",
    );
    const PUT: (&str, &str) = (
        "put.c",
        "#include \"pool.h\"\nvoid put(int a) { other(a); }\n\
         int idle(void) { int a = 1; return a; }\n\
         #ifdef A\nvoid f(void) {\n#else\nvoid f(int a) {\n#endif\nput(0); }\n",
    );

    fn with_snapshot(files: &[(&str, &str)], run: impl FnOnce(&Snapshot)) {
        let directory = tempfile::tempdir().expect("a directory");
        for (name, content) in files {
            std::fs::write(directory.path().join(name), content).expect("a file of the test's own");
        }
        let directories = ProcessDirectories { directory: directory.path().to_owned(), home: None };
        let roots = Roots::open(&[directory.path().to_owned()], &directories).expect("a root");
        run(&Files::new(None).snapshot(roots, SystemTime::now(), Cancel::default()));
    }

    fn project(snapshot: &Snapshot, from_bytes: u64) -> Project<'_> {
        let project = Project::new(snapshot, &[]).expect("a walk");
        Project { focus: Focus::from_bytes(from_bytes), ..project }
    }

    /// Checks that an answer is the same where only what concerns the name is read, and whether
    /// that had to be read anew.
    fn check<R: Relation<Row: Debug>>(
        files: &[(&str, &str)],
        name: &str,
        relation: &R,
        is_too_narrow: bool,
    ) {
        with_snapshot(files, |snapshot| {
            let target = Target { symbol: Some(name.to_owned()), ..Target::default() };
            let answer = |project: &Project<'_>| {
                let answer = answers(project, &target, None, relation).expect("an answer");
                format!("{answer:?}")
            };
            let (focused, whole) = (project(snapshot, 0), project(snapshot, u64::MAX));
            assert_eq!(answer(&focused), answer(&whole), "{name}");
            assert!(focused.focus.name.get().is_some() && whole.focus.name.get().is_none());
            assert_eq!(focused.is_too_narrow(), is_too_narrow, "{name}");
        });
    }

    #[test]
    fn answers_do_not_depend_on_what_is_left_out() {
        for name in ["put", "take", "other", "of", "size", "ops", "f"] {
            check(&[POOL, USERS, PUT], name, &Callers { depth: 1 }, false);
            check(&[POOL, USERS, PUT], name, &References { with_declaration: true }, false);
        }
    }

    #[test]
    fn a_question_that_needs_other_names_is_answered_from_whole_files() {
        let import = "from pool import put as give\n\ndef one():\n    give(1)\n";
        let user = "int f(void) { return put(1); }\nint g(void) { return give(2); }\n";
        let files = [
            ("pool.py", "def put(a):\n    return a\n"),
            ("pool.c", "int put(int a) { return a; }\n"),
            ("import.py", import),
            ("user.c", user),
        ];
        check(&files, "put", &Callers { depth: 1 }, true);
    }

    #[test]
    fn only_bodies_that_hold_the_name_are_read() {
        with_snapshot(&[POOL, USERS, PUT], |snapshot| {
            let project = project(snapshot, 0);
            project.focus_on("put").expect("not cancelled");
            let unit = |path: &str| {
                let file = project.displayed(path).expect("a file of the project");
                Arc::clone(project.unit(file).expect("a file that can be read"))
            };
            let users = unit("users.c");
            let is_use = |text: &str| {
                let at = users.content().find(text).expect("a text of the file");
                users.names().use_at(at).is_some()
            };
            assert!(is_use("put(a)") && !is_use("c.b"));
            assert_eq!(users.symbols_named("other").count(), 1);
            assert!(!project.is_too_narrow());
            project.need_code_at(&users, users.content().find("put(a)").expect("a call"));
            assert!(!project.is_too_narrow());
            project.need_code_at(&users, users.content().find("c.b").expect("a use"));
            assert!(project.is_too_narrow());
        });
    }

    #[test]
    fn what_concerns_a_name_is_kept_for_that_name() {
        with_snapshot(&[POOL, USERS, PUT], |snapshot| {
            let read = |name: &str| {
                let project = project(snapshot, 0);
                project.focus_on(name).expect("not cancelled");
                let file = project.displayed("users.c").expect("a file of the project");
                Arc::clone(&project.unit(file).expect("a file that can be read").syntax)
            };
            let put = read("put");
            assert!(Arc::ptr_eq(&put, &read("put")));
            for (name, is_read) in [("other", false), ("hidden", true)] {
                let syntax = read(name);
                let hidden = USERS.1.find("c.b").expect("a use");
                assert_eq!(syntax.names.use_at(hidden).is_some(), is_read, "{name}");
            }
            assert!(put.weight() > put.facts.weight());
        });
    }

    #[test]
    fn few_bytes_are_read_whole() {
        with_snapshot(&[POOL, USERS, PUT], |snapshot| {
            let bytes = [POOL, USERS, PUT].iter().map(|(_, content)| content.len() as u64).sum();
            for (from_bytes, is_focused) in [(bytes, false), (bytes - 1, true)] {
                let project = project(snapshot, from_bytes);
                project.focus_on("put").expect("not cancelled");
                assert_eq!(project.focus.name.get().is_some(), is_focused);
            }
        });
    }
}
