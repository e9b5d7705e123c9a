//! Packages of a workspace and their dependencies, from the manifests inside it: what a project
//! says of its own parts. Dependencies on anything outside are left out.

use super::tree::Tree;
use regex::{Captures, Regex};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A package of the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Package {
    /// As other manifests call it.
    pub name: String,
    pub directory: usize,
    /// Indices of the packages on which it depends, without itself, ascending.
    pub uses: Vec<usize>,
}

/// What one manifest says: of each package its name, the folder relative to the manifest's, and
/// the names of its dependencies.
type Said = Vec<(String, String, Vec<String>)>;

/// Reads a manifest's text, given the path of its folder and its own name.
type Read = fn(&str, &str, &str) -> Said;

/// Maximum number of manifests that are read, in the order of their paths.
const MAX_MANIFESTS: usize = 400;

/// Returns the packages that the manifests of a project's own code declare. `text` returns a file's
/// text.
pub(super) fn packages(
    tree: &Tree,
    peripheral: &[bool],
    text: impl Fn(usize) -> Option<String>,
) -> Vec<Package> {
    let is_outside = |file: &usize| {
        let node = &tree.files[*file];
        !node.class.is_own_code() || peripheral.get(node.directory).copied().unwrap_or_default()
    };
    let manifests =
        (0..tree.files.len()).filter_map(|file| Some((file, reader(tree.files[file].name())?)));
    let mut declared: BTreeMap<String, (usize, Vec<String>)> = BTreeMap::new();
    for (file, read) in manifests.filter(|(file, _)| !is_outside(file)).take(MAX_MANIFESTS) {
        let Some(text) = text(file) else { continue };
        let home = tree.files[file].directory;
        let folder = tree.directories[home].path.as_str();
        for (name, inside, depends) in read(&text, folder, tree.files[file].name()) {
            let path = [folder, inside.as_str()]
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join("/");
            let directory = tree
                .directories
                .iter()
                .position(|directory| directory.path == path)
                .unwrap_or(home);
            declared.entry(name).or_insert_with(|| (directory, Vec::new())).1.extend(depends);
        }
    }
    let names: Vec<&String> = declared.keys().collect();
    let package = |(name, (directory, depends)): (&String, &(usize, Vec<String>))| {
        let mut uses: Vec<usize> = depends
            .iter()
            .filter(|used| *used != name)
            .filter_map(|used| names.binary_search(&used).ok())
            .collect();
        uses.sort_unstable();
        uses.dedup();
        Package { name: name.clone(), directory: *directory, uses }
    };
    declared.iter().map(package).collect()
}

fn reader(name: &str) -> Option<Read> {
    match name {
        "Cargo.toml" => Some(cargo),
        "package.json" => Some(npm),
        "composer.json" => Some(composer),
        "pyproject.toml" => Some(pyproject),
        "pom.xml" => Some(maven),
        "build.gradle" | "build.gradle.kts" => Some(gradle),
        "build.sbt" => Some(sbt),
        "gleam.toml" => Some(gleam),
        "go.mod" => Some(go),
        "Package.swift" => Some(swift),
        _ if name.ends_with(".gemspec") => Some(gem),
        _ if [".csproj", ".fsproj", ".vbproj"].iter().any(|ending| name.ends_with(ending)) => {
            Some(dotnet)
        }
        _ => None,
    }
}

fn one(name: Option<&str>, depends: Vec<String>) -> Said {
    name.map(|name| (name.to_owned(), String::new(), depends)).into_iter().collect()
}

/// Returns the first group of every match.
fn all(pattern: &Regex, text: &str) -> Vec<String> {
    pattern
        .captures_iter(text)
        .filter_map(|found| found.get(1))
        .map(|group| group.as_str().to_owned())
        .collect()
}

/// Returns every match, each with the text behind it up to the next one.
fn sections<'t>(pattern: &Regex, text: &'t str) -> Vec<(Captures<'t>, &'t str)> {
    let found: Vec<Captures<'t>> = pattern.captures_iter(text).collect();
    let bounds = |found: &Captures<'_>| found.get(0).map_or(0..0, |all| all.range());
    let ends: Vec<usize> =
        found.iter().skip(1).map(|next| bounds(next).start).chain([text.len()]).collect();
    let section = |(found, end): (Captures<'t>, usize)| {
        let start = bounds(&found).end;
        (found, &text[start..end])
    };
    found.into_iter().zip(ends).map(section).collect()
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the patterns of this file are valid")
}

