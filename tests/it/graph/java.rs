//! Java.

use crate::support::fixture::check;

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
