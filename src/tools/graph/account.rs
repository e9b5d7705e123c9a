//! The account of a graph answer as text.

use crate::domain::{Account, Block, Doc, LevelAccount, RowsShown};

/// Adds the account of the name's occurrences: of the answer's own level always, of deeper ones if
/// some are open.
pub(crate) fn account_doc(
    doc: &mut Doc,
    account: Option<&Account>,
    deeper: &[LevelAccount],
    is_cut: bool,
) {
    let shown = if is_cut { RowsShown::Some } else { RowsShown::All };
    for level in deeper {
        let values = level.account.value_line();
        doc.blocks.extend(values.map(|line| Block::Text(format!("depth {}: {line}", level.depth))));
    }
    let open = deeper.iter().filter(|level| !level.account.is_whole());
    let open: Vec<(usize, String)> =
        open.map(|level| (level.depth, level.account.short_line())).collect();
    // Levels that were looked for with the same names have the same account.
    for same in open.chunk_by(|one, other| one.1 == other.1) {
        let depths: Vec<String> = same.iter().map(|(depth, _)| depth.to_string()).collect();
        doc.push(Block::Text(format!("depth {}: {}", depths.join(", "), same[0].1)));
    }
    if let Some(account) = account {
        doc.blocks.extend(account.value_line().map(Block::Text));
        doc.blocks.extend(account.alias_line().map(Block::Text));
        doc.push(Block::Text(account.line(shown)));
    }
}
