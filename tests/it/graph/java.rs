//! Java.

use crate::support::cli::run;
use crate::support::fixture::{check, check_one};
use crate::support::project;

#[test]
fn packages_imports_and_receivers_bind() {
    check(
        "find_callers",
        "
//- /src/main/java/app/core/Pool.java
package app.core;
public class Pool {
  public void pu$0sh(int item) {}
  void twice() { push(1); this.push(2); }
               //^^^^ caller twice
                             //^^^^ caller twice
}
//- /src/main/java/app/core/Beside.java
package app.core;
class Beside {
  private Pool pool;
  void run() { pool.push(1); new Pool().push(2); }
                  //^^^^ caller run
                                      //^^^^ caller run
}
//- /src/main/java/app/web/Page.java
package app.web;
import app.core.Pool;
import java.util.Stack;
class Page extends Pool {
  void show(Pool pool, Stack<Integer> stack) { pool.push(1); stack.push(2); push(3); }
                                                  //^^^^ caller show
                                                                          //^^^^ caller show
}
",
    );
}

#[test]
fn interfaces_are_implemented() {
    check(
        "find_implementations",
        "
//- /src/app/Shape.java
package app;
public interface Sha$0pe { double area(); }
//- /src/app/Square.java
package app;
class Square implements Shape { public double area() { return 1; } }
    //^^^^^^ impl
class Big extends Square {}
    //^^^ impl
",
    );
}

#[test]
fn a_type_without_a_name_implements_where_it_is_made() {
    check(
        "find_implementations",
        "
//- /src/app/Shape.java
package app;
public interface Sha$0pe { double area(); }
//- /src/app/Shapes.java
package app;
class Shapes {
  static final Shape UNIT = new Shape() { public double area() { return 1; } };
                   //^^^^ impl
  Shape make(Shape other) { return new Shape() { public double area() { return 2; } }; }
      //^^^^ impl
}
",
    );
    check(
        "find_implementations",
        "
//- /src/app/Shape.java
package app;
public interface Shape { double ar$0ea(); }
//- /src/app/Shapes.java
package app;
class Shapes {
  static final Shape UNIT = new Shape() { public double area() { return 1; } };
                                                      //^^^^ impl
  double area(Shape other) { return other.area(); }
}
",
    );
}

#[test]
fn a_package_is_one_in_all_source_roots() {
    check(
        "find_callers",
        "
//- /src/main/java/com/shop/Cart.java
package com.shop;
public class Cart {
  public int tot$0al() { return 1; }
  static class Part extends Cart {}
}
//- /src/main/java/com/shop/web/Page.java
package com.shop.web;
import com.shop.*;
class Page {
  int show(Cart cart) { return cart.total(); }
                                  //^^^^^ caller show
}
//- /src/test/java/com/shop/CartTest.java
package com.shop;
class CartTest {
  void adds() { new Cart().total(); }
                         //^^^^^ caller adds
}
//- /src/test/java/com/shop/web/PageTest.java
package com.shop.web;
import com.shop.Cart;
import com.shop.Cart.Part;
class PageTest {
  void shows(Cart cart) { cart.total(); }
                             //^^^^^ caller shows
  void parts(Part part) { part.total(); }
                             //^^^^^ caller parts
}
//- /src/test/java/org/other/Cart.java
package org.other;
class Cart {
  int total() { return 0; }
  int twice() { return total() * 2; }
}
",
    );
}

