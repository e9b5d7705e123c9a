//! XML: a report's value with an element per key, and repeated singular elements for arrays.
//!
//! - `"results": [a, b]` becomes `<result>…</result><result>…</result>`; an empty array leaves
//!   nothing.
//! - `"lines": [10, 20]` becomes `<lines><start>10</start><end>20</end></lines>`, and the words of
//!   `matched_keywords` become `<keyword>`s in one element, as readers of this format have always
//!   had it.
//! - Control characters and marks that turn the direction of text are references (`&#x202e;`),
//!   outside of CDATA.
//! - `null` becomes an empty element, or nothing where the report omits it.
//! - Strings under `code` and `text` stand in CDATA; others are escaped. Characters that XML cannot
//!   hold become U+FFFD.
//! - A key that is no XML name becomes `<entry key="…">`.

use super::color::is_acted_upon;
use crate::domain::XmlShape;
use serde_json::{Map, Value};

pub(super) fn write(value: &Value, shape: XmlShape) -> String {
    let text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let mut writer = Writer { text, shape };
    writer.element(shape.root, value);
    // The last line has no line end, as in every format.
    writer.text.pop();
    writer.text
}

struct Writer {
    text: String,
    shape: XmlShape,
}

impl Writer {
    /// Writes one element, whatever the value; an array here is one within an array.
    fn element(&mut self, name: &str, value: &Value) {
        let close = self.open(name);
        match value {
            Value::Null => {}
            Value::Bool(_) | Value::Number(_) => self.text.push_str(&value.to_string()),
            Value::String(text) if matches!(name, "code" | "text") => self.cdata(text),
            Value::String(text) => self.escaped(text),
            Value::Array(items) => {
                self.text.push('\n');
                for item in items {
                    self.element("item", item);
                }
            }
            Value::Object(fields) => {
                self.text.push('\n');
                self.fields(fields);
            }
        }
        self.text.push_str("</");
        self.text.push_str(close);
        self.text.push_str(">\n");
    }

    fn fields(&mut self, fields: &Map<String, Value>) {
        let early = |key: &str| matches!(key, "column_start" | "column_end");
        let reorder = self.shape.columns_first && fields.contains_key("code");
        for (key, value) in fields {
            if reorder && early(key) {
                continue;
            }
            if reorder && key == "code" {
                for (key, value) in fields.iter().filter(|(key, _)| early(key)) {
                    self.field(key, value);
                }
            }
            self.field(key, value);
        }
    }

    fn field(&mut self, key: &str, value: &Value) {
        match value {
            Value::Null if self.shape.omit_nulls => {}
            Value::Array(items) => match (key, items.as_slice()) {
                ("lines", [start @ Value::Number(_), end @ Value::Number(_)]) => {
                    self.wrapped(key, |writer| {
                        writer.element("start", start);
                        writer.element("end", end);
                    });
                }
                ("matched_keywords", words) => {
                    self.wrapped(key, |writer| {
                        words.iter().for_each(|word| writer.element("keyword", word));
                    });
                }
                _ => {
                    let name = singular(key);
                    for item in items {
                        self.element(&name, item);
                    }
                }
            },
            _ => self.element(key, value),
        }
    }

    fn wrapped(&mut self, name: &str, content: impl FnOnce(&mut Self)) {
        let close = self.open(name);
        self.text.push('\n');
        content(self);
        self.text.push_str("</");
        self.text.push_str(close);
        self.text.push_str(">\n");
    }

    /// Opens an element and returns the name to close it with.
    fn open<'a>(&mut self, name: &'a str) -> &'a str {
        self.text.push('<');
        let close = if is_name(name) {
            self.text.push_str(name);
            name
        } else {
            self.text.push_str("entry key=\"");
            self.escaped(name);
            self.text.push('"');
            "entry"
        };
        self.text.push('>');
        close
    }

    fn escaped(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '&' => self.text.push_str("&amp;"),
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '"' => self.text.push_str("&quot;"),
                // A parser would make a line feed of it.
                '\r' => self.text.push_str("&#13;"),
                _ if is_unseen(character) => self.reference(character),
                _ => self.text.push(allowed(character)),
            }
        }
    }

    fn cdata(&mut self, text: &str) {
        self.text.push_str("<![CDATA[");
        let mut sections = text.split("]]>");
        let first = sections.next().unwrap_or_default();
        self.section(first);
        for section in sections {
            self.text.push_str("]]]]><![CDATA[>");
            self.section(section);
        }
        self.text.push_str("]]>");
    }

    /// Writes text within a CDATA section, which is interrupted for each reference.
    fn section(&mut self, text: &str) {
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            // Without a line feed behind it a carriage return overwrites its line in a terminal.
            let is_lone_return = character == '\r' && characters.peek() != Some(&'\n');
            if is_unseen(character) || is_lone_return {
                self.text.push_str("]]>");
                self.reference(character);
                self.text.push_str("<![CDATA[");
            } else {
                self.text.push(allowed(character));
            }
        }
    }

    fn reference(&mut self, character: char) {
        self.text.push_str(&format!("&#x{:x};", character as u32));
    }
}

