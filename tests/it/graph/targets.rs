//! Targets as people and models write them: with directories left out, with the full path of a
//! package, with what tells several files apart.

use crate::support::cli;
use crate::support::{ask, project};
use serde_json::json;

const FILES: [(&str, &str); 5] = [
    ("src/shop/fields.py", "def load():\n    pass\n"),
    ("src/a/views.py", "class Page:\n    def show(self): ...\n"),
    ("src/b/views.py", "class Page:\n    def hide(self): ...\n"),
    ("src/c/views.py", "from shop.fields import load\n\ndef main():\n    load()\n"),
    ("a.py", "x = 1\n"),
];

/// A path that lacks its directories means the only file that ends so.
#[test]
fn path_suffix_means_only_file() {
    let deep = project(&FILES);
    let root = deep.path();
    let check = |tool: &str, arguments: serde_json::Value, expected: &str| {
        let text = ask::text(root, tool, arguments.clone());
        assert!(text.contains(expected), "{tool} {arguments}: {text}");
    };
    let heading = "Callers of `load` (src/shop/fields.py:1)";
    for symbol in ["fields.py:1", "fields.py#load", "shop/fields.py:2", "src/…/fields.py#load"] {
        check("find_callers", json!({ "symbol": symbol }), heading);
    }
    check("find_callers", json!({ "symbol": "load", "file": "fields.py" }), heading);
    check("find_callers", json!({ "symbol": "load", "path": "fields.py" }), heading);
    check("impact_analysis", json!({ "symbol": ".../fields.py:1" }), "(src/shop/fields.py:1)");
    check(
        "grep",
        json!({ "pattern": "load", "paths": "fields.py" }),
        "src/shop/fields.py\n  1: def",
    );
    check("extract", json!({ "targets": ["fields.py:1"] }), "src/shop/fields.py:1-2");
    check("extract", json!({ "targets": ["…/fields.py#load"] }), "src/shop/fields.py:1-2");
    check("map_code", json!({ "path": "fields.py", "detail": "report" }), "src/shop/fields.py");
}

/// Several files that end so are named unless the symbol tells them apart.
#[test]
fn path_suffix_of_several_files() {
    let deep = project(&FILES);
    let expected =
        "views.py fits several files: src/a/views.py, src/b/views.py, src/c/views.py; say which";
    for (tool, arguments) in [
        ("find_callers", json!({ "symbol": "views.py:1" })),
        ("grep", json!({ "pattern": "load", "paths": "views.py" })),
        ("extract", json!({ "targets": ["views.py:1"] })),
    ] {
        let error = ask::error(deep.path(), tool, arguments);
        assert!(error.contains(expected), "{tool}: {error}");
    }
    let text = ask::text(deep.path(), "find_callers", json!({ "symbol": "views.py#Page.hide" }));
    assert!(text.starts_with("Callers of `Page.hide` (src/b/views.py:2)"), "{text}");
    let error = ask::error(deep.path(), "find_callers", json!({ "symbol": "none.py:1" }));
    assert!(error.contains("none.py does not exist"), "{error}");
}

#[test]
fn a_name_may_have_the_full_path_of_its_package() {
    let module = project(&[
        ("go.mod", "module example.com/shop\n\ngo 1.22\n"),
        (
            "store/store.go",
            "package store\n\ntype Store struct{}\n\nfunc (s *Store) Get() {}\n\nfunc Open() {}\n",
        ),
        ("other/store.go", "package other\n\nfunc Open() {}\n"),
        (
            "main.go",
            "package main\n\nimport \"example.com/shop/store\"\n\nfunc main() {\n\tstore.Open()\n\tvar s store.Store\n\ts.Get()\n}\n",
        ),
    ]);
    let check = |symbol: &str, expected: &str| {
        let text = ask::text(module.path(), "find_callers", json!({ "symbol": symbol }));
        assert!(text.starts_with(expected), "{symbol}: {text}");
    };
    check("example.com/shop/store.Open", "Callers of `Open` (store/store.go:7):\n\nmain.go:6");
    check("example.com/shop/other.Open", "Callers of `Open` (other/store.go:3):\n\n0 resolved");
    for symbol in ["example.com/shop/store.(*Store).Get", "example.com/shop/store.Store.Get"] {
        check(symbol, "Callers of `Store.Get` (store/store.go:5):\n\nmain.go:8");
    }
    // Another module's package of that name is not this one.
    check("example.org/shop/store.Open", "No such definition");
}

