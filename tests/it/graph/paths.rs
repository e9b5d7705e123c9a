//! Paths of calls between two symbols: `from` of `find_callers` and `to` of `find_callees`.

use crate::support::cli::run;
use crate::support::{ask, project};
use serde_json::{Value, json};
use std::path::Path;

/// The paths of an answer: each call as "line caller", with its rule where it is only possible.
fn paths(answer: &Value) -> Vec<String> {
    let step = |step: &Value| {
        let doubt = if step["certainty"] == "possible" {
            format!(" [{}]", step["rule"].as_str().expect("a rule"))
        } else {
            String::new()
        };
        format!("{} {}{doubt}", step["call"]["line"], step["name"].as_str().expect("a name"))
    };
    ask::paths(answer, step)
}

/// Asks both tools for the paths, which are the same.
#[track_caller]
fn ask_both(root: &Path, from: &str, to: &str, mut more: Value) -> Value {
    let mut ask = |tool: &str, symbol: &str, end: &str, other: &str| {
        (more["symbol"], more[end]) = (json!(symbol), json!(other));
        let answer = ask::value(root, tool, more.clone());
        more.as_object_mut().expect("arguments").remove(end);
        answer
    };
    let callers = ask("find_callers", to, "from", from);
    let callees = ask("find_callees", from, "to", to);
    for field in ["paths", "paths_total", "from", "to", "searched_from", "unknown_calls"] {
        assert_eq!(callers[field], callees[field], "{field}");
    }
    callers
}

#[track_caller]
fn check(files: &[(&str, &str)], from: &str, to: &str, expected: &[&str]) {
    let app = project(files);
    let answer = ask_both(app.path(), from, to, json!({}));
    assert_eq!(paths(&answer), expected, "{answer:#}");
}

#[test]
fn calls_through_a_trait_of_rust() {
    let lib = "trait Store {
    fn put(&self, n: u32);
}
struct Disk;
impl Store for Disk {
    fn put(&self, n: u32) { flush(n); }
}
fn flush(n: u32) {}
struct Api { store: Box<dyn Store> }
impl Api {
    fn serve(&self) { self.save(1); }
    fn save(&self, n: u32) { self.store.put(n); }
}
";
    let expected = ["11 serve > 12 save [through_supertype] > 6 put"];
    check(&[("src/lib.rs", lib)], "Api::serve", "flush", &expected);
}

#[test]
fn calls_through_an_interface_of_go_in_other_files() {
    let app = "package app

type Store interface{ Put(n int) }

func Serve(s Store) { save(s) }
func save(s Store)  { s.Put(1) }
";
    let disk = "package app

type Disk struct{}

func (d *Disk) Put(n int) { flush(n) }
func flush(n int)         {}
";
    check(
        &[("go.mod", "module a\n"), ("app.go", app), ("disk.go", disk)],
        "Serve",
        "flush",
        &["5 Serve > 6 save [through_supertype] > 5 Put"],
    );
}

#[test]
fn calls_through_an_interface_of_java() {
    let api = "class Api {
    private Store store;
    void serve() { save(1); }
    void save(int n) { store.put(n); }
}
interface Store { void put(int n); }
class Disk implements Store {
    public void put(int n) { flush(n); }
    void flush(int n) { }
}
";
    let expected = ["3 serve > 4 save [through_supertype] > 8 put"];
    check(&[("Api.java", api)], "Api.serve", "Disk.flush", &expected);
}

const HANDLERS: [(&str, &str); 2] = [
    (
        "handlers.ts",
        "import { write } from './store';
export function handle(n: number) { write(n); }
",
    ),
    (
        "store.ts",
        "import { handle } from './handlers';
export function write(n: number) {}
export function main(app: any) { routes(app); }
function routes(app: any) { app.get('/', handle); }
",
    ),
];

