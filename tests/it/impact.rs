//! `impact_analysis`: what would break, each dependent once, in the strongest group, with a risk
//! that is never low from ignorance.

use crate::support::{ask, cli, project};
use serde_json::{Value, json};
use spelunk::domain::{Cancel, Progress, ProgressSink};
use spelunk::engine::graph::target::{ResolveError, Target};
use spelunk::engine::graph::{GraphQuery, callers};
use spelunk::engine::impact::{Impacts, Response, impact as analyze};
use spelunk::engine::search::{SearchQuery, search};
use spelunk::workspace::{Files, ProcessDirectories, Roots};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;
use tempfile::TempDir;

/// A workspace of two crates in which a trait, a type and a function are used in every way there
/// is.
fn shop() -> TempDir {
    project(&[
        ("Cargo.toml", "[workspace]\nmembers = [\"store\", \"app\"]\n"),
        ("store/Cargo.toml", "[package]\nname = \"store\"\nversion = \"0.1.0\"\n"),
        ("store/src/lib.rs", "pub mod price;\npub mod stock;\n\npub use price::Price;\n"),
        (
            "store/src/price.rs",
            "/// Money.\npub struct Price {\n    pub cents: u64,\n}\n\nimpl Price {\n    pub fn doubled(&self) -> u64 {\n        \
             self.cents * 2\n    }\n}\n\n/// Rounds up.\npub fn round(cents: u64) -> u64 {\n    cents.div_ceil(100) * 100\n}\n",
        ),
        (
            "store/src/stock.rs",
            "use crate::price::{Price, round};\n\npub trait Shelf {\n    fn price(&self) -> Price;\n    fn refill(&mut self, count: usize);\n}\n\n\
             pub struct Wall;\n\nimpl Shelf for Wall {\n    fn price(&self) -> Price {\n        Price { cents: round(120) }\n    }\n\n    \
             fn refill(&mut self, count: usize) {\n        let _ = count;\n    }\n}\n\npub fn stocktake(shelf: &mut dyn Shelf) {\n    shelf.refill(3);\n}\n",
        ),
        ("app/Cargo.toml", "[package]\nname = \"app\"\nversion = \"0.1.0\"\n"),
        (
            "app/src/main.rs",
            "use store::price::round;\nuse store::stock::{Shelf, Wall, stocktake};\n\nstruct Cellar;\n\nimpl Shelf for Cellar {\n    \
             fn price(&self) -> store::Price {\n        store::Price { cents: 5 }\n    }\n\n    fn refill(&mut self, _count: usize) {}\n}\n\n\
             fn total() -> u64 {\n    round(7) + round(8)\n}\n\nfn report() -> u64 {\n    total()\n}\n\nfn main() {\n    \
             let mut wall = Wall;\n    stocktake(&mut wall);\n    let callback: fn(u64) -> u64 = round;\n    println!(\"{} {}\", report(), callback(1));\n}\n",
        ),
        (
            "app/tests/report.rs",
            "use store::price::round;\n\n#[test]\nfn rounds_up() {\n    assert_eq!(round(1), 100);\n}\n",
        ),
        ("docs/guide.md", "# Guide\n\nUse `round` for money.\n"),
    ])
}

fn impact(root: &Path, mut arguments: Value) -> Value {
    if arguments["wait"].is_null() {
        arguments["wait"] = json!(0);
    }
    ask::value(root, "impact_analysis", arguments)
}

/// "kind name" of every result, by group.
fn rows(answer: &Value) -> BTreeSet<String> {
    let mut rows = BTreeSet::new();
    for group in answer["groups"].as_array().expect("one definition has groups") {
        for result in group["results"].as_array().expect("a group has results") {
            let (kind, name) = (
                group["kind"].as_str().unwrap_or_default(),
                result["name"].as_str().unwrap_or_default(),
            );
            assert!(
                rows.insert(format!(
                    "{kind} {name} {}",
                    result["file"].as_str().unwrap_or_default()
                )),
                "twice: {result}"
            );
        }
    }
    rows
}

