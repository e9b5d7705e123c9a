//! What sort of file it is, beside its language: written here or brought along, by hand or by a program, code or test.
//!
//! Natures rank and filter; they never hide. Each is told by the evidence that people themselves go by: names that are
//! reserved by convention (`__tests__`, `node_modules`), names that mean something beside a manifest (`test` next to a
//! `package.json`, but not `django/test`, which is a library), licences of other people's code, marks at the top of the text.
//!
//! Support code for tests (`test_utils.rs`, `cargo-test-support`) is not a test: others build on it.

use crate::lang::{Language, LanguageRole, registry};
use globset::{GlobBuilder, GlobMatcher};
use std::collections::HashMap;
use std::sync::LazyLock;

/// One trait of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum NatureKind {
    /// Other people's code, brought along.
    Vendored,
    /// Written by a program.
    Generated,
    /// Written by hand, then squeezed.
    Minified,
    /// Translations and formats of one natural language.
    Locale,
    Test,
    /// Code that shows how the rest is used.
    Example,
    /// Prose, and what stands in the folder for it.
    Documentation,
}

impl NatureKind {
    /// In order of precedence: a vendored test is vendored first.
    pub const ALL: [NatureKind; 7] = [
        NatureKind::Vendored,
        NatureKind::Generated,
        NatureKind::Minified,
        NatureKind::Locale,
        NatureKind::Test,
        NatureKind::Example,
        NatureKind::Documentation,
    ];
}

/// All that is known of a file's nature; empty for a project's own code.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Nature(u8);

impl Nature {
    pub const NONE: Nature = Nature(0);

    pub const fn only(kind: NatureKind) -> Self {
        Nature(1 << kind as u8)
    }

    #[must_use]
    pub const fn with(self, other: Nature) -> Self {
        Nature(self.0 | other.0)
    }

    #[must_use]
    pub const fn without(self, other: Nature) -> Self {
        Nature(self.0 & !other.0)
    }

    pub const fn has(self, kind: NatureKind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    /// The project's own code: written here, by hand, and not to test or show other code.
    pub const fn is_own_code(self) -> bool {
        self.0 == 0
    }

    pub const fn is_test(self) -> bool {
        self.has(NatureKind::Test)
    }

    /// The one trait to count the file under; see [`NatureKind::ALL`] for the precedence.
    pub fn leading(self) -> Option<NatureKind> {
        NatureKind::ALL.into_iter().find(|kind| self.has(*kind))
    }
}

impl std::fmt::Debug for Nature {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_set().entries(NatureKind::ALL.into_iter().filter(|kind| self.has(*kind))).finish()
    }
}

