//! `map_code` on small projects: what each parameter changes, what is left out and said so, what
//! bad input comes to.

use crate::support::cli::run;
use crate::support::mcp::McpClient;
use crate::support::{project, write};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tempfile::TempDir;

fn shop() -> TempDir {
    project(&[
        ("Cargo.toml", "[package]\nname = \"shop\"\nversion = \"1.2.3\"\n"),
        ("README.md", "# Shop\n\nStart with `Order`.\n"),
        ("src/lib.rs", "pub mod order;\npub mod store;\npub use order::Order;\n"),
        (
            "src/order.rs",
            "/// What a customer wants.\npub struct Order { pub items: Vec<Item> }\npub struct Item;\nimpl Order {\n    /// The sum.\n    \
             pub fn total(&self) -> u64 { helper() }\n}\nfn helper() -> u64 { 1 }\n",
        ),
        (
            "src/store/mod.rs",
            "use crate::order::Order;\npub trait Store { fn put(&mut self, order: Order); }\n",
        ),
        ("src/store/memory.rs", "pub struct Memory;\n"),
        ("web/app.ts", "export class App { start(): void {} }\n"),
        ("tests/order.rs", "#[test]\nfn totals() {}\n"),
    ])
}

fn map(directory: &TempDir, arguments: &[&str]) -> String {
    let run = run(directory.path(), &[&["map"], arguments].concat());
    assert_eq!(run.status, 0, "{run:?}");
    run.stdout
}

fn json_map(directory: &TempDir, arguments: &[&str]) -> Value {
    serde_json::from_str(&map(directory, &[&["--json"], arguments].concat())).expect("JSON")
}

/// Every file and symbol of a tree, flat: path → names.
fn flatten(tree: &Value, into: &mut BTreeMap<String, Vec<String>>) {
    fn symbols(list: &Value, names: &mut Vec<String>) {
        for symbol in list.as_array().into_iter().flatten() {
            names.push(symbol["name"].as_str().expect("a name").to_owned());
            symbols(&symbol["children"], names);
        }
    }
    for entry in tree.as_array().into_iter().flatten() {
        if entry["type"] == "file" {
            let mut names = Vec::new();
            symbols(&entry["symbols"], &mut names);
            into.insert(entry["path"].as_str().expect("a path").to_owned(), names);
        }
        flatten(&entry["children"], into);
    }
}

fn files(value: &Value) -> BTreeMap<String, Vec<String>> {
    let mut files = BTreeMap::new();
    flatten(&value["tree"], &mut files);
    files
}

#[test]
fn a_small_project_is_shown_whole() {
    let shop = shop();
    let text = map(&shop, &[]);
    for part in [
        "shop 1.2.3: ",
        "entry: src/lib.rs",
        "build: cargo build · test: cargo test",
        "src/\n",
        "  order.rs\n",
        "    pub struct Order\n",
        "    impl Order\n      pub fn total(&self) -> u64\n",
        "  store/\n",
        "      pub trait Store\n        fn put(&mut self, order: Order)\n",
        "web/\n  app.ts\n    export class App\n      start(): void\n",
        "left out: 1 test\n",
    ] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    assert!(!text.contains("totals"), "tests are left out\n{text}");
    assert!(text.trim_end().ends_with(" tokens]"), "{text}");
}

