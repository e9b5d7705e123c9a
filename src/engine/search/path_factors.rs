//! Score factors for the location of a file in its project: lower for legacy code, for an older one
//! of several version directories, for browser assets in a project of another language, for
//! benchmarks, and for files of nothing but types.

use crate::lang::Family;
use crate::workspace::FileEntry;
use std::collections::HashMap;

/// Score factors of legacy files, of older versions, of browser assets, of benchmarks, and of files
/// that declare the types of code in other files.
const LEGACY: f64 = 0.7;
const OLDER: f64 = 0.6;
const ASSET: f64 = 0.45;
const BENCHMARK: f64 = 0.6;
const TYPES: f64 = 0.9;

/// Minimum share of a project's code for a language to be one of its own.
const OWN_SHARE: f64 = 0.3;

/// Directory names of legacy code, of browser assets, and of benchmarks.
const LEGACY_NAMES: [&str; 8] =
    ["legacy", "_legacy", "deprecated", "_deprecated", "compat", "_compat", "obsolete", "attic"];
const ASSET_NAMES: [&str; 10] =
    ["assets", "docs", "doc", "static", "public", "site", "website", "www", "htdocs", "media"];
const BENCHMARK_NAMES: [&str; 4] = ["bench", "benches", "benchmark", "benchmarks"];
/// File names of type declarations, without extensions.
const TYPES_NAMES: [&str; 5] = ["type", "types", "typing", "typings", "interfaces"];

/// Project-wide facts on which the score factors of paths depend.
pub(super) struct PathFactors<'a> {
    /// Highest version among the version directories in a directory.
    newest: HashMap<&'a str, u32>,
    /// Bytes of the project's own code, in total and by kind of language.
    code: u64,
    by_kind: HashMap<Kind, u64>,
}

impl<'a> PathFactors<'a> {
    pub(super) fn new(files: &'a [FileEntry]) -> Self {
        let mut newest: HashMap<&str, u32> = HashMap::new();
        let (mut code, mut by_kind) = (0, HashMap::new());
        for file in files {
            for (parent, version) in versions(&file.path.display) {
                let known = newest.entry(parent).or_insert(version);
                *known = version.max(*known);
            }
            if let Some(kind) = kind(file)
                && file.class.is_own_code()
            {
                code += file.stamp.size;
                *by_kind.entry(kind).or_default() += file.stamp.size;
            }
        }
        Self { newest, code, by_kind }
    }

    /// Returns the score factor of a file relative to the project's own current code. A query that
    /// is a name may ask for a type, so files of types count in full.
    pub(super) fn factor(&self, file: &FileEntry, is_name: bool) -> f64 {
        let path = &*file.path.display;
        let name = path.rsplit('/').next().unwrap_or_default();
        let is_types =
            !is_name && TYPES_NAMES.contains(&name.split('.').next().unwrap_or_default());
        let directories =
            || path.rsplit_once('/').map_or("", |(directories, _)| directories).split('/');
        let is_legacy = directories().any(|name| LEGACY_NAMES.contains(&name));
        let is_older = versions(path).any(|(parent, version)| {
            self.newest.get(parent).is_some_and(|newest| version < *newest)
        });
        let is_foreign = |kind| {
            (self.by_kind.get(&kind).copied().unwrap_or(0) as f64) < OWN_SHARE * self.code as f64
        };
        let is_asset = directories().any(|name| ASSET_NAMES.contains(&name))
            && kind(file).is_some_and(is_foreign);
        // Test files have a factor of their own already.
        let is_benchmark =
            !file.class.is_test() && directories().any(|name| BENCHMARK_NAMES.contains(&name));
        let factors = [
            (is_legacy, LEGACY),
            (is_older, OLDER),
            (is_asset, ASSET),
            (is_benchmark, BENCHMARK),
            (is_types, TYPES),
        ];
        factors.iter().filter(|(applies, _)| *applies).fold(1.0, |all, (_, factor)| all * factor)
    }
}

/// Returns the version directories along a path, each with the path of its parent.
fn versions(path: &str) -> impl Iterator<Item = (&str, u32)> {
    let ends = path.match_indices('/').map(|(end, _)| end);
    ends.filter_map(|end| {
        let start = path[..end].rfind('/').map_or(0, |slash| slash + 1);
        let version =
            path[start..end].strip_prefix('v').filter(|digits| digits.len() <= 3)?.parse().ok()?;
        Some((&path[..start], version))
    })
}

/// Languages of one family are one kind.
type Kind = (Family, &'static str);

/// The kind of a file's language, if it is code.
fn kind(file: &FileEntry) -> Option<Kind> {
    let language = file.language.filter(|language| language.is_code())?;
    let family = language.config.graph.family;
    Some((family, if family == Family::None { language.id } else { "" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_directories_that_are_named_so() {
        let check = |path: &str, expected: &[(&str, u32)]| {
            assert_eq!(versions(path).collect::<Vec<_>>(), expected, "{path}");
        };
        check("src/v3/types.ts", &[("src/", 3)]);
        check("v1/api/v2/a.go", &[("", 1), ("v1/api/", 2)]);
        check("src/v8x/v.ts", &[]);
        check("v3.ts", &[]);
    }
}