#[test]
fn what_is_handed_on_as_a_value_is_on_a_path_and_marked() {
    check(&HANDLERS, "main", "write", &["3 main > 4 routes [passed_as_value] > 2 handle"]);
    let app = project(&HANDLERS);
    let text = ask::text(app.path(), "find_callees", json!({ "symbol": "main", "to": "write" }));
    assert!(
        text.contains("4 routes: …app.get('/', handle) }") || text.contains("handle"),
        "{text}"
    );
    assert!(text.contains(" · passed as a value\n"), "{text}");
}

#[test]
fn a_parameter_that_is_called_leads_to_what_callers_hand_over() {
    let go = "package app
func deliver(n int) {}
func each(n int, visit func(int)) { outer(n, visit) }
func outer(n int, visit func(int)) { visit(n) }
func walk() { each(1, func(n int) { deliver(n) }) }
func nothing() { outer(1, func(n int) {}); deliver(2) }
";
    let go = [("go.mod", "module example.com/app\n"), ("app.go", go)];
    check(&go, "each", "deliver", &["3 each > 5 outer [passed_as_value]"]);
    let typescript = "export function deliver(n: number) {}
export function each(n: number, visit: (n: number) => void) { visit(n); }
export function walk() { each(1, deliver); }
export function apart() { each(1, (n) => {}); deliver(1); }
";
    check(&[("app.ts", typescript)], "each", "deliver", &["3 each [passed_as_value]"]);
    let app = project(&[("app.ts", typescript)]);
    let arguments = json!({ "symbol": "each", "to": "deliver" });
    let text = ask::text(app.path(), "find_callees", arguments);
    assert!(
        text.contains("each(1, deliver); } · passed as a value in walk · called at 2\n"),
        "{text}"
    );
    let python = "def deliver(n): ...

def each(n, visit):
    visit(n)

def walk():
    each(1, lambda n: deliver(n))
";
    check(&[("app.py", python)], "each", "deliver", &["7 each [passed_as_value]"]);
}

#[test]
fn a_field_that_is_called_leads_to_what_it_is_set_to() {
    let go = "package app
type Log struct { send func(int) }
func (l *Log) SetSend(f func(int)) { l.send = f }
func (l *Log) Merge(n int) { l.send(n) }
func deliver(n int) {}
func start(l *Log) { l.SetSend(deliver) }
";
    let other = "package other
type Other struct { send func(int) }
func Make() Other { return Other{send: apart} }
func apart(n int) {}
";
    let go = [("go.mod", "module example.com/app\n"), ("app.go", go), ("other/other.go", other)];
    check(&go, "Log.Merge", "deliver", &["6 Merge [passed_as_value]"]);
    let app = project(&go);
    let answer =
        ask::value(app.path(), "find_callees", json!({ "symbol": "Log.Merge", "to": "apart" }));
    assert_eq!(paths(&answer), [""; 0], "{answer:#}");
    let python = "class Log:
    def __init__(self, send):
        self.send = send

    def merge(self, n):
        self.send(n)

def deliver(n): ...

def start():
    return Log(deliver)
";
    check(&[("app.py", python)], "Log.merge", "deliver", &["11 merge [passed_as_value]"]);
}

const DIAMOND: &str = "def start():
    left()
    right()

def left():
    middle()

def right():
    middle()
    start()

def middle():
    upper()
    lower()

def upper():
    stop()

def lower():
    stop()

def stop():
    start()
";

