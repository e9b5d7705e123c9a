//! Texts at which the scanners of grammars end the process.

use super::run;
use crate::support::project;
use spelunk::domain::OutlineGap;

/// Scanners of grammars write past the buffer for their state, or end the process on purpose, in
/// depths and at lengths that their authors did not think of.
#[test]
fn texts_that_break_a_scanner_are_left_unparsed() {
    let stairs = |head: &str| -> String {
        (0..600).map(|level| format!("{}{head}\n", " ".repeat(level))).collect()
    };
    // Continued lines are as deep as all of their spaces together.
    let continued: String =
        (0..600).map(|level| format!("{}if a:\n", " \\\n".repeat(level))).collect();
    let deep = format!("{} x = \"s\"\n", " ".repeat(600));
    let heredocs: String =
        (10..21).map(|index| format!("<<A{index}{}, ", "A".repeat(80))).collect();
    let cases = [
        ("yaml", "- ".repeat(8_000), "fine: 1\n"),
        ("yaml", "? ".repeat(8_000), "fine: 1\n"),
        ("yaml", ": ".repeat(8_000), "fine: 1\n"),
        ("yaml", stairs("a:"), "fine: 1\n"),
        ("py", stairs("if a:") + &deep, "fine = 1\n"),
        ("py", continued + &" \\\n".repeat(600) + "x = \"s\"\n", "fine = 1\n"),
        ("rb", format!("f({heredocs}<<{})\n", "B".repeat(62)), "def fine; end\n"),
    ];
    for (ending, text, fine) in cases {
        let directory = project(&[(&format!("a.{ending}"), &text), (&format!("b.{ending}"), fine)]);
        let map = run(directory.path(), &["map", "."]);
        let start: String = text.chars().take(40).collect();
        assert!(
            map.stdout.contains(&OutlineGap::NotParsed.to_string()) && map.stdout.contains("fine"),
            "{start:?}: {}{}",
            map.stdout,
            map.stderr
        );
    }
}

/// A word at which Ruby's scanner would end the process is hidden from it, and the file is read.
#[test]
fn words_of_heredocs_that_are_too_long_are_not_scanned() {
    let long = "A".repeat(300);
    let lines = "a line\n".repeat(50);
    let cases = [
        format!("x = <<{long}\n{long}\n"),
        format!("y = \"<<~\"\n{lines}z = \"\"\n"),
        format!("def mark(text) = text[/<<([~-])/] == '<<~' # {}\n", "'`\" ".repeat(90)),
        "x <<~'\u{10ffff}\u{e000}".repeat(90),
        format!("puts <<\"\n{lines}"),
    ];
    for text in cases {
        let directory = project(&[("a.rb", &format!("def before; end\n{text}"))]);
        let map = run(directory.path(), &["map", "."]);
        let start: String = text.chars().take(40).collect();
        assert!(
            map.stdout.contains("before") && !map.stdout.contains("not parsed"),
            "{start:?}: {}{}",
            map.stdout,
            map.stderr
        );
    }
}

/// Perl's scanner asks for its column at each token, for which the start of the line is read again.
#[test]
fn a_long_text_whose_scanner_asks_for_its_column_is_parsed() {
    let function = |index: usize| {
        format!(
            "sub f{index}\n{{\nmy ($key, @rest) = @_;\n\
             return $acl->{{$key}} eq 'a' ? 1 : 0 if (exists($acl->{{$key}}));\nreturn 0;\n}}\n\n"
        )
    };
    let text: String = (0..1_200).map(function).collect();
    let directory = project(&[("a.pl", &text)]);
    let map = run(directory.path(), &["map", "a.pl", "--max-tokens", "100000"]);
    assert!(map.stdout.contains("f1199"), "{}{}", map.stdout, map.stderr);
}
