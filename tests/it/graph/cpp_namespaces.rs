//! C++: types of one name in several namespaces.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn a_type_is_that_of_the_namespace_around_the_use() {
    check(
        "find_callers",
        "
//- /one.cpp
namespace ext { class Session { public: void ru$0n(); }; }
namespace app {
class Session { public: void run(); };
class Holder { Session own; void f() { own.run(); } };
void inside(Session* session) { session->run(); }
void outside(ext::Session* session) { session->run(); }
                                             //^^^ caller outside
}
namespace ext {
void passed(Session& session) { session.run(); }
                                      //^^^ caller passed
struct Pointer { std::unique_ptr<Session> held; void f() { held->run(); } };
                                                               //^^^ caller f
}
void both(ext::Session* one, app::Session* other) { one->run(); other->run(); }
                                                       //^^^ caller both
",
    );
}

#[test]
fn a_type_of_several_headers_is_that_of_its_namespace() {
    check(
        "find_callers",
        "
//- /ext/session.h
namespace ext { inline namespace v1 { class Session { public: void ru$0n(); void go(Session&); }; } }
//- /app/session.h
namespace app { class Session { public: void run(); void go(Session& other); }; }
//- /inside.cpp
#include \"ext/session.h\"
#include \"app/session.h\"
namespace app {
void Session::run() {}
void use(Session& own, ext::Session& other) { own.run(); other.run(); }
                                                             //^^^ caller use
namespace detail { void deep(Session& own, ::ext::Session& other) { own.run(); other.run(); } }
                                                                                   //^^^ caller deep
struct Sub : Session { void f() { run(); } };
}
void app::Session::go(Session& other) { other.run(); run(); }
void ext::Session::go(Session& other) { other.run(); }
                                            //^^^ caller go
void versioned(ext::v1::Session& session) { session.run(); }
                                                  //^^^ caller versioned
//- /directive.cpp
#include \"app/session.h\"
#include \"ext/session.h\"
using namespace ext;
void seen(Session& session, app::Session& other) { session.run(); other.run(); }
                                                         //^^^ caller seen
//- /declared.cpp
#include \"app/session.h\"
#include \"ext/session.h\"
using ext::Session;
void named(Session& session) { session.run(); }
                                     //^^^ caller named
void inner() { using app::Session; }
//- /app/unseen.cpp
#include \"session.h\"
void far(ext::Session& session, app::Session& other) { session.run(); other.run(); }
                                                             //^^^ caller far
",
    );
}

#[test]
fn a_type_of_an_unknown_namespace_is_no_type_of_another() {
    check(
        "find_callers",
        "
//- /a.cpp
namespace app { class Session { public: void fin$0ish(); }; }
class Other { public: void finish(); };
struct Alias { using Session = Other; Session own; vendor::Session other; void f(); };
void Alias::f() { own.finish(); other.finish(); }
                                    //^^^^^^ caller f [possible]
void g(vendor::Session& session) { session.finish(); }
                                         //^^^^^^ caller g [possible]
void h(app::Session& session) { session.finish(); }
                                      //^^^^^^ caller h
",
    );
}

#[test]
fn names_of_a_structured_binding_have_the_types_of_their_places() {
    check(
        "find_callers",
        "
//- /a.cpp
struct Pool { void ta$0ke(); };
struct Other { void take(); };
void loops(std::map<std::string, Pool>& pools, std::vector<std::pair<Other, Pool>> pairs) {
    for (auto& [name, pool] : pools) pool.take();
                                        //^^^^ caller loops
    for (const auto& [other, pool] : pairs) { other.take(); pool.take(); }
                                                               //^^^^ caller loops
    auto [pool, other] = std::pair<Pool, Other>();
}
void taken(std::pair<Pool, Other>& pair, std::tuple<Other, Pool> tuple) {
    auto [pool, other] = pair;
    pool.take();
       //^^^^ caller taken
    other.take();
    auto& [first, second] = tuple;
    second.take();
         //^^^^ caller taken
}
void qt(QList<Pool*> list, QWidget* widget) {
    for (auto* pool : list) pool->take();
                                //^^^^ caller qt
    widget->findChild<Pool*>()->take();
                              //^^^^ caller qt
    widget->findChild<Other*>()->take();
}
auto make() { return Pool(); }
void made() { make().take(); }
                   //^^^^ caller made
",
    );
}

