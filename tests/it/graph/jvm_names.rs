//! Names of Java and Kotlin that say of which type an object is, or which need no package.

use crate::support::cli::run;
use crate::support::fixture::check;
use crate::support::project;

#[test]
fn an_object_around_is_named_by_its_type() {
    check(
        "find_references",
        "
//- /p/Outer.java
package p;
class Outer {
  private int si$0ze;
  static class Node { int size; }
  class Inner {
    int size = 3;
    boolean has() { return Outer.this.size > 0 && this.size > 1 && size > 2; }
                                    //^^^^ read
  }
  Runnable task() {
    return new Runnable() { int size; public void run() { int n = Outer.this.size; } };
                                                                           //^^^^ read
  }
}
",
    );
    check(
        "find_callers",
        "
//- /p/Outer.kt
package p
class Other { fun copy() = 2 }
class Outer {
  fun co$0py() = Outer()
  inner class Inner {
    fun copy() = 1
    fun run() = this@Outer.copy()
                         //^^^^ caller run
    fun twice() = this@Outer.copy().copy()
                           //^^^^ caller twice
                                  //^^^^ caller twice
  }
  fun each() = listOf(1).apply { this@Outer.copy() }
                                          //^^^^ caller each
}
",
    );
}

/// `Outer.super` are the supertypes of a class, and an interface itself.
#[test]
fn supertypes_are_named_by_a_type() {
    check(
        "find_callers",
        "
//- /p/Outer.java
package p;
interface Has { default int len() { return 1; } }
class Base { public int l$0en() { return 2; } }
class Other { public int len() { return 2; } }
class Outer extends Base implements Has {
  @Override public int len() { return Has.super.len(); }
  class Inner extends Other { int run() { return Outer.super.len() + super.len(); } }
                                                           //^^^ caller run
}
",
    );
    check(
        "find_callers",
        "
//- /p/Outer.java
package p;
interface Has { default int l$0en() { return 1; } }
class Base { public int len() { return 2; } }
class Outer extends Base implements Has {
  @Override public int len() { return Has.super.len(); }
                                              //^^^ caller len
  class Inner { int run() { return Outer.super.len(); } }
}
",
    );
    check(
        "find_callers",
        "
//- /p/Outer.kt
package p
interface Has { fun len() = 1 }
open class Base { open fun l$0en() = 2 }
class Outer : Base(), Has {
  override fun len() = super<Has>.len() + super<Base>.len()
                                                    //^^^ caller len
}
",
    );
    check(
        "find_callers",
        "
//- /p/Outer.kt
package p
open class Base { open fun l$0en() = 2 }
open class Other { open fun len() = 2 }
class Outer : Base() {
  override fun len() = 3
  inner class Inner : Other() { fun run() = super@Outer.len() + super.len() }
                                                      //^^^ caller run
}
",
    );
}

#[test]
fn a_method_of_a_record_reads_a_component_by_its_accessor() {
    check(
        "find_callers",
        "
//- /p/Point.java
package p;
class Node { int wei$0ght() { return 1; } }
record Point(int weight, Node node) {
  int sum() { return weight() + node().weight(); }
                                     //^^^^^^ caller sum
}
",
    );
}

#[test]
fn the_value_of_an_entry_is_one_of_the_map() {
    check(
        "find_callers",
        "
//- /p/Pool.java
package p;
import java.util.Map;
class Pool { int si$0ze() { return 1; } }
class Other { int size() { return 1; } }
class User {
  void use(Map<String, Pool> pools) {
    for (Map.Entry<String, Pool> entry : pools.entrySet()) entry.getValue().size();
                                                                          //^^^^ caller use
  }
}
",
    );
}

#[test]
fn a_constructor_is_handed_on_by_a_reference() {
    let app = project(&[
        (
            "p/Pool.java",
            "package p;
import java.util.function.*;
class Pool {
  final int n;
  Pool(int n) { this.n = n; }
  static IntFunction<Pool> made = Pool::new;
  static IntUnaryOperator read = Pool::newest;
  static int newest(int n) { return n; }
}
class Bare {}
class User { Supplier<Bare> made = Bare::new; Bare none; }
",
        ),
        ("k/Store.kt", "package k\nclass Store(val n: Int)\nfun all() = listOf(1).map(::Store)\n"),
    ]);
    let of = |name: &str| run(app.path(), &["callers", name]).stdout;
    let pool = of("Pool");
    assert!(pool.contains("`Pool` as a value: p/Pool.java:6 "), "{pool}");
    assert!(!pool.contains("read = Pool"), "{pool}");
    let bare = of("Bare");
    assert!(bare.contains("`Bare` as a value: p/Pool.java:11 "), "{bare}");
    let store = of("Store");
    assert!(store.contains("`Store` as a value: k/Store.kt:3 "), "{store}");
}

