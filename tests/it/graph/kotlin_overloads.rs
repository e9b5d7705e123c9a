//! Kotlin: overloads that what is passed tells apart, and extensions of types of libraries.

use crate::support::fixture::{check, check_one};

const BUILDER: &str = "
//- /Builder.kt
import java.lang.reflect.Type
import kotlin.reflect.KClass
class Name(val text: String)
class Builder {
    fun add(other: Builder): Builder = this
    fun add(format: String, vararg of: Any): Builder = this
    fun set(type: Name, vararg of: Int): Builder = this
    fun set(type: Type, vararg of: Int): Builder = set(Name(\"type\"))
    fun set(type: KClass<*>, vararg of: Int): Builder = this
}
";

fn check_builder(target: &str, uses: &str) {
    let types = BUILDER.replace(target, &target.replacen("fun ", "fun $0", 1));
    check("find_callers", &format!("{types}//- /Use.kt\n{uses}\n"));
}

#[test]
fn an_overload_that_takes_any_number_is_meant_where_the_other_takes_another_type() {
    check_builder(
        "fun add(format",
        "fun use(builder: Builder) {
    builder.add(\"name\")
          //^^^ caller use
    builder.add(builder)
}",
    );
}

#[test]
fn classes_and_values_that_are_made_tell_overloads_apart() {
    check_builder(
        "fun set(type: KClass",
        "fun use(builder: Builder) {
    builder.set(Name::class)
          //^^^ caller use
    builder.set(Name::class.java)
    builder.set(Name(\"a\"))
}",
    );
}

#[test]
fn a_parameter_of_a_type_of_a_library_is_not_called() {
    check_one(
        "find_callers",
        "
//- /Builder.kt
import java.lang.reflect.Type
class Name
fun Type.named(): Name = Name()
class Builder {
    fun above(above: Name): Builder = this
    fun above(above: Type): Builder = above(above.named())
                                    //^^^^^ caller above
}
",
        "fun a$0bove(above: Name)",
        "",
    );
}

#[test]
fn what_a_value_ends_with_tells_which_extension_it_has() {
    check(
        "find_callers",
        "
//- /Names.kt
import java.lang.reflect.Type
import kotlin.reflect.KClass
fun Type.na$0med(): String = \"\"
fun KClass<*>.named(): String = \"\"
fun use(type: Type) {
    type.named()
       //^^^^^ caller use
    String::class.named()
}
",
    );
}
