//! Imports of a file, put together from matches that each have a part of one.

use super::macro_text::identifiers;
use super::{Import, Imported, NameFacts, Span};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// What a match determines of an import.
#[derive(Default, Clone, Copy)]
pub(super) struct RawImport {
    pub(super) module: Option<Span>,
    pub(super) imported: Option<Span>,
    pub(super) alias: Option<Span>,
    pub(super) is_default: bool,
    pub(super) is_wildcard: bool,
    pub(super) is_reexport: bool,
}

impl RawImport {
    /// Returns the last name of a module that has an alias, without type arguments.
    fn renamed(&self, text: &str) -> Option<Span> {
        let module = self.module.filter(|_| self.alias.is_some() && self.imported.is_none())?;
        let path = module.of(text).split('<').next().unwrap_or_default();
        let start = module.range().start;
        identifiers(text, start..start + path.len()).pop()
    }
}

/// Imports as they are captured.
#[derive(Default)]
pub(super) struct Imports {
    found: FxHashMap<Span, RawImport>,
    /// Spans of groups of imports, with the prefixes of their modules.
    groups: Vec<(Span, Span)>,
}

impl Imports {
    pub(super) fn add(&mut self, span: Span, import: RawImport) {
        let known = self.found.entry(span).or_default();
        known.module = known.module.or(import.module);
        known.imported = known.imported.or(import.imported);
        known.alias = known.alias.or(import.alias);
        known.is_default |= import.is_default;
        known.is_wildcard |= import.is_wildcard;
        known.is_reexport |= import.is_reexport;
    }

    pub(super) fn add_group(&mut self, group: Span, prefix: Span) {
        self.groups.push((group, prefix));
    }

    /// Adds the end of a path whose other names stand before it.
    pub(super) fn add_end(&mut self, text: &str, end: Span) {
        let Some(before) = text[..end.range().start].trim_end().strip_suffix('.') else { return };
        let is_outside = |letter: char| letter.is_whitespace() || matches!(letter, ',' | '{' | '(');
        let start = before.rfind(is_outside).map_or(0, |at| at + 1);
        self.add_group(end, Span::new(start..before.len()));
    }

    /// Returns the imports by position; `separator` is between the names of a path.
    pub(super) fn finish(self, text: &str, separator: &str, facts: &NameFacts) -> Vec<Import> {
        let Self { found, mut groups } = self;
        groups.sort_by_key(|(group, prefix)| (group.start, Reverse(group.end), prefix.start));
        let mut groups = groups.into_iter().peekable();
        let mut around: Vec<(Span, Span)> = Vec::new();
        let mut imports: Vec<(Span, RawImport)> = found.into_iter().collect();
        imports.sort_by_key(|(span, _)| (span.start, span.end));
        imports
            .into_iter()
            .map(|(span, raw)| Import {
                span,
                scope: facts.scope_at(span.start),
                module: {
                    while let Some(group) = groups.next_if(|(group, _)| group.start <= span.start) {
                        around.push(group);
                    }
                    around.retain(|(group, _)| span.start < group.end);
                    module_of(text, separator, &around, span, raw.module)
                },
                imported: match raw.imported {
                    _ if raw.is_wildcard => Imported::Wildcard,
                    _ if raw.is_default => Imported::Default,
                    Some(name) => Imported::Name(name),
                    None => Imported::Module,
                },
                alias: raw.alias,
                renamed: raw.renamed(text),
                is_reexport: raw.is_reexport,
            })
            .collect()
    }
}

/// Returns the module of an import, prefixed with those of the groups around it, which are given
/// outermost first.
fn module_of(
    text: &str,
    separator: &str,
    groups: &[(Span, Span)],
    span: Span,
    module: Option<Span>,
) -> String {
    let around = groups.iter().filter(|(group, _)| group.contains(span));
    let mut parts: Vec<String> = around.map(|(_, prefix)| bare(prefix.of(text))).collect();
    parts.extend(module.map(|module| bare(module.of(text))));
    parts.retain(|part| !part.is_empty());
    parts.join(separator)
}

/// Returns a module's text without quotes, brackets and white space.
fn bare(text: &str) -> String {
    text.chars()
        .filter(|character| {
            !character.is_whitespace() && !matches!(character, '"' | '\'' | '`' | '<' | '>')
        })
        .collect()
}
