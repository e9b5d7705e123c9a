//! C and C++.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn static_functions_stay_in_their_file() {
    check(
        "find_callers",
        "
//- /a.c
static int pro$0be(void) { return 0; }
int init(void) { return probe(); }
                      //^^^^^ caller init
//- /b.c
static int probe(void) { return 1; }
int start(void) { return probe(); }
",
    );
    check(
        "find_callers",
        "
//- /lib.h
int load(int x);
//- /lib.c
#include \"lib.h\"
int lo$0ad(int x) { return x; }
//- /use.c
#include \"lib.h\"
#define LOAD(x) load(x)
              //^^^^ caller LOAD
int use(void) { int y = load(1); return y; }
                      //^^^^ caller use
int shadow(int (*load)(int)) { return load(1); }
struct ops { int (*load)(int); };
static struct ops ops = { .load = load };
",
    );
}

#[test]
fn a_function_in_a_table_is_a_reference_and_no_call() {
    check(
        "find_references",
        "
//- /a.c
static int on_op$0en(void) { return 0; }
struct ops { int (*open)(void); };
static struct ops table = { .open = on_open };
                                  //^^^^^^^ read
int run(void) { return on_open(); }
                     //^^^^^^^ call
",
    );
}

#[test]
fn classes_and_namespaces_of_cpp_bind() {
    check(
        "find_callers",
        "
//- /pool.hpp
namespace app {
class Pool {
public:
  void pu$0sh(int item);
  std::vector<int> items;
  void twice() { push(1); this->push(2); }
               //^^^^ caller twice
                              //^^^^ caller twice
};
}
//- /pool.cpp
#include \"pool.hpp\"
namespace app {
void Pool::push(int item) { items.push(item); }
}
//- /use.cpp
#include \"pool.hpp\"
void made() { app::Pool pool; pool.push(1); }
                                 //^^^^ caller made
void given(app::Pool &pool, app::Pool *other) { pool.push(1); other->push(2); }
                                                   //^^^^ caller given
                                                                   //^^^^ caller given
void stranger(std::vector<int> &list) { list.push(1); }
",
    );
    check(
        "find_implementations",
        "
//- /shape.hpp
class Sha$0pe { virtual void area(); };
class Square : public Shape { void area() override; };
    //^^^^^^ impl
struct Big : Square {};
     //^^^ impl
",
    );
}

#[test]
fn alternatives_that_one_header_declares_are_one_function() {
    check(
        "find_callers",
        "
//- /include/lock.h
int take_lo$0ck(int);
//- /unix/lock.c
#include \"lock.h\"
int take_lock(int wait) { return wait; }
//- /win32/lock.c
#include \"lock.h\"
int take_lock(int wait) { return -wait; }
//- /app/use.c
#include \"lock.h\"
int use(void) { return take_lock(1); }
                     //^^^^^^^^^ caller use
",
    );
}

/// A type is found among more files that name it than are read.
#[test]
fn type_found_beyond_files_read() {
    let drivers: Vec<(String, String)> = (0..450)
        .map(|number| {
            let text =
                format!("static const struct ops driver{number}_ops = {{\n\t.open = 0,\n}};\n");
            (format!("drivers/{number}.c"), text)
        })
        .collect();
    let mut files: Vec<(&str, &str)> =
        drivers.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    files.push(("include/ops.h", "struct ops {\n\tint (*open)(void);\n};\n"));
    let directory = project(&files);
    let answer =
        ask::value(directory.path(), "find_references", json!({ "symbol": "ops", "wait": 0 }));
    assert_eq!(answer["target"]["file"], "include/ops.h");
    assert_eq!(answer["summary"]["total"], 450);
}