fn cargo(text: &str, _: &str, _: &str) -> Said {
    let Ok(manifest) = text.parse::<toml::Table>() else { return Vec::new() };
    let name = manifest
        .get("package")
        .and_then(|package| package.get("name"))
        .and_then(toml::Value::as_str);
    let targets = manifest.get("target").and_then(toml::Value::as_table).into_iter().flatten();
    let tables =
        std::iter::once(&manifest).chain(targets.filter_map(|(_, target)| target.as_table()));
    let rows = tables
        .filter_map(|table| table.get("dependencies").and_then(toml::Value::as_table))
        .flatten();
    let renamed =
        |row: &toml::Value| row.get("package").and_then(toml::Value::as_str).map(str::to_owned);
    one(name, rows.map(|(name, row)| renamed(row).unwrap_or_else(|| name.clone())).collect())
}

fn gleam(text: &str, _: &str, _: &str) -> Said {
    let Ok(manifest) = text.parse::<toml::Table>() else { return Vec::new() };
    let depends =
        manifest.get("dependencies").and_then(toml::Value::as_table).into_iter().flatten();
    let name = manifest.get("name").and_then(toml::Value::as_str);
    one(name, depends.map(|(name, _)| name.clone()).collect())
}

/// Dependencies in the objects of a JSON manifest.
fn json(text: &str, keys: &[&str]) -> Said {
    let Ok(manifest) = serde_json::from_str::<serde_json::Value>(text) else { return Vec::new() };
    let objects =
        keys.iter().filter_map(|key| manifest.get(key).and_then(serde_json::Value::as_object));
    let depends = objects.flat_map(|object| object.keys().cloned()).collect();
    one(manifest.get("name").and_then(serde_json::Value::as_str), depends)
}

fn npm(text: &str, _: &str, _: &str) -> Said {
    json(text, &["dependencies", "peerDependencies", "optionalDependencies"])
}

fn composer(text: &str, _: &str, _: &str) -> Said {
    json(text, &["require"])
}

fn pyproject(text: &str, _: &str, _: &str) -> Said {
    let Ok(manifest) = text.parse::<toml::Table>() else { return Vec::new() };
    let plain = |name: &str| {
        let end = name
            .find(|letter: char| !letter.is_alphanumeric() && !"-_.".contains(letter))
            .unwrap_or(name.len());
        name[..end].to_lowercase().replace(['_', '.'], "-")
    };
    let project = manifest.get("project");
    let poetry = manifest.get("tool").and_then(|tools| tools.get("poetry"));
    let name = [project, poetry]
        .into_iter()
        .flatten()
        .find_map(|table| table.get("name"))
        .and_then(toml::Value::as_str);
    let listed =
        project.and_then(|table| table.get("dependencies")).and_then(toml::Value::as_array);
    let keyed = poetry.and_then(|table| table.get("dependencies")).and_then(toml::Value::as_table);
    let depends = listed.into_iter().flatten().filter_map(toml::Value::as_str).map(plain);
    let depends =
        depends.chain(keyed.into_iter().flat_map(|table| table.keys().map(|name| plain(name))));
    one(name.map(plain).as_deref(), depends.collect())
}

fn maven(text: &str, _: &str, _: &str) -> Said {
    static INNER: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?s)<!--.*?-->|<(parent|build|dependencyManagement|profiles|reporting)>.*?</(?:parent|build|dependencyManagement|profiles|reporting)>",
        )
    });
    static DEPENDENCY: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?s)<dependency>(.*?)</dependency>"));
    static ARTIFACT: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"<artifactId>\s*([^<\s]+)\s*</artifactId>"));
    let own = INNER.replace_all(text, "");
    let rows = all(&DEPENDENCY, &own);
    let used = rows.iter().filter(|row| !row.contains("<scope>test"));
    let depends = used.filter_map(|row| all(&ARTIFACT, row).into_iter().next()).collect();
    let head = DEPENDENCY.replace_all(&own, "");
    one(all(&ARTIFACT, &head).first().map(String::as_str), depends)
}

