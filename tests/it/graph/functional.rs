//! Functions without a name, and references to functions, that implement an interface of one
//! method.

use crate::support::{ask, project};
use serde_json::{Value, json};

/// The places of an answer's rows, with the names of possible ones in brackets.
fn rows(answer: &Value) -> Vec<String> {
    let rows = answer["results"].as_array().expect("rows").iter();
    let row = |row: &Value| {
        let name = row["name"].as_str().expect("a name");
        let name = if row["certainty"] == "possible" { format!("[{name}]") } else { name.into() };
        format!("{}:{} {name}", row["file"].as_str().expect("a file"), row["line"])
    };
    rows.map(row).collect()
}

#[track_caller]
fn check(files: &[(&str, &str)], symbol: &str, expected: &[&str]) -> Value {
    let answer = ask::implementations(files, symbol);
    assert_eq!(rows(&answer), expected, "{answer:#}");
    answer
}

const JOB: &str = "package app;
public interface Job { void run(int n); default void twice(int n) { run(n); } }
";

const NIGHTLY: (&str, &str) = (
    "Nightly.java",
    "package app;
class Nightly implements Job { public void run(int n) {} }
",
);

const APP: &str = "package app;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
class App {
    Job held = n -> {};
    Supplier<Job> maker = () -> held;
    static final Job LAST = App::work;
    static void work(int n) {}
    void take(Job job) {}
    void both(Job job) {}
    void both(IntConsumer consumer) {}
    void only(IntConsumer consumer) {}
    Job made() { return n -> {}; }
    Supplier<Job> later() { return () -> held; }
    void start() {
        Job local = n -> {};
        take(n -> {});
        take(this::work);
        both(n -> {});
        only(n -> {});
        held = n -> {};
        Object any = (Job) n -> {};
        new Thread(() -> take(null));
    }
}
";

