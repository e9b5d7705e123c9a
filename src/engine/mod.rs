//! Query operations: one module per capability, over the current files. Independent of sessions.

pub mod enclosing;
pub mod extract;
pub mod graph;
pub mod grep;
pub mod highlight;
pub mod impact;
pub mod map;
pub mod pattern;
pub mod recent;
pub mod report;
pub mod search;
pub mod servers;
