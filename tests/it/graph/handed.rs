//! Paths of calls through functions that are handed over for types of libraries, and through fields
//! that constructors set.

use crate::support::ask;
use serde_json::Value;

/// The paths of an answer: each call as "line caller".
fn paths(answer: &Value) -> Vec<String> {
    let step = |step: &Value| {
        assert_eq!(step["certainty"], "possible", "{step:#}");
        format!("{} {}", step["call"]["line"], step["name"].as_str().expect("a name"))
    };
    ask::paths(answer, step)
}

#[track_caller]
fn check(files: &[(&str, &str)], from: &str, to: &str, expected: &[&str]) {
    let answer = ask::paths_between(files, from, to);
    assert_eq!(paths(&answer), expected, "{answer:#}");
}

const JAVA: &str = "import java.util.function.Consumer;
import java.util.function.Function;
import java.util.Map;
class Monitor {
    void start(Consumer<String> listener) {
        refresh(listener);
    }
    void refresh(Consumer<String> listener) {
        listener.accept(\"a\");
    }
}
class Supplier<T> {
    private final Function<String, T> parser;
    private final Monitor monitor = new Monitor();
    Supplier(int size, Function<String, T> parser) {
        this.parser = check(parser);
    }
    void start() {
        monitor.start(this::changed);
    }
    void changed(String text) {
        parser.apply(text);
    }
    static <T> T check(T value) { return value; }
    void read(Map<String, String> map) {
        map.get(\"a\");
    }
    void fill() {
        read(make());
    }
    Map<String, String> make() { return null; }
}
class Info {
    static Info parse(String text) { return null; }
    static void apart(String text) {}
}
class App {
    void run() {
        Supplier<Info> supplier = new Supplier<>(1, Info::parse);
    }
}
";

#[test]
fn methods_of_libraries_types_call_what_is_handed_over() {
    let java = [("App.java", JAVA)];
    check(&java, "Monitor.refresh", "Supplier.changed", &["19 refresh"]);
    check(&java, "Supplier.changed", "Info.parse", &["39 changed"]);
    check(&java, "Monitor.refresh", "Info.parse", &["19 refresh > 39 changed"]);
    check(&java, "Monitor.refresh", "Info.apart", &[]);
    // A map is no function, although it has a method of the name.
    check(&java, "Supplier.read", "Supplier.make", &[]);
}

#[test]
fn interfaces_of_one_method_and_records_are_handed_functions() {
    let java = "interface Job { void go(int n); }
record Task(Job job, int size) {
    void run() { job.go(size); }
}
class App {
    void start() { new Task(n -> deliver(n), 1).run(); }
    void deliver(int n) {}
}
";
    check(&[("App.java", java)], "Task.run", "App.deliver", &["6 run"]);
}

#[test]
fn constructors_in_headers_set_fields() {
    let kotlin = "class Task(private val job: (Int) -> Unit, val size: Int) {
    fun run() { job(size) }
    fun later() { job.invoke(size) }
}
fun deliver(n: Int) {}
fun start() { Task(::deliver, 1).run() }
";
    check(&[("a.kt", kotlin)], "Task.run", "deliver", &["6 run"]);
    check(&[("a.kt", kotlin)], "Task.later", "deliver", &["6 later"]);
    let scala = "class Task(job: Int => Unit, size: Int) {
  def run() = job(size)
}
object App {
  def deliver(n: Int): Unit = {}
  def start() = new Task(deliver, 1).run()
}
";
    check(&[("App.scala", scala)], "Task.run", "App.deliver", &["6 run"]);
}

/// What stands in a definition of the field's name is that definition's, to which the call leads.
#[test]
fn a_path_through_a_field_leads_to_the_definition_of_its_name() {
    let text = "import { wrap } from \"lib\";
class Trails { grow(size: number) {} }
interface Api { show: (size: number) => void; size: number }
class App {
  trails = new Trails();
  make(): Api { return { show: this.show, size: 1 }; }
  show = wrap((size: number) => {
    this.trails.grow(size);
  });
}
class Remote {
  api: Api;
  start() {
    this.api.show(2);
  }
}
";
    let answer = ask::paths_between(&[("a.ts", text)], "Remote.start", "Trails.grow");
    let step = |step: &Value| format!("{} {}", step["call"]["line"], step["name"]);
    assert_eq!(ask::paths(&answer, step), ["14 \"start\" > 8 \"show\""], "{answer:#}");
}
