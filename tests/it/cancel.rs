//! Every tool, cancelled at many points of its work: it ends as cancelled, and soon. Points are
//! counted in checks of the flag and not in time, so that they are the same on every machine.

use crate::support::project;
use serde_json::{Value, json};
use spelunk::domain::{Budget, Cancel, Format, Progress, Report};
use spelunk::render::Rendered;
use spelunk::tools::{Host, MAX_PATHS, RootSpec, Settings, ToolCx, ToolError, Toolbox};
use std::path::Path;
use std::sync::Arc;
use std::time::{Instant, SystemTime};
use tempfile::TempDir;

/// Files of the project, which every tool below looks at.
const FILES: usize = 48;

/// Points at which each tool is cancelled.
const POINTS: usize = 14;

/// Looks after the one that cancels: each thread of the pool may be in a loop within a loop within
/// a loop.
fn most_looks_after() -> usize {
    8 + 8 * std::thread::available_parallelism().map_or(8, usize::from)
}

/// Modules that use each other in circles, with types, calls and mentions in each.
fn files() -> Vec<(String, String)> {
    let python = |number: usize| {
        let (next, far) = ((number + 1) % FILES, (number * 7 + 3) % FILES);
        let code = format!(
            "from m{next} import *\nfrom m{far} import Base{far}\n\n\nclass Base{number}(Base{far}):\n    def run(self, needle):\n        return f{next}(needle) + self.run(needle)\n\n\ndef f{number}(needle):\n    return Base{number}().run(f{next}(needle))\n\n\ndef shared(needle):\n    return f{number}(needle)\n"
        );
        (format!("m{number}.py"), code)
    };
    (0..FILES).map(python).collect()
}

/// One call in a process of its own: nothing is known from before. What became of it, and the
/// checks of the flag.
pub(crate) fn call(
    root: &Path,
    tool: &str,
    arguments: &Value,
    cancel: &Cancel,
) -> Result<(), ToolError> {
    report(root, tool, arguments, cancel).map(drop)
}

/// The same, as it is sent.
pub(crate) fn render(
    root: &Path,
    tool: &str,
    arguments: &Value,
    cancel: &Cancel,
) -> Result<Rendered, ToolError> {
    let (report, format, budget) = report(root, tool, arguments, cancel)?;
    Ok(spelunk::render::render(&*report, format, budget, cancel)?)
}

fn report(
    root: &Path,
    tool: &str,
    arguments: &Value,
    cancel: &Cancel,
) -> Result<(Box<dyn Report>, Format, Budget), ToolError> {
    let settings = Settings::default();
    let toolbox = Toolbox::standard(&settings);
    let named = toolbox.named(tool).expect("a tool");
    let request =
        named.read_json(arguments.as_object().expect("arguments").clone()).expect("they are right");
    let cx = ToolCx {
        host: Arc::new(Host::new(settings, None)),
        roots: Arc::new(RootSpec {
            directories: vec![root.to_owned()],
            working_directory: root.to_owned(),
            ..RootSpec::default()
        }),
        format: request.format,
        budget: request.budget,
        arrived: Instant::now(),
        arrived_at: SystemTime::now(),
        waits_by_default: false,
        max_paths: MAX_PATHS,
        progress: Progress::default(),
        cancel: cancel.clone(),
        shown_definitions: Arc::default(),
    };
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let (format, budget) = (request.format, request.budget);
    Ok((runtime.block_on(request.call.run(cx))?, format, budget))
}

/// A project of these files.
fn written(files: &[(String, String)]) -> TempDir {
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, code)| (name.as_str(), code.as_str())).collect();
    project(&files)
}

fn check(tool: &str, arguments: &Value) {
    // Work without checks would not be seen to go on.
    check_in(&files(), tool, arguments, FILES);
}

/// Checks that a call takes so many checks, and stops wherever it is cancelled.
fn check_in(files: &[(String, String)], tool: &str, arguments: &Value, least: usize) {
    let directory = written(files);
    let whole = Cancel::cancelled_at_check(usize::MAX);
    call(directory.path(), tool, arguments, &whole)
        .unwrap_or_else(|error| panic!("{tool} {arguments}: {error:?}"));
    assert!(whole.checks() >= least, "{tool} {arguments}: {} checks", whole.checks());
    for point in 0..POINTS {
        let at = whole.checks() * point / POINTS;
        let cancel = Cancel::cancelled_at_check(at);
        let answer = call(directory.path(), tool, arguments, &cancel);
        assert!(cancel.checks() > at, "{tool} {arguments}: {} checks at most", cancel.checks());
        let after = cancel.checks() - at;
        assert!(
            after <= most_looks_after(),
            "{tool} {arguments}, cancelled at {at}: {after} checks after that"
        );
        let error = answer.expect_err("it was cancelled");
        assert_eq!(error.to_string(), "cancelled", "{tool} {arguments}, cancelled at {at}");
    }
}

#[test]
fn maps_and_reports_stop() {
    check("map_code", &json!({ "path": "." }));
    check("map_code", &json!({ "path": "m1.py", "detail": "report" }));
}

