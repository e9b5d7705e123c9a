//! Rules that leave files out of a walk: ignore files with ripgrep's precedence, and the globs that
//! a caller gave. Matching returns the rule, so that answers can give the reason of each omission.

use super::WalkOptions;
use super::git_rule::as_of_git;
use super::globs::{GlobError, MAX_PATTERN_BYTES};
use super::tracked::Tracked;
use crate::workspace::checkouts::git_directory;
use crate::workspace::file_class::{FileClass, FileKind};
use crate::workspace::open::{OpenError, read_file};
use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(super) use ignore::gitignore::Glob as Rule;

/// Verdict of the rules on one entry.
#[derive(Debug, Clone, Copy)]
pub(super) enum Verdict<'a> {
    Take,
    /// Taken back by name, which overrides every later reason to leave it out.
    Keep,
    Ignored(&'a Rule),
    Excluded(&'a Rule),
}

/// The caller's globs, in gitignore's notation. They override ignore files: `!x` takes back what
/// one leaves out.
#[derive(Debug)]
struct CallerGlobs(Gitignore);

impl CallerGlobs {
    /// `root` is the directory that the globs are relative to; an absolute glob below it is made
    /// relative.
    fn new(globs: &[String], root: &Path) -> Result<Self, GlobError> {
        GlobError::check_all(globs)?;
        let mut builder = GitignoreBuilder::new(root);
        builder.allow_unclosed_class(false);
        let root = root.to_string_lossy().replace('\\', "/");
        for given in globs {
            let (bang, glob) =
                given.strip_prefix('!').map_or(("", given.as_str()), |rest| ("!", rest));
            if glob.trim_matches(['/', ' ']).is_empty() {
                return Err(GlobError::Empty);
            }
            if is_regex(glob) {
                return Err(GlobError::Regex { glob: given.clone() });
            }
            let glob = match glob.strip_prefix(&root) {
                Some(rest) if rest.starts_with('/') => rest.to_owned(),
                _ => glob
                    .strip_prefix("./")
                    .map_or_else(|| glob.to_owned(), |rest| format!("/{rest}")),
            };
            // `#` begins no comment here: the text is one glob, not a file of them.
            let line = if glob.starts_with('#') {
                format!("{bang}\\{glob}")
            } else {
                format!("{bang}{glob}")
            };
            builder.add_line(None, &line).map_err(|error| GlobError::Invalid {
                glob: given.clone(),
                error: reason(&error),
            })?;
        }
        let globs = builder
            .build()
            .map_err(|error| GlobError::Invalid { glob: globs.join(" "), error: reason(&error) })?;
        Ok(Self(globs))
    }
}

fn reason(error: &ignore::Error) -> String {
    match error {
        ignore::Error::Glob { err, .. } => err.clone(),
        other => other.to_string(),
    }
}

/// Returns whether a glob has marks of a regular expression. A `.*` alone is no such mark: `foo.*`
/// and `.*` are globs.
fn is_regex(glob: &str) -> bool {
    let escapes =
        glob.as_bytes().windows(2).any(|pair| pair[0] == b'\\' && b".dwsbDWSB/".contains(&pair[1]));
    let wrapped =
        glob.len() > 2 && glob.starts_with(".*") && (glob.ends_with(".*") || glob.ends_with(".+"));
    let group = glob.contains('(') && glob.contains('|') && glob.contains(')');
    glob.starts_with('^')
        || glob.ends_with('$')
        || glob.contains(".+")
        || glob.contains("/.*/")
        || escapes
        || wrapped
        || group
}

/// The ignore files that apply in a directory: a chain from the directory up to the file system's
/// root, with a link for each directory that adds something.
#[derive(Debug)]
pub(super) struct Rules {
    above: Option<Arc<Rules>>,
    /// `.rgignore`
    ripgrep: Gitignore,
    /// `.ignore`
    plain: Gitignore,
    /// `.gitignore`
    git: Gitignore,
    /// `.git/info/exclude`
    exclude: Gitignore,
    /// True at the top of a repository: git's rules from above do not apply in it.
    is_repository: bool,
    /// Of a repository's top: the files that git tracks.
    tracked: Option<Tracked>,
    /// True in a repository, at any depth: only then do git's rules apply.
    in_repository: bool,
    /// Rule files of the directory that could not be read, by name.
    unread: Vec<(&'static str, Unread)>,
}

/// Reasons why the rules of a file do not apply, as answers state them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unread {
    NotRegular,
    Outside,
    TooLarge,
    Unreadable,
}

impl Unread {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Unread::NotRegular => "rules not read: no regular file",
            Unread::Outside => "rules not read: a link out of the root",
            Unread::TooLarge => "rules not read: over 1 MB, or 64 KB of patterns",
            Unread::Unreadable => "rules not read",
        }
    }

    /// Returns `None` if there is no rule file at all.
    fn from_open(error: &OpenError) -> Option<Self> {
        match error {
            OpenError::Directory => None,
            OpenError::NotRegular => Some(Unread::NotRegular),
            OpenError::Linked => Some(Unread::Outside),
            OpenError::TooLarge { .. } => Some(Unread::TooLarge),
            OpenError::Io(error) => {
                (error.kind() != std::io::ErrorKind::NotFound).then_some(Unread::Unreadable)
            }
        }
    }
}

