//! Long runs of comment-only lines, for grammars that scan past all comments of a run at each of
//! them.

/// Calls `each` with the line ends inside runs of at least `least` comment lines of equal
/// indentation. `marks` start a comment.
pub(super) fn each_inner_end(
    text: &str,
    marks: &[String],
    least: usize,
    mut each: impl FnMut(usize),
) {
    let mut run: Vec<usize> = Vec::new();
    let mut common = "";
    let mut end_run = |run: &mut Vec<usize>| {
        if run.len() >= least {
            // The last line ends the comment.
            run[..run.len() - 1].iter().for_each(|end| each(*end));
        }
        run.clear();
    };
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', text.as_bytes()) {
        let line = &text[start..end];
        let bare = line.trim_start_matches([' ', '\t']);
        let indent = &line[..line.len() - bare.len()];
        let is_comment = marks.iter().any(|mark| bare.starts_with(mark.as_str()));
        if !is_comment || indent != common {
            end_run(&mut run);
        }
        if is_comment {
            common = indent;
            run.push(end);
        }
        start = end + 1;
    }
    end_run(&mut run);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let mut joined = text.as_bytes().to_vec();
        each_inner_end(text, &["#".to_owned()], 3, |end| joined[end] = b'_');
        assert_eq!(String::from_utf8_lossy(&joined), expected);
    }

    #[test]
    fn long_runs_of_one_indentation_are_joined() {
        check("# a\n# b\n# c\nd\n", "# a_# b_# c\nd\n");
        check("# a\n# b\nd\n# c\n", "# a\n# b\nd\n# c\n");
        check("# a\n# b\n  # c\n", "# a\n# b\n  # c\n");
        check("  # a\r\n  # b\r\n  # c\r\n# d\n", "  # a\r_  # b\r_  # c\r\n# d\n");
        check("", "");
    }
}
