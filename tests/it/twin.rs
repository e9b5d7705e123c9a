//! The two surfaces of one tool: the same case gives the same bytes, and the same call however it
//! is put.

use crate::support::cli::{command, finish, run};
use crate::support::mcp::{McpClient, text_of};
use crate::support::project;
use clap::Command;
use serde_json::{Value, json};
use spelunk::tools::{Settings, Toolbox};

const FILES: [(&str, &str); 5] = [
    ("Cargo.toml", "[package]\nname = \"small\"\nversion = \"0.1.0\"\n"),
    (
        "src/lib.rs",
        "//! A small crate.\n\npub mod shapes;\n\n/// Adds.\npub fn add(a: u32, b: u32) -> u32 { a + b }\n",
    ),
    (
        "src/shapes.rs",
        "/// A circle.\npub struct Circle { pub radius: f64 }\nimpl Circle {\n    pub fn area(&self) -> f64 { 3.0 }\n}\n",
    ),
    ("tests/add.rs", "#[test]\nfn adds() { assert_eq!(small::add(1, 1), 2); }\n"),
    ("docs/guide.md", "# Guide\n\n## Start\n"),
];

#[test]
#[expect(clippy::too_many_lines, reason = "one case for each tool and option")]
fn the_same_case_gives_the_same_bytes_on_both_surfaces() {
    let project = project(&FILES);
    // Neither finds a language server, whose state would be another at every moment.
    let no_servers = ("PATH", "/nowhere");
    let root = project.path().to_str().expect("temporary paths are UTF-8");
    let mut client = McpClient::spawn(&["serve", "--root", root], project.path(), &[no_servers]);
    client.initialize("2025-06-18", json!({}));
    let mut check = |argv: &[&str], tool: &str, arguments: Value| {
        for format in ["outline", "json", "xml", "markdown"] {
            let mut command = command(project.path(), &[argv, &["--format", format]].concat());
            let command = finish(command.env(no_servers.0, no_servers.1));
            assert_eq!(command.status, 0, "{command:?}");
            let mut arguments = arguments.clone();
            arguments["format"] = json!(format);
            let reply = client.call(tool, arguments);
            assert_eq!(command.stdout.trim_end(), text_of(&reply), "{argv:?} as {format}");
            let budget = 4000;
            assert!(
                spelunk::domain::tokens::count(&text_of(&reply)) <= budget,
                "{argv:?} as {format}"
            );
        }
    };
    check(&["map"], "map_code", json!({ "path": "." }));
    check(
        &["map", "src", "docs", "-d", "1"],
        "map_code",
        json!({ "path": ["src", "docs"], "depth": 1 }),
    );
    check(
        &["map", "--detail", "files", "--allow-tests"],
        "map_code",
        json!({ "path": ".", "detail": "files", "allowTests": true }),
    );
    check(
        &["map", "-l", "rs", "-i", "shapes.rs"],
        "map_code",
        json!({ "path": ".", "language": "rust", "ignore": "shapes.rs" }),
    );
    check(
        &["map", "src/shapes.rs", "--detail", "full"],
        "map_code",
        json!({ "path": "src/shapes.rs", "detail": "full" }),
    );
    check(&["map", "--max-tokens", "120"], "map_code", json!({ "path": ".", "maxTokens": 120 }));
    check(
        &["callers", "add", "--wait", "20"],
        "find_callers",
        json!({ "symbol": "add", "wait": 20 }),
    );
    check(
        &["callers", "src/lib.rs:6", "--wait", "20"],
        "find_callers",
        json!({ "file": "src/lib.rs", "line": 6, "wait": 20 }),
    );
    check(
        &["callers", "src/lib.rs#add", "--wait", "20"],
        "find_callers",
        json!({ "symbol": "src/lib.rs#add", "wait": 20 }),
    );
    check(
        &["callers", "add", "Shape.area", "--detail", "full", "--wait", "20"],
        "find_callers",
        json!({ "symbol": ["add", "Shape.area"], "detail": "full", "wait": 20 }),
    );
    for (depth, detail) in
        [("outline", "report-outline"), ("standard", "report"), ("deep", "report-deep")]
    {
        check(
            &["report", "src/shapes.rs", "--depth", depth, "--wait", "20", "--max-refs", "1"],
            "map_code",
            json!({ "path": "src/shapes.rs", "detail": detail, "wait": 20, "maxRefs": 1 }),
        );
    }
    check(
        &["map", "src/lib.rs", "--detail", "report"],
        "map_code",
        json!({ "path": "src/lib.rs", "detail": "report" }),
    );
    check(
        &["impact", "add", "--depth", "2", "--wait", "20"],
        "impact_analysis",
        json!({ "symbol": "add", "depth": 2, "wait": 20 }),
    );
    check(
        &["refs", "add", "--path", "tests", "--wait", "20"],
        "find_references",
        json!({ "symbol": "add", "path": "tests", "wait": 20 }),
    );
    check(&["find", "circle area"], "search", json!({ "query": "circle area" }));
    check(
        &["search", "circle area", "--detail", "full"],
        "search",
        json!({ "query": "circle area", "detail": "full" }),
    );
    check(
        &["grep", "-g", "*.rs", "-w", "area"],
        "grep",
        json!({ "pattern": "area", "glob": "*.rs", "wordRegexp": true }),
    );
    check(&["map", "--focus", "circle"], "map_code", json!({ "path": ".", "focus": ["circle"] }));
}

