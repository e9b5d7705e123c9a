//! Resolution of the paths and languages in parameters.

use super::ToolError;
use crate::domain::nearest;
use crate::lang::{Language, registry};
use crate::workspace::{Root, Snapshot, SourcePath};
use std::collections::HashSet;
use std::sync::Arc;

/// Returns the starts that a request's paths refer to, the roots by default, and what is wrong with
/// the other paths. With several roots `.` means all of them. If all are wrong, the first is the
/// error.
pub(super) fn starts(
    snapshot: &Snapshot,
    paths: &[String],
) -> Result<(Vec<SourcePath>, Vec<String>), ToolError> {
    let roots = snapshot.roots();
    if paths.is_empty() {
        return Ok((roots.starts(), Vec::new()));
    }
    let (mut starts, mut errors) = (Vec::<SourcePath>::new(), Vec::new());
    let (mut known, mut asked) = (HashSet::new(), HashSet::new());
    for path in paths.iter().filter(|path| asked.insert(*path)) {
        if snapshot.cancel().is_cancelled() {
            return Err(ToolError::cancelled());
        }
        let found = match path.trim_end_matches('/') {
            "." => roots.starts(),
            _ => match snapshot.resolve_target(path) {
                Ok(start) => vec![start],
                Err(error) => {
                    errors.push(ToolError::from_problem(&error));
                    continue;
                }
            },
        };
        for start in found {
            if known.insert(Arc::clone(&start.absolute)) {
                starts.push(start);
            }
        }
    }
    let problems = errors.iter().map(|error| error.problem.clone()).collect();
    match errors.into_iter().next() {
        Some(error) if starts.is_empty() => Err(error),
        _ => Ok((starts, problems)),
    }
}

/// Returns whether a text reads as a glob. The path of a file may, such as `app/[id].tsx`: whether
/// there is one is for the caller to see first.
pub(super) fn is_glob(path: &str) -> bool {
    path.starts_with('!') || path.contains(['*', '?', '[', '{'])
}

/// Returns the note on a wrong path among several.
pub(super) fn note_of_missing(problem: &String) -> String {
    format!("not searched: {problem}")
}

/// Returns the language of a name, an alias or a file extension.
pub(super) fn language(name: Option<&str>) -> Result<Option<&'static Language>, ToolError> {
    let Some(name) = name else { return Ok(None) };
    let known = registry().by_name(name);
    known.map(Some).ok_or_else(|| {
        let ids = registry().all().iter().map(|language| language.id);
        let near = nearest(name, ids).map(|near| format!("; did you mean `{near}`?"));
        ToolError::new(
            format!("no language is called `{name}`{}", near.unwrap_or_default()),
            "`spelunk languages` lists them; a file name ending such as `rs` will do too",
        )
    })
}

/// Returns the note for a project that stands in for a missing root.
pub(super) fn note_of_project(root: &Root) -> String {
    format!("the root is {}, the project of the path given", root.path.display())
}