#[test]
fn json_has_the_fields_of_the_contract() {
    let value = json_map(&shop(), &[]);
    assert_eq!(value["root"], ".");
    assert_eq!(value["shown_files"], value["total_files"]);
    assert_eq!(value["shown_symbols"], value["total_symbols"]);
    assert_eq!(value["total_tokens"], value["tokens_used"]);
    assert_eq!(
        value["left_out"],
        json!([{ "reason": "test", "rule": null, "file": null, "count": 1 }])
    );
    let src = value["tree"]
        .as_array()
        .expect("a tree")
        .iter()
        .find(|entry| entry["path"] == "src")
        .expect("src");
    assert_eq!(src["type"], "directory");
    let order = src["children"]
        .as_array()
        .expect("children")
        .iter()
        .find(|entry| entry["path"] == "src/order.rs");
    let order = order.expect("src/order.rs");
    assert_eq!(
        (&order["type"], &order["lines"], &order["language"]),
        (&json!("file"), &json!(8), &json!("rust"))
    );
    assert_eq!(
        order["symbols"][2],
        json!({
            "name": "Order", "kind": "impl", "signature": "impl Order", "node_type": "impl_item", "line": 4, "end_line": 7,
            "visibility": null, "doc": null,
            "children": [{
                "name": "total", "kind": "method", "signature": "pub fn total(&self) -> u64", "node_type": "function_item",
                "line": 6, "end_line": 6, "visibility": "public", "doc": "The sum.",
            }],
        })
    );
}

#[test]
fn each_parameter_changes_the_map() {
    let shop = shop();
    let whole = files(&json_map(&shop, &[]));
    assert!(whole.contains_key("src/store/memory.rs"));

    let one = files(&json_map(&shop, &["src/store"]));
    assert_eq!(one.keys().collect::<Vec<_>>(), ["src/store/memory.rs", "src/store/mod.rs"]);
    let two = files(&json_map(&shop, &["src/store", "web/app.ts"]));
    assert_eq!(two.len(), 3);

    let shallow = json_map(&shop, &["-d", "1"]);
    assert!(!files(&shallow).keys().any(|path| path.contains('/')), "{shallow}");
    let src = shallow["tree"]
        .as_array()
        .expect("a tree")
        .iter()
        .find(|entry| entry["path"] == "src")
        .expect("src");
    assert_eq!(src["more_files"], 4, "what lies deeper is counted");

    let names = map(&shop, &["--detail", "files"]);
    assert!(names.contains("order.rs (8 lines)") && !names.contains("pub struct"), "{names}");
    let full = map(&shop, &["--detail", "full"]);
    assert!(full.contains("/// What a customer wants.\n"), "{full}");
    assert!(!map(&shop, &[]).contains("What a customer wants"));

    let rust = files(&json_map(&shop, &["-l", "rust"]));
    assert!(rust.keys().all(|path| path.ends_with(".rs")), "{rust:?}");
    let ignored = files(&json_map(&shop, &["-i", "store", "-i", "*.ts"]));
    assert!(
        !ignored.keys().any(|path| path.contains("store") || path.ends_with(".ts")),
        "{ignored:?}"
    );
    let tests = files(&json_map(&shop, &["--allow-tests"]));
    assert_eq!(tests["tests/order.rs"], ["totals"]);

    assert!(map(&shop, &["-o", "markdown"]).starts_with("# Codebase Structure\n"));
    assert!(map(&shop, &["-o", "xml"]).starts_with("<?xml"));
    let small = map(&shop, &["--max-tokens", "100"]);
    assert!(small.len() < map(&shop, &[]).len() && small.contains(" of "), "{small}");
}

#[test]
fn focus_brings_forward_what_it_names() {
    let many: Vec<(String, String)> = (0..200)
        .map(|at| {
            (
                format!("src/part{at:03}.rs"),
                format!("pub struct Part{at:03};\npub fn make_part{at:03}() {{}}\n"),
            )
        })
        .collect();
    let many: Vec<(&str, &str)> =
        many.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let directory = project(&many);
    let plain = map(&directory, &["--max-tokens", "300"]);
    assert!(!plain.contains("make_part177"), "{plain}");
    for focus in ["make_part177", "part177", "src/part177.rs"] {
        let focused = map(&directory, &["--max-tokens", "300", "--focus", focus]);
        assert!(focused.contains("make_part177"), "{focus}\n{focused}");
    }
}