#[track_caller]
fn check(answer: &Value, expected: &[&str]) {
    let found = rows(answer);
    let expected: BTreeSet<String> = expected.iter().map(|&row| row.to_owned()).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_functions_dependents_are_told_once_each_with_what_breaks_them() {
    let shop = shop();
    let answer = impact(shop.path(), json!({ "symbol": "price::round" }));
    check(
        &answer,
        &[
            "callers price store/src/stock.rs",
            "callers total app/src/main.rs",
            "references <module> app/src/main.rs",
            "references <module> store/src/stock.rs",
            "references main app/src/main.rs",
            "tests <module> app/tests/report.rs",
            "tests rounds_up app/tests/report.rs",
        ],
    );
    let group = |title: &str| {
        let mut groups = answer["groups"].as_array().expect("groups").iter();
        groups.find(|group| group["title"] == title).unwrap_or_else(|| panic!("no {title}")).clone()
    };
    let callers = group("Callers");
    let total = &callers["results"]
        .as_array()
        .expect("results")
        .iter()
        .find(|row| row["name"] == "total")
        .expect("total");
    assert_eq!(total["sites"].as_array().map(Vec::len), Some(2), "both calls stand in one row");
    assert_eq!(total["component"], "app/src");
    assert_eq!(total["breaks"], "breaks if its name, parameters or result change");
    assert_eq!(
        group("Imports")["results"][0]["breaks"],
        "breaks if it is renamed, moved or hidden"
    );
    assert_eq!(group("Other uses")["results"][0]["sites"][0]["role"], "read");
    assert_eq!(answer["summary"]["files_affected"], 3);
    assert_eq!(answer["summary"]["functions_affected"], 3);
    assert_eq!(answer["summary"]["tests_covering"], 1);
    assert_eq!(answer["summary"]["public"], true);
    assert_eq!(
        answer["mentions"],
        json!({ "count": 1, "files": [{ "file": "docs/guide.md", "line": 3 }] })
    );
}

#[test]
fn depth_adds_callers_of_callers_with_the_way_that_leads_there() {
    let shop = shop();
    let of =
        |depth: usize| impact(shop.path(), json!({ "symbol": "price::round", "depth": depth }));
    let indirect = |answer: &Value| -> Vec<String> {
        rows(answer).into_iter().filter(|row| row.starts_with("transitive")).collect()
    };
    assert_eq!(indirect(&of(1)), Vec::<String>::new());
    assert_eq!(
        indirect(&of(2)),
        ["transitive report app/src/main.rs", "transitive stocktake store/src/stock.rs"][..1]
    );
    let answer = of(2);
    let groups = answer["groups"].as_array().expect("groups");
    let row = &groups.iter().find(|group| group["kind"] == "transitive").expect("indirect callers")
        ["results"][0];
    assert_eq!(row["via"][0]["name"], "total");
    assert_eq!(row["via"][0]["line"], 14);
    assert_eq!(
        (&row["depth"], &row["breaks"]),
        (&json!(2), &json!("only if its behaviour changes"))
    );
}

#[test]
fn a_traits_implementors_must_follow_and_so_must_its_methods_overrides() {
    let shop = shop();
    let answer = impact(shop.path(), json!({ "symbol": "Shelf" }));
    let rows = rows(&answer);
    for row in ["implementations Cellar app/src/main.rs", "implementations Wall store/src/stock.rs"]
    {
        assert!(rows.contains(row), "{row} is not in {rows:#?}");
    }
    let method = impact(shop.path(), json!({ "file": "store/src/stock.rs", "line": 5 }));
    check(
        &method,
        &[
            "callers stocktake store/src/stock.rs",
            "implementations refill app/src/main.rs",
            "implementations refill store/src/stock.rs",
        ],
    );
}

/// An override that calls what it overrides stands once among those who must follow.
#[test]
fn override_calling_its_base_listed_once() {
    let files = [
        ("base.py", "class Base:\n    def save_all(self):\n        pass\n"),
        (
            "child.py",
            "from base import Base\n\nclass Child(Base):\n    def save_all(self):\n        super().save_all()\n",
        ),
    ];
    let child = project(&files);
    let answer = impact(child.path(), json!({ "symbol": "Base.save_all", "file": "base.py" }));
    check(&answer, &["implementations save_all child.py"]);
    let row = &answer["groups"][0]["results"][0];
    assert_eq!(row["sites"][0]["line"], 5, "the call is told too");
    let text = ask::text(
        child.path(),
        "impact_analysis",
        json!({ "file": "base.py", "line": 2, "wait": 0 }),
    );
    assert!(
        text.contains("\nchild.py:4 def save_all(self) · in Child · calls it at 5\n"),
        "{text}"
    );
}

#[test]
fn callers_of_an_override_depend_on_what_it_overrides() {
    let project = project(&[(
        "app.py",
        "class Base:\n    def save_all(self):\n        pass\n\n\nclass Child(Base):\n    def save_all(self):\n        pass\n\n\n\
         def use():\n    child = Child()\n    child.save_all()\n",
    )]);
    let answer = impact(project.path(), json!({ "symbol": "Base.save_all" }));
    check(&answer, &["implementations save_all app.py", "callers use app.py"]);
}

#[test]
fn all_overrides_that_a_row_calls_are_named() {
    let project = project(&[(
        "app.py",
        "class Base:\n    def save_all(self):\n        pass\n\n\nclass One(Base):\n    def save_all(self):\n        pass\n\n\n\
         class Two(Base):\n    def save_all(self):\n        pass\n\n\n\
         def use():\n    One().save_all()\n    Two().save_all()\n",
    )]);
    let text = ask::text(project.path(), "impact_analysis", json!({ "symbol": "Base.save_all" }));
    assert!(text.contains("through One.save_all or Two.save_all"), "{text}");
}

#[test]
fn what_a_row_shows_is_counted_as_above() {
    let project = project(&[(
        "app.py",
        "class Base:\n    def save_all(self):\n        pass\n\n\nclass Child(Base):\n    def save_all(self):\n        pass\n\n\n\
         def use():\n    child = Child()\n    child.save_all()\n\n\ndef test_use():\n    use()\n",
    )]);
    let answer = impact(project.path(), json!({ "symbol": "Base.save_all" }));
    assert_eq!(answer["account"]["rows"], 2, "the override and its call: {}", answer["account"]);
    assert_eq!(answer["account"]["definitions"], 1);
    assert_eq!(answer["account"]["others"], json!([]));
}

#[test]
fn each_place_of_a_definition_stands_in_the_heading() {
    let project = project(&[
        ("a.h", "int run(int count);\n"),
        ("b.h", "int run(int count);\n"),
        ("a.c", "#include \"a.h\"\nint run(int count) { return count; }\n"),
    ]);
    let arguments = json!({ "symbol": "run", "wait": 0 });
    let text = ask::text(project.path(), "impact_analysis", arguments);
    assert!(text.starts_with("Impact of changing function `run` (a.c:2, a.h:1, b.h:1)"), "{text}");
}

/// What declares a method must follow it and so must its other implementations.
#[test]
fn declaration_and_other_implementations_must_follow() {
    let root = project(&[
        ("go.mod", "module example.com/shop\n\ngo 1.24\n"),
        (
            "service/manager.go",
            "package service\n\ntype Manager struct{}\n\nfunc (m *Manager) Trip(name string) error { return nil }\n",
        ),
        (
            "proxy/builder.go",
            "package proxy\n\ntype trips interface {\n\tTrip(name string) error\n}\n\n\
             type Builder struct{ trips trips }\n\nfunc (b *Builder) Build() error { return b.trips.Trip(\"a\") }\n",
        ),
        (
            "proxy/builder_test.go",
            "package proxy\n\ntype mock struct{}\n\nfunc (mock) Trip(name string) error { return nil }\n",
        ),
    ]);
    let target = json!({"symbol": "Manager.Trip", "file": "service/manager.go"});
    let found = rows(&impact(root.path(), target));
    for row in
        ["implementations Trip proxy/builder.go", "implementations Trip proxy/builder_test.go"]
    {
        assert!(found.iter().any(|found| found.starts_with(row)), "{row}: {found:#?}");
    }
}

#[test]
fn a_types_impact_covers_the_users_of_its_members() {
    let files = [
        (
            "bank.py",
            "class Account:\n    def __init__(self):\n        self.total = 0\n\n    def deposit(self, sum):\n        self.total += sum\n",
        ),
        ("teller.py", "def pay(account: 'Account'):\n    account.deposit(3)\n"),
        (
            "branch.py",
            "from bank import Account\n\ndef open_one() -> Account:\n    return Account()\n\ndef fill():\n    open_one().deposit(5)\n",
        ),
    ];
    let bank = project(&files);
    let answer = impact(bank.path(), json!({ "symbol": "Account" }));
    let groups = answer["groups"].as_array().expect("groups");
    let members = groups
        .iter()
        .find(|group| group["title"] == "Users of its members")
        .expect("users of members");
    assert!(
        members["results"].as_array().expect("results").iter().any(|row| row["name"] == "fill"),
        "{members:#}"
    );
    assert_eq!(members["results"][0]["sites"][0]["member"], "deposit");
    let own =
        members["results"].as_array().expect("results").iter().any(|row| row["file"] == "bank.py");
    assert!(!own, "a type's own members are no users of it: {members:#}");
}

/// A test that reaches the target through others is found and its way is told.
#[test]
fn indirect_test_is_found_with_path() {
    let files = [
        (
            "src/deep.py",
            "def core():\n    return 1\n\ndef middle():\n    return core()\n\ndef outer():\n    return middle()\n",
        ),
        (
            "tests/test_deep.py",
            "from src.deep import outer\n\ndef test_outer():\n    assert outer() == 1\n",
        ),
    ];
    let answer = impact(project(&files).path(), json!({ "symbol": "core" }));
    assert_eq!(answer["summary"]["tests_covering"], 1);
    let groups = answer["groups"].as_array().expect("groups");
    let test = &groups.iter().find(|group| group["kind"] == "tests").expect("tests")["results"][0];
    let way: Vec<&str> = test["via"]
        .as_array()
        .expect("a way")
        .iter()
        .filter_map(|hop| hop["name"].as_str())
        .collect();
    assert_eq!((test["name"].as_str(), way), (Some("test_outer"), vec!["middle", "outer"]));
    let untested = project(&files[..1]);
    let text =
        ask::text(untested.path(), "impact_analysis", json!({ "symbol": "core", "wait": 0 }));
    assert!(text.contains("no tests reached\n"), "{text}");
    // Test files that are named after the target's are told where none is known to reach it.
    let beside = project(&[
        files[0],
        ("tests/test_deep.py", "def test_nothing():\n    assert True\n"),
        ("tests/test_deeper.py", "x = 1\n"),
    ]);
    let text = ask::text(beside.path(), "impact_analysis", json!({ "symbol": "core", "wait": 0 }));
    assert!(
        text.contains("no tests reached; named after its file: tests/test_deep.py\n"),
        "{text}"
    );
    let answer = impact(beside.path(), json!({ "symbol": "core" }));
    assert_eq!(answer["summary"]["tests_beside"], json!(["tests/test_deep.py"]));
}

/// Imports of files with other rows share a line and a common doubt is told once.
#[test]
fn imports_share_line_and_doubt() {
    let users = (0..4).map(|at| {
        let text =
            format!("from pool import Pool\n\n\ndef run_{at}(pool: Pool):\n    return Pool()\n");
        (format!("app/user_{at}.py"), text)
    });
    let mut files: Vec<(String, String)> = users.collect();
    files.push(("pool.py".to_owned(), "class Pool:\n    pass\n".to_owned()));
    files.push(("app/only.py".to_owned(), "from pool import Pool\n".to_owned()));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let pool = project(&files);
    let text = ask::text(pool.path(), "impact_analysis", json!({ "symbol": "Pool", "wait": 0 }));
    let expected = "\n## Imports (5 in 5 files): breaks if it is renamed, moved or hidden\n\
        app/only.py:1 from pool import Pool\n\n\
        in files named here: user_0.py:1, user_1.py:1, user_2.py:1, user_3.py:1\n";
    assert!(text.contains(expected), "{text}");

    let calls: String = (0..3)
        .map(|at| format!("    int run{at}(Shelf shelf) {{ return shelf.price(); }}\n"))
        .collect();
    let shelf = project(&[
        ("Shelf.java", "interface Shelf {\n    int price();\n}\n"),
        ("Wall.java", "class Wall implements Shelf {\n    public int price() { return 1; }\n}\n"),
        ("User.java", &format!("class User {{\n{calls}}}\n")),
    ]);
    let text =
        ask::text(shelf.path(), "impact_analysis", json!({ "symbol": "Wall.price", "wait": 0 }));
    assert!(text.contains("; all possible: through supertype\n"), "{text}");
    assert!(!text.contains("· possible"), "{text}");
}

/// Tests that run it through others share a line for each file and the first files are shown.
#[test]
fn indirect_tests_share_line_per_file() {
    let mut files = vec![(
        "src/deep.py".to_owned(),
        "def core():\n    return 1\n\ndef outer():\n    return core()\n".to_owned(),
    )];
    for file in 0..44 {
        let tests = (0..3).map(|test| format!("def test_{test}():\n    assert outer() == 1\n\n"));
        let text = format!("from src.deep import outer\n\n{}", tests.collect::<String>());
        files.push((format!("tests/test_{file:02}.py"), text));
    }
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let project = project(&files);
    let text = ask::text(project.path(), "impact_analysis", json!({ "symbol": "core", "wait": 0 }));
    assert!(
        text.contains("\ntests/test_00.py:3 test_0, 6 test_1, 9 test_2 · through outer\n"),
        "{text}"
    );
    assert!(text.contains("tests/test_39.py") && !text.contains("tests/test_40.py"), "{text}");
    let files = "test_40.py (3), test_41.py (3), test_42.py (3), test_43.py (3)";
    assert!(text.contains(&format!("  … (12 more in {files})\n")), "{text}");
    assert!(text.contains("[121 of 133 dependents shown"), "{text}");
    let answer = impact(project.path(), json!({ "symbol": "core", "maxTokens": 60000 }));
    let tests = answer["groups"]
        .as_array()
        .expect("groups")
        .iter()
        .find(|group| group["kind"] == "tests")
        .expect("tests");
    assert_eq!(tests["results"].as_array().map(Vec::len), Some(132));
}

/// A test is shown by its own line, and by those of its calls of the target.
#[test]
fn tests_are_shown_by_their_own_lines() {
    let far = "    x = 1\n".repeat(20);
    let tests = format!(
        "from src.deep import core, outer\n\ndef test_twice():\n    assert outer() == 1\n    assert outer() != 2\n\n\
         def test_near():\n    core()\n    core()\n\ndef test_far():\n    core()\n{far}    core()\n",
    );
    let root = project(&[
        ("src/deep.py", "def core():\n    return 1\n\ndef outer():\n    return core()\n"),
        ("tests/test_deep.py", &tests),
    ]);
    let text = ask::text(root.path(), "impact_analysis", json!({ "symbol": "core", "wait": 0 }));
    let rows = "  7 test_near · 8 core(), 9\n  11 test_far · 12 (same), 33\n  3 test_twice · through outer\n";
    assert!(text.contains(rows), "{text}");
    let answer = impact(root.path(), json!({ "symbol": "core" }));
    let groups = answer["groups"].as_array().expect("groups");
    let tests = groups.iter().find(|group| group["kind"] == "tests").expect("tests");
    let near = &tests["results"][1];
    assert_eq!((&near["line"], &near["sites"][0]["line"]), (&json!(7), &json!(8)), "{near:#}");
}

#[test]
fn a_group_says_once_what_breaks_most_of_it() {
    let tests = "from src.deep import core\n\ndef check():\n    core()\n\n\
                 def test_one():\n    core()\n\ndef test_two():\n    check()\n";
    let deep =
        project(&[("src/deep.py", "def core():\n    return 1\n"), ("tests/test_deep.py", tests)]);
    let text = ask::text(deep.path(), "impact_analysis", json!({ "symbol": "core", "wait": 0 }));
    let title = ": break as other users do, those through others only if its behaviour changes\n";
    assert!(text.contains(title), "{text}");
    let reached = text.lines().find(|line| line.contains("test_two")).expect("a row");
    assert!(reached.contains("through check"), "{text}");
}

/// Risk is high as soon as the evidence says so.
#[test]
fn risk_is_high_by_evidence() {
    let shop = shop();
    let small = impact(shop.path(), json!({ "symbol": "doubled" }));
    assert_eq!(small["summary"]["risk"], "MEDIUM", "nothing but that it is public");
    let callers: String =
        (0..20).map(|number| format!("def caller_{number}():\n    core()\n\n")).collect();
    let many = project(&[("core.py", &format!("def core():\n    return 1\n\n{callers}"))]);
    let answer = impact(many.path(), json!({ "symbol": "core" }));
    assert_eq!(answer["summary"]["risk"], "HIGH");
    assert_eq!(
        answer["summary"]["risk_reason"],
        "20 direct dependents outside tests, in 0 other components"
    );
}

/// What bears the same name only is held apart and counts for nothing.
#[test]
fn same_name_only_does_not_count() {
    let files = [
        ("a.py", "class Engine:\n    def ignite_all(self):\n        pass\n"),
        ("b.py", "class Rocket:\n    def ignite_all(self):\n        pass\n"),
        ("c.py", "def launch(thing):\n    thing.ignite_all()  # Engine or Rocket\n"),
    ];
    let answer = impact(project(&files).path(), json!({ "symbol": "Engine.ignite_all" }));
    check(&answer, &["mentions launch c.py"]);
    assert_eq!(answer["summary"]["files_affected"], 0);
    assert_eq!(answer["summary"]["functions_affected"], 0);
}

/// File and line name a target too and a name with several definitions is answered for each.
#[test]
fn target_by_line_and_ambiguous_name() {
    let files = [
        ("a.py", "def run():\n    pass\n\ndef first():\n    run()\n"),
        ("b.py", "def run():\n    pass\n\ndef second():\n    run()\n"),
    ];
    let two = project(&files);
    let both = impact(two.path(), json!({ "symbol": "run" }));
    let definitions = both["definitions"].as_array().expect("two definitions");
    assert_eq!(definitions.len(), 2);
    assert!(definitions.iter().all(|one| one["summary"]["functions_affected"] == 1), "{both:#}");
    assert_eq!(both["summary"]["functions_affected"], 2);
    let one = impact(two.path(), json!({ "file": "b.py", "line": 1 }));
    check(&one, &["callers second b.py"]);
    check(&impact(two.path(), json!({ "symbol": "run", "file": "a.py" })), &["callers first a.py"]);
    let none = impact(two.path(), json!({ "symbol": "secondd" }));
    assert_eq!(none["target"], Value::Null);
    assert_eq!(none["suggestions"][0]["name"], "second");
}

/// Every budget is kept, the summary always remains, and cuts are counted by group.
#[test]
fn budgets_keep_summary_and_count_cuts() {
    let callers: String =
        (0..120).map(|number| format!("def caller_{number}():\n    core()\n\n")).collect();
    let tests: String =
        (0..40).map(|number| format!("def test_{number}():\n    core()\n\n")).collect();
    let many = project(&[
        ("core.py", &format!("def core():\n    return 1\n\n{callers}")),
        ("tests/test_core.py", &format!("from core import core\n\n{tests}")),
    ]);
    for format in ["outline", "markdown", "json", "xml"] {
        for budget in [100, 300, 1000, 4000] {
            let arguments =
                json!({ "symbol": "core", "format": format, "maxTokens": budget, "wait": 0 });
            let text = ask::text(many.path(), "impact_analysis", arguments);
            let tokens = spelunk::domain::tokens::count(&text);
            assert!(tokens <= budget, "{tokens} of {budget} as {format}");
            assert!(text.contains("HIGH"), "{format} at {budget}: {text}");
        }
    }
    let text = ask::text(
        many.path(),
        "impact_analysis",
        json!({ "symbol": "core", "maxTokens": 600, "wait": 0 }),
    );
    let rows = || text.lines().filter(|line| !line.contains("more in"));
    let shown = |name: &str| rows().filter(|line| line.contains(&format!(" {name}"))).count();
    let (callers, tests) = (shown("caller_"), shown("test_") + shown("from core"));
    assert!(text.contains(&format!("… ({} more)", 120 - callers)), "{text}");
    assert!(text.contains(&format!("… ({} more in test_core.py)", 41 - tests)), "{text}");
    let cut = format!("(token limit; {} tests are left out)", 41 - tests);
    assert!(text.contains(&cut), "{text}");
    assert!(tests > 0 && callers > tests, "some of each, most of the strongest: {text}");
}

#[test]
fn answers_that_are_graphs_can_be_drawn_on_the_command_line() {
    let shop = shop();
    let draw = |arguments: &[&str]| {
        let run = cli::run(shop.path(), arguments);
        assert_eq!(run.status, 0, "{run:?}");
        run.stdout
    };
    let mermaid = draw(&["impact", "price::round", "--depth", "2", "-o", "mermaid"]);
    assert!(mermaid.starts_with("flowchart LR\n"), "{mermaid}");
    let number = |label: &str| {
        let line = mermaid
            .lines()
            .find(|line| line.contains(&format!("[\"{label}<br/>")))
            .unwrap_or_else(|| panic!("{mermaid}"));
        line.trim().split('[').next().expect("a number").to_owned()
    };
    for (from, to) in [("total", "round"), ("report", "total"), ("rounds_up", "round")] {
        let arrow = format!("  {} --> {}", number(from), number(to));
        assert!(mermaid.lines().any(|line| line == arrow), "no {from} to {to}: {mermaid}");
    }
    assert!(mermaid.contains("subgraph") && mermaid.contains("[\"app/src\"]"), "{mermaid}");
    let dot = draw(&["callers", "price::round", "--depth", "2", "--format", "dot"]);
    assert!(dot.starts_with("digraph spelunk {") && dot.trim_end().ends_with('}'), "{dot}");
    let callees = draw(&["callees", "app/src/main.rs#main", "--depth", "2", "--format", "dot"]);
    assert!(callees.contains("label=\"main\\napp/src/main.rs:22\", penwidth=3"), "{callees}");
    let cut = draw(&["impact", "price::round", "-o", "mermaid", "--max-tokens", "100"]);
    assert!(
        spelunk::domain::tokens::count(cut.trim_end()) <= 100 && cut.starts_with("flowchart LR\n"),
        "{cut}"
    );
    let uses = draw(&["references", "price::round", "--format", "mermaid"]);
    assert!(uses.starts_with("flowchart LR\n") && uses.contains("[\"total<br/>"), "{uses}");
    let refused = cli::run(shop.path(), &["search", "round", "--format", "dot"]);
    assert_eq!(refused.status, 2, "{refused:?}");
}

/// Watches the work, and calls it off at a step.
#[derive(Default)]
struct Watcher {
    seen: Mutex<Vec<u64>>,
    cancel: Cancel,
    last: Option<u64>,
}

impl ProgressSink for Watcher {
    fn report(&self, done: u64, _: Option<u64>, _: &str) {
        self.seen.lock().expect("not poisoned").push(done);
        if self.last == Some(done) {
            self.cancel.cancel();
        }
    }
}

/// Progress is told step by step and cancelled work stops at the step it is in.
#[test]
fn progress_by_step_and_cancellation() {
    let shop = shop();
    let run = |last: Option<u64>| {
        let watcher = Arc::new(Watcher { last, ..Watcher::default() });
        let roots = Roots::open(
            &[shop.path().to_owned()],
            &ProcessDirectories { directory: shop.path().to_owned(), home: None },
        )
        .expect("the directory is there");
        let snapshot = Files::new(None).snapshot(roots, SystemTime::now(), watcher.cancel.clone());
        let target = Target { symbol: Some("price::round".to_owned()), ..Target::default() };
        let query = GraphQuery { target, depth: 2, ..GraphQuery::default() };
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let progress = Progress::new(Arc::clone(&watcher) as Arc<dyn ProgressSink>);
        let answer = runtime.block_on(analyze(Arc::new(snapshot), query, progress));
        let seen = watcher.seen.lock().expect("not poisoned").clone();
        (answer, seen)
    };
    let (answer, seen) = run(None);
    assert!(
        matches!(answer, Ok(Response { impacts: Impacts::Found(found, 0), .. }) if found.len() == 1)
    );
    assert_eq!(seen, [0, 1, 2, 3]);
    for last in 0..4 {
        let (answer, seen) = run(Some(last));
        assert!(matches!(answer, Err(ResolveError::Cancelled(_))), "cancelled at {last}");
        assert_eq!(seen.last(), Some(&last));
    }
}

/// Records the phrases of the work.
#[derive(Default)]
struct Phrases(Mutex<BTreeSet<String>>);

impl ProgressSink for Phrases {
    fn report(&self, _: u64, _: Option<u64>, message: &str) {
        self.0.lock().expect("not poisoned").insert(message.to_owned());
    }
}

#[test]
fn searches_and_graph_questions_tell_what_they_do() {
    let shop = shop();
    let directories = ProcessDirectories { directory: shop.path().to_owned(), home: None };
    let phrases = Arc::new(Phrases::default());
    let snapshot = || {
        let roots = Roots::open(&[shop.path().to_owned()], &directories).expect("a directory");
        let progress = Progress::new(Arc::clone(&phrases) as Arc<dyn ProgressSink>);
        let snapshot = Files::new(None).snapshot(roots, SystemTime::now(), Cancel::default());
        snapshot.with_progress(progress)
    };
    let told = || std::mem::take(&mut *phrases.0.lock().expect("not poisoned"));
    let searched = snapshot();
    let request = SearchQuery {
        query: "round".to_owned(),
        starts: searched.roots().starts(),
        language: None,
        exact: false,
        allow_tests: true,
        max_results: 5,
        thorough: false,
    };
    search(&searched, &request).expect("an answer");
    assert_eq!(told(), ["listing files", "searching files"].map(str::to_owned).into());
    let target = Target { symbol: Some("price::round".to_owned()), ..Target::default() };
    let query = GraphQuery { target, depth: 1, ..GraphQuery::default() };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(callers(Arc::new(snapshot()), query)).expect("an answer");
    let expected = ["listing files", "reading files", "resolving uses"].map(str::to_owned);
    assert!(told().is_superset(&expected.into()));
}

#[test]
fn a_helper_in_test_code_is_no_test_but_its_callers_are() {
    let helped = "use till::round;\n\nfn check(cents: u64, expected: u64) {\n    assert_eq!(round(cents), expected);\n}\n\n\
                  #[test]\nfn small() {\n    check(1, 100);\n}\n\n#[test]\nfn large() {\n    check(101, 200);\n}\n";
    let till = project(&[
        ("Cargo.toml", "[package]\nname = \"till\"\nversion = \"0.1.0\"\n"),
        ("src/lib.rs", "pub fn round(cents: u64) -> u64 {\n    cents\n}\n"),
        ("tests/rounding.rs", helped),
    ]);
    let answer = impact(till.path(), json!({ "symbol": "round" }));
    assert_eq!(answer["summary"]["tests_covering"], 2, "{answer:#}");
    let under = |title: &str| -> BTreeSet<&str> {
        let mut groups = answer["groups"].as_array().expect("groups").iter();
        let group = groups.find(|group| group["title"] == title).expect("a group");
        let rows = group["results"].as_array().expect("rows").iter();
        rows.filter_map(|row| row["name"].as_str()).collect()
    };
    assert_eq!(under("Tests"), ["<module>", "large", "small"].into());
    assert_eq!(under("Helpers of tests"), ["check"].into());
}

/// Helpers beside the tests of a module are no tests, and the way to a test may be long.
#[test]
fn tests_are_found_behind_helpers_and_several_callers() {
    let text = "struct Log(Vec<u8>);

impl Log {
    fn push(&mut self, value: u8) {
        self.0.push(value);
    }
}

fn store(log: &mut Log) {
    log.push(1);
}

fn evaluate(log: &mut Log) {
    store(log);
}

fn run(log: &mut Log) {
    evaluate(log);
}

#[cfg(test)]
fn run_once() -> Log {
    let mut log = Log(Vec::new());
    run(&mut log);
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled() -> Log {
        run_once()
    }

    #[test]
    fn stores() {
        assert_eq!(filled().0, [1]);
    }
}
";
    let project = project(&[
        ("Cargo.toml", "[package]\nname = \"log\"\nversion = \"0.1.0\"\n"),
        ("src/lib.rs", text),
    ]);
    let answer = impact(project.path(), json!({ "symbol": "Log.push" }));
    let found = rows(&answer);
    assert!(found.iter().any(|row| row == "tests stores src/lib.rs"), "{answer:#}");
    assert_eq!(answer["summary"]["tests_covering"], 1, "{answer:#}");
}

#[test]
fn tests_that_send_what_a_dependent_is_registered_for_are_named() {
    let project = project(&[
        ("rename.ts", "export function rename(id: string) {}\n"),
        (
            "routes.ts",
            "import { rename } from './rename';\nrouter.post(\n  \"users.rename\",\n  auth(),\n  async (context) => {\n    \
             rename(context.id);\n  }\n);\nrouter.post(\"users.remove\", async () => {\n  remove();\n});\n",
        ),
        (
            "routes.test.ts",
            "it(\"renames a user\", async () => {\n  await server.post(\"/api/users.rename\");\n  await \
             server.post(\"/api/users.renamed\");\n});\nit(\"removes a user\", async () => {\n  await server.post(\"/api/users.remove\");\n});\n",
        ),
        ("page.py", "@app.route('/pages/<name>')\ndef page(name):\n    pass\n"),
        ("test_page.py", "def test_page(client):\n    client.get('/pages/one')\n"),
    ]);
    let root = project.path();
    let arguments = json!({ "symbol": "rename", "file": "rename.ts", "wait": 0 });
    let line = "Possible tests, over the route `POST users.rename`: routes.test.ts:1\n";
    let text = ask::text(root, "impact_analysis", arguments.clone());
    assert!(text.contains(line), "{text}");
    let answer = impact(root, arguments.clone());
    assert_eq!(
        answer["summary"]["tests_by_entry"],
        json!([{
            "entry": "POST users.rename",
            "places": [{ "file": "routes.test.ts", "line": 2 }],
            "tests": [{ "file": "routes.test.ts", "line": 1 }],
        }])
    );
    let mut without = arguments;
    without["allowTests"] = json!(false);
    let text = ask::text(root, "impact_analysis", without);
    assert!(!text.contains("over the route"), "{text}");
    let text = ask::text(root, "impact_analysis", json!({ "symbol": "page", "wait": 0 }));
    let line = "Possible tests, over the route `/pages/<name>`: test_page.py:1\n";
    assert!(text.contains(line), "{text}");
}

/// The arguments and what is expected of the result decide which tests a change breaks.
#[test]
fn rows_of_tests_tell_what_they_expect() {
    let tests = "import { page } from './page';\n\n\
        test('first', () => {\n  const found = page(1);\n  const other = 2;\n  expect(found).toBe('one');\n});\n\
        test('second', () => {\n  expect(page(2)).toBeNull();\n});\n\
        test('third', () => {\n  let found = page(3);\n  found = other();\n  expect(found).toBe(1);\n});\n";
    let many = |count: usize| -> String {
        let test = |at: usize| format!("test('more {at}', () => {{\n  page({at});\n}});\n");
        tests.to_owned() + &(0..count).map(test).collect::<String>()
    };
    let ask = |tests: &str| {
        let app = project(&[
            ("package.json", "{}"),
            ("page.ts", "export function page(at: number) { return null; }\n"),
            ("page.test.ts", tests),
        ]);
        ask::text(app.path(), "impact_analysis", json!({ "symbol": "page", "wait": 0 }))
    };
    let text = ask(tests);
    let rows = "  3 first · 4 const found = page(1) ⇒ expect(found).toBe('one')\n  8 second · 9 expect(page(2)).toBeNull()\n  \
                11 third · 12 let found = page(3)\n";
    assert!(text.contains(rows), "{text}");
    let text = ask(&many(40));
    assert!(text.contains("  3 first · at 4\n  8 second · at 9\n"), "{text}");
}

/// Only a line of the test itself that asserts something of the value is what it expects.
#[test]
fn what_is_no_assertion_of_the_value_is_not_told() {
    let go = "package a\n\nimport \"testing\"\n\nfunc TestLast(t *testing.T) {\n\tgot := load(1)\n\tt.Log(got)\n}\n\n\
              func TestOther(t *testing.T) {\n\tfor _, got := range all {\n\t\tif got != 1 { t.Fatal() }\n\t}\n}\n";
    let python = "from a import load\n\ndef test_comment():\n    rows = load(1)\n    # rows should be sorted\n    show(rows)\n\n\
                  def test_string():\n    rows = load(2)\n    assert \"rows\" == name\n\n\
                  def test_later():\n    rows = lambda: load(3)\n    assert rows\n\n\
                  def test_copy():\n    rows = load(4)\n    expected = rows.copy()\n    assert rows == expected\n";
    let app = project(&[
        ("go.mod", "module a\n"),
        ("a.go", "package a\n\nfunc load(at int) int { return at }\n"),
        ("a_test.go", go),
    ]);
    let text = ask::text(app.path(), "impact_analysis", json!({ "symbol": "load", "wait": 0 }));
    assert!(text.contains("5 TestLast · 6 got := load(1)\n"), "{text}");
    let app = project(&[("a.py", "def load(at):\n    return at\n"), ("test_a.py", python)]);
    let text = ask::text(app.path(), "impact_analysis", json!({ "symbol": "load", "wait": 0 }));
    for row in [
        "3 test_comment · 4 rows = load(1)\n",
        "8 test_string · 9 rows = load(2)\n",
        "12 test_later · 13 rows = lambda: load(3)\n",
        "16 test_copy · 17 rows = load(4) ⇒ assert rows == expected\n",
    ] {
        assert!(text.contains(row), "{row}: {text}");
    }
}

/// What announces an event does not have the name of what it runs.
#[test]
fn what_sends_an_event_is_no_mention_of_the_name() {
    let app = project(&[
        ("package.json", "{}"),
        ("a.js", "function stop() {}\nbus.on('stopped', stop);\n"),
        ("b.js", "function end() {\n  bus.emit('stopped');\n}\n"),
    ]);
    let answer = impact(app.path(), json!({ "symbol": "stop" }));
    let groups = answer["groups"].as_array().cloned().unwrap_or_default();
    let callers = groups.iter().find(|group| group["kind"] == "callers").expect("callers");
    assert_eq!(callers["results"][0]["name"], "end", "{answer:#}");
    assert_eq!(callers["results"][0]["rule"], "sent", "{answer:#}");
}

/// Of many calls in few tests each test tells one.
#[test]
fn rows_of_tests_with_very_many_calls_tell_the_first() {
    let calls: String = (0..50).map(|at| format!("    assert page({at}) == {at}\n")).collect();
    let app = project(&[
        ("page.py", "def page(at):\n    return at\n"),
        ("test_page.py", &format!("from page import page\n\ndef test_all():\n{calls}")),
    ]);
    let text = ask::text(app.path(), "impact_analysis", json!({ "symbol": "page", "wait": 0 }));
    let row = "\n  3 test_all · 4 assert page(0) == 0, 5, 6, 7, 8, 9, 10, 11, 12, …\n";
    assert!(text.contains(row), "{text}");
}

/// That some tests use it does not hide those of its other users.
#[test]
fn tests_of_what_uses_it_reach_it_too() {
    let users = |count: usize| -> String {
        (0..count).map(|number| format!("def user{number}():\n    fill()\n\n")).collect()
    };
    let tests = "from a import fill, user0\n\ndef test_fill():\n    fill()\n\ndef test_user():\n    user0()\n";
    for count in [2, 9] {
        let app = project(&[
            ("a.py", &format!("def fill(): ...\n\n{}", users(count))),
            ("test_a.py", tests),
        ]);
        let text = ask::text(app.path(), "impact_analysis", json!({ "symbol": "fill" }));
        assert!(text.contains("2 tests reach it\n"), "{text}");
        assert!(
            text.contains("\n  3 test_fill · 4 fill()\n  6 test_user · through user0\n"),
            "{text}"
        );
    }
}

/// A function in another one is reached through that, if that calls it.
#[test]
fn local_functions_are_reached_through_what_is_around_them() {
    let code = "export function fill() {}
export function outer() {
  function replace() {
    fill();
  }
  replace();
}
export function hooked() {
  function press() {
    fill();
  }
  return press;
}
";
    let tests = "import { fill, outer, hooked } from './a';
it('fills', () => {
  fill();
});
it('replaces', () => {
  outer();
});
it('presses', () => {
  hooked();
});
";
    let app = project(&[("a.ts", code), ("a.test.ts", tests)]);
    let text = ask::text(app.path(), "impact_analysis", json!({ "symbol": "fill", "wait": 0 }));
    assert!(text.contains("2 tests reach it\n"), "{text}");
    assert!(text.contains("5 replaces · through outer\n"), "{text}");
}

/// Where the search for tests ends before the callers do, the answer says so.
#[test]
fn the_number_of_tests_says_how_far_they_were_looked_for() {
    let ask_to = |levels: usize, depth: usize| {
        let users: String = (1..=levels)
            .map(|level| format!("def user{level}():\n    user{}()\n\n", level - 1))
            .collect();
        let code = format!("def fill(): ...\n\ndef user0():\n    fill()\n\n{users}");
        let tests = "from a import fill\n\ndef test_fill():\n    fill()\n";
        let app = project(&[("a.py", &code), ("test_a.py", tests)]);
        let arguments = json!({ "symbol": "fill", "depth": depth });
        let answer = impact(app.path(), arguments.clone());
        let text = ask::text(app.path(), "impact_analysis", arguments);
        (text, answer["tests_looked_for"].clone())
    };
    let ask = |levels: usize| ask_to(levels, 1);
    let (text, looked_for) = ask(1);
    assert!(text.contains("1 test reaches it\n"), "{text}");
    assert_eq!(looked_for, Value::Null);
    let (text, looked_for) = ask(7);
    let line = "1 test reaches it (looked for through 5 levels of callers; not beyond `user5`)\n";
    assert!(text.contains(line), "{text}");
    let stop = json!([{ "name": "user5", "file": "a.py", "line": 18 }]);
    let expected =
        json!({ "levels": 5, "callers_beyond": 1, "stopped_at": stop, "files_not_read": 0 });
    assert_eq!(looked_for, expected);
    // As deep as the question asks for.
    let (_, looked_for) = ask_to(12, 6);
    assert_eq!(looked_for["levels"], 6);
    assert_eq!(ask_to(7, 8).1, Value::Null);
}

/// Where tests are found, the search goes on only while few callers are left.
#[test]
fn many_callers_end_the_search_for_tests() {
    let levels = |count: usize| {
        let wide: String = (0..count)
            .map(|of| format!("def wide{of}():\n    user1()\n\ndef top{of}():\n    wide{of}()\n\n"))
            .collect();
        let code = format!(
            "def fill(): ...\n\ndef user0():\n    fill()\n\ndef user1():\n    user0()\n\n{wide}"
        );
        let tests = "from a import fill, top0\n\ndef test_fill():\n    fill()\n\n\
                     def test_top():\n    top0()\n";
        let app = project(&[("a.py", &code), ("test_a.py", tests)]);
        ask::text(app.path(), "impact_analysis", json!({ "symbol": "fill" }))
    };
    let (few, many) = (levels(6), levels(7));
    assert!(few.contains("2 tests reach it\n") && few.contains("test_top · through"), "{few}");
    assert!(many.contains("1 test reaches it (looked for through 2 levels"), "{many}");
}

/// A function that only a library's decorator leads to may be called by that.
#[test]
fn decorators_by_which_a_framework_may_call_are_told() {
    let root = project(&[(
        "app.ts",
        "import { BeforeCreate } from \"models\";
function traced(target: unknown) {}
export class Page {
  @BeforeCreate
  static setIndex(page: Page) {}
  @override
  static setTitle(page: Page) {}
  @traced
  static setText(page: Page) {}
}
",
    )]);
    let of = |symbol: &str| {
        ["find_callers", "impact_analysis"]
            .map(|tool| ask::text(root.path(), tool, json!({ "symbol": symbol, "wait": 0 })))
    };
    for text in of("setIndex") {
        assert!(text.contains("decorated by @BeforeCreate: a framework may call it\n"), "{text}");
    }
    for text in of("setTitle").into_iter().chain(of("setText")) {
        assert!(!text.contains("decorated by"), "{text}");
    }
}

/// The chain of callers does not end silently at what a framework may call.
#[test]
fn callers_that_only_a_framework_may_call_are_told() {
    // The project has a decorator of that name too.
    let own = ("own.ts", "export function BeforeCreate(target: unknown) {}\n");
    let root = project(&[
        own,
        (
            "app.ts",
            "import { BeforeCreate, Scheduled } from \"models\";
export function free() {}
function clean() {
  free();
}
export class Page {
  @BeforeCreate
  static setIndex(page: Page) {
    free();
  }
  @Scheduled(\"daily\")
  static sweep() {
    clean();
  }
  @BeforeCreate
  static called() {
    free();
  }
}
Page.called();
",
        ),
    ]);
    let ask = json!({ "symbol": "free", "wait": 0 });
    let text = ask::text(root.path(), "impact_analysis", ask.clone());
    let words = " · decorated by @BeforeCreate: a framework may call it\n";
    assert_eq!(text.matches(words).count(), 1, "{text}");
    assert!(text.contains(&format!("Page.setIndex: free(){words}")), "{text}");
    let line = "On the way to it, a framework may call `sweep` (app.ts:12, @Scheduled)\n";
    assert!(text.contains(line), "{text}");
    let answer = impact(root.path(), ask);
    let names: Vec<&Value> = answer["framework_entries"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|entry| &entry["name"])
        .collect();
    assert_eq!(names, ["setIndex", "sweep"]);
}

/// What heirs may use is not public, and what is declared in its type has that visibility.
#[test]
fn visibility_is_that_of_the_declaration() {
    let head = |files: &[(&str, &str)], symbol: &str| {
        let arguments = json!({ "symbol": symbol, "wait": 0 });
        ask::text(project(files).path(), "impact_analysis", arguments)
    };
    let php = "<?php\nclass Mail {\n    protected function check() {}\n    function send() { $this->check(); }\n}\n";
    let text = head(
        &[("Mail.php", php), ("MailTest.php", "<?php\n(new Mail())->send();\n")],
        "Mail.check",
    );
    assert!(text.contains("check` (Mail.php:3), protected:\n"), "{text}");
    assert!(text.contains("Risk: MEDIUM"), "{text}");
    let java = |class: &str| {
        let code = format!(
            "{class} Mail {{\n    protected void check() {{}}\n    private void send() {{ check(); }}\n}}\n"
        );
        head(&[("src/main/java/Mail.java", &code)], "Mail.check")
    };
    let open = java("public class");
    assert!(!open.contains("public:") && open.contains(", protected:\n"), "{open}");
    let hidden = java("class");
    assert!(!hidden.contains("heirs elsewhere"), "{hidden}");
    let own = "class Mail {\n    void check() {}\n    void send() { check(); }\n}\n";
    let own = head(&[("src/main/java/Mail.java", own)], "Mail.check");
    assert!(own.contains(", internal:\n"), "{own}");
    let text = head(
        &[
            (
                "mail.h",
                "class Mail {\npublic:\n    void send();\nprotected:\n    void check();\n};\n",
            ),
            (
                "mail.cpp",
                "#include \"mail.h\"\nvoid Mail::send() { check(); }\nvoid Mail::check() {}\n",
            ),
        ],
        "Mail.check",
    );
    assert!(text.contains("mail.h:5), protected:\n"), "{text}");
}

/// The risk is unknown only if more may depend on the target, and says why.
#[test]
fn risk_is_unknown_for_a_reason() {
    let risk = |files: &[(&str, &str)], symbol: &str| {
        let answer = impact(project(files).path(), json!({ "symbol": symbol }));
        let of = |key: &str| answer["summary"][key].as_str().unwrap_or_default().to_owned();
        (of("risk"), of("risk_reason"))
    };
    let code = "def _core():\n    return 1\n\ndef outer():\n    _core()\n";
    let tests = "from shop import _core\n\ndef test_core():\n    _core()\n";
    let (level, reason) = risk(&[("shop.py", code), ("test_shop.py", tests)], "_core");
    assert_eq!(
        (level.as_str(), reason.as_str()),
        ("LOW", "1 direct dependent outside tests, all in its own component")
    );
    let guess = ("other.py", "def other(some):\n    some._core()\n");
    let (level, reason) = risk(&[("shop.py", code), ("test_shop.py", tests), guess], "_core");
    assert_eq!(level, "UNKNOWN", "{reason}");
    let store = "from library import Base\n\nclass Store(Base):\n    def load(self):\n        pass\n\ndef run():\n    Store().load()\n";
    let (level, reason) = risk(&[("store.py", store)], "Store.load");
    assert_eq!(level, "UNKNOWN", "{reason}");
    assert!(
        reason
            .ends_with("; code from outside may call it by a supertype that is not in the project"),
        "{reason}"
    );
    let own = store.replace("(Base)", "");
    let (level, reason) = risk(&[("store.py", &own)], "Store.load");
    assert_eq!(level, "MEDIUM", "{reason}");
    let operator = "class Price:\n    def __add__(self, other):\n        return self\n\ndef total(a: Price):\n    return a.__add__(a)\n";
    let (level, reason) = risk(&[("price.py", operator)], "Price.__add__");
    assert_eq!(level, "UNKNOWN", "{reason}");
}

/// The head and the last line count the same.
#[test]
fn dependents_are_counted_alike() {
    let code = "def core():\n    return 1\n\ndef outer():\n    core()\n";
    let tests = "from shop import core\n\ndef test_core():\n    core()\n";
    let root = project(&[("shop.py", code), ("test_shop.py", tests)]);
    let text = ask::text(root.path(), "impact_analysis", json!({ "symbol": "core", "wait": 0 }));
    let head = "Affected: 3 dependents in 2 files, of which 1 function is outside tests; 1 test reaches it\n";
    assert!(text.contains(head) && text.contains("[3 dependents"), "{text}");
}

/// What reaches a caller runs the target only where the caller's condition holds.
#[test]
fn callers_tell_the_conditions_of_their_calls() {
    let code = "def core():\n    return 1\n\ndef sometimes(text):\n    if text.is_flowed():\n        core()\n\n\
                def later(text):\n    if not text:\n        return\n    core()\n\ndef always():\n    core()\n\n\
                def both(text):\n    if text:\n        core()\n    core()\n";
    let root = project(&[("shop.py", code)]);
    let text = ask::text(root.path(), "impact_analysis", json!({ "symbol": "core", "wait": 0 }));
    let row = |name: &str| text.lines().find(|line| line.contains(name)).expect("a row").to_owned();
    assert!(row("sometimes").ends_with("core() · if text.is_flowed()"), "{text}");
    assert!(row("later").ends_with("core() · unless not text"), "{text}");
    assert!(row("always").ends_with("core()"), "{text}");
    assert!(!row("both").contains("if text"), "{text}");
    let answer = impact(root.path(), json!({ "symbol": "core" }));
    let rows = answer["groups"][0]["results"].as_array().expect("rows").iter();
    let some = rows.filter(|row| row["name"] == "sometimes").map(|row| &row["conditions"]);
    assert_eq!(some.collect::<Vec<_>>(), [&json!(["if text.is_flowed()"])]);
}
