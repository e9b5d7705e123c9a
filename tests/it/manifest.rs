//! The files that directories of MCP servers read, held against the crate and the live server.

use crate::support::mcp::McpClient;
use crate::support::project;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn read_json(name: &str) -> Value {
    serde_json::from_str(&read(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn package() -> Value {
    let cargo: toml::Table = toml::from_str(&read("Cargo.toml")).expect("Cargo.toml is TOML");
    serde_json::to_value(&cargo["package"]).expect("a table is an object")
}

/// The variables that the program reads, as its own help tells.
fn variables() -> Vec<String> {
    let help = crate::support::cli::run(root(), &["--help"]).stdout;
    let words = help.split(|c: char| !c.is_ascii_uppercase() && c != '_');
    let mut names: Vec<String> =
        words.filter(|word| word.starts_with("SPELUNK_")).map(str::to_owned).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Starts the server as `arguments` say and returns who it says it is.
fn live_server(arguments: &[&str]) -> Value {
    let project = project(&[]);
    let mut client = McpClient::spawn(arguments, project.path(), &[]);
    client.initialize("2025-06-18", json!({}))["serverInfo"].clone()
}

fn strings(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|item| item.as_str().expect("a text")).collect()
}

#[test]
fn the_manifest_follows_its_schema() {
    let schema = read_json("tests/schemas/mcp-manifest-v1.0.json");
    let manifest = read_json("mcp-manifest.json");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let errors: Vec<String> =
        validator.iter_errors(&manifest).map(|error| error.to_string()).collect();
    assert_eq!(errors, Vec::<String>::new());
    let mut broken = manifest;
    broken["server"]["name"] = json!("Not A Name");
    assert!(!validator.is_valid(&broken), "the schema must be able to refuse");
}

#[test]
fn the_manifest_agrees_with_the_crate_and_the_live_server() {
    let (manifest, package) = (read_json("mcp-manifest.json"), package());
    let server = &manifest["server"];
    for key in ["name", "version", "license", "repository", "keywords"] {
        assert_eq!(server[key], package[key], "{key}");
    }
    assert_eq!(manifest["install"][0]["package"], package["name"]);
    assert_eq!(manifest["install"][0]["command"], manifest["settings_template"]["command"]);
    let mut told: Vec<&str> = manifest["config"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|key| key["env_var"].as_str())
        .collect();
    told.sort_unstable();
    assert_eq!(told, variables());
    let live = live_server(&strings(&manifest["settings_template"]["args"]));
    assert_eq!(live["name"], server["name"]);
    assert_eq!(live["version"], server["version"]);
}

/// The registry entry agrees with the crate, the README and the live server.
#[test]
fn registry_entry_agrees_with_server() {
    let (entry, package) = (read_json("server.json"), package());
    assert_eq!(entry["version"], package["version"]);
    assert_eq!(entry["repository"]["url"], package["repository"]);
    assert!(
        entry["description"]
            .as_str()
            .is_some_and(|text| !text.is_empty() && text.chars().count() <= 100)
    );
    let published = &entry["packages"][0];
    assert_eq!(published["registryType"], "cargo");
    assert_eq!(published["identifier"], package["name"]);
    assert_eq!(published["version"], package["version"]);
    assert_eq!(published["transport"]["type"], "stdio");
    let names = published["environmentVariables"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|variable| &variable["name"]);
    let mut names: Vec<&str> = names.filter_map(Value::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, variables());
    let arguments: Vec<&str> = published["packageArguments"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|argument| argument["value"].as_str().expect("positional arguments have values"))
        .collect();
    assert_eq!(live_server(&arguments)["name"], package["name"]);
    let mark = format!("mcp-name: {}", entry["name"].as_str().expect("a name"));
    assert!(
        read("README.md").lines().any(|line| line.trim() == mark),
        "README.md lacks the line {mark:?}"
    );
}

#[test]
fn the_example_configurations_start_the_server() {
    let mut seen = 0;
    for entry in fs::read_dir(root().join("examples/clients")).expect("the example configurations")
    {
        let path = entry.expect("a directory entry").path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a text");
        let config: Value = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let servers = config
            .get("mcpServers")
            .or_else(|| config.get("servers"))
            .unwrap_or_else(|| panic!("{}", path.display()));
        let server = &servers["spelunk"];
        assert_eq!(server["command"], "spelunk", "{}", path.display());
        assert_eq!(live_server(&strings(&server["args"]))["name"], "spelunk");
        seen += 1;
    }
    assert!(seen >= 3, "Claude Code, Cursor and Windsurf have a configuration each");
}
