//! C++.

use crate::support::cli::run;
use crate::support::fixture::check;
use crate::support::project;

#[test]
fn macros_in_declarations_hide_neither_definitions_nor_members() {
    check(
        "find_callers",
        "
//- /api.hpp
#define API_EXPORT __attribute__((visibility(\"default\")))
API_NAMESPACE_BEGIN

// A store.
template<typename Key>
class API_EXPORT Store final : public Base {
public:
    explicit Store(int size) API_NOEXCEPT;
    API_NODISCARD
    API_NON_NULL(2, 3)
    const char* fe$0tch(const Key& key) const;
    void twice() { fetch(1); }
                 //^^^^^ caller twice
};
BEGIN_SCOPE class Other { void fetch(); };
END_SCOPE
",
    );
    check(
        "find_callers",
        "
//- /pool.h
class Pool {
public:
  int co$0unt();
  void drain();
};
//- /pool-inl.h
#include \"pool.h\"
int API_INLINE Pool::count() { return 1; }
API_INLINE void Pool::drain() { count(); }
                              //^^^^^ caller drain
",
    );
    check(
        "find_references",
        "
//- /a.hpp
#define API_IN$0LINE inline
int API_INLINE first() { return 1; }
  //^^^^^^^^^^ read
static API_INLINE void second() {}
     //^^^^^^^^^^ read
",
    );
}

#[test]
fn a_type_under_another_name_has_the_members_of_the_type() {
    check(
        "find_callers",
        "
//- /forward.hpp
template<typename T> class basic_value;
using value = basic_value<int>;
//- /value.hpp
#include \"forward.hpp\"
template<typename T>
class basic_value {
public:
  static basic_value par$0se(int text);
  void other();
};
//- /list.hpp
class list { static list parse(int text); };
//- /use.cpp
#include \"value.hpp\"
void use() { auto made = value::parse(1); }
                              //^^^^^ caller use
void given(value& v) { v.parse(2); }
                       //^^^^^ caller given
",
    );
}

#[test]
fn results_and_casts_give_a_receiver_its_type() {
    check(
        "find_callers",
        "
//- /a.hpp
class Door { public: void op$0en(); };
class Lid { public: void open(); };
class House {
public:
  Door& front();
  Door* back();
  std::unique_ptr<Door> side_;
};
Door* find_door(int number);
//- /b.cpp
#include \"a.hpp\"
void one(House& house) { house.front().open(); }
                                     //^^^^ caller one
void two(House* house) { auto* door = house->back(); door->open(); }
                                                         //^^^^ caller two
void three() { find_door(1)->open(); }
                           //^^^^ caller three
void four(void* any) { static_cast<Door*>(any)->open(); }
                                              //^^^^ caller four
void five() { auto door = std::make_unique<Door>(); door->open(); }
                                                        //^^^^ caller five
void House::six() { side_->open(); }
                         //^^^^ caller six
void seven(Lid& lid) { lid.open(); }
",
    );
}

/// A type within a type is not meant by its bare name elsewhere.
#[test]
fn nested_type_not_meant_by_bare_name() {
    check(
        "find_callers",
        "
//- /list.h
template <typename Key> class List {
public:
  class Iterator {
  public:
    void ne$0xt();
  };
};
template <typename Key> void List<Key>::Iterator::next() {}
//- /iterator.h
class Iterator { public: void next(); };
//- /use.cc
class Iterator;
void use(Iterator* iterator) { iterator->next(); }
",
    );
}

#[test]
fn conditions_inside_expressions_and_initializers_hide_nothing_behind_them() {
    check(
        "find_implementations",
        "
//- /env.h
class E$0nv {
public:
  virtual void run() = 0;
};
//- /posix.cc
#include \"env.h\"
class Limiter {
 public:
  Limiter(int most)
      :
#if !defined(NDEBUG)
        most_(most),
#endif
        left_(most) {
  }
  bool acquire(int a) {
    return a > 0 &&
#ifdef FAST
           left_ > 0;
#else
           most_ > 0;
#endif
  }
};
class PosixEnv : public Env {
    //^^^^^^^^ impl
 public:
  void run() override;
};
",
    );
}

#[test]
fn a_caller_is_as_certain_as_each_of_its_calls() {
    check(
        "find_callers",
        "
//- /a.h
class Base { public: virtual void open(); };
class Door : public Base { public: void op$0en() override; };
void both(Base& base, Door& door) {
  base.open();
     //^^^^ caller both [possible]
  door.open();
     //^^^^ caller both
}
",
    );
}

const CONSTRUCTIONS: &str = "
//- /use.cc
#include \"door.h\"
void use() {
  Door one(1);
//^^^^ caller use
  Door two{2};
//^^^^ caller use
  auto three = Door(3);
             //^^^^ caller use
  auto four = std::make_unique<Door>(4);
                             //^^^^ caller use
  Door* five = new Door(5);
                 //^^^^ caller use
  auto six = Door{6};
           //^^^^ caller use
}
";

