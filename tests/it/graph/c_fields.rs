//! C: fields of arrays and pointers, fields that initializers name, and names that macros make.

use crate::support::fixture::check;

#[test]
fn an_element_of_an_array_has_the_fields_of_its_type() {
    check(
        "find_references",
        "
//- /a.c
struct a { int wid$0th; struct b *inner; struct b list[4]; struct a **all; };
struct b { int width; };
static struct a table[4];
int f(struct a *p, struct a q[], struct a **pp) {
    struct a arr[3];
    struct a grid[3][2];
    struct a *many[4];
    struct b other[2];
    use(p[1].width, q[0].width);
           //^^^^^ read
                       //^^^^^ read
    use(arr[2].width, table[0].width);
             //^^^^^ read
                             //^^^^^ read
    use((&arr[0])->width, grid[1][0].width);
                 //^^^^^ read
                                   //^^^^^ read
    use(many[1]->width, pp[0]->width);
               //^^^^^ read
                             //^^^^^ read
    use(p->all[1]->width, (*pp)->width);
                 //^^^^^ read
                               //^^^^^ read
    return p->inner[2].width + p->list[1].width + other[0].width;
}
",
    );
}

#[test]
fn initializers_name_the_fields_of_what_they_make() {
    let text = "
//- /a.c
struct ops { int init; struct inner in; struct inner list[2]; };
struct other { int init; };
struct inner { int init; };
static const struct ops one = { .init = 1, .in = { .init = 2 } };
                               //^^^^ write ops
                                                  //^^^^ write inner
static struct ops all[] = {
    { .init = 1 },
     //^^^^ write ops
    [3] = { .init = 2, .list = { { .init = 3 }, [1] = { .init = 4 } } },
           //^^^^ write ops
                                  //^^^^ write inner
                                                       //^^^^ write inner
};
int f(int init) {
    struct other two = { .init = init };
                        //^^^^ write other
    struct ops *three = &(struct ops){ .init = '}' };
                                      //^^^^ write ops
    use((struct other[]){ { .init = 1 } });
                           //^^^^ write other
    return two.init;
             //^^^^ read other
}
";
    for of in ["ops", "other", "inner"] {
        let is_of = |line: &&str| !line.contains("//^") || line.ends_with(&format!(" {of}"));
        let lines: Vec<&str> = text.lines().filter(is_of).collect();
        let text = lines.join("\n").replace(&format!(" {of}\n"), "\n") + "\n";
        let asked = text.replacen(
            &format!("struct {of} {{ int init;"),
            &format!("struct {of} {{ int in$0it;"),
            1,
        );
        check("find_references", &asked);
    }
}

