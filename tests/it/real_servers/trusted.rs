//! Servers whose safe mode is not proven: nothing of them runs before the root is trusted, and then
//! they answer.

use super::{enabled, safe, session_with};
use crate::support::project;
use spelunk::domain::State;
use spelunk::lsp::{RequestKind, Trust};

/// Asks one server for references, and for implementations where it has a word for them, with trust
/// and without.
async fn check(
    server: &str,
    files: &[(&str, &str)],
    question: (&str, &str, &str),
    expected: &[&str],
    implemented: &[&str],
) {
    let folder = project(files);
    let (file, context, name) = question;
    let session = session_with(folder.path(), safe(), &[], |spec| spec.name == server);
    let reply = session.ask(file, context, name, RequestKind::References).await;
    assert_eq!(reply.state, State::Untrusted, "{server}: {:?}", reply.note);
    assert_eq!(session.servers.states(), [], "{server}");

    let session = session_with(folder.path(), Trust::All, &[], |spec| spec.name == server);
    let reply = session.ask(file, context, name, RequestKind::References).await;
    assert_eq!(session.places(&reply), expected, "{server}");
    let reply = session.ask(file, context, name, RequestKind::Implementations).await;
    assert_eq!(session.places(&reply), implemented, "{server}");
    session.servers.shut_down().await;
}

#[tokio::test]
async fn basedpyright_answers_in_trusted_roots() {
    if !enabled() {
        return;
    }
    let files = [
        ("pyproject.toml", "[project]\nname = 'small'\n"),
        ("a.py", "class Shape:\n    pass\n"),
        ("b.py", "from a import Shape\n\n\nclass Disc(Shape):\n    pass\n"),
    ];
    let expected = ["a.py:1", "b.py:1", "b.py:4"];
    check(
        "basedpyright",
        &files,
        ("a.py", "class Shape", "Shape"),
        &expected,
        &["a.py:1", "b.py:4"],
    )
    .await;
}

#[tokio::test]
async fn typescript_language_server_answers_in_trusted_roots() {
    if !enabled() {
        return;
    }
    let files = [
        ("tsconfig.json", "{}"),
        ("a.ts", "export interface Shape {\n  area(): number;\n}\n"),
        (
            "b.ts",
            "import { Shape } from './a';\n\nexport class Disc implements Shape {\n  area() {\n    return 1;\n  }\n}\n",
        ),
    ];
    let expected = ["a.ts:1", "b.ts:1", "b.ts:3"];
    check(
        "typescript-language-server",
        &files,
        ("a.ts", "interface Shape", "Shape"),
        &expected,
        &["b.ts:3"],
    )
    .await;
}
