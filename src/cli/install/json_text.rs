//! Editing one entry of a JSON text that people also edit: comments, order, indentation and everything else stay.
//!
//! Comments and trailing commas are accepted, as editors accept them in their own settings.

use super::EditError;
use serde_json::Value;
use std::ops::Range;

/// An object's place in the text.
struct Object {
    /// The bytes between its braces.
    inside: Range<usize>,
    members: Vec<Member>,
}

struct Member {
    name: String,
    /// From the quote of its name to the end of its value.
    whole: Range<usize>,
    value: Range<usize>,
    /// The end of the comma behind it, if there is one.
    comma_end: Option<usize>,
}

impl Object {
    fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.name == name)
    }
}

/// The text with `entry` under `section.name`; a text without content becomes a new object.
pub(super) fn insert(text: &str, section: &str, name: &str, entry: &Value) -> Result<String, EditError> {
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        let mut object = serde_json::Map::new();
        object
            .insert(section.to_owned(), Value::Object(serde_json::Map::from_iter([(name.to_owned(), entry.clone())])));
        return Ok(format!("{:#}\n", Value::Object(object)));
    }
    let outer = outermost(text)?;
    let Some(held) = outer.member(section) else {
        let object = Value::Object(serde_json::Map::from_iter([(name.to_owned(), entry.clone())]));
        return Ok(add(text, &outer, section, &object));
    };
    let servers = section_object(text, held)?;
    match servers.member(name) {
        None => Ok(add(text, &servers, name, entry)),
        Some(member) if parse(&text[member.value.clone()]).as_ref() == Some(entry) => Ok(text.to_owned()),
        Some(member) => {
            let value = pretty(entry, line_indent(text, member.whole.start), indent_unit(text));
            Ok(splice(text, member.value.clone(), &value))
        }
    }
}

/// The text without `section.name`, and without the section if that was all in it. `None` if nothing else was there.
pub(super) fn remove(text: &str, section: &str, name: &str) -> Result<Option<String>, EditError> {
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Ok(Some(text.to_owned()));
    }
    let outer = outermost(text)?;
    let Some(held) = outer.member(section) else { return Ok(Some(text.to_owned())) };
    let servers = section_object(text, held)?;
    let Some(index) = servers.members.iter().position(|member| member.name == name) else {
        return Ok(Some(text.to_owned()));
    };
    let only_ours = servers.members.len() == 1 && !has_comment(text, &servers);
    if !only_ours {
        return Ok(Some(cut(text, &servers, index)));
    }
    if outer.members.len() == 1 && !has_comment(text, &outer) {
        return Ok(None);
    }
    let index = outer.members.iter().position(|member| member.name == section).unwrap_or_default();
    Ok(Some(cut(text, &outer, index)))
}

/// Whether an object holds a comment outside its members' values, which is then the user's and has to stay.
fn has_comment(text: &str, object: &Object) -> bool {
    let mut at = object.inside.start;
    let mut between = String::new();
    for member in &object.members {
        between += &text[at..member.whole.start];
        at = member.whole.end;
    }
    between += &text[at..object.inside.end];
    between.contains('/')
}

fn section_object(text: &str, member: &Member) -> Result<Object, EditError> {
    if text[member.value.clone()].starts_with('{') {
        Scanner { text, at: member.value.start }.object()
    } else {
        Err(EditError::NotAnObject(member.name.clone()))
    }
}

/// Adds a member behind the last one.
fn add(text: &str, object: &Object, name: &str, value: &Value) -> String {
    let unit = indent_unit(text);
    let key = Value::String(name.to_owned());
    match object.members.last() {
        Some(last) => {
            let indent = line_indent(text, last.whole.start);
            let is_spread = text[object.inside.start..last.whole.start].contains('\n');
            let (gap, indent) = if is_spread { (format!("\n{indent}"), indent) } else { (" ".to_owned(), "") };
            let member = format!("{gap}{key}: {}", pretty(value, indent, unit));
            match last.comma_end {
                Some(end) => splice(text, end..end, &format!("{member},")),
                None => splice(text, last.whole.end..last.whole.end, &format!(",{member}")),
            }
        }
        None => {
            let outer = line_indent(text, object.inside.start.saturating_sub(1));
            let inner = format!("{outer}{unit}");
            let member = format!("\n{inner}{key}: {}", pretty(value, &inner, unit));
            // Whatever is between the braces, if it is not white space, is a comment of the user's.
            let kept = text[object.inside.clone()].trim_end();
            splice(text, object.inside.clone(), &format!("{kept}{member}\n{outer}"))
        }
    }
}

