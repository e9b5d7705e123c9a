//! Members that implement or override others although their types do not name those of these: in
//! types without a name, and through a further type that has both.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn a_superclass_implements_the_interface_that_a_subclass_names() {
    check(
        "find_callers",
        "
//- /app/Runner.java
package app;
interface Runner { void run(); }
//- /app/Base.java
package app;
class Base { public void r$0un() {} }
class Other { public void run() {} }
class Sub extends Base implements Runner {}
//- /app/Use.java
package app;
class Use {
  void through(Runner runner) {
    runner.run();
         //^^^ caller through [possible]
  }
  void direct(Base base, Other other) {
    base.run();
       //^^^ caller direct
    other.run();
  }
}
",
    );
}

#[test]
fn a_mixin_comes_before_what_is_behind_it() {
    check(
        "find_callers",
        "
//- /a.py
class Runner:
    def run(self):
        self.step()
           # ^^^^ caller run [possible]

    def step(self):
        pass

class Mixin:
    def st$0ep(self):
        pass

class Later:
    def step(self):
        pass

class Sub(Mixin, Runner, Later):
    pass

def later(value: Later):
    value.step()
        # ^^^^ caller later [possible]
",
    );
    check(
        "find_callers",
        "
//- /a.py
class Runner:
    def step(self):
        pass

class Later:
    def st$0ep(self):
        pass

class Sub(Runner, Later):
    pass

def use(value: Runner):
    value.step()
",
    );
}

#[test]
fn a_type_without_a_name_and_a_constant_override_members() {
    check(
        "find_callers",
        "
//- /Use.java
interface Runner { void run(); }
class Other { public void run() {} }
class Use {
  Runner make() {
    Runner made = new Runner() {
      public void r$0un() {}
    };
    return made;
  }
  void use(Runner runner, Other other) {
    runner.run();
         //^^^ caller use [possible]
    other.run();
  }
}
",
    );
    check(
        "find_callers",
        "
//- /Kind.java
enum Kind {
  ONE {
    void r$0un() {}
  };
  abstract void run();
}
class Other { void run() {} }
class Use {
  void use(Kind kind, Other other) {
    kind.run();
       //^^^ caller use [possible]
    other.run();
  }
}
",
    );
}

#[test]
fn a_type_of_rust_hides_what_it_implements() {
    check(
        "find_callers",
        "
//- /src/lib.rs
trait Run { fn run(&self); }
struct A;
impl A {
    fn run(&self) {}
}
impl Run for A {
    fn r$0un(&self) {
        A::run(self);
    }
}
fn use_it(a: A) {
    a.run();
    <A as Run>::run(&a);
              //^^^ caller use_it
}
",
    );
}

#[test]
fn a_function_of_a_namespace_is_no_member_of_its_types() {
    check(
        "find_callers",
        "
//- /a.cpp
namespace ns {
struct Base { int run(); };
int Base::r$0un() { return 1; }
int run() { return 2; }
int use(Base &base) {
  base.run();
     //^^^ caller use
  return ns::run();
}
}
",
    );
}

#[test]
fn a_subtype_may_have_what_it_implements_from_another_supertype() {
    let text = "interface Part { default long est() { return 0; } }
interface Task extends Part { }
abstract class Job { public long est() { return 1; } }
abstract class Project extends Job implements Task { }
class Use { void use(Part part, Task task) {
  part.est();
  task.est();
} }
";
    let app = project(&[("A.java", text)]);
    let asked = json!({ "symbol": "Job.est" });
    let answer = ask::text(app.path(), "find_callers", asked);
    assert!(answer.contains("through Part.est") && answer.contains("7   task.est()"), "{answer}");
    let asked = json!({ "symbol": "Part.est" });
    let answer = ask::text(app.path(), "find_implementations", asked);
    assert!(answer.contains("A.java:3 long est() · in Job"), "{answer}");
}