/// Size of the largest rule file that is read.
const MAX_RULE_BYTES: u64 = 1 << 20;

/// Presence of the names in a directory that matter for rules.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RuleFiles {
    pub(super) ripgrep: bool,
    pub(super) plain: bool,
    pub(super) git: bool,
    pub(super) repository: bool,
    pub(super) attributes: bool,
}

impl RuleFiles {
    pub(super) const NAMES: [&str; 6] =
        [".rgignore", ".ignore", ".gitignore", ".git", ".jj", ".gitattributes"];

    /// Returns whether a path of one of these names is read, instead of only being looked for. A
    /// repository's own folder changes all the time.
    pub(super) fn is_read(path: &Path) -> bool {
        match path.file_name().and_then(|name| name.to_str()) {
            Some(".git") => path.is_file(),
            name => name != Some(".jj"),
        }
    }

    /// Returns the files that are read in a directory for its rules and attributes.
    pub(super) fn read_in(self, directory: &Path) -> Vec<PathBuf> {
        let names = [
            (self.ripgrep, ".rgignore"),
            (self.plain, ".ignore"),
            (self.git, ".gitignore"),
            (self.attributes, ".gitattributes"),
            (self.repository, ".git"),
        ];
        let named =
            names.iter().filter(|(is_there, _)| *is_there).map(|(_, name)| directory.join(name));
        let mut files: Vec<PathBuf> = named.filter(|path| Self::is_read(path)).collect();
        if self.repository {
            files.extend(git_directory(directory).map(|git| git.join("info/exclude")));
        }
        files
    }

    pub(super) fn note(&mut self, name: &str) {
        match name {
            ".rgignore" => self.ripgrep = true,
            ".ignore" => self.plain = true,
            ".gitignore" => self.git = true,
            ".git" | ".jj" => self.repository = true,
            ".gitattributes" => self.attributes = true,
            _ => {}
        }
    }

    pub(super) fn of(directory: &Path) -> Self {
        let has = |name: &str| directory.join(name).exists();
        Self {
            ripgrep: has(".rgignore"),
            plain: has(".ignore"),
            git: has(".gitignore"),
            repository: has(".git") || has(".jj"),
            attributes: has(".gitattributes"),
        }
    }
}

impl Rules {
    /// Returns the rules above a directory, without its own.
    pub(super) fn above(directory: &Path, root: &Path) -> Option<Arc<Rules>> {
        let mut ancestors: Vec<&Path> = directory.ancestors().skip(1).collect();
        ancestors.reverse();
        ancestors.into_iter().fold(None, |rules, above| {
            // Above the root a link may lead no further than into its own directory.
            let top = if above.starts_with(root) { root } else { above };
            Self::enter(rules.as_ref(), above, top, RuleFiles::of(above))
        })
    }

