//! Uses of a function that are not calls but hand it on as a value: a callback, a handler in a
//! table, a method value. A chain of callers goes on through what hands it on (`callers::values`).

use super::Accounter;
use crate::domain::{Cancelled, SymbolKind, ValueUse};
use crate::engine::graph::enclosing::{caller_at, node};
use crate::engine::graph::project::{Def, FileIndex, Unit, may_be_code};
use crate::engine::graph::site::site;
use crate::engine::graph::uses::UseFilter;
use crate::workspace::Search;
use crate::workspace::names::{Role, Use};
use rayon::prelude::*;
use std::sync::Arc;

/// Maximum number of files, and bytes of them all, that are parsed for uses as a value alone.
const MAX_FILES: usize = 16;
const MAX_BYTES: u64 = 512 << 10;

impl Accounter<'_, '_, '_> {
    /// Returns the uses of a name as a value of a function asked about.
    pub(super) fn values(&self, name: &str, mentions: &Search) -> Result<Vec<ValueUse>, Cancelled> {
        let is_callable = self.targets.iter().any(|def| self.project.is_callable(*def));
        // A type is handed on by its constructor.
        let is_made = !is_callable && self.targets.iter().any(|def| self.may_be_made(*def));
        if self.searched.filter != UseFilter::Calls || !is_callable && !is_made {
            return Ok(Vec::new());
        }
        let (mut unread, mut left) = (0, MAX_BYTES);
        let mut files: Vec<FileIndex> = Vec::new();
        let may_hold = |file: FileIndex| {
            self.may_hold_value(file) && (is_callable || self.may_hold_constructor(file, name))
        };
        for found in mentions.files.iter().filter(|found| found.hints.may_use) {
            let file = found.file;
            if self.read.contains(&file) {
                files.push(file);
                continue;
            }
            let rest = left.checked_sub(self.project.entry(file).stamp.size);
            let may_parse = unread < MAX_FILES && !self.skipped.contains(&file);
            if let Some(rest) = rest.filter(|_| may_parse && may_hold(file)) {
                (unread, left) = (unread + 1, rest);
                files.push(file);
            }
        }
        let in_file = |file: &FileIndex| {
            self.project.snapshot.cancel().check()?;
            Ok(self.project.unit(*file).map_or_else(Vec::new, |unit| self.values_in(unit, name)))
        };
        let values: Vec<Vec<ValueUse>> =
            files.par_iter().map(in_file).collect::<Result<_, Cancelled>>()?;
        Ok(values.into_iter().flatten().collect())
    }

    fn may_hold_value(&self, file: FileIndex) -> bool {
        let entry = self.project.entry(file);
        may_be_code(entry) && entry.language.is_some_and(|language| self.may_use(language))
    }

    /// Returns whether a definition is a type of which the constructor is a function where the name
    /// of the type is written in a form of its language.
    fn may_be_made(&self, def: Def) -> bool {
        let unit = self.project.get(def).map(|(unit, _)| unit);
        self.project.is_type(def)
            && unit.is_some_and(|unit| !unit.rules().constructor_values.is_empty())
    }

    fn may_hold_constructor(&self, file: FileIndex, name: &str) -> bool {
        let entry = self.project.entry(file);
        let Some(language) = entry.language else { return false };
        let mut forms =
            language.config.graph.constructor_values.iter().map(|form| form.replace("{}", name));
        let text = self.project.snapshot.text(&entry.path);
        text.is_ok_and(|text| forms.any(|form| text.content.contains(&form)))
    }

    fn values_in(&self, unit: &Arc<Unit>, name: &str) -> Vec<ValueUse> {
        let uses = unit.names().uses_of(unit.content(), name);
        let values = uses.filter(|found| matches!(found.role, Role::Read | Role::Decorator));
        let values = values.filter(|found| self.is_of_target(unit, found));
        let value = |found: &Use| {
            let at = found.span.start as usize;
            ValueUse {
                file: Arc::clone(&unit.entry.path.display),
                line: unit.text.line_of(at),
                text: site(unit, found.span).text,
                name: name.to_owned(),
                enclosing: caller_at(unit, at).map(|symbol| enclosing(unit, symbol)),
            }
        };
        values.map(value).collect()
    }

    fn is_of_target(&self, unit: &Arc<Unit>, found: &Use) -> bool {
        let meanings = self.candidates.resolve(unit, found).into_meanings();
        if is_constructor_value(unit, found) {
            return meanings.iter().any(|meaning| meaning.is_evident() && self.makes(meaning.def));
        }
        // Of types alone, nothing but the constructor is handed on.
        let is_callable = self.targets.iter().any(|def| self.project.is_callable(*def));
        is_callable
            && meanings.iter().any(|meaning| {
                meaning.is_evident()
                    && self.targets.contains(&meaning.def)
                    && !self.project.is_called_by_name(unit, found, meaning.def)
            })
    }

    /// Returns whether what makes values of a type is asked about: the type, or a constructor.
    fn makes(&self, of: Def) -> bool {
        let is_constructor = |def: Def| {
            let symbol = self.project.get(def).map(|(unit, symbol)| unit.symbol(symbol).kind);
            symbol == Some(SymbolKind::Constructor) && self.project.owner_types(def).contains(&of)
        };
        self.targets.iter().any(|def| *def == of || is_constructor(*def))
    }
}

/// Returns whether a use hands on the constructor of the type that it names: `Pool::new`.
fn is_constructor_value(unit: &Unit, found: &Use) -> bool {
    let (before, behind) = unit.content().split_at(found.span.start as usize);
    let behind = &behind[found.span.range().len()..];
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    unit.rules().constructor_values.iter().filter_map(|form| form.split_once("{}")).any(
        |(above, below)| {
            before.ends_with(above)
                && behind.strip_prefix(below).is_some_and(|rest| !rest.starts_with(is_word))
        },
    )
}

pub(super) fn enclosing(unit: &Unit, symbol: u32) -> String {
    let node = node(unit, symbol);
    node.container
        .map_or_else(|| node.name.clone(), |container| format!("{container}.{}", node.name))
}
