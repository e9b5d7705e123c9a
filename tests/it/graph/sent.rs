//! Paths of calls over what is sent: values that are made for a call, events by their names, and
//! signals of objects.

use crate::support::cli::run;
use crate::support::{ask, project};
use serde_json::{Value, json};

/// The paths of an answer: each call as "line caller", with what is sent.
fn paths(answer: &Value) -> Vec<String> {
    let step = |step: &Value| {
        let sent = step["taken_by"].as_str().map(|by| {
            assert_eq!((&step["certainty"], &step["rule"]), (&json!("possible"), &json!("sent")));
            format!(" [{by}]")
        });
        let (line, name) = (&step["call"]["line"], step["name"].as_str());
        format!("{line} {}{}", name.expect("a name"), sent.unwrap_or_default())
    };
    ask::paths(answer, step)
}

#[track_caller]
fn check(files: &[(&str, &str)], from: &str, to: &str, expected: &[&str]) {
    let answer = ask::paths_between(files, from, to);
    assert_eq!(paths(&answer), expected, "{answer:#}");
}

const RUST: [(&str, &str); 3] = [
    ("Cargo.toml", "[package]\nname = \"small\"\n"),
    (
        "src/events.rs",
        "macro_rules! events { ($($name:ident)*) => { $(pub struct $name { pub c: char })* }; }
events! { Inserted Moved }
pub struct Plain { pub c: char }
pub enum Command { Stop, Go(u8) }
",
    ),
    (
        "src/lib.rs",
        "mod events;
use events::{Command, Inserted, Moved, Plain};
fn insert(bus: &Bus) { bus.dispatch(Inserted { c: 'a' }); }
fn moved(bus: &Bus) { let event = Moved { c: 'b' }; bus.dispatch(event); }
fn wrapped() -> Option<Plain> { Some(Plain { c: 'c' }) }
fn stop(tx: &Sender) { tx.send_now(Command::Go(1)); }
fn hooks(bus: &Bus) {
    register_hook!(move |event: &mut Inserted| { complete(event.c); Ok(()) });
    bus.register(|event: &events::Moved| complete(event.c));
    bus.register(|event: &Plain| unreached(event.c));
}
fn complete(c: char) {}
fn unreached(c: char) {}
struct Worker;
impl Hook for Worker {
    type Event = Command;
    fn handle(&mut self, event: Self::Event) { work(); }
}
fn work() {}
",
    ),
];

#[test]
fn a_value_that_is_made_for_a_call_leads_to_closures_of_its_type() {
    let by =
        |name: &str, line: usize| format!("[by its parameter's type {name} (src/lib.rs:{line})]");
    check(&RUST, "insert", "complete", &[&format!("3 insert {}", by("Inserted", 8))]);
    check(&RUST, "moved", "complete", &[&format!("4 moved {}", by("Moved", 9))]);
    // What makes a value of it is no function that is given one.
    check(&RUST, "wrapped", "unreached", &[]);
    let worker = format!("6 stop {} > 17 handle", by("Command", 16));
    check(&RUST, "stop", "work", &[&worker]);
}

#[test]
fn a_variant_leads_to_the_arms_that_take_it_and_what_these_send_on() {
    let text = "pub enum Action { Dump(u8), Quit, Resize { by: u8 } }
pub enum Instruction { Dump(u8), Quit, Other }
fn parse(tx: &Sender) { tx.send_now(Action::Dump(1)); }
fn quit(tx: &Sender) { tx.send_now(Action::Quit); }
fn resize(tx: &Sender) { tx.send_now(Action::Resize { by: 2 }); }
fn route(action: Any, screen: &Sender) {
    match action {
        Action::Dump(n) | Action::Resize { by: n } if n != 1 => screen.send_now(Instruction::Dump(n)),
        Action::Quit => { screen.send_now(Instruction::Quit) }
    }
}
fn show(instruction: Any) {
    match instruction {
        Instruction::Dump(n) => dump(n),
        Instruction::Quit | Instruction::Other => end(),
        Other::Quit => apart(),
    }
}
fn dump(n: u8) {}
fn end() {}
fn apart() {}
";
    let files = [("Cargo.toml", "[package]\nname = \"small\"\n"), ("src/lib.rs", text)];
    let arm = |of: &str, line: usize| format!("in the arm of {of} (src/lib.rs:{line})");
    let relayed =
        |call: &str, first: String, second: String| format!("{call} [{first}, then {second}]");
    let dump = || arm("Instruction::Dump", 14);
    check(&files, "route", "dump", &[&format!("8 route [{}]", dump())]);
    check(&files, "parse", "dump", &[&relayed("3 parse", arm("Action::Dump", 8), dump())]);
    check(&files, "resize", "dump", &[&relayed("5 resize", arm("Action::Resize", 8), dump())]);
    let quit = relayed("4 quit", arm("Action::Quit", 9), arm("Instruction::Quit", 15));
    check(&files, "quit", "end", &[&quit]);
    check(&files, "quit", "apart", &[]);
    check(&files, "quit", "dump", &[]);
}

