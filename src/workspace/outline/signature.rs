//! The text of signatures and documentation lines: one line each, as a programmer would write them.

use std::borrow::Cow;

/// The longest signature, in characters. Answers carry one for each row, and a hostile text may be
/// the head of one function as a whole.
pub(super) const MAX_SIGNATURE: usize = 2_000;

/// The longest value that a constant's signature shows, in characters.
const SHORT_VALUE: usize = 40;

/// The longest decorator that a signature shows with its arguments, in bytes.
const SHORT_DECORATOR: usize = 60;

/// Returns a name without white space and quotes, and without generic arguments.
pub(super) fn name(text: &str) -> String {
    const QUOTES: [char; 3] = ['"', '\'', '`'];
    let text = text.trim();
    let text = if text.starts_with(QUOTES) { text.trim_matches(QUOTES) } else { text };
    // Some operators of C++ are written with the signs that open generic arguments.
    if text.starts_with("operator") {
        return one_line(text);
    }
    let text =
        text.split_once('<').map_or(text, |(head, _)| if head.is_empty() { text } else { head });
    one_line(text)
}

/// Returns a decorator on one line, without long arguments.
pub(super) fn decorator(text: &str) -> String {
    match text.split_once('(') {
        Some((head, _)) if text.len() > SHORT_DECORATOR => {
            let end = if text.trim_end().ends_with(']') { "]" } else { "" };
            format!("{}(…){end}", one_line(head))
        }
        _ => one_line(text),
    }
}

/// Returns whether a value is shown in a signature: short and on one line.
pub(super) fn is_short_value(text: &str) -> bool {
    text.len() <= SHORT_VALUE && !text.contains('\n')
}

/// Folds white space to single spaces. A line break inside brackets leaves none, as if the text had
/// been written on one line.
pub(super) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut rest = text.trim();
    while let Some(at) = rest.find(char::is_whitespace) {
        let (word, tail) = rest.split_at(at);
        line.push_str(word);
        let next = tail.trim_start();
        let broken = tail[..tail.len() - next.len()].contains('\n');
        let closes = next.starts_with([')', ']', '>']);
        if broken && closes && line.ends_with(',') {
            line.pop();
        }
        let opens = line.ends_with(['(', '[', '<', '*', '&']);
        // The first of several lines that all begin with the sign that joins them.
        if broken && line.ends_with('=') {
            rest = next.strip_prefix("| ").or_else(|| next.strip_prefix("& ")).unwrap_or(next);
            line.push(' ');
            continue;
        }
        let joins = next.starts_with([',', ';', '.', '?']) && !line.ends_with(',');
        if !(broken && (closes || opens || joins)) {
            line.push(' ');
        }
        rest = next;
    }
    line.push_str(rest);
    line
}

/// Returns a text without the directives of a preprocessor and without all but the first of the
/// alternatives that they enclose.
pub(super) fn without_directives(text: &str) -> Cow<'_, str> {
    const BEGIN: [&str; 3] = ["if", "ifdef", "ifndef"];
    const NEXT: [&str; 4] = ["else", "elif", "elifdef", "elifndef"];
    const OTHER: [&str; 5] = ["endif", "region", "endregion", "pragma", "nullable"];
    let directive = |line: &'_ str| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start();
        let length = rest.find(|letter: char| !letter.is_alphabetic()).unwrap_or(rest.len());
        let words = BEGIN.iter().chain(&NEXT).chain(&OTHER);
        words.copied().find(|word| *word == &rest[..length])
    };
    if !text.contains('#') || !text.lines().any(|line| directive(line).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut is_other = false;
    for line in text.split_inclusive('\n') {
        match directive(line) {
            Some(word) if NEXT.contains(&word) => is_other = true,
            Some("endif") => is_other = false,
            None if !is_other => kept.push_str(line),
            _ => {}
        }
    }
    Cow::Owned(kept)
}

/// Returns a signature without the sign that introduces its body, and without the bracket that
/// closes what it may stand in.
pub(super) fn without_tail(signature: &str, is_in_brackets: bool) -> &str {
    let mut rest = signature.trim_end();
    let count = |bracket: char| rest.matches(bracket).count();
    if is_in_brackets && count(')') > count('(') {
        rest = rest.strip_suffix(')').map_or(rest, str::trim_end);
    }
    loop {
        let shorter = ["=>", "{", "=", ";", ",", "\\"]
            .iter()
            .find_map(|tail| rest.strip_suffix(tail))
            .or_else(|| rest.strip_suffix(':').filter(|head| !head.ends_with(':')))
            .or_else(|| rest.strip_suffix('(').filter(|head| head.ends_with(' ')));
        match shorter {
            Some(shorter) if !shorter.trim_end().is_empty() => rest = shorter.trim_end(),
            _ => return rest,
        }
    }
}

