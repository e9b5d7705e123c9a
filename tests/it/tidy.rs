//! Conventions that no compiler checks: layers, boundaries, file headers, and what every release
//! needs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Which layers, or modules of them, each layer may use beside itself, from the bottom up.
const LAYERS: [(&str, &[&str]); 10] = [
    ("domain", &[]),
    ("lang", &["domain"]),
    ("workspace", &["domain", "lang"]),
    ("lsp", &["domain", "lang", "workspace"]),
    ("engine", &["domain", "lang", "workspace", "lsp"]),
    ("tools", &["domain", "lang", "workspace", "engine"]),
    ("render", &["domain"]),
    ("mcp", &["domain", "tools", "render"]),
    ("cli", &["domain", "engine::servers", "tools", "render", "mcp"]),
    ("main", &["lsp", "cli"]),
];

/// Which dependency may be used where: crate (a trailing `_` stands for all that begin so) and
/// places below `src/`.
const BOUNDARIES: [(&str, &[&str]); 13] = [
    ("rmcp", &["mcp/"]),
    ("async_lsp", &["lsp/"]),
    ("lsp_types", &["lsp/"]),
    ("tower", &["lsp/"]),
    ("tree_sitter_", &["lang/grammars.rs"]),
    ("ignore", &["workspace/walk"]),
    ("grep_searcher", &["engine/grep"]),
    ("grep_regex", &["engine/grep"]),
    ("grep_matcher", &["engine/grep"]),
    ("indicatif", &["cli/"]),
    ("clap_complete", &["cli/"]),
    ("clap", &["cli/", "tools/"]),
    ("tracing_subscriber", &["cli/"]),
];

pub(super) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust files below a folder of the repository, with their texts.
pub(super) fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.expect("a directory entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("sources are UTF-8");
                found.push((path.strip_prefix(root()).expect("below the root").to_owned(), text));
            }
        }
    }
    found.sort();
    found
}

/// The code of a line: without comment, and with texts emptied.
pub(super) fn code(line: &str) -> String {
    let mut code = String::new();
    let mut quoted = false;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' if quoted => {
                characters.next();
            }
            '"' => quoted = !quoted,
            '/' if !quoted && characters.peek() == Some(&'/') => break,
            _ if quoted => {}
            _ => code.push(character),
        }
    }
    code
}

pub(super) fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// The places in a line of code where the path `name` begins, with what follows it.
pub(super) fn uses<'a>(code: &'a str, name: &str) -> Vec<&'a str> {
    code.match_indices(name)
        .filter(|(at, _)| {
            let before = &code[..*at];
            !before.ends_with(is_word) && !before.ends_with("::") && !before.ends_with('.')
        })
        .map(|(at, _)| &code[at + name.len()..])
        .filter(|rest| name.ends_with(['_', ':']) || !rest.starts_with(is_word))
        .collect()
}

pub(super) fn assert_none(mistakes: &[String]) {
    assert!(mistakes.is_empty(), "\n{}\n", mistakes.join("\n"));
}

fn layer_mistakes(path: &str, text: &str) -> Vec<String> {
    let within = path.strip_prefix("src/").unwrap_or(path);
    let layer = within.split(['/', '.']).next().unwrap_or_default();
    let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
        return Vec::new();
    };
    let mut mistakes = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let code = code(line);
        for rest in uses(&code, "crate::").into_iter().chain(uses(&code, "spelunk::")) {
            let target: String =
                rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let is_layer = LAYERS.iter().any(|(name, _)| *name == target);
            let is_allowed = |path: &&str| {
                rest.strip_prefix(path).is_some_and(|rest| !rest.starts_with(is_word))
            };
            if is_layer && target != layer && !allowed.iter().any(is_allowed) {
                mistakes.push(format!("{path}:{}: {layer} may not use {target}", number + 1));
            }
            if rest.starts_with('{') {
                mistakes
                    .push(format!("{path}:{}: import each layer on a line of its own", number + 1));
            }
        }
    }
    mistakes
}

