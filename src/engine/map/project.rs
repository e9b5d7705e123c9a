//! Short header above the map of a whole project: languages, entry points, build and test commands.

use super::test_directories::TestDirectory;
use super::tree::Tree;
use crate::domain::on_one_line;
use crate::lang::Language;
use crate::workspace::{FileKind, Roots, SourcePath, open_file, read_manifest};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::path::{Component, Path};

/// What manifests and file names determine of a project.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Project {
    /// As its manifest calls it.
    pub name: Option<String>,
    pub version: Option<String>,
    /// Languages by the number of their files, most first.
    pub languages: Vec<LanguageCount>,
    /// Files where reading starts.
    pub entry_points: Vec<String>,
    pub build: Vec<String>,
    pub test: Vec<String>,
    /// Directories of tests, those with the most files first.
    pub test_directories: Vec<TestDirectory>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LanguageCount {
    pub language: String,
    pub files: usize,
}

/// Length of a name or a version of a manifest that is told, in characters.
const LONGEST_NAME: usize = 100;

/// Maximum number of languages, and of entry points.
const MAX_LANGUAGES: usize = 5;
const MAX_NAMED: usize = 4;

impl Project {
    /// Reads the manifests at the mapped roots. `None` if the tree has no files.
    pub(super) fn read(
        roots: &Roots,
        paths: &[SourcePath],
        tree: &Tree,
        peripheral: &[bool],
    ) -> Option<Self> {
        if tree.files.is_empty() {
            return None;
        }
        let mut project = Self { languages: languages(tree), ..Self::default() };
        for path in paths.iter().filter(|path| roots.iter().any(|root| root.path == path.absolute))
        {
            for (manifest, read) in MANIFESTS {
                if let Some(text) = read_manifest(&path.absolute.join(manifest), &path.absolute) {
                    read(&mut project, &text, &path.absolute);
                }
            }
        }
        project.keep_written_entries(tree);
        project.add_conventional_entries(tree, peripheral);
        project.entry_points.truncate(MAX_NAMED);
        Some(project)
    }

    fn name_it(&mut self, name: Option<&str>, version: Option<&str>) {
        if self.name.is_none() {
            self.name = name.map(|name| on_one_line(name, LONGEST_NAME));
            self.version = version.map(|version| on_one_line(version, LONGEST_NAME));
        }
    }

    /// Adds an entry point that a manifest names, if it is a file of the project: whether there is
    /// one elsewhere is not listed.
    fn enter(&mut self, root: &Path, path: &str) {
        let path = path.trim_start_matches("./").to_owned();
        let is_below =
            Path::new(&path).components().all(|part| matches!(part, Component::Normal(_)));
        if is_below && !self.entry_points.contains(&path) && open_file(&root.join(&path)).is_ok() {
            self.entry_points.push(path);
        }
    }

    /// Removes generated entry points: a manifest may name a build output; reading starts at the
    /// source.
    fn keep_written_entries(&mut self, tree: &Tree) {
        let is_written = |path: &String| {
            tree.files.iter().any(|file| file.path.as_ref() == path && file.class.is_own_code())
        };
        if self.entry_points.iter().any(is_written) {
            self.entry_points.retain(is_written);
        }
    }

    /// Adds the shallowest files of the project's own code that are entry points by the languages'
    /// conventions, if no manifest names one.
    fn add_conventional_entries(&mut self, tree: &Tree, peripheral: &[bool]) {
        if !self.entry_points.is_empty() {
            return;
        }
        let mut entries: Vec<&str> = tree
            .files
            .iter()
            .filter(|file| file.is_entry_point() && file.class.is_own_code())
            .filter(|file| !peripheral.get(file.directory).copied().unwrap_or_default())
            .map(|file| file.path.as_ref())
            .filter(|path| path.matches('/').count() <= 2)
            .collect();
        let depth = |path: &str| path.matches('/').count();
        entries.sort_by_key(|path| (depth(path), *path));
        // A file of that name further inside starts a part, and hardly the project.
        let least = entries.first().map(|path| depth(path));
        entries.retain(|path| Some(depth(path)) == least);
        self.entry_points.extend(entries.into_iter().take(3).map(str::to_owned));
    }
}

/// Counts files by language, code first, without vendored and generated files.
fn languages(tree: &Tree) -> Vec<LanguageCount> {
    let mut counts: HashMap<&'static str, (&'static Language, usize)> = HashMap::new();
    for file in &tree.files {
        let is_not_own = file.class.leading().is_some_and(|kind| {
            matches!(
                kind,
                FileKind::Vendored | FileKind::Generated | FileKind::Minified | FileKind::Locale
            )
        });
        if let Some(language) = file.language.filter(|_| !is_not_own) {
            counts.entry(language.id).or_insert((language, 0)).1 += 1;
        }
    }
    let mut counts: Vec<(&Language, usize)> = counts.into_values().collect();
    counts.sort_by_key(|(language, files)| {
        (!language.is_code(), std::cmp::Reverse(*files), language.id)
    });
    let rows = counts
        .into_iter()
        .map(|(language, files)| LanguageCount { language: language.config.name.clone(), files });
    rows.take(MAX_LANGUAGES).collect()
}