/// Appends the closing brackets that were cut off.
pub(super) fn close_brackets(signature: &mut String) {
    let mut open = Vec::new();
    let mut quote = None;
    for character in signature.chars() {
        match (quote, character) {
            (None, '"' | '\'' | '`') => quote = Some(character),
            (Some(mark), _) if mark == character => quote = None,
            (None, '(') => open.push(')'),
            (None, '[') => open.push(']'),
            (None, ')' | ']') => drop(open.pop()),
            _ => {}
        }
    }
    signature.extend(open.into_iter().rev());
}

/// Returns the first line of a comment or docstring that has a letter or digit, without marks.
pub(super) fn doc_line(comment: &str) -> Option<String> {
    let is_xml = comment.contains("<summary>");
    let lines = comment.lines().map(|line| {
        let line = strip_marks(line);
        if is_xml || is_tag(line) { Cow::Owned(without_tags(line)) } else { Cow::Borrowed(line) }
    });
    let mut lines =
        lines.filter(|line| line.chars().any(char::is_alphanumeric) && !is_keyword(line));
    lines.next().map(|line| one_line(&line))
}

/// Returns whether a line of a comment only names what follows, as PowerShell's `.SYNOPSIS` does.
fn is_keyword(line: &str) -> bool {
    line.strip_prefix('.')
        .is_some_and(|word| word.chars().all(|letter| letter.is_ascii_uppercase()))
}

/// Returns whether a line begins with an element such as `<summary>`.
fn is_tag(line: &str) -> bool {
    let rest = line.strip_prefix('<').unwrap_or_default();
    let name = rest.bytes().take_while(u8::is_ascii_lowercase).count();
    name > 0 && rest[name..].starts_with(['>', '/', ' ']) && rest.contains('>')
}

/// Returns a line of XML without its tags. A reference is replaced by the name that it refers to.
fn without_tags(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, tag)) = rest.split_once('<') {
        let Some((tag, after)) = tag.split_once('>') else { break };
        text.push_str(before);
        let named = tag.split_once("ref=\"").or_else(|| tag.split_once("name=\""));
        text.push_str(named.and_then(|(_, value)| value.split('"').next()).unwrap_or_default());
        rest = after;
    }
    text.push_str(rest);
    text.trim().to_owned()
}

/// Marks of block comments, of which none begins or ends with the signs that are stripped anyway.
const OPENING: [&str; 3] = ["(*", "#=", "#|"];
const CLOSING: [&str; 6] = ["*/", "*)", "=#", "]#", "|#", "+/"];

fn strip_marks(line: &str) -> &str {
    let line = line.trim();
    let line = line
        .strip_prefix("<!--")
        .and_then(|line| line.strip_suffix("-->"))
        .or_else(|| CLOSING.iter().find_map(|mark| line.strip_suffix(mark)))
        .unwrap_or(line);
    let line = OPENING.iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line);
    let line = line.trim_start_matches(['/', '*', '!', '#', '-', ';', '%']).trim_start_matches(':');
    // Haskell's mark of documentation.
    let line = line.trim_start().strip_prefix("| ").unwrap_or(line);
    // An attribute that holds documentation: `@doc "…"`.
    let attribute = line
        .strip_prefix('@')
        .map(|rest| rest.trim_start_matches(|next: char| next.is_alphanumeric()).trim());
    let line = attribute
        .filter(|rest| rest.starts_with(['"', '~']))
        .map_or(line, |rest| rest.trim_start_matches("~S"));
    let is_prefix =
        |character: char| matches!(character, 'r' | 'R' | 'u' | 'U' | 'b' | 'B' | 'f' | 'F');
    let bare = line.trim_start_matches(is_prefix);
    let line = if bare.starts_with("\"\"\"") || bare.starts_with("'''") { bare } else { line };
    line.trim().trim_matches(['"', '\'']).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_decorator_keeps_its_brackets() {
        let reason = "a reason that is longer than a signature has room for, by far";
        assert_eq!(decorator(&format!("[Obsolete(\"{reason}\")]")), "[Obsolete(…)]");
        assert_eq!(decorator(&format!("@deprecated(\"{reason}\")")), "@deprecated(…)");
    }

    #[test]
    fn of_alternatives_the_first_is_part_of_a_signature() {
        let check = |text: &str, expected: &str| {
            assert_eq!(one_line(&without_directives(text)), expected, "{text}");
        };
        check("\n#if !CORE\n\n#endif\npublic class Foo", "public class Foo");
        check("class Foo\n# if A\n  : IBar\n#else\n  : IBaz\n#endif", "class Foo : IBar");
        check("#define likely(x)", "#define likely(x)");
        check("#[must_use]\nfn f()", "#[must_use] fn f()");
    }
}
