//! Documents and the outlines that they become.

use super::*;
use crate::domain::HighlightRole;
use crate::render::samples::{callers, code, doc, lines, map, result, row, uses};
use insta::assert_snapshot;

fn bare(doc: &Doc) -> String {
    write(doc, OutlineStyle::Safe)
}

#[test]
fn a_map_is_an_indented_tree() {
    assert_snapshot!(bare(&map()), @"
    src/
      search/
        runner.rs
          /// Runs a search.
          pub fn run(options: &Options) -> Result<Vec<Hit>>
          stop(self)
        __init__.py (12 lines)
          Alpha, beta
        rank.rs, query.rs
      models.rs
        pub struct Hit
      … (3 more files)
      vendor/ (9 files)
    … (15 more files)

    [18 files, 3 symbols, 2,950 tokens]
    ");
}

#[test]
fn rows_with_details_stand_apart() {
    assert_snapshot!(bare(&callers()), @"
    Callers of `run` (src/search/runner.rs:225):

    1. src/main.rs:42
       pub fn handle(args: Args) -> Result<()>

    2. src/search/mod.rs:18
       pub fn search(options: Options)
       at 20: run(options)

    [2 callers · syntax · 60 tokens]
    ");
}

#[test]
fn rows_with_a_text_are_one_line_each() {
    let blocks = vec![
        Block::Heading("References to `Hit` (src/models.rs:35):".into()),
        row(Some(1), "src/a.rs:225", "return type of run()", &[]),
        row(Some(2), "src/b.rs:12", "parameter of rank()", &[]),
        Block::Section("Tests".into()),
        row(None, "tests/a.rs:3", "finds()", &[]),
        Block::Text("  Files: 3".into()),
    ];
    assert_snapshot!(bare(&doc(blocks, "2 of 23 references shown")), @"
    References to `Hit` (src/models.rs:35):

    1. src/a.rs:225 -- return type of run()
    2. src/b.rs:12 -- parameter of rank()

    ## Tests
      tests/a.rs:3 -- finds()

      Files: 3

    [2 of 23 references shown]
    ");
}

#[test]
fn results_take_a_line_a_use_and_name_a_file_once() {
    assert_snapshot!(bare(&uses()), @"
    Callers of `run` (src/search/runner.rs:225):

    src/main.rs:42 handle: run(args)?
    src/pool.rs
      18 Pool.get: run(a)
      20   run(b)
      31 Pool.put: run(c)
      32   run(d)

    ## Possible, not certain
    src/x.rs:7 use runner::run
    … (3 more)

    [5 of 8 callers shown · syntax · 60 tokens]
    ");
}

#[test]
fn a_tree_of_results_names_a_file_where_it_or_the_level_changes() {
    let blocks = vec![
        result(1, 0, &[("a.rs", 1, Some("one"), "x()")]),
        result(2, 1, &[("a.rs", 2, Some("two"), "one()")]),
        result(3, 1, &[("a.rs", 4, Some("four"), "one()")]),
        result(4, 0, &[("a.rs", 3, Some("three"), "x()")]),
    ];
    assert_snapshot!(bare(&doc(blocks, "")), @"
    a.rs:1 one: x()
      a.rs:2 two: one()
      :4 four: one()
    a.rs:3 three: x()
    ");
}

#[test]
fn found_lines_are_grouped_by_file_and_name_their_symbol_once() {
    assert_snapshot!(bare(&lines()), @"
    src/a.rs
      3: use foo;
      --
      12:     foo(1) · in bar
      13- }
      14:     foo(2)
    src/b.rs
      1: foo · in bar
      2: foo · top level

    [5 lines in 2 files]
    ");
}

#[test]
fn lines_of_code_are_numbered_first_behind_blank_ones_and_every_fifth() {
    let text = "fn a() {\n    b\n\n}\n\nfn b() {\n    c\n    d\n}\n";
    let blocks = vec![
        code("src/a.rs:8-16", Some("function, score 0.93"), Some(8), text),
        code("src/b.rs:1-2", None, None, "x\ny"),
    ];
    assert_snapshot!(bare(&doc(blocks, "")), @"
    src/a.rs:8-16 -- function, score 0.93
    8	fn a() {
    	    b

    11	}

    13	fn b() {
    	    c
    15	    d
    	}

    src/b.rs:1-2
    x
    y
    ");
}

#[test]
fn blank_lines_never_pile_up() {
    let blocks = vec![
        Block::Blank,
        Block::Text("a".into()),
        Block::Blank,
        Block::Blank,
        Block::Text("b".into()),
        Block::Blank,
    ];
    assert_eq!(bare(&doc(blocks, "c")), "a\n\nb\n\n[c]");
    assert_eq!(bare(&doc(Vec::new(), "c")), "[c]");
    assert_eq!(bare(&doc(Vec::new(), "")), "");
}

#[test]
fn a_name_with_a_line_end_stays_on_its_line() {
    assert_eq!(bare(&doc(vec![row(None, "a\nb:1", "x\r\ny", &[])], "")), r"a\nb:1 -- x\r\ny");
}

#[test]
fn a_terminal_is_shown_control_characters_as_escapes() {
    let blocks = vec![row(None, "a\u{1b}]0;x\u{7}", "\u{202e}evil\u{9b}31m\ttab", &[])];
    assert_eq!(
        write(&doc(blocks, ""), OutlineStyle::Safe),
        "a\\x1b]0;x\\x07 -- \\u{202e}evil\\u{9b}31m\ttab"
    );
}

#[test]
fn colours_mark_roles_and_highlights() {
    let highlights = vec![
        Highlight { bytes: 0..2, role: HighlightRole::Keyword },
        Highlight { bytes: 7..15, role: HighlightRole::Comment },
    ];
    let block = Block::Code {
        place: "a.rs:1-2".into(),
        caption: None,
        language: None,
        first_line: Some(1),
        text: "fn a() /* b\n c */\n".into(),
        folds: Vec::new(),
        highlights,
    };
    let coloured = write(&doc(vec![block], "end"), OutlineStyle::Coloured).replace('\u{1b}', "^");
    assert_snapshot!(coloured, @"
    ^[35ma.rs:1-2^[0m
    ^[32m1^[0m	^[34mfn^[0m a() ^[90m/* b^[0m
    	^[90m c ^[0m*/

    ^[90m[end]^[0m
    ");
    assert_snapshot!(write(&lines(), OutlineStyle::Coloured).replace('\u{1b}', "^"), @"
    ^[35msrc/a.rs^[0m
      ^[32m3^[0m: use ^[1;31mfoo^[0m;
      ^[90m--^[0m
      ^[32m12^[0m:     ^[1;31mfoo^[0m(1)^[90m · in bar^[0m
      ^[32m13^[0m- }
      ^[32m14^[0m:     ^[1;31mfoo^[0m(2)
    ^[35msrc/b.rs^[0m
      ^[32m1^[0m: ^[1;31mfoo^[0m^[90m · in bar^[0m
      ^[32m2^[0m: ^[1;31mfoo^[0m^[90m · top level^[0m

    ^[90m[5 lines in 2 files]^[0m
    ");
}

#[test]
fn ranges_that_do_not_fit_the_text_are_passed_over() {
    let mut painter = Painter::new(OutlineStyle::Coloured);
    let ranges = [1..2, 0..3, 2..9, 3..4];
    painter.put_with("aéb", ranges.into_iter().map(|range| (range, Role::Match)));
    assert_eq!(painter.text.replace('\u{1b}', "^"), "^[1;31maé^[0m^[1;31mb^[0m");
}
