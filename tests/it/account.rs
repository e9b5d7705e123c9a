//! The account of an answer: every whole-word occurrence of the name is in one bucket, and their
//! sum is what a search for the word counts. The count is made here by other means: a regular
//! expression over the files that `ignore` walks.

use crate::support::corpora::corpora;
use crate::support::mcp::McpClient;
use crate::support::{ask, project};
use regex::bytes::Regex;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// Names that are common, rare, overloaded, imported under other names, and defined several times.
const NAMES: [(&str, &[&str]); 6] = [
    ("tokio", &["poll_proceed", "spawn_blocking", "Handle", "new_current_thread", "run", "File"]),
    ("gin", &["Context", "ServeHTTP", "Bind", "addRoute", "engine"]),
    ("flask", &["url_for", "Flask", "get", "render_template", "color"]),
    ("rxjs", &["mergeMap", "Observable", "subscribe", "pipe"]),
    ("libgit2", &["git_str_dispose", "git_repository_open", "git_error_set", "git_oid_cmp"]),
    ("zod", &["parse", "ZodType", "safeParse", "optional"]),
];

const TOOLS: [&str; 4] =
    ["find_callers", "find_implementations", "find_references", "impact_analysis"];

fn question(client: &mut McpClient, tool: &str, symbol: &str) -> Value {
    let mut arguments =
        json!({ "symbol": symbol, "format": "json", "wait": 0, "maxTokens": 4_000_000 });
    if tool != "impact_analysis" {
        arguments["maxResults"] = json!(100_000);
    }
    let text = client.text(tool, arguments);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{tool} {symbol}: {error}\n{text}"))
}

fn number(value: &Value) -> usize {
    value
        .as_u64()
        .and_then(|number| usize::try_from(number).ok())
        .unwrap_or_else(|| panic!("{value} is no number"))
}

fn sum_of_parts(account: &Value) -> usize {
    let others: usize = account["others"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|other| number(&other["count"]))
        .sum();
    number(&account["rows"])
        + number(&account["definitions"])
        + others
        + number(&account["comments_and_strings"])
        + account["unresolved"].as_array().map_or(0, Vec::len)
        + number(&account["not_read"]["occurrences"])
}

/// The whole-word occurrences of a name in the files of a project, as ripgrep counts them.
fn occurrences(root: &Path, name: &str) -> usize {
    let pattern = format!(r"\b{{start-half}}(?:{})\b{{end-half}}", regex::escape(name));
    let pattern = Regex::new(&pattern).expect("a name is a pattern");
    let files = ignore::WalkBuilder::new(root).build().filter_map(Result::ok);
    let files = files.filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
    let texts = files
        .filter_map(|entry| std::fs::read(entry.path()).ok())
        .filter(|text| !text.contains(&0));
    texts.map(|text| pattern.find_iter(&text).count()).sum()
}

#[test]
fn the_parts_sum_to_what_a_search_for_the_word_counts() {
    let names: Vec<&'static str> = NAMES.iter().map(|(corpus, _)| *corpus).collect();
    for (corpus, root) in corpora(&names) {
        let mut client = McpClient::serve(&root);
        let symbols =
            NAMES.iter().find(|(name, _)| *name == corpus).map_or(&[][..], |(_, symbols)| symbols);
        for symbol in symbols {
            for tool in TOOLS {
                let answer = question(&mut client, tool, symbol);
                let is_defined = !answer["target"].is_null() || !answer["definitions"].is_null();
                assert!(is_defined, "{corpus} does not define {symbol}");
                let account = &answer["account"];
                let names = account["names"].as_array().cloned().unwrap_or_default();
                assert_eq!(
                    names.first().and_then(Value::as_str),
                    Some(*symbol),
                    "{corpus} {tool} {symbol}"
                );
                let counted: usize = names
                    .iter()
                    .filter_map(Value::as_str)
                    .map(|name| occurrences(&root, name))
                    .sum();
                assert_eq!(
                    number(&account["occurrences"]),
                    counted,
                    "{corpus} {tool} {symbol}: {account}"
                );
                assert_eq!(sum_of_parts(account), counted, "{corpus} {tool} {symbol}: {account}");
                let is_whole =
                    account["unresolved"] == json!([]) && account["not_read"]["files"] == 0;
                assert!(
                    is_whole || answer["summary"]["total_is_exact"] == false,
                    "{corpus} {tool} {symbol}"
                );
            }
        }
    }
}

type Places = BTreeSet<(String, usize, usize)>;

fn place(site: &Value) -> (String, usize, usize) {
    (
        site["file"].as_str().unwrap_or_default().to_owned(),
        number(&site["line"]),
        number(&site["column"]),
    )
}

/// All results, of each definition where there are several.
fn results<'a>(answer: &'a Value, key: &'a str) -> impl Iterator<Item = &'a Value> {
    let several = answer["definitions"].as_array().into_iter().flatten();
    std::iter::once(answer)
        .chain(several)
        .flat_map(move |one| one[key].as_array().into_iter().flatten())
}

