//! Languages as data: their files, grammars, queries and settings.
//!
//! A language is a folder under `languages/`. Its `language.toml` is read and its queries are
//! compiled on first use.

mod alternatives;
mod bodies;
mod comment_runs;
mod config;
pub mod cursor;
pub(crate) mod embedded;
mod event_rules;
mod families;
mod files;
mod foreign;
mod generated_members;
mod grammars;
mod graph_rules;
mod lazy_regex;
mod lines;
mod mock_rules;
mod patches;
mod preprocessor;
mod query;
mod readable;
mod route_rules;
pub mod scanner;
mod templates;
mod test_rules;
mod visibility;

pub use config::{
    CommentMarks, ConditionRule, LanguageConfig, LanguageRole, OutlineRules, Patch, PatternContext,
    PatternRules, ProjectRules,
};
pub use event_rules::EventRules;
pub use families::{Dialect, Family, Imports};
pub use files::{CodeParts, FileKind};
pub use foreign::Foreign;
pub use graph_rules::{GlobalImports, GraphRules};
pub use lazy_regex::LazyRegex;
pub use lines::{Ends, LineRule, LineRules, NOTHING_ENDS, TOP_LEVEL, TextKind, TextRule};
pub use mock_rules::MockRules;
pub use patches::{Broken, Place};
pub use query::{
    Capture, CompiledQuery, ExpressionCapture, GraphCapture, Match, QueryKind, SymbolCapture,
};
pub use readable::{CodeInMarkup, Unparsed};
pub use route_rules::RouteRules;
pub use templates::Templates;
pub use test_rules::{GivenRules, Taken, Taking, TestRules};
pub use visibility::VisibilityRules;

use crate::domain::SymbolKind;
use regex::Regex;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::Path;
use std::sync::{LazyLock, OnceLock};

/// One language. All are static; two are equal if their ids are.
pub struct Language {
    /// Name of the folder, and value of `language` in answers.
    pub id: &'static str,
    pub config: LanguageConfig,
    grammar: OnceLock<Option<tree_sitter::Language>>,
    queries: [OnceLock<Option<CompiledQuery>>; QueryKind::ALL.len()],
    opaque: OnceLock<Vec<u16>>,
    patches: patches::Patches,
    lines: OnceLock<Option<LineRules>>,
}

impl std::fmt::Debug for Language {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Language({})", self.id)
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Language {}

impl Language {
    /// Returns the grammar; `None` for a language that is known by name only.
    pub fn grammar(&self) -> Option<&tree_sitter::Language> {
        self.grammar.get_or_init(|| grammars::grammar(self.id)).as_ref()
    }

    /// Returns the compiled query of a kind; `None` if the language has none.
    ///
    /// # Panics
    /// When an embedded query does not compile; a test compiles every one.
    pub fn query(&self, kind: QueryKind) -> Option<&CompiledQuery> {
        self.queries[kind as usize]
            .get_or_init(|| {
                let grammar = self.grammar()?;
                let source = self.query_source(kind)?;
                let compiled = CompiledQuery::new(grammar, kind, &source);
                Some(compiled.unwrap_or_else(|error| {
                    panic!("languages/{}/{}: {error}", self.id, kind.file_name())
                }))
            })
            .as_ref()
    }

    /// Returns whether nodes of a kind hold no definitions, so that an outline skips them.
    pub fn is_opaque(&self, kind_id: u16) -> bool {
        let kinds = self.opaque.get_or_init(|| {
            let Some(grammar) = self.grammar() else { return Vec::new() };
            self.config
                .outline
                .opaque
                .iter()
                .map(|kind| grammar.id_for_node_kind(kind, true))
                .collect()
        });
        kinds.contains(&kind_id)
    }

    /// Returns whether there is a query of a kind, without compiling it.
    pub fn has_query(&self, kind: QueryKind) -> bool {
        // Without its grammar, which a packager may leave out, a language has no queries.
        if self.grammar().is_none() {
            return false;
        }
        let is_own = self.text(kind.file_name()).is_some();
        let inherited = || {
            registry()
                .by_name(self.config.inherits.as_deref()?)
                .map(|parent| parent.has_query(kind))
        };
        is_own || inherited().unwrap_or(false)
    }

