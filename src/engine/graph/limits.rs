//! Limits that all tiers share, so that they search equally far.

/// Maximum number of rows whose own callers or callees are searched, at each level.
pub(super) const MAX_EXPANDED: usize = 40;

/// Maximum number of levels of callers or callees: each row holds its path, so that memory grows
/// with the square of the levels.
pub(super) const MAX_LEVELS: usize = 1_000;

/// Maximum number of calls on the levels behind the first, for all definitions of a name together:
/// each of thousands may have thousands of possible callers.
pub(super) const MAX_INDIRECT_CALLS: usize = 20_000;

/// Maximum number of definitions of one name that are answered for; the rest are counted.
pub(in crate::engine) const MAX_DEFINITIONS: usize = 10;

/// Number of targets beyond which what overrides each is told as another definition.
pub(super) const MAX_OVERRIDDEN: usize = 100;