#[test]
fn a_base_class_with_a_constructor_is_still_the_class() {
    check(
        "find_implementations",
        "
//- /env.h
namespace db {
class En$0v {
 public:
  Env();
  virtual ~Env();
};
class Wrapper : public Env {
    //^^^^^^^ impl
 public:
  explicit Wrapper(Env* base) : base_(base) { }
  Env* base_;
};
}
//- /posix.cc
#include \"env.h\"
namespace db {
Env::Env() { }
namespace {
class Posix : public Env { };
    //^^^^^ impl
}
}
",
    );
}

#[test]
fn a_class_within_a_class_of_a_header_is_found() {
    check(
        "find_references",
        "
//- /batch.h
namespace db {
class Batch {
 public:
  class Hand$0ler {
   public:
    virtual void put(int key) = 0;
  };
  void iterate(Handler* handler) const;
             //^^^^^^^ type
};
}
",
    );
}

#[test]
fn static_functions_of_one_name_in_two_programs_are_two() {
    let files = [
        ("tools/a.c", "static int usage(void) { return 0; }\nint main(void) { return usage(); }\n"),
        ("tools/b.c", "static int usage(void) { return 1; }\nint main(void) { return usage(); }\n"),
    ];
    let directory = project(&files);
    let answer =
        ask::value(directory.path(), "find_callers", json!({ "symbol": "usage", "wait": 0 }));
    let definitions = answer["definitions"].as_array().expect("two definitions");
    let found: Vec<(usize, &str)> = definitions
        .iter()
        .map(|each| {
            let rows = each["results"].as_array().expect("rows");
            (rows.len(), rows[0]["file"].as_str().expect("a file"))
        })
        .collect();
    assert_eq!(found, [(1, "tools/a.c"), (1, "tools/b.c")]);
}