#[test]
fn files_without_a_package_share_their_names_in_their_sources() {
    check(
        "find_callers",
        "
//- /app/src/main/kotlin/base/Util.kt
fun hel$0per(): Int = 1
fun own() = helper()
          //^^^^^^ caller own
//- /app/src/main/kotlin/feature/User.kt
fun use() = helper()
          //^^^^^^ caller use
//- /app/src/test/kotlin/UserTest.kt
fun test() = helper()
           //^^^^^^ caller test
//- /app/src/main/kotlin/feature/Named.kt
package feature
fun apart() = helper()
//- /lib/src/main/kotlin/Lib.kt
fun far() = helper()
          //^^^^^^ caller far [possible]
",
    );
    check(
        "find_callers",
        "
//- /src/Base.kt
class Pool { fun si$0ze() = 1 }
class Other { fun size() = 1 }
//- /src/feature/User.kt
fun use() = Pool().size()
                 //^^^^ caller use
",
    );
}

/// Exercises beside each other are programs of their own.
#[test]
fn programs_without_packages_do_not_see_each_other() {
    check(
        "find_callers",
        "
//- /src/a/Main.kt
fun hel$0per() {}
//- /src/a/x/Deep.kt
fun deep() { helper() }
           //^^^^^^ caller deep
//- /src/b/Main.kt
fun helper() {}
//- /src/b/x/Deep.kt
fun deep() { helper() }
",
    );
    check(
        "find_callers",
        "
//- /src/a/Main.kt
fun on$0ly() {}
//- /src/b/Main.kt
fun helper() {}
//- /src/b/x/Deep.kt
fun deep() { only() }
           //^^^^ caller deep [possible]
//- /src/c/Other.kt
fun other() { only() }
            //^^^^ caller other
",
    );
    check(
        "find_callers",
        "
//- /src/a/One.kt
fun hel$0per() {}
//- /src/b/Two.kt
fun helper() {}
//- /src/c/Use.kt
fun use() { helper() }
          //^^^^^^ caller use [possible]
",
    );
}

#[test]
fn a_function_is_applied_to_the_bound_of_its_parameter() {
    check(
        "find_callers",
        "
//- /p/Pool.kt
package p
class Pool { fun shr$0ink() = 1 }
class Other { fun shrink() = 2 }
interface Holder { fun pool(): Pool }
fun <T : Holder> T.shrinkAll() = pool().shrink()
                                      //^^^^^^ caller shrinkAll
fun <T : Holder> T.made(): Pool = this.pool()
fun use(holder: Holder) = holder.made().shrink()
                                      //^^^^^^ caller use
",
    );
}

/// The grammar would take the body for an argument of a call.
#[test]
fn a_class_with_several_annotations_has_a_body() {
    check(
        "find_callers",
        "
//- /p/Pool.kt
package p
@Marked(Pool::class, \"size(1)\")
@Scoped
open class Pool protected constructor() {
  fun si$0ze() = 1
}
class Other { fun size() = 1 }
@Scoped
@Marked
@Named
class User @Inject constructor() {
  val pool = Pool()
  fun use() = pool.size()
                 //^^^^ caller use
}
fun User.apart() = pool.size()
                      //^^^^ caller apart
",
    );
}

#[test]
fn the_value_of_a_try_is_that_of_its_block() {
    check(
        "find_callers",
        "
//- /p/Pool.kt
package p
class Pool { fun si$0ze() = 1 }
class Other { fun size() = 2 }
fun use() {
  val pool = try { println(); Pool() } catch (e: Exception) { throw e }
  pool.size()
     //^^^^ caller use
}
",
    );
}

#[test]
fn type_arguments_reach_supertypes_of_supertypes() {
    check(
        "find_callers",
        "
//- /p/Leaf.java
package p;
class Root<B extends Root<B>> { B self; B with(int n) { return self; } }
class Base<T extends Base<T>> extends Root<T> { T named(int n) { return (T) this; } }
class Leaf extends Base<Leaf> { int bui$0ld() { return 1; } }
class Other { int build() { return 2; } }
class User { int use() { return new Leaf().with(1).named(1).with(2).build(); } }
                                                                  //^^^^^ caller use
",
    );
}

#[test]
fn a_type_of_a_package_of_a_library_is_outside() {
    let app = project(&[(
        "p/Level.java",
        "package p;
enum Level { ERROR }
class User {
  Object own() { return p.Level.ERROR; }
  Object other() { return javax.tools.Diagnostic.Kind.ERROR; }
}
",
    )]);
    let text = run(app.path(), &["references", "Level.ERROR"]).stdout;
    assert!(text.contains("[1 reference ") && !text.contains("Diagnostic"), "{text}");
}

#[test]
fn what_a_function_or_a_copy_gives_is_of_its_type() {
    check(
        "find_callers",
        "
//- /p/Pool.java
package p;
import java.util.concurrent.Callable;
import java.util.function.Function;
class Pool { int si$0ze() { return 1; } }
class Other { int size() { return 2; } }
class User {
  int made(Function<Integer, Pool> make) { return make.apply(1).size(); }
                                                              //^^^^ caller made
  int called(Callable<Pool> make) throws Exception { return make.call().size(); }
                                                                      //^^^^ caller called
}
",
    );
    check(
        "find_callers",
        "
//- /p/Pool.kt
package p
class Pool { fun si$0ze() = 1 }
class Other { fun size() = 2 }
data class User(val pool: Pool, val n: Int)
fun use(user: User) = user.copy(n = 2).pool.size()
                                          //^^^^ caller use
",
    );
}
