//! What a type that extends another says of that in its body: which of its members it defines
//! itself, and where it names it.

use super::answer::Implementation;
use super::project::{Def, FileIndex, Project, Unit};
use super::semantics;
use super::subtypes::header_at;
use crate::domain::{Symbol, SymbolKind};
use crate::workspace::names::Role;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Maximum number of definitions in the body of a type that are looked at.
const MAX_INSIDE: usize = 2_000;

/// Share of the rows that are few: one in so many.
const FEW: usize = 4;

/// The members of some types of one name that others may define themselves.
#[derive(Default)]
pub(super) struct Redefined {
    /// The name of the types.
    name: String,
    members: BTreeSet<String>,
    /// For each file, the lines at which definitions in it name one of the types.
    named: HashMap<FileIndex, HashMap<u32, usize>>,
}

impl Redefined {
    pub(super) fn of(project: &Project<'_>, types: &[Def]) -> Self {
        let mut redefined = Self::default();
        for of in types.iter().filter(|of| project.is_extended(**of)) {
            let Some((unit, symbol)) = project.get(*of) else { continue };
            let semantics = semantics::of(unit.language);
            redefined.name.clone_from(&unit.symbol(symbol).name);
            // What is only declared, every type that is extended by has to define.
            let is_defined = |member: &&Symbol| !semantics.is_declaration(unit, member);
            let members = methods_in(unit, symbol).filter(is_defined);
            redefined.members.extend(members.map(|member| member.name.clone()));
        }
        redefined
    }

    /// Returns the names of the members that a type defines itself although it has them, and the
    /// line of each, in the order of its body.
    pub(super) fn by(&self, project: &Project<'_>, def: Def) -> (Vec<String>, Vec<usize>) {
        let (mut names, mut lines) = (Vec::new(), Vec::new());
        let Some((unit, symbol)) = project.get(def) else { return (names, lines) };
        let own = methods_in(unit, symbol).filter(|member| self.members.contains(&member.name));
        for member in own {
            if !names.contains(&member.name) {
                names.push(member.name.clone());
                lines.push(member.line);
            }
        }
        (names, lines)
    }

    /// Returns the line at which a definition names one of the types, if it is not beside the
    /// definition's own.
    pub(super) fn named_at(&mut self, project: &Project<'_>, def: Def) -> Option<usize> {
        let (unit, symbol) = project.get(def)?;
        // No type is asked about: an empty name would be looked for at each byte of the file.
        let name = Some(&self.name).filter(|name| !name.is_empty())?;
        let lines = self.named.entry(def.file).or_insert_with(|| lines_of(unit, name));
        let own = unit.symbol(symbol).line;
        lines.get(&symbol).copied().filter(|line| *line > own + 1)
    }
}

/// Drops the members unless few rows define any: where many do, they tell little and cost a fifth
/// of each row.
pub(super) fn drop_usual(rows: &mut [(FileIndex, Implementation)]) {
    let types: Vec<&mut Implementation> =
        rows.iter_mut().map(|(_, row)| row).filter(|row| !row.is_given()).collect();
    let defining = types.iter().filter(|row| !row.overrides.is_empty()).count();
    if defining * FEW > types.len() {
        for row in types {
            row.overrides.clear();
            row.override_lines.clear();
        }
    }
}

/// Returns the lines at which the definitions of a file first name a supertype.
fn lines_of(unit: &Arc<Unit>, name: &str) -> HashMap<u32, usize> {
    let mut lines = HashMap::new();
    let inherits =
        unit.names().uses_of(unit.content(), name).filter(|found| found.role == Role::Inherit);
    for found in inherits {
        let at = found.span.start as usize;
        if let Some(symbol) = header_at(unit, at) {
            lines.entry(symbol).or_insert_with(|| unit.text.line_of(at));
        }
    }
    lines
}

/// Returns the methods in the body of a definition, which follow it in the order of the file.
fn methods_in(unit: &Unit, of: u32) -> impl Iterator<Item = &Symbol> {
    let end = unit.symbol(of).bytes.end;
    let behind = unit.symbols().iter().skip(of as usize + 1).take(MAX_INSIDE);
    let inside = behind.take_while(move |symbol| symbol.bytes.start < end);
    inside.filter(move |symbol| {
        symbol.parent == Some(of as usize)
            && symbol.kind.is_callable()
            && symbol.kind != SymbolKind::Constructor
    })
}
