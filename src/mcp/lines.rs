//! Lines of JSON as clients send them, made readable for the transport, which silently drops what
//! it cannot read.
//!
//! A lone surrogate (`\ud800`) becomes U+FFFD, and in an id the letters of its escape, so that ids
//! are told apart. A message that is too long, too deep or not JSON
//! becomes a request of the same id for [`UNREADABLE`], which is answered with an error; of several
//! ids it is the last, as most programs read it. JSON whose id is none of MCP's (`1.5`) becomes a
//! notification of that name, which the connection answers without an id. What has no id and is no
//! JSON is dropped: no client waits for it, MCP has no null id, and if it is the echo of an answer,
//! to answer it would not end. (JSON that is no message is answered by the transport, without an
//! id.)

use super::shape::{Shape, is_id};
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, ReadBuf};

/// Method of the request or notification that replaces an unreadable message; its parameter
/// `problem` is the reason.
pub(super) const UNREADABLE: &str = "spelunk/unreadable";

/// Longest line in bytes: the limit of rmcp's transport, less the size of what replaces a line.
const MAX_BYTES: usize = 16 << 20;

/// Deepest nesting of brackets; `serde_json` takes 127, and rmcp reads a message within another.
const MAX_DEPTH: usize = 120;

/// Longest id in bytes of what is no JSON, too long or too deep; others are read with the message.
const MAX_ID_BYTES: usize = 4096;

const CHUNK_BYTES: usize = 64 << 10;

/// Reader of lines, all of which can be parsed.
pub(super) struct ReadableLines<R> {
    reader: R,
    chunk: Box<[u8]>,
    line: Line,
    /// Bytes to be read next.
    ready: Vec<u8>,
    at: usize,
}

impl<R> ReadableLines<R> {
    pub(super) fn new(reader: R) -> Self {
        let chunk = vec![0; CHUNK_BYTES].into_boxed_slice();
        Self { reader, chunk, line: Line::default(), ready: Vec::new(), at: 0 }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for ReadableLines<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        while this.at == this.ready.len() {
            (this.ready, this.at) = (Vec::new(), 0);
            let mut chunk = ReadBuf::new(&mut this.chunk);
            ready!(Pin::new(&mut this.reader).poll_read(cx, &mut chunk))?;
            if chunk.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
            for piece in chunk.filled().split_inclusive(|byte| *byte == b'\n') {
                this.line.push(piece);
                if piece.ends_with(b"\n") {
                    this.ready.extend(std::mem::take(&mut this.line).finish());
                }
            }
        }
        let length = buffer.remaining().min(this.ready.len() - this.at);
        buffer.put_slice(&this.ready[this.at..this.at + length]);
        this.at += length;
        Poll::Ready(Ok(()))
    }
}

/// A line as far as it has been read.
#[derive(Default)]
struct Line {
    bytes: Vec<u8>,
    is_too_long: bool,
    scan: Scan,
}

impl Line {
    fn push(&mut self, piece: &[u8]) {
        piece.iter().for_each(|byte| self.scan.feed(*byte));
        self.is_too_long |= self.bytes.len() + piece.len() > MAX_BYTES;
        if self.is_too_long {
            self.bytes = Vec::new();
        } else {
            self.bytes.extend_from_slice(piece);
        }
    }

