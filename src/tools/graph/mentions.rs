//! Mentions of a name in texts, as text.

use crate::domain::{Block, Doc, Suggestion};
use crate::engine::graph::{Mentioned, UnreadFile};

/// Returns the number and the places of mentions as text.
pub(crate) fn mentioned(mentions: &Mentioned) -> String {
    first_mentions(mentions, usize::MAX)
}

/// Returns the number of mentions as text, with the first of their places.
pub(super) fn first_mentions(mentions: &Mentioned, most: usize) -> String {
    let places =
        mentions.files.iter().take(most).map(|place| format!("{}:{}", place.file, place.line));
    let places: Vec<String> =
        places.chain((mentions.files.len() > most).then(|| "…".to_owned())).collect();
    let noun = if mentions.count == 1 { "textual mention" } else { "textual mentions" };
    format!("{} {noun}: {}", mentions.count, places.join(", "))
}

/// Adds that nothing is defined under the name, with the nearest names.
pub(crate) fn nothing_defined(doc: &mut Doc, suggestions: &[Suggestion], mentions: &Mentioned) {
    let known =
        if mentions.count == 0 { String::new() } else { format!("; {}", mentioned(mentions)) };
    doc.push(Block::Text(format!("No such definition{known}")));
    if let Some(UnreadFile { file, bytes }) = &mentions.unread {
        let size = bytes.div_ceil(1000);
        doc.push(Block::Text(format!(
            "{file} ({size} kB) may define it; its size or its syntax is more than is read."
        )));
    }
    if !suggestions.is_empty() {
        doc.push(Block::Section("Nearest names".to_owned()));
        for near in suggestions {
            doc.push(Block::Row {
                number: None,
                place: format!("{}:{}", near.file, near.line),
                text: format!("{} {}", near.kind.as_str(), near.name),
                details: Vec::new(),
            });
        }
    }
}