#[test]
fn a_list_of_paths_stops() {
    let mut paths: Vec<String> = (0..FILES).map(|number| format!("none/{number}.py")).collect();
    paths.push(".".to_owned());
    check("map_code", &json!({ "path": paths }));
    check("grep", &json!({ "pattern": "needle", "paths": paths }));
}

/// What is shown of a map lowers the worth of what is like it; that must not be found out anew for
/// all of it each time.
#[test]
fn choosing_the_shown_part_of_a_map_is_bounded_work() {
    let checks = |count: usize, text: &dyn Fn(usize) -> String| {
        let files: Vec<(String, String)> =
            (0..count).map(|number| (format!("m{number}.py"), text(number))).collect();
        let directory = written(&files);
        let whole = Cancel::cancelled_at_check(usize::MAX);
        call(directory.path(), "map_code", &json!({ "path": "." }), &whole).expect("a map");
        whole.checks()
    };
    let different = |number: usize| format!("def f{number}():\n    return 1\n");
    // A map of 4,000 tokens weighs some 2,400 parts.
    assert!(checks(3_000, &different) < 1_300_000);
    let alike = |_: usize| "def f():\n    return 1\n\n\nclass A:\n    pass\n\n\n".repeat(100);
    assert!(checks(30, &alike) < 200_000);
}

#[test]
fn searches_stop() {
    check("search", &json!({ "query": "base needle" }));
    check("search", &json!({ "query": "shared", "exact": true }));
    check("grep", &json!({ "pattern": "needle" }));
    check("grep", &json!({ "pattern": "$A.run($B)", "syntax": "ast" }));
}

#[test]
fn questions_about_the_graph_stop() {
    for tool in ["find_callers", "find_callees"] {
        check(tool, &json!({ "symbol": "f5" }));
        check(tool, &json!({ "symbol": "f5", "depth": 1_000_000_000 }));
    }
    check("find_callers", &json!({ "symbol": "f5", "from": "shared" }));
    check("find_callees", &json!({ "symbol": "f5", "to": "f2", "depth": 1_000_000_000 }));
    check("find_references", &json!({ "symbol": "shared" }));
    check("find_implementations", &json!({ "symbol": "Base3" }));
    check("impact_analysis", &json!({ "symbol": "f5", "depth": 1_000_000_000 }));
}

/// So many classes, each of which extends the next and calls its own member.
fn chain(classes: usize) -> Vec<(String, String)> {
    let class = |number: usize| {
        let next = number + 1;
        format!("class C{number}(C{next}):\n    def run(self):\n        return self.run()\n\n\n")
    };
    vec![("chain.py".to_owned(), (0..classes).map(class).collect())]
}

/// A class with so many members, and a function that calls each once.
fn calls(members: usize) -> Vec<(String, String)> {
    let member = |number: usize| format!("    def m{number}(self): pass\n");
    let call = |number: usize| format!("    pool.m{number}()\n");
    let class: String = (0..members).map(member).collect();
    let body: String = (0..members).map(call).collect();
    vec![
        ("pool.py".to_owned(), format!("class Pool:\n{class}")),
        ("use.py".to_owned(), format!("from pool import Pool\n\n\ndef use(pool: Pool):\n{body}")),
    ]
}

#[test]
fn searches_for_the_types_above_and_below_stop() {
    // Each of the members is asked for the 64 types above it.
    let run = json!({ "symbol": "C100.run" });
    for tool in ["find_callers", "find_references", "find_implementations"] {
        check_in(&chain(200), tool, &run, 100);
    }
    check_in(&chain(200), "find_callers", &run, 200 * 50);
    check_in(&chain(200), "find_references", &json!({ "symbol": "run" }), 200 * 50);
    check_in(&chain(200), "find_implementations", &json!({ "symbol": "C100" }), 100);
    check_in(&chain(200), "impact_analysis", &json!({ "symbol": "C100" }), 200 * 50);
}

/// Classes of one name, each the supertype of the one before it, beside functions that have the
/// name of their member.
#[test]
fn the_comparison_of_members_of_one_name_stops() {
    let class = |number: usize| {
        let next = number + 1;
        format!(
            "namespace N{number} {{ class A extends \\N{next}\\A {{ function go() {{}} }} \
             function go() {{}} }}\n"
        )
    };
    let files = |count: usize| {
        let code: String = (0..count).map(class).collect();
        vec![("a.php".to_owned(), format!("<?php\n{code}"))]
    };
    check_in(&files(200), "find_implementations", &json!({ "symbol": "go" }), 200);
}

/// One use whose receiver is a chain of fields, each of which is set to such a chain.
#[test]
fn the_resolution_of_a_single_use_stops() {
    let chains = format!("        self.f = A().f{}\n", ".f".repeat(10)).repeat(6);
    let code = format!(
        "class A:\n    def t(self): pass\n    def m(self):\n{chains}\n\ndef h():\n    A().f.t()\n"
    );
    let files = [("a.py".to_owned(), code)];
    check_in(&files, "find_callers", &json!({ "symbol": "A.t" }), 400);
}

