//! The languages, as users want to know of them.

use crate::lang::{QueryKind, registry};
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
}

/// All languages, by id.
pub fn languages() -> Vec<LanguageInfo> {
    let info = |language: &'static crate::lang::Language| LanguageInfo {
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
    };
    registry().all().iter().map(info).collect()
}
