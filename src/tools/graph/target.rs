//! Targets in parameters: `symbol`, `file` and `line` in a call, words on the command line.

use super::filter::{PathRule, RowFilter};
use crate::engine::graph::target::{ResolveError, Target};
use crate::engine::graph::{GraphQuery, LspContext};
use crate::engine::grep::Globs;
use crate::lang::registry;
use crate::tools::limits::Listed;
use crate::tools::places::is_glob;
use crate::tools::{ToolCx, ToolError, one_or_listed, one_or_many, schema};
use crate::workspace::{PathError, Root, Snapshot, SourcePath};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;

/// The targets of a query of the graph: several symbols, or one place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct TargetParams {
    /// Names, `Type.method` or `file:line`, with commas.
    #[schemars(schema_with = "one_or_listed")]
    pub(crate) symbol: Vec<String>,
    /// File that defines it.
    pub(crate) file: Option<String>,
    /// Any line of it.
    pub(crate) line: Option<usize>,
}

/// One of the targets, as it was given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct GivenTarget {
    symbol: Option<String>,
    file: Option<String>,
    line: Option<usize>,
}

/// The queries of a call, one for each target.
pub(crate) struct GraphQueries {
    pub(crate) snapshot: Arc<Snapshot>,
    /// Projects that stand in for a missing root.
    pub(crate) brought: Vec<Root>,
    /// Each target as it was given, with its query, in the order of the call.
    pub(crate) each: Vec<(String, Result<GraphQuery, ToolError>)>,
    /// Filter for the rows of all answers.
    pub(crate) filter: RowFilter,
}

/// What the graph tools and impact have in common.
#[derive(Debug, Clone, Deserialize, JsonSchema, Args)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GraphParams {
    #[serde(flatten)]
    #[command(flatten)]
    target: TargetParams,
    /// Only rows under this path.
    #[arg(long, value_name = "PATH")]
    path: Option<String>,
    /// No rows under these paths. `path` and these may be globs
    #[serde(default)]
    #[schemars(schema_with = "one_or_many", extend("x-hidden" = true))]
    #[arg(long, value_name = "PATH")]
    exclude: Vec<String>,
    /// Include tests.
    #[serde(default = "schema::yes")]
    #[arg(long, value_name = "BOOL", default_value_t = true, action = clap::ArgAction::Set)]
    allow_tests: bool,
    /// Seconds for a language server.
    #[arg(long, value_name = "SECONDS")]
    wait: Option<f64>,
}

/// What the tools have in common that follow callers.
#[derive(Debug, Clone, Deserialize, JsonSchema, Args)]
pub(crate) struct CallerParams {
    #[serde(flatten)]
    #[command(flatten)]
    pub(crate) graph: GraphParams,
    /// Levels of callers.
    #[serde(default = "one")]
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) depth: usize,
}

/// The limit of an answer's rows, `N` unless given.
#[derive(Debug, Clone, Deserialize, JsonSchema, Args)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RowLimit<const N: usize> {
    /// Rows at most.
    #[schemars(default = "default_rows::<N>")]
    #[arg(long, value_name = "N", help = format!("Rows at most, {N} unless given"))]
    max_results: Option<usize>,
}

const fn default_rows<const N: usize>() -> Option<usize> {
    Some(N)
}

impl<const N: usize> RowLimit<N> {
    /// Returns how many rows an answer may have.
    pub(crate) fn most(&self) -> MostRows {
        match self.max_results {
            Some(rows) => MostRows { rows, spare: 0 },
            None => MostRows { rows: N, spare: N / 10 },
        }
    }
}

/// How many rows an answer may have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MostRows {
    rows: usize,
    /// By how many rows an answer may be longer, if it is whole then: to say that a row is left out
    /// costs as much as the row.
    spare: usize,
}

impl MostRows {
    /// Returns the limit for an answer of `total` rows.
    pub(crate) fn of(self, total: usize) -> usize {
        if total <= self.rows + self.spare { total.max(self.rows) } else { self.rows }
    }

    /// Returns whether the caller of a tool chose the limit.
    pub(crate) const fn is_given(self) -> bool {
        self.spare == 0
    }
}