#[test]
fn callers_references_and_impact_agree_on_every_call() {
    /// Definitions of one name that an answer lists.
    const MAX_DEFINITIONS: usize = 10;
    let mut compared = 0;
    let mut projects = 0;
    for (corpus, root) in corpora(&["tokio", "gin", "flask", "libgit2"]) {
        projects += 1;
        let mut client = McpClient::serve(&root);
        let symbols =
            NAMES.iter().find(|(name, _)| *name == corpus).map_or(&[][..], |(_, symbols)| symbols);
        for symbol in symbols {
            let callers = question(&mut client, "find_callers", symbol);
            let references = question(&mut client, "find_references", symbol);
            let impact = question(&mut client, "impact_analysis", symbol);
            // Of more definitions than are listed, those with the most rows are, and each question
            // has other rows.
            let listed = callers["definitions"].as_array().map_or(1, Vec::len);
            if listed == MAX_DEFINITIONS {
                continue;
            }
            compared += 1;
            let called: Places = results(&callers, "results")
                .filter(|row| row["depth"] == 1)
                .flat_map(|row| row["call_sites"].as_array().into_iter().flatten())
                .map(place)
                .collect();
            let referred: Places = results(&references, "results")
                .filter(|row| row["role"] == "call")
                .map(place)
                .collect();
            assert_eq!(called, referred, "{corpus} {symbol}: callers and references");
            let affected: Places = results(&impact, "groups")
                .flat_map(|group| group["results"].as_array().into_iter().flatten())
                .filter(|row| row["depth"] == 1)
                .flat_map(|row| row["sites"].as_array().into_iter().flatten())
                .filter(|found| found["role"] == "call" && found["member"].is_null())
                .map(place)
                .collect();
            assert_eq!(called, affected, "{corpus} {symbol}: callers and impact");
        }
    }
    assert!(compared >= projects * 2, "only {compared} names were compared");
}

/// A project in which the occurrences of a name are of every sort.
const STORE: [(&str, &str); 6] = [
    ("go.mod", "module example.com/app\n\ngo 1.22\n"),
    (
        "disk/cache.go",
        "package disk\n\ntype Cache struct{}\n\nfunc (c *Cache) Fetch(key string) string { return key }\n",
    ),
    (
        "store/store.go",
        "package store\n\nimport \"example.com/app/disk\"\n\ntype Store struct{ cache *disk.Cache }\n\n\
         // Fetch asks the cache. Fetch never fails.\nfunc (s *Store) Fetch(key string) string { \
         return s.cache.Fetch(key) }\n",
    ),
    (
        "main.go",
        "package main\n\nimport \"example.com/app/store\"\n\nfunc main() {\n\ts := &store.Store{}\n\tprintln(\"Fetch\", \
         s.Fetch(\"a\"), s.Fetch(\"b\"))\n\tf := s.Fetch\n\tprintln(f(\"c\"))\n}\n",
    ),
    ("README.md", "Fetch fetches; see `Fetch`.\n"),
    ("tool.py", "def main(client):\n    return client.Fetch()\n"),
];

#[test]
fn every_bucket_is_told() {
    let project = project(&STORE);
    let mut client = McpClient::serve(project.path());
    let answer = question(&mut client, "find_references", "Store.Fetch");
    assert_eq!(
        answer["account"],
        json!({
            "names": ["Fetch"], "aliases": [], "occurrences": 12, "rows": 3, "definitions": 1,
            "others": [
                { "name": "disk.Cache.Fetch", "file": "disk/cache.go", "line": 5, "count": 2, "definitions": 1,
                  "places": [{ "file": "disk/cache.go", "line": 5 }, { "file": "store/store.go", "line": 8 }] },
                { "name": "in Python code", "file": null, "line": null, "count": 1 },
            ],
            "comments_and_strings": 5, "in_other_files": 2, "other_endings": [".md"], "strings": [{ "file": "main.go", "line": 7, "enclosing": "main" }],
            "unresolved": [], "unresolved_count": 0,
            "not_read": { "files": 0, "occurrences": 0 },
        })
    );
    assert_eq!(answer["summary"]["total_is_exact"], true);
    let text = client.text("find_callers", json!({ "symbol": "Store.Fetch", "wait": 0 }));
    let line = "all 12 occurrences of `Fetch` accounted for: 2 above, 1 of disk.Cache.Fetch (store/store.go:8), 1 in Python code, 1 other definition (disk/cache.go:5), 1 not called (reads: named above), \
                3 in comments or strings (store/store.go:7), 2 in .md files, 1 its definition";
    assert!(text.contains(line), "{text}");
}

#[test]
fn strings_that_are_the_name_are_told() {
    let project = project(&[
        ("app.py", "class Store:\n    def fetch(self):\n        return 1\n"),
        (
            "test_app.py",
            "from app import Store\n\ndef test_it(patch):\n    patch.object(Store, \"fetch\", None)\n    \
             print('to fetch', 'fetch')\n",
        ),
        (
            "test_path.py",
            "def test_it(patch):\n    patch('app.Store.fetch')\n    print('not a.fetch')\n",
        ),
        ("data.json", "{ \"fetch\": 1 }\n"),
    ]);
    let mut client = ask::client(project.path());
    let text = client.text("find_callers", json!({ "symbol": "Store.fetch", "wait": 0 }));
    let line =
        "\n`fetch` as a string: test_app.py:4, 5 in `test_it`; test_path.py:2 in `test_it`\n";
    assert!(text.contains(line), "{text}");
    let answer = question(&mut client, "find_callers", "Store.fetch");
    let string = |file, line| json!({ "file": file, "line": line, "enclosing": "test_it" });
    let strings =
        json!([string("test_app.py", 4), string("test_app.py", 5), string("test_path.py", 2)]);
    assert_eq!(answer["account"]["strings"], strings, "{answer:#}");
    assert_eq!(answer["account"]["comments_and_strings"], 6, "{answer:#}");
}

#[test]
fn unresolved_places_are_listed_as_far_as_the_budget_has_room() {
    let calls: String = (0..250).map(|number| format!("  open({number})\n")).collect();
    let project = project(&[
        ("store/Store.scala", "package store\n\ndef open(n: Int) = n\n"),
        ("web/Near.scala", &format!("package web\n\nclass Near {{ def show = {{\n{calls}}} }}\n")),
    ]);
    let mut client = ask::client(project.path());
    for (budget, listed) in [(4_000, 100), (8_000, 200), (100_000, 250)] {
        let arguments =
            json!({ "symbol": "open", "wait": 0, "format": "json", "maxTokens": budget });
        let text = client.text("find_callers", arguments);
        let answer: Value = serde_json::from_str(&text).expect("JSON");
        let account = &answer["account"];
        assert_eq!(account["unresolved_count"], 250, "{text}");
        assert_eq!(account["unresolved"].as_array().map(Vec::len), Some(listed), "{budget}");
    }
}

