//! Texts that were made to end, fill or hold up whoever parses or searches them.

use super::run;
use crate::cancel;
use crate::support::{ask, project};
use serde_json::json;
use spelunk::domain::{Cancel, OutlineGap};
use spelunk::lang::registry;
use spelunk::workspace::outline::outline;
use spelunk::workspace::parse::parse;

/// What grammars nest, take for ambiguous, look for the end of, or stumble over, once a repetition.
const UNITS: [&str; 34] = [
    "(a)*",
    "a<",
    "(",
    "[",
    "{",
    "<",
    " */",
    "/*",
    "\"",
    "'",
    "`",
    "\"\"\"",
    "'''",
    ";",
    "-",
    "!",
    "*",
    "&",
    "a?",
    "a?b:",
    "a=>",
    "<a>",
    "#if a\n",
    "R\"x(",
    "${`",
    "> ",
    "- ",
    "a::{",
    "a.",
    "a(",
    "if(a)",
    "else if (a) {} ",
    "template<",
    "@a(",
];

#[test]
fn no_text_in_any_language_ends_the_process() {
    // The stack is small, so that recursion as deep as a text of this size allows would exceed it.
    let work = || {
        for language in registry().all().iter().filter(|language| language.has_outline()) {
            for unit in UNITS {
                for before in ["", "int x = "] {
                    outline(&format!("{before}{}", unit.repeat(16_000 / unit.len())), language);
                }
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(384 << 10).spawn(work).expect("a thread");
    thread.join().expect("no panic");
}

/// A text that takes too much work is left unparsed and this is told.
#[test]
fn too_complex_text_is_left_unparsed() {
    let ambiguous = format!("int x = {}1;\n", "(a)*".repeat(25_000));
    let broken = " */".repeat(33_000);
    let directory = project(&[
        ("a.c", &ambiguous),
        ("b.c", &broken),
        ("c.c", "int fine(void) { return 1; }\n"),
    ]);
    let map = run(directory.path(), &["map", "."]);
    assert_eq!(map.status, 0, "{}", map.stderr);
    assert!(map.stdout.contains("fine"), "{}", map.stdout);
    for name in ["a.c", "b.c"] {
        assert!(
            map.stdout.contains(&format!("{name}: {}", OutlineGap::NotParsed)),
            "{}",
            map.stdout
        );
    }
    let pattern =
        ask::value(directory.path(), "grep", json!({ "pattern": "$A * $B", "syntax": "ast" }));
    assert!(pattern["left_out"].to_string().contains("too_complex"), "{pattern}");
}

/// A file that is left unparsed is told by each tool whose answer may lack something for it.
#[test]
fn tools_say_what_they_miss_in_a_file_that_is_left_unparsed() {
    let ambiguous = format!(
        "int x = {}1;\nint hidden(void) {{ return 1; }}\nint use(void) {{ return fine(); }}\n",
        "(a)*".repeat(25_000)
    );
    let directory = project(&[
        ("a.c", &ambiguous),
        ("c.c", "int fine(void) { return 1; }\nint one(void) { return fine(); }\n"),
    ]);
    let search = ask::value(directory.path(), "search", json!({ "query": "fine" }));
    let row = json!([{ "reason": "too_complex", "rule": null, "file": "a.c", "count": 1 }]);
    assert_eq!(search["left_out"], row, "{search}");
    assert_eq!(search["summary"]["total_is_exact"], false, "{search}");
    let exact = ask::value(directory.path(), "search", json!({ "query": "fine", "exact": true }));
    assert_eq!(exact["left_out"], row, "{exact}");
    for tool in ["find_callers", "find_references"] {
        let answer = ask::value(directory.path(), tool, json!({ "symbol": "fine", "file": "c.c" }));
        assert_eq!(
            answer["account"]["not_read"],
            json!({ "files": 1, "occurrences": 1 }),
            "{tool}: {answer}"
        );
        assert_eq!(answer["summary"]["total_is_exact"], false, "{tool}: {answer}");
    }
    for tool in ["find_callers", "find_callees", "impact_analysis"] {
        let arguments = json!({ "symbol": "hidden" });
        let answer = ask::value(directory.path(), tool, arguments.clone());
        assert_eq!(answer["mentions"]["not_read"]["file"], "a.c", "{tool}: {answer}");
        let text = ask::text(directory.path(), tool, arguments);
        assert!(text.contains("a.c (101 kB) may define it"), "{tool}: {text}");
    }
}

/// A file beyond what the definitions of a name may cost is named where it may hold the one that
/// was asked for.
#[test]
fn the_largest_file_that_may_hold_a_symbol_is_named() {
    let filler = "# filler\n".repeat(10);
    let large = |size: usize| format!("def needle(): pass\n{}", filler.repeat(size / filler.len()));
    let directory = project(&[("large.py", &large(6_500_000)), ("larger.py", &large(7_000_000))]);
    let text = ask::text(directory.path(), "find_callers", json!({ "symbol": "needle" }));
    assert!(text.contains("larger.py (7000 kB) may define it"), "{text}");
}

/// Python's grammar looks past all comments of a row at each of them.
#[test]
fn very_many_comment_lines_are_read() {
    let language = registry().by_name("python").expect("a known language");
    for end in ["\n", "\r\n"] {
        let comment = format!("# {}{end}", "a comment of some length ".repeat(3));
        let inner = format!("    {comment}");
        let text = format!(
            "{}def first():{end}{}    return 1{end}{}def last():{end}    pass{end}",
            comment.repeat(10_000),
            inner.repeat(10_000),
            comment.repeat(10_000)
        );
        let outline = outline(&text, language);
        assert_eq!(outline.gaps, []);
        let found: Vec<(&str, usize, usize)> = outline
            .symbols
            .iter()
            .map(|symbol| (symbol.name.as_str(), symbol.line, symbol.lines.end))
            .collect();
        assert_eq!(found, [("first", 10_001, 20_002), ("last", 30_003, 30_004)]);
    }
}

#[test]
fn ambiguity_without_end_takes_bounded_memory() {
    let text = format!("int x = {};\n", "a<".repeat(500_000));
    let directory = project(&[("a.cpp", &text)]);
    let map = run(directory.path(), &["map", "."]);
    assert!(
        map.stdout.contains(&OutlineGap::NotParsed.to_string()),
        "{}{}",
        map.stdout,
        map.stderr
    );
}

/// Each fence opens a block within a thousand others.
#[test]
fn fences_in_very_many_quotes_take_bounded_memory() {
    let text = format!("{}```\n", "> ".repeat(1_000)).repeat(2_000);
    let markdown = registry().by_name("markdown").expect("a known language");
    assert!(parse(&text, markdown).is_none());
    assert!(parse(&text[..text.len() / 20], markdown).is_some());
}

/// At the end of such a text its readings are copied, each as a whole.
#[cfg(target_os = "linux")]
#[test]
fn many_readings_of_a_text_to_its_end_take_bounded_memory() {
    for (name, unit) in [("a.erl", "a => "), ("a.r", "a => "), ("a.cs", "template<")] {
        let directory = project(&[(name, &unit.repeat(40_000))]);
        let output = run(directory.path(), &["map", name]);
        assert!(output.stdout.contains("not parsed"), "{name}: {output:?}");
    }
}

/// A directive in a list is an error from which the parser keeps some levels for each element.
#[test]
fn a_table_with_macros_in_it_is_read() {
    let directives = "#define POISON(width) ((width) == W ? (7 << 3) : 0)\n\
        #define TWICE(width, op) \\\n{ \\\n\t\"a\" #op \" = \" #op, \\\n\
        \t.u.all = { LOAD(R5, (op) | POISON(width)) }, \\\n\t{ { 0, op } }, \\\n}\n";
    let element = "\t{\n\t\t\"a\",\n\t\t.u.all = {\n\t\t\tSTORE(W, R1, -40, 2),\n\t\t},\n\
        \t\tPLAIN,\n\t\t{ },\n\t\t{ { 0, 1 } },\n\t\t.depth = 40,\n\t},\n";
    let text = format!(
        "static struct test tests[] = {{\n{directives}{}}};\nint last(void) {{ return 1; }}\n",
        element.repeat(290)
    );
    let outline = outline(&text, registry().by_name("c").expect("a known language"));
    assert_eq!(outline.gaps, []);
    assert!(outline.symbols.iter().any(|symbol| symbol.name == "last"));
}

/// Errors on very many lines are not looked through at each of them.
///
/// At each error the parser looks through its whole stack, here of one level for each line.
#[cfg(target_os = "linux")]
#[test]
fn errors_on_many_lines_take_linear_work() {
    let language = registry().by_name("haskell").expect("a known language");
    let outline = outline(&"// x\n".repeat(60_000), language);
    assert_eq!(outline.gaps, [OutlineGap::NotParsed]);
}

/// Errors in a grammar that compares all that it has read at each of them take bounded work: in one
/// text they are too dense to be of the language, in the other what is read of it is cut.
#[test]
fn errors_at_which_all_is_compared_take_bounded_work() {
    let language = registry().by_name("gleam").expect("a known language");
    let healthy = "pub fn f(a) { a }\n";
    let dense = healthy.repeat(100) + &"def f(a)\n".repeat(40_000);
    assert_eq!(outline(&dense, language).gaps, [OutlineGap::NotParsed]);
    let sparse = (healthy.repeat(10) + "def f(a)\n").repeat(3_000);
    let of = sparse.len() as u64;
    let gaps = outline(&sparse, language).gaps;
    assert!(
        matches!(gaps[..], [OutlineGap::ParsedBytes { parsed: 60_000..=65_536, of: all }] if all == of),
        "{gaps:?}"
    );
    assert!(gaps[0].to_string().contains("first 63 KB of 554 KB"), "{}", gaps[0]);
    assert_eq!(outline(&healthy.repeat(3_000), language).gaps, []);
}

/// Very many children in a nest are not each looked up along it.
///
/// Of a child in a nest of invisible nodes the parser's library looks for the field along the nest.
#[test]
fn nested_children_take_bounded_lookups() {
    let language = registry().by_name("swift").expect("a known language");
    // Looked up along the nest, these would take an hour.
    assert!(outline(&"a?".repeat(600_000), language).symbols.is_empty());
}

/// Answers carry the signature of the function around each use.
#[test]
fn a_signature_without_end_is_cut() {
    let language = registry().by_name("c").expect("a known language");
    let text = format!("int a({}int last) {{ return 1; }}\n", "int x, ".repeat(10_000));
    let outline = outline(&text, language);
    assert!(outline.symbols[0].signature.ends_with('…'), "{}", outline.symbols[0].signature.len());
}

/// Where the limit of what is read falls into a character, the parser must not ask for the rest.
#[test]
fn a_limit_within_a_character_is_survived() {
    for (language, character) in
        [("scala", '\u{2028}'), ("scala", '\u{feff}'), ("dart", '\u{2028}')]
    {
        let language = registry().by_name(language).expect("a known language");
        for before in ["", "a", "ab"] {
            let text = format!("{before}{}", String::from(character).repeat(33_333));
            assert_eq!(outline(&text, language).gaps, [OutlineGap::NotParsed]);
        }
    }
}

#[test]
fn a_node_with_very_many_children_is_looked_through_once() {
    let text = format!("{}int last(void) {{ return 1; }}\n", ";".repeat(100_000));
    let outline = outline(&text, registry().by_name("c").expect("a known language"));
    assert_eq!(
        outline.symbols.iter().map(|symbol| symbol.name.as_str()).collect::<Vec<_>>(),
        ["last"]
    );
}

#[test]
fn a_parse_that_nobody_waits_for_stops() {
    let language = registry().by_name("rust").expect("a known language");
    let text = "fn a() {}\n".repeat(10_000);
    let cancel = Cancel::default();
    assert!(cancel.scope(|| parse(&text, language)).is_some());
    cancel.cancel();
    assert!(cancel.scope(|| parse(&text, language)).is_none());
    assert!(parse(&text, language).is_some(), "outside of its scope the flag means nothing");
}

#[test]
fn patterns_of_code_are_bounded() {
    let directory = project(&[("a.rs", "fn f() { g(1) }\n")]);
    let check = |pattern: &str| {
        let arguments = json!({ "pattern": pattern, "syntax": "ast", "language": "rust" });
        let error = ask::error(directory.path(), "grep", arguments);
        assert!(error.contains("the pattern is too large"), "{error}");
    };
    check(&"(".repeat(10_000));
    check(&format!("{}a{}", "(".repeat(4_000), ")".repeat(4_000)));
    check(&format!("{}a", "!".repeat(4_000)));
    check(&format!("f({})", "a, ".repeat(3_000)));
    // As large as is read.
    let long = json!({ "pattern": format!("g({})", "1, ".repeat(900)), "syntax": "ast", "language": "rust" });
    assert!(ask::text(directory.path(), "grep", long).contains("0 matches"));
}

/// A grammar is tried only if a file has its language, and until nobody waits for it.
#[test]
fn patterns_of_code_are_compiled_for_the_languages_of_the_files() {
    let directory = project(&[("a.py", "def f(): pass\n"), ("notes.md", "f()\n")]);
    let ask = |pattern: &str| json!({ "pattern": pattern, "syntax": "ast" });
    let error = ask::error(directory.path(), "grep", ask("fn $F($$$A) { $$$B }"));
    assert!(error.contains("not valid Python"), "{error}");
    let answer = ask::text(directory.path(), "grep", ask("g($X)"));
    assert!(answer.contains("the pattern was read as call (python)\n"), "{answer}");
    let none = project(&[("notes.md", "f()\n")]);
    let answer = ask::text(none.path(), "grep", ask("g($X)"));
    assert!(answer.contains("0 matches") && !answer.contains("read as"), "{answer}");
}

/// Each of the nodes is found on the line that all are on.
#[test]
fn very_many_nodes_on_one_line_share_its_text() {
    let text = format!("{}/*{}*/", "function f(){}".repeat(4_000), "x".repeat(1_200_000));
    let directory = project(&[("a.js", &text)]);
    let found = run(directory.path(), &["query", "function $A() {}"]);
    assert!(found.stdout.contains("4,000 matches"), "{}", found.stderr);
}

/// If each place of a patch looked back for the beginning of its line, this would not end.
#[test]
fn very_many_patched_places_on_one_line_are_looked_at_once() {
    let directory = project(&[("a.scss", &"helper { &".repeat(400_000))]);
    let found = run(directory.path(), &["search", "helper"]);
    assert!(found.stdout.contains("a.scss"), "{}{}", found.stdout, found.stderr);
}

/// If each type looked for the modules before it, this would not end.
#[test]
fn very_many_types_of_a_file_are_reported() {
    let types: String = (0..30_000).map(|number| format!("type T{number} {{ a: B }}\n")).collect();
    let directory = project(&[("a.graphql", &types)]);
    let found = run(directory.path(), &["report", "a.graphql", "--max-tokens", "2000"]);
    assert!(found.stdout.contains("T29999") || found.stdout.contains("30,000"), "{}", found.stdout);
}

/// If each use were resolved to each of the members of its name, this would not end.
#[test]
fn a_member_of_very_many_types_is_no_guess_for_each_of_its_uses() {
    let class = |number: usize| {
        format!(
            "class C{number}:\n    def run(self, x):\n        return self.run(x) + x.run(y.run(z))\n"
        )
    };
    let directory = project(&[("a.py", &(0..8_000).map(class).collect::<String>())]);
    let found = run(directory.path(), &["callers", "C5000.run"]);
    assert!(found.stdout.contains("C5000.run: return self.run(x)"), "{}", found.stdout);
    assert!(found.stdout.contains("unresolved: a.py:3"), "{}", found.stdout);
}

#[test]
fn an_expression_with_very_many_states_is_not_tried_on_long_lines() {
    let directory = project(&[("long.txt", &"a".repeat(1_000_000)), ("short.txt", "b\n")]);
    let answer = ask::value(directory.path(), "grep", json!({ "pattern": "a{100000}|b" }));
    assert_eq!(answer["results"][0]["file"], "short.txt", "{answer}");
    assert_eq!(answer["left_out"][0]["reason"], "too_complex", "{answer}");
    let light = ask::value(directory.path(), "grep", json!({ "pattern": "a{20}" }));
    assert_eq!(light["results"][0]["file"], "long.txt", "{light}");
}

/// If each type looked through those of its file for what is above it, this would not end.
#[test]
fn very_many_types_in_one_chain_are_each_looked_up_by_name() {
    let class = |number: usize| {
        format!("class C{number}(C{}):\n    def run(self): self.run()\n", (number + 1) % 10_000)
    };
    let directory = project(&[("a.py", &(0..10_000).map(class).collect::<String>())]);
    let found = run(directory.path(), &["callers", "C5000.run"]);
    assert!(found.stdout.contains("65 callers"), "{}{}", found.stdout, found.stderr);
}

/// If what is above a type were looked for anew for each call, or each definition of a name were
/// compared with each, these would not end.
#[test]
fn types_that_are_above_each_other_are_followed_once_for_all_calls() {
    let go = |number: usize| {
        let (next, far) = ((number + 1) % 900, number * 5 % 900);
        format!(
            "type S{number} struct {{ S{next}; *S{far} }}\nfunc (s S{number}) helper() {{ s.S{next}.helper() }}\n"
        )
    };
    let java = |number: usize| {
        let (next, far) = ((number + 1) % 900, number * 3 % 900);
        format!(
            "class C{number} extends C{next} implements I{number} {{ void helper() {{ super.helper(); C{far} x; x.helper(); }} }}\ninterface I{number} extends I{far} {{}}\n"
        )
    };
    let cpp = |number: usize| {
        let (next, far) = ((number + 1) % 200, number * 3 % 200);
        format!(
            "namespace n{number} {{ using namespace n{next}; using namespace n{far}; struct A : n{next}::A {{ void helper() {{ A::helper(); n{far}::helper(); }} }}; void helper(); }}\n"
        )
    };
    for (name, text) in [
        ("a.go", format!("package a\n{}", (0..900).map(go).collect::<String>())),
        ("A.java", (0..900).map(java).collect()),
        ("a.cpp", (0..200).map(cpp).collect()),
    ] {
        let directory = project(&[(name, text.as_str())]);
        for question in ["callees", "callers"] {
            let found = run(directory.path(), &[question, "helper"]);
            assert!(found.stdout.contains("helper"), "{name}: {}{}", found.stdout, found.stderr);
        }
    }
}

/// Each interface requires the method through those that it embeds, and each type has it.
#[test]
fn very_many_interfaces_of_one_method_are_not_compared_with_all_types_without_end() {
    let file = |count: usize| {
        let interface = |number: usize| {
            let (next, far) = ((number + 1) % count, number * 3 % count);
            format!(
                "type I{number} interface {{ I{next}; I{far}; helper() }}\ntype S{number} struct{{}}\nfunc (s S{number}) helper(){{}}\n"
            )
        };
        format!("package a\n{}", (0..count).map(interface).collect::<String>())
    };
    let few = project(&[("a.go", file(30).as_str())]);
    let all = run(few.path(), &["implementations", "I29.helper"]).stdout;
    assert!(all.contains("30 implementations"), "{all}");
    let very_many = project(&[("a.go", file(1_000).as_str())]);
    let found = run(very_many.path(), &["implementations", "helper"]);
    assert!(found.stdout.contains("func (s S0) helper()"), "{}{}", found.stdout, found.stderr);
}

/// The line is one piece for the tokenizer, and would be merged byte by byte.
#[test]
fn a_line_that_no_budget_holds_is_not_counted() {
    let directory = project(&[("a.txt", &"a".repeat(3_000_000))]);
    for format in ["outline", "json", "xml", "markdown"] {
        let cancel = Cancel::cancelled_at_check(usize::MAX);
        let arguments = json!({ "targets": ["a.txt:1"], "format": format });
        let answer = cancel::render(directory.path(), "extract", &arguments, &cancel);
        let answer = answer.expect("it is not cancelled");
        assert!(answer.text.contains("a.txt"), "{}", answer.text);
        assert!(cancel.checks() < 100, "{format}: {} checks", cancel.checks());
    }
}

#[test]
fn very_many_definitions_of_a_name_are_not_each_compared_with_all() {
    let directory = project(&[
        ("a.fs", &"let target x = target y\n".repeat(25_000)),
        ("a.py", &"def other(): pass\n".repeat(2_000)),
    ]);
    let account = |name: &str| {
        let arguments = json!({ "symbol": name, "maxResults": 1, "wait": 0 });
        ask::value(directory.path(), "find_references", arguments)["account"].clone()
    };
    let lines = account("target");
    assert_eq!(lines["occurrences"], 50_000, "{lines}");
    // Of the definitions in one scope, only the first are the target's.
    let grammar = account("other");
    assert_eq!((&grammar["occurrences"], &grammar["definitions"]), (&json!(2_000), &json!(1_000)));
}

/// So many lines are few for a log, and more than could each be compared with all others.
#[test]
fn a_trace_of_very_many_lines_is_cut() {
    let traced = |code: &str, lines: usize| {
        let directory = project(&[("a.py", code)]);
        let trace: String = (1..=lines).map(|line| format!("at f (a.py:{line})\n")).collect();
        ask::value(directory.path(), "extract", json!({ "targets": trace, "maxTokens": 2_000 }))
    };
    let answer = traced("def f(): pass\n", 60_000);
    let note = "50000 more places in the text were not looked up";
    assert!(answer["evidence"].to_string().contains(note), "{}", answer["evidence"]);
    // All lines of a function are asked for, so that none of its blocks needs to be looked for.
    let answer = traced(&format!("def f():\n{}", "    x = 1\n".repeat(9_000)), 9_001);
    assert_eq!(answer["more"][0]["lines"], json!([1, 9_001]), "{answer}");
}

/// The end of the class is found by its braces, behind a declaration that begins before it.
#[test]
fn definitions_of_broken_code_lie_in_those_around_them() {
    let text = "template <typename T>\nclass Shape {\npublic:\nqqq  Shape(int a) : a_(a), b_{0} { helper(); }\n  explicit\u{11} Shape();\n};\n";
    let outline = outline(text, registry().by_name("cpp").expect("a known language"));
    assert!(outline.symbols.iter().any(|symbol| symbol.parent.is_some()));
    for symbol in &outline.symbols {
        let Some(parent) = symbol.parent.map(|parent| &outline.symbols[parent].bytes) else {
            continue;
        };
        assert!(parent.start <= symbol.bytes.start && symbol.bytes.end <= parent.end, "{symbol:?}");
    }
}

#[test]
fn signs_in_front_of_a_word_are_no_depth() {
    let project = project(&[("a.py", "def page():\n    pass\n")]);
    for signs in ["+", "-", "+-", "NOT "] {
        // Of an even number of signs that exclude, nothing is left.
        let query = format!("{}page", signs.repeat(2 * (4_900 / signs.len())));
        let arguments = json!({ "query": query, "path": "." });
        let text = ask::text(project.path(), "search", arguments);
        assert!(text.contains("a.py:1"), "{signs}: {text}");
    }
}

/// Imports of a map are read from the text, also where it is no code.
#[test]
fn lists_in_lists_of_imports_end_no_process() {
    for (ending, opening, code) in
        [("rs", "use", "pub fn fine() {}"), ("ts", "import", "export function fine() {}")]
    {
        let text = format!("/*\n{opening} {}\n*/\n{code}\n", "{".repeat(200_000));
        let directory =
            project(&[(&format!("x/a.{ending}"), &text), (&format!("y/a.{ending}"), &text)]);
        let map = run(directory.path(), &["map", "."]);
        assert!(map.status == 0 && map.stdout.contains("fine"), "{}{}", map.stdout, map.stderr);
    }
}

/// Each beginning of a name would be looked up around each part of another, for each import.
#[test]
fn names_of_very_many_parts_take_bounded_work_in_a_map() {
    let long = vec!["a"; 3_000].join(".");
    let imports: String = (0..60).map(|number| format!("using q{number}.b;\n")).collect();
    let text = format!("{imports}namespace {long} {{}}\nclass Fine {{}}\n");
    let directory = project(&[("x/a.cs", &text), ("y/b.cs", &text)]);
    let map = run(directory.path(), &["map", "."]);
    assert!(map.stdout.contains("a.cs"), "{}{}", map.stdout, map.stderr);
}

#[test]
fn paths_of_very_many_names_end_no_process() {
    let path = vec!["a"; 60_000].join(".");
    let text = format!(
        "import {path}.C;\nclass A {{ void f() {{ C.g(); helper(); }} }}\nclass B {{ void helper() {{}} }}\n"
    );
    let within = "struct A::A { void helper() { f(); } };\n";
    let directory = project(&[("A.java", &text), ("a.cpp", within)]);
    let found = run(directory.path(), &["callers", "B.helper"]);
    assert!(found.stdout.contains("helper"), "{}{}", found.stdout, found.stderr);
    let found = run(directory.path(), &["report", "a.cpp"]);
    assert!(found.stdout.contains("helper"), "{}{}", found.stdout, found.stderr);
}

/// If the lines of each error, or the ends of what may be a macro's, were looked for from each
/// place, this would not end.
#[test]
fn very_many_broken_places_are_each_mended_once() {
    let language = registry().by_name("cpp").expect("a known language");
    let line = "x ) LIB_API ~A( = {}) , __restrict p ->* q ; A_B x< A_B y(( ";
    for text in [
        format!("int f() {{ {} }}\nint g();\n", line.repeat(3_000)),
        (0..3_000).map(|n| format!("LIB_API ~A{n}( ;\nvoid f{n}(Foo* own x = {{}});\n")).collect(),
        format!("{}> y;\n", "A_B x<\n".repeat(60_000)),
        format!("{}));\n", "x A_B((y\n".repeat(60_000)),
        format!("{}) {{ }}\n", " for_each(x\n".repeat(60_000)),
    ] {
        let outline = outline(&text, language);
        assert!(outline.gaps.len() < 2, "{:?}", outline.gaps);
    }
}
