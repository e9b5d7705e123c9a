//! Languages without a grammar: whole words outside comments and strings, labelled as what they
//! are. The tools are asked in this process, which looks for no program at all.

use crate::support::{ask, cli, project};
use serde_json::{Value, json};
use std::path::Path;

const POOL: &str = "# Lends connections: checkout takes one.
module Store
  class Pool
    include Logged

    def checkout(timeout)
      log('checkout begins')
      wait_for(timeout)
    end

    def with
      item = checkout 5 # checkout(9)
      yield item
    end

    def wait_for(timeout)
      sleep(timeout)
    end
  end

  class SmallPool < Pool
  end
end
";

const USE: &str = "require 'store/pool'

def run
  pool = Store::Pool.new
  puts \"no checkout here, but #{pool.checkout(3)} there\"
end

# In prose:
# checkout in prose
# and no more
";

fn shop() -> tempfile::TempDir {
    project(&[
        ("Makefile", "all:\n"),
        ("lib/store/pool.awk", POOL),
        ("bin/run.awk", USE),
        ("README.md", "checkout is a method\n"),
        ("tool.py", "def unrelated():\n    pass\n"),
    ])
}

fn rows(answer: &Value, keys: &[&str]) -> Vec<String> {
    let results = answer["results"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    results
        .iter()
        .map(|row| keys.iter().map(|key| text(&row[*key])).collect::<Vec<_>>().join(" "))
        .collect()
}

fn ask_text(root: &Path, tool: &str, arguments: Value) -> Value {
    let answer = ask::value(root, tool, arguments);
    assert_eq!(answer["evidence"]["source"], "text", "{answer:#}");
    assert_eq!(answer["evidence"]["complete"], Value::Null);
    assert_eq!(answer["target"], Value::Null);
    for row in answer["results"].as_array().into_iter().flatten() {
        assert_eq!(row["certainty"], "possible", "{row:#}");
    }
    answer
}

#[test]
fn callers_by_text_are_the_definitions_around_whole_words_in_code() {
    let shop = shop();
    let answer = ask_text(shop.path(), "find_callers", json!({ "symbol": "checkout" }));
    assert_eq!(
        rows(&answer, &["file", "line", "name"]),
        ["lib/store/pool.awk 11 with", "bin/run.awk 3 run"]
    );
    let note = answer["evidence"]["note"].as_str().unwrap_or_default();
    assert!(note.contains("AWK") && note.contains("lib/store/pool.awk:6"), "{note}");
    assert_eq!(answer["results"][0]["call_sites"][0]["text"], "item = checkout 5 # checkout(9)");
}

#[test]
fn a_line_of_such_a_file_names_its_definition() {
    let shop = shop();
    for target in [
        json!({ "file": "lib/store/pool.awk", "line": 7 }),
        json!({ "file": "lib/store/pool.awk", "line": 6 }),
        json!({ "file": "lib/store/pool.awk", "symbol": "checkout" }),
        json!({ "symbol": "Pool#checkout" }),
        json!({ "symbol": "Store::Pool.checkout" }),
    ] {
        let answer = ask_text(shop.path(), "find_callers", target.clone());
        assert_eq!(answer["results"].as_array().map(Vec::len), Some(2), "{target}");
    }
    let past =
        ask::error(shop.path(), "find_callers", json!({ "file": "bin/run.awk", "line": 900 }));
    assert!(past.contains("has 10 lines") && past.contains("run"), "{past}");
    let absent = ask::error(
        shop.path(),
        "find_callers",
        json!({ "file": "bin/run.awk", "symbol": "chekout" }),
    );
    assert!(absent.contains("does not define"), "{absent}");
}

#[test]
fn references_callees_and_implementations_by_text() {
    let shop = shop();
    let references = ask_text(
        shop.path(),
        "find_references",
        json!({ "symbol": "Pool", "includeDeclaration": true }),
    );
    assert_eq!(
        rows(&references, &["file", "line", "role"]),
        ["lib/store/pool.awk 3 definition", "lib/store/pool.awk 21 inherit", "bin/run.awk 4 call"]
    );
    let callees = ask_text(shop.path(), "find_callees", json!({ "symbol": "checkout" }));
    assert_eq!(
        rows(&callees, &["name", "file", "line"]),
        ["wait_for lib/store/pool.awk 16", "log null null"]
    );
    let pools = ask_text(shop.path(), "find_implementations", json!({ "symbol": "Pool" }));
    assert_eq!(rows(&pools, &["name", "kind", "line"]), ["SmallPool class 21"]);
    let mixed = ask_text(shop.path(), "find_implementations", json!({ "symbol": "Logged" }));
    assert_eq!(rows(&mixed, &["name", "line"]), ["Pool 3"]);
}

#[test]
fn the_outline_says_that_it_is_only_text() {
    let shop = shop();
    let text = ask::text(shop.path(), "find_callers", json!({ "symbol": "checkout" }));
    assert!(text.contains("by text alone") && text.contains("· text ·"), "{text}");
    assert!(!text.contains("syntax"), "{text}");
}

#[test]
fn names_in_comments_only_are_mentions_and_not_results() {
    let shop = project(&[("a.rb", "# frobnicate later\nputs 'frobnicate'\n")]);
    let answer = ask::value(shop.path(), "find_callers", json!({ "symbol": "frobnicate" }));
    assert_eq!(
        (&answer["target"], &answer["mentions"]["count"]),
        (&Value::Null, &json!(2)),
        "{answer:#}"
    );
    assert_eq!(answer["results"], json!([]));
}

#[test]
fn an_answer_of_syntax_tells_of_files_that_are_only_text() {
    let mixed = project(&[
        ("price.py", "def price():\n    pass\n\ndef total():\n    return price()\n"),
        ("shop.awk", "function show() { price() }\n"),
    ]);
    let answer = ask::value(mixed.path(), "find_callers", json!({ "symbol": "price" }));
    assert_eq!(answer["evidence"]["source"], "syntax");
    assert_eq!(rows(&answer, &["name"]), ["total"]);
    let note = answer["evidence"]["note"].as_str().unwrap_or_default();
    assert!(note.contains("1 file mentions") && note.contains("AWK"), "{note}");
}

#[test]
fn with_an_empty_path_the_program_answers_in_such_languages_too() {
    let shop = shop();
    let mut command = cli::command(shop.path(), &["callers", "checkout", "--json"]);
    let run = cli::finish(command.env("PATH", ""));
    assert_eq!(run.status, 0, "{run:?}");
    let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(answer["evidence"]["source"], "text");
    assert_eq!(answer["summary"]["count"], 2);
}

#[test]
fn the_callees_of_an_outlined_definition_are_those_of_its_whole_body() {
    let source = "function check(m) m end\n\
        function header(x) x end\n\
        function fallback() 1 end\n\
        function long(\n    m;\n    header=fallback()\n)\n    a = check(m)\n    header(a)\nend\n\
        short(m) = check(m)\n\
        function whole(header) return check(header) end\n";
    let app = project(&[("Project.toml", ""), ("a.jl", source)]);
    let names = |symbol: &str| {
        let answer = ask_text(app.path(), "find_callees", json!({ "symbol": symbol }));
        rows(&answer, &["name", "line"])
    };
    assert_eq!(names("long"), ["check 1", "fallback 3"]);
    assert_eq!(names("short"), ["check 1"]);
    assert_eq!(names("whole"), ["check 1"]);
    let source = "(defun check (m) m)\n(defun twice (m) (check m)\n  (check m))\n";
    let lisp = project(&[("a.lisp", source)]);
    let answer = ask_text(lisp.path(), "find_callees", json!({ "symbol": "twice" }));
    assert_eq!(rows(&answer, &["name", "line"]), ["check 1"]);
}

#[test]
fn supertypes_are_told_by_the_rules_of_a_language() {
    let julia = "abstract type Body end\nstruct Empty <: Body end\n\
        struct Request{B<:Body}\n    body::B\nend\nstruct Pair{A, B<:Vector{A}} <: Body end\n";
    let sharp = "module A\ntype Node =\n    abstract member Add: int -> unit\n\
        type Holder(condition: Node, m: int) =\n    member _.X = m\n\
        type Base() =\n    interface Node with\n        member _.Add x = ()\n\
        type Tuple(x: int) =\n    inherit Base()\n";
    let caml = "module type Io = sig\n  val get : int\nend\n\
        module Net :\n  S.Io\n    with type t = int\n\
        module Make (X : Io) = struct\n  let y = X.get\nend\n";
    let files = [
        ("Project.toml", ""),
        ("a.jl", julia),
        ("a.fs", sharp),
        ("a.ml", caml),
        ("dune-project", ""),
    ];
    let app = project(&files);
    let names = |symbol: &str| {
        let answer = ask_text(app.path(), "find_implementations", json!({ "symbol": symbol }));
        rows(&answer, &["name", "line"])
    };
    assert_eq!(names("Body"), ["Empty 2", "Pair 6"]);
    assert_eq!(names("Node"), ["Base 6"]);
    assert_eq!(names("Base"), ["Tuple 9"]);
    assert_eq!(names("Io"), ["Net 4"]);
}

#[test]
fn enumerations_of_a_macro_are_definitions() {
    let source = "module M\n@enumx Color::UInt8 begin\n    RED = 1\n    GREEN\nend\n\
                  @enum Fruit begin\n    APPLE\nend\nf() = APPLE\nend\n";
    let app = project(&[("Project.toml", ""), ("a.jl", source)]);
    let answer = ask::text(app.path(), "map_code", json!({ "path": "a.jl" }));
    for name in ["Color", "RED", "GREEN", "Fruit", "APPLE", "f()"] {
        assert!(answer.contains(name), "{name}: {answer}");
    }
}

#[test]
fn an_active_pattern_is_defined_by_the_name_of_its_case() {
    let source = "module B\nlet (|Even|_|) n = if n % 2 = 0 then Some n else None\n\
                  let g n =\n    match n with\n    | Even m -> m\n    | _ -> 0\n";
    let app = project(&[("a.fsproj", ""), ("b.fs", source)]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "Even" }));
    assert_eq!(rows(&answer, &["line", "name"]), ["3 g"], "{answer:#}");
    let answer = ask::value(app.path(), "find_callees", json!({ "symbol": "g" }));
    assert_eq!(rows(&answer, &["line"]), ["2"], "{answer:#}");
}