fn boundary_mistakes(path: &str, text: &str) -> Vec<String> {
    let within = path.strip_prefix("src/").unwrap_or(path);
    let mut mistakes = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let code = code(line);
        for (dependency, places) in BOUNDARIES {
            let is_used = uses(&code, dependency).iter().any(|rest| {
                dependency.ends_with('_') || rest.starts_with("::") || rest.starts_with(';')
            });
            if is_used && !places.iter().any(|place| within.starts_with(place)) {
                mistakes.push(format!(
                    "{path}:{}: {dependency} is used only in src/{}",
                    number + 1,
                    places.join(", src/")
                ));
            }
        }
    }
    mistakes
}

#[test]
fn dependencies_between_layers_point_down_only() {
    let mistakes: Vec<String> = sources("src")
        .iter()
        .flat_map(|(path, text)| layer_mistakes(&path.display().to_string(), text))
        .collect();
    assert_none(&mistakes);
}

#[test]
fn each_dependency_has_its_boundary() {
    let mistakes: Vec<String> = sources("src")
        .iter()
        .flat_map(|(path, text)| boundary_mistakes(&path.display().to_string(), text))
        .collect();
    assert_none(&mistakes);
}

/// A list that allows what is gone allows it again to whatever takes the name.
#[test]
fn the_places_that_the_rules_allow_are_there() {
    let places = BOUNDARIES.iter().flat_map(|(_, places)| places.iter().copied());
    let is_gone = |place: &&str| {
        let path = root().join("src").join(place);
        !path.exists() && !path.with_extension("rs").exists()
    };
    let gone: Vec<&str> = places.filter(is_gone).collect();
    assert!(gone.is_empty(), "src has no {gone:?}");
}

/// A page that names a module or type that is gone misleads.
#[test]
fn names_in_architecture_and_decisions_exist() {
    let pages = ["ARCHITECTURE.md", "docs/decisions.md"];
    let pages = pages.map(|page| fs::read_to_string(root().join(page)).expect(page));
    let page = pages.join("\n");
    let sources = sources("src");
    let is_path = |name: &str| {
        name.contains('/') && name.chars().all(|c| c.is_ascii_alphanumeric() || "_/.".contains(c))
    };
    // Paths begin at the root, at `src` or at a folder of the engine.
    let has_path = |name: &str| {
        let folders = ["", "src", "src/engine", "src/engine/graph"];
        folders
            .iter()
            .map(|folder| root().join(folder).join(name))
            .any(|path| path.exists() || path.with_extension("rs").exists())
    };
    let is_type = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.chars().all(|c| c.is_ascii_alphanumeric())
    };
    let has_type = |name: &str| {
        let declared = ["struct", "enum", "trait", "type"].map(|word| format!("{word} {name}"));
        sources.iter().any(|(_, text)| {
            declared.iter().any(|start| {
                text.match_indices(start.as_str())
                    .any(|(at, _)| !text[at + start.len()..].starts_with(char::is_alphanumeric))
            })
        })
    };
    let names: Vec<&str> = page.split('`').skip(1).step_by(2).collect();
    let known = names.iter().filter(|name| is_path(name) || is_type(name));
    assert!(known.clone().count() > 40, "only {} are seen", known.count());
    let gone: Vec<&&str> = names
        .iter()
        .filter(|name| is_path(name) && !has_path(name) || is_type(name) && !has_type(name))
        .collect();
    assert!(gone.is_empty(), "the pages name {gone:?}");
}