    /// Returns whether tests are told from what helps them: by marks, or by their names.
    pub fn marks_tests(&self) -> bool {
        let has_marks = || self.query(QueryKind::Symbols).is_some_and(CompiledQuery::marks_tests);
        let rules = &self.config.tests;
        !rules.unmarked && (rules.cases.get().is_some() || has_marks())
    }

    /// Returns the text of a file of the language's folder.
    fn text(&self, file: &str) -> Option<&'static str> {
        embedded::text(&format!("languages/{}/{file}", self.id))
    }

    /// Returns the text of a query: this folder's, else the inherited one. A text that begins with
    /// `; inherits` is appended to the inherited one; a line `; includes folder/file.scm` is
    /// replaced by that file, which several languages share.
    fn query_source(&self, kind: QueryKind) -> Option<String> {
        let own = self.text(kind.file_name());
        let inherited = || registry().by_name(self.config.inherits.as_deref()?)?.query_source(kind);
        match own {
            Some(own) if own.starts_with("; inherits") => Some(format!("{}\n{own}", inherited()?)),
            Some(own) => Some(own.to_owned()),
            None => inherited(),
        }
        .map(|source| with_included(&source))
    }

    /// Returns whether the definitions of its files are known, by a grammar or by lines.
    pub fn has_outline(&self) -> bool {
        self.grammar().is_some() || self.has_lines()
    }

    /// Returns the text of a query, for the fuzzer's oracle.
    #[cfg(fuzzing)]
    pub fn query_text(&self, kind: QueryKind) -> Option<String> {
        self.query_source(kind)
    }

    /// Returns whether a decorator's text is part of signatures.
    pub fn is_signature_decorator(&self, text: &str) -> bool {
        self.config.outline.signature_decorators.is_match(text)
    }

    /// Returns whether a decorator's text makes the function below it a property.
    pub fn is_property_decorator(&self, text: &str) -> bool {
        self.config.outline.property_decorators.is_match(text)
    }

    /// Returns the ranges of matching braces, including the closing one, by their start, in a
    /// language with directives.
    pub fn brace_pairs(&self, text: &str) -> Vec<Range<usize>> {
        preprocessor::brace_pairs(text, &self.config.alternatives, &self.config.comments)
    }

    /// Returns the insides of functions' bodies that do not hold a name, by position, in a language
    /// whose bodies are closed. Not all of them: only what is found without parsing.
    pub fn bodies_without(&self, text: &str, name: &str) -> Vec<Range<usize>> {
        if !self.config.graph.closed_bodies {
            return Vec::new();
        }
        bodies::insides_without(text, name, &self.config.alternatives, &self.config.comments)
    }

    /// Returns whether a place in a text is between conditional directives.
    pub fn is_conditional(&self, text: &str, at: usize) -> bool {
        preprocessor::is_conditional(text, at, &self.config.alternatives, &self.config.comments)
    }

    /// Returns the expression for lines at which a definition starts whatever precedes them.
    pub fn restart(&self) -> Option<&Regex> {
        self.config.outline.restart.get()
    }

    /// Returns the texts that may follow a called name. `None` if the file's extension alone does
    /// not determine the language, or if anything may follow.
    pub fn call_marks(&self, path: &Path) -> Option<&[String]> {
        let marks = self.config.graph.call_marks.as_slice();
        Some(marks).filter(|marks| self.is_settled_by_name(path) && !marks.is_empty())
    }

    /// Returns whether a file of this language by its name is so whatever its text says.
    pub fn is_settled_by_name(&self, path: &Path) -> bool {
        !self.config.disambiguate.iter().any(|rule| rule.is_for(path))
    }

