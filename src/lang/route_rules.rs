//! Schema of `[[routes]]` in `languages/<id>/language.toml`: how frameworks are told which member
//! of which type answers requests for a path, apart from that member.

use super::lazy_regex::LazyRegex;
use serde::Deserialize;
use std::collections::BTreeMap;

/// One form of statement that registers a type for a path.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RouteRules {
    /// Matches the statement. Its group `path` is the path, `type` the type's name or `controller`
    /// that name in snake case without `Controller`; without both the path is that. `method` is the
    /// method of requests and `member` the member, if they are written.
    pub registers: LazyRegex,
    /// The members that answer where none is written, each with the methods of requests and what
    /// stands behind the path, of which `{}` is an identifier: `put|patch /{}`.
    pub members: BTreeMap<String, String>,
    /// Matches the decorators of a further member that answers below the path, by its own name or
    /// by the group `path`.
    pub acting: LazyRegex,
}

impl RouteRules {
    /// Returns whether the statement writes the type in snake case.
    pub fn is_of_controller(&self) -> bool {
        self.registers.get().is_some_and(|registers| {
            !registers.capture_names().flatten().any(|group| group == "type")
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::lang::registry;

    #[test]
    fn every_expression_for_routes_compiles() {
        for language in registry().all() {
            for rules in &language.config.routes {
                let registers = rules.registers.get().expect("a form of statement");
                assert!(registers.capture_names().flatten().any(|group| group == "path"));
                let _ = rules.acting.get();
            }
        }
    }
}