type ReadManifest = fn(&mut Project, &str, &Path);

const MANIFESTS: [(&str, ReadManifest); 8] = [
    ("Cargo.toml", cargo),
    ("package.json", npm),
    ("pyproject.toml", pyproject),
    ("setup.py", setup_py),
    ("go.mod", go_mod),
    ("pom.xml", maven),
    ("CMakeLists.txt", cmake),
    ("Makefile", makefile),
];

fn cargo(project: &mut Project, text: &str, root: &Path) {
    let Ok(manifest) = text.parse::<toml::Table>() else { return };
    let text_of = |table: &toml::Table, key: &str| {
        table.get(key).and_then(toml::Value::as_str).map(str::to_owned)
    };
    if let Some(package) = manifest.get("package").and_then(toml::Value::as_table) {
        project
            .name_it(text_of(package, "name").as_deref(), text_of(package, "version").as_deref());
    }
    let mut targets: Vec<&toml::Table> =
        manifest.get("lib").and_then(toml::Value::as_table).into_iter().collect();
    if let Some(bins) = manifest.get("bin").and_then(toml::Value::as_array) {
        targets.extend(bins.iter().filter_map(toml::Value::as_table));
    }
    for target in targets {
        if let Some(path) = text_of(target, "path") {
            project.enter(root, &path);
        }
    }
    project.enter(root, "src/lib.rs");
    project.enter(root, "src/main.rs");
    project.build.push("cargo build".into());
    project.test.push("cargo test".into());
}

fn npm(project: &mut Project, text: &str, root: &Path) {
    let Ok(manifest) = serde_json::from_str::<serde_json::Value>(text) else { return };
    let text_of = |key: &str| manifest.get(key).and_then(serde_json::Value::as_str);
    project.name_it(text_of("name"), text_of("version"));
    for key in ["source", "main", "module", "types"] {
        if let Some(path) = text_of(key) {
            project.enter(root, path);
        }
    }
    for path in ["src/index.ts", "src/index.js", "index.ts", "index.js"] {
        project.enter(root, path);
    }
    let runner = if root.join("pnpm-lock.yaml").exists() {
        "pnpm"
    } else if root.join("yarn.lock").exists() {
        "yarn"
    } else {
        "npm"
    };
    let has_script =
        |name: &str| manifest.get("scripts").and_then(|scripts| scripts.get(name)).is_some();
    if has_script("build") {
        project.build.push(format!("{runner} run build"));
    }
    if has_script("test") {
        project.test.push(format!("{runner} test"));
    }
}

fn pyproject(project: &mut Project, text: &str, root: &Path) {
    let Ok(manifest) = text.parse::<toml::Table>() else { return };
    let table = manifest.get("project").and_then(toml::Value::as_table);
    let text_of = |key: &str| table.and_then(|table| table.get(key)).and_then(toml::Value::as_str);
    project.name_it(text_of("name"), text_of("version"));
    let scripts = table.and_then(|table| table.get("scripts")).and_then(toml::Value::as_table);
    for script in scripts.into_iter().flatten().filter_map(|(_, script)| script.as_str()) {
        let module = script.split(':').next().unwrap_or_default().trim().replace('.', "/");
        for path in ["", "src/"].map(|folder| format!("{folder}{module}.py")) {
            project.enter(root, &path);
        }
    }
    if let Some(name) = text_of("name") {
        let package = name.to_lowercase().replace('-', "_");
        for path in [format!("{package}/__init__.py"), format!("src/{package}/__init__.py")] {
            project.enter(root, &path);
        }
    }
    project.build.push("pip install -e .".into());
    let tool = |name: &str| manifest.get("tool").and_then(|tools| tools.get(name)).is_some();
    if tool("pytest") {
        project.test.push("pytest".into());
    } else if tool("tox") || root.join("tox.ini").exists() {
        project.test.push("tox".into());
    } else if root.join("tests/runtests.py").exists() {
        project.test.push("python tests/runtests.py".into());
    }
}

fn setup_py(project: &mut Project, _: &str, _: &Path) {
    if project.build.is_empty() {
        project.build.push("pip install -e .".into());
    }
}

fn go_mod(project: &mut Project, text: &str, root: &Path) {
    let module = text.lines().find_map(|line| line.strip_prefix("module ")).map(str::trim);
    project.name_it(module, None);
    project.enter(root, "main.go");
    project.build.push("go build ./...".into());
    project.test.push("go test ./...".into());
}

fn maven(project: &mut Project, _: &str, _: &Path) {
    project.build.push("mvn package".into());
    project.test.push("mvn test".into());
}

fn cmake(project: &mut Project, _: &str, _: &Path) {
    project.build.push("cmake -B build && cmake --build build".into());
    project.test.push("ctest --test-dir build".into());
}

fn makefile(project: &mut Project, text: &str, _: &Path) {
    if project.build.is_empty() {
        project.build.push("make".into());
    }
    let has_target = |name: &str| {
        text.lines().any(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(':')))
    };
    for target in ["test", "check"] {
        if project.test.is_empty() && has_target(target) {
            project.test.push(format!("make {target}"));
        }
    }
}
