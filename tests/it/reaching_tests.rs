//! Which tests reach a target: through helpers, through an interface that others implement too, and
//! over what is only handed on.

use crate::support::{ask, project};
use serde_json::json;
use tempfile::TempDir;

fn text(root: &TempDir, symbol: &str) -> String {
    ask::text(root.path(), "impact_analysis", json!({ "symbol": symbol, "wait": 0 }))
}

/// A test with an implementation of its own may not run the target, and one that goes through the
/// interface may.
#[test]
fn tests_through_an_interface_are_possible() {
    let shop = project(&[
        (
            "src/main/java/a/Prices.java",
            "package a;\ninterface Prices {\n    int price(String name);\n}\n",
        ),
        (
            "src/main/java/a/Listed.java",
            "package a;\nclass Listed implements Prices {\n    public int price(String name) { return 1; }\n}\n",
        ),
        (
            "src/main/java/a/Cart.java",
            "package a;\nclass Cart {\n    private final Prices prices;\n    Cart(Prices prices) { this.prices = prices; }\n    \
             int total() { return prices.price(\"a\"); }\n}\n",
        ),
        (
            "src/test/java/a/CartTest.java",
            "package a;\nclass CartTest {\n    @Test void totals() { new Cart(new Fixed()).total(); }\n    \
             @Test void fixed() { new Fixed().price(\"b\"); }\n    \
             static class Fixed implements Prices {\n        \
             public int price(String name) { return 2; }\n    }\n}\n",
        ),
    ]);
    let arguments = json!({ "symbol": "Listed.price", "wait": 0 });
    let answer = ask::value(shop.path(), "impact_analysis", arguments);
    let groups = answer["groups"].as_array().expect("groups");
    let tests = groups.iter().find(|group| group["kind"] == "tests").expect("there are tests");
    let rows = tests["results"].as_array().expect("rows").iter();
    let found: Vec<_> = rows.map(|row| (row["name"].as_str(), row["certainty"].as_str())).collect();
    assert_eq!(found, [(Some("totals"), Some("possible"))], "{answer:#}");
}

/// Beside tests that run the target for certain, those that only a name leads to are told by their
/// lines; alone they are named.
#[test]
fn tests_by_a_name_alone_are_not_named_beside_certain_ones() {
    let core = "class Engine:\n    def ignite_all(self):\n        return burn()\n\ndef burn():\n    return 1\n";
    let other = "class Rocket:\n    def ignite_all(self):\n        pass\n";
    let guessed: String = (0..3)
        .map(|number| format!("def test_guess_{number}(thing):\n    thing.ignite_all()\n\n"))
        .collect();
    let certain = "from core import Engine\n\ndef test_sure():\n    Engine().ignite_all()\n";
    let files = [("core.py", core), ("other.py", other), ("tests/test_a.py", &guessed)];
    let alone = text(&project(&files), "burn");
    assert!(alone.contains("test_guess_0, 4 test_guess_1, 7 test_guess_2 · "), "{alone}");
    let beside = [&files[..], &[("tests/test_b.py", certain)]].concat();
    let beside = text(&project(&beside), "burn");
    assert!(beside.contains("test_guess_0 and 2 more at 4, 7 · "), "{beside}");
}

/// Commands that tests run through a helper which takes any of them.
fn commands(tests: &str) -> TempDir {
    project(&[
        ("src/Command.h", "class Command {\npublic:\n    virtual int run() = 0;\n};\n"),
        ("src/report.cpp", "int report() { return 1; }\n"),
        (
            "src/Analyze.h",
            "#include \"Command.h\"\nint report();\nclass Analyze : public Command {\npublic:\n    \
             int run() override { return report(); }\n};\n",
        ),
        (
            "src/Clip.h",
            "#include \"Command.h\"\nclass Clip : public Command {\npublic:\n    int run() override { return 2; }\n};\n",
        ),
        ("tests/TestCli.cpp", tests),
    ])
}

const HELPER: &str = "#include \"Analyze.h\"\n#include \"Clip.h\"\nint TestCli::exec(Command& command) {\n    return command.run();\n}\n\n";

const TWICE: &str =
    "int TestCli::execTwice(Command& command) {\n    return exec(command) + exec(command);\n}\n\n";

