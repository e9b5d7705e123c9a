//! Settings that a user makes once for all projects. Nothing in a project can set any of them.

use crate::domain::MIN_TOKENS;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// The user's configuration file. Every key may be left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    pub map: MapSettings,
    /// The user's own language servers, or replacements of those that spelunk knows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub server: Vec<toml::Table>,
}

/// Defaults of maps, for calls that do not set them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
pub struct MapSettings {
    /// True if a map is offered unasked: as a resource, in the prompt, and by `--show-repo-map`.
    pub enabled: bool,
    /// The default of `maxTokens`; the tool's own if it is not set.
    #[serde(
        alias = "max_tokens",
        deserialize_with = "tokens",
        skip_serializing_if = "Option::is_none"
    )]
    pub max_tokens: Option<usize>,
    /// The default of `allowTests`.
    #[serde(alias = "include_tests")]
    pub include_tests: bool,
    /// True if vendored dependencies rank like the project's own code.
    #[serde(alias = "include_dependencies")]
    pub include_dependencies: bool,
    /// Patterns left out of every map, beside those of the call's `ignore`.
    pub excludes: Vec<String>,
}

impl Default for MapSettings {
    fn default() -> Self {
        Self {
            enabled: true,
            max_tokens: None,
            include_tests: false,
            include_dependencies: false,
            excludes: Vec::new(),
        }
    }
}

fn tokens<'de, D: Deserializer<'de>>(value: D) -> Result<Option<usize>, D::Error> {
    match usize::deserialize(value)? {
        few @ 0..MIN_TOKENS => {
            Err(D::Error::custom(format!("map.maxTokens is {few}; the least is {MIN_TOKENS}")))
        }
        tokens => Ok(Some(tokens)),
    }
}
