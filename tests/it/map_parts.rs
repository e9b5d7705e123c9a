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

#[test]
fn namespaces_lead_to_the_files_that_declare_them() {
    check(
        &[
            ("src/Core/Engine.cs", "namespace Shop.Core;\n\npublic class Engine { }\n"),
            ("src/Text/Range.cs", "namespace System;\n\npublic class Range { }\n"),
            (
                "src/Web/Page.cs",
                "using System.Text;\nusing Shop.Core;\n\nnamespace Shop.Web\n{\n    public class Page { Engine e; Range r; }\n}\n",
            ),
            (
                "src/Desk/Till.cs",
                "using Core;\nusing Alias = Other.Core;\n\nnamespace Shop.Desk;\n\npublic class Till { }\n",
            ),
            (
                "src/Lab/Probe.cs",
                "namespace Other.Lab;\n\npublic class Probe { Engine e; /* Core */ }\n",
            ),
        ],
        &[
            ("src/Core", &[]),
            ("src/Desk", &["src/Core"]),
            ("src/Lab", &[]),
            ("src/Text", &[]),
            ("src/Web", &["src/Core"]),
        ],
    );
    check(
        &[
            ("src/Core/Engine.php", "<?php\nnamespace App\\Core;\n\nclass Engine {}\n"),
            ("src/Kit/Helper.php", "<?php\nnamespace App\\Core;\n\nclass Helper {}\n"),
            (
                "src/Web/Page.php",
                "<?php\nnamespace App\\Web;\n\nuse App\\Core\\{Engine, Other};\n\nclass Page { public Engine $e; }\n",
            ),
            (
                "src/Desk/Till.php",
                "<?php\nnamespace App\\Desk;\n\nuse App\\Core\\Helper as Aid;\nuse Lib\\Core\\Engine;\n\nclass Till {}\n",
            ),
        ],
        &[
            ("src/Core", &[]),
            ("src/Desk", &["src/Kit"]),
            ("src/Kit", &[]),
            ("src/Web", &["src/Core"]),
        ],
    );
    check(
        &[
            ("app/core/src/Engine.kt", "package org.shop.core\n\nclass Motor\n"),
            (
                "app/web/src/Page.kt",
                "package org.shop.web\n\nimport org.shop.core.Motor\n\nclass Page(val motor: Motor)\n",
            ),
            ("app/desk/src/Till.kt", "package org.shop.desk\n\nclass Till(val motor: Motor)\n"),
        ],
        &[("app/core", &[]), ("app/desk", &[]), ("app/web", &["app/core"])],
    );
}

#[test]
fn constants_of_ruby_lead_to_the_files_of_their_names() {
    check(
        &[
            ("app/models/order.rb", "class Order\nend\n"),
            ("app/models/user.rb", "class User\nend\n"),
            ("app/jobs/user.rb", "class Jobs::User\nend\n"),
            (
                "app/controllers/orders_controller.rb",
                "class OrdersController\n  def show\n    Order.find(1)\n  end\nend\n",
            ),
            (
                "app/mailers/user_mailer.rb",
                "# Order is not used.\nclass UserMailer\n  def hello = User.first('Order')\nend\n",
            ),
            ("app/views/page.rb", "require_relative \"../models/order\"\n\nclass Page\nend\n"),
        ],
        &[
            ("app/controllers", &["app/models"]),
            ("app/jobs", &[]),
            ("app/mailers", &[]),
            ("app/models", &[]),
            ("app/views", &["app/models"]),
        ],
    );
    check(
        &[
            ("lib/shop/core/tax_rate.rb", "class Rate\nend\n"),
            ("lib/shop/web/page.rb", "require \"shop/core/tax_rate\"\n\nclass Page\nend\n"),
            ("lib/shop/desk/till.rb", "require \"core/tax_rate\"\n\nclass Till\nend\n"),
            ("lib/shop/lab/probe.rb", "class Probe\n  include TaxRate\nend\n"),
        ],
        &[
            ("lib/shop/core", &[]),
            ("lib/shop/desk", &[]),
            ("lib/shop/lab", &["lib/shop/core"]),
            ("lib/shop/web", &["lib/shop/core"]),
        ],
    );
}

#[test]
fn modules_of_swift_are_targets_and_types_in_them_have_files() {
    let large: String = (0..40).map(|at| format!("    func f{at}() {{}}\n")).collect();
    check(
        &[
            (
                "Package.swift",
                "let package = Package(targets: [.target(name: \"Shop\"), .target(name: \"Kit\")])\n",
            ),
            ("Sources/Shop/Core/Engine.swift", &format!("public class Engine {{\n{large}}}\n")),
            (
                "Sources/Shop/Web/Page.swift",
                &format!("struct Page {{\n  let engine: Engine\n{large}}}\n"),
            ),
            (
                "Sources/Shop/Desk/Till.swift",
                &format!("import Kit\n\nstruct Till {{\n  // Engine\n{large}}}\n"),
            ),
            ("Sources/Kit/Tool.swift", "public struct Tool {}\n"),
        ],
        &[
            ("Sources/Shop/Core", &[]),
            ("Sources/Shop/Desk", &[]),
            ("Sources/Shop/Web", &["Sources/Shop/Core"]),
        ],
    );
}
