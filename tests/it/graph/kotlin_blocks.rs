//! Blocks of Kotlin: what the functions that they are given to call them with.

use crate::support::fixture::check;

#[test]
fn members_are_called_without_a_receiver_in_blocks_of_functions_of_libraries() {
    check(
        "find_callers",
        "
//- /src/a/Writer.kt
package a
class Writer {
  fun em$0it(s: String) {}
}
class Other {
  fun emit(s: String) {}
  fun use(writer: Writer) {
    emit(\"x\")
    with(writer) {
      emit(\"x\")
    //^^^^ caller use
    }
    writer.apply {
      emit(\"x\")
    //^^^^ caller use
      this.emit(\"x\")
         //^^^^ caller use
    }
    writer.also {
      it.emit(\"x\")
       //^^^^ caller use
      emit(\"x\")
    }
    writer.let { made -> made.emit(\"x\") }
                            //^^^^ caller use
  }
}
",
    );
}

#[test]
fn a_function_calls_its_block_with_the_receiver_that_its_parameter_has() {
    check(
        "find_callers",
        "
//- /src/a/Builder.kt
package a
class Builder {
  fun a$0dd(s: String) {}
}
typealias Setup = Builder.() -> Unit
fun build(most: Int, block: (Builder.() -> Unit)?) {}
fun setUp(setup: Setup) {}
fun each(block: (Builder) -> Unit) {}
fun later(block: () -> Unit) {}
class Other {
  fun add(s: String) {}
  fun use() {
    build(1) { add(\"x\") }
             //^^^ caller use
    setUp { add(\"x\") }
          //^^^ caller use
    setUp(setup = { add(\"x\") })
                  //^^^ caller use
    each { later { it.add(\"x\") } }
                    //^^^ caller use
    each { builder -> builder.add(\"x\") }
                            //^^^ caller use
    later { add(\"x\") }
  }
}
",
    );
}

#[test]
fn a_generic_function_calls_its_block_with_what_it_is_applied_to() {
    check(
        "find_callers",
        "
//- /src/a/Builder.kt
package a
class Builder {
  fun a$0dd(s: String) {}
}
fun <T> T.setUp(block: T.() -> Unit): T = this
fun <T> setUp(of: T, block: T.() -> Unit) {}
class Other {
  fun add(s: String) {}
  fun use(builder: Builder) {
    builder.setUp { add(\"x\") }
                  //^^^ caller use
  }
}
",
    );
}

#[test]
fn elements_of_a_collection_are_passed_to_blocks() {
    check(
        "find_callers",
        "
//- /src/a/Task.kt
package a
class Task {
  fun r$0un() {}
}
class Other { fun run() {} }
class Tasks(private val all: List<Task>, private val named: Map<String, Task>) {
  fun use(others: List<Other>) {
    all.forEach { it.run() }
                   //^^^ caller use
    all.filter { it != null }.forEachIndexed { index, task -> task.run() }
                                                                 //^^^ caller use
    for (task in all) task.run()
                         //^^^ caller use
    others.forEach { it.run() }
  }
}
",
    );
}

#[test]
fn entries_and_values_of_a_map_are_passed_to_blocks() {
    check(
        "find_callers",
        "
//- /src/a/Task.kt
package a
class Task {
  fun r$0un() {}
}
class Other { fun run() {} }
class Tasks(private val named: Map<Other, Task>) {
  private val made = mutableMapOf<String, Task>()
  fun use() {
    named.forEach { (other, task) ->
      other.run()
      task.run()
         //^^^ caller use
    }
    named.forEach { it.value.run() }
                           //^^^ caller use
    named.values.filter { it != null }.forEach { it.run() }
                                                  //^^^ caller use
    for ((other, task) in named) {
      other.run()
      task.run()
         //^^^ caller use
    }
    made[\"x\"]?.run()
             //^^^ caller use
  }
}
",
    );
}

#[test]
fn a_block_that_a_name_is_set_to_has_the_receiver_of_the_type_of_the_name() {
    check(
        "find_callers",
        "
//- /src/a/Context.kt
package a
class Context {
  fun fa$0il(s: String) {}
}
class Other { fun fail(s: String) {} }
typealias Convert<T> = Context.(T) -> Unit
fun use(): Convert<String> {
  val convert: Convert<String> = { fail(it) }
                                 //^^^^ caller use
  return convert
}
fun each(block: (Context) -> Unit = { it.fail(\"x\") }) = block
                                       //^^^^ caller each
",
    );
}

#[test]
fn a_block_has_the_receiver_of_the_extension_that_a_file_sees() {
    check(
        "find_callers",
        "
//- /src/a/Context.kt
package a
class Argument<T>
typealias RawArgument = Argument<String>
class Context {
  fun fa$0il(s: String) {}
}
class Other { fun fail(s: String) {} }
//- /src/b/Convert.kt
package b
import a.*
fun RawArgument.convert(block: Context.(String) -> Int): RawArgument = this
//- /src/c/Use.kt
package c
import a.RawArgument
import b.convert
fun RawArgument.choice() = convert { fail(it) }
                                   //^^^^ caller choice
fun RawArgument.further() = choice().convert { fail(it) }
                                             //^^^^ caller further
fun use(argument: RawArgument) = argument.convert { fail(it) }.convert { fail(it) }
                                                  //^^^^ caller use
                                                                       //^^^^ caller use
",
    );
}

#[test]
fn the_object_around_a_call_is_no_argument_for_a_built_in_type() {
    check(
        "find_callers",
        "
//- /src/a/Spec.kt
package a
class Writer {
  fun emit(s: String) {}
}
fun write(block: Writer.() -> Unit) {}
class Spec {
  fun em$0it(writer: Writer) {}
  fun use() = write { emit(this) }
                    //^^^^ caller use
  fun other() = write { emit(\"x\") }
}
",
    );
}

#[test]
fn a_block_of_a_library_has_the_receiver_of_the_only_function_of_a_name() {
    check(
        "find_callers",
        "
//- /src/a/Text.kt
package a
internal fun StringBuilder.appendI$0t(text: String) = apply { }
fun one() = buildString { appendIt(\"a\") }
                        //^^^^^^^^ caller one
class Task : LibraryTask() {
  fun two() = buildString { appendIt(\"b\") }
                          //^^^^^^^^ caller two [possible]
}
//- /src/b/Text.kt
package b
fun other() = buildString { appendIt(\"a\") }
                          //^^^^^^^^ caller other [possible]
",
    );
}

#[test]
fn a_type_that_is_delegated_behind_a_constructor_has_a_body() {
    check(
        "find_callers",
        "
//- /src/a/Unit.kt
package a
interface Work { fun run() }
open class Holder(n: Int)
class Unit(private val work: Work) : Holder(1), Work by work {
  fun com$0mit() {}
  fun use() = commit()
            //^^^^^^ caller use
}
",
    );
}

#[test]
fn a_member_that_takes_other_arguments_hides_no_function_for_its_type() {
    check(
        "find_callers",
        "
//- /src/a/Path.kt
package a
class Path {
  fun resolve(child: String): Path = this
}
class Files(private val root: Path) {
  private fun Path.reso$0lve(): Path = this
  fun one() = root.resolve()
                 //^^^^^^^ caller one
  fun two() = root.resolve(\"b\")
}
",
    );
}

#[test]
fn a_word_of_the_grammar_may_be_a_variable_where_a_block_begins() {
    check(
        "find_callers",
        "
//- /src/a/Fields.kt
package a
class Fields(var set: Source?, var where: Source) {
  fun co$0unt() {}
  fun one() {
    set?.let { count() }
             //^^^^^ caller one
    set = null
    where.run()
  }
  fun two() {
    set = where
    count()
  //^^^^^ caller two
  }
}
",
    );
}

#[test]
fn a_parameter_of_a_block_without_a_type_may_hold_no_function() {
    check(
        "find_callers",
        "
//- /a.kt
class Post {
    fun to$0tal() = 1
    fun numbers() = listOf(1).map { total -> total() }
                                           //^^^^^ caller numbers [possible]
    fun given(total: () -> Int) = total()
    fun typed() = run<Int> { total: () -> Int -> total() }
    fun held(): Int {
        val total = { 1 }
        return total()
    }
    fun data(): Int {
        val total = total()
                  //^^^^^ caller data
        return total
    }
}
fun elsewhere() = listOf(1).map { total -> total() }
",
    );
}

#[test]
fn a_call_with_a_type_argument_is_no_comparison() {
    check(
        "find_callers",
        "
//- /a.kt
class Outer { class Inner }
open class Box<T>(val value: Any) { fun ru$0n() {} }
class Other<T>(val value: Any) { fun run() {} }
fun <T> make(value: Any): Box<T> = Box<T>(value)
fun <T> other(value: Any): Other<T> = Other<T>(value)
class Below : Box<Outer.Inner>(1)
fun use(all: Map<Int, (Int) -> Other<Int>>, key: Int) {
  make<Outer>(1).run()
               //^^^ caller use
  val one = make<Outer.Inner>(2)
  one.run()
    //^^^ caller use
  val two = listOf(Box<Outer>(3), Box<Outer.Inner>(4))
  two.first().run()
            //^^^ caller use
  other<Outer.Inner>(5).run()
  all[key](key).run()
  if (key < 1 && key > (2)) {}
  val three = mutableListOf<Below>(below())
  three.first().run()
              //^^^ caller use
}
",
    );
    check(
        "find_references",
        "
//- /a.kt
class Outer { class Inn$0er }
fun <T> make(value: Any): List<T> = TODO()
fun <T> within(work: () -> Unit): List<T> = TODO()
fun use() {
  make<Outer.Inner>(make<Outer.Inner>(2)).first()
           //^^^^^ read
                             //^^^^^ read
  within<Outer.Inner> { }
             //^^^^^ read
}
",
    );
}

#[test]
fn words_that_begin_an_accessor_or_a_definition_may_be_names() {
    check(
        "find_callers",
        "
//- /a.kt
class Model(val items: MutableList<Int>) {
  fun chan$0ge() {}
  fun use(private: Boolean, badge: @Composable (Model.() -> Unit), first: Int = 1) {
    items.apply {
      val none = none { it > 1 }
      set(first, none.compareTo(true))
      change()
    //^^^^^^ caller use
    }
    val it = if (private) { this } else {
      private
    }
    change()
  //^^^^^^ caller use
  }
}
",
    );
}
