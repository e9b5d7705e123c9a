//! Unified diffs: changed lines by file.

/// The changes to one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct FileChange {
    /// New name; `None` if the file is deleted.
    pub(super) path: Option<String>,
    pub(super) old_path: Option<String>,
    pub(super) hunks: Vec<Hunk>,
}

/// One run of changes with its context.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Hunk {
    pub(super) old: Side,
    pub(super) new: Side,
}

/// One side of a hunk.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Side {
    /// Line number of its first line.
    pub(super) start: usize,
    pub(super) lines: Vec<String>,
    /// Indices in `lines` of changed lines: added, removed, or next to a removal.
    pub(super) changed: Vec<usize>,
}

impl Side {
    fn change_here(&mut self) {
        if self.changed.last() != Some(&self.lines.len()) {
            self.changed.push(self.lines.len());
        }
    }

    /// Returns the numbers of the changed lines in a file, `None` if the file does not contain this
    /// side of the hunk.
    pub(super) fn changed_in<'a>(
        &self,
        line: impl Fn(usize) -> Option<&'a str>,
    ) -> Option<Vec<usize>> {
        let start = self.start.max(1);
        let holds = self
            .lines
            .iter()
            .enumerate()
            .all(|(index, text)| line(start + index) == Some(text.as_str()));
        holds.then(|| self.changed.iter().map(|index| start + index).collect())
    }

    /// Returns the numbers of the changed lines, independent of the current file.
    pub(super) fn changed(&self) -> impl Iterator<Item = usize> {
        let start = self.start.max(1);
        self.changed.iter().map(move |index| start + index)
    }
}

/// Returns whether a text is a unified diff.
pub(super) fn is_diff(text: &str) -> bool {
    let mut has_name = false;
    text.lines().any(|line| {
        has_name |= line.starts_with("+++ ");
        has_name && hunk_start(line).is_some()
    })
}

/// Returns the files that a diff changes, in its order.
pub(super) fn parse(text: &str) -> Vec<FileChange> {
    let mut files: Vec<FileChange> = Vec::new();
    let mut old_path = None;
    // Remaining lines of the current hunk on either side; within them `--- x` is a removed line and
    // not a header.
    let mut left = (0, 0);
    for line in text.lines() {
        if left != (0, 0)
            && let Some(hunk) = files.last_mut().and_then(|file| file.hunks.last_mut())
        {
            take_line(hunk, line, &mut left);
        } else if let Some(name) = line.strip_prefix("--- ") {
            old_path = file_name(name, "a/");
        } else if let Some(name) = line.strip_prefix("+++ ") {
            let path = file_name(name, "b/");
            files.push(FileChange { path, old_path: old_path.take(), hunks: Vec::new() });
        } else if let Some((old, new)) = hunk_start(line)
            && let Some(file) = files.last_mut()
        {
            left = (old.1, new.1);
            let side = |(start, _)| Side { start, ..Side::default() };
            file.hunks.push(Hunk { old: side(old), new: side(new) });
        }
    }
    files
}

fn take_line(hunk: &mut Hunk, line: &str, left: &mut (usize, usize)) {
    let (mark, text) = match line.chars().next() {
        Some(mark) => (mark, &line[mark.len_utf8()..]),
        // Mail programs strip the space of an empty line.
        None => (' ', ""),
    };
    let text = text.trim_end_matches('\r');
    match mark {
        '+' => {
            // Lines that replace removed ones change those; a pure insertion changes the line after
            // it.
            if hunk.old.changed.last().is_none_or(|last| last + 1 != hunk.old.lines.len()) {
                hunk.old.change_here();
            }
            hunk.new.change_here();
            hunk.new.lines.push(text.to_owned());
            left.1 = left.1.saturating_sub(1);
        }
        '-' => {
            hunk.old.change_here();
            hunk.old.lines.push(text.to_owned());
            left.0 = left.0.saturating_sub(1);
            // Removed lines are not on the new side; the line in their place is marked instead.
            hunk.new.change_here();
        }
        '\\' => {}
        _ => {
            hunk.old.lines.push(text.to_owned());
            hunk.new.lines.push(text.to_owned());
            *left = (left.0.saturating_sub(1), left.1.saturating_sub(1));
        }
    }
}