/// Takes a member out, with the comma and the white space that came with it.
fn cut(text: &str, object: &Object, index: usize) -> String {
    let member = &object.members[index];
    let range = match (index.checked_sub(1), object.members.get(index + 1)) {
        // The last one goes with the comma before it, or, where commas trail, with its own.
        (Some(before), None) => match member.comma_end {
            Some(end) => object.members[before].comma_end.unwrap_or(object.members[before].whole.end)..end,
            None => object.members[before].whole.end..member.whole.end,
        },
        (_, Some(next)) => member.whole.start..next.whole.start,
        (None, None) => {
            let before = text[object.inside.start..member.whole.start].trim_end().len();
            let after = member.comma_end.unwrap_or(member.whole.end);
            object.inside.start + before..after
        }
    };
    splice(text, range, "")
}

fn splice(text: &str, range: Range<usize>, new: &str) -> String {
    format!("{}{new}{}", &text[..range.start], &text[range.end..])
}

/// The white space that the line of a place begins with.
fn line_indent(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line = &text[start..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// One step of indentation, as the text itself does it.
fn indent_unit(text: &str) -> &str {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let indents = lines.map(|line| &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]);
    indents.filter(|indent| !indent.is_empty()).min_by_key(|indent| indent.len()).unwrap_or("  ")
}

fn pretty(value: &Value, indent: &str, unit: &str) -> String {
    let mut lines = Vec::new();
    for line in format!("{value:#}").lines() {
        let depth = (line.len() - line.trim_start_matches(' ').len()) / 2;
        let indent = if lines.is_empty() { "" } else { indent };
        lines.push(format!("{indent}{}{}", unit.repeat(depth), line.trim_start_matches(' ')));
    }
    lines.join("\n")
}

fn parse(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

fn outermost(text: &str) -> Result<Object, EditError> {
    let mut scanner = Scanner { text, at: if text.starts_with('\u{feff}') { 3 } else { 0 } };
    scanner.skip_blank()?;
    if scanner.peek() != Some(b'{') {
        return Err(EditError::Malformed("it does not begin with an object".to_owned()));
    }
    let object = scanner.object()?;
    scanner.at = object.inside.end + 1;
    scanner.skip_blank()?;
    match scanner.peek() {
        None => Ok(object),
        Some(_) => Err(scanner.error("something follows the outermost object")),
    }
}

/// Walks over JSON with comments.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn error(&self, what: &str) -> EditError {
        let line = self.text[..self.at.min(self.text.len())].matches('\n').count() + 1;
        EditError::Malformed(format!("line {line}: {what}"))
    }

    fn skip_blank(&mut self) -> Result<(), EditError> {
        loop {
            let rest = &self.text[self.at..];
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.at += rest.find("*/").ok_or_else(|| self.error("a comment does not end"))? + 2;
            } else if rest.starts_with([' ', '\t', '\r', '\n']) {
                self.at += 1;
            } else {
                return Ok(());
            }
        }
    }

    /// The object that begins here.
    fn object(&mut self) -> Result<Object, EditError> {
        let start = self.at + 1;
        self.at = start;
        let mut members: Vec<Member> = Vec::new();
        loop {
            self.skip_blank()?;
            match self.peek() {
                Some(b'}') => return Ok(Object { inside: start..self.at, members }),
                Some(b',') if members.last().is_some_and(|member| member.comma_end.is_none()) => {
                    self.at += 1;
                    if let Some(member) = members.last_mut() {
                        member.comma_end = Some(self.at);
                    }
                }
                Some(b'"') if members.last().is_none_or(|member| member.comma_end.is_some()) => {
                    members.push(self.member()?)
                }
                _ => return Err(self.error("a name, a comma or a closing brace is missing")),
            }
        }
    }

    fn member(&mut self) -> Result<Member, EditError> {
        let start = self.at;
        self.skip_text()?;
        let name = parse(&self.text[start..self.at]).and_then(|name| name.as_str().map(str::to_owned));
        let name = name.ok_or_else(|| self.error("a name cannot be read"))?;
        self.skip_blank()?;
        if self.peek() != Some(b':') {
            return Err(self.error("a colon is missing"));
        }
        self.at += 1;
        self.skip_blank()?;
        let value = self.at;
        self.skip_value()?;
        Ok(Member { name, whole: start..self.at, value: value..self.at, comma_end: None })
    }

    fn skip_value(&mut self) -> Result<(), EditError> {
        match self.peek() {
            Some(b'"') => self.skip_text(),
            Some(b'{' | b'[') => self.skip_nested(),
            Some(_) => {
                let rest = &self.text[self.at..];
                let length = rest.find([',', '}', ']', ' ', '\t', '\r', '\n', '/']).unwrap_or(rest.len());
                if parse(&rest[..length]).is_none() {
                    return Err(self.error("a value cannot be read"));
                }
                self.at += length;
                Ok(())
            }
            None => Err(self.error("a value is missing")),
        }
    }

    /// Objects and lists that are not looked into: only their ends matter.
    fn skip_nested(&mut self) -> Result<(), EditError> {
        let mut closers = Vec::new();
        loop {
            self.skip_blank()?;
            match self.peek() {
                Some(b'"') => {
                    self.skip_text()?;
                    continue;
                }
                Some(b'{') => closers.push(b'}'),
                Some(b'[') => closers.push(b']'),
                Some(closer @ (b'}' | b']')) if closers.pop() != Some(closer) => {
                    return Err(self.error("brackets do not match"));
                }
                Some(_) => {}
                None => return Err(self.error("a bracket is not closed")),
            }
            self.at += self.text[self.at..].chars().next().map_or(1, char::len_utf8);
            if closers.is_empty() {
                return Ok(());
            }
        }
    }

    fn skip_text(&mut self) -> Result<(), EditError> {
        let bytes = self.text.as_bytes();
        let mut at = self.at + 1;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' => {
                    self.at = at + 1;
                    return Ok(());
                }
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        Err(self.error("a text does not end"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Map, json};

    /// Inserts, compares, and checks that removing what was inserted gives the text back.
    fn check(text: &str, expected: &str) {
        let inserted = insert(text, "servers", "new", &json!({ "command": "x" })).expect("it can be inserted");
        assert_eq!(inserted, expected);
        assert_eq!(
            insert(&inserted, "servers", "new", &json!({ "command": "x" })).as_ref(),
            Ok(&inserted),
            "a second time"
        );
        let removed = remove(&inserted, "servers", "new").expect("it can be removed");
        assert_eq!(removed.unwrap_or_default(), text);
    }

    #[test]
    fn an_entry_comes_and_goes_without_a_trace() {
        check("", "{\n  \"servers\": {\n    \"new\": {\n      \"command\": \"x\"\n    }\n  }\n}\n");
        check(
            "{\n\t\"a\": [1, {\"}\": 2}] // why\n}\n",
            "{\n\t\"a\": [1, {\"}\": 2}],\n\t\"servers\": {\n\t\t\"new\": {\n\t\t\t\"command\": \"x\"\n\t\t}\n\t} // why\n}\n",
        );
        check(
            "{\n  // mine\n  \"servers\": {\n    \"old\": { \"command\": \"/*no*/\" },\n  },\n}\n",
            "{\n  // mine\n  \"servers\": {\n    \"old\": { \"command\": \"/*no*/\" },\n    \"new\": {\n      \"command\": \"x\"\n    },\n  },\n}\n",
        );
        check("{\"servers\": {\"o\": {}}}", "{\"servers\": {\"o\": {}, \"new\": {\n  \"command\": \"x\"\n}}}");
    }

    #[test]
    fn a_changed_entry_is_replaced_in_its_place() {
        let text = "{\n  \"servers\": {\n    \"new\": 1,\n    \"old\": 2\n  }\n}";
        let expected = "{\n  \"servers\": {\n    \"new\": {\n      \"command\": \"x\"\n    },\n    \"old\": 2\n  }\n}";
        assert_eq!(insert(text, "servers", "new", &json!({ "command": "x" })).as_deref(), Ok(expected));
        assert_eq!(
            remove(expected, "servers", "new"),
            Ok(Some("{\n  \"servers\": {\n    \"old\": 2\n  }\n}".to_owned()))
        );
    }

    #[test]
    fn an_empty_section_and_comments_within_it_are_respected() {
        let text = "{ \"servers\": {\n  // none yet\n} }";
        let inserted = insert(text, "servers", "new", &json!(1)).expect("it can be inserted");
        assert!(inserted.contains("// none yet\n"), "{inserted}");
        let removed = remove(&inserted, "servers", "new").expect("it can be removed").unwrap_or_default();
        assert!(removed.contains("// none yet"), "{removed}");
    }

    #[test]
    fn what_cannot_be_understood_is_left_alone() {
        let check = |text: &str, expected: &str| {
            let error = insert(text, "servers", "new", &json!(1)).expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        };
        check("[]", "does not begin with an object");
        check("{\"a\": }", "line 1: a value cannot be read");
        check("{\n\"a\": \"b", "line 2: a text does not end");
        check("{\"a\": [}", "brackets do not match");
        check("{\"a\": 1 \"b\": 2}", "a comma or a closing brace is missing");
        check("{\"servers\": 7}", "`servers` is there and is not an object");
        check("{} x", "something follows");
    }

    /// Any value, with the marks in its texts that could be taken for structure.
    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            "[a-z{}\\[\\],:/*\"\\\\\n\u{e9} ]{0,12}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::hash_map("[a-z\"/]{0,4}", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn the_rest_of_any_configuration_keeps_its_meaning(
            mut members in prop::collection::vec(("[a-z]{1,4}", value()), 0..4),
            servers in prop::option::of(prop::collection::vec(("[a-z]{1,4}", value()), 0..3)),
            is_spread: bool,
        ) {
            if let Some(servers) = servers {
                members.push(("servers".to_owned(), Value::Object(servers.into_iter().collect())));
            }
            let before = Value::Object(members.into_iter().collect::<Map<_, _>>());
            let text = if is_spread { format!("{before:#}\n") } else { before.to_string() };
            let entry = json!({ "command": "x", "args": ["serve"] });
            prop_assume!(before.get("servers").is_none_or(|servers| servers.is_object() && servers.get("new").is_none()));

            let inserted = insert(&text, "servers", "new", &entry).expect("it can be inserted");
            let mut expected = before.clone();
            expected["servers"]["new"] = entry;
            prop_assert_eq!(parse(&inserted), Some(expected));

            let removed = remove(&inserted, "servers", "new").expect("it can be removed");
            let mut expected = before;
            if expected["servers"].as_object().is_none_or(Map::is_empty) {
                expected.as_object_mut().expect("an object").remove("servers");
            }
            match removed {
                Some(removed) => prop_assert_eq!(parse(&removed), Some(expected)),
                None => prop_assert_eq!(expected, json!({})),
            }
        }

        #[test]
        fn no_text_makes_an_edit_fail_otherwise_than_by_an_error(text in "[{}\\[\\]:,\"\\\\/*a1 \n\u{e9}]{0,40}") {
            let entry = json!(1);
            if let Ok(inserted) = insert(&text, "a", "new", &entry) {
                prop_assert!(remove(&inserted, "a", "new").is_ok(), "{}", inserted);
            }
            let _ = remove(&text, "a", "new");
        }
    }
}
