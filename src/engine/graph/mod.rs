//! The graph of uses: callers, callees, references and implementations.

mod chain;
mod type_text;