    /// Returns the line for the transport, with its end; empty if the line is dropped.
    fn finish(self) -> Vec<u8> {
        let (mut is_json, mut id) = (false, self.scan.id());
        let mut has_id = !self.scan.id.is_empty();
        let problem = if self.is_too_long {
            format!("the message is longer than {} MB: ask for less in one call", MAX_BYTES >> 20)
        } else if self.scan.deepest > MAX_DEPTH {
            format!("the message nests deeper than {MAX_DEPTH} levels")
        } else {
            let line = without_lone_surrogates(self.bytes);
            let blank = line.trim_ascii().is_empty();
            let read = std::str::from_utf8(&line).map_err(|error| error.to_string());
            let parsed = read.and_then(|text| match serde_json::from_str::<Shape>(text) {
                Ok(shape) => Ok(shape),
                Err(error) => {
                    is_json = serde_json::from_str::<IgnoredAny>(text).is_ok();
                    Err(error.to_string())
                }
            });
            match parsed {
                Ok(shape) => {
                    let Some(problem) = shape.problem() else { return line };
                    (is_json, id) = (true, shape.id());
                    has_id = shape.has_id();
                    problem.to_owned()
                }
                Err(_) if blank => return line,
                Err(error) => format!("the message is not JSON: {error}"),
            }
        };
        let mut message =
            json!({ "jsonrpc": "2.0", "method": UNREADABLE, "params": { "problem": problem } });
        match id {
            Some(id) => message["id"] = id,
            None if is_json && has_id => {}
            None => {
                tracing::warn!(problem, "a message without an id was dropped");
                return Vec::new();
            }
        }
        format!("{message}\n").into_bytes()
    }
}

/// Finds the outermost object's `id` and the depth of a text, byte by byte.
#[derive(Default)]
struct Scan {
    depth: usize,
    deepest: usize,
    in_string: bool,
    is_escaped: bool,
    /// Last string at the outermost level, without its quotes; recorded only as far as it may be
    /// the name `id`.
    name: Vec<u8>,
    /// True behind the colon after the name `id`, until the value ends.
    in_id: bool,
    /// Value of the last `id` as it was written.
    id: Vec<u8>,
}

impl Scan {
    /// Returns the id, if MCP takes it for one. Bytes that are no text become U+FFFD in it, as in
    /// the programs that read it.
    fn id(&self) -> Option<Value> {
        const NAME: &str = "\"id\":";
        let named = format!("{NAME}{}", String::from_utf8_lossy(&self.id));
        let named = without_lone_surrogates(named.into_bytes());
        serde_json::from_slice::<Value>(&named[NAME.len()..]).ok().filter(is_id)
    }

    fn feed(&mut self, byte: u8) {
        let ends_value = !self.in_string && matches!(byte, b',' | b'}' | b'\n');
        if self.in_id && self.depth == 1 && !ends_value {
            let is_blank = self.id.is_empty() && byte.is_ascii_whitespace();
            if !is_blank && self.id.len() < MAX_ID_BYTES {
                self.id.push(byte);
            }
        } else if !self.in_string {
            self.in_id = false;
        }
        if self.in_string {
            self.feed_string(byte);
            return;
        }
        match byte {
            b'"' => {
                self.in_string = true;
                self.name.clear();
            }
            b'{' | b'[' => {
                self.depth += 1;
                self.deepest = self.deepest.max(self.depth);
            }
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            b':' if self.depth == 1 && self.name == b"id" => {
                self.id.clear();
                self.in_id = true;
            }
            _ => {}
        }
    }

    fn feed_string(&mut self, byte: u8) {
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' => self.is_escaped = true,
            b'"' => {
                self.in_string = false;
                return;
            }
            _ => {}
        }
        if self.depth == 1 && self.name.len() <= 2 {
            self.name.push(byte);
        }
    }
}

/// Returns JSON text in which each `\u` escape of half a surrogate pair has become that of U+FFFD,
/// or in an id its own letters: `\\ud800`.
fn without_lone_surrogates(mut line: Vec<u8>) -> Vec<u8> {
    let mut in_ids: Vec<usize> = Vec::new();
    let (mut at, mut in_string, mut in_id) = (0, false, false);
    while let Some(found) = memchr::memchr2(b'\\', b'"', &line[at..]) {
        let place = at + found;
        if line[place] == b'"' {
            in_string = !in_string;
            in_id = in_string && is_behind_id(&line[..place]);
            at = place + 1;
            continue;
        }
        at = match unit(&line, place) {
            Some(0xd800..=0xdbff) if matches!(unit(&line, place + 6), Some(0xdc00..=0xdfff)) => {
                place + 12
            }
            Some(0xd800..=0xdfff) => {
                match in_id {
                    true => in_ids.push(place),
                    false => line[place + 2..place + 6].copy_from_slice(b"fffd"),
                }
                place + 6
            }
            _ => (place + 2).min(line.len()),
        };
    }
    if in_ids.is_empty() {
        return line;
    }
    let mut from = 0;
    let mut whole = Vec::with_capacity(line.len() + in_ids.len());
    for place in in_ids {
        whole.extend_from_slice(&line[from..place]);
        whole.push(b'\\');
        from = place;
    }
    whole.extend_from_slice(&line[from..]);
    whole
}

