//! Schema of `languages/<id>/language.toml`. Unknown keys are errors, so that the test that loads
//! every language finds typing mistakes.

use super::event_rules::EventRules;
use super::graph_rules::GraphRules;
use super::lazy_regex::LazyRegex;
use super::mock_rules::MockRules;
use super::route_rules::RouteRules;
use super::templates::TemplateRules;
use super::test_rules::TestRules;
use super::visibility::VisibilityRules;
use serde::Deserialize;
use std::path::Path;

/// Settings of one language, as its folder describes it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub struct LanguageConfig {
    /// Display name: "C++".
    pub name: String,
    /// Other accepted names (the folder's name always counts).
    #[serde(default)]
    pub aliases: Vec<String>,
    /// File name endings without the dot, lower case.
    #[serde(default)]
    pub extensions: Vec<String>,
    /// Whole file names.
    #[serde(default)]
    pub filenames: Vec<String>,
    /// Interpreters in a `#!` line, without version numbers.
    #[serde(default)]
    pub interpreters: Vec<String>,
    /// Groups of languages whose code uses each other's definitions. Empty: only the language
    /// itself uses them.
    #[serde(default)]
    pub families: Vec<String>,
    /// Language whose queries and settings are used where this folder has none.
    pub inherits: Option<String>,
    /// Language whose `[[patch]]` sections this one has too.
    pub patches_of: Option<String>,
    /// Rules for extensions that another language shares: the first pattern found in the text
    /// decides for that rule's language.
    #[serde(default)]
    pub disambiguate: Vec<Disambiguation>,
    /// Replacements for text that the language allows but the grammar cannot parse. Loading a
    /// language moves them out.
    #[serde(default)]
    pub patch: Vec<Patch>,
    #[serde(default)]
    pub alternatives: AlternativeRules,
    /// Templates: code between markup.
    #[serde(default)]
    pub template: Vec<TemplateRules>,
    /// True if copies that a program has minified lie beside its code.
    #[serde(default)]
    pub is_minified: bool,
    /// Reason why it has no grammar, if people would expect one.
    pub without_grammar: Option<String>,
    /// Limit of the bytes of a file that are parsed, for a grammar whose work on errors is
    /// quadratic.
    #[serde(default)]
    pub max_parsed_bytes: Option<usize>,
    /// Limit of the bytes that a parse allocates for each byte that it has read, for the same
    /// grammars: what exceeds it in one part is not of the language.
    #[serde(default)]
    pub max_allocated_per_byte: Option<usize>,
    /// Kind of content; prose and data rank below code.
    #[serde(default)]
    pub role: LanguageRole,
    #[serde(default)]
    pub comments: CommentMarks,
    /// Separator of the parts of a qualified name: `::`, `.`.
    #[serde(default = "dot")]
    pub separator: String,
    /// Names by which a method refers to its own object or type.
    #[serde(default)]
    pub self_names: Vec<String>,
    /// Words that can never be the name of a definition.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// Names of members that are constructors; `<class>` stands for the type's own name.
    #[serde(default)]
    pub constructors: Vec<String>,
    #[serde(default)]
    pub visibility: VisibilityRules,
    #[serde(default)]
    pub outline: OutlineRules,
    #[serde(default)]
    pub tests: TestRules,
    /// How tests write mocks, an entry for each library.
    #[serde(default)]
    pub mocks: Vec<MockRules>,
    /// How frameworks are told which member of which type answers requests for a path.
    #[serde(default)]
    pub routes: Vec<RouteRules>,
    /// How code hands something to functions that it does not name.
    #[serde(default)]
    pub events: EventRules,
    #[serde(default)]
    pub project: ProjectRules,
    /// Structural patterns: the spelling of `$`, and the contexts in which a bare fragment is
    /// tried.
    #[serde(default)]
    pub pattern: PatternRules,
    /// Rules for binding names to definitions, for the graph.
    #[serde(default)]
    pub graph: GraphRules,
}

fn dot() -> String {
    ".".into()
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disambiguation {
    /// Shared extension.
    pub extension: String,
    /// Regular expression, matched by line.
    #[serde(deserialize_with = "LazyRegex::by_line")]
    pub pattern: LazyRegex,
    pub language: String,
}

impl Disambiguation {
    /// Returns whether a file's extension is the shared one.
    pub fn is_for(&self, path: &Path) -> bool {
        path.extension().is_some_and(|extension| extension == self.extension.as_str())
    }
}

/// Directives of a preprocessor, `#` and a word, between which a text has alternatives. Where some
/// of them open a brace that others do not close, one is read.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlternativeRules {
    /// How the words of the directives begin. Without the first there are no alternatives.
    pub begin: String,
    pub next: String,
    pub end: String,
    /// Words of statements that open a brace. Other braces belong to definitions.
    pub statements: Vec<String>,
}

/// Replacement in the text that is parsed: the first group of `find` is parsed as `put`. Positions
/// and the text of nodes do not change. A match without the group is passed over.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patch {
    pub find: String,
    /// One ASCII character, which stands for each byte, or several, which spaces follow; a space by
    /// default.
    #[serde(default = "space")]
    pub put: String,
    /// Where it is made in broken texts, if less of them is broken then, or, in the whole of one,
    /// if the first error is further on; it is made in any text if this is left out.
    pub on_error: Option<OnError>,
    /// True if the identifiers in the replaced text are uses, such as those of macros.
    #[serde(default)]
    pub names: bool,
    /// Matches what is code in the replaced text, by its groups: other words there are no names,
    /// but those of groups with a name, which may be.
    #[serde(default)]
    pub code: LazyRegex,
    /// Matches the text of a file whose bare names such code sees, as it does in any file without
    /// this key. In others they are members of an object that the file makes.
    #[serde(default)]
    pub sees: LazyRegex,
}

