//! What spelunk can answer: one module a capability, over the files as they are now. Nothing here knows of a session.

pub mod enclosing;
pub mod extract;
pub mod graph;
pub mod grep;
pub mod highlight;
pub mod impact;
pub mod map;
pub mod pattern;
pub mod report;
pub mod search;
pub mod servers;
pub mod target;
