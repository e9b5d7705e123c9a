//! Properties with a body of their own, which what reads them runs.

use crate::support::fixture::check;

const VIEWS: &str = "
//- /Views.swift
protocol Sized {
    var width: Int { get }
}
struct Row {
    var stored: Int = 1
    var observed: Int {
        didSet { note() }
    }
    let closure: () -> Int = { 1 }
    var lines: Int {
        settled()
    }
    var title: String {
        get { name() }
        set { rename(newValue) }
    }
    func settled() -> Int { 1 }
    func name() -> String { \"\" }
    func rename(_ name: String) {}
    func note() {}
}
struct Other {
    var lines: Int = 0
}
struct Page {
    let row = Row()
    let other = Other()
    func draw() {
        _ = row.LINES
    }
    func drawOther() {
        _ = other.lines
    }
}
";

#[test]
fn what_reads_a_property_of_swift_runs_its_body() {
    let fixture = VIEWS
        .replace("var lines: Int {\n", "var li$0nes: Int {\n")
        .replace("_ = row.LINES", "_ = row.lines\n              //^^^^^ caller draw");
    check("find_callers", &fixture);
}

#[test]
fn a_property_of_swift_calls_what_its_body_calls() {
    let fixture = VIEWS.replace("func draw() {", "func dr$0aw() {").replace(
        "_ = row.LINES",
        "_ = row.lines + row.stored\n              //^^^^^ callee lines\n        _ = row.observed",
    );
    check("find_callees", &fixture);
}

#[test]
fn a_property_that_is_stored_or_observed_calls_nothing_when_read() {
    for (name, read) in [("stored", "row.stored"), ("observed", "row.observed")] {
        let declared = format!("var {}$0{}: Int", &name[..2], &name[2..]);
        let fixture =
            VIEWS.replace(&format!("var {name}: Int"), &declared).replace("row.LINES", read);
        check("find_callers", &fixture);
    }
}