/// A Gradle project is called by its path, with `:` or, in accessors, in camel case.
fn gradle(text: &str, folder: &str, _: &str) -> Said {
    static PROJECT: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r#"project\s*\(\s*(?:path\s*[:=]\s*)?["']:?([\w:.-]+)["']|\bprojects\.([\w.]+)"#)
    });
    let plain = |name: &str| {
        let name: String = name.chars().filter(|letter| letter.is_alphanumeric()).collect();
        name.to_lowercase()
    };
    let used = without_tests(text).into_iter().flat_map(|line| PROJECT.captures_iter(line));
    let used = used.filter_map(|found| found.get(1).or_else(|| found.get(2)));
    let depends = used.map(|name| plain(name.as_str())).collect();
    one(Some(plain(folder)).filter(|name| !name.is_empty()).as_deref(), depends)
}

/// Returns the lines of a Gradle script that are not about tests, nor in a block of one that is.
fn without_tests(text: &str) -> Vec<&str> {
    let mut depth = 0usize;
    let mut lines = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
        let is_of_tests =
            line.split('(').next().is_some_and(|start| start.to_lowercase().contains("test"));
        let (opened, closed) = (line.matches('{').count(), line.matches('}').count());
        if depth > 0 || is_of_tests && opened > closed {
            depth = (depth + opened).saturating_sub(closed);
        } else if !is_of_tests {
            lines.push(line);
        }
    }
    lines
}

/// The projects of an sbt build: values that are called by their names.
fn sbt(text: &str, _: &str, _: &str) -> Said {
    static PROJECT: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?m)^lazy val (\w+)\s*(?::[^=]+)?="));
    static FOLDER: LazyLock<Regex> = LazyLock::new(|| pattern(r#"^[^"]{0,80}"([\w./-]+)""#));
    static DEPENDS: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?s)\.dependsOn\((.*?)\)"));
    static NAME: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s*(\w+)"));
    let project = |(project, own): (Captures<'_>, &str)| {
        let folder = all(&FOLDER, own).into_iter().next().unwrap_or_else(|| project[1].to_owned());
        let rows = all(&DEPENDS, own).join(",");
        let used = rows.split(',').filter(|row| !row.contains("\"test") && !row.contains(" Test"));
        (project[1].to_owned(), folder, used.flat_map(|row| all(&NAME, row)).collect())
    };
    sections(&PROJECT, text).into_iter().map(project).collect()
}

fn go(text: &str, _: &str, _: &str) -> Said {
    static REQUIRED: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?m)^(?:require)?\s+([^\s()]+/[^\s()]+)\s+v"));
    let name = text.lines().find_map(|line| line.strip_prefix("module ")).map(str::trim);
    one(name, all(&REQUIRED, text))
}

