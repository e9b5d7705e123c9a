//! The tools. Each is defined once, in one file; the MCP tool, the command, the schema and the help
//! derive from the definition.

mod arguments;
mod context;
mod error;
mod extract;
mod find_callees;
mod find_callers;
mod find_implementations;
mod find_references;
mod graph;
mod grep;
mod impact_analysis;
mod languages;
mod limits;
mod map_code;
mod places;
mod query;
mod report;
mod round_robin;
mod schema;
mod search;
mod settings;
mod shown_definitions;
mod words;

pub use crate::workspace::{GitPlaces, home_of_account};
pub use context::{Host, RootSpec, ToolCx};
pub use error::ToolError;
pub(crate) use error::write as write_error;
pub use languages::{LanguageInfo, languages};
pub use limits::{MAX_PATHS, MAX_PATHS_OF_SHELL};
pub use schema::{one_or_listed, one_or_many};
pub use search::Search;
pub use settings::{MapSettings, Settings};
pub use shown_definitions::ShownDefinitions;

use crate::domain::{Budget, Format, Report, XmlShape};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::fmt::Debug;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;

/// The XML of search results, with the root element that readers of the older format expect.
pub(crate) const SEARCH_RESULTS: XmlShape =
    XmlShape { omit_nulls: true, ..XmlShape::new("probe_results") };

/// Result of a call.
pub type ToolResult = Result<Box<dyn Report>, ToolError>;

/// A capability, as both surfaces offer it.
///
/// `format` and `maxTokens` are not among the parameters: every tool has them, and the surfaces
/// handle them.
pub trait Tool: Send + Sync + 'static {
    /// Name of the MCP tool: `map_code`.
    const NAME: &'static str;
    /// Name of the command: `map`.
    const COMMAND: &'static str;
    /// Other names of the command.
    const COMMAND_ALIASES: &'static [&'static str] = &[];
    /// Display name: "Map a code base".
    const TITLE: &'static str;
    /// Its purpose and when to use it, in a few sentences; the description that models read and the
    /// command's help.
    const ABOUT: &'static str;
    /// Words by which a client that loads tools on demand finds it; `None` for a tool that should
    /// always be loaded.
    const SEARCH_HINT: Option<&'static str>;
    /// The default of `maxTokens`.
    const MAX_TOKENS: usize;
    /// True if that default applies on the command line too.
    const COMMAND_IS_BOUNDED: bool = true;
    /// The default of `wait` for clients, in seconds, if the tool has it. A command starts no
    /// language server unless asked.
    const WAIT: Option<f64> = None;

    /// True if its answers can be drawn.
    const HAS_PICTURE: bool = false;

    /// One doc comment per field is the parameter's description on both surfaces.
    type Params: DeserializeOwned + JsonSchema + Args + Debug + Send + 'static;

    /// The answer in format `json`, as its schema describes it.
    type Answer: JsonSchema;

    /// Returns the texts that a command may also take from standard input: all of it if none is
    /// given, or in place of `-`. `None` if the tool has none. A server's standard input is its
    /// own.
    fn input(params: &mut Self::Params) -> Option<&mut Vec<String>> {
        let _ = params;
        None
    }

    fn run(cx: ToolCx, params: Self::Params) -> impl Future<Output = ToolResult> + Send;
}

/// A call whose arguments have been read, and which can be run once.
///
/// Its `Debug` form is that of its parameters: equal calls have equal forms, whichever surface they
/// came from.
pub trait Call: Debug + Send {
    /// See [`Tool::input`].
    fn input(&mut self) -> Option<&mut Vec<String>>;

    fn run(self: Box<Self>, cx: ToolCx) -> Pin<Box<dyn Future<Output = ToolResult> + Send>>;
}

/// A call with the arguments that the surfaces themselves use.
#[derive(Debug)]
pub struct ParsedCall {
    pub call: Box<dyn Call>,
    pub format: Format,
    pub budget: Budget,
}