#[test]
fn names_that_imports_and_exports_give_are_followed_and_told() {
    let router = project(&[
        ("package.json", "{ \"name\": \"router\", \"version\": \"1.0.0\" }\n"),
        ("router.ts", "export function callProcedure(x: number) {\n  return x;\n}\n"),
        ("index.ts", "export { callProcedure as callApi } from './router';\n"),
        (
            "main.ts",
            "import { callApi } from './index';\nimport { callProcedure } from './router';\n\nexport function go() {\n  \
             return callApi(1) + callProcedure(2);\n}\n",
        ),
    ]);
    let mut client = ask::client(router.path());
    for symbol in ["callProcedure", "callApi"] {
        let text = client.text("find_callers", json!({ "symbol": symbol, "wait": 0 }));
        assert!(text.contains("`callApi` is `callProcedure`, renamed in index.ts:1\n"), "{text}");
        assert!(
            text.contains(
                "all 7 occurrences of `callProcedure` and `callApi` accounted for: 2 above,"
            ),
            "{text}"
        );
    }
    let answer = question(&mut client, "find_references", "callProcedure");
    assert_eq!(answer["account"]["names"], json!(["callProcedure", "callApi"]));
    assert_eq!(sum_of_parts(&answer["account"]), 7);
}

#[test]
fn implementations_account_for_headers_and_for_other_uses() {
    let project = project(&[
        (
            "shapes.py",
            "class Shape:\n    def area(self): ...\n\nclass Disc(Shape):\n    def area(self): ...\n",
        ),
        (
            "more.py",
            "from shapes import Shape\n\n# A Shape.\nclass Square(Shape): pass\n\ndef draw(of: Shape): of.area()\n",
        ),
        ("other.py", "class Plot:\n    def area(self): ...\n"),
    ]);
    let account = |symbol: &str| {
        let answer =
            ask::value(project.path(), "find_implementations", json!({ "symbol": symbol }));
        let others: Vec<(String, u64)> = answer["account"]["others"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|other| {
                (
                    other["name"].as_str().unwrap_or_default().to_owned(),
                    other["count"].as_u64().unwrap_or(0),
                )
            })
            .collect();
        let count = |part: &str| answer["account"][part].as_u64().unwrap_or(0);
        (
            count("occurrences"),
            count("rows"),
            count("definitions"),
            count("comments_and_strings"),
            others,
        )
    };
    assert_eq!(account("Shape"), (6, 2, 1, 1, vec![("references".to_owned(), 2)]));
    let others = vec![("other.Plot.area".to_owned(), 1), ("references".to_owned(), 1)];
    let mut of_member = account("Shape.area");
    of_member.4.sort();
    assert_eq!(of_member, (4, 1, 1, 0, others));
}

/// Compilers take a NUL byte in a comment; as text such a file is not read.
#[test]
fn a_file_of_code_that_is_no_text_is_told() {
    let project = project(&[
        ("a.c", "int zork(void) { return 1; }\n"),
        ("b.c", "int zork(void);\nint f(void) { return zork(); }\n/* \0 */\n"),
        ("data.bin", "zork \0"),
    ]);
    for tool in TOOLS {
        let answer = ask::value(project.path(), tool, json!({ "symbol": "zork" }));
        assert_eq!(
            answer["account"]["not_read"],
            json!({ "files": 1, "occurrences": 0 }),
            "{tool}: {answer:#}"
        );
        assert_eq!(answer["summary"]["total_is_exact"], false, "{tool}");
    }
    let text = ask::text(project.path(), "find_callers", json!({ "symbol": "zork" }));
    assert!(text.contains("1 file not read") && !text.contains("nowhere else"), "{text}");
}

#[test]
fn a_budget_beyond_all_numbers_is_no_limit() {
    let project = project(&[("a.py", "def f(): pass\n")]);
    for most in [1_u64 << 62, u64::MAX] {
        let text =
            ask::text(project.path(), "find_callers", json!({ "symbol": "f", "maxTokens": most }));
        assert!(text.contains("Callers of `f`"), "{text}");
    }
}

#[test]
fn scripts_without_an_ending_are_known_by_their_first_line() {
    let script = "#!/usr/bin/env bash\ngreet() { echo; }\nmain() {\n  greet\n}\n";
    let project = project(&[("tool", script), ("notes", "greet\n")]);
    let answer = ask::value(project.path(), "find_callers", json!({ "symbol": "greet" }));
    assert_eq!(answer["target"]["line"], 2, "{answer:#}");
    assert_eq!(
        (&answer["results"][0]["name"], &answer["results"][0]["call_sites"][0]["line"]),
        (&json!("main"), &json!(4))
    );
}

/// A use that may mean another definition is unresolved however many there are.
#[test]
fn ambiguous_uses_are_unresolved() {
    let used =
        "from b import B\n\ndef all(x):\n    B()\n".to_owned() + &"    x.refresh()\n".repeat(9);
    let files = [
        ("a.py", "class A:\n    def refresh(self): ...\n"),
        ("b.py", "class B:\n    def refresh(self): ...\n"),
        ("use.py", used.as_str()),
    ];
    let directory = project(&files);
    let answer = ask::value(directory.path(), "find_callers", json!({ "symbol": "A.refresh" }));
    assert_eq!(answer["account"]["unresolved_count"], 9, "{answer:#}");
    assert_eq!(answer["summary"]["total_is_exact"], false, "{answer:#}");
}

