//! Parts of a project on its map: which of them there are, and that each dependency between them
//! stands on an import or a manifest.

use crate::support::cli::run;
use crate::support::project;
use serde_json::{Value, json};

/// Checks the components of a project, each with those that it uses.
fn check(files: &[(&str, &str)], expected: &[(&str, &[&str])]) {
    let directory = project(files);
    let text = run(directory.path(), &["map", "--format", "json"]).stdout;
    let value: Value = serde_json::from_str(&text).expect("JSON");
    let mut found: Vec<(String, Value)> = value["components"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|part| (part["path"].as_str().expect("a path").to_owned(), part["uses"].clone()))
        .collect();
    found.sort_by(|one, other| one.0.cmp(&other.0));
    let expected: Vec<(String, Value)> =
        expected.iter().map(|(part, uses)| ((*part).to_owned(), json!(uses))).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn words_in_common_are_no_import_of_python() {
    check(
        &[
            ("shop/__init__.py", ""),
            ("shop/http/__init__.py", ""),
            ("shop/http/client.py", "class ShopClient:\n    pass\n"),
            ("shop/store/__init__.py", ""),
            (
                "shop/store/stock.py",
                "import http.client\n\nclass Stock:\n    shop = http.client(ShopClient)\n",
            ),
            ("shop/front/__init__.py", ""),
            (
                "shop/front/page.py",
                "from ..http import client\n\ndef page():\n    return client.ShopClient()\n",
            ),
            ("shop/desk/__init__.py", ""),
            ("shop/desk/till.py", "from shop.http.client import (\n    ShopClient,\n)\n"),
        ],
        &[
            ("shop/desk", &["shop/http"]),
            ("shop/front", &["shop/http"]),
            ("shop/http", &[]),
            ("shop/store", &[]),
        ],
    );
}

#[test]
fn packages_of_java_below_single_folders_are_parts() {
    check(
        &[
            (
                "src/main/java/org/shop/core/Order.java",
                "package org.shop.core;\npublic class Order {}\n",
            ),
            (
                "src/main/java/org/shop/web/Page.java",
                "package org.shop.web;\nimport org.shop.core.Order;\npublic class Page { Order order; }\n",
            ),
            (
                "src/main/java/org/shop/desk/Till.java",
                "package org.shop.desk;\nimport com.other.core.Order;\n/** Not of shop. */\npublic class Till { Order order; }\n",
            ),
        ],
        &[
            ("src/main/java/org/shop/core", &[]),
            ("src/main/java/org/shop/desk", &[]),
            ("src/main/java/org/shop/web", &["src/main/java/org/shop/core"]),
        ],
    );
}

#[test]
fn imports_of_go_start_with_the_name_of_their_module() {
    check(
        &[
            ("go.mod", "module example.org/shop\n"),
            ("core/core.go", "package core\n\ntype Engine struct{}\n"),
            (
                "web/web.go",
                "package web\n\nimport (\n\t\"fmt\"\n\n\t\"example.org/shop/core\"\n)\n\nvar E core.Engine\n",
            ),
            (
                "desk/desk.go",
                "package desk\n\nimport \"example.org/other/core\"\n\nvar E core.Engine\n",
            ),
        ],
        &[("core", &[]), ("desk", &[]), ("web", &["core"])],
    );
}

#[test]
fn imports_of_scripts_are_relative() {
    check(
        &[
            ("src/core/engine.ts", "export class Engine {}\n"),
            (
                "src/web/page.ts",
                "import {\n  Engine,\n} from '../core/engine.js'\nexport const page = new Engine()\n",
            ),
            (
                "src/desk/till.ts",
                "import { Engine } from 'other/core/engine'\nexport class Till { engine = new Engine() }\n",
            ),
        ],
        &[("src/core", &[]), ("src/desk", &[]), ("src/web", &["src/core"])],
    );
}

#[test]
fn includes_are_the_imports_of_headers() {
    check(
        &[
            (
                "core/engine.h",
                "struct engine { int power; };\nint start_engine(struct engine *);\n",
            ),
            (
                "web/page.c",
                "#include \"../core/engine.h\"\nint page(struct engine *e) { return start_engine(e); }\n",
            ),
            ("desk/till.c", "int till(struct engine *e) { return start_engine(e); }\n"),
        ],
        &[("core", &[]), ("desk", &[]), ("web", &["core"])],
    );
}

#[test]
fn projects_around_a_large_one_are_told_beside_its_parts() {
    let manifest = |used: &str| {
        format!(
            "<Project><ItemGroup><ProjectReference Include=\"..\\{used}\\{used}.csproj\" /></ItemGroup></Project>"
        )
    };
    let large: String =
        (0..40).map(|at| format!("    public int Total{at}() {{ return {at}; }}\n")).collect();
    let class =
        |name: &str, body: &str| format!("namespace Shop;\n\npublic class {name}\n{{\n{body}}}\n");
    check(
        &[
            ("src/Shop/Shop.csproj", "<Project />"),
            ("src/Shop/Orders/Order.cs", &class("Order", &large)),
            ("src/Shop/Stock/Item.cs", &class("Item", &large)),
            ("src/Shop.Web/Shop.Web.csproj", &manifest("Shop")),
            ("src/Shop.Web/Page.cs", &class("Page", "")),
            ("src/Shop.Desk/Shop.Desk.csproj", &manifest("Shop.Web")),
            ("src/Shop.Desk/Till.cs", &class("Till", "")),
        ],
        &[
            ("src/Shop", &[]),
            ("src/Shop.Desk", &["src/Shop.Web"]),
            ("src/Shop.Web", &["src/Shop"]),
            ("src/Shop/Orders", &[]),
            ("src/Shop/Stock", &[]),
        ],
    );
}