/// Seconds to wait for a language server, unless given.
pub(crate) const DEFAULT_WAIT: f64 = 1.5;

/// Levels of callers or callees, unless given.
pub(crate) const fn one() -> usize {
    1
}

impl TargetParams {
    /// Returns the targets, each once, in order. A list may also be written as one text, with
    /// commas between its items.
    fn each(&self) -> Vec<GivenTarget> {
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let listed = self.symbol.iter().flat_map(|text| listed(text));
        let symbols: Vec<&str> = listed.filter(|symbol| seen.insert(symbol)).collect();
        let given = |symbol: Option<&str>| GivenTarget {
            symbol: symbol.map(str::to_owned),
            file: self.file.clone(),
            line: self.line,
        };
        match symbols.as_slice() {
            [] => vec![given(None)],
            symbols => symbols.iter().map(|symbol| given(Some(symbol)).normal()).collect(),
        }
    }
}

/// Returns the items of a list with commas; a text that is none is its only item. Commas between
/// brackets separate arguments.
fn listed(text: &str) -> Vec<&str> {
    let (mut items, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, character) in text.char_indices() {
        match character {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                items.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    items.push(text[start..].trim());
    if items.iter().any(|item| item.is_empty()) { vec![text] } else { items }
}

impl GivenTarget {
    fn of_symbol(symbol: &str) -> Self {
        Self { symbol: Some(symbol.to_owned()), file: None, line: None }
    }

    /// Returns the same target, with a symbol of the form `file:line` split into file and line.
    fn normal(mut self) -> Self {
        let place = self.symbol.as_deref().and_then(|symbol| symbol.trim().rsplit_once(':'));
        if let Some((file, line)) = place.and_then(|(file, line)| Some((file, line.parse().ok()?)))
            && !file.is_empty()
            && !file.ends_with(':')
            && self.line.is_none()
            && self.file.is_none()
        {
            (self.file, self.line) = (Some(file.to_owned()), Some(line));
            self.symbol = None;
        }
        self
    }

    /// Returns the target as text.
    fn label(&self) -> String {
        match (&self.symbol, &self.file, self.line) {
            (Some(symbol), _, _) => symbol.clone(),
            (None, Some(file), Some(line)) => format!("{file}:{line}"),
            (None, file, _) => file.clone().unwrap_or_default(),
        }
    }
}

impl FromArgMatches for TargetParams {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self {
            symbol: matches.get_many("symbol").into_iter().flatten().cloned().collect(),
            file: matches.get_one::<String>("file").cloned(),
            line: matches.get_one::<usize>("line").copied(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for TargetParams {
    fn augment_args(command: Command) -> Command {
        command
            .arg(
                Arg::new("symbol")
                    .value_name("TARGET")
                    .help("What to ask about: symbols, file:line or file#Symbol")
                    .num_args(1..)
                    .required_unless_present("line"),
            )
            .arg(Arg::new("file").long("file").value_name("FILE").help("File that defines it"))
            .arg(
                Arg::new("line")
                    .long("line")
                    .value_name("N")
                    .value_parser(clap::value_parser!(usize))
                    .help("Line in the file: any of the definition")
                    .requires("file"),
            )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Returns the queries of a call, with the files that they are about and the filter for their
/// rows. `other` is the other end of paths.
pub(crate) fn graph_queries(
    cx: &ToolCx,
    params: &GraphParams,
    depth: usize,
    default_wait: f64,
    other: Option<&str>,
) -> Result<GraphQueries, ToolError> {
    if depth == 0 {
        return Err(ToolError::new(
            "`depth` begins at 1",
            "1 is what is direct, 2 what is one step further too",
        ));
    }
    // Before the files are examined, so that their state is known to be newer.
    let servers = cx.host.servers.clone().zip(cx.deadline(params.wait, default_wait)?);
    let lsp_context =
        servers.map(|(servers, deadline)| LspContext::new(servers, deadline, cx.progress.clone()));
    let given = params.target.each();
    Listed::Symbols.check(given.len())?;
    if let ([_, _, ..], Some(line)) = (given.as_slice(), params.target.line) {
        return Err(ToolError::new(
            format!("line {line} cannot belong to {} symbols", given.len()),
            "give `file:line` among the symbols, or one symbol with `line`",
        ));
    }
    // A file outside every project spoils the query about it and no others.
    let roots = cx.roots()?;
    let is_alone = given.len() == 1;
    let other = other.map(|other| GivenTarget::of_symbol(other).normal());
    let files = given.iter().chain(&other).filter_map(|given| split_file(given).1);
    let files: Vec<String> =
        files.filter(|file| is_alone || roots.for_request([file.as_str()]).is_ok()).collect();
    let (snapshot, brought) = cx.snapshot(files.iter().map(String::as_str))?;
    let filter = row_filter(&snapshot, params)?;
    let other = other.map(|other| target(&snapshot, &other)).transpose()?;
    let each = given.iter().map(|given| {
        let query = |target| GraphQuery {
            target,
            other: other.clone(),
            depth,
            lsp_context: lsp_context.clone(),
        };
        (given.label(), target(&snapshot, given).map(query))
    });
    let each = each.collect();
    Ok(GraphQueries { snapshot, brought, each, filter })
}

/// Returns the filter that the paths of a call make. Paths may be listed with commas, and one
/// behind `!` is where no rows are wanted.
fn row_filter(snapshot: &Snapshot, params: &GraphParams) -> Result<RowFilter, ToolError> {
    let (mut wanted, mut unwanted) = (Vec::new(), Vec::new());
    for item in params.path.iter().flat_map(|path| listed(path)) {
        match item.strip_prefix('!') {
            Some(item) => unwanted.extend(path_rule(snapshot, item)?),
            None => wanted.extend(path_rule(snapshot, item)?),
        }
    }
    for item in params.exclude.iter().flat_map(|path| listed(path)) {
        unwanted.extend(path_rule(snapshot, item.strip_prefix('!').unwrap_or(item))?);
    }
    Ok(RowFilter::new(params.allow_tests, wanted, unwanted))
}

/// Returns the files that a path or a glob means; `None` for all.
fn path_rule(snapshot: &Snapshot, path: &str) -> Result<Option<PathRule>, ToolError> {
    match snapshot.resolve_target(path) {
        Ok(path) => {
            let path = path.display.to_string();
            Ok((path != ".").then_some(PathRule::Under(path)))
        }
        Err(_) if is_glob(path) => {
            let globs = Globs::new(&[path]).map_err(|error| {
                ToolError::new(error.to_string(), "a glob is such as `*.rs` or `src/**`")
            })?;
            Ok(Some(PathRule::Matching(path.to_owned(), globs)))
        }
        Err(error) => Err(ToolError::from_problem(&error)),
    }
}

/// Returns the target that was given, with its file found.
fn target(snapshot: &Snapshot, given: &GivenTarget) -> Result<Target, ToolError> {
    let (symbol, file) = split_file(given);
    if let (Some((path, symbol)), None) = (file_and_symbol(snapshot, given), &file) {
        return Ok(located(Some(symbol), Some(path), given.line));
    }
    let Some(file) = file else {
        return Ok(match symbol.as_deref().and_then(|symbol| only_file(snapshot, symbol)) {
            Some(path) => located(None, Some(path), given.line),
            None => located(symbol, None, given.line),
        });
    };
    match (snapshot.resolve_target(&file), &symbol) {
        (Ok(path), _) => Ok(located(symbol, Some(path), given.line)),
        // The symbol may say which of the files it is.
        (Err(PathError::Several { .. }), Some(name)) if given.line.is_none() => {
            let plain = Target::of_symbol(name);
            let symbol = plain.symbol.map(|name| in_module(&file, &name));
            Ok(Target { symbol, ..plain })
        }
        // `shop.Foo#bar` is a path of names in some languages; what does not exist counts as a file
        // only where it ends like one of code.
        (Err(PathError::Missing { .. } | PathError::TooLong { .. }), _)
            if given.file.is_none()
                && given.line.is_none()
                && registry().for_path(Path::new(&file)).is_none() =>
        {
            Ok(located(given.symbol.clone(), None, None))
        }
        (Err(error), _) => Err(ToolError::from_problem(&error)),
    }
}

/// Returns the target of a symbol, which may be written with its parameters, at a place.
fn located(symbol: Option<String>, file: Option<SourcePath>, line: Option<usize>) -> Target {
    let target = symbol.map_or_else(Target::default, |symbol| Target::of_symbol(&symbol));
    Target { file, line, ..target }
}

/// Returns the qualified name of a symbol in a file's module: `store/cache/Cache.get` for
/// `store/cache.rs` and `Cache.get`.
fn in_module(file: &str, symbol: &str) -> String {
    let (directory, name) = file.rsplit_once('/').unwrap_or(("", file));
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let parts = directory.split('/').chain([stem]);
    let parts = parts.filter(|part| !matches!(*part, "" | "." | "…" | "..."));
    parts.chain([symbol]).collect::<Vec<_>>().join("/")
}

/// Returns the file that a symbol is the path of.
fn only_file(snapshot: &Snapshot, symbol: &str) -> Option<SourcePath> {
    let path = symbol.contains(['.', '/']).then(|| snapshot.roots().resolve(symbol).ok())??;
    path.absolute.is_file().then_some(path)
}

/// Splits `file:Symbol`, if there is such a file.
fn file_and_symbol(snapshot: &Snapshot, given: &GivenTarget) -> Option<(SourcePath, String)> {
    let (file, symbol) = given.symbol.as_deref()?.split_once(':')?;
    let is_name = symbol.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
    let path = only_file(snapshot, file).filter(|_| is_name)?;
    Some((path, symbol.to_owned()))
}

/// Splits `file#Symbol`.
fn split_file(given: &GivenTarget) -> (Option<String>, Option<String>) {
    if given.file.is_none()
        && let Some((file, symbol)) =
            given.symbol.as_deref().and_then(|symbol| symbol.split_once('#'))
        && file.contains(['.', '/'])
        && !symbol.is_empty()
    {
        return (Some(symbol.to_owned()), Some(file.to_owned()));
    }
    (given.symbol.clone(), given.file.clone())
}

impl From<ResolveError> for ToolError {
    fn from(error: ResolveError) -> Self {
        match error {
            ResolveError::Cancelled(_) => ToolError::cancelled(),
            _ => ToolError::from_problem(&error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(target: &str, symbol: Option<&str>, file: Option<&str>, line: Option<usize>) {
        let command = TargetParams::augment_args(Command::new("callers").no_binary_name(true));
        let matches = command.try_get_matches_from([target]).expect("one word is enough");
        let params = TargetParams::from_arg_matches(&matches).expect("any word is a target");
        let each = params.each();
        let [given] = each.as_slice() else { panic!("{target} is one target: {each:?}") };
        let (found, path) = split_file(given);
        assert_eq!(
            (found.as_deref(), path.as_deref(), given.line),
            (symbol, file, line),
            "{target}"
        );
    }

    #[test]
    fn a_word_on_the_command_line_is_a_symbol_or_a_place() {
        check("spawn", Some("spawn"), None, None);
        check("tokio::spawn", Some("tokio::spawn"), None, None);
        check("src/a.rs:12", None, Some("src/a.rs"), Some(12));
        check("src/a.rs#Foo.bar", Some("Foo.bar"), Some("src/a.rs"), None);
        check("Foo#bar", Some("Foo#bar"), None, None);
        check("operator,", Some("operator,"), None, None);
        check("Map<K, V>.get", Some("Map<K, V>.get"), None, None);
    }

    #[test]
    fn several_targets_are_a_list_or_a_text_with_commas() {
        let check = |symbols: &[&str]| {
            let symbol = symbols.iter().map(|&symbol| symbol.to_owned()).collect();
            let each = TargetParams { symbol, file: None, line: None }.each();
            let labels: Vec<String> = each.iter().map(GivenTarget::label).collect();
            assert_eq!(labels, ["Foo.bar", "src/a.rs:3", "f(int, char)"], "{symbols:?}");
        };
        check(&["Foo.bar", "src/a.rs:3", "f(int, char)"]);
        check(&["Foo.bar, src/a.rs:3, f(int, char), Foo.bar"]);
    }
}
