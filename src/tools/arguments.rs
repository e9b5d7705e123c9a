//! Reading of a call's JSON arguments: lenient where the meaning is plain, with errors that state
//! exactly what is accepted. It uses the tool's schema alone.

use super::ToolError;
use crate::domain::{nearest, shorten};
use serde_json::{Map, Number, Value};

/// Width in characters at which an error quotes what the caller gave.
const QUOTED_WIDTH: usize = 60;

/// Converts every value of the arguments to the type in the schema.
///
/// `"10"` and `"true"` become 10 and true, one text becomes a list of one where a list is asked
/// for, and `null` counts as absent. An error names the tool, the parameter, and what is accepted.
pub(super) fn read(
    tool: &str,
    schema: &Map<String, Value>,
    arguments: Map<String, Value>,
) -> Result<Map<String, Value>, ToolError> {
    let no_properties = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&no_properties);
    let arguments = rename(properties, arguments);
    refuse_unknown(tool, properties, &arguments)?;
    let mut read = Map::new();
    for (name, value) in arguments {
        if value.is_null() {
            continue;
        }
        let property = &properties[&name];
        let shown = shorten(&value.to_string(), QUOTED_WIDTH);
        let value = coerce(property, value).ok_or_else(|| {
            ToolError::new(
                format!("{tool}: `{name}` cannot be {shown}"),
                format!("it takes {}", accepted(property)),
            )
        })?;
        read.insert(name, value);
    }
    require(tool, schema, properties, &read)?;
    Ok(read)
}

/// Other names for parameters, from other tools and from habit, each with its possible meanings,
/// the likeliest first.
const ALIASES: [(&str, &[&str]); 27] = [
    ("path", &["paths", "file", "targets"]),
    ("paths", &["path", "targets"]),
    ("files", &["paths", "targets"]),
    ("file", &["targets", "path"]),
    ("directory", &["path", "paths"]),
    ("dir", &["path", "paths"]),
    ("filePath", &["file", "path", "targets"]),
    ("target", &["targets", "symbol"]),
    ("targets", &["symbol"]),
    ("symbols", &["targets", "symbol"]),
    ("symbol", &["targets"]),
    ("name", &["symbol", "targets"]),
    ("function", &["symbol"]),
    ("query", &["pattern", "symbol"]),
    ("pattern", &["query"]),
    ("regex", &["pattern"]),
    ("text", &["query", "pattern"]),
    ("limit", &["maxResults"]),
    ("headLimit", &["maxResults"]),
    ("maxCount", &["maxResults"]),
    ("lang", &["language"]),
    ("type", &["language"]),
    ("globs", &["glob"]),
    ("include", &["glob"]),
    ("caseInsensitive", &["ignoreCase"]),
    ("contextLines", &["context"]),
    ("lineNumber", &["line"]),
];

/// Renames arguments to the names of the schema: `max_results` to `maxResults`, and other names for
/// a parameter that is not given itself to that parameter. If a tool takes places, `file` with
/// `line` or `symbol` becomes one.
fn rename(
    properties: &Map<String, Value>,
    mut arguments: Map<String, Value>,
) -> Map<String, Value> {
    if properties.contains_key("targets") && !arguments.contains_key("targets") {
        join_place(&mut arguments);
    }
    let mut renamed = Map::new();
    for (name, value) in &arguments {
        if properties.contains_key(name) {
            renamed.insert(name.clone(), value.clone());
        }
    }
    for (name, value) in arguments {
        if properties.contains_key(&name) {
            continue;
        }
        let camel = camel_case(&name);
        let meanings = ALIASES
            .iter()
            .find(|(alias, _)| *alias == camel)
            .map_or(&[][..], |(_, meanings)| meanings);
        let mut meanings = [camel.as_str()].into_iter().chain(meanings.iter().copied());
        let free = meanings
            .find(|meaning| properties.contains_key(*meaning) && !renamed.contains_key(*meaning));
        renamed.insert(free.map_or(name, str::to_owned), value);
    }
    renamed
}

/// Joins `file` and `line`, or `file` and `symbol`, to one place.
fn join_place(arguments: &mut Map<String, Value>) {
    let file = ["file", "path"]
        .into_iter()
        .find(|name| arguments.get(*name).is_some_and(Value::is_string));
    let Some(name) = file else { return };
    let file = arguments[name].as_str().unwrap_or_default().to_owned();
    let line = arguments.get("line").and_then(integer);
    let symbol = arguments.get("symbol").and_then(Value::as_str).map(str::to_owned);
    let place = match (line, symbol) {
        (Some(line), _) => format!("{file}:{line}"),
        (None, Some(symbol)) => format!("{file}#{symbol}"),
        (None, None) => file,
    };
    for name in [name, "line", "symbol"] {
        arguments.remove(name);
    }
    arguments.insert("targets".to_owned(), Value::String(place));
}

