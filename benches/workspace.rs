//! The cost of walking, reading and scanning a tree, beside that of a bare walk and of ripgrep
//! where it is installed.
//!
//! `cargo bench --bench workspace -- DIRECTORY…` prints the best of several runs in milliseconds.
#![expect(clippy::disallowed_methods, reason = "a benchmark is at the outside itself")]
#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

use spelunk::domain::Cancel;
use spelunk::workspace::{
    FileEntry, FileFacts, Files, ProcessDirectories, Roots, Snapshot, Text, WalkOptions,
    files_mentioning, names_mentioned_in_each, walk,
};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

const RUNS: u32 = 10;

/// What a piece of work costs: the wall time of its best run, and the processor time of a mean one,
/// which other work on the machine disturbs less. A finished child's time counts.
#[derive(Clone, Copy)]
struct Cost {
    wall: Duration,
    processor: Duration,
}

fn cost<T>(mut work: impl FnMut() -> T) -> (Cost, T) {
    let before = processor_time();
    let mut wall = Duration::MAX;
    let mut value = None;
    for _ in 0..RUNS {
        let start = Instant::now();
        value = Some(work());
        wall = wall.min(start.elapsed());
    }
    let processor = processor_time().saturating_sub(before) / RUNS;
    (Cost { wall, processor }, value.expect("at least one run"))
}

/// User and system time of this process and its finished children, where /proc tells it; it counts
/// in hundredths of seconds.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let numbers = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = numbers.skip(11).take(4).filter_map(|number| number.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

fn print(what: &str, cost: Cost, note: &str) {
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let (wall, processor) = (milliseconds(cost.wall), milliseconds(cost.processor));
    println!("  {what:<40} {wall:>8.1} ms {processor:>8.0} ms of processor  {note}");
}

fn bare_walk(directory: &Path, with_stat: bool) -> usize {
    let count = std::sync::atomic::AtomicUsize::new(0);
    ignore::WalkBuilder::new(directory).build_parallel().run(|| {
        Box::new(|entry| {
            if let Ok(entry) = entry
                && entry.file_type().is_some_and(|kind| kind.is_file())
                && (!with_stat || entry.metadata().is_ok())
            {
                count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            }
            ignore::WalkState::Continue
        })
    });
    count.into_inner()
}

fn ripgrep(arguments: &[&str], directory: &Path) -> bool {
    let status = Command::new("rg")
        .args(arguments)
        .arg(directory)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok()
}

fn measure(directory: &Path) {
    println!("{}", directory.display());
    let directories = ProcessDirectories { directory: directory.to_path_buf(), home: None };
    let roots = Roots::open(&[directory.to_path_buf()], &directories).expect("a directory");
    let (cancel, options) = (Cancel::default(), WalkOptions::default());
    let (took, count) = cost(|| bare_walk(directory, false));
    print("bare walk", took, &format!("{count} files"));
    let (took, _) = cost(|| bare_walk(directory, true));
    print("bare walk with stat", took, "");
    let (took, walked) = cost(|| walk(&roots, &roots.starts(), &options, &cancel).expect("a walk"));
    let bytes: u64 = walked.files.iter().map(|file| file.stamp.size).sum();
    print("walk", took, &format!("{} files, {} MB", walked.files.len(), bytes >> 20));
    for name in ["spin_lock_irqsave", "Result", "struct"] {
        let (took, search) = cost(|| {
            files_mentioning(&walked.files, &[name], |_| true, &cancel)
                .expect("not cancelled")
                .remove(0)
        });
        print(&format!("files mentioning {name}"), took, &format!("{} files", search.files.len()));
        let (took, installed) = cost(|| ripgrep(&["-w", "--count-matches", name], directory));
        if installed {
            print(&format!("rg -w --count-matches {name}"), took, "");
        }
    }
    for count in [100, 50_000] {
        let names = some_names(&walked.files, count);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let (took, _) = cost(|| {
            names_mentioned_in_each(&walked.files, &names, &cancel).expect("not cancelled")
        });
        let rate = bytes as f64 / took.processor.as_secs_f64() / 1e9;
        print(
            &format!("mentions of {} names", names.len()),
            took,
            &format!("{rate:.2} GB/s of processor"),
        );
    }
    if walked.files.len() < 10_000 {
        let files = Files::new(None);
        let snapshot = |files: &Arc<Files>| {
            files.snapshot(roots.clone(), SystemTime::now(), Cancel::default())
        };
        let facts = |snapshot: Snapshot| {
            snapshot.facts::<FileFacts>(&walked.files).expect("not cancelled").len()
        };
        let (took, _) = cost(|| facts(snapshot(&Files::new(None))));
        print("outlines, cold", took, "");
        facts(snapshot(&files));
        let (took, _) = cost(|| facts(snapshot(&files)));
        print("outlines, warm", took, &format!("{} MB kept", files.weight() >> 20));
    }
}

/// Identifiers of the tree itself, so that some are mentioned often.
fn some_names(files: &[FileEntry], most: usize) -> Vec<String> {
    let mut names = std::collections::BTreeSet::new();
    for file in files.iter().step_by(7) {
        let Ok(text) = Text::read(&file.path) else { continue };
        let words =
            text.content.split(|character: char| !character.is_alphanumeric() && character != '_');
        names.extend(words.filter(|word| word.len() > 5).take(200).map(str::to_owned));
        if names.len() > most {
            break;
        }
    }
    names.into_iter().take(most).collect()
}

fn main() {
    let directories: Vec<PathBuf> =
        std::env::args().skip(1).filter(|word| word != "--bench").map(PathBuf::from).collect();
    for directory in directories {
        measure(&directory);
    }
}
