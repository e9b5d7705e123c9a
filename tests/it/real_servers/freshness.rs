//! What changes on disk, by whatever program, is in the next answer.

use super::{enabled, safe, session};
use crate::support::{project, write};
use spelunk::lsp::RequestKind;

/// The same story in every language: a use is added to a file, a file with a use is made, a file is
/// renamed, one is deleted.
struct Story {
    files: &'static [(&'static str, &'static str)],
    /// Where the asked definition stands.
    question: (&'static str, &'static str, &'static str),
    at_first: &'static [&'static str],
    /// A file that gets one more use, and where that is.
    edited: (&'static str, &'static str),
    after_edit: &'static [&'static str],
    made: (&'static str, &'static str),
    after_making: &'static [&'static str],
    renamed: &'static str,
    after_renaming: &'static [&'static str],
    after_deleting: &'static [&'static str],
}

async fn check(story: Story) {
    let folder = project(story.files);
    let root = folder.path().canonicalize().unwrap();
    if story.question.0.ends_with(".c") {
        write_compile_commands(&root);
    }
    let session = session(&root, safe());
    let (file, context, name) = story.question;
    let asked = async || {
        let reply = session.ask(file, context, name, RequestKind::References).await;
        session.places(&reply)
    };
    assert_eq!(asked().await, story.at_first, "at first");
    write(&root, story.edited.0, story.edited.1);
    assert_eq!(asked().await, story.after_edit, "after an edit");
    write(&root, story.made.0, story.made.1);
    assert_eq!(asked().await, story.after_making, "after a file was made");
    std::fs::rename(root.join(story.made.0), root.join(story.renamed)).unwrap();
    assert_eq!(asked().await, story.after_renaming, "after it was renamed");
    std::fs::remove_file(root.join(story.renamed)).unwrap();
    assert_eq!(asked().await, story.after_deleting, "after it was deleted");
    session.servers.shut_down().await;
}

fn write_compile_commands(root: &std::path::Path) {
    let commands: Vec<serde_json::Value> = ["a.c", "b.c"]
        .iter()
        .map(|file| serde_json::json!({ "directory": root, "file": file, "arguments": ["cc", "-c", file] }))
        .collect();
    std::fs::write(root.join("compile_commands.json"), serde_json::to_string(&commands).unwrap())
        .unwrap();
}

#[tokio::test]
async fn rust_analyzer_sees_every_change() {
    if !enabled() {
        return;
    }
    check(Story {
        files: &[
            ("Cargo.toml", "[package]\nname = 'fresh'\nversion = '0.1.0'\nedition = '2021'\n"),
            ("src/lib.rs", "mod a;\nmod b;\nmod c;\nmod d;\n"),
            ("src/a.rs", "pub fn helper() {}\n"),
            ("src/b.rs", "use crate::a::helper;\npub fn user() {\n    helper();\n}\n"),
        ],
        question: ("src/a.rs", "fn helper", "helper"),
        at_first: &["src/a.rs:1", "src/b.rs:1", "src/b.rs:3"],
        edited: (
            "src/b.rs",
            "use crate::a::helper;\npub fn user() {\n    helper();\n    helper();\n}\n",
        ),
        after_edit: &["src/a.rs:1", "src/b.rs:1", "src/b.rs:3", "src/b.rs:4"],
        made: ("src/c.rs", "pub fn more() {\n    crate::a::helper();\n}\n"),
        after_making: &["src/a.rs:1", "src/b.rs:1", "src/b.rs:3", "src/b.rs:4", "src/c.rs:2"],
        renamed: "src/d.rs",
        after_renaming: &["src/a.rs:1", "src/b.rs:1", "src/b.rs:3", "src/b.rs:4", "src/d.rs:2"],
        after_deleting: &["src/a.rs:1", "src/b.rs:1", "src/b.rs:3", "src/b.rs:4"],
    })
    .await;
}

