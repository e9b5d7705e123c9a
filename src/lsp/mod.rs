//! LSP client for the user's language servers: discovery, safe start, readiness and questions.
//!
//! `Servers` is the one entry point. It is made once for a process, from a [`Config`], and all
//! sessions share it. [`Servers::ask`] takes a [`Query`] and a [`RequestKind`]; the [`Outcome`] of
//! its reply holds the answer or says why syntax has to answer, and [`Servers::shut_down`] ends all
//! servers.
//!
//! - `Query::offset` is the byte in `Query::text` at which the identifier starts; positions in
//!   answers are lines (1-based) with a `Column` that `byte_in(line_text)` converts into bytes.
//! - `Query::cancellation` ends the wait of a caller: cancel it at the deadline, or when syntax is
//!   done and the deadline has passed. The question then goes on, and the same question later gets
//!   its answer. Dropping the future instead cancels the question.
//! - `References` and `Definition`, `Implementations` give `Answer::Places`; `Calls` gives
//!   `Answer::Calls`, whose `items` are empty if there is nothing at the place that can be called;
//!   `Types` gives `Answer::Items`.
//! - An answer is the server's, unfiltered: places in deleted files, generated code or outside the
//!   roots are for the caller to judge.
//!
//! Code outside this folder does not use the protocol's own types.

#![expect(clippy::disallowed_types, reason = "servers are waited for")]

mod answer;
mod capabilities;
mod client;
mod collect;
mod conversion;
mod diagnostics;
mod disk;
mod documents;
mod environment;
mod frames;
mod guard;
mod launch;
mod libraries;
mod memory;
mod own_folder;
mod plan;
mod protocol;
mod readiness;
mod root;
mod sandbox;
mod server;
mod servers;
mod shims;
mod spec;
mod template;
mod timing;
mod tools;
mod traffic;
mod trust;

pub use answer::{
    Answer, Call, CallDirection, Calls, Column, Encoding, FileRange, Item, Limits, Outcome,
    Position, Query, Reply, RequestKind, Span, TypeDirection,
};
pub use client::Pipes;
pub use diagnostics::{Diagnostic, Severity};
pub use disk::Disk;
pub use documents::{Files, Listing, Moment};
pub use environment::Environment;
pub use frames::{FrameReader, Piece};
pub use guard::{GUARD_COMMAND, run_guard};
pub use launch::{
    BoxFuture, FoundProgram, LaunchContext, LaunchPlan, Launched, Launcher, Machine, Process,
    Sandbox, Unavailable,
};
pub use sandbox::{Confinement, Policy, SANDBOX_COMMAND, run_sandbox};
pub use servers::{Config, MAX_SERVERS, ServerState, Servers, TrustSource};
pub use spec::{
    Capability, CommandSpec, Pick, ProbeSpec, Readiness, RootRule, SafeMode, ServerSpec, SpecError,
};
pub use timing::Timing;
pub use traffic::{MessageSource, TrafficLog};
pub use trust::{Mode, Trust, TrustError, TrustStore};

/// Characters that are told of what a server says of itself, or of why it did not answer.
const MAX_WORDS: usize = 300;
