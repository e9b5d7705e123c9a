//! Lists in a call that were made to be looked up without end.

use crate::cancel::call;
use crate::support::{ask, cli, project};
use serde_json::{Value, json};
use spelunk::domain::Cancel;
use std::path::Path;

fn names(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("gone{number}")).collect()
}

fn check_refused(root: &Path, tool: &str, arguments: Value, expected: &str) {
    let error = ask::error(root, tool, arguments);
    assert!(error.contains(expected), "{tool}: {error}");
}

#[test]
fn lists_are_bounded() {
    let project = project(&[("a.py", "def run():\n    pass\n")]);
    let root = project.path();
    let paths = "1,001 paths are more than one call takes";
    check_refused(root, "grep", json!({ "pattern": "run", "paths": names(1001) }), paths);
    check_refused(root, "map_code", json!({ "path": names(1001) }), paths);
    let targets = "1,001 targets are more than one call takes";
    check_refused(root, "extract", json!({ "targets": names(1001) }), targets);
    let symbols = "101 symbols are more than one call takes";
    check_refused(root, "impact_analysis", json!({ "symbol": names(101) }), symbols);
    let globs = "1,001 globs of";
    check_refused(root, "map_code", json!({ "path": ".", "ignore": names(1001) }), globs);
    check_refused(root, "grep", json!({ "pattern": "run", "glob": names(1001) }), globs);
    let long = vec!["*a*".repeat(1000); 30];
    check_refused(root, "map_code", json!({ "path": ".", "ignore": long }), "30 globs of 90,000");
}

/// People pass what their shell lists.
#[test]
fn the_command_line_takes_more_paths() {
    let files: Vec<(String, String)> =
        (0..1_500).map(|number| (format!("d/f{number}.py"), "run()\n".to_owned())).collect();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let project = project(&files);
    let paths = files.iter().map(|(name, _)| *name);
    let arguments: Vec<&str> = ["grep", "run"].into_iter().chain(paths).collect();
    let found = cli::run(project.path(), &arguments);
    assert!(found.stdout.contains("1,500 matches in 1,500 files"), "{found:?}");
}

#[test]
fn equal_items_of_a_list_are_one() {
    let project = project(&[("a.py", "def run():\n    pass\n")]);
    let same = |item: &str| vec![item.to_owned(); 5000];
    let check = |tool: &str, one: Value, many: Value| {
        assert_eq!(ask::text(project.path(), tool, many), ask::text(project.path(), tool, one));
    };
    check("extract", json!({ "targets": "run" }), json!({ "targets": same("run") }));
    check(
        "grep",
        json!({ "pattern": "run", "paths": "a.py" }),
        json!({ "pattern": "run", "paths": same("a.py") }),
    );
    check("map_code", json!({ "path": "a.py" }), json!({ "path": same("a.py") }));
}

#[test]
fn a_number_of_threads_without_end_is_not_started() {
    let project = project(&[("a.py", "def run():\n    pass\n\n\nrun()\n")]);
    let mut command = cli::command(project.path(), &["callers", "run"]);
    let run = cli::finish(command.env("RAYON_NUM_THREADS", "99999"));
    assert_eq!(run.status, 0, "{run:?}");
}

/// A pass over the text looks at the flag once for each file.
#[test]
fn unknown_names_are_looked_for_in_one_pass() {
    const FILES: usize = 200;
    let files: Vec<(String, String)> = (0..FILES)
        .map(|number| (format!("m{number}.php"), format!("<?php\nfunction f{number}() {{}}\n")))
        .collect();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let project = project(&files);
    let checks = |count: usize| {
        let cancel = Cancel::cancelled_at_check(usize::MAX);
        let targets: Vec<String> =
            (0..count).map(|number| format!("gone{number}.take{number}")).collect();
        call(project.path(), "extract", &json!({ "targets": targets }), &cancel).expect("a report");
        cancel.checks()
    };
    let few = checks(10);
    assert!(checks(110) < few + 100 * FILES / 4, "{few} for ten");
}