    /// Returns the rules in a directory, given those above it. Rule files may be links to files
    /// below `top`.
    pub(super) fn enter(
        above: Option<&Arc<Rules>>,
        directory: &Path,
        top: &Path,
        files: RuleFiles,
    ) -> Option<Arc<Rules>> {
        if !(files.ripgrep || files.plain || files.git || files.repository) {
            return above.cloned();
        }
        let mut unread = Vec::new();
        let mut read = |name: &'static str, file: Option<PathBuf>, within: &Path| {
            let Some(file) = file else { return Gitignore::empty() };
            read_rules(directory, &file, within).unwrap_or_else(|error| {
                unread.extend(Unread::from_open(&error).map(|why| (name, why)));
                Gitignore::empty()
            })
        };
        let own = |is_there: bool, name: &str| is_there.then(|| directory.join(name));
        let git = files.repository.then(|| git_directory(directory)).flatten();
        let exclude = git.map(|git| git.join("info/exclude"));
        Some(Arc::new(Rules {
            ripgrep: read(".rgignore", own(files.ripgrep, ".rgignore"), top),
            plain: read(".ignore", own(files.plain, ".ignore"), top),
            git: read(".gitignore", own(files.git, ".gitignore"), top),
            // The exclude file of a worktree lies in the main repository, where no link of the
            // worktree leads on.
            exclude: read(".git/info/exclude", exclude, top),
            unread,
            is_repository: files.repository,
            tracked: files.repository.then(|| Tracked::of(directory)),
            in_repository: files.repository || above.is_some_and(|above| above.in_repository),
            above: above.cloned(),
        }))
    }

    /// Returns the rule files of the directory itself that could not be read.
    pub(super) fn unread(&self) -> &[(&'static str, Unread)] {
        &self.unread
    }

    /// Returns the files that git tracks in the repository around the directory.
    pub(super) fn tracked(&self) -> Option<&Tracked> {
        self.chain().find(|rules| rules.is_repository)?.tracked.as_ref()
    }

    /// Returns rules for a directory below which none of those above apply.
    pub(super) fn lifted() -> Option<Arc<Rules>> {
        let none = Gitignore::empty;
        Some(Arc::new(Rules {
            ripgrep: none(),
            plain: none(),
            git: none(),
            exclude: none(),
            is_repository: true,
            tracked: None,
            in_repository: true,
            unread: Vec::new(),
            above: None,
        }))
    }

    fn chain(&self) -> impl Iterator<Item = &Rules> {
        std::iter::successors(Some(self), |rules| rules.above.as_deref())
    }

    /// Returns the match of the first kind of file that has one, and within a kind that of the
    /// nearest file.
    fn matched(&self, path: &Path, is_directory: bool) -> Match<&Rule> {
        let first = |kind: fn(&Rules) -> &Gitignore| {
            self.chain()
                .map(|rules| kind(rules).matched(path, is_directory))
                .find(|matched| !matched.is_none())
        };
        first(|rules| &rules.ripgrep)
            .or_else(|| first(|rules| &rules.plain))
            .or_else(|| self.matched_by_git(|rules| &rules.git, path, is_directory))
            .or_else(|| self.matched_by_git(|rules| &rules.exclude, path, is_directory))
            .unwrap_or(Match::None)
    }

    /// Matches git's rules, up to the top of the repository and not beyond.
    fn matched_by_git(
        &self,
        kind: fn(&Rules) -> &Gitignore,
        path: &Path,
        is_directory: bool,
    ) -> Option<Match<&Rule>> {
        if !self.in_repository {
            return None;
        }
        for rules in self.chain() {
            let matched = kind(rules).matched(path, is_directory);
            if !matched.is_none() {
                return Some(matched);
            }
            if rules.is_repository {
                break;
            }
        }
        None
    }
}

/// All rules that apply to a walk's entries.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filters<'a> {
    pub(super) globs: &'a UserGlobs,
    pub(super) rules: Option<&'a Rules>,
}

impl<'a> Filters<'a> {
    pub(super) fn verdict(&self, path: &Path, is_directory: bool) -> Verdict<'a> {
        match self.globs.caller.0.matched(path, is_directory) {
            Match::Ignore(rule) => return Verdict::Excluded(rule),
            Match::Whitelist(_) => return Verdict::Keep,
            Match::None => {}
        }
        let Some(rules) = self.rules else { return Verdict::Take };
        let mut matched = rules.matched(path, is_directory);
        if matched.is_none() && rules.in_repository {
            matched = self.globs.excludes.0.matched(path, is_directory);
        }
        match matched {
            Match::Ignore(rule) => Verdict::Ignored(rule),
            Match::Whitelist(_) => Verdict::Keep,
            Match::None => Verdict::Take,
        }
    }
}

/// The user's git excludes (`core.excludesFile`), read for one walk.
#[derive(Debug)]
struct UserExcludes(Gitignore);

