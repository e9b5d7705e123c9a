//! C#: types of one name differ by the number of their parameters, and static classes extend
//! others.

use super::rules::Semantics;
use super::type_arguments::{may_apply, number_of_arguments};
use crate::domain::{Symbol, SymbolKind, is_word};
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Qualifier, Role, Use};

/// Bytes of a line before a name in which the statement is looked for that it stands in.
const MAX_NAMESPACE: usize = 300;

pub(super) struct CSharp;

impl Semantics for CSharp {
    fn type_parameters(&self, unit: &Unit, symbol: &Symbol) -> Option<usize> {
        let after = unit.content().get(symbol.name_bytes.end..).unwrap_or_default();
        Some(number_of_arguments(after))
    }

    /// `static int Twice(this Pool pool)`
    fn extended<'u>(&self, unit: &'u Unit, symbol: &'u Symbol) -> Option<&'u str> {
        if symbol.kind != SymbolKind::Method {
            return None;
        }
        let header = unit.content().get(symbol.name_bytes.end..symbol.bytes.end)?;
        let header = behind_type_parameters(header);
        let parameters = header.split_once('(')?.1.trim_start();
        let of = first_name(parameters.strip_prefix("this ")?.trim_start());
        // `static T Add<T>(this T builder) where T : Builder`
        Some(bound_of(header, of).unwrap_or(of))
    }

    /// The name of a type, and that of a namespace, is no member's. `IResult` and `IResult<T>` are
    /// different types.
    fn is_apart(&self, unit: &Unit, found: &Use, (defining, symbol): (&Unit, &Symbol)) -> bool {
        if found.role == Role::Decorator {
            return !may_be_attribute(defining, symbol);
        }
        if symbol.kind.is_type() {
            let after = &unit.content()[found.span.end as usize..];
            return !matches!(found.role, Role::Import | Role::ImportPath)
                && self.type_parameters(defining, symbol) != Some(number_of_arguments(after));
        }
        // Nothing is assigned to what has a body of its own.
        if found.role == Role::Write && symbol.kind.is_callable() {
            return true;
        }
        if found.role == Role::Call
            && matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method)
        {
            let written = unit.content().get(found.span.end as usize..).unwrap_or_default();
            let declared = defining.content().get(symbol.name_bytes.end..symbol.bytes.end);
            return !may_apply(written, declared.unwrap_or_default());
        }
        // A constant of an enumeration is no delegate.
        if found.role == Role::Call && symbol.kind == SymbolKind::Constant {
            let parent = symbol.parent.map(|parent| &defining.symbols()[parent]);
            return parent.is_some_and(|parent| parent.kind == SymbolKind::Enum);
        }
        let is_type = matches!(found.role, Role::Type | Role::Inherit | Role::ImportPath)
            && !matches!(found.qualifier, Qualifier::Receiver(_))
            || is_of_namespace(unit, found);
        is_type
            && matches!(
                symbol.kind,
                SymbolKind::Property
                    | SymbolKind::Field
                    | SymbolKind::Constant
                    | SymbolKind::Method
            )
    }
}

/// Returns whether a name is one of those in the name of a namespace that is declared or imported.
fn is_of_namespace(unit: &Unit, found: &Use) -> bool {
    let before = &unit.content()[..found.span.start as usize];
    let before = &before[before.ceil_char_boundary(before.len().saturating_sub(MAX_NAMESPACE))..];
    let line = before.rsplit(['\n', ';', '{', '}']).next().unwrap_or_default().trim_start();
    let line = line.strip_prefix("global ").unwrap_or(line);
    let path = line.strip_prefix("using ").or_else(|| line.strip_prefix("namespace "));
    let path = path.map(|path| path.strip_prefix("static ").unwrap_or(path));
    path.is_some_and(|path| path.chars().all(|letter| is_word(letter) || letter == '.'))
}

/// Returns the header of a method behind its type parameters, which may have attributes.
fn behind_type_parameters(header: &str) -> &str {
    let mut depth = 0usize;
    if !header.trim_start().starts_with('<') {
        return header;
    }
    for (at, letter) in header.char_indices() {
        match letter {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && letter == '>' {
            return &header[at + 1..];
        }
    }
    header
}

/// Returns the name or path at the beginning of a text.
fn first_name(text: &str) -> &str {
    let is_end = |letter: char| !letter.is_alphanumeric() && !matches!(letter, '_' | '.');
    text.split(is_end).next().unwrap_or_default()
}

/// Returns the type that a header says a type parameter to be of.
fn bound_of<'h>(header: &'h str, parameter: &str) -> Option<&'h str> {
    let header = &header[..header.find(['{', ';']).unwrap_or(header.len())];
    let mut clauses = header.split("where ").skip(1);
    let bounds = clauses.find_map(|clause| {
        let (of, bounds) = clause.split_once(':')?;
        (of.trim() == parameter).then_some(bounds)
    })?;
    let is_type = |name: &&str| {
        !name.is_empty()
            && !matches!(*name, "class" | "struct" | "notnull" | "unmanaged" | "default" | "new")
    };
    bounds.split(',').map(|bound| first_name(bound.trim())).find(is_type)
}

/// Returns whether a definition may be named in brackets before another: a class with a base, which
/// another of its parts may name, or a constructor of one.
fn may_be_attribute(unit: &Unit, symbol: &Symbol) -> bool {
    let has_base = |class: &Symbol| {
        !unit.names().supertypes_at(class.name_bytes.start).is_empty() || CSharp.is_part(class)
    };
    match symbol.kind {
        SymbolKind::Class => has_base(symbol),
        SymbolKind::Constructor => true,
        _ => false,
    }
}
