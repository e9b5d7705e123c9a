//! The names of a question about many things: each is resolved by itself, and all are searched for
//! together.

use super::path::{Path, whole_name};
use super::{ResolveError, Resolved, Target, resolve_in};
use crate::engine::graph::project::{Project, Searched};
use crate::workspace::Snapshot;
use std::sync::Arc;

/// Names of one question.
#[derive(Debug)]
pub(in crate::engine) enum Names {
    /// A single one, in whose place others are suggested.
    One,
    Many(Arc<Searched>),
}

impl Names {
    /// Searches for the symbols of a question, unless there is only one.
    ///
    /// # Errors
    /// If the request is cancelled.
    pub(in crate::engine) fn new(
        snapshot: &Snapshot,
        symbols: &[&str],
    ) -> Result<Self, ResolveError> {
        if let [] | [_] = symbols {
            return Ok(Self::One);
        }
        let names: Vec<&str> = symbols.iter().flat_map(|symbol| names_in(symbol)).collect();
        Ok(Self::Many(Arc::new(Searched::new(snapshot, &names)?)))
    }

    /// Resolves one of the symbols to its definitions in any file.
    ///
    /// # Errors
    /// If nothing is asked for, a file cannot be read, or the request is cancelled.
    pub(in crate::engine) fn resolve(
        &self,
        snapshot: &Snapshot,
        symbol: &str,
    ) -> Result<Resolved, ResolveError> {
        let project = match self {
            Self::One => Project::new(snapshot, &[])?,
            Self::Many(searched) => Project::knowing(snapshot, searched, &names_in(symbol))?,
        };
        Ok(resolve_in(&project, &Target::of_symbol(symbol))?.into_resolved(&project))
    }
}

/// Returns the names that a written symbol is made of, and that it may be as a whole. One with the
/// mark of a macro is looked for without it too.
fn names_in(symbol: &str) -> Vec<&str> {
    let Some(Path { name, above }) = Path::read(symbol) else { return Vec::new() };
    let plain = name.strip_suffix('!').filter(|name| !name.is_empty());
    above.into_iter().chain([name]).chain(plain).chain(whole_name(symbol)).collect()
}