#[test]
fn direct_paths_come_before_what_is_sent() {
    let text = "export class Saved {}
export function start(bus: any) { bus.publish(new Saved()); near(); }
export function near() { deliver(); }
export function listen(bus: any) { bus.subscribe((event: Saved): void => { deliver(); }); }
export function deliver() {}
export function other(bus: any) { bus.publish(new Saved()); }
";
    check(&[("app.ts", text)], "start", "deliver", &["2 start > 3 near"]);
    let by = "6 other [by its parameter's type Saved (app.ts:4)]";
    check(&[("app.ts", text)], "other", "deliver", &[by]);
}

#[test]
fn listeners_of_java_and_kotlin_take_values_of_their_parameters() {
    let java = "class Saved {}
class Plain {}
class Shop {
    void save() { Saved saved = new Saved(); publisher.publishEvent(saved); }
    void plain() { publisher.publishEvent(new Plain()); }
}
class Mail {
    @EventListener
    void on(Saved event) { send(); }
    void of(Plain event) { apart(); }
    void send() {}
    void apart() {}
}
class Log implements Listener<Saved> {
    public void handle(Saved event) { write(); }
    void write() {}
}
";
    let by = |line: usize| format!("4 save [by its parameter's type Saved (App.java:{line})]");
    check(&[("App.java", java)], "Shop.save", "Mail.send", &[&format!("{} > 9 on", by(9))]);
    check(&[("App.java", java)], "Shop.save", "Log.write", &[&format!("{} > 15 handle", by(15))]);
    // Any function may have a parameter of a type.
    check(&[("App.java", java)], "Shop.plain", "Mail.apart", &[]);
    let kotlin = "class Saved
class Shop(val bus: Bus) { fun save() { bus.publish(Saved()) } }
fun listen(bus: Bus) { bus.listen { event: Saved -> deliver() } }
fun deliver() {}
";
    let by = "2 save [by its parameter's type Saved (a.kt:3)]";
    check(&[("a.kt", kotlin)], "Shop.save", "deliver", &[by]);
}

#[test]
fn events_lead_to_what_is_given_for_their_names() {
    let shop = "export class Shop {
  save() { this.emitter.emit('order:saved', 1); }
  move() { this.emitter.emit('order:moved', 1); }
}
";
    let mail = "export function listen(emitter: any) {
  emitter.on('order:saved', (n: number) => { deliver(n); });
  emitter.on('order:moved', handle);
  log('order:saved', apart);
}
function deliver(n: number) {}
function handle(n: number) {}
function apart(n: number) {}
class Mail {
  @OnEvent('order:saved')
  saved() { send(); }
}
function send() {}
";
    let files = [("shop.ts", shop), ("mail.ts", mail)];
    let by = "2 save [by the event \"order:saved\" (mail.ts:2)]";
    check(&files, "Shop.save", "deliver", &[by]);
    let by = "3 move [by the event \"order:moved\" (mail.ts:3)]";
    check(&files, "Shop.move", "handle", &[by]);
    let by = "2 save [by the event \"order:saved\" (mail.ts:10)]";
    check(&files, "Shop.save", "send", &[&format!("{by} > 11 saved")]);
    check(&files, "Shop.save", "apart", &[]);
}

#[test]
fn signals_lead_to_what_is_connected_to_an_object_of_the_name() {
    let python = "from signals import order_saved, other

def save():
    order_saved.send(sender=None)

@receiver(order_saved)
def on_saved(sender, **kwargs):
    deliver()

def deliver(): ...

def connect():
    order_saved.connect(handle)
    other.connect(apart)

def handle(sender): ...

def apart(sender): ...
";
    let files = [("app.py", python)];
    let by = |line: usize| format!("4 save [by the signal order_saved (app.py:{line})]");
    check(&files, "save", "deliver", &[&format!("{} > 8 on_saved", by(6))]);
    check(&files, "save", "handle", &[&by(13)]);
    check(&files, "save", "apart", &[]);
    let csharp = "class Shop {
    public event EventHandler Saved;
    void Save() { Saved?.Invoke(this, null); }
}
class Mail {
    void Listen(Shop shop) { shop.Saved += OnSaved; }
    void OnSaved(object sender, EventArgs e) { Deliver(); }
    void Deliver() {}
}
";
    let app = project(&[("App.cs", csharp)]);
    let arguments = json!({ "symbol": "Shop.Save", "to": "Mail.Deliver" });
    let answer = ask::value(app.path(), "find_callees", arguments.clone());
    let by = "3 Save [by the signal Saved (App.cs:6)] > 7 OnSaved";
    assert_eq!(paths(&answer), [by], "{answer:#}");
    let text = ask::text(app.path(), "find_callees", arguments);
    assert!(text.contains(" · possible, by the signal Saved (App.cs:6)\n"), "{text}");
}