#[test]
fn makers_of_a_value_call_the_class_and_its_constructor() {
    let class = "
//- /door.h
class Do$0or {
public:
  explicit Door(int number);
};";
    check("find_callers", &format!("{class}{CONSTRUCTIONS}"));
    let constructor = "
//- /door.h
class Door {
public:
  explicit Do$0or(int number);
};";
    check("find_callers", &format!("{constructor}{CONSTRUCTIONS}"));
}

#[test]
fn a_call_of_what_only_subtypes_define_is_a_call_of_theirs() {
    check(
        "find_callers",
        "
//- /a.h
class Shape { public: virtual double area() const = 0; };
class Disc : public Shape { public: double ar$0ea() const override { return 3; } };
double use(Shape* shape) { return shape->area(); }
                                       //^^^^ caller use
",
    );
}

/// A type that a file declares only is known where a value of it is used.
#[test]
fn forward_declared_type_known_at_value_use() {
    check(
        "find_callers",
        "
//- /file.h
class File { public: virtual void flush() = 0; };
//- /plain.cc
#include \"file.h\"
class PlainFile : public File { public: void flu$0sh() override {} };
//- /log.h
class File;
class Log { void add(); File* file_; File* files_[2]; };
//- /log.cc
#include \"log.h\"
#include \"file.h\"
void Log::add() {
  file_->flush();
       //^^^^^ caller add
  files_[1]->flush();
           //^^^^^ caller add
}
",
    );
}

#[test]
fn a_type_outside_the_one_that_it_belongs_to_has_its_members() {
    check(
        "find_callers",
        "
//- /sink.h
class Sink { public: void wr$0ite(int byte); };
class Other { public: void write(int byte); };
//- /builder.h
class Builder { void add(); struct Rep; Rep* rep_; };
//- /builder.cc
#include \"builder.h\"
#include \"sink.h\"
struct Builder::Rep { Sink* sink; typedef Other Kept; Kept kept; };
void Builder::add() {
  Rep* rep = rep_;
  rep->sink->write(1);
           //^^^^^ caller add
  rep->kept.write(2);
}
",
    );
}

/// An element is what the operator gives or what the pointer leads to.
#[test]
fn element_of_operator_or_pointer() {
    let files = "
//- /a.h
class Key { public: void AT(); };
class Row { public: char operator[](int n) const; void BT(); };
class Table { public: Key& operator[](int n); void AT(); };
void use(const Row* rows, Table& table, std::vector<Key> keys, std::map<int, Row> map) {
  rows[1].take();
  table[2].close();
  keys[3].close();
  map[4].take();
  keys.take();
}
";
    check(
        "find_callers",
        &files
            .replace("BT", "ta$0ke")
            .replace("AT", "close")
            .replace("  rows[1].take();\n", "  rows[1].take();\n        //^^^^ caller use\n")
            .replace("  map[4].take();\n", "  map[4].take();\n       //^^^^ caller use\n"),
    );
}

#[test]
fn a_member_of_a_templates_parameter_may_be_any() {
    check(
        "find_callers",
        "
//- /a.h
struct plain_factory { template <typename T> static T cre$0ate(int size); };
template <typename Factory = plain_factory>
int make() { return Factory::template create<int>(1); }
                                    //^^^^^^ caller make [possible]
",
    );
}

#[test]
fn functions_of_one_namespace_in_several_headers_are_overloads() {
    check(
        "find_callers",
        "
//- /core.h
namespace text { inline void wr$0ite(int number) {} }
//- /time.h
#include \"core.h\"
namespace text { inline void write(const char* name) {} void now() { write(1); } }
                                                                   //^^^^^ caller now [possible]
//- /other.h
namespace disk { inline void write(const char* name) {} void then() { write(1); } }
",
    );
}

#[test]
fn a_specialization_does_not_extend_itself() {
    check(
        "find_implementations",
        "
//- /core.h
template <typename T> struct form$0atter { void format(T value); };
//- /watch.h
#include \"core.h\"
struct watch {};
template <> struct formatter<watch> : formatter<double> {};
                 //^^^^^^^^^ impl
",
    );
}

#[test]
fn uncalled_names_after_a_dot_are_no_methods() {
    check(
        "find_references",
        "
//- /a.h
struct plain { int hour; };
class clock { public: int ho$0ur() const; };
int use(const clock& now, plain& other) {
  other.hour = 1;
  return now.hour() + other.hour;
           //^^^^ call
}
",
    );
}

#[test]
fn macros_before_results_and_in_the_place_of_members_hide_no_type() {
    check(
        "find_implementations",
        "
//- /error.hpp
#define LIB_NODISCARD [[nodiscard]]
namespace lib {
class Err$0or : public std::runtime_error {
  public:
    LIB_NODISCARD const std::string &get_name() const { return name_; }
    LIB_NODISCARD std::vector<std::string> all(const std::string &sep) const;
    LIB_CONSTEXPR Error(std::string name) : name_(name) {}
    void run() {
        LIB_TRY
        {
            go();
        }
        LIB_CATCH(...) {}
    }

  private:
    std::string name_;
};
class ParseError : public Error {
    //^^^^^^^^^^ impl
    LIB_ERROR_DEF(Error, ParseError)
};
class Nested : public lib::detail::Mixin<int>, public lib::Error {
    //^^^^^^ impl
};
}
",
    );
}

