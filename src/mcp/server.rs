//! MCP server of one session: rmcp's requests, handled by the toolbox.

use super::instructions::instructions;
use super::limit::limited;
use super::lines::UNREADABLE;
use super::progress::Forwarder;
use super::prompts;
use super::roots::SessionRoots;
use super::trust::TrustQuestions;
use crate::domain::tokens::count;
use crate::domain::{Budget, Cancel, Format, Progress};
use crate::render::{Rendered, escaped_lines, render};
use crate::tools::{
    AnyTool, Host, MAX_PATHS, ParsedCall, RootSpec, ShownDefinitions, ToolCx, ToolError, Toolbox,
    guarded,
};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest,
    CustomResult, ErrorCode, GetPromptRequestParams, GetPromptResponse, GetPromptResult,
    Implementation, ListPromptsResult, ListResourcesResult, ListToolsResult, MetaObject,
    PaginatedRequestParams, PromptMessage, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, Resource, ResourceContents, Role, ServerCapabilities, ServerConfig, Tool,
    ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Instant, SystemTime};
use tokio_util::sync::CancellationToken;

const MAP_URI: &str = "spelunk://map";
const MAP_TOOL: &str = "map_code";

/// One session's server. Sessions of one process share its `Host`.
pub struct Server {
    toolbox: Toolbox,
    host: Arc<Host>,
    roots: SessionRoots,
    shown_definitions: Arc<ShownDefinitions>,
    /// Notice about the configuration, and the number of further answers that carry it.
    notice: Option<(String, AtomicUsize)>,
    trust: TrustQuestions,
    /// Cancelled when the calls in flight must be answered, done or not.
    closing: CancellationToken,
}

/// Number of answers of a connection that carry its notice.
const ANSWERS_WITH_NOTICE: usize = 3;

impl Server {
    pub fn new(toolbox: Toolbox, host: Arc<Host>, roots: RootSpec) -> Self {
        Self {
            toolbox,
            host,
            roots: SessionRoots::new(roots),
            shown_definitions: Arc::default(),
            notice: None,
            trust: TrustQuestions::default(),
            closing: CancellationToken::new(),
        }
    }

    /// Returns the server with a notice that the first answers carry.
    #[must_use]
    pub fn with_notice(self, notice: Option<String>) -> Self {
        Self {
            notice: notice.map(|notice| (notice, AtomicUsize::new(ANSWERS_WITH_NOTICE))),
            ..self
        }
    }

    /// Returns the notice if the next answer carries it.
    fn next_notice(&self) -> Option<&str> {
        let (notice, left) = self.notice.as_ref()?;
        let is_due = left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
            .is_ok();
        is_due.then_some(notice.as_str())
    }

    /// Returns the token that ends the calls in flight with an error.
    pub(super) fn closing(&self) -> CancellationToken {
        self.closing.clone()
    }

    pub(super) fn root_changes(&self) -> Arc<AtomicU64> {
        self.roots.changes()
    }

    /// Returns whether the map is offered as a resource and in prompts.
    fn offers_map(&self) -> bool {
        self.host.settings.map.enabled
    }

    /// Runs a call and renders its report; stops when the client cancels, and at the limit. Its
    /// time begins when the calls before it leave it a slot.
    async fn run(
        &self,
        tool: &Arc<dyn AnyTool>,
        parsed: ParsedCall,
        context: &RequestContext<RoleServer>,
        progress: Progress,
    ) -> Result<Rendered, ToolError> {
        let end = async || {
            tokio::select! {
                () = context.ct.cancelled() => ToolError::cancelled(),
                () = self.closing.cancelled() => ToolError::closed(),
            }
        };
        let _slot = tokio::select! {
            error = end() => return Err(error),
            slot = self.host.running.acquire() => slot.ok(),
        };
        #[expect(clippy::disallowed_methods, reason = "a call begins")]
        let (arrived, arrived_at) = (Instant::now(), SystemTime::now());
        let cancel = Cancel::default();
        let work = async {
            let ParsedCall { call, format, budget } = parsed;
            let cx = ToolCx {
                host: Arc::clone(&self.host),
                roots: self.roots.get(&context.peer).await,
                format,
                budget,
                arrived,
                arrived_at,
                waits_by_default: true,
                max_paths: MAX_PATHS,
                progress,
                cancel: cancel.clone(),
                shown_definitions: Arc::clone(&self.shown_definitions),
            };
            let answer = async move {
                let report = call.run(cx.clone()).await?;
                cx.compute(move |cx| {
                    let rendered = render(&*report, format, budget, &cx.cancel)?;
                    report.sent(&rendered.shown);
                    Ok::<_, ToolError>(rendered)
                })
                .await
            };
            guarded(tool.name(), answer).await
        };
        limited(Box::pin(work), end(), &cancel).await
    }

