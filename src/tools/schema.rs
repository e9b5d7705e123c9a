//! JSON Schema of a tool's arguments: derived from its parameters, with the parameters that every
//! tool has, and without what is of no use to a model.

use crate::domain::Format;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The parameter that chooses the rendering; every tool has it.
pub(super) const FORMAT: &str = "format";
/// The parameter that bounds the reply; every tool has it.
pub(super) const MAX_TOKENS: &str = "maxTokens";

/// Description of `maxTokens`, with [`MIN_TOKENS`](crate::domain::MIN_TOKENS). For a `minimum` some
/// clients would refuse less, which is taken.
const CEILING: &str = "100 or more.";

/// Marks parameters that are accepted but not offered.
const HIDDEN: &str = "x-hidden";

/// Marks parameters of texts or lists that are offered as texts, in which commas separate items.
const LISTED: &str = "x-listed";

/// The default of parameters that are on unless they are switched off.
pub(super) const fn yes() -> bool {
    true
}

/// Returns the schema of `P`, with `format` and `maxTokens` added. The latter's default is
/// `max_tokens`, and that of `wait`, if there is one, `wait`.
pub(super) fn of<P: JsonSchema>(max_tokens: usize, wait: Option<f64>) -> Map<String, Value> {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    let mut schema = settings.into_generator().into_root_schema_for::<P>().to_value();
    trim(&mut schema);
    let Value::Object(mut schema) = schema else {
        unreachable!("parameters are structs, whose schema is an object")
    };
    // The purpose of the tool is in its description; a second one here would only repeat it.
    schema.remove("description");
    let properties = schema.entry("properties").or_insert_with(|| json!({}));
    if let Value::Object(properties) = properties {
        if let (Some(Value::Object(property)), Some(seconds)) = (properties.get_mut("wait"), wait) {
            property.insert("default".to_owned(), json!(seconds));
        }
        let formats: Vec<&str> = Format::FOR_CLIENTS.iter().map(|format| format.as_str()).collect();
        properties.insert(
            FORMAT.to_owned(),
            json!({ "type": "string", "enum": formats, "default": Format::default().as_str(), "description": "Form." }),
        );
        properties.insert(
            MAX_TOKENS.to_owned(),
            json!({ "type": "integer", "default": max_tokens, "description": CEILING }),
        );
    }
    schema
}

/// Keys of an answer that no budget is too small for.
const ALWAYS_THERE: [&str; 4] = ["summary", "evidence", "root", "path"];

/// Keys below those of the answer that a budget too small for it may drop.
const DISPENSABLE: [&str; 12] = [
    "left_out",
    "more",
    "mentions",
    "note",
    "suggestions",
    "server",
    "composed",
    "total_is_exact",
    "total_bytes",
    "total_tokens",
    "risk_reason",
    "public",
];

/// Returns the schema of an answer. It requires what an answer has that was cut to any budget.
pub(super) fn of_answer<A: JsonSchema>() -> Value {
    let mut schema = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<A>()
        .to_value();
    require(&mut schema, &|key| !DISPENSABLE.contains(&key));
    let forms: Vec<Value> = schema["anyOf"].as_array().into_iter().flatten().cloned().collect();
    let is_there = |key: &str| ALWAYS_THERE.contains(&key);
    require_here(&mut schema, &is_there);
    for (index, form) in forms.iter().enumerate() {
        let path = match form["$ref"].as_str() {
            Some(path) => path.trim_start_matches('#').to_owned(),
            None => format!("/anyOf/{index}"),
        };
        if let Some(form) = schema.pointer_mut(&path) {
            require_here(form, &is_there);
        }
    }
    schema
}

/// Keeps the requirement of those keys that `is_there` accepts, at every depth.
fn require(schema: &mut Value, is_there: &impl Fn(&str) -> bool) {
    require_here(schema, is_there);
    match schema {
        Value::Object(object) => object.values_mut().for_each(|value| require(value, is_there)),
        Value::Array(items) => items.iter_mut().for_each(|item| require(item, is_there)),
        _ => {}
    }
}

fn require_here(schema: &mut Value, is_there: &impl Fn(&str) -> bool) {
    if let Some(Value::Array(keys)) = schema.get_mut("required") {
        keys.retain(|key| key.as_str().is_some_and(is_there));
    }
}

/// Returns the schema without what is accepted but not offered: parameters that only repeat others
/// under other tools' names or are rarely needed, and lists where a text does as well.
pub(super) fn offered(schema: &Map<String, Value>) -> Map<String, Value> {
    let mut schema = schema.clone();
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.retain(|_, property| property.get(HIDDEN).is_none());
        for property in properties.values_mut().filter_map(Value::as_object_mut) {
            if property.remove(LISTED).is_some() {
                property.remove("anyOf");
                property.insert("type".to_owned(), json!("string"));
            }
        }
    }
    schema
}