impl UserExcludes {
    fn new(file: Option<&Path>, root: &Path) -> Self {
        // The user's own file may be a link to anywhere.
        let read = file.and_then(|file| read_rules(root, file, Path::new("/")).ok());
        Self(read.unwrap_or_else(Gitignore::empty))
    }
}

/// Globs that do not come from the project.
#[derive(Debug)]
pub(super) struct UserGlobs {
    caller: CallerGlobs,
    /// They count inside repositories only.
    excludes: UserExcludes,
}

impl UserGlobs {
    /// # Errors
    /// If one of the caller's globs is invalid, or if they are too many or too large.
    pub(super) fn new(root: &Path, options: &WalkOptions) -> Result<Self, GlobError> {
        let caller = CallerGlobs::new(&options.ignore, root)?;
        let excludes = UserExcludes::new(options.user_excludes.as_deref(), root);
        Ok(Self { caller, excludes })
    }
}

/// Reads the rules of one file, relative to a directory. Lines that are invalid globs are skipped,
/// as by git and ripgrep.
fn read_rules(directory: &Path, file: &Path, within: &Path) -> Result<Gitignore, OpenError> {
    let bytes = read_file(file, within, MAX_RULE_BYTES)?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.trim_start_matches('\u{feff}').lines();
    compile(directory, Some(file), lines.map(Cow::Borrowed))
        .ok_or(OpenError::TooLarge { size: bytes.len() as u64, limit: MAX_PATTERN_BYTES as u64 })
}

/// Compiles rules, relative to a directory. `None` if they take too much work.
fn compile<'a>(
    directory: &Path,
    file: Option<&Path>,
    rules: impl Iterator<Item = Cow<'a, str>>,
) -> Option<Gitignore> {
    let mut builder = GitignoreBuilder::new(directory);
    let is_gits = file.is_none_or(|of| !of.ends_with(".ignore") && !of.ends_with(".rgignore"));
    let mut patterns = 0;
    for rule in rules {
        let is_comment = rule.starts_with('#');
        // `*.o` and `**/x` are looked up like names.
        let rest = rule.trim_start_matches(['!', '/', '*']);
        if !is_comment && rest.contains(['*', '?', '[', '{', '\\']) {
            patterns += rule.len();
        }
        if patterns > MAX_PATTERN_BYTES {
            return None;
        }
        if GlobError::check_size(&rule).is_ok() {
            let line = if is_gits { as_of_git(&rule) } else { Some(Cow::Borrowed(&*rule)) };
            let _ = line.map(|line| builder.add_line(file.map(Path::to_path_buf), &line));
        }
    }
    Some(builder.build().unwrap_or_else(|_| Gitignore::empty()))
}

/// Rules of `.gitattributes` files about files' class (`linguist-generated` and its kin), nearest
/// file first.
#[derive(Debug)]
pub(super) struct Attributes {
    above: Option<Arc<Attributes>>,
    kinds: [(FileKind, Gitignore); 3],
}

impl Attributes {
    /// Returns the attributes in a directory, given those above it.
    pub(super) fn enter(
        above: Option<&Arc<Attributes>>,
        directory: &Path,
        top: &Path,
        files: RuleFiles,
    ) -> Option<Arc<Attributes>> {
        let file = files.attributes.then(|| directory.join(".gitattributes"));
        let bytes = file.and_then(|file| read_file(&file, top, MAX_RULE_BYTES).ok());
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        let Some(text) = text.filter(|text| text.contains("linguist-")) else {
            return above.cloned();
        };
        let kinds = [
            (FileKind::Generated, "linguist-generated"),
            (FileKind::Vendored, "linguist-vendored"),
            (FileKind::Documentation, "linguist-documentation"),
        ];
        let kinds = kinds.map(|(kind, attribute)| (kind, Self::globs(&text, attribute, directory)));
        Some(Arc::new(Attributes { above: above.cloned(), kinds }))
    }