#[test]
fn what_another_line_end_precedes_is_no_comment_for_certain() {
    for (file, call) in [
        ("a.py", "def caller():\n    # comment\r    helper()\n"),
        ("A.java", "class A { void caller() { // \\u000a helper();\n } }\n"),
        ("A.java", "class A { void caller() { /* \\uu002A/\n helper(); /* */ } }\n"),
        ("A.java", "class A { String a = \"\\u0022 + helper() + \\u0022\"; }\n"),
        ("a.cs", "class A { void Caller() { // comment\u{2028} helper();\n } }\n"),
    ] {
        let defined = match file {
            "a.py" => ("b.py", "def helper(): pass\n"),
            "A.java" => ("B.java", "class B { static void helper() {} }\n"),
            _ => ("b.cs", "class B { static void helper() {} }\n"),
        };
        let directory = project(&[(file, call), defined]);
        let arguments = json!({ "symbol": "helper", "wait": 0 });
        let answer = ask::value(directory.path(), "find_callers", arguments);
        let line = call.lines().position(|line| line.contains("helper")).expect("a call") + 1;
        let expected = json!([{ "file": file, "line": line }]);
        assert_eq!(answer["account"]["unresolved"], expected, "{answer}");
    }
}

/// Asks for the references of `helper` and compares the unresolved places.
fn check_unresolved(files: &[(&str, &str)], expected: &[(&str, usize)]) {
    let directory = project(files);
    let answer = ask::value(
        directory.path(),
        "find_references",
        json!({ "symbol": "helper", "wait": 0, "maxTokens": 100_000 }),
    );
    let expected: Vec<Value> =
        expected.iter().map(|(file, line)| json!({ "file": file, "line": line })).collect();
    assert_eq!(answer["account"]["unresolved"], json!(expected), "{answer:#}");
    assert_eq!(answer["summary"]["total_is_exact"], expected.is_empty(), "{answer:#}");
    let counted = occurrences(directory.path(), "helper");
    assert_eq!(sum_of_parts(&answer["account"]), counted, "{answer:#}");
}

#[test]
fn code_in_templates_and_markup_is_unresolved() {
    for (defined, template, text) in [
        (("a.js", "function helper(){}\n"), "v.ejs", "<p><%= helper() %></p>\n"),
        (("a.js", "function helper(){}\n"), "a.html", "<script>helper()</script>\n"),
        (("a.js", "function helper(){}\n"), "b.html", "<a onclick=\"helper()\">x</a>\n"),
        (("a.ts", "export class C { helper(){} }\n"), "a.html", "<a (click)=\"helper()\">x</a>\n"),
        (("a.ts", "export class C { helper(){} }\n"), "b.html", "@if (helper()) { x }\n"),
        (("a.ts", "export class C { helper(){} }\n"), "c.html", "<a on-click='helper()'>x</a>\n"),
        (("a.js", "function helper(){}\n"), "c.html", "<a href=\"javascript:helper()\">x</a>\n"),
        (("a.js", "function helper(){}\n"), "d.html", "<a b=\"x>\"onclick=\"helper()\">x</a>\n"),
        (("a.js", "function helper(){}\n"), "e.html", "<a onclick = helper()>x</a>\n"),
        (("a.py", "def helper(): pass\n"), "a.jinja", "{{ helper() }}\n"),
        (
            ("a.cs", "class A { public static int helper(){return 1;} }\n"),
            "a.cshtml",
            "@A.helper()\n",
        ),
        (
            ("A.java", "class A { static int helper(){return 1;} }\n"),
            "a.jsp",
            "<%= A.helper() %>\n",
        ),
        (
            ("A.cs", "class A { void helper(object s){ } }\n"),
            "A.xaml",
            "<Button Click=\"helper\"/>\n",
        ),
        (("a.rb", "def helper; end\n"), "v.haml", "%p= helper\n"),
    ] {
        let page = format!("The helper, in prose.\n{text}");
        let found: &[(&str, usize)] = match template {
            "v.haml" => &[(template, 1), (template, 2)],
            _ => &[(template, 2)],
        };
        check_unresolved(&[defined, (template, &page)], found);
    }
}

#[test]
fn scripts_in_markup_name_no_functions_of_other_languages() {
    let page = "<script>helper(1);</script>\n<script>\nlet a = \"{{ helper() }}\";\n</script>\n";
    check_unresolved(&[("a.py", "def helper(): pass\n"), ("page.html", page)], &[("page.html", 3)]);
    check_unresolved(
        &[("a.ts", "export function helper() {}\n"), ("page.html", page)],
        &[("page.html", 1), ("page.html", 3)],
    );
}

#[test]
fn code_in_files_of_unknown_kind_is_unresolved() {
    for file in ["m.inc", "j.y", "k.l", "p.h.in", "q.vala", "i.ll", "w.m4", "a.unheard"] {
        let files = [("a.c", "void helper(void){}\n"), (file, "x: y { helper(); } ;\n")];
        check_unresolved(&files, &[(file, 1)]);
    }
    let files = [("a.c", "void helper(void){}\n"), ("a.unheard", "The helper is here.\n")];
    check_unresolved(&files, &[]);
}

#[test]
fn code_of_notebooks_that_is_not_parsed_is_unresolved() {
    let cells = |source: &str, indent: &str| {
        format!(
            "{{ \"cells\": [{indent}{{ \"cell_type\": \"code\",{indent}\"source\": [{indent}\"{source}\"{indent}] \
             }} ], \"metadata\": {{}} }}\n"
        )
    };
    let defined = ("a.py", "def helper(): pass\n");
    check_unresolved(&[defined, ("a.ipynb", &cells("%timeit helper()", "\n"))], &[("a.ipynb", 4)]);
    check_unresolved(&[defined, ("a.ipynb", &cells("# helper", "\n"))], &[]);
    let in_one_line = cells("import a\\na.helper()", "");
    check_unresolved(&[defined, ("a.ipynb", &in_one_line)], &[("a.ipynb", 1)]);
}