/// A deep question asks about the name again for each of its definitions; the uses must not be
/// found and bound again for each.
#[test]
fn callers_of_the_callers_of_homonyms_are_bounded_work() {
    const COUNT: usize = 60;
    let module = |number: usize| {
        let next = (number + 1) % COUNT;
        let code = format!("import m{next}\n\n\ndef helper():\n    return m{next}.helper()\n");
        (format!("m{number}.py"), code)
    };
    let directory = written(&(0..COUNT).map(module).collect::<Vec<_>>());
    let checks = |depth: usize| {
        let whole = Cancel::cancelled_at_check(usize::MAX);
        let arguments = json!({ "symbol": "helper", "depth": depth });
        call(directory.path(), "find_callers", &arguments, &whole).expect("callers");
        whole.checks()
    };
    let (flat, deep) = (checks(1), checks(3));
    assert!(deep < flat + COUNT * 100, "{flat} checks, and {deep} on three levels");
}

/// Each variable of a chain has its value from the one before it, which is looked at once for each.
#[test]
fn chains_of_results_are_bounded_work() {
    let checks = |count: usize| {
        let set = |number: usize| format!("\tx{} := x{number}.Next()\n", number + 1);
        let body: String = (0..count).map(set).collect();
        let head = "package a\n\ntype S struct{}\n\nfunc (s S) Next() S { return s }\n\n";
        let code = format!("{head}func use(x0 S) {{\n{body}}}\n");
        let directory = written(&[("a.go".to_owned(), code)]);
        let whole = Cancel::cancelled_at_check(usize::MAX);
        let arguments = json!({ "symbol": "Next" });
        call(directory.path(), "find_callers", &arguments, &whole).expect("callers");
        whole.checks()
    };
    let (few, many) = (checks(6), checks(12));
    assert!(many < 5 * few, "{few} checks, and {many} for a chain twice as long");
}

/// A search for paths asks about further definitions of one name at each call that it follows.
#[test]
fn paths_over_homonyms_are_bounded_work() {
    let checks = |count: usize| {
        let module = |number: usize| {
            let next = number + 1;
            let code = format!("import m{next}\n\n\ndef helper():\n    m{next}.helper()\n");
            (format!("m{number}.py"), code)
        };
        let mut files: Vec<(String, String)> = (0..count).map(module).collect();
        let last = "from finish import finish\n\n\ndef helper():\n    finish()\n";
        let rest =
            [("finish.py", "def finish():\n    pass\n"), ("other.py", "def start():\n    pass\n")];
        files.push((format!("m{count}.py"), last.to_owned()));
        files.extend(rest.map(|(name, code)| (name.to_owned(), code.to_owned())));
        let directory = written(&files);
        let whole = Cancel::cancelled_at_check(usize::MAX);
        let arguments = json!({ "symbol": "finish", "from": "start", "depth": count + 10 });
        call(directory.path(), "find_callers", &arguments, &whole).expect("paths");
        whole.checks()
    };
    let (few, many) = (checks(40), checks(120));
    assert!(many < 5 * few, "{few} checks, and {many} for three times as many definitions");
}

#[test]
fn searches_for_the_members_that_are_called_stop() {
    check_in(&calls(300), "find_callees", &json!({ "symbol": "use" }), 600);
}

#[test]
fn the_binding_of_reports_stops() {
    check_in(&calls(300), "map_code", &json!({ "path": "pool.py", "detail": "report" }), 300);
}

#[test]
fn the_tokens_of_a_long_line_stop_being_counted() {
    let directory = project(&[("a.txt", &"a".repeat(200_000))]);
    let arguments = json!({ "targets": ["a.txt:1"], "maxTokens": 1_000_000 });
    let whole = Cancel::cancelled_at_check(usize::MAX);
    render(directory.path(), "extract", &arguments, &whole).expect("it is not cancelled");
    assert!(whole.checks() > 50, "{} checks", whole.checks());
    let cancel = Cancel::cancelled_at_check(whole.checks() / 2);
    let ended = render(directory.path(), "extract", &arguments, &cancel);
    assert_eq!(ended.expect_err("it was cancelled").to_string(), "cancelled");
    assert!(cancel.checks() < whole.checks() / 2 + 10);
}

/// Each import that gives another name is compared with all definitions of the name.
#[test]
fn imports_that_rename_are_each_a_point_to_stop_at() {
    let checks = |count: usize| {
        let imports: String =
            (0..count).map(|number| format!("import p.foo as foo{number}\n")).collect();
        let directory = project(&[
            ("a.kt", "package p\n\nclass T\n\nfun T.foo() {}\n"),
            ("b.kt", &format!("package q\n\n{imports}")),
        ]);
        let cancel = Cancel::cancelled_at_check(usize::MAX);
        let arguments = json!({ "symbol": "foo", "wait": 0 });
        call(directory.path(), "find_callers", &arguments, &cancel).expect("an answer");
        cancel.checks()
    };
    let (few, many) = (checks(10), checks(310));
    assert!(many >= few + 300, "{few} and {many} checks");
}
