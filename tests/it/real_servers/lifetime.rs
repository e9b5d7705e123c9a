//! Whatever ends spelunk, no language server outlives it.
