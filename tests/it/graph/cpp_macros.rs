//! C++: macros, overloads' results, and types that libraries have by the same name.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn a_macro_that_takes_an_operator_hides_nothing() {
    check(
        "find_callers",
        "
//- /v.hpp
class A {
    EQ(eq, ==)
    EQ( ne, != ) // not
    int un$0ary() const { return 1; }
};
int g(A l) { return l.unary(); }
                    //^^^^^ caller g
",
    );
    check(
        "find_callers",
        "
//- /v.hpp
EQ(eq, ==)
EQ(ne, !=)
int una$0ry4() { return 1; }
int g(int l) { return unary4(); }
                    //^^^^^^ caller g
",
    );
}

const PATHS: &str = "
//- /m.hpp
namespace Catch {
struct Was { enum T { Okay = 0, Bad }; };
enum class Mode { Fast, Slow };
struct K { static int make(); };
}
#define SUCCEED(...) INTERNAL(\"S\", Catch::Was::Okay, Catch::Mode::Fast, __VA_ARGS__)
#define FAILED(x) (Catch::K::make() + x)
";

#[test]
fn macros_name_members_by_paths() {
    let text = PATHS.replace("Okay = 0", "Ok$0ay = 0");
    let mark = format!("{}//^^^^ read\n#define FAILED", " ".repeat(45));
    check("find_references", &text.replace("#define FAILED", &mark));
    let text = PATHS.replace("int make", "int ma$0ke");
    check("find_callers", &format!("{text}{}//^^^^ caller FAILED\n", " ".repeat(27)));
}

#[test]
fn members_that_are_defined_apart_are_no_bare_names() {
    check(
        "find_references",
        "
//- /w.hpp
namespace N { struct W { int clo$0se(); }; }
#define GUARD(x) \\
    struct close; \\
    other::close(x); \\
    int close = 3;
//- /w.cpp
#include \"w.hpp\"
namespace N { int W::close() { return 1; } }
int go(int file, N::W* w) { return close(file) + w->close(); }
                                                  //^^^^^ call
",
    );
}

const OVERLOADS: &str = "
//- /a.cpp
struct Ref { bool empty() const { return true; } };
struct Str { bool empty() const { return false; } };
Str trim(Str const& s);
Ref trim(Ref r);
std::string cut(std::string const&);
Str cut(Str);
bool a(Str const& in) { auto t = trim(in); return t.empty(); }
bool b(Ref in) { auto t = trim(in); return t.empty(); }
bool c(Str const& in) { return trim(in).empty(); }
bool d(std::string in) { auto t = cut(in); return t.empty(); }
";

