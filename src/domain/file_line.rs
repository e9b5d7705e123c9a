//! Places in files, and lists of them as text.

use super::thousands;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

/// Files of one directory from which on a list names the directory once.
const FILES_TO_JOIN: usize = 3;

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct FileLine {
    pub file: Arc<str>,
    /// 1-based.
    pub line: usize,
}

/// Lines of one file.
struct InFile<'a> {
    /// The displayed path of the directory with a `/` at its end; empty at the root.
    directory: &'a str,
    name: &'a str,
    lines: Vec<usize>,
}

impl FileLine {
    /// The first `most` of some places, with each file named once, and so the directory of several
    /// files: "a.go:1, 3, b.go:7, store/{c.go:2, d.go:4, e.go:9} and 4 more".
    pub fn listed(all: &[FileLine], most: usize) -> String {
        let (mut files, mut named) = (Vec::<InFile<'_>>::new(), 0);
        let mut rest = 0;
        for (index, place) in all.iter().enumerate() {
            if index > 0 && all[index - 1] == *place {
                continue;
            }
            if named == most {
                rest = all.len() - index;
                break;
            }
            named += 1;
            let (directory, name) =
                place.file.split_at(place.file.rfind('/').map_or(0, |at| at + 1));
            match files.last_mut() {
                Some(last) if last.directory == directory && last.name == name => {
                    last.lines.push(place.line);
                }
                _ => files.push(InFile { directory, name, lines: vec![place.line] }),
            }
        }
        let runs = files.chunk_by(|one, other| one.directory == other.directory);
        let text = runs.map(in_directory).collect::<Vec<_>>().join(", ");
        if rest > 0 { format!("{text} and {} more", thousands(rest)) } else { text }
    }
}

/// Returns the places in some files of one directory.
fn in_directory(files: &[InFile<'_>]) -> String {
    let directory = files[0].directory;
    let is_joined = files.len() >= FILES_TO_JOIN && !directory.is_empty();
    let lead = if is_joined { "" } else { directory };
    let places = files.iter().map(|file| {
        let lines: Vec<String> = file.lines.iter().map(usize::to_string).collect();
        format!("{lead}{}:{}", file.name, lines.join(", "))
    });
    let places = places.collect::<Vec<_>>().join(", ");
    if is_joined { format!("{directory}{{{places}}}") } else { places }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_directories_are_named_once() {
        let check = |places: &[(&str, usize)], most: usize, expected: &str| {
            let places: Vec<FileLine> = places
                .iter()
                .map(|(file, line)| FileLine { file: Arc::from(*file), line: *line })
                .collect();
            assert_eq!(FileLine::listed(&places, most), expected);
        };
        check(&[], 9, "");
        check(&[("a.go", 1), ("a.go", 1), ("a.go", 3), ("b.go", 7)], 9, "a.go:1, 3, b.go:7");
        check(&[("a.go", 1), ("b.go", 1), ("c.go", 3)], 9, "a.go:1, b.go:1, c.go:3");
        check(&[("s/a.go", 1), ("s/b.go", 2)], 9, "s/a.go:1, s/b.go:2");
        let many = [
            ("s/a.go", 1),
            ("s/a.go", 2),
            ("s/b.go", 2),
            ("s/c.go", 3),
            ("s/t/d.go", 4),
            ("e.go", 5),
        ];
        check(&many, 9, "s/{a.go:1, 2, b.go:2, c.go:3}, s/t/d.go:4, e.go:5");
        check(&many, 3, "s/a.go:1, 2, s/b.go:2 and 3 more");
    }
}