#[test]
fn a_string_that_runs_over_lines_is_no_code() {
    let source =
        "let get h = h\nlet text = \"was beginning to\n get very tired\"\nlet f h = get h\n";
    let app = project(&[("dune-project", ""), ("a.ml", source)]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "get" }));
    assert_eq!(answer["account"]["rows"], 1, "{answer:#}");
}

#[test]
fn what_a_module_from_outside_gives_is_no_function_of_the_projects() {
    let sharp = "module B\nlet helper a b = a + b\nlet map f x = f x\n\
                 let f xs = xs |> List.map (helper 1) |> Own.size\n";
    let own = "module Own\nlet size x = x\n";
    let app = project(&[("a.fsproj", ""), ("b.fs", sharp), ("own.fs", own)]);
    let answer = ask::value(app.path(), "find_callees", json!({ "symbol": "f" }));
    let known = |answer: &Value| {
        let mut rows = rows(answer, &["file", "line"]);
        rows.retain(|row| !row.starts_with("null"));
        rows
    };
    assert_eq!(known(&answer), ["b.fs 2", "own.fs 2"], "{answer:#}");
    let caml = "let get h = h\nlet f (module Io : S) x = Io.get (Hashtbl.get x)\n\
                let g x = Hashtbl.get x\n";
    let app = project(&[("dune-project", ""), ("a.ml", caml)]);
    let answer = ask::value(app.path(), "find_callees", json!({ "symbol": "f" }));
    assert_eq!(known(&answer), ["a.ml 1"], "{answer:#}");
    let answer = ask::value(app.path(), "find_callees", json!({ "symbol": "g" }));
    assert_eq!(known(&answer), Vec::<String>::new(), "{answer:#}");
}