/// Returns whether a text ends with the name of an id, or of one that a notification is about, and
/// the colon behind it.
fn is_behind_id(text: &[u8]) -> bool {
    let name = text.trim_ascii_end().strip_suffix(b":").map(<[u8]>::trim_ascii_end);
    name.is_some_and(|name| name.ends_with(b"\"id\"") || name.ends_with(b"\"requestId\""))
}

/// The code unit of a `\u` escape.
fn unit(line: &[u8], at: usize) -> Option<u16> {
    let digits = line.get(at..at + 6)?.strip_prefix(b"\\u")?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tokio::io::AsyncReadExt;

    fn read(text: &[u8]) -> String {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let mut read = Vec::new();
        runtime.block_on(ReadableLines::new(text).read_to_end(&mut read)).expect("it can be read");
        String::from_utf8(read).expect("text")
    }

    #[test]
    fn a_message_that_can_be_read_stays_as_it_is() {
        for text in [
            "{\"id\":1,\"result\":\"\\ud83d\\ude00 \\\\ud800\"}\n",
            "\n",
            "[1,2]\r\n{\"id\":null}\n",
        ] {
            assert_eq!(read(text.as_bytes()), text);
        }
    }

    #[test]
    fn a_request_of_another_shape_is_answered_under_its_id() {
        let long = "x".repeat(70_000);
        for (text, problem) in [
            (r#"{"jsonrpc":"2.0","id":1,"\u0069d":"x","method":"ping"}"#, "several ids"),
            (r#"{"jsonrpc":"2.0","\u0069d":1,"id":"x","method":"ping"}"#, "several ids"),
            (r#"{"jsonrpc":"2.0","\u0069d":"x","method":7}"#, "`method` is no text"),
            (r#"{"jsonrpc":"2.0","id":"x","method":7}"#, "`method` is no text"),
            (r#"{"jsonrpc":"2.0","id":"x"}"#, "it has no `method`"),
            (
                r#"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":[]}"#,
                "`params` is no object",
            ),
            (r#"{"jsonrpc":"1.0","id":"x","method":"ping"}"#, "`jsonrpc` is not"),
            (
                r#"{"jsonrpc":"2.0","id":"x","method":"ping","params":{"_meta":5}}"#,
                "`_meta` is no object",
            ),
            (r#"{"jsonrpc":"2.0","id":"x","method":"ping","result":{}}"#, "an answer"),
            (r#"{"jsonrpc":"2.0","id":"x","method":"ping","method":"tools/list"}"#, "twice"),
            (r#"{"jsonrpc":"2.0","id":"x","method":"ping","params":{},"params":{}}"#, "twice"),
            (r#"{"jsonrpc":"2.0","jsonrpc":"2.0","id":"x","method":"ping"}"#, "twice"),
        ] {
            // However long it is, and whatever stands before the id.
            let longer = text.replacen('{', &format!(r#"{{"of":"{long}","#), 1);
            let blank = text.replacen(r#":"x""#, &format!(r#":{}"x""#, " ".repeat(300)), 1);
            for text in [text, &longer, &blank] {
                let read = read(format!("{text}\n").as_bytes());
                assert!(
                    read.contains(UNREADABLE)
                        && read.contains(r#""id":"x""#)
                        && read.contains(problem),
                    "{read}"
                );
            }
        }
        for fine in [
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n",
            "{\"jsonrpc\":\"2.0\",\"id\":null}\n",
        ] {
            assert_eq!(read(fine.as_bytes()), fine);
        }
    }

    #[test]
    fn half_a_surrogate_pair_is_replaced() {
        let check = |text: &str, expected: &str| {
            assert_eq!(
                read(format!("{{\"a\":\"{text}\"}}\n").as_bytes()),
                format!("{{\"a\":\"{expected}\"}}\n")
            );
        };
        check("\\ud800", "\\ufffd");
        check("\\uDC00x", "\\ufffdx");
        check("\\ud800\\ud83d\\ude00", "\\ufffd\\ud83d\\ude00");
        check("\\\\\\ud800", "\\\\\\ufffd");
    }

    /// The ids of two requests may differ in such halves alone.
    #[test]
    fn half_a_surrogate_pair_in_an_id_keeps_its_letters() {
        let check = |text: &str, expected: &str| {
            assert_eq!(read(format!("{text}\n").as_bytes()), format!("{expected}\n"));
        };
        check(
            r#"{"jsonrpc":"2.0","id":"\ud800","method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}"#,
        );
        check(
            r#"{"params":{"requestId" : "a\udc01\ud83d\ude00\\\ud801","reason":"\ud801"}}"#,
            r#"{"params":{"requestId" : "a\\udc01\ud83d\ude00\\\\ud801","reason":"\ufffd"}}"#,
        );
    }

    #[test]
    fn unreadable_messages_become_requests_with_their_id() {
        let check = |text: &[u8], id: Value, problem: &str| {
            let request: Value = serde_json::from_str(&read(text)).expect("a request");
            assert_eq!((&request["id"], &request["method"]), (&id, &json!(UNREADABLE)));
            assert!(
                request["params"]["problem"].as_str().is_some_and(|text| text.contains(problem)),
                "{request}"
            );
        };
        let deep = format!(
            "{{\"x\":{{\"id\":1}},\"id\": \"a,}}\\\"b\", \"p\":{}{}}}\n",
            "[".repeat(200),
            "]".repeat(200)
        );
        check(deep.as_bytes(), json!("a,}\"b"), "deeper than");
        let long = format!("{{\"p\":\"{}\",\"id\":7}}\n", "x".repeat(MAX_BYTES));
        check(long.as_bytes(), json!(7), "longer than 16 MB");
        check(b"{\"id\":8,\"p\":\"\xff\"}\n", json!(8), "not JSON");
        check(b"{\"id\":9,\"p\":}\n", json!(9), "not JSON");
        assert_eq!(read(b"no JSON\n{\"id\":{},}\n"), "");
        let id = "i".repeat(4000);
        check(
            format!("{{\"id\":{}\"{id}\",}}\n", " ".repeat(300)).as_bytes(),
            json!(id),
            "not JSON",
        );
        check(b"{\"id\":3,\"p\":1e400}\n", json!(3), "out of range");
        check(b"{\"id\":\"u8\xff\",\"method\":\"a\"}\n", json!("u8\u{fffd}"), "not JSON");
        check(b"{\"id\":\"\\ud800\",\"p\":}\n", json!("\\ud800"), "not JSON");
        check(b"{\"id\":3,\"method\":\"a\",\"id\":4}\n", json!(4), "several ids");
        let of_none = "its id is neither";
        for (none, problem) in [
            (&b"{\"id\":1e400}\n"[..], "out of range"),
            (b"{\"id\":[1],\"method\":\"a\"}\n", of_none),
            (b"{\"id\":1.5,\"method\":\"a\"}\n", of_none),
            (b"{\"id\":12345678901234567890123,\"method\":\"a\"}\n", of_none),
        ] {
            check(none, Value::Null, problem);
        }
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_dropped(text in "[\\[\\]{}\":,\\\\udDc80-9a\n ]{0,200}") {
            for line in read(text.as_bytes()).lines().filter(|line| !line.trim().is_empty()) {
                prop_assert!(serde_json::from_str::<Value>(line).is_ok(), "{}", line);
            }
        }
    }
}
