//! MCP prompts: ready-made openings for a conversation, each offered if its tools exist.

use crate::tools::Toolbox;
use rmcp::model::{Prompt, PromptArgument};

/// A prompt and its requirements.
pub(super) struct Definition {
    pub(super) name: &'static str,
    title: &'static str,
    about: &'static str,
    argument: (&'static str, &'static str),
    is_required: bool,
    /// Tools that it requires.
    tools: &'static [&'static str],
    /// True if the map is embedded.
    pub(super) has_map: bool,
    text: &'static str,
}

const PROMPTS: [Definition; 3] = [
    Definition {
        name: "explore_codebase",
        title: "Explore this code base",
        about: "A first look at the project: its map, and how to go on from there.",
        argument: ("focus", "Words to rank the map around."),
        is_required: false,
        tools: &["map_code"],
        has_map: true,
        text: "Get to know this code base from the map below. Say what it is for, how it is divided, where it starts, and which \
               types and functions a newcomer must know, each with its place as `path:line`. Zoom in with map_code where the map is \
               too coarse; read only what is needed to be sure, and say what you did not look at.",
    },
    Definition {
        name: "plan_change",
        title: "Plan a change",
        about: "Find what a change touches before the first line is written.",
        argument: ("change", "What is to be changed."),
        is_required: true,
        tools: &["map_code", "search", "extract", "impact_analysis"],
        has_map: false,
        text: "Plan this change without making it yet. Find the definitions it touches with search and read them with extract. Run \
               impact_analysis on each that would change its signature or behaviour. Then list the files and symbols to edit in order, \
               what would break, which tests cover it, and what is still uncertain.",
    },
    Definition {
        name: "review_impact",
        title: "Review what a change affects",
        about: "Find what a finished change may have broken.",
        argument: (
            "change",
            "The change: a diff, a commit's description, or the symbols concerned.",
        ),
        is_required: true,
        tools: &["extract", "find_references", "impact_analysis"],
        has_map: false,
        text: "Review what this change affects. Give the diff to extract to see the changed definitions, run impact_analysis on each, and \
               look at the callers and tests it names. Report what may break, with the place of each, what the tests do not cover, and \
               where the answers were not complete.",
    },
];

/// The prompts whose tools exist.
pub(super) fn available(toolbox: &Toolbox) -> impl Iterator<Item = &'static Definition> {
    const { &PROMPTS }
        .iter()
        .filter(|prompt| prompt.tools.iter().all(|tool| toolbox.named(tool).is_some()))
}

impl Definition {
    pub(super) fn prompt(&self) -> Prompt {
        let (name, about) = self.argument;
        let argument =
            PromptArgument::new(name).with_description(about).with_required(self.is_required);
        Prompt::new(self.name, Some(self.about), Some(vec![argument])).with_title(self.title)
    }

    pub(super) const fn about(&self) -> &'static str {
        self.about
    }

    pub(super) const fn argument(&self) -> &'static str {
        self.argument.0
    }

    pub(super) const fn needs_argument(&self) -> bool {
        self.is_required
    }

    /// Text of the prompt, followed by the caller's argument.
    pub(super) fn text(&self, given: Option<&str>) -> String {
        match given.map(str::trim).filter(|given| !given.is_empty()) {
            Some(given) => format!("{}\n\n{}: {given}", self.text, self.argument.0),
            None => self.text.to_owned(),
        }
    }
}