#[test]
fn functions_that_give_their_argument_keep_its_type() {
    check(
        "find_callers",
        "
//- /a.cpp
struct Pool { void ta$0ke(); };
struct Other { void take(); };
struct Holder {
    QList<Pool*> m_pools;
    std::vector<std::unique_ptr<Pool>> m_owned;
    QSharedPointer<Pool> m_shared;
    QHash<QString, Pool*> m_hash;
    QMap<QString, QSharedPointer<Other>> m_others;
    void all() {
        for (const auto& pool : asConst(m_pools)) { pool->take(); }
                                                        //^^^^ caller all
        for (auto* pool : qAsConst(m_pools)) { pool->take(); }
                                                   //^^^^ caller all
        for (const auto& pool : std::as_const(m_owned)) { pool->take(); }
                                                              //^^^^ caller all
        for (const auto& other : asConst(m_others)) { other->take(); }
        for (const auto& pool : m_hash) { pool->take(); }
                                              //^^^^ caller all
        m_hash[\"a\"]->take();
                   //^^^^ caller all
        m_hash.value(\"a\")->take();
                         //^^^^ caller all
        m_others.value(\"a\")->take();
        std::move(m_shared)->take();
                           //^^^^ caller all
    }
};
",
    );
}

#[test]
fn a_member_is_defined_where_its_namespace_is_opened() {
    let files = [
        ("t.hpp", "namespace lib { struct Node { int count(); int own(); }; }\n"),
        (
            "t.cpp",
            "#include \"t.hpp\"\nusing namespace lib;\n\
             int Node::count() { return own(); }\nint Node::own() { return 1; }\n",
        ),
    ];
    let project = project(&files);
    let text =
        ask::text(project.path(), "find_callers", json!({ "symbol": "Node.own", "wait": 0 }));
    assert!(text.contains("[1 caller "), "{text}");
}

#[test]
fn arguments_of_templates_reach_their_members() {
    check(
        "find_callers",
        "
//- /a.cpp
#include <vector>
struct Bar { int go() const { return 2; } };
struct Foo { int g$0o() const { return 1; } };
template <int size, typename T> class Box {
public:
    T get() const;
    const T& ref() const;
    T* operator->();
    T& operator*();
    T val;
    std::vector<T> all() const;
};
class Own { public: Foo* begin(); Foo* end(); };
void use(const Box<1, Foo>& a, Box<2, Bar>& b, Box<3, Foo> c, Own& own) {
    a.get().go();
          //^^ caller use
    a.ref().go();
          //^^ caller use
    a.val.go();
        //^^ caller use
    b.get().go();
    c->go();
     //^^ caller use
    (*c).go();
       //^^ caller use
    for (auto& each : c.all()) each.go();
                                  //^^ caller use
    for (auto& each : own) each.go();
                              //^^ caller use
}
template <typename T> int any(const T& t) { return t.go(); }
                                                   //^^ caller any [possible]
",
    );
}

#[test]
fn an_alias_gives_a_template_its_arguments() {
    check(
        "find_callers",
        "
//- /box.hpp
struct Doc { int wo$0rds() const; };
struct Pic { int words() const; };
template <class T> class Box { T v; public: const T& get() const; T first; };
using DocBox = Box<Doc>;
typedef Box<Pic> PicBox;
namespace one { using Any = Box<Doc>; int a(const Any& b) { return b.get().words(); } }
                                                                         //^^^^^ caller a [possible]
namespace two { using Any = Box<Pic>; }
int doc(const DocBox& b) { return b.get().words(); }
                                        //^^^^^ caller doc
int pic(const PicBox& b) { return b.get().words(); }
struct Holder { DocBox held; int go() { return held.first.words(); } };
                                                        //^^^^^ caller go
",
    );
}

#[test]
fn a_path_means_no_alias_of_its_last_name_in_a_deeper_namespace() {
    check(
        "find_callers",
        "
//- /part.hpp
namespace app { namespace web {
class Part { public: void pay$0load(); };
class Other { public: void payload(); };
}}
//- /test.cpp
#include \"part.hpp\"
namespace app { namespace test { namespace web {
typedef app::web::Part Part;
void alias(Part& part) { part.payload(); }
                            //^^^^^^^ caller alias
void path(app::web::Part& part) { part.payload(); }
                                     //^^^^^^^ caller path
}}}
",
    );
}

#[test]
fn a_path_leads_from_a_namespace_through_a_type() {
    check(
        "find_callers",
        "
//- /net.hpp
namespace app { namespace net {
class Socket { public: void mo$0de(); };
class Interface { public:
  class Submission { public: std::shared_ptr<Socket> get(); };
};
}}
//- /other.hpp
namespace app { namespace other { class Socket { public: void mode(); }; } }
//- /client.cpp
#include \"net.hpp\"
namespace app { namespace net { namespace client {
void run(std::shared_ptr<net::Interface::Submission> submission) {
  auto socket = submission->get();
  socket->mode();
        //^^^^ caller run
}
}}}
",
    );
}