    /// Returns whether a file of this language by its name is none of code by its text, as
    /// translations of Qt are that end like TypeScript.
    pub fn is_data_by_content<'t>(&self, path: &Path, text: impl Fn() -> Cow<'t, str>) -> bool {
        let is_data = |rule: &&config::Disambiguation| {
            registry().by_name(&rule.language).is_some_and(|language| !language.is_code())
        };
        let rules = self.config.disambiguate.iter().filter(|rule| rule.is_for(path));
        rules.filter(is_data).any(|rule| rule.pattern.is_match(&text()))
    }

    /// Splits a token that is a qualified name before its last part; `None` for other tokens.
    pub fn split_qualified<'t>(&self, token: &'t str) -> Option<(&'t str, &'t str)> {
        let config = &self.config;
        let (above, last) = token.rsplit_once(config.separator.as_str())?;
        let is_qualified = config.outline.qualified_names && !above.is_empty() && !last.is_empty();
        is_qualified.then_some((above, last))
    }

    /// Splits a token that is a qualified name, or a string that is one, before its last part.
    pub fn split_path<'t>(&self, token: &'t str) -> Option<(&'t str, &'t str)> {
        if !self.config.graph.strings_name_types {
            return self.split_qualified(token);
        }
        let (above, last) = token.rsplit_once(self.config.separator.as_str())?;
        (!above.is_empty() && !last.is_empty()).then_some((above, last))
    }

    /// Returns whether the case of letters makes no difference in names of a kind.
    pub fn ignores_case(&self, kind: SymbolKind) -> bool {
        let rules = &self.config.graph;
        rules.any_case && !rules.cased.iter().any(|cased| cased == kind.as_str())
    }

    /// Returns whether code of one language may use definitions of another.
    pub fn is_used_with(&self, other: &Language) -> bool {
        self.id == other.id
            || self.config.families.iter().any(|family| other.config.families.contains(family))
    }

    pub fn is_code(&self) -> bool {
        self.config.role == LanguageRole::Code
    }

    /// Returns whether it is code whose definitions are known.
    pub fn is_outlined_code(&self) -> bool {
        self.is_code() && self.has_outline()
    }
}

/// All languages, with look-ups by name and by file.
pub struct Registry {
    languages: Vec<Language>,
    by_name: HashMap<String, usize>,
    by_extension: HashMap<String, usize>,
    by_filename: HashMap<String, usize>,
    by_interpreter: HashMap<String, usize>,
    directory_stems: HashSet<String>,
}

/// Returns what separates the names of a path in a language; a dot where it is not known.
pub fn separator(language: Option<&'static Language>) -> &'static str {
    language.map_or(".", |language| language.config.separator.as_str())
}

/// Returns the registry of the languages in this build.
pub fn registry() -> &'static Registry {
    static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::load);
    &REGISTRY
}

impl Registry {
    fn load() -> Self {
        let files = embedded::files("languages");
        let ids = files.filter_map(|(path, _)| path.strip_suffix("/language.toml"));
        let mut languages: Vec<Language> = ids.map(load_language).collect();
        languages.sort_by_key(|language| language.id);
        let mut registry = Registry {
            by_name: HashMap::new(),
            by_extension: HashMap::new(),
            by_filename: HashMap::new(),
            by_interpreter: HashMap::new(),
            directory_stems: HashSet::new(),
            languages,
        };
        for (index, language) in registry.languages.iter().enumerate() {
            let config = &language.config;
            registry.by_name.insert(language.id.to_owned(), index);
            registry.by_name.insert(config.name.to_lowercase(), index);
            registry
                .by_name
                .extend(config.aliases.iter().map(|alias| (alias.to_lowercase(), index)));
            registry
                .by_extension
                .extend(config.extensions.iter().map(|extension| (extension.clone(), index)));
            registry.by_filename.extend(config.filenames.iter().map(|name| (name.clone(), index)));
            registry
                .by_interpreter
                .extend(config.interpreters.iter().map(|name| (name.clone(), index)));
            registry.directory_stems.extend(config.project.directory_stems.iter().cloned());
        }
        registry
    }

    /// Returns whether a file of this stem stands for its directory, in any language.
    pub fn stands_for_directory(&self, stem: &str) -> bool {
        self.directory_stems.contains(stem)
    }

    /// Returns whether a file's stem says nothing of what is in it: it stands for its directory, or
    /// is where a program begins.
    pub fn is_common_stem(&self, stem: &str) -> bool {
        stem == "main" || self.stands_for_directory(stem)
    }

    /// Returns all languages, sorted by id.
    pub fn all(&self) -> &[Language] {
        &self.languages
    }

    /// Finds a language by id, name or alias, in any case; also by a file extension, since users
    /// say "rs".
    pub fn by_name(&self, name: &str) -> Option<&Language> {
        let name = name.trim_start_matches('.').to_lowercase();
        let index = self.by_name.get(&name).or_else(|| self.by_extension.get(&name))?;
        Some(&self.languages[*index])
    }