#[test]
fn a_call_has_the_result_of_the_overload_that_takes_its_arguments() {
    let dir = project(&[("a.cpp", OVERLOADS.trim_start().split_once('\n').expect("lines").1)]);
    let callers = |symbol: &str| {
        let answer = ask::value(dir.path(), "find_callers", json!({ "symbol": symbol }));
        let rows = answer["results"].as_array().expect("rows").clone();
        rows.iter().map(|row| format!("{} {}", row["name"], row["certainty"])).collect::<Vec<_>>()
    };
    assert_eq!(callers("Ref.empty"), [r#""b" "likely""#]);
    assert_eq!(callers("Str.empty"), [r#""a" "likely""#, r#""c" "likely""#]);
}

#[test]
fn overloads_that_nothing_tells_apart_may_have_any_of_their_results() {
    check(
        "find_callers",
        "
//- /a.cpp
struct Ref { bool is_empt$0y() const { return true; } };
struct Str { bool is_empty() const { return false; } };
Str trim(Str const& s);
Ref trim(Ref r);
template <class T> bool a(T in) { return trim(in).is_empty(); }
                                                //^^^^^^^^ caller a [possible]
",
    );
}

#[test]
fn a_holder_of_the_project_has_its_own_members() {
    check(
        "find_callers",
        "
//- /p.hpp
namespace Catch { namespace Detail {
template <typename T> class unique_ptr {
    T* p{};
public:
    T* get() { return p; }
    void re$0set() { p = nullptr; }
    T* operator->() { return p; }
};
} }
//- /s.cpp
#include \"p.hpp\"
namespace Catch {
struct Config { int run(); };
struct Session {
    Detail::unique_ptr<Config> m_config;
    std::unique_ptr<Config> m_other;
    int go() { m_other.reset(); m_config.reset(); return m_config.get() != nullptr; }
                                       //^^^^^ caller go
};
}
",
    );
}

#[test]
fn a_member_that_is_defined_outside_of_its_namespace_is_one() {
    let dir = project(&[
        ("t.hpp", "namespace lib { struct Other { static int count(); }; }\n"),
        (
            "t.cpp",
            "#include \"t.hpp\"\nint lib::Other::count() { return 2; }\n\
             int h() { return lib::Other::count(); }\n",
        ),
    ]);
    let answer = ask::value(dir.path(), "find_callers", json!({ "symbol": "Other.count" }));
    assert_eq!(answer["target"]["file"], "t.cpp", "{answer}");
    assert_eq!(answer["results"].as_array().map(Vec::len), Some(1), "{answer}");
}

#[test]
fn each_call_of_a_callee_has_its_own_certainty() {
    let dir = project(&[(
        "a.cpp",
        "struct A { int w(); };  struct B { int w(); };\n\
         template <class T> int go(A a, T t) {\n  return a.w()\n    + t.w();\n}\n",
    )]);
    let answer = ask::value(dir.path(), "find_callees", json!({ "symbol": "go" }));
    let rows = answer["results"].as_array().expect("rows");
    let rows: Vec<String> = rows
        .iter()
        .map(|row| {
            let sites = row["call_sites"].as_array().expect("sites");
            let lines: Vec<&serde_json::Value> = sites.iter().map(|site| &site["line"]).collect();
            format!("{} {} {lines:?}", row["container"], row["certainty"])
        })
        .collect();
    let likely = rows.iter().filter(|row| row.contains("likely")).collect::<Vec<_>>();
    assert_eq!(likely, [r#""A" "likely" [Number(3)]"#], "{rows:?}");
    assert_eq!(rows.len(), 3, "{rows:?}");
}

#[test]
fn a_call_among_what_a_local_is_made_of_is_one() {
    check(
        "find_callers",
        "
//- /a.cpp
struct Res { Res(int); Res(int, int); };
int m$0v(int x);
int m_info;
void go(int t) {
    Res a(m_info, mv(t));
                //^^ caller go
    Res b(mv(t));
        //^^ caller go
    Res c{m_info, mv(t)};
                //^^ caller go
}
",
    );
}

#[test]
fn what_locks_protect_hides_no_member() {
    check(
        "find_callers",
        "
//- /a.cpp
#define GUARDED_BY(lock) __attribute__((guarded_by(lock)))
struct Set { int la$0st(); };
struct Other { int last(); };
class Store {
    int open() EXCLUSIVE_LOCKS_REQUIRED(lock_) LOCKS_EXCLUDED(other_);
    int size() const
        ABSL_SHARED_LOCKS_REQUIRED(lock_) { return sets_->last(); }
                                                        //^^^^ caller size
    Mutex lock_;
    Set* const sets_ GUARDED_BY(lock_);
    Other other_ ABSL_GUARDED_BY(lock_);
};
int Store::open() { return sets_->last() + other_.last(); }
                                //^^^^ caller open
",
    );
}

#[test]
fn a_body_behind_a_macro_may_be_that_of_any_type() {
    let text = "
class Fixture { public: void help(int n) {} };
TEST_F(Fixture, one) { help(1); }
MY_FIXTURE_LOCAL(Fixture, two) { help(2); }
BOOST_FIXTURE_TEST_CASE(three, Fixture) { help(3); }
TEST_CASE_METHOD(Fixture, \"four\") { help(4); }
DEFINE_TASK(Fixture, five) { help(5); }
void free() { help(6); }
";
    let app = project(&[("a.cpp", text)]);
    let answer = ask::text(app.path(), "find_callers", json!({ "symbol": "Fixture.help" }));
    for row in ["3 Fixture.one", "4 Fixture.two", "5 Fixture.three", "6 Fixture.four"] {
        assert!(answer.contains(row), "{row}: {answer}");
    }
    assert!(answer.contains("1 built in or global (a.cpp:8)"), "{answer}");
    assert!(answer.contains("unresolved: a.cpp:7"), "{answer}");
}
