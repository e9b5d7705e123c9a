//! Constructs that the grammars do not know: what stands around them is read all the same.

use crate::support::fixture::check;

#[test]
fn macros_of_cpp_on_lines_that_cannot_be_read_hide_nothing() {
    check(
        "find_callers",
        r#"
//- /a.hpp
class Chunk {
  LIB_API ~Chunk();
  explicit LIB_API Chunk(bool value);
  virtual size_t length() const LIB_OVERRIDE;
  [[noreturn]] LIB_API void Throw(const string &message = "") const;
  LIB_API optional_ptr<Entry>
  Create(Transaction transaction, map_t<vector<Value>> options = {});
  using Member = bool (lib::Other::*)();
  using typename Base::value_type;
  enum : size_t { Few = 256 };
  static Chunk From(int) = delete;
  int si$0ze();
};
extern "C" LIB_KEEP void keep(Chunk& chunk) { chunk.size(); }
                                                  //^^^^ caller keep
LIB_PUSH_WARNING
LIB_CHECK("-Wall")

bool use(Chunk chunk, Member member) {
  SCOPE_EXIT {
    // Always.
    close(chunk);
  };
  for_each_of(chunk, at, max) {
    chunk.size();
        //^^^^ caller use
  }
  if ((this->*member)() && chunk.operator bool()) {
    return chunk.size();
               //^^^^ caller use
  }
  auto later = [chunk{std::move(chunk)}](int n) mutable { return chunk.size(); };
                                                                     //^^^^ caller use
  forever {
    chunk.size();
        //^^^^ caller use
  }
  FATAL("size of " LIB_NAME);
  return chunk.size();
             //^^^^ caller use
}
Task<Pair> both(Chunk chunk) {
  co_await chunk.size();
               //^^^^ caller both
  co_return {3, 4};
}
class Mock : public Chunk {
  MOCK_METHOD((std::map<int, int>), counts, (int fd, unsigned long request, void* to), (override));
  void more() { size(); }
              //^^^^ caller more
};
"#,
    );
}

#[test]
fn macros_of_c_on_lines_that_cannot_be_read_hide_nothing() {
    check(
        "find_callers",
        r#"
//- /a.h
#ifdef __cplusplus
extern "C" {
#endif
#ifndef _WIN32
static inline void *get(size_t size) { return 0; }
#else
void *get(size_t size);
#endif
#ifdef __cplusplus
}
#endif
//- /a.c
#include "a.h"
static libAtomic size_t count = 0;
libAtomic int other;
seq_define(data_t, data)

int hel$0per(int n) { return n; }
TEST_BEGIN(first) {
    run_with_period(100) {
        helper(1);
      //^^^^^^ caller first
    }
}
TEST_END

int two OF((int a, char *b));
int use(va_list ap, int __unused n) {
    long long number = va_arg(ap, long long);
    list->items = make_vector(list->state, n, Item*);
    fail("no " NAME(n) " found", NUMBER);
    return helper(number);
         //^^^^^^ caller use
}
"#,
    );
}

/// Some of the C library of BSD, of Windows, and conditions around branches.
#[test]
fn heads_of_lists_attributes_and_conditions_around_branches_of_c_hide_nothing() {
    check(
        "find_callers",
        r#"
//- /size.c
int si$0ze(int n, void *of, int more) { return n; }
//- /kind.h
enum class Kind { One };
struct Holder { Kind kind = Kind::One; int count() const { return size(1, 0, 0); } };
                                                                //^^^^ caller count
//- /a.c
static TAILQ_HEAD(, item) items = TAILQ_HEAD_INITIALIZER(items);
static const char TOOL_USED version[] = "1";
static void printflike(3, 4)
log_it(char **to, int n, const char *fmt, ...)
{
  size(1, items, 0);
//^^^^ caller log_it
}
UNITTEST struct item *first(void) {
  size(1, 0, 0);
//^^^^ caller first
  return 0;
}
static DWORD WINAPI start(void *of) {
  return size(1, of, 0);
       //^^^^ caller start
}
int added(float *LIB_RESTRICT to) _hidden_;
int choose(__unused int a, __unused void *b)
{
  if (timercmp(&a, &b, >))
    return size(1, b, 0);
         //^^^^ caller choose
  ev_break(EV_A_ ALL);
  if (a)
    b = 0;
#ifdef WITH_B
  else if (b)
    size(2, b, 0);
  //^^^^ caller choose
#endif
  else {
    size(3, b, 0);
  //^^^^ caller choose
  }
#ifdef WITH_A
  if (a)
#endif
    size(4, b, 0);
  //^^^^ caller choose
  RB_NEXT(tree, , a);
  switch (a) { ALL_KINDS }
  return size(5, b, 0);
       //^^^^ caller choose
}
"#,
    );
}

#[test]
fn new_makes_a_pointer_to_a_value_in_go() {
    check(
        "find_callers",
        r#"
//- /a.go
package a

type Server struct{}
type Other struct{}

func (s Server) Ru$0n() {}
func (o Other) Run()  {}

func made() Server { return Server{} }

func use(n int, rest []Server) {
    give(new(4), new(-1), new("x"), new(true), new(n+1), new(int64(3)), new(func() int { return 1 }()))
    a := new(made())
    a.Run()
    //^^^ caller use
    b := new(Server{})
    b.Run()
    //^^^ caller use
    c := new(Server)
    c.Run()
    //^^^ caller use
    new(rest[0]).Run()
               //^^^ caller use
    new(Other{}).Run()
    made().Run()
         //^^^ caller use
}
"#,
    );
}

#[test]
fn patterns_of_records_in_java_may_name_outer_types_and_be_several() {
    check(
        "find_callers",
        r"
//- /Use.java
class Use {
    sealed interface Model { record Plain(Item item) implements Model {} record Wide(Model.Plain plain, int n) implements Model {} }
    static class Item { void ru$0n() {} }
    static class Other { void run() {} }
    int use(Object any) {
        if (!(any instanceof Model.Plain(
            Item item
        ))) { return 0; }
        item.run();
           //^^^ caller use
        return switch (any) {
            case Model.Wide(Model.Plain(Item first), int n) -> {
                first.run();
                    //^^^ caller use
                yield n;
            }
            case String _,
                 Integer _ ->
                1;
            default -> { new Other().run(); new Item().run(); yield 2; }
                                                     //^^^ caller use
        };
    }
}
",
    );
}
