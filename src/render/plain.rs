//! Plain text for pipes: no headings, no notes on what was cut, no footer. Found lines are
//! `path:line:text`, as every tool that reads grep's output expects; a single piece of code is only
//! its text.

use super::color::one_line;
use super::trail::{PathEntry, Trail};
use crate::domain::{Block, Doc};
use std::fmt::Write;

#[expect(clippy::too_many_lines, reason = "one arm for each block")]
pub(super) fn write(doc: &Doc) -> String {
    let has_lines = doc.blocks.iter().any(|block| matches!(block, Block::Line { .. }));
    let is_single =
        doc.blocks.iter().filter(|block| matches!(block, Block::Code { .. })).count() == 1;
    let mut text = String::new();
    let mut trail = Trail::default();
    let mut file = "";
    for block in &doc.blocks {
        let place = trail.pass(block).map_or_else(String::new, PathEntry::shown);
        // Writing to a string cannot fail.
        let _ = match block {
            Block::Heading(_)
            | Block::Section(_)
            | Block::Subsection(_)
            | Block::Blank
            | Block::More { .. } => Ok(()),
            // A sentence between found lines would be read as one of them.
            Block::Text(_) if has_lines => Ok(()),
            Block::Text(sentence) => writeln!(text, "{sentence}"),
            Block::Directory { .. } => writeln!(text, "{}", one_line(&place)),
            Block::File { path, .. } => {
                file = path;
                writeln!(text, "{}", one_line(&place))
            }
            Block::Symbol { signature, lines: Some(lines), .. } => {
                writeln!(text, "{}:{lines}:{}", one_line(file), one_line(signature))
            }
            Block::Symbol { signature, lines: None, .. } => {
                writeln!(text, "{}:{}", one_line(file), one_line(signature))
            }
            Block::Names { depth, names } => {
                let owner = trail.owner(*depth).filter(|owner| owner.is_directory);
                names.iter().try_for_each(|name| match owner {
                    Some(directory) => writeln!(text, "{}", one_line(&directory.join(name))),
                    None => writeln!(text, "{}:{}", one_line(file), one_line(name)),
                })
            }
            Block::Row { place, text: says, details, .. } => row(&mut text, place, says, details),
            Block::Result(row) => row.lines.iter().try_for_each(|line| {
                let symbol =
                    line.symbol.as_ref().map_or_else(String::new, |symbol| format!("{symbol}: "));
                let (file, says) = (one_line(&line.file), format!("{symbol}{}", line.text));
                writeln!(text, "{file}:{}:{}", line.line, one_line(&says))
            }),
            Block::Line { path, line, text: found, is_match, .. } => {
                let mark = if *is_match { ':' } else { '-' };
                let found = found.trim_end_matches(['\r', '\n']);
                writeln!(text, "{}{mark}{line}{mark}{}", one_line(path), one_line(found))
            }
            Block::Excerpt { place, lines, .. } => {
                let file = place.rsplit_once(':').map_or(place.as_str(), |(file, _)| file);
                let mut lines = lines.iter();
                lines.try_for_each(|(line, found)| {
                    writeln!(text, "{}:{line}:{}", one_line(file), one_line(found))
                })
            }
            Block::Code { place, text: code, .. } => {
                if !is_single {
                    let gap = if text.is_empty() { "" } else { "\n" };
                    let _ = writeln!(text, "{gap}{}", one_line(place));
                }
                writeln!(text, "{}", code.strip_suffix('\n').unwrap_or(code))
            }
        };
    }
    if text.ends_with('\n') {
        text.pop();
    }
    text
}

/// Writes a place and its text on one line, then further details, indented.
fn row(text: &mut String, place: &str, says: &str, details: &[String]) -> std::fmt::Result {
    let mut details = details.iter();
    let says = if says.is_empty() { details.next().map_or("", String::as_str) } else { says };
    match (place, says) {
        (only, "") | ("", only) => writeln!(text, "{}", one_line(only))?,
        _ => writeln!(text, "{}:{}", one_line(place), one_line(says))?,
    }
    details.try_for_each(|detail| writeln!(text, "  {}", one_line(detail)))
}

#[cfg(test)]
mod tests {
    use super::super::samples::{callers, code, doc, lines, map, uses};
    use super::*;
    use insta::assert_snapshot;

    #[test]
    fn found_lines_are_as_grep_prints_them() {
        assert_snapshot!(write(&lines()), @"
        src/a.rs:3:use foo;
        src/a.rs:12:    foo(1)
        src/a.rs-13-}
        src/a.rs:14:    foo(2)
        src/b.rs:1:foo
        src/b.rs:2:foo
        ");
    }

    #[test]
    fn a_map_is_a_list_of_places() {
        assert_snapshot!(write(&map()), @"
        src/
        src/search/
        src/search/runner.rs
        src/search/runner.rs:pub fn run(options: &Options) -> Result<Vec<Hit>>
        src/search/runner.rs:stop(self)
        src/search/__init__.py
        src/search/__init__.py:Alpha
        src/search/__init__.py:beta
        src/search/rank.rs
        src/search/query.rs
        src/models.rs
        src/models.rs:pub struct Hit
        src/vendor/
        ");
    }

    #[test]
    fn rows_keep_their_places() {
        assert_snapshot!(write(&callers()), @"
        src/main.rs:42:pub fn handle(args: Args) -> Result<()>
        src/search/mod.rs:18:pub fn search(options: Options)
          at 20: run(options)
        ");
    }

    #[test]
    fn results_are_found_lines() {
        assert_snapshot!(write(&uses()), @"
        src/main.rs:42:handle: run(args)?
        src/pool.rs:18:Pool.get: run(a)
        src/pool.rs:20:run(b)
        src/pool.rs:31:Pool.put: run(c)
        src/pool.rs:32:Pool.put: run(d)
        src/x.rs:7:use runner::run
        ");
    }

    #[test]
    fn one_piece_of_code_is_nothing_but_its_text() {
        let one = code("a.rs:1-2", Some("function"), Some(1), "fn a() {\n}\n");
        assert_eq!(write(&doc(vec![one.clone()], "1 result")), "fn a() {\n}");
        assert_snapshot!(write(&doc(vec![one.clone(), one], "2 results")), @"
        a.rs:1-2
        fn a() {
        }

        a.rs:1-2
        fn a() {
        }
        ");
    }
}