    /// Finds a language by the file's name alone.
    pub fn for_path(&self, path: &Path) -> Option<&Language> {
        // The extension may be valid UTF-8 where the rest of the name is not.
        let name = path.file_name()?.to_string_lossy();
        let name = name.as_ref();
        if let Some(index) = self.by_filename.get(name) {
            return Some(&self.languages[*index]);
        }
        // The longest extension counts first: `d.ts` before `ts`.
        let mut rest = name;
        while let Some((_, ending)) = rest.split_once('.') {
            let index = self
                .by_extension
                .get(ending)
                .or_else(|| self.by_extension.get(&ending.to_lowercase()));
            if let Some(index) = index {
                return Some(&self.languages[*index]);
            }
            rest = ending;
        }
        None
    }

    /// Finds a language by name and content: a shared extension is decided by the text, a missing
    /// one by its `#!` line.
    pub fn for_source(&self, path: &Path, text: &str) -> Option<&Language> {
        let Some(language) = self.for_path(path) else { return self.for_interpreter(text) };
        language
            .config
            .disambiguate
            .iter()
            .filter(|rule| rule.is_for(path))
            .find(|rule| rule.pattern.is_match(text))
            .and_then(|rule| self.by_name(&rule.language))
            .or(Some(language))
    }

    fn for_interpreter(&self, text: &str) -> Option<&Language> {
        let line = text.strip_prefix("#!")?.lines().next()?;
        let word = line
            .split_whitespace()
            .map(|word| word.rsplit('/').next().unwrap_or(word))
            .find(|word| *word != "env" && !word.starts_with('-'))?;
        let word =
            word.trim_end_matches(|character: char| character.is_ascii_digit() || character == '.');
        self.by_interpreter.get(word).map(|index| &self.languages[*index])
    }
}

/// Returns a query's text with each line that includes a file replaced by that file.
fn with_included(source: &str) -> String {
    let mut text = String::with_capacity(source.len());
    for line in source.split_inclusive('\n') {
        let path = line.strip_prefix("; includes ").map(str::trim_end);
        text.push_str(path.map_or(line, |path| {
            let file = embedded::text(&format!("languages/{path}"));
            file.unwrap_or_else(|| panic!("languages/{path} is included and missing"))
        }));
    }
    text
}

/// Settings that identify a language; they are never inherited.
const OWN_SETTINGS: [&str; 6] =
    ["name", "aliases", "extensions", "filenames", "interpreters", "disambiguate"];

/// Parses a folder's `language.toml`. A broken one is a bug in this crate, which every test that
/// loads the registry finds.
fn read_table(id: &str) -> toml::Table {
    embedded::text(&format!("languages/{id}/language.toml"))
        .unwrap_or_else(|| panic!("languages/{id}/language.toml is missing"))
        .parse()
        .unwrap_or_else(|error| panic!("languages/{id}/language.toml: {error}"))
}

