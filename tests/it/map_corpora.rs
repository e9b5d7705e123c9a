//! Maps of real projects: the budget holds to the token by an independent count, and is used.
//! Corpora that `scripts/corpora.sh` has not fetched are named and passed over, but in CI every one
//! must be there.

use crate::support::cli::run;
use crate::support::corpora::corpora;
use crate::support::mcp::McpClient;
use serde_json::json;

const NAMES: [&str; 5] = ["tokio", "cargo", "django", "rxjs", "effect"];

#[test]
fn a_budget_holds_in_every_format_and_is_used() {
    check_budgets(&NAMES);
}

#[test]
#[ignore = "Linux is a benchmark: `scripts/corpora.sh linux`, then `cargo test --test it budget -- --ignored`"]
fn a_budget_holds_on_linux() {
    check_budgets(&["linux"]);
}

fn check_budgets(names: &[&'static str]) {
    let oracle = tiktoken_rs::o200k_base().expect("the vocabulary is built in");
    for (name, path) in corpora(names) {
        // One server a project: each file is read once for all twenty maps.
        let mut client = McpClient::serve(&path);
        for format in ["outline", "json", "xml", "markdown"] {
            for budget in [100, 500, 1_000, 4_000, 16_000] {
                let arguments = json!({ "path": ".", "format": format, "maxTokens": budget });
                let text = client.text("map_code", arguments);
                let tokens = oracle.encode_ordinary(&text).len();
                assert!(tokens <= budget, "{name} {format}: {tokens} of {budget} tokens");
                assert!(
                    tokens * 10 >= budget * 9,
                    "{name} {format}: only {tokens} of {budget} tokens\n{text}"
                );
            }
        }
    }
}

#[test]
fn the_types_that_newcomers_need_are_on_the_map() {
    let needed = [
        (
            "tokio",
            &[
                "TcpStream",
                "JoinHandle",
                "LocalSet",
                "spawn",
                "Runtime",
                "AsyncRead",
                "AsyncWrite",
                "Mutex",
                "Semaphore",
            ][..],
        ),
        (
            "django",
            &[
                "Model",
                "QuerySet",
                "HttpRequest",
                "HttpResponse",
                "View",
                "Form",
                "ModelAdmin",
                "BaseCommand",
                "Template",
            ],
        ),
        (
            "rxjs",
            &[
                "Observable",
                "Subject",
                "Subscription",
                "switchMap",
                "mergeMap",
                "of",
                "TestScheduler",
            ],
        ),
        ("cargo", &["Workspace", "Package", "GlobalContext", "BuildContext", "Resolve", "Summary"]),
        ("effect", &["Effect", "Layer", "Schema", "Stream"]),
    ];
    for (name, path) in corpora(&NAMES) {
        let (_, words) =
            needed.iter().find(|(project, _)| *project == name).expect("each corpus has its list");
        let map = run(&path, &["map"]).stdout;
        let shown: Vec<&str> =
            map.split(|character: char| !character.is_alphanumeric() && character != '_').collect();
        for word in *words {
            assert!(shown.contains(word), "{word} is not on the map of {name}\n{map}");
        }
    }
}