#[test]
fn an_ignore_rule_that_leaves_nothing_is_named() {
    let directory = project(&[
        (".git/HEAD", "ref: refs/heads/main\n"),
        (".gitignore", "/*\n"),
        ("kernel/fork.c", "int fork(void) { return 0; }\n"),
    ]);
    let run = run(directory.path(), &["map"]);
    assert_eq!(run.status, 1, "nothing was found: {run:?}");
    assert!(run.stdout.contains("`/*`") && run.stdout.contains(".gitignore"), "{run:?}");
    let named = map(&directory, &["kernel"]);
    assert!(named.contains("int fork(void)"), "a path that is named is taken: {named}");
}

/// Files without a language stand by their names and bad files are counted.
#[test]
fn files_without_language_or_readable_text() {
    let directory = project(&[("notes.zzz", "one\ntwo\n"), ("src/a.py", "def run(): pass\n")]);
    std::fs::write(directory.path().join("image.bin"), [0u8, 159, 146, 150, 0]).expect("a file");
    std::fs::write(directory.path().join("src/b.py"), [b'd', b'e', b'f', 0, 1, 2]).expect("a file");
    std::fs::write(
        directory.path().join("wide.py"),
        b"\xff\xfed\0e\0f\0 \0w\0i\0d\0e\0(\0)\0:\0 \0p\0a\0s\0s\0\n\0",
    )
    .expect("a file");
    let value = json_map(&directory, &[]);
    let found = files(&value);
    assert_eq!(found["wide.py"], ["wide"], "UTF-16 is read");
    assert_eq!(found["src/a.py"], ["run"]);
    assert_eq!(found["notes.zzz"], [""; 0]);
    assert!(!found.contains_key("image.bin"));
    let binary: u64 = value["left_out"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|row| row["reason"] == "binary")
        .filter_map(|row| row["count"].as_u64())
        .sum();
    assert_eq!(binary, 2, "{value}");
}

#[test]
fn mapping_twice_gives_the_same_bytes_and_an_edit_shows_at_once() {
    let shop = shop();
    let mut client = McpClient::serve(shop.path());
    let first = client.text("map_code", json!({ "path": "." }));
    assert_eq!(first, client.text("map_code", json!({ "path": "." })));
    write(shop.path(), "src/order.rs", "pub struct Renamed;\n");
    write(shop.path(), "src/brand_new.rs", "pub fn fresh() {}\n");
    let second = client.text("map_code", json!({ "path": "." }));
    assert!(
        second.contains("pub struct Renamed")
            && second.contains("pub fn fresh()")
            && !second.contains("pub struct Order"),
        "{second}"
    );
    std::fs::remove_file(shop.path().join("src/brand_new.rs")).expect("it was there");
    assert!(!client.text("map_code", json!({ "path": "." })).contains("fresh"));
}

#[test]
fn bad_arguments_say_what_is_accepted() {
    let shop = shop();
    let mut client = McpClient::serve(shop.path());
    let mut check = |arguments: Value, parts: &[&str]| {
        let error = client.error("map_code", arguments.clone());
        for part in parts {
            assert!(error.contains(part), "{arguments} gave {error:?}, without {part:?}");
        }
        assert!(error.lines().count() <= 3, "{error}");
    };
    check(json!({ "path": "no/such" }), &["no/such", "does not exist"]);
    check(json!({ "path": "../outside" }), &["outside"]);
    check(json!({ "path": "/etc" }), &["/etc"]);
    check(json!({ "path": ".", "language": "klingon" }), &["klingon", "languages"]);
    check(json!({ "path": ".", "detail": "everything" }), &["files", "signatures", "full"]);
    check(json!({ "path": ".", "ignore": ["(a|b)+.*$["] }), &["glob"]);
    check(json!({ "path": ".", "dept": 2 }), &["dept", "depth"]);
    check(json!({}), &["path"]);
}

#[test]
fn an_empty_project_and_a_deep_one_are_answers() {
    let empty = project(&[]);
    let run = run(empty.path(), &["map"]);
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("0 files"), "{run:?}");

    let deep = "d/".repeat(60) + "leaf.py";
    let directory = project(&[(deep.as_str(), "def leaf(): pass\n")]);
    assert!(map(&directory, &[]).contains("def leaf()"));
    let nested = format!("{}x{}\n", "(".repeat(20_000), ")".repeat(20_000));
    let directory = project(&[("deep.py", nested.as_str()), ("good.py", "def good(): pass\n")]);
    assert!(map(&directory, &[]).contains("def good()"));
}

