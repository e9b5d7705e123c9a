//! What several test modules share.

pub(crate) mod fake_lsp;
