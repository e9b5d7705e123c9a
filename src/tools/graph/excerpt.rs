//! A line of code that shows a use: cut to what stands around the name.

use crate::domain::is_word;

/// Width of a use's line of code, in characters: of calls, of other references, and of imports,
/// which differ in little but the name.
pub(super) const TEXT_WIDTH: usize = 50;
pub(crate) const REFERENCE_WIDTH: usize = 44;
pub(crate) const IMPORT_WIDTH: usize = 32;

/// Limit of the characters in front of the name, and the share of the width that they may take,
/// where a line is cut on its left.
const BEFORE_NAME: usize = 16;
const BEFORE_SHARE: usize = 3;

/// Number of characters that must fit behind the name for a line to be shown from its start.
const AFTER_NAME: usize = 8;

/// Number of characters by which a line may be wider, to show a call with all that it passes, or
/// one whose receiver begins with a type.
const LONGER: usize = 12;

/// Returns a line of code around the first whole-word occurrence of `name`, without the marks that
/// end statements.
pub(crate) fn excerpt(text: &str, name: &str) -> String {
    excerpt_of(text, name, TEXT_WIDTH, Focus::Arguments)
}

/// What of a long line matters beside the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Focus {
    /// What is passed, more than what the result is assigned to.
    Arguments,
    /// What stands before the name, by which a reader judges whether it is meant.
    Receiver,
    /// What the name is set to.
    Value,
}

/// As [`excerpt`], with at most `width` characters, but for [`LONGER`].
pub(crate) fn excerpt_of(text: &str, name: &str, width: usize, focus: Focus) -> String {
    let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let at = find_word(&text, name).unwrap_or(0);
    let text = without_comment(&text, at).trim_end_matches(['{', ';', ',', ' ']);
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= width {
        return text.to_owned();
    }
    let at = text[..at].chars().count();
    let is_near = at + name.chars().count() + AFTER_NAME < width;
    let from =
        at.saturating_sub(BEFORE_NAME.min(width / BEFORE_SHARE)).min(characters.len() - width);
    let start = if is_near { 0 } else { word_start(&characters, from, at) };
    let call_end = call_end(&characters, at + name.chars().count());
    let start = match call_end.saturating_sub(width).min(at) {
        _ if focus == Focus::Value => {
            word_start(&characters, (characters.len() - width).min(at), at)
        }
        from if from > start && focus == Focus::Arguments => {
            word_start(&characters, from, at + 1).min(receiver_start(&characters, at))
        }
        _ => start,
    };
    let made = if start > 0 { made_start(&characters, at, width) } else { None };
    let (start, width) = match made {
        Some(made) if made < start => {
            let whole = call_end.max(at + name.chars().count()) - made;
            (made, if whole <= width + LONGER { whole.max(width) } else { width })
        }
        _ if focus != Focus::Value
            && (width..=width + LONGER).contains(&call_end.saturating_sub(start)) =>
        {
            (start, call_end - start)
        }
        _ => (start, width),
    };
    let end = characters.len().min(start + width);
    let mut cut: String = characters[start..end].iter().collect();
    if start > 0 {
        cut.insert(0, '…');
    }
    if end < characters.len() {
        cut.truncate(cut.trim_end().len());
        cut.push('…');
    }
    cut
}

/// Returns an excerpt of the line that declares a name, or the line from that name on if the
/// excerpt lacks it: of a declaration its name is the answer.
pub(crate) fn with_declared(excerpt: String, text: &str, name: &str, width: usize) -> String {
    let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some(at) = find_word(&text, name).filter(|_| find_word(&excerpt, name).is_none()) else {
        return excerpt;
    };
    let end = text[..at].chars().count() + name.chars().count();
    let start = if end <= width { 0 } else { at };
    let rest = text[start..].trim_end_matches(['{', ';', ',', ' ']);
    let width = width.max(name.chars().count());
    let shown: String = rest.chars().take(width).collect();
    let is_cut = shown.len() < rest.len();
    let (before, behind) = (if start > 0 { "…" } else { "" }, if is_cut { "…" } else { "" });
    format!("{before}{}{behind}", shown.trim_end())
}

/// Returns the position at which the last name of a receiver before a name begins, which tells
/// methods of one name apart; that of the name if there is none, or a long one.
fn receiver_start(characters: &[char], name: usize) -> usize {
    let before = &characters[name.saturating_sub(BEFORE_NAME)..name];
    let is_mark = |letter: &char| matches!(letter, '.' | '?' | '!' | '-' | '>' | ':' | '&');
    let mark = before.iter().rev().take_while(|letter| is_mark(letter)).count();
    let receiver = before.iter().rev().skip(mark).take_while(|letter| is_word(**letter)).count();
    let is_whole = mark > 0 && receiver > 0 && mark + receiver < before.len();
    name - if is_whole { mark + receiver } else { 0 }
}

