//! Tests of searches for uses in files that change meanwhile.

use super::*;
use crate::domain::Cancel;
use crate::engine::graph::callers::callers;
use crate::engine::graph::mentions::mentions;
use crate::workspace::{Files, ProcessDirectories, Roots};
use std::path::Path;
use std::time::SystemTime;

fn write(directory: &Path, files: &[(&str, &str)]) {
    for (name, content) in files {
        std::fs::write(directory.join(name), content)
            .expect("a file in a directory of the test's own");
    }
}

/// Checks the callers of `price` if the files become `after` once they were searched for the
/// name as they were `before`.
fn check(
    before: &[(&str, &str)],
    after: &[(&str, &str)],
    vanished: &[&str],
    expected: &[(&str, usize)],
) {
    let directory = tempfile::tempdir().expect("a directory");
    write(directory.path(), before);
    let directories = ProcessDirectories { directory: directory.path().to_owned(), home: None };
    let roots = Roots::open(&[directory.path().to_owned()], &directories).expect("a root");
    let snapshot = Files::new(None).snapshot(roots, SystemTime::now(), Cancel::default());
    let project = Project::new(&snapshot, &[]).expect("a walk");
    project.mentions_in_code("price").expect("not cancelled");
    write(directory.path(), after);
    for name in vanished {
        std::fs::remove_file(directory.path().join(name)).expect("a file that is there");
    }
    let defs = project.definitions("price").expect("not cancelled").to_vec();
    let found = callers(&project, std::slice::from_ref(&defs), 1, &mut ParseBudget::new())
        .expect("not cancelled");
    let calls = found.found.iter().flat_map(|found| &found.results);
    let calls: Vec<(&str, usize)> =
        calls.map(|call| (call.node.name.as_str(), call.sites[0].line)).collect();
    assert_eq!(calls, expected);
    mentions(&project, "price", &defs).expect("not cancelled");
}

const SHOP: (&str, &str) = ("shop.py", "def price(item):\n    return item\n");
const TOTAL: &str = "from shop import price\n\ndef total(items):\n    return price(items)\n";

#[test]
fn a_file_that_changes_after_it_was_searched_is_read_as_it_is_then() {
    let later = "from shop import price\n# größer\n\n\ndef sum(items):\n    return price(items)\n";
    check(
        &[SHOP, ("a.py", TOTAL), ("b.py", TOTAL)],
        &[("a.py", later)],
        &[],
        &[("sum", 6), ("total", 4)],
    );
    check(&[SHOP, ("a.py", TOTAL)], &[("a.py", "")], &[], &[]);
    check(&[SHOP, ("a.py", TOTAL)], &[("a.py", "def total(((\n")], &[], &[]);
    check(&[SHOP, ("a.py", TOTAL)], &[("shop.py", "")], &[], &[]);
}

#[test]
fn a_file_that_vanishes_after_it_was_searched_spoils_no_other() {
    check(&[SHOP, ("a.py", TOTAL), ("b.py", TOTAL)], &[], &["a.py"], &[("total", 4)]);
    check(&[SHOP, ("a.py", TOTAL)], &[], &["shop.py"], &[]);
}
