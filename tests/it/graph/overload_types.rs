//! Overloads that differ in the types of their parameters.

use crate::support::cli::run;
use crate::support::fixture::{check, check_one};
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
    // The former may be converted, and is possible for both.
    assert_eq!(callers(&[("a.cs", csharp)], "a.cs:6").1, [11, 10]);
}

#[test]
fn members_of_numbers_are_no_numbers() {
    let kotlin = "class Dp\nval Int.dp: Dp get() = Dp()\nclass Box {\n    fun pad(all: Dp) {}\n    fun pad(all: Double) {}\n}\n\
                  fun use(box: Box) {\n    box.pad(16.dp)\n    box.pad(1.5)\n}\n";
    assert_eq!(callers(&[("a.kt", kotlin)], "a.kt:4").1, [8]);
    let of_numbers = callers(&[("a.kt", kotlin)], "a.kt:5").1;
    assert!(of_numbers.contains(&9), "{of_numbers:?}");
}

#[test]
fn arrays_and_type_arguments_are_not_types_of_their_names() {
    let java = "import java.util.*;
class Item {}
class Box {
    void put(String name) {}
    void put(String[] names) {}
    void add(Item item) {}
    void add(Item[] items) {}
    void use(Object names, Object items) {
        put((String[]) names);
        add((Item[]) items);
    }
}
";
    for (line, call) in [(4, 9), (5, 9), (6, 10), (7, 10)] {
        assert_eq!(callers(&[("A.java", java)], &format!("A.java:{line}")).1, [call], "{line}");
    }
    let csharp = "using System.Collections.Generic;
class Item {}
class Box {
    void Put(IEnumerable<string> names) {}
    void Put(List<int> numbers) {}
    void Add(Item item) {}
    void Add(Item[] items) {}
    void Use(List<string> names, object items) {
        Put(names);
        Add((Item[])items);
        Add(items as Item[]);
    }
}
";
    for (line, calls) in [(4, vec![9]), (5, vec![9]), (6, vec![10, 11]), (7, vec![10, 11])] {
        assert_eq!(callers(&[("a.cs", csharp)], &format!("a.cs:{line}")).1, calls, "{line}");
    }
}