/// Returns the position at which a receiver begins that is made where the member is called, and
/// tells its type by that: `Type::make(…).name`, `Type {…}.name`. `None` if it is longer than
/// `longest`.
fn made_start(characters: &[char], name: usize, longest: usize) -> Option<usize> {
    let before = &characters[name.saturating_sub(longest)..name];
    let marks = before.iter().rev().take_while(|letter| matches!(letter, '.' | '?' | '!')).count();
    let made = &before[..before.len() - marks];
    let from = match made.last().filter(|_| marks > 0)? {
        ')' => opening(made, '(', ')')?,
        '}' => opening(made, '{', '}')?,
        _ => return None,
    };
    let mut path = &made[..from];
    path = path.strip_suffix(&[' ']).unwrap_or(path);
    let mut start = path.len();
    loop {
        start -= path[..start].iter().rev().take_while(|letter| is_word(**letter)).count();
        match &path[..start] {
            [.., ':', ':'] => start -= 2,
            [_, .., '.'] => start -= 1,
            [.., '>'] => {
                start = opening(&path[..start], '<', '>')?;
                start -= if path[..start].ends_with(&[':', ':']) { 2 } else { 0 };
            }
            _ => break,
        }
    }
    let is_start = |at: &usize| *at == 0 || !is_word(path[at - 1]);
    let is_type = |at: &usize| path[*at].is_uppercase() && is_start(at);
    let has_type = (start..path.len()).any(|at| is_type(&at));
    // What is cut off may go on with a word.
    let is_cut = start == 0 && name > longest;
    let from = match is_cut {
        false => Some(start),
        true => (start..path.len()).find(is_type).filter(|from| *from > 0),
    };
    from.filter(|_| has_type).map(|from| name - before.len() + from)
}

/// Returns the name before the first whole-word occurrence of another and the mark between them:
/// `rand.`. `None` unless it is a single name.
pub(crate) fn receiver_before<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let before = &text[..find_word(text, name)?];
    let receiver = before.strip_suffix("::").or_else(|| before.strip_suffix('.'))?;
    let start = receiver.trim_end_matches(is_word).len();
    let is_single = start < receiver.len() && !receiver[..start].ends_with(['.', ':', '>']);
    is_single.then(|| &before[start..])
}

/// Returns the position of the bracket that the last character of a text closes.
fn opening(text: &[char], open: char, close: char) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, letter) in text.iter().enumerate().rev() {
        if *letter == close {
            depth += 1;
        } else if *letter == open {
            depth = depth.checked_sub(1)?;
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Returns the position behind the parentheses that open at `from`; `from` if none do or they stay
/// open.
fn call_end(characters: &[char], from: usize) -> usize {
    let mut depth = 0_usize;
    for (at, character) in characters.iter().enumerate().skip(from) {
        match character {
            '(' => depth += 1,
            ')' if depth > 1 => depth -= 1,
            ')' if depth == 1 => return at + 1,
            _ if depth == 0 => break,
            _ => {}
        }
    }
    from
}

/// Returns the text without the comment that follows the use at byte `at`.
fn without_comment(text: &str, at: usize) -> &str {
    let comments = [" // ", " # ", " /* "].iter().filter_map(|mark| text[at..].find(mark));
    comments.min().map_or(text, |comment| &text[..at + comment])
}

/// Returns the first position from `from` on, below `limit`, at which a word starts; `from` if
/// there is none.
fn word_start(characters: &[char], from: usize, limit: usize) -> usize {
    let is_within = |at: usize| is_word(characters[at]);
    let starts = |at: &usize| *at == 0 || (is_within(*at) && !is_within(at - 1));
    (from..limit).find(starts).unwrap_or(from)
}

/// Returns the byte at which `word` occurs as a whole word.
pub(super) fn find_word(text: &str, word: &str) -> Option<usize> {
    let mut positions = text.match_indices(word).map(|(at, _)| at);
    positions.find(|at| {
        let before = text[..*at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !word.is_empty() && !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_around_the_name() {
        let check = |text: &str, expected: &str| assert_eq!(excerpt(text, "fetch"), expected);
        check("let page = fetch(url)?;", "let page = fetch(url)?");
        check("if  fetch(url)\t{", "if fetch(url)");
        check("fetch(url)  # type: ignore", "fetch(url)");
        // The last name of the receiver stays, whatever is passed.
        let long =
            "let first = self.pool.client.fetch(&base.join(a_long_url, some_name), 30, None, 1)?;";
        assert!(
            excerpt(long, "fetch").starts_with("…client.fetch(&base"),
            "{}",
            excerpt(long, "fetch")
        );
        check("// see fetch", "// see fetch");
        check(
            "let page = fetch(url, Options { retries: 3, timeout: Duration::from_secs(10), ..Options::default() })?;",
            "…fetch(url, Options { retries: 3, timeout: Duration…",
        );
        check(
            "prefetch(one_argument_of_some_length, another_argument, and_more_arguments, fetch(url_of_the_page), 12)",
            "…and_more_arguments, fetch(url_of_the_page), 12)",
        );
        // The last argument may be what tells calls apart.
        check(
            "let page = fetch(progress_information_of_playback, is_automated).then(a_function)",
            "…fetch(progress_information_of_playback, is_automated)…",
        );
        // Arguments are kept rather than what stands before the call.
        check(
            "let the_page_of_results = client.fetch(url_of_the_page, limit_of_results).await?;",
            "…client.fetch(url_of_the_page, limit_of_results).aw…",
        );
        // So is the type that the receiver is made of.
        check(
            "let pull_all_documents_diagnostics = PullAllDocumentsDiagnosticHandler::default().fetch();",
            "…PullAllDocumentsDiagnosticHandler::default().fetch()",
        );
        check(
            "preview_highlight_handler: PreviewHighlightHandler::<T, D>::default().fetch().await?,",
            "…PreviewHighlightHandler::<T, D>::default().fetch()…",
        );
        check(
            "let events_of_the_diagnostics = handlers::Timeout {…}.fetch().await.unwrap();",
            "…handlers::Timeout {…}.fetch().await.unwrap()",
        );
        check(
            "let the_events_of_diagnostics = the_handlers.timeout(one).fetch(number_of_them)",
            "…the_handlers.timeout(one).fetch(number_of_them)",
        );
        check(&"é".repeat(80), &format!("{}…", "é".repeat(50)));
    }
}
