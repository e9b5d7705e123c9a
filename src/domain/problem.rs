//! Errors with advice.

use super::Cancelled;
use std::error::Error;

/// An error that is reported to whoever made the request. Its text says what is wrong, in one
/// sentence without a full stop.
pub trait Problem: Error {
    /// Returns what to do about it, also in one sentence.
    fn hint(&self) -> Option<String> {
        None
    }
}

impl Problem for Cancelled {}
