//! Types of the project that bear the name of a library's type which the rules of the language
//! know: what the file declares or imports is meant, and not the library's.

use crate::support::fixture::check;

fn check_callers(text: &str) {
    check("find_callers", text);
}

#[test]
fn a_type_of_the_project_is_meant_in_java_by_the_file_beside() {
    check_callers(
        "
//- /p/Future.java
package p;
public class Future<T> extends Up { public void ownCa$0ll() {} }
//- /p/Up.java
package p;
public class Up { public void upCall() {} }
//- /p/Use.java
package p;
class Use {
  Future<String> field;
  void f(Future<String> x) {
    x.ownCall();
    //^^^^^^^ caller f
    field.ownCall();
        //^^^^^^^ caller f
  }
}
//- /q/Use.java
package q;
import java.util.concurrent.Future;
class Use { void f(Future<Object> x) { x.ownCall(); } }
",
    );
}

#[test]
fn a_type_of_the_project_is_meant_in_java_by_the_import() {
    check_callers(
        "
//- /p/coll/List.java
package p.coll;
public class List<T> implements Walk<T> {}
//- /p/coll/Walk.java
package p.coll;
public interface Walk<T> { default void wa$0lk() {} }
//- /q/Use.java
package q;
import p.coll.List;
class Use { void f(List<String> all) { all.walk(); } }
                                         //^^^^ caller f
//- /q/Other.java
package q;
import java.util.List;
class Other { void f(List<String> all) { all.walk(); } }
",
    );
}

#[test]
fn a_type_of_the_project_is_meant_in_rust() {
    check_callers(
        "
//- /src/lib.rs
mod sync;
use crate::sync::Mutex;
use std::sync::Arc;
struct Held { own: Mutex<u8>, shared: Arc<Mutex<u8>> }
impl Held {
    fn f(&self, passed: &Mutex<String>) {
        self.own.acquire();
               //^^^^^^^ caller f
        self.shared.acquire();
                  //^^^^^^^ caller f
        passed.acquire();
             //^^^^^^^ caller f
    }
}
//- /src/sync.rs
pub struct Mutex<T>(T);
impl<T> Mutex<T> {
    pub fn new(of: T) -> Self { Mutex(of) }
    pub fn acq$0uire(&self) {}
}
",
    );
}

#[test]
fn a_type_of_the_project_is_meant_in_kotlin() {
    check_callers(
        "
//- /p/Lazy.kt
package p
class Lazy<T> { fun ownCa$0ll() {} }
//- /p/Use.kt
package p
fun f(x: Lazy<String>) { x.ownCall() }
                         //^^^^^^^ caller f
",
    );
}

#[test]
fn a_type_of_the_project_is_meant_in_c_sharp() {
    check_callers(
        "
//- /p/Task.cs
namespace P;
class Task<T> { public void OwnCa$0ll() {} }
//- /p/Use.cs
namespace P;
class Use { void F(Task<string> x) { x.OwnCall(); } }
                                     //^^^^^^^ caller F
",
    );
}

#[test]
fn a_type_of_the_project_is_meant_in_python() {
    check_callers(
        "
//- /own.py
class Optional:
    def own_ca$0ll(self): pass
//- /use.py
from .own import Optional
def f(x: Optional): x.own_call()
                     #^^^^^^^^ caller f
",
    );
}

#[test]
fn a_type_of_the_project_is_meant_in_typescript() {
    check_callers(
        "
//- /own.ts
export class Pick<T> { ownCa$0ll() {} }
//- /use.ts
import { Pick } from './own';
function f(x: Pick<string>) { x.ownCall(); }
                              //^^^^^^^ caller f
",
    );
}

#[test]
fn an_alias_of_a_library_type_of_its_name_is_no_type_of_its_own() {
    check_callers(
        "
//- /src/lib.rs
mod error;
mod index;
mod other;
use index::Index;
pub type Result<T> = std::result::Result<T, ()>;
pub struct Pool;
impl Pool { pub fn user(&self) -> Result<Index> { todo!() } }
fn one(pool: &Pool) { pool.user().unwrap().pkey(); }
                                         //^^^^ caller one
fn two(pool: &Pool) -> Result<()> {
    let index = pool.user()?;
    index.pkey();
        //^^^^ caller two
    Ok(())
}
//- /src/error.rs
pub struct Error;
pub type Result<T, E = Error> = std::result::Result<T, E>;
//- /src/index.rs
pub struct Index;
impl Index { pub fn pk$0ey(&self) {} }
//- /src/other.rs
use crate::error::Result;
use crate::index::Index;
pub struct Other;
impl Other { pub fn pkey(&self) {} }
fn find() -> Result<Index> { todo!() }
fn three() { find().unwrap().pkey(); }
                           //^^^^ caller three
",
    );
}

#[test]
fn a_type_that_a_file_declares_elsewhere_is_the_project_s_in_rust() {
    check_callers(
        "
//- /src/lib.rs
mod result;
mod index;
use crate::result::Result;
fn one(of: Result<index::Index>) { of.pkey(); }
                                    //^^^^ caller one
//- /src/result.rs
pub struct Result<T> { of: T }
impl<T> Result<T> { pub fn pk$0ey(&self) {} }
//- /src/index.rs
pub struct Index;
impl Index { pub fn pkey(&self) {} }
",
    );
}
