//! Mentions of a name in texts, as text.

use crate::domain::{Account, Block, Doc, Suggestion};
use crate::engine::graph::{Mentioned, UnreadFile};

/// Places of mentions that are named where others of more worth stand beside or below them.
pub(crate) const MAX_MENTIONS_BESIDE: usize = 3;

/// Returns the number and the places of mentions as text.
pub(crate) fn mentioned(mentions: &Mentioned) -> String {
    format!("{}: {}", number(mentions), first_places(mentions, usize::MAX))
}

/// Returns the text for a definition without results whose name is mentioned, with at most so many
/// places. Where the account below explains every mention, it says so, and few places will do; of
/// many that it explains but for some, it names those.
pub(crate) fn unresolved(mentions: &Mentioned, account: Option<&Account>, most: usize) -> String {
    let open = account.map_or(0, |account| account.unresolved_count);
    let (explained, most) = match account {
        Some(account) if account.is_whole() => {
            (", all explained below".to_owned(), most.min(MAX_MENTIONS_BESIDE))
        }
        Some(_) if open > 0 && mentions.count > MAX_MENTIONS_BESIDE => {
            return format!("0 resolved; {}, {open} of them unresolved", number(mentions));
        }
        _ => (String::new(), most),
    };
    format!("0 resolved; {}{explained}: {}", number(mentions), first_places(mentions, most))
}

fn number(mentions: &Mentioned) -> String {
    let noun = if mentions.count == 1 { "textual mention" } else { "textual mentions" };
    format!("{} {noun}", mentions.count)
}

fn first_places(mentions: &Mentioned, most: usize) -> String {
    let places =
        mentions.files.iter().take(most).map(|place| format!("{}:{}", place.file, place.line));
    let cut = (mentions.files.len() > most).then(|| "…".to_owned());
    places.chain(cut).collect::<Vec<_>>().join(", ")
}

/// Adds that nothing is defined under the name, with the nearest names.
pub(crate) fn nothing_defined(doc: &mut Doc, suggestions: &[Suggestion], mentions: &Mentioned) {
    let known =
        if mentions.count == 0 { String::new() } else { format!("; {}", mentioned(mentions)) };
    doc.push(Block::Text(format!("No such definition{known}")));
    if let Some(UnreadFile { file, bytes }) = &mentions.unread {
        let size = bytes.div_ceil(1000);
        doc.push(Block::Text(format!(
            "{file} ({size} kB) may define it and is beyond what is read of one name; ask with `file`."
        )));
    }
    if let Some(places) = mentions.unreadable.words() {
        doc.push(Block::Text(format!("Not read, and may define it: {places}")));
    }
    if let Some(rule) = &mentions.emptied_by {
        doc.push(Block::Text(format!(
            "No file is left to search: {} leaves them out",
            rule.named_rule()
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