#[test]
fn a_file_is_a_module_by_which_its_definitions_are_asked_for() {
    let caml = "module Header = struct\n  let get x = x\nend\nlet run x = Header.get x\n";
    let app = project(&[("dune-project", ""), ("a.ml", caml)]);
    let answer = ask::value(app.path(), "find_callees", json!({ "symbol": "A.run" }));
    assert_eq!(rows(&answer, &["line"]), ["2"], "{answer:#}");
    let answer = ask::value(app.path(), "find_references", json!({ "symbol": "A.Header" }));
    assert_eq!(rows(&answer, &["line"]), ["4"], "{answer:#}");
}

#[test]
fn equations_below_the_type_of_a_function_are_no_calls_of_it() {
    let elm = "module A exposing (..)\n\n\nsize : Int -> Int\nsize n =\n    if n > 3 then size (n - 1) else n\n\n\n\
               sizes : Int\nsizes =\n    size 4\n";
    let app = project(&[("elm.json", "{}"), ("a.elm", elm)]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "size" }));
    assert_eq!(rows(&answer, &["name", "line"]), ["size 4", "sizes 9"], "{answer:#}");
    let sites = &answer["results"][0]["call_sites"];
    assert_eq!(sites.as_array().map(Vec::len), Some(1), "{answer:#}");
    assert_eq!(sites[0]["line"], 6, "{answer:#}");
    let text = ask::text(app.path(), "extract", json!({ "targets": ["a.elm#size"] }));
    assert!(text.contains("size : Int -> Int") && text.contains("if n > 3"), "{text}");
    assert!(!text.contains("size 4"), "{text}");
}

