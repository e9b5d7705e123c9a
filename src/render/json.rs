//! JSON: a report's value on one line, with escapes for characters that a terminal interprets.

use super::color::is_acted_upon;
use serde_json::Value;
use std::fmt::Write;

/// Writes a value; control characters and marks that turn the direction of text become escapes,
/// which keeps the value.
pub(super) fn write(value: &Value) -> String {
    let text = value.to_string();
    if !text.chars().any(is_acted_upon) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len() + 64);
    for character in text.chars() {
        // Outside of strings there are none.
        if is_acted_upon(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.push(character);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn invisible_characters_are_escaped_and_stay_the_same_value() {
        let value = json!({ "\u{202e}key": "a\u{1b}\u{7f}\u{9b}\u{2028}\u{2066}\u{e0069}é\n\t" });
        let text = write(&value);
        assert_eq!(text, r#"{"\u202ekey":"a\u001b\u007f\u009b\u2028\u2066\udb40\udc69é\n\t"}"#);
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), value);
    }
}
