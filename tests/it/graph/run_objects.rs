//! Methods that libraries call on objects that they are handed, or that start themselves.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn what_hands_an_object_to_a_library_may_run_its_method() {
    check(
        "find_callers",
        "
//- /app/Task.java
package app;
class Task implements Runnable {
    public void r$0un() {}
}
class Apart implements Runnable {
    public void run() {}
}
//- /app/Pool.java
package app;
import java.util.concurrent.ExecutorService;
class Pool {
    private ExecutorService service;
    private final Runnable kept;
    Pool(Runnable given) { this.kept = given; }
    void direct() { service.submit(new Task()); }
                          //^^^^^^ caller direct [possible]
    void named() { Task task = new Task(); service.execute(task); }
                                                 //^^^^^^^ caller named [possible]
    void apart() { service.submit(new Apart()); }
    void keeps(java.util.List<Task> tasks) { tasks.add(new Task()); }
    static void taken(int n, Runnable own) { new Thread(own).start(); }
                                               //^^^^^^ caller taken [possible]
    void given() { taken(1, new Task()); }
    static Runnable made() { return new Task(); }
    void results() { new Thread(made()).start(); }
                       //^^^^^^ caller results [possible]
    static Pool of() { return new Pool(new Task()); }
    void field() { service.invokeLater(this.kept); }
                         //^^^^^^^^^^^ caller field [possible]
    void shadowed(Runnable kept) { service.invokeLater(kept); }
    void another(Pool other) { service.invokeLater(other.kept); }
}
",
    );
}

#[test]
fn an_object_hands_itself_over() {
    check(
        "find_callers",
        "
//- /app/Process.java
package app;
abstract class Process {
    Thread thread;
    void start() { thread = new Thread(getTask()); }
                              //^^^^^^ caller start [possible]
    abstract Runnable getTask();
}
class Recon extends Process implements Runnable {
    Runnable getTask() { return this; }
    public void r$0un() {}
    void again(Recon other) { new Thread(other.getTask()); }
                                //^^^^^^ caller again [possible]
}
class Other extends Process {
    Runnable getTask() { return null; }
    void inner() { new Thread(new Runnable() { public void run() { this.toString(); } }); }
}
",
    );
}

#[test]
fn an_overridden_method_is_not_run_by_objects_of_the_subtype() {
    check(
        "find_callers",
        "
//- /app/Task.java
package app;
class Task implements Runnable {
    public void r$0un() {}
}
class Below extends Task {}
class Own extends Task {
    public void run() {}
}
class App {
    void below() { new Thread(new Below()); }
                     //^^^^^^ caller below [possible]
    void own() { new Thread(new Own()); }
}
",
    );
    // What the project itself declares under the name is no library's.
    check(
        "find_callers",
        "
//- /app/Runnable.java
package app;
interface Runnable { void go(); void run(); }
class Task implements Runnable {
    public void go() {}
    public void r$0un() {}
}
class App {
    void own(java.util.concurrent.Executor service) { service.execute(new Task()); }
}
",
    );
}

#[test]
fn threads_are_started() {
    check(
        "find_callers",
        "
//- /app/Worker.kt
package app
class Worker : Thread() {
    override fun r$0un() {}
}
class Idle : Thread() {
    override fun run() {}
}
fun begin() { Worker().start() }
                     //^^^^^ caller begin [possible]
fun later() {
    val worker = Worker()
    worker.start()
         //^^^^^ caller later [possible]
    worker.interrupt()
}
fun idle() { Idle().start() }
",
    );
    check(
        "find_callers",
        "
//- /worker.py
import threading

class Worker(threading.Thread):
    def __init__(self):
        super().__init__()
        self.start()
           # ^^^^^ caller __init__ [possible]

    def r$0un(self):
        pass

def begin():
    worker = Worker()
    worker.start()
         # ^^^^^ caller begin [possible]

def listed(workers):
    workers.append(Worker())

def launch(given, other):
    given.start()
        # ^^^^^ caller launch [possible]
    other.start()

def handed():
    launch(Worker(), 1)
",
    );
}

#[test]
fn paths_lead_through_objects_that_are_handed_over() {
    let java = "class App {
    void begin() { new Thread(new Runnable() { public void run() { work(); } }).start(); }
    void work() {}
}
";
    let app = project(&[("App.java", java)]);
    let arguments = json!({ "symbol": "App.begin", "to": "App.work", "wait": 0 });
    let text = ask::text(app.path(), "find_callees", arguments);
    assert!(text.contains("possible, it is handed the object or starts it"), "{text}");
    assert!(text.contains("1 path of 2 calls"), "{text}");
}

#[test]
fn what_overrides_a_members_of_a_library_says_so() {
    let java = "import lib.Listener;
class App implements Listener {
    @Override
    public void opened() {}
    public void own() {}
}
";
    let app = project(&[("App.java", java)]);
    let ask = |symbol: &str| {
        ask::text(app.path(), "find_callers", json!({ "symbol": symbol, "wait": 0 }))
    };
    let note = "overrides a member from outside the project (above it: Listener)";
    assert!(ask("opened").contains(note), "{}", ask("opened"));
    assert!(!ask("own").contains("from outside the project"), "{}", ask("own"));
}

#[test]
fn objects_of_very_many_places_are_not_all_followed_and_the_account_says_so() {
    let uses: String = (0..450)
        .map(|number| format!("    void m{number}() {{ pool.submit(new Task()); }}\n"))
        .collect();
    let java = format!(
        "class Task implements Runnable {{\n    public void run() {{}}\n}}\nclass App {{\n    \
         java.util.concurrent.ExecutorService pool;\n{uses}}}\n"
    );
    let app = project(&[("App.java", &java)]);
    let text = ask::text(app.path(), "find_callers", json!({ "symbol": "Task.run", "wait": 0 }));
    assert!(text.contains("not followed: `Task`"), "{text}");
}