/// Whether a file of this name holds keys or passwords by the customs of the programs that read it.
pub(super) fn is_secret(name: &str) -> bool {
    const NAMES: [&str; 12] = [
        ".env",
        ".git-credentials",
        ".htpasswd",
        ".netrc",
        "_netrc",
        ".npmrc",
        ".pypirc",
        "credentials.json",
        "id_dsa",
        "id_ecdsa",
        "id_ed25519",
        "id_rsa",
    ];
    const ENDINGS: [&str; 7] = [".jks", ".kdbx", ".keystore", ".p12", ".pem", ".pfx", ".ppk"];
    /// What is meant to be copied and filled in.
    const TEMPLATES: [&str; 5] = [".dist", ".example", ".sample", ".template", ".tmpl"];
    let is_environment = name.starts_with(".env.") && !TEMPLATES.iter().any(|ending| name.ends_with(ending));
    is_environment || NAMES.contains(&name) || ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// What a file's text tells about its nature: marks of a program's work in a comment of the first lines, or lines longer
/// than anybody writes. Looks at the beginning and at the number of lines only.
pub fn nature_of_content(text: &str) -> Nature {
    const FIRST_LINES: usize = 30;
    // Minifiers leave lines of thousands of bytes; prose with a paragraph a line stays well below this average.
    const LONG_AVERAGE: usize = 400;
    const LEAST: usize = 4096;
    let mut nature = Nature::NONE;
    let head = head_of(text, LEAST);
    if head.lines().take(FIRST_LINES).any(is_generated_mark) {
        nature = nature.with(Nature::only(NatureKind::Generated));
    }
    if text.len() >= LEAST {
        let lines = memchr::memchr_iter(b'\n', text.as_bytes()).count() + 1;
        if text.len() / lines > LONG_AVERAGE {
            nature = nature.with(Nature::only(NatureKind::Minified));
        }
    }
    nature
}

fn head_of(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn is_generated_mark(line: &str) -> bool {
    const COMMENT: [&str; 10] = ["//", "#", "/*", "*", "--", ";", "%", "<!--", "\"\"\"", "(*"];
    const MARKS: [&str; 9] = [
        "@generated",
        "do not edit",
        "do not modify",
        "code generated by",
        "automatically generated",
        "autogenerated",
        "auto-generated",
        "this file was generated",
        "this file is generated",
    ];
    let line = line.trim_start_matches('\u{feff}').trim_start();
    if !COMMENT.iter().any(|mark| line.starts_with(mark)) {
        return false;
    }
    let line = line.to_ascii_lowercase();
    MARKS.iter().any(|mark| line.contains(mark))
}

/// What a directory passes on to the files in it.
#[derive(Debug, Clone, Default)]
pub(super) struct DirectoryNature {
    nature: Nature,
    /// Languages, by place in the registry, whose test files these are.
    tests_of: u128,
    /// In a folder that holds one folder per natural language.
    in_locale: bool,
    /// Directly in a folder that may hold other people's code.
    in_bundle: bool,
    /// In a folder for prose that is also a usual name for code about documentation, so that only the prose counts.
    in_doc: bool,
}

/// What is known of a directory when it is entered.
pub(super) struct Directory<'a> {
    pub(super) name: &'a str,
    /// Relative to the root, with `/`.
    pub(super) relative: &'a str,
    /// It is directly in the root or beside a project's manifest.
    pub(super) at_project_top: bool,
    /// It holds a licence of its own; for a bundle, at least half of its directories do.
    pub(super) has_licence: bool,
}

const TEST_DIRECTORIES: [&str; 8] =
    ["tests", "__tests__", "testdata", "test_data", "__mocks__", "__snapshots__", "__fixtures__", "selftests"];
const TOP_TEST_DIRECTORIES: [&str; 7] = ["test", "spec", "specs", "e2e", "testsuite", "test-suite", "dtslint"];
const VENDORED_DIRECTORIES: [&str; 9] = [
    "vendor",
    "_vendor",
    "third_party",
    "third-party",
    "thirdparty",
    "node_modules",
    "bower_components",
    "jspm_packages",
    "Godeps",
];
const BUNDLES: [&str; 6] = ["deps", "extern", "external", "externals", "bundled", "subprojects"];
const LOCALE_DIRECTORIES: [&str; 5] = ["locale", "locales", "_locales", "translations", "i18n"];
const EXAMPLE_DIRECTORIES: [&str; 6] = ["example", "samples", "sample", "demos", "demo", "playground"];
const DOCUMENTATION_DIRECTORIES: [&str; 4] = ["docs", "documentation", "Documentation", "website"];

/// Whether a directory's nature depends on what stands beside it, so that [`Directory::at_project_top`] matters.
pub(super) fn depends_on_manifest(name: &str) -> bool {
    TOP_TEST_DIRECTORIES.contains(&name)
        || is_test_suite(name)
        || EXAMPLE_DIRECTORIES.contains(&name)
        || DOCUMENTATION_DIRECTORIES.contains(&name)
}

/// Whether a directory of this name may hold other people's code; their licences tell.
pub(super) fn is_bundle(name: &str) -> bool {
    BUNDLES.contains(&name)
}

/// `tests-integration`, `js_tests`.
fn is_test_suite(name: &str) -> bool {
    name.starts_with("tests-") || name.starts_with("tests_") || name.ends_with("-tests") || name.ends_with("_tests")
}

/// Whether a file's name is that of a licence.
pub(super) fn is_licence(name: &str) -> bool {
    ["LICENSE", "LICENCE", "COPYING", "UNLICENSE"]
        .iter()
        .any(|word| name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)))
}

