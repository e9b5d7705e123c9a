//! C++: supertypes, and what constructors and templates call in them.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::{Value, json};

const SHAPES: &str = "
//- /shape.hpp
namespace app {
class Later;
class BASE { public: virtual double AREA() = 0; BASE(int size); };
struct Square : Shape { double area() override; Square() : Shape(1) {} };
struct Big final : private virtual Square { double area() override; };
using Alias = Shape;
typedef Shape Renamed;
struct FromAlias : Alias { double area() override; };
struct FromRenamed : public Renamed { double area() override; };
class SHAPE_API Exported : public ::app::Shape { double area() override; };
class SHAPE_API [[nodiscard]] Marked : public app::Shape { double area() override; };
class Sealed SHAPE_FINAL : public Shape { double area() override; };
class Outer { class Inner : public Shape { double area() override; }; };
template <typename T> class Holder : public Shape { T item; double area() override; double area(int scale); };
}
struct app::Later : Shape { double area() override; };
//- /shape.inl
#include \"shape.hpp\"
double app::Square::area() { return 1; }
void local() { struct Local : app::Shape { double area() override { return 2; } }; }
struct Other { double area(); };
";

#[test]
fn bases_are_found_however_they_are_written() {
    let files =
        SHAPES.replacen("BASE", "Sha$0pe", 1).replace("BASE", "Shape").replace("AREA", "area");
    let mut marked = String::new();
    for line in files.lines() {
        marked.push_str(line);
        marked.push('\n');
        let names = [
            "Square",
            "Big",
            "FromAlias",
            "FromRenamed",
            "Exported",
            "Marked",
            "Sealed",
            "Inner",
            "Holder",
            "Local",
        ];
        let header = names
            .iter()
            .find_map(|name| line.find(&format!("{name} ")).filter(|_| line.contains(" : ")));
        let later = line.find("Later :");
        if let Some(at) = header.or(later).filter(|at| *at >= 2) {
            marked.push_str(&format!("{}//^ impl\n", " ".repeat(at - 2)));
        }
    }
    check("find_implementations", &marked);
}

#[test]
fn virtual_methods_are_implemented_below() {
    let files = SHAPES.replace("BASE", "Shape").replace("AREA", "ar$0ea");
    let mut marked = String::new();
    for line in files.lines() {
        marked.push_str(line);
        marked.push('\n');
        let at = line.find("area() override").or_else(|| line.find("area() { return 1"));
        if let Some(at) = at.filter(|_| !line.contains("Other")) {
            marked.push_str(&format!("{}//^^^^ impl\n", " ".repeat(at - 2)));
        }
    }
    check("find_implementations", &marked);
}

#[test]
fn initializers_call_the_constructors_of_bases() {
    check(
        "find_callers",
        "
//- /shape.hpp
struct Shape {
  Sha$0pe(int size);
  Shape(int size, int scale);
};
struct Square : public Shape {
  Square(int shape) : Shape(shape), shape_(shape) {}
                    //^^^^^ caller Square
  Square() : Shape(1, 2) {}
  int shape_;
};
",
    );
    check(
        "find_references",
        "
//- /shape.hpp
struct Square {
  Square(int size) : size(size), other(1) {}
                   //^^^^ write
  int si$0ze;
  int other;
};
",
    );
}

#[test]
fn a_template_calls_what_its_own_argument_has() {
    let files = "
//- /crtp.hpp
template <class D> struct Base {
  void run() { static_cast<D*>(this)->step(); self().step(); }
  D& self() { return *static_cast<D*>(this); }
};
struct Leaf : Base<Leaf> { void LEAF(); };
struct Unrelated { void OTHER(); };
";
    check(
        "find_callers",
        &files.replace("LEAF", "st$0ep").replace("OTHER", "step").replace(
            "self().step(); }\n",
            "self().step(); }\n                                    //^^^^ caller run\n                                                   //^^^^ caller run\n",
        ),
    );
    check("find_callers", &files.replace("LEAF", "step").replace("OTHER", "st$0ep"));
}