/// A function in a test file that tests call is no test: these are told, with it on their way.
#[test]
fn a_helper_stands_for_the_tests_that_call_it() {
    let root = commands(&format!(
        "{HELPER}{TWICE}void TestCli::testAnalyze() {{\n    Analyze command;\n    execTwice(command);\n}}\n"
    ));
    let answer = text(&root, "report");
    assert!(answer.contains("testAnalyze · through execTwice, exec, run · "), "{answer}");
    assert!(answer.contains("1 test may reach it"), "{answer}");
    let rows = answer.lines().filter(|line| line.starts_with("tests/TestCli.cpp:")).count();
    assert_eq!(rows, 1, "no helper is a row: {answer}");
}

/// Of tests that call only what others implement too, those that name the target's type come first,
/// and the others are counted.
#[test]
fn tests_that_name_the_type_come_before_those_that_do_not() {
    let clips: String = (0..3)
        .map(|test| {
            format!(
                "void TestCli::testClip{test}() {{\n    Clip command;\n    exec(command);\n}}\n\n"
            )
        })
        .collect();
    let root = commands(&format!(
        "{HELPER}{clips}void TestCli::testAnalyze() {{\n    Analyze command;\n    exec(command);\n}}\n"
    ));
    let answer = text(&root, "report");
    assert!(
        answer.contains("testAnalyze · through exec, run · may run it: names Analyze at 23\n"),
        "{answer}"
    );
    let rest =
        "  … (3 tests in TestCli.cpp reach it only through Command.run and do not name Analyze)\n";
    assert!(answer.contains(rest) && !answer.contains("testClip"), "{answer}");
    assert!(answer.contains("1 test may reach it, 3 more are not told apart (below)"), "{answer}");
    // Where no test names it, they are told one by one.
    let root = commands(&format!("{HELPER}{clips}"));
    let answer = text(&root, "report");
    let aside = "testClip2 · through exec, run · may run it: only through Command.run, does not name Analyze\n";
    assert!(answer.contains(aside), "{answer}");
    assert!(answer.contains("no tests reached for certain (3 may, see below)"), "{answer}");
}

/// Many such tests are counted although no other is known: one a line, they say nothing.
#[test]
fn many_tests_that_do_not_name_the_type_are_counted() {
    let clips: String = (0..20)
        .map(|test| {
            format!(
                "void TestCli::testClip{test}() {{\n    Clip command;\n    exec(command);\n}}\n\n"
            )
        })
        .collect();
    let answer = text(&commands(&format!("{HELPER}{clips}")), "report");
    let rest =
        "  … (20 tests in TestCli.cpp reach it only through Command.run and do not name Analyze)\n";
    assert!(answer.contains("## Tests that may reach it (20 in 1 file)"), "{answer}");
    assert!(answer.contains(rest) && !answer.contains("testClip2 "), "{answer}");
}

/// What prepares all tests of a file names the type for each; another test does for none.
#[test]
fn the_type_may_be_named_beside_the_test() {
    let shop = |tests: &str| {
        project(&[
            (
                "src/main/java/a/Prices.java",
                "package a;\ninterface Prices {\n    int price();\n}\n",
            ),
            (
                "src/main/java/a/Listed.java",
                "package a;\nclass Listed implements Prices {\n    public int price() { return 1; }\n}\n",
            ),
            (
                "src/main/java/a/Fixed.java",
                "package a;\nclass Fixed implements Prices {\n    public int price() { return 2; }\n}\n",
            ),
            (
                "src/main/java/a/Cart.java",
                "package a;\nclass Cart {\n    final Prices prices;\n    Cart(Prices prices) { this.prices = prices; }\n    \
                 int total() { return prices.price(); }\n}\n",
            ),
            ("src/test/java/a/CartTest.java", tests),
        ])
    };
    let prepared = shop(
        "package a;\nclass CartTest {\n    Cart cart;\n    @Before void make() { cart = new Cart(new Listed()); }\n    \
         @Test void totals() { cart.total(); }\n}\n",
    );
    let answer = text(&prepared, "Listed.price");
    assert!(answer.contains("totals · through total · may run it: names Listed at 4"), "{answer}");
    let apart = shop(
        "package a;\nclass CartTest {\n    @Test void makes() { new Listed(); }\n    \
         @Test void totals() { new Cart(new Fixed()).total(); }\n}\n",
    );
    let answer = text(&apart, "Listed.price");
    assert!(answer.contains("only through Prices.price, does not name Listed"), "{answer}");
}

