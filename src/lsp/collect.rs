//! Lists of values for a server's options, collected from the manifests of a workspace.

use super::documents::Files;
use super::spec::CollectRule;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Returns the values that each rule finds under a root, sorted. A manifest that cannot be read or
/// parsed adds nothing.
pub(super) fn collect(
    rules: &BTreeMap<String, CollectRule>,
    files: &dyn Files,
    root: &Path,
) -> BTreeMap<String, Vec<String>> {
    rules.iter().map(|(name, rule)| (name.clone(), collect_one(rule, files, root))).collect()
}

fn collect_one(rule: &CollectRule, files: &dyn Files, root: &Path) -> Vec<String> {
    let manifests =
        files.list(root, &|path| path.file_name().is_some_and(|name| name == rule.file.as_str()));
    let mut keys = BTreeSet::new();
    for path in manifests.unwrap_or_default().keys() {
        let Some(manifest) = files.read(path).and_then(|text| text.parse::<toml::Table>().ok())
        else {
            continue;
        };
        let manifest = toml::Value::Table(manifest);
        for path in &rule.keys {
            visit(&manifest, path, &mut |key, _| {
                keys.insert(key.to_owned());
            });
        }
        for path in &rule.optional {
            visit(&manifest, path, &mut |key, value| {
                if value.get("optional").and_then(toml::Value::as_bool) == Some(true) {
                    keys.insert(key.to_owned());
                }
            });
        }
    }
    keys.iter().map(|key| rule.element.replace("{}", key)).collect()
}

/// Calls `found` for each entry of every table at a path.
fn visit(value: &toml::Value, path: &[String], found: &mut impl FnMut(&str, &toml::Value)) {
    let Some(table) = value.as_table() else { return };
    match path.split_first() {
        None => table.iter().for_each(|(key, value)| found(key, value)),
        Some((step, rest)) if step == "*" => {
            table.values().for_each(|value| visit(value, rest, found));
        }
        Some((step, rest)) => {
            if let Some(value) = table.get(step) {
                visit(value, rest, found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::{Disk, ServerSpec};

    #[test]
    fn features_are_collected_from_every_manifest() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("b")).unwrap();
        let first = "[features]\ndefault = []\nfs = ['dep:x']\n[target.'cfg(unix)'.dependencies]\nlibc = { version = '1', optional = true }\n[dependencies]\nserde = '1'";
        std::fs::write(folder.path().join("Cargo.toml"), first).unwrap();
        std::fs::write(folder.path().join("b/Cargo.toml"), "[features]\nnet = []\nfs = []")
            .unwrap();
        std::fs::create_dir(folder.path().join("c")).unwrap();
        std::fs::write(folder.path().join("c/Cargo.toml"), "this is [ no TOML").unwrap();
        let specs = ServerSpec::built_in().unwrap();
        let rules = &specs.iter().find(|spec| spec.name == "rust-analyzer").unwrap().collect;
        let root = folder.path().canonicalize().unwrap();
        let features = &collect(rules, &Disk::default(), &root)["features"];
        assert_eq!(features, &["feature=default", "feature=fs", "feature=libc", "feature=net"]);
    }
}
