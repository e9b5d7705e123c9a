//! Keys in the names of definitions, and where a text is cut within one.

use crate::support::{ask, project};
use serde_json::json;

/// Keys in names are masked in every format, also within longer names. Paths are not, so that the
/// files can be read.
#[test]
fn keys_in_names_are_masked_in_every_format() {
    // Put together here, so that no scanner takes this file for a leak.
    let [aws, github, stripe] = [
        ["AK", "IAQ3EGRZ5TKPLWX2MN"],
        ["gh", "p_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"],
        ["ask", "_live_kBcJ0spy9BuDsbRGzzYjIUET"],
    ];
    let (aws, github, stripe) = (aws.concat(), github.concat(), stripe.concat());
    let file = format!("{github}.py");
    let directory = project(&[
        (
            "a.py",
            &format!(
                "def helper(x=1):\n    return password_{github}\n\npassword_{github} = helper(1)\n\nclass {aws}:\n    def call(self):\n        return helper(2)\n\ndef {github}():\n    return helper(3)\n\ndef {stripe}():\n    return helper(4)\n"
            ),
        ),
        ("t.toml", &format!("[{aws}]\nhelper = \"1\"\n")),
        ("s.yaml", &format!("helper:\n  {github}: helper\n")),
        (&file, "def other():\n    return 1\n"),
    ]);
    let mut client = ask::client(directory.path());
    for (tool, arguments) in [
        ("map_code", json!({ "path": ".", "detail": "full" })),
        ("map_code", json!({ "path": ".", "maxTokens": 100 })),
        ("map_code", json!({ "path": "a.py", "detail": "report" })),
        ("map_code", json!({ "path": "s.yaml", "detail": "report" })),
        ("search", json!({ "query": "helper" })),
        ("search", json!({ "query": "helper", "detail": "full" })),
        ("find_callers", json!({ "symbol": "helper", "detail": "full" })),
        ("find_callees", json!({ "symbol": &github })),
        ("find_references", json!({ "symbol": "helper" })),
        ("find_implementations", json!({ "symbol": &aws })),
        ("impact_analysis", json!({ "symbol": "helper" })),
        // Of the lines that are asked for none holds a key.
        ("grep", json!({ "pattern": r"return helper\([234]\)" })),
        ("extract", json!({ "targets": ["a.py:8-8"] })),
        // What is near the name.
        ("find_callers", json!({ "symbol": format!("{}X", &aws[..19]) })),
    ] {
        for format in ["outline", "markdown", "plain", "json", "xml", "mermaid", "dot"] {
            let mut arguments = arguments.clone();
            arguments["format"] = json!(format);
            let text = client.call(tool, arguments.clone()).to_string();
            let names = text.replace(&file, "");
            let is_shown =
                [&aws[4..], &github[4..20], &stripe[9..]].iter().any(|key| names.contains(key));
            assert!(!is_shown, "{tool} {arguments}: {text}");
        }
    }
    let map = ask::value(directory.path(), "map_code", json!({ "path": "." }));
    let nodes = map["tree"].as_array().expect("a tree");
    let path = nodes.iter().find(|node| node["path"] == *file).expect("the file is named");
    let targets = json!({ "targets": [format!("{}:1", path["path"].as_str().expect("a path"))] });
    assert!(ask::text(directory.path(), "extract", targets).contains("def other()"));
    let near = json!({ "targets": [format!("a.py#{}X", &aws[..19])] });
    let error = ask::error(directory.path(), "extract", near);
    assert!(!error.contains(&aws[4..]), "{error}");
    let named = ask::text(directory.path(), "extract", json!({ "targets": ["a.py"] }));
    assert!(named.contains(&aws) && named.contains(&github), "{named}");
}

/// A key of which a signature shows only the beginning is masked.
#[test]
fn a_key_that_is_cut_is_masked() {
    let key = ["gh", "p_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].concat();
    let code = format!("def long({}, key='{key}'): pass\n", "x".repeat(1960));
    let directory = project(&[("a.py", &code)]);
    let callers = ask::value(directory.path(), "find_callers", json!({ "symbol": "long" }));
    let signature = callers["target"]["signature"].as_str().expect("a signature");
    assert!(signature.contains("ghp_**") && !signature.contains("a1B2c3"), "{signature}");
}
