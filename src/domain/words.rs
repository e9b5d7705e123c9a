//! Characters of words, and formatting of numbers and plurals.

use std::borrow::Cow;

/// Returns whether a character is part of a word: a letter, a digit or an underscore.
pub fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Returns a capitalised name in snake case, as Rails names files and controllers: `http_client`
/// for `HTTPClient`.
pub fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| letters[before]);
        let goes_on = before.is_some_and(|before| before.is_lowercase() || before.is_numeric());
        let begins = before.is_some_and(char::is_uppercase)
            && letters.get(at + 1).is_some_and(|next| next.is_lowercase());
        if letter.is_uppercase() && (goes_on || begins) {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// Formats a number with commas between groups of three digits.
pub fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

pub const fn plural<'a>(count: usize, one: &'a str, many: &'a str) -> &'a str {
    if count == 1 { one } else { many }
}

/// Returns the first `width` characters of a text, with an ellipsis behind them if there are more.
pub fn shorten(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns a text of at most about `width` characters: of a longer one the beginning and the end,
/// with an ellipsis between.
pub fn without_middle(text: &str, width: usize) -> Cow<'_, str> {
    let count = text.chars().count();
    if count <= width {
        return Cow::Borrowed(text);
    }
    let end = width / 3;
    let start: String = text.chars().take(width - end).collect();
    Cow::Owned(start + "…" + &text.chars().skip(count - end).collect::<String>())
}

/// The first `most` of some words: "a, b and 3 more".
pub fn first_of(words: &[String], most: usize) -> String {
    let named = words[..words.len().min(most)].join(", ");
    named + &and_more(words.len().saturating_sub(most))
}

/// The end of a list that names some: " and 3 more", or nothing.
pub fn and_more(count: usize) -> String {
    if count == 0 { String::new() } else { format!(" and {count} more") }
}

/// Returns the first `most` characters of a text as one line, without what breaks lines: what
/// another program says may quote anything, and that begins no line of an answer.
pub fn on_one_line(text: &str, most: usize) -> String {
    let words = text.split(|mark: char| mark.is_control() || mark.is_whitespace());
    let mut line = String::new();
    for word in words.filter(|word| !word.is_empty()).take(most) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().take(most + 1));
    }
    shorten(&line, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_its_snake_case() {
        let check = |name: &str, expected: &str| assert_eq!(snake_case(name), expected);
        check("Base", "base");
        check("HTTPClient", "http_client");
        check("OAuth2Token", "o_auth2_token");
        check("UserID", "user_id");
    }

    #[test]
    fn numbers_are_grouped_by_three() {
        let check = |number: usize, expected: &str| assert_eq!(thousands(number), expected);
        check(0, "0");
        check(999, "999");
        check(1000, "1,000");
        check(1_234_567, "1,234,567");
    }

    #[test]
    fn a_long_text_ends_with_an_ellipsis() {
        let check = |text: &str, expected: &str| assert_eq!(shorten(text, 3), expected);
        check("abc", "abc");
        check("abcd", "abc…");
        check("äöüß", "äöü…");
        check("", "");
    }

    #[test]
    fn texts_of_others_are_one_line() {
        assert_eq!(
            on_one_line("no such\n\n[9 callers]\u{2028} file\r\n", 300),
            "no such [9 callers] file"
        );
        assert_eq!(on_one_line(&"e".repeat(100_000), 300).chars().count(), 301);
        assert_eq!(on_one_line(&"e\n".repeat(100_000), 300).chars().count(), 301);
    }
}