/// A project of layers: everything uses `core`, and the scripts use nothing that others do.
fn layers() -> TempDir {
    project(&[
        ("pyproject.toml", "[project]\nname = \"layers\"\n"),
        (
            "app/main.py",
            "from core.engine import Engine\n\ndef start():\n    return Engine().turn_over()\n",
        ),
        (
            "app/page.py",
            "from core.engine import Engine\n\ndef page(engine: Engine):\n    return engine.turn_over()\n",
        ),
        (
            "core/engine.py",
            "class Engine:\n    def turn_over(self):\n        pass\n\n    def unused_detail(self):\n        pass\n",
        ),
        ("scripts/release.py", "class Releaser:\n    def publish_all(self):\n        pass\n"),
    ])
}

#[test]
fn used_code_comes_first_and_scripts_last() {
    let text = map(&layers(), &[]);
    let place =
        |line: &str| text.find(line).unwrap_or_else(|| panic!("{line:?} is missing in\n{text}"));
    assert!(place("\ncore/") < place("\napp/"), "{text}");
    assert!(place("\napp/") < place("\nscripts/"), "{text}");
}

#[test]
fn a_map_tells_which_part_uses_which_and_draws_it() {
    let layers = layers();
    assert!(map(&layers, &[]).contains("parts: core · app → core\n"), "{}", map(&layers, &[]));
    let value = json_map(&layers, &[]);
    assert_eq!(
        value["components"],
        json!([{ "path": "core", "files": 1, "uses": [] }, { "path": "app", "files": 2, "uses": ["core"] }])
    );
    let drawn = map(&layers, &["--format", "mermaid"]);
    assert!(drawn.starts_with("flowchart LR\n") && drawn.contains("n1 --> n0"), "{drawn}");
    let drawn = map(&layers, &["--format", "dot"]);
    assert!(drawn.contains("digraph") && drawn.contains("n1 -> n0"), "{drawn}");
}

#[test]
fn names_that_two_parts_have_in_common_are_no_dependency() {
    let common = "class Settings:\n    pass\n\ndef apply_settings():\n    return Settings()\n";
    let directory = project(&[
        ("pyproject.toml", "[project]\nname = \"parts\"\n"),
        ("left/one.py", common),
        ("left/two.py", "from left.one import Settings\n\nclass LeftHand:\n    pass\n"),
        ("right/far.py", "def grasp(LeftHand):\n    return LeftHand\n"),
        ("right/near.py", "class RightHand:\n    pass\n"),
    ]);
    let value = json_map(&directory, &[]);
    let uses = value["components"].as_array().expect("components").iter().map(|part| &part["uses"]);
    assert!(uses.clone().count() == 2 && uses.clone().all(|uses| *uses == json!([])), "{value}");
}

#[test]
fn a_workspace_tells_its_packages_as_the_manifests_do() {
    let manifest = |name: &str, rest: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\n{rest}")
    };
    let (shop, stock) = (
        manifest("shop", "[dependencies]\nstock-core = { path = \"../stock\" }\nserde = \"1\"\n"),
        manifest("stock-core", "[dev-dependencies]\nshop = { path = \"../shop\" }\n"),
    );
    let directory = project(&[
        ("Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\n"),
        ("crates/shop/Cargo.toml", &shop),
        ("crates/shop/src/lib.rs", "pub struct Shop;\n"),
        ("crates/stock/Cargo.toml", &stock),
        ("crates/stock/src/lib.rs", "pub struct Stock;\n"),
    ]);
    let text = map(&directory, &[]);
    assert!(text.contains("packages: stock · shop → stock\n"), "{text}");
    let drawn = map(&directory, &["--format", "dot"]);
    assert_eq!(drawn.matches("->").count(), 1, "{drawn}");
}

