//! Types in parts: each part has the supertypes and the members of all.

use crate::support::fixture::{check, check_one};

#[test]
fn partial_classes_of_csharp_share_their_supertypes_and_members() {
    let text = "
//- /a/IStore.cs
namespace N;
public interface IStore { int Take(int n); }
//- /a/Store.cs
namespace N;
public partial class Store : IStore { public void Other() { } }
//- /a/Store.Queries.cs
namespace N;
public partial class Store { public int Take(int n) => n; }
                                      //^^^^ impl
//- /a/Store.More.cs
namespace N;
public partial class Store { }
public partial class Store<T> { public int Take(int n) => n; }
//- /b/Use.cs
namespace N;
public class Plain { public int Take(int n) => n; }
class Use {
  IStore store;
  void Run() { store.Take(1); }
                   //^^^^ caller Run [possible]
  void Direct(Store direct) { direct.Take(2); }
                                   //^^^^ caller Direct
}
";
    check_one("find_implementations", text, "int $0Take(int n);", "impl");
    let callers = text.replace("                                      //^^^^ impl\n", "");
    check("find_callers", &callers.replace("Store { public int T", "Store { public int $0T"));
}

#[test]
fn partial_classes_of_csharp_stand_in_any_file_of_a_directory() {
    let text = "
//- /a/Interfaces.cs
namespace N;
public interface IStore { int Take(int n); }
//- /a/Main.cs
namespace N;
public partial class Store : IStore { public void Other() { } }
//- /a/Queries.cs
namespace N;
public partial class Store { public virtual int Take(int n) => n; }
                                              //^^^^ impl
public class Sub : Store { public override int Take(int n) => n; }
                                             //^^^^ impl
//- /b/Use.cs
namespace N;
class Use {
  IStore store;
  void Run() { store.Take(1); }
}
";
    check_one("find_implementations", text, "int $0Take(int n);", "impl");
    let callers =
        "  void Run() { store.Take(1); }\n                   //^^^^ caller Run [possible]\n";
    let text = text.replace("  void Run() { store.Take(1); }\n", callers);
    check_one("find_callers", &text, "virtual int $0Take", "caller Run [possible]");
}

#[test]
fn extensions_of_swift_add_members_and_supertypes_to_their_types() {
    let text = "
//- /Storing.swift
protocol Storing { func take(_ n: Int) -> Int }
//- /Store.swift
class Store: Storing { func other() {} }
class Shelf { func take(_ n: Int) -> Int { n } }
                 //^^^^ impl
class Plain { func take(_ n: Int) -> Int { n } }
//- /Additions.swift
extension Store { func take(_ n: Int) -> Int { n } }
                     //^^^^ impl
extension Shelf: Storing { }
//- /Use.swift
func run(storing: Storing) { storing.take(1) }
                                   //^^^^ caller run [possible]
";
    check_one("find_implementations", text, "Storing { func $0take", "impl");
    check_one("find_callers", text, "Store { func $0take", "caller run [possible]");
    check_one("find_callers", text, "Shelf { func $0take", "caller run [possible]");
}

#[test]
fn classes_of_ruby_that_are_opened_again_keep_their_superclass() {
    check(
        "find_implementations",
        "
//- /base.rb
class Base
  def $0take(n); end
end
//- /store.rb
class Store < Base
  def other; end
end
//- /more.rb
class Store
  def take(n); end
    # ^^^^ impl
end
class Plain
  def take(n); end
end
",
    );
    check(
        "find_callers",
        "
//- /base.rb
class Base
  def take(n); end
  def run; take(1); end
         # ^^^^ caller run [possible]
end
//- /store.rb
class Store < Base
  def other; end
end
//- /more.rb
class Store
  def $0take(n); end
end
",
    );
}

#[test]
fn blocks_of_rust_implement_for_their_type() {
    let text = "
//- /src/lib.rs
mod more;
pub trait Storing { fn take(&self, n: u8) -> u8; }
pub struct Store;
impl Store { pub fn other(&self) {} }
pub struct Plain;
impl Plain { pub fn take(&self, n: u8) -> u8 { n } }
pub fn run(store: &dyn Storing) { store.take(1); }
                                      //^^^^ caller run [possible]
//- /src/more.rs
use crate::{Store, Storing};
impl Storing for Store { fn take(&self, n: u8) -> u8 { n } }
                          //^^^^ impl
";
    check_one("find_implementations", text, "Storing { fn $0take", "impl");
    check_one("find_callers", text, "for Store { fn $0take", "caller run [possible]");
}

#[test]
fn categories_of_objective_c_implement_the_protocols_of_their_class() {
    check(
        "find_implementations",
        "
//- /Store.h
@protocol Storing
- (int)$0take:(int)n;
@end
@interface Store : NSObject <Storing>
@end
@interface Store (More)
@end
@interface Plain : NSObject
- (int)take:(int)n;
@end
//- /Store+More.m
#import \"Store.h\"
@implementation Store (More)
- (int)take:(int)n { return n; }
     //^^^^ impl
@end
",
    );
}

#[test]
fn extensions_of_kotlin_call_the_members_of_their_type_and_its_supertypes() {
    check(
        "find_callers",
        "
//- /n.kt
interface Storing { fun take(n: Int): Int }
class Store : Storing { override fun $0take(n: Int) = n }
class Plain { fun take(n: Int) = n }
fun Store.twice() = take(1)
                  //^^^^ caller twice
fun Storing.thrice() = take(2)
                     //^^^^ caller thrice [possible]
fun all(store: Store) { store.take(3) }
                            //^^^^ caller all
",
    );
}
