//! Every language with symbols: a file that holds its awkward cases, and the outline that a
//! reader would expect of it.

use crate::support::cli::run;
use crate::support::project;
use spelunk::domain::{Outline, Visibility};
use spelunk::lang::{QueryKind, registry};
use spelunk::tools::{LanguageInfo, languages};
use spelunk::workspace::outline::outline;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn outlines_are_as_a_reader_would_write_them() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for path in fixtures() {
            let text = fs::read_to_string(&path).expect("fixtures are UTF-8");
            let language =
                registry().for_source(&path, &text).expect("fixtures are in known languages");
            let name =
                path.file_name().and_then(|name| name.to_str()).expect("fixtures have plain names");
            insta::assert_snapshot!(name, render(&outline(&text, language)));
        }
    });
}

#[test]
fn every_language_with_symbols_has_a_fixture() {
    let covered: Vec<&str> = fixtures()
        .iter()
        .filter_map(|path| registry().for_source(path, &fs::read_to_string(path).ok()?))
        .map(|language| language.id)
        .collect();
    for language in registry().all() {
        let has_symbols = language.query(QueryKind::Symbols).is_some() || language.has_lines();
        assert!(
            !has_symbols || covered.contains(&language.id),
            "tests/fixtures/languages has no {}",
            language.id
        );
    }
}

/// The files with a language's awkward cases.
pub(crate) fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/languages");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the fixtures are there")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort();
    files
}

/// One line a symbol: nesting, kind, visibility, marks, line and last line, signature,
/// documentation.
fn render(outline: &Outline) -> String {
    let mut text = String::new();
    for symbol in &outline.symbols {
        let depth =
            std::iter::successors(symbol.parent, |parent| outline.symbols[*parent].parent).count();
        let mut marks = String::new();
        if symbol.is_test {
            marks.push_str(" test");
        }
        if symbol.is_local {
            marks.push_str(" local");
        }
        let container = symbol
            .container
            .as_ref()
            .map(|container| format!("{container} > "))
            .unwrap_or_default();
        let doc = symbol.doc.as_ref().map(|doc| format!("  // {doc}")).unwrap_or_default();
        text.push_str(&format!(
            "{:indent$}{}-{} {} {}{marks} {container}{}: {}{doc}\n",
            "",
            symbol.line,
            symbol.lines.end,
            symbol.kind.as_str(),
            symbol.visibility.map_or("-", Visibility::as_str),
            symbol.full_name(),
            symbol.signature,
            indent = 2 * depth,
        ));
    }
    text
}

