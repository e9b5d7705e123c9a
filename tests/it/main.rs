//! All integration tests, in one binary.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests are at the outside themselves"
)]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "tests say what they pass over")]

mod account;
mod cancel;
mod cli;
mod determinism;
mod extract;
mod faults;
mod fixtures;
mod given_tests;
mod graph;
mod grep;
mod hooks;
mod hostile;
mod impact;
mod install;
mod languages;
mod languages_tidy;
mod manifest;
mod map;
mod map_corpora;
mod map_parts;
mod map_surfaces;
mod map_worth;
mod meaning;
mod mocks;
mod patched;
mod pattern;
mod plumbing;
mod polyglot;
mod protocol;
mod reaching_tests;
mod real_servers;
mod report;
mod routes;
mod sandbox;
mod scope;
mod search;
mod stand_ins;
mod support;
mod syn_reader;
mod tidy;
mod tiers;
mod tokens;
mod twin;
mod workspace;
