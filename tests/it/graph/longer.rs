//! Longer paths beside the shortest: through wrappers, and steps that only some calls take.

use crate::support::cli::run;
use crate::support::{ask, project};
use serde_json::{Value, json};

/// The longer paths of an answer, each with the names of its functions.
fn longer(answer: &Value) -> Vec<String> {
    let name = |step: &Value| step["name"].as_str().expect("a name").to_owned();
    let path = |path: &Value| {
        let steps: Vec<String> = path.as_array().expect("a path").iter().map(name).collect();
        steps.join(" > ")
    };
    answer["longer_paths"].as_array().into_iter().flatten().map(path).collect()
}

#[track_caller]
fn check(file: (&str, &str), from: &str, to: &str, expected: &[&str]) {
    let app = project(&[file]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": to, "from": from }));
    assert_eq!(longer(&answer), expected, "{answer:#}");
    let other = ask::value(app.path(), "find_callees", json!({ "symbol": from, "to": to }));
    assert_eq!(longer(&other), expected, "{other:#}");
}

/// A store, one that hands on to another, and one that does not.
const STORES: &str = "interface Store { put(n: number): void }
class Disk implements Store {
  put(n: number) {}
}
class Logging implements Store {
  constructor(private inner: Store) {}
  put(n: number) {
    note(n);
    this.inner.put(n);
  }
}
class Lost implements Store {
  put(n: number) {}
}
function note(n: number) {}
function save(store: Store) {
  store.put(1);
}
export function start(store: Store) {
  save(store);
}
";

#[test]
fn a_wrapper_that_hands_on_is_told_beside_the_shortest_path() {
    check(("app.ts", STORES), "start", "Disk.put", &["start > save > put"]);
    let app = project(&[("app.ts", STORES)]);
    let arguments = json!({ "symbol": "Disk.put", "from": "start" });
    let text = ask::text(app.path(), "find_callers", arguments);
    let row = "app.ts:17 save:16: store.put(1) · possible · through Store.put\n";
    assert!(text.contains(row), "{text}");
    let rows = "\n## Longer, by where they differ\n\
        app.ts:17 save > :9 Logging.put:7 > Disk.put · possible · through Store.put\n";
    assert!(text.contains(rows), "{text}");
    let footer = "[1 path of 2 calls, the shortest, and 1 longer (more: depth 5) · syntax";
    assert!(text.contains(footer), "{text}");
    let shell = run(app.path(), &["callers", "Disk.put", "--from", "start"]);
    assert!(shell.stdout.contains(rows), "{}", shell.stdout);
    // With a depth all paths of that length are told alike.
    let arguments = json!({ "symbol": "Disk.put", "from": "start", "depth": 3 });
    let answer = ask::value(app.path(), "find_callers", arguments);
    assert_eq!(answer["paths_total"], 2, "{answer:#}");
    assert_eq!(answer["longer_paths_total"], 0, "{answer:#}");
}

/// A path of other lines of the same functions is none.
#[test]
fn a_longer_path_has_a_function_that_is_on_no_other() {
    let code = "def start(n):
    if n > 1:
        check(n)
    deliver(n)

def check(n):
    if n > 2:
        start(n)
    deliver(n)

def deliver(n): ...
";
    check(("app.py", code), "start", "deliver", &["start > check"]);
    let code = "def start(n):
    near(n)
    far(n)

def near(n):
    far(n)

def far(n):
    near(n)
    deliver(n)

def deliver(n): ...
";
    check(("app.py", code), "start", "deliver", &["start > near > far"]);
}

#[test]
fn certain_longer_paths_come_first_and_the_rest_is_counted() {
    let mut code = String::from(
        "interface Job { run(): void }
class Own implements Job { run() { stop(); } }
function one() { two(); }
function two() { three(); }
function three() { stop(); }
export function start(job: Job) {
  stop();
  job.run();
  one();
  a(); b(); c(); d();
}
export function stop() {}
",
    );
    for name in ["a", "b", "c", "d"] {
        code.push_str(&format!("function {name}() {{ stop(); }}\n"));
    }
    let app = project(&[("app.ts", &code)]);
    let arguments = json!({ "symbol": "stop", "from": "start" });
    let answer = ask::value(app.path(), "find_callers", arguments.clone());
    assert_eq!(longer(&answer), ["start > a", "start > b", "start > c"], "{answer:#}");
    // The others are `d`, the one of four calls, and the one that is only possible.
    assert_eq!(answer["longer_paths_total"], 6, "{answer:#}");
    let text = ask::text(app.path(), "find_callers", arguments);
    assert!(text.contains("\n… (3 more longer paths: depth 4)\n"), "{text}");
}

/// What only a name explains would lead everywhere.
#[test]
fn no_longer_path_is_made_of_guesses() {
    let code = "import lib
class Disk:
    def flush_all(self): deliver()
class Web:
    def flush_all(self): deliver()
def deliver(): ...
def start():
    lib.make().flush_all()
    deliver()
";
    check(("app.py", code), "start", "deliver", &[]);
}

#[test]
fn calls_that_the_filter_leaves_out_are_on_no_longer_path() {
    let app = project(&[
        (
            "app.py",
            "import own.util\ndef start():\n    deliver()\n    own.util.help()\ndef deliver(): ...\n",
        ),
        ("own/util.py", "import app\ndef help():\n    app.deliver()\n"),
        ("own/__init__.py", ""),
    ]);
    let ask = |more: Value| {
        let mut arguments = json!({ "symbol": "deliver", "from": "start" });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        longer(&ask::value(app.path(), "find_callers", arguments))
    };
    assert_eq!(ask(json!({})), ["start > help"]);
    assert!(ask(json!({ "exclude": "own" })).is_empty());
}
