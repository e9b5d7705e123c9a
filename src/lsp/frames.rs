//! Wire format, read with tolerance: servers print stray lines, forget a space, send `null` or
//! reply to nothing, and none of that may end a connection. The output is well-formed, one message
//! at a time.

use serde::Deserialize;
use serde_json::Value;

/// Length in bytes beyond which a frame is not read. What is read of it takes up to 50 times its
/// bytes of memory; the references to a name in a large project take a tenth of it.
const MAX_FRAME_BYTES: usize = 32 << 20;

/// Bytes without a message after which no message is expected any more: the longest one behind as
/// many bytes of stray output.
pub(super) const MAX_BYTES_WITHOUT_MESSAGE: usize = 2 * MAX_FRAME_BYTES;

/// Bytes after which stray output without a line end is passed on.
const MAX_STRAY_BYTES: usize = 64 << 10;

const HEADER: &[u8] = b"content-length";

/// Piece of a server's output.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// A message, as bytes of well-formed JSON-RPC.
    Message(Vec<u8>),
    /// Text that is not a message, for the log.
    Stray(String),
    /// The header of a message that is too long to be read, with its length in bytes. What follows
    /// is no message.
    TooLong(u64),
}

/// Splits a stream of bytes into messages. Accepts pieces of any size, and keeps what is
/// incomplete.
#[derive(Debug, Default)]
pub struct FrameReader {
    buffer: Vec<u8>,
    /// Offset of the unread bytes in the buffer.
    start: usize,
    /// Length from the headers, once they have ended.
    awaited: Option<usize>,
    /// Length from a header, before the headers have ended.
    announced: Option<usize>,
}

impl FrameReader {
    /// Adds bytes and returns the pieces that are now complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Piece> {
        self.buffer.extend_from_slice(bytes);
        let mut pieces = Vec::new();
        while self.step(&mut pieces) {}
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.start = 0;
        }
        pieces
    }

    /// Returns whether the stream would end within a message.
    pub fn is_amid(&self) -> bool {
        self.awaited.is_some() || self.announced.is_some()
    }

    /// Reads one line or one body. Returns false if more bytes are needed.
    fn step(&mut self, pieces: &mut Vec<Piece>) -> bool {
        match self.awaited {
            Some(length) => self.body(length, pieces),
            None => self.header_line(pieces),
        }
    }

    fn header_line(&mut self, pieces: &mut Vec<Piece>) -> bool {
        let rest = &self.buffer[self.start..];
        let Some(end) = memchr::memchr(b'\n', rest) else {
            if rest.len() > MAX_STRAY_BYTES
                && self.announced.is_none()
                && find_header(rest).is_none()
            {
                pieces.push(stray(rest));
                self.start = self.buffer.len();
            }
            return false;
        };
        let line = &rest[..end];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let next = self.start + end + 1;
        match (find_header(line), length_in_header(line)) {
            (Some((at, length)), _) => {
                if at > 0 {
                    pieces.push(stray(&line[..at]));
                }
                self.announced = Some(length);
            }
            (None, Some(length)) => pieces.push(Piece::TooLong(length)),
            (None, None) if line.is_empty() => self.awaited = self.announced.take(),
            // Other headers between the length and the empty line are ignored.
            (None, None) if self.announced.is_some() && line.contains(&b':') => {}
            (None, None) => pieces.push(stray(line)),
        }
        self.start = next;
        true
    }

    fn body(&mut self, length: usize, pieces: &mut Vec<Piece>) -> bool {
        let rest = &self.buffer[self.start..];
        if rest.len() < length {
            return false;
        }
        self.awaited = None;
        let body = &rest[..length];
        match normalise(body) {
            Ok(messages) => {
                pieces.extend(messages);
                self.start += length;
            }
            Err(()) => {
                // The announced length was wrong, or this is half a frame with others after it:
                // reading goes on at the next header.
                let resume = (1..body.len())
                    .find(|&at| find_header_at(&body[at..]).is_some())
                    .unwrap_or(length);
                pieces.push(stray(&body[..resume]));
                self.start += resume;
            }
        }
        true
    }
}

fn stray(bytes: &[u8]) -> Piece {
    Piece::Stray(String::from_utf8_lossy(&bytes[..bytes.len().min(2000)]).into_owned())
}

/// Finds a header with the length anywhere in a line, since stray output need not end its own line;
/// returns its offset and the length.
fn find_header(line: &[u8]) -> Option<(usize, usize)> {
    (0..line.len().saturating_sub(HEADER.len()))
        .find_map(|at| Some((at, find_header_at(&line[at..])?)))
}