/// Returns whether a character is allowed in XML and interpreted by terminals, so that it becomes a
/// reference.
fn is_unseen(character: char) -> bool {
    is_acted_upon(character) && !matches!(character, '\n' | '\r') && allowed(character) == character
}

/// The character itself if XML 1.0 allows it, else U+FFFD.
const fn allowed(character: char) -> char {
    match character {
        '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'.. => {
            character
        }
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// Returns whether a key can be the name of an element. Only ASCII names count, and none that XML
/// reserves.
fn is_name(key: &str) -> bool {
    let bytes = key.as_bytes();
    bytes.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_')
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
        && !bytes.get(..3).is_some_and(|start| start.eq_ignore_ascii_case(b"xml"))
}

/// Name for one item of an array: `results` → `result`, `entries` → `entry`. A name that is no
/// plural stays.
fn singular(plural: &str) -> String {
    const IRREGULAR: [(&str, &str); 4] =
        [("children", "child"), ("aliases", "alias"), ("indices", "index"), ("series", "series")];
    for (many, one) in IRREGULAR {
        if let Some(stem) = plural.strip_suffix(many) {
            return format!("{stem}{one}");
        }
    }
    if let Some(stem) = plural.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    if ["sses", "xes", "ches", "shes", "zzes"].iter().any(|ending| plural.ends_with(ending)) {
        return plural[..plural.len() - 2].to_owned();
    }
    if ["ss", "us", "is"].iter().any(|ending| plural.ends_with(ending)) {
        return plural.to_owned();
    }
    plural.strip_suffix('s').filter(|stem| !stem.is_empty()).unwrap_or(plural).to_owned()
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::samples::HOSTILE;
    use super::*;
    use insta::assert_snapshot;
    use quick_xml::Reader;
    use quick_xml::events::Event;
    use serde_json::json;

    const AST_MATCHES: XmlShape =
        XmlShape { root: "probe_results", omit_nulls: true, columns_first: true };

    /// Reads a document to its end and returns the text of its elements; panics where it is not
    /// well formed.
    pub(in super::super) fn parse(text: &str) -> Vec<(String, String)> {
        assert!(text.chars().all(|character| allowed(character) == character), "{text:?}");
        let mut reader = Reader::from_str(text);
        let (mut open, mut elements) = (Vec::<(String, String)>::new(), Vec::new());
        loop {
            match reader.read_event().expect("well-formed XML") {
                Event::Start(start) => {
                    start.attributes().for_each(|attribute| assert!(attribute.is_ok()));
                    open.push((start.name().as_ref().to_owned(), String::new()));
                }
                Event::End(_) => elements.extend(open.pop()),
                Event::Text(part) => {
                    let part = part.into_inner();
                    open.last_mut().map_or_else(
                        || assert!(part.trim().is_empty()),
                        |(_, text)| text.push_str(&part),
                    );
                }
                Event::CData(part) => {
                    let part = part.into_inner();
                    open.last_mut().expect("an element").1.push_str(&part);
                }
                Event::GeneralRef(reference) => {
                    let name = reference.to_string();
                    let character = match name.as_str() {
                        "lt" => '<',
                        "gt" => '>',
                        "amp" => '&',
                        "quot" => '"',
                        _ => {
                            reference.resolve_char_ref().expect("a reference").expect("a character")
                        }
                    };
                    open.last_mut().expect("an element").1.push(character);
                }
                Event::Eof => break,
                _ => {}
            }
        }
        assert!(open.is_empty(), "{open:?}");
        elements
    }

    #[test]
    fn search_results_are_as_their_readers_know_them() {
        let value = json!({
            "results": [{
                "file": "/path/to/auth.rs",
                "lines": [15, 30],
                "node_type": "function",
                "code": "fn a() -> Vec<u8> {\n    b\n}",
                "matched_keywords": ["authenticate", "user"],
                "rank": 1,
                "score": 0.98,
            }],
            "summary": { "count": 1, "total_bytes": 120, "total_tokens": 30 },
        });
        assert_snapshot!(write(&value, AST_MATCHES), @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <probe_results>
        <result>
        <file>/path/to/auth.rs</file>
        <lines>
        <start>15</start>
        <end>30</end>
        </lines>
        <node_type>function</node_type>
        <code><![CDATA[fn a() -> Vec<u8> {
            b
        }]]></code>
        <matched_keywords>
        <keyword>authenticate</keyword>
        <keyword>user</keyword>
        </matched_keywords>
        <rank>1</rank>
        <score>0.98</score>
        </result>
        <summary>
        <count>1</count>
        <total_bytes>120</total_bytes>
        <total_tokens>30</total_tokens>
        </summary>
        </probe_results>
        "#);
    }

    #[test]
    fn the_columns_of_a_match_stand_before_its_code() {
        let value = json!({ "results": [{ "lines": [5, 8], "code": "x", "column_start": 0, "column_end": 35 }] });
        assert_snapshot!(write(&value, AST_MATCHES), @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <probe_results>
        <result>
        <lines>
        <start>5</start>
        <end>8</end>
        </lines>
        <column_start>0</column_start>
        <column_end>35</column_end>
        <code><![CDATA[x]]></code>
        </result>
        </probe_results>
        "#);
    }

    #[test]
    fn trees_nest_and_null_is_an_empty_element() {
        let value = json!({
            "total_files": 2,
            "truncated": false,
            "server": null,
            "tree": [{ "path": "src", "children": [{ "path": "src/a.rs", "lines": 3, "symbols": [] }] }],
            "odd key": { "1": "<&>\"\r", "xmlns": [[1], []] },
        });
        assert_snapshot!(write(&value, XmlShape::new("map")), @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <map>
        <total_files>2</total_files>
        <truncated>false</truncated>
        <server></server>
        <tree>
        <path>src</path>
        <child>
        <path>src/a.rs</path>
        <lines>3</lines>
        </child>
        </tree>
        <entry key="odd key">
        <entry key="1">&lt;&amp;&gt;&quot;&#13;</entry>
        <entry key="xmln">
        <item>1</item>
        </entry>
        <entry key="xmln">
        </entry>
        </entry>
        </map>
        "#);
    }

    #[test]
    fn a_carriage_return_within_a_line_of_code_is_a_reference() {
        let value = json!({ "results": [{ "code": "a\r\nb\rc" }] });
        let text = write(&value, AST_MATCHES);
        assert!(text.contains("a\r\nb]]>&#xd;<![CDATA[c"), "{text:?}");
    }

    #[test]
    fn plurals_are_made_singular() {
        let check = |plural: &str, expected: &str| assert_eq!(singular(plural), expected);
        for (plural, expected) in [
            ("results", "result"),
            ("entries", "entry"),
            ("children", "child"),
            ("places", "place"),
            ("line_hashes", "line_hash"),
            ("matches", "match"),
            ("classes", "class"),
            ("uses", "use"),
            ("references", "reference"),
            ("recommendedReads", "recommendedRead"),
            ("aliases", "alias"),
            ("diagnostics", "diagnostic"),
            ("call_sites", "call_site"),
            ("dependencies", "dependency"),
            ("tree", "tree"),
            ("via", "via"),
            ("usedBy", "usedBy"),
            ("class", "class"),
            ("status", "status"),
            ("flags", "flag"),
            ("series", "series"),
            ("s", "s"),
            ("ies", "ie"),
        ] {
            check(plural, expected);
        }
    }

    #[test]
    fn hostile_texts_survive_the_way() {
        let elements = parse(&write(
            &json!({ "code": HOSTILE, "name": HOSTILE, HOSTILE: "x" }),
            XmlShape::new("r"),
        ));
        let expected: String = HOSTILE.chars().map(allowed).collect();
        assert_eq!(elements[0], ("code".into(), expected.clone()));
        assert_eq!(elements[1], ("name".into(), expected));
        assert_eq!(elements[2], ("entry".into(), "x".into()));
        for code in ["]]>", "]]]>", "]]>]]>", "]]", "a]]>b", ""] {
            assert_eq!(parse(&write(&json!({ "code": code }), XmlShape::new("r")))[0].1, code);
        }
    }
}
