//! Modules of JavaScript and TypeScript: relative paths, the project's packages, names from a
//! configuration.

use super::configs;
use super::files::{file_at, is_script, matched};
use crate::domain::lock;
use crate::engine::graph::model::{FileIndex, Lookup, Module};
use crate::engine::graph::project::{Project, Unit, split_path};
use crate::engine::graph::semantics::paths::{ancestors, join, normalize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The project's own packages.
struct Packages {
    by_name: HashMap<String, Arc<Package>>,
    by_directory: HashMap<String, Arc<Package>>,
}

struct Package {
    directory: String,
    /// The manifest's `exports`.
    exports: serde_json::Value,
    /// The manifest's `imports`, whose names begin with `#`.
    imports: serde_json::Value,
    /// The file that the manifest names for the package as a whole.
    main: Option<String>,
}

impl Packages {
    fn load(project: &Project<'_>) -> Self {
        let mut packages = Self { by_name: HashMap::new(), by_directory: HashMap::new() };
        for file in project.with_stem("package") {
            let entry = project.entry(*file);
            let (directory, name) = split_path(&entry.path.display);
            if name != "package.json" {
                continue;
            }
            let Ok(text) = project.snapshot.text(&entry.path) else { continue };
            let mut manifest: serde_json::Value =
                serde_json::from_str(&text.content).unwrap_or_default();
            let mut take =
                |key: &str| manifest.get_mut(key).map(serde_json::Value::take).unwrap_or_default();
            let (exports, imports) = (take("exports"), take("imports"));
            let said =
                |key: &str| manifest.get(key).and_then(|value| value.as_str()).map(str::to_owned);
            let main = ["source", "module", "main"].into_iter().find_map(said);
            let package =
                Arc::new(Package { directory: directory.to_owned(), exports, imports, main });
            if let Some(name) = manifest.get("name").and_then(|name| name.as_str()) {
                packages.by_name.entry(name.to_owned()).or_insert_with(|| Arc::clone(&package));
            }
            packages.by_directory.insert(directory.to_owned(), package);
        }
        packages
    }

    /// Returns the nearest package that a directory lies in.
    fn around(&self, directory: &str) -> Option<&Arc<Package>> {
        ancestors(directory).find_map(|above| self.by_directory.get(above))
    }
}

/// Resolves the module that `text` names in an import of `unit`.
pub(super) fn module(project: &Project<'_>, unit: &Unit, text: &str) -> Lookup {
    let directory = split_path(unit.path()).0;
    if text.starts_with('.') {
        let path = normalize(directory, text);
        let of_package = || project.fact(Packages::load).by_directory.get(&path)?.whole(project);
        let file = file_at(project, &path).or_else(of_package);
        return file.map_or(Lookup::Unknown, |file| Lookup::Module(Module::File(file)));
    }
    if let Some(file) = configs::file(project, directory, text) {
        return Lookup::Module(Module::File(file));
    }
    let packages = project.fact(Packages::load);
    if text.starts_with('#')
        && let Some(file) =
            packages.around(directory).and_then(|package| package.imported(project, text))
    {
        return Lookup::Module(Module::File(file));
    }
    let mut name = text;
    loop {
        if let Some(package) = packages.by_name.get(name) {
            let rest = text[name.len()..].trim_start_matches('/');
            let file = package.file(project, rest);
            return file.map_or(Lookup::Unknown, |file| Lookup::Module(Module::File(file)));
        }
        match name.rsplit_once('/') {
            Some((shorter, _)) => name = shorter,
            None => break,
        }
    }
    // A path from the source root, or behind an alias such as `@/`.
    let segments: Vec<&str> =
        text.split('/').skip_while(|segment| matches!(*segment, "@" | "~" | "#" | "")).collect();
    let is_alias = text.starts_with("@/") || text.starts_with("~/") || text.starts_with('#');
    if segments.len() < 2 && !is_alias {
        return Lookup::External;
    }
    by_suffix(project, &segments)
        .map_or(Lookup::External, |file| Lookup::Module(Module::File(file)))
}

impl Package {
    /// Returns the source file of an export path: the manifest's target unless that is a build
    /// product, else a file at a conventional location, else the file of that name nearest to the
    /// top of `src`.
    fn file(&self, project: &Project<'_>, rest: &str) -> Option<FileIndex> {
        let wanted = if rest.is_empty() { ".".to_owned() } else { format!("./{rest}") };
        let targets = targets(&self.exports, &wanted);
        let mut sources = targets.iter().filter(|target| !target.ends_with(".d.ts"));
        let exported =
            sources.find_map(|target| file_at(project, &normalize(&self.directory, target)));
        let main = || if rest.is_empty() { self.main_file(project) } else { None };
        exported.or_else(|| self.by_convention(project, rest)).or_else(main).or_else(|| {
            let built = targets.iter().map(|target| split_path(target).1);
            built
                .chain((!rest.is_empty()).then(|| split_path(rest).1))
                .find_map(|name| self.nearest(project, name))
        })
    }

    /// Returns the file of the package itself, in a directory without an index.
    fn whole(&self, project: &Project<'_>) -> Option<FileIndex> {
        self.main_file(project).or_else(|| self.file(project, ""))
    }

    fn main_file(&self, project: &Project<'_>) -> Option<FileIndex> {
        file_at(project, &normalize(&self.directory, self.main.as_ref()?))
    }

    /// Returns the file of a name from the manifest's `imports`.
    fn imported(&self, project: &Project<'_>, name: &str) -> Option<FileIndex> {
        let targets = targets(&self.imports, name);
        let own = || targets.iter().filter(|target| target.starts_with('.'));
        let found = own().find_map(|target| file_at(project, &normalize(&self.directory, target)));
        found.or_else(|| own().find_map(|target| self.nearest(project, split_path(target).1)))
    }

    fn by_convention(&self, project: &Project<'_>, rest: &str) -> Option<FileIndex> {
        let bases: &[&str] = if rest.is_empty() {
            &["src/index", "index", "lib/index", "source/index", "src/main", "lib", "src", ""]
        } else {
            // Files at the top of a package may only re-export the build products.
            &["src", "source", "", "lib", "src/internal"]
        };
        bases.iter().find_map(|base| {
            let parts = [&self.directory, *base, rest];
            let path =
                parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/");
            file_at(project, &path)
        })
    }

    /// Returns the script of a name, with any extension, that is highest in the package's sources.
    fn nearest(&self, project: &Project<'_>, name: &str) -> Option<FileIndex> {
        let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
        let sources = join(&self.directory, "src");
        let files = project.with_stem(stem).iter().copied().filter(|file| {
            let path = &project.entry(*file).path.display;
            path.strip_prefix(&sources).is_some_and(|rest| rest.starts_with('/'))
                && is_script(split_path(path).1)
        });
        files.min_by_key(|file| project.entry(*file).path.display.matches('/').count())
    }
}

/// Returns the files that a manifest's map names for a path, under any condition.
fn targets(map: &serde_json::Value, wanted: &str) -> Vec<String> {
    let mut targets = Vec::new();
    match map {
        serde_json::Value::Object(paths)
            if paths.keys().any(|path| path.starts_with(['.', '#'])) =>
        {
            for (path, target) in paths {
                if let Some(inside) = matched(path, wanted) {
                    collect_targets(target, inside, &mut targets);
                }
            }
        }
        target if wanted == "." => collect_targets(target, "", &mut targets),
        _ => {}
    }
    targets
}

/// Adds the files that a target of `exports` names, with `inside` in the place of its `*`.
fn collect_targets(target: &serde_json::Value, inside: &str, targets: &mut Vec<String>) {
    match target {
        serde_json::Value::String(path) => targets.push(path.replace('*', inside)),
        serde_json::Value::Object(conditions) => {
            conditions.values().for_each(|target| collect_targets(target, inside, targets));
        }
        serde_json::Value::Array(choices) => {
            choices.iter().for_each(|target| collect_targets(target, inside, targets));
        }
        _ => {}
    }
}

/// Files by the ends of their paths as imports write them, each looked for once.
#[derive(Default)]
struct Suffixes(Mutex<HashMap<String, Option<FileIndex>>>);

fn by_suffix(project: &Project<'_>, segments: &[&str]) -> Option<FileIndex> {
    let suffixes = project.fact(|_| Suffixes::default());
    let key = segments.join("/");
    if let Some(known) = lock(&suffixes.0).get(&key) {
        return *known;
    }
    let (last, above) = segments.split_last()?;
    let stem = last.split_once('.').map_or(*last, |(stem, _)| stem);
    let files = project.all_ending_with(stem, above).into_iter();
    let index = project.all_ending_with("index", segments);
    let scripts = files
        .chain(index)
        .filter(|file| is_script(split_path(&project.entry(*file).path.display).1));
    let found = scripts.min_by_key(|file| project.entry(*file).path.display.len());
    lock(&suffixes.0).insert(key, found);
    found
}
