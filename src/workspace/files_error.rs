//! Error of work on the files of a project.

use super::text::ReadError;
use super::walk::WalkError;
use crate::domain::{Cancelled, Problem};

#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    #[error(transparent)]
    Walk(#[from] WalkError),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Problem for FilesError {}