#[test]
fn markup_of_templates_that_are_read_is_text() {
    let markup = "<h1 id=\"helper\">helper of all</h1>\n";
    let php = ("a.php", "<?php\nfunction helper($x) {}\n");
    check_unresolved(&[php, ("t.blade.php", "@include('a.helper-b') {{ url('/helper') }}\n")], &[]);
    for (file, defined, code) in [
        ("v.html.erb", ("a.rb", "module A\n  def helper(x) = x\nend\n"), "<%= helper(1) %>\n"),
        ("v.html.heex", ("a.ex", "defmodule A do\n  def helper(x), do: x\nend\n"), "{helper(1)}\n"),
        (
            "v.html.eex",
            ("a.ex", "defmodule A do\n  def helper(x), do: x\nend\n"),
            "<%= helper(1) %>\n",
        ),
        ("v.blade.php", php, "@if(helper(1)) {{ $a }} @endif\n"),
        ("w.blade.php", php, "{!! helper(1) !!}\n"),
    ] {
        check_unresolved(&[defined, (file, markup)], &[]);
        let app = project(&[defined, (file, &format!("{markup}{code}"))]);
        let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "helper" }));
        assert_eq!(answer["results"][0]["call_sites"][0]["line"], 2, "{answer:#}");
        assert_eq!(answer["account"]["unresolved"], json!([]), "{answer:#}");
    }
}

#[test]
fn scripts_in_templates_that_are_read_may_use_code() {
    let defined = ("a.js", "function helper(){}\n");
    check_unresolved(&[defined, ("v.erb", "<script>helper()</script>\n")], &[("v.erb", 1)]);
    check_unresolved(&[defined, ("v.heex", "<a onclick=\"helper()\">x</a>\n")], &[("v.heex", 1)]);
    let php = "<?php $x = 1; ?>\n<script>helper(1)</script>\n<a onclick=\"helper(2)\">x</a>\n<a href=\"javascript:helper(3)\">x</a>\n";
    check_unresolved(&[defined, ("v.php", php)], &[("v.php", 2), ("v.php", 3), ("v.php", 4)]);
    let ruby = ("a.rb", "def helper; end\n");
    check_unresolved(&[ruby, ("v.erb", "<script>helper()</script>\n")], &[]);
}

#[test]
fn starlark_calls_what_it_loads() {
    let files = [
        ("pkg/a.bzl", "def helper(name):\n    pass\n"),
        ("BUILD", "load(\"//pkg:a.bzl\", \"helper\")\nhelper(name = \"x\")\n"),
    ];
    let directory = project(&files);
    let answer = ask::value(directory.path(), "find_callers", json!({ "symbol": "helper" }));
    assert_eq!(answer["account"]["rows"], 1, "{answer:#}");
    assert_eq!(answer["results"][0]["call_sites"][0]["line"], 2, "{answer:#}");
}

#[test]
fn what_a_language_without_a_grammar_may_read_as_code_is_unresolved() {
    for (file, defined, line) in [
        ("a.fs", "let helper () = 1\n", "let s = $\"{helper ()}\"\n"),
        ("b.fs", "let helper () = 1\n", "let x = List.fold (*) (helper ()) xs\n"),
        ("a.nim", "proc helper(): int = 1\n", "echo fmt\"{helper()}\"\n"),
        ("b.nim", "proc helper() = discard\n", "let r = r\"\\\"; helper(); let s = \"\"\n"),
        (
            "a.sql",
            "create function helper() returns int;\n",
            "select 'a\\'; select helper(); -- '\n",
        ),
        ("b.sql", "create function helper() returns int;\n", "select $$ -- $$; select helper();\n"),
        ("a.lisp", "(defun helper () 1)\n", "(print #\\;) (helper)\n"),
        ("b.lisp", "(defun helper () 1)\n", "(mapcar 'helper '(1 2))\n"),
        ("a.el", "(defun helper () 1)\n", "(insert ?\\;) (helper)\n"),
        ("a.scm", "(define (helper) 1)\n", "#;(foo) (helper)\n"),
        ("a.s", "helper:\n", " mov $1, %al ; call helper\n"),
        ("b.s", "helper:\n", " mov r0, #1 ; bl helper\n"),
        ("c.s", "helper:\n", "#define CALL bl helper\n"),
        ("a.awk", "function helper() { return 1 }\n", "{ if (/\"/) helper(); x = \"\" }\n"),
        ("a.ml", "let helper () = 1\n", "let s = {foo|(*|foo} let w = helper ()\n"),
    ] {
        check_unresolved(&[(file, &format!("{defined}{line}"))], &[(file, 2)]);
    }
    for (file, text) in [
        ("a.fs", "let helper () = 1\n(* (* *) helper *)\n// helper ()\nlet s = \"a helper\"\n"),
        ("a.lisp", "(defun helper () 1)\n; calls helper\n(foo) ; the helper\n"),
        ("a.s", "helper:\n; the helper\n# a helper\n"),
        ("a.sql", "create function helper() returns int;\nselect 'a', 'the helper'; -- helper\n"),
    ] {
        check_unresolved(&[(file, text)], &[]);
    }
}

#[test]
fn a_file_in_utf_16_without_a_mark_is_told() {
    let directory = project(&[("a.cs", "class A { static void helper(){} }\n")]);
    let text: Vec<u8> =
        "class B { void f(){ A.helper(); } }\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(directory.path().join("b.cs"), text).expect("written");
    let answer = ask::value(directory.path(), "find_callers", json!({ "symbol": "helper" }));
    assert_eq!(answer["account"]["not_read"]["files"], 1, "{answer:#}");
    let answer = ask::value(directory.path(), "find_callers", json!({ "symbol": "A" }));
    assert_eq!(answer["account"]["not_read"]["files"], 1, "{answer:#}");
}

