//! Visibility of a definition: by its written words, its name, its place in a type, and the rule
//! for all others.

use super::Builder;
use crate::domain::{Symbol, SymbolKind, Visibility};
use crate::workspace::outline::collect::Raw;

impl Builder<'_> {
    pub(super) fn visibility(
        &self,
        raw: &Raw,
        kind: SymbolKind,
        parent: Option<usize>,
        name: &str,
    ) -> Option<Visibility> {
        if matches!(kind, SymbolKind::Impl | SymbolKind::Section | SymbolKind::Test) {
            return None;
        }
        let rules = &self.language.config.visibility;
        let parent = parent.map(|parent| &self.symbols[parent]);
        let written = self.written_visibility(raw, parent).or_else(|| self.later_visibility(raw));
        if written.is_some() {
            return written;
        }
        if parent.is_none() && self.exported.contains(name) {
            return Some(Visibility::Public);
        }
        self.visibility_by_name(name).or_else(|| match parent {
            Some(parent) => self.visibility_of_member(raw, parent),
            None => rules.top.map(Into::into),
        })
    }

    /// Returns the visibility that a word in front of the name says.
    fn written_visibility(&self, raw: &Raw, parent: Option<&Symbol>) -> Option<Visibility> {
        let rules = &self.language.config.visibility;
        if let Some(word) = raw.visible {
            return rules.words.get(word).map(|visibility| (*visibility).into());
        }
        let is_member = parent.is_some_and(|parent| parent.kind != SymbolKind::Module);
        let name_start = raw.name.as_ref().map_or(raw.node.start, |name| name.start);
        let start = self
            .inner_decorators(raw)
            .last()
            .map_or(raw.outer.start, |last| last.end.min(name_start));
        let mut head = String::new();
        if let Some(range) = &raw.head {
            self.keep(range.clone(), name_start, &mut head);
        }
        for word in head.split_whitespace().chain(self.text[start..name_start].split_whitespace()) {
            let is_prefix =
                |rule: &String| rule.ends_with(['(', '[']) && word.starts_with(rule.as_str());
            let exact =
                rules.words.get(word).or_else(|| rules.top_words.get(word).filter(|_| !is_member));
            let top = rules.top_words.iter().filter(|_| !is_member);
            let prefix =
                || Some(rules.words.iter().chain(top).find(|(rule, _)| is_prefix(rule))?.1);
            if let Some(visibility) = exact.or_else(prefix) {
                return Some((*visibility).into());
            }
            if word.contains(['{', '=']) {
                break;
            }
        }
        None
    }

    /// Returns the visibility that a word in the header behind the name says.
    fn later_visibility(&self, raw: &Raw) -> Option<Visibility> {
        let words = &self.language.config.visibility.later_words;
        let name = raw.name.as_ref().filter(|_| !words.is_empty())?;
        let header = self.text[name.end..raw.node.end].split(['{', '=', ';']).next()?;
        let found = header.split_whitespace().find_map(|word| words.get(word))?;
        Some((*found).into())
    }

    /// Returns the visibility that the form of a name says.
    fn visibility_by_name(&self, name: &str) -> Option<Visibility> {
        let rules = &self.language.config.visibility;
        if rules.hash_is_private && name.starts_with('#') {
            return Some(Visibility::Private);
        }
        if rules.underscore_is_private {
            let is_private =
                name.starts_with('_') && !(name.starts_with("__") && name.ends_with("__"));
            return Some(if is_private { Visibility::Private } else { Visibility::Public });
        }
        if rules.capital_is_public {
            let is_public = name.chars().next().is_some_and(char::is_uppercase);
            return Some(if is_public { Visibility::Public } else { Visibility::Internal });
        }
        None
    }

    /// Returns the visibility of a member, by its place.
    fn visibility_of_member(&self, raw: &Raw, parent: &Symbol) -> Option<Visibility> {
        let rules = &self.language.config.visibility;
        if parent.kind == SymbolKind::Enum && raw.kind == SymbolKind::Constant {
            return parent.visibility;
        }
        let around = self.stack.last();
        // The properties of a record stand in its head.
        if raw.kind == SymbolKind::Property
            && around.is_some_and(|around| raw.node.end <= around.head_end)
        {
            return parent.visibility;
        }
        let access = around.and_then(|enclosing| enclosing.access);
        let kind = parent.kind.as_str();
        if let Some(visibility) =
            access.or_else(|| rules.members.get(kind).map(|word| (*word).into()))
        {
            return Some(visibility);
        }
        if rules.members_inherit.iter().any(|word| word == kind) {
            return parent.visibility;
        }
        // Members of a Rust trait impl are as visible as the trait, which syntax cannot determine.
        if parent.kind == SymbolKind::Impl && parent.container.is_some() {
            return None;
        }
        rules.top.map(Into::into)
    }
}