/// A [`Tool`] without its types, for the surfaces.
pub trait AnyTool: Send + Sync {
    fn name(&self) -> &'static str;
    fn command(&self) -> &'static str;
    fn command_aliases(&self) -> &'static [&'static str];
    fn title(&self) -> &'static str;
    fn about(&self) -> &'static str;
    fn search_hint(&self) -> Option<&'static str>;
    fn max_tokens(&self) -> usize;
    fn command_is_bounded(&self) -> bool;
    fn has_picture(&self) -> bool;
    /// Returns the schema of the arguments, including `format` and `maxTokens`.
    fn schema(&self) -> &Map<String, Value>;
    /// Returns the JSON Schema of the answer in format `json`.
    fn answer_schema(&self) -> Value;
    /// Adds the parameters to a command.
    fn augment(&self, command: Command) -> Command;
    /// Reads the arguments of an MCP call.
    fn read_json(&self, arguments: Map<String, Value>) -> Result<ParsedCall, ToolError>;
    /// Reads the arguments of a command that `augment` made.
    fn read_matches(&self, matches: &ArgMatches) -> Result<Box<dyn Call>, clap::Error>;
}

/// The available tools. Every surface is built from one of these.
#[derive(Clone, Default)]
pub struct Toolbox {
    tools: Vec<Arc<dyn AnyTool>>,
    /// Tools that are commands only.
    commands: Vec<Arc<dyn AnyTool>>,
}

impl Toolbox {
    /// Creates a toolbox with every tool, in the order in which a newcomer would use them.
    pub fn standard(settings: &Settings) -> Self {
        let mut toolbox = Self::default();
        toolbox.add::<map_code::MapCode>(settings.map.max_tokens);
        toolbox.add::<Search>(None);
        toolbox.add::<grep::Grep>(None);
        toolbox.add::<extract::Extract>(None);
        toolbox.add::<find_callers::FindCallers>(None);
        toolbox.add::<find_callees::FindCallees>(None);
        toolbox.add::<find_references::FindReferences>(None);
        toolbox.add::<find_implementations::FindImplementations>(None);
        toolbox.add::<impact_analysis::ImpactAnalysis>(None);
        toolbox.add_command::<query::Query>();
        toolbox.add_command::<report::ReportFile>();
        toolbox
    }

    /// Adds a tool, with the default of `maxTokens` that the user configured for it, if any.
    pub fn add<T: Tool>(&mut self, max_tokens: Option<usize>) {
        self.tools.push(erase::<T>(max_tokens));
    }

    /// Adds a tool that is a command only: another surface of an MCP tool.
    pub fn add_command<T: Tool>(&mut self) {
        self.commands.push(erase::<T>(None));
    }

    /// Returns the MCP tools.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn AnyTool>> {
        self.tools.iter()
    }

    /// Returns the commands: the MCP tools, and the tools that are commands only.
    pub fn commands(&self) -> impl Iterator<Item = &Arc<dyn AnyTool>> {
        self.tools.iter().chain(&self.commands)
    }

    /// Returns the tool with an MCP name.
    pub fn named(&self, name: &str) -> Option<&Arc<dyn AnyTool>> {
        self.tools.iter().find(|tool| tool.name() == name)
    }

    /// Returns the tool of a command.
    pub fn commanded(&self, command: &str) -> Option<&Arc<dyn AnyTool>> {
        self.commands().find(|tool| tool.command() == command)
    }
}

fn erase<T: Tool>(max_tokens: Option<usize>) -> Arc<dyn AnyTool> {
    let max_tokens = max_tokens.unwrap_or(T::MAX_TOKENS);
    let accepted = schema::of::<T::Params>(max_tokens, T::WAIT);
    let schema = schema::offered(&accepted);
    Arc::new(Erased::<T> { max_tokens, accepted, schema, tool: PhantomData })
}