/// What clippy forbids is forbidden as long as it is on its list, and where no module as a whole is
/// excepted.
#[test]
fn files_the_clock_and_the_environment_are_left_to_their_places() {
    let listed = fs::read_to_string(root().join("clippy.toml")).expect("clippy.toml");
    for path in [
        "std::time::Instant::now",
        "std::time::SystemTime::now",
        "tokio::time::Instant",
        "std::env::current_dir",
        "std::env::var_os",
        "std::fs::File::open",
        "std::fs::OpenOptions::new",
        "std::fs::read",
        "std::fs::read_to_string",
    ] {
        assert!(listed.contains(&format!("path = \"{path}\"")), "clippy.toml lacks {path}");
    }
    let is_excepted = |text: &str, lint: &str| {
        text.lines().any(|line| line.starts_with("#![") && line.contains(lint))
    };
    let excepted = |lint: &str| -> Vec<String> {
        let files = sources("src");
        let files = files.iter().filter(|(_, text)| is_excepted(text, lint));
        files.map(|(path, _)| path.display().to_string()).collect()
    };
    assert_eq!(excepted("disallowed_methods"), ["src/cli/environment.rs", "src/main.rs"]);
    assert_eq!(excepted("disallowed_types"), ["src/lsp/mod.rs"]);
}

#[test]
fn the_rules_find_what_they_forbid() {
    let check = |path: &str, line: &str, expected: usize| {
        let found = [layer_mistakes(path, line), boundary_mistakes(path, line)].concat();
        assert_eq!(found.len(), expected, "{path}: {line}: {found:?}");
    };
    check("src/domain/doc.rs", "use crate::lang::registry;", 1);
    check("src/domain/doc.rs", "// use crate::lang::registry;", 0);
    check("src/domain/doc.rs", "use crate::domain::Doc;", 0);
    check("src/render/xml.rs", "let text = crate::tools::Settings::default();", 1);
    check("src/engine/map.rs", "use crate::{domain::Doc, mcp::Server};", 1);
    check("src/cli/mod.rs", "use crate::engine::servers::ServerSettings;", 0);
    check("src/cli/mod.rs", "use crate::engine::map::run;", 1);
    check("src/mcp/server.rs", "use crate::engine::servers::ServerSettings;", 1);
    check("src/tools/mod.rs", "use rmcp::model::Tool;", 1);
    check("src/mcp/server.rs", "use rmcp::model::Tool;", 0);
    check("src/lang/query.rs", "let grammar = tree_sitter_rust::LANGUAGE;", 1);
    check("src/lang/query.rs", "let tree: tree_sitter::Tree;", 0);
    check("src/engine/map.rs", "rules.ignore::<Rule>();", 0);
    check("src/engine/map.rs", "use ignore::WalkBuilder;", 1);
}

/// The modules of the graph between which no imports go round: each file is one, and so are these
/// folders as a whole.
const WHOLE_FOLDERS: [&str; 3] = ["engine/graph/lsp", "engine/graph/target", "engine/graph/text"];

/// The paths that code names, from `crate`, `super` or `self` on; those of a list in braces one by
/// one.
fn named_paths(text: &str) -> Vec<String> {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code: String = text.lines().map(code).collect::<Vec<_>>().join("\n");
    let mut paths = Vec::new();
    for start in ["crate::", "super::", "self::"] {
        for rest in uses(&code, start) {
            let is_path =
                |character: char| character.is_alphanumeric() || matches!(character, '_' | ':');
            let end = rest.find(|character| !is_path(character)).unwrap_or(rest.len());
            let path = format!("{start}{}", &rest[..end]);
            match rest[end..].strip_prefix('{').and_then(|list| list.split_once('}')) {
                Some((list, _)) if path.ends_with("::") => {
                    let names = list.split(',').filter_map(|name| name.split_whitespace().next());
                    paths.extend(names.map(|name| format!("{path}{name}")));
                }
                _ => paths.push(path),
            }
        }
    }
    paths
}

