//! The form of a use: what the text around a name determines of its meaning.

use crate::domain::SymbolKind;
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Qualifier, Role, Span, Use};

/// Returns whether a name is the head of a path, as `a` in `a::b`: a type or a module, never a
/// callable. Behind a call of a member, `::` begins another line.
pub(super) fn is_path_head(unit: &Unit, span: Span) -> bool {
    let after = unit.content()[span.end as usize..].trim_start();
    let is_called = || {
        let found = unit.names().use_at(span.start as usize);
        found.is_some_and(|found| {
            found.role == Role::Call && matches!(found.qualifier, Qualifier::Receiver(_))
        })
    };
    unit.language.config.separator == "::"
        && after.starts_with("::")
        && !after.starts_with("::<")
        && !is_called()
}

/// Returns whether a use is a field: `value.name` that is not called, or `name: value` in a
/// constructor expression, in languages whose methods are not values.
pub(super) fn is_field(unit: &Unit, found: &Use) -> bool {
    let is_called = || {
        let after = unit.content()[found.span.end as usize..].trim_start();
        found.role == Role::Call || after.starts_with("::<") || after.starts_with('(')
    };
    unit.rules().methods_are_called
        && match found.qualifier {
            // `Type::name` hands the method on.
            Qualifier::Receiver(_) => {
                let before = unit.content()[..found.span.start as usize].trim_end();
                !is_called() && !before.ends_with("::")
            }
            // `Name { value }` sets a field to a variable or a function.
            Qualifier::Path(_) | Qualifier::None => {
                let after = unit.content()[found.span.end as usize..].trim_start();
                found.role == Role::Write && !after.starts_with([',', '}'])
            }
        }
}

/// Returns whether a member is assigned, or has members itself that functions do not have.
pub(super) fn is_data(unit: &Unit, found: &Use) -> bool {
    let functions = &unit.rules().function_members;
    if functions.is_empty() || !matches!(found.qualifier, Qualifier::Receiver(_)) {
        return false;
    }
    let after = unit.content()[found.span.end as usize..].trim_start();
    let member = after.strip_prefix("?.").or_else(|| after.strip_prefix('.')).map(str::trim_start);
    let is_of_function = |member: &str| {
        let name =
            member.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
        functions.iter().any(|known| known == name)
    };
    found.role == Role::Write
        || matches!(found.role, Role::Read | Role::ImportPath)
            && member.is_some_and(|member| !is_of_function(member))
}

/// Returns whether a use is the name of a type of which a value is made: `new Pool()`.
pub(super) fn is_made(unit: &Unit, found: &Use) -> bool {
    if !unit.rules().new_makes_types || found.role != Role::Call {
        return false;
    }
    let before = unit.content()[..found.span.start as usize].trim_end();
    let word = before.strip_suffix("new");
    word.is_some_and(|word| !word.ends_with(|last: char| last.is_alphanumeric() || last == '_'))
}

/// Returns whether a place is in the definition of a macro.
pub(super) fn is_in_macro(unit: &Unit, span: Span) -> bool {
    unit.enclosing(span.start as usize, |symbol| symbol.kind == SymbolKind::Macro).is_some()
}