#[test]
fn results_and_casts_have_members() {
    check(
        "find_callers",
        "
//- /src/main/java/com/shop/Cart.java
package com.shop;
import java.util.List;
public class Cart {
  private Cart() {}
  private Cart inner;
  public int tot$0al() { return inner.total(); }
                                    //^^^^^ caller total
}
//- /src/main/java/com/shop/Shop.java
package com.shop;
public class Shop {
  public <T> Cart getCart(T key) { return null; }
  protected Shop self() { return this; }
}
//- /src/main/java/com/shop/Big.java
package com.shop;
class Big extends Shop {
  int one(Shop shop) { return shop.getCart(1).total(); }
                                            //^^^^^ caller one
  int two(Shop shop) { return shop.self().self().getCart(1).total(); }
                                                          //^^^^^ caller two
  int three() { return getCart(3).total(); }
                                //^^^^^ caller three
  int four(Object cart) { return ((Cart) cart).total(); }
                                             //^^^^^ caller four
  <T extends Comparable<T> & Holder> int five(T held) { return held.cart().total(); }
                                                                         //^^^^^ caller five
  interface Holder { Cart cart(); }
}
",
    );
}

#[test]
fn a_type_inside_another_sees_what_is_around_it() {
    check(
        "find_callers",
        "
//- /src/Base.java
package shop;
class Base {
  void lo$0ad() {}
  static class Part { void join() {} }
}
//- /src/Store.java
package shop;
class Store extends Base {
  Runnable field = new Runnable() {
    public void run() { load(); }
                      //^^^^ caller run
  };
  class Inner {
    void start() { load(); }
                 //^^^^ caller start
  }
  Base other() {
    return new Base() {
      void go() { load(); }
                //^^^^ caller go
    };
  }
}
",
    );
    check(
        "find_callers",
        "
//- /src/shop/Base.java
package shop;
class Base {
  static class Part { void jo$0in() {} }
}
//- /src/shop/Store.java
package shop;
class Store extends Base {
  static class Part extends Base.Part { void go() { join(); } }
                                                  //^^^^ caller go
}
",
    );
}