/// What nothing else implements is what runs.
#[test]
fn the_only_implementation_is_no_guess() {
    let shop = project(&[
        ("src/main/java/a/Prices.java", "package a;\ninterface Prices {\n    int price();\n}\n"),
        (
            "src/main/java/a/Listed.java",
            "package a;\nclass Listed implements Prices {\n    public int price() { return 1; }\n}\n",
        ),
        (
            "src/main/java/a/Cart.java",
            "package a;\nclass Cart {\n    Prices prices;\n    int total() { return prices.price(); }\n}\n",
        ),
        (
            "src/test/java/a/CartTest.java",
            "package a;\nclass CartTest {\n    @Test void totals() { Shop.cart().total(); }\n}\n",
        ),
        (
            "src/main/java/a/Shop.java",
            "package a;\nclass Shop {\n    static Cart cart() { return null; }\n}\n",
        ),
    ]);
    let answer = text(&shop, "Listed.price");
    assert!(answer.contains("totals · through total · possible (receiver type)\n"), "{answer}");
}

/// A function of the type's file that makes one stands for its name.
#[test]
fn what_makes_a_value_of_the_type_names_it() {
    let shop = project(&[
        ("go.mod", "module shop\n"),
        ("prices.go", "package shop\n\ntype Prices interface {\n\tPrice() int\n}\n"),
        (
            "listed.go",
            "package shop\n\ntype listed struct{}\n\nfunc NewListed() Prices { return &listed{} }\n\nfunc (l *listed) Price() int { return 1 }\n",
        ),
        (
            "fixed.go",
            "package shop\n\ntype Fixed struct{}\n\nfunc (f *Fixed) Price() int { return 2 }\n",
        ),
        ("cart.go", "package shop\n\nfunc Total(prices Prices) int { return prices.Price() }\n"),
        (
            "cart_test.go",
            "package shop\n\nimport \"testing\"\n\nfunc TestListed(t *testing.T) {\n\tTotal(NewListed())\n}\n\n\
             func TestFixed(t *testing.T) {\n\tTotal(&Fixed{})\n}\n",
        ),
    ]);
    let answer = text(&shop, "listed.Price");
    let row = "5 TestListed · through Total · may run it: names NewListed at 6\n";
    assert!(answer.contains(row), "{answer}");
    let rest =
        "(1 test in cart_test.go reaches it only through Prices.Price and does not name listed)";
    assert!(answer.contains(rest), "{answer}");
}

/// Who hands a function on does not run it.
#[test]
fn what_is_handed_on_may_run() {
    let window = |body: &str| {
        let code = format!(
            "class Window {{\npublic:\n    Window() {{ {body} }}\n    void clear() {{ sweep(); }}\n}};\n\nvoid sweep() {{}}\n"
        );
        project(&[
            ("src/window.cpp", &code),
            (
                "tests/TestWindow.cpp",
                "#include \"window.cpp\"\nvoid TestWindow::testOpen() {\n    show(new Window());\n}\n",
            ),
        ])
    };
    let run = text(&window("clear();"), "sweep");
    assert!(run.contains("testOpen · through Window, clear\n"), "{run}");
    let connected = text(&window("connect(this, SIGNAL(closed()), SLOT(clear()));"), "sweep");
    assert!(!connected.contains("testOpen"), "{connected}");
    let python = |body: &str| {
        let code = format!("def sweep(): ...\n\ndef open(bus):\n    {body}\n");
        project(&[
            ("app.py", &code),
            ("test_app.py", "from app import open\n\ndef test_open():\n    open(None)\n"),
        ])
    };
    let run = text(&python("sweep()"), "sweep");
    assert!(run.contains("test_open · through open\n"), "{run}");
    let handed = text(&python("bus.on(sweep)"), "sweep");
    assert!(
        handed.contains("test_open · through open · may run it: passes sweep on\n"),
        "{handed}"
    );
}

/// Tests on other ways are in other rows, and each is told with its own class.
#[test]
fn rows_of_tests_hold_for_each_of_them() {
    let root = project(&[
        ("core.py", "def core(): ...\n\ndef one():\n    core()\n\ndef two():\n    core()\n"),
        (
            "test_core.py",
            "from unittest import TestCase\nfrom core import one, two\n\nclass A(TestCase):\n    def test_a(self):\n        one()\n\n    \
             def test_b(self):\n        two()\n\nclass B(TestCase):\n    def test_c(self):\n        one()\n\n    \
             def test_d(self):\n        one()\n",
        ),
    ]);
    let answer = text(&root, "core");
    let rows = "  5 A.test_a, 12 B.test_c, 15 test_d · through one\n  8 A.test_b · through two\n";
    assert!(answer.contains(rows), "{answer}");
}