/// Runs `work`, and returns a panic in it as an error.
pub async fn guarded<T: Send + 'static>(
    tool: &'static str,
    work: impl Future<Output = Result<T, ToolError>> + Send + 'static,
) -> Result<T, ToolError> {
    match tokio::spawn(work).await {
        Ok(result) => result,
        Err(error) if error.is_panic() => {
            let payload = error.into_panic();
            let message = payload
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| payload.downcast_ref::<&str>().copied())
                .unwrap_or("it gave no reason");
            Err(ToolError::panicked(tool, message))
        }
        Err(_) => Err(ToolError::cancelled()),
    }
}

struct Erased<T> {
    max_tokens: usize,
    /// Schema by which the arguments are read.
    accepted: Map<String, Value>,
    /// The same without the parameters that are not offered.
    schema: Map<String, Value>,
    tool: PhantomData<fn() -> T>,
}

struct Lowered<T: Tool>(T::Params);

impl<T: Tool> Debug for Lowered<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(formatter)
    }
}

impl<T: Tool> Call for Lowered<T> {
    fn input(&mut self) -> Option<&mut Vec<String>> {
        T::input(&mut self.0)
    }

    fn run(self: Box<Self>, cx: ToolCx) -> Pin<Box<dyn Future<Output = ToolResult> + Send>> {
        let cancel = cx.cancel.clone();
        Box::pin(async move {
            let answer = T::run(cx, self.0).await;
            // A result that was cut short is no answer.
            if cancel.is_cancelled() { Err(ToolError::cancelled()) } else { answer }
        })
    }
}

impl<T: Tool> AnyTool for Erased<T> {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn command(&self) -> &'static str {
        T::COMMAND
    }

    fn command_aliases(&self) -> &'static [&'static str] {
        T::COMMAND_ALIASES
    }

    fn title(&self) -> &'static str {
        T::TITLE
    }

    fn about(&self) -> &'static str {
        T::ABOUT
    }

    fn search_hint(&self) -> Option<&'static str> {
        T::SEARCH_HINT
    }

    fn max_tokens(&self) -> usize {
        self.max_tokens
    }

    fn command_is_bounded(&self) -> bool {
        T::COMMAND_IS_BOUNDED
    }

    fn has_picture(&self) -> bool {
        T::HAS_PICTURE
    }

    fn schema(&self) -> &Map<String, Value> {
        &self.schema
    }

    fn answer_schema(&self) -> Value {
        schema::of_answer::<T::Answer>()
    }

    fn augment(&self, command: Command) -> Command {
        T::Params::augment_args(command)
    }

    fn read_json(&self, arguments: Map<String, Value>) -> Result<ParsedCall, ToolError> {
        let mut arguments = arguments::read(T::NAME, &self.accepted, arguments)?;
        let format = arguments.remove(schema::FORMAT);
        let format =
            format.as_ref().and_then(Value::as_str).and_then(Format::parse).unwrap_or_default();
        let max_tokens = arguments.remove(schema::MAX_TOKENS);
        let max_tokens =
            max_tokens.as_ref().and_then(Value::as_u64).map_or(self.max_tokens, saturate);
        let params = serde_json::from_value(Value::Object(arguments)).map_err(|error| {
            ToolError::new(
                format!("{}: {error}", T::NAME),
                "its schema says what each parameter takes",
            )
        })?;
        Ok(ParsedCall {
            call: Box::new(Lowered::<T>(params)),
            format,
            budget: Budget::tokens(max_tokens),
        })
    }

    fn read_matches(&self, matches: &ArgMatches) -> Result<Box<dyn Call>, clap::Error> {
        Ok(Box::new(Lowered::<T>(T::Params::from_arg_matches(matches)?)))
    }
}

/// Returns an answer as JSON.
pub(crate) fn to_value(answer: impl Serialize) -> Value {
    serde_json::to_value(answer).expect("the keys of an answer's maps are strings")
}

fn saturate(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
