//! The languages in a form for users.

use crate::engine::servers::{LanguageServer, described_servers};
use crate::lang::{Capture, GraphCapture, Language, QueryKind, registry};
use serde::Serialize;

/// One language: its names, its files, and its queries.
#[derive(Debug, Clone, Serialize)]
pub struct LanguageInfo {
    /// Value of `language` in parameters and answers.
    pub id: &'static str,
    pub name: &'static str,
    /// Other values that `language` accepts.
    pub aliases: &'static [String],
    /// File name endings without the dot.
    pub extensions: &'static [String],
    /// Whole file names.
    pub filenames: &'static [String],
    /// Names of its queries: "symbols", "calls" …
    pub queries: Vec<&'static str>,
    /// True if calls are distinguished from other uses, and if imports are captured.
    pub calls: bool,
    pub imports: bool,
    /// True if its symbols are told by lines and not by a grammar.
    pub by_lines: bool,
    /// Reason why it has no grammar, if that needs one.
    pub without_grammar: Option<&'static str>,
    /// Language servers described for it, best first.
    pub servers: Vec<LanguageServer>,
}

/// Returns all languages, by id.
pub fn languages() -> Vec<LanguageInfo> {
    // A test finds wrong descriptions; an error here would only hide the languages.
    let described = described_servers().unwrap_or_default();
    let servers = |id: &str| -> Vec<LanguageServer> {
        described
            .iter()
            .filter(|server| server.languages.iter().any(|own| own == id))
            .cloned()
            .collect()
    };
    let info = |language: &'static Language| {
        let graph = language.query(QueryKind::Graph);
        let has = |capture| graph.is_some_and(|graph| graph.has(Capture::Graph(capture)));
        LanguageInfo {
            id: language.id,
            name: &language.config.name,
            aliases: &language.config.aliases,
            extensions: &language.config.extensions,
            filenames: &language.config.filenames,
            queries: QueryKind::ALL
                .into_iter()
                .filter(|kind| language.has_query(*kind))
                .map(|kind| kind.file_name().trim_end_matches(".scm"))
                .collect(),
            calls: has(GraphCapture::Call),
            imports: has(GraphCapture::Module),
            by_lines: language.has_lines(),
            without_grammar: language.config.without_grammar.as_deref(),
            servers: servers(language.id),
        }
    };
    registry().all().iter().map(info).collect()
}
