//! What spelunk can answer, one module per capability. Nothing here knows of a session or a protocol.

pub mod graph;
pub mod map;
