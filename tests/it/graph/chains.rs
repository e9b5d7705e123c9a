//! Chains of callers go on through what hands a function on as a value.

use crate::support::{ask, project};
use serde_json::json;

/// Checks the callers of `handle`, two levels deep: what hands it on and what calls that.
fn check(files: &[(&str, &str)], passing: &str, beyond: &str) {
    let app = project(files);
    let arguments = json!({ "symbol": "handle", "depth": 2 });
    let text = ask::text(app.path(), "find_callers", arguments.clone());
    assert!(text.contains(&format!("{passing} · passed as a value\n")), "{text}");
    assert!(text.contains(&format!("{beyond} · possible\n")), "{text}");
    let answer = ask::value(app.path(), "find_callers", arguments);
    let rows = answer["results"].as_array().expect("rows");
    assert_eq!(rows.len(), 2, "{answer:#}");
    for row in rows {
        assert_eq!(
            (&row["certainty"], &row["rule"]),
            (&json!("possible"), &json!("passed_as_value"))
        );
    }
    assert_eq!(rows[0]["call_sites"], json!([]), "{answer:#}");
    assert_eq!(rows[0]["passed_as_value"].as_array().map(Vec::len), Some(1), "{answer:#}");
    assert_eq!(rows[1]["call_sites"].as_array().map(Vec::len), Some(1), "{answer:#}");
    assert_eq!(answer["summary"]["calls"], 1, "{answer:#}");
    assert_eq!(answer["account"]["rows"], 0, "{answer:#}");
}

#[test]
fn a_handler_in_a_route_of_javascript() {
    check(
        &[(
            "a.js",
            "function handle() {}\n\nfunction routes(app) {\n  app.get('/x', handle);\n}\n\n\
             function main() {\n  routes(app);\n}\n",
        )],
        "4 routes:3: app.get('/x', handle)",
        "8 main:7: routes(app)",
    );
}

#[test]
fn a_function_that_is_mapped_in_another_file_of_python() {
    check(
        &[
            ("a.py", "def handle(x): ...\n"),
            (
                "b.py",
                "from a import handle as convert\n\ndef every(rows):\n    return map(convert, rows)\n\n\
                 def main():\n    every([])\n",
            ),
        ],
        "4 every:3: return map(convert, rows)",
        "7 main:6: every([])",
    );
}

#[test]
fn a_boxed_function_of_rust() {
    check(
        &[(
            "src/lib.rs",
            "fn handle() {}\n\nfn wire() -> Box<dyn Fn()> {\n    Box::new(handle)\n}\n\n\
             fn run() {\n    wire();\n}\n",
        )],
        "4 wire:3: Box::new(handle)",
        "8 run:7: wire()",
    );
}

#[test]
fn a_field_of_a_struct_of_go() {
    check(
        &[
            ("go.mod", "module a\n"),
            (
                "a.go",
                "package a\n\ntype Command struct{ Run func() }\n\nfunc handle() {}\n\n\
                 func wire() {\n\tregister(&Command{Run: handle})\n}\n\nfunc start() {\n\twire()\n}\n",
            ),
        ],
        "8 wire:7: register(&Command{Run: handle})",
        "12 start:11: wire()",
    );
}

#[test]
fn a_method_value_of_java() {
    check(
        &[(
            "A.java",
            "class A {\n    void handle() { }\n    void wire() {\n        submit(this::handle);\n    }\n    \
             void run() {\n        wire();\n    }\n}\n",
        )],
        "4 A.wire:3: submit(this::handle)",
        "7 A.run:6: wire()",
    );
}

const ROUTES: &str = "def handle(): ...\n\ndef run():\n    handle()\n    later(handle)\n\n\
                      def routes():\n    later(handle)\n\ndef main():\n    run()\n    routes()\n\n\
                      TABLE = [handle]\n";