#[test]
fn tests_are_left_out_by_a_short_flag() {
    let tested = project(&[
        ("a.py", "def load(): ...\n\ndef run():\n    load()\n"),
        ("tests/test_a.py", "from a import load\n\ndef test_load():\n    load()\n"),
    ]);
    let run = |arguments: &[&str]| cli::run(tested.path(), arguments).stdout;
    let short = run(&["callers", "load", "--no-tests"]);
    assert!(short.contains("left out: 1 caller in tests"), "{short}");
    assert_eq!(short, run(&["callers", "load", "--allow-tests=false"]));
    let found = run(&["grep", "load", "--no-tests"]);
    assert!(!found.contains("tests/test_a.py"), "{found}");
    // Where tests are left out anyway it is accepted too.
    assert_eq!(run(&["search", "load", "--no-tests"]), run(&["search", "load"]));
}

#[test]
fn a_path_may_name_what_its_language_leaves_out() {
    let projects = project(&[
        ("rust/Cargo.toml", "[package]\nname = \"my-app\"\n"),
        ("rust/src/main.rs", "mod inner;\npub fn top() {}\nfn start() { top(); }\n"),
        ("rust/src/inner/mod.rs", "pub struct S;\nimpl S { pub fn m(&self) {} }\n"),
        ("go/go.mod", "module example.com/go-files\n\ngo 1.22\n"),
        ("go/write.go", "package files\n\nfunc WriteFile() {}\n"),
        ("go/cmd/run/server.go", "package main\n\nfunc boot() {}\n"),
        ("python/main.py", "def run():\n    pass\n"),
        ("python/lib/util.py", "def tidy():\n    pass\n"),
        ("python/shop/__init__.py", "def open_shop():\n    pass\n"),
        ("web/src/index.ts", "export function render() {}\n"),
    ]);
    let root = projects.path();
    let check = |folder: &str, symbol: &str, place: &str| {
        let text = ask::text(&root.join(folder), "find_references", json!({ "symbol": symbol }));
        assert!(text.contains(place), "{symbol}: {text}");
    };
    for symbol in ["src::top", "main::top", "my_app::top", "my-app::top", "src/main.top"] {
        check("rust", symbol, "src/main.rs:2");
    }
    for symbol in ["src#S::m", "src/inner/mod/S.m", "my_app::inner::S::m", "inner::S::m"] {
        check("rust", symbol, "src/inner/mod.rs:2");
    }
    for symbol in ["files.WriteFile", "example.com/go-files.WriteFile", "write.WriteFile"] {
        check("go", symbol, "write.go:3");
    }
    for symbol in ["main.boot", "run.boot", "cmd/run.boot"] {
        check("go", symbol, "cmd/run/server.go:3");
    }
    for symbol in ["main.run", "main.py#run"] {
        check("python", symbol, "main.py:1");
    }
    for symbol in ["lib/util.tidy", "lib.util.tidy", "lib#tidy", "util.tidy"] {
        check("python", symbol, "lib/util.py:1");
    }
    for symbol in ["shop.open_shop", "shop.__init__.open_shop"] {
        check("python", symbol, "shop/__init__.py:1");
    }
    for symbol in ["index.render", "src/index.render", "src.render"] {
        check("web", symbol, "src/index.ts:1");
    }
}

#[test]
fn the_rule_that_leaves_no_file_is_named() {
    let hidden = project(&[(".ignore", "/*\n"), ("a.py", "def f():\n    pass\n")]);
    for tool in ["find_callers", "impact_analysis"] {
        let text = ask::text(hidden.path(), tool, json!({ "symbol": "f" }));
        assert!(text.contains("the rule `/*` in .ignore leaves them out"), "{tool}: {text}");
    }
}

