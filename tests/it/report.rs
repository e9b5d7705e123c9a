//! The module report: what one file is, who uses it, what that costs, and that nothing in it is
//! made up.

#[cfg(unix)]
mod cost;
#[cfg(unix)]
mod deep;
mod fields;

use crate::support::ask::{client, error, text, value};
use crate::support::{project, write};
use serde_json::{Value, json};
use spelunk::domain::Cancel;
use spelunk::engine::report::{Depth, ModuleReport, ReportCache, ReportQuery, run};
use spelunk::workspace::{Files, ProcessDirectories, Roots};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

const FILES: [(&str, &str); 6] = [
    ("Cargo.toml", "[package]\nname = \"small\"\nversion = \"0.1.0\"\n"),
    ("src/lib.rs", "pub mod shapes;\npub mod draw;\npub mod paint;\n"),
    (
        "src/shapes.rs",
        "\
use std::fmt;
use crate::draw::Pen;

/// A circle.
pub struct Circle {
    pub radius: f64,
}

impl Circle {
    /// Its area.
    pub fn area(&self) -> f64 {
        if self.radius > 0.0 && self.radius < 9.0 { scale(self.radius) } else { 0.0 }
    }

    pub(crate) fn outline(&self, pen: &Pen) {
        pen.press();
    }
}

impl fmt::Display for Circle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, \"{}\", self.radius)
    }
}

fn scale(length: f64) -> f64 {
    length * 2.0
}

fn nobody() {}
",
    ),
    (
        "src/draw.rs",
        "\
use crate::shapes::Circle;

pub struct Pen;

impl Pen {
    pub fn press(&self) {}
}

pub fn draw(circle: &Circle) -> f64 {
    circle.outline(&Pen);
    circle.area()
}
",
    ),
    (
        "src/paint.rs",
        "use crate::shapes::Circle;\n\npub fn paint(circle: Circle) -> f64 {\n    circle.area()\n}\n",
    ),
    (
        "tests/area.rs",
        "use small::shapes::Circle;\n\n#[test]\nfn is_round() {\n    Circle { radius: 1.0 }.area();\n}\n",
    ),
];

fn report(root: &Path, arguments: Value) -> Value {
    let mut asked = json!({ "path": "src/shapes.rs", "detail": "report", "wait": 0 });
    asked
        .as_object_mut()
        .expect("an object")
        .extend(arguments.as_object().expect("an object").clone());
    value(root, "map_code", asked)
}

/// All symbols of a report, those it offers first.
fn symbols(report: &Value) -> Vec<&Value> {
    ["api", "internal"].iter().flat_map(|side| report[*side].as_array().expect("a list")).collect()
}

fn symbol<'a>(report: &'a Value, name: &str) -> &'a Value {
    let found = symbols(report)
        .into_iter()
        .find(|symbol| symbol["name"] == name && symbol["kind"] != "impl");
    found.unwrap_or_else(|| panic!("no {name} in {report:#}"))
}

/// `file:line symbol relation` of each user.
fn users(report: &Value, name: &str) -> Vec<String> {
    let users = symbol(report, name)["usedBy"].as_array().expect("a list").iter();
    let told = users.map(|user| {
        let word = |key: &str| user[key].as_str().expect("a text").to_owned();
        format!("{}:{} {} {}", word("file"), user["line"], word("symbol"), word("relation"))
    });
    told.collect()
}

/// A report in words tells each symbol on a line with who uses it.
#[test]
fn text_report_lists_symbols_with_users() {
    let project = project(&FILES);
    let told =
        text(project.path(), "map_code", json!({ "path": "src/shapes.rs", "detail": "report" }));
    insta::assert_snapshot!(told);
}

/// Users are listed with file, symbol, line and relation, and tests are counted.
#[test]
fn report_users_have_places_and_relations() {
    let project = project(&FILES);
    let report = report(project.path(), json!({}));
    assert_eq!(users(&report, "Circle"), ["src/draw.rs:9 draw type", "src/paint.rs:3 paint type"]);
    assert_eq!(users(&report, "area"), ["src/draw.rs:11 draw call", "src/paint.rs:4 paint call"]);
    assert_eq!(users(&report, "outline"), ["src/draw.rs:10 draw call"]);
    assert_eq!(users(&report, "scale"), ["src/shapes.rs:12 Circle::area call"]);
    let usage = &symbol(&report, "area")["usage"];
    assert_eq!(
        *usage,
        json!({ "total": 2, "files": 2, "more": 0, "tests": 1, "possible": 0, "isExact": true })
    );
    assert_eq!(symbol(&report, "nobody")["flags"], json!(["unused"]));
}