    /// Calls a tool with arguments of any JSON shape; errors in them become a tool result.
    async fn call(
        &self,
        name: &str,
        arguments: Value,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let Some(tool) = self.toolbox.named(name) else {
            let names: Vec<&str> = self.toolbox.iter().map(|tool| tool.name()).collect();
            return Err(ErrorData::invalid_params(
                format!("unknown tool {name:?}; the tools are {}", names.join(", ")),
                None,
            ));
        };
        let arguments = match arguments {
            Value::Object(arguments) => arguments,
            Value::Null => Map::new(),
            _ => {
                return Ok(failure(&ToolError::new(
                    format!("{name}: the arguments must be an object"),
                    "give its parameters by name, as its schema says",
                )));
            }
        };
        let mut parsed = match tool.read_json(arguments) {
            Ok(parsed) => parsed,
            Err(error) => return Ok(failure(&error)),
        };
        let notice = self.next_notice();
        if let (Some(notice), Some(tokens)) = (notice, parsed.budget.limit()) {
            parsed.budget = Budget::tokens(tokens.saturating_sub(count(notice)));
        }
        let is_json = parsed.format == Format::Json;
        let (progress, forwarder) =
            Forwarder::start(context.meta.get_progress_token(), context.peer.clone());
        let result = self.run(tool, parsed, &context, progress).await;
        // A client that has left answers nothing, and its call is not to wait for that.
        if !self.closing.is_cancelled() {
            self.trust.ask(&self.host, &context.peer);
        }
        if let Some(forwarder) = forwarder {
            forwarder.finish().await;
        }
        let mut reply = match result {
            Ok(rendered) => {
                let mut reply = CallToolResult::success(vec![ContentBlock::text(rendered.text)]);
                // Clients that read structured content show the model nothing else, so only a
                // program gets it.
                reply.structured_content = is_json.then_some(rendered.value).flatten();
                reply
            }
            Err(error) => failure(&error),
        };
        reply.content.extend(notice.map(ContentBlock::text));
        Ok(reply)
    }

    /// The map of all roots, as Markdown.
    async fn map(
        &self,
        focus: Option<&str>,
        context: &RequestContext<RoleServer>,
    ) -> Result<String, ToolError> {
        let tool = self.toolbox.named(MAP_TOOL).filter(|_| self.offers_map());
        let tool = tool.ok_or_else(|| {
            ToolError::new("the map is switched off", "set map.enabled in the user configuration")
        })?;
        let mut arguments = json!({ "path": ".", "format": Format::Markdown.as_str() });
        if let Some(focus) = focus {
            arguments["focus"] = json!(focus.split_whitespace().collect::<Vec<_>>());
        }
        let Value::Object(arguments) = arguments else {
            unreachable!("an object was written above")
        };
        let parsed = tool.read_json(arguments)?;
        Ok(self.run(tool, parsed, context, Progress::default()).await?.text)
    }
}

/// Tool result of a failed call, for the model.
fn failure(error: &ToolError) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(escaped_lines(error.to_string()))])
}

fn protocol_error(error: &ToolError) -> ErrorData {
    ErrorData::new(ErrorCode::INTERNAL_ERROR, escaped_lines(error.to_string()), None)
}

/// Characters of a reply that a client should accept before it cuts: more than any default budget.
const MAX_RESULT_CHARS: usize = 100_000;

