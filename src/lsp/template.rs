//! Templates in descriptions of servers: fills in words for a workspace, overlays tables and copies
//! files.

use super::own_folder::{remove_within, write_within};
use super::spec::CopyRule;
use crate::workspace::{MAX_FILE_BYTES, read_file};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Copies files that a server would otherwise write beside. Copies that are up to date are not
/// written again, so that what was built from them stays valid.
pub(super) fn copy_files(rules: &[CopyRule], root: &Path, folder: &Path) -> std::io::Result<()> {
    for rule in rules {
        let target = folder.join(&rule.to);
        std::fs::create_dir_all(folder)?;
        // A link out of the workspace does not count as a file.
        let read = |file: &String| {
            let path = root.join(file);
            read_file(&path, root, MAX_FILE_BYTES).ok().map(|bytes| (path, bytes))
        };
        let is_copied = |copy: &Path, bytes: &Vec<u8>| {
            read_file(copy, Path::new("/"), MAX_FILE_BYTES).is_ok_and(|known| known == *bytes)
        };
        let source = rule.files.iter().find_map(read);
        for file in &rule.files {
            let Some(name) = Path::new(file).file_name() else { continue };
            let copy = target.join(name);
            match source.as_ref().filter(|(source, _)| source.file_name() == Some(name)) {
                Some((_, bytes)) if is_copied(&copy, bytes) => {}
                Some((_, bytes)) => write_within(folder, Path::new(&rule.to), name, bytes)?,
                None => remove_within(folder, Path::new(&rule.to), name)?,
            }
        }
    }
    Ok(())
}

/// Replaces `{name}` by its word.
pub(super) fn fill(text: &str, words: &BTreeMap<String, String>) -> String {
    words
        .iter()
        .fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

/// Overlays one table on another, recursively.
pub(super) fn overlay(base: &mut toml::Table, over: &toml::Table) {
    for (key, value) in over {
        match (base.get_mut(key), value) {
            (Some(toml::Value::Table(base)), toml::Value::Table(over)) => overlay(base, over),
            _ => {
                base.insert(key.clone(), value.clone());
            }
        }
    }
}

/// Converts to JSON; replaces `{name}` in texts by its word, and such an element of an array by its
/// list.
pub(super) fn to_json(
    value: &toml::Value,
    words: &BTreeMap<String, String>,
    lists: &BTreeMap<String, Vec<String>>,
) -> Value {
    match value {
        toml::Value::String(text) => fill(text, words).into(),
        toml::Value::Integer(number) => (*number).into(),
        toml::Value::Float(number) => (*number).into(),
        toml::Value::Boolean(truth) => (*truth).into(),
        toml::Value::Datetime(moment) => moment.to_string().into(),
        toml::Value::Array(values) => {
            let mut array = Vec::new();
            for value in values {
                let name =
                    value.as_str().and_then(|text| text.strip_prefix('{')?.strip_suffix('}'));
                match name.and_then(|name| lists.get(name)) {
                    Some(list) => {
                        array.extend(list.iter().map(|element| Value::from(element.as_str())));
                    }
                    None => array.push(to_json(value, words, lists)),
                }
            }
            array.into()
        }
        toml::Value::Table(table) => {
            let members =
                table.iter().map(|(key, value)| (key.clone(), to_json(value, words, lists)));
            members.collect::<serde_json::Map<_, _>>().into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trusted_options_are_laid_over_the_safe_ones() {
        let mut base: toml::Table = toml::from_str("a.b = 1\na.c = '{cache}/x'").unwrap();
        overlay(&mut base, &toml::from_str("a.b = 2\nd = true").unwrap());
        let words = BTreeMap::from([("cache".to_owned(), "/tmp/c".to_owned())]);
        let json = to_json(&toml::Value::Table(base), &words, &BTreeMap::new());
        assert_eq!(json, serde_json::json!({ "a": { "b": 2, "c": "/tmp/c/x" }, "d": true }));
    }

    #[test]
    fn a_list_takes_the_place_of_its_name_in_an_array() {
        let table: toml::Table = toml::from_str("a = ['x', '{list}', '{other}']").unwrap();
        let lists = BTreeMap::from([("list".to_owned(), vec!["1".to_owned(), "2".to_owned()])]);
        let json = to_json(&toml::Value::Table(table), &BTreeMap::new(), &lists);
        assert_eq!(json, serde_json::json!({ "a": ["x", "1", "2", "{other}"] }));
    }

    #[test]
    fn a_copy_follows_its_source_and_goes_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let (root, own) = (base.join("root"), base.join("own"));
        std::fs::create_dir_all(root.join("build")).unwrap();
        let rules = [CopyRule {
            files: vec!["a.json".into(), "build/a.json".into()],
            to: "commands".into(),
        }];
        let copied = || std::fs::read_to_string(own.join("commands/a.json")).ok();
        std::fs::write(root.join("build/a.json"), "built").unwrap();
        copy_files(&rules, &root, &own).unwrap();
        assert_eq!(copied().as_deref(), Some("built"));
        std::fs::write(root.join("a.json"), "own").unwrap();
        copy_files(&rules, &root, &own).unwrap();
        assert_eq!(copied().as_deref(), Some("own"));
        std::fs::remove_file(root.join("a.json")).unwrap();
        std::fs::remove_file(root.join("build/a.json")).unwrap();
        copy_files(&rules, &root, &own).unwrap();
        assert_eq!(copied(), None);
    }

    /// A server writes in its own folder, and may be misled.
    #[cfg(unix)]
    #[test]
    fn links_that_a_server_left_in_its_folder_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let (root, own) = (base.join("root"), base.join("own"));
        for made in ["root", "own/commands", "outside"] {
            std::fs::create_dir_all(base.join(made)).unwrap();
        }
        let victim = base.join("outside/a.json");
        std::fs::write(&victim, "victim").unwrap();
        std::fs::write(root.join("a.json"), "copied").unwrap();
        let rules = [CopyRule { files: vec!["a.json".into()], to: "commands".into() }];
        let check = || {
            copy_files(&rules, &root, &own).unwrap();
            assert_eq!(std::fs::read_to_string(&victim).unwrap(), "victim");
            assert_eq!(std::fs::read_to_string(own.join("commands/a.json")).unwrap(), "copied");
        };
        std::os::unix::fs::symlink(&victim, own.join("commands/a.json")).unwrap();
        check();
        std::fs::remove_dir_all(own.join("commands")).unwrap();
        std::os::unix::fs::symlink(base.join("outside"), own.join("commands")).unwrap();
        check();
        std::fs::remove_file(root.join("a.json")).unwrap();
        std::fs::remove_dir_all(own.join("commands")).unwrap();
        std::os::unix::fs::symlink(base.join("outside"), own.join("commands")).unwrap();
        copy_files(&rules, &root, &own).unwrap();
        assert_eq!(std::fs::read_to_string(&victim).unwrap(), "victim");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_file_outside_is_not_copied() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        std::fs::create_dir(base.join("root")).unwrap();
        std::fs::write(base.join("secret"), "secret").unwrap();
        std::os::unix::fs::symlink(base.join("secret"), base.join("root/a.json")).unwrap();
        let rules = [CopyRule { files: vec!["a.json".into()], to: "commands".into() }];
        copy_files(&rules, &base.join("root"), &base.join("own")).unwrap();
        assert!(!base.join("own/commands/a.json").exists());
    }
}
