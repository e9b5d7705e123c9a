//! Resolution of uses to definitions, by the rules of their language.

mod aliases;
mod candidates;
mod conformance;
mod cycles;
mod definition_set;
mod dispatch;
mod extensions;
mod fallback;
mod form;
mod full_names;
mod instance;
mod meaning;
mod members;
mod modules;
mod objects;
mod occurrence;
mod outcomes;
mod overloads;
mod parts;
mod program;
mod renamed;
mod resolver;
mod scopes;
mod sharing;
mod sources;
mod spelling;
mod traits;
mod types;
mod unacceptable;
mod value;

pub(in crate::engine) use candidates::Candidates;
pub(in crate::engine) use conformance::{RequiredMethods, is_interface, is_structural};
pub(in crate::engine) use meaning::{Meaning, Other, Resolution};
pub(in crate::engine) use members::{owner, owner_name, simple_name};
pub(in crate::engine) use modules::{is_imported, local_name};
pub(in crate::engine) use overloads::{accepting, may_be_same};
