//! Lists of the names that a file exports.

use crate::workspace::names::{FileSyntax, Span};

impl FileSyntax {
    /// Returns whether a byte offset is in a list of exports: `export { … }`.
    pub fn is_in_export_list(&self, text: &str, at: usize) -> bool {
        let lists = self.index.export_lists.get_or_init(|| export_lists(text));
        let next = lists.partition_point(|list| list.start as usize <= at);
        next > 0 && lists[next - 1].range().contains(&at)
    }
}

/// Returns the lists of names that a text exports, in their order.
fn export_lists(text: &str) -> Vec<Span> {
    const BEFORE: [&str; 3] = ["export", "export type", "module.exports ="];
    let opened = memchr::memchr_iter(b'{', text.as_bytes()).filter(|open| {
        let before = text[..*open].trim_end();
        BEFORE.iter().any(|word| before.ends_with(word))
    });
    let list = |open: usize| {
        let start = open + 1;
        let end = text[start..].find(['{', '}', ';', '(', ')', ':']);
        Span::new(start..end.map_or(text.len(), |end| start + end))
    };
    opened.map(list).collect()
}
