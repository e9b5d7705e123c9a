//! Objective-C: the constants of an enumeration are names of the program.

use super::rules::Semantics;
use crate::domain::{Symbol, SymbolKind};

pub(super) struct ObjectiveC;

impl Semantics for ObjectiveC {
    /// `typedef NS_ENUM(NSInteger, Status) { … }`
    fn has_open_members(&self, symbol: &Symbol) -> bool {
        symbol.kind == SymbolKind::Enum
    }
}
