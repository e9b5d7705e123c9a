//! What a library made of the project's values, and what its members lead to.

use crate::support::fixture::check;

#[test]
fn members_behind_what_a_library_made_lead_on() {
    check(
        "find_callers",
        "
//- /a.ts
import { wrap, signal } from 'lib';
class Inner { ru$0n() {} }
class Other { run() {} }
class Holder { inner = new Inner() }
function use(holder: Holder) {
  wrap(holder).inner.run();
                   //^^^ caller use [possible]
  const state = signal(holder);
  state.value.inner.run();
                  //^^^ caller use [possible]
  const value = state.value;
  value.inner.run();
            //^^^ caller use [possible]
  signal(1).inner.run();
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
