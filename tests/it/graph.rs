//! The graph by syntax: one fixture for each rule and language, and one for each failure seen elsewhere.

mod python;
mod rust;
