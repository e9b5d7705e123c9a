//! Macros with parameters, as their definitions are written: what their bodies call, and which of
//! their arguments name fields.

use super::project::Project;
use crate::domain::is_word;
use rustc_hash::FxHashMap;

/// Limit of files with macros that are read.
const MAX_FILES: usize = 2_000;

/// Limit of macros that hand an argument on, each to another one.
pub(super) const MAX_NESTED: usize = 4;

/// Limit of the calls in one body that are looked at, and of the bytes of the arguments of one.
const MAX_CALLS: usize = 4_000;
const MAX_BYTES: usize = 2_000;

/// Limit of the parameters of one macro that may name fields.
const MAX_PARAMETERS: usize = 32;

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
            // Within the text of a macro the word is no directive.
            let mut end = 0;
            for at in &mention.offsets {
                let is_directive = text.content[..*at].trim_end_matches([' ', '\t']).ends_with('#');
                if is_directive && *at >= end {
                    let rest = &text.content[at + "define".len()..];
                    found.extend(Macro::read(rest));
                    end = text.content.len() - rest.len() + whole(rest).len();
                }
            }
        }
        Self(found)
    }
}

impl Macro {
    /// Returns the macro that a text behind `#define` defines; `None` for one without parameters.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (name, rest) = whole(text).trim_start().split_once('(')?;
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

/// Returns the text of the macro that a text behind `#define` defines, with all of its lines.
fn whole(text: &str) -> &str {
    let mut ends = text.match_indices('\n').map(|(at, _)| at);
    let end = ends.find(|end| !text[..*end].trim_end_matches('\r').ends_with('\\'));
    &text[..end.unwrap_or(text.len())]
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

/// An argument of a macro that names a field, by its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) struct FieldArgument {
    pub(in crate::engine) place: usize,
    /// The place of the argument whose field it is, if it is one.
    pub(in crate::engine) of: Option<usize>,
}

/// The macros that are given the names of fields: `#define GET(obj, field) ((obj)->field)`.
#[derive(Default)]
pub(in crate::engine) struct FieldMacros(FxHashMap<String, Vec<FieldArgument>>);

impl FieldMacros {
    pub(in crate::engine) fn load(project: &Project<'_>) -> Self {
        let macros = project.fact(Macros::load);
        Self::of(&macros.0)
    }

    fn of(macros: &[Macro]) -> Self {
        let mut found = Self::default();
        for each in macros {
            for (place, parameter) in each.parameters.iter().enumerate().take(MAX_PARAMETERS) {
                for of in accessed(each, parameter) {
                    found.add(&each.name, FieldArgument { place, of });
                }
            }
        }
        for _ in 0..MAX_NESTED {
            let mut more = Vec::new();
            for each in macros {
                for call in each.calls() {
                    let own = |place: usize| each.place(plain(call.arguments.get(place)?));
                    for argument in found.0.get(call.name).into_iter().flatten() {
                        let Some(place) = own(argument.place) else { continue };
                        let of = argument.of.and_then(own);
                        more.push((each.name.as_str(), FieldArgument { place, of }));
                    }
                }
            }
            let before = found.len();
            more.into_iter().for_each(|(name, argument)| found.add(name, argument));
            if found.len() == before {
                break;
            }
        }
        found
    }

    fn len(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    fn add(&mut self, name: &str, argument: FieldArgument) {
        let known = self.0.entry(name.to_owned()).or_default();
        if !known.contains(&argument) {
            known.push(argument);
        }
    }

    /// Returns what the argument at a place of a macro is a field of; `None` if it names no field.
    pub(in crate::engine) fn fields_of(&self, name: &str, place: usize) -> Option<Vec<usize>> {
        let known = self.0.get(name)?.iter().filter(|of| of.place == place);
        let of: Vec<Option<usize>> = known.map(|argument| argument.of).collect();
        (!of.is_empty()).then(|| of.into_iter().flatten().collect())
    }
}

/// Returns for each place of a macro's body at which a parameter stands behind `->` or a dot the
/// place of the parameter before that.
fn accessed(of: &Macro, parameter: &str) -> Vec<Option<usize>> {
    let body = of.body.as_str();
    let is_part = |letter: Option<char>| letter.is_some_and(is_word);
    let mut found = Vec::new();
    if parameter.is_empty() || !parameter.chars().all(is_word) {
        return found;
    }
    for (at, _) in body.match_indices(parameter) {
        let behind = body[at + parameter.len()..].chars().next();
        let before = body[..at].trim_end_matches([' ', '\t']);
        let object = before.strip_suffix("->").or_else(|| before.strip_suffix('.'));
        let is_word_here = !is_part(body[..at].chars().next_back()) && !is_part(behind);
        let Some(object) = object.map(str::trim_end).filter(|_| is_word_here) else { continue };
        // `...` and `1.` are no accesses.
        let last = object.chars().next_back();
        if last.is_some_and(|last| last == ')' || last == ']' || is_word(last)) {
            found.push(of.place(last_operand(object)));
        }
    }
    found
}

/// Returns the word at the end of a text, without brackets and marks of pointers around it.
fn last_operand(text: &str) -> &str {
    let Some(inner) = text.strip_suffix(')') else {
        return &text[text.trim_end_matches(is_word).len()..];
    };
    inner.rfind('(').map_or("", |open| plain(&inner[open + 1..]))
}

/// Returns an expression without brackets and marks of pointers around it.
fn plain(text: &str) -> &str {
    text.trim_start_matches(['(', '&', '*', ' ']).trim_end_matches([')', ' '])
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
        assert_eq!(whole(" A(x) \\\n#define B(x) \\\r\n x\n y"), " A(x) \\\n#define B(x) \\\r\n x");
    }

    #[test]
    fn arguments_that_name_fields_are_found() {
        let texts = [
            " GET(obj, field) ((obj)->field)",
            " BOTH(a, b, field) GET(&b, field) + a->other",
            " NONE(a, field) f(a, field)",
            " BEHIND(field) list.field + 1.field",
        ];
        let macros: Vec<Macro> = texts.iter().filter_map(|text| Macro::read(text)).collect();
        let fields = FieldMacros::of(&macros);
        assert_eq!(fields.fields_of("GET", 1), Some(vec![0]));
        assert_eq!(fields.fields_of("BOTH", 2), Some(vec![1]));
        assert_eq!(fields.fields_of("BOTH", 0), None);
        assert_eq!(fields.fields_of("NONE", 1), None);
        assert_eq!(fields.fields_of("BEHIND", 0), Some(vec![]));
    }
}