fn find_header_at(bytes: &[u8]) -> Option<usize> {
    let length = usize::try_from(length_in_header(bytes)?).ok()?;
    (length <= MAX_FRAME_BYTES).then_some(length)
}

/// Returns the length in a header that a text begins with.
fn length_in_header(bytes: &[u8]) -> Option<u64> {
    if bytes.len() <= HEADER.len() || !bytes[..HEADER.len()].eq_ignore_ascii_case(HEADER) {
        return None;
    }
    let value = bytes[HEADER.len()..].trim_ascii_start().strip_prefix(b":")?.trim_ascii_start();
    let digits = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&value[..digits]).ok()?.parse().ok()
}

/// Members that decide whether a message can be passed on as it is. Unknown members are skipped
/// without being kept.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(default)]
    jsonrpc: Option<&'a str>,
    #[serde(default)]
    id: Option<Value>,
    #[serde(default)]
    method: Option<std::borrow::Cow<'a, str>>,
    #[serde(default)]
    error: Option<Value>,
}

/// The messages in a body: none for `null`, several for a batch. `Err` when it is not JSON at all.
fn normalise(body: &[u8]) -> Result<Vec<Piece>, ()> {
    if let Ok(envelope) = serde_json::from_slice::<Envelope>(body)
        && envelope.jsonrpc == Some("2.0")
        && envelope.error.is_none()
        && (envelope.id.as_ref().is_some_and(is_plain_id)
            || (envelope.id.is_none() && envelope.method.is_some()))
    {
        return Ok(vec![Piece::Message(body.to_vec())]);
    }
    let value: Value = serde_json::from_slice(body).map_err(|_| ())?;
    let values = match value {
        Value::Array(values) => values,
        value => vec![value],
    };
    Ok(values.into_iter().map(repair).collect())
}

/// Returns whether an id is a small integer, as ours and those of most servers are.
fn is_plain_id(id: &Value) -> bool {
    id.as_i64().is_some_and(|id| i32::try_from(id).is_ok())
}

/// Makes a well-formed message of a malformed one if its meaning is clear.
fn repair(value: Value) -> Piece {
    let Value::Object(mut object) = value else { return Piece::Stray(value.to_string()) };
    let id = object.remove("id").filter(|id| !id.is_null());
    let is_request = object.get("method").is_some_and(Value::is_string);
    let mut message = serde_json::Map::new();
    message.insert("jsonrpc".into(), "2.0".into());
    match (is_request, id) {
        (true, id) => {
            // A server's own ids go back to it unchanged, except integers written as fractions.
            if let Some(id) = id {
                message.insert("id".into(), whole(&id).unwrap_or(id));
            }
            for key in ["method", "params"] {
                message.extend(object.remove(key).map(|value| (key.to_owned(), value)));
            }
        }
        (false, Some(id)) => {
            // Our ids are numbers, also if they come back as text.
            let own = id.as_str().and_then(|text| text.parse::<i32>().ok()).map(Value::from);
            message.insert("id".into(), own.or_else(|| whole(&id)).unwrap_or(id));
            match object.remove("error").filter(|error| !error.is_null()) {
                Some(error) => message.insert("error".into(), repair_error(error)),
                None => {
                    message.insert("result".into(), object.remove("result").unwrap_or_default())
                }
            };
        }
        (false, None) => return Piece::Stray(Value::Object(object).to_string()),
    }
    serde_json::to_vec(&Value::Object(message))
        .map_or_else(|error| Piece::Stray(error.to_string()), Piece::Message)
}

/// Converts an id to an integer if its value is one.
fn whole(id: &Value) -> Option<Value> {
    let number =
        id.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < f64::from(i32::MAX))?;
    #[expect(clippy::cast_possible_truncation, reason = "the range was just checked")]
    Some(Value::from(number as i32))
}

