//! Functions that are not called but handed on as values: the account names the places, so that a
//! chain of callers does not end without a word.

use crate::support::{ask, project};
use serde_json::json;

/// Returns a text without the code that stands behind places.
fn places(text: &str) -> String {
    let code = regex::Regex::new(r"(\d) `[^`]*`").expect("a valid expression");
    code.replace_all(text, "$1").into_owned()
}

/// Checks the places that are named for the uses of a function as a value.
#[track_caller]
fn check(files: &[(&str, &str)], target: &str, expected: &str) {
    let directory = project(files);
    let text = ask::text(directory.path(), "find_callers", json!({ "symbol": target }));
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("as a value: ")).collect();
    assert_eq!(lines.iter().map(|line| places(line)).collect::<Vec<_>>(), [expected], "{text}");
    let answer = ask::value(directory.path(), "find_callers", json!({ "symbol": target }));
    assert!(!answer["account"]["values"].as_array().expect("a list").is_empty(), "{answer:#}");
}

#[test]
fn method_values_and_handlers_of_go() {
    let app = "package app
type Server struct{}
func (s *Server) handle(n int) {}
func (s *Server) routes() { apply(s.handle); f := s.handle; f(1) }
func apply(f func(int)) {}
";
    let table = "package app
var table = []func(*Server, int){ (*Server).handle }
";
    check(
        &[("go.mod", "module example.com/app\n"), ("app.go", app), ("table.go", table)],
        "Server.handle",
        "`handle` as a value: app.go:4 in `Server.routes`, table.go:2 in `table`",
    );
}

#[test]
fn callbacks_of_typescript_and_javascript() {
    for extension in ["ts", "js"] {
        let handler = "export function handle(n) {}\n";
        let app = "import { handle } from \"./handler\";
function routes(app) { app.get(\"/\", handle); return { handle }; }
";
        check(
            &[(&format!("handler.{extension}"), handler), (&format!("app.{extension}"), app)],
            "handle",
            &format!("`handle` as a value: app.{extension}:2 in `routes`"),
        );
    }
    let app = "class Server {
  handle() {}
  routes() { on(this.handle.bind(this)); }
}
";
    check(&[("app.ts", app)], "Server.handle", "`handle` as a value: app.ts:3 in `Server.routes`");
}

#[test]
fn callbacks_of_python() {
    let handler = "def handle(n): ...\n";
    let app = "from handler import handle

def routes(app):
    app.add(handle)
";
    let files = [("handler.py", handler), ("app.py", app)];
    check(&files, "handle", "`handle` as a value: app.py:4 in `routes`");
    let app = "class Server:
    def handle(self): ...
    def routes(self):
        on(self.handle)
";
    check(&[("app.py", app)], "Server.handle", "`handle` as a value: app.py:4 in `Server.routes`");
}

#[test]
fn functions_of_rust_as_arguments() {
    let lib = "struct Server;
impl Server {
    fn handle(n: u32) -> u32 { n }
    fn routes(all: Vec<u32>) { all.into_iter().map(Self::handle).map(handle); }
}
fn handle(n: u32) -> u32 { n }
";
    check(
        &[("src/lib.rs", lib)],
        "Server::handle",
        "`handle` as a value: src/lib.rs:4 in `Server.routes`",
    );
}

#[test]
fn method_references_of_java_c_sharp_and_kotlin() {
    let java = "class Server {
  void handle(int n) {}
  void routes() { apply(this::handle); }
  void apply(java.util.function.IntConsumer c) {}
}
";
    check(
        &[("Server.java", java)],
        "Server.handle",
        "`handle` as a value: Server.java:3 in `Server.routes`",
    );
    let c_sharp = "class Server {
  void Handle(int n) {}
  void Routes() { Apply(Handle); Apply(this.Handle); }
  void Apply(System.Action<int> c) {}
}
";
    check(
        &[("Server.cs", c_sharp)],
        "Server.Handle",
        "`Handle` as a value: Server.cs:3 in `Server.Routes`",
    );
    let kotlin = "class Server {
  fun handle(n: Int) {}
  fun routes() { apply(this::handle) }
  fun apply(f: (Int) -> Unit) {}
}
";
    check(
        &[("Server.kt", kotlin)],
        "Server.handle",
        "`handle` as a value: Server.kt:3 in `Server.routes`",
    );
}

#[test]
fn function_pointers_of_c_and_cpp() {
    let c = "static int handle(int n) { return n; }
struct table { int (*call)(int); };
static struct table t = { .call = handle };
void routes(void) { apply(&handle); }
";
    check(&[("app.c", c)], "handle", "`handle` as a value: app.c:3 in `t`, 4 in `routes`");
    let cpp = "struct Server { void handle(int n) {} };
void routes() { apply(&Server::handle); }
";
    check(&[("app.cpp", cpp)], "Server::handle", "`handle` as a value: app.cpp:2 in `routes`");
}

#[test]
fn each_level_of_a_chain_names_the_values_that_have_no_row() {
    let app = "function write(n) {}
function handle(n) { write(n); }
function routes(app) { handle(1); app.get(\"/\", handle); }
";
    let directory = project(&[("app.ts", app)]);
    let text =
        ask::text(directory.path(), "find_callers", json!({ "symbol": "write", "depth": 3 }));
    let line = "depth 2: `handle` as a value: app.ts:3 in `routes`";
    assert!(places(&text).contains(line), "{text}");
    let text =
        ask::text(directory.path(), "impact_analysis", json!({ "symbol": "write", "depth": 3 }));
    let line = "depth 2: `handle` as a value: app.ts:3 in `routes`";
    assert!(places(&text).contains(line), "{text}");
}

#[test]
fn callees_tell_what_a_body_hands_on() {
    let tasks = "import queue\n\n\n@queue.task(name=\"export all the products\", base=Base, retries=3)\ndef export(n): ...\n\n\ndef send(n): ...\n\n\ndef call(f): ...\n";
    let app = "from tasks import call, export, send


def run(send_later):
    export.options(3)
    call(send)
    call(send_later)
    send(1)
    later = [done, done]


def done(): ...
";
    let directory = project(&[("tasks.py", tasks), ("app.py", app)]);
    let text = ask::text(directory.path(), "find_callees", json!({ "symbol": "run" }));
    let expected = "
tasks.py
  8 def send(n) · called at 8
  11 def call(f) · called at 6 (+1)

## Possible, passed as a value
app.py:12 def done() · at 9 (+1)
tasks.py:5 def export(n) · at 5
";
    assert!(text.contains(expected), "{text}");
    let answer = ask::value(directory.path(), "find_callees", json!({ "symbol": "run" }));
    let rows = answer["results"].as_array().expect("a list");
    let export = rows.iter().find(|row| row["name"] == "export").expect("the task");
    assert_eq!(export["rule"], "passed_as_value", "{answer:#}");
    assert_eq!(export["passed_as_value"][0]["line"], 5, "{answer:#}");
    assert_eq!(export["call_sites"], json!([]), "{answer:#}");
}
