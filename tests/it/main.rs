//! All integration tests, in one binary.

mod faults;
mod support;
mod tokens;
mod workspace;