#[test]
fn a_static_member_is_one_with_its_definition() {
    let project = project(&[
        ("w.h", "class W {\npublic:\n  static int req(int db, bool a = false);\n};\n"),
        ("w.cpp", "#include \"w.h\"\nint W::req(int db, bool a) { return db; }\n"),
        ("use.cpp", "#include \"w.h\"\nint use() { return W::req(1); }\n"),
    ]);
    let text = run(project.path(), &["callers", "W.req"]).stdout;
    assert_eq!(text.matches("Callers of").count(), 1, "{text}");
    assert!(text.contains("use.cpp:2 use"), "{text}");
}

/// It is no member, but a function of the namespace, found by the types of its arguments.
#[test]
fn a_friend_that_its_class_defines_is_called_by_its_name() {
    check(
        "find_callers",
        "
//- /a.cpp
namespace app {
class Mem {
  struct Part { friend int pe$0ek(const Part& part) { return 1; } };
  friend int peek(const Mem& mem);
  int own(Part& part) { return peek(part); }
                             //^^^^ caller own
};
}
int use(app::Mem& mem) { return peek(mem); }
                              //^^^^ caller use
",
    );
}

#[test]
fn members_of_nested_classes_see_the_names_of_the_outer_ones() {
    check(
        "find_references",
        "
//- /a.h
class Widget {
  class Impl;
  enum Mo$0de { On };
};
class Widget::Impl {
  void paint(Mode mode);
           //^^^^ type
};
//- /a.cpp
#include \"a.h\"
void Widget::Impl::paint(Mode mode) { Mode own = mode; }
                       //^^^^ type
                                    //^^^^ type
",
    );
}

#[test]
fn the_name_of_a_test_is_no_use_of_a_class() {
    check(
        "find_references",
        "
//- /a.cpp
class Data$0base {};
TEST(Database, opens) { Database own; }
                      //^^^^^^^^ call
",
    );
}

#[test]
fn a_variable_without_a_value_is_made_by_a_constructor() {
    check(
        "find_callers",
        "
//- /a.cpp
class Pool { public: Po$0ol(); };
void make() {
    Pool own;
  //^^^^ caller make
    Pool *none;
    Pool &same = own;
}
",
    );
}

/// A header without an ending is none that a name in code means.
#[test]
fn a_file_of_the_name_of_a_type_is_not_meant_by_it() {
    let page =
        "class FolderModel;\nclass Page { std::shared_ptr<FolderModel> m_model; void load(); };\n";
    let dir = project(&[
        (
            "model.h",
            "class FolderModel { public: bool update(); };\nclass Other { bool update(); };\n",
        ),
        ("page.h", page),
        ("page.cpp", "#include \"page.h\"\nvoid Page::load() { m_model->update(); }\n"),
        ("testdata/FolderModel", "text\n"),
    ]);
    let text = run(dir.path(), &["callers", "FolderModel.update"]).stdout;
    assert!(text.contains("page.cpp:2 Page.load: ") && !text.contains("nresolved"), "{text}");
}

#[test]
fn a_pointer_of_the_project_leads_to_what_the_library_holds() {
    check(
        "find_callers",
        "
//- /a.cpp
template <typename T> class Handle : public QSharedPointer<T> { public: void reset(); };
template <typename T, typename... Args> Handle<T> make(Args... args);
class Part { public: int ver$0sion(); void reset(); };
class Other { public: int version(); };
using PartHandle = Handle<Part>;
struct Data { QList<PartHandle> parts; QMap<QString, PartHandle> index; };
void read(Data* data, int row) {
    for (auto part : data->parts) part->version();
                                      //^^^^^^^ caller read
    auto one = data->parts.at(row);
    one->version();
       //^^^^^^^ caller read
    auto found = data->index.find(\"a\");
    (*found)->version();
            //^^^^^^^ caller read
    auto made = make<Part>(1, 2);
    made->version();
        //^^^^^^^ caller read
    make<Other>()->version();
}
",
    );
}

#[test]
fn functions_give_what_their_type_arguments_say() {
    check(
        "find_callers",
        "
//- /a.cpp
class Part { public: int ver$0sion(); };
class Other { public: int version(); };
struct Pool {
    template <typename T> std::shared_ptr<T> make();
    template <typename T> static std::shared_ptr<T> give();
};
namespace lib { template <typename T> T* one(); }
void read(Pool& pool) {
    pool.make<Part>()->version();
                     //^^^^^^^ caller read
    Pool::give<Part>()->version();
                      //^^^^^^^ caller read
    auto one = lib::one<Part>();
    one->version();
       //^^^^^^^ caller read
    lib::one<Other>()->version();
}
",
    );
}