#[test]
fn a_using_declaration_adds_to_the_members_of_a_type() {
    check(
        "find_callers",
        "
//- /pool.hpp
struct Base { void pu$0sh(const char* text); };
struct Pool : Base {
  using Base::push;
  void push(int item);
};
struct Other : Base {
  void push(int item);
};
void use(Pool& pool, Other& other) {
  pool.push(\"a\");
     //^^^^ caller use
  other.push(1);
}
",
    );
}

#[test]
fn specializations_extend_each_other_and_their_subtypes_extend_them_alone() {
    check(
        "find_implementations",
        "
//- /format.hpp
namespace lib {
template <class T, class C = char> struct form$0atter { void parse(); };
template <> struct formatter<int> { void parse(); };
template <class T> struct formatter<Ptr<T>> : formatter<int> {};
                 //^ impl
template <> struct formatter<Day> : formatter<int> {};
          //^ impl
struct Plain : formatter<float> {};
     //^ impl
}
",
    );
    check(
        "find_implementations",
        "
//- /matcher.hpp
struct Ba$0se {};
template <class T> struct Tuple {};
template <> struct Tuple<std::pair<int, int>> : Base {};
          //^ impl
struct Pair : Tuple<std::pair<int,int>> {};
     //^ impl
struct Single : Tuple<int> {};
",
    );
}

#[test]
fn a_variable_made_with_one_argument_is_no_function() {
    check(
        "find_callers",
        "
//- /a.h
class Hash { public: explicit Hash(Kind kind); void set$0Key(int key); };
class Other { public: void setKey(int key); };
int use(Kind kind, const QSharedPointer<const Hash>& shared) {
  Hash hash(kind);
  hash.setKey(1);
     //^^^^^^ caller use
  Hash sha(Kind::Sha);
  sha.setKey(1);
    //^^^^^^ caller use
  Other other(kind);
  other.setKey(1);
  shared->setKey(2);
        //^^^^^^ caller use
}
",
    );
}

#[test]
fn a_subtype_without_a_known_definition_is_unresolved() {
    let directory = project(&[(
        "a.cpp",
        "struct Shape {};\nauto made = [] { struct Inner : Shape {}; return Inner(); };\n",
    )]);
    let arguments = json!({ "symbol": "Shape", "wait": 0 });
    let answer = ask::value(directory.path(), "find_implementations", arguments);
    assert_eq!(answer["account"]["unresolved"], json!([{ "file": "a.cpp", "line": 2 }]));
}

#[test]
fn a_subtype_is_as_certain_as_the_best_way_to_it() {
    check(
        "find_implementations",
        "
//- /all/middle.hpp
struct Middle : Base {};
     //^^^^^^ impl [possible]
//- /other/base.hpp
struct Base {};
//- /src/base.hpp
struct Ba$0se {};
//- /src/leaf.hpp
struct Leaf : Middle {};
     //^^^^ impl
//- /src/middle.hpp
#include \"base.hpp\"
struct Middle : Base {};
     //^^^^^^ impl
",
    );
}

#[test]
fn a_member_that_is_not_virtual_is_hidden_and_not_overridden() {
    let files = "
//- /base.hpp
struct Root { virtual void close(); };
struct Base : Root { void OPEN; void CLOSE; };
struct Leaf : Base { void open(); void close(); };
//- /base.cpp
#include \"base.hpp\"
void Base::open() {}
void Leaf::open() {}
void use(Base& base, Leaf& leaf) {
  base.open();
  leaf.open();
}
";
    let plain = files.replace("CLOSE", "close()").replace("OPEN", "op$0en()");
    check("find_implementations", &plain);
    let calls = "  base.open();\n     //^^^^ caller use\n";
    check("find_callers", &plain.replace("  base.open();\n", calls));
    let overriding = files.replace("OPEN", "open()").replace("CLOSE", "cl$0ose()").replace(
        "void open(); void close(); };\n",
        "void open(); void close(); };\n                               //^^^^^ impl\n",
    );
    check("find_implementations", &overriding);
    let below = files.replace("OPEN", "open()").replace("CLOSE", "close()");
    let below = below.replace("leaf.open();\n", "leaf.open();\n     //^^^^ caller use\n");
    check(
        "find_callers",
        &below.replace("Leaf : Base { void open()", "Leaf : Base { void op$0en()"),
    );
}

#[test]
fn a_macro_at_the_end_of_a_body_hides_no_supertype() {
    check(
        "find_implementations",
        "
//- /failure.hpp
class Fail$0ure : public std::exception {};
class ReadFailure : public Failure {
    //^^^^^^^^^^^ impl
  APP_FAILURE(Failure, ReadFailure)
};
class OpenFailure : public ReadFailure { APP_FAILURE(ReadFailure, OpenFailure) };
    //^^^^^^^^^^^ impl
class WriteFailure : public Failure {
    //^^^^^^^^^^^^ impl
  void write() override;
 private:
  APP_COPY(const WriteFailure&)  // for all
  DISABLE_MOVE(WriteFailure,
               (1))
};
class CloseFailure : public Failure {
    //^^^^^^^^^^^^ impl
  int code = 1;
  APP_FAILURE
};
static const Row rows[] = { ROW(1), ROW(2) };
enum Codes { NONE, SOME };
class Unrelated {
  APP_UNRELATED(1)
};
",
    );
}

#[test]
fn a_macro_before_a_constructor_outside_of_its_type_hides_no_call() {
    check(
        "find_callers",
        "
//- /sink.hpp
namespace details { template <class T> T* ma$0ke(int size = 0) { return new T(size); } }
template <typename Lock>
class Sink { Sink(int size); ~Sink(); int* kept_; };
//- /sink-inl.hpp
#include \"sink.hpp\"
template <typename Lock>
LIB_INLINE Sink<Lock>::Sink(int size)
    : kept_(details::make<int>()) {}
                   //^^^^ caller Sink
template <typename Lock>
LIB_INLINE Sink<Lock>::~Sink() { details::make<int>(1); }
                                        //^^^^ caller ~Sink
",
    );
}

/// A base with arguments is the template and not another type of its name.
#[test]
fn base_with_arguments_is_template() {
    let files = "
//- /format.h
LIB_BEGIN_NAMESPACE
template <class T, class C = char> struct GENERIC {};
LIB_END_NAMESPACE
//- /pattern.h
namespace app {
class PLAIN {};
class pattern : public formatter {};
}
//- /std.h
template <class C> struct formatter<Day, C> {};
template <class T> struct formatter<Box<T>> : formatter<T> {};
template <> struct formatter<Watch> : lib::formatter<double> {};
";
    let generic = files.replace("GENERIC", "for$0matter").replace("PLAIN", "formatter");
    let marked = generic
        .replace(": formatter<T> {};\n", ": formatter<T> {};\n                        //^ impl\n")
        .replace("double> {};\n", "double> {};\n                 //^ impl [possible]\n");
    check("find_implementations", &marked);
    let plain = files.replace("GENERIC", "formatter").replace("PLAIN", "for$0matter");
    let header = "class pattern : public formatter {};\n";
    check("find_implementations", &plain.replace(header, &format!("{header}    //^^^^^^^ impl\n")));
}

#[test]
fn an_alias_may_denote_a_type_of_the_project_in_one_alternative() {
    check(
        "find_callers",
        "
//- /buffer.h
LIB_BEGIN_NAMESPACE
template <class T> class Memory { public: void pu$0sh(T item); };
LIB_END_NAMESPACE
//- /other.h
class Other { public: void push(int item); };
//- /common.h
#ifdef LIB_PLAIN
using buffer_t = std::string;
#else
using buffer_t = lib::Memory<char>;
#endif
//- /use.cpp
#include \"common.h\"
void use(buffer_t& to) {
  to.push('x');
   //^^^^ caller use
}
",
    );
}

#[test]
fn a_bare_call_reaches_what_overrides_a_virtual_member() {
    let check_of = |declared: &str, mark: &str| {
        let files = "
//- /redirect.hpp
struct Redirect {
  DECLARED
  void end() { stop(); }
             MARK
};
//- /none.cpp
#include \"redirect.hpp\"
namespace {
struct None : Redirect { void st$0op() {} };
struct Other { void stop() {} };
}
";
        check("find_callers", &files.replace("DECLARED", declared).replace("MARK", mark));
    };
    check_of("virtual void stop() = 0;", "//^^^^ caller end");
    check_of("virtual void stop() {}", "//^^^^ caller end [possible]");
    check_of("void stop() {}", "");
}

#[test]
fn a_partial_specialization_is_extended_by_what_fits_it() {
    check(
        "find_implementations",
        "
//- /format.hpp
namespace lib { template <class T, class C = char, class = void> struct formatter {}; }
//- /std.hpp
#include \"format.hpp\"
namespace lib {
template <class T>
struct form$0atter<T, char, enable_if<is_base_of<std::exception, T>>> { void format(); };
template <> struct formatter<Failure> : formatter<std::exception> {};
          //^ impl [possible]
template <> struct formatter<Day> : formatter<int> {};
}
",
    );
}

#[test]
fn a_header_in_a_macro_is_unresolved() {
    let directory = project(&[(
        "a.hpp",
        "namespace lib { struct Shape {}; }\n\
         #define MAKE(Name) \\\n  struct Name : public lib::Shape { \\\n    lib::Shape other; };\n",
    )]);
    let arguments = json!({ "symbol": "Shape", "wait": 0 });
    let answer = ask::value(directory.path(), "find_implementations", arguments);
    assert_eq!(answer["account"]["unresolved"], json!([{ "file": "a.hpp", "line": 3 }]));
}

#[test]
fn a_call_that_the_grammar_takes_for_a_type_is_unresolved() {
    let directory = project(&[(
        "a.hpp",
        "template <class... T> constexpr int count() { return sizeof...(T); }\n\
         template <class... T> struct Store {\n  using type = Array<int, count<T...>(), 2>;\n};\n",
    )]);
    let arguments = json!({ "symbol": "count", "wait": 0 });
    let answer = ask::value(directory.path(), "find_callers", arguments);
    assert_eq!(answer["account"]["unresolved"], json!([{ "file": "a.hpp", "line": 3 }]));
}

#[test]
fn an_iterator_of_a_library_leads_to_the_elements_of_its_collection() {
    check(
        "find_callers",
        "
//- /piece.h
struct Piece { int wei$0gh() const; };
struct Other { int weigh() const; };
typedef std::map<std::string, Piece*> Pieces;
using Others = std::vector<Other>;
//- /use.cc
#include \"piece.h\"
struct Before { bool operator()(const Piece* a, const Piece* b) const; int weigh() const; };
int use(std::vector<Piece>& pieces, std::map<int, Piece>& named, Pieces& by, Others& others) {
  int sum = 0;
  for (std::vector<Piece>::iterator i = pieces.begin(); i != pieces.end(); ++i) {
    sum += i->weigh();
            //^^^^^ caller use
    sum += (*i).weigh();
              //^^^^^ caller use
  }
  std::map<int, Piece>::const_iterator at = named.find(1);
  sum += at->second.weigh();
                  //^^^^^ caller use
  for (auto& each : by) sum += each.second->weigh();
                                          //^^^^^ caller use
  for (auto& each : others) sum += each.weigh();
  std::vector<Other>::iterator other = others.begin();
  sum += other->weigh();
  std::vector<std::string>::iterator text;
  return sum + text->weigh();
}
int sorted(const std::set<Piece*, Before>& pieces) {
  for (auto piece : pieces) return piece->weigh();
                                        //^^^^^ caller sorted
}
int lent(library::Lent<Piece> piece, std::vector<Piece>::handle handle) {
  return handle->weigh()
               //^^^^^ caller lent [possible]
       + std::begin(piece)->weigh();
                          //^^^^^ caller lent [possible]
}
int pointed(std::lent_ptr<Piece> piece, std::lent_ptr<Other> other) {
  return piece->weigh() + piece.weigh() + other->weigh();
              //^^^^^ caller pointed [possible]
}
",
    );
}

#[test]
fn tests_extend_their_fixture() {
    check(
        "find_implementations",
        "
//- /disk_test.cc
struct Di$0sk { virtual int stat() = 0; };
struct DiskTest : public Disk, public testing::Test {
     //^^^^^^^^ impl
  int stat() override { return 0; }
};
TEST_F(DiskTest, Empty) { stat(); }
               //^^^^^ impl
TYPED_TEST(DiskTest, Typed) { stat(); }
                   //^^^^^ impl
TEST(Disk, Alone) {}
",
    );
}

#[test]
fn what_a_macro_or_a_template_may_make_is_not_from_outside() {
    check(
        "find_callers",
        "
//- /a.cpp
#define MAKE_SHARED(T, N) typedef std::shared_ptr<T> N;
#define ALIAS_OF(T) using T##SP = std::shared_ptr<T>
#define OWN(N) My##N
class Pool { public: void ta$0ke(); };
class Other { public: void take(); };
MAKE_SHARED(Pool, Named)
ALIAS_OF(Pool);
typedef Pool OWN(Pool);
class Mock : public Pool {};
class Held : public ext::Holder<Pool> {};
class Led : public ext::Base { public: Pool* operator->(); };
class Use { QMap<QString, ext::Part<Pool>> parts; };
void named(Named a) { a->take(); }
                       //^^^^ caller named [possible]
void pasted(PoolSP a) { a->take(); }
                         //^^^^ caller pasted [possible]
void prefixed(MyPool a) { a.take(); }
                          //^^^^ caller prefixed [possible]
void nice() { testing::NiceMock<Mock> a; a.take(); }
                                         //^^^^ caller nice [possible]
void held(Held a) { a->take(); }
                     //^^^^ caller held [possible]
void led(Led a) { a->take(); }
                   //^^^^ caller led [possible]
void part(Use use) { use.parts.value(1)->take(); }
                                       //^^^^ caller part [possible]
void trait(std::remove_reference_t<Pool&> a) { a.take(); }
                                               //^^^^ caller trait [possible]
",
    );
}

#[test]
fn what_a_type_from_outside_has_is_none_of_the_projects() {
    let files = [
        (
            "store.h",
            "#include <Hash>\nclass Hash;\nclass Store { public: void remove(int key); Hash<int, Text> data; Text name; };\n\
             class Temporary : public File {};\nDECLARE_TYPE(Made)\nclass Pool { public: void remove(int key); };\n",
        ),
        (
            "store.cc",
            "#include \"store.h\"\nvoid Store::remove(int key) {\n  data.remove(key);\n  name.remove(0);\n\
             File::remove(\"a\");\n}\nvoid use(Text text, Temporary file, Made made, std::unique_ptr<Store> store,\n\
             PoolPtr pool) {\n  text.remove(1);\n  file.remove();\n  made.remove(1);\n  store.remove(1);\n\
             store->remove(1);\n  pool.remove(1);\n  Locker remove(1);\n}\n",
        ),
    ];
    let directory = project(&files);
    let answer = ask::value(
        directory.path(),
        "find_callers",
        json!({ "symbol": "Store.remove", "wait": 0 }),
    );
    let lines = |places: &Value| -> Vec<u64> {
        places.as_array().into_iter().flatten().filter_map(|place| place["line"].as_u64()).collect()
    };
    assert_eq!(lines(&answer["account"]["unresolved"]), [11, 14]);
    let rows = answer["results"].as_array().into_iter().flatten();
    let calls: Vec<u64> = rows.flat_map(|row| lines(&row["call_sites"])).collect();
    assert_eq!(calls, [13]);
}

#[test]
fn a_macro_whose_every_line_may_begin_another_is_read_once() {
    let text = format!("#define ALL(x) \\\n{}x\n", "define \\\n".repeat(200_000));
    let directory = project(&[
        ("macros.h", &text),
        (
            "a.cpp",
            "class Pool { public: void take(); };\nclass Other { public: void take(); };\n\
             void use(Text text) { text.take(); }\n",
        ),
    ]);
    let arguments = json!({ "symbol": "Pool.take", "wait": 0 });
    let answer = ask::value(directory.path(), "find_callers", arguments);
    assert_eq!(answer["account"]["unresolved"], json!([]));
    assert_eq!(answer["summary"]["total"], 0);
}

/// Each level of a path was read within the one around it.
#[test]
fn a_path_of_a_thousand_names_ends_nothing() {
    let path = "a::".repeat(1_000);
    let app = crate::support::project(&[("a.cpp", &format!("void go();\nvoid f({path}A a);\n"))]);
    let answer = crate::support::cli::run(app.path(), &["callers", "go"]);
    assert!(answer.stdout.contains("its definition"), "{answer:?}");
}
