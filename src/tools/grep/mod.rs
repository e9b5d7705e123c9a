//! `grep`: lines that match a regular expression, a literal text or an AST pattern, each with its
//! enclosing symbol.

mod answer;
mod report;

use super::places::{is_glob, language, note_of_missing, note_of_project, starts};
use super::schema;
use super::{Tool, ToolCx, ToolError, ToolResult, one_or_many};
use crate::domain::{Budget, Evidence, Format};
use crate::engine::grep::{self, Globs, GrepError, GrepQuery, PatternMode};
use crate::engine::pattern::{self, PatternError, PatternQuery};
use crate::workspace::{Snapshot, SourcePath};
use answer::GrepAnswer;
use report::{GrepReport, Making, Mode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Default limit of results; the command line has none.
const MAX_RESULTS: usize = 200;

/// Width of a line for a model, in characters.
const LINE_WIDTH: usize = 240;

/// How the pattern is read.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum,
)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Syntax {
    /// A regular expression, as ripgrep has them.
    #[default]
    Regex,
    /// A text that means itself.
    Literal,
    /// Code with holes: $NAME for one node, $$$ARGS for several.
    Ast,
}

#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Params {
    /// What to look for.
    #[arg(required_unless_present = "expression", default_value = "", hide_default_value = true)]
    pattern: String,
    /// A pattern, also one that starts with a dash; of several, lines that match one
    #[serde(skip)]
    #[arg(short = 'e', long = "regexp", value_name = "PATTERN", allow_hyphen_values = true)]
    expression: Vec<String>,
    /// Default: the root.
    #[serde(default)]
    #[schemars(schema_with = "one_or_many")]
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// How the pattern is read; ast patterns are code with holes: `$NAME` one node, `$$$ARGS`
    /// several.
    #[serde(default)]
    #[arg(long, value_enum, default_value_t)]
    syntax: Syntax,
    /// The pattern means itself; short for --syntax literal
    #[serde(default)]
    #[schemars(extend("x-hidden" = true))]
    #[arg(short = 'F', long, conflicts_with = "syntax")]
    fixed_strings: bool,
    /// Only files of this language.
    #[arg(short = 't', long, visible_alias = "type")]
    language: Option<String>,
    /// Only files that match, such as `*.rs`; `!` excludes
    #[serde(default)]
    #[schemars(schema_with = "one_or_many", extend("x-hidden" = true))]
    #[arg(short, long, value_name = "GLOB", alias = "include")]
    glob: Vec<String>,
    /// No files below these paths or that match these globs
    #[serde(default)]
    #[schemars(schema_with = "one_or_many", extend("x-hidden" = true))]
    #[arg(long, value_name = "PATH")]
    exclude: Vec<String>,
    /// Ignore case.
    #[serde(default)]
    #[arg(short, long)]
    ignore_case: bool,
    /// As --ignore-case, unless the pattern has an upper case letter
    #[serde(skip)]
    #[arg(short = 'S', long, conflicts_with = "ignore_case")]
    smart_case: bool,
    /// Only whole words
    #[serde(default)]
    #[schemars(extend("x-hidden" = true))]
    #[arg(short = 'w', long)]
    word_regexp: bool,
    /// Lines that do not match
    #[serde(default)]
    #[schemars(extend("x-hidden" = true))]
    #[arg(short = 'v', long)]
    invert_match: bool,
    /// Lines around each match.
    #[serde(default)]
    #[arg(short = 'C', long, default_value_t = 0)]
    context: usize,
    /// Lines shown before each match
    #[schemars(extend("x-hidden" = true))]
    #[arg(short = 'B', long, value_name = "N")]
    before_context: Option<usize>,
    /// Lines shown after each match
    #[schemars(extend("x-hidden" = true))]
    #[arg(short = 'A', long, value_name = "N")]
    after_context: Option<usize>,
    /// Only counts, by file.
    #[serde(default)]
    #[arg(short, long)]
    count: bool,
    /// Only names of files.
    #[serde(default)]
    #[arg(short = 'l', long, visible_alias = "files-with-matches")]
    files_only: bool,
    /// Also search tests.
    #[serde(default = "schema::yes")]
    #[arg(long, value_name = "BOOL", default_value_t = true, action = clap::ArgAction::Set)]
    allow_tests: bool,
    /// Results at most; a command has no limit
    #[schemars(description = "Results at most.", extend("default" = MAX_RESULTS))]
    #[arg(short = 'm', long, value_name = "N", alias = "max-count")]
    max_results: Option<usize>,
    /// Flags of other greps for what is so here without a flag
    #[serde(skip)]
    #[arg(
        short = 'n',
        long = "line-number",
        short_aliases = ['r', 'R', 'E', 'P', 'H', 'I', 's'],
        aliases = ["recursive", "extended-regexp", "perl-regexp", "with-filename", "no-messages"],
        action = clap::ArgAction::Count,
        hide = true
    )]
    as_others_have: u8,
}