#[test]
fn what_is_in_data_is_no_comment() {
    let directory = project(&[
        ("a.py", "def helper(): pass\n# helper\n"),
        ("pyproject.toml", "[project.scripts]\nx = \"a:helper\"\n"),
        ("README.md", "Call `helper()`.\n"),
    ]);
    let text = ask::text(directory.path(), "find_references", json!({ "symbol": "helper" }));
    let line = "all 4 occurrences of `helper` accounted for: 1 in comments or strings (a.py:2), 2 in .md and .toml files, 1 its definition";
    assert!(text.contains(line), "{text}");
}

#[test]
fn code_without_a_grammar_names_what_its_language_can() {
    let ask = |name: &str, text: &str| {
        let directory = project(&[(name, text), ("view.re", "let helper = 1\n")]);
        let answer = ask::value(directory.path(), "find_callers", json!({ "symbol": "helper" }));
        answer["account"].clone()
    };
    let account = ask("a.go", "package a\n\nfunc helper() {}\n");
    assert_eq!(account["unresolved"], json!([]), "{account:#}");
    assert_eq!(account["in_other_files"], 1, "{account:#}");
    let translated = project(&[
        ("a.ts", "export function helper() {}\n"),
        ("de.ts", "<?xml version=\"1.0\"?>\n<!DOCTYPE TS>\n<TS><source>helper</source></TS>\n"),
    ]);
    for tool in ["find_callers", "find_references"] {
        let answer = ask::value(translated.path(), tool, json!({ "symbol": "helper" }));
        assert_eq!(answer["account"]["in_other_files"], 1, "{tool}: {answer:#}");
    }
    let account = ask("a.ts", "function helper() {}\n");
    assert_eq!(account["unresolved"][0]["file"], "view.re", "{account:#}");
}

#[test]
fn receivers_from_outside_are_told_the_most_frequent_first() {
    let calls: String = (0..14).map(|_| "    made.close()\n").collect();
    let directory = project(&[(
        "a.py",
        &format!(
            "import io\n\nclass Store:\n    def close(self): ...\n\n\
             def use():\n    a = io.BytesIO()\n    a.close()\n    made = io.StringIO()\n{calls}"
        ),
    )]);
    let answer = ask::value(directory.path(), "find_callers", json!({ "symbol": "close" }));
    let outside = &answer["account"]["others"][0];
    assert_eq!(outside["receivers"], json!(["made", "a"]), "{answer:#}");
}

/// A name with open occurrences does not make those of others doubtful.
#[test]
fn a_level_says_which_of_its_names_are_whole() {
    let directory = project(&[(
        "a.py",
        "def load(): ...\n\ndef get():\n    load()\n\ndef refresh():\n    load()\n\ndef page(cache):\n    cache.get()\n    refresh()\n",
    )]);
    let arguments = json!({ "symbol": "load", "depth": 2 });
    let text = ask::text(directory.path(), "find_callers", arguments.clone());
    let line = "depth 2: 1 of 2 occurrences of `get` accounted for, all of `refresh`; unresolved: a.py:10\n";
    assert!(text.contains(line), "{text}");
    let answer = ask::value(directory.path(), "find_callers", arguments);
    assert_eq!(
        answer["deeper"][0]["account"]["by_name"],
        json!([{ "name": "get", "occurrences": 2, "open": 1 }, { "name": "refresh", "occurrences": 2, "open": 0 }]),
        "{answer:#}"
    );
}

/// Double quotes are those of a name in SQL, and of a string elsewhere.
#[test]
fn a_quoted_name_of_sql_is_called() {
    let directory = project(&[(
        "a.sql",
        "CREATE FUNCTION helper(x int) RETURNS int AS 'SELECT 1' LANGUAGE sql;\n\
         CREATE VIEW v AS SELECT \"helper\"(1);\nSELECT 'helper';\n-- helper\n",
    )]);
    let text = ask::text(directory.path(), "find_callers", json!({ "symbol": "helper" }));
    let line = "all 4 occurrences of `helper` accounted for: 1 above, 2 in comments or strings, 1 its definition";
    assert!(text.contains(line), "{text}");
}

#[test]
fn minified_code_counts_with_the_other_files() {
    let bundle = "function a(b){c.pack(b);if(b){c.pack(1)}}".repeat(500);
    let shop = project(&[
        ("box.js", "export class Box {\n  pack() {}\n}\n"),
        ("use.js", "import { Box } from './box.js';\n\nexport const b = new Box();\nb.pack();\n"),
        ("dist/bundle.js", &bundle),
    ]);
    let text = ask::text(shop.path(), "find_callers", json!({ "symbol": "Box.pack", "wait": 0 }));
    let line = "all 1,002 occurrences of `pack` accounted for: 1 above, 1,000 in minified files, 1 its definition";
    assert!(text.contains(line), "{text}");
    // A list of long strings is no such code.
    let icons = format!(
        "import {{ pack }} from './pack.js';\n\nexport const icons = [pack('{}')];\n",
        "M1 2c3 4".repeat(5000)
    );
    let shop = project(&[("pack.js", "export function pack() {}\n"), ("icons.js", &icons)]);
    let text = ask::text(shop.path(), "find_callers", json!({ "symbol": "pack", "wait": 0 }));
    assert!(text.contains("icons.js:3"), "{text}");
}

#[test]
fn a_name_of_a_package_is_counted_under_the_package() {
    let app = project(&[
        ("base.ts", "export class Extension {}\n"),
        (
            "own.ts",
            "import { Extension } from './base';\nclass Own extends Extension {}\nclass Deep extends Own {}\n",
        ),
        (
            "theirs.ts",
            "import { Extension } from '@host/server';\nclass One implements Extension {}\nclass Two implements Extension {}\n",
        ),
    ]);
    let text = ask::text(app.path(), "find_implementations", json!({ "symbol": "Extension" }));
    assert!(text.contains("2 from @host/server (theirs.ts:2, 3)"), "{text}");
    assert!(!text.contains("built in or global"), "{text}");
}

