//! What a library made of the project's values, and what its members lead to.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn members_behind_what_a_library_made_lead_on() {
    check(
        "find_callers",
        "
//- /a.ts
import { wrap, store } from 'lib';
class Inner { ru$0n() {} }
class Other { run() {} }
class Holder { inner = new Inner() }
function use(holder: Holder) {
  wrap(holder).inner.run();
                   //^^^ caller use [possible]
  const state = store(holder);
  state.value.inner.run();
                  //^^^ caller use [possible]
  const value = state.value;
  value.inner.run();
            //^^^ caller use [possible]
  store(1).inner.run();
}
",
    );
    check(
        "find_callers",
        "
//- /a.py
from lib import wrap
class Inner:
    def ru$0n(self): pass
class Other:
    def run(self): pass
class Holder:
    def __init__(self): self.inner = Inner()
def use(holder: Holder):
    wrap(holder).inner.run()
                     # ^^^ caller use [possible]
",
    );
}

#[test]
fn what_a_type_from_outside_makes_is_of_the_types_that_are_written() {
    let directory = project(&[
        (
            "Core.cs",
            "namespace App {\n  public interface IFormats { List<int> All(); }\n  public class \
             Formats : IFormats { public List<int> All() { return null; } }\n  public class Tag { \
             public int Id; }\n}\n",
        ),
        (
            "Tests.cs",
            "using NBuilder;\nnamespace App {\n  public class Tests {\n    public void \
             Made(Formats formats) {\n      Builder<Tag>.CreateListOfSize(2).All().With(x => x.Id \
             = 0);\n      var tags = Builder<Tag>.CreateListOfSize(3).With(c => c.Id = 3);\n      \
             tags.All();\n      Builder<Formats>.Create(1).All();\n      \
             Builder<Tag>.Create(formats).All();\n    }\n  }\n}\n",
        ),
    ]);
    let asked = json!({ "symbol": "IFormats.All", "wait": 0 });
    let answer = ask::text(directory.path(), "find_callers", asked);
    assert!(answer.contains("2 of values from outside (Tests.cs:5, 7)"), "{answer}");
    assert!(answer.contains("unresolved: Tests.cs:8, 9"), "{answer}");
}

#[test]
fn what_a_type_from_outside_makes_may_be_extended() {
    check(
        "find_callers",
        "
//- /Core.cs
namespace App {
  public class Tag { public int Id; }
  public class Other { public int BuildNew() { return 1; } }
  public static class Building {
    public static T Build$0New<T>(this ISingleBuilder<T> builder) { return builder.Build(); }
  }
}
//- /Tests.cs
using NBuilder;
using App;
namespace App.Test {
  public class Tests {
    public void Made() {
      Builder<Tag>.CreateNew().With(x => x.Id = 0).BuildNew();
                                                 //^^^^^^^^ caller Made [possible]
    }
  }
}
",
    );
}