#[test]
fn functions_of_java_are_implementations_where_they_are_given() {
    let files = [("Job.java", JOB), NIGHTLY, ("App.java", APP)];
    let lines = [5, 7, 13, 16, 17, 18, 21, 22];
    let likely: Vec<String> = lines.iter().map(|line| format!("App.java:{line} run")).collect();
    let in_order = |class: &str| -> Vec<String> {
        let mut rows = likely.clone();
        rows.push(format!("Nightly.java:2 {class}"));
        rows.push("App.java:19 [run]".to_owned());
        rows
    };
    for (symbol, class) in [("Job", "Nightly"), ("Job.run", "run")] {
        let app = project(&files);
        let answer = ask::value(app.path(), "find_implementations", json!({ "symbol": symbol }));
        let mut found = rows(&answer);
        let mut expected = in_order(class);
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{answer:#}");
        assert_eq!(answer["summary"]["total_is_exact"], true, "{answer:#}");
    }
    // What is defined in the interface is implemented by none of them.
    check(&files, "Job.twice", &[]);
}

#[test]
fn a_row_shows_where_a_function_stands_and_what_it_stands_for() {
    let app = project(&[("Job.java", JOB), ("App.java", APP)]);
    let text = ask::text(app.path(), "find_implementations", json!({ "symbol": "Job" }));
    assert!(text.contains("16 Job local = n -> {}; · in App.start · as run"), "{text}");
    let text = ask::text(app.path(), "find_implementations", json!({ "symbol": "Job.run" }));
    assert!(text.contains("16 Job local = n -> {}; · in App.start\n"), "{text}");
    let text = ask::text(app.path(), "impact_analysis", json!({ "symbol": "Job.run" }));
    assert!(text.contains("16 Job local = n -> {};"), "{text}");
}

#[test]
fn files_that_do_not_name_the_type_are_found_by_what_they_call() {
    let bus = "package app;
public class Bus {
    public final Job job;
    public Bus(Job job) { this.job = job; }
    public void on(String name, Job job) {}
    public void onAll(Job... jobs) {}
    public static Bus bus() { return null; }
}
";
    let user = "package user;
import app.Bus;
class User {
    void use(Bus bus, Unknown unknown) {
        bus.on(\"a\", n -> {});
        new Bus(n -> {});
        Bus.bus().on(\"b\", this::handle);
        unknown.on(\"c\", n -> {});
        unknown.on(n -> {});
        bus.onAll(n -> {}, this::handle);
    }
    void handle(int n) {}
}
";
    let files = [("app/Job.java", JOB), ("app/Bus.java", bus), ("user/User.java", user)];
    check(
        &files,
        "Job",
        &[
            "user/User.java:5 run",
            "user/User.java:6 run",
            "user/User.java:7 run",
            "user/User.java:10 run",
            "user/User.java:10 run",
            "user/User.java:8 [run]",
        ],
    );
}

#[test]
fn constructors_that_are_called_without_their_names_are_given_functions() {
    let files = [
        ("Job.java", "interface Job { void run(int n); }\n"),
        (
            "Kind.java",
            "enum Kind {
    FAST(1, n -> {}),
    SLOW(2, Kind::slow);
    Kind(int size, Job job) {}
    static void slow(int n) {}
}
class Base {
    Base(Job job) {}
    Base() { this(n -> {}); }
}
",
        ),
        (
            "Sub.java",
            "class Sub extends Base {
    Sub() { super(n -> {}); }
}
",
        ),
    ];
    let rows = ["Kind.java:2 run", "Kind.java:3 run", "Kind.java:9 run", "Sub.java:2 run"];
    check(&files, "Job.run", &rows);
}

#[test]
fn functions_of_scala_are_given_for_traits_of_one_method() {
    let scala = "trait Job { def run(n: Int): Unit }
object App {
  val job: Job = n => ()
  def take(job: Job) = ()
  def start() = take(n => ())
  def apart() = List(1).foreach(n => ())
}
";
    check(&[("App.scala", scala)], "Job", &["App.scala:3 run", "App.scala:5 run"]);
}

#[test]
fn an_interface_below_another_is_implemented_for_both() {
    let files = [
        ("A.java", "interface A { void go(); }\n"),
        ("B.java", "interface B extends A { default void more() {} }\n"),
        ("C.java", "interface C extends A { default void go() {} void other(); }\n"),
        (
            "Use.java",
            "class Use {\n    B b = () -> {};\n    C c = () -> {};\n    Runnable r = () -> {};\n}\n",
        ),
    ];
    check(&files, "A.go", &["C.java:1 go", "Use.java:2 go"]);
    check(&files, "C.other", &["Use.java:3 other"]);
}

#[test]
fn an_interface_of_several_methods_has_no_functions() {
    let files = [
        ("Pair.java", "interface Pair { int left(); int right(); }\n"),
        (
            "Use.java",
            "class Use {\n    void put(Pair pair) {}\n    void put(Runnable run) {}\n    void use() { put(() -> {}); }\n}\n",
        ),
    ];
    check(&files, "Pair", &[]);
}

#[test]
fn functions_of_kotlin_are_given_for_interfaces_that_say_so() {
    let kotlin = "package app
fun interface Job { fun run(n: Int) }
interface Other { fun run(n: Int) }
class Bus(val job: Job) {
    fun on(name: String, job: Job) {}
    fun off(block: (Int) -> Unit) {}
    fun off(other: Other) {}
}
fun handle(n: Int) {}
class Log(val logger: (Int) -> Unit) : Job {
    override fun run(n: Int) {}
    fun interface Maker { fun make(): Int }
}
fun use(bus: Bus) {
    bus.on(\"a\") { }
    bus.on(\"b\", { n -> })
    bus.on(\"c\", ::handle)
    val job = Job { }
    Bus { }
    bus.off { }
    bus.on(\"d\", object : Job { override fun run(n: Int) {} })
    Log(::handle)
    val maker = Log.Maker { 1 }
}
";
    let files = [("app/a.kt", kotlin)];
    let lines = ["app/a.kt:10 Log", "app/a.kt:15 run", "app/a.kt:16 run", "app/a.kt:17 run"];
    let more = ["app/a.kt:18 run", "app/a.kt:19 run", "app/a.kt:21 Job"];
    check(&files, "Job", &[lines.as_slice(), &more].concat());
    check(&files, "Other", &[]);
    check(&files, "Log.Maker", &["app/a.kt:23 make"]);
    let user = "package user
import app.Bus
import app.Job
fun use(bus: Bus) {
    bus.on(\"a\") { println(it) }
    val job = Job { println(it) }
}
";
    let bus = "package app;
public class Bus { public void on(String name, Job job) {} }
";
    let files = [("app/Job.java", JOB), ("app/Bus.java", bus), ("user/a.kt", user)];
    check(&files, "app.Job", &["user/a.kt:5 run", "user/a.kt:6 run"]);
}