#[test]
fn a_function_of_a_structures_name_hides_nothing() {
    check(
        "find_references",
        "
//- /a.h
struct entry { int fla$0gs; };
struct other { int flags; };
//- /a.c
#include \"a.h\"
static const struct { int flags; const char *name; } table[] = {
    { .flags = 1, .name = \"a\" }, // The first.
    { .flags = 2 },
};
struct entry *entry(void *of) { return of; }
int f(struct entry *one) { return one->flags; }
                                     //^^^^^ read
",
    );
}

#[test]
fn a_macro_in_a_structure_is_no_member() {
    check(
        "find_references",
        "
//- /a.c
struct window {
    int flags;
#define WINDOW_ZO$0OMED 0x8
    int size;
};
int f(struct window *w) { return w->flags & WINDOW_ZOOMED; }
                                          //^^^^^^^^^^^^^ read
",
    );
}

#[test]
fn a_field_behind_a_macros_type_is_found_by_name() {
    let directory = crate::support::project(&[(
        "a.c",
        "struct window {\n\tTAILQ_HEAD(, entry) modes;\n\tTAILQ_ENTRY(window) link;\n};\n\
         int f(struct window *w) { return use(&w->modes); }\n",
    )]);
    for (symbol, line) in [("window.modes", 2), ("link", 3)] {
        let asked = serde_json::json!({ "symbol": symbol, "wait": 0 });
        let answer = crate::support::ask::value(directory.path(), "find_references", asked);
        assert_eq!(answer["target"]["line"], line, "{answer:#}");
    }
}

#[test]
fn a_name_that_a_macro_puts_together_is_used_by_its_parts() {
    let files = "
//- /a.c
#define APPLY(name) name##_impl(1)
#define TEST(name) int run_##name##_test(void)
#define FS(kind) UV_FS_ ## kind
static int foo_impl(int x) { return x; }
static int bar_impl(int x) { return x; }
enum fs { UV_FS_RENAME, UV_FS_OPEN };
int run(void) { return APPLY(foo) + FS(RENAME); }
TEST(alpha) { return 1; }
int run_alpha_test(void);
";
    let called = files
        .replace("FS(RENAME); }\n", "FS(RENAME); }\n                           //^^^ caller run\n");
    check("find_callers", &called.replace("foo_impl", "foo_i$0mpl"));
    check("find_callers", &files.replace("bar_impl", "bar_i$0mpl"));
    check("find_callers", &files.replace("run_alpha_test", "run_al$0pha_test"));
    let used = files.replace(
        "FS(RENAME); }\n",
        "FS(RENAME); }\n                                     //^^^^^^ read\n",
    );
    check("find_references", &used.replace("UV_FS_RENAME", "UV_FS_REN$0AME"));
}

#[test]
fn what_headers_declare_has_members() {
    check(
        "find_references",
        "
//- /node.h
typedef struct node_s node_t;
struct node_s { int ke$0y; node_t *next; };
typedef struct { node_t *head; } list_t;
node_t *node_new(void);
extern node_t *root;
static inline node_t *list_head(list_t *list) { return list->head; }
//- /other.h
typedef struct { int key; } other_t;
struct node_s *again(void);
other_t *other_new(void);
//- /all.h
#include \"node.h\"
//- /a.c
#include \"all.h\"
#include \"other.h\"
int f(node_t *node, list_t *list, other_t *other) {
    node->key = 1;
        //^^^ write
    node->next->key = 2;
              //^^^ write
    list_head(list)->key = 3;
                   //^^^ write
    node_new()->key = root->key;
              //^^^ write
                          //^^^ read
    list->head->next->key = 4;
                    //^^^ write
    other_new()->key = other->key;
    (node = root)->key = 5;
                 //^^^ write
    (node++)->key = list[1].head->key;
            //^^^ write
                                //^^^ read
    struct { node_t *held; } here;
    here.held->key = 6;
             //^^^ write
    struct node_s *again = node;
    return again->key;
                //^^^ read
}
",
    );
}

#[test]
fn a_structure_that_a_header_only_names_has_the_fields_of_its_file() {
    check(
        "find_references",
        "
//- /compile.h
typedef struct inst inst;
typedef struct { inst *first; } block;
//- /compile.c
#include \"compile.h\"
struct inst { int op$0; inst *next; };
struct other { int op; };
int f(block b, inst *i) {
    i->op = 1;
     //^^ write
    b.first->next->op = 2;
                 //^^ write
    return b.first->op;
                  //^^ read
}
",
    );
}

#[test]
fn a_structure_with_fields_of_a_macro_may_have_any() {
    let directory = crate::support::project(&[
        (
            "h.h",
            "#define FIELDS int flags;\nstruct h {\n  FIELDS\n  int own;\n};\nstruct o { int flags; };\n",
        ),
        ("a.c", "#include \"h.h\"\nint f(struct h *h) { return h->flags; }\n"),
    ]);
    let asked = serde_json::json!({ "symbol": "o.flags", "wait": 0 });
    let answer = crate::support::ask::value(directory.path(), "find_references", asked);
    let certain = answer["results"].as_array().into_iter().flatten();
    let certain = certain.filter(|row| row["certainty"] != "possible").count();
    assert_eq!(certain, 0, "{answer:#}");
}

#[test]
fn a_name_that_macros_hand_on_or_list_is_used_by_its_parts() {
    let files = "
//- /a.c
#define CLASS(name) (&(name ## _class))
#define MAKE(name) make(CLASS(name))
#define TWO(at, name) MAKE(name)
struct klass { int n; };
struct klass panel_class, meter_class;
int one(void) { return MAKE(panel); }
                          //^^^^^ read
int two(void) { return TWO(1, meter); }
#define REGISTER(fn) int call_##fn(void) { return fn##_impl(); }
int open_impl(void) { return 1; }
REGISTER(open)
int three(void) { return 1; }
#define ENTRIES(X) X(foo) X(open)
#define AS_FN(n) n##_go,
int foo_go(void) { return 1; }
static int (*gos[])(void) = { ENTRIES(AS_FN) };
";
    let marked = |name: &str, mark: &str, line: &str, caret: &str| {
        let plain = files.replace("                          //^^^^^ read\n", "");
        let marked = plain.replace(line, &format!("{line}\n{caret}"));
        check("find_references", &marked.replacen(name, mark, 1));
    };
    check("find_references", &files.replace("panel_class,", "panel_cl$0ass,"));
    let caret = format!("{}//^^^^^ read", " ".repeat(28));
    marked("meter_class;", "meter_cl$0ass;", "return TWO(1, meter); }", &caret);
    let caret = format!("{}//^^^^ call", " ".repeat(7));
    marked("open_impl(void)", "open_i$0mpl(void)", "REGISTER(open)", &caret);
    let caret = format!("{}//^^^^^ read", " ".repeat(36));
    marked("foo_go(void)", "foo_g$0o(void)", "{ ENTRIES(AS_FN) };", &caret);
}

#[test]
fn a_macro_may_be_given_the_name_of_a_field() {
    check(
        "find_references",
        "
//- /a.h
#define CALL(obj, fn, ...) ((obj)->fn ? (obj)->fn(__VA_ARGS__) : (void)0)
#define EACH(pos, head, member) for (pos = of(head, member); &pos->member != (head); )
#define HANDED(at, field) CALL(&at, field)
#define NONE(at, field) note(at, field)
//- /a.c
#include \"a.h\"
struct item { int id; void (*do$0ne)(struct item *); struct item *next; };
struct other { int done; };
void a(struct item *p, struct other *o, int done) {
    CALL(p, done, p);
          //^^^^ read
    CALL(o, done, o);
    HANDED(p->next, done);
                  //^^^^ read
    EACH(p, o, done) { }
             //^^^^ read
    CALL(find(p), done);
                //^^^^ read [possible]
    NONE(p, done);
}
",
    );
    check(
        "find_references",
        "
//- /a.c
#include <sys/queue.h>
struct win { int id; TAILQ_ENTRY(win) li$0nk; };
void a(struct wins *all) {
    struct win *w;
    TAILQ_FOREACH(w, all, link) { w->id++; }
                        //^^^^ read [possible]
    TAILQ_INSERT_TAIL(all, w, link);
                            //^^^^ read [possible]
    unlisted(w, link);
}
",
    );
}