/// Functions that all call each other have more ways between them than can be counted.
#[test]
fn ways_through_functions_that_call_each_other_are_bounded() {
    let names: Vec<String> = (0..24).map(|number| format!("beta{number}")).collect();
    let all: String = names.iter().map(|name| format!("    {name}()\n")).collect();
    let each: String =
        names.iter().map(|name| format!("def {name}():\n    alpha()\n{all}\n")).collect();
    let root = project(&[
        ("lib.py", &format!("def target(): ...\n\ndef alpha():\n    target()\n{all}\n{each}")),
        ("test_lib.py", "from lib import alpha\n\ndef test_alpha():\n    alpha()\n"),
    ]);
    let answer = text(&root, "target");
    assert!(answer.contains("test_alpha · through alpha\n"), "{answer}");
}

/// What only helps tests is followed so far, and the answer says where that ended.
#[test]
fn helpers_beyond_the_limit_are_told() {
    let helpers: String =
        (1..8).map(|n| format!("def help{n}():\n    help{}()\n\n", n - 1)).collect();
    let tests = format!(
        "from lib import run\n\ndef help0():\n    run()\n\n{helpers}def test_run():\n    help7()\n"
    );
    let root = project(&[
        ("lib.py", "def target(): ...\n\ndef run():\n    target()\n"),
        ("test_lib.py", &tests),
    ]);
    let answer = text(&root, "target");
    let is_told = answer.contains("not beyond `help") || answer.contains("test_run · through");
    assert!(is_told, "{answer}");
}

/// What a library's function calls back is run by what hands it over, on any level.
#[test]
fn tests_reach_what_a_library_calls_back() {
    let task =
        "class Task { public: void start() { executeTask(); } virtual void executeTask() = 0; };
class Many : public Task { void executeTask() override; void next(); void done(); void rest(); };
";
    let code = "#include \"task.h\"
void Many::executeTask() { QMetaObject::invokeMethod(this, &Many::next, Qt::QueuedConnection); keep(&Many::rest); }
void Many::next() { done(); }
void Many::done() {}
void Many::rest() {}
";
    let test = "#include \"task.h\"\nTEST(Many, Runs) { Many many; many.start(); }\n";
    let many = project(&[("task.h", task), ("task.cpp", code), ("test/task_test.cpp", test)]);
    let done = text(&many, "Many.done");
    assert!(done.contains("through start, executeTask, next"), "{done}");
    // Of what is only kept it is not known.
    let rest = text(&many, "Many.rest");
    assert!(!rest.contains("1 test reaches it"), "{rest}");

    let jobs = "import threading\n\ndef refresh():\n    return load()\n\ndef load():\n    return 1\n\n\
                def begin():\n    threading.Thread(target=refresh).start()\n\n\
                def note():\n    handlers.append(load)\n";
    let test = "from jobs import begin\n\ndef test_begin():\n    begin()\n";
    let root = project(&[("jobs.py", jobs), ("tests/test_jobs.py", test)]);
    let load = text(&root, "load");
    assert!(
        load.contains("1 test reaches it") && load.contains("through begin, refresh"),
        "{load}"
    );
}

/// What runs where an object is made is run by whoever makes one: blocks and values of fields.
#[test]
fn tests_that_make_an_object_run_what_that_runs() {
    let tags = "package a
class Tags {
    private val map = build()
    init { prepare() }
    private fun prepare() { mark() }
    private fun build(): Int = count()
    private fun mark() {}
    private fun count(): Int = 1
}
";
    let test = "package a\nclass TagsTest {\n    @Test fun makes() { Tags() }\n}\n";
    let root = project(&[("src/main/kotlin/Tags.kt", tags), ("src/test/kotlin/TagsTest.kt", test)]);
    for (name, way) in [("mark", "Tags, prepare"), ("count", "Tags, build"), ("prepare", "Tags")] {
        let text = text(&root, name);
        assert!(text.contains(&format!("makes · through {way}\n")), "{text}");
    }
    let arguments = json!({ "symbol": "mark", "depth": 3, "wait": 0 });
    let callers = ask::text(root.path(), "find_callers", arguments);
    assert!(callers.contains("TagsTest.makes: "), "{callers}");
}