/// Removes what costs a model tokens and has no information for it, at every depth.
fn trim(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            for key in ["$schema", "title", "format"] {
                // A property may have these names; only keywords, whose values are strings, go.
                if object.get(key).is_some_and(Value::is_string) {
                    object.remove(key);
                }
            }
            if object
                .get("default")
                .is_some_and(|default| default.is_null() || default == &json!([]))
            {
                object.remove("default");
            }
            if object.get("minimum") == Some(&json!(0)) {
                object.remove("minimum");
            }
            if let Some(Value::String(description)) = object.get_mut("description") {
                *description = description.split_whitespace().collect::<Vec<_>>().join(" ");
            }
            drop_null(object);
            flatten_variants(object);
            object.values_mut().for_each(trim);
        }
        Value::Array(items) => items.iter_mut().for_each(trim),
        _ => {}
    }
}

/// Removes `null`: an optional parameter may be left out; that `null` means the same need not be
/// stated.
fn drop_null(object: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(choices)) = object.get_mut("enum") {
        choices.retain(|choice| !choice.is_null());
    }
    if let Some(Value::Array(branches)) = object.get_mut("anyOf") {
        branches.retain(|branch| branch != &json!({ "type": "null" }));
        if let [only] = branches.as_mut_slice() {
            let only = only.take();
            object.remove("anyOf");
            if let Value::Object(only) = only {
                for (key, value) in only {
                    object.entry(key).or_insert(value);
                }
            }
        }
    }
}

/// Replaces `oneOf` of constants by one `enum`. The meaning of each word is in the parameter's own
/// description.
fn flatten_variants(object: &mut Map<String, Value>) {
    let Some(Value::Array(branches)) = object.get("oneOf") else { return };
    let mut words = Vec::new();
    for branch in branches {
        match (branch.get("const"), branch.get("enum")) {
            (Some(word), _) => words.push(word.clone()),
            (None, Some(Value::Array(more))) => words.extend(more.iter().cloned()),
            _ => return,
        }
    }
    object.remove("oneOf");
    object.insert("type".to_owned(), json!("string"));
    object.insert("enum".to_owned(), Value::Array(words));
}

/// Schema of parameters that take one text or a list of them.
pub fn one_or_many(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({
        "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }]
    })
}

/// Schema of parameters that take one text, a text with commas, or a list of texts.
pub fn one_or_listed(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({
        "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }],
        "x-listed": true
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::{Deserialize, Serialize};

    #[derive(Default, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    enum Level {
        /// Little.
        #[default]
        Low,
        /// Much.
        VeryHigh,
    }

    /// Never shown.
    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "camelCase")]
    #[expect(dead_code, reason = "only the schema is of interest")]
    struct Params {
        /// What to look at.
        #[schemars(schema_with = "one_or_many")]
        path: Vec<String>,
        /// How deep.
        how_deep: Option<usize>,
        wait: Option<f64>,
        /// How much.
        #[serde(default)]
        level: Level,
        /// Perhaps.
        other: Option<Level>,
        #[serde(default)]
        ignore: Vec<String>,
        #[serde(default)]
        allow: bool,
    }

    #[test]
    fn a_schema_says_types_defaults_and_descriptions_and_nothing_else() {
        let expected = json!({
            "type": "object",
            "properties": {
                "path": {
                    "description": "What to look at.",
                    "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }],
                },
                "howDeep": { "description": "How deep.", "type": "integer" },
                "wait": { "type": "number", "default": 1.5 },
                "level": { "description": "How much.", "type": "string", "enum": ["low", "very-high"], "default": "low" },
                "other": { "description": "Perhaps.", "type": "string", "enum": ["low", "very-high"] },
                "ignore": { "type": "array", "items": { "type": "string" } },
                "allow": { "type": "boolean", "default": false },
                "format": {
                    "type": "string", "enum": ["outline", "json", "xml", "markdown"], "default": "outline",
                    "description": "Form.",
                },
                "maxTokens": { "type": "integer", "default": 4000, "description": CEILING },
            },
            "required": ["path"],
        });
        assert_eq!(Value::Object(of::<Params>(4000, Some(1.5))), expected);
    }

    #[test]
    fn a_list_that_may_be_a_text_with_commas_is_offered_as_a_text() {
        #[derive(Deserialize, JsonSchema)]
        #[expect(dead_code, reason = "only the schema is of interest")]
        struct Listed {
            /// Which.
            #[schemars(schema_with = "one_or_listed")]
            symbol: Vec<String>,
        }
        let accepted = of::<Listed>(4000, None);
        assert!(accepted["properties"]["symbol"]["anyOf"].is_array());
        let expected = json!({ "description": "Which.", "type": "string" });
        assert_eq!(offered(&accepted)["properties"]["symbol"], expected);
    }
}