#[test]
fn the_header_names_where_tests_stand_and_what_a_manifest_starts() {
    let project = project(&[
        (
            "pyproject.toml",
            "[project]\nname = \"shop\"\n[project.scripts]\nshop = \"shop.tools.main:run\"\n",
        ),
        ("shop/__init__.py", "def one():\n    pass\n"),
        ("shop/tools/main.py", "def run():\n    pass\n"),
        ("tests/unit/test_shop.py", "def test_one():\n    pass\n"),
        ("tests/test_run.py", "def test_run():\n    pass\n"),
    ]);
    let text = map(&project, &[]);
    assert!(text.contains("entry: shop/tools/main.py, shop/__init__.py\n"), "{text}");
    assert!(text.contains("tests: tests (2)\n"), "{text}");
    let value = json_map(&project, &[]);
    assert_eq!(value["project"]["test_directories"], json!([{ "path": "tests", "files": 2 }]));
}

#[test]
fn programs_are_named_where_not_all_packages_fit() {
    let mut files: Vec<(String, String)> = (0..20)
        .map(|at| (format!("lib{at}"), if at == 0 { "" } else { "lib0 = '1'\n" }))
        .map(|(name, depends)| {
            (
                format!("{name}/Cargo.toml"),
                format!("[package]\nname = '{name}'\n[dependencies]\n{depends}"),
            )
        })
        .collect();
    let all: String = (1..20).map(|at| format!("lib{at} = '1'\n")).collect();
    files.push((
        "tool/Cargo.toml".into(),
        format!("[package]\nname = 'tool'\n[dependencies]\n{all}"),
    ));
    files.extend(
        (0..20).map(|at| (format!("lib{at}/src/lib.rs"), format!("pub fn f{at}() {{}}\n"))),
    );
    files.push(("tool/src/main.rs".into(), "fn main() {}\n".into()));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let text = map(&project(&files), &[]);
    let line = text.lines().find(|line| line.starts_with("packages: ")).expect("packages");
    assert!(line.contains("tool → "), "{line}");
}

#[test]
fn a_small_map_names_fewer_parts_and_counts_the_rest() {
    let files: Vec<(String, String)> = (0..20)
        .map(|part| (format!("part{part:02}/code.py"), format!("class Part{part:02}:\n    pass\n")))
        .collect();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let directory =
        project(&[&[("pyproject.toml", "[project]\nname = \"x\"\n")][..], &files].concat());
    assert!(map(&directory, &["--max-tokens", "1000"]).contains(" · +16\n"));
    assert!(map(&directory, &[]).contains(" · +6\n"));
}

#[test]
fn file_local_definitions_get_no_users() {
    let mut files = vec![
        ("src/list.h".to_owned(), "struct item_list { int size; };\n".to_owned()),
        (
            "src/keep.c".to_owned(),
            "struct flag_words { int size; };\nstatic int keep_all(void) { return 1; }\n"
                .to_owned(),
        ),
    ];
    files.extend((0..30).map(|at| {
        let text = format!(
            "#include \"list.h\"\nint use_{at:02}(struct item_list *flag_words) {{ return 0; }}\n"
        );
        (format!("src/use_{at:02}.c"), text)
    }));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let text = map(&project(&files), &["--max-tokens", "200"]);
    let place = |line: &str| text.find(line).unwrap_or(usize::MAX);
    assert!(place("struct item_list") < place("flag_words"), "{text}");
}

#[test]
fn queries_of_tree_sitter_are_no_lisp() {
    let directory = project(&[
        ("queries/highlights.scm", "(identifier) @variable\n"),
        ("queries/own.scm", "((identifier) @name\n  (#match? @name \"x\"))\n"),
        ("code/list.scm", "(define (square x) (* x x))\n"),
    ]);
    let language = |path: &str| {
        let value = json_map(&directory, &[path, "--detail", "files"]);
        value["tree"][0]["children"][0]["language"].clone()
    };
    assert_eq!(language("queries/highlights.scm"), "tsquery");
    assert_eq!(language("code/list.scm"), "lisp");
    let text = map(&directory, &[]);
    assert!(text.contains("Lisp"), "{text}");
}