impl Params {
    /// Returns the same parameters, with the notation of other greps replaced.
    fn normal(mut self) -> Result<Self, ToolError> {
        if self.fixed_strings {
            self.syntax = Syntax::Literal;
        }
        if !self.expression.is_empty() {
            let pattern = self.joined_expressions()?;
            // The positional pattern is then the first path.
            let path = std::mem::replace(&mut self.pattern, pattern);
            self.paths.splice(0..0, (!path.is_empty()).then_some(path));
        }
        let left_out = self.exclude.drain(..).flat_map(|paths| {
            let paths = paths.split(',').map(|path| path.trim().trim_start_matches('!'));
            paths.filter(|path| !path.is_empty()).map(|path| format!("!{path}")).collect::<Vec<_>>()
        });
        self.glob.extend(left_out);
        self.ignore_case |= self.smart_case && !self.pattern.chars().any(char::is_uppercase);
        Ok(self)
    }

    /// Takes the expressions, and joins several to one that matches what any of them does.
    fn joined_expressions(&mut self) -> Result<String, ToolError> {
        let mut expressions = std::mem::take(&mut self.expression);
        if let [only] = expressions.as_mut_slice() {
            return Ok(std::mem::take(only));
        }
        let each = |expression: &String| match self.syntax {
            Syntax::Regex => Ok(format!("(?:{expression})")),
            Syntax::Literal => Ok(regex::escape(expression)),
            Syntax::Ast => {
                Err(ToolError::new("AST patterns are looked for one at a time", "give `-e` once"))
            }
        };
        let joined = expressions.iter().map(each).collect::<Result<Vec<_>, _>>()?.join("|");
        self.syntax = Syntax::Regex;
        Ok(joined)
    }

    /// Returns the same parameters, with paths that are globs among these.
    fn with_globs(mut self, snapshot: &Snapshot) -> Self {
        let is_path = |path: &String| !is_glob(path) || snapshot.resolve_target(path).is_ok();
        let (paths, globs): (Vec<String>, Vec<String>) = self.paths.into_iter().partition(is_path);
        self.paths = paths;
        self.glob.extend(globs);
        self
    }

    fn globs(&self) -> Result<Globs, ToolError> {
        Globs::new(&self.glob).map_err(|error| {
            ToolError::new(error.to_string(), "a glob is such as `*.rs`, `src/**` or `!tests`")
        })
    }
}

/// The tool.
pub(crate) struct Grep;

impl Tool for Grep {
    const NAME: &'static str = "grep";
    const COMMAND: &'static str = "grep";
    const TITLE: &'static str = "Find lines";
    const ABOUT: &'static str = "Finds every line that matches a regular expression, literal text or AST pattern (code with holes), each with the \
        symbol around it, in the files that ripgrep would search: messages, keys, comments, strings, syntax. \
        For uses of a symbol use find_references or find_callers.";
    const SEARCH_HINT: Option<&'static str> =
        Some("find every line by regex, literal text or syntax pattern");
    const MAX_TOKENS: usize = 8000;
    const COMMAND_IS_BOUNDED: bool = false;
    type Params = Params;
    type Answer = GrepAnswer<'static>;

    async fn run(cx: ToolCx, params: Params) -> ToolResult {
        cx.compute(move |cx| run(cx, params.normal()?)).await
    }
}