/// Calls whose arguments are no plain names, from line 23 on.
const ARGUMENTS: &str = "import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
class Account {}
class Store {
    Account current;
    Optional<Account> last;
    Account load(int id) { return null; }
    Map<String, Account> all() { return null; }
    Optional<Account> find(String name) { return null; }
    <T> T any() { return null; }
    CompletableFuture<Account> later() { return null; }
}
class Check {
    static void check(Account account) {}
    static void check(Collection<Account> accounts) {}
    static void check(CompletionStage<Account> stage) {}
    static void check(String name) {}
    static Account own() { return null; }
    void use(Store store, Map<String, Account> map) {
        check(store.load(1));
        check(new Account());
        check(store.current);
        check(own());
        check(map.values());
        check(store.all().keySet());
        check(map.toString());
        check(store.any());
        check(store.later());
        check(store.last);
        check(map.get(\"a\") == null ? store.load(1) : own());
        check(new Factory(own()).make());
        check(store.find(\"a\").get());
    }
}
class Factory {
    Factory(Account account) {}
    String make() { return null; }
    Optional<Account> held;
    void use() { Check.check(held); }
}
";

#[test]
fn calls_and_values_that_are_made_choose_overloads() {
    let of = |line: usize| {
        let mut lines = callers(&[("A.java", ARGUMENTS)], &format!("A.java:{line}")).1;
        lines.sort_unstable();
        lines
    };
    // What may be of any type, holds a value of one, or is no chain of names, is not told apart.
    let open = [30, 31, 32, 33, 34, 35, 42];
    let with = |known: &[u64]| {
        let mut lines = [known, &open].concat();
        lines.sort_unstable();
        lines
    };
    assert_eq!(of(17), with(&[23, 24, 25, 26]));
    assert_eq!(of(18), with(&[27, 28]));
    assert_eq!(of(20), with(&[27, 28, 29]));
}

#[test]
fn a_call_with_another_number_of_arguments_is_explained() {
    let java = "class Bus {
    void listen(String id, byte device, Runnable run) {}
}
class Log {
    void listen(Runnable run) {}
}
class User {
    void use(Bus bus, java.util.List<Object> all) {
        bus.listen(\"a\", (byte) 1, null);
        all.getFirst().other().listen(null);
        all.getFirst().other().listen(\"a\", 1, null);
    }
}
";
    let app = project(&[("A.java", java)]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "Bus.listen" }));
    let account = &answer["account"];
    let others = account["others"].as_array().expect("others");
    let other = others.iter().find(|of| of["name"] == "with other numbers of arguments");
    assert_eq!(other.expect("one meaning")["count"], 1, "{answer:#}");
    assert_eq!(account["unresolved"], json!([]), "{answer:#}");
}

#[test]
fn what_a_library_passes_to_a_block_is_from_outside() {
    let java = "import com.lib.Base;
import com.lib.Context;
import com.lib.Typed;
import java.util.Map;
import java.util.function.Consumer;
class Cache {
    void clear(String key) {}
}
class Other {
    void clear(String key) {}
}
class User {
    void use(Base base, Context context, Typed<Cache> typed, Map<Base, Cache> map) {
        base.run(each -> {
            each.clear(\"a\");
        });
        map.forEach((key, value) -> {
            key.clear(\"b\");
            value.clear(\"c\");
        });
        map.forEach((key, value) -> key.run(each -> each.clear(\"d\")));
        Consumer<Cache> wrapped = context.wrap(each -> each.clear(\"e\"));
        typed.run(each -> each.clear(\"f\"));
        base.run(new Cache(), each -> each.clear(\"g\"));
    }
}
";
    let app = project(&[("A.java", java)]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "Cache.clear" }));
    let rows = answer["results"].as_array().expect("rows").iter();
    let sites = rows.flat_map(|row| row["call_sites"].as_array().expect("sites"));
    let lines: Vec<u64> = sites.filter_map(|site| site["line"].as_u64()).collect();
    assert!(lines.contains(&19), "{answer:#}");
    let others = answer["account"]["others"].as_array().expect("others");
    let outside = others.iter().find(|of| of["name"] == "of values from outside");
    assert_eq!(outside.expect("one meaning")["count"], 3, "{answer:#}");
    for place in answer["account"]["unresolved"].as_array().expect("places") {
        assert!([22, 23, 24].contains(&place["line"].as_u64().expect("a line")), "{answer:#}");
    }
}

/// Rows of callers of a C++ file, each with its line and whether it is possible only.
fn rows_of(text: &str, line: usize) -> Vec<(u64, bool)> {
    let app = project(&[("a.cpp", text)]);
    let answer =
        ask::value(app.path(), "find_callers", json!({ "symbol": format!("a.cpp:{line}") }));
    let rows = answer["results"].as_array().expect("rows");
    let of_row = |row: &Value| {
        let is_possible = row["certainty"] == "possible";
        let sites = row["call_sites"].as_array().expect("sites");
        let lines = sites.iter().filter_map(|site| site["line"].as_u64());
        lines.map(|line| (line, is_possible)).collect::<Vec<_>>()
    };
    let mut found: Vec<(u64, bool)> = rows.iter().flat_map(of_row).collect();
    found.sort_unstable();
    found
}

/// Calls from line 25 on.
const CPP: &str = "class QIODevice;
struct Base {};
struct Sub : Base { int size; };
struct Other { operator bool() const; };
struct Key {
    bool load(QIODevice* device, QString* error = nullptr);
    bool load(const QString& name, QString* error = nullptr);
    void put(Base* base);
    void put(const Other& other);
    void put(int number);
    void put(bool is);
    QBuffer m_buffer;
    QString m_name;
    QString name() const;
    QIODevice* device();
};
struct Open : QObject {};
void run(QObject* object);
void run(QPointer<QWidget> widget);
void text(bool is);
void text(const Sub& sub);
bool Key::load(QIODevice* device, QString* error) { return true; }
bool Key::load(const QString& name, QString*) { return load(device(), nullptr); }
void use(Key& key, Key* at, const QString& name, QString* error) {
    QBuffer buffer;
    auto made = new QFile(name);
    auto file = QFile(name);
    key.load(&buffer);
    key.load(made, error);
    key.load(&file);
    key.load(name);
    key.load(\"name\");
    key.load(QString(\"%1\").arg(1));
    key.load(at->m_name, nullptr);
    key.load(&at->m_buffer);
    key.load(at->name());
    at->load(*error);
    Sub sub;
    Other other;
    key.put(&sub);
    key.put(other);
    key.put(sub.size);
    key.put(1);
    key.put(true);
    key.put(unknown());
    Open open;
    run(&open);
    text(\"a\");
}
";

#[test]
fn calls_of_cpp_choose_by_conversions() {
    let sure = |lines: &[u64]| lines.iter().map(|line| (*line, false)).collect::<Vec<_>>();
    let with = |lines: &[u64], possible: &[u64]| {
        let mut all = sure(lines);
        all.extend(possible.iter().map(|line| (*line, true)));
        all.sort_unstable();
        all
    };
    let cpp = CPP.replace("\\\"", "\"");
    let of = |line: usize| rows_of(&cpp, line);
    assert_eq!(of(6), with(&[23, 28, 29, 30, 35], &[33]));
    assert_eq!(of(7), with(&[31, 32, 34, 36, 37], &[33]));
    assert_eq!(of(22), of(6));
    assert_eq!(of(23), of(7));
    assert_eq!(of(8), with(&[40], &[45]));
    assert_eq!(of(9), with(&[41], &[45]));
    assert_eq!(of(10), with(&[42, 43], &[45]));
    assert_eq!(of(11), with(&[44], &[45]));
    // Any pointer may become the value of a template.
    assert_eq!(of(18), with(&[], &[47]));
    assert_eq!(of(19), with(&[], &[47]));
    // A string is `true` rather than a value of a class.
    assert_eq!(of(20), with(&[48], &[]));
    assert_eq!(of(21), with(&[], &[]));
}

#[test]
fn what_is_not_known_of_types_of_cpp_tells_nothing_apart() {
    // An alias, a type parameter, and what a macro or a library may define.
    let text = "using Device = QIODevice*;
typedef QString Name;
template <typename T> struct Box {
    void put(T* item);
    void put(const QString& name);
    void set(Device device);
    void set(QString* name);
    void fill(HANDLE handle);
    void fill(const QString& name);
};
void use(Box<int>& box, QString* name, QBuffer* buffer) {
    box.put(name);
    box.set(buffer);
    box.fill(name);
}
";
    for (line, call) in [(4, 12), (5, 12), (6, 13), (7, 13), (8, 14), (9, 14)] {
        assert!(rows_of(text, line).iter().any(|(found, _)| *found == call), "{line}");
    }
}

#[test]
fn a_name_of_several_overloads_says_so() {
    let app = project(&[("a.cpp", CPP)]);
    let text = |symbol: &str| run(app.path(), &["callers", symbol]).stdout;
    assert!(text("Key.load").contains("; 2 overloads, FILE:LINE means one, →LINE in"));
    assert!(!text("a.cpp:6").contains("overloads"));
    assert!(!text("Key.name").contains("overloads"));
}

#[test]
fn a_variable_of_a_primitive_type_decides_an_overload() {
    let code = "class Numbers {
    void take(int number) {}
    void take(long number) {}
    void take(boolean truth) {}
    void take(Object any) {}
    int size() { return 1; }
    void use(int one, long two, char letter, Integer boxed, short few) {
        take(one);
        take(two);
        take(size());
        take(letter);
        take(boxed);
        take(few);
        take(one == two);
    }
}
";
    let of = |line: usize| callers(&[("A.java", code)], &format!("A.java:{line}"));
    let (places, lines) = of(2);
    assert!(!places.contains('3'), "{places}");
    assert_eq!(lines, [8, 10, 11, 12, 13, 14]);
    // One that is wider takes a letter and what is narrower.
    assert_eq!(of(3).1, [9, 11, 12, 13, 14]);
    assert_eq!(of(4).1, [14]);
    assert_eq!(of(5).1, [11, 12, 13, 14]);
}

#[test]
fn an_overload_that_is_written_as_the_arguments_are_is_meant() {
    let text = "import java.util.Map;
import java.util.Properties;
class Import {
    void run(Properties given, int n) { run(given(given), n); }
    void run(Map<String, String> given, int n) {}
    void use(Map<String, String> given, Properties own, Map<Object, Object> any) {
        run(given, 1);
        run(own, 1);
        run(any, 1);
    }
}
";
    let of = |file: &str, text: &str, line: usize| {
        let mut lines = callers(&[(file, text)], &format!("{file}:{line}")).1;
        lines.sort_unstable();
        lines
    };
    // What is declared with other type arguments may be of a type below.
    assert_eq!(of("A.java", text, 4), [4, 8, 9]);
    assert_eq!(of("A.java", text, 5), [4, 7, 9]);
    // A condition may narrow the type of a name.
    let text = "import lib.Base
import lib.Below
fun run(given: Base) {}
fun run(given: Below) {}
fun use(given: Base, other: Base) {
    if (given is Below) { run(given) }
    run(other)
}
";
    assert_eq!(of("a.kt", text, 3), [7]);
    assert_eq!(of("a.kt", text, 4), [6]);
    let text = "import lib.Base
import lib.Below
fun run(given: Base) {}
fun run(given: Below) {}
fun subject(given: Base, other: Base) {
    when (given) {
        is Below -> run(given)
    }
    run(other)
}
";
    assert_eq!(of("a.kt", text, 4), [7]);
    let text = text.replace("import lib.Base\nimport", "open class Base\nclass Below: Base() //");
    assert_eq!(of("a.kt", &text, 4), [7]);
}

const ARRAYS: &str = "import java.util.Map;
class Store {
    void pop(String key) {}
    void pop(byte[] key) {}
    void add(String key, double score, String member) {}
    void add(byte[] key, double score, byte[] member) {}
    void add(String key, Map<String, Double> scores, String[] options) {}
    void drop(String key, long... at) {}
    void drop(byte[] key, long... at) {}
    void wide(int one) {}
    void wide(long one) {}
    void any(long one) {}
    void any(Object one) {}
}
class User {
    private final byte[] held = { 1 };
    private Integer boxed;
    void use(Store store, String key, byte[] bytes) {
        store.pop(held);
        store.pop(key);
        store.add(key, 1, \"one\");
        store.add(bytes, 1, held);
        store.drop(key, 1L, 2L);
        store.drop(held);
        store.wide(boxed);
        store.any(boxed);
    }
}
";

#[test]
fn arrays_are_of_none_of_the_types_of_single_values() {
    let of = |line: usize| callers(&[("A.java", ARRAYS)], &format!("A.java:{line}")).1;
    assert_eq!((of(3), of(4)), (vec![20], vec![19]));
    assert_eq!((of(5), of(6), of(7)), (vec![21], vec![22], vec![]));
}

#[test]
fn what_stands_before_any_number_of_arguments_tells_overloads_apart() {
    let of = |line: usize| callers(&[("A.java", ARRAYS)], &format!("A.java:{line}")).1;
    assert_eq!((of(8), of(9)), (vec![23], vec![24]));
}

#[test]
fn a_boxed_number_is_passed_as_the_primitive_type_that_it_boxes() {
    let of = |line: usize| callers(&[("A.java", ARRAYS)], &format!("A.java:{line}")).1;
    assert_eq!((of(10), of(11)), (vec![25], vec![]));
    // An overload that takes the object itself comes before those.
    assert!(of(13).contains(&26));
}

/// A library's function of the name may take anything; what is passed tells which is called.
#[test]
fn functions_imported_beside_those_of_a_library_are_told_by_what_is_passed() {
    let text = "
//- /src/own/Checks.java
package own;
public class Checks {
    public static CartCheck assertThat(Cart cart) { return null; }
}
//- /src/own/Cart.java
package own;
public class Cart { public int size() { return 1; } }
//- /src/own/CartCheck.java
package own;
public class CartCheck { public void is(int n) {} }
//- /src/use/LibraryFirst.java
package use;
import static org.library.Assertions.assertThat;
import static own.Checks.assertThat;
import own.Cart;
public class LibraryFirst {
    void run(Cart cart) {
        assertThat(cart).is(4);
      //^^^^^^^^^^ caller run
                       //^^ caller run
        assertThat(3).is(3);
        assertThat(cart.size()).is(3);
        assertThat(unknown());
      //^^^^^^^^^^ caller run [possible]
        assertThat(cart, 1);
    }
}
//- /src/use/OwnFirst.java
package use;
import static own.Checks.assertThat;
import static org.library.Assertions.assertThat;
import own.Cart;
public class OwnFirst {
    void run(Cart cart) {
        assertThat(cart);
      //^^^^^^^^^^ caller run
        assertThat(\"3\").is(3);
    }
}
";
    let of_columns = |columns: &str| {
        let is_kept = |line: &&str| !line.contains("//^") || line.contains(columns);
        text.lines().filter(is_kept).collect::<Vec<_>>().join("\n") + "\n"
    };
    let own = of_columns("//^^^^^^^^^^ ").replacen("assertThat(Cart", "assert$0That(Cart", 1);
    check("find_callers", &own);
    let of_result = of_columns("//^^ ").replacen("void is(", "void i$0s(", 1);
    check("find_callers", &of_result);
}

#[test]
fn imports_of_several_types_bring_in_the_overloads_of_each() {
    let text = "
//- /src/own/Checks.java
package own;
public class Checks { public static void check(boolean is) {} }
//- /src/own/Others.java
package own;
public class Others { public static void check(String text) {} }
//- /src/use/User.java
package use;
import static own.Checks.check;
import static own.Others.check;
public class User {
    void ofFlag() {
        check(true);
      //^^^^^ caller ofFlag
    }
    void ofText() {
        check(\"a\");
      //^^^^^ caller ofText
    }
}
";
    check_one("find_callers", text, "void ch$0eck(boolean", "ofFlag");
    check_one("find_callers", text, "void ch$0eck(String", "ofText");
}

#[test]
fn what_an_optional_holds_chooses_an_overload() {
    check(
        "find_callers",
        "
//- /a/Use.java
package a;
import java.util.Optional;
class Agent {}
class Util {
    static String ta$0g(String name) { return name; }
    static String tag(Agent agent) { return null; }
}
class Use {
    void one(Optional<String> name) { name.map(it -> Util.tag(it)); }
                                                        //^^^ caller one
    void other(Optional<Agent> agent) { agent.map(it -> Util.tag(it)); }
}
",
    );
}