/// Where a patch of broken texts is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnError {
    /// On lines with errors, and on those before them.
    Lines,
    /// In the whole text, or there if that mends more: the parser may tell an error long after its
    /// cause.
    File,
}

fn space() -> String {
    " ".to_owned()
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LanguageRole {
    #[default]
    Code,
    Prose,
    Data,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommentMarks {
    #[serde(default)]
    pub line: Vec<String>,
    /// Marks of `line` that are something else in some dialects: what is behind them is a comment
    /// for certain only where they begin a line.
    #[serde(default)]
    pub ambiguous: Vec<String>,
    #[serde(default)]
    pub block: Vec<[String; 2]>,
    /// Prefixes of comments that document what follows. Empty: every comment does.
    #[serde(default)]
    pub doc: Vec<String>,
    /// Number of consecutive comment lines from which on they are parsed as one comment: for
    /// grammars that scan past all comments of a run at each of them, which takes time quadratic in
    /// their number.
    pub joined_from: Option<usize>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutlineRules {
    /// Regular expression for the decorators that are part of a signature.
    #[serde(default)]
    pub signature_decorators: LazyRegex,
    /// Regular expression for the decorators that make a function a property.
    #[serde(default)]
    pub property_decorators: LazyRegex,
    /// Kinds of nodes that hold no definition for an outline. They are skipped unless they hold a
    /// syntax error, which may have swallowed anything.
    #[serde(default)]
    pub opaque: Vec<String>,
    /// Kinds of nodes that define a value in a function's body as elsewhere: `const MAX: u32 = 3`.
    #[serde(default)]
    pub local_items: Vec<String>,
    /// Kinds of nodes that belong to no definition around them: `#define` in a structure.
    #[serde(default)]
    pub unowned: Vec<String>,
    /// Up to three ASCII characters, one of which occurs in the text of every node that holds a
    /// definition, a decorator or a comment. Nodes without them are skipped. Empty: none is
    /// skipped.
    #[serde(default)]
    pub inside_needs: String,
    /// Regular expression, matched at the beginning of lines, for lines at which a definition
    /// starts whatever precedes them. Where a syntax error has swallowed such lines, parsing
    /// restarts there.
    #[serde(default, deserialize_with = "LazyRegex::at_line_start")]
    pub restart: LazyRegex,
    /// True if the body of a definition ends with the brace that closes it in the text, also at a
    /// syntax error.
    #[serde(default)]
    pub braces: bool,
    /// Words that start a token tree to be parsed as items, in macro bodies (`@macro.body`).
    #[serde(default)]
    pub item_words: Vec<String>,
    /// True if functions of a module are members of it, as of a class.
    #[serde(default)]
    pub module_members: bool,
    /// True if a table that members are written for is a type, of which its fields are members.
    #[serde(default)]
    pub tables_are_types: bool,
    /// True if one token may be a qualified name, as `Plug.Session.Store` in Elixir: the name is
    /// its last part.
    #[serde(default)]
    pub qualified_names: bool,
    /// Kinds of nodes that, without a body, hold what follows: to the next of them, or to the end
    /// of the block around them.
    #[serde(default)]
    pub unclosed: Vec<String>,
    /// Levels of nested definitions in an outline; deeper ones are left out.
    pub depth: Option<usize>,
    /// Limit of definitions in an outline. Above it the deepest are left out level by level, and of
    /// the last level those at the end.
    pub most: Option<usize>,
    /// Kinds of nodes at which control branches, for counting complexity. Words such as `&&` count
    /// as operators of expressions.
    #[serde(default)]
    pub branches: Vec<String>,
    /// Nodes of which parts run under a condition only.
    #[serde(default)]
    pub conditions: Vec<ConditionRule>,
}

/// A kind of node of which parts run under a condition only.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionRule {
    pub kind: String,
    /// The word before the condition where it is told: `if`, `in case`.
    pub word: String,
    /// The field of the condition, or the kind of its node; `None` for a default branch.
    pub condition: Option<String>,
    /// The field of what runs if it holds; without it, that is what follows the condition.
    pub then: Option<String>,
    /// The field of what runs if it does not hold.
    pub otherwise: Option<String>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectRules {
    /// Files that mark the root of a project.
    #[serde(default)]
    pub markers: Vec<String>,
    /// Files whose definitions and re-exports are the project's public API: `lib.rs`,
    /// `__init__.py`, `index.ts`.
    #[serde(default)]
    pub entry_points: Vec<String>,
    /// Stems of the files that stand for their directory: `mod`, `__init__`. They count for the
    /// files of every language.
    #[serde(default)]
    pub directory_stems: Vec<String>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternRules {
    /// Character that replaces `$` while a pattern is parsed, where `$` is no identifier character.
    pub expando: Option<char>,
    /// True if names are in lower case, and with them the metavariables of a pattern that is
    /// parsed.
    #[serde(default)]
    pub lower_case: bool,
    /// Text without which what follows is not parsed as code: `<?php `.
    #[serde(default)]
    pub lead: String,
    /// Contexts in which a bare fragment is tried: source with `{}` for the fragment, and the kind
    /// of node expected in its place.
    #[serde(default)]
    pub contexts: Vec<PatternContext>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternContext {
    pub source: String,
    pub kind: String,
}
