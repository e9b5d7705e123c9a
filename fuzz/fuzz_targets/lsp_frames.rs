//! LSP framing: what comes out does not depend on how the bytes arrive, and every message is JSON.

#![no_main]

use libfuzzer_sys::fuzz_target;
use spelunk::lsp::{FrameReader, Piece};

fuzz_target!(|data: &[u8]| {
    let Some((size, data)) = data.split_first() else { return };
    let mut whole = FrameReader::default();
    let at_once = whole.push(data);
    let mut pieces = Vec::new();
    let mut reader = FrameReader::default();
    for chunk in data.chunks(usize::from(*size).max(1)) {
        pieces.extend(reader.push(chunk));
    }
    let messages = |pieces: &[Piece]| -> Vec<Vec<u8>> {
        let message = |piece: &Piece| match piece {
            Piece::Message(bytes) => Some(bytes.clone()),
            Piece::Stray(_) | Piece::TooLong(_) => None,
        };
        pieces.iter().filter_map(message).collect()
    };
    assert_eq!(messages(&at_once), messages(&pieces));
    for message in messages(&at_once) {
        serde_json::from_slice::<serde_json::Value>(&message).expect("JSON");
    }
});