/// Converts `max_results` and `max-results` to `maxResults`.
fn camel_case(name: &str) -> String {
    let mut words = name.split(['_', '-']);
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut characters = word.chars();
        camel.extend(characters.next().map(|first| first.to_ascii_uppercase()));
        camel.push_str(characters.as_str());
    }
    camel
}

fn refuse_unknown(
    tool: &str,
    properties: &Map<String, Value>,
    arguments: &Map<String, Value>,
) -> Result<(), ToolError> {
    let unknown: Vec<&String> =
        arguments.keys().filter(|name| !properties.contains_key(*name)).collect();
    let [first, ..] = unknown.as_slice() else { return Ok(()) };
    let names: Vec<String> =
        unknown.iter().map(|name| format!("`{}`", shorten(name, QUOTED_WIDTH))).collect();
    let meant = match nearest(first, properties.keys().map(String::as_str)) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => String::new(),
    };
    let offered = properties.iter().filter(|(_, property)| property.get("x-hidden").is_none());
    let legal: Vec<&str> = offered.map(|(name, _)| name.as_str()).collect();
    Err(ToolError::new(
        format!("{tool} has no parameter {}{meant}", names.join(", ")),
        format!("its parameters are {}", legal.join(", ")),
    ))
}

fn require(
    tool: &str,
    schema: &Map<String, Value>,
    properties: &Map<String, Value>,
    read: &Map<String, Value>,
) -> Result<(), ToolError> {
    let required = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    for name in required {
        if !read.contains_key(name) {
            let property = &properties[name];
            let about = property.get("description").and_then(Value::as_str).unwrap_or_default();
            return Err(ToolError::new(
                format!("{tool} needs `{name}`, {}", accepted(property)),
                if about.is_empty() {
                    format!("give `{name}`")
                } else {
                    format!("{name}: {about}")
                },
            ));
        }
    }
    Ok(())
}

/// Converts a value to the type in the schema; `None` if that is impossible.
fn coerce(schema: &Value, value: Value) -> Option<Value> {
    if let Some(branches) = schema.get("anyOf").and_then(Value::as_array) {
        // The list stands last and is tried first, so that one text and a list of one are the same
        // call.
        return branches.iter().rev().find_map(|branch| coerce(branch, value.clone()));
    }
    if let Some(choices) = schema.get("enum").and_then(Value::as_array) {
        let word = value.as_str()?.trim();
        return choices
            .iter()
            .find(|choice| choice.as_str().is_some_and(|choice| choice.eq_ignore_ascii_case(word)))
            .cloned();
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("integer") => integer(&value),
        Some("number") => number(&value),
        Some("boolean") => boolean(value),
        Some("string") => text(value),
        Some("array") => list(schema.get("items")?, value),
        _ => Some(value),
    }
}

fn integer(value: &Value) -> Option<Value> {
    let whole = match value {
        Value::Number(number) => number.as_u64().or_else(|| whole(number.as_f64()?)),
        Value::String(text) => {
            text.trim().parse().ok().or_else(|| whole(text.trim().parse().ok()?))
        }
        _ => None,
    };
    whole.map(Value::from)
}

/// Converts a float that is a whole number which a float holds exactly; `None` for others.
fn whole(float: f64) -> Option<u64> {
    const LIMIT: f64 = 9_007_199_254_740_992.0;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the range and the fraction are checked"
    )]
    (float.fract() == 0.0 && (0.0..=LIMIT).contains(&float)).then_some(float as u64)
}

fn number(value: &Value) -> Option<Value> {
    match value {
        Value::Number(_) => Some(value.clone()),
        Value::String(text) => Number::from_f64(text.trim().parse().ok()?).map(Value::Number),
        _ => None,
    }
}

fn boolean(value: Value) -> Option<Value> {
    match &value {
        Value::Bool(_) => Some(value),
        Value::String(word) if word.trim().eq_ignore_ascii_case("true") => Some(Value::Bool(true)),
        Value::String(word) if word.trim().eq_ignore_ascii_case("false") => {
            Some(Value::Bool(false))
        }
        _ => None,
    }
}

fn text(value: Value) -> Option<Value> {
    match value {
        Value::String(_) => Some(value),
        Value::Number(number) => Some(Value::String(number.to_string())),
        Value::Bool(flag) => Some(Value::String(flag.to_string())),
        _ => None,
    }
}

fn list(items: &Value, value: Value) -> Option<Value> {
    let values = match value {
        Value::Array(values) => values,
        // Some clients send a list as the text of one. A glob such as `[ab]*.rs` is not JSON and
        // stays a text.
        Value::String(text) => match serde_json::from_str(&text) {
            Ok(Value::Array(values)) => values,
            _ => vec![Value::String(text)],
        },
        other => vec![other],
    };
    values
        .into_iter()
        .map(|value| coerce(items, value))
        .collect::<Option<Vec<_>>>()
        .map(Value::Array)
}

