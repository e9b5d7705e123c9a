//! Rules of git in the notation of the library that matches them.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::Chars;

/// Returns a rule of git as the library reads it, for which braces hold alternatives, and white
/// space of any kind ends a line; `None` if it matches nothing, since a class has no end.
pub(super) fn as_of_git(rule: &str) -> Option<Cow<'_, str>> {
    let body = rule.trim_end_matches('\t');
    if body.len() == rule.len() && !rule.contains(['{', '}', '[']) {
        return Some(Cow::Borrowed(rule));
    }
    let mut tabs = rule[body.len()..].chars();
    let mut read = String::new();
    let mut characters = body.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                let escaped = characters.next().or_else(|| tabs.next());
                read.extend(std::iter::once('\\').chain(escaped));
            }
            '{' | '}' => read.extend(['\\', character]),
            '[' => push_class(&mut read, &mut characters)?,
            _ => read.push(character),
        }
    }
    tabs.for_each(|_| read.push_str("[\t]"));
    Some(Cow::Owned(read))
}

/// Reads a class behind its opening bracket and writes it in the form of the library, which knows
/// no escapes there. `None` if it has no end.
fn push_class(read: &mut String, characters: &mut Peekable<Chars<'_>>) -> Option<()> {
    let is_negated = characters.next_if(|next| matches!(next, '!' | '^')).is_some();
    let (mut ranges, mut named) = (Vec::new(), String::new());
    let mut next = characters.next()?;
    loop {
        if next == '[' && characters.next_if_eq(&':').is_some() {
            named.push_str("[:");
            while !named.ends_with(":]") {
                named.push(characters.next()?);
            }
        } else {
            ranges.push(range(next, characters)?);
        }
        next = characters.next()?;
        if next == ']' {
            break;
        }
    }
    write_class(read, is_negated, &ranges, &named);
    Some(())
}

/// Returns the first and the last character of a range whose first is `next`, or of a single one.
fn range(next: char, characters: &mut Peekable<Chars<'_>>) -> Option<(char, char)> {
    let unescaped = |next: char, characters: &mut Peekable<Chars<'_>>| match next {
        '\\' => characters.next(),
        _ => Some(next),
    };
    let start = unescaped(next, characters)?;
    let mut behind = characters.clone();
    if behind.next() != Some('-') || behind.next() == Some(']') {
        return Some((start, start));
    }
    let end = characters.nth(1)?;
    // Of a range that ends before it starts, git takes the start.
    Some((start, unescaped(end, characters)?.max(start)))
}

/// Writes a class. A closing bracket stands first where it is a character, and a hyphen last. A
/// slash, which no class matches, keeps `!` and `^` from the place in which they negate.
fn write_class(read: &mut String, is_negated: bool, ranges: &[(char, char)], named: &str) {
    let holds = |mark| ranges.iter().any(|(start, end)| (*start..=*end).contains(&mark));
    read.push_str(if is_negated { "[!" } else { "[" });
    read.push_str(if holds(']') { "]/" } else { "/" });
    read.push_str(named);
    for (mut start, end) in ranges.iter().copied() {
        for mark in [b'-', b']'] {
            if (start..=end).contains(&char::from(mark)) {
                push_range(read, start, char::from(mark - 1));
                start = char::from(mark + 1);
            }
        }
        push_range(read, start, end);
    }
    read.push_str(if holds('-') { "-]" } else { "]" });
}

fn push_range(read: &mut String, start: char, end: char) {
    if start == end {
        read.push(start);
    } else if start < end {
        read.extend([start, '-', end]);
    }
}
