//! All integration tests, in one binary.

mod tokens;
mod workspace;