/// Describes what a parameter accepts: "a whole number", "one of files, signatures, full".
fn accepted(schema: &Value) -> String {
    if let Some(branches) = schema.get("anyOf").and_then(Value::as_array) {
        return branches.iter().map(accepted).collect::<Vec<_>>().join(" or ");
    }
    if let Some(choices) = schema.get("enum").and_then(Value::as_array) {
        let words: Vec<&str> = choices.iter().filter_map(Value::as_str).collect();
        return format!("one of {}", words.join(", "));
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("integer") => "a whole number, 0 or more".to_owned(),
        Some("number") => "a number".to_owned(),
        Some("boolean") => "true or false".to_owned(),
        Some("string") => "a text".to_owned(),
        Some("array") => "a list of texts".to_owned(),
        _ => "a value".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn schema() -> Map<String, Value> {
        let schema = json!({
            "properties": {
                "path": { "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }], "description": "Where." },
                "depth": { "type": "integer" },
                "wait": { "type": "number" },
                "detail": { "type": "string", "enum": ["files", "full"] },
                "allowTests": { "type": "boolean" },
                "ignore": { "type": "array", "items": { "type": "string" } },
            },
            "required": ["path"],
        });
        schema.as_object().cloned().expect("an object")
    }

    fn check(arguments: Value, expected: Result<Value, &str>) {
        let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
        let read = read("map_code", &schema(), arguments)
            .map(Value::Object)
            .map_err(|error| error.to_string());
        assert_eq!(read, expected.map_err(str::to_owned));
    }

    #[test]
    fn plain_meanings_are_taken() {
        check(json!({ "path": "src", "depth": "10" }), Ok(json!({ "path": ["src"], "depth": 10 })));
        check(
            json!({ "path": ["a", "b"], "depth": 2.0 }),
            Ok(json!({ "path": ["a", "b"], "depth": 2 })),
        );
        check(
            json!({ "path": "[\"a\", \"b\"]", "wait": "0.5" }),
            Ok(json!({ "path": ["a", "b"], "wait": 0.5 })),
        );
        check(
            json!({ "path": ".", "allowTests": "True" }),
            Ok(json!({ "path": ["."], "allowTests": true })),
        );
        check(
            json!({ "path": ".", "ignore": "[ab]*.rs" }),
            Ok(json!({ "path": ["."], "ignore": ["[ab]*.rs"] })),
        );
        check(
            json!({ "path": ".", "detail": "Files", "depth": null }),
            Ok(json!({ "path": ["."], "detail": "files" })),
        );
    }

    #[test]
    fn other_names_of_a_parameter_are_taken_where_it_is_not_given_itself() {
        check(
            json!({ "paths": "src", "allow_tests": true }),
            Ok(json!({ "path": ["src"], "allowTests": true })),
        );
        check(
            json!({ "path": "a", "paths": "b" }),
            Err("map_code has no parameter `paths`; did you mean `path`?\n  \
                 its parameters are path, depth, wait, detail, allowTests, ignore"),
        );
    }

    #[test]
    fn a_file_with_a_line_or_a_symbol_is_a_target() {
        let schema = json!({ "properties": { "targets": { "type": "array", "items": { "type": "string" } } } });
        let check = |arguments: Value, expected: &str| {
            let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
            let read = read("extract", schema.as_object().expect("an object"), arguments);
            assert_eq!(read.map(Value::Object), Ok(json!({ "targets": [expected] })));
        };
        check(json!({ "file": "a.rs", "line": "7" }), "a.rs:7");
        check(json!({ "path": "a.rs", "symbol": "run" }), "a.rs#run");
        check(json!({ "file": "a.rs" }), "a.rs");
        check(json!({ "symbol": "run" }), "run");
        check(json!({ "target": "a.rs#run" }), "a.rs#run");
    }

    #[test]
    fn mistakes_say_what_is_accepted() {
        check(
            json!({ "path": ".", "allowTest": true }),
            Err("map_code has no parameter `allowTest`; did you mean `allowTests`?\n  \
                 its parameters are path, depth, wait, detail, allowTests, ignore"),
        );
        check(
            json!({ "path": ".", "depth": "two" }),
            Err("map_code: `depth` cannot be \"two\"\n  it takes a whole number, 0 or more"),
        );
        check(
            json!({ "path": ".", "depth": -1 }),
            Err("map_code: `depth` cannot be -1\n  it takes a whole number, 0 or more"),
        );
        check(
            json!({ "path": ".", "depth": 2.5 }),
            Err("map_code: `depth` cannot be 2.5\n  it takes a whole number, 0 or more"),
        );
        check(
            json!({ "path": ".", "detail": "ful" }),
            Err("map_code: `detail` cannot be \"ful\"\n  it takes one of files, full"),
        );
        check(
            json!({ "path": {} }),
            Err("map_code: `path` cannot be {}\n  it takes a text or a list of texts"),
        );
        check(json!({}), Err("map_code needs `path`, a text or a list of texts\n  path: Where."));
    }
}