#[test]
fn a_namespace_around_a_whole_file_takes_no_line() {
    let text = map(
        &project(&[(
            "Shop/Order.cs",
            "namespace Shop.Orders { public class Order { public int Total() { return 1; } } }\n",
        )]),
        &[],
    );
    assert!(
        text.contains("\n    public class Order\n      public int Total()\n")
            && !text.contains("namespace"),
        "{text}"
    );
}

#[test]
fn extensions_of_built_in_types_are_not_used_by_all() {
    let mut files = vec![
        ("lib/extend.rb".to_owned(), "class Hash\n  def squeeze_all; end\nend\n".to_owned()),
        ("lib/basket.rb".to_owned(), "class Basket\n  def put; end\nend\n".to_owned()),
    ];
    files
        .extend((0..40).map(|at| (format!("lib/user{at:02}.rb"), "Hash.new(Basket)\n".to_owned())));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let text = map(&project(&files), &["--max-tokens", "300"]);
    let place = |line: &str| text.find(line).unwrap_or(usize::MAX);
    assert!(place("basket.rb") < place("extend.rb"), "{text}");
}

#[test]
fn alternatives_of_a_name_do_not_crowd_out_the_rest() {
    let mut files: Vec<(String, String)> = (0..40)
        .map(|number| {
            (format!("arch/a{number:02}/memory.py"), "class CopyRoutine:\n    pass\n".to_owned())
        })
        .collect();
    files.extend((0..4).map(|number| {
        let text = format!("class Central{number}:\n    pass\n");
        (format!("kernel/part{number}.py"), text)
    }));
    files.push((
        "lib/user.py".to_owned(),
        "use = [CopyRoutine, Central0, Central1, Central2, Central3]\n".to_owned(),
    ));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let text = map(&project(&files), &["--max-tokens", "300"]);
    for central in ["Central0", "Central1", "Central2", "Central3"] {
        assert!(text.contains(central), "{central} is missing in\n{text}");
    }
    assert!(text.matches("CopyRoutine").count() < 4, "{text}");
}

#[test]
fn a_sentence_is_a_focus_by_its_longer_words() {
    let mut files: Vec<(String, String)> = (0..60)
        .map(|number| {
            (format!("pkg/module{number:02}.py"), format!("class Thing{number:02}:\n    pass\n"))
        })
        .collect();
    files.push(("pkg/retries.py".to_owned(), "class RetryPolicy:\n    pass\n".to_owned()));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let directory = project(&files);
    let without = map(&directory, &["--max-tokens", "150"]);
    let with =
        map(&directory, &["--max-tokens", "150", "--focus", "how is a retry done by the client?"]);
    assert!(!without.contains("RetryPolicy"), "{without}");
    assert!(with.contains("RetryPolicy"), "{with}");
}

#[test]
fn keys_of_data_are_told_where_there_is_no_code() {
    let directory = project(&[
        ("src/lib.rs", "pub fn go() {}\n"),
        ("deploy/values.yaml", "image:\n  tag: latest\n"),
        ("package.json", "{ \"scripts\": { \"build\": \"tsc\" } }\n"),
    ]);
    let all = json_map(&directory, &[]);
    assert_eq!(files(&all)["package.json"], [""; 0]);
    assert_eq!(
        (&all["total_symbols"], &all["total_symbols_is_exact"]),
        (&json!(1), &all["total_files_is_exact"])
    );
    assert_eq!(files(&json_map(&directory, &["deploy"]))["deploy/values.yaml"], ["image", "tag"]);
    assert_eq!(
        files(&json_map(&directory, &["package.json"]))["package.json"],
        ["scripts", "build"]
    );
    assert_eq!(
        files(&json_map(&directory, &["--language", "json"]))["package.json"],
        ["scripts", "build"]
    );
}