/// A line of a text of several lines may begin with the mark of a comment.
#[test]
fn what_follows_a_text_whose_last_line_looks_like_a_comment_is_code() {
    for (defined, caller) in [
        (("a.sh", "helper() { :; }\n"), ("b.sh", "echo \"a\n# b\"; helper\n")),
        (("a.sh", "helper() { :; }\n"), ("b.sh", "cat <<E\n# $(helper)\nE\n")),
        (("a.js", "function helper(){}\n"), ("b.js", "x = /* a\n// */ helper()\n")),
        (("a.c", "void helper(void){}\n"), ("b.c", "int x; /* a\n// */ void f(){ helper(); }\n")),
        (("a.rb", "def helper\n 1\nend\n"), ("b.rb", "x = <<E\n# #{helper}\nE\n")),
        (("a.php", "<?php\nfunction helper(){}\n"), ("b.php", "// <?= helper() ?>\n")),
        (("a.lua", "function helper() end\n"), ("b.lua", "--[[x]] helper()\n")),
        (("a.kt", "fun helper()=1\n"), ("b.kt", "val x=\"\"\"\n//\"\"\" + helper()\n")),
    ] {
        check_call(defined, caller);
    }
}

#[test]
fn a_call_on_a_line_of_its_own_is_no_definition() {
    for (defined, caller) in [
        (("a.jl", "function helper()\nend\n"), ("b.jl", "include(\"a.jl\")\nhelper()\n")),
        (("a.nim", "proc helper*() =\n  discard\n"), ("b.nim", "import a\nhelper()\n")),
        (("a.cr", "def helper\nend\n"), ("b.cr", "require \"./a\"\nhelper()\n")),
        (("a.coffee", "global.helper = -> 1\n"), ("b.coffee", "helper()\n")),
    ] {
        check_call(defined, caller);
    }
}

/// Asserts that the second of two files calls `helper`, which the first defines, once.
#[track_caller]
fn check_call(defined: (&str, &str), caller: (&str, &str)) {
    let directory = project(&[defined, caller]);
    let arguments = json!({ "symbol": "helper", "wait": 0 });
    let answer = ask::value(directory.path(), "find_callers", arguments);
    assert_eq!(answer["account"]["rows"], 1, "{}: {answer:#}", caller.0);
}

/// The first word behind an escape of JSON would begin with its letter.
#[test]
fn words_behind_escapes_of_a_notebook_are_found() {
    let notebook = "{\"cells\": [{\"cell_type\": \"code\", \"source\": \"x\\nhelper()\\n\"}], \"nbformat\": 4}";
    let directory = project(&[("a.py", "def helper(): pass\n"), ("n.ipynb", notebook)]);
    let answer = ask::value(directory.path(), "find_callers", json!({ "symbol": "helper" }));
    let unresolved = json!([{ "file": "n.ipynb", "line": 1 }]);
    assert_eq!(answer["account"]["unresolved"], unresolved, "{answer:#}");
}

/// Brackets in a string of Tcl call what is in them, and what looks like a comment in the middle of
/// a line of a batch file is part of a word.
#[test]
fn code_in_strings_and_behind_marks_of_comments_is_no_text() {
    for (defined, caller) in [
        (("a.tcl", "proc helper {} {}\n"), ("b.tcl", "set x \"[helper]\"\n")),
        (("a.tcl", "proc helper {} {}\n"), ("b.tcl", "set x # ; helper\n")),
        (("a.raku", "sub helper { 1 }\n"), ("b.raku", "say \"x &helper() y\";\n")),
        (("a.cr", "def helper\nend\n"), ("b.cr", "y = <<-A\n#{helper}\nA\n")),
        (("a.bat", ":helper\necho x\n"), ("b.bat", "echo a::b & call :helper\n")),
    ] {
        let directory = project(&[defined, caller]);
        let answer = ask::value(directory.path(), "find_references", json!({ "symbol": "helper" }));
        let unresolved = &answer["account"]["unresolved"];
        assert_eq!(unresolved[0]["file"], caller.0, "{answer:#}");
    }
}

/// A macro may declare overloads of what is written in a class.
#[test]
fn a_call_that_no_method_of_its_receiver_takes_is_none_of_another_type() {
    let header = "struct Msg {};\n#define ALL void send(const Msg &msg);\nstruct Handler {\n  void send(const char *data, int len);\n  ALL\n  void more() { send(Msg()); }\n};\nstruct Connection {\n  void send(const Msg &msg);\n};\n";
    let code = "#include \"a.hpp\"\nvoid f(Handler *h) { h->send(Msg()); }\nvoid g(Connection *c) { c->send(Msg()); }\n";
    let directory = project(&[("a.hpp", header), ("b.cpp", code)]);
    let ask = |symbol: &str| {
        let arguments = json!({ "symbol": symbol, "wait": 0 });
        ask::value(directory.path(), "find_callers", arguments)
    };
    let answer = ask("Connection::send");
    // One is the text of the macro.
    assert_eq!(answer["account"]["rows"], 2, "{answer:#}");
    assert_eq!(answer["account"]["unresolved"], json!([]), "{answer:#}");
    let answer = ask("Handler::send");
    assert_eq!(answer["account"]["rows"], 3, "{answer:#}");
}

#[test]
fn an_overload_is_told_from_the_target_by_its_line() {
    let text = "class Store {\n    void clear(String a) {}\n    void clear(String a, int b) {}\n    void use() { clear(\"a\"); }\n}\n";
    let directory = project(&[("Store.java", text)]);
    let arguments = json!({ "symbol": "Store.clear(String, int)", "wait": 0 });
    let answer = ask::value(directory.path(), "find_callers", arguments);
    assert_eq!(answer["account"]["others"][0]["name"], "Store.clear:2", "{answer:#}");
}