#[test]
fn declared_and_reexported_modules_are_reported() {
    let project = project(&[
        ("Cargo.toml", "[package]\nname = \"small\"\nversion = \"0.1.0\"\n"),
        (
            "src/lib.rs",
            "//! Small things,\n//! in one crate.\n\npub mod a;\nmod b;\npub use a::{One, Two as Zwei};\npub(crate) use b::*;\nuse std::fmt;\n",
        ),
        ("src/a.rs", "pub struct One;\npub struct Two;\n"),
        ("src/b.rs", "pub fn three() {}\n"),
        ("py/__init__.py", "from .c import four\nimport os\n"),
        ("py/c.py", "def four(): pass\n"),
    ]);
    let rust = report(project.path(), json!({ "path": "src/lib.rs" }));
    assert_eq!(rust["doc"], "Small things, in one crate.");
    let modules = json!([
        { "name": "a", "line": 4, "file": "src/a.rs" },
        { "name": "b", "line": 5, "file": "src/b.rs" },
    ]);
    assert_eq!(rust["imports"]["modules"], modules);
    assert_eq!(rust["summary"]["reexports"], 3);
    let told =
        text(project.path(), "map_code", json!({ "path": "src/lib.rs", "detail": "report" }));
    assert!(told.contains("modules: a, b\nre-exports: *, One, Zwei\n"), "{told}");
    let python = report(project.path(), json!({ "path": "py/__init__.py" }));
    let passed: Vec<&Value> = ["internal", "external"]
        .iter()
        .map(|side| &python["imports"][side][0]["reexport"])
        .collect();
    assert_eq!(passed, [true, false]);
}

#[test]
fn every_parameter_changes_the_answer() {
    let project = project(&FILES);
    let root = project.path();
    let standard = report(root, json!({}));
    assert_eq!(report(root, json!({ "path": "src/draw.rs" }))["path"], "src/draw.rs");
    assert_eq!(report(root, json!({ "detail": "report-outline" }))["depth"], "outline");
    assert_eq!(
        symbol(&report(root, json!({ "detail": "report-outline" })), "area")["usage"],
        Value::Null
    );
    assert_eq!(report(root, json!({ "detail": "report-deep" }))["depth"], "deep");
    let one = report(root, json!({ "maxRefs": 1 }));
    assert_eq!(users(&one, "area"), ["src/draw.rs:11 draw call"]);
    assert_eq!(symbol(&one, "area")["usage"]["more"], 1);
    let with_tests = report(root, json!({ "allowTests": true }));
    assert!(
        users(&with_tests, "area").contains(&"tests/area.rs:5 is_round call".to_owned()),
        "{with_tests:#}"
    );
    assert_eq!(symbol(&with_tests, "area")["usage"]["tests"], 0);
    let cut = report(root, json!({ "maxTokens": 400 }));
    assert_eq!(
        (&cut["summary"]["truncated"], &standard["summary"]["truncated"]),
        (&json!(true), &json!(false))
    );
    let wrong = json!({ "path": "src/shapes.rs", "detail": "report", "language": "python" });
    assert!(error(root, "map_code", wrong).contains("src/shapes.rs is Rust, not Python"));
    let right = json!({ "path": "src/shapes.rs", "detail": "report", "language": "rust" });
    assert!(text(root, "map_code", right).starts_with("src/shapes.rs (Rust"));
    let markdown = json!({ "path": "src/shapes.rs", "detail": "report", "format": "markdown" });
    assert!(text(root, "map_code", markdown).contains("Its area."));
}

#[test]
fn focus_leads_the_recommended_reads() {
    let filler: String = (0..60).map(|number| format!("fn filler_{number}() {{}}\n")).collect();
    let project = project(&[(
        "src/a.rs",
        &format!("pub fn first() {{ if x {{}} }}\npub fn second() {{}}\n{filler}"),
    )]);
    let best = |arguments: Value| {
        let mut asked = json!({ "path": "src/a.rs" });
        asked
            .as_object_mut()
            .expect("an object")
            .extend(arguments.as_object().expect("an object").clone());
        report(project.path(), asked)["recommendedReads"][0]["name"].clone()
    };
    assert_eq!(best(json!({})), "first");
    assert_eq!(best(json!({ "focus": ["second"] })), "second");
}

