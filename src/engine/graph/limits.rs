//! Limits that syntax and the language servers share, so that both tiers search equally far.

/// Maximum number of rows whose own callers or callees are searched, at each level.
pub(super) const MAX_EXPANDED: usize = 40;
