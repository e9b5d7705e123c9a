//! Comments and strings of a text that is read by lines.

use crate::lang::{LineRules, TextKind, TextRule};
use regex::CaptureLocations;
use std::ops::Range;

/// What stands for each byte of a string.
const STRING: u8 = b'"';

/// Returns the text with spaces for comments and strings, of which only the first line is filled
/// with something else, and adds where they are.
pub(super) fn without_texts(
    text: &str,
    rules: &LineRules,
    comments: &mut Vec<Range<usize>>,
    strings: &mut Vec<Range<usize>>,
) -> String {
    let mut code = text.as_bytes().to_vec();
    let groups = |name: &str| -> Vec<Option<usize>> {
        let named = |index: usize| {
            let name = format!("{name}{index}");
            rules.openers.capture_names().position(|group| group == Some(&name))
        };
        (0..rules.texts.len()).map(named).collect()
    };
    let (texts, tags) = (groups("text"), groups("tag"));
    let mut found: CaptureLocations = rules.openers.capture_locations();
    let mut at = 0;
    while at < text.len() && rules.openers.captures_read_at(&mut found, text, at).is_some() {
        let place = |group: Option<usize>| group.and_then(|group| found.get(group));
        let rule = (0..texts.len()).find_map(|rule| Some((rule, place(texts[rule])?)));
        let Some((index, (start, opened))) = rule else { break };
        let rule = &rules.texts[index];
        let tag = place(tags[index]).map_or("", |(start, end)| &text[start..end]);
        let end = end_of_text(text, opened, rule, &rule.close.replace("{tag}", tag));
        let is_tagged = rule.close == "{tag}";
        let start = place(tags[index]).filter(|_| is_tagged).map_or(start, |tag| tag.0);
        let line = memchr::memchr(b'\n', &code[start..end]).map_or(end, |newline| start + newline);
        match rule.kind {
            TextKind::Code => {}
            TextKind::Comment => {
                hide(&mut code[start..end], b' ');
                comments.push(start..end);
            }
            TextKind::String => {
                hide(&mut code[start..line], STRING);
                hide(&mut code[line..end], b' ');
                strings.push(start..end);
            }
        }
        at = if end > at { end } else { text.ceil_char_boundary(at + 1) };
    }
    String::from_utf8(code).unwrap_or_default()
}

fn hide(code: &mut [u8], with: u8) {
    code.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = with);
}

/// Returns where a text ends whose beginning ends at `from`.
fn end_of_text(text: &str, from: usize, rule: &TextRule, close: &str) -> usize {
    if close.is_empty() {
        return from;
    }
    let bytes = text.as_bytes();
    let mut depth = 1;
    let mut at = from;
    while at < bytes.len() {
        let rest = &bytes[at..];
        if rest.starts_with(close.as_bytes()) {
            depth -= 1;
            if depth == 0 {
                return if close == "\n" { at } else { at + close.len() };
            }
            at += close.len();
        } else if rule.nested.as_ref().is_some_and(|open| rest.starts_with(open.as_bytes())) {
            depth += 1;
            at += 1;
        } else if rest[0] == b'\n' && !rule.lines {
            return at;
        } else {
            let is_escape = rule.escape.is_some_and(|escape| rest[0] == escape as u8);
            at += if is_escape && rest.get(1).is_some_and(|next| *next != b'\n') { 2 } else { 1 };
        }
    }
    bytes.len()
}