#[test]
fn values_are_no_calls() {
    let app = project(&[("a.py", ROUTES)]);
    let arguments = json!({ "symbol": "handle", "depth": 2 });
    let text = ask::text(app.path(), "find_callers", arguments.clone());
    let rows = "a.py:4 run:3: handle()\n  a.py:11 main:10: run()\n";
    assert!(text.contains(rows), "{text}");
    let rows =
        ":8 routes:7: later(handle) · passed as a value\n  a.py:12 main: routes() · see above\n";
    assert!(text.contains(rows), "{text}");
    assert!(text.contains(":14 <module>: TABLE = [handle] · passed as a value\n"), "{text}");
    // What also calls it is a caller; that it hands it on is told once.
    assert!(
        text.contains("`handle` as a value: a.py:5 `") && text.contains("` in `run`\n"),
        "{text}"
    );
    let footer = "[2 callers, passed as a value by 2 · depth 2, from where 1 may go on · ";
    assert!(text.contains(footer), "{text}");
    let answer = ask::value(app.path(), "find_callers", arguments);
    assert_eq!(answer["summary"]["calls"], 2, "{answer:#}");
    // Without a chain, values are told as before.
    let direct = ask::text(app.path(), "find_callers", json!({ "symbol": "handle" }));
    assert!(!direct.contains("passed"), "{direct}");
    assert!(direct.contains("[1 caller · "), "{direct}");
}

#[test]
fn impact_goes_on_through_values() {
    let app = project(&[(
        "a.py",
        "def work(): ...\n\ndef handle():\n    work()\n\ndef routes():\n    later(handle)\n\n\
         def main():\n    routes()\n",
    )]);
    let text = ask::text(app.path(), "impact_analysis", json!({ "symbol": "work", "depth": 3 }));
    assert!(
        text.contains("7 routes: later(handle) · through handle · possible (passed as value)"),
        "{text}"
    );
    assert!(text.contains("10 main: routes() · through routes, handle · possible"), "{text}");
}

#[test]
fn exports_are_not_passed_as_values() {
    let text = |exports: &str| {
        let app = project(&[(
            "a.js",
            &format!("function handle() {}\n\nmodule.exports = {exports};\n", "{}"),
        )]);
        ask::text(app.path(), "find_callers", json!({ "symbol": "handle", "depth": 2 }))
    };
    for exports in ["handle", "{ other: 1, handle }"] {
        assert!(!text(exports).contains("passed"), "{exports}: {}", text(exports));
    }
    assert!(
        text("register(handle)").contains("· passed as a value"),
        "{}",
        text("register(handle)")
    );
}

#[test]
fn what_hands_on_the_member_of_an_interface_is_on_a_chain() {
    let app = "package app
type Sender interface { Send(n int) }
type Channel struct{}
func (c *Channel) Send(n int) {}
func wire(s Sender) { register(s.Send) }
func start() { wire(&Channel{}) }
func register(f func(int)) {}
";
    let root = project(&[("go.mod", "module example.com/app\n"), ("app.go", app)]);
    let arguments = json!({ "symbol": "Channel.Send", "depth": 2 });
    let text = ask::text(root.path(), "find_callers", arguments);
    assert!(text.contains(":5 wire: "), "{text}");
    assert!(text.contains(" · passed as a value"), "{text}");
    assert!(text.contains(":6 start: "), "{text}");
}

#[test]
fn callers_are_followed_for_a_thousand_levels() {
    let chain: String =
        (1..1_100).map(|level| format!("def f{level}():\n    f{}()\n", level - 1)).collect();
    let root = project(&[("chain.py", &format!("def f0():\n    pass\n{chain}"))]);
    let arguments = json!({ "symbol": "f0", "depth": 1_000_000_000, "maxResults": 2_000, "maxTokens": 1_000_000 });
    let answer = ask::value(root.path(), "find_callers", arguments);
    let depths = answer["results"].as_array().unwrap().iter().map(|row| row["depth"].as_u64());
    assert_eq!(depths.max(), Some(Some(1_000)));
}

#[test]
fn definitions_beyond_the_limit_of_indirect_calls_are_counted() {
    let class = |number: usize| {
        let calls = "        x.helper(x)\n".repeat(40);
        format!("class C{number}:\n    def helper(self, x):\n{calls}\n\n")
    };
    let root = project(&[("a.py", &(0..60).map(class).collect::<String>())]);
    let ask = |depth: usize| {
        let arguments = json!({ "symbol": "helper", "depth": depth, "wait": 0 });
        ask::value(root.path(), "find_callers", arguments).to_string()
    };
    assert!(ask(3).contains("were not looked for: the definitions of the name have too many"));
    assert!(!ask(1).contains("too many"));
}