#[test]
fn alternatives_that_open_a_brace_do_not_hide_the_function_around_them() {
    check(
        "find_callers",
        "
//- /poll.c
int ready$0(int events);
int ready(int events) { return events; }
static void on_poll(int events) {
  if (ready(events)) {
    //^^^^^ caller on_poll
    switch (events) {
      default:
        ASSERT(0);
    }
  }
#if !defined(__sun) && !defined(_AIX)
  if (events) {
    ready(0);
  //^^^^^ caller on_poll
  }
  if (ready(1) && events) {
    //^^^^^ caller on_poll
#else /* __sun */
  if (ready(2)) {
    //^^^^^ caller on_poll
#endif
    ready(3);
  //^^^^^ caller on_poll
  } else if (ready(4)) {
           //^^^^^ caller on_poll
    ready(5);
  //^^^^^ caller on_poll
  }
}
int after(void) { return ready(6); }
                       //^^^^^ caller after
",
    );
    check(
        "find_callers",
        "
//- /open.c
int re$0ady(int events) { return events; }
#ifdef WIDE
int open_wide(int events, int more) {
#else
int open_wide(int events) {
#endif
  return ready(events);
       //^^^^^ caller open_wide
}
#ifdef __cplusplus
extern \"C\" {
#endif
int last(void) { return ready(1); }
                      //^^^^^ caller last
#ifdef __cplusplus
}
#endif
",
    );
}

#[test]
fn macros_in_the_place_of_members_end_no_type() {
    check(
        "find_callers",
        "
//- /include/timer.h
struct timer_s {
  HANDLE_FIELDS
  TIMER_PRIVATE_FIELDS /* of the system */
};
typedef struct { int size; REQUEST_FIELDS } request_t;
enum flags { FIRST_FLAG };
int timer_sta$0rt(struct timer_s* timer);
//- /src/timer.c
#include \"timer.h\"
int timer_start(struct timer_s* timer) { return FIRST_FLAG; }
//- /src/loop.c
#include \"timer.h\"
void run(struct timer_s* timer) { timer_start(timer); }
                                //^^^^^^^^^^^ caller run
",
    );
}

#[test]
fn conditions_in_the_head_of_a_function_do_not_hide_it() {
    check(
        "find_callers",
        "
//- /event.h
int ass$0ign(int base, void *arg);
//- /event.c
int
/* a compiler's bug */
#if defined(__GNUC__) && __GNUC__ == 11
__attribute__((noinline))
#endif
assign(int base, void *arg)
{
    return base;
}
#ifndef DEBUG
static
#endif
int init(void) { return assign(1, 0); }
                      //^^^^^^ caller init
#ifdef WIDE
int open_all(long base)
#else
int open_all(int base)
#endif
{
    if (base) { init(); } else
#ifdef DEBUG
    if (init())
#endif
    {
        return assign(2, 0);
             //^^^^^^ caller open_all
    }
    return 0;
}
",
    );
}

/// A macro between a type and a name does not hide the function.
#[test]
fn macro_before_name_keeps_function() {
    check(
        "find_callers",
        "
//- /a.c
void dr$0op(struct buffer *buffer);
static void __printf(2, 3)
send_note(struct buffer *buffer, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	if (queue(buffer))
        drop(buffer);
      //^^^^ caller send_note
}
static __printf(1, 2)
void note(const char *format, ...)
{
	struct buffer *buffer = get(format);

	if (queue(buffer))
        drop(buffer);
      //^^^^ caller note
}
",
    );
}

#[test]
fn a_macro_may_keep_a_function_to_its_file() {
    let files = "
//- /mem.h
#define MEM_STATIC static __inline __attribute__((unused))
MEM_STATIC void HEADER(void *at);
MEM_STATIC void put(void *at) { *(char *)at = 0; }
//- /compress.c
#include \"mem.h\"
void compress(void *at) { put(at); }
                        //1
//- /legacy.c
#define MEM_STATIC static __inline
MEM_STATIC void LEGACY(void *at) { *(char *)at = 1; }
void old(void *at) { put(at); }
                   //2
";
    let named = files.replace("HEADER", "pu$0t").replace("LEGACY", "put");
    check("find_callers", &named.replace("//1", "//^^^ caller compress").replace("//2\n", "\n"));
    let named = files.replace("HEADER", "put").replace("LEGACY", "pu$0t");
    check("find_callers", &named.replace("//2", "//^^^ caller old").replace("//1\n", "\n"));
}

#[test]
fn a_macro_that_is_extern_elsewhere_keeps_no_function_to_its_file() {
    check(
        "find_callers",
        "
//- /limits.h
#define API extern
//- /object.h
#include \"limits.h\"
API void tostring(int at);
//- /object.c
#include \"object.h\"
void to$0string(int at) { }
//- /api.c
#include \"object.h\"
void call(int at) { tostring(at); }
                  //^^^^^^^^ caller call
//- /one.c
#define API static
#include \"object.c\"
#include \"api.c\"
",
    );
}

#[test]
fn an_enumerator_is_a_name_of_the_scope_around_its_enumeration() {
    check(
        "find_references",
        "
//- /color.h
enum color { R$0ED, GREEN };
//- /use.c
#include \"color.h\"
int use(int c) { switch (c) { case RED: return 1; default: return GREEN; } }
                                 //^^^ read
",
    );
    let files = "
//- /node.hpp
namespace app {
namespace Kind { enum value { Null, KIND }; }
enum class Strong { STRONG, Other };
struct Node {
  enum state { STATE, Stop };
  int METHOD();
  void go() { int a = Scalar; }
                    //state
};
}
//- /use.cpp
#include \"node.hpp\"
int kind(int x) { return x == app::Kind::Scalar; }
                                       //kind
int strong(app::Strong x) { return x == app::Strong::Scalar; }
                                                   //strong
int state(int x) { return x == app::Node::Scalar; }
                                        //state
";
    for (place, mark) in [("KIND", "//kind"), ("STRONG", "//strong"), ("STATE", "//state")] {
        let mut marked = files.replace(place, "Sca$0lar").replace(mark, "//^^^^^^ read");
        for other in ["KIND", "STRONG", "STATE"] {
            marked = marked.replace(other, "Scalar");
        }
        let lines = marked.replace("METHOD", "scalar");
        let lines = lines.lines().filter(|line| {
            !["//kind", "//strong", "//state"].iter().any(|mark| line.trim() == *mark)
        });
        check("find_references", &lines.collect::<Vec<_>>().join("\n"));
    }
}

#[test]
fn macros_use_the_names_in_their_replacement() {
    check(
        "find_references",
        "
//- /log.c
int log_at(int level, const char *text);
int no$0te(int level) { return level; }
#define NOTE(note_) log_at(note(note_), \"note\")
                         //^^^^ call
#define PAIR(at, note) do { at->note = note; } while (0)
#define NAME(x) note_##x
#define HANDLER \\
  note
//^^^^ read
",
    );
}

#[test]
fn an_include_leads_to_the_nearest_of_several_headers_of_a_name() {
    check(
        "find_callers",
        "
//- /lib/common/mem.h
static int is_w$0ide(void) { return 1; }
//- /contrib/mem.h
static int is_wide(void) { return 0; }
//- /lib/compress/block.c
#include \"../common/mem.h\"
int block(void) { return is_wide(); }
                       //^^^^^^^ caller block
//- /lib/legacy/old.c
#include \"../common/mem.h\"
#ifndef MEM_H
static int is_wide(void) { return 2; }
#endif
int old(void) { return is_wide(); }
                     //^^^^^^^ caller old [possible]
//- /lib/legacy/older.c
static int is_wide(void) { return 3; }
int older(void) { return is_wide(); }
",
    );
}

#[test]
fn a_bare_name_is_of_the_innermost_namespace() {
    check(
        "find_callers",
        "
//- /emit.hpp
namespace app {
int he$0x(int x);
namespace expression { int hex(int x); int inside(int x) { return hex(x); } }
                                                                //^^^ caller inside [possible]
int outside(int x) { return hex(x); }
                          //^^^ caller outside
}
",
    );
}

#[test]
fn a_name_of_a_structure_has_its_members() {
    let filling = "int filled;".repeat(200);
    check(
        "find_references",
        &format!(
            "
//- /pool.c
struct queue_s;
typedef struct queue_s queue_t, *queue_p;
typedef struct pool_s {{ int $0timer; int (*run)(int); queue_t* next; {filling} }} pool_t;
struct queue_s {{ int timer; pool_t own; }};
typedef union any_s {{ int timer; }} any_t;
int go(pool_t* pool, queue_t* queue, queue_p other, any_t* any) {{
    pool_t local;
    queue->timer = other->timer + any->timer;
    local.timer = 1;
        //^^^^^ write
    queue->own.timer = 2;
             //^^^^^ write
    int first = pool->timer + pool->next->timer;
                    //^^^^^ read
    return pool->next->own.timer;
                         //^^^^^ read
}}
"
        ),
    );
}

#[test]
fn a_name_of_a_structure_is_one_in_cpp_too() {
    check(
        "find_callers",
        "
//- /pool.cpp
typedef struct Pool_s { int r$0un(int of) { return of; } } Pool_t, *Pool_p;
struct Other { int run(int of) { return of; } };
int go(Pool_t* pool, Pool_p same, Other* other) {
    return pool->run(1) + other->run(2);
               //^^^ caller go
}
int stop(Pool_p pool) { return pool->run(3); }
                                   //^^^ caller stop
",
    );
}

#[test]
fn a_member_is_asked_for_by_another_name_of_its_structure() {
    let dir = project(&[
        (
            "a.c",
            "typedef struct pool_s { int timer; } pool_t;\nint go(pool_t* p) { return p->timer; }\n",
        ),
        ("b.c", "struct other { int timer; };\n"),
    ]);
    let answer = ask::value(dir.path(), "find_references", json!({ "symbol": "pool_t.timer" }));
    assert_eq!(answer["target"]["container"], "pool_s", "{answer}");
    assert_eq!(answer["results"][0]["line"], 2, "{answer}");
}