/// A name on the line that defines nothing is said to be that, not to be absent.
#[test]
fn a_name_on_a_line_that_defines_nothing_is_refused() {
    let text = "export function when(): Promise<void> & { cancel(): void } { return never() }\n";
    let root = project(&[("when.ts", text)]);
    let arguments = json!({ "symbol": "cancel", "file": "when.ts", "line": 1 });
    let answer = ask::error(root.path(), "find_callers", arguments);
    let expected = "`cancel` on line 1 of when.ts is the name of no definition of the project";
    assert!(answer.contains(expected), "{answer}");
}

/// What implements a trait is listed with the trait's member, and a target of its own only where
/// the project has no such trait.
#[test]
fn the_member_of_a_trait_is_one_target_with_what_implements_it() {
    let code = "use std::fmt::Display;
pub trait Load { fn load(&self); }
pub struct Disk;
impl Load for Disk { fn load(&self) {} }
impl Display for Disk { fn fmt(&self, f: &mut Formatter) -> Result { Ok(()) } }
pub fn each(loads: &[&dyn Load]) { for load in loads { load.load(); } }
pub fn one(disk: &Disk) { disk.load(); }
";
    let root = project(&[("Cargo.toml", "[package]\nname = \"a\"\n"), ("src/lib.rs", code)]);
    let line = |symbol: &str| {
        let answer = ask::value(root.path(), "find_callers", json!({ "symbol": symbol }));
        answer["target"]["line"].as_u64()
    };
    assert_eq!(line("Load::load"), Some(2));
    assert_eq!(line("Disk::load"), Some(4));
    assert_eq!(line("Display::fmt"), Some(5));
    let text = ask::text(root.path(), "impact_analysis", json!({ "symbol": "Load::load" }));
    assert_eq!(text.matches("Impact of changing").count(), 1, "{text}");
    assert!(text.contains("must follow every change"), "{text}");
}

#[test]
fn a_member_that_a_type_of_a_file_inherits_is_found_by_file() {
    let shop = project(&[
        ("base.py", "class Base:\n    def load(self): ...\n"),
        ("page.py", "from base import Base\n\nclass Page(Base):\n    pass\n"),
    ]);
    for symbol in ["page.py#Page.load", "Page.load"] {
        let text = ask::text(shop.path(), "find_callers", json!({ "symbol": symbol, "wait": 0 }));
        assert!(text.contains("Callers of `Base.load` (base.py:2)"), "{symbol}: {text}");
    }
}

#[test]
fn a_name_with_dots_is_found_as_a_whole() {
    let app = project(&[(
        "a.R",
        "print.frame <- function(x) size(x)\nsize <- function(x) 1\nuse <- function(x) print.frame(x)\n",
    )]);
    let text = ask::text(app.path(), "find_callers", json!({ "symbol": "print.frame" }));
    assert!(text.contains("a.R:3 use: use <- function(x) print.frame(x)"), "{text}");
    let text = ask::text(app.path(), "find_callees", json!({ "symbol": "print.frame" }));
    assert!(text.contains("a.R:2 size"), "{text}");
}

/// The names of private members begin with a sign that joins names elsewhere.
#[test]
fn private_members_are_named_with_their_sign() {
    let text = "export class Box {\n  #size = 1;\n  #inc() { this.#size++; }\n  \
                grow() { this.#inc(); }\n}\nexport class Other {\n  #inc() {}\n  \
                run() { this.#inc(); }\n}\n";
    let app = project(&[("p.ts", text)]);
    for target in [
        json!({ "symbol": "Box.#inc" }),
        json!({ "symbol": "p.ts#Box.#inc" }),
        json!({ "symbol": "Box.#inc", "file": "p.ts" }),
        json!({ "symbol": "#inc", "file": "p.ts", "line": 3 }),
    ] {
        let answer = ask::text(app.path(), "find_callers", target.clone());
        assert!(answer.contains("p.ts:4 Box.grow: "), "{target}: {answer}");
        assert!(!answer.contains("Other.run"), "{target}: {answer}");
    }
}