#[test]
fn files_of_an_ending_that_languages_share_are_told_apart() {
    let apex = "public with sharing class Shop {\n    public static Integer price(String name) { return 1; }\n}\n";
    let app = project(&[
        ("a.cls", apex),
        ("b.cls", "\\ProvidesClass{shop}\n\\newcommand{\\price}{1}\n"),
        ("a.pp", "# A shelf.\ndefine shop::shelf ($size) {\n  include shop::wall\n}\n"),
        ("b.pp", "unit Shelf;\ninterface\nfunction Size: Integer;\nimplementation\nend.\n"),
    ]);
    let answer = ask::value(app.path(), "map_code", json!({ "path": ".", "detail": "full" }));
    let text = answer.to_string();
    for name in ["Shop", "shelf", "Size"] {
        assert!(text.contains(&format!("\"name\":\"{name}\"")), "{name}: {answer:#}");
    }
    let answer = ask::value(app.path(), "find_references", json!({ "symbol": "shop::shelf" }));
    assert_eq!(answer["account"]["definitions"], 1, "{answer:#}");
}

#[test]
fn a_member_that_is_asked_for_by_its_type_is_told_from_those_of_others() {
    let crystal = "class Lock\n  def self.load(path)\n  end\nend\n\nclass Spec\n  def self.load(path)\n  end\nend\n\n\
                   class Part < Lock\nend\n\ndef run\n  Lock.load(\"a\")\n  App::Spec.load(\"b\")\n  Part.load(\"c\")\n  it.load(\"d\")\nend\n";
    let app = project(&[("shard.yml", ""), ("a.cr", crystal)]);
    let ask = |symbol: &str| {
        let answer = ask::value(app.path(), "find_callers", json!({ "symbol": symbol }));
        let sites = answer["results"][0]["call_sites"].as_array().cloned().unwrap_or_default();
        let lines: Vec<u64> = sites.iter().filter_map(|site| site["line"].as_u64()).collect();
        (lines, answer["account"].clone())
    };
    let (lines, account) = ask("Lock.load");
    assert_eq!(lines, [15, 17, 18], "{account:#}");
    assert_eq!(account["others"][0]["name"], "Spec::load", "{account:#}");
    assert_eq!(account["others"][0]["line"], 7, "{account:#}");
    assert_eq!(account["others"][0]["count"], 2, "{account:#}");
    assert_eq!(account["unresolved"], json!([]), "{account:#}");
    assert_eq!(ask("load").0, [15, 16, 17, 18]);
    assert_eq!(ask("Spec.load").0, [16, 17, 18]);
}

#[test]
fn further_parts_of_a_definition_are_no_uses_of_it() {
    let rego = "package shop\n\ndefault allow := false\n\nallow if {\n\tinput.user\n}\n\nallow if input.root\n\n\
                deny if {\n\tnot allow\n}\n";
    let elm = "module A exposing (..)\n\n\nsize : Int -> Int\nsize n =\n    n\n\n\nsizes : Int\nsizes =\n    size 4\n";
    let check = |name: &str, text: &str, symbol: &str, lines: &[&str]| {
        let app = project(&[(name, text)]);
        for tool in ["find_callers", "find_references"] {
            let answer = ask::value(app.path(), tool, json!({ "symbol": symbol }));
            let found: Vec<String> = match tool {
                "find_callers" => {
                    let sites = answer["results"][0]["call_sites"].as_array().cloned();
                    let line = |site: &Value| site["line"].to_string();
                    sites.unwrap_or_default().iter().map(line).collect()
                }
                _ => rows(&answer, &["line"]),
            };
            assert_eq!(found, lines, "{tool} {name}: {answer:#}");
            let definitions = answer["account"]["definitions"].as_u64();
            assert!(definitions.is_some_and(|count| count > 1), "{tool} {name}: {answer:#}");
        }
    };
    check("a.rego", rego, "allow", &["12"]);
    check("a.elm", elm, "size", &["11"]);
}

/// A file whose name two languages share is of the one that its text says.
#[test]
fn calls_in_a_language_that_the_text_tells_are_left_open() {
    let app = project(&[
        ("a.m", "function y = helper(x)\n % of x\n y = x + 1;\nend\n"),
        ("b.m", "function main()\n  z = helper(3);\nend\n"),
    ]);
    let answer = ask::text(app.path(), "find_callers", json!({ "symbol": "helper" }));
    assert!(answer.contains("unresolved: ") && answer.contains("b.m:2"), "{answer}");
    assert!(answer.contains("[≥ 0 callers"), "{answer}");
}

#[test]
fn a_name_in_quotes_is_told_as_a_string() {
    let app = project(&[
        ("a.cob", "       PROGRAM-ID. HELPER.\n"),
        ("b.cob", "       PROCEDURE DIVISION.\n           CALL \"HELPER\" USING X.\n"),
    ]);
    let answer = ask::text(app.path(), "find_callers", json!({ "symbol": "HELPER" }));
    assert!(answer.contains("`HELPER` as a string: b.cob:2"), "{answer}");
}
