//! The shape of a message of JSON-RPC: what is wrong with one that the transport would answer
//! without its id. Of its members only texts and integers are kept; what objects and lists hold is
//! read past, however large they are.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::fmt::Formatter;

/// The members of a message. JSON that is no object has none.
#[derive(Debug, Default)]
pub(super) struct Shape {
    jsonrpc: Option<Part>,
    id: Option<Part>,
    method: Option<Part>,
    params: Option<Part>,
    /// True if there is a `result` or an `error`.
    is_reply: bool,
    has_several_ids: bool,
    /// True if another member is there twice.
    is_doubled: bool,
}

/// A value, as far as the shape of a message depends on it.
#[derive(Debug, PartialEq)]
enum Part {
    Null,
    Text(String),
    Integer(i64),
    Object {
        /// True if it has a `_meta` that is neither an object nor null.
        has_odd_meta: bool,
    },
    Other,
}

/// Returns whether a value is an id of MCP, which, unlike JSON-RPC, knows none that is null or has
/// a fraction. Larger integers are none for the transport.
pub(super) fn is_id(value: &Value) -> bool {
    value.is_i64() || value.is_string()
}

impl Shape {
    /// Returns whether there is an id of any kind.
    pub(super) const fn has_id(&self) -> bool {
        self.id.is_some()
    }

    /// Returns the last id, if MCP takes it for one.
    pub(super) fn id(&self) -> Option<Value> {
        match self.id.as_ref()? {
            Part::Text(text) => Some(text.as_str().into()),
            Part::Integer(number) => Some((*number).into()),
            Part::Null | Part::Object { .. } | Part::Other => None,
        }
    }

    /// Returns why a request is no message of JSON-RPC.
    pub(super) fn problem(&self) -> Option<&'static str> {
        if self.has_several_ids {
            return Some("it has several ids");
        }
        if self.is_doubled {
            return Some("one of its members is there twice");
        }
        let has_id = self.id.as_ref().is_some_and(|id| *id != Part::Null);
        let Some(method) = &self.method else {
            return (has_id && !self.is_reply).then_some("it has no `method`");
        };
        if has_id && self.id().is_none() && !self.is_reply {
            return Some("its id is neither a text nor an integer of 64 bits");
        }
        if !matches!(method, Part::Text(_)) {
            return Some("`method` is no text");
        }
        if !matches!(&self.jsonrpc, Some(Part::Text(version)) if version == "2.0") {
            return Some("`jsonrpc` is not \"2.0\"");
        }
        if self.is_reply {
            return Some("it has a `method` and an answer");
        }
        match self.params {
            Some(Part::Object { has_odd_meta: true }) => Some("`_meta` is no object"),
            None | Some(Part::Object { .. } | Part::Null) => None,
            Some(_) => Some("`params` is no object"),
        }
    }
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ReadShape)
    }
}

struct ReadShape;

impl<'de> Visitor<'de> for ReadShape {
    type Value = Shape;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a message")
    }

    fn visit_unit<E>(self) -> Result<Shape, E> {
        Ok(Shape::default())
    }

    fn visit_bool<E>(self, _: bool) -> Result<Shape, E> {
        Ok(Shape::default())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Shape, E> {
        Ok(Shape::default())
    }

    fn visit_u64<E>(self, _: u64) -> Result<Shape, E> {
        Ok(Shape::default())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Shape, E> {
        Ok(Shape::default())
    }

    fn visit_str<E>(self, _: &str) -> Result<Shape, E> {
        Ok(Shape::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, values: A) -> Result<Shape, A::Error> {
        Readable.visit_seq(values).map(|_| Shape::default())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Shape, A::Error> {
        let mut shape = Shape::default();
        let (mut has_result, mut has_error) = (false, false);
        while let Some(name) = members.next_key::<Name>()? {
            let is_second = match name {
                Name::Id => {
                    shape.has_several_ids |= shape.id.is_some();
                    shape.id = Some(members.next_value()?);
                    false
                }
                Name::Jsonrpc => shape.jsonrpc.replace(members.next_value()?).is_some(),
                Name::Method => shape.method.replace(members.next_value()?).is_some(),
                Name::Params => shape.params.replace(members.next_value()?).is_some(),
                Name::Result => {
                    members.next_value::<Readable>()?;
                    std::mem::replace(&mut has_result, true)
                }
                Name::Error => {
                    members.next_value::<Readable>()?;
                    std::mem::replace(&mut has_error, true)
                }
                Name::Meta | Name::Other => {
                    members.next_value::<Readable>()?;
                    false
                }
            };
            shape.is_doubled |= is_second;
        }
        shape.is_reply = has_result || has_error;
        Ok(shape)
    }
}

/// Name of a member, however it is written: `id` and `\u0069d` are one.
#[derive(Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Name {
    Jsonrpc,
    Id,
    Method,
    Params,
    Result,
    Error,
    #[serde(rename = "_meta")]
    Meta,
    #[serde(other)]
    Other,
}

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ReadPart)
    }
}

struct ReadPart;

impl<'de> Visitor<'de> for ReadPart {
    type Value = Part;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Part, E> {
        Ok(Part::Null)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Part, E> {
        Ok(Part::Other)
    }

    fn visit_i64<E>(self, number: i64) -> Result<Part, E> {
        Ok(Part::Integer(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Part, E> {
        Ok(i64::try_from(number).map_or(Part::Other, Part::Integer))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Part, E> {
        Ok(Part::Other)
    }

    fn visit_str<E>(self, text: &str) -> Result<Part, E> {
        Ok(Part::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, values: A) -> Result<Part, A::Error> {
        Readable.visit_seq(values).map(|_| Part::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Part, A::Error> {
        let mut has_odd_meta = false;
        while let Some(name) = members.next_key::<Name>()? {
            if name == Name::Meta {
                let meta: Part = members.next_value()?;
                has_odd_meta |= !matches!(meta, Part::Object { .. } | Part::Null);
            } else {
                members.next_value::<Readable>()?;
            }
        }
        Ok(Part::Object { has_odd_meta })
    }
}

/// A JSON value that is read and not kept. Unlike [`serde::de::IgnoredAny`] it is an error if it
/// has a number that is out of range, as it is for the transport.
struct Readable;

impl<'de> Deserialize<'de> for Readable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for Readable {
    type Value = Self;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Self, A::Error> {
        while values.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut values: A) -> Result<Self, A::Error> {
        while values.next_entry::<Self, Self>()?.is_some() {}
        Ok(self)
    }
}
