//! A tool that exists only in tests: it does whatever a test of the plumbing needs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use spelunk::domain::{Block, Doc, Footer, Report, Shown, XmlShape};
use spelunk::tools::{Host, RootSpec, Settings, Tool, ToolCx, ToolError, ToolResult, Toolbox};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Act {
    /// Answers with its own parameters.
    #[default]
    Echo,
    /// Panics in the middle of the work.
    Panic,
    /// Works until it is cancelled.
    UntilCancelled,
    /// Reports progress until the test has seen some.
    Progress,
    /// Works until the test lets it go on.
    UntilReleased,
    /// Fails.
    Fail,
    /// Answers with the roots it was given.
    Roots,
}

#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Params {
    /// What to say.
    #[schemars(schema_with = "spelunk::tools::one_or_many")]
    #[arg(required = true)]
    pub(crate) words: Vec<String>,
    /// What to do.
    #[serde(default)]
    #[arg(long, value_enum, default_value_t)]
    pub(crate) act: Act,
    /// How often.
    #[arg(short = 'n', long)]
    pub(crate) how_often: Option<usize>,
    /// Whether to shout.
    #[serde(default)]
    #[arg(long)]
    pub(crate) shout_loud: bool,
}

pub(crate) struct Probe;

/// What the tool tells the test, and what the test tells the tool.
pub(crate) static EVENTS: Mutex<Option<Sender<&'static str>>> = Mutex::new(None);
pub(crate) static RELEASE: Mutex<Option<Receiver<()>>> = Mutex::new(None);

/// The test's ends of both, and a lock that keeps other tests from using them at the same time.
pub(crate) struct Controls {
    pub(crate) events: Receiver<&'static str>,
    pub(crate) release: Sender<()>,
    _alone: std::sync::MutexGuard<'static, ()>,
}

pub(crate) fn controls() -> Controls {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let (sender, events) = channel();
    let (release, receiver) = channel();
    *EVENTS.lock().expect("not poisoned") = Some(sender);
    *RELEASE.lock().expect("not poisoned") = Some(receiver);
    Controls { events, release, _alone: alone }
}

fn tell(event: &'static str) {
    if let Some(sender) = EVENTS.lock().expect("not poisoned").as_ref() {
        let _ = sender.send(event);
    }
}

impl Tool for Probe {
    const NAME: &'static str = "probe";
    const COMMAND: &'static str = "probe";
    const TITLE: &'static str = "Probe";
    const ABOUT: &'static str = "Does what a test needs.";
    const SEARCH_HINT: Option<&'static str> = None;
    const MAX_TOKENS: usize = 500;
    type Params = Params;
    type Answer = Value;

    async fn run(cx: ToolCx, params: Params) -> ToolResult {
        cx.compute(move |cx| work(cx, &params)).await
    }
}

fn work(cx: &ToolCx, params: &Params) -> ToolResult {
    if matches!(params.act, Act::UntilCancelled | Act::UntilReleased) {
        tell("started");
    }
    match params.act {
        Act::Echo => {}
        Act::Panic => panic!("a defect, on purpose"),
        Act::Fail => return Err(ToolError::new("nothing to probe", "probe something else")),
        Act::UntilCancelled => {
            while !cx.cancel.is_cancelled() {
                std::thread::yield_now();
            }
            tell("stopped");
            return Err(ToolError::cancelled());
        }
        Act::Progress => {
            let release =
                RELEASE.lock().expect("not poisoned").take().expect("the test set the controls");
            let mut done = 0;
            while release.try_recv().is_err() {
                done += 1;
                cx.progress.report(done, Some(u64::MAX), "probing");
                std::thread::yield_now();
            }
        }
        Act::UntilReleased => {
            let release =
                RELEASE.lock().expect("not poisoned").take().expect("the test set the controls");
            let _ = release.recv();
        }
        Act::Roots => return Ok(Box::new(Echo { words: paths(&cx.roots) })),
    }
    Ok(Box::new(Echo { words: params.words.clone() }))
}

fn paths(roots: &RootSpec) -> Vec<String> {
    roots.directories.iter().map(|path| path.display().to_string()).collect()
}

#[derive(Debug)]
struct Echo {
    words: Vec<String>,
}

impl Report for Echo {
    fn parts(&self) -> usize {
        self.words.len()
    }

    fn doc(&self, shown: &Shown) -> Doc {
        let words = self.words.iter().enumerate().filter(|(part, _)| shown.contains(*part));
        let blocks = words.map(|(_, word)| Block::Text(word.clone())).collect();
        Doc {
            title: None,
            blocks,
            footer: Some(Footer {
                facts: format!("{} of {} words", shown.count(), self.words.len()),
                separator: "",
                tokens: None,
            }),
        }
    }

    fn value(&self, shown: &Shown) -> Value {
        let words = self.words.iter().enumerate().filter(|(part, _)| shown.contains(*part));
        json!({ "words": words.map(|(_, word)| word).collect::<Vec<_>>() })
    }

    fn xml(&self) -> XmlShape {
        XmlShape::new("probe")
    }

    fn found(&self) -> bool {
        !self.words.is_empty()
    }
}

/// A toolbox with the probe alone.
pub(crate) fn toolbox() -> Toolbox {
    let mut toolbox = Toolbox::default();
    toolbox.add::<Probe>(None);
    toolbox
}

/// A server of the probe in this process.
pub(crate) fn server() -> spelunk::mcp::Server {
    let roots = RootSpec { working_directory: PathBuf::from("/work"), ..RootSpec::default() };
    spelunk::mcp::Server::new(toolbox(), Arc::new(Host::new(Settings::default(), None)), roots)
}
