//! What a change breaks, as a real server knows it.

use super::{enabled, path};
use crate::support::{cli, project};
use serde_json::Value;

/// A server finds who must follow an interface and the risk is known.
#[test]
fn server_finds_followers_of_interface() {
    if !enabled() {
        return;
    }
    let shapes = project(&[
        (
            "tsconfig.json",
            "{ \"compilerOptions\": { \"strict\": true }, \"include\": [\"*.ts\"] }\n",
        ),
        (
            "shapes.ts",
            "export interface Shape {\n  area(): number;\n}\n\nexport class Disc implements Shape {\n  area() {\n    return 3;\n  }\n}\n\n\
             export const plain: Shape = {\n  area() {\n    return 0;\n  },\n};\n",
        ),
        (
            "total.ts",
            "import { Shape } from './shapes';\n\n/**\n * Adds up what {@link Shape.area} says.\n */\nexport function total(shapes: Shape[]) {\n  return shapes.map((one) => one.area());\n}\n",
        ),
        (
            "other.ts",
            "export class Park {\n  area() {\n    return 9;\n  }\n}\n\nexport const size = new Park().area();\n",
        ),
    ]);
    let mut command = cli::command(
        shapes.path(),
        &["impact", "shapes.ts:2", "--wait", "100", "--json", "--max-tokens", "unlimited"],
    );
    command.env("PATH", path(&[]));
    let run = cli::finish(&mut command);
    let answer: Value =
        serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {run:?}"));
    assert_eq!(
        (&answer["evidence"]["source"], &answer["evidence"]["complete"]),
        (&"lsp".into(), &true.into()),
        "{answer:#}"
    );
    let groups = answer["groups"].as_array().expect("groups");
    let mut rows: Vec<String> = Vec::new();
    for group in groups {
        for row in group["results"].as_array().expect("results") {
            assert_eq!(row["certainty"], "exact", "{row:#}");
            rows.push(format!(
                "{} {}:{}",
                group["kind"].as_str().unwrap_or_default(),
                row["file"].as_str().unwrap_or_default(),
                row["line"]
            ));
        }
    }
    rows.sort();
    assert_eq!(
        rows,
        ["callers total.ts:6", "implementations shapes.ts:12", "implementations shapes.ts:6"]
    );
    assert_eq!(answer["summary"]["risk"], "MEDIUM");
}
