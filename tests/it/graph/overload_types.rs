//! Overloads that differ in the types of their parameters.

use crate::support::{ask, project};
use serde_json::{Value, json};

fn callers(files: &[(&str, &str)], target: &str) -> (String, Vec<u64>) {
    let app = project(files);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": target }));
    let lines = |row: &Value| {
        let sites = row["call_sites"].as_array().expect("sites");
        sites.iter().filter_map(|site| site["line"].as_u64()).collect::<Vec<_>>()
    };
    let rows = answer["results"].as_array().expect("rows");
    let places = answer["target"]["places"].to_string();
    (places, rows.iter().flat_map(lines).collect())
}

const JAVA: &str = "class Job {}
class Run {}
class Quick extends Job {}
class Strategy {
    void apply(Job job) { for (Run run : runs()) { apply(run); } }
    void apply(Run run) {}
    void apply(String name) {}
    Run[] runs() { return null; }
}
class User {
    void use(Strategy strategy, Job job, Quick quick, Object any) {
        strategy.apply(job);
        strategy.apply(quick);
        strategy.apply(\"name\");
        strategy.apply(any);
    }
}
class Own extends Strategy {
    void apply(Job job) {}
}
";

#[test]
fn a_line_means_one_overload_and_calls_choose_by_type() {
    let of = |line: usize| callers(&[("A.java", JAVA)], &format!("A.java:{line}"));
    let (places, lines) = of(5);
    assert!(!places.contains('6'), "{places}");
    assert_eq!(lines, [12, 13, 15]);
    assert_eq!(of(6).1, [5, 15]);
    assert_eq!(of(7).1, [14, 15]);
    // What overrides one is not called for another.
    assert_eq!(of(19).1, [12, 13, 15]);
}

#[test]
fn all_overloads_are_meant_by_their_name() {
    let (_, mut lines) = callers(&[("A.java", JAVA)], "Strategy.apply");
    lines.sort_unstable();
    assert_eq!(lines, [5, 12, 13, 14, 15]);
}

#[test]
fn overloads_of_kotlin_and_csharp_are_told_apart() {
    let kotlin = "class Job\nclass Run\nclass Box {\n    fun put(job: Job) {}\n    fun put(run: Run) {}\n}\n\
                  fun use(box: Box, job: Job, run: Run) {\n    box.put(job)\n    box.put(run)\n}\n";
    assert_eq!(callers(&[("a.kt", kotlin)], "a.kt:4").1, [8]);
    assert_eq!(callers(&[("a.kt", kotlin)], "a.kt:5").1, [9]);
    let csharp = "class Job {}\nclass Run { public static implicit operator Job(Run run) => null; }\nclass Name {}\n\
                  class Box {\n    public void Put(Job job) {}\n    public void Put(Name name) {}\n}\n\
                  class User {\n    void Use(Box box, Run run, Name name) {\n        box.Put(run);\n        box.Put(name);\n    }\n}\n";
    assert_eq!(callers(&[("a.cs", csharp)], "a.cs:5").1, [10]);
    assert_eq!(callers(&[("a.cs", csharp)], "a.cs:6").1, [10, 11]);
}
