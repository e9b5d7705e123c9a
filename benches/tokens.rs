//! Token counting beside the reference tokeniser, over the files given or this repository's own
//! sources.
//!
//! `cargo bench --bench tokens -- DIRECTORY…` prints one line: the bytes, both speeds, their ratio.

#![expect(clippy::disallowed_methods, reason = "a benchmark is at the outside itself")]

use std::path::{Path, PathBuf};
use std::time::Instant;

#[expect(clippy::print_stdout, reason = "printing is what a benchmark is for")]
fn main() {
    let mut folders: Vec<PathBuf> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).map(Into::into).collect();
    if folders.is_empty() {
        folders.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    }
    let texts: Vec<String> = folders.iter().flat_map(|folder| texts(folder)).collect();
    let bytes: usize = texts.iter().map(String::len).sum();
    let reference = tiktoken_rs::o200k_base_singleton();
    let (ours, our_time) =
        best(|| texts.iter().map(|text| spelunk::domain::tokens::count(text)).sum());
    let (theirs, their_time) =
        best(|| texts.iter().map(|text| reference.encode_ordinary(text).len()).sum());
    assert_eq!(ours, theirs);
    let speed = |time: f64| bytes as f64 / 1e6 / time;
    println!(
        "{} files, {bytes} bytes, {ours} tokens: {:.1} MB/s, reference {:.1} MB/s, ratio {:.1}",
        texts.len(),
        speed(our_time),
        speed(their_time),
        their_time / our_time,
    );
}

/// The result of some work and the shortest of five times, in seconds.
fn best(work: impl Fn() -> usize) -> (usize, f64) {
    let mut shortest = f64::INFINITY;
    let mut result = 0;
    for _ in 0..5 {
        let start = Instant::now();
        result = work();
        shortest = shortest.min(start.elapsed().as_secs_f64());
    }
    (result, shortest)
}

fn texts(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in ignore::WalkBuilder::new(folder).sort_by_file_path(Ord::cmp).build().flatten() {
        if let Ok(text) = std::fs::read_to_string(entry.path()) {
            found.push(text);
        }
    }
    found
}