/// The modules that each module uses, of those that are files below these folders; each of the
/// folders in `whole` is one module.
fn module_uses(files: &[(PathBuf, String)], whole: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let module_of = |path: &Path| {
        let path = path.with_extension("").display().to_string();
        let module = path.strip_prefix("src/").unwrap_or(&path);
        module.strip_suffix("/mod").unwrap_or(module).to_owned()
    };
    let modules: BTreeSet<String> = files.iter().map(|(path, _)| module_of(path)).collect();
    let whole_module = |module: &str| {
        let is_in = |folder: &&&str| {
            module
                .strip_prefix(**folder)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let folder = whole.iter().find(is_in);
        folder.map_or_else(|| module.to_owned(), |folder| (*folder).to_owned())
    };
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, text) in files {
        let module = module_of(path);
        for named in named_paths(text) {
            let mut place: Vec<&str> = module.split('/').collect();
            for part in named.split("::") {
                match part {
                    "crate" => place.clear(),
                    "super" => drop(place.pop()),
                    "self" | "" => {}
                    name => place.push(name),
                }
            }
            while !place.is_empty() && !modules.contains(&place.join("/")) {
                place.pop();
            }
            let used = whole_module(&place.join("/"));
            if !used.is_empty() && used != whole_module(&module) {
                found.entry(whole_module(&module)).or_default().insert(used);
            }
        }
    }
    found
}

/// The modules that use themselves through others.
fn in_circles(uses: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let reaches_itself = |start: &&String| {
        let mut next: Vec<&String> = uses[*start].iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(module) = next.pop() {
            if module == *start {
                return true;
            }
            if seen.insert(module) {
                next.extend(uses.get(module).into_iter().flatten());
            }
        }
        false
    };
    uses.keys().filter(reaches_itself).cloned().collect()
}

#[test]
fn no_imports_of_the_graph_go_round() {
    let uses = module_uses(&sources("src/engine/graph"), &WHOLE_FOLDERS);
    assert!(uses.len() > 20, "only {} modules are seen to use others", uses.len());
    assert_eq!(in_circles(&uses), Vec::<String>::new(), "{uses:#?}");
}

/// Each capability of the engine is one module.
#[test]
fn no_imports_between_the_capabilities_of_the_engine_go_round() {
    let files = sources("src/engine");
    let below = files.iter().filter_map(|(path, _)| path.strip_prefix("src/engine").ok());
    let parts: BTreeSet<String> = below
        .filter(|path| path.components().count() > 1)
        .filter_map(|path| path.iter().next()?.to_str().map(|name| format!("engine/{name}")))
        .collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let uses = module_uses(&files, &parts);
    assert!(uses.len() > 5, "only {} capabilities are seen to use others", uses.len());
    assert_eq!(in_circles(&uses), Vec::<String>::new(), "{uses:#?}");
}

#[test]
fn imports_that_go_round_are_found() {
    let file = |path: &str, text: &str| (PathBuf::from(path), text.to_owned());
    let files = [
        file("src/engine/graph/mod.rs", "mod a;\nuse a::A;\n"),
        file("src/engine/graph/a.rs", "use super::b::{B, C};\n"),
        file("src/engine/graph/b.rs", "use crate::engine::graph::c::D;\n"),
        file("src/engine/graph/c.rs", "// use super::a::A;\nfn f() { super::a::f() }\n"),
        file("src/engine/graph/d.rs", "use super::a::A;\n#[cfg(test)]\nmod tests {}\n"),
    ];
    let circle = ["a", "b", "c"].map(|name| format!("engine/graph/{name}"));
    assert_eq!(in_circles(&module_uses(&files, &WHOLE_FOLDERS)), circle);
}

#[test]
fn every_file_says_what_it_is_for() {
    let mut mistakes = Vec::new();
    for folder in ["src", "tests", "examples", "benches", "fuzz/fuzz_targets"] {
        for (path, text) in sources(folder) {
            if !text.starts_with("//!") {
                mistakes.push(format!(
                    "{}:1: a file opens with `//!` and what it is for",
                    path.display()
                ));
            }
        }
    }
    assert_none(&mistakes);
}

/// Columns of a line of comment; rustfmt keeps those of code.
const MAX_COLUMNS: usize = 100;

/// Returns the lines of comment that are too long, but for those without a space to break them at.
fn wide_comments(path: &str, text: &str) -> Vec<String> {
    let is_wide = |line: &str| {
        let comment = line.trim_start();
        let words = comment.trim_start_matches(['/', '!']).trim();
        comment.starts_with("//") && line.chars().count() > MAX_COLUMNS && words.contains(' ')
    };
    let lines = text.lines().enumerate().filter(|(_, line)| is_wide(line));
    lines
        .map(|(number, _)| format!("{path}:{}: more than {MAX_COLUMNS} columns", number + 1))
        .collect()
}

