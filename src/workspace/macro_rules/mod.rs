//! Macros by rules, as `macro_rules!` defines them: token trees, and what a call stands for.

mod expansion;
mod fragments;
mod tokens;

pub use expansion::Rules;
pub use tokens::{Leaf, Tree, trees};
