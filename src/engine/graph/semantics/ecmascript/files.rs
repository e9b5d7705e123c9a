//! Files of JavaScript and TypeScript by the paths that imports and configurations write.

use crate::engine::graph::model::FileIndex;
use crate::engine::graph::project::{Project, split_path};

const ENDINGS: [&str; 12] =
    ["ts", "tsx", "d.ts", "js", "jsx", "mts", "cts", "mjs", "cjs", "vue", "svelte", "astro"];

/// Returns the file of a path without (or with another) extension.
pub(super) fn file_at(project: &Project<'_>, path: &str) -> Option<FileIndex> {
    let with_endings = |path: &str| {
        ENDINGS.iter().find_map(|ending| project.displayed(&format!("{path}.{ending}")))
    };
    // `./a.js` may refer to `a.ts` in the source.
    let bare = [".js", ".mjs", ".cjs", ".jsx"].iter().find_map(|ending| path.strip_suffix(ending));
    with_endings(path)
        .or_else(|| bare.and_then(with_endings))
        .or_else(|| {
            project
                .displayed(path)
                .filter(|file| is_script(split_path(&project.entry(*file).path.display).1))
        })
        .or_else(|| {
            with_endings(&if path.is_empty() {
                "index".to_owned()
            } else {
                format!("{path}/index")
            })
        })
}

/// Returns whether a file of a name is a script.
pub(super) fn is_script(name: &str) -> bool {
    name.split_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

/// Returns what stands for the `*` of a pattern in a text, empty without one; `None` if the text
/// does not match.
pub(super) fn matched<'t>(pattern: &str, text: &'t str) -> Option<&'t str> {
    match pattern.split_once('*') {
        None => (pattern == text).then_some(""),
        Some((before, after)) => {
            text.strip_prefix(before).and_then(|inside| inside.strip_suffix(after))
        }
    }
}
