//! Build scripts of Gradle, which see the classes of what is built before them and none of what
//! they build.

use super::paths::normalize;
use crate::engine::graph::project::{Project, Unit, split_path};
use regex::Regex;
use std::sync::LazyLock;

/// Endings of the names of build scripts.
const SCRIPTS: [&str; 2] = [".gradle", ".gradle.kts"];

/// Names of the scripts that say which other builds are built first.
const SETTINGS: [&str; 2] = ["settings.gradle", "settings.gradle.kts"];

/// The directory whose classes all build scripts see.
const SOURCES: &str = "buildSrc";

/// The function by which settings include a build.
const WORD: &str = "includeBuild";

/// `includeBuild("build-logic")`
static INCLUDED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"\bincludeBuild\s*\(?\s*["']([^"'\n]+)["']"#).expect("a valid expression")
});

/// The builds that settings include.
#[derive(Debug, Default)]
struct Included {
    /// Their directories, without a slash at their ends.
    directories: Vec<String>,
    /// Whether there may be others, whose paths are not written as they are.
    is_open: bool,
}

impl Included {
    fn load(project: &Project<'_>) -> Self {
        let mut included = Self::default();
        for file in project.files() {
            let (directory, name) = split_path(&file.path.display);
            if !SETTINGS.contains(&name) {
                continue;
            }
            // What cannot be read includes nothing that is known.
            let Ok(text) = project.snapshot.text(&file.path) else { continue };
            let paths = INCLUDED.captures_iter(&text.content).filter_map(|found| found.get(1));
            let paths: Vec<String> =
                paths.map(|path| normalize(directory, path.as_str())).collect();
            included.is_open |= text.content.matches(WORD).count() > paths.len();
            included.directories.extend(paths);
        }
        included
    }
}

fn is_script(path: &str) -> bool {
    SCRIPTS.iter().any(|ending| path.ends_with(ending))
}

/// Returns whether a file is no build script, or one that may see what another file defines.
pub(super) fn may_see(project: &Project<'_>, unit: &Unit, other: &Unit) -> bool {
    if !is_script(unit.path()) || is_script(other.path()) {
        return true;
    }
    let (directory, _) = split_path(other.path());
    let lies_in = |of: &String| {
        let rest = directory.strip_prefix(of.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let included = project.fact(Included::load);
    included.is_open
        || directory.split('/').any(|name| name == SOURCES)
        || included.directories.iter().any(lies_in)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn included_builds_are_found_from_their_settings() {
        assert_eq!(normalize("", "build-logic"), "build-logic");
        assert_eq!(normalize("app/", "../logic/./plugins"), "logic/plugins");
        let found = |text: &str| INCLUDED.captures(text).map(|found| found[1].to_owned());
        assert_eq!(found("includeBuild(\"logic\") {"), Some("logic".to_owned()));
        assert_eq!(found("includeBuild 'logic'"), Some("logic".to_owned()));
        assert_eq!(found("include(\":app\")"), None);
    }
}
