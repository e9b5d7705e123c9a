//! Java and Kotlin: what values are of, by fields of types without a name, packages, inherited
//! generic methods, and what libraries make or give.

use crate::support::fixture::check;

const PARTS: &str = "
class Car { void dri$0ve() {} }
class Bike { void drive() {} }
";

fn check_callers(text: &str) {
    check("find_callers", text);
}

/// Checks the callers of `Car.drive` in a file beside it.
#[track_caller]
fn check_drive(text: &str) {
    check_callers(&format!("\n//- /Parts.java{PARTS}//- /Use.java\n{text}"));
}

#[test]
fn a_field_of_a_type_without_a_name_is_its_own_in_java() {
    check_drive(
        "abstract class Job { abstract void run(); }
class Use {
  Bike far;
  Job one() { return new Job() { long next; void run() { next++; } }; }
  Job two() {
    return new Job() {
      Car next;
      Car far;
      void run() {
        next.drive();
           //^^^^^ caller run
        far.drive();
          //^^^^^ caller run
      }
    };
  }
  Job three(Car next) {
    return new Job() { Bike next; void run() { next.drive(); this.next.drive(); far.drive(); } };
  }
  Job four(Car other) {
    return new Job() {
      Bike next;
      void run() {
        other.drive();
            //^^^^^ caller run
      }
    };
  }
}
",
    );
}

#[test]
fn a_field_of_a_type_without_a_name_is_its_own_in_kotlin() {
    check_callers(
        "
//- /Use.kt
class Car { fun dri$0ve() {} }
class Bike { fun drive() {} }
interface Job { fun run() }
fun one() = object : Job {
    val next = Bike()
    override fun run() { next.drive(); this.next.drive() }
}
fun two() = object : Job {
    val next: Car = Car()
    override fun run() {
        this.next.drive()
                //^^^^^ caller run
    }
}
",
    );
}

#[test]
fn a_package_is_what_a_file_declares_and_not_its_folder() {
    check_callers(
        "
//- /a/Kit.java
package org.shop.core;
public class Kit { public static int twi$0ce(int x) { return x; } }
class Other { static int half(int x) { return x; } }
//- /b/View.java
package org.shop.web;
import org.shop.core.Kit;
class View {
  int a = Kit.twice(1);
            //^^^^^ caller View
}
//- /a/Use.java
package org.shop.core;
import static org.shop.core.Kit.twice;
class Use {
  int b = twice(2);
        //^^^^^ caller Use
}
//- /c/Out.java
package org.shop.web;
import org.lib.core.Kit;
class Out { int a = Kit.twice(1); }
",
    );
}

#[test]
fn a_static_import_names_the_type_of_another_module() {
    check(
        "find_references",
        "
//- /m1/src/main/java/shop/kit/Gen.java
package shop.kit;
public class G$0en { public static String make() { return null; } }
//- /m2/src/main/java/shop/web/Use.java
package shop.web;
import static shop.kit.Gen.make;
                     //^^^ read
class Use { String s = make(); }
//- /m2/src/main/java/shop/web/All.java
package shop.web;
import static shop.kit.Gen.*;
                     //^^^ import
class All { String s = make(); }
",
    );
}

#[test]
fn a_bare_call_of_an_inherited_generic_method_has_the_type_given_to_it() {
    check_drive(
        "import java.util.List;
class Repo<T> { T find() { return null; } List<T> all() { return null; } }
class Bikes extends Repo<Bike> { void a() { find().drive(); } }
class Cars extends Repo<Car> {
  void a() {
    find().drive();
         //^^^^^ caller a
    all().forEach(each -> each.drive());
                             //^^^^^ caller a
  }
}
class Garage<R extends Repo<Car>> {
  R repo;
  void b() {
    repo.find().drive();
              //^^^^^ caller b
  }
}
",
    );
}

#[test]
fn a_bare_call_of_an_inherited_generic_method_in_kotlin() {
    check_callers(
        "
//- /Use.kt
class Car { fun dri$0ve() {} }
class Bike { fun drive() {} }
open class Repo<T> { fun find(): T = TODO() }
class Bikes : Repo<Bike>() { fun a() { find().drive() } }
class Cars : Repo<Car>() {
    fun a() {
        find().drive()
             //^^^^^ caller a
    }
}
",
    );
}

