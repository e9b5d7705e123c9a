//! Every language with a grammar: a file that holds its awkward cases, and the outline that a reader would expect of it.

use spelunk::domain::{Outline, Visibility};
use spelunk::lang::{QueryKind, registry};
use spelunk::workspace::outline::outline;
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
            let language = registry().for_source(&path, &text).expect("fixtures are in known languages");
            let name = path.file_name().and_then(|name| name.to_str()).expect("fixtures have plain names");
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
        let has_symbols = language.query(QueryKind::Symbols).is_some();
        assert!(!has_symbols || covered.contains(&language.id), "tests/fixtures/languages has no {}", language.id);
    }
}

fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/languages");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("the fixtures are there").flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// One line a symbol: nesting, kind, visibility, marks, line and last line, signature, documentation.
fn render(outline: &Outline) -> String {
    let mut text = String::new();
    for symbol in &outline.symbols {
        let depth = std::iter::successors(symbol.parent, |parent| outline.symbols[*parent].parent).count();
        let mut marks = String::new();
        if symbol.is_test {
            marks.push_str(" test");
        }
        if symbol.is_local {
            marks.push_str(" local");
        }
        let container = symbol.container.as_ref().map(|container| format!("{container} > ")).unwrap_or_default();
        let doc = symbol.doc.as_ref().map(|doc| format!("  // {doc}")).unwrap_or_default();
        text.push_str(&format!(
            "{:indent$}{}-{} {} {}{marks} {container}{}: {}{doc}\n",
            "",
            symbol.line,
            symbol.lines.end,
            symbol.kind.as_str(),
            symbol.visibility.map_or("-", Visibility::as_str),
            symbol.name,
            symbol.signature,
            indent = 2 * depth,
        ));
    }
    text
}
