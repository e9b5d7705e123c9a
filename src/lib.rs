//! spelunk: a code-intelligence server that coding agents can trust.
//!
//! The layers, from the bottom up: `domain` (pure values), `lang` (languages as data), `workspace`
//! (files as they are now), `lsp` (the user's language servers), `engine` (one module per
//! capability), `tools` (one module per tool), `render` (one file per format), and the two
//! surfaces, `mcp` and `cli`. ARCHITECTURE.md has the dependencies between them; a test enforces
//! those.
#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "tests open what they have made, at a time of their own"
    )
)]

pub mod cli;
pub mod domain;
pub mod engine;
pub mod lang;
pub mod lsp;
pub mod mcp;
pub mod render;
pub mod tools;
pub mod workspace;
