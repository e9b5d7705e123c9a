//! Symbols that are written with the types of their parameters.

use crate::support::cli;
use crate::support::{ask, project};
use serde_json::json;

pub(super) const STORE: [(&str, &str); 3] = [
    (
        "Store.java",
        "class Store {\n  void put(int key) { put(key, \"\"); }\n  void put(int key, String value) {}\n  \
         void put(java.util.List<String> keys) {}\n  void put() {}\n  void all(String... keys) {}\n}\n",
    ),
    (
        "Use.java",
        "class Use {\n  void run(Store store) {\n    store.put(1, \"b\");\n    store.put();\n    \
         store.put(of());\n  }\n}\n",
    ),
    ("Cache.java", "class Cache {\n  void put(long key) {}\n  void drop() {}\n}\n"),
];

#[test]
fn a_symbol_may_be_written_with_the_types_of_its_parameters() {
    let store = project(&STORE);
    let root = store.path();
    let check = |symbol: &str, expected: &str| {
        for tool in ["find_callers", "find_callees", "find_references", "impact_analysis"] {
            let text = ask::text(root, tool, json!({ "symbol": symbol }));
            assert!(text.contains(expected), "{tool} {symbol}: {text}");
        }
        let run = cli::run(root, &["callers", symbol]);
        let text = ask::text(root, "find_callers", json!({ "symbol": symbol }));
        assert_eq!(run.stdout.trim_end(), text.trim_end());
    };
    check("Store.put(int)", "`Store.put` (Store.java:2)");
    check("Store.put(int, String)", "`Store.put` (Store.java:3)");
    check("Store.put(int,java.lang.String)", "`Store.put` (Store.java:3)");
    check("void put(int key, String value)", "`Store.put` (Store.java:3)");
    check("put(List<String>)", "`Store.put` (Store.java:4)");
    check("Store.java#put(List)", "`Store.put` (Store.java:4)");
    check("put(long)", "`Cache.put` (Cache.java:2)");
    check("all(String...)", "`Store.all` (Store.java:6)");
    check("all(String[])", "`Store.all` (Store.java:6)");
    // Empty parentheses tell overloads apart, and are else those of a call.
    check("Store.put()", "`Store.put` (Store.java:5)");
    check("Cache.put()", "`Cache.put` (Cache.java:2)");
    check("all()", "`Store.all` (Store.java:6)");
    let both = ask::text(root, "find_callers", json!({ "symbol": "Store.put(int), put(long)" }));
    assert!(both.contains("(Store.java:2)") && both.contains("(Cache.java:2)"), "{both}");
}

#[test]
fn overloads_that_there_are_stand_in_the_error() {
    let store = project(&STORE);
    let error = ask::error(store.path(), "find_callers", json!({ "symbol": "Store.put(Foo)" }));
    let expected = "no `Store.put` takes (Foo); there is put(int key) at Store.java:2, \
        put(int key, String value) at 3, put(java.util.List<String> keys) at 4, put() at 5";
    assert!(error.contains(expected), "{error}");
    let text = ask::text(store.path(), "find_callers", json!({ "symbol": "put(Foo), drop" }));
    assert!(text.contains("error: put(Foo): no `put` takes (Foo); there is "), "{text}");
}

#[test]
fn parameters_are_compared_as_each_language_writes_them() {
    let files = [
        (
            "a.h",
            "struct B;\nclass A {\npublic:\n  int f(int x) const;\n  int f(const std::string& s);\n  \
             int f(B* b, unsigned int n);\n  int operator()(int x);\n  A(int x);\n};\n",
        ),
        (
            "a.cc",
            "#include \"a.h\"\nint A::f(const int x) const { return 1; }\n\
             int A::f(const std::string& s) { return 2; }\n\
             int A::f(B* b, unsigned int n) { return 3; }\nA::A(int x) {}\n",
        ),
        (
            "a.cs",
            "class C {\n  void M(ref int a, List<T> b) {}\n  void M(int a) {}\n  \
             void M(params string[] s) {}\n}\n",
        ),
        (
            "a.rs",
            "pub struct P;\nimpl P {\n    fn name(&self, x: &str, n: Option<Vec<u8>>) {}\n}\n",
        ),
        ("a.py", "class Q:\n    def go(self, x: int, y=\"a, b\"):\n        pass\n"),
        ("a.go", "package a\n\nfunc Join(a, b string, rest ...int) {}\n"),
    ];
    let mixed = project(&files);
    let check = |symbol: &str, expected: &str| {
        let text = ask::text(mixed.path(), "find_callers", json!({ "symbol": symbol }));
        assert!(text.starts_with(&format!("Callers of {expected}:\n")), "{symbol}: {text}");
    };
    check("A::f(int) const", "`A::f` (a.cc:2, a.h:4)");
    check("A::f(int)", "`A::f` (a.cc:2, a.h:4)");
    check("int A::f(string)", "`A::f` (a.cc:3, a.h:5)");
    check("A::f(const std::string& text)", "`A::f` (a.cc:3, a.h:5)");
    check("A::f(B*, unsigned int)", "`A::f` (a.cc:4, a.h:6)");
    check("A::operator()(int)", "`A::operator()` (a.h:7)");
    check("A(int)", "`A::A` (a.cc:5, a.h:8)");
    check("M(ref int, List<T>)", "`C.M` (a.cs:2)");
    check("C.M(int)", "`C.M` (a.cs:3)");
    check("C.M(string[])", "`C.M` (a.cs:4)");
    check("fn name(x: &str, n: Option<Vec<u8>>)", "`P::name` (a.rs:3)");
    check("P::name(&str, Option)", "`P::name` (a.rs:3)");
    check("Q.go(int, str)", "`Q.go` (a.py:2)");
    check("Join(string, string, ...int)", "`Join` (a.go:3)");
    for wrong in ["A::f(string) const", "A::f(B, unsigned int)", "C.M(ref string)"] {
        let error = ask::error(mixed.path(), "find_callers", json!({ "symbol": wrong }));
        assert!(error.contains(" takes ("), "{wrong}: {error}");
    }
}

