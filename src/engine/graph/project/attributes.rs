//! Attributes: fields that the code of a type assigns and nothing declares, as `self.name = value`
//! does. They are no part of outlines; a question that asks for one makes those of its name
//! definitions, each at its first assignment in the type.

use super::{Def, FileIndex, Project, Unit};
use crate::domain::{Cancelled, LineRange, Symbol, SymbolKind, lock};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// Name in [`Symbol::node_type`].
const ATTRIBUTE: &str = "attribute";

/// What an attribute belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Of<'u> {
    /// The type around it, by its index in the outline.
    Type(u32),
    /// The type of this name, which it is written apart from.
    Named(&'u str),
}

impl Unit {
    /// Returns the attributes of the file's types, by position. Their indices follow those of the
    /// outline.
    pub(super) fn attributes(&self) -> &[Symbol] {
        self.attributes.get_or_init(|| {
            let mut known: FxHashSet<(Of<'_>, &str)> = FxHashSet::default();
            let containers: FxHashSet<&str> =
                self.symbols().iter().filter_map(|symbol| symbol.container.as_deref()).collect();
            let names = self.names().fields.iter().map(|field| field.name);
            let assigned = names.filter_map(|name| {
                let bytes = name.range();
                let of = self.assigned_in(bytes.start, &containers)?;
                let text = name.of(self.content());
                let is_member = |symbol: &Symbol| match of {
                    Of::Type(index) => symbol.parent == Some(index as usize),
                    Of::Named(name) => symbol.container.as_deref() == Some(name),
                };
                let is_declared = self.symbol_named_at(bytes.start).is_some()
                    || self.symbols_named(text).any(|(_, symbol)| is_member(symbol));
                let is_first = !is_declared && known.insert((of, text));
                is_first.then(|| self.attribute(of, bytes))
            });
            assigned.collect()
        })
    }

    /// Returns the type of which code at a byte offset assigns the fields. `containers` are the
    /// names of types that members of the file are written for.
    fn assigned_in(&self, at: usize, containers: &FxHashSet<&str>) -> Option<Of<'_>> {
        if let Some(of) = self.enclosing(at, |symbol| self.is_type(symbol)) {
            return Some(Of::Type(of));
        }
        // In JavaScript a function may make values, with members that are written for it.
        let function = self.symbol(self.enclosing(at, |symbol| symbol.kind.is_callable())?);
        if let Some(name) = &function.container {
            return Some(Of::Named(name));
        }
        let is_type = function.parent.is_none() && containers.contains(function.name.as_str());
        is_type.then_some(Of::Named(&function.name))
    }

    fn attribute(&self, of: Of<'_>, bytes: Range<usize>) -> Symbol {
        let line = self.text.line_of(bytes.start);
        let (parent, container) = match of {
            Of::Type(index) => (Some(index), None),
            Of::Named(name) => (None, Some(name.to_owned())),
        };
        let around = parent.map(|parent| self.symbol(parent));
        Symbol {
            name: self.content()[bytes.clone()].to_owned(),
            kind: SymbolKind::Field,
            visibility: None,
            signature: self.text.line(line).unwrap_or_default().trim().to_owned(),
            doc: None,
            node_type: ATTRIBUTE,
            line,
            lines: LineRange { start: line, end: line },
            first_line: line,
            header_end: line,
            bytes: bytes.clone(),
            name_bytes: bytes,
            parent: parent.map(|parent| parent as usize),
            container,
            qualified: None,
            is_test: around.is_some_and(|around| around.is_test),
            is_test_case: false,
            is_local: around.is_some_and(|around| around.is_local),
        }
    }

    /// Returns the attributes of a name.
    pub(super) fn attributes_named(&self, name: &str) -> impl Iterator<Item = u32> {
        let first = self.symbols().len() as u32;
        let named = self.attributes().iter().zip(first..).filter(move |(it, _)| it.name == name);
        named.map(|(_, index)| index)
    }

    /// Returns the field of a name that a type declares or assigns.
    pub(in crate::engine) fn field_of(&self, of: u32, name: &str) -> Option<u32> {
        let declared = self.symbols_named(name).map(|(index, _)| index);
        let mut fields = declared.chain(self.attributes_named(name));
        fields.find(|index| {
            let field = self.symbol(*index);
            field.parent == Some(of as usize) && field.kind.has_value()
        })
    }

    /// Returns whether an index is that of an attribute.
    pub(in crate::engine) fn is_attribute(&self, symbol: u32) -> bool {
        symbol as usize >= self.symbols().len()
    }
}

impl Project<'_> {
    /// Returns the attributes of a name in the files that may assign them.
    pub(in crate::engine) fn attributes(&self, name: &str) -> Result<Vec<Def>, Cancelled> {
        let mentions = self.mentions_in_code(name)?;
        let (files, _) = self.affordable(&mentions, |hints| hints.may_set);
        self.read_all(&files)?;
        let in_file = |file: FileIndex| {
            let unit = self.unit(file);
            unit.into_iter().flat_map(move |unit| {
                unit.attributes_named(name).map(move |symbol| Def { file, symbol })
            })
        };
        Ok(files.into_iter().flat_map(in_file).collect())
    }

    /// Makes attributes of a name definitions for the rest of the request.
    pub(in crate::engine) fn count_attributes(
        &self,
        name: &str,
        found: &[Def],
    ) -> Result<(), Cancelled> {
        lock(&self.counted).insert(name.to_owned(), found.to_vec());
        self.make_known(name, found)
    }

    /// Returns the attributes of a name in a file that count as definitions.
    pub(super) fn counted_in(&self, file: FileIndex, name: &str) -> Vec<Def> {
        let counted = lock(&self.counted);
        let of_name = counted.get(name).into_iter().flatten();
        of_name.copied().filter(|def| def.file == file).collect()
    }
}