const QT: [(&str, &str); 3] = [
    (
        "store.h",
        "class Store : public QObject {
    Q_OBJECT
public:
    void save();
    void plain(); void rename();
signals:
    void saved(int count);
    void closed(); void renamed(int count, QString name);
};
class Pool : public QObject {
signals:
    void saved(int count);
    void passed();
};
",
    ),
    (
        "store.cpp",
        "#include \"store.h\"
void Store::save() { emit saved(1); }
void direct() {}
void Store::plain() { Q_EMIT closed(); direct(); }
void fill(Pool* pool) { emit pool->saved(2); }
void Store::rename() { emit renamed(1, QString()); }
",
    ),
    (
        "view.cpp",
        "#include \"store.h\"
class View : public QObject {
public:
    View(Store* store, Pool* pool) {
        connect(store, &Store::saved, this, &View::update);
        connect(pool, &Pool::saved, this, &View::other);
        connect(store, &Store::saved, pool, &Pool::passed);
        connect(pool, &Pool::passed, this, [this]() { later(); });
        connect(store, SIGNAL(closed()), this, SLOT(close()));
        connect(pool, SIGNAL(saved(int)), SLOT(count(int)));
        connect(store, qOverload<int, QString>(&Store::renamed), this, &View::title);
    }
private slots:
    void update(int count) { draw(); }
    void other(int count) {}
    void close() {}
    void count(int count) {}
    void title(int count, QString name) {}
    void later() {}
    void draw() {}
};
",
    ),
];

#[test]
fn a_signal_of_qt_leads_to_what_is_connected_to_it() {
    let by = |name: &str, line: usize| format!("[by the signal {name} (view.cpp:{line})]");
    let update = format!("2 save > 5 saved {} > 14 update", by("saved", 5));
    check(&QT, "Store.save", "View.draw", &[&update]);
    let later = format!("2 save > 7 saved {} > 8 passed {}", by("saved", 7), by("passed", 8));
    check(&QT, "Store.save", "View.later", &[&later]);
    check(&QT, "Store.plain", "View.close", &[&format!("4 plain > 9 closed {}", by("closed", 9))]);
    let other = format!("5 fill > 6 saved {}", by("saved", 6));
    check(&QT, "fill", "View.other", &[&other]);
    let count = format!("5 fill > 10 saved {}", by("saved", 10));
    check(&QT, "fill", "View.count", &[&count]);
    let title = format!("6 rename > 11 renamed {}", by("renamed", 11));
    check(&QT, "Store.rename", "View.title", &[&title]);
    // The signal of another type has the same name.
    check(&QT, "Store.save", "View.other", &[]);
    check(&QT, "Store.save", "View.count", &[]);
    check(&QT, "fill", "View.draw", &[]);
}

#[test]
fn connections_are_values_and_emits_are_calls() {
    let app = project(&QT);
    let callers = |symbol: &str| {
        let answer = ask::value(app.path(), "find_callers", json!({ "symbol": symbol }));
        let rows = answer["results"].as_array().expect("rows").clone();
        let site = |row: &Value| row["call_sites"][0]["line"].as_u64();
        rows.iter().filter_map(site).collect::<Vec<_>>()
    };
    assert_eq!(callers("Store.saved"), [2]);
    assert_eq!(callers("Pool.saved"), [5]);
    assert_eq!(callers("Store.closed"), [4]);
    assert!(callers("View.close").is_empty() && callers("View.count").is_empty());
    let text = run(app.path(), &["callers", "View.close"]).stdout;
    assert!(text.contains("as a value: view.cpp:9") && text.contains("all "), "{text}");
    // A surer path ends the search before it comes to signals.
    let text =
        run(app.path(), &["callers", "direct", "--from", "Store.plain", "--depth", "3"]).stdout;
    assert!(text.contains("emitted on the way: closed;"), "{text}");
}