/// What a row shows of a function's parameters is accepted, whatever stands in it.
#[test]
fn parameters_are_accepted_as_they_are_declared() {
    let files = [
        (
            "a.cpp",
            "struct T {};\nvoid push(T const& x) {}\nvoid push(int x) {}\nvoid mainly(int argc, char* argv[]) {}\n\
             void mainly(int a) {}\nvoid quote(char a = '\"', int b = 2) {}\nvoid quote(int b) {}\n",
        ),
        (
            "a.go",
            "package a\n\ntype S struct{}\n\nfunc (s *S) Put(a, b int) {}\n\nfunc Put(a string, b int) {}\n",
        ),
        ("a.java", "class J {\n  void all(String args[]) {}\n  void all(int n) {}\n}\n"),
        (
            "a.swift",
            "class W {\n  func move(to point: Int) {}\n  func move(by way: Double) {}\n}\n",
        ),
        (
            "a.dart",
            "class D {\n  void get([String? z]) {}\n  void set(int x, {required int y}) {}\n}\n",
        ),
        (
            "a.php",
            "<?php\nclass P {\n  function f(int $x, ?string $s = ', \"') {}\n  function get(array $a) {}\n}\n",
        ),
        (
            "a.kt",
            "class K {\n  fun f(a: Int, vararg b: String = arrayOf(\"x, y\")) {}\n  fun f(x: Long) {}\n}\n",
        ),
    ];
    let mixed = project(&files);
    let check = |symbol: &str, expected: &str| {
        let text = ask::text(mixed.path(), "find_callers", json!({ "symbol": symbol }));
        assert!(text.starts_with(&format!("Callers of {expected}:\n")), "{symbol}: {text}");
    };
    for written in ["push(const T&)", "push(T const& x)", "push(T const&)"] {
        check(written, "`push` (a.cpp:2)");
    }
    for written in ["mainly(int, char**)", "mainly(int argc, char* argv[])", "mainly(int, char*[])"]
    {
        check(written, "`mainly` (a.cpp:4)");
    }
    check("quote(char a = '\"', int b = 2)", "`quote` (a.cpp:6)");
    check("quote(char, int)", "`quote` (a.cpp:6)");
    check("S.Put(a, b int)", "`S.Put` (a.go:5)");
    check("Put(x, y int)", "`S.Put` (a.go:5)");
    check("J.all(String args[])", "`J.all` (a.java:2)");
    check("W.move(to:)", "`W.move` (a.swift:2)");
    check("move(by way: Double)", "`W.move` (a.swift:3)");
    check("get([String? z])", "`D.get` (a.dart:2)");
    check("D.set(int x, {required int y})", "`D.set` (a.dart:3)");
    check("f(int $x, ?string $s = ', \"')", "`P\\f` (a.php:3)");
    check("K.f(a: Int, vararg b: String = arrayOf(\"x, y\"))", "`K.f` (a.kt:2)");
}

/// Parentheses that belong to a name tell no parameters, and where those of a language are not
/// read, the name alone counts.
#[test]
fn parentheses_may_be_those_of_a_name() {
    let mixed = project(&[
        ("a.test.js", "it('put(1) adds', () => { put(); });\nfunction put(a, b) {}\n"),
        ("a.pl", "sub fetch { return 1; }\nfetch(1);\n"),
    ]);
    let ask = |symbol: &str| ask::text(mixed.path(), "find_callers", json!({ "symbol": symbol }));
    let text = ask("a.test.js#put(1) adds");
    assert!(text.starts_with("Callers of `put(1) adds` (a.test.js:1):\n"), "{text}");
    let text = ask("fetch($url, $n)");
    assert!(text.starts_with("Callers of `fetch` (a.pl:1):\n"), "{text}");
    assert!(text.contains("the parameters of the symbol were not compared"), "{text}");
    assert!(!ask("fetch").contains("were not compared"), "{}", ask("fetch"));
}

/// All overloads count, wherever each of them stands.
#[test]
fn many_overloads_are_counted() {
    let declared = |end: &str| -> String {
        (0..40).map(|n| format!("struct T{n} {{}};\nvoid put(T{n} x){end}\n")).collect()
    };
    let many = project(&[("a.cpp", &*declared(" {}"))]);
    let error = ask::error(many.path(), "find_callers", json!({ "symbol": "put(Other)" }));
    assert!(error.contains(" and 34 more"), "{error}");
    let text = ask::text(many.path(), "find_callers", json!({ "symbol": "put" }));
    assert!(text.contains("; 40 overloads, "), "{text}");
    let two = project(&[
        ("a.h", "class A {\npublic:\n  void put(int x);\n  void put(const char* x);\n};\n"),
        ("a.cpp", "#include \"a.h\"\nvoid A::put(int y) {}\nvoid A::put(char const* y) {}\n"),
    ]);
    let text = ask::text(two.path(), "find_callers", json!({ "symbol": "A::put" }));
    assert!(text.contains("; 2 overloads, "), "{text}");
}