#[test]
fn a_name_behind_a_dot_without_a_list_is_no_method() {
    check(
        "find_references",
        "
//- /Seq.java
class Seq { int len$0gth() { return 0; } static Seq of(int one) { return null; } }
//- /Use.java
class Use {
  int a(String s) { return s.split(\":\").length; }
  int b() { return Seq.of(1).length(); }
                           //^^^^^^ call
  java.util.function.ToIntFunction<Seq> c = Seq::length;
                                               //^^^^^^ read
}
",
    );
}

#[test]
fn what_lombok_makes_of_fields_has_their_types() {
    check_drive(
        "import lombok.*;
@Data @Builder class Part { private final Bike bike; private Car own; private boolean active; }
@With @Value class Set { Car car; }
class Use {
  @Getter private Car main;
  private Car hidden;
  void a(Part part, Set set) {
    part.getBike().drive();
    part.getOwn().drive();
                //^^^^^ caller a
    Part.builder().bike(null).build().getOwn().drive();
                                             //^^^^^ caller a
    set.withCar(null).getCar().drive();
                             //^^^^^ caller a
    this.getMain().drive();
                 //^^^^^ caller a
    val found = part.getOwn();
    found.drive();
        //^^^^^ caller a
    getHidden().drive();
              //^^^^^ caller a [possible]
  }
}
",
    );
}

#[test]
fn springs_repositories_and_holders_give_what_they_hold() {
    check_drive(
        "import org.springframework.data.domain.Page;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.http.ResponseEntity;
interface Cars extends JpaRepository<Car, Long> { Page<Car> named(String name); }
interface Bikes extends JpaRepository<Bike, Long> {}
class Use {
  void a(Cars cars, Bikes bikes, ResponseEntity<Car> reply) {
    bikes.findById(1L).get().drive();
    cars.findById(1L).get().drive();
                          //^^^^^ caller a
    cars.findAll().get(0).drive();
                        //^^^^^ caller a
    cars.save(null).drive();
                  //^^^^^ caller a
    cars.named(null).getContent().get(0).drive();
                                       //^^^^^ caller a
    reply.getBody().drive();
                  //^^^^^ caller a
  }
}
",
    );
}

#[test]
fn a_package_in_several_roots_has_its_own_types_of_known_names() {
    check_callers(
        "
//- /src/main/java/a/Future.java
package a;
public interface Future { void dri$0ve(); }
//- /src/test/java/a/FutureTest.java
package a;
class FutureTest {
  void b(Future future) {
    future.drive();
         //^^^^^ caller b
  }
}
//- /src/test/java/c/WholeTest.java
package c;
import a.*;
class WholeTest {
  void d(Future future) {
    future.drive();
         //^^^^^ caller d
  }
}
//- /src/test/java/c/OtherTest.java
package c;
import java.util.concurrent.Future;
class OtherTest {
  void e(Future future) { future.drive(); }
}
",
    );
}

#[test]
fn a_functions_parameters_tell_the_overloads_of_java_apart_also_inherited_ones() {
    let parts = "
//- /A.java
package p;
import java.util.function.*;
interface Value<T> { default void each(Consumer<? super T> take) {} }
interface Dict<K, V> extends Value<K> { default void ea$0ch(BiConsumer<K, V> take) {} }
class Use {
  void one(Dict<String, Integer> of) { of.each(key -> System.out.println(key)); }
  void two(Dict<String, Integer> of) { of.each((key, value) -> System.out.println(key)); }
                                        //^^^^ caller two
}
";
    check_callers(parts);
    let marked = parts
        .replace("ea$0ch", "each")
        .replace("void each(Consumer", "void ea$0ch(Consumer")
        .replace("                                        //^^^^ caller two\n", "")
        .replace(
            "  void two",
            "                                        //^^^^ caller one\n  void two",
        );
    check_callers(&marked);
}
