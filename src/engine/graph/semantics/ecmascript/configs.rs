//! Names of modules that a `tsconfig.json` or `jsconfig.json` defines: `paths` and `baseUrl`.

use super::files::{ancestors, file_at, matched, normalize};
use crate::engine::graph::model::FileIndex;
use crate::engine::graph::project::{Project, split_path};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::Value;
use std::collections::HashMap;

/// Maximum number of configurations that extend each other.
const MAX_DEPTH: usize = 8;

/// Place of the configuration's own directory in a path.
const CONFIG_DIRECTORY: &str = "${configDir}";

/// The configurations of a project, by directory.
struct Configs(HashMap<String, Config>);

/// What a configuration says of modules.
#[derive(Debug, Clone, Default)]
struct Config {
    /// The directory in which names are looked up that are not relative.
    base: Option<String>,
    /// Patterns with their targets, as paths from the root.
    paths: Vec<(String, Vec<String>)>,
}

impl Config {
    fn is_empty(&self) -> bool {
        self.base.is_none() && self.paths.is_empty()
    }
}

impl Configs {
    fn load(project: &Project<'_>) -> Self {
        let mut configs: HashMap<String, Config> = HashMap::new();
        for stem in ["tsconfig", "jsconfig"] {
            let entries =
                project.with_stem(stem).iter().map(|file| &*project.entry(*file).path.display);
            let mut paths: Vec<&str> = entries.filter(|path| path.ends_with(".json")).collect();
            // Of several in a directory the one without a further name counts if it says anything;
            // else it may only refer to the others.
            paths.sort_by_key(|path| (path.len(), *path));
            for path in paths {
                let known = configs.get(split_path(path).0);
                if known.is_none_or(Config::is_empty) {
                    let directory = split_path(path).0;
                    configs.insert(directory.to_owned(), read(project, path, directory, MAX_DEPTH));
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
    // The longest beginning counts, and a name without a `*` before all.
    let mut fitting: Vec<(usize, &str, &Vec<String>)> = Vec::new();
    for (pattern, targets) in &config.paths {
        if let Some(inside) = matched(pattern, name) {
            let length = pattern.find('*').unwrap_or(usize::MAX);
            fitting.push((length, inside, targets));
        }
    }
    let best = fitting.into_iter().max_by_key(|(length, ..)| *length);
    let mapped = best.and_then(|(_, inside, targets)| {
        targets.iter().find_map(|target| file_at(project, &target.replacen('*', inside, 1)))
    });
    mapped.or_else(|| file_at(project, &normalize(config.base.as_ref()?, name)))
}

/// Reads a configuration and those that it extends. `top` is the directory of the first one.
fn read(project: &Project<'_>, path: &str, top: &str, depth: usize) -> Config {
    let mut config = Config::default();
    let Some(json) = parse(project, path) else { return config };
    let directory = split_path(path).0;
    let extended: Vec<&str> = match &json["extends"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    // A later one overrides an earlier one.
    for name in extended.into_iter().filter(|name| name.starts_with('.') && depth > 0) {
        let from = normalize(directory, name);
        let exact = [from.clone(), format!("{from}.json")]
            .into_iter()
            .find(|path| project.displayed(path).is_some());
        if let Some(path) = exact {
            let above = read(project, &path, top, depth - 1);
            config.base = above.base.or(config.base);
            config.paths = if above.paths.is_empty() { config.paths } else { above.paths };
        }
    }
    let options = &json["compilerOptions"];
    let own_base = options["baseUrl"].as_str().map(|base| located(base, directory, top));
    config.base = own_base.or(config.base);
    if let Some(paths) = options["paths"].as_object() {
        let base = config.base.as_deref().unwrap_or(directory);
        let targets = |targets: &Value| -> Vec<String> {
            let written = targets.as_array().into_iter().flatten().filter_map(Value::as_str);
            written.map(|target| located(target, base, top)).collect()
        };
        config.paths =
            paths.iter().map(|(pattern, written)| (pattern.clone(), targets(written))).collect();
    }
    config
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
