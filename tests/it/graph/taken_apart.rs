//! Values that patterns take apart by their places: tuples, entries of maps, and values of types
//! that say in their headers what they hold.

use crate::support::fixture::check;

#[test]
fn kotlin_takes_data_classes_pairs_and_entries_apart() {
    check(
        "find_callers",
        "
//- /src/a/Lid.kt
package a
class Lid { fun op$0en() {} }
class Crate { fun open() {} }
data class Item(val lid: Lid, val crate: Crate)
class Plain(val lid: Lid, val crate: Crate) { operator fun component1() = crate }
//- /src/a/Use.kt
package a
class Use {
  fun pair(): Pair<Lid, Crate> = TODO()
  fun use(item: Item, plain: Plain, items: List<Item>, all: Map<String, Lid>) {
    val (lid, crate) = item
    lid.open()
      //^^^^ caller use
    crate.open()
    val (first, second) = pair()
    first.open()
        //^^^^ caller use
    second.open()
    val (own) = plain
    own.open()
    pair().first.open()
               //^^^^ caller use
    for ((one, other) in items) { one.open(); other.open() }
                                    //^^^^ caller use
    for ((_, value) in all) value.open()
                                //^^^^ caller use
    items.forEach { (one, other) -> one.open(); other.open() }
                                      //^^^^ caller use
  }
}
",
    );
}

#[test]
fn what_is_numbered_is_not_taken_apart_itself() {
    check(
        "find_callers",
        "
//- /src/a/Lid.kt
package a
class Lid { fun op$0en() {} }
data class Item(val number: Int, val lid: Lid) { fun open() {} }
//- /src/a/Use.kt
package a
fun use(items: List<Item>, lids: List<Lid>) {
  for ((index, item) in items.withIndex()) item.open()
  for ((index, lid) in lids.withIndex()) lid.open()
                                           //^^^^ caller use
  for (each in lids.withIndex()) each.value.open()
                                          //^^^^ caller use
}
",
    );
}

#[test]
fn scala_takes_tuples_and_case_classes_apart() {
    check(
        "find_callers",
        "
//- /src/a/Lid.scala
package a
class Lid { def op$0en(): Unit = () }
class Crate { def open(): Unit = () }
case class Item(lid: Lid, crate: Crate)
class Pair(lid: Lid)
object Pair { def unapply(p: Pair): Option[(Crate, Lid)] = None }
//- /src/a/Use.scala
package a
class Use {
  def pair: (Lid, Crate) = (new Lid, new Crate)
  val (kept, other) = pair
  def use(item: Item, maybe: Option[(Lid, Crate)], all: Map[Lid, Crate], pairs: List[(Crate, Lid)]) = {
    val (lid, crate) = pair
    lid.open(); crate.open()
      //^^^^ caller use
    pair._1.open(); pair._2.open()
          //^^^^ caller use
    val (made, second) = (new Lid, new Crate)
    made.open(); second.open()
       //^^^^ caller use
    item match { case Item(own, held) => own.open(); held.open() }
                                           //^^^^ caller use
    item match { case Item(_, held) => held.open() }
    maybe match { case Some((one, two)) => one.open(); two.open() }
                                             //^^^^ caller use
    all.foreach { case (key, value) => key.open(); value.open() }
                                         //^^^^ caller use
    pairs.map { case (one, two) => one.open(); two.open() }
                                                 //^^^^ caller use
    for { (one, two) <- pairs; (own, four) = pair } { one.open(); two.open(); own.open() }
                                                                    //^^^^ caller use
                                                                                //^^^^ caller use
    kept.open(); other.open()
       //^^^^ caller use
  }
  def guess(pair: Pair) = pair match { case Pair(one, two) => two.open() }
                                                                //^^^^ caller guess [possible]
}
",
    );
}

#[test]
fn what_a_list_is_made_of_is_not_from_outside() {
    check(
        "find_callers",
        "
//- /src/a/Lid.scala
package a
class Lid { def op$0en(): Unit = () }
class Crate { def open(): Unit = () }
//- /src/a/Use.scala
package a
class Use {
  def use(pair: (Lid, Crate)) = for ((one, two) <- List(pair)) { one.open() }
                                                                   //^^^^ caller use [possible]
}
",
    );
}

#[test]
fn csharp_takes_tuples_and_records_apart() {
    check(
        "find_callers",
        "
//- /Lid.cs
namespace Lib;
public class Lid { public void Op$0en() {} }
public class Crate { public void Open() {} }
public record Item(Lid Lid, Crate Crate);
public record Plain { public void Take(Crate crate, Lid lid) {} }
//- /Use.cs
using Lib;
class Use
{
    (Lid, Crate) Pair() => (null, null);
    void Check(Item item, List<(Crate, Lid)> all)
    {
        var (lid, crate) = item;
        lid.Open(); crate.Open();
          //^^^^ caller Check
        (var first, var second) = Pair();
        first.Open(); second.Open();
            //^^^^ caller Check
        foreach (var (one, two) in all) { one.Open(); two.Open(); }
                                                        //^^^^ caller Check
    }
}
",
    );
}

#[test]
fn dart_takes_records_apart() {
    check(
        "find_callers",
        "
//- /lib/lid.dart
class Lid { void op$0en() {} }
class Crate { void open() {} }
//- /lib/use.dart
import 'lid.dart';
(Lid, Crate) pair() => (Lid(), Crate());
void use(List<(Crate, Lid)> all, Map<Crate, Lid> lids) {
  final (lid, crate) = pair();
  lid.open(); crate.open();
    //^^^^ caller use
  pair().$1.open(); pair().$2.open();
          //^^^^ caller use
  for (final (one, two) in all) { one.open(); two.open(); }
                                                //^^^^ caller use
  lids.forEach((key, value) { key.open(); value.open(); });
                                              //^^^^ caller use
}
",
    );
}
