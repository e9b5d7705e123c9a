//! All integration tests, in one binary.

mod cli;
mod extract;
mod faults;
mod graph;
mod grep;
mod languages;
mod manifest;
mod map;
mod map_corpora;
mod map_surfaces;
mod pattern;
mod plumbing;
mod protocol;
mod real_servers;
mod search;
mod support;
mod syn_reader;
mod tidy;
mod tokens;
mod twin;
mod workspace;