fn swift(text: &str, _: &str, _: &str) -> Said {
    static TARGET: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r#"\.(target|executableTarget|macro|testTarget|plugin)\(\s*name:\s*"([^"]+)""#)
    });
    static QUOTED: LazyLock<Regex> = LazyLock::new(|| pattern(r#""([^"]+)""#));
    static FOLDER: LazyLock<Regex> = LazyLock::new(|| pattern(r#"\bpath:\s*"([^"]+)""#));
    static DEPENDS: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?s)dependencies:\s*\[(.*?)\]"));
    let targets =
        sections(&TARGET, text).into_iter().filter(|(target, _)| &target[1] != "testTarget");
    let target = |(target, own): (Captures<'_>, &str)| {
        let folder = all(&FOLDER, own)
            .into_iter()
            .next()
            .unwrap_or_else(|| format!("Sources/{}", &target[2]));
        let depends = DEPENDS.captures(own).map(|list| all(&QUOTED, &list[1])).unwrap_or_default();
        (target[2].to_owned(), folder, depends)
    };
    targets.map(target).collect()
}

fn gem(text: &str, _: &str, _: &str) -> Said {
    static NAME: LazyLock<Regex> = LazyLock::new(|| pattern(r#"\.name\s*=\s*["']([^"']+)["']"#));
    static USED: LazyLock<Regex> =
        LazyLock::new(|| pattern(r#"\.add(?:_runtime)?_dependency\s*\(?\s*["']([^"']+)["']"#));
    one(all(&NAME, text).first().map(String::as_str), all(&USED, text))
}

fn dotnet(text: &str, _: &str, file: &str) -> Said {
    static USED: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r#"<ProjectReference\s+Include="(?:[^"]*[\\/])?([^"\\/]+)\.\w+proj""#)
    });
    one(file.rsplit_once('.').map(|(name, _)| name), all(&USED, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file: &str, folder: &str, text: &str, name: &str, depends: &[&str]) {
        let declared = reader(file).expect("a manifest")(text, folder, file);
        let (found, _, used) = declared.first().expect("a package");
        assert_eq!(
            (found.as_str(), used.iter().map(String::as_str).collect::<Vec<_>>()),
            (name, depends.to_vec()),
            "{file}"
        );
    }

    #[test]
    fn dependencies_of_gleam_may_be_paths() {
        check(
            "gleam.toml",
            "a",
            "name = 'a'\n[dependencies]\nb = { path = '../b' }\n[dev-dependencies]\nc = '1'\n",
            "a",
            &["b"],
        );
    }

    #[test]
    fn each_manifest_names_its_package_and_what_that_needs() {
        check(
            "Cargo.toml",
            "a",
            "[package]\nname = 'a'\n[dependencies]\nb = '1'\nx = { package = 'c' }\n[dev-dependencies]\nd = '1'\n\
             [target.'cfg(unix)'.dependencies]\ne = '1'\n",
            "a",
            &["b", "c", "e"],
        );
        check(
            "package.json",
            "a",
            r#"{"name":"@x/a","dependencies":{"b":"1"},"devDependencies":{"c":"1"}}"#,
            "@x/a",
            &["b"],
        );
        check("composer.json", "a", r#"{"name":"x/a","require":{"x/b":"1"}}"#, "x/a", &["x/b"]);
        check(
            "pyproject.toml",
            "a",
            "[project]\nname = 'My_App'\ndependencies = ['other.part[x]>=2; python_version > \"3\"']\n",
            "my-app",
            &["other-part"],
        );
        check(
            "pom.xml",
            "a",
            "<project><parent><artifactId>p</artifactId></parent><artifactId>a</artifactId><dependencies>\
             <dependency><artifactId>b</artifactId></dependency>\
             <dependency><artifactId>c</artifactId><scope>test</scope></dependency></dependencies></project>",
            "a",
            &["b"],
        );
        check(
            "build.gradle.kts",
            "libs/core-x",
            "dependencies {\n  api(project(\":libs:b\"))\n  implementation(projects.coreY)\n  testImplementation(project(\":c\"))\n}",
            "libscorex",
            &["libsb", "corey"],
        );
        check(
            "go.mod",
            "a",
            "module x.org/a\n\nrequire x.org/b v1.0.0\nrequire (\n\tx.org/c v1.2.3\n)\n",
            "x.org/a",
            &["x.org/b", "x.org/c"],
        );
        check(
            "a.gemspec",
            "a",
            "s.name = 'a'\ns.add_dependency \"b\", version\ns.add_development_dependency 'c'\n",
            "a",
            &["b"],
        );
        check(
            "App.Web.csproj",
            "a",
            r#"<ProjectReference Include="..\App.Core\App.Core.csproj" />"#,
            "App.Web",
            &["App.Core"],
        );
    }

    #[test]
    fn test_configurations_of_gradle_add_no_dependencies() {
        let text = "sourceSets {\n  val commonTest by getting {\n    dependencies {\n      api(project(\":b\"))\n    }\n  }\n  \
                    val main by getting { dependencies { api(project(\":c\")) } }\n}";
        check("build.gradle", "a", text, "a", &["c"]);
    }

    #[test]
    fn an_sbt_build_has_several_projects() {
        let text = "lazy val core = part(\"app-core\")\n  .dependsOn(util % \"compile->compile\", kit % \"test->test\")\n\
                    lazy val util = project\n";
        let declared = sbt(text, "", "build.sbt");
        assert_eq!(
            declared[0],
            ("core".to_owned(), "app-core".to_owned(), vec!["util".to_owned()])
        );
        assert_eq!(declared[1], ("util".to_owned(), "util".to_owned(), Vec::new()));
    }

    #[test]
    fn a_swift_package_has_several_targets() {
        let text = ".target(name: \"Core\"), .target(name: \"App\", dependencies: [\"Core\"], path: \"App\"),\n\
                    .testTarget(name: \"AppTests\", dependencies: [\"App\"])";
        let declared = swift(text, "", "Package.swift");
        assert_eq!(declared[0], ("Core".to_owned(), "Sources/Core".to_owned(), Vec::new()));
        assert_eq!(declared[1], ("App".to_owned(), "App".to_owned(), vec!["Core".to_owned()]));
        assert_eq!(declared.len(), 2);
    }
}