/// Parses `@@ -1,2 +3,4 @@ anything`: start and number of lines on either side.
fn hunk_start(line: &str) -> Option<((usize, usize), (usize, usize))> {
    let (old, rest) = line.strip_prefix("@@ -")?.split_once(" +")?;
    let (new, _) = rest.split_once(" @@")?;
    let side = |text: &str| -> Option<(usize, usize)> {
        match text.split_once(',') {
            Some((start, count)) => Some((start.parse().ok()?, count.parse().ok()?)),
            None => Some((text.parse().ok()?, 1)),
        }
    };
    Some((side(old)?, side(new)?))
}

/// Returns the name in a `---` or `+++` line, without git's prefix and without a trailing time.
fn file_name(name: &str, prefix: &str) -> Option<String> {
    let name = match name.strip_prefix('"') {
        Some(quoted) => unquote(quoted.rsplit_once('"').map_or(quoted, |(inside, _)| inside)),
        None => name.split('\t').next().unwrap_or(name).trim_end().to_owned(),
    };
    if name == "/dev/null" {
        return None;
    }
    Some(name.strip_prefix(prefix).unwrap_or(&name).to_owned())
}

/// Decodes git's quoting: backslashes, and bytes as three octal digits.
fn unquote(quoted: &str) -> String {
    let mut bytes = Vec::new();
    let mut left = quoted.as_bytes();
    while let Some((first, rest)) = left.split_first() {
        left = rest;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        let octal = rest.get(..3).and_then(|digits| std::str::from_utf8(digits).ok());
        if let Some(byte) = octal.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            bytes.push(byte);
            left = &rest[3..];
        } else if let Some((escaped, rest)) = rest.split_first() {
            bytes.push(match escaped {
                b'n' => b'\n',
                b't' => b'\t',
                other => *other,
            });
            left = rest;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DIFF: &str = "\
diff --git a/src/a.rs b/src/a.rs
index 1..2 100644
--- a/src/a.rs
+++ b/src/a.rs
@@ -1,4 +1,4 @@ fn one() {
 fn one() {
-    old();
+    new();
 }
 
@@ -9,2 +9 @@
 x
--- y
diff --git a/gone.rs b/gone.rs
--- a/gone.rs
+++ /dev/null
@@ -1 +0,0 @@
-gone
--- \"a/f\\303\\251.rs\"
+++ \"b/f\\303\\251.rs\"
@@ -0,0 +1 @@
+new
";

    #[test]
    fn changed_lines_are_known_on_both_sides() {
        let files = parse(DIFF);
        let paths: Vec<_> = files.iter().map(|file| file.path.as_deref()).collect();
        assert_eq!(paths, [Some("src/a.rs"), None, Some("fé.rs")]);
        let new: Vec<Vec<usize>> =
            files[0].hunks.iter().map(|hunk| hunk.new.changed().collect()).collect();
        assert_eq!(new, [vec![2], vec![10]]);
        let old: Vec<Vec<usize>> =
            files[0].hunks.iter().map(|hunk| hunk.old.changed().collect()).collect();
        assert_eq!(old, [vec![2], vec![10]]);
        assert_eq!(files[0].hunks[1].old.lines, ["x", "-- y"]);
    }

    #[test]
    fn the_side_that_a_file_holds_is_known() {
        let hunk = &parse(DIFF)[0].hunks[0];
        let file = ["fn one() {", "    new();", "}", ""];
        let line = |number: usize| file.get(number - 1).copied();
        assert_eq!(hunk.new.changed_in(line), Some(vec![2]));
        assert_eq!(hunk.old.changed_in(line), None);
    }

    #[test]
    fn only_diffs_are_diffs() {
        assert!(is_diff(DIFF));
        assert!(!is_diff("+++ a\nfoo"));
        assert!(!is_diff("@@ -1 +1 @@"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_failure(text in "(@@ -[0-9]{1,3}(,[0-9])? \\+[0-9]{1,3} @@|--- a/x|\\+\\+\\+ b/x|[-+ ].{0,5}|\n){0,30}") {
            for file in parse(&text) {
                for hunk in &file.hunks {
                    prop_assert!(hunk.new.changed.iter().all(|index| *index <= hunk.new.lines.len()));
                }
            }
        }
    }
}
