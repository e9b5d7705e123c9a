//! Fields that a list of initializers names: `struct ops ops = { .open = open_file }`.

use super::Occurrence;
use crate::domain::{Certainty, is_word};
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::meaning::Resolution;
use crate::engine::graph::rule::Rule;
use crate::workspace::names::{Role, Span};

/// Limit of lists in each other.
const MAX_DEPTH: usize = 6;

/// The value that a list makes.
struct Made {
    /// One of the project's types, or of one that is written in place.
    value: Value,
    /// True if it is a list of such values.
    is_array: bool,
}

impl Occurrence<'_, '_, '_> {
    /// Returns whether the name is that of a field behind a dot in a list of initializers.
    pub(super) fn is_designator(&self) -> bool {
        let before = || self.unit.content()[..self.offset()].trim_end().strip_suffix('.');
        self.unit.rules().designators
            && self.found.role == Role::Write
            && before().is_some_and(|before| !before.ends_with(is_word))
    }

    pub(super) fn resolve_designator(&self) -> Resolution {
        let made = self.made_around(self.offset(), 0);
        let fields = made.map(|made| self.fields_of(&made.value, self.name()));
        let own = match fields {
            Some(fields) => self.candidates.keep(&fields, Certainty::Likely, Rule::Receiver),
            None => Resolution::Unresolved,
        };
        own.or_else(|| self.candidates.member_of_unknown(self.unit))
    }

    /// Returns what the list around a byte makes a value of.
    fn made_around(&self, at: usize, depth: usize) -> Option<Made> {
        let open = opening_before(self.unit, at, b'{')?;
        self.made_by(open, depth)
    }

    /// Returns what the list that begins at a byte makes a value of, by what stands before it.
    fn made_by(&self, open: usize, depth: usize) -> Option<Made> {
        if depth > MAX_DEPTH {
            return None;
        }
        let before = code_before(self.unit, open);
        if before.ends_with(['{', ',']) {
            // The type of a value by its place is known in a list of equal ones alone.
            return self.element_of(before.len() - 1, depth);
        }
        if before.ends_with(')') {
            return self.made_by_literal(before.len() - 1, open);
        }
        let (named, is_assigned) = match before.strip_suffix('=') {
            Some(named) => (named.trim_end(), true),
            None => (before, false),
        };
        let bare = without_indices(named);
        let bare = if bare.len() < named.len() { code_before(self.unit, bare.len()) } else { bare };
        let is_array = bare.len() < named.len();
        let name = &bare[bare.trim_end_matches(is_word).len()..];
        let start = bare.len() - name.len();
        let around = bare[..start].trim_end();
        if name.is_empty() {
            // `[1] = { .open = first }`
            let in_list = is_array && is_assigned && bare.ends_with(['{', ',']);
            return in_list.then(|| self.element_of(bare.len() - 1, depth)).flatten();
        }
        let mut is_array = is_array;
        let value = if is_assigned && around.ends_with('.') {
            let outer = self.made_around(start, depth + 1)?;
            is_array |= self.is_array(&outer.value, name);
            self.resolver.member_value(self.unit, outer.value, name)
        } else {
            let declared = Span::new(start..start + name.len());
            match self.unit.names().declared_as(declared) {
                Some(binding) => self.resolver.binding_value(self.unit, binding, &None),
                None => self.resolver.value_of_name(self.unit, name, open),
            }
        };
        match value {
            value @ (Value::Instance(..) | Value::Structure(..)) => Some(Made { value, is_array }),
            // `Options{.depth = 1}`
            Value::Type(types) if !is_assigned => {
                Some(Made { value: Value::Instance(types, None), is_array: false })
            }
            _ => None,
        }
    }

    /// Returns the fields of a name of a value.
    fn fields_of(&self, of: &Value, name: &str) -> Vec<Def> {
        let project = self.candidates.project;
        let mut found = match of {
            Value::Instance(types, _) => self.resolver.members(types, name).found,
            Value::Structure(file, members) => {
                let is_within = |def: &Def| {
                    project.get(*def).is_some_and(|(unit, symbol)| {
                        members.contains(Span::new(unit.symbol(symbol).name_bytes.clone()))
                    })
                };
                project.definitions_in(*file, name).into_iter().filter(is_within).collect()
            }
            _ => Vec::new(),
        };
        found.retain(|def| !project.is_callable(*def));
        found
    }

    /// Returns whether a field is declared as an array.
    fn is_array(&self, of: &Value, field: &str) -> bool {
        let fields = self.fields_of(of, field);
        fields.iter().filter_map(|def| self.candidates.project.get(*def)).any(|(unit, symbol)| {
            let behind = unit.content().get(unit.symbol(symbol).name_bytes.end..);
            behind.is_some_and(|behind| behind.trim_start().starts_with('['))
        })
    }

    /// Returns what an element makes a value of, in a list that is known to be one of equal ones,
    /// given the byte of the mark before the element.
    fn element_of(&self, mark: usize, depth: usize) -> Option<Made> {
        let open = match self.unit.content().as_bytes().get(mark) {
            Some(b'{') => mark,
            _ => opening_before(self.unit, mark, b'{')?,
        };
        let list = self.made_by(open, depth + 1)?;
        list.is_array.then_some(Made { is_array: false, ..list })
    }

    /// Returns what a literal with its type before it makes: `(struct ops) { .open = open_file }`.
    fn made_by_literal(&self, close: usize, at: usize) -> Option<Made> {
        let text = self.unit.content();
        let open = opening_before(self.unit, close, b'(')?;
        let written = &text[open + 1..close];
        let is_array = written.trim_end().ends_with(']');
        let written = without_indices(written.trim()).trim_end_matches(['*', ' ']);
        let words = written.split_whitespace();
        let path = words.filter(|word| !is_word_of_type(word)).collect::<Vec<_>>();
        let [path] = path[..] else { return None };
        let types = self.resolver.types_named(self.unit, path, at);
        (!types.is_empty()).then_some(Made { value: Value::Instance(types, None), is_array })
    }
}

/// Returns whether a word may stand before the name of a type.
fn is_word_of_type(word: &str) -> bool {
    matches!(word, "struct" | "union" | "const" | "volatile")
}

/// Returns a text without the brackets at its end: `table` of `table[2][3]`.
fn without_indices(text: &str) -> &str {
    let mut rest = text.trim_end();
    while let Some(inner) = rest.strip_suffix(']') {
        match inner.rfind('[') {
            Some(open) => rest = inner[..open].trim_end(),
            None => return rest,
        }
    }
    rest
}

/// Returns the code before a byte, without space and comments at its end.
fn code_before(unit: &Unit, at: usize) -> &str {
    let texts = &unit.names().texts;
    let mut before = unit.content()[..at].trim_end();
    loop {
        let known = texts.partition_point(|span| (span.start as usize) < before.len());
        let ends_there = |span: &&Span| span.end as usize == before.len();
        let text = texts[..known].last().filter(ends_there);
        match text.filter(|span| span.of(unit.content()).starts_with('/')) {
            Some(comment) => before = before[..comment.start as usize].trim_end(),
            None => return before,
        }
    }
}

/// Returns the bracket that is open before a byte, if it is one of a kind.
fn opening_before(unit: &Unit, at: usize, kind: u8) -> Option<usize> {
    unit.bracket_around(at).filter(|open| unit.content().as_bytes()[*open] == kind)
}