    /// Compiles the patterns that set an attribute as rules, and those that unset it as their
    /// exceptions.
    fn globs(text: &str, attribute: &str, directory: &Path) -> Gitignore {
        let rules = text.lines().flat_map(|line| {
            let mut words = line.split_whitespace();
            let pattern = words.next().filter(|pattern| !pattern.starts_with(['#', '!', '"']));
            let words = words.filter_map(move |word| {
                let (name, value) = word.split_once('=').unwrap_or((word, "true"));
                let unset = name.starts_with(['-', '!']) || value == "false";
                let is_of_attribute = name.trim_start_matches(['-', '!']) == attribute;
                is_of_attribute.then_some(if unset { "!" } else { "" })
            });
            words.filter_map(move |sign| Some(Cow::Owned(format!("{sign}{}", pattern?))))
        });
        compile(directory, None, rules).unwrap_or_else(Gitignore::empty)
    }

    /// Returns a file's class, after the attributes set and unset its kinds.
    pub(super) fn apply(&self, class: FileClass, path: &Path) -> FileClass {
        let mut result = class;
        for index in 0..self.kinds.len() {
            let chain = std::iter::successors(Some(self), |attributes| attributes.above.as_deref());
            let kind = FileClass::only(self.kinds[index].0);
            let matched = chain
                .map(|attributes| attributes.kinds[index].1.matched(path, false))
                .find(|m| !m.is_none());
            match matched {
                Some(Match::Ignore(_)) => result = result.with(kind),
                Some(Match::Whitelist(_)) => result = result.without(kind),
                _ => {}
            }
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_expressions_are_told_from_globs() {
        let check = |glob: &str, expected: bool| assert_eq!(is_regex(glob), expected, "{glob}");
        for glob in [
            "dist", "dist/", "*.rs", "foo.*", ".*", "**/x/**", "[ab]*", "a{b,c}", "!keep",
            "*.test.*", "src/.*", "a(1).txt",
        ] {
            check(glob, false);
        }
        for glob in
            [r".*\.rs$", "^src", r"\.py", "(a|b)", ".*test.*", "foo.+", r"test_\d+", "src/.*/x"]
        {
            check(glob, true);
        }
    }

    #[test]
    fn rules_of_git_know_no_alternatives() {
        let check = |rule: &str, path: &str, expected: bool| {
            let rules = || std::iter::once(Cow::Borrowed(rule));
            let rules = compile(Path::new("/work"), None, rules()).expect("few rules");
            assert_eq!(rules.matched(path, false).is_ignore(), expected, "{rule} on {path}");
        };
        check("{use,x}.py", "use.py", false);
        check("{use,x}.py", "{use,x}.py", true);
        check("\\{a}[{}].py", "{a}}.py", true);
        check("use.py\t", "use.py", false);
        check("use.py\t", "use.py\t", true);
        check("use.py ", "use.py", true);
        let file = Path::new("/work/.ignore");
        let rules = std::iter::once(Cow::Borrowed("{use,x}.py"));
        let rules = compile(Path::new("/work"), Some(file), rules).expect("few rules");
        assert!(rules.matched("use.py", false).is_ignore());
    }

    #[test]
    fn caller_globs_are_read_in_every_usual_spelling() {
        let root = Path::new("/work/app");
        let check = |glob: &str, path: &str, is_directory: bool, expected: bool| {
            let globs = CallerGlobs::new(&[glob.to_owned()], root).expect("a glob");
            let matched = globs.0.matched(root.join(path), is_directory).is_ignore();
            assert_eq!(matched, expected, "{glob} on {path}");
        };
        check("dist", "a/dist", true, true);
        check("dist/", "a/dist", true, true);
        check("dist/", "a/dist", false, false);
        check("./dist", "dist", true, true);
        check("./dist", "a/dist", true, false);
        check("/work/app/dist", "dist", true, true);
        check("*.snap", "a/b.snap", false, true);
        check("a/**", "a/b/c", false, true);
        check("#x#", "a/#x#", false, true);
    }

    #[test]
    fn bad_globs_say_what_is_wrong() {
        let check = |glob: &str, expected: &str| {
            let error = CallerGlobs::new(&[glob.to_owned()], Path::new("/w"))
                .expect_err("no glob")
                .to_string();
            assert!(error.contains(expected), "{error}");
        };
        check("", "empty");
        check(&format!("{}a{}", "{a,".repeat(20_000), "}".repeat(20_000)), "too much for a glob");
        check(&format!("{}a{}", "{a,".repeat(21), "}".repeat(21)), "too much for a glob");
        check("!", "empty");
        check("^src/.*$", "regular expression");
        check("[ab", "no glob");
        check("{a,b", "no glob");
    }
}