#[test]
fn comments_keep_to_the_columns_of_code() {
    let check = |line: &str, expected: usize| {
        assert_eq!(wide_comments("src/lib.rs", line).len(), expected, "{line}");
    };
    check(&format!("// {}", "word ".repeat(20)), 1);
    check(&format!("    //! {}", "word ".repeat(20)), 1);
    check(&format!("//! {}", "-".repeat(120)), 0);
    check(&format!("let text = \"{}\";", "word ".repeat(20)), 0);
    let all = ["src", "tests/it", "benches"].map(sources).concat();
    let mistakes: Vec<String> = all
        .iter()
        .flat_map(|(path, text)| wide_comments(&path.display().to_string(), text))
        .collect();
    assert_none(&mistakes);
}

/// Lines of a file. A larger one has more than one purpose.
const MAX_LINES: usize = 600;

#[test]
fn no_file_has_too_many_lines() {
    let mut mistakes = Vec::new();
    for (path, text) in sources("src") {
        let lines = text.lines().count();
        if lines > MAX_LINES {
            mistakes.push(format!("{}: {lines} lines; split it by purpose", path.display()));
        }
    }
    assert_none(&mistakes);
}

#[test]
fn every_module_of_the_integration_tests_is_listed() {
    let listed = fs::read_to_string(root().join("tests/it/main.rs")).expect("the list");
    let listed: BTreeSet<&str> =
        listed.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
    for entry in fs::read_dir(root().join("tests/it")).expect("the tests") {
        let path = entry.expect("a directory entry").path();
        if path.extension().is_none_or(|extension| extension != "rs")
            && !path.join("mod.rs").exists()
        {
            continue;
        }
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a plain name");
        assert!(name == "main" || listed.contains(name), "tests/it/main.rs does not list {name}");
    }
}

#[test]
fn the_changelog_begins_with_what_is_unreleased() {
    let text = fs::read_to_string(root().join("CHANGELOG.md")).expect("CHANGELOG.md");
    let first = text.lines().find(|line| line.starts_with("## "));
    assert_eq!(first, Some("## Unreleased"));
}

/// A claim whose test is gone is held by nothing.
#[test]
fn the_tests_that_the_claims_of_security_name_are_there() {
    let claims =
        fs::read_to_string(root().join("docs/security.md")).expect("a file of the repository");
    let sources: Vec<(PathBuf, String)> =
        ["tests", "src"].iter().flat_map(|folder| sources(folder)).collect();
    let is_there = |name: &str| {
        let last = name.rsplit("::").next().unwrap_or(name);
        sources.iter().any(|(path, text)| {
            path.file_stem().is_some_and(|stem| stem == last)
                || text.contains(&format!("fn {last}("))
        })
    };
    let is_name = |code: &&str| code.chars().all(|c| c.is_ascii_alphanumeric() || "_:".contains(c));
    let codes = claims.split('`').skip(1).step_by(2);
    let names: Vec<&str> = codes
        .clone()
        .filter(is_name)
        .filter(|code| code.contains("::") || code.matches('_').count() >= 3)
        .collect();
    assert!(names.len() > 80, "only {} are seen", names.len());
    let gone: Vec<&&str> = names.iter().filter(|name| !is_there(name)).collect();
    assert!(gone.is_empty(), "docs/security.md names {gone:?}");
    let targets = claims.split("fuzz target `").skip(1).filter_map(|rest| rest.split('`').next());
    let paths = codes.filter(|code| code.starts_with("src/")).map(str::to_owned);
    let paths = paths.chain(targets.map(|name| format!("fuzz/fuzz_targets/{name}.rs")));
    let gone: Vec<String> = paths.filter(|path| !root().join(path).exists()).collect();
    assert!(gone.is_empty(), "docs/security.md names {gone:?}");
}
