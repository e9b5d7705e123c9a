//! Names of modules that a `tsconfig.json` or `jsconfig.json` defines: `paths` and `baseUrl`.

use super::files::file_at;
use super::patterns::Patterns;
use crate::engine::graph::model::FileIndex;
use crate::engine::graph::project::{Project, split_path};
use crate::engine::graph::semantics::paths::{ancestors, normalize};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Maximum number of configurations that one extends, itself or through others.
const MAX_EXTENDED: usize = 64;

/// Maximum number of targets of a pattern.
const MAX_TARGETS: usize = 64;

/// Place of the configuration's own directory in a path.
const CONFIG_DIRECTORY: &str = "${configDir}";

/// The configurations of a project, by directory.
struct Configs(HashMap<String, Config>);

/// What a configuration says of modules.
#[derive(Debug, Default)]
struct Config {
    /// The directory in which names are looked up that are not relative.
    base: Option<String>,
    /// Patterns with their targets, as paths from the root.
    paths: Arc<Patterns>,
}

impl Config {
    fn is_empty(&self) -> bool {
        self.base.is_none() && self.paths.is_empty()
    }
}

impl Configs {
    fn load(project: &Project<'_>) -> Self {
        let cancel = project.snapshot.cancel();
        let mut configs: HashMap<String, Config> = HashMap::new();
        let mut written =
            WrittenConfigs { project, read: HashMap::new(), patterns: HashMap::new() };
        for stem in ["tsconfig", "jsconfig"] {
            let entries =
                project.with_stem(stem).iter().map(|file| &*project.entry(*file).path.display);
            let mut paths: Vec<&str> = entries.filter(|path| path.ends_with(".json")).collect();
            // Of several in a directory the one without a further name counts if it says anything;
            // else it may only refer to the others.
            paths.sort_by_key(|path| (path.len(), *path));
            for path in paths {
                // What is found of a cancelled question is discarded.
                if cancel.is_cancelled() {
                    return Self(configs);
                }
                let known = configs.get(split_path(path).0);
                if known.is_none_or(Config::is_empty) {
                    let directory = split_path(path).0;
                    configs.insert(directory.to_owned(), written.meant(path));
                }
            }
        }
        Self(configs)
    }
}

/// Returns the file that the nearest configuration gives for a name that is not relative.
pub(super) fn file(project: &Project<'_>, directory: &str, name: &str) -> Option<FileIndex> {
    let configs = project.fact(Configs::load);
    let config = ancestors(directory).find_map(|above| configs.0.get(above))?;
    let mapped = config.paths.matching(name).and_then(|(inside, targets)| {
        targets.iter().find_map(|target| file_at(project, &target.replacen('*', inside, 1)))
    });
    mapped.or_else(|| file_at(project, &normalize(config.base.as_ref()?, name)))
}

/// A configuration as it is written.
#[derive(Default)]
struct Written {
    /// The paths of those that it extends, of which a later one overrides an earlier one.
    extended: Vec<String>,
    base: Option<String>,
    /// Patterns with their targets; an empty list says that there are none.
    paths: Option<Vec<(String, Vec<String>)>>,
}

/// The configurations that were read, by path, so that those that many extend are read once.
struct WrittenConfigs<'p, 's> {
    project: &'p Project<'s>,
    read: HashMap<String, Written>,
    /// Of each that writes some, by its path and directory for names, and the first configuration's
    /// directory where a target depends on it.
    patterns: HashMap<(String, String, Option<String>), Arc<Patterns>>,
}

impl WrittenConfigs<'_, '_> {
    /// Returns what a configuration says with all that it extends.
    fn meant(&mut self, path: &str) -> Config {
        let top = split_path(path).0;
        let base = self.base(path, top);
        let mut says = None;
        self.look(path, |path, written| match &written.paths {
            None => Look::GoesOn,
            // An empty list overrides what its file extends, and nothing else.
            Some(paths) if paths.is_empty() => Look::Passes,
            Some(_) => {
                says = Some(path.to_owned());
                Look::Ends
            }
        });
        let paths = says.map(|path| self.patterns(&path, top)).unwrap_or_default();
        Config { base, paths }
    }

