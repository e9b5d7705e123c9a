//! C++.

use crate::support::fixture::check;

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

#[test]
fn a_type_within_a_type_is_not_meant_by_its_bare_name_elsewhere() {
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
fn whoever_makes_a_value_calls_the_class_and_its_constructor() {
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