#[test]
fn keys_and_code_in_elements_are_found_by_every_tool() {
    let directory = project(&[
        (
            "package.json",
            "{\n  \"scripts\": {\n    \"build\": \"tsc -p .\",\n    \"port\": \"80\"\n  }\n}\n",
        ),
        ("ci.yml", "jobs:\n  test:\n    steps:\n      - name: Run\n        run: make check\n"),
        ("port.ts", "/** The port. */\nexport function port(): number { return 80; }\n"),
        (
            "App.vue",
            "<template>\n  <p @click=\"port\">x</p>\n</template>\n<script setup lang=\"ts\">\nimport { port } from './port';\n\
             function open() { return port(); }\n</script>\n",
        ),
    ]);
    let check = |arguments: &[&str], expected: &[&str]| {
        let answer = run(directory.path(), arguments).stdout;
        for part in expected {
            assert!(answer.contains(part), "{arguments:?} lacks {part}:\n{answer}");
        }
        answer
    };
    check(&["extract", "package.json#scripts.build"], &["package.json:3", "tsc -p ."]);
    check(
        &["grep", "make check", "--json"],
        &[r#""enclosing":{"name":"Run","kind":"section","line":4}"#],
    );
    check(&["query", "port()", "--language", "vue"], &["App.vue:6"]);
    check(&["callers", "port"], &["App.vue", "open"]);
    check(&["references", "port"], &["App.vue", "  2", "5", "6"]);
    let found = check(&["search", "port"], &["port.ts"]);
    let (code, data) = (found.find("port.ts"), found.find("package.json"));
    assert!(data.is_none_or(|data| code.is_some_and(|code| code < data)), "{found}");
}

#[test]
fn definitions_by_lines_are_known_to_every_tool() {
    let directory = project(&[
        (
            "shop.ml",
            "module Cart = struct\n  (** The total. *)\n  let total items =\n    add items 0\nend\n\n\
             let add items start =\n  let text = \"let hidden x = add\" in\n  start\n",
        ),
        ("guide.rst", "Guide\n=====\n\nUse\n---\nAdd items.\n"),
        ("schema.sql", "CREATE TABLE app.items (\n  id int,\n  price numeric(10, 2)\n);\n"),
    ]);
    let check = |arguments: &[&str], expected: &[&str]| {
        let answer = run(directory.path(), arguments).stdout;
        for part in expected {
            assert!(answer.contains(part), "{arguments:?} lacks {part}:\n{answer}");
        }
        answer
    };
    check(&["map"], &["module Cart", "let total items", "let add items start", "app.items"]);
    check(&["extract", "shop.ml#Cart.total"], &["shop.ml:2-4", "let total items ="]);
    check(&["extract", "guide.rst#Use"], &["guide.rst:4-6", "Add items."]);
    check(&["extract", "schema.sql#items.price"], &["schema.sql:3", "numeric(10, 2)"]);
    check(
        &["grep", "add items 0", "--json"],
        &[r#""enclosing":{"name":"total","kind":"function","line":3}"#],
    );
    check(&["search", "total"], &["shop.ml"]);
    check(&["report", "shop.ml"], &["let total items", "let add items start"]);
    let callers = check(
        &["callers", "add", "--json"],
        &[r#""name":"total","kind":"function","file":"shop.ml","line":3"#],
    );
    assert!(!callers.contains("hidden"), "{callers}");
    check(&["callers", "shop.ml:3"], &["total"]);
    check(&["languages"], &["symbols by lines"]);
}

/// A notebook as programs write them: one line of the file for each line of a cell.
fn notebook(language: &str, cell: &[&str]) -> String {
    let lines: Vec<String> = cell
        .iter()
        .map(|line| format!("    {}", serde_json::Value::from(format!("{line}\n"))))
        .collect();
    format!(
        "{{\n \"cells\": [\n  {{\n   \"cell_type\": \"code\",\n   \"outputs\": [{{\"text\": [\"area\"]}}],\n   \"source\": [\n{}\n   ]\n  }}\n ],\n \
         \"metadata\": {{\n  \"kernelspec\": {{\n   \"language\": \"{language}\"\n  }}\n }}\n}}\n",
        lines.join(",\n")
    )
}

#[test]
fn cells_of_notebooks_are_code_at_the_lines_of_the_file() {
    let python = notebook(
        "python",
        &[
            "%matplotlib inline",
            "",
            "def area(r, unit=\"m\"):",
            "    return r * r",
            "print(area(2))",
        ],
    );
    let directory = project(&[
        ("shapes.ipynb", &python),
        ("stats.ipynb", &notebook("R", &["mid <- function(x) {", "  mean(x)", "}"])),
        (
            "flat.ipynb",
            "{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"def flat(): pass\"]}]}\n",
        ),
    ]);
    assert!(
        python.lines().nth(8).is_some_and(|line| line.contains("def area")),
        "the line that is expected below"
    );
    let check = |arguments: &[&str], expected: &[&str]| {
        let answer = run(directory.path(), arguments).stdout;
        for part in expected {
            assert!(answer.contains(part), "{arguments:?} lacks {part}:\n{answer}");
        }
        answer
    };
    check(&["map"], &["def area(r, unit=\"m\")", "mid <- function(x)"]);
    let extracted = check(
        &["extract", "shapes.ipynb#area"],
        &["shapes.ipynb:9-10", "def area(r, unit=\"m\"):\n"],
    );
    assert!(!extracted.contains("\\n"), "{extracted}");
    check(&["search", "area"], &["shapes.ipynb"]);
    check(
        &["grep", "r \\* r", "--json"],
        &[r#""enclosing":{"name":"area","kind":"function","line":9}"#],
    );
    check(&["grep", "mean", "--language", "r"], &["stats.ipynb"]);
    check(&["callers", "area"], &["shapes.ipynb:11", "all 2 occurrences of `area` accounted for"]);
    // What is no line of the file is data.
    check(&["grep", "def flat"], &["flat.ipynb", "cells"]);
}

/// `docs/languages.md` says what this build knows. `INSTA_UPDATE=always` writes it anew.
#[test]
fn the_table_of_languages_is_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/languages.md");
    let table = table(&languages());
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&path, &table).expect("the documentation can be written");
    }
    assert_eq!(
        fs::read_to_string(&path).unwrap_or_default(),
        table,
        "INSTA_UPDATE=always writes it"
    );
}

#[test]
fn the_readme_counts_the_languages() {
    let all = languages();
    let by_grammar = all.iter().filter(|it| it.queries.contains(&"symbols")).count();
    let by_lines = all.iter().filter(|it| it.by_lines).count();
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"));
    let said = format!("{by_grammar} by their grammars, {by_lines} by the lines");
    assert!(readme.expect("there is one").contains(&said), "{said}");
}

fn table(languages: &[LanguageInfo]) -> String {
    let mut text = "# Languages\n\n\
        What is known of each language: its symbols (without a grammar they are told by lines, some with the reason why there is none),\n\
        calls that are told from other uses, imports, and the language servers that are described for it, best first. The descriptions of those in italics were written from their documentation and are\n\
        untested. A test holds this page to the program; `spelunk languages --json` tells the same.\n\n\
        | language | files | symbols | calls | imports | servers |\n|---|---|---|---|---|---|\n"
        .to_owned();
    let mark = |is_so: bool| if is_so { "yes" } else { "" };
    for language in languages {
        let endings = language.extensions.iter().map(|ending| format!("`.{ending}`"));
        let files: Vec<String> = endings
            .chain(language.filenames.iter().map(|name| format!("`{name}`")))
            .take(5)
            .collect();
        let servers: Vec<String> = language
            .servers
            .iter()
            .map(
                |server| {
                    if server.tested { server.name.clone() } else { format!("*{}*", server.name) }
                },
            )
            .collect();
        let symbols = match language.without_grammar {
            Some(reason) if language.by_lines => format!("by lines: {reason}"),
            Some(reason) => format!("no: {reason}"),
            None if language.by_lines => "by lines".to_owned(),
            None => mark(language.queries.contains(&"symbols")).to_owned(),
        };
        let (calls, imports) = (mark(language.calls), mark(language.imports));
        let _ = writeln!(
            text,
            "| {} (`{}`) | {} | {symbols} | {calls} | {imports} | {} |",
            language.name,
            language.id,
            files.join(" "),
            servers.join(", ")
        );
    }
    text
}
