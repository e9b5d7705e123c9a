//! The readable form of notebooks (`.ipynb`): each line of the file that holds a line of a cell
//! becomes that line, all others become empty, so that lines have the numbers that they have on
//! disk. The first determines the language.
//!
//! Lines of other cells than code become comments, and so does what is for the notebook and not for
//! its language: `%matplotlib`, `!pip install`, and whole cells of another language (`%%bash`).
//!
//! The line on which each string begins decides, which a JSON library does not report, and a build
//! may be without the grammar of JSON. So containers and keys are followed here, and only strings
//! are decoded by the library.

use std::path::Path;

/// Number of containers within each other from which on a file counts as no notebook.
const MAX_DEPTH: usize = 64;

/// Marks of cells that are still code of the notebook's language.
const CODE_MAGICS: [&str; 6] = ["%%time", "%%timeit", "%%capture", "%%prun", "%%memit", "%%cache"];

/// Returns whether a file is a notebook by its name.
pub(super) fn is_notebook(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ipynb"))
}

/// Replaces the bytes of a notebook by its readable form. Those of what is none, or has several
/// lines of code in one line of the file, stay, but for escapes of white space: the words behind
/// these would be others.
pub(super) fn make_readable(path: &Path, bytes: &mut Vec<u8>) {
    if !is_notebook(path) {
        return;
    }
    match std::str::from_utf8(bytes).ok().and_then(readable) {
        Some(readable) => *bytes = readable.into_bytes(),
        None => blank_escapes(bytes),
    }
}

fn blank_escapes(bytes: &mut [u8]) {
    let mut from = 0;
    while let Some(at) = memchr::memchr(b'\\', &bytes[from..]).map(|at| from + at) {
        from = (at + 2).min(bytes.len());
        if let [escape @ b'\\', letter @ (b'n' | b'r' | b't')] = &mut bytes[at..from] {
            (*escape, *letter) = (b' ', b' ');
        }
    }
}

/// One cell while the file is read.
#[derive(Default)]
struct Cell {
    kind: String,
    /// The line (0-based) on which it says its kind.
    line: usize,
    /// The lines of its source, with their line in the file.
    source: Vec<(usize, String)>,
}

/// A container that is open, with the key whose value is being read.
struct Open {
    is_object: bool,
    key: String,
    /// True if the next string is a key.
    wants_key: bool,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    open: Vec<Open>,
    cell: Cell,
    lines: Vec<String>,
    language: String,
    has_cells: bool,
}

fn readable(text: &str) -> Option<String> {
    let count = text.split_inclusive('\n').count();
    let reader = Reader {
        text,
        at: 0,
        line: 0,
        open: Vec::new(),
        cell: Cell::default(),
        lines: vec![String::new(); count],
        language: String::new(),
        has_cells: false,
    };
    let lines = reader.read()?;
    let mut readable = lines.join("\n");
    if text.ends_with('\n') {
        readable.push('\n');
    }
    Some(readable)
}

