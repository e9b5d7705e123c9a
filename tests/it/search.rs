//! `search` through the tool, on both surfaces: what is found, in which order, how it is shown and
//! cut, and what mistakes are told.

use crate::support;
use crate::support::cli::{Run, run};
use crate::support::mcp::McpClient;
use serde_json::{Value, json};
use std::fs;
use tempfile::TempDir;

/// A project from `//- path` sections.
fn project(fixture: &str) -> TempDir {
    let mut files: Vec<(&str, String)> = Vec::new();
    for line in fixture.lines() {
        if let Some(path) = line.strip_prefix("//- ") {
            files.push((path, String::new()));
        } else if let Some((_, text)) = files.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    support::project(&files)
}

/// Runs `spelunk search` with these arguments and returns the answer as JSON.
fn search(project: &TempDir, arguments: &[&str]) -> Value {
    let mut all = vec!["search", "--json"];
    all.extend(arguments);
    let run = run(project.path(), &all);
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {run:?}"))
}

/// The symbols found, in order.
fn symbols(answer: &Value) -> Vec<&str> {
    let results = answer["results"].as_array().expect("results");
    results.iter().map(|result| result["symbol"].as_str().unwrap_or("-")).collect()
}

/// Runs it for the whole code of what is found.
fn text(project: &TempDir, arguments: &[&str]) -> Run {
    let mut all = vec!["search", "--detail", "full"];
    all.extend(arguments);
    run(project.path(), &all)
}

/// Runs it as it is by default.
fn lines(project: &TempDir, arguments: &[&str]) -> Run {
    let mut all = vec!["search"];
    all.extend(arguments);
    run(project.path(), &all)
}

const SHOP: &str = r#"
//- src/cart.py
"""Carts of the shop."""

LIMIT = 40


class Cart:
    """What a customer is about to buy."""

    def __init__(self, owner):
        self.owner = owner
        self.lines = []

    def add_item(self, item, amount):
        """Put an item into the cart."""
        self.lines.append((item, amount))

    def remove_item(self, item):
        """Take an item out of the cart."""
        self.lines = [line for line in self.lines if line[0] != item]

    def total_price(self, currency):
        return sum(price_of(item, currency) * amount for item, amount in self.lines)


def price_of(item, currency):
    """Look the price up in the price list."""
    return PRICES[item][currency]


print("loaded the cart module")
//- src/retry.rs
/// Sends a request again until it succeeds.
pub fn retry_request(request: &Request, attempts: usize) -> Response {
    for attempt in 0..attempts {
        if let Ok(response) = send(request) {
            return response;
        }
    }
    panic!("no response after {attempts} attempts")
}

pub fn send(request: &Request) -> Result<Response, Error> {
    connection().write(request)
}
//- web/operators.ts
export function switchMap(project: Project): Operator {
  return (source) => new Inner(source, project);
}

export function switchMapTo(value: Value): Operator {
  return switchMap(() => value);
}

export const only_this = 1;
//- tests/test_cart.py
def test_add_item():
    cart = Cart("me")
    cart.add_item("apple", 3)
//- docs/cart.md
# Carts

An item is put into the cart with `add_item`.
//- README.md
# Shop

A shop with a cart.
"#;

#[test]
fn the_best_definition_comes_first_and_whole() {
    let project = project(SHOP);
    let answer = search(&project, &["add item cart"]);
    let first = &answer["results"][0];
    assert_eq!(first["symbol"], "Cart.add_item", "{answer}");
    assert_eq!((&first["file"], &first["lines"]), (&json!("src/cart.py"), &json!([13, 15])));
    assert_eq!(first["node_type"], "method");
    assert_eq!(
        first["code"],
        "    def add_item(self, item, amount):\n        \"\"\"Put an item into the cart.\"\"\"\n        self.lines.append((item, amount))"
    );
    assert_eq!(first["matched_keywords"], json!(["add", "item", "cart"]));
    assert_eq!(first["rank"], 1);
    assert!(first["score"].as_f64().is_some_and(|score| score > 0.0));
}

#[test]
fn names_are_found_in_every_style() {
    let project = project(SHOP);
    for query in ["switchMap", "switch_map", "SwitchMap", "switch-map", "switchmap"] {
        assert_eq!(symbols(&search(&project, &[query]))[0], "switchMap", "{query}");
    }
    assert_eq!(symbols(&search(&project, &["retryRequest"]))[0], "retry_request");
    assert_eq!(symbols(&search(&project, &["only_this"])), ["only_this"]);
    for query in ["Cart.add_item", "Cart::addItem", "cart#add_item", "cart/Cart.add_item"] {
        assert_eq!(symbols(&search(&project, &[query])), ["Cart.add_item"], "{query}");
    }
}

#[test]
fn parts_of_a_word_are_looked_for_where_the_word_is_nowhere() {
    let project = project(SHOP);
    let answer = search(&project, &["retryRequestTwice"]);
    assert_eq!(symbols(&answer)[0], "retry_request");
    assert!(answer["notes"].to_string().contains("Nothing holds `retryRequestTwice`"), "{answer}");
}

#[test]
fn not_excludes() {
    let project = project(SHOP);
    let all = search(&project, &["item price"]);
    assert!(symbols(&all).contains(&"price_of"), "{all}");
    for query in ["item NOT currency", "item -currency", "item AND NOT currency", "item !currency"]
    {
        let answer = search(&project, &[query]);
        let results = answer["results"].as_array().expect("results");
        assert!(!results.is_empty(), "{query}");
        assert!(
            results
                .iter()
                .all(|result| !result["code"].as_str().expect("code").contains("currency")),
            "{answer}"
        );
    }
}

#[test]
fn and_and_plus_require() {
    let project = project(SHOP);
    assert_eq!(
        symbols(&search(&project, &["price AND currency AND amount"])),
        ["Cart.total_price"]
    );
    assert_eq!(symbols(&search(&project, &["+attempts +send"])), ["retry_request"]);
    assert_eq!(
        symbols(&search(&project, &["attempts AND (currency OR succeeds)"])),
        ["retry_request"]
    );
    let answer = search(&project, &["attempts AND currency"]);
    assert_eq!(answer["summary"]["total"], 0);
}

#[test]
fn filters_choose_files_and_definitions() {
    let project = project(SHOP);
    let check = |query: &str, expected: &[&str]| {
        assert_eq!(symbols(&search(&project, &[query])), expected, "{query}");
    };
    check("request lang:python", &[]);
    check("send ext:rs", &["send", "retry_request"]);
    check("item kind:method name:add*", &["Cart.add_item"]);
    check("kind:class", &["Cart"]);
    check("name:Cart.remove_item", &["Cart.remove_item"]);
    check("operator dir:web name:switchMapTo", &["switchMapTo"]);
    check("map -name:switchMap file:operators", &["switchMapTo"]);
}

#[test]
fn phrases_and_prefixes() {
    let project = project(SHOP);
    assert_eq!(symbols(&search(&project, &["\"price list\""])), ["price_of"]);
    assert_eq!(symbols(&search(&project, &["\"list price\""])), [""; 0]);
    assert!(symbols(&search(&project, &["retry_req*"])).contains(&"retry_request"));
}

#[test]
fn stop_words_never_empty_a_query() {
    let project = project(SHOP);
    assert!(!symbols(&search(&project, &["an"])).is_empty());
    assert_eq!(symbols(&search(&project, &["only zzyzzy"])), ["only_this"]);
    assert_eq!(
        symbols(&search(&project, &["how is the total price of a cart found?"]))[0],
        "Cart.total_price"
    );
}

#[test]
fn members_that_match_together_are_shown_in_their_class() {
    let project = project(SHOP);
    let answer = search(&project, &["item cart lines"]);
    let class = &answer["results"][0];
    assert_eq!(class["symbol"], "Cart", "{answer}");
    let members: Vec<&str> = class["members"]
        .as_array()
        .expect("members")
        .iter()
        .map(|member| member["name"].as_str().expect("a name"))
        .collect();
    for member in ["add_item", "remove_item"] {
        assert!(members.contains(&member), "{members:?}");
    }
    assert!(class["code"].as_str().expect("code").starts_with("class Cart:"), "{class}");
    let others = symbols(&answer);
    assert!(!others[1..].iter().any(|symbol| symbol.starts_with("Cart.")), "{others:?}");
}

#[test]
fn a_stray_statement_is_never_a_result() {
    let project = project(SHOP);
    let answer = search(&project, &["loaded cart module", "--max-results", "50"]);
    for result in answer["results"].as_array().expect("results") {
        let kind = result["node_type"].as_str().expect("a kind");
        assert!(kind == "context" || result["name"].is_string(), "{result}");
    }
}

#[test]
fn documentation_is_found_below_code() {
    let project = project(SHOP);
    let answer = search(&project, &["put item into cart", "--max-results", "50"]);
    let files: Vec<&str> = answer["results"]
        .as_array()
        .expect("results")
        .iter()
        .map(|result| result["file"].as_str().expect("a file"))
        .collect();
    let more = answer["more"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_named = more.iter().any(|brief| brief["file"] == "docs/cart.md");
    assert!(files.contains(&"docs/cart.md") || is_named, "{answer}");
    assert_eq!(files[0], "src/cart.py");
}

#[test]
fn tests_are_searched_when_asked_and_counted_when_not() {
    let project = project(SHOP);
    let without = search(&project, &["add item apple"]);
    assert!(!without.to_string().contains("test_cart.py"), "{without}");
    assert_eq!(without["left_out"][0]["reason"], "test");
    assert_eq!(without["left_out"][0]["count"], 1);
    let with = search(&project, &["add item apple", "--allow-tests"]);
    assert!(symbols(&with).contains(&"test_add_item"), "{with}");
    assert!(with.get("left_out").is_none());
}

#[test]
fn a_place_of_tests_alone_has_its_tests_searched() {
    let project = project(
        "//- src/cart.py\ndef add_item(cart):\n    return cart\n//- tests/util.py\nSIZE = 1\n\
         //- tests/test_cart.py\ndef test_add_item_twice():\n    assert add_item(1)\n",
    );
    let named = search(&project, &["add item twice", "tests"]);
    assert!(symbols(&named).contains(&"test_add_item_twice"), "{named}");
    let all = search(&project, &["add item twice"]);
    assert!(!symbols(&all).contains(&"test_add_item_twice"), "{all}");
}

#[test]
fn path_and_language_narrow() {
    let project = project(SHOP);
    let check = |arguments: &[&str], expected: &str| {
        let answer = search(&project, arguments);
        for result in answer["results"].as_array().expect("results") {
            assert!(result["file"].as_str().expect("a file").starts_with(expected), "{answer}");
        }
        assert!(!symbols(&answer).is_empty(), "{arguments:?}");
    };
    check(&["map request item", "web"], "web/");
    check(&["map request item", "src/retry.rs"], "src/retry.rs");
    check(&["map request item", "--language", "rs"], "src/retry.rs");
    let error = text(&project, &["x", "--language", "pyhton"]);
    assert_eq!(error.status, 2);
    assert!(error.stderr.contains("did you mean `python`"), "{error:?}");
}

#[test]
fn exact_takes_the_query_as_it_stands() {
    let project = project(SHOP);
    assert_eq!(symbols(&search(&project, &["switchMap", "--exact"]))[0], "switchMap");
    assert_eq!(symbols(&search(&project, &["line[0] != item]", "--exact"])), ["Cart.remove_item"]);
    assert_eq!(symbols(&search(&project, &["Cart.add_item", "--exact"]))[0], "Cart.add_item");
    assert_eq!(symbols(&search(&project, &["SWITCHMAP", "--exact"])), [""; 0]);
    assert_eq!(symbols(&search(&project, &["AND", "--exact"])), [""; 0]);
}

#[test]
fn max_results_bounds_what_is_shown_and_the_rest_is_named() {
    let project = project(SHOP);
    let answer = search(&project, &["item price request map", "--max-results", "1"]);
    assert_eq!(answer["summary"]["count"], 1);
    assert_eq!(answer["summary"]["truncated"], true);
    let more = answer["more"].as_array().expect("more");
    assert!(
        more.iter().all(|brief| brief["file"].is_string() && brief["line"].is_u64()),
        "{answer}"
    );
    let outline = text(&project, &["item price request map", "--max-results", "1"]);
    assert!(
        outline.stdout.lines().any(|line| line.starts_with("more: src/")),
        "{}",
        outline.stdout
    );
    assert!(
        outline.stdout.lines().last().is_some_and(|line| line.starts_with("[1 of ")),
        "{}",
        outline.stdout
    );
}

#[test]
fn results_are_in_rank_order_and_the_same_every_time() {
    let project = project(SHOP);
    let first = text(&project, &["item price request map cart", "--json"]);
    for _ in 0..3 {
        assert_eq!(text(&project, &["item price request map cart", "--json"]).stdout, first.stdout);
    }
    let answer: Value = serde_json::from_str(&first.stdout).expect("JSON");
    let results = answer["results"].as_array().expect("results");
    for pair in results.windows(2) {
        assert!(pair[0]["rank"].as_u64() < pair[1]["rank"].as_u64());
        assert!(pair[0]["score"].as_f64() >= pair[1]["score"].as_f64());
    }
}

#[test]
fn a_definition_larger_than_the_budget_is_cut_at_a_line() {
    let body: String =
        (0..400).map(|line| format!("    value_{line} = compute({line})\n")).collect();
    let project = project(&format!("//- big.py\ndef enormous():\n{body}    return value_0\n"));
    let answer = search(&project, &["enormous", "--max-tokens", "600"]);
    let result = &answer["results"][0];
    let code = result["code"].as_str().expect("code");
    let end = result["lines"][1].as_u64().expect("a line");
    assert_eq!(code.lines().count() as u64, end);
    assert!(code.starts_with("def enormous():\n    value_0 = compute(0)\n"));
    assert_eq!(result["rest"], format!("big.py:{}-402", end + 1));
    for budget in ["100", "300", "600", "2000"] {
        for format in ["outline", "json", "xml", "markdown"] {
            let run = text(&project, &["enormous", "--max-tokens", budget, "--format", format]);
            let tokens = spelunk::domain::tokens::count(run.stdout.trim_end());
            assert!(tokens <= budget.parse().expect("a number"), "{format} {budget}: {tokens}");
        }
    }
    let outline = text(&project, &["enormous", "--max-tokens", "600"]);
    assert!(outline.stdout.contains("(the rest: big.py:"), "{}", outline.stdout);
}

#[test]
fn a_budget_holds_in_every_format_and_shows_what_fits() {
    let functions: String =
        (0..60).map(|at| format!("def gate_{at}(door):\n    return door.open({at})\n\n")).collect();
    let project = project(&format!("//- gates.py\n{functions}"));
    for budget in ["100", "250", "500", "1000"] {
        for format in ["outline", "json", "xml", "markdown", "plain"] {
            let run = text(&project, &["gate", "--max-tokens", budget, "--format", format]);
            let tokens = spelunk::domain::tokens::count(run.stdout.trim_end());
            assert!(tokens <= budget.parse().expect("a number"), "{format} {budget}: {tokens}");
        }
    }
    let small = search(&project, &["gate", "--max-tokens", "500"]);
    let large = search(&project, &["gate", "--max-tokens", "4000"]);
    assert!((1..20).contains(&symbols(&small).len()), "{small}");
    assert_eq!((symbols(&large).len(), &large["summary"]["total"]), (20, &json!(60)));
}

#[test]
fn colours_change_nothing_but_the_looks() {
    let project = project(SHOP);
    let coloured = text(&project, &["switchMap", "--format", "color"]).stdout;
    assert!(coloured.contains("\u{1b}["), "{coloured:?}");
    let mut plain = String::new();
    for (index, piece) in coloured.split("\u{1b}[").enumerate() {
        plain.push_str(if index == 0 {
            piece
        } else {
            piece.split_once('m').map_or("", |(_, rest)| rest)
        });
    }
    assert!(plain.contains("export function switchMap(project: Project): Operator {"), "{plain}");
}

#[test]
fn mistakes_are_errors_that_say_what_to_do() {
    let project = project(SHOP);
    let check = |arguments: &[&str], expected: &str| {
        let run = text(&project, arguments);
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.stderr.contains(expected), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.lines().count() <= 2 && run.stdout.is_empty(), "{run:?}");
    };
    check(&[""], "the query is empty");
    check(&["( )"], "the parentheses at character 1 hold nothing");
    check(&["NOT cart"], "only excludes");
    check(&["->"], "no word to look for");
    check(&[&"word ".repeat(20_480)], "more than the 10000");
    check(&["cart", "no/such/path"], "does not exist");
    check(&["", "--exact"], "the query is empty");
}

#[test]
fn nothing_found_is_an_answer() {
    let project = project(SHOP);
    let run = text(&project, &["zzyzzy"]);
    assert_eq!(run.status, 1, "{run:?}");
    assert!(run.stdout.contains("Nothing matches `zzyzzy`"), "{}", run.stdout);
    let one = text(&project, &["x"]);
    assert!(one.status < 2, "{one:?}");
}

#[test]
fn paths_named_tmp_and_build_are_searched() {
    let project = project("//- tmp/build/x.py\ndef hidden_treasure():\n    return 1\n");
    assert_eq!(symbols(&search(&project, &["treasure"])), ["hidden_treasure"]);
    assert_eq!(symbols(&search(&project, &["treasure", "tmp/build"])), ["hidden_treasure"]);
}

#[test]
fn rules_that_leave_nothing_are_named() {
    let project = project("//- .ignore\n/*\n//- x.py\ndef treasure():\n    return 1\n");
    let run = text(&project, &["treasure"]);
    assert!(run.stdout.contains("`/*` in .ignore"), "{}", run.stdout);
}

#[test]
fn likelier_meanings_rank_higher() {
    let check = |query: &str, fixture: &str, expected: &[&str]| {
        let answer = search(&project(fixture), &[query]);
        let more = answer["more"].as_array().map(Vec::as_slice).unwrap_or_default();
        let shown = answer["results"].as_array().expect("results").iter();
        let found: Vec<&str> =
            shown.chain(more).map(|found| found["symbol"].as_str().unwrap_or("-")).collect();
        assert_eq!(found, expected, "{query}: {answer}");
    };
    // A name before a body.
    check(
        "gate",
        "//- a.py\ndef visit():\n    gate()\n\ndef gate_keeper():\n    pass\n",
        &["gate_keeper", "visit"],
    );
    // The whole name before a longer one that uses it.
    let connect = "//- a.py\ndef connect_all():\n    connect(1)\n    connect(2)\n\ndef connect(port):\n    pass\n";
    check("connect", connect, &["connect", "connect_all"]);
    // What the documentation says first before what it says later.
    let first = "//- a.rs\n/// Turns.\n///\n/// Opens a valve.\nfn a() {}\n\n/// Opens a valve.\n///\n/// Turns.\nfn b() {}\n";
    check("opens a valve", first, &["b", "a"]);
    // In the file, or the directory, that is named so.
    let file = |path: &str| {
        format!("//- pool.py\ndef make():\n    pass\n//- {path}\ndef make_one():\n    pass\n")
    };
    check("make cache", &file("cache.py"), &["make_one", "make"]);
    check("make cache", &file("cache/__init__.py"), &["make_one", "make"]);
    // Words side by side in the query and in the code.
    let pair = "//- a.py\ndef zone_of_time():\n    pass\n\ndef timezone():\n    pass\n\ndef time_zone():\n    pass\n";
    check("time zone", pair, &["time_zone", "zone_of_time", "timezone"]);
    // The project's own before what was generated.
    let generated = "//- a.py\n# @generated, do not edit\ndef parse_header():\n    pass\n//- b.py\ndef parse_header_line():\n    pass\n";
    check("parse header", generated, &["parse_header_line", "parse_header"]);
    // A name that many bear says less than one that few do.
    let common: String =
        (0..6).map(|file| format!("//- f{file}.py\ndef run():\n    engine\n")).collect();
    let answer =
        search(&project(&format!("{common}//- z.py\ndef go():\n    engine\n")), &["engine"]);
    assert_eq!(symbols(&answer)[0], "go", "{answer}");
}

/// The files of what is found, in order, each once.
fn files(answer: &Value) -> Vec<&str> {
    let of = |key: &str| {
        answer[key].as_array().into_iter().flatten().filter_map(|found| found["file"].as_str())
    };
    let mut files: Vec<&str> = of("results").chain(of("more")).collect();
    let mut seen = std::collections::HashSet::new();
    files.retain(|file| seen.insert(*file));
    files
}

#[test]
fn a_file_that_is_named_by_the_query_comes_before_its_like() {
    let code = "def handle(chunk):\n    return decode(chunk, stream)\n";
    let project =
        support::project(&[("src/a.py", code), ("src/chunk_stream.py", code), ("src/z.py", code)]);
    assert_eq!(files(&search(&project, &["decode chunk stream"]))[0], "src/chunk_stream.py");
}

#[test]
fn legacy_code_comes_after_its_replacement() {
    let code = "export function parseColour(text: string): string {\n  return text;\n}\n";
    let project = support::project(&[
        ("src/v3/colour.ts", code),
        ("src/v4/colour.ts", code),
        ("src/legacy/colour.ts", code),
    ]);
    let expected = ["src/v4/colour.ts", "src/legacy/colour.ts", "src/v3/colour.ts"];
    assert_eq!(files(&search(&project, &["parse a colour"])), expected);
    assert_eq!(files(&search(&project, &["parseColour"]))[0], "src/v4/colour.ts");
}

#[test]
fn scripts_for_pages_come_after_the_code_of_the_project() {
    let server = "def render_menu(items):\n    return items\n\n\ndef unrelated(items):\n    return list(reversed(items))\n";
    let page = "function renderMenu(items) {\n  return items;\n}\n";
    let project = support::project(&[
        ("app/assets/menu.js", page),
        ("app/pages.py", server),
        ("app/more.py", server),
    ]);
    assert_eq!(files(&search(&project, &["render the menu"]))[2], "app/assets/menu.js");
    let project = support::project(&[("app/assets/menu.js", page)]);
    assert_eq!(files(&search(&project, &["render the menu"])), ["app/assets/menu.js"]);
}

#[test]
fn benchmarks_come_after_the_code_they_measure() {
    let code = "export function parseColour(text: string): string {\n  return text;\n}\n";
    let project = support::project(&[("benchmarks/parse.ts", code), ("src/parse.ts", code)]);
    assert_eq!(
        files(&search(&project, &["parse a colour"])),
        ["src/parse.ts", "benchmarks/parse.ts"]
    );
}

#[test]
fn code_comes_before_the_declarations_of_its_types() {
    let code = "export function parseColour(text: string): string {\n  return text;\n}\n";
    let project = support::project(&[("src/types.ts", code), ("src/work.ts", code)]);
    assert_eq!(files(&search(&project, &["parse a colour"])), ["src/work.ts", "src/types.ts"]);
    assert_eq!(files(&search(&project, &["parseColour"])), ["src/types.ts", "src/work.ts"]);
}

#[test]
fn a_name_finds_its_main_definition_first() {
    let body = "        step(1)\n".repeat(8);
    // A type before a method that makes one, however long.
    let method = format!("class Task:\n    def AsyncResult(self):\n{body}");
    let project =
        support::project(&[("a.py", &method), ("b.py", "class AsyncResult:\n    limit = 3\n")]);
    assert_eq!(files(&search(&project, &["AsyncResult"]))[0], "b.py");
    // The longer of two.
    let long = format!("class Session:\n    def open(self):\n{body}");
    let project = support::project(&[("a.py", "class Session:\n    pass\n"), ("b.py", &long)]);
    assert_eq!(files(&search(&project, &["Session"]))[0], "b.py");
    // The one that is spelled so.
    let setting = format!("def settings():\n{}", "    step(1)\n".repeat(8));
    let project =
        support::project(&[("a.py", &setting), ("b.py", "class Settings:\n    limit = 3\n")]);
    assert_eq!(files(&search(&project, &["Settings"]))[0], "b.py");
    assert_eq!(files(&search(&project, &["settings"]))[0], "a.py");
}

#[test]
fn no_file_fills_an_answer_whose_others_are_as_good() {
    let mut many = String::new();
    for name in ["one", "two", "three", "four", "five", "six"] {
        many.push_str(&format!("def {name}(disk):\n    return flush(disk, journal)\n\n\n"));
    }
    let other = "def seven(disk):\n    return flush(disk, journal)\n";
    let project = support::project(&[("a.py", &many), ("b.py", other)]);
    let answer = search(&project, &["flush the journal"]);
    let found = symbols(&answer);
    assert!(found[..3].contains(&"seven"), "{found:?}");
}

#[test]
fn a_statement_is_shown_in_its_whole_definition() {
    let project = project(
        "//- a.py\ndef outer():\n    x = 1\n    def inner():\n        treasure = x\n    return inner\n",
    );
    let answer = search(&project, &["treasure"]);
    assert_eq!(symbols(&answer), ["outer"], "{answer}");
    assert_eq!(answer["results"][0]["lines"], json!([1, 5]));
}

#[test]
fn a_session_shows_nothing_twice_but_what_was_edited() {
    let project = project(SHOP);
    let mut client = McpClient::serve(project.path());
    let mut ask = |session: &str| {
        let arguments = json!({ "query": "retry request", "session": session, "maxResults": 1, "format": "json" });
        let answer = client.call("search", arguments);
        let answer = answer["structuredContent"].clone();
        let symbols: Vec<String> = symbols(&answer).into_iter().map(str::to_owned).collect();
        (symbols, answer)
    };
    assert_eq!(ask("a").0, ["retry_request"]);
    assert_eq!(ask("a").0, ["send"]);
    let (symbols, mut answer) = ask("a");
    let mut rounds = 0;
    while answer["results"].as_array().is_some_and(|results| !results.is_empty()) {
        assert!(!symbols.contains(&"retry_request".to_owned()));
        answer = ask("a").1;
        rounds += 1;
        assert!(rounds < 20, "{answer}");
    }
    assert!(answer["notes"].to_string().contains("shown in this session"), "{answer}");
    assert_eq!(ask("b").0, ["retry_request"]);
    let path = project.path().join("src/retry.rs");
    let edited = fs::read_to_string(&path).expect("read").replace("no response", "no answer");
    fs::write(&path, edited).expect("written");
    assert_eq!(ask("a").0, ["retry_request"]);
}

#[test]
fn xml_has_the_elements_that_readers_know() {
    let project = project("//- a.rs\npub fn hostile() -> &'static str {\n    \"]]> & <b>\"\n}\n");
    let run = text(&project, &["hostile", "--format", "xml"]);
    let expected = "<probe_results>\n<result>\n<file>a.rs</file>\n<lines>\n<start>1</start>\n<end>3</end>\n</lines>\n\
        <node_type>function</node_type>\n<code><![CDATA[pub fn hostile() -> &'static str {\n    \"]]]]><![CDATA[> & <b>\"\n}]]></code>\n\
        <matched_keywords>\n<keyword>hostile</keyword>\n</matched_keywords>\n<rank>1</rank>\n<score>";
    assert!(run.stdout.contains(expected), "{}", run.stdout);
}

#[test]
fn the_answer_is_what_its_schema_says() {
    let project = project(SHOP);
    let run = run(project.path(), &["schema", "search"]);
    let schema: Value = serde_json::from_str(&run.stdout).expect("a schema");
    let validator = jsonschema::validator_for(&schema).expect("a valid schema");
    for query in
        [&["item price"][..], &["zzyzzy"], &["item", "--max-tokens", "300"], &["kind:class"]]
    {
        let answer = search(&project, query);
        assert!(
            validator.is_valid(&answer),
            "{:?}",
            validator.iter_errors(&answer).map(|e| e.to_string()).collect::<Vec<_>>()
        );
    }
}

/// A long function that computes the tax in two of its lines, and many that only mention the word.
fn ledger() -> TempDir {
    let filler: String = (0..60).map(|number| format!("    note_{number} = owner\n")).collect();
    let others: String = (0..40)
        .map(|number| format!("def entry_{number}(tax):\n    return {number}\n\n"))
        .collect();
    let book = format!(
        "def settle(owner, total):\n{filler}    rate = tax_rate_of(owner)\n{filler}    return total * rate  # tax due\n\n{others}"
    );
    support::project(&[("book.py", &book)])
}

#[test]
fn an_answer_in_lines_holds_what_matches_then_names_then_a_count() {
    let ledger = ledger();
    let answer = lines(&ledger, &["settle total tax rate"]).stdout;
    assert!(answer.starts_with("book.py:1-123 settle\n  1 def settle(owner, total)\n"), "{answer}");
    assert!(answer.contains("\n  62 rate = tax_rate_of(owner)\n"), "{answer}");
    assert!(answer.contains("\n  123 return total * rate"), "{answer}");
    assert!(!answer.contains("note_40"), "the body is not shown: {answer}");
    assert!(answer.contains(" more that match less; maxResults: 60 shows more)"), "{answer}");
    let shown = answer.lines().filter(|line| line.contains("entry_")).count();
    assert!((9..24).contains(&shown), "{shown}: {answer}");
    assert!(spelunk::domain::tokens::count(&answer) < 500, "{answer}");
}

#[test]
fn an_answer_says_how_many_more_there_are_and_how_to_get_them() {
    let ledger = ledger();
    let (mut least, mut named) = (usize::MAX, 0);
    let mut check = |arguments: &[&str], way: &str| {
        let answer = lines(&ledger, &[&["settle total tax rate"], arguments].concat()).stdout;
        let tail = answer.lines().find(|line| line.starts_with("… (")).unwrap_or_default();
        assert!(
            tail.ends_with(&format!(" more that match less; {way})")),
            "{arguments:?} {answer}"
        );
        let shown = answer.lines().filter(|line| line.contains("entry_")).count();
        least = least.min(shown);
        named = named.max(shown);
    };
    check(&[], "maxResults: 60 shows more");
    check(&["--max-results", "25"], "maxResults: 75 shows more");
    check(&["--max-tokens", "150"], "a larger maxTokens shows more");
    check(
        &["--detail", "full", "--max-results", "5", "--max-tokens", "400"],
        "a larger maxTokens shows more",
    );
    assert!(least < 9 && named >= 24, "{least} {named}");
    let all = lines(&ledger, &["settle total tax rate", "--max-results", "60"]).stdout;
    assert!(!all.contains(" more that match"), "{all}");
    assert_eq!(all.lines().filter(|line| line.contains("entry_")).count(), 40, "{all}");
}

#[test]
fn overloads_are_named_once_and_a_type_beside_its_members() {
    let best = "export function renderMenu(menu: Menu): string {\n  return render(menu);\n}\n";
    let overloads = "export function showMenu(menu: string): string;\nexport function showMenu(menu: Menu): string;\n\
        export function showMenu(menu: any): string {\n  return menu;\n}\n";
    let class =
        "export class MenuPage {\n  menu: Menu;\n  render(menu: Menu) {\n    return 1;\n  }\n}\n";
    let project = support::project(&[
        ("a.ts", best),
        ("b.ts", best),
        ("c.ts", best),
        ("overloads.ts", overloads),
        ("page.ts", class),
    ]);
    let answer = lines(&project, &["render the menu"]).stdout;
    let named = |file: &str| answer.lines().filter(|line| line.starts_with(file)).count();
    assert_eq!((named("overloads.ts"), named("page.ts")), (1, 2), "{answer}");
}

#[test]
fn a_type_is_shown_with_the_best_of_its_members() {
    let methods: String = (0..12)
        .map(|at| format!("    def settle_invoice_{at}(self):\n        return settle(invoice)\n\n"))
        .collect();
    let project = support::project(&[("ledger.py", &format!("class InvoiceLedger:\n{methods}"))]);
    let answer = lines(&project, &["settle invoice ledger"]).stdout;
    let shown = answer.lines().filter(|line| line.contains("def settle_invoice_")).count();
    assert_eq!(shown, 8, "{answer}");
    assert!(answer.contains("[8 of "), "{answer}");
}

#[test]
fn a_short_best_definition_is_whole_and_full_shows_all_code() {
    let shop = project(SHOP);
    let answer = lines(&shop, &["add_item"]).stdout;
    assert!(answer.contains("def add_item(self, item, amount):"), "{answer}");
    let ledger = ledger();
    assert!(text(&ledger, &["settle total tax rate"]).stdout.contains("note_40"));
    for format in ["markdown", "json", "xml"] {
        assert!(
            lines(&ledger, &["settle total tax rate", "--format", format])
                .stdout
                .contains("note_40"),
            "{format}"
        );
    }
}

#[test]
fn a_sentence_is_searched_as_words_whatever_its_marks() {
    let shop = project(SHOP);
    for query in [
        "add an item (to the cart",
        "add \"item cart",
        "cart item AND",
        "self.add_item(item, 1);",
        "item or cart not in",
    ] {
        let run = lines(&shop, &[query]);
        assert_eq!(run.status, 0, "{query}: {run:?}");
        assert!(run.stdout.contains("add_item"), "{query}: {run:?}");
        let is_told = run.stdout.starts_with("Searched as plain words: ");
        assert_eq!(is_told, query != "item or cart not in", "{query}: {run:?}");
    }
}

#[test]
fn full_results_name_no_more_than_a_reader_takes_in() {
    let functions: String = (0..60)
        .map(|number| format!("def settle_{number}(total):\n    return {number}\n"))
        .collect();
    let app = support::project(&[("a.py", &functions)]);
    let named = |arguments: &[&str]| {
        let answer = text(&app, arguments).stdout;
        answer.lines().filter(|line| line.starts_with("more: ")).count()
    };
    assert_eq!(named(&["settle", "--max-results", "3"]), 20);
    assert_eq!(named(&["settle", "--max-results", "30"]), 30);
}