fn run(cx: &ToolCx, params: Params) -> ToolResult {
    if params.count && params.files_only {
        return Err(ToolError::new(
            "`count` and `filesOnly` exclude each other",
            "give one of them",
        ));
    }
    let is_path = |path: &&str| !is_glob(path) || exists(cx, path);
    let (snapshot, brought) =
        cx.snapshot(params.paths.iter().map(String::as_str).filter(is_path))?;
    let params = &params.with_globs(&snapshot);
    let (starts, missing) = starts(&snapshot, &params.paths)?;
    let max_results = params.max_results.or(default_results(cx));
    let mut found = match params.syntax {
        Syntax::Ast => pattern::run(&snapshot, &pattern_query(cx, params, starts, max_results)?)?,
        syntax => grep::run(&snapshot, &line_query(cx, params, starts, syntax, max_results)?)?,
    };
    found.notes.extend(brought.iter().map(note_of_project));
    found.notes.extend(missing.iter().map(note_of_missing));
    let mode = match (params.count, params.files_only) {
        (true, _) => Mode::Counts,
        (_, true) => Mode::FilesOnly,
        _ => Mode::Lines,
    };
    let making = Making {
        mode,
        evidence: if params.syntax == Syntax::Ast { Evidence::syntax() } else { Evidence::text() },
        question: format!("`{}`", params.pattern),
        max_results,
        names_wanted: names_wanted(cx, max_results),
        errors: missing,
        snapshot,
    };
    Ok(Box::new(GrepReport::new(found, making)))
}

/// Returns whether a file or directory has the path, such as `app/[id].tsx`; without a root it is
/// an absolute one.
fn exists(cx: &ToolCx, path: &str) -> bool {
    let given = Path::new(path);
    cx.roots().is_ok_and(|roots| match roots.is_empty() {
        true => given.is_absolute() && given.exists(),
        false => roots.resolve(path).is_ok(),
    })
}

fn line_query(
    cx: &ToolCx,
    params: &Params,
    starts: Vec<SourcePath>,
    syntax: Syntax,
    max_results: Option<usize>,
) -> Result<GrepQuery, ToolError> {
    Ok(GrepQuery {
        pattern: params.pattern.clone(),
        mode: if syntax == Syntax::Literal { PatternMode::Literal } else { PatternMode::Regex },
        starts,
        language: language(params.language.as_deref())?,
        globs: params.globs()?,
        ignore_case: params.ignore_case,
        whole_words: params.word_regexp,
        invert: params.invert_match,
        before: params.before_context.unwrap_or(params.context),
        after: params.after_context.unwrap_or(params.context),
        counts_only: params.count || params.files_only,
        allow_tests: params.allow_tests,
        max_results,
        width: width(cx),
    })
}

fn pattern_query(
    cx: &ToolCx,
    params: &Params,
    starts: Vec<SourcePath>,
    max_results: Option<usize>,
) -> Result<PatternQuery, ToolError> {
    let unknown = [
        ("ignoreCase", params.ignore_case),
        ("wordRegexp", params.word_regexp),
        ("invertMatch", params.invert_match),
    ];
    if let Some((name, _)) = unknown.iter().find(|(_, is_given)| *is_given) {
        return Err(ToolError::new(
            format!("AST patterns know no `{name}`"),
            "use a metavariable such as $NAME, or syntax \"regex\"",
        ));
    }
    Ok(PatternQuery {
        pattern: params.pattern.clone(),
        starts,
        language: language(params.language.as_deref())?,
        globs: params.globs()?,
        context: params
            .context
            .max(params.before_context.unwrap_or(0))
            .max(params.after_context.unwrap_or(0)),
        counts_only: params.count || params.files_only,
        allow_tests: params.allow_tests,
        max_results,
        width: width(cx),
    })
}

/// Returns the width of a line; `None` for pipes, which get lines as they are.
fn width(cx: &ToolCx) -> Option<usize> {
    (cx.format != Format::Plain).then_some(LINE_WIDTH)
}

/// Returns the default limit of results: one for models, none for a command line without a budget.
pub(super) fn default_results(cx: &ToolCx) -> Option<usize> {
    (cx.budget != Budget::UNLIMITED).then_some(MAX_RESULTS)
}

fn names_wanted(cx: &ToolCx, max_results: Option<usize>) -> report::Names {
    match cx.format {
        Format::Plain => report::Names::None,
        _ if cx.budget == Budget::UNLIMITED && max_results.is_none() => report::Names::WithinReason,
        _ => report::Names::All,
    }
}

impl From<GrepError> for ToolError {
    fn from(error: GrepError) -> Self {
        match &error {
            GrepError::Cancelled(_) => Self::cancelled(),
            _ => Self::from_problem(&error),
        }
    }
}

impl From<PatternError> for ToolError {
    fn from(error: PatternError) -> Self {
        match &error {
            PatternError::Cancelled(_) => Self::cancelled(),
            _ => Self::from_problem(&error),
        }
    }
}
