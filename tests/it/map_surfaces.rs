//! The map where it is offered beside the tool: resource, prompt, `--show-repo-map`, and the user's
//! defaults for it.

use crate::support::cli::{command, finish, run};
use crate::support::mcp::McpClient;
use crate::support::{project, write};
use serde_json::{Value, json};
use tempfile::TempDir;

fn small() -> TempDir {
    project(&[
        ("src/lib.rs", "pub fn add(a: u32, b: u32) -> u32 { a + b }\n"),
        ("src/made.rs", "pub fn made() {}\n"),
        ("tests/add.rs", "#[test]\nfn adds_up() {}\n"),
    ])
}

/// The map is a resource, a prompt and a flag, with the same text.
#[test]
fn map_resource_prompt_and_flag_agree() {
    let project = small();
    let mut client = McpClient::serve(project.path());
    let listed = client.request("resources/list", json!({}))["result"]["resources"].clone();
    assert_eq!(listed[0]["uri"], "spelunk://map");
    let read =
        client.request("resources/read", json!({ "uri": "spelunk://map" }))["result"]["contents"]
            [0]
        .clone();
    assert_eq!(read["mimeType"], "text/markdown");
    let map = read["text"].as_str().expect("a text").to_owned();
    assert!(map.starts_with("# Codebase Structure\n"), "{map}");
    assert!(map.contains("pub fn add(a: u32, b: u32) -> u32"), "{map}");
    let prompt = client.request("prompts/get", json!({ "name": "explore_codebase" }));
    let text = prompt["result"]["messages"][0]["content"]["text"].as_str().expect("a text");
    assert!(text.ends_with(&map), "{text}");
    let flag = run(project.path(), &["--show-repo-map"]);
    assert_eq!((flag.status, flag.stdout.trim_end()), (0, map.trim_end()), "{flag:?}");
}

#[test]
fn errors_on_unknown_names_list_the_known_ones() {
    let project = small();
    let mut client = McpClient::serve(project.path());
    let unknown = client.request("prompts/get", json!({ "name": "explore" }));
    assert_eq!(
        unknown["error"]["message"],
        "unknown prompt \"explore\"; the prompts are explore_codebase, plan_change, review_impact"
    );
    assert_eq!(
        client.request("resources/read", json!({ "uri": "spelunk://mop" }))["error"]["code"],
        -32002
    );
    let listed = client.request("prompts/list", json!({}))["result"]["prompts"].clone();
    let names: Vec<&str> = listed
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|prompt| prompt["name"].as_str())
        .collect();
    assert_eq!(names, ["explore_codebase", "plan_change", "review_impact"]);
}

#[test]
fn each_default_that_the_user_sets_changes_the_map() {
    let project = small();
    let config = project.path().join("config.toml");
    let map = |settings: &str| {
        write(project.path(), "config.toml", settings);
        finish(command(project.path(), &["--show-repo-map"]).env("SPELUNK_CONFIG", &config))
    };
    let plain = map("").stdout;
    assert!(plain.contains("made()") && !plain.contains("adds_up"), "{plain}");
    assert!(map("[map]\nincludeTests = true\n").stdout.contains("adds_up"));
    let excluded = map("[map]\nexcludes = ['made.rs']\n").stdout;
    assert!(!excluded.contains("made()"), "{excluded}");
    write(
        project.path(),
        "src/big.rs",
        &(0..300).map(|n| format!("pub fn function_{n}() {{}}\n")).collect::<String>(),
    );
    let limited = map("[map]\nmaxTokens = 300\n").stdout;
    assert!(spelunk::domain::tokens::count(&limited) <= 300, "{limited}");
    assert!(spelunk::domain::tokens::count(&map("").stdout) > 300);
    let off = map("[map]\nenabled = false\n");
    assert_eq!((off.status, off.stdout.as_str()), (2, ""), "{off:?}");
    assert!(
        off.stderr.starts_with("error: the map is switched off\n  set map.enabled in "),
        "{off:?}"
    );
}

/// A map that is switched off is not offered and the tool stays.
#[test]
fn switched_off_map_is_not_offered() {
    let project = small();
    write(project.path(), "config.toml", "[map]\nenabled = false\n");
    let config = project.path().join("config.toml");
    let environment = [("SPELUNK_CONFIG", config.to_str().expect("temporary paths are UTF-8"))];
    let mut client = McpClient::spawn(&["serve"], project.path(), &environment);
    let hello = client.initialize("2025-06-18", json!({}));
    assert_eq!(hello["capabilities"].get("resources"), None);
    assert_eq!(client.request("resources/list", json!({}))["result"]["resources"], json!([]));
    let prompt = client.request("prompts/get", json!({ "name": "explore_codebase" }));
    let text =
        prompt["result"]["messages"][0]["content"]["text"].as_str().expect("a text").to_owned();
    assert!(!text.contains("# Codebase Structure"), "{text}");
    assert!(client.text("map_code", json!({ "path": "." })).contains("lib.rs"));
}

#[test]
fn an_edit_is_seen_by_the_next_call_of_the_same_server() {
    let project = small();
    let mut client = McpClient::serve(project.path());
    let arguments = json!({ "path": "src" });
    let first = client.text("map_code", arguments.clone());
    assert_eq!(client.text("map_code", arguments.clone()), first);
    write(project.path(), "src/lib.rs", "pub fn sum(a: u32, b: u32) -> u32 { a + b }\n");
    let second = client.text("map_code", arguments);
    assert!(second.contains("pub fn sum(") && !second.contains("pub fn add("), "{second}");
}