fn repair_error(error: Value) -> Value {
    let code = error
        .get("code")
        .and_then(Value::as_i64)
        .and_then(|code| i32::try_from(code).ok())
        .unwrap_or(-32603);
    let message = match error.get("message") {
        Some(Value::String(message)) => message.clone(),
        _ => error.to_string(),
    };
    serde_json::json!({ "code": code, "message": message, "data": error.get("data") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    /// Pushes the bytes whole and one by one; both must give the same messages.
    fn check(input: &str, expected: &[&str]) {
        let messages = |pieces: Vec<Piece>| -> Vec<Value> {
            pieces
                .into_iter()
                .filter_map(|piece| match piece {
                    Piece::Message(bytes) => Some(serde_json::from_slice(&bytes).unwrap()),
                    Piece::Stray(_) | Piece::TooLong(_) => None,
                })
                .collect()
        };
        let expected: Vec<Value> =
            expected.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
        let whole = messages(FrameReader::default().push(input.as_bytes()));
        assert_eq!(whole, expected, "whole: {input:?}");
        let mut reader = FrameReader::default();
        let single = messages(input.bytes().flat_map(|byte| reader.push(&[byte])).collect());
        assert_eq!(single, expected, "byte by byte: {input:?}");
    }

    const NOTE: &str = r#"{"jsonrpc":"2.0","method":"x","params":[1]}"#;

    #[test]
    fn well_formed_messages_pass_unchanged() {
        check(&(frame(NOTE) + &frame(NOTE)), &[NOTE, NOTE]);
        let typed = format!(
            "Content-Type: x\r\nContent-Length: {}\r\nContent-Type: y\r\n\r\n{NOTE}",
            NOTE.len()
        );
        check(&typed, &[NOTE]);
    }

    #[test]
    fn a_message_that_is_too_long_is_told() {
        let mut frames = FrameReader::default();
        let pieces = frames.push(b"Content-Length: 99999999999\r\n\r\n{}");
        assert_eq!(pieces.first(), Some(&Piece::TooLong(99_999_999_999)));
    }

    #[test]
    fn stray_output_is_skipped() {
        check(&format!("starting up\n{}warning: x\r\n{}", frame(NOTE), frame(NOTE)), &[NOTE, NOTE]);
        check(&format!("no line end{}", frame(NOTE)), &[NOTE]);
        check(&format!("Content-Length: many\r\n\r\n{}", frame(NOTE)), &[NOTE]);
    }

    #[test]
    fn sloppy_headers_are_understood() {
        check(&format!("content-length:{}\n\n{NOTE}", NOTE.len()), &[NOTE]);
        check(&format!("Content-Length : {}\r\n\r\n{NOTE}", NOTE.len()), &[NOTE]);
    }

    #[test]
    fn null_and_replies_to_nothing_are_dropped() {
        check(
            &(frame("null")
                + &frame(r#"{"jsonrpc":"2.0","id":null,"result":1}"#)
                + &frame("[]")
                + &frame(NOTE)),
            &[NOTE],
        );
    }

    #[test]
    fn odd_messages_are_put_right() {
        check(&frame(r#"{"id":1,"result":2}"#), &[r#"{"jsonrpc":"2.0","id":1,"result":2}"#]);
        check(
            &frame(r#"{"jsonrpc":"2.0","id":"7","result":2}"#),
            &[r#"{"jsonrpc":"2.0","id":7,"result":2}"#],
        );
        check(
            &frame(r#"{"jsonrpc":"2.0","id":7.0}"#),
            &[r#"{"jsonrpc":"2.0","id":7,"result":null}"#],
        );
        check(
            &frame(r#"{"jsonrpc":"2.0","id":1,"result":null,"error":"bad"}"#),
            &[
                r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"\"bad\"","data":null}}"#,
            ],
        );
        check(&frame(&format!("[{NOTE},{NOTE}]")), &[NOTE, NOTE]);
        check(
            &frame(r#"{"jsonrpc":"2.0","id":"a","method":"m"}"#),
            &[r#"{"jsonrpc":"2.0","id":"a","method":"m"}"#],
        );
    }

    #[test]
    fn a_message_that_is_too_long_to_be_read_is_none() {
        assert_eq!(find_header_at(b"Content-Length: 33554432\r\n"), Some(MAX_FRAME_BYTES));
        assert_eq!(find_header_at(b"Content-Length: 33554433\r\n"), None);
    }

    #[test]
    fn half_a_frame_does_not_swallow_those_after_it() {
        let half = "Content-Length: 60\r\n\r\n{\"jsonrpc\":\"2.0\",";
        check(&format!("{half}{}{}", frame(NOTE), frame(NOTE)), &[NOTE, NOTE]);
    }

    #[test]
    fn a_stream_that_ends_amid_a_message_says_so() {
        let mut reader = FrameReader::default();
        assert!(reader.push(b"Content-Length: 10\r\n\r\n{").is_empty());
        assert!(reader.is_amid());
    }
}