#[test]
fn paths_share_what_they_have_in_common() {
    let app = project(&[("a.py", DIAMOND)]);
    let answer = ask_both(app.path(), "start", "stop", json!({}));
    assert_eq!(
        paths(&answer),
        [
            "2 start > 6 left > 13 middle > 17 upper",
            "2 start > 6 left > 14 middle > 20 lower",
            "3 start > 9 right > 13 middle > 17 upper",
        ],
        "{answer:#}"
    );
    assert_eq!((&answer["paths_total"], &answer["paths_combined"]), (&json!(3), &json!(1)));
    let text = ask::text(app.path(), "find_callers", json!({ "symbol": "stop", "from": "start" }));
    let tree = "Paths from `start` (a.py:1) to `stop` (a.py:22):

a.py:2 start: left()
  a.py:6 left:5: middle()
    a.py:13 middle:12: upper()
      a.py:17 upper:16: stop()
    a.py:14 middle:12: lower()
      a.py:20 lower:19: stop()
a.py:3 start: right()
  a.py:9 right:8: middle() · then as above

1 more path combines these calls.

[3 paths of 4 calls, the shortest (longer ones: depth 6) · syntax · ";
    assert!(text.starts_with(tree), "{text}");
}

#[test]
fn cycles_end_and_a_symbol_may_reach_itself() {
    let files = [("a.py", DIAMOND)];
    check(
        &files,
        "stop",
        "stop",
        &[
            "23 stop > 2 start > 6 left > 13 middle > 17 upper",
            "23 stop > 2 start > 6 left > 14 middle > 20 lower",
            "23 stop > 3 start > 9 right > 13 middle > 17 upper",
        ],
    );
    check(&files, "right", "start", &["10 right"]);
    check(&[("a.py", "def f():\n    f()\n")], "f", "f", &["2 f"]);
}

const LEVELS: &str = "def start():
    stop()
    near()
    middle()

def near():
    stop()

def middle():
    far()

def far():
    stop()

def stop():
    pass
";

#[test]
fn depth_lists_longer_paths_too() {
    let app = project(&[("a.py", LEVELS)]);
    let with = |more: Value| paths(&ask_both(app.path(), "start", "stop", more));
    let all = ["2 start", "3 start > 7 near", "4 start > 10 middle > 13 far"];
    assert_eq!(with(json!({})), all[..1]);
    assert_eq!(with(json!({ "depth": 1 })), all[..1]);
    assert_eq!(with(json!({ "depth": 2 })), all[..2]);
    assert_eq!(with(json!({ "depth": 1_000_000_000 })), all);
    assert_eq!(with(json!({ "depth": 9, "maxResults": 2 })), all[..2]);
    let text = |more: Value| {
        let mut arguments = json!({ "symbol": "stop", "from": "start", "depth": 9 });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ask::text(app.path(), "find_callers", arguments)
    };
    assert!(
        text(json!({})).contains("[3 paths of 1 to 3 calls · depth 9 · "),
        "{}",
        text(json!({}))
    );
    let cut = text(json!({ "maxResults": 1 }));
    assert!(cut.contains("… (2 more paths)"), "{cut}");
    assert!(cut.contains("[1 of 3 paths shown, of 1 to 3 calls"), "{cut}");
    let error = ask::error(
        app.path(),
        "find_callers",
        json!({ "symbol": "stop", "from": "start", "depth": 0 }),
    );
    assert!(error.contains("`depth` begins at 1"), "{error}");
}

#[test]
fn a_budget_shows_the_first_paths_and_counts_the_others() {
    let ways: String = (0..30).map(|way| format!("def way{way}():\n    stop()\n\n")).collect();
    let calls: String = (0..30).map(|way| format!("    way{way}()\n")).collect();
    let text = format!("def stop(): ...\n\n{ways}def start():\n{calls}");
    let app = project(&[("a.py", &text)]);
    let text = |more: Value| {
        let mut arguments = json!({ "symbol": "stop", "from": "start" });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ask::text(app.path(), "find_callers", arguments)
    };
    let whole = text(json!({}));
    assert!(whole.contains("[20 of 30 paths shown, of 2 calls, the shortest"), "{whole}");
    let cut = text(json!({ "maxTokens": 200 }));
    let shown = cut.matches(": stop()").count();
    assert!(shown > 2 && shown < 20, "{cut}");
    assert!(cut.contains(&format!("… ({} more paths)", 30 - shown)), "{cut}");
}

#[test]
fn likely_paths_stand_before_shorter_ones_that_are_possible() {
    let api = "interface Store { put(n: number): void }
class Disk implements Store { put(n: number) { flush(n); } }
function flush(n: number) {}
function start(s: Store) { s.put(1); first(); }
function first() { second(); }
function second() { flush(2); }
";
    let expected = ["4 start > 5 first > 6 second", "4 start [through_supertype] > 2 put"];
    check(&[("a.ts", api)], "start", "flush", &expected);
    let app = project(&[("a.ts", api)]);
    let text = ask::text(app.path(), "find_callees", json!({ "symbol": "start", "to": "flush" }));
    assert!(text.contains(" · possible · through Store.put\n"), "{text}");
}

#[test]
fn no_path_is_told_with_what_was_searched() {
    let app = project(&[(
        "a.py",
        "def start(store, hook):\n    near()\n    hook(1)\n\ndef near():\n    pass\n\n\
         def stop():\n    pass\n\ndef other():\n    stop()\n",
    )]);
    let answer = ask_both(app.path(), "start", "stop", json!({}));
    assert_eq!(paths(&answer), [""; 0]);
    let (from, to) = (&answer["searched_from"], &answer["searched_to"]);
    assert_eq!(
        from,
        &json!({
            "calls": 2, "functions": 1, "is_whole": true,
            "last": from["last"], "last_count": 1, "last_in_tests": 0,
        })
    );
    assert_eq!((&to["functions"], &to["is_whole"]), (&json!(1), &json!(true)));
    assert_eq!(answer["summary"]["total_is_exact"], false, "{answer:#}");
    assert_eq!(answer["unknown_calls"][0]["line"], 3, "{answer:#}");
    assert_eq!(answer["unknown_calls"][0]["is_value"], true, "{answer:#}");
    let text = ask::text(app.path(), "find_callers", json!({ "symbol": "stop", "from": "start" }));
    assert!(
        text.contains(
            "No path is known. `start` reaches 1 function, all that are known; `stop` is reached by calls from \
             1 function, all that are known.\n"
        ),
        "{text}"
    );
    assert!(text.contains("a.py:3 start: hook(1) · calls a value\n"), "{text}");
    assert!(text.contains("[no path · syntax · "), "{text}");
}

/// What is stored may lead anywhere; a parameter leads to what callers are seen to hand over, and
/// what a function writes itself is its own.
#[test]
fn calls_that_may_hide_a_path_are_in_the_order_of_their_use() {
    let app = project(&[(
        "a.py",
        "class Bus:
    def __init__(self, hook):
        self.hook = hook

    def start(self, visit):
        own = lambda n: n
        own(1)
        visit(2)
        self.hook(3)

def stop(): ...
",
    )]);
    let answer = ask_both(app.path(), "Bus.start", "stop", json!({}));
    let unknown = answer["unknown_calls"].as_array().expect("calls").iter();
    let lines: Vec<&Value> = unknown.map(|call| &call["line"]).collect();
    assert_eq!(lines, [9, 8], "{answer:#}");
}

#[test]
fn what_is_sent_to_a_library_may_hide_a_path_and_tokens_of_macros_do_not() {
    let lib = "use tokio::sync::mpsc::Sender;
fn start(tx: Sender<u8>, next: fn(u8) -> u8) {
    assert_eq!(next + (1), 2);
    next(3);
    tx.send(4);
}
fn stop() {}
";
    let files = [
        ("Cargo.toml", "[package]\nname = \"small\"\n[dependencies]\ntokio = \"1\"\n"),
        ("src/lib.rs", lib),
    ];
    let app = project(&files);
    let answer = ask_both(app.path(), "start", "stop", json!({}));
    let unknown = answer["unknown_calls"].as_array().expect("calls").iter();
    let lines: Vec<&Value> = unknown.map(|call| &call["line"]).collect();
    assert_eq!(lines, [5, 4], "{answer:#}");
    assert_eq!(answer["unknown_calls"][0]["is_sending"], true, "{answer:#}");
    let text = ask::text(app.path(), "find_callees", json!({ "symbol": "start", "to": "stop" }));
    assert!(text.contains("tx.send(4) · sends it on\n"), "{text}");
}

#[test]
fn an_unresolved_call_of_the_name_completes_a_path_and_is_marked() {
    let app = "class Disk:
    def put(self): ...

class Pool:
    def put(self): ...

class Tape:
    def put(self): ...

class Tube:
    def put(self): ...

def start(store):
    store.put()
";
    check(&[("a.py", app)], "start", "Tape.put", &["14 start [unresolved]"]);
}

#[test]
fn a_guess_leads_not_far_unless_asked_for() {
    let class = |number: usize| format!("class Disk{number}:\n    def put(self): f9()\n\n");
    let classes: String = (0..4).map(class).collect();
    let chain: String =
        (1..10).map(|level| format!("def f{level}():\n    f{}()\n\n", level - 1)).collect();
    let text = format!("def start(store):\n    store.put()\n\ndef f0(): ...\n\n{chain}{classes}");
    let app = project(&[("a.py", &text)]);
    let ask = |more: Value| ask_both(app.path(), "start", "f0", more);
    let none = ask(json!({}));
    assert_eq!(paths(&none), [""; 0]);
    assert_eq!(none["unknown_calls"][0]["line"], 2, "{none:#}");
    assert_eq!(none["unknown_calls"][0]["is_value"], false, "{none:#}");
    let found = paths(&ask(json!({ "depth": 20 })));
    assert!(found[0].starts_with("2 start [unresolved] > "), "{found:?}");
}

#[test]
fn tests_and_other_directories_can_be_left_out() {
    let app = project(&[
        ("src/a.py", "from src.b import via\n\ndef start():\n    via()\n"),
        ("src/b.py", "from src.c import stop\n\ndef via():\n    stop()\n"),
        ("src/c.py", "def stop(): ...\n"),
        ("tests/test_a.py", "from src.a import start\n\ndef test_start():\n    start()\n"),
    ]);
    let ask = |from: &str, more: Value| ask_both(app.path(), from, "stop", more);
    assert_eq!(paths(&ask("test_start", json!({}))), ["4 test_start > 4 start > 4 via"]);
    let none = ask("test_start", json!({ "allowTests": false }));
    assert_eq!(paths(&none), [""; 0]);
    assert_eq!(none["left_out"][0]["rule"], "allowTests", "{none:#}");
    assert_eq!(paths(&ask("start", json!({ "allowTests": false }))), ["4 start > 4 via"]);
    assert_eq!(paths(&ask("start", json!({ "path": "src" }))), ["4 start > 4 via"]);
    let outside = ask("start", json!({ "path": "src/a.py" }));
    assert_eq!(paths(&outside), [""; 0]);
    let arguments = json!({ "symbol": "stop", "from": "start", "path": "src/a.py" });
    let text = ask::text(app.path(), "find_callers", arguments);
    assert!(text.contains("left out: 1 call outside src/a.py\n"), "{text}");
}

const TWICE: [(&str, &str); 3] = [
    ("a.py", "from c import stop\n\ndef start():\n    stop()\n"),
    ("b.py", "def start():\n    pass\n"),
    ("c.py", "def stop(): ...\n\ndef end(): ...\n"),
];

#[test]
fn an_end_may_have_several_definitions_or_be_a_place() {
    let app = project(&TWICE);
    for (from, to) in [
        ("start", "stop"),
        ("a.py#start", "c.py#stop"),
        ("a.py:3", "c.py:1"),
        ("a.start", "c.stop"),
    ] {
        let answer = ask_both(app.path(), from, to, json!({}));
        assert_eq!(paths(&answer), ["4 start"], "{from} {to}");
    }
    let arguments = json!({ "symbol": "stop, end", "from": "start" });
    let text = ask::text(app.path(), "find_callers", arguments);
    assert!(text.contains("Paths from `start` (a.py:3) or `start` (b.py:1) to `stop`"), "{text}");
    assert!(text.contains("to `end` (c.py:3):\n\nNo path"), "{text}");
}

#[test]
fn an_end_without_a_definition_is_told_with_the_nearest_names() {
    let app = project(&TWICE);
    for (symbol, from) in [("stop", "startt"), ("stops", "start")] {
        let missing = if symbol == "stop" { from } else { symbol };
        let arguments = json!({ "symbol": symbol, "from": from });
        let text = ask::text(app.path(), "find_callers", arguments.clone());
        assert!(text.contains(&format!("`{missing}`:\n")), "{text}");
        assert!(text.contains("No such definition"), "{text}");
        let answer = ask::value(app.path(), "find_callers", arguments);
        assert_eq!(answer["target"].is_null(), symbol == "stops", "{answer:#}");
        assert!(!answer["suggestions"].as_array().expect("names").is_empty(), "{answer:#}");
        assert!(answer.get("paths").is_none(), "{answer:#}");
    }
    let arguments = json!({ "symbol": "stop", "from": "a.py:99" });
    let error = ask::error(app.path(), "find_callers", arguments);
    assert!(error.contains("a.py has 4 lines"), "{error}");
}

#[test]
fn rows_are_the_callers_or_the_callees_on_the_paths() {
    let app = project(&[("a.py", LEVELS)]);
    let rows = |tool: &str, arguments: Value| -> Vec<String> {
        let answer = ask::value(app.path(), tool, arguments);
        let rows = answer["results"].as_array().expect("rows").iter();
        rows.map(|row| format!("{} {}", row["name"].as_str().unwrap(), row["depth"])).collect()
    };
    assert_eq!(
        rows("find_callers", json!({ "symbol": "stop", "from": "start", "depth": 2 })),
        ["start 1", "near 1"]
    );
    assert_eq!(
        rows("find_callees", json!({ "symbol": "start", "to": "stop", "depth": 2 })),
        ["stop 1", "near 1"]
    );
}

#[test]
fn paths_have_every_format() {
    let app = project(&HANDLERS);
    let stdout = |more: &[&str]| {
        let run = run(app.path(), &[&["callees", "main", "--to", "write"], more].concat());
        assert_eq!(run.status, 0, "{run:?}");
        run.stdout
    };
    let outline = stdout(&[]);
    assert_eq!(run(app.path(), &["callers", "write", "--from", "main"]).stdout, outline);
    let arguments = json!({ "symbol": "main", "to": "write", "wait": 0 });
    assert_eq!(ask::text(app.path(), "find_callees", arguments), outline.trim_end());
    let markdown = stdout(&["--format", "markdown"]);
    assert!(markdown.contains("routes: "), "{markdown}");
    let xml = stdout(&["--format", "xml"]);
    assert!(xml.contains("<path>\n<item>"), "{xml}");
    let dot = stdout(&["--format", "dot"]);
    assert_eq!(dot.matches(" -> ").count(), 3, "{dot}");
    assert_eq!(dot.matches("dashed").count(), 1, "{dot}");
    let mermaid = stdout(&["--format", "mermaid"]);
    assert!(mermaid.contains("-.->"), "{mermaid}");
    let code = stdout(&["--detail", "full"]);
    assert!(code.contains("function routes(app: any) { app.get('/', handle); }"), "{code}");
    assert_eq!(run(app.path(), &["callees", "write", "--to", "main"]).status, 1);
}

#[test]
fn a_function_that_everything_calls_is_reached_from_the_other_end() {
    let users: String =
        (0..3_000).map(|number| format!("def user{number}():\n    hub()\n\n")).collect();
    let text = format!(
        "def hub():\n    pass\n\ndef start():\n    via()\n\ndef via():\n    hub()\n\n{users}"
    );
    check(&[("a.py", &text)], "start", "hub", &["5 start > 8 via"]);
}

#[test]
fn a_bound_of_the_search_is_told() {
    let chain: String =
        (1..1_100).map(|level| format!("def f{level}():\n    f{}()\n\n", level - 1)).collect();
    let app = project(&[("a.py", &format!("def f0(): ...\n\n{chain}"))]);
    let text = |from: &str, more: Value| {
        let mut arguments = json!({ "symbol": "f0", "from": from, "maxTokens": 100_000 });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ask::text(app.path(), "find_callers", arguments)
    };
    assert!(text("f50", json!({})).contains("[1 path of 50 calls, "), "{}", text("f50", json!({})));
    let ended = text("f51", json!({}));
    assert!(ended.contains("No path of at most 50 calls is found."), "{ended}");
    assert!(ended.contains("where the search ended. `depth` sets how far"), "{ended}");
    let deep = text("f1000", json!({ "depth": 1_000_000_000 }));
    assert!(deep.contains("[1 path of 1000 calls"), "{deep}");
    let beyond = text("f1001", json!({ "depth": 1_000_000_000 }));
    assert!(beyond.contains("No path of at most 1,000 calls is found."), "{beyond}");
}

#[test]
fn a_type_stands_for_its_members_and_its_constructors() {
    let pool = "class Pool:
    def __init__(self):
        self.connect()

    def connect(self): ...

    def get(self):
        self.connect()

def start():
    return Pool()
";
    let files = [("a.py", pool)];
    check(&files, "start", "Pool.connect", &["11 start > 3 __init__"]);
    check(&files, "Pool", "Pool.connect", &["3 __init__", "8 get"]);
    check(&files, "start", "Pool", &["11 start"]);
}

#[test]
fn a_declaration_leads_to_the_definition_of_another_file() {
    check(
        &[
            ("disk.h", "void put(int n);\nvoid flush(int n);\n"),
            (
                "disk.c",
                "#include \"disk.h\"\nvoid put(int n) { flush(n); }\nvoid flush(int n) { }\n",
            ),
            ("api.c", "#include \"disk.h\"\nvoid serve(void) { put(1); }\n"),
        ],
        "serve",
        "flush",
        &["2 serve > 2 put"],
    );
}

#[test]
fn without_a_path_both_sides_say_where_they_end() {
    let app = project(&[
        (
            "app.py",
            "class Saved:\n    def __init__(self):\n        pass\n\n\ndef save(store):\n    emit(Saved())\n    store.note()\n\n\n\
         def emit(event):\n    pass\n\n\nclass Log:\n    def note(self):\n        pass\n\n\nclass Disk:\n    def note(self):\n        pass\n\n\n\
         class Tape:\n    def note(self):\n        pass\n\n\nclass Web:\n    def note(self):\n        pass\n\n\n\
         class Mail:\n    def note(self):\n        pass\n\n\n\
         def on_saved():\n    send()\n\n\ndef send():\n    pass\n",
        ),
        ("test_app.py", "from app import send\n\ndef test_send():\n    send()\n"),
    ]);
    let arguments = json!({ "symbol": "send", "from": "save" });
    let text = ask::text(app.path(), "find_callers", arguments.clone());
    for line in [
        "2 of the first call nothing of the project: `Saved.__init__` (app.py:2), `emit` (app.py:11)\n",
        "Unresolved calls on 1 line of theirs: app.py:8\n",
        "2 of the others have no known caller, 1 in tests: `on_saved` (app.py:40)\n",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let answer = ask::value(app.path(), "find_callers", arguments);
    assert_eq!(answer["searched_to"]["last"][0]["name"], "on_saved", "{answer:#}");
    assert_eq!(answer["searched_to"]["last_count"], 2);
    assert_eq!(answer["unresolved_calls"], json!([{ "file": "app.py", "line": 8 }]));
}

/// A variant of an enumeration is set to nothing, and an arm of a `match` sets nothing.
#[test]
fn patterns_set_no_fields() {
    let lib = "enum Kind { Insert(u8), Delete }
enum Mode { Insert, Normal }
fn start(n: u8) -> Kind { Kind::Insert(n) }
fn start_here(n: u8, kind: Kind) { use Kind::*; match kind { Insert(_) => {} Delete => { Insert(n); } } }
fn handle(mode: Mode) { match mode { Mode::Insert => { run(|| deliver(1)); } Mode::Normal => {} } }
fn run(f: impl Fn()) { f() }
fn deliver(n: u8) {}
";
    let files = [("Cargo.toml", "[package]\nname = \"small\"\n"), ("src/lib.rs", lib)];
    check(&files, "start", "deliver", &[]);
    check(&files, "start_here", "deliver", &[]);
    check(&files, "run", "deliver", &["5 run [passed_as_value]"]);
}

/// What is written of a result holds, whatever it was made of.
#[test]
fn a_written_result_of_the_library_has_its_members() {
    let lib = "pub struct Range;
impl Range { pub fn map(self, by: u8) -> u8 { deliver(by) } }
fn pair(range: &Range) -> Option<(u8, Range)> { None }
fn start(range: Range) { pair(&range).map(|(_, range)| 1); }
fn deliver(n: u8) -> u8 { n }
";
    let files = [("Cargo.toml", "[package]\nname = \"small\"\n"), ("src/lib.rs", lib)];
    check(&files, "start", "deliver", &[]);
}

#[test]
fn paths_by_names_alone_are_not_sure() {
    let python = "import lib
class Log:
    def keep(self): deliver()
class Other:
    def keep(self): pass
def deliver(): ...
def start():
    lib.make(Log, Other).thing().keep()
";
    let app = project(&[("app.py", python)]);
    let ask = json!({ "symbol": "start", "to": "deliver" });
    let text = ask::text(app.path(), "find_callees", ask);
    assert!(text.contains("No sure path is found. Only by"), "{text}");
    assert!(text.contains("[1 unsure path of 2 calls"), "{text}");
}

#[test]
fn a_call_under_a_condition_says_which() {
    let text = "export function start(kind: string, count: number) {
  if (count === 1) {
    via(kind);
  }
}
function via(kind: string) {
  switch (kind) {
    case 'draft':
      stop(1);
  }
  return () => (kind ? stop(2) : null);
}
export function stop(n: number) {}
export function always() {
  stop(3);
}
export function guarded(kind: string) {
  if (!kind) return;
  for (const one of kind) {
    if (one === 'a') stop(4);
  }
}
";
    let app = project(&[("app.ts", text)]);
    let arguments = json!({ "symbol": "stop", "from": "guarded" });
    let answer = ask::text(app.path(), "find_callers", arguments.clone());
    assert!(answer.contains(" if (one === 'a') stop(4) · unless !kind\n"), "{answer}");
    let answer = ask::value(app.path(), "find_callers", arguments);
    assert_eq!(answer["paths"][0][0]["guard"], "unless !kind", "{answer:#}");
    let arguments = json!({ "symbol": "stop", "from": "start" });
    let text = ask::text(app.path(), "find_callers", arguments.clone());
    assert!(text.contains("app.ts:3 start: via(kind) · if count === 1\n"), "{text}");
    // Its calls are under different conditions.
    assert!(text.contains("stop(1) · in case 'draft' · 11 …kind ? stop(2) : null)\n"), "{text}");
    let answer = ask::value(app.path(), "find_callers", arguments);
    assert_eq!(answer["paths"][0][0]["condition"], "if count === 1", "{answer:#}");
    let arguments = json!({ "symbol": "stop", "from": "always" });
    let answer = ask::value(app.path(), "find_callers", arguments);
    assert!(answer["paths"][0][0].get("condition").is_none(), "{answer:#}");
}

/// Where nothing calls what a path would come from, a framework may.
#[test]
fn the_end_of_a_search_tells_decorators_of_libraries() {
    let text = "import { OnEvent } from 'events';
export class Listener {
  @OnEvent('saved')
  saved() {
    stop();
  }
}
export function start() {}
export function stop() {}
";
    let app = project(&[("app.ts", text)]);
    let text = ask::text(app.path(), "find_callers", json!({ "symbol": "stop", "from": "start" }));
    let line = "1 of the others has no known caller: `Listener.saved` (app.ts:4, a framework may call it: @OnEvent)\n";
    assert!(text.contains(line), "{text}");
}
