//! Places that the results of an answer list, by which the account knows its rows.

use crate::engine::graph::answer::Site;
use std::collections::HashSet;
use std::sync::Arc;

/// A place that a result lists; lines and columns are 1-based, columns count characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::engine) enum ListedPlace {
    Use {
        file: Arc<str>,
        line: usize,
        column: usize,
    },
    /// Header of the definition on the line.
    Header {
        file: Arc<str>,
        line: usize,
    },
}

pub(in crate::engine) type ListedPlaces = HashSet<ListedPlace>;

impl ListedPlace {
    /// Returns the displayed path.
    pub(super) fn file(&self) -> &str {
        match self {
            Self::Use { file, .. } | Self::Header { file, .. } => file,
        }
    }
}

/// Adds the places of a result.
pub(in crate::engine) fn list<'s>(
    listed: &mut ListedPlaces,
    sites: impl IntoIterator<Item = &'s Site>,
    header: Option<(Arc<str>, usize)>,
) {
    listed.extend(sites.into_iter().map(|site| {
        let file = Arc::clone(&site.file);
        ListedPlace::Use { file, line: site.line, column: site.column }
    }));
    listed.extend(header.map(|(file, line)| ListedPlace::Header { file, line }));
}
