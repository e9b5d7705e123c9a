//! The languages, as users want to know of them.

use crate::engine::servers::{LanguageServer, described_servers};
use crate::lang::{Language, QueryKind, registry};
use serde::Serialize;

/// One language: how it is called, which files are its, and what is known of its syntax.
#[derive(Debug, Clone, Serialize)]
pub struct LanguageInfo {
    /// What `language` takes, and what answers say.
    pub id: &'static str,
    pub name: &'static str,
    /// Other words that `language` takes.
    pub aliases: &'static [String],
    /// File name endings without the dot.
    pub extensions: &'static [String],
    /// Whole file names.
    pub filenames: &'static [String],
    /// What its queries cover: "symbols", "calls" …
    pub queries: Vec<&'static str>,
    /// Whether calls are told from other uses, and imports are followed or at least known.
    pub calls: bool,
    pub imports: bool,
    /// Why it is read as text, where that needs a reason.
    pub without_grammar: Option<&'static str>,
    /// The language servers that are described for it, best first.
    pub servers: Vec<LanguageServer>,
}

/// All languages, by id.
pub fn languages() -> Vec<LanguageInfo> {
    // A wrong description is what a test is for; here it would only hide the languages.
    let described = described_servers().unwrap_or_default();
    let servers = |id: &str| -> Vec<LanguageServer> {
        described.iter().filter(|server| server.languages.iter().any(|own| own == id)).cloned().collect()
    };
    let info = |language: &'static Language| {
        let graph = language.query(QueryKind::Graph);
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
            calls: graph.is_some_and(|graph| graph.says("call")),
            imports: graph.is_some_and(|graph| graph.says("module") || graph.says("import")),
            without_grammar: language.config.without_grammar.as_deref(),
            servers: servers(language.id),
        }
    };
    registry().all().iter().map(info).collect()
}
