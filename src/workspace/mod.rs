//! Files as they are now: where they are, what they say, and what syntax can tell of them.

pub mod outline;
pub mod parse;