impl DirectoryNature {
    /// The nature of a directory in this one.
    pub(super) fn enter(&self, directory: &Directory<'_>) -> Self {
        let Directory { name, relative, at_project_top, has_licence } = *directory;
        let mut entered = Self { in_bundle: false, ..self.clone() };
        let mut add = |kind: NatureKind| entered.nature = entered.nature.with(Nature::only(kind));
        let top = at_project_top;
        if TEST_DIRECTORIES.contains(&name) || top && (TOP_TEST_DIRECTORIES.contains(&name) || is_test_suite(name)) {
            add(NatureKind::Test);
        }
        let is_bundle = is_bundle(name);
        if VENDORED_DIRECTORIES.contains(&name) || (self.in_bundle || is_bundle) && has_licence {
            add(NatureKind::Vendored);
        }
        if self.in_locale && is_language_code(name) || name == "LC_MESSAGES" {
            add(NatureKind::Locale);
        }
        if name == "examples" || top && EXAMPLE_DIRECTORIES.contains(&name) {
            add(NatureKind::Example);
        }
        if top && DOCUMENTATION_DIRECTORIES.contains(&name) {
            add(NatureKind::Documentation);
        }
        if name.ends_with(".egg-info") || name.ends_with(".dist-info") {
            add(NatureKind::Generated);
        }
        entered.in_locale = LOCALE_DIRECTORIES.contains(&name) || self.in_locale && is_language_code(name);
        entered.in_bundle = is_bundle;
        entered.in_doc |= name == "doc";
        entered.tests_of |= TESTS.languages_of(name, relative);
        entered
    }

    /// The nature of a file in this directory. `relative` is its path relative to the root.
    pub(super) fn of_file(&self, name: &str, relative: &str, language: Option<&'static Language>) -> Nature {
        let mut nature = self.nature.with(nature_of_name(name));
        let mut add = |kind: NatureKind| nature = nature.with(Nature::only(kind));
        if self.in_locale && is_locale_data(name) {
            add(NatureKind::Locale);
        }
        let Some(language) = language else { return nature };
        let role = language.config.role;
        if role == LanguageRole::Prose || self.in_doc && role != LanguageRole::Code {
            add(NatureKind::Documentation);
        }
        if let Some(index) = TESTS.index_of(language)
            && (self.tests_of & (1 << index) != 0 || TESTS.is_test_file(index, name, relative))
        {
            add(NatureKind::Test);
        }
        nature
    }
}

fn nature_of_name(name: &str) -> Nature {
    const LOCKS: [&str; 12] = [
        "Cargo.lock",
        "package-lock.json",
        "npm-shrinkwrap.json",
        "yarn.lock",
        "pnpm-lock.yaml",
        "bun.lock",
        "poetry.lock",
        "uv.lock",
        "Pipfile.lock",
        "composer.lock",
        "Gemfile.lock",
        "go.sum",
    ];
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    if ends(&[".min.js", ".min.css", ".min.mjs", "-min.js", "-min.css", ".js.map", ".css.map"]) {
        return Nature::only(NatureKind::Minified);
    }
    if ends(&[".po", ".mo", ".pot", ".xlf", ".xliff", ".arb"]) {
        return Nature::only(NatureKind::Locale);
    }
    let generated =
        ends(&[".pb.go", ".pb.cc", ".pb.h", "_pb2.py", "_pb2_grpc.py", ".pb.rs", ".g.dart", ".freezed.dart"])
            || ends(&["_generated.go", "_generated.rs", ".Designer.cs", ".g.cs"])
            || name.contains(".generated.")
            || name.starts_with("zz_generated")
            || LOCKS.contains(&name);
    if generated { Nature::only(NatureKind::Generated) } else { Nature::NONE }
}

/// `de.json`, `pt-BR.yml`, `uk.ts` in a folder for translations.
fn is_locale_data(name: &str) -> bool {
    const DATA: [&str; 9] = ["json", "yml", "yaml", "properties", "toml", "strings", "ftl", "resx", "php"];
    const CODE: [&str; 5] = ["ts", "js", "mjs", "py", "rb"];
    let Some((stem, ending)) = name.split_once('.') else { return false };
    // Code of three letters is more often called `get` or `use` than Filipino.
    let is_code = CODE.contains(&ending) && stem.split(['_', '-']).next().is_some_and(|language| language.len() == 2);
    is_language_code(stem) && (is_code || DATA.contains(&ending))
}