impl Reader<'_> {
    fn read(mut self) -> Option<Vec<String>> {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b'"' => self.string()?,
                b'{' | b'[' => {
                    let is_object = *byte == b'{';
                    if self.open.len() == MAX_DEPTH || self.open.is_empty() && self.at > 0 {
                        return None;
                    }
                    self.open.push(Open { is_object, key: String::new(), wants_key: is_object });
                }
                b'}' | b']' => self.close(*byte == b'}')?,
                b',' => {
                    let open = self.open.last_mut()?;
                    open.wants_key = open.is_object;
                }
                b':' => self.open.last_mut()?.wants_key = false,
                b'\n' => self.line += 1,
                // Numbers and words say nothing here.
                _ => {}
            }
            self.at += 1;
        }
        if !self.open.is_empty() || !self.has_cells || !self.lines[0].is_empty() {
            return None;
        }
        if !self.language.is_empty() {
            self.lines[0] = format!("# language: {}", self.language);
        }
        Some(self.lines)
    }

    /// Returns whether the open containers are those under these keys; `*` stands for an element.
    fn is_at(&self, path: &[&str]) -> bool {
        let matches = |(open, key): (&Open, &&str)| {
            if *key == "*" { !open.is_object } else { open.key == *key }
        };
        self.open.len() == path.len() && self.open.iter().zip(path).all(matches)
    }

    fn close(&mut self, is_object: bool) -> Option<()> {
        if self.open.pop()?.is_object != is_object {
            return None;
        }
        if is_object && self.is_at(&["cells", "*"]) {
            self.has_cells = true;
            let cell = std::mem::take(&mut self.cell);
            self.place(cell)?;
        }
        Some(())
    }

    /// Reads the string at whose quote the reader stands, up to its closing quote.
    fn string(&mut self) -> Option<()> {
        let start = self.at + 1;
        let bytes = self.text.as_bytes();
        let mut end = start;
        loop {
            match bytes.get(end)? {
                b'"' => break,
                b'\\' => end += 2,
                b'\n' => return None,
                _ => end += 1,
            }
        }
        self.at = end;
        let raw = self.text.get(start..end)?;
        let open = self.open.last_mut()?;
        if open.wants_key {
            raw.clone_into(&mut open.key);
        } else if self.is_at(&["cells", "*", "cell_type"]) {
            raw.clone_into(&mut self.cell.kind);
            self.cell.line = self.line;
        } else if self.is_at(&["cells", "*", "source"])
            || self.is_at(&["cells", "*", "source", "*"])
        {
            let decoded: String = serde_json::from_str(self.text.get(start - 1..=end)?).ok()?;
            self.cell.source.push((self.line, decoded));
        } else if self.is_at(&["metadata", "kernelspec", "language"])
            || self.is_at(&["metadata", "language_info", "name"])
        {
            raw.clone_into(&mut self.language);
        }
        Some(())
    }

    /// Writes the lines of a cell to their places. `None` if two of code share one.
    fn place(&mut self, cell: Cell) -> Option<()> {
        let is_code = cell.kind == "code";
        let first = cell.source.first().map_or("", |(_, line)| line.trim());
        let is_foreign =
            first.starts_with("%%") && !CODE_MAGICS.iter().any(|magic| first.starts_with(magic));
        let mark = if is_code { "# %%".to_owned() } else { format!("# %% [{}]", cell.kind) };
        self.write(cell.line, &mark);
        for (line, source) in &cell.source {
            let source = source.strip_suffix('\n').unwrap_or(source).trim_end_matches('\r');
            if is_code && (source.contains(['\n', '\0']) || !self.lines[*line].is_empty()) {
                return None;
            }
            let is_for_notebook =
                source.trim_start().starts_with(['%', '!']) || source.ends_with('?');
            if !is_code || is_foreign || is_for_notebook {
                let text = source.replace(['\n', '\r'], " ");
                self.write(*line, format!("# {text}").trim_end());
            } else {
                source.clone_into(&mut self.lines[*line]);
            }
        }
        Some(())
    }

    /// Adds to a line that may hold something already, which is a comment.
    fn write(&mut self, line: usize, text: &str) {
        let written = &mut self.lines[line];
        if !written.is_empty() {
            written.push(' ');
        }
        written.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(notebook: &str, expected: &[(usize, &str)]) {
        let readable = readable(notebook).expect("a notebook");
        assert_eq!(readable.split('\n').count(), notebook.split('\n').count());
        let lines = readable.split('\n').enumerate().filter(|(_, line)| !line.is_empty());
        let lines: Vec<_> = lines.map(|(index, line)| (index + 1, line)).collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn lines_keep_their_numbers() {
        check(
            r##"{
 "cells": [
  {
   "cell_type": "markdown",
   "source": [
    "# Title\n",
    "text"
   ]
  },
  {
   "cell_type": "code",
   "outputs": [ { "text": ["def no(): pass\n"] } ],
   "source": [
    "%matplotlib inline\n",
    "def f(x):\n",
    "    return \"a\\n\" + x"
   ]
  }
 ],
 "metadata": {
  "kernelspec": {
   "language": "python"
  }
 }
}
"##,
            &[
                (1, "# language: python"),
                (4, "# %% [markdown]"),
                (6, "# # Title"),
                (7, "# text"),
                (11, "# %%"),
                (14, "# %matplotlib inline"),
                (15, "def f(x):"),
                (16, "    return \"a\\n\" + x"),
            ],
        );
    }

    #[test]
    fn a_cell_of_another_language_is_a_comment_and_a_line_may_be_no_list() {
        check(
            "{\"cells\": [\n{\"source\": [\n\"%%bash\\n\",\n\"ls\"\n],\n\"cell_type\": \"code\"},\n{\"cell_type\": \"code\",\n\"source\": \"x = 1\"}\n]}",
            &[(3, "# %%bash"), (4, "# ls"), (6, "# %%"), (7, "# %%"), (8, "x = 1")],
        );
    }

    #[test]
    fn notebooks_not_readable_by_lines_stay_as_they_are() {
        for text in [
            "{}",
            "[",
            "{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"a\\n\", \"b\"]}]}",
            "{\"cells\": [{\"cell_type\": \"code\",\n\"source\": \"a\\nb\"}]}",
            "{\"cells\": [{\"cell_type\": \"code\",\n\"source\": [\"a\"}]}",
            "{\"cells\": [\"",
            "\u{feff}{}",
            "",
        ] {
            assert_eq!(readable(text), None, "{text}");
        }
    }
}
