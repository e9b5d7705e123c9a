//! Macros with parameters, as their definitions are written: what their bodies call.

use super::project::Project;
use crate::domain::is_word;

/// Limit of files with macros that are read.
const MAX_FILES: usize = 2_000;

/// Limit of macros that hand an argument on, each to another one.
pub(super) const MAX_NESTED: usize = 4;

/// Limit of the calls in one body that are looked at, and of the bytes of the arguments of one.
const MAX_CALLS: usize = 4_000;
const MAX_BYTES: usize = 2_000;

/// A macro with parameters.
#[derive(Debug)]
pub(in crate::engine) struct Macro {
    pub(super) name: String,
    pub(super) parameters: Vec<String>,
    pub(super) body: String,
}

/// The macros of a project in languages whose preprocessor puts names together.
#[derive(Default)]
pub(in crate::engine) struct Macros(pub(super) Vec<Macro>);

/// A call that stands in a macro's body.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BodyCall<'t> {
    pub(super) name: &'t str,
    pub(super) arguments: Vec<&'t str>,
}

impl Macros {
    pub(in crate::engine) fn load(project: &Project<'_>) -> Self {
        let mut found = Vec::new();
        let Ok(mentions) = project.mentions_in_code("define") else { return Self::default() };
        for mention in mentions.files.iter().take(MAX_FILES) {
            let entry = project.entry(mention.file);
            if entry.language.is_none_or(|of| !of.config.graph.pasting) {
                continue;
            }
            let Ok(text) = project.snapshot.text(&entry.path) else { continue };
            for at in &mention.offsets {
                let is_directive = text.content[..*at].trim_end_matches([' ', '\t']).ends_with('#');
                if is_directive {
                    found.extend(Macro::read(&text.content[at + "define".len()..]));
                }
            }
        }
        Self(found)
    }
}

impl Macro {
    /// Returns the macro that a text behind `#define` defines; `None` for one without parameters.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut ends = text.match_indices('\n').map(|(at, _)| at);
        let end = ends.find(|end| !text[..*end].trim_end_matches('\r').ends_with('\\'));
        let whole = &text[..end.unwrap_or(text.len())];
        let (name, rest) = whole.trim_start().split_once('(')?;
        let (parameters, body) = rest.split_once(')')?;
        if name.is_empty() || !name.chars().all(is_word) {
            return None;
        }
        let parameters = parameters.split(',').map(|of| of.trim().to_owned()).collect();
        Some(Self { name: name.to_owned(), parameters, body: body.to_owned() })
    }

    /// Returns the place of a parameter.
    pub(super) fn place(&self, word: &str) -> Option<usize> {
        self.parameters.iter().position(|parameter| parameter == word)
    }

    /// Returns the calls in the body, the outer ones first.
    pub(super) fn calls(&self) -> impl Iterator<Item = BodyCall<'_>> {
        let open = self.body.match_indices('(').map(|(at, _)| at).take(MAX_CALLS);
        open.filter_map(|at| {
            let before = self.body[..at].trim_end_matches([' ', '\t']);
            let name = &before[before.trim_end_matches(is_word).len()..];
            let call = || BodyCall { name, arguments: arguments(&self.body[at + 1..]) };
            (!name.is_empty()).then(call)
        })
    }
}

/// Returns the arguments at the beginning of a text, up to the bracket that closes their list.
fn arguments(text: &str) -> Vec<&str> {
    let (mut depth, mut from) = (0usize, 0);
    let mut found = Vec::new();
    for (at, byte) in text.bytes().enumerate().take(MAX_BYTES) {
        match byte {
            b')' | b',' if depth == 0 => {
                found.push(text[from..at].trim_matches([' ', '\t', '\n', '\r', '\\']));
                from = at + 1;
                if byte == b')' {
                    break;
                }
            }
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calls_in_a_body_are_found() {
        let made = Macro::read(" MAKE(a, b) make(Class (a), 1, \\\n  (b))\n next(b)").unwrap();
        assert_eq!(made.parameters, ["a", "b"]);
        let calls: Vec<BodyCall<'_>> = made.calls().collect();
        let outer = BodyCall { name: "make", arguments: vec!["Class (a)", "1", "(b)"] };
        assert_eq!(calls, [outer, BodyCall { name: "Class", arguments: vec!["a"] }]);
        assert!(Macro::read(" PLAIN run(x)\n").is_none());
    }
}