fn load_language(id: &'static str) -> Language {
    let mut table = read_table(id);
    if let Some(parent) = table.get("inherits").and_then(toml::Value::as_str) {
        for (key, value) in read_table(parent) {
            if !OWN_SETTINGS.contains(&key.as_str()) {
                table.entry(key).or_insert(value);
            }
        }
    }
    let mut config: LanguageConfig =
        table.try_into().unwrap_or_else(|error| panic!("languages/{id}/language.toml: {error}"));
    if let Some(other) = &config.patches_of {
        let patches = read_table(other).remove("patch").map(toml::Value::try_into::<Vec<Patch>>);
        config.patch.extend(patches.and_then(Result::ok).unwrap_or_default());
    }
    let patches = patches::Patches::new(std::mem::take(&mut config.patch));
    Language {
        id,
        config,
        grammar: OnceLock::new(),
        queries: Default::default(),
        opaque: OnceLock::new(),
        patches,
        lines: OnceLock::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_that_capture_expressions_say_what_those_are() {
        for language in registry().all() {
            let Some(graph) = language.query_source(QueryKind::Graph) else { continue };
            let captured = ["@receiver", "@path", "@annotation", "@value", "@supertype"];
            let captures = captured.iter().any(|capture| graph.contains(capture));
            assert_eq!(
                captures,
                language.query_source(QueryKind::Expressions).is_some(),
                "{}",
                language.id
            );
        }
    }

    #[test]
    fn every_query_of_every_language_compiles() {
        for language in registry().all() {
            for kind in QueryKind::ALL {
                language.query(kind);
            }
        }
    }

    #[test]
    fn a_language_is_found_by_name_alias_and_ending() {
        for name in ["rust", "Rust", "rs", ".rs"] {
            assert_eq!(
                registry().by_name(name).map(|language| language.id),
                Some("rust"),
                "{name}"
            );
        }
        assert!(registry().by_name("klingon").is_none());
    }

    #[test]
    fn no_name_or_ending_belongs_to_two_languages() {
        let mut owners = HashMap::new();
        for language in registry().all() {
            let config = &language.config;
            let names = [language.id.to_owned(), config.name.to_lowercase()]
                .into_iter()
                .chain(config.aliases.clone());
            let names: std::collections::BTreeSet<String> = names.collect();
            for name in names {
                assert_eq!(owners.insert(name.clone(), language.id), None, "{name}");
            }
        }
        owners.clear();
        for language in registry().all() {
            let config = &language.config;
            let files = config.filenames.iter().map(|name| format!("file {name}"));
            let interpreters = config.interpreters.iter().map(|name| format!("#! {name}"));
            for ending in config.extensions.iter().cloned().chain(files).chain(interpreters) {
                assert_eq!(owners.insert(ending.clone(), language.id), None, "{ending}");
            }
        }
    }

    #[test]
    fn shared_endings_are_decided_by_the_text() {
        for (name, text, expected) in [
            ("a.h", "struct point { int x; };\n", Some("c")),
            ("a.h", "#include <stdint.h>\nint class;\n", Some("c")),
            ("a.h", "namespace geo {\nclass Point;\n}\n", Some("cpp")),
            ("a.h", "#include <vector>\n", Some("cpp")),
            ("a.h", "class Point;\nint read(int key);\n", Some("cpp")),
            ("a.h", "int read(int at, geo::Key key);\n", Some("cpp")),
            ("a.h", "/*\n * read(geo::Key key);\n */\nint read(int key);\n", Some("c")),
            ("a.h", "#import <Foundation/Foundation.h>\n", Some("objc")),
            ("a.h", "/**\n * @class Shape\n */\nstruct shape;\n", Some("c")),
            ("a.h", "class Q_EXPORT Point : public Base {\n", Some("cpp")),
            ("a.ts", "export const a = 1;\n", Some("typescript")),
            ("a.ts", "<?xml version=\"1.0\"?>\n<!DOCTYPE TS>\n", Some("xml")),
            ("a.d.ts", "", Some("typescript")),
            ("run", "#!/usr/bin/env python3.12\n", Some("python")),
            ("run", "#!/bin/sh -e\n", Some("shell")),
            ("run", "nothing", None),
            ("Dockerfile", "FROM scratch\n", Some("dockerfile")),
            ("A.HPP", "", Some("cpp")),
        ] {
            let found = registry().for_source(Path::new(name), text).map(|language| language.id);
            assert_eq!(found, expected, "{name}: {text}");
        }
    }

    #[test]
    fn languages_inherit_settings_and_not_names() {
        let tsx = registry().by_name("tsx").expect("TSX is known");
        let typescript = registry().by_name("ts").expect("TypeScript is known");
        assert_eq!((tsx.id, tsx.config.name.as_str()), ("tsx", "TSX"));
        assert_eq!(tsx.config.tests.files, typescript.config.tests.files);
        assert!(tsx.query(QueryKind::Symbols).is_some());
    }

    #[test]
    fn stems_of_directories_come_from_the_tables() {
        let check = |stem: &str, expected: [bool; 2]| {
            let registry = registry();
            let is = [registry.stands_for_directory(stem), registry.is_common_stem(stem)];
            assert_eq!(is, expected, "{stem}");
        };
        for stem in ["mod", "lib", "index", "__init__"] {
            check(stem, [true, true]);
        }
        check("main", [false, true]);
        check("cache", [false, false]);
    }

    #[test]
    fn every_inherited_language_exists() {
        for language in registry().all() {
            if let Some(parent) = &language.config.inherits {
                assert!(
                    registry().by_name(parent).is_some(),
                    "{} inherits from {parent}",
                    language.id
                );
            }
        }
    }
}