fn describe(tool: &dyn AnyTool) -> Tool {
    let annotations = ToolAnnotations::new().read_only(true).idempotent(true).open_world(false);
    let mut meta = Map::new();
    // Clients that load tools on demand decide by this whether to load one at once, or by which
    // words to find it.
    match tool.search_hint() {
        Some(hint) => meta.insert("anthropic/searchHint".to_owned(), json!(hint)),
        None => meta.insert("anthropic/alwaysLoad".to_owned(), json!(true)),
    };
    meta.insert("anthropic/maxResultSizeChars".to_owned(), json!(MAX_RESULT_CHARS));
    Tool::new(tool.name(), tool.about(), Arc::new(tool.schema().clone()))
        .with_title(tool.title())
        .with_annotations(annotations)
        .with_meta(MetaObject(meta))
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let mut capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .build();
        if !self.offers_map() {
            capabilities.resources = None;
        }
        let mut server_info =
            Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        server_info.title = Some("spelunk code intelligence".to_owned());
        server_info.website_url = Some(env!("CARGO_PKG_REPOSITORY").to_owned());
        ServerConfig::new(capabilities)
            .with_server_info(server_info)
            .with_instructions(instructions())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(
            self.toolbox.iter().map(|tool| describe(&**tool)).collect(),
        ))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.map_or(Value::Null, Value::Object);
        Ok(self.call(&request.name, arguments, context).await?.into())
    }

    /// Handles requests whose parameters rmcp cannot read, which it takes for custom ones: a
    /// `tools/call` whose arguments are no object is answered as a call, so that the model reads
    /// what is wrong with it.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let name =
            request.params.as_ref().and_then(|params| params.get("name")).and_then(Value::as_str);
        match (request.method.as_str(), name) {
            ("tools/call", Some(name)) => {
                let arguments = request
                    .params
                    .as_ref()
                    .and_then(|params| params.get("arguments"))
                    .cloned()
                    .unwrap_or_default();
                let reply = self.call(name, arguments, context).await?;
                let reply = serde_json::to_value(reply)
                    .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
                Ok(CustomResult::new(reply))
            }
            (UNREADABLE, _) => {
                let problem = request
                    .params
                    .as_ref()
                    .and_then(|params| params.get("problem"))
                    .and_then(Value::as_str);
                Err(ErrorData::parse_error(
                    problem.unwrap_or("the message cannot be read").to_owned(),
                    None,
                ))
            }
            ("tools/call", None) => {
                Err(ErrorData::invalid_params("tools/call needs the name of a tool", None))
            }
            ("prompts/get", _) => Err(ErrorData::invalid_params(
                "prompts/get needs the `name` of a prompt, and `arguments` that are strings",
                None,
            )),
            ("resources/read", _) => {
                Err(ErrorData::invalid_params("resources/read needs the `uri` of a resource", None))
            }
            (method, _) => {
                let method = escaped_lines(method.replace(['\n', '\r'], " "));
                Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None))
            }
        }
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(
            prompts::available(&self.toolbox).map(prompts::Definition::prompt).collect(),
        ))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let Some(prompt) =
            prompts::available(&self.toolbox).find(|prompt| prompt.name == request.name)
        else {
            let names: Vec<&str> =
                prompts::available(&self.toolbox).map(|prompt| prompt.name).collect();
            let message =
                format!("unknown prompt {:?}; the prompts are {}", request.name, names.join(", "));
            return Err(ErrorData::invalid_params(message, None));
        };
        let given = request
            .arguments
            .as_ref()
            .and_then(|arguments| arguments.get(prompt.argument()))
            .and_then(Value::as_str);
        if prompt.needs_argument() && given.is_none_or(|given| given.trim().is_empty()) {
            return Err(ErrorData::invalid_params(
                format!("{} needs `{}`", prompt.name, prompt.argument()),
                None,
            ));
        }
        let mut text = prompt.text(given);
        if prompt.has_map && self.offers_map() {
            let map = self.map(given, &context).await.map_err(|error| protocol_error(&error))?;
            text = format!("{text}\n\n{map}");
        }
        let message = PromptMessage::new_text(Role::User, text);
        Ok(GetPromptResult::new(vec![message]).with_description(prompt.about()).into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let map = self.offers_map().then(|| {
            Resource::new(MAP_URI, "map")
                .with_title("Map of the code base")
                .with_description("Directories, files and signatures, ready for a system prompt.")
                .with_mime_type("text/markdown")
        });
        Ok(ListResourcesResult::with_all_items(map.into_iter().collect()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if request.uri != MAP_URI || !self.offers_map() {
            return Err(ErrorData::resource_not_found(
                format!("no resource {:?}", request.uri),
                None,
            ));
        }
        let map = self.map(None, &context).await.map_err(|error| protocol_error(&error))?;
        let contents = ResourceContents::text(map, MAP_URI).with_mime_type("text/markdown");
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}