/// Roots come from the option, else the variable, else the client, else the directory.
#[test]
fn root_sources_in_order() {
    let (one, two, here) =
        (project(&[("one.rs", "")]), project(&[("two.rs", "")]), project(&[("here.rs", "")]));
    let path = |directory: &TempDir| {
        directory.path().to_str().expect("temporary paths are UTF-8").to_owned()
    };
    let (one_path, two_path) = (path(&one), path(&two));
    let map = |arguments: &[&str], environment: &[(&str, &str)], offered: Option<&str>| {
        let mut client = McpClient::spawn(arguments, here.path(), environment);
        client.roots = offered.iter().map(|path| format!("file://{path}")).collect();
        let capabilities = if offered.is_some() { json!({ "roots": {} }) } else { json!({}) };
        client.initialize("2025-06-18", capabilities);
        client.text("map_code", json!({ "path": "." }))
    };
    let check = |map: String, shown: &[&str]| {
        for name in ["one.rs", "two.rs", "here.rs"] {
            assert_eq!(map.contains(name), shown.contains(&name), "{name} in {map}");
        }
    };
    check(map(&["serve", "--root", &one_path], &[("SPELUNK_ROOT", &two_path)], None), &["one.rs"]);
    check(
        map(&["serve", "--root", &one_path, "--root", &two_path], &[], None),
        &["one.rs", "two.rs"],
    );
    check(map(&["serve"], &[("SPELUNK_ROOT", &two_path)], Some(&one_path)), &["two.rs"]);
    check(map(&["serve"], &[], Some(&one_path)), &["one.rs"]);
    check(map(&["serve"], &[], None), &["here.rs"]);
}

/// Without a root each absolute path brings its project and the answer says so.
#[test]
fn absolute_paths_without_root_bring_projects() {
    let home = project(&[]);
    write(home.path(), "work/Cargo.toml", "[package]\nname = \"mine\"\n");
    write(home.path(), "work/src/lib.rs", "pub fn mine() {}\n");
    let spelunk = |arguments: &[&str]| {
        let mut command = command(home.path(), arguments);
        finish(command.env("HOME", home.path()))
    };
    let source = home.path().join("work/src");
    let brought = spelunk(&["map", source.to_str().expect("temporary paths are UTF-8")]);
    assert_eq!(brought.status, 0, "{brought:?}");
    assert!(brought.stdout.contains("pub fn mine()"), "{brought:?}");
    let work = home.path().join("work").canonicalize().expect("it exists");
    assert!(
        brought.stdout.contains(&format!("the root is {}, the project", work.display())),
        "{brought:?}"
    );
    let file = home.path().join("work/src/lib.rs");
    let place = format!("{}:1", file.to_str().expect("temporary paths are UTF-8"));
    for command in ["callers", "impact"] {
        let of_graph = spelunk(&[command, &place]);
        let note = format!("the root is {}, the project of the path given\n", work.display());
        assert!(of_graph.stdout.starts_with(&note), "{of_graph:?}");
        let json = spelunk(&[command, &place, "--json"]);
        let answer: Value = serde_json::from_str(&json.stdout).expect("it is JSON");
        assert_eq!(answer["evidence"]["note"], note.trim_end(), "{json:?}");
    }
    let relative = spelunk(&["map", "work"]);
    assert_eq!(relative.status, 2, "{relative:?}");
    assert!(relative.stderr.contains("give an absolute path or --root"), "{relative:?}");
}

#[test]
fn mistakes_are_errors_of_their_own_on_both_surfaces() {
    let project = small();
    let mut client = McpClient::serve(project.path());
    let mut check = |argv: &[&str], arguments: Value, expected: &str| {
        let command = run(project.path(), &[&["map"], argv].concat());
        assert_eq!((command.status, command.stdout.as_str()), (2, ""), "{command:?}");
        assert!(command.stderr.contains(expected), "{command:?}");
        assert!(command.stderr.lines().count() <= 2, "{command:?}");
        let error = client.error("map_code", arguments);
        assert_eq!(format!("error: {error}"), command.stderr.trim_end());
    };
    check(&["nowhere"], json!({ "path": "nowhere" }), "nowhere does not exist");
    check(&["/etc"], json!({ "path": "/etc" }), "/etc is outside the root");
    check(&[""], json!({ "path": "" }), "the path is empty");
    check(
        &["-l", "rsut"],
        json!({ "path": ".", "language": "rsut" }),
        "no language is called `rsut`; did you mean `rust`?",
    );
    check(&["-d", "0"], json!({ "path": ".", "depth": 0 }), "`depth` begins at 1");
    check(&["-i", "a[b"], json!({ "path": ".", "ignore": ["a[b"] }), "a[b");
    let error = client.error("map_code", json!({ "path": [] }));
    assert!(error.starts_with("`path` is an empty list\n"), "{error}");
}

#[test]
fn a_map_of_nothing_is_an_answer_and_not_an_error() {
    let project = project(&[]);
    let empty = run(project.path(), &["map"]);
    assert_eq!((empty.status, empty.stderr.as_str()), (1, ""), "{empty:?}");
    assert!(!empty.stdout.trim().is_empty());
}
