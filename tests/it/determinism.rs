//! The same question on the same files gives the same bytes: with any number of threads, and
//! whatever was asked before.

use crate::support::cli::{command, finish};
use crate::support::corpora::corpora;
use crate::support::mcp::McpClient;
use crate::support::project;
use serde_json::{Value, json};
use std::path::Path;

const COMMANDS: [&str; 5] = ["callers", "callees", "references", "implementations", "impact"];

const TOOLS: [&str; 5] =
    ["find_callers", "find_callees", "find_references", "find_implementations", "impact_analysis"];

/// Asks the built binary, which works on so many threads.
fn ask(root: &Path, tool: &str, symbol: &str, threads: &str) -> String {
    let mut command = command(root, &[tool, symbol, "--json", "--max-tokens", "200000"]);
    finish(command.env("RAYON_NUM_THREADS", threads)).stdout
}

fn check_threads(root: &Path, symbols: &[&str]) {
    for symbol in symbols {
        for tool in COMMANDS {
            let expected = ask(root, tool, symbol, "1");
            assert!(expected.starts_with('{'), "{tool} {symbol}: {expected}");
            for threads in ["2", "8"] {
                assert_eq!(
                    ask(root, tool, symbol, threads),
                    expected,
                    "{tool} {symbol} with {threads} threads"
                );
            }
        }
    }
}

/// Asks one server all questions forwards, backwards and from the middle outwards.
fn check_order(root: &Path, symbols: &[&str]) {
    let questions: Vec<(&str, &str)> =
        symbols.iter().flat_map(|symbol| TOOLS.iter().map(move |tool| (*tool, *symbol))).collect();
    let count = questions.len();
    let forwards: Vec<usize> = (0..count).collect();
    let backwards: Vec<usize> = forwards.iter().rev().copied().collect();
    // Steps of seven meet each question once, since no number of questions here is a multiple of
    // it.
    let mixed: Vec<usize> = forwards.iter().map(|index| (index * 7 + count / 2) % count).collect();
    assert_ne!(count % 7, 0);
    let mut expected: Vec<Option<String>> = vec![None; count];
    for order in [forwards, backwards, mixed] {
        let mut client = McpClient::serve(root);
        for index in order {
            let (tool, symbol) = questions[index];
            let arguments = json!({ "symbol": symbol, "format": "json", "wait": 0 });
            let found = client.text(tool, arguments);
            let _: Value = serde_json::from_str(&found).expect("an answer in JSON");
            match &expected[index] {
                Some(expected) => assert_eq!(&found, expected, "{tool} {symbol}"),
                None => expected[index] = Some(found),
            }
        }
    }
}

/// Types that refer to each other through members and aliases, packages of many files, and imports
/// in a circle: whatever takes a resolution far.
fn entangled() -> Vec<(String, String)> {
    const FILES: usize = 12;
    let mut files = Vec::new();
    for number in 0..FILES {
        let (next, after) = ((number + 1) % FILES, (number + 5) % FILES);
        let java = format!(
            "package p;\n\nclass T{number} extends T{next}.Inner {{\n    T{after} other = next.other;\n    T{next} next;\n\n    \
             static class Inner {{\n        T{number} get() {{ return other().get().self(); }}\n        T{after} other() \
             {{ return null; }}\n    }}\n\n    T{number} self() {{ return next.get().other().self(); }}\n\n    void run() {{\n        \
             other.self().next.other.get();\n        next.get().self();\n        get();\n    }}\n}}\n"
        );
        files.push((format!("java/p/T{number}.java"), java));
        let script = format!(
            "export * from './m{next}';\nexport * from './m{after}';\nimport {{ make{after} }} from './m{next}';\n\nexport class \
             C{number} {{\n    get() {{ return make{after}().get().get(); }}\n}}\n\nexport function make{number}() {{\n    return new \
             C{number}().get();\n}}\n"
        );
        files.push((format!("ts/m{number}.ts"), script));
        let go = format!(
            "package p\n\ntype G{number} struct {{ *G{next} }}\n\nfunc (g *G{number}) Get{number}() *G{after} {{\n\treturn \
             g.Get{next}().Get{after}()\n}}\n\nfunc get{number}(g *G{number}) {{ g.G{next}.Get{next}() }}\n"
        );
        files.push((format!("go/p/g{number}.go"), go));
        let python = format!(
            "from .m{next} import *\nfrom .m{after} import P{after}\n\n\nclass P{number}(P{after}):\n    def get(self):\n        return \
             self.make().get()\n\n    def make(self) -> 'P{next}':\n        return P{next}().get()\n"
        );
        files.push((format!("py/m{number}.py"), python));
    }
    files
}

const OF_ENTANGLED: [&str; 6] = ["get", "T3", "self", "make4", "Get5", "P2"];

#[test]
fn threads_change_no_answer() {
    let files = entangled();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    check_threads(project(&files).path(), &OF_ENTANGLED);
}

#[test]
fn threads_change_no_paths() {
    let files = entangled();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let directory = project(&files);
    for (from, to) in [("T3.run", "T7.self"), ("make4", "C9.get"), ("P2.get", "P8.make")] {
        let ask = |threads: &str| {
            let mut command = command(
                directory.path(),
                &["callers", to, "--from", from, "--depth", "6", "--json"],
            );
            finish(command.env("RAYON_NUM_THREADS", threads)).stdout
        };
        let expected = ask("1");
        assert!(expected.starts_with('{'), "{from} {to}: {expected}");
        for threads in ["2", "8"] {
            assert_eq!(ask(threads), expected, "{from} {to} with {threads} threads");
        }
    }
}

#[test]
fn earlier_questions_change_no_answer() {
    let files = entangled();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    check_order(project(&files).path(), &OF_ENTANGLED);
}

#[test]
fn threads_change_no_answer_on_corpora() {
    for (name, path) in corpora(&["cobra", "flask"]) {
        let symbols: &[&str] =
            if name == "cobra" { &["Execute", "Command"] } else { &["get", "Flask"] };
        check_threads(&path, symbols);
    }
}

#[test]
fn circular_reexports_are_followed_to_their_end() {
    // Each module passes on all names of six others: the definition is reached on more ways than
    // can be gone one by one.
    const FILES: usize = 40;
    let mut files: Vec<(String, String)> = (0..FILES)
        .map(|number| {
            let others = (1..=6)
                .map(|step| format!("export * from './m{}';\n", (number + step * step) % FILES));
            (format!("m{number}.ts"), others.collect())
        })
        .collect();
    files[FILES - 1].1.push_str("export function wanted() {}\n");
    files.push((
        "use.ts".into(),
        "import { wanted, missing } from './m0';\n\nwanted();\nmissing();\n".into(),
    ));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let directory = project(&files);
    let found = ask(directory.path(), "callers", "wanted", "2");
    let found: Value = serde_json::from_str(&found).expect("JSON");
    assert_eq!(found["results"][0]["call_sites"][0]["line"], 3, "{found}");
    assert_eq!(found["results"][0]["certainty"], "likely", "{found}");
}
