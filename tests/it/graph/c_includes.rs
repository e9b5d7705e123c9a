//! C and C++: variants of a function, headers that are found by their name, and what macros hold.

use crate::support::fixture::check;
use crate::support::{ask, cli, project};
use serde_json::{Value, json};

const RUN: [(&str, &str); 4] = [
    ("a.h", "int run(int);\n"),
    (
        "u.c",
        "#include \"a.h\"\nstatic int nix(int x) { return x; }\n\
         int run(int x) { return nix(x); }\n",
    ),
    (
        "w.c",
        "#include \"a.h\"\nstatic int win(int x) { return x; }\n\
         int run(int x) { return win(x); }\n",
    ),
    ("use.c", "#include \"a.h\"\nint go(void) { return run(1); }\n"),
];

fn names(answer: &Value) -> Vec<&str> {
    let rows = answer["results"].as_array().expect("rows");
    rows.iter().filter_map(|row| row["name"].as_str()).collect()
}

#[test]
fn a_file_chooses_its_variant_of_a_function() {
    let dir = project(&RUN);
    let ask = |tool: &str, target: Value| ask::value(dir.path(), tool, target);
    let of = |file: &str| ask("find_callees", json!({ "symbol": "run", "file": file }));
    assert_eq!(names(&of("u.c")), ["nix"]);
    assert_eq!(names(&of("w.c")), ["win"]);
    assert_eq!(names(&of("a.h")), ["nix", "win"]);
    assert_eq!(names(&ask("find_callees", json!({ "file": "w.c", "line": 3 }))), ["win"]);
    let callers = ask("find_callers", json!({ "symbol": "run", "file": "w.c" }));
    assert_eq!(names(&callers), ["go"]);
    // A line of another file than the first says so.
    let text = cli::run(dir.path(), &["callees", "run"]).stdout;
    assert!(text.contains("called at 3\n") && text.contains("called at w.c:3"), "{text}");
}

#[test]
fn a_header_in_another_directory_tells_which_definition_is_seen() {
    check(
        "find_callers",
        "
//- /src/common.h
void* my_malloc(int n);
//- /src/common.c
#include \"common.h\"
void* my_m$0alloc(int n) { return 0; }
//- /src/unix/internal.h
#include \"common.h\"
//- /src/unix/fs.c
#include \"internal.h\"
void* f(void) { return my_malloc(1); }
                     //^^^^^^^^^ caller f
//- /test/t.c
#define my_malloc malloc
void* t(void) { return my_malloc(2); }
",
    );
    check(
        "find_callers",
        "
//- /src/part.c
#include \"part.h\"
void* f(void) { return take(1); }
                     //^^^^ caller f
//- /src/part.h
void* ta$0ke(int n);
//- /test/t.c
#define take malloc
#include \"../src/part.c\"
",
    );
}

#[test]
fn headers_that_are_as_near_are_not_told_apart() {
    check(
        "find_callers",
        "
//- /arch/one/io.h
static inline int re$0adl(void) { return 1; }
//- /arch/two/io.h
static inline int readl(void) { return 2; }
//- /drivers/x.c
#include <io.h>
int f(void) { return readl(); }
                   //^^^^^ caller f [possible]
//- /arch/one/own.c
#include \"io.h\"
int g(void) { return readl(); }
                   //^^^^^ caller g
",
    );
}

#[test]
fn fields_are_named_in_the_arguments_of_macros() {
    check(
        "find_references",
        "
//- /a.c
#include <stddef.h>
#define cont_of(ptr, type, member) ((type*)((char*)(ptr) - offsetof(type, member)))
struct ops { int x; };
struct node { int depth; struct ops ops; int ho$0ok; };
struct other { int hook; };
struct node* up(int* p, void* q) {
    int hook = 1;
    struct node* n = cont_of(p, struct node, hook);
                                           //^^^^ read
    struct other* o = cont_of(p, struct other, hook);
    return (struct node*)((char*)q - offsetof(struct node, hook)) + max(n, hook);
                                                         //^^^^ read
}
",
    );
    check(
        "find_references",
        "
//- /a.c
struct ops$0 { int x; };
struct node { struct ops ops; };
                   //^^^ type
int up(void) { return offsetof(struct node, ops); }
",
    );
}

#[test]
fn the_names_of_what_a_prototype_takes_are_no_members() {
    check(
        "find_references",
        "
//- /a.h
struct pool { unsigned $0flags; };
int proto(int flags, int data);
struct ops { int (*run)(int flags); };
int use(struct pool* pool) { return pool->flags; }
                                        //^^^^^ read
",
    );
}

#[test]
fn a_function_of_another_file_is_not_meant_elsewhere() {
    let dir = project(&[
        ("a.c", "static void close_cb(int x) {}\nvoid go(void) { start(close_cb); }\n"),
        ("b.c", "struct h { FIELDS };\nvoid stop(struct h* h) { h->close_cb(h); }\n"),
    ]);
    let text = cli::run(dir.path(), &["callers", "a.c#close_cb"]).stdout;
    assert!(!text.contains("nresolved"), "{text}");
}

#[test]
fn functions_in_macros_are_defined() {
    check(
        "find_callers",
        "
//- /a.c
#define EXPORT(decl) static __attribute__((unused)) decl
EXPORT(void heap_init(int* h)) { *h = 0; }
EXPORT(void heap_in$0sert(int* h,
                        int n)) {
  heap_init(h);
}
int main(void) { int a; heap_insert(&a, 1); return 0; }
                      //^^^^^^^^^^^ caller main
",
    );
}