#[tokio::test]
async fn typescript_sees_every_change() {
    if !enabled() {
        return;
    }
    check(Story {
        files: &[
            ("tsconfig.json", r#"{ "include": ["src"] }"#),
            ("src/a.ts", "export function helper() {}\n"),
            ("src/b.ts", "import { helper } from './a';\nhelper();\n"),
        ],
        question: ("src/a.ts", "function helper", "helper"),
        at_first: &["src/a.ts:1", "src/b.ts:1", "src/b.ts:2"],
        edited: ("src/b.ts", "import { helper } from './a';\nhelper();\nhelper();\n"),
        after_edit: &["src/a.ts:1", "src/b.ts:1", "src/b.ts:2", "src/b.ts:3"],
        made: ("src/c.ts", "import * as a from './a';\na.helper();\n"),
        after_making: &["src/a.ts:1", "src/b.ts:1", "src/b.ts:2", "src/b.ts:3", "src/c.ts:2"],
        renamed: "src/d.ts",
        after_renaming: &["src/a.ts:1", "src/b.ts:1", "src/b.ts:2", "src/b.ts:3", "src/d.ts:2"],
        after_deleting: &["src/a.ts:1", "src/b.ts:1", "src/b.ts:2", "src/b.ts:3"],
    })
    .await;
}

#[tokio::test]
async fn pyright_sees_every_change() {
    if !enabled() {
        return;
    }
    check(Story {
        files: &[
            ("pyproject.toml", "[project]\nname = 'fresh'\n"),
            ("a.py", "def helper():\n    pass\n"),
            ("b.py", "from a import helper\nhelper()\n"),
        ],
        question: ("a.py", "def helper", "helper"),
        at_first: &["a.py:1", "b.py:1", "b.py:2"],
        edited: ("b.py", "from a import helper\nhelper()\nhelper()\n"),
        after_edit: &["a.py:1", "b.py:1", "b.py:2", "b.py:3"],
        made: ("c.py", "import a\na.helper()\n"),
        after_making: &["a.py:1", "b.py:1", "b.py:2", "b.py:3", "c.py:2"],
        renamed: "d.py",
        after_renaming: &["a.py:1", "b.py:1", "b.py:2", "b.py:3", "d.py:2"],
        after_deleting: &["a.py:1", "b.py:1", "b.py:2", "b.py:3"],
    })
    .await;
}

#[tokio::test]
async fn gopls_sees_every_change() {
    if !enabled() {
        return;
    }
    check(Story {
        files: &[
            ("go.mod", "module example.com/fresh\n\ngo 1.21\n"),
            ("a.go", "package fresh\n\nfunc Helper() {}\n"),
            ("b.go", "package fresh\n\nfunc user() {\n\tHelper()\n}\n"),
        ],
        question: ("a.go", "func Helper", "Helper"),
        at_first: &["a.go:3", "b.go:4"],
        edited: ("b.go", "package fresh\n\nfunc user() {\n\tHelper()\n\tHelper()\n}\n"),
        after_edit: &["a.go:3", "b.go:4", "b.go:5"],
        made: ("c.go", "package fresh\n\nfunc more() { Helper() }\n"),
        after_making: &["a.go:3", "b.go:4", "b.go:5", "c.go:3"],
        renamed: "d.go",
        after_renaming: &["a.go:3", "b.go:4", "b.go:5", "d.go:3"],
        after_deleting: &["a.go:3", "b.go:4", "b.go:5"],
    })
    .await;
}

#[tokio::test]
async fn clangd_sees_every_change() {
    if !enabled() {
        return;
    }
    check(Story {
        files: &[
            ("a.h", "int helper(void);\n"),
            ("a.c", "#include \"a.h\"\nint helper(void) { return 1; }\n"),
            ("b.c", "#include \"a.h\"\nint user(void) { return helper(); }\n"),
        ],
        question: ("a.c", "int helper", "helper"),
        at_first: &["a.c:2", "a.h:1", "b.c:2"],
        edited: ("b.c", "#include \"a.h\"\nint user(void) { return helper(); }\nint more(void) { return helper(); }\n"),
        after_edit: &["a.c:2", "a.h:1", "b.c:2", "b.c:3"],
        made: ("c.c", "#include \"a.h\"\nint made(void) { return helper(); }\n"),
        after_making: &["a.c:2", "a.h:1", "b.c:2", "b.c:3", "c.c:2"],
        renamed: "d.c",
        after_renaming: &["a.c:2", "a.h:1", "b.c:2", "b.c:3", "d.c:2"],
        after_deleting: &["a.c:2", "a.h:1", "b.c:2", "b.c:3"],
    })
    .await;
}

#[tokio::test]
async fn a_feature_that_is_added_to_the_manifest_is_seen() {
    if !enabled() {
        return;
    }
    let manifest = "[package]\nname = 'fresh'\nversion = '0.1.0'\nedition = '2021'\n";
    let folder = project(&[
        ("Cargo.toml", manifest),
        ("src/lib.rs", "pub fn helper() {}\n#[cfg(feature = \"extra\")]\nmod extra;\n"),
        ("src/extra.rs", "pub fn extra() {\n    crate::helper();\n}\n"),
    ]);
    let session = session(folder.path(), safe());
    let reply = session.ask("src/lib.rs", "pub fn helper", "helper", RequestKind::References).await;
    assert_eq!(session.places(&reply), ["src/lib.rs:1"]);
    write(folder.path(), "Cargo.toml", &format!("{manifest}[features]\nextra = []\n"));
    let reply = session.ask("src/lib.rs", "pub fn helper", "helper", RequestKind::References).await;
    assert_eq!(session.places(&reply), ["src/extra.rs:2", "src/lib.rs:1"]);
    session.servers.shut_down().await;
}
