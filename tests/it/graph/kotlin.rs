//! Kotlin.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn supertypes_with_arguments_are_implemented() {
    check(
        "find_implementations",
        "
//- /Gen.kt
package b
interface G$0en<T : Any> { fun go(): T }
class C1 : Gen<String> { override fun go() = \"x\" }
    //^^ impl
interface I1<P : Any> : Gen<P>
        //^^ impl
object O1 : Gen<Int> { override fun go() = 1 }
     //^^ impl
class Key {
  companion object : Gen<Int> { override fun go() = 1 }
          //^^^^^^ impl
}
class By(g: Gen<Int>) : Gen<Int> by g
    //^^ impl
val v = object : Gen<Int> { override fun go() = 3 }
  //^ impl
class Holder(val gen: Gen<Int>)
",
    );
}

#[test]
fn members_are_overridden_through_supertypes_with_arguments_and_in_objects() {
    check(
        "find_implementations",
        "
//- /Gen.kt
package b
interface Gen<T : Any> { fun g$0o(n: Int): T }
class C1 : Gen<String> { override fun go(n: Int) = \"x\" }
                                    //^^ impl
object O1 : Gen<Int> {
  override fun go(n: Int) = 1
             //^^ impl
}
val v = object : Gen<Int> {
  override fun go(n: Int) = 3
             //^^ impl
}
class Other { fun go(n: Int) = 3 }
",
    );
}

#[test]
fn the_constructor_of_a_supertype_is_called_in_the_header() {
    check(
        "find_callers",
        "
//- /Base.kt
package b
open class Ba$0se<T>(val n: Int)
class Sub : Base<Int>(1)
          //^^^^ caller Sub
fun take(base: Base<Int>) {}
",
    );
}

#[test]
fn members_of_a_companion_are_called_by_the_name_of_the_class() {
    check(
        "find_callers",
        "
//- /src/a/Method.kt
package a
class Method(val v: String) {
  companion object {
    fun pa$0rse(s: String) = Method(s)
    fun twice() = parse(\"x\")
                //^^^^^ caller twice
  }
}
class Other { fun parse(s: String) = s }
//- /src/b/Use.kt
package b
import a.*
fun use(other: Other) {
  Method.parse(\"x\")
       //^^^^^ caller use
  other.parse(\"x\")
}
",
    );
}

#[test]
fn entries_of_an_enumeration_are_definitions() {
    check(
        "find_references",
        "
//- /src/a/Encoding.kt
package a
enum class Encoding {
  QUOTED,
  U$0RI
}
fun use() = Encoding.URI
                   //^^^ read
",
    );
}

/// `get { … }` behind a property is no accessor of it.
#[test]
fn a_call_of_get_behind_a_property_is_none_of_its_accessors() {
    check(
        "find_callers",
        "
//- /src/a/Routes.kt
package a
class Call
class Scope(val call: Call)
fun Call.res$0pond(x: Any) {}
fun route(block: Scope.() -> Unit) {}
fun get(block: Scope.() -> Unit) {}
class T {
  fun routes() = route {
    val config = \"x\"
    get {
      call.respond(config)
         //^^^^^^^ caller routes
    }
  }
}
",
    );
}

/// Returns the account of an answer.
fn account(files: &[(&str, &str)], tool: &str, symbol: &str) -> serde_json::Value {
    let directory = project(files);
    let answer = ask::value(
        directory.path(),
        tool,
        json!({ "symbol": symbol, "wait": 0, "maxTokens": 100_000 }),
    );
    answer["account"].clone()
}

#[test]
fn properties_set_in_a_block_are_not_built_in() {
    let files = [
        (
            "a/Config.kt",
            "package a\nclass Config { var most: Int = 20 }\nclass Other { var most = 1 }\n",
        ),
        ("a/Use.kt", "package a\nfun use() {\n  install {\n    most = 3\n  }\n}\n"),
    ];
    let account = account(&files, "find_references", "Config.most");
    let unresolved = account["unresolved"].as_array().map_or(0, Vec::len);
    assert_eq!(unresolved + account["rows"].as_u64().unwrap_or(0) as usize, 1, "{account:#}");
}

#[test]
fn code_that_the_grammar_cannot_read_is_unresolved() {
    let files = [(
        "a/Use.kt",
        "package a\nfun target(n: Int) {}\nfun use() {\n  val x = 1 ) ) fun fun\n  target target(\n}\n",
    )];
    let account = account(&files, "find_callers", "target");
    let unresolved = account["unresolved"].as_array().map_or(0, Vec::len);
    assert_eq!(account["others"], json!([]), "{account:#}");
    assert!(unresolved > 0, "{account:#}");
}

#[test]
fn what_platforms_define_is_one_definition_and_extensions_are_imported_from_companions() {
    let files = [
        (
            "common/okio/Path.kt",
            "package okio
expect class Path {
  fun size(): Int
  companion object {
    fun String.toPath(): Path
  }
}
",
        ),
        (
            "jvm/okio/Path.kt",
            "package okio
actual class Path {
  actual fun size(): Int = 1
  actual companion object {
    actual fun String.toPath(): Path = Path()
  }
}
fun Path.common(): Int = size()
",
        ),
        (
            "app/Main.kt",
            "package app
import okio.Path
import okio.Path.Companion.toPath
import okio.common
fun run(name: String, path: Path): Int {
  val other = \"/a\".toPath()
  return name.toPath().size() + path.size() + path.common()
}
",
        ),
    ];
    let directory = project(&files);
    let answer = ask::value(directory.path(), "find_references", json!({ "symbol": "toPath" }));
    assert_eq!(answer["results"].as_array().map(Vec::len), Some(3), "{answer:#}");
    assert_eq!(answer["account"]["unresolved"], json!([]), "{answer:#}");
    let answer = ask::value(directory.path(), "find_callers", json!({ "symbol": "size" }));
    assert_eq!(answer["results"].as_array().map(Vec::len), Some(3), "{answer:#}");
    let answer = ask::value(directory.path(), "find_references", json!({ "symbol": "common" }));
    assert_eq!(answer["results"].as_array().map(Vec::len), Some(2), "{answer:#}");
}

#[test]
fn java_uses_what_a_file_defines_as_members_of_the_class_of_the_file() {
    check(
        "find_references",
        "
//- /src/com/x/internal/Util.kt
@file:JvmName(\"Util\")
package com.x.internal
val NO_ANNOTA$0TIONS: Set<Annotation> = emptySet()
//- /src/com/y/Use.java
package com.y;
import static com.x.internal.Util.NO_ANNOTATIONS;
                                //^^^^^^^^^^^^^^ import
class Use {
  Object run() { return NO_ANNOTATIONS; }
                      //^^^^^^^^^^^^^^ read
}
",
    );
}

#[test]
fn a_function_may_have_the_name_of_the_type_that_it_makes() {
    check(
        "find_implementations",
        "
//- /common/p/Sink.kt
package p
interface Lo$0gSink
interface ConsoleSink : LogSink
        //^^^^^^^^^^^ impl
expect fun ConsoleSink(level: Int): ConsoleSink
//- /jvm/p/Sink.jvm.kt
package p
actual fun ConsoleSink(level: Int): ConsoleSink = JvmSink(level)
private class JvmSink(private val level: Int) : ConsoleSink
            //^^^^^^^ impl
",
    );
}

#[test]
fn functions_of_one_name_may_be_in_several_files_of_a_package() {
    check(
        "find_callers",
        "
//- /p/Text.kt
package p
fun sh$0ow(text: String, width: Int) {}
//- /p/Number.kt
package p
fun show(number: Int) {}
fun page() {
    show(\"x\", 3)
//  ^^^^ caller page
    show(3)
}
//- /p/Own.kt
package p
private fun show(text: String) {}
fun own() { show(\"x\") }
",
    );
}

#[test]
fn a_word_of_a_name_that_is_a_sentence_is_no_use() {
    let text = "class Policy { fun read(): Int = 1 }
class PolicyTest {
  fun `read returns one`() { Policy().read() }
  fun `does read`() { Policy().`read`() }
}
";
    let app = project(&[("a.kt", text)]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "read" }));
    assert_eq!(
        answer["account"]["unresolved"],
        json!([{ "file": "a.kt", "line": 4 }]),
        "{answer:#}"
    );
    assert_eq!(answer["summary"]["calls"], 1, "{answer:#}");
}

#[test]
fn a_check_of_the_type_determines_the_members() {
    let text = "
//- /a.kt
class Mem { fun size() = 1 }
class Disk { fun size() = 2 }
fun a(x: Any) = x is Mem && x.size() > 1
fun b(x: Any) { if (x is Mem) { x.size() } else x.size() }
fun c(x: Any, y: Boolean) { if (x is Mem && y) x.size() }
fun d(x: Any) = when (x) {
  is Mem -> x.size()
  is Disk -> x.size()
  else -> 1
}
fun e(x: Disk) { if (x is Mem) {} else x.size() }
fun f() { val x: Any = 1; x.size() }
";
    let app = project(&[("a.kt", text)]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "Mem.size" }));
    let rows = answer["results"].as_array().expect("rows").iter();
    let rows: Vec<(&str, &str)> = rows
        .map(|row| (row["name"].as_str().expect("a name"), row["certainty"].as_str().expect("one")))
        .collect();
    let expected = [
        ("a", "likely"),
        ("b", "likely"),
        ("c", "likely"),
        ("d", "likely"),
        ("b", "possible"),
        ("f", "possible"),
    ];
    assert_eq!(rows, expected, "{answer:#}");
}

#[test]
fn a_call_behind_a_prefix_operator_is_a_call() {
    check(
        "find_callers",
        "
//- /src/a/Text.kt
package a
class Text(val next: Text) {
  fun is$0Open() = false
  fun use() = if (!isOpen()) 1 else 2
                 //^^^^^^ caller use
  fun further() = !next.isOpen() && !next.next.isOpen()
                      //^^^^^^ caller further
                                             //^^^^^^ caller further
}
class Other { fun isOpen() = false }
",
    );
}

#[test]
fn an_extension_of_a_nested_type_is_applied_to_that() {
    check(
        "find_callers",
        "
//- /src/a/Tags.kt
package a
interface Tags {
  interface Builder<T> {
    val tags: Int
  }
}
fun Tags.Builder<*>.build$0Map() = tags
class Spec(builder: Builder, val map: Int = builder.buildMap()) {
                                                  //^^^^^^^^ caller Spec
  class Builder : Tags.Builder<Builder> {
    override val tags = 1
    fun use() = buildMap()
              //^^^^^^^^ caller use
  }
}
class Other { fun buildMap() = 1 }
",
    );
}

/// Of more than a few extensions of one name an index says which type each extends.
#[test]
fn many_extensions_of_types_of_one_name_are_each_of_its_own() {
    let mut files = String::new();
    for number in 1..=40 {
        let name = if number == 7 { "$0build" } else { "build" };
        let call = if number == 7 { "\n                         //^^^^^ caller use" } else { "" };
        files.push_str(&format!(
            "//- /src/p{number}/Page.kt\npackage p{number}\nclass Page\n\
             //- /src/p{number}/Build.kt\npackage p{number}\nfun Page.{name}() = 1\n\
             //- /src/p{number}/Use.kt\npackage p{number}\n\
             fun use(page: Page) = page.build(){call}\n"
        ));
    }
    check("find_callers", &files);
}

#[test]
fn a_supertype_is_another_type_of_the_name_that_its_path_leads_to() {
    check(
        "find_callers",
        "
//- /src/a/Tags.kt
package a
interface Tags {
  interface Builder<T> {
    fun a$0dd(n: Int) {}
  }
}
class Spec {
  class Builder : Tags.Builder<Builder> {
    override fun add(n: Int) = super.add(n)
                                   //^^^ caller add
  }
}
",
    );
}

#[test]
fn parameters_of_a_class_are_seen_where_its_values_are_made_only() {
    check(
        "find_callers",
        "
//- /src/a/Writer.kt
package a
import java.io.Writer
class Wrapper(val out: Writer) {
  fun cl$0ose() {}
}
class CodeWriter(out: Writer) {
  private val out = Wrapper(out)
  init { out.close() }
  fun use() = out.close()
                //^^^^^ caller use
}
",
    );
}

#[test]
fn functions_without_a_written_result_return_what_their_expression_is() {
    check(
        "find_callers",
        "
//- /src/a/Pool.kt
package a
class Pool {
  fun dr$0ain() {}
}
class Other { fun drain() {} }
class Holder(private val pool: Pool) {
  fun pool() = pool
  val first get() = pool
  val late by lazy { Pool() }
  fun use() {
    pool().drain()
         //^^^^^ caller use
    first.drain()
        //^^^^^ caller use
    late.drain()
       //^^^^^ caller use
  }
}
",
    );
}

#[test]
fn a_name_that_holds_no_function_is_passed_by_in_a_call() {
    check(
        "find_callers",
        "
//- /src/a/Key.kt
package a
fun ke$0y(n: Int): String = \"x\"
fun use(): List<String> {
  val key = key(1)
          //^^^ caller use
  return listOf(1).map { key(it) }
                       //^^^ caller use
}
",
    );
}

#[test]
fn what_a_member_of_a_companion_returns_has_the_members_of_its_type() {
    check(
        "find_callers",
        "
//- /src/a/Code.kt
package a
class Code {
  class Builder {
    fun a$0dd(s: String) = apply { }
  }
  companion object {
    fun builder(): Builder = Builder()
  }
}
class Spec {
  class Builder(private val own: Code.Builder) {
    private val body = Code.builder()
    fun add(s: String) = body.add(s).add(s)
                            //^^^ caller add
                                   //^^^ caller add
    fun further() = own.add(\"x\")
                      //^^^ caller further
  }
}
",
    );
}

#[test]
fn a_word_of_the_grammar_may_be_the_name_of_a_variable() {
    check(
        "find_callers",
        "
//- /src/a/Query.kt
package a
class Query(var where: Op?) {
  private var final = false
  private var open: Op? = null
  fun prepare(): String {
    where?.let {
      run()
    //^^^ caller prepare
    }
    where = null
    final = true
    if (!final) run()
              //^^^ caller prepare
    open?.let { run() }
              //^^^ caller prepare
    return next()
  }
  fun ru$0n() {}
  fun next(): String = \"\"
  fun where(of: Op) {
    where?.let { run() }
               //^^^ caller where
    where = of
  }
}
fun use(query: Query) = query.run()
                            //^^^ caller use
",
    );
}

#[test]
fn a_constructor_for_one_platform_has_a_class_behind_it() {
    check(
        "find_callers",
        "
//- /src/a/Bytes.kt
package a
actual open class Bytes
internal actual constructor(
  val data: Int,
) : Base {
  fun si$0ze(): Int = data
  fun use() = size()
            //^^^^ caller use
}
fun further(bytes: Bytes) = bytes.size()
                                //^^^^ caller further
",
    );
}

#[test]
fn a_function_for_another_type_is_applied_in_the_type_that_has_it() {
    check(
        "find_callers",
        "
//- /src/a/Table.kt
package a
class Kind<T>
class Column<T> { val kind: Kind<T> = Kind() }
open class Table {
  fun first(column: Column<Int>) = column.kind.base()
                                             //^^^^ caller first
  protected fun <T> Kind<T>.ba$0se(): Kind<T> = this
  fun Kind<Int>.further() = base()
                          //^^^^ caller further
}
//- /src/a/Users.kt
package a
class Users : Table() {
  fun second(kind: Kind<Int>) = kind.base()
                                   //^^^^ caller second
}
",
    );
}

/// Build scripts see what is built before them, none of what they build.
#[test]
fn a_build_script_of_gradle_names_no_class_that_it_builds() {
    let script = "fun flavors() {\n    val thing = load()\n    thing.create(\"foss\", 1)\n}\n";
    let files = |settings: &'static str, target: &'static str| {
        project(&[
            (target, "package app\nclass Maker {\n    fun create(a: String, b: Int) = 1\n}\n"),
            ("app/build.gradle.kts", script),
            ("settings.gradle.kts", settings),
        ])
    };
    let ask = |settings: &'static str, target: &'static str| {
        let app = files(settings, target);
        let arguments = json!({ "symbol": "Maker.create" });
        ask::text(app.path(), "find_callers", arguments)
    };
    let text = ask("include(\":app\")\n", "app/src/main/kotlin/Maker.kt");
    assert!(!text.contains("app/build.gradle.kts:3 flavors"), "{text}");
    let seen = [
        ("include(\":app\")\n", "buildSrc/src/main/kotlin/Maker.kt"),
        ("includeBuild(\"logic\")\n", "logic/src/main/kotlin/Maker.kt"),
        ("includeBuild(path)\n", "logic/src/main/kotlin/Maker.kt"),
    ];
    for (settings, target) in seen {
        let text = ask(settings, target);
        assert!(text.contains("app/build.gradle.kts:3 flavors"), "{text}");
    }
}

#[test]
fn calls_with_one_type_argument_and_one_of_another_kind() {
    check(
        "find_callers",
        "
//- /a.kt
class Host { fun run() {} }
inline fun <reified T> ma$0ke(count: Int = 0, set: () -> Unit = {}): T? = null
fun use() {
  val one = make<Host>(1)
          //^^^^ caller use
  make<Host> { }
//^^^^ caller use
  if (make<Host>(2) != null) {}
    //^^^^ caller use
}
",
    );
    check(
        "find_callers",
        "
//- /a.kt
class Host { fun ru$0n() {} }
class Other { fun run() {} }
inline fun <reified T> make(count: Int): T = TODO()
fun use() {
  val one = make<Host>(1)
  one.run()
    //^^^ caller use
  make<Other>(1).run()
}
fun run() { listOf(1).forEach { return@run } }
",
    );
}

#[test]
fn an_annotation_over_several_lines_before_an_accessor_ends_no_class() {
    check(
        "find_callers",
        "
//- /a.kt
class Engine {
    var size: Int = 1
        @Deprecated(
            \"old\",
            replaceWith = ReplaceWith(\"grow(value)\"),
        )
        set

    fun gr$0ow(by: Int) {}
}
class Other {
    fun grow(by: Int) {}
}
fun use(engine: Engine, other: Other) {
    engine.grow(1)
         //^^^^ caller use
    other.grow(2)
}
",
    );
}