/// Asserts that nothing is unresolved of the callers of a symbol in a file, and returns the answer.
#[track_caller]
fn check_explained(file: &str, text: &str, symbol: &str) -> Value {
    let directory = project(&[(file, text)]);
    let arguments = json!({ "symbol": symbol, "wait": 0 });
    let answer = ask::value(directory.path(), "find_callers", arguments);
    assert_eq!(answer["account"]["unresolved"], json!([]), "{file}: {answer:#}");
    answer
}

/// The words of statements and operators are no uses of a member that has such a name.
#[test]
fn reserved_words_are_words_of_the_language() {
    for (file, text, symbol) in [
        (
            "a.ts",
            "class Store {\n  delete() {}\n}\nfunction f(o: any, s: Store) {\n  delete o.x;\n  s.delete();\n}\n",
            "Store.delete",
        ),
        (
            "a.js",
            "class Job {\n  catch() {}\n}\nfunction f() {\n  try { f(); } catch (e) {}\n  new Job().catch();\n}\n",
            "Job.catch",
        ),
        (
            "a.php",
            "<?php\nclass Shop {\n  function print() {}\n}\nfunction f() {\n  print 'a';\n  (new Shop)->print();\n}\n",
            "Shop.print",
        ),
    ] {
        let answer = check_explained(file, text, symbol);
        assert_eq!(answer["account"]["rows"], 1, "{file}: {answer:#}");
        let directory = project(&[(file, text)]);
        let arguments = json!({ "symbol": symbol, "wait": 0 });
        let text = ask::text(directory.path(), "find_callers", arguments);
        assert!(text.contains("1 words of the language"), "{text}");
    }
}

#[test]
fn keys_of_hashes_and_options_call_nothing() {
    let text = "class Series\n  def format(x)\n  end\nend\nclass Page\n  def show\n    link(format: :rss)\n    {format: 1}\n  end\nend\n";
    let answer = check_explained("a.rb", text, "Series::format");
    assert_eq!(answer["account"]["occurrences"], 3, "{answer:#}");
}

#[test]
fn a_destructor_is_no_use_of_its_types_constructor() {
    let text = "class Pool {\npublic:\n  Pool(int size);\n  ~Pool();\n};\nPool::~Pool() {}\n";
    check_explained("a.cpp", text, "Pool");
}

#[test]
fn words_in_longer_names_are_no_uses() {
    for (file, text, symbol) in [
        (
            "a.groovy",
            "class Job {\n  void pending() {}\n}\nclass JobTest {\n  def 'should mark pending' () {\n  }\n}\n",
            "Job.pending",
        ),
        (
            "a.dart",
            "class Files {\n  void addFile() {}\n}\nclass _Texts$addFile$en {\n  late final _Texts$addFile$en own;\n}\n",
            "Files.addFile",
        ),
    ] {
        check_explained(file, text, symbol);
    }
}

/// The signs of a comment as a character begin none.
#[test]
fn signs_of_comments_as_characters_hide_no_call() {
    for (file, sign) in [("a.c", "'//'"), ("a.cpp", "'/*'"), ("a.m", "'//'")] {
        let text = format!(
            "int helper(int x) {{ return x; }}\nint a(void) {{ int b = {sign}; return helper(3); }}\n"
        );
        let root = project(&[(file, &text)]);
        let answer = ask::text(root.path(), "find_callers", json!({ "symbol": "helper" }));
        assert!(answer.contains(&format!("{file}:2 a: ")), "{answer}");
    }
}

/// What only looks like the beginning of a text hides no call behind it.
#[test]
fn what_begins_no_text_hides_no_call() {
    let ruby = "def helper(x) = x\n";
    let elixir = "defmodule A do\n  def helper(x), do: x\nend\n";
    for (defined, file, text, line) in [
        (("a.rb", ruby), "v.erb", "<% x # it's %> <%= helper(8) %>\n", 1),
        (("a.rb", ruby), "w.erb", "<% # a\nhelper(8) %>\n", 2),
        (("a.ex", elixir), "v.eex", "<% x # y %> <%= helper(8) %>\n", 1),
        (("a.ex", elixir), "v.heex", "<!-- <%= helper(7) %> -->\n", 1),
        (
            ("a.sh", "helper() { echo 1; }\n"),
            "b.sh",
            ". ./a.sh\ncat <<EOF\n\\$(x) \\` \"\nEOF\nhelper 7\n",
            5,
        ),
        (
            ("a.cs", "static class A { public static int helper(int x) => x; }\n"),
            "b.cs",
            "#region /* x\nclass B { int C() => A.helper(1); }\n#endregion */\n",
            2,
        ),
        (
            ("a.erl", "-module(a).\n-export([helper/1]).\nhelper(X) -> X.\n"),
            "b.erl",
            "-module(b).\nc() -> ~S\"a\\\" ++ a:helper(7) ++ \"x\".\n",
            2,
        ),
    ] {
        let root = project(&[defined, (file, text)]);
        let answer = ask::text(root.path(), "find_references", json!({ "symbol": "helper" }));
        let row = format!("{file}:{line} ");
        assert!(answer.lines().any(|found| found.starts_with(&row)), "{row}{answer}");
    }
    let groovy = ("a.groovy", "def helper(x) { x }\n");
    check_unresolved(&[groovy, ("b.groovy", "def q = x /helper(4)/ 4\n")], &[("b.groovy", 1)]);
    check_unresolved(&[groovy, ("b.groovy", "def q = x =~ /helper(4)/\n")], &[]);
    check_unresolved(&[groovy, ("b.groovy", "def f() { return /helper/ }\n")], &[]);
}