#[test]
fn the_names_of_an_annotations_values_are_its_methods() {
    check(
        "find_references",
        "
//- /src/shop/Route.java
package shop;
@interface Route { String pa$0th(); int code() default 1; }
//- /src/shop/Pages.java
package shop;
class Pages {
  @Route(path = \"/a\", code = 2)
  void page(String path) {}
}
//- /src/shop/Other.java
package shop;
import org.web.Path;
class Other {
  @Path(path = \"/b\")
  void page() {}
}
"
        .replace(
            "  @Route(path = \"/a\", code = 2)",
            "  @Route(path = \"/a\", code = 2)\n       //^^^^ read",
        )
        .as_str(),
    );
}

#[test]
fn a_variable_without_a_type_is_what_it_is_made_from() {
    check(
        "find_callers",
        "
//- /src/main/java/app/Pool.java
package app;
class Pool {
  Conn open() { return null; }
  void clo$0se() {}
}
class Conn {
  void close() {}
}
class Use {
  void run() {
    var pool = new Pool();
    pool.close();
       //^^^^^ caller run
    var conn = pool.open();
    conn.close();
    ((Pool) (Object) conn).close();
                         //^^^^^ caller run
  }
}
",
    );
}

#[test]
fn elements_and_what_is_held_keep_their_type() {
    check(
        "find_callers",
        "
//- /src/main/java/app/User.java
package app;
class User {
  void sa$0ve() {}
  User name(String name) { return this; }
}
//- /src/main/java/app/Other.java
package app;
class Other {
  void save() {}
}
//- /src/main/java/app/Store.java
package app;
class Store<K, V> {
  V find(K key) { return null; }
}
class Users extends Store<String, User> {}
class Others extends Store<String, Other> {}
//- /src/main/java/app/Use.java
package app;
import java.util.*;
class Use {
  void run(List<User> users, Map<String, User> byName, Optional<User> one, List<Other> others) {
    users.forEach(user -> user.save());
                             //^^^^ caller run
    users.stream().filter(user -> true).forEach((user) -> user.save());
                                                             //^^^^ caller run
    users.get(0).name(\"a\").name(\"b\").save();
                                   //^^^^ caller run
    byName.get(\"a\").save();
                  //^^^^ caller run
    one.ifPresent(user -> user.save());
                             //^^^^ caller run
    one.orElse(null).save();
                   //^^^^ caller run
    others.forEach(other -> other.save());
    others.get(0).save();
    new Users().find(\"a\").save();
                        //^^^^ caller run
    new Others().find(\"a\").save();
    new Store<String, User>().find(\"a\").save();
                                      //^^^^ caller run
  }
}
",
    );
}

#[test]
fn a_type_may_be_written_with_its_whole_package() {
    check(
        "find_callers",
        "
//- /src/main/java/org/one/core/Scanner.java
package org.one.core;
public class Scanner {
  public boolean is$0Stop() { return true; }
}
//- /src/main/java/org/two/Active.java
package org.two;
public class Active extends org.one.core.Scanner {
  boolean one() { return !this.isStop(); }
                             //^^^^^^ caller one
  void two(org.one.core.Scanner given) {
    given.isStop();
        //^^^^^^ caller two
    new Runnable() { public void run() { isStop(); } };
                                       //^^^^^^ caller run
  }
}
",
    );
}

#[test]
fn a_field_and_a_method_may_share_a_name() {
    check(
        "find_callers",
        "
//- /Scanner.java
public class Scanner {
  private boolean isStop = false;
  void stop() { isStop = true; }
  public boolean is$0Stop() { return isStop; }
  boolean both() { return isStop && isStop(); }
                                  //^^^^^^ caller both
}
",
    );
    let project = project(&[(
        "Scanner.java",
        "class Scanner {\n  boolean isStop;\n  boolean isStop() { return isStop; }\n  void a() { isStop(); }\n}\n",
    )]);
    let text = run(project.path(), &["callers", "Scanner.isStop"]).stdout;
    assert_eq!(text.matches("Callers of").count(), 1, "{text}");
    assert!(!text.contains("as a value"), "{text}");
    let text = run(project.path(), &["references", "Scanner.isStop"]).stdout;
    assert_eq!(text.matches("References to").count(), 2, "{text}");
}

#[test]
fn members_of_anonymous_classes_are_named_with_the_type_around_their_method() {
    let app = project(&[(
        "App.java",
        "class Store { void put(int x) {} }\nclass App {\n    void start(Store store) {\n        new Thread(new Runnable() {\n            \
         public void run() {\n                store.put(1);\n            }\n        }).start();\n    }\n}\n",
    )]);
    let text = run(app.path(), &["callers", "Store.put"]).stdout;
    assert!(text.contains("App.java:6 App.start.run: store.put(1)"), "{text}");
}

#[test]
fn a_constructor_of_java_is_referred_to_by_its_type() {
    check(
        "find_references",
        "
//- /app/Pool.java
package app;
class Pool {
    Po$0ol(int size) { }
    Pool() { }
    static Pool made() { return new Pool(1); }
                                  //^^^^ call
    static Pool empty() { return new Pool(); }
}
",
    );
}

#[test]
fn a_call_means_a_method_beside_a_variable_of_its_name() {
    check(
        "find_callers",
        "
//- /src/app/Tree.java
package app;
class Tree {
  static Rows collect(Node root) {
    Rows stream = root.isLeaf() ? Rows.none() : stream(root);
                                              //^^^^^^ caller collect
    return stream;
  }
  static Rows str$0eam(Node root) { return null; }
}
",
    );
}

#[test]
fn members_of_an_enums_constant_call_each_other() {
    check(
        "find_callers",
        "
//- /src/app/State.java
package app;
enum State {
  Open {
    boolean process(Token token) { return leave(token); }
                                        //^^^^^ caller process
    boolean lea$0ve(Token token) { return true; }
  },
  Closed {
    boolean process(Token token) { return leave(token); }
    boolean leave(Token token) { return false; }
  };
  abstract boolean process(Token token);
}
",
    );
}

#[test]
fn a_header_extends_the_last_type_of_a_path() {
    check(
        "find_implementations",
        "
//- /src/app/Connection.java
package app;
interface $0Connection {
  interface Base<T> {}
  interface Request extends Connection.Base<Request> {}
}
//- /src/app/Http.java
package app;
class Http implements Connection {
    //^^^^ impl
  static class Request implements Connection.Request, Connection.Base<Connection.Request> {}
}
",
    );
}

#[test]
fn the_last_type_of_a_path_is_made() {
    let text = "
//- /src/app/Functions.java
package app;
class Functions {
  interface Action<A, B> { B apply(A value); }
  static class Adder<A> { Adder(int one) {} }
}
//- /src/app/Tour.java
package app;
class Tour {
  Object adder() { return new Functions.Adder<String>(1); }
                                      //^^^^^ caller adder
  Object action() {
    return new Functions.Action<String, String>() {
                       //^^^^^^ impl
      public String apply(String value) { return value; }
    };
  }
}
";
    check_one("find_callers", text, "Add$0er(int", "caller adder");
    check_one("find_implementations", text, "interface Act$0ion", "impl");
}

#[test]
fn what_a_test_verifies_is_of_the_type_of_the_double() {
    let text = "
//- /src/app/Renderer.java
package app;
interface Renderer { void ren$0der(String view); }
//- /src/app/Other.java
package app;
class Other { void render(String view) {} }
//- /src/app/RendererTest.java
package app;
class RendererTest {
  private final Renderer renderer = mock(Renderer.class);
  void renders() {
    verify(renderer, times(1)).render(\"a\");
                             //^^^^^^ caller renders
    doThrow(new Exception()).when(renderer).render(\"b\");
                                          //^^^^^^ caller renders
    Mockito.verify(renderer).render(\"c\");
                           //^^^^^^ caller renders
  }
}
//- /src/app/KotlinTest.kt
package app
class KotlinTest(private val renderer: Renderer) {
  fun checks() {
    verify(renderer).render(\"a\")
                   //^^^^^^ caller checks
  }
}
";
    check("find_callers", text);
}

#[test]
fn a_record_has_an_accessor_for_each_component() {
    check(
        "find_callers",
        "
//- /src/a/Ctx.java
package a;
record Ctx(Filter first, java.util.List<Filter> filters) {}
interface Filter { boolean app$0ly(int x); }
interface Other { boolean apply(int x); }
class Use {
  private final Ctx ctx;
  Use(Ctx ctx) { this.ctx = ctx; }
  boolean a(Ctx c) { return c.first().apply(1); }
                                    //^^^^^ caller a
  boolean b(Ctx c) { return c.filters().stream().allMatch(filter -> filter.apply(3)); }
                                                                         //^^^^^ caller b
  boolean c() { return ctx.filters().get(1).apply(3); }
                                          //^^^^^ caller c
}
",
    );
}

#[test]
fn what_a_container_gives_is_of_the_class_it_is_asked_for() {
    check(
        "find_callers",
        "
//- /Store.java
class Store { void fi$0nd(int id) {} }
class Other { void find(int id) {} }
class Work {
  void bean(Context context) { context.getBean(Store.class).find(1); }
                                                          //^^^^ caller bean
  void named(Context c) { var store = c.getBean(\"store\", Store.class); store.find(2); }
                                                                           //^^^^ caller named
  void mocked() { var store = mock(Store.class); store.find(3); }
                                                     //^^^^ caller mocked
  void other() { mock(Other.class).find(4); }
}
",
    );
}

#[test]
fn written_type_arguments_tell_the_type_of_a_result() {
    check(
        "find_callers",
        "
//- /src/A.java
class Pool { void ta$0ke() {} }
class Other { void take() {} }
class Make {
    static <T> T one() { return null; }
    static <T> java.util.List<T> all() { return null; }
    static <K, V> V second() { return null; }
    <T> T own() { return null; }
    void f() {
        this.<Pool>own().take();
                       //^^^^ caller f
        this.<Other>own().take();
        var pool = Make.<Pool>one();
        pool.take();
           //^^^^ caller f
        for (var each : Make.<Pool>all()) each.take();
                                             //^^^^ caller f
        Make.<Other, Pool>second().take();
                                 //^^^^ caller f
        Make.<Pool, Other>second().take();
    }
}
",
    );
}