#[test]
fn recommended_reads_and_targets_are_what_extract_takes() {
    let mut files = FILES.to_vec();
    let twice = "#[cfg(unix)]\n/// One.\npub fn twice() {}\n#[cfg(not(unix))]\npub fn twice() {}\n";
    files.push(("src/twice.rs", twice));
    let project = project(&files);
    for path in ["src/shapes.rs", "src/draw.rs", "src/twice.rs"] {
        let report = report(project.path(), json!({ "path": path }));
        let source = fs::read_to_string(project.path().join(path)).expect("it is there");
        let reads = symbols(&report)
            .into_iter()
            .chain(report["recommendedReads"].as_array().expect("a list"));
        let mut seen = 0;
        for row in reads {
            let (offset, limit) =
                (row["read"]["offset"].as_u64().expect("a line"), row["read"]["limit"].as_u64());
            let last = offset + limit.expect("a number of lines") - 1;
            let answer = value(project.path(), "extract", json!({ "targets": [row["target"]] }));
            let results = answer["results"].as_array().expect("a list");
            assert_eq!(results.len(), 1, "{row:#}");
            assert_eq!(results[0]["lines"], json!([offset, last]), "{row:#}");
            let expected: Vec<&str> = source
                .lines()
                .skip(offset as usize - 1)
                .take(limit.unwrap_or(0) as usize)
                .collect();
            assert_eq!(results[0]["code"], expected.join("\n"), "{row:#}");
            assert_eq!(
                results[0]["line_hashes"].as_array().expect("a hash a line").len() as u64,
                last - offset + 1
            );
            seen += 1;
        }
        assert!(seen > 2, "{path} has symbols");
    }
}

#[test]
fn a_report_is_of_one_file() {
    let project = project(&FILES);
    let refused = |arguments: Value| error(project.path(), "map_code", arguments);
    let directory = refused(json!({ "path": "src", "detail": "report" }));
    assert!(
        directory.starts_with("src is a directory, and a report is of one file\n  name a file"),
        "{directory}"
    );
    let several = refused(json!({ "path": ["src/lib.rs", "src/draw.rs"], "detail": "report" }));
    assert!(several.starts_with("a report is of one file, and `path` names 2"), "{several}");
    let depth = refused(json!({ "path": "src/lib.rs", "detail": "report-outline", "depth": 1 }));
    assert!(depth.starts_with("`depth` says nothing of a report"), "{depth}");
    let missing = refused(json!({ "path": "src/nothing.rs", "detail": "report" }));
    assert!(missing.contains("src/nothing.rs"), "{missing}");
}

/// A file whose definitions cannot be read has a report that says so.
#[test]
fn report_of_file_without_definitions() {
    let project = project(&[("notes.txt", "one\ntwo\n"), ("empty.rs", "")]);
    let plain = report(project.path(), json!({ "path": "notes.txt" }));
    assert_eq!((&plain["available"], &plain["lineCount"]), (&json!(false), &json!(2)));
    let empty = report(project.path(), json!({ "path": "empty.rs" }));
    assert_eq!((&empty["available"], &empty["summary"]["symbols"]), (&json!(true), &json!(0)));
}

#[test]
fn a_budget_is_kept_in_every_format_and_depth() {
    let many: String = (0..200)
        .map(|number| {
            format!("/// Number {number}.\npub fn number_{number}(x: u8) -> u8 {{ x }}\n")
        })
        .collect();
    let mut files = FILES.to_vec();
    files.push(("src/many.rs", &many));
    let project = project(&files);
    let mut client = client(project.path());
    for detail in ["report-outline", "report", "report-deep"] {
        for format in ["outline", "json", "xml", "markdown"] {
            let mut tell = |budget: usize| {
                let arguments = json!({
                    "path": "src/many.rs", "detail": detail, "format": format, "maxTokens": budget, "wait": 0,
                });
                client.text("map_code", arguments)
            };
            let whole = spelunk::domain::tokens::count(&tell(1_000_000));
            for budget in [100, 150, 300, 1000, 4000] {
                let told = tell(budget);
                let tokens = spelunk::domain::tokens::count(&told);
                assert!(tokens <= budget, "{detail} as {format}: {tokens} of {budget}:\n{told}");
                let room = budget < 1000 || tokens * 10 > budget.min(whole) * 8;
                assert!(room, "{detail} as {format}: {tokens} of {budget}:\n{told}");
            }
        }
    }
}