/// `de`, `pt_BR`, `zh-Hant`, `es-419`. Only asked where translations are kept, since many short names look like one.
fn is_language_code(name: &str) -> bool {
    let mut parts = name.split(['_', '-', '@']);
    let language = parts.next().unwrap_or_default();
    (2..=3).contains(&language.len())
        && language.bytes().all(|byte| byte.is_ascii_lowercase())
        && parts.all(|part| (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// The globs of all languages for test files, arranged so that a file costs a few comparisons.
struct TestGlobs {
    places: HashMap<&'static str, usize>,
    /// Directories by their last name, each with the whole glob where the name alone does not decide.
    directories: HashMap<String, Vec<(u128, Option<GlobMatcher>)>>,
    /// Directories whose last name has a wildcard.
    wild_directories: Vec<(u128, GlobMatcher)>,
    /// By place in the registry.
    files: Vec<Vec<FileRule>>,
}

enum FileRule {
    Name(String),
    Affixes(String, String),
    /// Of a name.
    Pattern(GlobMatcher),
    Path(GlobMatcher),
}

static TESTS: LazyLock<TestGlobs> = LazyLock::new(TestGlobs::load);

impl TestGlobs {
    fn load() -> Self {
        let languages = registry().all();
        assert!(languages.len() <= 128, "one bit a language");
        let mut globs = Self {
            places: languages.iter().enumerate().map(|(index, language)| (language.id, index)).collect(),
            directories: HashMap::new(),
            wild_directories: Vec::new(),
            files: Vec::new(),
        };
        for (index, language) in languages.iter().enumerate() {
            let mut rules = Vec::new();
            for pattern in language.config.tests.files.iter().flat_map(|pattern| expand(pattern)) {
                match pattern.strip_suffix("/**") {
                    Some(directory) => globs.add_directory(1 << index, directory),
                    None => rules.extend(FileRule::new(&pattern)),
                }
            }
            globs.files.push(rules);
        }
        globs
    }

    fn add_directory(&mut self, language: u128, directory: &str) {
        let (above, name) = directory.rsplit_once('/').unwrap_or(("", directory));
        if name.contains(['*', '?']) {
            self.wild_directories.extend(glob(directory).map(|glob| (language, glob)));
            return;
        }
        let glob = if above == "**" { None } else { glob(directory) };
        self.directories.entry(name.to_owned()).or_default().push((language, glob));
    }

    fn languages_of(&self, name: &str, relative: &str) -> u128 {
        let plain = self.directories.get(name).into_iter().flatten();
        let plain = plain.filter(|(_, glob)| glob.as_ref().is_none_or(|glob| glob.is_match(relative)));
        let wild = self.wild_directories.iter().filter(|(_, glob)| glob.is_match(relative));
        plain.map(|(languages, _)| languages).chain(wild.map(|(languages, ..)| languages)).fold(0, |all, one| all | one)
    }

    fn index_of(&self, language: &Language) -> Option<usize> {
        self.places.get(language.id).copied()
    }

    fn is_test_file(&self, index: usize, name: &str, relative: &str) -> bool {
        self.files[index].iter().any(|rule| match rule {
            FileRule::Name(exact) => name == exact,
            FileRule::Affixes(start, end) => {
                name.len() >= start.len() + end.len()
                    && name.starts_with(start.as_str())
                    && name.ends_with(end.as_str())
            }
            FileRule::Pattern(glob) => glob.is_match(name),
            FileRule::Path(glob) => glob.is_match(relative),
        })
    }
}

impl FileRule {
    /// `None` of a pattern that is no glob.
    fn new(pattern: &str) -> Option<Self> {
        let name = pattern.strip_prefix("**/").unwrap_or(pattern);
        if name.contains('/') {
            return glob(pattern).map(FileRule::Path);
        }
        match name.split_once('*') {
            None if !name.contains('?') => Some(FileRule::Name(name.to_owned())),
            Some((start, end)) if !name.contains('?') && !end.contains('*') => {
                Some(FileRule::Affixes(start.to_owned(), end.to_owned()))
            }
            _ => glob(name).map(FileRule::Pattern),
        }
    }
}

/// A glob of a language description: `*` and `?` within a name, `**` over whole names.
pub(super) fn glob(pattern: &str) -> Option<GlobMatcher> {
    Some(GlobBuilder::new(pattern).literal_separator(true).build().ok()?.compile_matcher())
}

/// Every way through a pattern's braces; nested braces are expanded from the inside out.
fn expand(pattern: &str) -> Vec<String> {
    let Some(close) = pattern.find('}') else { return vec![pattern.to_owned()] };
    let Some(open) = pattern[..close].rfind('{') else { return vec![pattern.to_owned()] };
    let (before, after) = (&pattern[..open], &pattern[close + 1..]);
    pattern[open + 1..close].split(',').flat_map(|choice| expand(&format!("{before}{choice}{after}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nature of a path, as a walk comes to it; `projects` are the directories that hold a manifest.
    fn nature_of(path: &str, projects: &[&str]) -> Nature {
        let mut nature = DirectoryNature::default();
        let mut above = "";
        for (at, _) in path.match_indices('/') {
            let relative = &path[..at];
            let name = relative.rsplit('/').next().unwrap_or(relative);
            let at_project_top = above.is_empty() || projects.contains(&above);
            nature = nature.enter(&Directory { name, relative, at_project_top, has_licence: false });
            above = relative;
        }
        let name = path.rsplit('/').next().unwrap_or(path);
        nature.of_file(name, path, registry().for_path(std::path::Path::new(name)))
    }

    #[test]
    fn paths_tell_the_nature_of_files() {
        use NatureKind::{Documentation, Example, Generated, Locale, Minified, Test, Vendored};
        let check = |path: &str, expected: &[NatureKind]| {
            let expected = expected.iter().fold(Nature::NONE, |nature, kind| nature.with(Nature::only(*kind)));
            assert_eq!(nature_of(path, &["crates/web"]), expected, "{path}");
        };
        check("src/lib.rs", &[]);
        check("src/test_utils.rs", &[]);
        check("django/test/client.py", &[]);
        check("tests/basic.rs", &[Test]);
        check("tests/data/x.json", &[Test]);
        check("crates/web/test/page.dat", &[Test]);
        check("crates/other/test/page.dat", &[]);
        check("js_tests/admin/core.test.js", &[Test]);
        check("src/__tests__/a.js", &[Test]);
        check("vendor/zlib/inflate.c", &[Vendored]);
        check("admin/static/js/vendor/jquery/jquery.min.js", &[Vendored, Minified]);
        check("conf/locale/de/LC_MESSAGES/django.po", &[Locale]);
        check("conf/locale/de/formats.py", &[Locale]);
        check("conf/locale/__init__.py", &[]);
        check("src/locales/pt-BR.json", &[Locale]);
        check("src/locales/uk.ts", &[Locale]);
        check("src/locales/get.ts", &[]);
        check("api/service.pb.go", &[Generated]);
        check("Cargo.lock", &[Generated]);
        check("examples/echo.rs", &[Example]);
        check("docs/conf.py", &[Documentation]);
        check("src/docs/conf.py", &[]);
        check("doc/man_docs.go", &[]);
        check("doc/guide.md", &[Documentation]);
    }

    #[test]
    fn bundled_code_is_known_by_its_licence() {
        let enter = |nature: &DirectoryNature, name: &str, relative: &str, has_licence| {
            nature.enter(&Directory { name, relative, at_project_top: false, has_licence })
        };
        let check = |bundle_has, inside_has, expected| {
            let deps = enter(&DirectoryNature::default(), "deps", "deps", bundle_has);
            let inside = enter(&deps, "pcre", "deps/pcre", inside_has);
            assert_eq!(inside.nature.has(NatureKind::Vendored), expected);
        };
        check(false, true, true);
        check(true, false, true);
        check(false, false, false);
    }

    #[test]
    fn content_tells_generated_and_minified() {
        let check = |text: &str, expected: &[NatureKind]| {
            let expected = expected.iter().fold(Nature::NONE, |nature, kind| nature.with(Nature::only(*kind)));
            assert_eq!(nature_of_content(text), expected, "{}", head_of(text, 60));
        };
        check("// Code generated by protoc. DO NOT EDIT.\npackage x\n", &[NatureKind::Generated]);
        check("\u{feff}# @generated\nx = 1\n", &[NatureKind::Generated]);
        check("/*\n * This file is autogenerated\n */\n", &[NatureKind::Generated]);
        check("const MARK: &str = \"@generated\";\n", &[]);
        check("", &[]);
        check(&"var a=1;".repeat(2000), &[NatureKind::Minified]);
        check(&"let a = 1;\n".repeat(2000), &[]);
        check(&format!("{}// @generated\n", "x\n".repeat(5000)), &[]);
    }

    #[test]
    fn precedence_decides_what_a_file_is_counted_as() {
        let both = Nature::only(NatureKind::Test).with(Nature::only(NatureKind::Vendored));
        assert_eq!(both.leading(), Some(NatureKind::Vendored));
        assert_eq!(Nature::NONE.leading(), None);
    }
}
