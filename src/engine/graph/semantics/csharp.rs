//! C#: types of one name differ by the number of their parameters, and static classes extend
//! others.

use super::rules::Semantics;
use super::type_arguments::number_of_arguments;
use crate::domain::{Symbol, SymbolKind};
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Qualifier, Role, Use};

pub(super) struct CSharp;

impl Semantics for CSharp {
    fn type_parameters(&self, unit: &Unit, symbol: &Symbol) -> usize {
        let after = unit.content().get(symbol.name_bytes.end..).unwrap_or_default();
        number_of_arguments(after)
    }

    /// `static int Twice(this Pool pool)`
    fn extended<'u>(&self, unit: &'u Unit, symbol: &'u Symbol) -> Option<&'u str> {
        if symbol.kind != SymbolKind::Method {
            return None;
        }
        let header = unit.content().get(symbol.name_bytes.end..symbol.bytes.end)?;
        let parameters = header.split_once('(')?.1.trim_start();
        let of = parameters.strip_prefix("this ")?.trim_start();
        of.split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '_' | '.')).next()
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
                && self.type_parameters(defining, symbol) != number_of_arguments(after);
        }
        let is_type = matches!(found.role, Role::Type | Role::Inherit | Role::ImportPath)
            && !matches!(found.qualifier, Qualifier::Receiver(_));
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