#[test]
fn a_piped_answer_is_the_outline_and_json_has_a_short_name() {
    let project = project(&FILES);
    let of = |arguments: &[&str]| run(project.path(), arguments).stdout;
    assert_eq!(of(&["map"]), of(&["map", "-o", "outline"]));
    assert_eq!(of(&["map", "--json"]), of(&["map", "--format", "json"]));
    assert_eq!(of(&["map", "--no-color", "-o", "color"]), of(&["map", "-o", "terminal"]));
}

/// The least that each tool needs, as arguments of either surface.
#[test]
fn the_least_json_and_the_least_argv_are_the_same_call() {
    let toolbox = Toolbox::standard(&Settings::default());
    let least = |tool: &str| -> (&[&str], Value) {
        match tool {
            "map_code" => (&[], json!({ "path": "." })),
            "grep" => (&["x"], json!({ "pattern": "x" })),
            "find_callers"
            | "find_callees"
            | "find_references"
            | "find_implementations"
            | "impact_analysis" => (&["add"], json!({ "symbol": "add" })),
            "search" => (&["x"], json!({ "query": "x" })),
            "extract" => (&["a.rs"], json!({ "targets": ["a.rs"] })),
            other => panic!("write down the least call of {other}"),
        }
    };
    for tool in toolbox.iter() {
        let (argv, arguments) = least(tool.name());
        let command = tool.augment(Command::new(tool.command()));
        let matches = command
            .try_get_matches_from([&[tool.command()], argv].concat())
            .expect("the arguments are right");
        let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
        let by_command = tool.read_matches(&matches).expect("the arguments are right");
        let by_json = tool.read_json(arguments).expect("the arguments are right").call;
        assert_eq!(format!("{by_command:?}"), format!("{by_json:?}"), "{}", tool.name());
    }
}

#[test]
fn json_answers_follow_the_schema_that_is_printed() {
    let project = project(&FILES);
    let mut client = McpClient::serve(project.path());
    let mut check = |tool: &str, arguments: Value| {
        let schema: Value = serde_json::from_str(&run(project.path(), &["schema", tool]).stdout)
            .expect("a schema is JSON");
        let validator = jsonschema::validator_for(&schema).expect("the schema is one");
        let mut arguments = arguments;
        arguments["format"] = json!("json");
        // What a budget too small for an answer drops is not required.
        let limits = [json!(100), json!(150), arguments["maxTokens"].clone()];
        for limit in limits {
            arguments["maxTokens"] = limit;
            let answer = client.call(tool, arguments.clone())["structuredContent"].clone();
            let errors: Vec<String> =
                validator.iter_errors(&answer).map(|error| error.to_string()).collect();
            assert_eq!(errors, Vec::<String>::new(), "{answer:#}");
        }
        assert!(!validator.is_valid(&json!({})), "the schema must be able to refuse");
    };
    check("map_code", json!({ "path": "." }));
    check("map_code", json!({ "path": ".", "detail": "full", "allowTests": true }));
    check("map_code", json!({ "path": ".", "detail": "files", "maxTokens": 100 }));
    for detail in ["report-outline", "report", "report-deep"] {
        check("map_code", json!({ "path": "src/shapes.rs", "detail": detail, "wait": 0 }));
        check(
            "map_code",
            json!({ "path": "tests/add.rs", "detail": detail, "wait": 0, "maxTokens": 300 }),
        );
        check("map_code", json!({ "path": "Cargo.toml", "detail": detail, "wait": 0 }));
    }
    check("find_callers", json!({ "symbol": "add" }));
    check("find_callers", json!({ "symbol": "ad" }));
    check("find_callees", json!({ "symbol": "adds" }));
    check("find_references", json!({ "symbol": "Circle", "includeDeclaration": true }));
    check("find_implementations", json!({ "symbol": "Circle" }));
    check("impact_analysis", json!({ "symbol": "add" }));
    check("impact_analysis", json!({ "symbol": "Circle", "maxTokens": 400 }));
    check("impact_analysis", json!({ "symbol": "ad" }));
}