#[test]
fn a_report_that_is_cut_keeps_users_and_what_to_read_next() {
    let many: String =
        (0..200).map(|number| format!("pub fn number_{number}(x: u8) -> u8 {{ x }}\n")).collect();
    let users = "use shapes::many::number_0;\n\nfn main() {\n    number_0(1);\n}\n";
    let project = project(&[
        ("Cargo.toml", "[package]\nname = \"shapes\"\n"),
        ("src/lib.rs", "pub mod many;\n"),
        ("src/many.rs", &many),
        ("src/main.rs", users),
    ]);
    let arguments = json!({ "path": "src/many.rs", "maxTokens": 3000, "wait": 0 });
    let report = report(project.path(), arguments);
    let api = report["api"].as_array().expect("entries");
    assert!(api.len() < 200, "{report:#}");
    assert_eq!(api[0]["usedBy"][0]["file"], "src/main.rs", "{report:#}");
    assert_ne!(report["recommendedReads"], json!([]), "{report:#}");
}

/// A report made by the engine, at a time at which all files have long settled.
fn settled(
    root: &Path,
    files: &Arc<Files>,
    cache: &ReportCache,
    depth: Depth,
) -> Arc<ModuleReport> {
    let directories = ProcessDirectories { directory: root.to_owned(), home: None };
    let roots = Roots::open(&[root.to_owned()], &directories).expect("a root");
    let path = roots.resolve("src/shapes.rs").expect("it is there");
    let snapshot =
        files.snapshot(roots, SystemTime::now() + Duration::from_mins(1), Cancel::default());
    let query = ReportQuery { path, depth, max_refs: 5, allow_tests: false, focus: Vec::new() };
    run(&snapshot, cache, &query, None).expect("a report")
}

#[test]
fn a_report_is_kept_until_any_file_changes() {
    let project = project(&FILES);
    let (files, cache) = (Files::new(None), ReportCache::default());
    let total = |report: &ModuleReport| {
        let area = report.entries.iter().find(|entry| entry.name == "area").expect("it is there");
        area.users.as_ref().expect("they were looked for").total
    };
    let first = settled(project.path(), &files, &cache, Depth::Standard);
    let again = settled(project.path(), &files, &cache, Depth::Standard);
    assert!(Arc::ptr_eq(&first, &again), "nothing has changed");
    assert_eq!(total(&first), 2);
    let paint = FILES[4].1;
    write(
        project.path(),
        "src/paint.rs",
        &format!("{paint}pub fn twice(circle: Circle) -> f64 {{ circle.area() }}\n"),
    );
    let edited = settled(project.path(), &files, &cache, Depth::Standard);
    assert_eq!(total(&edited), 3, "another file has changed");
    write(
        project.path(),
        "src/more.rs",
        "use crate::shapes::Circle;\nfn more(circle: Circle) { circle.area(); }\n",
    );
    assert_eq!(
        total(&settled(project.path(), &files, &cache, Depth::Standard)),
        4,
        "a file has come"
    );
    fs::remove_file(project.path().join("src/draw.rs")).expect("it is there");
    assert_eq!(
        total(&settled(project.path(), &files, &cache, Depth::Standard)),
        3,
        "a file has gone"
    );
}

/// When a file was read last, where the file system tells.
#[cfg(unix)]
fn read_at(path: &Path) -> SystemTime {
    fs::metadata(path).and_then(|metadata| metadata.accessed()).expect("a time")
}

/// Makes a file look as if it had not been read since it was written, so that reading it is noted.
#[cfg(unix)]
fn forget_reading(path: &Path) -> SystemTime {
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let file = fs::File::options().write(true).open(path).expect("it is there");
    file.set_times(fs::FileTimes::new().set_accessed(long_ago)).expect("times can be set");
    read_at(path)
}

#[cfg(unix)]
#[test]
fn an_outline_reads_no_other_file() {
    let project = project(&FILES);
    let others: Vec<_> =
        ["Cargo.toml", "src/lib.rs", "src/draw.rs", "src/paint.rs", "tests/area.rs"]
            .map(|path| project.path().join(path))
            .to_vec();
    let before: Vec<SystemTime> = others.iter().map(|path| forget_reading(path)).collect();
    let times = || others.iter().map(|path| read_at(path)).collect::<Vec<_>>();
    settled(project.path(), &Files::new(None), &ReportCache::default(), Depth::Outline);
    assert_eq!(times(), before);
    settled(project.path(), &Files::new(None), &ReportCache::default(), Depth::Standard);
    if times() == before {
        eprintln!("passed over: this file system does not note when a file is read");
    }
}