    /// Returns the patterns that a configuration writes itself, once for all that extend it.
    fn patterns(&mut self, path: &str, top: &str) -> Arc<Patterns> {
        let base = self.base(path, top).unwrap_or_else(|| split_path(path).0.to_owned());
        let written = self.read.get(path).and_then(|written| written.paths.as_deref());
        let written = written.unwrap_or_default();
        let mut targets = written.iter().flat_map(|(_, targets)| targets);
        let of_top = targets.any(|target| target.starts_with(CONFIG_DIRECTORY)).then_some(top);
        let key = (path.to_owned(), base, of_top.map(str::to_owned));
        if let Some(known) = self.patterns.get(&key) {
            return Arc::clone(known);
        }
        let mut patterns = Patterns::default();
        for (pattern, targets) in written {
            let targets = targets.iter().map(|target| located(target, &key.1, top)).collect();
            patterns.add(pattern, targets);
        }
        Arc::clone(self.patterns.entry(key).or_insert(Arc::new(patterns)))
    }

    /// Returns the directory in which a configuration says that names are looked up.
    fn base(&mut self, path: &str, top: &str) -> Option<String> {
        let mut base = None;
        self.look(path, |path, written| {
            base = written.base.as_ref().map(|base| located(base, split_path(path).0, top));
            if base.is_some() { Look::Ends } else { Look::GoesOn }
        });
        base
    }

    /// Looks at a configuration and those that it extends, each once: each before those that it
    /// overrides. So what a second look at one would find has been found.
    fn look(&mut self, path: &str, mut visit: impl FnMut(&str, &Written) -> Look) {
        let project = self.project;
        let mut known: HashSet<String> = HashSet::new();
        let mut next = vec![path.to_owned()];
        while let Some(path) = next.pop() {
            if known.len() >= MAX_EXTENDED || project.snapshot.cancel().is_cancelled() {
                return;
            }
            if !known.insert(path.clone()) {
                continue;
            }
            let entry = self.read.entry(path.clone());
            let written = entry.or_insert_with(|| Written::read(project, &path));
            match visit(&path, written) {
                Look::Ends => return,
                Look::Passes => {}
                Look::GoesOn => next.extend(written.extended.iter().cloned()),
            }
        }
    }
}

/// What is looked at after a configuration.
enum Look {
    Ends,
    /// Those that it overrides, but none that it extends.
    Passes,
    GoesOn,
}

impl Written {
    fn read(project: &Project<'_>, path: &str) -> Self {
        let Some(json) = parse(project, path) else { return Self::default() };
        let directory = split_path(path).0;
        let names: Vec<&str> = match &json["extends"] {
            Value::String(one) => vec![one],
            Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let relative = names.into_iter().filter(|name| name.starts_with('.'));
        let extended = relative.take(MAX_EXTENDED).filter_map(|name| {
            let from = normalize(directory, name);
            let mut exact = [from.clone(), format!("{from}.json")].into_iter();
            exact.find(|path| project.displayed(path).is_some())
        });
        let extended = extended.collect();
        let options = &json["compilerOptions"];
        let targets = |targets: &Value| -> Vec<String> {
            let written = targets.as_array().into_iter().flatten().filter_map(Value::as_str);
            written.take(MAX_TARGETS).map(str::to_owned).collect()
        };
        let paths = options["paths"].as_object().map(|paths| {
            paths.iter().map(|(pattern, written)| (pattern.clone(), targets(written))).collect()
        });
        Self { extended, base: options["baseUrl"].as_str().map(str::to_owned), paths }
    }
}

/// Returns the path from the root of one that is written in a configuration.
fn located(written: &str, directory: &str, top: &str) -> String {
    match written.strip_prefix(CONFIG_DIRECTORY) {
        Some(rest) => normalize(top, rest),
        None => normalize(directory, written),
    }
}

fn parse(project: &Project<'_>, path: &str) -> Option<Value> {
    let file = project.displayed(path)?;
    let text = project.snapshot.text(&project.entry(file).path).ok()?;
    let parsed =
        parse_to_ast(&text.content, &CollectOptions::default(), &ParseOptions::default()).ok()?;
    parsed.value.map(Value::from)
}
